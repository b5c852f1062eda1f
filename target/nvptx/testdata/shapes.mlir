// Reductions, layout conversions, views, local memory, atomics, control flow.
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [2, 2], order = [1, 0]}>
#c = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 4], order = [0, 1]}>
#bt = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [16, 2], warpsPerCTA = [2, 2], order = [0, 1]}>
#row = #ttg.slice<{dim = 1, parent = #b}>
#col = #ttg.slice<{dim = 0, parent = #b}>
#sh = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.shared = 32768 : i32, ttg.target = "cuda:90"} {
  tt.func public @shapes(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %q: !tt.ptr<i32>, %n: i32, %flag: i1) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %rows = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32, #row>
    %cols = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #col>
    %re = tt.expand_dims %rows {axis = 1 : i32} : tensor<32xi32, #row> -> tensor<32x1xi32, #b>
    %ce = tt.expand_dims %cols {axis = 0 : i32} : tensor<128xi32, #col> -> tensor<1x128xi32, #b>
    %w = arith.constant dense<128> : tensor<32x1xi32, #b>
    %ro = arith.muli %re, %w : tensor<32x1xi32, #b>
    %rb = tt.broadcast %ro : tensor<32x1xi32, #b> -> tensor<32x128xi32, #b>
    %cb = tt.broadcast %ce : tensor<1x128xi32, #b> -> tensor<32x128xi32, #b>
    %off = arith.addi %rb, %cb : tensor<32x128xi32, #b>
    %ps = tt.splat %p : !tt.ptr<f32> -> tensor<32x128x!tt.ptr<f32>, #b>
    %pp = tt.addptr %ps, %off : tensor<32x128x!tt.ptr<f32>, #b>, tensor<32x128xi32, #b>
    %x = tt.load %pp : tensor<32x128x!tt.ptr<f32>, #b>
    %m = "tt.reduce"(%x) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %mx = arith.maxnumf %a, %b : f32
      tt.reduce.return %mx : f32
    }) {allocation.offset = 0 : i32} : (tensor<32x128xf32, #b>) -> tensor<32xf32, #row>
    %me = tt.expand_dims %m {axis = 1 : i32} : tensor<32xf32, #row> -> tensor<32x1xf32, #b>
    %mb = tt.broadcast %me : tensor<32x1xf32, #b> -> tensor<32x128xf32, #b>
    %d = arith.subf %x, %mb : tensor<32x128xf32, #b>
    %y = ttg.convert_layout %d {allocation.offset = 0 : i32} : tensor<32x128xf32, #b> -> tensor<32x128xf32, #c>
    %t = tt.trans %d {order = array<i32: 1, 0>} : tensor<32x128xf32, #b> -> tensor<128x32xf32, #bt>
    %buf = ttg.local_alloc %d {allocation.offset = 0 : i32} : (tensor<32x128xf32, #b>) -> !ttg.memdesc<32x128xf32, #sh, #smem, mutable>
    %l = ttg.local_load %buf : !ttg.memdesc<32x128xf32, #sh, #smem, mutable> -> tensor<32x128xf32, #c>
    %s = arith.addf %l, %y : tensor<32x128xf32, #c>
    ttg.local_store %s, %buf : tensor<32x128xf32, #c> -> !ttg.memdesc<32x128xf32, #sh, #smem, mutable>
    ttg.barrier local
    %l2 = ttg.local_load %buf : !ttg.memdesc<32x128xf32, #sh, #smem, mutable> -> tensor<32x128xf32, #b>
    tt.store %pp, %l2 : tensor<32x128x!tt.ptr<f32>, #b>
    %flat = tt.reshape %rows : tensor<32xi32, #row> -> tensor<32xi32, #row>
    %arg:2 = "tt.reduce"(%flat, %rows) <{axis = 0 : i32}> ({
    ^bb0(%a: i32, %ai: i32, %b: i32, %bi: i32):
      %lt = arith.cmpi slt, %a, %b : i32
      %v = arith.select %lt, %b, %a : i32
      %vi = arith.select %lt, %bi, %ai : i32
      tt.reduce.return %v, %vi : i32, i32
    }) {allocation.offset = 0 : i32} : (tensor<32xi32, #row>, tensor<32xi32, #row>) -> (i32, i32)
    %sum:2 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %arg#0, %z = %s) -> (i32, tensor<32x128xf32, #c>) : i32 {
      %acc1 = scf.if %flag -> (i32) {
        %k = arith.addi %acc, %i : i32
        scf.yield %k : i32
      } else {
        scf.yield %acc : i32
      }
      %z1 = arith.addf %z, %s : tensor<32x128xf32, #c>
      scf.yield %acc1, %z1 : i32, tensor<32x128xf32, #c>
    }
    %wv = scf.while (%a = %sum#0) : (i32) -> i32 {
      %go = arith.cmpi sgt, %a, %c1 : i32
      scf.condition(%go) %a : i32
    } do {
    ^bb0(%a: i32):
      %h = arith.divsi %a, %n : i32
      scf.yield %h : i32
    }
    %old = tt.atomic_rmw add, acq_rel, gpu, %q, %wv : (!tt.ptr<i32>, i32) -> i32
    %cas = tt.atomic_cas acq_rel, gpu, %q, %c0, %c1 : (!tt.ptr<i32>, i32, i32) -> i32
    scf.if %flag {
      tt.store %q, %arg#1 : !tt.ptr<i32>
    }
    %z2 = ttg.convert_layout %sum#1 {allocation.offset = 0 : i32} : tensor<32x128xf32, #c> -> tensor<32x128xf32, #b>
    tt.store %pp, %z2 : tensor<32x128x!tt.ptr<f32>, #b>
    tt.return
  }
}
