// Package verify checks that a program is well formed: the columns and traits
// of each row, the rows' own verifiers, terminators, symbols and dominance.
package verify

import (
	"fmt"

	"tawa/diag"
	"tawa/ir"
)

// Verify checks op and all inside, reports every fault and returns whether there was none.
// Inside an op whose own shape is wrong nothing more is reported, since what
// follows would be of the same cause.
func Verify(op *ir.Operation, sink *diag.Sink) bool { return verify(op, sink, false) }

func verify(op *ir.Operation, sink *diag.Sink, partial bool) bool {
	m := memos.Get().(*memo)
	defer memos.Put(m)
	v := &verifier{sink: sink, root: op, memo: m, partial: partial, marks: marks(op)}
	if sink.OnAdd == nil && op.HasAtLeast(parallelFrom) {
		v.workers = op.Context().Workers()
	}
	ok := v.op(op)
	if v.marks && (!ok || op.Parent() == nil) {
		op.Verified = ok
	}
	return ok
}

// parallelFrom is the number of ops from which goroutines are worth their start.
const parallelFrom = 2000

type verifier struct {
	sink    *diag.Sink
	root    *ir.Operation
	memo    *memo
	partial bool // leave out what is settled: while all around, from the root, are symbol tables
	marks   bool // say of what is found right that it was
	workers int  // that may check the ops in a symbol table; 0 inside of what one of them checks
}

func (v *verifier) op(op *ir.Operation) bool {
	r := ir.Reporter{Sink: v.sink, Op: op}
	if op.Def() == nil {
		if !op.Context().AllowUnregistered {
			return r.Errorf("is not registered (allow it with --allow-unregistered-dialect)")
		}
	} else if !v.typesHold(op, r) || !v.attrs(op, r) || !v.counts(op, r) || !traits(op, r, otherTraits) {
		return false
	}
	ok := op.NumRegions() == 0 || v.regions(op, r)
	if ok && op.Def() != nil {
		ok = own(op, r)
	}
	if ok && op.Has(ir.SymbolTable) && !v.partial {
		ok = v.symbols(op)
	}
	return ok
}

// own runs the verifiers of the op's dialect and row.
func own(op *ir.Operation, r ir.Reporter) bool {
	def := op.Def()
	if d := def.Dialect(); d != nil && d.Verify != nil && !d.Verify(op, r) {
		return false
	}
	return def.Verify == nil || def.Verify(op, r)
}

func (v *verifier) values(r ir.Reporter, what string, cols []ir.Operand, vals []*ir.Value, sized bool, attr string) bool {
	least, loose := 0, false
	for _, c := range cols {
		if c.Arity == ir.Single {
			least++
		} else {
			loose = true
		}
	}
	if len(vals) < least || !loose && len(vals) != least {
		atLeast := ""
		if loose {
			atLeast = " or more"
		}
		return r.Errorf("expected %d%s %ss, but found %d", least, atLeast, what, len(vals))
	}
	if sized && !segmentsFit(r, cols, len(vals), attr) {
		return false
	}
	ok, n := true, 0
	for i, c := range cols {
		group := r.Op.ResultGroup
		if what == "operand" {
			group = r.Op.OperandGroup
		}
		g := group(i)
		if c.Arity == ir.Optional && len(g) > 1 {
			return r.Errorf("%s group starting at #%d requires 0 or 1 element, but found %d", what, n, len(g))
		}
		for _, x := range g {
			if x == nil {
				ok = r.Errorf("%s #%d is null", what, n)
			} else if !c.Type.Ok(x.Type()) {
				ok = r.Errorf("%s #%d must be %s, but got '%s'", what, n, c.Type.Summary, ir.TypeString(x.Type()))
			}
			n++
		}
	}
	return ok
}

func segmentsFit(r ir.Reporter, cols []ir.Operand, n int, attr string) bool {
	sizes, isArray := r.Op.Attr(attr).(*ir.DenseArrayAttr)
	if !isArray {
		return r.Errorf("requires attribute '%s'", attr)
	}
	if len(sizes.Values) != len(cols) {
		return r.Errorf("'%s' attribute for specifying segments must have %d elements, but got %d", attr, len(cols), len(sizes.Values))
	}
	sum := int64(0)
	for i, s := range sizes.Values {
		if s < 0 || cols[i].Arity == ir.Single && s != 1 {
			return r.Errorf("'%s' gives %d for '%s'", attr, s, cols[i].Name)
		}
		sum += s
	}
	if sum != int64(n) {
		return r.Errorf("'%s' sums to %d, but there are %d", attr, sum, n)
	}
	return true
}

func (v *verifier) attrs(op *ir.Operation, r ir.Reporter) bool {
	ok := true
	attrs := op.Def().Attrs
	for i := range attrs {
		a, val := &attrs[i], op.InherentAt(i)
		switch {
		case val == nil && !a.Optional && a.Default == nil:
			ok = r.Errorf("requires attribute '%s'", a.Name)
		case val != nil && !a.Kind.Ok(val):
			ok = r.Errorf("attribute '%s' failed to satisfy constraint: %s", a.Name, a.Kind.Summary)
		}
	}
	return ok
}

func (v *verifier) counts(op *ir.Operation, r ir.Reporter) bool {
	d := op.Def()
	lo, hi := 0, 0
	for _, x := range d.Regions {
		if x.Arity == ir.Single {
			lo++
		} else {
			hi = 1 << 20
		}
	}
	if n := op.NumRegions(); n < lo || n > lo+hi {
		return r.Errorf("requires %d regions, but has %d", lo, n)
	}
	lo, hi = 0, 0
	for _, x := range d.Successors {
		if x.Arity == ir.Single {
			lo++
		} else {
			hi = 1 << 20
		}
	}
	if n := len(op.Successors()); n < lo || n > lo+hi {
		return r.Errorf("requires %d successors, but has %d", lo, n)
	}
	return true
}

func (v *verifier) regions(op *ir.Operation, r ir.Reporter) bool {
	ok := true
	for i, region := range op.Regions() {
		if op.Has(ir.SingleBlock) && !region.Empty() && !region.OneBlock() {
			return r.Errorf("expects region #%d to have 0 or 1 blocks", i)
		}
		if !region.Empty() && region.First().HasPredecessors() {
			return r.Errorf("has a region #%d with a branch to its entry block", i)
		}
		for b := region.First(); b != nil; b = b.Next() {
			held := v.block(op, b)
			if v.marks {
				b.Verified = held
			}
			ok = held && ok
		}
	}
	if ok && (op == v.root || op.Has(ir.IsolatedFromAbove)) {
		ok = v.uses(op)
	}
	return ok
}

func (v *verifier) block(parent *ir.Operation, b *ir.Block) bool {
	ok := true
	if v.workers > 1 && parent.Has(ir.SymbolTable) {
		ok = v.parallel(b)
	} else {
		for op := b.First(); op != nil; op = op.Next() {
			ok = v.child(op) && ok
		}
	}
	if b.Region().OneBlock() && (parent.Def() == nil || parent.Has(ir.NoTerminator)) {
		return ok
	}
	if last := b.Last(); last == nil || last.Def() != nil && !last.Has(ir.Terminator) {
		at := ir.Reporter{Sink: v.sink, Op: parent}
		if last == nil {
			return at.Errorf("has an empty block: expected at least a terminator")
		}
		ok = ir.Reporter{Sink: v.sink, Op: last}.Errorf("ends a block, but is not a terminator")
	}
	return ok
}

// inBlock checks an op and whether it may stand where it does.
func (v *verifier) inBlock(op *ir.Operation) bool {
	last := op.Next() == nil
	switch {
	case !last && op.Has(ir.Terminator):
		return ir.Reporter{Sink: v.sink, Op: op}.Errorf("must be the last operation in the parent block")
	case !last && len(op.Successors()) > 0:
		return ir.Reporter{Sink: v.sink, Op: op}.Errorf("with block successors must terminate its parent block")
	}
	return v.op(op)
}

// parallel checks the ops of a block, in parts that have a sink each, so that the order of what is reported stays.
func (v *verifier) parallel(b *ir.Block) bool {
	var ops []*ir.Operation
	for op := range b.Ops() {
		ops = append(ops, op)
	}
	parts := min(len(ops), 16*v.workers)
	sinks, ok := make([]diag.Sink, parts), make([]bool, parts)
	ir.Parallel(v.workers, parts, func(_, i int) {
		m := memos.Get().(*memo)
		defer memos.Put(m)
		part := &verifier{sink: &sinks[i], root: v.root, memo: m, partial: v.partial, marks: v.marks}
		ok[i] = true
		for _, op := range ops[i*len(ops)/parts : (i+1)*len(ops)/parts] {
			ok[i] = part.child(op) && ok[i]
		}
	})
	all := true
	for i := range parts {
		v.sink.Merge(&sinks[i])
		all = all && ok[i]
	}
	return all
}

func (v *verifier) symbols(table *ir.Operation) bool {
	seen := map[string]*ir.Operation{}
	ok := true
	for _, region := range table.Regions() {
		for b := range region.Blocks() {
			for op := range b.Ops() {
				name := ir.SymbolName(op)
				if name == "" {
					continue
				}
				if first := seen[name]; first != nil {
					v.sink.Errorf(op.Span(), "redefinition of symbol named '%s'", name).
						Note(first.Span(), "see existing symbol definition here")
					ok = false
					continue
				}
				seen[name] = op
			}
		}
	}
	return ok
}

// describe names a value for a message.
func describe(x *ir.Value) string {
	if x.IsArg() {
		return fmt.Sprintf("block argument #%d", x.Index())
	}
	return fmt.Sprintf("result #%d of '%s'", x.Index(), x.Def().Name())
}
