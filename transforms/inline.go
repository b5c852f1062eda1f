package transforms

import (
	"slices"

	"tawa/analysis/callgraph"
	"tawa/dialects/builtin"
	"tawa/dialects/cf"
	"tawa/ir"
	"tawa/pass"
)

// Inline replaces calls by the bodies of what they call, callees before callers, and
// erases private functions that no one calls any more. Functions that call each other in a
// circle are not inlined into each other.
type Inline struct {
	DefaultPipeline string `opt:"default-pipeline" help:"passes for each function, after inlining into it"`
	Threshold       int    `opt:"inlining-threshold" help:"do not inline a function of more ops than this percentage of the caller's; -1 is no limit"`

	Inlined pass.Statistic `stat:"num-inlined" help:"calls replaced by bodies"`

	passes *pass.Registry
}

// Info names the pass.
func (*Inline) Info() pass.Info {
	return pass.Info{
		Name:    "inline",
		Summary: "replace calls by the bodies of functions",
		Description: "A call is kept where it, or the function, says 'no_inline' or 'noinline', where the function has no body, and where " +
			"a body of several blocks would come into a region that takes one.",
		SymbolTable: true,
	}
}

// Run inlines in the functions inside root.
func (p *Inline) Run(root *ir.Operation, st *pass.State) bool {
	graph := CallGraph.Of(root, st)
	for _, component := range graph.Components() {
		for _, f := range component {
			if !p.inlineInto(f, component, graph, st) {
				return false
			}
		}
	}
	for eraseUncalled(root) {
	}
	return true
}

func (p *Inline) inlineInto(f *callgraph.Function, component []*callgraph.Function, graph *callgraph.Graph, st *pass.State) bool {
	for _, call := range f.Calls {
		callee := graph.Callee(call)
		if callee == nil || slices.Contains(component, callee) {
			continue
		}
		if why := p.refuse(call, callee.Op, f.Op); why != "" {
			st.Missedf(call, "not inlined: %s", why)
			continue
		}
		inlineCall(call, callee.Op)
		p.Inlined.Inc()
	}
	if p.DefaultPipeline == "" || builtin.IsDeclaration(f.Op) {
		return true
	}
	m := pass.ParsePipeline(p.passes, "any("+p.DefaultPipeline+")", st.Sink)
	return m != nil && st.RunPipeline(m, f.Op)
}

// refuse says why a call is not inlined, "" if it is.
func (p *Inline) refuse(call, callee, caller *ir.Operation) string {
	region := call.Block().Region()
	switch {
	case builtin.IsDeclaration(callee):
		return "the function has no body"
	case !returns(callee):
		return "the function does not return from each of its ends"
	case forbidden(call) || forbidden(callee):
		return "it is marked so"
	case !callee.Region(0).OneBlock() && region.Owner().Has(ir.SingleBlock):
		return "the function has several blocks, and the region takes one"
	case !callee.Region(0).OneBlock() && call.Context().Registry.Row(cf.Branch) == nil:
		return "the function has several blocks, and there is no cf.br"
	case p.Threshold >= 0 && size(callee)*100 > size(caller)*p.Threshold:
		return "the function is too large"
	}
	if op := stays(callee, region); op != nil {
		return "'" + op.Name().String() + "' can't be inlined there"
	}
	return ""
}

// stays returns an op of the function that can't be inlined into a region, or nil.
func stays(callee *ir.Operation, into *ir.Region) (found *ir.Operation) {
	callee.Walk(func(op *ir.Operation) bool {
		if may, asks := builtin.Inlinable.Of(op); asks && !may(op, into) {
			found = op
		}
		return found == nil
	})
	return found
}

func forbidden(op *ir.Operation) bool {
	for _, name := range []string{"no_inline", "noinline"} {
		switch a := op.Attr(name).(type) {
		case *ir.UnitAttr:
			return true
		case *ir.IntegerAttr:
			return a.Value != 0
		}
	}
	return false
}

func size(op *ir.Operation) (n int) {
	op.Walk(func(*ir.Operation) bool { n++; return true })
	return n
}

// inlineCall puts a copy of callee's body in the place of a call.
func inlineCall(call, callee *ir.Operation) {
	site, _ := builtin.CallLike.Of(call)
	m := ir.NewMapping()
	for i, a := range site.Arguments(call) {
		m.Map(callee.Region(0).First().Arg(i), a)
	}
	if callee.Region(0).OneBlock() {
		for op := range callee.Region(0).First().Ops() {
			if leaves(op, callee) {
				replaceCall(call, op.Operands(), m)
				return
			}
			c := op.Clone(m)
			locate(c, call)
			call.Block().InsertBefore(c, call)
		}
		return
	}
	inlineBlocks(call, callee, m)
}

func replaceCall(call *ir.Operation, values []*ir.Value, m *ir.Mapping) {
	for i, v := range values {
		values[i] = m.Lookup(v)
	}
	call.ReplaceWith(values...)
}

// leaves reports whether op ends a function's block by going back to the caller.
func leaves(op, function *ir.Operation) bool {
	return op.Parent() == function && op == op.Block().Last() && op.Has(ir.Terminator|ir.HasParent) && slices.Contains(op.Def().Parents, function.Name())
}

// returns reports whether the blocks of a function end by branches or by going back.
func returns(function *ir.Operation) bool {
	for b := range function.Region(0).Blocks() {
		if last := b.Last(); last == nil || len(last.Successors()) == 0 && !leaves(last, function) {
			return false
		}
	}
	return true
}

// inlineBlocks splits the block behind the call; returns become branches to its second half.
func inlineBlocks(call, callee *ir.Operation, m *ir.Mapping) {
	before, ctx := call.Block(), call.Context()
	after := before.SplitBefore(call.Next())
	for _, r := range call.Results() {
		arg := after.AddArg(r.Type(), call.Loc)
		r.ReplaceAllUses(arg)
	}
	body := callee.Clone(m)
	entry, at := body.Region(0).First(), before
	for b := range body.Region(0).Blocks() {
		for op := range b.Ops() {
			locate(op, call)
			if leaves(op, body) {
				branch(ctx, b, after, op.Operands(), op.Loc)
				op.Erase()
			}
		}
	}
	site, _ := builtin.CallLike.Of(call)
	for i, a := range entry.Args() {
		a.ReplaceAllUses(site.Arguments(call)[i])
	}
	call.Erase()
	for b := range body.Region(0).Blocks() {
		b.Remove()
		if b == entry { // nothing branches to it
			for op := range b.Ops() {
				op.Remove()
				before.Append(op)
			}
			continue
		}
		after.Region().InsertAfter(b, at)
		at = b
	}
}

func branch(ctx *ir.Context, from, to *ir.Block, values []*ir.Value, loc ir.Location) {
	ir.AtEnd(ctx, from, loc).CreateState(&ir.OperationState{Name: cf.Branch, Loc: loc, Operands: values, Results: []ir.Type{}, Successors: []*ir.Block{to}})
}

// locate says of op, and what is inside, that it comes from the callee by way of call.
func locate(op, call *ir.Operation) {
	caller := locationOf(call)
	op.Walk(func(inner *ir.Operation) bool {
		inner.Loc = inner.Loc.WithAttr(call.Context().CallSite(locationOf(inner), caller))
		return true
	})
}

func locationOf(op *ir.Operation) ir.LocationAttr {
	switch {
	case op.Loc.Attr() != nil:
		return op.Loc.Attr()
	case op.Span().Known():
		line, col := op.Span().Position()
		return op.Context().FileLineCol(op.Span().File.Name, line, col)
	}
	return op.Context().UnknownLoc()
}

// eraseUncalled erases private functions that nothing refers to, and returns whether there was one.
func eraseUncalled(root *ir.Operation) (erased bool) {
	for _, f := range callgraph.New(root).Functions() {
		if !f.Escapes && len(f.Callers) == 0 && !f.Op.Erased() {
			f.Op.Erase()
			erased = true
		}
	}
	return erased
}
