// RUN: tawa-opt %s | FileCheck %s
// RUN: tawa-opt --mlir-print-op-generic %s | tawa-opt | FileCheck %s

// Every op prints as it is written.

// CHECK: module attributes {gpu.container_module} {
module attributes {gpu.container_module} {
  // CHECK-NEXT: gpu.module @kernels {
  gpu.module @kernels {
    // CHECK-NEXT: gpu.func @k(%a: f32, %b: memref<?xf32, 1>) workgroup(%w : memref<32xf32, #gpu.address_space<workgroup>> {llvm.align = 8 : i64}) private(%p : memref<1xf32, 5>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    gpu.func @k(%a: f32, %b: memref<?xf32, 1>) workgroup(%w : memref<32xf32, #gpu.address_space<workgroup>> {llvm.align = 8 : i64}) private(%p : memref<1xf32, 5>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      // CHECK-NEXT: %thread_id_x = gpu.thread_id  x
      %thread_id_x = gpu.thread_id  x
      // CHECK-NEXT: %block_id_y = gpu.block_id  y upper_bound 64
      %block_id_y = gpu.block_id  y upper_bound 64
      // CHECK-NEXT: %block_dim_z = gpu.block_dim  z
      %block_dim_z = gpu.block_dim  z
      // CHECK-NEXT: %grid_dim_x = gpu.grid_dim  x
      %grid_dim_x = gpu.grid_dim  x
      // CHECK-NEXT: %0 = gpu.lane_id
      %0 = gpu.lane_id
      // CHECK-NEXT: %1 = gpu.subgroup_id : index
      %1 = gpu.subgroup_id : index
      // CHECK-NEXT: %2 = gpu.num_subgroups : index
      %2 = gpu.num_subgroups : index
      // CHECK-NEXT: %3 = gpu.subgroup_size : index
      %3 = gpu.subgroup_size : index
      // CHECK-NEXT: %global_id_x = gpu.global_id  x
      %global_id_x = gpu.global_id  x
      // CHECK-NEXT: %cluster_id_x = gpu.cluster_id  x
      %cluster_id_x = gpu.cluster_id  x
      // CHECK-NEXT: %cluster_dim_x = gpu.cluster_dim  x
      %cluster_dim_x = gpu.cluster_dim  x
      // CHECK-NEXT: %cluster_block_id_x = gpu.cluster_block_id  x
      %cluster_block_id_x = gpu.cluster_block_id  x
      // CHECK-NEXT: %cluster_dim_blocks_x = gpu.cluster_dim_blocks  x
      %cluster_dim_blocks_x = gpu.cluster_dim_blocks  x
      // CHECK-NEXT: gpu.barrier
      gpu.barrier
      // CHECK-NEXT: %c1 = arith.constant 1 : i32
      %c1 = arith.constant 1 : i32
      // CHECK-NEXT: %s, %v = gpu.shuffle  xor %a, %c1, %c1 : f32
      %s, %v = gpu.shuffle  xor %a, %c1, %c1 : f32
      // CHECK-NEXT: %r, %rv = gpu.rotate %a, 4, 16 : f32
      %r, %rv = gpu.rotate %a, 4, 16 : f32
      // CHECK-NEXT: %ar = gpu.all_reduce  add %a uniform {
      %ar = gpu.all_reduce  add %a uniform {
      // CHECK-NEXT: } : (f32) -> f32
      } : (f32) -> f32
      // CHECK-NEXT: %ar2 = gpu.all_reduce  %a {
      %ar2 = gpu.all_reduce  %a {
      // CHECK-NEXT: ^bb0(%l: f32, %rr: f32):
      ^bb0(%l: f32, %rr: f32):
        // CHECK-NEXT: %xx = arith.addf %l, %rr : f32
        %xx = arith.addf %l, %rr : f32
        // CHECK-NEXT: gpu.yield %xx : f32
        gpu.yield %xx : f32
      // CHECK-NEXT: } : (f32) -> f32
      } : (f32) -> f32
      // CHECK-NEXT: %sr = gpu.subgroup_reduce  add %a : (f32) -> f32
      %sr = gpu.subgroup_reduce  add %a : (f32) -> f32
      // CHECK-NEXT: %sr2 = gpu.subgroup_reduce  maxnumf %a uniform cluster(size = 4, stride = 2) : (f32) -> f32
      %sr2 = gpu.subgroup_reduce  maxnumf %a uniform cluster(size = 4, stride = 2) : (f32) -> f32
      // CHECK-NEXT: gpu.printf "Hello %f", %a : f32
      gpu.printf "Hello %f", %a : f32
      // CHECK-NEXT: gpu.printf "Hi"
      gpu.printf "Hi"
      // CHECK-NEXT: %dsm = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
      %dsm = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
      // CHECK-NEXT: %bb = gpu.subgroup_broadcast %a,  first_active_lane : f32
      %bb = gpu.subgroup_broadcast %a,  first_active_lane : f32
      // CHECK-NEXT: %bc = gpu.subgroup_broadcast %a,  specific_lane %c1 : f32
      %bc = gpu.subgroup_broadcast %a,  specific_lane %c1 : f32
      // CHECK-NEXT: gpu.return
      gpu.return
    // CHECK-NEXT: }
    }
    // CHECK-NEXT: gpu.func @g(%a: f32) -> f32 {
    gpu.func @g(%a: f32) -> f32 {
      // CHECK-NEXT: gpu.return %a : f32
      gpu.return %a : f32
    // CHECK-NEXT: }
    }
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: func.func @host(%x: index, %f: f32, %m: memref<?xf32, 1>, %mm: memref<*xf32>, %s: memref<?xf32>, %i32: i32) {
  func.func @host(%x: index, %f: f32, %m: memref<?xf32, 1>, %mm: memref<*xf32>, %s: memref<?xf32>, %i32: i32) {
    // CHECK-NEXT: %c = arith.constant 1 : index
    %c = arith.constant 1 : index
    // CHECK-NEXT: gpu.launch_func  @kernels::@k blocks in (%c, %c, %c) threads in (%c, %c, %c)  dynamic_shared_memory_size %i32 args(%f : f32, %m : memref<?xf32, 1>)
    gpu.launch_func  @kernels::@k blocks in (%c, %c, %c) threads in (%c, %c, %c)  dynamic_shared_memory_size %i32 args(%f : f32, %m : memref<?xf32, 1>)
    // CHECK-NEXT: %t = gpu.wait async
    %t = gpu.wait async
    // CHECK-NEXT: %t1 = gpu.launch_func async [%t] @kernels::@k clusters in (%c, %c, %c) blocks in (%c, %c, %c) threads in (%c, %c, %c)  args(%f : f32, %m : memref<?xf32, 1>)
    %t1 = gpu.launch_func async [%t] @kernels::@k clusters in (%c, %c, %c) blocks in (%c, %c, %c) threads in (%c, %c, %c)  args(%f : f32, %m : memref<?xf32, 1>)
    // CHECK-NEXT: gpu.launch_func  @kernels::@k blocks in (%i32, %i32, %i32) threads in (%i32, %i32, %i32) : i32 args(%f : f32, %m : memref<?xf32, 1>)
    gpu.launch_func  @kernels::@k blocks in (%i32, %i32, %i32) threads in (%i32, %i32, %i32) : i32 args(%f : f32, %m : memref<?xf32, 1>)
    // CHECK-NEXT: %a, %t2 = gpu.alloc async [%t] (%x) : memref<?xf32, 1>
    %a, %t2 = gpu.alloc async [%t] (%x) : memref<?xf32, 1>
    // CHECK-NEXT: %a2 = gpu.alloc  host_shared (%x) : memref<?xf32, 1>
    %a2 = gpu.alloc  host_shared (%x) : memref<?xf32, 1>
    // CHECK-NEXT: %a3 = gpu.alloc  () : memref<4xf32, 1>
    %a3 = gpu.alloc  () : memref<4xf32, 1>
    // CHECK-NEXT: %t3 = gpu.memcpy async [%t2, %t1] %a, %a2 : memref<?xf32, 1>, memref<?xf32, 1>
    %t3 = gpu.memcpy async [%t2, %t1] %a, %a2 : memref<?xf32, 1>, memref<?xf32, 1>
    // CHECK-NEXT: %t4 = gpu.memset async [%t3] %a, %f : memref<?xf32, 1>, f32
    %t4 = gpu.memset async [%t3] %a, %f : memref<?xf32, 1>, f32
    // CHECK-NEXT: gpu.memcpy  %a, %a2 : memref<?xf32, 1>, memref<?xf32, 1>
    gpu.memcpy  %a, %a2 : memref<?xf32, 1>, memref<?xf32, 1>
    // CHECK-NEXT: %t5 = gpu.dealloc async [%t4] %a : memref<?xf32, 1>
    %t5 = gpu.dealloc async [%t4] %a : memref<?xf32, 1>
    // CHECK-NEXT: gpu.dealloc  %a2 : memref<?xf32, 1>
    gpu.dealloc  %a2 : memref<?xf32, 1>
    // CHECK-NEXT: gpu.wait [%t5]
    gpu.wait [%t5]
    // CHECK-NEXT: gpu.host_register %mm : memref<*xf32>
    gpu.host_register %mm : memref<*xf32>
    // CHECK-NEXT: gpu.host_unregister %mm : memref<*xf32>
    gpu.host_unregister %mm : memref<*xf32>
    // CHECK-NEXT: gpu.set_default_device %i32
    gpu.set_default_device %i32
    // CHECK-NEXT: gpu.launch blocks(%bx, %by, %bz) in (%gx = %c, %gy = %c, %gz = %c) threads(%tx, %ty, %tz) in (%sx = %c, %sy = %c, %sz = %c) dynamic_shared_memory_size %i32 {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c, %gy = %c, %gz = %c) threads(%tx, %ty, %tz) in (%sx = %c, %sy = %c, %sz = %c) dynamic_shared_memory_size %i32 {
      // CHECK-NEXT: %add = arith.addi %bx, %tx : index
      %add = arith.addi %bx, %tx : index
      // CHECK-NEXT: gpu.terminator
      gpu.terminator
    // CHECK-NEXT: }
    }
    // CHECK-NEXT: %tt = gpu.launch async [%t] clusters(%cx, %cy, %cz) in (%clx = %c, %cly = %c, %clz = %c) blocks(%bx, %by, %bz) in (%gx = %c, %gy = %c, %gz = %c) threads(%tx, %ty, %tz) in (%sx = %c, %sy = %c, %sz = %c) workgroup(%w : memref<32xf32, 3>) private(%p : memref<1xf32, 5>) {
    %tt = gpu.launch async [%t] clusters(%cx, %cy, %cz) in (%clx = %c, %cly = %c, %clz = %c) blocks(%bx, %by, %bz) in (%gx = %c, %gy = %c, %gz = %c) threads(%tx, %ty, %tz) in (%sx = %c, %sy = %c, %sz = %c) workgroup(%w : memref<32xf32, 3>) private(%p : memref<1xf32, 5>) {
      // CHECK-NEXT: gpu.terminator
      gpu.terminator
    // CHECK-NEXT: } {note = 1 : i32}
    } {note = 1 : i32}
    // CHECK-NEXT: return
    return
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: func.func @mma(%a: memref<32x32xf16, 3>, %i: index, %cst: f16, %lane: index) {
  func.func @mma(%a: memref<32x32xf16, 3>, %i: index, %cst: f16, %lane: index) {
    // CHECK-NEXT: %A = gpu.subgroup_mma_load_matrix %a[%i, %i] {leadDimension = 32 : index, transpose} : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "AOp">
    %A = gpu.subgroup_mma_load_matrix %a[%i, %i] {leadDimension = 32 : index, transpose} : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "AOp">
    // CHECK-NEXT: %B = gpu.subgroup_mma_load_matrix %a[%i, %i] {leadDimension = 32 : index} : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "BOp">
    %B = gpu.subgroup_mma_load_matrix %a[%i, %i] {leadDimension = 32 : index} : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "BOp">
    // CHECK-NEXT: %C = gpu.subgroup_mma_constant_matrix %cst : !gpu.mma_matrix<16x16xf16, "COp">
    %C = gpu.subgroup_mma_constant_matrix %cst : !gpu.mma_matrix<16x16xf16, "COp">
    // CHECK-NEXT: %D = gpu.subgroup_mma_compute %A, %B, %C {a_transpose} : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf16, "COp">
    %D = gpu.subgroup_mma_compute %A, %B, %C {a_transpose} : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf16, "COp">
    // CHECK-NEXT: %E = gpu.subgroup_mma_elementwise  addf %D, %C : (!gpu.mma_matrix<16x16xf16, "COp">, !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp">
    %E = gpu.subgroup_mma_elementwise  addf %D, %C : (!gpu.mma_matrix<16x16xf16, "COp">, !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp">
    // CHECK-NEXT: gpu.subgroup_mma_store_matrix %D, %a[%i, %i] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16, 3>
    gpu.subgroup_mma_store_matrix %D, %a[%i, %i] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16, 3>
    // CHECK-NEXT: %F = gpu.subgroup_mma_extract_thread_local %D[%i] : !gpu.mma_matrix<16x16xf16, "COp"> -> f16
    %F = gpu.subgroup_mma_extract_thread_local %D[%i] : !gpu.mma_matrix<16x16xf16, "COp"> -> f16
    // CHECK-NEXT: %G = gpu.subgroup_mma_insert_thread_local %F, %D[%i] : f16, !gpu.mma_matrix<16x16xf16, "COp"> -> !gpu.mma_matrix<16x16xf16, "COp">
    %G = gpu.subgroup_mma_insert_thread_local %F, %D[%i] : f16, !gpu.mma_matrix<16x16xf16, "COp"> -> !gpu.mma_matrix<16x16xf16, "COp">
    // CHECK-NEXT: %w = gpu.warp_execute_on_lane_0(%lane)[32] -> (f16) {
    %w = gpu.warp_execute_on_lane_0(%lane)[32] -> f16 {
      // CHECK-NEXT: gpu.yield %cst : f16
      gpu.yield %cst : f16
    // CHECK-NEXT: }
    }
    // CHECK-NEXT: gpu.warp_execute_on_lane_0(%lane)[32] args(%cst : f16) {
    gpu.warp_execute_on_lane_0(%lane)[32] args(%cst : f16) {
    // CHECK-NEXT: ^bb0(%x: f16):
    ^bb0(%x: f16):
    // CHECK-NEXT: }
    }
    // CHECK-NEXT: return
    return
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: gpu.module @handled<#gpu.select_object<1 : i64>> {
  // CHECK-NEXT: }
  gpu.module @handled <#gpu.select_object<1>> {
  }

  // CHECK-NEXT: gpu.module @more attributes {x = 1 : i32} {
  gpu.module @more attributes {x = 1 : i32} {
  // CHECK-NEXT: }
  }
// CHECK-NEXT: }
}
