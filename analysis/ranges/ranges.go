package ranges

import (
	"tawa/analysis/dataflow"
	"tawa/dialects/builtin"
	"tawa/ir"
)

// Inferrer gives the ranges of op's results from those of its operands; an operand or
// result that is no integer has Width 0.
type Inferrer interface {
	InferRanges(op *ir.Operation, operands []Range) []Range
}

// Infer is the key of Inferrer.
var Infer = ir.NewInterface[Inferrer]("InferRanges")

// Ranges is the result.
type Ranges struct{ facts *dataflow.Forward[Range] }

// New analyses what is inside root.
func New(root *ir.Operation) *Ranges {
	return &Ranges{dataflow.RunForward[Range](root, domain{root.Context()})}
}

// At returns the range of v; ok is false if v is no integer or control never reaches it.
func (r *Ranges) At(v *ir.Value) (fact Range, ok bool) {
	fact, ok = r.facts.At(v)
	return fact, ok && fact.Width > 0
}

// Live reports whether control may reach b.
func (r *Ranges) Live(b *ir.Block) bool { return r.facts.Live(b) }

// width is the width of the integers that a type holds, 0 if none of at most 64 bits.
func width(t ir.Type) int {
	switch e := ir.ElementType(t).(type) {
	case *ir.IndexType:
		return 64
	case *ir.IntegerType:
		if e.Width <= 64 {
			return e.Width
		}
	}
	return 0
}

func fullOf(t ir.Type) Range {
	if w := width(t); w > 0 {
		return Full(w)
	}
	return Range{}
}

type domain struct{ ctx *ir.Context }

func (domain) Join(a, b Range) Range {
	if a.Width == 0 || b.Width == 0 {
		return Range{}
	}
	return a.Join(b)
}

func (domain) Equal(a, b Range) bool { return a == b }

// Unknown knows that a loop's counter is between its bounds.
func (domain) Unknown(v *ir.Value, at func(*ir.Value) (Range, bool)) Range {
	full := fullOf(v.Type())
	if !v.IsArg() || full.Width == 0 || v.ArgBlock().Parent() == nil {
		return full
	}
	op := v.ArgBlock().Parent()
	loop, ok := builtin.LoopLike.Of(op)
	if !ok || loop.InductionVar(op) != v || op.Attr("unsignedCmp") != nil {
		return full
	}
	lower, upper, _ := loop.Bounds(op)
	lo, ok := at(lower)
	hi, both := at(upper)
	if !ok || !both || lo.SMin > hi.SMax-1 || hi.SMax == full.SMin {
		return full
	}
	return Signed(full.Width, lo.SMin, hi.SMax-1)
}

// Widen lets a bound that still moves go to its end.
func (domain) Widen(_ *ir.Value, old, grown Range) Range {
	full := Full(grown.Width)
	if grown.SMin < old.SMin {
		grown.SMin = full.SMin
	}
	if grown.SMax > old.SMax {
		grown.SMax = full.SMax
	}
	if grown.UMin < old.UMin {
		grown.UMin = full.UMin
	}
	if grown.UMax > old.UMax {
		grown.UMax = full.UMax
	}
	return grown
}

// Constant lets decided branches be taken one way only. The type of the number does not matter for that.
func (d domain) Constant(r Range) ir.Attribute {
	if v, ok := r.Constant(); ok && r.Width > 0 {
		return d.ctx.Int(d.ctx.Integer(r.Width, ir.Signless), v)
	}
	return nil
}

// Transfer asks the op's interface or the table.
func (domain) Transfer(op *ir.Operation, operands []Range) []Range {
	var facts []Range
	if i, ok := Infer.Of(op); ok {
		facts = i.InferRanges(op, operands)
	} else if rule := rules[op.Name()]; rule != nil && op.NumResults() == 1 && width(op.Result(0).Type()) > 0 {
		facts = []Range{rule(op, operands)}
	}
	for i := range facts {
		if full := fullOf(op.Result(i).Type()); facts[i].Width != full.Width {
			facts[i] = full
		}
	}
	return facts
}
