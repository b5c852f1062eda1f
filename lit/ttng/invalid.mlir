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
  // expected-error @+1 {{'ttng.tmem_subslice' op requires a source and a result in tensor memory with one number of rows a block}}
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
  // expected-error @+1 {{'ttng.tmem_load' op requires a redOp of floats where abs is said}}
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
