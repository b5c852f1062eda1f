// RUN: tawa-opt --canonicalize %s | FileCheck %s

llvm.func @unused(%p: !llvm.ptr<1>) {
  %0 = nvg.cluster_id
  %1 = nvg.ld_acquire acquire, gpu, %p : (!llvm.ptr<1>) -> i32
  llvm.return
}

// The checks from here on are written by the tool's own `checks --update`.
// CHECK:       module {
// CHECK-LABEL:   llvm.func @unused(
// CHECK-SAME:  [[P:%.*]]: !llvm.ptr<1>) {
// CHECK-NEXT:      [[V0:%.*]] = nvg.ld_acquire acquire, gpu, [[P]] : (!llvm.ptr<1>) -> i32
// CHECK-NEXT:      llvm.return
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// End of the written checks.
