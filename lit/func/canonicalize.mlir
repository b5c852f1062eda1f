// RUN: tawa-opt --canonicalize %s | FileCheck %s

// A function that is known is called by its name.
func.func private @callee(i32) -> i32

// CHECK-LABEL: func.func @known(
// CHECK-DAG: %[[V0:[^ ,:]+]] = call @callee(%x) : (i32) -> i32
// CHECK: return %[[V0]] : i32
func.func @known(%x: i32) -> i32 {
  %f = constant @callee : (i32) -> i32
  %0 = call_indirect %f(%x) : (i32) -> i32
  return %0 : i32
}

// CHECK-LABEL: func.func @unknown(
// CHECK-DAG: %[[V0:[^ ,:]+]] = call_indirect %f(%x) : (i32) -> i32
// CHECK: return %[[V0]] : i32
func.func @unknown(%f: (i32) -> i32, %x: i32) -> i32 {
  %0 = call_indirect %f(%x) : (i32) -> i32
  return %0 : i32
}

// What a call does is not known.
// CHECK-LABEL: func.func @unused(
// CHECK-DAG: %[[V0:[^ ,:]+]] = call @callee(%x) : (i32) -> i32
// CHECK: return
func.func @unused(%x: i32) {
  %0 = call @callee(%x) : (i32) -> i32
  return
}
