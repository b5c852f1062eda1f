// RUN: tawa-opt --split-input-file --verify-diagnostics %s

func.func @f(%c: i1, %a: i32, %x: f32, %i: index) {
  // expected-error@+1 {{'scf.if' op along control flow edge from Operation scf.yield to parent: successor operand type #0 'f32' should match successor input type #0 'i32'}}
  %0 = scf.if %c -> i32 { scf.yield %x : f32 } else { scf.yield %a : i32 }
  return
}

// -----

func.func @f(%c: i1, %a: i32, %x: f32, %i: index) {
  // expected-error@+1 {{'scf.if' op along control flow edge from Operation scf.yield to parent: region branch point has 0 operands, but region successor needs 1 inputs}}
  %0 = scf.if %c -> i32 { scf.yield } else { scf.yield %a : i32 }
  return
}

// -----

func.func @f(%c: i1, %a: i32, %x: f32, %i: index) {
  // expected-error@+1 {{'scf.if' op must have an else block if defining values}}
  %0 = scf.if %c -> i32 { scf.yield %a : i32}
  return
}

// -----

func.func @f(%c: i1, %a: i32, %x: f32, %i: index) {
  // expected-error@+1 {{'scf.for' op 0-th region iter_arg and 0-th yielded value have different type: 'i32' != 'f32'}}
  %0 = scf.for %k = %i to %i step %i iter_args(%q = %a) -> i32 { scf.yield %x : f32 }
  return
}

// -----

func.func @f(%c: i1, %a: i32, %x: f32, %i: index) {
  // expected-error@+1 {{'scf.for' op 0-th region iter_arg and 0-th yielded value have different type: 'i32' != 'f32'}}
  %0 = scf.for %k = %i to %i step %i iter_args(%q = %a) -> (i32) { scf.yield %x : f32 }
  return
}

// -----

func.func @f(%c: i1, %a: i32, %x: f32, %i: index) {
  // expected-error@+1 {{'scf.for' op along control flow edge from Operation scf.yield to Region #0: region branch point has 0 operands, but region successor needs 1 inputs}}
  %0 = scf.for %k = %i to %i step %i iter_args(%q = %a) -> (i32) { scf.yield }
  return
}

// -----

func.func @f(%c: i1, %a: i32, %x: f32, %i: index) {
  // expected-error@+1 {{'scf.for' op expected induction variable to be same type as bounds and step}}
  %0 = "scf.for"(%i, %i, %i, %a) ({ ^bb0(%q: i32, %z: i32): scf.yield %z : i32 }) : (index, index, index, i32) -> i32
  return
}

// -----

func.func @f(%c: i1, %a: i32, %x: f32, %i: index) {
  // expected-error@+1 {{'scf.for' op 0-th init and 0-th region iter_arg have different type: 'i32' != 'f32'}}
  %0 = "scf.for"(%i, %i, %i, %a) ({ ^bb0(%q: index, %z: f32): scf.yield %z : f32 }) : (index, index, index, i32) -> i32
  return
}

// -----

func.func @f(%c: i1, %a: i32, %x: f32, %i: index) {
  // expected-error@+1 {{'scf.for' op different number of inits and region iter_args: 1 != 0}}
  %0 = "scf.for"(%i, %i, %i, %a) ({ ^bb0(%q: index): scf.yield %a : i32 }) : (index, index, index, i32) -> i32
  return
}

// -----

func.func @f(%c: i1, %a: i32, %x: f32, %i: index) {
  // expected-error@+1 {{'scf.for' op mismatch in number of loop-carried values and defined values}}
  "scf.for"(%i, %i, %i, %a) ({ ^bb0(%q: index, %z: i32): scf.yield %a : i32 }) : (index, index, index, i32) -> ()
  return
}

// -----

func.func @f(%c: i1, %a: i32, %x: f32, %i: index) {
  // expected-error@+1 {{'scf.for' op failed to verify that all of {lowerBound, upperBound, step} have same type: expected 'index', but got 'i32'}}
  "scf.for"(%i, %i, %a) ({ ^bb0(%q: index): scf.yield }) : (index, index, i32) -> ()
  return
}

// -----

func.func @f(%c: i1, %a: i32, %x: f32, %i: index) {
  // expected-error@+1 {{'scf.for' op expected induction variable to be same type as bounds and step}}
  "scf.for"(%i, %i, %i) ({ ^bb0: scf.yield }) : (index, index, index) -> ()
  return
}

// -----

func.func @f(%c: i1, %a: i32, %x: f32, %i: index) {
  // expected-error@+1 {{'scf.while' op along control flow edge from Operation scf.condition to parent: successor operand type #0 'i32' should match successor input type #0 'f32'}}
  %0 = scf.while (%p = %a) : (i32) -> f32 { scf.condition(%c) %a : i32 } do { ^bb0(%z: f32): scf.yield %a : i32 }
  return
}

// -----

func.func @f(%c: i1, %a: i32, %x: f32, %i: index) {
  // expected-error@+1 {{'scf.while' op along control flow edge from Operation scf.condition to Region #1: successor operand type #0 'f32' should match successor input type #0 'i32'}}
  %0 = scf.while (%p = %a) : (i32) -> f32 { scf.condition(%c) %x : f32 } do { ^bb0(%z: i32): scf.yield %a : i32 }
  return
}

// -----

func.func @f(%c: i1, %a: i32, %x: f32, %i: index) {
  // expected-error@+1 {{'scf.while' op along control flow edge from Operation scf.yield to Region #0: successor operand type #0 'f32' should match successor input type #0 'i32'}}
  %0 = scf.while (%p = %a) : (i32) -> f32 { scf.condition(%c) %x : f32 } do { ^bb0(%z: f32): scf.yield %x : f32 }
  return
}

// -----

func.func @f(%c: i1, %a: i32, %x: f32, %i: index) {
  // expected-error@+1 {{'scf.while' op expects the 'before' region to terminate with 'scf.condition'}}
  %0 = scf.while (%p = %a) : (i32) -> f32 { scf.yield %x : f32 } do { ^bb0(%z: f32): scf.yield %a : i32 }
  return
}

// -----

func.func @f(%c: i1, %a: i32, %x: f32, %i: index) {
  // expected-error@+1 {{'scf.execute_region' op along control flow edge from Operation scf.yield to parent: successor operand type #0 'f32' should match successor input type #0 'i32'}}
  %0 = scf.execute_region -> i32 { scf.yield %x : f32 }
  return
}

// -----

func.func @f(%c: i1, %a: i32, %x: f32, %i: index) {
  // expected-error@+1 {{'scf.execute_region' op region needs to have at least one block}}
  scf.execute_region { }
  return
}

// -----

func.func @f(%c: i1, %a: i32, %x: f32, %i: index) {
  // expected-error@+1 {{'scf.index_switch' op expected result #0 of each region to be 'i32'}}
  %0 = scf.index_switch %i -> i32 case 1 { scf.yield %x : f32 } default { scf.yield %a : i32 }
  return
}

// -----

func.func @f(%c: i1, %a: i32, %x: f32, %i: index) {
  // expected-error@+1 {{'scf.index_switch' op has duplicate case value: 1}}
  %0 = scf.index_switch %i -> i32 case 1 { scf.yield %a : i32 } case 1 { scf.yield %a : i32 } default { scf.yield %a : i32 }
  return
}

// -----

func.func @f(%c: i1, %a: i32, %x: f32, %i: index) {
  // expected-error@+1 {{'scf.index_switch' op has 0 case regions but 1 case values}}
  "scf.index_switch"(%i) <{cases = array<i64: 1>}> ({ scf.yield }) : (index) -> ()
  return
}

// -----

func.func @f(%c: i1, %a: i32, %x: f32, %i: index) {
  // expected-error@+1 {{'scf.yield' op expects parent op to be one of 'scf.execute_region', 'scf.for', 'scf.if', 'scf.index_switch', 'scf.while'}}
  scf.yield
}

// -----

func.func @f(%c: i1, %a: i32, %x: f32, %i: index) {
  // expected-error@+1 {{'scf.parallel' op expects number of results: 1 to be the same as number of reductions: 0}}
  scf.parallel (%j) = (%i) to (%i) step (%i) init (%x) -> f32 { scf.reduce }
  return
}

// -----

func.func @f(%c: i1, %a: i32, %x: f32, %i: index) {
  // expected-error@+1 {{'scf.parallel' op expects number of results: 1 to be the same as number of reductions: 0}}
  %0 = scf.parallel (%j) = (%i) to (%i) step (%i) init (%x) -> f32 { scf.reduce }
  return
}

// -----

func.func @f(%c: i1, %a: i32, %x: f32, %i: index) {
  // expected-error@+1 {{'scf.reduce' op expects type of 0-th reduction operand: 'i32' to be the same as the 0-th result type: 'f32'}}
  %0 = scf.parallel (%j) = (%i) to (%i) step (%i) init (%x) -> f32 { scf.reduce(%a : i32) { ^bb0(%l: i32, %r: i32): scf.reduce.return %l : i32 } }
  return
}

// -----

func.func @f(%c: i1, %a: i32, %x: f32, %i: index) {
  // expected-error@+1 {{'scf.reduce' op expected two block arguments with type 'f32' in the 0-th reduction region}}
  %0 = scf.parallel (%j) = (%i) to (%i) step (%i) init (%x) -> f32 { scf.reduce(%x : f32) { ^bb0(%l: i32, %r: i32): scf.reduce.return %l : i32 } }
  return
}

// -----

func.func @f(%c: i1, %a: i32, %x: f32, %i: index) {
  // expected-error@+1 {{'scf.reduce.return' op must have type 'f32' (the type of the reduction inputs)}}
  %0 = scf.parallel (%j) = (%i) to (%i) step (%i) init (%x) -> f32 { scf.reduce(%x : f32) { ^bb0(%l: f32, %r: f32): scf.reduce.return %a : i32 } }
  return
}

// -----

func.func @f(%c: i1, %a: i32, %x: f32, %i: index) {
  // expected-error@+1 {{expected 1 operands, but found 0}}
  scf.parallel (%j) = () to () step () { scf.reduce }
  return
}

// -----

func.func @f(%c: i1, %a: i32, %x: f32, %i: index) {
  %z = arith.constant 0 : index
  // expected-error@+1 {{'scf.parallel' op constant step operand must be positive}}
  scf.parallel (%j) = (%i) to (%i) step (%z) { scf.reduce }
  return
}

// -----

func.func @f(%c: i1, %a: i32, %x: f32, %i: index) {
  // expected-error@+1 {{expected 2 upper bound values, got 1}}
  scf.forall (%j, %k) in (%i) { }
  return
}

// -----

// expected-note@+1 {{prior use here}}
func.func @f(%c: i1, %a: i32, %x: f32, %i: index, %t: tensor<4xf32>) {
  // expected-error@+1 {{use of value '%t' expects different type than prior uses: 'tensor<5xf32>' vs 'tensor<4xf32>'}}
  %0 = scf.forall (%j) in (%i) shared_outs(%o = %t) -> (tensor<5xf32>) { }
  return
}

// -----

// expected-note@+1 {{prior use here}}
func.func @f(%a: i32) {
  // expected-error@+1 {{use of value '%a' expects different type than prior uses: 'i1' vs 'i32'}}
  scf.if %a { }
  return
}

// -----

func.func @f(%i: index) {
  // expected-error@+1 {{mismatch in number of loop-carried values and defined values}}
  scf.for %k = %i to %i step %i iter_args(%q = %i) -> (index, index) { scf.yield %q, %q : index, index }
  return
}

// -----

func.func @f(%c: i1, %a: i32) {
  // expected-error@+1 {{expected as many input types as operands (expected 1 got 2)}}
  %0 = scf.while (%p = %a) : (i32, i32) -> i32 { scf.condition(%c) %a : i32 } do { ^bb0(%z: i32): scf.yield %a : i32 }
  return
}

// -----

func.func @f(%c: i1) {
  // expected-error@+1 {{'scf.if' op region control flow edge from parent operands to Region #0: region has 1 arguments, but is given none}}
  "scf.if"(%c) ({ ^bb0(%a: i32): scf.yield }, { }) : (i1) -> ()
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error@+1 {{'scf.execute_region' op region cannot have any arguments}}
  scf.execute_region { ^bb0(%a: f32): scf.yield }
  return
}

// -----

func.func @f(%i: index) {
  // expected-error@+1 {{'scf.index_switch' op expected region to end with scf.yield, but region #1 does not}}
  scf.index_switch %i case 1 { ub.unreachable } default { scf.yield }
  return
}

// -----

func.func @f(%i: index, %x: f32) {
  // expected-error@+1 {{'scf.parallel' op expects the same number of induction variables: 0 as bound and step values: 1}}
  "scf.parallel"(%i, %i, %i) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({ ^bb0: "scf.reduce"() : () -> () }) : (index, index, index) -> ()
  return
}

// -----

func.func @f(%i: index, %t: tensor<4xf32>) {
  // expected-error@+1 {{'scf.forall' op region expects 2 arguments}}
  "scf.forall"(%i, %t) <{operandSegmentSizes = array<i32: 0, 1, 0, 1>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: -9223372036854775808>}> ({
  ^bb0(%k: index):
    "scf.forall.in_parallel"() ({ ^bb0: }) : () -> ()
  }) : (index, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%i: index, %t: tensor<4xf32>) {
  // expected-error@+1 {{'scf.forall' op attribute 'staticUpperBound' does not fit the operands: 1 of 1 values, 0 of them dynamic}}
  "scf.forall"(%i) <{operandSegmentSizes = array<i32: 0, 1, 0, 0>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: 5>}> ({
  ^bb0(%k: index):
    "scf.forall.in_parallel"() ({ ^bb0: }) : () -> ()
  }) : (index) -> ()
  return
}

// -----

func.func @f(%n: index) {
  // expected-error@+1 {{use of undeclared SSA value name '%k'}}
  scf.for %k = %k to %n step %n { }
  return
}
