// RUN: tawa-opt --tawa-multicast='cluster=2' --remarks=text --split-input-file %s 2>%t | FileCheck %s
// RUN: FileCheck --check-prefix=REMARK %s < %t
// RUN: not tawa-opt --tawa-multicast='cluster=3' %s 2>&1 | FileCheck --check-prefix=SIZE %s
// SIZE: cluster=3: a cluster has 1, 2, 4 or 8 programs

// Programs with successive numbers along x have tiles of B in common.

// REMARK: remark: the 2 programs of a cluster load the same tile here, each a part of it for all [tawa-multicast]
// REMARK-NEXT: %b = tt.descriptor_load

// CHECK-LABEL: tt.func public @columns
// CHECK: tt.descriptor_load %a_desc[%m, %k] :
// CHECK: tt.descriptor_load %b_desc[%n, %k] {tawa.multicast = 2 : i32} :
tt.func public @columns(%a_desc: !tt.tensordesc<tensor<128x64xf16>>, %b_desc: !tt.tensordesc<tensor<128x64xf16>>, %c_desc: !tt.tensordesc<tensor<128x128xf32>>, %K: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %x = tt.get_program_id x : i32
  %y = tt.get_program_id y : i32
  %m = arith.muli %x, %c128 : i32
  %n = arith.muli %y, %c128 : i32
  %r = scf.for %k = %c0 to %K step %c64 iter_args(%s = %zero) -> (tensor<128x128xf32>) : i32 {
    %a = tt.descriptor_load %a_desc[%m, %k] : !tt.tensordesc<tensor<128x64xf16>> -> tensor<128x64xf16>
    %b = tt.descriptor_load %b_desc[%n, %k] : !tt.tensordesc<tensor<128x64xf16>> -> tensor<128x64xf16>
    %t = tt.trans %b {order = array<i32: 1, 0>} : tensor<128x64xf16> -> tensor<64x128xf16>
    %d = tt.dot %a, %t, %s : tensor<128x64xf16> * tensor<64x128xf16> -> tensor<128x128xf32>
    scf.yield %d : tensor<128x128xf32>
  }
  tt.descriptor_store %c_desc[%m, %n], %r : !tt.tensordesc<tensor<128x128xf32>>, tensor<128x128xf32>
  tt.return
}

// -----

// Groups of eight rows: pairs have one column where each group has an even number of rows, for which it takes a multiple of two tiles.

// REMARK: remark: the 2 programs of a cluster load the same tile here
// REMARK-NEXT: %b = tt.descriptor_load

// CHECK-LABEL: tt.func public @grouped
// CHECK: tt.descriptor_load %b_desc[%off_n, %k] {tawa.multicast = 2 : i32} :
tt.func public @grouped(%b_desc: !tt.tensordesc<tensor<64x64xf16>>, %c_desc: !tt.tensordesc<tensor<64x64xf32>>, %M: i32 {tt.divisibility = 16 : i32}, %N: i32, %K: i32) {
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  %c63 = arith.constant 63 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %positive = arith.cmpi sgt, %M, %c0 : i32
  llvm.intr.assume %positive : i1
  %rest = arith.remsi %M, %c128 : i32
  %even = arith.cmpi eq, %rest, %c0 : i32
  llvm.intr.assume %even : i1
  %pid = tt.get_program_id x : i32
  %m_up = arith.addi %M, %c63 : i32
  %tiles_m = arith.divsi %m_up, %c64 : i32
  %n_up = arith.addi %N, %c63 : i32
  %tiles_n = arith.divsi %n_up, %c64 : i32
  %width = arith.muli %tiles_n, %c8 : i32
  %group = arith.divsi %pid, %width : i32
  %first = arith.muli %group, %c8 : i32
  %left = arith.subi %tiles_m, %first : i32
  %rows = arith.minsi %left, %c8 : i32
  %in = arith.remsi %pid, %width : i32
  %row = arith.remsi %in, %rows : i32
  %tile_m = arith.addi %first, %row : i32
  %tile_n = arith.divsi %in, %rows : i32
  %off_m = arith.muli %tile_m, %c64 : i32
  %off_n = arith.muli %tile_n, %c64 : i32
  %r = scf.for %k = %c0 to %K step %c64 iter_args(%s = %zero) -> (tensor<64x64xf32>) : i32 {
    %b = tt.descriptor_load %b_desc[%off_n, %k] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %d = tt.dot %b, %b, %s : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tt.descriptor_store %c_desc[%off_m, %off_n], %r : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
  tt.return
}

// -----

// Every program has tiles of its own.

// REMARK: remark: no multicast: no tile of a loop can be shown to be the same for the 2 programs of a cluster

// CHECK-LABEL: tt.func public @own
// CHECK-NOT: tawa.multicast
tt.func public @own(%a_desc: !tt.tensordesc<tensor<64x64xf16>>, %c_desc: !tt.tensordesc<tensor<64x64xf32>>, %K: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %x = tt.get_program_id x : i32
  %r = scf.for %k = %c0 to %K step %c64 iter_args(%s = %zero) -> (tensor<64x64xf32>) : i32 {
    %a = tt.descriptor_load %a_desc[%x, %k] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %d = tt.dot %a, %a, %s : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tt.descriptor_store %c_desc[%x, %c0], %r : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
  tt.return
}

// -----

// The second program goes round more often.

// REMARK: remark: no multicast: the 2 programs of a cluster can't be shown to take the same way here
// REMARK-NEXT: scf.for

// CHECK-LABEL: tt.func public @causal
// CHECK-NOT: tawa.multicast
tt.func public @causal(%k_desc: !tt.tensordesc<tensor<64x64xf16>>, %c_desc: !tt.tensordesc<tensor<64x64xf32>>) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %x = tt.get_program_id x : i32
  %end = arith.muli %x, %c64 : i32
  %r = scf.for %k = %c0 to %end step %c64 iter_args(%s = %zero) -> (tensor<64x64xf32>) : i32 {
    %t = tt.descriptor_load %k_desc[%k, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %d = tt.dot %t, %t, %s : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tt.descriptor_store %c_desc[%end, %c0], %r : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
  tt.return
}

// -----

// A tile of eight rows has no halves of eight.

// REMARK: remark: no multicast: its tile does not come apart into boxes of eight rows

// CHECK-LABEL: tt.func public @flat
// CHECK-NOT: tawa.multicast
tt.func public @flat(%b_desc: !tt.tensordesc<tensor<8x64xf16>>, %K: i32) {
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  %y = tt.get_program_id y : i32
  scf.for %k = %c0 to %K step %c8 : i32 {
    %b = tt.descriptor_load %b_desc[%k, %y] : !tt.tensordesc<tensor<8x64xf16>> -> tensor<8x64xf16>
  }
  tt.return
}
