// RUN: tawa-opt --emit=llvm %s | FileCheck %s

// A dot is one statement: fence, a wgmma per 32 bytes of K, commit. The wait that
// leaves it in flight names no register; the one that completes it ties them all.
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: @dot
  tt.func public @dot(%n: i32, %use: i1, %p: !tt.ptr<f32>) {
    %zero = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
    %a = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<64x32xf16, #shared2, #smem, mutable>
    %b = ttg.local_alloc {allocation.offset = 8192 : i32} : () -> !ttg.memdesc<32x64xf16, #shared, #smem, mutable>
    // B with N fastest is read transposed; a zero accumulator is not read.
    // CHECK: wgmma.fence.sync.aligned; wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {$0,{{.*}},$31}, $64, $66, 0, 1, 1, 0, 1; wgmma.mma_async{{.*}}, $65, $67, 1, 1, 1, 0, 1; wgmma.commit_group.sync.aligned;
    // CHECK-SAME: (float undef,
    %d = nvgpu.dot_issue %a, %b, %zero : !ttg.memdesc<64x32xf16, #shared2, #smem, mutable> * !ttg.memdesc<32x64xf16, #shared, #smem, mutable> -> tensor<64x64xf32, #mma>
    // CHECK: wgmma.mma_async{{.*}}, $64, $66, $68, 1, 1, 0, 1;
    %e = nvgpu.dot_issue %a, %b, %d, %use : !ttg.memdesc<64x32xf16, #shared2, #smem, mutable> * !ttg.memdesc<32x64xf16, #shared, #smem, mutable> -> tensor<64x64xf32, #mma>
    // CHECK: asm sideeffect "wgmma.wait_group.sync.aligned 1;", "~{memory}"()
    %f = nvgpu.dot_wait %e {pendings = 1 : i32} : tensor<64x64xf32, #mma>
    // CHECK: "wgmma.wait_group.sync.aligned 0;", "=f,
    %g = nvgpu.dot_wait %f {pendings = 0 : i32} : tensor<64x64xf32, #mma>
    %ps = tt.splat %p : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #mma>
    tt.store %ps, %g : tensor<64x64x!tt.ptr<f32>, #mma>
    tt.return
  }
}
#shared2 = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
