// RUN: not tawa-opt --aref-verify %s 2>&1 | FileCheck %s

// The run that goes wrong: how often loops run in it, who waits for whom, and each
// operation on a ring in an order in which they happen.

// CHECK: error: deadlock: the default region waits in 'aref.get' of %s[0], slot 0: it is empty, and needs put 0 by partition0, which waits too
// CHECK: note: partition0 waits in 'aref.put' of %r[1], slot 0: it is borrowed by get 0, which must be given back by the default region, which waits too
// CHECK: note: where this loop runs 2 times
// CHECK: note: step 1. partition0: put %r[0] (slot 0)
// CHECK: aref.put %a[%i]
// CHECK: note: step 2. the default region: get %r[0] (slot 0)
// CHECK: aref.get %r[%i]
// CHECK-NOT: step 3
tt.func @crossed(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = aref.create : !aref.ring<1 x (tensor<16xf32>)>
  %s = aref.create : !aref.ring<1 x (tensor<16xf32>)>
  ttg.warp_specialize(%r, %s, %n)
  default {
    %e = scf.for %k = %c0 to %n step %c1 iter_args(%i = %c0) -> (i32) : i32 {
      %x = aref.get %r[%i] : !aref.ring<1 x (tensor<16xf32>)>
      %y = aref.get %s[%i] : !aref.ring<1 x (tensor<16xf32>)>
      aref.consumed %r[%i] : !aref.ring<1 x (tensor<16xf32>)>
      aref.consumed %s[%i] : !aref.ring<1 x (tensor<16xf32>)>
      %next = arith.addi %i, %c1 : i32
      scf.yield %next : i32
    }
    ttg.warp_yield
  }
  partition0(%a: !aref.ring<1 x (tensor<16xf32>)>, %b: !aref.ring<1 x (tensor<16xf32>)>, %m: i32) num_warps(4) {
    %d0 = arith.constant 0 : i32
    %d1 = arith.constant 1 : i32
    %tile = arith.constant dense<1.0> : tensor<16xf32>
    %e = scf.for %k = %d0 to %m step %d1 iter_args(%i = %d0) -> (i32) : i32 {
      aref.put %a[%i], %tile : !aref.ring<1 x (tensor<16xf32>)>
      %next = arith.addi %i, %d1 : i32
      scf.yield %next : i32
    }
    %f = scf.for %k = %d0 to %m step %d1 iter_args(%i = %d0) -> (i32) : i32 {
      aref.put %b[%i], %tile : !aref.ring<1 x (tensor<16xf32>)>
      %next = arith.addi %i, %d1 : i32
      scf.yield %next : i32
    }
    ttg.warp_return
  } : (!aref.ring<1 x (tensor<16xf32>)>, !aref.ring<1 x (tensor<16xf32>)>, i32) -> ()
  tt.return
}
