// RUN: tawa-opt %s | FileCheck %s

#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#smem = #ttg.shared_memory
!rows = !ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>
!view = !ttg.memdesc<64x64xf16, #shared, #smem, mutable>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @arefs(%a: !rows, %b: !rows, %stage: i32, %phase: i32) {
    %r = nvws.aref.create %a, %b : <[!rows, !rows]>
    %p:2, %t = nvws.aref.put.enter %r[%stage, %phase] : <[!rows, !rows]> -> !view, !view, !ttg.async.token
    %again:2 = nvws.aref.buffer %r[%stage], %t : <[!rows, !rows]>, !ttg.async.token -> !view, !view
    nvws.aref.put.exit %r[%stage], %t [#nvws.async_op<tma_load>, #nvws.async_op<none>] : <[!rows, !rows]>, !ttg.async.token
    // The head of the type may be written.
    %g:2, %u = nvws.aref.get.enter %r {ttg.partition = array<i32: 1>} : !nvws.aref<[!rows, !rows]> -> !view, !view, !ttg.async.token
    nvws.aref.get.exit %r, %u [#nvws.async_op<wgmma>] : <[!rows, !rows]>, !ttg.async.token
    %x = nvws.aref.phi %stage, %phase : i32
    tt.return
  }

  tt.func @groups(%c: i32) {
    nvws.warp_group
    partition0 num_warps(4) {
      nvws.warp_group.yield
    }
    partition1 num_warps(2) {
      nvws.warp_group.return
    }
    %0:2 = nvws.warp_group attributes {tag = 1 : i32}
    partition0 num_warps(8) {
      nvws.warp_group.yield %c, %c : i32, i32
    } : i32, i32
    tt.return
  }

  tt.func @tokens(%i: i32, %phase: i1) {
    %t = nvws.create_token {loadType = 2 : i32, numBuffers = 3 : i32} : tensor<3x!nvws.token>
    nvws.producer_acquire %t, %i, %phase : tensor<3x!nvws.token>, i32, i1
    nvws.producer_commit %t, %i : tensor<3x!nvws.token>, i32
    nvws.consumer_wait %t, %i, %phase : tensor<3x!nvws.token>, i32, i1
    nvws.consumer_release %t, %i : tensor<3x!nvws.token>, i32
    tt.return
  }

  tt.func @loads(%d: !tt.tensordesc<tensor<64x64xf16>>, %r: !tt.tensordesc<tensor<1x64xf16>>, %i: i32, %xs: tensor<64xi32, #blocked>, %m: !view) {
    nvws.descriptor_load %d[%i, %i] 8192 %m evictionPolicy = evict_last : !tt.tensordesc<tensor<64x64xf16>>, i32, i32, !view
    nvws.descriptor_gather %r[%xs, %i] 8192 %m : !tt.tensordesc<tensor<1x64xf16>>, tensor<64xi32, #blocked>, i32, !view
    nvws.clc_try_cancel %m : !view
    tt.return
  }
}

// The checks from here on are written by the tool's own `checks --update`.
// CHECK:       #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT:  #shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK-NEXT:  #smem = #ttg.shared_memory
// CHECK-NEXT:  module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
// CHECK-LABEL:   tt.func @arefs(
// CHECK-SAME:  [[A:%.*]]: !ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>, [[B:%.*]]: !ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>, [[STAGE:%.*]]: i32, [[PHASE:%.*]]: i32) {
// CHECK-NEXT:      [[R:%.*]] = nvws.aref.create [[A]], [[B]] : <[!ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>]>
// CHECK-NEXT:      [[P:%.*]]:2, [[T:%.*]] = nvws.aref.put.enter [[R]][[[STAGE]], [[PHASE]]] : <[!ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>]> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<64x64xf16, #shared, #smem, mutable>, !ttg.async.token
// CHECK-NEXT:      [[AGAIN:%.*]]:2 = nvws.aref.buffer [[R]][[[STAGE]]], [[T]] : <[!ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>]>, !ttg.async.token -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
// CHECK-NEXT:      nvws.aref.put.exit [[R]][[[STAGE]]], [[T]] [#nvws.async_op<tma_load>, #nvws.async_op<none>] : <[!ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>]>, !ttg.async.token
// CHECK-NEXT:      [[G:%.*]]:2, [[U:%.*]] = nvws.aref.get.enter [[R]] {ttg.partition = array<i32: 1>} : <[!ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>]> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<64x64xf16, #shared, #smem, mutable>, !ttg.async.token
// CHECK-NEXT:      nvws.aref.get.exit [[R]], [[U]] [#nvws.async_op<wgmma>] : <[!ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>]>, !ttg.async.token
// CHECK-NEXT:      [[X:%.*]] = nvws.aref.phi [[STAGE]], [[PHASE]] : i32
// CHECK-NEXT:      tt.return
// CHECK-NEXT:    }
// CHECK-LABEL:   tt.func @groups(
// CHECK-SAME:  [[C:%.*]]: i32) {
// CHECK-NEXT:      nvws.warp_group
// CHECK-NEXT:      partition0 num_warps(4) {
// CHECK-NEXT:        nvws.warp_group.yield
// CHECK-NEXT:      }
// CHECK-NEXT:      partition1 num_warps(2) {
// CHECK-NEXT:        nvws.warp_group.return
// CHECK-NEXT:      }
// CHECK-NEXT:      [[V0:%.*]]:2 = nvws.warp_group attributes {tag = 1 : i32}
// CHECK-NEXT:      partition0 num_warps(8) {
// CHECK-NEXT:        nvws.warp_group.yield [[C]], [[C]] : i32, i32
// CHECK-NEXT:      } : i32, i32
// CHECK-NEXT:      tt.return
// CHECK-NEXT:    }
// CHECK-LABEL:   tt.func @tokens(
// CHECK-SAME:  [[I:%.*]]: i32, [[PHASE:%.*]]: i1) {
// CHECK-NEXT:      [[T:%.*]] = nvws.create_token {loadType = 2 : i32, numBuffers = 3 : i32} : tensor<3x!nvws.token>
// CHECK-NEXT:      nvws.producer_acquire [[T]], [[I]], [[PHASE]] : tensor<3x!nvws.token>, i32, i1
// CHECK-NEXT:      nvws.producer_commit [[T]], [[I]] : tensor<3x!nvws.token>, i32
// CHECK-NEXT:      nvws.consumer_wait [[T]], [[I]], [[PHASE]] : tensor<3x!nvws.token>, i32, i1
// CHECK-NEXT:      nvws.consumer_release [[T]], [[I]] : tensor<3x!nvws.token>, i32
// CHECK-NEXT:      tt.return
// CHECK-NEXT:    }
// CHECK-LABEL:   tt.func @loads(
// CHECK-SAME:  [[D:%.*]]: !tt.tensordesc<tensor<64x64xf16>>, [[R:%.*]]: !tt.tensordesc<tensor<1x64xf16>>, [[I:%.*]]: i32, [[XS:%.*]]: tensor<64xi32, #blocked>, [[M:%.*]]: !ttg.memdesc<64x64xf16, #shared, #smem, mutable>) {
// CHECK-NEXT:      nvws.descriptor_load [[D]][[[I]], [[I]]] 8192 [[M]] evictionPolicy = evict_last : !tt.tensordesc<tensor<64x64xf16>>, i32, i32, !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
// CHECK-NEXT:      nvws.descriptor_gather [[R]][[[XS]], [[I]]] 8192 [[M]] : !tt.tensordesc<tensor<1x64xf16>>, tensor<64xi32, #blocked>, i32, !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
// CHECK-NEXT:      nvws.clc_try_cancel [[M]] : !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
// CHECK-NEXT:      tt.return
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// End of the written checks.
