package softmax

import (
	"tawa/dialects/arith"
	"tawa/dialects/builtin"
	mathd "tawa/dialects/math"
	"tawa/dialects/nvgpu"
	"tawa/dialects/scf"
	"tawa/dialects/tt"
	"tawa/ir"
	"tawa/pass"
)

// LazyRescale spares an online softmax most of its rescaling. The running maximum is only a
// reference: results do not depend on it as long as no term overflows. So it may stay behind
// the true maximum by a few bits, and the sums that are relative to it are multiplied by one.
type LazyRescale struct {
	Slack int `opt:"slack" help:"bits by which terms may grow above one before the reference moves"`
}

// Info names the pass.
func (*LazyRescale) Info() pass.Info {
	return pass.Info{
		Name: "tawa-lazy-rescale", Anchor: builtin.Module, Dialects: []string{"arith", "math"},
		Summary: "let the running maximum of an online softmax lag behind where results don't depend on it",
		Description: "A function is changed only if it is proved to compute the same whatever the maxima are: they enter " +
			"exponentials and sums, and cancel before anything is stored. Products with factors that are now mostly one are " +
			"marked, so that warps leave them out.",
	}
}

// DefaultSlack keeps terms below 2^8: e4m3 holds up to 448.
const DefaultSlack = 8

// Run rewrites the functions of a module.
func (p *LazyRescale) Run(module *ir.Operation, st *pass.State) bool {
	for fn := range module.Region(0).First().Ops() {
		if !fn.Is(tt.Func) || builtin.IsDeclaration(fn) {
			continue
		}
		refs := references(fn)
		if len(refs) == 0 {
			continue
		}
		known, ok := invariant(fn, refs)
		if !ok {
			st.Remarkf(refs[0], "this running maximum stays exact: something that is stored could depend on it")
			continue
		}
		slack := min(p.Slack, known.room)
		for _, ref := range refs {
			st.Remarkf(ref, "the running maximum may lag by %d bits, so that sums are seldom rescaled", slack)
			lag(ref, known, slack)
		}
	}
	return true
}

// references are the maxima m' = max(m, x) that a loop carries as m and that rescale what it
// accumulates in dots by exp(m − m').
func references(fn *ir.Operation) []*ir.Operation {
	var found []*ir.Operation
	fn.Walk(func(op *ir.Operation) bool {
		if op.Is(arith.MaxNumF, arith.MaximumF) && carriedOperand(op) >= 0 && rescales(op) {
			found = append(found, op)
		}
		return true
	})
	return found
}

// carriedOperand is which operand of an op is the loop's value that it is the next one of, −1 if none.
func carriedOperand(op *ir.Operation) int {
	body := op.Block()
	if !body.Parent().Is(scf.For) {
		return -1
	}
	for i, v := range op.Operands() {
		if v.Def() == nil && v.ArgBlock() == body && v.Index() > 0 && body.Last().Operand(v.Index()-1) == op.Result(0) {
			return i
		}
	}
	return -1
}

func rescales(ref *ir.Operation) bool {
	for _, f := range factors(ref) {
		if len(scaled(f)) > 0 {
			return true
		}
	}
	return false
}

// factors are the values exp(m − m') of a reference.
func factors(ref *ir.Operation) []*ir.Value {
	var found []*ir.Value
	old := ref.Operand(carriedOperand(ref))
	for sub := range ref.Result(0).Users() {
		if !sub.Is(arith.SubF) || sub.Operand(0) != old || sub.Operand(1) != ref.Result(0) {
			continue
		}
		for e := range sub.Result(0).Users() {
			if e.Is(mathd.Exp, mathd.Exp2) {
				found = append(found, e.Result(0))
			}
		}
	}
	return found
}

// scaled are the products of tensors with a factor that is broadcast to them.
func scaled(factor *ir.Value) []*ir.Operation {
	var found []*ir.Operation
	for u := range factor.Users() {
		switch {
		case u.Is(tt.ExpandDims, tt.Broadcast):
			found = append(found, scaled(u.Result(0))...)
		case u.Is(arith.MulF) && factor.Def().Is(tt.Broadcast):
			found = append(found, u)
		}
	}
	return found
}

// lag lets a reference move only if it would by more than the slack. Terms that become 8-bit floats
// begin just below the slack, where there are more numbers for those that are small.
func lag(ref *ir.Operation, known *shifts, slack int) {
	for _, f := range factors(ref) {
		for _, product := range scaled(f) {
			product.SetAttr(nvgpu.SkipOnes, ref.Context().Unit())
		}
	}
	i := carriedOperand(ref)
	old, now := ref.Operand(i), ref.Operand(1-i)
	b := ir.Before(ref)
	grown := b.Value(arith.SubF, []*ir.Value{now, old}, nil)
	bits := func(n int) *ir.Value {
		return b.Value(arith.Constant, nil, []ir.Type{old.Type()}, ir.A("value", floatOf(old.Type(), float64(n)/known.steep)))
	}
	limit := bits(slack)
	above := b.Value(arith.CmpF, []*ir.Value{grown, limit}, nil, ir.A("predicate", b.Context().I64Attr(2))) // ogt
	if known.tiny {
		now = b.Value(arith.SubF, []*ir.Value{now, bits(slack - 1)}, nil)
	}
	moved := b.Value(arith.Select, []*ir.Value{above, now, old}, nil)
	moved.SetName(ref.Result(0).Name())
	ref.ReplaceWith(moved)
}

// floatOf is a constant of a type, a float or a tensor of equal ones.
func floatOf(t ir.Type, v float64) ir.Attribute {
	f := t.Context().FloatAttr(ir.ElementType(t).(*ir.FloatType), v)
	if tensor, ok := t.(*ir.RankedTensorType); ok {
		return t.Context().Splat(tensor, f)
	}
	return f
}
