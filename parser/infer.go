package parser

import (
	"slices"

	"tawa/asm"
	"tawa/diag"
	"tawa/ir"
)

// finish finds the types that the text does not give and resolves the operands.
func (f *formatReader) finish() bool {
	f.buildTypes(&f.operands)
	f.buildTypes(&f.results)
	f.traitTypes()
	f.ruleTypes()
	if !f.resolveOperands() || !f.checkAttributes() {
		return false
	}
	return f.inferResults()
}

// buildTypes sets the types of columns that allow only one.
func (f *formatReader) buildTypes(c *columns) {
	for i := range c.defs {
		if !c.given[i] && c.defs[i].Type.Build != nil {
			f.fill(c, i, c.defs[i].Type.Build(f.ctx))
		}
	}
}

// fill gives all operands or results of a column the type t.
func (f *formatReader) fill(c *columns, i int, t ir.Type) {
	n := 1
	if c == &f.operands {
		n = len(c.operands[i])
	}
	ts := c.types[i][:0]
	for range n {
		ts = append(ts, t)
	}
	c.types[i], c.given[i] = ts, true
}

// traitTypes spreads a known type over the columns that a trait says have the same.
func (f *formatReader) traitTypes() {
	results := f.def.Is(ir.SameOperandsAndResultType)
	if !results && !f.def.Is(ir.SameTypeOperands) {
		return
	}
	known := f.operands.known()
	if known == nil && results {
		known = f.results.known()
	}
	if known == nil {
		return
	}
	f.spreadType(&f.operands, known)
	if results {
		f.spreadType(&f.results, known)
	}
}

// known is the first type that is known, or nil.
func (c *columns) known() ir.Type {
	for i := range c.defs {
		if c.given[i] && len(c.types[i]) > 0 {
			return c.types[i][0]
		}
	}
	return nil
}

// spreadType gives a type to the columns that have none.
func (f *formatReader) spreadType(c *columns, t ir.Type) {
	for i := range c.defs {
		if !c.given[i] && (c == &f.operands || c.defs[i].Arity == ir.Single) {
			f.fill(c, i, t)
		}
	}
}

// ruleTypes applies the type rules of the row, in order.
func (f *formatReader) ruleTypes() {
	for k := range f.def.TypeRules {
		rule := &f.def.TypeRules[k]
		from, i := f.column(f.format.Rules[k].From)
		to, j := f.column(f.format.Rules[k].To)
		if to.given[j] || !from.given[i] || len(from.types[i]) != 1 || !from.defs[i].Type.Ok(from.types[i][0]) {
			continue
		}
		t := from.types[i][0]
		if rule.Map != nil {
			t = rule.Map(t)
		}
		if t != nil {
			f.fill(to, j, t)
		}
	}
}

func (f *formatReader) column(a asm.Arg) (*columns, int) {
	if a.Kind == asm.Result {
		return &f.results, a.Index
	}
	return &f.operands, a.Index
}

// resolveOperands adds the operands to the state, with the lengths of variadic columns if the row wants them.
func (f *formatReader) resolveOperands() bool {
	c := &f.operands
	ok := true
	for i := range c.defs {
		us := c.operands[i]
		switch {
		case !c.given[i] && len(us) > 0:
			return f.cannotInfer(us[0].Span, "operand", i, c.defs[i])
		case !c.given[i]:
		case len(us) != len(c.types[i]):
			return f.fail(c.span, "%d operands present, but expected %d", len(us), len(c.types[i]))
		}
		for k, u := range us {
			ok = f.Resolve(u, c.types[i][k], f.st) && ok
		}
		if f.def.Is(ir.AttrSizedOperandSegments) {
			f.st.SegmentSizes = append(f.st.SegmentSizes, len(us))
		}
	}
	return ok
}

// cannotInfer reports a type that neither the text nor a rule gives: the rule's source has a type of which it says
// nothing.
func (f *formatReader) cannotInfer(span diag.Span, what string, i int, d ir.Operand) bool {
	for _, c := range []*columns{&f.operands, &f.results} {
		for k := range c.defs {
			for _, t := range c.types[k] {
				if !c.defs[k].Type.Ok(t) {
					return f.fail(c.span, "'%s' op '%s' must be %s, but got '%s'", f.def.Name(), c.defs[k].Name, c.defs[k].Type.Summary, ir.TypeString(t))
				}
			}
		}
	}
	return f.fail(span, "'%s' op the type of %s #%d, '%s', does not follow from the types given", f.def.Name(), what, i, d.Name)
}

// checkAttributes makes sure that the functions of the row see the attributes that they rely on.
func (f *formatReader) checkAttributes() bool {
	for i := range f.def.Attrs {
		a := &f.def.Attrs[i]
		if a.Name == ir.OperandSegmentSizes || a.Name == ir.ResultSegmentSizes {
			continue
		}
		v := f.st.Attr(a.Name)
		switch {
		case v == nil && !a.Optional && a.Default == nil:
			return f.fail(f.st.Loc.Span(), "'%s' op requires attribute '%s'", f.def.Name(), a.Name)
		case v != nil && !a.Kind.Ok(v):
			return f.fail(f.st.Loc.Span(), "'%s' op attribute '%s' failed to satisfy constraint: %s", f.def.Name(), a.Name, a.Kind.Summary)
		}
	}
	return true
}

// inferResults completes the result types.
func (f *formatReader) inferResults() bool {
	c := &f.results
	for i := range c.defs {
		if c.defs[i].Arity != ir.Single && f.def.InferTypes == nil {
			c.given[i] = true // optional results may be left out
		}
	}
	missing := slices.Index(c.given[:len(c.defs)], false)
	if missing >= 0 && f.def.InferTypes != nil {
		if !f.operandsFit() {
			return false
		}
		ts, ok := f.def.InferTypes(f.ctx, f.st)
		if !ok {
			return f.fail(f.st.Loc.Span(), "'%s' op the result types do not follow from the operands and attributes", f.def.Name())
		}
		f.st.Results = append(f.st.Results, ts...)
		return true
	}
	if missing >= 0 {
		return f.cannotInfer(f.st.Loc.Span(), "result", missing, c.defs[missing])
	}
	for i := range c.defs {
		ts := c.types[i]
		if c.defs[i].Arity == ir.Single && len(ts) != 1 {
			return f.fail(c.span, "expected one type for result '%s', but there are %d", c.defs[i].Name, len(ts))
		}
		f.st.Results = append(f.st.Results, ts...)
	}
	if f.def.Is(ir.AttrSizedResultSegments) {
		sizes := make([]int64, len(c.defs))
		for i := range sizes {
			sizes[i] = int64(len(c.types[i]))
		}
		f.st.AddAttr(ir.ResultSegmentSizes, f.ctx.I32Array(sizes...))
	}
	return true
}

// operandsFit checks the operands' types before they are handed to InferTypes.
func (f *formatReader) operandsFit() bool {
	n := 0
	for i, d := range f.operands.defs {
		for _, t := range f.operands.types[i] {
			if !d.Type.Ok(t) {
				return f.fail(f.st.Loc.Span(), "'%s' op operand #%d must be %s, but got '%s'", f.def.Name(), n, d.Type.Summary, ir.TypeString(t))
			}
			n++
		}
	}
	return true
}
