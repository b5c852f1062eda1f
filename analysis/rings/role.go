package rings

import (
	"fmt"
	"iter"
	"slices"

	"tawa/dialects/aref"
	"tawa/dialects/nvgpu"
	"tawa/dialects/scf"
	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
)

// role is a warp group: of the function with the default region, or of a partition. It
// runs ahead of its operations on rings, which wait in a queue; only open questions
// stop it. Warp groups of one region are one role, unless they take turns.
type role struct {
	run     *run
	name    string
	region  *region
	place   int // of the warp group in the region
	cta     int // of the cluster
	sides   map[*ring]*side
	held    []*turns
	next    func() (question, bool)
	stop    func()
	yield   func(question) bool
	asked   *question // what it waits to be told
	answer  bool
	ended   bool
	queue   []event
	scopes  []*scope
	serial  int
	rounds  int // iterations begun since the last question
	flights []flight
}

// side is what a role has to do with a ring: how many operations of each kind it has
// issued, and how many of them have been done. What it skips counts as got and given back.
type side struct {
	role         *role
	issued, done [3]int64
}

// event is an operation on a ring; n is the how manieth of its kind. Or it is a turn of
// the warp group with number n.
type event struct {
	kind  kind
	ring  *ring
	turns *turns
	n     int64
	op    *ir.Operation
}

// on names what the event is about.
func (e event) on() string {
	if e.turns != nil {
		return fmt.Sprintf("%s, number %d", e.turns.name, e.n)
	}
	return fmt.Sprintf("%s[%d]", e.ring.name, e.n)
}

type kind int

const (
	put kind = iota
	get
	consumed
	skip
	take
	pass
)

func (k kind) String() string {
	return [...]string{"put", "get", "consumed", "skip", "take", "pass"}[k]
}

var kinds = map[*ir.OpName]kind{
	aref.Put: put, aref.Get: get, aref.Consumed: consumed, aref.Skip: skip, aref.Take: take, aref.Pass: pass,
}

// counted is the kind whose number the index of an operation is.
func (k kind) counted() kind {
	if k == skip {
		return get
	}
	return k
}

// view is the content of a slot that a get gave.
type view struct {
	ring *ring
	n    int64
	get  *ir.Operation
}

// flight is an asynchronous dot that may not have finished reading.
type flight struct {
	op    *ir.Operation
	views []view
}

func (x *run) newRole(name string, w *region, place, cta int) *role {
	r := &role{run: x, name: name, region: w, place: place, cta: cta, sides: map[*ring]*side{}}
	r.next, r.stop = iter.Pull(func(yield func(question) bool) {
		defer func() {
			switch e := recover().(type) {
			case nil, stopped:
			case *fault:
				x.fault = e
			default:
				panic(e)
			}
		}()
		r.yield = yield
		r.block(r.push(w.block, nil, 0))
		r.ended = true
	})
	return r
}

// stopped unwinds a role whose run is over.
type stopped struct{}

func (r *role) undecided(op *ir.Operation, format string, args ...any) {
	panic(&fault{op: op, text: fmt.Sprintf(format, args...), undecided: true})
}

func (r *role) wrong(op *ir.Operation, format string, args ...any) *fault {
	return &fault{op: op, text: fmt.Sprintf(format, args...) + " (" + r.name + ")"}
}

// block runs the ops of the innermost scope, up to its terminator.
func (r *role) block(s *scope) {
	for op := range s.block.Ops() {
		s.at = op
		switch {
		case op.Is(ttg.WarpSpecialize):
			r.block(r.push(op.Region(0).First(), nil, 0))
			r.pop()
		case op.Is(aref.Put, aref.Get, aref.Consumed, aref.Skip):
			r.access(op)
		case op.Is(aref.Take, aref.Pass):
			r.turn(op)
		case op.Is(scf.For) && r.run.slice.holds[op]:
			r.forLoop(op, s)
		case op.Is(scf.If) && r.run.slice.holds[op]:
			r.branch(op, s)
		case op.Is(scf.While) && r.run.slice.holds[op]:
			r.while(op, s)
		case r.run.slice.holds[op] && op.NumRegions() > 0:
			r.undecided(op, "'%s' around operations on rings", op.Name())
		case op.Has(ir.Terminator):
		default:
			r.plain(op, s)
		}
	}
}

// plain looks at what an op reads of rings.
func (r *role) plain(op *ir.Operation, s *scope) {
	if op.Is(tt.Trans) {
		if w, ok := r.view(op.Operand(0)); ok {
			s.see(op.Result(0), w)
		}
		return
	}
	var reads []view
	op.Walk(func(inner *ir.Operation) bool {
		for _, v := range inner.Operands() {
			if w, ok := r.view(v); ok {
				r.alive(inner, v, w)
				reads = append(reads, w)
			}
		}
		return true
	})
	switch {
	case op.Is(nvgpu.DotIssue):
		r.flights = append(r.flights, flight{op, reads})
	case op.Is(nvgpu.DotWait):
		n, _ := op.IntAttr("pendings")
		if k := len(r.flights) - int(n); k > 0 {
			r.flights = r.flights[k:]
		}
	}
}

func (r *role) view(v *ir.Value) (view, bool) {
	for i := len(r.scopes) - 1; i >= 0; i-- {
		if w, ok := r.scopes[i].views[v]; ok {
			return w, true
		}
	}
	return view{}, false
}

func (r *role) alive(op *ir.Operation, v *ir.Value, w view) {
	if w.n < r.sides[w.ring].issued[consumed] {
		panic(r.wrong(op, "%s is a view of %s[%d], which was given back before this use", nameOf(v), w.ring.name, w.n).note(w.get, "it comes from this get"))
	}
}

// access puts an operation on a ring in the queue.
func (r *role) access(op *ir.Operation) {
	k := kinds[op.Name()]
	g := r.run.ringOf(op.Operand(0), r.cta)
	if g == nil {
		r.undecided(op, "the ring is not made in this function")
	}
	if other := g.other(r, k); other != nil {
		r.undecided(op, "%s is accessed by %s and %s: what belongs to whom depends on who is first", g.name, other.name, r.name)
	}
	side := r.sides[g]
	n := side.issued[k.counted()]
	r.index(op, g, k, n)
	side.issued[k.counted()]++
	switch k {
	case get:
		for _, v := range op.Results() {
			r.scopes[len(r.scopes)-1].see(v, view{g, n, op})
		}
		r.inTurn(op, g, n)
	case consumed:
		r.release(op, g, n)
	case skip:
		if side.issued[consumed] < n {
			panic(r.wrong(op, "%s[%d] is skipped, but %s[%d] has not been given back", g.name, n, g.name, side.issued[consumed]))
		}
		side.issued[consumed]++
	}
	r.queue = append(r.queue, event{kind: k, ring: g, n: n, op: op})
}

// inTurn checks that a slot which one of several consumers gets is got in a turn: else a
// consumer could come before what is put earlier has been got, and a wait for one phase
// of a barrier would be satisfied by the one before the last.
func (r *role) inTurn(op *ir.Operation, g *ring, n int64) {
	switch {
	case !g.shared:
	case len(r.held) == 0:
		panic(r.wrong(op, "%s[%d] is got out of turn: nothing keeps it from being got before %s[%d], which another consumer gets", g.name, n, g.name, n-1))
	case g.order == nil:
		g.order = r.held[0]
	case !slices.Contains(r.held, g.order):
		r.undecided(op, "%s is accessed in turns of %s and of %s", g.name, g.order.name, r.held[0].name)
	}
}

// turn puts the taking or passing of a turn in the queue.
func (r *role) turn(op *ir.Operation) {
	t := r.run.turnsOf(op.Operand(0), r.cta)
	if t == nil {
		r.undecided(op, "the turns are not made in this function")
	}
	n, _ := op.IntAttr("number")
	n += int64(r.place)
	if n >= int64(len(t.taken)) {
		panic(r.wrong(op, "warp group %d of the region has number %d of %s, but only %d take turns", r.place, n, t.name, len(t.taken)))
	}
	if who := &t.roles[n]; *who == nil {
		*who = r
	} else if *who != r {
		panic(r.wrong(op, "number %d of %s is taken by %s too", n, t.name, (*who).name))
	}
	at := slices.Index(r.held, t)
	switch k := kinds[op.Name()]; {
	case k == take && at >= 0:
		panic(r.wrong(op, "number %d takes a turn of %s that it has already", n, t.name))
	case k == take:
		r.held = append(r.held, t)
	case at < 0:
		panic(r.wrong(op, "number %d passes a turn of %s that it does not have", n, t.name))
	default:
		r.held = slices.Delete(slices.Clone(r.held), at, at+1)
	}
	r.queue = append(r.queue, event{kind: kinds[op.Name()], turns: t, n: n, op: op})
}

func (r *role) index(op *ir.Operation, g *ring, k kind, n int64) {
	f := r.eval(op.Operand(1))
	at := f.numeric(true)
	switch {
	case !at.isConstant():
		r.undecided(op, "the index is not counted from a constant")
	case at.c != n:
		panic(r.wrong(op, "the index is %d, but this is number %d of '%s' on %s: an index counts on and is never reset", at.c, n, op.Name(), g.name))
	case !r.run.exact && !r.simple(op.Operand(1)):
		r.undecided(op, "the index is not a counter that the loop carries")
	}
}

// simple reports whether the joint state tells what an index is: it is a constant away
// from a constant, or from what a loop or branch gave.
func (r *role) simple(v *ir.Value) bool {
	v = rootOf(v)
	if v.Def() != nil && v.Def().Has(ir.ConstantLike) {
		return true
	}
	s, _ := r.scopeOf(v.Block())
	_, ok := s.values[v]
	return ok
}

func (r *role) release(op *ir.Operation, g *ring, n int64) {
	if n >= r.sides[g].issued[get] {
		panic(r.wrong(op, "%s[%d] is given back, but it has not been got", g.name, n))
	}
	for _, f := range r.flights {
		for _, w := range f.views {
			if w.ring == g && w.n == n {
				panic(r.wrong(op, "%s[%d] is given back while a dot in flight reads it", g.name, n).note(f.op, "the dot is issued here"))
			}
		}
	}
}

func nameOf(v *ir.Value) string {
	if v.Name() != "" {
		return "%" + v.Name()
	}
	if v.Def() != nil {
		return "the result of '" + v.Def().Name().String() + "'"
	}
	return fmt.Sprintf("block argument %d", v.Index())
}
