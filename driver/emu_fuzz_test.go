package driver

import (
	"math/rand/v2"
	"strconv"
	"sync"
	"testing"

	"tawa/emu"
	"tawa/ptx"
)

// fuzzed are the kernels whose tokens FuzzBrokenKernels mixes up.
var fuzzed = []struct{ name, launch string }{
	{"gemm_fp16_128x128x64", gemm("f16", 1, 80, 120, 208)},
	{"attn_fp8_full_128x128", attention("f8E4M3FN", 1, 128)},
	{"layer_norm", "--grid=1 --arg=randn:f32[1,1100] --arg=zeros:f32[1,1100] --arg=randn:f32[1100] --arg=randn:f32[1100] --arg=i32:1100 --arg=i32:1100 --arg=f32:1e-5"},
}

// FuzzBrokenKernels: a compiled kernel with some tokens changed is refused or runs to an end or to a report; the emulator never
// panics.
func FuzzBrokenKernels(f *testing.F) {
	var mu sync.Mutex
	made := map[int]*specimen{}
	for seed := range 24 {
		f.Add(uint8(seed), uint64(seed), uint8(seed%4))
	}
	f.Fuzz(func(t *testing.T, kernel uint8, seed uint64, edits uint8) {
		i := int(kernel) % len(fuzzed)
		mu.Lock()
		s := made[i]
		if s == nil {
			var err error
			if s, err = compileSpecimen(t, fuzzed[i].name, "", fuzzed[i].launch); err != nil {
				t.Fatal(err)
			}
			made[i] = s
		}
		mu.Unlock()
		broken, _ := parsePTX(scramble(s.text(t), rand.New(rand.NewPCG(seed, 1)), 1+int(edits%8)))
		if broken == nil {
			return
		}
		cfg, err := emuConfig(&Launch{Program: s.program, Data: s.initial.clone(), Grid: s.runner.size, Schedule: int(seed % 6), runner: s.runner})
		if err != nil {
			t.Fatal(err)
		}
		cfg.MaxInstructions = 20000
		for _, r := range emu.Run(broken, cfg).Reports {
			if r.String() == "" {
				t.Error("an empty report")
			}
		}
	})
}

// scramble changes n instructions, each in another way: dropped, doubled, swapped for another, another operand, another number.
func scramble(k *kernelText, rng *rand.Rand, n int) []byte {
	code := k.fn.Code
	edits := map[int]edit{}
	for range n {
		i := rng.IntN(len(code))
		in, other := &code[i], &code[rng.IntN(len(code))]
		text := ""
		switch rng.IntN(5) {
		case 0:
		case 1:
			text = k.text(in) + " " + k.text(in)
		case 2:
			text = k.text(other)
		default:
			text = k.text(in)
			if len(in.Args) > 0 && len(other.Args) > 0 {
				text = k.scrambled(rng, in, other)
			}
		}
		edits[i] = edit{in.Span.Start, in.Span.End, text}
	}
	var list []edit
	for _, e := range edits {
		list = append(list, e)
	}
	return k.apply(list...).code
}

// scrambled is an instruction with an operand of another one, or with another number.
func (k *kernelText) scrambled(rng *rand.Rand, in, other *ptx.Inst) string {
	i := rng.IntN(len(in.Args))
	if in.Args[i].Kind == ptx.Imm {
		numbers := []int64{0, 1, -1, 2, 7, 16, 31, 32, 33, 255, 1 << 20, 1<<31 - 1, -1 << 31, rng.Int64()}
		return k.with(in, i, strconv.FormatInt(numbers[rng.IntN(len(numbers))], 10))
	}
	return k.with(in, i, k.operand(other, rng.IntN(len(other.Args))))
}
