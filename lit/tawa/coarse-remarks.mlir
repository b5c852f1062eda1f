// RUN: tawa-opt --tawa-partition --tawa-pipeline --split-input-file --verify-diagnostics %s

// Remarks say which loops overlap their stages, what that takes, and why others do not.

// expected-remark @below {{split into a producer and 1 consumer, rings of 3 slots}}
tt.func public @too_many_registers(%qd: !tt.tensordesc<tensor<64x64xf16>>, %kd: !tt.tensordesc<tensor<256x64xf16>>, %vd: !tt.tensordesc<tensor<256x64xf16>>, %od: !tt.tensordesc<tensor<64x64xf32>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c256 = arith.constant 256 : i32
  %zs = arith.constant dense<0.0> : tensor<64x256xf32>
  %zo = arith.constant dense<0.0> : tensor<64x64xf32>
  %q = tt.descriptor_load %qd[%c0, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
  // expected-remark @below {{no coarse-grained pipeline: too few registers a thread: 128 of the first dots' results, 32 of accumulators, 64 of operands that wait, 0 of other tensors that are carried, 32 for all else, together 256 of 232}}
  %r = scf.for %j = %c0 to %n step %c256 iter_args(%o = %zo) -> (tensor<64x64xf32>) : i32 {
    %k = tt.descriptor_load %kd[%j, %c0] : !tt.tensordesc<tensor<256x64xf16>> -> tensor<256x64xf16>
    %kt = tt.trans %k {order = array<i32: 1, 0>} : tensor<256x64xf16> -> tensor<64x256xf16>
    %s = tt.dot %q, %kt, %zs : tensor<64x64xf16> * tensor<64x256xf16> -> tensor<64x256xf32>
    %e = math.exp2 %s : tensor<64x256xf32>
    %p = arith.truncf %e : tensor<64x256xf32> to tensor<64x256xf16>
    %v = tt.descriptor_load %vd[%j, %c0] : !tt.tensordesc<tensor<256x64xf16>> -> tensor<256x64xf16>
    %d = tt.dot %p, %v, %o : tensor<64x256xf16> * tensor<256x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tt.descriptor_store %od[%c0, %c0], %r : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
  tt.return
}

// -----

// expected-remark @below {{split into a producer and 1 consumer, rings of 4 slots}}
tt.func public @stages(%qd: !tt.tensordesc<tensor<64x64xf16>>, %kd: !tt.tensordesc<tensor<64x64xf16>>, %vd: !tt.tensordesc<tensor<64x64xf16>>, %od: !tt.tensordesc<tensor<64x64xf32>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zo = arith.constant dense<0.0> : tensor<64x64xf32>
  %q = tt.descriptor_load %qd[%c0, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
  // expected-remark @below {{coarse-grained pipeline: CUDA cores work on a tile while the next dot and that of the last tile run; registers a thread: 32 of the first dots' results, 32 of accumulators, 16 of operands that wait}}
  %r = scf.for %j = %c0 to %n step %c64 iter_args(%o = %zo) -> (tensor<64x64xf32>) : i32 {
    %k = tt.descriptor_load %kd[%j, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %s = tt.dot %q, %k, %zo : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %p = arith.truncf %s : tensor<64x64xf32> to tensor<64x64xf16>
    %v = tt.descriptor_load %vd[%j, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %d = tt.dot %p, %v, %o : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  %last = arith.addi %n, %c64 : i32
  // expected-remark @below {{no coarse-grained pipeline: with 1 iteration there is nothing to overlap}}
  %t = scf.for %j = %n to %last step %c64 iter_args(%o = %r) -> (tensor<64x64xf32>) : i32 {
    %k = tt.descriptor_load %kd[%j, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %s = tt.dot %q, %k, %zo : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %p = arith.truncf %s : tensor<64x64xf32> to tensor<64x64xf16>
    %v = tt.descriptor_load %vd[%j, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %d = tt.dot %p, %v, %o : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tt.descriptor_store %od[%c0, %c0], %t : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
  tt.return
}

// -----

// expected-remark @below {{split into a producer and 1 consumer, rings of 4 slots}}
tt.func public @the_next_query(%kd: !tt.tensordesc<tensor<64x64xf16>>, %vd: !tt.tensordesc<tensor<64x64xf16>>, %od: !tt.tensordesc<tensor<64x64xf16>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zo = arith.constant dense<0.0> : tensor<64x64xf32>
  %q0 = arith.constant dense<1.0> : tensor<64x64xf16>
  %r = scf.for %j = %c0 to %n step %c64 iter_args(%q = %q0) -> (tensor<64x64xf16>) : i32 {
    %k = tt.descriptor_load %kd[%j, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %s = tt.dot %q, %k, %zo : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %p = arith.truncf %s : tensor<64x64xf32> to tensor<64x64xf16>
    %v = tt.descriptor_load %vd[%j, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %d = tt.dot %p, %v, %zo : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    // expected-remark @below {{no coarse-grained pipeline: the next iteration's first dot needs this, so that it can't run ahead}}
    %e = arith.truncf %d : tensor<64x64xf32> to tensor<64x64xf16>
    scf.yield %e : tensor<64x64xf16>
  }
  tt.descriptor_store %od[%c0, %c0], %r : !tt.tensordesc<tensor<64x64xf16>>, tensor<64x64xf16>
  tt.return
}
