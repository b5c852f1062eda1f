// RUN: tawa-opt --split-input-file --verify-diagnostics %s

func.func @sum_of_floats(%x: f32) {
  // expected-error@+2 {{'arith.addi' op operand #0 must be signless-integer-like, but got 'f32'}}
  // expected-error@+1 {{'arith.addi' op operand #1 must be signless-integer-like, but got 'f32'}}
  %0 = arith.addi %x, %x : f32
  return
}

// -----

func.func @two_types(%a: i32, %b: i64) {
  // expected-error@+1 {{'arith.addi' op requires the same type for all operands and results: 'i64' is not 'i32'}}
  %0 = "arith.addi"(%a, %b) : (i32, i64) -> i32
  return
}

// -----

func.func @narrowing_extension(%a: i32) {
  // expected-error@+1 {{'arith.extui' op operand type 'i32' and result type 'i8' are cast incompatible}}
  %0 = arith.extui %a : i32 to i8
  return
}

// -----

func.func @same_width(%a: i32) {
  // expected-error@+1 {{'arith.extsi' op operand type 'i32' and result type 'i32' are cast incompatible}}
  %0 = arith.extsi %a : i32 to i32
  return
}

// -----

func.func @widening_truncation(%a: i32) {
  // expected-error@+1 {{'arith.trunci' op operand type 'i32' and result type 'i64' are cast incompatible}}
  %0 = arith.trunci %a : i32 to i64
  return
}

// -----

func.func @extension_of_floats(%x: f32) {
  // expected-error@+1 {{'arith.extf' op operand type 'f32' and result type 'f16' are cast incompatible}}
  %0 = arith.extf %x : f32 to f16
  return
}

// -----

func.func @same_width_floats(%x: f16) {
  // expected-error@+1 {{'arith.truncf' op operand type 'f16' and result type 'bf16' are cast incompatible}}
  %0 = arith.truncf %x : f16 to bf16
  return
}

// -----

func.func @scaling(%x: f32, %s: f8E8M0FNU) {
  // expected-error@+1 {{'arith.scaling_extf' op operand type 'f32' and result type 'f16' are cast incompatible}}
  %0 = arith.scaling_extf %x, %s : f32, f8E8M0FNU to f16
  return
}

// -----

func.func @scaling(%x: f16, %s: f8E8M0FNU) {
  // expected-error@+1 {{'arith.scaling_truncf' op operand type 'f16' and result type 'f32' are cast incompatible}}
  %0 = arith.scaling_truncf %x, %s : f16, f8E8M0FNU to f32
  return
}

// -----

func.func @index_of_index(%i: index) {
  // expected-error@+1 {{'arith.index_cast' op operand type 'index' and result type 'index' are cast incompatible}}
  %0 = arith.index_cast %i : index to index
  return
}

// -----

func.func @integer_of_integer(%a: i32) {
  // expected-error@+1 {{'arith.index_castui' op operand type 'i32' and result type 'i64' are cast incompatible}}
  %0 = arith.index_castui %a : i32 to i64
  return
}

// -----

func.func @bits(%x: f32) {
  // expected-error@+1 {{'arith.bitcast' op operand type 'f32' and result type 'i64' are cast incompatible}}
  %0 = arith.bitcast %x : f32 to i64
  return
}

// -----

func.func @shapes(%x: tensor<4xi8>) {
  // expected-error@+1 {{'arith.extsi' op all non-scalar operands/results must have the same shape and base type}}
  %0 = arith.extsi %x : tensor<4xi8> to tensor<5xi32>
  return
}

// -----

func.func @signed() {
  // expected-error@+1 {{'arith.constant' op integer return type must be signless}}
  %0 = arith.constant 1 : si32
  return
}

// -----

func.func @constant_type() {
  // expected-error@+1 {{'arith.constant' op failed to verify that all of {value, result} have same type}}
  %0 = "arith.constant"() {value = 1 : i32} : () -> i64
  return
}

// -----

func.func @predicate(%a: i32) {
  // expected-error@+1 {{expected one of [eq ne slt sle sgt sge ult ule ugt uge] for 'predicate'}}
  %0 = arith.cmpi olt, %a, %a : i32
  return
}

// -----

func.func @result_of_comparison(%a: tensor<4xi32>) {
  // expected-error@+1 {{'arith.cmpi' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "arith.cmpi"(%a, %a) <{predicate = 0 : i64}> : (tensor<4xi32>, tensor<4xi32>) -> tensor<5xi1>
  return
}

// -----

func.func @condition(%c: tensor<4xi1>, %a: i32) {
  // expected-error@+1 {{'arith.select' op if an operand is non-scalar, then all results must be non-scalar}}
  %0 = arith.select %c, %a, %a : tensor<4xi1>, i32
  return
}

// -----

func.func @condition(%c: tensor<5xi1>, %a: tensor<4xi32>) {
  // expected-error@+1 {{'arith.select' op all non-scalar operands/results must have the same shape and base type}}
  %0 = arith.select %c, %a, %a : tensor<5xi1>, tensor<4xi32>
  return
}

// -----

func.func @flag(%a: i32) {
  // expected-error@+1 {{expected one of: none, nsw, nuw}}
  %0 = arith.addi %a, %a overflow<nsq> : i32
  return
}

// -----

func.func @flag(%x: f32) {
  // expected-error@+1 {{expected one of: none, reassoc, nnan, ninf, nsz, arcp, contract, afn, fast}}
  %0 = arith.addf %x, %x fastmath<quick> : f32
  return
}

// -----

func.func @out_of_range() {
  // expected-error@+1 {{integer constant out of range for type 'i8'}}
  %0 = arith.constant 300 : i8
  return
}

// -----

func.func @condition(%c: vector<4xi1>, %a: tensor<4xi32>) {
  // expected-error@+1 {{'arith.select' op expected condition type to have the same shape as the result type, expected 'tensor<4xi1>', but got 'vector<4xi1>'}}
  %0 = arith.select %c, %a, %a : vector<4xi1>, tensor<4xi32>
  return
}
