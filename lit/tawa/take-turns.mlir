// RUN: tawa-opt --tawa-pipeline --tawa-take-turns='force' --aref-verify --split-input-file %s | FileCheck %s
// RUN: tawa-opt --tawa-pipeline --tawa-take-turns='force' --aref-verify --split-input-file --remarks --no-output %s 2>&1 | FileCheck %s --check-prefix=SAYS
// RUN: tawa-opt --tawa-pipeline --tawa-take-turns --split-input-file --remarks %s 2>&1 | FileCheck %s --check-prefix=AUTO

// Attention with two consumers: T(j) and U(j−1) are issued in a turn, what is computed
// of T runs while the other has its turn. Prologue and drain take none.

// AUTO: remark: consumers take no turns: attention was measured 1 to 2 % slower with them
// AUTO-NOT: aref.take

// SAYS: remark: 2 consumers take turns: one issues its 2 dots, then the next
// SAYS: remark: rings proven for every trip count and interleaving
// CHECK-LABEL: tt.func @attention
// CHECK: %turns = aref.turns : !aref.turns<2>
// CHECK-NEXT: ttg.warp_specialize
// CHECK-NOT: aref.take
// CHECK: scf.for
// CHECK: aref.take %turns {number = 0 : i32} : !aref.turns<2>
// CHECK-NEXT: nvgpu.dot_issue
// CHECK: aref.get
// CHECK: nvgpu.dot_issue
// CHECK-NEXT: aref.pass %turns {number = 0 : i32} : !aref.turns<2>
// CHECK-NEXT: nvgpu.dot_wait
// CHECK: scf.yield
// CHECK-NOT: aref.take
module attributes {"ttg.num-warps" = 8 : i32} {
  tt.func @attention(%desc: !tt.tensordesc<tensor<128x64xf16>>, %out: !tt.tensordesc<tensor<128x64xf32>>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %low = arith.constant dense<0xFF800000> : tensor<128xf32>
    %zero = arith.constant dense<0.0> : tensor<128x64xf32>
    %scores = arith.constant dense<0.0> : tensor<128x128xf32>
    %qr = aref.create : !aref.ring<1 x (tensor<128x64xf16>)>
    %kr = aref.create : !aref.ring<2 x (tensor<128x64xf16>)>
    %vr = aref.create : !aref.ring<2 x (tensor<128x64xf16>)>
    ttg.warp_specialize(%qr, %kr, %vr, %desc, %n)
    default {
      %q = aref.get %qr[%c0] : !aref.ring<1 x (tensor<128x64xf16>)>
      %r:4 = scf.for %j = %c0 to %n step %c1 iter_args(%m = %low, %o = %zero, %ki = %c0, %vi = %c0) -> (tensor<128xf32>, tensor<128x64xf32>, i32, i32) : i32 {
        %k = aref.get %kr[%ki] : !aref.ring<2 x (tensor<128x64xf16>)>
        %kt = tt.trans %k {order = array<i32: 1, 0>} : tensor<128x64xf16> -> tensor<64x128xf16>
        %s = tt.dot %q, %kt, %scores, inputPrecision = tf32 : tensor<128x64xf16> * tensor<64x128xf16> -> tensor<128x128xf32>
        aref.consumed %kr[%ki] : !aref.ring<2 x (tensor<128x64xf16>)>
        %k_next = arith.addi %ki, %c1 : i32
        %top = "tt.reduce"(%s) <{axis = 1 : i32}> ({
        ^bb0(%x: f32, %y: f32):
          %z = arith.maxnumf %x, %y : f32
          tt.reduce.return %z : f32
        }) : (tensor<128x128xf32>) -> tensor<128xf32>
        %max = arith.maxnumf %m, %top : tensor<128xf32>
        %e = tt.expand_dims %max {axis = 1 : i32} : tensor<128xf32> -> tensor<128x1xf32>
        %b = tt.broadcast %e : tensor<128x1xf32> -> tensor<128x128xf32>
        %d = arith.subf %s, %b : tensor<128x128xf32>
        %x2 = math.exp2 %d : tensor<128x128xf32>
        %p = arith.truncf %x2 : tensor<128x128xf32> to tensor<128x128xf16>
        %v = aref.get %vr[%vi] : !aref.ring<2 x (tensor<128x64xf16>)>
        %u = tt.dot %p, %v, %o, inputPrecision = tf32 : tensor<128x128xf16> * tensor<128x64xf16> -> tensor<128x64xf32>
        aref.consumed %vr[%vi] : !aref.ring<2 x (tensor<128x64xf16>)>
        %v_next = arith.addi %vi, %c1 : i32
        scf.yield %max, %u, %k_next, %v_next : tensor<128xf32>, tensor<128x64xf32>, i32, i32
      }
      aref.consumed %qr[%c0] : !aref.ring<1 x (tensor<128x64xf16>)>
      tt.descriptor_store %out[%c0, %c0], %r#1 : !tt.tensordesc<tensor<128x64xf32>>, tensor<128x64xf32>
      ttg.warp_yield
    }
    partition0(%qp: !aref.ring<1 x (tensor<128x64xf16>)>, %kp: !aref.ring<2 x (tensor<128x64xf16>)>, %vp: !aref.ring<2 x (tensor<128x64xf16>)>, %from: !tt.tensordesc<tensor<128x64xf16>>, %trips: i32) num_warps(4) {
      %zero_i = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %t = tt.descriptor_load %from[%zero_i, %zero_i] : !tt.tensordesc<tensor<128x64xf16>> -> tensor<128x64xf16>
      aref.put %qp[%zero_i], %t : !aref.ring<1 x (tensor<128x64xf16>)>
      %end:2 = scf.for %j = %zero_i to %trips step %one iter_args(%ki = %zero_i, %vi = %zero_i) -> (i32, i32) : i32 {
        %k = tt.descriptor_load %from[%j, %zero_i] : !tt.tensordesc<tensor<128x64xf16>> -> tensor<128x64xf16>
        aref.put %kp[%ki], %k : !aref.ring<2 x (tensor<128x64xf16>)>
        %v = tt.descriptor_load %from[%j, %one] : !tt.tensordesc<tensor<128x64xf16>> -> tensor<128x64xf16>
        aref.put %vp[%vi], %v : !aref.ring<2 x (tensor<128x64xf16>)>
        %k_next = arith.addi %ki, %one : i32
        %v_next = arith.addi %vi, %one : i32
        scf.yield %k_next, %v_next : i32, i32
      }
      ttg.warp_return
    } : (!aref.ring<1 x (tensor<128x64xf16>)>, !aref.ring<2 x (tensor<128x64xf16>)>, !aref.ring<2 x (tensor<128x64xf16>)>, !tt.tensordesc<tensor<128x64xf16>>, i32) -> ()
    tt.return
  }
}

// -----

// Sums of dots leave nothing to compute meanwhile. The others would have to wait with the one whose
// turn it is, or would never come to where all meet.

// SAYS: remark: consumers take no turns: this loop only multiplies
// SAYS: remark: consumers take no turns: here an iteration waits for a dot before it issues its last
// SAYS: remark: consumers take no turns: what this dot multiplies goes through shared memory, where all consumers meet
// CHECK-LABEL: tt.func @plain
// CHECK-NOT: aref.take
module attributes {"ttg.num-warps" = 8 : i32} {
  tt.func @plain(%a: tensor<128x64xf16>, %b: tensor<64x64xf16>, %n: i32, %desc: !tt.tensordesc<tensor<64x64xf16>>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<128x64xf32>
    %ring = aref.create : !aref.ring<1 x (tensor<64x64xf16>)>
    ttg.warp_specialize(%ring, %desc)
    default {
      %v = aref.get %ring[%c0] : !aref.ring<1 x (tensor<64x64xf16>)>
      %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128x64xf32>) : i32 {
        %d = nvgpu.dot_issue %a, %v, %acc : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
        %w = nvgpu.dot_wait %d {pendings = 0 : i32} : tensor<128x64xf32>
        scf.yield %w : tensor<128x64xf32>
      }
      %both = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %sum) -> (tensor<128x64xf32>) : i32 {
        %s = nvgpu.dot_issue %a, %v, %zero : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
        %t = nvgpu.dot_wait %s {pendings = 0 : i32} : tensor<128x64xf32>
        %p = arith.truncf %t : tensor<128x64xf32> to tensor<128x64xf16>
        %d = nvgpu.dot_issue %p, %v, %acc : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
        %w = nvgpu.dot_wait %d {pendings = 0 : i32} : tensor<128x64xf32>
        scf.yield %w : tensor<128x64xf32>
      }
      aref.consumed %ring[%c0] : !aref.ring<1 x (tensor<64x64xf16>)>
      scf.for %k = %c0 to %n step %c1 : i32 {
        %d = nvgpu.dot_issue %a, %b, %zero : tensor<128x64xf16> * tensor<64x64xf16> -> tensor<128x64xf32>
        %w = nvgpu.dot_wait %d {pendings = 0 : i32} : tensor<128x64xf32>
        %x = math.exp2 %w : tensor<128x64xf32>
      }
      ttg.warp_yield
    }
    partition0(%r: !aref.ring<1 x (tensor<64x64xf16>)>, %from: !tt.tensordesc<tensor<64x64xf16>>) num_warps(4) {
      %zero_i = arith.constant 0 : i32
      %t = tt.descriptor_load %from[%zero_i, %zero_i] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
      aref.put %r[%zero_i], %t : !aref.ring<1 x (tensor<64x64xf16>)>
      ttg.warp_return
    } : (!aref.ring<1 x (tensor<64x64xf16>)>, !tt.tensordesc<tensor<64x64xf16>>) -> ()
    tt.return
  }
}

// -----

// SAYS: remark: consumers take no turns: there is one
// CHECK-LABEL: tt.func @one
// CHECK-NOT: aref.take
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @one(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<64x64xf32>
    ttg.warp_specialize()
    default {
      scf.for %k = %c0 to %n step %c1 : i32 {
        %d = nvgpu.dot_issue %a, %b, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
        %w = nvgpu.dot_wait %d {pendings = 0 : i32} : tensor<64x64xf32>
        %s = math.exp2 %w : tensor<64x64xf32>
      }
      ttg.warp_yield
    } : () -> ()
    tt.return
  }
}
