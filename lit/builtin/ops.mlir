// RUN: tawa-opt %s | FileCheck %s
// RUN: tawa-opt --mlir-print-op-generic %s | tawa-opt | FileCheck %s

// Modules and casts print as they are written.

// CHECK: module @outer attributes {my.attr} {
module @outer attributes {my.attr} {
  // CHECK-NEXT: module {
  module {
  // CHECK-NEXT: }
  }
  // CHECK: func.func @casts(%a: i32) {
  func.func @casts(%a: i32) {
    // CHECK-NEXT: %f = builtin.unrealized_conversion_cast %a : i32 to f32
    %f = builtin.unrealized_conversion_cast %a : i32 to f32
    // CHECK-NEXT: %two:2 = builtin.unrealized_conversion_cast %a, %f : i32, f32 to i64, index {note}
    %two:2 = builtin.unrealized_conversion_cast %a, %f : i32, f32 to i64, index {note}
    // CHECK-NEXT: %none = builtin.unrealized_conversion_cast to i8
    %none = builtin.unrealized_conversion_cast to i8
    // CHECK-NEXT: return
    return
  // CHECK-NEXT: }
  }
// CHECK-NEXT: }
}
