package tawa

import (
	"fmt"

	"tawa/dialects/tt"
	"tawa/ir"
)

// The machine: one CTA of a Hopper multiprocessor.
const (
	threadsPerGroup = 128
	warpsPerGroup   = 4
	minRows         = 64  // rows of one wgmma
	accumulatorGoal = 128 // accumulator registers a thread that leave room for all else
	otherRegisters  = 32  // of a thread, for addresses, counters and what is on its way
	registerStep    = 8   // in which a role's registers can be asked for

	producerRegisters = 40 // of a thread that only starts copies
	leastRegisters    = 24 // which is enough for it where registers are short
	bufferAlign       = 1024
	barrierBytes      = 8
	maxDepth          = 4 // deeper rings gained nothing
)

// What the passes that lower stores and place buffers need to know too.
const (
	// SharedBytes is the shared memory that a kernel may have.
	SharedBytes = 232448
	// StagingBuffers is the number of panels that a warp group has for the stores of a
	// kernel that stores tile after tile: one is filled while another is read.
	StagingBuffers = 2
	// StagingPanel is the bytes of one.
	StagingPanel = 64 * 128
)

// registers is what a thread of each of n consumers has at most: all of the file but
// what the other roles keep, in the steps that can be asked for.
func registers(n int64, others ...int64) int64 {
	const file, step, most = 65536 / threadsPerGroup, registerStep, 232
	groups := n + int64(len(others))
	pool := min(file/groups, 255) / step * step * groups
	for _, r := range others {
		pool -= r
	}
	return min(pool/n/step*step, most)
}

// accumulatorLimit is the number of accumulator registers above which ptxas can't keep
// them: a thread of n consumers needs some for all else.
func accumulatorLimit(n int) int64 { return registers(int64(n), producerRegisters) - otherRegisters }

// rowsOf is the number of rows that consumers can share: the least of the dots.
func rowsOf(dots []*ir.Operation) int64 {
	rows := int64(1 << 30)
	for _, d := range dots {
		rows = min(rows, d.Result(0).Type().(*ir.RankedTensorType).Shape[0])
	}
	return rows
}

// asyncElement lists the element types that a warp group can multiply.
var asyncElement = map[string]bool{"f16": true, "bf16": true, "f8E4M3FN": true, "f8E5M2": true, "f32": true}

// checkDot says why a warp group can't compute a dot asynchronously, or "".
func checkDot(d *ir.Operation) string {
	a := d.Operand(0).Type().(*ir.RankedTensorType)
	c := d.Result(0).Type().(*ir.RankedTensorType)
	switch {
	case len(c.Shape) != 2:
		return "only dots of matrices are computed by warp groups"
	case c.Shape[0] < minRows:
		return fmt.Sprintf("the dot's %d rows are fewer than the %d of a warp group", c.Shape[0], minRows)
	case c.Shape[1] < 8:
		return fmt.Sprintf("the dot's %d columns are fewer than the 8 of a warp group's instruction", c.Shape[1])
	case !asyncElement[ir.TypeString(a.Elem)]:
		return fmt.Sprintf("a warp group has no asynchronous dot of %s", ir.TypeString(a.Elem))
	}
	return ""
}

// chooseConsumers returns the number of consumer warp groups: the given one, or the
// fewest with at most accumulatorGoal accumulator registers a thread, but no fewer
// than atLeast where the rows allow it. The error says what can't be met.
func chooseConsumers(dots []*ir.Operation, given, atLeast int) (int, error) {
	rows, regs := rowsOf(dots), Accumulators(dots)/threadsPerGroup
	fits := func(n int) bool { return rows%int64(n) == 0 && rows/int64(n)%minRows == 0 }
	if given > 0 {
		switch {
		case !fits(given):
			return 0, fmt.Errorf("consumers=%d can't share the %d rows of the dot: each needs a multiple of %d rows", given, rows, minRows)
		case regs/int64(given) > accumulatorLimit(given):
			return 0, fmt.Errorf("consumers=%d gives each thread %d accumulator registers, more than %d", given, regs/int64(given), accumulatorLimit(given))
		}
		return given, nil
	}
	best := 0
	for n := 1; n <= int(rows/minRows) && n <= 7; n++ {
		if fits(n) {
			best = n
			if regs/int64(n) <= accumulatorGoal && n >= atLeast {
				break
			}
		}
	}
	if n := max(best, 1); best == 0 || regs/int64(n) > accumulatorLimit(n) {
		return 0, fmt.Errorf("the dots need %d accumulator registers a thread on %d consumers, more than %d", regs/int64(n), n, accumulatorLimit(n))
	}
	return best, nil
}

// shared is what a kernel's shared memory holds.
type shared struct {
	slot    int64 // bytes of one more slot of each deep ring
	fixed   int64 // bytes of the rings of one slot, of copies of operands, and of the epilogue
	staging int64 // of which the epilogue's
}

func alignUp(n, to int64) int64 { return (n + to - 1) / to * to }

func tileBytes(t ir.Type) int64 {
	shape, _ := ir.ShapeOf(t)
	return alignUp(ir.NumElements(shape)*int64(max(ir.BitWidth(ir.ElementType(t)), 8))/8, bufferAlign)
}

// sharedOf adds up the plan's shared memory.
func sharedOf(p *plan) shared {
	s := shared{staging: staging(p.fn, p.consumers)}
	s.fixed = s.staging + p.copied() + p.reduced()
	for _, r := range p.rings {
		if r.groups[0].deep() {
			s.slot += slotBytes(r.payload, 1)
		} else {
			s.fixed += slotBytes(r.payload, r.slots(1))
		}
	}
	return s
}

// copied are the bytes of the largest right operand of a dot that has to be copied,
// from registers or because the dot can't read it where it lies.
func (p *plan) copied() int64 {
	loaded := map[*ir.Operation]bool{}
	for _, g := range p.groups {
		for _, op := range g.makers {
			loaded[op] = true
		}
	}
	most := int64(0)
	for _, d := range p.dots {
		v := d.Operand(1)
		for v.Def() != nil && v.Def().Is(tt.Trans) {
			v = v.Def().Operand(0)
		}
		if !loaded[v.Def()] || !readable(d, 1) {
			most = max(most, tileBytes(d.Operand(1).Type()))
		}
	}
	return most
}

// reduced bounds the bytes by which warps put the parts of a reduction together: each
// has one of every result. Rows of a dot's result lie within a warp.
func (p *plan) reduced() int64 {
	most := int64(0)
	p.fn.Walk(func(op *ir.Operation) bool {
		if !op.Is(tt.Reduce) {
			return true
		}
		axis, _ := op.IntAttr("axis")
		bytes := int64(0)
		for _, v := range op.Operands() {
			t := v.Type().(*ir.RankedTensorType)
			if len(t.Shape) == 1 || int(axis) < len(t.Shape)-1 {
				parts := ir.NumElements(t.Shape) / t.Shape[axis] * int64(p.consumers) * warpsPerGroup
				bytes += parts * int64(max(ir.BitWidth(t.Elem), 8)) / 8
			}
		}
		most = max(most, alignUp(bytes, bufferAlign))
		return true
	})
	return most
}

func (s shared) total(depth int64) int64 { return s.fixed + s.slot*depth }

// staging is what the epilogue needs beside the rings. A kernel that stores once
// reuses the rings, which are then empty; one that stores tile after tile, while
// the next tile is loaded, has its own panels. A store through pointers goes
// from registers.
func staging(fn *ir.Operation, consumers int) int64 {
	most := int64(0)
	fn.Walk(func(op *ir.Operation) bool {
		if op.Is(tt.DescriptorStore, tt.DescriptorReduce) && enclosingLoop(op) != nil {
			most = max(most, int64(consumers)*StagingBuffers*StagingPanel)
		}
		return true
	})
	return most
}

// chooseDepth returns the depth of the deep rings: the given one, or as many slots
// as fit, at most maxDepth (or two more than there are dots in flight) and limit (0:
// none). The error says what can't be met.
func chooseDepth(s shared, given, limit, inFlight int64) (int64, error) {
	if given > 0 {
		if s.total(given) > SharedBytes {
			return 0, fmt.Errorf("depth=%d does not fit: %d slots of %d bytes, barriers included, and %d bytes beside them (%d of the epilogue) are %d bytes of shared memory, but a kernel may have %d",
				given, given, s.slot, s.fixed, s.staging, s.total(given), SharedBytes)
		}
		return given, nil
	}
	d := max(maxDepth, inFlight+2)
	if limit > 0 {
		d = limit
	}
	for d > 1 && s.total(d) > SharedBytes {
		d--
	}
	if s.total(d) > SharedBytes {
		return 0, fmt.Errorf("one slot of %d bytes and %d bytes beside it are more than the %d bytes of shared memory", s.slot, s.fixed, SharedBytes)
	}
	return d, nil
}
