// Package pattern drives rewrite patterns over a program: greedily until
// nothing changes, or in one walk.
//
//	pattern.ApplyGreedily(root, patterns, pattern.Config{Fold: true})
package pattern

import (
	"fmt"
	"slices"

	"tawa/ir"
)

// Config switches parts of the greedy driver.
type Config struct {
	// Fold calls the rows' folds and erases dead ops.
	Fold bool
	// MaxRewrites bounds the number of rewrites. 0 is a million, or 64 for each op inside root where that
	// is more: it takes patterns that undo each other, or one that makes what it matches, to get there.
	MaxRewrites int
	// Trace, if set, is called with each applied pattern or fold ("fold", "dead").
	Trace func(name string, op *ir.Operation)
	// KeepConstants leaves equal constants, and those in inner blocks, where they are; what folding makes stands before
	// the op that it was made for.
	KeepConstants bool
	// Disabled patterns are not tried; if Enabled is not empty, only those in it are. Both hold names and labels.
	Disabled, Enabled []string
	// Regions is how far control flow is simplified, in turns with the patterns.
	Regions Regions
	// MaxIterations bounds these turns; 0 is 10, negative no limit.
	MaxIterations int
	// Listener, if set, hears of each change.
	Listener ir.Listener
	// BottomUp begins with the last op instead of the first.
	BottomUp bool
}

// off reports whether a pattern is switched off.
func (c *Config) off(p *ir.Pattern) bool {
	return slices.ContainsFunc(c.Disabled, p.Is) || len(c.Enabled) > 0 && !slices.ContainsFunc(c.Enabled, p.Is)
}

// ApplyGreedily rewrites the ops inside root until no pattern applies, and
// returns whether anything changed and whether it came to an end.
//
// Ops wait on a list, and one that changed puts its users, its operands' ops and
// itself there again, and what was taken out of a block puts there the op around and the branches
// to the block; so the program is not walked anew after each change. A pattern that looks at more,
// such as the op behind, may miss what a rewrite makes possible there.
func ApplyGreedily(root *ir.Operation, patterns []ir.Pattern, cfg Config) (changed, converged bool) {
	return NewSet(patterns, &cfg).Apply(root, cfg)
}

// Apply is ApplyGreedily with patterns that were made ready before.
func (s *Set) Apply(root *ir.Operation, cfg Config) (changed, converged bool) {
	if !cfg.Fold && cfg.Regions == Off && !s.anyRoot(root) {
		return false, true
	}
	d := newDriver(root, s, cfg)
	limit := cfg.MaxIterations
	if limit == 0 {
		limit = 10
	}
	changed = d.eraseUnreachable()
	for i := 0; limit < 0 || i < limit; i++ {
		d.fill()
		if d.cfg.MaxRewrites == 0 {
			d.cfg.MaxRewrites = max(leastBound, boundPerOp*len(d.list))
		}
		rewrote, ended := d.run()
		changed = changed || rewrote
		if !ended || !d.simplifyRegions() {
			return changed, ended
		}
		changed = true
	}
	return changed, false
}

// The bound on rewrites where none is asked for.
const (
	leastBound = 1 << 20
	boundPerOp = 64
)

// leastRewrites are made before the driver looks again for what has become unreachable.
const leastRewrites = 1 << 10

// eraseUnreachable erases the blocks that nothing leads to. In these an op may be its own operand: patterns that look
// at operands of operands, or move a constant along them, need not come to an end there.
func (d *driver) eraseUnreachable() bool {
	if !d.cut || d.control.Exhausted() || !hasBranches(d.root) {
		return false
	}
	s := &simplifier{l: d}
	s.allUnreachable(d.root)
	d.cut = false
	if s.changed {
		d.trace("erase-unreachable", d.root)
	}
	return s.changed
}

// simplifyRegions returns whether that may let patterns match that did not before.
func (d *driver) simplifyRegions() bool {
	if d.cfg.Regions == Off {
		return d.eraseUnreachable()
	}
	if d.control.Exhausted() || !hasBranches(d.root) || !SimplifyRegions(d.root, d.cfg.Regions, d) {
		return false
	}
	d.trace("simplify-regions", d.root)
	return true
}

// hasBranches reports whether a region inside root has several blocks. Elsewhere the
// folding driver leaves nothing to simplify.
func hasBranches(root *ir.Operation) (found bool) {
	root.Walk(func(op *ir.Operation) bool {
		for _, r := range op.Regions() {
			found = found || !r.Empty() && !r.OneBlock()
		}
		return !found
	})
	return found
}

// fill queues all ops inside root.
func (d *driver) fill() {
	d.root.WalkPost(func(op *ir.Operation) {
		if op != d.root {
			d.push(op)
		}
	})
	if !d.cfg.BottomUp {
		slices.Reverse(d.list) // the list is a stack: the first op shall be on top
	}
}

// driver rewrites what is inside root. Ops wait on a list, a stack, and know that they do; those that were erased stay there
// and are passed over.
type driver struct {
	root     *ir.Operation
	cfg      Config
	patterns *Set
	list     []*ir.Operation
	later    []*ir.Block // that have lost ops or branches to them, for when the list is empty
	cut      bool        // a branch went since the unreachable blocks were erased
	consts   *Constants
	rewrites int
	control  *ir.RewriteControl
	check    *checker // of the pattern that is tried, in the checked mode
	operands []ir.Attribute
	seen     rewriter // what patterns see of the driver
}

func newDriver(root *ir.Operation, patterns *Set, cfg Config) *driver {
	d := &driver{root: root, cfg: cfg, patterns: patterns, cut: true, control: root.Context().Rewrites}
	d.consts = NewConstants(d)
	if d.cfg.Listener == nil {
		d.cfg.Listener = deaf{}
	}
	return d
}

func (d *driver) push(op *ir.Operation) {
	if op == nil {
		return
	}
	d.check.tell(op)
	if op != d.root && !op.Queued {
		op.Queued = true
		d.list = append(d.list, op)
	}
}

func (d *driver) run() (changed, converged bool) {
	defer d.empty()
	reachable := d.rewrites + max(leastRewrites, len(d.list))
	for len(d.list) > 0 || d.pushAround() {
		op := d.list[len(d.list)-1]
		d.list = d.list[:len(d.list)-1]
		op.Queued = false
		if op.Erased() {
			continue
		}
		if d.control.Exhausted() {
			return changed, true
		}
		if d.visit(op) {
			changed = true
			if d.rewrites++; d.rewrites >= d.cfg.MaxRewrites {
				return changed, false
			}
			if d.rewrites >= reachable { // a rewrite may have cut off a loop
				d.eraseUnreachable()
				reachable *= 2
			}
		}
	}
	return changed, true
}

// pushAround queues what depends on what is in the blocks that wait: the ops around, which may have become dead or
// simpler, and the branches to them. It returns whether there is any. That waits for the list to be empty, so that
// an op is not looked at again for each op that goes away inside.
func (d *driver) pushAround() bool {
	for _, b := range d.later {
		b.Queued = false
		if b.Region() == nil {
			continue
		}
		d.push(b.Parent())
		for from := range b.Edges() {
			d.push(from)
		}
	}
	d.later = d.later[:0]
	return len(d.list) > 0
}

// lostBranches notes the blocks that op no longer branches to.
func (d *driver) lostBranches(op *ir.Operation) {
	for _, to := range op.Successors() {
		d.cut = true
		d.lost(to)
	}
}

// lost notes a block that has lost an op or a branch to it.
func (d *driver) lost(b *ir.Block) {
	if b != nil && !b.Queued {
		b.Queued = true
		d.later = append(d.later, b)
	}
}

// empty takes all ops from the list.
func (d *driver) empty() {
	for _, op := range d.list {
		op.Queued = false
	}
	for _, b := range d.later {
		b.Queued = false
	}
	d.list, d.later = d.list[:0], d.later[:0]
}

func (d *driver) trace(name string, op *ir.Operation) { d.traceAt(name, op, op.Loc) }

// traceAt is trace with the place that op had before a pattern may have erased it.
func (d *driver) traceAt(name string, op *ir.Operation, loc ir.Location) {
	d.control.Count(name, op.Name(), loc)
	if d.cfg.Trace != nil {
		d.cfg.Trace(name, op)
	}
}

func (d *driver) visit(op *ir.Operation) bool {
	if d.cfg.Fold {
		if op.IsDead() {
			d.trace("dead", op)
			d.Erase(op)
			return true
		}
		if d.commute(op) || d.fold(op) || op.Has(ir.ConstantLike) && !d.cfg.KeepConstants && d.unify(op) {
			return true
		}
	}
	patterns := d.patterns.of(op)
	for i := range patterns {
		if d.try(&patterns[i], op) {
			return true
		}
	}
	return false
}

func (d *driver) try(p *ir.Pattern, op *ir.Operation) bool {
	d.seen = rewriter{driver: d, op: op}
	loc, checked := op.Loc, d.control != nil && d.control.Checked
	if checked {
		d.check = newChecker(d.root)
	}
	matched := p.Match(op, &d.seen)
	if checked {
		d.check.compare(p.Name, matched)
		d.check = nil
	}
	if matched {
		d.traceAt(p.Name, op, loc)
	}
	return matched
}

// commute moves the constant of a commutative op to the right: folds and patterns look for it there.
func (d *driver) commute(op *ir.Operation) bool {
	if !op.Has(ir.Commutative) || op.NumOperands() != 2 {
		return false
	}
	l, r := op.Operand(0), op.Operand(1)
	if ConstantValue(l) == nil || ConstantValue(r) != nil {
		return false
	}
	d.trace("fold", op)
	op.SetOperand(0, r)
	op.SetOperand(1, l)
	d.Modified(op)
	return true
}

// fold replaces op by what its row folds it to.
func (d *driver) fold(op *ir.Operation) bool {
	def := op.Def()
	if def == nil || def.Fold == nil || op.Has(ir.ConstantLike) {
		return false
	}
	d.operands = d.operands[:0]
	for i := range op.NumOperands() {
		d.operands = append(d.operands, ConstantValue(op.Operand(i)))
	}
	var array [4]*ir.Value
	before := array[:0]
	for i := range op.NumOperands() {
		before = append(before, op.Operand(i))
	}
	results := def.Fold(op, d.operands)
	if results == nil {
		return false
	}
	if inPlace(op, results) {
		d.trace("fold", op)
		d.Modified(op)
		d.pushUnused(before)
		return true
	}
	values := make([]*ir.Value, len(results))
	for i, r := range results {
		if r.Value != nil {
			values[i] = r.Value
			continue
		}
		if op.Result(i).Unused() {
			values[i] = op.Result(i)
			continue
		}
		if values[i] = d.constant(op, r.Attr, op.Result(i).Type()); values[i] == nil {
			return false
		}
	}
	d.trace("fold", op)
	d.Replace(op, values...)
	return true
}

// constant is a constant for the users of op, nil if the dialects can't make one.
func (d *driver) constant(op *ir.Operation, value ir.Attribute, t ir.Type) *ir.Value {
	if !d.cfg.KeepConstants {
		return d.consts.Get(op, value, t)
	}
	for _, dialect := range []string{op.Name().Dialect(), "arith"} {
		if made := makeConstant(ir.Before(op), dialect, value, t); made != nil {
			d.Inserted(made)
			return made.Result(0)
		}
	}
	return nil
}

// unify makes one of equal constants.
func (d *driver) unify(op *ir.Operation) bool {
	other, moved := d.consts.Unify(op)
	if other == nil {
		return moved
	}
	d.trace("constant", op)
	d.Replace(op, other)
	return true
}

// pushUnused queues the ops that make values which are no longer used, for they may be dead.
func (d *driver) pushUnused(vs []*ir.Value) {
	for _, v := range vs {
		if v.Unused() {
			d.push(v.Def())
		}
	}
}

func inPlace(op *ir.Operation, results []ir.FoldResult) bool {
	return len(results) > 0 && results[0].Value == op.Result(0)
}

// ConstantValue returns the value of a constant, or nil.
func ConstantValue(v *ir.Value) ir.Attribute {
	if def := v.Def(); def != nil && def.Has(ir.ConstantLike) {
		if attrs := def.Def().Attrs; len(attrs) > 0 && attrs[0].Name == "value" {
			return def.InherentAt(0)
		}
		return def.Attr("value")
	}
	return nil
}

// Inserted, Modified, Replaced and Erased make the driver a listener: what a
// change touches is looked at again.
func (d *driver) Inserted(op *ir.Operation) {
	d.push(op)
	d.cfg.Listener.Inserted(op)
}

// Modified queues op and what uses it.
func (d *driver) Modified(op *ir.Operation) {
	d.push(op)
	d.cfg.Listener.Modified(op)
	for _, r := range op.Results() {
		for u := range r.Users() {
			d.push(u)
		}
	}
}

// Replaced queues the users.
func (d *driver) Replaced(op *ir.Operation, with []*ir.Value) {
	d.cfg.Listener.Replaced(op, with)
	for _, r := range op.Results() {
		for u := range r.Users() {
			d.push(u)
		}
	}
}

// Erased forgets op and what is inside, and queues the ops that it used.
func (d *driver) Erased(op *ir.Operation) {
	d.cfg.Listener.Erased(op)
	op.Walk(func(inner *ir.Operation) bool {
		for i := range inner.NumOperands() {
			if v := inner.Operand(i); v != nil {
				d.push(v.Def())
			}
		}
		d.lostBranches(inner)
		d.consts.Forget(inner)
		d.check.tell(inner)
		return true
	})
}

// Replace is the rewriter's Replace.
func (d *driver) Replace(op *ir.Operation, values ...*ir.Value) {
	mustFit(op, len(values))
	d.Replaced(op, values)
	for i, r := range op.Results() {
		if values[i] != r {
			r.ReplaceAllUses(values[i])
			d.push(values[i].Def())
		}
	}
	d.Erase(op)
}

// mustFit panics if there is not a value for each result that is replaced.
func mustFit(op *ir.Operation, values int) {
	if n := op.NumResults(); values != n {
		panic(fmt.Sprintf("pattern: %s has %d results, and is replaced by %d values", op.Name(), n, values))
	}
}

// Erase is the rewriter's Erase.
func (d *driver) Erase(op *ir.Operation) {
	d.Erased(op)
	d.lost(op.Block())
	op.Erase()
}

// rewriter is what a pattern sees of the driver, while it is matched.
type rewriter struct {
	*driver
	op      *ir.Operation // that is matched
	builder *ir.Builder   // nil until it is asked for
}

func (r *rewriter) Builder() *ir.Builder {
	if r.builder == nil {
		r.builder = ir.Before(r.op)
		r.builder.Listener = r.driver
	}
	return r.builder
}

func (r *rewriter) ReplaceOp(op *ir.Operation, name *ir.OpName, operands []*ir.Value, results []ir.Type, attrs ...ir.NamedAttr) *ir.Operation {
	if results == nil {
		results = op.ResultTypes()
	}
	b := ir.Before(op)
	b.Listener = r.driver
	n := b.Create(name, operands, results, attrs...)
	r.Replace(op, n.Results()...)
	return n
}

func (r *rewriter) Modify(op *ir.Operation, f func()) {
	before := op.Operands()
	r.lostBranches(op)
	f()
	r.Modified(op)
	r.pushUnused(before)
}

func (r *rewriter) ReplaceUses(v, w *ir.Value) {
	for u := range v.Users() {
		r.push(u)
	}
	v.ReplaceAllUses(w)
	r.push(v.Def())
	r.push(w.Def())
}

func (r *rewriter) InlineBefore(b *ir.Block, op *ir.Operation, args ...*ir.Value) {
	for i, a := range b.Args() {
		r.ReplaceUses(a, args[i])
	}
	for inner := range b.Ops() {
		inner.MoveBefore(op)
		r.push(inner)
	}
	b.Remove()
}
