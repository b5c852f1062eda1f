// RUN: tawa-opt %s --symbol-dce | FileCheck %s

// CHECK-NOT: @dead
// CHECK: func.func private @live
// CHECK-NOT: @dead
// CHECK: func.func @root
func.func private @dead1() { call @dead2() : () -> () return }
func.func private @dead2() { call @dead1() : () -> () return }
func.func private @live() { return }
func.func private @dead3()
func.func @root() {
  call @live() : () -> ()
  return
}

// Nothing is outside the outermost module, so a nested symbol needs a use, a public one does not.
// CHECK: module @shown
// CHECK-NOT: @dead
// CHECK: func.func @kept
module @shown {
  func.func nested @dead4() { return }
  func.func @kept() { return }
}
// CHECK: module @hidden
// CHECK-NOT: @dead5
// CHECK: func.func nested @referred
module @hidden attributes {sym_visibility = "private"} {
  func.func nested @dead5() { return }
  func.func nested @referred() { return }
}
// CHECK: func.func @refers
func.func @refers() attributes {uses = [@hidden::@referred]} { return }

// RUN: tawa-opt %s --pass-pipeline='builtin.module(builtin.module(symbol-dce))' | FileCheck %s --check-prefix=INNER
// Here the pass sees @shown only, which others may refer into.
// INNER: module @shown
// INNER-NEXT: func.func nested @dead4
