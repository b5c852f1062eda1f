// RUN: tawa-opt %s --convert-scf-to-cf | FileCheck %s

// CHECK-LABEL: func.func @for
// CHECK: cf.br ^bb1(%lb, %x : index, f32)
// CHECK: ^bb1(%i: index, %a: f32):
// CHECK: %[[MORE:.*]] = arith.cmpi slt, %i, %ub : index
// CHECK: cf.cond_br %[[MORE]], ^bb2, ^bb3(%a : f32)
// CHECK: ^bb2:
// CHECK: %[[Y:.*]] = arith.addf %a, %x
// CHECK: %[[NEXT:.*]] = arith.addi %i, %step : index
// CHECK: cf.br ^bb1(%[[NEXT]], %[[Y]] : index, f32)
// CHECK: ^bb3(%[[R:.*]]: f32):
// CHECK: return %[[R]]
func.func @for(%lb: index, %ub: index, %step: index, %x: f32) -> f32 {
  %r = scf.for %i = %lb to %ub step %step iter_args(%a = %x) -> f32 {
    %y = arith.addf %a, %x : f32
    scf.yield %y : f32
  }
  return %r : f32
}

// CHECK-LABEL: func.func @if
// CHECK: cf.cond_br %c, ^bb1, ^bb2
// CHECK: ^bb1:
// CHECK: cf.br ^bb3(%x : i32)
// CHECK: ^bb2:
// CHECK: cf.br ^bb3(%y : i32)
// CHECK: ^bb3(%[[R:.*]]: i32):
// CHECK: cf.cond_br %c, ^bb4, ^bb5
// CHECK: ^bb4:
// CHECK: call @effect
// CHECK: cf.br ^bb5
// CHECK: ^bb5:
// CHECK: return %[[R]]
func.func private @effect()
func.func @if(%c: i1, %x: i32, %y: i32) -> i32 {
  %r = scf.if %c -> i32 {
    scf.yield %x : i32
  } else {
    scf.yield %y : i32
  }
  scf.if %c {
    func.call @effect() : () -> ()
  }
  return %r : i32
}

// CHECK-LABEL: func.func @while
// CHECK: cf.br ^bb1(%x : i32)
// CHECK: ^bb1(%a: i32):
// CHECK: %[[C:.*]] = arith.cmpi
// CHECK: cf.cond_br %[[C]], ^bb2(%a : i32), ^bb3(%a : i32)
// CHECK: ^bb2(%b: i32):
// CHECK: cf.br ^bb1(
// CHECK: ^bb3(%[[R:.*]]: i32):
// CHECK: return %[[R]]
func.func @while(%x: i32) -> i32 {
  %r = scf.while (%a = %x) : (i32) -> i32 {
    %c = arith.cmpi slt, %a, %x : i32
    scf.condition(%c) %a : i32
  } do {
  ^bb0(%b: i32):
    %d = arith.addi %b, %b : i32
    scf.yield %d : i32
  }
  return %r : i32
}

// Numbers of more than 32 bits stay apart.
// CHECK-LABEL: func.func @switch
// CHECK: %[[F:.*]] = arith.index_cast %i : index to i64
// CHECK: cf.switch %[[F]] : i64, [
// CHECK-NEXT: default: ^bb1,
// CHECK-NEXT: 2: ^bb2,
// CHECK-NEXT: 4294967298: ^bb3
func.func @switch(%i: index, %x: i32) -> i32 {
  %r = scf.index_switch %i -> i32
  case 2 { scf.yield %x : i32 }
  case 4294967298 {
    %a = arith.addi %x, %x : i32
    scf.yield %a : i32
  }
  default {
    %a = arith.muli %x, %x : i32
    scf.yield %a : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @execute
// CHECK-NOT: scf
func.func @execute(%c: i1, %x: i32) -> i32 {
  %r = scf.execute_region -> i32 {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    scf.yield %x : i32
  ^bb2:
    %y = arith.addi %x, %x : i32
    scf.yield %y : i32
  }
  return %r : i32
}

// Loops in loops, and a parallel loop with a reduction.
// CHECK-LABEL: func.func @parallel
// CHECK-NOT: scf
// CHECK: arith.cmpi slt
// CHECK: arith.cmpi slt
// CHECK: arith.addf
func.func @parallel(%lb: index, %ub: index, %step: index, %x: f32) -> f32 {
  %r = scf.parallel (%i, %j) = (%lb, %lb) to (%ub, %ub) step (%step, %step) init (%x) -> f32 {
    %y = arith.mulf %x, %x : f32
    scf.reduce(%y : f32) {
    ^bb0(%p: f32, %q: f32):
      %s = arith.addf %p, %q : f32
      scf.reduce.return %s : f32
    }
  }
  return %r : f32
}
