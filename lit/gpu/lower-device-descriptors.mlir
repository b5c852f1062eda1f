// RUN: tawa-opt --split-input-file --lower-device-descriptors %s | FileCheck %s

// CHECK-LABEL: @copy
tt.func public @copy(%p: !tt.ptr<f16>, %q: !tt.ptr<f16>, %m: i32, %n: i32, %ld: i64, %i: i32, %j: i32) {
  %one = arith.constant 1 : i64
  // CHECK-NOT: tt.make_tensor_descriptor
  %a = tt.make_tensor_descriptor %p, [%m, %n], [%ld, %one] : <f16>, <tensor<16x32xf16>>
  %b = tt.make_tensor_descriptor %q, [%m, %n], [%ld, %one] : <f16>, <tensor<16x32xf16>>
  // The rows by their pitch, a multiple of 16 bytes, the columns one by one; all within the bounds.
  // CHECK: %[[P:.*]] = tt.splat %p {tt.divisibility = 16 : i32}
  // CHECK: %[[M:.*]] = tt.splat %m : i32 -> tensor<16x32xi32>
  // CHECK: %[[IN0:.*]] = arith.cmpi slt, %[[I:.*]], %[[M]]
  // CHECK: %[[I64:.*]] = arith.extsi %[[I]]
  // CHECK: %[[LD:.*]] = tt.splat %ld {tt.divisibility = 8 : i32}
  // CHECK: %[[ROW:.*]] = arith.muli %[[I64]], %[[LD]]
  // CHECK: %[[PR:.*]] = tt.addptr %[[P]], %[[ROW]]
  // CHECK: %[[N:.*]] = tt.splat %n
  // CHECK: %[[IN1:.*]] = arith.cmpi slt, %[[J:.*]], %[[N]]
  // CHECK: %[[J64:.*]] = arith.extsi %[[J]]
  // CHECK: %[[PC:.*]] = tt.addptr %[[PR]], %[[J64]]
  // CHECK: %[[PAD:.*]] = arith.constant dense<0.000000e+00> : tensor<16x32xf16>
  // CHECK: %[[V:.*]] = tt.load %[[PC]], %{{.*}}, %[[PAD]]
  %v = tt.descriptor_load %a[%i, %j] : !tt.tensordesc<tensor<16x32xf16>> -> tensor<16x32xf16>
  // CHECK: tt.store %{{.*}}, %[[V]], %{{.*}} : tensor<16x32x!tt.ptr<f16>>
  tt.descriptor_store %b[%i, %j], %v : !tt.tensordesc<tensor<16x32xf16>>, tensor<16x32xf16>
  tt.return
}
