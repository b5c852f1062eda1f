// RUN: tawa-opt %s | FileCheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#nibbles = #ttg.blocked<{sizePerThread = [1, 32], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#rows = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#slice = #ttg.slice<{dim = 1, parent = #blocked}>
#fours = #ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0]}>}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#a = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#f8 = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 8}>
#flat = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#both = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1], CGALayout = [[0, 0]]}>
#same = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = [[0, 0]]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[0]]}>
#own = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
#smem = #ttg.shared_memory
#acc = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#half = #ttng.tensor_memory_encoding<blockM = 128, blockN = 32, colStride = 1>
#pair = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1, CTASplitM = 2, CTASplitN = 1, twoCTAs = true>
#bases = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1, CGALayout = [[1, 0]], fp4Padded = true>
#old = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, unpacked = true>
#scales = #ttng.tensor_memory_scales_encoding<>
#newer = #ttng.tensor_memory_scales_encoding<CTASplitM = 2, blockRepOrder = kThenMn>
#tmem = #ttng.tensor_memory

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @hopper(%a: !ttg.memdesc<128x64xf16, #a, #smem>, %b: !ttg.memdesc<64x64xf16, #a, #smem>, %c: tensor<128x64xf32, #mma>,
                  %r: tensor<128x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>, %use: i1) {
    %0 = ttng.warp_group_dot %a, %b, %c {inputPrecision = 0 : i32, isAsync = true} : !ttg.memdesc<128x64xf16, #a, #smem> * !ttg.memdesc<64x64xf16, #a, #smem> -> tensor<128x64xf32, #mma>
    %1 = ttng.warp_group_dot %r, %b, %0, %use : tensor<128x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * !ttg.memdesc<64x64xf16, #a, #smem> -> tensor<128x64xf32, #mma>
    %2:2 = ttng.warp_group_dot_wait %1, %b {pendings = 0 : i32} : tensor<128x64xf32, #mma>, !ttg.memdesc<64x64xf16, #a, #smem>
    %3 = ttng.warp_group_dot_wait %2#0 {pendings = 1 : i32, warpGroupLocal} : tensor<128x64xf32, #mma>
    %4 = ttng.packed_arith fma %3, %3, %3 : (tensor<128x64xf32, #mma>, tensor<128x64xf32, #mma>, tensor<128x64xf32, #mma>) -> tensor<128x64xf32, #mma>
    ttng.fence_async_shared {bCluster = false}
    tt.return
  }

  tt.func @packed(%a: tensor<128x32xi8, #nibbles>, %b: tensor<128x64xf8E8M0FNU, #blocked>, %c: tensor<128x64xf8E4M3FN, #blocked>) {
    %0 = ttng.packed_arith mul %a, %b : (tensor<128x32xi8, #nibbles>, tensor<128x64xf8E8M0FNU, #blocked>) -> tensor<128x64xf8E5M2, #blocked>
    %1 = ttng.packed_arith add %c, %c : (tensor<128x64xf8E4M3FN, #blocked>, tensor<128x64xf8E4M3FN, #blocked>) -> tensor<128x64xf8E4M3FN, #blocked>
    tt.return
  }

  tt.func @barriers(%bar: !ttg.memdesc<1xi64, #flat, #smem, mutable>, %x: tensor<128x64xf16, #blocked>,
                    %m: !ttg.memdesc<128x64xf16, #a, #smem, mutable>, %phase: i32, %p: i1) {
    ttng.init_barrier %bar, 1 : !ttg.memdesc<1xi64, #flat, #smem, mutable>
    ttng.barrier_expect %bar, 16384 {loop.stage = 1 : i32}, %p : !ttg.memdesc<1xi64, #flat, #smem, mutable>
    ttng.wait_barrier %bar, %phase : !ttg.memdesc<1xi64, #flat, #smem, mutable>
    ttng.wait_barrier %bar, %phase, %p deps %m, %m : !ttg.memdesc<1xi64, #flat, #smem, mutable>, !ttg.memdesc<128x64xf16, #a, #smem, mutable>, !ttg.memdesc<128x64xf16, #a, #smem, mutable>
    ttng.arrive_barrier %bar, 2 : !ttg.memdesc<1xi64, #flat, #smem, mutable>
    ttng.arrive_barrier %bar, 1, %p : !ttg.memdesc<1xi64, #flat, #smem, mutable>
    ttng.async_copy_mbarrier_arrive %bar {noIncrement} : !ttg.memdesc<1xi64, #flat, #smem, mutable>
    ttng.inval_barrier %bar : !ttg.memdesc<1xi64, #flat, #smem, mutable>
    tt.return
  }

  tt.func @tma(%desc: !tt.tensordesc<tensor<128x64xf16, #a>>, %row: !tt.tensordesc<tensor<1x64xf16, #a>>, %im: !ttng.tensordesc_im2col<128x64xf16, #a>,
               %m: !ttg.memdesc<128x64xf16, #a, #smem, mutable>, %bar: !ttg.memdesc<1xi64, #flat, #smem, mutable>,
               %i: i32, %o: i16, %xs: tensor<128xi32, #fours>, %p: i1) {
    ttng.async_tma_copy_global_to_local %desc[%i, %i] %m, %bar, %p : !tt.tensordesc<tensor<128x64xf16, #a>>, !ttg.memdesc<1xi64, #flat, #smem, mutable> -> !ttg.memdesc<128x64xf16, #a, #smem, mutable>
    ttng.async_tma_copy_global_to_local %im[%i, %i, %i, %i] offsets = [%o, %o] %m, %bar, %p cacheModifier = cg evictionPolicy = evict_first : !ttng.tensordesc_im2col<128x64xf16, #a>, !ttg.memdesc<1xi64, #flat, #smem, mutable> -> !ttg.memdesc<128x64xf16, #a, #smem, mutable>
    ttng.async_tma_copy_local_to_global %desc[%i, %i] %m : !tt.tensordesc<tensor<128x64xf16, #a>>, !ttg.memdesc<128x64xf16, #a, #smem, mutable>
    ttng.async_tma_reduce add, %desc[%i, %i] %m : !tt.tensordesc<tensor<128x64xf16, #a>>, !ttg.memdesc<128x64xf16, #a, #smem, mutable>
    ttng.async_tma_gather %row[%xs, %i] %m, %bar, %p : !tt.tensordesc<tensor<1x64xf16, #a>>, tensor<128xi32, #fours>, i32, !ttg.memdesc<1xi64, #flat, #smem, mutable>, !ttg.memdesc<128x64xf16, #a, #smem, mutable>, i1
    ttng.async_tma_scatter %row[%xs, %i] %m : !tt.tensordesc<tensor<1x64xf16, #a>>, tensor<128xi32, #fours>, i32, !ttg.memdesc<128x64xf16, #a, #smem, mutable>
    %t = ttng.async_tma_copy_local_to_global %desc[%i, %i] %m : !tt.tensordesc<tensor<128x64xf16, #a>>, !ttg.memdesc<128x64xf16, #a, #smem, mutable> -> !ttg.async.token
    ttng.async_tma_store_token_wait %t : !ttg.async.token
    ttng.async_tma_store_wait {pendings = 0 : i32}
    tt.return
  }

  tt.func @descriptors(%p: !tt.ptr<i8>, %g: !tt.ptr<f16>, %n: i32, %s: i64) -> !tt.tensordesc<tensor<128x64xf16, #a>> {
    ttng.tensormap_create %p, %g, [%n, %n], [%n, %n], [%s], [%n, %n] {elem_type = 6 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 3 : i32} : (!tt.ptr<i8>, !tt.ptr<f16>, i32, i32, i32, i32, i64, i32, i32) -> ()
    ttng.tensormap_fenceproxy_acquire %p : !tt.ptr<i8>
    %0 = ttng.reinterpret_tensor_descriptor %p : !tt.ptr<i8> to !tt.tensordesc<tensor<128x64xf16, #a>>
    tt.return %0 : !tt.tensordesc<tensor<128x64xf16, #a>>
  }

  tt.func @mma(%a: !ttg.memdesc<128x64xf16, #a, #smem>, %b: !ttg.memdesc<64x64xf16, #a, #smem>, %d: !ttg.memdesc<128x64xf32, #acc, #tmem, mutable>,
               %fa: !ttg.memdesc<128x64xf8E4M3FN, #f8, #smem>, %fb: !ttg.memdesc<64x64xf8E4M3FN, #f8, #smem>,
               %sa: !ttg.memdesc<128x2xi8, #scales, #tmem>, %sb: !ttg.memdesc<64x2xi8, #scales, #tmem>,
               %bar: !ttg.memdesc<1xi64, #flat, #smem, mutable>, %t: !ttg.async.token, %p: i1) {
    ttng.tc_gen5_mma %a, %b, %d, %p, %p : !ttg.memdesc<128x64xf16, #a, #smem>, !ttg.memdesc<64x64xf16, #a, #smem>, !ttg.memdesc<128x64xf32, #acc, #tmem, mutable>
    %0 = ttng.tc_gen5_mma %a, %b, %d[], %p, %p, %bar[%p] {is_async} : !ttg.memdesc<128x64xf16, #a, #smem>, !ttg.memdesc<64x64xf16, #a, #smem>, !ttg.memdesc<128x64xf32, #acc, #tmem, mutable>, !ttg.memdesc<1xi64, #flat, #smem, mutable>
    %1 = ttng.tc_gen5_mma_scaled %fa, %fb, %d[%t], %sa, %sb, %p, %p lhs = e4m3 rhs = e2m1, %bar[%p], %bar[%p] {is_async} : !ttg.memdesc<128x64xf8E4M3FN, #f8, #smem>, !ttg.memdesc<64x64xf8E4M3FN, #f8, #smem>, !ttg.memdesc<128x64xf32, #acc, #tmem, mutable>, !ttg.memdesc<128x2xi8, #scales, #tmem>, !ttg.memdesc<64x2xi8, #scales, #tmem>, !ttg.memdesc<1xi64, #flat, #smem, mutable>, !ttg.memdesc<1xi64, #flat, #smem, mutable>
    ttng.tc_gen5_commit %bar : !ttg.memdesc<1xi64, #flat, #smem, mutable>
    ttng.tc_gen5_commit %bar, %p descs %a, %b {two_ctas} : !ttg.memdesc<1xi64, #flat, #smem, mutable>, !ttg.memdesc<128x64xf16, #a, #smem>, !ttg.memdesc<64x64xf16, #a, #smem>
    tt.return
  }

  tt.func @tensor_memory(%x: tensor<128x64xf32, #blocked>, %s: !ttg.memdesc<128x64xf32, #a, #smem>, %bar: !ttg.memdesc<1xi64, #flat, #smem, mutable>, %p: i1) {
    %0 = ttng.tmem_alloc : () -> !ttg.memdesc<128x64xf32, #acc, #tmem, mutable>
    %buffer, %t = ttng.tmem_alloc %x : (tensor<128x64xf32, #blocked>) -> (!ttg.memdesc<128x64xf32, #acc, #tmem, mutable>, !ttg.async.token)
    %1 = ttng.tmem_load %0 : !ttg.memdesc<128x64xf32, #acc, #tmem, mutable> -> tensor<128x64xf32, #blocked>
    %2, %t2 = ttng.tmem_load %buffer[%t] : !ttg.memdesc<128x64xf32, #acc, #tmem, mutable> -> tensor<128x64xf32, #blocked>
    %3, %max = ttng.tmem_load %0 {abs = true, redOp = #ttng.redOp<max>} : !ttg.memdesc<128x64xf32, #acc, #tmem, mutable> -> tensor<128x64xf32, #blocked>, tensor<128xf32, #slice>
    ttng.tmem_store %1, %0, %p : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #acc, #tmem, mutable>
    %t3 = ttng.tmem_store %1, %buffer[%t2], %p : tensor<128x64xf32, #blocked> -> !ttg.memdesc<128x64xf32, #acc, #tmem, mutable>
    %4 = ttng.tmem_subslice %0 {N = 32 : i32} : !ttg.memdesc<128x64xf32, #acc, #tmem, mutable> -> !ttg.memdesc<128x32xf32, #half, #tmem, mutable, 128x64>
    %5 = ttng.tmem_subslice %0 {offset = 16 : i32} : !ttg.memdesc<128x64xf32, #acc, #tmem, mutable> -> !ttg.memdesc<128x32xf32, #acc, #tmem, mutable, 128x64>
    %6 = ttng.tmem_alloc : () -> !ttg.memdesc<5x128x64xf32, #acc, #tmem, mutable>
    %7 = ttng.tmem_subslice %6 {dim = 0 : i32, offset = 2 : i32} : !ttg.memdesc<5x128x64xf32, #acc, #tmem, mutable> -> !ttg.memdesc<3x128x64xf32, #acc, #tmem, mutable, 5x128x64>
    %8 = ttg.memdesc_reinterpret %5 : !ttg.memdesc<128x32xf32, #acc, #tmem, mutable, 128x64> -> !ttg.memdesc<128x64xf16, #acc, #tmem, mutable>
    ttng.tmem_copy %s, %0, %bar : !ttg.memdesc<128x64xf32, #a, #smem>, !ttg.memdesc<128x64xf32, #acc, #tmem, mutable>, !ttg.memdesc<1xi64, #flat, #smem, mutable>
    tt.return
  }

  tt.func @clusters(%m: !ttg.memdesc<2xi64, #flat, #smem, mutable>, %bar: !ttg.memdesc<1xi64, #flat, #smem, mutable>) -> (i1, i32) {
    ttng.clc_try_cancel %m, %bar : !ttg.memdesc<2xi64, #flat, #smem, mutable>, !ttg.memdesc<1xi64, #flat, #smem, mutable>
    %0 = ttng.clc_try_cancel_sync : tensor<2xi64, #rows>
    %1 = ttng.clc_load_result %m : !ttg.memdesc<2xi64, #flat, #smem, mutable> -> i128
    %2 = ttng.clc_is_canceled %1 : i128 -> i1
    %3 = ttng.clc_get_program_id %1, x : i128 -> i32
    tt.return %2, %3 : i1, i32
  }

  tt.func private @encodings(!ttg.memdesc<128x64xf32, #pair, #tmem>, !ttg.memdesc<128x64xf32, #bases, #tmem>, !ttg.memdesc<128x64xf32, #old, #tmem>, !ttg.memdesc<128x4xi8, #newer, #tmem>, !ttng.tensordesc_im2col<tensor<64x64xf16>>)
}

module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @cluster(%x: tensor<128x64xf16, #both>, %m: !ttg.memdesc<128x64xf16, #same, #smem, mutable>, %one: !ttg.memdesc<1xi64, #shared, #smem, mutable>,
                   %each: !ttg.memdesc<2xi64, #own, #smem, mutable>, %desc: !tt.tensordesc<tensor<128x64xf16, #same>>, %i: i32, %p: i1) {
    ttng.async_shared_store %x, %m, %each : tensor<128x64xf16, #both> -> !ttg.memdesc<128x64xf16, #same, #smem, mutable>, !ttg.memdesc<2xi64, #own, #smem, mutable>
    ttng.async_tma_copy_global_to_local %desc[%i, %i] %m, %each, %p {multicast} : !tt.tensordesc<tensor<128x64xf16, #same>>, !ttg.memdesc<2xi64, #own, #smem, mutable> -> !ttg.memdesc<128x64xf16, #same, #smem, mutable>
    ttng.init_barrier %one, 1 : !ttg.memdesc<1xi64, #shared, #smem, mutable>
    ttng.arrive_barrier %each, 1 {multicastCTA = 1 : i32} : !ttg.memdesc<2xi64, #own, #smem, mutable>
    ttng.arrive_barrier %each, 1, %p {fromCTA = 1 : i32} : !ttg.memdesc<2xi64, #own, #smem, mutable>
    ttng.barrier_expect %each, 16384 {fromCTA = 0 : i32}, %p : !ttg.memdesc<2xi64, #own, #smem, mutable>
    ttng.fence_mbarrier_init_release_cluster
    ttng.cluster_arrive {relaxed = true}
    ttng.cluster_wait
    ttng.cluster_barrier
    tt.return
  }
}

// The checks from here on are written by the tool's own `checks --update`.
// CHECK:       #blocked = #ttg.blocked<{sizePerThread = [1, 32], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
// CHECK-NEXT:  #blocked1 = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
// CHECK-NEXT:  #blocked2 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0]}>
// CHECK-NEXT:  #blocked3 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT:  #blocked4 = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1], CGALayout = {{\[\[}}0, 0]]}>
// CHECK-NEXT:  #mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
// CHECK-NEXT:  #shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK-NEXT:  #shared1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
// CHECK-NEXT:  #shared2 = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 8}>
// CHECK-NEXT:  #shared3 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, CGALayout = {{\[\[}}0, 0]]}>
// CHECK-NEXT:  #shared4 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = {{\[\[}}0]]}>
// CHECK-NEXT:  #shared5 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = {{\[\[}}1]]}>
// CHECK-NEXT:  #smem = #ttg.shared_memory
// CHECK-NEXT:  #tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
// CHECK-NEXT:  #tmem1 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 32, colStride = 1>
// CHECK-NEXT:  #tmem2 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1, CTASplitM = 2, twoCTAs = true>
// CHECK-NEXT:  #tmem3 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1, CGALayout = {{\[\[}}1, 0]], fp4Padded = true>
// CHECK-NEXT:  #tmem4 = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, unpacked = true>
// CHECK-NEXT:  #tmem_scales = #ttng.tensor_memory_scales_encoding<>
// CHECK-NEXT:  #tmem_scales1 = #ttng.tensor_memory_scales_encoding<CTASplitM = 2, blockRepOrder = kThenMn>
// CHECK-NEXT:  module {
// CHECK-NEXT:    module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
// CHECK-LABEL:     tt.func @hopper(
// CHECK-SAME:  [[A:%.*]]: !ttg.memdesc<128x64xf16, #shared, #smem>, [[B:%.*]]: !ttg.memdesc<64x64xf16, #shared, #smem>, [[C:%.*]]: tensor<128x64xf32, #mma>, [[R:%.*]]: tensor<128x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>, [[USE:%.*]]: i1) {
// CHECK-NEXT:        [[V0:%.*]] = ttng.warp_group_dot [[A]], [[B]], [[C]] {inputPrecision = 0 : i32, isAsync = true} : !ttg.memdesc<128x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<128x64xf32, #mma>
// CHECK-NEXT:        [[V1:%.*]] = ttng.warp_group_dot [[R]], [[B]], [[V0]], [[USE]] : tensor<128x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<128x64xf32, #mma>
// CHECK-NEXT:        [[V2:%.*]]:2 = ttng.warp_group_dot_wait [[V1]], [[B]] {pendings = 0 : i32} : tensor<128x64xf32, #mma>, !ttg.memdesc<64x64xf16, #shared, #smem>
// CHECK-NEXT:        [[V3:%.*]] = ttng.warp_group_dot_wait [[V2]]#0 {pendings = 1 : i32, warpGroupLocal} : tensor<128x64xf32, #mma>
// CHECK-NEXT:        [[V4:%.*]] = ttng.packed_arith fma [[V3]], [[V3]], [[V3]] : (tensor<128x64xf32, #mma>, tensor<128x64xf32, #mma>, tensor<128x64xf32, #mma>) -> tensor<128x64xf32, #mma>
// CHECK-NEXT:        ttng.fence_async_shared {bCluster = false}
// CHECK-NEXT:        tt.return
// CHECK-NEXT:      }
// CHECK-LABEL:     tt.func @packed(
// CHECK-SAME:  [[A:%.*]]: tensor<128x32xi8, #blocked>, [[B:%.*]]: tensor<128x64xf8E8M0FNU, #blocked1>, [[C:%.*]]: tensor<128x64xf8E4M3FN, #blocked1>) {
// CHECK-NEXT:        [[V0:%.*]] = ttng.packed_arith mul [[A]], [[B]] : (tensor<128x32xi8, #blocked>, tensor<128x64xf8E8M0FNU, #blocked1>) -> tensor<128x64xf8E5M2, #blocked1>
// CHECK-NEXT:        [[V1:%.*]] = ttng.packed_arith add [[C]], [[C]] : (tensor<128x64xf8E4M3FN, #blocked1>, tensor<128x64xf8E4M3FN, #blocked1>) -> tensor<128x64xf8E4M3FN, #blocked1>
// CHECK-NEXT:        tt.return
// CHECK-NEXT:      }
// CHECK-LABEL:     tt.func @barriers(
// CHECK-SAME:  [[BAR:%.*]]: !ttg.memdesc<1xi64, #shared1, #smem, mutable>, [[X:%.*]]: tensor<128x64xf16, #blocked1>, [[M:%.*]]: !ttg.memdesc<128x64xf16, #shared, #smem, mutable>, [[PHASE:%.*]]: i32, [[P:%.*]]: i1) {
// CHECK-NEXT:        ttng.init_barrier [[BAR]], 1 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:        ttng.barrier_expect [[BAR]], 16384 {loop.stage = 1 : i32}, [[P]] : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:        ttng.wait_barrier [[BAR]], [[PHASE]] : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:        ttng.wait_barrier [[BAR]], [[PHASE]], [[P]] deps [[M]], [[M]] : !ttg.memdesc<1xi64, #shared1, #smem, mutable>, !ttg.memdesc<128x64xf16, #shared, #smem, mutable>, !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
// CHECK-NEXT:        ttng.arrive_barrier [[BAR]], 2 : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:        ttng.arrive_barrier [[BAR]], 1, [[P]] : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:        ttng.async_copy_mbarrier_arrive [[BAR]] {noIncrement} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:        ttng.inval_barrier [[BAR]] : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:        tt.return
// CHECK-NEXT:      }
// CHECK-LABEL:     tt.func @tma(
// CHECK-SAME:  [[DESC:%.*]]: !tt.tensordesc<tensor<128x64xf16, #shared>>, [[ROW:%.*]]: !tt.tensordesc<tensor<1x64xf16, #shared>>, [[IM:%.*]]: !ttng.tensordesc_im2col<128x64xf16, #shared>, [[M:%.*]]: !ttg.memdesc<128x64xf16, #shared, #smem, mutable>, [[BAR:%.*]]: !ttg.memdesc<1xi64, #shared1, #smem, mutable>, [[I:%.*]]: i32, [[O:%.*]]: i16, [[XS:%.*]]: tensor<128xi32, #ttg.slice<{dim = 0, parent = #blocked2}>>, [[P:%.*]]: i1) {
// CHECK-NEXT:        ttng.async_tma_copy_global_to_local [[DESC]][[[I]], [[I]]] [[M]], [[BAR]], [[P]] : !tt.tensordesc<tensor<128x64xf16, #shared>>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
// CHECK-NEXT:        ttng.async_tma_copy_global_to_local [[IM]][[[I]], [[I]], [[I]], [[I]]] offsets = [[[O]], [[O]]] [[M]], [[BAR]], [[P]] cacheModifier = cg evictionPolicy = evict_first : !ttng.tensordesc_im2col<128x64xf16, #shared>, !ttg.memdesc<1xi64, #shared1, #smem, mutable> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
// CHECK-NEXT:        ttng.async_tma_copy_local_to_global [[DESC]][[[I]], [[I]]] [[M]] : !tt.tensordesc<tensor<128x64xf16, #shared>>, !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
// CHECK-NEXT:        ttng.async_tma_reduce add, [[DESC]][[[I]], [[I]]] [[M]] : !tt.tensordesc<tensor<128x64xf16, #shared>>, !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
// CHECK-NEXT:        ttng.async_tma_gather [[ROW]][[[XS]], [[I]]] [[M]], [[BAR]], [[P]] : !tt.tensordesc<tensor<1x64xf16, #shared>>, tensor<128xi32, #ttg.slice<{dim = 0, parent = #blocked2}>>, i32, !ttg.memdesc<1xi64, #shared1, #smem, mutable>, !ttg.memdesc<128x64xf16, #shared, #smem, mutable>, i1
// CHECK-NEXT:        ttng.async_tma_scatter [[ROW]][[[XS]], [[I]]] [[M]] : !tt.tensordesc<tensor<1x64xf16, #shared>>, tensor<128xi32, #ttg.slice<{dim = 0, parent = #blocked2}>>, i32, !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
// CHECK-NEXT:        [[T:%.*]] = ttng.async_tma_copy_local_to_global [[DESC]][[[I]], [[I]]] [[M]] : !tt.tensordesc<tensor<128x64xf16, #shared>>, !ttg.memdesc<128x64xf16, #shared, #smem, mutable> -> !ttg.async.token
// CHECK-NEXT:        ttng.async_tma_store_token_wait [[T]] : !ttg.async.token
// CHECK-NEXT:        ttng.async_tma_store_wait {pendings = 0 : i32}
// CHECK-NEXT:        tt.return
// CHECK-NEXT:      }
// CHECK-LABEL:     tt.func @descriptors(
// CHECK-SAME:  [[P:%.*]]: !tt.ptr<i8>, [[G:%.*]]: !tt.ptr<f16>, [[N:%.*]]: i32, [[S:%.*]]: i64) -> !tt.tensordesc<tensor<128x64xf16, #shared>> {
// CHECK-NEXT:        ttng.tensormap_create [[P]], [[G]], [[[N]], [[N]]], [[[N]], [[N]]], [[[S]]], [[[N]], [[N]]] {elem_type = 6 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 3 : i32} : (!tt.ptr<i8>, !tt.ptr<f16>, i32, i32, i32, i32, i64, i32, i32) -> ()
// CHECK-NEXT:        ttng.tensormap_fenceproxy_acquire [[P]] : !tt.ptr<i8>
// CHECK-NEXT:        [[V0:%.*]] = ttng.reinterpret_tensor_descriptor [[P]] : !tt.ptr<i8> to !tt.tensordesc<tensor<128x64xf16, #shared>>
// CHECK-NEXT:        tt.return [[V0]] : !tt.tensordesc<tensor<128x64xf16, #shared>>
// CHECK-NEXT:      }
// CHECK-LABEL:     tt.func @mma(
// CHECK-SAME:  [[A:%.*]]: !ttg.memdesc<128x64xf16, #shared, #smem>, [[B:%.*]]: !ttg.memdesc<64x64xf16, #shared, #smem>, [[D:%.*]]: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, [[FA:%.*]]: !ttg.memdesc<128x64xf8E4M3FN, #shared2, #smem>, [[FB:%.*]]: !ttg.memdesc<64x64xf8E4M3FN, #shared2, #smem>, [[SA:%.*]]: !ttg.memdesc<128x2xi8, #tmem_scales, #ttng.tensor_memory>, [[SB:%.*]]: !ttg.memdesc<64x2xi8, #tmem_scales, #ttng.tensor_memory>, [[BAR:%.*]]: !ttg.memdesc<1xi64, #shared1, #smem, mutable>, [[T:%.*]]: !ttg.async.token, [[P:%.*]]: i1) {
// CHECK-NEXT:        ttng.tc_gen5_mma [[A]], [[B]], [[D]], [[P]], [[P]] : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
// CHECK-NEXT:        [[V0:%.*]] = ttng.tc_gen5_mma [[A]], [[B]], [[D]][], [[P]], [[P]], [[BAR]][[[P]]] {is_async} : !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:        [[V1:%.*]] = ttng.tc_gen5_mma_scaled [[FA]], [[FB]], [[D]][[[T]]], [[SA]], [[SB]], [[P]], [[P]] lhs = e4m3 rhs = e2m1, [[BAR]][[[P]]], [[BAR]][[[P]]] {is_async} : !ttg.memdesc<128x64xf8E4M3FN, #shared2, #smem>, !ttg.memdesc<64x64xf8E4M3FN, #shared2, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<128x2xi8, #tmem_scales, #ttng.tensor_memory>, !ttg.memdesc<64x2xi8, #tmem_scales, #ttng.tensor_memory>, !ttg.memdesc<1xi64, #shared1, #smem, mutable>, !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:        ttng.tc_gen5_commit [[BAR]] : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:        ttng.tc_gen5_commit [[BAR]], [[P]] descs [[A]], [[B]] {two_ctas} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>, !ttg.memdesc<128x64xf16, #shared, #smem>, !ttg.memdesc<64x64xf16, #shared, #smem>
// CHECK-NEXT:        tt.return
// CHECK-NEXT:      }
// CHECK-LABEL:     tt.func @tensor_memory(
// CHECK-SAME:  [[X:%.*]]: tensor<128x64xf32, #blocked1>, [[S:%.*]]: !ttg.memdesc<128x64xf32, #shared, #smem>, [[BAR:%.*]]: !ttg.memdesc<1xi64, #shared1, #smem, mutable>, [[P:%.*]]: i1) {
// CHECK-NEXT:        [[V0:%.*]] = ttng.tmem_alloc : () -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
// CHECK-NEXT:        [[BUFFER:%.*]], [[T:%.*]] = ttng.tmem_alloc [[X]] : (tensor<128x64xf32, #blocked1>) -> (!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.async.token)
// CHECK-NEXT:        [[V1:%.*]] = ttng.tmem_load [[V0]] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked1>
// CHECK-NEXT:        [[V2:%.*]], [[T2:%.*]] = ttng.tmem_load [[BUFFER]][[[T]]] : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked1>
// CHECK-NEXT:        [[V3:%.*]], [[MAX:%.*]] = ttng.tmem_load [[V0]] {abs = true, redOp = #ttng.redOp<max>} : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> tensor<128x64xf32, #blocked1>, tensor<128xf32, #ttg.slice<{dim = 1, parent = #blocked1}>>
// CHECK-NEXT:        ttng.tmem_store [[V1]], [[V0]], [[P]] : tensor<128x64xf32, #blocked1> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
// CHECK-NEXT:        [[T3:%.*]] = ttng.tmem_store [[V1]], [[BUFFER]][[[T2]]], [[P]] : tensor<128x64xf32, #blocked1> -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
// CHECK-NEXT:        [[V4:%.*]] = ttng.tmem_subslice [[V0]] {N = 32 : i32} : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x32xf32, #tmem1, #ttng.tensor_memory, mutable, 128x64>
// CHECK-NEXT:        [[V5:%.*]] = ttng.tmem_subslice [[V0]] {offset = 16 : i32} : !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<128x32xf32, #tmem, #ttng.tensor_memory, mutable, 128x64>
// CHECK-NEXT:        [[V6:%.*]] = ttng.tmem_alloc : () -> !ttg.memdesc<5x128x64xf32, #tmem, #ttng.tensor_memory, mutable>
// CHECK-NEXT:        [[V7:%.*]] = ttng.tmem_subslice [[V6]] {dim = 0 : i32, offset = 2 : i32} : !ttg.memdesc<5x128x64xf32, #tmem, #ttng.tensor_memory, mutable> -> !ttg.memdesc<3x128x64xf32, #tmem, #ttng.tensor_memory, mutable, 5x128x64>
// CHECK-NEXT:        [[V8:%.*]] = ttg.memdesc_reinterpret [[V5]] : !ttg.memdesc<128x32xf32, #tmem, #ttng.tensor_memory, mutable, 128x64> -> !ttg.memdesc<128x64xf16, #tmem, #ttng.tensor_memory, mutable>
// CHECK-NEXT:        ttng.tmem_copy [[S]], [[V0]], [[BAR]] : !ttg.memdesc<128x64xf32, #shared, #smem>, !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:        tt.return
// CHECK-NEXT:      }
// CHECK-LABEL:     tt.func @clusters(
// CHECK-SAME:  [[M:%.*]]: !ttg.memdesc<2xi64, #shared1, #smem, mutable>, [[BAR:%.*]]: !ttg.memdesc<1xi64, #shared1, #smem, mutable>) -> (i1, i32) {
// CHECK-NEXT:        ttng.clc_try_cancel [[M]], [[BAR]] : !ttg.memdesc<2xi64, #shared1, #smem, mutable>, !ttg.memdesc<1xi64, #shared1, #smem, mutable>
// CHECK-NEXT:        [[V0:%.*]] = ttng.clc_try_cancel_sync : tensor<2xi64, #blocked3>
// CHECK-NEXT:        [[V1:%.*]] = ttng.clc_load_result [[M]] : !ttg.memdesc<2xi64, #shared1, #smem, mutable> -> i128
// CHECK-NEXT:        [[V2:%.*]] = ttng.clc_is_canceled [[V1]] : i128 -> i1
// CHECK-NEXT:        [[V3:%.*]] = ttng.clc_get_program_id [[V1]], x : i128 -> i32
// CHECK-NEXT:        tt.return [[V2]], [[V3]] : i1, i32
// CHECK-NEXT:      }
// CHECK-LABEL:     tt.func private @encodings(
// CHECK-SAME:  !ttg.memdesc<128x64xf32, #tmem2, #ttng.tensor_memory>, !ttg.memdesc<128x64xf32, #tmem3, #ttng.tensor_memory>, !ttg.memdesc<128x64xf32, #tmem4, #ttng.tensor_memory>, !ttg.memdesc<128x4xi8, #tmem_scales1, #ttng.tensor_memory>, !ttng.tensordesc_im2col<64x64xf16>)
// CHECK-NEXT:    }
// CHECK-NEXT:    module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
// CHECK-LABEL:     tt.func @cluster(
// CHECK-SAME:  [[X:%.*]]: tensor<128x64xf16, #blocked4>, [[M:%.*]]: !ttg.memdesc<128x64xf16, #shared3, #smem, mutable>, [[ONE:%.*]]: !ttg.memdesc<1xi64, #shared4, #smem, mutable>, [[EACH:%.*]]: !ttg.memdesc<2xi64, #shared5, #smem, mutable>, [[DESC:%.*]]: !tt.tensordesc<tensor<128x64xf16, #shared3>>, [[I:%.*]]: i32, [[P:%.*]]: i1) {
// CHECK-NEXT:        ttng.async_shared_store [[X]], [[M]], [[EACH]] : tensor<128x64xf16, #blocked4> -> !ttg.memdesc<128x64xf16, #shared3, #smem, mutable>, !ttg.memdesc<2xi64, #shared5, #smem, mutable>
// CHECK-NEXT:        ttng.async_tma_copy_global_to_local [[DESC]][[[I]], [[I]]] [[M]], [[EACH]], [[P]] {multicast} : !tt.tensordesc<tensor<128x64xf16, #shared3>>, !ttg.memdesc<2xi64, #shared5, #smem, mutable> -> !ttg.memdesc<128x64xf16, #shared3, #smem, mutable>
// CHECK-NEXT:        ttng.init_barrier [[ONE]], 1 : !ttg.memdesc<1xi64, #shared4, #smem, mutable>
// CHECK-NEXT:        ttng.arrive_barrier [[EACH]], 1 {multicastCTA = 1 : i32} : !ttg.memdesc<2xi64, #shared5, #smem, mutable>
// CHECK-NEXT:        ttng.arrive_barrier [[EACH]], 1, [[P]] {fromCTA = 1 : i32} : !ttg.memdesc<2xi64, #shared5, #smem, mutable>
// CHECK-NEXT:        ttng.barrier_expect [[EACH]], 16384 {fromCTA = 0 : i32}, [[P]] : !ttg.memdesc<2xi64, #shared5, #smem, mutable>
// CHECK-NEXT:        ttng.fence_mbarrier_init_release_cluster
// CHECK-NEXT:        ttng.cluster_arrive {relaxed = true}
// CHECK-NEXT:        ttng.cluster_wait
// CHECK-NEXT:        ttng.cluster_barrier
// CHECK-NEXT:        tt.return
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// End of the written checks.
