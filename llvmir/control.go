package llvmir

// Br jumps to a block.
func (b *Builder) Br(to *Block) {
	b.end(appendLabel(b.begin("br"), to))
}

// CondBr jumps to yes where c holds, else to no.
func (b *Builder) CondBr(c Value, yes, no *Block) {
	if c.Type != I1 {
		fail("branch on %s", c)
	}
	text := appendLabel(append(c.appendTyped(b.begin("br")), ", "...), yes)
	b.end(appendLabel(append(text, ", "...), no))
}

// Case is one case of a switch.
type Case struct {
	Value int64
	To    *Block
}

// Switch jumps by an integer.
func (b *Builder) Switch(v Value, otherwise *Block, cases ...Case) {
	text := appendLabel(append(v.appendTyped(b.begin("switch")), ", "...), otherwise)
	text = append(text, " ["...)
	for _, c := range cases {
		text = ConstInt(v.Type, c.Value).appendTyped(append(text, ' '))
		text = appendLabel(append(text, ", "...), c.To)
	}
	b.end(append(text, " ]"...))
}

// Ret returns a value, RetVoid nothing.
func (b *Builder) Ret(v Value) {
	if !v.Type.Equal(b.fn.ret) {
		fail("@%s returns %s, not %s", b.fn.Name, b.fn.ret, v)
	}
	b.end(v.appendTyped(b.begin("ret")))
}

func (b *Builder) RetVoid() {
	if b.fn.ret != Void {
		fail("@%s returns %s, not void", b.fn.Name, b.fn.ret)
	}
	b.end(append(b.tmp[:0], "ret void"...))
}

// Unreachable ends a block that control never reaches the end of.
func (b *Builder) Unreachable() { b.end(append(b.tmp[:0], "unreachable"...)) }

func (b *Builder) end(text []byte) {
	b.effect(text)
	b.blk.done = true
}

func appendLabel(text []byte, to *Block) []byte {
	return append(append(text, "label %"...), to.label...)
}

// Call calls a function of the module; for a void one the result is none.
func (b *Builder) Call(f *Func, args ...Value) Value {
	return b.call(f.ret, b.callText(f, args))
}

func (b *Builder) callText(f *Func, args []Value) []byte {
	if len(args) != len(f.params) {
		fail("@%s takes %d arguments, not %d", f.Name, len(f.params), len(args))
	}
	for i, a := range args {
		if !a.Type.Equal(f.params[i].Type) {
			fail("argument %d of @%s is %s, not %s", i, f.Name, f.params[i].Type, a)
		}
	}
	text := b.begin("call")
	if f.ret.scalar().IsFloat() {
		text = b.FastMath.append(text)
	}
	text = append(append(append(text, f.ret.text...), " @"...), f.Name...)
	return appendArgs(text, args)
}

func (b *Builder) call(ret *Type, text []byte) Value {
	if ret == Void {
		b.effect(text)
		return Value{}
	}
	return b.define(ret, text)
}

func appendArgs(text []byte, args []Value) []byte {
	text = append(text, '(')
	for i, a := range args {
		if i > 0 {
			text = append(text, ", "...)
		}
		text = a.appendTyped(text)
	}
	return append(text, ')')
}
