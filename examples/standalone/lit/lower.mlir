// RUN: power-opt --convert-power-to-scf %s | FileCheck %s
// RUN: power-opt --convert-power-to-scf='exponent-bits=8' --canonicalize --mlir-pass-statistics %s 2>&1 | FileCheck %s --check-prefix=EIGHT
// RUN: power-opt --convert-power-to-scf --canonicalize --convert-scf-to-cf %s | FileCheck %s --check-prefix=BLOCKS
// RUN: not power-opt --convert-power-to-scf='exponent-bits=65' %s 2>&1 | FileCheck %s --check-prefix=BITS

// CHECK-LABEL: func.func @product
// CHECK-SAME:    (%[[A:.*]]: i64, %[[B:.*]]: i64) -> i64
// CHECK-NEXT:    %[[P:.*]] = arith.muli %[[A]], %[[B]] : i64
// CHECK-NEXT:    %[[N:.*]] = arith.constant 7 : i64
// CHECK-NEXT:    %[[R:.*]] = arith.remui %[[P]], %[[N]] : i64
// CHECK-NEXT:    return %[[R]] : i64
func.func @product(%a: !power.mod<7>, %b: !power.mod<7>) -> !power.mod<7> {
  %p = power.mod_mul %a, %b : !power.mod<7>
  return %p : !power.mod<7>
}

// CHECK-LABEL: func.func @power
// CHECK:         %[[X:.*]] = arith.remui %{{.*}}, %{{.*}} : i64
// CHECK:         %[[ONE:.*]] = arith.remui %{{.*}}, %{{.*}} : i64
// CHECK:         %[[LOOP:.*]]:3 = scf.for
// CHECK-SAME:        iter_args(%[[R:.*]] = %[[ONE]], %[[S:.*]] = %[[X]], %[[LEFT:.*]] = %{{.*}}) -> (i64, i64, i64)
// CHECK:           %[[BIT:.*]] = arith.trunci %[[LEFT]] : i64 to i1
// CHECK:           arith.select %[[BIT]], %{{.*}}, %[[R]] : i64
// CHECK:           arith.shrui %[[LEFT]]
// CHECK:           scf.yield
// CHECK:         return %[[LOOP]]#0 : i64
//
// EIGHT-LABEL: func.func @power
// EIGHT:         %[[EIGHT:.*]] = arith.constant 8 : i64
// EIGHT:         scf.for %{{.*}} = %{{.*}} to %[[EIGHT]]
//
// BLOCKS-LABEL: func.func @power
// BLOCKS:        cf.cond_br
// BLOCKS-NOT:    power.
func.func @power(%x: i64, %n: i64) -> i64 {
  %m = power.to_mod %x : !power.mod<1000003>
  %p = power.mod_pow %m, %n : !power.mod<1000003>
  %r = power.from_mod %p : !power.mod<1000003>
  return %r : i64
}

// CHECK-LABEL: func.func @caller
// CHECK:         call @product(%{{.*}}, %{{.*}}) : (i64, i64) -> i64
func.func @caller(%a: !power.mod<7>) -> !power.mod<7> {
  %p = call @product(%a, %a) : (!power.mod<7>, !power.mod<7>) -> !power.mod<7>
  return %p : !power.mod<7>
}

// EIGHT:       convert-power-to-scf
// EIGHT-NEXT:    (S) 1 num-loops - powers that became loops
// EIGHT-NEXT:    (S) 3 num-products - products made

// BITS:        error: options of 'convert-power-to-scf': exponent-bits=65 is not from 1 to 64
