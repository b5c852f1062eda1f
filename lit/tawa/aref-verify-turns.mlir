// RUN: tawa-opt --aref-verify --split-input-file --verify-diagnostics %s

// Consumers that share a ring: who gets a slot does so in its turn.

module attributes {"ttg.num-warps" = 4 : i32} {
  // expected-remark @below {{rings proven for every trip count and interleaving}}
  tt.func @right() {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %ring = aref.create : !aref.ring<2 x (tensor<16x16xf32>)>
    %turns = aref.turns : !aref.turns<2>
    ttg.warp_specialize(%ring, %turns)
    default {
      aref.take %turns {number = 0 : i32} : !aref.turns<2>
      %a0 = aref.get %ring[%c0] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.consumed %ring[%c0] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.pass %turns {number = 0 : i32} : !aref.turns<2>
      aref.skip %ring[%c1] : !aref.ring<2 x (tensor<16x16xf32>)>
      ttg.warp_yield
    }
    partition0(%r: !aref.ring<2 x (tensor<16x16xf32>)>, %t: !aref.turns<2>) num_warps(4) {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      aref.skip %r[%zero] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.take %t {number = 1 : i32} : !aref.turns<2>
      %a1 = aref.get %r[%one] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.consumed %r[%one] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.pass %t {number = 1 : i32} : !aref.turns<2>
      ttg.warp_return
    }
    partition1(%r: !aref.ring<2 x (tensor<16x16xf32>)>, %t: !aref.turns<2>) num_warps(4) {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %v = arith.constant dense<0.0> : tensor<16x16xf32>
      aref.put %r[%zero], %v : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.put %r[%one], %v : !aref.ring<2 x (tensor<16x16xf32>)>
      ttg.warp_return
    } : (!aref.ring<2 x (tensor<16x16xf32>)>, !aref.turns<2>) -> ()
    tt.return
  }
}

// -----

// Its phase could be taken for the one before the last.
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @out_of_turn() {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %ring = aref.create : !aref.ring<2 x (tensor<16x16xf32>)>
    %turns = aref.turns : !aref.turns<2>
    ttg.warp_specialize(%ring, %turns)
    default {
      aref.take %turns {number = 0 : i32} : !aref.turns<2>
      %a0 = aref.get %ring[%c0] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.consumed %ring[%c0] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.pass %turns {number = 0 : i32} : !aref.turns<2>
      aref.skip %ring[%c1] : !aref.ring<2 x (tensor<16x16xf32>)>
      ttg.warp_yield
    }
    partition0(%r: !aref.ring<2 x (tensor<16x16xf32>)>, %t: !aref.turns<2>) num_warps(4) {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      aref.skip %r[%zero] : !aref.ring<2 x (tensor<16x16xf32>)>
      // expected-error @below {{%ring[1] is got out of turn: nothing keeps it from being got before %ring[0], which another consumer gets (partition0)}}
      %a1 = aref.get %r[%one] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.consumed %r[%one] : !aref.ring<2 x (tensor<16x16xf32>)>
      ttg.warp_return
    }
    partition1(%r: !aref.ring<2 x (tensor<16x16xf32>)>, %t: !aref.turns<2>) num_warps(4) {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %v = arith.constant dense<0.0> : tensor<16x16xf32>
      aref.put %r[%zero], %v : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.put %r[%one], %v : !aref.ring<2 x (tensor<16x16xf32>)>
      ttg.warp_return
    } : (!aref.ring<2 x (tensor<16x16xf32>)>, !aref.turns<2>) -> ()
    tt.return
  }
}

// -----

// A turn that is not passed on.
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @not_passed() {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %ring = aref.create : !aref.ring<2 x (tensor<16x16xf32>)>
    %turns = aref.turns : !aref.turns<2>
    ttg.warp_specialize(%ring, %turns)
    default {
      aref.take %turns {number = 0 : i32} : !aref.turns<2>
      %a0 = aref.get %ring[%c0] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.consumed %ring[%c0] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.pass %turns {number = 0 : i32} : !aref.turns<2>
      aref.skip %ring[%c1] : !aref.ring<2 x (tensor<16x16xf32>)>
      // expected-error @below {{deadlock: the default region waits in 'aref.take' of %turns, number 0: number 1 has not passed the turn}}
      aref.take %turns {number = 0 : i32} : !aref.turns<2>
      aref.pass %turns {number = 0 : i32} : !aref.turns<2>
      ttg.warp_yield
    }
    partition0(%r: !aref.ring<2 x (tensor<16x16xf32>)>, %t: !aref.turns<2>) num_warps(4) {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      aref.skip %r[%zero] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.take %t {number = 1 : i32} : !aref.turns<2>
      %a1 = aref.get %r[%one] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.consumed %r[%one] : !aref.ring<2 x (tensor<16x16xf32>)>
      ttg.warp_return
    }
    partition1(%r: !aref.ring<2 x (tensor<16x16xf32>)>, %t: !aref.turns<2>) num_warps(4) {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %v = arith.constant dense<0.0> : tensor<16x16xf32>
      aref.put %r[%zero], %v : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.put %r[%one], %v : !aref.ring<2 x (tensor<16x16xf32>)>
      ttg.warp_return
    } : (!aref.ring<2 x (tensor<16x16xf32>)>, !aref.turns<2>) -> ()
    tt.return
  }
}

// -----

// The turns come in another order than the slots.
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @wrong_order() {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %ring = aref.create : !aref.ring<2 x (tensor<16x16xf32>)>
    %turns = aref.turns : !aref.turns<2>
    ttg.warp_specialize(%ring, %turns)
    default {
      aref.skip %ring[%c0] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.take %turns {number = 0 : i32} : !aref.turns<2>
      // expected-error @below {{%ring[1] is got, but of the slots before it only 0 have been (the default region)}}
      %a1 = aref.get %ring[%c1] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.consumed %ring[%c1] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.pass %turns {number = 0 : i32} : !aref.turns<2>
      ttg.warp_yield
    }
    partition0(%r: !aref.ring<2 x (tensor<16x16xf32>)>, %t: !aref.turns<2>) num_warps(4) {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      aref.take %t {number = 1 : i32} : !aref.turns<2>
      %a0 = aref.get %r[%zero] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.consumed %r[%zero] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.pass %t {number = 1 : i32} : !aref.turns<2>
      aref.skip %r[%one] : !aref.ring<2 x (tensor<16x16xf32>)>
      ttg.warp_return
    }
    partition1(%r: !aref.ring<2 x (tensor<16x16xf32>)>, %t: !aref.turns<2>) num_warps(4) {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %v = arith.constant dense<0.0> : tensor<16x16xf32>
      aref.put %r[%zero], %v : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.put %r[%one], %v : !aref.ring<2 x (tensor<16x16xf32>)>
      ttg.warp_return
    } : (!aref.ring<2 x (tensor<16x16xf32>)>, !aref.turns<2>) -> ()
    tt.return
  }
}

// -----

// What everybody skips.
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @nobody() {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %ring = aref.create : !aref.ring<2 x (tensor<16x16xf32>)>
    %turns = aref.turns : !aref.turns<2>
    ttg.warp_specialize(%ring, %turns)
    default {
      aref.skip %ring[%c0] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.take %turns {number = 0 : i32} : !aref.turns<2>
      // expected-error @below {{%ring[1] is got, but of the slots before it only 0 have been (the default region)}}
      %a1 = aref.get %ring[%c1] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.consumed %ring[%c1] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.pass %turns {number = 0 : i32} : !aref.turns<2>
      ttg.warp_yield
    }
    partition0(%r: !aref.ring<2 x (tensor<16x16xf32>)>, %t: !aref.turns<2>) num_warps(4) {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      aref.skip %r[%zero] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.skip %r[%one] : !aref.ring<2 x (tensor<16x16xf32>)>
      ttg.warp_return
    }
    partition1(%r: !aref.ring<2 x (tensor<16x16xf32>)>, %t: !aref.turns<2>) num_warps(4) {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %v = arith.constant dense<0.0> : tensor<16x16xf32>
      aref.put %r[%zero], %v : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.put %r[%one], %v : !aref.ring<2 x (tensor<16x16xf32>)>
      ttg.warp_return
    } : (!aref.ring<2 x (tensor<16x16xf32>)>, !aref.turns<2>) -> ()
    tt.return
  }
}

// -----

// Also the last.
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @last() {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    // expected-error @below {{put 1 of %ring is skipped by all consumers}}
    %ring = aref.create : !aref.ring<2 x (tensor<16x16xf32>)>
    %turns = aref.turns : !aref.turns<2>
    ttg.warp_specialize(%ring, %turns)
    default {
      aref.take %turns {number = 0 : i32} : !aref.turns<2>
      %a0 = aref.get %ring[%c0] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.consumed %ring[%c0] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.pass %turns {number = 0 : i32} : !aref.turns<2>
      aref.skip %ring[%c1] : !aref.ring<2 x (tensor<16x16xf32>)>
      ttg.warp_yield
    }
    partition0(%r: !aref.ring<2 x (tensor<16x16xf32>)>, %t: !aref.turns<2>) num_warps(4) {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      aref.skip %r[%zero] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.skip %r[%one] : !aref.ring<2 x (tensor<16x16xf32>)>
      ttg.warp_return
    }
    partition1(%r: !aref.ring<2 x (tensor<16x16xf32>)>, %t: !aref.turns<2>) num_warps(4) {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %v = arith.constant dense<0.0> : tensor<16x16xf32>
      aref.put %r[%zero], %v : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.put %r[%one], %v : !aref.ring<2 x (tensor<16x16xf32>)>
      ttg.warp_return
    } : (!aref.ring<2 x (tensor<16x16xf32>)>, !aref.turns<2>) -> ()
    tt.return
  }
}

// -----

// A turn is passed by who has it.
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @not_taken() {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %ring = aref.create : !aref.ring<2 x (tensor<16x16xf32>)>
    %turns = aref.turns : !aref.turns<2>
    ttg.warp_specialize(%ring, %turns)
    default {
      // expected-error @below {{number 0 passes a turn of %turns that it does not have (the default region)}}
      aref.pass %turns {number = 0 : i32} : !aref.turns<2>
      aref.take %turns {number = 0 : i32} : !aref.turns<2>
      %a0 = aref.get %ring[%c0] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.consumed %ring[%c0] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.pass %turns {number = 0 : i32} : !aref.turns<2>
      aref.skip %ring[%c1] : !aref.ring<2 x (tensor<16x16xf32>)>
      ttg.warp_yield
    }
    partition0(%r: !aref.ring<2 x (tensor<16x16xf32>)>, %t: !aref.turns<2>) num_warps(4) {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      aref.skip %r[%zero] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.take %t {number = 1 : i32} : !aref.turns<2>
      %a1 = aref.get %r[%one] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.consumed %r[%one] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.pass %t {number = 1 : i32} : !aref.turns<2>
      ttg.warp_return
    }
    partition1(%r: !aref.ring<2 x (tensor<16x16xf32>)>, %t: !aref.turns<2>) num_warps(4) {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %v = arith.constant dense<0.0> : tensor<16x16xf32>
      aref.put %r[%zero], %v : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.put %r[%one], %v : !aref.ring<2 x (tensor<16x16xf32>)>
      ttg.warp_return
    } : (!aref.ring<2 x (tensor<16x16xf32>)>, !aref.turns<2>) -> ()
    tt.return
  }
}

// -----

module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @twice() {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %ring = aref.create : !aref.ring<2 x (tensor<16x16xf32>)>
    %turns = aref.turns : !aref.turns<2>
    ttg.warp_specialize(%ring, %turns)
    default {
      aref.take %turns {number = 0 : i32} : !aref.turns<2>
      // expected-error @below {{number 0 takes a turn of %turns that it has already (the default region)}}
      aref.take %turns {number = 0 : i32} : !aref.turns<2>
      %a0 = aref.get %ring[%c0] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.consumed %ring[%c0] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.pass %turns {number = 0 : i32} : !aref.turns<2>
      aref.skip %ring[%c1] : !aref.ring<2 x (tensor<16x16xf32>)>
      ttg.warp_yield
    }
    partition0(%r: !aref.ring<2 x (tensor<16x16xf32>)>, %t: !aref.turns<2>) num_warps(4) {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      aref.skip %r[%zero] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.take %t {number = 1 : i32} : !aref.turns<2>
      %a1 = aref.get %r[%one] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.consumed %r[%one] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.pass %t {number = 1 : i32} : !aref.turns<2>
      ttg.warp_return
    }
    partition1(%r: !aref.ring<2 x (tensor<16x16xf32>)>, %t: !aref.turns<2>) num_warps(4) {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %v = arith.constant dense<0.0> : tensor<16x16xf32>
      aref.put %r[%zero], %v : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.put %r[%one], %v : !aref.ring<2 x (tensor<16x16xf32>)>
      ttg.warp_return
    } : (!aref.ring<2 x (tensor<16x16xf32>)>, !aref.turns<2>) -> ()
    tt.return
  }
}

// -----

// Each has a number of its own.
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @same_number() {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %ring = aref.create : !aref.ring<2 x (tensor<16x16xf32>)>
    %turns = aref.turns : !aref.turns<2>
    ttg.warp_specialize(%ring, %turns)
    default {
      aref.take %turns {number = 0 : i32} : !aref.turns<2>
      %a0 = aref.get %ring[%c0] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.consumed %ring[%c0] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.pass %turns {number = 0 : i32} : !aref.turns<2>
      aref.skip %ring[%c1] : !aref.ring<2 x (tensor<16x16xf32>)>
      ttg.warp_yield
    }
    partition0(%r: !aref.ring<2 x (tensor<16x16xf32>)>, %t: !aref.turns<2>) num_warps(4) {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      aref.skip %r[%zero] : !aref.ring<2 x (tensor<16x16xf32>)>
      // expected-error @below {{number 0 of %turns is taken by the default region too (partition0)}}
      aref.take %t {number = 0 : i32} : !aref.turns<2>
      %a1 = aref.get %r[%one] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.consumed %r[%one] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.pass %t {number = 0 : i32} : !aref.turns<2>
      ttg.warp_return
    }
    partition1(%r: !aref.ring<2 x (tensor<16x16xf32>)>, %t: !aref.turns<2>) num_warps(4) {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %v = arith.constant dense<0.0> : tensor<16x16xf32>
      aref.put %r[%zero], %v : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.put %r[%one], %v : !aref.ring<2 x (tensor<16x16xf32>)>
      ttg.warp_return
    } : (!aref.ring<2 x (tensor<16x16xf32>)>, !aref.turns<2>) -> ()
    tt.return
  }
}

// -----

// What is skipped counts as given back.
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @held() {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %ring = aref.create : !aref.ring<2 x (tensor<16x16xf32>)>
    %turns = aref.turns : !aref.turns<2>
    ttg.warp_specialize(%ring, %turns)
    default {
      aref.skip %ring[%c0] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.skip %ring[%c1] : !aref.ring<2 x (tensor<16x16xf32>)>
      ttg.warp_yield
    }
    partition0(%r: !aref.ring<2 x (tensor<16x16xf32>)>, %t: !aref.turns<2>) num_warps(4) {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      aref.take %t {number = 1 : i32} : !aref.turns<2>
      %a0 = aref.get %r[%zero] : !aref.ring<2 x (tensor<16x16xf32>)>
      // expected-error @below {{%ring[1] is skipped, but %ring[0] has not been given back (partition0)}}
      aref.skip %r[%one] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.consumed %r[%zero] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.pass %t {number = 1 : i32} : !aref.turns<2>
      ttg.warp_return
    }
    partition1(%r: !aref.ring<2 x (tensor<16x16xf32>)>, %t: !aref.turns<2>) num_warps(4) {
      %zero = arith.constant 0 : i32
      %one = arith.constant 1 : i32
      %v = arith.constant dense<0.0> : tensor<16x16xf32>
      aref.put %r[%zero], %v : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.put %r[%one], %v : !aref.ring<2 x (tensor<16x16xf32>)>
      ttg.warp_return
    } : (!aref.ring<2 x (tensor<16x16xf32>)>, !aref.turns<2>) -> ()
    tt.return
  }
}
