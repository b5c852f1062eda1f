// RUN: tawa-opt --emit=llvm %s | FileCheck %s

// The parameters are the function's and two scratch pointers; launch bounds are there in
// both spellings; elements of a tensor are registers, and one access covers four.
#b = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  // CHECK: @global_smem = external addrspace(3) global [0 x i8], align 1024
  // CHECK: define ptx_kernel void @add(ptr addrspace(1) %p0_x, float %p1_s, ptr addrspace(1) %global_scratch, ptr addrspace(1) %profile_scratch)
  // CHECK-SAME: "nvvm.reqntid"="128,1,1" "nvvm.minctasm"="1"
  tt.func public @add(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %s: f32) {
    %r = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #b>
    %ps = tt.splat %x : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #b>
    %p = tt.addptr %ps, %r : tensor<512x!tt.ptr<f32>, #b>, tensor<512xi32, #b>
    // CHECK: load <4 x i32>, ptr addrspace(1) {{.*}}, align 16
    %v = tt.load %p : tensor<512x!tt.ptr<f32>, #b>
    %ss = tt.splat %s : f32 -> tensor<512xf32, #b>
    // CHECK-COUNT-4: fadd contract float {{.*}}, %p1_s
    %w = arith.addf %v, %ss : tensor<512xf32, #b>
    // CHECK: st.global.v4.b32
    tt.store %p, %w : tensor<512x!tt.ptr<f32>, #b>
    // CHECK: ret void
    tt.return
  }
}
// CHECK: !nvvm.annotations
// CHECK: !{ptr @add, !"reqntidx", i32 128}
