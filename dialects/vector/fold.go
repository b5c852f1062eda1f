package vector

import (
	"slices"

	"tawa/dialects/arith"
	"tawa/dialects/builtin"
	"tawa/dialects/ub"
	"tawa/ir"
)

func toValue(v *ir.Value) []ir.FoldResult { return []ir.FoldResult{{Value: v}} }

func toAttr(a ir.Attribute) []ir.FoldResult {
	if a == nil {
		return nil
	}
	return []ir.FoldResult{{Attr: a}}
}

// definedBy returns the op of that name that makes v, or nil.
func definedBy(v *ir.Value, names ...*ir.OpName) *ir.Operation {
	if d := v.Def(); d != nil && d.Is(names...) {
		return d
	}
	return nil
}

// splatOf returns dense<v> : t where a is the number v or a splat of it.
func splatOf(a ir.Attribute, t *ir.VectorType) ir.Attribute {
	if d, ok := a.(*ir.DenseElementsAttr); ok {
		a, _ = d.SplatValue()
	}
	switch a.(type) {
	case *ir.IntegerAttr, *ir.FloatAttr:
		return t.Context().Splat(t, a)
	}
	return nil
}

func foldBroadcast(op *ir.Operation, c []ir.Attribute) []ir.FoldResult {
	if op.Operand(0).Type() == op.Result(0).Type() {
		return toValue(op.Operand(0))
	}
	if ub.IsPoison(c[0]) {
		return toAttr(c[0])
	}
	if a := splatOf(c[0], vectorType(op.Result(0))); a != nil {
		return toAttr(a)
	}
	return nil
}

// position returns the numbers of a position if no operand is in it.
func position(op *ir.Operation) ([]int64, bool) {
	at := op.Ints("static_position")
	return at, !slices.Contains(at, ir.Dynamic)
}

// number is the row-major number of the first element at a position.
func number(shape, at []int64) int64 {
	n := int64(0)
	for i, d := range shape {
		n *= d
		if i < len(at) {
			n += at[i]
		}
	}
	return n
}

func foldExtract(op *ir.Operation, c []ir.Attribute) []ir.FoldResult {
	v := op.Operand(0)
	if len(op.Ints("static_position")) == 0 && v.Type() == op.Result(0).Type() {
		return toValue(v)
	}
	if ub.IsPoison(c[0]) {
		return toAttr(c[0])
	}
	if extractConstantOperands(op, c) {
		return toValue(op.Result(0))
	}
	at, static := position(op)
	if slices.Contains(at, -1) {
		return toAttr(ub.Poison(op.Context()))
	}
	if d, ok := c[0].(*ir.DenseElementsAttr); ok {
		return toAttr(constantPart(d, at, static, op.Result(0).Type()))
	}
	switch d := v.Def(); {
	case d == nil:
	case d.Is(Broadcast):
		return extractOfBroadcast(op, d)
	case d.Is(Extract):
		return extractOfExtract(op, d)
	case d.Is(Insert) && static:
		return extractOfInsert(op, d, at)
	case d.Is(FromElements) && static && len(at) == len(vectorType(v).Shape):
		return toValue(d.Operand(int(number(vectorType(v).Shape, at))))
	case d.Is(ShapeCast):
		return extractOfShapeCast(op, d)
	}
	return nil
}

// extractConstantOperands moves indices that are constants into the attribute.
func extractConstantOperands(op *ir.Operation, c []ir.Attribute) bool {
	first := op.NumOperands() - len(op.OperandGroup(len(op.Def().Operands)-1))
	return constantPositions(op, c, first)
}

func constantPositions(op *ir.Operation, c []ir.Attribute, first int) bool {
	at := slices.Clone(op.Ints("static_position"))
	operands, next, changed := op.Operands()[:first:first], first, false
	shape := vectorType(op.Operand(first - 1)).Shape
	for i, n := range at {
		if n != ir.Dynamic {
			continue
		}
		k, ok := c[next].(*ir.IntegerAttr)
		if ok && k.Value >= 0 && k.Value < shape[i] {
			at[i], changed = k.Value, true
		} else {
			operands = append(operands, op.Operand(next))
		}
		next++
	}
	if changed {
		op.SetAttr("static_position", op.Context().DenseArray(op.Context().I64(), at...))
		op.SetOperands(operands)
	}
	return changed
}

// constantPart is the part of a constant at a position.
func constantPart(d *ir.DenseElementsAttr, at []int64, static bool, t ir.Type) ir.Attribute {
	v, vector := t.(*ir.VectorType)
	if d.Splat {
		if vector {
			return splatOf(d, v)
		}
		a, _ := d.SplatValue()
		return a
	}
	if !static {
		return nil
	}
	shape, _ := ir.ShapeOf(d.Type)
	first := int(number(shape, at))
	if !vector {
		return d.At(first)
	}
	var data []byte
	for i := range int(ir.NumElements(v.Shape)) {
		data = append(data, d.Raw(first+i)...)
	}
	return t.Context().DenseData(t, string(data))
}

// extractOfBroadcast: every element of a repeated one is it.
func extractOfBroadcast(op, d *ir.Operation) []ir.FoldResult {
	from, to := d.Operand(0).Type(), op.Result(0).Type()
	if from == to {
		return toValue(d.Operand(0))
	}
	source, isVec := from.(*ir.VectorType)
	result, whole := to.(*ir.VectorType)
	if !isVec || whole && len(result.Shape) <= len(source.Shape) {
		return nil
	}
	if !whole {
		return extractInside(op, d, source)
	}
	return nil
}

// extractInside takes an element out of a vector that was repeated.
func extractInside(op, d *ir.Operation, source *ir.VectorType) []ir.FoldResult {
	at, static := position(op)
	if !static {
		return nil
	}
	inner := slices.Clone(at[len(at)-len(source.Shape):])
	for i, n := range source.Shape {
		if n == 1 {
			inner[i] = 0
		}
	}
	op.SetAttr("static_position", op.Context().DenseArray(op.Context().I64(), inner...))
	op.SetOperands([]*ir.Value{d.Operand(0)})
	return toValue(op.Result(0))
}

// extractOfExtract takes both steps at once.
func extractOfExtract(op, d *ir.Operation) []ir.FoldResult {
	at := append(slices.Clone(d.Ints("static_position")), op.Ints("static_position")...)
	operands := append(d.Operands(), op.Operands()[1:]...)
	op.SetAttr("static_position", op.Context().DenseArray(op.Context().I64(), at...))
	op.SetOperands(operands)
	return toValue(op.Result(0))
}

// extractOfInsert: what was inserted there, or an extract of what it was inserted into.
func extractOfInsert(op, d *ir.Operation, at []int64) []ir.FoldResult {
	there, static := position(d)
	if !static {
		return nil
	}
	n := min(len(at), len(there))
	switch {
	case slices.Equal(at, there) && d.Operand(0).Type() == op.Result(0).Type():
		return toValue(d.Operand(0))
	case !slices.Equal(at[:n], there[:n]):
		op.SetOperand(0, d.Operand(1))
		return toValue(op.Result(0))
	case len(at) > len(there) && isVector(d.Operand(0).Type()):
		op.SetAttr("static_position", op.Context().DenseArray(op.Context().I64(), at[n:]...))
		op.SetOperand(0, d.Operand(0))
		return toValue(op.Result(0))
	}
	return nil
}

// extractOfShapeCast: an element has the same number before and after.
func extractOfShapeCast(op, d *ir.Operation) []ir.FoldResult {
	at, static := position(op)
	from, to := vectorType(d.Operand(0)), vectorType(d.Result(0))
	if !static || isVector(op.Result(0).Type()) || isScalable(to) || len(from.Shape) == 0 {
		return nil
	}
	n := number(to.Shape, at)
	before := make([]int64, len(from.Shape))
	for i := len(before) - 1; i >= 0; i-- {
		before[i], n = n%from.Shape[i], n/from.Shape[i]
	}
	op.SetAttr("static_position", op.Context().DenseArray(op.Context().I64(), before...))
	op.SetOperand(0, d.Operand(0))
	return toValue(op.Result(0))
}

func foldInsert(op *ir.Operation, c []ir.Attribute) []ir.FoldResult {
	at := op.Ints("static_position")
	if len(at) == 0 && op.Operand(0).Type() == op.Result(0).Type() {
		return toValue(op.Operand(0))
	}
	if constantPositions(op, c, 2) {
		return toValue(op.Result(0))
	}
	if slices.Contains(at, -1) {
		return toAttr(ub.Poison(op.Context()))
	}
	at, static := position(op)
	d, ok := c[1].(*ir.DenseElementsAttr)
	if !ok || !static {
		return nil
	}
	return toAttr(insertConstant(d, c[0], at))
}

// insertConstant replaces the elements of d at a position.
func insertConstant(d *ir.DenseElementsAttr, value ir.Attribute, at []int64) ir.Attribute {
	shape, _ := ir.ShapeOf(d.Type)
	if d.Len() > 256 || isScalable(d.Type.(*ir.VectorType)) {
		return nil
	}
	var data []byte
	for i := range d.Len() {
		data = append(data, d.Raw(i)...)
	}
	size := ir.ElementBytes(ir.ElementType(d.Type))
	first := int(number(shape, at))
	switch v := value.(type) {
	case *ir.IntegerAttr, *ir.FloatAttr:
		copy(data[first*size:], ir.AppendElement(nil, v))
	case *ir.DenseElementsAttr:
		for i := range v.Len() {
			copy(data[(first+i)*size:], v.Raw(i))
		}
	default:
		return nil
	}
	return d.Context().DenseData(d.Type, string(data))
}

func foldFromElements(op *ir.Operation, c []ir.Attribute) []ir.FoldResult {
	var all *ir.Operation
	var data []byte
	constant := true
	for i, v := range op.Operands() {
		switch c[i].(type) {
		case *ir.IntegerAttr, *ir.FloatAttr:
			data = ir.AppendElement(data, c[i])
		default:
			constant = false
		}
		d := definedBy(v, ToElements)
		if d == nil || d.Result(min(i, d.NumResults()-1)) != v || i > 0 && d != all {
			d = nil
		}
		if i == 0 || d == nil {
			all = d
		}
	}
	switch {
	case len(c) == 0:
		return nil
	case constant:
		return toAttr(op.Context().DenseData(op.Result(0).Type(), string(data)))
	case all != nil && all.Operand(0).Type() == op.Result(0).Type():
		return toValue(all.Operand(0))
	}
	return nil
}

func foldToElements(op *ir.Operation, c []ir.Attribute) []ir.FoldResult {
	out := make([]ir.FoldResult, op.NumResults())
	if d, ok := c[0].(*ir.DenseElementsAttr); ok {
		for i := range out {
			out[i].Attr = d.At(i)
		}
		return out
	}
	switch d := op.Operand(0).Def(); {
	case d != nil && d.Is(FromElements):
		for i := range out {
			out[i].Value = d.Operand(i)
		}
		return out
	case d != nil && d.Is(Broadcast) && !isVector(d.Operand(0).Type()):
		for i := range out {
			out[i].Value = d.Operand(0)
		}
		return out
	}
	return nil
}

func foldStep(op *ir.Operation, _ []ir.Attribute) []ir.FoldResult {
	v := vectorType(op.Result(0))
	if isScalable(v) {
		return nil
	}
	bits := make([]uint64, v.Shape[0])
	for i := range bits {
		bits[i] = uint64(i)
	}
	return toAttr(op.Context().DenseBits(v, bits...))
}

func foldBitCast(op *ir.Operation, c []ir.Attribute) []ir.FoldResult {
	v, t := op.Operand(0), vectorType(op.Result(0))
	if v.Type() == ir.Type(t) {
		return toValue(v)
	}
	if ub.IsPoison(c[0]) {
		return toAttr(c[0])
	}
	if d := definedBy(v, BitCast); d != nil {
		if d.Operand(0).Type() == ir.Type(t) {
			return toValue(d.Operand(0))
		}
		op.SetOperand(0, d.Operand(0))
		return toValue(op.Result(0))
	}
	if d, ok := c[0].(*ir.DenseElementsAttr); ok && width(t.Elem) == width(ir.ElementType(d.Type)) && d.Splat {
		return toAttr(op.Context().DenseBits(t, d.Bits(0)))
	}
	return nil
}

func foldShapeCast(op *ir.Operation, c []ir.Attribute) []ir.FoldResult {
	v, t := op.Operand(0), vectorType(op.Result(0))
	if v.Type() == ir.Type(t) {
		return toValue(v)
	}
	if ub.IsPoison(c[0]) {
		return toAttr(c[0])
	}
	if d := definedBy(v, ShapeCast); d != nil {
		if d.Operand(0).Type() == ir.Type(t) {
			return toValue(d.Operand(0))
		}
		op.SetOperand(0, d.Operand(0))
		return toValue(op.Result(0))
	}
	if d, ok := c[0].(*ir.DenseElementsAttr); ok {
		return toAttr(ir.UniqueAttr(op.Context(), &ir.DenseElementsAttr{Type: t, Data: d.Data, Splat: d.Splat}))
	}
	return nil
}

func foldTranspose(op *ir.Operation, c []ir.Attribute) []ir.FoldResult {
	v, perm := op.Operand(0), op.Ints("permutation")
	if ub.IsPoison(c[0]) {
		return toAttr(c[0])
	}
	if d, ok := c[0].(*ir.DenseElementsAttr); ok && d.Splat {
		return toAttr(splatOf(d, vectorType(op.Result(0))))
	}
	if slices.IsSorted(perm) && v.Type() == op.Result(0).Type() {
		return toValue(v)
	}
	return nil
}

func foldShuffle(op *ir.Operation, c []ir.Attribute) []ir.FoldResult {
	mask, n := op.Ints("mask"), leading(vectorType(op.Operand(0)))
	if len(vectorType(op.Operand(0)).Shape) == 0 {
		return nil
	}
	for k := range 2 {
		first := int64(k) * n
		if int64(len(mask)) == leading(vectorType(op.Operand(k))) && isRun(mask, first) {
			return toValue(op.Operand(k))
		}
	}
	a, okA := c[0].(*ir.DenseElementsAttr)
	b, okB := c[1].(*ir.DenseElementsAttr)
	if !okA || !okB || len(vectorType(op.Operand(0)).Shape) != 1 || slices.Contains(mask, -1) {
		return nil
	}
	var data []byte
	for _, m := range mask {
		if m < n {
			data = append(data, a.Raw(int(m))...)
		} else {
			data = append(data, b.Raw(int(m-n))...)
		}
	}
	return toAttr(op.Context().DenseData(op.Result(0).Type(), string(data)))
}

func isRun(mask []int64, first int64) bool {
	for i, m := range mask {
		if m != first+int64(i) {
			return false
		}
	}
	return true
}

func foldExtractStridedSlice(op *ir.Operation, c []ir.Attribute) []ir.FoldResult {
	if op.Operand(0).Type() == op.Result(0).Type() {
		return toValue(op.Operand(0))
	}
	if d, ok := c[0].(*ir.DenseElementsAttr); ok && d.Splat {
		return toAttr(splatOf(d, vectorType(op.Result(0))))
	}
	return nil
}

func foldInsertStridedSlice(op *ir.Operation, _ []ir.Attribute) []ir.FoldResult {
	if op.Operand(0).Type() == op.Operand(1).Type() {
		return toValue(op.Operand(0))
	}
	return nil
}

func foldMultiReduction(op *ir.Operation, _ []ir.Attribute) []ir.FoldResult {
	if len(op.Ints("reduction_dims")) == 0 && op.Operand(0).Type() == op.Result(0).Type() && len(vectorType(op.Operand(0)).Shape) == 0 {
		return toValue(op.Operand(0))
	}
	return nil
}

// foldConstantMask: a box that is the whole, or nothing, is a constant.
func foldConstantMask(op *ir.Operation, _ []ir.Attribute) []ir.FoldResult {
	v, sizes := vectorType(op.Result(0)), op.Ints("mask_dim_sizes")
	shape := v.Shape
	if len(shape) == 0 {
		shape = []int64{1}
	}
	switch {
	case slices.Equal(sizes, shape):
		return toAttr(op.Context().Splat(v, op.Context().Bool(true)))
	case !slices.ContainsFunc(sizes, func(n int64) bool { return n != 0 }):
		return toAttr(op.Context().Splat(v, op.Context().Bool(false)))
	}
	return nil
}

// foldTransferRead notes along which dimensions a read is known to stay inside.
func foldTransferRead(op *ir.Operation, _ []ir.Attribute) []ir.FoldResult {
	bounds := knownBounds(op, 0)
	if bounds == nil {
		return nil
	}
	op.SetAttr("in_bounds", bounds)
	return toValue(op.Result(0))
}

// knownBounds is in_bounds with more of it true, nil if no more is known.
func knownBounds(op *ir.Operation, base int) ir.Attribute {
	m, ok := builtin.ProjectionOf(op.Attr("permutation_map"))
	if !ok {
		return nil
	}
	shape, _ := ir.ShapeOf(op.Operand(base).Type())
	bounds := slices.Clone(op.Attr("in_bounds").(*ir.ArrayAttr).Values)
	v, changed := transferred(op, base), false
	for i, d := range m.Results {
		if inBounds(op.Attr("in_bounds"), i) || d != builtin.Zero && !staysInside(shape[d], v, i, op.Operand(base+1+int(d))) {
			continue
		}
		bounds[i], changed = op.Context().Bool(true), true
	}
	if !changed {
		return nil
	}
	return op.Context().Array(bounds...)
}

// transferred is the type of the vector that a read makes or a write takes.
func transferred(op *ir.Operation, base int) *ir.VectorType {
	if base == 0 {
		return vectorType(op.Result(0))
	}
	return vectorType(op.Operand(0))
}

// staysInside reports whether the elements along dimension i of v lie within an extent.
func staysInside(extent int64, v *ir.VectorType, i int, at *ir.Value) bool {
	k, ok := arith.ConstInt(at)
	return ok && extent != ir.Dynamic && i < len(v.Shape) && !scalableAt(v, i) && k >= 0 && k+v.Shape[i] <= extent
}
