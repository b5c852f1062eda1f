// RUN: power-opt --convert-power-to-scf --split-input-file --verify-diagnostics %s

// expected-error @+1 {{the modulus must be from 2 to 2147483648, not 1}}
func.func private @trivial(!power.mod<1>)

// -----

func.func @unlike(%a: !power.mod<7>, %b: !power.mod<5>) {
  // expected-error @+1 {{requires the same type for all operands and results}}
  %p = "power.mod_mul"(%a, %b) : (!power.mod<7>, !power.mod<5>) -> !power.mod<7>
  return
}

// -----

func.func @unknown_user(%a: !power.mod<7>, %c: i1) -> !power.mod<7> {
  // expected-error @+1 {{'arith.select' op needs a value of type '!power.mod<7>', but it became 'i64'}}
  %p = arith.select %c, %a, %a : !power.mod<7>
  // expected-error @+1 {{needs a value of type 'i64', but it became '!power.mod<7>'}}
  return %p : !power.mod<7>
}
