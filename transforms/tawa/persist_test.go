package tawa_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"tawa/diag"
	"tawa/interp"
	"tawa/ir"
	"tawa/pass"
	"tawa/printer"
	"tawa/transforms"
)

// everyAxis asks for all that a program can ask of the grid, in and outside of its loop.
const everyAxis = `
tt.func public @k(%a: !tt.tensordesc<tensor<64x64xf16>>, %b: !tt.tensordesc<tensor<64x64xf16>>, %c: !tt.tensordesc<tensor<64x64xf32>>, %log: !tt.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %x = tt.get_program_id x : i32
  %nx = tt.get_num_programs x : i32
  %ny = tt.get_num_programs y : i32
  %y = tt.get_program_id y : i32
  %m = arith.muli %x, %c64 : i32
  %k = arith.muli %y, %c64 : i32
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (tensor<64x64xf32>) : i32 {
    %col = arith.muli %i, %c64 : i32
    %l = tt.descriptor_load %a[%m, %col] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %z = tt.get_program_id z : i32
    %zk = arith.muli %z, %c64 : i32
    %r = tt.descriptor_load %b[%zk, %k] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %d = tt.dot %l, %r, %s : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  %z = tt.get_program_id z : i32
  %zy = arith.muli %z, %ny : i32
  %yz = arith.addi %y, %zy : i32
  %rest = arith.muli %yz, %nx : i32
  %p = arith.addi %x, %rest : i32
  %row = arith.muli %p, %c64 : i32
  tt.descriptor_store %c[%row, %c0], %s : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
  %at = tt.addptr %log, %p : !tt.ptr<i32>, i32
  %one = tt.load %at : !tt.ptr<i32>
  %more = arith.addi %one, %c1 : i32
  tt.store %at, %more : !tt.ptr<i32>
  tt.return
}`

// cells launches everyAxis: a tile for each program, and how often each has run.
func cells(grid [3]int) launcher {
	return func(ctx *ir.Context, mem *interp.Memory) ([]interp.Arg, []*interp.Buffer) {
		all := int64(grid[0] * grid[1] * grid[2])
		a := fill(mem.Alloc("a", ctx.F16(), int64(64*grid[0]), 192), 1)
		b := fill(mem.Alloc("b", ctx.F16(), int64(64*grid[2]), int64(64*grid[1])), 2)
		c, log := mem.Alloc("c", ctx.F32(), 64*all, 64), mem.Alloc("log", ctx.I32(), all)
		return []interp.Arg{interp.Descriptor(a), interp.Descriptor(b), interp.Descriptor(c), interp.Pointer(log), interp.Int(3)}, []*interp.Buffer{c, log}
	}
}

// Resident programs do what the programs of any grid did, each once, however many there are.
func TestResidentProgramsDoTheWorkOfAll(t *testing.T) {
	tests := []struct {
		name, text string
		grid       [3]int
		launch     launcher
	}{
		{"one", everyAxis, [3]int{1, 1, 1}, cells([3]int{1, 1, 1})},
		{"a row", everyAxis, [3]int{7, 1, 1}, cells([3]int{7, 1, 1})},
		{"planes", everyAxis, [3]int{5, 3, 2}, cells([3]int{5, 3, 2})},
		{"gemm", kernel(t, "gemm_fp16_128x128x64"), [3]int{6}, gemm("f16", 272, 144, 80, 1, 80)},
		{"batched", kernel(t, "bmm_fp16_128x128x64"), [3]int{2, 2, 3}, gemm("f16", 256, 144, 80, 3, 80)},
		{"pointers", kernel(t, "gemm_ptr"), [3]int{2, 1}, gemmPointers},
		{"attention", kernel(t, "attn_fp16_full_128x128"), [3]int{3}, attention("f16")},
		{"causal", kernel(t, "attn_fp16_causal_128x128"), [3]int{3}, attention("f16")},
	}
	for _, x := range tests {
		t.Run(x.name, func(t *testing.T) {
			want := run(t, parse(t, newContext(), x.name, x.text), x.grid, x.launch, interp.Random, 0)
			for i, sms := range []int{1, 2, 5, 132} {
				persist := fmt.Sprintf("canonicalize,cse,tawa-persist{force sms=%d}", sms)
				for _, passes := range []string{
					persist,
					persist + ",tawa-partition{depth=2},tawa-pipeline",
					persist + ",tawa-partition,tawa-pipeline,aref-lower",
					fmt.Sprintf("tawa-compile{lazy-rescale=0 persistent=1 sms=%d}", sms),
				} {
					module := transform(t, x.name, x.text, passes)
					if !strings.Contains(printer.String(module, printer.Options{}), fmt.Sprintf("tawa.resident = %d : i32", sms)) {
						t.Fatalf("%s: not persistent", passes)
					}
					for j, got := range run(t, module, x.grid, x.launch, interp.Order(i%3), uint64(i)) {
						if !bytes.Equal(got.Data, want[j].Data) {
							t.Errorf("after %s, %v differs", passes, got)
						}
					}
				}
			}
		})
	}
}

// What the pass says of each example, without and with force.
func TestPersistChooses(t *testing.T) {
	const walks, unequal = "walk several tiles already", "unequal work"
	for file, want := range map[string][2]string{
		"gemm_fp16_128x256x64":                    {"order of their numbers", "order of their numbers"},
		"gemm_fp8_128x256x128":                    {"order of their numbers", "order of their numbers"},
		"bmm_fp16_128x128x64":                     {"16 rows at a time", "16 rows at a time"},
		"gemm_ptr":                                {"16 rows at a time", "16 rows at a time"},
		"attn_fp16_full_128x128":                  {"order of their numbers", "order of their numbers"},
		"attn_fp16_causal_128x128":                {unequal, "order of their numbers"},
		"gemm_fp16_persistent_128x256x64":         {walks, walks},
		"gemm_fp16_persistent_flat_ws_128x256x64": {walks, walks},
		"grouped_gemm":                            {walks, walks},
		"softmax_rows":                            {"", ""},
	} {
		for i, options := range []string{"", "{force}"} {
			var sink diag.Sink
			module := parse(t, newContext(), file, kernel(t, file))
			registry := pass.NewRegistry()
			transforms.Register(registry)
			manager := pass.ParsePipeline(registry, "builtin.module(canonicalize,cse,tawa-persist"+options+")", &sink)
			if manager == nil || !manager.Run(module, &sink) {
				t.Fatalf("%s: %s", file, render(&sink))
			}
			if got := render(&sink); !strings.Contains(got, want[i]) || want[i] == "" && strings.Contains(got, "persistent") {
				t.Errorf("%s%s: want %q, got\n%s", file, options, want[i], got)
			}
		}
	}
}
