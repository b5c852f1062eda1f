package rings

import (
	"fmt"
	"slices"
	"strings"

	"tawa/dialects/aref"
	"tawa/dialects/ttg"
	"tawa/ir"
)

// ring is what an aref.create makes: how many operations of each kind the roles have
// issued, and how many of them have been done.
type ring struct {
	op           *ir.Operation
	number       int64
	name         string
	depth        int64
	issued, done [3]int64
	roles        [2]*role // of puts; of gets and their release
}

// enabled reports whether the next operation of a kind can go on.
func (g *ring) enabled(k kind) bool {
	switch k {
	case put:
		return g.done[put]-g.done[consumed] < g.depth
	case get:
		return g.done[get] < g.done[put]
	}
	return true
}

// run is one run of all roles, determined by the answers to the open questions.
type run struct {
	*program
	exact   bool                    // counts are numbers, nothing is forgotten
	limits  map[*ir.Operation]int64 // of the counts of loops that are told apart
	rings   []*ring
	roles   []*role
	facts   []fact
	answers []bool // to open questions, in their order; used are taken
	used    int
	fault   *fault
	raised  *ir.Operation // a loop whose limit is too small for what a condition tells apart
	log     []step
	assumed []note
}

// step is an operation that was done, and by whom.
type step struct {
	role *role
	event
}

// question is whether a form is positive.
type question struct {
	bound
	op       *ir.Operation
	loop     *ir.Operation // which asks whether iteration k begins, or nil
	k        int64
	unsigned bool
	depth    int         // loops around
	args     []*ir.Value // of the body of an scf.for, with what is carried into it
	carried  *loopState
}

// same reports whether different roles ask the same question.
func (q *question) same(other *question) bool {
	return q.at == other.at && q.unsigned == other.unsigned && q.dir.key() == other.dir.key()
}

// direction is equal for the same direction at other bounds.
func (q *question) direction() string {
	if q.unsigned {
		return "unsigned " + q.dir.key()
	}
	return q.dir.key()
}

// fact is that a direction is at least low and at most high, where they are known.
type fact struct {
	q         question
	direction string
	low, high *int64
}

// program is what all runs of a function share.
type program struct {
	fn       *ir.Operation
	spec     *ir.Operation // ttg.warp_specialize, or nil
	slice    *slice
	reads    map[*ir.Operation]bool // loads that roles took to be equal
	formulas map[*ir.Operation]*formula
	texts    map[string]int // of formulas, numbered
	names    map[any]int64  // of operations and values in states, numbered
	creates  []*ir.Operation
	symbols  symbols
}

func (p *program) newRun(exact bool, limits map[*ir.Operation]int64, answers []bool) *run {
	x := &run{program: p, exact: exact, limits: limits, answers: answers}
	for i, op := range p.creates {
		v := op.Result(0)
		x.rings = append(x.rings, &ring{op: op, number: int64(i), name: nameOf(v), depth: v.Type().(*aref.RingType).Depth})
	}
	x.roles = append(x.roles, x.newRole("the default region", p.fn.Region(0).First()))
	if p.spec != nil {
		for i, region := range ttg.Partitions(p.spec) {
			if p.slice.holds[p.spec] && holdsAny(region, p.slice) {
				x.roles = append(x.roles, x.newRole(fmt.Sprintf("partition%d", i), region.First()))
			}
		}
	}
	return x
}

func holdsAny(region *ir.Region, s *slice) bool {
	for b := range region.Blocks() {
		for op := range b.Ops() {
			if s.holds[op] {
				return true
			}
		}
	}
	return false
}

func (x *run) ringOf(v *ir.Value) *ring {
	v = ttg.TraceCapture(v)
	for _, g := range x.rings {
		if g.op.Result(0) == v {
			return g
		}
	}
	return nil
}

// end stops the roles.
func (x *run) end() {
	for _, r := range x.roles {
		r.stop()
	}
}

// resume lets a role run up to its next open question, or to its end.
func (x *run) resume(r *role) {
	q, more := r.next()
	r.asked = nil
	if more {
		r.asked = &q
	}
}

// pump does operations as long as any can go on.
func (x *run) pump() {
	for again := true; again; {
		again = false
		for _, r := range x.roles {
			for len(r.queue) > 0 && r.queue[0].ring.enabled(r.queue[0].kind) {
				e := r.queue[0]
				r.queue = r.queue[1:]
				e.ring.done[e.kind]++
				x.log = append(x.log, step{r, e})
				again = true
			}
		}
	}
}

// blocked returns the deadlock if no role can ever go on.
func (x *run) blocked() *fault {
	stuck := 0
	for _, r := range x.roles {
		if len(r.queue) > 0 {
			stuck++
		} else if !r.ended {
			return nil
		}
	}
	if stuck == 0 {
		return nil
	}
	f := &fault{}
	for _, r := range x.roles {
		if len(r.queue) == 0 {
			continue
		}
		e := r.queue[0]
		text := fmt.Sprintf("%s waits in '%s' of %s[%d], slot %d: %s", r.name, e.op.Name(), e.ring.name, e.n, e.n%e.ring.depth, x.reason(r, e))
		if f.op == nil {
			f.op, f.text = e.op, "deadlock: "+text
		} else {
			f.note(e.op, "%s", text)
		}
	}
	return f
}

// reason says what a blocked operation waits for, and of whom.
func (x *run) reason(r *role, e event) string {
	g := e.ring
	need, state := put, fmt.Sprintf("it is empty, and needs put %d", e.n)
	if e.kind == put {
		n := e.n - g.depth
		need, state = consumed, fmt.Sprintf("it is full since put %d, which must be got and given back", n)
		if g.done[get] > n {
			state = fmt.Sprintf("it is borrowed by get %d, which must be given back", n)
		}
	}
	who := g.roles[min(need, get)]
	switch {
	case who == nil:
		return state + ", but nobody does that"
	case who == r:
		return state + " by " + who.name + " itself"
	case len(who.queue) == 0 && who.ended:
		return state + " by " + who.name + ", which has ended"
	}
	return state + " by " + who.name + ", which waits too"
}

// finish checks what must hold when all roles have ended.
func (x *run) finish() *fault {
	if f := x.blocked(); f != nil {
		return f
	}
	for _, g := range x.rings {
		switch {
		case g.done[put] > g.done[get]:
			return &fault{op: g.op, text: fmt.Sprintf("the program ends with slot %d of %s full: put %d is never got", g.done[get]%g.depth, g.name, g.done[get])}
		case g.done[get] > g.done[consumed]:
			return &fault{op: g.op, text: fmt.Sprintf("the program ends with slot %d of %s borrowed: get %d is never given back", g.done[consumed]%g.depth, g.name, g.done[consumed])}
		}
	}
	return nil
}

// fault is something wrong, or that could not be decided.
type fault struct {
	op        *ir.Operation
	text      string
	notes     []note
	undecided bool
}

type note struct {
	op   *ir.Operation
	text string
}

func (f *fault) note(op *ir.Operation, format string, args ...any) *fault {
	f.notes = append(f.notes, note{op, fmt.Sprintf(format, args...)})
	return f
}

// known returns the answer that the facts give.
func (x *run) known(q *question) (answer, ok bool) {
	d := q.direction()
	for _, f := range x.facts {
		switch {
		case f.direction != d:
		case f.low != nil && *f.low >= q.at:
			return true, true
		case f.high != nil && *f.high < q.at:
			return false, true
		}
	}
	return false, false
}

// learn records an answer, unless it distinguishes counts past the limit.
func (x *run) learn(q question, answer bool) {
	if q.dir.isConstant() || !x.exact && q.loop != nil && q.k > x.limit(q.loop) {
		return
	}
	f := fact{q: q, direction: q.direction()}
	for i, old := range x.facts {
		if old.direction == f.direction && old.q.depth == q.depth {
			f = old
			x.facts = slices.Delete(x.facts, i, i+1)
			break
		}
	}
	if answer {
		f.low = &q.at
	} else {
		high := q.at - 1
		f.high = &high
	}
	x.facts = append(x.facts, f)
}

// forget drops what was learnt deeper than depth.
func (x *run) forget(depth int) {
	x.facts = slices.DeleteFunc(x.facts, func(f fact) bool { return f.q.depth > depth })
}

const startLimit = 2

func (x *run) limit(loop *ir.Operation) int64 {
	if n, ok := x.limits[loop]; ok {
		return n
	}
	return startLimit
}

// positive settles whether f > 0: by numbers, by facts, or by asking.
func (r *role) positive(f form, q question) bool {
	x := r.run
	q.depth = r.loops(q)
	n := f.numeric(x.exact)
	if n.isConstant() && (x.exact || x.stable(f, n.c > 0)) {
		return n.c > 0
	}
	if n.isConstant() {
		q.bound = bound{at: 1 - n.c}
	} else {
		q.bound = positive(n)
	}
	answer, ok := x.known(&q)
	if !ok {
		if !r.yield(q) {
			panic(stopped{})
		}
		answer, r.rounds = r.answer, 0
	}
	return answer != q.not
}

// loops counts the loops around the op that asks.
func (r *role) loops(q question) int {
	n := 0
	for _, s := range r.scopes {
		if s.loop != nil && s.loop != q.loop {
			n++
		}
	}
	return n
}

// maxLimit bounds the counts that are told apart: a loop of a larger constant count
// is taken to have any.
const maxLimit = 16

// stable reports whether a condition on numbers stays the same for all larger counts
// where counts have reached their limit. If it does not, the limit is too small.
func (x *run) stable(f form, truth bool) bool {
	at, up, down := f, false, false
	var past *ir.Operation
	for _, t := range f.terms {
		if limit := x.limit(t.atom.loop); t.atom.n >= limit {
			at.c += t.n * (limit - t.atom.n)
			past, up, down = t.atom.loop, up || t.n > 0, down || t.n < 0
		}
	}
	if past == nil || (at.numeric(false).c > 0) == truth && (!up || truth) && (!down || !truth) {
		return true
	}
	if x.limit(past) < maxLimit {
		x.raised = past
		panic(stopped{})
	}
	return false
}

func (x *run) assume(q question, answer bool) {
	switch yes := answer != q.not; {
	case q.loop != nil && yes:
	case q.loop != nil:
		x.assumed = append(x.assumed, note{q.op, fmt.Sprintf("this loop runs %s", times(q.k))})
	case yes:
		x.assumed = append(x.assumed, note{q.op, "this condition holds"})
	default:
		x.assumed = append(x.assumed, note{q.op, "this condition does not hold"})
	}
}

func times(n int64) string {
	switch n {
	case 0:
		return "not at all"
	case 1:
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// steps is the run so far as a numbered interleaving.
func (x *run) steps() []note {
	var out []note
	for i, e := range x.log {
		var b strings.Builder
		fmt.Fprintf(&b, "%d. %s: %s %s[%d] (slot %d)", i+1, e.role.name, e.kind, e.ring.name, e.n, e.n%e.ring.depth)
		out = append(out, note{e.op, b.String()})
	}
	return out
}
