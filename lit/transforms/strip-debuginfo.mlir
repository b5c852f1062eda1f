// RUN: tawa-opt %s --strip-debuginfo --mlir-print-debuginfo | FileCheck %s

// CHECK-NOT: {{file|line|name}}
// CHECK: func.func @f(%a: i32 loc(unknown))
// CHECK: arith.addi %a, %a : i32 loc(#loc)
// CHECK-NOT: {{file|line|name}}
func.func @f(%a: i32 loc("name")) -> i32 {
  %0 = arith.addi %a, %a : i32 loc("file":1:2)
  return %0 : i32 loc(fused["line"])
}
