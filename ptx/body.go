package ptx

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"tawa/diag"
)

// scope is one pair of braces: its registers, variables and labels hide those of the scopes around it.
type scope struct {
	regs   map[string]int
	ranges map[string]regRange // `%r<10>`: prefix -> registers
	vars   map[string]*Var
	labels map[string]int
	wanted []labelUse
}

type regRange struct{ first, count int }

// labelUse is a branch whose label is not known yet.
type labelUse struct {
	name      string
	inst, arg int
	span      diag.Span
}

func newScope() *scope {
	return &scope{regs: map[string]int{}, ranges: map[string]regRange{}, vars: map[string]*Var{}, labels: map[string]int{}}
}

// maxRegs bounds what a text can make us allocate.
const maxRegs = 1 << 17

// body reads the function's statements up to its closing brace.
func (p *parser) body() {
	outer := newScope()
	for _, v := range slices.Concat(p.module.Vars, p.fn.Params) {
		outer.vars[v.Name] = v
	}
	p.scopes = append(p.scopes[:0], outer)
	for len(p.scopes) > 0 {
		if p.tok.kind == tokEOF {
			p.errorf(p.span(), "the body of `%s` has no end", p.fn.Name)
			for len(p.scopes) > 0 {
				p.closeScope()
			}
			return
		}
		p.statement()
	}
}

func (p *parser) statement() {
	switch {
	case p.accept("{"):
		p.scopes = append(p.scopes, newScope())
	case p.accept("}"):
		p.closeScope()
	case p.accept(";"):
	case p.tok.kind == tokWord && p.src[p.tok.start] == '.':
		p.bodyDirective()
	case p.is("@") || p.tok.kind == tokWord:
		p.instructionOrLabel()
	default:
		p.errorf(p.span(), "expected an instruction, found %s", p.found())
		p.skipTo(";")
	}
}

// closeScope binds the branches to the scope's labels and hands the others to the scope around it.
func (p *parser) closeScope() {
	top := p.scopes[len(p.scopes)-1]
	p.scopes = p.scopes[:len(p.scopes)-1]
	for _, use := range top.wanted {
		at, ok := top.labels[use.name]
		switch {
		case ok:
			p.fn.Code[use.inst].Args[use.arg].Off = int64(at)
		case len(p.scopes) > 0:
			outer := p.scopes[len(p.scopes)-1]
			outer.wanted = append(outer.wanted, use)
		default:
			d := p.errorf(use.span, "no label `%s`", use.name)
			if near, ok := diag.Nearest(use.name, maps.Keys(top.labels)); ok {
				d.Hint("did you mean `%s`?", near)
			}
		}
	}
}

func (p *parser) bodyDirective() {
	switch word := p.text(); word {
	case ".reg":
		p.regDirective()
	case ".shared", ".local", ".global", ".const", ".param":
		if v := p.variable(false); v != nil {
			p.fn.Vars = append(p.fn.Vars, v)
			p.scopes[len(p.scopes)-1].vars[v.Name] = v
		}
	case ".loc":
		p.locDirective()
	case ".file":
		p.fileDirective()
	case ".pragma":
		p.skipTo(";")
	default:
		p.errorf(p.span(), "unknown directive `%s`", word)
		p.next()
		p.skipTo(";")
	}
}

// regDirective reads `.reg .b32 %r<10>, x;`.
func (p *parser) regDirective() {
	p.next()
	typ := NoType
	if p.tok.kind == tokWord {
		typ = ParseType(strings.TrimPrefix(p.text(), "."))
	}
	if typ == NoType {
		p.errorf(p.span(), "expected a register type, found %s", p.found())
		p.skipTo(";")
		return
	}
	top := p.scopes[len(p.scopes)-1]
	for p.next(); ; {
		at := p.span()
		name, ok := p.name()
		if !ok {
			p.skipTo(";")
			return
		}
		if !p.accept("<") {
			top.regs[name] = p.newRegs(typ, name, 1, at)
		} else {
			n, ok := p.size()
			if !ok || !p.expect(">") {
				p.skipTo(";")
				return
			}
			top.ranges[name] = regRange{p.newRegs(typ, name, n, at), n}
		}
		if !p.accept(",") {
			p.expect(";")
			return
		}
	}
}

func (p *parser) newRegs(typ Type, name string, n int, at diag.Span) int {
	first := len(p.fn.Regs)
	if first+n > maxRegs {
		p.errorf(at, "more than %d registers", maxRegs)
		return 0
	}
	for i := range n {
		full := name
		if strings.HasPrefix(name, "%") && n != 1 {
			full += strconv.Itoa(i)
		}
		p.fn.Regs = append(p.fn.Regs, Reg{full, typ})
	}
	return first
}

// lookup finds a register by name.
func (p *parser) lookup(name string) (int, bool) {
	prefix := strings.TrimRight(name, "0123456789")
	for _, s := range slices.Backward(p.scopes) {
		if r, ok := s.regs[name]; ok && r < len(p.fn.Regs) {
			return r, true
		}
		if rr, ok := s.ranges[prefix]; ok && prefix != name {
			if i, err := strconv.Atoi(name[len(prefix):]); err == nil && i < rr.count && rr.first+i < len(p.fn.Regs) {
				return rr.first + i, true
			}
		}
	}
	return 0, false
}

func (p *parser) variableNamed(name string) *Var {
	for _, s := range slices.Backward(p.scopes) {
		if v := s.vars[name]; v != nil {
			return v
		}
	}
	return nil
}

func (p *parser) instructionOrLabel() {
	start := p.tok.start
	if p.tok.kind == tokWord && p.at(p.pos) == ':' {
		name := p.text()
		top := p.scopes[len(p.scopes)-1]
		if _, twice := top.labels[name]; twice {
			p.errorf(p.span(), "label `%s` is there twice", name)
		}
		top.labels[name] = len(p.fn.Code)
		p.fn.Labels = append(p.fn.Labels, Label{name, len(p.fn.Code)})
		p.next()
		p.next()
		return
	}
	in := Inst{Pred: -1, Loc: p.loc}
	if p.accept("@") {
		in.PredNot = p.accept("!")
		at := p.span()
		name, ok := p.name()
		if !ok {
			p.skipTo(";")
			return
		}
		if in.Pred, ok = p.lookup(name); !ok {
			p.unknownRegister(name, at)
		} else if t := p.fn.Regs[in.Pred].Type; t != Pred {
			p.errorf(at, "a guard must be a predicate, `%s` is .%s", name, t)
		}
	}
	p.instruction(&in, start)
}

// instruction reads name, operands and semicolon, checks them against the table and appends the instruction.
func (p *parser) instruction(in *Inst, start int) {
	nameSpan := p.span()
	if p.tok.kind != tokWord || p.src[p.tok.start] == '.' {
		p.errorf(nameSpan, "expected an instruction, found %s", p.found())
		p.skipTo(";")
		return
	}
	full := p.text()
	op, mods, forms := splitName(full)
	if op == "" {
		p.unknownInstruction(full, nameSpan)
		p.next()
		p.skipTo(";")
		return
	}
	p.next()
	in.Op, in.Mods = op, mods
	form := p.chooseForm(in, forms, nameSpan)
	if form == nil || !p.operands(in) {
		p.skipTo(";")
		return
	}
	in.Span = p.from(start)
	if !p.expect(";") {
		p.skipTo(";")
		return
	}
	in.Span = p.from(start)
	form = p.checkArgs(in, forms, form)
	if form == nil {
		return
	}
	for i, a := range in.Args {
		if a.Kind == Target {
			p.scopes[len(p.scopes)-1].wanted = append(p.scopes[len(p.scopes)-1].wanted, labelUse{a.Name, len(p.fn.Code), i, a.Span})
		}
	}
	p.fn.Code = append(p.fn.Code, *in)
}

func (p *parser) unknownInstruction(full string, span diag.Span) {
	op, _, _ := strings.Cut(full, ".")
	d := p.errorf(span, "unknown instruction `%s`", full)
	if near, ok := diag.Nearest(op, maps.Keys(table())); ok && near != op {
		d.Hint("did you mean `%s`?", near)
	}
}

// chooseForm finds the row whose modifiers fit.
func (p *parser) chooseForm(in *Inst, forms []*row, span diag.Span) *row {
	for _, r := range forms {
		if matchMods(r.mods, in.Mods) {
			return r
		}
	}
	off := span.Start + len(in.Op)
	for _, mod := range in.Mods {
		known := slices.ContainsFunc(forms, func(r *row) bool { return r.knows(mod) })
		if !known {
			at := diag.Span{File: p.file, Start: off, End: off + len(mod) + 1}
			p.errorf(at, "`%s` has no modifier `.%s`", in.Op, mod)
			return nil
		}
		off += len(mod) + 1
	}
	p.errorf(span, "`%s` has no form with these modifiers in this order: `%s`", in.Op, in.Name())
	return nil
}

// checkArgs compares the operands with the form, or with any other form of the same modifiers.
func (p *parser) checkArgs(in *Inst, forms []*row, form *row) *row {
	for _, r := range forms {
		if matchMods(r.mods, in.Mods) && r.fits(in.Args, p.fn.Regs) {
			return r
		}
	}
	need := 0
	for i, a := range form.args {
		if !strings.HasSuffix(a, "?") {
			need = i + 1
		}
		if i < len(in.Args) && !fits(a[0], &in.Args[i], p.fn.Regs) {
			p.errorf(in.Args[i].Span, "operand %d of `%s` must be %s", i+1, in.Name(), operandNames[a[0]])
			return nil
		}
	}
	count := strconv.Itoa(need)
	if need < len(form.args) {
		count += " to " + strconv.Itoa(len(form.args))
	}
	p.errorf(in.Span, "`%s` takes %s operands, these are %d", in.Name(), count, len(in.Args))
	return nil
}

func (r *row) fits(args []Operand, regs []Reg) bool {
	if len(args) > len(r.args) {
		return false
	}
	for i, a := range r.args {
		if i >= len(args) {
			if !strings.HasSuffix(a, "?") {
				return false
			}
		} else if !fits(a[0], &args[i], regs) {
			return false
		}
	}
	return true
}

var operandNames = map[byte]string{
	'd': "a register", 'D': "a register or a vector of registers", 'q': "a predicate register", 'e': "a register, with `|` and a predicate behind it or not",
	'a': "a register or a constant", 'A': "a register, a constant or a vector of them", 'p': "a predicate", 'm': "an address in brackets",
	't': "a tensor address `[map, {coordinates}]`", 'L': "a label", 'i': "a constant",
}

// fits says whether an operand can stand where the table has the letter.
func fits(letter byte, o *Operand, regs []Reg) bool {
	isPred := o.Kind == Register && regs[o.Reg].Type == Pred
	switch letter {
	case 'd':
		return o.Kind == Register && o.Second < 0 && !o.Not || o.Kind == Sink
	case 'D':
		return o.Kind == Register && o.Second < 0 && !o.Not || o.Kind == Vector && all(o.Elems, func(e *Operand) bool { return e.Kind == Register || e.Kind == Sink })
	case 'q':
		return isPred && !o.Not || o.Kind == Sink
	case 'e':
		return (o.Kind == Register || o.Kind == Sink) && !o.Not
	case 'a':
		return o.Kind == Register && o.Second < 0 || o.Kind == Imm || o.Kind == Special || o.Kind == Symbol
	case 'A':
		return o.Kind != Memory && o.Kind != Target && o.Kind != Sink
	case 'p':
		return isPred && o.Second < 0 || o.Kind == Imm
	case 'm':
		return o.Kind == Memory && o.Elems == nil
	case 't':
		return o.Kind == Memory && o.Elems != nil
	case 'L':
		return o.Kind == Target
	default: // 'i'
		return o.Kind == Imm
	}
}

func all(elems []Operand, f func(*Operand) bool) bool {
	for i := range elems {
		if !f(&elems[i]) {
			return false
		}
	}
	return true
}

func parseFloat(s string) (bits uint64, float int, ok bool) {
	f, err := strconv.ParseFloat(s, 64)
	return math.Float64bits(f), 64, err == nil && !strings.ContainsAny(s, "xX_")
}
