package nvptx

import (
	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
	"tawa/layout"
	"tawa/llvmir"
)

// scalarType is how one element of a type travels in registers.
func scalarType(t ir.Type) (*llvmir.Type, bool) {
	switch t := t.(type) {
	case *ir.IntegerType:
		return llvmir.Int(t.Width), t.Width <= 64
	case *ir.IndexType:
		return llvmir.I64, true
	case *ir.FloatType:
		switch t.Name {
		case "f16":
			return llvmir.Half, true
		case "bf16":
			return llvmir.BFloat, true
		case "f32", "tf32":
			return llvmir.Float, true
		case "f64":
			return llvmir.Double, true
		}
		return llvmir.I8, ir.BitWidth(t) == 8
	case *tt.PtrType:
		return llvmir.PtrIn(int(t.Space)), !ir.IsTensor(t.Pointee)
	case *ttg.MemDescType:
		return llvmir.I32, true
	case *tt.DescType:
		return llvmir.Ptr, true
	}
	return nil, false
}

func mustScalar(t ir.Type) *llvmir.Type {
	s, ok := scalarType(t)
	if !ok {
		panic("nvptx: no register holds " + ir.TypeString(t))
	}
	return s
}

// elem is the type of a value, or of the elements of a tensor.
func (l *lowering) elem(v *ir.Value) *llvmir.Type { return mustScalar(ir.ElementType(v.Type())) }

// pointee is what a pointer, or the elements of a tensor of pointers, point to; in
// memory a truth value takes a byte.
func (l *lowering) pointee(v *ir.Value) *llvmir.Type {
	t := mustScalar(tt.Pointee(v.Type()))
	if t == llvmir.I1 {
		return llvmir.I8
	}
	return t
}

// registers is the number of scalars that a value takes in a thread.
func registers(t ir.Type) int {
	if ir.IsTensor(t) {
		return tensorLayout(t).InSize(layout.Register)
	}
	return 1
}

// tensorLayout is the linear layout of a tensor type, whose encoding is verified.
func tensorLayout(t ir.Type) layout.Layout {
	r := t.(*ir.RankedTensorType)
	return layout.Must(ttg.ToLinear(r.Shape, r.Encoding))
}

// sharedLayout is the linear layout of a buffer: of all of it where the type is a
// part of one.
func sharedLayout(m *ttg.MemDescType) layout.Layout {
	return layout.Must(ttg.ToLinear(bufferShape(m), m.Encoding))
}

// bufferShape is the shape of the one buffer that a descriptor lies in: without
// the dimensions that choose among several.
func bufferShape(m *ttg.MemDescType) []int64 {
	if len(m.AllocShape) == 0 {
		return m.Shape
	}
	return m.AllocShape[len(m.AllocShape)-len(m.Shape):]
}

// bufferBytes is the size of one buffer of a shape.
func bufferBytes(shape []int64, elem ir.Type) int {
	return int(ir.NumElements(shape)) * sizeOf(mustScalar(elem))
}
