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
// CHECK: arith.muli
// CHECK: scf.while
// CHECK: scf.if %{{.*}} -> (i32) {
// CHECK-NEXT: arith.muli
func.func @regions(%c: i1, %x: i32, %y: i32) -> i32 {
  %r = scf.while (%a = %x) : (i32) -> i32 {
    %d = scf.if %c -> i32 {
      %e = arith.muli %x, %y : i32
      scf.yield %e : i32
    } else {
      scf.yield %x : i32
    }
    %g = arith.cmpi slt, %a, %d : i32
    %f = scf.if %g -> i32 {
      %e = arith.muli %y, %x : i32
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

// A loop may run no iteration: a division goes only where the divisor can't be wrong.
// CHECK-LABEL: func.func @divisions
// CHECK-NOT: scf.for
// CHECK-DAG: arith.divsi %x, %c3
// CHECK-DAG: arith.divui %x, %minus
// CHECK-DAG: arith.divsi %v, %safe
// CHECK-DAG: memref.dim %m, %i0
// CHECK: scf.for
// CHECK-DAG: arith.divsi %x, %y
// CHECK-DAG: arith.divsi %x, %minus
// CHECK-DAG: arith.remui %x, %zero
// CHECK-DAG: arith.divsi %v, %unsafe
// CHECK-DAG: memref.dim %m, %n
// CHECK-DAG: gpu.subgroup_broadcast
// CHECK: }
func.func @divisions(%x: i32, %y: i32, %v: vector<2xi32>, %n: index, %m: memref<?xf32>) {
  %c3 = arith.constant 3 : i32
  %minus = arith.constant -1 : i32
  %zero = arith.constant 0 : i32
  %safe = arith.constant dense<[1, 2]> : vector<2xi32>
  %unsafe = arith.constant dense<[1, 0]> : vector<2xi32>
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  scf.for %i = %i0 to %n step %i1 {
    %a = arith.divsi %x, %c3 : i32
    %b = arith.divui %x, %minus : i32
    %c = arith.divsi %v, %safe : vector<2xi32>
    %d = arith.divsi %x, %y : i32
    %e = arith.divsi %x, %minus : i32
    %f = arith.remui %x, %zero : i32
    %g = arith.divsi %v, %unsafe : vector<2xi32>
    %h = memref.dim %m, %n : memref<?xf32>
    %j = memref.dim %m, %i0 : memref<?xf32>
    %k = gpu.subgroup_broadcast %x, first_active_lane : i32
  }
  return
}
