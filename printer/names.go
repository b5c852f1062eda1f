package printer

import (
	"fmt"
	"slices"
	"strconv"

	"tawa/asm"
	"tawa/ir"
)

// names holds the SSA names of all values below an operation, and the numbers of its blocks.
//
// A value is called by its hint; or by what its row suggests; or by number (%0, and %arg0 for an argument of an
// entry block). All values of a region are named before any region nested in it; a nested region goes on from
// its parent's counters, so siblings start from the same ones. A name that is taken in the same or an enclosing
// region gets a counter behind it.
type names struct {
	opts   Options
	values map[*ir.Value]string // of the first value of each group
	blocks map[*ir.Block]int
	ids    map[*ir.Operation]int // of ops without results, if comments are to name them
	used   map[string]bool
	order  []string // of used, so that a region's names can be dropped at its end
}

// counters are the next numbers to give.
type counters struct{ value, arg, conflict int }

// nameValues names everything in the nearest isolated operation around op, so that a single op prints with the
// names that it has in its function.
func nameValues(op *ir.Operation, opts Options) *names {
	n := &names{opts: opts, values: map[*ir.Value]string{}, blocks: map[*ir.Block]int{}, used: map[string]bool{}}
	for op.Parent() != nil && !op.Has(ir.IsolatedFromAbove) {
		op = op.Parent()
	}
	var c counters
	if opts.ValueUsers {
		n.ids = map[*ir.Operation]int{}
	}
	n.nameResults(op, &c, nil)
	if opts.UniqueSSAIDs || opts.Generic && opts.NoSSANames {
		n.nameUniquely(op, &c)
	} else {
		n.nameInside(op, c)
	}
	return n
}

// nameUniquely gives no number twice, as MLIR does in the generic form: regions that are yet to be named wait on a
// stack, so of siblings the last comes first.
func (n *names) nameUniquely(op *ir.Operation, c *counters) {
	stack := slices.Clone(op.Regions())
	for len(stack) > 0 {
		r := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		n.nameRegion(r, c)
		for b := range r.Blocks() {
			for op := range b.Ops() {
				stack = append(stack, op.Regions()...)
			}
		}
	}
}

// nameInside names the regions of op, each from the same counters, and then what is nested in them.
func (n *names) nameInside(op *ir.Operation, start counters) {
	for _, r := range op.Regions() {
		c, mark := start, len(n.order)
		n.nameRegion(r, &c)
		for b := range r.Blocks() {
			for op := range b.Ops() {
				n.nameInside(op, c)
			}
		}
		for _, name := range n.order[mark:] {
			delete(n.used, name)
		}
		n.order = n.order[:mark]
	}
}

// nameRegion names the values directly in a region.
func (n *names) nameRegion(r *ir.Region, c *counters) {
	hints := n.regionHints(r, *c)
	n.suggestArguments(r, c)
	number := 0
	for b := range r.Blocks() {
		n.blocks[b] = number
		for _, a := range b.Args() {
			n.nameArgument(a, number == 0, c, hints)
		}
		for op := range b.Ops() {
			n.nameResults(op, c, hints)
		}
		number++
	}
}

// suggestArguments gives the names that the op around the region has for its arguments.
func (n *names) suggestArguments(r *ir.Region, c *counters) {
	def := r.Owner().Def()
	if n.opts.Generic || def == nil || def.ArgName == nil {
		return
	}
	for b := range r.Blocks() {
		for _, a := range b.Args() {
			if n.hint(a) != "" {
				continue
			}
			if name := def.ArgName(r.Owner(), a); name != "" {
				n.set(a, name, c)
			}
		}
	}
}

func (n *names) nameArgument(a *ir.Value, entry bool, c *counters, hints map[string]bool) {
	if _, done := n.values[a]; done {
		return
	}
	name := ""
	if entry {
		name = "arg" + strconv.Itoa(c.arg)
		c.arg++
	}
	if hint := n.hint(a); hint != "" {
		name = n.strip(hint, hints)
	}
	n.set(a, name, c)
}

func (n *names) nameResults(op *ir.Operation, c *counters, hints map[string]bool) {
	if n.ids != nil && op.NumResults() == 0 && op.Parent() != nil {
		n.ids[op] = c.value
		c.value++
	}
	for i, r := range op.Results() {
		name := n.strip(n.hint(r), hints)
		if name == "" {
			name = n.suggested(op, i)
		}
		if name != "" || i == 0 {
			n.set(r, name, c)
		}
	}
}

// suggested is the name that the row has for a result.
func (n *names) suggested(op *ir.Operation, i int) string {
	if def := op.Def(); def != nil && def.ResultName != nil && !n.opts.Generic {
		return def.ResultName(op, i)
	}
	return ""
}

func (n *names) hint(v *ir.Value) string {
	if n.opts.NameLocPrefix {
		if name := nameLocOf(v); name != "" {
			return name
		}
	}
	if n.opts.NoSSANames {
		return ""
	}
	return v.Name
}

// regionHints collects what the values of the region want to be called, if one of the hints ends in a counter;
// nil says that there is nothing to strip.
func (n *names) regionHints(r *ir.Region, c counters) map[string]bool {
	counted := false
	each := func(f func(v *ir.Value)) {
		for b := range r.Blocks() {
			for _, a := range b.Args() {
				f(a)
			}
			for op := range b.Ops() {
				for _, v := range op.Results() {
					f(v)
				}
			}
		}
	}
	each(func(v *ir.Value) {
		if _, ok := asm.CounterBase(n.hint(v)); ok {
			counted = true
		}
	})
	if !counted {
		return nil
	}
	hints := map[string]bool{}
	for i := range r.First().Args() {
		hints["arg"+strconv.Itoa(c.arg+i)] = true
	}
	each(func(v *ir.Value) {
		if hint := n.hint(v); hint != "" {
			hints[hint] = true
		} else if v.Def() != nil {
			hints[n.suggested(v.Def(), v.Index())] = true
		}
	})
	return hints
}

// strip drops a counter that an earlier print put behind a hint, as reading does.
func (n *names) strip(hint string, hints map[string]bool) string {
	if hints == nil || hint == "" {
		return hint
	}
	return asm.StripCounter(hint, func(base string) bool { return hints[base] || n.used[base] })
}

func (n *names) set(v *ir.Value, name string, c *counters) {
	if name == "" {
		n.values[v] = strconv.Itoa(c.value)
		c.value++
		return
	}
	name = sanitize(name)
	unique := name
	for n.used[unique] {
		unique = name + "_" + strconv.Itoa(c.conflict)
		c.conflict++
	}
	n.used[unique] = true
	n.order = append(n.order, unique)
	n.values[v] = unique
}

// sanitize makes a hint a legal name: letters, digits and $ . _ -, not a digit first.
func sanitize(name string) string {
	legal := func(c byte) bool {
		return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '$' || c == '.' || c == '_' || c == '-'
	}
	ok := name[0] < '0' || name[0] > '9'
	for i := range len(name) {
		ok = ok && legal(name[i])
	}
	if ok {
		return name
	}
	var b []byte
	if c := name[0]; c >= '0' && c <= '9' {
		b = append(b, '_')
	}
	for i := range len(name) {
		switch c := name[i]; {
		case legal(c):
			b = append(b, c)
		case c == ' ':
			b = append(b, '_')
		default:
			b = fmt.Appendf(b, "%02X", c)
		}
	}
	return string(b)
}

// group gives the first value of the group of results that v is printed in, and the group's size.
func (n *names) group(v *ir.Value) (first *ir.Value, size int) {
	op := v.Def()
	if op == nil || op.NumResults() == 1 {
		return v, 1
	}
	lo, hi := v.Index(), v.Index()+1
	for lo > 0 && n.values[op.Result(lo)] == "" {
		lo--
	}
	for hi < op.NumResults() && n.values[op.Result(hi)] == "" {
		hi++
	}
	return op.Result(lo), hi - lo
}

// append writes a use of v: %name, with #number if its group has several results.
func (n *names) append(b []byte, v *ir.Value) []byte {
	if v == nil {
		return append(b, "<<NULL VALUE>>"...)
	}
	first, size := n.group(v)
	name := n.values[first]
	if name == "" {
		return append(b, "<<UNKNOWN SSA VALUE>>"...)
	}
	b = append(append(b, '%'), name...)
	if size > 1 {
		b = strconv.AppendInt(append(b, '#'), int64(v.Index()-first.Index()), 10)
	}
	return b
}

func (n *names) appendBlock(b []byte, block *ir.Block) []byte {
	i, ok := n.blocks[block]
	if !ok {
		return append(b, "<<UNKNOWN BLOCK>>"...)
	}
	return strconv.AppendInt(append(b, "^bb"...), int64(i), 10)
}

// appendResults writes the names of op's results as they stand before `=`.
func (n *names) appendResults(b []byte, op *ir.Operation) []byte {
	for i := 0; i < op.NumResults(); {
		if i > 0 {
			b = append(b, ", "...)
		}
		first, size := n.group(op.Result(i))
		b = append(append(b, '%'), n.values[first]...)
		if size > 1 {
			b = strconv.AppendInt(append(b, ':'), int64(size), 10)
		}
		i += size
	}
	return b
}
