// RUN: tawa-opt --allow-unregistered-dialect %s | FileCheck %s

llvm.func @registers(%a: i64, %c: !llvm.struct<(f32, f32)>, %p: !llvm.ptr<1>, %m: i1) {
  %0 = nvg.wgmma %a, %a, %m, %c {eltTypeA = 4 : i32, eltTypeB = 4 : i32, eltTypeC = 7 : i32, k = 16 : i32, layoutA = 0 : i32, layoutB = 1 : i32, m = 64 : i32, n = 8 : i32} : (i64, i64, i1, !llvm.struct<(f32, f32)>) -> !llvm.struct<(f32, f32)>
  %1 = nvg.wgmma %a, %a, %m {eltTypeA = 4 : i32, eltTypeB = 4 : i32, eltTypeC = 7 : i32, k = 16 : i32, layoutA = 0 : i32, layoutB = 1 : i32, m = 64 : i32, n = 8 : i32} : (i64, i64, i1) -> !llvm.struct<(f32, f32)>
  %2 = nvg.wgmma_wait_group %0 {pendings = 0 : i32} : !llvm.struct<(f32, f32)>
  %3 = nvg.cluster_id
  %4 = nvg.warp_id
  %5 = nvg.warp_group_barrier_id
  %6 = nvg.ld_acquire acquire, gpu, %p : (!llvm.ptr<1>) -> i32
  %7 = nvg.ld_acquire acquire, sys, %p, %m : (!llvm.ptr<1>) -> i32
  %8 = nvg.tensor_memory_base
  "use"(%8) : (!llvm.ptr<6>) -> ()
  llvm.return
}

// The checks from here on are written by the tool's own `checks --update`.
// CHECK:       module {
// CHECK-LABEL:   llvm.func @registers(
// CHECK-SAME:  [[A:%.*]]: i64, [[C:%.*]]: !llvm.struct<(f32, f32)>, [[P:%.*]]: !llvm.ptr<1>, [[M:%.*]]: i1) {
// CHECK-NEXT:      [[V0:%.*]] = nvg.wgmma [[A]], [[A]], [[M]], [[C]] {eltTypeA = 4 : i32, eltTypeB = 4 : i32, eltTypeC = 7 : i32, k = 16 : i32, layoutA = 0 : i32, layoutB = 1 : i32, m = 64 : i32, n = 8 : i32} : (i64, i64, i1, !llvm.struct<(f32, f32)>) -> !llvm.struct<(f32, f32)>
// CHECK-NEXT:      [[V1:%.*]] = nvg.wgmma [[A]], [[A]], [[M]] {eltTypeA = 4 : i32, eltTypeB = 4 : i32, eltTypeC = 7 : i32, k = 16 : i32, layoutA = 0 : i32, layoutB = 1 : i32, m = 64 : i32, n = 8 : i32} : (i64, i64, i1) -> !llvm.struct<(f32, f32)>
// CHECK-NEXT:      [[V2:%.*]] = nvg.wgmma_wait_group [[V0]] {pendings = 0 : i32} : !llvm.struct<(f32, f32)>
// CHECK-NEXT:      [[V3:%.*]] = nvg.cluster_id
// CHECK-NEXT:      [[V4:%.*]] = nvg.warp_id
// CHECK-NEXT:      [[V5:%.*]] = nvg.warp_group_barrier_id
// CHECK-NEXT:      [[V6:%.*]] = nvg.ld_acquire acquire, gpu, [[P]] : (!llvm.ptr<1>) -> i32
// CHECK-NEXT:      [[V7:%.*]] = nvg.ld_acquire acquire, sys, [[P]], [[M]] : (!llvm.ptr<1>) -> i32
// CHECK-NEXT:      [[V8:%.*]] = nvg.tensor_memory_base
// CHECK-NEXT:      "use"([[V8]]) : (!llvm.ptr<6>) -> ()
// CHECK-NEXT:      llvm.return
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// End of the written checks.
