package rings

import (
	"fmt"
	"strconv"
	"strings"

	"tawa/dialects/arith"
	"tawa/dialects/ttg"
	"tawa/ir"
)

// scope holds what the ops of one run through a block have given so far.
type scope struct {
	block  *ir.Block
	loop   *ir.Operation // whose body this is, or nil
	k      int64         // iteration of the loop
	at     *ir.Operation // the control op that runs
	serial int
	values map[*ir.Value]form
	order  []*ir.Value
	views  map[*ir.Value]view
	memo   map[*ir.Value]form
}

func (r *role) push(block *ir.Block, loop *ir.Operation, k int64) *scope {
	r.serial++
	if loop != nil {
		r.rounds++
	}
	if loop != nil && r.rounds > maxRounds {
		r.undecided(loop, "%s goes on here for %d iterations without a condition that is open", r.name, maxRounds)
	}
	s := &scope{block: block, loop: loop, k: k, serial: r.serial, values: map[*ir.Value]form{}}
	r.scopes = append(r.scopes, s)
	return s
}

func (r *role) pop() { r.scopes = r.scopes[:len(r.scopes)-1] }

// see notes that a value is a view of a slot.
func (s *scope) see(v *ir.Value, w view) {
	if s.views == nil {
		s.views = map[*ir.Value]view{}
	}
	s.views[v] = w
}

// bind sets the value of an argument of a block or of a result of a control op.
func (s *scope) bind(v *ir.Value, f form) {
	if _, ok := s.values[v]; !ok {
		s.order = append(s.order, v)
	}
	s.values[v] = f
}

// scopeOf returns the scope of a block, the outermost one for a block outside the role.
func (r *role) scopeOf(b *ir.Block) (s *scope, inside bool) {
	for i := len(r.scopes) - 1; i >= 0; i-- {
		if r.scopes[i].block == b {
			return r.scopes[i], true
		}
	}
	return r.scopes[0], false
}

// eval returns a value as a form.
func (r *role) eval(v *ir.Value) form {
	v = ttg.TraceCapture(v)
	s, inside := r.scopeOf(v.Block())
	if f, ok := s.values[v]; ok {
		return f
	}
	if f, ok := s.memo[v]; ok {
		return f
	}
	var f form
	if v.IsArg() {
		f = r.run.symbols.argument(v)
	} else {
		f = r.compute(v, s, inside)
	}
	if s.memo == nil {
		s.memo = map[*ir.Value]form{}
	}
	s.memo[v] = f
	return f
}

func (r *role) compute(v *ir.Value, s *scope, inside bool) form {
	op := v.Def()
	if n, ok := op.IntAttr("value"); ok && op.Has(ir.ConstantLike) {
		return constant(n)
	}
	switch {
	case op.Is(arith.AddI):
		return r.eval(op.Operand(0)).plus(1, r.eval(op.Operand(1)))
	case op.Is(arith.SubI):
		return r.eval(op.Operand(0)).plus(-1, r.eval(op.Operand(1)))
	case op.Is(arith.MulI):
		a, b := r.eval(op.Operand(0)), r.eval(op.Operand(1))
		if a.isConstant() {
			a, b = b, a
		}
		if b.isConstant() {
			return a.times(b.c)
		}
	case op.Is(arith.XOrI) && isBit(v):
		if a, b := r.eval(op.Operand(0)), r.eval(op.Operand(1)); a.isConstant() && b.isConstant() {
			return constant((a.c ^ b.c) & 1)
		}
	case op.Is(arith.ExtSI, arith.IndexCast):
		if !ir.IsTensor(v.Type()) && ir.BitWidth(op.Operand(0).Type()) != 1 {
			return r.eval(op.Operand(0))
		}
	}
	return r.expression(v, s, inside)
}

func isBit(v *ir.Value) bool { return !ir.IsTensor(v.Type()) && ir.BitWidth(v.Type()) == 1 }

// expression makes the symbol of what is not linear. A pure expression of equal
// operands is equal wherever it is computed, a load as well if nothing is stored
// there meanwhile.
func (r *role) expression(v *ir.Value, s *scope, inside bool) form {
	op := v.Def()
	if r.run.slice.holds[op] {
		r.undecided(op, "a result of this is used in another region of warps")
	}
	if !op.IsPure() && !op.OnlyReads() {
		serial, name := 0, strconv.Itoa(r.cta)
		if inside {
			serial, name = s.serial, name+" "+r.region.name
		}
		return r.run.symbols.once(v, serial, name)
	}
	if !op.IsPure() {
		r.run.reads[op] = true
	}
	e := r.run.formulaOf(op)
	args := make([]form, len(e.operands))
	for i, o := range e.operands {
		args[i] = r.eval(o)
	}
	return r.run.symbols.apply(e, v.Index(), args, !op.IsPure())
}

// formula is what an op computes, and what is inside: equal numbers with equal operands
// give equal results.
type formula struct {
	number   int
	operands []*ir.Value // from outside
}

func (p *program) formulaOf(op *ir.Operation) *formula {
	e := p.formulas[op]
	if e == nil {
		d := &describer{local: map[*ir.Value]string{}}
		d.op(op)
		text := d.text.String()
		if _, ok := p.texts[text]; !ok {
			p.texts[text] = len(p.texts)
		}
		e = &formula{p.texts[text], d.operands}
		p.formulas[op] = e
	}
	return e
}

// describer writes an op and what is inside, its operands from outside as $0 and so on.
type describer struct {
	text     strings.Builder
	local    map[*ir.Value]string
	operands []*ir.Value
}

func (d *describer) op(op *ir.Operation) {
	d.text.WriteString(op.Name().String())
	for _, list := range [][]ir.NamedAttr{op.Inherent(), op.Discardable()} {
		for _, a := range list {
			if a.Value != nil {
				fmt.Fprintf(&d.text, " %s=%s", a.Name, ir.AttrString(a.Value))
			}
		}
	}
	for _, v := range op.Operands() {
		if name, ok := d.local[v]; ok {
			d.text.WriteString(" " + name)
			continue
		}
		fmt.Fprintf(&d.text, " $%d", len(d.operands))
		d.operands = append(d.operands, v)
	}
	for _, t := range op.ResultTypes() {
		d.text.WriteString(" " + ir.TypeString(t))
	}
	for _, v := range op.Results() {
		d.name(v)
	}
	for _, r := range op.Regions() {
		d.text.WriteString("{")
		for b := range r.Blocks() {
			for _, v := range b.Args() {
				d.name(v)
			}
			for inner := range b.Ops() {
				d.op(inner)
				d.text.WriteString(";")
			}
		}
		d.text.WriteString("}")
	}
}

func (d *describer) name(v *ir.Value) { d.local[v] = fmt.Sprintf("%%%d", len(d.local)) }
