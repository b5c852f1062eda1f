// RUN: tawa-opt --tawa-lazy-rescale --split-input-file %s | FileCheck %s
// RUN: tawa-opt --tawa-lazy-rescale=slack=4 --split-input-file %s | FileCheck %s --check-prefix=FOUR
// RUN: tawa-opt --tawa-lazy-rescale=slack=20 --split-input-file --remarks %s 2>&1 >/dev/null | FileCheck %s --check-prefix=FULL
// RUN: tawa-opt --tawa-lazy-rescale --split-input-file --remarks %s 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

// An online softmax in natural units: a difference of one is 1.44 bits.

// CHECK-LABEL: tt.func public @softmax
// CHECK: scf.for {{.*}} iter_args(%[[M:.*]] = %{{.*}}, %[[L:.*]] = %{{.*}}, %[[O:.*]] = %{{.*}}) ->
// CHECK: %[[MAX:.*]] = "tt.reduce"
// CHECK: %[[GROWN:.*]] = arith.subf %[[MAX]], %[[M]]
// CHECK: %[[LIMIT:.*]] = arith.constant dense<5.545
// CHECK: %[[ABOVE:.*]] = arith.cmpf ogt, %[[GROWN]], %[[LIMIT]]
// CHECK: %[[NEXT:.*]] = arith.select %[[ABOVE]], %[[MAX]], %[[M]]
// CHECK-NOT: arith.maxnumf %[[M]]
// CHECK: arith.mulf %[[L]], %{{.*}} : tensor<64xf32>
// CHECK: arith.mulf %[[O]], %{{.*}} {tawa.skip_ones} : tensor<64x64xf32>
// CHECK: scf.yield %[[NEXT]],
// FOUR: arith.constant dense<2.77258
// REMARK: remark: the running maximum may lag by 8 bits, so that sums are seldom rescaled
// FULL: remark: the running maximum may lag by 15 bits
tt.func public @softmax(%q: tensor<64x64xf16>, %d: !tt.tensordesc<tensor<64x64xf16>>, %o: !tt.tensordesc<tensor<64x64xf16>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %lowest = arith.constant dense<0xFF800000> : tensor<64xf32>
  %none = arith.constant dense<0.0> : tensor<64xf32>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r:3 = scf.for %i = %c0 to %n step %c64 iter_args(%m = %lowest, %l = %none, %acc = %zero) -> (tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>) : i32 {
    %k = tt.descriptor_load %d[%i, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %s = tt.dot %q, %k, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %top = "tt.reduce"(%s) <{axis = 1 : i32}> ({
    ^bb0(%x: f32, %y: f32):
      %z = arith.maxnumf %x, %y : f32
      tt.reduce.return %z : f32
    }) : (tensor<64x64xf32>) -> tensor<64xf32>
    %next = arith.maxnumf %m, %top : tensor<64xf32>
    %wide = tt.expand_dims %next {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
    %all = tt.broadcast %wide : tensor<64x1xf32> -> tensor<64x64xf32>
    %less = arith.subf %s, %all : tensor<64x64xf32>
    %p = math.exp %less : tensor<64x64xf32>
    %back = arith.subf %m, %next : tensor<64xf32>
    %alpha = math.exp %back : tensor<64xf32>
    %sum = "tt.reduce"(%p) <{axis = 1 : i32}> ({
    ^bb0(%x: f32, %y: f32):
      %z = arith.addf %x, %y : f32
      tt.reduce.return %z : f32
    }) : (tensor<64x64xf32>) -> tensor<64xf32>
    %scaled = arith.mulf %l, %alpha : tensor<64xf32>
    %l1 = arith.addf %scaled, %sum : tensor<64xf32>
    %aw = tt.expand_dims %alpha {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
    %aa = tt.broadcast %aw : tensor<64x1xf32> -> tensor<64x64xf32>
    %acc1 = arith.mulf %acc, %aa : tensor<64x64xf32>
    %h = arith.truncf %p : tensor<64x64xf32> to tensor<64x64xf16>
    %acc2 = tt.dot %h, %k, %acc1 : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %next, %l1, %acc2 : tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>
  }
  %lw = tt.expand_dims %r#1 {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
  %ll = tt.broadcast %lw : tensor<64x1xf32> -> tensor<64x64xf32>
  %mean = arith.divf %r#2, %ll : tensor<64x64xf32>
  %out = arith.truncf %mean : tensor<64x64xf32> to tensor<64x64xf16>
  tt.descriptor_store %o[%c0, %c0], %out : !tt.tensordesc<tensor<64x64xf16>>, tensor<64x64xf16>
  tt.return
}

// -----

// Terms become 8-bit floats: the reference moves to seven bits below the maximum.

// CHECK-LABEL: tt.func public @eight_bits
// CHECK: %[[MAX:.*]] = "tt.reduce"
// CHECK: %[[BELOW:.*]] = arith.constant dense<4.852
// CHECK: %[[NOW:.*]] = arith.subf %[[MAX]], %[[BELOW]]
// CHECK: arith.select %{{.*}}, %[[NOW]], %m
// REMARK: remark: the running maximum may lag by 8 bits
// FULL: remark: the running maximum may lag by 8 bits
tt.func public @eight_bits(%q: tensor<64x64xf8E4M3FN>, %d: !tt.tensordesc<tensor<64x64xf8E4M3FN>>, %o: !tt.tensordesc<tensor<64x64xf8E4M3FN>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %lowest = arith.constant dense<0xFF800000> : tensor<64xf32>
  %none = arith.constant dense<0.0> : tensor<64xf32>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r:3 = scf.for %i = %c0 to %n step %c64 iter_args(%m = %lowest, %l = %none, %acc = %zero) -> (tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>) : i32 {
    %k = tt.descriptor_load %d[%i, %c0] : !tt.tensordesc<tensor<64x64xf8E4M3FN>> -> tensor<64x64xf8E4M3FN>
    %s = tt.dot %q, %k, %zero : tensor<64x64xf8E4M3FN> * tensor<64x64xf8E4M3FN> -> tensor<64x64xf32>
    %top = "tt.reduce"(%s) <{axis = 1 : i32}> ({
    ^bb0(%x: f32, %y: f32):
      %z = arith.maxnumf %x, %y : f32
      tt.reduce.return %z : f32
    }) : (tensor<64x64xf32>) -> tensor<64xf32>
    %next = arith.maxnumf %m, %top : tensor<64xf32>
    %wide = tt.expand_dims %next {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
    %all = tt.broadcast %wide : tensor<64x1xf32> -> tensor<64x64xf32>
    %less = arith.subf %s, %all : tensor<64x64xf32>
    %p = math.exp %less : tensor<64x64xf32>
    %back = arith.subf %m, %next : tensor<64xf32>
    %alpha = math.exp %back : tensor<64xf32>
    %sum = "tt.reduce"(%p) <{axis = 1 : i32}> ({
    ^bb0(%x: f32, %y: f32):
      %z = arith.addf %x, %y : f32
      tt.reduce.return %z : f32
    }) : (tensor<64x64xf32>) -> tensor<64xf32>
    %scaled = arith.mulf %l, %alpha : tensor<64xf32>
    %l1 = arith.addf %scaled, %sum : tensor<64xf32>
    %aw = tt.expand_dims %alpha {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
    %aa = tt.broadcast %aw : tensor<64x1xf32> -> tensor<64x64xf32>
    %acc1 = arith.mulf %acc, %aa : tensor<64x64xf32>
    %h = tt.fp_to_fp %p, rounding = rtne : tensor<64x64xf32> -> tensor<64x64xf8E4M3FN>
    %acc2 = tt.dot %h, %k, %acc1 : tensor<64x64xf8E4M3FN> * tensor<64x64xf8E4M3FN> -> tensor<64x64xf32>
    scf.yield %next, %l1, %acc2 : tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>
  }
  %lw = tt.expand_dims %r#1 {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
  %ll = tt.broadcast %lw : tensor<64x1xf32> -> tensor<64x64xf32>
  %mean = arith.divf %r#2, %ll : tensor<64x64xf32>
  %out = tt.fp_to_fp %mean, rounding = rtne : tensor<64x64xf32> -> tensor<64x64xf8E4M3FN>
  tt.descriptor_store %o[%c0, %c0], %out : !tt.tensordesc<tensor<64x64xf8E4M3FN>>, tensor<64x64xf8E4M3FN>
  tt.return
}

// -----

// The maximum itself is stored.

// CHECK-LABEL: tt.func public @maximum_is_stored
// CHECK: arith.maxnumf %m, %top
// CHECK-NOT: tawa.skip_ones
// REMARK: remark: this running maximum stays exact: something that is stored could depend on it
tt.func public @maximum_is_stored(%q: tensor<64x64xf16>, %d: !tt.tensordesc<tensor<64x64xf16>>, %o: !tt.tensordesc<tensor<64x64xf16>>, %n: i32, %where: tensor<64x!tt.ptr<f32>>) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %lowest = arith.constant dense<0xFF800000> : tensor<64xf32>
  %none = arith.constant dense<0.0> : tensor<64xf32>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r:3 = scf.for %i = %c0 to %n step %c64 iter_args(%m = %lowest, %l = %none, %acc = %zero) -> (tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>) : i32 {
    %k = tt.descriptor_load %d[%i, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %s = tt.dot %q, %k, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %top = "tt.reduce"(%s) <{axis = 1 : i32}> ({
    ^bb0(%x: f32, %y: f32):
      %z = arith.maxnumf %x, %y : f32
      tt.reduce.return %z : f32
    }) : (tensor<64x64xf32>) -> tensor<64xf32>
    %next = arith.maxnumf %m, %top : tensor<64xf32>
    %wide = tt.expand_dims %next {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
    %all = tt.broadcast %wide : tensor<64x1xf32> -> tensor<64x64xf32>
    %less = arith.subf %s, %all : tensor<64x64xf32>
    %p = math.exp %less : tensor<64x64xf32>
    %back = arith.subf %m, %next : tensor<64xf32>
    %alpha = math.exp %back : tensor<64xf32>
    %sum = "tt.reduce"(%p) <{axis = 1 : i32}> ({
    ^bb0(%x: f32, %y: f32):
      %z = arith.addf %x, %y : f32
      tt.reduce.return %z : f32
    }) : (tensor<64x64xf32>) -> tensor<64xf32>
    %scaled = arith.mulf %l, %alpha : tensor<64xf32>
    %l1 = arith.addf %scaled, %sum : tensor<64xf32>
    %aw = tt.expand_dims %alpha {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
    %aa = tt.broadcast %aw : tensor<64x1xf32> -> tensor<64x64xf32>
    %acc1 = arith.mulf %acc, %aa : tensor<64x64xf32>
    %h = arith.truncf %p : tensor<64x64xf32> to tensor<64x64xf16>
    %acc2 = tt.dot %h, %k, %acc1 : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %next, %l1, %acc2 : tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>
  }
  %lw = tt.expand_dims %r#1 {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
  %ll = tt.broadcast %lw : tensor<64x1xf32> -> tensor<64x64xf32>
  %mean = arith.divf %r#2, %ll : tensor<64x64xf32>
  %out = arith.truncf %mean : tensor<64x64xf32> to tensor<64x64xf16>
  tt.descriptor_store %o[%c0, %c0], %out : !tt.tensordesc<tensor<64x64xf16>>, tensor<64x64xf16>
  tt.store %where, %r#0 : tensor<64x!tt.ptr<f32>>
  tt.return
}


// -----

// The sum is stored, without the maximum that it is relative to.

// CHECK-LABEL: tt.func public @sums_are_stored
// CHECK: arith.maxnumf %m, %top
// CHECK-NOT: tawa.skip_ones
// REMARK: remark: this running maximum stays exact: something that is stored could depend on it
tt.func public @sums_are_stored(%q: tensor<64x64xf16>, %d: !tt.tensordesc<tensor<64x64xf16>>, %o: !tt.tensordesc<tensor<64x64xf16>>, %n: i32, %where: tensor<64x!tt.ptr<f32>>) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %lowest = arith.constant dense<0xFF800000> : tensor<64xf32>
  %none = arith.constant dense<0.0> : tensor<64xf32>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r:3 = scf.for %i = %c0 to %n step %c64 iter_args(%m = %lowest, %l = %none, %acc = %zero) -> (tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>) : i32 {
    %k = tt.descriptor_load %d[%i, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %s = tt.dot %q, %k, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %top = "tt.reduce"(%s) <{axis = 1 : i32}> ({
    ^bb0(%x: f32, %y: f32):
      %z = arith.maxnumf %x, %y : f32
      tt.reduce.return %z : f32
    }) : (tensor<64x64xf32>) -> tensor<64xf32>
    %next = arith.maxnumf %m, %top : tensor<64xf32>
    %wide = tt.expand_dims %next {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
    %all = tt.broadcast %wide : tensor<64x1xf32> -> tensor<64x64xf32>
    %less = arith.subf %s, %all : tensor<64x64xf32>
    %p = math.exp %less : tensor<64x64xf32>
    %back = arith.subf %m, %next : tensor<64xf32>
    %alpha = math.exp %back : tensor<64xf32>
    %sum = "tt.reduce"(%p) <{axis = 1 : i32}> ({
    ^bb0(%x: f32, %y: f32):
      %z = arith.addf %x, %y : f32
      tt.reduce.return %z : f32
    }) : (tensor<64x64xf32>) -> tensor<64xf32>
    %scaled = arith.mulf %l, %alpha : tensor<64xf32>
    %l1 = arith.addf %scaled, %sum : tensor<64xf32>
    %aw = tt.expand_dims %alpha {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
    %aa = tt.broadcast %aw : tensor<64x1xf32> -> tensor<64x64xf32>
    %acc1 = arith.mulf %acc, %aa : tensor<64x64xf32>
    %h = arith.truncf %p : tensor<64x64xf32> to tensor<64x64xf16>
    %acc2 = tt.dot %h, %k, %acc1 : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %next, %l1, %acc2 : tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>
  }
  %lw = tt.expand_dims %r#1 {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
  %ll = tt.broadcast %lw : tensor<64x1xf32> -> tensor<64x64xf32>
  %mean = arith.divf %r#2, %ll : tensor<64x64xf32>
  %out = arith.truncf %mean : tensor<64x64xf32> to tensor<64x64xf16>
  tt.descriptor_store %o[%c0, %c0], %out : !tt.tensordesc<tensor<64x64xf16>>, tensor<64x64xf16>
  tt.store %where, %r#1 : tensor<64x!tt.ptr<f32>>
  tt.return
}


// -----

// What is accumulated is stored as it is.

// CHECK-LABEL: tt.func public @not_divided
// CHECK: arith.maxnumf %m, %top
// CHECK-NOT: tawa.skip_ones
// REMARK: remark: this running maximum stays exact: something that is stored could depend on it
tt.func public @not_divided(%q: tensor<64x64xf16>, %d: !tt.tensordesc<tensor<64x64xf16>>, %o: !tt.tensordesc<tensor<64x64xf16>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %lowest = arith.constant dense<0xFF800000> : tensor<64xf32>
  %none = arith.constant dense<0.0> : tensor<64xf32>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r:3 = scf.for %i = %c0 to %n step %c64 iter_args(%m = %lowest, %l = %none, %acc = %zero) -> (tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>) : i32 {
    %k = tt.descriptor_load %d[%i, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %s = tt.dot %q, %k, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %top = "tt.reduce"(%s) <{axis = 1 : i32}> ({
    ^bb0(%x: f32, %y: f32):
      %z = arith.maxnumf %x, %y : f32
      tt.reduce.return %z : f32
    }) : (tensor<64x64xf32>) -> tensor<64xf32>
    %next = arith.maxnumf %m, %top : tensor<64xf32>
    %wide = tt.expand_dims %next {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
    %all = tt.broadcast %wide : tensor<64x1xf32> -> tensor<64x64xf32>
    %less = arith.subf %s, %all : tensor<64x64xf32>
    %p = math.exp %less : tensor<64x64xf32>
    %back = arith.subf %m, %next : tensor<64xf32>
    %alpha = math.exp %back : tensor<64xf32>
    %sum = "tt.reduce"(%p) <{axis = 1 : i32}> ({
    ^bb0(%x: f32, %y: f32):
      %z = arith.addf %x, %y : f32
      tt.reduce.return %z : f32
    }) : (tensor<64x64xf32>) -> tensor<64xf32>
    %scaled = arith.mulf %l, %alpha : tensor<64xf32>
    %l1 = arith.addf %scaled, %sum : tensor<64xf32>
    %aw = tt.expand_dims %alpha {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
    %aa = tt.broadcast %aw : tensor<64x1xf32> -> tensor<64x64xf32>
    %acc1 = arith.mulf %acc, %aa : tensor<64x64xf32>
    %h = arith.truncf %p : tensor<64x64xf32> to tensor<64x64xf16>
    %acc2 = tt.dot %h, %k, %acc1 : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %next, %l1, %acc2 : tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>
  }
  %mean = arith.addf %r#2, %r#2 : tensor<64x64xf32>
  %out = arith.truncf %mean : tensor<64x64xf32> to tensor<64x64xf16>
  tt.descriptor_store %o[%c0, %c0], %out : !tt.tensordesc<tensor<64x64xf16>>, tensor<64x64xf16>
  tt.return
}


// -----

// The sum is not rescaled.

// CHECK-LABEL: tt.func public @sum_without_factor
// CHECK: arith.maxnumf %m, %top
// CHECK-NOT: tawa.skip_ones
// REMARK: remark: this running maximum stays exact: something that is stored could depend on it
tt.func public @sum_without_factor(%q: tensor<64x64xf16>, %d: !tt.tensordesc<tensor<64x64xf16>>, %o: !tt.tensordesc<tensor<64x64xf16>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %lowest = arith.constant dense<0xFF800000> : tensor<64xf32>
  %none = arith.constant dense<0.0> : tensor<64xf32>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r:3 = scf.for %i = %c0 to %n step %c64 iter_args(%m = %lowest, %l = %none, %acc = %zero) -> (tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>) : i32 {
    %k = tt.descriptor_load %d[%i, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %s = tt.dot %q, %k, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %top = "tt.reduce"(%s) <{axis = 1 : i32}> ({
    ^bb0(%x: f32, %y: f32):
      %z = arith.maxnumf %x, %y : f32
      tt.reduce.return %z : f32
    }) : (tensor<64x64xf32>) -> tensor<64xf32>
    %next = arith.maxnumf %m, %top : tensor<64xf32>
    %wide = tt.expand_dims %next {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
    %all = tt.broadcast %wide : tensor<64x1xf32> -> tensor<64x64xf32>
    %less = arith.subf %s, %all : tensor<64x64xf32>
    %p = math.exp %less : tensor<64x64xf32>
    %back = arith.subf %m, %next : tensor<64xf32>
    %alpha = math.exp %back : tensor<64xf32>
    %sum = "tt.reduce"(%p) <{axis = 1 : i32}> ({
    ^bb0(%x: f32, %y: f32):
      %z = arith.addf %x, %y : f32
      tt.reduce.return %z : f32
    }) : (tensor<64x64xf32>) -> tensor<64xf32>
    %scaled = arith.mulf %l, %alpha : tensor<64xf32>
    %l1 = arith.addf %l, %sum : tensor<64xf32>
    %aw = tt.expand_dims %alpha {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
    %aa = tt.broadcast %aw : tensor<64x1xf32> -> tensor<64x64xf32>
    %acc1 = arith.mulf %acc, %aa : tensor<64x64xf32>
    %h = arith.truncf %p : tensor<64x64xf32> to tensor<64x64xf16>
    %acc2 = tt.dot %h, %k, %acc1 : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %next, %l1, %acc2 : tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>
  }
  %lw = tt.expand_dims %r#1 {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
  %ll = tt.broadcast %lw : tensor<64x1xf32> -> tensor<64x64xf32>
  %mean = arith.divf %r#2, %ll : tensor<64x64xf32>
  %out = arith.truncf %mean : tensor<64x64xf32> to tensor<64x64xf16>
  tt.descriptor_store %o[%c0, %c0], %out : !tt.tensordesc<tensor<64x64xf16>>, tensor<64x64xf16>
  tt.return
}


// -----

// The sum is over rows, which have different maxima.

// CHECK-LABEL: tt.func public @sum_over_rows
// CHECK: arith.maxnumf %m, %top
// CHECK-NOT: tawa.skip_ones
// REMARK: remark: this running maximum stays exact: something that is stored could depend on it
tt.func public @sum_over_rows(%q: tensor<64x64xf16>, %d: !tt.tensordesc<tensor<64x64xf16>>, %o: !tt.tensordesc<tensor<64x64xf16>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %lowest = arith.constant dense<0xFF800000> : tensor<64xf32>
  %none = arith.constant dense<0.0> : tensor<64xf32>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r:3 = scf.for %i = %c0 to %n step %c64 iter_args(%m = %lowest, %l = %none, %acc = %zero) -> (tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>) : i32 {
    %k = tt.descriptor_load %d[%i, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %s = tt.dot %q, %k, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %top = "tt.reduce"(%s) <{axis = 1 : i32}> ({
    ^bb0(%x: f32, %y: f32):
      %z = arith.maxnumf %x, %y : f32
      tt.reduce.return %z : f32
    }) : (tensor<64x64xf32>) -> tensor<64xf32>
    %next = arith.maxnumf %m, %top : tensor<64xf32>
    %wide = tt.expand_dims %next {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
    %all = tt.broadcast %wide : tensor<64x1xf32> -> tensor<64x64xf32>
    %less = arith.subf %s, %all : tensor<64x64xf32>
    %p = math.exp %less : tensor<64x64xf32>
    %back = arith.subf %m, %next : tensor<64xf32>
    %alpha = math.exp %back : tensor<64xf32>
    %sum = "tt.reduce"(%p) <{axis = 0 : i32}> ({
    ^bb0(%x: f32, %y: f32):
      %z = arith.addf %x, %y : f32
      tt.reduce.return %z : f32
    }) : (tensor<64x64xf32>) -> tensor<64xf32>
    %scaled = arith.mulf %l, %alpha : tensor<64xf32>
    %l1 = arith.addf %scaled, %sum : tensor<64xf32>
    %aw = tt.expand_dims %alpha {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
    %aa = tt.broadcast %aw : tensor<64x1xf32> -> tensor<64x64xf32>
    %acc1 = arith.mulf %acc, %aa : tensor<64x64xf32>
    %h = arith.truncf %p : tensor<64x64xf32> to tensor<64x64xf16>
    %acc2 = tt.dot %h, %k, %acc1 : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %next, %l1, %acc2 : tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>
  }
  %lw = tt.expand_dims %r#1 {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
  %ll = tt.broadcast %lw : tensor<64x1xf32> -> tensor<64x64xf32>
  %mean = arith.divf %r#2, %ll : tensor<64x64xf32>
  %out = arith.truncf %mean : tensor<64x64xf32> to tensor<64x64xf16>
  tt.descriptor_store %o[%c0, %c0], %out : !tt.tensordesc<tensor<64x64xf16>>, tensor<64x64xf16>
  tt.return
}


// -----

// Terms are summed over their rows by the second dot.

// CHECK-LABEL: tt.func public @terms_on_the_right
// CHECK: arith.maxnumf %m, %top
// CHECK-NOT: tawa.skip_ones
// REMARK: remark: this running maximum stays exact: something that is stored could depend on it
tt.func public @terms_on_the_right(%q: tensor<64x64xf16>, %d: !tt.tensordesc<tensor<64x64xf16>>, %o: !tt.tensordesc<tensor<64x64xf16>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %lowest = arith.constant dense<0xFF800000> : tensor<64xf32>
  %none = arith.constant dense<0.0> : tensor<64xf32>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r:3 = scf.for %i = %c0 to %n step %c64 iter_args(%m = %lowest, %l = %none, %acc = %zero) -> (tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>) : i32 {
    %k = tt.descriptor_load %d[%i, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %s = tt.dot %q, %k, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %top = "tt.reduce"(%s) <{axis = 1 : i32}> ({
    ^bb0(%x: f32, %y: f32):
      %z = arith.maxnumf %x, %y : f32
      tt.reduce.return %z : f32
    }) : (tensor<64x64xf32>) -> tensor<64xf32>
    %next = arith.maxnumf %m, %top : tensor<64xf32>
    %wide = tt.expand_dims %next {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
    %all = tt.broadcast %wide : tensor<64x1xf32> -> tensor<64x64xf32>
    %less = arith.subf %s, %all : tensor<64x64xf32>
    %p = math.exp %less : tensor<64x64xf32>
    %back = arith.subf %m, %next : tensor<64xf32>
    %alpha = math.exp %back : tensor<64xf32>
    %sum = "tt.reduce"(%p) <{axis = 1 : i32}> ({
    ^bb0(%x: f32, %y: f32):
      %z = arith.addf %x, %y : f32
      tt.reduce.return %z : f32
    }) : (tensor<64x64xf32>) -> tensor<64xf32>
    %scaled = arith.mulf %l, %alpha : tensor<64xf32>
    %l1 = arith.addf %scaled, %sum : tensor<64xf32>
    %aw = tt.expand_dims %alpha {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
    %aa = tt.broadcast %aw : tensor<64x1xf32> -> tensor<64x64xf32>
    %acc1 = arith.mulf %acc, %aa : tensor<64x64xf32>
    %h = arith.truncf %p : tensor<64x64xf32> to tensor<64x64xf16>
    %acc2 = tt.dot %k, %h, %acc1 : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %next, %l1, %acc2 : tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>
  }
  %lw = tt.expand_dims %r#1 {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
  %ll = tt.broadcast %lw : tensor<64x1xf32> -> tensor<64x64xf32>
  %mean = arith.divf %r#2, %ll : tensor<64x64xf32>
  %out = arith.truncf %mean : tensor<64x64xf32> to tensor<64x64xf16>
  tt.descriptor_store %o[%c0, %c0], %out : !tt.tensordesc<tensor<64x64xf16>>, tensor<64x64xf16>
  tt.return
}


// -----

// A decision depends on the maximum.

// CHECK-LABEL: tt.func public @branches
// CHECK: arith.maxnumf %m, %top
// CHECK-NOT: tawa.skip_ones
// REMARK: remark: this running maximum stays exact: something that is stored could depend on it
tt.func public @branches(%q: tensor<64x64xf16>, %d: !tt.tensordesc<tensor<64x64xf16>>, %o: !tt.tensordesc<tensor<64x64xf16>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %lowest = arith.constant dense<0xFF800000> : tensor<64xf32>
  %none = arith.constant dense<0.0> : tensor<64xf32>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r:3 = scf.for %i = %c0 to %n step %c64 iter_args(%m = %lowest, %l = %none, %acc = %zero) -> (tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>) : i32 {
    %k = tt.descriptor_load %d[%i, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %s = tt.dot %q, %k, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %top = "tt.reduce"(%s) <{axis = 1 : i32}> ({
    ^bb0(%x: f32, %y: f32):
      %z = arith.maxnumf %x, %y : f32
      tt.reduce.return %z : f32
    }) : (tensor<64x64xf32>) -> tensor<64xf32>
    %next = arith.maxnumf %m, %top : tensor<64xf32>
    %wide = tt.expand_dims %next {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
    %all = tt.broadcast %wide : tensor<64x1xf32> -> tensor<64x64xf32>
    %less = arith.subf %s, %all : tensor<64x64xf32>
    %p = math.exp %less : tensor<64x64xf32>
    %back = arith.subf %m, %next : tensor<64xf32>
    %alpha = math.exp %back : tensor<64xf32>
    %sum = "tt.reduce"(%p) <{axis = 1 : i32}> ({
    ^bb0(%x: f32, %y: f32):
      %z = arith.addf %x, %y : f32
      tt.reduce.return %z : f32
    }) : (tensor<64x64xf32>) -> tensor<64xf32>
    %scaled = arith.mulf %l, %alpha : tensor<64xf32>
    %l1 = arith.addf %scaled, %sum : tensor<64xf32>
    %aw = tt.expand_dims %alpha {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
    %aa = tt.broadcast %aw : tensor<64x1xf32> -> tensor<64x64xf32>
    %acc1 = arith.mulf %acc, %aa : tensor<64x64xf32>
    %h = arith.truncf %p : tensor<64x64xf32> to tensor<64x64xf16>
    %acc2 = tt.dot %h, %k, %acc1 : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %odd = arith.cmpf ogt, %next, %none : tensor<64xf32>
    %l2 = arith.select %odd, %l1, %l1 : tensor<64xi1>, tensor<64xf32>
    scf.yield %next, %l2, %acc2 : tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>
  }
  %lw = tt.expand_dims %r#1 {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
  %ll = tt.broadcast %lw : tensor<64x1xf32> -> tensor<64x64xf32>
  %mean = arith.divf %r#2, %ll : tensor<64x64xf32>
  %out = arith.truncf %mean : tensor<64x64xf32> to tensor<64x64xf16>
  tt.descriptor_store %o[%c0, %c0], %out : !tt.tensordesc<tensor<64x64xf16>>, tensor<64x64xf16>
  tt.return
}
