package nvptx

import (
	"fmt"
	"slices"

	"tawa/dialects/builtin"
	"tawa/dialects/ttg"
	"tawa/ir"
	"tawa/layout"
)

// kernel finds the one function that is launched.
func (l *lowering) kernel() (*ir.Operation, bool) {
	var found *ir.Operation
	for op := range l.module.Region(0).First().Ops() {
		if !op.Is(ir.Op("tt.func")) {
			continue
		}
		if found != nil {
			l.sink.Errorf(op.Span(), "the module has a second function: a kernel is compiled by itself, with its calls inlined").
				Note(found.Span(), "the first one is here")
			return nil, false
		}
		found = op
	}
	switch {
	case found == nil:
		l.sink.Errorf(l.module.Span(), "the module has no tt.func to compile")
	case builtin.IsDeclaration(found):
		return nil, l.fail(found, "has no body to compile")
	case found.StrAttr("sym_visibility") == "private":
		return nil, l.fail(found, "is private, so nothing can launch it")
	case len(builtin.FunctionType(found).Results) > 0:
		return nil, l.fail(found, "returns values: a kernel stores what it computes")
	}
	return found, found != nil
}

// supported reports every op without a lowering, for its name or for its types.
func (l *lowering) supported(fn *ir.Operation) bool {
	ok := true
	fn.Walk(func(op *ir.Operation) bool {
		switch t := unsupportedType(op); {
		case op == fn: // its parameters have a message of their own
		case l.table[op.Name().String()] == nil:
			d := l.sink.Errorf(op.Span(), "'%s' has no lowering to LLVM IR", op.Name())
			if _, prepared := l.module.IntAttr("ttg.num-warps"); ok && !prepared {
				d.Hint("--tawa-compile prepares a program for it")
			}
			ok = false
		case t != nil:
			ok = l.fail(op, "of type '%s' has no lowering to LLVM IR", ir.TypeString(t))
		default:
			for _, v := range slices.Concat(op.Operands(), op.Results()) {
				if err := placed(v.Type()); err != nil && ok {
					ok = l.fail(op, "has no lowering to LLVM IR: %s", err)
				}
			}
		}
		return true
	})
	return ok
}

// placed says why the encoding of a tensor or of a buffer does not place its elements in one CTA.
func placed(t ir.Type) error {
	var l layout.Layout
	switch t := t.(type) {
	case *ir.RankedTensorType:
		if t.Encoding == nil {
			return fmt.Errorf("'%s' has no encoding", ir.TypeString(t))
		}
		var err error
		if l, err = ttg.ToLinear(t.Shape, t.Encoding); err != nil {
			return err
		}
	case *ttg.MemDescType:
		shape := bufferShape(t)
		if enc, ok := t.Encoding.(ttg.Shared); ok {
			shape = shape[max(0, len(shape)-enc.Rank()):]
		}
		var err error
		if l, err = ttg.ToLinear(shape, t.Encoding); err != nil {
			return nil // a row of scalars, such as mbarriers, has any length
		}
		if l.TotalInSize() > l.TotalOutSize() {
			return fmt.Errorf("'%s' has offsets that hold nothing", ir.AttrString(t.Encoding))
		}
	}
	if l.InSize(layout.Block) > 1 {
		return fmt.Errorf("a cluster of several CTAs shares '%s'", ir.TypeString(t))
	}
	return nil
}

// moving are the ops of arith that move floats without looking at them.
var moving = []string{"arith.constant", "arith.select", "arith.bitcast"}

// singleOnly are the ops that the chip's approximations, of f32, compute.
var singleOnly = []string{"math.exp", "math.exp2", "math.log", "math.log2", "math.rsqrt", "math.sin", "math.cos"}

// unsupportedType returns a type of the op's values that is not computed with, nil if there is none. Floats of 8
// bits are moved and converted by tt.fp_to_fp, but there is no arithmetic on them.
func unsupportedType(op *ir.Operation) ir.Type {
	computes := slices.Contains([]string{"arith", "math"}, op.Name().Dialect()) &&
		!slices.Contains(moving, op.Name().String())
	for _, v := range slices.Concat(op.Operands(), op.Results()) {
		t := ir.ElementType(v.Type())
		number := false
		switch t.(type) {
		case *ir.IntegerType, *ir.FloatType:
			number = true
		}
		if _, fits := scalarType(t); number && !fits {
			return t
		}
		f, float := t.(*ir.FloatType)
		if !computes || !float {
			continue
		}
		if !slices.Contains([]string{"f16", "bf16", "f32", "f64"}, f.Name) || f.Name == "f64" && slices.Contains(singleOnly, op.Name().String()) {
			return t
		}
	}
	return nil
}
