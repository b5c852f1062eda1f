// RUN: tawa-opt %s | FileCheck %s
// RUN: tawa-opt --mlir-print-op-generic %s | tawa-opt | FileCheck %s

// Every op prints as it is written; in a function `func.` may be left out.

// CHECK: func.func private @declared(i32, f32 {my.attr = 1 : i32}) -> (i32 {my.result})
func.func private @declared(i32, f32 {my.attr = 1 : i32}) -> (i32 {my.result})
// CHECK: func.func nested @nested()
func.func nested @nested()
// CHECK: func.func public @"a b"(%a: i32 {my.attr}, %b: f32) -> (i32, f32) attributes {my.attr = "x"} {
func.func public @"a b"(%a: i32 {my.attr}, %b: f32) -> (i32, f32) attributes {my.attr = "x"} {
  // CHECK-NEXT: %r:2 = call @"a b"(%a, %b) : (i32, f32) -> (i32, f32)
  %r:2 = call @"a b"(%a, %b) : (i32, f32) -> (i32, f32)
  // CHECK-NEXT: %s:2 = call @"a b"(%a, %r#1) {note} : (i32, f32) -> (i32, f32)
  %s:2 = call @"a b"(%a, %r#1) {note} : (i32, f32) -> (i32, f32)
  // CHECK-NEXT: %t:2 = call @"a b"(%a, %s#1) {no_inline} : (i32, f32) -> (i32, f32)
  %t:2 = call @"a b"(%a, %s#1) {no_inline} : (i32, f32) -> (i32, f32)
  // CHECK-NEXT: %f = constant @"a b" : (i32, f32) -> (i32, f32)
  %f = constant @"a b" : (i32, f32) -> (i32, f32)
  // CHECK-NEXT: %q:2 = call_indirect %f(%a, %b) {note} : (i32, f32) -> (i32, f32)
  %q:2 = call_indirect %f(%a, %b) {note} : (i32, f32) -> (i32, f32)
  // CHECK-NEXT: return %q#0, %t#1 : i32, f32
  return %q#0, %t#1 : i32, f32
// CHECK-NEXT: }
}
// CHECK: func.func @no_results() attributes {no_inline} {
func.func @no_results() attributes {no_inline} {
  // CHECK-NEXT: call @nested() : () -> ()
  call @nested() : () -> ()
  // CHECK-NEXT: %f = constant {note} @nested : () -> ()
  %f = constant {note} @nested : () -> ()
  // CHECK-NEXT: call_indirect %f() : () -> ()
  call_indirect %f() : () -> ()
  // CHECK-NEXT: return {note}
  return {note}
// CHECK-NEXT: }
}
// CHECK: func.func @a_function(%f: (i32) -> i32) -> ((i32) -> i32) {
func.func @a_function(%f: (i32) -> i32) -> ((i32) -> i32) {
  // CHECK-NEXT: return %f : (i32) -> i32
  return %f : (i32) -> i32
// CHECK-NEXT: }
}
