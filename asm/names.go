package asm

import (
	"tawa/ir"
)

// Of is the compiled format of a row that has one. A mistake in it is a broken invariant of the dialect and panics.
func Of(def *ir.OpDef) *Format {
	return def.Compiled(func(def *ir.OpDef) any {
		f, err := Compile(def.Format, NamesOf(def))
		if err == nil {
			err = checkDirectives(def, f.Steps)
		}
		if err != nil {
			panic("asm: format of " + def.Name().String() + "\n" + err.Error())
		}
		for _, r := range def.TypeRules {
			f.Rules = append(f.Rules, RuleColumns{columnOf(def, r.To), columnOf(def, r.From)})
		}
		return f
	}).(*Format)
}

// columnOf finds the operand or result of a name.
func columnOf(def *ir.OpDef, name string) Arg {
	for i, o := range def.Operands {
		if o.Name == name {
			return Arg{Kind: Operand, Index: i}
		}
	}
	for i, r := range def.Results {
		if r.Name == name {
			return Arg{Kind: Result, Index: i}
		}
	}
	panic("asm: " + def.Name().String() + " has no column " + name)
}

// checkDirectives makes sure that the row has each custom<…> that its format uses.
func checkDirectives(def *ir.OpDef, steps []Step) error {
	for _, s := range steps {
		if _, ok := def.Directives[s.Text]; s.Kind == Custom && !ok {
			return &FormatError{Format: def.Format, End: len(def.Format), Text: "the row has no directive '" + s.Text + "'"}
		}
		for _, inner := range [][]Step{s.Then, s.Else} {
			if err := checkDirectives(def, inner); err != nil {
				return err
			}
		}
	}
	return nil
}

// NamesOf are the names that the format of a row may use.
func NamesOf(def *ir.OpDef) Names {
	var n Names
	for _, o := range def.Operands {
		n.Operands = append(n.Operands, varOf(o.Name, o.Arity))
	}
	for _, r := range def.Results {
		n.Results = append(n.Results, varOf(r.Name, r.Arity))
	}
	for _, a := range def.Attrs {
		n.Attrs = append(n.Attrs, Var{Name: a.Name, May: a.Optional || a.Default != nil, Unit: a.Kind == ir.UnitAttrKind})
	}
	for _, r := range def.Regions {
		n.Regions = append(n.Regions, varOf(r.Name, r.Arity))
	}
	for _, s := range def.Successors {
		n.Successors = append(n.Successors, varOf(s.Name, s.Arity))
	}
	return n
}

func varOf(name string, a ir.Arity) Var {
	return Var{Name: name, Many: a == ir.Variadic, May: a == ir.Optional}
}

// StripCounter gives the hint behind an SSA name: a suffix _N, as printing appends it to a name that is taken,
// is dropped if the name before it occurs; and so on, so that printing and reading again change nothing.
func StripCounter(name string, occurs func(base string) bool) string {
	for {
		base, ok := CounterBase(name)
		if !ok || !occurs(base) {
			return name
		}
		name = base
	}
}

// CounterBase splits a suffix _N off, N without leading zeros.
func CounterBase(name string) (base string, ok bool) {
	i := len(name)
	for i > 0 && classes[name[i-1]]&digit != 0 {
		i--
	}
	n := len(name) - i
	if n == 0 || n > 1 && name[i] == '0' || i < 2 || name[i-1] != '_' {
		return "", false
	}
	return name[:i-1], true
}

// ShortHead gives the `dialect.mnemonic` that the types of a single column have and that a format need not spell, or "".
func ShortHead(def *ir.OpDef, a Arg) string {
	cols := def.Operands
	switch a.Kind {
	case Operand:
	case Result:
		cols = def.Results
	default:
		return ""
	}
	if cols[a.Index].Arity == ir.Variadic {
		return ""
	}
	return cols[a.Index].Type.Short
}
