// RUN: tawa-opt --mlir-print-debuginfo %s | FileCheck %s --check-prefix=LOC
// RUN: tawa-opt --mlir-print-debuginfo --mlir-print-local-scope %s | FileCheck %s --check-prefix=LOCAL
// RUN: tawa-opt --mlir-print-debuginfo --mlir-pretty-debuginfo %s | FileCheck %s --check-prefix=PRETTY
// RUN: tawa-opt --mlir-print-ssa-names=false %s | FileCheck %s --check-prefix=NUMBERS
// RUN: tawa-opt --mlir-print-ssa-names=false --mlir-print-unique-ssa-ids %s | FileCheck %s --check-prefix=UNIQUE
// RUN: tawa-opt --mlir-use-nameloc-as-prefix %s | FileCheck %s --check-prefix=NAMELOC
// RUN: tawa-opt -mlir-print-skip-regions %s | FileCheck %s --check-prefix=SKIP
// RUN: tawa-opt --mlir-print-value-users --mlir-print-ssa-names=false %s | FileCheck %s --check-prefix=USERS
// RUN: tawa-opt --mlir-print-op-generic %s | FileCheck %s --check-prefix=GENERIC

// LOC:           arith.constant 3 : i32 loc(#[[L:.*]])
// LOC:         #[[L]] = loc("three")

// LOCAL:         %a = arith.constant 3 : i32 loc("three")
// LOCAL:         %b = arith.addi %a, %x : i32 loc(callsite("k.py":7:3 at "main.py":1:1))

// PRETTY:        %a = arith.constant 3 : i32 "three"
// PRETTY-NEXT:   %b = arith.addi %a, %x : i32 k.py:7:3
// PRETTY-NEXT:    at main.py:1:1

// NUMBERS:     func.func @f(%arg0: i32)
// NUMBERS:       %0 = arith.addi
// NUMBERS:     func.func @g(%arg0: i32)
// NUMBERS:       %0 = arith.muli

// UNIQUE:      func.func @f(%[[ARG:.*]]: i32)
// UNIQUE:        %[[VALUE:.*]] = arith.addi
// UNIQUE-NOT:  func.func @g(%[[ARG]]:
// UNIQUE-NOT:    %[[VALUE]] = arith.muli

// NAMELOC:     func.func @f(%x: i32)
// NAMELOC:       %three = arith.constant
// NAMELOC:       %b = arith.addi %three, %x

// SKIP:        {{^}}module {...}{{$}}

// USERS:       func.func @f(%arg0: i32)
// USERS-NEXT:    // %arg0 is used by %{{[0-9]+}}
// USERS-NEXT:    %c3_i32 = arith.constant 3 : i32 // user: %[[SUM:[0-9]+]]
// USERS-NEXT:    %[[SUM]] = arith.addi %c3_i32, %arg0 : i32 // user: %[[RET:[0-9]+]]
// USERS-NEXT:    return %[[SUM]] : i32 // id: %[[RET]]
// USERS:       func.func @g
// USERS-NEXT:    // %arg0 is used by %{{[0-9]+}}
// USERS-NEXT:    arith.muli {{.*}} // unused

// GENERIC:     "func.func"() <{
// GENERIC:       "arith.addi"(%a, %x)

func.func @f(%x: i32) -> i32 {
  %a = arith.constant 3 : i32 loc("three")
  %b = arith.addi %a, %x : i32 loc(callsite("k.py":7:3 at "main.py":1:1))
  return %b : i32
}

func.func @g(%x: i32) {
  %y = arith.muli %x, %x : i32
  return
}
