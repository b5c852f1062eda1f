// RUN: tawa-opt %s | FileCheck %s

llvm.func @barriers(%id: i32, %n: i32) {
  nvvm.barrier0
  nvvm.barrier
  nvvm.barrier id = %id
  nvvm.barrier id = %id number_of_threads = %n
  llvm.return
}

// The checks from here on are written by the tool's own `checks --update`.
// CHECK:       module {
// CHECK-LABEL:   llvm.func @barriers(
// CHECK-SAME:  [[ID:%.*]]: i32, [[N:%.*]]: i32) {
// CHECK-NEXT:      nvvm.barrier0
// CHECK-NEXT:      nvvm.barrier
// CHECK-NEXT:      nvvm.barrier id = [[ID]]
// CHECK-NEXT:      nvvm.barrier id = [[ID]] number_of_threads = [[N]]
// CHECK-NEXT:      llvm.return
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// End of the written checks.
