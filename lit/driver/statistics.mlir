// RUN: tawa-opt --pass-pipeline='builtin.module(func.func(cse),canonicalize,func.func(cse))' --mlir-pass-statistics -o %t.out %s 2>&1 | FileCheck %s --check-prefix=PIPELINE
// RUN: tawa-opt --pass-pipeline='builtin.module(func.func(cse),canonicalize,func.func(cse))' --mlir-pass-statistics --mlir-pass-statistics-display=list -o %t.out %s 2>&1 | FileCheck %s --check-prefix=LIST

// Counts add up over the functions that a pass runs on.

// PIPELINE:      ... Pass statistics report ...
// PIPELINE:      {{^}}'func.func' Pipeline
// PIPELINE-NEXT: {{^}}  cse
// PIPELINE-NEXT: {{^}}    (S) 2 num-cse'd - ops replaced by equal ones
// PIPELINE-NEXT: {{^}}    (S) 1 num-dce'd - ops erased that nothing needs
// PIPELINE-NEXT: {{^}}'func.func' Pipeline
// PIPELINE-NEXT: {{^}}  cse
// PIPELINE-NEXT: {{^}}    (S) 0 num-cse'd
// PIPELINE-NEXT: {{^}}    (S) 0 num-dce'd

// LIST:      {{^}}cse
// LIST-NEXT: {{^}}  (S) 2 num-cse'd
// LIST-NEXT: {{^}}  (S) 1 num-dce'd
// LIST-NOT:  cse

func.func @f(%x: i32) -> i32 {
  %a = arith.addi %x, %x : i32
  %b = arith.addi %x, %x : i32
  %c = arith.muli %a, %b : i32
  return %c : i32
}

func.func @g(%x: i32, %y: i32) -> i32 {
  %a = arith.addi %x, %y : i32
  %b = arith.addi %y, %x : i32
  %c = arith.muli %a, %b : i32
  %dead = arith.muli %x, %b : i32
  return %c : i32
}
