package memref

import (
	"slices"

	"tawa/dialects/arith"
	"tawa/dialects/builtin"
	"tawa/ir"
)

// allocPatterns: sizes that are constants go into the type; a buffer that is only
// written and freed is not needed.
func allocPatterns(n *ir.OpName) []ir.Pattern {
	return []ir.Pattern{
		{Name: n.String() + "-constant-sizes", Root: n, Match: staticSizes},
		{Name: n.String() + "-unused", Root: n, Match: deadAlloc},
	}
}

func staticSizes(op *ir.Operation, r ir.Rewriter) bool {
	t := op.Result(0).Type().(*ir.MemRefType)
	shape, rest := slices.Clone(t.Shape), []*ir.Value{}
	next := 0
	for i, n := range shape {
		if n != ir.Dynamic {
			continue
		}
		v := op.OperandGroup(0)[next]
		next++
		if c, ok := arith.ConstInt(v); ok && c >= 0 {
			shape[i] = c
		} else {
			rest = append(rest, v)
		}
	}
	if slices.Equal(shape, t.Shape) || t.Layout != nil && len(op.OperandGroup(1)) > 0 {
		return false
	}
	c := op.Context()
	to := c.MemRef(shape, t.Elem, t.Layout, t.Space)
	attrs := append(keep(op), ir.Segments(c, int64(len(rest)), int64(len(op.OperandGroup(1)))))
	v := r.Builder().Value(op.Name(), append(rest, op.OperandGroup(1)...), []ir.Type{to}, attrs...)
	r.ReplaceOp(op, Cast, []*ir.Value{v}, []ir.Type{t})
	return true
}

// keep are the attributes of an op without the lengths of its operand lists.
func keep(op *ir.Operation) []ir.NamedAttr {
	all := append(slices.Clone(op.Inherent()), op.Discardable()...)
	return slices.DeleteFunc(all, func(a ir.NamedAttr) bool { return a.Name == ir.OperandSegmentSizes })
}

func deadAlloc(op *ir.Operation, r ir.Rewriter) bool {
	var users []*ir.Operation
	for u := range op.Result(0).Uses() {
		o := u.Owner()
		if !o.Is(Dealloc) && !(o.Is(Store) && o.Operand(0) != op.Result(0)) {
			return false
		}
		users = append(users, o)
	}
	for _, u := range users {
		r.Erase(u)
	}
	r.Erase(op)
	return true
}

// foldCastOperands: an op takes what was cast, if the cast only forgets.
func foldCastOperands(n *ir.OpName) []ir.Pattern {
	return []ir.Pattern{{Name: n.String() + "-of-cast", Root: n, Match: func(op *ir.Operation, r ir.Rewriter) bool {
		changed := false
		for i, v := range op.Operands() {
			from, ok := forgets(v)
			if !ok {
				continue
			}
			r.Modify(op, func() { op.SetOperand(i, from) })
			changed = true
		}
		return changed
	}}}
}

// forgets returns what a cast was made of, if it is a ranked memref.
func forgets(v *ir.Value) (*ir.Value, bool) {
	d := v.Def()
	if d == nil || !d.Is(Cast) || !isRanked(d.Operand(0).Type()) {
		return nil, false
	}
	from := d.Operand(0).Type().(*ir.MemRefType)
	to, ranked := v.Type().(*ir.MemRefType)
	return d.Operand(0), !ranked || lessKnown(from, to)
}

// lessKnown reports whether to is from with more left open.
func lessKnown(from, to *ir.MemRefType) bool {
	s, okS := StridesOf(from)
	t, okT := StridesOf(to)
	return okS && okT && fits(from.Shape, to.Shape) && fits(s.Strides, t.Strides) && fits([]int64{s.Offset}, []int64{t.Offset})
}

// foldCast: a cast to the same type, or back, is not needed.
func foldCast(op *ir.Operation, _ []ir.Attribute) []ir.FoldResult {
	v, to := op.Operand(0), op.Result(0).Type()
	if v.Type() == to {
		return []ir.FoldResult{{Value: v}}
	}
	if d := v.Def(); d != nil && d.Is(Cast) {
		if from := d.Operand(0); from.Type() == to {
			return []ir.FoldResult{{Value: from}}
		}
		if _, ok := forgets(v); ok && castable(d.Operand(0).Type(), to) {
			op.SetOperand(0, d.Operand(0))
			return []ir.FoldResult{{Value: op.Result(0)}}
		}
	}
	return nil
}

func foldMemorySpaceCast(op *ir.Operation, _ []ir.Attribute) []ir.FoldResult {
	v := op.Operand(0)
	if v.Type() == op.Result(0).Type() {
		return []ir.FoldResult{{Value: v}}
	}
	if d := v.Def(); d != nil && d.Is(MemorySpaceCast) {
		op.SetOperand(0, d.Operand(0))
		return []ir.FoldResult{{Value: op.Result(0)}}
	}
	return nil
}

// copyToSelf: a copy of a buffer to itself does nothing.
var copyToSelf = ir.Pattern{Name: "copy-to-self", Root: Copy, Match: func(op *ir.Operation, r ir.Rewriter) bool {
	from, _ := ir.ShapeOf(op.Operand(0).Type())
	if op.Operand(0) != op.Operand(1) && !slices.Contains(from, 0) {
		return false
	}
	r.Erase(op)
	return true
}}

// foldDim gives a known extent, or the value that it was made of.
func foldDim(op *ir.Operation, c []ir.Attribute) []ir.FoldResult {
	t, ok := op.Operand(0).Type().(*ir.MemRefType)
	n, isInt := c[1].(*ir.IntegerAttr)
	if !ok || !isInt || n.Value < 0 || n.Value >= int64(len(t.Shape)) {
		return nil
	}
	i := int(n.Value)
	if t.Shape[i] != ir.Dynamic {
		return []ir.FoldResult{{Attr: op.Context().Int(op.Context().Index(), t.Shape[i])}}
	}
	def := op.Operand(0).Def()
	if def == nil {
		return nil
	}
	dynamic := builtin.CountDynamic(t.Shape[:i])
	switch {
	case def.Is(Alloc, Alloca):
		return []ir.FoldResult{{Value: def.OperandGroup(0)[dynamic]}}
	case def.Is(View):
		return []ir.FoldResult{{Value: def.Operand(2 + dynamic)}}
	case def.Is(SubView):
		_, sizes, _ := lists(def)
		if len(sizes) != len(t.Shape) {
			return nil
		}
		return []ir.FoldResult{{Value: def.OperandGroup(2)[builtin.CountDynamic(sizes[:i])]}}
	}
	return nil
}

// foldReshapeBack: a reshape of its inverse is what it was made of.
func foldReshapeBack(inverse *ir.OpName) func(*ir.Operation, []ir.Attribute) []ir.FoldResult {
	return func(op *ir.Operation, _ []ir.Attribute) []ir.FoldResult {
		v, t := op.Operand(0), op.Result(0).Type()
		if v.Type() == t {
			return []ir.FoldResult{{Value: v}}
		}
		d := v.Def()
		if d != nil && d.Is(inverse) && d.Operand(0).Type() == t && d.Attr("reassociation") == op.Attr("reassociation") {
			return []ir.FoldResult{{Value: d.Operand(0)}}
		}
		return nil
	}
}

// knownMetadata: sizes, strides and the offset that the type says are constants.
var knownMetadata = ir.Pattern{Name: "known-metadata", Root: ExtractStridedMetadata, Match: func(op *ir.Operation, r ir.Rewriter) bool {
	t := op.Operand(0).Type().(*ir.MemRefType)
	s, ok := StridesOf(t)
	if !ok {
		return false
	}
	changed := false
	for i, n := range append([]int64{s.Offset}, append(slices.Clone(t.Shape), s.Strides...)...) {
		if res := op.Result(1 + i); n != ir.Dynamic && !res.Unused() {
			r.ReplaceUses(res, arith.Int(r.Builder(), op.Context().Index(), n))
			changed = true
		}
	}
	return changed
}}

// foldSubView: the whole of a buffer, without steps, is the buffer.
func foldSubView(op *ir.Operation, _ []ir.Attribute) []ir.FoldResult {
	v := op.Operand(0)
	if t := v.Type().(*ir.MemRefType); t == op.Result(0).Type() && !slices.Contains(t.Shape, ir.Dynamic) && len(op.Operands()) == 1 {
		return []ir.FoldResult{{Value: v}}
	}
	return nil
}

var subViewPatterns = []ir.Pattern{
	{Name: "subview-constant-operands", Root: SubView, Match: staticLists},
	{Name: "subview-of-cast", Root: SubView, Match: subViewOfCast},
}

// staticLists moves operands that are constants into the attributes, and casts the result to what it was.
func staticLists(op *ir.Operation, r ir.Rewriter) bool {
	c := op.Context()
	operands, sizes := []*ir.Value{op.Operand(0)}, []int64{1}
	var static [3][]int64
	changed := false
	for i, name := range []string{"static_offsets", "static_sizes", "static_strides"} {
		static[i] = slices.Clone(op.Ints(name))
		dynamic, next := op.OperandGroup(i+1), len(operands)
		for j, n := range static[i] {
			if n != ir.Dynamic {
				continue
			}
			v := dynamic[0]
			dynamic = dynamic[1:]
			if k, ok := arith.ConstInt(v); ok && (i == 2 || k >= 0) {
				static[i][j], changed = k, true
			} else {
				operands = append(operands, v)
			}
		}
		sizes = append(sizes, int64(len(operands)-next))
	}
	if !changed {
		return false
	}
	old := op.Result(0).Type().(*ir.MemRefType)
	full := SubViewType(op.Operand(0).Type().(*ir.MemRefType), static[0], static[1], static[2])
	to := reduceLike(full, op, old)
	if to == nil {
		return false
	}
	v := r.Builder().Value(SubView, operands, []ir.Type{to}, ir.Segments(c, sizes...),
		ir.A("static_offsets", i64s(c, static[0])), ir.A("static_sizes", i64s(c, static[1])), ir.A("static_strides", i64s(c, static[2])))
	replaceCasted(op, v, r)
	return true
}

func i64s(c *ir.Context, vs []int64) ir.Attribute { return c.DenseArray(c.I64(), vs...) }

// replaceCasted makes the users of op use v, cast to what they know.
func replaceCasted(op *ir.Operation, v *ir.Value, r ir.Rewriter) {
	if t := op.Result(0).Type(); v.Type() != t {
		v = r.Builder().Value(Cast, []*ir.Value{v}, []ir.Type{t})
	}
	r.Replace(op, v)
}

// reduceLike drops the dimensions of full that op dropped; nil if that is not clear.
func reduceLike(full *ir.MemRefType, op *ir.Operation, old *ir.MemRefType) *ir.MemRefType {
	if full == nil || len(full.Shape) == len(old.Shape) {
		return full
	}
	s, _ := StridesOf(full)
	_, sizes, _ := lists(op)
	drop := len(full.Shape) - len(old.Shape)
	var shape []int64
	out := Strides{Offset: s.Offset}
	for i, n := range sizes {
		if n == 1 && drop > 0 {
			drop--
			continue
		}
		shape, out.Strides = append(shape, full.Shape[i]), append(out.Strides, s.Strides[i])
	}
	to := WithStrides(full, shape, out)
	if drop > 0 || countOnes(sizes) != len(full.Shape)-len(old.Shape) || !castable(to, old) {
		return nil
	}
	return to
}

func countOnes(sizes []int64) (n int) {
	for _, s := range sizes {
		if s == 1 {
			n++
		}
	}
	return n
}

// subViewOfCast takes the part of what was cast.
func subViewOfCast(op *ir.Operation, r ir.Rewriter) bool {
	from, ok := forgets(op.Operand(0))
	if !ok {
		return false
	}
	offsets, sizes, strides := lists(op)
	to := reduceLike(SubViewType(from.Type().(*ir.MemRefType), offsets, sizes, strides), op, op.Result(0).Type().(*ir.MemRefType))
	if to == nil {
		return false
	}
	operands := append([]*ir.Value{from}, op.Operands()[1:]...)
	v := r.Builder().Value(SubView, operands, []ir.Type{to}, append(slices.Clone(op.Inherent()), op.Discardable()...)...)
	replaceCasted(op, v, r)
	return true
}

// viewPatterns: sizes that are constants go into the type.
var viewPatterns = []ir.Pattern{{Name: "view-constant-sizes", Root: View, Match: func(op *ir.Operation, r ir.Rewriter) bool {
	t := op.Result(0).Type().(*ir.MemRefType)
	shape, operands, next := slices.Clone(t.Shape), op.Operands()[:2:2], 2
	for i, n := range shape {
		if n != ir.Dynamic {
			continue
		}
		v := op.Operand(next)
		next++
		if c, ok := arith.ConstInt(v); ok && c >= 0 {
			shape[i] = c
		} else {
			operands = append(operands, v)
		}
	}
	if len(operands) == op.NumOperands() {
		return false
	}
	v := r.Builder().Value(View, operands, []ir.Type{op.Context().MemRef(shape, t.Elem, nil, t.Space)})
	replaceCasted(op, v, r)
	return true
}}}

// reinterpretPatterns: only the memory of the source counts.
var reinterpretPatterns = []ir.Pattern{{Name: "reinterpret-cast-of-view", Root: ReinterpretCast, Match: func(op *ir.Operation, r ir.Rewriter) bool {
	d := op.Operand(0).Def()
	if d == nil || !d.Is(Cast, ReinterpretCast, SubView) {
		return false
	}
	if d.Is(SubView) {
		offsets, _, _ := lists(d)
		for _, n := range offsets {
			if n != 0 {
				return false
			}
		}
	}
	r.Modify(op, func() { op.SetOperand(0, d.Operand(0)) })
	return true
}}}

// allocaScopePatterns: a scope without allocations is its contents.
var allocaScopePatterns = []ir.Pattern{{Name: "alloca-scope-without-alloca", Root: AllocaScope, Match: func(op *ir.Operation, r ir.Rewriter) bool {
	allocates := false
	op.Walk(func(inner *ir.Operation) bool {
		allocates = allocates || inner != op && (inner.Is(Alloca) || inner.Def() == nil || inner.NumRegions() > 0)
		return true
	})
	if allocates {
		return false
	}
	body := op.Region(0).First()
	end := body.Terminator()
	r.InlineBefore(body, op)
	values := end.Operands()
	r.Erase(end)
	r.Replace(op, values...)
	return true
}}}
