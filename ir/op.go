package ir

import (
	"sync"
	"sync/atomic"
)

// OpName is a process-wide handle of an op: its name, nothing else.
type OpName struct {
	name string
	id   int
}

// String returns `dialect.mnemonic`.
func (n *OpName) String() string { return n.name }

// ID is a small number of its own.
func (n *OpName) ID() int { return n.id }

// Dialect returns what stands before the first dot.
func (n *OpName) Dialect() string {
	for i := range len(n.name) {
		if n.name[i] == '.' {
			return n.name[:i]
		}
	}
	return ""
}

var opNames = struct {
	sync.RWMutex
	byName map[string]*OpName
}{byName: map[string]*OpName{}}

// Op returns the handle of that name, the same for the same name.
func Op(name string) *OpName {
	opNames.RLock()
	n := opNames.byName[name]
	opNames.RUnlock()
	if n != nil {
		return n
	}
	opNames.Lock()
	defer opNames.Unlock()
	if n := opNames.byName[name]; n != nil {
		return n
	}
	n = &OpName{name, len(opNames.byName)}
	opNames.byName[name] = n
	return n
}

// Trait is a set of yes/no properties of an op.
type Trait uint64

// The traits.
const (
	// Pure: no side effects, and may be duplicated, moved or erased.
	Pure Trait = 1 << iota
	// ReadsMemory and WritesMemory are the effects of an op that is not Pure.
	// An op with neither of the three is taken to have unknown effects.
	ReadsMemory
	WritesMemory
	// RecursiveEffects: the effects are those of the ops in the regions.
	RecursiveEffects
	// Commutative: the operands may be exchanged.
	Commutative
	// ConstantLike: no operands, one result, the attribute `value`.
	ConstantLike
	// Terminator ends a block.
	Terminator
	// IsolatedFromAbove: regions use no values from outside.
	IsolatedFromAbove
	// SingleBlock: each region has at most one block.
	SingleBlock
	// NoTerminator: the blocks of the regions need none.
	NoTerminator
	// ImplicitTerminator: a missing terminator is made by the row's ImplicitTerminator op.
	ImplicitTerminator
	// SymbolTable holds symbols; Symbol is one, by its attribute `sym_name`.
	SymbolTable
	Symbol
	// Elementwise: acts on each element alone; operands and results have one shape and encoding.
	Elementwise
	// SameOperandsAndResultType: all operands and results have one type.
	SameOperandsAndResultType
	// SameTypeOperands: all operands have one type.
	SameTypeOperands
	// SameOperandsAndResultShape: shapes agree (scalars with scalars).
	SameOperandsAndResultShape
	// SameOperandsAndResultEncoding: tensor encodings agree.
	SameOperandsAndResultEncoding
	// AttrSizedOperandSegments: `operandSegmentSizes` tells the lengths of the
	// variadic operands; AttrSizedResultSegments the same of results.
	AttrSizedOperandSegments
	AttrSizedResultSegments
	// HasParent: the op must be directly in one of the row's Parents.
	HasParent
	// FunctionLike: attributes sym_name and function_type, arguments = entry block.
	FunctionLike
	// Loop: the op's first region may run any number of times.
	Loop
	// GraphRegion: the order of ops in a region says nothing, uses may stand before definitions.
	GraphRegion
)

// Arity of an operand, result, region or successor.
type Arity int

// One, zero or one, any number.
const (
	Single Arity = iota
	Optional
	Variadic
)

// Operand is a column of a row: a named operand (or, as Result, a result).
type Operand struct {
	Name  string
	Type  *TypeConstraint
	Arity Arity
}

// Result is a named result.
type Result = Operand

// One is a column of exactly one operand or result.
func One(name string, t *TypeConstraint) Operand { return Operand{Name: name, Type: t} }

// Maybe is a column of none or one.
func Maybe(name string, t *TypeConstraint) Operand {
	return Operand{Name: name, Type: t, Arity: Optional}
}

// Many is a column of any number.
func Many(name string, t *TypeConstraint) Operand {
	return Operand{Name: name, Type: t, Arity: Variadic}
}

// Attr is a named inherent attribute.
type Attr struct {
	Name     string
	Kind     *AttrConstraint
	Optional bool
	// Default is the value where none is given; it is not printed in custom forms.
	Default func(*Context) Attribute
	// Implied is what an optional attribute means if it is absent; custom forms do not spell it.
	Implied func(*Context) Attribute
}

// Unit is an attribute that says something by being there.
func Unit(name string) Attr { return Attr{Name: name, Kind: UnitAttrKind, Optional: true} }

// RegionDef is a named region; SuccessorDef a named successor.
type RegionDef struct {
	Name  string
	Arity Arity
}

// SuccessorDef is a named successor block.
type SuccessorDef struct {
	Name  string
	Arity Arity
}

// TypeConstraint says which types are allowed. Summary completes the sentence
// "operand #0 must be …"; Build, if set, makes the only type allowed, so that
// the assembly form need not spell it.
type TypeConstraint struct {
	Summary string
	Ok      func(Type) bool
	Build   func(*Context) Type
	// Short is the `dialect.mnemonic` that all allowed types have, or "": a format's
	// type($x) of a single such column is written without this head unless it is
	// qualified, and read with or without.
	Short string
}

// AttrConstraint says which attributes are allowed. Summary completes "attribute
// 'x' failed to satisfy constraint: …". Type, if set, is the type that an integer
// or float of this constraint has, so that it is not spelt in assembly forms. Enum
// lists keywords for values 0, 1, …, printed bare in assembly forms ("" is no value).
// Short is the `dialect.mnemonic` that all allowed attributes have, or "": a
// format's $x is written without this head, and read with or without.
type AttrConstraint struct {
	Summary string
	Ok      func(Attribute) bool
	Type    func(*Context) Type
	Enum    []string
	Short   string
}

// TypeRule says that the type of column To (an operand or result) is Map of the
// type of the single column From; Map nil is the same type. Assembly forms need not
// spell such a type: the parser computes it, rules in order, after types that the
// text gives, that constraints Build and that traits equate, and before
// InferTypes. The verifier checks the rule and says "failed to verify that " + Summary.
// Map returns nil where From has a type that the rule says nothing about.
type TypeRule struct {
	To, From string
	Map      func(Type) Type
	Summary  string
}

// Directive reads and writes custom<Name>(…) of an assembly format. The arguments
// that the format gives are numbered from 0.
type Directive struct {
	Parse func(p AsmParser, args DirectiveReader) bool
	Print func(p AsmPrinter, args DirectiveWriter)
}

// DirectiveReader takes what a directive has read.
type DirectiveReader interface {
	SetOperands(arg int, us ...UnresolvedOperand)
	SetTypes(arg int, ts ...Type) // of type($x)
	SetAttr(arg int, a Attribute) bool
}

// DirectiveWriter gives what a directive writes.
type DirectiveWriter interface {
	Op() *Operation
	Values(arg int) []*Value // of $x and type($x)
	Attr(arg int) Attribute  // nil if there is none
}

// FoldResult is what a fold replaces a result by: one of the two.
type FoldResult struct {
	Attr  Attribute
	Value *Value
}

// OpDef is the row of an op.
type OpDef struct {
	Summary     string
	Description string
	Operands    []Operand
	Results     []Result
	Attrs       []Attr
	Regions     []RegionDef
	Successors  []SuccessorDef
	TypeRules   []TypeRule
	Traits      Trait
	// Effects, if set, gives the memory traits of one op in place of those of Traits.
	Effects func(*Operation) Trait
	Parents []*OpName
	// ImplicitTerminator is the op that ends blocks of the regions if none is written.
	ImplicitTerminator *OpName
	// DefaultDialect may be left out of the names of ops directly in the regions: `return` in a func.func.
	DefaultDialect string

	// Format is MLIR's declarative assembly format; "" and no Parse means generic only.
	Format string
	// Directives are the custom<Name>(…) of Format.
	Directives map[string]Directive
	// Parse and Print are the assembly form in code. Parse fills in the state and
	// reports errors to the parser; Print writes what follows the op's name.
	Parse func(p AsmParser, st *OperationState) bool
	Print func(op *Operation, p AsmPrinter)
	// Verify checks what the columns and traits do not say.
	Verify func(op *Operation, r Reporter) bool
	// InferTypes returns the result types of an op to be made.
	InferTypes func(ctx *Context, st *OperationState) ([]Type, bool)
	// Fold returns one entry for each result, or nil if nothing folds. Operands
	// are the constant operands, nil where not constant. An op folded in place
	// returns its own results.
	Fold func(op *Operation, operands []Attribute) []FoldResult
	// Canonicalize are the op's own rewrite patterns.
	Canonicalize []Pattern
	// ResultName suggests a name for a result that has none ("c0_i32"), or "".
	ResultName func(op *Operation, result int) string
	// ArgName suggests a name for a block argument of a region that has none.
	ArgName func(op *Operation, arg *Value) string

	name      *OpName
	dialect   *DialectInfo
	compiled  *atomic.Value
	attrIndex map[string]int
}

// Name returns the handle of the row.
func (d *OpDef) Name() *OpName { return d.name }

// Dialect returns the dialect of the row, nil if it was not registered before the row.
func (d *OpDef) Dialect() *DialectInfo { return d.dialect }

// Is reports whether all traits of t are set.
func (d *OpDef) Is(t Trait) bool { return d != nil && d.Traits&t == t }

// AttrIndex returns the slot of an inherent attribute, or -1.
func (d *OpDef) AttrIndex(name string) int {
	if d == nil {
		return -1
	}
	if len(d.Attrs) > 8 {
		if i, ok := d.attrIndex[name]; ok {
			return i
		}
		return -1
	}
	for i := range d.Attrs { // a few comparisons take less than a hash
		if d.Attrs[i].Name == name {
			return i
		}
	}
	return -1
}

// Compiled caches what package asm makes of Format.
func (d *OpDef) Compiled(make func(*OpDef) any) any {
	if c := d.compiled.Load(); c != nil {
		return c
	}
	c := make(d)
	d.compiled.CompareAndSwap(nil, c)
	return d.compiled.Load()
}
