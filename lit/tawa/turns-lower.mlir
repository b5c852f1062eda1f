// RUN: tawa-opt --aref-verify --aref-lower --split-input-file %s | FileCheck %s

// Consumers of one region take turns at barriers from 1 on, the group of the last number
// arrives for the first. What a consumer skips it does not wait for.

// CHECK-LABEL: tt.func @shared
// CHECK-NOT: aref.
// CHECK: default {
// CHECK-NEXT: nvgpu.turn.open {barrier = 1 : i32, groups = 2 : i32, number = 0 : i32}
// CHECK-NEXT: nvgpu.turn.take {barrier = 1 : i32, groups = 2 : i32, number = 0 : i32}
// CHECK-NEXT: nvgpu.turn.pass {barrier = 1 : i32, groups = 2 : i32, number = 0 : i32}
module attributes {"ttg.num-warps" = 8 : i32} {
  tt.func @shared() {
    %t = aref.turns : !aref.turns<2>
    ttg.warp_specialize()
    default {
      aref.take %t {number = 0 : i32} : !aref.turns<2>
      aref.pass %t {number = 0 : i32} : !aref.turns<2>
      ttg.warp_yield
    } : () -> ()
    tt.return
  }
}

// -----

// Those of two regions: each has its number, and other turns have other barriers. A slot
// that one of them gets is given back by one arrival.

// CHECK-LABEL: tt.func @apart
// CHECK: nvgpu.mbarrier.init %empty {count = 1 : i32}
// CHECK: ttg.warp_specialize(
// CHECK: default {
// CHECK-NOT: nvgpu.turn.open
// CHECK: nvgpu.turn.take {barrier = 1 : i32, groups = 2 : i32, number = 0 : i32}
// CHECK: nvgpu.mbarrier.wait %full
// CHECK: nvgpu.turn.pass {barrier = 1 : i32, groups = 2 : i32, number = 0 : i32}
// CHECK: nvgpu.turn.take {barrier = 3 : i32, groups = 2 : i32, number = 0 : i32}
// CHECK: partition0(
// CHECK: nvgpu.turn.open {barrier = 3 : i32, groups = 2 : i32, number = 1 : i32}
// CHECK: nvgpu.turn.open {barrier = 1 : i32, groups = 2 : i32, number = 1 : i32}
// CHECK-NOT: aref.skip
// CHECK: nvgpu.turn.take {barrier = 1 : i32, groups = 2 : i32, number = 1 : i32}
// CHECK: nvgpu.turn.pass {barrier = 1 : i32, groups = 2 : i32, number = 1 : i32}
// CHECK: nvgpu.turn.take {barrier = 3 : i32, groups = 2 : i32, number = 1 : i32}
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @apart(%desc: !tt.tensordesc<tensor<64x64xf16>>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %ring = aref.create : !aref.ring<2 x (tensor<64x64xf16>)>
    %t = aref.turns : !aref.turns<2>
    %u = aref.turns : !aref.turns<2>
    ttg.warp_specialize(%ring, %t, %u, %desc)
    default {
      aref.take %t {number = 0 : i32} : !aref.turns<2>
      %v = aref.get %ring[%c0] : !aref.ring<2 x (tensor<64x64xf16>)>
      aref.pass %t {number = 0 : i32} : !aref.turns<2>
      aref.consumed %ring[%c0] : !aref.ring<2 x (tensor<64x64xf16>)>
      aref.skip %ring[%c1] : !aref.ring<2 x (tensor<64x64xf16>)>
      aref.take %u {number = 0 : i32} : !aref.turns<2>
      aref.pass %u {number = 0 : i32} : !aref.turns<2>
      ttg.warp_yield
    }
    partition0(%r: !aref.ring<2 x (tensor<64x64xf16>)>, %pt: !aref.turns<2>, %pu: !aref.turns<2>, %d: !tt.tensordesc<tensor<64x64xf16>>) num_warps(4) {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      aref.skip %r[%zero] : !aref.ring<2 x (tensor<64x64xf16>)>
      aref.take %pt {number = 1 : i32} : !aref.turns<2>
      %v = aref.get %r[%one] : !aref.ring<2 x (tensor<64x64xf16>)>
      aref.pass %pt {number = 1 : i32} : !aref.turns<2>
      aref.consumed %r[%one] : !aref.ring<2 x (tensor<64x64xf16>)>
      aref.take %pu {number = 1 : i32} : !aref.turns<2>
      aref.pass %pu {number = 1 : i32} : !aref.turns<2>
      ttg.warp_return
    }
    partition1(%r: !aref.ring<2 x (tensor<64x64xf16>)>, %pt: !aref.turns<2>, %pu: !aref.turns<2>, %d: !tt.tensordesc<tensor<64x64xf16>>) num_warps(4) {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %a = tt.descriptor_load %d[%zero, %zero] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
      aref.put %r[%zero], %a : !aref.ring<2 x (tensor<64x64xf16>)>
      %b = tt.descriptor_load %d[%zero, %zero] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
      aref.put %r[%one], %b : !aref.ring<2 x (tensor<64x64xf16>)>
      ttg.warp_return
    } : (!aref.ring<2 x (tensor<64x64xf16>)>, !aref.turns<2>, !aref.turns<2>, !tt.tensordesc<tensor<64x64xf16>>) -> ()
    tt.return
  }
}
