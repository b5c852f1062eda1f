package tawa_test

import (
	"fmt"
	"strings"
	"testing"

	"tawa/diag"
	"tawa/parser"
	"tawa/pass"
	"tawa/printer"
	"tawa/transforms/tawa"
)

// product is a kernel with tiles of that many rows and columns.
func product(rows, columns int) string {
	a, b := fmt.Sprintf("tensor<%dx64xf16>", rows), fmt.Sprintf("tensor<64x%dxf16>", columns)
	d := fmt.Sprintf("tensor<%dx%dxf32>", rows, columns)
	return fmt.Sprintf(`tt.func public @k(%%ad: !tt.tensordesc<%[1]s>, %%bd: !tt.tensordesc<%[2]s>, %%cd: !tt.tensordesc<%[3]s>, %%n: i32) {
  %%c0 = arith.constant 0 : i32
  %%c1 = arith.constant 1 : i32
  %%zero = arith.constant dense<0.0> : %[3]s
  %%acc = scf.for %%k = %%c0 to %%n step %%c1 iter_args(%%c = %%zero) -> (%[3]s) : i32 {
    %%a = tt.descriptor_load %%ad[%%k, %%c0] : !tt.tensordesc<%[1]s> -> %[1]s
    %%b = tt.descriptor_load %%bd[%%k, %%c0] : !tt.tensordesc<%[2]s> -> %[2]s
    %%d = tt.dot %%a, %%b, %%c : %[1]s * %[2]s -> %[3]s
    scf.yield %%d : %[3]s
  }
  tt.descriptor_store %%cd[%%c0, %%c0], %%acc : !tt.tensordesc<%[3]s>, %[3]s
  tt.return
}`, a, b, d)
}

// The fewest consumers with at most 128 accumulator registers a thread and 64 rows
// each, and with registers enough for these: 256x256 accumulators are the whole file.
func TestConsumers(t *testing.T) {
	tests := []struct {
		rows, columns int
		passes        string
		warps         int // 0: not specialized
	}{
		{64, 64, "tawa-partition", 4},
		{64, 256, "tawa-partition", 4},
		{128, 128, "tawa-partition", 4},
		{128, 256, "tawa-partition", 8},
		{256, 128, "tawa-partition", 8},
		{256, 128, "tawa-partition{num-warps=16}", 16},
		{256, 256, "tawa-partition", 0},
		{64, 512, "tawa-partition", 0},
		{128, 128, "tawa-partition{num-warps=8}", 8},
		{128, 128, "tawa-partition{num-warps=16}", 8},
		{128, 256, "tawa-partition{num-warps=4}", 8},
		{128, 128, "tawa-partition{consumers=2}", 8},
	}
	for _, x := range tests {
		t.Run(fmt.Sprintf("%dx%d %s", x.rows, x.columns, x.passes), func(t *testing.T) {
			module := transform(t, "kernel", product(x.rows, x.columns), x.passes)
			n, _ := module.IntAttr("ttg.num-warps")
			if int(n) != x.warps {
				t.Errorf("%d warps compute, want %d", n, x.warps)
			}
		})
	}
}

// What a dot gives is an accumulator beside the one that is carried, unless it is added in place.
func TestAccumulators(t *testing.T) {
	in := func(body string) string {
		return strings.Replace(product(128, 128), "    %d = tt.dot %a, %b, %c :", body, 1)
	}
	const sums = "    %s = tt.dot %a, %b, %zero : tensor<128x64xf16> * tensor<64x128xf16> -> tensor<128x128xf32>\n"
	tests := []struct {
		name, body string
		warps      int
	}{
		{"in place", "    %d = tt.dot %a, %b, %c :", 4},
		{"in place after a product", "    %e = arith.mulf %c, %c : tensor<128x128xf32>\n    %d = tt.dot %a, %b, %e :", 4},
		{"added afterwards", sums + "    %e = arith.addf %c, %s : tensor<128x128xf32>\n    %d = arith.addf %e, %s :", 8},
		{"one after the other", sums + "    %e = arith.addf %c, %s : tensor<128x128xf32>\n    %d = tt.dot %a, %b, %e :", 8},
		{"in a chain", "    %e = tt.dot %a, %b, %c : tensor<128x64xf16> * tensor<64x128xf16> -> tensor<128x128xf32>\n    %d = tt.dot %a, %b, %e :", 4},
	}
	for _, x := range tests {
		t.Run(x.name, func(t *testing.T) {
			text := in(x.body)
			if strings.Contains(x.body, "%d = arith.addf") {
				text = strings.Replace(text, "%d = arith.addf %e, %s : tensor<128x64xf16> * tensor<64x128xf16> -> ", "%d = arith.addf %e, %s : ", 1)
			}
			if n, _ := transform(t, "kernel", text, "tawa-partition").IntAttr("ttg.num-warps"); int(n) != x.warps {
				t.Errorf("%d warps compute, want %d", n, x.warps)
			}
		})
	}
}

// What a pass leaves is not changed by running it again.
func TestPartitionTwice(t *testing.T) {
	once := transform(t, "kernel", product(128, 128), "tawa-partition")
	text := printer.String(once, printer.Options{})
	twice := transform(t, "kernel", text, "tawa-partition")
	if again := printer.String(twice, printer.Options{}); again != text {
		t.Errorf("the second run changed the kernel:\n%s", again)
	}
}

func Example() {
	var sink diag.Sink
	module, _ := parser.Parse(newContext(), diag.NewFile("kernel.mlir", []byte(product(64, 64))), &sink)
	registry := pass.NewRegistry()
	tawa.Register(registry)
	pipeline := pass.ParsePipeline(registry, "builtin.module(tawa-partition{depth=2},tawa-pipeline{mma-depth=1},aref-lower)", &sink)
	if !pipeline.Run(module, &sink) {
		fmt.Println(render(&sink))
	}
	out := printer.String(module, printer.Options{})
	for _, op := range []string{"ttg.local_alloc", "nvgpu.tma.load", "nvgpu.dot_issue", "nvgpu.mbarrier.arrive"} {
		fmt.Println(op, strings.Count(out, op+" "))
	}
	// Output:
	// ttg.local_alloc 4
	// nvgpu.tma.load 2
	// nvgpu.dot_issue 1
	// nvgpu.mbarrier.arrive 2
}
