// RUN: tawa-opt --split-input-file --allocate-shared-memory %s | FileCheck %s

#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#bars = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory

// Rings first, barriers last, the epilogue over the rings; two computing warp groups
// take the registers that the copying one does not need.
// CHECK: ttg.shared = 196672 : i32
// CHECK-SAME: "ttg.total-num-warps" = 12 : i32
// CHECK-LABEL: @roles
module attributes {"ttg.num-warps" = 8 : i32} {
tt.func public @roles() {
  // CHECK: ttg.local_alloc {allocation.offset = 196608 : i32} {{.*}}<4x1xi64,
  %full = ttg.local_alloc : () -> !ttg.memdesc<4x1xi64, #bars, #smem, mutable>
  // CHECK: ttg.local_alloc {allocation.offset = 0 : i32} {{.*}}<4x128x64xf16,
  %a = ttg.local_alloc : () -> !ttg.memdesc<4x128x64xf16, #shared, #smem, mutable>
  // CHECK: ttg.local_alloc {allocation.offset = 65536 : i32} {{.*}}<4x256x64xf16,
  %b = ttg.local_alloc : () -> !ttg.memdesc<4x256x64xf16, #shared, #smem, mutable>
  // CHECK: ttg.local_alloc {allocation.offset = 196640 : i32} {{.*}}<4x1xi64,
  %empty = ttg.local_alloc : () -> !ttg.memdesc<4x1xi64, #bars, #smem, mutable>
  // CHECK: ttg.local_alloc {allocation.offset = 0 : i32, tawa.over_ring}
  %c = ttg.local_alloc {tawa.over_ring} : () -> !ttg.memdesc<8x64x64xf16, #shared, #smem, mutable>
  // CHECK: ttg.warp_specialize
  // CHECK-SAME: actualRegisters = array<i32: 232, 40>, warpGroupStartIds = array<i32: 8>
  ttg.warp_specialize(%a, %b, %full, %empty)
  default {
    ttg.warp_yield
  }
  partition0(%pa: !ttg.memdesc<4x128x64xf16, #shared, #smem, mutable>, %pb: !ttg.memdesc<4x256x64xf16, #shared, #smem, mutable>, %pf: !ttg.memdesc<4x1xi64, #bars, #smem, mutable>, %pe: !ttg.memdesc<4x1xi64, #bars, #smem, mutable>) num_warps(4) {
    ttg.warp_return
  } : (!ttg.memdesc<4x128x64xf16, #shared, #smem, mutable>, !ttg.memdesc<4x256x64xf16, #shared, #smem, mutable>, !ttg.memdesc<4x1xi64, #bars, #smem, mutable>, !ttg.memdesc<4x1xi64, #bars, #smem, mutable>) -> ()
  tt.return
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory

// A buffer that is read no more gives its place to the next; a dot has read its
// operands when it is waited for. One that a loop reads lasts until its end.
// CHECK: ttg.shared = 24576 : i32
// CHECK-LABEL: @lifetimes
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func public @lifetimes(%x: tensor<64x64xf16, #blocked>, %c: tensor<64x64xf32, #mma>, %l: i32, %n: i32) -> tensor<64x64xf32, #mma> {
  // CHECK: ttg.local_alloc %x {allocation.offset = 0 : i32}
  %a = ttg.local_alloc %x : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
  %d = nvgpu.dot_issue %a, %a, %c : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
  // CHECK: ttg.local_alloc %x {allocation.offset = 8192 : i32}
  %b = ttg.local_alloc %x : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
  %w = nvgpu.dot_wait %d {pendings = 0 : i32} : tensor<64x64xf32, #mma>
  // CHECK: ttg.local_alloc %x {allocation.offset = 0 : i32}
  %e = ttg.local_alloc %x : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
  %r = scf.for %i = %l to %n step %n iter_args(%acc = %w) -> (tensor<64x64xf32, #mma>) : i32 {
    %f = nvgpu.dot_issue %b, %e, %acc : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
    %g = nvgpu.dot_wait %f {pendings = 0 : i32} : tensor<64x64xf32, #mma>
    // CHECK: ttg.convert_layout {{.*}} {allocation.offset = 16384 : i32}
    %h = ttg.convert_layout %x : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>
    %j = nvgpu.dot_issue %h, %e, %g : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #mma>
    %k = nvgpu.dot_wait %j {pendings = 0 : i32} : tensor<64x64xf32, #mma>
    scf.yield %k : tensor<64x64xf32, #mma>
  }
  tt.return %r : tensor<64x64xf32, #mma>
}
}

// -----

#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#bars = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory

// A copy that all wait for goes where another went that is read no more, but their barriers stay apart.
// CHECK: ttg.shared = 8216 : i32
// CHECK-LABEL: @copies
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func public @copies(%d: !tt.tensordesc<tensor<64x64xf16, #shared>>, %c: tensor<64x64xf32, #mma>, %i: i32) -> tensor<64x64xf32, #mma> {
  // CHECK: ttg.local_alloc {allocation.offset = 8192 : i32} {{.*}}<1xi64,
  // CHECK: ttg.local_alloc {allocation.offset = 0 : i32} {{.*}}<64x64xf16,
  %b0 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #bars, #smem, mutable>
  %x = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  nvgpu.tma.load %d[%i, %i], %x, %b0 : !tt.tensordesc<tensor<64x64xf16, #shared>>, !ttg.memdesc<64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<1xi64, #bars, #smem, mutable>
  %e = nvgpu.dot_issue %x, %x, %c : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> * !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf32, #mma>
  %f = nvgpu.dot_wait %e {pendings = 0 : i32} : tensor<64x64xf32, #mma>
  // CHECK: ttg.local_alloc {allocation.offset = 8208 : i32} {{.*}}<1xi64,
  // CHECK: ttg.local_alloc {allocation.offset = 0 : i32} {{.*}}<64x64xf16,
  %b1 = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #bars, #smem, mutable>
  %y = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
  nvgpu.tma.load %d[%i, %i], %y, %b1 : !tt.tensordesc<tensor<64x64xf16, #shared>>, !ttg.memdesc<64x64xf16, #shared, #smem, mutable>, !ttg.memdesc<1xi64, #bars, #smem, mutable>
  %g = nvgpu.dot_issue %y, %y, %f : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> * !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf32, #mma>
  %h = nvgpu.dot_wait %g {pendings = 0 : i32} : tensor<64x64xf32, #mma>
  tt.return %h : tensor<64x64xf32, #mma>
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

// A reduction across warps needs one element of each, one within a warp nothing.
// CHECK: ttg.shared = 16 : i32
// CHECK-LABEL: @reduce
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func public @reduce(%x: tensor<1024xf32, #blocked>, %p: tensor<4x32xf32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>>) {
  // CHECK: {allocation.offset = 0 : i32} : (tensor<1024xf32, #{{.*}}>) -> f32
  %s = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    %n = arith.addf %l, %r : f32
    tt.reduce.return %n : f32
  }) : (tensor<1024xf32, #blocked>) -> f32
  // CHECK: }) : (tensor<4x32xf32,
  %t = "tt.reduce"(%p) <{axis = 1 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    %n = arith.addf %l, %r : f32
    tt.reduce.return %n : f32
  }) : (tensor<4x32xf32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>>) -> tensor<4xf32, #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>}>>
  tt.return
}
}

// -----

// A partition with tensors keeps the registers of the launch; one that asks gets.
// CHECK-LABEL: @registers
module attributes {"ttg.num-warps" = 8 : i32} {
tt.func public @registers() {
  // CHECK: ttg.warp_specialize() attributes {warpGroupStartIds = array<i32: 8>}
  ttg.warp_specialize()
  default {
    ttg.warp_yield
  }
  partition0() num_warps(4) {
    %x = arith.constant dense<0> : tensor<128xi32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
    ttg.warp_return
  } : () -> ()
  // CHECK: ttg.warp_specialize() attributes {actualRegisters = array<i32: 216, 72>, requestedRegisters = array<i32: 70>, warpGroupStartIds = array<i32: 8>}
  ttg.warp_specialize() attributes {requestedRegisters = array<i32: 70>}
  default {
    ttg.warp_yield
  }
  partition0() num_warps(4) {
    ttg.warp_return
  } : () -> ()
  tt.return
}
}
