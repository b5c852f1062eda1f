package nvptx

import (
	"fmt"

	"tawa/dialects/ttg"
	"tawa/ir"
	"tawa/layout"
	"tawa/llvmir"
)

// memoryRows are the ops on global memory through pointers and on buffers of shared memory.
func memoryRows() map[string]lowerFunc {
	return map[string]lowerFunc{
		"tt.load": lowerLoad, "tt.store": lowerStore, "tt.atomic_rmw": lowerAtomic, "tt.atomic_cas": lowerCompareSwap,
		"ttg.local_alloc": lowerLocalAlloc, "ttg.local_dealloc": terminator,
		"ttg.local_load": lowerLocalLoad, "ttg.local_store": lowerLocalStore,
		"ttg.memdesc_index": lowerIndex, "ttg.memdesc_subslice": lowerSubslice,
		"ttg.memdesc_trans": sameAddress, "ttg.memdesc_reshape": sameAddress, "ttg.memdesc_reinterpret": sameAddress,
	}
}

// optional is the registers of an optional operand, nil if there is none.
func (l *lowering) optional(op *ir.Operation, group int) []value {
	if vs := op.OperandGroup(group); len(vs) > 0 {
		return l.get(vs[0])
	}
	return nil
}

// lowerLoad reads runs of registers whose addresses follow each other.
func lowerLoad(l *lowering, op *ir.Operation) bool {
	ptrs, mask, other := l.get(op.Operand(0)), l.optional(op, 1), l.optional(op, 2)
	res := op.Result(0)
	t, stored := l.elem(res), l.pointee(op.Operand(0))
	volatile := op.Attr("isVolatile")
	v, _ := volatile.(*ir.IntegerAttr)
	acc := llvmir.Access{Volatile: v != nil && v.Value != 0}
	out := make([]value, len(ptrs))
	for _, run := range l.runs(op.Operand(0), op.OperandGroup(1)) {
		var vals []value
		if mask == nil {
			vals = l.loadGlobal(stored, ptrs[run[0]], len(run), acc)
		} else {
			vals = l.loadWhere(mask[run[0]], stored, ptrs[run[0]], pickOrZero(other, run, t))
		}
		for k, r := range run {
			out[r] = l.fromMemory(vals[k], t)
		}
	}
	return l.set(res, out...)
}

// pickOrZero is the values for elements that are masked out.
func pickOrZero(other []value, regs []int, t *llvmir.Type) []value {
	if other == nil {
		return repeat(llvmir.Zero(t), len(regs))
	}
	return pick(other, regs)
}

// fromMemory is a value as it travels: a truth value is a byte in memory.
func (g *gen) fromMemory(v value, t *llvmir.Type) value {
	if t == llvmir.I1 {
		return g.ICmp(llvmir.NE, v, llvmir.ConstInt(v.Type, 0))
	}
	return v
}

// loadGlobal reads n consecutive values.
func (g *gen) loadGlobal(t *llvmir.Type, ptr value, n int, acc llvmir.Access) []value {
	acc.Align = n * sizeOf(t)
	if n == 1 {
		return []value{g.Load(t, ptr, acc)}
	}
	bits, count := accessWords(t, n)
	v := g.Load(llvmir.Vec(count, llvmir.Int(bits)), ptr, acc)
	return g.ofWords(g.Unpack(v), t, n)
}

// loadWhere reads consecutive values where pred holds and gives others elsewhere.
func (g *gen) loadWhere(pred value, t *llvmir.Type, ptr value, others []value) []value {
	bits, _ := accessWords(t, len(others))
	words := g.words(others)
	for i, w := range words {
		words[i] = g.register(w)
	}
	a := g.Asm().Memory()
	refs := a.InOut(words...)
	p := guard(a, pred)
	got := a.Emit(fmt.Sprintf("%sld.global%s.b%d %s, [%s];", p, suffix(len(words)), bits, list(refs), a.In(ptr)))
	if bits == 8 {
		got[0] = g.Cast(llvmir.Trunc, got[0], llvmir.I8)
	}
	return g.ofWords(got, t, len(others))
}

// lowerStore writes each element once: where several threads hold it, the first one does.
func lowerStore(l *lowering, op *ir.Operation) bool {
	ptrs, vals, mask := l.get(op.Operand(0)), l.get(op.Operand(1)), l.optional(op, 2)
	owner := l.owner(op.Operand(0))
	for _, run := range l.runs(op.Operand(0), op.OperandGroup(2)) {
		pred := owner
		if mask != nil {
			pred = l.both(owner, mask[run[0]])
		}
		l.storeGlobal(pick(vals, run), ptrs[run[0]], pred)
	}
	return true
}

// owner is true in the thread that answers for an element of a tensor, or for a
// scalar; none means every thread.
func (l *lowering) owner(v *ir.Value) value {
	switch {
	case l.single:
		return value{}
	case ir.IsTensor(v.Type()):
		return l.unique(tensorLayout(v.Type()).FreeMasks())
	}
	return l.lead
}

func (g *gen) both(a, b value) value {
	if !a.Valid() {
		return b
	}
	return g.And(a, b)
}

func (g *gen) storeGlobal(vals []value, ptr, pred value) {
	words := g.words(vals)
	bits := words[0].Type.Bits()
	a := g.Asm().Memory()
	p := guard(a, pred)
	at := a.In(ptr)
	var refs []string
	for _, w := range words {
		refs = append(refs, a.In(g.register(w)))
	}
	a.Emit(fmt.Sprintf("%sst.global%s.b%d [%s], %s;", p, suffix(len(words)), bits, at, list(refs)))
}

// runs splits the registers of a tensor of pointers into those that one access
// covers. Registers that repeat an element are loaded again, which costs nothing new.
func (l *lowering) runs(ptr *ir.Value, mask []*ir.Value) [][]int {
	n := len(l.get(ptr))
	width := l.vectorWidth(ptr, mask)
	var out [][]int
	for r := 0; r < n; r += width {
		run := make([]int, width)
		for k := range run {
			run[k] = r + k
		}
		out = append(out, run)
	}
	return out
}

// atomicOps are tt.atomic_rmw's kinds as LLVM names them.
var atomicOps = []string{"", "and", "or", "xor", "add", "fadd", "max", "min", "umax", "umin", "xchg"}

var atomicOrders = []string{"", "monotonic", "acquire", "release", "acq_rel"}

var atomicScopes = []string{"", "device", "block", ""}

func atomicAttrs(op *ir.Operation) (order, scope string) {
	sem, _ := op.IntAttr("sem")
	sc, _ := op.IntAttr("scope")
	return atomicOrders[sem], atomicScopes[sc]
}

// where runs code in the threads where pred holds and gives its result, zero elsewhere.
func (l *lowering) where(pred value, t *llvmir.Type, code func() value) value {
	if !pred.Valid() {
		return code()
	}
	do, done := l.fn.Block("where"), l.fn.Block("where.end")
	from := l.Here()
	l.CondBr(pred, do, done)
	l.At(do)
	v := code()
	end := l.Here()
	l.Br(done)
	l.At(done)
	p := l.Phi(t)
	p.Add(v, end)
	p.Add(llvmir.Zero(t), from)
	return p.Value
}

// shareScalar gives every thread of the group what its first one got.
func (l *lowering) shareScalar(op *ir.Operation, v value) (value, bool) {
	if l.single || op.Result(0).Unused() {
		return v, true
	}
	scratch, ok := l.scratch(op)
	if !ok {
		return v, l.fail(op, "has no shared memory for its result: run --allocate-shared-memory before")
	}
	l.sync()
	l.storeShared([]value{v}, scratch, 0, l.lead)
	l.sync()
	return l.loadShared(v.Type, 1, scratch, 0)[0], true
}

func lowerAtomic(l *lowering, op *ir.Operation) bool {
	kind, _ := op.IntAttr("atomic_rmw_op")
	ptrs, vals, mask := l.get(op.Operand(0)), l.get(op.Operand(1)), l.optional(op, 2)
	order, scope := atomicAttrs(op)
	owner := l.owner(op.Operand(0))
	return l.atomic(op, ptrs, func(i int) (value, func() value) {
		pred := owner
		if mask != nil {
			pred = l.both(owner, mask[i])
		}
		return pred, func() value {
			return l.AtomicRMW(atomicOps[kind], ptrs[i], vals[i], order, scope, sizeOf(vals[i].Type))
		}
	})
}

func lowerCompareSwap(l *lowering, op *ir.Operation) bool {
	ptrs, olds, vals := l.get(op.Operand(0)), l.get(op.Operand(1)), l.get(op.Operand(2))
	order, scope := atomicAttrs(op)
	failure := map[string]string{"release": "monotonic", "acq_rel": "acquire"}[order]
	if failure == "" {
		failure = order
	}
	owner := l.owner(op.Operand(0))
	return l.atomic(op, ptrs, func(i int) (value, func() value) {
		return owner, func() value {
			held, _ := l.CmpXchg(ptrs[i], l.bits(olds[i]), l.bits(vals[i]), order, failure, scope, sizeOf(vals[i].Type))
			return l.ofBits(held, vals[i].Type)
		}
	})
}

// atomic runs an atomic op for every register. What a thread that does not own an
// element would get is not defined, so a used tensor result must have one owner each.
func (l *lowering) atomic(op *ir.Operation, ptrs []value, each func(i int) (pred value, code func() value)) bool {
	t := l.elem(op.Result(0))
	out := make([]value, len(ptrs))
	for i := range ptrs {
		pred, code := each(i)
		out[i] = l.where(pred, t, code)
	}
	if !ir.IsTensor(op.Result(0).Type()) {
		v, ok := l.shareScalar(op, out[0])
		return ok && l.set(op.Result(0), v)
	}
	free := tensorLayout(op.Result(0).Type()).FreeMasks()
	if !op.Result(0).Unused() && free[layout.Register]|free[layout.Lane]|free[layout.Warp] != 0 {
		return l.fail(op, "has a result that several threads hold")
	}
	return l.set(op.Result(0), out...)
}

// lowerLocalAlloc gives the place that was allocated. With a source the tensor is
// written there, for all threads and for wgmma and TMA to read.
func lowerLocalAlloc(l *lowering, op *ir.Operation) bool {
	base, ok := l.scratch(op)
	if !ok {
		return l.fail(op, "has no shared memory: run --allocate-shared-memory before")
	}
	l.set(op.Result(0), base)
	if op.NumOperands() == 0 {
		return true
	}
	src := op.Operand(0)
	m := op.Result(0).Type().(*ttg.MemDescType)
	l.sync()
	l.storeTensor(l.get(src), tensorLayout(src.Type()), sharedLayout(m), base)
	l.effectf("fence.proxy.async.shared::cta;")
	l.sync()
	return true
}

func lowerLocalLoad(l *lowering, op *ir.Operation) bool {
	src, res := op.Operand(0), op.Result(0)
	m := src.Type().(*ttg.MemDescType)
	return l.set(res, l.loadTensor(l.elem(res), tensorLayout(res.Type()), sharedLayout(m), l.one(src))...)
}

func lowerLocalStore(l *lowering, op *ir.Operation) bool {
	src, dst := op.Operand(0), op.Operand(1)
	m := dst.Type().(*ttg.MemDescType)
	l.storeTensor(l.get(src), tensorLayout(src.Type()), sharedLayout(m), l.one(dst))
	return true
}

// lowerIndex chooses one buffer of several.
func lowerIndex(l *lowering, op *ir.Operation) bool {
	src, index := op.Operand(0), l.one(op.Operand(1))
	m := src.Type().(*ttg.MemDescType)
	return l.set(op.Result(0), l.Add(l.one(src), l.Mul(index, ci(bufferBytes(m.Shape[1:], m.Elem)))))
}

// lowerSubslice is a part of a buffer, whose first element is at an offset that
// the layout gives.
func lowerSubslice(l *lowering, op *ir.Operation) bool {
	m := op.Operand(0).Type().(*ttg.MemDescType)
	at := layout.Offset
	inverse := sharedLayout(m).Invert()
	coords := map[string]int{}
	for d, o := range op.Ints("offsets") {
		coords[layout.Dim(d)] = int(o)
	}
	bytes := inverse.Apply(coords)[at] * sizeOf(l.elem(op.Operand(0)))
	return l.set(op.Result(0), l.Add(l.one(op.Operand(0)), ci(bytes)))
}

// sameAddress is a view that only the type tells from its source.
func sameAddress(l *lowering, op *ir.Operation) bool {
	return l.set(op.Result(0), l.one(op.Operand(0)))
}
