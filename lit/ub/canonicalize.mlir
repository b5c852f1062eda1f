// RUN: tawa-opt --canonicalize %s | FileCheck %s

// Poison that nobody uses is removed.
// CHECK-LABEL: func.func @unused(
// CHECK-DAG: %[[A:[^ ,:]+]] = ub.poison : i32
// CHECK: return %[[A]] : i32
func.func @unused() -> i32 {
  %a = ub.poison : i32
  %b = ub.poison : i64
  return %a : i32
}
