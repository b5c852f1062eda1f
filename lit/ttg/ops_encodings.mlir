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

// CHECK-LABEL: @later
// CHECK: ttg.local_atomic_scatter_rmw add, %m[%i], %x {axis = 0 : i32} : (!ttg.memdesc<8x8xi32, #shared{{[0-9]*}}, #smem, mutable>, tensor<8x8xi32>, tensor<8x8xi32>) -> tensor<8x8xi32>
tt.func @later(%m: !ttg.memdesc<8x8xi32, #swizzled, #smem, mutable>, %x: tensor<8x8xi32>, %i: tensor<8x8xi32>) {
  %0 = ttg.local_atomic_scatter_rmw add, %m[%i], %x {axis = 0 : i32} : (!ttg.memdesc<8x8xi32, #swizzled, #smem, mutable>, tensor<8x8xi32>, tensor<8x8xi32>) -> tensor<8x8xi32>
  tt.return
}
