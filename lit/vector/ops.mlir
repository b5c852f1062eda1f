// RUN: tawa-opt %s | FileCheck %s
// RUN: tawa-opt --mlir-print-op-generic %s | tawa-opt | FileCheck %s

// Every op prints as it is written.

// CHECK-DAG: #map = affine_map<(d0, d1, d2) -> (d0, d2)>
#map = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #map1 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-DAG: #map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-DAG: #map3 = affine_map<(d0, d1) -> (d1, 0)>
#map3 = affine_map<(d0, d1) -> (d1, 0)>
#matmul = {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]}
// CHECK: module {
module {
  // CHECK-NEXT: func.func @elements(%x: f32, %v: vector<4xf32>, %m: vector<4x4xf32>, %i: index) {
  func.func @elements(%x: f32, %v: vector<4xf32>, %m: vector<4x4xf32>, %i: index) {
    // CHECK-NEXT: %splat = vector.broadcast %x : f32 to vector<4xf32>
    %splat = vector.broadcast %x : f32 to vector<4xf32>
    // CHECK-NEXT: %rows = vector.broadcast %v : vector<4xf32> to vector<4x4xf32>
    %rows = vector.broadcast %v : vector<4xf32> to vector<4x4xf32>
    // CHECK-NEXT: %at = vector.extract %m[0, %i] : f32 from vector<4x4xf32>
    %at = vector.extract %m[0, %i] : f32 from vector<4x4xf32>
    // CHECK-NEXT: %row = vector.extract %m[1] : vector<4xf32> from vector<4x4xf32>
    %row = vector.extract %m[1] : vector<4xf32> from vector<4x4xf32>
    // CHECK-NEXT: %with = vector.insert %x, %m [0, %i] : f32 into vector<4x4xf32>
    %with = vector.insert %x, %m [0, %i] : f32 into vector<4x4xf32>
    // CHECK-NEXT: %with_row = vector.insert %v, %m [1] : vector<4xf32> into vector<4x4xf32>
    %with_row = vector.insert %v, %m [1] : vector<4xf32> into vector<4x4xf32>
    // CHECK-NEXT: %made = vector.from_elements %x, %x : vector<2xf32>
    %made = vector.from_elements %x, %x : vector<2xf32>
    // CHECK-NEXT: %all:4 = vector.to_elements %v : vector<4xf32>
    %all:4 = vector.to_elements %v : vector<4xf32>
    // CHECK-NEXT: %numbers = vector.step : vector<4xindex>
    %numbers = vector.step : vector<4xindex>
    // CHECK-NEXT: %scale = vector.vscale
    %scale = vector.vscale
    // CHECK-NEXT: %fma = vector.fma %v, %v, %v : vector<4xf32>
    %fma = vector.fma %v, %v, %v : vector<4xf32>
    // CHECK-NEXT: vector.print %v : vector<4xf32>
    vector.print %v : vector<4xf32>
    // CHECK-NEXT: vector.print
    vector.print
    // CHECK-NEXT: vector.print str "text"
    vector.print str "text"
    // CHECK-NEXT: vector.print %x : f32 punctuation <comma>
    vector.print %x : f32 punctuation <comma>
    // CHECK-NEXT: return
    return
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: func.func @slices(%v: vector<2x4xf32>, %m: vector<4x4xf32>, %s: vector<[4]xf32>, %f: vector<4xf32>) {
  func.func @slices(%v: vector<2x4xf32>, %m: vector<4x4xf32>, %s: vector<[4]xf32>, %f: vector<4xf32>) {
    // CHECK-NEXT: %part = vector.extract_strided_slice %m {offsets = [1], sizes = [2], strides = [1]} : vector<4x4xf32> to vector<2x4xf32>
    %part = vector.extract_strided_slice %m {offsets = [1], sizes = [2], strides = [1]} : vector<4x4xf32> to vector<2x4xf32>
    // CHECK-NEXT: %whole = vector.insert_strided_slice %v, %m {offsets = [2, 0], strides = [1, 1]} : vector<2x4xf32> into vector<4x4xf32>
    %whole = vector.insert_strided_slice %v, %m {offsets = [2, 0], strides = [1, 1]} : vector<2x4xf32> into vector<4x4xf32>
    // CHECK-NEXT: %fixed = vector.scalable.extract %s[4] : vector<4xf32> from vector<[4]xf32>
    %fixed = vector.scalable.extract %s[4] : vector<4xf32> from vector<[4]xf32>
    // CHECK-NEXT: %scaled = vector.scalable.insert %f, %s[4] : vector<4xf32> into vector<[4]xf32>
    %scaled = vector.scalable.insert %f, %s[4] : vector<4xf32> into vector<[4]xf32>
    // CHECK-NEXT: return
    return
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: func.func @shapes(%v: vector<2x4xf32>, %w: vector<8xf32>, %buffer: memref<2x4xf32>) {
  func.func @shapes(%v: vector<2x4xf32>, %w: vector<8xf32>, %buffer: memref<2x4xf32>) {
    // CHECK-NEXT: %bits = vector.bitcast %v : vector<2x4xf32> to vector<2x8xf16>
    %bits = vector.bitcast %v : vector<2x4xf32> to vector<2x8xf16>
    // CHECK-NEXT: %flat = vector.shape_cast %v : vector<2x4xf32> to vector<8xf32>
    %flat = vector.shape_cast %v : vector<2x4xf32> to vector<8xf32>
    // CHECK-NEXT: %one = vector.type_cast %buffer : memref<2x4xf32> to memref<vector<2x4xf32>>
    %one = vector.type_cast %buffer : memref<2x4xf32> to memref<vector<2x4xf32>>
    // CHECK-NEXT: %turned = vector.transpose %v, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
    %turned = vector.transpose %v, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
    // CHECK-NEXT: %some = vector.shuffle %w, %w [0, 15, -1] : vector<8xf32>, vector<8xf32>
    %some = vector.shuffle %w, %w [0, 15, -1] : vector<8xf32>, vector<8xf32>
    // CHECK-NEXT: %both = vector.interleave %w, %w : vector<8xf32> -> vector<16xf32>
    %both = vector.interleave %w, %w : vector<8xf32> -> vector<16xf32>
    // CHECK-NEXT: %even, %odd = vector.deinterleave %w : vector<8xf32> -> vector<4xf32>
    %even, %odd = vector.deinterleave %w : vector<8xf32> -> vector<4xf32>
    // CHECK-NEXT: return
    return
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: func.func @reductions(%v: vector<4xf32>, %m: vector<4x4xf32>, %x: f32) {
  func.func @reductions(%v: vector<4xf32>, %m: vector<4x4xf32>, %x: f32) {
    // CHECK-NEXT: %sum = vector.reduction <add>, %v : vector<4xf32> into f32
    %sum = vector.reduction <add>, %v : vector<4xf32> into f32
    // CHECK-NEXT: %max = vector.reduction <maxnumf>, %v, %x fastmath<nnan> : vector<4xf32> into f32
    %max = vector.reduction <maxnumf>, %v, %x fastmath<nnan> : vector<4xf32> into f32
    // CHECK-NEXT: %columns = vector.multi_reduction <mul>, %m, %v [0] : vector<4x4xf32> to vector<4xf32>
    %columns = vector.multi_reduction <mul>, %m, %v [0] : vector<4x4xf32> to vector<4xf32>
    // CHECK-NEXT: %total = vector.multi_reduction <add>, %m, %x [0, 1] : vector<4x4xf32> to f32
    %total = vector.multi_reduction <add>, %m, %x [0, 1] : vector<4x4xf32> to f32
    // CHECK-NEXT: %sums, %last = vector.scan <add>, %m, %v {inclusive = true, reduction_dim = 1 : i64} : vector<4x4xf32>, vector<4xf32>
    %sums, %last = vector.scan <add>, %m, %v {inclusive = true, reduction_dim = 1 : i64} : vector<4x4xf32>, vector<4xf32>
    // CHECK-NEXT: %outer = vector.outerproduct %v, %v : vector<4xf32>, vector<4xf32>
    %outer = vector.outerproduct %v, %v : vector<4xf32>, vector<4xf32>
    // CHECK-NEXT: %outer_max = vector.outerproduct %v, %v, %m {kind = #vector.kind<maxnumf>} : vector<4xf32>, vector<4xf32>
    %outer_max = vector.outerproduct %v, %v, %m {kind = #vector.kind<maxnumf>} : vector<4xf32>, vector<4xf32>
    // CHECK-NEXT: %scaled = vector.outerproduct %v, %x : vector<4xf32>, f32
    %scaled = vector.outerproduct %v, %x : vector<4xf32>, f32
    // CHECK-NEXT: %product = vector.contract {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %m, %m, %m : vector<4x4xf32>, vector<4x4xf32> into vector<4x4xf32>
    %product = vector.contract {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %m, %m, %m : vector<4x4xf32>, vector<4x4xf32> into vector<4x4xf32>
    // CHECK-NEXT: %of_alias = vector.contract {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %m, %m, %m : vector<4x4xf32>, vector<4x4xf32> into vector<4x4xf32>
    %of_alias = vector.contract #matmul %m, %m, %m : vector<4x4xf32>, vector<4x4xf32> into vector<4x4xf32>
    // CHECK-NEXT: return
    return
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: func.func @masks(%n: index) {
  func.func @masks(%n: index) {
    // CHECK-NEXT: %box = vector.constant_mask [3, 2] : vector<4x4xi1>
    %box = vector.constant_mask [3, 2] : vector<4x4xi1>
    // CHECK-NEXT: %some = vector.create_mask %n, %n : vector<4x4xi1>
    %some = vector.create_mask %n, %n : vector<4x4xi1>
    // CHECK-NEXT: return
    return
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: func.func @memory(%m: memref<4x?xf32>, %t: tensor<4x?xf32>, %i: index, %v: vector<4xf32>, %mask: vector<4xi1>, %at: vector<4xi32>, %x: f32) {
  func.func @memory(%m: memref<4x?xf32>, %t: tensor<4x?xf32>, %i: index, %v: vector<4xf32>, %mask: vector<4xi1>, %at: vector<4xi32>, %x: f32) {
    // CHECK-NEXT: %a = vector.load %m[%i, %i] : memref<4x?xf32>, vector<4xf32>
    %a = vector.load %m[%i, %i] : memref<4x?xf32>, vector<4xf32>
    // CHECK-NEXT: vector.store %a, %m[%i, %i] {nontemporal = true} : memref<4x?xf32>, vector<4xf32>
    vector.store %a, %m[%i, %i] {nontemporal = true} : memref<4x?xf32>, vector<4xf32>
    // CHECK-NEXT: %b = vector.maskedload %m[%i, %i], %mask, %v : memref<4x?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    %b = vector.maskedload %m[%i, %i], %mask, %v : memref<4x?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    // CHECK-NEXT: vector.maskedstore %m[%i, %i], %mask, %v {alignment = 4 : i64} : memref<4x?xf32>, vector<4xi1>, vector<4xf32>
    vector.maskedstore %m[%i, %i], %mask, %v {alignment = 4 : i64} : memref<4x?xf32>, vector<4xi1>, vector<4xf32>
    // CHECK-NEXT: %c = vector.expandload %m[%i, %i], %mask, %v : memref<4x?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    %c = vector.expandload %m[%i, %i], %mask, %v : memref<4x?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    // CHECK-NEXT: vector.compressstore %m[%i, %i], %mask, %v : memref<4x?xf32>, vector<4xi1>, vector<4xf32>
    vector.compressstore %m[%i, %i], %mask, %v : memref<4x?xf32>, vector<4xi1>, vector<4xf32>
    // CHECK-NEXT: %d = vector.gather %m[%i, %i] [%at], %mask, %v : memref<4x?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    %d = vector.gather %m[%i, %i] [%at], %mask, %v : memref<4x?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    // CHECK-NEXT: vector.scatter %m[%i, %i] [%at], %mask, %v : memref<4x?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
    vector.scatter %m[%i, %i] [%at], %mask, %v : memref<4x?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
    // CHECK-NEXT: %e = vector.transfer_read %m[%i, %i], %x : memref<4x?xf32>, vector<4xf32>
    %e = vector.transfer_read %m[%i, %i], %x : memref<4x?xf32>, vector<4xf32>
    // CHECK-NEXT: %f = vector.transfer_read %t[%i, %i], %x, %mask {in_bounds = [true]} : tensor<4x?xf32>, vector<4xf32>
    %f = vector.transfer_read %t[%i, %i], %x, %mask {in_bounds = [true]} : tensor<4x?xf32>, vector<4xf32>
    // CHECK-NEXT: %g = vector.transfer_read %m[%i, %i], %x {permutation_map = #map3} : memref<4x?xf32>, vector<4x2xf32>
    %g = vector.transfer_read %m[%i, %i], %x {permutation_map = #map3} : memref<4x?xf32>, vector<4x2xf32>
    // CHECK-NEXT: vector.transfer_write %v, %m[%i, %i] : vector<4xf32>, memref<4x?xf32>
    vector.transfer_write %v, %m[%i, %i] : vector<4xf32>, memref<4x?xf32>
    // CHECK-NEXT: %h = vector.transfer_write %v, %t[%i, %i], %mask {in_bounds = [true]} : vector<4xf32>, tensor<4x?xf32>
    %h = vector.transfer_write %v, %t[%i, %i], %mask {in_bounds = [true]} : vector<4xf32>, tensor<4x?xf32>
    // CHECK-NEXT: return
    return
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: func.func @masked(%m: memref<?xf32>, %t: tensor<?xf32>, %i: index, %n: index, %zero: f32, %old: vector<8xf32>, %at: vector<8xi32>, %all: vector<8xi1>) -> (f32, tensor<?xf32>) {
  func.func @masked(%m: memref<?xf32>, %t: tensor<?xf32>, %i: index, %n: index, %zero: f32, %old: vector<8xf32>, %at: vector<8xi32>, %all: vector<8xi1>) -> (f32, tensor<?xf32>) {
    // CHECK-NEXT: %tail = vector.create_mask %n : vector<8xi1>
    %tail = vector.create_mask %n : vector<8xi1>
    // CHECK-NEXT: %read = vector.mask %tail { vector.transfer_read %m[%i], %zero : memref<?xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
    %read = vector.mask %tail { vector.transfer_read %m[%i], %zero : memref<?xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
    // CHECK-NEXT: %kept = vector.mask %tail, %old { vector.transfer_read %m[%i], %zero {in_bounds = [true]} : memref<?xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
    %kept = vector.mask %tail, %old { vector.transfer_read %m[%i], %zero {in_bounds = [true]} : memref<?xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
    // CHECK-NEXT: %picked = vector.mask %tail { vector.gather %m[%i] [%at], %all, %kept : memref<?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32> } : vector<8xi1> -> vector<8xf32>
    %picked = vector.mask %tail { vector.gather %m[%i] [%at], %all, %kept : memref<?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32> } : vector<8xi1> -> vector<8xf32>
    // CHECK-NEXT: %sum = vector.mask %tail { vector.reduction <add>, %read, %zero : vector<8xf32> into f32 } : vector<8xi1> -> f32
    %sum = vector.mask %tail { vector.reduction <add>, %read, %zero : vector<8xf32> into f32 } : vector<8xi1> -> f32
    // CHECK-NEXT: vector.mask %tail { vector.transfer_write %picked, %m[%i] : vector<8xf32>, memref<?xf32> } {last} : vector<8xi1>
    vector.mask %tail { vector.transfer_write %picked, %m[%i] : vector<8xf32>, memref<?xf32> } {last} : vector<8xi1>
    // CHECK-NEXT: %written = vector.mask %tail { vector.transfer_write %read, %t[%i] : vector<8xf32>, tensor<?xf32> } : vector<8xi1> -> tensor<?xf32>
    %written = vector.mask %tail { vector.transfer_write %read, %t[%i] : vector<8xf32>, tensor<?xf32> } : vector<8xi1> -> tensor<?xf32>
    // CHECK-NEXT: %same = vector.mask %tail { vector.yield %old : vector<8xf32> } : vector<8xi1> -> vector<8xf32>
    %same = vector.mask %tail { vector.yield %old : vector<8xf32> } : vector<8xi1> -> vector<8xf32>
    // CHECK-NEXT: return %sum, %written : f32, tensor<?xf32>
    return %sum, %written : f32, tensor<?xf32>
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: func.func @masked_product(%a: vector<4x8xf32>, %b: vector<8x4xf32>, %c: vector<4x4xf32>, %rows: index, %depth: index) -> vector<4x4xf32> {
  func.func @masked_product(%a: vector<4x8xf32>, %b: vector<8x4xf32>, %c: vector<4x4xf32>, %rows: index, %depth: index) -> vector<4x4xf32> {
    // CHECK-NEXT: %inside = vector.create_mask %rows, %rows, %depth : vector<4x4x8xi1>
    %inside = vector.create_mask %rows, %rows, %depth : vector<4x4x8xi1>
    // CHECK-NEXT: %product = vector.mask %inside { vector.contract {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<4x8xf32>, vector<8x4xf32> into vector<4x4xf32> } : vector<4x4x8xi1> -> vector<4x4xf32>
    %product = vector.mask %inside { vector.contract {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<4x8xf32>, vector<8x4xf32> into vector<4x4xf32> } : vector<4x4x8xi1> -> vector<4x4xf32>
    // CHECK-NEXT: return %product : vector<4x4xf32>
    return %product : vector<4x4xf32>
  // CHECK-NEXT: }
  }
// CHECK-NEXT: }
}
