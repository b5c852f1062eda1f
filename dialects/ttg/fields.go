package ttg

import (
	"slices"

	"tawa/diag"
	"tawa/ir"
)

// fields reads the parameters `{name = value, …}` of an encoding, in any order.
// The first fault is reported and ends the reading: what follows gives zeros.
type fields struct {
	p    ir.AsmParser
	span diag.Span
	dict *ir.DictAttr
	seen []string
	bad  bool
	// lax lets unknown parameters pass, as older encodings do.
	lax bool
}

// openFields takes `<{…}`.
func openFields(p ir.AsmParser) *fields {
	f := &fields{p: p, bad: true}
	if !p.Punct("<") {
		return f
	}
	f.span = p.Span()
	a, ok := p.Attr(nil)
	if !ok {
		return f
	}
	if f.dict, ok = a.(*ir.DictAttr); !ok {
		p.Errorf(f.span, "expected parameters in braces")
		return f
	}
	f.bad = false
	return f
}

func (f *fields) fail(format string, args ...any) {
	if !f.bad {
		f.p.Errorf(f.span, format, args...)
	}
	f.bad = true
}

// lookup returns the value of a field, nil if there is none.
func (f *fields) lookup(name string) ir.Attribute {
	f.seen = append(f.seen, name)
	if f.bad {
		return nil
	}
	for _, e := range f.dict.Entries {
		if e.Name == name {
			return e.Value
		}
	}
	return nil
}

func (f *fields) get(name string) ir.Attribute {
	a := f.lookup(name)
	if a == nil {
		f.fail("the parameter '%s' is missing", name)
	}
	return a
}

func (f *fields) int(name string) int64 {
	a, ok := f.get(name).(*ir.IntegerAttr)
	if !ok {
		f.fail("'%s' must be an integer", name)
		return 0
	}
	return a.Value
}

func (f *fields) intOr(name string, value int64) int64 {
	if f.lookup(name) == nil {
		return value
	}
	return f.int(name)
}

func (f *fields) boolOr(name string, value bool) bool {
	if f.lookup(name) == nil {
		return value
	}
	return f.int(name) != 0
}

func (f *fields) ints(name string) []int64 { return f.list(name, f.get(name)) }

func (f *fields) list(name string, a ir.Attribute) []int64 {
	array, ok := a.(*ir.ArrayAttr)
	if !ok {
		f.fail("'%s' must be a list of integers", name)
		return nil
	}
	out := make([]int64, len(array.Values))
	for i, v := range array.Values {
		n, ok := v.(*ir.IntegerAttr)
		if !ok {
			f.fail("'%s' must be a list of integers", name)
			return nil
		}
		out[i] = n.Value
	}
	return out
}

// bases takes `[[1, 0], [0, 1]]`.
func (f *fields) bases(name string) [][]int64 { return f.lists(name, f.get(name)) }

func (f *fields) basesOr(name string) [][]int64 {
	a := f.lookup(name)
	if a == nil {
		return nil
	}
	return f.lists(name, a)
}

func (f *fields) lists(name string, a ir.Attribute) [][]int64 {
	array, ok := a.(*ir.ArrayAttr)
	if !ok {
		f.fail("'%s' must be a list of bases", name)
		return nil
	}
	var out [][]int64
	for _, v := range array.Values {
		out = append(out, f.list(name, v))
	}
	return out
}

// close takes `>` after the parameters. All that were given must be known.
func (f *fields) close() bool {
	if !f.bad && !f.lax {
		for _, e := range f.dict.Entries {
			if !slices.Contains(f.seen, e.Name) {
				f.fail("unknown parameter '%s'", e.Name)
			}
		}
	}
	return !f.bad && f.p.Punct(">")
}

// check reports what a verifier of the parameters found.
func (f *fields) check(err error) bool {
	if err != nil {
		f.fail("%s", err)
	}
	return err == nil
}

// field is a parameter to be printed.
type field struct {
	name  string
	write func(ir.AsmPrinter)
}

func intField(name string, v int64) field {
	return field{name, func(p ir.AsmPrinter) { p.Int(v) }}
}

func boolField(name string, v bool) field {
	return field{name, func(p ir.AsmPrinter) {
		if v {
			p.Str("true")
		} else {
			p.Str("false")
		}
	}}
}

func attrField(name string, a ir.Attribute) field {
	return field{name, func(p ir.AsmPrinter) { p.Attr(a) }}
}

func intsField(name string, vs []int64) field {
	return field{name, func(p ir.AsmPrinter) { printInts(p, vs) }}
}

func basesField(name string, bases [][]int64) field {
	return field{name, func(p ir.AsmPrinter) { PrintBases(p, bases) }}
}

// PrintBases writes `[[1, 0], [0, 1]]`.
func PrintBases(p ir.AsmPrinter, bases [][]int64) {
	p.Str("[")
	ir.PrintList(p, bases, func(b []int64) { printInts(p, b) })
	p.Str("]")
}

func printInts(p ir.AsmPrinter, vs []int64) {
	p.Str("[")
	ir.PrintList(p, vs, p.Int)
	p.Str("]")
}

// printFields writes `{name = value, …}`.
func printFields(p ir.AsmPrinter, fs ...field) {
	p.Str("{")
	ir.PrintList(p, fs, func(f field) {
		p.Str(f.name + " = ")
		f.write(p)
	})
	p.Str("}")
}
