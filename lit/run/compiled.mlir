// Compiled on the way, and by itself: the same numbers on the emulator as in the interpreter, under several schedules.
// DEFINE: %{launch} = --arg=desc:randn:f16[64,192] --arg=desc:randn:f16[128,192] --arg=desc:zeros:f32[64,128] --arg=i32:3
// RUN: tawa-run %s --on=emu --compare=interp --schedules=6 --trace=%t.trace %{launch} | FileCheck %s
// RUN: FileCheck %s --check-prefix=TRACE < %t.trace
// RUN: tawa-opt --tawa-compile %s --emit=ptx -o %t.ptx --emit-metadata=%t.json
// RUN: tawa-run %t.ptx --metadata=%t.json --on=emu --compare=interp --compare-with=%s --out=%t.out %{launch} | FileCheck %s --check-prefix=FILE
// RUN: tawa-run %s --on=emu --tawa-compile='warp-specialize=false' --compare=interp %{launch} | FileCheck %s --check-prefix=FILE

// A zero trip count, and results of a run as arguments of another.
// RUN: tawa-run %s --on=emu --compare=interp --arg=desc:ones:f16[64,192] --arg=desc:ones:f16[128,192] --arg=desc:npy:%t.out/arg2.npy --arg=i32:0 --print=1 | \
// RUN:   FileCheck %s --check-prefix=ZERO

// A barrier that expects more bytes than are copied is noticed.
// RUN: sed '/expect_tx/s/, 24576;/, 24592;/' %t.ptx > %t.broken.ptx
// RUN: not cmp %t.ptx %t.broken.ptx
// RUN: not tawa-run %t.broken.ptx --metadata=%t.json --on=emu %{launch} 2>&1 | FileCheck %s --check-prefix=BROKEN

// CHECK: @gemm: ran a grid of 1x1x1
// CHECK-NEXT: compiled.mlir on interp: 6 runs compared
// CHECK-NEXT: arg0 f16[64,192]: max error 0 of
// CHECK-NEXT: arg1 f16[128,192]: max error 0 of
// CHECK-NEXT: arg2 f32[64,128]: max error {{.*}}: {{same|near}}
// FILE: compiled.mlir on interp: 1 run compared
// FILE: arg2 f32[64,128]: max error {{.*}}: {{same|near}}
// ZERO: arg2 f32[64,128]: 0
// ZERO: arg2 f32[64,128]: max error 0 of 0: same
// TRACE: "traceEvents":
// TRACE-SAME: "name":"thread_name"
// BROKEN: transaction count: no warp can go on
// BROKEN: note: {{.*}}16 bytes expected and not copied
// BROKEN: error: {{.*}} under schedule 0 (in-order, seed 1)
tt.func public @gemm(%a_desc: !tt.tensordesc<tensor<64x64xf16>>, %a0: i32, %a1: i32, %as0: i64, %as1: i64,
                     %b_desc: !tt.tensordesc<tensor<128x64xf16>>, %b0: i32, %b1: i32, %bs0: i64, %bs1: i64,
                     %c_desc: !tt.tensordesc<tensor<64x128xf32>>, %c0d: i32, %c1d: i32, %cs0: i64, %cs1: i64, %trips: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<64x128xf32>
  %sum = scf.for %k = %c0 to %trips step %c1 iter_args(%acc = %zero) -> (tensor<64x128xf32>) : i32 {
    %col = arith.muli %k, %c64 : i32
    %a = tt.descriptor_load %a_desc[%c0, %col] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %b = tt.descriptor_load %b_desc[%c0, %col] : !tt.tensordesc<tensor<128x64xf16>> -> tensor<128x64xf16>
    %bt = tt.trans %b {order = array<i32: 1, 0>} : tensor<128x64xf16> -> tensor<64x128xf16>
    %next = tt.dot %a, %bt, %acc : tensor<64x64xf16> * tensor<64x128xf16> -> tensor<64x128xf32>
    scf.yield %next : tensor<64x128xf32>
  }
  tt.descriptor_store %c_desc[%c0, %c0], %sum : !tt.tensordesc<tensor<64x128xf32>>, tensor<64x128xf32>
  tt.return
}
