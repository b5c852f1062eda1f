package parser_test

import (
	"strings"
	"testing"

	"tawa/diag"
	"tawa/ir"
	"tawa/parser"
	"tawa/printer"
)

// The test dialect: a few ops that between them use every part of an assembly format.
var (
	tModule = ir.Op("builtin.module")
	tFunc   = ir.Op("test.func")
	tReturn = ir.Op("test.return")
	tConst  = ir.Op("test.const")
	tAdd    = ir.Op("test.add")
	tLoad   = ir.Op("test.load")
	tBr     = ir.Op("test.br")
	tLoop   = ir.Op("test.loop")
	tYield  = ir.Op("test.yield")
	tCall   = ir.Op("test.call")
	tSplit  = ir.Op("test.split")
	tMany   = ir.Op("test.many")
	tPick   = ir.Op("test.pick")
	tPair   = ir.Op("test.pair")
)

func testRegistry() *ir.Registry {
	r := ir.NewRegistry()
	r.Dialect(ir.DialectInfo{Name: "builtin"})
	r.Dialect(ir.DialectInfo{Name: "test"})
	r.Define(tModule, ir.OpDef{
		Regions: []ir.RegionDef{{Name: "body"}}, DefaultDialect: "builtin",
		Attrs:  []ir.Attr{{Name: "sym_name", Kind: ir.SymbolAttrKind, Optional: true}},
		Traits: ir.IsolatedFromAbove | ir.SymbolTable | ir.SingleBlock | ir.NoTerminator,
		Format: "($sym_name^)? attr-dict-with-keyword $body",
	})
	r.Define(tFunc, ir.OpDef{
		Regions: []ir.RegionDef{{Name: "body"}}, DefaultDialect: "test",
		Attrs:  []ir.Attr{{Name: "sym_name", Kind: ir.SymbolAttrKind}},
		Traits: ir.IsolatedFromAbove | ir.Symbol,
		Parse: func(p ir.AsmParser, st *ir.OperationState) bool {
			name, ok := p.Symbol()
			st.AddAttr("sym_name", p.Context().Str(name))
			var args []ir.Argument
			return ok && p.List("(", ")", func() bool {
				a, ok := p.Argument(true, true)
				args = append(args, a)
				return ok
			}) && p.AttrDict(st, true) && p.Region(st.NewRegion(), args)
		},
		Print: func(op *ir.Operation, p ir.AsmPrinter) {
			p.Str(" ")
			p.Symbol(op.StrAttr("sym_name"))
			p.Str("(")
			if entry := op.Region(0).First(); entry != nil {
				for i, a := range entry.Args() {
					if i > 0 {
						p.Str(", ")
					}
					p.Argument(a, nil)
				}
			}
			p.Str(")")
			p.AttrDict(op, true, "sym_name")
			p.Region(op.Region(0), false, true)
		},
	})
	r.Define(tReturn, ir.OpDef{
		Operands: []ir.Operand{{Name: "values", Type: ir.AnyType, Arity: ir.Variadic}}, Traits: ir.Terminator,
		Format: "attr-dict ($values^ `:` type($values))?",
	})
	r.Define(tConst, ir.OpDef{
		Attrs: []ir.Attr{{Name: "value", Kind: ir.TypedAttrKind}}, Results: []ir.Result{{Name: "r", Type: ir.AnyType}},
		Format: "$value attr-dict",
		InferTypes: func(_ *ir.Context, st *ir.OperationState) ([]ir.Type, bool) {
			t := ir.TypeOfAttr(st.Attr("value"))
			return []ir.Type{t}, t != nil
		},
		ResultName: func(op *ir.Operation, _ int) string { return "cst" },
	})
	r.Define(tAdd, ir.OpDef{
		Operands: []ir.Operand{{Name: "a", Type: ir.AnyIntegerLike}, {Name: "b", Type: ir.AnyIntegerLike}},
		Results:  []ir.Result{{Name: "r", Type: ir.AnyIntegerLike}}, Traits: ir.SameOperandsAndResultType | ir.Pure,
		Format: "$a `,` $b attr-dict `:` type($r)",
	})
	r.Define(tLoad, ir.OpDef{
		Operands: []ir.Operand{{Name: "ptr", Type: ir.AnyType}, {Name: "mask", Type: ir.I1, Arity: ir.Optional}, {Name: "rest", Type: ir.I32, Arity: ir.Variadic}},
		Results:  []ir.Result{{Name: "r", Type: ir.AnyType}},
		Attrs: []ir.Attr{
			{Name: "cache", Kind: ir.EnumAttr("cache", false, "none", "ca", "cg"), Default: ir.DefaultI32(0)},
			{Name: "volatile", Kind: ir.UnitAttrKind, Optional: true},
			{Name: "pad", Kind: ir.I32AttrKind, Optional: true},
			{Name: "order", Kind: ir.I32ArrayAttrKind, Optional: true},
		},
		Traits:    ir.AttrSizedOperandSegments,
		TypeRules: []ir.TypeRule{{To: "r", From: "ptr", Summary: "result type matches ptr"}},
		Format:    "$ptr (`,` $mask^)? (`[` $rest^ `]`)? oilist(`cache` `=` $cache | `volatile` $volatile) (`pad` $pad^):(`nopad`)? ($order^)? attr-dict `:` type($ptr)",
	})
	r.Define(tBr, ir.OpDef{
		Operands:   []ir.Operand{{Name: "args", Type: ir.AnyType, Arity: ir.Variadic}},
		Successors: []ir.SuccessorDef{{Name: "dest"}, {Name: "others", Arity: ir.Variadic}}, Traits: ir.Terminator,
		Format: "$dest (`(` $args^ `:` type($args) `)`)? (`,` $others^)? attr-dict",
	})
	r.Define(tLoop, ir.OpDef{
		Regions: []ir.RegionDef{{Name: "body"}}, Traits: ir.ImplicitTerminator | ir.SingleBlock, ImplicitTerminator: tYield,
		Format:  "$body attr-dict",
		ArgName: func(_ *ir.Operation, a *ir.Value) string { return [...]string{"iv", "", ""}[min(a.Index(), 2)] },
	})
	r.Define(tYield, ir.OpDef{Traits: ir.Terminator, Format: "attr-dict"})
	r.Define(tCall, ir.OpDef{
		Operands: []ir.Operand{{Name: "args", Type: ir.AnyType, Arity: ir.Variadic}},
		Results:  []ir.Result{{Name: "results", Type: ir.AnyType, Arity: ir.Variadic}},
		Attrs:    []ir.Attr{{Name: "callee", Kind: ir.SymbolRefKind}},
		Format:   "$callee `(` operands `)` attr-dict `:` functional-type(operands, results)",
	})
	r.Define(tSplit, ir.OpDef{
		Operands: []ir.Operand{{Name: "x", Type: ir.AnyType}},
		Results:  []ir.Result{{Name: "lo", Type: ir.I32}, {Name: "hi", Type: ir.I32}},
		Format:   "$x attr-dict `:` type($x)",
	})
	r.Define(tPick, ir.OpDef{ // all that is inherent in <{…}>, all operands in one list, the result from a rule with gaps
		Operands: []ir.Operand{{Name: "from", Type: ir.AnyTensor}, {Name: "at", Type: ir.IndexOnly, Arity: ir.Variadic}},
		Results:  []ir.Result{{Name: "r", Type: ir.AnyType}},
		Attrs: []ir.Attr{
			{Name: "mode", Kind: ir.EnumAttr("mode", false, "near", "far"), Default: ir.DefaultI32(0)},
			{Name: "limit", Kind: ir.I64AttrKind},
		},
		TypeRules: []ir.TypeRule{{To: "r", From: "from", Summary: "result is an element", Map: func(t ir.Type) ir.Type {
			if e := ir.ElementType(t); ir.IsFloat(e) {
				return e
			}
			return nil
		}}},
		Format: "prop-dict operands attr-dict `:` type($from)",
	})
	r.Define(tPair, ir.OpDef{ // regions and successors as lists, a result that only InferTypes knows
		Operands: []ir.Operand{{Name: "x", Type: ir.AnySignless}},
		Results:  []ir.Result{{Name: "r", Type: ir.AnyType}},
		Regions:  []ir.RegionDef{{Name: "a"}, {Name: "b"}}, Successors: []ir.SuccessorDef{{Name: "s"}, {Name: "t"}}, Traits: ir.Terminator,
		InferTypes: func(c *ir.Context, st *ir.OperationState) ([]ir.Type, bool) {
			return []ir.Type{st.Operands[0].Type()}, ir.BitWidth(st.Operands[0].Type()) != 7
		},
		Format: "$x `:` type($x) regions successors attr-dict",
	})
	r.Define(tMany, ir.OpDef{
		Results: []ir.Result{{Name: "a", Type: ir.AnyType, Arity: ir.Variadic}, {Name: "b", Type: ir.AnyType, Arity: ir.Optional}},
		Traits:  ir.AttrSizedResultSegments, Format: "attr-dict (`:` type($a)^)? (`->` type($b)^)?",
	})
	return r
}

func parse(t testing.TB, src string) (*ir.Operation, string) {
	t.Helper()
	ctx := ir.NewContext(testRegistry())
	ctx.AllowUnregistered = true
	var sink diag.Sink
	op, ok := parser.Parse(ctx, diag.NewFile("f", []byte(src)), &sink)
	var b strings.Builder
	for _, d := range sink.All() {
		diag.Render(&b, d, false)
	}
	if ok != (sink.Errors() == 0) {
		t.Errorf("ok is %v with %d errors", ok, sink.Errors())
	}
	return op, b.String()
}

// want is the text after one round: the same as the input where it is empty.
func TestRoundTrip(t *testing.T) {
	for _, c := range []struct {
		name, src, want string
		opts            printer.Options
	}{
		{name: "custom forms", src: `module {
  test.func @f(%x: i32, %m: i1) attributes {a = 1 : i32, b} {
    %y = add %x, %x {k = "v"} : i32
    %0 = load %y, %m[%x, %x] cache = cg volatile pad -3 [1, 0] {z} : i32
    %1 = load %y nopad : i32
    %lo, %hi = split %1 : i32
    %q:2 = call @g::@h(%lo, %hi) : (i32, i32) -> (i64, f32)
    call @g() : () -> ()
    loop {
      %z = test.add %q#0, %q#0 : i64
    }
    br ^bb1(%q#1 : f32), ^bb2
  ^bb1(%p: f32):  // pred: ^bb0
    return %p : f32
  ^bb2:  // pred: ^bb0
    return
  }
}`},
		{name: "lists and inference", src: `module {
  test.func @f(%t: tensor<4x4xf32>, %i: index, %n: i32) {
    %0 = pick <{limit = 3 : i64, mode = 1 : i32}> %t, %i, %i {x} : tensor<4x4xf32>
    %1 = pick <{limit = 3 : i64}> %t : tensor<4x4xf32>
    "u.use"(%0, %1) : (f32, f32) -> ()
    %2 = pair %n : i32 {
    }, {
      "u.x"() : () -> ()
    } ^bb1, ^bb2 {y}
  ^bb1:  // pred: ^bb0
    return %n : i32
  ^bb2:  // pred: ^bb0
    return
  }
}`},
		{name: "ranges of lines", opts: printer.Options{DebugInfo: true}, src: `"u.x"() : () -> () loc("f":1:2 to :5)
"u.y"() : () -> () loc("f":1:2 to 3:4)
`, want: `module {
  "u.x"() : () -> () loc(#loc1)
  "u.y"() : () -> () loc(#loc2)
} loc(#loc)
#loc = loc("f":0:0)
#loc1 = loc("f":1:2 to :5)
#loc2 = loc("f":1:2 to 3:4)`},
		{name: "names of arguments", src: `module {
  test.func @f(%a: i32, %b: i32) {
    loop {
    ^bb0(%iv: i32, %arg2: i32):
      test.loop {
      ^bb0(%iv_0: i32, %arg3: i32, %c: i32):
        %cst = test.const 1 : i32
      }
    }
    loop {
    ^bb0(%x: i32, %arg3: i32):
    }
    return
  }
}`},
		{name: "names of arguments as MLIR has them", opts: printer.Options{NoSSANames: true}, src: `module {
  test.func @f(%arg0: i32, %arg1: i32) {
    loop {
    ^bb0(%iv: i32, %arg2: i32):
      test.loop {
      ^bb0(%iv_0: i32, %arg3: i32, %arg4: i32):
        %cst = test.const 1 : i32
      }
    }
    return
  }
}`},
		{name: "module name and nesting", src: "module @a {\n  module @\"b c\" attributes {x = @s} {\n  }\n}"},
		{name: "types", src: `module {
  %0 = "u.x"() : () -> tensor<4x?x!u.ptr<f32, 1>, #u.enc<{a = [1, 2]}>>
  %1:3 = "u.x"() : () -> (vector<4x[8]xf32>, memref<2x3xf16, strided<[3, 1], offset: 2>, 3>, (i1, si8) -> ui16)
  %2:4 = "u.x"() : () -> (tuple<i32, index, none>, tensor<*xbf16>, complex<f32>, tensor<0x4xf8E4M3FN>)
  %3 = "u.x"() : () -> ((i32) -> (i32, tensor<f32>))
}`},
		{name: "attributes", src: `#map = affine_map<(d0)[s0] -> (d0 + s0)>
#set = affine_set<(d0) : (d0 >= 0, d0 - 3 == 0)>
module {
  "u.x"() {a = [1, -2 : i8, true, unit], b = {c, "d e" = "q\22\0A"}, e = 1.500000e+00 : f32, f = 0x7FC00000 : f32, g = @a::@b} : () -> ()
  "u.x"() {a = array<i32: 1, -2>, b = array<i1: true, false>, c = array<f32: 1.000000e+00>, d = array<i64>, e = i32, f = () -> ()} : () -> ()
  "u.x"() {a = dense<1> : tensor<4xi32>, b = dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>, c = dense<[true, false]> : vector<2xi1>, d = dense<> : tensor<0xf32>} : () -> ()
  "u.x"() {a = dense<0xFF800000> : tensor<4xf32>, b = 4 : index, c = 255 : ui8, d = #map, e = #u.attr<"x", [1]>} : () -> ()
  "u.x"() {a = #set, b = dense_resource<blob> : tensor<4xf32>} : () -> ()
}`},
		{name: "results in groups", src: `module {
  %a, %b:2 = "u.x"() : () -> (i1, i2, i3)
  %0:2, %c = "u.y"(%b#1, %a) : (i3, i1) -> (i1, i1, i1)
  %d:2, %e = test.many : i1, i2 -> i3
  %1 = test.many -> i3
  test.many
}`},
		{name: "generic", src: `"builtin.module"() ({
  "test.func"() <{sym_name = "f"}> ({
  ^bb0(%x: i32):
    %0 = "test.add"(%x, %x) : (i32, i32) -> i32
    "test.br"(%0)[^bb1] {d = 1 : i64} : (i32) -> ()
  ^bb1(%1: i32):  // 2 preds: ^bb0, ^bb1
    "test.br"(%1)[^bb1] : (i32) -> ()
  }) : () -> ()
  "u.empty"() ({
  ^bb0:
  }, {
  }) : () -> ()
}) : () -> ()`, opts: printer.Options{Generic: true}},
		{name: "uses before definitions", src: `module {
  "u.use"(%a#1, %x) : (i8, i32) -> ()
  %a:2 = "u.def"() : () -> (i1, i8)
  "u.region"() ({
    "u.use"(%x) : (i32) -> ()
  }) : () -> ()
  %x = "u.def"() : () -> i32
}`},
		{name: "aliases in any order", src: `#a = [#b, #b]
module {
  "u.x"() {a = #a, c = #c} : () -> !t
}
!t = tuple<!u, !u>
#b = 3 : i32
!u = i8
#c = #a
`, want: `module {
  %0 = "u.x"() {a = [3 : i32, 3 : i32], c = [3 : i32, 3 : i32]} : () -> tuple<i8, i8>
}`},
		{name: "locations", src: `#loc = loc("f.py":1:2)
#loc4 = loc("x"(#loc))
#loc6 = loc(callsite(#loc1 at #loc4))
module {
  test.func @f(%x: i32 loc("x"(#loc)), %y: i32 loc(callsite(#loc1 at #loc4))) {
    return loc(#loc1)
  } loc(#loc2)
  "u.x"() : () -> () loc(#loc5)
  "u.x"() : () -> () loc(#loc3)
} loc(#loc)
#loc1 = loc(unknown)
#loc2 = loc(fused[#loc, #loc1])
#loc3 = loc("n")
#loc5 = loc(fused<"meta">[#loc4])
`, want: "fixpoint", opts: printer.Options{DebugInfo: true}},
		{name: "several at top level", src: "\"u.a\"() : () -> ()\n\"u.b\"() : () -> ()", want: "module {\n  \"u.a\"() : () -> ()\n  \"u.b\"() : () -> ()\n}"},
		{name: "nothing", src: "// only a comment", want: "module {\n}"},
	} {
		op, errors := parse(t, c.src)
		if errors != "" {
			t.Errorf("%s:\n%s", c.name, errors)
			continue
		}
		got := printer.String(op, c.opts)
		switch c.want {
		case "":
			c.want = c.src
		case "fixpoint":
			c.want = got
		}
		if got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
		again, errors := parse(t, got)
		if errors != "" {
			t.Errorf("%s: the print has errors:\n%s", c.name, errors)
		} else if second := printer.String(again, c.opts); second != got {
			t.Errorf("%s: not a fixpoint: got\n%s\nthen\n%s", c.name, got, second)
		}
	}
}
