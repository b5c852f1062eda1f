package ir

import (
	"fmt"
	"slices"
	"sort"
	"sync/atomic"
)

// SegmentSizes are the names of the attributes that hold segment lengths.
const (
	OperandSegmentSizes = "operandSegmentSizes"
	ResultSegmentSizes  = "resultSegmentSizes"
)

// TypeParser reads a dialect type after `!dialect.mnemonic`; AttrParser reads a
// dialect attribute after `#dialect.mnemonic`.
type (
	TypeParser func(p AsmParser) (Type, bool)
	AttrParser func(p AsmParser) (Attribute, bool)
)

// Registry holds the rows of ops, the parsers of dialect types and attributes
// and the attached interfaces. It is filled by explicit calls before the first
// context is made of it.
type Registry struct {
	rows     []*OpDef // by handle id
	ops      []*OpDef // in order of definition
	byName   map[string]*OpDef
	types    map[string]TypeParser
	attrs    map[string]AttrParser
	dialects map[string]*DialectInfo
	ifaces   map[ifaceKey]any
	frozen   atomic.Bool
}

// DialectInfo is what a dialect registers apart from ops, types and attributes.
type DialectInfo struct {
	Name, Summary string
	// Partial: the dialect has more than is registered. What is not counts as of an unregistered dialect.
	Partial bool
	// Constant makes a constant op of the dialect at the builder's place, or nil.
	Constant func(b *Builder, value Attribute, t Type) *Operation
	// Verify, if set, checks what holds for every op of the dialect, before the row's own verifier.
	Verify func(op *Operation, r Reporter) bool
}

type ifaceKey struct {
	iface *ifaceID
	op    *OpName
}

// NewRegistry returns an empty registry.
func NewRegistry() *Registry {
	return &Registry{
		byName: map[string]*OpDef{}, types: map[string]TypeParser{}, attrs: map[string]AttrParser{},
		dialects: map[string]*DialectInfo{}, ifaces: map[ifaceKey]any{},
	}
}

func (r *Registry) freeze() { r.frozen.Store(true) }

func (r *Registry) mustBeOpen() {
	if r.frozen.Load() {
		panic("ir: registration after a context was made")
	}
}

// Dialect registers a dialect. Registering it again changes nothing, so that
// dialects may register those that they build on.
func (r *Registry) Dialect(info DialectInfo) (first bool) {
	r.mustBeOpen()
	if r.dialects[info.Name] != nil {
		return false
	}
	r.dialects[info.Name] = &info
	return true
}

// LookupDialect returns the dialect of that name, or nil.
func (r *Registry) LookupDialect(name string) *DialectInfo { return r.dialects[name] }

// IsWhole reports whether a dialect is registered, and with all that it has.
func (r *Registry) IsWhole(name string) bool {
	d := r.dialects[name]
	return d != nil && !d.Partial
}

// Dialects returns the registered dialects by name.
func (r *Registry) Dialects() []*DialectInfo {
	out := make([]*DialectInfo, 0, len(r.dialects))
	for _, d := range r.dialects {
		out = append(out, d)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	return out
}

// Define adds a row. A row that contradicts itself panics.
func (r *Registry) Define(n *OpName, def OpDef) {
	r.mustBeOpen()
	for len(r.rows) <= n.id {
		r.rows = append(r.rows, nil)
	}
	if r.rows[n.id] != nil {
		panic("ir: op defined twice: " + n.name)
	}
	d := &def
	d.name, d.dialect, d.compiled = n, r.dialects[n.Dialect()], new(atomic.Value)
	d.Attrs = append([]Attr(nil), d.Attrs...)
	if d.Traits&AttrSizedOperandSegments != 0 {
		d.Attrs = append(d.Attrs, Attr{Name: OperandSegmentSizes, Kind: I32ArrayAttrKind})
	}
	if d.Traits&AttrSizedResultSegments != 0 {
		d.Attrs = append(d.Attrs, Attr{Name: ResultSegmentSizes, Kind: I32ArrayAttrKind})
	}
	d.attrIndex = make(map[string]int, len(d.Attrs))
	for i, a := range d.Attrs {
		if a.Kind == nil {
			panic(fmt.Sprintf("ir: %s: attribute %s has no constraint", n, a.Name))
		}
		d.attrIndex[a.Name] = i
	}
	checkColumns(n, d.Operands, d.Traits&AttrSizedOperandSegments != 0)
	checkColumns(n, d.Results, d.Traits&AttrSizedResultSegments != 0)
	checkNames(d)
	r.rows[n.id] = d
	r.ops = append(r.ops, d)
	r.byName[n.name] = d
}

// checkNames panics at names that would hide each other, and at patterns that could not be named or applied.
func checkNames(d *OpDef) {
	if d.name.Dialect() == "" {
		panic(fmt.Sprintf("ir: the op '%s' has no dialect: its name is to be 'dialect.op'", d.name))
	}
	var seen []string
	for _, c := range slices.Concat(d.Operands, d.Results) {
		if c.Name != "" && slices.Contains(seen, c.Name) {
			panic(fmt.Sprintf("ir: %s: two columns are named %s", d.name, c.Name))
		}
		seen = append(seen, c.Name)
	}
	for i, a := range d.Attrs {
		if slices.ContainsFunc(d.Attrs[:i], func(b Attr) bool { return a.Name == b.Name }) || slices.Contains(seen, a.Name) {
			panic(fmt.Sprintf("ir: %s: two columns are named %s", d.name, a.Name))
		}
	}
	for _, p := range d.Canonicalize {
		if p.Name == "" || p.Match == nil {
			panic(fmt.Sprintf("ir: %s: pattern '%s' needs a name and Match", d.name, p.Name))
		}
	}
}

func checkColumns(n *OpName, cols []Operand, sized bool) {
	loose := 0
	for _, c := range cols {
		if c.Type == nil {
			panic(fmt.Sprintf("ir: %s: column %s has no constraint", n, c.Name))
		}
		if c.Arity != Single {
			loose++
		}
	}
	if loose > 1 && !sized {
		panic(fmt.Sprintf("ir: %s: several variadic columns need segment sizes", n))
	}
}

// Row returns the row of an op, or nil.
func (r *Registry) Row(n *OpName) *OpDef {
	if n.id < len(r.rows) {
		return r.rows[n.id]
	}
	return nil
}

// Lookup returns the row of the op of that name, or nil. Unlike Op it makes no handle.
func (r *Registry) Lookup(name string) *OpDef { return r.byName[name] }

// Ops returns all rows in the order of their definition.
func (r *Registry) Ops() []*OpDef { return r.ops }

// DefineType adds the parser of `!dialect.mnemonic`.
func (r *Registry) DefineType(name string, parse TypeParser) { r.mustBeOpen(); r.types[name] = parse }

// DefineAttr adds the parser of `#dialect.mnemonic`.
func (r *Registry) DefineAttr(name string, parse AttrParser) { r.mustBeOpen(); r.attrs[name] = parse }

// TypeParser returns the parser of `!dialect.mnemonic`, or nil.
func (r *Registry) TypeParser(name string) TypeParser { return r.types[name] }

// AttrParser returns the parser of `#dialect.mnemonic`, or nil.
func (r *Registry) AttrParser(name string) AttrParser { return r.attrs[name] }

// TypeNames returns the names of the registered dialect types, sorted.
func (r *Registry) TypeNames() []string { return sortedKeys(r.types) }

// AttrNames returns the names of the registered dialect attributes, sorted.
func (r *Registry) AttrNames() []string { return sortedKeys(r.attrs) }

func sortedKeys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}

type ifaceID struct{ name string }

// Interface is the key of something that ops can implement, as a Go interface T.
type Interface[T any] struct{ id ifaceID }

// NewInterface makes a key.
func NewInterface[T any](name string) *Interface[T] { return &Interface[T]{ifaceID{name}} }

// Attach says that op n implements the interface by impl.
func Attach[T any](r *Registry, n *OpName, key *Interface[T], impl T) {
	r.mustBeOpen()
	r.ifaces[ifaceKey{&key.id, n}] = impl
}

// Of returns the implementation for op.
func (key *Interface[T]) Of(op *Operation) (T, bool) {
	impl, ok := op.info.ctx.Registry.ifaces[ifaceKey{&key.id, op.info.name}]
	if !ok {
		var zero T
		return zero, false
	}
	return impl.(T), true
}
