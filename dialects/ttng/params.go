package ttng

import (
	"maps"
	"slices"
	"strings"

	"tawa/dialects/ttg"
	"tawa/ir"
)

// readParams takes `<name = value, …>` in any order into the places by name: an integer,
// a flag, a word or bases. Those that required names must be there.
func readParams(p ir.AsmParser, places map[string]any, required ...string) bool {
	span := p.Span()
	seen := map[string]bool{}
	if !p.Punct("<") {
		return false
	}
	for !p.OptionalPunct(">") {
		if len(seen) > 0 && !p.Punct(",") {
			return false
		}
		at := p.Span()
		name, ok := p.AnyKeyword()
		if !ok {
			return false
		}
		place := places[name]
		if place == nil || seen[name] {
			p.Errorf(at, "unknown or repeated parameter '%s'", name).
				Hint("they are %s", strings.Join(slices.Sorted(maps.Keys(places)), ", "))
			return false
		}
		seen[name] = true
		if !p.Punct("=") || !readParam(p, place) {
			return false
		}
	}
	for _, name := range required {
		if !seen[name] {
			p.Errorf(span, "the parameter '%s' is missing", name)
			return false
		}
	}
	return true
}

func readParam(p ir.AsmParser, place any) (ok bool) {
	switch place := place.(type) {
	case *int64:
		*place, ok = p.Integer()
	case *bool:
		*place = p.OptionalKeyword("true")
		ok = *place || p.Keyword("false")
	case *string:
		*place, ok = p.AnyKeyword()
	case *ttg.CGA:
		*place, ok = readBases(p)
	}
	return ok
}

func readBases(p ir.AsmParser) (bases ttg.CGA, ok bool) {
	basis := func() bool {
		var b []int64
		ok := p.List("[", "]", func() bool {
			n, ok := p.Integer()
			b = append(b, n)
			return ok
		})
		bases = append(bases, b)
		return ok
	}
	return bases, p.List("[", "]", basis)
}

// params writes `<name = value, …>`.
type params struct {
	p    ir.AsmPrinter
	some bool
}

func (w *params) name(name string) {
	if w.some {
		w.p.Str(", ")
	} else {
		w.p.Str("<")
	}
	w.some = true
	w.p.Str(name + " = ")
}

func (w *params) int(name string, v int64) {
	w.name(name)
	w.p.Int(v)
}

func (w *params) bool(name string, v bool) {
	w.name(name)
	if v {
		w.p.Str("true")
	} else {
		w.p.Str("false")
	}
}

func (w *params) flag(name string, v bool) {
	if v {
		w.bool(name, v)
	}
}

func (w *params) cluster(c *cluster) {
	if c.SplitM != 1 {
		w.int("CTASplitM", c.SplitM)
	}
	if c.SplitN != 1 {
		w.int("CTASplitN", c.SplitN)
	}
	if len(c.CGA) > 0 {
		w.name("CGALayout")
		ttg.PrintBases(w.p, c.CGA)
	}
}

func (w *params) end() {
	if !w.some {
		w.p.Str("<")
	}
	w.p.Str(">")
}
