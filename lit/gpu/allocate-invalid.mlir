// RUN: tawa-opt --split-input-file --verify-diagnostics --allocate-shared-memory %s

#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory

// expected-error @below {{the kernel needs 262144 bytes of shared memory, but may have 232448: 131072 for !ttg.memdesc<8x128x64xf16}}
tt.func public @large() {
  %a = ttg.local_alloc : () -> !ttg.memdesc<8x128x64xf16, #shared, #smem, mutable>
  %b = ttg.local_alloc : () -> !ttg.memdesc<8x128x64xf16, #shared, #smem, mutable>
  tt.return
}

// -----

module attributes {"ttg.num-warps" = 8 : i32} {
tt.func public @registers() {
  // expected-error @below {{the partitions' registers [496] leave 0 registers a thread for each of the 2 warp groups that compute, of 504 together}}
  ttg.warp_specialize() attributes {requestedRegisters = array<i32: 496>}
  default {
    ttg.warp_yield
  }
  partition0() num_warps(4) {
    ttg.warp_return
  } : () -> ()
  tt.return
}
}

// -----

// expected-error @below {{the roles have 40 warps, but a CTA has at most 32}}
module attributes {"ttg.num-warps" = 32 : i32} {
tt.func public @warps() {
  ttg.warp_specialize()
  default {
    ttg.warp_yield
  }
  partition0() num_warps(8) {
    ttg.warp_return
  } : () -> ()
  tt.return
}
}
