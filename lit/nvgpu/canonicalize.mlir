// RUN: tawa-opt --canonicalize --cse %s | FileCheck %s

#bars = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory

// useC that is true is not needed; one that is false stays.
// CHECK-LABEL: tt.func @use_c
tt.func @use_c(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>, %c: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %true = arith.constant true
  %false = arith.constant false
  // CHECK: nvgpu.dot_issue %a, %b, %c :
  %d = nvgpu.dot_issue %a, %b, %c, %true : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
  // CHECK: nvgpu.dot_issue %a, %b, %c, %false :
  %e = nvgpu.dot_issue %a, %b, %c, %false : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
  %w:2 = nvgpu.dot_wait %d, %e {pendings = 0 : i32} : tensor<64x64xf32>, tensor<64x64xf32>
  tt.return %w#0, %w#1 : tensor<64x64xf32>, tensor<64x64xf32>
}

// An arrival under a constant predicate is always there or never; dots and
// arrivals that nothing uses, or that are equal, stay.
// CHECK-LABEL: tt.func @arrivals
tt.func @arrivals(%bar: !ttg.memdesc<1xi64, #bars, #smem, mutable>, %a: tensor<64x64xf16>, %c: tensor<64x64xf32>) {
  %true = arith.constant true
  %false = arith.constant false
  // CHECK-NEXT: nvgpu.mbarrier.arrive %bar, warp :
  // CHECK-NEXT: nvgpu.mbarrier.arrive %bar, warp :
  nvgpu.mbarrier.arrive %bar, warp if %true : !ttg.memdesc<1xi64, #bars, #smem, mutable>
  nvgpu.mbarrier.arrive %bar, warp if %false : !ttg.memdesc<1xi64, #bars, #smem, mutable>
  nvgpu.mbarrier.arrive %bar, warp : !ttg.memdesc<1xi64, #bars, #smem, mutable>
  // CHECK-NEXT: nvgpu.dot_issue
  // CHECK-NEXT: nvgpu.dot_issue
  // CHECK-NEXT: tt.return
  %d = nvgpu.dot_issue %a, %a, %c : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
  %e = nvgpu.dot_issue %a, %a, %c : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
  tt.return
}
