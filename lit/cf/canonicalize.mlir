// RUN: tawa-opt --canonicalize %s | FileCheck %s

// A known condition leaves one way, and a block goes behind its only predecessor.
// CHECK-LABEL: func.func @constant_condition(
// CHECK-DAG: %[[V0:[^ ,:]+]] = arith.addi %x, %y : i32
// CHECK: return %[[V0]] : i32
func.func @constant_condition(%x: i32, %y: i32) -> i32 {
  %true = arith.constant true
  cf.cond_br %true, ^bb1(%x : i32), ^bb2(%y : i32)
^bb1(%a: i32):
  %0 = arith.addi %a, %y : i32
  return %0 : i32
^bb2(%b: i32):
  cf.br ^bb1(%b : i32)
}

// CHECK-LABEL: func.func @same_target(
// CHECK: return %x : i32
func.func @same_target(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^bb1(%x : i32), ^bb1(%x : i32)
^bb1(%a: i32):
  return %a : i32
}

// CHECK-LABEL: func.func @constant_switch(
// CHECK: return %y : i32
func.func @constant_switch(%x: i32, %y: i32) -> i32 {
  %ones = arith.constant -1 : i32
  cf.switch %ones : i32, [
    default: ^bb1(%x : i32),
    4294967295: ^bb1(%y : i32),
    7: ^bb1(%x : i32)
  ]
^bb1(%a: i32):
  return %a : i32
}

// CHECK-LABEL: func.func @switch_to_one(
// CHECK: return %x : i32
func.func @switch_to_one(%f: i32, %x: i32) -> i32 {
  cf.switch %f : i32, [
    default: ^bb1(%x : i32),
    7: ^bb1(%x : i32)
  ]
^bb1(%a: i32):
  return %a : i32
}

// What holds need not be checked; a loop of one block stays.
// CHECK-LABEL: func.func @assertion(
// CHECK: cf.assert %c, "may not hold"
// CHECK: cf.br ^bb1
// CHECK: ^bb1:
// CHECK: cf.br ^bb1
func.func @assertion(%c: i1) {
  %true = arith.constant true
  cf.assert %true, "holds"
  cf.assert %c, "may not hold"
  cf.br ^bb1
^bb1:
  cf.br ^bb1
}

// Blocks that are only branches are passed by.
// CHECK-LABEL: func.func @pass_through(
// CHECK:      cf.cond_br %c, ^[[END:.+]](%x : i32), ^[[OTHER:.+]]
// CHECK:      ^[[OTHER]]:
// CHECK-NEXT: call @used
// CHECK-NEXT: cf.br ^[[END]](%y : i32)
func.func @pass_through(%c: i1, %x: i32, %y: i32) -> i32 {
  cf.cond_br %c, ^bb1(%x : i32), ^bb2
^bb1(%a: i32):
  cf.br ^bb4(%a : i32)
^bb2:
  func.call @used() : () -> ()
  cf.br ^bb3
^bb3:
  cf.br ^bb4(%y : i32)
^bb4(%r: i32):
  return %r : i32
}
func.func private @used()

// The value, not the way, is chosen.
// CHECK-LABEL: func.func @select(
// CHECK-NEXT: %[[R:.+]] = arith.select %c, %x, %y : i32
// CHECK-NEXT: %[[S:.+]] = arith.subi %[[R]], %x : i32
// CHECK-NEXT: return %[[S]] : i32
func.func @select(%c: i1, %x: i32, %y: i32) -> i32 {
  cf.cond_br %c, ^bb1(%x, %x : i32, i32), ^bb1(%y, %x : i32, i32)
^bb1(%a: i32, %b: i32):
  %0 = arith.subi %a, %b : i32
  return %0 : i32
}

// A condition is known where only one of its edges leads.
// CHECK-LABEL: func.func @known(
// CHECK-DAG: %[[TRUE:.+]] = arith.constant true
// CHECK: cf.cond_br %c, ^[[THEN:.+]], ^[[ELSE:.+]]
// CHECK: ^[[THEN]]:
// CHECK-NEXT: return %[[TRUE]], %x : i1, i32
// CHECK: ^[[ELSE]]:
// CHECK-NEXT: return %{{.+}}, %y : i1, i32
func.func @known(%c: i1, %x: i32, %y: i32) -> (i1, i32) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  cf.cond_br %c, ^bb3, ^bb4
^bb2:
  return %c, %y : i1, i32
^bb3:
  return %c, %x : i1, i32
^bb4:
  return %c, %y : i1, i32
}

// CHECK-LABEL: func.func @unreachable(
// CHECK-NEXT: return %x : i32
func.func @unreachable(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  ub.unreachable
^bb2:
  return %x : i32
}

// CHECK-LABEL: func.func @switch_like_default(
// CHECK:      cf.switch %f : i32, [
// CHECK-NEXT:   default: ^[[D:.+]](%x : i32),
// CHECK-NEXT:   7: ^[[D]](%y : i32)
// CHECK-NEXT: ]
func.func @switch_like_default(%f: i32, %x: i32, %y: i32) -> i32 {
  cf.switch %f : i32, [
    default: ^bb1(%x : i32),
    5: ^bb1(%x : i32),
    7: ^bb2,
    9: ^bb1(%x : i32)
  ]
^bb1(%a: i32):
  return %a : i32
^bb2:
  cf.br ^bb1(%y : i32)
}

// A ring of blocks that only branch is one block that branches to itself.
// CHECK-LABEL: func.func @ring(
// CHECK-NEXT: cf.br ^bb1
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: cf.br ^bb1
// CHECK-NEXT: }
func.func @ring() {
  cf.br ^bb1
^bb1:
  cf.br ^bb2
^bb2:
  cf.br ^bb1
}
