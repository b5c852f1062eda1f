// RUN: tawa-opt --canonicalize %s | FileCheck %s
// RUN: tawa-opt --canonicalize='region-simplify=disabled' %s | FileCheck %s

// Where nothing leads to, an op may use its own result: constants moved along it would be moved for ever.

// CHECK-LABEL: func.func @from_the_start
// CHECK-NEXT:    return
// CHECK-NEXT:  }
func.func @from_the_start() {
  %c = arith.constant 2 : index
  return
^loop:
  %x = arith.addi %y, %c : index
  %y = arith.addi %x, %c : index
  cf.br ^loop
}

// The inner branch is decided by the outer one, which cuts the loop off.
// CHECK-LABEL: func.func @cut_off
// CHECK-NOT:     arith.addi
func.func @cut_off(%b: i1) {
  %c = arith.constant 2 : index
  cf.cond_br %b, ^then, ^out
^then:
  cf.cond_br %b, ^out, ^enter
^enter:
  cf.br ^loop(%c : index)
^loop(%i: index):
  %0 = arith.cmpi eq, %i, %c : index
  cf.cond_br %0, ^next, ^out
^next:
  %1 = arith.addi %i, %c : index
  cf.br ^loop(%1 : index)
^out:
  return
}
