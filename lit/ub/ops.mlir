// RUN: tawa-opt %s | FileCheck %s
// RUN: tawa-opt --mlir-print-op-generic %s | tawa-opt | FileCheck %s

// Every op prints as it is written; the value of poison, if it is the usual one, is not.

// CHECK: func.func @values() {
func.func @values() {
  // CHECK-NEXT: %a = ub.poison : i32
  %a = ub.poison : i32
  // CHECK-NEXT: %b = ub.poison {note} : tensor<4xf32>
  %b = ub.poison {note} : tensor<4xf32>
  // CHECK-NEXT: ub.unreachable
  ub.unreachable
// CHECK-NEXT: }
}
