// Package doc writes the reference of dialects and passes from their tables: `tawa-opt doc`.
package doc

import (
	"fmt"
	"slices"

	"tawa/ir"
	"tawa/pass"
)

// Reference is what the tables say, in the form of --json.
type Reference struct {
	Dialects []Dialect `json:"dialects"`
	Passes   []Pass    `json:"passes"`
}

// Dialect is one dialect: its ops in the order of their rows, its types and attributes by name.
type Dialect struct {
	Name       string `json:"name"`
	Summary    string `json:"summary"`
	Ops        []Op   `json:"ops,omitempty"`
	Types      []Item `json:"types,omitempty"`
	Attributes []Item `json:"attributes,omitempty"`
}

// Item is a type or attribute, with its head `dialect.mnemonic`.
type Item struct {
	Name    string `json:"name"`
	Summary string `json:"summary,omitempty"`
}

// Op is a row.
type Op struct {
	Name        string   `json:"name"`
	Summary     string   `json:"summary"`
	Description string   `json:"description,omitempty"`
	Format      string   `json:"format,omitempty"`
	Code        bool     `json:"formatInCode,omitempty"` // the assembly form is code, not a format
	Operands    []Column `json:"operands,omitempty"`
	Results     []Column `json:"results,omitempty"`
	Attributes  []Column `json:"attributes,omitempty"`
	Regions     []Column `json:"regions,omitempty"`
	Successors  []Column `json:"successors,omitempty"`
	Rules       []string `json:"typeRules,omitempty"`
	Traits      []string `json:"traits,omitempty"`
	Parents     []string `json:"parents,omitempty"`
	Terminator  string   `json:"implicitTerminator,omitempty"`
	Folds       bool     `json:"folds,omitempty"`
	Patterns    []string `json:"patterns,omitempty"`
}

// Column is an operand, result, attribute, region or successor.
type Column struct {
	Name       string   `json:"name"`
	Constraint string   `json:"constraint,omitempty"`
	Arity      string   `json:"arity,omitempty"` // "optional", "variadic" or "" for one
	Default    string   `json:"default,omitempty"`
	Enum       []string `json:"enum,omitempty"`
}

// Pass is a pass or pipeline, also in --list-passes=json.
type Pass struct {
	Name        string   `json:"name"`
	Summary     string   `json:"summary"`
	Description string   `json:"description,omitempty"`
	Anchor      string   `json:"anchor,omitempty"`      // the op that it runs on; any if absent
	SymbolTable bool     `json:"symbolTable,omitempty"` // of any: it must be a symbol table
	Dialects    []string `json:"dialects,omitempty"`    // of the ops that it makes
	Pipeline    bool     `json:"pipeline,omitempty"`
	Options     []Option `json:"options,omitempty"`
	Statistics  []Count  `json:"statistics,omitempty"`
}

// Option is an option of a pass.
type Option struct {
	Name    string `json:"name"`
	Kind    string `json:"kind"`
	Default string `json:"default"`
	Help    string `json:"help"`
}

// Count is something that a pass counts.
type Count struct {
	Name string `json:"name"`
	Help string `json:"help"`
}

// Of collects the reference. It makes a context, after which no more can be registered.
func Of(dialects *ir.Registry, passes *pass.Registry) *Reference {
	ctx := ir.NewContext(dialects)
	ref := &Reference{Passes: PassesOf(passes)}
	index := map[string]*Dialect{}
	for _, info := range dialects.Dialects() {
		ref.Dialects = append(ref.Dialects, Dialect{Name: info.Name, Summary: info.Summary})
	}
	for i := range ref.Dialects {
		index[ref.Dialects[i].Name] = &ref.Dialects[i]
	}
	types, attrs := summaries(dialects)
	for _, name := range dialects.TypeNames() {
		if d := index[ir.Op(name).Dialect()]; d != nil {
			d.Types = append(d.Types, Item{name, types[name]})
		}
	}
	for _, name := range dialects.AttrNames() {
		if d := index[ir.Op(name).Dialect()]; d != nil {
			d.Attributes = append(d.Attributes, Item{name, attrs[name]})
		}
	}
	for _, def := range dialects.Ops() {
		if d := index[def.Name().Dialect()]; d != nil {
			d.Ops = append(d.Ops, opOf(ctx, def))
		}
	}
	return ref
}

// summaries are what the columns of ops that take one dialect type or attribute say of it.
func summaries(r *ir.Registry) (types, attrs map[string]string) {
	types, attrs = map[string]string{}, map[string]string{}
	for _, def := range r.Ops() {
		for _, c := range append(append([]ir.Operand(nil), def.Operands...), def.Results...) {
			if c.Type.Short != "" && types[c.Type.Short] == "" {
				types[c.Type.Short] = c.Type.Summary
			}
		}
		for _, a := range def.Attrs {
			if a.Kind.Short != "" && attrs[a.Kind.Short] == "" {
				attrs[a.Kind.Short] = a.Kind.Summary
			}
		}
	}
	return types, attrs
}

func opOf(ctx *ir.Context, def *ir.OpDef) Op {
	op := Op{
		Name: def.Name().String(), Summary: def.Summary, Description: def.Description, Format: def.Format,
		Code: def.Parse != nil, Operands: columns(def.Operands), Results: columns(def.Results),
		Attributes: attributes(ctx, def), Traits: traitNames(def.Traits), Folds: def.Fold != nil,
	}
	for _, r := range def.Regions {
		op.Regions = append(op.Regions, Column{Name: r.Name, Arity: arity(r.Arity)})
	}
	for _, s := range def.Successors {
		op.Successors = append(op.Successors, Column{Name: s.Name, Arity: arity(s.Arity)})
	}
	for _, rule := range def.TypeRules {
		if !slices.Contains(op.Rules, rule.Summary) {
			op.Rules = append(op.Rules, rule.Summary)
		}
	}
	for _, p := range def.Parents {
		op.Parents = append(op.Parents, p.String())
	}
	if def.ImplicitTerminator != nil {
		op.Terminator = def.ImplicitTerminator.String()
	}
	for _, p := range def.Canonicalize {
		op.Patterns = append(op.Patterns, p.Name)
	}
	return op
}

func columns(list []ir.Operand) []Column {
	var out []Column
	for _, c := range list {
		out = append(out, Column{Name: c.Name, Constraint: c.Type.Summary, Arity: arity(c.Arity)})
	}
	return out
}

func attributes(ctx *ir.Context, def *ir.OpDef) []Column {
	var out []Column
	for i, a := range def.Attrs {
		c := Column{Name: a.Name, Constraint: a.Kind.Summary}
		for _, word := range a.Kind.Enum {
			if word != "" {
				c.Enum = append(c.Enum, word)
			}
		}
		if a.Optional {
			c.Arity = arity(ir.Optional)
		}
		if a.Default != nil {
			c.Default = ir.AttrString(ctx.DefaultOf(def, i))
		}
		out = append(out, c)
	}
	return out
}

func arity(a ir.Arity) string { return [...]string{"", "optional", "variadic"}[a] }

// PassesOf collects the part of the reference that is about passes.
func PassesOf(r *pass.Registry) []Pass {
	var out []Pass
	for name := range r.Names() {
		entry := r.New(name)
		info := pass.InfoOf(entry)
		p := Pass{Name: name, Summary: info.Summary, Description: info.Description, SymbolTable: info.SymbolTable, Dialects: info.Dialects}
		if info.Anchor != nil {
			p.Anchor = info.Anchor.String()
		}
		_, p.Pipeline = entry.(pass.Pipeline)
		for _, o := range pass.Options(entry) {
			p.Options = append(p.Options, Option{o.Name, o.Kind, o.Default, o.Help})
		}
		if counting, ok := entry.(pass.Pass); ok {
			for _, s := range pass.Statistics(counting) {
				p.Statistics = append(p.Statistics, Count{s.Name, s.Help})
			}
		}
		out = append(out, p)
	}
	return out
}

// traits are the traits of ir with their names there, in that order.
var traits = []struct {
	trait ir.Trait
	name  string
}{
	{ir.Pure, "Pure"}, {ir.ReadsMemory, "ReadsMemory"}, {ir.WritesMemory, "WritesMemory"}, {ir.RecursiveEffects, "RecursiveEffects"},
	{ir.Commutative, "Commutative"}, {ir.ConstantLike, "ConstantLike"}, {ir.Terminator, "Terminator"},
	{ir.IsolatedFromAbove, "IsolatedFromAbove"}, {ir.SingleBlock, "SingleBlock"}, {ir.NoTerminator, "NoTerminator"},
	{ir.ImplicitTerminator, "ImplicitTerminator"}, {ir.SymbolTable, "SymbolTable"}, {ir.Symbol, "Symbol"},
	{ir.Elementwise, "Elementwise"}, {ir.SameOperandsAndResultType, "SameOperandsAndResultType"},
	{ir.SameTypeOperands, "SameTypeOperands"}, {ir.SameOperandsAndResultShape, "SameOperandsAndResultShape"},
	{ir.SameOperandsAndResultEncoding, "SameOperandsAndResultEncoding"}, {ir.AttrSizedOperandSegments, "AttrSizedOperandSegments"},
	{ir.AttrSizedResultSegments, "AttrSizedResultSegments"}, {ir.HasParent, "HasParent"}, {ir.FunctionLike, "FunctionLike"},
	{ir.Loop, "Loop"}, {ir.GraphRegion, "GraphRegion"},
}

func traitNames(t ir.Trait) []string {
	var out []string
	for _, row := range traits {
		if t&row.trait != 0 {
			out, t = append(out, row.name), t&^row.trait
		}
	}
	if t != 0 {
		panic(fmt.Sprintf("doc: the table of traits lacks %b", t))
	}
	return out
}
