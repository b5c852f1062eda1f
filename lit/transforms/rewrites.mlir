// RUN: tawa-opt %s --canonicalize --trace-rewrites 2>&1 | FileCheck %s
// RUN: tawa-opt %s --canonicalize --rewrite-limit=1 | FileCheck %s --check-prefix=LIMIT
// RUN: tawa-opt %s --canonicalize --check-rewrites | FileCheck %s --check-prefix=CHECKED

// CHECK: rewrite 1: fold on arith.addi at {{.*}}rewrites.mlir:14:8
// CHECK: rewrite 2: fold on arith.addi at {{.*}}rewrites.mlir:15:8
// CHECK: rewrite 3: dead on arith.constant
// LIMIT: arith.constant 8
// LIMIT: arith.constant 4
// LIMIT: arith.addi
// CHECKED: arith.constant 12
func.func @f() -> i32 {
  %a = arith.constant 4 : i32
  %b = arith.addi %a, %a : i32
  %c = arith.addi %b, %a : i32
  return %c : i32
}
