// RUN: tawa-opt --canonicalize %s | FileCheck %s

// Of barriers with nothing between them one is enough.
func.func private @effect()

// CHECK-LABEL: func.func @barriers(
// CHECK: gpu.barrier
// CHECK: call @effect() : () -> ()
// CHECK: gpu.barrier
// CHECK: return
func.func @barriers() {
  gpu.barrier
  gpu.barrier
  gpu.barrier
  func.call @effect() : () -> ()
  gpu.barrier
  return
}
