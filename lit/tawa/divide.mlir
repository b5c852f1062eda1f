// RUN: tawa-opt --tawa-divide %s | FileCheck %s

// What a loop over tiles divides by without changing it is inverted before the loop; a quotient is a product that
// is at most one too low. A divisor that the loop makes, or a constant, stays.

// CHECK-LABEL: tt.func public @tiles
// CHECK: %[[M:.*]] = arith.divui %{{.*}}, %width
// CHECK: scf.for %[[TILE:.*]] =
// CHECK: arith.extui %[[TILE]]
// CHECK: arith.extui %[[M]]
// CHECK: arith.muli {{.*}} : i64
// CHECK: arith.shrui
// CHECK: %[[Q:.*]] = arith.trunci
// CHECK: %[[PART:.*]] = arith.muli %[[Q]], %width
// CHECK: %[[REST:.*]] = arith.subi %[[TILE]], %[[PART]]
// CHECK: %[[MORE:.*]] = arith.cmpi uge, %[[REST]], %width
// CHECK: %[[NEXT:.*]] = arith.addi %[[Q]],
// CHECK: arith.select %[[MORE]], %[[NEXT]], %[[Q]]
// CHECK: arith.remui %[[TILE]], %c8
// CHECK: arith.divui %[[TILE]], %high
// CHECK: scf.for
// CHECK: arith.divui %{{.*}}, %width
tt.func public @tiles(%a: !tt.tensordesc<tensor<64x64xf16>>, %c: !tt.tensordesc<tensor<64x64xf32>>, %n: i32, %width: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  scf.for %tile = %c0 to %n step %c1 : i32 {
    %row = arith.divui %tile, %width : i32
    %rest = arith.remui %tile, %c8 : i32
    %high = arith.subi %n, %tile : i32
    %column = arith.divui %tile, %high : i32
    %r = scf.for %k = %c0 to %n step %c1 iter_args(%s = %zero) -> (tensor<64x64xf32>) : i32 {
      %at = arith.divui %k, %width : i32
      %l = tt.descriptor_load %a[%at, %rest] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
      %t = tt.dot %l, %l, %s : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %t : tensor<64x64xf32>
    }
    tt.descriptor_store %c[%row, %column], %r : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
  }
  tt.return
}
