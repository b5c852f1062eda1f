// The passes one after the other in one run, through text, and without the pipeline.

// RUN: tawa-opt --tawa-partition='depth=3' --tawa-pipeline='mma-depth=1' --aref-lower %S/Inputs/gemm.mlir | FileCheck %s
// RUN: tawa-opt --tawa-partition='depth=3' --aref-lower %S/Inputs/gemm.mlir | FileCheck --check-prefix=PLAIN %s
// RUN: tawa-opt --tawa-partition='depth=3' %S/Inputs/gemm.mlir | tawa-opt --tawa-pipeline='mma-depth=1' | tawa-opt --aref-lower -o %t.thrice
// RUN: tawa-opt --tawa-partition='depth=3' --tawa-pipeline='mma-depth=1' --aref-lower %S/Inputs/gemm.mlir | diff - %t.thrice
// RUN: tawa-opt --tawa-partition --tawa-pipeline --canonicalize --cse --aref-lower %S/Inputs/gemm.mlir | FileCheck --check-prefix=COUNTED %s

// However an index is spelt, its slot is counted and not divided.
// COUNTED-NOT: {{divui|remui}}
// COUNTED: nvgpu.dot_wait
// COUNTED-NOT: {{divui|remui}}
// COUNTED: nvgpu.tma.load
// COUNTED-NOT: {{divui|remui}}

// The slot of the iteration before goes back under a predicate, without a branch.
// CHECK: default {
// CHECK: scf.for
// CHECK: %[[NOTFIRST:.*]] = arith.cmpi ne, %k, %c0
// CHECK: nvgpu.dot_wait %{{.*}} {pendings = 1 : i32}
// CHECK: %[[BEFORE:.*]] = arith.subi %[[SLOT:slot.*]], %c1
// CHECK: %[[AROUND:.*]] = arith.addi %[[BEFORE]], %c3_i32
// CHECK: %[[UNDER:.*]] = arith.cmpi slt, %[[BEFORE]], %{{.*}} : i32
// CHECK: %[[LAST:.*]] = arith.select %[[UNDER]], %[[AROUND]], %[[BEFORE]]
// CHECK: %[[E:empty.*]] = ttg.memdesc_index %empty[%[[LAST]]]
// CHECK-NEXT: nvgpu.mbarrier.arrive %[[E]], warp_group if %{{.*}} :
// CHECK-NOT: scf.if
// CHECK: nvgpu.dot_wait %{{.*}} {pendings = 0 : i32}
// CHECK: nvgpu.mbarrier.arrive %{{.*}}, warp_group if %
// CHECK: tt.descriptor_store
// CHECK: partition0

// PLAIN: nvgpu.dot_issue
// PLAIN-NEXT: nvgpu.dot_wait %{{.*}} {pendings = 0 : i32}
// PLAIN: nvgpu.mbarrier.arrive %{{.*}}, warp_group :
