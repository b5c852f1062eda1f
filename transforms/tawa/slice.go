package tawa

import (
	"tawa/dialects/scf"
	"tawa/ir"
)

// slice is what one role needs of a region: ops, and the values that structured
// control flow carries for it. It is closed under operands, except those of leaves.
type slice struct {
	ops    map[*ir.Operation]bool
	values map[*ir.Value]bool
	owner  *ir.Operation            // ops around the region are not part of it
	leaf   func(*ir.Operation) bool // what the role is handed and does not compute
	work   []*ir.Value
}

func newSlice(owner *ir.Operation, leaf func(*ir.Operation) bool) *slice {
	return &slice{ops: map[*ir.Operation]bool{}, values: map[*ir.Value]bool{}, owner: owner, leaf: leaf}
}

// sliceOf is the slice of the given roots.
func sliceOf(owner *ir.Operation, roots []*ir.Operation, leaf func(*ir.Operation) bool) *slice {
	s := newSlice(owner, leaf)
	for _, op := range roots {
		s.keep(op)
	}
	s.close()
	return s
}

func isControl(op *ir.Operation) bool { return op.Is(scf.For, scf.If, scf.While) }

func (s *slice) need(v *ir.Value) {
	if !s.values[v] {
		s.values[v] = true
		s.work = append(s.work, v)
	}
}

func (s *slice) needAll(vs []*ir.Value) {
	for _, v := range vs {
		s.need(v)
	}
}

// keep adds an op, what it is computed from, and the control flow around it.
func (s *slice) keep(op *ir.Operation) {
	if op == nil || op == s.owner || s.ops[op] || !s.owner.IsAncestorOf(op) {
		return
	}
	s.ops[op] = true
	s.keep(op.Parent())
	switch {
	case s.leaf(op):
	case op.Is(scf.For):
		s.needAll(op.Operands()[:3])
	case op.Is(scf.If):
		s.need(op.Operand(0))
	case op.Is(scf.While):
		s.need(condition(op).Operand(0))
	default:
		op.Walk(func(inner *ir.Operation) bool {
			s.needAll(inner.Operands())
			return true
		})
	}
}

func (s *slice) close() {
	for len(s.work) > 0 {
		v := s.work[len(s.work)-1]
		s.work = s.work[:len(s.work)-1]
		if op := v.Def(); op != nil {
			s.keep(op)
			if isControl(op) && s.ops[op] && !s.leaf(op) {
				s.needAll(resultSources(op, v.Index()))
			}
			continue
		}
		if op := v.ArgBlock().Parent(); op != s.owner && isControl(op) {
			s.keep(op)
			s.needAll(argSources(v))
		}
	}
}

func condition(while *ir.Operation) *ir.Operation { return while.Region(0).First().Last() }

// yielded returns what the block that ends region i of op gives on.
func yielded(op *ir.Operation, i int) []*ir.Value { return op.Region(i).First().Last().Operands() }

// resultSources are the values that result i of a control flow op may be.
func resultSources(op *ir.Operation, i int) []*ir.Value {
	switch {
	case op.Is(scf.For):
		return []*ir.Value{op.Operand(3 + i), yielded(op, 0)[i], op.Region(0).First().Arg(1 + i)}
	case op.Is(scf.If):
		return []*ir.Value{yielded(op, 0)[i], yielded(op, 1)[i]}
	default:
		return []*ir.Value{condition(op).Operand(1 + i)}
	}
}

// argSources are the values that an argument of a control flow op's block may be;
// of an induction variable what it is computed from.
func argSources(v *ir.Value) []*ir.Value {
	op, i := v.ArgBlock().Parent(), v.Index()
	switch {
	case op.Is(scf.For) && i == 0:
		return op.Operands()[:3]
	case op.Is(scf.For):
		return []*ir.Value{op.Operand(2 + i), yielded(op, 0)[i-1]}
	case v.ArgBlock().Region() == op.Region(0):
		return []*ir.Value{op.Operand(i), yielded(op, 1)[i]}
	default:
		return []*ir.Value{condition(op).Operand(1 + i)}
	}
}

// live reports whether the slice carries value i of a for loop, or result i of an
// if, or what a while loop hands to its body and results as number i.
func (s *slice) live(op *ir.Operation, i int) bool {
	switch {
	case s.values[op.Result(i)]:
		return true
	case op.Is(scf.For):
		return s.values[op.Region(0).First().Arg(1+i)]
	case op.Is(scf.While):
		return s.values[op.Region(1).First().Arg(i)]
	}
	return false
}

// liveResults are the numbers of the results that the slice carries.
func (s *slice) liveResults(op *ir.Operation) []int {
	var out []int
	for i := range op.NumResults() {
		if s.live(op, i) {
			out = append(out, i)
		}
	}
	return out
}

// effects are the ops in the regions of root that must stay: those with effects
// other than reading. Control flow stays for what is in it.
func effects(root *ir.Operation) []*ir.Operation {
	var out []*ir.Operation
	root.Walk(func(op *ir.Operation) bool {
		if op == root || isControl(op) {
			return true
		}
		if !op.Has(ir.Terminator) && !op.OnlyReads() {
			out = append(out, op)
		}
		return false
	})
	return out
}
