// RUN: tawa-opt %s --remove-dead-values | FileCheck %s

// CHECK-LABEL: func.func private @f(%a: i32) -> i32
// CHECK-NOT: arith.muli
func.func private @f(%a: i32, %b: i32) -> (i32, i32) {
  %0 = arith.addi %a, %a : i32
  %1 = arith.muli %b, %b : i32
  return %0, %1 : i32, i32
}
// CHECK-LABEL: func.func @g
// CHECK-NOT: arith.subi
// CHECK: call @f(%x) : (i32) -> i32
func.func @g(%x: i32, %y: i32) -> i32 {
  %z = arith.subi %x, %y : i32
  %0:2 = call @f(%x, %z) : (i32, i32) -> (i32, i32)
  return %0#0 : i32
}

// A public function keeps its form, and what is passed to it stays.
// CHECK-LABEL: func.func @public(%a: i32, %b: i32) -> (i32, i32)
func.func @public(%a: i32, %b: i32) -> (i32, i32) {
  return %a, %a : i32, i32
}
// CHECK-LABEL: func.func @calls_public
// CHECK: arith.subi
// CHECK: call @public
func.func @calls_public(%x: i32, %y: i32) -> i32 {
  %z = arith.subi %x, %y : i32
  %0:2 = call @public(%x, %z) : (i32, i32) -> (i32, i32)
  return %0#0 : i32
}

// CHECK-LABEL: func.func @loop
// CHECK: scf.for {{.*}} iter_args(%a = %x) -> (i32) {
// CHECK-NOT: arith.muli
func.func @loop(%n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x) -> (i32, i32) {
    %y = arith.addi %a, %x : i32
    %d = arith.muli %b, %x : i32
    scf.yield %y, %d : i32, i32
  }
  return %r#0 : i32
}

// A value that is carried for another one's sake stays.
// CHECK-LABEL: func.func @needed_inside
// CHECK: iter_args(%a = %x, %b = %x)
func.func @needed_inside(%n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x) -> (i32, i32) {
    %y = arith.addi %a, %b : i32
    %d = arith.muli %b, %x : i32
    scf.yield %y, %d : i32, i32
  }
  return %r#0 : i32
}

// CHECK-LABEL: func.func @while
// CHECK: scf.while (%a = %n) : (i32) -> i32
// CHECK: scf.condition(%{{.*}}) %a : i32
// CHECK-NOT: arith.muli
func.func @while(%n: i32, %x: i32) -> i32 {
  %r:2 = scf.while (%a = %n, %b = %x) : (i32, i32) -> (i32, i32) {
    %c = arith.cmpi sgt, %a, %x : i32
    scf.condition(%c) %a, %b : i32, i32
  } do {
  ^bb0(%p: i32, %q: i32):
    %e = arith.subi %p, %x : i32
    %f = arith.muli %q, %x : i32
    scf.yield %e, %f : i32, i32
  }
  return %r#0 : i32
}

// CHECK-LABEL: func.func @if
// CHECK: scf.if %c -> (i32)
// CHECK-NOT: arith.subi
func.func @if(%c: i1, %x: i32) -> i32 {
  %r:2 = scf.if %c -> (i32, i32) {
    %e = arith.subi %x, %x : i32
    scf.yield %x, %e : i32, i32
  } else {
    %f = arith.muli %x, %x : i32
    scf.yield %f, %x : i32, i32
  }
  return %r#0 : i32
}

// CHECK-LABEL: func.func @blocks
// CHECK: cf.cond_br %c, ^bb1, ^bb2
func.func @blocks(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^bb1(%x, %x : i32, i32), ^bb2
^bb1(%a: i32, %d: i32):
  %e = arith.muli %d, %x : i32
  cf.cond_br %c, ^bb1(%a, %e : i32, i32), ^bb2
^bb2:
  return %x : i32
}

// A loop whose results nothing needs goes, with what bounded it: %m is not needed, and no load from it may stay.
// CHECK-LABEL: func.func private @dead_loop()
// CHECK-NEXT:    return
func.func private @dead_loop(%m: memref<4xi32>, %x: f32) -> f32 {
  %c = arith.constant 2 : index
  %one = arith.constant 1 : i32
  %n = memref.load %m[%c] : memref<4xi32>
  %r = scf.for %i = %one to %n step %one iter_args(%a = %x) -> (f32) : i32 {
    %s = arith.addf %a, %x : f32
    scf.yield %s : f32
  }
  return %r : f32
}
func.func @calls_dead_loop(%m: memref<4xi32>, %x: f32) {
  call @dead_loop(%m, %x) : (memref<4xi32>, f32) -> f32
  return
}
