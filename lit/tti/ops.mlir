// RUN: tawa-opt %s | FileCheck %s

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#flat = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @checks(%c: tensor<128xi1, #blocked>, %m: !ttg.memdesc<1xi64, #flat, #smem, mutable>, %l: !tt.ptr<i32>, %p: i1) {
    tti.experimental_assert_in_thread %c, "not waited for" {check_any = false} : tensor<128xi1, #blocked>
    %0 = tti.experimental_buffer_pointers [0, 64], shared_mem : tensor<2xi64, #blocked>
    %1 = tti.experimental_memdesc_to_i64 %m : !ttg.memdesc<1xi64, #flat, #smem, mutable>
    tti.experimental_lock_acquire %l, %p : !tt.ptr<i32>
    tti.experimental_lock_release %l : !tt.ptr<i32>
    tt.return
  }
}

// The checks from here on are written by the tool's own `checks --update`.
// CHECK:       #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT:  #shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
// CHECK-NEXT:  #smem = #ttg.shared_memory
// CHECK-NEXT:  module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
// CHECK-LABEL:   tt.func @checks(
// CHECK-SAME:  [[C:%.*]]: tensor<128xi1, #blocked>, [[M:%.*]]: !ttg.memdesc<1xi64, #shared, #smem, mutable>, [[L:%.*]]: !tt.ptr<i32>, [[P:%.*]]: i1) {
// CHECK-NEXT:      tti.experimental_assert_in_thread [[C]], "not waited for" {check_any = false} : tensor<128xi1, #blocked>
// CHECK-NEXT:      [[V0:%.*]] = tti.experimental_buffer_pointers [0, 64], shared_mem : tensor<2xi64, #blocked>
// CHECK-NEXT:      [[V1:%.*]] = tti.experimental_memdesc_to_i64 [[M]] : <1xi64, #shared, #smem, mutable>
// CHECK-NEXT:      tti.experimental_lock_acquire [[L]], [[P]] : !tt.ptr<i32>
// CHECK-NEXT:      tti.experimental_lock_release [[L]] : !tt.ptr<i32>
// CHECK-NEXT:      tt.return
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// End of the written checks.
