// RUN: tawa-opt %s --loop-invariant-code-motion | FileCheck %s

// An op leaves all loops in which it computes the same.
// CHECK-LABEL: func.func @nested
// CHECK: arith.muli %x, %x
// CHECK: scf.for %i
// CHECK: arith.index_cast %i
// CHECK: scf.for %j
// CHECK: arith.addi
func.func @nested(%n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> i32 {
    %q = scf.for %j = %c0 to %n step %c1 iter_args(%b = %a) -> i32 {
      %y = arith.muli %x, %x : i32
      %k = arith.index_cast %i : index to i32
      %z = arith.addi %y, %k : i32
      %w = arith.addi %b, %z : i32
      scf.yield %w : i32
    }
    scf.yield %q : i32
  }
  return %r : i32
}

// What reads or writes memory stays.
// CHECK-LABEL: tt.func @effects
// CHECK: scf.for
// CHECK: tt.load
// CHECK: tt.store
tt.func @effects(%p: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %v = tt.load %p : !tt.ptr<f32>
    tt.store %p, %v : !tt.ptr<f32>
  }
  tt.return
}

// An op with regions goes if nothing inside keeps it, and ops in it stay in it.
// CHECK-LABEL: func.func @regions
// CHECK: scf.if %c
// CHECK: arith.divsi
// CHECK: scf.while
// CHECK: scf.if %{{.*}} -> (i32) {
// CHECK-NEXT: arith.divsi
func.func @regions(%c: i1, %x: i32, %y: i32) -> i32 {
  %r = scf.while (%a = %x) : (i32) -> i32 {
    %d = scf.if %c -> i32 {
      %e = arith.divsi %x, %y : i32
      scf.yield %e : i32
    } else {
      scf.yield %x : i32
    }
    %g = arith.cmpi slt, %a, %d : i32
    %f = scf.if %g -> i32 {
      %e = arith.divsi %y, %x : i32
      scf.yield %e : i32
    } else {
      scf.yield %a : i32
    }
    scf.condition(%g) %f : i32
  } do {
  ^bb0(%b: i32):
    scf.yield %b : i32
  }
  return %r : i32
}
