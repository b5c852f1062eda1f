package ptx

import (
	"math"
	"strconv"
	"strings"

	"tawa/diag"
)

// operands reads the operands up to the semicolon.
func (p *parser) operands(in *Inst) bool {
	for !p.is(";") {
		var o Operand
		var ok bool
		if in.Op == "bra" {
			o, ok = p.target()
		} else {
			o, ok = p.operand()
		}
		if !ok {
			return false
		}
		in.Args = append(in.Args, o)
		if !p.accept(",") {
			break
		}
		if p.is(";") {
			p.errorf(p.span(), "expected an operand, found `;`")
			return false
		}
	}
	return true
}

func (p *parser) target() (Operand, bool) {
	o := Operand{Kind: Target, Reg: -1, Second: -1, Span: p.span()}
	var ok bool
	o.Name, ok = p.name()
	return o, ok
}

func (p *parser) operand() (Operand, bool) {
	start := p.tok.start
	var o Operand
	var ok bool
	switch {
	case p.accept("{"):
		o, ok = p.vector(true)
	case p.accept("["):
		o, ok = p.memory()
	default:
		o, ok = p.simple()
	}
	o.Span = p.from(start)
	return o, ok
}

// vector reads `a, b}`; the elements are simple operands.
func (p *parser) vector(braced bool) (Operand, bool) {
	v := Operand{Kind: Vector, Reg: -1, Second: -1, Elems: []Operand{}}
	for {
		start := p.tok.start
		e, ok := p.simple()
		if !ok {
			return v, false
		}
		e.Span = p.from(start)
		v.Elems = append(v.Elems, e)
		if !p.accept(",") {
			return v, !braced || p.expect("}")
		}
	}
}

// memory reads `%rd1+4]`, `symbol]`, `64]` or `%rd1, {%r1, %r2}]`.
func (p *parser) memory() (Operand, bool) {
	o := Operand{Kind: Memory, Reg: -1, Second: -1}
	base, ok := p.simple()
	if !ok {
		return o, false
	}
	switch base.Kind {
	case Register:
		o.Reg = base.Reg
	case Symbol:
		o.Var, o.Off = base.Var, base.Off
	case Imm:
		o.Off = int64(base.Bits)
	default:
		p.errorf(p.from(p.end), "expected a register, a variable or a number as the address")
		return o, false
	}
	for p.is("+") || p.is("-") {
		negative := p.is("-")
		p.next()
		n, ok := p.integer()
		if !ok {
			return o, false
		}
		if negative {
			n = -n
		}
		o.Off += int64(n)
	}
	if p.accept(",") {
		if !p.expect("{") {
			return o, false
		}
		coords, ok := p.vector(true)
		if !ok {
			return o, false
		}
		o.Elems = coords.Elems
	}
	return o, p.expect("]")
}

// simple reads a register (`!%p1`, `%r1|%p1`), a constant, a special register, a symbol or `_`.
func (p *parser) simple() (Operand, bool) {
	o := Operand{Reg: -1, Second: -1}
	if p.is("-") || p.is("~") || p.tok.kind == tokNumber {
		return p.constant()
	}
	o.Not = p.accept("!")
	at := p.span()
	name, ok := p.name()
	if !ok {
		return o, false
	}
	if o.Not {
		r, known := p.lookup(name)
		if !known {
			p.unknownRegister(name, at)
			return o, false
		}
		o.Kind, o.Reg = Register, r
		return o, true
	}
	return p.named(o, name, at)
}

func (p *parser) named(o Operand, name string, at diag.Span) (Operand, bool) {
	if r, ok := p.lookup(name); ok {
		o.Kind, o.Reg = Register, r
		return p.second(o)
	}
	if name == "_" {
		o.Kind = Sink
		return p.second(o)
	}
	if v := p.variableNamed(name); v != nil {
		o.Kind, o.Var, o.Name = Symbol, v, name
		for p.is("+") && !p.failedNumberAhead() {
			p.next()
			n, ok := p.integer()
			if !ok {
				return o, false
			}
			o.Off += int64(n)
		}
		return o, true
	}
	if special, ok := strings.CutPrefix(name, "%"); ok && specials[strings.TrimRight(special, "0123456789")] {
		o.Kind, o.Name = Special, special
		return o, true
	}
	if n, ok := constants[name]; ok {
		o.Kind, o.Bits = Imm, n
		return o, true
	}
	p.unknownRegister(name, at)
	return o, false
}

// failedNumberAhead says that the `+` is not followed by a number.
func (p *parser) failedNumberAhead() bool {
	i := p.pos
	for i < len(p.src) && (p.src[i] == ' ' || p.src[i] == '\t' || p.src[i] == '-') {
		i++
	}
	return !isDigit(p.at(i))
}

// second reads the predicate of `%r1|%p1`.
func (p *parser) second(o Operand) (Operand, bool) {
	if !p.accept("|") {
		return o, true
	}
	if p.accept("_") {
		return o, true
	}
	at := p.span()
	name, ok := p.name()
	if !ok {
		return o, false
	}
	r, known := p.lookup(name)
	if !known {
		p.unknownRegister(name, at)
		return o, false
	}
	if p.fn.Regs[r].Type != Pred {
		p.errorf(at, "`%s` is no predicate", name)
		return o, false
	}
	o.Second = r
	return o, true
}

// constant reads a number with signs.
func (p *parser) constant() (Operand, bool) {
	o := Operand{Kind: Imm, Reg: -1, Second: -1}
	negative, invert := false, false
	for p.is("-") || p.is("~") {
		negative, invert = negative != p.is("-"), invert != p.is("~")
		p.next()
	}
	bits, float, ok := parseNumber(p.text())
	if p.tok.kind != tokNumber || !ok {
		p.errorf(p.span(), "expected a number, found %s", p.found())
		return o, false
	}
	p.next()
	switch {
	case negative && float == 64:
		bits ^= 1 << 63
	case negative && float == 32:
		bits ^= 1 << 31
	case negative:
		bits = -bits
	}
	if invert {
		bits = ^bits
	}
	o.Bits, o.Float = bits, float
	return o, true
}

func (p *parser) unknownRegister(name string, at diag.Span) {
	d := p.errorf(at, "`%s` is no register or variable here", name)
	candidates := func(yield func(string) bool) {
		for i, r := range p.fn.Regs {
			if i == 1000 || !yield(r.Name) {
				return
			}
		}
	}
	if near, ok := diag.Nearest(name, candidates); ok {
		d.Hint("did you mean `%s`?", near)
	}
}

// specials are the special registers, without `%` and without their number.
var specials = func() map[string]bool {
	m := map[string]bool{}
	for _, s := range strings.Fields("laneid warpid nwarpid smid nsmid gridid clusterid cluster_ctarank cluster_nctarank is_explicit_cluster " +
		"lanemask_eq lanemask_le lanemask_lt lanemask_ge lanemask_gt clock clock_hi globaltimer globaltimer_lo globaltimer_hi " +
		"envreg pm dynamic_smem_size total_smem_size aggr_smem_size reserved_smem_offset_begin reserved_smem_offset_end reserved_smem_offset_cap current_graph_exec") {
		m[s] = true
	}
	for _, s := range strings.Fields("tid ntid ctaid nctaid clusterid nclusterid cluster_ctaid cluster_nctaid") {
		for _, axis := range []string{"x", "y", "z"} {
			m[s+"."+axis] = true
		}
	}
	return m
}()

var constants = map[string]uint64{"WARP_SZ": 32}

// locDirective reads `.loc 1 43 17` with an optional `, function_name LABEL, inlined_at 1 15 25`. Where LLVM has put
// the call into the comment only (`// a.py:43:17 @[ b.py:15:25 ]`), it is taken from there.
func (p *parser) locDirective() {
	p.next()
	loc, ok := p.position()
	if !ok {
		return
	}
	lineEnd := p.end
	for p.accept(",") {
		word, _ := p.name()
		switch word {
		case "function_name":
			p.next()
			if p.accept("+") {
				p.size()
			}
		case "inlined_at":
			if loc.At, ok = p.position(); !ok {
				return
			}
		default:
			p.errorf(p.span(), "unknown attribute `%s` of .loc", word)
			return
		}
	}
	if loc.At == nil {
		loc.At = p.inlinedComment(lineEnd)
	}
	if loc.Line != 0 || p.loc == nil { // line 0 stands for no place: what follows belongs to the line before, if any
		p.loc = loc
	}
}

func (p *parser) position() (*Loc, bool) {
	l := &Loc{}
	var ok bool
	for _, n := range []*int{&l.FileID, &l.Line, &l.Col} {
		if *n, ok = p.size(); !ok {
			return nil, false
		}
	}
	p.locs = append(p.locs, l)
	return l, true
}

// inlinedComment finds the outermost `@[ file:line:col` in the comment that follows.
func (p *parser) inlinedComment(from int) *Loc {
	line, _, _ := strings.Cut(string(p.src[from:min(len(p.src), from+1000)]), "\n")
	i := strings.LastIndex(line, "@[ ")
	if i < 0 {
		return nil
	}
	text, _, _ := strings.Cut(line[i+3:], " ")
	parts := strings.Split(text, ":")
	if len(parts) < 3 {
		return nil
	}
	n := len(parts)
	row, err1 := strconv.Atoi(parts[n-2])
	col, err2 := strconv.Atoi(parts[n-1])
	if err1 != nil || err2 != nil || row <= 0 || col < 0 || row > math.MaxInt32 || col > math.MaxInt32 {
		return nil
	}
	return &Loc{File: strings.Join(parts[:n-2], ":"), Line: row, Col: col}
}

// nameFiles puts the names of files into the positions: `.file` may stand behind the code.
func (p *parser) nameFiles() {
	for _, l := range p.locs {
		l.File = p.module.Files[l.FileID]
	}
}
