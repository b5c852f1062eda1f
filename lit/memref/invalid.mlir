// RUN: tawa-opt --split-input-file --verify-diagnostics %s

func.func @alloc(%n: index) {
  // expected-error@+1 {{'memref.alloc' op dimension operand count (1) does not equal memref dynamic dimension count (2)}}
  %m = memref.alloc(%n) : memref<?x?xf32>
  return
}

// -----

func.func @alloc_symbols(%n: index) {
  // expected-error@+1 {{'memref.alloc' op symbol operand count (1) does not equal memref symbol count (0)}}
  %m = memref.alloc()[%n] : memref<4xf32>
  return
}

// -----

func.func @alloca() {
  // expected-error@+1 {{'memref.alloca' op dimension operand count (0) does not equal memref dynamic dimension count (1)}}
  %m = memref.alloca() : memref<?xf32>
  return
}

// -----

func.func @scope(%x: i32) {
  // expected-error@+1 {{'memref.alloca_scope' op has 1 results that are not the 1 values that its body hands over}}
  %r = memref.alloca_scope -> (f32) {
    memref.alloca_scope.return %x : i32
  }
  return
}

// -----

func.func @realloc(%m: memref<4xf32>) {
  // expected-error@+1 {{'memref.realloc' op a size is given exactly if that of the result, 'memref<?xf32>', is dynamic}}
  %r = memref.realloc %m : memref<4xf32> to memref<?xf32>
  return
}

// -----

func.func @realloc_element(%m: memref<4xf32>) {
  // expected-error@+1 {{'memref.realloc' op element types 'f32' and 'f64' differ}}
  %r = memref.realloc %m : memref<4xf32> to memref<8xf64>
  return
}

// -----

func.func @load(%m: memref<4x4xf32>, %i: index) {
  // expected-error@+1 {{'memref.load' op incorrect number of indices, expected 2 but got 1}}
  %x = memref.load %m[%i] : memref<4x4xf32>
  return
}

// -----

func.func @store(%m: memref<4x4xf32>, %x: f32) {
  // expected-error@+1 {{'memref.store' op incorrect number of indices, expected 2 but got 0}}
  memref.store %x, %m[] : memref<4x4xf32>
  return
}

// -----

func.func @prefetch(%m: memref<4x4xf32>, %i: index) {
  // expected-error@+1 {{'memref.prefetch' op incorrect number of indices, expected 2 but got 1}}
  memref.prefetch %m[%i], read, locality<3>, data : memref<4x4xf32>
  return
}

// -----

func.func @prefetch_word(%m: memref<4xf32>, %i: index) {
  // expected-error@+1 {{expected 'read' or 'write'}}
  memref.prefetch %m[%i], fetch, locality<3>, data : memref<4xf32>
  return
}

// -----

func.func @copy(%a: memref<4xf32>, %b: memref<5xf32>) {
  // expected-error@+1 {{'memref.copy' op requires the same shape for all operands: 'memref<4xf32>' and 'memref<5xf32>'}}
  memref.copy %a, %b : memref<4xf32> to memref<5xf32>
  return
}

// -----

func.func @copy_element(%a: memref<4xf32>, %b: memref<4xi32>) {
  // expected-error@+1 {{'memref.copy' op requires the same element type for all operands}}
  memref.copy %a, %b : memref<4xf32> to memref<4xi32>
  return
}

// -----

func.func @atomic(%m: memref<4xi32>, %x: i32, %i: index) {
  // expected-error@+1 {{'memref.atomic_rmw' op with a kind for floats expects a floating-point type, not 'i32'}}
  %r = memref.atomic_rmw addf %x, %m[%i] : (i32, memref<4xi32>) -> i32
  return
}

// -----

func.func @generic_atomic(%m: memref<4xi32>, %i: index) {
  // expected-error@+1 {{'memref.generic_atomic_rmw' op expects a body with one argument, of type 'i32'}}
  %r = memref.generic_atomic_rmw %m[%i] : memref<4xi32> {
  ^bb0(%old: i32, %more: i32):
    memref.atomic_yield %old : i32
  }
  return
}

// -----

func.func @generic_atomic_effect(%m: memref<4xi32>, %i: index) {
  %r = memref.generic_atomic_rmw %m[%i] : memref<4xi32> {
  ^bb0(%old: i32):
    // expected-error@+1 {{'memref.store' op has side effects, which the body of 'memref.generic_atomic_rmw' must not have}}
    memref.store %old, %m[%i] : memref<4xi32>
    memref.atomic_yield %old : i32
  }
  return
}

// -----

func.func @atomic_yield(%m: memref<4xi32>, %i: index, %x: i64) {
  %r = memref.generic_atomic_rmw %m[%i] : memref<4xi32> {
  ^bb0(%old: i32):
    // expected-error@+1 {{'memref.atomic_yield' op types mismatch between yield ('i64') and its parent ('i32')}}
    memref.atomic_yield %x : i64
  }
  return
}

// -----

func.func @cast(%m: memref<4xf32>) {
  // expected-error@+1 {{'memref.cast' op operand type 'memref<4xf32>' and result type 'memref<5xf32>' are cast incompatible}}
  %c = memref.cast %m : memref<4xf32> to memref<5xf32>
  return
}

// -----

func.func @cast_strides(%m: memref<4x4xf32>) {
  // expected-error@+1 {{'memref.cast' op operand type}}
  %c = memref.cast %m : memref<4x4xf32> to memref<4x4xf32, strided<[5, 1]>>
  return
}

// -----

func.func @memory_space_cast(%m: memref<4xf32>) {
  // expected-error@+1 {{'memref.memory_space_cast' op operand type 'memref<4xf32>' and result type 'memref<5xf32, 1>' are cast incompatible: only the memory space may differ}}
  %c = memref.memory_space_cast %m : memref<4xf32> to memref<5xf32, 1>
  return
}

// -----

func.func @alignment(%m: memref<4xf32>) {
  // expected-error@+1 {{'memref.assume_alignment' op alignment must be power of 2, but is 12}}
  %a = memref.assume_alignment %m, 12 : memref<4xf32>
  return
}

// -----

func.func @distinct(%m: memref<4xf32>) {
  // expected-error@+1 {{'memref.distinct_objects' op operand types and result types must match}}
  %a = "memref.distinct_objects"(%m) : (memref<4xf32>) -> memref<5xf32>
  return
}

// -----

func.func @reinterpret(%m: memref<16xf32>) {
  // expected-error@+1 {{'memref.reinterpret_cast' op expected result type with stride = 5 instead of 4 in dim = 0}}
  %r = memref.reinterpret_cast %m to offset: [0], sizes: [4, 4], strides: [5, 1] : memref<16xf32> to memref<4x4xf32>
  return
}

// -----

func.func @reinterpret_offset(%m: memref<16xf32>) {
  // expected-error@+1 {{'memref.reinterpret_cast' op expected result type with offset = 2 instead of 0}}
  %r = memref.reinterpret_cast %m to offset: [2], sizes: [4], strides: [1] : memref<16xf32> to memref<4xf32>
  return
}

// -----

func.func @reshape(%m: memref<16xf32>, %s: memref<2xi32>) {
  // expected-error@+1 {{'memref.reshape' op length of shape operand (2) differs from the result's memref rank (1)}}
  %r = memref.reshape %m(%s) : (memref<16xf32>, memref<2xi32>) -> memref<?xf32>
  return
}

// -----

func.func @subview(%m: memref<8x8xf32>) {
  // expected-error@+1 {{'memref.subview' op expected result type to be 'memref<2x2xf32, strided<[8, 1], offset: 9>>' or a rank-reduced version, not 'memref<2x2xf32>'}}
  %s = memref.subview %m[1, 1] [2, 2] [1, 1] : memref<8x8xf32> to memref<2x2xf32>
  return
}

// -----

func.func @subview_rank(%m: memref<8x8xf32>) {
  // expected-error@+1 {{'memref.subview' op expected 2 offset values, got 1}}
  %s = memref.subview %m[1] [2, 2] [1, 1] : memref<8x8xf32> to memref<2x2xf32>
  return
}

// -----

func.func @subview_outside(%m: memref<8xf32>) {
  // expected-error@+1 {{'memref.subview' op runs out-of-bounds along dimension 0: 9 >= 8}}
  %s = memref.subview %m[2] [8] [1] : memref<8xf32> to memref<8xf32, strided<[1], offset: 2>>
  return
}

// -----

func.func @view(%m: memref<64xi8>, %i: index) {
  // expected-error@+1 {{'memref.view' op incorrect number of size operands (0) for type 'memref<?xf32>'}}
  %v = memref.view %m[%i][] : memref<64xi8> to memref<?xf32>
  return
}

// -----

func.func @transpose(%m: memref<2x3xf32>) {
  // expected-error@+1 {{'memref.transpose' op result type 'memref<3x2xf32>' is not equivalent to the transposed one}}
  %t = memref.transpose %m (i, j) -> (j, i) : memref<2x3xf32> to memref<3x2xf32>
  return
}

// -----

func.func @expand(%m: memref<12xf32>) {
  // expected-error@+1 {{'memref.expand_shape' op dimension 0 of rank-1 type has the extent 12, but its group makes 10}}
  %e = memref.expand_shape %m [[0, 1]] output_shape [2, 5] : memref<12xf32> into memref<2x5xf32>
  return
}

// -----

func.func @collapse(%m: memref<2x6xf32>) {
  // expected-error@+1 {{'memref.collapse_shape' op has 2 groups of dimensions for rank 1}}
  %e = memref.collapse_shape %m [[0], [1]] : memref<2x6xf32> into memref<12xf32>
  return
}

// -----

func.func @collapse_order(%m: memref<2x6xf32>) {
  // expected-error@+1 {{'memref.collapse_shape' op expected the groups to be the dimensions in order, but dimension 1 is in group 0}}
  %e = memref.collapse_shape %m [[1, 0]] : memref<2x6xf32> into memref<12xf32>
  return
}

// -----

// expected-error@+1 {{'memref.global' op initial value should be an elements attribute of type 'tensor<2xf32>'}}
"memref.global"() <{initial_value = dense<1.0> : tensor<3xf32>, sym_name = "g", type = memref<2xf32>}> : () -> ()

// -----

// expected-error@+1 {{type should be static shaped memref, but got 'memref<?xf32>'}}
memref.global @g : memref<?xf32>

// -----

memref.global @g : memref<2xf32>
func.func @get() {
  // expected-error@+1 {{'memref.get_global' op result type 'memref<3xf32>' does not match type 'memref<2xf32>' of the global memref 'g'}}
  %g = memref.get_global @g : memref<3xf32>
  return
}

// -----

func.func @get_unknown() {
  // expected-error@+1 {{'memref.get_global' op 'h' does not reference a valid global memref}}
  %g = memref.get_global @h : memref<3xf32>
  return
}

// -----

func.func @metadata(%m: memref<4xf32>) {
  // expected-error@+1 {{'memref.extract_strided_metadata' op gives 3 results for a memref of rank 1}}
  %base, %offset, %size = memref.extract_strided_metadata %m : memref<4xf32> -> memref<f32>, index, index
  return
}

// -----

func.func @alignment() {
  // expected-error@+1 {{attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive and whose value is a power of two > 0}}
  %m = memref.alloc() {alignment = 24} : memref<4xf32>
  return
}

// -----

func.func @reassociation(%m: memref<2x3xf32>) {
  // expected-error@+1 {{attribute 'reassociation' failed to satisfy constraint: Array of 64-bit integer array attributes}}
  %n = "memref.collapse_shape"(%m) {reassociation = [[0 : i32, 1 : i32]]} : (memref<2x3xf32>) -> memref<6xf32>
  return
}

// -----

func.func @dma_stride(%m: memref<4xf32>, %t: memref<i32>, %i: index) {
  // expected-error@+1 {{expected a stride and the number of elements that each has, but found 1 operands}}
  memref.dma_start %m[%i], %m[%i], %i, %t[], %i : memref<4xf32>, memref<4xf32>, memref<i32>
  return
}

// -----

func.func @dma_types(%m: memref<4xf32>, %t: memref<i32>, %i: index) {
  // expected-error@+1 {{expected 3 types, but found 2}}
  memref.dma_start %m[%i], %m[%i], %i, %t[] : memref<4xf32>, memref<4xf32>
  return
}

// -----

func.func @dma_indices(%m: memref<4xf32>, %t: memref<i32>, %i: index) {
  // expected-error@+1 {{'memref.dma_start' op expected destination to be of memref type}}
  memref.dma_start %m[%i, %i], %m[%i], %i, %t[] : memref<4xf32>, memref<4xf32>, memref<i32>
  return
}

// -----

func.func @dma_index_type(%m: memref<4xf32>, %t: memref<i32>, %i: i32, %n: index) {
  // expected-error@+1 {{'memref.dma_start' op expected source indices to be of index type}}
  "memref.dma_start"(%m, %i, %m, %n, %n, %t) : (memref<4xf32>, i32, memref<4xf32>, index, index, memref<i32>) -> ()
  return
}

// -----

func.func @dma_wait(%t: memref<i32>, %n: index) {
  // expected-error@+1 {{'memref.dma_wait' op expected the number of elements, of index type, after the indices of the tag}}
  memref.dma_wait %t[%n], %n : memref<i32>
  return
}
