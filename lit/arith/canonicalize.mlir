// RUN: tawa-opt --canonicalize %s | FileCheck %s

// Identities of integers.
// CHECK-LABEL: func.func @integer_identities(
// CHECK-DAG: %[[ALL:[^ ,:]+]] = arith.constant -1 : i32
// CHECK-DAG: %[[ZERO:[^ ,:]+]] = arith.constant 0 : i32
// CHECK: return %x, %[[ZERO]], %[[ZERO]], %[[ZERO]], %[[ZERO]], %[[ALL]], %x, %x, %y, %x : i32, i32, i32, i32, i32, i32, i32, i32, i32, i32
func.func @integer_identities(%x: i32, %y: i32) -> (i32, i32, i32, i32, i32, i32, i32, i32, i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %ones = arith.constant -1 : i32
  %0 = arith.addi %x, %c0 : i32
  %1 = arith.subi %0, %c0 : i32
  %2 = arith.muli %c1, %1 : i32
  %3 = arith.divsi %2, %c1 : i32
  %4 = arith.andi %3, %ones : i32
  %5 = arith.ori %4, %c0 : i32
  %6 = arith.xori %5, %c0 : i32
  %7 = arith.shli %6, %c0 : i32
  %8 = arith.shrsi %7, %c0 : i32
  %9 = arith.shrui %8, %c0 : i32
  %zero = arith.subi %x, %x : i32
  %zero1 = arith.muli %x, %c0 : i32
  %zero2 = arith.xori %x, %x : i32
  %zero3 = arith.remsi %x, %c1 : i32
  %all = arith.ori %x, %ones : i32
  %min = arith.minsi %x, %x : i32
  %d = arith.subi %x, %y : i32
  %back = arith.addi %d, %y : i32
  %s = arith.addi %x, %y : i32
  %y2 = arith.subi %s, %x : i32
  %twice = arith.xori %x, %y : i32
  %x2 = arith.xori %twice, %y : i32
  return %9, %zero, %zero1, %zero2, %zero3, %all, %min, %back, %y2, %x2 : i32, i32, i32, i32, i32, i32, i32, i32, i32, i32
}

// The largest and smallest numbers absorb or do nothing.
// CHECK-LABEL: func.func @extremes(
// CHECK-DAG: %[[C0_I8:[^ ,:]+]] = arith.constant 0 : i8
// CHECK-DAG: %[[C_1_I8:[^ ,:]+]] = arith.constant -1 : i8
// CHECK-DAG: %[[C_128_I8:[^ ,:]+]] = arith.constant -128 : i8
// CHECK-DAG: %[[C127_I8:[^ ,:]+]] = arith.constant 127 : i8
// CHECK: return %[[C127_I8]], %x, %[[C_128_I8]], %[[C_1_I8]], %x, %[[C0_I8]] : i8, i8, i8, i8, i8, i8
func.func @extremes(%x: i8) -> (i8, i8, i8, i8, i8, i8) {
  %min = arith.constant -128 : i8
  %max = arith.constant 127 : i8
  %ones = arith.constant -1 : i8
  %zero = arith.constant 0 : i8
  %0 = arith.maxsi %x, %max : i8
  %1 = arith.maxsi %x, %min : i8
  %2 = arith.minsi %min, %x : i8
  %3 = arith.maxui %x, %ones : i8
  %4 = arith.minui %x, %ones : i8
  %5 = arith.minui %x, %zero : i8
  return %0, %1, %2, %3, %4, %5 : i8, i8, i8, i8, i8, i8
}

// Division rounds as its op says; what is undefined stays.
// CHECK-LABEL: func.func @division(
// CHECK-DAG: %[[C1_I32:[^ ,:]+]] = arith.constant 1 : i32
// CHECK-DAG: %[[C_1_I32:[^ ,:]+]] = arith.constant -1 : i32
// CHECK-DAG: %[[C2147483645_I32:[^ ,:]+]] = arith.constant 2147483645 : i32
// CHECK-DAG: %[[C2147483644_I32:[^ ,:]+]] = arith.constant 2147483644 : i32
// CHECK-DAG: %[[C_3_I32:[^ ,:]+]] = arith.constant -3 : i32
// CHECK-DAG: %[[C_4_I32:[^ ,:]+]] = arith.constant -4 : i32
// CHECK: return %[[C_3_I32]], %[[C_4_I32]], %[[C_3_I32]], %[[C2147483644_I32]], %[[C2147483645_I32]], %[[C_1_I32]], %[[C1_I32]], %[[C1_I32]] : i32, i32, i32, i32, i32, i32, i32, i32
func.func @division() -> (i32, i32, i32, i32, i32, i32, i32, i32) {
  %a = arith.constant -7 : i32
  %b = arith.constant 2 : i32
  %0 = arith.divsi %a, %b : i32
  %1 = arith.floordivsi %a, %b : i32
  %2 = arith.ceildivsi %a, %b : i32
  %3 = arith.divui %a, %b : i32
  %4 = arith.ceildivui %a, %b : i32
  %5 = arith.remsi %a, %b : i32
  %6 = arith.remui %a, %b : i32
  %7 = arith.ceildivsi %a, %a : i32
  return %0, %1, %2, %3, %4, %5, %6, %7 : i32, i32, i32, i32, i32, i32, i32, i32
}

// CHECK-LABEL: func.func @undefined(
// CHECK-DAG: %[[A:[^ ,:]+]] = arith.constant -2147483648 : i32
// CHECK-DAG: %[[ZERO:[^ ,:]+]] = arith.constant 0 : i32
// CHECK-DAG: %[[ONES:[^ ,:]+]] = arith.constant -1 : i32
// CHECK-DAG: %[[C32:[^ ,:]+]] = arith.constant 32 : i32
// CHECK-DAG: %[[V0:[^ ,:]+]] = arith.divsi %[[A]], %[[ZERO]] : i32
// CHECK-DAG: %[[V1:[^ ,:]+]] = arith.remui %[[A]], %[[ZERO]] : i32
// CHECK-DAG: %[[V2:[^ ,:]+]] = arith.divsi %[[A]], %[[ONES]] : i32
// CHECK-DAG: %[[V3:[^ ,:]+]] = arith.shli %[[A]], %[[C32]] : i32
// CHECK-DAG: %[[V4:[^ ,:]+]] = arith.shrsi %[[A]], %[[ONES]] : i32
// CHECK: return %[[V0]], %[[V1]], %[[V2]], %[[V3]], %[[V4]] : i32, i32, i32, i32, i32
func.func @undefined() -> (i32, i32, i32, i32, i32) {
  %a = arith.constant -2147483648 : i32
  %zero = arith.constant 0 : i32
  %ones = arith.constant -1 : i32
  %c32 = arith.constant 32 : i32
  %0 = arith.divsi %a, %zero : i32
  %1 = arith.remui %a, %zero : i32
  %2 = arith.divsi %a, %ones : i32
  %3 = arith.shli %a, %c32 : i32
  %4 = arith.shrsi %a, %ones : i32
  return %0, %1, %2, %3, %4 : i32, i32, i32, i32, i32
}

// Numbers wrap to the width of their type.
// CHECK-LABEL: func.func @wrapping(
// CHECK-DAG: %[[CARRY:[^ ,:]+]] = arith.constant true
// CHECK-DAG: %[[S:[^ ,:]+]] = arith.constant -112 : i8
// CHECK-DAG: %[[HI_U:[^ ,:]+]] = arith.constant -100 : i8
// CHECK-DAG: %[[HI:[^ ,:]+]] = arith.constant 1 : i8
// CHECK-DAG: %[[PRODUCT:[^ ,:]+]] = arith.constant 44 : i8
// CHECK-DAG: %[[SUM:[^ ,:]+]] = arith.constant -56 : i8
// CHECK: return %[[SUM]], %[[PRODUCT]], %[[HI]], %[[HI_U]], %[[S]], %[[CARRY]] : i8, i8, i8, i8, i8, i1
func.func @wrapping() -> (i8, i8, i8, i8, i8, i1) {
  %a = arith.constant 100 : i8
  %b = arith.constant 3 : i8
  %sum = arith.addi %a, %a : i8
  %product = arith.muli %a, %b : i8
  %lo, %hi = arith.mulsi_extended %a, %b : i8
  %lo_u, %hi_u = arith.mului_extended %sum, %sum : i8
  %s, %carry = arith.addui_extended %sum, %sum : i8, i1
  return %sum, %product, %hi, %hi_u, %s, %carry : i8, i8, i8, i8, i8, i1
}

// Elements are computed one by one; all alike only once.
// CHECK-LABEL: func.func @elements(
// CHECK-DAG: %[[CST:[^ ,:]+]] = arith.constant dense<[3, 3, 3, 4]> : tensor<4xi32>
// CHECK-DAG: %[[CST_0:[^ ,:]+]] = arith.constant dense<[true, true, false, false]> : tensor<4xi1>
// CHECK-DAG: %[[CST_1:[^ ,:]+]] = arith.constant dense<[1, 4, 9]> : tensor<3xi32>
// CHECK-DAG: %[[CST_2:[^ ,:]+]] = arith.constant dense<6> : tensor<4xi32>
// CHECK: return %[[CST_2]], %[[CST_1]], %[[CST_0]], %[[CST]] : tensor<4xi32>, tensor<3xi32>, tensor<4xi1>, tensor<4xi32>
func.func @elements() -> (tensor<4xi32>, tensor<3xi32>, tensor<4xi1>, tensor<4xi32>) {
  %a = arith.constant dense<3> : tensor<4xi32>
  %b = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %0 = arith.addi %a, %a : tensor<4xi32>
  %c = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %1 = arith.muli %c, %c : tensor<3xi32>
  %2 = arith.cmpi slt, %b, %a : tensor<4xi32>
  %3 = arith.select %2, %a, %b : tensor<4xi1>, tensor<4xi32>
  return %0, %1, %2, %3 : tensor<4xi32>, tensor<3xi32>, tensor<4xi1>, tensor<4xi32>
}

// Constants go to the right and are collected.
// CHECK-LABEL: func.func @constants_together(
// CHECK-DAG: %[[C5:[^ ,:]+]] = arith.constant 5 : i32
// CHECK-DAG: %[[C7_I32:[^ ,:]+]] = arith.constant 7 : i32
// CHECK-DAG: %[[V0:[^ ,:]+]] = arith.addi %x, %[[C7_I32]] : i32
// CHECK-DAG: %[[C3_I32:[^ ,:]+]] = arith.constant 3 : i32
// CHECK-DAG: %[[V1:[^ ,:]+]] = arith.subi %[[C3_I32]], %x : i32
// CHECK-DAG: %[[V2:[^ ,:]+]] = arith.subi %x, %[[C7_I32]] : i32
// CHECK-DAG: %[[V3:[^ ,:]+]] = arith.addi %x, %[[C3_I32]] : i32
// CHECK-DAG: %[[C10_I32:[^ ,:]+]] = arith.constant 10 : i32
// CHECK-DAG: %[[V4:[^ ,:]+]] = arith.muli %x, %[[C10_I32]] : i32
// CHECK-DAG: %[[V5:[^ ,:]+]] = arith.cmpi slt, %x, %[[C5]] : i32
// CHECK: return %[[V0]], %[[V1]], %[[V2]], %[[V3]], %[[V4]], %[[V5]] : i32, i32, i32, i32, i32, i1
func.func @constants_together(%x: i32) -> (i32, i32, i32, i32, i32, i1) {
  %c2 = arith.constant 2 : i32
  %c5 = arith.constant 5 : i32
  %0 = arith.addi %c2, %x : i32
  %1 = arith.addi %0, %c5 : i32
  %2 = arith.subi %c5, %0 : i32
  %3 = arith.subi %x, %c2 : i32
  %4 = arith.subi %3, %c5 : i32
  %5 = arith.subi %c2, %x : i32
  %6 = arith.subi %c5, %5 : i32
  %7 = arith.muli %c2, %x : i32
  %8 = arith.muli %7, %c5 : i32
  %9 = arith.cmpi sgt, %c5, %x : i32
  return %1, %2, %4, %6, %8, %9 : i32, i32, i32, i32, i32, i1
}

// x + 0 is not x, for x may be -0; x + -0, x - 0 and x * 1 are, NaN or not.
// CHECK-LABEL: func.func @float_identities(
// CHECK-DAG: %[[CST:[^ ,:]+]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG: %[[NEGZERO:[^ ,:]+]] = arith.constant -0.000000e+00 : f32
// CHECK-DAG: %[[NAN:[^ ,:]+]] = arith.constant 0x7FC00000 : f32
// CHECK-DAG: %[[V0:[^ ,:]+]] = arith.addf %x, %[[CST]] : f32
// CHECK-DAG: %[[V1:[^ ,:]+]] = arith.subf %x, %[[NEGZERO]] : f32
// CHECK-DAG: %[[V2:[^ ,:]+]] = arith.mulf %x, %[[CST]] : f32
// CHECK-DAG: %[[V3:[^ ,:]+]] = arith.subf %x, %x : f32
// CHECK-DAG: %[[V4:[^ ,:]+]] = arith.maximumf %x, %[[NAN]] : f32
// CHECK: return %[[V0]], %x, %[[V1]], %[[V2]], %[[CST]], %[[V3]], %x, %x, %[[V4]] : f32, f32, f32, f32, f32, f32, f32, f32, f32
func.func @float_identities(%x: f32) -> (f32, f32, f32, f32, f32, f32, f32, f32, f32) {
  %zero = arith.constant 0.0 : f32
  %negzero = arith.constant -0.0 : f32
  %one = arith.constant 1.0 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %0 = arith.addf %x, %zero : f32
  %1 = arith.addf %x, %negzero : f32
  %2 = arith.subf %1, %zero : f32
  %3 = arith.mulf %2, %one : f32
  %4 = arith.divf %3, %one : f32
  %5 = arith.subf %x, %negzero : f32
  %6 = arith.mulf %x, %zero : f32
  %7 = arith.mulf %x, %zero fastmath<nnan,nsz> : f32
  %8 = arith.subf %x, %x : f32
  %9 = arith.negf %x : f32
  %10 = arith.negf %9 : f32
  %11 = arith.maxnumf %nan, %x : f32
  %12 = arith.maximumf %x, %nan : f32
  return %0, %4, %5, %6, %7, %8, %10, %11, %12 : f32, f32, f32, f32, f32, f32, f32, f32, f32
}

// Each format rounds as it does, once.
// CHECK-LABEL: func.func @float_constants(
// CHECK-DAG: %[[CST:[^ ,:]+]] = arith.constant -2.500000e+00 : f32
// CHECK-DAG: %[[CST_0:[^ ,:]+]] = arith.constant 0x7FC00001 : f32
// CHECK-DAG: %[[CST_1:[^ ,:]+]] = arith.constant 0x7FC00000 : f32
// CHECK-DAG: %[[CST_2:[^ ,:]+]] = arith.constant 0x7C : f8E5M2
// CHECK-DAG: %[[CST_3:[^ ,:]+]] = arith.constant 0x7F : f8E4M3FN
// CHECK-DAG: %[[CST_4:[^ ,:]+]] = arith.constant 0.33333333333333331 : f64
// CHECK-DAG: %[[CST_5:[^ ,:]+]] = arith.constant 0.333333343 : f32
// CHECK-DAG: %[[CST_6:[^ ,:]+]] = arith.constant 2.600000e+02 : bf16
// CHECK-DAG: %[[CST_7:[^ ,:]+]] = arith.constant 2.048000e+03 : f16
// CHECK: return %[[CST_7]], %[[CST_6]], %[[CST_5]], %[[CST_4]], %[[CST_3]], %[[CST_2]], %[[CST_1]], %[[CST_1]], %[[CST_0]], %[[CST]] : f16, bf16, f32, f64, f8E4M3FN, f8E5M2, f32, f32, f32, f32
func.func @float_constants() -> (f16, bf16, f32, f64, f8E4M3FN, f8E5M2, f32, f32, f32, f32) {
  %h = arith.constant 2048.0 : f16
  %h1 = arith.constant 1.0 : f16
  %0 = arith.addf %h, %h1 : f16
  %b = arith.constant 256.0 : bf16
  %b3 = arith.constant 3.0 : bf16
  %1 = arith.addf %b, %b3 : bf16
  %f1 = arith.constant 1.0 : f32
  %f3 = arith.constant 3.0 : f32
  %2 = arith.divf %f1, %f3 : f32
  %d1 = arith.constant 1.0 : f64
  %d3 = arith.constant 3.0 : f64
  %3 = arith.divf %d1, %d3 : f64
  %e = arith.constant 448.0 : f8E4M3FN
  %4 = arith.addf %e, %e : f8E4M3FN
  %g = arith.constant 57344.0 : f8E5M2
  %5 = arith.addf %g, %g : f8E5M2
  %zero = arith.constant 0.0 : f32
  %inf = arith.constant 0x7F800000 : f32
  %6 = arith.divf %zero, %zero : f32
  %7 = arith.subf %inf, %inf : f32
  %nan = arith.constant 0x7F800001 : f32
  %8 = arith.addf %f1, %nan : f32
  %neg = arith.constant -5.5 : f32
  %9 = arith.remf %neg, %f3 : f32
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : f16, bf16, f32, f64, f8E4M3FN, f8E5M2, f32, f32, f32, f32
}

// CHECK-LABEL: func.func @float_extremes(
// CHECK-DAG: %[[TRUE:[^ ,:]+]] = arith.constant true
// CHECK-DAG: %[[FALSE:[^ ,:]+]] = arith.constant false
// CHECK-DAG: %[[CST:[^ ,:]+]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG: %[[CST_0:[^ ,:]+]] = arith.constant -0.000000e+00 : f32
// CHECK-DAG: %[[CST_1:[^ ,:]+]] = arith.constant 1.000000e+00 : f32
// CHECK-DAG: %[[CST_2:[^ ,:]+]] = arith.constant 0x7FC00000 : f32
// CHECK: return %[[CST_2]], %[[CST_1]], %[[CST_0]], %[[CST]], %[[TRUE]], %[[TRUE]], %[[FALSE]], %[[TRUE]] : f32, f32, f32, f32, i1, i1, i1, i1
func.func @float_extremes() -> (f32, f32, f32, f32, i1, i1, i1, i1) {
  %nan = arith.constant 0x7FC00000 : f32
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %negzero = arith.constant -0.0 : f32
  %0 = arith.maximumf %one, %nan : f32
  %1 = arith.minnumf %nan, %one : f32
  %2 = arith.minimumf %zero, %negzero : f32
  %3 = arith.maxnumf %negzero, %zero : f32
  %4 = arith.cmpf oeq, %zero, %negzero : f32
  %5 = arith.cmpf une, %nan, %nan : f32
  %6 = arith.cmpf olt, %nan, %one : f32
  %7 = arith.cmpf ord, %one, %one : f32
  return %0, %1, %2, %3, %4, %5, %6, %7 : f32, f32, f32, f32, i1, i1, i1, i1
}

// CHECK-LABEL: func.func @cmpf_with_nan(
// CHECK-DAG: %[[TRUE:[^ ,:]+]] = arith.constant true
// CHECK-DAG: %[[FALSE:[^ ,:]+]] = arith.constant false
// CHECK: return %[[TRUE]], %[[FALSE]], %[[TRUE]] : i1, i1, i1
func.func @cmpf_with_nan(%x: f32) -> (i1, i1, i1) {
  %nan = arith.constant 0x7FC00000 : f32
  %0 = arith.cmpf ult, %x, %nan : f32
  %1 = arith.cmpf oge, %nan, %x : f32
  %2 = arith.cmpf true, %x, %x : f32
  return %0, %1, %2 : i1, i1, i1
}

// Casts of constants; a rounding that loses something is left to its mode.
// CHECK-LABEL: func.func @cast_constants(
// CHECK-DAG: %[[C_3_I64:[^ ,:]+]] = arith.constant -3 : i64
// CHECK-DAG: %[[C_3:[^ ,:]+]] = arith.constant -3 : index
// CHECK-DAG: %[[C300_I32:[^ ,:]+]] = arith.constant 300 : i32
// CHECK-DAG: %[[C1_I8:[^ ,:]+]] = arith.constant 1 : i8
// CHECK-DAG: %[[CST:[^ ,:]+]] = arith.constant 7.160640e-43 : f32
// CHECK-DAG: %[[CST_0:[^ ,:]+]] = arith.constant 2.530000e+02 : f16
// CHECK-DAG: %[[CST_1:[^ ,:]+]] = arith.constant 2.770250e+11 : bf16
// CHECK-DAG: %[[CST_2:[^ ,:]+]] = arith.constant 1.500000e+00 : f16
// CHECK-DAG: %[[CST_3:[^ ,:]+]] = arith.constant 1.500000e+00 : f64
// CHECK-DAG: %[[C_1_I8:[^ ,:]+]] = arith.constant -1 : i8
// CHECK-DAG: %[[C253_I32:[^ ,:]+]] = arith.constant 253 : i32
// CHECK-DAG: %[[C_3_I32:[^ ,:]+]] = arith.constant -3 : i32
// CHECK-DAG: %[[TENTH:[^ ,:]+]] = arith.constant 1.000000e-01 : f64
// CHECK-DAG: %[[V0:[^ ,:]+]] = arith.truncf %[[TENTH]] : f64 to f32
// CHECK-DAG: %[[CST_4:[^ ,:]+]] = arith.constant 3.000000e+02 : f32
// CHECK-DAG: %[[V1:[^ ,:]+]] = arith.fptosi %[[CST_4]] : f32 to i8
// CHECK: return %[[C_3_I32]], %[[C253_I32]], %[[C_1_I8]], %[[CST_3]], %[[CST_2]], %[[V0]], %[[CST_1]], %[[CST_0]], %[[CST]], %[[C1_I8]], %[[V1]], %[[C300_I32]], %[[C_3]], %[[C_3_I64]] : i32, i32, i8, f64, f16, f32, bf16, f16, f32, i8, i8, i32, index, i64
func.func @cast_constants() -> (i32, i32, i8, f64, f16, f32, bf16, f16, f32, i8, i8, i32, index, i64) {
  %m = arith.constant -3 : i8
  %0 = arith.extsi %m : i8 to i32
  %1 = arith.extui %m : i8 to i32
  %big = arith.constant 511 : i32
  %2 = arith.trunci %big : i32 to i8
  %f = arith.constant 1.5 : f32
  %3 = arith.extf %f : f32 to f64
  %4 = arith.truncf %f : f32 to f16
  %tenth = arith.constant 0.1 : f64
  %5 = arith.truncf %tenth : f64 to f32
  %long = arith.constant 0x4080000001 : i64
  %6 = arith.sitofp %long : i64 to bf16
  %7 = arith.uitofp %m : i8 to f16
  %8 = arith.bitcast %big : i32 to f32
  %9 = arith.fptosi %f : f32 to i8
  %300 = arith.constant 300.0 : f32
  %10 = arith.fptosi %300 : f32 to i8
  %11 = arith.fptoui %300 : f32 to i32
  %12 = arith.index_cast %m : i8 to index
  %13 = arith.index_castui %12 : index to i64
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13 : i32, i32, i8, f64, f16, f32, bf16, f16, f32, i8, i8, i32, index, i64
}

// CHECK-LABEL: func.func @casts_of_casts(
// CHECK-DAG: %[[V0:[^ ,:]+]] = arith.extsi %x : i8 to i64
// CHECK-DAG: %[[V1:[^ ,:]+]] = arith.extui %x : i8 to i64
// CHECK-DAG: %[[V2:[^ ,:]+]] = arith.trunci %y : i64 to i16
// CHECK-DAG: %[[V3:[^ ,:]+]] = arith.trunci %y : i64 to i8
// CHECK-DAG: %[[V4:[^ ,:]+]] = arith.index_cast %i : index to i32
// CHECK-DAG: %[[V5:[^ ,:]+]] = arith.index_cast %[[V4]] : i32 to index
// CHECK-DAG: %[[V6:[^ ,:]+]] = arith.bitcast %f : f16 to i16
// CHECK: return %[[V0]], %[[V1]], %x, %[[V2]], %[[V3]], %x, %[[V5]], %f, %[[V6]] : i64, i64, i8, i16, i8, i8, index, f16, i16
func.func @casts_of_casts(%x: i8, %y: i64, %i: index, %f: f16) -> (i64, i64, i8, i16, i8, i8, index, f16, i16) {
  %0 = arith.extsi %x : i8 to i32
  %1 = arith.extsi %0 : i32 to i64
  %2 = arith.extui %x : i8 to i32
  %3 = arith.extsi %2 : i32 to i64
  %4 = arith.trunci %2 : i32 to i8
  %5 = arith.trunci %y : i64 to i32
  %6 = arith.trunci %5 : i32 to i16
  %7 = arith.trunci %6 : i16 to i8
  %8 = arith.index_cast %x : i8 to index
  %9 = arith.index_cast %8 : index to i8
  %10 = arith.index_cast %i : index to i32
  %11 = arith.index_cast %10 : i32 to index
  %12 = arith.extf %f : f16 to f32
  %13 = arith.truncf %12 : f32 to f16
  %14 = arith.bitcast %f : f16 to bf16
  %15 = arith.bitcast %14 : bf16 to i16
  return %1, %3, %4, %6, %7, %9, %11, %13, %15 : i64, i64, i8, i16, i8, i8, index, f16, i16
}

// CHECK-LABEL: func.func @comparisons(
// CHECK-DAG: %[[FALSE:[^ ,:]+]] = arith.constant false
// CHECK-DAG: %[[TRUE:[^ ,:]+]] = arith.constant true
// CHECK-DAG: %[[ZERO:[^ ,:]+]] = arith.constant 0 : i32
// CHECK-DAG: %[[V0:[^ ,:]+]] = arith.cmpi sge, %x, %[[ZERO]] : i32
// CHECK: return %[[TRUE]], %[[FALSE]], %b, %b, %[[V0]], %b : i1, i1, i1, i1, i1, i1
func.func @comparisons(%x: i32, %b: i1) -> (i1, i1, i1, i1, i1, i1) {
  %zero = arith.constant 0 : i32
  %false = arith.constant false
  %true = arith.constant true
  %0 = arith.cmpi sle, %x, %x : i32
  %1 = arith.cmpi ult, %x, %x : i32
  %2 = arith.cmpi ne, %b, %false : i1
  %e = arith.extui %b : i1 to i32
  %3 = arith.cmpi ne, %e, %zero : i32
  %4 = arith.cmpi slt, %x, %zero : i32
  %5 = arith.xori %4, %true : i1
  %6 = arith.cmpi eq, %b, %true : i1
  return %0, %1, %2, %3, %5, %6 : i1, i1, i1, i1, i1, i1
}

// CHECK-LABEL: func.func @selects(
// CHECK-DAG: %[[ONE:[^ ,:]+]] = arith.constant 1 : i32
// CHECK-DAG: %[[TRUE:[^ ,:]+]] = arith.constant true
// CHECK-DAG: %[[V0:[^ ,:]+]] = arith.xori %c, %[[TRUE]] : i1
// CHECK-DAG: %[[V1:[^ ,:]+]] = arith.extui %c : i1 to i32
// CHECK-DAG: %[[V2:[^ ,:]+]] = arith.select %c, %y, %x : i32
// CHECK-DAG: %[[V3:[^ ,:]+]] = arith.select %c, %[[ONE]], %x : i32
// CHECK: return %x, %y, %x, %c, %[[V0]], %[[V1]], %[[V2]], %y, %[[V3]], %x : i32, i32, i32, i1, i1, i32, i32, i32, i32, i32
func.func @selects(%c: i1, %x: i32, %y: i32) -> (i32, i32, i32, i1, i1, i32, i32, i32, i32, i32) {
  %true = arith.constant true
  %false = arith.constant false
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %0 = arith.select %true, %x, %y : i32
  %1 = arith.select %false, %x, %y : i32
  %2 = arith.select %c, %x, %x : i32
  %3 = arith.select %c, %true, %false : i1
  %4 = arith.select %c, %false, %true : i1
  %5 = arith.select %c, %one, %zero : i32
  %n = arith.xori %c, %true : i1
  %6 = arith.select %n, %x, %y : i32
  %eq = arith.cmpi eq, %x, %y : i32
  %7 = arith.select %eq, %x, %y : i32
  %in = arith.select %c, %one, %y : i32
  %8 = arith.select %c, %in, %x : i32
  %poison = ub.poison : i32
  %9 = arith.select %c, %poison, %x : i32
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : i32, i32, i32, i1, i1, i32, i32, i32, i32, i32
}

// Poison goes through.
// CHECK-LABEL: func.func @poison(
// CHECK-DAG: %[[V0:[^ ,:]+]] = ub.poison : i1
// CHECK-DAG: %[[V1:[^ ,:]+]] = ub.poison : i32
// CHECK: return %[[V1]], %[[V0]] : i32, i1
func.func @poison(%x: i32) -> (i32, i1) {
  %p = ub.poison : i32
  %0 = arith.addi %x, %p : i32
  %1 = arith.cmpi slt, %0, %x : i32
  return %0, %1 : i32, i1
}

// Bitwise ops and comparisons of extended values are done before the extension.
// CHECK-LABEL: func.func @narrow(
// CHECK-SAME: %[[A:.*]]: i8, %[[B:.*]]: i8
// CHECK-NEXT: %[[AND:.*]] = arith.andi %[[A]], %[[B]] : i8
// CHECK-NEXT: %[[X:.*]] = arith.extui %[[AND]] : i8 to i32
// CHECK-NEXT: %[[XOR:.*]] = arith.xori %[[A]], %[[B]] : i8
// CHECK-NEXT: %[[Y:.*]] = arith.extsi %[[XOR]] : i8 to i32
// CHECK-NEXT: %[[C:.*]] = arith.cmpi ult, %[[A]], %[[B]] : i8
// CHECK-NEXT: %[[D:.*]] = arith.cmpi slt, %[[A]], %[[B]] : i8
// CHECK-NEXT: %[[T:.*]] = arith.extsi %[[A]] : i8 to i16
// CHECK-NEXT: return %[[X]], %[[Y]], %[[C]], %[[D]], %[[T]]
func.func @narrow(%a: i8, %b: i8) -> (i32, i32, i1, i1, i16) {
  %ua = arith.extui %a : i8 to i32
  %ub = arith.extui %b : i8 to i32
  %sa = arith.extsi %a : i8 to i32
  %sb = arith.extsi %b : i8 to i32
  %x = arith.andi %ua, %ub : i32
  %y = arith.xori %sa, %sb : i32
  %c = arith.cmpi ult, %ua, %ub : i32
  %d = arith.cmpi slt, %sa, %sb : i32
  %t = arith.trunci %sa : i32 to i16
  return %x, %y, %c, %d, %t : i32, i32, i1, i1, i16
}

// CHECK-LABEL: func.func @algebra(
// CHECK-SAME: %[[A:.*]]: i32, %[[B:.*]]: i32, %[[F:.*]]: f32, %[[G:.*]]: f32
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : i32
// CHECK-DAG: %[[SUB:.*]] = arith.subi %[[A]], %[[B]] : i32
// CHECK-DAG: %[[NEG:.*]] = arith.subi %[[C0]], %[[B]] : i32
// CHECK-DAG: %[[AND:.*]] = arith.andi %[[A]], %[[B]] : i32
// CHECK-DAG: %[[MUL:.*]] = arith.mulf %[[F]], %[[G]] : f32
// CHECK-DAG: %[[LOW:.*]] = arith.muli %[[A]], %[[B]] : i32
// CHECK-DAG: %[[SUM:.*]] = arith.addi %[[A]], %[[B]] : i32
// CHECK: return %[[SUB]], %[[NEG]], %[[AND]], %[[A]], %[[MUL]], %[[LOW]], %[[SUM]]
func.func @algebra(%a: i32, %b: i32, %f: f32, %g: f32) -> (i32, i32, i32, i32, f32, i32, i32) {
  %minus = arith.constant -1 : i32
  %m = arith.muli %b, %minus : i32
  %sub = arith.addi %a, %m : i32
  %d = arith.subi %a, %b : i32
  %neg = arith.subi %d, %a : i32
  %once = arith.andi %a, %b : i32
  %and = arith.andi %once, %a : i32
  %p = arith.muli %a, %b overflow<nsw> : i32
  %q = arith.divsi %p, %b : i32
  %nf = arith.negf %f : f32
  %ng = arith.negf %g : f32
  %mul = arith.mulf %nf, %ng : f32
  %low, %high = arith.mulsi_extended %a, %b : i32
  %sum, %carry = arith.addui_extended %a, %b : i32, i1
  return %sub, %neg, %and, %q, %mul, %low, %sum : i32, i32, i32, i32, f32, i32, i32
}

// What an outer condition implies is not asked again.
// CHECK-LABEL: func.func @implied(
// CHECK-SAME: %[[P:.*]]: i1, %[[Q:.*]]: i1, %[[A:.*]]: i32, %[[B:.*]]: i32, %[[C:.*]]: i32
// CHECK-NEXT: %[[AND:.*]] = arith.andi %[[P]], %[[Q]] : i1
// CHECK-NEXT: %[[R:.*]] = arith.select %[[AND]], %[[A]], %[[C]] : i32
// CHECK-NEXT: return %[[R]]
func.func @implied(%p: i1, %q: i1, %a: i32, %b: i32, %c: i32) -> i32 {
  %and = arith.andi %p, %q : i1
  %inner = arith.select %p, %a, %b : i32
  %r = arith.select %and, %inner, %c : i32
  return %r : i32
}

// An index as an integer and back is itself, if the integer has room for all of it.
// CHECK-LABEL: func.func @index_and_back(
// CHECK: %[[N:[^ ,:]+]] = arith.index_castui %i : index to i32
// CHECK: %[[B:[^ ,:]+]] = arith.index_castui %[[N]] : i32 to index
// CHECK: return %i, %i, %[[B]] : index, index, index
func.func @index_and_back(%i: index) -> (index, index, index) {
  %0 = arith.index_cast %i : index to i64
  %1 = arith.index_cast %0 : i64 to index
  %2 = arith.index_castui %i : index to i128
  %3 = arith.index_castui %2 : i128 to index
  %4 = arith.index_castui %i : index to i32
  %5 = arith.index_castui %4 : i32 to index
  return %1, %3, %5 : index, index, index
}

// With zeros shifted in the truncation may wrap as a signed one, which that of the sign-extended half never does.
// CHECK-LABEL: func.func @upper_half_keeps_no_nsw
// CHECK:         arith.shrui
// CHECK-NEXT:    arith.trunci %{{.*}} overflow<nuw> : i64 to i32
func.func @upper_half_keeps_no_nsw(%x: i64) -> i32 {
  %c = arith.constant 32 : i64
  %s = arith.shrsi %x, %c : i64
  %t = arith.trunci %s overflow<nsw, nuw> : i64 to i32
  return %t : i32
}
