package lsp

import (
	"strings"

	protocol "github.com/tliron/glsp/protocol_3_16"

	"tawa/ir"
)

// Inlay hints came with version 3.17 of the protocol.
const methodInlayHint = "textDocument/inlayHint"

type inlayHintParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Range        protocol.Range                  `json:"range"`
}

type inlayHint struct {
	Position    protocol.Position `json:"position"`
	Label       string            `json:"label"`
	Kind        int               `json:"kind"`
	PaddingLeft bool              `json:"paddingLeft"`
}

const typeHint = 1 // the kind of a hint that is a type

// inlayHint shows the types of results that the text of their op does not spell.
func (v *view) inlayHint(params *inlayHintParams) ([]inlayHint, error) {
	s, done, err := v.hold(params.TextDocument)
	if err != nil {
		return nil, err
	}
	defer done()
	hints := []inlayHint{}
	from, to := s.text.offset(params.Range.Start), s.text.offset(params.Range.End)
	for _, c := range s.chunks {
		for _, it := range c.index.items {
			if it.kind != valueItem || !it.defined || it.def.start < from || it.def.end > to || len(it.values) != 1 || it.values[0].IsArg() {
				continue
			}
			if typ := c.index.unspelt(it.values[0]); typ != "" {
				hints = append(hints, inlayHint{Position: s.text.position(it.def.end), Label: ": " + typ, Kind: typeHint})
			}
		}
	}
	return hints, nil
}

// unspelt is the type of a result, or "" if the text of its op shows it outside of regions.
func (ix *index) unspelt(v *ir.Value) string {
	o := ix.byOp[v.Def()]
	if o == nil {
		return ""
	}
	typ, text := ir.TypeString(v.Type()), ix.outside(o)
	for name, it := range ix.byAlias {
		if it.typ == v.Type() {
			if strings.Contains(text, name) {
				return ""
			}
			typ = name
		}
	}
	if strings.Contains(text, typ) {
		return ""
	}
	return typ
}

// outside is the text of an op without its regions.
func (ix *index) outside(o *opInfo) string {
	var b strings.Builder
	at := o.start
	for _, r := range ix.regionsFrom(o.start) {
		if r.start >= o.end {
			break
		}
		if r.start >= at {
			b.WriteString(ix.text(span{at, r.start}))
			at = r.end
		}
	}
	b.WriteString(ix.text(span{min(at, o.end), o.end}))
	return b.String()
}
