// RUN: rm -rf %t && tawa-opt --pass-pipeline='builtin.module(cse,func.func(cse,canonicalize),canonicalize)' --mlir-print-ir-tree-dir=%t -o %t.out %s
// RUN: cat %t/builtin_module_outer/0_cse.mlir | FileCheck %s --check-prefix=MODULE
// RUN: cat %t/builtin_module_outer/func_func_six/1_0_cse.mlir | FileCheck %s --check-prefix=FIRST
// RUN: cat %t/builtin_module_outer/func_func_six/1_1_canonicalize.mlir | FileCheck %s --check-prefix=SECOND
// RUN: cat %t/builtin_module_outer/2_canonicalize.mlir | FileCheck %s --check-prefix=LAST
//
// RUN: rm -rf %t && tawa-opt --split-input-file --cse --mlir-print-ir-tree-dir=%t -o %t.out %S/Inputs/two.mlir
// RUN: cat %t/builtin_module_no-symbol-name/0_cse.mlir | FileCheck %s --check-prefix=ONE
// RUN: cat %t/part-2/builtin_module_no-symbol-name/0_cse.mlir | FileCheck %s --check-prefix=TWO

// The numbers say how many steps each op around, and the op itself, have made; what happens inside an op is one step of it.

// MODULE:      IR Dump After cse ('builtin.module' operation: @outer)
// FIRST:       IR Dump After cse ('func.func' operation: @six)
// FIRST-NEXT:  func.func @six
// FIRST:         arith.addi
// SECOND:      IR Dump After canonicalize ('func.func' operation: @six)
// SECOND-NOT:    arith.addi
// LAST:        IR Dump After canonicalize ('builtin.module' operation: @outer)
// LAST-NEXT:   module @outer
//
// ONE:         func.func @one
// TWO:         func.func @two

module @outer {
  func.func @six() -> i32 {
    %a = arith.constant 3 : i32
    %b = arith.addi %a, %a : i32
    return %b : i32
  }
}
