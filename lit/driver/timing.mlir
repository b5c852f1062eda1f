// RUN: tawa-opt --pass-pipeline='builtin.module(func.func(cse,canonicalize),cse)' --mlir-timing -o %t.out %s 2>&1 | FileCheck %s --check-prefix=TREE
// RUN: tawa-opt --pass-pipeline='builtin.module(func.func(cse,canonicalize),cse)' --mlir-timing --mlir-timing-display=list -o %t.out %s 2>&1 | FileCheck %s --check-prefix=LIST
// RUN: not tawa-opt --mlir-timing-display=pie %s 2>&1 | FileCheck %s --check-prefix=PIE

// TREE:      ... Execution time report ...
// TREE:        Total Execution Time: {{[0-9.]+}} seconds
// TREE:        ----User Time---- ----Wall Time---- ----Name----
// TREE-NEXT:   {{[0-9.]+}} ({{ *[0-9.]+}}%) {{[0-9.]+}} ({{ *[0-9.]+}}%) Parser
// TREE-NEXT:   {{.*}}%){{  }}'func.func' Pipeline
// TREE-NEXT:   {{.*}}%){{    }}cse
// TREE-NEXT:   {{.*}}%){{    }}canonicalize
// TREE-NEXT:   {{.*}}%){{  }}cse
// TREE-DAG:    {{.*}}%){{  }}Verifier
// TREE-DAG:    {{.*}}%){{  }}Output
// TREE:        {{.*}}%){{  }}Rest
// TREE-NEXT:   {{.*}}(100.0%){{.*}}(100.0%) Total

// LIST:      ... Execution time report ...
// LIST-DAG:    {{.*}}%){{  }}Parser
// LIST-DAG:    {{.*}}%){{  }}cse
// LIST-DAG:    {{.*}}%){{  }}canonicalize
// LIST:        {{.*}}(100.0%) Total

// PIE:       error: --mlir-timing-display=pie: must be tree or list

func.func @f() {
  return
}
