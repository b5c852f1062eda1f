// RUN: tawa-opt --lower-device-descriptors %s | FileCheck %s
// RUN: tawa-opt --lower-device-descriptors --verify-diagnostics %s

// Rows of eight bytes are too short for TMA.
// CHECK-LABEL: @copy
tt.func public @copy(%p: !tt.ptr<f16>, %q: !tt.ptr<f16>, %m: i32, %n: i32, %ld: i64, %i: i32, %j: i32) {
  %one = arith.constant 1 : i64
  // CHECK-NOT: tt.make_tensor_descriptor
  // expected-remark @below {{accessed through pointers: the rows of 8 bytes are shorter than the 16 that TMA copies}}
  %a = tt.make_tensor_descriptor %p, [%m, %n], [%ld, %one] : <f16>, <tensor<16x4xf16>>
  // expected-remark @below {{accessed through pointers: the rows of 8 bytes}}
  %b = tt.make_tensor_descriptor %q, [%m, %n], [%ld, %one] : <f16>, <tensor<16x4xf16>>
  // The rows by their pitch, a multiple of 16 bytes, the columns one by one; all within the bounds.
  // CHECK: %[[P:.*]] = tt.splat %p {tt.divisibility = 16 : i32}
  // CHECK: %[[M:.*]] = tt.splat %m : i32 -> tensor<16x4xi32>
  // CHECK: %[[IN0:.*]] = arith.cmpi slt, %[[I:.*]], %[[M]]
  // CHECK: %[[I64:.*]] = arith.extsi %[[I]]
  // CHECK: %[[LD:.*]] = tt.splat %ld {tt.divisibility = 8 : i32}
  // CHECK: %[[ROW:.*]] = arith.muli %[[I64]], %[[LD]]
  // CHECK: %[[PR:.*]] = tt.addptr %[[P]], %[[ROW]]
  // CHECK: %[[N:.*]] = tt.splat %n
  // CHECK: %[[IN1:.*]] = arith.cmpi slt, %[[J:.*]], %[[N]]
  // CHECK: %[[J64:.*]] = arith.extsi %[[J]]
  // CHECK: %[[PC:.*]] = tt.addptr %[[PR]], %[[J64]]
  // CHECK: %[[PAD:.*]] = arith.constant dense<0.000000e+00> : tensor<16x4xf16>
  // CHECK: %[[V:.*]] = tt.load %[[PC]], %{{.*}}, %[[PAD]]
  %v = tt.descriptor_load %a[%i, %j] : !tt.tensordesc<tensor<16x4xf16>> -> tensor<16x4xf16>
  // CHECK: tt.store %{{.*}}, %[[V]], %{{.*}} : tensor<16x4x!tt.ptr<f16>>
  tt.descriptor_store %b[%i, %j], %v : !tt.tensordesc<tensor<16x4xf16>>, tensor<16x4xf16>
  tt.return
}

// CHECK-LABEL: @strides
tt.func public @strides(%p: !tt.ptr<f16>, %m: i32, %i: i32) {
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %odd = arith.constant 100 : i64
  %even = arith.constant 104 : i64
  // expected-remark @below {{accessed through pointers: stride 0 is 200 bytes, no multiple of the 16 that TMA demands}}
  %a = tt.make_tensor_descriptor %p, [%m, %m], [%odd, %one] : <f16>, <tensor<16x32xf16>>
  // expected-remark @below {{accessed through pointers: the innermost stride is 2, but TMA copies rows without gaps}}
  %b = tt.make_tensor_descriptor %p, [%m, %m], [%even, %two] : <f16>, <tensor<16x32xf16>>
  // CHECK: %c = tt.make_tensor_descriptor
  %c = tt.make_tensor_descriptor %p, [%m, %m], [%even, %one] : <f16>, <tensor<16x32xf16>>
  // CHECK: tt.load
  %u = tt.descriptor_load %a[%i, %i] : !tt.tensordesc<tensor<16x32xf16>> -> tensor<16x32xf16>
  // CHECK: tt.load
  %v = tt.descriptor_load %b[%i, %i] : !tt.tensordesc<tensor<16x32xf16>> -> tensor<16x32xf16>
  %w = arith.addf %u, %v : tensor<16x32xf16>
  // CHECK: tt.descriptor_store %c
  tt.descriptor_store %c[%i, %i], %w : !tt.tensordesc<tensor<16x32xf16>>, tensor<16x32xf16>
  tt.return
}

// CHECK-LABEL: @padding
tt.func public @padding(%p: !tt.ptr<f8E4M3FN>, %q: !tt.ptr<f16>, %s: i64, %m: i32, %i: i32) -> (tensor<16x32xf8E4M3FN>, tensor<16x32xf16>) {
  %one = arith.constant 1 : i64
  // expected-remark @below {{accessed through pointers: TMA does not pad 'f8E4M3FN' with NaNs}}
  %a = tt.make_tensor_descriptor %p, [%m, %m], [%s, %one] {padding = 2 : i32} : <f8E4M3FN>, <tensor<16x32xf8E4M3FN>>
  // CHECK: %b = tt.make_tensor_descriptor
  %b = tt.make_tensor_descriptor %q, [%m, %m], [%s, %one] {padding = 2 : i32} : <f16>, <tensor<16x32xf16>>
  %u = tt.descriptor_load %a[%i, %i] : !tt.tensordesc<tensor<16x32xf8E4M3FN>> -> tensor<16x32xf8E4M3FN>
  %v = tt.descriptor_load %b[%i, %i] : !tt.tensordesc<tensor<16x32xf16>> -> tensor<16x32xf16>
  tt.return %u, %v : tensor<16x32xf8E4M3FN>, tensor<16x32xf16>
}

// CHECK-LABEL: @rank
tt.func public @rank(%p: !tt.ptr<f16>, %s: i64, %m: i32, %i: i32) -> tensor<1x1x1x1x2x8xf16> {
  %one = arith.constant 1 : i64
  // expected-remark @below {{accessed through pointers: TMA copies at most 5 dimensions, not 6}}
  %a = tt.make_tensor_descriptor %p, [%m, %m, %m, %m, %m, %m], [%s, %s, %s, %s, %s, %one] : <f16>, <tensor<1x1x1x1x2x8xf16>>
  // CHECK: tt.load
  %v = tt.descriptor_load %a[%i, %i, %i, %i, %i, %i] : !tt.tensordesc<tensor<1x1x1x1x2x8xf16>> -> tensor<1x1x1x1x2x8xf16>
  tt.return %v : tensor<1x1x1x1x2x8xf16>
}
