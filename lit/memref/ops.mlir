// RUN: tawa-opt %s | FileCheck %s
// RUN: tawa-opt --mlir-print-op-generic %s | tawa-opt | FileCheck %s

// Every op prints as it is written.

// CHECK-DAG: #map = affine_map<(d0, d1)[s0] -> (d0 * s0 + d1)>
#map = affine_map<(d0, d1)[s0] -> (d0 * s0 + d1)>
// CHECK: module {
module {
  // CHECK-NEXT: memref.global "private" constant @table : memref<2xf32> = dense<[1.000000e+00, 2.000000e+00]> {alignment = 64 : i64}
  memref.global "private" constant @table : memref<2xf32> = dense<[1.000000e+00, 2.000000e+00]> {alignment = 64 : i64}
  // CHECK-NEXT: memref.global @buffer : memref<2xf32> = uninitialized
  memref.global @buffer : memref<2xf32> = uninitialized
  // CHECK-NEXT: memref.global @elsewhere : memref<2xf32>
  memref.global @elsewhere : memref<2xf32>
  // CHECK-NEXT: func.func @allocation(%n: index, %m: memref<?xf32>, %u: memref<*xf32>) {
  func.func @allocation(%n: index, %m: memref<?xf32>, %u: memref<*xf32>) {
    // CHECK-NEXT: %heap = memref.alloc(%n) {alignment = 64 : i64} : memref<4x?xf32>
    %heap = memref.alloc(%n) {alignment = 64 : i64} : memref<4x?xf32>
    // CHECK-NEXT: %stack = memref.alloca() : memref<4xf32>
    %stack = memref.alloca() : memref<4xf32>
    // CHECK-NEXT: %symbols = memref.alloc()[%n] : memref<4x4xf32, #map>
    %symbols = memref.alloc()[%n] : memref<4x4xf32, #map>
    // CHECK-NEXT: %larger = memref.realloc %m(%n) : memref<?xf32> to memref<?xf32>
    %larger = memref.realloc %m(%n) : memref<?xf32> to memref<?xf32>
    // CHECK-NEXT: %fixed = memref.realloc %m : memref<?xf32> to memref<8xf32>
    %fixed = memref.realloc %m : memref<?xf32> to memref<8xf32>
    // CHECK-NEXT: memref.dealloc %heap : memref<4x?xf32>
    memref.dealloc %heap : memref<4x?xf32>
    // CHECK-NEXT: memref.dealloc %u : memref<*xf32>
    memref.dealloc %u : memref<*xf32>
    // CHECK-NEXT: memref.alloca_scope  {
    memref.alloca_scope  {
      // CHECK-NEXT: %inner = memref.alloca() : memref<4xf32>
      %inner = memref.alloca() : memref<4xf32>
    // CHECK-NEXT: }
    }
    // CHECK-NEXT: %kept = memref.alloca_scope -> (index) {
    %kept = memref.alloca_scope -> index {
      // CHECK-NEXT: memref.alloca_scope.return %n : index
      memref.alloca_scope.return %n : index
    // CHECK-NEXT: }
    }
    // CHECK-NEXT: return
    return
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: func.func @access(%m: memref<4x?xf32>, %to: memref<4x?xf32>, %i: index, %x: f32) {
  func.func @access(%m: memref<4x?xf32>, %to: memref<4x?xf32>, %i: index, %x: f32) {
    // CHECK-NEXT: %a = memref.load %m[%i, %i] : memref<4x?xf32>
    %a = memref.load %m[%i, %i] : memref<4x?xf32>
    // CHECK-NEXT: %b = memref.load %m[%i, %i] {alignment = 16 : i64, nontemporal = true} : memref<4x?xf32>
    %b = memref.load %m[%i, %i] {alignment = 16 : i64, nontemporal = true} : memref<4x?xf32>
    // CHECK-NEXT: memref.store %a, %m[%i, %i] : memref<4x?xf32>
    memref.store %a, %m[%i, %i] : memref<4x?xf32>
    // CHECK-NEXT: memref.prefetch %m[%i, %i], read, locality<3>, data : memref<4x?xf32>
    memref.prefetch %m[%i, %i], read, locality<3>, data : memref<4x?xf32>
    // CHECK-NEXT: memref.prefetch %m[%i, %i], write, locality<0>, instr : memref<4x?xf32>
    memref.prefetch %m[%i, %i], write, locality<0>, instr : memref<4x?xf32>
    // CHECK-NEXT: memref.copy %m, %to : memref<4x?xf32> to memref<4x?xf32>
    memref.copy %m, %to : memref<4x?xf32> to memref<4x?xf32>
    // CHECK-NEXT: %old = memref.atomic_rmw addf %x, %m[%i, %i] : (f32, memref<4x?xf32>) -> f32
    %old = memref.atomic_rmw addf %x, %m[%i, %i] : (f32, memref<4x?xf32>) -> f32
    // CHECK-NEXT: %before = memref.generic_atomic_rmw %m[%i, %i] : memref<4x?xf32> {
    %before = memref.generic_atomic_rmw %m[%i, %i] : memref<4x?xf32> {
    // CHECK-NEXT: ^bb0(%now: f32):
    ^bb0(%now: f32):
      // CHECK-NEXT: %twice = arith.addf %now, %now : f32
      %twice = arith.addf %now, %now : f32
      // CHECK-NEXT: memref.atomic_yield %twice : f32
      memref.atomic_yield %twice : f32
    // CHECK-NEXT: }
    }
    // CHECK-NEXT: return
    return
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: func.func @views(%m: memref<4x?xf32>, %u: memref<*xf32>, %bytes: memref<64xi8>, %shape: memref<2xindex>, %i: index) {
  func.func @views(%m: memref<4x?xf32>, %u: memref<*xf32>, %bytes: memref<64xi8>, %shape: memref<2xindex>, %i: index) {
    // CHECK-NEXT: %cast = memref.cast %m : memref<4x?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
    %cast = memref.cast %m : memref<4x?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
    // CHECK-NEXT: %loose = memref.cast %m : memref<4x?xf32> to memref<*xf32>
    %loose = memref.cast %m : memref<4x?xf32> to memref<*xf32>
    // CHECK-NEXT: %other = memref.memory_space_cast %m : memref<4x?xf32> to memref<4x?xf32, 1>
    %other = memref.memory_space_cast %m : memref<4x?xf32> to memref<4x?xf32, 1>
    // CHECK-NEXT: %aligned = memref.assume_alignment %m, 64 : memref<4x?xf32>
    %aligned = memref.assume_alignment %m, 64 : memref<4x?xf32>
    // CHECK-NEXT: %x, %y = memref.distinct_objects %m, %other : memref<4x?xf32>, memref<4x?xf32, 1>
    %x, %y = memref.distinct_objects %m, %other : memref<4x?xf32>, memref<4x?xf32, 1>
    // CHECK-NEXT: %flat = memref.reinterpret_cast %u to offset: [%i], sizes: [4, %i], strides: [%i, 1] : memref<*xf32> to memref<4x?xf32, strided<[?, 1], offset: ?>>
    %flat = memref.reinterpret_cast %u to offset: [%i], sizes: [4, %i], strides: [%i, 1] : memref<*xf32> to memref<4x?xf32, strided<[?, 1], offset: ?>>
    // CHECK-NEXT: %reshaped = memref.reshape %m(%shape) : (memref<4x?xf32>, memref<2xindex>) -> memref<?x?xf32>
    %reshaped = memref.reshape %m(%shape) : (memref<4x?xf32>, memref<2xindex>) -> memref<?x?xf32>
    // CHECK-NEXT: %part = memref.subview %m[0, %i] [2, %i] [1, 1] : memref<4x?xf32> to memref<2x?xf32, strided<[?, 1], offset: ?>>
    %part = memref.subview %m[0, %i] [2, %i] [1, 1] : memref<4x?xf32> to memref<2x?xf32, strided<[?, 1], offset: ?>>
    // CHECK-NEXT: %row = memref.subview %m[1, 0] [1, %i] [1, 2] : memref<4x?xf32> to memref<?xf32, strided<[2], offset: ?>>
    %row = memref.subview %m[1, 0] [1, %i] [1, 2] : memref<4x?xf32> to memref<?xf32, strided<[2], offset: ?>>
    // CHECK-NEXT: %view = memref.view %bytes[%i][%i] : memref<64xi8> to memref<?x4xf32>
    %view = memref.view %bytes[%i][%i] : memref<64xi8> to memref<?x4xf32>
    // CHECK-NEXT: %split = memref.expand_shape %m {{\[\[}}0, 1], [2]] output_shape [2, 2, %i] : memref<4x?xf32> into memref<2x2x?xf32>
    %split = memref.expand_shape %m [[0, 1], [2]] output_shape [2, 2, %i] : memref<4x?xf32> into memref<2x2x?xf32>
    // CHECK-NEXT: %merged = memref.collapse_shape %split {{\[\[}}0, 1], [2]] : memref<2x2x?xf32> into memref<4x?xf32>
    %merged = memref.collapse_shape %split [[0, 1], [2]] : memref<2x2x?xf32> into memref<4x?xf32>
    // CHECK-NEXT: %turned = memref.transpose %part (d0, d1) -> (d1, d0) : memref<2x?xf32, strided<[?, 1], offset: ?>> to memref<?x2xf32, strided<[1, ?], offset: ?>>
    %turned = memref.transpose %part (d0, d1) -> (d1, d0) : memref<2x?xf32, strided<[?, 1], offset: ?>> to memref<?x2xf32, strided<[1, ?], offset: ?>>
    // CHECK-NEXT: return
    return
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: func.func @metadata(%m: memref<4x?xf32>, %u: memref<*xf32>, %i: index) {
  func.func @metadata(%m: memref<4x?xf32>, %u: memref<*xf32>, %i: index) {
    // CHECK-NEXT: %global = memref.get_global @table : memref<2xf32>
    %global = memref.get_global @table : memref<2xf32>
    // CHECK-NEXT: %extent = memref.dim %m, %i : memref<4x?xf32>
    %extent = memref.dim %m, %i : memref<4x?xf32>
    // CHECK-NEXT: %rank = memref.rank %u : memref<*xf32>
    %rank = memref.rank %u : memref<*xf32>
    // CHECK-NEXT: %address = memref.extract_aligned_pointer_as_index %m : memref<4x?xf32> -> index
    %address = memref.extract_aligned_pointer_as_index %m : memref<4x?xf32> -> index
    // CHECK-NEXT: %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<4x?xf32> -> memref<f32>, index, index, index, index, index
    %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<4x?xf32> -> memref<f32>, index, index, index, index, index
    // CHECK-NEXT: return
    return
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: func.func @tile(%far: memref<64x?xf32>, %near: memref<16x16xf32, 1>, %tags: memref<2xi32>, %tag: memref<i32>, %i: index, %n: index, %zero: index) {
  func.func @tile(%far: memref<64x?xf32>, %near: memref<16x16xf32, 1>, %tags: memref<2xi32>, %tag: memref<i32>, %i: index, %n: index, %zero: index) {
    // CHECK-NEXT: memref.dma_start %far[%i, %zero], %near[%zero, %zero], %n, %tags[%i] : memref<64x?xf32>, memref<16x16xf32, 1>, memref<2xi32>
    memref.dma_start %far[%i, %zero], %near[%zero, %zero], %n, %tags[%i] : memref<64x?xf32>, memref<16x16xf32, 1>, memref<2xi32>
    // CHECK-NEXT: memref.dma_wait %tags[%i], %n : memref<2xi32>
    memref.dma_wait %tags[%i], %n : memref<2xi32>
    // CHECK-NEXT: memref.dma_start %near[%zero, %zero], %far[%i, %zero], %n, %tag[], %i, %zero : memref<16x16xf32, 1>, memref<64x?xf32>, memref<i32>
    memref.dma_start %near[%zero, %zero], %far[%i, %zero], %n, %tag[], %i, %zero : memref<16x16xf32, 1>, memref<64x?xf32>, memref<i32>
    // CHECK-NEXT: memref.dma_wait %tag[], %n : memref<i32>
    memref.dma_wait %tag[], %n : memref<i32>
    // CHECK-NEXT: return
    return
  // CHECK-NEXT: }
  }
// CHECK-NEXT: }
}
