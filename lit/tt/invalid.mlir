// RUN: tawa-opt --split-input-file --verify-diagnostics %s

tt.func @size(%s: f32) {
  // expected-error @+1 {{'tt.splat' op result #0 has the extent 3 in 'tensor<3xf32>', but each must be a power of two}}
  %0 = tt.splat %s : f32 -> tensor<3xf32>
  tt.return
}

// -----

tt.func @elements(%s: f32) {
  // expected-error @+1 {{result #0 has 2097152 elements in 'tensor<2048x1024xf32>', but a tensor may have at most 1048576}}
  %0 = tt.splat %s : f32 -> tensor<2048x1024xf32>
  tt.return
}

// -----

// expected-error @+1 {{a pointer can't point to 'i3'}}
tt.func private @pointee(!tt.ptr<i3>)

// -----

// expected-error @+1 {{expected a ranked tensor type as the block of a descriptor, but got 'f16'}}
tt.func private @block(!tt.tensordesc<f16>)

// -----

tt.func @fp_to_fp(%x: f32) {
  // expected-error @+1 {{'tt.fp_to_fp' op requires a rounding mode, since 'f16' is narrower than 'f32'}}
  %0 = tt.fp_to_fp %x : f32 -> f16
  tt.return
}

// -----

tt.func @bitcast_width(%x: f32) {
  // expected-error @+1 {{'tt.bitcast' op can't cast 'f32' to 'i16': the widths differ}}
  %0 = tt.bitcast %x : f32 -> i16
  tt.return
}

// -----

tt.func @bitcast_pointer(%x: i64) {
  // expected-error @+1 {{can't cast 'i64' to '!tt.ptr<f32>': one is a pointer and the other is not}}
  %0 = tt.bitcast %x : i64 -> !tt.ptr<f32>
  tt.return
}

// -----

tt.func @clampf(%x: f32) {
  // expected-error @+1 {{propagateNan is 'none' or 'all', not 'some'}}
  %0 = tt.clampf %x, %x, %x, propagateNan = some : f32
  tt.return
}

// -----

tt.func @addptr(%p: tensor<8x!tt.ptr<f32>>, %i: tensor<16xi32>) {
  // expected-error @+1 {{'tt.addptr' op all non-scalar operands/results must have the same shape and base type}}
  %0 = tt.addptr %p, %i : tensor<8x!tt.ptr<f32>>, tensor<16xi32>
  tt.return
}

// -----

tt.func @packed(%i: tensor<8xi32>) {
  // expected-error @+1 {{'tt.elementwise_inline_asm' op packed_element must be positive, but is 0}}
  %0 = tt.elementwise_inline_asm "" {constraints = "", packed_element = 0 : i32, pure = true} %i : tensor<8xi32> -> tensor<8xi32>
  tt.return
}

// -----

tt.func @packed_divides(%i: tensor<2xi32>) {
  // expected-error @+1 {{packed_element 4 does not divide the number of elements, 2}}
  %0 = tt.elementwise_inline_asm "" {constraints = "", packed_element = 4 : i32, pure = true} %i : tensor<2xi32> -> tensor<2xi32>
  tt.return
}

// -----

tt.func @map_pack(%i: tensor<8xi32>) {
  // expected-error @+1 {{'tt.map_elementwise' op pack must be positive, but is 0}}
  %0 = "tt.map_elementwise"(%i) <{pack = 0 : i32}> ({
  ^bb0(%x: i32):
    tt.map_elementwise.return %x : i32
  }) : (tensor<8xi32>) -> tensor<8xi32>
  tt.return
}

// -----

tt.func @map_arguments(%i: tensor<8xi32>) {
  // expected-error @+1 {{'tt.map_elementwise' op requires region arguments of types (i32, i32)}}
  %0 = "tt.map_elementwise"(%i) <{pack = 2 : i32}> ({
  ^bb0(%x: i32):
    tt.map_elementwise.return %x : i32
  }) : (tensor<8xi32>) -> tensor<8xi32>
  tt.return
}

// -----

tt.func @map_returns(%i: tensor<8xi32>) {
  %0 = "tt.map_elementwise"(%i) <{pack = 1 : i32}> ({
  ^bb0(%x: i32):
    // expected-error @+1 {{'tt.map_elementwise.return' op must return (f32), of the results of 'tt.map_elementwise'}}
    tt.map_elementwise.return %x : i32
  }) : (tensor<8xi32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @map_store(%p: tensor<8x!tt.ptr<i32>>) {
  %0 = "tt.map_elementwise"(%p) <{pack = 1 : i32}> ({
  ^bb0(%q: !tt.ptr<i32>):
    %c = arith.constant 0 : i32
    // expected-error @+1 {{'tt.store' op can't be inside 'tt.map_elementwise', since it writes memory}}
    tt.store %q, %c : !tt.ptr<i32>
    tt.map_elementwise.return %c : i32
  }) : (tensor<8x!tt.ptr<i32>>) -> tensor<8xi32>
  tt.return
}

// -----

tt.func @range_order() {
  // expected-error @+1 {{'tt.make_range' op start 8 must be less than end 0}}
  %0 = tt.make_range {end = 0 : i32, start = 8 : i32} : tensor<8xi32>
  tt.return
}

// -----

tt.func @range_rank() {
  // expected-error @+1 {{result must be a tensor of rank 1, but is 'tensor<2x4xi32>'}}
  %0 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<2x4xi32>
  tt.return
}

// -----

tt.func @range_size() {
  // expected-error @+1 {{result must have 8 elements, from 0 to 8, but has 4}}
  %0 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<4xi32>
  tt.return
}

// -----

tt.func @splat(%s: f32) {
  // expected-error @+1 {{'tt.splat' op can't make a tensor of 'f16' of a value of 'f32'}}
  %0 = tt.splat %s : f32 -> tensor<8xf16>
  tt.return
}

// -----

tt.func @unsplat(%s: tensor<2xf32>) {
  // expected-error @+1 {{'tt.unsplat' op requires a tensor of one element, but it has 2}}
  %0 = tt.unsplat %s : tensor<2xf32>
  tt.return
}

// -----

tt.func @broadcast_size(%s: tensor<2x1xf32>) {
  // expected-error @+1 {{'tt.broadcast' op can't broadcast dimension 0 from 2 to 4: only a size of 1 is repeated}}
  %0 = tt.broadcast %s : tensor<2x1xf32> -> tensor<4x8xf32>
  tt.return
}

// -----

tt.func @broadcast_rank(%s: tensor<2xf32>) {
  // expected-error @+1 {{'tt.broadcast' op requires one rank, but has 1 and 2}}
  %0 = tt.broadcast %s : tensor<2xf32> -> tensor<2x8xf32>
  tt.return
}

// -----

tt.func @broadcast_type(%s: tensor<1xf32>) {
  // expected-error @+1 {{'tt.broadcast' op requires one element type, but has 'f32' and 'f16'}}
  %0 = tt.broadcast %s : tensor<1xf32> -> tensor<2xf16>
  tt.return
}

// -----

tt.func @expand_axis(%s: tensor<2xf32>) {
  // expected-error @+1 {{'tt.expand_dims' op axis 2 is outside of [0, 2)}}
  %0 = tt.expand_dims %s {axis = 2 : i32} : tensor<2xf32> -> tensor<2x1xf32>
  tt.return
}

// -----

tt.func @expand_shape(%s: tensor<2xf32>) {
  // expected-error @+1 {{'tt.expand_dims' op result #0 must be 'tensor<1x2xf32>', but is 'tensor<2x1xf32>'}}
  %0 = tt.expand_dims %s {axis = 0 : i32} : tensor<2xf32> -> tensor<2x1xf32>
  tt.return
}

// -----

tt.func @reshape_count(%s: tensor<2x4xf32>) {
  // expected-error @+1 {{'tt.reshape' op requires the number of elements to stay, but it goes from 8 to 4}}
  %0 = tt.reshape %s : tensor<2x4xf32> -> tensor<4xf32>
  tt.return
}

// -----

tt.func @reshape_type(%s: tensor<2x4xf32>) {
  // expected-error @+1 {{'tt.reshape' op requires one element type, but has 'f32' and 'i32'}}
  %0 = tt.reshape %s : tensor<2x4xf32> -> tensor<8xi32>
  tt.return
}

// -----

tt.func @trans_order(%s: tensor<2x4xf32>) {
  // expected-error @+1 {{'tt.trans' op order must be a permutation of the 2 dimensions}}
  %0 = tt.trans %s {order = array<i32: 1, 1>} : tensor<2x4xf32> -> tensor<4x4xf32>
  tt.return
}

// -----

tt.func @trans_shape(%s: tensor<2x4xf32>) {
  // expected-error @+1 {{'tt.trans' op result #0 must be 'tensor<4x2xf32>', but is 'tensor<2x4xf32>'}}
  %0 = tt.trans %s {order = array<i32: 1, 0>} : tensor<2x4xf32> -> tensor<2x4xf32>
  tt.return
}

// -----

tt.func @cat(%s: tensor<4xf32>) {
  // expected-error @+1 {{'tt.cat' op requires tensors of rank 1 and a result of twice the size, but goes from 'tensor<4xf32>' to 'tensor<4xf32>'}}
  %0 = tt.cat %s, %s : tensor<4xf32> -> tensor<4xf32>
  tt.return
}

// -----

tt.func @cat_type(%s: tensor<4xf32>) {
  // expected-error @+1 {{'tt.cat' op requires one element type}}
  %0 = tt.cat %s, %s : tensor<4xf32> -> tensor<8xi32>
  tt.return
}

// -----

tt.func @join(%s: tensor<4xf32>) {
  // expected-error @+1 {{'tt.join' op requires a result of shape [4 2] with an encoding if the operands have one, but it is 'tensor<2x4xf32>'}}
  %0 = tt.join %s, %s : tensor<4xf32> -> tensor<2x4xf32>
  tt.return
}

// -----

tt.func @split(%s: tensor<4x4xf32>) {
  // expected-error @+1 {{'tt.split' op requires a last dimension of size 2}}
  %0, %1 = tt.split %s : tensor<4x4xf32> -> tensor<4xf32>
  tt.return
}

// -----

tt.func @gather_axis(%s: tensor<4x4xf32>, %i: tensor<4x4xi32>) {
  // expected-error @+1 {{'tt.gather' op axis 2 is outside of [0, 2)}}
  %0 = tt.gather %s[%i] {axis = 2 : i32} : (tensor<4x4xf32>, tensor<4x4xi32>) -> tensor<4x4xf32>
  tt.return
}

// -----

tt.func @gather_rank(%s: tensor<4x4xf32>, %i: tensor<4xi32>) {
  // expected-error @+1 {{'tt.gather' op indices must have the rank of the source}}
  %0 = tt.gather %s[%i] {axis = 0 : i32} : (tensor<4x4xf32>, tensor<4xi32>) -> tensor<4xf32>
  tt.return
}

// -----

tt.func @gather_extent(%s: tensor<4x4xf32>, %i: tensor<4x8xi32>) {
  // expected-error @+1 {{'tt.gather' op indices must have the extents of the source except along axis 0}}
  %0 = tt.gather %s[%i] {axis = 0 : i32} : (tensor<4x4xf32>, tensor<4x8xi32>) -> tensor<4x8xf32>
  tt.return
}

// -----

tt.func @histogram(%s: tensor<4x4xi32>) {
  // expected-error @+1 {{'tt.histogram' op requires tensors of rank 1, but has 'tensor<4x4xi32>'}}
  %0 = tt.histogram %s : tensor<4x4xi32> -> tensor<8xi32>
  tt.return
}

// -----

tt.func @load_padding(%p: tensor<8x!tt.ptr<f32>>) {
  // expected-error @+1 {{'tt.load' op pads only what a pointer to a tensor gives}}
  %0 = tt.load %p {padding = 1 : i32} : tensor<8x!tt.ptr<f32>>
  tt.return
}

// -----

tt.func @load_other(%p: tensor<8x!tt.ptr<f32>>, %v: tensor<8xf32>) {
  // expected-error @+1 {{'tt.load' op has a value for masked elements, but no mask}}
  %0 = "tt.load"(%p, %v) <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (tensor<8x!tt.ptr<f32>>, tensor<8xf32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @load_type(%p: tensor<8x!tt.ptr<f32>>) {
  // expected-error @+1 {{'tt.load' op failed to verify that the result is what the pointer points to: expected 'tensor<8xf32>', but got 'tensor<8xf16>'}}
  %0 = "tt.load"(%p) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (tensor<8x!tt.ptr<f32>>) -> tensor<8xf16>
  tt.return
}

// -----

tt.func @load_boundary(%p: tensor<8x!tt.ptr<f32>>) {
  // expected-error @+1 {{'tt.load' op checks bounds only of a pointer to a tensor}}
  %0 = tt.load %p {boundaryCheck = array<i32: 0>} : tensor<8x!tt.ptr<f32>>
  tt.return
}

// -----

tt.func @store_boundary(%p: !tt.ptr<tensor<8xf32>>, %v: tensor<8xf32>) {
  // expected-error @+1 {{'tt.store' op boundaryCheck must name dimensions of [0, 1), each once}}
  tt.store %p, %v {boundaryCheck = array<i32: 1>} : !tt.ptr<tensor<8xf32>>
  tt.return
}

// -----

tt.func @store_value(%p: !tt.ptr<f32>, %v: f16) {
  // expected-error @+1 {{'tt.store' op failed to verify that the value is what the pointer points to: expected 'f32', but got 'f16'}}
  "tt.store"(%p, %v) : (!tt.ptr<f32>, f16) -> ()
  tt.return
}

// -----

tt.func @rmw(%p: !tt.ptr<f32>, %v: f32) {
  // expected-error @+1 {{'tt.atomic_rmw' op 'add' does not combine values of 'f32'}}
  %0 = tt.atomic_rmw add, relaxed, gpu, %p, %v : (!tt.ptr<f32>, f32) -> f32
  tt.return
}

// -----

tt.func @tensor_ptr(%p: !tt.ptr<f32>, %n: i64, %o: i32) {
  // expected-error @+1 {{'tt.make_tensor_ptr' op requires strides of 2 dimensions, but it has 1}}
  %0 = tt.make_tensor_ptr %p, [%n, %n], [%n], [%o, %o] {order = array<i32: 1, 0>} : <tensor<8x8xf32>>
  tt.return
}

// -----

tt.func @tensor_ptr_order(%p: !tt.ptr<f32>, %n: i64, %o: i32) {
  // expected-error @+1 {{'tt.make_tensor_ptr' op order must be a permutation of the 1 dimensions}}
  %0 = tt.make_tensor_ptr %p, [%n], [%n], [%o] {order = array<i32: 1>} : <tensor<8xf32>>
  tt.return
}

// -----

tt.func @advance(%p: !tt.ptr<tensor<8x8xf32>>, %o: i32) {
  // expected-error @+1 {{'tt.advance' op requires 2 offsets, but has 1}}
  %0 = tt.advance %p, [%o] : <tensor<8x8xf32>>
  tt.return
}

// -----

tt.func @print(%o: i32) {
  // expected-error @+1 {{'tt.print' op has 1 operands, but isSigned tells only of 0}}
  tt.print "x" {hex = false, isSigned = array<i32>} : %o : i32
  tt.return
}

// -----

tt.func @desc_base(%p: !tt.ptr<f32>, %n: i32, %s: i64) {
  // expected-error @+1 {{'tt.make_tensor_descriptor' op the base points to 'f32', but the blocks hold 'f16'}}
  %0 = tt.make_tensor_descriptor %p, [%n], [%s] : <f32>, <tensor<8xf16>>
  tt.return
}

// -----

tt.func @desc_shape(%p: !tt.ptr<f16>, %n: i32, %s: i64) {
  // expected-error @+1 {{'tt.make_tensor_descriptor' op requires a shape of 2 dimensions, but it has 1}}
  %0 = tt.make_tensor_descriptor %p, [%n], [%s, %s] : <f16>, <tensor<8x8xf16>>
  tt.return
}

// -----

tt.func @desc_indices(%d: !tt.tensordesc<tensor<8x8xf16>>, %n: i32) {
  // expected-error @+1 {{'tt.descriptor_load' op requires 2 indices for '!tt.tensordesc<tensor<8x8xf16>>', but has 1}}
  %0 = tt.descriptor_load %d[%n] : !tt.tensordesc<tensor<8x8xf16>> -> tensor<8x8xf16>
  tt.return
}

// -----

tt.func @desc_store(%d: !tt.tensordesc<tensor<8x8xf16>>, %n: i32, %v: tensor<8x16xf16>) {
  // expected-error @+1 {{'tt.descriptor_store' op the tensor 'tensor<8x16xf16>' is no block of '!tt.tensordesc<tensor<8x8xf16>>'}}
  tt.descriptor_store %d[%n, %n], %v : !tt.tensordesc<tensor<8x8xf16>>, tensor<8x16xf16>
  tt.return
}

// -----

tt.func @desc_reduce(%d: !tt.tensordesc<tensor<8x8xf16>>, %n: i32, %v: tensor<8x8xf32>) {
  // expected-error @+1 {{'tt.descriptor_reduce' op the tensor 'tensor<8x8xf32>' is no block of '!tt.tensordesc<tensor<8x8xf16>>'}}
  tt.descriptor_reduce max, %d[%n, %n], %v : !tt.tensordesc<tensor<8x8xf16>>, tensor<8x8xf32>
  tt.return
}

// -----

tt.func @desc_gather(%d: !tt.tensordesc<tensor<8x8xf16>>, %x: tensor<8xi32>, %n: i32) {
  // expected-error @+1 {{'tt.descriptor_gather' op requires blocks of one row, but they are 'tensor<8x8xf16>'}}
  %0 = tt.descriptor_gather %d[%x, %n] : (!tt.tensordesc<tensor<8x8xf16>>, tensor<8xi32>, i32) -> tensor<8x8xf16>
  tt.return
}

// -----

tt.func @desc_gather_rows(%d: !tt.tensordesc<tensor<1x8xf16>>, %x: tensor<4xi32>, %n: i32) {
  // expected-error @+1 {{'tt.descriptor_gather' op requires x_offsets of rank 1 and at least 8 elements, but they are 'tensor<4xi32>'}}
  %0 = tt.descriptor_gather %d[%x, %n] : (!tt.tensordesc<tensor<1x8xf16>>, tensor<4xi32>, i32) -> tensor<4x8xf16>
  tt.return
}

// -----

tt.func @desc_scatter(%d: !tt.tensordesc<tensor<1x8xf16>>, %x: tensor<8xi32>, %n: i32, %v: tensor<8x16xf16>) {
  // expected-error @+1 {{'tt.descriptor_scatter' op requires a tensor of 8×8 elements of 'f16', but it is 'tensor<8x16xf16>'}}
  tt.descriptor_scatter %d[%x, %n], %v : !tt.tensordesc<tensor<1x8xf16>>, tensor<8xi32>, i32, tensor<8x16xf16>
  tt.return
}

// -----

tt.func @axis() {
  // expected-error @+1 {{attribute 'axis' failed to satisfy constraint: program axis}}
  %0 = "tt.get_program_id"() <{axis = 3 : i32}> : () -> i32
  tt.return
}

// -----

tt.func @dot_k(%a: tensor<16x32xf16>, %b: tensor<16x64xf16>, %c: tensor<16x64xf32>) {
  // expected-error @+1 {{'tt.dot' op can't multiply: a has 32 columns, but b has 16 rows}}
  %0 = tt.dot %a, %b, %c : tensor<16x32xf16> * tensor<16x64xf16> -> tensor<16x64xf32>
  tt.return
}

// -----

tt.func @dot_result(%a: tensor<16x32xf16>, %b: tensor<32x64xf16>, %c: tensor<32x64xf32>) {
  // expected-error @+1 {{'tt.dot' op requires a result of 16×64, but it is 32×64}}
  %0 = tt.dot %a, %b, %c : tensor<16x32xf16> * tensor<32x64xf16> -> tensor<32x64xf32>
  tt.return
}

// -----

tt.func @dot_rank(%a: tensor<16xf16>, %b: tensor<16xf16>, %c: tensor<16xf32>) {
  // expected-error @+1 {{'tt.dot' op requires operands and result of rank 2 or of rank 3, but they have ranks 1, 1 and 1}}
  %0 = tt.dot %a, %b, %c : tensor<16xf16> * tensor<16xf16> -> tensor<16xf32>
  tt.return
}

// -----

tt.func @dot_batch(%a: tensor<2x16x16xf16>, %b: tensor<4x16x16xf16>, %c: tensor<2x16x16xf32>) {
  // expected-error @+1 {{'tt.dot' op requires one batch size, but has 2, 4 and 2}}
  %0 = tt.dot %a, %b, %c : tensor<2x16x16xf16> * tensor<4x16x16xf16> -> tensor<2x16x16xf32>
  tt.return
}

// -----

tt.func @dot_width(%a: tensor<16x16xf16>, %b: tensor<16x16xf32>, %c: tensor<16x16xf32>) {
  // expected-error @+1 {{'tt.dot' op requires operands of one kind and width, but a has 'f16' and b 'f32'}}
  %0 = tt.dot %a, %b, %c : tensor<16x16xf16> * tensor<16x16xf32> -> tensor<16x16xf32>
  tt.return
}

// -----

tt.func @dot_kind(%a: tensor<16x16xi8>, %c: tensor<16x16xf32>) {
  // expected-error @+1 {{'tt.dot' op can't accumulate products of 'i8' in 'f32'}}
  %0 = tt.dot %a, %a, %c : tensor<16x16xi8> * tensor<16x16xi8> -> tensor<16x16xf32>
  tt.return
}

// -----

tt.func @scale(%a: tensor<128x32xi8>, %as: tensor<128x4xi8>, %b: tensor<64x128xf16>, %c: tensor<128x128xf32>) {
  // expected-error @+1 {{'tt.dot_scaled' op can't multiply: a has 32 columns, but b has 64 rows}}
  %0 = tt.dot_scaled %a scale %as, %b, %c lhs = e4m3 rhs = fp16 {fastMath = false} : tensor<128x32xi8>, tensor<128x4xi8> * tensor<64x128xf16> -> tensor<128x128xf32>
  tt.return
}

// -----

tt.func @scales(%a: tensor<128x32xi8>, %as: tensor<128x8xi8>, %b: tensor<64x128xf16>, %c: tensor<128x128xf32>) {
  // expected-error @+1 {{'tt.dot_scaled' op a_scale must have a row for each of 128 and a scale for each group along K, 64, but is 'tensor<128x8xi8>'}}
  %0 = tt.dot_scaled %a scale %as, %b, %c lhs = e2m1 rhs = fp16 {fastMath = false} : tensor<128x32xi8>, tensor<128x8xi8> * tensor<64x128xf16> -> tensor<128x128xf32>
  tt.return
}

// -----

tt.func @reduce_axis(%m: tensor<8x16xf32>) {
  // expected-error @+1 {{'tt.reduce' op axis 2 is outside of [0, 2)}}
  %0 = "tt.reduce"(%m) <{axis = 2 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    tt.reduce.return %l : f32
  }) : (tensor<8x16xf32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @reduce_type(%m: tensor<8x16xf32>) {
  // expected-error @+1 {{'tt.reduce' op result #0 must be 'tensor<16xf32>', but is 'tensor<8xf32>'}}
  %0 = "tt.reduce"(%m) <{axis = 0 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    tt.reduce.return %l : f32
  }) : (tensor<8x16xf32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @reduce_arguments(%m: tensor<8xf32>) {
  // expected-error @+1 {{'tt.reduce' op requires region arguments of types (f32), twice}}
  %0 = "tt.reduce"(%m) <{axis = 0 : i32}> ({
  ^bb0(%l: f32):
    tt.reduce.return %l : f32
  }) : (tensor<8xf32>) -> f32
  tt.return
}

// -----

tt.func @reduce_return(%m: tensor<8xf32>) {
  // expected-error @+1 {{'tt.reduce' op requires its region to return (f32)}}
  %0 = "tt.reduce"(%m) <{axis = 0 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    tt.reduce.return %l, %r : f32, f32
  }) : (tensor<8xf32>) -> f32
  tt.return
}

// -----

tt.func @reduce_shapes(%m: tensor<8xf32>, %n: tensor<4xf32>) {
  // expected-error @+1 {{'tt.reduce' op requires operands of one shape and encoding}}
  %0:2 = "tt.reduce"(%m, %n) <{axis = 0 : i32}> ({
  ^bb0(%l: f32, %k: f32, %r: f32, %s: f32):
    tt.reduce.return %l, %r : f32, f32
  }) : (tensor<8xf32>, tensor<4xf32>) -> (f32, f32)
  tt.return
}

// -----

tt.func @reduce_counts(%m: tensor<8xf32>) {
  // expected-error @+1 {{'tt.reduce' op requires at least one operand and as many results as operands, but has 1 and 2}}
  %0:2 = "tt.reduce"(%m) <{axis = 0 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    tt.reduce.return %l : f32
  }) : (tensor<8xf32>) -> (f32, f32)
  tt.return
}

// -----

tt.func @scan_axis(%m: tensor<8x16xf32>) {
  // expected-error @+1 {{'tt.scan' op axis -1 is outside of [0, 2)}}
  %0 = "tt.scan"(%m) <{axis = -1 : i32, reverse = false}> ({
  ^bb0(%l: f32, %r: f32):
    tt.scan.return %l : f32
  }) : (tensor<8x16xf32>) -> tensor<8x16xf32>
  tt.return
}

// -----

tt.func @scan_end(%m: tensor<8xf32>) {
  // expected-error @+1 {{'tt.scan' op requires a region with one block}}
  %0 = "tt.scan"(%m) <{axis = 0 : i32, reverse = false}> ({
  }) : (tensor<8xf32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @outside() {
  // expected-error @+1 {{'tt.reduce.return' op expects parent op 'tt.reduce'}}
  "tt.reduce.return"() : () -> ()
}

// -----

tt.func @call(%x: i32) {
  // expected-error @+1 {{'tt.call' op 'nothing' does not reference a valid function}}
  tt.call @nothing(%x) : (i32) -> ()
  tt.return
}

// -----

tt.func @returns(%x: i32) -> f32 {
  // expected-error @+1 {{'tt.return' op type of return operand 0 ('i32') doesn't match function result type ('f32') in function @returns}}
  tt.return %x : i32
}

// -----

// expected-error @+1 {{'tt.func' op entry block must have 1 arguments to match function signature}}
"tt.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({
  tt.return
}) : () -> ()

// -----

tt.func @poll(%p: !tt.ptr<i32>, %x: i64) {
  // expected-error @+1 {{'tt.atomic_poll' op requires an integer that the pointer points to, but compares 'i32' with 'i64'}}
  %0 = tt.atomic_poll acquire, gpu, %p, %x : !tt.ptr<i32>, i64 -> i1
  tt.return
}
