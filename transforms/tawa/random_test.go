package tawa_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"tawa/interp"
	"tawa/ir"
)

// generator writes kernels at random: loops, branches and while loops around loads,
// dots, arithmetic on tiles, and stores.
type generator struct {
	rng     *rand.Rand
	out     strings.Builder
	names   int
	scalars []string // i32
	tiles   []string // tensor<64x64xf16>
	accs    []string // tensor<64x64xf32>
	depth   int
}

const (
	half = "tensor<64x64xf16>"
	full = "tensor<64x64xf32>"
)

func (g *generator) name() string {
	g.names++
	return fmt.Sprintf("%%v%d", g.names)
}

func (g *generator) line(format string, args ...any) {
	fmt.Fprintf(&g.out, format+"\n", args...)
}

func (g *generator) pick(of []string) string { return of[g.rng.IntN(len(of))] }

// scoped forgets what f defines.
func (g *generator) scoped(f func()) {
	s, t, a := len(g.scalars), len(g.tiles), len(g.accs)
	g.depth++
	f()
	g.depth--
	g.scalars, g.tiles, g.accs = g.scalars[:s:s], g.tiles[:t:t], g.accs[:a:a]
}

func (g *generator) statement() {
	v := g.name()
	switch n := g.rng.IntN(16); {
	case n < 2:
		g.line("%s = arith.%s %s, %s : i32", v, g.pick([]string{"addi", "muli", "subi"}), g.pick(g.scalars), g.pick(g.scalars))
		g.scalars = append(g.scalars, v)
	case n < 3:
		g.line("%s_p = tt.addptr %%flags, %%c1 : !tt.ptr<i32>, i32\n%s = tt.load %s_p : !tt.ptr<i32>", v, v, v)
		g.scalars = append(g.scalars, v)
	case n < 6:
		from := g.pick([]string{"%d0", "%d1", "%d2"})
		g.line("%s = tt.descriptor_load %s[%s, %s] : !tt.tensordesc<%s> -> %s", v, from, g.pick(g.scalars), g.pick(g.scalars), half, half)
		g.tiles = append(g.tiles, v)
	case n < 7:
		g.line("%s = tt.trans %s {order = array<i32: 1, 0>} : %s -> %s", v, g.pick(g.tiles), half, half)
		g.tiles = append(g.tiles, v)
	case n < 9:
		g.line("%s = tt.dot %s, %s, %s : %s * %s -> %s", v, g.pick(g.tiles), g.pick(g.tiles), g.pick(g.accs), half, half, full)
		g.accs = append(g.accs, v)
	case n < 10:
		g.line("%s = arith.truncf %s : %s to %s", v, g.pick(g.accs), full, half)
		g.tiles = append(g.tiles, v)
	case n < 11:
		g.line("tt.descriptor_store %%out[%s, %s], %s : !tt.tensordesc<%s>, %s", g.pick(g.scalars), g.pick(g.scalars), g.pick(g.accs), full, full)
	case g.depth < 3 && n < 14:
		g.loop(v)
	case g.depth < 3 && n < 15:
		g.branch(v)
	case g.depth < 3:
		g.while(v)
	}
}

func (g *generator) block() {
	for range 2 + g.rng.IntN(5) {
		g.statement()
	}
}

// loop is a for loop that accumulates a product of loaded tiles, and perhaps more.
func (g *generator) loop(v string) {
	g.line("%s:2 = scf.for %s_k = %%c0 to %s step %%c1 iter_args(%s_c = %s, %s_s = %s) -> (%s, i32) : i32 {",
		v, v, g.pick([]string{"%c0", "%c1", "%c3", "%n"}), v, g.pick(g.accs), v, g.pick(g.scalars), full)
	g.scoped(func() {
		g.scalars = append(g.scalars, v+"_k", v+"_s")
		if g.rng.IntN(2) == 0 {
			g.accs = append(g.accs, v+"_c")
		}
		g.block()
		g.line("%s_a = tt.descriptor_load %%d0[%s, %s_k] : !tt.tensordesc<%s> -> %s", v, g.pick(g.scalars), v, half, half)
		g.line("%s_b = tt.descriptor_load %%d1[%s, %s_k] : !tt.tensordesc<%s> -> %s", v, g.pick(g.scalars), v, half, half)
		g.line("%s_t = tt.trans %s_b {order = array<i32: 1, 0>} : %s -> %s", v, v, half, half)
		g.line("%s_d = tt.dot %s_a, %s_t, %s_c : %s * %s -> %s", v, v, v, v, half, half, full)
		g.tiles = append(g.tiles, v+"_a", v+"_b", v+"_t")
		if g.rng.IntN(3) == 0 {
			g.block()
		}
		g.line("scf.yield %s_d, %s : %s, i32\n}", v, g.pick(g.scalars), full)
	})
	g.accs = append(g.accs, v+"#0")
	g.scalars = append(g.scalars, v+"#1")
}

func (g *generator) branch(v string) {
	g.line("%s_p = arith.cmpi slt, %s, %s : i32", v, g.pick(g.scalars), g.pick(g.scalars))
	g.line("%s = scf.if %s_p -> (i32) {", v, v)
	arm := func() {
		g.block()
		g.line("scf.yield %s : i32", g.pick(g.scalars))
	}
	g.scoped(arm)
	g.line("} else {")
	g.scoped(arm)
	g.line("}")
	g.scalars = append(g.scalars, v)
}

// while runs as often as a counter says.
func (g *generator) while(v string) {
	g.line("%s:2 = scf.while (%s_i = %%c0, %s_x = %s) : (i32, i32) -> (i32, i32) {", v, v, v, g.pick(g.scalars))
	g.line("%s_more = arith.cmpi slt, %s_i, %s : i32", v, v, g.pick([]string{"%c0", "%c1", "%n"}))
	g.line("scf.condition(%s_more) %s_x, %s_i : i32, i32\n} do {\n^bb0(%s_y: i32, %s_j: i32):", v, v, v, v, v)
	g.scoped(func() {
		g.scalars = append(g.scalars, v+"_y", v+"_j")
		g.block()
		g.line("%s_next = arith.addi %s_j, %%c1 : i32", v, v)
		g.line("scf.yield %s_next, %s : i32, i32\n}", v, g.pick(g.scalars))
	})
	g.scalars = append(g.scalars, v+"#0")
}

func (g *generator) kernel() string {
	g.line("tt.func public @k(%%d0: !tt.tensordesc<%s>, %%d1: !tt.tensordesc<%s>, %%d2: !tt.tensordesc<%s>, %%out: !tt.tensordesc<%s>, %%flags: !tt.ptr<i32>, %%n: i32) {",
		half, half, half, full)
	for _, c := range []int{0, 1, 3} {
		g.line("%%c%d = arith.constant %d : i32", c, c)
	}
	g.line("%%zero = arith.constant dense<0.0> : %s\n%%ones = arith.constant dense<1.0> : %s", full, half)
	g.scalars, g.tiles, g.accs = []string{"%c0", "%c1", "%c3", "%n"}, []string{"%ones"}, []string{"%zero"}
	g.block()
	g.loop(g.name())
	g.block()
	g.line("tt.descriptor_store %%out[%%c0, %%c0], %s : !tt.tensordesc<%s>, %s\ntt.return\n}", g.pick(g.accs), full, full)
	return g.out.String()
}

func launchRandom(ctx *ir.Context, mem *interp.Memory) ([]interp.Arg, []*interp.Buffer) {
	var args []interp.Arg
	for i, name := range []string{"d0", "d1", "d2"} {
		b := fill(mem.Alloc(name, ctx.F16(), 80, 80), uint64(i))
		for j := range b.Len() {
			b.SetFloat(j, b.Float(j)/16) // products of products stay finite
		}
		args = append(args, interp.Descriptor(b))
	}
	out := mem.Alloc("out", ctx.F32(), 80, 80)
	flags := mem.Alloc("flags", ctx.I32(), 4)
	flags.SetInt(1, 2)
	return append(args, interp.Descriptor(out), interp.Pointer(flags), interp.Int(2)), []*interp.Buffer{out}
}

// Kernels at random compute the same bits before and after the passes.
func TestRandomKernels(t *testing.T) {
	split := 0
	for seed := range uint64(60) {
		g := &generator{rng: rand.New(rand.NewPCG(seed, 7))}
		text := g.kernel()
		want := run(t, parse(t, newContext(), "random", text), [3]int{1}, launchRandom, interp.Random, 0)[0]
		for i, passes := range []string{
			"tawa-partition{depth=2},tawa-pipeline",
			"tawa-partition{max-depth=3},tawa-pipeline,aref-lower",
			"canonicalize,cse,tawa-partition{depth=1},tawa-pipeline,canonicalize,aref-lower,canonicalize",
		} {
			module := transform(t, fmt.Sprintf("random kernel %d", seed), text, passes)
			if module.Attr("ttg.num-warps") != nil {
				split++
			}
			got := run(t, module, [3]int{1}, launchRandom, interp.Order((int(seed)+i)%3), seed)[0]
			if !bytes.Equal(got.Data, want.Data) {
				t.Errorf("kernel %d differs after %s:\n%s", seed, passes, text)
			}
		}
	}
	if split < 60 {
		t.Errorf("only %d of 180 runs were of kernels that were split", split)
	}
}
