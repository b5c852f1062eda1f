// RUN: power-opt --expand-power %s | FileCheck %s
// RUN: power-opt --expand-power='max-muls=4' --remarks %s 2>&1 | FileCheck %s --check-prefix=FEW
// RUN: power-opt --expand-power --mlir-pass-statistics --no-output %s 2>&1 | FileCheck %s --check-prefix=COUNT

// 13 = 8 + 4 + 1: three squarings, two products.
// CHECK-LABEL: func.func @thirteen
// CHECK-SAME:    (%[[X:.*]]: i32)
// CHECK-NEXT:    %[[X2:.*]] = arith.muli %[[X]], %[[X]] : i32
// CHECK-NEXT:    %[[X4:.*]] = arith.muli %[[X2]], %[[X2]] : i32
// CHECK-NEXT:    %[[X5:.*]] = arith.muli %[[X]], %[[X4]] : i32
// CHECK-NEXT:    %[[X8:.*]] = arith.muli %[[X4]], %[[X4]] : i32
// CHECK-NEXT:    %[[X13:.*]] = arith.muli %[[X5]], %[[X8]] : i32
// CHECK-NEXT:    return %[[X13]]
//
// FEW:           remark: {{.*}}left alone: takes 5 multiplications, max-muls is 4
// FEW-LABEL:   func.func @thirteen
// FEW-NEXT:      power.pow
//
// COUNT:         (S) 2 num-expanded - powers turned into multiplications
func.func @thirteen(%x: i32) -> i32 {
  %p = power.pow %x, 13 : i32
  return %p : i32
}

// FEW-LABEL:   func.func @sixteen
// FEW-COUNT-4:   arith.muli
// FEW-NOT:       power
func.func @sixteen(%x: i32) -> i32 {
  %p = power.pow %x, 16 : i32
  return %p : i32
}
