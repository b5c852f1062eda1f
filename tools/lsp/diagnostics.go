package lsp

import (
	"fmt"

	protocol "github.com/tliron/glsp/protocol_3_16"

	"tawa/diag"
)

var severities = map[diag.Severity]protocol.DiagnosticSeverity{
	diag.Error: protocol.DiagnosticSeverityError, diag.Warning: protocol.DiagnosticSeverityWarning,
	diag.Remark: protocol.DiagnosticSeverityInformation,
}

// diagnostics are what the parser and the verifier say of all programs of the document.
func (s *snapshot) diagnostics() []protocol.Diagnostic {
	s.analyse()
	list := []protocol.Diagnostic{}
	for _, c := range s.chunks {
		for _, d := range c.diags {
			if d.Severity != diag.Output {
				list = append(list, s.diagnostic(c, d))
			}
		}
	}
	return list
}

// diagnostic puts notes with a place into the related information, hints and other notes behind the message.
func (s *snapshot) diagnostic(c *chunk, d *diag.Diagnostic) protocol.Diagnostic {
	out := protocol.Diagnostic{
		Range: s.text.rangeOf(c.place(d.Span)), Severity: pointer(severities[d.Severity]), Source: pointer(s.config.Name),
		Message: d.Message,
	}
	if d.Span.Known() && d.Span.File != c.file {
		out.Message = d.Span.String() + ": " + out.Message
	}
	for _, n := range d.Notes {
		switch {
		case n.Hint:
			out.Message += "\nhint: " + n.Message
		case n.Span.File == c.file:
			out.RelatedInformation = append(out.RelatedInformation, protocol.DiagnosticRelatedInformation{
				Location: protocol.Location{URI: s.uri, Range: s.text.rangeOf(c.place(n.Span))}, Message: n.Message,
			})
		case n.Span.Known():
			out.Message += fmt.Sprintf("\n%s: %s", n.Span, n.Message)
		default:
			out.Message += "\n" + n.Message
		}
	}
	return out
}

// place is where a span of the chunk is in the document; one of another file is at the beginning of the chunk.
func (c *chunk) place(s diag.Span) span {
	if s.File != c.file {
		return span{c.base, c.base}
	}
	return span{c.base + s.Start, c.base + max(s.Start, s.End)}
}
