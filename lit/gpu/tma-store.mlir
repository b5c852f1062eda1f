// RUN: tawa-opt --split-input-file --tma-store %s | FileCheck %s

#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [8, 1], instrShape = [16, 256, 16]}>

// A tile in rows of warp groups goes in panels, two for each warp group.
// CHECK-LABEL: @panels
// CHECK-SAME: %c: !tt.tensordesc<tensor<128x256xf16, #[[S:[a-z0-9]+]]>> {tawa.box = array<i32: 64, 64>}
module attributes {"ttg.num-warps" = 8 : i32} {
tt.func public @panels(%c: !tt.tensordesc<tensor<128x256xf16>>, %v: tensor<128x256xf16, #mma>, %i: i32, %j: i32, %n: i32, %s: i32) {
  // CHECK: %[[B:.*]] = ttg.local_alloc : () -> !ttg.memdesc<4x64x64xf16, #[[S]], #smem, mutable>
  // CHECK: scf.for
  scf.for %k = %i to %n step %s : i32 {
    // CHECK: nvgpu.tma.store_tile %c[%k, %j], %v, %[[B]] {barrier = 1 : i32}
    tt.descriptor_store %c[%k, %j], %v : !tt.tensordesc<tensor<128x256xf16>>, tensor<128x256xf16, #mma>
  }
  // CHECK: nvgpu.tma.store_wait {pendings = 0 : i32}
  // CHECK-NEXT: tt.return
  tt.return
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>

// Any other tile goes through a buffer of its size.
// CHECK-LABEL: @whole
// CHECK-SAME: %c: !tt.tensordesc<tensor<64x128xf32, #[[S:[a-z0-9]+]]>> {tawa.box = array<i32: 64, 32>}
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func public @whole(%c: !tt.tensordesc<tensor<64x128xf32>>, %v: tensor<64x128xf32, #blocked>, %i: i32) {
  // CHECK: %[[B:.*]] = ttg.local_alloc : () -> !ttg.memdesc<64x128xf32, #[[S]], #smem, mutable>
  // CHECK-NEXT: nvgpu.tma.store_wait {pendings = 0 : i32}
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: ttg.local_store %v, %[[B]]
  // CHECK-NEXT: nvgpu.fence.async_shared
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: nvgpu.tma.store %c[%i, %i], %[[B]]
  // CHECK-NEXT: nvgpu.tma.store_wait {pendings = 0 : i32}
  tt.descriptor_store %c[%i, %i], %v : !tt.tensordesc<tensor<64x128xf32>>, tensor<64x128xf32, #blocked>
  tt.return
}
}

// -----

#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 128, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory

// A kernel that stores once, when its ring is read, stores over the ring, with
// room for all panels; all its warps meet before.
// CHECK-LABEL: @over_ring
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func public @over_ring(%c: !tt.tensordesc<tensor<64x128xf16>>, %v: tensor<64x128xf16, #mma>, %i: i32) {
  %ring = ttg.local_alloc : () -> !ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>
  // CHECK: %[[B:.*]] = ttg.local_alloc {tawa.over_ring} : () -> !ttg.memdesc<2x64x64xf16,
  ttg.warp_specialize(%ring)
  default {
    %x = ttg.memdesc_index %ring[%i] : !ttg.memdesc<2x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    // CHECK: nvgpu.barrier {id = 15 : i32}
    // CHECK-NEXT: nvgpu.tma.store_tile %c[%i, %i], %v, %[[B]] {barrier = 1 : i32}
    // CHECK-NEXT: nvgpu.tma.store_wait {pendings = 0 : i32}
    // CHECK-NEXT: ttg.warp_yield
    tt.descriptor_store %c[%i, %i], %v : !tt.tensordesc<tensor<64x128xf16>>, tensor<64x128xf16, #mma>
    ttg.warp_yield
  }
  partition0(%r: !ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>) num_warps(4) {
    ttg.warp_return
  } : (!ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>) -> ()
  tt.return
}

// One that reads the ring after the store does not.
// CHECK-LABEL: @before_ring
tt.func public @before_ring(%c: !tt.tensordesc<tensor<64x128xf16>>, %v: tensor<64x128xf16, #mma>, %i: i32) {
  %ring = ttg.local_alloc : () -> !ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>
  // CHECK-NOT: tawa.over_ring
  ttg.warp_specialize(%ring)
  default {
    tt.descriptor_store %c[%i, %i], %v : !tt.tensordesc<tensor<64x128xf16>>, tensor<64x128xf16, #mma>
    %x = ttg.memdesc_index %ring[%i] : !ttg.memdesc<2x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    ttg.warp_yield
  }
  partition0(%r: !ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>) num_warps(4) {
    ttg.warp_return
  } : (!ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>) -> ()
  tt.return
}
}
