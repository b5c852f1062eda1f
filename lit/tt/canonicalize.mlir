// RUN: tawa-opt --canonicalize %s | FileCheck %s

// CHECK-LABEL: @splat_of_constant
tt.func @splat_of_constant() -> (tensor<8xi32>, tensor<4x8xi32>, tensor<8x1xi32>, tensor<2x4xi32>, i32) {
  // CHECK-DAG: %[[A:.*]] = arith.constant dense<7> : tensor<8xi32>
  // CHECK-DAG: %[[B:.*]] = arith.constant dense<7> : tensor<4x8xi32>
  // CHECK-DAG: %[[C:.*]] = arith.constant dense<7> : tensor<8x1xi32>
  // CHECK-DAG: %[[D:.*]] = arith.constant dense<7> : tensor<2x4xi32>
  // CHECK-DAG: %[[E:.*]] = arith.constant 7 : i32
  // CHECK-NOT: tt.splat
  %c = arith.constant 7 : i32
  %0 = tt.splat %c : i32 -> tensor<8xi32>
  %1 = tt.splat %c : i32 -> tensor<1x8xi32>
  %2 = tt.broadcast %1 : tensor<1x8xi32> -> tensor<4x8xi32>
  %3 = tt.expand_dims %0 {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
  %4 = tt.reshape %0 : tensor<8xi32> -> tensor<2x4xi32>
  %5 = tt.reshape %0 : tensor<8xi32> -> tensor<8x1xi32>
  %one = tt.splat %c : i32 -> tensor<1xi32>
  %6 = tt.unsplat %one : tensor<1xi32>
  // CHECK: tt.return %[[A]], %[[B]], %[[C]], %[[D]], %[[E]]
  tt.return %0, %2, %3, %4, %6 : tensor<8xi32>, tensor<4x8xi32>, tensor<8x1xi32>, tensor<2x4xi32>, i32
}

// CHECK-LABEL: @of_splat
tt.func @of_splat(%s: f32) -> (tensor<8x16xf32>, tensor<8x1xf32>, tensor<4x2xf32>, tensor<16x8xf32>, f32) {
  // CHECK-DAG: %[[A:.*]] = tt.splat %s : f32 -> tensor<8x16xf32>
  // CHECK-DAG: %[[B:.*]] = tt.splat %s : f32 -> tensor<8x1xf32>
  // CHECK-DAG: %[[C:.*]] = tt.splat %s : f32 -> tensor<4x2xf32>
  // CHECK-DAG: %[[D:.*]] = tt.splat %s : f32 -> tensor<16x8xf32>
  // CHECK-NEXT: tt.return %[[A]], %[[B]], %[[C]], %[[D]], %s
  %0 = tt.splat %s : f32 -> tensor<8x1xf32>
  %1 = tt.broadcast %0 : tensor<8x1xf32> -> tensor<8x16xf32>
  %2 = tt.splat %s : f32 -> tensor<8xf32>
  %3 = tt.expand_dims %2 {axis = 1 : i32} : tensor<8xf32> -> tensor<8x1xf32>
  %4 = tt.reshape %2 : tensor<8xf32> -> tensor<4x2xf32>
  %5 = tt.trans %1 {order = array<i32: 1, 0>} : tensor<8x16xf32> -> tensor<16x8xf32>
  %one = tt.splat %s : f32 -> tensor<1xf32>
  %6 = tt.unsplat %one : tensor<1xf32>
  tt.return %1, %3, %4, %5, %6 : tensor<8x16xf32>, tensor<8x1xf32>, tensor<4x2xf32>, tensor<16x8xf32>, f32
}

// CHECK-LABEL: @constants
tt.func @constants() -> (tensor<4x2xi32>, tensor<4xi32>, tensor<1xi32>) {
  // CHECK-DAG: %[[T:.*]] = arith.constant dense<{{\[}}[1, 5], [2, 6], [3, 7], [4, 8]]> : tensor<4x2xi32>
  // CHECK-DAG: %[[R:.*]] = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  // CHECK-DAG: %[[M:.*]] = arith.constant dense<5> : tensor<1xi32>
  // CHECK: tt.return %[[T]], %[[R]], %[[M]]
  %0 = arith.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8]]> : tensor<2x4xi32>
  %1 = tt.trans %0 {order = array<i32: 1, 0>} : tensor<2x4xi32> -> tensor<4x2xi32>
  %2 = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %3 = tt.reshape %2 : tensor<2x2xi32> -> tensor<4xi32>
  %4 = tt.make_range {end = 6 : i32, start = 5 : i32} : tensor<1xi32>
  tt.return %1, %3, %4 : tensor<4x2xi32>, tensor<4xi32>, tensor<1xi32>
}

// CHECK-LABEL: @trans
tt.func @trans(%m: tensor<8x16x4xf32>) -> (tensor<8x16x4xf32>, tensor<4x8x16xf32>) {
  // CHECK-NEXT: %[[T:.*]] = tt.trans %m {order = array<i32: 2, 0, 1>} : tensor<8x16x4xf32> -> tensor<4x8x16xf32>
  // CHECK-NEXT: tt.return %m, %[[T]]
  %0 = tt.trans %m {order = array<i32: 0, 1, 2>} : tensor<8x16x4xf32> -> tensor<8x16x4xf32>
  %1 = tt.trans %0 {order = array<i32: 1, 2, 0>} : tensor<8x16x4xf32> -> tensor<16x4x8xf32>
  %2 = tt.trans %1 {order = array<i32: 1, 2, 0>} : tensor<16x4x8xf32> -> tensor<4x8x16xf32>
  tt.return %0, %2 : tensor<8x16x4xf32>, tensor<4x8x16xf32>
}

// CHECK-LABEL: @trans_back
tt.func @trans_back(%m: tensor<8x16xf32>) -> tensor<8x16xf32> {
  // CHECK-NEXT: tt.return %m
  %0 = tt.trans %m {order = array<i32: 1, 0>} : tensor<8x16xf32> -> tensor<16x8xf32>
  %1 = tt.trans %0 {order = array<i32: 1, 0>} : tensor<16x8xf32> -> tensor<8x16xf32>
  tt.return %1 : tensor<8x16xf32>
}

// CHECK-LABEL: @shapes
tt.func @shapes(%v: tensor<8xf32>, %m: tensor<8x1xf32>) -> (tensor<8xf32>, tensor<4x2xf32>, tensor<8x4xf32>, tensor<8x1x4xf32>) {
  // CHECK-DAG: %[[R:.*]] = tt.reshape %v : tensor<8xf32> -> tensor<4x2xf32>
  // CHECK-DAG: %[[B:.*]] = tt.broadcast %m : tensor<8x1xf32> -> tensor<8x4xf32>
  // CHECK-DAG: %[[E:.*]] = tt.expand_dims %m {axis = 1 : i32} : tensor<8x1xf32> -> tensor<8x1x1xf32>
  // CHECK: %[[W:.*]] = tt.broadcast %[[E]] : tensor<8x1x1xf32> -> tensor<8x1x4xf32>
  // CHECK: tt.return %v, %[[R]], %[[B]], %[[W]]
  %0 = tt.reshape %v : tensor<8xf32> -> tensor<2x4xf32>
  %1 = tt.reshape %0 : tensor<2x4xf32> -> tensor<8xf32>
  %2 = tt.reshape %1 : tensor<8xf32> -> tensor<4x2xf32>
  %3 = tt.broadcast %m : tensor<8x1xf32> -> tensor<8x4xf32>
  %4 = tt.broadcast %3 : tensor<8x4xf32> -> tensor<8x4xf32>
  %5 = tt.expand_dims %4 {axis = 1 : i32} : tensor<8x4xf32> -> tensor<8x1x4xf32>
  tt.return %1, %2, %4, %5 : tensor<8xf32>, tensor<4x2xf32>, tensor<8x4xf32>, tensor<8x1x4xf32>
}

// CHECK-LABEL: @reorder
tt.func @reorder(%v: tensor<8xf32>) -> (tensor<8xf32>, tensor<4x2xf32>) {
  // A reshape that may reorder stays one.
  // CHECK-DAG: %[[R:.*]] = tt.reshape %v allow_reorder : tensor<8xf32> -> tensor<8xf32>
  // CHECK-DAG: %[[S:.*]] = tt.reshape %v allow_reorder : tensor<8xf32> -> tensor<4x2xf32>
  // CHECK: tt.return %[[R]], %[[S]]
  %0 = tt.reshape %v allow_reorder : tensor<8xf32> -> tensor<8xf32>
  %1 = tt.reshape %0 : tensor<8xf32> -> tensor<4x2xf32>
  tt.return %0, %1 : tensor<8xf32>, tensor<4x2xf32>
}

// CHECK-LABEL: @join_split
tt.func @join_split(%a: tensor<8xf32>, %b: tensor<8xf32>, %c: tensor<8x2xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8x2xf32>) {
  // CHECK-NEXT: tt.return %a, %b, %c
  %0 = tt.join %a, %b : tensor<8xf32> -> tensor<8x2xf32>
  %1, %2 = tt.split %0 : tensor<8x2xf32> -> tensor<8xf32>
  %3, %4 = tt.split %c : tensor<8x2xf32> -> tensor<8xf32>
  %5 = tt.join %3, %4 : tensor<8xf32> -> tensor<8x2xf32>
  tt.return %1, %2, %5 : tensor<8xf32>, tensor<8xf32>, tensor<8x2xf32>
}

// CHECK-LABEL: @elementwise
tt.func @elementwise(%p: tensor<8x!tt.ptr<f32>>, %x: f32) -> (tensor<8x!tt.ptr<f32>>, f32, f16, i32, f32) {
  // CHECK-DAG: %[[H:.*]] = arith.constant 1.500000e+00 : f16
  // CHECK-DAG: %[[HI:.*]] = arith.constant 1 : i32
  // CHECK: tt.return %p, %x, %[[H]], %[[HI]], %x
  %zero = arith.constant dense<0> : tensor<8xi32>
  %0 = tt.addptr %p, %zero : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %1 = tt.bitcast %x : f32 -> f32
  %c = arith.constant 1.5 : f32
  %2 = tt.fp_to_fp %c, rounding = rtne : f32 -> f16
  %big = arith.constant -2147483648 : i32
  %two = arith.constant 2 : i32
  %3 = tt.mulhiui %big, %two : i32
  %4 = tt.fp_to_fp %x : f32 -> f32
  tt.return %0, %1, %2, %3, %4 : tensor<8x!tt.ptr<f32>>, f32, f16, i32, f32
}

// Rounding and saturation are the hardware's.
// CHECK-LABEL: @fp_to_fp
tt.func @fp_to_fp() -> (f8E4M3FN, f8E4M3FN) {
  // CHECK-DAG: %[[A:.*]] = arith.constant 4.480000e+02 : f8E4M3FN
  // CHECK-DAG: %[[B:.*]] = tt.fp_to_fp %{{.*}}, rounding = rtne : f32 -> f8E4M3FN
  // CHECK: tt.return %[[A]], %[[B]]
  %max = arith.constant 448.0 : f32
  %more = arith.constant 1000.0 : f32
  %0 = tt.fp_to_fp %max, rounding = rtz : f32 -> f8E4M3FN
  %1 = tt.fp_to_fp %more, rounding = rtne : f32 -> f8E4M3FN
  tt.return %0, %1 : f8E4M3FN, f8E4M3FN
}

// CHECK-LABEL: @advance
tt.func @advance(%p: !tt.ptr<tensor<8x8xf16>>) -> !tt.ptr<tensor<8x8xf16>> {
  // CHECK-NEXT: tt.return %p
  %c0 = arith.constant 0 : i32
  %0 = tt.advance %p, [%c0, %c0] : <tensor<8x8xf16>>
  tt.return %0 : !tt.ptr<tensor<8x8xf16>>
}

// CHECK-LABEL: @masks
tt.func @masks(%p: tensor<8x!tt.ptr<f32>>, %v: tensor<8xf32>, %q: !tt.ptr<f32>) -> (tensor<8xf32>, tensor<8xf32>, f32) {
  // CHECK-NEXT: %[[L:.*]] = tt.load %p : tensor<8x!tt.ptr<f32>>
  // CHECK-NEXT: %[[S:.*]] = tt.load %q : !tt.ptr<f32>
  // CHECK-NEXT: tt.store %p, %v : tensor<8x!tt.ptr<f32>>
  // CHECK-NEXT: tt.return %[[L]], %v, %[[S]]
  %all = arith.constant dense<true> : tensor<8xi1>
  %none = arith.constant dense<false> : tensor<8xi1>
  %true = arith.constant true
  %0 = tt.load %p, %all, %v : tensor<8x!tt.ptr<f32>>
  %1 = tt.load %p, %none, %v : tensor<8x!tt.ptr<f32>>
  %2 = tt.load %q, %true : !tt.ptr<f32>
  tt.store %p, %v, %all : tensor<8x!tt.ptr<f32>>
  tt.store %p, %v, %none : tensor<8x!tt.ptr<f32>>
  tt.return %0, %1, %2 : tensor<8xf32>, tensor<8xf32>, f32
}

// Only a load that is not volatile, and assembly that says so, may go.
// CHECK-LABEL: @effects
tt.func @effects(%p: !tt.ptr<f32>, %i: i32) {
  // CHECK-NEXT: tt.load %p {isVolatile = true} : !tt.ptr<f32>
  // CHECK-NEXT: tt.elementwise_inline_asm "keep"
  // CHECK-NEXT: tt.return
  %0 = tt.load %p : !tt.ptr<f32>
  %1 = tt.load %p {isVolatile = true} : !tt.ptr<f32>
  %2 = tt.elementwise_inline_asm "drop" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %i : i32 -> i32
  %3 = tt.elementwise_inline_asm "keep" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %i : i32 -> i32
  tt.return
}
