// RUN: tawa-opt %s | FileCheck %s
// RUN: tawa-opt --mlir-print-op-generic %s | tawa-opt | FileCheck %s

// Every op prints as it is written.

// CHECK: func.func @branches(%c: i1, %a: i32) -> i32 {
func.func @branches(%c: i1, %a: i32) -> i32 {
  // CHECK-NEXT: cf.assert %c, "a holds\0A"
  cf.assert %c, "a holds\0A"
  // CHECK-NEXT: cf.assert %c, "b" {note}
  cf.assert %c, "b" {note}
  // CHECK-NEXT: cf.br ^bb1(%a : i32)
  cf.br ^bb1(%a : i32)
// CHECK-NEXT: ^bb1(%x: i32):
^bb1(%x: i32):
  // CHECK-NEXT: cf.cond_br %c, ^bb2, ^bb3(%x : i32)
  cf.cond_br %c, ^bb2, ^bb3(%x : i32)
// CHECK-NEXT: ^bb2:
^bb2:
  // CHECK-NEXT: cf.cond_br %c weights([1, 2]), ^bb3(%a : i32), ^bb2 {note}
  cf.cond_br %c weights([1, 2]), ^bb3(%a : i32), ^bb2 {note}
// CHECK-NEXT: ^bb3(%y: i32):
^bb3(%y: i32):
  // CHECK-NEXT: cf.switch %y : i32, [
  cf.switch %y : i32, [
    // CHECK-NEXT: default: ^bb4(%y, %a : i32, i32),
    default: ^bb4(%y, %a : i32, i32),
    // CHECK-NEXT: 42: ^bb5,
    42: ^bb5,
    // CHECK-NEXT: 4294967295: ^bb4(%x, %x : i32, i32)
    4294967295: ^bb4(%x, %x : i32, i32)
  // CHECK-NEXT: ] {note}
  ] {note}
// CHECK-NEXT: ^bb4(%z: i32, %w: i32):
^bb4(%z: i32, %w: i32):
  // CHECK-NEXT: cf.switch %y : i32, [
  cf.switch %y : i32, [
    // CHECK-NEXT: default: ^bb5]
    default: ^bb5]
// CHECK-NEXT: ^bb5:
^bb5:
  // CHECK-NEXT: cf.br ^bb6 {note}
  cf.br ^bb6 {note}
// CHECK-NEXT: ^bb6:
^bb6:
  // CHECK-NEXT: return %a : i32
  return %a : i32
// CHECK-NEXT: }
}
