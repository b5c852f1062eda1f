// RUN: tawa-opt --tawa-partition='depth=3' --split-input-file %s | FileCheck %s

// The loads of one dot share a ring; coordinates go with the loads, what both
// roles need stays before the roles part, constants are made again.

// CHECK: module attributes {"ttg.num-warps" = 8 : i32} {
// CHECK-LABEL: tt.func public @gemm
// CHECK-NOT: arith.constant 64
// CHECK: %m = arith.muli %pid, %c128
// CHECK: %ring = aref.create : !aref.ring<3 x (tensor<128x64xf16>, tensor<256x64xf16>)>
// CHECK-NEXT: ttg.warp_specialize(%ring, %trips, %a_desc, %m, %b_desc)
// CHECK-NEXT: default {
// CHECK: %acc, %i = scf.for %k = %c0 to %trips step %c1 iter_args(%c = %zero, %i_{{[0-9]+}} = %c0) -> (tensor<128x256xf32>, i32) : i32 {
// CHECK-NEXT: %a, %b = aref.get %ring[%[[I:i_[0-9]+]]]
// CHECK-NEXT: %bt = tt.trans %b
// CHECK-NEXT: %d = tt.dot %a, %bt, %c
// CHECK-NEXT: aref.consumed %ring[%[[I]]]
// CHECK-NEXT: %[[NEXT:i_[0-9]+]] = arith.addi %[[I]], %c1
// CHECK-NEXT: scf.yield %d, %[[NEXT]]
// CHECK: tt.descriptor_store %c_desc[%m, %c0]
// CHECK-NEXT: ttg.warp_yield
// CHECK: partition0(%[[R:ring[_0-9]*]]: {{.*}}) num_warps(4) {
// CHECK: %[[C64:c64.*]] = arith.constant 64 : i32
// CHECK: scf.for %k = {{.*}} iter_args(%[[J:i[_0-9]*]] = {{.*}}) -> (i32)
// CHECK-NEXT: %kk = arith.muli %k, %[[C64]]
// CHECK-NEXT: %[[A:a[_0-9]*]] = tt.descriptor_load
// CHECK-NEXT: %[[B:b[_0-9]*]] = tt.descriptor_load
// CHECK-NEXT: aref.put %[[R]][%[[J]]], %[[A]], %[[B]]
// CHECK-NOT: tt.dot
// CHECK: ttg.warp_return
// CHECK: tt.return
tt.func public @gemm(%a_desc: !tt.tensordesc<tensor<128x64xf16>>, %b_desc: !tt.tensordesc<tensor<256x64xf16>>, %c_desc: !tt.tensordesc<tensor<128x256xf32>>, %trips: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant dense<0.0> : tensor<128x256xf32>
  %pid = tt.get_program_id x : i32
  %m = arith.muli %pid, %c128 : i32
  %acc = scf.for %k = %c0 to %trips step %c1 iter_args(%c = %zero) -> (tensor<128x256xf32>) : i32 {
    %kk = arith.muli %k, %c64 : i32
    %a = tt.descriptor_load %a_desc[%m, %kk] : !tt.tensordesc<tensor<128x64xf16>> -> tensor<128x64xf16>
    %b = tt.descriptor_load %b_desc[%c0, %kk] : !tt.tensordesc<tensor<256x64xf16>> -> tensor<256x64xf16>
    %bt = tt.trans %b {order = array<i32: 1, 0>} : tensor<256x64xf16> -> tensor<64x256xf16>
    %d = tt.dot %a, %bt, %c : tensor<128x64xf16> * tensor<64x256xf16> -> tensor<128x256xf32>
    scf.yield %d : tensor<128x256xf32>
  }
  tt.descriptor_store %c_desc[%m, %c0], %acc : !tt.tensordesc<tensor<128x256xf32>>, tensor<128x256xf32>
  tt.return
}

// -----

// A tile that is loaded before the loop has a ring of one slot and is held while the
// loop runs. Loads for different dots have rings of their own; loops that follow
// each other and load the same go on counting the same rings.

// CHECK-LABEL: tt.func public @two_loops
// CHECK-DAG: %[[Q:ring[_0-9]*]] = aref.create : !aref.ring<1 x (tensor<128x64xf16>)>
// CHECK-DAG: %[[K:ring[_0-9]*]] = aref.create : !aref.ring<3 x (tensor<64x128xf16>)>
// CHECK-DAG: %[[V:ring[_0-9]*]] = aref.create : !aref.ring<3 x (tensor<128x64xf16>)>
// CHECK-NOT: aref.create
// CHECK: default {
// CHECK: %q = aref.get %[[Q]][%c0]
// CHECK: %{{.*}}, %[[KI:i[_0-9]*]], %[[VI:i[_0-9]*]] = scf.for {{.*}} iter_args(%{{.*}} = %zero, %[[K1:i[_0-9]*]] = %c0, %[[V1:i[_0-9]*]] = %c0)
// CHECK-NEXT: %k = aref.get %[[K]][%[[K1]]]
// CHECK-NEXT: %s = tt.dot %q, %k
// CHECK-NEXT: aref.consumed %[[K]][%[[K1]]]
// CHECK: %v = aref.get %[[V]][%[[V1]]]
// CHECK-NEXT: %o = tt.dot
// CHECK-NEXT: aref.consumed %[[V]][%[[V1]]]
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %first, %{{.*}} = %[[KI]], %{{.*}} = %[[VI]])
// CHECK: aref.consumed %[[Q]][%c0]
// CHECK: tt.descriptor_store
// CHECK: partition0
// CHECK: aref.put
// CHECK: %[[PK:i[_0-9]*]], %[[PV:i[_0-9]*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[Z:c0.*]], %{{.*}} = %[[Z]])
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[PK]], %{{.*}} = %[[PV]])
tt.func public @two_loops(%q_desc: !tt.tensordesc<tensor<128x64xf16>>, %k_desc: !tt.tensordesc<tensor<64x128xf16>>, %v_desc: !tt.tensordesc<tensor<128x64xf16>>, %o_desc: !tt.tensordesc<tensor<128x64xf32>>, %n: i32, %end: i32) {
  %c0 = arith.constant 0 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %none = arith.constant dense<0.0> : tensor<128x128xf32>
  %q = tt.descriptor_load %q_desc[%c0, %c0] : !tt.tensordesc<tensor<128x64xf16>> -> tensor<128x64xf16>
  %first = scf.for %j = %c0 to %n step %c128 iter_args(%acc = %zero) -> (tensor<128x64xf32>) : i32 {
    %k = tt.descriptor_load %k_desc[%c0, %j] : !tt.tensordesc<tensor<64x128xf16>> -> tensor<64x128xf16>
    %v = tt.descriptor_load %v_desc[%j, %c0] : !tt.tensordesc<tensor<128x64xf16>> -> tensor<128x64xf16>
    %s = tt.dot %q, %k, %none : tensor<128x64xf16> * tensor<64x128xf16> -> tensor<128x128xf32>
    %p = arith.truncf %s : tensor<128x128xf32> to tensor<128x128xf16>
    %o = tt.dot %p, %v, %acc : tensor<128x128xf16> * tensor<128x64xf16> -> tensor<128x64xf32>
    scf.yield %o : tensor<128x64xf32>
  }
  %second = scf.for %j = %n to %end step %c128 iter_args(%acc = %first) -> (tensor<128x64xf32>) : i32 {
    %k = tt.descriptor_load %k_desc[%c0, %j] : !tt.tensordesc<tensor<64x128xf16>> -> tensor<64x128xf16>
    %v = tt.descriptor_load %v_desc[%j, %c0] : !tt.tensordesc<tensor<128x64xf16>> -> tensor<128x64xf16>
    %s = tt.dot %q, %k, %none : tensor<128x64xf16> * tensor<64x128xf16> -> tensor<128x128xf32>
    %p = arith.truncf %s : tensor<128x128xf32> to tensor<128x128xf16>
    %o = tt.dot %p, %v, %acc : tensor<128x128xf16> * tensor<128x64xf16> -> tensor<128x64xf32>
    scf.yield %o : tensor<128x64xf32>
  }
  tt.descriptor_store %o_desc[%c0, %c0], %second : !tt.tensordesc<tensor<128x64xf32>>, tensor<128x64xf32>
  tt.return
}

// -----

// The index runs through tiles of a while loop and both branches of an if; the
// producer reads memory for its own control. The stored value is no business of the producer.

// CHECK-LABEL: tt.func public @persistent
// CHECK: default {
// CHECK: scf.while (%{{.*}} = %start, %[[I0:i[_0-9]*]] = %c0) : (i32, i32) -> (i32, i32) {
// CHECK: scf.condition(%{{.*}}) %{{.*}}, %[[I0]] : i32, i32
// CHECK: ^bb0(%{{.*}}: i32, %[[I1:i[_0-9]*]]: i32):
// CHECK: %[[I2:i[_0-9]*]] = scf.if %{{.*}} -> (i32) {
// CHECK: aref.get
// CHECK: tt.store
// CHECK: } else {
// CHECK-NEXT: scf.yield %[[I1]] : i32
// CHECK-NEXT: }
// CHECK: scf.yield %{{.*}}, %[[I2]] : i32, i32
// CHECK: partition0
// CHECK: scf.while
// CHECK: tt.load
// CHECK: scf.if
// CHECK: aref.put
// CHECK-NOT: tt.store
// CHECK: ttg.warp_return
tt.func public @persistent(%a_desc: !tt.tensordesc<tensor<64x64xf16>>, %flags: !tt.ptr<i32>, %out: !tt.ptr<f32>, %end: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %start = tt.get_program_id x : i32
  %last = scf.while (%t = %start) : (i32) -> i32 {
    %more = arith.cmpi slt, %t, %end : i32
    scf.condition(%more) %t : i32
  } do {
  ^bb0(%t: i32):
    %p = tt.addptr %flags, %t : !tt.ptr<i32>, i32
    %trips = tt.load %p : !tt.ptr<i32>
    %any = arith.cmpi sgt, %trips, %c0 : i32
    scf.if %any {
      %acc = scf.for %k = %c0 to %trips step %c1 iter_args(%c = %zero) -> (tensor<64x64xf32>) : i32 {
        %kk = arith.muli %k, %c64 : i32
        %a = tt.descriptor_load %a_desc[%t, %kk] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
        %d = tt.dot %a, %a, %c : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
        scf.yield %d : tensor<64x64xf32>
      }
      %ptr = tt.splat %out : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
      tt.store %ptr, %acc : tensor<64x64x!tt.ptr<f32>>
    }
    %next = arith.addi %t, %c1 : i32
    scf.yield %next : i32
  }
  tt.return
}

// -----

// Tiles that are loaded through pointers, and a mask, go to the producer with the
// pointers that the loop carries; the consumers' loop carries none.

// CHECK-LABEL: tt.func public @pointers
// CHECK: default {
// CHECK: scf.for {{.*}} -> (tensor<64x64xf32>, i32)
// CHECK-NEXT: aref.get
// CHECK-NOT: tt.addptr
// CHECK: partition0
// CHECK: scf.for {{.*}} -> (tensor<64x64x!tt.ptr<f16>>, i32)
// CHECK-NEXT: %[[A:a[_0-9]*]] = tt.load
// CHECK-NEXT: aref.put {{.*}}, %[[A]]
// CHECK: tt.addptr
tt.func public @pointers(%a_ptr: !tt.ptr<f16>, %c_desc: !tt.tensordesc<tensor<64x64xf32>>, %trips: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %step = arith.constant dense<64> : tensor<64x64xi32>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %start = tt.splat %a_ptr : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
  %r:2 = scf.for %k = %c0 to %trips step %c1 iter_args(%p = %start, %c = %zero) -> (tensor<64x64x!tt.ptr<f16>>, tensor<64x64xf32>) : i32 {
    %a = tt.load %p : tensor<64x64x!tt.ptr<f16>>
    %d = tt.dot %a, %a, %c : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %q = tt.addptr %p, %step : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
    scf.yield %q, %d : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xf32>
  }
  tt.descriptor_store %c_desc[%c0, %c0], %r#1 : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
  tt.return
}

// -----

// Loads of one dot do not share a slot if one tile is used before the other is
// loaded: what stands between may need the consumer, which would wait for both.

// CHECK-LABEL: tt.func public @used_between
// CHECK: %[[A:ring[_0-9]*]] = aref.create : !aref.ring<3 x (tensor<64x64xf16>)>
// CHECK: %[[B:ring[_0-9]*]] = aref.create : !aref.ring<3 x (tensor<64x64xf16>)>
// CHECK: default {
// CHECK: %a = aref.get %[[A]]
// CHECK-NEXT: tt.descriptor_store %o_desc[%k, %c0], %a
// CHECK-NEXT: %b = aref.get %[[B]]
// CHECK-NEXT: tt.dot %a, %b
// CHECK-NEXT: aref.consumed %[[A]]
// CHECK: aref.consumed %[[B]]
tt.func public @used_between(%a_desc: !tt.tensordesc<tensor<64x64xf16>>, %b_desc: !tt.tensordesc<tensor<64x64xf16>>, %o_desc: !tt.tensordesc<tensor<64x64xf16>>, %c_desc: !tt.tensordesc<tensor<64x64xf32>>, %trips: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %acc = scf.for %k = %c0 to %trips step %c1 iter_args(%c = %zero) -> (tensor<64x64xf32>) : i32 {
    %a = tt.descriptor_load %a_desc[%k, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    tt.descriptor_store %o_desc[%k, %c0], %a : !tt.tensordesc<tensor<64x64xf16>>, tensor<64x64xf16>
    %b = tt.descriptor_load %b_desc[%k, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %d = tt.dot %a, %b, %c : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  } {tt.warp_specialize}
  tt.descriptor_store %c_desc[%c0, %c0], %acc : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
  tt.return
}
