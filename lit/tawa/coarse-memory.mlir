// RUN: tawa-opt --tawa-partition=transform=0 --tawa-pipeline --remarks %s -o %t 2>&1 | FileCheck %s

// A tile that is computed can be the left operand of the second dot as it stands in
// registers; as the right one, or transposed, it goes through shared memory, and the
// automatic choice is no coarse-grained pipeline.

// CHECK: remark: coarse-grained pipeline: CUDA cores work on a tile
tt.func public @left(%x: !tt.tensordesc<tensor<64x64xf16>>, %v: !tt.tensordesc<tensor<64x64xf16>>, %o: !tt.tensordesc<tensor<64x64xf32>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %acc = scf.for %k = %c0 to %n step %c1 iter_args(%c = %zero) -> (tensor<64x64xf32>) : i32 {
    %a = tt.descriptor_load %x[%k, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %s = tt.dot %a, %a, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %p = arith.truncf %s : tensor<64x64xf32> to tensor<64x64xf16>
    %b = tt.descriptor_load %v[%k, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %d = tt.dot %p, %b, %c : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tt.descriptor_store %o[%c0, %c0], %acc : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
  tt.return
}

// CHECK: remark: no coarse-grained pipeline: what the second dot multiplies goes through shared memory
tt.func public @right(%x: !tt.tensordesc<tensor<64x64xf16>>, %v: !tt.tensordesc<tensor<64x64xf16>>, %o: !tt.tensordesc<tensor<64x64xf32>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %acc = scf.for %k = %c0 to %n step %c1 iter_args(%c = %zero) -> (tensor<64x64xf32>) : i32 {
    %a = tt.descriptor_load %x[%k, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %s = tt.dot %a, %a, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %p = arith.truncf %s : tensor<64x64xf32> to tensor<64x64xf16>
    %b = tt.descriptor_load %v[%k, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %d = tt.dot %b, %p, %c : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tt.descriptor_store %o[%c0, %c0], %acc : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
  tt.return
}

// CHECK: remark: no coarse-grained pipeline: what the second dot multiplies goes through shared memory
tt.func public @transposed(%x: !tt.tensordesc<tensor<64x64xf16>>, %v: !tt.tensordesc<tensor<64x64xf16>>, %o: !tt.tensordesc<tensor<64x64xf32>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %acc = scf.for %k = %c0 to %n step %c1 iter_args(%c = %zero) -> (tensor<64x64xf32>) : i32 {
    %a = tt.descriptor_load %x[%k, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %s = tt.dot %a, %a, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %p = arith.truncf %s : tensor<64x64xf32> to tensor<64x64xf16>
    %q = tt.trans %p {order = array<i32: 1, 0>} : tensor<64x64xf16> -> tensor<64x64xf16>
    %b = tt.descriptor_load %v[%k, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %d = tt.dot %q, %b, %c : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tt.descriptor_store %o[%c0, %c0], %acc : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
  tt.return
}

// So does one of 8-bit elements whose rows do not run along K, unless a role of its own turns it round.

// CHECK: remark: no coarse-grained pipeline: what the second dot multiplies goes through shared memory
tt.func public @bytes(%q: !tt.tensordesc<tensor<64x64xf8E4M3FN>>, %k: !tt.tensordesc<tensor<64x64xf8E4M3FN>>, %v: !tt.tensordesc<tensor<64x64xf8E4M3FN>>, %o: !tt.tensordesc<tensor<64x64xf32>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %x = tt.descriptor_load %q[%c0, %c0] : !tt.tensordesc<tensor<64x64xf8E4M3FN>> -> tensor<64x64xf8E4M3FN>
  %acc = scf.for %i = %c0 to %n step %c1 iter_args(%c = %zero) -> (tensor<64x64xf32>) : i32 {
    %y = tt.descriptor_load %k[%i, %c0] : !tt.tensordesc<tensor<64x64xf8E4M3FN>> -> tensor<64x64xf8E4M3FN>
    %t = tt.trans %y {order = array<i32: 1, 0>} : tensor<64x64xf8E4M3FN> -> tensor<64x64xf8E4M3FN>
    %s = tt.dot %x, %t, %zero {maxNumImpreciseAcc = 1024 : i32} : tensor<64x64xf8E4M3FN> * tensor<64x64xf8E4M3FN> -> tensor<64x64xf32>
    %p = tt.fp_to_fp %s, rounding = rtne : tensor<64x64xf32> -> tensor<64x64xf8E4M3FN>
    %z = tt.descriptor_load %v[%i, %c0] : !tt.tensordesc<tensor<64x64xf8E4M3FN>> -> tensor<64x64xf8E4M3FN>
    %d = tt.dot %p, %z, %c {maxNumImpreciseAcc = 1024 : i32} : tensor<64x64xf8E4M3FN> * tensor<64x64xf8E4M3FN> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tt.descriptor_store %o[%c0, %c0], %acc : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
  tt.return
}
