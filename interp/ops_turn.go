package interp

import (
	"fmt"

	"tawa/dialects/aref"
	"tawa/dialects/nvgpu"
	"tawa/ir"
)

// turns is an order of warp groups: how often each has taken its turn and passed it on.
type turns struct {
	name          string
	taken, passed []int64
}

// mine reports whether it is the turn of a number.
func (t *turns) mine(number int64) bool {
	before := (number + int64(len(t.taken)) - 1) % int64(len(t.taken))
	passed := t.passed[before]
	if number == 0 {
		passed++
	}
	return t.taken[number] < passed
}

func turnOps() map[*ir.OpName]meaning {
	return map[*ir.OpName]meaning{
		aref.Turns:     plain(compileTurns),
		aref.Take:      plain(compileTake(ringTurns)),
		aref.Pass:      plain(compilePass(ringTurns)),
		nvgpu.TurnOpen: plain(nothing),
		nvgpu.TurnTake: plain(compileTake(barrierTurns)),
		nvgpu.TurnPass: plain(compilePass(barrierTurns)),
	}
}

func newTurns(name string, groups int64) *turns {
	return &turns{name: name, taken: make([]int64, groups), passed: make([]int64, groups)}
}

func compileTurns(_ *compiler, op *ir.Operation) step {
	groups := op.Result(0).Type().(*aref.TurnsType).Groups
	return func(_ *agent, _, out []Value) error {
		out[0] = Value{o: newTurns("turns "+nameOf(op.Result(0)), groups)}
		return nil
	}
}

// whose finds the turns of an op, of so many groups, of which the region's first has a number.
type whose func(a *agent, op *ir.Operation, in []Value) (t *turns, number int64)

func ringTurns(_ *agent, op *ir.Operation, in []Value) (*turns, int64) {
	n, _ := op.IntAttr("number")
	return in[0].o.(*turns), n
}

func barrierTurns(a *agent, op *ir.Operation, _ []Value) (*turns, int64) {
	n, _ := op.IntAttr("number")
	id, _ := op.IntAttr("barrier")
	groups, _ := op.IntAttr("groups")
	if a.cta.turns[id] == nil {
		a.cta.turns[id] = newTurns(fmt.Sprintf("named barrier %d", id), groups)
	}
	return a.cta.turns[id], n
}

// An agent that stands for several warp groups, which do the same, stands for all that take turns.
func alone(a *agent, t *turns) bool { return a.warps/4 >= int64(len(t.taken)) }

func compileTake(of whose) func(*compiler, *ir.Operation) step {
	return func(_ *compiler, op *ir.Operation) step {
		return func(a *agent, in, _ []Value) error {
			t, n := of(a, op, in)
			if alone(a, t) {
				return nil
			}
			err := a.await(&wait{
				op:    op,
				ready: func() bool { return t.mine(n) },
				what: func() string {
					return fmt.Sprintf("'%s' for turn %d of number %d: the one before has passed %s %d times", op.Name(), t.taken[n], n, t.name, t.passed[(n+int64(len(t.passed))-1)%int64(len(t.passed))])
				},
			})
			t.taken[n]++
			return err
		}
	}
}

func compilePass(of whose) func(*compiler, *ir.Operation) step {
	return func(_ *compiler, op *ir.Operation) step {
		return func(a *agent, in, _ []Value) error {
			t, n := of(a, op, in)
			if alone(a, t) {
				return nil
			}
			if err := a.pause(op); err != nil {
				return err
			}
			if t.passed[n] == t.taken[n] {
				return fmt.Errorf("number %d passes %s without having taken them", n, t.name)
			}
			t.passed[n]++
			return nil
		}
	}
}
