package interp

import (
	"errors"
	"fmt"
	"slices"

	"tawa/dialects/builtin"
	"tawa/dialects/func"
	"tawa/dialects/scf"
	"tawa/dialects/tt"
	"tawa/ir"
)

func controlOps() map[*ir.OpName]meaning {
	return map[*ir.OpName]meaning{
		scf.For:           {compile: compileFor, carries: func(i int) bool { return i >= 3 }},
		scf.If:            plain(compileIf),
		scf.While:         {compile: compileWhile, carries: all},
		scf.ExecuteRegion: plain(compileExecuteRegion),
		scf.IndexSwitch:   plain(compileIndexSwitch),
		tt.Call:           {compile: compileCall, carries: all},
		funcd.Call:        {compile: compileCall, carries: all},
	}
}

func compileFor(c *compiler, op *ir.Operation) step {
	body := c.region(op.Region(0))
	e := c.elem(op, op.Operand(0).Type())
	unsigned := op.Attr("unsignedCmp") != nil
	return func(a *agent, in, out []Value) error {
		lower, upper, by := in[0].i[0], in[1].i[0], in[2].i[0]
		if by <= 0 {
			return fmt.Errorf("the step of a loop must be positive, not %d", by)
		}
		trips := tripCount(lower, upper, by, unsigned, e)
		carried := append(make([]Value, 0, len(in)-2), in[2:]...) // the first is the induction variable
		for i := range trips {
			carried[0] = intValue(e.wrap(lower + int64(i)*by))
			next, err := a.run(body, carried...)
			if err != nil {
				return err
			}
			copy(carried[1:], next)
		}
		copy(out, carried[1:])
		return nil
	}
}

func tripCount(lower, upper, by int64, unsigned bool, e elem) uint64 {
	if unsigned {
		l, u := e.unsigned(lower), e.unsigned(upper)
		if u <= l {
			return 0
		}
		return (u-l-1)/e.unsigned(by) + 1
	}
	if upper <= lower {
		return 0
	}
	return (uint64(upper)-uint64(lower)-1)/uint64(by) + 1
}

func compileIf(c *compiler, op *ir.Operation) step {
	then := c.region(op.Region(0))
	var other *region
	if op.NumRegions() > 1 && !op.Region(1).Empty() {
		other = c.region(op.Region(1))
	}
	return func(a *agent, in, out []Value) error {
		chosen := then
		if in[0].i[0] == 0 {
			chosen = other
		}
		if chosen == nil {
			return nil
		}
		values, err := a.run(chosen)
		copy(out, values)
		return err
	}
}

func compileWhile(c *compiler, op *ir.Operation) step {
	before, after := c.region(op.Region(0)), c.region(op.Region(1))
	return func(a *agent, in, out []Value) error {
		args := append([]Value(nil), in...)
		for {
			values, err := a.run(before, args...)
			if err != nil {
				return err
			}
			if values[0].i[0] == 0 {
				copy(out, values[1:])
				return nil
			}
			if args, err = a.run(after, values[1:]...); err != nil {
				return err
			}
		}
	}
}

func compileExecuteRegion(c *compiler, op *ir.Operation) step {
	body := c.region(op.Region(0))
	return func(a *agent, _, out []Value) error {
		values, err := a.run(body)
		copy(out, values)
		return err
	}
}

// maxDepth bounds calls inside calls.
const maxDepth = 1000

func compileCall(c *compiler, op *ir.Operation) step {
	ref, _ := op.Attr("callee").(*ir.SymbolRefAttr)
	if ref == nil {
		return c.errorf(op, "a call without callee can't be interpreted")
	}
	target := ir.ResolveSymbol(op, ref)
	if target == nil || !target.Has(ir.FunctionLike) || target.Region(0).Empty() {
		return c.errorf(op, "there is no function @%s with a body to call", ref.Root)
	}
	f := c.function(target)
	return func(a *agent, in, out []Value) error {
		if a.depth >= maxDepth {
			return errors.New("more than 1000 calls inside each other")
		}
		frame := a.frame
		a.frame = make([]Value, f.slots)
		a.depth++
		values, err := a.run(f.body, in...)
		a.depth--
		a.frame = frame
		copy(out, values)
		return err
	}
}

// entry finds the kernel: the function of that name, or the only public one with a body.
func entry(module *ir.Operation, name string) (*ir.Operation, error) {
	var public []*ir.Operation
	names := ""
	for b := range module.Region(0).Blocks() {
		for op := range b.Ops() {
			if !op.Has(ir.FunctionLike) || op.Region(0).Empty() {
				continue
			}
			if name != "" && ir.SymbolName(op) == name {
				return op, nil
			}
			if v := op.StrAttr(builtin.VisibilityAttr); v != "private" {
				public = append(public, op)
				names += " @" + ir.SymbolName(op)
			}
		}
	}
	switch {
	case name != "":
		return nil, fmt.Errorf("there is no function @%s with a body; there are:%s", name, names)
	case len(public) == 0:
		return nil, errors.New("the module has no public function with a body")
	case len(public) > 1:
		return nil, fmt.Errorf("the module has several kernels, choose one of:%s", names)
	}
	return public[0], nil
}

// compileIndexSwitch runs the region of the case, or the first one, the default.
func compileIndexSwitch(c *compiler, op *ir.Operation) step {
	var regions []*region
	for _, r := range op.Regions() {
		regions = append(regions, c.region(r))
	}
	cases := op.Ints("cases")
	return func(a *agent, in, out []Value) error {
		values, err := a.run(regions[1+slices.Index(cases, in[0].i[0])])
		copy(out, values)
		return err
	}
}
