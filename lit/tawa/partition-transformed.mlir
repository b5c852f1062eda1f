// RUN: tawa-opt --tawa-partition %s | FileCheck %s

// A tile that is transformed for a dot goes through a ring of its own: its slot is free
// before the dot has run, that of the tile which the dot reads after.

// CHECK-LABEL: tt.func public @dequant
// CHECK: %[[A:.*]] = aref.create : !aref.ring<4 x (tensor<64x64xi8>)>
// CHECK: %[[B:.*]] = aref.create : !aref.ring<4 x (tensor<64x128xf16>)>
// CHECK: scf.for
// CHECK: aref.get %[[A]]
// CHECK: arith.sitofp
// CHECK: aref.consumed %[[A]]
// CHECK: aref.get %[[B]]
// CHECK: tt.dot
// CHECK: aref.consumed %[[B]]
tt.func public @dequant(%ad: !tt.tensordesc<tensor<64x64xi8>>, %bd: !tt.tensordesc<tensor<64x128xf16>>, %od: !tt.tensordesc<tensor<64x128xf32>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %z = arith.constant dense<0.0> : tensor<64x128xf32>
  %r = scf.for %j = %c0 to %n step %c64 iter_args(%o = %z) -> (tensor<64x128xf32>) : i32 {
    %a = tt.descriptor_load %ad[%c0, %j] : !tt.tensordesc<tensor<64x64xi8>> -> tensor<64x64xi8>
    %b = tt.descriptor_load %bd[%j, %c0] : !tt.tensordesc<tensor<64x128xf16>> -> tensor<64x128xf16>
    %x = arith.sitofp %a : tensor<64x64xi8> to tensor<64x64xf16>
    %d = tt.dot %x, %b, %o : tensor<64x64xf16> * tensor<64x128xf16> -> tensor<64x128xf32>
    scf.yield %d : tensor<64x128xf32>
  }
  tt.descriptor_store %od[%c0, %c0], %r : !tt.tensordesc<tensor<64x128xf32>>, tensor<64x128xf32>
  tt.return
}
