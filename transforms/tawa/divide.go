package tawa

import (
	"tawa/dialects/arith"
	"tawa/dialects/builtin"
	"tawa/dialects/scf"
	"tawa/dialects/tt"
	"tawa/ir"
	"tawa/pass"
)

// Divide makes divisions cheap that a loop around dots does tile after tile, by a number that
// stays the same: the roles have to wait for the coordinates of a tile. What a division by d
// needs is computed once, before the loop,
//
//	m = ⌊(2³² − 1) / d⌋,
//
// and n / d in the loop is q = ⌊n·m / 2³²⌋ or q + 1: n·m / 2³² is less than n / d by at most
// n / 2³² < 1. So q + 1 where n − q·d ≥ d.
type Divide struct{}

// Info names the pass.
func (*Divide) Info() pass.Info {
	return pass.Info{
		Name: "tawa-divide", Anchor: builtin.Module, Dialects: []string{"arith"},
		Summary: "divide by what a loop over tiles does not change with a product",
		Description: "Only integers of 32 bits, in loops that have loops with dots inside. Division by zero, which means nothing, " +
			"may be done before a loop that would not have done it.",
	}
}

// Run rewrites the divisions.
func (*Divide) Run(module *ir.Operation, _ *pass.State) bool {
	var found []*ir.Operation
	module.Walk(func(op *ir.Operation) bool {
		if isDivision(op) && divisorStays(op) {
			found = append(found, op)
		}
		return true
	})
	done := map[reciprocal]*ir.Value{}
	for _, op := range found {
		d := division{op: op, arithmetic: arithmetic{ir.Before(op)}, known: done}
		d.Loc = op.Loc
		v := d.result()
		v.SetName(op.Result(0).Name())
		op.ReplaceWith(v)
	}
	return true
}

func isDivision(op *ir.Operation) bool {
	return op.Is(arith.DivSI, arith.RemSI, arith.DivUI, arith.RemUI) && op.Result(0).Type() == op.Context().I32()
}

// divisorStays reports whether op stands in a loop over tiles by which its divisor is not changed.
func divisorStays(op *ir.Operation) bool {
	loop := op.Block().Parent()
	if !loop.Is(scf.For) || !holdsLoop(loop) {
		return false
	}
	d := op.Operand(1)
	if d.Def() == nil {
		return d.ArgBlock().Parent() != loop
	}
	return !d.Def().Has(ir.ConstantLike) && !loop.IsAncestorOf(d.Def())
}

// holdsLoop reports whether a loop is around one with dots.
func holdsLoop(loop *ir.Operation) bool {
	found := false
	loop.Walk(func(op *ir.Operation) bool {
		found = found || op != loop && op.Is(scf.For) && Holds(op, tt.Dot)
		return !found
	})
	return found
}

// reciprocal is what is computed of a value before a loop.
type reciprocal struct {
	loop *ir.Operation
	what string
	of   *ir.Value
}

// division is one that is being replaced.
type division struct {
	arithmetic
	op    *ir.Operation
	known map[reciprocal]*ir.Value
}

// once is what f computes of a value before the loop, for all divisions there.
func (d *division) once(what string, of *ir.Value, f func(a arithmetic) *ir.Value) *ir.Value {
	key := reciprocal{d.op.Block().Parent(), what, of}
	if d.known[key] == nil {
		a := arithmetic{ir.Before(key.loop)}
		a.Loc = d.op.Loc
		d.known[key] = f(a)
	}
	return d.known[key]
}

// result is the quotient or the remainder.
func (d *division) result() *ir.Value {
	n, by := d.op.Operand(0), d.op.Operand(1)
	if d.op.Is(arith.DivUI, arith.RemUI) {
		return d.unsigned(n, by)
	}
	zero := d.once("zero", nil, func(a arithmetic) *ir.Value { return i32(a.Builder, 0) })
	size := d.once("size", by, func(a arithmetic) *ir.Value { return a.size(by, zero) })
	v := d.unsigned(d.size(n, zero), size)
	sign := n // a remainder has that of the dividend
	if d.op.Is(arith.DivSI) {
		sign = d.Value(arith.XOrI, []*ir.Value{n, by}, nil)
	}
	return d.choose(compare(d.Builder, arith.SLT, sign, zero), d.sub(zero, v), v)
}

// unsigned is the quotient or the remainder of n and by, which are not negative or unsigned.
func (d *division) unsigned(n, by *ir.Value) *ir.Value {
	m := d.once("reciprocal", by, func(a arithmetic) *ir.Value { return named(a.div(i32(a.Builder, -1), by), "reciprocal") })
	q := d.high(n, m)
	rest := d.sub(n, d.mul(q, by))
	more := compare(d.Builder, arith.UGE, rest, by)
	if d.op.Is(arith.RemSI, arith.RemUI) {
		return d.choose(more, d.sub(rest, by), rest)
	}
	one := d.once("one", nil, func(a arithmetic) *ir.Value { return i32(a.Builder, 1) })
	return d.choose(more, d.add(q, one), q)
}

// high are the upper 32 bits of a product.
func (d *division) high(x, y *ir.Value) *ir.Value {
	i64 := d.Context().I64()
	wide := func(v *ir.Value) *ir.Value { return d.Value(arith.ExtUI, []*ir.Value{v}, []ir.Type{i64}) }
	by := d.once("half", nil, func(a arithmetic) *ir.Value {
		return a.Value(arith.Constant, nil, []ir.Type{i64}, ir.A("value", a.Context().I64Attr(32)))
	})
	upper := d.Value(arith.ShRUI, []*ir.Value{d.mul(wide(x), wide(y)), by}, nil)
	return d.Value(arith.TruncI, []*ir.Value{upper}, []ir.Type{d.Context().I32()})
}

// size is |v|, of the least number its unsigned value.
func (a arithmetic) size(v, zero *ir.Value) *ir.Value {
	return a.Value(arith.MaxSI, []*ir.Value{v, a.sub(zero, v)}, nil)
}

func (a arithmetic) choose(cond, x, y *ir.Value) *ir.Value {
	return a.Value(arith.Select, []*ir.Value{cond, x, y}, []ir.Type{x.Type()})
}
