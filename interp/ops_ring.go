package interp

import (
	"fmt"

	"tawa/dialects/aref"
	"tawa/ir"
)

func ringOps() map[*ir.OpName]meaning {
	return map[*ir.OpName]meaning{
		aref.Create:   plain(compileCreate),
		aref.Put:      plain(compilePut),
		aref.Get:      plain(compileGet),
		aref.Consumed: plain(compileConsumed),
		aref.Skip:     plain(compileSkip),
	}
}

// state of a slot.
type state int

const (
	empty state = iota
	full
	borrowed
)

func (s state) String() string { return [...]string{"empty", "full", "borrowed"}[s] }

// slot is one place of a ring.
type slot struct {
	ring    *ring
	number  int64
	state   state
	index   int64 // of the put or get that brought it here
	round   int   // how often it was given back: the generation of views
	payload []Value
	given   *ir.Operation // the last aref.consumed
	readers []*flight
}

// view marks a tensor as the content of a slot in one round.
type view struct {
	slot  *slot
	round int
}

func (v *view) check(name string) error {
	if v == nil || v.slot.round == v.round {
		return nil
	}
	f := &fault{message: fmt.Sprintf("%s is a view of slot %d of %s, which was given back before this use", name, v.slot.number, v.slot.ring.name)}
	return f.note(v.slot.given, "given back here")
}

// ring is what aref.create makes. The counts are those of the operations so far: puts, gets of any
// consumer, and what each consumer has got or skipped, and given back or skipped.
type ring struct {
	op         *ir.Operation
	name       string
	slots      []*slot
	puts, gets int64
	consumers  map[*agent]*consumer
	events     []event
}

type consumer struct{ gets, releases int64 }

func (r *ring) consumer(a *agent) *consumer {
	if r.consumers[a] == nil {
		r.consumers[a] = &consumer{}
	}
	return r.consumers[a]
}

// event is an operation on a ring, for traces.
type event struct {
	agent string
	what  string
	index int64
	op    *ir.Operation
}

const maxEvents = 6 // of a ring that a trace shows

func (r *ring) log(a *agent, what string, index int64, op *ir.Operation) {
	if len(r.events) == maxEvents {
		copy(r.events, r.events[1:])
		r.events = r.events[:maxEvents-1]
	}
	r.events = append(r.events, event{a.name, what, index, op})
}

// fault is a violation of the ring's protocol, with its last operations.
func (r *ring) fault(op *ir.Operation, format string, args ...any) *fault {
	f := &fault{op: op, message: fmt.Sprintf(format, args...)}
	return r.trace(f)
}

func (r *ring) trace(f *fault) *fault {
	for _, e := range r.events {
		f.note(e.op, "before: %s %s %s[%d], slot %d", e.agent, e.what, r.name, e.index, e.index%int64(len(r.slots)))
	}
	return f
}

// slot finds the slot of an index, which must be the role's running count.
func (r *ring) slot(op *ir.Operation, index, count int64) (*slot, error) {
	if index != int64(int32(count)) {
		return nil, r.fault(op, "the index is %d, but this is number %d of '%s' on %s: an index counts on and is never reset",
			index, count, op.Name(), r.name)
	}
	return r.slots[count%int64(len(r.slots))], nil
}

func compileCreate(_ *compiler, op *ir.Operation) step {
	t := op.Result(0).Type().(*aref.RingType)
	return func(a *agent, _, out []Value) error {
		r := &ring{op: op, name: "ring " + nameOf(op.Result(0)), consumers: map[*agent]*consumer{}}
		for i := range t.Depth {
			r.slots = append(r.slots, &slot{ring: r, number: i})
		}
		a.cta.rings = append(a.cta.rings, r)
		out[0] = Value{o: r}
		return nil
	}
}

// until waits for a slot to be in a state.
func (a *agent) until(op *ir.Operation, s *slot, want state, index int64) error {
	return a.await(&wait{
		op: op, ring: s.ring,
		ready: func() bool { return s.state == want },
		what: func() string {
			return fmt.Sprintf("'%s' of %s[%d]: slot %d must be %s, but is %s", op.Name(), s.ring.name, index, s.number, want, s.describe())
		},
	})
}

func (s *slot) describe() string {
	switch s.state {
	case full:
		return fmt.Sprintf("full since put %d", s.index)
	case borrowed:
		return fmt.Sprintf("borrowed by get %d and not given back", s.index)
	}
	return "empty"
}

func compilePut(_ *compiler, op *ir.Operation) step {
	return func(a *agent, in, _ []Value) error {
		r, index := in[0].o.(*ring), in[1].i[0]
		s, err := r.slot(op, index, r.puts)
		if err != nil {
			return err
		}
		if err := a.until(op, s, empty, index); err != nil {
			return err
		}
		s.payload = nil
		s.payload = append(s.payload, in[2:]...)
		s.state, s.index = full, index
		r.puts++
		r.log(a, "puts", index, op)
		return nil
	}
}

func compileGet(_ *compiler, op *ir.Operation) step {
	return func(a *agent, in, out []Value) error {
		r, index := in[0].o.(*ring), in[1].i[0]
		c := r.consumer(a)
		s, err := r.slot(op, index, c.gets)
		if err != nil {
			return err
		}
		if r.gets != c.gets {
			return r.fault(op, "%s[%d] may be got before %s[%d], which is another consumer's: one phase of a slot can't be told from the next but one",
				r.name, c.gets, r.name, r.gets)
		}
		if err := a.until(op, s, full, index); err != nil {
			return err
		}
		for i, held := range s.payload {
			out[i] = held.in(&view{s, s.round})
		}
		s.state, s.index = borrowed, index
		r.gets++
		c.gets++
		r.log(a, "gets", index, op)
		return nil
	}
}

// in is a tile or a descriptor as what a slot holds.
func (v Value) in(slot *view) Value {
	if d, ok := v.o.(*descriptor); ok {
		c := *d
		c.view = slot
		return Value{o: &c}
	}
	t := v.t.with(v.t.Shape)
	t.view = slot
	return Value{t: t}
}

func compileConsumed(_ *compiler, op *ir.Operation) step {
	return func(a *agent, in, _ []Value) error {
		r, index := in[0].o.(*ring), in[1].i[0]
		c := r.consumer(a)
		s, err := r.slot(op, index, c.releases)
		if err != nil {
			return err
		}
		if err := a.pause(op); err != nil {
			return err
		}
		if s.state != borrowed {
			return r.fault(op, "slot %d of %s is given back, but it is %s", s.number, r.name, s.describe())
		}
		for _, f := range s.readers {
			if !f.done {
				return r.fault(op, "slot %d of %s is given back while a dot in flight reads it", s.number, r.name).note(f.op, "the dot is issued here")
			}
		}
		s.state, s.payload, s.readers, s.given = empty, nil, nil, op
		s.round++
		c.releases++
		r.log(a, "gives back", index, op)
		return nil
	}
}

// compileSkip counts what another consumer gets. It has given back all of its own before.
func compileSkip(_ *compiler, op *ir.Operation) step {
	return func(a *agent, in, _ []Value) error {
		r := in[0].o.(*ring)
		c := r.consumer(a)
		if _, err := r.slot(op, in[1].i[0], c.gets); err != nil {
			return err
		}
		if c.gets != c.releases {
			return r.fault(op, "%s[%d] is skipped, but %s[%d] has not been given back", r.name, c.gets, r.name, c.releases)
		}
		c.gets++
		c.releases++
		return nil
	}
}

// settled says whether all slots of a ring are empty, as they must be at the end.
func (r *ring) settled() error {
	for _, s := range r.slots {
		if s.state != empty {
			return r.fault(r.op, "the program ends with slot %d of %s %s: each put must be got and given back", s.number, r.name, s.describe())
		}
	}
	return nil
}
