package lsp

import (
	"strings"

	"github.com/tliron/glsp"
	protocol "github.com/tliron/glsp/protocol_3_16"

	"tawa/asm"
	"tawa/ir"
)

// target is what a request about a place in a document is about.
type target struct {
	*snapshot
	chunk *chunk
	off   int
}

// hold finds the document of a request, and holds it until done is called.
func (v *view) hold(d protocol.TextDocumentIdentifier) (s *snapshot, done func(), err error) {
	s, err = v.snapshot(d.URI)
	if err != nil {
		return nil, nil, err
	}
	s.analyse()
	s.query.Lock()
	return s, s.query.Unlock, nil
}

// locate finds the place of a request, and holds the document until done is called.
func (v *view) locate(p protocol.TextDocumentPositionParams) (t target, done func(), err error) {
	s, done, err := v.hold(p.TextDocument)
	if err != nil {
		return t, nil, err
	}
	off := s.text.offset(p.Position)
	return target{s, s.chunkAt(off), off}, done, nil
}

func (s *snapshot) location(sp span) protocol.Location {
	return protocol.Location{URI: s.uri, Range: s.text.rangeOf(sp)}
}

func (v *view) definition(_ *glsp.Context, params *protocol.DefinitionParams) (any, error) {
	t, done, err := v.locate(params.TextDocumentPositionParams)
	if err != nil {
		return nil, err
	}
	defer done()
	if o, ok := t.chunk.index.nameAt(t.off); ok && o.item.defined {
		return t.location(o.item.def), nil
	}
	return nil, nil
}

func (v *view) references(_ *glsp.Context, params *protocol.ReferenceParams) ([]protocol.Location, error) {
	t, done, err := v.locate(params.TextDocumentPositionParams)
	if err != nil {
		return nil, err
	}
	defer done()
	list := []protocol.Location{}
	if o, ok := t.chunk.index.nameAt(t.off); ok {
		for _, p := range o.item.places(params.Context.IncludeDeclaration) {
			list = append(list, t.location(p))
		}
	}
	return list, nil
}

func (v *view) documentHighlight(_ *glsp.Context, params *protocol.DocumentHighlightParams) ([]protocol.DocumentHighlight, error) {
	t, done, err := v.locate(params.TextDocumentPositionParams)
	if err != nil {
		return nil, err
	}
	defer done()
	list := []protocol.DocumentHighlight{}
	if o, ok := t.chunk.index.nameAt(t.off); ok {
		for i, p := range o.item.places(true) {
			kind := protocol.DocumentHighlightKindRead
			if i == 0 && o.item.defined {
				kind = protocol.DocumentHighlightKindWrite
			}
			list = append(list, protocol.DocumentHighlight{Range: t.text.rangeOf(p), Kind: &kind})
		}
	}
	return list, nil
}

// documentSymbol lists the ops that are symbols, those in modules and functions inside them, and named values of
// functions inside of these.
func (v *view) documentSymbol(_ *glsp.Context, params *protocol.DocumentSymbolParams) (any, error) {
	s, done, err := v.hold(params.TextDocument)
	if err != nil {
		return nil, err
	}
	defer done()
	list := []protocol.DocumentSymbol{}
	for _, c := range s.chunks {
		list = append(list, s.symbolsOf(c)...)
	}
	return list, nil
}

func (s *snapshot) symbolsOf(c *chunk) []protocol.DocumentSymbol {
	type node struct {
		symbol   protocol.DocumentSymbol
		children []*node
	}
	root := &node{}
	nodes := map[*opInfo]*node{}
	parent := func(o *opInfo) *node {
		for ; o != nil; o = o.in {
			if n := nodes[o]; n != nil {
				return n
			}
		}
		return root
	}
	for _, o := range c.index.ops {
		name := ir.SymbolName(o.op)
		if name == "" && !o.op.Has(ir.SymbolTable) {
			continue
		}
		selection := o.name
		if it := c.index.tables[o.in][name]; it != nil && it.op == o {
			selection = it.def
		}
		n := &node{symbol: protocol.DocumentSymbol{
			Name: name, Detail: pointer(o.op.Name().String()), Kind: symbolKind(o.op),
			Range: s.text.rangeOf(o.span), SelectionRange: s.text.rangeOf(selection),
		}}
		if name == "" {
			n.symbol.Name = o.op.Name().String()
		}
		nodes[o] = n
		up := parent(o.in)
		up.children = append(up.children, n)
	}
	for _, it := range c.index.items {
		if it.kind != valueItem || !it.defined || it.name == "" || it.name[0] >= '0' && it.name[0] <= '9' {
			continue
		}
		up := parent(c.index.opAt(it.def.start))
		if up == root {
			continue
		}
		up.children = append(up.children, &node{symbol: protocol.DocumentSymbol{
			Name: "%" + it.name, Detail: pointer(ir.TypeString(it.values[0].Type())), Kind: protocol.SymbolKindVariable,
			Range: s.text.rangeOf(it.def), SelectionRange: s.text.rangeOf(it.def),
		}})
	}
	var collect func(n *node) []protocol.DocumentSymbol
	collect = func(n *node) []protocol.DocumentSymbol {
		var out []protocol.DocumentSymbol
		for _, child := range n.children {
			child.symbol.Children = collect(child)
			out = append(out, child.symbol)
		}
		return out
	}
	return collect(root)
}

func symbolKind(op *ir.Operation) protocol.SymbolKind {
	switch {
	case op.Has(ir.FunctionLike):
		return protocol.SymbolKindFunction
	case op.Has(ir.SymbolTable):
		return protocol.SymbolKindModule
	}
	return protocol.SymbolKindObject
}

// nameRange is the part of a place that is the name itself: %x of %x#1, with what tells the kind.
func nameRange(t *text, p span) span {
	text := p.text(t)
	if i := strings.IndexByte(text, '#'); i > 0 && text[0] == '%' {
		p.end = p.start + i
	}
	return p
}

// renamable finds the name at a place, if all places of it are known.
func (t target) renamable() (occurrence, error) {
	o, ok := t.chunk.index.nameAt(t.off)
	switch {
	case !ok:
		return o, failed("there is no name here")
	case !o.item.defined:
		return o, failed("'%s' has no definition here", o.text(t.text))
	case o.item.kind == symbolItem && o.item.def == o.item.op.name:
		return o, failed("the name of '@%s' is in the attributes of a generic form; rename it there", o.item.name)
	}
	return o, nil
}

func (v *view) prepareRename(_ *glsp.Context, params *protocol.PrepareRenameParams) (any, error) {
	t, done, err := v.locate(params.TextDocumentPositionParams)
	if err != nil {
		return nil, err
	}
	defer done()
	o, err := t.renamable()
	if err != nil {
		return nil, err
	}
	return t.text.rangeOf(nameRange(t.text, o.span)), nil
}

func (v *view) rename(_ *glsp.Context, params *protocol.RenameParams) (*protocol.WorkspaceEdit, error) {
	t, done, err := v.locate(params.TextDocumentPositionParams)
	if err != nil {
		return nil, err
	}
	defer done()
	o, err := t.renamable()
	if err != nil {
		return nil, err
	}
	name, err := spelling(o.item, params.NewName)
	if err != nil {
		return nil, err
	}
	if t.taken(o.item, name) {
		return nil, failed("there is a '%s' already", name)
	}
	var edits []protocol.TextEdit
	for _, p := range o.item.places(true) {
		edits = append(edits, protocol.TextEdit{Range: t.text.rangeOf(nameRange(t.text, p)), NewText: name})
	}
	return t.edit(edits), nil
}

// edit is a workspace edit of this version of the document.
func (s *snapshot) edit(edits []protocol.TextEdit) *protocol.WorkspaceEdit {
	return &protocol.WorkspaceEdit{Changes: map[protocol.DocumentUri][]protocol.TextEdit{s.uri: edits}}
}

// spelling is a new name as it is written, from what a user typed: with or without what tells the kind.
func spelling(it *item, typed string) (string, error) {
	mark := map[itemKind]string{valueItem: "%", blockItem: "^", symbolItem: "@"}[it.kind]
	if it.kind == aliasItem {
		mark = it.name[:1]
	}
	name := mark + strings.TrimPrefix(typed, mark)
	if it.kind == symbolItem && typed != "" && !strings.HasPrefix(name, `@"`) {
		name = string(asm.AppendSymbol(nil, name[1:]))
	}
	lex := asm.NewLexer([]byte(name))
	tok := lex.Next()
	kinds := map[string]asm.Kind{"%": asm.ValueName, "^": asm.BlockName, "@": asm.SymbolName, "#": asm.HashName, "!": asm.TypeName}
	if tok.Kind != kinds[mark] || int(tok.End) != len(name) || it.kind == aliasItem && strings.Contains(name, ".") {
		return "", failed("'%s' can't be a name", typed)
	}
	return name, nil
}

// taken says whether something else has the name where both can be seen.
func (t target) taken(it *item, name string) bool {
	ix := t.chunk.index
	for _, other := range ix.items {
		if other == it || other.kind != it.kind || !other.defined || spelled(other) != name {
			continue
		}
		switch it.kind {
		case valueItem:
			if ix.isolatedAt(other) == ix.isolatedAt(it) {
				return true
			}
		case blockItem:
			if other.block.Region() == it.block.Region() {
				return true
			}
		case symbolItem:
			if other.op.in == it.op.in {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// spelled is the name of an item as it is written.
func spelled(it *item) string {
	switch it.kind {
	case valueItem:
		return "%" + it.name
	case blockItem:
		return "^" + it.name
	case symbolItem:
		return string(asm.AppendSymbol(nil, it.name))
	}
	return it.name
}

// isolatedAt is the region that bounds the names of values beside that of an item, nil for the chunk.
func (ix *index) isolatedAt(it *item) *regionInfo {
	r := ix.regionOf(it)
	for r != nil && !r.isolated {
		r = r.in
	}
	return r
}

// regionOf is the region in which a value or block is defined, nil for the top of the chunk.
func (ix *index) regionOf(it *item) *regionInfo {
	if it.kind == valueItem && len(it.values) > 0 && it.values[0].IsArg() {
		return ix.byRegion[it.values[0].Region()]
	}
	return ix.regionAt(it.def.start)
}

// symbolText is the name that @name or @"name" stands for.
func symbolText(s string) string {
	if strings.HasPrefix(s, `@"`) {
		return asm.Unquote([]byte(s[1:]))
	}
	return strings.TrimPrefix(s, "@")
}
