package nvptx_test

import (
	"fmt"
	"strings"

	"tawa/diag"
	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
	"tawa/parser"
	"tawa/target/nvptx"
)

// A kernel that writes its argument is lowered to LLVM IR.
func Example() {
	r := ir.NewRegistry()
	tt.Register(r)
	ttg.Register(r)
	sink := &diag.Sink{}
	file := diag.NewFile("k.mlir", []byte(`
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func public @k(%p: !tt.ptr<i32>, %n: i32) {
    tt.store %p, %n : !tt.ptr<i32>
    tt.return
  }
}`))
	module, ok := parser.Parse(ir.NewContext(r), file, sink)
	if !ok {
		fmt.Println(sink.All()[0].Message)
		return
	}
	kernel, ok := nvptx.Lower(module, sink)
	if !ok {
		fmt.Println(sink.All()[0].Message)
		return
	}
	for line := range strings.Lines(string(kernel.LLVM)) {
		if strings.Contains(line, "st.global") {
			fmt.Print(strings.TrimSpace(line), "\n")
		}
	}
	fmt.Println(kernel.Metadata.Name, kernel.Metadata.NumWarps)
	// Output:
	// call void asm sideeffect "@$0 st.global.b32 [$1], $2;", "b,l,r,~{memory}"(i1 %v5, ptr addrspace(1) %p0_p, i32 %p1_n) nounwind
	// k 4
}
