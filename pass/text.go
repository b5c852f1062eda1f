package pass

import (
	"errors"
	"slices"
	"strings"

	"tawa/diag"
	"tawa/ir"
)

// ParsePipeline reads `builtin.module(cse,tt.func(canonicalize{max-iterations=3}))`.
// Unknown names and options are reported with a caret and a near name; nil is
// returned then.
func ParsePipeline(r *Registry, text string, sink *diag.Sink) *Manager {
	p := &pipelineParser{r: r, f: diag.NewFile("<pipeline>", []byte(text)), s: text, sink: sink}
	name, at := p.word()
	if name == "" || !p.take('(') {
		p.errorf(at, "expected a pipeline such as 'builtin.module(canonicalize,cse)'")
		return nil
	}
	m := NewManager(anchorOf(name))
	if !p.list(m) {
		return nil
	}
	if p.pos != len(p.s) {
		p.errorf(p.pos, "expected the end of the pipeline")
		return nil
	}
	return m
}

func anchorOf(name string) *ir.OpName {
	if name == "any" {
		return nil
	}
	return ir.Op(name)
}

type pipelineParser struct {
	r    *Registry
	f    *diag.File
	s    string
	pos  int
	sink *diag.Sink
}

func (p *pipelineParser) errorf(at int, format string, args ...any) *diag.Diagnostic {
	return p.sink.Errorf(diag.Span{File: p.f, Start: at, End: min(at+1, len(p.s))}, format, args...)
}

func (p *pipelineParser) space() {
	for p.pos < len(p.s) && isSpace(p.s[p.pos]) {
		p.pos++
	}
}

func (p *pipelineParser) take(c byte) bool {
	p.space()
	if p.pos < len(p.s) && p.s[p.pos] == c {
		p.pos++
		p.space()
		return true
	}
	return false
}

// word takes a name of letters, digits, `-`, `_` and `.`.
func (p *pipelineParser) word() (string, int) {
	p.space()
	start := p.pos
	for p.pos < len(p.s) {
		c := p.s[p.pos]
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_' || c == '.') {
			break
		}
		p.pos++
	}
	return p.s[start:p.pos], start
}

// list parses the elements up to the closing parenthesis.
func (p *pipelineParser) list(m *Manager) bool {
	if p.take(')') {
		return true
	}
	for {
		if !p.element(m) {
			return false
		}
		if p.take(',') {
			continue
		}
		if !p.take(')') {
			p.errorf(p.pos, "expected ',' or ')'")
			return false
		}
		return true
	}
}

func (p *pipelineParser) element(m *Manager) bool {
	name, at := p.word()
	if name == "" {
		p.errorf(at, "expected a pass")
		return false
	}
	if p.take('(') {
		return p.list(m.Nest(anchorOf(name)))
	}
	entry := p.r.New(name)
	if entry == nil {
		reportUnknown(p.r, p.errorf(at, "unknown pass '%s'", name), name)
		return false
	}
	p.space()
	if p.pos < len(p.s) && p.s[p.pos] == '{' {
		p.pos++
		end := closing(p.s, p.pos)
		if end < 0 {
			p.errorf(p.pos-1, "'{' is not closed")
			return false
		}
		if !setOptions(entry, p.s[p.pos:end], p.f, p.pos, p.sink) {
			return false
		}
		p.pos = end + 1
		p.space()
	}
	m.AddEntry(p.r, entry)
	return true
}

// closing finds the brace that closes the one before from, not looking into quotes.
func closing(s string, from int) int {
	depth := 1
	for i := from; i < len(s); i++ {
		switch s[i] {
		case '"', '\'':
			i = endOfQuotes(s, i)
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// endOfQuotes is where the quotes that begin at i end. In double quotes \" and \\ stand for one character.
func endOfQuotes(s string, i int) int {
	quote := s[i]
	for i++; i < len(s) && s[i] != quote; i++ {
		if s[i] == '\\' && quote == '"' {
			i++
		}
	}
	return i
}

func reportUnknown(r *Registry, d *diag.Diagnostic, name string) {
	if near, ok := diag.Nearest(name, r.Names()); ok {
		d.Hint("did you mean '%s'?", near)
	}
}

// AddEntry adds a pass, or builds a pipeline into the manager.
func (m *Manager) AddEntry(r *Registry, entry any) {
	switch e := entry.(type) {
	case Pass:
		m.AddWithDefaults(e, r.New(e.Info().Name).(Pass))
	case Pipeline:
		e.Build(m)
	}
}

// Configure returns the named pass or pipeline with options from text such as
// `depth=3 mma-depth=1`. Faults are reported, with flag as the file's name, and
// nil is returned.
func Configure(r *Registry, name, options string, sink *diag.Sink) any {
	entry := r.New(name)
	if entry == nil {
		reportUnknown(r, sink.Errorf(diag.Span{}, "unknown pass '%s'", name), name)
		return nil
	}
	if !setOptions(entry, options, diag.NewFile("--"+name, []byte(options)), 0, sink) {
		return nil
	}
	return entry
}

// setOptions sets `a=1 b="x y" flag`; base is where text stands in the file.
func setOptions(entry any, text string, f *diag.File, base int, sink *diag.Sink) bool {
	ok := true
	seen := map[string]bool{}
	for i := 0; i < len(text); {
		if isSpace(text[i]) {
			i++
			continue
		}
		start := i
		item := nextItem(text, &i)
		name, value, hasValue := strings.Cut(item, "=")
		err := SetOption(entry, name, unquote(value), hasValue)
		if err == nil && seen[name] {
			err = errors.New("is given twice")
		}
		seen[name] = true
		if err == nil {
			continue
		}
		ok = false
		reportOption(entry, name, err, sink, diag.Span{File: f, Start: base + start, End: base + i})
	}
	if v, checks := entry.(Validator); ok && checks {
		if err := v.Validate(); err != nil {
			sink.Errorf(diag.Span{File: f, Start: base, End: base + len(text)}, "options of '%s': %v", InfoOf(entry).Name, err)
			return false
		}
	}
	return ok
}

// reportOption says what is wrong with an option, and what is near or where to look.
func reportOption(entry any, name string, err error, sink *diag.Sink, span diag.Span) {
	who, names := InfoOf(entry).Name, optionNames(entry)
	candidates, wrong := []string(nil), name
	var d *diag.Diagnostic
	switch e := err.(type) {
	case *UnknownOption:
		d = sink.Errorf(span, "'%s' has no option '%s'", who, name)
		candidates = names
	case *BadValue:
		d = sink.Errorf(span, "option '%s' of '%s': %v", name, who, err)
		candidates, wrong = e.Allowed, e.Value
	default:
		d = sink.Errorf(span, "option '%s' of '%s': %v", name, who, err)
	}
	near, found := diag.Nearest(wrong, slices.Values(candidates))
	switch {
	case found:
		d.Hint("did you mean '%s'?", near)
	case len(names) == 0:
		d.Hint("it has no options")
	default:
		d.Hint("it has: %s; --help %s tells more", strings.Join(names, ", "), who)
	}
}

// nextItem takes text up to a space that is not in quotes or braces.
func nextItem(text string, i *int) string {
	start, depth := *i, 0
	for ; *i < len(text); *i++ {
		switch c := text[*i]; {
		case c == '"' || c == '\'':
			*i = endOfQuotes(text, *i)
		case c == '{':
			depth++
		case c == '}':
			depth--
		case isSpace(c) && depth == 0:
			return text[start:*i]
		}
	}
	*i = min(*i, len(text))
	return text[start:*i]
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// unquote takes the quotes off a value that is all in quotes.
func unquote(s string) string {
	if s == "" || s[0] != '"' && s[0] != '\'' || endOfQuotes(s, 0) != len(s)-1 {
		return s
	}
	if s[0] == '\'' {
		return s[1 : len(s)-1]
	}
	return strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(s[1 : len(s)-1])
}
