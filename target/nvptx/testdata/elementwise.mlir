// Every elementwise op, on tensors.
#b = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.shared = 0 : i32, ttg.target = "cuda:90"} {
  tt.func public @elementwise(%pi: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %pf: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %ph: !tt.ptr<f16>, %pb: !tt.ptr<bf16>, %p8: !tt.ptr<f8E4M3FN>, %p5: !tt.ptr<f8E5M2>, %pl: !tt.ptr<i64>, %n: i32 {tt.divisibility = 16 : i32}, %s: f32) {
    %c512 = arith.constant 512 : i32
    %pid = tt.get_program_id x : i32
    %np = tt.get_num_programs y : i32
    %base = arith.muli %pid, %c512 : i32
    %r = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #b>
    %bs = tt.splat %base : i32 -> tensor<512xi32, #b>
    %o = arith.addi %bs, %r : tensor<512xi32, #b>
    %ns = tt.splat %n : i32 -> tensor<512xi32, #b>
    %mask = arith.cmpi slt, %o, %ns : tensor<512xi32, #b>
    %ips = tt.splat %pi : !tt.ptr<i32> -> tensor<512x!tt.ptr<i32>, #b>
    %ip = tt.addptr %ips, %o : tensor<512x!tt.ptr<i32>, #b>, tensor<512xi32, #b>
    %one = arith.constant dense<3> : tensor<512xi32, #b>
    %x = tt.load %ip, %mask, %one : tensor<512x!tt.ptr<i32>, #b>
    %x1 = arith.subi %x, %one : tensor<512xi32, #b>
    %x2 = arith.divsi %x1, %one : tensor<512xi32, #b>
    %x3 = arith.divui %x2, %one : tensor<512xi32, #b>
    %x4 = arith.remsi %x, %one : tensor<512xi32, #b>
    %x5 = arith.remui %x4, %one : tensor<512xi32, #b>
    %x6 = arith.andi %x3, %x5 : tensor<512xi32, #b>
    %x7 = arith.ori %x6, %x : tensor<512xi32, #b>
    %x8 = arith.xori %x7, %x2 : tensor<512xi32, #b>
    %x9 = arith.shli %x8, %one : tensor<512xi32, #b>
    %xa = arith.shrsi %x9, %x5 : tensor<512xi32, #b>
    %xb = arith.shrui %xa, %one : tensor<512xi32, #b>
    %xc = arith.minsi %xb, %x : tensor<512xi32, #b>
    %xd = arith.maxsi %xc, %x2 : tensor<512xi32, #b>
    %xe = arith.minui %xd, %x : tensor<512xi32, #b>
    %xf = arith.maxui %xe, %x4 : tensor<512xi32, #b>
    %xg = arith.select %mask, %xf, %x : tensor<512xi1, #b>, tensor<512xi32, #b>
    %y = arith.extsi %xg : tensor<512xi32, #b> to tensor<512xi64, #b>
    %y1 = arith.extui %x : tensor<512xi32, #b> to tensor<512xi64, #b>
    %y2 = arith.muli %y, %y1 : tensor<512xi64, #b>
    %yh = tt.mulhiui %y2, %y1 : tensor<512xi64, #b>
    %lps = tt.splat %pl : !tt.ptr<i64> -> tensor<512x!tt.ptr<i64>, #b>
    %lp = tt.addptr %lps, %y : tensor<512x!tt.ptr<i64>, #b>, tensor<512xi64, #b>
    tt.store %lp, %yh, %mask : tensor<512x!tt.ptr<i64>, #b>
    %z = arith.trunci %y2 : tensor<512xi64, #b> to tensor<512xi32, #b>
    tt.store %ip, %z, %mask : tensor<512x!tt.ptr<i32>, #b>

    %fps = tt.splat %pf : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #b>
    %fp = tt.addptr %fps, %o : tensor<512x!tt.ptr<f32>, #b>, tensor<512xi32, #b>
    %f = tt.load %fp : tensor<512x!tt.ptr<f32>, #b>
    %ss = tt.splat %s : f32 -> tensor<512xf32, #b>
    %f1 = arith.addf %f, %ss : tensor<512xf32, #b>
    %f2 = arith.subf %f1, %f : tensor<512xf32, #b>
    %f3 = arith.mulf %f2, %f1 : tensor<512xf32, #b>
    %f4 = arith.divf %f3, %ss : tensor<512xf32, #b>
    %f5 = arith.negf %f4 : tensor<512xf32, #b>
    %f6 = arith.maxnumf %f5, %f : tensor<512xf32, #b>
    %f7 = arith.minnumf %f6, %f1 : tensor<512xf32, #b>
    %f8 = arith.maximumf %f7, %f2 : tensor<512xf32, #b>
    %f9 = arith.minimumf %f8, %f3 : tensor<512xf32, #b>
    %fa = math.exp2 %f9 : tensor<512xf32, #b>
    %fb = math.exp %fa : tensor<512xf32, #b>
    %fc = math.log2 %fb : tensor<512xf32, #b>
    %fd = math.log %fc : tensor<512xf32, #b>
    %fe = math.sqrt %fd : tensor<512xf32, #b>
    %ff = math.rsqrt %fe : tensor<512xf32, #b>
    %fg = math.sin %ff : tensor<512xf32, #b>
    %fh = math.cos %fg : tensor<512xf32, #b>
    %fi = math.absf %fh : tensor<512xf32, #b>
    %fj = math.fma %fi, %f, %f1 : tensor<512xf32, #b>
    %fk = math.floor %fj : tensor<512xf32, #b>
    %fl = math.ceil %fk : tensor<512xf32, #b>
    %fm = tt.clampf %fl, %f, %ss, propagateNan = none : tensor<512xf32, #b>
    %fn = tt.precise_sqrt %fm : tensor<512xf32, #b>
    %fo = tt.precise_divf %fn, %ss : tensor<512xf32, #b>
    %gt = arith.cmpf ogt, %fo, %f : tensor<512xf32, #b>
    %fq = arith.select %gt, %fo, %f : tensor<512xi1, #b>, tensor<512xf32, #b>
    tt.store %fp, %fq : tensor<512x!tt.ptr<f32>, #b>

    %i = arith.fptosi %fq : tensor<512xf32, #b> to tensor<512xi32, #b>
    %u = arith.fptoui %fq : tensor<512xf32, #b> to tensor<512xi32, #b>
    %if = arith.sitofp %i : tensor<512xi32, #b> to tensor<512xf32, #b>
    %uf = arith.uitofp %u : tensor<512xi32, #b> to tensor<512xf32, #b>
    %bits = arith.bitcast %uf : tensor<512xf32, #b> to tensor<512xi32, #b>
    %back = tt.bitcast %bits : tensor<512xi32, #b> -> tensor<512xf32, #b>
    %mix = arith.addf %if, %back : tensor<512xf32, #b>
    %h = arith.truncf %mix : tensor<512xf32, #b> to tensor<512xf16, #b>
    %bf = arith.truncf %mix : tensor<512xf32, #b> to tensor<512xbf16, #b>
    %e4 = tt.fp_to_fp %mix, rounding = rtne : tensor<512xf32, #b> -> tensor<512xf8E4M3FN, #b>
    %e5 = tt.fp_to_fp %h, rounding = rtne : tensor<512xf16, #b> -> tensor<512xf8E5M2, #b>
    %h4 = tt.fp_to_fp %e4 : tensor<512xf8E4M3FN, #b> -> tensor<512xf16, #b>
    %f5b = tt.fp_to_fp %e5 : tensor<512xf8E5M2, #b> -> tensor<512xf32, #b>
    %hz = tt.fp_to_fp %f5b, rounding = rtz : tensor<512xf32, #b> -> tensor<512xf16, #b>
    %hx = arith.extf %bf : tensor<512xbf16, #b> to tensor<512xf32, #b>
    %hb = arith.truncf %hx : tensor<512xf32, #b> to tensor<512xbf16, #b>
    %hsum = arith.addf %h4, %hz : tensor<512xf16, #b>
    %hq = arith.divf %hsum, %h : tensor<512xf16, #b>
    %he = math.exp2 %hq : tensor<512xf16, #b>
    %hps = tt.splat %ph : !tt.ptr<f16> -> tensor<512x!tt.ptr<f16>, #b>
    %hp = tt.addptr %hps, %o : tensor<512x!tt.ptr<f16>, #b>, tensor<512xi32, #b>
    tt.store %hp, %he, %mask : tensor<512x!tt.ptr<f16>, #b>
    %bps = tt.splat %pb : !tt.ptr<bf16> -> tensor<512x!tt.ptr<bf16>, #b>
    %bp = tt.addptr %bps, %o : tensor<512x!tt.ptr<bf16>, #b>, tensor<512xi32, #b>
    tt.store %bp, %hb, %mask : tensor<512x!tt.ptr<bf16>, #b>
    %e4s = tt.splat %p8 : !tt.ptr<f8E4M3FN> -> tensor<512x!tt.ptr<f8E4M3FN>, #b>
    %e4p = tt.addptr %e4s, %o : tensor<512x!tt.ptr<f8E4M3FN>, #b>, tensor<512xi32, #b>
    tt.store %e4p, %e4, %mask : tensor<512x!tt.ptr<f8E4M3FN>, #b>
    %e5s = tt.splat %p5 : !tt.ptr<f8E5M2> -> tensor<512x!tt.ptr<f8E5M2>, #b>
    %e5p = tt.addptr %e5s, %o : tensor<512x!tt.ptr<f8E5M2>, #b>, tensor<512xi32, #b>
    tt.store %e5p, %e5, %mask : tensor<512x!tt.ptr<f8E5M2>, #b>
    %addr = tt.ptr_to_int %fp : tensor<512x!tt.ptr<f32>, #b> -> tensor<512xi64, #b>
    %ptr2 = tt.int_to_ptr %addr : tensor<512xi64, #b> -> tensor<512x!tt.ptr<f32>, #b>
    tt.store %ptr2, %mix, %mask : tensor<512x!tt.ptr<f32>, #b>
    tt.return
  }
}
