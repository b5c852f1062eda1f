package ir

import (
	"encoding/hex"
	"strconv"
	"strings"
)

// Limits says how many elements are written one by one; a negative number is no limit.
type Limits struct {
	Elide    int // elements of a number above this are left out, which can't be read back
	Hex      int // elements of a number above this are written as hexadecimal bytes
	Resource int // resources of a text longer than this are left out
}

// DefaultLimits are those of MLIR.
var DefaultLimits = Limits{Elide: -1, Hex: 100, Resource: -1}

// Print implements Attribute.
func (a *DenseArrayAttr) Print(p AsmPrinter) {
	p.Str("array<")
	p.Type(a.Elem)
	if len(a.Values) > 0 {
		p.Str(": ")
	}
	for i := range a.Len() {
		if i > 0 {
			p.Str(", ")
		}
		if BitWidth(a.Elem) > 64 {
			PrintAttrNoType(p, a.At(i))
			continue
		}
		printScalar(p, a.Elem, uint64(a.Values[i]))
	}
	p.Str(">")
}

// printScalar writes a number of at most 64 bits.
func printScalar(p AsmPrinter, t Type, bits uint64) {
	switch t := t.(type) {
	case *FloatType:
		p.Str(FormatFloat(t, bits))
	case *IntegerType:
		switch {
		case t.Width == 1:
			p.Str(strconv.FormatBool(bits != 0))
		case t.Sign == Unsigned:
			p.Str(strconv.FormatUint(maskBits(bits, t.Width), 10))
		default:
			p.Int(WrapInt(t, int64(bits)))
		}
	default:
		p.Int(int64(bits))
	}
}

// Print implements Attribute.
func (a *DenseElementsAttr) Print(p AsmPrinter) {
	a.PrintValue(p)
	p.Str(" : ")
	p.Type(a.Type)
}

// PrintValue writes the elements, or what stands for too many, without their type.
func (a *DenseElementsAttr) PrintValue(p AsmPrinter) {
	if printElidedElements(p, a.Type, a.Splat) {
		return
	}
	p.Str("dense<")
	a.printElements(p, p.Limits().Hex)
	p.Str(">")
}

// printElidedElements writes what stands for elements that are too many, if so.
func printElidedElements(p AsmPrinter, t Type, splat bool) bool {
	limit := p.Limits().Elide
	if splat || limit < 0 || elementCount(t) <= limit {
		return false
	}
	p.Str("dense_resource<__elided__>")
	return true
}

func (a *DenseElementsAttr) printElements(p AsmPrinter, maxPlain int) {
	if !a.Splat && maxPlain >= 0 && a.Len() > maxPlain {
		p.Str(`"0x`)
		p.Str(strings.ToUpper(hex.EncodeToString([]byte(a.packed()))))
		p.Str(`"`)
		return
	}
	elem := ElementType(a.Type)
	printNested(p, a.Type, a.Splat, func(i int) { printElement(p, elem, a.Raw(i)) })
}

func printElement(p AsmPrinter, t Type, data string) {
	if c, ok := t.(*ComplexType); ok {
		half := len(data) / 2
		p.Str("(")
		printElement(p, c.Elem, data[:half])
		p.Str(",")
		printElement(p, c.Elem, data[half:])
		p.Str(")")
		return
	}
	if len(data) <= 8 {
		printScalar(p, t, word(data, 0))
		return
	}
	PrintAttrNoType(p, p.Context().element(t, data))
}

// printNested writes elements in the brackets that the shape asks for, and nothing if there are none.
func printNested(p AsmPrinter, t Type, splat bool, element func(i int)) {
	if splat {
		element(0)
		return
	}
	if elementCount(t) == 0 {
		return
	}
	shape, _ := ShapeOf(t)
	next := 0
	var list func(shape []int64)
	list = func(shape []int64) {
		if len(shape) == 0 {
			element(next)
			next++
			return
		}
		p.Str("[")
		for i := range shape[0] {
			if i > 0 {
				p.Str(", ")
			}
			list(shape[1:])
		}
		p.Str("]")
	}
	list(shape)
}

// packed is Data as it is written in hexadecimal form: elements of one bit take one bit there.
func (a *DenseElementsAttr) packed() string {
	if BitWidth(ElementType(a.Type)) != 1 {
		return a.Data
	}
	out := make([]byte, (len(a.Data)+7)/8)
	for i := range len(a.Data) {
		out[i/8] |= a.Data[i] << (i % 8)
	}
	return string(out)
}

// Print implements Attribute.
func (a *DenseStringAttr) Print(p AsmPrinter) {
	if !printElidedElements(p, a.Type, a.splat()) {
		p.Str("dense<")
		a.printElements(p)
		p.Str(">")
	}
	p.Str(" : ")
	p.Type(a.Type)
}

func (a *DenseStringAttr) splat() bool { return len(a.Values) == 1 }

func (a *DenseStringAttr) printElements(p AsmPrinter) {
	printNested(p, a.Type, a.splat(), func(i int) { p.Quoted(a.Values[i]) })
}

func (a *SparseAttr) Print(p AsmPrinter) {
	dense, _ := a.Values.(*DenseElementsAttr)
	text, _ := a.Values.(*DenseStringAttr)
	limit := p.Limits().Elide
	tooMany := func(t Type, splat bool) bool { return limit >= 0 && !splat && elementCount(t) > limit }
	switch {
	case tooMany(a.Indices.Type, a.Indices.Splat),
		dense != nil && tooMany(dense.Type, dense.Splat), text != nil && tooMany(text.Type, text.splat()):
		p.Str("dense_resource<__elided__>")
	case a.Indices.Len() == 0:
		p.Str("sparse<>")
	default:
		p.Str("sparse<")
		a.printIndices(p)
		p.Str(", ")
		if dense != nil {
			dense.printElements(p, p.Limits().Hex)
		} else {
			text.printElements(p)
		}
		p.Str(">")
	}
	p.Str(" : ")
	p.Type(a.Type)
}

// printIndices writes equal rows of indices as often as they are there: from one row, which is what MLIR prints, their
// number could not be read back.
func (a *SparseAttr) printIndices(p AsmPrinter) {
	shape, _ := ShapeOf(a.Indices.Type)
	printNested(p, a.Indices.Type, a.Indices.Splat && shape[0] == 1, func(i int) { printElement(p, p.Context().I64(), a.Indices.Raw(i)) })
}

// Print implements Attribute.
func (a *DenseResourceAttr) Print(p AsmPrinter) {
	p.Str("dense_resource<")
	p.KeywordOrString(a.Resource.Name)
	p.Str("> : ")
	p.Type(a.Type)
}
