// RUN: tawa-opt --tawa-partition %s | FileCheck %s
// RUN: tawa-opt --tawa-partition --tawa-pipeline --aref-lower %s | FileCheck %s --check-prefix=LOWER
// RUN: tawa-opt --tawa-partition=transform=0 %s | FileCheck %s --check-prefix=NONE
// RUN: tawa-opt --tawa-partition --remarks=text %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// A dot of 8-bit elements reads rows along K only. A tile that lies otherwise is turned round by a role
// of its own, between two rings. What stays in the loop is held in registers, so that shared memory is free for that. Where the other operand comes from a dot's result, K is put into
// the order in which a thread has it.

// CHECK-LABEL: tt.func public @attention
// CHECK-DAG: %[[V:.*]] = aref.create : !aref.ring<4 x (tensor<128x64xf8E4M3FN>)>
// CHECK-DAG: %[[VT:.*]] = aref.create : !aref.ring<4 x (tensor<64x128xf8E4M3FN>)>
// CHECK: requestedRegisters = array<i32: 24, 40>
// CHECK: default
// CHECK: tt.fp_to_fp
// CHECK: tt.reshape
// CHECK: tt.trans {{.*}}order = array<i32: 0, 1, 3, 2, 4>
// CHECK: %[[P:.*]] = tt.reshape
// CHECK: %[[T:.*]] = aref.get %[[VT]]
// CHECK: %[[B:.*]] = tt.trans %[[T]] {order = array<i32: 1, 0>}
// CHECK: tt.dot %[[P]], %[[B]]
// CHECK: partition0
// CHECK: aref.put
// CHECK: partition1
// CHECK: scf.for
// CHECK: %[[TILE:.*]] = aref.get %[[R:.*]][%
// CHECK: tt.trans %[[TILE]] {order = array<i32: 1, 0>}
// CHECK: aref.consumed %[[R]][
// CHECK: tt.trans {{.*}}order = array<i32: 0, 1, 3, 2, 4>
// CHECK: aref.put
// CHECK: ttg.warp_return

// LOWER-LABEL: tt.func public @attention
// LOWER: %[[Q:.*]] = ttg.local_load {{.*}} -> tensor<64x64xf8E4M3FN>
// LOWER: scf.for
// LOWER: nvgpu.dot_issue %[[Q]],
// LOWER: nvgpu.dot_wait {{.*}}pendings = 1
// LOWER: partition1
// LOWER: nvgpu.mbarrier.wait
// LOWER: ttg.local_load
// LOWER: nvgpu.mbarrier.arrive {{.*}}, warp
// LOWER: nvgpu.mbarrier.wait
// LOWER: ttg.local_store
// LOWER: nvgpu.fence.async_shared
// LOWER: nvgpu.mbarrier.arrive {{.*}}, warp

// NONE-LABEL: tt.func public @attention
// NONE-NOT: partition1

// REMARK: partition-transformer.mlir:[[#]]:{{[0-9]+}}: remark: split into a producer, a transformer and 1 consumer, rings of 4 slots
// REMARK: remark: a role of its own turns round a tile for this dot, which reads rows along K only
tt.func public @attention(%qd: !tt.tensordesc<tensor<64x64xf8E4M3FN>>, %kd: !tt.tensordesc<tensor<128x64xf8E4M3FN>>, %vd: !tt.tensordesc<tensor<128x64xf8E4M3FN>>, %od: !tt.tensordesc<tensor<64x64xf32>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c128 = arith.constant 128 : i32
  %zs = arith.constant dense<0.0> : tensor<64x128xf32>
  %zo = arith.constant dense<0.0> : tensor<64x64xf32>
  %q = tt.descriptor_load %qd[%c0, %c0] : !tt.tensordesc<tensor<64x64xf8E4M3FN>> -> tensor<64x64xf8E4M3FN>
  %r = scf.for %j = %c0 to %n step %c128 iter_args(%o = %zo) -> (tensor<64x64xf32>) : i32 {
    %k = tt.descriptor_load %kd[%j, %c0] : !tt.tensordesc<tensor<128x64xf8E4M3FN>> -> tensor<128x64xf8E4M3FN>
    %kt = tt.trans %k {order = array<i32: 1, 0>} : tensor<128x64xf8E4M3FN> -> tensor<64x128xf8E4M3FN>
    %s = tt.dot %q, %kt, %zs {maxNumImpreciseAcc = 1073741824 : i32} : tensor<64x64xf8E4M3FN> * tensor<64x128xf8E4M3FN> -> tensor<64x128xf32>
    %e = math.exp2 %s : tensor<64x128xf32>
    %p = tt.fp_to_fp %e, rounding = rtne : tensor<64x128xf32> -> tensor<64x128xf8E4M3FN>
    %v = tt.descriptor_load %vd[%j, %c0] : !tt.tensordesc<tensor<128x64xf8E4M3FN>> -> tensor<128x64xf8E4M3FN>
    %d = tt.dot %p, %v, %o {maxNumImpreciseAcc = 1073741824 : i32} : tensor<64x128xf8E4M3FN> * tensor<128x64xf8E4M3FN> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tt.descriptor_store %od[%c0, %c0], %r : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
  tt.return
}

// Both operands of a GEMM that lie the wrong way, and a right operand that is converted.

// CHECK-LABEL: tt.func public @both
// CHECK: default
// CHECK: %[[T:.*]]:2 = aref.get
// CHECK: %[[B:.*]] = tt.trans %[[T]]#1
// CHECK: tt.dot %[[T]]#0, %[[B]]
// CHECK: partition1
// CHECK: tt.trans
// CHECK: tt.trans
// REMARK: remark: a role of its own turns round a tile
// REMARK: remark: a role of its own turns round a tile
tt.func public @both(%ad: !tt.tensordesc<tensor<128x64xf8E5M2>>, %bd: !tt.tensordesc<tensor<128x128xf8E5M2>>, %od: !tt.tensordesc<tensor<64x128xf32>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c128 = arith.constant 128 : i32
  %z = arith.constant dense<0.0> : tensor<64x128xf32>
  %r = scf.for %j = %c0 to %n step %c128 iter_args(%o = %z) -> (tensor<64x128xf32>) : i32 {
    %a = tt.descriptor_load %ad[%j, %c0] : !tt.tensordesc<tensor<128x64xf8E5M2>> -> tensor<128x64xf8E5M2>
    %at = tt.trans %a {order = array<i32: 1, 0>} : tensor<128x64xf8E5M2> -> tensor<64x128xf8E5M2>
    %b = tt.descriptor_load %bd[%j, %c0] : !tt.tensordesc<tensor<128x128xf8E5M2>> -> tensor<128x128xf8E5M2>
    %d = tt.dot %at, %b, %o {maxNumImpreciseAcc = 1073741824 : i32} : tensor<64x128xf8E5M2> * tensor<128x128xf8E5M2> -> tensor<64x128xf32>
    scf.yield %d : tensor<64x128xf32>
  }
  tt.descriptor_store %od[%c0, %c0], %r : !tt.tensordesc<tensor<64x128xf32>>, tensor<64x128xf32>
  tt.return
}

// CHECK-LABEL: tt.func public @dequantised
// CHECK: default
// CHECK-NOT: arith.sitofp
// CHECK: tt.dot
// CHECK: partition1
// CHECK: arith.sitofp
// CHECK: arith.mulf
// CHECK: aref.put
// REMARK: remark: a role of its own computes a tile for this dot
tt.func public @dequantised(%ad: !tt.tensordesc<tensor<64x64xf16>>, %bd: !tt.tensordesc<tensor<64x128xi8>>, %od: !tt.tensordesc<tensor<64x128xf32>>, %scale: f16, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %z = arith.constant dense<0.0> : tensor<64x128xf32>
  %r = scf.for %j = %c0 to %n step %c64 iter_args(%o = %z) -> (tensor<64x128xf32>) : i32 {
    %a = tt.descriptor_load %ad[%c0, %j] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %b = tt.descriptor_load %bd[%j, %c0] : !tt.tensordesc<tensor<64x128xi8>> -> tensor<64x128xi8>
    %f = arith.sitofp %b : tensor<64x128xi8> to tensor<64x128xf16>
    %s = tt.splat %scale : f16 -> tensor<64x128xf16>
    %x = arith.mulf %f, %s : tensor<64x128xf16>
    %d = tt.dot %a, %x, %o : tensor<64x64xf16> * tensor<64x128xf16> -> tensor<64x128xf32>
    scf.yield %d : tensor<64x128xf32>
  }
  tt.descriptor_store %od[%c0, %c0], %r : !tt.tensordesc<tensor<64x128xf32>>, tensor<64x128xf32>
  tt.return
}

// A tile that consumers need for something else too stays with them.

// CHECK-LABEL: tt.func public @shared
// CHECK-NOT: partition1
// CHECK: tt.return
tt.func public @shared(%ad: !tt.tensordesc<tensor<64x128xf8E5M2>>, %bd: !tt.tensordesc<tensor<128x128xf8E5M2>>, %od: !tt.tensordesc<tensor<128x128xf8E5M2>>, %cd: !tt.tensordesc<tensor<64x128xf32>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c128 = arith.constant 128 : i32
  %z = arith.constant dense<0.0> : tensor<64x128xf32>
  %r = scf.for %j = %c0 to %n step %c128 iter_args(%o = %z) -> (tensor<64x128xf32>) : i32 {
    %a = tt.descriptor_load %ad[%c0, %j] : !tt.tensordesc<tensor<64x128xf8E5M2>> -> tensor<64x128xf8E5M2>
    %b = tt.descriptor_load %bd[%j, %c0] : !tt.tensordesc<tensor<128x128xf8E5M2>> -> tensor<128x128xf8E5M2>
    %d = tt.dot %a, %b, %o {maxNumImpreciseAcc = 1073741824 : i32} : tensor<64x128xf8E5M2> * tensor<128x128xf8E5M2> -> tensor<64x128xf32>
    tt.descriptor_store %od[%j, %c0], %b : !tt.tensordesc<tensor<128x128xf8E5M2>>, tensor<128x128xf8E5M2>
    scf.yield %d : tensor<64x128xf32>
  }
  tt.descriptor_store %cd[%c0, %c0], %r : !tt.tensordesc<tensor<64x128xf32>>, tensor<64x128xf32>
  tt.return
}
