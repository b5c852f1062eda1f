package llvm

import (
	"math"
	"slices"

	"tawa/dialects/builtin"
	"tawa/ir"
)

// linkages are the words that may stand before a name.
var linkages = []string{"external", "internal", "private", "weak", "linkonce", "common", "appending"}

// parseLinkage takes a word for what other modules see of a symbol, external if there is none.
func parseLinkage(p ir.AsmParser, st *ir.OperationState) {
	for _, word := range linkages {
		if p.OptionalKeyword(word) {
			st.AddAttr("linkage", p.Context().Str(word))
			return
		}
	}
}

// parseFunction takes `[linkage] @name(args) [-> T] [attributes {…}] [{body}]`.
func parseFunction(p ir.AsmParser, st *ir.OperationState) bool {
	c := p.Context()
	parseLinkage(p, st)
	name, ok := p.Symbol()
	if !ok {
		return false
	}
	st.AddAttr(ir.SymName, c.Str(name))
	span := p.Span()
	s, ok := builtin.ParseSignature(p)
	if !ok {
		return false
	}
	if len(s.Results) > 1 {
		p.Errorf(span, "a function of LLVM has at most one result, but this has %d", len(s.Results))
		return false
	}
	if !p.AttrDict(st, true) {
		return false
	}
	s.AddTo(c, st)
	t := &FuncType{Result: Void(c)}
	for _, a := range s.Arguments {
		t.Params = append(t.Params, a.Type)
	}
	if len(s.Results) > 0 {
		t.Result = s.Results[0]
	}
	for i := range st.Attrs {
		if st.Attrs[i].Name == builtin.FunctionTypeAttr {
			st.Attrs[i].Value = c.TypeAttr(ir.UniqueType(c, t))
		}
	}
	entry := s.Arguments
	if len(entry) > 0 && entry[0].Operand.Name == "" {
		entry = nil
	}
	_, ok = p.OptionalRegion(st.NewRegion(), entry)
	return ok
}

func functionType(op *ir.Operation) *FuncType {
	if a, ok := op.Attr(builtin.FunctionTypeAttr).(*ir.TypeAttr); ok {
		t, _ := a.Type.(*FuncType)
		return t
	}
	return nil
}

func printFunction(op *ir.Operation, p ir.AsmPrinter) {
	t := functionType(op)
	p.Str(" ")
	printLinkage(op, p)
	p.Symbol(op.StrAttr(ir.SymName))
	p.Str("(")
	args := builtin.Arguments(op)
	for i, in := range t.Params {
		if i > 0 {
			p.Str(", ")
		}
		if args != nil {
			p.Argument(args[i], builtin.ArgDict(op, i))
			continue
		}
		p.Type(in)
		printDict(p, builtin.ArgDict(op, i))
	}
	p.Str(")")
	if _, void := t.Result.(*VoidType); !void {
		p.Str(" -> ")
		if dict := builtin.ResultDict(op, 0); dict != nil {
			p.Str("(")
			p.Type(t.Result)
			printDict(p, dict)
			p.Str(")")
		} else {
			p.Type(t.Result)
		}
	}
	p.AttrDict(op, true, ir.SymName, builtin.FunctionTypeAttr, "linkage", builtin.ArgAttrs, builtin.ResAttrs)
	if !builtin.IsDeclaration(op) {
		p.Region(op.Region(0), false, true)
	}
}

func printDict(p ir.AsmPrinter, d *ir.DictAttr) {
	if d != nil {
		p.Str(" ")
		ir.PrintDict(p, d.Entries)
	}
}

// printLinkage leaves out `external` of a function, but not of a global.
func printLinkage(op *ir.Operation, p ir.AsmPrinter) {
	if word := linkageOf(op); word != linkages[0] || op.Is(Global) {
		p.Str(word + " ")
	}
}

func linkageOf(op *ir.Operation) string {
	if word := op.StrAttr("linkage"); word != "" {
		return word
	}
	return linkages[0]
}

func verifyFunction(op *ir.Operation, r ir.Reporter) bool {
	t := functionType(op)
	if t == nil {
		return r.Errorf("requires a type of a function of LLVM")
	}
	if !slices.Contains(linkages, linkageOf(op)) {
		return r.Errorf("has the unknown linkage '%s'", linkageOf(op))
	}
	if builtin.IsDeclaration(op) {
		return true
	}
	args := builtin.Arguments(op)
	if !slices.EqualFunc(args, t.Params, func(v *ir.Value, t ir.Type) bool { return v.Type() == t }) {
		return r.Errorf("requires arguments of the body as in its type, '%s'", ir.TypeString(t))
	}
	return true
}

// parseGlobal takes `[linkage] [constant] @name([value]) [{…}] : T`.
func parseGlobal(p ir.AsmParser, st *ir.OperationState) bool {
	c := p.Context()
	parseLinkage(p, st)
	if p.OptionalKeyword("constant") {
		st.AddAttr("constant", c.Unit())
	}
	name, ok := p.Symbol()
	if !ok || !p.Punct("(") {
		return false
	}
	st.AddAttr(ir.SymName, c.Str(name))
	if !p.OptionalPunct(")") {
		value, ok := p.Attr(nil)
		if !ok || !p.Punct(")") {
			return false
		}
		st.AddAttr("value", value)
	}
	if !p.AttrDict(st, false) || !p.Punct(":") {
		return false
	}
	t, ok := p.Type()
	if ok {
		st.AddAttr("global_type", c.TypeAttr(t))
	}
	return ok
}

func printGlobal(op *ir.Operation, p ir.AsmPrinter) {
	p.Str(" ")
	printLinkage(op, p)
	if op.Attr("constant") != nil {
		p.Str("constant ")
	}
	p.Symbol(op.StrAttr(ir.SymName))
	p.Str("(")
	if v := op.Attr("value"); v != nil {
		p.Attr(v)
	}
	p.Str(")")
	p.AttrDict(op, false, ir.SymName, "global_type", "linkage", "constant", "value")
	p.Str(" : ")
	p.Type(op.Attr("global_type").(*ir.TypeAttr).Type)
}

var predicate = ir.EnumAttr("predicate of llvm.icmp", true, "eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")

// parseICmp takes `"slt" %a, %b : T`; the result is i1, or a vector of such.
func parseICmp(p ir.AsmParser, st *ir.OperationState) bool {
	span := p.Span()
	word, ok := p.Quoted()
	if !ok {
		return false
	}
	value := slices.Index(predicate.Enum, word)
	if value < 0 {
		p.Errorf(span, "'%s' is no comparison of integers", word)
		return false
	}
	st.AddAttr("predicate", p.Context().I64Attr(int64(value)))
	lhs, ok := p.Operand()
	if !ok || !p.Punct(",") {
		return false
	}
	rhs, ok := p.Operand()
	if !ok || !p.AttrDict(st, false) || !p.Punct(":") {
		return false
	}
	t, ok := p.Type()
	st.Results = []ir.Type{p.Context().I1()}
	if ok && ir.ElementType(t) != t {
		st.Results[0] = ir.WithElement(t, p.Context().I1())
	}
	return ok && p.Resolve(lhs, t, st) && p.Resolve(rhs, t, st)
}

func printICmp(op *ir.Operation, p ir.AsmPrinter) {
	value, _ := op.IntAttr("predicate")
	p.Str(" ")
	p.Quoted(predicate.Enum[value])
	p.Str(" ")
	p.Operands(op.Operands())
	p.AttrDict(op, false, "predicate")
	p.Str(" : ")
	p.Type(op.Operand(0).Type())
}

// dynamicIndex stands among the constant indices where an operand is one.
const dynamicIndex = math.MinInt32

// parseGEP takes `%base[%i, 4] : (T, I) -> T, ELT`.
func parseGEP(p ir.AsmParser, st *ir.OperationState) bool {
	c := p.Context()
	base, ok := p.Operand()
	if !ok {
		return false
	}
	all, constants := []ir.UnresolvedOperand{base}, []int64(nil)
	index := func() bool {
		if u, present := p.OptionalOperand(); present {
			all, constants = append(all, u), append(constants, dynamicIndex)
			return true
		}
		n, ok := p.Integer()
		constants = append(constants, n)
		return ok
	}
	if !p.List("[", "]", index) || !p.AttrDict(st, false) || !p.Punct(":") {
		return false
	}
	span := p.Span()
	t, ok := p.FunctionType()
	if !ok || !p.Punct(",") {
		return false
	}
	elem, ok := p.Type()
	if !ok {
		return false
	}
	st.AddAttr("rawConstantIndices", c.I32Array(constants...))
	st.AddAttr("elem_type", c.TypeAttr(elem))
	st.Results = t.Results
	return p.ResolveAll(all, t.Inputs, span, st)
}

func printGEP(op *ir.Operation, p ir.AsmPrinter) {
	p.Str(" ")
	p.Operand(op.Operand(0))
	p.Str("[")
	next := 1
	for i, n := range op.Ints("rawConstantIndices") {
		if i > 0 {
			p.Str(", ")
		}
		if n == dynamicIndex {
			p.Operand(op.Operand(next))
			next++
		} else {
			p.Int(n)
		}
	}
	p.Str("]")
	p.AttrDict(op, false, "rawConstantIndices", "elem_type")
	p.Str(" : (")
	p.Types(op.Operands())
	p.Str(") -> ")
	p.Type(op.Result(0).Type())
	p.Str(", ")
	p.Type(op.Attr("elem_type").(*ir.TypeAttr).Type)
}

func verifyGEP(op *ir.Operation, r ir.Reporter) bool {
	dynamic := 0
	for _, n := range op.Ints("rawConstantIndices") {
		if n == dynamicIndex {
			dynamic++
		}
	}
	if n := op.NumOperands() - 1; n != dynamic {
		return r.Errorf("has %d indices that are operands, but places for %d", n, dynamic)
	}
	return true
}
