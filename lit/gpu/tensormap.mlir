// RUN: tawa-opt --split-input-file --convert-tt-to-ttg %s | FileCheck %s
// RUN: tawa-opt --split-input-file --convert-tt-to-ttg --tma-store --allocate-shared-memory %s | FileCheck %s --check-prefix=MEM

// A descriptor that a kernel makes for itself: one thread writes the map, all meet, and those that copy acquire it.
// MEM: module attributes {ttg.global_scratch_memory_alignment = 128 : i32, ttg.global_scratch_memory_size = 256 : i32
// MEM: nvgpu.tensormap.alloc {allocation.offset = [[#T:]] : i32, slots = 1 : i32, tawa.box = array<i32: 64, 64>, ttg.global_scratch_memory_offset = 0 : i32}
// MEM: nvgpu.tensormap.alloc {allocation.offset = [[#T+128]] : i32, slots = 1 : i32, tawa.box = array<i32: 64, 64>, ttg.global_scratch_memory_offset = 128 : i32}
// CHECK-LABEL: @copy
tt.func public @copy(%p: !tt.ptr<f16>, %q: !tt.ptr<f16>, %m: i32, %ld: i64, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  // CHECK: %[[FROM:.*]] = nvgpu.tensormap.alloc {slots = 1 : i32, tawa.box = array<i32: 64, 64>} : !tt.tensordesc<tensor<64x64xf16, #shared
  // CHECK: %a = nvgpu.tensormap.slot %[[FROM]]
  // CHECK-NEXT: nvgpu.tensormap.make %a, %p, [%m, %m], [%ld, %one]
  // CHECK-NEXT: nvgpu.tensormap.release
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: nvgpu.tensormap.acquire %a
  %a = tt.make_tensor_descriptor %p, [%m, %m], [%ld, %one] : <f16>, <tensor<64x64xf16>>
  // CHECK: %[[TO:.*]] = nvgpu.tensormap.alloc
  // CHECK: %b = nvgpu.tensormap.slot %[[TO]]
  // CHECK: scf.for
  scf.for %i = %c0 to %n step %c1 : i32 {
    // Before it is written again, what was stored by it has been.
    // CHECK: nvgpu.tma.store_wait {pendings = 0 : i32}
    // CHECK-NEXT: gpu.barrier
    // CHECK-NEXT: nvgpu.tensormap.make %b, %q, [%i, %m], [%ld, %one]
    %b = tt.make_tensor_descriptor %q, [%i, %m], [%ld, %one] : <f16>, <tensor<64x64xf16>>
    // CHECK: nvgpu.tma.load %a
    %v = tt.descriptor_load %a[%i, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    tt.descriptor_store %b[%i, %c0], %v : !tt.tensordesc<tensor<64x64xf16>>, tensor<64x64xf16>
  }
  tt.return
}
