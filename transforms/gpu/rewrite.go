package gpu

import (
	"slices"

	"tawa/dialects/arith"
	"tawa/dialects/builtin"
	"tawa/dialects/nvgpu"
	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
)

// maxCopies bounds the ops that are made again rather than converting a value.
const maxCopies = 24

// rewriter puts the encodings of an assignment into the types, and gives each op
// its operands in the layouts that it needs.
type rewriter struct {
	*assignment
	made map[version]*ir.Value
}

// version is a value in a layout other than its own.
type version struct {
	value *ir.Value
	enc   ir.Attribute
}

// apply rewrites the whole function.
func (a *assignment) apply(fn *ir.Operation) {
	r := &rewriter{a, map[version]*ir.Value{}}
	for v, c := range a.classes {
		v.SetType(withEncoding(tensorOf(v), c.enc))
	}
	for _, op := range a.ops {
		retypeConstant(op)
		for i, v := range op.Operands() {
			if tensorOf(v) == nil {
				continue
			}
			if enc := r.required(op, i); enc != nil && enc != encodingOf(v) {
				op.SetOperand(i, r.want(v, enc))
			}
		}
		r.settle(op)
	}
	retypeFunction(fn)
	eraseDead(fn)
}

// retypeFunction makes the function's type that of its arguments and of what it returns.
func retypeFunction(fn *ir.Operation) {
	builtin.SetFunctionType(fn, ir.TypesOf(builtin.Arguments(fn)), ir.TypesOf(builtin.YieldOf(fn.Region(0))))
}

func retypeConstant(op *ir.Operation) {
	if d, ok := op.Attr("value").(*ir.DenseElementsAttr); ok && op.Is(arith.Constant) {
		op.SetAttr("value", retyped(d, op.Result(0).Type()))
	}
}

func retyped(d *ir.DenseElementsAttr, t ir.Type) *ir.DenseElementsAttr {
	return ir.UniqueAttr(t.Context(), &ir.DenseElementsAttr{Type: t, Data: d.Data, Splat: d.Splat})
}

// required is the encoding that operand i of op must have, nil if any will do.
func (r *rewriter) required(op *ir.Operation, i int) ir.Attribute {
	if enc := r.stores[op]; enc != nil {
		return enc
	}
	if i > 0 && (op.Is(tt.Cat) || changes[op.Name()] != nil && !resultDecides(op)) {
		return encodingOf(op.Operand(0))
	}
	for _, res := range op.Results() {
		if enc := encodingOf(res); enc != nil {
			return r.operand(op, i, enc)
		}
	}
	return nil
}

// resultDecides reports whether the layout of the operands follows from the first result's.
func resultDecides(op *ir.Operation) bool {
	return tensorOf(op.Result(0)) != nil && operandEncoding(op, 0, encodingOf(op.Result(0))) != nil
}

// settle gives results the layout that the operands of an op of another shape lead
// to, where theirs could not decide it, and converts what follows.
func (r *rewriter) settle(op *ir.Operation) {
	if changes[op.Name()] == nil || tensorOf(op.Result(0)) == nil {
		return
	}
	natural := resultEncoding(op, 0, encodingOf(op.Operand(0)))
	for i, v := range op.Results() {
		enc := encodingOf(v)
		if natural == nil || enc == natural || i == 0 && resultDecides(op) {
			continue
		}
		v.SetType(withEncoding(tensorOf(v), natural))
		c := ir.After(op).Create(ttg.ConvertLayout, []*ir.Value{v}, []ir.Type{withEncoding(tensorOf(v), enc)})
		c.Result(0).SetName(v.Name())
		v.ReplaceAllUses(c.Result(0))
		c.SetOperand(0, v)
	}
}

// want returns v in the layout enc: made again in it if that is cheap, else converted.
func (r *rewriter) want(v *ir.Value, enc ir.Attribute) *ir.Value {
	if encodingOf(v) == enc {
		return v
	}
	key := version{v, enc}
	if made := r.made[key]; made != nil {
		return made
	}
	budget := maxCopies
	if r.cheap(v, enc, &budget) {
		return r.remake(v, enc)
	}
	b := afterValue(v)
	made := b.Value(ttg.ConvertLayout, []*ir.Value{v}, []ir.Type{withEncoding(tensorOf(v), enc)})
	made.SetName(v.Name())
	r.made[key] = made
	return made
}

func afterValue(v *ir.Value) *ir.Builder {
	if op := v.Def(); op != nil {
		return ir.After(op)
	}
	return ir.AtStart(v.Type().Context(), v.ArgBlock(), v.Loc())
}

// cheap reports whether v can be made in the layout enc of constants, splats and
// ranges by index arithmetic.
func (r *rewriter) cheap(v *ir.Value, enc ir.Attribute, budget *int) bool {
	if encodingOf(v) == enc || r.made[version{v, enc}] != nil {
		return true
	}
	op := v.Def()
	if op == nil || *budget == 0 {
		return false
	}
	*budget--
	switch {
	case op.Is(arith.Constant):
		return op.Attr("value").(*ir.DenseElementsAttr).Splat
	case op.Is(tt.Splat, tt.MakeRange):
		return true
	case op.Is(tt.ExpandDims, tt.Broadcast, tt.AddPtr), op.Has(ir.Elementwise) && op.IsPure() && op.NumRegions() == 0 && op.Name().Dialect() == "arith":
	default:
		return false
	}
	for i, w := range op.Operands() {
		if tensorOf(w) == nil {
			continue
		}
		need := operandEncoding(op, i, enc)
		if need == nil || !r.cheap(w, need, budget) {
			return false
		}
	}
	return true
}

// remake copies the op that makes v, beside it, for the layout enc.
func (r *rewriter) remake(v *ir.Value, enc ir.Attribute) *ir.Value {
	op := v.Def()
	m := ir.NewMapping()
	for i, w := range op.Operands() {
		if tensorOf(w) != nil {
			m.Map(w, r.want(w, operandEncoding(op, i, enc)))
		}
	}
	c := op.Clone(m)
	made := c.Result(v.Index())
	made.SetType(withEncoding(tensorOf(v), enc))
	retypeConstant(c)
	op.Block().InsertBefore(c, op.Next())
	r.made[version{v, enc}] = made
	return made
}

// eraseDead erases what nothing uses any more, users before what they use.
func eraseDead(fn *ir.Operation) {
	var ops []*ir.Operation
	fn.Walk(func(op *ir.Operation) bool {
		ops = append(ops, op)
		return true
	})
	for _, op := range slices.Backward(ops) {
		if op != fn && !op.Erased() && op.IsDead() && !op.Is(nvgpu.DotIssue, nvgpu.DotWait) {
			op.Erase()
		}
	}
}
