package ptx

import (
	"bytes"
	"strconv"
	"strings"

	"tawa/diag"
)

// Parse reads one file. What it does not understand goes to the sink, everything in one run; ok says that nothing was.
// The module is never nil and holds what could be read.
func Parse(file *diag.File, sink *diag.Sink) (m *Module, ok bool) {
	p := &parser{lexer: newLexer(file), sink: sink, module: &Module{File: file, AddressSize: 64, Files: map[int]string{}}}
	for p.tok.kind != tokEOF {
		p.moduleItem()
	}
	p.nameFiles()
	return p.module, !p.failed
}

type parser struct {
	*lexer
	sink   *diag.Sink
	failed bool
	module *Module

	fn     *Func
	scopes []*scope
	loc    *Loc
	locs   []*Loc
}

func (p *parser) errorf(span diag.Span, format string, args ...any) *diag.Diagnostic {
	p.failed = true
	return p.sink.Errorf(span, format, args...)
}

func (p *parser) is(text string) bool {
	return p.tok.kind != tokEOF && string(p.src[p.tok.start:p.tok.end]) == text
}

func (p *parser) accept(text string) bool {
	if p.is(text) {
		p.next()
		return true
	}
	return false
}

func (p *parser) expect(text string) bool {
	if p.accept(text) {
		return true
	}
	p.errorf(p.span(), "expected `%s`, found %s", text, p.found())
	return false
}

func (p *parser) found() string {
	if p.tok.kind == tokEOF {
		return "the end of the text"
	}
	return "`" + p.text() + "`"
}

func (p *parser) name() (string, bool) {
	if p.tok.kind != tokWord || p.src[p.tok.start] == '.' {
		p.errorf(p.span(), "expected a name, found %s", p.found())
		return "", false
	}
	name := p.text()
	p.next()
	return name, true
}

// integer reads a number with an optional sign.
func (p *parser) integer() (int, bool) {
	negative := p.accept("-")
	n, _, ok := parseNumber(p.text())
	if p.tok.kind != tokNumber || !ok {
		p.errorf(p.span(), "expected a number, found %s", p.found())
		return 0, false
	}
	p.next()
	if negative {
		n = -n
	}
	return int(int64(n)), true
}

// size reads a count, an alignment or an array length: a number from 0 to 2^31-1.
func (p *parser) size() (int, bool) {
	at := p.span()
	n, ok := p.integer()
	if ok && (n < 0 || n > 1<<31-1) {
		p.errorf(at, "%d is out of range", n)
		return 0, false
	}
	return n, ok
}

// skipTo passes tokens up to and with the mark, or up to the brace that closes a block: one that closes a vector
// is followed by more of the statement.
func (p *parser) skipTo(mark string) {
	for p.tok.kind != tokEOF && (!p.is("}") || p.insideStatement()) {
		if p.accept(mark) {
			return
		}
		p.next()
	}
}

// insideStatement says that the statement goes on behind the current token.
func (p *parser) insideStatement() bool {
	rest := bytes.TrimLeft(p.src[p.pos:], " \t\r\n")
	return len(rest) > 0 && strings.IndexByte(",;]", rest[0]) >= 0
}

func (p *parser) moduleItem() {
	start := p.tok.start
	if p.tok.kind != tokWord {
		p.errorf(p.span(), "expected a directive, found %s", p.found())
		p.next()
		return
	}
	switch word := p.text(); word {
	case ".version":
		p.next()
		p.module.Version = p.text()
		p.next()
	case ".target":
		p.next()
		p.module.Target = p.text()
		for p.next(); p.accept(","); p.next() {
		}
	case ".address_size":
		p.next()
		p.module.AddressSize, _ = p.size()
	case ".file":
		p.fileDirective()
	case ".section":
		p.section()
	case ".loc":
		p.locDirective()
	case ".pragma":
		p.skipTo(";")
	case ".visible", ".extern", ".weak", ".common", ".entry", ".func", ".global", ".const", ".shared":
		p.declaration(start)
	default:
		if strings.HasPrefix(word, ".") {
			p.errorf(p.span(), "unknown directive `%s`", word)
		} else {
			p.errorf(p.span(), "expected a directive, found `%s`", word)
		}
		p.next()
	}
}

// fileDirective reads `.file 1 "kernels.py"` with an optional time and size.
func (p *parser) fileDirective() {
	p.next()
	n, ok := p.size()
	if !ok {
		return
	}
	if p.tok.kind != tokString {
		p.errorf(p.span(), "expected a file name, found %s", p.found())
		return
	}
	p.module.Files[n] = strings.TrimPrefix(strings.Trim(p.text(), `"`), "./")
	p.next()
	for p.accept(",") {
		p.size()
	}
}

// section passes `.section .debug_info { … }`.
func (p *parser) section() {
	at := p.span()
	for p.tok.kind != tokEOF && !p.is("{") {
		p.next()
	}
	for depth := 0; p.tok.kind != tokEOF; p.next() {
		if p.is("{") {
			depth++
		} else if p.is("}") {
			if depth--; depth == 0 {
				p.next()
				return
			}
		}
	}
	p.errorf(at, "this section has no end")
}

// declaration reads a variable or a function behind its linking directives.
func (p *parser) declaration(start int) {
	extern := false
	for {
		switch p.text() {
		case ".extern", ".weak", ".visible", ".common":
			extern = extern || p.is(".extern")
			p.next()
			continue
		case ".entry", ".func":
			entry := p.is(".entry")
			p.next()
			p.function(start, entry)
			return
		case ".global", ".const", ".shared":
			if v := p.variable(extern); v != nil {
				p.module.Vars = append(p.module.Vars, v)
			}
			return
		}
		p.errorf(p.span(), "expected a variable or a function, found %s", p.found())
		return
	}
}

var spaces = map[string]Space{
	".global": Global, ".shared": Shared, ".local": Local, ".const": Const, ".param": Param,
}

// variable reads `.shared .align 16 .b8 name[64] = {…};`. The terminator of a parameter stays.
func (p *parser) variable(extern bool) *Var {
	start := p.tok.start
	v := p.declarator(extern)
	if v == nil {
		p.skipTo(";")
		return nil
	}
	if p.accept("=") {
		p.initializer(v)
	}
	p.expect(";")
	v.Span = p.from(start)
	return v
}

// declarator reads a state space, attributes, a type, a name and array bounds.
func (p *parser) declarator(extern bool) *Var {
	v := &Var{Space: spaces[p.text()], Extern: extern}
	p.next()
	lanes := 1
	for v.Type == NoType {
		word := p.text()
		if p.tok.kind != tokWord || word[0] != '.' {
			p.errorf(p.span(), "expected a type, found %s", p.found())
			return nil
		}
		at := p.span()
		p.next()
		switch word {
		case ".align":
			n, ok := p.size()
			if !ok {
				return nil
			}
			if n <= 0 || n&(n-1) != 0 || n > 1<<16 {
				p.errorf(at, "alignment %d is not a power of two from 1 to 65536", n)
				return nil
			}
			v.Align = n
		case ".ptr", ".global", ".shared", ".const", ".local", ".param":
		case ".v2", ".v4":
			lanes = int(word[2] - '0')
		case ".attribute":
			p.skipTo(")")
		default:
			if v.Type = ParseType(word[1:]); v.Type == NoType || v.Type == Pred {
				p.errorf(at, "`%s` is no type of a variable", word)
				return nil
			}
		}
		// `.param .u64 .ptr .global .align 1 name`: the attributes of a pointer stand behind its type.
		if v.Type != NoType {
			p.pointerAttributes()
		}
	}
	name, ok := p.name()
	if !ok {
		return nil
	}
	v.Name, v.Size = name, v.Type.Size()*lanes
	v.Align = max(v.Align, v.Size)
	if v.Align&(v.Align-1) != 0 {
		v.Align = 1
	}
	return p.bounds(v)
}

func (p *parser) pointerAttributes() {
	for p.is(".ptr") || p.is(".global") || p.is(".shared") || p.is(".const") || p.is(".local") || p.is(".align") || p.is(".generic") {
		align := p.is(".align")
		p.next()
		if align {
			p.size()
		}
	}
}

func (p *parser) bounds(v *Var) *Var {
	const limit = 1 << 31
	for p.accept("[") {
		n := 0
		if !p.is("]") {
			var ok bool
			if n, ok = p.size(); !ok {
				return nil
			}
		}
		at := p.span()
		if !p.expect("]") {
			return nil
		}
		if v.Size *= n; v.Size > limit {
			p.errorf(at, "`%s` takes more than %d bytes", v.Name, limit)
			return nil
		}
	}
	return v
}

// initializer reads `{1, 2, 3}` or one number; symbols count as zero.
func (p *parser) initializer(v *Var) {
	size := v.Type.Size()
	put := func() {
		negative := p.accept("-")
		bits, _, _ := parseNumber(p.text())
		if negative {
			bits = -bits
		}
		for i := range size {
			v.Init = append(v.Init, byte(bits>>(8*(i&7))))
		}
		p.next()
	}
	if !p.accept("{") {
		put()
		return
	}
	for p.tok.kind != tokEOF && !p.accept("}") {
		if p.is(";") {
			p.errorf(p.span(), "expected `}`, found `;`")
			return
		}
		if p.is(",") || p.is("{") {
			p.next()
			continue
		}
		put()
	}
}

// function reads a kernel or a function from its name on.
func (p *parser) function(start int, entry bool) {
	f := &Func{Entry: entry}
	p.fn, p.loc = f, nil
	if p.is("(") { // the result of a function
		p.skipTo(")")
	}
	var ok bool
	if f.Name, ok = p.name(); !ok {
		p.skipTo(";")
		return
	}
	f.Span = p.from(start)
	if p.accept("(") {
		p.params(f)
	}
	p.performance(f)
	if p.accept(";") {
		return
	}
	if !p.expect("{") {
		p.skipTo("}")
		p.accept("}")
		return
	}
	p.body()
	p.module.Funcs = append(p.module.Funcs, f)
}

func (p *parser) params(f *Func) {
	offset := 0
	for p.tok.kind != tokEOF && !p.accept(")") {
		if !p.is(".param") && !p.is(".reg") {
			p.errorf(p.span(), "expected a parameter, found %s", p.found())
			p.skipTo(")")
			return
		}
		start := p.tok.start
		v := p.declarator(false)
		if v == nil {
			p.skipTo(")")
			return
		}
		v.Span = p.from(start)
		offset = (offset + v.Align - 1) &^ (v.Align - 1)
		v.Offset = offset
		offset += v.Size
		f.Params = append(f.Params, v)
		if !p.is(")") && !p.expect(",") {
			p.skipTo(")")
			return
		}
	}
}

// performance reads the directives between parameters and body.
func (p *parser) performance(f *Func) {
	for p.tok.kind == tokWord && p.src[p.tok.start] == '.' {
		at, word := p.span(), p.text()
		p.next()
		switch word {
		case ".reqntid":
			f.ReqNTID = p.triple()
		case ".maxntid":
			f.MaxNTID = p.triple()
		case ".reqnctapercluster":
			f.ReqNCTAPerCluster = p.triple()
		case ".minnctapersm", ".maxnctapersm":
			f.MinNCTAPerSM, _ = p.size()
		case ".maxnreg":
			f.MaxNReg, _ = p.size()
		case ".maxclusterrank":
			p.size()
		case ".explicitcluster", ".noreturn", ".blocksareclusters":
		case ".pragma":
			p.skipTo(";")
		default:
			p.errorf(at, "unknown directive `%s` of a function", word)
		}
	}
}

func (p *parser) triple() [3]int {
	t := [3]int{1, 1, 1}
	for i := range t {
		n, ok := p.size()
		if !ok {
			return t
		}
		t[i] = n
		if !p.accept(",") {
			break
		}
	}
	return t
}

// parseNumber reads an integer, `0f…` or `0d…` bits or a decimal float: the bits and 0, 32 or 64 for a float's width.
func parseNumber(s string) (bits uint64, float int, ok bool) {
	if len(s) > 2 && s[0] == '0' {
		switch s[1] {
		case 'f', 'F':
			n, err := strconv.ParseUint(s[2:], 16, 32)
			return n, 32, err == nil
		case 'd', 'D':
			n, err := strconv.ParseUint(s[2:], 16, 64)
			return n, 64, err == nil
		}
	}
	if strings.ContainsRune(s, '.') {
		return parseFloat(s)
	}
	n, err := strconv.ParseUint(strings.TrimSuffix(s, "U"), 0, 64)
	if err != nil || strings.ContainsRune(s, '_') {
		return parseFloat(s)
	}
	return n, 0, true
}
