// The body of a GEMM, shortened: C = A·Bᵀ, one tile.
tt.func public @gemm(%a_desc: !tt.tensordesc<tensor<128x64xf16>>, %b_desc: !tt.tensordesc<tensor<128x64xf16>>,
                     %c_desc: !tt.tensordesc<tensor<128x128xf16>>, %m: i32, %n: i32, %trips: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %sum = scf.for %k = %c0 to %trips step %c1 iter_args(%acc = %zero) -> (tensor<128x128xf32>) : i32 {
    %col = arith.muli %k, %c64 : i32
    %a = tt.descriptor_load %a_desc[%m, %col] : !tt.tensordesc<tensor<128x64xf16>> -> tensor<128x64xf16>
    %b = tt.descriptor_load %b_desc[%n, %col] : !tt.tensordesc<tensor<128x64xf16>> -> tensor<128x64xf16>
    %bt = tt.trans %b {order = array<i32: 1, 0>} : tensor<128x64xf16> -> tensor<64x128xf16>
    %d = tt.dot %a, %bt, %acc : tensor<128x64xf16> * tensor<64x128xf16> -> tensor<128x128xf32>
    scf.yield %d : tensor<128x128xf32>
  }
  %c = arith.truncf %sum : tensor<128x128xf32> to tensor<128x128xf16>
  tt.descriptor_store %c_desc[%m, %n], %c : !tt.tensordesc<tensor<128x128xf16>>, tensor<128x128xf16>
  tt.return
}
