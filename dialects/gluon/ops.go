// Package gluon is the dialect of encodings that are still to be found, of Triton's
// language Gluon. It is read, checked and printed; no pass finds them.
package gluon

import (
	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
)

// SetAutoLayout gives a tensor whose encoding is to be found a known one.
var SetAutoLayout = ir.Op("gluon.set_auto_layout")

// EncodingAttr is `#gluon.auto_encoding` or `#gluon.coalesced_encoding`: one that a pass is to find.
type EncodingAttr struct {
	ir.AttrBase
	Name string
}

// AttrName, Key and Print implement ir.Attribute.
func (a *EncodingAttr) AttrName() string  { return a.Name }
func (*EncodingAttr) Key(*ir.Key)         {}
func (*EncodingAttr) Print(ir.AsmPrinter) {}

// Register adds the dialect, and those that it builds on.
func Register(r *ir.Registry) {
	if !r.Dialect(ir.DialectInfo{Name: "gluon", Summary: "encodings that are still to be found", Verify: tt.VerifyTensors}) {
		return
	}
	ttg.Register(r)
	for _, name := range []string{"gluon.auto_encoding", "gluon.coalesced_encoding"} {
		r.DefineAttr(name, func(p ir.AsmParser) (ir.Attribute, bool) {
			return ir.UniqueAttr(p.Context(), &EncodingAttr{Name: name}), true
		})
	}
	r.Define(SetAutoLayout, ir.OpDef{
		Summary:  "the same tensor, which has the encoding of the result",
		Operands: []ir.Operand{{Name: "src", Type: tt.Tensor}}, Results: []ir.Result{{Name: "result", Type: tt.Tensor}},
		Traits: ir.Pure | ir.SameOperandsAndResultShape,
		Format: "$src attr-dict `:` type($src) `->` type($result)",
		Verify: verifySetAutoLayout,
	})
}

func verifySetAutoLayout(op *ir.Operation, r ir.Reporter) bool {
	src, result := op.Operand(0).Type().(*ir.RankedTensorType), op.Result(0).Type().(*ir.RankedTensorType)
	if _, open := src.Encoding.(*EncodingAttr); !open {
		return r.Errorf("requires a source with an encoding that is still to be found, but it is '%s'", ir.TypeString(src))
	}
	if src.Elem != result.Elem || result.Encoding == nil || result.Encoding == src.Encoding {
		return r.Errorf("requires a result of the same elements with a known encoding, but it is '%s'", ir.TypeString(result))
	}
	return true
}
