// RUN: tawa-opt --split-input-file --aref-verify --remarks --verify-diagnostics %s

// Each tile that is put is got and given back, in turn.
module attributes {"ttg.num-warps" = 4 : i32} {
  // expected-remark @+1 {{rings proven for every trip count and interleaving}}
  tt.func public @sum(%in: !tt.tensordesc<tensor<64x64xf32>>, %out: !tt.tensordesc<tensor<64x64xf32>>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
    %ring = aref.create : !aref.ring<2 x (tensor<64x64xf32>)>
    ttg.warp_specialize(%ring, %in, %n)
    default {
      %sum:2 = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero, %i = %c0) -> (tensor<64x64xf32>, i32)  : i32 {
        %tile = aref.get %ring[%i] : !aref.ring<2 x (tensor<64x64xf32>)>
        %next = arith.addf %acc, %tile : tensor<64x64xf32>
        aref.consumed %ring[%i] : !aref.ring<2 x (tensor<64x64xf32>)>
        %i_next = arith.addi %i, %c1 : i32
        scf.yield %next, %i_next : tensor<64x64xf32>, i32
      }
      tt.descriptor_store %out[%c0, %c0], %sum#0 : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
      ttg.warp_yield
    }
    partition0(%r: !aref.ring<2 x (tensor<64x64xf32>)>, %d: !tt.tensordesc<tensor<64x64xf32>>, %trips: i32) num_warps(4) {
      %zero_i = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %rows = arith.constant 64 : i32
      %end = scf.for %k = %zero_i to %trips step %one iter_args(%i = %zero_i) -> (i32)  : i32 {
        %row = arith.muli %k, %rows : i32
        %tile = tt.descriptor_load %d[%row, %zero_i] : !tt.tensordesc<tensor<64x64xf32>> -> tensor<64x64xf32>
        aref.put %r[%i], %tile : !aref.ring<2 x (tensor<64x64xf32>)>
        %i_next = arith.addi %i, %one : i32
        scf.yield %i_next : i32
      }
      ttg.warp_return
    } : (!aref.ring<2 x (tensor<64x64xf32>)>, !tt.tensordesc<tensor<64x64xf32>>, i32) -> ()
    tt.return
  }
}

// -----

// A tile that is never given back.
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func public @sum(%in: !tt.tensordesc<tensor<64x64xf32>>, %out: !tt.tensordesc<tensor<64x64xf32>>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
    // expected-error @+1 {{the program ends with slot 0 of %ring borrowed: get 0 is never given back}}
    %ring = aref.create : !aref.ring<2 x (tensor<64x64xf32>)>
    ttg.warp_specialize(%ring, %in, %n)
    default {
      %sum:2 = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero, %i = %c0) -> (tensor<64x64xf32>, i32)  : i32 {
        %tile = aref.get %ring[%i] : !aref.ring<2 x (tensor<64x64xf32>)>
        %next = arith.addf %acc, %tile : tensor<64x64xf32>
        %i_next = arith.addi %i, %c1 : i32
        scf.yield %next, %i_next : tensor<64x64xf32>, i32
      }
      tt.descriptor_store %out[%c0, %c0], %sum#0 : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
      ttg.warp_yield
    }
    partition0(%r: !aref.ring<2 x (tensor<64x64xf32>)>, %d: !tt.tensordesc<tensor<64x64xf32>>, %trips: i32) num_warps(4) {
      %zero_i = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %rows = arith.constant 64 : i32
      %end = scf.for %k = %zero_i to %trips step %one iter_args(%i = %zero_i) -> (i32)  : i32 {
        %row = arith.muli %k, %rows : i32
        %tile = tt.descriptor_load %d[%row, %zero_i] : !tt.tensordesc<tensor<64x64xf32>> -> tensor<64x64xf32>
        aref.put %r[%i], %tile : !aref.ring<2 x (tensor<64x64xf32>)>
        %i_next = arith.addi %i, %one : i32
        scf.yield %i_next : i32
      }
      ttg.warp_return
    } : (!aref.ring<2 x (tensor<64x64xf32>)>, !tt.tensordesc<tensor<64x64xf32>>, i32) -> ()
    tt.return
  }
}
