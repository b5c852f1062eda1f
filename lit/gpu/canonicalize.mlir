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

// Waiting for a wait is waiting for what it waits for.
// CHECK-LABEL: func.func @waits(
// CHECK-SAME: %[[M:.*]]: memref<4xf32, 1>
// CHECK-NEXT: %[[T:.*]] = gpu.wait async
// CHECK-NEXT: %[[D:.*]] = gpu.dealloc async [%[[T]]] %[[M]]
// CHECK-NEXT: gpu.wait [%[[D]]]
// CHECK-NEXT: return
func.func @waits(%m: memref<4xf32, 1>) {
  gpu.wait
  %t = gpu.wait async
  %d = gpu.dealloc async [%t] %m : memref<4xf32, 1>
  %u = gpu.wait async [%d]
  gpu.wait [%u]
  return
}

// In a dimension of size 1 there is only number 0.
// CHECK-LABEL: func.func @launch(
// CHECK: %[[C0:.*]] = arith.constant 0 : index
// CHECK: gpu.launch blocks(%{{[^,]*}}, %[[Y:[^,]*]],
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[C0]], %[[Y]]]
func.func @launch(%n: index, %m: memref<4x4xf32>, %x: f32) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%a, %b, %c) in (%ga = %c1, %gb = %n, %gc = %c1) threads(%d, %e, %f) in (%bd = %c1, %be = %c1, %bf = %c1) {
    memref.store %x, %m[%a, %b] : memref<4x4xf32>
    gpu.terminator
  }
  return
}

// CHECK-LABEL: func.func @reduce(
// CHECK-SAME: %[[X:.*]]: f32
// CHECK-NEXT: return %[[X]]
func.func @reduce(%x: f32, %m: memref<4xf32>) -> f32 {
  %r = gpu.subgroup_reduce add %x cluster(size = 1) : (f32) -> f32
  gpu.memcpy %m, %m : memref<4xf32>, memref<4xf32>
  return %r : f32
}

// Nobody sees what is written into a new buffer that is only freed; where there is a reader, the copy stays.
// CHECK-LABEL: func.func @copies(
// CHECK-SAME: %[[M:.*]]: memref<4xf32>
// CHECK-NEXT: %[[B:.*]] = gpu.alloc () : memref<4xf32>
// CHECK-NEXT: gpu.memcpy %[[B]], %[[M]] : memref<4xf32>, memref<4xf32>
// CHECK-NEXT: return %[[B]] : memref<4xf32>
func.func @copies(%m: memref<4xf32>) -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  gpu.memcpy %a, %m : memref<4xf32>, memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  %b = gpu.alloc () : memref<4xf32>
  gpu.memcpy %b, %m : memref<4xf32>, memref<4xf32>
  gpu.memcpy %b, %b : memref<4xf32>, memref<4xf32>
  return %b : memref<4xf32>
}
