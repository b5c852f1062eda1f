// RUN: tawa-opt --split-input-file --verify-diagnostics %s

llvm.func @element(%a: i64, %m: i1) {
  // expected-error @+1 {{'nvg.wgmma' op attribute 'eltTypeA' failed to satisfy constraint: element type of wgmma}}
  %0 = nvg.wgmma %a, %a, %m {eltTypeA = 8 : i32, eltTypeB = 4 : i32, eltTypeC = 7 : i32, k = 16 : i32, layoutA = 0 : i32, layoutB = 1 : i32, m = 64 : i32, n = 8 : i32} : (i64, i64, i1) -> f32
  llvm.return
}
