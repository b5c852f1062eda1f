// RUN: tawa-opt --split-input-file --verify-diagnostics %s

// expected-error@+1 {{'func.func' op entry block must have 1 arguments to match function signature}}
"func.func"() <{function_type = (i32) -> (), sym_name = "arguments"}> ({
  func.return
}) : () -> ()

// -----

// expected-error@+1 {{'func.func' op type of entry block argument #0('f32') must match the type of the corresponding argument in function signature('i32')}}
"func.func"() <{function_type = (i32) -> (), sym_name = "argument_type"}> ({
^bb0(%x: f32):
  func.return
}) : () -> ()

// -----

// expected-error@+1 {{'func.func' op expects argument attribute array to have the same number of elements as the number of function arguments, got 0, but expected 1}}
"func.func"() <{function_type = (i32) -> (), sym_name = "attributes", arg_attrs = []}> ({
^bb0(%x: i32):
  func.return
}) : () -> ()

// -----

// expected-error@+1 {{'func.func' op expects result attribute dictionary to be a DictionaryAttr, but got `1 : i32`}}
"func.func"() <{function_type = () -> i32, sym_name = "attributes", res_attrs = [1 : i32], sym_visibility = "private"}> ({
}) : () -> ()

// -----

// expected-error@+1 {{expected non-empty function body}}
func.func @empty() {
}

// -----

// expected-error@+1 {{expected SSA identifier}}
func.func @mixed(%a: i32, f32)

// -----

// expected-error@+1 {{attribute 'function_type' is inferred from the signature and must not be given}}
func.func @given() attributes {function_type = () -> ()} { return }

// -----

func.func @too_few() -> i32 {
  // expected-error@+1 {{'func.return' op has 0 operands, but enclosing function (@too_few) returns 1}}
  return
}

// -----

func.func @wrong_type(%x: f32) -> i32 {
  // expected-error@+1 {{'func.return' op type of return operand 0 ('f32') doesn't match function result type ('i32') in function @wrong_type}}
  return %x : f32
}

// -----

func.func @calls() {
  // expected-error@+1 {{'func.call' op 'nothing' does not reference a valid function}}
  call @nothing() : () -> ()
  return
}

// -----

func.func private @one(i32) -> i32
func.func @calls() {
  // expected-error@+1 {{'func.call' op incorrect number of operands for callee}}
  %0 = call @one() : () -> i32
  return
}

// -----

func.func private @one(i32) -> i32
func.func @calls(%x: f32) {
  // expected-error@+1 {{'func.call' op operand type mismatch: expected operand type 'i32', but provided 'f32' for operand number 0}}
  %0 = call @one(%x) : (f32) -> i32
  return
}

// -----

func.func private @one(i32) -> i32
func.func @calls(%x: i32) {
  // expected-error@+1 {{'func.call' op incorrect number of results for callee}}
  call @one(%x) : (i32) -> ()
  return
}

// -----

func.func private @one(i32) -> i32
func.func @calls(%x: i32) {
  // expected-error@+1 {{'func.call' op result type mismatch at index 0}}
  %0 = call @one(%x) : (i32) -> f32
  return
}

// -----

func.func @undefined() {
  // expected-error@+1 {{'func.constant' op reference to undefined function 'nothing'}}
  %f = constant @nothing : () -> ()
  return
}

// -----

func.func private @one(i32) -> i32
func.func @type() {
  // expected-error@+1 {{'func.constant' op reference to function with mismatched type: '() -> ()' is not '(i32) -> i32'}}
  %f = constant @one : () -> ()
  return
}

// -----

func.func @indirect(%f: (i32) -> i32) {
  // expected-error@+1 {{'func.call_indirect' op failed to verify that callee input types match argument types: '(i32) -> i32' is called with 0 operands and 1 results}}
  %0 = "func.call_indirect"(%f) : ((i32) -> i32) -> i32
  return
}

// -----

func.func @indirect(%f: (i32) -> i32, %x: f32) {
  // expected-error@+1 {{'func.call_indirect' op failed to verify that callee input types match argument types: operand 0 is 'f32', not 'i32'}}
  %0 = "func.call_indirect"(%f, %x) : ((i32) -> i32, f32) -> i32
  return
}

// -----

func.func @indirect(%f: (i32) -> i32, %x: i32) {
  // expected-error@+1 {{'func.call_indirect' op failed to verify that callee result types match result types: result 0 is 'f32', not 'i32'}}
  %0 = "func.call_indirect"(%f, %x) : ((i32) -> i32, i32) -> f32
  return
}

// -----

// expected-note@+1 {{see existing symbol definition here}}
func.func @twice() { return }
// expected-error@+1 {{redefinition of symbol named 'twice'}}
func.func @twice() { return }

// -----

// expected-error@+1 {{'func.return' op expects parent op 'func.func'}}
func.return

// -----

// expected-error @+1 {{'func.func' op symbol declaration cannot have public visibility}}
func.func @declared(i32)

// -----

module @m {
  func.func @f() {
    return
  }
}

func.func @nested() {
  // expected-error @+1 {{attribute 'callee' failed to satisfy constraint: flat symbol reference attribute}}
  call @m::@f() : () -> ()
  return
}
