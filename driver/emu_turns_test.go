package driver

import (
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
			module, problem := parsePTX(s.program.Code)
			if module == nil {
				t.Fatal(problem)
			}
			k := &kernelText{src: s.program.Code, fn: module.Funcs[0], meta: s.program.Metadata}
			for i := range 6 {
				if f := s.run(module, s.program.Metadata, i); f.kind != "" {
					t.Fatalf("schedule %d: %s\n%s", i, f.kind, f.details)
				}
			}
			for _, mistake := range mistakes {
				mutants := mistake.make(k)
				if len(mutants) == 0 {
					t.Errorf("%s: there is no place for it", mistake.name)
				}
				for _, m := range mutants {
					switch f := s.notice(m); f.kind {
					case "", "unreadable":
						t.Errorf("%s at line %d: nothing shows %s", mistake.name, m.line, f.details)
					default:
						t.Logf("%s at line %d: %s", mistake.name, m.line, f.kind)
					}
				}
			}
		})
	}
}
