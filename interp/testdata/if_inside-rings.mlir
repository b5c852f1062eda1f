module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func public @k(%a: !tt.tensordesc<tensor<64x64xf16>>, %a0: i32, %a1: i32, %a2: i64, %a3: i64, %b: !tt.tensordesc<tensor<64x64xf16>>, %b0: i32, %b1: i32, %b2: i64, %b3: i64, %c: !tt.tensordesc<tensor<64x64xf32>>, %c0: i32, %c1: i32, %c2: i64, %c3: i64, %p: !tt.ptr<i32>, %n: i32) {
    %z = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %ring = aref.create : !aref.ring<4 x (tensor<64x64xf16>, tensor<64x64xf16>)>
    ttg.warp_specialize(%ring, %n, %a, %b)
    default {
      %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
      %r, %i = scf.for %k = %z to %n step %one iter_args(%acc = %zero, %i_0 = %z) -> (tensor<64x64xf32>, i32)  : i32 {
        %m = arith.remsi %k, %two : i32
        %g = arith.cmpi eq, %m, %z : i32
        %r1, %i_1 = scf.if %g -> (tensor<64x64xf32>, i32) {
          %x, %y = aref.get %ring[%i_0] : !aref.ring<4 x (tensor<64x64xf16>, tensor<64x64xf16>)>
          %d = nvgpu.dot_issue %x, %y, %acc : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
          %d_2 = nvgpu.dot_wait %d {pendings = 0 : i32} : tensor<64x64xf32>
          aref.consumed %ring[%i_0] : !aref.ring<4 x (tensor<64x64xf16>, tensor<64x64xf16>)>
          %i_3 = arith.addi %i_0, %one : i32
          scf.yield %d_2, %i_3 : tensor<64x64xf32>, i32
        } else {
          scf.yield %acc, %i_0 : tensor<64x64xf32>, i32
        }
        scf.yield %r1, %i_1 : tensor<64x64xf32>, i32
      }
      tt.descriptor_store %c[%z, %z], %r : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
      ttg.warp_yield
    }
    partition0(%ring_0: !aref.ring<4 x (tensor<64x64xf16>, tensor<64x64xf16>)>, %n_1: i32, %a_2: !tt.tensordesc<tensor<64x64xf16>>, %b_3: !tt.tensordesc<tensor<64x64xf16>>) num_warps(4) {
      %z_4 = arith.constant 0 : i32
      %one_5 = arith.constant 1 : i32
      %two_6 = arith.constant 2 : i32
      %s64 = arith.constant 64 : i32
      %i = scf.for %k = %z_4 to %n_1 step %one_5 iter_args(%i_7 = %z_4) -> (i32)  : i32 {
        %o = arith.muli %k, %s64 : i32
        %m = arith.remsi %k, %two_6 : i32
        %g = arith.cmpi eq, %m, %z_4 : i32
        %i_8 = scf.if %g -> (i32) {
          %x = tt.descriptor_load %a_2[%z_4, %o] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
          %y = tt.descriptor_load %b_3[%o, %z_4] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
          aref.put %ring_0[%i_7], %x, %y : !aref.ring<4 x (tensor<64x64xf16>, tensor<64x64xf16>)>
          %i_9 = arith.addi %i_7, %one_5 : i32
          scf.yield %i_9 : i32
        } else {
          scf.yield %i_7 : i32
        }
        scf.yield %i_8 : i32
      }
      ttg.warp_return
    } : (!aref.ring<4 x (tensor<64x64xf16>, tensor<64x64xf16>)>, i32, !tt.tensordesc<tensor<64x64xf16>>, !tt.tensordesc<tensor<64x64xf16>>) -> ()
    tt.return
  }
}
