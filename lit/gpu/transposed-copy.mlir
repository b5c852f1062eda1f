// RUN: tawa-opt --convert-tt-to-ttg %s | FileCheck %s

// An operand of 8-bit elements whose rows run the wrong way is copied by words: each thread
// has squares of four by four.

// CHECK: #[[SQUARES:.*]] = #ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-LABEL: tt.func @copied
// CHECK: %[[TILE:.*]] = ttg.local_load %{{.*}} -> tensor<128x64xf8E4M3FN, #[[SQUARES]]>
// CHECK: %[[COPY:.*]] = ttg.local_alloc %[[TILE]]
// CHECK: nvgpu.dot_issue %{{.*}}, %[[COPY]],
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 8}>
#rows = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8}>
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
