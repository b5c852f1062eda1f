// RUN: tawa-opt --canonicalize --split-input-file --verify-diagnostics %s | FileCheck %s

// What is right is written, as without the flag; of a part with errors only the line behind it.

// CHECK:      func.func @before
// CHECK:      return %x
func.func @before(%x: i32) -> i32 {
  %0 = arith.constant 0 : i32
  %1 = arith.addi %x, %0 : i32
  return %1 : i32
}
// -----
// expected-error @+1 {{is unknown}}
func.func @wrong() { nothing.known }
// -----
// CHECK:      // -----
// CHECK-NEXT: // -----
// CHECK-NEXT: module
// CHECK-NEXT:   func.func @after
func.func @after() { return }
