package pattern

import (
	"fmt"

	"tawa/ir"
)

// checker compares the program before and after a pattern with what the rewriter was told.
type checker struct {
	root   *ir.Operation
	before map[*ir.Operation]print
	told   map[*ir.Operation]bool
}

// print identifies what an op is: changing any of it changes the op.
type print struct {
	operands, results, attrs, succs string
	block                           *ir.Block
}

func newChecker(root *ir.Operation) *checker {
	return &checker{root: root, before: prints(root), told: map[*ir.Operation]bool{}}
}

// tell notes that the rewriter heard of op.
func (c *checker) tell(op *ir.Operation) {
	if c != nil {
		c.told[op] = true
	}
}

func prints(root *ir.Operation) map[*ir.Operation]print {
	all := map[*ir.Operation]print{}
	root.Walk(func(op *ir.Operation) bool {
		p := print{operands: fmt.Sprint(op.Operands()), succs: fmt.Sprint(op.Successors()), block: op.Block()}
		for _, r := range op.Results() {
			p.results += ir.TypeString(r.Type()) + " "
		}
		for _, list := range [][]ir.NamedAttr{op.Inherent(), op.Discardable()} {
			for _, a := range list {
				p.attrs += fmt.Sprintf("%s=%p ", a.Name, a.Value)
			}
		}
		all[op] = p
		return true
	})
	return all
}

// heard reports whether the rewriter was told of op or of an op around it.
func (c *checker) heard(op *ir.Operation) bool {
	for ; op != nil; op = op.Parent() {
		if c.told[op] {
			return true
		}
	}
	return false
}

// compare panics if the pattern, which returned matched, did not keep to the rules.
func (c *checker) compare(pattern string, matched bool) {
	after := prints(c.root)
	changed := len(c.told) > 0
	for op, p := range after {
		old, existed := c.before[op]
		if existed && old == p {
			continue
		}
		changed = true
		if !c.heard(op) {
			panic(fmt.Sprintf("pattern: '%s' changed or made %s without telling the rewriter", pattern, op.Name()))
		}
	}
	for op := range c.before {
		if _, still := after[op]; still {
			continue
		}
		changed = true
		if !c.told[op] {
			panic(fmt.Sprintf("pattern: '%s' erased or took out %s without telling the rewriter", pattern, op.Name()))
		}
	}
	if changed && !matched {
		panic(fmt.Sprintf("pattern: '%s' changed the program and says that it did not match", pattern))
	}
	if !changed && matched {
		panic(fmt.Sprintf("pattern: '%s' says that it rewrote, but nothing changed", pattern))
	}
}
