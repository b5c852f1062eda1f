// Short loops are better off without dots in flight: the constant number of iterations says so. Of loops of which
// nothing is known many iterations are assumed, for which the passes' own choice is as good as any.

// RUN: tawa-opt --tawa-choose --remarks %s 2>&1 | FileCheck %s
// RUN: tawa-opt --tawa-choose %s | FileCheck --check-prefix=ATTR %s
// RUN: tawa-opt --tawa-choose=mma-depth=1 --remarks %s 2>&1 | FileCheck --check-prefix=GIVEN %s
// RUN: tawa-opt --tawa-choose --tawa-persist --tawa-partition --tawa-pipeline %s | FileCheck --check-prefix=PASSES %s
// RUN: tawa-opt --tawa-compile --remarks --no-output %s 2>&1 | FileCheck --check-prefix=COMPILE %s
// RUN: tawa-opt --tawa-compile=model=false --remarks --no-output %s 2>&1 | FileCheck --check-prefix=OFF %s

// CHECK: :[[#@LINE+5]]:1: remark: cost model: mma-depth=0, predicted {{[0-9.]+}} µs, bound by {{.*}}; then what is automatic, {{[0-9.]+}} µs (+{{[0-9.]+}} %); assumed: a grid of 132 by 2 programs [tawa-choose]
// ATTR: tt.func public @short{{.*}} attributes {tawa.choice = {"mma-depth" = 0 : i32}}
// GIVEN-NOT: tawa.choice
// COMPILE: cost model: mma-depth=0
// OFF-NOT: cost model
tt.func public @short(%ad: !tt.tensordesc<tensor<128x64xf16>>, %bd: !tt.tensordesc<tensor<256x64xf16>>, %cd: !tt.tensordesc<tensor<128x256xf16>>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %c256 = arith.constant 256 : i32
  %zero = arith.constant dense<0.0> : tensor<128x256xf32>
  %x = tt.get_program_id x : i32
  %y = tt.get_program_id y : i32
  %m = arith.muli %x, %c128 : i32
  %n = arith.muli %y, %c256 : i32
  // PASSES: tt.func public @short
  // PASSES: nvgpu.dot_wait {{.*}} {pendings = 0 : i32}
  // PASSES-NOT: pendings = 1
  // PASSES: tt.func public @any
  %acc = scf.for %k = %c0 to %c8 step %c1 iter_args(%c = %zero) -> (tensor<128x256xf32>) : i32 {
    %at = arith.muli %k, %c64 : i32
    %a = tt.descriptor_load %ad[%m, %at] : !tt.tensordesc<tensor<128x64xf16>> -> tensor<128x64xf16>
    %b = tt.descriptor_load %bd[%n, %at] : !tt.tensordesc<tensor<256x64xf16>> -> tensor<256x64xf16>
    %bt = tt.trans %b {order = array<i32: 1, 0>} : tensor<256x64xf16> -> tensor<64x256xf16>
    %d = tt.dot %a, %bt, %c : tensor<128x64xf16> * tensor<64x256xf16> -> tensor<128x256xf32>
    scf.yield %d : tensor<128x256xf32>
  }
  %h = arith.truncf %acc : tensor<128x256xf32> to tensor<128x256xf16>
  tt.descriptor_store %cd[%m, %n], %h : !tt.tensordesc<tensor<128x256xf16>>, tensor<128x256xf16>
  tt.return
}

// CHECK: :[[#@LINE+3]]:1: remark: cost model: what is automatic, predicted {{.*}}; assumed: 64 iterations of a loop, a grid of 132 by 2 programs [tawa-choose]
// ATTR: tt.func public @any({{.*}}) {
// PASSES: nvgpu.dot_wait {{.*}} {pendings = 1 : i32}
tt.func public @any(%ad: !tt.tensordesc<tensor<128x64xf16>>, %bd: !tt.tensordesc<tensor<256x64xf16>>, %cd: !tt.tensordesc<tensor<128x256xf16>>, %steps: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %c256 = arith.constant 256 : i32
  %zero = arith.constant dense<0.0> : tensor<128x256xf32>
  %x = tt.get_program_id x : i32
  %y = tt.get_program_id y : i32
  %m = arith.muli %x, %c128 : i32
  %n = arith.muli %y, %c256 : i32
  %acc = scf.for %k = %c0 to %steps step %c1 iter_args(%c = %zero) -> (tensor<128x256xf32>) : i32 {
    %at = arith.muli %k, %c64 : i32
    %a = tt.descriptor_load %ad[%m, %at] : !tt.tensordesc<tensor<128x64xf16>> -> tensor<128x64xf16>
    %b = tt.descriptor_load %bd[%n, %at] : !tt.tensordesc<tensor<256x64xf16>> -> tensor<256x64xf16>
    %bt = tt.trans %b {order = array<i32: 1, 0>} : tensor<256x64xf16> -> tensor<64x256xf16>
    %d = tt.dot %a, %bt, %c : tensor<128x64xf16> * tensor<64x256xf16> -> tensor<128x256xf32>
    scf.yield %d : tensor<128x256xf32>
  }
  %h = arith.truncf %acc : tensor<128x256xf32> to tensor<128x256xf16>
  tt.descriptor_store %cd[%m, %n], %h : !tt.tensordesc<tensor<128x256xf16>>, tensor<128x256xf16>
  tt.return
}
