package interp

import (
	"errors"
	"fmt"

	"tawa/diag"
	"tawa/dialects/builtin"
	"tawa/dialects/cf"
	"tawa/ir"
)

// agent is a warp group of a program (or the whole program, where it has no
// roles): it runs regions over the values of a frame.
type agent struct {
	cta   *cta
	name  string
	warps int64
	frame []Value

	stack []Value // operands and results of the ops being run
	top   int

	next  func() (struct{}, bool)
	stop  func()
	yield func(struct{}) bool
	wait  *wait // what it waits for, nil if it can go on
	done  bool
	err   error

	flights []*flight  // dots issued and not known to be complete, oldest first
	stores  []*copying // that store_wait waits for, oldest first

	unfenced []written
	depth    int // of calls
}

// fault is a mistake of the program that stopped it.
type fault struct {
	op      *ir.Operation
	message string
	notes   []diag.Note
}

func (f *fault) Error() string { return f.message }

// errStopped unwinds an agent whose program has ended with a fault elsewhere.
var errStopped = errors.New("stopped")

// blame makes err a fault of op, unless it already is one or a deeper op's.
func blame(op *ir.Operation, err error) error {
	var f *fault
	if errors.As(err, &f) {
		if f.op == nil {
			f.op = op
		}
		return err
	}
	if err == errStopped {
		return err
	}
	return &fault{op: op, message: err.Error()}
}

// note adds a place to a fault that is being made.
func (f *fault) note(op *ir.Operation, format string, args ...any) *fault {
	f.notes = append(f.notes, diag.Note{Span: op.Span(), Message: fmt.Sprintf(format, args...)})
	return f
}

// room gives n values of the stack; release gives them back.
func (a *agent) room(n int) (values []Value, release func(stack []Value, top int)) {
	if a.top+n > len(a.stack) {
		a.stack, a.top = make([]Value, max(64, 2*len(a.stack), n)), 0
	}
	values = a.stack[a.top : a.top+n]
	a.top += n
	return values, a.release
}

func (a *agent) release(stack []Value, top int) { a.stack, a.top = stack, top }

// run executes a region with the values of its arguments and returns those of
// its last terminator.
func (a *agent) run(r *region, args ...Value) ([]Value, error) {
	b := r.entry
	for i, s := range b.args {
		a.frame[s] = args[i]
	}
	for {
		for i := range b.code {
			if err := a.exec(&b.code[i]); err != nil {
				return nil, err
			}
		}
		if b.term.op == nil { // a region without terminator
			return nil, nil
		}
		if err := a.cta.machine.count(b.term.op); err != nil {
			return nil, err
		}
		out := make([]Value, len(b.term.args))
		for i, s := range b.term.args {
			out[i] = a.frame[s]
		}
		if len(b.succs) == 0 {
			return out, nil
		}
		b = a.branch(b, out)
	}
}

// branch hands operands to the next block and returns it.
func (a *agent) branch(b *block, operands []Value) *block {
	op := b.term.op
	lo, hi, taken := 0, len(operands), 0
	switch {
	case op.Is(cf.CondBranch):
		if lo, hi = 1, 1+len(op.OperandGroup(1)); operands[0].i[0] == 0 {
			lo, hi, taken = hi, len(operands), 1
		}
	case op.Is(cf.Switch):
		taken = caseOf(op, operands[0].i[0])
		flow, _ := builtin.BranchOp.Of(op)
		lo, hi = flow.SuccessorRange(op, taken)
	}
	next := b.succs[taken]
	operands = operands[lo:hi]
	for i, s := range next.args {
		a.frame[s] = operands[i]
	}
	return next
}

// caseOf is the successor that a cf.switch takes for a flag.
func caseOf(op *ir.Operation, flag int64) int {
	values, some := op.Attr("case_values").(*ir.DenseElementsAttr)
	if !some {
		return 0
	}
	e, _ := elemOf(values.Type)
	for i := range len(op.Successors()) - 1 {
		if n, _ := e.value(values.Bits(i)); n == flag {
			return i + 1
		}
	}
	return 0
}

// exec runs one op.
func (a *agent) exec(in *instr) error {
	stack, top := a.stack, a.top
	n := len(in.args)
	values, release := a.room(n + len(in.results))
	defer release(stack, top)
	args, out := values[:n:n], values[n:]
	for i, s := range in.args {
		args[i] = a.frame[s]
		if t := args[i].t; t != nil && (t.view != nil || t.flight != nil) && !(in.carries != nil && in.carries(i)) {
			if err := t.usable(in.op.Operand(i)); err != nil {
				return blame(in.op, err)
			}
		}
	}
	if err := a.cta.machine.count(in.op); err != nil {
		return err
	}
	if err := in.step(a, args, out); err != nil {
		return blame(in.op, err)
	}
	for i, s := range in.results {
		a.frame[s] = out[i]
	}
	clear(values)
	return nil
}

// usable says whether the elements may be read: of a view, that its slot was not
// given back; of a dot's result, that a wait gave it on.
func (t *Tensor) usable(v *ir.Value) error {
	if t.flight != nil {
		return (&fault{message: fmt.Sprintf("%s is used while its dot is in flight", nameOf(v))}).
			note(t.flight.op, "the dot is issued here; only a dot_wait with enough waited for gives its value on")
	}
	return t.view.check(nameOf(v))
}

func nameOf(v *ir.Value) string {
	switch {
	case v.Name() != "":
		return "%" + v.Name()
	case v.Def() != nil:
		return "the result of '" + v.Def().Name().String() + "'"
	}
	return fmt.Sprintf("block argument %d", v.Index())
}
