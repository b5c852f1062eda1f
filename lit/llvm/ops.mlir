// RUN: tawa-opt %s | FileCheck %s

llvm.mlir.global external @shared() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
llvm.mlir.global internal constant @table(dense<[1, 2]> : tensor<2xi32>) : !llvm.array<2 x i32>
llvm.func @declared(!llvm.ptr {llvm.noalias}, i32) -> i32
llvm.func internal @types(!llvm.struct<packed (ptr<3>, array<4 x struct<(f32, i64)>>)>, !llvm.func<void (i32, ...)>, !llvm.ptr)

llvm.func @memory(%p: !llvm.ptr<1> {llvm.noalias}, %i: i32) -> (i32 {llvm.noundef}) attributes {nvvm.kernel = 1 : ui1} {
  %0 = llvm.mlir.addressof @shared : !llvm.ptr<3>
  %1 = llvm.getelementptr %0[%i, 4, %i] {inbounds} : (!llvm.ptr<3>, i32, i32) -> !llvm.ptr<3>, !llvm.array<8 x f32>
  %2 = llvm.load %1 : !llvm.ptr<3> -> i32
  llvm.store volatile %2, %p : i32, !llvm.ptr<1>
  %3 = llvm.load volatile %p : !llvm.ptr<1> -> i32
  %4 = llvm.ptrtoint %1 : !llvm.ptr<3> to i32
  %5 = llvm.inttoptr %4 : i32 to !llvm.ptr<3>
  %6 = llvm.mlir.undef : !llvm.struct<(i32, i32)>
  llvm.return %3 : i32
}

llvm.func @values(%a: i32, %b: i32, %x: f32) {
  %0 = llvm.mlir.constant(7 : i32) : i32
  %1 = llvm.add %a, %b : i32
  %2 = llvm.sub %1, %b : i32
  %3 = llvm.mul %2, %b : i32
  %4 = llvm.udiv %3, %b : i32
  %5 = llvm.sdiv %4, %b : i32
  %6 = llvm.urem %5, %b : i32
  %7 = llvm.srem %6, %b : i32
  %8 = llvm.and %7, %b : i32
  %9 = llvm.or %8, %b : i32
  %10 = llvm.xor %9, %b : i32
  %11 = llvm.shl %10, %b : i32
  %12 = llvm.lshr %11, %b : i32
  %13 = llvm.ashr %12, %b : i32
  %14 = llvm.fadd %x, %x : f32
  %15 = llvm.fsub %14, %x : f32
  %16 = llvm.fmul %15, %x : f32
  %17 = llvm.fdiv %16, %x : f32
  %18 = llvm.icmp "slt" %a, %b : i32
  %19 = llvm.select %18, %a, %b : i1, i32
  llvm.intr.assume %18 : i1
  %p = llvm.mlir.addressof @values : !llvm.ptr
  %20 = llvm.call @declared(%p, %19) : (!llvm.ptr, i32) -> i32
  llvm.call @nothing() : () -> ()
  llvm.return
}
llvm.func @nothing()

// The checks from here on are written by the tool's own `checks --update`.
// CHECK:       module {
// CHECK-NEXT:    llvm.mlir.global external @shared() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
// CHECK-NEXT:    llvm.mlir.global internal constant @table(dense<[1, 2]> : tensor<2xi32>) : !llvm.array<2 x i32>
// CHECK-LABEL:   llvm.func @declared(
// CHECK-SAME:  !llvm.ptr {llvm.noalias}, i32) -> i32
// CHECK-NEXT:    llvm.func internal @types(!llvm.struct<packed (ptr<3>, array<4 x struct<(f32, i64)>>)>, !llvm.func<void (i32, ...)>, !llvm.ptr)
// CHECK-LABEL:   llvm.func @memory(
// CHECK-SAME:  [[P:%.*]]: !llvm.ptr<1> {llvm.noalias}, [[I:%.*]]: i32) -> (i32 {llvm.noundef}) attributes {nvvm.kernel = 1 : ui1} {
// CHECK-NEXT:      [[V0:%.*]] = llvm.mlir.addressof @shared : !llvm.ptr<3>
// CHECK-NEXT:      [[V1:%.*]] = llvm.getelementptr [[V0]][[[I]], 4, [[I]]] {inbounds} : (!llvm.ptr<3>, i32, i32) -> !llvm.ptr<3>, !llvm.array<8 x f32>
// CHECK-NEXT:      [[V2:%.*]] = llvm.load [[V1]] : !llvm.ptr<3> -> i32
// CHECK-NEXT:      llvm.store volatile [[V2]], [[P]] : i32, !llvm.ptr<1>
// CHECK-NEXT:      [[V3:%.*]] = llvm.load volatile [[P]] : !llvm.ptr<1> -> i32
// CHECK-NEXT:      [[V4:%.*]] = llvm.ptrtoint [[V1]] : !llvm.ptr<3> to i32
// CHECK-NEXT:      [[V5:%.*]] = llvm.inttoptr [[V4]] : i32 to !llvm.ptr<3>
// CHECK-NEXT:      [[V6:%.*]] = llvm.mlir.undef : !llvm.struct<(i32, i32)>
// CHECK-NEXT:      llvm.return [[V3]] : i32
// CHECK-NEXT:    }
// CHECK-LABEL:   llvm.func @values(
// CHECK-SAME:  [[A:%.*]]: i32, [[B:%.*]]: i32, [[X:%.*]]: f32) {
// CHECK-NEXT:      [[V0:%.*]] = llvm.mlir.constant(7 : i32) : i32
// CHECK-NEXT:      [[V1:%.*]] = llvm.add [[A]], [[B]] : i32
// CHECK-NEXT:      [[V2:%.*]] = llvm.sub [[V1]], [[B]] : i32
// CHECK-NEXT:      [[V3:%.*]] = llvm.mul [[V2]], [[B]] : i32
// CHECK-NEXT:      [[V4:%.*]] = llvm.udiv [[V3]], [[B]] : i32
// CHECK-NEXT:      [[V5:%.*]] = llvm.sdiv [[V4]], [[B]] : i32
// CHECK-NEXT:      [[V6:%.*]] = llvm.urem [[V5]], [[B]] : i32
// CHECK-NEXT:      [[V7:%.*]] = llvm.srem [[V6]], [[B]] : i32
// CHECK-NEXT:      [[V8:%.*]] = llvm.and [[V7]], [[B]] : i32
// CHECK-NEXT:      [[V9:%.*]] = llvm.or [[V8]], [[B]] : i32
// CHECK-NEXT:      [[V10:%.*]] = llvm.xor [[V9]], [[B]] : i32
// CHECK-NEXT:      [[V11:%.*]] = llvm.shl [[V10]], [[B]] : i32
// CHECK-NEXT:      [[V12:%.*]] = llvm.lshr [[V11]], [[B]] : i32
// CHECK-NEXT:      [[V13:%.*]] = llvm.ashr [[V12]], [[B]] : i32
// CHECK-NEXT:      [[V14:%.*]] = llvm.fadd [[X]], [[X]] : f32
// CHECK-NEXT:      [[V15:%.*]] = llvm.fsub [[V14]], [[X]] : f32
// CHECK-NEXT:      [[V16:%.*]] = llvm.fmul [[V15]], [[X]] : f32
// CHECK-NEXT:      [[V17:%.*]] = llvm.fdiv [[V16]], [[X]] : f32
// CHECK-NEXT:      [[V18:%.*]] = llvm.icmp "slt" [[A]], [[B]] : i32
// CHECK-NEXT:      [[V19:%.*]] = llvm.select [[V18]], [[A]], [[B]] : i1, i32
// CHECK-NEXT:      llvm.intr.assume [[V18]] : i1
// CHECK-NEXT:      [[P:%.*]] = llvm.mlir.addressof @values : !llvm.ptr
// CHECK-NEXT:      [[V20:%.*]] = llvm.call @declared([[P]], [[V19]]) : (!llvm.ptr, i32) -> i32
// CHECK-NEXT:      llvm.call @nothing() : () -> ()
// CHECK-NEXT:      llvm.return
// CHECK-NEXT:    }
// CHECK-LABEL:   llvm.func @nothing(
// CHECK-SAME:  )
// CHECK-NEXT:  }
// End of the written checks.
