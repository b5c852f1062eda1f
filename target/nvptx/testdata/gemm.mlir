// A warp-specialized GEMM as the middle end leaves it: D = 4, P = 1, two consumers, C over the ring.
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [8, 1], instrShape = [16, 256, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#shared_t = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
#bars = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, "ttg.threads-per-warp" = 32 : i32, "ttg.total-num-warps" = 12 : i32, ttg.shared = 196672 : i32, ttg.target = "cuda:90"} {
  tt.func public @gemm_tma(%a_desc: !tt.tensordesc<tensor<128x64xf16, #shared>> {tawa.box = array<i32: 128, 64>}, %a_0: i32, %a_1: i32, %a_2: i64, %a_3: i64,
      %b_desc: !tt.tensordesc<tensor<256x64xf16, #shared>> {tawa.box = array<i32: 256, 64>}, %b_0: i32, %b_1: i32, %b_2: i64, %b_3: i64,
      %c_desc: !tt.tensordesc<tensor<128x256xf16, #shared>> {tawa.box = array<i32: 64, 64>}, %c_0: i32, %c_1: i32, %c_2: i64, %c_3: i64,
      %M: i32 {tt.divisibility = 16 : i32}, %N: i32 {tt.divisibility = 16 : i32}, %K: i32 {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c4 = arith.constant 4 : i32
    %c63 = arith.constant 63 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %c256 = arith.constant 256 : i32
    %c255 = arith.constant 255 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<128x256xf32, #mma>
    %pid = tt.get_program_id x : i32
    %n0 = arith.addi %N, %c255 : i32
    %tiles_n = arith.divsi %n0, %c256 : i32
    %pm = arith.divsi %pid, %tiles_n : i32
    %pn = arith.remsi %pid, %tiles_n : i32
    %off_m = arith.muli %pm, %c128 : i32
    %off_n = arith.muli %pn, %c256 : i32
    %k0 = arith.addi %K, %c63 : i32
    %trips = arith.divsi %k0, %c64 : i32
    %sa = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<4x128x64xf16, #shared, #smem, mutable>
    %sb = ttg.local_alloc {allocation.offset = 65536 : i32} : () -> !ttg.memdesc<4x256x64xf16, #shared, #smem, mutable>
    %sc = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<8x64x64xf16, #shared, #smem, mutable>
    %full = ttg.local_alloc {allocation.offset = 196608 : i32} : () -> !ttg.memdesc<4x1xi64, #bars, #smem, mutable>
    %empty = ttg.local_alloc {allocation.offset = 196640 : i32} : () -> !ttg.memdesc<4x1xi64, #bars, #smem, mutable>
    nvgpu.mbarrier.init %full {count = 1 : i32} : !ttg.memdesc<4x1xi64, #bars, #smem, mutable>
    nvgpu.mbarrier.init %empty {count = 2 : i32} : !ttg.memdesc<4x1xi64, #bars, #smem, mutable>
    nvgpu.fence.mbarrier_init
    gpu.barrier
    ttg.warp_specialize(%sa, %sb, %full, %empty, %a_desc, %b_desc, %off_m, %off_n, %trips) attributes {actualRegisters = array<i32: 232, 40>, warpGroupStartIds = array<i32: 8>}
    default {
      %acc:3 = scf.for %k = %c0 to %trips step %c1 iter_args(%c = %zero, %slot = %c0, %phase = %c0) -> (tensor<128x256xf32, #mma>, i32, i32) : i32 {
        %bar = ttg.memdesc_index %full[%slot] : !ttg.memdesc<4x1xi64, #bars, #smem, mutable> -> !ttg.memdesc<1xi64, #bars, #smem, mutable>
        nvgpu.mbarrier.wait %bar, %phase : !ttg.memdesc<1xi64, #bars, #smem, mutable>
        %a = ttg.memdesc_index %sa[%slot] : !ttg.memdesc<4x128x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
        %b = ttg.memdesc_index %sb[%slot] : !ttg.memdesc<4x256x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<256x64xf16, #shared, #smem, mutable>
        %bt = ttg.memdesc_trans %b {order = array<i32: 1, 0>} : !ttg.memdesc<256x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<64x256xf16, #shared_t, #smem, mutable>
        %use = arith.cmpi ne, %k, %c0 : i32
        %d = nvgpu.dot_issue %a, %bt, %c, %use : !ttg.memdesc<128x64xf16, #shared, #smem, mutable> * !ttg.memdesc<64x256xf16, #shared_t, #smem, mutable> -> tensor<128x256xf32, #mma>
        %w = nvgpu.dot_wait %d {pendings = 1 : i32} : tensor<128x256xf32, #mma>
        %notfirst = arith.cmpi sge, %k, %c1 : i32
        %p0 = arith.subi %slot, %c1 : i32
        %neg = arith.cmpi slt, %p0, %c0 : i32
        %p1 = arith.addi %p0, %c4 : i32
        %prev = arith.select %neg, %p1, %p0 : i32
        %ebar = ttg.memdesc_index %empty[%prev] : !ttg.memdesc<4x1xi64, #bars, #smem, mutable> -> !ttg.memdesc<1xi64, #bars, #smem, mutable>
        nvgpu.mbarrier.arrive %ebar, warp_group if %notfirst : !ttg.memdesc<1xi64, #bars, #smem, mutable>
        %s1 = arith.addi %slot, %c1 : i32
        %wrap = arith.cmpi eq, %s1, %c4 : i32
        %s2 = arith.select %wrap, %c0, %s1 : i32
        %flip = arith.extui %wrap : i1 to i32
        %ph = arith.xori %phase, %flip : i32
        scf.yield %w, %s2, %ph : tensor<128x256xf32, #mma>, i32, i32
      }
      %f = nvgpu.dot_wait %acc#0 {pendings = 0 : i32} : tensor<128x256xf32, #mma>
      nvgpu.barrier {id = 1 : i32}
      %o = arith.truncf %f : tensor<128x256xf32, #mma> to tensor<128x256xf16, #mma>
      nvgpu.tma.store_tile %c_desc[%off_m, %off_n], %o, %sc {barrier = 2 : i32} : !tt.tensordesc<tensor<128x256xf16, #shared>>, tensor<128x256xf16, #mma>, !ttg.memdesc<8x64x64xf16, #shared, #smem, mutable>
      nvgpu.tma.store_wait {pendings = 0 : i32}
      ttg.warp_yield
    }
    partition0(%pa: !ttg.memdesc<4x128x64xf16, #shared, #smem, mutable>, %pb: !ttg.memdesc<4x256x64xf16, #shared, #smem, mutable>, %pfull: !ttg.memdesc<4x1xi64, #bars, #smem, mutable>, %pempty: !ttg.memdesc<4x1xi64, #bars, #smem, mutable>, %da: !tt.tensordesc<tensor<128x64xf16, #shared>>, %db: !tt.tensordesc<tensor<256x64xf16, #shared>>, %m: i32, %n: i32, %t: i32) num_warps(4) {
      %d0 = arith.constant 0 : i32
      %d1 = arith.constant 1 : i32
      %d4 = arith.constant 4 : i32
      %d64 = arith.constant 64 : i32
      %e:2 = scf.for %k = %d0 to %t step %d1 iter_args(%slot = %d0, %phase = %d1) -> (i32, i32) : i32 {
        %ebar = ttg.memdesc_index %pempty[%slot] : !ttg.memdesc<4x1xi64, #bars, #smem, mutable> -> !ttg.memdesc<1xi64, #bars, #smem, mutable>
        %fbar = ttg.memdesc_index %pfull[%slot] : !ttg.memdesc<4x1xi64, #bars, #smem, mutable> -> !ttg.memdesc<1xi64, #bars, #smem, mutable>
        nvgpu.mbarrier.wait %ebar, %phase : !ttg.memdesc<1xi64, #bars, #smem, mutable>
        nvgpu.mbarrier.expect %fbar {bytes = 49152 : i32} : !ttg.memdesc<1xi64, #bars, #smem, mutable>
        %kk = arith.muli %k, %d64 : i32
        %a = ttg.memdesc_index %pa[%slot] : !ttg.memdesc<4x128x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
        %b = ttg.memdesc_index %pb[%slot] : !ttg.memdesc<4x256x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<256x64xf16, #shared, #smem, mutable>
        nvgpu.tma.load %da[%m, %kk], %a, %fbar : !tt.tensordesc<tensor<128x64xf16, #shared>>, !ttg.memdesc<128x64xf16, #shared, #smem, mutable>, !ttg.memdesc<1xi64, #bars, #smem, mutable>
        nvgpu.tma.load %db[%n, %kk], %b, %fbar : !tt.tensordesc<tensor<256x64xf16, #shared>>, !ttg.memdesc<256x64xf16, #shared, #smem, mutable>, !ttg.memdesc<1xi64, #bars, #smem, mutable>
        %s1 = arith.addi %slot, %d1 : i32
        %wrap = arith.cmpi eq, %s1, %d4 : i32
        %s2 = arith.select %wrap, %d0, %s1 : i32
        %flip = arith.extui %wrap : i1 to i32
        %ph = arith.xori %phase, %flip : i32
        scf.yield %s2, %ph : i32, i32
      }
      ttg.warp_return
    } : (!ttg.memdesc<4x128x64xf16, #shared, #smem, mutable>, !ttg.memdesc<4x256x64xf16, #shared, #smem, mutable>, !ttg.memdesc<4x1xi64, #bars, #smem, mutable>, !ttg.memdesc<4x1xi64, #bars, #smem, mutable>, !tt.tensordesc<tensor<128x64xf16, #shared>>, !tt.tensordesc<tensor<256x64xf16, #shared>>, i32, i32, i32) -> ()
    tt.return
  }
}
