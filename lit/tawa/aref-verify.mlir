// RUN: tawa-opt --aref-verify --split-input-file --verify-diagnostics %s

// What the roles do with rings is proven for every trip count and every interleaving, or
// a run is shown that goes wrong; what can't be decided is a warning.

// One ring, one loop.
// expected-remark @below {{rings proven for every trip count and interleaving}}
tt.func @plain(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %r = aref.create : !aref.ring<2 x (tensor<16x16xf32>)>
  ttg.warp_specialize(%r, %n)
  default {
    %e = scf.for %k = %c0 to %n step %c1 iter_args(%i = %c0) -> (i32) : i32 {
      %a = aref.get %r[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.consumed %r[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
      %next = arith.addi %i, %c1 : i32
      scf.yield %next : i32
    }
    ttg.warp_yield
  }
  partition0(%r0: !aref.ring<2 x (tensor<16x16xf32>)>, %n0: i32) num_warps(4) {
    %d0 = arith.constant 0 : i32
    %d1 = arith.constant 1 : i32
    %tile = arith.constant dense<1.0> : tensor<16x16xf32>
    %e = scf.for %k = %d0 to %n0 step %d1 iter_args(%i = %d0) -> (i32) : i32 {
      aref.put %r0[%i], %tile : !aref.ring<2 x (tensor<16x16xf32>)>
      %next = arith.addi %i, %d1 : i32
      scf.yield %next : i32
    }
    ttg.warp_return
  } : (!aref.ring<2 x (tensor<16x16xf32>)>, i32) -> ()
  tt.return
}

// -----

// The slot of iteration k−1 is given back in iteration k, the last one after the loop.
// expected-remark @below {{rings proven for every trip count and interleaving}}
tt.func @late(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %r = aref.create : !aref.ring<2 x (tensor<16x16xf32>)>
  ttg.warp_specialize(%r, %n)
  default {
    %e = scf.for %k = %c0 to %n step %c1 iter_args(%i = %c0) -> (i32) : i32 {
      %a = aref.get %r[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
      %before = arith.subi %i, %c1 : i32
      %not_first = arith.cmpi ne, %k, %c0 : i32
      scf.if %not_first {
        aref.consumed %r[%before] : !aref.ring<2 x (tensor<16x16xf32>)>
      }
      %next = arith.addi %i, %c1 : i32
      scf.yield %next : i32
    }
    %ran = arith.cmpi slt, %c0, %n : i32
    %last = arith.subi %e, %c1 : i32
    scf.if %ran {
      aref.consumed %r[%last] : !aref.ring<2 x (tensor<16x16xf32>)>
    }
    ttg.warp_yield
  }
  partition0(%r0: !aref.ring<2 x (tensor<16x16xf32>)>, %n0: i32) num_warps(4) {
    %d0 = arith.constant 0 : i32
    %d1 = arith.constant 1 : i32
    %tile = arith.constant dense<1.0> : tensor<16x16xf32>
    %e = scf.for %k = %d0 to %n0 step %d1 iter_args(%i = %d0) -> (i32) : i32 {
      aref.put %r0[%i], %tile : !aref.ring<2 x (tensor<16x16xf32>)>
      %next = arith.addi %i, %d1 : i32
      scf.yield %next : i32
    }
    ttg.warp_return
  } : (!aref.ring<2 x (tensor<16x16xf32>)>, i32) -> ()
  tt.return
}

// -----

// The first iteration is peeled, the rest of the last one follows.
// expected-remark @below {{rings proven for every trip count and interleaving}}
tt.func @peeled(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %r = aref.create : !aref.ring<2 x (tensor<16x16xf32>)>
  ttg.warp_specialize(%r, %n)
  default {
    %ran = arith.cmpi slt, %c0, %n : i32
    %e = scf.if %ran -> (i32) {
      %a = aref.get %r[%c0] : !aref.ring<2 x (tensor<16x16xf32>)>
      %f = scf.for %k = %c1 to %n step %c1 iter_args(%i = %c1) -> (i32) : i32 {
        %b = aref.get %r[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
        %before = arith.subi %i, %c1 : i32
        aref.consumed %r[%before] : !aref.ring<2 x (tensor<16x16xf32>)>
        %next = arith.addi %i, %c1 : i32
        scf.yield %next : i32
      }
      %last = arith.subi %f, %c1 : i32
      aref.consumed %r[%last] : !aref.ring<2 x (tensor<16x16xf32>)>
      scf.yield %f : i32
    } else {
      scf.yield %c0 : i32
    }
    ttg.warp_yield
  }
  partition0(%r0: !aref.ring<2 x (tensor<16x16xf32>)>, %n0: i32) num_warps(4) {
    %d0 = arith.constant 0 : i32
    %d1 = arith.constant 1 : i32
    %tile = arith.constant dense<1.0> : tensor<16x16xf32>
    %e = scf.for %k = %d0 to %n0 step %d1 iter_args(%i = %d0) -> (i32) : i32 {
      aref.put %r0[%i], %tile : !aref.ring<2 x (tensor<16x16xf32>)>
      %next = arith.addi %i, %d1 : i32
      scf.yield %next : i32
    }
    ttg.warp_return
  } : (!aref.ring<2 x (tensor<16x16xf32>)>, i32) -> ()
  tt.return
}

// -----

// The counter runs on through all tiles, those without an iteration too.
// expected-remark @below {{rings proven for every trip count and interleaving}}
tt.func @tiles(%m: i32, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %r = aref.create : !aref.ring<2 x (tensor<16x16xf32>)>
  ttg.warp_specialize(%r, %m, %n)
  default {
    %e = scf.for %t = %c0 to %m step %c1 iter_args(%j = %c0) -> (i32) : i32 {
      %f = scf.for %k = %c0 to %n step %c1 iter_args(%i = %j) -> (i32) : i32 {
        %a = aref.get %r[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
        aref.consumed %r[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
        %next = arith.addi %i, %c1 : i32
        scf.yield %next : i32
      }
      scf.yield %f : i32
    }
    ttg.warp_yield
  }
  partition0(%r0: !aref.ring<2 x (tensor<16x16xf32>)>, %m0: i32, %n0: i32) num_warps(4) {
    %d0 = arith.constant 0 : i32
    %d1 = arith.constant 1 : i32
    %tile = arith.constant dense<1.0> : tensor<16x16xf32>
    %e = scf.for %t = %d0 to %m0 step %d1 iter_args(%j = %d0) -> (i32) : i32 {
      %f = scf.for %k = %d0 to %n0 step %d1 iter_args(%i = %j) -> (i32) : i32 {
        aref.put %r0[%i], %tile : !aref.ring<2 x (tensor<16x16xf32>)>
        %next = arith.addi %i, %d1 : i32
        scf.yield %next : i32
      }
      scf.yield %f : i32
    }
    ttg.warp_return
  } : (!aref.ring<2 x (tensor<16x16xf32>)>, i32, i32) -> ()
  tt.return
}

// -----

// Both roles find the number of iterations in memory, in each tile anew, by the same load.
// expected-remark @below {{rings proven for every trip count and interleaving}}
tt.func @loaded(%m: i32, %p: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %r = aref.create : !aref.ring<2 x (tensor<16x16xf32>)>
  ttg.warp_specialize(%r, %m, %p)
  default {
    %e = scf.for %t = %c0 to %m step %c1 iter_args(%j = %c0) -> (i32) : i32 {
      %at = tt.addptr %p, %t : !tt.ptr<i32>, i32
      %q = tt.load %at : !tt.ptr<i32>
      %f = scf.for %k = %c0 to %q step %c1 iter_args(%i = %j) -> (i32) : i32 {
        %a = aref.get %r[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
        aref.consumed %r[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
        %next = arith.addi %i, %c1 : i32
        scf.yield %next : i32
      }
      scf.yield %f : i32
    }
    ttg.warp_yield
  }
  partition0(%r0: !aref.ring<2 x (tensor<16x16xf32>)>, %m0: i32, %p0: !tt.ptr<i32>) num_warps(4) {
    %d0 = arith.constant 0 : i32
    %d1 = arith.constant 1 : i32
    %tile = arith.constant dense<1.0> : tensor<16x16xf32>
    %e = scf.for %t = %d0 to %m0 step %d1 iter_args(%j = %d0) -> (i32) : i32 {
      %at = tt.addptr %p0, %t : !tt.ptr<i32>, i32
      %q = tt.load %at : !tt.ptr<i32>
      %f = scf.for %k = %d0 to %q step %d1 iter_args(%i = %j) -> (i32) : i32 {
        aref.put %r0[%i], %tile : !aref.ring<2 x (tensor<16x16xf32>)>
        %next = arith.addi %i, %d1 : i32
        scf.yield %next : i32
      }
      scf.yield %f : i32
    }
    ttg.warp_return
  } : (!aref.ring<2 x (tensor<16x16xf32>)>, i32, !tt.ptr<i32>) -> ()
  tt.return
}

// -----

// A while loop, whose start and step the roles share.
// expected-remark @below {{rings proven for every trip count and interleaving}}
tt.func @while(%m: i32, %x: i32, %st: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %r = aref.create : !aref.ring<2 x (tensor<16x16xf32>)>
  ttg.warp_specialize(%r, %m, %x, %st)
  default {
    %w:2 = scf.while (%t = %x, %i = %c0) : (i32, i32) -> (i32, i32) {
      %more = arith.cmpi slt, %t, %m : i32
      scf.condition(%more) %t, %i : i32, i32
    } do {
    ^bb0(%t: i32, %i: i32):
      %a = aref.get %r[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.consumed %r[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
      %next = arith.addi %i, %c1 : i32
      %u = arith.addi %t, %st : i32
      scf.yield %u, %next : i32, i32
    }
    ttg.warp_yield
  }
  partition0(%r0: !aref.ring<2 x (tensor<16x16xf32>)>, %m0: i32, %x0: i32, %st0: i32) num_warps(4) {
    %d0 = arith.constant 0 : i32
    %d1 = arith.constant 1 : i32
    %tile = arith.constant dense<1.0> : tensor<16x16xf32>
    %w:2 = scf.while (%t = %x0, %i = %d0) : (i32, i32) -> (i32, i32) {
      %more = arith.cmpi slt, %t, %m0 : i32
      scf.condition(%more) %t, %i : i32, i32
    } do {
    ^bb0(%t: i32, %i: i32):
      aref.put %r0[%i], %tile : !aref.ring<2 x (tensor<16x16xf32>)>
      %next = arith.addi %i, %d1 : i32
      %u = arith.addi %t, %st0 : i32
      scf.yield %u, %next : i32, i32
    }
    ttg.warp_return
  } : (!aref.ring<2 x (tensor<16x16xf32>)>, i32, i32, i32) -> ()
  tt.return
}

// -----

// A condition that the roles compute alike.
// expected-remark @below {{rings proven for every trip count and interleaving}}
tt.func @shared_condition(%m: i32, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %r = aref.create : !aref.ring<2 x (tensor<16x16xf32>)>
  ttg.warp_specialize(%r, %m, %n)
  default {
    %e = scf.for %k = %c0 to %n step %c1 iter_args(%i = %c0) -> (i32) : i32 {
      %b = arith.cmpi slt, %k, %m : i32
      %j = scf.if %b -> (i32) {
        %a = aref.get %r[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
        aref.consumed %r[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
        %i1 = arith.addi %i, %c1 : i32
        scf.yield %i1 : i32
      } else {
        scf.yield %i : i32
      }
      scf.yield %j : i32
    }
    ttg.warp_yield
  }
  partition0(%r0: !aref.ring<2 x (tensor<16x16xf32>)>, %m0: i32, %n0: i32) num_warps(4) {
    %d0 = arith.constant 0 : i32
    %d1 = arith.constant 1 : i32
    %tile = arith.constant dense<1.0> : tensor<16x16xf32>
    %e = scf.for %k = %d0 to %n0 step %d1 iter_args(%i = %d0) -> (i32) : i32 {
      %b = arith.cmpi sgt, %m0, %k : i32
      %j = scf.if %b -> (i32) {
        aref.put %r0[%i], %tile : !aref.ring<2 x (tensor<16x16xf32>)>
        %i1 = arith.addi %i, %d1 : i32
        scf.yield %i1 : i32
      } else {
        scf.yield %i : i32
      }
      scf.yield %j : i32
    }
    ttg.warp_return
  } : (!aref.ring<2 x (tensor<16x16xf32>)>, i32, i32) -> ()
  tt.return
}

// -----

// Nothing is given back.
tt.func @missing_consumed(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  // expected-error @below {{the program ends with slot 0 of %r borrowed: get 0 is never given back}}
  %r = aref.create : !aref.ring<2 x (tensor<16x16xf32>)>
  ttg.warp_specialize(%r, %n)
  default {
    %e = scf.for %k = %c0 to %n step %c1 iter_args(%i = %c0) -> (i32) : i32 {
      %a = aref.get %r[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
      %next = arith.addi %i, %c1 : i32
      scf.yield %next : i32
    }
    ttg.warp_yield
  }
  partition0(%r0: !aref.ring<2 x (tensor<16x16xf32>)>, %n0: i32) num_warps(4) {
    %d0 = arith.constant 0 : i32
    %d1 = arith.constant 1 : i32
    %tile = arith.constant dense<1.0> : tensor<16x16xf32>
    %e = scf.for %k = %d0 to %n0 step %d1 iter_args(%i = %d0) -> (i32) : i32 {
      aref.put %r0[%i], %tile : !aref.ring<2 x (tensor<16x16xf32>)>
      %next = arith.addi %i, %d1 : i32
      scf.yield %next : i32
    }
    ttg.warp_return
  } : (!aref.ring<2 x (tensor<16x16xf32>)>, i32) -> ()
  tt.return
}

// -----

// Given back twice.
tt.func @consumed_twice(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %r = aref.create : !aref.ring<2 x (tensor<16x16xf32>)>
  ttg.warp_specialize(%r, %n)
  default {
    %e = scf.for %k = %c0 to %n step %c1 iter_args(%i = %c0) -> (i32) : i32 {
      %a = aref.get %r[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.consumed %r[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
      // expected-error @below {{the index is 0, but this is number 1 of 'aref.consumed' on %r}}
      aref.consumed %r[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
      %next = arith.addi %i, %c1 : i32
      scf.yield %next : i32
    }
    ttg.warp_yield
  }
  partition0(%r0: !aref.ring<2 x (tensor<16x16xf32>)>, %n0: i32) num_warps(4) {
    %d0 = arith.constant 0 : i32
    %d1 = arith.constant 1 : i32
    %tile = arith.constant dense<1.0> : tensor<16x16xf32>
    %e = scf.for %k = %d0 to %n0 step %d1 iter_args(%i = %d0) -> (i32) : i32 {
      aref.put %r0[%i], %tile : !aref.ring<2 x (tensor<16x16xf32>)>
      %next = arith.addi %i, %d1 : i32
      scf.yield %next : i32
    }
    ttg.warp_return
  } : (!aref.ring<2 x (tensor<16x16xf32>)>, i32) -> ()
  tt.return
}

// -----

// All of one ring before the other: more iterations than slots wait for each other.
tt.func @order_of_rings(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %r = aref.create : !aref.ring<2 x (tensor<16x16xf32>)>
  %s = aref.create : !aref.ring<2 x (tensor<16x16xf32>)>
  ttg.warp_specialize(%r, %s, %n)
  default {
    %e = scf.for %k = %c0 to %n step %c1 iter_args(%i = %c0) -> (i32) : i32 {
      // expected-error @below {{deadlock: the default region waits in 'aref.get' of %s[0], slot 0: it is empty, and needs put 0 by partition0, which waits too}}
      %v = aref.get %s[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
      %a = aref.get %r[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.consumed %s[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.consumed %r[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
      %next = arith.addi %i, %c1 : i32
      scf.yield %next : i32
    }
    ttg.warp_yield
  }
  partition0(%r0: !aref.ring<2 x (tensor<16x16xf32>)>, %s0: !aref.ring<2 x (tensor<16x16xf32>)>, %n0: i32) num_warps(4) {
    %d0 = arith.constant 0 : i32
    %d1 = arith.constant 1 : i32
    %tile = arith.constant dense<1.0> : tensor<16x16xf32>
    %first = scf.for %k = %d0 to %n0 step %d1 iter_args(%i = %d0) -> (i32) : i32 {
      // expected-note @below {{partition0 waits in 'aref.put' of %r[2], slot 0: it is full since put 0, which must be got and given back by the default region, which waits too}}
      aref.put %r0[%i], %tile : !aref.ring<2 x (tensor<16x16xf32>)>
      %next = arith.addi %i, %d1 : i32
      scf.yield %next : i32
    }
    %second = scf.for %k = %d0 to %n0 step %d1 iter_args(%i = %d0) -> (i32) : i32 {
      aref.put %s0[%i], %tile : !aref.ring<2 x (tensor<16x16xf32>)>
      %next = arith.addi %i, %d1 : i32
      scf.yield %next : i32
    }
    ttg.warp_return
  } : (!aref.ring<2 x (tensor<16x16xf32>)>, !aref.ring<2 x (tensor<16x16xf32>)>, i32) -> ()
  tt.return
}

// -----

// With one slot each, the order within an iteration matters: K of the next iteration
// is wanted before V of this one.
// expected-remark @below {{rings proven for every trip count and interleaving}}
tt.func @next_before_this(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %r = aref.create : !aref.ring<1 x (tensor<16x16xf32>)>
  %s = aref.create : !aref.ring<1 x (tensor<16x16xf32>)>
  ttg.warp_specialize(%r, %s, %n)
  default {
    %ran = arith.cmpi slt, %c0, %n : i32
    scf.if %ran {
      %q = aref.get %r[%c0] : !aref.ring<1 x (tensor<16x16xf32>)>
      aref.consumed %r[%c0] : !aref.ring<1 x (tensor<16x16xf32>)>
      %f:2 = scf.for %k = %c1 to %n step %c1 iter_args(%i = %c1, %j = %c0) -> (i32, i32) : i32 {
        %a = aref.get %r[%i] : !aref.ring<1 x (tensor<16x16xf32>)>
        %v = aref.get %s[%j] : !aref.ring<1 x (tensor<16x16xf32>)>
        aref.consumed %r[%i] : !aref.ring<1 x (tensor<16x16xf32>)>
        aref.consumed %s[%j] : !aref.ring<1 x (tensor<16x16xf32>)>
        %i1 = arith.addi %i, %c1 : i32
        %j1 = arith.addi %j, %c1 : i32
        scf.yield %i1, %j1 : i32, i32
      }
      %u = aref.get %s[%f#1] : !aref.ring<1 x (tensor<16x16xf32>)>
      aref.consumed %s[%f#1] : !aref.ring<1 x (tensor<16x16xf32>)>
    }
    ttg.warp_yield
  }
  partition0(%r0: !aref.ring<1 x (tensor<16x16xf32>)>, %s0: !aref.ring<1 x (tensor<16x16xf32>)>, %n0: i32) num_warps(4) {
    %d0 = arith.constant 0 : i32
    %d1 = arith.constant 1 : i32
    %tile = arith.constant dense<1.0> : tensor<16x16xf32>
    %e = scf.for %k = %d0 to %n0 step %d1 iter_args(%i = %d0) -> (i32) : i32 {
      aref.put %r0[%i], %tile : !aref.ring<1 x (tensor<16x16xf32>)>
      aref.put %s0[%i], %tile : !aref.ring<1 x (tensor<16x16xf32>)>
      %next = arith.addi %i, %d1 : i32
      scf.yield %next : i32
    }
    ttg.warp_return
  } : (!aref.ring<1 x (tensor<16x16xf32>)>, !aref.ring<1 x (tensor<16x16xf32>)>, i32) -> ()
  tt.return
}

// -----

// The other way round it can't: V is put only when K of the next iteration was.
tt.func @this_before_next(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %r = aref.create : !aref.ring<1 x (tensor<16x16xf32>)>
  %s = aref.create : !aref.ring<1 x (tensor<16x16xf32>)>
  ttg.warp_specialize(%r, %s, %n)
  default {
    %e = scf.for %k = %c0 to %n step %c1 iter_args(%i = %c0) -> (i32) : i32 {
      %a = aref.get %r[%i] : !aref.ring<1 x (tensor<16x16xf32>)>
      // expected-error @below {{deadlock: the default region waits in 'aref.get' of %s[0], slot 0: it is empty, and needs put 0 by partition0, which waits too}}
      %v = aref.get %s[%i] : !aref.ring<1 x (tensor<16x16xf32>)>
      aref.consumed %r[%i] : !aref.ring<1 x (tensor<16x16xf32>)>
      aref.consumed %s[%i] : !aref.ring<1 x (tensor<16x16xf32>)>
      %next = arith.addi %i, %c1 : i32
      scf.yield %next : i32
    }
    ttg.warp_yield
  }
  partition0(%r0: !aref.ring<1 x (tensor<16x16xf32>)>, %s0: !aref.ring<1 x (tensor<16x16xf32>)>, %n0: i32) num_warps(4) {
    %d0 = arith.constant 0 : i32
    %d1 = arith.constant 1 : i32
    %tile = arith.constant dense<1.0> : tensor<16x16xf32>
    %ran = arith.cmpi slt, %d0, %n0 : i32
    scf.if %ran {
      aref.put %r0[%d0], %tile : !aref.ring<1 x (tensor<16x16xf32>)>
      %f:2 = scf.for %k = %d1 to %n0 step %d1 iter_args(%i = %d1, %j = %d0) -> (i32, i32) : i32 {
        aref.put %r0[%i], %tile : !aref.ring<1 x (tensor<16x16xf32>)>
        aref.put %s0[%j], %tile : !aref.ring<1 x (tensor<16x16xf32>)>
        %i1 = arith.addi %i, %d1 : i32
        %j1 = arith.addi %j, %d1 : i32
        scf.yield %i1, %j1 : i32, i32
      }
      aref.put %s0[%f#1], %tile : !aref.ring<1 x (tensor<16x16xf32>)>
    }
    ttg.warp_return
  } : (!aref.ring<1 x (tensor<16x16xf32>)>, !aref.ring<1 x (tensor<16x16xf32>)>, i32) -> ()
  tt.return
}

// -----

// An index that is one too large.
tt.func @index_off_by_one(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %r = aref.create : !aref.ring<2 x (tensor<16x16xf32>)>
  ttg.warp_specialize(%r, %n)
  default {
    %e = scf.for %k = %c0 to %n step %c1 iter_args(%i = %c0) -> (i32) : i32 {
      %i1 = arith.addi %i, %c1 : i32
      // expected-error @below {{the index is 1, but this is number 0 of 'aref.get' on %r}}
      %a = aref.get %r[%i1] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.consumed %r[%i1] : !aref.ring<2 x (tensor<16x16xf32>)>
      %next = arith.addi %i, %c1 : i32
      scf.yield %next : i32
    }
    ttg.warp_yield
  }
  partition0(%r0: !aref.ring<2 x (tensor<16x16xf32>)>, %n0: i32) num_warps(4) {
    %d0 = arith.constant 0 : i32
    %d1 = arith.constant 1 : i32
    %tile = arith.constant dense<1.0> : tensor<16x16xf32>
    %e = scf.for %k = %d0 to %n0 step %d1 iter_args(%i = %d0) -> (i32) : i32 {
      aref.put %r0[%i], %tile : !aref.ring<2 x (tensor<16x16xf32>)>
      %next = arith.addi %i, %d1 : i32
      scf.yield %next : i32
    }
    ttg.warp_return
  } : (!aref.ring<2 x (tensor<16x16xf32>)>, i32) -> ()
  tt.return
}

// -----

// An index that is reset for each tile.
tt.func @index_reset(%m: i32, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %r = aref.create : !aref.ring<2 x (tensor<16x16xf32>)>
  ttg.warp_specialize(%r, %m, %n)
  default {
    %e = scf.for %t = %c0 to %m step %c1 iter_args(%j = %c0) -> (i32) : i32 {
      %f = scf.for %k = %c0 to %n step %c1 iter_args(%i = %c0) -> (i32) : i32 {
    // expected-error @below {{the index is 0, but this is number 1 of 'aref.get' on %r}}
        %a = aref.get %r[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
        aref.consumed %r[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
        %next = arith.addi %i, %c1 : i32
        scf.yield %next : i32
      }
      scf.yield %f : i32
    }
    ttg.warp_yield
  }
  partition0(%r0: !aref.ring<2 x (tensor<16x16xf32>)>, %m0: i32, %n0: i32) num_warps(4) {
    %d0 = arith.constant 0 : i32
    %d1 = arith.constant 1 : i32
    %tile = arith.constant dense<1.0> : tensor<16x16xf32>
    %e = scf.for %t = %d0 to %m0 step %d1 iter_args(%j = %d0) -> (i32) : i32 {
      %f = scf.for %k = %d0 to %n0 step %d1 iter_args(%i = %j) -> (i32) : i32 {
        aref.put %r0[%i], %tile : !aref.ring<2 x (tensor<16x16xf32>)>
        %next = arith.addi %i, %d1 : i32
        scf.yield %next : i32
      }
      scf.yield %f : i32
    }
    ttg.warp_return
  } : (!aref.ring<2 x (tensor<16x16xf32>)>, i32, i32) -> ()
  tt.return
}

// -----

// The producer runs one iteration more.
tt.func @one_more_put(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  // expected-error @below {{the program ends with slot 0 of %r full: put 0 is never got}}
  %r = aref.create : !aref.ring<2 x (tensor<16x16xf32>)>
  ttg.warp_specialize(%r, %n)
  default {
    %e = scf.for %k = %c0 to %n step %c1 iter_args(%i = %c0) -> (i32) : i32 {
      %a = aref.get %r[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.consumed %r[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
      %next = arith.addi %i, %c1 : i32
      scf.yield %next : i32
    }
    ttg.warp_yield
  }
  partition0(%r0: !aref.ring<2 x (tensor<16x16xf32>)>, %n0: i32) num_warps(4) {
    %d0 = arith.constant 0 : i32
    %d1 = arith.constant 1 : i32
    %tile = arith.constant dense<1.0> : tensor<16x16xf32>
    %more = arith.addi %n0, %d1 : i32
    %e = scf.for %k = %d0 to %more step %d1 iter_args(%i = %d0) -> (i32) : i32 {
      aref.put %r0[%i], %tile : !aref.ring<2 x (tensor<16x16xf32>)>
      %next = arith.addi %i, %d1 : i32
      scf.yield %next : i32
    }
    ttg.warp_return
  } : (!aref.ring<2 x (tensor<16x16xf32>)>, i32) -> ()
  tt.return
}

// -----

// The consumer runs one iteration more.
tt.func @one_more_get(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %r = aref.create : !aref.ring<2 x (tensor<16x16xf32>)>
  ttg.warp_specialize(%r, %n)
  default {
    %more = arith.addi %n, %c1 : i32
    %e = scf.for %k = %c0 to %more step %c1 iter_args(%i = %c0) -> (i32) : i32 {
      // expected-error @below {{deadlock: the default region waits in 'aref.get' of %r[0], slot 0: it is empty, and needs put 0, but nobody does that}}
      %a = aref.get %r[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.consumed %r[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
      %next = arith.addi %i, %c1 : i32
      scf.yield %next : i32
    }
    ttg.warp_yield
  }
  partition0(%r0: !aref.ring<2 x (tensor<16x16xf32>)>, %n0: i32) num_warps(4) {
    %d0 = arith.constant 0 : i32
    %d1 = arith.constant 1 : i32
    %tile = arith.constant dense<1.0> : tensor<16x16xf32>
    %e = scf.for %k = %d0 to %n0 step %d1 iter_args(%i = %d0) -> (i32) : i32 {
      aref.put %r0[%i], %tile : !aref.ring<2 x (tensor<16x16xf32>)>
      %next = arith.addi %i, %d1 : i32
      scf.yield %next : i32
    }
    ttg.warp_return
  } : (!aref.ring<2 x (tensor<16x16xf32>)>, i32) -> ()
  tt.return
}

// -----

// The trip counts have nothing to do with each other.
tt.func @other_count(%n: i32, %m: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  // expected-error @below {{the program ends with slot 0 of %r full: put 0 is never got}}
  %r = aref.create : !aref.ring<2 x (tensor<16x16xf32>)>
  ttg.warp_specialize(%r, %n, %m)
  default {
    %e = scf.for %k = %c0 to %n step %c1 iter_args(%i = %c0) -> (i32) : i32 {
      %a = aref.get %r[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.consumed %r[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
      %next = arith.addi %i, %c1 : i32
      scf.yield %next : i32
    }
    ttg.warp_yield
  }
  partition0(%r0: !aref.ring<2 x (tensor<16x16xf32>)>, %n0: i32, %m0: i32) num_warps(4) {
    %d0 = arith.constant 0 : i32
    %d1 = arith.constant 1 : i32
    %tile = arith.constant dense<1.0> : tensor<16x16xf32>
    %e = scf.for %k = %d0 to %m0 step %d1 iter_args(%i = %d0) -> (i32) : i32 {
      aref.put %r0[%i], %tile : !aref.ring<2 x (tensor<16x16xf32>)>
      %next = arith.addi %i, %d1 : i32
      scf.yield %next : i32
    }
    ttg.warp_return
  } : (!aref.ring<2 x (tensor<16x16xf32>)>, i32, i32) -> ()
  tt.return
}

// -----

// A put under a condition that the consumer does not share.
tt.func @own_condition(%n: i32, %m: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %r = aref.create : !aref.ring<2 x (tensor<16x16xf32>)>
  ttg.warp_specialize(%r, %n, %m)
  default {
    %e = scf.for %k = %c0 to %n step %c1 iter_args(%i = %c0) -> (i32) : i32 {
      // expected-error @below {{deadlock: the default region waits in 'aref.get' of %r[0]}}
      %a = aref.get %r[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.consumed %r[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
      %next = arith.addi %i, %c1 : i32
      scf.yield %next : i32
    }
    ttg.warp_yield
  }
  partition0(%r0: !aref.ring<2 x (tensor<16x16xf32>)>, %n0: i32, %m0: i32) num_warps(4) {
    %d0 = arith.constant 0 : i32
    %d1 = arith.constant 1 : i32
    %tile = arith.constant dense<1.0> : tensor<16x16xf32>
    %e = scf.for %k = %d0 to %n0 step %d1 iter_args(%i = %d0) -> (i32) : i32 {
      %b = arith.cmpi slt, %k, %m0 : i32
      %j = scf.if %b -> (i32) {
        aref.put %r0[%i], %tile : !aref.ring<2 x (tensor<16x16xf32>)>
        %i1 = arith.addi %i, %d1 : i32
        scf.yield %i1 : i32
      } else {
        scf.yield %i : i32
      }
      scf.yield %j : i32
    }
    ttg.warp_return
  } : (!aref.ring<2 x (tensor<16x16xf32>)>, i32, i32) -> ()
  tt.return
}

// -----

// The last slot is not given back after the loop.
tt.func @missing_drain(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  // expected-error @below {{the program ends with slot 0 of %r borrowed: get 0 is never given back}}
  %r = aref.create : !aref.ring<2 x (tensor<16x16xf32>)>
  ttg.warp_specialize(%r, %n)
  default {
    %e = scf.for %k = %c0 to %n step %c1 iter_args(%i = %c0) -> (i32) : i32 {
      %a = aref.get %r[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
      %before = arith.subi %i, %c1 : i32
      %not_first = arith.cmpi ne, %k, %c0 : i32
      scf.if %not_first {
        aref.consumed %r[%before] : !aref.ring<2 x (tensor<16x16xf32>)>
      }
      %next = arith.addi %i, %c1 : i32
      scf.yield %next : i32
    }
    ttg.warp_yield
  }
  partition0(%r0: !aref.ring<2 x (tensor<16x16xf32>)>, %n0: i32) num_warps(4) {
    %d0 = arith.constant 0 : i32
    %d1 = arith.constant 1 : i32
    %tile = arith.constant dense<1.0> : tensor<16x16xf32>
    %e = scf.for %k = %d0 to %n0 step %d1 iter_args(%i = %d0) -> (i32) : i32 {
      aref.put %r0[%i], %tile : !aref.ring<2 x (tensor<16x16xf32>)>
      %next = arith.addi %i, %d1 : i32
      scf.yield %next : i32
    }
    ttg.warp_return
  } : (!aref.ring<2 x (tensor<16x16xf32>)>, i32) -> ()
  tt.return
}

// -----

// The last slot is given back even if there was no iteration.
tt.func @drain_of_nothing(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %r = aref.create : !aref.ring<2 x (tensor<16x16xf32>)>
  ttg.warp_specialize(%r, %n)
  default {
    %e = scf.for %k = %c0 to %n step %c1 iter_args(%i = %c0) -> (i32) : i32 {
      %a = aref.get %r[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
      %before = arith.subi %i, %c1 : i32
      %not_first = arith.cmpi ne, %k, %c0 : i32
      scf.if %not_first {
        aref.consumed %r[%before] : !aref.ring<2 x (tensor<16x16xf32>)>
      }
      %next = arith.addi %i, %c1 : i32
      scf.yield %next : i32
    }
    %last = arith.subi %e, %c1 : i32
    // expected-error @below {{the index is -1, but this is number 0 of 'aref.consumed' on %r}}
    aref.consumed %r[%last] : !aref.ring<2 x (tensor<16x16xf32>)>
    ttg.warp_yield
  }
  partition0(%r0: !aref.ring<2 x (tensor<16x16xf32>)>, %n0: i32) num_warps(4) {
    %d0 = arith.constant 0 : i32
    %d1 = arith.constant 1 : i32
    %tile = arith.constant dense<1.0> : tensor<16x16xf32>
    %e = scf.for %k = %d0 to %n0 step %d1 iter_args(%i = %d0) -> (i32) : i32 {
      aref.put %r0[%i], %tile : !aref.ring<2 x (tensor<16x16xf32>)>
      %next = arith.addi %i, %d1 : i32
      scf.yield %next : i32
    }
    ttg.warp_return
  } : (!aref.ring<2 x (tensor<16x16xf32>)>, i32) -> ()
  tt.return
}

// -----

// Two slots are held while a third is got: three are enough, …
// expected-remark @below {{rings proven for every trip count and interleaving}}
tt.func @held(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %r = aref.create : !aref.ring<3 x (tensor<16x16xf32>)>
  ttg.warp_specialize(%r, %n)
  default {
    %e = scf.for %k = %c0 to %n step %c1 iter_args(%i = %c0) -> (i32) : i32 {
      %a = aref.get %r[%i] : !aref.ring<3 x (tensor<16x16xf32>)>
      %before = arith.subi %i, %c2 : i32
      %old = arith.cmpi sge, %k, %c2 : i32
      scf.if %old {
        aref.consumed %r[%before] : !aref.ring<3 x (tensor<16x16xf32>)>
      }
      %next = arith.addi %i, %c1 : i32
      scf.yield %next : i32
    }
    %two = arith.cmpi sge, %e, %c2 : i32
    %x = arith.subi %e, %c2 : i32
    scf.if %two {
      aref.consumed %r[%x] : !aref.ring<3 x (tensor<16x16xf32>)>
    }
    %ran = arith.cmpi slt, %c0, %n : i32
    %last = arith.subi %e, %c1 : i32
    scf.if %ran {
      aref.consumed %r[%last] : !aref.ring<3 x (tensor<16x16xf32>)>
    }
    ttg.warp_yield
  }
  partition0(%r0: !aref.ring<3 x (tensor<16x16xf32>)>, %n0: i32) num_warps(4) {
    %d0 = arith.constant 0 : i32
    %d1 = arith.constant 1 : i32
    %tile = arith.constant dense<1.0> : tensor<16x16xf32>
    %e = scf.for %k = %d0 to %n0 step %d1 iter_args(%i = %d0) -> (i32) : i32 {
      aref.put %r0[%i], %tile : !aref.ring<3 x (tensor<16x16xf32>)>
      %next = arith.addi %i, %d1 : i32
      scf.yield %next : i32
    }
    ttg.warp_return
  } : (!aref.ring<3 x (tensor<16x16xf32>)>, i32) -> ()
  tt.return
}

// -----

// … two are not.
tt.func @held_too_long(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %r = aref.create : !aref.ring<2 x (tensor<16x16xf32>)>
  ttg.warp_specialize(%r, %n)
  default {
    %e = scf.for %k = %c0 to %n step %c1 iter_args(%i = %c0) -> (i32) : i32 {
      // expected-error @below {{deadlock: the default region waits in 'aref.get' of %r[2], slot 0: it is empty, and needs put 2 by partition0, which waits too}}
      %a = aref.get %r[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
      %before = arith.subi %i, %c2 : i32
      %old = arith.cmpi sge, %k, %c2 : i32
      scf.if %old {
        aref.consumed %r[%before] : !aref.ring<2 x (tensor<16x16xf32>)>
      }
      %next = arith.addi %i, %c1 : i32
      scf.yield %next : i32
    }
    %two = arith.cmpi sge, %e, %c2 : i32
    %x = arith.subi %e, %c2 : i32
    scf.if %two {
      aref.consumed %r[%x] : !aref.ring<2 x (tensor<16x16xf32>)>
    }
    %ran = arith.cmpi slt, %c0, %n : i32
    %last = arith.subi %e, %c1 : i32
    scf.if %ran {
      aref.consumed %r[%last] : !aref.ring<2 x (tensor<16x16xf32>)>
    }
    ttg.warp_yield
  }
  partition0(%r0: !aref.ring<2 x (tensor<16x16xf32>)>, %n0: i32) num_warps(4) {
    %d0 = arith.constant 0 : i32
    %d1 = arith.constant 1 : i32
    %tile = arith.constant dense<1.0> : tensor<16x16xf32>
    %e = scf.for %k = %d0 to %n0 step %d1 iter_args(%i = %d0) -> (i32) : i32 {
      // expected-note @below {{partition0 waits in 'aref.put' of %r[2], slot 0: it is borrowed by get 0, which must be given back by the default region, which waits too}}
      aref.put %r0[%i], %tile : !aref.ring<2 x (tensor<16x16xf32>)>
      %next = arith.addi %i, %d1 : i32
      scf.yield %next : i32
    }
    ttg.warp_return
  } : (!aref.ring<2 x (tensor<16x16xf32>)>, i32) -> ()
  tt.return
}

// -----

// A view is used after its slot was given back.
tt.func @stale_view(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %r = aref.create : !aref.ring<2 x (tensor<16x16xf32>)>
  ttg.warp_specialize(%r, %n)
  default {
    %e = scf.for %k = %c0 to %n step %c1 iter_args(%i = %c0) -> (i32) : i32 {
      %a = aref.get %r[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.consumed %r[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
      // expected-error @below {{%a is a view of %r[0], which was given back before this use}}
      %b = arith.addf %a, %a : tensor<16x16xf32>
      %next = arith.addi %i, %c1 : i32
      scf.yield %next : i32
    }
    ttg.warp_yield
  }
  partition0(%r0: !aref.ring<2 x (tensor<16x16xf32>)>, %n0: i32) num_warps(4) {
    %d0 = arith.constant 0 : i32
    %d1 = arith.constant 1 : i32
    %tile = arith.constant dense<1.0> : tensor<16x16xf32>
    %e = scf.for %k = %d0 to %n0 step %d1 iter_args(%i = %d0) -> (i32) : i32 {
      aref.put %r0[%i], %tile : !aref.ring<2 x (tensor<16x16xf32>)>
      %next = arith.addi %i, %d1 : i32
      scf.yield %next : i32
    }
    ttg.warp_return
  } : (!aref.ring<2 x (tensor<16x16xf32>)>, i32) -> ()
  tt.return
}

// -----

// A slot is given back while a dot that is in flight reads it.
tt.func @dot_in_flight(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %r = aref.create : !aref.ring<2 x (tensor<16x16xf32>)>
  ttg.warp_specialize(%r, %n)
  default {
    %e = scf.for %k = %c0 to %n step %c1 iter_args(%i = %c0) -> (i32) : i32 {
      %a = aref.get %r[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
      %zero = arith.constant dense<0.0> : tensor<16x16xf32>
      %d = nvgpu.dot_issue %a, %a, %zero : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
      // expected-error @below {{%r[0] is given back while a dot in flight reads it}}
      aref.consumed %r[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
      %w = nvgpu.dot_wait %d {pendings = 0 : i32} : tensor<16x16xf32>
      %next = arith.addi %i, %c1 : i32
      scf.yield %next : i32
    }
    ttg.warp_yield
  }
  partition0(%r0: !aref.ring<2 x (tensor<16x16xf32>)>, %n0: i32) num_warps(4) {
    %d0 = arith.constant 0 : i32
    %d1 = arith.constant 1 : i32
    %tile = arith.constant dense<1.0> : tensor<16x16xf32>
    %e = scf.for %k = %d0 to %n0 step %d1 iter_args(%i = %d0) -> (i32) : i32 {
      aref.put %r0[%i], %tile : !aref.ring<2 x (tensor<16x16xf32>)>
      %next = arith.addi %i, %d1 : i32
      scf.yield %next : i32
    }
    ttg.warp_return
  } : (!aref.ring<2 x (tensor<16x16xf32>)>, i32) -> ()
  tt.return
}

// -----

// Given back before it is got.
tt.func @consumed_first(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %r = aref.create : !aref.ring<2 x (tensor<16x16xf32>)>
  ttg.warp_specialize(%r, %n)
  default {
    %e = scf.for %k = %c0 to %n step %c1 iter_args(%i = %c0) -> (i32) : i32 {
      // expected-error @below {{%r[0] is given back, but it has not been got}}
      aref.consumed %r[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
      %a = aref.get %r[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
      %next = arith.addi %i, %c1 : i32
      scf.yield %next : i32
    }
    ttg.warp_yield
  }
  partition0(%r0: !aref.ring<2 x (tensor<16x16xf32>)>, %n0: i32) num_warps(4) {
    %d0 = arith.constant 0 : i32
    %d1 = arith.constant 1 : i32
    %tile = arith.constant dense<1.0> : tensor<16x16xf32>
    %e = scf.for %k = %d0 to %n0 step %d1 iter_args(%i = %d0) -> (i32) : i32 {
      aref.put %r0[%i], %tile : !aref.ring<2 x (tensor<16x16xf32>)>
      %next = arith.addi %i, %d1 : i32
      scf.yield %next : i32
    }
    ttg.warp_return
  } : (!aref.ring<2 x (tensor<16x16xf32>)>, i32) -> ()
  tt.return
}

// -----

// A get without any put.
tt.func @no_put(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %r = aref.create : !aref.ring<2 x (tensor<16x16xf32>)>
  ttg.warp_specialize(%r, %n)
  default {
    // expected-error @below {{deadlock: the default region waits in 'aref.get' of %r[0], slot 0: it is empty, and needs put 0, but nobody does that}}
    %a = aref.get %r[%c0] : !aref.ring<2 x (tensor<16x16xf32>)>
    aref.consumed %r[%c0] : !aref.ring<2 x (tensor<16x16xf32>)>
    ttg.warp_yield
  }
  partition0(%r0: !aref.ring<2 x (tensor<16x16xf32>)>, %n0: i32) num_warps(4) {
    %d0 = arith.constant 0 : i32
    %d1 = arith.constant 1 : i32
    %tile = arith.constant dense<1.0> : tensor<16x16xf32>
    
    ttg.warp_return
  } : (!aref.ring<2 x (tensor<16x16xf32>)>, i32) -> ()
  tt.return
}

// -----

// Two producers.
tt.func @two_producers(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  // expected-error @below {{has two producers}}
  %r = aref.create : !aref.ring<2 x (tensor<16x16xf32>)>
  ttg.warp_specialize(%r, %n)
  default {
    %e = scf.for %k = %c0 to %n step %c1 iter_args(%i = %c0) -> (i32) : i32 {
      %a = aref.get %r[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.consumed %r[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
      %next = arith.addi %i, %c1 : i32
      scf.yield %next : i32
    }
    ttg.warp_yield
  }
  partition0(%r0: !aref.ring<2 x (tensor<16x16xf32>)>, %n0: i32) num_warps(4) {
    %d0 = arith.constant 0 : i32
    %d1 = arith.constant 1 : i32
    %tile = arith.constant dense<1.0> : tensor<16x16xf32>
    %e = scf.for %k = %d0 to %n0 step %d1 iter_args(%i = %d0) -> (i32) : i32 {
      aref.put %r0[%i], %tile : !aref.ring<2 x (tensor<16x16xf32>)>
      %next = arith.addi %i, %d1 : i32
      scf.yield %next : i32
    }
    ttg.warp_return
  }
  partition1(%r1: !aref.ring<2 x (tensor<16x16xf32>)>, %n1: i32) num_warps(4) {
    %d0 = arith.constant 0 : i32
    %d1 = arith.constant 1 : i32
    %tile = arith.constant dense<1.0> : tensor<16x16xf32>
    %e = scf.for %k = %d0 to %n1 step %d1 iter_args(%i = %d0) -> (i32) : i32 {
      // expected-note @below {{here is a put in another region of warps}}
      aref.put %r1[%i], %tile : !aref.ring<2 x (tensor<16x16xf32>)>
      %next = arith.addi %i, %d1 : i32
      scf.yield %next : i32
    }
    ttg.warp_return
  } : (!aref.ring<2 x (tensor<16x16xf32>)>, i32) -> ()
  tt.return
}

// -----

// Who gets what depends on who is first.
tt.func @two_consumers(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %r = aref.create : !aref.ring<2 x (tensor<16x16xf32>)>
  ttg.warp_specialize(%r, %n)
  default {
    %nothing = arith.constant 0 : i32
    ttg.warp_yield
  }
  partition0(%r0: !aref.ring<2 x (tensor<16x16xf32>)>, %n0: i32) num_warps(4) {
    %d0 = arith.constant 0 : i32
    %d1 = arith.constant 1 : i32
    %tile = arith.constant dense<1.0> : tensor<16x16xf32>
    %e = scf.for %k = %d0 to %n0 step %d1 iter_args(%i = %d0) -> (i32) : i32 {
      aref.put %r0[%i], %tile : !aref.ring<2 x (tensor<16x16xf32>)>
      %next = arith.addi %i, %d1 : i32
      scf.yield %next : i32
    }
    ttg.warp_return
  }
  partition1(%r1: !aref.ring<2 x (tensor<16x16xf32>)>, %n1: i32) num_warps(4) {
    %d0 = arith.constant 0 : i32
    %d1 = arith.constant 1 : i32
    %tile = arith.constant dense<1.0> : tensor<16x16xf32>
    %e = scf.for %k = %d0 to %n1 step %d1 iter_args(%i = %d0) -> (i32) : i32 {
      //  {{%r is accessed by partition1 and partition2: what belongs to whom depends on who is first}}
      %a = aref.get %r1[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.consumed %r1[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
      %next = arith.addi %i, %d1 : i32
      scf.yield %next : i32
    }
    ttg.warp_return
  }
  partition2(%r2: !aref.ring<2 x (tensor<16x16xf32>)>, %n2: i32) num_warps(4) {
    %d0 = arith.constant 0 : i32
    %d1 = arith.constant 1 : i32
    %tile = arith.constant dense<1.0> : tensor<16x16xf32>
    %e = scf.for %k = %d0 to %n2 step %d1 iter_args(%i = %d0) -> (i32) : i32 {
      // expected-warning @below {{rings not proven for every trip count: %r is accessed by partition1 and partition2: what belongs to whom depends on who is first}}
      %a = aref.get %r2[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.consumed %r2[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
      %next = arith.addi %i, %d1 : i32
      scf.yield %next : i32
    }
    ttg.warp_return
  } : (!aref.ring<2 x (tensor<16x16xf32>)>, i32) -> ()
  tt.return
}

// -----

// What is loaded is the same only for a load from the same place.
tt.func @other_load(%p: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  // expected-error @below {{the program ends with slot 0 of %r full: put 0 is never got}}
  %r = aref.create : !aref.ring<2 x (tensor<16x16xf32>)>
  ttg.warp_specialize(%r, %p)
  default {
    %q = tt.load %p : !tt.ptr<i32>
    %e = scf.for %k = %c0 to %q step %c1 iter_args(%i = %c0) -> (i32) : i32 {
      %a = aref.get %r[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.consumed %r[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
      %next = arith.addi %i, %c1 : i32
      scf.yield %next : i32
    }
    ttg.warp_yield
  }
  partition0(%r0: !aref.ring<2 x (tensor<16x16xf32>)>, %p0: !tt.ptr<i32>) num_warps(4) {
    %d0 = arith.constant 0 : i32
    %d1 = arith.constant 1 : i32
    %tile = arith.constant dense<1.0> : tensor<16x16xf32>
    %at = tt.addptr %p0, %d1 : !tt.ptr<i32>, i32
    %q = tt.load %at : !tt.ptr<i32>
    %e = scf.for %k = %d0 to %q step %d1 iter_args(%i = %d0) -> (i32) : i32 {
      aref.put %r0[%i], %tile : !aref.ring<2 x (tensor<16x16xf32>)>
      %next = arith.addi %i, %d1 : i32
      scf.yield %next : i32
    }
    ttg.warp_return
  } : (!aref.ring<2 x (tensor<16x16xf32>)>, !tt.ptr<i32>) -> ()
  tt.return
}

// -----

// An index that is computed from the loop's own counter is no counter that is carried.
// No run that is tried goes wrong, and that is no proof.
tt.func @computed_index(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %r = aref.create : !aref.ring<2 x (tensor<16x16xf32>)>
  ttg.warp_specialize(%r, %n)
  default {
    %e = scf.for %k = %c0 to %n step %c1 iter_args(%i = %c0) -> (i32) : i32 {
      %x = arith.addi %k, %n : i32
      %y = arith.subi %x, %n : i32
      // expected-warning @below {{rings not proven for every trip count: the index is not a counter that the loop carries}}
      %a = aref.get %r[%y] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.consumed %r[%y] : !aref.ring<2 x (tensor<16x16xf32>)>
      %next = arith.addi %i, %c1 : i32
      scf.yield %next : i32
    }
    ttg.warp_yield
  }
  partition0(%r0: !aref.ring<2 x (tensor<16x16xf32>)>, %n0: i32) num_warps(4) {
    %d0 = arith.constant 0 : i32
    %d1 = arith.constant 1 : i32
    %tile = arith.constant dense<1.0> : tensor<16x16xf32>
    %e = scf.for %k = %d0 to %n0 step %d1 iter_args(%i = %d0) -> (i32) : i32 {
      aref.put %r0[%i], %tile : !aref.ring<2 x (tensor<16x16xf32>)>
      %next = arith.addi %i, %d1 : i32
      scf.yield %next : i32
    }
    ttg.warp_return
  } : (!aref.ring<2 x (tensor<16x16xf32>)>, i32) -> ()
  tt.return
}

// -----

// A condition that is captured is the one that the default region reads.
// expected-remark @below {{rings proven for every trip count and interleaving}}
tt.func @captured_condition(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %g = arith.cmpi sgt, %n, %c2 : i32
  %r = aref.create : !aref.ring<2 x (tensor<16x16xf32>)>
  ttg.warp_specialize(%r, %g)
  default {
    scf.if %g {
      %a = aref.get %r[%c0] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.consumed %r[%c0] : !aref.ring<2 x (tensor<16x16xf32>)>
    }
    ttg.warp_yield
  }
  partition0(%r0: !aref.ring<2 x (tensor<16x16xf32>)>, %g0: i1) num_warps(4) {
    %d0 = arith.constant 0 : i32
    %tile = arith.constant dense<1.0> : tensor<16x16xf32>
    scf.if %g0 {
      aref.put %r0[%d0], %tile : !aref.ring<2 x (tensor<16x16xf32>)>
    }
    ttg.warp_return
  } : (!aref.ring<2 x (tensor<16x16xf32>)>, i1) -> ()
  tt.return
}

// -----

// Twice a number, halved, is the number: the roles agree, though it is not seen. No run
// that goes wrong is made up of counts that can't be together.
// expected-note @below {{show nothing wrong}}
tt.func @same_count_computed(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %twice = arith.addi %n, %n : i32
  %half = arith.divsi %twice, %c2 : i32
  %r = aref.create : !aref.ring<2 x (tensor<16xf32>)>
  ttg.warp_specialize(%r, %n)
  default {
    // expected-warning @below {{the default region and partition0 can't be shown to take the same way here}}
    %e = scf.for %k = %c0 to %half step %c1 iter_args(%i = %c0) -> (i32) : i32 {
      %x = aref.get %r[%i] : !aref.ring<2 x (tensor<16xf32>)>
      aref.consumed %r[%i] : !aref.ring<2 x (tensor<16xf32>)>
      %next = arith.addi %i, %c1 : i32
      scf.yield %next : i32
    }
    ttg.warp_yield
  }
  partition0(%a: !aref.ring<2 x (tensor<16xf32>)>, %m: i32) num_warps(4) {
    %d0 = arith.constant 0 : i32
    %d1 = arith.constant 1 : i32
    %tile = arith.constant dense<1.0> : tensor<16xf32>
    // expected-note @below {{this is where partition0 is}}
    %e = scf.for %k = %d0 to %m step %d1 iter_args(%i = %d0) -> (i32) : i32 {
      aref.put %a[%i], %tile : !aref.ring<2 x (tensor<16xf32>)>
      %next = arith.addi %i, %d1 : i32
      scf.yield %next : i32
    }
    ttg.warp_return
  } : (!aref.ring<2 x (tensor<16xf32>)>, i32) -> ()
  tt.return
}

// -----

// A loop that never ends is not followed for ever.
// expected-note @below {{show nothing wrong}}
tt.func @backwards(%n: i32) {
  %c0 = arith.constant 0 : i32
  %back = arith.constant -1 : i32
  %r = aref.create : !aref.ring<2 x (tensor<16xf32>)>
  // expected-warning @below {{the default region goes on here for 5000 iterations without a condition that is open}}
  %e = scf.for %k = %c0 to %n step %back iter_args(%i = %c0) -> (i32) : i32 {
    %x = aref.get %r[%i] : !aref.ring<2 x (tensor<16xf32>)>
    aref.consumed %r[%i] : !aref.ring<2 x (tensor<16xf32>)>
    %next = arith.subi %i, %back : i32
    scf.yield %next : i32
  }
  tt.return
}

// -----

// CTAs that fill a ring together go round the loop equally often: its bound is an argument.
// expected-remark @below {{rings proven for every trip count and interleaving}}
tt.func @together(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = aref.create {cluster = 2 : i32} : !aref.ring<2 x (tensor<16x16xf32>)>
  ttg.warp_specialize(%r, %n)
  default {
    %e = scf.for %k = %c0 to %n step %c1 iter_args(%i = %c0) -> (i32) : i32 {
      %a = aref.get %r[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.consumed %r[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
      %next = arith.addi %i, %c1 : i32
      scf.yield %next : i32
    }
    ttg.warp_yield
  }
  partition0(%r0: !aref.ring<2 x (tensor<16x16xf32>)>, %n0: i32) num_warps(4) {
    %d0 = arith.constant 0 : i32
    %d1 = arith.constant 1 : i32
    %tile = arith.constant dense<1.0> : tensor<16x16xf32>
    %e = scf.for %k = %d0 to %n0 step %d1 iter_args(%i = %d0) -> (i32) : i32 {
      aref.put %r0[%i], %tile : !aref.ring<2 x (tensor<16x16xf32>)>
      %next = arith.addi %i, %d1 : i32
      scf.yield %next : i32
    }
    ttg.warp_return
  } : (!aref.ring<2 x (tensor<16x16xf32>)>, i32) -> ()
  tt.return
}

// -----

// Here the second CTA goes round once more.
// expected-note @below {{runs with at most 5 iterations of a loop show nothing wrong}}
tt.func @apart() {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %n = tt.get_program_id x : i32
  %r = aref.create {cluster = 2 : i32} : !aref.ring<2 x (tensor<16x16xf32>)>
  ttg.warp_specialize(%r, %n)
  default {
    // expected-warning @below {{rings not proven for every trip count: the CTAs of a cluster can't be shown to take the same way here}}
    %e = scf.for %k = %c0 to %n step %c1 iter_args(%i = %c0) -> (i32) : i32 {
      %a = aref.get %r[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
      aref.consumed %r[%i] : !aref.ring<2 x (tensor<16x16xf32>)>
      %next = arith.addi %i, %c1 : i32
      scf.yield %next : i32
    }
    ttg.warp_yield
  }
  partition0(%r0: !aref.ring<2 x (tensor<16x16xf32>)>, %n0: i32) num_warps(4) {
    %d0 = arith.constant 0 : i32
    %d1 = arith.constant 1 : i32
    %tile = arith.constant dense<1.0> : tensor<16x16xf32>
    %e = scf.for %k = %d0 to %n0 step %d1 iter_args(%i = %d0) -> (i32) : i32 {
      aref.put %r0[%i], %tile : !aref.ring<2 x (tensor<16x16xf32>)>
      %next = arith.addi %i, %d1 : i32
      scf.yield %next : i32
    }
    ttg.warp_return
  } : (!aref.ring<2 x (tensor<16x16xf32>)>, i32) -> ()
  tt.return
}

// -----

// A slot that is never given back: the producers of both CTAs wait.
tt.func @kept() {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = aref.create {cluster = 2 : i32} : !aref.ring<1 x (tensor<16x16xf32>)>
  ttg.warp_specialize(%r)
  default {
    // expected-note @below {{step 3. the default region of CTA 0: get %r[0] (slot 0)}}
    // expected-note @below {{step 4. the default region of CTA 1: get %r[0] (slot 0)}}
    %a = aref.get %r[%c0] : !aref.ring<1 x (tensor<16x16xf32>)>
    ttg.warp_yield
  }
  partition0(%r0: !aref.ring<1 x (tensor<16x16xf32>)>) num_warps(4) {
    %d0 = arith.constant 0 : i32
    %d1 = arith.constant 1 : i32
    %tile = arith.constant dense<1.0> : tensor<16x16xf32>
    // expected-note @below {{step 1. partition0 of CTA 0: put %r[0] (slot 0)}}
    // expected-note @below {{step 2. partition0 of CTA 1: put %r[0] (slot 0)}}
    aref.put %r0[%d0], %tile : !aref.ring<1 x (tensor<16x16xf32>)>
    // expected-error @below {{deadlock: partition0 of CTA 0 waits in 'aref.put' of %r[1], slot 0: it is borrowed by get 0, which must be given back by the default region of CTA 0, which has ended}}
    // expected-note @below {{partition0 of CTA 1 waits in 'aref.put' of %r[1], slot 0: it is borrowed by get 0, which must be given back by the default region of CTA 0, which has ended}}
    aref.put %r0[%d1], %tile : !aref.ring<1 x (tensor<16x16xf32>)>
    ttg.warp_return
  } : (!aref.ring<1 x (tensor<16x16xf32>)>) -> ()
  tt.return
}
