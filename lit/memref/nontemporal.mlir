// RUN: tawa-opt %s | FileCheck %s

// What is so anyway is not spelled.
// CHECK-LABEL: func.func @temporal(
// CHECK-NEXT: %{{.}} = memref.load %m[%i] : memref<4xf32>
// CHECK-NEXT: %{{.}} = memref.load %m[%i] {nontemporal = true} : memref<4xf32>
func.func @temporal(%m: memref<4xf32>, %i: index) {
  %0 = memref.load %m[%i] {nontemporal = false} : memref<4xf32>
  %1 = memref.load %m[%i] {nontemporal = true} : memref<4xf32>
  return
}
