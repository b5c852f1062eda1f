// RUN: tawa-opt --canonicalize='disable-patterns=memcpy-to-itself' %s | FileCheck %s
// RUN: tawa-opt --canonicalize='enable-patterns=memcpy-to-itself' %s | FileCheck %s --check-prefix=ONLY
// RUN: tawa-opt --canonicalize='disable-patterns=gpu.memcpy' %s | FileCheck %s
// RUN: tawa-opt --canonicalize='disable-patterns=gpu' %s | FileCheck %s
// RUN: tawa-opt --canonicalize='enable-patterns=gpu' %s | FileCheck %s --check-prefix=ONLY
// RUN: tawa-opt --canonicalize='max-num-rewrites=1' --remarks %s 2>&1 | FileCheck %s --check-prefix=LIMIT
// RUN: not tawa-opt --canonicalize='disable-patterns=memcpy-to-myself' %s 2>&1 | FileCheck %s --check-prefix=NONE

// NONE: error: canonicalize has no pattern 'memcpy-to-myself': did you mean 'memcpy-to-itself'?
// LIMIT: remark: stopped by a limit before the end, after 'memcpy-to-itself' of 'gpu.memcpy' [canonicalize]

// CHECK-LABEL: func.func @f
// CHECK: gpu.memcpy
// ONLY-LABEL: func.func @f
// ONLY-NOT: gpu.memcpy
func.func @f(%m: memref<4xf32>) {
  gpu.memcpy %m, %m : memref<4xf32>, memref<4xf32>
  return
}
