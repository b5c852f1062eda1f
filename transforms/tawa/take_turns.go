package tawa

import (
	"fmt"
	"slices"

	"tawa/dialects/aref"
	"tawa/dialects/builtin"
	"tawa/dialects/nvgpu"
	"tawa/dialects/scf"
	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
	"tawa/pass"
)

// TakeTurns lets consumers that share the rows of a tile issue the dots of an iteration in
// turns, so that what one computes on CUDA cores runs under the dots of the others:
//
//	take; T(j) and U(j−1) are issued; pass; wait; C(j)
//
// Without an order all issue at once, tensor cores finish all dots at about the same time,
// and then all compute.
type TakeTurns struct {
	Force bool `opt:"force" help:"wherever it is right: it has not been measured to pay"`
}

// Info names the pass.
func (*TakeTurns) Info() pass.Info {
	return pass.Info{
		Name: "tawa-take-turns", Anchor: builtin.Module, Dialects: []string{"aref"},
		Summary: "order the dots of consumers that share a tile, so that one computes while another multiplies",
		Description: "In loops that compute on tiles, where the dots of an iteration are issued one after the other and " +
			"nothing in between makes the consumers meet; a remark says why not elsewhere.",
	}
}

// Run orders the consumers of each kernel with roles.
func (t *TakeTurns) Run(module *ir.Operation, st *pass.State) bool {
	for fn := range module.Region(0).First().Ops() {
		if !fn.Is(tt.Func) || builtin.IsDeclaration(fn) {
			continue
		}
		fn.Walk(func(op *ir.Operation) bool {
			if op.Is(ttg.WarpSpecialize) && !Holds(op, aref.Take) {
				orderDots(op, t.Force, st)
			}
			return !op.Is(ttg.WarpSpecialize)
		})
	}
	return true
}

// orderDots orders the dots of the default region's loops.
func orderDots(spec *ir.Operation, force bool, st *pass.State) {
	groups := ttg.NumWarps(spec) / warpsPerGroup
	var turns *ir.Value
	for _, loop := range loopsIn(ttg.DefaultRegion(spec)) {
		dots := dotsOf(loop)
		if len(dots) == 0 {
			continue
		}
		why := outOfTurn(dots, groups)
		if why == nil && !force {
			why = &reason{loop, "attention was measured 1 to 2 % slower with them"}
		}
		if why != nil {
			st.Missedf(why.at, "consumers take no turns: %s", why.text)
			continue
		}
		if turns == nil {
			b := ir.Before(spec)
			turns = named(b.Value(aref.Turns, nil, []ir.Type{aref.TurnsOf(b.Context(), groups)}), "turns")
		}
		first, last := dots[0], dots[len(dots)-1]
		takeTurn(ir.Before(first), aref.Take, turns, 0)
		takeTurn(ir.After(last), aref.Pass, turns, 0)
		st.Passedf(loop, "%s take turns: one issues its %s, then the next", count(int(groups), "consumer"), count(len(dots), "dot"))
	}
}

// takeTurn makes an op that takes or passes a turn.
func takeTurn(b *ir.Builder, name *ir.OpName, turns *ir.Value, number int64) *ir.Operation {
	return b.Create(name, []*ir.Value{turns}, []ir.Type{}, ir.A("number", b.Context().I32Attr(number)))
}

func loopsIn(region *ir.Region) []*ir.Operation {
	var out []*ir.Operation
	for op := range region.First().Ops() {
		op.Walk(func(op *ir.Operation) bool {
			if op.Is(scf.For) {
				out = append(out, op)
			}
			return true
		})
	}
	return out
}

// dotsOf lists the dots that are issued in a loop's body itself.
func dotsOf(loop *ir.Operation) []*ir.Operation {
	var out []*ir.Operation
	for op := range loop.Region(0).First().Ops() {
		if op.Is(nvgpu.DotIssue) {
			out = append(out, op)
		}
	}
	return out
}

// outOfTurn says why consumers can't, or need not, issue the dots of an iteration in turns, or nil.
func outOfTurn(dots []*ir.Operation, groups int64) *reason {
	loop := dots[0].Parent()
	if groups < 2 {
		return &reason{loop, "there is one"}
	}
	if !computes(loop) {
		return &reason{loop, "this loop only multiplies, so that nothing would run under the dots of another"}
	}
	for op := dots[0]; ; op = op.Next() {
		switch {
		case op.Is(nvgpu.DotWait):
			return &reason{op, "here an iteration waits for a dot before it issues its last; the others would wait too (coarse=1 issues them together)"}
		case op.Is(nvgpu.DotIssue) && (ThroughMemory(op) || !asItStands(op)):
			return &reason{op, "what this dot multiplies goes through shared memory, where all consumers meet"}
		case op.NumRegions() > 0, !op.Is(nvgpu.DotIssue, aref.Get, tt.Trans, tt.Broadcast, tt.ExpandDims, tt.Splat) && slices.ContainsFunc(op.Results(), isTensor):
			return &reason{op, fmt.Sprintf("'%s' stands between the dots of an iteration", op.Name())}
		}
		if op == dots[len(dots)-1] {
			return nil
		}
	}
}

// asItStands reports whether a thread has what a dot multiplies from registers, the left operand,
// as it has computed it: elements of 16 bits, or K in the order of accumulators.
func asItStands(dot *ir.Operation) bool {
	a := dot.Operand(0)
	return viewOf(a) != nil || ir.BitWidth(ir.ElementType(a.Type())) == 16 || isReordered(a)
}

// isReordered reports whether v is what asAccumulated gives, of this or the iteration before.
func isReordered(v *ir.Value) bool {
	if v.IsArg() && v.Index() > 0 && v.ArgBlock().Parent().Is(scf.For) {
		v = v.ArgBlock().Last().Operand(v.Index() - 1)
	}
	op := v.Def()
	if op != nil && op.Is(nvgpu.DotWait) {
		op = op.Operand(v.Index()).Def()
	}
	return op != nil && op.Is(tt.Reshape)
}

func isTensor(v *ir.Value) bool { return ir.IsTensor(v.Type()) }

// computes reports whether an op, or one inside, does more with tiles than multiply them.
func computes(op *ir.Operation) bool {
	found := false
	op.Walk(func(op *ir.Operation) bool {
		tiles := slices.ContainsFunc(op.Results(), isTensor)
		plain := isControl(op) || op.Is(nvgpu.DotIssue, nvgpu.DotWait, aref.Get, tt.Trans) || op.Has(ir.ConstantLike)
		found = found || tiles && !plain
		return !found
	})
	return found
}
