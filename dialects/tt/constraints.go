package tt

import (
	"slices"

	"tawa/ir"
)

func isFloat(t ir.Type) bool {
	f, ok := t.(*ir.FloatType)
	return ok && slices.Contains([]string{"f8E4M3FN", "f8E4M3FNUZ", "f8E5M2", "f8E5M2FNUZ", "f16", "bf16", "f32", "f64"}, f.Name)
}

func isInt(t ir.Type) bool {
	i, ok := t.(*ir.IntegerType)
	return ok && i.Sign == ir.Signless && slices.Contains([]int{1, 4, 8, 16, 32, 64}, i.Width)
}

func isPtr(t ir.Type) bool  { _, ok := t.(*PtrType); return ok }
func isDesc(t ir.Type) bool { _, ok := t.(*DescType); return ok }
func isI32(t ir.Type) bool  { return ir.IsSignless(t) && ir.BitWidth(t) == 32 }

// anyElement allows what a tensor may hold, and tokens of other dialects.
func anyElement(t ir.Type) bool {
	i, isInteger := t.(*ir.IntegerType)
	return isFloat(t) || isPtr(t) || isInteger && slices.Contains([]int{1, 4, 8, 16, 32, 64}, i.Width)
}

// like allows t and tensors of it.
func like(ok func(ir.Type) bool) func(ir.Type) bool {
	return func(t ir.Type) bool {
		if r := TensorOf(t); r != nil {
			return ok(r.Elem)
		}
		return ok(t)
	}
}

func tensor(ok func(ir.Type) bool) func(ir.Type) bool {
	return func(t ir.Type) bool { r := TensorOf(t); return r != nil && ok(r.Elem) }
}

func notPtr(t ir.Type) bool { return isFloat(t) || isInt(t) }

func constraint(summary string, ok func(ir.Type) bool) *ir.TypeConstraint {
	return &ir.TypeConstraint{Summary: summary, Ok: ok}
}

// Type constraints.
var (
	FloatLike    = constraint("floating-point or tensor of floating-point values", like(isFloat))
	IntLike      = constraint("integer or tensor of integers", like(isInt))
	IntTensor    = constraint("tensor of integers", tensor(isInt))
	I32Tensor    = constraint("tensor of 32-bit signless integers", tensor(isI32))
	RowTensor    = constraint("tensor of 16- or 32-bit signless integers", tensor(func(t ir.Type) bool { return isI32(t) || ir.IsSignless(t) && ir.BitWidth(t) == 16 }))
	BoolLike     = constraint("1-bit signless integer or tensor of such", like(func(t ir.Type) bool { return isInt(t) && ir.BitWidth(t) == 1 }))
	PtrLike      = constraint("pointer or tensor of pointers", IsPtrLike)
	AnyPtr       = constraint("pointer, tensor of pointers or pointer to a tensor", func(t ir.Type) bool { return Pointee(t) != nil })
	I64Like      = constraint("64-bit signless integer or tensor of such", like(func(t ir.Type) bool { return isInt(t) && ir.BitWidth(t) == 64 }))
	NumberTensor = constraint("tensor of integers or floating-point values", tensor(notPtr))
	FloatTensor  = constraint("tensor of floating-point values", tensor(isFloat))
	Tensor       = constraint("tensor of integers, floating-point values or pointers", tensor(anyElement))
	Any          = constraint("integer, floating-point, pointer, descriptor or tensor", func(t ir.Type) bool { return like(anyElement)(t) || isDesc(t) })
	Element      = constraint("integer, floating-point, pointer or tensor of rank 0", func(t ir.Type) bool {
		r := TensorOf(t)
		return anyElement(t) || r != nil && len(r.Shape) == 0 && anyElement(r.Elem)
	})
	Scalar    = constraint("integer, floating-point or pointer", anyElement)
	ScalarPtr = &ir.TypeConstraint{Summary: "pointer", Ok: func(t ir.Type) bool { return isPtr(t) && !IsBlockPtr(t) }, Short: "tt.ptr"}
	BlockPtr  = &ir.TypeConstraint{Summary: "pointer to a tensor", Ok: IsBlockPtr, Short: "tt.ptr"}
	Desc      = &ir.TypeConstraint{Summary: "tensor descriptor", Ok: isDesc, Short: "tt.tensordesc"}
)

// Enumerated attributes; the names stand at their values.
var (
	CacheKind      = ir.EnumAttr("cache modifier", false, "", "none", "ca", "cg", "wb", "cs", "wt", "cv")
	EvictKind      = ir.EnumAttr("eviction policy", false, "", "evict_normal", "evict_first", "evict_last")
	PaddingKind    = ir.EnumAttr("padding option", false, "", "zero", "nan")
	SemKind        = ir.EnumAttr("memory semantic", false, "", "relaxed", "acquire", "release", "acq_rel")
	ScopeKind      = ir.EnumAttr("memory scope", false, "", "gpu", "cta", "sys")
	RMWKind        = ir.EnumAttr("atomic operation", false, "", "and", "or", "xor", "add", "fadd", "max", "min", "umax", "umin", "exch")
	ReduceKind     = ir.EnumAttr("descriptor reduction", false, "", "add", "min", "max", "inc", "dec", "and", "or", "xor")
	AxisKind       = ir.EnumAttr("program axis", false, "x", "y", "z")
	RoundingKind   = ir.EnumAttr("rounding mode", false, "rtz", "rtne")
	PrecisionKind  = ir.EnumAttr("input precision", false, "tf32", "tf32x3", "ieee", "bf16x3", "bf16x6")
	ScaledElemKind = ir.EnumAttr("element type of a scaled operand", false, "e4m3", "e5m2", "e2m3", "e3m2", "e2m1", "bf16", "fp16")
)

// Values of the enumerated attributes that code names.
const (
	CacheNone   = 1
	EvictNormal = 1

	PadZero = 1
	PadNaN  = 2

	RTZ  = 0
	RTNE = 1

	PrecisionTF32   = 0
	PrecisionTF32x3 = 1
	PrecisionIEEE   = 2

	AxisX = 0
	AxisY = 1
	AxisZ = 2
)

// The operations of tt.atomic_rmw.
const (
	RMWAnd = iota + 1
	RMWOr
	RMWXor
	RMWAdd
	RMWFAdd
	RMWMax
	RMWMin
	RMWUMax
	RMWUMin
	RMWExch
)

// PropagateNaNAll is the value of `propagateNan = all`.
const PropagateNaNAll = 0xFFFF

// PropagateNaNKind is 0, none, or PropagateNaNAll.
var PropagateNaNKind = &ir.AttrConstraint{Summary: "propagation of NaN: none or all", Ok: func(a ir.Attribute) bool {
	i, ok := a.(*ir.IntegerAttr)
	return ok && isI32(i.Type) && (i.Value == 0 || i.Value == PropagateNaNAll)
}}

func emptyI32Array(c *ir.Context) ir.Attribute { return c.I32Array() }
