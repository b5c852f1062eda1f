package gpu

import (
	"tawa/dialects/builtin"
	"tawa/ir"
)

// asyncDependencies is custom<AsyncDependencies>(type($token), $dependencies): `async [%a]`.
var asyncDependencies = ir.Directive{
	Parse: func(p ir.AsmParser, args ir.DirectiveReader) bool {
		async, us, ok := parseAsync(p)
		if async {
			args.SetTypes(0, AsyncToken(p.Context()))
		} else {
			args.SetTypes(0)
		}
		args.SetOperands(1, us...)
		return ok
	},
	Print: func(p ir.AsmPrinter, args ir.DirectiveWriter) {
		printAsync(p, len(args.Values(0)) > 0, args.Values(1))
	},
}

func parseAsync(p ir.AsmParser) (async bool, us []ir.UnresolvedOperand, ok bool) {
	async = p.OptionalKeyword("async")
	if !p.OptionalPunct("[") {
		return async, nil, true
	}
	if p.OptionalPunct("]") {
		return async, nil, true
	}
	us, ok = p.Operands()
	return async, us, ok && p.Punct("]")
}

func printAsync(p ir.AsmPrinter, async bool, on []*ir.Value) {
	if async {
		p.Str("async")
	}
	if len(on) == 0 {
		return
	}
	if async {
		p.Str(" ")
	}
	p.Str("[")
	p.Operands(on)
	p.Str("]")
}

// launchDimType is the type of the sizes of a launch, index if it is not written.
var launchDimType = ir.Directive{
	Parse: func(p ir.AsmParser, args ir.DirectiveReader) bool {
		t, ok := ir.Type(p.Context().Index()), true
		if p.OptionalPunct(":") {
			t, ok = p.Type()
		}
		args.SetTypes(0, t)
		return ok
	},
	Print: func(p ir.AsmPrinter, args ir.DirectiveWriter) {
		if t := args.Values(0)[0].Type(); !ir.IsIndex(t) {
			p.Str(": ")
			p.Type(t)
		}
	},
}

// launchOperands is custom<LaunchFuncOperands>($operands, type($operands)): `args(%a : T, …)`.
var launchOperands = ir.Directive{
	Parse: func(p ir.AsmParser, args ir.DirectiveReader) bool {
		var us []ir.UnresolvedOperand
		var ts []ir.Type
		ok := true
		if p.OptionalKeyword("args") {
			ok = typedOperands(p, &us, &ts)
		}
		args.SetOperands(0, us...)
		args.SetTypes(1, ts...)
		return ok
	},
	Print: func(p ir.AsmPrinter, args ir.DirectiveWriter) {
		if vs := args.Values(0); len(vs) > 0 {
			p.Str("args(")
			ir.PrintList(p, vs, func(v *ir.Value) {
				p.Operand(v)
				p.Str(" : ")
				p.Type(v.Type())
			})
			p.Str(")")
		}
	},
}

// typedOperands takes `(%a : T, …)`.
func typedOperands(p ir.AsmParser, us *[]ir.UnresolvedOperand, ts *[]ir.Type) bool {
	return p.List("(", ")", func() bool {
		u, ok := p.Operand()
		if !ok || !p.Punct(":") {
			return false
		}
		t, ok := p.Type()
		*us, *ts = append(*us, u), append(*ts, t)
		return ok
	})
}

func parseReduction(p ir.AsmParser, args ir.DirectiveReader) bool {
	span := p.Span()
	word, ok := p.OptionalAnyKeyword()
	if !ok {
		return true
	}
	for _, w := range reductions.Words {
		if w == word {
			return args.SetAttr(0, reductions.Attr(p.Context(), word))
		}
	}
	p.Errorf(span, "'%s' is not a reduction: expected one of %v", word, reductions.Words)
	return false
}

func printReduction(p ir.AsmPrinter, args ir.DirectiveWriter) {
	if a := args.Attr(0); a != nil {
		a.Print(p)
	}
}

// parseModule takes `@name[<handler>] [targets] [attributes {…}] {…}`.
func parseModule(p ir.AsmParser, st *ir.OperationState) bool {
	name, ok := p.Symbol()
	if !ok {
		return false
	}
	st.AddAttr(ir.SymName, p.Context().Str(name))
	if p.OptionalPunct("<") {
		a, ok := p.Attr(nil)
		if !ok || !p.Punct(">") {
			return false
		}
		st.AddAttr("offloadingHandler", a)
	}
	return parseTargets(p, st) && p.AttrDict(st, true) && builtin.ParseBlock(p, st)
}

// parseTargets takes `[target, …]` if it is there.
func parseTargets(p ir.AsmParser, st *ir.OperationState) bool {
	if !p.OptionalPunct("[") {
		return true
	}
	var targets []ir.Attribute
	for len(targets) == 0 || p.OptionalPunct(",") {
		a, ok := p.Attr(nil)
		if !ok {
			return false
		}
		targets = append(targets, a)
	}
	st.AddAttr("targets", p.Context().Array(targets...))
	return p.Punct("]")
}

func printModule(op *ir.Operation, p ir.AsmPrinter) {
	p.Str(" ")
	p.Symbol(op.StrAttr(ir.SymName))
	if a := op.Attr("offloadingHandler"); a != nil {
		p.Str("<")
		p.Attr(a)
		p.Str(">")
	}
	if a := op.Attr("targets"); a != nil {
		p.Str(" ")
		p.Attr(a)
	}
	p.AttrDict(op, true, ir.SymName, "targets", "offloadingHandler")
	p.Region(op.Region(0), false, true)
}

// The attributes of gpu.func and gpu.launch about memory of their own: how many of the
// arguments at the end of the entry block are memory of the block; the rest is the thread's.
const (
	workgroupCount = "workgroup_attributions"
	workgroupAttrs = "workgroup_attrib_attrs"
	privateAttrs   = "private_attrib_attrs"
	kernelAttr     = "gpu.kernel"
	containerAttr  = "gpu.container_module"
)

// attributions takes `keyword(%a : T {attrs}, …)`.
func attributions(p ir.AsmParser, keyword string) (args []ir.Argument, ok bool) {
	if !p.OptionalKeyword(keyword) {
		return nil, true
	}
	ok = p.List("(", ")", func() bool {
		a, ok := p.Argument(true, true)
		args = append(args, a)
		return ok
	})
	return args, ok
}

// ownMemory takes `[workgroup(…)] [private(…)]`, the memory of the block and of the thread.
func ownMemory(p ir.AsmParser, st *ir.OperationState) (shared, own []ir.Argument, ok bool) {
	if shared, ok = attributions(p, "workgroup"); !ok {
		return nil, nil, false
	}
	own, ok = attributions(p, "private")
	st.AddAttr(workgroupCount, p.Context().I64Attr(int64(len(shared))))
	return shared, own, ok
}

// attributionDicts adds the attributes of such memory if there are any.
func attributionDicts(c *ir.Context, st *ir.OperationState, name string, args []ir.Argument) {
	dicts, some := make([]ir.Attribute, len(args)), false
	for i, a := range args {
		dicts[i] = c.Dict()
		if a.Attrs != nil && len(a.Attrs.Entries) > 0 {
			dicts[i], some = a.Attrs, true
		}
	}
	if some {
		st.AddAttr(name, c.Array(dicts...))
	}
}

// parseFunc takes `@name(args) -> results [workgroup(…)] [private(…)] [kernel] [attributes {…}] {…}`.
func parseFunc(p ir.AsmParser, st *ir.OperationState) bool {
	c := p.Context()
	name, ok := p.Symbol()
	if !ok {
		return false
	}
	st.AddAttr(ir.SymName, c.Str(name))
	s, ok := builtin.ParseSignature(p)
	if !ok {
		return false
	}
	s.AddTo(c, st)
	shared, own, ok := ownMemory(p, st)
	if !ok {
		return false
	}
	attributionDicts(c, st, workgroupAttrs, shared)
	attributionDicts(c, st, privateAttrs, own)
	if p.OptionalKeyword("kernel") {
		st.AddAttr(kernelAttr, c.Unit())
	}
	return p.AttrDict(st, true) && p.Region(st.NewRegion(), append(append(s.Arguments, shared...), own...))
}

func printFunc(op *ir.Operation, p ir.AsmPrinter) {
	p.Str(" ")
	p.Symbol(op.StrAttr(ir.SymName))
	builtin.PrintSignature(op, p)
	inputs := len(builtin.FunctionType(op).Inputs)
	args := builtin.Arguments(op)[inputs:]
	n := sharedCount(op, len(args))
	printAttributions(op, p, "workgroup", args[:n], workgroupAttrs)
	printAttributions(op, p, "private", args[n:], privateAttrs)
	if op.Attr(kernelAttr) != nil {
		p.Str(" kernel")
	}
	p.AttrDict(op, true, ir.SymName, builtin.FunctionTypeAttr, builtin.ArgAttrs, builtin.ResAttrs, workgroupCount, workgroupAttrs, privateAttrs, kernelAttr)
	p.Region(op.Region(0), false, true)
}

// sharedCount is how many of n arguments are memory of the block.
func sharedCount(op *ir.Operation, n int) int {
	v, _ := op.IntAttr(workgroupCount)
	return int(min(max(v, 0), int64(n)))
}

func printAttributions(op *ir.Operation, p ir.AsmPrinter, keyword string, args []*ir.Value, dicts string) {
	if len(args) == 0 {
		return
	}
	list, _ := op.Attr(dicts).(*ir.ArrayAttr)
	p.Str(" " + keyword + "(")
	for i, a := range args {
		if i > 0 {
			p.Str(", ")
		}
		p.Operand(a)
		p.Str(" : ")
		p.Type(a.Type())
		if list == nil || i >= len(list.Values) {
			continue
		}
		if d, ok := list.Values[i].(*ir.DictAttr); ok && len(d.Entries) > 0 {
			p.Str(" ")
			ir.PrintDict(p, d.Entries)
		}
	}
	p.Str(")")
}

// parseWarp takes `(%lane)[size] [args(%a : T)] [-> types] {…}`.
func parseWarp(p ir.AsmParser, st *ir.OperationState) bool {
	c := p.Context()
	if !p.Punct("(") {
		return false
	}
	lane, ok := p.Operand()
	if !ok || !p.Punct(")") || !p.Punct("[") || !p.Resolve(lane, c.Index(), st) {
		return false
	}
	size, ok := p.Integer()
	if !ok || !p.Punct("]") {
		return false
	}
	st.AddAttr("warp_size", c.I64Attr(size))
	if p.OptionalKeyword("args") {
		var us []ir.UnresolvedOperand
		var ts []ir.Type
		span := p.Span()
		if !typedOperands(p, &us, &ts) || !p.ResolveAll(us, ts, span, st) {
			return false
		}
	}
	if st.Results, ok = builtin.ParseArrow(p); !ok {
		return false
	}
	body := st.NewRegion()
	if !p.Region(body, nil) {
		return false
	}
	p.EnsureTerminator(body, Yield)
	return p.AttrDict(st, false)
}

func printWarp(op *ir.Operation, p ir.AsmPrinter) {
	p.Str("(")
	p.Operand(op.Operand(0))
	p.Str(")[")
	n, _ := op.IntAttr("warp_size")
	p.Int(n)
	p.Str("]")
	if args := op.Operands()[1:]; len(args) > 0 {
		p.Str(" args(")
		p.Operands(args)
		p.Str(" : ")
		p.Types(args)
		p.Str(")")
	}
	builtin.PrintArrow(op, p)
	p.Region(op.Region(0), true, op.NumResults() > 0)
	p.AttrDict(op, false, "warp_size")
}
