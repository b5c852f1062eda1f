package ir

import (
	"math/big"
	"slices"
	"strings"
)

// DenseArrayAttr is `array<ELT: 1, 2>`; values of a float type are held as their bits. A value of more than 64 bits
// takes ⌈width/64⌉ of Values, the low bits first.
type DenseArrayAttr struct {
	AttrBase
	Elem   Type
	Values []int64
}

// DenseElementsAttr is `dense<...> : TYPE`. Data holds each element little
// endian in ⌈width/8⌉ bytes (i1: one byte, 0 or 1; index: 8; complex: the real part
// and the imaginary one), row-major; Splat says that Data holds one element that stands for all.
type DenseElementsAttr struct {
	AttrBase
	Type  Type
	Data  string
	Splat bool
}

// DenseStringAttr is `dense<["a", "b"]> : TYPE`, elements of a type that is neither number nor complex, as text.
// One string stands for all.
type DenseStringAttr struct {
	AttrBase
	Type   Type
	Values []string
}

// SparseAttr is `sparse<[[0, 1]], [5]> : TYPE`: elements at some indices, which Indices holds as N×rank; zero elsewhere.
// Values is a DenseElementsAttr or DenseStringAttr of N elements.
type SparseAttr struct {
	AttrBase
	Type    Type
	Indices *DenseElementsAttr
	Values  Attribute
}

// DenseResourceAttr is `dense_resource<key> : TYPE`, whose bytes stand in the file's `{-# … #-}`.
type DenseResourceAttr struct {
	AttrBase
	Type     Type
	Resource *Resource
}

// AttrName and Key implement Attribute.
func (*DenseArrayAttr) AttrName() string    { return "builtin.dense_array" }
func (*DenseElementsAttr) AttrName() string { return "builtin.dense_elements" }
func (*DenseStringAttr) AttrName() string   { return "builtin.dense_string_elements" }
func (*SparseAttr) AttrName() string        { return "builtin.sparse_elements" }
func (*DenseResourceAttr) AttrName() string { return "builtin.dense_resource_elements" }

func (a *DenseArrayAttr) Key(k *Key)    { k.Type(a.Elem).Ints(a.Values) }
func (a *DenseElementsAttr) Key(k *Key) { k.Type(a.Type).Str(a.Data).Bool(a.Splat) }
func (a *DenseStringAttr) Key(k *Key) {
	k.Type(a.Type).Int(int64(len(a.Values)))
	for _, v := range a.Values {
		k.Str(v)
	}
}
func (a *SparseAttr) Key(k *Key)        { k.Type(a.Type).Attr(a.Indices).Attr(a.Values) }
func (a *DenseResourceAttr) Key(k *Key) { k.Type(a.Type).Str(a.Resource.Name) }

// Alias is none; but printing has to see what resources there are.
func (a *DenseResourceAttr) Alias() string { return "" }

// DenseArray returns array<elem: values>.
func (c *Context) DenseArray(elem Type, values ...int64) *DenseArrayAttr {
	return UniqueAttr(c, &DenseArrayAttr{Elem: elem, Values: values})
}

// I32Array returns array<i32: values>.
func (c *Context) I32Array(values ...int64) *DenseArrayAttr { return c.DenseArray(c.i32, values...) }

// ElementBytes is the size of one element of type t in DenseElementsAttr.Data.
func ElementBytes(t Type) int {
	switch t := t.(type) {
	case *IndexType:
		return 8
	case *ComplexType:
		return 2 * ElementBytes(t.Elem)
	}
	return (BitWidth(t) + 7) / 8
}

// DenseBits returns dense<values> : t from the bit patterns of its elements, of at most 64 bits: one for a splat, or
// one for each element. Equal elements are kept once, so that equal attributes are the same one.
func (c *Context) DenseBits(t Type, bits ...uint64) *DenseElementsAttr {
	if len(bits) > 1 && !slices.ContainsFunc(bits[1:], func(b uint64) bool { return b != bits[0] }) {
		bits = bits[:1]
	}
	n := ElementBytes(ElementType(t))
	buf := make([]byte, 0, n*len(bits))
	for _, b := range bits {
		buf = appendWords(buf, n, b)
	}
	return c.denseData(t, string(buf), len(bits))
}

// DenseData returns dense<values> : t from the elements as they stand in DenseElementsAttr.Data: one for a splat, or
// all. The caller answers for the length; bits above an element's width are cleared.
func (c *Context) DenseData(t Type, data string) *DenseElementsAttr {
	elem := ElementType(t)
	size := ElementBytes(elem)
	if size == 0 {
		return c.denseData(t, "", 1)
	}
	data = clearPadding(elem, data)
	count := len(data) / size
	if count > 1 && strings.Repeat(data[:size], count) == data {
		data, count = data[:size], 1
	}
	return c.denseData(t, data, count)
}

// clearPadding clears the bits of each number of type t that its width leaves over in its last byte.
func clearPadding(t Type, data string) string {
	if complex, ok := t.(*ComplexType); ok {
		t = complex.Elem
	}
	size, over := ElementBytes(t), 8*ElementBytes(t)-BitWidth(t)
	if _, index := t.(*IndexType); index || over == 0 {
		return data
	}
	mask := byte(0xff) >> over
	var raw []byte // a copy, if anything is to be cleared
	for i := size - 1; i < len(data); i += size {
		if data[i]&^mask != 0 && raw == nil {
			raw = []byte(data)
		}
		if raw != nil {
			raw[i] &= mask
		}
	}
	if raw == nil {
		return data
	}
	return string(raw)
}

func (c *Context) denseData(t Type, data string, count int) *DenseElementsAttr {
	return UniqueAttr(c, &DenseElementsAttr{Type: t, Data: data, Splat: count == 1})
}

// DenseStrings returns dense<values> : t: one for a splat, or all.
func (c *Context) DenseStrings(t Type, values ...string) *DenseStringAttr {
	if len(values) > 1 && !slices.ContainsFunc(values[1:], func(s string) bool { return s != values[0] }) {
		values = values[:1]
	}
	return UniqueAttr(c, &DenseStringAttr{Type: t, Values: values})
}

// Sparse returns sparse<indices, values> : t. Indices may be a list of N for one dimension. What is written alike is the
// same attribute: indices without a number are none, and one index is one row.
func (c *Context) Sparse(t Type, indices *DenseElementsAttr, values Attribute) *SparseAttr {
	rows, _ := ShapeOf(indices.Type)
	switch {
	case indices.Len() == 0:
		shape, _ := ShapeOf(t)
		indices = c.DenseData(c.Tensor([]int64{0, int64(len(shape))}, c.i64, nil), "")
		none := c.Tensor([]int64{0}, ElementType(t), nil)
		if _, text := values.(*DenseStringAttr); text {
			values = c.DenseStrings(none)
		} else {
			values = c.DenseData(none, "")
		}
	case len(rows) == 1 && rows[0] == 1:
		indices = c.DenseData(c.Tensor([]int64{1, 1}, c.i64, nil), indices.Data)
	}
	return UniqueAttr(c, &SparseAttr{Type: t, Indices: indices, Values: values})
}

// DenseResource returns dense_resource<r> : t.
func (c *Context) DenseResource(t Type, r *Resource) *DenseResourceAttr {
	return UniqueAttr(c, &DenseResourceAttr{Type: t, Resource: r})
}

// Splat returns dense<v> : t for an integer or float attribute v, or for two of them as the parts of a complex.
func (c *Context) Splat(t Type, v Attribute) *DenseElementsAttr {
	return c.DenseData(t, string(AppendElement(nil, v)))
}

// AppendElement appends the bytes of an element: an integer or float attribute, or an array of two for a complex.
func AppendElement(b []byte, v Attribute) []byte {
	switch v := v.(type) {
	case *IntegerAttr:
		return appendInt(b, v)
	case *FloatAttr:
		return appendWords(b, ElementBytes(v.Type), v.Bits, v.High)
	case *ArrayAttr:
		for _, part := range v.Values {
			b = AppendElement(b, part)
		}
		return b
	}
	panic("ir: not a scalar attribute: " + AttrString(v))
}

func appendInt(b []byte, v *IntegerAttr) []byte {
	n := ElementBytes(v.Type)
	if n <= 8 {
		return appendWords(b, n, ScalarBits(v))
	}
	u := new(big.Int).And(v.BigValue(), ones(BitWidth(v.Type)))
	raw := u.FillBytes(make([]byte, n))
	slices.Reverse(raw)
	return append(b, raw...)
}

// appendWords appends the n low bytes of words, low ones first.
func appendWords(b []byte, n int, words ...uint64) []byte {
	for i := range n {
		b = append(b, byte(words[i/8]>>(8*(i%8))))
	}
	return b
}

// ones is 2^n - 1.
func ones(n int) *big.Int {
	one := big.NewInt(1)
	return new(big.Int).Sub(new(big.Int).Lsh(one, uint(n)), one)
}

// Len is the number of elements of the type.
func (a *DenseElementsAttr) Len() int { return elementCount(a.Type) }

func elementCount(t Type) int {
	shape, _ := ShapeOf(t)
	return int(NumElements(shape))
}

// Raw returns the bytes of element i, row-major.
func (a *DenseElementsAttr) Raw(i int) string {
	n := ElementBytes(ElementType(a.Type))
	if a.Splat {
		i = 0
	}
	return a.Data[i*n : i*n+n]
}

// Bits returns the bit pattern of element i, row-major, of a type of at most 64 bits.
func (a *DenseElementsAttr) Bits(i int) uint64 { return word(a.Raw(i), 0) }

// word is the 64 bits from byte 8*i on.
func word(data string, i int) uint64 {
	var v uint64
	for j := 8 * i; j < min(len(data), 8*i+8); j++ {
		v |= uint64(data[j]) << (8 * (j % 8))
	}
	return v
}

// At returns element i as an integer or float attribute, or as an array of two for a complex.
func (a *DenseElementsAttr) At(i int) Attribute {
	c, elem, data := a.Context(), ElementType(a.Type), a.Raw(i)
	if t, ok := elem.(*ComplexType); ok {
		half := len(data) / 2
		return c.Array(c.element(t.Elem, data[:half]), c.element(t.Elem, data[half:]))
	}
	return c.element(elem, data)
}

func (c *Context) element(t Type, data string) Attribute {
	switch f, float := t.(*FloatType); {
	case float:
		return c.WideFloat(f, word(data, 0), word(data, 1))
	case len(data) > 8:
		return c.BigInt(t, bigOf(data))
	}
	return c.Int(t, int64(word(data, 0)))
}

// bigOf reads little-endian bytes as an unsigned number.
func bigOf(data string) *big.Int {
	raw := []byte(data)
	slices.Reverse(raw)
	return new(big.Int).SetBytes(raw)
}

// SplatValue returns the element that all others equal, or false.
func (a *DenseElementsAttr) SplatValue() (Attribute, bool) {
	if !a.Splat {
		return nil, false
	}
	return a.At(0), true
}

// At returns value i as an integer or float attribute.
func (a *DenseArrayAttr) At(i int) Attribute {
	n := (BitWidth(a.Elem) + 63) / 64
	if n < 2 {
		if f, ok := a.Elem.(*FloatType); ok {
			return a.Context().FloatBits(f, uint64(a.Values[i]))
		}
		return a.Context().Int(a.Elem, a.Values[i])
	}
	var data []byte
	for _, w := range a.Values[i*n : i*n+n] {
		data = appendWords(data, 8, uint64(w))
	}
	return a.Context().element(a.Elem, string(data))
}

// Len is the number of values.
func (a *DenseArrayAttr) Len() int { return len(a.Values) / max(1, (BitWidth(a.Elem)+63)/64) }

// Words is a number as it stands in DenseArrayAttr.Values.
func Words(v Attribute) []int64 {
	data := string(AppendElement(nil, v))
	out := make([]int64, (len(data)+7)/8)
	for i := range out {
		out[i] = int64(word(data, i))
	}
	return out
}
