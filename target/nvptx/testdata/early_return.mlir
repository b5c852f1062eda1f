// Branches between the blocks of the kernel.
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.shared = 0 : i32, ttg.target = "cuda:90"} {
  tt.func public @early(%p: !tt.ptr<i32>, %n: i32) {
    %pid = tt.get_program_id x : i32
    %out = arith.cmpi sge, %pid, %n : i32
    cf.cond_br %out, ^bb1, ^bb2(%n : i32)
  ^bb1:
    tt.return
  ^bb2(%m: i32):
    tt.store %p, %m : !tt.ptr<i32>
    tt.return
  }
}
