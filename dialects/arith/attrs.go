package arith

import (
	"strings"

	"tawa/ir"
)

// FlagsAttr is a set of named flags, printed `<nsw, nuw>`: `#arith.fastmath<…>`
// or `#arith.overflow<…>`. Bit i is the i-th name of its kind.
type FlagsAttr struct {
	ir.AttrBase
	kind *flagKind
	Bits uint32
}

type flagKind struct {
	name, separator string
	names           []string
	all             string // the name of all flags together, if it has one
}

var (
	fastMath = &flagKind{"arith.fastmath", ",", []string{"reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn"}, "fast"}
	overflow = &flagKind{"arith.overflow", ", ", []string{"nsw", "nuw"}, ""}
)

// The fast-math flags.
const (
	Reassoc uint32 = 1 << iota
	NoNaNs
	NoInfs
	NoSignedZeros
	AllowReciprocal
	AllowContract
	ApproxFunc
	Fast = 1<<iota - 1
)

// The overflow flags.
const (
	NoSignedWrap uint32 = 1 << iota
	NoUnsignedWrap
)

// FastMath returns `#arith.fastmath<…>`, Overflow `#arith.overflow<…>`.
func FastMath(c *ir.Context, bits uint32) *FlagsAttr { return fastMath.attr(c, bits) }
func Overflow(c *ir.Context, bits uint32) *FlagsAttr { return overflow.attr(c, bits) }

func (k *flagKind) attr(c *ir.Context, bits uint32) *FlagsAttr {
	return ir.UniqueAttr(c, &FlagsAttr{kind: k, Bits: bits})
}

// AttrName and Key implement ir.Attribute.
func (a *FlagsAttr) AttrName() string { return a.kind.name }
func (a *FlagsAttr) Key(k *ir.Key)    { k.Int(int64(a.Bits)) }

// Print writes `<a,b>`.
func (a *FlagsAttr) Print(p ir.AsmPrinter) { p.Str("<" + a.kind.spell(a.Bits) + ">") }

func (k *flagKind) spell(bits uint32) string {
	if bits == 0 {
		return "none"
	}
	if k.all != "" && bits == 1<<len(k.names)-1 {
		return k.all
	}
	var set []string
	for i, n := range k.names {
		if bits>>i&1 != 0 {
			set = append(set, n)
		}
	}
	return strings.Join(set, k.separator)
}

// parse takes `<a, b>`.
func (k *flagKind) parse(p ir.AsmParser) (ir.Attribute, bool) {
	bits := uint32(0)
	ok := p.List("<", ">", func() bool {
		span := p.Span()
		word, ok := p.AnyKeyword()
		if !ok {
			return false
		}
		b, known := k.bit(word)
		if !known {
			p.Errorf(span, "expected one of: none, %s", strings.Join(k.words(), ", "))
			return false
		}
		bits |= b
		return true
	})
	return k.attr(p.Context(), bits), ok
}

func (k *flagKind) words() []string {
	if k.all == "" {
		return k.names
	}
	return append(k.names[:len(k.names):len(k.names)], k.all)
}

func (k *flagKind) bit(word string) (uint32, bool) {
	switch word {
	case "none":
		return 0, true
	case k.all:
		return 1<<len(k.names) - 1, true
	}
	for i, n := range k.names {
		if n == word {
			return 1 << i, true
		}
	}
	return 0, false
}

func (k *flagKind) constraint(summary string) *ir.AttrConstraint {
	return &ir.AttrConstraint{Summary: summary, Short: k.name, Ok: func(a ir.Attribute) bool {
		f, ok := a.(*FlagsAttr)
		return ok && f.kind == k
	}}
}

// FastMathKind and OverflowKind constrain attributes to these flags.
var (
	FastMathKind = fastMath.constraint("Floating point fast math flags")
	OverflowKind = overflow.constraint("Integer overflow arith flags")
)

// FastMathColumn is the attribute `fastmath` of an op on floats, none if not given.
var FastMathColumn = ir.Attr{Name: "fastmath", Kind: FastMathKind,
	Default: func(c *ir.Context) ir.Attribute { return FastMath(c, 0) }}

var (
	maybeFastMath  = ir.Attr{Name: "fastmath", Kind: FastMathKind, Optional: true}
	overflowColumn = ir.Attr{Name: "overflowFlags", Kind: OverflowKind,
		Default: func(c *ir.Context) ir.Attribute { return Overflow(c, 0) }}
	roundingColumn = ir.Attr{Name: "roundingmode", Optional: true, Kind: ir.EnumAttr("Floating point rounding mode", false,
		"to_nearest_even", "downward", "upward", "toward_zero", "to_nearest_away")}
)

// HasFlags reports whether op has all these fast-math flags.
func HasFlags(op *ir.Operation, bits uint32) bool {
	f, ok := op.Attr("fastmath").(*FlagsAttr)
	return ok && f.kind == fastMath && f.Bits&bits == bits
}

// Integer predicates of arith.cmpi.
const (
	EQ int64 = iota
	NE
	SLT
	SLE
	SGT
	SGE
	ULT
	ULE
	UGT
	UGE
)

// Float predicates of arith.cmpf: O is ordered (false on NaN), U unordered (true on NaN).
const (
	FFalse int64 = iota
	FOEQ
	FOGT
	FOGE
	FOLT
	FOLE
	FONE
	FORD
	FUEQ
	FUGT
	FUGE
	FULT
	FULE
	FUNE
	FUNO
	FTrue
)

var (
	cmpIPredicate = ir.EnumAttr("allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9", true,
		"eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
	cmpFPredicate = ir.EnumAttr("allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15", true,
		"false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true")
)
