// RUN: tawa-opt --allow-unregistered-dialect %s | FileCheck %s
// RUN: tawa-opt --allow-unregistered-dialect --mlir-print-op-generic %s | tawa-opt --allow-unregistered-dialect | FileCheck %s

func.func @f(%m: vector<8xi1>, %p: vector<8xf32>, %a: memref<8xf32>, %i: index, %t: tensor<8xf32>, %acc: f32) -> vector<8xf32> {
  %c = arith.constant 0.0 : f32
  vector.mask %m { vector.transfer_write %p, %a[%i] : vector<8xf32>, memref<8xf32> } : vector<8xi1>
  %0 = vector.mask %m { vector.transfer_read %a[%i], %c : memref<8xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  %1 = vector.mask %m, %p { vector.transfer_read %a[%i], %c : memref<8xf32>, vector<8xf32> } {x = 1} : vector<8xi1> -> vector<8xf32>
  %2 = vector.mask %m { vector.reduction <add>, %p, %acc : vector<8xf32> into f32 } : vector<8xi1> -> f32
  vector.mask %m { } : vector<8xi1>
  %3 = vector.mask %m { vector.yield %p : vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  %4 = vector.mask %m { vector.transfer_write %p, %t[%i] : vector<8xf32>, tensor<8xf32> } : vector<8xi1> -> tensor<8xf32>
  "vector.mask"(%m) ({  "vector.yield"() : () -> () }) : (vector<8xi1>) -> ()
  return %1 : vector<8xf32>
}

// The checks from here on are written by the tool's own `checks --update`.
// CHECK:       module {
// CHECK-LABEL:   func.func @f(
// CHECK-SAME:  [[M:%.*]]: vector<8xi1>, [[P:%.*]]: vector<8xf32>, [[A:%.*]]: memref<8xf32>, [[I:%.*]]: index, [[T:%.*]]: tensor<8xf32>, [[ACC:%.*]]: f32) -> vector<8xf32> {
// CHECK-NEXT:      [[C:%.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:      vector.mask [[M]] { vector.transfer_write [[P]], [[A]][[[I]]] : vector<8xf32>, memref<8xf32> } : vector<8xi1>
// CHECK-NEXT:      [[V0:%.*]] = vector.mask [[M]] { vector.transfer_read [[A]][[[I]]], [[C]] : memref<8xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
// CHECK-NEXT:      [[V1:%.*]] = vector.mask [[M]], [[P]] { vector.transfer_read [[A]][[[I]]], [[C]] : memref<8xf32>, vector<8xf32> } {x = 1 : i64} : vector<8xi1> -> vector<8xf32>
// CHECK-NEXT:      [[V2:%.*]] = vector.mask [[M]] { vector.reduction <add>, [[P]], [[ACC]] : vector<8xf32> into f32 } : vector<8xi1> -> f32
// CHECK-NEXT:      vector.mask [[M]] { vector.yield } : vector<8xi1>
// CHECK-NEXT:      [[V3:%.*]] = vector.mask [[M]] { vector.yield [[P]] : vector<8xf32> } : vector<8xi1> -> vector<8xf32>
// CHECK-NEXT:      [[V4:%.*]] = vector.mask [[M]] { vector.transfer_write [[P]], [[T]][[[I]]] : vector<8xf32>, tensor<8xf32> } : vector<8xi1> -> tensor<8xf32>
// CHECK-NEXT:      vector.mask [[M]] { vector.yield } : vector<8xi1>
// CHECK-NEXT:      return [[V1]] : vector<8xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// End of the written checks.
