// RUN: tawa-opt %s --cse --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @equal_ops
// CHECK: %[[S:.*]] = arith.addi %a, %b
// CHECK-NOT: arith.addi
// CHECK: return %[[S]], %[[S]], %[[S]]
func.func @equal_ops(%a: i32, %b: i32) -> (i32, i32, i32) {
  %0 = arith.addi %a, %b : i32
  %1 = arith.addi %a, %b : i32
  %2 = arith.addi %b, %a : i32
  return %0, %1, %2 : i32, i32, i32
}

// -----

// Attributes and types are part of what an op computes.
// CHECK-LABEL: func.func @different_ops
// CHECK-COUNT-2: arith.cmpi
// CHECK-COUNT-2: arith.extsi
func.func @different_ops(%a: i32, %b: i32) -> (i1, i1, i64, i40) {
  %0 = arith.cmpi slt, %a, %b : i32
  %1 = arith.cmpi sle, %a, %b : i32
  %2 = arith.extsi %a : i32 to i64
  %3 = arith.extsi %a : i32 to i40
  return %0, %1, %2, %3 : i1, i1, i64, i40
}

// -----

// An op in a loop is replaced by an equal one before it, not the other way round.
// CHECK-LABEL: func.func @regions
// CHECK: %[[X:.*]] = arith.muli
// CHECK: scf.for
// CHECK-NOT: arith.muli
// CHECK: arith.addi %{{.*}}, %[[X]]
// CHECK: arith.subi
// CHECK: scf.yield
// CHECK: arith.subi
func.func @regions(%a: i32, %lb: index, %ub: index, %s: index) -> (i32, i32) {
  %x = arith.muli %a, %a : i32
  %r = scf.for %i = %lb to %ub step %s iter_args(%acc = %a) -> i32 {
    %y = arith.muli %a, %a : i32
    %z = arith.addi %acc, %y : i32
    %w = arith.subi %z, %a : i32
    %w2 = arith.subi %x, %a : i32
    %v = arith.addi %w, %w2 : i32
    scf.yield %v : i32
  }
  %t = arith.subi %x, %a : i32
  return %r, %t : i32, i32
}

// -----

// A load may be replaced by an earlier one only while nothing was stored between.
// CHECK-LABEL: tt.func @loads
// CHECK: %[[A:.*]] = tt.load
// CHECK-NOT: tt.load
// CHECK: tt.store %p, %[[A]]
// CHECK: %[[C:.*]] = tt.load
// CHECK: arith.addf %[[A]], %[[A]]
// CHECK: arith.addf %{{.*}}, %[[C]]
tt.func @loads(%p: !tt.ptr<f32>) -> f32 {
  %a = tt.load %p : !tt.ptr<f32>
  %b = tt.load %p : !tt.ptr<f32>
  tt.store %p, %a : !tt.ptr<f32>
  %c = tt.load %p : !tt.ptr<f32>
  %s = arith.addf %a, %b : f32
  %t = arith.addf %s, %c : f32
  tt.return %t : f32
}

// -----

// Only the entry block reaches both others.
// CHECK-LABEL: func.func @blocks
// CHECK: %[[E:.*]] = arith.addi
// CHECK: ^bb1(
// CHECK-NOT: arith.addi
// CHECK: arith.muli
// CHECK: ^bb2:
// CHECK-NOT: arith.addi
// CHECK: arith.muli
func.func @blocks(%c: i1, %a: i32) -> i32 {
  %e = arith.addi %a, %a : i32
  cf.cond_br %c, ^bb1(%e : i32), ^bb2
^bb1(%u: i32):
  %x = arith.addi %a, %a : i32
  %m = arith.muli %x, %u : i32
  return %m : i32
^bb2:
  %y = arith.addi %a, %a : i32
  %n = arith.muli %y, %y : i32
  return %n : i32
}

// -----

// Memory that nobody knows of is not needed.
// CHECK-LABEL: func.func @allocations
// CHECK-COUNT-1: memref.alloc
// CHECK-NOT: memref.alloc
// CHECK: return
func.func @allocations(%n: index) -> memref<?xf32> {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloca() : memref<4xf32>
  %c = memref.alloc(%n) : memref<?xf32>
  return %c : memref<?xf32>
}
