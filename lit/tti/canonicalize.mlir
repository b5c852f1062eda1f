// RUN: tawa-opt --canonicalize %s | FileCheck %s

tt.func @unused(%l: !tt.ptr<i32>) {
  %0 = tti.experimental_buffer_pointers [0, 64], tensor_mem : tensor<2xi64>
  tti.experimental_lock_acquire %l : !tt.ptr<i32>
  tt.return
}

// The checks from here on are written by the tool's own `checks --update`.
// CHECK:       module {
// CHECK-LABEL:   tt.func @unused(
// CHECK-SAME:  [[L:%.*]]: !tt.ptr<i32>) {
// CHECK-NEXT:      tti.experimental_lock_acquire [[L]] : !tt.ptr<i32>
// CHECK-NEXT:      tt.return
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// End of the written checks.
