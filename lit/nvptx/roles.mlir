// RUN: tawa-opt --emit=llvm %s | FileCheck %s

// Each role's warps go their way and take their registers. A producer that only waits and
// copies is one thread.
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#bars = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 8 : i32, "ttg.total-num-warps" = 12 : i32} {
  // CHECK: ptr byval([128 x i8]) align 64 "nvvm.grid_constant" %p0_d
  tt.func public @roles(%d: !tt.tensordesc<tensor<64x128xf16, #shared>> {tawa.box = array<i32: 64, 64>}, %n: i32) {
    %full = ttg.local_alloc {allocation.offset = 16384 : i32} : () -> !ttg.memdesc<1xi64, #bars, #smem, mutable>
    %buf = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<64x128xf16, #shared, #smem, mutable>
    // CHECK: "@$0 mbarrier.init.shared::cta.b64 [$1+0], 1;"
    nvgpu.mbarrier.init %full {count = 1 : i32} : !ttg.memdesc<1xi64, #bars, #smem, mutable>
    // CHECK: fence.mbarrier_init.release.cluster;
    nvgpu.fence.mbarrier_init
    // CHECK: bar.sync 0, 384;
    gpu.barrier
    // CHECK: icmp uge i32 {{.*}}, 8
    ttg.warp_specialize(%d, %full, %buf, %n) attributes {actualRegisters = array<i32: 232, 40>, warpGroupStartIds = array<i32: 8>}
    default {
      %c0 = arith.constant 0 : i32
      // CHECK: {{^}}roles:
      // CHECK: setmaxnreg.inc.sync.aligned.u32 232;
      // CHECK: mbarrier.try_wait.parity.shared::cta.b64
      nvgpu.mbarrier.wait %full, %c0 : !ttg.memdesc<1xi64, #bars, #smem, mutable>
      // CHECK: bar.sync 3, 256;
      nvgpu.barrier {id = 3 : i32}
      ttg.warp_yield
    }
    partition0(%pd: !tt.tensordesc<tensor<64x128xf16, #shared>>, %pf: !ttg.memdesc<1xi64, #bars, #smem, mutable>, %pb: !ttg.memdesc<64x128xf16, #shared, #smem, mutable>, %i: i32) num_warps(4) {
      // CHECK: {{^}}elect:
      // CHECK: elect.sync
      // CHECK: "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 16384;"
      nvgpu.mbarrier.expect %pf {bytes = 16384 : i32} : !ttg.memdesc<1xi64, #bars, #smem, mutable>
      // Two boxes of 64 columns, the second 8192 bytes and 64 elements further; coordinates innermost first.
      // CHECK: "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [$0], [$1, {$2, $3}], [$4];"
      // CHECK: add i32 {{.*}}, 8192
      // CHECK: add i32 %p1_n, 64
      // CHECK: cp.async.bulk.tensor.2d
      nvgpu.tma.load %pd[%i, %i], %pb, %pf : !tt.tensordesc<tensor<64x128xf16, #shared>>, !ttg.memdesc<64x128xf16, #shared, #smem, mutable>, !ttg.memdesc<1xi64, #bars, #smem, mutable>
      ttg.warp_return
    } : (!tt.tensordesc<tensor<64x128xf16, #shared>>, !ttg.memdesc<1xi64, #bars, #smem, mutable>, !ttg.memdesc<64x128xf16, #shared, #smem, mutable>, i32) -> ()
    tt.return
  }
}
