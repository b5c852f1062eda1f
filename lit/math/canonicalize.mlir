// RUN: tawa-opt --canonicalize %s | FileCheck %s

// Exact functions fold for every format.
// CHECK-LABEL: func.func @exact(
// CHECK-DAG: %[[CST:[^ ,:]+]] = arith.constant 0x7FC00001 : f32
// CHECK-DAG: %[[CST_0:[^ ,:]+]] = arith.constant -2.500000e+00 : f32
// CHECK-DAG: %[[CST_1:[^ ,:]+]] = arith.constant 2.000000e+00 : f32
// CHECK-DAG: %[[CST_2:[^ ,:]+]] = arith.constant 3.000000e+00 : f32
// CHECK-DAG: %[[CST_3:[^ ,:]+]] = arith.constant 1.414060e+00 : bf16
// CHECK-DAG: %[[CST_4:[^ ,:]+]] = arith.constant 1.4142135623730951 : f64
// CHECK-DAG: %[[CST_5:[^ ,:]+]] = arith.constant 2.500000e+00 : f16
// CHECK: return %[[CST_5]], %[[CST_2]], %[[CST_4]], %[[CST_3]], %[[CST_1]], %[[CST_2]], %[[CST_1]], %[[CST_1]], %[[CST_0]], %[[CST]] : f16, f32, f64, bf16, f32, f32, f32, f32, f32, f32
func.func @exact() -> (f16, f32, f64, bf16, f32, f32, f32, f32, f32, f32) {
  %h = arith.constant -2.5 : f16
  %0 = math.absf %h : f16
  %f = arith.constant 2.5 : f32
  %1 = math.ceil %f : f32
  %two = arith.constant 2.0 : f64
  %2 = math.sqrt %two : f64
  %b = arith.constant 2.0 : bf16
  %3 = math.sqrt %b : bf16
  %4 = math.floor %f : f32
  %5 = math.round %f : f32
  %6 = math.roundeven %f : f32
  %7 = math.trunc %f : f32
  %zero = arith.constant -0.0 : f32
  %8 = math.copysign %f, %zero : f32
  %nan = arith.constant 0xFFC00001 : f32
  %9 = math.absf %nan : f32
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : f16, f32, f64, bf16, f32, f32, f32, f32, f32, f32
}

// Others only where f64 has digits to spare, and never to NaN.
// CHECK-LABEL: func.func @rounded(
// CHECK-DAG: %[[CST:[^ ,:]+]] = arith.constant 1.41421354 : f32
// CHECK-DAG: %[[CST_0:[^ ,:]+]] = arith.constant 2.000000e+00 : f32
// CHECK-DAG: %[[CST_1:[^ ,:]+]] = arith.constant dense<[1.000000e+00, 8.000000e+00]> : tensor<2xf32>
// CHECK-DAG: %[[CST_2:[^ ,:]+]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG: %[[CST_3:[^ ,:]+]] = arith.constant 2.71828175 : f32
// CHECK-DAG: %[[D:[^ ,:]+]] = arith.constant 1.000000e+00 : f64
// CHECK-DAG: %[[V0:[^ ,:]+]] = math.exp %[[D]] : f64
// CHECK-DAG: %[[MINUS:[^ ,:]+]] = arith.constant -1.000000e+00 : f32
// CHECK-DAG: %[[V1:[^ ,:]+]] = math.log %[[MINUS]] : f32
// CHECK: return %[[CST_3]], %[[CST_2]], %[[V0]], %[[V1]], %[[CST_1]], %[[CST_0]], %[[CST]] : f32, f32, f64, f32, tensor<2xf32>, f32, f32
func.func @rounded() -> (f32, f32, f64, f32, tensor<2xf32>, f32, f32) {
  %one = arith.constant 1.0 : f32
  %0 = math.exp %one : f32
  %1 = math.log2 %one : f32
  %d = arith.constant 1.0 : f64
  %2 = math.exp %d : f64
  %minus = arith.constant -1.0 : f32
  %3 = math.log %minus : f32
  %t = arith.constant dense<[0.0, 3.0]> : tensor<2xf32>
  %4 = math.exp2 %t : tensor<2xf32>
  %half = arith.constant 0.5 : f32
  %5 = math.powf %half, %minus : f32
  %6 = math.rsqrt %half : f32
  return %0, %1, %2, %3, %4, %5, %6 : f32, f32, f64, f32, tensor<2xf32>, f32, f32
}

// CHECK-LABEL: func.func @integers(
// CHECK-DAG: %[[C0_I32:[^ ,:]+]] = arith.constant 0 : i32
// CHECK-DAG: %[[C_27_I32:[^ ,:]+]] = arith.constant -27 : i32
// CHECK-DAG: %[[C16_I16:[^ ,:]+]] = arith.constant 16 : i16
// CHECK-DAG: %[[C3_I32:[^ ,:]+]] = arith.constant 3 : i32
// CHECK-DAG: %[[C32_I32:[^ ,:]+]] = arith.constant 32 : i32
// CHECK-DAG: %[[C5_I8:[^ ,:]+]] = arith.constant 5 : i8
// CHECK-DAG: %[[C_128_I8:[^ ,:]+]] = arith.constant -128 : i8
// CHECK-DAG: %[[M3:[^ ,:]+]] = arith.constant -3 : i32
// CHECK-DAG: %[[V0:[^ ,:]+]] = math.ipowi %[[C0_I32]], %[[M3]] : i32
// CHECK: return %[[C_128_I8]], %[[C5_I8]], %[[C32_I32]], %[[C32_I32]], %[[C3_I32]], %[[C16_I16]], %[[C_27_I32]], %[[C0_I32]], %[[V0]] : i8, i8, i32, i32, i32, i16, i32, i32, i32
func.func @integers() -> (i8, i8, i32, i32, i32, i16, i32, i32, i32) {
  %m = arith.constant -128 : i8
  %0 = math.absi %m : i8
  %c5 = arith.constant 5 : i8
  %1 = math.ctlz %c5 : i8
  %c0 = arith.constant 0 : i32
  %2 = math.ctlz %c0 : i32
  %3 = math.cttz %c0 : i32
  %c40 = arith.constant 40 : i32
  %4 = math.cttz %c40 : i32
  %ones = arith.constant -1 : i16
  %5 = math.ctpop %ones : i16
  %m3 = arith.constant -3 : i32
  %c3 = arith.constant 3 : i32
  %6 = math.ipowi %m3, %c3 : i32
  %7 = math.ipowi %m3, %m3 : i32
  %8 = math.ipowi %c0, %m3 : i32
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : i8, i8, i32, i32, i32, i16, i32, i32, i32
}

// CHECK-LABEL: func.func @classes(
// CHECK-DAG: %[[TRUE:[^ ,:]+]] = arith.constant true
// CHECK-DAG: %[[FALSE:[^ ,:]+]] = arith.constant false
// CHECK: return %[[TRUE]], %[[TRUE]], %[[FALSE]], %[[FALSE]], %[[TRUE]] : i1, i1, i1, i1, i1
func.func @classes() -> (i1, i1, i1, i1, i1) {
  %nan = arith.constant 0x7FC00000 : f32
  %inf = arith.constant 0xFF800000 : f32
  %tiny = arith.constant 1.0e-40 : f32
  %0 = math.isnan %nan : f32
  %1 = math.isinf %inf : f32
  %2 = math.isfinite %inf : f32
  %3 = math.isnormal %tiny : f32
  %4 = math.isfinite %tiny : f32
  return %0, %1, %2, %3, %4 : i1, i1, i1, i1, i1
}
