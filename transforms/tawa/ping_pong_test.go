package tawa_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"tawa/interp"
	"tawa/printer"
)

// persistent is a kernel that walks tiles of 128 x 128 itself.
func persistent(t testing.TB) string {
	text := strings.ReplaceAll(kernel(t, "gemm_fp16_persistent_128x256x64"), "%c256_i32", "%columns")
	return strings.ReplaceAll(text, "256", "128")
}

// Consumers that take tiles in turn store the same bits, however many tiles there are, and whoever runs first.
func TestPingPongComputesTheSame(t *testing.T) {
	tests := []struct {
		name, text string
		grid       [3]int
		launch     launcher
	}{
		{"nine tiles", persistent(t), [3]int{1}, gemm("f16", 272, 272, 144, 1, 144)},
		{"three tiles of one step", persistent(t), [3]int{1}, gemm("f16", 80, 272, 16, 1, 16)},
		{"one tile", persistent(t), [3]int{1}, gemm("f16", 80, 80, 336, 1, 336)},
		{"no step", persistent(t), [3]int{1}, gemm("f16", 80, 272, 16, 1, 0)},
		{"resident", kernel(t, "gemm_fp16_128x128x64"), [3]int{6}, gemm("f16", 272, 144, 80, 1, 80)},
		{"batched", kernel(t, "bmm_fp16_128x128x64"), [3]int{2, 2, 3}, gemm("f16", 256, 144, 80, 3, 80)},
		{"pointers", kernel(t, "gemm_ptr"), [3]int{2, 1}, gemmPointers},
	}
	for _, x := range tests {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			want := run(t, parse(t, newContext(), x.name, x.text), x.grid, x.launch, interp.Random, 0)
			for i, sms := range []int{1, 2, 132} {
				for k, after := range []string{"", ",aref-lower", ",aref-lower,convert-tt-to-ttg,tma-store"} {
					passes := fmt.Sprintf("canonicalize,cse,tawa-persist{force sms=%d},tawa-partition{depth=%d},tawa-pipeline,tawa-ping-pong{force},aref-verify", sms, 1+i)
					module := transform(t, x.name, x.text, passes)
					if text := printer.String(module, printer.Options{}); strings.Count(text, "aref.skip") != 2 || strings.Count(text, "aref.take") != 4 {
						t.Fatalf("after %s consumers take no tiles in turn:\n%s", passes, text)
					}
					module = transform(t, x.name, printer.String(module, printer.Options{}), strings.TrimPrefix(",canonicalize,cse"+after, ","))
					for j, got := range run(t, module, x.grid, x.launch, interp.Order((i+k)%3), uint64(i)) {
						if !bytes.Equal(got.Data, want[j].Data) {
							t.Errorf("after %s%s, %v differs", passes, after, got)
						}
					}
				}
			}
		})
	}
}
