package printer

import (
	"fmt"
	"slices"
	"strconv"

	"tawa/asm"
	"tawa/ir"
)

// names holds the SSA names of the values inside an isolated operation, and the numbers of its blocks, in tables that
// their marks point into.
//
// A value is called by its hint; or by what its row suggests; or by number (%0, and %arg0 for an argument of an
// entry block). All values of a region are named before any region nested in it; a nested region goes on from
// its parent's counters, so siblings start from the same ones. A name that is taken in the same or an enclosing
// region gets a counter behind it.
//
// Isolated operations directly in the one region of another are named when they are printed, each in names of its own,
// by the goroutine that prints it.
type names struct {
	opts   Options
	outer  *names
	root   *ir.Operation
	values []valueName // of the first value of each group
	blocks []blockName
	ids    map[*ir.Operation]int // of ops without results, if comments are to name them
	used   nameSet
	end    counters // behind root's region, where the isolated operations in it go on
}

// valueName is what a value is called: its text, or its number if that is empty.
type valueName struct {
	value  *ir.Value
	text   string
	number int
}

type blockName struct {
	block  *ir.Block
	number int
}

// counters are the next numbers to give.
type counters struct{ value, arg, conflict int }

// nameValues names everything in the nearest isolated operation around op, so that a single op prints with the
// names that it has in its function.
func nameValues(op *ir.Operation, opts Options) *names {
	for op.Parent() != nil && !op.Has(ir.IsolatedFromAbove) {
		op = op.Parent()
	}
	n := newNames(nil, op, opts)
	var c counters
	n.nameResults(op, &c, nil)
	if n.unique() {
		n.nameUniquely(op, &c)
	} else {
		n.nameInside(op, c)
	}
	return n
}

func newNames(outer *names, root *ir.Operation, opts Options) *names {
	n := &names{opts: opts, outer: outer, root: root}
	if opts.ValueUsers {
		n.ids = map[*ir.Operation]int{}
	}
	return n
}

// unique says whether no number is given twice.
func (n *names) unique() bool { return n.opts.UniqueSSAIDs || n.opts.Generic && n.opts.NoSSANames }

// defers says whether the regions of op are named when op is printed.
func (n *names) defers(op *ir.Operation) bool {
	return op.NumRegions() > 0 && op.Has(ir.IsolatedFromAbove) && op.Parent() == n.root && n.root.NumRegions() == 1 && !n.unique()
}

// inside names what is inside op, whose naming was deferred.
func (n *names) inside(op *ir.Operation) *names {
	inner := newNames(n, op, n.opts)
	inner.nameInside(op, n.end)
	return inner
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
		c, mark := start, n.used.len()
		n.nameRegion(r, &c)
		for b := range r.Blocks() {
			for op := range b.Ops() {
				if op.NumRegions() > 0 && !n.defers(op) {
					n.nameInside(op, c)
				}
			}
		}
		if op == n.root && op.NumRegions() == 1 {
			n.end = c
			return
		}
		n.used.cut(mark)
	}
}

// nameRegion names the values directly in a region.
func (n *names) nameRegion(r *ir.Region, c *counters) {
	hints := n.regionHints(r, *c)
	n.suggestArguments(r, c)
	number := 0
	for b := range r.Blocks() {
		b.Mark = uint32(len(n.blocks))
		n.blocks = append(n.blocks, blockName{b, number})
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
	if n.own(a) != nil {
		return
	}
	name := ""
	if entry {
		name = argName(c.arg)
		c.arg++
	}
	if hint := n.hint(a); hint != "" {
		name = n.strip(hint, hints)
	}
	n.set(a, name, c)
}

func (n *names) nameResults(op *ir.Operation, c *counters, hints map[string]bool) {
	if n.ids != nil && op.NumResults() == 0 && (op.Parent() != nil || n.opts.UniqueSSAIDs) {
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
	return v.Name()
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
		hints[argName(c.arg+i)] = true
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
	return asm.StripCounter(hint, func(base string) bool { return hints[base] || n.taken(base) })
}

// argNames are the names of the first arguments, made once.
var argNames = func() (names [64]string) {
	for i := range names {
		names[i] = "arg" + strconv.Itoa(i)
	}
	return names
}()

func argName(i int) string {
	if i < len(argNames) {
		return argNames[i]
	}
	return "arg" + strconv.Itoa(i)
}

func (n *names) set(v *ir.Value, name string, c *counters) {
	v.Mark = uint32(len(n.values))
	if len(n.values) == cap(n.values) {
		n.values = slices.Grow(n.values, len(n.values)) // append alone would grow by a quarter, and copy four times as much
	}
	if name == "" {
		n.values = append(n.values, valueName{value: v, number: c.value})
		c.value++
		return
	}
	name = sanitize(name)
	unique := name
	for n.taken(unique) {
		unique = name + "_" + strconv.Itoa(c.conflict)
		c.conflict++
	}
	n.used.add(unique)
	n.values = append(n.values, valueName{value: v, text: unique})
}

// taken says whether a value in the same or an enclosing region has the name.
func (n *names) taken(name string) bool {
	for ; n != nil; n = n.outer {
		if n.used.has(name) {
			return true
		}
	}
	return false
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

// own is the name that n itself gave to v, or nil.
func (n *names) own(v *ir.Value) *valueName {
	if i := int(v.Mark); i < len(n.values) && n.values[i].value == v {
		return &n.values[i]
	}
	return nil
}

// of is the name of v, nil if it has none of its own.
func (n *names) of(v *ir.Value) *valueName {
	for ; n != nil; n = n.outer {
		if name := n.own(v); name != nil {
			return name
		}
	}
	return nil
}

// group gives the number of the first value of the group of results that v is printed in, and the group's size.
func (n *names) group(v *ir.Value) (first, size int) {
	op := v.Def()
	if op == nil || op.NumResults() == 1 {
		return v.Index(), 1
	}
	lo, hi := v.Index(), v.Index()+1
	for lo > 0 && n.of(op.Result(lo)) == nil {
		lo--
	}
	for hi < op.NumResults() && n.of(op.Result(hi)) == nil {
		hi++
	}
	return lo, hi - lo
}

// append writes a use of v: %name, with #number if its group has several results.
func (n *names) append(b []byte, v *ir.Value) []byte {
	if v == nil {
		return append(b, "<<NULL VALUE>>"...)
	}
	first, size := n.group(v)
	head := v
	if first != v.Index() {
		head = v.Def().Result(first)
	}
	name := n.of(head)
	if name == nil {
		return append(b, "<<UNKNOWN SSA VALUE>>"...)
	}
	b = name.append(b)
	if size > 1 {
		b = strconv.AppendInt(append(b, '#'), int64(v.Index()-first), 10)
	}
	return b
}

func (v *valueName) append(b []byte) []byte {
	b = append(b, '%')
	if v.text == "" {
		return strconv.AppendInt(b, int64(v.number), 10)
	}
	return append(b, v.text...)
}

func (n *names) appendBlock(b []byte, block *ir.Block) []byte {
	for ; n != nil; n = n.outer {
		if i := int(block.Mark); i < len(n.blocks) && n.blocks[i].block == block {
			return strconv.AppendInt(append(b, "^bb"...), int64(n.blocks[i].number), 10)
		}
	}
	return append(b, "<<UNKNOWN BLOCK>>"...)
}

// appendResults writes the names of op's results as they stand before `=`.
func (n *names) appendResults(b []byte, op *ir.Operation) []byte {
	for i := 0; i < op.NumResults(); {
		if i > 0 {
			b = append(b, ", "...)
		}
		_, size := n.group(op.Result(i))
		if name := n.of(op.Result(i)); name != nil {
			b = name.append(b)
		}
		if size > 1 {
			b = strconv.AppendInt(append(b, ':'), int64(size), 10)
		}
		i += size
	}
	return b
}
