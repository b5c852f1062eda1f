package parser

import (
	"slices"
	"sort"

	"tawa/asm"
	"tawa/diag"
	"tawa/ir"
)

// scope holds the SSA names of an isolated operation. Names are visible from their definition to the end of the
// region in which they are defined, nested regions included; a use may come before the definition.
type scope struct {
	parent   *scope
	index    map[string]int32
	numbered []int32 // index of %0, %1, …; 0 is none
	sparse   bool    // index has names that are numbers
	bodies   int     // postponed before the scope was opened
	bindings []binding
	defs     []definition // of all bindings; 0 is none
	regions  []int32      // the parent of each region, -1 of the outermost
	region   int32        // the current one
	visible  []int32      // bindings that are defined now, in order
	counted  []countedName
}

// binding is a name.
type binding struct {
	name       string
	values     []*ir.Value // of its definition that is visible now
	start, end uint32      // of the definition
	defined    int32       // the last of its definitions
	broken     bool        // its definition had an error: uses report nothing
	forward    *[]forwardUse
}

// definition says that a region defines a name, as do those before it.
type definition struct{ region, before int32 }

// forwardUse is a value that stands for %name#number, used in that region, until it is defined there or around it.
type forwardUse struct {
	number int
	region int32
	value  *ir.Value
	span   diag.Span
}

// countedName is a value whose name ends in a counter. Whether printing put it there is known at the end of the
// scope, when all names are.
type countedName struct {
	value  *ir.Value
	name   string
	region int32
}

// openScope begins a scope. Those that were closed are used again: a file has many functions.
func (p *parser) openScope() {
	s := p.spare
	if s == nil {
		s = &scope{index: map[string]int32{}}
	} else {
		p.spare = s.parent
		clear(s.index)
	}
	s.numbered, s.visible, s.counted, s.region = s.numbered[:0], s.visible[:0], s.counted[:0], 0
	s.bindings, s.regions, s.defs = append(s.bindings[:0], binding{}), append(s.regions[:0], -1), append(s.defs[:0], definition{})
	s.sparse, s.bodies = false, 0
	if p.later != nil {
		s.bodies = len(*p.later)
	}
	s.parent, p.scope = p.scope, s
}

// closeScope reports names that were used but not defined, and settles the hints.
func (p *parser) closeScope() {
	s := p.scope
	var missing []*binding
	for i := range s.bindings {
		if b := &s.bindings[i]; b.forward != nil && len(*b.forward) > 0 && !b.broken {
			missing = append(missing, b)
		}
	}
	sort.Slice(missing, func(i, j int) bool { return (*missing[i].forward)[0].span.Start < (*missing[j].forward)[0].span.Start })
	for _, b := range missing {
		d := p.Errorf((*b.forward)[0].span, "use of undeclared SSA value name '%%%s'", b.name)
		near, ok := diag.Nearest(b.name, func(yield func(string) bool) {
			for _, other := range s.bindings {
				if other.defined != 0 && !yield(other.name) {
					return
				}
			}
		})
		if ok && near != b.name {
			d.Hint("did you mean '%%%s'?", near)
		}
	}
	p.settleHints()
	if p.later != nil && len(*p.later) > s.bodies && len(s.bindings) > 1 {
		p.later = nil // the names in postponed bodies depend on those around them
	}
	p.scope = s.parent
	s.parent, p.spare = p.spare, s
}

// settleHints strips the counters that printing put behind names: those of which the base occurs in the same or an
// enclosing region. Regions outside the scope are looked at when their own scope ends.
func (p *parser) settleHints() {
	s := p.scope
	var home map[[2]int32]bool // binding and region of each definition
	if len(s.counted) > 0 {
		home = make(map[[2]int32]bool, len(s.defs))
	}
	for i := range s.bindings {
		for d := s.bindings[i].defined; d != 0 && home != nil; d = s.defs[d].before {
			home[[2]int32{int32(i), s.defs[d].region}] = true
		}
	}
	for _, c := range s.counted {
		name := asm.StripCounter(c.name, func(base string) bool {
			i, ok := s.find(base)
			if !ok {
				return false
			}
			for r := c.region; r >= 0; r = s.regions[r] {
				if home[[2]int32{i, r}] {
					return true
				}
			}
			return false
		})
		c.value.SetName(hintOf(c.value, name))
		if _, more := asm.CounterBase(name); more && s.parent != nil {
			s.parent.counted = append(s.parent.counted, countedName{c.value, name, s.parent.region})
		}
	}
}

// hintOf is name unless the value is called so anyway: %arg0 and what the row suggests are no hints.
func hintOf(v *ir.Value, name string) string {
	op := v.Def()
	if op == nil {
		digits, isArg := name, false
		if len(name) > 3 && name[:3] == "arg" {
			digits, isArg = name[3:], true
		}
		if isArg && isNumber(digits) && v.ArgBlock().Prev() == nil || suggestedArg(v.ArgBlock().Parent(), v, name) {
			return ""
		}
		return name
	}
	if def := op.Def(); def != nil && def.ResultName != nil && complete(op) && def.ResultName(op, v.Index()) == name {
		return ""
	}
	return name
}

// suggestedArg says whether the row of op calls an argument of a region so. An op is made after its regions were read.
func suggestedArg(op *ir.Operation, arg *ir.Value, name string) bool {
	return op != nil && op.Def() != nil && op.Def().ArgName != nil && complete(op) && op.Def().ArgName(op, arg) == name
}

// dropSuggested removes the hints of region arguments that are what the row of op suggests anyway.
func dropSuggested(op *ir.Operation) {
	for _, r := range op.Regions() {
		for b := range r.Blocks() {
			for _, a := range b.Args() {
				if a.Name() != "" && suggestedArg(op, a, a.Name()) {
					a.SetName("")
				}
			}
		}
	}
}

// complete says whether op has its inherent attributes, so that functions of its row may look at it.
func complete(op *ir.Operation) bool {
	for _, a := range op.Def().Attrs {
		v := op.Attr(a.Name)
		if v == nil && !a.Optional || v != nil && !a.Kind.Ok(v) {
			return false
		}
	}
	return true
}

func isNumber(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// smallNumber reads a name of up to eight digits.
func smallNumber(name string) (int, bool) {
	if len(name) > 8 || name == "" || len(name) > 1 && name[0] == '0' {
		return 0, false
	}
	n := 0
	for i := range len(name) {
		c := name[i] - '0'
		if c > 9 {
			return 0, false
		}
		n = n*10 + int(c)
	}
	return n, true
}

func (s *scope) find(name string) (int32, bool) {
	if n, ok := smallNumber(name); ok {
		if n < len(s.numbered) && s.numbered[n] != 0 {
			return s.numbered[n], true
		}
		if !s.sparse {
			return 0, false
		}
	}
	i, ok := s.index[name]
	return i, ok
}

// binding finds or makes the binding of a name. It is valid until the next one is made.
func (s *scope) binding(name string) (int32, *binding) {
	i, ok := s.find(name)
	if !ok {
		i = int32(len(s.bindings))
		if len(s.bindings) == cap(s.bindings) {
			s.bindings = slices.Grow(s.bindings, len(s.bindings)) // append alone would grow by a quarter, and copy four times as much
		}
		s.bindings = append(s.bindings, binding{name: name})
		n, number := smallNumber(name)
		if number && n < 2*len(s.bindings)+64 { // numbers that are used up to there make a table worth its room
			for n >= len(s.numbered) {
				s.numbered = append(s.numbered, 0)
			}
			s.numbered[n] = i
		} else {
			s.index[name] = i
			s.sparse = s.sparse || number
		}
	}
	return i, &s.bindings[i]
}

// openRegion begins a region within the scope; closeRegion ends it and makes its names invisible.
func (s *scope) openRegion() (outer int32, mark int) {
	s.regions = append(s.regions, s.region)
	outer, s.region = s.region, int32(len(s.regions)-1)
	return outer, len(s.visible)
}

func (s *scope) closeRegion(outer int32, mark int) {
	for _, i := range s.visible[mark:] {
		s.bindings[i].values = nil
	}
	s.visible = s.visible[:mark]
	s.region = outer
}

// within reports whether a region is another or nested in it.
func (s *scope) within(inner, outer int32) bool {
	for ; inner >= 0; inner = s.regions[inner] {
		if inner == outer {
			return true
		}
	}
	return false
}

// define gives a name to values; a name with several is used as %name#number.
func (p *parser) define(name string, span diag.Span, values []*ir.Value) bool {
	s := p.scope
	i, b := s.binding(name)
	if b.values != nil {
		p.Errorf(span, "redefinition of SSA value '%%%s'", name).Note(p.whereDefined(b), "previously defined here")
		return false
	}
	ok := b.forward == nil || p.resolveForward(b, name, span, values)
	s.defs = append(s.defs, definition{s.region, b.defined})
	b.values, b.start, b.end, b.defined = values, uint32(span.Start), uint32(span.End), int32(len(s.defs)-1)
	s.visible = append(s.visible, i)
	if p.index != nil {
		p.index.DefineValue(span, values)
	}
	p.hint(values[0], b.name)
	return ok
}

func (p *parser) whereDefined(b *binding) diag.Span { return p.span(int(b.start), int(b.end)) }

// resolveForward replaces what stands for the values of a name in uses that come before its definition.
func (p *parser) resolveForward(b *binding, name string, span diag.Span, values []*ir.Value) bool {
	s, ok := p.scope, true
	keep, broken := (*b.forward)[:0], b.broken
	for _, f := range *b.forward {
		if !s.within(f.region, s.region) {
			keep = append(keep, f)
			continue
		}
		if f.number >= len(values) {
			broken = true
			p.Errorf(f.span, "'%%%s' has only %d results", name, len(values)).Note(span, "defined here")
			continue
		}
		v := values[f.number]
		if v.Type() != f.value.Type() {
			p.Errorf(span, "definition of SSA value '%%%s#%d' has type '%s'", name, f.number, ir.TypeString(v.Type())).
				Note(f.span, "previously used here with type '%s'", ir.TypeString(f.value.Type()))
			ok = false
			continue
		}
		f.value.ReplaceAllUses(v)
		if p.index != nil {
			p.index.ResolveValue(f.value, v)
		}
	}
	b.broken, *b.forward = broken, keep
	return ok
}

// hint notes what a value was called.
func (p *parser) hint(v *ir.Value, name string) {
	if isNumber(name) {
		return
	}
	if _, counted := asm.CounterBase(name); counted {
		p.scope.counted = append(p.scope.counted, countedName{v, name, p.scope.region})
		return
	}
	v.SetName(hintOf(v, name))
}

// use gives the value of %name#number, which has the type t.
func (p *parser) use(u ir.UnresolvedOperand, t ir.Type) (*ir.Value, bool) {
	v, ok := p.lookup(u, t)
	if ok && p.index != nil {
		p.index.UseValue(u.Span, v)
	}
	return v, ok
}

func (p *parser) lookup(u ir.UnresolvedOperand, t ir.Type) (*ir.Value, bool) {
	_, b := p.scope.binding(u.Name)
	if b.values != nil {
		if u.Number >= len(b.values) {
			p.Errorf(u.Span, "'%%%s' has only %d results", u.Name, len(b.values)).Note(p.whereDefined(b), "defined here")
			return nil, false
		}
		v := b.values[u.Number]
		if v.Type() != t && !b.broken {
			p.typeClash(u, t, v.Type(), p.whereDefined(b))
			return nil, false
		}
		return v, true
	}
	if b.forward == nil {
		b.forward = &[]forwardUse{}
	}
	for _, f := range *b.forward {
		if f.number != u.Number || f.region != p.scope.region {
			continue
		}
		if f.value.Type() != t && !b.broken {
			p.typeClash(u, t, f.value.Type(), f.span)
			return nil, false
		}
		return f.value, true
	}
	v := ir.NewBlock().AddArg(t, p.at(u.Span))
	*b.forward = append(*b.forward, forwardUse{u.Number, p.scope.region, v, u.Span})
	return v, true
}

func (p *parser) typeClash(u ir.UnresolvedOperand, now, before ir.Type, where diag.Span) {
	p.Errorf(u.Span, "use of value '%%%s' expects different type than prior uses: '%s' vs '%s'",
		u.Name, ir.TypeString(now), ir.TypeString(before)).Note(where, "prior use here")
}

// breakName makes a name known whose definition has an error, so that its uses don't report that it is missing.
func (p *parser) breakName(name string) {
	_, b := p.scope.binding(name)
	b.broken = true
}
