tt.func public @k(%a: !tt.tensordesc<tensor<64x64xf16>>, %a0: i32, %a1: i32, %a2: i64, %a3: i64, %b: !tt.tensordesc<tensor<64x64xf16>>, %b0: i32, %b1: i32, %b2: i64, %b3: i64, %c: !tt.tensordesc<tensor<64x64xf32>>, %c0: i32, %c1: i32, %c2: i64, %c3: i64, %p: !tt.ptr<i32>, %n: i32) {
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %s64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %ones = arith.constant dense<1.0> : tensor<64x64xf32>

  %r:2 = scf.for %k = %z to %n step %one iter_args(%sum = %zero, %last = %ones) -> (tensor<64x64xf32>, tensor<64x64xf32>) : i32 {
    %o = arith.muli %k, %s64 : i32
    %x = tt.descriptor_load %a[%z, %o] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %y = tt.descriptor_load %b[%o, %z] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %d = tt.dot %x, %y, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %f = arith.sitofp %k : i32 to f32
    %s = tt.splat %f : f32 -> tensor<64x64xf32>
    %e = arith.mulf %d, %s : tensor<64x64xf32>
    %t = arith.addf %sum, %e : tensor<64x64xf32>
    scf.yield %t, %e : tensor<64x64xf32>, tensor<64x64xf32>
  }
  tt.descriptor_store %c[%z, %z], %r#0 : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
  tt.descriptor_store %c[%z, %s64], %r#1 : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
  tt.return
}
