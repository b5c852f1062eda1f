package rings

import (
	"fmt"
	"slices"
	"strings"

	"tawa/dialects/aref"
	"tawa/dialects/ttg"
	"tawa/ir"
)

// ring is what an aref.create makes, in one CTA.
type ring struct {
	op        *ir.Operation
	number    int64
	name      string
	depth     int64
	put       int64    // how many puts have been done
	got       int64    // and gets, of whichever consumer
	roles     [2]*role // of puts; of gets and their release
	consumers []*side
	shared    bool   // consumers skip what is not theirs
	order     *turns // in which they get
	cta       int
	peers     []*ring // those that are filled together: of each CTA of the cluster, or itself
}

// given is how many slots all consumers have given back, or skipped.
func (g *ring) given() (n int64, last *side) {
	for _, c := range g.consumers {
		if last == nil || c.done[consumed] < n {
			n, last = c.done[consumed], c
		}
	}
	return n, last
}

// other is a role that accesses the ring as r does: who is first is not known. A consumer
// that skips what is not its own may.
func (g *ring) other(r *role, k kind) *role {
	who := &g.roles[min(k.counted(), get)]
	switch {
	case *who == nil:
		*who = r
	case (*who).region != r.region && (k == put || !g.shared):
		return *who
	}
	return nil
}

// turns is what an aref.turns makes, in one CTA: how often each warp group has taken its turn and passed it.
type turns struct {
	op            *ir.Operation
	name          string
	roles         []*role
	taken, passed []int64
	cta           int
}

// before is the number whose turn precedes that of number n.
func (t *turns) before(n int64) int64 {
	return (n + int64(len(t.taken)) - 1) % int64(len(t.taken))
}

// mine reports whether number n may take its turn.
func (t *turns) mine(n int64) bool {
	passed := t.passed[t.before(n)]
	if n == 0 {
		passed++
	}
	return t.taken[n] < passed
}

// enabled reports whether an operation can go on.
func (e event) enabled() bool {
	switch e.kind {
	case put, get:
		return e.behind() == nil
	case take:
		return e.turns.mine(e.n)
	}
	return true
}

// behind is a ring of which the CTA has not yet done what a put or get needs, or nil: all must have given a slot
// back before it is put again, and all have put before it is got.
func (e event) behind() *ring {
	for _, p := range e.ring.peers {
		given, _ := p.given()
		if e.kind == put && e.n-given >= p.depth || e.kind == get && e.n >= p.put {
			return p
		}
	}
	return nil
}

// do does an operation of a role.
func (x *run) do(r *role, e event) {
	x.log = append(x.log, step{r, e})
	switch e.kind {
	case put:
		e.ring.put++
	case get:
		if e.ring.shared && e.ring.got != e.n && x.fault == nil {
			x.fault = r.wrong(e.op, "%s[%d] is got, but of the slots before it only %d have been", e.ring.name, e.n, e.ring.got)
		}
		e.ring.got++
		r.sides[e.ring].done[get]++
	case consumed:
		r.sides[e.ring].done[consumed]++
	case skip:
		r.sides[e.ring].done[get]++
		r.sides[e.ring].done[consumed]++
	case take:
		e.turns.taken[e.n]++
	case pass:
		e.turns.passed[e.n]++
	}
}

// run is one run of all roles, determined by the answers to the open questions.
type run struct {
	*program
	exact   bool                    // counts are numbers, nothing is forgotten
	limits  map[*ir.Operation]int64 // of the counts of loops that are told apart
	rings   []*ring
	turns   []*turns
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
	orders   []*ir.Operation // aref.turns
	regions  []region
	ctas     int // of the cluster in which rings are filled together, or 1
	symbols  symbols
}

func (p *program) newRun(exact bool, limits map[*ir.Operation]int64, answers []bool) *run {
	x := &run{program: p, exact: exact, limits: limits, answers: answers}
	for cta := range p.ctas {
		x.addCTA(cta)
	}
	for _, g := range x.rings {
		g.peers = []*ring{g}
		if aref.Cluster(g.op) > 1 {
			g.peers = slices.DeleteFunc(slices.Clone(x.rings), func(p *ring) bool { return p.op != g.op })
		}
	}
	return x
}

// addCTA adds the rings, the turns and the roles of one CTA.
func (x *run) addCTA(cta int) {
	for i, op := range x.creates {
		v := op.Result(0)
		x.rings = append(x.rings, &ring{op: op, number: int64(i), name: nameOf(v), depth: v.Type().(*aref.RingType).Depth, cta: cta})
	}
	for _, op := range x.orders {
		n := op.Result(0).Type().(*aref.TurnsType).Groups
		x.turns = append(x.turns, &turns{op: op, name: nameOf(op.Result(0)), roles: make([]*role, n), taken: make([]int64, n), passed: make([]int64, n), cta: cta})
	}
	for i := range x.regions {
		x.addRoles(&x.regions[i], cta)
	}
}

// addRoles adds the role of a region, or those of its warp groups, which differ where they
// take turns, and what they have to do with each ring.
func (x *run) addRoles(w *region, cta int) {
	for i := range w.groups {
		name := w.name
		if w.groups > 1 {
			name = fmt.Sprintf("warp group %d of %s", i, w.name)
		}
		if x.ctas > 1 {
			name += fmt.Sprintf(" of CTA %d", cta)
		}
		r := x.newRole(name, w, i, cta)
		x.roles = append(x.roles, r)
		for _, op := range w.accesses {
			x.addSide(r, op)
		}
	}
}

// addSide notes that a role accesses a ring.
func (x *run) addSide(r *role, op *ir.Operation) {
	g := x.ringOf(op.Operand(0), r.cta)
	if g == nil {
		return // which the access will say
	}
	if r.sides[g] == nil {
		r.sides[g] = &side{role: r}
	}
	g.shared = g.shared || op.Is(aref.Skip)
	if s := r.sides[g]; !op.Is(aref.Put) && !slices.Contains(g.consumers, s) {
		g.consumers = append(g.consumers, s)
	}
}

func (x *run) turnsOf(v *ir.Value, cta int) *turns {
	v = ttg.TraceCapture(v)
	for _, t := range x.turns {
		if t.op.Result(0) == v && t.cta == cta {
			return t
		}
	}
	return nil
}

func (x *run) ringOf(v *ir.Value, cta int) *ring {
	v = ttg.TraceCapture(v)
	for _, g := range x.rings {
		if g.op.Result(0) == v && g.cta == cta {
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
			for len(r.queue) > 0 && r.queue[0].enabled() {
				e := r.queue[0]
				r.queue = r.queue[1:]
				x.do(r, e)
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
		text := fmt.Sprintf("%s waits in '%s' of %s", r.name, e.op.Name(), e.on())
		if e.ring != nil {
			text += fmt.Sprintf(", slot %d: %s", e.n%e.ring.depth, x.reason(r, e))
		} else {
			text += fmt.Sprintf(": number %d has not passed the turn", e.turns.before(e.n))
		}
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
	g := e.behind()
	who := g.roles[put]
	state := fmt.Sprintf("it is empty, and needs put %d", e.n)
	if e.kind == put {
		who = nil
		n := e.n - g.depth
		state = fmt.Sprintf("it is full since put %d, which must be got and given back", n)
		if _, last := g.given(); last != nil {
			who = last.role
			if last.done[get] > n {
				state = fmt.Sprintf("it is borrowed by get %d, which must be given back", n)
			}
		}
	}
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
		if f := g.atEnd(); f != nil {
			return f
		}
	}
	return nil
}

// atEnd checks that all slots are empty.
func (g *ring) atEnd() *fault {
	full := func(n int64) *fault {
		return &fault{op: g.op, text: fmt.Sprintf("the program ends with slot %d of %s full: put %d is never got", n%g.depth, g.name, n)}
	}
	if len(g.consumers) == 0 && g.put > 0 {
		return full(0)
	}
	for _, c := range g.consumers {
		switch got, given := c.done[get], c.done[consumed]; {
		case g.put > got:
			return full(got)
		case got > given:
			return &fault{op: g.op, text: fmt.Sprintf("the program ends with slot %d of %s borrowed: get %d is never given back", given%g.depth, g.name, given)}
		}
	}
	if g.shared && g.got < g.put {
		return &fault{op: g.op, text: fmt.Sprintf("put %d of %s is skipped by all consumers", g.got, g.name)}
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
		fmt.Fprintf(&b, "%d. %s: %s %s", i+1, e.role.name, e.kind, e.on())
		if e.ring != nil {
			fmt.Fprintf(&b, " (slot %d)", e.n%e.ring.depth)
		}
		out = append(out, note{e.op, b.String()})
	}
	return out
}
