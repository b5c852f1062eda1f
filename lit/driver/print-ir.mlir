// RUN: tawa-opt --cse --canonicalize --cse --mlir-print-ir-before=canonicalize --mlir-print-ir-after=canonicalize -o %t.out %s 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: tawa-opt --cse --canonicalize --mlir-print-ir-before-all -o %t.out %s 2>&1 | FileCheck %s --check-prefix=BEFORE
// RUN: tawa-opt --cse --canonicalize --mlir-print-ir-after-all -o %t.out %s 2>&1 | FileCheck %s --check-prefix=AFTER
// RUN: tawa-opt --canonicalize --cse --mlir-print-ir-after-change -o %t.out %s 2>&1 | FileCheck %s --check-prefix=CHANGE
// RUN: tawa-opt --pass-pipeline='builtin.module(func.func(canonicalize))' --mlir-print-ir-after-all -o %t.out %s 2>&1 | FileCheck %s --check-prefix=NESTED
// RUN: tawa-opt --pass-pipeline='builtin.module(func.func(canonicalize))' --mlir-print-ir-after-all --mlir-print-ir-module-scope -o %t.out %s 2>&1 | FileCheck %s --check-prefix=SCOPE
// RUN: not tawa-opt --pass-pipeline='builtin.module(func.func(cse,symbol-dce))' --mlir-print-ir-after-failure -o %t.out %s 2>&1 | FileCheck %s --check-prefix=FAILURE
// RUN: tawa-opt --cse --canonicalize --print-ir-diff -o %t.out %s 2>&1 | FileCheck %s --check-prefix=DIFF
// RUN: not tawa-opt --cse --mlir-print-ir-after=csse %s 2>&1 | FileCheck %s --check-prefix=NAME

// ONE-NOT:   cse
// ONE:       IR Dump Before canonicalize ('builtin.module' operation)
// ONE:         arith.addi %{{.*}}, %{{.*}}
// ONE:       IR Dump After canonicalize ('builtin.module' operation)
// ONE:         arith.constant 6
// ONE-NOT:   IR Dump

// BEFORE:     Before cse
// BEFORE:     Before canonicalize
// BEFORE-NOT: IR Dump

// AFTER:      After cse
// AFTER:      After canonicalize
// AFTER-NOT:  IR Dump

// CHANGE:     After canonicalize
// CHANGE-NOT: IR Dump

// NESTED:      IR Dump After canonicalize ('func.func' operation: @six)
// NESTED-NEXT: func.func @six
// NESTED:      IR Dump After canonicalize ('func.func' operation: @same)
// NESTED-NEXT: func.func @same

// SCOPE:       IR Dump After canonicalize ('func.func' operation: @six)
// SCOPE-NEXT:  module {
// SCOPE:         func.func @same
// SCOPE:       IR Dump After canonicalize ('func.func' operation: @same)
// SCOPE-NEXT:  module {

// FAILURE-NOT: After {{.*}}cse
// FAILURE:     IR Dump After failed symbol-dce ('func.func' operation: @six)
// FAILURE-NOT: IR Dump
// FAILURE:     error: symbol-dce was scheduled to run on 'func.func'

// DIFF-NOT:    cse
// DIFF:        {{^}}--- before canonicalize ('builtin.module' operation)
// DIFF-NEXT:   {{^}}+++ after canonicalize ('builtin.module' operation)
// DIFF-NEXT:   {{^}}@@ -
// DIFF:        {{^}}-    %a = arith.constant 3 : i32
// DIFF-NEXT:   {{^}}-    %b = arith.addi %a, %a : i32
// DIFF-NEXT:   {{^}}+    %b = arith.constant 6 : i32
// DIFF-NEXT:   {{^}}     return %b : i32

// NAME:        error: --mlir-print-ir-after=csse: no such pass
// NAME:        hint: did you mean 'cse'?

func.func @six() -> i32 {
  %a = arith.constant 3 : i32
  %b = arith.addi %a, %a : i32
  return %b : i32
}

func.func @same(%x: i32) -> i32 {
  return %x : i32
}
