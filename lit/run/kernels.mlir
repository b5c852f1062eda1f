// RUN: tawa-run %s --kernel=scale --arg=iota:f32[4] --arg=f32:0.5 --print=4 | FileCheck %s --check-prefix=SCALE
// RUN: tawa-run %s --kernel=scale --on=emu --arg=iota:f32[4] --arg=f32:0.5 --print=4 | FileCheck %s --check-prefix=SCALE
// RUN: tawa-run %s --kernel=sum --on=emu --compare=interp --schedules=2 --arg='ptrs:full:i32[4]:3;randint:i32[4]:5,6' --arg=zeros:i32[4] | FileCheck %s --check-prefix=BOTH
// RUN: tawa-run %s --kernel=sum --arg='ptrs:full:i32[4]:3;randint:i32[4]:5,6' --arg=zeros:i32[4] --print=4 --schedules=3 | FileCheck %s --check-prefix=SUM
// RUN: not tawa-run %s --arg=iota:f32[4] 2>&1 | FileCheck %s --check-prefix=WHICH
// RUN: not tawa-run %s --kernel=scale --arg=iota:f32[4] 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not tawa-run %s --kernel=scale --arg=iota:f32[3] --arg=f32:1 2>&1 | FileCheck %s --check-prefix=BOUNDS

// WHICH: error: {{.*}}choose one of: @scale @sum
// COUNT: error: @scale takes 2 arguments, not 1
// COUNT-NEXT: note: @scale takes 2 arguments: %p: !tt.ptr<f32>, %by: f32

// SCALE: @scale: ran a grid of 1x1x1
// SCALE-NEXT: arg0 f32[4]: 0 0.5 1 1.5
tt.func @scale(%p: !tt.ptr<f32>, %by: f32) {
  %i = tt.make_range {start = 0 : i32, end = 4 : i32} : tensor<4xi32>
  %base = tt.splat %p : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>
  %ptrs = tt.addptr %base, %i : tensor<4x!tt.ptr<f32>>, tensor<4xi32>
  // BOUNDS: kernels.mlir:[[# @LINE + 1]]:{{.*}}error: element [3]: access to byte 15 of buffer arg0
  %x = tt.load %ptrs : tensor<4x!tt.ptr<f32>>
  %b = tt.splat %by : f32 -> tensor<4xf32>
  %y = arith.mulf %x, %b : tensor<4xf32>
  tt.store %ptrs, %y : tensor<4x!tt.ptr<f32>>
  tt.return
}

// A table of two pointers, whose buffers are added.
// SUM: arg0.0 i32[4]: 3 3 3 3
// SUM-NEXT: arg0.1 i32[4]: 5 5 5 5
// SUM-NEXT: arg1 i32[4]: 8 8 8 8
// SUM-NEXT: another schedule: 2 runs compared
// BOTH: kernels.mlir on interp: 2 runs compared
// BOTH-NEXT: arg0.0 i32[4]: max error 0 of 3: same
// BOTH-NEXT: arg0.1 i32[4]: max error 0 of 5: same
// BOTH-NEXT: arg1 i32[4]: max error 0 of 8: same
tt.func @sum(%table: !tt.ptr<i64>, %out: !tt.ptr<i32>) {
  %one = arith.constant 1 : i32
  %second = tt.addptr %table, %one : !tt.ptr<i64>, i32
  %a = tt.load %table : !tt.ptr<i64>
  %b = tt.load %second : !tt.ptr<i64>
  %pa = tt.int_to_ptr %a : i64 -> !tt.ptr<i32>
  %pb = tt.int_to_ptr %b : i64 -> !tt.ptr<i32>
  %i = tt.make_range {start = 0 : i32, end = 4 : i32} : tensor<4xi32>
  %basea = tt.splat %pa : !tt.ptr<i32> -> tensor<4x!tt.ptr<i32>>
  %ptrsa = tt.addptr %basea, %i : tensor<4x!tt.ptr<i32>>, tensor<4xi32>
  %baseb = tt.splat %pb : !tt.ptr<i32> -> tensor<4x!tt.ptr<i32>>
  %ptrsb = tt.addptr %baseb, %i : tensor<4x!tt.ptr<i32>>, tensor<4xi32>
  %x = tt.load %ptrsa : tensor<4x!tt.ptr<i32>>
  %y = tt.load %ptrsb : tensor<4x!tt.ptr<i32>>
  %z = arith.addi %x, %y : tensor<4xi32>
  %baseo = tt.splat %out : !tt.ptr<i32> -> tensor<4x!tt.ptr<i32>>
  %ptrso = tt.addptr %baseo, %i : tensor<4x!tt.ptr<i32>>, tensor<4xi32>
  tt.store %ptrso, %z : tensor<4x!tt.ptr<i32>>
  tt.return
}
