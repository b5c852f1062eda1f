package gpu_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tawa/diag"
	gpud "tawa/dialects/gpu"
	"tawa/dialects/math"
	"tawa/dialects/nvgpu"
	"tawa/dialects/scf"
	"tawa/dialects/ttg"
	"tawa/ir"
	"tawa/ir/verify"
	"tawa/parser"
	"tawa/pass"
	"tawa/printer"
	"tawa/transforms"
	"tawa/transforms/gpu"
)

// compile runs passes on a program.
func compile(name, text, passes string) (*ir.Operation, error) {
	r := ir.NewRegistry()
	gpud.Register(r)
	scf.Register(r)
	math.Register(r)
	nvgpu.Register(r)
	var sink diag.Sink
	fail := func() error {
		var b strings.Builder
		for _, d := range sink.All() {
			diag.Render(&b, d, false)
		}
		return fmt.Errorf("%s: %s:\n%s", name, passes, &b)
	}
	module, ok := parser.Parse(ir.NewContext(r), diag.NewFile(name, []byte(text)), &sink)
	if !ok {
		return nil, fail()
	}
	registry := pass.NewRegistry()
	transforms.Register(registry)
	m := pass.ParsePipeline(registry, "builtin.module("+passes+")", &sink)
	if m == nil || !m.Run(module, &sink) || !verify.Verify(module, &sink) {
		return nil, fail()
	}
	return module, nil
}

// eachKernel calls f with every example, compiled with roles and without.
func eachKernel(t *testing.T, f func(t *testing.T, module *ir.Operation)) {
	t.Helper()
	files, _ := filepath.Glob("../../examples/ttir/*.ttir")
	if len(files) < 15 {
		t.Fatalf("found %d examples", len(files))
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, passes := range []string{"tawa-compile", "tawa-compile{warp-specialize=false}"} {
			t.Run(filepath.Base(file)+" "+passes, func(t *testing.T) {
				module, err := compile(file, string(text), passes)
				if err != nil {
					t.Fatal(err)
				}
				f(t, module)
			})
		}
	}
}

// place is a buffer or scratch in shared memory.
type place struct {
	op       *ir.Operation
	from, to int64
	source   bool // filled where it is made
}

func places(module *ir.Operation) []place {
	var out []place
	module.Walk(func(op *ir.Operation) bool {
		at, ok := op.IntAttr(gpu.OffsetAttr)
		if !ok {
			return true
		}
		p := place{op, at, at + 1, op.NumOperands() > 0}
		for u := range op.Result(0).Users() {
			p.source = p.source || u.Is(nvgpu.TMALoad) && u.Block() == op.Block() && op.Name() == ttg.LocalAlloc
		}
		if m, ok := op.Result(0).Type().(*ttg.MemDescType); ok {
			p.to = at + ir.NumElements(m.Shape)*int64(ir.BitWidth(m.Elem))/8
		}
		out = append(out, p)
		return true
	})
	return out
}

// A buffer that is filled by copies at times of their own shares its memory with nothing but an epilogue over the rings.
func TestBuffersDoNotMeet(t *testing.T) {
	eachKernel(t, func(t *testing.T, module *ir.Operation) {
		shared, _ := module.IntAttr("ttg.shared")
		all := places(module)
		for i, p := range all {
			if m, ok := p.op.Result(0).Type().(*ttg.MemDescType); ok && p.to-p.from >= 1024 && p.from%1024 != 0 {
				t.Errorf("%s at %d is not aligned", ir.TypeString(m), p.from)
			}
			if p.to > shared {
				t.Errorf("%s ends at %d, beyond %d", p.op.Name(), p.to, shared)
			}
			for _, q := range all[:i] {
				over := p.op.Attr(gpu.OverRingAttr) != nil || q.op.Attr(gpu.OverRingAttr) != nil
				if (!p.source || !q.source) && !over && p.from < q.to && q.from < p.to {
					t.Errorf("buffers at [%d, %d) and [%d, %d) meet", p.from, p.to, q.from, q.to)
				}
			}
		}
	})
}

// Every tensor has an encoding that places it, in as many warps as run the op.
func TestEveryTensorHasALayout(t *testing.T) {
	eachKernel(t, func(t *testing.T, module *ir.Operation) {
		check := func(op *ir.Operation, v *ir.Value) {
			tensor, ok := v.Type().(*ir.RankedTensorType)
			if !ok {
				return
			}
			l, err := ttg.ToLinear(tensor.Shape, tensor.Encoding)
			if err != nil || !l.IsSurjective() {
				t.Errorf("%s: '%s' has no layout: %v", op.Name(), ir.TypeString(tensor), err)
			} else if got := l.InSize("warp"); int64(got) != ttg.NumWarps(op) {
				t.Errorf("%s: '%s' lies in %d warps", op.Name(), ir.TypeString(tensor), got)
			}
		}
		module.Walk(func(op *ir.Operation) bool {
			for _, v := range op.Results() {
				check(op, v)
			}
			for _, r := range op.Regions() {
				for b := range r.Blocks() {
					for _, v := range b.Args() {
						if b.First() != nil {
							check(b.First(), v)
						}
					}
				}
			}
			return true
		})
	})
}

// The warp groups of a store meet at barriers of their own.
func TestBarriersAreApart(t *testing.T) {
	eachKernel(t, func(t *testing.T, module *ir.Operation) {
		group := map[int64]bool{}
		module.Walk(func(op *ir.Operation) bool {
			if op.Is(nvgpu.TMAStoreTile) {
				base, _ := op.IntAttr("barrier")
				for i := range ttg.NumWarps(op) / 4 {
					group[base+i] = true
				}
			}
			return true
		})
		module.Walk(func(op *ir.Operation) bool {
			if id, _ := op.IntAttr("id"); op.Is(nvgpu.Barrier) && group[id] {
				t.Errorf("barrier %d is that of one warp group and of all", id)
			}
			return true
		})
		for id := range group {
			if id < 1 || id > 12 {
				t.Errorf("a store uses barrier %d", id)
			}
		}
	})
}

// A program that has its layouts keeps them.
func TestConvertTwiceIsOnce(t *testing.T) {
	eachKernel(t, func(t *testing.T, module *ir.Operation) {
		text := printer.String(module, printer.Options{})
		again, err := compile("again", text, "convert-tt-to-ttg")
		if err != nil {
			t.Fatal(err)
		}
		if got := printer.String(again, printer.Options{}); got != text {
			t.Errorf("the second conversion gives\n%s\nafter\n%s", got, text)
		}
	})
}

func Example() {
	module, err := compile("scale", `
tt.func @scale(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %i = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
  %p = tt.splat %x : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>>
  %q = tt.addptr %p, %i : tensor<512x!tt.ptr<f32>>, tensor<512xi32>
  %v = tt.load %q : tensor<512x!tt.ptr<f32>>
  %w = arith.addf %v, %v : tensor<512xf32>
  tt.store %q, %w : tensor<512x!tt.ptr<f32>>
  tt.return
}`, "convert-tt-to-ttg,allocate-shared-memory")
	if err != nil {
		fmt.Println(err)
		return
	}
	module.Walk(func(op *ir.Operation) bool {
		if op.Name().String() == "arith.addf" {
			fmt.Println(ir.TypeString(op.Result(0).Type()))
		}
		return true
	})
	// Output: tensor<512xf32, #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>
}
