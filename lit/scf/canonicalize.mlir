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
