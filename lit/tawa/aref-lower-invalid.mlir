// RUN: tawa-opt --aref-lower --split-input-file --verify-diagnostics %s

tt.func @held_too_long(%trips: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %r = aref.create : !aref.ring<2 x (tensor<64x64xf16>)>
  ttg.warp_specialize()
  default {
    %last = scf.for %k = %c0 to %trips step %c1 iter_args(%i = %c0) -> (i32) : i32 {
      %a = aref.get %r[%i] : !aref.ring<2 x (tensor<64x64xf16>)>
      %j = arith.subi %i, %c2 : i32
      %old = arith.cmpi sge, %k, %c2 : i32
      scf.if %old {
        // expected-error @below {{the slot of 2 accesses ago is given back here, but the ring has 2: the producer would wait for ever; a ring of at least 3 is needed}}
        aref.consumed %r[%j] : !aref.ring<2 x (tensor<64x64xf16>)>
      }
      %next = arith.addi %i, %c1 : i32
      scf.yield %next : i32
    }
    ttg.warp_yield
  }
  partition0() num_warps(4) {
    ttg.warp_return
  } : () -> ()
  tt.return
}

// -----

// expected-error @below {{the rings need 262272 bytes of shared memory and the epilogue 0, together 262272, but a kernel may have 232448}}
tt.func @too_large(%i: i32) {
  %r = aref.create : !aref.ring<8 x (tensor<128x128xf16>)>
  %a = aref.get %r[%i] : !aref.ring<8 x (tensor<128x128xf16>)>
  aref.consumed %r[%i] : !aref.ring<8 x (tensor<128x128xf16>)>
  tt.return
}

// -----

tt.func @elsewhere(%i: i32) {
  %r = aref.create : !aref.ring<2 x (tensor<64x64xf16>)>
  scf.execute_region {
    // expected-error @below {{is in 'scf.execute_region', but the slots of a ring are counted only through scf.for, scf.if and scf.while}}
    %a = aref.get %r[%i] : !aref.ring<2 x (tensor<64x64xf16>)>
    aref.consumed %r[%i] : !aref.ring<2 x (tensor<64x64xf16>)>
    scf.yield
  }
  tt.return
}

// -----

// Three times four named barriers, those of the CTA and of the default region are 14 of 16.

module attributes {"ttg.num-warps" = 16 : i32} {
  tt.func @barriers() {
    %t0 = aref.turns : !aref.turns<4>
    %t1 = aref.turns : !aref.turns<4>
    %t2 = aref.turns : !aref.turns<4>
    // expected-error @below {{the turns of 4 warp groups need so many named barriers in a row, but of the 16 of a CTA no more are free}}
    %t3 = aref.turns : !aref.turns<4>
    ttg.warp_specialize()
    default {
      aref.take %t0 {number = 0 : i32} : !aref.turns<4>
      aref.pass %t0 {number = 0 : i32} : !aref.turns<4>
      aref.take %t1 {number = 0 : i32} : !aref.turns<4>
      aref.pass %t1 {number = 0 : i32} : !aref.turns<4>
      aref.take %t2 {number = 0 : i32} : !aref.turns<4>
      aref.pass %t2 {number = 0 : i32} : !aref.turns<4>
      aref.take %t3 {number = 0 : i32} : !aref.turns<4>
      aref.pass %t3 {number = 0 : i32} : !aref.turns<4>
      ttg.warp_yield
    } : () -> ()
    tt.return
  }
}
