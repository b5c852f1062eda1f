// RUN: tawa-opt --canonicalize --cse --log-actions-to=- -o %t.out %s 2>&1 | FileCheck %s --check-prefix=LOG
// RUN: tawa-opt --canonicalize --cse --log-actions-to=%t.log -o %t.out %s && FileCheck %s --check-prefix=LOG --input-file=%t.log
// RUN: tawa-opt --canonicalize --cse --mlir-debug-counter=pass-execution-skip=1 --mlir-print-debug-counter %s 2>&1 | FileCheck %s --check-prefix=SKIP
// RUN: tawa-opt --cse --canonicalize -mlir-debug-counter=pass-execution-count=1 %s | FileCheck %s --check-prefix=COUNT
// RUN: tawa-opt --canonicalize --mlir-debug-counter=apply-pattern-count=0 %s | FileCheck %s --check-prefix=COUNT
// RUN: not tawa-opt --mlir-debug-counter=apply-patern-count=0 %s 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not tawa-opt --mlir-debug-counter=x %s 2>&1 | FileCheck %s --check-prefix=BARE
// RUN: not tawa-opt --mlir-debug-counter=apply-pattern-count=all %s 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: not tawa-opt --mlir-debug-counter=pass-execution-skip %s 2>&1 | FileCheck %s --check-prefix=LACKS

// LOG:       begins Action `pass-execution` running `canonicalize` on Operation `builtin.module`
// LOG:       Action `apply-pattern` number 1: `fold` on Operation `arith.addi` at {{.*}}actions.mlir
// LOG:       completed `pass-execution` of `canonicalize` on Operation `builtin.module`
// LOG-NEXT:  begins Action `pass-execution` running `cse`
// LOG-NEXT:  completed `pass-execution` of `cse`

// SKIP-DAG:  arith.addi
// SKIP-DAG:  pass-execution : {seen 2, run 1, skip 1, count -1}

// COUNT:     arith.addi

// NAME:      error: --mlir-debug-counter: no such counter: "apply-patern-count"
// NAME:      hint: the counters are pass-execution-skip=N
// BARE:      error: --mlir-debug-counter: no such counter: "x"
// LACKS:     error: --mlir-debug-counter: pass-execution-skip needs a number, as in pass-execution-skip=1
// NUMBER:    error: --mlir-debug-counter: "all" is not a number of actions

func.func @six() -> i32 {
  %a = arith.constant 3 : i32
  %b = arith.addi %a, %a : i32
  return %b : i32
}
