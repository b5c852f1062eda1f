package parser

import (
	"slices"

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
	for i, d := range c.defs {
		if !c.given[i] && d.Type.Build != nil {
			f.fill(c, i, d.Type.Build(f.ctx))
		}
	}
}

// fill gives all operands or results of a column the type t.
func (f *formatReader) fill(c *columns, i int, t ir.Type) {
	n := 1
	if c == &f.operands {
		n = len(c.operands[i])
	}
	c.setTypes(i)
	for range n {
		c.types[i] = append(c.types[i], t)
	}
}

// traitTypes spreads a known type over the columns that a trait says have the same.
func (f *formatReader) traitTypes() {
	sets := []*columns{&f.operands}
	if f.def.Is(ir.SameOperandsAndResultType) {
		sets = append(sets, &f.results)
	} else if !f.def.Is(ir.SameTypeOperands) {
		return
	}
	var known ir.Type
	for _, c := range sets {
		for i := range c.defs {
			if known == nil && c.given[i] && len(c.types[i]) > 0 {
				known = c.types[i][0]
			}
		}
	}
	if known == nil {
		return
	}
	for _, c := range sets {
		for i, d := range c.defs {
			if !c.given[i] && (c == &f.operands || d.Arity == ir.Single) {
				f.fill(c, i, known)
			}
		}
	}
}

// ruleTypes applies the type rules of the row, in order.
func (f *formatReader) ruleTypes() {
	for _, rule := range f.def.TypeRules {
		from, i := f.column(rule.From)
		to, j := f.column(rule.To)
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

func (f *formatReader) column(name string) (*columns, int) {
	for _, c := range []*columns{&f.operands, &f.results} {
		if i := slices.IndexFunc(c.defs, func(d ir.Operand) bool { return d.Name == name }); i >= 0 {
			return c, i
		}
	}
	panic("parser: " + f.def.Name().String() + " has no column " + name)
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
	for _, a := range f.def.Attrs {
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
	for i, d := range c.defs {
		if d.Arity != ir.Single && f.def.InferTypes == nil {
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
		f.st.Results = ts
		return true
	}
	if missing >= 0 {
		return f.cannotInfer(f.st.Loc.Span(), "result", missing, c.defs[missing])
	}
	var sizes []int64
	for i := range c.defs {
		ts := c.types[i]
		if c.defs[i].Arity == ir.Single && len(ts) != 1 {
			return f.fail(c.span, "expected one type for result '%s', but there are %d", c.defs[i].Name, len(ts))
		}
		f.st.Results = append(f.st.Results, ts...)
		sizes = append(sizes, int64(len(ts)))
	}
	if f.def.Is(ir.AttrSizedResultSegments) {
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
