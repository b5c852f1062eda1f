// RUN: tawa-opt --split-input-file --verify-diagnostics %s

llvm.func @number(%id: i64) {
  // expected-error @+1 {{operand #0 must be 32-bit signless integer, but got 'i64'}}
  "nvvm.barrier"(%id) <{operandSegmentSizes = array<i32: 1, 0>}> : (i64) -> ()
  llvm.return
}
