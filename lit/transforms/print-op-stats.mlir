// RUN: tawa-opt %s --print-op-stats -o /dev/null 2>&1 | FileCheck %s --strict-whitespace
// RUN: tawa-opt %s --print-op-stats=json -o /dev/null 2>&1 | FileCheck %s --check-prefix=JSON

//      CHECK:Operations encountered:
// CHECK-NEXT:-----------------------
// CHECK-NEXT:    arith.addi   , 2
// CHECK-NEXT:  builtin.module , 1
// CHECK-NEXT:     func.func   , 1
// CHECK-NEXT:     func.return , 1
//      JSON: {
// JSON-NEXT:   "arith.addi": 2,
// JSON-NEXT:   "builtin.module": 1,
func.func @f(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  %1 = arith.addi %0, %a : i32
  return %1 : i32
}
