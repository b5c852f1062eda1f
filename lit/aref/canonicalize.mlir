// RUN: tawa-opt --canonicalize --cse %s | FileCheck %s

// A ring that nothing uses goes; what a role does with a ring stays, read or not.
// CHECK-LABEL: tt.func @unused
tt.func @unused(%i: i32) {
  // CHECK-NEXT: %used = aref.create
  // CHECK-NEXT: aref.get %used[%i]
  // CHECK-NEXT: aref.consumed %used[%i]
  // CHECK-NEXT: tt.return
  %unused = aref.create : !aref.ring<2 x (tensor<64x64xf16>)>
  %used = aref.create : !aref.ring<2 x (tensor<64x64xf16>)>
  %v = aref.get %used[%i] : !aref.ring<2 x (tensor<64x64xf16>)>
  aref.consumed %used[%i] : !aref.ring<2 x (tensor<64x64xf16>)>
  tt.return
}

// Equal rings are different rings.
// CHECK-LABEL: tt.func @two
tt.func @two(%i: i32) {
  // CHECK-COUNT-2: aref.create
  %a = aref.create : !aref.ring<2 x (tensor<64x64xf16>)>
  %b = aref.create : !aref.ring<2 x (tensor<64x64xf16>)>
  aref.consumed %a[%i] : !aref.ring<2 x (tensor<64x64xf16>)>
  aref.consumed %b[%i] : !aref.ring<2 x (tensor<64x64xf16>)>
  tt.return
}

// Turns that nobody takes go; those that are taken stay, and different ones are not made one.
// CHECK-LABEL: tt.func @turns
tt.func @turns() {
  // CHECK-NEXT: %a = aref.turns
  // CHECK-NEXT: %b = aref.turns
  // CHECK-NEXT: aref.take %a
  // CHECK-NEXT: aref.take %b
  // CHECK-NEXT: tt.return
  %unused = aref.turns : !aref.turns<2>
  %a = aref.turns : !aref.turns<2>
  %b = aref.turns : !aref.turns<2>
  aref.take %a {number = 0 : i32} : !aref.turns<2>
  aref.take %b {number = 0 : i32} : !aref.turns<2>
  tt.return
}
