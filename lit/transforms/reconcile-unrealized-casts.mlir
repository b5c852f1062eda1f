// RUN: tawa-opt %s --reconcile-unrealized-casts | FileCheck %s

// CHECK-LABEL: func.func @chain(%a: i64) -> i64
// CHECK-NEXT: return %a
func.func @chain(%a: i64) -> i64 {
  %0 = builtin.unrealized_conversion_cast %a : i64 to i32
  %1 = builtin.unrealized_conversion_cast %0 : i32 to index
  %2 = builtin.unrealized_conversion_cast %1 : index to i64
  return %2 : i64
}

// CHECK-LABEL: func.func @several
// CHECK-NEXT: return %a, %b
func.func @several(%a: i32, %b: i32) -> (i32, i32) {
  %0 = builtin.unrealized_conversion_cast %a, %b : i32, i32 to i64
  %1:2 = builtin.unrealized_conversion_cast %0 : i64 to i32, i32
  return %1#0, %1#1 : i32, i32
}

// A cast that is used for itself stays.
// CHECK-LABEL: func.func @used
// CHECK: %[[C:.*]] = builtin.unrealized_conversion_cast %a : i64 to i32
// CHECK-NEXT: return %[[C]], %a
func.func @used(%a: i64) -> (i32, i64) {
  %0 = builtin.unrealized_conversion_cast %a : i64 to i32
  %1 = builtin.unrealized_conversion_cast %0 : i32 to i64
  return %0, %1 : i32, i64
}

// CHECK-LABEL: func.func @swapped
// CHECK-COUNT-2: unrealized_conversion_cast
func.func @swapped(%a: i32, %b: i32) -> (i32, i32) {
  %0:2 = builtin.unrealized_conversion_cast %a, %b : i32, i32 to i64, i64
  %1:2 = builtin.unrealized_conversion_cast %0#1, %0#0 : i64, i64 to i32, i32
  return %1#0, %1#1 : i32, i32
}
