#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#shared2 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.shared = 65664 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 8 : i32} {
  tt.func public @k(%a: !tt.tensordesc<tensor<64x64xf16, #shared>> {tawa.box = array<i32: 64, 64>}, %a0: i32, %a1: i32, %a2: i64, %a3: i64, %b: !tt.tensordesc<tensor<64x64xf16, #shared>> {tawa.box = array<i32: 64, 64>}, %b0: i32, %b1: i32, %b2: i64, %b3: i64, %c: !tt.tensordesc<tensor<64x64xf32, #shared1>> {tawa.box = array<i32: 64, 32>}, %c0: i32, %c1: i32, %c2: i64, %c3: i64, %p: !tt.ptr<i32>, %n: i32) {
    %z = arith.constant 0 : i32
    %c4_i32 = arith.constant 4 : i32
    %one = arith.constant 1 : i32
    %buffer = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<4x64x64xf16, #shared, #smem, mutable>
    %full = ttg.local_alloc {allocation.offset = 65536 : i32} : () -> !ttg.memdesc<4x1xi64, #shared2, #smem, mutable>
    %empty = ttg.local_alloc {allocation.offset = 65568 : i32} : () -> !ttg.memdesc<4x1xi64, #shared2, #smem, mutable>
    nvgpu.mbarrier.init %full {count = 1 : i32} : !ttg.memdesc<4x1xi64, #shared2, #smem, mutable>
    nvgpu.mbarrier.init %empty {count = 4 : i32} : !ttg.memdesc<4x1xi64, #shared2, #smem, mutable>
    %buffer_0 = ttg.local_alloc {allocation.offset = 32768 : i32} : () -> !ttg.memdesc<4x64x64xf16, #shared, #smem, mutable>
    %full_1 = ttg.local_alloc {allocation.offset = 65600 : i32} : () -> !ttg.memdesc<4x1xi64, #shared2, #smem, mutable>
    %empty_2 = ttg.local_alloc {allocation.offset = 65632 : i32} : () -> !ttg.memdesc<4x1xi64, #shared2, #smem, mutable>
    nvgpu.mbarrier.init %full_1 {count = 1 : i32} : !ttg.memdesc<4x1xi64, #shared2, #smem, mutable>
    nvgpu.mbarrier.init %empty_2 {count = 1 : i32} : !ttg.memdesc<4x1xi64, #shared2, #smem, mutable>
    nvgpu.fence.mbarrier_init
    gpu.barrier
    %0 = ttg.local_alloc {allocation.offset = 0 : i32, tawa.over_ring} : () -> !ttg.memdesc<2x64x32xf32, #shared1, #smem, mutable>
    ttg.warp_specialize(%n, %a, %b, %full, %empty, %buffer, %full_1, %empty_2, %buffer_0) attributes {actualRegisters = array<i32: 248, 40>, warpGroupStartIds = array<i32: 4>}
    default {
      %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
      %r, %slot, %phase, %slot_3, %phase_4 = scf.for %k = %z to %n step %one iter_args(%acc = %zero, %slot_5 = %z, %phase_6 = %z, %slot_7 = %z, %phase_8 = %z) -> (tensor<64x64xf32, #mma>, i32, i32, i32, i32)  : i32 {
        %full_9 = ttg.memdesc_index %full[%slot_5] : !ttg.memdesc<4x1xi64, #shared2, #smem, mutable> -> !ttg.memdesc<1xi64, #shared2, #smem, mutable>
        nvgpu.mbarrier.wait %full_9, %phase_6 : !ttg.memdesc<1xi64, #shared2, #smem, mutable>
        %x0 = ttg.memdesc_index %buffer[%slot_5] : !ttg.memdesc<4x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
        %x0_10 = ttg.local_load %x0 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
        %x = arith.addf %x0_10, %x0_10 : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
        %empty_11 = ttg.memdesc_index %empty[%slot_5] : !ttg.memdesc<4x1xi64, #shared2, #smem, mutable> -> !ttg.memdesc<1xi64, #shared2, #smem, mutable>
        nvgpu.mbarrier.arrive %empty_11, warp : !ttg.memdesc<1xi64, #shared2, #smem, mutable>
        %1 = arith.addi %slot_5, %one : i32
        %2 = arith.cmpi eq, %1, %c4_i32 : i32
        %slot_12 = arith.select %2, %z, %1 : i32
        %3 = arith.extui %2 : i1 to i32
        %phase_13 = arith.xori %phase_6, %3 : i32
        %full_14 = ttg.memdesc_index %full_1[%slot_7] : !ttg.memdesc<4x1xi64, #shared2, #smem, mutable> -> !ttg.memdesc<1xi64, #shared2, #smem, mutable>
        nvgpu.mbarrier.wait %full_14, %phase_8 : !ttg.memdesc<1xi64, #shared2, #smem, mutable>
        %y = ttg.memdesc_index %buffer_0[%slot_7] : !ttg.memdesc<4x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
        %4 = arith.cmpi ne, %k, %z : i32
        %d = nvgpu.dot_issue %x, %y, %acc, %4 : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf32, #mma>
        %d_15 = nvgpu.dot_wait %d {pendings = 0 : i32} : tensor<64x64xf32, #mma>
        %empty_16 = ttg.memdesc_index %empty_2[%slot_7] : !ttg.memdesc<4x1xi64, #shared2, #smem, mutable> -> !ttg.memdesc<1xi64, #shared2, #smem, mutable>
        nvgpu.mbarrier.arrive %empty_16, warp_group : !ttg.memdesc<1xi64, #shared2, #smem, mutable>
        %5 = arith.addi %slot_7, %one : i32
        %6 = arith.cmpi eq, %5, %c4_i32 : i32
        %slot_17 = arith.select %6, %z, %5 : i32
        %7 = arith.extui %6 : i1 to i32
        %phase_18 = arith.xori %phase_8, %7 : i32
        scf.yield %d_15, %slot_12, %phase_13, %slot_17, %phase_18 : tensor<64x64xf32, #mma>, i32, i32, i32, i32
      }
      nvgpu.barrier {id = 15 : i32}
      nvgpu.tma.store_tile %c[%z, %z], %r, %0 {barrier = 1 : i32} : !tt.tensordesc<tensor<64x64xf32, #shared1>>, tensor<64x64xf32, #mma>, !ttg.memdesc<2x64x32xf32, #shared1, #smem, mutable>
      nvgpu.tma.store_wait {pendings = 0 : i32}
      ttg.warp_yield
    }
    partition0(%n_3: i32, %a_4: !tt.tensordesc<tensor<64x64xf16, #shared>>, %b_5: !tt.tensordesc<tensor<64x64xf16, #shared>>, %full_6: !ttg.memdesc<4x1xi64, #shared2, #smem, mutable>, %empty_7: !ttg.memdesc<4x1xi64, #shared2, #smem, mutable>, %buffer_8: !ttg.memdesc<4x64x64xf16, #shared, #smem, mutable>, %full_9: !ttg.memdesc<4x1xi64, #shared2, #smem, mutable>, %empty_10: !ttg.memdesc<4x1xi64, #shared2, #smem, mutable>, %buffer_11: !ttg.memdesc<4x64x64xf16, #shared, #smem, mutable>) num_warps(4) {
      %z_12 = arith.constant 0 : i32
      %one_13 = arith.constant 1 : i32
      %c4_i32_14 = arith.constant 4 : i32
      %s64 = arith.constant 64 : i32
      %slot, %phase, %slot_15, %phase_16 = scf.for %k = %z_12 to %n_3 step %one_13 iter_args(%slot_17 = %z_12, %phase_18 = %z_12, %slot_19 = %z_12, %phase_20 = %z_12) -> (i32, i32, i32, i32)  : i32 {
        %o = arith.muli %k, %s64 : i32
        %1 = arith.xori %phase_18, %one_13 : i32
        %empty_21 = ttg.memdesc_index %empty_7[%slot_17] : !ttg.memdesc<4x1xi64, #shared2, #smem, mutable> -> !ttg.memdesc<1xi64, #shared2, #smem, mutable>
        nvgpu.mbarrier.wait %empty_21, %1 : !ttg.memdesc<1xi64, #shared2, #smem, mutable>
        %full_22 = ttg.memdesc_index %full_6[%slot_17] : !ttg.memdesc<4x1xi64, #shared2, #smem, mutable> -> !ttg.memdesc<1xi64, #shared2, #smem, mutable>
        nvgpu.mbarrier.expect %full_22 {bytes = 8192 : i32} : !ttg.memdesc<1xi64, #shared2, #smem, mutable>
        %buffer_23 = ttg.memdesc_index %buffer_8[%slot_17] : !ttg.memdesc<4x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
        nvgpu.tma.load %a_4[%z_12, %o], %buffer_23, %full_22 : !tt.tensordesc<tensor<64x64xf16, #shared>>, !ttg.memdesc<64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<1xi64, #shared2, #smem, mutable>
        %2 = arith.addi %slot_17, %one_13 : i32
        %3 = arith.cmpi eq, %2, %c4_i32_14 : i32
        %slot_24 = arith.select %3, %z_12, %2 : i32
        %4 = arith.extui %3 : i1 to i32
        %phase_25 = arith.xori %phase_18, %4 : i32
        %5 = arith.xori %phase_20, %one_13 : i32
        %empty_26 = ttg.memdesc_index %empty_10[%slot_19] : !ttg.memdesc<4x1xi64, #shared2, #smem, mutable> -> !ttg.memdesc<1xi64, #shared2, #smem, mutable>
        nvgpu.mbarrier.wait %empty_26, %5 : !ttg.memdesc<1xi64, #shared2, #smem, mutable>
        %full_27 = ttg.memdesc_index %full_9[%slot_19] : !ttg.memdesc<4x1xi64, #shared2, #smem, mutable> -> !ttg.memdesc<1xi64, #shared2, #smem, mutable>
        nvgpu.mbarrier.expect %full_27 {bytes = 8192 : i32} : !ttg.memdesc<1xi64, #shared2, #smem, mutable>
        %buffer_28 = ttg.memdesc_index %buffer_11[%slot_19] : !ttg.memdesc<4x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
        nvgpu.tma.load %b_5[%o, %z_12], %buffer_28, %full_27 : !tt.tensordesc<tensor<64x64xf16, #shared>>, !ttg.memdesc<64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<1xi64, #shared2, #smem, mutable>
        %6 = arith.addi %slot_19, %one_13 : i32
        %7 = arith.cmpi eq, %6, %c4_i32_14 : i32
        %slot_29 = arith.select %7, %z_12, %6 : i32
        %8 = arith.extui %7 : i1 to i32
        %phase_30 = arith.xori %phase_20, %8 : i32
        scf.yield %slot_24, %phase_25, %slot_29, %phase_30 : i32, i32, i32, i32
      }
      ttg.warp_return
    } : (i32, !tt.tensordesc<tensor<64x64xf16, #shared>>, !tt.tensordesc<tensor<64x64xf16, #shared>>, !ttg.memdesc<4x1xi64, #shared2, #smem, mutable>, !ttg.memdesc<4x1xi64, #shared2, #smem, mutable>, !ttg.memdesc<4x64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<4x1xi64, #shared2, #smem, mutable>, !ttg.memdesc<4x1xi64, #shared2, #smem, mutable>, !ttg.memdesc<4x64x64xf16, #shared, #smem, mutable>) -> ()
    tt.return
  }
}
