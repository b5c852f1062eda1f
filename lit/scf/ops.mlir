// RUN: tawa-opt %s | FileCheck %s
// RUN: tawa-opt --mlir-print-op-generic %s | tawa-opt | FileCheck %s

// Every op prints as it is written. Without results terminators may be left out.

// CHECK: func.func @loops(%lb: index, %ub: index, %st: index, %c: i1, %a: i32, %x: f32) {
func.func @loops(%lb: index, %ub: index, %st: index, %c: i1, %a: i32, %x: f32) {
  // CHECK-NEXT: scf.for %i = %lb to %ub step %st {
  scf.for %i = %lb to %ub step %st {
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: scf.for unsigned %i = %a to %a step %a  : i32 {
  scf.for unsigned %i = %a to %a step %a  : i32 {
  // CHECK-NEXT: } {note}
  } {note}
  // CHECK-NEXT: %one = scf.for %i = %a to %a step %a iter_args(%q = %x) -> (f32)  : i32 {
  %one = scf.for %i = %a to %a step %a iter_args(%q = %x) -> (f32)  : i32 {
    // CHECK-NEXT: scf.yield %q : f32
    scf.yield %q : f32
  // CHECK-NEXT: } {tt.flatten, tt.num_stages = 3 : i32}
  } {tt.flatten, tt.num_stages = 3 : i32}
  // CHECK-NEXT: %two:2 = scf.for %i = %lb to %ub step %st iter_args(%q = %x, %r = %a) -> (f32, i32) {
  %two:2 = scf.for %i = %lb to %ub step %st iter_args(%q = %x, %r = %a) -> (f32, i32) {
    // CHECK-NEXT: scf.yield %q, %r : f32, i32
    scf.yield %q, %r : f32, i32
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: %w = scf.while (%p = %a) : (i32) -> i32 {
  %w = scf.while (%p = %a) : (i32) -> i32 {
    // CHECK-NEXT: scf.condition(%c) {note} %p : i32
    scf.condition(%c) {note} %p : i32
  // CHECK-NEXT: } do {
  } do {
  // CHECK-NEXT: ^bb0(%z: i32):
  ^bb0(%z: i32):
    // CHECK-NEXT: scf.yield %z : i32
    scf.yield %z : i32
  // CHECK-NEXT: } attributes {note}
  } attributes {note}
  // CHECK-NEXT: scf.while : () -> () {
  scf.while : () -> () {
    // CHECK-NEXT: scf.condition(%c)
    scf.condition(%c)
  // CHECK-NEXT: } do {
  } do {
    // CHECK-NEXT: scf.yield
    scf.yield
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: %v:2 = scf.while (%p = %a, %q = %x) : (i32, f32) -> (f32, i32) {
  %v:2 = scf.while (%p = %a, %q = %x) : (i32, f32) -> (f32, i32) {
    // CHECK-NEXT: scf.condition(%c) %q, %p : f32, i32
    scf.condition(%c) %q, %p : f32, i32
  // CHECK-NEXT: } do {
  } do {
  // CHECK-NEXT: ^bb0(%z: f32, %y: i32):
  ^bb0(%z: f32, %y: i32):
    // CHECK-NEXT: scf.yield %y, %z : i32, f32
    scf.yield %y, %z : i32, f32
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: return
  return
// CHECK-NEXT: }
}

// CHECK: func.func @branches(%c: i1, %a: i32, %x: f32, %i: index) {
func.func @branches(%c: i1, %a: i32, %x: f32, %i: index) {
  // CHECK-NEXT: scf.if %c {
  scf.if %c {
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: scf.if %c {
  scf.if %c {
  // CHECK-NEXT: } else {
  } else {
  // CHECK-NEXT: } {note}
  } {note}
  // CHECK-NEXT: %one = scf.if %c -> (i32) {
  %one = scf.if %c -> (i32) {
    // CHECK-NEXT: scf.yield %a : i32
    scf.yield %a : i32
  // CHECK-NEXT: } else {
  } else {
    // CHECK-NEXT: scf.yield %a : i32
    scf.yield %a : i32
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: %two:2 = scf.if %c -> (i32, f32) {
  %two:2 = scf.if %c -> (i32, f32) {
    // CHECK-NEXT: scf.yield %a, %x : i32, f32
    scf.yield %a, %x : i32, f32
  // CHECK-NEXT: } else {
  } else {
    // CHECK-NEXT: scf.yield %a, %x : i32, f32
    scf.yield %a, %x : i32, f32
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: scf.execute_region {
  scf.execute_region {
    // CHECK-NEXT: scf.yield
    scf.yield
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: scf.execute_region no_inline {
  scf.execute_region no_inline {
    // CHECK-NEXT: scf.yield
    scf.yield
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: %three = scf.execute_region -> i32 {
  %three = scf.execute_region -> i32 {
    // CHECK-NEXT: cf.br ^bb1
    cf.br ^bb1
  // CHECK-NEXT: ^bb1:
  ^bb1:
    // CHECK-NEXT: scf.yield %a : i32
    scf.yield %a : i32
  // CHECK-NEXT: } {note}
  } {note}
  // CHECK-NEXT: %four:2 = scf.index_switch %i -> i32, f32
  %four:2 = scf.index_switch %i -> i32, f32 
  // CHECK-NEXT: case 2 {
  case 2 {
    // CHECK-NEXT: scf.yield %a, %x : i32, f32
    scf.yield %a, %x : i32, f32
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: case -1 {
  case -1 {
    // CHECK-NEXT: scf.yield %a, %x : i32, f32
    scf.yield %a, %x : i32, f32
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: default {
  default {
    // CHECK-NEXT: scf.yield %a, %x : i32, f32
    scf.yield %a, %x : i32, f32
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: scf.index_switch %i {note}
  scf.index_switch %i {note} 
  // CHECK-NEXT: case 1 {
  case 1 {
    // CHECK-NEXT: scf.yield
    scf.yield
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: default {
  default {
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: return
  return
// CHECK-NEXT: }
}

// CHECK: func.func @parallel(%lb: index, %ub: index, %st: index, %a: i32, %x: f32, %t: tensor<8xf32>) {
func.func @parallel(%lb: index, %ub: index, %st: index, %a: i32, %x: f32, %t: tensor<8xf32>) {
  // CHECK-NEXT: scf.parallel (%i, %j) = (%lb, %lb) to (%ub, %ub) step (%st, %st) {
  scf.parallel (%i, %j) = (%lb, %lb) to (%ub, %ub) step (%st, %st) {
    // CHECK-NEXT: scf.reduce
    scf.reduce 
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: %r:2 = scf.parallel (%i) = (%lb) to (%ub) step (%st) init (%x, %a) -> (f32, i32) {
  %r:2 = scf.parallel (%i) = (%lb) to (%ub) step (%st) init (%x, %a) -> (f32, i32) {
    // CHECK-NEXT: scf.reduce(%x, %a : f32, i32) {
    scf.reduce(%x, %a : f32, i32) {
    // CHECK-NEXT: ^bb0(%l: f32, %q: f32):
    ^bb0(%l: f32, %q: f32):
      // CHECK-NEXT: %k = arith.addf %l, %q : f32
      %k = arith.addf %l, %q : f32
      // CHECK-NEXT: scf.reduce.return %k : f32
      scf.reduce.return %k : f32
    // CHECK-NEXT: }, {
    }, {
    // CHECK-NEXT: ^bb0(%l: i32, %q: i32):
    ^bb0(%l: i32, %q: i32):
      // CHECK-NEXT: scf.reduce.return %l : i32
      scf.reduce.return %l : i32
    // CHECK-NEXT: }
    }
  // CHECK-NEXT: } {note}
  } {note}
  // CHECK-NEXT: scf.forall (%i, %j) in (8, %ub) {
  scf.forall (%i, %j) in (8, %ub) {
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: scf.forall (%i) = (2) to (%ub) step (%st) {
  scf.forall (%i) = (2) to (%ub) step (%st) {
  // CHECK-NEXT: } {note}
  } {note}
  // CHECK-NEXT: %o = scf.forall (%i) in (%ub) shared_outs(%out = %t) -> (tensor<8xf32>) {
  %o = scf.forall (%i) in (%ub) shared_outs(%out = %t) -> (tensor<8xf32>) {
    // CHECK-NEXT: scf.forall.in_parallel {
    scf.forall.in_parallel {
    // CHECK-NEXT: }
    }
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: return
  return
// CHECK-NEXT: }
}
