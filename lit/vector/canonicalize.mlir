// RUN: tawa-opt --canonicalize %s | FileCheck %s

// CHECK-LABEL: func.func @constants(
// CHECK-DAG: %[[A:.*]] = arith.constant dense<2> : vector<4xi32>
// CHECK-DAG: %[[B:.*]] = arith.constant 2 : i32
// CHECK-DAG: %[[C:.*]] = arith.constant dense<[2, 2, 5, 2]> : vector<4xi32>
// CHECK-DAG: %[[D:.*]] = arith.constant dense<[0, 1, 2]> : vector<3xindex>
// CHECK-DAG: %[[E:.*]] = arith.constant dense<[2, 5]> : vector<2xi32>
// CHECK: return %[[A]], %[[B]], %[[C]], %[[D]], %[[E]]
func.func @constants() -> (vector<4xi32>, i32, vector<4xi32>, vector<3xindex>, vector<2xi32>) {
  %two = arith.constant 2 : i32
  %five = arith.constant 5 : i32
  %splat = vector.broadcast %two : i32 to vector<4xi32>
  %x = vector.extract %splat[3] : i32 from vector<4xi32>
  %i = vector.insert %five, %splat [2] : i32 into vector<4xi32>
  %n = vector.step : vector<3xindex>
  %e = vector.from_elements %two, %five : vector<2xi32>
  return %splat, %x, %i, %n, %e : vector<4xi32>, i32, vector<4xi32>, vector<3xindex>, vector<2xi32>
}

// CHECK-LABEL: func.func @extracts(
// CHECK-SAME: %[[X:.*]]: f32, %[[V:.*]]: vector<4xf32>, %[[M:.*]]: vector<2x4xf32>
// CHECK-NEXT: %[[A:.*]] = vector.extract %[[M]][1, 2] : f32 from vector<2x4xf32>
// CHECK-NEXT: %[[B:.*]] = vector.extract %[[M]][0, 3] : f32 from vector<2x4xf32>
// CHECK-NEXT: return %[[X]], %[[V]], %[[A]], %[[B]], %[[V]], %[[X]]
func.func @extracts(%x: f32, %v: vector<4xf32>, %m: vector<2x4xf32>) -> (f32, vector<4xf32>, f32, f32, vector<4xf32>, f32) {
  %splat = vector.broadcast %x : f32 to vector<4xf32>
  %a = vector.extract %splat[1] : f32 from vector<4xf32>
  %with = vector.insert %v, %m [1] : vector<4xf32> into vector<2x4xf32>
  %b = vector.extract %with[1] : vector<4xf32> from vector<2x4xf32>
  %row = vector.extract %m[1] : vector<4xf32> from vector<2x4xf32>
  %c = vector.extract %row[2] : f32 from vector<4xf32>
  %flat = vector.shape_cast %m : vector<2x4xf32> to vector<8xf32>
  %d = vector.extract %flat[3] : f32 from vector<8xf32>
  %rows = vector.broadcast %v : vector<4xf32> to vector<2x4xf32>
  %e = vector.extract %rows[1] : vector<4xf32> from vector<2x4xf32>
  %made = vector.from_elements %x, %d : vector<2xf32>
  %f = vector.extract %made[0] : f32 from vector<2xf32>
  return %a, %b, %c, %d, %e, %f : f32, vector<4xf32>, f32, f32, vector<4xf32>, f32
}

// CHECK-LABEL: func.func @casts(
// CHECK-SAME: %[[V:.*]]: vector<2x4xf32>, %[[X:.*]]: f32
// CHECK-NEXT: %[[A:.*]] = vector.shape_cast %[[V]] : vector<2x4xf32> to vector<4x2xf32>
// CHECK-NEXT: %[[B:.*]] = vector.broadcast %[[X]] : f32 to vector<8xf32>
// CHECK-NEXT: return %[[V]], %[[A]], %[[V]], %[[B]], %[[V]]
func.func @casts(%v: vector<2x4xf32>, %x: f32) -> (vector<2x4xf32>, vector<4x2xf32>, vector<2x4xf32>, vector<8xf32>, vector<2x4xf32>) {
  %flat = vector.shape_cast %v : vector<2x4xf32> to vector<8xf32>
  %a = vector.shape_cast %flat : vector<8xf32> to vector<2x4xf32>
  %b = vector.shape_cast %flat : vector<8xf32> to vector<4x2xf32>
  %bits = vector.bitcast %v : vector<2x4xf32> to vector<2x4xi32>
  %c = vector.bitcast %bits : vector<2x4xi32> to vector<2x4xf32>
  %splat = vector.broadcast %x : f32 to vector<2x4xf32>
  %d = vector.shape_cast %splat : vector<2x4xf32> to vector<8xf32>
  %t = vector.transpose %v, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
  %e = vector.transpose %t, [1, 0] : vector<4x2xf32> to vector<2x4xf32>
  return %a, %b, %c, %d, %e : vector<2x4xf32>, vector<4x2xf32>, vector<2x4xf32>, vector<8xf32>, vector<2x4xf32>
}

// CHECK-LABEL: func.func @elements(
// CHECK-SAME: %[[X:.*]]: f32, %[[V:.*]]: vector<4xf32>
// CHECK-NEXT: %[[B:.*]] = vector.broadcast %[[X]] : f32 to vector<2xf32>
// CHECK-NEXT: return %[[B]], %[[V]], %[[X]]
func.func @elements(%x: f32, %v: vector<4xf32>) -> (vector<2xf32>, vector<4xf32>, f32) {
  %a = vector.from_elements %x, %x : vector<2xf32>
  %e:4 = vector.to_elements %v : vector<4xf32>
  %b = vector.from_elements %e#0, %e#1, %e#2, %e#3 : vector<4xf32>
  %c:2 = vector.to_elements %a : vector<2xf32>
  return %a, %b, %c#1 : vector<2xf32>, vector<4xf32>, f32
}

// CHECK-LABEL: func.func @slices(
// CHECK-SAME: %[[V:.*]]: vector<4xf32>, %[[X:.*]]: f32
// CHECK-NEXT: %[[B:.*]] = vector.broadcast %[[X]] : f32 to vector<2xf32>
// CHECK-NEXT: return %[[V]], %[[B]], %[[V]], %[[V]]
func.func @slices(%v: vector<4xf32>, %x: f32) -> (vector<4xf32>, vector<2xf32>, vector<4xf32>, vector<4xf32>) {
  %a = vector.extract_strided_slice %v {offsets = [0], sizes = [4], strides = [1]} : vector<4xf32> to vector<4xf32>
  %splat = vector.broadcast %x : f32 to vector<4xf32>
  %b = vector.extract_strided_slice %splat {offsets = [1], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  %c = vector.insert_strided_slice %v, %splat {offsets = [0], strides = [1]} : vector<4xf32> into vector<4xf32>
  %d = vector.shuffle %v, %splat [0, 1, 2, 3] : vector<4xf32>, vector<4xf32>
  return %a, %b, %c, %d : vector<4xf32>, vector<2xf32>, vector<4xf32>, vector<4xf32>
}

// Masks of constant sizes are constants, and accesses under such masks are plain or none.
// CHECK-LABEL: func.func @masks(
// CHECK-SAME: %[[M:.*]]: memref<4xf32>, %[[I:.*]]: index, %[[V:.*]]: vector<4xf32>
// CHECK-NEXT: %[[K:.*]] = vector.constant_mask [2] : vector<4xi1>
// CHECK-NEXT: %[[A:.*]] = vector.load %[[M]][%[[I]]] : memref<4xf32>, vector<4xf32>
// CHECK-NEXT: vector.store %[[V]], %[[M]][%[[I]]] : memref<4xf32>, vector<4xf32>
// CHECK-NEXT: return %[[A]], %[[V]], %[[K]]
func.func @masks(%m: memref<4xf32>, %i: index, %v: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>, vector<4xi1>) {
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %two = vector.create_mask %c2 : vector<4xi1>
  %all = vector.create_mask %c7 : vector<4xi1>
  %none = vector.constant_mask [0] : vector<4xi1>
  %a = vector.maskedload %m[%i], %all, %v : memref<4xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %m[%i], %all, %v : memref<4xf32>, vector<4xi1>, vector<4xf32>
  %b = vector.maskedload %m[%i], %none, %v : memref<4xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %m[%i], %none, %v : memref<4xf32>, vector<4xi1>, vector<4xf32>
  return %a, %b, %two : vector<4xf32>, vector<4xf32>, vector<4xi1>
}

// One element is its own sum.
// CHECK-LABEL: func.func @reduction(
// CHECK-NEXT: %[[X:.*]] = vector.extract %{{.*}}[0] : f32 from vector<1xf32>
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[X]], %{{.*}} : f32
// CHECK-NEXT: return %[[S]]
func.func @reduction(%v: vector<1xf32>, %acc: f32) -> f32 {
  %s = vector.reduction <add>, %v, %acc : vector<1xf32> into f32
  return %s : f32
}

// A transfer of which the place is known stays inside.
// CHECK-LABEL: func.func @transfers(
// CHECK: vector.transfer_read %{{.*}} {in_bounds = [true]} : memref<8xf32>, vector<4xf32>
// CHECK: vector.transfer_write %{{.*}}, %{{.*}}[%{{.*}}] {in_bounds = [true]} : vector<4xf32>, memref<8xf32>
// CHECK: vector.transfer_write %{{.*}}, %{{.*}}[%{{.*}}] : vector<4xf32>, memref<6xf32>
func.func @transfers(%m: memref<8xf32>, %n: memref<6xf32>, %x: f32) {
  %c4 = arith.constant 4 : index
  %v = vector.transfer_read %m[%c4], %x : memref<8xf32>, vector<4xf32>
  vector.transfer_write %v, %m[%c4] : vector<4xf32>, memref<8xf32>
  vector.transfer_write %v, %n[%c4] : vector<4xf32>, memref<6xf32>
  return
}

// Elements of two vectors in turn.
// CHECK-LABEL: func.func @in_turn(
// CHECK: vector.interleave %{{.*}}, %{{.*}} : vector<2xf32> -> vector<4xf32>
// CHECK: vector.interleave %{{.*}}, %{{.*}} : vector<f32> -> vector<2xf32>
// CHECK: vector.shuffle
func.func @in_turn(%v: vector<2xf32>, %w: vector<2xf32>, %x: vector<f32>, %y: vector<f32>) -> (vector<4xf32>, vector<2xf32>, vector<4xf32>) {
  %a = vector.shuffle %v, %w [0, 2, 1, 3] : vector<2xf32>, vector<2xf32>
  %b = vector.shuffle %x, %y [0, 1] : vector<f32>, vector<f32>
  %c = vector.shuffle %v, %w [0, 1, 3, 2] : vector<2xf32>, vector<2xf32>
  return %a, %b, %c : vector<4xf32>, vector<2xf32>, vector<4xf32>
}
