// RUN: tawa-opt --allow-unregistered-dialect %s | FileCheck %s
// RUN: tawa-opt --allow-unregistered-dialect --mlir-print-op-generic %s | tawa-opt --allow-unregistered-dialect | FileCheck %s

func.func @dma(%i: index, %a: memref<10xf32>, %b: memref<10x10xf32, 1>, %t: memref<i32>) {
  memref.dma_start %a[%i], %b[%i, %i], %i, %t[] : memref<10xf32>, memref<10x10xf32, 1>, memref<i32>
  memref.dma_start %a[%i], %b[%i, %i], %i, %t[], %i, %i {x = 1} : memref<10xf32>, memref<10x10xf32, 1>, memref<i32>
  memref.dma_wait %t[], %i : memref<i32>
  return
}

// The checks from here on are written by the tool's own `checks --update`.
// CHECK:       module {
// CHECK-LABEL:   func.func @dma(
// CHECK-SAME:  [[I:%.*]]: index, [[A:%.*]]: memref<10xf32>, [[B:%.*]]: memref<10x10xf32, 1>, [[T:%.*]]: memref<i32>) {
// CHECK-NEXT:      memref.dma_start [[A]][[[I]]], [[B]][[[I]], [[I]]], [[I]], [[T]][] : memref<10xf32>, memref<10x10xf32, 1>, memref<i32>
// CHECK-NEXT:      memref.dma_start [[A]][[[I]]], [[B]][[[I]], [[I]]], [[I]], [[T]][], [[I]], [[I]] {x = 1 : i64} : memref<10xf32>, memref<10x10xf32, 1>, memref<i32>
// CHECK-NEXT:      memref.dma_wait [[T]][], [[I]] : memref<i32>
// CHECK-NEXT:      return
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// End of the written checks.
