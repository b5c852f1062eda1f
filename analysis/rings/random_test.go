package rings_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"tawa/analysis/rings"
	"tawa/diag"
	"tawa/interp"
)

// maker writes roles over two rings at random, mostly right, with a mistake here and there.
type maker struct {
	rng *rand.Rand
	out strings.Builder
}

const smallRing = "!aref.ring<%d x (tensor<4xf32>)>"

func (m *maker) line(format string, args ...any) { fmt.Fprintf(&m.out, format+"\n", args...) }

func (m *maker) oneIn(n int) bool { return m.rng.IntN(n) == 0 }

// program returns a kernel with one argument n.
func (m *maker) program() string {
	depths := [2]int{1 + m.rng.IntN(3), 1 + m.rng.IntN(3)}
	types := [2]string{fmt.Sprintf(smallRing, depths[0]), fmt.Sprintf(smallRing, depths[1])}
	m.line("tt.func @k(%%n: i32) {")
	m.line("%%a = aref.create : %s\n%%b = aref.create : %s", types[0], types[1])
	m.line("ttg.warp_specialize(%%a, %%b, %%n)\ndefault {")
	late := m.rng.IntN(3)
	m.loop("%n", func(x int) { m.get(x, types[x], late) })
	m.drain(types, late)
	m.line("ttg.warp_yield\n}\npartition0(%%pa: %s, %%pb: %s, %%pn: i32) num_warps(4) {", types[0], types[1])
	m.loop("%pn", func(x int) { m.line("aref.put %%p%s[%%i%d], %%tile : %s", ring(x)[1:], x, types[x]) })
	m.line("ttg.warp_return\n} : (%s, %s, i32) -> ()\ntt.return\n}", types[0], types[1])
	return m.out.String()
}

func ring(x int) string { return [...]string{"%a", "%b"}[x] }

// loop writes a role: n iterations, or one more or fewer, that access one ring after the other.
func (m *maker) loop(n string, access func(x int)) {
	for i := range 4 {
		m.line("%%c%d = arith.constant %d : i32", i, i)
	}
	m.line("%%tile = arith.constant dense<1.0> : tensor<4xf32>")
	low, high := "%c0", n
	if m.oneIn(8) {
		low = "%c1"
	}
	if m.oneIn(8) {
		m.line("%%more = arith.addi %s, %%c1 : i32", n)
		high = "%more"
	}
	m.line("%%e:2 = scf.for %%k = %s to %s step %%c1 iter_args(%%i0 = %%c0, %%i1 = %%c0) -> (i32, i32) : i32 {", low, high)
	order := [2]int{0, 1}
	if m.oneIn(3) {
		order = [2]int{1, 0}
	}
	for _, x := range order {
		access(x)
		if m.oneIn(14) {
			access(x)
		}
	}
	for x := range 2 {
		step := 1
		if m.oneIn(20) {
			step = 2
		}
		m.line("%%next%d = arith.addi %%i%d, %%c%d : i32", x, x, step)
	}
	m.line("scf.yield %%next0, %%next1 : i32, i32\n}")
}

// get writes a get and the release of the slot of `late` iterations before.
func (m *maker) get(x int, t string, late int) {
	id := m.rng.IntN(1 << 30)
	m.line("%%v%d = aref.get %s[%%i%d] : %s", id, ring(x), x, t)
	if late == 0 && !m.oneIn(10) {
		m.line("aref.consumed %s[%%i%d] : %s", ring(x), x, t)
		return
	}
	m.line("%%old%d = arith.cmpi sge, %%i%d, %%c%d : i32\n%%before%d = arith.subi %%i%d, %%c%d : i32", id, x, late, id, x, late)
	m.line("scf.if %%old%d {\naref.consumed %s[%%before%d] : %s\n}", id, ring(x), id, t)
}

// drain gives back what the loop has kept, or forgets one.
func (m *maker) drain(types [2]string, late int) {
	for x := range 2 {
		for j := late; j >= 1; j-- {
			if m.oneIn(10) {
				continue
			}
			id := m.rng.IntN(1 << 30)
			m.line("%%ran%d = arith.cmpi sge, %%e#%d, %%c%d : i32\n%%last%d = arith.subi %%e#%d, %%c%d : i32", id, x, j, id, x, j)
			m.line("scf.if %%ran%d {\naref.consumed %s[%%last%d] : %s\n}", id, ring(x), id, types[x])
		}
	}
}

// runs reports whether the program runs for every n up to a bound in several orders.
func runs(t *testing.T, text string) (ok bool, why string) {
	module, _ := parse(t, text)
	for n := range int64(8) {
		for _, order := range []interp.Order{interp.ProducerFirst, interp.ConsumerFirst, interp.Random} {
			var sink diag.Sink
			if !interp.Run(module, interp.Config{Args: []interp.Arg{interp.Int(n)}, Order: order, Seed: uint64(n)}, &sink) {
				return false, fmt.Sprintf("n=%d: %s", n, sink.All()[0].Message)
			}
		}
	}
	return true, ""
}

// The verdict on random programs is what running them for every small n shows.
func TestAgreesWithRuns(t *testing.T) {
	count := map[rings.Outcome]int{}
	for seed := range uint64(600) {
		m := &maker{rng: rand.New(rand.NewPCG(seed, 1))}
		text := m.program()
		_, fn := parse(t, text)
		v := rings.Check(fn)
		count[v.Outcome]++
		ok, why := runs(t, text)
		if (v.Outcome == rings.Proven) != ok || (v.Outcome == rings.Violated) == ok {
			t.Fatalf("seed %d: outcome %d (%s), but runs: %v %s\n%s", seed, v.Outcome, v.Text, ok, why, text)
		}
	}
	if count[rings.Proven] < 60 || count[rings.Violated] < 60 {
		t.Errorf("%v: too few of a kind to tell", count)
	}
}
