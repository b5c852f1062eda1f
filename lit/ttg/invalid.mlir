// RUN: tawa-opt --split-input-file --verify-diagnostics %s

// expected-error @+1 {{the parameter 'order' is missing}}
#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4]}>

// -----

// expected-error @+1 {{unknown parameter 'ordre'}}
#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], ordre = [0]}>

// -----

// expected-error @+1 {{'order' must be a list of integers}}
#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = "0"}>

// -----

// expected-error @+1 {{order must be a permutation of the dimensions}}
#a = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 1]}>

// -----

// expected-error @+1 {{must be powers of two, but one is 3}}
#a = #ttg.blocked<{sizePerThread = [3], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

// -----

// expected-error @+1 {{must have one number for each of 2 dimensions}}
#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>

// -----

// expected-error @+1 {{bases of CGALayout must have 1 coordinates}}
#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[1, 0]]}>

// -----

// expected-error @+1 {{CTAsPerCGA, CTASplitNum and CTAOrder come together and without CGALayout}}
#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CTAsPerCGA = [2]}>

// -----

// expected-error @+1 {{CTAsPerCGA and CTASplitNum must be powers of two, the second at most the first}}
#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CTAsPerCGA = [2], CTASplitNum = [4], CTAOrder = [0]}>

// -----

#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
// expected-error @+1 {{dim 2 is outside of [0, 2)}}
#a = #ttg.slice<{dim = 2, parent = #b}>

// -----

#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// expected-error @+1 {{the parent of a slice must have a rank of at least 2}}
#a = #ttg.slice<{dim = 0, parent = #b}>

// -----

// expected-error @+1 {{'parent' must be a distributed encoding}}
#a = #ttg.slice<{dim = 0, parent = #ttg.shared_memory}>

// -----

// expected-error @+1 {{versionMajor must be that of a tensor core, 1 to 5, but is 6}}
#a = #ttg.nvidia_mma<{versionMajor = 6, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>

// -----

#m = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
// expected-error @+1 {{opIdx must be 0: wgmma takes its second operand from shared memory only}}
#a = #ttg.dot_op<{opIdx = 1, parent = #m, kWidth = 2}>

// -----

#m = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
// expected-error @+1 {{kWidth must be a power of two for an operand of nvidia_mma, but is 0}}
#a = #ttg.dot_op<{opIdx = 0, parent = #m}>

// -----

#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
// expected-error @+1 {{kWidth must be 0 for an operand of a blocked dot, but is 2}}
#a = #ttg.dot_op<{opIdx = 0, parent = #b, kWidth = 2}>

// -----

#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
// expected-error @+1 {{opIdx must be 0 or 1, but is 2}}
#a = #ttg.dot_op<{opIdx = 2, parent = #b}>

// -----

// expected-error @+1 {{a basis must be zero or a power of two along one dimension, but one is [}}
#a = #ttg.linear<{register = [[1, 1]], lane = [], warp = [], block = []}>

// -----

// expected-error @+1 {{all bases must have the same number of coordinates}}
#a = #ttg.linear<{register = [[1, 0], [1]], lane = [], warp = [], block = []}>

// -----

// expected-error @+1 {{a basis must be zero or a power of two along one dimension, but one is [3]}}
#a = #ttg.linear<{register = [[3]], lane = [], warp = [], block = []}>

// -----

// expected-error @+1 {{the bases must be independent, but for zero ones}}
#a = #ttg.linear<{register = [[1]], lane = [[1]], warp = [], block = []}>

// -----

// expected-error @+1 {{swizzlingByteWidth must be 0, 32, 64 or 128, but is 16}}
#a = #ttg.nvmma_shared<{swizzlingByteWidth = 16, transposed = false, elementBitWidth = 16}>

// -----

// expected-error @+1 {{elementBitWidth must be 8, 16, 32 or 64, or 0 where it is not said, but is 4}}
#a = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 4}>

// -----

// expected-error @+1 {{vec, perPhase and maxPhase must be powers of two, but one is 6}}
#a = #ttg.swizzled_shared<{vec = 6, perPhase = 1, maxPhase = 1, order = [0]}>

// -----

// expected-error @+1 {{alignment must be a power of two, but is 12}}
#a = #ttg.shared_linear<{offset = [[1]]}, alignment = 12>

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
// expected-error @+1 {{must be powers of two, but for the number of buffers, and positive}}
tt.func private @shape(!ttg.memdesc<3x3xf16, #s, #ttg.shared_memory>)

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
// expected-error @+1 {{1 does not fit 3}}
tt.func private @rank(!ttg.memdesc<2x2x2xf16, #s, #ttg.shared_memory>)

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
// expected-error @+1 {{must not be larger than its allocation, 2}}
tt.func private @alloc(!ttg.memdesc<4xf16, #s, #ttg.shared_memory, mutable, 2>)

// -----

#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// expected-error @+1 {{a distributed encoding can't describe memory}}
tt.func private @distributed(!ttg.memdesc<4xf16, #b, #ttg.shared_memory>)

// -----

#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [8], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @warps(%x: tensor<128xf32, #b>) {
    // expected-error @+1 {{'ttg.convert_layout' op operand #0 lies in 8 warps, but 4 warps run the op}}
    %0 = ttg.convert_layout %x : tensor<128xf32, #b> -> tensor<128xf32, #b>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
tt.func @rank(%x: tensor<128x2xf32, #b>) {
  // expected-error @+1 {{operand #0 has rank 2, but its encoding is of rank 1}}
  %0 = ttg.convert_layout %x : tensor<128x2xf32, #b> -> tensor<128x2xf32, #b>
  tt.return
}

// -----

#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [8], order = [0]}>
module attributes {"ttg.num-warps" = 8 : i32} {
  tt.func @partition() {
    ttg.warp_specialize()
    default {
      %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #b>
      ttg.warp_yield
    }
    partition0() num_warps(2) {
      // expected-error @+1 {{'tt.make_range' op result #0 lies in 8 warps, but 2 warps run the op}}
      %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #b>
      ttg.warp_return
    } : () -> ()
    tt.return
  }
}

// -----

tt.func @convert(%x: tensor<128xf32>) {
  // expected-error @+1 {{'ttg.convert_layout' op requires one element type, but has 'f32' and 'f16'}}
  %0 = ttg.convert_layout %x : tensor<128xf32> -> tensor<128xf16>
  tt.return
}

// -----

tt.func @fp4_axis(%x: tensor<8xi8>) {
  // expected-error @+1 {{'ttg.fp4_to_fp' op axis 1 is outside of [0, 1)}}
  %0 = ttg.fp4_to_fp %x {axis = 1 : i32} : tensor<8xi8> -> tensor<16xf16>
  tt.return
}

// -----

tt.func @fp4(%x: tensor<8xi8>) {
  // expected-error @+1 {{'ttg.fp4_to_fp' op requires bytes and a result of twice the extent along axis 0}}
  %0 = ttg.fp4_to_fp %x {axis = 0 : i32} : tensor<8xi8> -> tensor<8xf16>
  tt.return
}

// -----

tt.func @mask(%b: i1, %i: i32) {
  // expected-error @+1 {{'ttg.mask' op requires its region to return (f32)}}
  %0 = "ttg.mask"(%b) ({
    ttg.mask.return %i : i32
  }) : (i1) -> f32
  tt.return
}

// -----

tt.func @mask_empty(%b: i1) {
  // expected-error @+1 {{'ttg.mask' op requires a region that ends with 'ttg.mask.return'}}
  "ttg.mask"(%b) ({
  }) : (i1) -> ()
  tt.return
}

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
tt.func @alloc() {
  // expected-error @+1 {{'ttg.local_alloc' op has no source, so that the result must be mutable}}
  %0 = ttg.local_alloc : () -> !ttg.memdesc<8xf16, #s, #ttg.shared_memory>
  tt.return
}

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
tt.func @alloc_view() {
  // expected-error @+1 {{'ttg.local_alloc' op the result must be the whole allocation}}
  %0 = ttg.local_alloc : () -> !ttg.memdesc<8xf16, #s, #ttg.shared_memory, mutable, 16>
  tt.return
}

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
tt.func @alloc_type(%x: tensor<8xf32>) {
  // expected-error @+1 {{'ttg.local_alloc' op requires a tensor and a buffer of one shape and element type}}
  %0 = ttg.local_alloc %x : (tensor<8xf32>) -> !ttg.memdesc<8xf16, #s, #ttg.shared_memory>
  tt.return
}

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
tt.func @load(%m: !ttg.memdesc<8xf16, #s, #ttg.shared_memory>) {
  // expected-error @+1 {{'ttg.local_load' op requires a tensor and a buffer of one shape and element type, but has 'tensor<16xf16>' and}}
  %0 = ttg.local_load %m : !ttg.memdesc<8xf16, #s, #ttg.shared_memory> -> tensor<16xf16>
  tt.return
}

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
tt.func @store(%x: tensor<8xf16>, %m: !ttg.memdesc<8xf16, #s, #ttg.shared_memory>) {
  // expected-error @+1 {{'ttg.local_store' op can't write to '!ttg.memdesc<8xf16,}}
  ttg.local_store %x, %m : tensor<8xf16> -> !ttg.memdesc<8xf16, #s, #ttg.shared_memory>
  tt.return
}

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
tt.func @gather(%i: tensor<8xi32>, %m: !ttg.memdesc<8xf16, #s, #ttg.shared_memory>) {
  // expected-error @+1 {{'ttg.local_gather' op axis 1 is outside of [0, 1)}}
  %0 = ttg.local_gather %m[%i] {axis = 1 : i32} : !ttg.memdesc<8xf16, #s, #ttg.shared_memory>, tensor<8xi32> -> tensor<8xf16>
  tt.return
}

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
tt.func @gather_indices(%i: tensor<4xi32>, %m: !ttg.memdesc<8xf16, #s, #ttg.shared_memory>) {
  // expected-error @+1 {{'ttg.local_gather' op requires indices of the shape and encoding of 'tensor<8xf16>', but they are 'tensor<4xi32>'}}
  %0 = ttg.local_gather %m[%i] {axis = 0 : i32} : !ttg.memdesc<8xf16, #s, #ttg.shared_memory>, tensor<4xi32> -> tensor<8xf16>
  tt.return
}

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
tt.func @scatter(%i: tensor<8xi32>, %x: tensor<8xf32>, %m: !ttg.memdesc<8xf16, #s, #ttg.shared_memory, mutable>) {
  // expected-error @+1 {{'ttg.local_scatter' op requires a tensor of the rank and element type of}}
  ttg.local_scatter %m[%i], %x {axis = 0 : i32} : !ttg.memdesc<8xf16, #s, #ttg.shared_memory, mutable>, tensor<8xi32>, tensor<8xf32>
  tt.return
}

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
tt.func @copy(%p: !tt.ptr<f16>, %m: !ttg.memdesc<8xf16, #s, #ttg.shared_memory, mutable>) {
  // expected-error @+1 {{'ttg.async_copy_global_to_local' op requires a tensor of pointers}}
  %0 = ttg.async_copy_global_to_local %p, %m : !tt.ptr<f16> -> <8xf16, #s, #ttg.shared_memory, mutable>
  tt.return
}

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
tt.func @copy_other(%p: tensor<8x!tt.ptr<f16>>, %o: tensor<8xf16>, %m: !ttg.memdesc<8xf16, #s, #ttg.shared_memory, mutable>) {
  // expected-error @+1 {{'ttg.async_copy_global_to_local' op has a value for masked elements, but no mask}}
  %0 = ttg.async_copy_global_to_local %p, %m other %o : tensor<8x!tt.ptr<f16>> -> <8xf16, #s, #ttg.shared_memory, mutable>
  tt.return
}

// -----

tt.func @wait() {
  // expected-error @+1 {{'ttg.async_wait' op num must not be negative, but is -1}}
  %0 = ttg.async_wait {num = -1 : i32}
  tt.return
}

// -----

tt.func @scratch() {
  // expected-error @+1 {{'ttg.global_scratch_alloc' op requires a positive size and an alignment that is a power of two, but has 8 and 3}}
  %0 = ttg.global_scratch_alloc {alignment = 3 : i32, nbytes = 8 : i32} : !tt.ptr<i8>
  tt.return
}

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
tt.func @index(%m: !ttg.memdesc<2x8xf16, #s, #ttg.shared_memory, mutable>, %i: i32) {
  // expected-error @+1 {{'ttg.memdesc_index' op requires a result of one of the buffers in '!ttg.memdesc<2x8xf16,}}
  %0 = ttg.memdesc_index %m[%i] : !ttg.memdesc<2x8xf16, #s, #ttg.shared_memory, mutable> -> !ttg.memdesc<4xf16, #s, #ttg.shared_memory, mutable>
  tt.return
}

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
tt.func @index_mutable(%m: !ttg.memdesc<2x8xf16, #s, #ttg.shared_memory>, %i: i32) {
  // expected-error @+1 {{'ttg.memdesc_index' op requires a result in the same memory, and no more mutable than the source}}
  %0 = ttg.memdesc_index %m[%i] : !ttg.memdesc<2x8xf16, #s, #ttg.shared_memory> -> !ttg.memdesc<8xf16, #s, #ttg.shared_memory, mutable>
  tt.return
}

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
tt.func @subslice(%m: !ttg.memdesc<8xf16, #s, #ttg.shared_memory>) {
  // expected-error @+1 {{'ttg.memdesc_subslice' op the slice of 4 at offset 2 along dimension 0 is no aligned part of 8}}
  %0 = ttg.memdesc_subslice %m[2] : !ttg.memdesc<8xf16, #s, #ttg.shared_memory> -> !ttg.memdesc<4xf16, #s, #ttg.shared_memory, 8>
  tt.return
}

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
tt.func @subslice_rank(%m: !ttg.memdesc<8xf16, #s, #ttg.shared_memory>) {
  // expected-error @+1 {{'ttg.memdesc_subslice' op requires a result and offsets of the rank}}
  %0 = ttg.memdesc_subslice %m[0, 0] : !ttg.memdesc<8xf16, #s, #ttg.shared_memory> -> !ttg.memdesc<4xf16, #s, #ttg.shared_memory, 8>
  tt.return
}

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
tt.func @trans(%m: !ttg.memdesc<8x4xf16, #s, #ttg.shared_memory>) {
  // expected-error @+1 {{'ttg.memdesc_trans' op requires a result of shape 4x8, but it has 8x4}}
  %0 = ttg.memdesc_trans %m {order = array<i32: 1, 0>} : !ttg.memdesc<8x4xf16, #s, #ttg.shared_memory> -> !ttg.memdesc<8x4xf16, #s, #ttg.shared_memory>
  tt.return
}

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
tt.func @trans_encoding(%m: !ttg.memdesc<8x4xf16, #s, #ttg.shared_memory>) {
  // expected-error @+1 {{does not place the elements as that of the source}}
  %0 = ttg.memdesc_trans %m {order = array<i32: 1, 0>} : !ttg.memdesc<8x4xf16, #s, #ttg.shared_memory> -> !ttg.memdesc<4x8xf16, #s, #ttg.shared_memory>
  tt.return
}

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
tt.func @reshape(%m: !ttg.memdesc<8xf16, #s, #ttg.shared_memory>) {
  // expected-error @+1 {{'ttg.memdesc_reshape' op requires the number of elements to stay, but it goes from 8 to 4}}
  %0 = ttg.memdesc_reshape %m : !ttg.memdesc<8xf16, #s, #ttg.shared_memory> -> !ttg.memdesc<4xf16, #s, #ttg.shared_memory>
  tt.return
}

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
tt.func @reinterpret(%m: !ttg.memdesc<8xf16, #s, #ttg.shared_memory>) {
  // expected-error @+1 {{'ttg.memdesc_reinterpret' op requires a result that is not larger than the source, but it goes from 16 to 32 bytes}}
  %0 = ttg.memdesc_reinterpret %m : !ttg.memdesc<8xf16, #s, #ttg.shared_memory> -> !ttg.memdesc<8xf32, #s, #ttg.shared_memory>
  tt.return
}

// -----

tt.func @barrier() {
  // expected-error @+1 {{unknown memory space 'locale'}}
  ttg.barrier locale
  tt.return
}

// -----

tt.func @arguments(%a: i32) {
  // expected-error @+1 {{'ttg.warp_specialize' op partition #0 has 0 arguments, but there are 1 captures}}
  ttg.warp_specialize(%a)
  default {
    ttg.warp_yield
  }
  partition0() num_warps(4) {
    ttg.warp_return
  } : (i32) -> ()
  tt.return
}

// -----

tt.func @argument_type(%a: i32) {
  // expected-error @+1 {{argument #0 of partition #0 must be of the type of the capture, 'i32', but is of 'i64'}}
  ttg.warp_specialize(%a)
  default {
    ttg.warp_yield
  }
  partition0(%x: i64) num_warps(4) {
    ttg.warp_return
  } : (i32) -> ()
  tt.return
}

// -----

tt.func @num_warps() {
  // expected-error @+1 {{'ttg.warp_specialize' op partition #0 must have a power of two of warps, but has 3}}
  ttg.warp_specialize()
  default {
    ttg.warp_yield
  }
  partition0() num_warps(3) {
    ttg.warp_return
  } : () -> ()
  tt.return
}

// -----

tt.func @registers() {
  // expected-error @+1 {{requestedRegisters must have one number for each of 1 partitions, but has 2}}
  ttg.warp_specialize() attributes {requestedRegisters = array<i32: 24, 24>}
  default {
    ttg.warp_yield
  }
  partition0() num_warps(4) {
    ttg.warp_return
  } : () -> ()
  tt.return
}

// -----

tt.func @yield(%a: i32) {
  %0 = ttg.warp_specialize(%a)
  default {
    // expected-error @+1 {{'ttg.warp_yield' op must yield the results of 'ttg.warp_specialize', (i32)}}
    ttg.warp_yield
  } : (i32) -> i32
  tt.return
}

// -----

tt.func @isolated(%a: i32) {
  ttg.warp_specialize()
  default {
    ttg.warp_yield
  }
  // expected-note @+1 {{required by region isolation constraints}}
  partition0() num_warps(4) {
    // expected-error @+1 {{using value defined outside the region}}
    %0 = arith.extsi %a : i32 to i64
    ttg.warp_return
  } : () -> ()
  tt.return
}

// -----

tt.func @holder() {
  // expected-error @+1 {{'ttg.warp_specialize' op requires a second region that holds 'ttg.warp_specialize.partitions' and nothing else}}
  "ttg.warp_specialize"() <{partitionNumWarps = array<i32>}> ({
    ttg.warp_yield
  }, {
  }) : () -> ()
  tt.return
}

// -----

tt.func @counts() {
  // expected-error @+1 {{'ttg.warp_specialize' op has 1 partitions, but the numbers of warps of 2}}
  "ttg.warp_specialize"() <{partitionNumWarps = array<i32: 4, 4>}> ({
    ttg.warp_yield
  }, {
    "ttg.warp_specialize.partitions"() ({
      ttg.warp_return
    }) : () -> ()
  }) : () -> ()
  tt.return
}

// -----

tt.func @parent() {
  // expected-error @+1 {{'ttg.warp_yield' op expects parent op 'ttg.warp_specialize'}}
  ttg.warp_yield
}

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 16, order = [0, 1]}>
tt.func @swizzle(%m: !ttg.memdesc<8x16xf32, #s, #ttg.shared_memory>) {
  // expected-error @+1 {{'ttg.memdesc_subslice' op the slice of 4 along dimension 1 cuts the swizzle of}}
  %0 = ttg.memdesc_subslice %m[0, 0] : !ttg.memdesc<8x16xf32, #s, #ttg.shared_memory> -> !ttg.memdesc<8x4xf32, #s, #ttg.shared_memory, 8x16>
  tt.return
}

// -----

tt.func @nested() {
  ttg.warp_specialize()
  default {
    // expected-error @+1 {{'ttg.warp_specialize' op can't be inside another one}}
    ttg.warp_specialize()
    default {
      ttg.warp_yield
    } : () -> ()
    ttg.warp_yield
  } : () -> ()
  tt.return
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
tt.func @dot(%a: tensor<16x16xf16, #b>, %c: tensor<16x16xf32>) {
  // expected-error @+1 {{'tt.dot' op requires encodings of all tensors or of none}}
  %0 = tt.dot %a, %a, %c : tensor<16x16xf16, #b> * tensor<16x16xf16, #b> -> tensor<16x16xf32>
  tt.return
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
tt.func @expand(%a: tensor<16xf16, #ttg.slice<{dim = 0, parent = #b}>>) {
  // expected-error @+1 {{'tt.expand_dims' op a dimension can be added at 1 only where the encoding is the slice of that dimension}}
  %0 = tt.expand_dims %a {axis = 1 : i32} : tensor<16xf16, #ttg.slice<{dim = 0, parent = #b}>> -> tensor<16x1xf16, #b>
  tt.return
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
tt.func @trans(%a: tensor<32x32xf16, #b>) {
  // expected-error @+1 {{'tt.trans' op result #0 must be}}
  %0 = tt.trans %a {order = array<i32: 1, 0>} : tensor<32x32xf16, #b> -> tensor<32x32xf16, #b>
  tt.return
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
tt.func @reshape(%a: tensor<32x32xf16, #b>) {
  // expected-error @+1 {{'tt.reshape' op the encoding of the result must be}}
  %0 = tt.reshape %a : tensor<32x32xf16, #b> -> tensor<16x64xf16, #b>
  tt.return
}

// -----

#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
tt.func @split(%a: tensor<32x2xf16, #b>) {
  // expected-error @+1 {{'tt.split' op both halves of a split must be in one thread}}
  %0, %1 = tt.split %a : tensor<32x2xf16, #b> -> tensor<32xf16, #ttg.slice<{dim = 1, parent = #b}>>
  tt.return
}

// -----

// expected-error @+1 {{intervals and paddings must be powers of two, but one is 3:+2}}
#p = #ttg.padded_shared<[3:+2] {order = [1, 0], shape = [8, 8]}>

// -----

// expected-error @+1 {{the interval 4 has two paddings}}
#p = #ttg.padded_shared<[4:+2, 4:+4] {order = [1, 0], shape = [8, 8]}>

// -----

// expected-error @+1 {{must have one number for each of 2 dimensions}}
#p = #ttg.padded_shared<[4:+2] {order = [1, 0], shape = [8, 8, 8]}>

// -----

// expected-error @+1 {{each basis of offset must be a power of two along one dimension, and no two the same}}
#p = #ttg.padded_shared<[4:+2] {offset = [[0, 1], [0, 2], [1, 1]], block = []}>

// -----

// expected-error @+1 {{a padded encoding of 4x4 does not fit a buffer of 8x8}}
!m = !ttg.memdesc<8x8xf32, #ttg.padded_shared<[4:+2] {order = [1, 0], shape = [4, 4]}>, #ttg.shared_memory>

// -----

// expected-error @+1 {{a padded encoding of rank 2 does not fit a buffer of rank 4}}
!m = !ttg.memdesc<2x2x4x4xf32, #ttg.padded_shared<[4:+2] {order = [1, 0], shape = [4, 4]}>, #ttg.shared_memory>

// -----

#s = #ttg.padded_shared<[4:+2] {order = [1, 0], shape = [8, 8]}>
tt.func @part_of_padded_rows(%m: !ttg.memdesc<2x8x8xf32, #s, #ttg.shared_memory>) {
  // expected-error @+1 {{'ttg.memdesc_subslice' op can't take a part of rows of padded buffers}}
  %0 = ttg.memdesc_subslice %m[0, 4, 0] : !ttg.memdesc<2x8x8xf32, #s, #ttg.shared_memory> -> !ttg.memdesc<2x4x8xf32, #s, #ttg.shared_memory, 2x8x8>
  tt.return
}

// -----

// expected-error @+1 {{numPartitions and numGroups must be powers of two, but are 3 and 1}}
#p = #ttg.partitioned_shared<{numPartitions = 3, numGroups = 1, partitionDim = 0, partitionLayout = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>}>

// -----

// expected-error @+1 {{partitionDim 2 is outside of [0, 2)}}
#p = #ttg.partitioned_shared<{numPartitions = 2, numGroups = 1, partitionDim = 2, partitionLayout = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>}>

// -----

// expected-error @+1 {{version must be in [0, 4], but is 5}}
#m = #ttg.amd_mfma<{version = 5, warpsPerCTA = [4, 1], instrShape = [32, 32, 8], isTransposed = true}>

// -----

// expected-error @+1 {{no instruction has the shape [32 8 8]}}
#m = #ttg.amd_mfma<{version = 3, warpsPerCTA = [4, 1], instrShape = [32, 8, 8], isTransposed = true}>

// -----

// expected-error @+1 {{no instruction of version 1 has the shape [16 16 32]}}
#m = #ttg.amd_wmma<{version = 1, warpsPerCTA = [4, 1], instrShape = [16, 16, 32]}>

// -----

// expected-error @+1 {{kWidth must be one of [8 16] for an operand of amd_wmma of version 1, but is 4}}
#d = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_wmma<{version = 1, warpsPerCTA = [4, 1]}>, kWidth = 4}>

// -----

// expected-error @+1 {{kWidth must be given for an operand of amd_mfma}}
#d = #ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 3, warpsPerCTA = [4, 1], instrShape = [32, 32, 8], isTransposed = true}>}>

// -----

#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>
#other = #ttg.nvidia_mma<{versionMajor = 1, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#b1 = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 1}>
module attributes {"ttg.num-warps" = 1 : i32} {
  tt.func @dots(%a: tensor<16x16xf16, #a>, %b: tensor<16x16xf16, #b>, %b1: tensor<16x16xf16, #b1>, %p: tensor<16x16xf16, #mma>, %c: tensor<16x16xf32, #mma>,
                %o: tensor<16x16xf32, #other>, %fa: tensor<16x16xf32, #a>, %fb: tensor<16x16xf32, #b>) {
    // expected-error @+1 {{'tt.dot' op requires one kWidth of a and b, but they have 2 and 1}}
    %0 = tt.dot %a, %b1, %c : tensor<16x16xf16, #a> * tensor<16x16xf16, #b1> -> tensor<16x16xf32, #mma>
    // expected-error @+1 {{'tt.dot' op requires encodings of dot operands for both a and b}}
    %1 = tt.dot %a, %p, %c : tensor<16x16xf16, #a> * tensor<16x16xf16, #mma> -> tensor<16x16xf32, #mma>
    // expected-error @+1 {{'tt.dot' op requires one version of nvidia_mma for a, b and the result}}
    %2 = tt.dot %a, %b, %o : tensor<16x16xf16, #a> * tensor<16x16xf16, #b> -> tensor<16x16xf32, #other>
    // expected-error @+1 {{'tt.dot' op mma.sync multiplies f32 only as tf32}}
    %3 = tt.dot %fa, %fb, %c : tensor<16x16xf32, #a> * tensor<16x16xf32, #b> -> tensor<16x16xf32, #mma>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [16], warpsPerCTA = [4], order = [0]}>
#c = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32} {
  tt.func @fits() {
    // expected-error @+1 {{lies in 16 threads of a warp, but a warp has 32}}
    %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #b>
    // expected-error @+1 {{lies in 1 CTAs, but a cluster has 2}}
    %1 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #c>
    tt.return
  }
}

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
tt.func @part(%m: !ttg.memdesc<2x8xf16, #s, #ttg.shared_memory>, %i: i32) {
  // expected-error @+1 {{'ttg.memdesc_index' op requires a result that counts as a buffer of its own, but it is a part of 2x8}}
  %0 = ttg.memdesc_index %m[%i] : !ttg.memdesc<2x8xf16, #s, #ttg.shared_memory> -> !ttg.memdesc<8xf16, #s, #ttg.shared_memory, 2x8>
  tt.return
}

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
tt.func @atomic(%m: !ttg.memdesc<8xi32, #s, #ttg.shared_memory>, %x: tensor<8xi32>) {
  // expected-error @+1 {{'ttg.local_atomic_scatter_rmw' op can't write to '!ttg.memdesc<8xi32, }}
  %0 = ttg.local_atomic_scatter_rmw add, %m[%x], %x {axis = 0 : i32} : (!ttg.memdesc<8xi32, #s, #ttg.shared_memory>, tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
  tt.return
}

// -----

// expected-error @+1 {{each basis of CGALayout must be zero or a power of two along one dimension, and no two the same}}
#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0], [1, 0]]}>

// -----

// expected-error @+1 {{the CTAs must reach every tile along dimension 0, but 1 is not a basis of CGALayout}}
#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[2, 0]]}>

// -----

// Of several that are missing the first is reported.
// expected-error @+1 {{the CTAs must reach every tile along dimension 1, but 2 is not a basis of CGALayout}}
#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 4], [2, 0], [0, 16], [8, 0]]}>

// -----

// expected-error @+1 {{the bases of the linear layout do not reach every element}}
#g = #ttg.generic_linear<{register = [[1, 1]], lane = [], warp = [], block = []}>

// -----

// expected-error @+1 {{each basis of block must be zero or a power of two along one dimension}}
#p = #ttg.padded_shared<[4:+2] {offset = [[0, 1], [1, 0]], block = [[1, 1]]}>

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
// expected-error @+1 {{the elements of a memory descriptor must have 1 bit or 8 and more, not 4}}
tt.func private @nibbles(!ttg.memdesc<8xi4, #s, #ttg.shared_memory>)

// -----

// expected-error @+1 {{a memory can't be the encoding of a memory descriptor}}
tt.func private @memory(!ttg.memdesc<8xi32, #ttg.shared_memory, #ttg.shared_memory>)

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32} {
  tt.func @ctas() {
    // expected-error @+1 {{'ttg.local_alloc' op result #0 lies in 1 CTAs, but a cluster has 2}}
    %0 = ttg.local_alloc : () -> !ttg.memdesc<8x8xf32, #s, #smem, mutable>
    tt.return
  }
}

// -----

#pair = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0], CGALayout = [[0, 1]]}>
#same = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0], CGALayout = [[0, 0]]}>
#smem = #ttg.shared_memory
tt.func @undeclared(%m: !ttg.memdesc<8x16xf32, #pair, #smem>) {
  // expected-error @+1 {{'ttg.memdesc_subslice' op can't take a part of a buffer that lies in 2 CTAs where a cluster has 1}}
  %0 = ttg.memdesc_subslice %m[0, 0] : !ttg.memdesc<8x16xf32, #pair, #smem> -> !ttg.memdesc<8x8xf32, #pair, #smem>
  tt.return
}
module attributes {"ttg.num-ctas" = 2 : i32} {
  tt.func @parts(%m: !ttg.memdesc<8x16xf32, #pair, #smem>, %part: !ttg.memdesc<8x8xf32, #pair, #smem, 8x16>) {
    // expected-error @+1 {{'ttg.memdesc_subslice' op the slice of 8 along dimension 1 leaves CTAs out}}
    %0 = ttg.memdesc_subslice %m[0, 0] : !ttg.memdesc<8x16xf32, #pair, #smem> -> !ttg.memdesc<8x8xf32, #pair, #smem>
    // expected-error @+1 {{'ttg.memdesc_subslice' op requires offsets of zero where the slice is the whole source}}
    %1 = ttg.memdesc_subslice %m[4, 0] : !ttg.memdesc<8x16xf32, #pair, #smem> -> !ttg.memdesc<8x16xf32, #pair, #smem>
    // expected-error @+1 {{'ttg.memdesc_reinterpret' op can't reinterpret a part of a buffer that lies in some CTAs only}}
    %2 = ttg.memdesc_reinterpret %part : !ttg.memdesc<8x8xf32, #pair, #smem, 8x16> -> !ttg.memdesc<4x8xf32, #same, #smem>
    tt.return
  }
}

// -----

#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#p = #ttg.padded_shared<[8:+2] {order = [1, 0], shape = [8, 8]}>
#q = #ttg.padded_shared<[8:+4] {order = [1, 0], shape = [8, 8]}>
#cut = #ttg.partitioned_shared<{numPartitions = 2, numGroups = 1, partitionDim = 0, partitionLayout = #s}>
#smem = #ttg.shared_memory
tt.func @views(%m: !ttg.memdesc<4x8x8xf16, #s, #smem>, %part: !ttg.memdesc<4x4x8xf16, #s, #smem, 4x8x8>, %cols: !ttg.memdesc<8x4xf16, #s, #smem, 8x8>,
               %pad: !ttg.memdesc<8x8xf16, #p, #smem>, %half: !ttg.memdesc<4x8xf16, #p, #smem, 8x8>, %pieces: !ttg.memdesc<8x8xf16, #cut, #smem>, %i: i32) {
  // expected-error @+1 {{'ttg.memdesc_index' op requires whole buffers to choose from}}
  %0 = ttg.memdesc_index %part[%i] : !ttg.memdesc<4x4x8xf16, #s, #smem, 4x8x8> -> !ttg.memdesc<4x8xf16, #s, #smem>
  // expected-error @+1 {{'ttg.memdesc_reinterpret' op requires a result that counts as a buffer of its own}}
  %1 = ttg.memdesc_reinterpret %m : !ttg.memdesc<4x8x8xf16, #s, #smem> -> !ttg.memdesc<4x4x8xf16, #s, #smem, 4x8x8>
  // Four buffers are seen, of each the first half.
  %2 = ttg.memdesc_reinterpret %part : !ttg.memdesc<4x4x8xf16, #s, #smem, 4x8x8> -> !ttg.memdesc<4x8xi16, #s, #smem>
  // expected-error @+1 {{'ttg.memdesc_reinterpret' op requires a result in what the source has, but it takes bytes between those}}
  %3 = ttg.memdesc_reinterpret %part : !ttg.memdesc<4x4x8xf16, #s, #smem, 4x8x8> -> !ttg.memdesc<8x8xi16, #s, #smem>
  // expected-error @+1 {{'ttg.memdesc_reinterpret' op requires a result in what the source has, but it takes bytes between those}}
  %4 = ttg.memdesc_reinterpret %cols : !ttg.memdesc<8x4xf16, #s, #smem, 8x8> -> !ttg.memdesc<2x8xf16, #s, #smem>
  // expected-error @+1 {{'ttg.memdesc_reinterpret' op can't reinterpret a padded buffer as one without padding, or the other way round}}
  %5 = ttg.memdesc_reinterpret %pad : !ttg.memdesc<8x8xf16, #p, #smem> -> !ttg.memdesc<8x8xf16, #s, #smem>
  // expected-error @+1 {{'ttg.memdesc_reinterpret' op can't reinterpret a padded buffer as one with other padding}}
  %6 = ttg.memdesc_reinterpret %pad : !ttg.memdesc<8x8xf16, #p, #smem> -> !ttg.memdesc<8x8xf16, #q, #smem>
  // expected-error @+1 {{'ttg.memdesc_reinterpret' op can't reinterpret a part of a padded buffer}}
  %7 = ttg.memdesc_reinterpret %half : !ttg.memdesc<4x8xf16, #p, #smem, 8x8> -> !ttg.memdesc<8x8xi8, #p, #smem>
  // expected-error @+1 {{'ttg.memdesc_reinterpret' op can't reinterpret a buffer in partitions}}
  %8 = ttg.memdesc_reinterpret %pieces : !ttg.memdesc<8x8xf16, #cut, #smem> -> !ttg.memdesc<8x8xi16, #cut, #smem>
  tt.return
}

// -----

#a = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [2, 2], order = [1, 0]}>
#b = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
#bytes = #ttg.linear<{register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]], block = []}>
#mixed = #ttg.linear<{register = [[0, 2], [0, 1], [0, 4]], lane = [[0, 8], [0, 16], [0, 32], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]], block = []}>
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
tt.func @tensors(%x: tensor<32x32xf32, #a>, %y: tensor<16x32xi8, #bytes>, %m: !ttg.memdesc<8x8x!tt.ptr<i32>, #s, #ttg.shared_memory, mutable>,
                 %i: tensor<8x8xi32>, %p: tensor<8x8x!tt.ptr<i32>>) {
  // expected-error @+1 {{'ttg.convert_layout' op requires a conversion within each warp where force_warp_shuffle is said}}
  %0 = ttg.convert_layout %x {force_warp_shuffle} : tensor<32x32xf32, #a> -> tensor<32x32xf32, #b>
  // expected-error @+1 {{'ttg.fp4_to_fp' op requires a result in which a thread has the halves of its bytes next to each other}}
  %1 = ttg.fp4_to_fp %y {axis = 1 : i32} : tensor<16x32xi8, #bytes> -> tensor<16x64xf16, #mixed>
  // expected-error @+1 {{'ttg.local_scatter' op requires values that are integers or floats}}
  ttg.local_scatter %m[%i], %p {axis = 0 : i32} : !ttg.memdesc<8x8x!tt.ptr<i32>, #s, #ttg.shared_memory, mutable>, tensor<8x8xi32>, tensor<8x8x!tt.ptr<i32>>
  tt.return
}
