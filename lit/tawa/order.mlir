// RUN: tawa-opt --tawa-order --split-input-file %s | FileCheck %s

// The loop grows with the program's number: the last program begins first.

// CHECK-LABEL: tt.func public @grows
// CHECK: %[[ID:.*]] = tt.get_program_id x
// CHECK: %[[N:.*]] = tt.get_num_programs x
// CHECK: %[[LAST:.*]] = arith.subi %[[N]],
// CHECK: %[[OTHER:.*]] = arith.subi %[[LAST]], %[[ID]]
// CHECK: arith.muli %[[OTHER]],
tt.func public @grows(%d: !tt.tensordesc<tensor<64x64xf16>>, %c: !tt.tensordesc<tensor<64x64xf32>>) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %id = tt.get_program_id x : i32
  %end = arith.muli %id, %c64 : i32
  %r = scf.for %k = %c0 to %end step %c64 iter_args(%s = %zero) -> (tensor<64x64xf32>) : i32 {
    %a = tt.descriptor_load %d[%k, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %t = tt.dot %a, %a, %s : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %t : tensor<64x64xf32>
  }
  tt.descriptor_store %c[%end, %c0], %r : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
  tt.return
}

// -----

// It shrinks, or is as long for all programs, or programs may wait for one another.

// CHECK-LABEL: tt.func public @shrinks
// CHECK-NOT: tt.get_num_programs
tt.func public @shrinks(%d: !tt.tensordesc<tensor<64x64xf16>>, %c: !tt.tensordesc<tensor<64x64xf32>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %id = tt.get_program_id x : i32
  %start = arith.muli %id, %c64 : i32
  %r = scf.for %k = %start to %n step %c64 iter_args(%s = %zero) -> (tensor<64x64xf32>) : i32 {
    %a = tt.descriptor_load %d[%k, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %t = tt.dot %a, %a, %s : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %t : tensor<64x64xf32>
  }
  tt.descriptor_store %c[%start, %c0], %r : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
  tt.return
}

// CHECK-LABEL: tt.func public @waits
// CHECK-NOT: tt.get_num_programs
tt.func public @waits(%d: !tt.tensordesc<tensor<64x64xf16>>, %c: !tt.tensordesc<tensor<64x64xf32>>, %lock: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %true = arith.constant true
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %id = tt.get_program_id x : i32
  %end = arith.muli %id, %c64 : i32
  %seen = tt.atomic_rmw add, acq_rel, gpu, %lock, %c0, %true : (!tt.ptr<i32>, i32, i1) -> i32
  %r = scf.for %k = %c0 to %end step %c64 iter_args(%s = %zero) -> (tensor<64x64xf32>) : i32 {
    %a = tt.descriptor_load %d[%k, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %t = tt.dot %a, %a, %s : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %t : tensor<64x64xf32>
  }
  tt.descriptor_store %c[%end, %seen], %r : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
  tt.return
}
