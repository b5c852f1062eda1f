tt.func public @k(%a: !tt.tensordesc<tensor<64x64xf16>>, %a0: i32, %a1: i32, %a2: i64, %a3: i64, %b: !tt.tensordesc<tensor<64x64xf16>>, %b0: i32, %b1: i32, %b2: i64, %b3: i64, %c: !tt.tensordesc<tensor<64x64xf32>>, %c0: i32, %c1: i32, %c2: i64, %c3: i64, %p: !tt.ptr<i32>, %n: i32) {
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %s64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %ones = arith.constant dense<1.0> : tensor<64x64xf32>

  %low = arith.constant dense<0xFF800000> : tensor<64xf32>
  %none = arith.constant dense<0.0> : tensor<64xf32>
  %q = tt.descriptor_load %a[%z, %z] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
  %r:3 = scf.for %k = %z to %n step %one iter_args(%m = %low, %l = %none, %acc = %zero) -> (tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>) : i32 {
    %o = arith.muli %k, %s64 : i32
    %v = tt.descriptor_load %b[%o, %s64] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %key = tt.descriptor_load %b[%o, %z] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %kt = tt.trans %key {order = array<i32: 1, 0>} : tensor<64x64xf16> -> tensor<64x64xf16>
    %s = tt.dot %q, %kt, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %mx = "tt.reduce"(%s) <{axis = 1 : i32}> ({
    ^bb0(%u: f32, %w: f32):
      %g = arith.maxnumf %u, %w : f32
      tt.reduce.return %g : f32
    }) : (tensor<64x64xf32>) -> tensor<64xf32>
    %mn = arith.maxnumf %m, %mx : tensor<64xf32>
    %me = tt.expand_dims %mn {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
    %mb = tt.broadcast %me : tensor<64x1xf32> -> tensor<64x64xf32>
    %sd = arith.subf %s, %mb : tensor<64x64xf32>
    %pe = math.exp2 %sd : tensor<64x64xf32>
    %ad = arith.subf %m, %mn : tensor<64xf32>
    %al = math.exp2 %ad : tensor<64xf32>
    %ll = arith.mulf %l, %al : tensor<64xf32>
    %ps = "tt.reduce"(%pe) <{axis = 1 : i32}> ({
    ^bb0(%u: f32, %w: f32):
      %g = arith.addf %u, %w : f32
      tt.reduce.return %g : f32
    }) : (tensor<64x64xf32>) -> tensor<64xf32>
    %ln = arith.addf %ll, %ps : tensor<64xf32>
    %ae = tt.expand_dims %al {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
    %ab = tt.broadcast %ae : tensor<64x1xf32> -> tensor<64x64xf32>
    %as = arith.mulf %acc, %ab : tensor<64x64xf32>
    %ph = arith.truncf %pe : tensor<64x64xf32> to tensor<64x64xf16>
    %d = tt.dot %ph, %v, %as : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %mn, %ln, %d : tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>
  }
  %le = tt.expand_dims %r#1 {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
  %lb = tt.broadcast %le : tensor<64x1xf32> -> tensor<64x64xf32>
  tt.descriptor_store %c[%z, %z], %r#2 : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
  tt.descriptor_store %c[%z, %s64], %lb : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
  tt.return
}
