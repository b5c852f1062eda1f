package asm

import (
	"fmt"
	"strings"

	"tawa/diag"
)

// Compile reads a declarative assembly format, for example
//
//	$lhs `,` $rhs attr-dict `:` type($result)
//	$ptr (`,` $mask^)? oilist(`cacheModifier` `=` $cache) attr-dict `:` type($ptr)
//
// The elements: `literals` in backquotes (“ ` ` ” a space, “ “ ” no space, “ `\n` ” a new line), $variables,
// type(…), qualified(…), functional-type(…, …), operands, results, regions, successors, attr-dict,
// attr-dict-with-keyword, prop-dict, custom<Name>(…) with ref(…), oilist(… | …), and optional groups
// ( … ^ … )? with an else group ( … ) : ( … )?.
//
// A mistake in a format is one of the dialect's author; the error shows it with a caret.
func Compile(format string, names Names) (f *Format, err error) {
	c := &compiler{src: format, names: names, format: &Format{
		Attrs:        make([]bool, len(names.Attrs)),
		OperandTypes: make([]bool, len(names.Operands)),
		ResultTypes:  make([]bool, len(names.Results)),
	}}
	defer func() {
		switch p := recover().(type) {
		case nil:
		case *FormatError:
			f, err = nil, p
		default:
			panic(p)
		}
	}()
	c.next()
	c.format.Steps = c.elements(nil)
	if c.kind != fEnd {
		c.fail("unexpected %s", c.describe())
	}
	c.checkComplete()
	for i, written := range c.format.Attrs {
		if written || c.hasProps {
			c.format.Elided = append(c.format.Elided, names.Attrs[i].Name)
		}
	}
	layout(c.format.Steps, &spacing{want: true})
	return c.format, nil
}

// FormatError is a mistake in the bytes [Off, End) of a format string.
type FormatError struct {
	Format   string
	Off, End int
	Text     string
}

// Error implements error.
func (e *FormatError) Error() string {
	var b strings.Builder
	file := diag.NewFile("assembly format", []byte(e.Format))
	diag.Render(&b, &diag.Diagnostic{Span: diag.Span{File: file, Start: e.Off, End: e.End}, Message: e.Text}, false)
	return strings.TrimSuffix(b.String(), "\n")
}

// The tokens of the format language.
type fKind uint8

const (
	fEnd     fKind = iota
	fWord          // attr-dict
	fVar           // $name, text without $
	fLiteral       // `…`, text without quotes
	fString        // "…", text without quotes
	fPunct         // ( ) < > , ^ : ? |
)

type compiler struct {
	src     string
	names   Names
	format  *Format
	pos     int
	kind    fKind
	text    string
	start   int
	written [5][]bool // by VarKind: this variable has been written

	hasProps bool // prop-dict holds the inherent attributes
}

func (c *compiler) fail(format string, args ...any) {
	panic(&FormatError{Format: c.src, Off: c.start, End: c.pos, Text: fmt.Sprintf(format, args...)})
}

func (c *compiler) describe() string {
	if c.kind == fEnd {
		return "end of the format"
	}
	return "'" + c.src[c.start:c.pos] + "'"
}

// next reads a token of the format language.
func (c *compiler) next() {
	for c.pos < len(c.src) && classes[c.src[c.pos]]&space != 0 {
		c.pos++
	}
	c.start = c.pos
	if c.pos == len(c.src) {
		c.kind, c.text = fEnd, ""
		return
	}
	word := func() string {
		from := c.pos
		for c.pos < len(c.src) && (classes[c.src[c.pos]]&(letter|digit) != 0 || c.src[c.pos] == '-') {
			c.pos++
		}
		return c.src[from:c.pos]
	}
	switch b := c.src[c.pos]; {
	case b == '`' || b == '"':
		end := strings.IndexByte(c.src[c.pos+1:], b)
		if end < 0 {
			c.fail("this quote is not closed")
		}
		c.kind, c.text = fLiteral, c.src[c.pos+1:c.pos+1+end]
		if b == '"' {
			c.kind = fString
		}
		c.pos += end + 2
	case b == '$':
		c.pos++
		c.kind, c.text = fVar, word()
	case classes[b]&letter != 0:
		c.kind, c.text = fWord, word()
	case oneOf(b, "()<>,^:?|"):
		c.pos++
		c.kind, c.text = fPunct, string(b)
	default:
		c.fail("unexpected character %q", b)
	}
}

func (c *compiler) at(punct string) bool { return c.kind == fPunct && c.text == punct }

func (c *compiler) accept(punct string) bool {
	if !c.at(punct) {
		return false
	}
	c.next()
	return true
}

func (c *compiler) expect(punct string) {
	if !c.accept(punct) {
		c.fail("expected '%s' instead of %s", punct, c.describe())
	}
}

// elements reads elements up to something that begins none. Within a group, anchor takes the marked ones.
func (c *compiler) elements(anchor *[]Arg) []Step {
	var steps []Step
	for {
		var st Step
		switch {
		case c.kind == fLiteral:
			st = c.literal()
		case c.kind == fVar:
			st = c.variableStep()
		case c.kind == fWord:
			st = c.directive()
		case c.at("("):
			st = c.group()
		default:
			return steps
		}
		if c.at("^") {
			if anchor == nil || *anchor != nil {
				c.fail("'^' marks one element of an optional group")
			}
			*anchor = c.anchorOf(&st)
			c.next()
		}
		steps = append(steps, st)
	}
}

// anchorOf gives the variables whose presence an element shows.
func (c *compiler) anchorOf(st *Step) []Arg {
	args := st.Args
	if st.Kind == Variable || st.Kind == UnitAttr || st.Kind == Types {
		args = []Arg{st.Arg}
	}
	var anchor []Arg
	for _, a := range args {
		if !a.Ref && a.Kind != Text && c.mayBeAbsent(a) {
			anchor = append(anchor, a)
		}
	}
	if len(anchor) == 0 {
		c.fail("the anchor of an optional group must be something that may be absent")
	}
	return anchor
}

func (c *compiler) list(k VarKind) []Var {
	return [...][]Var{c.names.Operands, c.names.Results, c.names.Attrs, c.names.Regions, c.names.Successors}[k]
}

func (c *compiler) mayBeAbsent(a Arg) bool {
	if a.Kind > Successor {
		return true
	}
	v := c.list(a.Kind)[a.Index]
	return v.May || v.Many || v.Unit
}

func (c *compiler) literal() Step {
	st := Step{Kind: Literal, Text: c.text}
	switch c.text {
	case " ":
		st.Kind = Blank
	case `\n`:
		st.Kind = Newline
	case "":
	default:
		kind, ok := PunctuationKind(c.text)
		if !ok {
			c.fail("a literal is one keyword or punctuation mark")
		}
		st.Token = kind
	}
	c.next()
	return st
}

// variable looks up the $name that is the present token.
func (c *compiler) variable() Arg {
	for k := Operand; k <= Successor; k++ {
		for i, v := range c.list(k) {
			if v.Name == c.text {
				c.next()
				return Arg{Kind: k, Index: i}
			}
		}
	}
	message := "no operand, result, attribute, region or successor is named '" + c.text + "'"
	if near, ok := diag.Nearest(c.text, c.allNames); ok {
		message += "; did you mean '$" + near + "'?"
	}
	c.fail("%s", message)
	return Arg{}
}

func (c *compiler) allNames(yield func(string) bool) {
	for k := Operand; k <= Successor; k++ {
		for _, v := range c.list(k) {
			if !yield(v.Name) {
				return
			}
		}
	}
}

func (c *compiler) variableStep() Step {
	start := c.start
	a := c.variable()
	if a.Kind == Result {
		c.start = start
		c.fail("a result is not written in the format, only its type($…)")
	}
	c.write(a)
	if a.Kind == Attr && c.names.Attrs[a.Index].Unit {
		return Step{Kind: UnitAttr, Arg: a}
	}
	return Step{Kind: Variable, Arg: a}
}

// write notes that a variable's text is here, which may be so only once.
func (c *compiler) write(a Arg) {
	c.format.note(a)
	switch {
	case a.Type || a.Ref || a.Kind == Text || a.Kind == AllResults:
	case a.Kind > Successor:
		whole := a.Kind - AllOperands
		if a.Kind >= AllRegions {
			whole = Region + a.Kind - AllRegions
		}
		for i := range c.list(whole) {
			c.write(Arg{Kind: whole, Index: i})
		}
	default:
		if c.written[a.Kind] == nil {
			c.written[a.Kind] = make([]bool, len(c.list(a.Kind)))
		}
		if c.written[a.Kind][a.Index] {
			c.fail("'$%s' is written twice", c.list(a.Kind)[a.Index].Name)
		}
		c.written[a.Kind][a.Index] = true
	}
}

var wholeLists = map[string]VarKind{
	"operands": AllOperands, "results": AllResults, "regions": AllRegions, "successors": AllSuccessors,
}

func (c *compiler) directive() Step {
	word := c.text
	whole, isWhole := wholeLists[word]
	if word != "type" { // type() is read as an argument
		c.next()
	}
	switch {
	case isWhole && whole != AllResults:
		st := Step{Kind: Variable, Arg: Arg{Kind: whole}}
		c.write(st.Arg)
		return st
	case word == "attr-dict", word == "attr-dict-with-keyword":
		c.format.HasAttrDict = true
		if word == "attr-dict" {
			return Step{Kind: AttrDict}
		}
		return Step{Kind: AttrDictKw}
	case word == "prop-dict":
		c.hasProps = true
		return Step{Kind: PropDict}
	case word == "type":
		st := Step{Kind: Types, Arg: c.arg()}
		c.write(st.Arg)
		return st
	case word == "qualified":
		c.expect("(")
		st := c.qualified()
		c.expect(")")
		return st
	case word == "functional-type":
		st := Step{Kind: Functional, Args: c.args()}
		if len(st.Args) != 2 {
			c.fail("functional-type takes two arguments")
		}
		for i := range st.Args {
			st.Args[i].Type = true
			c.write(st.Args[i])
		}
		return st
	case word == "custom":
		return c.custom()
	case word == "oilist":
		return c.oilist()
	}
	c.fail("unknown directive '%s'", word)
	return Step{}
}

func (c *compiler) qualified() Step {
	var st Step
	switch {
	case c.kind == fVar:
		st = c.variableStep()
	case c.kind == fWord && c.text == "type":
		st = c.directive()
	default:
		c.fail("qualified takes a variable or type(…)")
	}
	st.Qualified = true
	return st
}

func (c *compiler) custom() Step {
	c.expect("<")
	if c.kind != fWord {
		c.fail("expected the name of a custom directive")
	}
	st := Step{Kind: Custom, Text: c.text}
	c.format.HasCustom = true
	c.next()
	c.expect(">")
	st.Args = c.args()
	for _, a := range st.Args {
		c.write(a)
	}
	return st
}

// args reads `( arg, … )`.
func (c *compiler) args() []Arg {
	c.expect("(")
	var args []Arg
	for !c.at(")") {
		args = append(args, c.arg())
		if !c.accept(",") {
			break
		}
	}
	c.expect(")")
	return args
}

func (c *compiler) arg() Arg {
	switch {
	case c.kind == fVar:
		return c.variable()
	case c.kind == fString:
		a := Arg{Kind: Text, Text: c.text}
		c.next()
		return a
	case c.kind == fWord && (c.text == "type" || c.text == "ref" || c.text == "qualified"):
		word := c.text
		c.next()
		c.expect("(")
		a := c.arg()
		c.expect(")")
		a.Type = a.Type || word == "type"
		a.Ref = a.Ref || word == "ref"
		return a
	case c.kind == fWord:
		if whole, ok := wholeLists[c.text]; ok {
			c.next()
			return Arg{Kind: whole}
		}
	}
	c.fail("expected a variable, type(…) or string instead of %s", c.describe())
	return Arg{}
}

// group reads `( … )?` or `( … ) : ( … )?`.
func (c *compiler) group() Step {
	st := Step{Kind: Group}
	start := c.start
	c.expect("(")
	st.Then = c.elements(&st.Anchor)
	c.expect(")")
	if c.accept(":") {
		c.expect("(")
		st.Else = c.elements(nil)
		c.expect(")")
	}
	end := c.start
	c.start = start
	if st.Anchor == nil {
		c.fail("an optional group needs an anchor: '^' behind the element that decides whether it is printed")
	}
	if !c.decides(st.Then) {
		c.fail("an optional group begins with a literal or with something that may be absent")
	}
	c.start = end
	c.expect("?")
	return st
}

// First gives the step that decides in parsing whether a group is there: the first that is no white space.
func First(steps []Step) *Step {
	for i := range steps {
		st := &steps[i]
		if st.Kind == Blank || st.Kind == Newline || st.Kind == Literal && st.Text == "" {
			continue
		}
		return st
	}
	return nil
}

func (c *compiler) decides(steps []Step) bool {
	st := First(steps)
	switch {
	case st == nil:
		return false
	case st.Kind == Variable:
		return c.mayBeAbsent(st.Arg)
	}
	return st.Kind == Literal || st.Kind == Custom || st.Kind == Types && c.mayBeAbsent(st.Arg)
}

// oilist reads “ ( `word` … | `word` … ) ”.
func (c *compiler) oilist() Step {
	st := Step{Kind: Clauses}
	c.expect("(")
	for {
		clause := Step{Kind: Group, Then: c.elements(nil)}
		first := First(clause.Then)
		if first == nil || first.Kind != Literal {
			c.fail("a clause of oilist begins with a literal")
		}
		for i := range clause.Then {
			switch sub := &clause.Then[i]; sub.Kind {
			case Variable, UnitAttr, Types, Custom:
				clause.Anchor = append(clause.Anchor, c.anchorOf(sub)...)
			}
		}
		if clause.Anchor == nil {
			c.fail("a clause of oilist needs a variable")
		}
		st.Then = append(st.Then, clause)
		if !c.accept("|") {
			break
		}
	}
	c.expect(")")
	return st
}

// checkComplete makes sure that nothing is lost in print: operands, regions and successors all have a place,
// and attributes a dictionary or a place.
func (c *compiler) checkComplete() {
	for _, k := range []VarKind{Operand, Region, Successor} {
		for i, v := range c.list(k) {
			if c.written[k] == nil || !c.written[k][i] {
				c.fail("'$%s' is missing from the format", v.Name)
			}
		}
	}
	if !c.format.HasAttrDict {
		c.fail("attr-dict is missing from the format")
	}
}
