package tawa

import (
	"tawa/dialects/scf"
	"tawa/ir"
)

// rebuilder makes a role's copy of a region: the ops of its slice, under a
// mapping, with further values carried through the control flow around the ops
// that use them.
type rebuilder struct {
	*slice
	m *ir.Mapping
	// carried are the further values; inside tells those that an op's regions use,
	// current what each is at the place where the copy is being made.
	inside  func(*ir.Operation) []*ring
	current map[*ring]*ir.Value
	// emit makes an op that is neither control flow nor a terminator.
	emit func(b *ir.Builder, op *ir.Operation)
	// before and after, if set, are called around each op of the slice.
	before, after func(b *ir.Builder, op *ir.Operation)
}

func (r *rebuilder) lookup(vs []*ir.Value) []*ir.Value {
	out := make([]*ir.Value, len(vs))
	for i, v := range vs {
		out[i] = r.m.Lookup(v)
	}
	return out
}

func pick(vs []*ir.Value, which []int) []*ir.Value {
	out := make([]*ir.Value, len(which))
	for i, w := range which {
		out[i] = vs[w]
	}
	return out
}

// block copies the ops of src, without its terminator, to the builder's place.
func (r *rebuilder) block(src *ir.Block, b *ir.Builder) {
	for op := range src.Ops() {
		if !r.ops[op] {
			continue
		}
		b.Loc = op.Loc
		if r.before != nil {
			r.before(b, op)
		}
		switch {
		case op.Is(scf.For):
			r.forLoop(op, b)
		case op.Is(scf.If):
			r.branch(op, b)
		case op.Is(scf.While):
			r.while(op, b)
		default:
			r.emit(b, op)
		}
		if r.after != nil {
			r.after(b, op)
		}
	}
}

// shell makes the copy of a control flow op: the given operands, one result for
// each live one of op and for each carried value, empty regions.
func (r *rebuilder) shell(op *ir.Operation, b *ir.Builder, operands []*ir.Value, live []int, rings []*ring) *ir.Operation {
	st := &ir.OperationState{Name: op.Name(), Loc: op.Loc, Operands: operands, Results: []ir.Type{}}
	st.Attrs = append(op.Inherent(), op.Discardable()...)
	for _, i := range live {
		st.Results = append(st.Results, op.Result(i).Type())
	}
	for range rings {
		st.Results = append(st.Results, op.Context().I32())
	}
	for range op.Regions() {
		st.NewRegion()
	}
	c := b.CreateState(st)
	c.SetAttr("tt.warp_specialize", nil) // the hint was followed
	for k, i := range live {
		c.Result(k).SetName(op.Result(i).Name())
		r.m.Map(op.Result(i), c.Result(k))
	}
	for k := range rings {
		c.Result(len(live) + k).SetName(counterName)
	}
	if len(live) > 0 && c.Result(0).Name() == "" {
		c.Result(0).SetName(op.Result(0).Name()) // which stands for all results of the op
	}
	return c
}

const counterName = "i"

func (r *rebuilder) carry(rings []*ring) []*ir.Value {
	out := make([]*ir.Value, len(rings))
	for i, ring := range rings {
		out[i] = r.current[ring]
	}
	return out
}

func (r *rebuilder) setCarried(rings []*ring, vs []*ir.Value) {
	for i, ring := range rings {
		r.current[ring] = vs[len(vs)-len(rings)+i]
	}
}

// args gives block the arguments that stand for those of src with the given
// numbers, then the carried values.
func (r *rebuilder) args(src, block *ir.Block, which []int, rings []*ring) {
	for _, i := range which {
		a := block.AddArg(src.Arg(i).Type(), src.Arg(i).Loc())
		a.SetName(src.Arg(i).Name())
		r.m.Map(src.Arg(i), a)
	}
	for _, ring := range rings {
		a := block.AddArg(block.Parent().Context().I32(), block.Parent().Loc)
		a.SetName(counterName)
		r.current[ring] = a
	}
}

// body copies src into block and ends it with a copy of src's terminator that
// gives on the picked operands and the carried values.
func (r *rebuilder) body(src, block *ir.Block, which []int, rings []*ring) {
	end := src.Last()
	b := ir.AtEnd(end.Context(), block, end.Loc)
	r.block(src, b)
	b.Loc = end.Loc
	b.Create(end.Name(), append(r.lookup(pick(end.Operands(), which)), r.carry(rings)...), []ir.Type{})
}

func shifted(which []int, by int) []int {
	out := make([]int, len(which))
	for i, w := range which {
		out[i] = w + by
	}
	return out
}

func (r *rebuilder) forLoop(op *ir.Operation, b *ir.Builder) {
	live, rings := r.liveResults(op), r.inside(op)
	operands := op.Operands()
	inits := append(r.lookup(operands[:3]), r.lookup(pick(operands[3:], live))...)
	c := r.shell(op, b, append(inits, r.carry(rings)...), live, rings)
	src, block := op.Region(0).First(), c.Region(0).Entry()
	r.args(src, block, append([]int{0}, shifted(live, 1)...), rings)
	r.body(src, block, live, rings)
	r.setCarried(rings, c.Results())
}

func (r *rebuilder) branch(op *ir.Operation, b *ir.Builder) {
	live, rings := r.liveResults(op), r.inside(op)
	c := r.shell(op, b, r.lookup(op.Operands()), live, rings)
	at := r.carry(rings)
	for i, region := range op.Regions() {
		r.setCarried(rings, at)
		switch src := region.First(); {
		case src != nil && (i == 0 || c.NumResults() > 0 || r.any(src)):
			r.body(src, c.Region(i).Entry(), live, rings)
		case c.NumResults() > 0:
			end := ir.AtEnd(op.Context(), c.Region(i).Entry(), op.Loc)
			end.Create(scf.Yield, r.carry(rings), []ir.Type{})
		}
	}
	if len(rings) > 0 {
		r.setCarried(rings, c.Results())
	}
}

// any reports whether the slice has an op directly in the block.
func (r *rebuilder) any(b *ir.Block) bool {
	for op := range b.Ops() {
		if r.ops[op] {
			return true
		}
	}
	return false
}

func (r *rebuilder) while(op *ir.Operation, b *ir.Builder) {
	results, rings := r.liveResults(op), r.inside(op)
	first, second := op.Region(0).First(), op.Region(1).First()
	var args []int
	for i, a := range first.Args() {
		if r.values[a] {
			args = append(args, i)
		}
	}
	c := r.shell(op, b, append(r.lookup(pick(op.Operands(), args)), r.carry(rings)...), results, rings)
	before, after := c.Region(0).Entry(), c.Region(1).Entry()
	r.args(first, before, args, rings)
	r.body(first, before, append([]int{0}, shifted(results, 1)...), rings)
	r.args(second, after, results, rings)
	r.body(second, after, args, rings)
	r.setCarried(rings, c.Results())
}

// clone is the emit of a role that keeps an op as it is.
func (r *rebuilder) clone(b *ir.Builder, op *ir.Operation) { b.Insert(op.Clone(r.m)) }
