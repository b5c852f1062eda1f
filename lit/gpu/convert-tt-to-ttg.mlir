// RUN: tawa-opt --split-input-file --convert-tt-to-ttg %s | FileCheck %s

// Loads and stores take 128 bits where pointer and mask allow it.
// CHECK: #[[B:[a-z0-9]+]] = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK: "ttg.num-warps" = 4
// CHECK-LABEL: @add
tt.func public @add(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32 {tt.divisibility = 16 : i32}) {
  %c1024 = arith.constant 1024 : i32
  %pid = tt.get_program_id x : i32
  %off = arith.muli %pid, %c1024 : i32
  %r = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %o = tt.splat %off : i32 -> tensor<1024xi32>
  %i = arith.addi %o, %r : tensor<1024xi32>
  %ns = tt.splat %n : i32 -> tensor<1024xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<1024xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  // CHECK: tt.load %{{.*}}, %{{.*}} : tensor<1024x!tt.ptr<f32>, #[[B]]>
  %v = tt.load %xp, %m : tensor<1024x!tt.ptr<f32>>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %yp = tt.addptr %ys, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  // CHECK-NOT: convert_layout
  // CHECK: tt.store %{{.*}}, %{{.*}}, %{{.*}} : tensor<1024x!tt.ptr<f32>, #[[B]]>
  tt.store %yp, %v, %m : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// A mask of unknown divisibility allows one element at a time.
// CHECK: #[[B:[a-z0-9]+]] = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-LABEL: @masked
tt.func public @masked(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
  %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %ns = tt.splat %n : i32 -> tensor<1024xi32>
  %m = arith.cmpi slt, %i, %ns : tensor<1024xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %i : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  // CHECK: tt.load {{.*}} : tensor<1024x!tt.ptr<f32>, #[[B]]>
  %v = tt.load %xp, %m : tensor<1024x!tt.ptr<f32>>
  tt.store %xp, %v, %m : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// What is transposed between a load and a store changes its layout in between.
// CHECK-DAG: #[[ROW:[a-z0-9]+]] = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #[[COL:[a-z0-9]+]] = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
// CHECK-LABEL: @transpose
tt.func public @transpose(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %c64 = arith.constant dense<64> : tensor<64x1xi32>
  %col = tt.expand_dims %r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %row = tt.expand_dims %r {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %a = arith.muli %col, %c64 : tensor<64x1xi32>
  %ab = tt.broadcast %a : tensor<64x1xi32> -> tensor<64x64xi32>
  %rb = tt.broadcast %row : tensor<1x64xi32> -> tensor<64x64xi32>
  %o = arith.addi %ab, %rb : tensor<64x64xi32>
  %xs = tt.splat %x : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
  %xp = tt.addptr %xs, %o : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
  // CHECK: %[[V:.*]] = tt.load {{.*}} : tensor<64x64x!tt.ptr<f16>, #[[ROW]]>
  %v = tt.load %xp : tensor<64x64x!tt.ptr<f16>>
  // CHECK: %[[T:.*]] = tt.trans %[[V]] {{.*}} -> tensor<64x64xf16, #[[COL]]>
  // CHECK: ttg.convert_layout %[[T]] : tensor<64x64xf16, #[[COL]]> -> tensor<64x64xf16, #[[ROW]]>
  %t = tt.trans %v {order = array<i32: 1, 0>} : tensor<64x64xf16> -> tensor<64x64xf16>
  %ys = tt.splat %y : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
  %yp = tt.addptr %ys, %o : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
  // CHECK: tt.store {{.*}} : tensor<64x64x!tt.ptr<f16>, #[[ROW]]>
  tt.store %yp, %t : tensor<64x64x!tt.ptr<f16>>
  tt.return
}

// -----

// Descriptor loads that no ring took: one barrier for both, the dot on the buffers.
// CHECK-DAG: #[[MMA:[a-z0-9]+]] = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 128, 16]}>
// CHECK-LABEL: @dot
// CHECK-SAME: %a: !tt.tensordesc<tensor<128x64xf16, #[[S:[a-z0-9]+]]>> {tawa.box = array<i32: 128, 64>}
// CHECK-SAME: %b: !tt.tensordesc<tensor<128x64xf16, #[[S]]>> {tawa.box = array<i32: 128, 64>}
tt.func public @dot(%a: !tt.tensordesc<tensor<128x64xf16>>, %b: !tt.tensordesc<tensor<128x64xf16>>, %bias: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %i: i32) {
  %zero = arith.constant dense<0.000000e+00> : tensor<128x128xf32>
  // CHECK: %[[BAR:.*]] = ttg.local_alloc : () -> !ttg.memdesc<1xi64,
  // CHECK: %[[A:.*]] = ttg.local_alloc : () -> !ttg.memdesc<128x64xf16, #[[S]], #smem, mutable>
  // CHECK: %[[B:.*]] = ttg.local_alloc : () -> !ttg.memdesc<128x64xf16, #[[S]], #smem, mutable>
  // CHECK: nvgpu.mbarrier.init %[[BAR]] {count = 1 : i32}
  // CHECK: gpu.barrier
  // CHECK: nvgpu.mbarrier.expect %[[BAR]] {bytes = 32768 : i32}
  // CHECK: nvgpu.tma.load %a[%i, %i], %[[A]], %[[BAR]]
  // CHECK: nvgpu.tma.load %b[%i, %i], %[[B]], %[[BAR]]
  // CHECK: nvgpu.mbarrier.wait %[[BAR]]
  // CHECK: gpu.barrier
  // CHECK: nvgpu.mbarrier.inval %[[BAR]]
  %x = tt.descriptor_load %a[%i, %i] : !tt.tensordesc<tensor<128x64xf16>> -> tensor<128x64xf16>
  %y = tt.descriptor_load %b[%i, %i] : !tt.tensordesc<tensor<128x64xf16>> -> tensor<128x64xf16>
  %yt = tt.trans %y {order = array<i32: 1, 0>} : tensor<128x64xf16> -> tensor<64x128xf16>
  // CHECK: %[[BT:.*]] = ttg.memdesc_trans %[[B]]
  // CHECK: %[[I:.*]] = nvgpu.dot_issue %[[A]], %[[BT]], %{{.*}}, %false {{.*}} -> tensor<128x128xf32, #[[MMA]]>
  // CHECK: %[[D:.*]] = nvgpu.dot_wait %[[I]] {pendings = 0 : i32}
  %d = tt.dot %x, %yt, %zero, inputPrecision = tf32 : tensor<128x64xf16> * tensor<64x128xf16> -> tensor<128x128xf32>
  // The bias is loaded where the accumulator needs it, the pointers of the store made there.
  %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %bs = tt.splat %bias : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  %bp = tt.addptr %bs, %r : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
  // CHECK: tt.load {{.*}} : tensor<128x!tt.ptr<f32>, #ttg.slice<{dim = 0, parent = #[[MMA]]}>>
  %bv = tt.load %bp : tensor<128x!tt.ptr<f32>>
  %b2 = tt.expand_dims %bv {axis = 0 : i32} : tensor<128xf32> -> tensor<1x128xf32>
  %b3 = tt.broadcast %b2 : tensor<1x128xf32> -> tensor<128x128xf32>
  // CHECK: %[[E:.*]] = arith.addf %[[D]], %{{.*}} : tensor<128x128xf32, #[[MMA]]>
  %e = arith.addf %d, %b3 : tensor<128x128xf32>
  %col = tt.expand_dims %r {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %c128 = arith.constant dense<128> : tensor<128x1xi32>
  %p0 = arith.muli %col, %c128 : tensor<128x1xi32>
  %p1 = tt.broadcast %p0 : tensor<128x1xi32> -> tensor<128x128xi32>
  %row = tt.expand_dims %r {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %p2 = tt.broadcast %row : tensor<1x128xi32> -> tensor<128x128xi32>
  %p3 = arith.addi %p1, %p2 : tensor<128x128xi32>
  %os = tt.splat %out : !tt.ptr<f32> -> tensor<128x128x!tt.ptr<f32>>
  %op = tt.addptr %os, %p3 : tensor<128x128x!tt.ptr<f32>>, tensor<128x128xi32>
  // CHECK-NOT: convert_layout
  // CHECK: tt.store %{{.*}}, %[[E]] : tensor<128x128x!tt.ptr<f32>, #[[MMA]]>
  tt.store %op, %e : tensor<128x128x!tt.ptr<f32>>
  tt.return
}

// -----

// Operands in registers are copied to shared memory; B that was transposed before is
// read the other way. 8-bit operands need K as the fast dimension.
// CHECK-LABEL: @copies
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func public @copies(%x: tensor<64x64xf32>, %p: tensor<64x64x!tt.ptr<f16>>, %q: tensor<64x64x!tt.ptr<f8E4M3FN>>, %c: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %a = arith.truncf %x : tensor<64x64xf32> to tensor<64x64xf16>
  %b = tt.load %p : tensor<64x64x!tt.ptr<f16>>
  %bt = tt.trans %b {order = array<i32: 1, 0>} : tensor<64x64xf16> -> tensor<64x64xf16>
  // CHECK: %[[A:.*]] = ttg.local_alloc %{{.*}} : (tensor<64x64xf16
  // CHECK: %[[B:.*]] = ttg.local_alloc %{{.*}} : (tensor<64x64xf16
  // CHECK: %[[BT:.*]] = ttg.memdesc_trans %[[B]]
  // CHECK: nvgpu.dot_issue %[[A]], %[[BT]]
  %d = tt.dot %a, %bt, %c, inputPrecision = tf32 : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
  %e = tt.load %q : tensor<64x64x!tt.ptr<f8E4M3FN>>
  // CHECK: %[[E:.*]] = ttg.local_alloc %{{.*}} -> !ttg.memdesc<64x64xf8E4M3FN, #[[K:[a-z0-9]+]], #smem>
  // CHECK: %[[F:.*]] = ttg.local_alloc %{{.*}} -> !ttg.memdesc<64x64xf8E4M3FN, #[[KT:[a-z0-9]+]], #smem>
  // CHECK: nvgpu.dot_issue %[[E]], %[[F]]
  %f = tt.dot %e, %e, %c, inputPrecision = tf32 : tensor<64x64xf8E4M3FN> * tensor<64x64xf8E4M3FN> -> tensor<64x64xf32>
  tt.return %d, %f : tensor<64x64xf32>, tensor<64x64xf32>
}
}

// -----

// What is computed of a dot is operand A of another in registers.
// CHECK-LABEL: @chain
tt.func public @chain(%a: !tt.tensordesc<tensor<64x64xf16>>, %o: !tt.tensordesc<tensor<64x64xf16>>, %i: i32) {
  %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
  %x = tt.descriptor_load %a[%i, %i] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
  %s = tt.dot %x, %x, %zero, inputPrecision = tf32 : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
  // CHECK: tt.reduce{{.*}}
  // CHECK: (tensor<64x64xf32, #[[MMA:[a-z0-9]+]]>) -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #[[MMA]]}>>
  %m = "tt.reduce"(%s) <{axis = 1 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    %n = arith.maxnumf %l, %r : f32
    tt.reduce.return %n : f32
  }) : (tensor<64x64xf32>) -> tensor<64xf32>
  %m1 = tt.expand_dims %m {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
  %m2 = tt.broadcast %m1 : tensor<64x1xf32> -> tensor<64x64xf32>
  %p = arith.subf %s, %m2 : tensor<64x64xf32>
  %h = arith.truncf %p : tensor<64x64xf32> to tensor<64x64xf16>
  // CHECK: %[[P:.*]] = ttg.convert_layout %{{.*}} -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #[[MMA]], kWidth = 2}>>
  // CHECK: nvgpu.dot_issue %[[P]], %
  %t = tt.dot %h, %x, %zero, inputPrecision = tf32 : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
  %u = arith.truncf %t : tensor<64x64xf32> to tensor<64x64xf16>
  // CHECK: tt.descriptor_store
  tt.descriptor_store %o[%i, %i], %u : !tt.tensordesc<tensor<64x64xf16>>, tensor<64x64xf16>
  tt.return
}

// -----

// So is what is computed of shared memory, loaded as the dot needs it.
// CHECK-LABEL: @computed
tt.func @computed(%a: !tt.tensordesc<tensor<64x64xi8>>, %b: !tt.tensordesc<tensor<64x64xf16>>, %o: !tt.tensordesc<tensor<64x64xf32>>, %i: i32) {
  %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
  %x = tt.descriptor_load %a[%i, %i] : !tt.tensordesc<tensor<64x64xi8>> -> tensor<64x64xi8>
  %y = tt.descriptor_load %b[%i, %i] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
  // CHECK: %[[X:.*]] = ttg.local_load {{.*}} -> tensor<64x64xi8, #ttg.dot_op
  // CHECK: %[[H:.*]] = arith.sitofp %[[X]] : tensor<64x64xi8, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
  %h = arith.sitofp %x : tensor<64x64xi8> to tensor<64x64xf16>
  // CHECK: nvgpu.dot_issue %[[H]], %
  %d = tt.dot %h, %y, %zero, inputPrecision = tf32 : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
  tt.descriptor_store %o[%i, %i], %d : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
  tt.return
}

// -----

// Values that control flow hands on have one layout in all places.
// CHECK-LABEL: @flow
tt.func public @flow(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32, %c: i1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant dense<1.000000e+00> : tensor<256xf32>
  %two = arith.constant dense<2.000000e+00> : tensor<256xf32>
  %i = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %p = tt.addptr %xs, %i : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  // CHECK: scf.for {{.*}} -> (tensor<256xf32, #[[B:[a-z0-9]+]]>)
  %s = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %one) -> (tensor<256xf32>) : i32 {
    // CHECK: scf.if {{.*}} -> (tensor<256xf32, #[[B]]>)
    %y = scf.if %c -> (tensor<256xf32>) {
      %v = tt.load %p : tensor<256x!tt.ptr<f32>>
      scf.yield %v : tensor<256xf32>
    } else {
      scf.yield %two : tensor<256xf32>
    }
    %z = arith.addf %acc, %y : tensor<256xf32>
    scf.yield %z : tensor<256xf32>
  }
  // CHECK: scf.while {{.*}} : (tensor<256xf32, #[[B]]>) -> tensor<256xf32, #[[B]]>
  %w = scf.while (%a = %s) : (tensor<256xf32>) -> tensor<256xf32> {
    scf.condition(%c) %a : tensor<256xf32>
  } do {
  ^bb0(%a: tensor<256xf32>):
    %b = arith.mulf %a, %two : tensor<256xf32>
    scf.yield %b : tensor<256xf32>
  }
  // CHECK-NOT: convert_layout
  // CHECK: tt.store
  tt.store %p, %w : tensor<256x!tt.ptr<f32>>
  tt.return
}

// -----

// A reduction of a tile that lies in no layout yet gives what its own layout leads
// to; it is converted to that of the sum, which the store has chosen.
// CHECK-LABEL: @row_sums
tt.func public @row_sums(%desc: !tt.tensordesc<tensor<64x128xf32>>, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.000000e+00> : tensor<64xf32>
  %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %p = tt.addptr %ys, %i : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %s = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64xf32>) : i32 {
    %x = tt.descriptor_load %desc[%c0, %k] : !tt.tensordesc<tensor<64x128xf32>> -> tensor<64x128xf32>
    // CHECK: tt.reduce
    // CHECK: }) : (tensor<64x128xf32, #[[TILE:[a-z0-9]+]]>) -> tensor<64xf32, #ttg.slice<{dim = 1, parent = #[[TILE]]}>>
    // CHECK-NEXT: ttg.convert_layout %r : tensor<64xf32, #ttg.slice<{dim = 1, parent = #[[TILE]]}>> -> tensor<64xf32, #[[ROW:[a-z0-9]+]]>
    %r = "tt.reduce"(%x) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %t = arith.addf %a, %b : f32
      tt.reduce.return %t : f32
    }) : (tensor<64x128xf32>) -> tensor<64xf32>
    %t = arith.addf %acc, %r : tensor<64xf32>
    scf.yield %t : tensor<64xf32>
  }
  // CHECK: tt.store %{{.*}}, %{{.*}} : tensor<64x!tt.ptr<f32>, #[[ROW]]>
  tt.store %p, %s : tensor<64x!tt.ptr<f32>>
  tt.return
}
