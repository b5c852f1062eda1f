// RUN: tawa-opt --emit=llvm %s | FileCheck %s

// A dot of 8-bit floats whose sums may hold 64 products imprecisely: two slices of 32
// are summed up at a time and added to the accumulator with all bits.
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8, 32]}>
#bytes = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 8}>
#bytes1 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 8}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: @in_parts
  tt.func public @in_parts(%use: i1, %p: !tt.ptr<f32>) {
    %c = arith.constant dense<1.0> : tensor<64x8xf32, #mma>
    %a = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<64x128xf8E4M3FN, #bytes, #smem, mutable>
    %b = ttg.local_alloc {allocation.offset = 8192 : i32} : () -> !ttg.memdesc<128x8xf8E4M3FN, #bytes1, #smem, mutable>
    // CHECK: asm sideeffect "wgmma.wait_group.sync.aligned 0;"
    // CHECK: select contract i1 %{{.*}}, float %{{.*}}, float 0x0
    // CHECK: m64n8k32.f32.e4m3.e4m3 {$0,$1,$2,$3}, {{[^;]*}}, 0, 1, 1; wgmma.mma_async{{[^;]*}}, 1, 1, 1; wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;
    // CHECK: fadd contract float
    // CHECK: m64n8k32.f32.e4m3.e4m3 {$0,$1,$2,$3}, {{[^;]*}}, 0, 1, 1; wgmma.mma_async{{[^;]*}}, 1, 1, 1; wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;
    // CHECK: fadd contract float
    %d = nvgpu.dot_issue %a, %b, %c, %use {maxNumImpreciseAcc = 64 : i32} : !ttg.memdesc<64x128xf8E4M3FN, #bytes, #smem, mutable> * !ttg.memdesc<128x8xf8E4M3FN, #bytes1, #smem, mutable> -> tensor<64x8xf32, #mma>
    %w = nvgpu.dot_wait %d {pendings = 0 : i32} : tensor<64x8xf32, #mma>
    %ps = tt.splat %p : !tt.ptr<f32> -> tensor<64x8x!tt.ptr<f32>, #mma>
    tt.store %ps, %w : tensor<64x8x!tt.ptr<f32>, #mma>
    tt.return
  }
}
