// RUN: not tawa-opt %s 2>&1 | FileCheck %s --check-prefix=PLAIN
// RUN: not tawa-opt --mlir-print-op-on-diagnostic %s 2>&1 | FileCheck %s --check-prefix=OP
// RUN: not tawa-opt --mlir-print-stacktrace-on-diagnostic %s 2>&1 | FileCheck %s --check-prefix=STACK
// RUN: not tawa-opt --color=always %s 2>&1 | FileCheck %s --check-prefix=COLOR
// RUN: tawa-opt --mlir-very-unsafe-disable-verifier-on-parsing --mlir-print-op-generic %s | FileCheck %s --check-prefix=UNSAFE
// RUN: not tawa-opt --color=some %s 2>&1 | FileCheck %s --check-prefix=WHEN

// Both mistakes are reported, in one run.
// PLAIN:       diagnostics.mlir:[[@LINE+24]]:3: error: 'arith.addi' op expected 2 operands, but found 1
// PLAIN-NEXT:  {{^}}  "arith.addi"(%x) : (i32) -> i32
// PLAIN-NEXT:  {{^}}  ^~~~~
// PLAIN-NOT:   note
// PLAIN:       error: 'arith.muli' op expected 2 operands, but found 1
// PLAIN-NOT:   error

// OP:          error: 'arith.addi' op expected 2 operands
// OP:          note: see current operation: {{.*}}"arith.addi"(%x)

// STACK:       error: 'arith.addi' op expected 2 operands
// STACK:       note: diagnostic emitted with trace:
// STACK-NEXT:   #0 tawa/ir.Reporter.Diag
// STACK:        tawa/ir/verify.Verify

// COLOR:       {{.\[1;31m}}error:{{.\[0m}} 'arith.addi' op

// The program is wrong, but that was not to be found out here.
// UNSAFE:      "arith.addi"(%x)

// WHEN:        error: --color=some: must be auto, always or never


func.func @f(%x: i32) {
  "arith.addi"(%x) : (i32) -> i32
  return
}

func.func @g(%x: i32) {
  "arith.muli"(%x) : (i32) -> i32
  return
}
