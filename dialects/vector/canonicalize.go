package vector

import (
	"slices"

	"tawa/dialects/arith"
	"tawa/ir"
)

// broadcastPatterns: what is repeated twice is repeated once.
var broadcastPatterns = []ir.Pattern{{Name: "broadcast-of-broadcast", Root: Broadcast, Match: func(op *ir.Operation, r ir.Rewriter) bool {
	d := definedBy(op.Operand(0), Broadcast)
	if d == nil {
		return false
	}
	r.ReplaceOp(op, Broadcast, d.Operands(), op.ResultTypes())
	return true
}}}

// extractPatterns: a part of something repeated is it, repeated less.
var extractPatterns = []ir.Pattern{{Name: "extract-of-broadcast", Root: Extract, Match: func(op *ir.Operation, r ir.Rewriter) bool {
	d := definedBy(op.Operand(0), Broadcast)
	to, whole := op.Result(0).Type().(*ir.VectorType)
	if d == nil || !whole || cannotBroadcast(d.Operand(0).Type(), to) != "" {
		return false
	}
	r.ReplaceOp(op, Broadcast, d.Operands(), op.ResultTypes())
	return true
}}}

// insertPatterns: one repeated element inserted into the same is the same; inserting
// into a vector of one element makes that element alone.
var insertPatterns = []ir.Pattern{
	{Name: "insert-whole", Root: Insert, Match: func(op *ir.Operation, r ir.Rewriter) bool {
		v := vectorType(op.Result(0))
		if ir.NumElements(v.Shape) != elementsOf(op.Operand(0).Type()) || isScalable(v) || op.Operand(0).Type() == ir.Type(v) {
			return false
		}
		r.ReplaceOp(op, Broadcast, op.Operands()[:1], op.ResultTypes())
		return true
	}},
	{Name: "insert-same-splat", Root: Insert, Match: func(op *ir.Operation, r ir.Rewriter) bool {
		x, y := repeated(op.Operand(0)), repeated(op.Operand(1))
		if x == nil || x != y {
			return false
		}
		r.ReplaceOp(op, Broadcast, []*ir.Value{x}, op.ResultTypes())
		return true
	}},
}

func elementsOf(t ir.Type) int64 {
	if v, ok := t.(*ir.VectorType); ok {
		return ir.NumElements(v.Shape)
	}
	return 1
}

// repeated returns the one element that all elements of v are, or nil.
func repeated(v *ir.Value) *ir.Value {
	if !isVector(v.Type()) {
		return v
	}
	if d := definedBy(v, Broadcast); d != nil && !isVector(d.Operand(0).Type()) {
		return d.Operand(0)
	}
	return nil
}

var fromElementsPatterns = []ir.Pattern{
	{Name: "from-elements-same", Root: FromElements, Match: func(op *ir.Operation, r ir.Rewriter) bool {
		for _, v := range op.Operands() {
			if v != op.Operand(0) {
				return false
			}
		}
		if op.NumOperands() == 0 {
			return false
		}
		r.ReplaceOp(op, Broadcast, op.Operands()[:1], op.ResultTypes())
		return true
	}},
	{Name: "from-elements-of-extracts", Root: FromElements, Match: fromExtracts},
}

// fromExtracts: all elements of a vector in order, or those of a part, are the vector in another shape.
func fromExtracts(op *ir.Operation, r ir.Rewriter) bool {
	var source *ir.Value
	for i, v := range op.Operands() {
		d := definedBy(v, Extract)
		if d == nil || i > 0 && d.Operand(0) != source {
			return false
		}
		source = d.Operand(0)
		shape := vectorType(source).Shape
		at, static := position(d)
		if !static || len(at) != len(shape) || number(shape, at) != int64(i) {
			return false
		}
	}
	if source == nil || elementsOf(source.Type()) != int64(op.NumOperands()) {
		return false
	}
	r.ReplaceOp(op, ShapeCast, []*ir.Value{source}, op.ResultTypes())
	return true
}

var shapeCastPatterns = []ir.Pattern{{Name: "shape-cast-of-broadcast", Root: ShapeCast, Match: func(op *ir.Operation, r ir.Rewriter) bool {
	d := definedBy(op.Operand(0), Broadcast)
	if d == nil {
		return false
	}
	from := d.Operand(0).Type()
	to := vectorType(op.Result(0))
	switch {
	case from == ir.Type(to):
		r.Replace(op, d.Operand(0))
	case cannotBroadcast(from, to) == "" && (!isVector(from) || elementsOf(from) == 1):
		r.ReplaceOp(op, Broadcast, d.Operands(), op.ResultTypes())
	case isVector(from) && elementsOf(from) == elementsOf(to):
		r.ReplaceOp(op, ShapeCast, d.Operands(), op.ResultTypes())
	default:
		return false
	}
	return true
}}}

var transposePatterns = []ir.Pattern{
	{Name: "transpose-of-transpose", Root: Transpose, Match: func(op *ir.Operation, r ir.Rewriter) bool {
		d := definedBy(op.Operand(0), Transpose)
		if d == nil {
			return false
		}
		inner, outer := d.Ints("permutation"), op.Ints("permutation")
		perm := make([]int64, len(outer))
		for i, p := range outer {
			perm[i] = inner[p]
		}
		r.ReplaceOp(op, Transpose, d.Operands(), op.ResultTypes(), ir.A("permutation", op.Context().DenseArray(op.Context().I64(), perm...)))
		return true
	}},
	{Name: "transpose-of-broadcast", Root: Transpose, Match: func(op *ir.Operation, r ir.Rewriter) bool {
		d := definedBy(op.Operand(0), Broadcast)
		if d == nil || elementsOf(d.Operand(0).Type()) != 1 {
			return false
		}
		r.ReplaceOp(op, Broadcast, d.Operands(), op.ResultTypes())
		return true
	}},
}

var extractSlicePatterns = []ir.Pattern{
	{Name: "slice-of-splat", Root: ExtractStridedSlice, Match: func(op *ir.Operation, r ir.Rewriter) bool {
		x := repeated(op.Operand(0))
		if x == nil {
			return false
		}
		r.ReplaceOp(op, Broadcast, []*ir.Value{x}, op.ResultTypes())
		return true
	}},
	{Name: "slice-of-constant-mask", Root: ExtractStridedSlice, Match: sliceOfMask},
}

// sliceOfMask: a part of a box is a box.
func sliceOfMask(op *ir.Operation, r ir.Rewriter) bool {
	d := definedBy(op.Operand(0), ConstantMask)
	if d == nil {
		return false
	}
	sizes := slices.Clone(d.Ints("mask_dim_sizes"))
	offsets, _ := numbersOf(op.Attr("offsets"))
	parts, _ := numbersOf(op.Attr("sizes"))
	empty := false
	for i := range offsets {
		sizes[i] = max(0, min(sizes[i]-offsets[i], parts[i]))
		empty = empty || sizes[i] == 0
	}
	if empty {
		clear(sizes)
	}
	r.ReplaceOp(op, ConstantMask, nil, op.ResultTypes(), ir.A("mask_dim_sizes", op.Context().DenseArray(op.Context().I64(), sizes...)))
	return true
}

// reductionPatterns: one element is its own reduction.
var reductionPatterns = []ir.Pattern{{Name: "reduction-of-one-element", Root: Reduction, Match: func(op *ir.Operation, r ir.Rewriter) bool {
	v := vectorType(op.Operand(0))
	if ir.NumElements(v.Shape) != 1 || isScalable(v) {
		return false
	}
	b := r.Builder()
	at := make([]int64, len(v.Shape))
	x := b.Value(Extract, op.Operands()[:1], []ir.Type{v.Elem}, ir.A("static_position", op.Context().DenseArray(op.Context().I64(), at...)))
	if acc := op.OptionalOperand(1); acc != nil {
		name := combiner(kindOf(op), v.Elem)
		var attrs []ir.NamedAttr
		if ir.IsFloat(v.Elem) {
			attrs = append(attrs, ir.A("fastmath", op.Attr("fastmath")))
		}
		x = b.Value(name, []*ir.Value{x, acc}, []ir.Type{v.Elem}, attrs...)
	}
	r.Replace(op, x)
	return true
}}}

// combiner is the op that combines two elements of type t.
func combiner(kind string, t ir.Type) *ir.OpName {
	switch kind {
	case "add":
		if ir.IsFloat(t) {
			return arith.AddF
		}
		return arith.AddI
	case "mul":
		if ir.IsFloat(t) {
			return arith.MulF
		}
		return arith.MulI
	}
	return map[string]*ir.OpName{
		"minui": arith.MinUI, "minsi": arith.MinSI, "maxui": arith.MaxUI, "maxsi": arith.MaxSI, "and": arith.AndI, "or": arith.OrI, "xor": arith.XOrI,
		"minnumf": arith.MinNumF, "maxnumf": arith.MaxNumF, "minimumf": arith.MinimumF, "maximumf": arith.MaximumF,
	}[kind]
}

// createMaskPatterns: a mask of constant sizes is a constant.
var createMaskPatterns = []ir.Pattern{{Name: "create-mask-constant", Root: CreateMask, Match: func(op *ir.Operation, r ir.Rewriter) bool {
	v := vectorType(op.Result(0))
	sizes, empty := make([]int64, op.NumOperands()), false
	for i, o := range op.Operands() {
		k, ok := arith.ConstInt(o)
		if !ok || scalableAt(v, i) && k > 0 {
			return false
		}
		limit := int64(1)
		if i < len(v.Shape) {
			limit = v.Shape[i]
		}
		sizes[i] = min(max(k, 0), limit)
		empty = empty || sizes[i] == 0
	}
	if empty {
		clear(sizes)
	}
	r.ReplaceOp(op, ConstantMask, nil, op.ResultTypes(), ir.A("mask_dim_sizes", op.Context().DenseArray(op.Context().I64(), sizes...)))
	return true
}}}

// maskedPatterns: an access with a mask that is true everywhere, or nowhere.
func maskedPatterns(n *ir.OpName) []ir.Pattern {
	return []ir.Pattern{{Name: n.String() + "-constant-mask", Root: n, Match: func(op *ir.Operation, r ir.Rewriter) bool {
		count := op.NumOperands()
		all, ok := maskValue(op.Operand(count - 2))
		if !ok {
			return false
		}
		value := op.Operand(count - 1)
		switch {
		case !all && op.Is(MaskedLoad, ExpandLoad, Gather):
			r.Replace(op, value)
		case !all && op.NumResults() == 1:
			r.Replace(op, op.Operand(0))
		case !all:
			r.Erase(op)
		case op.Is(MaskedLoad, ExpandLoad):
			r.ReplaceOp(op, Load, op.Operands()[:count-2], op.ResultTypes(), keepAlignment(op)...)
		case op.Is(MaskedStore, CompressStore):
			operands := append([]*ir.Value{value}, op.Operands()[:count-2]...)
			r.Builder().Create(Store, operands, []ir.Type{}, keepAlignment(op)...)
			r.Erase(op)
		default:
			return false
		}
		return true
	}}}
}

func keepAlignment(op *ir.Operation) []ir.NamedAttr {
	if a := op.Attr("alignment"); a != nil {
		return []ir.NamedAttr{ir.A("alignment", a)}
	}
	return nil
}

// maskValue returns what a constant mask is everywhere.
func maskValue(v *ir.Value) (all, ok bool) {
	if k, ok := arith.ConstInt(v); ok {
		return k != 0, true
	}
	return false, false
}

// writePatterns notes along which dimensions a write is known to stay inside.
var writePatterns = []ir.Pattern{{Name: "write-in-bounds", Root: TransferWrite, Match: func(op *ir.Operation, r ir.Rewriter) bool {
	bounds := knownBounds(op, 1)
	if bounds == nil {
		return false
	}
	r.Modify(op, func() { op.SetAttr("in_bounds", bounds) })
	return true
}}}

// shufflePatterns: elements of two vectors taken in turn are the vectors interleaved.
var shufflePatterns = []ir.Pattern{{Name: "shuffle-in-turn", Root: Shuffle, Match: func(op *ir.Operation, r ir.Rewriter) bool {
	v := vectorType(op.Operand(0))
	mask := op.Ints("mask")
	n := ir.NumElements(v.Shape)
	if len(v.Shape) > 1 || isScalable(v) || op.Operand(1).Type() != ir.Type(v) || int64(len(mask)) != 2*n {
		return false
	}
	for i, from := range mask {
		if from != int64(i)/2+int64(i)%2*n {
			return false
		}
	}
	r.ReplaceOp(op, Interleave, op.Operands(), op.ResultTypes())
	return true
}}}
