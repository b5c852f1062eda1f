// RUN: tawa-opt --canonicalize %s | FileCheck %s

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

tt.func @unused(%x: tensor<128xi32, #gluon.auto_encoding>) {
  %0 = gluon.set_auto_layout %x : tensor<128xi32, #gluon.auto_encoding> -> tensor<128xi32, #blocked>
  tt.return
}

// The checks from here on are written by the tool's own `checks --update`.
// CHECK:       module {
// CHECK-LABEL:   tt.func @unused(
// CHECK-SAME:  [[X:%.*]]: tensor<128xi32, #gluon.auto_encoding>) {
// CHECK-NEXT:      tt.return
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// End of the written checks.
