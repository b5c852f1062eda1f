package cost

import "math"

// quantum is for how long a warp group has CUDA cores for itself, in clocks.
const quantum = 64

// usage is how long the units of a multiprocessor were busy, in clocks.
type usage struct {
	tensor, vector, copies, stores float64
}

func (u *usage) add(v usage, times float64) {
	u.tensor += v.tensor * times
	u.vector += v.vector * times
	u.copies += v.copies * times
	u.stores += v.stores * times
}

// group is a dot in flight.
type group struct {
	left int     // instructions
	at   float64 // when the tensor cores may begin
	each float64 // clocks of an instruction
	done float64 // when it was complete, +Inf before
	by   *actor
	ramp float64 // clocks until the first instruction multiplies
}

// actor is a warp group that runs a role.
type actor struct {
	*role
	next    int     // step
	now     float64 // until when it has got
	rest    float64 // clocks of the step's work that are left
	puts    []int   // by ring
	gets    []int
	held    []int       // releases
	takes   map[int]int // by order
	copy    int         // of its role
	groups  []*group
	first   int // of groups, that is not complete
	samples []float64
	ended   float64
}

// slots is a ring: when each of its puts was complete, and when each was given back.
type slots struct {
	depth int
	full  []float64
	empty []float64 // the last time that a consumer gave it back
	given []int     // how many consumers have
	users int
}

// emptied is when the slot of a put was free again, +Inf if it is not.
func (r *slots) emptied(i int) float64 {
	if i >= len(r.given) || r.given[i] < r.users {
		return math.Inf(1)
	}
	return r.empty[i]
}

// give counts that a consumer has given back the slot of a put, or will never use it.
func (r *slots) give(i int, at float64) {
	for len(r.given) <= i {
		r.given, r.empty = append(r.given, 0), append(r.empty, 0)
	}
	r.given[i]++
	r.empty[i] = max(r.empty[i], at)
}

// simulation is one multiprocessor with one CTA.
type simulation struct {
	m      *Machine
	actors []*actor
	rings  []*slots
	// from when each unit is free
	tensor, vector, copies, stores float64
	used                           usage
	turns                          map[turn][]float64 // when each was passed
	consumers                      int
}

// turn is a place in an order.
type turn struct{ order, number int }

// simulate runs the roles of a CTA and returns how many clocks it takes, samples put
// back to what they stand for, and what was busy.
func (m *Machine) simulate(roles []*role, depths []int) (clocks float64, used usage) {
	s := &simulation{m: m, turns: map[turn][]float64{}}
	for _, d := range depths {
		s.rings = append(s.rings, &slots{depth: d})
	}
	for _, r := range roles {
		if r.name == "consumer" {
			s.consumers += r.copies
		}
		for i := range r.copies {
			s.actors = append(s.actors, &actor{role: r, copy: i, puts: make([]int, len(depths)), gets: make([]int, len(depths)), held: make([]int, len(depths)), takes: map[int]int{}})
		}
	}
	for i, r := range s.rings {
		for _, a := range s.actors {
			for _, st := range a.steps {
				if (st.kind == release || st.kind == skip) && st.ring == i {
					r.users++
					break
				}
			}
		}
	}
	for s.advance() {
	}
	scale := 1.0
	for _, a := range s.actors {
		end := a.now
		if n := len(a.samples); n > 1 {
			scale = max(scale, a.scale)
			end += (a.samples[n-1] - a.samples[0]) * (a.scale - 1)
		}
		clocks = max(clocks, end, a.ended)
	}
	used.add(s.used, scale)
	return clocks, used
}

// advance makes the step that comes first of all that can be made, and reports whether there was one.
func (s *simulation) advance() bool {
	var first *actor
	at := math.Inf(1)
	for _, a := range s.actors {
		if t := s.ready(a); t < at {
			first, at = a, t
		}
	}
	if g, t := s.nextInstruction(); g != nil && t <= at {
		s.multiply(g, t)
		return true
	}
	if first == nil {
		return false
	}
	s.step(first, at)
	return true
}

// ready is when an actor can make its next step, +Inf if others have to do something before.
func (s *simulation) ready(a *actor) float64 {
	if a.next == len(a.steps) {
		return math.Inf(1)
	}
	st := &a.steps[a.next]
	switch st.kind {
	case put:
		r := s.rings[st.ring]
		if before := a.puts[st.ring] - r.depth; before >= 0 {
			return max(a.now, r.emptied(before)+s.m.Barrier)
		}
	case get:
		r := s.rings[st.ring]
		if a.gets[st.ring] >= len(r.full) {
			return math.Inf(1)
		}
		return max(a.now, r.full[a.gets[st.ring]]+s.m.Barrier)
	case wait:
		if i := len(a.groups) - 1 - st.n; i >= 0 {
			return max(a.now, a.groups[i].done+s.m.Issue)
		}
	case work:
		return max(a.now, s.vector)
	case take:
		return max(a.now, s.passed(a, st)+s.m.Barrier)
	}
	return a.now
}

// number is that of an actor in an order.
func (a *actor) number(st *step) int { return st.n + a.copy }

// passed is when the one before in an order has passed the turn that an actor takes next.
func (s *simulation) passed(a *actor, st *step) float64 {
	before, round := a.number(st)-1, a.takes[st.ring]
	if before < 0 {
		if round == 0 {
			return 0
		}
		before, round = s.consumers-1, round-1
	}
	if passed := s.turns[turn{st.ring, before}]; round < len(passed) {
		return passed[round]
	}
	return math.Inf(1)
}

// step makes an actor's next step.
func (s *simulation) step(a *actor, at float64) {
	st := &a.steps[a.next]
	a.now = at
	switch st.kind {
	case put:
		s.put(a, st)
	case get:
		a.gets[st.ring]++
	case release:
		s.rings[st.ring].give(a.held[st.ring], a.now)
		a.held[st.ring]++
	case skip:
		s.rings[st.ring].give(a.held[st.ring], 0)
		a.held[st.ring]++
		a.gets[st.ring]++
	case take:
		a.takes[st.ring]++
	case pass:
		s.turns[turn{st.ring, a.number(st)}] = append(s.turns[turn{st.ring, a.number(st)}], a.now)
	case wait:
		a.now += st.work
	case issue:
		g := &group{left: int(st.dot.instructions + 0.5), at: at + s.m.Issue, each: st.dot.clocks, done: math.Inf(1), by: a}
		if g.ramp = st.dot.reload; !a.busy() {
			g.ramp += s.m.Ramp
		}
		a.groups = append(a.groups, g)
		a.now += s.m.Issue / 2
	case work:
		if s.work(a, st) {
			return
		}
	case load:
		a.now += s.m.Plain + st.bytes/s.m.PlainBytes
	case store:
		s.store(a, st)
	case sample:
		a.samples = append(a.samples, a.now)
	}
	a.next++
}

// busy reports whether a dot is in flight.
func (a *actor) busy() bool { return a.first < len(a.groups) }

func (s *simulation) put(a *actor, st *step) {
	a.now += s.m.Put
	full := a.now
	if st.bytes > 0 {
		begin := max(a.now, s.copies)
		s.copies = begin + st.bytes/s.m.CopyBytes
		s.used.copies += st.bytes / s.m.CopyBytes
		full = s.copies + s.m.Copy
	}
	if st.plain > 0 {
		a.now += s.m.Plain + st.plain/s.m.PlainBytes
		full = max(full, a.now)
	}
	r := s.rings[st.ring]
	r.full = append(r.full, full)
	a.puts[st.ring]++
}

// work computes for a while, and reports whether some is left.
func (s *simulation) work(a *actor, st *step) bool {
	if a.rest == 0 {
		a.rest = st.work
	}
	d := min(a.rest, quantum)
	s.vector = a.now + d
	s.used.vector += d
	a.now += d
	a.rest -= d
	return a.rest > 0
}

func (s *simulation) store(a *actor, st *step) {
	begin := max(a.now, s.stores)
	s.stores = begin + st.bytes/s.m.StoreBytes
	s.used.stores += st.bytes / s.m.StoreBytes
	a.ended = s.stores + s.m.Store
	if st.bytes > st.plain {
		a.now = max(a.now, s.stores-st.plain/s.m.StoreBytes+s.m.Store)
	}
	a.now += s.m.Tile
}

// nextInstruction is the one that the tensor cores take next, and when: of those that could
// begin first that of the warp group that has waited longest.
func (s *simulation) nextInstruction() (*group, float64) {
	var best *group
	at, turn := math.Inf(1), 0.0
	for _, a := range s.actors {
		if a.first < len(a.groups) { // those of a warp group are done in their order
			g := a.groups[a.first]
			if t := max(g.at, s.tensor); t < at || t == at && g.at < turn {
				best, at, turn = g, t, g.at
			}
		}
	}
	return best, at
}

func (s *simulation) multiply(g *group, at float64) {
	s.tensor = at + g.ramp + g.each
	g.ramp = 0
	s.used.tensor += g.each * s.m.TensorEfficiency
	if g.left--; g.left == 0 {
		g.done = s.tensor
		g.by.first++
	}
}
