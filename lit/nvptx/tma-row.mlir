// RUN: tawa-opt --emit=llvm %s | FileCheck %s

// One row of two panels: the second box goes to the next 128 bytes; the chip swizzles
// by the bits of the address, as the reads of the row do.
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#bars = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: @row
  tt.func public @row(%d: !tt.tensordesc<tensor<1x128xf16, #shared>> {tawa.box = array<i32: 1, 64>}, %n: i32) {
    %bar = ttg.local_alloc {allocation.offset = 1024 : i32} : () -> !ttg.memdesc<1xi64, #bars, #smem, mutable>
    %buf = ttg.local_alloc {allocation.offset = 0 : i32} : () -> !ttg.memdesc<1x128xf16, #shared, #smem, mutable>
    // CHECK: cp.async.bulk.tensor.2d
    // CHECK-NOT: 144
    // CHECK: add i32 %{{.*}}, 128
    // CHECK: cp.async.bulk.tensor.2d
    nvgpu.tma.load %d[%n, %n], %buf, %bar : !tt.tensordesc<tensor<1x128xf16, #shared>>, !ttg.memdesc<1x128xf16, #shared, #smem, mutable>, !ttg.memdesc<1xi64, #bars, #smem, mutable>
    tt.return
  }
}
