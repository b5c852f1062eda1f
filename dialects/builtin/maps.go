package builtin

import (
	"slices"

	"tawa/ir"
	"tawa/ir/affine"
)

// Zero stands for the constant 0 among the results of a Projection.
const Zero = -1

// Projection is an affine map each of whose results is one of its dimensions, or 0.
type Projection struct {
	Dims    int
	Results []int64
}

// IsMap reports whether a is an affine map.
func IsMap(a ir.Attribute) bool { _, ok := a.(*ir.AffineMapAttr); return ok }

// MinorIdentity gives the last results of dims dimensions.
func MinorIdentity(dims, results int) Projection {
	m := Projection{Dims: dims}
	for i := range results {
		m.Results = append(m.Results, int64(dims-results+i))
	}
	return m
}

// Equal reports whether two maps are the same.
func (m Projection) Equal(o Projection) bool {
	return m.Dims == o.Dims && slices.Equal(m.Results, o.Results)
}

// Text is `(d0, d1) -> (d1, 0)`.
func (m Projection) Text() string { return m.Map().String() }

// Map is the map itself.
func (m Projection) Map() affine.Map {
	out := affine.Map{Dims: m.Dims}
	for _, d := range m.Results {
		if d == Zero {
			out.Results = append(out.Results, affine.NewConstant(0))
		} else {
			out.Results = append(out.Results, affine.NewDim(int(d)))
		}
	}
	return out
}

// Attr returns the map as an attribute.
func (m Projection) Attr(c *ir.Context) ir.Attribute { return c.AffineMap(m.Map()) }

// Permutation reports whether the results are the dimensions in some order.
func (m Projection) Permutation() bool {
	sorted := slices.Sorted(slices.Values(m.Results))
	return len(sorted) == m.Dims && sorted == nil || len(sorted) == m.Dims && slices.Equal(sorted, MinorIdentity(m.Dims, m.Dims).Results)
}

// ProjectionOf reads a map, false if it is none or has other results.
func ProjectionOf(a ir.Attribute) (m Projection, ok bool) {
	attr, ok := a.(*ir.AffineMapAttr)
	if !ok || attr.Map.Symbols > 0 {
		return m, false
	}
	m.Dims = attr.Map.Dims
	for _, e := range attr.Map.Results {
		switch {
		case e.Kind() == affine.Dim:
			m.Results = append(m.Results, e.Value())
		case e.Kind() == affine.Constant && e.Value() == 0:
			m.Results = append(m.Results, Zero)
		default:
			return m, false
		}
	}
	return m, true
}

// MapSymbols is the number of symbols of a map, 0 of what is none.
func MapSymbols(a ir.Attribute) int {
	if m, ok := a.(*ir.AffineMapAttr); ok {
		return m.Map.Symbols
	}
	return 0
}
