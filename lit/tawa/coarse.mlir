// RUN: tawa-opt --tawa-pipeline --split-input-file %s | FileCheck %s
// RUN: tawa-opt --tawa-pipeline='coarse=0' --split-input-file %s | FileCheck %s --check-prefix=OFF

// Attention: while CUDA cores compute C(j), U(j−1) runs. The wait for T leaves U in
// flight; P and the rescaled sum go to the next iteration; slots go back as soon as
// their dot is done. A loop that may be empty is guarded.

// OFF-LABEL: tt.func @attention
// OFF-NOT: pendings = 1
// OFF: tt.return

// CHECK-LABEL: tt.func @attention
// CHECK: %[[SOME:.*]] = arith.cmpi slt, %c0, %n : i32
// CHECK: scf.if %[[SOME]] -> (tensor<64xf32>, tensor<64x64xf32>, i32, i32) {

// CHECK: aref.get %kr[%c0]
// CHECK: %[[S0:.*]] = nvgpu.dot_issue
// CHECK: nvgpu.dot_wait %[[S0]] {pendings = 0 : i32}
// CHECK-NEXT: aref.consumed %kr[%c0]
// CHECK: %[[P0:.*]] = arith.truncf
// CHECK: %[[O0:.*]] = arith.mulf %zero,
// CHECK: %[[SECOND:.*]] = arith.addi %c0, %c1
// CHECK: scf.for %{{.*}} = %[[SECOND]] to %n step %c1 iter_args(%[[M:[^ ]+]] = %{{[^,]+}}, %[[KI:[^ ]+]] = %{{[^,]+}}, %[[VI:[^ ]+]] = %c0, %[[P:[^ ]+]] = %[[P0]], %[[O:[^ ]+]] = %[[O0]])

// CHECK: aref.get %kr[%[[KI]]]
// CHECK: %[[S:.*]] = nvgpu.dot_issue %q,
// CHECK: %[[V:.*]] = aref.get %vr[%[[VI]]]
// CHECK: %[[NEXT:.*]] = nvgpu.dot_issue %[[P]], %[[V]], %[[O]]
// CHECK: %[[DONE:.*]] = nvgpu.dot_wait %[[S]] {pendings = 1 : i32} : tensor<64x64xf32>
// CHECK-NEXT: aref.consumed %kr[%[[KI]]]
// CHECK: "tt.reduce"(%[[DONE]])
// CHECK: %[[MAX:.*]] = arith.maxnumf %[[M]],
// CHECK: %[[PJ:.*]] = arith.truncf
// CHECK: %[[SUM:.*]], %[[MJ:.*]], %[[PW:.*]] = nvgpu.dot_wait %[[NEXT]], %[[MAX]], %[[PJ]] {pendings = 0 : i32}
// CHECK-NEXT: aref.consumed %vr[%[[VI]]]
// CHECK: %[[OJ:.*]] = arith.mulf %[[SUM]],
// CHECK: scf.yield %[[MJ]], %{{.*}}, %{{.*}}, %[[PW]], %[[OJ]]

// CHECK: %[[LAST:.*]] = nvgpu.dot_issue
// CHECK: %[[OUT:.*]] = nvgpu.dot_wait %[[LAST]] {pendings = 0 : i32}
// CHECK-NEXT: aref.consumed %vr
// CHECK-NEXT: scf.yield %{{[^,]+}}, %[[OUT]],
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %low, %zero, %c0, %c0
tt.func @attention(%c: !tt.tensordesc<tensor<64x64xf32>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %low = arith.constant dense<0xFF800000> : tensor<64xf32>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %qr = aref.create : !aref.ring<1 x (tensor<64x64xf16>)>
  %kr = aref.create : !aref.ring<2 x (tensor<64x64xf16>)>
  %vr = aref.create : !aref.ring<2 x (tensor<64x64xf16>)>
  ttg.warp_specialize()
  default {
    %q = aref.get %qr[%c0] : !aref.ring<1 x (tensor<64x64xf16>)>
    %r:4 = scf.for %j = %c0 to %n step %c1 iter_args(%m = %low, %o = %zero, %ki = %c0, %vi = %c0) -> (tensor<64xf32>, tensor<64x64xf32>, i32, i32) : i32 {
      %k = aref.get %kr[%ki] : !aref.ring<2 x (tensor<64x64xf16>)>
      %kt = tt.trans %k {order = array<i32: 1, 0>} : tensor<64x64xf16> -> tensor<64x64xf16>
      %s = tt.dot %q, %kt, %zero, inputPrecision = tf32 : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
      aref.consumed %kr[%ki] : !aref.ring<2 x (tensor<64x64xf16>)>
      %ki1 = arith.addi %ki, %c1 : i32
      %sm = "tt.reduce"(%s) <{axis = 1 : i32}> ({
      ^bb0(%x: f32, %y: f32):
        %z = arith.maxnumf %x, %y : f32
        tt.reduce.return %z : f32
      }) : (tensor<64x64xf32>) -> tensor<64xf32>
      %mj = arith.maxnumf %m, %sm : tensor<64xf32>
      %me = tt.expand_dims %mj {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
      %mb = tt.broadcast %me : tensor<64x1xf32> -> tensor<64x64xf32>
      %sd = arith.subf %s, %mb : tensor<64x64xf32>
      %pf = math.exp2 %sd : tensor<64x64xf32>
      %od = arith.mulf %o, %mb : tensor<64x64xf32>
      %p = arith.truncf %pf : tensor<64x64xf32> to tensor<64x64xf16>
      %v = aref.get %vr[%vi] : !aref.ring<2 x (tensor<64x64xf16>)>
      %on = tt.dot %p, %v, %od, inputPrecision = tf32 : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
      aref.consumed %vr[%vi] : !aref.ring<2 x (tensor<64x64xf16>)>
      %vi1 = arith.addi %vi, %c1 : i32
      scf.yield %mj, %on, %ki1, %vi1 : tensor<64xf32>, tensor<64x64xf32>, i32, i32
    }
    aref.consumed %qr[%c0] : !aref.ring<1 x (tensor<64x64xf16>)>
    tt.descriptor_store %c[%c0, %c0], %r#1 : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
    ttg.warp_yield
  }
  partition0() num_warps(4) {
    ttg.warp_return
  } : () -> ()
  tt.return
}

// -----

// Without U: the last tile is added up, scaled, while the next dot runs.

// CHECK-LABEL: tt.func @scaled
// CHECK: scf.if
// CHECK: %[[S0:.*]] = nvgpu.dot_wait
// CHECK: scf.for {{.*}} iter_args(%{{[^,]+}}, %[[SUM:[^ ]+]] = %zero, %[[S:[^ ]+]] = %[[S0]])
// CHECK: aref.get
// CHECK: %[[NEXT:.*]] = nvgpu.dot_issue
// CHECK: arith.mulf %[[S]],
// CHECK: %[[ADDED:.*]] = arith.addf %[[SUM]],
// CHECK: %[[DONE:.*]] = nvgpu.dot_wait %[[NEXT]] {pendings = 0 : i32}
// CHECK: aref.consumed
// CHECK: scf.yield %{{.*}}, %[[ADDED]], %[[DONE]]
tt.func @scaled(%c: !tt.tensordesc<tensor<64x64xf32>>, %n: i32, %f: f32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %scale = tt.splat %f : f32 -> tensor<64x64xf32>
  %ring = aref.create : !aref.ring<2 x (tensor<64x64xf16>, tensor<64x64xf16>)>
  ttg.warp_specialize()
  default {
    %r:2 = scf.for %j = %c0 to %n step %c1 iter_args(%sum = %zero, %i = %c0) -> (tensor<64x64xf32>, i32) : i32 {
      %a, %b = aref.get %ring[%i] : !aref.ring<2 x (tensor<64x64xf16>, tensor<64x64xf16>)>
      %d = tt.dot %a, %b, %zero, inputPrecision = tf32 : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
      aref.consumed %ring[%i] : !aref.ring<2 x (tensor<64x64xf16>, tensor<64x64xf16>)>
      %i1 = arith.addi %i, %c1 : i32
      %e = arith.mulf %d, %scale : tensor<64x64xf32>
      %t = arith.addf %sum, %e : tensor<64x64xf32>
      scf.yield %t, %i1 : tensor<64x64xf32>, i32
    }
    tt.descriptor_store %c[%c0, %c0], %r#0 : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
    ttg.warp_yield
  }
  partition0() num_warps(4) {
    ttg.warp_return
  } : () -> ()
  tt.return
}

// -----

// Without T: the next operand is converted while the dot of the last runs.

// CHECK-LABEL: tt.func @converted
// CHECK: scf.if
// CHECK: %[[X0:.*]] = arith.sitofp
// CHECK: scf.for {{.*}}, %[[X:[^ ]+]] = %[[X0]])
// CHECK: %[[B:.*]] = aref.get %br
// CHECK: %[[D:.*]] = nvgpu.dot_issue %[[X]], %[[B]],
// CHECK: %[[A:.*]] = aref.get %ar
// CHECK: %[[XJ:.*]] = arith.sitofp %[[A]]
// CHECK: nvgpu.dot_wait %[[D]], %[[XJ]] {pendings = 0 : i32}
// CHECK-NEXT: aref.consumed %br
tt.func @converted(%c: !tt.tensordesc<tensor<64x64xf32>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %ar = aref.create : !aref.ring<2 x (tensor<64x64xi8>)>
  %br = aref.create : !aref.ring<2 x (tensor<64x64xf16>)>
  ttg.warp_specialize()
  default {
    %r:3 = scf.for %j = %c0 to %n step %c1 iter_args(%sum = %zero, %i = %c0, %k = %c0) -> (tensor<64x64xf32>, i32, i32) : i32 {
      %a = aref.get %ar[%i] : !aref.ring<2 x (tensor<64x64xi8>)>
      %x = arith.sitofp %a : tensor<64x64xi8> to tensor<64x64xf16>
      aref.consumed %ar[%i] : !aref.ring<2 x (tensor<64x64xi8>)>
      %b = aref.get %br[%k] : !aref.ring<2 x (tensor<64x64xf16>)>
      %d = tt.dot %x, %b, %sum, inputPrecision = tf32 : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
      aref.consumed %br[%k] : !aref.ring<2 x (tensor<64x64xf16>)>
      %i1 = arith.addi %i, %c1 : i32
      %k1 = arith.addi %k, %c1 : i32
      scf.yield %d, %i1, %k1 : tensor<64x64xf32>, i32, i32
    }
    tt.descriptor_store %c[%c0, %c0], %r#0 : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
    ttg.warp_yield
  }
  partition0() num_warps(4) {
    ttg.warp_return
  } : () -> ()
  tt.return
}

// -----

// A ring of one slot can't be held while another is waited for, and the first dot must
// not need what comes of the second.

// CHECK-LABEL: tt.func @in_turn
// CHECK-NOT: scf.if
// CHECK: tt.return
tt.func @in_turn(%c: !tt.tensordesc<tensor<64x64xf32>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %ones = arith.constant dense<1.0> : tensor<64x64xf16>
  %ring = aref.create : !aref.ring<1 x (tensor<64x64xf16>)>
  ttg.warp_specialize()
  default {
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%i = %c0) -> (i32) : i32 {
      %x = aref.get %ring[%i] : !aref.ring<1 x (tensor<64x64xf16>)>
      %s = tt.dot %ones, %ones, %zero, inputPrecision = tf32 : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
      %p = arith.truncf %s : tensor<64x64xf32> to tensor<64x64xf16>
      %d = tt.dot %p, %x, %zero, inputPrecision = tf32 : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
      aref.consumed %ring[%i] : !aref.ring<1 x (tensor<64x64xf16>)>
      %i1 = arith.addi %i, %c1 : i32
      scf.yield %i1 : i32
    }
    %a = scf.for %j = %c0 to %n step %c1 iter_args(%q = %ones) -> (tensor<64x64xf16>) : i32 {
      %s = tt.dot %q, %ones, %zero, inputPrecision = tf32 : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
      %p = arith.truncf %s : tensor<64x64xf32> to tensor<64x64xf16>
      %d = tt.dot %p, %ones, %zero, inputPrecision = tf32 : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
      %e = arith.truncf %d : tensor<64x64xf32> to tensor<64x64xf16>
      scf.yield %e : tensor<64x64xf16>
    }
    ttg.warp_yield
  }
  partition0() num_warps(4) {
    ttg.warp_return
  } : () -> ()
  tt.return
}
