// RUN: power-opt --canonicalize %s | FileCheck %s

// CHECK-LABEL: func.func @pow_of_pow
// CHECK-NEXT:    %[[P:.*]] = power.pow %{{.*}}, 12 : i32
// CHECK-NEXT:    return %[[P]]
func.func @pow_of_pow(%x: i32) -> i32 {
  %p = power.pow %x, 3 : i32
  %q = power.pow %p, 4 : i32
  return %q : i32
}

// The exponent would not fit into 32 bits.
// CHECK-LABEL: func.func @too_large
// CHECK-COUNT-2: power.pow
func.func @too_large(%x: i32) -> i32 {
  %p = power.pow %x, 65536 : i32
  %q = power.pow %p, 65536 : i32
  return %q : i32
}

// CHECK-LABEL: func.func @folds
// CHECK-SAME:    (%[[X:.*]]: i32)
// CHECK-DAG:     %[[ONE:.*]] = arith.constant 1 : i32
// CHECK-DAG:     %[[K:.*]] = arith.constant 1594323 : i32
// CHECK:         return %[[ONE]], %[[X]], %[[K]]
func.func @folds(%x: i32) -> (i32, i32, i32) {
  %three = arith.constant 3 : i32
  %a = power.pow %x, 0 : i32
  %b = power.pow %x, 1 : i32
  %c = power.pow %three, 13 : i32
  return %a, %b, %c : i32, i32, i32
}
