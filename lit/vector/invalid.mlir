// RUN: tawa-opt --split-input-file --verify-diagnostics %s

func.func @broadcast(%v: vector<3xf32>) {
  // expected-error@+1 {{'vector.broadcast' op dimension mismatch: 'vector<3xf32>' to 'vector<4xf32>'}}
  %b = vector.broadcast %v : vector<3xf32> to vector<4xf32>
  return
}

// -----

func.func @broadcast_rank(%v: vector<2x3xf32>) {
  // expected-error@+1 {{'vector.broadcast' op source rank higher than destination rank}}
  %b = vector.broadcast %v : vector<2x3xf32> to vector<3xf32>
  return
}

// -----

func.func @extract(%v: vector<3xf32>) {
  // expected-error@+1 {{'vector.extract' op expected position attribute #1 to be a non-negative integer smaller than the corresponding vector dimension, or -1, but got 3}}
  %e = vector.extract %v[3] : f32 from vector<3xf32>
  return
}

// -----

func.func @extract_rank(%v: vector<3xf32>) {
  // expected-error@+1 {{'vector.extract' op expected position attribute of rank no greater than vector rank, but has 2 numbers}}
  %e = vector.extract %v[0, 0] : f32 from vector<3xf32>
  return
}

// -----

func.func @extract_type(%v: vector<2x3xf32>) {
  // expected-error@+1 {{'vector.extract' op inferred type(s) 'vector<3xf32>' are incompatible with return type(s) of operation 'f32'}}
  %e = vector.extract %v[0] : f32 from vector<2x3xf32>
  return
}

// -----

func.func @insert(%v: vector<2x3xf32>, %x: f32) {
  // expected-error@+1 {{'vector.insert' op expected a value of type 'vector<3xf32>' at this position, but got 'f32'}}
  %e = vector.insert %x, %v [0] : f32 into vector<2x3xf32>
  return
}

// -----

func.func @from_elements(%x: f32) {
  // expected-error@+1 {{'vector.from_elements' op number of elements of 'vector<3xf32>' is not that of the operands, 1}}
  %e = vector.from_elements %x : vector<3xf32>
  return
}

// -----

func.func @to_elements(%v: vector<3xf32>) {
  // expected-error@+1 {{'vector.to_elements' op has 1 results for the elements of 'vector<3xf32>'}}
  %e = "vector.to_elements"(%v) : (vector<3xf32>) -> f32
  return
}

// -----

func.func @step() {
  // expected-error@+1 {{'vector.step' op gives a vector of one dimension, not 'vector<2x2xindex>'}}
  %e = vector.step : vector<2x2xindex>
  return
}

// -----

func.func @print(%x: f32) {
  // expected-error@+1 {{'vector.print' op prints a value or a text, not both}}
  vector.print %x : f32 str "x"
  return
}

// -----

func.func @extract_slice(%v: vector<4x4xf32>) {
  // expected-error@+1 {{'vector.extract_strided_slice' op expected the slice to lie in dimension 0 of 'vector<4x4xf32>', but it is 3 elements from 2 on}}
  %e = vector.extract_strided_slice %v {offsets = [2], sizes = [3], strides = [1]} : vector<4x4xf32> to vector<3x4xf32>
  return
}

// -----

func.func @extract_slice_type(%v: vector<4x4xf32>) {
  // expected-error@+1 {{'vector.extract_strided_slice' op expected result type to be 'vector<2x4xf32>'}}
  %e = vector.extract_strided_slice %v {offsets = [2], sizes = [2], strides = [1]} : vector<4x4xf32> to vector<2x3xf32>
  return
}

// -----

func.func @insert_slice(%v: vector<4xf32>, %d: vector<4x4xf32>) {
  // expected-error@+1 {{'vector.insert_strided_slice' op expected offsets of same size as destination vector rank}}
  %e = vector.insert_strided_slice %v, %d {offsets = [2], strides = [1]} : vector<4xf32> into vector<4x4xf32>
  return
}

// -----

func.func @scalable(%v: vector<[4]xf32>) {
  // expected-error@+1 {{'vector.scalable.extract' op position 2 is not a multiple of the part's length, 4}}
  %e = vector.scalable.extract %v[2] : vector<4xf32> from vector<[4]xf32>
  return
}

// -----

func.func @scalable_insert(%v: vector<4xf32>, %p: vector<4xf32>) {
  // expected-error@+1 {{'vector.scalable.insert' op takes a scalable vector and a part of one dimension and the same element type, not 'vector<4xf32>' and 'vector<4xf32>'}}
  %e = vector.scalable.insert %p, %v[0] : vector<4xf32> into vector<4xf32>
  return
}

// -----

func.func @bitcast(%v: vector<4xf32>) {
  // expected-error@+1 {{'vector.bitcast' op source/result bitwidth of the minor 1-D vectors must be equal: 128 and 64 bits}}
  %e = vector.bitcast %v : vector<4xf32> to vector<4xf16>
  return
}

// -----

func.func @shape_cast(%v: vector<4xf32>) {
  // expected-error@+1 {{'vector.shape_cast' op has different source and result element counts: 'vector<4xf32>' and 'vector<3x2xf32>'}}
  %e = vector.shape_cast %v : vector<4xf32> to vector<3x2xf32>
  return
}

// -----

func.func @type_cast(%m: memref<4xf32>) {
  // expected-error@+1 {{'vector.type_cast' op gives a buffer of one vector with the shape and element type of 'memref<4xf32>', not 'memref<vector<5xf32>>'}}
  %e = vector.type_cast %m : memref<4xf32> to memref<vector<5xf32>>
  return
}

// -----

func.func @transpose(%v: vector<2x3xf32>) {
  // expected-error@+1 {{'vector.transpose' op dimension size mismatch: 'vector<2x3xf32>' is not 'vector<2x3xf32>' transposed}}
  %e = vector.transpose %v, [1, 0] : vector<2x3xf32> to vector<2x3xf32>
  return
}

// -----

func.func @transpose_permutation(%v: vector<2x3xf32>) {
  // expected-error@+1 {{'vector.transpose' op the permutation has a number twice or out of range}}
  %e = vector.transpose %v, [1, 1] : vector<2x3xf32> to vector<3x2xf32>
  return
}

// -----

func.func @shuffle(%v: vector<2xf32>) {
  // expected-error@+1 {{'vector.shuffle' op mask index #2 out of range: 4 of 4}}
  %e = vector.shuffle %v, %v [0, 4] : vector<2xf32>, vector<2xf32>
  return
}

// -----

func.func @interleave(%v: vector<2xf32>) {
  // expected-error@+1 {{'vector.interleave' op gives a vector twice as long as 'vector<2xf32>', not 'vector<2xf32>'}}
  %e = vector.interleave %v, %v : vector<2xf32> -> vector<2xf32>
  return
}

// -----

func.func @deinterleave(%v: vector<2xf32>) {
  // expected-error@+1 {{'vector.deinterleave' op gives vectors half as long as 'vector<2xf32>', not 'vector<2xf32>'}}
  %e, %o = vector.deinterleave %v : vector<2xf32> -> vector<2xf32>
  return
}

// -----

func.func @reduction(%v: vector<2xf32>) {
  // expected-error@+1 {{'vector.reduction' op unsupported reduction type 'f32' for kind 'xor'}}
  %e = vector.reduction <xor>, %v : vector<2xf32> into f32
  return
}

// -----

func.func @reduction_rank(%v: vector<2x2xf32>) {
  // expected-error@+1 {{'vector.reduction' op unsupported reduction rank: 2}}
  %e = vector.reduction <add>, %v : vector<2x2xf32> into f32
  return
}

// -----

func.func @multi_reduction(%v: vector<2x3xf32>, %acc: vector<2xf32>) {
  // expected-error@+1 {{'vector.multi_reduction' op destination type 'vector<2xf32>' is incompatible with source type 'vector<2x3xf32>': it is 'vector<3xf32>'}}
  %e = vector.multi_reduction <add>, %v, %acc [0] : vector<2x3xf32> to vector<2xf32>
  return
}

// -----

func.func @scan(%v: vector<2x3xf32>, %acc: vector<2xf32>) {
  // expected-error@+1 {{'vector.scan' op incompatible input/initial value shapes: 'vector<2x3xf32>' and 'vector<2xf32>'}}
  %e:2 = vector.scan <add>, %v, %acc {inclusive = true, reduction_dim = 0 : i64} : vector<2x3xf32>, vector<2xf32>
  return
}

// -----

func.func @outer(%v: vector<2xf32>, %w: vector<2x2xf32>) {
  // expected-error@+1 {{'vector.outerproduct' op expected 1-d vector for operand #1 and #2, not 'vector<2xf32>' and 'vector<2x2xf32>'}}
  %e = vector.outerproduct %v, %w : vector<2xf32>, vector<2x2xf32>
  return
}

// -----

func.func @contract(%a: vector<2x3xf32>, %b: vector<4x2xf32>, %c: vector<2x2xf32>) {
  // expected-error@+1 {{'vector.contract' op invalid dimension size: iterator 2 has the extents 3 and 4}}
  %e = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x3xf32>, vector<4x2xf32> into vector<2x2xf32>
  return
}

// -----

func.func @constant_mask() {
  // expected-error@+1 {{'vector.constant_mask' op array attr of size out of bounds of vector result dimension size: 5 of 4}}
  %e = vector.constant_mask [5] : vector<4xi1>
  return
}

// -----

func.func @create_mask(%n: index) {
  // expected-error@+1 {{'vector.create_mask' op must specify an operand for each result vector dimension: 1 for 'vector<4x4xi1>'}}
  %e = vector.create_mask %n : vector<4x4xi1>
  return
}

// -----

func.func @load(%m: memref<4xf32>) {
  // expected-error@+1 {{'vector.load' op requires 1 indices for 'memref<4xf32>', but has 0}}
  %e = vector.load %m[] : memref<4xf32>, vector<4xf32>
  return
}

// -----

func.func @store(%m: memref<4xf32>, %i: index, %v: vector<4xi32>) {
  // expected-error@+1 {{'vector.store' op base and value element types should match: 'memref<4xf32>' and 'vector<4xi32>'}}
  vector.store %v, %m[%i] : memref<4xf32>, vector<4xi32>
  return
}

// -----

func.func @maskedload(%m: memref<4xf32>, %i: index, %v: vector<4xf32>, %k: vector<3xi1>) {
  // expected-error@+1 {{'vector.maskedload' op expected the mask to have the shape of the value: 'vector<3xi1>' for 'vector<4xf32>'}}
  %e = vector.maskedload %m[%i], %k, %v : memref<4xf32>, vector<3xi1>, vector<4xf32> into vector<4xf32>
  return
}

// -----

func.func @expandload(%m: memref<4xf32>, %v: vector<4xf32>, %k: vector<4xi1>) {
  // expected-error@+1 {{'vector.expandload' op requires 1 indices for 'memref<4xf32>', but has 0}}
  %e = vector.expandload %m[], %k, %v : memref<4xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}

// -----

func.func @maskedstore(%m: memref<4xf32>, %i: index, %v: vector<4xf64>, %k: vector<4xi1>) {
  // expected-error@+1 {{'vector.maskedstore' op base and value element type should match: 'memref<4xf32>' and 'vector<4xf64>'}}
  vector.maskedstore %m[%i], %k, %v : memref<4xf32>, vector<4xi1>, vector<4xf64>
  return
}

// -----

func.func @compressstore(%m: memref<4xf32>, %i: index, %v: vector<4xf32>, %k: vector<3xi1>) {
  // expected-error@+1 {{'vector.compressstore' op expected the mask to have the shape of the value: 'vector<3xi1>' for 'vector<4xf32>'}}
  vector.compressstore %m[%i], %k, %v : memref<4xf32>, vector<3xi1>, vector<4xf32>
  return
}

// -----

func.func @gather(%m: memref<4xf32>, %i: index, %at: vector<3xi32>, %v: vector<4xf32>, %k: vector<4xi1>) {
  // expected-error@+1 {{'vector.gather' op expected as many offsets as elements: 'vector<3xi32>' for 'vector<4xf32>'}}
  %e = vector.gather %m[%i] [%at], %k, %v : memref<4xf32>, vector<3xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}

// -----

func.func @scatter(%m: memref<4xf32>, %at: vector<4xi32>, %v: vector<4xf32>, %k: vector<4xi1>) {
  // expected-error@+1 {{'vector.scatter' op requires 1 indices for 'memref<4xf32>', but has 0}}
  vector.scatter %m[] [%at], %k, %v : memref<4xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  return
}

// -----

func.func @read(%m: memref<4xf32>, %i: index, %x: f32) {
  // expected-error@+1 {{'vector.transfer_read' op requires 1 indices for 'memref<4xf32>', but has 2}}
  %e = vector.transfer_read %m[%i, %i], %x : memref<4xf32>, vector<4xf32>
  return
}

// -----

func.func @read_bounds(%m: memref<4xf32>, %i: index, %x: f32) {
  // expected-error@+1 {{'vector.transfer_read' op expects the in_bounds attr of same rank as permutation_map results: 2 for 1}}
  %e = vector.transfer_read %m[%i], %x {in_bounds = [true, true]} : memref<4xf32>, vector<4xf32>
  return
}

// -----

func.func @write(%m: memref<4xf32>, %i: index, %v: vector<4x4xf32>) {
  // expected-error@+1 {{'vector.transfer_write' op should not have broadcast dimensions}}
  vector.transfer_write %v, %m[%i] {permutation_map = affine_map<(d0) -> (0, d0)>} : vector<4x4xf32>, memref<4xf32>
  return
}

// -----

func.func @word(%v: vector<2xf32>) {
  // expected-error@+1 {{expected one of: add, mul}}
  %e = vector.reduction <plus>, %v : vector<2xf32> into f32
  return
}

// -----

func.func @mask_type(%m: vector<4xi1>, %v: vector<8xf32>, %a: memref<8xf32>, %i: index) {
  // expected-error@+1 {{'vector.mask' op expects a 'vector<8xi1>' mask for the maskable operation, not 'vector<4xi1>'}}
  vector.mask %m { vector.transfer_write %v, %a[%i] : vector<8xf32>, memref<8xf32> } : vector<4xi1>
  return
}

// -----

func.func @mask_op(%m: vector<8xi1>, %v: vector<8xf32>, %a: memref<8xf32>, %i: index) {
  // expected-error@+1 {{'vector.mask' op expects an operation within the mask region that can be masked, not 'vector.store'}}
  vector.mask %m { vector.store %v, %a[%i] : memref<8xf32>, vector<8xf32> } : vector<8xi1>
  return
}

// -----

func.func @mask_results(%m: vector<8xi1>, %v: vector<8xf32>) {
  // expected-error@+1 {{'vector.mask' op expects number of results to match mask region yielded values, and their types}}
  vector.mask %m { %x = arith.addf %v, %v : vector<8xf32> } : vector<8xi1>
  return
}

// -----

func.func @mask_passthru(%m: vector<8xi1>, %v: vector<8xf32>, %a: memref<8xf32>, %i: index) {
  // expected-error@+1 {{expects a result if there is another vector than the mask}}
  vector.mask %m, %v { vector.transfer_write %v, %a[%i] : vector<8xf32>, memref<8xf32> } : vector<8xi1>
  return
}

// -----

func.func @mask_several(%m: vector<8xi1>, %v: vector<8xf32>) {
  // expected-error@+1 {{'vector.mask' op expects only one operation to mask}}
  "vector.mask"(%m) ({
    %x = "vector.reduction"(%v) <{kind = #vector.kind<add>}> : (vector<8xf32>) -> f32
    %y = "vector.reduction"(%v) <{kind = #vector.kind<add>}> : (vector<8xf32>) -> f32
    "vector.yield"() : () -> ()
  }) : (vector<8xi1>) -> ()
  return
}

// -----

func.func @mask_pass_of_reduction(%m: vector<8xi1>, %v: vector<8xf32>, %s: f32) {
  // expected-error@+1 {{'vector.mask' op doesn't expect a passthru argument for 'vector.reduction'}}
  %0 = vector.mask %m, %s { vector.reduction <add>, %v : vector<8xf32> into f32 } : vector<8xi1> -> f32
  return
}

// -----

func.func @contract_without_a_dictionary(%a: vector<2x3xf32>) {
  // expected-error @+1 {{expected a dictionary with indexing_maps and iterator_types}}
  %e = vector.contract 1 %a, %a, %a : vector<2x3xf32>, vector<2x3xf32> into vector<2x3xf32>
  return
}

// -----

func.func @mask_pass_of_gather(%m: memref<?xf32>, %i: index, %at: vector<8xi32>, %k: vector<8xi1>, %v: vector<8xf32>) {
  // expected-error@+1 {{'vector.mask' op doesn't expect a passthru argument for 'vector.gather'}}
  %e = vector.mask %k, %v { vector.gather %m[%i] [%at], %k, %v : memref<?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  return
}

// -----

func.func @mask_pass_type(%m: memref<?xf32>, %i: index, %x: f32, %k: vector<8xi1>, %v: vector<4xf32>) {
  // expected-error@+1 {{'vector.mask' op expects passthru type to match result type}}
  %e = "vector.mask"(%k, %v) ({
    %r = vector.transfer_read %m[%i], %x : memref<?xf32>, vector<8xf32>
    vector.yield %r : vector<8xf32>
  }) : (vector<8xi1>, vector<4xf32>) -> vector<8xf32>
  return
}

// -----

func.func @mask_result_type(%m: memref<?xf32>, %i: index, %x: f32, %k: vector<8xi1>, %v: vector<4xf32>) {
  // expected-error@+1 {{'vector.mask' op expects result type to match maskable operation result type}}
  %e = "vector.mask"(%k) ({
    %r = vector.transfer_read %m[%i], %x : memref<?xf32>, vector<8xf32>
    vector.yield %v : vector<4xf32>
  }) : (vector<8xi1>) -> vector<4xf32>
  return
}
