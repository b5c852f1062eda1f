package emu

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"tawa/diag"
	"tawa/ptx"
)

// names are the registers of header.
func names(prefix string, n int) []string {
	var s []string
	for i := range n {
		s = append(s, fmt.Sprintf("%%%s%d", prefix, i))
	}
	return s
}

// randomKernel is n random instructions behind some that make registers useful: %rd1 the buffer, %r3 shared memory.
func randomKernel(rng *rand.Rand, n int, ops []string) string {
	s := &ptx.Sample{Rand: rng, Labels: []string{"A", "B"}, Vars: []string{"smem"}, Regs: map[ptx.Type][]string{
		ptx.Pred: names("p", 3), ptx.B16: names("rs", 4), ptx.B32: names("r", 6), ptx.B64: names("rd", 4)}}
	var b strings.Builder
	b.WriteString("ld.param.b64 %rd1, [out]; mov.b64 %rd2, a; cvta.param.u64 %rd2, %rd2; mov.u32 %r1, %tid.x; mov.u32 %r3, 2048; setp.lt.u32 %p1, %r1, 40;\nA:\n")
	for i := range n {
		if i == n/2 {
			b.WriteString("B:\n")
		}
		b.WriteString(s.Of(ops[rng.IntN(len(ops))]) + "\n")
	}
	return b.String()
}

// accepted drops the lines that the reader or the executor refuse, so that the rest runs.
func accepted(t *testing.T, body string) *ptx.Module {
	for range 50 {
		sink := &diag.Sink{}
		text := header + body + "\nret;\n}\n"
		m, ok := ptx.Parse(diag.NewFile("k.ptx", []byte(text)), sink)
		if ok && Check(m, sink) {
			return m
		}
		bad := map[int]bool{}
		for _, d := range sink.All() {
			line, _ := d.Span.Position()
			bad[line-strings.Count(header, "\n")] = true
		}
		var kept []string
		for i, line := range strings.Split(body, "\n") {
			if !bad[i+1] {
				kept = append(kept, line)
			}
		}
		body = strings.Join(kept, "\n")
	}
	t.Fatalf("no end of mistakes in\n%s", body)
	return nil
}

// TestRandom runs random instructions of every kind: reports are fine, panics are not.
func TestRandom(t *testing.T) {
	ops := ptx.Instructions()
	rounds := 300
	if os.Getenv("ROUNDS") != "" {
		fmt.Sscan(os.Getenv("ROUNDS"), &rounds)
	}
	for seed := range rounds {
		rng := rand.New(rand.NewPCG(uint64(seed), 1))
		body := randomKernel(rng, 1+rng.IntN(60), ops)
		m := accepted(t, body)
		cfg := launch(make([]byte, 4096), 128)
		cfg.MaxInstructions = 2000
		cfg.Schedule = Schedules(seed + 1)[seed]
		func() {
			defer func() {
				if r := recover(); r != nil {
					t.Errorf("seed %d: panic: %v\n%s", seed, r, m.File.Src)
					panic(r)
				}
			}()
			r := Run(m, cfg)
			for i := range r.Reports {
				_ = r.Reports[i].String()
			}
		}()
	}
}

// TestEveryInstruction: the executor knows a form of every instruction that the reader knows.
func TestEveryInstruction(t *testing.T) {
	for _, op := range ptx.Instructions() {
		var last string
		for seed := range 2000 {
			rng := rand.New(rand.NewPCG(uint64(seed), 1))
			sink := &diag.Sink{}
			m, ok := ptx.Parse(diag.NewFile("k.ptx", []byte(header+randomKernel(rng, 1, []string{op})+"\nret;\n}\n")), sink)
			if ok && Check(m, sink) {
				last = ""
				break
			}
			last = sink.All()[0].Message
		}
		if last != "" && op != "mma.sync" && op != "wgmma.mma_async" { // these have too many types and shapes to guess; TestMma and TestPipeline
			t.Errorf("%s: %s", op, last)
		}
	}
}
