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
