package ir

// Builder makes operations at a place, with a location.
type Builder struct {
	ctx      *Context
	block    *Block
	before   *Operation // nil: at the end of block
	Loc      Location
	Listener Listener // may be nil
}

// NewBuilder returns a builder without a place.
func NewBuilder(ctx *Context) *Builder { return &Builder{ctx: ctx} }

// Before returns a builder that inserts before op, with its location.
func Before(op *Operation) *Builder {
	return &Builder{ctx: op.info.ctx, block: op.block, before: op, Loc: op.Loc}
}

// After returns a builder that inserts after op, with its location.
func After(op *Operation) *Builder {
	return &Builder{ctx: op.info.ctx, block: op.block, before: op.next, Loc: op.Loc}
}

// AtEnd returns a builder that inserts at the end of b.
func AtEnd(ctx *Context, b *Block, loc Location) *Builder {
	return &Builder{ctx: ctx, block: b, Loc: loc}
}

// AtStart returns a builder that inserts at the start of b.
func AtStart(ctx *Context, b *Block, loc Location) *Builder {
	return &Builder{ctx: ctx, block: b, before: b.first, Loc: loc}
}

// Context returns the context.
func (b *Builder) Context() *Context { return b.ctx }

// Block returns the block into which the builder inserts.
func (b *Builder) Block() *Block { return b.block }

// SetBefore, SetAfter and SetEnd move the place.
func (b *Builder) SetBefore(op *Operation) { b.block, b.before = op.block, op }
func (b *Builder) SetAfter(op *Operation)  { b.block, b.before = op.block, op.next }
func (b *Builder) SetEnd(blk *Block)       { b.block, b.before = blk, nil }

// Insert puts a detached op at the place.
func (b *Builder) Insert(op *Operation) *Operation {
	if b.block != nil {
		b.block.InsertBefore(op, b.before)
	}
	if b.Listener != nil {
		b.Listener.Inserted(op)
	}
	return op
}

// Create makes an op at the place. A nil results asks the row to infer them: its
// InferTypes, or the type of the operands where the traits say so.
func (b *Builder) Create(name *OpName, operands []*Value, results []Type, attrs ...NamedAttr) *Operation {
	st := &OperationState{Name: name, Loc: b.Loc, Operands: operands, Results: results, Attrs: attrs}
	return b.CreateState(st)
}

// CreateState is Create from a state.
func (b *Builder) CreateState(st *OperationState) *Operation {
	if st.Results == nil {
		st.Results = b.infer(st)
	}
	return b.Insert(Create(b.ctx, st))
}

func (b *Builder) infer(st *OperationState) []Type {
	def := b.ctx.Registry.Row(st.Name)
	switch {
	case def == nil || len(def.Results) == 0:
		return nil
	case def.InferTypes != nil:
		if ts, ok := def.InferTypes(b.ctx, st); ok {
			return ts
		}
		panic("ir: the result types of " + st.Name.name + " can't be inferred")
	case def.Is(SameOperandsAndResultType) && len(st.Operands) > 0:
		ts := make([]Type, len(def.Results))
		for i := range ts {
			ts[i] = st.Operands[0].Type()
		}
		return ts
	}
	if ts, ok := def.typesByRule(b.ctx, st); ok {
		return ts
	}
	panic("ir: " + st.Name.name + " needs result types")
}

// TypesOfOperands is the InferTypes of an op that gives its operands on, each as a result.
func TypesOfOperands(_ *Context, st *OperationState) ([]Type, bool) {
	return TypesOf(st.Operands), true
}

// typesByRule gives each result the only type that its constraint builds or that
// a type rule takes from an operand before any variadic column.
func (d *OpDef) typesByRule(ctx *Context, st *OperationState) ([]Type, bool) {
	ts := make([]Type, len(d.Results))
	for i, res := range d.Results {
		if res.Type.Build != nil {
			ts[i] = res.Type.Build(ctx)
		}
		for _, rule := range d.TypeRules {
			for j, o := range d.Operands {
				if o.Arity != Single || j >= len(st.Operands) {
					break
				}
				if rule.To != res.Name || rule.From != o.Name {
					continue
				}
				if ts[i] = st.Operands[j].Type(); rule.Map != nil {
					ts[i] = rule.Map(ts[i])
				}
			}
		}
		if ts[i] == nil {
			return nil, false
		}
	}
	return ts, true
}

// Value is Create for an op with one result, which it returns.
func (b *Builder) Value(name *OpName, operands []*Value, results []Type, attrs ...NamedAttr) *Value {
	return b.Create(name, operands, results, attrs...).Result(0)
}

// A pairs a name and an attribute.
func A(name string, v Attribute) NamedAttr { return NamedAttr{name, v} }

// Segments gives the lengths of the variadic operand columns.
func Segments(ctx *Context, sizes ...int64) NamedAttr {
	return NamedAttr{OperandSegmentSizes, ctx.I32Array(sizes...)}
}
