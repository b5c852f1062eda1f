package ir

import "tawa/ir/affine"

// AffineMapAttr is `affine_map<(d0) -> (d0)>`.
type AffineMapAttr struct {
	AttrBase
	Map affine.Map
}

// IntegerSetAttr is `affine_set<(d0) : (d0 >= 0)>`.
type IntegerSetAttr struct {
	AttrBase
	Set affine.Set
}

// StridedLayoutAttr is `strided<[4, ?], offset: 2>`; a stride or offset may be Dynamic.
type StridedLayoutAttr struct {
	AttrBase
	Strides []int64
	Offset  int64
}

// AttrName implements Attribute.
func (*AffineMapAttr) AttrName() string     { return "builtin.affine_map" }
func (*IntegerSetAttr) AttrName() string    { return "builtin.integer_set" }
func (*StridedLayoutAttr) AttrName() string { return "builtin.strided_layout" }

// Alias is the name that MLIR gives to maps.
func (*AffineMapAttr) Alias() string { return "map" }

// Alias is the name that MLIR gives to sets.
func (*IntegerSetAttr) Alias() string { return "set" }

// Key is the text, which names every part.
func (a *AffineMapAttr) Key(k *Key)     { k.Str(a.Map.String()) }
func (a *IntegerSetAttr) Key(k *Key)    { k.Str(a.Set.String()) }
func (a *StridedLayoutAttr) Key(k *Key) { k.Ints(a.Strides).Int(a.Offset) }

// AffineMap returns affine_map<m>.
func (c *Context) AffineMap(m affine.Map) *AffineMapAttr {
	return UniqueAttr(c, &AffineMapAttr{Map: m})
}

// IntegerSet returns affine_set<s>.
func (c *Context) IntegerSet(s affine.Set) *IntegerSetAttr {
	return UniqueAttr(c, &IntegerSetAttr{Set: s})
}

// StridedLayout returns strided<[strides], offset: offset>.
func (c *Context) StridedLayout(strides []int64, offset int64) *StridedLayoutAttr {
	return UniqueAttr(c, &StridedLayoutAttr{Strides: strides, Offset: offset})
}

// Print implements Attribute.
func (a *AffineMapAttr) Print(p AsmPrinter)  { p.Str("affine_map<" + a.Map.String() + ">") }
func (a *IntegerSetAttr) Print(p AsmPrinter) { p.Str("affine_set<" + a.Set.String() + ">") }

func (a *StridedLayoutAttr) Print(p AsmPrinter) {
	p.Str("strided<[")
	for i, s := range a.Strides {
		if i > 0 {
			p.Str(", ")
		}
		printStride(p, s)
	}
	p.Str("]")
	if a.Offset != 0 {
		p.Str(", offset: ")
		printStride(p, a.Offset)
	}
	p.Str(">")
}

func printStride(p AsmPrinter, v int64) {
	if v == Dynamic {
		p.Str("?")
		return
	}
	p.Int(v)
}

// IsLayout reports whether an attribute is the layout of a memref, and of what rank.
func IsLayout(a Attribute) (rank int, ok bool) {
	switch a := a.(type) {
	case *AffineMapAttr:
		return a.Map.Dims, true
	case *StridedLayoutAttr:
		return len(a.Strides), true
	}
	return 0, false
}
