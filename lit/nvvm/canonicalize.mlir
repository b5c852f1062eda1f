// RUN: tawa-opt --canonicalize %s | FileCheck %s

llvm.func @kept() {
  nvvm.barrier0
  llvm.return
}

// The checks from here on are written by the tool's own `checks --update`.
// CHECK:       module {
// CHECK-LABEL:   llvm.func @kept(
// CHECK-SAME:  ) {
// CHECK-NEXT:      nvvm.barrier0
// CHECK-NEXT:      llvm.return
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// End of the written checks.
