package llvmir

import (
	"fmt"
	"strconv"
)

// Builder appends instructions to a block.
type Builder struct {
	// Loc is the source location of what is built next, 0 for none.
	Loc Meta
	// FastMath holds for every floating-point instruction built next.
	FastMath FastMath

	mod *Module
	fn  *Func
	blk *Block
	tmp []byte
}

// Builder makes a builder at the end of a block.
func (b *Block) Builder() *Builder {
	return &Builder{mod: b.fn.mod, fn: b.fn, blk: b, tmp: make([]byte, 0, 256)}
}

// At moves the builder to the end of a block of the same function.
func (b *Builder) At(blk *Block) {
	if blk.fn != b.fn {
		panic("llvmir: block of another function")
	}
	b.blk = blk
}

// Here is the block that the builder appends to, Func its function and Module its module.
func (b *Builder) Here() *Block    { return b.blk }
func (b *Builder) Func() *Func     { return b.fn }
func (b *Builder) Module() *Module { return b.mod }

// FastMath is a set of fast-math flags.
type FastMath uint8

// The fast-math flags of LLVM's language reference.
const (
	NNaN FastMath = 1 << iota
	NInf
	NSZ
	ARcp
	Contract
	AFn
	Reassoc
	Fast = NNaN | NInf | NSZ | ARcp | Contract | AFn | Reassoc
)

var fastMathNames = []string{"nnan ", "ninf ", "nsz ", "arcp ", "contract ", "afn ", "reassoc "}

func (f FastMath) append(b []byte) []byte {
	if f == Fast {
		return append(b, "fast "...)
	}
	for i, name := range fastMathNames {
		if f>>i&1 != 0 {
			b = append(b, name...)
		}
	}
	return b
}

// IntFlags is a set of promises of an integer instruction; broken, the result is poison.
type IntFlags uint8

// The promises of LLVM's language reference.
const (
	NUW IntFlags = 1 << iota
	NSW
	Exact
	Disjoint
)

var intFlagNames = []string{"nuw ", "nsw ", "exact ", "disjoint "}

func (f IntFlags) append(b []byte) []byte {
	for i, name := range intFlagNames {
		if f>>i&1 != 0 {
			b = append(b, name...)
		}
	}
	return b
}

func fail(format string, args ...any) { panic("llvmir: " + fmt.Sprintf(format, args...)) }

// begin starts the text of an instruction in the scratch buffer.
func (b *Builder) begin(op string) []byte { return append(append(b.tmp[:0], op...), ' ') }

// pure ends an instruction without effects: an equal one that is known to have
// run before is used again.
func (b *Builder) pure(t *Type, text []byte) Value {
	b.tmp = text
	if v, ok := b.blk.seen[string(text)]; ok {
		return v
	}
	entry := b.fn.blocks[0]
	if v, ok := entry.seen[string(text)]; ok {
		return v
	}
	from := len(b.blk.text)
	v := b.define(t, text)
	b.blk.pure = append(b.blk.pure, span{from, len(b.blk.text), v.n})
	b.blk.seen[string(text)] = v
	return v
}

// define ends an instruction with a result.
func (b *Builder) define(t *Type, text []byte) Value {
	v := Value{Type: t, kind: localValue, n: b.fn.next}
	b.fn.next++
	out := b.line()
	out = append(v.append(out), " = "...)
	b.finish(out, text)
	return v
}

// effect ends an instruction without a result.
func (b *Builder) effect(text []byte) { b.finish(b.line(), text) }

func (b *Builder) line() []byte {
	if b.blk.done {
		fail("instruction after the terminator of block %s", b.blk.label)
	}
	return append(b.blk.text, "  "...)
}

func (b *Builder) finish(out, text []byte) {
	b.tmp = text
	out = append(out, text...)
	if b.Loc != 0 && b.fn.Subprogram != 0 {
		if root := b.mod.meta.roots[b.Loc]; root != b.fn.Subprogram {
			fail("location %s belongs to another function than @%s", b.Loc.ref(), b.fn.Name)
		}
		out = b.Loc.appendRef(append(out, ", !dbg "...))
	}
	b.blk.text = append(out, '\n')
}

// BinOp is a binary instruction.
type BinOp uint8

// The binary instructions.
const (
	Add BinOp = iota
	Sub
	Mul
	UDiv
	SDiv
	URem
	SRem
	Shl
	LShr
	AShr
	And
	Or
	Xor
	FAdd
	FSub
	FMul
	FDiv
	FRem
)

var binNames = []string{"add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or", "xor",
	"fadd", "fsub", "fmul", "fdiv", "frem"}

// String implements fmt.Stringer.
func (op BinOp) String() string { return binNames[op] }

func (op BinOp) float() bool { return op >= FAdd }

// Bin is x op y, for numbers or vectors of them.
func (b *Builder) Bin(op BinOp, x, y Value, flags ...IntFlags) Value {
	if !x.Type.Equal(y.Type) {
		fail("%s of %s and %s", op, x, y)
	}
	if s := x.Type.scalar(); op.float() != s.IsFloat() || !op.float() && !s.IsInt() {
		fail("%s of type %s", op, x.Type)
	}
	if v, ok := foldBin(op, x, y); ok {
		return v
	}
	t := b.begin(binNames[op])
	if op.float() {
		t = b.FastMath.append(t)
	}
	for _, f := range flags {
		t = f.append(t)
	}
	return b.pure(x.Type, y.append(append(x.appendTyped(t), ", "...)))
}

// Add, Sub, Mul, And, Or, Xor, Shl and LShr are the common integer instructions.
func (b *Builder) Add(x, y Value) Value  { return b.Bin(Add, x, y) }
func (b *Builder) Sub(x, y Value) Value  { return b.Bin(Sub, x, y) }
func (b *Builder) Mul(x, y Value) Value  { return b.Bin(Mul, x, y) }
func (b *Builder) And(x, y Value) Value  { return b.Bin(And, x, y) }
func (b *Builder) Or(x, y Value) Value   { return b.Bin(Or, x, y) }
func (b *Builder) Xor(x, y Value) Value  { return b.Bin(Xor, x, y) }
func (b *Builder) Shl(x, y Value) Value  { return b.Bin(Shl, x, y) }
func (b *Builder) LShr(x, y Value) Value { return b.Bin(LShr, x, y) }

// FNeg is -x.
func (b *Builder) FNeg(x Value) Value {
	if !x.Type.scalar().IsFloat() {
		fail("fneg of %s", x)
	}
	return b.pure(x.Type, x.appendTyped(b.FastMath.append(b.begin("fneg"))))
}

// CastOp is a conversion.
type CastOp uint8

// The conversions.
const (
	Trunc CastOp = iota
	ZExt
	SExt
	FPTrunc
	FPExt
	FPToUI
	FPToSI
	UIToFP
	SIToFP
	PtrToInt
	IntToPtr
	BitCast
	AddrSpaceCast
)

var castRows = []struct {
	name     string
	from, to kind
}{
	{"trunc", intKind, intKind}, {"zext", intKind, intKind}, {"sext", intKind, intKind},
	{"fptrunc", floatKind, floatKind}, {"fpext", floatKind, floatKind},
	{"fptoui", floatKind, intKind}, {"fptosi", floatKind, intKind}, {"uitofp", intKind, floatKind}, {"sitofp", intKind, floatKind},
	{"ptrtoint", ptrKind, intKind}, {"inttoptr", intKind, ptrKind}, {"bitcast", voidKind, voidKind}, {"addrspacecast", ptrKind, ptrKind},
}

// String implements fmt.Stringer.
func (op CastOp) String() string { return castRows[op].name }

// Cast converts x to type t; to its own type it is x.
func (b *Builder) Cast(op CastOp, x Value, t *Type) Value {
	if x.Type.Equal(t) {
		return x
	}
	b.checkCast(op, x, t)
	if v, ok := foldCast(op, x, t); ok {
		return v
	}
	text := append(x.appendTyped(b.begin(castRows[op].name)), " to "...)
	return b.pure(t, append(text, t.text...))
}

func (b *Builder) checkCast(op CastOp, x Value, t *Type) {
	from, to := x.Type.scalar(), t.scalar()
	row := castRows[op]
	ok := x.Type.IsVec() == t.IsVec() && from.kind == row.from && to.kind == row.to
	switch op {
	case BitCast:
		ok = x.Type.Bits() == t.Bits()
	case Trunc, FPTrunc:
		ok = ok && from.bits > to.bits
	case ZExt, SExt, FPExt:
		ok = ok && from.bits < to.bits
	}
	if !ok {
		fail("%s of %s to %s", op, x, t)
	}
}

// Pred is the predicate of a comparison, as LLVM spells it.
type Pred string

// The predicates; those with a leading o or u before another letter compare
// floats and are false or true when an operand is NaN.
const (
	EQ  Pred = "eq"
	NE  Pred = "ne"
	UGT Pred = "ugt"
	UGE Pred = "uge"
	ULT Pred = "ult"
	ULE Pred = "ule"
	SGT Pred = "sgt"
	SGE Pred = "sge"
	SLT Pred = "slt"
	SLE Pred = "sle"

	OEQ Pred = "oeq"
	OGT Pred = "ogt"
	OGE Pred = "oge"
	OLT Pred = "olt"
	OLE Pred = "ole"
	ONE Pred = "one"
	ORD Pred = "ord"
	UEQ Pred = "ueq"
	UNE Pred = "une"
	UNO Pred = "uno"
)

// ICmp compares integers or pointers.
func (b *Builder) ICmp(p Pred, x, y Value) Value {
	if s := x.Type.scalar(); !x.Type.Equal(y.Type) || !s.IsInt() && !s.IsPtr() {
		fail("icmp of %s and %s", x, y)
	}
	if v, ok := foldICmp(p, x, y); ok {
		return v
	}
	t := append(append(b.begin("icmp"), p...), ' ')
	return b.pure(x.Type.like(I1), y.append(append(x.appendTyped(t), ", "...)))
}

// FCmp compares floats.
func (b *Builder) FCmp(p Pred, x, y Value) Value {
	if !x.Type.Equal(y.Type) || !x.Type.scalar().IsFloat() {
		fail("fcmp of %s and %s", x, y)
	}
	t := append(append(b.FastMath.append(b.begin("fcmp")), p...), ' ')
	return b.pure(x.Type.like(I1), y.append(append(x.appendTyped(t), ", "...)))
}

// Select is x where c holds and y elsewhere.
func (b *Builder) Select(c, x, y Value) Value {
	if c.Type.scalar() != I1 || !x.Type.Equal(y.Type) {
		fail("select of %s, %s and %s", c, x, y)
	}
	if x.Equal(y) || c.isInt(1) && c.Type == I1 {
		return x
	}
	if c.isInt(0) && c.Type == I1 {
		return y
	}
	t := b.begin("select")
	if x.Type.scalar().IsFloat() {
		t = b.FastMath.append(t)
	}
	t = append(x.appendTyped(append(c.appendTyped(t), ", "...)), ", "...)
	return b.pure(x.Type, y.appendTyped(t))
}

// Phi adds a phi at the head of the block.
func (b *Builder) Phi(t *Type) *Phi {
	p := &Phi{Value: Value{Type: t, kind: localValue, n: b.fn.next}}
	b.fn.next++
	b.blk.phis = append(b.blk.phis, p)
	return p
}

func appendInt(b []byte, n int) []byte { return strconv.AppendInt(b, int64(n), 10) }
