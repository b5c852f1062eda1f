package llvmir_test

import (
	"fmt"

	"tawa/llvmir"
)

// A kernel that doubles one float per thread.
func Example() {
	m := llvmir.NewModule("double.mlir")
	f := m.Func("double", llvmir.Void, llvmir.Param{Name: "x", Type: llvmir.PtrGlobal})
	f.Kernel = true
	f.Launch = llvmir.Launch{Threads: [3]int{128, 1, 1}}

	b := f.Block("entry").Builder()
	tid := b.Intrinsic("llvm.nvvm.read.ptx.sreg.tid.x")
	p := b.GEP(llvmir.Float, f.Param(0), true, tid)
	v := b.Load(llvmir.Float, p, llvmir.Access{Align: 4})
	v = b.Bin(llvmir.FMul, v, llvmir.F32(2))
	b.Store(v, p, llvmir.Access{Align: 4})
	b.RetVoid()

	fmt.Print(m)
	// Output:
	// source_filename = "double.mlir"
	// target triple = "nvptx64-nvidia-cuda"
	//
	// define ptx_kernel void @double(ptr addrspace(1) %x) "nvvm.reqntid"="128,1,1" {
	// entry:
	//   %v0 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
	//   %v1 = getelementptr inbounds float, ptr addrspace(1) %x, i32 %v0
	//   %v2 = load float, ptr addrspace(1) %v1, align 4
	//   %v3 = fmul float %v2, 0x4000000000000000
	//   store float %v3, ptr addrspace(1) %v1, align 4
	//   ret void
	// }
	//
	// declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
	//
	// !nvvm.annotations = !{!0, !1, !2}
	// !0 = !{ptr @double, !"reqntidx", i32 128}
	// !1 = !{ptr @double, !"reqntidy", i32 1}
	// !2 = !{ptr @double, !"reqntidz", i32 1}
}
