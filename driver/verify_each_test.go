package driver_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"tawa/diag"
	"tawa/dialects/builtin"
	"tawa/dialects/func"
	"tawa/driver"
	"tawa/ir"
	"tawa/ir/verify"
	"tawa/parser"
	"tawa/pass"
)

// breakable has symbols in two tables, branches, and ops that rely on what is around them.
const breakable = `
module attributes {gpu.container_module} {
  memref.global constant @table : memref<4xi32> = dense<7>
  func.func private @callee(i32) -> i32
  func.func @caller(%x: i32, %c: i1) -> i32 {
    scf.if %c {
    }
    %y = func.call @callee(%x) : (i32) -> i32
    %t = memref.get_global @table : memref<4xi32>
    return %y : i32
  }
  func.func @branches(%c: i1, %x: i32) -> i32 {
    cf.cond_br %c, ^a(%x, %x : i32, i32), ^b
  ^a(%p: i32, %unused: i32):
    %s = arith.addi %p, %x : i32
    cf.br ^c(%s : i32)
  ^b:
    %d = arith.muli %x, %x : i32
    cf.br ^c(%d : i32)
  ^c(%r: i32):
    return %r : i32
  }
  func.func @loops(%n: index, %x: i32) -> i32 {
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %s = scf.for %i = %0 to %n step %1 iter_args(%a = %x) -> (i32) {
      %b = arith.addi %a, %x : i32
      scf.yield %b : i32
    }
    gpu.launch_func @kernels::@kernel blocks in (%1, %1, %1) threads in (%1, %1, %1) args(%s : i32)
    return %s : i32
  }
  gpu.module @kernels {
    gpu.func @kernel(%x: i32) kernel {
      %y = arith.addi %x, %x : i32
      gpu.return
    }
  }
}
`

// found is what was parsed, by what the table below speaks of.
type found struct {
	module *ir.Operation
	ops    []*ir.Operation
	values []*ir.Value
	blocks []*ir.Block
}

func find(module *ir.Operation) *found {
	f := &found{module: module}
	module.Walk(func(op *ir.Operation) bool {
		f.ops = append(f.ops, op)
		f.values = append(f.values, op.Results()...)
		for _, r := range op.Regions() {
			for b := range r.Blocks() {
				f.blocks = append(f.blocks, b)
				f.values = append(f.values, b.Args()...)
			}
		}
		return true
	})
	return f
}

func (f *found) symbol(name string) *ir.Operation {
	for _, op := range f.ops {
		if ir.SymbolName(op) == name {
			return op
		}
	}
	panic("no symbol " + name)
}

// in is the nth op of that name in a function.
func (f *found) in(symbol, name string, n int) *ir.Operation {
	var out *ir.Operation
	f.symbol(symbol).Walk(func(op *ir.Operation) bool {
		if op.Name().String() == name {
			if n == 0 {
				out = op
			}
			n--
		}
		return true
	})
	return out
}

func (f *found) entry(symbol string) *ir.Block { return f.symbol(symbol).Region(0).First() }

func parseBreakable(t *testing.T) *found {
	t.Helper()
	var sink diag.Sink
	module, ok := parser.Parse(ir.NewContext(driver.All().Dialects), diag.NewFile("breakable", []byte(breakable)), &sink)
	if !ok || !verify.Verify(module, &sink) {
		t.Fatalf("%s", messages(&sink))
	}
	return find(module)
}

func messages(sink *diag.Sink) string {
	var b strings.Builder
	for _, d := range sink.All() {
		fmt.Fprintf(&b, "%d: %s\n", d.Span.Start, d.Message)
	}
	return b.String()
}

// breaks are changes without a rewriter, each of which makes the program wrong, some of them for an op elsewhere.
var breaks = []struct {
	name   string
	change func(*found)
}{
	{"attribute removed", func(f *found) { f.in("loops", "arith.constant", 0).SetAttr("value", nil) }},
	{"attribute of another kind", func(f *found) {
		f.in("caller", "func.call", 0).SetAttr("callee", f.module.Context().Str("callee"))
	}},
	{"type of a result", func(f *found) { f.in("branches", "arith.addi", 0).Result(0).SetType(f.module.Context().Index()) }},
	{"type of an argument", func(f *found) { f.entry("branches").Arg(1).SetType(f.module.Context().Index()) }},
	{"type of a loop's argument", func(f *found) {
		f.in("loops", "scf.for", 0).Region(0).First().Arg(1).SetType(f.module.Context().Index())
	}},
	{"operand of another function", func(f *found) { f.in("branches", "arith.muli", 0).SetOperand(0, f.entry("loops").Arg(1)) }},
	{"uses replaced by a value of another function", func(f *found) {
		f.entry("branches").Arg(1).ReplaceAllUses(f.entry("loops").Arg(1))
	}},
	{"operand that does not dominate", func(f *found) {
		f.in("branches", "func.return", 0).SetOperand(0, f.in("branches", "arith.muli", 0).Result(0))
	}},
	{"operand dropped", func(f *found) { f.in("branches", "func.return", 0).SetOperands(nil) }},
	{"operand null", func(f *found) { f.in("branches", "func.return", 0).SetOperand(0, nil) }},
	{"operand added", func(f *found) { f.in("caller", "func.call", 0).AppendOperand(f.entry("caller").Arg(0)) }},
	{"references dropped", func(f *found) { f.entry("caller").DropAllReferences() }},
	{"argument erased", func(f *found) {
		f.entry("branches").Next().EraseArg(1)
	}},
	{"argument added", func(f *found) { f.entry("branches").AddArg(f.module.Context().I32(), ir.Location{}) }},
	{"argument inserted", func(f *found) { f.entry("branches").Next().InsertArg(0, f.module.Context().I32(), ir.Location{}) }},
	{"terminator erased", func(f *found) { f.in("branches", "func.return", 0).Erase() }},
	{"op after the terminator", func(f *found) {
		ir.After(f.in("loops", "func.return", 0)).Create(f.in("loops", "arith.constant", 0).Name(), nil, []ir.Type{f.module.Context().Index()},
			ir.A("value", f.in("loops", "arith.constant", 0).Attr("value")))
	}},
	{"moved before its operand", func(f *found) { f.in("caller", "func.return", 0).MoveBefore(f.in("caller", "func.call", 0)) }},
	{"moved into another function", func(f *found) { f.in("branches", "arith.addi", 0).MoveBefore(f.entry("kernel").First()) }},
	{"successor elsewhere", func(f *found) {
		f.in("branches", "cf.cond_br", 0).SetSuccessor(1, f.entry("branches").Next())
	}},
	{"block added", func(f *found) { f.symbol("branches").Region(0).Append(ir.NewBlock()) }},
	{"block inserted", func(f *found) { f.symbol("branches").Region(0).InsertAfter(ir.NewBlock(), f.entry("branches")) }},
	{"block split off", func(f *found) { f.entry("loops").SplitBefore(f.in("loops", "func.return", 0)) }},
	{"blocks of another function", func(f *found) {
		f.in("caller", "scf.if", 0).Region(1).TakeBlocks(f.in("loops", "scf.for", 0).Region(0))
	}},
	{"blocks taken away", func(f *found) { (&ir.OperationState{}).NewRegion().TakeBlocks(f.in("loops", "scf.for", 0).Region(0)) }},
	{"region added", func(f *found) { f.in("branches", "arith.addi", 0).AddRegion() }},
	{"symbol renamed", func(f *found) { f.symbol("callee").SetAttr(ir.SymName, f.module.Context().Str("other")) }},
	{"symbol twice", func(f *found) { f.symbol("loops").SetAttr(ir.SymName, f.module.Context().Str("branches")) }},
	{"symbol erased", func(f *found) { f.symbol("callee").Erase() }},
	{"symbol moved into another table", func(f *found) { f.symbol("table").MoveBefore(f.symbol("kernel")) }},
	{"type of a symbol", func(f *found) {
		c := f.module.Context()
		f.symbol("callee").SetAttr("function_type", c.TypeAttr(c.Function([]ir.Type{c.Index()}, []ir.Type{c.I32()})))
	}},
	{"type of a global", func(f *found) { f.symbol("table").SetAttr("type", f.symbol("callee").Attr("function_type")) }},
	{"symbol of an inner table renamed", func(f *found) { f.symbol("kernel").SetAttr(ir.SymName, f.module.Context().Str("other")) }},
	{"inner table renamed", func(f *found) { f.symbol("kernels").SetAttr(ir.SymName, f.module.Context().Str("other")) }},
	{"attribute of a symbol in an inner table", func(f *found) {
		f.symbol("kernel").SetAttr("gpu.kernel", nil)
		f.symbol("kernel").SetAttr("kernel", nil)
	}},
	{"attribute of the module", func(f *found) { f.module.SetAttr("gpu.container_module", nil) }},
}

// Whatever makes a program wrong is seen, and reported as if all had been verified.
func TestChangesAreSeen(t *testing.T) {
	for _, c := range breaks {
		t.Run(c.name, func(t *testing.T) {
			f := parseBreakable(t)
			var sink diag.Sink
			if !verify.Changed(f.module, &sink) {
				t.Fatalf("before: %s", messages(&sink))
			}
			c.change(f)
			if verify.Changed(f.module, &sink) {
				t.Fatal("nothing is wrong")
			}
			var all diag.Sink
			verify.Verify(f.module, &all)
			if got, want := messages(&sink), messages(&all); got != want {
				t.Errorf("got\n%swant\n%s", got, want)
			}
			if verify.Changed(f.module, &diag.Sink{}) {
				t.Error("the second time nothing is wrong")
			}
		})
	}
}

// breaking is a pass that makes one of the changes, on the module or on a function of it.
type breaking struct {
	anchor *ir.OpName
	change func(*found)
}

func (b *breaking) Info() pass.Info {
	return pass.Info{Name: "breaking", Summary: "is wrong", Anchor: b.anchor}
}

func (b *breaking) Run(op *ir.Operation, _ *pass.State) bool {
	if name := ir.SymbolName(op); name == "" || name == "callee" {
		b.change(find(op))
	}
	return true
}

func TestVerifyEach(t *testing.T) {
	rename := func(f *found) { f.symbol("callee").SetAttr(ir.SymName, f.ops[0].Context().Str("other")) }
	for _, c := range []struct {
		what, flag string
		anchor     *ir.OpName
		change     func(*found)
		want       string // in the diagnostics
	}{
		{"a pass on the module", "--verify-each", builtin.Module, rename, "the program is wrong after the pass 'breaking'"},
		{"a pass on the module", "--verify-each=full", builtin.Module, rename, "the program is wrong after the pass 'breaking'"},
		{"a pass on the module", "--verify-each=false", builtin.Module, rename, "'callee' does not reference a valid function"},
		{"a pass on a function", "--verify-each", funcd.Func, rename, "'callee' does not reference a valid function"},
		{"a pass on a function", "--verify-each=full", funcd.Func, rename, "'callee' does not reference a valid function"},
	} {
		t.Run(c.what+" "+c.flag, func(t *testing.T) {
			reg := driver.All()
			reg.Passes.Add(func() pass.Pass { return &breaking{c.anchor, c.change} })
			var out, errs bytes.Buffer
			status := driver.Main(reg, []string{"--cse", "--breaking", c.flag, "-"}, strings.NewReader(breakable), &out, &errs)
			if status != driver.Failed || !strings.Contains(errs.String(), c.want) || out.Len() > 0 {
				t.Errorf("status %d\n%s%s", status, errs.String(), out.String())
			}
		})
	}
}

// scramble makes a change without sense.
func (f *found) scramble(r *rand.Rand) string {
	c := f.module.Context()
	op, v, b := f.ops[r.IntN(len(f.ops))], f.values[r.IntN(len(f.values))], f.blocks[r.IntN(len(f.blocks))]
	w := f.values[r.IntN(len(f.values))]
	what := r.IntN(9)
	switch {
	case what == 0 && op.NumOperands() > 0:
		op.SetOperand(r.IntN(op.NumOperands()), v)
	case what == 1:
		v.SetType([]ir.Type{c.I32(), c.Index()}[r.IntN(2)])
	case what == 2 && v.Type() == w.Type():
		v.ReplaceAllUses(w)
	case what == 3 && op.NumResults() == 0 && op.NumRegions() == 0:
		op.Erase()
	case what == 4 && op.NumRegions() == 0 && op.Block() != nil && b.Region() != nil:
		op.Remove()
		b.InsertBefore(op, b.First())
	case what == 5:
		b.AddArg(c.I32(), ir.Location{})
	case what == 6 && op.Has(ir.Symbol):
		op.SetAttr(ir.SymName, c.Str([]string{"callee", "table", "kernel"}[r.IntN(3)]))
	case what == 7 && len(op.Successors()) > 0:
		op.SetSuccessor(0, f.blocks[len(f.blocks)/2])
	case what == 8:
		op.SetAttr("note", c.I64Attr(int64(r.IntN(3))))
	default:
		return ""
	}
	return fmt.Sprint(what)
}

// After any changes, verified part by part, what changed is right when all is.
func TestChangedAgreesWithVerify(t *testing.T) {
	wrong, right := 0, 0
	for seed := range uint64(800) {
		r := rand.New(rand.NewPCG(seed, 7))
		f := parseBreakable(t)
		parts := []*ir.Operation{f.symbol("branches"), f.symbol("loops"), f.symbol("kernels")}
		var did []string
		for range 4 {
			if s := f.scramble(r); s != "" {
				did = append(did, s)
			}
			if r.IntN(2) == 0 { // as after a pass on a function
				verify.Changed(parts[r.IntN(3)], &diag.Sink{})
			}
			f = find(f.module)
		}
		var some, all diag.Sink
		got, want := verify.Changed(f.module, &some), verify.Verify(f.module, &all)
		if got != want || messages(&some) != messages(&all) {
			t.Fatalf("seed %d, changes %v: %v, want %v\n%s\n%s", seed, did, got, want, messages(&some), messages(&all))
		}
		if want {
			right++
		} else {
			wrong++
		}
	}
	if wrong < 100 || right < 100 {
		t.Errorf("%d wrong and %d right programs", wrong, right)
	}
}
