// RUN: tawa-opt --tawa-partition --tawa-pipeline --tawa-ping-pong='force' --aref-verify --split-input-file %s | FileCheck %s
// RUN: tawa-opt --tawa-partition --tawa-pipeline --tawa-ping-pong='force' --aref-verify --split-input-file --remarks --no-output %s 2>&1 | FileCheck %s --check-prefix=SAYS
// RUN: tawa-opt --tawa-partition --tawa-pipeline --tawa-ping-pong --split-input-file --remarks %s 2>&1 | FileCheck %s --check-prefix=AUTO

// Both consumers walk all tiles. One's own is got, multiplied and stored in its turns; what is put
// for the other's is skipped by the same loop.

// AUTO: remark: consumers share each tile: it has not been measured to be faster
// AUTO-NOT: aref.take

// SAYS: remark: 2 consumers take whole tiles in turn: one stores its tile while the other multiplies
// SAYS: remark: rings proven for every trip count and interleaving
// CHECK: "ttg.num-warps" = 4
// CHECK-LABEL: tt.func public @tiles
// CHECK: %mainloops = aref.turns : !aref.turns<2>
// CHECK-NEXT: %epilogues = aref.turns : !aref.turns<2>
// CHECK: ttg.warp_specialize({{.*}}) attributes {requestedRegisters = array<i32: 40, 232>}
// CHECK: default {
// CHECK: %[[YES:.*]] = arith.constant true
// CHECK: scf.for %tile = {{.*}} iter_args(%[[I:.*]] = %{{.*}}, %mine = %[[YES]]) -> (i32, i1)
// CHECK-NEXT: %[[COUNT:.*]] = scf.if %mine -> (i32) {
// CHECK-NEXT: aref.take %mainloops {number = 0 : i32}
// CHECK: scf.for
// CHECK: aref.get
// CHECK: nvgpu.dot_issue
// CHECK: nvgpu.dot_wait {{.*}}pendings = 1
// CHECK: aref.consumed
// CHECK: aref.pass %mainloops {number = 0 : i32}
// CHECK-NEXT: nvgpu.dot_wait {{.*}}pendings = 0
// CHECK: aref.consumed
// CHECK: aref.take %epilogues {number = 0 : i32}
// CHECK-NEXT: tt.descriptor_store
// CHECK-NEXT: aref.pass %epilogues {number = 0 : i32}
// CHECK-NEXT: scf.yield
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[SKIPPED:.*]] = scf.for %{{.*}} iter_args(%[[J:.*]] = %[[I]]) -> (i32) : i32 {
// CHECK-NEXT: aref.skip %ring[%[[J]]]
// CHECK-NEXT: %[[NEXT:.*]] = arith.addi %[[J]], %
// CHECK-NEXT: scf.yield %[[NEXT]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[SKIPPED]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[OTHERS:.*]] = arith.xori %mine, %[[YES]]
// CHECK-NEXT: scf.yield %[[COUNT]], %[[OTHERS]]
// CHECK: partition1(
// CHECK: %[[NO:.*]] = arith.constant false
// CHECK: scf.for %tile = {{.*}}%mine = %[[NO]])
// CHECK: aref.take %mainloops_{{[0-9]+}} {number = 1 : i32}
// CHECK: aref.pass %epilogues_{{[0-9]+}} {number = 1 : i32}
tt.func public @tiles(%a: !tt.tensordesc<tensor<128x64xf16>>, %b: !tt.tensordesc<tensor<64x128xf16>>, %c: !tt.tensordesc<tensor<128x128xf32>>, %first: i32, %tiles: i32, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  scf.for %tile = %first to %tiles step %c4 : i32 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128x128xf32>) : i32 {
      %x = tt.descriptor_load %a[%tile, %k] : !tt.tensordesc<tensor<128x64xf16>> -> tensor<128x64xf16>
      %y = tt.descriptor_load %b[%k, %tile] : !tt.tensordesc<tensor<64x128xf16>> -> tensor<64x128xf16>
      %s = tt.dot %x, %y, %acc : tensor<128x64xf16> * tensor<64x128xf16> -> tensor<128x128xf32>
      scf.yield %s : tensor<128x128xf32>
    }
    tt.descriptor_store %c[%tile, %c0], %sum : !tt.tensordesc<tensor<128x128xf32>>, tensor<128x128xf32>
  }
  tt.return
}

// -----

// What a ring brings for the epilogue, here what is added to the tile, is got in the turn of the epilogue.

// SAYS: remark: 2 consumers take whole tiles in turn
// SAYS: remark: rings proven for every trip count and interleaving
// CHECK-LABEL: tt.func public @residual
// CHECK: aref.pass %mainloops {number = 0 : i32}
// CHECK: aref.take %epilogues {number = 0 : i32}
// CHECK-NEXT: aref.get
// CHECK: tt.descriptor_store
// CHECK-NEXT: aref.pass %epilogues {number = 0 : i32}
// CHECK: } else {
// CHECK: aref.skip
// CHECK: aref.skip
tt.func public @residual(%a: !tt.tensordesc<tensor<128x64xf16>>, %b: !tt.tensordesc<tensor<64x128xf16>>, %c: !tt.tensordesc<tensor<128x128xf32>>, %r: !tt.tensordesc<tensor<128x128xf32>>, %first: i32, %tiles: i32, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  scf.for %tile = %first to %tiles step %c1 : i32 {
    %row = arith.muli %tile, %c128 : i32
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128x128xf32>) : i32 {
      %at = arith.muli %k, %c64 : i32
      %x = tt.descriptor_load %a[%row, %at] : !tt.tensordesc<tensor<128x64xf16>> -> tensor<128x64xf16>
      %y = tt.descriptor_load %b[%at, %c0] : !tt.tensordesc<tensor<64x128xf16>> -> tensor<64x128xf16>
      %s = tt.dot %x, %y, %acc : tensor<128x64xf16> * tensor<64x128xf16> -> tensor<128x128xf32>
      scf.yield %s : tensor<128x128xf32>
    }
    %old = tt.descriptor_load %r[%row, %c0] : !tt.tensordesc<tensor<128x128xf32>> -> tensor<128x128xf32>
    %out = arith.addf %sum, %old : tensor<128x128xf32>
    tt.descriptor_store %c[%row, %c0], %out : !tt.tensordesc<tensor<128x128xf32>>, tensor<128x128xf32>
  }
  tt.return
}

// -----

// Two consumers have the registers for a half each, not for a whole tile each.

// SAYS: remark: consumers share each tile: a whole tile takes 256 accumulator registers a thread of one warp group, which has 200
tt.func public @wide(%a: !tt.tensordesc<tensor<128x64xf16>>, %b: !tt.tensordesc<tensor<64x256xf16>>, %c: !tt.tensordesc<tensor<128x256xf32>>, %first: i32, %tiles: i32, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %zero = arith.constant dense<0.0> : tensor<128x256xf32>
  scf.for %tile = %first to %tiles step %c4 : i32 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128x256xf32>) : i32 {
      %x = tt.descriptor_load %a[%tile, %k] : !tt.tensordesc<tensor<128x64xf16>> -> tensor<128x64xf16>
      %y = tt.descriptor_load %b[%k, %tile] : !tt.tensordesc<tensor<64x256xf16>> -> tensor<64x256xf16>
      %s = tt.dot %x, %y, %acc : tensor<128x64xf16> * tensor<64x256xf16> -> tensor<128x256xf32>
      scf.yield %s : tensor<128x256xf32>
    }
    tt.descriptor_store %c[%tile, %c0], %sum : !tt.tensordesc<tensor<128x256xf32>>, tensor<128x256xf32>
  }
  tt.return
}

// -----

// SAYS: remark: consumers share each tile: tiles are computed on between dots, and the other consumer would wait meanwhile
tt.func public @transformed(%a: !tt.tensordesc<tensor<128x64xf16>>, %b: !tt.tensordesc<tensor<64x128xf16>>, %c: !tt.tensordesc<tensor<128x128xf32>>, %first: i32, %tiles: i32, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  scf.for %tile = %first to %tiles step %c4 : i32 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128x128xf32>) : i32 {
      %x = tt.descriptor_load %a[%tile, %k] : !tt.tensordesc<tensor<128x64xf16>> -> tensor<128x64xf16>
      %y = tt.descriptor_load %b[%k, %tile] : !tt.tensordesc<tensor<64x128xf16>> -> tensor<64x128xf16>
      %d = tt.dot %x, %y, %zero : tensor<128x64xf16> * tensor<64x128xf16> -> tensor<128x128xf32>
      %e = math.exp2 %d : tensor<128x128xf32>
      %s = arith.addf %acc, %e : tensor<128x128xf32>
      scf.yield %s : tensor<128x128xf32>
    }
    tt.descriptor_store %c[%tile, %c0], %sum : !tt.tensordesc<tensor<128x128xf32>>, tensor<128x128xf32>
  }
  tt.return
}

// -----

// SAYS: remark: consumers share each tile: what is computed for a tile is carried on to the next
tt.func public @carried(%a: !tt.tensordesc<tensor<128x64xf16>>, %b: !tt.tensordesc<tensor<64x128xf16>>, %c: !tt.tensordesc<tensor<128x128xf32>>, %first: i32, %tiles: i32, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %all = scf.for %tile = %first to %tiles step %c4 iter_args(%init = %zero) -> (tensor<128x128xf32>) : i32 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %init) -> (tensor<128x128xf32>) : i32 {
      %x = tt.descriptor_load %a[%tile, %k] : !tt.tensordesc<tensor<128x64xf16>> -> tensor<128x64xf16>
      %y = tt.descriptor_load %b[%k, %tile] : !tt.tensordesc<tensor<64x128xf16>> -> tensor<64x128xf16>
      %s = tt.dot %x, %y, %acc : tensor<128x64xf16> * tensor<64x128xf16> -> tensor<128x128xf32>
      scf.yield %s : tensor<128x128xf32>
    }
    tt.descriptor_store %c[%tile, %c0], %sum : !tt.tensordesc<tensor<128x128xf32>>, tensor<128x128xf32>
    scf.yield %sum : tensor<128x128xf32>
  }
  tt.return
}

// -----

// SAYS: remark: consumers share each tile: this may read what is stored for the tile before
tt.func public @reads(%a: !tt.tensordesc<tensor<128x64xf16>>, %b: !tt.tensordesc<tensor<64x128xf16>>, %c: !tt.tensordesc<tensor<128x128xf32>>, %first: i32, %tiles: i32, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  scf.for %tile = %first to %tiles step %c4 : i32 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128x128xf32>) : i32 {
      %x = tt.descriptor_load %a[%tile, %k] : !tt.tensordesc<tensor<128x64xf16>> -> tensor<128x64xf16>
      %y = tt.descriptor_load %b[%k, %tile] : !tt.tensordesc<tensor<64x128xf16>> -> tensor<64x128xf16>
      %s = tt.dot %x, %y, %acc : tensor<128x64xf16> * tensor<64x128xf16> -> tensor<128x128xf32>
      scf.yield %s : tensor<128x128xf32>
    }
    %old = tt.descriptor_load %c[%tile, %c1] : !tt.tensordesc<tensor<128x128xf32>> -> tensor<128x128xf32>
    %out = arith.addf %sum, %old : tensor<128x128xf32>
    tt.descriptor_store %c[%tile, %c0], %out : !tt.tensordesc<tensor<128x128xf32>>, tensor<128x128xf32>
  }
  tt.return
}

// -----

// SAYS: remark: consumers share each tile: 'tt.print' may depend on what is done for the tile before
tt.func public @prints(%a: !tt.tensordesc<tensor<128x64xf16>>, %b: !tt.tensordesc<tensor<64x128xf16>>, %c: !tt.tensordesc<tensor<128x128xf32>>, %first: i32, %tiles: i32, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  scf.for %tile = %first to %tiles step %c4 : i32 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128x128xf32>) : i32 {
      %x = tt.descriptor_load %a[%tile, %k] : !tt.tensordesc<tensor<128x64xf16>> -> tensor<128x64xf16>
      %y = tt.descriptor_load %b[%k, %tile] : !tt.tensordesc<tensor<64x128xf16>> -> tensor<64x128xf16>
      %s = tt.dot %x, %y, %acc : tensor<128x64xf16> * tensor<64x128xf16> -> tensor<128x128xf32>
      scf.yield %s : tensor<128x128xf32>
    }
    tt.print "tile" {hex = false, isSigned = array<i32: 1>} : %tile : i32
    %out = arith.addf %sum, %sum : tensor<128x128xf32>
    tt.descriptor_store %c[%tile, %c0], %out : !tt.tensordesc<tensor<128x128xf32>>, tensor<128x128xf32>
  }
  tt.return
}

// -----

// SAYS: remark: consumers share each tile: its tiles are walked by several loops
tt.func public @nested(%a: !tt.tensordesc<tensor<128x64xf16>>, %b: !tt.tensordesc<tensor<64x128xf16>>, %c: !tt.tensordesc<tensor<128x128xf32>>, %first: i32, %tiles: i32, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  scf.for %group = %c0 to %n step %c1 : i32 {
    scf.for %tile = %first to %tiles step %c4 : i32 {
      %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128x128xf32>) : i32 {
        %x = tt.descriptor_load %a[%tile, %k] : !tt.tensordesc<tensor<128x64xf16>> -> tensor<128x64xf16>
        %y = tt.descriptor_load %b[%k, %tile] : !tt.tensordesc<tensor<64x128xf16>> -> tensor<64x128xf16>
        %s = tt.dot %x, %y, %acc : tensor<128x64xf16> * tensor<64x128xf16> -> tensor<128x128xf32>
        scf.yield %s : tensor<128x128xf32>
      }
      tt.descriptor_store %c[%tile, %c0], %sum : !tt.tensordesc<tensor<128x128xf32>>, tensor<128x128xf32>
    }
  }
  tt.return
}

// -----

// SAYS: remark: consumers share each tile: this is done once, not for each tile
tt.func public @after(%a: !tt.tensordesc<tensor<128x64xf16>>, %b: !tt.tensordesc<tensor<64x128xf16>>, %c: !tt.tensordesc<tensor<128x128xf32>>, %first: i32, %tiles: i32, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  scf.for %tile = %first to %tiles step %c4 : i32 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128x128xf32>) : i32 {
      %x = tt.descriptor_load %a[%tile, %k] : !tt.tensordesc<tensor<128x64xf16>> -> tensor<128x64xf16>
      %y = tt.descriptor_load %b[%k, %tile] : !tt.tensordesc<tensor<64x128xf16>> -> tensor<64x128xf16>
      %s = tt.dot %x, %y, %acc : tensor<128x64xf16> * tensor<64x128xf16> -> tensor<128x128xf32>
      scf.yield %s : tensor<128x128xf32>
    }
    tt.descriptor_store %c[%tile, %c0], %sum : !tt.tensordesc<tensor<128x128xf32>>, tensor<128x128xf32>
  }
  tt.descriptor_store %c[%c0, %c0], %zero : !tt.tensordesc<tensor<128x128xf32>>, tensor<128x128xf32>
  tt.return
}

// -----

// SAYS: remark: consumers share each tile: its programs make one tile each
tt.func public @once(%a: !tt.tensordesc<tensor<128x64xf16>>, %b: !tt.tensordesc<tensor<64x128xf16>>, %c: !tt.tensordesc<tensor<128x128xf32>>, %first: i32, %firsts: i32, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128x128xf32>) : i32 {
      %x = tt.descriptor_load %a[%first, %k] : !tt.tensordesc<tensor<128x64xf16>> -> tensor<128x64xf16>
      %y = tt.descriptor_load %b[%k, %first] : !tt.tensordesc<tensor<64x128xf16>> -> tensor<64x128xf16>
      %s = tt.dot %x, %y, %acc : tensor<128x64xf16> * tensor<64x128xf16> -> tensor<128x128xf32>
      scf.yield %s : tensor<128x128xf32>
    }
    tt.descriptor_store %c[%first, %c0], %sum : !tt.tensordesc<tensor<128x128xf32>>, tensor<128x128xf32>
  tt.return
}
