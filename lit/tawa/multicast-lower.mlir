// RUN: tawa-opt --tawa-partition='depth=2' --aref-lower %s | FileCheck %s
// RUN: tawa-opt --tawa-compile='cluster=2 depth=2 persistent=0' --emit=ptx %s | FileCheck --check-prefix=PTX %s
// RUN: tawa-opt --tawa-compile='cluster=2 depth=2 persistent=0' --emit=llvm --emit-metadata=%t %s && FileCheck --check-prefix=META %s < %t
// RUN: not tawa-opt --tawa-compile='cluster=2 warp-specialize=false' %s 2>&1 | FileCheck --check-prefix=ROLES %s
// ROLES: cluster=2 needs a kernel with roles, and warp-specialize=false makes none

// A ring that the CTAs of a cluster fill together: each copies half of what they share to both, and expects the whole;
// a slot is empty when the consumers of both have given it back.

// CHECK-LABEL: tt.func public @columns
// CHECK-SAME: %a_desc: {{.*}} {tawa.box = array<i32: 128, 64>}, %b_desc: {{.*}} {tawa.box = array<i32: 64, 64>}
// CHECK-SAME: tawa.cluster = 2 : i32
// CHECK: nvgpu.mbarrier.init %full {count = 1 : i32}
// CHECK-NEXT: nvgpu.mbarrier.init %empty {count = 2 : i32}
// CHECK-NEXT: nvgpu.fence.mbarrier_init
// CHECK-NEXT: nvgpu.cluster_barrier
// CHECK: nvgpu.mbarrier.arrive %{{.*}}, warp_group {ctas = 2 : i32}
// CHECK: nvgpu.mbarrier.expect %{{.*}} {bytes = 32768 : i32}
// CHECK: nvgpu.tma.load %a_desc{{.*}}, %{{full[_0-9]*}} : 
// CHECK: nvgpu.tma.load %b_desc{{.*}} {ctas = 2 : i32} :
// CHECK: ttg.warp_return
// CHECK: nvgpu.cluster_barrier
// CHECK-NEXT: tt.return

// PTX: .reqnctapercluster 2, 1, 1
// PTX: barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;
// PTX: mapa.shared::cluster.u32 R, {{.*}} mbarrier.arrive.shared::cluster.b64 _, [R];
// PTX: barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;
// PTX: cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [
// PTX: cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [

// META: "num_ctas": 1
// META: "grid_multiple": 2

module attributes {"ttg.num-warps" = 4 : i32} {
tt.func public @columns(%a_desc: !tt.tensordesc<tensor<128x64xf16>>, %b_desc: !tt.tensordesc<tensor<128x64xf16>>, %c_desc: !tt.tensordesc<tensor<128x128xf32>>, %K: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %x = tt.get_program_id x : i32
  %y = tt.get_program_id y : i32
  %m = arith.muli %x, %c128 : i32
  %n = arith.muli %y, %c128 : i32
  %r = scf.for %k = %c0 to %K step %c64 iter_args(%s = %zero) -> (tensor<128x128xf32>) : i32 {
    %a = tt.descriptor_load %a_desc[%m, %k] : !tt.tensordesc<tensor<128x64xf16>> -> tensor<128x64xf16>
    %b = tt.descriptor_load %b_desc[%n, %k] {tawa.multicast = 2 : i32} : !tt.tensordesc<tensor<128x64xf16>> -> tensor<128x64xf16>
    %t = tt.trans %b {order = array<i32: 1, 0>} : tensor<128x64xf16> -> tensor<64x128xf16>
    %d = tt.dot %a, %t, %s : tensor<128x64xf16> * tensor<64x128xf16> -> tensor<128x128xf32>
    scf.yield %d : tensor<128x128xf32>
  }
  tt.descriptor_store %c_desc[%m, %n], %r : !tt.tensordesc<tensor<128x128xf32>>, tensor<128x128xf32>
  tt.return
}
}
