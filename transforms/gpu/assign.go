package gpu

import (
	"slices"

	"tawa/analysis/axis"
	"tawa/dialects/builtin"
	"tawa/dialects/nvgpu"
	"tawa/dialects/tt"
	"tawa/ir"
)

// assignment gives each tensor value of a function an encoding. Values that
// control flow hands on (what a loop carries, what the arms of an if yield) are one
// class and share theirs. In order of importance:
//
//  1. the result of a dot has the accumulator's layout, and what is computed of it follows;
//     a tile that is only turned round on its way through registers has that in which it moves by matrices;
//  2. what these need beside (a bias, a mask) is made in the layout in which it is needed;
//  3. loads, then stores, through pointers access memory in long pieces, and what is
//     computed of the loads follows, tensors of higher rank first;
//  4. what is left gets a plain layout.
type assignment struct {
	ctx     *ir.Context
	axis    *axis.Analysis
	warps   func(*ir.Operation) int
	ops     []*ir.Operation // those with tensors, in order
	classes map[*ir.Value]*class
	fresh   []*class // got an encoding, not yet followed
	stores  map[*ir.Operation]ir.Attribute
}

// class is a set of values with one encoding.
type class struct {
	values []*ir.Value
	enc    ir.Attribute
	dot    bool // in a layout that comes from a dot
}

func newAssignment(fn *ir.Operation, warps func(*ir.Operation) int) *assignment {
	a := &assignment{
		ctx: fn.Context(), axis: axis.Analyze(fn), warps: warps,
		classes: map[*ir.Value]*class{}, stores: map[*ir.Operation]ir.Attribute{},
	}
	var returned *ir.Operation
	fn.Walk(func(op *ir.Operation) bool {
		if hasTensors(op) {
			a.ops = append(a.ops, op)
		}
		if op.Is(tt.Return) {
			if returned != nil {
				a.joinAll(returned.Operands(), op.Operands())
			}
			returned = op
		}
		if flow, ok := builtin.RegionBranch.Of(op); ok {
			for _, e := range flow.Edges(op) {
				a.joinAll(e.Operands, e.Inputs)
			}
		}
		for n, b := range op.Successors() {
			a.joinAll(builtin.SuccessorOperands(op, n), b.Args())
		}
		if op.Is(nvgpu.DotWait) {
			a.joinAll(op.Operands(), op.Results())
		}
		return true
	})
	return a
}

func hasTensors(op *ir.Operation) bool {
	tensor := func(v *ir.Value) bool { return tensorOf(v) != nil }
	return slices.ContainsFunc(op.Operands(), tensor) || slices.ContainsFunc(op.Results(), tensor)
}

// of returns the class of a tensor value. One that has an encoding keeps it.
func (a *assignment) of(v *ir.Value) *class {
	c := a.classes[v]
	if c == nil {
		enc := encodingOf(v)
		c = &class{values: []*ir.Value{v}, enc: enc, dot: enc != nil && ofDot(enc)}
		a.classes[v] = c
	}
	return c
}

// joinAll makes classes of the tensors that stand at the same place of both lists.
func (a *assignment) joinAll(vs, ws []*ir.Value) {
	for i, v := range vs {
		if tensorOf(v) != nil && i < len(ws) {
			a.join(v, ws[i])
		}
	}
}

func (a *assignment) join(v, w *ir.Value) {
	c, d := a.of(v), a.of(w)
	if c == d {
		return
	}
	c.values = append(c.values, d.values...)
	if c.enc == nil {
		c.enc, c.dot = d.enc, d.dot
	}
	for _, x := range d.values {
		a.classes[x] = c
	}
}

// give assigns an encoding unless v has one, and returns whether it did.
func (a *assignment) give(v *ir.Value, enc ir.Attribute, dot bool) bool {
	c := a.of(v)
	if enc == nil || c.enc != nil {
		return false
	}
	c.enc, c.dot = enc, dot
	a.fresh = append(a.fresh, c)
	return true
}

// dots is step 1. It must run before operands of dots are chosen, see fromDot.
func (a *assignment) dots(st reporter) bool {
	if !a.accumulators(st) {
		return false
	}
	a.forward()
	return true
}

func (a *assignment) accumulators(st reporter) bool {
	for _, op := range a.ops {
		if !op.Is(tt.Dot, nvgpu.DotIssue) || encodingOf(op.Result(0)) != nil {
			continue
		}
		enc, err := a.accumulator(op)
		if err != nil {
			return st.Errorf(op, "%s", err)
		}
		a.give(op.Result(0), enc, true)
	}
	return true
}

// carriedOperands gives operands A that a loop carries in registers the layout in which the dot
// takes them, so that what is carried is what is multiplied.
func (a *assignment) carriedOperands() {
	for _, op := range a.ops {
		if op.Is(nvgpu.DotIssue) && tensorOf(op.Operand(0)) != nil && op.Operand(0).IsArg() {
			a.give(op.Operand(0), dotOperand(a.of(op.Result(0)).enc, tensorOf(op.Operand(0))), true)
		}
	}
}

// fromDot reports whether v is computed of the result of a dot.
func (a *assignment) fromDot(v *ir.Value) bool { return a.of(v).dot }

// rest is steps 2 to 4.
func (a *assignment) rest() {
	a.fresh = a.assigned() // what came with an encoding is followed too
	a.forward()
	a.backward()
	for rank := a.maxRank(); rank > 0; rank-- {
		for _, op := range a.ops {
			if op.Is(tt.Load) && tensorAccess(op) && len(tensorOf(op.Operand(0)).Shape) == rank {
				a.give(op.Result(0), a.coalesced(op), false)
			}
		}
		a.forward()
		a.backward()
	}
	for _, op := range a.ops {
		if tensorAccess(op) && !op.Is(tt.Load) {
			a.access(op)
		}
	}
	a.forward()
	a.backward()
	for _, op := range slices.Backward(a.ops) {
		for _, v := range slices.Concat(op.Results(), op.Operands()) {
			if t := tensorOf(v); t != nil && a.give(v, defaultBlocked(t, a.warps(op)), false) {
				a.forward()
				a.backward()
			}
		}
	}
}

func (a *assignment) maxRank() int {
	rank := 0
	for _, op := range a.ops {
		if tensorAccess(op) {
			rank = max(rank, len(tensorOf(op.Operand(0)).Shape))
		}
	}
	return rank
}

// access decides how a store or atomic access goes to memory: a value in a dot's
// layout as it stands, so that it need not go through shared memory; any other in long pieces.
func (a *assignment) access(op *ir.Operation) {
	value := op.Operand(1)
	enc := a.of(value).enc
	if enc == nil || !a.of(value).dot {
		enc = a.coalesced(op)
	}
	a.stores[op] = enc
	for _, v := range slices.Concat(op.Results(), op.Operands()) {
		if tensorOf(v) != nil {
			a.give(v, enc, false)
		}
	}
}

// forward follows the fresh classes to what is computed of them.
func (a *assignment) forward() {
	for i := 0; i < len(a.fresh); i++ {
		c := a.fresh[i]
		for _, v := range c.values {
			for u := range v.Uses() {
				op := u.Owner()
				if op.Is(tt.Load) {
					continue // pointers do not decide how memory is read
				}
				for _, r := range op.Results() {
					if t := tensorOf(r); t != nil {
						a.give(r, a.better(op, u.Index(), c), c.dot)
					}
				}
			}
		}
	}
}

// better is the encoding of op's results that follows from operand i in class c;
// where operands in accumulators of several shapes meet, the one that suits the result.
func (a *assignment) better(op *ir.Operation, i int, c *class) ir.Attribute {
	enc := resultEncoding(op, i, c.enc)
	if enc == nil || !c.dot || !alike(op) || !isMMA(enc) {
		return enc
	}
	want := accumulatorFor(tensorOf(op.Result(0)).Shape, a.warps(op), instrK(enc), a.ctx)
	for j, v := range op.Operands() {
		if j != i && tensorOf(v) != nil && a.of(v).dot && a.of(v).enc == want {
			return want
		}
	}
	return enc
}

// backward follows all encodings to the operands, which are made in the layout
// that is needed where nothing else has decided.
func (a *assignment) backward() {
	work := a.assigned()
	for len(work) > 0 {
		c := work[len(work)-1]
		work = work[:len(work)-1]
		for _, v := range c.values {
			for _, w := range a.needs(v, c.enc) {
				if a.give(w.value, w.enc, false) {
					work = append(work, a.of(w.value))
				}
			}
		}
	}
	a.fresh = nil
}

// assigned lists the classes with an encoding, each once, the last first.
func (a *assignment) assigned() []*class {
	var out []*class
	seen := map[*class]bool{}
	for _, op := range slices.Backward(a.ops) {
		for _, v := range slices.Concat(op.Operands(), op.Results()) {
			if tensorOf(v) == nil {
				continue
			}
			if c := a.of(v); c.enc != nil && !seen[c] {
				seen[c] = true
				out = append(out, c)
			}
		}
	}
	slices.Reverse(out)
	return out
}

type need struct {
	value *ir.Value
	enc   ir.Attribute
}

// needs lists what the op that makes v, in enc, takes, and what stores of v take beside.
func (a *assignment) needs(v *ir.Value, enc ir.Attribute) []need {
	var out []need
	if op := v.Def(); op != nil {
		for i, w := range op.Operands() {
			if tensorOf(w) != nil {
				out = append(out, need{w, a.operand(op, i, enc)})
			}
		}
	}
	for op := range v.Users() {
		if op.Is(tt.Store) && tensorAccess(op) && op.Operand(1) == v && a.of(v).dot {
			for _, w := range op.Operands() {
				out = append(out, need{w, enc})
			}
		}
	}
	return out
}

// operand is operandEncoding, and knows dots.
func (a *assignment) operand(op *ir.Operation, i int, enc ir.Attribute) ir.Attribute {
	if op.Is(tt.Dot, nvgpu.DotIssue) {
		switch i {
		case 0:
			return dotOperand(enc, tensorOf(op.Operand(0)))
		case 2:
			return enc
		}
		return nil
	}
	return operandEncoding(op, i, enc)
}
