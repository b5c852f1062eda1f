package nvptx

import (
	"slices"

	"tawa/ir"
	"tawa/layout"
	"tawa/llvmir"
)

// tensorRows are the ops that make tensors or see them in another shape.
func tensorRows() map[string]lowerFunc {
	return map[string]lowerFunc{
		"arith.constant":      lowerConstant,
		"ub.poison":           lowerPoison,
		"tt.splat":            lowerSplat,
		"tt.unsplat":          func(l *lowering, op *ir.Operation) bool { return l.set(op.Result(0), l.one(op.Operand(0))) },
		"tt.make_range":       lowerRange,
		"tt.expand_dims":      lowerExpandDims,
		"tt.broadcast":        lowerBroadcast,
		"tt.trans":            lowerTrans,
		"tt.reshape":          lowerReshape,
		"tt.join":             lowerJoin,
		"tt.split":            lowerSplit,
		"tt.get_program_id":   programID("ctaid"),
		"tt.get_num_programs": programID("nctaid"),
		"ttg.convert_layout":  lowerConvertLayout,
		"tt.reduce":           lowerReduce,
		"tt.reduce.return":    terminator,
	}
}

// constant is a scalar attribute as a constant.
func constant(a ir.Attribute, t *llvmir.Type) value {
	bits := ir.ScalarBits(a)
	if t.IsFloat() {
		return llvmir.ConstBits(t, bits)
	}
	return llvmir.ConstInt(t, int64(bits))
}

func lowerConstant(l *lowering, op *ir.Operation) bool {
	v, res := op.Attr("value"), op.Result(0)
	dense, ok := v.(*ir.DenseElementsAttr)
	if !ok {
		return l.set(res, constant(v, l.elem(res)))
	}
	splat, ok := dense.SplatValue()
	if !ok {
		return l.fail(op, "is a tensor of different values, which has no lowering to LLVM IR")
	}
	return l.set(res, repeat(constant(splat, l.elem(res)), registers(res.Type()))...)
}

func lowerPoison(l *lowering, op *ir.Operation) bool {
	res := op.Result(0)
	return l.set(res, repeat(llvmir.Poison(l.elem(res)), registers(res.Type()))...)
}

func repeat(v value, n int) []value { return slices.Repeat([]value{v}, n) }

func lowerSplat(l *lowering, op *ir.Operation) bool {
	return l.set(op.Result(0), repeat(l.one(op.Operand(0)), registers(op.Result(0).Type()))...)
}

// lowerRange gives each element its index.
func lowerRange(l *lowering, op *ir.Operation) bool {
	start, _ := op.IntAttr("start")
	lay := tensorLayout(op.Result(0).Type())
	dim := layout.Dim(0)
	lane, warp, reg := lay.Coords(layout.Lane, dim), lay.Coords(layout.Warp, dim), lay.Coords(layout.Register, dim)
	thread := l.Xor(l.xorBits(l.lane, lane), l.xorBits(l.warp, warp))
	out := make([]value, lay.InSize(layout.Register))
	mask := orAll(lane) | orAll(warp)
	for r := range out {
		at := xorOf(reg, r)
		x := l.Xor(thread, ci(at&mask)) // bits that no thread has are added, so that addresses fold them
		out[r] = l.Add(x, ci(at&^mask+int(start)))
	}
	return l.set(op.Result(0), out...)
}

// renamed gives the registers of a result that hold what a register of the
// source holds in the same thread; from maps coordinates of the result to those of
// the source, and is linear.
func renamed(src, dst layout.Layout, from func([]int) []int) ([]int, bool) {
	for _, in := range []string{layout.Lane, layout.Warp} {
		for i, b := range dst.Bases(in) {
			if !slices.Equal(from(b), src.Bases(in)[i]) {
				return nil, false
			}
		}
	}
	shape := src.Shape()
	key := func(c []int) int {
		k := 0
		for d, x := range c {
			k = k*int(shape[d]) + x
		}
		return k
	}
	at := map[int]int{}
	for r := src.InSize(layout.Register) - 1; r >= 0; r-- {
		at[key(src.At(r))] = r
	}
	out := make([]int, dst.InSize(layout.Register))
	for r := range out {
		k, ok := at[key(from(dst.At(r)))]
		if !ok {
			return nil, false
		}
		out[r] = k
	}
	return out, true
}

// view lowers an op that only renames registers.
func (l *lowering) view(op *ir.Operation, from func([]int) []int) bool {
	src, dst := op.Operand(0), op.Result(0)
	regs, ok := renamed(tensorLayout(src.Type()), tensorLayout(dst.Type()), from)
	if !ok {
		return l.fail(op, "moves elements between threads: %s to %s needs a ttg.convert_layout",
			ir.TypeString(src.Type()), ir.TypeString(dst.Type()))
	}
	return l.set(dst, pick(l.get(src), regs)...)
}

func lowerExpandDims(l *lowering, op *ir.Operation) bool {
	axis, _ := op.IntAttr("axis")
	return l.view(op, func(c []int) []int { return slices.Delete(slices.Clone(c), int(axis), int(axis)+1) })
}

func lowerBroadcast(l *lowering, op *ir.Operation) bool {
	shape, _ := ir.ShapeOf(op.Operand(0).Type())
	return l.view(op, func(c []int) []int {
		c = slices.Clone(c)
		for d := range c {
			if shape[d] == 1 {
				c[d] = 0
			}
		}
		return c
	})
}

func lowerTrans(l *lowering, op *ir.Operation) bool {
	order := op.Ints("order")
	return l.view(op, func(c []int) []int {
		out := make([]int, len(c))
		for d, from := range order {
			out[from] = c[d]
		}
		return out
	})
}

func lowerReshape(l *lowering, op *ir.Operation) bool {
	from, _ := ir.ShapeOf(op.Operand(0).Type())
	to, _ := ir.ShapeOf(op.Result(0).Type())
	return l.view(op, func(c []int) []int {
		flat := 0
		for d, x := range c {
			flat = flat*int(to[d]) + x
		}
		out := make([]int, len(from))
		for d := len(from) - 1; d >= 0; d-- {
			out[d] = flat % int(from[d])
			flat /= int(from[d])
		}
		return out
	})
}

// lowerJoin puts two tensors side by side along a new last dimension of size 2.
func lowerJoin(l *lowering, op *ir.Operation) bool {
	src, dst := tensorLayout(op.Operand(0).Type()), tensorLayout(op.Result(0).Type())
	regs, ok := renamed(src, dst, func(c []int) []int { return c[:len(c)-1] })
	if !ok {
		return l.fail(op, "moves elements between threads")
	}
	out := make([]value, len(regs))
	for r := range out {
		c := dst.At(r)
		out[r] = l.get(op.Operand(c[len(c)-1]))[regs[r]]
	}
	return l.set(op.Result(0), out...)
}

// lowerSplit is the inverse of lowerJoin.
func lowerSplit(l *lowering, op *ir.Operation) bool {
	src, dst := tensorLayout(op.Operand(0).Type()), tensorLayout(op.Result(0).Type())
	for half := range 2 {
		regs := make([]int, dst.InSize(layout.Register))
		for r := range regs {
			want := append(dst.At(r), half)
			regs[r] = -1
			for k := range src.InSize(layout.Register) {
				if slices.Equal(src.At(k), want) {
					regs[r] = k
				}
			}
			if regs[r] < 0 {
				return l.fail(op, "moves elements between threads")
			}
		}
		l.set(op.Result(half), pick(l.get(op.Operand(0)), regs)...)
	}
	return true
}

func programID(register string) lowerFunc {
	return func(l *lowering, op *ir.Operation) bool {
		axis, _ := op.IntAttr("axis")
		return l.set(op.Result(0), l.Intrinsic("llvm.nvvm.read.ptx.sreg."+register+"."+"xyz"[axis:axis+1]))
	}
}

func lowerConvertLayout(l *lowering, op *ir.Operation) bool {
	src, dst := op.Operand(0), op.Result(0)
	from, to := tensorLayout(src.Type()), tensorLayout(dst.Type())
	scratch, ok := l.scratch(op)
	if !ok && layout.ConversionPlan(from, to).ThroughMemory(8*sizeOf(l.elem(src))) {
		return l.fail(op, "has no shared memory: run --allocate-shared-memory before")
	}
	return l.set(dst, l.convert(l.get(src), from, to, scratch)...)
}

func lowerReduce(l *lowering, op *ir.Operation) bool {
	axis, _ := op.IntAttr("axis")
	body := op.Region(0).First()
	lay := tensorLayout(op.Operand(0).Type())
	tensors := make([][]value, op.NumOperands())
	for k, v := range op.Operands() {
		tensors[k] = l.get(v)
	}
	ok := true
	combine := func(a, b []value) []value {
		for k, v := range append(slices.Clone(a), b...) {
			l.set(body.Arg(k), v)
		}
		ok = ok && l.ops(body)
		out := make([]value, len(a))
		for k, v := range body.Terminator().Operands() {
			if out[k] = a[k]; ok {
				out[k] = l.one(v)
			}
		}
		return out
	}
	scratch, has := l.scratch(op)
	if !has && lay.Mask(layout.Warp, layout.Dim(int(axis))) != 0 {
		return l.fail(op, "has no shared memory: run --allocate-shared-memory before")
	}
	for k, vals := range l.reduce(tensors, lay, int(axis), combine, scratch) {
		l.set(op.Result(k), vals...)
	}
	return ok
}
