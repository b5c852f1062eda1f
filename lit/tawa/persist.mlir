// RUN: tawa-opt "--tawa-persist=sms=4" --split-input-file %s | FileCheck %s
// RUN: tawa-opt "--tawa-persist=sms=4" --remarks --no-output --split-input-file %s 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: not tawa-opt "--tawa-persist=sms=0" --split-input-file %s 2>&1 | FileCheck %s --check-prefix=BAD

// BAD: error: sms=0: at least 1 is needed

// The body becomes that of a loop over tiles; what is the same for all of them stays before it. One operand depends on
// x and one on y: two rows of tiles are walked together, and z, the batch, is outermost.

// REMARK: remark: persistent: 4 programs walk the tiles, 2 rows at a time

// CHECK-LABEL: tt.func public @product
// CHECK-SAME: tawa.resident = 4 : i32
// CHECK: %[[STEPS:.*]] = arith.divsi
// CHECK: %[[NX:.*]] = tt.get_num_programs x
// CHECK: %[[NY:.*]] = tt.get_num_programs y
// CHECK: %[[NZ:.*]] = tt.get_num_programs z
// CHECK-DAG: %[[X:.*]] = tt.get_program_id x
// CHECK-DAG: %[[Y:.*]] = tt.get_program_id y
// CHECK-DAG: %[[Z:.*]] = tt.get_program_id z
// CHECK: %[[YZ:.*]] = arith.muli %[[NY]], %[[Z]]
// CHECK: %[[ROW:.*]] = arith.addi %[[Y]], %[[YZ]]
// CHECK: %[[BEFORE:.*]] = arith.muli %[[NX]], %[[ROW]]
// CHECK: %[[NUMBER:.*]] = arith.addi %[[X]], %[[BEFORE]]
// CHECK: %[[HAS:.*]] = arith.cmpi slt, %[[NUMBER]], %[[SMS:.*]] : i32
// CHECK: %[[LAST:.*]] = arith.select %[[HAS]], %{{.*}}, %{{.*}} : i32
// CHECK: %[[PLANE:.*]] = arith.muli %[[NX]], %[[NY]]
// CHECK: %[[WIDTH:.*]] = arith.muli %[[NY]], %[[TWO:.*]] : i32
// CHECK: scf.for %[[TILE:.*]] = %[[NUMBER]] to %[[LAST]] step %[[SMS]]
// CHECK: %[[BATCH:.*]] = arith.divui %[[TILE]], %[[PLANE]]
// CHECK: %[[GROUP:.*]] = arith.divui %{{.*}}, %[[WIDTH]]
// CHECK: %[[FIRST:.*]] = arith.muli %[[GROUP]], %[[TWO]]
// CHECK: arith.minsi
// CHECK: %[[COLUMN:.*]] = arith.divui
// CHECK: %[[AT:.*]] = arith.addi %[[FIRST]],
// CHECK: arith.muli %[[AT]],
// CHECK: arith.muli %[[COLUMN]],
// CHECK: arith.muli %[[BATCH]],
// CHECK: scf.for %{{.*}} to %[[STEPS]]
// CHECK: tt.descriptor_store
// CHECK: } {tawa.tiles}
// CHECK-NEXT: tt.return
tt.func public @product(%a: !tt.tensordesc<tensor<64x64xf16>>, %b: !tt.tensordesc<tensor<64x64xf16>>, %c: !tt.tensordesc<tensor<64x64xf32>>, %k: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %x = tt.get_program_id x : i32
  %y = tt.get_program_id y : i32
  %z = tt.get_program_id z : i32
  %m = arith.muli %x, %c64 : i32
  %n = arith.muli %y, %c64 : i32
  %o = arith.muli %z, %c64 : i32
  %nz = arith.addi %n, %o : i32
  %steps = arith.divsi %k, %c64 : i32
  %r = scf.for %i = %c0 to %steps step %c1 iter_args(%s = %zero) -> (tensor<64x64xf32>) : i32 {
    %col = arith.muli %i, %c64 : i32
    %l = tt.descriptor_load %a[%m, %col] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %w = tt.descriptor_load %b[%col, %nz] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %d = tt.dot %l, %w, %s : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tt.descriptor_store %c[%m, %nz], %r : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
  tt.return
}

// -----

// The kernel has an order of its own for the axis that it uses.

// REMARK: remark: persistent: 4 programs walk the tiles in the order of their numbers

// CHECK-LABEL: tt.func public @ordered
// CHECK: scf.for %[[TILE:.*]] = %{{.*}} to
// CHECK: %[[ID:.*]] = arith.remui %[[TILE]], %
// CHECK-NEXT: arith.remsi %[[ID]],
// CHECK-NEXT: arith.divsi %[[ID]],
tt.func public @ordered(%a: !tt.tensordesc<tensor<64x64xf16>>, %c: !tt.tensordesc<tensor<64x64xf32>>, %k: i32, %width: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %id = tt.get_program_id x : i32
  %m = arith.remsi %id, %width : i32
  %n = arith.divsi %id, %width : i32
  %r = scf.for %i = %c0 to %k step %c64 iter_args(%s = %zero) -> (tensor<64x64xf32>) : i32 {
    %l = tt.descriptor_load %a[%m, %i] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %w = tt.descriptor_load %a[%i, %n] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %d = tt.dot %l, %w, %s : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tt.descriptor_store %c[%m, %n], %r : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
  tt.return
}

// -----

// Programs that may wait for others, by a counter that they read; those that don't read it can't.

// REMARK: remark: not persistent: its programs may wait for one another
// REMARK: remark: persistent:

// CHECK-LABEL: tt.func public @waits
// CHECK-NOT: tawa.tiles
// CHECK-LABEL: tt.func public @counts
// CHECK: tt.atomic_rmw
// CHECK: tawa.tiles
tt.func public @waits(%a: !tt.tensordesc<tensor<64x64xf16>>, %c: !tt.tensordesc<tensor<64x64xf32>>, %k: i32, %flag: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %true = arith.constant true
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %turn = tt.atomic_rmw add, relaxed, gpu, %flag, %c64, %true : (!tt.ptr<i32>, i32, i1) -> i32
  %r = scf.for %i = %c0 to %k step %c64 iter_args(%s = %zero) -> (tensor<64x64xf32>) : i32 {
    %l = tt.descriptor_load %a[%c0, %i] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %d = tt.dot %l, %l, %s : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tt.descriptor_store %c[%turn, %c0], %r : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
  tt.return
}
tt.func public @counts(%a: !tt.tensordesc<tensor<64x64xf16>>, %c: !tt.tensordesc<tensor<64x64xf32>>, %k: i32, %flag: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %true = arith.constant true
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %turn = tt.get_program_id x : i32
  %r = scf.for %i = %c0 to %k step %c64 iter_args(%s = %zero) -> (tensor<64x64xf32>) : i32 {
    %l = tt.descriptor_load %a[%c0, %i] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %d = tt.dot %l, %l, %s : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tt.descriptor_store %c[%turn, %c0], %r : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
  %0 = tt.atomic_rmw add, relaxed, gpu, %flag, %c64, %true : (!tt.ptr<i32>, i32, i1) -> i32
  tt.return
}

// -----

// The trips of the loop differ among programs.

// REMARK: remark: not persistent: programs have unequal work, which the hardware spreads better as they end

// CHECK-LABEL: tt.func public @unequal
// CHECK-NOT: tawa.tiles
tt.func public @unequal(%a: !tt.tensordesc<tensor<64x64xf16>>, %c: !tt.tensordesc<tensor<64x64xf32>>) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %id = tt.get_program_id x : i32
  %end = arith.muli %id, %c64 : i32
  %r = scf.for %i = %c0 to %end step %c64 iter_args(%s = %zero) -> (tensor<64x64xf32>) : i32 {
    %l = tt.descriptor_load %a[%c0, %i] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %d = tt.dot %l, %l, %s : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tt.descriptor_store %c[%end, %c0], %r : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
  tt.return
}

// -----

// It walks tiles already.

// REMARK: remark: not persistent: its programs walk several tiles already

// CHECK-LABEL: tt.func public @walks
// CHECK-NOT: tawa.tiles
tt.func public @walks(%a: !tt.tensordesc<tensor<64x64xf16>>, %c: !tt.tensordesc<tensor<64x64xf32>>, %k: i32, %tiles: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  scf.for %t = %c0 to %tiles step %c1 : i32 {
    %r = scf.for %i = %c0 to %k step %c64 iter_args(%s = %zero) -> (tensor<64x64xf32>) : i32 {
      %l = tt.descriptor_load %a[%t, %i] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
      %d = tt.dot %l, %l, %s : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %d : tensor<64x64xf32>
    }
    tt.descriptor_store %c[%t, %c0], %r : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
  }
  tt.return
}
