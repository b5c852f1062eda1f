// RUN: tawa-opt --split-input-file --verify-diagnostics %s

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
tt.func @known(%x: tensor<128xi32, #blocked>, %y: tensor<128xi32, #gluon.auto_encoding>) {
  // expected-error @+1 {{'gluon.set_auto_layout' op requires a source with an encoding that is still to be found, but it is 'tensor<128xi32, }}
  %0 = gluon.set_auto_layout %x : tensor<128xi32, #blocked> -> tensor<128xi32, #blocked>
  // expected-error @+1 {{'gluon.set_auto_layout' op requires a result of the same elements with a known encoding}}
  %1 = gluon.set_auto_layout %y : tensor<128xi32, #gluon.auto_encoding> -> tensor<128xf32, #blocked>
  tt.return
}
