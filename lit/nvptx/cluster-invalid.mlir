// RUN: not tawa-opt --emit=llvm %s 2>&1 | FileCheck %s

// A tensor must lie in one CTA, and an encoding must say where.
#pair = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CGALayout = [[1]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @cluster() {
    // CHECK: cluster-invalid.mlir:[[@LINE+1]]:{{[0-9]+}}: error: 'tt.make_range' has no lowering to LLVM IR: a cluster of several CTAs shares 'tensor<256xi32,
    %0 = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #pair>
    tt.return
  }
}
