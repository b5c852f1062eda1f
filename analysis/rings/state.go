package rings

import (
	"strconv"

	"tawa/dialects/arith"
	"tawa/ir"
)

// writer writes the joint state, so that states with the same text have the same future:
// counts only up to their limits, carried values by who else has the same,
// and numbers of operations relative to those of the rings.
type writer struct {
	text  []byte
	run   *run
	atoms map[*atom]int64
}

// put writes numbers, each after a mark.
func (w *writer) put(mark string, ns ...int64) {
	w.text = append(w.text, mark...)
	for i, n := range ns {
		if i > 0 {
			w.text = append(w.text, ',')
		}
		w.text = strconv.AppendInt(w.text, n, 10)
	}
}

// name is the number of an operation or a value, the same in all states.
func (w *writer) name(p any) int64 {
	n, ok := w.run.names[p]
	if !ok {
		n = int64(len(w.run.names))
		w.run.names[p] = n
	}
	return n
}

// state is the joint state at an open question.
func (x *run) state() string {
	w := &writer{run: x, atoms: map[*atom]int64{}}
	for _, r := range x.roles {
		w.role(r)
	}
	for _, g := range x.rings {
		w.put("|", g.put-g.peers[0].put)
		if g.shared {
			w.put(":", g.put-g.got)
		}
		for _, c := range g.consumers {
			w.put(",", g.put-c.done[get], c.done[get]-c.done[consumed])
		}
	}
	for _, t := range x.turns {
		for n := range t.taken {
			w.put("t", t.passed[t.before(int64(n))]-t.taken[n], t.taken[n]-t.passed[n])
		}
	}
	for _, r := range x.roles {
		w.fixed(r)
	}
	for _, f := range x.facts {
		w.put("|")
		w.form(f.q.dir)
		if f.q.unsigned {
			w.put("u")
		}
		if f.low != nil {
			w.put("≥", *f.low)
		}
		if f.high != nil {
			w.put("≤", *f.high)
		}
	}
	return string(w.text)
}

// fixed writes how far a role is with operations that have a constant index.
func (w *writer) fixed(r *role) {
	for _, g := range w.run.rings {
		if r.sides[g] == nil {
			continue
		}
		for k, n := range r.sides[g].issued {
			if most, ok := w.run.slice.fixed[access{g.op.Result(0), kind(k)}]; ok {
				w.put("~", min(n, most+1))
			}
		}
	}
}

func (w *writer) role(r *role) {
	if r.ended {
		w.put("/ended")
	} else {
		w.put("/")
		for i, s := range r.scopes {
			w.put("{", w.name(s.at), w.clipped(s.loop, s.k))
			w.values(r, i)
			w.views(r, s)
		}
		w.question(r)
	}
	for _, e := range r.queue {
		w.put(" q", int64(e.kind), w.name(e.op.Operand(0)))
	}
	for _, t := range r.held {
		w.put(" h", w.name(t.op))
	}
	for _, f := range r.flights {
		w.put(" f", w.name(f.op))
		for _, v := range f.views {
			w.put(".", v.ring.number, r.sides[v.ring].issued[get]-v.n)
		}
	}
}

func (w *writer) clipped(loop *ir.Operation, k int64) int64 {
	if loop == nil {
		return 0
	}
	return min(k, w.run.limit(loop)+1)
}

// values writes what was bound in scope i and is still used.
func (w *writer) values(r *role, i int) {
	for _, v := range r.scopes[i].order {
		if w.run.slice.relevant[v] {
			w.value(r, v, r.scopes[i].values[v], func(u *ir.Use) bool { return r.ahead(i, u.Owner()) })
		}
	}
}

// ahead reports whether an op may still run before scope i ends.
func (r *role) ahead(i int, op *ir.Operation) bool {
	for j, s := range r.scopes[i:] {
		p := op
		for p != nil && p.Block() != s.block {
			p = p.Parent()
		}
		switch {
		case j > 0 && s.loop != nil && s.loop.IsAncestorOf(op):
			return true // in the next iteration
		case p == nil || p == op && p == s.at:
			return false
		case p != s.at:
			return s.at.IsBefore(p)
		}
	}
	return true
}

// value writes a form, and for an index that is still needed how far it is from the
// number of the operation that it will be compared with.
func (w *writer) value(r *role, v *ir.Value, f form, live func(*ir.Use) bool) {
	used, counts := w.uses(v, live)
	if !used {
		return
	}
	w.put(" ", w.name(v))
	w.put("=")
	w.form(f)
	if n := f.numeric(true); n.isConstant() && counts {
		for _, a := range w.run.slice.indices[v] {
			if side := r.sides[w.run.ringOf(a.ring, r.cta)]; side != nil {
				w.put("~", n.c-side.issued[a.kind])
			}
		}
	}
	w.put(";")
}

// uses reports whether a value is used by what is live, itself or what was computed from
// it, and whether as an index.
func (w *writer) uses(v *ir.Value, live func(*ir.Use) bool) (used, counts bool) {
	for u := range v.Uses() {
		if live(u) {
			used, counts = true, counts || isCounting(u)
			continue
		}
		if w.run.slice.holds[u.Owner()] {
			continue
		}
		for _, r := range u.Owner().Results() {
			also, index := w.uses(r, live)
			used, counts = used || also, counts || index && isCounting(u)
		}
	}
	return used, counts
}

// isCounting tells the use of an index as such from its use in a condition.
func isCounting(u *ir.Use) bool {
	op := u.Owner()
	return !op.Is(arith.CmpI) && !(op.Is(arith.AddI, arith.SubI) && u.Index() == 1)
}

// views writes what the block's arguments and the results of its ops so far are views of.
func (w *writer) views(r *role, s *scope) {
	if s.views == nil {
		return
	}
	all := func(vs []*ir.Value) {
		for _, v := range vs {
			if u, ok := s.views[v]; ok {
				w.view(r, v, u)
			}
		}
	}
	all(s.block.Args())
	for op := range s.block.Ops() {
		if op == s.at {
			break
		}
		all(op.Results())
	}
}

func (w *writer) view(r *role, v *ir.Value, u view) {
	issued := r.sides[u.ring].issued
	w.put(" v", w.name(v), u.ring.number, min(issued[get]-u.n, issued[get]-issued[consumed]+1))
}

// question writes what a loop carries into the iteration that is asked for, and how
// the counts of loops that the roles run together differ.
func (w *writer) question(r *role) {
	w.put(" at ", w.name(r.asked.op), w.clipped(r.asked.loop, r.asked.k))
	for i, v := range r.asked.args {
		if w.run.slice.relevant[v] {
			w.value(r, v, r.asked.carried.now[i], func(*ir.Use) bool { return true })
		}
		if u := r.asked.carried.views[i]; u != nil {
			w.view(r, v, *u)
		}
	}
	for i, v := range r.asked.op.Results() {
		if r.asked.args != nil && w.run.slice.relevant[v] {
			w.value(r, v, r.asked.carried.now[i], func(*ir.Use) bool { return true })
		}
	}
	counts, first := w.counts(r), w.counts(w.run.roles[0])
	for i, k := range counts[:min(len(counts), len(first))] {
		w.put(" d", k-first[i])
	}
}

// counts lists the iterations of the loops that a role is in, outermost first.
func (w *writer) counts(r *role) []int64 {
	var out []int64
	if r.asked == nil {
		return nil
	}
	for _, s := range r.scopes {
		if s.loop != nil && s.loop != r.asked.loop {
			out = append(out, s.k)
		}
	}
	return append(out, r.asked.k)
}

func (w *writer) form(f form) {
	w.put("", f.c)
	for _, t := range f.terms {
		w.put("+", t.n)
		w.put("*")
		w.atom(t.atom)
	}
}

func (w *writer) atom(a *atom) {
	switch {
	case a.kind == count:
		w.put("n", w.name(a.loop), min(a.n, w.run.limit(a.loop)))
	case a.kind == carried:
		n, ok := w.atoms[a]
		if !ok {
			n = int64(len(w.atoms))
			w.atoms[a] = n
		}
		w.put("c", n)
	case a.from != nil:
		w.put("a", w.name(a.from))
	default:
		w.put("e", int64(a.formula), a.n)
		w.put("(")
		for _, f := range a.args {
			w.form(f)
			w.put(",")
		}
		w.put(")")
	}
}
