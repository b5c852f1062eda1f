// RUN: tawa-opt --tawa-partition --split-input-file --verify-diagnostics %s

// What can't be split stays as it is, and a remark says why.

// expected-remark @below {{not specialized: it has no dot}}
tt.func public @no_dot(%p: !tt.ptr<f32>) {
  tt.return
}

// -----

tt.func public @nothing_to_load(%desc: !tt.tensordesc<tensor<64x64xf32>>, %i: i32) {
  %a = arith.constant dense<1.0> : tensor<64x64xf16>
  %c = arith.constant dense<0.0> : tensor<64x64xf32>
  // expected-remark @below {{not specialized: no tile for this dot can be loaded asynchronously in a loop}}
  %d = tt.dot %a, %a, %c : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
  tt.descriptor_store %desc[%i, %i], %d : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
  tt.return
}

// -----

// The place of the next tile depends on what was computed of the last one.
tt.func public @chase(%desc: !tt.tensordesc<tensor<64x64xf16>>, %out: !tt.tensordesc<tensor<64x64xf32>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r:2 = scf.for %k = %c0 to %n step %c1 iter_args(%at = %c0, %c = %zero) -> (i32, tensor<64x64xf32>) : i32 {
    // expected-remark @below {{not specialized: what this load needs is computed by a dot}}
    %a = tt.descriptor_load %desc[%at, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %d = tt.dot %a, %a, %c : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %rows = "tt.reduce"(%d) <{axis = 1 : i32}> ({
    ^bb0(%x: f32, %y: f32):
      %s = arith.addf %x, %y : f32
      tt.reduce.return %s : f32
    }) : (tensor<64x64xf32>) -> tensor<64xf32>
    %sum = "tt.reduce"(%rows) <{axis = 0 : i32}> ({
    ^bb0(%x: f32, %y: f32):
      %s = arith.addf %x, %y : f32
      tt.reduce.return %s : f32
    }) : (tensor<64xf32>) -> f32
    %next = arith.fptosi %sum : f32 to i32
    scf.yield %next, %d : i32, tensor<64x64xf32>
  }
  tt.descriptor_store %out[%c0, %c0], %r#1 : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
  tt.return
}

// -----

// The tile that a load reads may be the one that was stored for the tile before.
tt.func public @in_place(%desc: !tt.tensordesc<tensor<64x64xf16>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf16>
  scf.for %t = %c0 to %n step %c1 : i32 {
    // expected-remark @below {{not specialized: this load may read what 'tt.descriptor_store' has written}}
    %a = tt.descriptor_load %desc[%t, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %d = tt.dot %a, %a, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf16>
    tt.descriptor_store %desc[%t, %c0], %d : !tt.tensordesc<tensor<64x64xf16>>, tensor<64x64xf16>
  }
  tt.return
}

// -----

// A tile that comes from another program, behind a lock.
tt.func public @lock(%lock: !tt.ptr<i32>, %desc: !tt.tensordesc<tensor<64x64xf16>>, %out: !tt.tensordesc<tensor<64x64xf32>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %acc = scf.for %k = %c0 to %n step %c1 iter_args(%c = %zero) -> (tensor<64x64xf32>) : i32 {
    %old = tt.atomic_cas acq_rel, gpu, %lock, %c0, %c1 : (!tt.ptr<i32>, i32, i32) -> i32
    // expected-remark @below {{not specialized: this load must wait for 'tt.atomic_cas'}}
    %a = tt.descriptor_load %desc[%k, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %d = tt.dot %a, %a, %c : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tt.descriptor_store %out[%c0, %c0], %acc : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
  tt.return
}

// -----

// A tile that is carried into the next iteration is no view of a slot; the other one is.
// expected-remark @below {{split into a producer and 1 consumer, rings of 4 slots}}
tt.func public @carried(%a_desc: !tt.tensordesc<tensor<64x64xf16>>, %b_desc: !tt.tensordesc<tensor<64x64xf16>>, %out: !tt.tensordesc<tensor<64x64xf32>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %first = arith.constant dense<0.0> : tensor<64x64xf16>
  %r:2 = scf.for %k = %c0 to %n step %c1 iter_args(%b = %first, %c = %zero) -> (tensor<64x64xf16>, tensor<64x64xf32>) : i32 {
    %a = tt.descriptor_load %a_desc[%k, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %next = tt.descriptor_load %b_desc[%k, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %d = tt.dot %a, %b, %c : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %next, %d : tensor<64x64xf16>, tensor<64x64xf32>
  }
  tt.descriptor_store %out[%c0, %c0], %r#1 : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
  tt.return
}

// -----

tt.func public @few_rows(%desc: !tt.tensordesc<tensor<16x16xf16>>, %out: !tt.tensordesc<tensor<16x16xf32>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<16x16xf32>
  %acc = scf.for %k = %c0 to %n step %c1 iter_args(%c = %zero) -> (tensor<16x16xf32>) : i32 {
    %a = tt.descriptor_load %desc[%k, %c0] : !tt.tensordesc<tensor<16x16xf16>> -> tensor<16x16xf16>
    // expected-remark @below {{not specialized: the dot's 16 rows are fewer than the 64 of a warp group}}
    %d = tt.dot %a, %a, %c : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
    scf.yield %d : tensor<16x16xf32>
  }
  tt.descriptor_store %out[%c0, %c0], %acc : !tt.tensordesc<tensor<16x16xf32>>, tensor<16x16xf32>
  tt.return
}
