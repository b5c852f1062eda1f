// RUN: tawa-opt %s | tawa-opt | FileCheck %s
// RUN: tawa-opt --mlir-print-op-generic %s | tawa-opt | FileCheck %s

#swizzled = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory

// Encodings without a linear form of their own are read and printed; a map that goes through a shape gets the short form.
// CHECK-DAG: #shared{{[0-9]*}} = #ttg.padded_shared<[128:+4, 256:+8] {order = [1, 0], shape = [64, 64]}>
// CHECK-DAG: #shared{{[0-9]*}} = #ttg.padded_shared<[4:+2] {order = [0, 1], shape = [2, 4]}>
// CHECK-DAG: #shared{{[0-9]*}} = #ttg.padded_shared<[4:+2] {offset = {{\[}}[0, 2], [0, 1], [1, 0]], block = []}>
// CHECK-DAG: #shared{{[0-9]*}} = #ttg.padded_shared<[4:+2] {order = [1, 0]}>
// CHECK-DAG: #shared{{[0-9]*}} = #ttg.partitioned_shared<{numPartitions = 2, numGroups = 1, partitionDim = 0, partitionLayout = #shared{{[0-9]*}}}>
// CHECK-DAG: #shared{{[0-9]*}} = #ttg.amd_rotating_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>
// CHECK-DAG: #mma{{[0-9]*}} = #ttg.amd_mfma<{version = 3, warpsPerCTA = [4, 1], instrShape = [32, 32, 8], isTransposed = true, tilesPerWarp = [2, 2], elementBitWidth = 64}>
// CHECK-DAG: #mma{{[0-9]*}} = #ttg.amd_wmma<{version = 2, isTranspose = true, warpsPerCTA = [4, 1], instrShape = [16, 16, 32]}>
// CHECK-DAG: #mma{{[0-9]*}} = #ttg.amd_wmma<{version = 1, isTranspose = false, ctaLayout = {register = {{\[}}[0, 1]], warp = {{\[}}[1, 0], [2, 0]]}}>
tt.func private @encodings(
  !ttg.memdesc<64x64xf16, #ttg.padded_shared<[128:+4, 256:+8] {shape = [64, 64], order = [1, 0]}>, #smem>,
  !ttg.memdesc<2x4xf16, #ttg.padded_shared<[4:+2] {offset = [[1, 0], [0, 1], [0, 2]], block = []}>, #smem>,
  !ttg.memdesc<2x4xf16, #ttg.padded_shared<[4:+2] {offset = [[0, 2], [0, 1], [1, 0]], block = []}>, #smem>,
  !ttg.memdesc<2x4xf16, #ttg.padded_shared<[4:+2]>, #smem>,
  !ttg.memdesc<64x64xf16, #ttg.partitioned_shared<{numPartitions = 2, numGroups = 1, partitionDim = 0, partitionLayout = #swizzled}>, #smem>,
  !ttg.memdesc<64x64xf16, #ttg.amd_rotating_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>, #smem>,
  tensor<64x64xf32, #ttg.amd_mfma<{version = 3, warpsPerCTA = [4, 1], instrShape = [32, 32, 8], isTransposed = true, tilesPerWarp = [2, 2], elementBitWidth = 64}>>,
  tensor<64x64xf32, #ttg.amd_wmma<{version = 2, isTranspose = true, warpsPerCTA = [4, 1], instrShape = [16, 16, 32]}>>,
  tensor<64x64xf32, #ttg.amd_wmma<{version = 1, ctaLayout = {register = [[0, 1]], warp = [[1, 0], [2, 0]]}}>>)

// Generic linear maps, offsets that hold nothing, and blocks that repeat.
// CHECK-LABEL: @maps
// CHECK-SAME: tensor<16x2xi32, #linear{{[0-9]*}}>
tt.func private @maps(
  tensor<16x2xi32, #ttg.generic_linear<{register = [[1, 1]], lane = [[0, 1], [2, 0], [4, 0], [8, 0], [0, 0]], warp = [], block = []}>>,
  !ttg.memdesc<4x2xi32, #ttg.shared_linear<{offset = [[0, 1], [0, 0], [1, 0]], block = [[2, 0]]}, alignment = 16>, #smem>,
  !ttg.memdesc<4x2xi32, #ttg.padded_shared<[2:+1] {offset = [[1, 0], [0, 1]], block = [[1, 0], [2, 0]]}>, #smem>)

// CHECK-LABEL: @clusters
#pairs = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0], CGALayout = [[1, 0]]}>
#tiles = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>
#flat = #ttg.linear<{register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [[64], [128]], block = [[256]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func @clusters(%m: !ttg.memdesc<8x16xf32, #pairs, #smem>, %x: tensor<64x8xf32, #tiles>) {
    // CHECK: ttg.memdesc_subslice %m[4, 0] : !ttg.memdesc<8x16xf32, #shared{{[0-9]*}}, #smem> -> !ttg.memdesc<4x16xf32, #shared{{[0-9]*}}, #smem, 8x16>
    %0 = ttg.memdesc_subslice %m[4, 0] : !ttg.memdesc<8x16xf32, #pairs, #smem> -> !ttg.memdesc<4x16xf32, #pairs, #smem, 8x16>
    // CHECK: ttg.memdesc_subslice %m[0, 8] : !ttg.memdesc<8x16xf32, #shared{{[0-9]*}}, #smem> -> !ttg.memdesc<8x8xf32, #shared{{[0-9]*}}, #smem, 8x16>
    %1 = ttg.memdesc_subslice %m[0, 8] : !ttg.memdesc<8x16xf32, #pairs, #smem> -> !ttg.memdesc<8x8xf32, #pairs, #smem, 8x16>
    // CHECK: tt.reshape %x : tensor<64x8xf32, #blocked{{[0-9]*}}> -> tensor<512xf32, #linear{{[0-9]*}}>
    %2 = tt.reshape %x : tensor<64x8xf32, #tiles> -> tensor<512xf32, #flat>
    tt.return
  }
}

// CHECK-LABEL: @later
// CHECK: ttg.local_atomic_scatter_rmw add, %m[%i], %x {axis = 0 : i32} : (!ttg.memdesc<8x8xi32, #shared{{[0-9]*}}, #smem, mutable>, tensor<8x8xi32>, tensor<8x8xi32>) -> tensor<8x8xi32>
tt.func @later(%m: !ttg.memdesc<8x8xi32, #swizzled, #smem, mutable>, %x: tensor<8x8xi32>, %i: tensor<8x8xi32>) {
  %0 = ttg.local_atomic_scatter_rmw add, %m[%i], %x {axis = 0 : i32} : (!ttg.memdesc<8x8xi32, #swizzled, #smem, mutable>, tensor<8x8xi32>, tensor<8x8xi32>) -> tensor<8x8xi32>
  tt.return
}
