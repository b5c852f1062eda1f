// RUN: tawa-opt %s | FileCheck %s
// RUN: tawa-opt --mlir-print-op-generic %s | tawa-opt | FileCheck %s

// Every op prints as it is written.

// CHECK: func.func @barriers() {
func.func @barriers() {
  // CHECK-NEXT: gpu.barrier
  gpu.barrier
  // CHECK-NEXT: gpu.barrier {note = 1 : i32}
  gpu.barrier {note = 1 : i32}
  // CHECK-NEXT: return
  return
// CHECK-NEXT: }
}
