// RUN: tawa-opt --split-input-file --verify-diagnostics %s

func.func @exp_of_integer(%a: i32) {
  // expected-error@+1 {{'math.exp' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = math.exp %a : i32
  return
}

// -----

func.func @abs_of_float(%x: f32) {
  // expected-error@+1 {{'math.absi' op operand #0 must be signless-integer-like, but got 'f32'}}
  %0 = math.absi %x : f32
  return
}

// -----

func.func @result_of_class(%x: tensor<4xf32>) {
  // expected-error@+1 {{'math.isnan' op if an operand is non-scalar, then all results must be non-scalar}}
  %0 = "math.isnan"(%x) : (tensor<4xf32>) -> i1
  return
}

// -----

func.func @types(%x: f32, %y: f64) {
  // expected-error@+1 {{'math.fma' op requires the same type for all operands and results: 'f64' is not 'f32'}}
  %0 = "math.fma"(%x, %x, %y) : (f32, f32, f64) -> f32
  return
}
