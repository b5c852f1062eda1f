package rings

import (
	"tawa/dialects/arith"
	"tawa/dialects/scf"
	"tawa/dialects/ttg"
	"tawa/ir"
)

// state is what a loop carries: forms, views and how the forms came about.
type loopState struct {
	init, now []form
	linear    []bool // now = init + count·stride
	stride    []int64
	views     []*view
}

// outgoing evaluates those of vs that matter. to are the values that they become.
func (r *role) outgoing(vs, to []*ir.Value) ([]form, []*view) {
	forms, views := make([]form, len(vs)), make([]*view, len(vs))
	for i, v := range vs {
		if r.run.slice.relevant[to[i]] {
			forms[i] = r.eval(v)
		}
		if w, ok := r.view(v); ok {
			views[i] = &w
		}
	}
	return forms, views
}

// incoming binds values.
func (r *role) incoming(s *scope, to []*ir.Value, forms []form, views []*view) {
	for i, v := range to {
		delete(s.views, v)
		if views[i] != nil {
			s.see(v, *views[i])
		}
		if r.run.slice.relevant[v] {
			s.bind(v, forms[i])
		}
	}
}

func newLoopState(forms []form, views []*view) *loopState {
	return &loopState{init: forms, now: forms, views: views, linear: make([]bool, len(forms)), stride: make([]int64, len(forms))}
}

// advance takes what iteration k of the loop yields: from, which becomes to.
func (r *role) advance(l *loopState, loop *ir.Operation, k int64, from, to []*ir.Value) {
	forms, views := r.outgoing(from, to)
	r.pop()
	next := make([]form, len(forms))
	for i, f := range forms {
		next[i] = f
		fixed := from[i].Def() != nil && from[i].Def().Has(ir.ConstantLike) || isBit(to[i]) && f.isConstant()
		if r.run.exact || fixed || !r.run.slice.relevant[to[i]] {
			continue
		}
		if k == 0 {
			step := f.plus(-1, l.init[i])
			l.linear[i], l.stride[i] = step.isConstant(), step.c
		}
		line := l.init[i].plus(l.stride[i], r.run.symbols.count(loop, k+1))
		if l.stride[i] == 0 {
			line = l.init[i]
		}
		l.linear[i] = l.linear[i] && line.key() == f.key()
		if l.linear[i] {
			next[i] = line
		} else {
			next[i] = r.run.symbols.carry(f, len(r.run.slice.indices[to[i]]) > 0)
		}
	}
	l.now, l.views = next, views
}

func (r *role) forLoop(op *ir.Operation, s *scope) {
	low, high, step := r.eval(op.Operand(0)), r.eval(op.Operand(1)), r.eval(op.Operand(2))
	block := op.Region(0).First()
	args := block.Args()[1:]
	l := newLoopState(r.outgoing(op.Operands()[3:], args))
	for k := int64(0); ; k++ {
		at := low
		if k > 0 {
			if step.isConstant() {
				at = low.plus(step.c, r.run.symbols.count(op, k))
			} else {
				at = low.plus(k, step)
			}
		}
		q := question{op: op, loop: op, k: k, unsigned: op.Attr(scf.UnsignedCmp) != nil, args: args, carried: l}
		if !r.positive(high.plus(-1, at), q) {
			break
		}
		body := r.push(block, op, k)
		body.bind(block.Arg(0), at)
		r.incoming(body, args, l.now, l.views)
		r.block(body)
		r.advance(l, op, k, block.Last().Operands(), args)
	}
	r.incoming(s, op.Results(), l.now, l.views)
}

func (r *role) while(op *ir.Operation, s *scope) {
	before, after := op.Region(0).First(), op.Region(1).First()
	l := newLoopState(r.outgoing(op.Operands(), before.Args()))
	for k := int64(0); ; k++ {
		head := r.push(before, op, k)
		r.incoming(head, before.Args(), l.now, l.views)
		r.block(head)
		end := before.Last()
		goes := r.truth(end.Operand(0), question{op: op, loop: op, k: k})
		targets := op.Results()
		if goes {
			targets = after.Args()
		}
		forms, views := r.outgoing(end.Operands()[1:], targets)
		r.pop()
		if !goes {
			r.incoming(s, targets, forms, views)
			return
		}
		body := r.push(after, op, k)
		r.incoming(body, targets, forms, views)
		r.block(body)
		r.advance(l, op, k, after.Last().Operands(), before.Args())
	}
}

func (r *role) branch(op *ir.Operation, s *scope) {
	block := op.Region(1).First()
	if r.truth(op.Operand(0), question{op: op}) {
		block = op.Region(0).First()
	}
	if block == nil {
		return
	}
	inner := r.push(block, nil, 0)
	r.block(inner)
	forms, views := r.outgoing(block.Last().Operands(), op.Results())
	r.pop()
	r.incoming(s, op.Results(), forms, views)
}

// truth settles a condition, by questions where the forms do not.
func (r *role) truth(v *ir.Value, q question) bool {
	v = ttg.TraceCapture(v)
	if op := v.Def(); op != nil && !ir.IsTensor(v.Type()) {
		switch {
		case op.Is(arith.CmpI):
			return r.compare(op, q)
		case op.Is(arith.AndI):
			return r.truth(op.Operand(0), q) && r.truth(op.Operand(1), q)
		case op.Is(arith.OrI):
			return r.truth(op.Operand(0), q) || r.truth(op.Operand(1), q)
		case op.Is(arith.XOrI):
			return r.truth(op.Operand(0), q) != r.truth(op.Operand(1), q)
		}
	}
	f := r.eval(v)
	if f.isConstant() {
		return f.c != 0
	}
	return r.positive(f, q)
}

func (r *role) compare(op *ir.Operation, q question) bool {
	d := r.eval(op.Operand(1)).plus(-1, r.eval(op.Operand(0))) // right − left
	back := d.times(-1)
	pred, _ := op.IntAttr("predicate")
	q.unsigned = pred >= arith.ULT
	switch pred {
	case arith.EQ:
		return !r.positive(d, q) && !r.positive(back, q)
	case arith.NE:
		return r.positive(d, q) || r.positive(back, q)
	case arith.SLT, arith.ULT:
		return r.positive(d, q)
	case arith.SLE, arith.ULE:
		return !r.positive(back, q)
	case arith.SGT, arith.UGT:
		return r.positive(back, q)
	}
	return !r.positive(d, q)
}
