// RUN: tawa-opt %s | FileCheck %s
// RUN: tawa-opt --mlir-print-op-generic %s | tawa-opt | FileCheck %s

#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#bars = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory

// CHECK-LABEL: tt.func @dots
tt.func @dots(%a: tensor<128x64xf16>, %b: !ttg.memdesc<64x128xf16, #nvmma, #smem>, %c: tensor<128x128xf32>, %p: i1) {
  // CHECK: %d = nvgpu.dot_issue %a, %b, %c : tensor<128x64xf16> * !ttg.memdesc<64x128xf16, #shared, #smem> -> tensor<128x128xf32>
  %d = nvgpu.dot_issue %a, %b, %c : tensor<128x64xf16> * !ttg.memdesc<64x128xf16, #nvmma, #smem> -> tensor<128x128xf32>
  // CHECK: %e = nvgpu.dot_issue %a, %b, %c, %p {inputPrecision = 0 : i32, maxNumImpreciseAcc = 64 : i32} : tensor<128x64xf16> * !ttg.memdesc<64x128xf16, #shared, #smem> -> tensor<128x128xf32>
  %e = nvgpu.dot_issue %a, %b, %c, %p {inputPrecision = 0 : i32, maxNumImpreciseAcc = 64 : i32} : tensor<128x64xf16> * !ttg.memdesc<64x128xf16, #nvmma, #smem> -> tensor<128x128xf32>
  // CHECK: %w:2 = nvgpu.dot_wait %d, %e {pendings = 1 : i32} : tensor<128x128xf32>, tensor<128x128xf32>
  %w:2 = nvgpu.dot_wait %d, %e {pendings = 1 : i32} : tensor<128x128xf32>, tensor<128x128xf32>
  tt.return
}

// CHECK-LABEL: tt.func @barriers
tt.func @barriers(%bars: !ttg.memdesc<3x1xi64, #bars, #smem, mutable>, %bar: !ttg.memdesc<1xi64, #bars, #smem, mutable>, %parity: i32, %p: i1) {
  // CHECK: nvgpu.mbarrier.init %bars {count = 2 : i32} : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable>
  nvgpu.mbarrier.init %bars {count = 2 : i32} : !ttg.memdesc<3x1xi64, #bars, #smem, mutable>
  // CHECK-NEXT: nvgpu.fence.mbarrier_init
  nvgpu.fence.mbarrier_init
  // CHECK-NEXT: nvgpu.mbarrier.wait %bar, %parity : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  nvgpu.mbarrier.wait %bar, %parity : !ttg.memdesc<1xi64, #bars, #smem, mutable>
  // CHECK-NEXT: nvgpu.mbarrier.expect %bar {bytes = 49152 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  nvgpu.mbarrier.expect %bar {bytes = 49152 : i32} : !ttg.memdesc<1xi64, #bars, #smem, mutable>
  // CHECK-NEXT: nvgpu.mbarrier.arrive %bar, warp_group : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  nvgpu.mbarrier.arrive %bar, warp_group : !ttg.memdesc<1xi64, #bars, #smem, mutable>
  // CHECK-NEXT: nvgpu.mbarrier.arrive %bar, warp if %p : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  nvgpu.mbarrier.arrive %bar, warp if %p : !ttg.memdesc<1xi64, #bars, #smem, mutable>
  // CHECK-NEXT: nvgpu.mbarrier.arrive %bar, thread : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  nvgpu.mbarrier.arrive %bar, thread : !ttg.memdesc<1xi64, #bars, #smem, mutable>
  // CHECK-NEXT: nvgpu.mbarrier.inval %bars : !ttg.memdesc<3x1xi64, #shared1, #smem, mutable>
  nvgpu.mbarrier.inval %bars : !ttg.memdesc<3x1xi64, #bars, #smem, mutable>
  // CHECK-NEXT: nvgpu.barrier {id = 3 : i32}
  nvgpu.barrier {id = 3 : i32}
  // CHECK-NEXT: nvgpu.turn.open {barrier = 1 : i32, groups = 2 : i32, number = 0 : i32}
  nvgpu.turn.open {barrier = 1 : i32, groups = 2 : i32, number = 0 : i32}
  // CHECK-NEXT: nvgpu.turn.take {barrier = 1 : i32, groups = 2 : i32, number = 0 : i32}
  nvgpu.turn.take {barrier = 1 : i32, groups = 2 : i32, number = 0 : i32}
  // CHECK-NEXT: nvgpu.turn.pass {barrier = 1 : i32, groups = 2 : i32, number = 0 : i32}
  nvgpu.turn.pass {barrier = 1 : i32, groups = 2 : i32, number = 0 : i32}
  // CHECK-NEXT: nvgpu.mbarrier.arrive %bar, warp_group if %p {ctas = 2 : i32} : !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  nvgpu.mbarrier.arrive %bar, warp_group if %p {ctas = 2 : i32} : !ttg.memdesc<1xi64, #bars, #smem, mutable>
  // CHECK-NEXT: nvgpu.cluster_barrier
  nvgpu.cluster_barrier
  tt.return
}

// CHECK-LABEL: tt.func @copies
tt.func @copies(%desc: !tt.tensordesc<tensor<128x64xf16, #nvmma>>, %i: i32, %tile: !ttg.memdesc<128x64xf16, #nvmma, #smem, mutable>,
    %bar: !ttg.memdesc<1xi64, #bars, #smem, mutable>, %v: tensor<128x64xf16>, %staging: !ttg.memdesc<2x64x64xf16, #nvmma, #smem, mutable>) {
  // CHECK: nvgpu.tma.load %desc[%i, %i], %tile, %bar : !tt.tensordesc<tensor<128x64xf16, #shared>>, !ttg.memdesc<128x64xf16, #shared, #smem, mutable>, !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  nvgpu.tma.load %desc[%i, %i], %tile, %bar : !tt.tensordesc<tensor<128x64xf16, #nvmma>>, !ttg.memdesc<128x64xf16, #nvmma, #smem, mutable>, !ttg.memdesc<1xi64, #bars, #smem, mutable>
  // CHECK-NEXT: nvgpu.tma.load %desc[%i, %i], %tile, %bar {ctas = 2 : i32} : !tt.tensordesc<tensor<128x64xf16, #shared>>, !ttg.memdesc<128x64xf16, #shared, #smem, mutable>, !ttg.memdesc<1xi64, #shared1, #smem, mutable>
  nvgpu.tma.load %desc[%i, %i], %tile, %bar {ctas = 2 : i32} : !tt.tensordesc<tensor<128x64xf16, #nvmma>>, !ttg.memdesc<128x64xf16, #nvmma, #smem, mutable>, !ttg.memdesc<1xi64, #bars, #smem, mutable>
  // CHECK-NEXT: nvgpu.fence.async_shared
  nvgpu.fence.async_shared
  // CHECK-NEXT: nvgpu.tma.store %desc[%i, %i], %tile : !tt.tensordesc<tensor<128x64xf16, #shared>>, !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
  nvgpu.tma.store %desc[%i, %i], %tile : !tt.tensordesc<tensor<128x64xf16, #nvmma>>, !ttg.memdesc<128x64xf16, #nvmma, #smem, mutable>
  // CHECK-NEXT: nvgpu.tma.store_tile %desc[%i, %i], %v, %staging {barrier = 1 : i32} : !tt.tensordesc<tensor<128x64xf16, #shared>>, tensor<128x64xf16>, !ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>
  nvgpu.tma.store_tile %desc[%i, %i], %v, %staging {barrier = 1 : i32} : !tt.tensordesc<tensor<128x64xf16, #nvmma>>, tensor<128x64xf16>, !ttg.memdesc<2x64x64xf16, #nvmma, #smem, mutable>
  // CHECK-NEXT: nvgpu.tma.store_wait {pendings = 0 : i32}
  nvgpu.tma.store_wait {pendings = 0 : i32}
  tt.return
}

// CHECK-LABEL: tt.func @tensormaps
tt.func @tensormaps(%p: !tt.ptr<f16>, %i: i32, %s: i64) {
  // CHECK: %maps = nvgpu.tensormap.alloc {slots = 2 : i32} : !tt.tensordesc<tensor<128x64xf16, #shared>>
  %maps = nvgpu.tensormap.alloc {slots = 2 : i32} : !tt.tensordesc<tensor<128x64xf16, #nvmma>>
  // CHECK-NEXT: %nans = nvgpu.tensormap.alloc {padding = 2 : i32, slots = 1 : i32} : !tt.tensordesc<tensor<128x64xf16, #shared>>
  %nans = nvgpu.tensormap.alloc {slots = 1 : i32, padding = 2 : i32} : !tt.tensordesc<tensor<128x64xf16, #nvmma>>
  // CHECK-NEXT: %map = nvgpu.tensormap.slot %maps[%i] : !tt.tensordesc<tensor<128x64xf16, #shared>>
  %map = nvgpu.tensormap.slot %maps[%i] : !tt.tensordesc<tensor<128x64xf16, #nvmma>>
  // CHECK-NEXT: nvgpu.tensormap.make %map, %p, [%i, %i], [%s, %s] : !tt.tensordesc<tensor<128x64xf16, #shared>>, !tt.ptr<f16>
  nvgpu.tensormap.make %map, %p, [%i, %i], [%s, %s] : !tt.tensordesc<tensor<128x64xf16, #nvmma>>, !tt.ptr<f16>
  // CHECK-NEXT: nvgpu.tensormap.release
  nvgpu.tensormap.release
  // CHECK-NEXT: nvgpu.tensormap.acquire %map : !tt.tensordesc<tensor<128x64xf16, #shared>>
  nvgpu.tensormap.acquire %map : !tt.tensordesc<tensor<128x64xf16, #nvmma>>
  tt.return
}
