// RUN: tawa-opt --split-input-file --verify-diagnostics %s

// expected-error @below {{a ring has at least one slot, not 0}}
tt.func private @depth(!aref.ring<0 x (tensor<64x64xf16>)>)

// -----

// expected-error @below {{a ring holds tensors or tensor descriptors, not 'f16'}}
tt.func private @payload(!aref.ring<2 x (f16)>)

// -----

// expected-error @below {{a slot of a ring holds at least one tensor}}
tt.func private @empty(!aref.ring<2 x ()>)

// -----

tt.func @put(%i: i32, %v: tensor<64x64xf16>) {
  %r = aref.create : !aref.ring<2 x (tensor<64x64xf16>)>
  // expected-error @below {{'aref.put' op puts 2 values, but a slot of the ring holds 1}}
  "aref.put"(%r, %i, %v, %v) : (!aref.ring<2 x (tensor<64x64xf16>)>, i32, tensor<64x64xf16>, tensor<64x64xf16>) -> ()
  tt.return
}

// -----

tt.func @get(%i: i32) {
  %r = aref.create : !aref.ring<2 x (tensor<64x64xf16>)>
  // expected-error @below {{'aref.get' op gets #0 of type 'tensor<64x64xf32>', but the ring holds 'tensor<64x64xf16>'}}
  %v = "aref.get"(%r, %i) : (!aref.ring<2 x (tensor<64x64xf16>)>, i32) -> tensor<64x64xf32>
  tt.return
}

// -----

tt.func @no_ring(%i: i32) {
  // expected-error @below {{expected a ring of asynchronous references, not 'i32'}}
  aref.get %i[%i] : i32
  tt.return
}

// -----

tt.func @stranger() {
  // expected-error @below {{'aref.create' op is used by 'builtin.unrealized_conversion_cast', which does not access rings}}
  %r = aref.create : !aref.ring<2 x (tensor<64x64xf16>)>
  // expected-note @below {{here}}
  %x = builtin.unrealized_conversion_cast %r : !aref.ring<2 x (tensor<64x64xf16>)> to i32
  tt.return
}

// -----

tt.func @two_producers(%i: i32, %v: tensor<64x64xf16>) {
  // expected-error @below {{'aref.create' op has two producers}}
  %r = aref.create : !aref.ring<2 x (tensor<64x64xf16>)>
  ttg.warp_specialize(%r, %i, %v)
  default {
    aref.put %r[%i], %v : !aref.ring<2 x (tensor<64x64xf16>)>
    ttg.warp_yield
  }
  partition0(%q: !aref.ring<2 x (tensor<64x64xf16>)>, %j: i32, %w: tensor<64x64xf16>) num_warps(4) {
    // expected-note @below {{here is a put in another region of warps}}
    aref.put %q[%j], %w : !aref.ring<2 x (tensor<64x64xf16>)>
    ttg.warp_return
  } : (!aref.ring<2 x (tensor<64x64xf16>)>, i32, tensor<64x64xf16>) -> ()
  tt.return
}

// -----

// expected-error @below {{at least two warp groups take turns, not 1}}
tt.func private @alone(!aref.turns<1>)

// -----

tt.func @no_turns(%i: i32) {
  // expected-error @below {{'aref.turns' op is used by 'builtin.unrealized_conversion_cast', which takes no turns}}
  %t = aref.turns : !aref.turns<2>
  // expected-note @below {{here}}
  %x = builtin.unrealized_conversion_cast %t : !aref.turns<2> to i32
  tt.return
}

// -----

tt.func @number(%t: !aref.turns<2>) {
  // expected-error @below {{'aref.take' op has number 2, but the 2 warp groups that take turns have the numbers 0 to 1}}
  aref.take %t {number = 2 : i32} : !aref.turns<2>
  tt.return
}

// -----

tt.func @number(%t: !aref.turns<2>) {
  // expected-error @below {{'aref.pass' op has number -1, but the 2 warp groups that take turns have the numbers 0 to 1}}
  aref.pass %t {number = -1 : i32} : !aref.turns<2>
  tt.return
}

// -----

tt.func @together() {
  // expected-error @below {{'aref.create' op a cluster has 1, 2, 4 or 8 CTAs, not 16}}
  %r = aref.create {cluster = 16 : i32} : !aref.ring<2 x (tensor<64x64xf16>)>
  tt.return
}
