// RUN: tawa-opt %s | FileCheck %s
// RUN: tawa-opt --mlir-print-op-generic %s | tawa-opt | FileCheck %s

// Every op prints as it is written.

// CHECK: func.func @floats(%x: f32, %y: f32, %t: tensor<4xf16>, %i: i32) {
func.func @floats(%x: f32, %y: f32, %t: tensor<4xf16>, %i: i32) {
  // CHECK-NEXT: %absf = math.absf %x : f32
  %absf = math.absf %x : f32
  // CHECK-NEXT: %acos = math.acos %x : f32
  %acos = math.acos %x : f32
  // CHECK-NEXT: %acosh = math.acosh %x : f32
  %acosh = math.acosh %x : f32
  // CHECK-NEXT: %asin = math.asin %x : f32
  %asin = math.asin %x : f32
  // CHECK-NEXT: %asinh = math.asinh %x : f32
  %asinh = math.asinh %x : f32
  // CHECK-NEXT: %atan = math.atan %x : f32
  %atan = math.atan %x : f32
  // CHECK-NEXT: %atanh = math.atanh %x : f32
  %atanh = math.atanh %x : f32
  // CHECK-NEXT: %cbrt = math.cbrt %x : f32
  %cbrt = math.cbrt %x : f32
  // CHECK-NEXT: %ceil = math.ceil %x : f32
  %ceil = math.ceil %x : f32
  // CHECK-NEXT: %cos = math.cos %x : f32
  %cos = math.cos %x : f32
  // CHECK-NEXT: %cosh = math.cosh %x : f32
  %cosh = math.cosh %x : f32
  // CHECK-NEXT: %erf = math.erf %x : f32
  %erf = math.erf %x : f32
  // CHECK-NEXT: %erfc = math.erfc %x : f32
  %erfc = math.erfc %x : f32
  // CHECK-NEXT: %exp = math.exp %x : f32
  %exp = math.exp %x : f32
  // CHECK-NEXT: %exp2 = math.exp2 %x : f32
  %exp2 = math.exp2 %x : f32
  // CHECK-NEXT: %expm1 = math.expm1 %x : f32
  %expm1 = math.expm1 %x : f32
  // CHECK-NEXT: %floor = math.floor %x : f32
  %floor = math.floor %x : f32
  // CHECK-NEXT: %log = math.log %x : f32
  %log = math.log %x : f32
  // CHECK-NEXT: %log10 = math.log10 %x : f32
  %log10 = math.log10 %x : f32
  // CHECK-NEXT: %log1p = math.log1p %x : f32
  %log1p = math.log1p %x : f32
  // CHECK-NEXT: %log2 = math.log2 %x : f32
  %log2 = math.log2 %x : f32
  // CHECK-NEXT: %round = math.round %x : f32
  %round = math.round %x : f32
  // CHECK-NEXT: %roundeven = math.roundeven %x : f32
  %roundeven = math.roundeven %x : f32
  // CHECK-NEXT: %rsqrt = math.rsqrt %x : f32
  %rsqrt = math.rsqrt %x : f32
  // CHECK-NEXT: %sin = math.sin %x : f32
  %sin = math.sin %x : f32
  // CHECK-NEXT: %sinh = math.sinh %x : f32
  %sinh = math.sinh %x : f32
  // CHECK-NEXT: %sqrt = math.sqrt %x : f32
  %sqrt = math.sqrt %x : f32
  // CHECK-NEXT: %tan = math.tan %x : f32
  %tan = math.tan %x : f32
  // CHECK-NEXT: %tanh = math.tanh %x : f32
  %tanh = math.tanh %x : f32
  // CHECK-NEXT: %trunc = math.trunc %x : f32
  %trunc = math.trunc %x : f32
  // CHECK-NEXT: %exp_fast = math.exp %t fastmath<fast> {note} : tensor<4xf16>
  %exp_fast = math.exp %t fastmath<fast> {note} : tensor<4xf16>
  // CHECK-NEXT: %atan2 = math.atan2 %x, %y : f32
  %atan2 = math.atan2 %x, %y : f32
  // CHECK-NEXT: %copysign = math.copysign %x, %y fastmath<nsz> : f32
  %copysign = math.copysign %x, %y fastmath<nsz> : f32
  // CHECK-NEXT: %powf = math.powf %t, %t : tensor<4xf16>
  %powf = math.powf %t, %t : tensor<4xf16>
  // CHECK-NEXT: %fpowi = math.fpowi %x, %i fastmath<fast> : f32, i32
  %fpowi = math.fpowi %x, %i fastmath<fast> : f32, i32
  // CHECK-NEXT: %fma = math.fma %x, %y, %x fastmath<contract> : f32
  %fma = math.fma %x, %y, %x fastmath<contract> : f32
  // CHECK-NEXT: %clamp = math.clampf %x to [%x, %y] fastmath<nnan> : f32
  %clamp = math.clampf %x to [%x, %y] fastmath<nnan> : f32
  // CHECK-NEXT: %sin_0, %cos_1 = math.sincos %t fastmath<afn> : tensor<4xf16>
  %sin_0, %cos_1 = math.sincos %t fastmath<afn> : tensor<4xf16>
  // CHECK-NEXT: return
  return
// CHECK-NEXT: }
}

// CHECK: func.func @classes(%x: f32, %t: tensor<4xf16>) {
func.func @classes(%x: f32, %t: tensor<4xf16>) {
  // CHECK-NEXT: %finite = math.isfinite %x : f32
  %finite = math.isfinite %x : f32
  // CHECK-NEXT: %inf = math.isinf %x {fastmath = #arith.fastmath<ninf>} : f32
  %inf = math.isinf %x {fastmath = #arith.fastmath<ninf>} : f32
  // CHECK-NEXT: %nan = math.isnan %t : tensor<4xf16>
  %nan = math.isnan %t : tensor<4xf16>
  // CHECK-NEXT: %normal = math.isnormal %x {note} : f32
  %normal = math.isnormal %x {note} : f32
  // CHECK-NEXT: return
  return
// CHECK-NEXT: }
}

// CHECK: func.func @integers(%i: i32, %n: index, %t: tensor<4xi8>) {
func.func @integers(%i: i32, %n: index, %t: tensor<4xi8>) {
  // CHECK-NEXT: %abs = math.absi %i : i32
  %abs = math.absi %i : i32
  // CHECK-NEXT: %lz = math.ctlz %t : tensor<4xi8>
  %lz = math.ctlz %t : tensor<4xi8>
  // CHECK-NEXT: %tz = math.cttz %i {note} : i32
  %tz = math.cttz %i {note} : i32
  // CHECK-NEXT: %pop = math.ctpop %n : index
  %pop = math.ctpop %n : index
  // CHECK-NEXT: %pow = math.ipowi %i, %i : i32
  %pow = math.ipowi %i, %i : i32
  // CHECK-NEXT: return
  return
// CHECK-NEXT: }
}
