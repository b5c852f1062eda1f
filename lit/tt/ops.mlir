// RUN: tawa-opt %s | tawa-opt | FileCheck %s
// RUN: tawa-opt --mlir-print-op-generic %s | tawa-opt | FileCheck %s

// CHECK-LABEL: tt.func public @kernel(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) attributes {noinline = false} {
tt.func public @kernel(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) attributes {noinline = false} {
  // CHECK-NEXT: tt.return
  tt.return
}

// CHECK-LABEL: tt.func private @callee(%x: i32, %y: i32) -> (i32, i32) {
tt.func private @callee(%x: i32, %y: i32) -> (i32, i32) {
  // CHECK-NEXT: tt.return %x, %y : i32, i32
  tt.return %x, %y : i32, i32
}

// CHECK-LABEL: tt.func private @declared(i32) -> f32
tt.func private @declared(i32) -> f32

// CHECK-LABEL: @call
tt.func @call(%x: i32) {
  // CHECK: %0:2 = tt.call @callee(%x, %x) : (i32, i32) -> (i32, i32)
  %0:2 = tt.call @callee(%x, %x) : (i32, i32) -> (i32, i32)
  // CHECK: %1 = tt.call @declared(%0#0) : (i32) -> f32
  %1 = tt.call @declared(%0#0) : (i32) -> f32
  tt.return
}

// CHECK-LABEL: @casts
tt.func @casts(%a: i64, %pt: tensor<8x!tt.ptr<f16>>, %f: tensor<8xf32>, %h: tensor<8xf16>, %s: !tt.ptr<f32, 3>) {
  // CHECK: tt.int_to_ptr %a : i64 -> !tt.ptr<f16>
  %0 = tt.int_to_ptr %a : i64 -> !tt.ptr<f16>
  // CHECK: tt.ptr_to_int %pt : tensor<8x!tt.ptr<f16>> -> tensor<8xi64>
  %1 = tt.ptr_to_int %pt : tensor<8x!tt.ptr<f16>> -> tensor<8xi64>
  // CHECK: tt.bitcast %f : tensor<8xf32> -> tensor<8xi32>
  %2 = tt.bitcast %f : tensor<8xf32> -> tensor<8xi32>
  // CHECK: tt.bitcast %0 : !tt.ptr<f16> -> !tt.ptr<i8>
  %3 = tt.bitcast %0 : !tt.ptr<f16> -> !tt.ptr<i8>
  // CHECK: tt.fp_to_fp %f, rounding = rtne : tensor<8xf32> -> tensor<8xf8E4M3FN>
  %4 = tt.fp_to_fp %f, rounding = rtne : tensor<8xf32> -> tensor<8xf8E4M3FN>
  // CHECK: tt.fp_to_fp %h {a = 1 : i32}, rounding = rtz : tensor<8xf16> -> tensor<8xbf16>
  %5 = tt.fp_to_fp %h {a = 1 : i32}, rounding = rtz : tensor<8xf16> -> tensor<8xbf16>
  // CHECK: tt.fp_to_fp %4 : tensor<8xf8E4M3FN> -> tensor<8xf16>
  %6 = tt.fp_to_fp %4 : tensor<8xf8E4M3FN> -> tensor<8xf16>
  tt.return
}

// CHECK-LABEL: @elementwise
tt.func @elementwise(%f: tensor<8xf32>, %i: tensor<8xi32>, %x: i32, %p: tensor<8x!tt.ptr<f32>>, %q: !tt.ptr<f32>, %l: i64) {
  // CHECK: tt.clampf %f, %f, %f, propagateNan = none : tensor<8xf32>
  %0 = tt.clampf %f, %f, %f, propagateNan = none : tensor<8xf32>
  // CHECK: tt.clampf %f, %f, %f, propagateNan = all {a} : tensor<8xf32>
  %1 = tt.clampf %f, %f, %f, propagateNan = all {a} : tensor<8xf32>
  // CHECK: tt.precise_sqrt %f : tensor<8xf32>
  %2 = tt.precise_sqrt %f : tensor<8xf32>
  // CHECK: tt.precise_divf %f, %f : tensor<8xf32>
  %3 = tt.precise_divf %f, %f : tensor<8xf32>
  // CHECK: tt.mulhiui %x, %x : i32
  %4 = tt.mulhiui %x, %x : i32
  // CHECK: tt.addptr %p, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %5 = tt.addptr %p, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  // CHECK: tt.addptr %q, %l : !tt.ptr<f32>, i64
  %6 = tt.addptr %q, %l : !tt.ptr<f32>, i64
  // CHECK: tt.extern_elementwise %f {libname = "", libpath = "", pure = true, symbol = "__nv_tanf"} : (tensor<8xf32>) -> tensor<8xf32>
  %7 = tt.extern_elementwise %f {libname = "", libpath = "", pure = true, symbol = "__nv_tanf"} : (tensor<8xf32>) -> tensor<8xf32>
  // CHECK: tt.elementwise_inline_asm "shl.b32 $0, $1, 3;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %i : tensor<8xi32> -> tensor<8xi32>
  %8 = tt.elementwise_inline_asm "shl.b32 $0, $1, 3;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %i : tensor<8xi32> -> tensor<8xi32>
  // CHECK: %{{.*}}:2 = tt.elementwise_inline_asm "two" {constraints = "=r,=r,r,r", packed_element = 4 : i32, pure = false} %i, %f : tensor<8xi32>, tensor<8xf32> -> tensor<8xi8>, tensor<8xf16>
  %9:2 = tt.elementwise_inline_asm "two" {constraints = "=r,=r,r,r", packed_element = 4 : i32, pure = false} %i, %f : tensor<8xi32>, tensor<8xf32> -> tensor<8xi8>, tensor<8xf16>
  // CHECK: tt.elementwise_inline_asm "none" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  %10 = tt.elementwise_inline_asm "none" {constraints = "=r", packed_element = 1 : i32, pure = true} -> i32
  tt.return
}

// CHECK-LABEL: @map_elementwise
tt.func @map_elementwise(%i: tensor<8xi32>) {
  // CHECK: "tt.map_elementwise"(%i) <{pack = 1 : i32}> ({
  // CHECK-NEXT: ^bb0(%x: i32):
  // CHECK-NEXT:   tt.map_elementwise.return %x : i32
  // CHECK-NEXT: }) : (tensor<8xi32>) -> tensor<8xi32>
  %0 = "tt.map_elementwise"(%i) <{pack = 1 : i32}> ({
  ^bb0(%x: i32):
    tt.map_elementwise.return %x : i32
  }) : (tensor<8xi32>) -> tensor<8xi32>
  tt.return
}

// CHECK-LABEL: @shapes
tt.func @shapes(%s: f32, %v: tensor<8xf32>, %m: tensor<8x16xf32>, %one: tensor<1x1xf32>, %i: tensor<8xi32>, %b: tensor<8xi1>, %mi: tensor<4x16xi32>) {
  // CHECK: tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  // CHECK: tt.splat %s : f32 -> tensor<8x16xf32>
  %1 = tt.splat %s : f32 -> tensor<8x16xf32>
  // CHECK: tt.unsplat %one : tensor<1x1xf32>
  %2 = tt.unsplat %one : tensor<1x1xf32>
  // CHECK: tt.expand_dims %v {axis = 1 : i32} : tensor<8xf32> -> tensor<8x1xf32>
  %3 = tt.expand_dims %v {axis = 1 : i32} : tensor<8xf32> -> tensor<8x1xf32>
  // CHECK: tt.broadcast %{{.*}} : tensor<8x1xf32> -> tensor<8x16xf32>
  %4 = tt.broadcast %3 : tensor<8x1xf32> -> tensor<8x16xf32>
  // CHECK: tt.reshape %m : tensor<8x16xf32> -> tensor<128xf32>
  %5 = tt.reshape %m : tensor<8x16xf32> -> tensor<128xf32>
  // CHECK: tt.reshape %m allow_reorder efficient_layout : tensor<8x16xf32> -> tensor<4x32xf32>
  %6 = tt.reshape %m allow_reorder efficient_layout : tensor<8x16xf32> -> tensor<4x32xf32>
  // CHECK: tt.trans %m {order = array<i32: 1, 0>} : tensor<8x16xf32> -> tensor<16x8xf32>
  %7 = tt.trans %m {order = array<i32: 1, 0>} : tensor<8x16xf32> -> tensor<16x8xf32>
  // CHECK: tt.cat %v, %v : tensor<8xf32> -> tensor<16xf32>
  %8 = tt.cat %v, %v : tensor<8xf32> -> tensor<16xf32>
  // CHECK: tt.join %v, %v : tensor<8xf32> -> tensor<8x2xf32>
  %9 = tt.join %v, %v : tensor<8xf32> -> tensor<8x2xf32>
  // CHECK: %lhs, %rhs = tt.split %{{.*}} : tensor<8x2xf32> -> tensor<8xf32>
  %lhs, %rhs = tt.split %9 : tensor<8x2xf32> -> tensor<8xf32>
  // CHECK: %outLHS, %outRHS = tt.split %{{.*}} : tensor<8x2xf32> -> tensor<8xf32>
  %13, %14 = tt.split %9 : tensor<8x2xf32> -> tensor<8xf32>
  // CHECK: tt.gather %m[%mi] {axis = 0 : i32} : (tensor<8x16xf32>, tensor<4x16xi32>) -> tensor<4x16xf32>
  %10 = tt.gather %m[%mi] {axis = 0 : i32} : (tensor<8x16xf32>, tensor<4x16xi32>) -> tensor<4x16xf32>
  // CHECK: tt.histogram %i : tensor<8xi32> -> tensor<16xi32>
  %11 = tt.histogram %i : tensor<8xi32> -> tensor<16xi32>
  // CHECK: tt.histogram %i, %b : tensor<8xi32> -> tensor<16xi32>
  %12 = tt.histogram %i, %b : tensor<8xi32> -> tensor<16xi32>
  tt.return
}

// CHECK-LABEL: @memory
tt.func @memory(%p: tensor<8x!tt.ptr<f32>>, %m: tensor<8xi1>, %v: tensor<8xf32>, %q: !tt.ptr<i32>, %x: i32) {
  // CHECK: tt.load %p : tensor<8x!tt.ptr<f32>>
  %0 = tt.load %p : tensor<8x!tt.ptr<f32>>
  // CHECK: tt.load %p, %m : tensor<8x!tt.ptr<f32>>
  %1 = tt.load %p, %m : tensor<8x!tt.ptr<f32>>
  // CHECK: tt.load %p, %m, %v cacheModifier = ca evictionPolicy = evict_last {isVolatile = true} : tensor<8x!tt.ptr<f32>>
  %2 = tt.load %p, %m, %v evictionPolicy = evict_last cacheModifier = ca {isVolatile = true} : tensor<8x!tt.ptr<f32>>
  // CHECK: tt.load %q : !tt.ptr<i32>
  %3 = tt.load %q cacheModifier = none : !tt.ptr<i32>
  // CHECK: tt.store %p, %v : tensor<8x!tt.ptr<f32>>
  tt.store %p, %v : tensor<8x!tt.ptr<f32>>
  // CHECK: tt.store %p, %v, %m evictionPolicy = evict_first : tensor<8x!tt.ptr<f32>>
  tt.store %p, %v, %m evictionPolicy = evict_first : tensor<8x!tt.ptr<f32>>
  // CHECK: tt.atomic_rmw fadd, acq_rel, gpu, %p, %v, %m : (tensor<8x!tt.ptr<f32>>, tensor<8xf32>, tensor<8xi1>) -> tensor<8xf32>
  %4 = tt.atomic_rmw fadd, acq_rel, gpu, %p, %v, %m : (tensor<8x!tt.ptr<f32>>, tensor<8xf32>, tensor<8xi1>) -> tensor<8xf32>
  // CHECK: tt.atomic_rmw exch, relaxed, sys, %q, %x : (!tt.ptr<i32>, i32) -> i32
  %5 = tt.atomic_rmw exch, relaxed, sys, %q, %x : (!tt.ptr<i32>, i32) -> i32
  // CHECK: tt.atomic_cas release, cta, %q, %x, %x : (!tt.ptr<i32>, i32, i32) -> i32
  %6 = tt.atomic_cas release, cta, %q, %x, %x : (!tt.ptr<i32>, i32, i32) -> i32
  // CHECK: tt.print " x: " {hex = false, isSigned = array<i32: 1, 0>} : %x, %v : i32, tensor<8xf32>
  tt.print " x: " {hex = false, isSigned = array<i32: 1, 0>} : %x, %v : i32, tensor<8xf32>
  // CHECK: tt.print "here" {hex = false, isSigned = array<i32>}
  tt.print "here" {hex = false, isSigned = array<i32>}
  // CHECK: tt.assert %m, "no" : tensor<8xi1>
  tt.assert %m, "no" : tensor<8xi1>
  tt.return
}

// CHECK-LABEL: @block_pointers
tt.func @block_pointers(%base: !tt.ptr<f16>, %n: i64, %o: i32, %v: tensor<64x32xf16>) {
  // CHECK: %[[P:.*]] = tt.make_tensor_ptr %base, [%n, %n], [%n, %n], [%o, %o] {order = array<i32: 1, 0>} : <tensor<64x32xf16>>
  %0 = tt.make_tensor_ptr %base, [%n, %n], [%n, %n], [%o, %o] {order = array<i32: 1, 0>} : !tt.ptr<tensor<64x32xf16>>
  // CHECK: tt.advance %[[P]], [%o, %o] : <tensor<64x32xf16>>
  %1 = tt.advance %0, [%o, %o] : <tensor<64x32xf16>>
  // CHECK: tt.load %{{.*}} {boundaryCheck = array<i32: 0, 1>, padding = 1 : i32} : !tt.ptr<tensor<64x32xf16>>
  %2 = tt.load %1 {boundaryCheck = array<i32: 0, 1>, padding = 1 : i32} : !tt.ptr<tensor<64x32xf16>>
  // CHECK: tt.store %{{.*}}, %v {boundaryCheck = array<i32: 1>} : !tt.ptr<tensor<64x32xf16>>
  tt.store %1, %v {boundaryCheck = array<i32: 1>} : !tt.ptr<tensor<64x32xf16>>
  tt.return
}

// CHECK-LABEL: @descriptors
tt.func @descriptors(%base: !tt.ptr<f16>, %h: i32, %w: i64, %rows: !tt.tensordesc<tensor<1x64xf16>>, %x: tensor<32xi32>) {
  // CHECK: %[[D:.*]] = tt.make_tensor_descriptor %base, [%h, %h], [%w, %w] : <f16>, <tensor<128x64xf16>>
  %0 = tt.make_tensor_descriptor %base, [%h, %h], [%w, %w] : !tt.ptr<f16>, !tt.tensordesc<tensor<128x64xf16>>
  // CHECK: tt.make_tensor_descriptor %base, [%h, %h], [%w, %w] {padding = 2 : i32} : <f16>, <tensor<128x64xf16>>
  %1 = tt.make_tensor_descriptor %base, [%h, %h], [%w, %w] {padding = 2 : i32} : <f16>, <tensor<128x64xf16>>
  // CHECK: %[[V:.*]] = tt.descriptor_load %[[D]][%h, %h] : !tt.tensordesc<tensor<128x64xf16>> -> tensor<128x64xf16>
  %2 = tt.descriptor_load %0[%h, %h] : !tt.tensordesc<tensor<128x64xf16>> -> tensor<128x64xf16>
  // CHECK: tt.descriptor_load %[[D]][%h, %h] cacheModifier = cg evictionPolicy = evict_first : !tt.tensordesc<tensor<128x64xf16>> -> tensor<128x64xf16>
  %3 = tt.descriptor_load %0[%h, %h] cacheModifier = cg evictionPolicy = evict_first : !tt.tensordesc<tensor<128x64xf16>> -> tensor<128x64xf16>
  // CHECK: tt.descriptor_store %[[D]][%h, %h], %[[V]] : !tt.tensordesc<tensor<128x64xf16>>, tensor<128x64xf16>
  tt.descriptor_store %0[%h, %h], %2 : !tt.tensordesc<tensor<128x64xf16>>, tensor<128x64xf16>
  // CHECK: tt.descriptor_reduce add, %[[D]][%h, %h], %[[V]] : !tt.tensordesc<tensor<128x64xf16>>, tensor<128x64xf16>
  tt.descriptor_reduce add, %0[%h, %h], %2 : !tt.tensordesc<tensor<128x64xf16>>, tensor<128x64xf16>
  // CHECK: %[[G:.*]] = tt.descriptor_gather %rows[%x, %h] : (!tt.tensordesc<tensor<1x64xf16>>, tensor<32xi32>, i32) -> tensor<32x64xf16>
  %4 = tt.descriptor_gather %rows[%x, %h] : (!tt.tensordesc<tensor<1x64xf16>>, tensor<32xi32>, i32) -> tensor<32x64xf16>
  // CHECK: tt.descriptor_scatter %rows[%x, %h], %[[G]] : !tt.tensordesc<tensor<1x64xf16>>, tensor<32xi32>, i32, tensor<32x64xf16>
  tt.descriptor_scatter %rows[%x, %h], %4 : !tt.tensordesc<tensor<1x64xf16>>, tensor<32xi32>, i32, tensor<32x64xf16>
  tt.return
}

// The spelling of descriptors without `tensor` is read too; signs are kept, and a
// block may have more unit dimensions than the tensor.
// CHECK-LABEL: @descriptor_types(%a: !tt.tensordesc<tensor<128x64xf16>>, %b: !tt.tensordesc<tensor<1x64xui8>>)
tt.func @descriptor_types(%a: !tt.tensordesc<128x64xf16>, %b: !tt.tensordesc<1x64xui8>) {
  %c0 = arith.constant 0 : i32
  // CHECK: tt.descriptor_load %b[%c0, %c0] : !tt.tensordesc<tensor<1x64xui8>> -> tensor<64xi8>
  %0 = tt.descriptor_load %b[%c0, %c0] : !tt.tensordesc<1x64xui8> -> tensor<64xi8>
  tt.return
}

// CHECK-LABEL: @program
tt.func @program() {
  // CHECK: tt.get_program_id x : i32
  %0 = tt.get_program_id x : i32
  // CHECK: tt.get_num_programs z : i32
  %1 = tt.get_num_programs z : i32
  tt.return
}

// CHECK-LABEL: @dots
tt.func @dots(%a: tensor<32x16xf16>, %b: tensor<16x64xf16>, %c: tensor<32x64xf32>, %ba: tensor<2x32x16xf32>, %bb: tensor<2x16x64xf32>, %bc: tensor<2x32x64xf32>) {
  // CHECK: tt.dot %a, %b, %c : tensor<32x16xf16> * tensor<16x64xf16> -> tensor<32x64xf32>
  %0 = tt.dot %a, %b, %c : tensor<32x16xf16> * tensor<16x64xf16> -> tensor<32x64xf32>
  // CHECK: tt.dot %a, %b, %c, inputPrecision = tf32 {maxNumImpreciseAcc = 32 : i32} : tensor<32x16xf16> * tensor<16x64xf16> -> tensor<32x64xf32>
  %1 = tt.dot %a, %b, %c, inputPrecision = tf32 {maxNumImpreciseAcc = 32 : i32} : tensor<32x16xf16> * tensor<16x64xf16> -> tensor<32x64xf32>
  // CHECK: tt.dot %ba, %bb, %bc, inputPrecision = tf32x3 : tensor<2x32x16xf32> * tensor<2x16x64xf32> -> tensor<2x32x64xf32>
  %2 = tt.dot %ba, %bb, %bc, inputPrecision = tf32x3 : tensor<2x32x16xf32> * tensor<2x16x64xf32> -> tensor<2x32x64xf32>
  tt.return
}

// CHECK-LABEL: @scaled
tt.func @scaled(%a: tensor<128x32xi8>, %as: tensor<128x2xi8>, %b: tensor<64x128xf8E4M3FN>, %bs: tensor<128x2xi8>, %h: tensor<64x128xf16>, %c: tensor<128x128xf32>) {
  // CHECK: tt.dot_scaled %a scale %as, %b scale %bs, %c lhs = e2m1 rhs = e4m3 {fastMath = false} : tensor<128x32xi8>, tensor<128x2xi8> * tensor<64x128xf8E4M3FN>, tensor<128x2xi8> -> tensor<128x128xf32>
  %0 = tt.dot_scaled %a scale %as, %b scale %bs, %c lhs = e2m1 rhs = e4m3 {fastMath = false} : tensor<128x32xi8>, tensor<128x2xi8> * tensor<64x128xf8E4M3FN>, tensor<128x2xi8> -> tensor<128x128xf32>
  // CHECK: tt.dot_scaled %a scale %as, %h, %c lhs = e2m1 rhs = fp16 {fastMath = true} : tensor<128x32xi8>, tensor<128x2xi8> * tensor<64x128xf16> -> tensor<128x128xf32>
  %1 = tt.dot_scaled %a scale %as, %h, %c lhs = e2m1 rhs = fp16 {fastMath = true} : tensor<128x32xi8>, tensor<128x2xi8> * tensor<64x128xf16> -> tensor<128x128xf32>
  tt.return
}

// CHECK-LABEL: @reductions
tt.func @reductions(%m: tensor<8x16xf32>, %v: tensor<8xf32>, %i: tensor<8xi32>) {
  // CHECK: "tt.reduce"(%m) <{axis = 1 : i32}> ({
  // CHECK-NEXT: ^bb0(%l: f32, %r: f32):
  // CHECK-NEXT:   %s = arith.addf %l, %r : f32
  // CHECK-NEXT:   tt.reduce.return %s : f32
  // CHECK-NEXT: }) : (tensor<8x16xf32>) -> tensor<8xf32>
  %0 = "tt.reduce"(%m) <{axis = 1 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    %s = arith.addf %l, %r : f32
    tt.reduce.return %s : f32
  }) : (tensor<8x16xf32>) -> tensor<8xf32>
  // The attributes may stand behind the regions.
  // CHECK: %{{.*}}:2 = "tt.reduce"(%v, %i) <{axis = 0 : i32}> ({
  // CHECK: }) : (tensor<8xf32>, tensor<8xi32>) -> (f32, i32)
  %1:2 = "tt.reduce"(%v, %i) ({
  ^bb0(%l: f32, %li: i32, %r: f32, %ri: i32):
    tt.reduce.return %l, %ri : f32, i32
  }) {axis = 0 : i32} : (tensor<8xf32>, tensor<8xi32>) -> (f32, i32)
  // CHECK: "tt.scan"(%m) <{axis = 0 : i32, reverse = false}> ({
  // CHECK:   tt.scan.return %{{.*}} : f32
  // CHECK: }) : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %2 = "tt.scan"(%m) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%l: f32, %r: f32):
    %s = arith.mulf %l, %r : f32
    tt.scan.return %s : f32
  }) : (tensor<8x16xf32>) -> tensor<8x16xf32>
  tt.return
}

// CHECK-LABEL: tt.func @later
tt.func @later(%p: !tt.ptr<i32>, %x: i32, %t: i64) -> i1 {
  // CHECK-NEXT: tt.grid_dependency_wait
  // CHECK-NEXT: tt.atomic_poll acquire, gpu, %p, %x : !tt.ptr<i32>, i32 -> i1
  // CHECK-NEXT: tt.atomic_poll relaxed, sys, %p, %x timeout %t : !tt.ptr<i32>, i32 -> i1
  // CHECK-NEXT: tt.grid_dependency_launch_dependents
  tt.grid_dependency_wait
  %0 = tt.atomic_poll acquire, gpu, %p, %x : !tt.ptr<i32>, i32 -> i1
  %1 = tt.atomic_poll relaxed, sys, %p, %x timeout %t : !tt.ptr<i32>, i32 -> i1
  tt.grid_dependency_launch_dependents
  tt.return %1 : i1
}
