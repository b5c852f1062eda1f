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
      %r, %slot, %phase = scf.for %k = %z to %n step %one iter_args(%acc = %zero, %slot_1 = %z, %phase_2 = %z) -> (tensor<64x64xf32, #mma>, i32, i32)  : i32 {
        %m = arith.remsi %k, %two : i32
        %g = arith.cmpi eq, %m, %z : i32
        %r1, %slot_3, %phase_4 = scf.if %g -> (tensor<64x64xf32, #mma>, i32, i32) {
          %full_5 = ttg.memdesc_index %full[%slot_1] : !ttg.memdesc<4x1xi64, #shared2, #smem, mutable> -> !ttg.memdesc<1xi64, #shared2, #smem, mutable>
          nvgpu.mbarrier.wait %full_5, %phase_2 : !ttg.memdesc<1xi64, #shared2, #smem, mutable>
          %x = ttg.memdesc_index %buffer[%slot_1] : !ttg.memdesc<4x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
          %y = ttg.memdesc_index %buffer_0[%slot_1] : !ttg.memdesc<4x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
          %d = nvgpu.dot_issue %x, %y, %acc : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> * !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf32, #mma>
          %d_6 = nvgpu.dot_wait %d {pendings = 0 : i32} : tensor<64x64xf32, #mma>
          %empty_7 = ttg.memdesc_index %empty[%slot_1] : !ttg.memdesc<4x1xi64, #shared2, #smem, mutable> -> !ttg.memdesc<1xi64, #shared2, #smem, mutable>
          nvgpu.mbarrier.arrive %empty_7, warp_group : !ttg.memdesc<1xi64, #shared2, #smem, mutable>
          %1 = arith.addi %slot_1, %one : i32
          %2 = arith.cmpi eq, %1, %c4_i32 : i32
          %slot_8 = arith.select %2, %z, %1 : i32
          %3 = arith.extui %2 : i1 to i32
          %phase_9 = arith.xori %phase_2, %3 : i32
          scf.yield %d_6, %slot_8, %phase_9 : tensor<64x64xf32, #mma>, i32, i32
        } else {
          scf.yield %acc, %slot_1, %phase_2 : tensor<64x64xf32, #mma>, i32, i32
        }
        scf.yield %r1, %slot_3, %phase_4 : tensor<64x64xf32, #mma>, i32, i32
      }
      nvgpu.barrier {id = 15 : i32}
      nvgpu.tma.store_tile %c[%z, %z], %r, %0 {barrier = 1 : i32} : !tt.tensordesc<tensor<64x64xf32, #shared1>>, tensor<64x64xf32, #mma>, !ttg.memdesc<2x64x32xf32, #shared1, #smem, mutable>
      nvgpu.tma.store_wait {pendings = 0 : i32}
      ttg.warp_yield
    }
    partition0(%n_1: i32, %a_2: !tt.tensordesc<tensor<64x64xf16, #shared>>, %b_3: !tt.tensordesc<tensor<64x64xf16, #shared>>, %full_4: !ttg.memdesc<4x1xi64, #shared2, #smem, mutable>, %empty_5: !ttg.memdesc<4x1xi64, #shared2, #smem, mutable>, %buffer_6: !ttg.memdesc<4x64x64xf16, #shared, #smem, mutable>, %buffer_7: !ttg.memdesc<4x64x64xf16, #shared, #smem, mutable>) num_warps(4) {
      %z_8 = arith.constant 0 : i32
      %one_9 = arith.constant 1 : i32
      %c4_i32_10 = arith.constant 4 : i32
      %two_11 = arith.constant 2 : i32
      %s64 = arith.constant 64 : i32
      %slot, %phase = scf.for %k = %z_8 to %n_1 step %one_9 iter_args(%slot_12 = %z_8, %phase_13 = %z_8) -> (i32, i32)  : i32 {
        %o = arith.muli %k, %s64 : i32
        %m = arith.remsi %k, %two_11 : i32
        %g = arith.cmpi eq, %m, %z_8 : i32
        %slot_14, %phase_15 = scf.if %g -> (i32, i32) {
          %1 = arith.xori %phase_13, %one_9 : i32
          %empty_16 = ttg.memdesc_index %empty_5[%slot_12] : !ttg.memdesc<4x1xi64, #shared2, #smem, mutable> -> !ttg.memdesc<1xi64, #shared2, #smem, mutable>
          nvgpu.mbarrier.wait %empty_16, %1 : !ttg.memdesc<1xi64, #shared2, #smem, mutable>
          %full_17 = ttg.memdesc_index %full_4[%slot_12] : !ttg.memdesc<4x1xi64, #shared2, #smem, mutable> -> !ttg.memdesc<1xi64, #shared2, #smem, mutable>
          nvgpu.mbarrier.expect %full_17 {bytes = 16384 : i32} : !ttg.memdesc<1xi64, #shared2, #smem, mutable>
          %buffer_18 = ttg.memdesc_index %buffer_6[%slot_12] : !ttg.memdesc<4x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
          nvgpu.tma.load %a_2[%z_8, %o], %buffer_18, %full_17 : !tt.tensordesc<tensor<64x64xf16, #shared>>, !ttg.memdesc<64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<1xi64, #shared2, #smem, mutable>
          %buffer_19 = ttg.memdesc_index %buffer_7[%slot_12] : !ttg.memdesc<4x64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
          nvgpu.tma.load %b_3[%o, %z_8], %buffer_19, %full_17 : !tt.tensordesc<tensor<64x64xf16, #shared>>, !ttg.memdesc<64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<1xi64, #shared2, #smem, mutable>
          %2 = arith.addi %slot_12, %one_9 : i32
          %3 = arith.cmpi eq, %2, %c4_i32_10 : i32
          %slot_20 = arith.select %3, %z_8, %2 : i32
          %4 = arith.extui %3 : i1 to i32
          %phase_21 = arith.xori %phase_13, %4 : i32
          scf.yield %slot_20, %phase_21 : i32, i32
        } else {
          scf.yield %slot_12, %phase_13 : i32, i32
        }
        scf.yield %slot_14, %phase_15 : i32, i32
      }
      ttg.warp_return
    } : (i32, !tt.tensordesc<tensor<64x64xf16, #shared>>, !tt.tensordesc<tensor<64x64xf16, #shared>>, !ttg.memdesc<4x1xi64, #shared2, #smem, mutable>, !ttg.memdesc<4x1xi64, #shared2, #smem, mutable>, !ttg.memdesc<4x64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<4x64x64xf16, #shared, #smem, mutable>) -> ()
    tt.return
  }
}
