// RUN: tawa-opt --split-input-file --verify-diagnostics --allow-unregistered-dialect %s

// One block of an unknown op may be in any order, and needs no terminator.
"u.one"() ({
  "u.use"(%late) : (i32) -> ()
  %late = "u.make"() : () -> i32
  %c = arith.constant 3 : i32
}) : () -> ()

// -----

// Several blocks are control flow, whatever the op around is.
"u.several"() ({
  "u.br"()[^bb1] : () -> ()
^bb1:
  // expected-error @+1 {{operand #0 does not dominate this use}}
  "u.use"(%late) : (i32) -> ()
  // expected-note @+1 {{is defined here}}
  %late = "u.make"() : () -> i32
}) : () -> ()

// -----

"u.several"() ({
  // expected-error @+1 {{ends a block, but is not a terminator}}
  %c = arith.constant 3 : i32
^bb1:
  "u.use"() : () -> ()
}) : () -> ()

// -----

// expected-error @+1 {{has a region #0 with a branch to its entry block}}
"u.one"() ({
^bb0:
  "u.br"()[^bb0] : () -> ()
}) : () -> ()
