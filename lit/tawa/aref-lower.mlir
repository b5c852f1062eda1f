// RUN: tawa-opt --aref-lower --split-input-file %s | FileCheck %s

// A ring becomes a buffer for each tile and two arrays of barriers. Slot and parity
// are counted along; the producer's copies complete on full, one elected thread of
// each warp group gives back a slot that only dots read.

// CHECK: #[[NVMMA:.*]] = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK-LABEL: tt.func @ring
// CHECK-SAME: %desc: !tt.tensordesc<tensor<128x128xf16, #[[NVMMA]]>> {tawa.box = array<i32: 128, 64>}
// CHECK: %buffer = ttg.local_alloc : () -> !ttg.memdesc<3x128x128xf16, #[[NVMMA]], #smem, mutable>
// CHECK: %full = ttg.local_alloc : () -> !ttg.memdesc<3x1xi64,
// CHECK: %empty = ttg.local_alloc : () -> !ttg.memdesc<3x1xi64,
// CHECK: nvgpu.mbarrier.init %full {count = 1 : i32}
// CHECK: nvgpu.mbarrier.init %empty {count = 2 : i32}
// CHECK: nvgpu.fence.mbarrier_init
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: ttg.warp_specialize(%desc, %trips, %full, %empty, %buffer)
// CHECK: default {
// CHECK: scf.for {{.*}} iter_args(%c = %zero, %[[SLOT:slot.*]] = %[[C0:.*]], %[[PHASE:phase.*]] = %[[C0]]) ->
// CHECK-NEXT: %[[F:full.*]] = ttg.memdesc_index %full[%[[SLOT]]]
// CHECK-NEXT: nvgpu.mbarrier.wait %[[F]], %[[PHASE]]
// CHECK-NEXT: %a = ttg.memdesc_index %buffer[%[[SLOT]]]
// CHECK-NEXT: %at = ttg.memdesc_trans %a
// CHECK-NEXT: %d = nvgpu.dot_issue %a, %at, %c :
// CHECK-NEXT: %[[W:.*]] = nvgpu.dot_wait %d {pendings = 0 : i32}
// CHECK-NEXT: %[[E:empty.*]] = ttg.memdesc_index %empty[%[[SLOT]]]
// CHECK-NEXT: nvgpu.mbarrier.arrive %[[E]], warp_group
// CHECK-NEXT: %[[UP:.*]] = arith.addi %[[SLOT]], %[[C1:.*]] : i32
// CHECK-NEXT: %[[WRAP:.*]] = arith.cmpi eq, %[[UP]], %[[C3:.*]] : i32
// CHECK-NEXT: %[[SLOT1:.*]] = arith.select %[[WRAP]], %[[C0]], %[[UP]]
// CHECK-NEXT: %[[FLIP:.*]] = arith.extui %[[WRAP]] : i1 to i32
// CHECK-NEXT: %[[PHASE1:.*]] = arith.xori %[[PHASE]], %[[FLIP]]
// CHECK-NEXT: scf.yield %[[W]], %[[SLOT1]], %[[PHASE1]]
// CHECK: partition0(%[[D:from]]: {{.*}}, %n: i32, %[[PF:full.*]]: {{.*}}, %[[PE:empty.*]]: {{.*}}, %[[PB:buffer.*]]: {{.*}}) num_warps(4)
// CHECK: scf.for %k = {{.*}} iter_args(%[[SLOT:slot.*]] = {{.*}}, %[[PHASE:phase.*]] = {{.*}}) -> (i32, i32)
// CHECK-NEXT: %[[PARITY:.*]] = arith.xori %[[PHASE]], %{{.*}}
// CHECK-NEXT: %[[E:empty.*]] = ttg.memdesc_index %[[PE]][%[[SLOT]]]
// CHECK-NEXT: nvgpu.mbarrier.wait %[[E]], %[[PARITY]]
// CHECK-NEXT: %[[F:full.*]] = ttg.memdesc_index %[[PF]][%[[SLOT]]]
// CHECK-NEXT: nvgpu.mbarrier.expect %[[F]] {bytes = 32768 : i32}
// CHECK-NEXT: %[[B:buffer.*]] = ttg.memdesc_index %[[PB]][%[[SLOT]]]
// CHECK-NEXT: nvgpu.tma.load %[[D]][%k, %{{.*}}], %[[B]], %[[F]]
// CHECK-NOT: aref
module attributes {"ttg.num-warps" = 8 : i32} {
tt.func @ring(%desc: !tt.tensordesc<tensor<128x128xf16>>, %c_desc: !tt.tensordesc<tensor<128x128xf32>>, %trips: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<1.0> : tensor<128x128xf32>
  %r = aref.create : !aref.ring<3 x (tensor<128x128xf16>)>
  ttg.warp_specialize(%r, %desc, %trips)
  default {
    %acc, %last = scf.for %k = %c0 to %trips step %c1 iter_args(%c = %zero, %i = %c0) -> (tensor<128x128xf32>, i32) : i32 {
      %a = aref.get %r[%i] : !aref.ring<3 x (tensor<128x128xf16>)>
      %at = tt.trans %a {order = array<i32: 1, 0>} : tensor<128x128xf16> -> tensor<128x128xf16>
      %d = tt.dot %a, %at, %c : tensor<128x128xf16> * tensor<128x128xf16> -> tensor<128x128xf32>
      aref.consumed %r[%i] : !aref.ring<3 x (tensor<128x128xf16>)>
      %next = arith.addi %i, %c1 : i32
      scf.yield %d, %next : tensor<128x128xf32>, i32
    }
    tt.descriptor_store %c_desc[%c0, %c0], %acc : !tt.tensordesc<tensor<128x128xf32>>, tensor<128x128xf32>
    ttg.warp_yield
  }
  partition0(%q: !aref.ring<3 x (tensor<128x128xf16>)>, %from: !tt.tensordesc<tensor<128x128xf16>>, %n: i32) num_warps(4) {
    %z = arith.constant 0 : i32
    %o = arith.constant 1 : i32
    %last = scf.for %k = %z to %n step %o iter_args(%i = %z) -> (i32) : i32 {
      %v = tt.descriptor_load %from[%k, %z] : !tt.tensordesc<tensor<128x128xf16>> -> tensor<128x128xf16>
      aref.put %q[%i], %v : !aref.ring<3 x (tensor<128x128xf16>)>
      %next = arith.addi %i, %o : i32
      scf.yield %next : i32
    }
    ttg.warp_return
  } : (!aref.ring<3 x (tensor<128x128xf16>)>, !tt.tensordesc<tensor<128x128xf16>>, i32) -> ()
  tt.return
}
}

// -----

// Registers that are put are stored, and each warp arrives; a slot that is read to
// registers is given back by each warp. Of a ring of one slot only the parity moves.

// CHECK-LABEL: tt.func @registers
// CHECK: nvgpu.mbarrier.init %full {count = 2 : i32}
// CHECK: nvgpu.mbarrier.init %empty {count = 4 : i32}
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %zero, %[[PHASE:phase.*]] = %{{.*}}) -> (tensor<64xf32>, i32)
// CHECK: nvgpu.mbarrier.wait %{{.*}}, %[[PHASE]]
// CHECK: %v = ttg.memdesc_index
// CHECK-NEXT: %[[V:v_.*]] = ttg.local_load %v
// CHECK: %sum = arith.addf %acc, %[[V]]
// CHECK: nvgpu.mbarrier.arrive %{{.*}}, warp :
// CHECK: arith.xori %[[PHASE]], %{{.*}}
// CHECK: partition0
// CHECK: %[[T:.*]] = arith.sitofp
// CHECK: nvgpu.mbarrier.wait
// CHECK-NOT: expect
// CHECK: ttg.local_store %[[T]], %{{.*}}
// CHECK-NEXT: nvgpu.fence.async_shared
// CHECK-NEXT: nvgpu.mbarrier.arrive %{{.*}}, warp :
tt.func @registers(%out: !tt.ptr<f32>, %trips: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<64xf32>
  %r = aref.create : !aref.ring<1 x (tensor<64xf32>)>
  ttg.warp_specialize(%r, %trips)
  default {
    %res, %last = scf.for %k = %c0 to %trips step %c1 iter_args(%acc = %zero, %i = %c0) -> (tensor<64xf32>, i32) : i32 {
      %v = aref.get %r[%i] : !aref.ring<1 x (tensor<64xf32>)>
      %sum = arith.addf %acc, %v : tensor<64xf32>
      aref.consumed %r[%i] : !aref.ring<1 x (tensor<64xf32>)>
      %next = arith.addi %i, %c1 : i32
      scf.yield %sum, %next : tensor<64xf32>, i32
    }
    %ptr = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    tt.store %ptr, %res : tensor<64x!tt.ptr<f32>>
    ttg.warp_yield
  }
  partition0(%q: !aref.ring<1 x (tensor<64xf32>)>, %n: i32) num_warps(2) {
    %z = arith.constant 0 : i32
    %o = arith.constant 1 : i32
    %last = scf.for %k = %z to %n step %o iter_args(%i = %z) -> (i32) : i32 {
      %s = tt.splat %k : i32 -> tensor<64xi32>
      %v = arith.sitofp %s : tensor<64xi32> to tensor<64xf32>
      aref.put %q[%i], %v : !aref.ring<1 x (tensor<64xf32>)>
      %next = arith.addi %i, %o : i32
      scf.yield %next : i32
    }
    ttg.warp_return
  } : (!aref.ring<1 x (tensor<64xf32>)>, i32) -> ()
  tt.return
}

// -----

// An index that nothing counts is divided.

// CHECK-LABEL: tt.func @any_index
// CHECK: %[[ROUND:.*]] = arith.divui %i, %[[D:.*]] : i32
// CHECK: %[[SLOT:.*]] = arith.remui %i, %[[D]] : i32
// CHECK: %[[PHASE:.*]] = arith.andi %[[ROUND]], %{{.*}} : i32
// CHECK: ttg.memdesc_index %full[%[[SLOT]]]
// CHECK: nvgpu.mbarrier.wait %{{.*}}, %[[PHASE]]
tt.func @any_index(%out: !tt.ptr<f32>, %i: i32) {
  %r = aref.create : !aref.ring<3 x (tensor<64xf32>)>
  %v = aref.get %r[%i] : !aref.ring<3 x (tensor<64xf32>)>
  %ptr = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  tt.store %ptr, %v : tensor<64x!tt.ptr<f32>>
  aref.consumed %r[%i] : !aref.ring<3 x (tensor<64xf32>)>
  tt.return
}

// -----

// A tile that is a block of a descriptor without leading dimensions of size one is
// copied to its slot seen as that block.

// CHECK: #[[NVMMA3:.*]] = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16, rank = 3}>
// CHECK-LABEL: tt.func @batch
// CHECK-SAME: %desc: !tt.tensordesc<tensor<1x64x64xf16, #[[NVMMA3]]>> {tawa.box = array<i32: 1, 64, 64>}
// CHECK: partition0
// CHECK: %[[SLOT:.*]] = ttg.memdesc_index %{{buffer.*}}[
// CHECK: %[[BLOCK:.*]] = ttg.memdesc_reshape %[[SLOT]] : !ttg.memdesc<64x64xf16, {{.*}}> -> !ttg.memdesc<1x64x64xf16, #[[NVMMA3]],
// CHECK: nvgpu.tma.load %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}}], %[[BLOCK]], %
tt.func @batch(%desc: !tt.tensordesc<tensor<1x64x64xf16>>, %n: i32) {
  %r = aref.create : !aref.ring<2 x (tensor<64x64xf16>)>
  ttg.warp_specialize(%r, %desc, %n)
  default {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %z = arith.constant dense<0.0> : tensor<64x64xf32>
    %last = scf.for %k = %zero to %n step %one iter_args(%c = %z) -> (tensor<64x64xf32>) : i32 {
      %a = aref.get %r[%k] : !aref.ring<2 x (tensor<64x64xf16>)>
      %d = tt.dot %a, %a, %c : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
      aref.consumed %r[%k] : !aref.ring<2 x (tensor<64x64xf16>)>
      scf.yield %d : tensor<64x64xf32>
    }
    ttg.warp_yield
  }
  partition0(%q: !aref.ring<2 x (tensor<64x64xf16>)>, %g: !tt.tensordesc<tensor<1x64x64xf16>>, %m: i32) num_warps(4) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    scf.for %k = %zero to %m step %one : i32 {
      %v = tt.descriptor_load %g[%k, %zero, %zero] : !tt.tensordesc<tensor<1x64x64xf16>> -> tensor<64x64xf16>
      aref.put %q[%k], %v : !aref.ring<2 x (tensor<64x64xf16>)>
    }
    ttg.warp_return
  } : (!aref.ring<2 x (tensor<64x64xf16>)>, !tt.tensordesc<tensor<1x64x64xf16>>, i32) -> ()
  tt.return
}
