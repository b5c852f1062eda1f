// RUN: tawa-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: tawa-opt %s --allow-unregistered-dialect | tawa-opt --allow-unregistered-dialect | FileCheck %s
// RUN: tawa-opt %s --allow-unregistered-dialect --mlir-elide-elementsattrs-if-larger=2 --mlir-elide-resource-strings-if-larger=20 \
// RUN:   | FileCheck %s --check-prefix=ELIDE
// RUN: tawa-opt %s --allow-unregistered-dialect --mlir-print-elementsattrs-with-hex-if-larger=2 | FileCheck %s --check-prefix=HEX

// Aliases may be used before they are defined; maps and sets get aliases, and are simplified.
// CHECK: #distinct = distinct[0]<"held">
// CHECK: #map = affine_map<(d0, d1)[s0] -> (d0 * s0 + d1 + 3, d1 mod 8)>
// CHECK: #set = affine_set<(d0) : (d0 >= 0, -d0 + 7 >= 0)>
"test.maps"() {map = #layout, set = #range, once = #once} : () -> ()
#layout = affine_map<(row, col)[stride] -> (3 + row * stride + col, (16 * row + col) mod 8)>
#range = affine_set<(i) : (i >= 0, i <= 7)>
#once = distinct[42]<"held">

// CHECK: "test.numbers"()
// CHECK-SAME: array = array<i72: 1, -1>
// CHECK-SAME: complex = dense<[(1.000000e+00,2.000000e+00), (3.000000e+00,0x7F800000)]> : tensor<2xcomplex<f32>>
// CHECK-SAME: extended = 3.000000e+00 : f80
// CHECK-SAME: sparse = sparse<{{\[\[}}0, 1], [2, 3]], [5, 6]> : tensor<4x4xi8>
// CHECK-SAME: strings = dense<["a", "b\0A"]> : tensor<2x!text.line>
// CHECK-SAME: wide = -170141183460469231731687303715884105728 : i128
"test.numbers"() {
  array = array<i72: 1, -1>,
  complex = dense<[(1.0, 2.0), (3.0, 0x7F800000)]> : tensor<2xcomplex<f32>>,
  extended = 0x4000C000000000000000 : f80,
  sparse = sparse<[[0, 1], [2, 3]], [5, 6]> : tensor<4x4xi8>,
  strings = dense<["a", "b\n"]> : tensor<2x!text.line>,
  wide = 0x80000000000000000000000000000000 : i128
} : () -> ()

// ELIDE: many = dense_resource<__elided__> : tensor<3xi8>
// HEX: many = dense<"0x010203"> : tensor<3xi8>
// CHECK: blob = dense_resource<weights> : tensor<2xf32>
// CHECK-SAME: layout = memref<4x4xf32, strided<[?, 1], offset: ?>, "shared">
"test.memory"() {many = dense<[1, 2, 3]> : tensor<3xi8>, blob = dense_resource<weights> : tensor<2xf32>,
  layout = memref<4x4xf32, strided<[?, 1], offset: ?>, "shared">} : () -> ()

// CHECK: {-#
// CHECK-NEXT: dialect_resources: {
// CHECK-NEXT: builtin: {
// CHECK-NEXT: weights: "0x040000000000803F00000040"
// CHECK: external_resources: {
// CHECK-NEXT: tool: {
// CHECK-NEXT: version: "1"
// ELIDE-NOT: weights: "
// ELIDE: version: "1"
{-#
  dialect_resources: { builtin: { weights: "0x040000000000803F00000040" } },
  external_resources: { tool: { version: "1" } }
#-}
