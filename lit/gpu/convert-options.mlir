// The module's number of warps stands; without one it is the given number, raised to what the accumulators need.

// RUN: tawa-opt --convert-tt-to-ttg %s | FileCheck --check-prefix=EIGHT %s
// RUN: tawa-opt --convert-tt-to-ttg=num-warps=4 %s | FileCheck --check-prefix=EIGHT %s
// EIGHT: "ttg.num-warps" = 8 : i32
// RUN: tawa-opt --convert-tt-to-ttg=num-warps=16 %s | FileCheck --check-prefix=SIXTEEN %s
// SIXTEEN: warpsPerCTA = [8, 2], instrShape = [16, 128, 16]
// SIXTEEN: "ttg.num-warps" = 16 : i32
// RUN: not tawa-opt --convert-tt-to-ttg=num-warps=6 %s 2>&1 | FileCheck --check-prefix=SIX %s
// SIX: error: num-warps must be a power of two of at most 32, not 6

tt.func public @dot(%a: !tt.tensordesc<tensor<128x64xf16>>, %b: !tt.tensordesc<tensor<64x256xf16>>, %c: !tt.tensordesc<tensor<128x256xf32>>, %i: i32) {
  %zero = arith.constant dense<0.000000e+00> : tensor<128x256xf32>
  %x = tt.descriptor_load %a[%i, %i] : !tt.tensordesc<tensor<128x64xf16>> -> tensor<128x64xf16>
  %y = tt.descriptor_load %b[%i, %i] : !tt.tensordesc<tensor<64x256xf16>> -> tensor<64x256xf16>
  %d = tt.dot %x, %y, %zero, inputPrecision = tf32 : tensor<128x64xf16> * tensor<64x256xf16> -> tensor<128x256xf32>
  tt.descriptor_store %c[%i, %i], %d : !tt.tensordesc<tensor<128x256xf32>>, tensor<128x256xf32>
  tt.return
}
