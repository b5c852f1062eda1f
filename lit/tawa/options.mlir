// A value that is given and can't be met is an error that has the numbers.

// RUN: not tawa-opt --tawa-partition='depth=9' %S/Inputs/gemm.mlir 2>&1 | FileCheck --check-prefix=DEPTH %s
// DEPTH: error: depth=9 does not fit: 9 slots of 49168 bytes, barriers included, and 0 bytes beside them (0 of the epilogue) are 442512 bytes of shared memory, but a kernel may have 232448

// RUN: not tawa-opt --tawa-partition='depth=0' %S/Inputs/gemm.mlir 2>&1 | FileCheck --check-prefix=ZERO %s
// ZERO: error: depth=0: at least 1 is needed, or -1 for an automatic choice

// RUN: not tawa-opt --tawa-partition='consumers=3' %S/Inputs/gemm.mlir 2>&1 | FileCheck --check-prefix=ROWS %s
// ROWS: error: consumers=3 can't share the 128 rows of the dot: each needs a multiple of 64 rows

// RUN: not tawa-opt --tawa-partition='consumers=1' %S/Inputs/gemm.mlir 2>&1 | FileCheck --check-prefix=REGISTERS %s
// REGISTERS: error: consumers=1 gives each thread 256 accumulator registers, more than 200

// RUN: not tawa-opt --tawa-partition='num-warps=3' %S/Inputs/gemm.mlir 2>&1 | FileCheck --check-prefix=WARPS %s
// WARPS: error: num-warps=3 is no power of two

// RUN: not tawa-opt --tawa-partition='depth=1' --tawa-pipeline='mma-depth=1' %S/Inputs/gemm.mlir 2>&1 | FileCheck --check-prefix=HELD %s
// HELD: error: mma-depth=1 needs a ring of at least 2 slots, but it has 1: the slots of 1 iterations are held while the next is read

// RUN: not tawa-opt --tawa-pipeline='mma-depth=-2' %S/Inputs/gemm.mlir 2>&1 | FileCheck --check-prefix=NEGATIVE %s
// NEGATIVE: error: mma-depth=-2: at least 0 is needed, or -1 for an automatic choice

// RUN: not tawa-opt --tawa-compile='ping-pong=2' %S/Inputs/gemm.mlir 2>&1 | FileCheck --check-prefix=TURNS %s
// TURNS: error: options of 'tawa-compile': ping-pong=2: it is 0, 1, or -1 for an automatic choice

// RUN: not tawa-opt --tawa-compile='warp-specialize=false ping-pong=1' %S/Inputs/gemm.mlir 2>&1 | FileCheck --check-prefix=ROLES %s
// ROLES: error: options of 'tawa-compile': ping-pong=1 needs a kernel with roles, and warp-specialize=false makes none

// An automatic depth is bounded by what fits, by max-depth and by tt.num_stages.
// RUN: tawa-opt --tawa-partition %S/Inputs/gemm.mlir | FileCheck --check-prefix=AUTO %s
// AUTO: aref.create : !aref.ring<4 x
// RUN: tawa-opt --tawa-partition='max-depth=2' %S/Inputs/gemm.mlir | FileCheck --check-prefix=MAX %s
// MAX: aref.create : !aref.ring<2 x

// num-warps may raise the number of consumers, and never lowers it.
// RUN: tawa-opt --tawa-partition='num-warps=4' %S/Inputs/gemm.mlir | FileCheck --check-prefix=RAISED %s
// RAISED: module attributes {"ttg.num-warps" = 8 : i32}

// RUN: tawa-opt --tawa-partition --remarks %S/Inputs/gemm.mlir -o %t 2>&1 | FileCheck --check-prefix=REMARK %s
// REMARK: remark: {{.*}}split into a producer and 2 consumers, rings of 4 slots
