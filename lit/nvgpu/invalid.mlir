// RUN: tawa-opt --split-input-file --verify-diagnostics %s

tt.func @case0(%a: tensor<64x32xf16>, %c: tensor<64x64xf32>) {
  // expected-error @below {{'nvgpu.dot_issue' op can't multiply 64x32 by 64x32 to 64x64}}
  %d = nvgpu.dot_issue %a, %a, %c : tensor<64x32xf16> * tensor<64x32xf16> -> tensor<64x64xf32>
  tt.return
}

// -----

tt.func @case1(%a: tensor<64x64xf16>, %b: tensor<64x64xbf16>, %c: tensor<64x64xf32>) {
  // expected-error @below {{'nvgpu.dot_issue' op can't multiply 'f16' by 'bf16'}}
  %d = nvgpu.dot_issue %a, %b, %c : tensor<64x64xf16> * tensor<64x64xbf16> -> tensor<64x64xf32>
  tt.return
}

// -----

tt.func @case2(%a: tensor<2x64x64xf16>, %c: tensor<2x64x64xf32>) {
  // expected-error @below {{'nvgpu.dot_issue' op multiplies matrices}}
  %d = nvgpu.dot_issue %a, %a, %c : tensor<2x64x64xf16> * tensor<2x64x64xf16> -> tensor<2x64x64xf32>
  tt.return
}

// -----

tt.func @case3(%d: tensor<64x64xf32>) {
  // expected-error @below {{'nvgpu.dot_wait' op can't leave -1 pending}}
  %w = nvgpu.dot_wait %d {pendings = -1 : i32} : tensor<64x64xf32>
  tt.return
}

// -----

tt.func @case4(%d: tensor<64x64xf32>) {
  // expected-error @below {{'nvgpu.dot_wait' op has 1 operands, but 2 results}}
  %w:2 = "nvgpu.dot_wait"(%d) {pendings = 0 : i32} : (tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>)
  tt.return
}

// -----

tt.func @case5(%d: tensor<64x64xf32>) {
  // expected-error @below {{'nvgpu.dot_wait' op result #0 must have the type of operand #0}}
  %w = "nvgpu.dot_wait"(%d) {pendings = 0 : i32} : (tensor<64x64xf32>) -> tensor<64x64xf16>
  tt.return
}

// -----

#bars = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory

tt.func @case6(%bar: !ttg.memdesc<1xi64, #bars, #smem, mutable>) {
  // expected-error @below {{'nvgpu.mbarrier.init' op a phase takes 1 to 1048575 arrivals, not 0}}
  nvgpu.mbarrier.init %bar {count = 0 : i32} : !ttg.memdesc<1xi64, #bars, #smem, mutable>
  tt.return
}

// -----

#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory

tt.func @case7(%tile: !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>) {
  // expected-error @below {{'nvgpu.mbarrier.init' op needs an array of barriers, Nx1xi64}}
  nvgpu.mbarrier.init %tile {count = 1 : i32} : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
  tt.return
}

// -----

#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory

tt.func @case8(%tile: !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>, %p: i32) {
  // expected-error @below {{'nvgpu.mbarrier.wait' op needs one barrier, 1xi64, not '}}
  nvgpu.mbarrier.wait %tile, %p : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
  tt.return
}

// -----

#bars = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory

tt.func @case9(%bar: !ttg.memdesc<1xi64, #bars, #smem, mutable>) {
  // expected-error @below {{'nvgpu.mbarrier.expect' op a phase takes 0 to 1048575 bytes, not 1048576}}
  nvgpu.mbarrier.expect %bar {bytes = 1048576 : i32} : !ttg.memdesc<1xi64, #bars, #smem, mutable>
  tt.return
}

// -----

#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory

tt.func @case10(%tile: !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>) {
  // expected-error @below {{'nvgpu.mbarrier.arrive' op needs one barrier, 1xi64, not '}}
  nvgpu.mbarrier.arrive %tile, warp : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
  tt.return
}

// -----

tt.func @case11() {
  // expected-error @below {{'nvgpu.barrier' op named barriers are 1 to 15, not 0}}
  nvgpu.barrier {id = 0 : i32}
  tt.return
}

// -----

#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#bars = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory

tt.func @case12(%d: !tt.tensordesc<tensor<128x64xf16>>, %i: i32, %tile: !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>, %bar: !ttg.memdesc<1xi64, #bars, #smem, mutable>) {
  // expected-error @below {{'nvgpu.tma.load' op tile '!ttg.memdesc<64x64xf16}}
  nvgpu.tma.load %d[%i, %i], %tile, %bar : !tt.tensordesc<tensor<128x64xf16>>, !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>, !ttg.memdesc<1xi64, #bars, #smem, mutable>
  tt.return
}

// -----

#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#bars = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory

tt.func @case13(%d: !tt.tensordesc<tensor<128x64xf16>>, %i: i32, %tile: !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>, %bar: !ttg.memdesc<1xi64, #bars, #smem, mutable>) {
  // expected-error @below {{'nvgpu.tma.load' op has 1 coordinates for blocks of rank 2}}
  nvgpu.tma.load %d[%i], %tile, %bar : !tt.tensordesc<tensor<128x64xf16>>, !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>, !ttg.memdesc<1xi64, #bars, #smem, mutable>
  tt.return
}

// -----

#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory

tt.func @case14(%d: !tt.tensordesc<tensor<128x64xf16>>, %i: i32, %tile: !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>) {
  // expected-error @below {{'nvgpu.tma.store' op has 3 coordinates for blocks of rank 2}}
  nvgpu.tma.store %d[%i, %i, %i], %tile : !tt.tensordesc<tensor<128x64xf16>>, !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
  tt.return
}

// -----

#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory

tt.func @case15(%d: !tt.tensordesc<tensor<128x64xf16>>, %i: i32, %v: tensor<128x64xf16>, %s: !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>) {
  // expected-error @below {{'nvgpu.tma.store_tile' op named barriers are 1 to 15, not 16}}
  nvgpu.tma.store_tile %d[%i, %i], %v, %s {barrier = 16 : i32} : !tt.tensordesc<tensor<128x64xf16>>, tensor<128x64xf16>, !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
  tt.return
}

// -----

tt.func @case16() {
  // expected-error @below {{'nvgpu.tma.store_wait' op can't leave -1 pending}}
  nvgpu.tma.store_wait {pendings = -1 : i32}
  tt.return
}

// -----

#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory

tt.func @inval(%tile: !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>) {
  // expected-error @below {{'nvgpu.mbarrier.inval' op needs an array of barriers, Nx1xi64, not '}}
  nvgpu.mbarrier.inval %tile : !ttg.memdesc<64x64xf16, #nvmma, #smem, mutable>
  tt.return
}

// -----

tt.func @no_slots() {
  // expected-error @below {{'nvgpu.tensormap.alloc' op needs at least one slot, not 0}}
  %maps = nvgpu.tensormap.alloc {slots = 0 : i32} : !tt.tensordesc<tensor<128x64xf16>>
  tt.return
}

// -----

tt.func @flat(%map: !tt.tensordesc<tensor<128x64xf16>>, %p: !tt.ptr<f16>, %i: i32, %s: i64) {
  // expected-error @below {{'nvgpu.tensormap.make' op requires a shape of 2 dimensions, but it has 1}}
  nvgpu.tensormap.make %map, %p, [%i], [%s, %s] : !tt.tensordesc<tensor<128x64xf16>>, !tt.ptr<f16>
  tt.return
}

// -----

tt.func @turn() {
  // expected-error @below {{'nvgpu.turn.open' op number 0 is none of 1 warp groups that take turns}}
  nvgpu.turn.open {barrier = 1 : i32, number = 0 : i32, groups = 1 : i32}
  tt.return
}

// -----

tt.func @turn() {
  // expected-error @below {{'nvgpu.turn.take' op number 2 is none of 2 warp groups that take turns}}
  nvgpu.turn.take {barrier = 1 : i32, number = 2 : i32, groups = 2 : i32}
  tt.return
}

// -----

tt.func @turn() {
  // expected-error @below {{'nvgpu.turn.pass' op named barriers are 1 to 15, not 15 to 16}}
  nvgpu.turn.pass {barrier = 15 : i32, number = 0 : i32, groups = 2 : i32}
  tt.return
}

// -----

#bars = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory

tt.func @three(%bar: !ttg.memdesc<1xi64, #bars, #smem, mutable>) {
  // expected-error @below {{'nvgpu.mbarrier.arrive' op a cluster has 1, 2, 4 or 8 CTAs, not 3}}
  nvgpu.mbarrier.arrive %bar, warp_group {ctas = 3 : i32} : !ttg.memdesc<1xi64, #bars, #smem, mutable>
  tt.return
}
