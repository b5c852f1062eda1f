// RUN: tawa-opt --split-input-file --verify-diagnostics %s

#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#a = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @dots(%a: !ttg.memdesc<128x64xf16, #a, #smem>, %b: !ttg.memdesc<64x64xf16, #a, #smem>, %plain: !ttg.memdesc<64x64xf16, #plain, #smem>, %pa: !ttg.memdesc<128x64xf16, #plain, #smem>,
                %c: tensor<128x64xf32, #mma>, %d: tensor<128x64xf32, #blocked>, %low: tensor<32x64xf32, #mma>, %x: tensor<128x64xf16, #blocked>,
                %k: tensor<128x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>) {
    // expected-error @+1 {{'ttng.warp_group_dot' op requires a result with the encoding of a wgmma accumulator}}
    %0 = ttng.warp_group_dot %a, %b, %d : !ttg.memdesc<128x64xf16, #a, #smem> * !ttg.memdesc<64x64xf16, #a, #smem> -> tensor<128x64xf32, #blocked>
    // expected-error @+1 {{'ttng.warp_group_dot' op requires b in an nvmma_shared buffer}}
    %1 = ttng.warp_group_dot %a, %plain, %c : !ttg.memdesc<128x64xf16, #a, #smem> * !ttg.memdesc<64x64xf16, #plain, #smem> -> tensor<128x64xf32, #mma>
    // expected-error @+1 {{'ttng.warp_group_dot' op requires a result of rank 2 with a multiple of 64 rows and of 8 columns}}
    %2 = ttng.warp_group_dot %a, %b, %low : !ttg.memdesc<128x64xf16, #a, #smem> * !ttg.memdesc<64x64xf16, #a, #smem> -> tensor<32x64xf32, #mma>
    // expected-error @+1 {{'ttng.warp_group_dot' op requires a in an nvmma_shared buffer or in registers, but it is}}
    %3 = ttng.warp_group_dot %pa, %b, %c : !ttg.memdesc<128x64xf16, #plain, #smem> * !ttg.memdesc<64x64xf16, #a, #smem> -> tensor<128x64xf32, #mma>
    // expected-error @+1 {{'ttng.warp_group_dot' op requires a in an nvmma_shared buffer or in registers as a dot operand}}
    %4 = ttng.warp_group_dot %x, %b, %c : tensor<128x64xf16, #blocked> * !ttg.memdesc<64x64xf16, #a, #smem> -> tensor<128x64xf32, #mma>
    // expected-error @+1 {{'ttng.warp_group_dot' op requires a kWidth of 2 of a in registers, but it is 4}}
    %5 = ttng.warp_group_dot %k, %b, %c : tensor<128x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>> * !ttg.memdesc<64x64xf16, #a, #smem> -> tensor<128x64xf32, #mma>
    tt.return
  }
}

// -----

#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [2, 1], instrShape = [16, 64, 16]}>
#a = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 2 : i32} {
  tt.func @warps(%a: !ttg.memdesc<128x64xf16, #a, #smem>, %b: !ttg.memdesc<64x64xf16, #a, #smem>, %c: tensor<128x64xf32, #mma>) {
    // expected-error @+1 {{'ttng.warp_group_dot' op requires whole groups of 4 warps, but 2 warps run it}}
    %0 = ttng.warp_group_dot %a, %b, %c : !ttg.memdesc<128x64xf16, #a, #smem> * !ttg.memdesc<64x64xf16, #a, #smem> -> tensor<128x64xf32, #mma>
    // expected-error @+1 {{'ttng.warp_group_dot_wait' op requires a dot to wait for}}
    "ttng.warp_group_dot_wait"() <{pendings = 0 : i32}> : () -> ()
    tt.return
  }
}

// -----

#flat = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
tt.func @barriers(%bar: !ttg.memdesc<1xi64, #flat, #smem, mutable>, %half: !ttg.memdesc<1xi32, #flat, #smem, mutable>, %i: i32, %p: i1) {
  // expected-error @+1 {{'ttng.init_barrier' op requires an mbarrier, a descriptor of 1xi64, but has '!ttg.memdesc<1xi32, }}
  ttng.init_barrier %half, 1 : !ttg.memdesc<1xi32, #flat, #smem, mutable>
  // expected-error @+1 {{'ttng.barrier_expect' op requires an mbarrier, a descriptor of 1xi64, but has '!ttg.memdesc<1xi32, }}
  ttng.barrier_expect %half, 64, %p : !ttg.memdesc<1xi32, #flat, #smem, mutable>
  // expected-error @+1 {{'ttng.wait_barrier' op requires an mbarrier, a descriptor of 1xi64, but has '!ttg.memdesc<1xi32, }}
  ttng.wait_barrier %half, %i : !ttg.memdesc<1xi32, #flat, #smem, mutable>
  // expected-error @+1 {{'ttng.inval_barrier' op requires an mbarrier, a descriptor of 1xi64, but has '!ttg.memdesc<1xi32, }}
  ttng.inval_barrier %half : !ttg.memdesc<1xi32, #flat, #smem, mutable>
  // expected-error @+1 {{'ttng.arrive_barrier' op requires a positive count, but has 0}}
  ttng.arrive_barrier %bar, 0 : !ttg.memdesc<1xi64, #flat, #smem, mutable>
  tt.return
}

// -----

#a = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#flat = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
tt.func @tma(%d: !tt.tensordesc<tensor<64x64xf16, #a>>, %row: !tt.tensordesc<tensor<1x64xf16, #a>>, %m: !ttg.memdesc<64x64xf16, #a, #smem>, %p: !ttg.memdesc<64x64xf16, #plain, #smem, mutable>,
             %w: !ttg.memdesc<64x64xf16, #a, #smem, mutable>, %bar: !ttg.memdesc<1xi64, #flat, #smem, mutable>, %xs: tensor<32xi32>, %i: i32, %t: i1) {
  // expected-error @+1 {{'ttng.async_tma_copy_global_to_local' op requires 1 to 5 coordinates, but has 0}}
  ttng.async_tma_copy_global_to_local %d[] %w, %bar, %t : !tt.tensordesc<tensor<64x64xf16, #a>>, !ttg.memdesc<1xi64, #flat, #smem, mutable> -> !ttg.memdesc<64x64xf16, #a, #smem, mutable>
  // expected-error @+1 {{'ttng.async_tma_copy_global_to_local' op can't write to}}
  ttng.async_tma_copy_global_to_local %d[%i, %i] %m, %bar, %t : !tt.tensordesc<tensor<64x64xf16, #a>>, !ttg.memdesc<1xi64, #flat, #smem, mutable> -> !ttg.memdesc<64x64xf16, #a, #smem>
  // expected-error @+1 {{'ttng.async_tma_copy_global_to_local' op requires an nvmma_shared destination}}
  ttng.async_tma_copy_global_to_local %d[%i, %i] %p, %bar, %t : !tt.tensordesc<tensor<64x64xf16, #a>>, !ttg.memdesc<1xi64, #flat, #smem, mutable> -> !ttg.memdesc<64x64xf16, #plain, #smem, mutable>
  // expected-error @+1 {{'ttng.async_tma_gather' op requires a row of the descriptor's block for each offset, but the buffer is '!ttg.memdesc<64x64xf16, }}
  ttng.async_tma_gather %row[%xs, %i] %w, %bar, %t : !tt.tensordesc<tensor<1x64xf16, #a>>, tensor<32xi32>, i32, !ttg.memdesc<1xi64, #flat, #smem, mutable>, !ttg.memdesc<64x64xf16, #a, #smem, mutable>, i1
  // expected-error @+1 {{'ttng.async_tma_scatter' op requires a row of the descriptor's block for each offset, but the buffer is '!ttg.memdesc<64x64xf16, }}
  ttng.async_tma_scatter %row[%xs, %i] %w : !tt.tensordesc<tensor<1x64xf16, #a>>, tensor<32xi32>, i32, !ttg.memdesc<64x64xf16, #a, #smem, mutable>
  tt.return
}

// -----

// Of several groups that do not fit the first is reported.
tt.func @tensormaps(%p: !tt.ptr<i8>, %n: i32, %s: i64) {
  // expected-error @+1 {{'ttng.tensormap_create' op requires 2 numbers of global_dim for a box of rank 2, but has 1}}
  ttng.tensormap_create %p, %p, [%n, %n], [%n], [%s, %s], [%n] {elem_type = 6 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 3 : i32} : (!tt.ptr<i8>, !tt.ptr<i8>, i32, i32, i32, i64, i64, i32) -> ()
  tt.return
}

// -----

tt.func @tensormap(%p: !tt.ptr<i8>, %n: i32, %s: i64) {
  // expected-error @+1 {{'ttng.tensormap_create' op requires 1 numbers of global_stride for a box of rank 2, but has 2}}
  ttng.tensormap_create %p, %p, [%n, %n], [%n, %n], [%s, %s], [%n, %n] {elem_type = 6 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 3 : i32} : (!tt.ptr<i8>, !tt.ptr<i8>, i32, i32, i32, i32, i64, i64, i32, i32) -> ()
  tt.return
}

// -----

#flat = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#acc = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#f8 = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 8}>
#scales = #ttng.tensor_memory_scales_encoding<>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory
tt.func @scaled_mma(%a: !ttg.memdesc<128x64xf8E4M3FN, #f8, #smem>, %b: !ttg.memdesc<64x64xf8E4M3FN, #f8, #smem>, %d: !ttg.memdesc<128x64xf32, #acc, #tmem, mutable>,
                    %sa: !ttg.memdesc<128x2xi8, #scales, #tmem>, %sb: !ttg.memdesc<64x2xi8, #scales, #tmem>, %bar: !ttg.memdesc<1xi64, #flat, #smem, mutable>, %p: i1) {
  // expected-error @+1 {{'ttng.tc_gen5_mma_scaled' op has barriers, but is not asynchronous}}
  ttng.tc_gen5_mma_scaled %a, %b, %d, %sa, %sb, %p, %p lhs = e4m3 rhs = e4m3, %bar[%p] : !ttg.memdesc<128x64xf8E4M3FN, #f8, #smem>, !ttg.memdesc<64x64xf8E4M3FN, #f8, #smem>, !ttg.memdesc<128x64xf32, #acc, #tmem, mutable>, !ttg.memdesc<128x2xi8, #scales, #tmem>, !ttg.memdesc<64x2xi8, #scales, #tmem>, !ttg.memdesc<1xi64, #flat, #smem, mutable>
  tt.return
}

// -----

#a = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#flat = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#acc = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory
tt.func @mma(%a: !ttg.memdesc<128x64xbf16, #a, #smem>, %b: !ttg.memdesc<64x64xbf16, #a, #smem>, %plain: !ttg.memdesc<64x64xbf16, #plain, #smem>, %s: !ttg.memdesc<128x64xf32, #a, #smem, mutable>,
             %d: !ttg.memdesc<128x64xf32, #acc, #tmem, mutable>, %h: !ttg.memdesc<128x64xf16, #acc, #tmem, mutable>, %bar: !ttg.memdesc<1xi64, #flat, #smem, mutable>, %p: i1) {
  // expected-error @+1 {{'ttng.tc_gen5_mma' op has barriers, but is not asynchronous}}
  ttng.tc_gen5_mma %a, %b, %d, %p, %p, %bar[%p] : !ttg.memdesc<128x64xbf16, #a, #smem>, !ttg.memdesc<64x64xbf16, #a, #smem>, !ttg.memdesc<128x64xf32, #acc, #tmem, mutable>, !ttg.memdesc<1xi64, #flat, #smem, mutable>
  // expected-error @+1 {{'ttng.tc_gen5_mma' op requires an accumulator in tensor memory}}
  ttng.tc_gen5_mma %a, %b, %s, %p, %p : !ttg.memdesc<128x64xbf16, #a, #smem>, !ttg.memdesc<64x64xbf16, #a, #smem>, !ttg.memdesc<128x64xf32, #a, #smem, mutable>
  // expected-error @+1 {{'ttng.tc_gen5_mma' op requires operands in nvmma_shared buffers}}
  ttng.tc_gen5_mma %a, %plain, %d, %p, %p : !ttg.memdesc<128x64xbf16, #a, #smem>, !ttg.memdesc<64x64xbf16, #plain, #smem>, !ttg.memdesc<128x64xf32, #acc, #tmem, mutable>
  // expected-error @+1 {{'ttng.tc_gen5_mma' op can't sum products of 'bf16' in 'f16', but in f32}}
  ttng.tc_gen5_mma %a, %b, %h, %p, %p : !ttg.memdesc<128x64xbf16, #a, #smem>, !ttg.memdesc<64x64xbf16, #a, #smem>, !ttg.memdesc<128x64xf16, #acc, #tmem, mutable>
  tt.return
}

// -----

#a = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#acc = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#low = #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory
tt.func @tensor_memory(%x: tensor<128x64xf32>, %n: tensor<128x32xf32>, %s: !ttg.memdesc<128x64xf32, #a, #smem, mutable>, %m: !ttg.memdesc<128x64xf32, #acc, #tmem, mutable>,
                       %c: !ttg.memdesc<128x64xf32, #acc, #tmem>, %p: i1) {
  // expected-error @+1 {{'ttng.tmem_alloc' op requires an encoding of tensor memory}}
  %0 = ttng.tmem_alloc : () -> !ttg.memdesc<128x64xf32, #a, #smem, mutable>
  // expected-error @+1 {{'ttng.tmem_alloc' op has no source, so that the result must be mutable}}
  %1 = ttng.tmem_alloc : () -> !ttg.memdesc<128x64xf32, #acc, #tmem>
  // expected-error @+1 {{'ttng.tmem_alloc' op requires a tensor and a buffer of one shape and element type}}
  %2 = ttng.tmem_alloc %n : (tensor<128x32xf32>) -> !ttg.memdesc<128x64xf32, #acc, #tmem>
  // expected-error @+1 {{'ttng.tmem_load' op requires a source in tensor memory, but it is '!ttg.memdesc<128x64xf32, }}
  %3 = ttng.tmem_load %s : !ttg.memdesc<128x64xf32, #a, #smem, mutable> -> tensor<128x64xf32>
  // expected-error @+1 {{'ttng.tmem_store' op requires a destination in tensor memory, but it is '!ttg.memdesc<128x64xf32, }}
  ttng.tmem_store %x, %s, %p : tensor<128x64xf32> -> !ttg.memdesc<128x64xf32, #a, #smem, mutable>
  // expected-error @+1 {{'ttng.tmem_store' op can't write to}}
  ttng.tmem_store %x, %c, %p : tensor<128x64xf32> -> !ttg.memdesc<128x64xf32, #acc, #tmem>
  // expected-error @+1 {{'ttng.tmem_subslice' op requires a source and a result in tensor memory with one encoding}}
  %4 = ttng.tmem_subslice %m {N = 0 : i32} : !ttg.memdesc<128x64xf32, #acc, #tmem, mutable> -> !ttg.memdesc<64x64xf32, #low, #tmem, mutable, 128x64>
  // expected-error @+1 {{'ttng.tmem_subslice' op requires where the slice begins, N or offset}}
  %5 = ttng.tmem_subslice %m : !ttg.memdesc<128x64xf32, #acc, #tmem, mutable> -> !ttg.memdesc<128x64xf32, #acc, #tmem, mutable>
  // expected-error @+1 {{'ttng.tmem_copy' op requires a source in shared memory, but it is '!ttg.memdesc<128x64xf32, }}
  ttng.tmem_copy %m, %m : !ttg.memdesc<128x64xf32, #acc, #tmem, mutable>, !ttg.memdesc<128x64xf32, #acc, #tmem, mutable>
  // expected-error @+1 {{'ttng.tmem_copy' op can't write to}}
  ttng.tmem_copy %s, %c : !ttg.memdesc<128x64xf32, #a, #smem, mutable>, !ttg.memdesc<128x64xf32, #acc, #tmem>
  tt.return
}

// -----

// expected-error @+1 {{the parameter 'blockN' is missing}}
#x = #ttng.tensor_memory_encoding<blockM = 128>

// -----

// expected-error @+1 {{unknown or repeated parameter 'blockK'}}
#x = #ttng.tensor_memory_encoding<blockM = 128, blockK = 128>

// -----

// expected-error @+1 {{blockM, blockN and colStride must be positive}}
#x = #ttng.tensor_memory_encoding<blockM = 0, blockN = 128, colStride = 1>

// -----

tt.func @cluster() {
  // expected-error @+1 {{'ttng.cluster_arrive' op requires a cluster, ttg.num-ctas of more than one}}
  ttng.cluster_arrive {relaxed = true}
  // expected-error @+1 {{'ttng.cluster_wait' op requires a cluster, ttg.num-ctas of more than one}}
  ttng.cluster_wait
  // expected-error @+1 {{'ttng.cluster_barrier' op requires a cluster, ttg.num-ctas of more than one}}
  ttng.cluster_barrier
  // expected-error @+1 {{'ttng.fence_mbarrier_init_release_cluster' op requires a cluster, ttg.num-ctas of more than one}}
  ttng.fence_mbarrier_init_release_cluster
  tt.return
}

// -----

#a = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#t = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
#flat = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
tt.func @modes(%d: !tt.tensordesc<tensor<64x64xf16, #a>>, %im: !ttng.tensordesc_im2col<64x64xf16, #a>, %m: !ttg.memdesc<64x64xf16, #a, #smem, mutable>,
               %n: !ttg.memdesc<64x64xf16, #t, #smem, mutable>, %bar: !ttg.memdesc<1xi64, #flat, #smem, mutable>, %i: i32, %o: i16, %p: i1) {
  // expected-error @+1 {{'ttng.async_tma_copy_global_to_local' op has offsets, which only im2col takes}}
  ttng.async_tma_copy_global_to_local %d[%i, %i] offsets = [%o] %m, %bar, %p : !tt.tensordesc<tensor<64x64xf16, #a>>, !ttg.memdesc<1xi64, #flat, #smem, mutable> -> !ttg.memdesc<64x64xf16, #a, #smem, mutable>
  // expected-error @+1 {{'ttng.async_tma_copy_global_to_local' op requires at least 3 coordinates for im2col, but has 2}}
  ttng.async_tma_copy_global_to_local %d[%i, %i] %m, %bar, %p tensorMode = im2col : !tt.tensordesc<tensor<64x64xf16, #a>>, !ttg.memdesc<1xi64, #flat, #smem, mutable> -> !ttg.memdesc<64x64xf16, #a, #smem, mutable>
  // expected-error @+1 {{'ttng.async_tma_copy_global_to_local' op requires 2 offsets for im2col with 4 coordinates, but has 1}}
  ttng.async_tma_copy_global_to_local %im[%i, %i, %i, %i] offsets = [%o] %m, %bar, %p : !ttng.tensordesc_im2col<64x64xf16, #a>, !ttg.memdesc<1xi64, #flat, #smem, mutable> -> !ttg.memdesc<64x64xf16, #a, #smem, mutable>
  // expected-error @+1 {{'ttng.async_tma_copy_global_to_local' op can't transpose}}
  ttng.async_tma_copy_global_to_local %d[%i, %i] %n, %bar, %p : !tt.tensordesc<tensor<64x64xf16, #a>>, !ttg.memdesc<1xi64, #flat, #smem, mutable> -> !ttg.memdesc<64x64xf16, #t, #smem, mutable>
  tt.return
}

// -----

#acc = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#tmem = #ttng.tensor_memory
tt.func @reduction(%m: !ttg.memdesc<128x64xf32, #acc, #tmem, mutable>) {
  // expected-error @+1 {{'ttng.tmem_load' op requires a redOp of f32 where abs is said}}
  %0 = ttng.tmem_load %m {abs = true} : !ttg.memdesc<128x64xf32, #acc, #tmem, mutable> -> tensor<128x64xf32>
  tt.return
}

// -----

module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32} {
  tt.func @meeting_in_a_group() {
    ttg.warp_specialize()
    default {
      // expected-error @+1 {{'ttng.cluster_arrive' op cannot be used inside 'ttg.warp_specialize'}}
      ttng.cluster_arrive
      ttg.warp_yield
    }
    partition0() num_warps(4) {
      // expected-error @+1 {{'ttng.cluster_wait' op cannot be used inside 'ttg.warp_specialize'}}
      ttng.cluster_wait
      ttg.warp_return
    } : () -> ()
    tt.return
  }
}

// -----

#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @count(%b: !ttg.memdesc<1xi64, #bar, #ttg.shared_memory, mutable>) {
    // expected-error @+1 {{'ttng.init_barrier' op count must be greater than or equal to 1, but is 0}}
    ttng.init_barrier %b, 0 : !ttg.memdesc<1xi64, #bar, #ttg.shared_memory, mutable>
    tt.return
  }
}

// -----

// expected-error @+1 {{fp4Padded requires a colStride of 1, not 2}}
#padded = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 2, fp4Padded = true>

// -----

// expected-error @+1 {{requires a shape of rank 2, not 3}}
tt.func private @im2col(!ttng.tensordesc_im2col<32x64x128xf16>)

// -----

#bits = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
tt.func @bits() {
  // expected-error @+1 {{'ttg.local_alloc' op element type bit width must be a multiple of 8, but the elements are 'i1'}}
  %0 = ttg.local_alloc : () -> !ttg.memdesc<8xi1, #bits, #ttg.shared_memory, mutable>
  tt.return
}

// -----

#own = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1], [2]]}>
#one = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[0], [0]]}>
#mixed = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[2], [1]]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 4 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @barriers(%each: !ttg.memdesc<4xi64, #own, #smem, mutable>, %all: !ttg.memdesc<1xi64, #one, #smem, mutable>,
                    %m: !ttg.memdesc<4xi64, #mixed, #smem, mutable>, %short: !ttg.memdesc<2xi64, #own, #smem, mutable>,
                    %answer: !ttg.memdesc<2xi64, #one, #smem, mutable>, %i: i32, %p: i1) {
    // expected-error @+1 {{'ttng.wait_barrier' op requires an mbarrier whose CTAs have the numbers 1, 2, 4, … in that order}}
    ttng.wait_barrier %m, %i : !ttg.memdesc<4xi64, #mixed, #smem, mutable>
    // expected-error @+1 {{'ttng.barrier_expect' op fromCTA must be in [0, 4), but is 4}}
    ttng.barrier_expect %each, 8 {fromCTA = 4 : i32}, %p : !ttg.memdesc<4xi64, #own, #smem, mutable>
    // expected-error @+1 {{'ttng.barrier_expect' op requires an mbarrier of its own for each CTA of the cluster, but has '}}
    ttng.barrier_expect %all, 8 {fromCTA = 1 : i32}, %p : !ttg.memdesc<1xi64, #one, #smem, mutable>
    // expected-error @+1 {{'ttng.arrive_barrier' op requires an mbarrier for each of 4 CTAs}}
    ttng.arrive_barrier %short, 1 {fromCTA = 1 : i32} : !ttg.memdesc<2xi64, #own, #smem, mutable>
    // expected-error @+1 {{'ttng.arrive_barrier' op multicastCTA must be in [0, 4), but is 4}}
    ttng.arrive_barrier %each, 1 {multicastCTA = 4 : i32} : !ttg.memdesc<4xi64, #own, #smem, mutable>
    // expected-error @+1 {{'ttng.arrive_barrier' op has fromCTA, but arrives at several CTAs}}
    ttng.arrive_barrier %each, 1 {fromCTA = 0 : i32, multicastCTA = 1 : i32} : !ttg.memdesc<4xi64, #own, #smem, mutable>
    // expected-error @+1 {{'ttng.tc_gen5_commit' op requires an mbarrier of its own for each CTA of the cluster, but has '}}
    ttng.tc_gen5_commit %all : !ttg.memdesc<1xi64, #one, #smem, mutable>
    // expected-error @+1 {{'ttng.clc_try_cancel' op requires an mbarrier of its own for each CTA of the cluster, but has '}}
    ttng.clc_try_cancel %answer, %all : !ttg.memdesc<2xi64, #one, #smem, mutable>, !ttg.memdesc<1xi64, #one, #smem, mutable>
    // expected-error @+1 {{'ttng.clc_try_cancel' op requires an answer that each CTA has, but has '}}
    ttng.clc_try_cancel %short, %each : !ttg.memdesc<2xi64, #own, #smem, mutable>, !ttg.memdesc<4xi64, #own, #smem, mutable>
    // expected-error @+1 {{'ttng.clc_load_result' op requires an answer of 2xi64, but has '}}
    %0 = ttng.clc_load_result %all : !ttg.memdesc<1xi64, #one, #smem, mutable> -> i128
    ttg.warp_specialize()
    default {
      // expected-error @+1 {{'ttng.init_barrier' op of a barrier that CTAs share cannot be used inside 'ttg.warp_specialize'}}
      ttng.init_barrier %all, 1 : !ttg.memdesc<1xi64, #one, #smem, mutable>
      ttg.warp_yield
    } : () -> ()
    tt.return
  }

  tt.func private @helper() attributes {noinline = true} {
    // expected-error @+1 {{'ttng.cluster_barrier' op requires a kernel around it, but the function is private and not inlined}}
    ttng.cluster_barrier
    tt.return
  }
}

// -----

#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#flat = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
tt.func @alone(%b: !ttg.memdesc<1xi64, #bar, #ttg.shared_memory, mutable>, %x: tensor<128xi32, #flat>, %m: !ttg.memdesc<128xi32, #bar, #ttg.shared_memory, mutable>) {
  // expected-error @+1 {{'ttng.arrive_barrier' op multicastCTA requires a cluster}}
  ttng.arrive_barrier %b, 1 {multicastCTA = 1 : i32} : !ttg.memdesc<1xi64, #bar, #ttg.shared_memory, mutable>
  // expected-error @+1 {{'ttng.async_shared_store' op requires a cluster, ttg.num-ctas of more than one}}
  ttng.async_shared_store %x, %m, %b : tensor<128xi32, #flat> -> !ttg.memdesc<128xi32, #bar, #ttg.shared_memory, mutable>, !ttg.memdesc<1xi64, #bar, #ttg.shared_memory, mutable>
  tt.return
}

// -----

#narrow = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[0]]}>
#one = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[0]]}>
#split = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[1, 0]]}>
#wide = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16, CGALayout = [[1, 0]]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, "ttng.two-ctas" = false, ttg.target = "cuda:90"} {
  tt.func @shared_store(%x: tensor<128xf16, #narrow>, %m: !ttg.memdesc<128xf16, #one, #smem, mutable>, %b: !ttg.memdesc<1xi64, #one, #smem, mutable>) {
    // expected-error @+1 {{'ttng.async_shared_store' op requires encodings with which a thread stores words of 32 bits}}
    ttng.async_shared_store %x, %m, %b : tensor<128xf16, #narrow> -> !ttg.memdesc<128xf16, #one, #smem, mutable>, !ttg.memdesc<1xi64, #one, #smem, mutable>
    tt.return
  }

  tt.func @tma(%desc: !tt.tensordesc<tensor<64x64xf16, #split>>, %m: !ttg.memdesc<64x64xf16, #split, #smem, mutable>, %n: !ttg.memdesc<64x64xf16, #wide, #smem, mutable>,
               %b: !ttg.memdesc<1xi64, #one, #smem, mutable>, %i: i32, %p: i1) {
    // expected-error @+1 {{'ttng.async_tma_copy_global_to_local' op requires an mbarrier of its own for each CTA of the cluster, or each pair}}
    ttng.async_tma_copy_global_to_local %desc[%i, %i] %m, %b, %p : !tt.tensordesc<tensor<64x64xf16, #split>>, !ttg.memdesc<1xi64, #one, #smem, mutable> -> !ttg.memdesc<64x64xf16, #split, #smem, mutable>
    tt.return
  }
}

// -----

#split = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[1, 0]]}>
#wide = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16, CGALayout = [[1, 0]]}>
#own = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
#single = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>}>
#fours = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0], CGALayout = [[0, 0]]}>}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @tma(%desc: !tt.tensordesc<tensor<64x64xf16, #split>>, %m: !ttg.memdesc<64x64xf16, #split, #smem, mutable>, %n: !ttg.memdesc<64x64xf16, #wide, #smem, mutable>,
               %row: !tt.tensordesc<tensor<1x64xf16, #split>>, %part: !ttg.memdesc<64x64xf16, #split, #smem, mutable, 128x64>, %float: !tt.tensordesc<tensor<64x64xf32, #split>>,
               %deep: !ttg.memdesc<2x64x64xf16, #split, #smem, mutable>,
               %xs: tensor<64xi32, #single>, %ys: tensor<64xi32, #fours>, %b: !ttg.memdesc<2xi64, #own, #smem, mutable>, %i: i32, %p: i1) {
    // expected-error @+1 {{'ttng.async_tma_copy_global_to_local' op requires a buffer of the encoding of the descriptor}}
    ttng.async_tma_copy_global_to_local %desc[%i, %i] %n, %b, %p : !tt.tensordesc<tensor<64x64xf16, #split>>, !ttg.memdesc<2xi64, #own, #smem, mutable> -> !ttg.memdesc<64x64xf16, #wide, #smem, mutable>
    // expected-error @+1 {{'ttng.async_tma_copy_global_to_local' op multicast requires a buffer of which several CTAs have the same}}
    ttng.async_tma_copy_global_to_local %desc[%i, %i] %m, %b, %p {multicast} : !tt.tensordesc<tensor<64x64xf16, #split>>, !ttg.memdesc<2xi64, #own, #smem, mutable> -> !ttg.memdesc<64x64xf16, #split, #smem, mutable>
    // expected-error @+1 {{'ttng.async_tma_copy_global_to_local' op requires an encoding of the rank of the buffer}}
    ttng.async_tma_copy_global_to_local %desc[%i, %i] %deep, %b, %p : !tt.tensordesc<tensor<64x64xf16, #split>>, !ttg.memdesc<2xi64, #own, #smem, mutable> -> !ttg.memdesc<2x64x64xf16, #split, #smem, mutable>
    // expected-error @+1 {{'ttng.async_tma_gather' op requires x_offsets of which a thread holds four or more one after the other}}
    ttng.async_tma_gather %row[%xs, %i] %m, %b, %p : !tt.tensordesc<tensor<1x64xf16, #split>>, tensor<64xi32, #single>, i32, !ttg.memdesc<2xi64, #own, #smem, mutable>, !ttg.memdesc<64x64xf16, #split, #smem, mutable>, i1
    // expected-error @+1 {{'ttng.async_tma_gather' op requires x_offsets that the CTAs share as they share the rows of the buffer}}
    ttng.async_tma_gather %row[%ys, %i] %m, %b, %p : !tt.tensordesc<tensor<1x64xf16, #split>>, tensor<64xi32, #fours>, i32, !ttg.memdesc<2xi64, #own, #smem, mutable>, !ttg.memdesc<64x64xf16, #split, #smem, mutable>, i1
    // expected-error @+1 {{'ttng.async_tma_copy_local_to_global' op can't read a part of a buffer that may lie in another CTA: '}}
    ttng.async_tma_copy_local_to_global %desc[%i, %i] %part : !tt.tensordesc<tensor<64x64xf16, #split>>, !ttg.memdesc<64x64xf16, #split, #smem, mutable, 128x64>
    // expected-error @+1 {{'ttng.async_tma_reduce' op TMA has no reduction 'inc' of 'f32'}}
    ttng.async_tma_reduce inc, %float[%i, %i] %m : !tt.tensordesc<tensor<64x64xf32, #split>>, !ttg.memdesc<64x64xf16, #split, #smem, mutable>
    // expected-error @+1 {{'ttng.async_tma_reduce' op can't read a part of a buffer that may lie in another CTA: '}}
    ttng.async_tma_reduce add, %float[%i, %i] %part : !tt.tensordesc<tensor<64x64xf32, #split>>, !ttg.memdesc<64x64xf16, #split, #smem, mutable, 128x64>
    tt.return
  }
}

// -----

#acc = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#two = #ttng.tensor_memory_encoding<blockM = 128, blockN = 2, colStride = 1>
#half = #ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1>
#tmem = #ttng.tensor_memory
#a = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
tt.func @slices(%m: !ttg.memdesc<256x128xf32, #acc, #tmem, mutable>, %stages: !ttg.memdesc<2x128x64xf32, #acc, #tmem, mutable>, %h: !ttg.memdesc<128x2xf16, #two, #tmem, mutable>,
                %s: !ttg.memdesc<128x8xi32, #a, #ttg.shared_memory>, %n: !ttg.memdesc<256x8xi32, #two, #tmem, mutable>, %low: !ttg.memdesc<64x64xf32, #half, #tmem, mutable>) {
  // expected-error @+1 {{'ttng.tmem_subslice' op requires one element type, but has 'f32' and 'f16'}}
  %0 = ttng.tmem_subslice %m {offset = 0 : i32} : !ttg.memdesc<256x128xf32, #acc, #tmem, mutable> -> !ttg.memdesc<256x64xf16, #acc, #tmem, mutable, 256x128>
  // expected-error @+1 {{'ttng.tmem_subslice' op requires a result that counts as a part of the allocation}}
  %1 = ttng.tmem_subslice %m {offset = 0 : i32} : !ttg.memdesc<256x128xf32, #acc, #tmem, mutable> -> !ttg.memdesc<256x64xf32, #acc, #tmem, mutable>
  // expected-error @+1 {{'ttng.tmem_subslice' op requires a source and a result of rank 2, or with offset of rank 3, not of 3 and 3}}
  %2 = ttng.tmem_subslice %stages {N = 0 : i32} : !ttg.memdesc<2x128x64xf32, #acc, #tmem, mutable> -> !ttg.memdesc<2x128x64xf32, #acc, #tmem, mutable>
  // expected-error @+1 {{'ttng.tmem_subslice' op dim 2 is outside of [0, 2)}}
  %3 = ttng.tmem_subslice %m {dim = 2 : i32, offset = 0 : i32} : !ttg.memdesc<256x128xf32, #acc, #tmem, mutable> -> !ttg.memdesc<256x128xf32, #acc, #tmem, mutable>
  // expected-error @+1 {{'ttng.tmem_subslice' op requires a result of the extents of the source but along dimension 1}}
  %4 = ttng.tmem_subslice %m {offset = 0 : i32} : !ttg.memdesc<256x128xf32, #acc, #tmem, mutable> -> !ttg.memdesc<128x128xf32, #acc, #tmem, mutable, 256x128>
  // expected-error @+1 {{'ttng.tmem_subslice' op the slice of 64 at offset 96 along dimension 1 is no part of 128}}
  %5 = ttng.tmem_subslice %m {offset = 96 : i32} : !ttg.memdesc<256x128xf32, #acc, #tmem, mutable> -> !ttg.memdesc<256x64xf32, #acc, #tmem, mutable, 256x128>
  // expected-error @+1 {{'ttng.tmem_subslice' op the slice of 64 at offset 32 along dimension 1 cuts the blocks}}
  %6 = ttng.tmem_subslice %m {offset = 32 : i32} : !ttg.memdesc<256x128xf32, #acc, #tmem, mutable> -> !ttg.memdesc<256x64xf32, #acc, #tmem, mutable, 256x128>
  // expected-error @+1 {{'ttng.tmem_subslice' op the slice at offset 1 must begin at a column of 32 bits}}
  %7 = ttng.tmem_subslice %h {offset = 1 : i32} : !ttg.memdesc<128x2xf16, #two, #tmem, mutable> -> !ttg.memdesc<128x1xf16, #two, #tmem, mutable, 128x2>
  // expected-error @+1 {{'ttng.tmem_subslice' op requires a result of whole blocks of 128 rows}}
  %8 = ttng.tmem_subslice %m {dim = 0 : i32, offset = 0 : i32} : !ttg.memdesc<256x128xf32, #acc, #tmem, mutable> -> !ttg.memdesc<64x128xf32, #acc, #tmem, mutable, 256x128>
  %9 = ttng.tmem_subslice %n {dim = 0 : i32, offset = 128 : i32} : !ttg.memdesc<256x8xi32, #two, #tmem, mutable> -> !ttg.memdesc<128x8xi32, #two, #tmem, mutable, 256x8>
  // expected-error @+1 {{'ttng.tmem_copy' op requires a destination with 128 bits of a row next to each other}}
  ttng.tmem_copy %s, %9 : !ttg.memdesc<128x8xi32, #a, #ttg.shared_memory>, !ttg.memdesc<128x8xi32, #two, #tmem, mutable, 256x8>
  // expected-error @+1 {{'ttg.memdesc_reinterpret' op requires a result in what the source has, but it takes columns between those}}
  %10 = ttg.memdesc_reinterpret %9 : !ttg.memdesc<128x8xi32, #two, #tmem, mutable, 256x8> -> !ttg.memdesc<128x4xi32, #two, #tmem, mutable>
  // expected-error @+1 {{'ttg.memdesc_reinterpret' op requires a result in what the source has, but it takes rows between those}}
  %11 = ttg.memdesc_reinterpret %low : !ttg.memdesc<64x64xf32, #half, #tmem, mutable> -> !ttg.memdesc<128x32xf16, #acc, #tmem, mutable>
  tt.return
}

// -----

#split = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1, CGALayout = [[1, 0]]>
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 2 : i32} {
  tt.func @ctas(%m: !ttg.memdesc<512x64xf32, #split, #tmem, mutable>, %part: !ttg.memdesc<256x64xf32, #split, #tmem, mutable, 512x64>) {
    // expected-error @+1 {{'ttng.tmem_subslice' op can't take a slice of 256 along dimension 0 that lies in some CTAs only}}
    %0 = ttng.tmem_subslice %m {dim = 0 : i32, offset = 0 : i32} : !ttg.memdesc<512x64xf32, #split, #tmem, mutable> -> !ttg.memdesc<256x64xf32, #split, #tmem, mutable, 512x64>
    // expected-error @+1 {{'ttg.memdesc_reinterpret' op can't reinterpret a part of a buffer that lies in some CTAs only}}
    %1 = ttg.memdesc_reinterpret %part : !ttg.memdesc<256x64xf32, #split, #tmem, mutable, 512x64> -> !ttg.memdesc<256x32xf32, #split, #tmem, mutable>
    tt.return
  }
}

// -----

// expected-error @+1 {{'#ttng.tensor_memory_scales_encoding<>' does not fit 1}}
tt.func private @rank(!ttg.memdesc<16xi8, #ttng.tensor_memory_scales_encoding<>, #ttng.tensor_memory>)

// -----

#acc = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
// expected-error @+1 {{elements in tensor memory must have at least 8 bits, not 1}}
tt.func private @truth(!ttg.memdesc<128x128xi1, #acc, #ttng.tensor_memory>)

// -----

#acc = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
module attributes {"ttg.num-ctas" = 2 : i32} {
  tt.func @one_cta() {
    // expected-error @+1 {{'ttng.tmem_alloc' op result #0 lies in 1 CTAs, but a cluster has 2}}
    %0 = ttng.tmem_alloc : () -> !ttg.memdesc<128x128xf32, #acc, #ttng.tensor_memory, mutable>
    tt.return
  }
}

// -----

#split = #ttg.blocked<{sizePerThread = [1, 32], threadsPerWarp = [32, 1], warpsPerCTA = [4, 2], order = [0, 1]}>
#row = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [8], order = [0]}>
#acc = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
tt.func @shared_rows(%m: !ttg.memdesc<128x64xf32, #acc, #ttng.tensor_memory>) {
  // expected-error @+1 {{'ttng.tmem_load' op can't reduce rows that several threads share}}
  %0, %1 = ttng.tmem_load %m {redOp = #ttng.redOp<min>} : !ttg.memdesc<128x64xf32, #acc, #ttng.tensor_memory> -> tensor<128x64xf32, #split>, tensor<128xf32, #row>
  tt.return
}

// -----

#a = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 8}>
#acc = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#padded = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1, fp4Padded = true>
#dense = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#s = #ttng.tensor_memory_scales_encoding<>
#k = #ttng.tensor_memory_scales_encoding<blockRepOrder = kThenMn>
#tmem = #ttng.tensor_memory
#smem = #ttg.shared_memory
module attributes {ttg.target = "cuda:100"} {
  tt.func @scaled(%b: !ttg.memdesc<128x128xf8E5M2, #a, #smem>, %d: !ttg.memdesc<128x128xf32, #acc, #tmem, mutable>, %dp: !ttg.memdesc<128x64xf32, #padded, #tmem, mutable>,
                  %nibbles: !ttg.memdesc<128x64xi8, #dense, #tmem>, %float: !ttg.memdesc<128x64xf8E5M2, #padded, #tmem>, %wide: !ttg.memdesc<128x64xf16, #dense, #tmem>,
                  %as: !ttg.memdesc<128x4xi8, #s, #tmem>, %ks: !ttg.memdesc<128x4xi8, #k, #tmem>, %p: i1) {
    // expected-error @+1 {{'ttng.tc_gen5_mma_scaled' op requires a of e2m1 to be fp4Padded where b has elements of 8 bits}}
    ttng.tc_gen5_mma_scaled %nibbles, %b, %d, %as, %as, %p, %p lhs = e2m1 rhs = e5m2 : !ttg.memdesc<128x64xi8, #dense, #tmem>, !ttg.memdesc<128x128xf8E5M2, #a, #smem>, !ttg.memdesc<128x128xf32, #acc, #tmem, mutable>, !ttg.memdesc<128x4xi8, #s, #tmem>, !ttg.memdesc<128x4xi8, #s, #tmem>
    // expected-error @+1 {{'ttng.tc_gen5_mma_scaled' op requires bytes for a of e2m1, but has 'f8E5M2'}}
    ttng.tc_gen5_mma_scaled %float, %b, %d, %as, %as, %p, %p lhs = e2m1 rhs = e5m2 : !ttg.memdesc<128x64xf8E5M2, #padded, #tmem>, !ttg.memdesc<128x128xf8E5M2, #a, #smem>, !ttg.memdesc<128x128xf32, #acc, #tmem, mutable>, !ttg.memdesc<128x4xi8, #s, #tmem>, !ttg.memdesc<128x4xi8, #s, #tmem>
    // expected-error @+1 {{'ttng.tc_gen5_mma_scaled' op can't multiply a of 'f16' as fp16 in tensor memory}}
    ttng.tc_gen5_mma_scaled %wide, %b, %d, %as, %as, %p, %p lhs = fp16 rhs = e5m2 : !ttg.memdesc<128x64xf16, #dense, #tmem>, !ttg.memdesc<128x128xf8E5M2, #a, #smem>, !ttg.memdesc<128x128xf32, #acc, #tmem, mutable>, !ttg.memdesc<128x4xi8, #s, #tmem>, !ttg.memdesc<128x4xi8, #s, #tmem>
    // expected-error @+1 {{'ttng.tc_gen5_mma_scaled' op can't accumulate in fp4Padded tensor memory}}
    ttng.tc_gen5_mma_scaled %b, %b, %dp, %as, %as, %p, %p lhs = e5m2 rhs = e5m2 : !ttg.memdesc<128x128xf8E5M2, #a, #smem>, !ttg.memdesc<128x128xf8E5M2, #a, #smem>, !ttg.memdesc<128x64xf32, #padded, #tmem, mutable>, !ttg.memdesc<128x4xi8, #s, #tmem>, !ttg.memdesc<128x4xi8, #s, #tmem>
    // expected-error @+1 {{'ttng.tc_gen5_mma_scaled' op requires scales with another blockRepOrder, but a_scale is}}
    ttng.tc_gen5_mma_scaled %b, %b, %d, %ks, %as, %p, %p lhs = e5m2 rhs = e5m2 : !ttg.memdesc<128x128xf8E5M2, #a, #smem>, !ttg.memdesc<128x128xf8E5M2, #a, #smem>, !ttg.memdesc<128x128xf32, #acc, #tmem, mutable>, !ttg.memdesc<128x4xi8, #k, #tmem>, !ttg.memdesc<128x4xi8, #s, #tmem>
    tt.return
  }
}

// -----

#b = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#two = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#one = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
tt.func @packed(%f: tensor<512xf32, #b>, %h: tensor<512xf16, #b>, %e: tensor<512xf8E4M3FN, #b>, %n: tensor<256xi8, #one>, %s: tensor<512xf32, #one>, %q: tensor<512xi8, #b>,
                %t: tensor<256xf32, #two>) {
  // expected-error @+1 {{'ttng.packed_arith' op add takes 2 operands, but has 3}}
  %0 = ttng.packed_arith add %f, %f, %f : (tensor<512xf32, #b>, tensor<512xf32, #b>, tensor<512xf32, #b>) -> tensor<512xf32, #b>
  // expected-error @+1 {{'ttng.packed_arith' op no instruction computes min of}}
  %1 = ttng.packed_arith min %f, %f : (tensor<512xf32, #b>, tensor<512xf32, #b>) -> tensor<512xf32, #b>
  // expected-error @+1 {{'ttng.packed_arith' op no instruction computes mul of}}
  %2 = ttng.packed_arith mul %h, %f : (tensor<512xf16, #b>, tensor<512xf32, #b>) -> tensor<512xf16, #b>
  // expected-error @+1 {{'ttng.packed_arith' op requires operand #0 to lie as the result does}}
  %3 = ttng.packed_arith add %n, %e : (tensor<256xi8, #one>, tensor<512xf8E4M3FN, #b>) -> tensor<512xf8E4M3FN, #b>
  // expected-error @+1 {{'ttng.packed_arith' op requires operands of bytes that have half the extent of the result}}
  %4 = ttng.packed_arith add %q, %e : (tensor<512xi8, #b>, tensor<512xf8E4M3FN, #b>) -> tensor<512xf8E4M3FN, #b>
  // expected-error @+1 {{'ttng.packed_arith' op requires operands of the shape of the result, but operand #1 is}}
  %5 = ttng.packed_arith add %f, %t : (tensor<512xf32, #b>, tensor<256xf32, #two>) -> tensor<512xf32, #b>
  tt.return
}

// -----

#thin = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
tt.func @thin(%a: tensor<128xf32, #thin>, %b: tensor<128xf32>) {
  // expected-error @+1 {{'ttng.packed_arith' op requires 2 elements or more in each thread}}
  %0 = ttng.packed_arith add %a, %a : (tensor<128xf32, #thin>, tensor<128xf32, #thin>) -> tensor<128xf32, #thin>
  // expected-error @+1 {{'ttng.packed_arith' op requires a result with an encoding}}
  %1 = ttng.packed_arith add %b, %b : (tensor<128xf32>, tensor<128xf32>) -> tensor<128xf32>
  tt.return
}

// -----

// expected-error @+1 {{bases of CGALayout must have 2 coordinates}}
#acc = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1, CGALayout = [[1]]>

// -----

// expected-error @+1 {{each basis of CGALayout must be zero or a power of two along one dimension, and no two the same}}
#scales = #ttng.tensor_memory_scales_encoding<CGALayout = [[1, 1]]>
