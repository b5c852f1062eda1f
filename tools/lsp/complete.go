package lsp

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/tliron/glsp"
	protocol "github.com/tliron/glsp/protocol_3_16"

	"tawa/asm"
	"tawa/ir"
)

// completer collects proposals that replace what has been typed of a word.
type completer struct {
	target
	typed span
	list  []protocol.CompletionItem
}

func (c *completer) add(label, detail string, kind protocol.CompletionItemKind) {
	item := protocol.CompletionItem{
		Label: label, Kind: &kind, FilterText: &label,
		TextEdit: protocol.TextEdit{Range: c.text.rangeOf(c.typed), NewText: label},
	}
	if detail != "" {
		item.Detail = &detail
	}
	c.list = append(c.list, item)
}

var (
	// wordBefore is what has been typed of a name: what tells its kind, and letters.
	wordBefore = lazily(`%[A-Za-z0-9_$.\-]+#[0-9]*$|(?:[%^@#!]|\b)?[A-Za-z0-9_$.\-]*$`)
	// beginsOp is a line before the name of an op.
	beginsOp = lazily(`^\s*(?:%[^={}]*=\s*)?"?$`)
	opName   = lazily(`^\s*(?:%[^={}]*=\s*)?"?([A-Za-z_][\w$]*(?:\.[\w$.]+)?)`)
)

// lazily compiles a regular expression when it is first needed: other subcommands do not pay for it.
func lazily(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

func (v *view) completion(_ *glsp.Context, params *protocol.CompletionParams) (any, error) {
	t, done, err := v.locate(params.TextDocumentPositionParams)
	if err != nil {
		return nil, err
	}
	defer done()
	line := t.text.src[t.text.lines[t.text.position(t.off).Line]:t.off]
	word := wordBefore().FindString(line)
	c := &completer{target: t, typed: span{t.off - len(word), t.off}, list: []protocol.CompletionItem{}}
	before := line[:len(line)-len(word)]
	mark := byte(0)
	if word != "" {
		mark = word[0]
	}
	switch {
	case strings.Contains(before, "//"):
	case mark == '%':
		c.values()
	case mark == '^':
		c.blocks()
	case mark == '@':
		c.symbols()
	case mark == '#' || mark == '!':
		c.aliases(mark)
	case beginsOp().MatchString(before):
		c.ops()
	default:
		c.words(line)
	}
	return c.list, nil
}

// values are those whose definitions are seen from here.
func (c *completer) values() {
	ix := c.chunk.index
	visible := map[*regionInfo]bool{}
	for r := ix.regionAt(c.off); ; r = r.in {
		visible[r] = true
		if r == nil || r.isolated {
			break
		}
	}
	for _, it := range ix.items {
		if it.kind != valueItem || !it.defined || it.def.start >= c.typed.start || !visible[ix.regionOf(it)] {
			continue
		}
		if o := ix.byOp[it.values[0].Def()]; o != nil && o.holds(c.off) {
			continue // a result of the op around
		}
		if len(it.values) == 1 {
			c.add("%"+it.name, ir.TypeString(it.values[0].Type()), protocol.CompletionItemKindVariable)
			continue
		}
		for i, v := range it.values {
			c.add(occurrenceName(it.name, i), ir.TypeString(v.Type()), protocol.CompletionItemKindVariable)
		}
	}
}

func occurrenceName(name string, i int) string {
	return "%" + name + "#" + strconv.Itoa(i)
}

// blocks are the labels of the region.
func (c *completer) blocks() {
	ix := c.chunk.index
	here := ix.regionAt(c.off)
	for _, it := range ix.items {
		if it.kind == blockItem && it.defined && ix.regionAt(it.def.start) == here {
			c.add("^"+it.name, ir.TypeStrings(ir.TypesOf(it.block.Args())), protocol.CompletionItemKindReference)
		}
	}
}

// symbols are those of the symbol tables around.
func (c *completer) symbols() {
	ix := c.chunk.index
	var around []*opInfo
	for o := ix.opAt(c.off); o != nil; o = o.in {
		around = append(around, o)
	}
	around = append(around, nil)
	for _, it := range ix.items {
		if it.kind == symbolItem && it.op != nil && slices.Contains(around, it.op.in) {
			c.add(spelled(it), it.op.op.Name().String(), protocol.CompletionItemKindFunction)
		}
	}
}

// aliases are those of the program, and the heads of dialect types or attributes.
func (c *completer) aliases(mark byte) {
	for _, it := range c.chunk.index.items {
		if it.kind == aliasItem && it.defined && it.name[0] == mark {
			c.add(it.name, it.definition.text(c.text), protocol.CompletionItemKindConstant)
		}
	}
	heads := c.config.Dialects.TypeNames()
	if mark == '#' {
		heads = c.config.Dialects.AttrNames()
	}
	for _, name := range heads {
		c.add(string(mark)+name, "", protocol.CompletionItemKindTypeParameter)
	}
}

// ops are the names of all ops, those of the default dialect here without it, and of dialects.
func (c *completer) ops() {
	def := "builtin"
	if r := c.chunk.index.regionAt(c.off); r != nil {
		def = ""
		if r.row != nil {
			def = r.row.DefaultDialect
		}
	}
	if !strings.Contains(c.typed.text(c.text), ".") {
		for _, d := range c.config.Dialects.Dialects() {
			c.add(d.Name+".", d.Summary, protocol.CompletionItemKindModule)
		}
	}
	for _, row := range c.config.Dialects.Ops() {
		name := row.Name().String()
		c.add(name, row.Summary, protocol.CompletionItemKindFunction)
		if short, ok := strings.CutPrefix(name, def+"."); ok && def != "" {
			c.add(short, row.Summary, protocol.CompletionItemKindFunction)
		}
	}
}

// builtinTypes are the types that can be written without their parts, and the heads of others.
var builtinTypes = []string{
	"i1", "i8", "i16", "i32", "i64", "index", "f16", "bf16", "tf32", "f32", "f64", "f8E4M3FN", "f8E5M2", "none", "tensor<", "memref<",
	"vector<", "tuple<", "complex<",
}

// words are the keywords that the format of the op on this line has, the words of its enumerations, the names of its
// attributes and the builtin types.
func (c *completer) words(line string) {
	if m := opName().FindStringSubmatch(line); m != nil {
		if row := c.row(m[1]); row != nil {
			if row.Format != "" {
				c.literals(asm.Of(row).Steps, map[string]bool{})
			}
			for _, a := range row.Attrs {
				c.add(a.Name, a.Kind.Summary, protocol.CompletionItemKindProperty)
				for _, word := range a.Kind.Enum {
					if word != "" {
						c.add(word, a.Name, protocol.CompletionItemKindEnumMember)
					}
				}
			}
		}
	}
	for _, t := range builtinTypes {
		c.add(t, "", protocol.CompletionItemKindTypeParameter)
	}
}

// row finds the op of a name, with or without the default dialect.
func (c *completer) row(name string) *ir.OpDef {
	if row := c.config.Dialects.Lookup(name); row != nil {
		return row
	}
	def := "builtin"
	if r := c.chunk.index.regionAt(c.off); r != nil && r.row != nil {
		def = r.row.DefaultDialect
	}
	return c.config.Dialects.Lookup(def + "." + name)
}

// literals are the words of a format.
func (c *completer) literals(steps []asm.Step, seen map[string]bool) {
	for _, s := range steps {
		if s.Kind == asm.Literal && s.Token == asm.Ident && s.Text != "" && !seen[s.Text] {
			seen[s.Text] = true
			c.add(s.Text, "", protocol.CompletionItemKindKeyword)
		}
		c.literals(s.Then, seen)
		c.literals(s.Else, seen)
	}
}
