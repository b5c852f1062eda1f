package rings

import (
	"fmt"
	"strings"

	"tawa/dialects/arith"
	"tawa/ir"
)

// writer writes the joint state, so that states with the same text have the same future:
// counts only up to their limits, carried values by who else has the same,
// and numbers of operations relative to those of the rings.
type writer struct {
	strings.Builder
	run   *run
	names map[*atom]int
}

// state is the joint state at an open question.
func (x *run) state() string {
	w := &writer{run: x, names: map[*atom]int{}}
	for _, r := range x.roles {
		w.role(r)
	}
	for _, g := range x.rings {
		fmt.Fprintf(w, "|%d,%d", g.done[put]-g.done[get], g.done[get]-g.done[consumed])
	}
	for _, g := range x.rings {
		for k, n := range g.issued {
			if most, ok := x.slice.fixed[access{g.op.Result(0), kind(k)}]; ok {
				fmt.Fprintf(w, "~%d", min(n, most+1))
			}
		}
	}
	for _, f := range x.facts {
		w.WriteString("|")
		w.form(f.q.dir)
		fmt.Fprintf(w, " %v ", f.q.unsigned)
		for _, b := range []*int64{f.low, f.high} {
			if b != nil {
				fmt.Fprint(w, *b)
			}
			w.WriteString("…")
		}
	}
	return w.String()
}

func (w *writer) role(r *role) {
	if r.ended {
		w.WriteString("/ended")
	} else {
		w.WriteString("/")
		for i, s := range r.scopes {
			fmt.Fprintf(w, "{%p %d ", s.at, w.clipped(s.loop, s.k))
			w.values(r, i)
			w.views(s)
		}
		w.question(r)
	}
	for _, e := range r.queue {
		fmt.Fprintf(w, " q%d.%d", e.kind, e.ring.number)
	}
	for _, f := range r.flights {
		fmt.Fprintf(w, " f%p", f.op)
		for _, v := range f.views {
			fmt.Fprintf(w, ".%d:%d", v.ring.number, v.ring.issued[get]-v.n)
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
			w.value(v, r.scopes[i].values[v], func(u *ir.Use) bool { return r.ahead(i, u.Owner()) })
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
func (w *writer) value(v *ir.Value, f form, live func(*ir.Use) bool) {
	used, counts := w.uses(v, live)
	if !used {
		return
	}
	fmt.Fprintf(w, "%p=", v)
	w.form(f)
	if n := f.numeric(true); n.isConstant() && counts {
		for _, a := range w.run.slice.indices[v] {
			if g := w.run.ringOf(a.ring); g != nil {
				fmt.Fprintf(w, "~%d", n.c-g.issued[a.kind])
			}
		}
	}
	w.WriteString(";")
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
func (w *writer) views(s *scope) {
	vs := s.block.Args()
	for op := range s.block.Ops() {
		if op == s.at {
			break
		}
		vs = append(vs[:len(vs):len(vs)], op.Results()...)
	}
	for _, v := range vs {
		if u, ok := s.views[v]; ok {
			w.view(v, u)
		}
	}
}

func (w *writer) view(v *ir.Value, u view) {
	held := u.ring.issued[get] - u.ring.issued[consumed]
	fmt.Fprintf(w, "%p@%d:%d", v, u.ring.number, min(u.ring.issued[get]-u.n, held+1))
}

// question writes what a loop carries into the iteration that is asked for, and how
// the counts of loops that the roles run together differ.
func (w *writer) question(r *role) {
	fmt.Fprintf(w, "at %p %d", r.asked.op, w.clipped(r.asked.loop, r.asked.k))
	for i, v := range r.asked.args {
		if w.run.slice.relevant[v] {
			w.value(v, r.asked.carried.now[i], func(*ir.Use) bool { return true })
		}
		if u := r.asked.carried.views[i]; u != nil {
			w.view(v, *u)
		}
	}
	for i, v := range r.asked.op.Results() {
		if r.asked.args != nil && w.run.slice.relevant[v] {
			w.value(v, r.asked.carried.now[i], func(*ir.Use) bool { return true })
		}
	}
	counts, first := w.counts(r), w.counts(w.run.roles[0])
	for i, k := range counts[:min(len(counts), len(first))] {
		fmt.Fprintf(w, " +%d", k-first[i])
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
	fmt.Fprint(w, f.c)
	for _, t := range f.terms {
		fmt.Fprintf(w, "+%d*", t.n)
		w.atom(t.atom)
	}
}

func (w *writer) atom(a *atom) {
	switch a.kind {
	case opaque:
		w.WriteString(a.name + "(")
		for _, f := range a.args {
			w.form(f)
			w.WriteString(",")
		}
		w.WriteString(")")
	case count:
		fmt.Fprintf(w, "n%p:%d", a.loop, min(a.n, w.run.limit(a.loop)))
	case carried:
		n, ok := w.names[a]
		if !ok {
			n = len(w.names)
			w.names[a] = n
		}
		fmt.Fprintf(w, "v%d", n)
	}
}
