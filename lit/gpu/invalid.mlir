// RUN: tawa-opt --split-input-file --verify-diagnostics %s

func.func @operand(%a: i32) {
  // expected-error@+1 {{'gpu.barrier' op expected 0 operands, but found 1}}
  "gpu.barrier"(%a) : (i32) -> ()
  return
}
