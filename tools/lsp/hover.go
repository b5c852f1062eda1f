package lsp

import (
	"fmt"
	"strings"

	"github.com/tliron/glsp"
	protocol "github.com/tliron/glsp/protocol_3_16"

	"tawa/asm"
	"tawa/ir"
)

// maxHover bounds how much text of the program a hover shows.
const maxHover = 2000

func (v *view) hover(_ *glsp.Context, params *protocol.HoverParams) (*protocol.Hover, error) {
	t, done, err := v.locate(params.TextDocumentPositionParams)
	if err != nil {
		return nil, err
	}
	defer done()
	markdown, where := t.hover()
	if markdown == "" {
		return nil, nil
	}
	return &protocol.Hover{
		Contents: protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: markdown}, Range: pointer(t.text.rangeOf(where)),
	}, nil
}

// hover says what stands at a place: a name, an op, or the head of a dialect's type or attribute.
func (t target) hover() (markdown string, where span) {
	if o, ok := t.chunk.index.nameAt(t.off); ok {
		return t.describe(o), o.span
	}
	if o := t.chunk.index.opAt(t.off); o != nil && o.name.start <= t.off && t.off <= o.name.end {
		return t.config.opDoc(o.op.Name().String()), o.name
	}
	kind, where := t.chunk.token(t.off)
	word := where.text(t.text)
	switch kind {
	case asm.Ident: // of an op with a mistake behind its name
		return t.config.opDoc(word), where
	case asm.String:
		return t.config.opDoc(strings.Trim(word, `"`)), where
	case asm.HashName, asm.TypeName:
		return t.config.headDoc(word), where
	}
	return "", where
}

// opDoc is the documentation of a registered op.
func (c *config) opDoc(name string) string {
	for _, d := range c.reference().Dialects {
		for i := range d.Ops {
			if d.Ops[i].Name == name {
				return d.Ops[i].Markdown()
			}
		}
	}
	return ""
}

// headDoc is what is known of `!dialect.mnemonic` or `#dialect.mnemonic`.
func (c *config) headDoc(head string) string {
	for _, d := range c.reference().Dialects {
		list := d.Types
		if head[0] == '#' {
			list = d.Attributes
		}
		for _, item := range list {
			if item.Name == head[1:] {
				return strings.TrimSpace(fmt.Sprintf("`%s`\n\n%s", head, item.Summary))
			}
		}
	}
	return ""
}

// describe says what a name stands for.
func (t target) describe(o occurrence) string {
	it := o.item
	switch it.kind {
	case valueItem:
		return t.describeValue(it, o.text(t.text))
	case blockItem:
		return t.describeBlock(it)
	case aliasItem:
		if it.definition.end > 0 {
			return code(it.definition.text(t.text))
		}
	case symbolItem:
		if it.op != nil {
			return code(t.chunk.index.header(it.op))
		}
	}
	return ""
}

// describeValue shows the type of %x or %x#1 and where it comes from.
func (t target) describeValue(it *item, text string) string {
	if len(it.values) == 0 {
		return ""
	}
	number := 0
	if _, digits, ok := strings.Cut(text, "#"); ok {
		fmt.Sscan(digits, &number)
	}
	v := it.values[min(max(number, 0), len(it.values)-1)]
	first := fmt.Sprintf("%s: %s", text, ir.TypeString(v.Type()))
	if !v.IsArg() {
		if o := t.chunk.index.byOp[v.Def()]; o != nil {
			return code(first) + "\n" + code(t.chunk.index.header(o))
		}
		return code(first)
	}
	where := fmt.Sprintf("argument %d", v.Index())
	if op := v.Block().Parent(); op != nil {
		where += fmt.Sprintf(" of `%s`", op.Name())
		if name := ir.SymbolName(op); name != "" {
			where += fmt.Sprintf(" `@%s`", name)
		}
	}
	if b := t.chunk.index.byBlock[v.Block()]; b != nil {
		where = fmt.Sprintf("argument %d of block `^%s`", v.Index(), b.name)
	}
	return code(first) + "\n" + where
}

func (t target) describeBlock(it *item) string {
	var args []string
	for i, a := range it.block.Args() {
		name := fmt.Sprintf("#%d", i)
		if known := t.chunk.index.byValue[a]; known != nil {
			name = "%" + known.name
		}
		args = append(args, name+": "+ir.TypeString(a.Type()))
	}
	text := "^" + it.name
	if len(args) > 0 {
		text += "(" + strings.Join(args, ", ") + ")"
	}
	return code(text + ":")
}

// header is an op up to its first region, as it is written.
func (ix *index) header(o *opInfo) string {
	return strings.TrimRight(ix.text(span{o.start, ix.headerEnd(o)}), " \t\r\n")
}

func code(text string) string {
	if len(text) > maxHover {
		text = strings.ToValidUTF8(text[:maxHover], "") + " …"
	}
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + "mlir\n" + text + "\n" + fence + "\n"
}
