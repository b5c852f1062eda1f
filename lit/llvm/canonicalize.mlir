// RUN: tawa-opt --canonicalize %s | FileCheck %s

llvm.func @unused(%a: i32, %p: !llvm.ptr) {
  %0 = llvm.add %a, %a : i32
  %1 = llvm.load %p : !llvm.ptr -> i32
  llvm.store %a, %p : i32, !llvm.ptr
  llvm.return
}

// The checks from here on are written by the tool's own `checks --update`.
// CHECK:       module {
// CHECK-LABEL:   llvm.func @unused(
// CHECK-SAME:  [[A:%.*]]: i32, [[P:%.*]]: !llvm.ptr) {
// CHECK-NEXT:      llvm.store [[A]], [[P]] : i32, !llvm.ptr
// CHECK-NEXT:      llvm.return
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// End of the written checks.
