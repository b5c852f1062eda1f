// RUN: tawa-opt %s --inline | FileCheck %s
// RUN: tawa-opt %s --inline=default-pipeline= | FileCheck %s --check-prefix=RAW
// RUN: tawa-opt %s --inline='inlining-threshold=1' | FileCheck %s --check-prefix=SMALL
// RUN: tawa-opt %s --inline --remarks -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: tawa-opt %s --inline=default-pipeline= --mlir-print-debuginfo | FileCheck %s --check-prefix=LOC
// RUN: not tawa-opt --pass-pipeline='builtin.module(func.func(inline))' %s 2>&1 | FileCheck %s --check-prefix=TABLE
// TABLE: error: inline was scheduled to run on 'func.func', which is no symbol table

// A private function that no one calls any more goes.
// CHECK-NOT: @add
// SMALL: @add
func.func private @add(%a: i32, %b: i32) -> i32 {
  %0 = arith.addi %a, %b : i32
  return %0 : i32
}

// CHECK-LABEL: func.func @callees_first
// CHECK-NEXT: %[[A:.*]] = arith.addi %x, %x
// CHECK-NEXT: %[[B:.*]] = arith.addi %[[A]], %x
// CHECK-NEXT: return %[[B]]
// LOC-LABEL: func.func @callees_first
// LOC: arith.addi {{.*}} loc(#[[L:.*]])
// LOC: #[[L]] = loc(callsite(
func.func private @twice(%x: i32) -> i32 {
  %0 = call @add(%x, %x) : (i32, i32) -> i32
  return %0 : i32
}
func.func @callees_first(%x: i32) -> i32 {
  %0 = call @twice(%x) : (i32) -> i32
  %1 = call @add(%0, %x) : (i32, i32) -> i32
  return %1 : i32
}

// After inlining the default pipeline cleans up.
// CHECK-LABEL: func.func @folds
// CHECK-NEXT: %[[C:.*]] = arith.constant 3 : i32
// CHECK-NEXT: return %[[C]]
// RAW-LABEL: func.func @folds
// RAW: arith.addi
func.func @folds() -> i32 {
  %a = arith.constant 1 : i32
  %b = arith.constant 2 : i32
  %0 = call @add(%a, %b) : (i32, i32) -> i32
  return %0 : i32
}

// Returns of several blocks go to the rest of the caller's block.
// CHECK-LABEL: func.func @blocks
// CHECK: cf.cond_br %c
// CHECK: ^{{.*}}(%[[R:.*]]: i32):
// CHECK: arith.subi %[[R]], %x
func.func private @abs(%x: i32, %c: i1) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  return %x : i32
^bb2:
  %0 = arith.muli %x, %x : i32
  return %0 : i32
}
func.func @blocks(%x: i32, %c: i1) -> i32 {
  %0 = call @abs(%x, %c) : (i32, i1) -> i32
  %1 = arith.subi %0, %x : i32
  return %1 : i32
}

// A region of one block takes a function of one block only.
// CHECK-LABEL: func.func @in_loop
// CHECK: scf.for
// CHECK: call @abs
// REMARK: remark: not inlined: the function has several blocks, and the region takes one
func.func @in_loop(%n: index, %x: i32, %c: i1) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> i32 {
    %0 = func.call @abs(%a, %c) : (i32, i1) -> i32
    %1 = func.call @add(%0, %a) : (i32, i32) -> i32
    scf.yield %1 : i32
  }
  return %r : i32
}

// Not what calls itself, what has no body, or what is marked.
// CHECK-LABEL: func.func @recursive
// CHECK: call @recursive
func.func @recursive(%x: i32) -> i32 {
  %0 = call @recursive(%x) : (i32) -> i32
  return %0 : i32
}
func.func private @extern()
// CHECK-LABEL: func.func @kept
// CHECK: call @extern
// CHECK: call @callees_first(%x) {no_inline}
func.func @kept(%x: i32) -> i32 {
  call @extern() : () -> ()
  %0 = call @callees_first(%x) {no_inline} : (i32) -> i32
  return %0 : i32
}

// An op may have a say.
// REMARK: remark: not inlined: 'ttg.warp_specialize' can't be inlined there
func.func private @roles() {
  ttg.warp_specialize()
  default {
    ttg.warp_yield
  }
  partition0() num_warps(4) {
    func.call @extern() : () -> ()
    ttg.warp_return
  } : () -> ()
  return
}
// CHECK-LABEL: func.func @outside
// CHECK: ttg.warp_specialize
func.func @outside() {
  call @roles() : () -> ()
  return
}
// CHECK-LABEL: func.func @in_a_role
// CHECK: ttg.warp_specialize
// CHECK: call @roles
func.func @in_a_role() {
  ttg.warp_specialize()
  default {
    func.call @roles() : () -> ()
    ttg.warp_yield
  }
  partition0() num_warps(4) {
    func.call @extern() : () -> ()
    ttg.warp_return
  } : () -> ()
  return
}
