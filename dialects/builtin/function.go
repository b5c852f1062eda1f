package builtin

import "tawa/ir"

// The attributes that every function has.
const (
	FunctionTypeAttr = "function_type"
	VisibilityAttr   = "sym_visibility"
	ArgAttrs         = "arg_attrs"
	ResAttrs         = "res_attrs"
)

// FunctionTraits are the traits of a function's row.
const FunctionTraits = ir.FunctionLike | ir.Symbol | ir.IsolatedFromAbove

// FunctionColumns are the inherent attributes of a function's row, and more.
func FunctionColumns(more ...ir.Attr) []ir.Attr {
	return append([]ir.Attr{
		{Name: ir.SymName, Kind: ir.SymbolAttrKind},
		{Name: FunctionTypeAttr, Kind: ir.FunctionTypeKind},
		{Name: VisibilityAttr, Kind: ir.StringAttrKind, Optional: true},
		{Name: ArgAttrs, Kind: ir.ArrayAttrKind, Optional: true},
		{Name: ResAttrs, Kind: ir.ArrayAttrKind, Optional: true},
	}, more...)
}

// FunctionType returns the type of a function.
func FunctionType(op *ir.Operation) *ir.FunctionType {
	a, ok := op.Attr(FunctionTypeAttr).(*ir.TypeAttr)
	if !ok {
		return nil
	}
	t, _ := a.Type.(*ir.FunctionType)
	return t
}

// SetFunctionType changes the type of a function.
func SetFunctionType(op *ir.Operation, inputs, results []ir.Type) {
	c := op.Context()
	op.SetAttr(FunctionTypeAttr, c.TypeAttr(c.Function(inputs, results)))
}

// IsDeclaration reports whether a function has no body.
func IsDeclaration(op *ir.Operation) bool { return op.NumRegions() == 0 || op.Region(0).Empty() }

// Arguments returns the entry block's arguments, nil of a declaration.
func Arguments(op *ir.Operation) []*ir.Value {
	if IsDeclaration(op) {
		return nil
	}
	return op.Region(0).First().Args()
}

// ArgDict returns the attributes of argument i, nil if it has none; ResultDict of result i.
func ArgDict(op *ir.Operation, i int) *ir.DictAttr    { return dictAt(op.Attr(ArgAttrs), i) }
func ResultDict(op *ir.Operation, i int) *ir.DictAttr { return dictAt(op.Attr(ResAttrs), i) }

func dictAt(a ir.Attribute, i int) *ir.DictAttr {
	list, ok := a.(*ir.ArrayAttr)
	if !ok || i >= len(list.Values) {
		return nil
	}
	d, ok := list.Values[i].(*ir.DictAttr)
	if !ok || len(d.Entries) == 0 {
		return nil
	}
	return d
}

// ArgAttr returns an attribute of argument i, or nil.
func ArgAttr(op *ir.Operation, i int, name string) ir.Attribute {
	if d := ArgDict(op, i); d != nil {
		for _, e := range d.Entries {
			if e.Name == name {
				return e.Value
			}
		}
	}
	return nil
}

// SetArgAttr sets an attribute of argument i; a nil value removes it.
func SetArgAttr(op *ir.Operation, i int, name string, v ir.Attribute) {
	dicts := make([]*ir.DictAttr, len(FunctionType(op).Inputs))
	for j := range dicts {
		dicts[j] = ArgDict(op, j)
	}
	var entries []ir.NamedAttr
	if dicts[i] != nil {
		for _, e := range dicts[i].Entries {
			if e.Name != name {
				entries = append(entries, e)
			}
		}
	}
	if v != nil {
		entries = append(entries, ir.A(name, v))
	}
	dicts[i] = op.Context().Dict(entries...)
	op.SetAttr(ArgAttrs, dictList(op.Context(), dicts))
}

// dictList returns the array of dictionaries, nil if all are empty.
func dictList(c *ir.Context, dicts []*ir.DictAttr) ir.Attribute {
	values, some := make([]ir.Attribute, len(dicts)), false
	for i, d := range dicts {
		if d == nil {
			d = c.Dict()
		}
		values[i] = d
		some = some || len(d.Entries) > 0
	}
	if !some {
		return nil
	}
	return c.Array(values...)
}

// Signature is what the head of a function says. Of a declaration the arguments have no names.
type Signature struct {
	Arguments   []ir.Argument
	Results     []ir.Type
	ResultAttrs []*ir.DictAttr
}

// ParseSignature takes `(%a: T {attrs} loc(..), …) -> (T {attrs}, …)`.
func ParseSignature(p ir.AsmParser) (*Signature, bool) {
	s := &Signature{}
	if !p.List("(", ")", func() bool { return s.argument(p) }) {
		return nil, false
	}
	if !p.OptionalPunct("->") {
		return s, true
	}
	result := func() bool {
		t, ok := p.Type()
		if !ok {
			return false
		}
		attrs, ok := optionalDict(p)
		s.Results, s.ResultAttrs = append(s.Results, t), append(s.ResultAttrs, attrs)
		return ok
	}
	if p.OptionalPunct("(") {
		if p.OptionalPunct(")") {
			return s, true
		}
		for {
			if !result() {
				return nil, false
			}
			if !p.OptionalPunct(",") {
				return s, p.Punct(")")
			}
		}
	}
	t, ok := p.Type()
	s.Results, s.ResultAttrs = append(s.Results, t), append(s.ResultAttrs, nil)
	return s, ok
}

// argument takes `%a: T {attrs} loc(..)`, or `T {attrs}` if the arguments have no names.
func (s *Signature) argument(p ir.AsmParser) bool {
	span := p.Span()
	name, named := p.OptionalOperand()
	if n := len(s.Arguments); n > 0 && named != (s.Arguments[n-1].Operand.Name != "") {
		if named {
			p.Errorf(span, "expected type instead of SSA identifier")
		} else {
			p.Errorf(span, "expected SSA identifier")
		}
		return false
	}
	a := ir.Argument{Operand: name}
	if named && !p.Punct(":") {
		return false
	}
	var ok bool
	if a.Type, ok = p.Type(); !ok {
		return false
	}
	if a.Attrs, ok = optionalDict(p); !ok {
		return false
	}
	if named && !p.OptionalLocation(&a.Loc) {
		return false
	}
	s.Arguments = append(s.Arguments, a)
	return true
}

func optionalDict(p ir.AsmParser) (*ir.DictAttr, bool) {
	var st ir.OperationState
	if !p.AttrDict(&st, false) {
		return nil, false
	}
	if len(st.Attrs) == 0 {
		return nil, true
	}
	return p.Context().Dict(st.Attrs...), true
}

// AddTo sets the attributes of the function to be made.
func (s *Signature) AddTo(c *ir.Context, st *ir.OperationState) {
	inputs := make([]ir.Type, len(s.Arguments))
	attrs := make([]*ir.DictAttr, len(s.Arguments))
	for i, a := range s.Arguments {
		inputs[i], attrs[i] = a.Type, a.Attrs
	}
	st.AddAttr(FunctionTypeAttr, c.TypeAttr(c.Function(inputs, s.Results)))
	if a := dictList(c, attrs); a != nil {
		st.AddAttr(ArgAttrs, a)
	}
	if a := dictList(c, s.ResultAttrs); a != nil {
		st.AddAttr(ResAttrs, a)
	}
}

// ParseFunction takes `[visibility] @name(args) -> results [attributes {…}] [{body}]`.
func ParseFunction(p ir.AsmParser, st *ir.OperationState) bool {
	c := p.Context()
	for _, v := range []string{"public", "private", "nested"} {
		if p.OptionalKeyword(v) {
			st.AddAttr(VisibilityAttr, c.Str(v))
			break
		}
	}
	name, ok := p.Symbol()
	if !ok {
		return false
	}
	st.AddAttr(ir.SymName, c.Str(name))
	s, ok := ParseSignature(p)
	if !ok {
		return false
	}
	span := p.Span()
	n := len(st.Attrs)
	if !p.AttrDict(st, true) {
		return false
	}
	for _, a := range st.Attrs[n:] {
		switch a.Name {
		case VisibilityAttr, FunctionTypeAttr, ArgAttrs, ResAttrs:
			p.Errorf(span, "attribute '%s' is inferred from the signature and must not be given", a.Name)
			return false
		}
	}
	s.AddTo(c, st)
	return parseBody(p, st, s)
}

func parseBody(p ir.AsmParser, st *ir.OperationState, s *Signature) bool {
	body, span := st.NewRegion(), p.Span()
	entry := s.Arguments
	if len(entry) > 0 && entry[0].Operand.Name == "" {
		entry = nil
	}
	present, ok := p.OptionalRegion(body, entry)
	if present && ok && body.Empty() {
		p.Errorf(span, "expected non-empty function body")
		return false
	}
	return ok
}

// PrintFunction writes what ParseFunction takes.
func PrintFunction(op *ir.Operation, p ir.AsmPrinter) {
	p.Str(" ")
	if v := op.StrAttr(VisibilityAttr); v != "" {
		p.Str(v + " ")
	}
	p.Symbol(op.StrAttr(ir.SymName))
	PrintSignature(op, p)
	p.AttrDict(op, true, ir.SymName, FunctionTypeAttr, VisibilityAttr, ArgAttrs, ResAttrs)
	if !IsDeclaration(op) {
		p.Region(op.Region(0), false, true)
	}
}

// PrintSignature writes `(args) -> results`.
func PrintSignature(op *ir.Operation, p ir.AsmPrinter) {
	t := FunctionType(op)
	args := Arguments(op)
	p.Str("(")
	for i, in := range t.Inputs {
		if i > 0 {
			p.Str(", ")
		}
		if args != nil {
			p.Argument(args[i], ArgDict(op, i))
			continue
		}
		printTyped(p, in, ArgDict(op, i))
	}
	p.Str(")")
	if len(t.Results) == 0 {
		return
	}
	p.Str(" -> ")
	_, function := t.Results[0].(*ir.FunctionType)
	parens := len(t.Results) > 1 || function || ResultDict(op, 0) != nil
	if parens {
		p.Str("(")
	}
	for i, r := range t.Results {
		if i > 0 {
			p.Str(", ")
		}
		printTyped(p, r, ResultDict(op, i))
	}
	if parens {
		p.Str(")")
	}
}

func printTyped(p ir.AsmPrinter, t ir.Type, attrs *ir.DictAttr) {
	p.Type(t)
	if attrs != nil {
		p.Str(" ")
		ir.PrintDict(p, attrs.Entries)
	}
}

// VerifyFunction checks the attributes of arguments and results and, if there is
// a body, that its entry arguments are those of the type.
func VerifyFunction(op *ir.Operation, r ir.Reporter) bool {
	t := FunctionType(op)
	if !verifyDicts(op, r, ArgAttrs, "argument", len(t.Inputs)) || !verifyDicts(op, r, ResAttrs, "result", len(t.Results)) {
		return false
	}
	if IsDeclaration(op) {
		if v := op.StrAttr(VisibilityAttr); v == "" || v == "public" {
			return r.Errorf("symbol declaration cannot have public visibility")
		}
		return true
	}
	args := Arguments(op)
	if len(args) != len(t.Inputs) {
		return r.Errorf("entry block must have %d arguments to match function signature", len(t.Inputs))
	}
	for i, a := range args {
		if a.Type() != t.Inputs[i] {
			return r.Errorf("type of entry block argument #%d('%s') must match the type of the corresponding argument in function signature('%s')",
				i, ir.TypeString(a.Type()), ir.TypeString(t.Inputs[i]))
		}
	}
	return true
}

func verifyDicts(op *ir.Operation, r ir.Reporter, name, what string, n int) bool {
	list, ok := op.Attr(name).(*ir.ArrayAttr)
	if !ok {
		return true
	}
	if len(list.Values) != n {
		return r.Errorf("expects %s attribute array to have the same number of elements as the number of function %ss, got %d, but expected %d",
			what, what, len(list.Values), n)
	}
	for _, v := range list.Values {
		if _, ok := v.(*ir.DictAttr); !ok {
			return r.Errorf("expects %s attribute dictionary to be a DictionaryAttr, but got `%s`", what, ir.AttrString(v))
		}
	}
	return true
}

// VerifyReturn checks that a terminator returns what the function around it says.
func VerifyReturn(op *ir.Operation, r ir.Reporter) bool {
	f := op.Parent()
	if f == nil || FunctionType(f) == nil {
		return true
	}
	want := FunctionType(f).Results
	if op.NumOperands() != len(want) {
		return r.Errorf("has %d operands, but enclosing function (@%s) returns %d", op.NumOperands(), ir.SymbolName(f), len(want))
	}
	for i, v := range op.Operands() {
		if v.Type() != want[i] {
			return r.Errorf("type of return operand %d ('%s') doesn't match function result type ('%s') in function @%s",
				i, ir.TypeString(v.Type()), ir.TypeString(want[i]), ir.SymbolName(f))
		}
	}
	return true
}

// VerifyCall checks a call by name against the function that it names.
func VerifyCall(op *ir.Operation, r ir.Reporter) bool {
	site, _ := CallLike.Of(op)
	ref := site.Callee(op)
	f := ir.ResolveSymbol(op, ref)
	if f == nil || !f.Has(ir.FunctionLike) {
		return r.Errorf("'%s' does not reference a valid function", ref.Root)
	}
	t, args := FunctionType(f), site.Arguments(op)
	if len(args) != len(t.Inputs) {
		return r.Errorf("incorrect number of operands for callee")
	}
	for i, a := range args {
		if a.Type() != t.Inputs[i] {
			return r.Errorf("operand type mismatch: expected operand type '%s', but provided '%s' for operand number %d",
				ir.TypeString(t.Inputs[i]), ir.TypeString(a.Type()), i)
		}
	}
	if op.NumResults() != len(t.Results) {
		return r.Errorf("incorrect number of results for callee")
	}
	for i, v := range op.Results() {
		if v.Type() != t.Results[i] {
			return r.Errorf("result type mismatch at index %d", i)
		}
	}
	return true
}
