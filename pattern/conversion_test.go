package pattern_test

import (
	"fmt"
	"strings"
	"testing"

	"tawa/diag"
	"tawa/dialects/builtin"
	"tawa/dialects/func"
	"tawa/ir"
	"tawa/ir/verify"
	"tawa/parser"
	"tawa/pattern"
	"tawa/printer"
)

// The dialect of these tests computes with i64; its conversion makes pairs of i32 of them.
var (
	make64  = ir.Op("ctest.make")
	add64   = ir.Op("ctest.add")
	use64   = ir.Op("ctest.use")
	pair    = ir.Op("ctest.pair")
	usePair = ir.Op("ctest.use_pair")
	join64  = ir.Op("ctest.join")
	loop64  = ir.Op("ctest.loop")
	yield64 = ir.Op("ctest.yield")
)

func conversionContext() *ir.Context {
	r := ir.NewRegistry()
	builtin.Register(r)
	funcd.Register(r)
	r.Dialect(ir.DialectInfo{Name: "ctest"})
	many := []ir.Operand{{Name: "v", Type: ir.AnyType, Arity: ir.Variadic}}
	results := []ir.Operand{{Name: "r", Type: ir.AnyType, Arity: ir.Variadic}}
	for _, n := range []*ir.OpName{make64, add64, use64, pair, usePair, join64} {
		r.Define(n, ir.OpDef{Operands: many, Results: results, Traits: ir.WritesMemory})
	}
	r.Define(loop64, ir.OpDef{Operands: many, Results: results, Regions: []ir.RegionDef{{Name: "body"}}})
	r.Define(yield64, ir.OpDef{Operands: many, Successors: []ir.SuccessorDef{{Name: "next", Arity: ir.Variadic}}, Traits: ir.Terminator})
	return ir.NewContext(r)
}

func parse(t testing.TB, body string) *ir.Operation {
	sink := &diag.Sink{}
	module, ok := parser.Parse(conversionContext(), diag.NewFile("in.mlir", []byte(body)), sink)
	if !ok || !verify.Verify(module, sink) {
		t.Fatal(sink.All()[0].Message)
	}
	return module
}

// pairs makes two i32 of each i64.
func pairs(ctx *ir.Context) *pattern.TypeConverter {
	c := pattern.NewTypeConverter()
	c.Add(func(t ir.Type) ([]ir.Type, bool) { return []ir.Type{ctx.I32(), ctx.I32()}, t == ctx.I64() })
	return c
}

func halves(c *pattern.Conversion, op *ir.Operation, operands []*ir.Value) []*ir.Value {
	ctx := op.Context()
	return c.Before(op).Create(pair, operands, []ir.Type{ctx.I32(), ctx.I32()}).Results()
}

func flat(groups [][]*ir.Value) (out []*ir.Value) {
	for _, g := range groups {
		out = append(out, g...)
	}
	return out
}

var toPairs = []pattern.ConversionPattern{
	{Name: "make", Root: make64, Match: func(op *ir.Operation, _ [][]*ir.Value, c *pattern.Conversion) bool {
		c.ReplaceMany(op, halves(c, op, nil))
		return true
	}},
	{Name: "add", Root: add64, Match: func(op *ir.Operation, in [][]*ir.Value, c *pattern.Conversion) bool {
		c.ReplaceMany(op, halves(c, op, flat(in)))
		return true
	}},
	{Name: "use", Root: use64, Match: func(op *ir.Operation, in [][]*ir.Value, c *pattern.Conversion) bool {
		c.ReplaceOp(op, usePair, flat(in), []ir.Type{})
		return true
	}},
	{Name: "loop", Root: loop64, Match: func(op *ir.Operation, in [][]*ir.Value, c *pattern.Conversion) bool {
		st := &ir.OperationState{Name: loop64, Loc: op.Loc, Operands: flat(in), Results: c.Types().ConvertAll(op.ResultTypes())}
		st.NewRegion().TakeBlocks(op.Region(0))
		n := c.Before(op).CreateState(st)
		c.ConvertArgs(n.Region(0).First())
		c.ReplaceMany(op, n.Results())
		return true
	}},
	{Name: "yield", Root: yield64, Match: func(op *ir.Operation, in [][]*ir.Value, c *pattern.Conversion) bool {
		c.ReplaceOp(op, yield64, flat(in), []ir.Type{})
		return true
	}},
}

func run(t testing.TB, body string, change func(*pattern.Target, *pattern.ConversionConfig)) (text string, messages []string) {
	module := parse(t, body)
	types := pairs(module.Context())
	target := pattern.NewTarget().LegalDialectsIf(types.LegalOp, "ctest").Illegal(make64, add64, use64)
	cfg := pattern.ConversionConfig{Types: types}
	if change != nil {
		change(target, &cfg)
	}
	sink := &diag.Sink{}
	ok := pattern.Convert(module, target, toPairs, cfg, sink)
	for _, d := range sink.All() {
		messages = append(messages, d.Message)
	}
	if ok != (len(messages) == 0) {
		t.Errorf("ok is %v, messages %q", ok, messages)
	}
	if ok && !verify.Verify(module, sink) {
		t.Errorf("wrong after conversion: %s", sink.All()[0].Message)
	}
	return printer.String(module, printer.Options{Generic: true, NoSSANames: true}), messages
}

const straight = `
%a = "ctest.make"() : () -> i64
%b = "ctest.add"(%a, %a) : (i64, i64) -> i64
"ctest.use"(%b) : (i64) -> ()`

func TestOneToMany(t *testing.T) {
	text, messages := run(t, straight, nil)
	if len(messages) > 0 || strings.Contains(text, "i64") || strings.Contains(text, "cast") || !strings.Contains(text, `"ctest.use_pair"(%1#0, %1#1)`) {
		t.Errorf("%q\n%s", messages, text)
	}
}

func TestRegionsAndArguments(t *testing.T) {
	text, messages := run(t, `
	%a = "ctest.make"() : () -> i64
	%r = "ctest.loop"(%a) ({
	^bb0(%x: i64, %k: i1):
		%s = "ctest.add"(%x, %a) : (i64, i64) -> i64
		"ctest.yield"(%s) : (i64) -> ()
	}) : (i64) -> i64
	"ctest.use"(%r) : (i64) -> ()`, nil)
	if len(messages) > 0 || strings.Contains(text, "i64") || strings.Contains(text, "cast") {
		t.Errorf("%q\n%s", messages, text)
	}
}

func TestLeftoverCastIsReportedWhereItIsNeeded(t *testing.T) {
	keepUse := func(target *pattern.Target, _ *pattern.ConversionConfig) { target.Legal(use64) }
	_, messages := run(t, straight, keepUse)
	want := "'ctest.use' op needs a value of type 'i64', but it became 'i32, i32', and nothing makes the one of the other"
	if len(messages) != 1 || messages[0] != want {
		t.Errorf("%q", messages)
	}
	text, messages := run(t, straight, func(target *pattern.Target, cfg *pattern.ConversionConfig) {
		keepUse(target, cfg)
		cfg.KeepCasts = true
	})
	if len(messages) > 0 || strings.Count(text, "unrealized_conversion_cast") != 1 {
		t.Errorf("%q\n%s", messages, text)
	}
}

func TestMaterializations(t *testing.T) {
	text, messages := run(t, straight, func(target *pattern.Target, cfg *pattern.ConversionConfig) {
		target.Legal(make64).Legal(pair)
		cfg.Types.Materialize(func(b *ir.Builder, to []ir.Type, from []*ir.Value) []*ir.Value {
			return b.Create(pair, from, to).Results()
		})
	})
	if len(messages) > 0 || strings.Count(text, "ctest.pair") != 3 || strings.Contains(text, "cast") {
		t.Errorf("%q\n%s", messages, text)
	}
}

func TestIllegalOps(t *testing.T) {
	for _, tc := range []struct {
		name   string
		change func(*pattern.Target, *pattern.ConversionConfig)
		want   string
	}{
		{"no pattern", func(target *pattern.Target, _ *pattern.ConversionConfig) { target.Illegal(pair) },
			"failed to legalize operation 'ctest.pair' that was explicitly marked illegal"},
		{"unknown in a full conversion", func(_ *pattern.Target, cfg *pattern.ConversionConfig) { cfg.Full = true },
			"failed to legalize operation 'func.func'"},
		{"dynamically illegal", func(target *pattern.Target, _ *pattern.ConversionConfig) {
			target.LegalIf(func(op *ir.Operation) bool { return op.NumOperands() > 2 }, usePair)
		}, "failed to legalize operation 'ctest.use_pair' that was explicitly marked illegal"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, messages := run(t, straight+"\nfunc.func private @f()", tc.change)
			if len(messages) == 0 || messages[0] != tc.want {
				t.Errorf("%q, want %q", messages, tc.want)
			}
		})
	}
}

func TestWholeOpsAreLeftAlone(t *testing.T) {
	text, messages := run(t, `func.func @f() {
		%a = "ctest.make"() : () -> i64
		"ctest.use"(%a) : (i64) -> ()
		return
	}`, func(target *pattern.Target, _ *pattern.ConversionConfig) {
		target.Legal(funcd.Func).LegalWhole(funcd.Func)
	})
	if len(messages) > 0 || !strings.Contains(text, "ctest.make") {
		t.Errorf("%q\n%s", messages, text)
	}
}

func TestUsesInLaterBlocksBeforeDefinitionsInText(t *testing.T) {
	// ^later stands first in the text, but control comes from ^first.
	text, messages := run(t, `"ctest.loop"() ({
	^entry:
		"ctest.yield"()[^first] : () -> ()
	^later:
		"ctest.use"(%a) : (i64) -> ()
		"ctest.yield"() : () -> ()
	^first:
		%a = "ctest.make"() : () -> i64
		"ctest.yield"()[^later] : () -> ()
	}) : () -> ()`, nil)
	if len(messages) > 0 || strings.Contains(text, "cast") || !strings.Contains(text, "ctest.use_pair") {
		t.Errorf("%q\n%s", messages, text)
	}
}

// census keeps the ops that a listener has heard of.
type census map[*ir.Operation]bool

func (c census) Inserted(op *ir.Operation)           { c[op] = true }
func (c census) Modified(*ir.Operation)              {}
func (c census) Replaced(*ir.Operation, []*ir.Value) {}
func (c census) Erased(op *ir.Operation) {
	op.Walk(func(inner *ir.Operation) bool { delete(c, inner); return true })
}
func (c census) count(root *ir.Operation) (missing int) {
	n := 0
	root.Walk(func(op *ir.Operation) bool {
		n++
		if !c[op] {
			missing++
		}
		return true
	})
	return missing + len(c) - n + missing
}

func TestConversionTellsItsListener(t *testing.T) {
	module := parse(t, loops)
	heard := census{}
	module.Walk(func(op *ir.Operation) bool { heard[op] = true; return true })
	types := pairs(module.Context())
	target := pattern.NewTarget().LegalDialectsIf(types.LegalOp, "ctest").Illegal(make64, add64, use64)
	if !pattern.Convert(module, target, toPairs, pattern.ConversionConfig{Types: types, Listener: heard}, &diag.Sink{}) {
		t.Fatal("failed")
	}
	if n := heard.count(module); n != 0 {
		t.Errorf("the listener is wrong about %d ops", n)
	}
}

const loops = `
	%a = "ctest.make"() : () -> i64
	%r = "ctest.loop"(%a) ({
	^entry(%y: i64):
		%z = "ctest.add"(%y, %a) : (i64, i64) -> i64
		"ctest.yield"(%z) : (i64) -> ()
	}) : (i64) -> i64
	"ctest.use"(%r) : (i64) -> ()`

// A limit on rewrites leaves a program with casts, which is not a fault of the program.
func TestLimitInAConversion(t *testing.T) {
	module := parse(t, loops)
	module.Context().Rewrites = &ir.RewriteControl{Limit: 2}
	types, sink := pairs(module.Context()), &diag.Sink{}
	target := pattern.NewTarget().LegalDialectsIf(types.LegalOp, "ctest").Illegal(make64, add64, use64)
	if !pattern.Convert(module, target, toPairs, pattern.ConversionConfig{Types: types}, sink) || !verify.Verify(module, sink) {
		t.Fatal(sink.All()[0].Message)
	}
	if text := printer.String(module, printer.Options{}); !strings.Contains(text, "ctest.use") || !strings.Contains(text, "unrealized_conversion_cast") {
		t.Errorf("left\n%s", text)
	}
}

// A pattern that says it makes what can't stay is not tried, in favour of one that makes what can.
func TestPatternsThatLeadNowhere(t *testing.T) {
	becomes := func(name string, benefit int, root, to *ir.OpName) pattern.ConversionPattern {
		return pattern.ConversionPattern{Name: name, Benefit: benefit, Root: root, Makes: []*ir.OpName{to},
			Match: func(op *ir.Operation, in [][]*ir.Value, c *pattern.Conversion) bool {
				c.ReplaceOp(op, to, flat(in), op.ResultTypes())
				return true
			}}
	}
	toAdd, toJoin := becomes("to-add", 2, make64, add64), becomes("to-join", 1, make64, join64)
	toGone, back := becomes("to-gone", 3, make64, ir.Op("gone.op")), becomes("back", 1, add64, join64)
	for _, c := range []struct {
		name     string
		patterns []pattern.ConversionPattern
		illegal  []*ir.OpName
		want     string // the op that make becomes, or the note
	}{
		{"the better one", []pattern.ConversionPattern{toAdd, toJoin}, nil, "ctest.add"},
		{"the one that can stay", []pattern.ConversionPattern{toAdd, toJoin}, []*ir.OpName{add64}, "ctest.join"},
		{"by another pattern", []pattern.ConversionPattern{toAdd, back}, []*ir.OpName{add64}, "ctest.join"},
		{"no dialect", []pattern.ConversionPattern{toGone, toJoin}, nil, "ctest.join"},
		{"none", []pattern.ConversionPattern{toAdd}, []*ir.OpName{add64}, "the pattern 'to-add' is not tried: it makes 'ctest.add', which must not stay, and no pattern converts it"},
		{"none in the end", []pattern.ConversionPattern{toAdd, back}, []*ir.OpName{add64, join64}, "the pattern 'to-add' is not tried: it makes 'ctest.add'"},
		{"no dialect at all", []pattern.ConversionPattern{toGone}, nil, "it makes 'gone.op', which no dialect of this tool has"},
	} {
		module, sink := parse(t, `%a = "ctest.make"() : () -> i64`), &diag.Sink{}
		pattern.Convert(module, pattern.NewTarget().Illegal(make64).Illegal(c.illegal...), c.patterns, pattern.ConversionConfig{}, sink)
		got := printer.String(module, printer.Options{})
		for _, d := range sink.All() {
			for _, n := range d.Notes {
				got += n.Message + "\n"
			}
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%s: %s", c.name, got)
		}
	}
}

func ExampleConvert() {
	module := parse(&testing.B{}, `
	%a = "ctest.make"() : () -> i64
	"ctest.use"(%a) : (i64) -> ()`)
	types := pattern.NewTypeConverter()
	i32 := module.Context().I32()
	types.AddOne(func(t ir.Type) ir.Type {
		if ir.BitWidth(t) == 64 {
			return i32
		}
		return nil
	})
	target := pattern.NewTarget().LegalDialectsIf(types.LegalOp, "ctest")
	retype := func(op *ir.Operation, in [][]*ir.Value, c *pattern.Conversion) bool {
		c.ReplaceOp(op, op.Name(), flat(in), types.ConvertAll(op.ResultTypes()))
		return true
	}
	ok := pattern.Convert(module, target, []pattern.ConversionPattern{{Name: "retype", Match: retype}},
		pattern.ConversionConfig{Types: types}, &diag.Sink{})
	fmt.Println(ok)
	fmt.Println(printer.String(module, printer.Options{Generic: true}))
	// Output:
	// true
	// "builtin.module"() ({
	//   %a = "ctest.make"() : () -> i32
	//   "ctest.use"(%a) : (i32) -> ()
	// }) : () -> ()
}

func TestRetype(t *testing.T) {
	module := parse(t, `
	func.func @f(%x: i64, %k: i1) -> (i1, i64) attributes {note = 1 : i8} {
		%r:2 = "ctest.loop"(%x, %k) ({
		^entry(%y: i64):
			"ctest.yield"(%y)[^last] : (i64) -> ()
		^last:
			"ctest.yield"(%k) : (i1) -> ()
		}) {note = 2 : i8} : (i64, i1) -> (i64, i1)
		%s = func.call @g(%r#0) : (i64) -> i64
		return %r#1, %s : i1, i64
	}
	func.func private @g(i64) -> i64`)
	types := pairs(module.Context())
	names := []*ir.OpName{funcd.Func, funcd.Return, funcd.Call, loop64, yield64}
	target := pattern.NewTarget().LegalIf(types.LegalOp, names...)
	sink := &diag.Sink{}
	if !pattern.Convert(module, target, pattern.Retype(names...), pattern.ConversionConfig{Types: types}, sink) || !verify.Verify(module, sink) {
		t.Fatal(sink.All()[0].Message)
	}
	const want = `module {
  func.func @f(%arg0: i32, %arg1: i32, %arg2: i1) -> (i1, i32, i32) attributes {note = 1 : i8} {
    %0:3 = "ctest.loop"(%arg0, %arg1, %arg2) ({
    ^bb0(%arg3: i32, %arg4: i32):
      "ctest.yield"(%arg3, %arg4)[^bb1] : (i32, i32) -> ()
    ^bb1:  // pred: ^bb0
      "ctest.yield"(%arg2) : (i1) -> ()
    }) {note = 2 : i8} : (i32, i32, i1) -> (i32, i32, i1)
    %1:2 = call @g(%0#0, %0#1) : (i32, i32) -> (i32, i32)
    return %0#2, %1#0, %1#1 : i1, i32, i32
  }
  func.func private @g(i32, i32) -> (i32, i32)
}`
	if got := printer.String(module, printer.Options{NoSSANames: true}); got != want {
		t.Errorf("got\n%s", got)
	}
}
