// RUN: not tawa-opt --emit=llvm %s 2>&1 | FileCheck %s

// A tensor must have an encoding.

module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @bare() {
    // CHECK: bare-invalid.mlir:[[@LINE+1]]:{{[0-9]+}}: error: 'tt.make_range' has no lowering to LLVM IR: 'tensor<256xi32>' has no encoding
    %0 = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
    tt.return
  }
}
