// RUN: tawa-opt %s --sccp | FileCheck %s

// A private function is entered with what its callers pass, and they get what it returns.
// CHECK-LABEL: func.func private @callee
// CHECK: %[[C5:.*]] = arith.constant 5 : i32
// CHECK: return %[[C5]]
func.func private @callee(%a: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %0 = arith.addi %a, %c1 : i32
  return %0 : i32
}
// CHECK-LABEL: func.func @caller
// CHECK: %[[C5:.*]] = arith.constant 5 : i32
// CHECK-COUNT-2: call @callee
// CHECK: return %[[C5]], %[[C5]]
func.func @caller() -> (i32, i32) {
  %c4 = arith.constant 4 : i32
  %0 = call @callee(%c4) : (i32) -> i32
  %1 = call @callee(%c4) : (i32) -> i32
  return %0, %1 : i32, i32
}

// A public function may be called with anything.
// CHECK-LABEL: func.func @public
// CHECK: arith.addi
func.func @public(%a: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %0 = arith.addi %a, %c1 : i32
  return %0 : i32
}
func.func @calls_public() -> i32 {
  %c4 = arith.constant 4 : i32
  %0 = call @public(%c4) : (i32) -> i32
  return %0 : i32
}

// What comes over a branch that is never taken does not count.
// CHECK-LABEL: func.func @branch
// CHECK: %[[C2:.*]] = arith.constant 2 : i32
// CHECK: cf.cond_br
// CHECK: return %[[C2]]
func.func @branch(%x: i32) -> i32 {
  %t = arith.constant true
  %c1 = arith.constant 1 : i32
  cf.cond_br %t, ^bb1(%c1 : i32), ^bb2
^bb1(%a: i32):
  %s = arith.addi %a, %c1 : i32
  return %s : i32
^bb2:
  cf.br ^bb1(%x : i32)
}

// A value that stays the same around a loop is a constant, one that changes is not.
// CHECK-LABEL: func.func @loop
// CHECK: %[[C0:.*]] = arith.constant 0 : i32
// CHECK: %[[R:.*]]:2 = scf.for
// CHECK: %[[D:.*]] = arith.addi
// CHECK: scf.yield %[[C0]], %[[D]]
// CHECK: %[[S:.*]] = arith.addi %[[C0]], %[[R]]#1
// CHECK: return %[[S]]
func.func @loop(%n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %z, %b = %z) -> (i32, i32) {
    %k = arith.constant 0 : i32
    %y = arith.addi %a, %k : i32
    %c = arith.constant 1 : i32
    %d = arith.addi %b, %c : i32
    scf.yield %y, %d : i32, i32
  }
  %s = arith.addi %r#0, %r#1 : i32
  return %s : i32
}

// Of a condition and a switch only the region that is chosen counts, and of a loop with no
// iterations what it begins with.
// CHECK-LABEL: func.func @regions
// CHECK-DAG: %[[C7:.*]] = arith.constant 7 : i32
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : i32
// CHECK: return %[[C7]], %[[C8]], %[[C7]]
func.func @regions(%x: i32) -> (i32, i32, i32) {
  %f = arith.constant false
  %r = scf.if %f -> i32 {
    scf.yield %x : i32
  } else {
    %c = arith.constant 7 : i32
    scf.yield %c : i32
  }
  %c3 = arith.constant 3 : index
  %s = scf.index_switch %c3 -> i32
  case 3 {
    %c = arith.constant 8 : i32
    scf.yield %c : i32
  }
  default {
    scf.yield %x : i32
  }
  %l = scf.for %i = %c3 to %c3 step %c3 iter_args(%a = %r) -> i32 {
    scf.yield %x : i32
  }
  return %r, %s, %l : i32, i32, i32
}
