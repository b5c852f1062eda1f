// RUN: tawa-opt --color=always --print-ir-diff --canonicalize -o %t.out %s 2>&1 | FileCheck %s --check-prefix=COLOR
// RUN: tawa-opt --color=never --print-ir-diff --canonicalize -o %t.out %s 2>&1 | FileCheck %s --check-prefix=PLAIN

// COLOR:     {{.\[31m}}-    %b = arith.addi %a, %a : i32{{.\[0m$}}
// COLOR:     {{.\[32m}}+    %b = arith.constant 6 : i32{{.\[0m$}}

// PLAIN:     {{^}}-    %b = arith.addi %a, %a : i32{{$}}
// PLAIN:     {{^}}+    %b = arith.constant 6 : i32{{$}}

func.func @six() -> i32 {
  %a = arith.constant 3 : i32
  %b = arith.addi %a, %a : i32
  return %b : i32
}
