// RUN: not tawa-opt --emit=llvm %s 2>&1 | FileCheck %s

// Wider rows without a swizzle are nothing that an instruction reads.
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 16, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#plain = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func public @wide(%p: !tt.ptr<f32>) {
    %zero = arith.constant dense<0.0> : tensor<64x16xf32, #mma>
    %a = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<64x32xf16, #shared, #smem, mutable>
    %b = ttg.local_alloc {allocation.offset = 8192 : i32} : () -> !ttg.memdesc<32x16xf16, #plain, #smem, mutable>
    // CHECK: [[@LINE+1]]:10: error: 'nvgpu.dot_issue' has operand #1, '!ttg.memdesc<32x16xf16, {{.*}}>', in memory without a swizzle, where wgmma reads only rows of 16 bytes along M or N
    %d = nvgpu.dot_issue %a, %b, %zero : !ttg.memdesc<64x32xf16, #shared, #smem, mutable> * !ttg.memdesc<32x16xf16, #plain, #smem, mutable> -> tensor<64x16xf32, #mma>
    %w = nvgpu.dot_wait %d {pendings = 0 : i32} : tensor<64x16xf32, #mma>
    %ps = tt.splat %p : !tt.ptr<f32> -> tensor<64x16x!tt.ptr<f32>, #mma>
    tt.store %ps, %w : tensor<64x16x!tt.ptr<f32>, #mma>
    tt.return
  }
}
