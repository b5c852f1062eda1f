package llvmir

import (
	"fmt"
	"strings"
)

type kind uint8

const (
	voidKind kind = iota
	intKind
	floatKind
	ptrKind
	vectorKind
	arrayKind
	structKind
)

// Type is an LLVM type. Types are immutable and compared by their text.
type Type struct {
	kind  kind
	bits  int // width of an integer or a float, address space of a pointer, length of a vector or an array
	elems []*Type
	text  string
}

// The types without parameters. An 8-bit float travels as I8.
var (
	Void   = &Type{kind: voidKind, text: "void"}
	I1     = &Type{kind: intKind, bits: 1, text: "i1"}
	I8     = &Type{kind: intKind, bits: 8, text: "i8"}
	I16    = &Type{kind: intKind, bits: 16, text: "i16"}
	I32    = &Type{kind: intKind, bits: 32, text: "i32"}
	I64    = &Type{kind: intKind, bits: 64, text: "i64"}
	Half   = &Type{kind: floatKind, bits: 16, text: "half"}
	BFloat = &Type{kind: floatKind, bits: 16, text: "bfloat"}
	Float  = &Type{kind: floatKind, bits: 32, text: "float"}
	Double = &Type{kind: floatKind, bits: 64, text: "double"}

	Ptr       = &Type{kind: ptrKind, text: "ptr"}                           // generic address
	PtrGlobal = &Type{kind: ptrKind, bits: 1, text: "ptr addrspace(1)"}     // device memory
	PtrShared = &Type{kind: ptrKind, bits: 3, text: "ptr addrspace(3)"}     // shared memory of the CTA
	ptrSpaces = map[int]*Type{0: Ptr, 1: PtrGlobal, 3: PtrShared}           // what PtrIn need not make
	intWidths = map[int]*Type{1: I1, 8: I8, 16: I16, 32: I32, 64: I64}      // what Int need not make
	scalars   = []*Type{I1, I8, I16, I32, I64, Half, BFloat, Float, Double} // what a name suffix may say
	suffixes  = []string{"i1", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64"}
)

// Int is the integer type of the given width in bits.
func Int(bits int) *Type {
	if t := intWidths[bits]; t != nil {
		return t
	}
	return &Type{kind: intKind, bits: bits, text: fmt.Sprintf("i%d", bits)}
}

// PtrIn is the pointer type of an address space.
func PtrIn(space int) *Type {
	if t := ptrSpaces[space]; t != nil {
		return t
	}
	return &Type{kind: ptrKind, bits: space, text: fmt.Sprintf("ptr addrspace(%d)", space)}
}

// Vec is a vector of n elements.
func Vec(n int, elem *Type) *Type {
	return &Type{kind: vectorKind, bits: n, elems: []*Type{elem}, text: fmt.Sprintf("<%d x %s>", n, elem.text)}
}

// Array is an array of n elements.
func Array(n int, elem *Type) *Type {
	return &Type{kind: arrayKind, bits: n, elems: []*Type{elem}, text: fmt.Sprintf("[%d x %s]", n, elem.text)}
}

// Struct is a literal struct type. Module.Struct names one, which keeps the
// text of wide aggregates short.
func Struct(fields ...*Type) *Type {
	return &Type{kind: structKind, elems: fields, text: structText(fields)}
}

func structText(fields []*Type) string {
	var s strings.Builder
	s.WriteString("{ ")
	for i, f := range fields {
		if i > 0 {
			s.WriteString(", ")
		}
		s.WriteString(f.text)
	}
	s.WriteString(" }")
	return s.String()
}

// String is the type as LLVM spells it.
func (t *Type) String() string { return t.text }

// Equal reports whether two types of one module are the same.
func (t *Type) Equal(u *Type) bool { return t == u || t.text == u.text }

// IsInt, IsFloat, IsPtr and IsVec report the kind of a type.
func (t *Type) IsInt() bool   { return t.kind == intKind }
func (t *Type) IsFloat() bool { return t.kind == floatKind }
func (t *Type) IsPtr() bool   { return t.kind == ptrKind }
func (t *Type) IsVec() bool   { return t.kind == vectorKind }

// Bits is the width of an integer or float type, or of all of a vector.
func (t *Type) Bits() int {
	switch t.kind {
	case intKind, floatKind:
		return t.bits
	case vectorKind:
		return t.bits * t.Elem().Bits()
	}
	panic("llvmir: no width in bits for " + t.text)
}

// Elem is the element type of a vector or an array.
func (t *Type) Elem() *Type {
	if t.kind != vectorKind && t.kind != arrayKind {
		panic("llvmir: no element type for " + t.text)
	}
	return t.elems[0]
}

// Len is the number of elements of a vector or an array, or of fields of a struct.
func (t *Type) Len() int {
	if t.kind == structKind {
		return len(t.elems)
	}
	return t.bits
}

// Space is the address space of a pointer type.
func (t *Type) Space() int {
	if t.kind != ptrKind {
		panic("llvmir: no address space for " + t.text)
	}
	return t.bits
}

// field is the type of member i of an aggregate.
func (t *Type) field(i int) *Type {
	switch t.kind {
	case arrayKind:
		return t.elems[0]
	case structKind:
		return t.elems[i]
	}
	panic("llvmir: " + t.text + " is no aggregate")
}

// scalar is the element type of a vector and any other type itself.
func (t *Type) scalar() *Type {
	if t.kind == vectorKind {
		return t.elems[0]
	}
	return t
}

// like is the scalar type s, in a vector as long as t if t is one.
func (t *Type) like(s *Type) *Type {
	if t.kind == vectorKind {
		return Vec(t.bits, s)
	}
	return s
}

// suffix is how an overloaded intrinsic's name says the type: f32, v2f16, p3.
func (t *Type) suffix() string {
	switch t.kind {
	case vectorKind:
		return fmt.Sprintf("v%d%s", t.bits, t.elems[0].suffix())
	case ptrKind:
		return fmt.Sprintf("p%d", t.bits)
	}
	for i, s := range scalars {
		if s == t {
			return suffixes[i]
		}
	}
	panic("llvmir: no intrinsic is overloaded on " + t.text)
}
