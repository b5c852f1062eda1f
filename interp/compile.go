package interp

import (
	"tawa/diag"
	"tawa/dialects/cf"
	"tawa/ir"
)

// A kernel is compiled once to steps over numbered slots, so that running it needs
// no look-ups.

// step runs an op: in holds its operands, out takes its results. An error is the
// program's mistake; it gets the op's location.
type step func(a *agent, in, out []Value) error

// meaning is what an op does: compile reads its attributes and types once.
type meaning struct {
	compile func(c *compiler, op *ir.Operation) step
	// carries says which operands are only handed on, so that they may be the
	// results of dots in flight; nil is none.
	carries func(operand int) bool
}

func all(int) bool { return true }

func plain(compile func(c *compiler, op *ir.Operation) step) meaning {
	return meaning{compile: compile}
}

// instr is a compiled op.
type instr struct {
	op            *ir.Operation
	step          step
	args, results []int
	carries       func(int) bool
}

// block is a compiled block: term's operands are args of term; succs are set if it is a branch.
type block struct {
	args  []int
	code  []instr
	term  instr
	succs []*block
}

// region is a compiled region, run from its first block.
type region struct{ entry *block }

// function is a compiled function.
type function struct {
	op    *ir.Operation
	body  *region
	slots int
}

// compiler compiles the functions that a kernel reaches.
type compiler struct {
	sink     *diag.Sink
	failed   bool
	table    map[*ir.OpName]meaning
	funcs    map[*ir.Operation]*function
	slots    map[*ir.Value]int
	globals  map[*ir.Operation]*buffer
	numWarps int64
}

func newCompiler(module *ir.Operation, sink *diag.Sink) *compiler {
	c := &compiler{sink: sink, table: meanings(), funcs: map[*ir.Operation]*function{}, globals: map[*ir.Operation]*buffer{}, numWarps: 4}
	if n, ok := module.IntAttr("ttg.num-warps"); ok {
		c.numWarps = n
	}
	return c
}

// errorf reports a program that can't be run.
func (c *compiler) errorf(op *ir.Operation, format string, args ...any) step {
	c.failed = true
	c.sink.Errorf(op.Span(), format, args...)
	return nil
}

// function compiles a function, once.
func (c *compiler) function(op *ir.Operation) *function {
	if f := c.funcs[op]; f != nil {
		return f
	}
	f := &function{op: op}
	c.funcs[op] = f
	outer := c.slots
	c.slots = map[*ir.Value]int{}
	f.body = c.region(op.Region(0))
	f.slots = len(c.slots)
	c.slots = outer
	return f
}

func (c *compiler) slot(v *ir.Value) int {
	s, ok := c.slots[v]
	if !ok {
		s = len(c.slots)
		c.slots[v] = s
	}
	return s
}

func (c *compiler) slotsOf(vs []*ir.Value) []int {
	out := make([]int, len(vs))
	for i, v := range vs {
		out[i] = c.slot(v)
	}
	return out
}

func (c *compiler) region(r *ir.Region) *region {
	blocks := map[*ir.Block]*block{}
	for b := range r.Blocks() {
		blocks[b] = &block{args: c.slotsOf(b.Args())}
	}
	for b := range r.Blocks() {
		c.block(b, blocks)
	}
	return &region{blocks[r.First()]}
}

func (c *compiler) block(b *ir.Block, blocks map[*ir.Block]*block) {
	out := blocks[b]
	for op := range b.Ops() {
		in := instr{op: op, args: c.slotsOf(op.Operands()), results: c.slotsOf(op.Results())}
		if op == b.Last() && op.Has(ir.Terminator) {
			in.carries = all
			out.term = in
			for _, s := range op.Successors() {
				out.succs = append(out.succs, blocks[s])
			}
			if len(op.Successors()) > 0 && !op.Is(cf.Branch, cf.CondBranch, cf.Switch) {
				c.errorf(op, "'%s' can't be interpreted", op.Name())
			}
			continue
		}
		m, ok := c.table[op.Name()]
		if !ok {
			c.errorf(op, "'%s' can't be interpreted: it has no meaning on the level of tensors", op.Name())
			continue
		}
		in.step, in.carries = m.compile(c, op), m.carries
		out.code = append(out.code, in)
	}
}

// elem returns the element type of a value, reporting one that can't be computed with.
func (c *compiler) elem(op *ir.Operation, t ir.Type) elem {
	e, ok := elemOf(t)
	if !ok {
		c.errorf(op, "a value of type '%s' can't be interpreted", ir.TypeString(t))
		return elem{width: 64}
	}
	return e
}

// inMemory is elem for what pointers and descriptors give access to.
func (c *compiler) inMemory(op *ir.Operation, t ir.Type) elem {
	if !HasSize(t) {
		c.errorf(op, "elements of type '%s' can't be interpreted in memory", ir.TypeString(ir.ElementType(t)))
		return elem{width: 64}
	}
	return c.elem(op, t)
}

func shapeOf(t ir.Type) []int64 {
	switch t := t.(type) {
	case *ir.RankedTensorType:
		return t.Shape
	case *ir.VectorType:
		return t.Shape
	}
	return nil
}

// meanings is the table of all ops.
func meanings() map[*ir.OpName]meaning {
	table := map[*ir.OpName]meaning{}
	for _, part := range []map[*ir.OpName]meaning{
		integerOps(), floatOps(), mathOps(), libdeviceOps(), castOps(), otherOps(), controlOps(), shapeOps(), memoryOps(), blockPtrOps(), descriptorOps(),
		reductionOps(), dotOps(), ringOps(), turnOps(), groupOps(), sharedOps(), barrierOps(), copyOps(), bufferOps(),
	} {
		for name, m := range part {
			table[name] = m
		}
	}
	return table
}
