// RUN: tawa-opt %s --symbol-privatize='exclude=kept,also' | FileCheck %s
// RUN: tawa-opt %s --symbol-privatize | FileCheck %s --check-prefix=ALL

// CHECK: func.func private @f
// CHECK: func.func @kept
// CHECK: func.func @also
// ALL-NOT: func.func @
func.func @f() { return }
func.func @kept() { return }
func.func @also() { return }
