package ttng

import (
	"tawa/dialects/ttg"
	"tawa/ir"
)

// directives are the custom<…> of the formats.
var directives = map[string]ir.Directive{
	"Token":            {Parse: parseToken, Print: printToken},
	"BarriersAndPreds": {Parse: parseBarriers, Print: printBarriers},
}

// parseToken takes what stands behind a buffer in tensor memory: `[%dep]` of an op that
// takes a token and gives one, `[]` of one that only gives. Arguments: the dep, the type of the token.
func parseToken(p ir.AsmParser, args ir.DirectiveReader) bool {
	if !p.OptionalPunct("[") {
		args.SetTypes(1) // no token
		return true
	}
	args.SetTypes(1, ttg.Token(p.Context()))
	if dep, taken := p.OptionalOperand(); taken {
		args.SetOperands(0, dep)
	}
	return p.Punct("]")
}

func printToken(p ir.AsmPrinter, args ir.DirectiveWriter) {
	if len(args.Values(0)) > 0 || len(args.Values(1)) > 0 {
		p.Str("[")
		p.Operands(args.Values(0))
		p.Str("]")
	}
}

// parseBarriers takes `, %bar[%pred], …`. Arguments: the barriers, the predicates.
func parseBarriers(p ir.AsmParser, args ir.DirectiveReader) bool {
	var barriers, preds []ir.UnresolvedOperand
	for p.OptionalPunct(",") {
		barrier, ok := p.Operand()
		if !ok || !p.Punct("[") {
			return false
		}
		pred, ok := p.Operand()
		if !ok || !p.Punct("]") {
			return false
		}
		barriers, preds = append(barriers, barrier), append(preds, pred)
	}
	args.SetOperands(0, barriers...)
	args.SetOperands(1, preds...)
	return true
}

func printBarriers(p ir.AsmPrinter, args ir.DirectiveWriter) {
	preds := args.Values(1)
	for i, barrier := range args.Values(0) {
		p.Str(", ")
		p.Operand(barrier)
		p.Str("[")
		p.Operand(preds[i])
		p.Str("]")
	}
}
