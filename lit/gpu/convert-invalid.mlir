// RUN: tawa-opt --split-input-file --verify-diagnostics --convert-tt-to-ttg %s

tt.func public @rows(%a: !tt.tensordesc<tensor<32x64xf16>>, %b: !tt.tensordesc<tensor<64x64xf16>>, %i: i32) {
  %zero = arith.constant dense<0.000000e+00> : tensor<32x64xf32>
  %x = tt.descriptor_load %a[%i, %i] : !tt.tensordesc<tensor<32x64xf16>> -> tensor<32x64xf16>
  %y = tt.descriptor_load %b[%i, %i] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
  // expected-error @below {{the dot's 32 rows are fewer than the 64 of a warp group}}
  %d = tt.dot %x, %y, %zero, inputPrecision = tf32 : tensor<32x64xf16> * tensor<64x64xf16> -> tensor<32x64xf32>
  tt.return
}

// -----

tt.func public @precision(%p: tensor<64x64x!tt.ptr<f32>>) {
  %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
  %x = tt.load %p : tensor<64x64x!tt.ptr<f32>>
  // expected-error @below {{a dot of f32 operands needs inputPrecision = tf32 on this target}}
  %d = tt.dot %x, %x, %zero : tensor<64x64xf32> * tensor<64x64xf32> -> tensor<64x64xf32>
  tt.return
}

// -----

tt.func public @short(%a: !tt.tensordesc<tensor<64x4xf16>>, %i: i32) {
  // expected-error @below {{the rows of 8 bytes are shorter than the 16 that TMA copies}}
  %x = tt.descriptor_load %a[%i, %i] : !tt.tensordesc<tensor<64x4xf16>> -> tensor<64x4xf16>
  tt.return
}

// -----

tt.func public @block_pointer(%p: !tt.ptr<f16>, %n: i64, %i: i32) {
  // expected-error @below {{block pointers have no lowering; use tensor descriptors or pointers}}
  %b = tt.make_tensor_ptr %p, [%n, %n], [%n, %n], [%i, %i] {order = array<i32: 1, 0>} : <tensor<64x64xf16>>
  tt.return
}

// -----

tt.func public @too_many_accumulators(%a: tensor<256x64xf16>, %b: tensor<64x256xf16>) {
  %zero = arith.constant dense<0.000000e+00> : tensor<256x256xf32>
  // expected-error @+1 {{the dot's 65536 accumulators are 256 registers of each thread of 8 warps, which has 255 for all: a smaller tile is needed}}
  %d = tt.dot %a, %b, %zero : tensor<256x64xf16> * tensor<64x256xf16> -> tensor<256x256xf32>
  tt.return
}
