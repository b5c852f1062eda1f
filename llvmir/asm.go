package llvmir

import (
	"strconv"
	"strings"
)

// Asm collects the operands of an inline PTX statement: first all results,
// then all inputs, because PTX text numbers them in that order.
//
//	a := b.Asm()
//	d := a.InOut(acc...)
//	desc := a.In(v)
//	acc = a.Emit("wgmma.… {" + strings.Join(d, ", ") + "}, " + desc + ", …;")
type Asm struct {
	b          *Builder
	outs       []*Type
	outLetters []string
	ties       []Value
	tied       []int
	ins        []Value
	inLetters  []string
	sideEffect bool
	convergent bool
	memory     bool
}

// Asm starts an inline PTX statement.
func (b *Builder) Asm() *Asm { return &Asm{b: b} }

// SideEffect keeps the statement where it is even if its results are unused.
func (a *Asm) SideEffect() *Asm { a.sideEffect = true; return a }

// Convergent forbids to make the statement depend on more control flow: all
// threads of the warp run it together.
func (a *Asm) Convergent() *Asm { a.convergent = true; return a }

// Memory says that the statement reads or writes memory, so no access moves
// across it; it implies SideEffect.
func (a *Asm) Memory() *Asm { a.memory, a.sideEffect = true, true; return a }

// letter is the register class of a type in PTX. An 8-bit value needs a 16-bit
// register, so it has none.
func letter(t *Type) string {
	switch {
	case t == I1:
		return "b"
	case t.IsInt() || t.IsVec():
		switch t.Bits() {
		case 16:
			return "h"
		case 32:
			return "r"
		case 64:
			return "l"
		}
	case t == Half, t == BFloat:
		return "h"
	case t == Float:
		return "f"
	case t == Double:
		return "d"
	case t.IsPtr() && t.bits <= 1:
		return "l"
	}
	panic("llvmir: no PTX register holds " + t.text)
}

func ref(i int) string { return "$" + strconv.Itoa(i) }

// Out adds a result and returns its placeholder.
func (a *Asm) Out(t *Type) string {
	if len(a.ins) > 0 {
		panic("llvmir: result of inline assembly after an input")
	}
	a.outs = append(a.outs, t)
	a.outLetters = append(a.outLetters, letter(t))
	return ref(len(a.outs) - 1)
}

// InOut adds results that start with the given values, in the same registers,
// and returns their placeholders.
func (a *Asm) InOut(vs ...Value) []string {
	refs := make([]string, len(vs))
	for i, v := range vs {
		a.tied = append(a.tied, len(a.outs))
		a.ties = append(a.ties, v)
		refs[i] = a.Out(v.Type)
	}
	return refs
}

// In adds an input in a register and returns its placeholder.
func (a *Asm) In(v Value) string { return a.input(v, letter(v.Type)) }

// Imm adds an integer constant that is printed into the text.
func (a *Asm) Imm(n int64) string { return a.input(CI64(n), "n") }

func (a *Asm) input(v Value, letter string) string {
	a.ins = append(a.ins, v)
	a.inLetters = append(a.inLetters, letter)
	return ref(len(a.outs) + len(a.ties) + len(a.ins) - 1)
}

// Emit appends the statement and returns its results.
func (a *Asm) Emit(text string) []Value {
	b := a.b
	t := b.begin("call")
	ret := Void
	switch len(a.outs) {
	case 0:
	case 1:
		ret = a.outs[0]
	default:
		ret = b.mod.resultStruct(a.outs)
	}
	t = append(append(t, ret.text...), " asm "...)
	if a.sideEffect {
		t = append(t, "sideeffect "...)
	}
	t = append(append(append(t, quote(text)...), `, "`...), a.constraints()...)
	t = append(t, '"')
	t = appendArgs(t, append(a.ties[:len(a.ties):len(a.ties)], a.ins...))
	if a.convergent {
		t = append(t, " convergent nounwind"...)
	} else {
		t = append(t, " nounwind"...)
	}
	return a.results(ret, t)
}

func (a *Asm) results(ret *Type, text []byte) []Value {
	b := a.b
	if ret == Void {
		b.effect(text)
		return nil
	}
	var v Value
	if a.sideEffect || a.convergent {
		v = b.define(ret, text)
	} else {
		v = b.pure(ret, text)
	}
	if len(a.outs) == 1 {
		return []Value{v}
	}
	out := make([]Value, len(a.outs))
	for i := range out {
		out[i] = b.ExtractValue(v, i)
	}
	return out
}

func (a *Asm) constraints() string {
	var s strings.Builder
	add := func(part string) {
		if s.Len() > 0 {
			s.WriteByte(',')
		}
		s.WriteString(part)
	}
	for _, l := range a.outLetters {
		add("=" + l)
	}
	for _, i := range a.tied {
		add(strconv.Itoa(i))
	}
	for _, l := range a.inLetters {
		add(l)
	}
	if a.memory {
		add("~{memory}")
	}
	return s.String()
}
