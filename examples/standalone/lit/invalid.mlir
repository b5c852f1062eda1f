// RUN: power-opt --split-input-file --verify-diagnostics %s

func.func @negative(%x: i32) -> i32 {
  // expected-error @+1 {{'power.pow' op has the exponent -2: an integer has no negative powers}}
  %p = power.pow %x, -2 : i32
  return %p : i32
}

// -----

func.func @float(%x: f32) -> f32 {
  // expected-error @+1 {{'power.square' op operand #0 must be signless-integer-like, but got 'f32'}}
  %p = power.square %x : f32
  return %p : f32
}
