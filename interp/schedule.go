package interp

import (
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"

	"tawa/ir"
)

// Order is how the scheduler chooses among agents that can go on.
type Order int

// Random chooses by the seed. The others are extremes: the partitions of
// ttg.warp_specialize run as far as they can before the default region does, or
// the other way; copies land and dots read at the last moment.
const (
	Random Order = iota
	ProducerFirst
	ConsumerFirst
)

// cta is one program of the grid.
type cta struct {
	machine       *machine
	program, grid [3]int
	agents        []*agent
	rings         []*ring
	turns         map[int64]*turns // by the named barrier of number 0
	copies        []*copying       // begun and not landed
	buffers       []*shared        // with a place in shared memory
	rng           *rand.Rand
	order         Order
}

// wait is what an agent waits for.
type wait struct {
	op    *ir.Operation
	ring  *ring // whose trace helps, or nil
	ready func() bool
	what  func() string
}

// spawn makes an agent that runs body over a frame.
func (c *cta) spawn(name string, warps int64, frame []Value, body func(a *agent) error) *agent {
	a := &agent{cta: c, name: name, warps: warps, frame: frame}
	a.next, a.stop = iter.Pull(func(yield func(struct{}) bool) {
		a.yield = yield
		if a.err = body(a); a.err == nil {
			a.err = a.landed()
		}
		a.done = true
	})
	c.agents = append(c.agents, a)
	return a
}

// await hands over to the other agents until what w waits for is there.
func (a *agent) await(w *wait) error {
	a.wait = w
	if !a.yield(struct{}{}) {
		return errStopped
	}
	a.wait = nil
	return nil
}

// pause lets the other agents run before an operation that they can see.
func (a *agent) pause(op *ir.Operation) error {
	return a.await(&wait{op: op, ready: func() bool { return true }, what: func() string { return "nothing" }})
}

func (a *agent) canRun() bool { return !a.done && (a.wait == nil || a.wait.ready()) }

// run lets the agents take turns until all have ended.
func (c *cta) run() error {
	defer func() {
		for _, a := range c.agents {
			a.stop()
		}
	}()
	for {
		var ready []*agent
		running := false
		for _, a := range c.agents {
			running = running || !a.done
			if a.canRun() {
				ready = append(ready, a)
			}
		}
		switch {
		case !running:
			return c.ended()
		case c.landOne(len(ready)):
			continue
		case len(ready) == 0:
			return c.deadlock()
		}
		a := c.choose(ready)
		a.next()
		if a.err != nil {
			return c.place(a)
		}
	}
}

func (c *cta) choose(ready []*agent) *agent {
	switch c.order {
	case ProducerFirst:
		return ready[len(ready)-1]
	case ConsumerFirst:
		return ready[0]
	}
	return ready[c.rng.IntN(len(ready))]
}

// early says whether an asynchronous operation happens now rather than as late as it may.
func (c *cta) early() bool { return c.order == Random && c.rng.IntN(2) == 0 }

// landOne lets a copy land if it is its turn.
func (c *cta) landOne(ready int) bool {
	n := len(c.copies)
	if n == 0 || ready > 0 && (c.order != Random || c.rng.IntN(ready+n) < ready) {
		return false
	}
	i := 0
	if c.order == Random {
		i = c.rng.IntN(n)
	}
	c.copies[i].land()
	return true
}

// place says in which program and warp group a fault happened.
func (c *cta) place(a *agent) error {
	var f *fault
	if errors.As(a.err, &f) {
		f.message += fmt.Sprintf(" (program %d,%d,%d, %s)", c.program[0], c.program[1], c.program[2], a.name)
	}
	return a.err
}

// deadlock tells who waits for what.
func (c *cta) deadlock() error {
	f := &fault{message: fmt.Sprintf("deadlock in program %d,%d,%d", c.program[0], c.program[1], c.program[2])}
	shown := map[*ring]bool{}
	for _, a := range c.agents {
		if a.done {
			continue
		}
		text := a.name + " waits in " + a.wait.what()
		if f.op == nil {
			f.op = a.wait.op
			f.message += ": " + text
		} else {
			f.note(a.wait.op, "%s", text)
		}
	}
	for _, a := range c.agents {
		if !a.done && a.wait.ring != nil && !shown[a.wait.ring] {
			shown[a.wait.ring] = true
			a.wait.ring.trace(f)
		}
	}
	return f
}

// ended checks what must hold when a program has ended.
func (c *cta) ended() error {
	for _, k := range c.copies {
		if !slices.Contains(k.agent.stores, k) {
			return &fault{op: k.op, message: "the program ends without a wait for this copy"}
		}
	}
	for _, r := range c.rings {
		if err := r.settled(); err != nil {
			return err
		}
	}
	return nil
}
