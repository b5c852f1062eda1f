// RUN: tawa-opt %s --convert-scf-to-cf --verify-diagnostics

func.func @in_one_block(%c: i1, %n: index) {
  scf.forall (%i) in (%n) {
    // expected-error @+1 {{failed to legalize operation 'scf.if' that was explicitly marked illegal}}
    scf.if %c {
    }
  }
  return
}
