// RUN: not tawa-opt --emit=llvm %s 2>&1 | FileCheck %s

// Every op without a lowering is named, where it stands.
module {
  tt.func public @k(%x: f32) {
    // CHECK: invalid.mlir:[[@LINE+1]]:{{[0-9]+}}: error: 'math.tanh' has no lowering to LLVM IR
    %y = math.tanh %x : f32
    // CHECK: invalid.mlir:[[@LINE+1]]:{{[0-9]+}}: error: 'math.atan' has no lowering to LLVM IR
    %z = math.atan %y : f32
    tt.return
  }
}
