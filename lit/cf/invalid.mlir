// RUN: tawa-opt --split-input-file --verify-diagnostics %s

func.func @count(%a: i32) {
  // expected-error@+1 {{'cf.br' op branch has 0 operands for successor #0, but target block has 1}}
  cf.br ^bb1
^bb1(%x: i32):
  return
}

// -----

func.func @type(%a: i32) {
  // expected-error@+1 {{'cf.br' op type mismatch for bb argument #0 of successor #0: 'i32' is not 'f32'}}
  cf.br ^bb1(%a : i32)
^bb1(%x: f32):
  return
}

// -----

func.func @condition(%a: i32) {
  // expected-error@+1 {{'cf.cond_br' op operand #0 must be 1-bit signless integer, but got 'i32'}}
  "cf.cond_br"(%a)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^bb1:
  return
}

// -----

func.func @second_successor(%c: i1) {
  // expected-error@+1 {{'cf.cond_br' op branch has 0 operands for successor #1, but target block has 1}}
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  return
^bb2(%x: i32):
  return
}

// -----

func.func @values(%a: i32) {
  // expected-error@+1 {{'cf.switch' op number of case values should match number of case destinations (1)}}
  "cf.switch"(%a)[^bb1, ^bb1] <{case_operand_segments = array<i32: 0>, case_values = dense<[1, 2]> : tensor<2xi32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^bb1:
  return
}

// -----

func.func @value_type(%a: i32) {
  // expected-error@+1 {{'cf.switch' op 'flag' type ('i32') should match case value type ('i64')}}
  "cf.switch"(%a)[^bb1, ^bb1] <{case_operand_segments = array<i32: 0>, case_values = dense<1> : vector<1xi64>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^bb1:
  return
}

// -----

func.func @segments(%a: i32) {
  // expected-error@+1 {{'cf.switch' op 'case_operand_segments' should give the operands of 1 cases, 1 in all}}
  "cf.switch"(%a, %a)[^bb1, ^bb1] <{case_operand_segments = array<i32: 0>, case_values = dense<1> : vector<1xi32>, operandSegmentSizes = array<i32: 1, 0, 1>}> : (i32, i32) -> ()
^bb1:
  return
}

// -----

func.func @range(%a: i8) {
  cf.switch %a : i8, [
    default: ^bb1,
    // expected-error@+1 {{integer constant out of range for 'i8'}}
    256: ^bb1
  ]
^bb1:
  return
}

// -----

func.func @not_at_the_end(%a: i8) {
  // expected-error@+1 {{'cf.br' op must be the last operation in the parent block}}
  cf.br ^bb1
  cf.br ^bb1
^bb1:
  return
}

// -----

// expected-note@+1 {{prior use here}}
func.func @assertion(%a: i32) {
  // expected-error@+1 {{use of value '%a' expects different type than prior uses: 'i1' vs 'i32'}}
  cf.assert %a, "x"
  return
}
