// RUN: tawa-opt --split-input-file --verify-diagnostics %s
// RUN: not tawa-opt --verify-diagnostics %S/Inputs/unexpected.mlir 2>&1 | FileCheck %s --check-prefix=UNEXPECTED
// RUN: tawa-opt --verify-diagnostics=only-expected %S/Inputs/unexpected.mlir
// RUN: not tawa-opt --verify-diagnostics=some %s 2>&1 | FileCheck %s --check-prefix=MODE

// UNEXPECTED: unexpected.mlir:3:3: error: unexpected error: 'arith.addi' op
// MODE:       error: --verify-diagnostics=some: must be all, only-expected or false

func.func @same_line(%x: i32) {
  "arith.addi"(%x) : (i32) -> i32 // expected-error {{expected 2 operands, but found 1}}
  return
}

// -----

func.func @next(%x: i32) {
  // expected-error @+1 {{expected 2 operands, but found 1}}
  "arith.addi"(%x) : (i32) -> i32
  return
}

// -----

func.func @before(%x: i32) {
  "arith.addi"(%x) : (i32) -> i32
  // expected-error @-1 {{expected 2 operands, but found 1}}
  return
}

// -----

func.func @above(%x: i32) {
  "arith.addi"(%x) : (i32) -> i32
  // expected-error @above {{expected 2 operands}}
  // expected-error-re @below {{expected {{[0-9]}} operands, but found {{0|1}}}}
  "arith.addi"(%x) : (i32) -> i32
  return
}

// -----

func.func @several_errors_in_several_functions(%x: i32) {
  // expected-error @+1 {{expected 2 operands}}
  "arith.addi"(%x) : (i32) -> i32
  return
}

func.func @and_here(%x: i32) {
  // expected-error @+1 {{expected 2 operands}}
  "arith.muli"(%x) : (i32) -> i32
  return
}

// -----

// One mistake is one error: what follows from it is not reported.
func.func @follow_on(%x: i32) -> i32 {
  // expected-error @+1 {{custom op 'arith.adi' is unknown}}
  %y = arith.adi %x, %x : i32
  %z = arith.addi %y, %y : i32
  return %z : i32
}
