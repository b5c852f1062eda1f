// Package ptx reads PTX text into a small typed form: a module of functions whose registers are dense numbers, whose
// labels are places in the code and whose instructions are checked against a table of the instruction set.
//
// It knows the syntax of what LLVM's NVPTX back end and Triton emit for sm_90a, inline assembly with its scopes
// included, and nothing of meaning: package emu runs what is read here. The names and the order of modifiers are
// those of the PTX ISA, versions 8.0 to 8.7.
package ptx

import (
	"fmt"
	"strings"

	"tawa/diag"
)

// Module is one PTX file.
type Module struct {
	File        *diag.File
	Version     string // "8.6"
	Target      string // "sm_90a"
	AddressSize int    // bits of a generic address, 64 where nothing is said
	Files       map[int]string
	Vars        []*Var // shared, global and constant variables of the module
	Funcs       []*Func
}

// Entry finds the kernel of the given name; an empty name means the only kernel.
func (m *Module) Entry(name string) (*Func, error) {
	var found *Func
	for _, f := range m.Funcs {
		switch {
		case !f.Entry || name != "" && f.Name != name:
		case found != nil:
			return nil, fmt.Errorf("%s has several kernels, name one: %s, %s, …", m.File.Name, found.Name, f.Name)
		default:
			found = f
		}
	}
	if found == nil && name == "" {
		return nil, fmt.Errorf("%s has no kernel", m.File.Name)
	}
	if found == nil {
		return nil, fmt.Errorf("%s has no kernel %q", m.File.Name, name)
	}
	return found, nil
}

// Type is the type of a register, a parameter or an access: what stands behind the dot in `.b32`.
type Type uint8

// The fundamental types of PTX.
const (
	NoType Type = iota
	Pred
	B8
	B16
	B32
	B64
	B128
	U8
	U16
	U32
	U64
	S8
	S16
	S32
	S64
	F16
	F16x2
	BF16
	BF16x2
	F32
	F64
)

var typeNames = [...]string{
	"", "pred", "b8", "b16", "b32", "b64", "b128", "u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64",
	"f16", "f16x2", "bf16", "bf16x2", "f32", "f64",
}

var typeSizes = [...]int{0, 1, 1, 2, 4, 8, 16, 1, 2, 4, 8, 1, 2, 4, 8, 2, 4, 2, 4, 4, 8}

var typesByName = func() map[string]Type {
	m := map[string]Type{}
	for t, name := range typeNames {
		m[name] = Type(t)
	}
	delete(m, "")
	return m
}()

// ParseType reads a type's name without its dot; NoType if there is none of that name.
func ParseType(name string) Type { return typesByName[name] }

// String implements fmt.Stringer.
func (t Type) String() string { return typeNames[t] }

// Size is the number of bytes of a value of this type; a predicate counts as one.
func (t Type) Size() int { return typeSizes[t] }

// Signed says whether the type is a signed integer.
func (t Type) Signed() bool { return S8 <= t && t <= S64 }

// Float says whether the type is a floating-point type or a pair of such.
func (t Type) Float() bool { return F16 <= t && t <= F64 }

// Space is a state space.
type Space uint8

// The state spaces of PTX.
const (
	Generic Space = iota
	Global
	Shared
	Local
	Const
	Param
)

var spaceNames = [...]string{"generic", "global", "shared", "local", "const", "param"}

// String implements fmt.Stringer.
func (s Space) String() string { return spaceNames[s] }

// Var is a variable or a parameter.
type Var struct {
	Name   string
	Space  Space
	Type   Type
	Align  int // bytes
	Size   int // bytes in all; 0 for an extern array of unknown length
	Offset int // of a parameter: bytes from the start of the parameter block
	Extern bool
	Init   []byte // the initial value, if one is given
	Span   diag.Span
}

// Reg is a register of a function.
type Reg struct {
	Name string
	Type Type
}

// Func is a kernel or a function.
type Func struct {
	Name   string
	Entry  bool
	Params []*Var
	Vars   []*Var // shared and local variables of the body
	Regs   []Reg
	Code   []Inst
	Labels []Label
	Span   diag.Span

	ReqNTID, MaxNTID  [3]int // .reqntid, .maxntid; zero if not given
	ReqNCTAPerCluster [3]int
	MinNCTAPerSM      int
	MaxNReg           int
}

// Label is a place in the code: the index of the instruction after it.
type Label struct {
	Name string
	At   int
}

// Inst is one instruction. Op is the longest name of the instruction table, such as "add" or
// "cp.async.bulk.tensor"; Mods are the modifiers after it without their dots, in the text's order.
type Inst struct {
	Op      string
	Mods    []string
	Pred    int // register of the guard, or -1
	PredNot bool
	Args    []Operand
	Loc     *Loc      // the source line, nil if none is known
	Span    diag.Span // from the guard to the semicolon
}

// Has says whether the instruction has the modifier.
func (in *Inst) Has(mod string) bool {
	for _, m := range in.Mods {
		if m == mod {
			return true
		}
	}
	return false
}

// Type is the last modifier that is a type, NoType if none is.
func (in *Inst) Type() Type {
	for i := len(in.Mods) - 1; i >= 0; i-- {
		if t := ParseType(in.Mods[i]); t != NoType {
			return t
		}
	}
	return NoType
}

// Name is the instruction's full name as it was written.
func (in *Inst) Name() string {
	if len(in.Mods) == 0 {
		return in.Op
	}
	return in.Op + "." + strings.Join(in.Mods, ".")
}

// Loc is a source position from `.loc`. At is the call that inlined it, nil if none did.
type Loc struct {
	FileID    int
	File      string
	Line, Col int
	At        *Loc
}

// Outermost is the position in the kernel itself: where the outermost call stands.
func (l *Loc) Outermost() *Loc {
	for l != nil && l.At != nil {
		l = l.At
	}
	return l
}

// OperandKind tells what an operand is.
type OperandKind uint8

// The kinds of operands and the fields of Operand that they use.
const (
	Sink     OperandKind = iota // `_`
	Register                    // Reg, Not, Second
	Imm                         // Bits, Float
	Special                     // Name: "tid.x"
	Symbol                      // Var, Off
	Vector                      // Elems
	Memory                      // `[base+off]`: Reg or Var, Off; Elems are the coordinates of a tensor address
	Target                      // Off is the index of the instruction
)

// Operand is one operand of an instruction.
type Operand struct {
	Kind   OperandKind
	Reg    int  // register; of a memory operand the base, or -1
	Not    bool // `!%p`
	Second int  // `%r1|%p1`: the predicate, or -1
	Bits   uint64
	Float  int // of an immediate: 0 integer, 32 or 64 the width of Bits as a float
	Name   string
	Var    *Var
	Off    int64
	Elems  []Operand
	Span   diag.Span
}
