// Ways of compiling a kernel, with what the cost model predicts of them.

// RUN: tawa-opt --tune=3 --tune-args=M=8192,N=8192,K=512 --tune-grid=2048 %S/../../examples/ttir/gemm_fp16_128x256x64.ttir | FileCheck %s
// RUN: tawa-opt --tune=map --tune-args=M=8192,N=8192,#17=8192 --tune-grid=2048 %S/../../examples/ttir/gemm_fp16_128x256x64.ttir | FileCheck --check-prefix=MAP %s
// RUN: tawa-opt --tune=1 --tune-format=json --tawa-compile=depth=3 %S/../../examples/ttir/gemm_fp16_128x256x64.ttir | FileCheck --check-prefix=JSON %s
// RUN: tawa-opt --tune=map --tune-format=json %S/../../examples/ttir/gemm_fp16_128x256x64.ttir | FileCheck --check-prefix=MAPJSON %s
// RUN: not tawa-opt --tune %S/../../examples/ttir/vector_add.ttir 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: not tawa-opt --tune --tawa-compile=warp-specialize=false %s 2>&1 | FileCheck --check-prefix=ROLES %s
// RUN: not tawa-opt --tune=0 %s 2>&1 | FileCheck --check-prefix=COUNT %s
// RUN: not tawa-opt --tune --tune-args=L=3,NN=2 %S/../../examples/ttir/attn_fp16_full_128x128.ttir 2>&1 | FileCheck --check-prefix=NAME %s
// RUN: not tawa-opt --tune --tune-args=K %s 2>&1 | FileCheck --check-prefix=ARGS %s
// RUN: not tawa-opt --tune --tune-grid=8,0 %s 2>&1 | FileCheck --check-prefix=GRID %s
// RUN: not tawa-opt --tune-grid=8 %s 2>&1 | FileCheck --check-prefix=NEEDS %s
// RUN: not tawa-opt --tune --cse %s 2>&1 | FileCheck --check-prefix=PASSES %s

// CHECK:      gemm_tma on H200: {{[0-9]+}} programs compared
// CHECK-NEXT: µs  bound by {{ *}}KiB  registers    options
// CHECK-NEXT: 1 {{.*}} tensor cores {{[0-9]+}} % {{.*}}224.1  232/40 {{ *}}persistent=1 depth=4 mma-depth=0
// CHECK-NEXT: 2 {{.*}} persistent=1 depth=3 mma-depth=0
// CHECK-NEXT: 3 {{.*}} automatic
// CHECK-NOT:  4

// MAP:      gemm_tma on H200: µs by ring depth D and dots in flight P
// MAP-NEXT: P=0 {{ *}}P=1 {{ *}}P=2 {{ *}}P=3
// MAP-NEXT: D=1 {{ *}}{{[0-9.]+}} +{{[0-9.]+}} % {{ *}}- {{ *}}- {{ *}}-
// MAP-NEXT: D=2
// MAP-NEXT: D=3
// MAP-NEXT: D=4 {{.*}} +0.0 %
// MAP-NEXT: D=5 {{ *}}- {{ *}}- {{ *}}- {{ *}}-

// JSON: "assumed": [
// JSON-NEXT: "64 iterations of a loop",
// JSON-NEXT: "a grid of 132 by 2 programs"
// JSON: "options": "persistent=1 mma-depth=0",
// JSON: "shared": 180280,
// JSON: "automatic": true
// JSON: "kernel": "gemm_tma",

// MAPJSON: "depth": 4,
// MAPJSON-NEXT: "mma-depth": 0,
// MAPJSON-NEXT: "seconds": 0.000{{[0-9]+}}

// NONE: vector_add.ttir:7:3: error: there is nothing to compare: not specialized: it has no dot
// ROLES: error: there is nothing to compare: with warp-specialize=false a kernel has no roles
// COUNT: error: --tune=0: it is a number of candidates, at least 1, or map
// ARGS: error: --tune-args: "K" is not NAME=INTEGER
// NAME: error: --tune-args: the kernel has no integer parameter 'NN'
// GRID: error: --tune-grid=8,0: it is X[,Y[,Z]], each at least 1
// NEEDS: error: --tune-args and --tune-grid need --tune
// PASSES: error: --tune takes no passes but --tawa-compile
