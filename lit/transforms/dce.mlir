// RUN: tawa-opt %s --dce | FileCheck %s

// CHECK-LABEL: func.func @chain
// CHECK-NEXT: return
func.func @chain(%a: i32) {
  %x = arith.muli %a, %a : i32
  %y = arith.addi %x, %a : i32
  return
}

// A value that only goes in a circle is dead, with the arguments that carry it.
// CHECK-LABEL: func.func @circle
// CHECK: cf.br ^bb1{{$}}
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: cf.cond_br %c, ^bb1, ^bb2
func.func @circle(%c: i1, %x: i32) {
  cf.br ^bb1(%x : i32)
^bb1(%a: i32):
  %b = arith.addi %a, %x : i32
  cf.cond_br %c, ^bb1(%b : i32), ^bb2
^bb2:
  return
}

// CHECK-LABEL: func.func @unreachable
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @unreachable() {
  return
^bb1:
  cf.br ^bb2
^bb2:
  cf.br ^bb1
}

// Effects stay, with all that they need, and so does what a switch decides by.
// CHECK-LABEL: tt.func @effects
// CHECK: arith.addf
// CHECK: cf.switch %f : i32, [
// CHECK-NEXT: default: ^bb1,
// CHECK-NEXT: 1: ^bb2(%p
// CHECK: ^bb2(%[[Q:.*]]: !tt.ptr<f32>):
// CHECK-NEXT: tt.store %[[Q]]
tt.func @effects(%p: !tt.ptr<f32>, %v: f32, %f: i32) {
  %x = arith.addf %v, %v : f32
  cf.switch %f : i32, [
    default: ^bb1,
    1: ^bb2(%p, %f : !tt.ptr<f32>, i32)
  ]
^bb1:
  tt.return
^bb2(%q: !tt.ptr<f32>, %dead: i32):
  tt.store %q, %x : !tt.ptr<f32>
  tt.return
}
