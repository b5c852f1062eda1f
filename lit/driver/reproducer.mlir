// RUN: not tawa-opt --pass-pipeline='builtin.module(cse,func.func(canonicalize{max-iterations=3},symbol-dce))' --mlir-pass-pipeline-crash-reproducer=%t.mlir %s 2>&1 | FileCheck %s --check-prefix=SAID
// RUN: FileCheck %s --check-prefix=WHOLE --input-file=%t.mlir
// RUN: not tawa-opt --run-reproducer --dump-pass-pipeline %t.mlir 2>&1 | FileCheck %s --check-prefix=AGAIN
//
// RUN: not tawa-opt --pass-pipeline='builtin.module(cse,func.func(canonicalize{max-iterations=3},symbol-dce))' --mlir-pass-pipeline-crash-reproducer=%t.mlir --mlir-pass-pipeline-local-reproducer %s 2>&1 | FileCheck %s --check-prefix=SAID
// RUN: FileCheck %s --check-prefix=LOCAL --input-file=%t.mlir
// RUN: not tawa-opt --run-reproducer %t.mlir 2>&1 | FileCheck %s --check-prefix=AGAIN-LOCAL
//
// RUN: tawa-opt --pass-pipeline='builtin.module(func.func(canonicalize{max-iterations=3}))' --mlir-generate-reproducer=%t.mlir %s -o %t.out
// RUN: tawa-opt --run-reproducer %t.mlir | FileCheck %s --check-prefix=FOLDED
//
// RUN: not tawa-opt --run-reproducer %s 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not tawa-opt --run-reproducer --cse %s 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: not tawa-opt --cse --mlir-pass-pipeline-local-reproducer %s 2>&1 | FileCheck %s --check-prefix=NEEDS

// SAID:       error: symbol-dce was scheduled to run on 'func.func', which is no symbol table
// SAID:       error: failures have been detected while processing a pass pipeline
// SAID:       note: pipeline failed while executing `symbol-dce` on 'func.func' operation: @six: reproducer generated at `{{.*}}.mlir`

// WHOLE:      // a pass failed: `symbol-dce` on 'func.func' operation: @six
// WHOLE-NEXT: // reproduce: tawa-opt --pass-pipeline='builtin.module(cse,func.func(canonicalize{max-iterations=3},symbol-dce))'
// WHOLE:      {{^}}  %b = arith.addi %a, %a : i32
// WHOLE:      {{^}}{-#
// WHOLE-NEXT:   external_resources: {
// WHOLE-NEXT:     mlir_reproducer: {
// WHOLE-NEXT:       pipeline: "builtin.module(cse,func.func(canonicalize{max-iterations=3},symbol-dce))",
// WHOLE-NEXT:       disable_threading: true,
// WHOLE-NEXT:       verify_each: true
// WHOLE-NEXT:     }
// WHOLE-NEXT:   }
// WHOLE-NEXT: #-}

// AGAIN:      builtin.module(cse,func.func(canonicalize{max-iterations=3},symbol-dce))
// AGAIN:      error: symbol-dce was scheduled to run on 'func.func'

// The program before the pass that failed, and that pass alone.
// LOCAL:      arith.constant 6
// LOCAL:      pipeline: "builtin.module(func.func(symbol-dce))"
// AGAIN-LOCAL: error: symbol-dce was scheduled to run on 'func.func'

// FOLDED:     arith.constant 6

// NONE:       error: this is no reproducer: it ends in no '{-# … #-}'
// BOTH:       error: --run-reproducer can't be used together with passes
// NEEDS:      error: --mlir-pass-pipeline-local-reproducer needs --mlir-pass-pipeline-crash-reproducer=FILE

func.func @six() -> i32 {
  %a = arith.constant 3 : i32
  %b = arith.addi %a, %a : i32
  return %b : i32
}
