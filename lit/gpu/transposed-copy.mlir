// RUN: tawa-opt --convert-tt-to-ttg %s | FileCheck %s

// An operand of 8-bit elements whose rows run the wrong way is copied by matrices: a thread loads
// squares, two bytes along one dimension by two along the other, and stores words of four.

// CHECK: #[[SQUARES:.*]] = #ttg.linear<{register = {{\[\[}}0, 1], [1, 0], [2, 0], [16, 0], [32, 0], [64, 0]], lane = {{\[\[}}4, 0], [8, 0], [0, 2], [0, 4], [0, 8]], warp = {{\[\[}}0, 16], [0, 32]], block = []}>
// CHECK-LABEL: tt.func @copied
// CHECK: %[[TILE:.*]] = ttg.local_load %{{.*}} -> tensor<128x64xf8E4M3FN, #[[SQUARES]]>
// CHECK: %[[COPY:.*]] = ttg.local_alloc %[[TILE]]
// CHECK: nvgpu.dot_issue %{{.*}}, %[[COPY]],
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 8}>
#rows = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8}>
#turned = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = true, elementBitWidth = 8}>
#smem = #ttg.shared_memory
tt.func @copied(%p: tensor<64x64x!tt.ptr<f32>>) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = ttg.local_alloc : () -> !ttg.memdesc<64x128xf8E4M3FN, #rows, #smem, mutable>
  %b = ttg.local_alloc : () -> !ttg.memdesc<128x64xf8E4M3FN, #shared, #smem, mutable>
  %t = ttg.local_load %b : !ttg.memdesc<128x64xf8E4M3FN, #shared, #smem, mutable> -> tensor<128x64xf8E4M3FN>
  %d = nvgpu.dot_issue %a, %t, %zero : !ttg.memdesc<64x128xf8E4M3FN, #rows, #smem, mutable> * tensor<128x64xf8E4M3FN> -> tensor<64x64xf32>
  %w = nvgpu.dot_wait %d {pendings = 0 : i32} : tensor<64x64xf32>
  tt.store %p, %w : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// Also when it is rearranged on the way, in the order of K in which an accumulator becomes an operand.

// CHECK-LABEL: tt.func @rearranged
// CHECK: %[[VIEW:.*]] = ttg.memdesc_trans
// CHECK: %[[TILE:.*]] = ttg.local_load %[[VIEW]] {{.*}} -> tensor<64x128xf8E4M3FN, #[[LOADED:.*]]>
// CHECK-NOT: convert_layout
// CHECK: tt.reshape %[[TILE]]
// CHECK: ttg.local_store
tt.func @rearranged() {
  %b = ttg.local_alloc : () -> !ttg.memdesc<128x64xf8E4M3FN, #shared, #smem, mutable>
  %c = ttg.local_alloc : () -> !ttg.memdesc<64x128xf8E4M3FN, #rows, #smem, mutable>
  %v = ttg.memdesc_trans %b {order = array<i32: 1, 0>} : !ttg.memdesc<128x64xf8E4M3FN, #shared, #smem, mutable> -> !ttg.memdesc<64x128xf8E4M3FN, #turned, #smem, mutable>
  %t = ttg.local_load %v : !ttg.memdesc<64x128xf8E4M3FN, #turned, #smem, mutable> -> tensor<64x128xf8E4M3FN>
  %0 = tt.reshape %t : tensor<64x128xf8E4M3FN> -> tensor<64x8x2x4x2xf8E4M3FN>
  %1 = tt.trans %0 {order = array<i32: 0, 1, 3, 2, 4>} : tensor<64x8x2x4x2xf8E4M3FN> -> tensor<64x8x4x2x2xf8E4M3FN>
  %2 = tt.reshape %1 : tensor<64x8x4x2x2xf8E4M3FN> -> tensor<64x128xf8E4M3FN>
  ttg.local_store %2, %c : tensor<64x128xf8E4M3FN> -> !ttg.memdesc<64x128xf8E4M3FN, #rows, #smem, mutable>
  tt.return
}
