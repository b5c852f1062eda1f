// RUN: rm -rf %t && tawa-opt --pass-pipeline='builtin.module(func.func(cse))' --mlir-print-ir-tree-dir=%t -o %t.out %s
// RUN: cat %t/builtin_module_no-symbol-name/func_func_a_b/0_0_cse.mlir | FileCheck %s --check-prefix=ONE
// RUN: cat %t/builtin_module_no-symbol-name/func_func_a_b-2/0_0_cse.mlir | FileCheck %s --check-prefix=OTHER

// No op writes over another's files or outside of the folder, and no name is too long for a file.

// ONE:   func.func @"a/b"
// OTHER: func.func @a_b
func.func @"a/b"() { return }
func.func @a_b() { return }
func.func @"../../../outside"() { return }
func.func @long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_() { return }
