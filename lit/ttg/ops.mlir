// RUN: tawa-opt %s | tawa-opt | FileCheck %s
// RUN: tawa-opt --mlir-print-op-generic %s | tawa-opt | FileCheck %s

// CHECK-DAG: #blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
// CHECK-DAG: #linear = #ttg.linear<{register = {{\[}}[0, 1], [0, 2]], lane = {{\[}}[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], warp = {{\[}}[2, 0], [4, 0]], block = []}>
#linear = #ttg.linear<{register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], warp = [[2, 0], [4, 0]], block = []}>
// CHECK-DAG: #shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK-DAG: #shared{{[0-9]*}} = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
#transposed = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
// CHECK-DAG: #shared{{[0-9]*}} = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 8, fp4Padded = true, rank = 1}>
#padded = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 8, fp4Padded = true, rank = 1}>
// CHECK-DAG: #shared{{[0-9]*}} = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#swizzled = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
// CHECK-DAG: #shared{{[0-9]*}} = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#flat = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
// CHECK-DAG: #shared{{[0-9]*}} = #ttg.shared_linear<{offset = {{\[}}[0, 1], [0, 2], [1, 0], [2, 2]]}, alignment = 16>
#offsets = #ttg.shared_linear<{offset = [[0, 1], [0, 2], [1, 0], [2, 2]]}, alignment = 16>
// CHECK-DAG: #smem = #ttg.shared_memory
#smem = #ttg.shared_memory
// A cluster prints as bases, also where it was read in the older spelling.
// CHECK-DAG: #blocked{{[0-9]*}} = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = {{\[}}[0, 1], [1, 0]]}>
#cluster = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CTAsPerCGA = [2, 2], CTASplitNum = [2, 2], CTAOrder = [1, 0]}>
// CHECK-DAG: #mma{{[0-9]*}} = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], CGALayout = {{\[}}[1, 0]], instrShape = [16, 8]}>
#ampere = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], CGALayout = [[1, 0]], instrShape = [16, 8]}>

// CHECK: module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {

// CHECK-LABEL: @types
// CHECK-SAME: !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable>
// CHECK-SAME: !ttg.memdesc<1xi64, #shared{{[0-9]*}}, #smem, mutable, 3x1>
// CHECK-SAME: !ttg.memdesc<4x4xf16, #shared{{[0-9]*}}, #smem>
// CHECK-SAME: !tt.tensordesc<tensor<64x64xf16, #shared>>
// CHECK-SAME: !ttg.async.token
// CHECK-SAME: tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>
// CHECK-SAME: tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
// CHECK-SAME: tensor<64x32xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked}>>
tt.func private @types(!ttg.memdesc<3x64x64xf16, #nvmma, #smem, mutable>, !ttg.memdesc<1xi64, #flat, #smem, mutable, 3x1>,
  !ttg.memdesc<4x4xf16, #offsets, #smem>, !ttg.memdesc<64xi8, #padded, #smem>, !tt.tensordesc<tensor<64x64xf16, #nvmma>>, !ttg.async.token,
  tensor<32xf32, #ttg.slice<{dim = 1, parent = #blocked}>>, tensor<64x32xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>,
  tensor<64x32xf16, #ttg.dot_op<{opIdx = 1, parent = #blocked, kWidth = 0}>>, tensor<8x64xf32, #cluster>, tensor<64x64xf32, #ampere>, tensor<8x64xf32, #linear>)

// CHECK-LABEL: @tensors
tt.func @tensors(%x: tensor<64x64xf32, #blocked>, %p: tensor<16x64xi8, #blocked>, %i: i32, %b: i1) {
  // CHECK: ttg.convert_layout %x : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #mma>
  %0 = ttg.convert_layout %x : tensor<64x64xf32, #blocked> -> tensor<64x64xf32, #mma>
  // CHECK: ttg.fp4_to_fp %p {axis = 1 : i32} : tensor<16x64xi8, #blocked> -> tensor<16x128xbf16, #blocked>
  %1 = ttg.fp4_to_fp %p {axis = 1 : i32} : tensor<16x64xi8, #blocked> -> tensor<16x128xbf16, #blocked>
  // CHECK: ttg.predicate_stage %i, %i, %i maxStage 3 stage 1 : i32 -> i1
  %2 = ttg.predicate_stage %i, %i, %i maxStage 3 stage 1 : i32 -> i1
  // CHECK: "ttg.mask"(%b) ({
  // CHECK:   ttg.mask.return %i : i32
  // CHECK: }) : (i1) -> i32
  %3 = "ttg.mask"(%b) ({
    ttg.mask.return %i : i32
  }) : (i1) -> i32
  tt.return
}

// What tt's ops make of encodings.
// CHECK-LABEL: @encodings
tt.func @encodings(%v: tensor<64xf32, #ttg.slice<{dim = 1, parent = #blocked}>>, %x: tensor<64x32xf32, #blocked>) {
  // CHECK: tt.expand_dims %v {axis = 1 : i32} : tensor<64xf32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<64x1xf32, #blocked>
  %0 = tt.expand_dims %v {axis = 1 : i32} : tensor<64xf32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<64x1xf32, #blocked>
  // CHECK: tt.trans %x {order = array<i32: 1, 0>}
  %1 = tt.trans %x {order = array<i32: 1, 0>} : tensor<64x32xf32, #blocked> -> tensor<32x64xf32, #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>>
  // CHECK: tt.join %x, %x
  %2 = tt.join %x, %x : tensor<64x32xf32, #blocked> -> tensor<64x32x2xf32, #ttg.blocked<{sizePerThread = [1, 8, 2], threadsPerWarp = [4, 8, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>>
  // CHECK: tt.split
  %3, %4 = tt.split %2 : tensor<64x32x2xf32, #ttg.blocked<{sizePerThread = [1, 8, 2], threadsPerWarp = [4, 8, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>> -> tensor<64x32xf32, #blocked>
  // A blocked tensor reshaped; the result may be spelt in any way that means the same.
  // CHECK: tt.reshape %x
  %5 = tt.reshape %x : tensor<64x32xf32, #blocked> -> tensor<64x8x4xf32, #ttg.blocked<{sizePerThread = [1, 2, 4], threadsPerWarp = [4, 8, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>>
  tt.return
}

// CHECK-LABEL: @memory
tt.func @memory(%x: tensor<64x64xf16, #blocked>, %i: i32, %idx: tensor<64x64xi32, #blocked>) {
  // CHECK: ttg.local_alloc : () -> !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable>
  %0 = ttg.local_alloc : () -> !ttg.memdesc<3x64x64xf16, #nvmma, #smem, mutable>
  // CHECK: ttg.local_alloc %x {alignment = 1024 : i32} : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
  %1 = ttg.local_alloc %x {alignment = 1024 : i32} : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #nvmma, #smem>
  // CHECK: ttg.memdesc_index %0[%i] : !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  %2 = ttg.memdesc_index %0[%i] : !ttg.memdesc<3x64x64xf16, #nvmma, #smem, mutable> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
  // CHECK: ttg.memdesc_subslice %2[0, 32] : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x32xf16, #shared, #smem, mutable, 64x64>
  %3 = ttg.memdesc_subslice %2[0, 32] : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> !ttg.memdesc<64x32xf16, #nvmma, #smem, mutable, 64x64>
  // A run of buffers may begin at any.
  // CHECK: ttg.memdesc_subslice %0[1, 0, 0] : !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<2x64x64xf16, #shared, #smem, mutable, 3x64x64>
  %9 = ttg.memdesc_subslice %0[1, 0, 0] : !ttg.memdesc<3x64x64xf16, #nvmma, #smem, mutable> -> !ttg.memdesc<2x64x64xf16, #nvmma, #smem, mutable, 3x64x64>
  // CHECK: ttg.memdesc_trans %1 {order = array<i32: 1, 0>} : !ttg.memdesc<64x64xf16, #shared, #smem> -> !ttg.memdesc<64x64xf16, #shared{{[0-9]+}}, #smem>
  %4 = ttg.memdesc_trans %1 {order = array<i32: 1, 0>} : !ttg.memdesc<64x64xf16, #nvmma, #smem> -> !ttg.memdesc<64x64xf16, #transposed, #smem>
  // CHECK: ttg.memdesc_reinterpret %2 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xbf16, #shared, #smem, mutable>
  %5 = ttg.memdesc_reinterpret %2 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> !ttg.memdesc<64x64xbf16, #nvmma, #smem, mutable>
  // CHECK: ttg.local_load %2 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #blocked>
  %6 = ttg.local_load %2 : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable> -> tensor<64x64xf16, #blocked>
  // CHECK: ttg.local_store %x, %2 : tensor<64x64xf16, #blocked> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  ttg.local_store %x, %2 : tensor<64x64xf16, #blocked> -> !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
  // CHECK: ttg.local_gather %2[%idx] {axis = 0 : i32} : !ttg.memdesc<64x64xf16, #shared, #smem, mutable>, tensor<64x64xi32, #blocked> -> tensor<64x64xf16, #blocked>
  %7 = ttg.local_gather %2[%idx] {axis = 0 : i32} : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>, tensor<64x64xi32, #blocked> -> tensor<64x64xf16, #blocked>
  // CHECK: ttg.local_scatter %2[%idx], %x {axis = 1 : i32} : !ttg.memdesc<64x64xf16, #shared, #smem, mutable>, tensor<64x64xi32, #blocked>, tensor<64x64xf16, #blocked>
  ttg.local_scatter %2[%idx], %x {axis = 1 : i32} : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>, tensor<64x64xi32, #blocked>, tensor<64x64xf16, #blocked>
  // CHECK: ttg.local_dealloc %0 : !ttg.memdesc<3x64x64xf16, #shared, #smem, mutable>
  ttg.local_dealloc %0 : !ttg.memdesc<3x64x64xf16, #nvmma, #smem, mutable>
  // CHECK: ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 256 : i32} : !tt.ptr<i8>
  %8 = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 256 : i32} : !tt.ptr<i8>
  tt.return
}

// CHECK-LABEL: @reshape
tt.func @reshape(%x: !ttg.memdesc<8x8xf16, #swizzled, #smem>, %y: !ttg.memdesc<16xf16, #flat, #smem>) {
  // CHECK: ttg.memdesc_reshape %y
  %0 = ttg.memdesc_reshape %y : !ttg.memdesc<16xf16, #flat, #smem> -> !ttg.memdesc<4x4xf16, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #smem>
  tt.return
}

// CHECK-LABEL: @async
tt.func @async(%p: tensor<64x64x!tt.ptr<f16>, #blocked>, %d: !ttg.memdesc<64x64xf16, #swizzled, #smem, mutable>, %m: tensor<64x64xi1, #blocked>, %o: tensor<64x64xf16, #blocked>) {
  // CHECK: %[[A:.*]] = ttg.async_copy_global_to_local %p, %d : tensor<64x64x!tt.ptr<f16>, #blocked> -> <64x64xf16, #shared{{[0-9]*}}, #smem, mutable>
  %0 = ttg.async_copy_global_to_local %p, %d : tensor<64x64x!tt.ptr<f16>, #blocked> -> <64x64xf16, #swizzled, #smem, mutable>
  // CHECK: %[[B:.*]] = ttg.async_copy_global_to_local %p, %d mask %m other %o cacheModifier = cg {contiguity = 8 : i32} : tensor<64x64x!tt.ptr<f16>, #blocked> -> <64x64xf16, #shared{{[0-9]*}}, #smem, mutable>
  %1 = ttg.async_copy_global_to_local %p, %d mask %m other %o cacheModifier = cg {contiguity = 8 : i32} : tensor<64x64x!tt.ptr<f16>, #blocked> -> !ttg.memdesc<64x64xf16, #swizzled, #smem, mutable>
  // CHECK: %[[C:.*]] = ttg.async_commit_group tokens %[[A]], %[[B]]
  %2 = ttg.async_commit_group tokens %0, %1
  // CHECK: ttg.async_commit_group
  %3 = ttg.async_commit_group
  // CHECK: %[[W:.*]] = ttg.async_wait %[[C]] {num = 2 : i32}
  %4 = ttg.async_wait %2 {num = 2 : i32}
  // CHECK: ttg.async_wait {num = 0 : i32}
  %5 = ttg.async_wait {num = 0 : i32}
  // CHECK: ttg.local_load %d token %[[W]] : !ttg.memdesc<64x64xf16, #shared{{[0-9]*}}, #smem, mutable> -> tensor<64x64xf16, #blocked>
  %6 = ttg.local_load %d token %4 : !ttg.memdesc<64x64xf16, #swizzled, #smem, mutable> -> tensor<64x64xf16, #blocked>
  tt.return
}

// CHECK-LABEL: @barriers
tt.func @barriers() {
  // CHECK: ttg.barrier local
  ttg.barrier local
  // CHECK: ttg.barrier global_read|tensor_write
  ttg.barrier global_read|tensor_write
  // CHECK: ttg.barrier all
  ttg.barrier local|global_read|global_write|tensor_read|tensor_write
  // CHECK: ttg.barrier none
  ttg.barrier none
  // CHECK: ttg.local_barrier
  ttg.local_barrier
  // CHECK: ttg.warp_id
  %0 = ttg.warp_id
  // CHECK: ttg.warp_id {omitUniformHint}
  %1 = ttg.warp_id {omitUniformHint}
  tt.return
}

// CHECK-LABEL: @specialize(%a: i32, %b: f32)
tt.func @specialize(%a: i32, %b: f32) -> f32 {
  // CHECK-NEXT: %[[R:.*]] = ttg.warp_specialize(%a, %b) attributes {requestedRegisters = array<i32: 24, 152>, warpGroupStartIds = array<i32: 4, 8>}
  // CHECK-NEXT: default {
  // CHECK-NEXT:   ttg.warp_yield %b : f32
  // CHECK-NEXT: }
  // CHECK-NEXT: partition0(%x: i32, %y: f32) num_warps(4) {
  // CHECK-NEXT:   %{{.*}} = arith.addi %x, %x : i32
  // CHECK-NEXT:   ttg.warp_return
  // CHECK-NEXT: }
  // CHECK-NEXT: partition1(%x: i32, %y: f32) num_warps(2) {
  // CHECK-NEXT:   ttg.warp_return
  // CHECK-NEXT: } : (i32, f32) -> f32
  %0 = ttg.warp_specialize(%a, %b) attributes {requestedRegisters = array<i32: 24, 152>, warpGroupStartIds = array<i32: 4, 8>}
  default {
    ttg.warp_yield %b : f32
  }
  partition0(%x: i32, %y: f32) num_warps(4) {
    %1 = arith.addi %x, %x : i32
    ttg.warp_return
  }
  partition1(%x: i32, %y: f32) num_warps(2) {
    ttg.warp_return
  } : (i32, f32) -> f32
  // CHECK: ttg.warp_specialize()
  // CHECK-NEXT: default {
  // CHECK-NEXT:   ttg.warp_yield
  // CHECK-NEXT: } : () -> ()
  ttg.warp_specialize()
  default {
    ttg.warp_yield
  } : () -> ()
  tt.return %0 : f32
}

// The op that holds the partitions has no form of its own.
// CHECK-LABEL: @generic
tt.func @generic(%a: i32) {
  // CHECK-NEXT: ttg.warp_specialize(%a)
  // CHECK-NEXT: default {
  // CHECK:      partition0(%x: i32) num_warps(8) {
  "ttg.warp_specialize"(%a) <{partitionNumWarps = array<i32: 8>}> ({
    ttg.warp_yield
  }, {
    "ttg.warp_specialize.partitions"() ({
    ^bb0(%x: i32):
      ttg.warp_return
    }) : () -> ()
  }) : (i32) -> ()
  tt.return
}

}
