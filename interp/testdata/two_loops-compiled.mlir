#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#shared1 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 32}>
#shared2 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.shared = 65600 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 8 : i32} {
  tt.func public @k(%a: !tt.tensordesc<tensor<64x64xf16, #shared>> {tawa.box = array<i32: 64, 64>}, %a0: i32, %a1: i32, %a2: i64, %a3: i64, %b: !tt.tensordesc<tensor<64x64xf16, #shared>> {tawa.box = array<i32: 64, 64>}, %b0: i32, %b1: i32, %b2: i64, %b3: i64, %c: !tt.tensordesc<tensor<64x64xf32, #shared1>> {tawa.box = array<i32: 64, 32>}, %c0: i32, %c1: i32, %c2: i64, %c3: i64, %p: !tt.ptr<i32>, %n: i32) {
    %z = arith.constant 0 : i32
    %c4_i32 = arith.constant 4 : i32
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %buffer = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<4x64x64xf16, #shared, #smem, mutable>
    %buffer_0 = ttg.local_alloc {allocation.offset = 32768 : i32} : () -> !ttg.memdesc<4x64x64xf16, #shared, #smem, mutable>
    %full = ttg.local_alloc {allocation.offset = 65536 : i32} : () -> !ttg.memdesc<4x1xi64, #shared2, #smem, mutable>
    %empty = ttg.local_alloc {allocation.offset = 65568 : i32} : () -> !ttg.memdesc<4x1xi64, #shared2, #smem, mutable>
    nvgpu.mbarrier.init %full {count = 1 : i32} : !ttg.memdesc<4x1xi64, #shared2, #smem, mutable>
    nvgpu.mbarrier.init %empty {count = 1 : i32} : !ttg.memdesc<4x1xi64, #shared2, #smem, mutable>
    nvgpu.fence.mbarrier_init
    gpu.barrier
    %0 = ttg.local_alloc {allocation.offset = 0 : i32, tawa.over_ring} : () -> !ttg.memdesc<2x64x32xf32, #shared1, #smem, mutable>
    ttg.warp_specialize(%n, %a, %b, %full, %empty, %buffer, %buffer_0) attributes {actualRegisters = array<i32: 248, 40>, warpGroupStartIds = array<i32: 4>}
    default {
      %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #mma>
      %r, %slot, %phase = scf.for %k = %z to %n step %one iter_args(%acc = %zero, %slot_9 = %z, %phase_10 = %z) -> (tensor<64x64xf32, #mma>, i32, i32)  : i32 {
        %full_11 = ttg.memdesc_index %full[%slot_9] : !ttg.memdesc<4x1xi64, #shared2, #smem, mutable> -> !ttg.memdesc<1xi64, #shared2, #smem, mutable>
        nvgpu.mbarrier.wait %full_11, %phase_10 : !ttg.memdesc<1xi64, #shared2, #smem, mutable>
        %x = ttg.memdesc_index %buffer[%slot_9] : !ttg.memdesc<4x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
        %y = ttg.memdesc_index %buffer_0[%slot_9] : !ttg.memdesc<4x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
        %9 = arith.cmpi ne, %k, %z : i32
        %d = nvgpu.dot_issue %x, %y, %acc, %9 : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> * !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf32, #mma>
        %d_12 = nvgpu.dot_wait %d {pendings = 1 : i32} : tensor<64x64xf32, #mma>
        %10 = arith.subi %slot_9, %one : i32
        %c3_i32_13 = arith.constant 3 : i32
        %11 = arith.addi %slot_9, %c3_i32_13 : i32
        %12 = arith.cmpi slt, %10, %z : i32
        %slot_14 = arith.select %12, %11, %10 : i32
        %empty_15 = ttg.memdesc_index %empty[%slot_14] : !ttg.memdesc<4x1xi64, #shared2, #smem, mutable> -> !ttg.memdesc<1xi64, #shared2, #smem, mutable>
        nvgpu.mbarrier.arrive %empty_15, warp_group if %9 : !ttg.memdesc<1xi64, #shared2, #smem, mutable>
        %13 = arith.addi %slot_9, %one : i32
        %14 = arith.cmpi eq, %13, %c4_i32 : i32
        %slot_16 = arith.select %14, %z, %13 : i32
        %15 = arith.extui %14 : i1 to i32
        %phase_17 = arith.xori %phase_10, %15 : i32
        scf.yield %d_12, %slot_16, %phase_17 : tensor<64x64xf32, #mma>, i32, i32
      }
      %r_1 = nvgpu.dot_wait %r {pendings = 0 : i32} : tensor<64x64xf32, #mma>
      %1 = arith.cmpi sgt, %n, %z : i32
      %2 = arith.subi %slot, %one : i32
      %c3_i32 = arith.constant 3 : i32
      %3 = arith.addi %slot, %c3_i32 : i32
      %4 = arith.cmpi slt, %2, %z : i32
      %slot_2 = arith.select %4, %3, %2 : i32
      %empty_3 = ttg.memdesc_index %empty[%slot_2] : !ttg.memdesc<4x1xi64, #shared2, #smem, mutable> -> !ttg.memdesc<1xi64, #shared2, #smem, mutable>
      nvgpu.mbarrier.arrive %empty_3, warp_group if %1 : !ttg.memdesc<1xi64, #shared2, #smem, mutable>
      %r2, %slot_4, %phase_5 = scf.for %k = %one to %n step %two iter_args(%acc = %r_1, %slot_9 = %slot, %phase_10 = %phase) -> (tensor<64x64xf32, #mma>, i32, i32)  : i32 {
        %full_11 = ttg.memdesc_index %full[%slot_9] : !ttg.memdesc<4x1xi64, #shared2, #smem, mutable> -> !ttg.memdesc<1xi64, #shared2, #smem, mutable>
        nvgpu.mbarrier.wait %full_11, %phase_10 : !ttg.memdesc<1xi64, #shared2, #smem, mutable>
        %x = ttg.memdesc_index %buffer[%slot_9] : !ttg.memdesc<4x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
        %y = ttg.memdesc_index %buffer_0[%slot_9] : !ttg.memdesc<4x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
        %d = nvgpu.dot_issue %x, %y, %acc : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> * !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf32, #mma>
        %d_12 = nvgpu.dot_wait %d {pendings = 1 : i32} : tensor<64x64xf32, #mma>
        %9 = arith.cmpi ne, %k, %one : i32
        %10 = arith.subi %slot_9, %one : i32
        %11 = arith.addi %slot_9, %c3_i32 : i32
        %12 = arith.cmpi slt, %10, %z : i32
        %slot_13 = arith.select %12, %11, %10 : i32
        %empty_14 = ttg.memdesc_index %empty[%slot_13] : !ttg.memdesc<4x1xi64, #shared2, #smem, mutable> -> !ttg.memdesc<1xi64, #shared2, #smem, mutable>
        nvgpu.mbarrier.arrive %empty_14, warp_group if %9 : !ttg.memdesc<1xi64, #shared2, #smem, mutable>
        %13 = arith.addi %slot_9, %one : i32
        %14 = arith.cmpi eq, %13, %c4_i32 : i32
        %slot_15 = arith.select %14, %z, %13 : i32
        %15 = arith.extui %14 : i1 to i32
        %phase_16 = arith.xori %phase_10, %15 : i32
        scf.yield %d_12, %slot_15, %phase_16 : tensor<64x64xf32, #mma>, i32, i32
      }
      %r2_6 = nvgpu.dot_wait %r2 {pendings = 0 : i32} : tensor<64x64xf32, #mma>
      %5 = arith.cmpi sgt, %n, %one : i32
      %6 = arith.subi %slot_4, %one : i32
      %7 = arith.addi %slot_4, %c3_i32 : i32
      %8 = arith.cmpi slt, %6, %z : i32
      %slot_7 = arith.select %8, %7, %6 : i32
      %empty_8 = ttg.memdesc_index %empty[%slot_7] : !ttg.memdesc<4x1xi64, #shared2, #smem, mutable> -> !ttg.memdesc<1xi64, #shared2, #smem, mutable>
      nvgpu.mbarrier.arrive %empty_8, warp_group if %5 : !ttg.memdesc<1xi64, #shared2, #smem, mutable>
      nvgpu.barrier {id = 15 : i32}
      nvgpu.tma.store_tile %c[%z, %z], %r2_6, %0 {barrier = 1 : i32} : !tt.tensordesc<tensor<64x64xf32, #shared1>>, tensor<64x64xf32, #mma>, !ttg.memdesc<2x64x32xf32, #shared1, #smem, mutable>
      nvgpu.tma.store_wait {pendings = 0 : i32}
      ttg.warp_yield
    }
    partition0(%n_1: i32, %a_2: !tt.tensordesc<tensor<64x64xf16, #shared>>, %b_3: !tt.tensordesc<tensor<64x64xf16, #shared>>, %full_4: !ttg.memdesc<4x1xi64, #shared2, #smem, mutable>, %empty_5: !ttg.memdesc<4x1xi64, #shared2, #smem, mutable>, %buffer_6: !ttg.memdesc<4x64x64xf16, #shared, #smem, mutable>, %buffer_7: !ttg.memdesc<4x64x64xf16, #shared, #smem, mutable>) num_warps(4) {
      %z_8 = arith.constant 0 : i32
      %one_9 = arith.constant 1 : i32
      %c4_i32_10 = arith.constant 4 : i32
      %two_11 = arith.constant 2 : i32
      %s64 = arith.constant 64 : i32
      %slot, %phase = scf.for %k = %z_8 to %n_1 step %one_9 iter_args(%slot_14 = %z_8, %phase_15 = %z_8) -> (i32, i32)  : i32 {
        %o = arith.muli %k, %s64 : i32
        %1 = arith.xori %phase_15, %one_9 : i32
        %empty_16 = ttg.memdesc_index %empty_5[%slot_14] : !ttg.memdesc<4x1xi64, #shared2, #smem, mutable> -> !ttg.memdesc<1xi64, #shared2, #smem, mutable>
        nvgpu.mbarrier.wait %empty_16, %1 : !ttg.memdesc<1xi64, #shared2, #smem, mutable>
        %full_17 = ttg.memdesc_index %full_4[%slot_14] : !ttg.memdesc<4x1xi64, #shared2, #smem, mutable> -> !ttg.memdesc<1xi64, #shared2, #smem, mutable>
        nvgpu.mbarrier.expect %full_17 {bytes = 16384 : i32} : !ttg.memdesc<1xi64, #shared2, #smem, mutable>
        %buffer_18 = ttg.memdesc_index %buffer_6[%slot_14] : !ttg.memdesc<4x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
        nvgpu.tma.load %a_2[%z_8, %o], %buffer_18, %full_17 : !tt.tensordesc<tensor<64x64xf16, #shared>>, !ttg.memdesc<64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<1xi64, #shared2, #smem, mutable>
        %buffer_19 = ttg.memdesc_index %buffer_7[%slot_14] : !ttg.memdesc<4x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
        nvgpu.tma.load %b_3[%o, %z_8], %buffer_19, %full_17 : !tt.tensordesc<tensor<64x64xf16, #shared>>, !ttg.memdesc<64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<1xi64, #shared2, #smem, mutable>
        %2 = arith.addi %slot_14, %one_9 : i32
        %3 = arith.cmpi eq, %2, %c4_i32_10 : i32
        %slot_20 = arith.select %3, %z_8, %2 : i32
        %4 = arith.extui %3 : i1 to i32
        %phase_21 = arith.xori %phase_15, %4 : i32
        scf.yield %slot_20, %phase_21 : i32, i32
      }
      %slot_12, %phase_13 = scf.for %k = %one_9 to %n_1 step %two_11 iter_args(%slot_14 = %slot, %phase_15 = %phase) -> (i32, i32)  : i32 {
        %o = arith.muli %k, %s64 : i32
        %1 = arith.xori %phase_15, %one_9 : i32
        %empty_16 = ttg.memdesc_index %empty_5[%slot_14] : !ttg.memdesc<4x1xi64, #shared2, #smem, mutable> -> !ttg.memdesc<1xi64, #shared2, #smem, mutable>
        nvgpu.mbarrier.wait %empty_16, %1 : !ttg.memdesc<1xi64, #shared2, #smem, mutable>
        %full_17 = ttg.memdesc_index %full_4[%slot_14] : !ttg.memdesc<4x1xi64, #shared2, #smem, mutable> -> !ttg.memdesc<1xi64, #shared2, #smem, mutable>
        nvgpu.mbarrier.expect %full_17 {bytes = 16384 : i32} : !ttg.memdesc<1xi64, #shared2, #smem, mutable>
        %buffer_18 = ttg.memdesc_index %buffer_6[%slot_14] : !ttg.memdesc<4x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
        nvgpu.tma.load %a_2[%z_8, %o], %buffer_18, %full_17 : !tt.tensordesc<tensor<64x64xf16, #shared>>, !ttg.memdesc<64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<1xi64, #shared2, #smem, mutable>
        %buffer_19 = ttg.memdesc_index %buffer_7[%slot_14] : !ttg.memdesc<4x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
        nvgpu.tma.load %b_3[%o, %z_8], %buffer_19, %full_17 : !tt.tensordesc<tensor<64x64xf16, #shared>>, !ttg.memdesc<64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<1xi64, #shared2, #smem, mutable>
        %2 = arith.addi %slot_14, %one_9 : i32
        %3 = arith.cmpi eq, %2, %c4_i32_10 : i32
        %slot_20 = arith.select %3, %z_8, %2 : i32
        %4 = arith.extui %3 : i1 to i32
        %phase_21 = arith.xori %phase_15, %4 : i32
        scf.yield %slot_20, %phase_21 : i32, i32
      }
      ttg.warp_return
    } : (i32, !tt.tensordesc<tensor<64x64xf16, #shared>>, !tt.tensordesc<tensor<64x64xf16, #shared>>, !ttg.memdesc<4x1xi64, #shared2, #smem, mutable>, !ttg.memdesc<4x1xi64, #shared2, #smem, mutable>, !ttg.memdesc<4x64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<4x64x64xf16, #shared, #smem, mutable>) -> ()
    tt.return
  }
}
