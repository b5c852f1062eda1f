package driver

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"tawa/ptx"
)

// ordered are kernels whose consumers take turns.
var ordered = []struct{ name, options, launch string }{
	{"attn_fp16_full_128x128", "depth=2 persistent=0 ping-pong=1", attention("f16", 1, 768)},
	{"gemm_fp16_128x128x64", "depth=2 persistent=1 sms=1 ping-pong=1", gemm("f16", 6, 136, 264, 144)},
}

// isTurn reports whether an instruction takes a turn: two warp groups meet, and not at the barrier of a region.
func (k *kernelText) isTurn(in *ptx.Inst) bool {
	return len(in.Args) > 1 && in.Args[1].Bits == 2*128 && !(in.Args[0].Kind == ptx.Imm && in.Args[0].Bits > 12)
}

// A turn that is not taken, not passed, or passed to somebody else is noticed.
func TestEmulatorNoticesMistakesOfTurns(t *testing.T) {
	mistakes := []mutation{
		{"turn not taken", at("bar.sync", "", onlyIf((*kernelText).isTurn, dropped))},
		{"turn not passed", at("bar.arrive", "", dropped)},
		{"turn passed twice", at("bar.arrive", "", doubled)},
		{"another's turn taken", at("bar.sync", "", onlyIf((*kernelText).isTurn, through(0, "b32", "xor.b32", "3")))},
		{"turn passed to another", at("bar.arrive", "", through(0, "b32", "xor.b32", "3"))},
	}
	for _, x := range ordered {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			s := newSpecimen(t, x.name, x.options, x.launch)
			if s.accepted(t, x.options, 0, 6) {
				s.noticesAll(t, mistakes)
			}
		})
	}
}

// tiles makes a kernel of 128 x 256 tiles one of other tiles, which fit in the registers of one warp group.
func tiles(text []byte, rows, columns int) []byte {
	m, n := strconv.Itoa(rows), strconv.Itoa(columns)
	return []byte(strings.NewReplacer(
		"%c128_i32", "%tile_rows", "%c256_i32", "%tile_columns",
		"constant 128 :", "constant "+m+" :", "constant 127 :", fmt.Sprintf("constant %d :", rows-1),
		"constant 256 :", "constant "+n+" :", "constant 255 :", fmt.Sprintf("constant %d :", columns-1),
		"<128x256x", "<"+m+"x"+n+"x", "<128x64x", "<"+m+"x64x", "<256x64x", "<"+n+"x64x", "<64x256x", "<64x"+n+"x",
	).Replace(string(text)))
}

// Consumers that take whole tiles in turn give the interpreter's numbers without a report: for an odd number of tiles, one, none of
// a program's, and loops that run zero times.
func TestTilesInTurnOnTheEmulator(t *testing.T) {
	const name = "gemm_fp16_persistent_128x256x64"
	for _, x := range []struct {
		what          string
		rows, columns int
		launch        string
	}{
		{"square tiles", 128, 128, gemm("f16", 1, 136, 264, 144)},
		{"wide tiles", 64, 256, gemm("f16", 1, 136, 264, 144)},
		{"one tile", 128, 128, gemm("f16", 1, 80, 120, 400)},
		{"no tile for the second program", 128, 128, gemm("f16", 2, 80, 120, 80)},
		{"no step", 128, 128, strings.Replace(gemm("f16", 1, 136, 264, 16), "--arg=i32:16", "--arg=i32:0", 1)},
	} {
		t.Run(x.what, func(t *testing.T) {
			t.Parallel()
			text := tiles(exampleText(t, name), x.rows, x.columns)
			for i, options := range []string{"ping-pong=1", "ping-pong=1 depth=1", "ping-pong=1 depth=2 mma-depth=1"} {
				s := textSpecimen(t, name, text, options, x.launch)
				if !bytes.Contains(s.program.Code, []byte("bar.sync 2, 256;")) {
					t.Fatalf("%q: no turns are taken", options)
				}
				s.accepted(t, options, 4*i, 4)
			}
		})
	}
}
