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
