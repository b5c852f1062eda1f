// RUN: tawa-opt %s | FileCheck %s

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#flat = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>
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
  tt.func @races(%c: i1, %m: !ttg.memdesc<128xi32, #flat, #smem, mutable>) {
    tti.experimental_assert_uniform %c, "not waited for"
    %0 = tti.experimental_buffer_descriptors [0, 64], [32, 16], tensor_mem : tensor<2xi64, #blocked>
    %1 = tti.experimental_memdesc_to_i32 %m : !ttg.memdesc<128xi32, #flat, #smem, mutable>
    %2 = tti.experimental_memory_offset_to_i32 64, shared_mem
    %3 = tti.experimental_cluster_cta_id : i32
    tt.return
  }

  tt.func @arithmetic(%x: tensor<128xf32, #blocked>, %m: !ttg.memdesc<128xi32, #flat, #smem, mutable>, %i: i32,
                      %a: tensor<16x32xi8, #a>, %b: tensor<32x8xi8, #b>, %c: tensor<16x8xi32, #mma>) {
    %0 = tti.experimental_fpsan_embed %x : (tensor<128xf32, #blocked>) -> tensor<128xi32, #blocked>
    %1 = tti.experimental_fpsan_unembed %0 : (tensor<128xi32, #blocked>) -> tensor<128xf32, #blocked>
    %2 = tti.experimental_local_gather %m[%0] offsets = [%i] {axis = 0 : i32} : !ttg.memdesc<128xi32, #flat, #smem, mutable>, tensor<128xi32, #blocked> -> tensor<128xi32, #blocked>
    %3 = tti.dot_i8 %a, %b, %c, aSigned = true, bSigned = false : tensor<16x32xi8, #a> * tensor<32x8xi8, #b> -> tensor<16x8xi32, #mma>
    tt.return
  }

  tt.func @global(%d: !tt.tensordesc<tensor<32x32xf32>>, %p: tensor<128x!tt.ptr<i32>, #blocked>, %k: tensor<128xi1, #blocked>, %l: !tt.ptr<i32>, %n: i32,
                  %s: !tt.ptr<i8>, %bar: !ttg.memdesc<1xi64, #flat, #smem, mutable>, %t: i1) {
    "tti.experimental_gsan_init"() : () -> ()
    %0:5 = tti.experimental_gsan_tensordesc_info %d : !tt.tensordesc<tensor<32x32xf32>> -> !tt.ptr<f32>, i64, i64, i64, i64
    tti.experimental_gsan_tensor_access %p, true, %k : tensor<128x!tt.ptr<i32>, #blocked>
    %1 = tti.experimental_gsan_atomic_rmw add, relaxed, sys, %l, %n, %t : (!tt.ptr<i32>, i32, i1) -> i32
    %2 = tti.experimental_gsan_atomic_cas acq_rel, gpu, %l, %n, %n : (!tt.ptr<i32>, i32, i32) -> i32
    tti.experimental_gsan_cluster_barrier_init %s : !tt.ptr<i8>
    tti.experimental_gsan_cluster_barrier_sync %s : !tt.ptr<i8>
    tti.experimental_gsan_mbarrier_arrive %s, %bar, %t, 1 {multicast = false, multicastMasks = array<i32>, publishClock = false, sourceBroadcastMask = 0 : i32} : !tt.ptr<i8>, !ttg.memdesc<1xi64, #flat, #smem, mutable>
    tt.return
  }
}

// The checks from here on are written by the tool's own `checks --update`.
// CHECK:       #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT:  #mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
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
// CHECK-LABEL:   tt.func @races(
// CHECK-SAME:  [[C:%.*]]: i1, [[M:%.*]]: !ttg.memdesc<128xi32, #shared, #smem, mutable>) {
// CHECK-NEXT:      tti.experimental_assert_uniform [[C]], "not waited for"
// CHECK-NEXT:      [[V0:%.*]] = tti.experimental_buffer_descriptors [0, 64], [32, 16], tensor_mem : tensor<2xi64, #blocked>
// CHECK-NEXT:      [[V1:%.*]] = tti.experimental_memdesc_to_i32 [[M]] : <128xi32, #shared, #smem, mutable>
// CHECK-NEXT:      [[V2:%.*]] = tti.experimental_memory_offset_to_i32 64, shared_mem
// CHECK-NEXT:      [[V3:%.*]] = tti.experimental_cluster_cta_id : i32
// CHECK-NEXT:      tt.return
// CHECK-NEXT:    }
// CHECK-LABEL:   tt.func @arithmetic(
// CHECK-SAME:  [[X:%.*]]: tensor<128xf32, #blocked>, [[M:%.*]]: !ttg.memdesc<128xi32, #shared, #smem, mutable>, [[I:%.*]]: i32, [[A:%.*]]: tensor<16x32xi8, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>, [[B:%.*]]: tensor<32x8xi8, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>>, [[C:%.*]]: tensor<16x8xi32, #mma>) {
// CHECK-NEXT:      [[V0:%.*]] = tti.experimental_fpsan_embed [[X]] : (tensor<128xf32, #blocked>) -> tensor<128xi32, #blocked>
// CHECK-NEXT:      [[V1:%.*]] = tti.experimental_fpsan_unembed [[V0]] : (tensor<128xi32, #blocked>) -> tensor<128xf32, #blocked>
// CHECK-NEXT:      [[V2:%.*]] = tti.experimental_local_gather [[M]][[[V0]]] offsets = [[[I]]] {axis = 0 : i32} : !ttg.memdesc<128xi32, #shared, #smem, mutable>, tensor<128xi32, #blocked> -> tensor<128xi32, #blocked>
// CHECK-NEXT:      [[V3:%.*]] = tti.dot_i8 [[A]], [[B]], [[C]], aSigned = true, bSigned = false : tensor<16x32xi8, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>> * tensor<32x8xi8, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>> -> tensor<16x8xi32, #mma>
// CHECK-NEXT:      tt.return
// CHECK-NEXT:    }
// CHECK-LABEL:   tt.func @global(
// CHECK-SAME:  [[D:%.*]]: !tt.tensordesc<tensor<32x32xf32>>, [[P:%.*]]: tensor<128x!tt.ptr<i32>, #blocked>, [[K:%.*]]: tensor<128xi1, #blocked>, [[L:%.*]]: !tt.ptr<i32>, [[N:%.*]]: i32, [[S:%.*]]: !tt.ptr<i8>, [[BAR:%.*]]: !ttg.memdesc<1xi64, #shared, #smem, mutable>, [[T:%.*]]: i1) {
// CHECK-NEXT:      "tti.experimental_gsan_init"() : () -> ()
// CHECK-NEXT:      [[V0:%.*]]:5 = tti.experimental_gsan_tensordesc_info [[D]] : !tt.tensordesc<tensor<32x32xf32>> -> !tt.ptr<f32>, i64, i64, i64, i64
// CHECK-NEXT:      tti.experimental_gsan_tensor_access [[P]], true, [[K]] : tensor<128x!tt.ptr<i32>, #blocked>
// CHECK-NEXT:      [[V1:%.*]] = tti.experimental_gsan_atomic_rmw add, relaxed, sys, [[L]], [[N]], [[T]] : (!tt.ptr<i32>, i32, i1) -> i32
// CHECK-NEXT:      [[V2:%.*]] = tti.experimental_gsan_atomic_cas acq_rel, gpu, [[L]], [[N]], [[N]] : (!tt.ptr<i32>, i32, i32) -> i32
// CHECK-NEXT:      tti.experimental_gsan_cluster_barrier_init [[S]] : <i8>
// CHECK-NEXT:      tti.experimental_gsan_cluster_barrier_sync [[S]] : <i8>
// CHECK-NEXT:      tti.experimental_gsan_mbarrier_arrive [[S]], [[BAR]], [[T]], 1 {multicast = false, multicastMasks = array<i32>, publishClock = false, sourceBroadcastMask = 0 : i32} : <i8>, !ttg.memdesc<1xi64, #shared, #smem, mutable>
// CHECK-NEXT:      tt.return
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// End of the written checks.
