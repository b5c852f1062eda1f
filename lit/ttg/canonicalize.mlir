// RUN: tawa-opt --canonicalize %s | FileCheck %s

#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory

// CHECK-LABEL: @convert
tt.func @convert(%x: tensor<128xf32, #a>, %s: f32) -> (tensor<128xf32, #a>, tensor<128xf32, #b>, tensor<128xf32, #b>, tensor<128xi32, #b>, tensor<128xi32, #b>) {
  // CHECK-DAG: %[[C:.*]] = arith.constant dense<3> : tensor<128xi32, #blocked1>
  // CHECK-DAG: %[[X:.*]] = ttg.convert_layout %x : tensor<128xf32, #blocked> -> tensor<128xf32, #blocked1>
  // CHECK-DAG: %[[S:.*]] = tt.splat %s : f32 -> tensor<128xf32, #blocked1>
  // CHECK-DAG: %[[R:.*]] = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #blocked1>
  // CHECK-NEXT: tt.return %x, %[[X]], %[[S]], %[[R]], %[[C]]
  %0 = ttg.convert_layout %x : tensor<128xf32, #a> -> tensor<128xf32, #b>
  %1 = ttg.convert_layout %0 : tensor<128xf32, #b> -> tensor<128xf32, #a>
  %2 = ttg.convert_layout %1 : tensor<128xf32, #a> -> tensor<128xf32, #b>
  %3 = tt.splat %s : f32 -> tensor<128xf32, #a>
  %4 = ttg.convert_layout %3 : tensor<128xf32, #a> -> tensor<128xf32, #b>
  %5 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #a>
  %6 = ttg.convert_layout %5 : tensor<128xi32, #a> -> tensor<128xi32, #b>
  %7 = arith.constant dense<3> : tensor<128xi32, #a>
  %8 = ttg.convert_layout %7 : tensor<128xi32, #a> -> tensor<128xi32, #b>
  tt.return %1, %2, %4, %6, %8 : tensor<128xf32, #a>, tensor<128xf32, #b>, tensor<128xf32, #b>, tensor<128xi32, #b>, tensor<128xi32, #b>
}

// Buffers that nothing reads go, those that something reads stay, and no two are one.
// CHECK-LABEL: @buffers
tt.func @buffers(%x: tensor<128xf32, #a>) -> tensor<128xf32, #a> {
  // CHECK-NEXT: %[[K:.*]] = ttg.local_alloc : ()
  // CHECK-NEXT: ttg.local_store %x, %[[K]]
  // CHECK-NEXT: %[[L:.*]] = ttg.local_load %[[K]]
  // CHECK-NEXT: ttg.local_dealloc %[[K]]
  // CHECK-NEXT: tt.return %[[L]]
  %dead = ttg.local_alloc : () -> !ttg.memdesc<128xf32, #s, #smem, mutable>
  ttg.local_store %x, %dead : tensor<128xf32, #a> -> !ttg.memdesc<128xf32, #s, #smem, mutable>
  ttg.local_dealloc %dead : !ttg.memdesc<128xf32, #s, #smem, mutable>
  %unused = ttg.local_alloc %x : (tensor<128xf32, #a>) -> !ttg.memdesc<128xf32, #s, #smem>
  %kept = ttg.local_alloc : () -> !ttg.memdesc<128xf32, #s, #smem, mutable>
  ttg.local_store %x, %kept : tensor<128xf32, #a> -> !ttg.memdesc<128xf32, #s, #smem, mutable>
  %0 = ttg.local_load %kept : !ttg.memdesc<128xf32, #s, #smem, mutable> -> tensor<128xf32, #a>
  ttg.local_dealloc %kept : !ttg.memdesc<128xf32, #s, #smem, mutable>
  tt.return %0 : tensor<128xf32, #a>
}

// CHECK-LABEL: @captures
tt.func @captures(%a: i32, %p: !tt.ptr<i32>) {
  // CHECK-NEXT: ttg.warp_specialize(%a, %p)
  // CHECK:      partition0(%x: i32, %q: !tt.ptr<i32>) num_warps(4) {
  // CHECK-NEXT:   %[[S:.*]] = arith.addi %x, %x : i32
  // CHECK-NEXT:   tt.store %q, %[[S]]
  // CHECK:      } : (i32, !tt.ptr<i32>) -> ()
  ttg.warp_specialize(%a, %p, %a, %a)
  default {
    ttg.warp_yield
  }
  partition0(%x: i32, %q: !tt.ptr<i32>, %unused: i32, %y: i32) num_warps(4) {
    %0 = arith.addi %x, %y : i32
    tt.store %q, %0 : !tt.ptr<i32>
    ttg.warp_return
  } : (i32, !tt.ptr<i32>, i32, i32) -> ()
  tt.return
}

// CHECK-LABEL: @results
tt.func @results(%a: i32, %p: !tt.ptr<i32>) -> (i32, i32) {
  // CHECK-NEXT: %[[R:.*]]:2 = ttg.warp_specialize(%p)
  // CHECK-NEXT: default {
  // CHECK-NEXT:   %[[X:.*]] = arith.addi %a, %a : i32
  // CHECK-NEXT:   ttg.warp_yield %[[X]], %a : i32, i32
  // CHECK:      partition0(%q: !tt.ptr<i32>) num_warps(4) {
  // CHECK:      } : (!tt.ptr<i32>) -> (i32, i32)
  // CHECK-NEXT: tt.return %[[R]]#0, %[[R]]#1
  %0:3 = ttg.warp_specialize(%p)
  default {
    %x = arith.addi %a, %a : i32
    %unused = arith.muli %x, %a : i32
    ttg.warp_yield %x, %unused, %a : i32, i32, i32
  }
  partition0(%q: !tt.ptr<i32>) num_warps(4) {
    %c = arith.constant 1 : i32
    tt.store %q, %c : !tt.ptr<i32>
    ttg.warp_return
  } : (!tt.ptr<i32>) -> (i32, i32, i32)
  tt.return %0#0, %0#2 : i32, i32
}

// Ops that take an operand in any encoding need no conversion, a reordering reshape only
// where a thread would hold another number of elements.
// CHECK-LABEL: @any_encoding
tt.func @any_encoding(%x: tensor<128xi32, #a>, %y: tensor<512xi32, #a>, %m: tensor<128xi1, #b>, %i: tensor<128xi32, #b>) -> (tensor<128xi32, #b>, tensor<16xi32, #b>, tensor<128xi32, #b>, tensor<512xi32, #b>) {
  // CHECK-DAG: %[[C:.*]] = ttg.convert_layout %x
  // CHECK-DAG: %[[R:.*]] = tt.reshape %[[C]] allow_reorder
  // CHECK-DAG: %[[Y:.*]] = tt.reshape %y allow_reorder
  // CHECK-DAG: %[[M:.*]] = ttg.convert_layout %m : tensor<128xi1, #blocked1> -> tensor<128xi1, #blocked>
  // CHECK-DAG: %[[H:.*]] = tt.histogram %x, %[[M]]
  // CHECK-DAG: %[[G:.*]] = tt.gather %x[%i]
  // CHECK: tt.return %[[R]], %[[H]], %[[G]], %[[Y]]
  %c = ttg.convert_layout %x : tensor<128xi32, #a> -> tensor<128xi32, #b>
  %0 = tt.reshape %c allow_reorder : tensor<128xi32, #b> -> tensor<128xi32, #b>
  %1 = tt.histogram %c, %m : tensor<128xi32, #b> -> tensor<16xi32, #b>
  %2 = tt.gather %c[%i] {axis = 0 : i32} : (tensor<128xi32, #b>, tensor<128xi32, #b>) -> tensor<128xi32, #b>
  %d = ttg.convert_layout %y : tensor<512xi32, #a> -> tensor<512xi32, #b>
  %3 = tt.reshape %d allow_reorder : tensor<512xi32, #b> -> tensor<512xi32, #b>
  tt.return %0, %1, %2, %3 : tensor<128xi32, #b>, tensor<16xi32, #b>, tensor<128xi32, #b>, tensor<512xi32, #b>
}

// A copy of a buffer that never changes is the buffer, unless that may end before.
// CHECK-LABEL: @copy
tt.func @copy(%x: tensor<128xf32, #a>, %w: !ttg.memdesc<128xf32, #s, #smem, mutable>) -> (!ttg.memdesc<128xf32, #s, #smem>, !ttg.memdesc<128xf32, #s, #smem>) {
  // CHECK-NEXT: %[[M:.*]] = ttg.local_alloc %x
  // CHECK-NEXT: %[[L:.*]] = ttg.local_load %w
  // CHECK-NEXT: %[[A:.*]] = ttg.local_alloc %[[L]]
  // CHECK-NEXT: tt.return %[[M]], %[[A]]
  %m = ttg.local_alloc %x : (tensor<128xf32, #a>) -> !ttg.memdesc<128xf32, #s, #smem>
  %0 = ttg.local_load %m : !ttg.memdesc<128xf32, #s, #smem> -> tensor<128xf32, #a>
  %1 = ttg.local_alloc %0 : (tensor<128xf32, #a>) -> !ttg.memdesc<128xf32, #s, #smem>
  %2 = ttg.local_load %w : !ttg.memdesc<128xf32, #s, #smem, mutable> -> tensor<128xf32, #a>
  %3 = ttg.local_alloc %2 : (tensor<128xf32, #a>) -> !ttg.memdesc<128xf32, #s, #smem>
  tt.return %1, %3 : !ttg.memdesc<128xf32, #s, #smem>, !ttg.memdesc<128xf32, #s, #smem>
}

// CHECK-LABEL: @reinterpret
tt.func @reinterpret(%m: !ttg.memdesc<128xf32, #s, #smem>) -> (!ttg.memdesc<128xf32, #s, #smem>, !ttg.memdesc<128xi32, #s, #smem>) {
  // CHECK-NEXT: %[[I:.*]] = ttg.memdesc_reinterpret %m
  // CHECK-NEXT: tt.return %m, %[[I]]
  %0 = ttg.memdesc_reinterpret %m : !ttg.memdesc<128xf32, #s, #smem> -> !ttg.memdesc<128xf32, #s, #smem>
  %1 = ttg.memdesc_reinterpret %0 : !ttg.memdesc<128xf32, #s, #smem> -> !ttg.memdesc<128xi32, #s, #smem>
  tt.return %0, %1 : !ttg.memdesc<128xf32, #s, #smem>, !ttg.memdesc<128xi32, #s, #smem>
}
