package nvptx

import (
	"math"

	"tawa/ir"
	"tawa/llvmir"
)

// scalar computes one element of an op from those of its operands.
type scalar func(l *lowering, op *ir.Operation, x []value) value

// each lowers an op element by element.
func each(f scalar) lowerFunc {
	return func(l *lowering, op *ir.Operation) bool {
		out := make([]value, registers(op.Result(0).Type()))
		x := make([]value, op.NumOperands())
		for i := range out {
			for k, v := range op.Operands() {
				vals := l.get(v)
				x[k] = vals[min(i, len(vals)-1)] // a scalar condition holds for all
			}
			out[i] = f(l, op, x)
		}
		return l.set(op.Result(0), out...)
	}
}

func bin(op llvmir.BinOp) scalar {
	return func(l *lowering, _ *ir.Operation, x []value) value { return l.Bin(op, x[0], x[1]) }
}

func intrinsic(name string) scalar {
	return func(l *lowering, _ *ir.Operation, x []value) value { return l.Intrinsic(name, x...) }
}

// cast converts to the type of the result; where that is the operand's, as
// between two integers of one width, nothing is done.
func cast(op llvmir.CastOp) scalar {
	return func(l *lowering, o *ir.Operation, x []value) value { return l.Cast(op, x[0], l.elem(o.Result(0))) }
}

// float32 computes in f32 what is wanted of a narrower float.
func float32op(f func(l *lowering, x value) value) scalar {
	return func(l *lowering, _ *ir.Operation, x []value) value {
		t := x[0].Type
		v := x[0]
		if t.Bits() < 32 {
			v = l.Cast(llvmir.FPExt, v, llvmir.Float)
		}
		v = f(l, v)
		if t.Bits() < 32 {
			v = l.Cast(llvmir.FPTrunc, v, t)
		}
		return v
	}
}

func approx(name string) scalar {
	return float32op(func(l *lowering, x value) value { return l.Intrinsic(name, x) })
}

// elementwiseRows are the ops that treat each element alone.
func elementwiseRows() map[string]lowerFunc {
	table := map[string]scalar{
		"arith.addi": bin(llvmir.Add), "arith.subi": bin(llvmir.Sub), "arith.muli": bin(llvmir.Mul),
		"arith.divsi": bin(llvmir.SDiv), "arith.divui": bin(llvmir.UDiv), "arith.remsi": bin(llvmir.SRem), "arith.remui": bin(llvmir.URem),
		"arith.andi": bin(llvmir.And), "arith.ori": bin(llvmir.Or), "arith.xori": bin(llvmir.Xor),
		"arith.shli": bin(llvmir.Shl), "arith.shrsi": bin(llvmir.AShr), "arith.shrui": bin(llvmir.LShr),
		"arith.addf": bin(llvmir.FAdd), "arith.subf": bin(llvmir.FSub), "arith.remf": bin(llvmir.FRem),
		"arith.divf": divide, "arith.negf": func(l *lowering, _ *ir.Operation, x []value) value { return l.FNeg(x[0]) },
		"arith.minsi": intrinsic("llvm.smin"), "arith.maxsi": intrinsic("llvm.smax"),
		"arith.minui": intrinsic("llvm.umin"), "arith.maxui": intrinsic("llvm.umax"),
		"arith.minnumf": intrinsic("llvm.minnum"), "arith.maxnumf": intrinsic("llvm.maxnum"),
		"arith.minimumf": intrinsic("llvm.minimum"), "arith.maximumf": intrinsic("llvm.maximum"),
		"arith.cmpi": compareInts, "arith.cmpf": compareFloats,
		"arith.select": func(l *lowering, _ *ir.Operation, x []value) value { return l.Select(x[0], x[1], x[2]) },
		"arith.extsi":  cast(llvmir.SExt), "arith.extui": cast(llvmir.ZExt), "arith.trunci": cast(llvmir.Trunc),
		"arith.sitofp": cast(llvmir.SIToFP), "arith.uitofp": cast(llvmir.UIToFP),
		"arith.fptosi": cast(llvmir.FPToSI), "arith.fptoui": cast(llvmir.FPToUI),
		"arith.bitcast": bitcast, "tt.bitcast": bitcast,
		"arith.index_cast": resizeSigned, "arith.index_castui": resizeUnsigned,

		"math.fma": intrinsic("llvm.fma"), "math.absf": intrinsic("llvm.fabs"),
		"math.absi": func(l *lowering, _ *ir.Operation, x []value) value {
			return l.Intrinsic("llvm.abs", x[0], llvmir.Bool(false))
		},
		"math.floor": intrinsic("llvm.floor"), "math.ceil": intrinsic("llvm.ceil"), "math.trunc": intrinsic("llvm.trunc"),
		"math.copysign": intrinsic("llvm.copysign"), "math.ctpop": intrinsic("llvm.ctpop"),
		"math.exp2": approx("llvm.nvvm.ex2.approx.ftz.f"), "math.log2": approx("llvm.nvvm.lg2.approx.ftz.f"),
		"math.exp": exponential, "math.log": logarithm,
		"math.sqrt": intrinsic("llvm.sqrt"), "math.rsqrt": approx("llvm.nvvm.rsqrt.approx.ftz.f"),
		"math.sin": approx("llvm.nvvm.sin.approx.f"), "math.cos": approx("llvm.nvvm.cos.approx.f"),
		"tt.precise_sqrt": intrinsic("llvm.sqrt"), "tt.precise_divf": bin(llvmir.FDiv),
		"tt.mulhiui": mulHigh, "tt.clampf": clamp,

		"tt.addptr":     addPointer,
		"tt.ptr_to_int": cast(llvmir.PtrToInt), "tt.int_to_ptr": cast(llvmir.IntToPtr),
	}
	rows := map[string]lowerFunc{"arith.mulf": lowerMulF}
	for name, f := range table {
		rows[name] = each(f)
	}
	return rows
}

// divide is the division of tl's `/`: of two roundings at most, unlike div.rn,
// and right over the full range of f32.
func divide(l *lowering, _ *ir.Operation, x []value) value {
	t := x[0].Type
	switch {
	case t == llvmir.Double:
		return l.Bin(llvmir.FDiv, x[0], x[1])
	case t.Bits() < 32:
		a, b := l.Cast(llvmir.FPExt, x[0], llvmir.Float), l.Cast(llvmir.FPExt, x[1], llvmir.Float)
		return l.Cast(llvmir.FPTrunc, l.divFull(a, b), t)
	}
	return l.divFull(x[0], x[1])
}

func (g *gen) divFull(x, y value) value {
	a := g.Asm()
	d := a.Out(llvmir.Float)
	return a.Emit("div.full.f32 " + d + ", " + a.In(x) + ", " + a.In(y) + ";")[0]
}

var exponential = float32op(func(l *lowering, x value) value {
	return l.Intrinsic("llvm.nvvm.ex2.approx.ftz.f", l.Bin(llvmir.FMul, x, llvmir.F32(math.Log2E)))
})

var logarithm = float32op(func(l *lowering, x value) value {
	return l.Bin(llvmir.FMul, l.Intrinsic("llvm.nvvm.lg2.approx.ftz.f", x), llvmir.F32(math.Ln2))
})

func mulHigh(l *lowering, _ *ir.Operation, x []value) value {
	if x[0].Type == llvmir.I64 {
		return l.Intrinsic("llvm.nvvm.mulhi.ull", x...)
	}
	return l.Intrinsic("llvm.nvvm.mulhi.ui", x...)
}

// clamp is min(max(x, lo), hi); with propagateNan = all (1) a NaN stays.
func clamp(l *lowering, op *ir.Operation, x []value) value {
	lo, hi := "llvm.maxnum", "llvm.minnum"
	if n, _ := op.IntAttr("propagateNan"); n != 0 {
		lo, hi = "llvm.maximum", "llvm.minimum"
	}
	return l.Intrinsic(hi, l.Intrinsic(lo, x[0], x[1]), x[2])
}

var intPredicates = []llvmir.Pred{llvmir.EQ, llvmir.NE, llvmir.SLT, llvmir.SLE, llvmir.SGT, llvmir.SGE,
	llvmir.ULT, llvmir.ULE, llvmir.UGT, llvmir.UGE}

func compareInts(l *lowering, op *ir.Operation, x []value) value {
	p, _ := op.IntAttr("predicate")
	return l.ICmp(intPredicates[p], x[0], x[1])
}

// floatPredicates are numbered as arith.cmpf's: 0 is false, 15 is true.
var floatPredicates = []llvmir.Pred{"", llvmir.OEQ, llvmir.OGT, llvmir.OGE, llvmir.OLT, llvmir.OLE, llvmir.ONE, llvmir.ORD,
	llvmir.UEQ, "ugt", "uge", "ult", "ule", llvmir.UNE, llvmir.UNO}

func compareFloats(l *lowering, op *ir.Operation, x []value) value {
	p, _ := op.IntAttr("predicate")
	if p == 0 || int(p) == len(floatPredicates) {
		return llvmir.Bool(p != 0)
	}
	return l.FCmp(floatPredicates[p], x[0], x[1])
}

func bitcast(l *lowering, op *ir.Operation, x []value) value {
	t := l.elem(op.Result(0))
	if x[0].Type.IsPtr() || t.IsPtr() {
		return x[0] // a pointer to another type
	}
	return l.Cast(llvmir.BitCast, x[0], t)
}

func resize(l *lowering, op *ir.Operation, x value, widen llvmir.CastOp) value {
	t := l.elem(op.Result(0))
	if x.Type.Bits() > t.Bits() {
		widen = llvmir.Trunc
	}
	return l.Cast(widen, x, t)
}

func resizeSigned(l *lowering, op *ir.Operation, x []value) value {
	return resize(l, op, x[0], llvmir.SExt)
}

func resizeUnsigned(l *lowering, op *ir.Operation, x []value) value {
	return resize(l, op, x[0], llvmir.ZExt)
}

// addPointer counts in elements of what the pointer points to.
func addPointer(l *lowering, op *ir.Operation, x []value) value {
	return l.GEP(l.pointee(op.Result(0)), x[0], false, x[1])
}
