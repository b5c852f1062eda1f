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

// A nested symbol of a public module may be referred to from outside, one of a private module not.
// CHECK: module @shown
// CHECK: func.func nested @kept
module @shown {
  func.func nested @kept() { return }
  func.func private @dead4() { return }
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
