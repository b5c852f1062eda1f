module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func public @k(%a: !tt.tensordesc<tensor<64x64xf16>>, %a0: i32, %a1: i32, %a2: i64, %a3: i64, %b: !tt.tensordesc<tensor<64x64xf16>>, %b0: i32, %b1: i32, %b2: i64, %b3: i64, %c: !tt.tensordesc<tensor<64x64xf32>>, %c0: i32, %c1: i32, %c2: i64, %c3: i64, %p: !tt.ptr<i32>, %n: i32) {
    %z = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %ring = aref.create : !aref.ring<4 x (tensor<64x64xf16>, tensor<64x64xf16>)>
    ttg.warp_specialize(%ring, %n, %a, %b)
    default {
      %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
      %r, %i = scf.for %k = %z to %n step %one iter_args(%acc = %zero, %i_6 = %z) -> (tensor<64x64xf32>, i32)  : i32 {
        %x, %y = aref.get %ring[%i_6] : !aref.ring<4 x (tensor<64x64xf16>, tensor<64x64xf16>)>
        %2 = arith.cmpi ne, %k, %z : i32
        %d = nvgpu.dot_issue %x, %y, %acc, %2 : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
        %d_7 = nvgpu.dot_wait %d {pendings = 1 : i32} : tensor<64x64xf32>
        %c1_i32_8 = arith.constant 1 : i32
        %3 = arith.cmpi ne, %k, %z : i32
        %i_9 = arith.subi %i_6, %c1_i32_8 : i32
        scf.if %3 {
          aref.consumed %ring[%i_9] : !aref.ring<4 x (tensor<64x64xf16>, tensor<64x64xf16>)>
        }
        %i_10 = arith.addi %i_6, %one : i32
        scf.yield %d_7, %i_10 : tensor<64x64xf32>, i32
      }
      %r_0 = nvgpu.dot_wait %r {pendings = 0 : i32} : tensor<64x64xf32>
      %c1_i32 = arith.constant 1 : i32
      %0 = arith.cmpi slt, %z, %n : i32
      %i_1 = arith.subi %i, %c1_i32 : i32
      scf.if %0 {
        aref.consumed %ring[%i_1] : !aref.ring<4 x (tensor<64x64xf16>, tensor<64x64xf16>)>
      }
      %r2, %i_2 = scf.for %k = %one to %n step %two iter_args(%acc = %r_0, %i_6 = %i) -> (tensor<64x64xf32>, i32)  : i32 {
        %x, %y = aref.get %ring[%i_6] : !aref.ring<4 x (tensor<64x64xf16>, tensor<64x64xf16>)>
        %d = nvgpu.dot_issue %x, %y, %acc : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
        %d_7 = nvgpu.dot_wait %d {pendings = 1 : i32} : tensor<64x64xf32>
        %c1_i32_8 = arith.constant 1 : i32
        %2 = arith.cmpi ne, %k, %one : i32
        %i_9 = arith.subi %i_6, %c1_i32_8 : i32
        scf.if %2 {
          aref.consumed %ring[%i_9] : !aref.ring<4 x (tensor<64x64xf16>, tensor<64x64xf16>)>
        }
        %i_10 = arith.addi %i_6, %one : i32
        scf.yield %d_7, %i_10 : tensor<64x64xf32>, i32
      }
      %r2_3 = nvgpu.dot_wait %r2 {pendings = 0 : i32} : tensor<64x64xf32>
      %c1_i32_4 = arith.constant 1 : i32
      %1 = arith.cmpi slt, %one, %n : i32
      %i_5 = arith.subi %i_2, %c1_i32_4 : i32
      scf.if %1 {
        aref.consumed %ring[%i_5] : !aref.ring<4 x (tensor<64x64xf16>, tensor<64x64xf16>)>
      }
      tt.descriptor_store %c[%z, %z], %r2_3 : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
      ttg.warp_yield
    }
    partition0(%ring_0: !aref.ring<4 x (tensor<64x64xf16>, tensor<64x64xf16>)>, %n_1: i32, %a_2: !tt.tensordesc<tensor<64x64xf16>>, %b_3: !tt.tensordesc<tensor<64x64xf16>>) num_warps(4) {
      %z_4 = arith.constant 0 : i32
      %one_5 = arith.constant 1 : i32
      %two_6 = arith.constant 2 : i32
      %s64 = arith.constant 64 : i32
      %i = scf.for %k = %z_4 to %n_1 step %one_5 iter_args(%i_8 = %z_4) -> (i32)  : i32 {
        %o = arith.muli %k, %s64 : i32
        %x = tt.descriptor_load %a_2[%z_4, %o] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
        %y = tt.descriptor_load %b_3[%o, %z_4] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
        aref.put %ring_0[%i_8], %x, %y : !aref.ring<4 x (tensor<64x64xf16>, tensor<64x64xf16>)>
        %i_9 = arith.addi %i_8, %one_5 : i32
        scf.yield %i_9 : i32
      }
      %i_7 = scf.for %k = %one_5 to %n_1 step %two_6 iter_args(%i_8 = %i) -> (i32)  : i32 {
        %o = arith.muli %k, %s64 : i32
        %x = tt.descriptor_load %a_2[%z_4, %o] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
        %y = tt.descriptor_load %b_3[%o, %z_4] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
        aref.put %ring_0[%i_8], %x, %y : !aref.ring<4 x (tensor<64x64xf16>, tensor<64x64xf16>)>
        %i_9 = arith.addi %i_8, %one_5 : i32
        scf.yield %i_9 : i32
      }
      ttg.warp_return
    } : (!aref.ring<4 x (tensor<64x64xf16>, tensor<64x64xf16>)>, i32, !tt.tensordesc<tensor<64x64xf16>>, !tt.tensordesc<tensor<64x64xf16>>) -> ()
    tt.return
  }
}
