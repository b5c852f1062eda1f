// RUN: tawa-opt --tawa-pipeline='mma-depth=1 coarse=0' --split-input-file %s | FileCheck %s --check-prefixes=CHECK,ONE
// RUN: tawa-opt --tawa-pipeline='mma-depth=2 coarse=0' --split-input-file %s | FileCheck %s --check-prefixes=CHECK,TWO
// RUN: tawa-opt --tawa-pipeline='mma-depth=0 coarse=0' --split-input-file %s | FileCheck %s --check-prefixes=CHECK,NONE
// RUN: tawa-opt --tawa-pipeline='coarse=0' --split-input-file %s | FileCheck %s --check-prefixes=CHECK,ONE

// With P dots in flight the slot of iteration k−P is given back, and after the loop
// those of the last min(P, trips). The accumulator is not read in the first
// iteration, because it begins as zero; a loop that does not run yields that zero.

// CHECK-LABEL: tt.func @gemm
// CHECK: %acc, %[[LAST:last]] = scf.for %k = %c0 to %trips step %c1 iter_args(%c = %zero, %[[I:i[_0-9]*]] = %i0)
// CHECK-NEXT: %a, %b = aref.get %r[%[[I]]]
// CHECK-NEXT: %[[USE:.*]] = arith.cmpi ne, %k, %c0 : i32
// CHECK-NEXT: %d = nvgpu.dot_issue %a, %b, %c, %[[USE]] {inputPrecision = 0 : i32} :

// ONE-NEXT: %[[W:.*]] = nvgpu.dot_wait %d {pendings = 1 : i32}
// ONE: %[[NOTFIRST:.*]] = arith.cmpi ne, %k, %c0
// ONE: %[[BEFORE:.*]] = arith.subi %[[I]], %c1
// ONE: scf.if %[[NOTFIRST]] {
// ONE-NEXT: aref.consumed %r[%[[BEFORE]]]
// ONE-NEXT: }
// ONE: scf.yield %[[W]],
// ONE: %[[ACC:acc[_0-9]*]] = nvgpu.dot_wait %acc {pendings = 0 : i32}
// ONE: %[[RAN:.*]] = arith.cmpi slt, %c0, %trips
// ONE: arith.subi %[[LAST]], %c1
// ONE: scf.if %[[RAN]] {
// ONE-NEXT: aref.consumed
// ONE-NEXT: }
// ONE-NOT: aref.consumed
// ONE: arith.truncf %[[ACC]]

// TWO-NEXT: nvgpu.dot_wait %d {pendings = 2 : i32}
// TWO: %[[DONE:.*]] = arith.subi %[[I]], %i0
// TWO: arith.cmpi sge, %[[DONE]], %c2
// TWO: scf.if
// TWO-NEXT: aref.consumed
// TWO: nvgpu.dot_wait %acc {pendings = 0 : i32}
// TWO: %[[TRIPS:.*]] = arith.subi %[[LAST]], %i0
// TWO: arith.cmpi sge, %[[TRIPS]], %c2
// TWO: scf.if
// TWO-NEXT: aref.consumed
// TWO: arith.cmpi slt, %c0, %trips
// TWO: scf.if
// TWO-NEXT: aref.consumed
// TWO-NOT: aref.consumed
// TWO: arith.truncf

// NONE-NEXT: %[[W:.*]] = nvgpu.dot_wait %d {pendings = 0 : i32}
// NONE-NEXT: aref.consumed %r[%[[I]]]
// NONE: scf.yield %[[W]],
// NONE: arith.truncf %acc
tt.func @gemm(%a_desc: !tt.tensordesc<tensor<64x64xf16>>, %c_desc: !tt.tensordesc<tensor<64x64xf16>>, %trips: i32, %i0: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r = aref.create : !aref.ring<4 x (tensor<64x64xf16>, tensor<64x64xf16>)>
  ttg.warp_specialize()
  default {
    %acc, %last = scf.for %k = %c0 to %trips step %c1 iter_args(%c = %zero, %i = %i0) -> (tensor<64x64xf32>, i32) : i32 {
      %a, %b = aref.get %r[%i] : !aref.ring<4 x (tensor<64x64xf16>, tensor<64x64xf16>)>
      %d = tt.dot %a, %b, %c, inputPrecision = tf32 : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
      aref.consumed %r[%i] : !aref.ring<4 x (tensor<64x64xf16>, tensor<64x64xf16>)>
      %next = arith.addi %i, %c1 : i32
      scf.yield %d, %next : tensor<64x64xf32>, i32
    }
    %o = arith.truncf %acc : tensor<64x64xf32> to tensor<64x64xf16>
    tt.descriptor_store %c_desc[%c0, %c0], %o : !tt.tensordesc<tensor<64x64xf16>>, tensor<64x64xf16>
    ttg.warp_yield
  }
  partition0() num_warps(4) {
    ttg.warp_return
  } : () -> ()
  tt.return
}

// -----

// An accumulator that does not begin as zero is always added. Two dots that each
// iteration issues are two in flight, and their slots go back after both.

// CHECK-LABEL: tt.func @gate_and_up
// CHECK: scf.for
// CHECK: %[[G:.*]] = nvgpu.dot_issue %a, %b, %g :
// CHECK: %[[USE:.*]] = arith.cmpi ne, %k, %c0
// CHECK: %[[U:.*]] = nvgpu.dot_issue %a, %v, %u, %[[USE]] :
// ONE: nvgpu.dot_wait %[[G]], %[[U]] {pendings = 2 : i32} : tensor<64x64xf32>, tensor<64x64xf32>
// TWO: nvgpu.dot_wait %[[G]], %[[U]] {pendings = 4 : i32} : tensor<64x64xf32>, tensor<64x64xf32>
// NONE: nvgpu.dot_wait %[[U]] {pendings = 0 : i32} : tensor<64x64xf32>
tt.func @gate_and_up(%init: tensor<64x64xf32>, %c_desc: !tt.tensordesc<tensor<64x64xf32>>, %trips: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r = aref.create : !aref.ring<4 x (tensor<64x64xf16>, tensor<64x64xf16>)>
  %q = aref.create : !aref.ring<3 x (tensor<64x64xf16>)>
  ttg.warp_specialize()
  default {
    %res:4 = scf.for %k = %c0 to %trips step %c1 iter_args(%g = %init, %u = %zero, %i = %c0, %j = %c0) -> (tensor<64x64xf32>, tensor<64x64xf32>, i32, i32) : i32 {
      %a, %b = aref.get %r[%i] : !aref.ring<4 x (tensor<64x64xf16>, tensor<64x64xf16>)>
      %g1 = tt.dot %a, %b, %g : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
      %v = aref.get %q[%j] : !aref.ring<3 x (tensor<64x64xf16>)>
      %u1 = tt.dot %a, %v, %u : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
      aref.consumed %q[%j] : !aref.ring<3 x (tensor<64x64xf16>)>
      %j1 = arith.addi %j, %c1 : i32
      aref.consumed %r[%i] : !aref.ring<4 x (tensor<64x64xf16>, tensor<64x64xf16>)>
      %i1 = arith.addi %i, %c1 : i32
      scf.yield %g1, %u1, %i1, %j1 : tensor<64x64xf32>, tensor<64x64xf32>, i32, i32
    }
    %o = arith.addf %res#0, %res#1 : tensor<64x64xf32>
    tt.descriptor_store %c_desc[%c0, %c0], %o : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
    ttg.warp_yield
  }
  partition0() num_warps(4) {
    ttg.warp_return
  } : () -> ()
  tt.return
}

// -----

// A dot whose result is used in the same iteration is waited for at once, whatever P;
// zero is not added.

// CHECK-LABEL: tt.func @used
// CHECK: scf.for
// CHECK: %[[NO:.*]] = arith.constant false
// CHECK-NEXT: %[[D:.*]] = nvgpu.dot_issue %a, %a, %zero, %[[NO]]
// CHECK-NEXT: %[[W:.*]] = nvgpu.dot_wait %[[D]] {pendings = 0 : i32}
// CHECK-NEXT: aref.consumed %r[%i]
// CHECK: arith.addf %sum, %[[W]]
tt.func @used(%c_desc: !tt.tensordesc<tensor<64x64xf32>>, %trips: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r = aref.create : !aref.ring<4 x (tensor<64x64xf16>)>
  ttg.warp_specialize()
  default {
    %res, %last = scf.for %k = %c0 to %trips step %c1 iter_args(%sum = %zero, %i = %c0) -> (tensor<64x64xf32>, i32) : i32 {
      %a = aref.get %r[%i] : !aref.ring<4 x (tensor<64x64xf16>)>
      %d = tt.dot %a, %a, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
      aref.consumed %r[%i] : !aref.ring<4 x (tensor<64x64xf16>)>
      %next = arith.addi %i, %c1 : i32
      %s = arith.addf %sum, %d : tensor<64x64xf32>
      scf.yield %s, %next : tensor<64x64xf32>, i32
    }
    tt.descriptor_store %c_desc[%c0, %c0], %res : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
    ttg.warp_yield
  }
  partition0() num_warps(4) {
    ttg.warp_return
  } : () -> ()
  tt.return
}

// -----

// Outside of warp groups dots are as they were.
// CHECK-LABEL: tt.func @plain
// CHECK: tt.dot
tt.func @plain(%a: tensor<64x64xf16>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %d = tt.dot %a, %a, %c : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
  tt.return %d : tensor<64x64xf32>
}
