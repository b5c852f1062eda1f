// RUN: tawa-opt %s | FileCheck %s

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @set(%x: tensor<128x!tt.ptr<f32>, #gluon.coalesced_encoding>) -> tensor<128xi32, #blocked> {
    %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #gluon.auto_encoding>
    %1 = gluon.set_auto_layout %0 : tensor<128xi32, #gluon.auto_encoding> -> tensor<128xi32, #blocked>
    tt.return %1 : tensor<128xi32, #blocked>
  }
}

// The checks from here on are written by the tool's own `checks --update`.
// CHECK:       #blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT:  module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
// CHECK-LABEL:   tt.func @set(
// CHECK-SAME:  [[X:%.*]]: tensor<128x!tt.ptr<f32>, #gluon.coalesced_encoding>) -> tensor<128xi32, #blocked> {
// CHECK-NEXT:      [[V0:%.*]] = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #gluon.auto_encoding>
// CHECK-NEXT:      [[V1:%.*]] = gluon.set_auto_layout [[V0]] : tensor<128xi32, #gluon.auto_encoding> -> tensor<128xi32, #blocked>
// CHECK-NEXT:      tt.return [[V1]] : tensor<128xi32, #blocked>
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// End of the written checks.
