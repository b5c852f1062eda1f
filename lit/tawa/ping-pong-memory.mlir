// RUN: tawa-opt --tawa-partition='depth=5' --tawa-pipeline --tawa-ping-pong='force' --remarks --no-output %s 2>&1 | FileCheck %s --check-prefix=DEEP

// Beside five slots there is no room for the panels of two stores.

// DEEP: remark: consumers share each tile: the rings and the panels for the stores of two tiles are 237648 bytes of shared memory, of 232448; max-depth bounds the rings
tt.func public @deep(%a: !tt.tensordesc<tensor<64x64xf16>>, %b: !tt.tensordesc<tensor<64x256xf16>>, %c: !tt.tensordesc<tensor<64x256xf32>>, %first: i32, %tiles: i32, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %zero = arith.constant dense<0.0> : tensor<64x256xf32>
  scf.for %tile = %first to %tiles step %c4 : i32 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x256xf32>) : i32 {
      %x = tt.descriptor_load %a[%tile, %k] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
      %y = tt.descriptor_load %b[%k, %tile] : !tt.tensordesc<tensor<64x256xf16>> -> tensor<64x256xf16>
      %s = tt.dot %x, %y, %acc : tensor<64x64xf16> * tensor<64x256xf16> -> tensor<64x256xf32>
      scf.yield %s : tensor<64x256xf32>
    }
    tt.descriptor_store %c[%tile, %c0], %sum : !tt.tensordesc<tensor<64x256xf32>>, tensor<64x256xf32>
  }
  tt.return
}
