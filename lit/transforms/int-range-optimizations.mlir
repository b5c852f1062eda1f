// RUN: tawa-opt %s --int-range-optimizations | FileCheck %s

// A counter is within its bounds.
// CHECK-LABEL: func.func @counter
// CHECK: %[[T:.*]] = arith.constant true
// CHECK: func.call @use(%[[T]])
// CHECK: %[[U:.*]] = arith.cmpi slt, %i, %n
// CHECK: func.call @use(%[[U]])
func.func private @use(i1)
func.func @counter(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %t = arith.cmpi ult, %i, %c16 : index
    func.call @use(%t) : (i1) -> ()
    %u = arith.cmpi slt, %i, %n : index
    func.call @use(%u) : (i1) -> ()
  }
  return
}

// CHECK-LABEL: func.func @remainder
// CHECK-NOT: arith.remui
// CHECK: arith.remsi
func.func @remainder(%a: i8) -> (i32, i32) {
  %c256 = arith.constant 256 : i32
  %c100 = arith.constant 100 : i32
  %x = arith.extui %a : i8 to i32
  %0 = arith.remui %x, %c256 : i32
  %1 = arith.remsi %x, %c100 : i32
  return %0, %1 : i32, i32
}

// A sum that may wrap around is not bounded by its terms.
// CHECK-LABEL: func.func @wraps
// CHECK: arith.cmpi
func.func @wraps(%a: i32) -> i1 {
  %c1 = arith.constant 1 : i32
  %c0 = arith.constant 0 : i32
  %m = arith.maxsi %a, %c0 : i32
  %s = arith.addi %m, %c1 : i32
  %t = arith.cmpi sgt, %s, %c0 : i32
  return %t : i1
}

// All elements of a tensor.
// CHECK-LABEL: tt.func @tensors
// CHECK: %[[T:.*]] = arith.constant dense<true> : tensor<64xi1>
// CHECK: tt.return %[[T]]
tt.func @tensors() -> tensor<64xi1> {
  %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %c = arith.constant dense<64> : tensor<64xi32>
  %t = arith.cmpi slt, %r, %c : tensor<64xi32>
  tt.return %t : tensor<64xi1>
}

// A value that grows in a loop is bounded by nothing but its type.
// CHECK-LABEL: func.func @grows
// CHECK: arith.cmpi slt
func.func @grows(%n: index) -> i1 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %z) -> i32 {
    %b = arith.addi %a, %one : i32
    scf.yield %b : i32
  }
  %t = arith.cmpi slt, %r, %z : i32
  return %t : i1
}
