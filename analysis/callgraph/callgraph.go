// Package callgraph finds which functions call which.
package callgraph

import (
	"tawa/analysis/symbols"
	"tawa/dialects/builtin"
	"tawa/ir"
)

// Graph is the calls between the functions inside an op. It holds while calls and
// functions stay as they are.
type Graph struct {
	functions []*Function
	of        map[*ir.Operation]*Function
	callee    map[*ir.Operation]*Function
	symbols   *symbols.Table
}

// Function is a node.
type Function struct {
	Op *ir.Operation
	// Calls are the calls in the body, whatever they call; Callers the calls of the
	// function by name. Both are in the order of the program.
	Calls, Callers []*ir.Operation
	// Escapes: it may also be called by what we don't see, for it is not private or is
	// referred to by something that is no call.
	Escapes bool
}

// New walks root.
func New(root *ir.Operation) *Graph {
	g := &Graph{of: map[*ir.Operation]*Function{}, callee: map[*ir.Operation]*Function{}, symbols: symbols.New(root)}
	root.Walk(func(op *ir.Operation) bool {
		if op.Has(ir.FunctionLike) {
			f := &Function{Op: op, Escapes: op == root || symbols.VisibilityOf(op) != symbols.Private}
			g.functions, g.of[op] = append(g.functions, f), f
		}
		return true
	})
	root.Walk(func(op *ir.Operation) bool {
		if site, ok := builtin.CallLike.Of(op); ok {
			g.addCall(op, site)
		}
		return true
	})
	for _, f := range g.functions {
		for _, u := range g.symbols.Uses(f.Op) {
			if g.callee[u.Op] != f || len(symbols.References(u.Op)) > 1 {
				f.Escapes = true
			}
		}
	}
	return g
}

func (g *Graph) addCall(op *ir.Operation, site builtin.CallSite) {
	if caller := g.Enclosing(op); caller != nil {
		caller.Calls = append(caller.Calls, op)
	}
	ref := site.Callee(op)
	if ref == nil {
		return
	}
	if f := g.of[g.symbols.Lookup(op, ref)]; f != nil {
		g.callee[op] = f
		f.Callers = append(f.Callers, op)
	}
}

// Functions returns the nodes in the order of the program.
func (g *Graph) Functions() []*Function { return g.functions }

// Of returns the node of a function, Callee that of the function that a call calls by
// name; nil if we don't see it. Enclosing is the node around an op.
func (g *Graph) Of(function *ir.Operation) *Function { return g.of[function] }
func (g *Graph) Callee(call *ir.Operation) *Function { return g.callee[call] }

// Enclosing returns the innermost function around op, or nil.
func (g *Graph) Enclosing(op *ir.Operation) *Function {
	for p := op.Parent(); p != nil; p = p.Parent() {
		if f := g.of[p]; f != nil {
			return f
		}
	}
	return nil
}

// Components returns the strongly connected components (Tarjan 1972), callees before
// callers: functions in one component call each other in a circle.
func (g *Graph) Components() [][]*Function {
	t := &tarjan{g: g, index: map[*Function]int{}, low: map[*Function]int{}, on: map[*Function]bool{}}
	for _, f := range g.functions {
		if _, seen := t.index[f]; !seen {
			t.visit(f)
		}
	}
	return t.out
}

type tarjan struct {
	g          *Graph
	index, low map[*Function]int
	on         map[*Function]bool
	stack      []*Function
	out        [][]*Function
}

func (t *tarjan) visit(f *Function) {
	t.index[f], t.low[f] = len(t.index), len(t.index)
	t.stack, t.on[f] = append(t.stack, f), true
	for _, call := range f.Calls {
		callee := t.g.callee[call]
		if callee == nil {
			continue
		}
		if _, seen := t.index[callee]; !seen {
			t.visit(callee)
			t.low[f] = min(t.low[f], t.low[callee])
		} else if t.on[callee] {
			t.low[f] = min(t.low[f], t.index[callee])
		}
	}
	if t.low[f] != t.index[f] {
		return
	}
	for i := len(t.stack) - 1; ; i-- {
		t.on[t.stack[i]] = false
		if t.stack[i] == f {
			t.out = append(t.out, append([]*Function(nil), t.stack[i:]...))
			t.stack = t.stack[:i]
			return
		}
	}
}
