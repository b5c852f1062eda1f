// Package slices finds what a value depends on (backward) and what depends on it
// (forward), through operands, through the values that branches and regions hand
// over, and into nested regions.
package slices

import (
	"tawa/analysis/dataflow"
	"tawa/ir"
)

// Options narrow a slice.
type Options struct {
	// Filter stops at ops for which it returns false; they are not in the slice. Nil takes all.
	Filter func(*ir.Operation) bool
	// NoBlockArguments stops at block arguments instead of following what is handed to them.
	NoBlockArguments bool
}

func (o *Options) takes(op *ir.Operation) bool { return o.Filter == nil || o.Filter(op) }

// Backward returns the ops from which values come, in the order of the program. For an
// op with regions, what the ops inside use from outside belongs to it.
func Backward(values []*ir.Value, opts Options) []*ir.Operation {
	s := &slicer{opts: opts, ops: map[*ir.Operation]bool{}, seen: map[*ir.Value]bool{}}
	s.values(values)
	for len(s.work) > 0 {
		v := s.work[len(s.work)-1]
		s.work = s.work[:len(s.work)-1]
		if !v.IsArg() || !opts.NoBlockArguments {
			from, _ := dataflow.Incoming(v)
			s.values(from)
		}
		op := v.Def()
		if op == nil || s.ops[op] || !opts.takes(op) {
			continue
		}
		s.ops[op] = true
		op.Walk(func(inner *ir.Operation) bool {
			for _, x := range inner.Operands() {
				if x.Def() == nil || !op.IsAncestorOf(x.Def()) || x.Def() == op {
					s.values([]*ir.Value{x})
				}
			}
			return true
		})
	}
	return InOrder(s.ops)
}

// Forward returns the ops that values flow into, in the order of the program. An op
// around a user is in the slice only if it takes the value over itself.
func Forward(values []*ir.Value, opts Options) []*ir.Operation {
	s := &slicer{opts: opts, ops: map[*ir.Operation]bool{}, seen: map[*ir.Value]bool{}}
	s.values(values)
	for len(s.work) > 0 {
		v := s.work[len(s.work)-1]
		s.work = s.work[:len(s.work)-1]
		for user := range v.Users() {
			if opts.takes(user) {
				s.ops[user] = true
				if user.NumRegions() == 0 {
					s.values(user.Results())
				}
			}
		}
		if !opts.NoBlockArguments {
			s.values(dataflow.Outgoing(v))
		}
	}
	return InOrder(s.ops)
}

type slicer struct {
	opts Options
	ops  map[*ir.Operation]bool
	seen map[*ir.Value]bool
	work []*ir.Value
}

func (s *slicer) values(vs []*ir.Value) {
	for _, v := range vs {
		if !s.seen[v] {
			s.seen[v] = true
			s.work = append(s.work, v)
		}
	}
}

// InOrder lists a set of ops of one program in its order, an op before those inside it.
func InOrder(set map[*ir.Operation]bool) []*ir.Operation {
	var root *ir.Operation
	for op := range set { // any: they have one outermost op
		for root = op; root.Parent() != nil; {
			root = root.Parent()
		}
		break
	}
	var out []*ir.Operation
	if root != nil {
		root.Walk(func(op *ir.Operation) bool {
			if set[op] {
				out = append(out, op)
			}
			return len(out) < len(set)
		})
	}
	return out
}
