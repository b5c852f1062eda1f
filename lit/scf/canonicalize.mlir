// RUN: tawa-opt --canonicalize %s | FileCheck %s

// A loop that never runs gives its initial values.
// CHECK-LABEL: func.func @no_trips(
// CHECK: return %x, %x : f32, f32
func.func @no_trips(%x: f32, %n: index) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %0 = scf.for %i = %c4 to %c0 step %c4 iter_args(%a = %x) -> (f32) {
    %s = arith.addf %a, %a : f32
    scf.yield %s : f32
  }
  %1 = scf.for %i = %n to %n step %n iter_args(%a = %0) -> (f32) {
    %s = arith.addf %a, %a : f32
    scf.yield %s : f32
  }
  return %0, %1 : f32, f32
}

// One that runs once is its body.
// CHECK-LABEL: func.func @one_trip(
// CHECK-DAG: %[[K:[^ ,:]+]] = arith.constant 3 : index
// CHECK-DAG: %[[S:[^ ,:]+]] = arith.muli %x, %[[K]] : index
// CHECK: return %[[S]] : index
func.func @one_trip(%x: index) -> index {
  %c3 = arith.constant 3 : i32
  %c7 = arith.constant 7 : i32
  %c4 = arith.constant 4 : i32
  %0 = scf.for %i = %c3 to %c7 step %c4 iter_args(%a = %x) -> (index)  : i32 {
    %k = arith.index_cast %i : i32 to index
    %s = arith.muli %a, %k : index
    scf.yield %s : index
  }
  return %0 : index
}

// Without sign -1 is the largest number.
// CHECK-LABEL: func.func @unsigned_bounds(
// CHECK-DAG: %[[C1:[^ ,:]+]] = arith.constant 1 : i32
// CHECK-DAG: %[[ONES:[^ ,:]+]] = arith.constant -1 : i32
// CHECK: %[[V0:[^ ,:]+]] = scf.for unsigned %[[I:[^ ,:]+]] = %[[C1]] to %[[ONES]] step %[[C1]] iter_args(%[[A:[^ ,:]+]] = %x) -> (i32)  : i32 {
// CHECK: %[[S:[^ ,:]+]] = arith.muli %[[A]], %[[I]] : i32
// CHECK: scf.yield %[[S]] : i32
// CHECK: }
// CHECK: return %[[V0]], %x : i32, i32
func.func @unsigned_bounds(%x: i32) -> (i32, i32) {
  %c1 = arith.constant 1 : i32
  %ones = arith.constant -1 : i32
  %0 = scf.for unsigned %i = %c1 to %ones step %c1 iter_args(%a = %x) -> (i32)  : i32 {
    %s = arith.muli %a, %i : i32
    scf.yield %s : i32
  }
  %1 = scf.for %i = %c1 to %ones step %c1 iter_args(%a = %x) -> (i32)  : i32 {
    %s = arith.muli %a, %i : i32
    scf.yield %s : i32
  }
  return %0, %1 : i32, i32
}

// Values that do not change are not carried, nor those that nobody looks at.
// CHECK-LABEL: func.func @carried(
// CHECK-DAG: %[[C0:[^ ,:]+]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:[^ ,:]+]] = arith.constant 1 : index
// CHECK: %[[V0:[^ ,:]+]] = scf.for %[[I:[^ ,:]+]] = %[[C0]] to %n step %[[C1]] iter_args(%[[A:[^ ,:]+]] = %x) -> (f32) {
// CHECK: %[[S:[^ ,:]+]] = arith.addf %[[A]], %y : f32
// CHECK: scf.yield %[[S]] : f32
// CHECK: } {tt.flatten}
// CHECK: return %[[V0]], %y : f32, f32
func.func @carried(%n: index, %x: f32, %y: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:4 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y, %c = %x, %d = %y) -> (f32, f32, f32, f32) {
    %s = arith.addf %a, %b : f32
    scf.yield %s, %b, %y, %y : f32, f32, f32, f32
  } {tt.flatten}
  return %0#0, %0#1 : f32, f32
}

// A loop without effect is removed.
// CHECK-LABEL: func.func @useless(
// CHECK: return
func.func @useless(%n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f32) {
    %s = arith.addf %a, %a : f32
    scf.yield %s : f32
  }
  return
}

// A known condition leaves one branch.
// CHECK-LABEL: func.func @constant_if(
// CHECK-DAG: %[[S:[^ ,:]+]] = arith.addi %x, %y : i32
// CHECK-DAG: %[[S_0:[^ ,:]+]] = arith.muli %x, %y : i32
// CHECK: return %[[S]], %[[S_0]] : i32, i32
func.func @constant_if(%x: i32, %y: i32) -> (i32, i32) {
  %true = arith.constant true
  %false = arith.constant false
  %0 = scf.if %true -> (i32) {
    %s = arith.addi %x, %y : i32
    scf.yield %s : i32
  } else {
    scf.yield %y : i32
  }
  %1 = scf.if %false -> (i32) {
    scf.yield %x : i32
  } else {
    %s = arith.muli %x, %y : i32
    scf.yield %s : i32
  }
  scf.if %false {
    func.call @effect(%x) : (i32) -> ()
  }
  return %0, %1 : i32, i32
}

func.func private @effect(i32)

// In its branches the condition is known.
// CHECK-LABEL: func.func @known_condition(
// CHECK: scf.if %c {
// CHECK: func.call @effect(%x) : (i32) -> ()
// CHECK: } else {
// CHECK: func.call @effect(%y) : (i32) -> ()
// CHECK: }
// CHECK: return
func.func @known_condition(%c: i1, %x: i32, %y: i32) {
  scf.if %c {
    %0 = arith.select %c, %x, %y : i32
    func.call @effect(%0) : (i32) -> ()
  } else {
    %0 = arith.select %c, %x, %y : i32
    func.call @effect(%0) : (i32) -> ()
  }
  return
}

// Branches that only choose are a selection; results that nobody uses go.
// CHECK-LABEL: func.func @choices(
// CHECK: %[[V0:[^ ,:]+]] = arith.select %c, %x, %y : i32
// CHECK: %[[V1:[^ ,:]+]] = scf.if %c -> (i32) {
// CHECK: func.call @effect(%x) : (i32) -> ()
// CHECK: %[[S:[^ ,:]+]] = arith.addi %x, %y : i32
// CHECK: scf.yield %[[S]] : i32
// CHECK: } else {
// CHECK: scf.yield %y : i32
// CHECK: }
// CHECK: return %[[V0]], %x, %[[V1]] : i32, i32, i32
func.func @choices(%c: i1, %x: i32, %y: i32) -> (i32, i32, i32) {
  %0:4 = scf.if %c -> (i32, i32, i32, i32) {
    func.call @effect(%x) : (i32) -> ()
    %s = arith.addi %x, %y : i32
    scf.yield %x, %x, %s, %s : i32, i32, i32, i32
  } else {
    scf.yield %y, %x, %y, %y : i32, i32, i32, i32
  }
  return %0#0, %0#1, %0#2 : i32, i32, i32
}

// CHECK-LABEL: func.func @empty_branches(
// CHECK: scf.if %c {
// CHECK: func.call @effect(%x) : (i32) -> ()
// CHECK: }
// CHECK: return
func.func @empty_branches(%c: i1, %x: i32) {
  scf.if %c {
  } else {
  }
  scf.if %c {
    func.call @effect(%x) : (i32) -> ()
  } else {
  }
  return
}

// A loop whose condition never holds runs its first region once.
// CHECK-LABEL: func.func @while_never(
// CHECK: call @effect(%x) : (i32) -> ()
// CHECK-DAG: %[[S:[^ ,:]+]] = arith.muli %x, %x : i32
// CHECK: return %[[S]] : i32
func.func @while_never(%x: i32) -> i32 {
  %false = arith.constant false
  %0 = scf.while (%a = %x) : (i32) -> i32 {
    func.call @effect(%a) : (i32) -> ()
    %s = arith.muli %a, %a : i32
    scf.condition(%false) %s : i32
  } do {
  ^bb0(%b: i32):
    scf.yield %b : i32
  }
  return %0 : i32
}

// CHECK-LABEL: func.func @while_unused(
// CHECK: %[[V0:[^ ,:]+]] = scf.while (%[[A:[^ ,:]+]] = %x) : (i32) -> i32 {
// CHECK: %[[C:[^ ,:]+]] = arith.cmpi slt, %[[A]], %n : i32
// CHECK: %[[S:[^ ,:]+]] = arith.muli %[[A]], %[[A]] : i32
// CHECK: scf.condition(%[[C]]) %[[S]] : i32
// CHECK: } do {
// CHECK: ^bb0(%[[B:[^ ,:]+]]: i32):
// CHECK: scf.yield %[[B]] : i32
// CHECK: }
// CHECK: return %[[V0]] : i32
func.func @while_unused(%x: i32, %n: i32) -> i32 {
  %0:2 = scf.while (%a = %x) : (i32) -> (i32, i32) {
    %c = arith.cmpi slt, %a, %n : i32
    %s = arith.muli %a, %a : i32
    scf.condition(%c) %s, %a : i32, i32
  } do {
  ^bb0(%b: i32, %unused: i32):
    scf.yield %b : i32
  }
  return %0#0 : i32
}

// CHECK-LABEL: func.func @switches(
// CHECK-DAG: %[[C0:[^ ,:]+]] = arith.constant 0 : i32
// CHECK: return %x, %[[C0]] : i32, i32
func.func @switches(%x: i32) -> (i32, i32) {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %0 = scf.index_switch %c2 -> i32 
  case 2 {
    scf.yield %x : i32
  }
  default {
    %c0 = arith.constant 0 : i32
    scf.yield %c0 : i32
  }
  %1 = scf.index_switch %c3 -> i32 
  case 2 {
    scf.yield %x : i32
  }
  default {
    %c0 = arith.constant 0 : i32
    scf.yield %c0 : i32
  }
  return %0, %1 : i32, i32
}

// CHECK-LABEL: func.func @execute_region(
// CHECK: %[[S:[^ ,:]+]] = arith.muli %x, %x : i32
// CHECK: %[[V0:[^ ,:]+]] = arith.select %c, %x, %[[S]] : i32
// CHECK: return %[[S]], %[[V0]] : i32, i32
func.func @execute_region(%x: i32, %c: i1) -> (i32, i32) {
  %0 = scf.execute_region -> i32 {
    %s = arith.muli %x, %x : i32
    scf.yield %s : i32
  }
  %1 = scf.execute_region -> i32 {
    cf.cond_br %c, ^bb1(%x : i32), ^bb1(%0 : i32)
  ^bb1(%y: i32):
    scf.yield %y : i32
  }
  return %0, %1 : i32, i32
}

func.func private @unknown() -> i1

// What always gets the same value is carried once.
// CHECK-LABEL: func.func @equal_values(
// CHECK: %[[I:[^ ,:]+]] = scf.if %c -> (i32) {
// CHECK: scf.yield %{{[^ ,:]+}} : i32
// CHECK: } else {
// CHECK: %[[F:[^ ,:]+]] = scf.for %{{[^ ,:]+}} = %{{[^ ,:]+}} to %n step %{{[^ ,:]+}} iter_args(%[[A:[^ ,:]+]] = %x) -> (i32) {
// CHECK: %[[S:[^ ,:]+]] = arith.addi %[[A]], %[[A]] : i32
// CHECK: scf.yield %{{[^ ,:]+}} : i32
// CHECK: %[[W:[^ ,:]+]] = scf.index_switch %n -> i32
// CHECK: return %[[I]], %[[I]], %[[F]], %[[F]], %[[W]], %[[W]] : i32, i32, i32, i32, i32, i32
func.func @equal_values(%c: i1, %n: index, %x: i32, %y: i32) -> (i32, i32, i32, i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.if %c -> (i32, i32) {
    %s = arith.addi %x, %y : i32
    scf.yield %s, %s : i32, i32
  } else {
    %s = arith.muli %x, %y : i32
    scf.yield %s, %s : i32, i32
  }
  %1:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x) -> (i32, i32) {
    %s = arith.addi %a, %b : i32
    %t = arith.muli %s, %y : i32
    scf.yield %t, %t : i32, i32
  }
  %2:3 = scf.index_switch %n -> i32, i32, i32
  case 1 {
    %s = arith.addi %x, %y : i32
    scf.yield %s, %y, %s : i32, i32, i32
  }
  default {
    scf.yield %x, %y, %x : i32, i32, i32
  }
  return %0#0, %0#1, %1#0, %1#1, %2#0, %2#2 : i32, i32, i32, i32, i32, i32
}

// CHECK-LABEL: func.func @while_equal(
// CHECK: %[[V0:[^ ,:]+]] = scf.while (%[[A:[^ ,:]+]] = %x) : (i32) -> i32 {
// CHECK: func.call @effect(%[[A]]) : (i32) -> ()
// CHECK: func.call @effect(%[[A]]) : (i32) -> ()
// CHECK: scf.condition(%{{[^ ,:]+}}) %[[A]] : i32
// CHECK: } do {
// CHECK: ^bb0(%[[B:[^ ,:]+]]: i32):
// CHECK: %[[S:[^ ,:]+]] = arith.muli %[[B]], %[[B]] : i32
// CHECK: scf.yield %[[S]] : i32
// CHECK: return %[[V0]], %[[V0]] : i32, i32
func.func @while_equal(%x: i32) -> (i32, i32) {
  %0:2 = scf.while (%a = %x, %b = %x) : (i32, i32) -> (i32, i32) {
    func.call @effect(%a) : (i32) -> ()
    func.call @effect(%b) : (i32) -> ()
    %c = func.call @unknown() : () -> i1
    scf.condition(%c) %a, %b : i32, i32
  } do {
  ^bb0(%a: i32, %b: i32):
    %s = arith.muli %a, %b : i32
    scf.yield %s, %s : i32, i32
  }
  return %0#0, %0#1 : i32, i32
}

// A value that goes around unchanged is the one from outside; one that nobody reads is not carried; two that
// change places stay.
// CHECK-LABEL: func.func @while_outer(
// CHECK: %[[V0:[^ ,:]+]]:2 = scf.while (%[[A:[^ ,:]+]] = %x, %[[B:[^ ,:]+]] = %y) : (i32, i32) -> (i32, i32) {
// CHECK: scf.condition(%{{[^ ,:]+}}) %[[A]], %[[B]] : i32, i32
// CHECK: ^bb0(%[[C:[^ ,:]+]]: i32, %[[D:[^ ,:]+]]: i32):
// CHECK: func.call @effect(%y) : (i32) -> ()
// CHECK: scf.yield %[[D]], %[[C]] : i32, i32
// CHECK: return %[[V0]]#0, %[[V0]]#1, %y : i32, i32, i32
func.func @while_outer(%x: i32, %y: i32) -> (i32, i32, i32) {
  %0:3 = scf.while (%a = %x, %b = %y, %k = %y, %u = %x) : (i32, i32, i32, i32) -> (i32, i32, i32) {
    %c = func.call @unknown() : () -> i1
    scf.condition(%c) %a, %b, %k : i32, i32, i32
  } do {
  ^bb0(%a: i32, %b: i32, %k: i32):
    func.call @effect(%k) : (i32) -> ()
    scf.yield %b, %a, %k, %b : i32, i32, i32, i32
  }
  return %0#0, %0#1, %0#2 : i32, i32, i32
}

// The blocks of a region become the function's, unless the op says otherwise or the place takes one block only;
// there what is left may be one.
// CHECK-LABEL: func.func @blocks(
// CHECK: cf.cond_br %c, ^[[B1:bb[0-9]+]], ^[[B2:bb[0-9]+]]
// CHECK: ^[[B1]]:
// CHECK: cf.br ^[[B3:bb[0-9]+]](%y : i32)
// CHECK: ^[[B2]]:
// CHECK: cf.br ^[[B3]](%x : i32)
// CHECK: ^[[B3]](%[[R:[^ ,:]+]]: i32):
// CHECK: scf.execute_region no_inline {
// CHECK: scf.if %c {
// CHECK-NEXT: func.call @effect(%y) : (i32) -> ()
// CHECK-NEXT: }
// CHECK: return %[[R]] : i32
func.func @blocks(%c: i1, %x: i32, %y: i32) -> i32 {
  %false = arith.constant false
  %0:2 = scf.execute_region -> (i32, i32) {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    func.call @effect(%x) : (i32) -> ()
    scf.yield %y, %x : i32, i32
  ^bb2:
    func.call @effect(%y) : (i32) -> ()
    scf.yield %x, %y : i32, i32
  }
  scf.execute_region no_inline {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    func.call @effect(%x) : (i32) -> ()
    scf.yield
  ^bb2:
    func.call @effect(%y) : (i32) -> ()
    scf.yield
  }
  scf.if %c {
    scf.execute_region {
      cf.cond_br %false, ^bb1, ^bb2
    ^bb1:
      func.call @effect(%x) : (i32) -> ()
      scf.yield
    ^bb2:
      func.call @effect(%y) : (i32) -> ()
      scf.yield
    }
  }
  return %0#0 : i32
}

// Dimensions of one iteration go, loops of none too; a loop in a loop is one.
// CHECK-LABEL: func.func @parallel(
// CHECK-DAG: %[[C0:[^ ,:]+]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:[^ ,:]+]] = arith.constant 1 : index
// CHECK: scf.parallel (%[[I:[^ ,:]+]]) = (%[[C0]]) to (%n) step (%[[C1]]) {
// CHECK: memref.store %x, %m[%[[I]], %[[C1]]] : memref<4x4xf32>
// CHECK: scf.reduce
// CHECK: }
// CHECK: %[[V:[^ ,:]+]] = memref.load %m[%[[C1]], %[[C1]]] : memref<4x4xf32>
// CHECK: %[[S:[^ ,:]+]] = arith.subf %x, %[[V]] : f32
// CHECK: scf.parallel (%[[J:[^ ,:]+]], %[[K:[^ ,:]+]]) = (%[[C0]], %[[C1]]) to (%n, %n) step (%[[C1]], %[[C1]]) {
// CHECK: memref.store %x, %m[%[[J]], %[[K]]] : memref<4x4xf32>
// CHECK-NOT: scf.parallel
// CHECK: return %[[S]], %x : f32, f32
func.func @parallel(%m : memref<4x4xf32>, %x: f32, %n: index) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.parallel (%i, %j) = (%c0, %c1) to (%n, %c2) step (%c1, %c2) {
    memref.store %x, %m[%i, %j] : memref<4x4xf32>
  }
  scf.parallel (%i, %j) = (%c0, %c1) to (%n, %c1) step (%c1, %c2) {
    memref.store %x, %m[%i, %j] : memref<4x4xf32>
  }
  %0 = scf.parallel (%i) = (%c1) to (%c2) step (%c1) init (%x) -> f32 {
    %v = memref.load %m[%i, %i] : memref<4x4xf32>
    scf.reduce (%v : f32) {
    ^bb0(%p: f32, %q: f32):
      %s = arith.subf %p, %q : f32
      scf.reduce.return %s : f32
    }
  }
  %1 = scf.parallel (%i) = (%c2) to (%c1) step (%c1) init (%x) -> f32 {
    scf.reduce (%x : f32) {
    ^bb0(%p: f32, %q: f32):
      scf.reduce.return %q : f32
    }
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j) = (%c1) to (%n) step (%c1) {
      memref.store %x, %m[%i, %j] : memref<4x4xf32>
    }
  }
  return %0, %1 : f32, f32
}
