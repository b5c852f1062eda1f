// RUN: tawa-opt %s | FileCheck %s
// RUN: tawa-opt --mlir-print-op-generic %s | tawa-opt | FileCheck %s

// CHECK-LABEL: tt.func @ring
tt.func @ring(%desc: !tt.tensordesc<tensor<128x64xf16>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  // CHECK: %r = aref.create : !aref.ring<3 x (tensor<128x64xf16>, tensor<128x64xf16>)>
  %r = aref.create : !aref.ring<3 x (tensor<128x64xf16>, tensor<128x64xf16>)>
  ttg.warp_specialize(%r, %desc)
  default {
    // CHECK: %a, %b = aref.get %r[%c0] : !aref.ring<3 x (tensor<128x64xf16>, tensor<128x64xf16>)>
    %a, %b = aref.get %r[%c0] : !aref.ring<3 x (tensor<128x64xf16>, tensor<128x64xf16>)>
    // CHECK-NEXT: aref.consumed %r[%c0] {last} : !aref.ring<3 x (tensor<128x64xf16>, tensor<128x64xf16>)>
    aref.consumed %r[%c0] {last} : !aref.ring<3 x (tensor<128x64xf16>, tensor<128x64xf16>)>
    ttg.warp_yield
  }
  partition0(%q: !aref.ring<3 x (tensor<128x64xf16>, tensor<128x64xf16>)>, %d: !tt.tensordesc<tensor<128x64xf16>>) num_warps(4) {
    %i = arith.constant 0 : i32
    %v = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<tensor<128x64xf16>> -> tensor<128x64xf16>
    // CHECK: aref.put %q[%i], %v, %v : !aref.ring<3 x (tensor<128x64xf16>, tensor<128x64xf16>)>
    aref.put %q[%i], %v, %v : !aref.ring<3 x (tensor<128x64xf16>, tensor<128x64xf16>)>
    ttg.warp_return
  } : (!aref.ring<3 x (tensor<128x64xf16>, tensor<128x64xf16>)>, !tt.tensordesc<tensor<128x64xf16>>) -> ()
  tt.return
}

// CHECK-LABEL: tt.func @turns
tt.func @turns(%i: i32) {
  %r = aref.create : !aref.ring<2 x (tensor<64x64xf16>)>
  // CHECK: %t = aref.turns : !aref.turns<2>
  %t = aref.turns : !aref.turns<2>
  ttg.warp_specialize(%r, %t, %i)
  default {
    // CHECK: aref.take %t {number = 0 : i32} : !aref.turns<2>
    aref.take %t {number = 0 : i32} : !aref.turns<2>
    // CHECK-NEXT: aref.pass %t {number = 0 : i32} : !aref.turns<2>
    aref.pass %t {number = 0 : i32} : !aref.turns<2>
    ttg.warp_yield
  }
  partition0(%q: !aref.ring<2 x (tensor<64x64xf16>)>, %u: !aref.turns<2>, %j: i32) num_warps(4) {
    // CHECK: aref.skip %q[%j] : !aref.ring<2 x (tensor<64x64xf16>)>
    aref.skip %q[%j] : !aref.ring<2 x (tensor<64x64xf16>)>
    aref.take %u {number = 1 : i32} : !aref.turns<2>
    aref.pass %u {number = 1 : i32} : !aref.turns<2>
    ttg.warp_return
  } : (!aref.ring<2 x (tensor<64x64xf16>)>, !aref.turns<2>, i32) -> ()
  tt.return
}

// CHECK-LABEL: tt.func @together
tt.func @together() {
  // CHECK: aref.create {cluster = 2 : i32} : !aref.ring<3 x (tensor<128x64xf16>)>
  %r = aref.create {cluster = 2 : i32} : !aref.ring<3 x (tensor<128x64xf16>)>
  tt.return
}
