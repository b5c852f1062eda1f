module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func public @k(%a: !tt.tensordesc<tensor<64x64xf16>>, %a0: i32, %a1: i32, %a2: i64, %a3: i64, %b: !tt.tensordesc<tensor<64x64xf16>>, %b0: i32, %b1: i32, %b2: i64, %b3: i64, %c: !tt.tensordesc<tensor<64x64xf32>>, %c0: i32, %c1: i32, %c2: i64, %c3: i64, %p: !tt.ptr<i32>, %n: i32) {
    %z = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %ring = aref.create : !aref.ring<4 x (tensor<64x64xf16>)>
    %ring_0 = aref.create : !aref.ring<4 x (tensor<64x64xf16>)>
    ttg.warp_specialize(%ring, %ring_0, %n, %a, %b)
    default {
      %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
      %r, %i, %i_1 = scf.for %k = %z to %n step %one iter_args(%acc = %zero, %i_2 = %z, %i_3 = %z) -> (tensor<64x64xf32>, i32, i32)  : i32 {
        %x0 = aref.get %ring[%i_2] : !aref.ring<4 x (tensor<64x64xf16>)>
        %x = arith.addf %x0, %x0 : tensor<64x64xf16>
        aref.consumed %ring[%i_2] : !aref.ring<4 x (tensor<64x64xf16>)>
        %i_4 = arith.addi %i_2, %one : i32
        %y = aref.get %ring_0[%i_3] : !aref.ring<4 x (tensor<64x64xf16>)>
        %0 = arith.cmpi ne, %k, %z : i32
        %d = nvgpu.dot_issue %x, %y, %acc, %0 : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
        %d_5 = nvgpu.dot_wait %d {pendings = 0 : i32} : tensor<64x64xf32>
        aref.consumed %ring_0[%i_3] : !aref.ring<4 x (tensor<64x64xf16>)>
        %i_6 = arith.addi %i_3, %one : i32
        scf.yield %d_5, %i_4, %i_6 : tensor<64x64xf32>, i32, i32
      }
      tt.descriptor_store %c[%z, %z], %r : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
      ttg.warp_yield
    }
    partition0(%ring_1: !aref.ring<4 x (tensor<64x64xf16>)>, %ring_2: !aref.ring<4 x (tensor<64x64xf16>)>, %n_3: i32, %a_4: !tt.tensordesc<tensor<64x64xf16>>, %b_5: !tt.tensordesc<tensor<64x64xf16>>) num_warps(4) {
      %z_6 = arith.constant 0 : i32
      %one_7 = arith.constant 1 : i32
      %s64 = arith.constant 64 : i32
      %i, %i_8 = scf.for %k = %z_6 to %n_3 step %one_7 iter_args(%i_9 = %z_6, %i_10 = %z_6) -> (i32, i32)  : i32 {
        %o = arith.muli %k, %s64 : i32
        %x0 = tt.descriptor_load %a_4[%z_6, %o] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
        aref.put %ring_1[%i_9], %x0 : !aref.ring<4 x (tensor<64x64xf16>)>
        %i_11 = arith.addi %i_9, %one_7 : i32
        %y = tt.descriptor_load %b_5[%o, %z_6] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
        aref.put %ring_2[%i_10], %y : !aref.ring<4 x (tensor<64x64xf16>)>
        %i_12 = arith.addi %i_10, %one_7 : i32
        scf.yield %i_11, %i_12 : i32, i32
      }
      ttg.warp_return
    } : (!aref.ring<4 x (tensor<64x64xf16>)>, !aref.ring<4 x (tensor<64x64xf16>)>, i32, !tt.tensordesc<tensor<64x64xf16>>, !tt.tensordesc<tensor<64x64xf16>>) -> ()
    tt.return
  }
}
