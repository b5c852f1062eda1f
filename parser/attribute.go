package parser

import (
	"tawa/asm"
	"tawa/diag"
	"tawa/ir"
)

// Attribute reads a file that is one attribute, or one type, and nothing else. If ok is false the errors are in the
// sink.
func Attribute(ctx *ir.Context, file *diag.File, sink *diag.Sink) (a ir.Attribute, ok bool) {
	p := newParser(ctx, file, sink)
	if p == nil {
		return nil, false
	}
	a, ok = p.Attr(nil)
	if ok && !p.is(asm.EOF) {
		p.Errorf(diag.Span{}, "expected the end of the attribute")
	}
	p.reportMissing()
	return a, !p.failed()
}
