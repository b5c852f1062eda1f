// RUN: tawa-opt --canonicalize %s | FileCheck %s

// Sizes that are known go into types; what is only written is not needed.
// CHECK-LABEL: func.func @alloc(
// CHECK-NEXT: %[[M:.*]] = memref.alloc() : memref<4x8xf32>
// CHECK-NEXT: %[[C:.*]] = memref.cast %[[M]] : memref<4x8xf32> to memref<?x8xf32>
// CHECK-NEXT: return %[[C]]
func.func @alloc(%x: f32, %i: index) -> memref<?x8xf32> {
  %c4 = arith.constant 4 : index
  %m = memref.alloc(%c4) : memref<?x8xf32>
  %unused = memref.alloc() : memref<8xf32>
  memref.store %x, %unused[%i] : memref<8xf32>
  memref.dealloc %unused : memref<8xf32>
  return %m : memref<?x8xf32>
}

// An op takes what was cast, and extents are known before the cast.
// CHECK-LABEL: func.func @casts(
// CHECK-SAME: %[[M:.*]]: memref<4xf32>, %[[I:.*]]: index
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK: %[[X:.*]] = memref.load %[[M]][%[[I]]] : memref<4xf32>
// CHECK: return %[[X]], %[[C4]], %[[M]]
func.func @casts(%m: memref<4xf32>, %i: index) -> (f32, index, memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c = memref.cast %m : memref<4xf32> to memref<?xf32>
  %x = memref.load %c[%i] : memref<?xf32>
  %n = memref.dim %c, %c0 : memref<?xf32>
  %back = memref.cast %c : memref<?xf32> to memref<4xf32>
  return %x, %n, %back : f32, index, memref<4xf32>
}

// The extent of an allocation is what it was made of.
// CHECK-LABEL: func.func @dim(
// CHECK-SAME: %[[N:.*]]: index
// CHECK: return %[[N]], %{{.*}}, %[[N]]
func.func @dim(%n: index) -> (index, index, index) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %m = memref.alloc(%n) : memref<4x?xf32>
  %a = memref.dim %m, %c1 : memref<4x?xf32>
  %r = memref.rank %m : memref<4x?xf32>
  %s = memref.subview %m[0, 0] [4, %n] [1, 1] : memref<4x?xf32> to memref<4x?xf32, strided<[?, 1]>>
  %b = memref.dim %s, %c1 : memref<4x?xf32, strided<[?, 1]>>
  return %a, %r, %b : index, index, index
}

// Operands that are constants become part of the type.
// CHECK-LABEL: func.func @subview(
// CHECK: %[[S:.*]] = memref.subview %{{.*}}[0, 2] [2, 4] [1, 1] : memref<4x8xf32> to memref<2x4xf32, strided<[8, 1], offset: 2>>
// CHECK: memref.cast %[[S]]
func.func @subview(%m: memref<4x8xf32>) -> memref<2x?xf32, strided<[8, 1], offset: ?>> {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %s = memref.subview %m[0, %c2] [2, %c4] [1, 1] : memref<4x8xf32> to memref<2x?xf32, strided<[8, 1], offset: ?>>
  return %s : memref<2x?xf32, strided<[8, 1], offset: ?>>
}

// CHECK-LABEL: func.func @view(
// CHECK: memref.view %{{.*}}[%{{.*}}][] : memref<64xi8> to memref<4x4xf32>
func.func @view(%m: memref<64xi8>, %i: index) -> memref<?x4xf32> {
  %c4 = arith.constant 4 : index
  %v = memref.view %m[%i][%c4] : memref<64xi8> to memref<?x4xf32>
  return %v : memref<?x4xf32>
}

// CHECK-LABEL: func.func @reshapes(
// CHECK-SAME: %[[M:.*]]: memref<4x6xf32>
// CHECK-NEXT: return %[[M]], %[[M]]
func.func @reshapes(%m: memref<4x6xf32>) -> (memref<4x6xf32>, memref<4x6xf32>) {
  %a = memref.collapse_shape %m [[0, 1]] : memref<4x6xf32> into memref<24xf32>
  %b = memref.expand_shape %a [[0, 1]] output_shape [4, 6] : memref<24xf32> into memref<4x6xf32>
  %c = memref.subview %m[0, 0] [4, 6] [1, 1] : memref<4x6xf32> to memref<4x6xf32>
  memref.copy %m, %m : memref<4x6xf32> to memref<4x6xf32>
  return %b, %c : memref<4x6xf32>, memref<4x6xf32>
}

// What the type says needs no descriptor; a scope without memory is its contents.
// CHECK-LABEL: func.func @metadata(
// CHECK-DAG: %[[C6:.*]] = arith.constant 6 : index
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NOT: memref
// CHECK: return %[[C0]], %[[C6]], %[[C6]]
func.func @metadata(%m: memref<4x6xf32>) -> (index, index, index) {
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<4x6xf32> -> memref<f32>, index, index, index, index, index
  %s = memref.alloca_scope -> (index) {
    memref.alloca_scope.return %strides#0 : index
  }
  return %offset, %sizes#1, %s : index, index, index
}

// Only the memory of what is reinterpreted counts; spaces are cast once.
// CHECK-LABEL: func.func @chains(
// CHECK-SAME: %[[M:.*]]: memref<16xf32>
// CHECK: memref.reinterpret_cast %[[M]] to offset: [0], sizes: [8], strides: [1]
// CHECK: return %{{.*}}, %[[M]]
func.func @chains(%m: memref<16xf32>) -> (memref<8xf32>, memref<16xf32>) {
  %a = memref.reinterpret_cast %m to offset: [0], sizes: [4, 4], strides: [4, 1] : memref<16xf32> to memref<4x4xf32>
  %b = memref.reinterpret_cast %a to offset: [0], sizes: [8], strides: [1] : memref<4x4xf32> to memref<8xf32>
  %c = memref.memory_space_cast %m : memref<16xf32> to memref<16xf32, 1>
  %d = memref.memory_space_cast %c : memref<16xf32, 1> to memref<16xf32>
  return %b, %d : memref<8xf32>, memref<16xf32>
}
