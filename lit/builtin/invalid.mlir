// RUN: tawa-opt --split-input-file --verify-diagnostics %s

// expected-error@+1 {{'builtin.module' op expects a body without arguments}}
"builtin.module"() ({
^bb0(%a: i32):
}) : () -> ()

// -----

func.func @no_result(%a: i32) {
  // expected-error@+1 {{'builtin.unrealized_conversion_cast' op expected at least one result for cast operation}}
  "builtin.unrealized_conversion_cast"(%a) : (i32) -> ()
  return
}

// -----

// expected-error @+1 {{'builtin.module' op can only contain attributes with dialect-prefixed names, found: 'x'}}
module attributes {x, other.y} {}

// -----

// expected-error @+1 {{has a region #0 with a branch to its entry block}}
func.func @endless() {
^bb0:
  cf.br ^bb0
}
