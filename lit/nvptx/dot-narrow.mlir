// RUN: tawa-opt --emit=llvm %s | FileCheck %s

// Rows of 16 bytes along N are not swizzled: 128 bytes lead to the next 8 rows of K.
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#plain = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: @narrow
  tt.func public @narrow(%p: !tt.ptr<f32>) {
    %zero = arith.constant dense<0.0> : tensor<64x8xf32, #mma>
    %a = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<64x32xf16, #shared, #smem, mutable>
    %b = ttg.local_alloc {allocation.offset = 8192 : i32} : () -> !ttg.memdesc<32x8xf16, #plain, #smem, mutable>
    // CHECK: or i64 %{{.*}}, 524288
    // CHECK: m64n8k16.f32.f16.f16 {$0,$1,$2,$3}, $8, $10, 0, 1, 1, 0, 1;
    %d = nvgpu.dot_issue %a, %b, %zero : !ttg.memdesc<64x32xf16, #shared, #smem, mutable> * !ttg.memdesc<32x8xf16, #plain, #smem, mutable> -> tensor<64x8xf32, #mma>
    %w = nvgpu.dot_wait %d {pendings = 0 : i32} : tensor<64x8xf32, #mma>
    %ps = tt.splat %p : !tt.ptr<f32> -> tensor<64x8x!tt.ptr<f32>, #mma>
    tt.store %ps, %w : tensor<64x8x!tt.ptr<f32>, #mma>
    tt.return
  }
}
