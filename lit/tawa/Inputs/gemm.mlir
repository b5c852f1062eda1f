tt.func public @gemm(%a_desc: !tt.tensordesc<tensor<128x64xf16>>, %b_desc: !tt.tensordesc<tensor<256x64xf16>>, %c_desc: !tt.tensordesc<tensor<128x256xf16>>, %m: i32, %n: i32, %trips: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<128x256xf32>
  %acc = scf.for %k = %c0 to %trips step %c1 iter_args(%c = %zero) -> (tensor<128x256xf32>) : i32 {
    %kk = arith.muli %k, %c64 : i32
    %a = tt.descriptor_load %a_desc[%m, %kk] : !tt.tensordesc<tensor<128x64xf16>> -> tensor<128x64xf16>
    %b = tt.descriptor_load %b_desc[%n, %kk] : !tt.tensordesc<tensor<256x64xf16>> -> tensor<256x64xf16>
    %bt = tt.trans %b {order = array<i32: 1, 0>} : tensor<256x64xf16> -> tensor<64x256xf16>
    %d = tt.dot %a, %bt, %c, inputPrecision = tf32 : tensor<128x64xf16> * tensor<64x256xf16> -> tensor<128x256xf32>
    scf.yield %d : tensor<128x256xf32>
  }
  %o = arith.truncf %acc : tensor<128x256xf32> to tensor<128x256xf16>
  tt.descriptor_store %c_desc[%m, %n], %o : !tt.tensordesc<tensor<128x256xf16>>, tensor<128x256xf16>
  tt.return
}
