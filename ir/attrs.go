package ir

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// Attribute is an immutable attribute, unique in its context: equal attributes are ==.
// Implementations embed AttrBase.
type Attribute interface {
	// AttrName is `dialect.mnemonic`; the builtin ones begin with "builtin.".
	AttrName() string
	// Key adds the parameters to a uniquing key.
	Key(*Key)
	// Print writes a builtin attribute whole (with its type), and of a dialect
	// attribute what follows `#dialect.mnemonic`.
	Print(AsmPrinter)
	Context() *Context
	unique() *Unique
	isAttr()
}

// AttrBase is embedded by every attribute.
type AttrBase struct{ Unique }

func (*AttrBase) isAttr() {}

// Aliased is implemented by attributes and types that print behind an alias,
// such as `#blocked`, defined at the top of the file.
type Aliased interface{ Alias() string }

// NamedAttr is an entry of an attribute dictionary.
type NamedAttr struct {
	Name  string
	Value Attribute
}

// IntegerAttr is `7 : i32`; of type i1 it prints as true or false. Value is
// sign-extended from the width of Type (i1: 0 or -1). Big is the value where 64 bits do not hold it, else nil.
type IntegerAttr struct {
	AttrBase
	Type  Type
	Value int64
	Big   *big.Int
}

// FloatAttr is `1.0 : f32`; Bits is the value in the format of Type, and High the bits from 64 on, of f80 and f128.
type FloatAttr struct {
	AttrBase
	Type *FloatType
	Bits uint64
	High uint64
}

// StringAttr is `"text"`, or `"text" : type`; Type is mostly nil.
type StringAttr struct {
	AttrBase
	Value string
	Type  Type
}

// UnitAttr is `unit`; in a dictionary only its name is printed.
type UnitAttr struct{ AttrBase }

// TypeAttr is a type as an attribute.
type TypeAttr struct {
	AttrBase
	Type Type
}

// ArrayAttr is `[a, b]`.
type ArrayAttr struct {
	AttrBase
	Values []Attribute
}

// DictAttr is `{a = 1, b}`, sorted by name.
type DictAttr struct {
	AttrBase
	Entries []NamedAttr
}

// SymbolRefAttr is `@root::@nested`.
type SymbolRefAttr struct {
	AttrBase
	Root   string
	Nested []string
}

// DistinctAttr is `distinct[0]<value>`: each one that is made differs from all others, equal values or not.
type DistinctAttr struct {
	AttrBase
	Value Attribute
	id    uint64
}

// OpaqueAttr is an attribute of a dialect that is not registered, kept as it was read: `#dialect.body` or
// `#dialect<body>`. Type is that of `#dialect.body : type`, or nil.
type OpaqueAttr struct {
	AttrBase
	Dialect, Body string
	Type          Type
}

// AttrName and Key implement Attribute.
func (*IntegerAttr) AttrName() string   { return "builtin.integer" }
func (*FloatAttr) AttrName() string     { return "builtin.float" }
func (*StringAttr) AttrName() string    { return "builtin.string" }
func (*UnitAttr) AttrName() string      { return "builtin.unit" }
func (*TypeAttr) AttrName() string      { return "builtin.type" }
func (*ArrayAttr) AttrName() string     { return "builtin.array" }
func (*DictAttr) AttrName() string      { return "builtin.dictionary" }
func (*SymbolRefAttr) AttrName() string { return "builtin.symbol_ref" }
func (*DistinctAttr) AttrName() string  { return "builtin.distinct" }
func (*OpaqueAttr) AttrName() string    { return "builtin.opaque" }

func (a *IntegerAttr) Key(k *Key) {
	k.Type(a.Type).Int(a.Value)
	if a.Big != nil {
		k.Str(a.Big.Text(16))
	}
}
func (a *FloatAttr) Key(k *Key) {
	k.Type(a.Type).Int(int64(a.Bits))
	if a.High != 0 {
		k.Int(int64(a.High))
	}
}
func (a *StringAttr) Key(k *Key) {
	k.Str(a.Value)
	if a.Type != nil {
		k.Type(a.Type)
	}
}
func (a *DistinctAttr) Key(k *Key) { k.Int(int64(a.id)) }

// Alias is the name that MLIR gives to distinct attributes that hold something.
func (a *DistinctAttr) Alias() string {
	if _, unit := a.Value.(*UnitAttr); unit {
		return ""
	}
	return "distinct"
}

// Key implements Attribute.
func (*UnitAttr) Key(*Key)      {}
func (a *TypeAttr) Key(k *Key)  { k.Type(a.Type) }
func (a *ArrayAttr) Key(k *Key) { k.Attrs(a.Values) }
func (a *DictAttr) Key(k *Key) {
	k.Int(int64(len(a.Entries)))
	for _, e := range a.Entries {
		k.Str(e.Name).Attr(e.Value)
	}
}
func (a *SymbolRefAttr) Key(k *Key) {
	k.Str(a.Root).Int(int64(len(a.Nested)))
	for _, n := range a.Nested {
		k.Str(n)
	}
}
func (a *OpaqueAttr) Key(k *Key) { k.Str(a.Dialect).Str(a.Body).Type(a.Type) }

// Int returns the integer attribute v : t, with v wrapped to the width of t.
func (c *Context) Int(t Type, v int64) *IntegerAttr {
	v = WrapInt(t, v)
	recent := &c.ints[(uint32(v)+t.unique().id*7)%uint32(len(c.ints))]
	if a := recent.Load(); a != nil && a.Value == v && a.Type == t {
		return a
	}
	a := UniqueAttr(c, &IntegerAttr{Type: t, Value: v})
	recent.Store(a)
	return a
}

// BigInt returns the integer attribute v : t, with v wrapped to the width of t.
func (c *Context) BigInt(t Type, v *big.Int) *IntegerAttr {
	width := BitWidth(t)
	if width <= 64 {
		return c.Int(t, int64(new(big.Int).And(v, ones(64)).Uint64()))
	}
	v = new(big.Int).And(v, ones(width))
	if v.Bit(width-1) == 1 {
		v.Sub(v, new(big.Int).Lsh(big.NewInt(1), uint(width)))
	}
	if v.IsInt64() {
		return c.Int(t, v.Int64())
	}
	low := new(big.Int).And(v, ones(64)).Uint64()
	return UniqueAttr(c, &IntegerAttr{Type: t, Value: int64(low), Big: v})
}

// BigValue is the value, sign-extended, whatever the width.
func (a *IntegerAttr) BigValue() *big.Int {
	if a.Big != nil {
		return a.Big
	}
	return big.NewInt(a.Value)
}

// WrapInt wraps v to the width of an integer type, sign-extended; index is 64 bits wide.
func WrapInt(t Type, v int64) int64 {
	if it, ok := t.(*IntegerType); ok && it.Width < 64 {
		s := 64 - it.Width
		return v << s >> s
	}
	return v
}

// I32Attr returns v : i32.
func (c *Context) I32Attr(v int64) *IntegerAttr { return c.Int(c.i32, v) }

// I64Attr returns v : i64.
func (c *Context) I64Attr(v int64) *IntegerAttr { return c.Int(c.i64, v) }

// Bool returns true or false : i1.
func (c *Context) Bool(v bool) *IntegerAttr {
	if v {
		return c.Int(c.i1, -1)
	}
	return c.Int(c.i1, 0)
}

// FloatBits returns the float attribute with that bit pattern.
func (c *Context) FloatBits(t *FloatType, bits uint64) *FloatAttr {
	return UniqueAttr(c, &FloatAttr{Type: t, Bits: bits})
}

// WideFloat returns the float attribute with that bit pattern, high being the bits from 64 on.
func (c *Context) WideFloat(t *FloatType, bits, high uint64) *FloatAttr {
	bits, high = t.Format.canonical(bits, high)
	return UniqueAttr(c, &FloatAttr{Type: t, Bits: bits, High: high})
}

// FloatAttr returns v rounded to nearest even in t.
func (c *Context) FloatAttr(t *FloatType, v float64) *FloatAttr {
	if t.Format.Bits > 64 {
		bits, high := t.Format.encodeWide(v)
		return c.WideFloat(t, bits, high)
	}
	return c.FloatBits(t, t.Format.Encode(v))
}

// Value returns the value, which is exact but for f80 and f128.
func (a *FloatAttr) Value() float64 {
	if a.Type.Format.Bits > 64 {
		return a.Type.Format.decodeWide(a.Bits, a.High).float64()
	}
	return a.Type.Format.Decode(a.Bits)
}

// Str returns "s".
func (c *Context) Str(s string) *StringAttr { return UniqueAttr(c, &StringAttr{Value: s}) }

// TypedStr returns "s" : t.
func (c *Context) TypedStr(s string, t Type) *StringAttr {
	if _, none := t.(*NoneType); none {
		t = nil
	}
	return UniqueAttr(c, &StringAttr{Value: s, Type: t})
}

// Distinct returns a distinct attribute that is no other.
func (c *Context) Distinct(value Attribute) *DistinctAttr {
	return UniqueAttr(c, &DistinctAttr{Value: value, id: c.distinct.Add(1)})
}

// Unit returns the unit attribute.
func (c *Context) Unit() *UnitAttr { return c.unit }

// TypeAttr returns t as an attribute.
func (c *Context) TypeAttr(t Type) *TypeAttr { return UniqueAttr(c, &TypeAttr{Type: t}) }

// Array returns [values].
func (c *Context) Array(values ...Attribute) *ArrayAttr {
	return UniqueAttr(c, &ArrayAttr{Values: values})
}

// Dict returns the dictionary of entries, which it sorts.
func (c *Context) Dict(entries ...NamedAttr) *DictAttr {
	slices.SortFunc(entries, func(a, b NamedAttr) int { return strings.Compare(a.Name, b.Name) })
	return UniqueAttr(c, &DictAttr{Entries: entries})
}

// SymbolRef returns @root::@nested….
func (c *Context) SymbolRef(root string, nested ...string) *SymbolRefAttr {
	return UniqueAttr(c, &SymbolRefAttr{Root: root, Nested: nested})
}

// Opaque returns #dialect.body of a dialect that is not registered.
func (c *Context) Opaque(dialect, body string) *OpaqueAttr {
	return c.TypedOpaque(dialect, body, nil)
}

// TypedOpaque returns #dialect.body : t; t may be nil.
func (c *Context) TypedOpaque(dialect, body string, t Type) *OpaqueAttr {
	if _, none := t.(*NoneType); none {
		t = nil
	}
	return UniqueAttr(c, &OpaqueAttr{Dialect: dialect, Body: body, Type: t})
}

// ScalarBits returns the bit pattern of an integer or float attribute, masked to its width, its low 64 bits if it has more.
func ScalarBits(v Attribute) uint64 {
	switch v := v.(type) {
	case *IntegerAttr:
		return maskBits(uint64(v.Value), BitWidth(v.Type))
	case *FloatAttr:
		return v.Bits
	}
	panic("ir: not a scalar attribute: " + AttrString(v))
}

func maskBits(v uint64, width int) uint64 {
	if width == 0 || width >= 64 {
		return v
	}
	return v & (1<<width - 1)
}

// Print implements Attribute.
func (a *IntegerAttr) Print(p AsmPrinter) {
	if it, ok := a.Type.(*IntegerType); ok && it.Width == 1 && it.Sign == Signless {
		p.Str(strconv.FormatBool(a.Value != 0))
		return
	}
	a.PrintValue(p)
	p.Str(" : ")
	p.Type(a.Type)
}

// PrintValue writes the number without its type.
func (a *IntegerAttr) PrintValue(p AsmPrinter) {
	it, ok := a.Type.(*IntegerType)
	switch {
	case ok && it.Width == 1 && it.Sign == Signless:
		p.Str(strconv.FormatBool(a.Value != 0))
	case ok && it.Sign == Unsigned && it.Width > 64:
		p.Str(new(big.Int).And(a.BigValue(), ones(it.Width)).String())
	case a.Big != nil:
		p.Str(a.Big.String())
	case ok && it.Sign == Unsigned:
		p.Str(strconv.FormatUint(maskBits(uint64(a.Value), it.Width), 10))
	default:
		p.Int(a.Value)
	}
}

// Print implements Attribute.
func (a *FloatAttr) Print(p AsmPrinter) {
	a.PrintValue(p)
	p.Str(" : ")
	p.Type(a.Type)
}

// PrintValue writes the number without its type.
func (a *FloatAttr) PrintValue(p AsmPrinter) { p.Str(formatWide(a.Type, a.Bits, a.High)) }

// Print implements Attribute.
func (a *StringAttr) Print(p AsmPrinter) {
	p.Quoted(a.Value)
	printTypeSuffix(p, a.Type)
}

func printTypeSuffix(p AsmPrinter, t Type) {
	if t != nil {
		p.Str(" : ")
		p.Type(t)
	}
}

func (*UnitAttr) Print(p AsmPrinter)   { p.Str("unit") }
func (a *TypeAttr) Print(p AsmPrinter) { p.Type(a.Type) }

func (a *ArrayAttr) Print(p AsmPrinter) {
	p.Str("[")
	for i, v := range a.Values {
		if i > 0 {
			p.Str(", ")
		}
		printElided(p, v)
	}
	p.Str("]")
}

// printElided writes an attribute, and of a number the type only if reading would not take it anyway (i64, f64).
func printElided(p AsmPrinter, a Attribute) {
	switch t := TypeOfAttr(a); {
	case t == nil, t != Type(p.Context().I64()) && t != Type(p.Context().F64()):
		p.Attr(a)
	default:
		p.AttrNoType(a)
	}
}

// Print implements Attribute.
func (a *DictAttr) Print(p AsmPrinter) { PrintDict(p, a.Entries) }

// PrintList writes the elements with commas between them.
func PrintList[T any](p AsmPrinter, list []T, each func(T)) {
	for i, x := range list {
		if i > 0 {
			p.Str(", ")
		}
		each(x)
	}
}

// PrintDict writes {name = value, unit}.
func PrintDict(p AsmPrinter, entries []NamedAttr) {
	p.Str("{")
	for i, e := range entries {
		if i > 0 {
			p.Str(", ")
		}
		p.KeywordOrString(e.Name)
		if _, unit := e.Value.(*UnitAttr); !unit {
			p.Str(" = ")
			p.Attr(e.Value)
		}
	}
	p.Str("}")
}

// Print implements Attribute.
func (a *SymbolRefAttr) Print(p AsmPrinter) {
	p.Symbol(a.Root)
	for _, n := range a.Nested {
		p.Str("::")
		p.Symbol(n)
	}
}

func (a *DistinctAttr) Print(p AsmPrinter) {
	p.Str("distinct[")
	p.Int(int64(p.DistinctNumber(a)))
	p.Str("]<")
	if _, unit := a.Value.(*UnitAttr); !unit {
		p.Attr(a.Value)
	}
	p.Str(">")
}

func (a *OpaqueAttr) Print(p AsmPrinter) {
	p.Str(opaqueText("#", a.Dialect, a.Body))
	printTypeSuffix(p, a.Type)
}
