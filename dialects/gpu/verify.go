package gpu

import (
	"slices"

	"tawa/dialects/builtin"
	"tawa/ir"
)

// needsFloat and needsInteger are the reductions for one kind of number only.
var (
	needsFloat   = []string{"minnumf", "maxnumf", "minimumf", "maximumf"}
	needsInteger = []string{"minui", "minsi", "maxui", "maxsi", "and", "or", "xor"}
)

func verifyReductionType(op *ir.Operation, r ir.Reporter) bool {
	word, _ := reductions.Word(op.Attr("op"))
	t := ir.ElementType(op.Operand(0).Type())
	if ir.IsFloat(t) && slices.Contains(needsInteger, word) || !ir.IsFloat(t) && slices.Contains(needsFloat, word) {
		return r.Errorf("`%s` reduction operation is not compatible with type '%s'", word, ir.TypeString(t))
	}
	return true
}

func verifyAllReduce(op *ir.Operation, r ir.Reporter) bool {
	body := op.Region(0).First()
	if (body == nil) == (op.Attr("op") == nil) {
		return r.Errorf("expected either an op attribute or a non-empty body")
	}
	if body == nil {
		return verifyReductionType(op, r)
	}
	t := op.Operand(0).Type()
	if len(body.Args()) != 2 || body.Arg(0).Type() != t || body.Arg(1).Type() != t {
		return r.Errorf("expected two region arguments of type '%s'", ir.TypeString(t))
	}
	for b := range op.Region(0).Blocks() {
		if end := b.Terminator(); end != nil && end.Is(Yield) && (end.NumOperands() != 1 || end.Operand(0).Type() != t) {
			return r.Errorf("expected one gpu.yield operand of type '%s'", ir.TypeString(t))
		}
	}
	return true
}

func verifySubgroupReduce(op *ir.Operation, r ir.Reporter) bool {
	if !verifyReductionType(op, r) {
		return false
	}
	stride, _ := op.IntAttr("cluster_stride")
	size, given := op.IntAttr("cluster_size")
	switch {
	case given && (size <= 0 || size&(size-1) != 0):
		return r.Errorf("cluster size %d is not a power of two", size)
	case stride <= 0 || stride&(stride-1) != 0:
		return r.Errorf("cluster stride %d is not a power of two", stride)
	case !given && stride != 1:
		return r.Errorf("cluster stride can only be specified if cluster size is specified")
	}
	return true
}

func verifyRotate(op *ir.Operation, r ir.Reporter) bool {
	offset, _ := op.IntAttr("offset")
	width, _ := op.IntAttr("width")
	if width <= 0 || width&(width-1) != 0 {
		return r.Errorf("width must be a power of two, not %d", width)
	}
	if offset < 0 || offset >= width {
		return r.Errorf("offset must be in the range [0, %d), not %d", width, offset)
	}
	return true
}

func verifySubgroupBroadcast(op *ir.Operation, r ir.Reporter) bool {
	word, _ := broadcasts.Word(op.Attr("broadcast_type"))
	if specific := word == "specific_lane"; specific != (op.NumOperands() == 2) {
		return r.Errorf("a lane is given exactly with `specific_lane`, not with `%s`", word)
	}
	return true
}

func verifyWarp(op *ir.Operation, r ir.Reporter) bool {
	body := op.Region(0).First()
	if body == nil || len(body.Args()) != op.NumOperands()-1 {
		return r.Errorf("expected same number op arguments and block arguments")
	}
	if end := body.Terminator(); end == nil || !end.Is(Yield) || end.NumOperands() != op.NumResults() {
		return r.Errorf("expected same number of yield operands and return values")
	}
	return true
}

func verifyAlloc(op *ir.Operation, r ir.Reporter) bool {
	t := op.Result(0).Type().(*ir.MemRefType)
	if n := builtin.CountDynamic(t.Shape); n != len(op.OperandGroup(1)) {
		return r.Errorf("dimension operand count (%d) does not equal memref dynamic dimension count (%d)", len(op.OperandGroup(1)), n)
	}
	if n := builtin.MapSymbols(t.Layout); n != len(op.OperandGroup(2)) {
		return r.Errorf("symbol operand count (%d) does not equal memref symbol count (%d)", len(op.OperandGroup(2)), n)
	}
	return true
}

func verifyMemcpy(op *ir.Operation, r ir.Reporter) bool {
	n := op.NumOperands()
	dst, src := op.Operand(n-2).Type().(*ir.MemRefType), op.Operand(n-1).Type().(*ir.MemRefType)
	if dst.Elem != src.Elem {
		return r.Errorf("arguments have incompatible element type: '%s' and '%s'", ir.TypeString(dst), ir.TypeString(src))
	}
	if !slices.EqualFunc(dst.Shape, src.Shape, func(a, b int64) bool { return a == b || a == ir.Dynamic || b == ir.Dynamic }) {
		return r.Errorf("arguments have incompatible shape: '%s' and '%s'", ir.TypeString(dst), ir.TypeString(src))
	}
	return true
}

func verifyDynamicSharedMemory(op *ir.Operation, r ir.Reporter) bool {
	t := op.Result(0).Type().(*ir.MemRefType)
	if word, ok := spaces.Word(t.Space); !ok || word != "workgroup" {
		return r.Errorf("address space must be #gpu.address_space<workgroup>, not that of '%s'", ir.TypeString(t))
	}
	if len(t.Shape) != 1 || t.Shape[0] != ir.Dynamic || t.Elem != ir.Type(t.Context().I8()) {
		return r.Errorf("result memref type must be memref<?xi8, #gpu.address_space<workgroup>>, not '%s'", ir.TypeString(t))
	}
	return true
}

func verifyMmaCompute(op *ir.Operation, r ir.Reporter) bool {
	a, b, c := op.Operand(0).Type().(*MMAMatrixType), op.Operand(1).Type().(*MMAMatrixType), op.Operand(2).Type().(*MMAMatrixType)
	if a.Operand != "AOp" || b.Operand != "BOp" || c.Operand != "COp" {
		return r.Errorf("operands must be in the order AOp, BOp, COp")
	}
	if a.Shape[1] != b.Shape[0] || a.Shape[0] != c.Shape[0] || b.Shape[1] != c.Shape[1] {
		return r.Errorf("operand shapes do not satisfy matmul constraints: '%s', '%s' and '%s'", ir.TypeString(a), ir.TypeString(b), ir.TypeString(c))
	}
	return true
}
