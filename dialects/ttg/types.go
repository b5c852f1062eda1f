package ttg

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tawa/ir"
)

// MemDescType is `!ttg.memdesc<SHAPExELT, ENCODING, SPACE, mutable, ALLOCSHAPE>`: a
// view of a buffer in shared (or tensor) memory. Shape and encoding are those of the
// view; a dimension of buffers may lead. AllocShape is the shape of what was
// allocated, printed where it differs.
type MemDescType struct {
	ir.TypeBase
	Shape      []int64
	Elem       ir.Type
	Encoding   ir.Attribute
	Space      ir.Attribute
	Mutable    bool
	AllocShape []int64
}

// TypeName, Key and Print implement ir.Type.
func (*MemDescType) TypeName() string { return "ttg.memdesc" }
func (t *MemDescType) Key(k *ir.Key) {
	k.Ints(t.Shape).Type(t.Elem).Attr(t.Encoding).Attr(t.Space).Bool(t.Mutable).Ints(t.AllocShape)
}
func (t *MemDescType) Print(p ir.AsmPrinter) {
	p.Str("<")
	ir.PrintShape(p, t.Shape)
	p.Type(t.Elem)
	p.Str(", ")
	p.Attr(t.Encoding)
	p.Str(", ")
	p.Attr(t.Space)
	if t.Mutable {
		p.Str(", mutable")
	}
	if !slices.Equal(t.Shape, t.AllocShape) {
		p.Str(", " + dims(t.AllocShape))
	}
	p.Str(">")
}

func dims(shape []int64) string {
	words := make([]string, len(shape))
	for i, n := range shape {
		words[i] = strconv.FormatInt(n, 10)
	}
	return strings.Join(words, "x")
}

// MemDesc returns the type of a whole buffer in shared memory.
func MemDesc(shape []int64, elem ir.Type, encoding ir.Attribute, mutable bool) *MemDescType {
	return MemDescView(shape, elem, encoding, SharedMemory(elem.Context()), mutable, shape)
}

// MemDescView returns the type of a view of a buffer of shape alloc.
func MemDescView(shape []int64, elem ir.Type, encoding, space ir.Attribute, mutable bool, alloc []int64) *MemDescType {
	return ir.UniqueType(elem.Context(), &MemDescType{
		Shape: shape, Elem: elem, Encoding: encoding, Space: space, Mutable: mutable, AllocShape: alloc,
	})
}

// With returns the type of a view of the same buffer with another shape and encoding.
func (t *MemDescType) With(shape []int64, encoding ir.Attribute) *MemDescType {
	return MemDescView(shape, t.Elem, encoding, t.Space, t.Mutable, t.AllocShape)
}

// Fits says why op can't make a buffer of that type: other CTAs share it than the module says there are.
func (t *MemDescType) Fits(op *ir.Operation) error {
	want, declared := declaredNumCTAs(op)
	if n := numCTAs(t.Encoding); declared && n > 0 && n != want {
		return fmt.Errorf("lies in %d CTAs, but a cluster has %d", n, want)
	}
	return nil
}

func parseMemDesc(p ir.AsmParser) (ir.Type, bool) {
	if !p.Punct("<") {
		return nil, false
	}
	span := p.Span()
	t := &MemDescType{}
	var ok bool
	if t.Shape, ok = p.Shape(false); !ok {
		return nil, false
	}
	if t.Elem, ok = p.Type(); !ok || !p.Punct(",") {
		return nil, false
	}
	if t.Encoding, ok = p.Attr(nil); !ok || !p.Punct(",") {
		return nil, false
	}
	if t.Space, ok = p.Attr(nil); !ok {
		return nil, false
	}
	t.AllocShape = t.Shape
	more := p.OptionalPunct(",")
	if more && p.OptionalKeyword("mutable") {
		t.Mutable, more = true, p.OptionalPunct(",")
	}
	if more {
		if t.AllocShape, ok = parseDims(p); !ok {
			return nil, false
		}
	}
	if !p.Punct(">") {
		return nil, false
	}
	if text := t.fault(); text != "" {
		p.Errorf(span, "%s", text)
		return nil, false
	}
	return ir.UniqueType(p.Context(), t), true
}

// parseDims takes `3x64x32`, of which the lexer makes a number and a word.
func parseDims(p ir.AsmParser) ([]int64, bool) {
	span := p.Span()
	first, ok := p.Integer()
	if !ok {
		return nil, false
	}
	out := []int64{first}
	rest, _ := p.OptionalAnyKeyword()
	for _, word := range strings.Split(rest, "x")[1:] {
		n, err := strconv.ParseInt(word, 10, 64)
		if err != nil {
			p.Errorf(span, "expected a shape such as 3x64x32")
			return nil, false
		}
		out = append(out, n)
	}
	return out, true
}

// fault says what is wrong with the type, "" if nothing.
func (t *MemDescType) fault() string {
	rank := len(t.Shape)
	if rank == 0 {
		return "a memory descriptor must have a rank of at least 1"
	}
	if n := ir.BitWidth(t.Elem); n > 1 && n < 8 {
		return fmt.Sprintf("the elements of a memory descriptor must have 1 bit or 8 and more, not %d", n)
	}
	if len(t.AllocShape) < rank {
		return "the allocation of a memory descriptor must have at least its rank"
	}
	if text := t.encodingFault(); text != "" {
		return text
	}
	whole := t.AllocShape[len(t.AllocShape)-rank:]
	// Of buffers of rank 1 there may be any number, which older programs do not tell from the extent of one.
	counted := max(1, rank-t.bufferRank())
	if t.bufferRank() > 1 {
		counted = rank - t.bufferRank()
	}
	for d, n := range t.Shape {
		if n < 1 || whole[d] < 1 || d >= counted && (!powerOfTwo(n) || !powerOfTwo(whole[d])) {
			return "the extents of a memory descriptor must be powers of two, but for the number of buffers, and positive"
		}
		if whole[d] < n {
			return "a memory descriptor must not be larger than its allocation, " + dims(t.AllocShape)
		}
	}
	return ""
}

// encodingFault says why the encoding does not fit.
func (t *MemDescType) encodingFault() string {
	rank := len(t.Shape)
	switch enc := t.Encoding.(type) {
	case *PaddedAttr:
		return enc.fits(t)
	case Shared:
		// The encoding of a view may be that of a whole of higher rank.
		if r := enc.Rank(); r > 0 && r < rank-1 {
			return "the encoding of a memory descriptor must have its rank or, where buffers lead, one less: " +
				strconv.Itoa(r) + " does not fit " + strconv.Itoa(rank)
		}
	case TensorMemory:
		least, most := enc.Ranks()
		if rank < least || rank > most {
			return fmt.Sprintf("the encoding of a memory descriptor must have its rank: '%s' does not fit %d", ir.AttrString(enc), rank)
		}
		if n := ir.BitWidth(t.Elem); n < 8 {
			return fmt.Sprintf("elements in tensor memory must have at least 8 bits, not %d", n)
		}
	case Distributed:
		return "a distributed encoding can't describe memory"
	case *SharedMemoryAttr:
		return "a memory can't be the encoding of a memory descriptor"
	}
	return ""
}

// TokenType is `!ttg.async.token`: an asynchronous copy that was begun.
type TokenType struct{ ir.TypeBase }

// TypeName, Key and Print implement ir.Type.
func (*TokenType) TypeName() string    { return "ttg.async.token" }
func (*TokenType) Key(*ir.Key)         {}
func (*TokenType) Print(ir.AsmPrinter) {}

// Token returns `!ttg.async.token`.
func Token(c *ir.Context) *TokenType { return ir.UniqueType(c, &TokenType{}) }

func parseToken(p ir.AsmParser) (ir.Type, bool) { return Token(p.Context()), true }
