// RUN: tawa-opt --split-input-file --verify-diagnostics --tma-store %s

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>

module attributes {"ttg.num-warps" = 4 : i32} {
tt.func public @short(%c: !tt.tensordesc<tensor<64x4xf16>>, %v: tensor<64x4xf16, #blocked>, %i: i32) {
  // expected-error @below {{the rows of 8 bytes are shorter than the 16 that TMA copies}}
  tt.descriptor_store %c[%i, %i], %v : !tt.tensordesc<tensor<64x4xf16>>, tensor<64x4xf16, #blocked>
  tt.return
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>

module attributes {"ttg.num-warps" = 4 : i32} {
tt.func public @made(%p: !tt.ptr<f16>, %v: tensor<64x64xf16, #blocked>, %i: i32, %s: i64) {
  %one = arith.constant 1 : i64
  %c = tt.make_tensor_descriptor %p, [%i, %i], [%s, %one] : <f16>, <tensor<64x64xf16>>
  // expected-error @below {{the descriptor has no tensor map: it is neither an argument of the kernel nor an nvgpu.tensormap.slot}}
  tt.descriptor_store %c[%i, %i], %v : !tt.tensordesc<tensor<64x64xf16>>, tensor<64x64xf16, #blocked>
  tt.return
}
}
