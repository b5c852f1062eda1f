// RUN: power-opt %s | FileCheck %s
// RUN: power-opt --mlir-print-op-generic %s | FileCheck %s --check-prefix=GENERIC

// CHECK-LABEL: func.func @ops
// CHECK:         %[[P:.*]] = power.pow %{{.*}}, 13 : i32
// CHECK:         power.square %[[P]] : i32
// GENERIC:       "power.pow"(%{{.*}}) <{exponent = 13 : i32}> : (i32) -> i32
func.func @ops(%x: i32) -> i32 {
  %p = power.pow %x, 13 : i32
  %s = power.square %p : i32
  return %s : i32
}

// CHECK-LABEL: func.func @tensors
// CHECK:         power.pow %{{.*}}, 3 : tensor<4x4xi64>
func.func @tensors(%x: tensor<4x4xi64>) -> tensor<4x4xi64> {
  %p = power.pow %x, 3 : tensor<4x4xi64>
  return %p : tensor<4x4xi64>
}
