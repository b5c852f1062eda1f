// RUN: tawa-opt %s --canonicalize | FileCheck %s
// RUN: tawa-opt %s --canonicalize='max-num-rewrites=0' | FileCheck %s --check-prefix=NONE

// CHECK-LABEL: func.func @fold_to_the_end
// CHECK-NEXT: %[[C:.*]] = arith.constant 12 : i32
// CHECK-NEXT: return %[[C]] : i32
// NONE-LABEL: func.func @fold_to_the_end
// NONE-COUNT-2: arith.addi
func.func @fold_to_the_end() -> i32 {
  %a = arith.constant 4 : i32
  %b = arith.addi %a, %a : i32
  %c = arith.addi %b, %a : i32
  return %c : i32
}

// Equal constants that folding makes are one.
// CHECK-LABEL: func.func @one_constant
// CHECK: %[[C:.*]] = arith.constant 5 : i32
// CHECK-NOT: arith.constant
// CHECK: return %[[C]], %[[C]]
func.func @one_constant() -> (i32, i32) {
  %a = arith.constant 2 : i32
  %b = arith.constant 3 : i32
  %c = arith.constant 4 : i32
  %d = arith.constant 1 : i32
  %x = arith.addi %a, %b : i32
  %y = arith.addi %c, %d : i32
  return %x, %y : i32, i32
}

// CHECK-LABEL: func.func @dead
// CHECK-NEXT: return
func.func @dead(%a: i32) {
  %x = arith.muli %a, %a : i32
  %y = arith.addi %x, %a : i32
  return
}

// A store is not dead, nor is what it needs.
// CHECK-LABEL: tt.func @effects
// CHECK: arith.addf
// CHECK: tt.store
tt.func @effects(%p: !tt.ptr<f32>, %v: f32) {
  %x = arith.addf %v, %v : f32
  tt.store %p, %x : !tt.ptr<f32>
  tt.return
}
