// RUN: tawa-opt --tawa-partition %s | FileCheck %s
// RUN: tawa-opt --tawa-partition --aref-verify --verify-diagnostics %s
// RUN: tawa-opt --tawa-partition --tawa-pipeline --aref-lower %s | FileCheck %s --check-prefix=LOWER

// Descriptors that are made in a loop: the producer makes all of them, the one that is stored through for the
// consumers too, in a ring of two slots.

// LOWER-LABEL: @grouped
// LOWER: %[[A:.*]] = nvgpu.tensormap.alloc {slots = 2 : i32, tawa.box = array<i32: 64, 64>} : !tt.tensordesc<tensor<64x64xf16, #shared
// LOWER: nvgpu.tensormap.alloc {slots = 2 : i32, tawa.box = array<i32: 64, 64>}
// LOWER: %[[C:.*]] = nvgpu.tensormap.alloc {slots = 2 : i32} : !tt.tensordesc<tensor<64x64xf16>>
// LOWER: default {
// LOWER: scf.for %g
// LOWER: nvgpu.mbarrier.wait
// LOWER-NEXT: %c = nvgpu.tensormap.slot %[[C]][%{{.*}}]
// LOWER-NEXT: nvgpu.tensormap.acquire %c
// LOWER: tt.descriptor_store %c
// LOWER-NEXT: nvgpu.tma.store_wait {pendings = 0 : i32}
// LOWER-NEXT: ttg.memdesc_index
// LOWER-NEXT: nvgpu.mbarrier.arrive %{{.*}}, warp_group
// LOWER: partition0
// LOWER: scf.for %g
// LOWER: nvgpu.mbarrier.wait
// LOWER: nvgpu.tensormap.make %a,
// LOWER: nvgpu.tensormap.make %b,
// LOWER: nvgpu.tensormap.make %c,
// LOWER-NEXT: nvgpu.tensormap.release
// LOWER: nvgpu.mbarrier.expect %{{.*}} {bytes = 0 : i32}
// LOWER-NEXT: nvgpu.tensormap.acquire %a
// LOWER-NEXT: nvgpu.tensormap.acquire %b
// LOWER: scf.for %k
// LOWER: nvgpu.tma.load %a

// CHECK-LABEL: @grouped
// CHECK: %[[MAPS:.*]] = aref.create : !aref.ring<2 x (!tt.tensordesc<tensor<64x64xf16>>, !tt.tensordesc<tensor<64x64xf16>>, !tt.tensordesc<tensor<64x64xf16>>)>
// CHECK: %[[TILES:.*]] = aref.create : !aref.ring<4 x (tensor<64x64xf16>, tensor<64x64xf16>)>
// CHECK: default {
// CHECK: scf.for %g
// CHECK-NEXT: %{{.*}}, %{{.*}}, %[[STORE:.*]] = aref.get %[[MAPS]][%[[I:.*]]]
// CHECK: scf.for %k
// CHECK: aref.get %[[TILES]]
// CHECK: tt.descriptor_store %[[STORE]]
// CHECK-NEXT: aref.consumed %[[MAPS]][%[[I]]]
// CHECK: partition0
// CHECK: scf.for %g
// CHECK: %[[MA:.*]] = tt.make_tensor_descriptor
// CHECK: %[[MB:.*]] = tt.make_tensor_descriptor
// CHECK: %[[MC:.*]] = tt.make_tensor_descriptor
// CHECK-NEXT: aref.put %{{.*}}[%{{.*}}], %[[MA]], %[[MB]], %[[MC]]
// CHECK: scf.for %k
// CHECK: tt.descriptor_load %[[MA]]
// CHECK: tt.descriptor_load %[[MB]]
// expected-remark @below {{split into a producer and 1 consumer, rings of 4 slots}}
// expected-remark @below {{rings proven for every trip count and interleaving}}
tt.func public @grouped(%ins: !tt.ptr<i64>, %outs: !tt.ptr<i64>, %groups: i32, %m: i32, %s: i64, %steps: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
  scf.for %g = %c0 to %groups step %c1 : i32 {
    %in = tt.addptr %ins, %g : !tt.ptr<i64>, i32
    %from = tt.load %in : !tt.ptr<i64>
    %p = tt.int_to_ptr %from : i64 -> !tt.ptr<f16>
    %out = tt.addptr %outs, %g : !tt.ptr<i64>, i32
    %to = tt.load %out : !tt.ptr<i64>
    %q = tt.int_to_ptr %to : i64 -> !tt.ptr<f16>
    %a = tt.make_tensor_descriptor %p, [%m, %m], [%s, %one] : <f16>, <tensor<64x64xf16>>
    %b = tt.make_tensor_descriptor %p, [%m, %m], [%s, %one] : <f16>, <tensor<64x64xf16>>
    %c = tt.make_tensor_descriptor %q, [%g, %m], [%s, %one] : <f16>, <tensor<64x64xf16>>
    %sum = scf.for %k = %c0 to %steps step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>)  : i32 {
      %x = tt.descriptor_load %a[%c0, %k] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
      %y = tt.descriptor_load %b[%k, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
      %d = tt.dot %x, %y, %acc : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %d : tensor<64x64xf32>
    }
    %half = arith.truncf %sum : tensor<64x64xf32> to tensor<64x64xf16>
    tt.descriptor_store %c[%c0, %c0], %half : !tt.tensordesc<tensor<64x64xf16>>, tensor<64x64xf16>
  }
  tt.return
}
