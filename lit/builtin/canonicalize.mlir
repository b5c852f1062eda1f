// RUN: tawa-opt --canonicalize %s | FileCheck %s

// A cast back gives what was cast, and a cast to the same type nothing else.
// CHECK-LABEL: func.func @back_and_forth(
// CHECK-DAG: %[[V0:[^ ,:]+]]:2 = builtin.unrealized_conversion_cast %a, %b : i32, f32 to i8, i16
// CHECK-DAG: %[[V1:[^ ,:]+]]:2 = builtin.unrealized_conversion_cast %[[V0]]#1, %[[V0]]#0 : i16, i8 to i32, f32
// CHECK: return %a, %b, %[[V1]]#0 : i32, f32, i32
func.func @back_and_forth(%a: i32, %b: f32) -> (i32, f32, i32) {
  %0 = builtin.unrealized_conversion_cast %a : i32 to i64
  %1 = builtin.unrealized_conversion_cast %0 : i64 to i32
  %2 = builtin.unrealized_conversion_cast %b : f32 to f32
  %3:2 = builtin.unrealized_conversion_cast %a, %b : i32, f32 to i8, i16
  %4:2 = builtin.unrealized_conversion_cast %3#1, %3#0 : i16, i8 to i32, f32
  return %1, %2, %4#0 : i32, f32, i32
}
