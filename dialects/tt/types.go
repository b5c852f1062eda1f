package tt

import "tawa/ir"

// PtrType is `!tt.ptr<POINTEE, SPACE>`; address space 1, global memory, is not
// printed. A pointer to a tensor is a block pointer.
type PtrType struct {
	ir.TypeBase
	Pointee ir.Type
	Space   int64
}

// GlobalSpace is the address space of global memory.
const GlobalSpace = 1

// TypeName, Key and Print implement ir.Type.
func (*PtrType) TypeName() string { return "tt.ptr" }
func (t *PtrType) Key(k *ir.Key)  { k.Type(t.Pointee).Int(t.Space) }
func (t *PtrType) Print(p ir.AsmPrinter) {
	p.Str("<")
	p.Type(t.Pointee)
	if t.Space != GlobalSpace {
		p.Str(", ")
		p.Int(t.Space)
	}
	p.Str(">")
}

// Ptr returns the pointer to pointee in global memory.
func Ptr(pointee ir.Type) *PtrType { return PtrIn(pointee, GlobalSpace) }

// PtrIn returns the pointer to pointee in an address space.
func PtrIn(pointee ir.Type, space int64) *PtrType {
	return ir.UniqueType(pointee.Context(), &PtrType{Pointee: pointee, Space: space})
}

func parsePtr(p ir.AsmParser) (ir.Type, bool) {
	if !p.Punct("<") {
		return nil, false
	}
	span := p.Span()
	pointee, ok := p.Type()
	if !ok {
		return nil, false
	}
	if !anyElement(pointee) && !ir.IsTensor(pointee) {
		p.Errorf(span, "a pointer can't point to '%s'", ir.TypeString(pointee))
		return nil, false
	}
	space := int64(GlobalSpace)
	if p.OptionalPunct(",") {
		if space, ok = p.Integer(); !ok {
			return nil, false
		}
	}
	return PtrIn(pointee, space), p.Punct(">")
}

// DescType is `!tt.tensordesc<tensor<…>>`: a tensor in global memory, seen in
// blocks of the shape and element type of Block. An encoding of Block is that of
// the shared memory into which blocks are loaded; a sign of the elements is kept.
type DescType struct {
	ir.TypeBase
	Block *ir.RankedTensorType
}

// TypeName, Key and Print implement ir.Type.
func (*DescType) TypeName() string { return "tt.tensordesc" }
func (t *DescType) Key(k *ir.Key)  { k.Type(t.Block) }
func (t *DescType) Print(p ir.AsmPrinter) {
	p.Str("<")
	p.Type(t.Block)
	p.Str(">")
}

// TensorDesc returns the descriptor of blocks like block.
func TensorDesc(block *ir.RankedTensorType) *DescType {
	return ir.UniqueType(block.Context(), &DescType{Block: block})
}

// Tensor returns the type of a loaded block: without sign and encoding.
func (t *DescType) Tensor() *ir.RankedTensorType {
	return t.Context().Tensor(t.Block.Shape, signless(t.Block.Elem), nil)
}

func signless(t ir.Type) ir.Type {
	if i, ok := t.(*ir.IntegerType); ok {
		return i.Context().Integer(i.Width, ir.Signless)
	}
	return t
}

// parseDesc takes `<tensor<128x64xf16, #enc>>` and the newer `<128x64xf16, #enc>`.
func parseDesc(p ir.AsmParser) (ir.Type, bool) {
	if !p.Punct("<") {
		return nil, false
	}
	span := p.Span()
	t, present, ok := p.OptionalType()
	block, isTensor := t.(*ir.RankedTensorType)
	switch {
	case present && !ok:
		return nil, false
	case present && !isTensor:
		p.Errorf(span, "expected a ranked tensor type as the block of a descriptor, but got '%s'", ir.TypeString(t))
		return nil, false
	case !present:
		if block, ok = parseBareBlock(p); !ok {
			return nil, false
		}
	}
	for _, n := range block.Shape {
		if n < 1 {
			p.Errorf(span, "the block of a descriptor must have a static shape")
			return nil, false
		}
	}
	return TensorDesc(block), p.Punct(">")
}

func parseBareBlock(p ir.AsmParser) (*ir.RankedTensorType, bool) {
	shape, ok := p.Shape(false)
	if !ok {
		return nil, false
	}
	elem, ok := p.Type()
	if !ok {
		return nil, false
	}
	var enc ir.Attribute
	if p.OptionalPunct(",") {
		if enc, ok = p.Attr(nil); !ok {
			return nil, false
		}
	}
	return p.Context().Tensor(shape, elem, enc), true
}

// Pointee returns what a pointer, or an element of a tensor of pointers, points to; nil for other types.
func Pointee(t ir.Type) ir.Type {
	if p, ok := ir.ElementType(t).(*PtrType); ok {
		return p.Pointee
	}
	return nil
}

// IsBlockPtr reports whether t is a pointer to a tensor.
func IsBlockPtr(t ir.Type) bool {
	p, ok := t.(*PtrType)
	return ok && ir.IsTensor(p.Pointee)
}

// IsPtrLike reports whether t is a pointer to a scalar or a tensor of such.
func IsPtrLike(t ir.Type) bool {
	p := Pointee(t)
	return p != nil && !ir.IsTensor(p)
}

// ValueType returns the type of what a load through a value of type ptr gives:
// the pointee, a tensor of pointees, or the tensor of a block pointer.
func ValueType(ptr ir.Type) ir.Type {
	p := Pointee(ptr)
	if p == nil {
		return nil
	}
	return ir.WithElement(ptr, p)
}

// MaskType returns the type of a mask of a load through a value of type ptr.
func MaskType(ptr ir.Type) ir.Type {
	t := ValueType(ptr)
	if t == nil {
		return nil
	}
	return ir.WithElement(t, t.Context().I1())
}

// TensorOf returns t as a ranked tensor, or nil.
func TensorOf(t ir.Type) *ir.RankedTensorType {
	r, _ := t.(*ir.RankedTensorType)
	return r
}
