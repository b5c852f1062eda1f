// RUN: tawa-opt %s --simplify-cfg | FileCheck %s
// RUN: tawa-opt %s --canonicalize=region-simplify=disabled | FileCheck %s --check-prefix=OFF
// RUN: tawa-opt %s --canonicalize=region-simplify=aggressive | FileCheck %s --check-prefix=AGGR
// RUN: not tawa-opt %s --canonicalize=region-simplify=some 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: error: option 'region-simplify' of 'canonicalize': "some" is none of disabled, normal, aggressive

// CHECK-LABEL: func.func @chain
// CHECK-NEXT: arith.addi
// CHECK-NEXT: arith.muli
// CHECK-NEXT: return
func.func @chain(%x: i32) -> i32 {
  cf.br ^bb1(%x : i32)
^bb1(%a: i32):
  %b = arith.addi %a, %a : i32
  cf.br ^bb2
^bb2:
  %c = arith.muli %b, %x : i32
  return %c : i32
}

// CHECK-LABEL: func.func @equal_blocks
// CHECK: cf.cond_br %c, ^bb1, ^bb1
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: arith.addi
// CHECK-NEXT: return
// CHECK-NEXT: }
// AGGR-LABEL: func.func @equal_blocks
// AGGR-NOT: ^bb2
// AGGR: arith.addi
// OFF-LABEL: func.func @equal_blocks
// OFF-COUNT-2: arith.addi
func.func @equal_blocks(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %a = arith.addi %x, %x : i32
  return %a : i32
^bb2:
  %b = arith.addi %x, %x : i32
  return %b : i32
}

// Blocks that differ in a value stay two: no argument is added.
// CHECK-LABEL: func.func @different_blocks
// CHECK: return %x
// CHECK: return %y
func.func @different_blocks(%c: i1, %x: i32, %y: i32) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  return %x : i32
^bb2:
  return %y : i32
}

// CHECK-LABEL: func.func @same_argument
// CHECK: ^bb1(%[[B:.*]]: i32):
// CHECK: arith.addi %x, %[[B]]
func.func @same_argument(%c: i1, %x: i32, %y: i32) -> i32 {
  cf.cond_br %c, ^bb1(%x, %x : i32, i32), ^bb1(%x, %y : i32, i32)
^bb1(%a: i32, %b: i32):
  %d = arith.addi %a, %b : i32
  return %d : i32
}

// A branch goes past a block that only branches on.
// CHECK-LABEL: func.func @forwarder
// CHECK: ^bb1:
// CHECK-NEXT: arith.muli
// CHECK-NEXT: cf.br ^[[END:bb.*]](
// CHECK: ^[[END]](
func.func @forwarder(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2(%x : i32)
^bb1:
  %m = arith.muli %x, %x : i32
  cf.br ^bb2(%m : i32)
^bb2(%a: i32):
  cf.br ^bb3(%a, %x : i32, i32)
^bb3(%d: i32, %e: i32):
  %s = arith.addi %d, %e : i32
  return %s : i32
}
