package affine

import "strconv"

// Map is `(d0, d1)[s0] -> (results)`.
type Map struct {
	Dims, Symbols int
	Results       []*Expr
}

// Identity is the map of n dimensions to themselves.
func Identity(n int) Map {
	m := Map{Dims: n, Results: make([]*Expr, n)}
	for i := range n {
		m.Results[i] = NewDim(i)
	}
	return m
}

// IsIdentity reports whether m maps its dimensions to themselves and has no symbols.
func (m Map) IsIdentity() bool {
	if m.Symbols != 0 || len(m.Results) != m.Dims {
		return false
	}
	for i, e := range m.Results {
		if e.kind != Dim || e.value != int64(i) {
			return false
		}
	}
	return true
}

// Constraint is `expr == 0` or `expr >= 0`.
type Constraint struct {
	Expr  *Expr
	Equal bool
}

// Set is `(d0, d1)[s0] : (constraints)`, the points at which all constraints hold.
type Set struct {
	Dims, Symbols int
	Constraints   []Constraint
}

// String writes the map with the names d0, d1, … and s0, s1, ….
func (m Map) String() string { return string(m.Append(nil)) }

// Append appends the text of String.
func (m Map) Append(b []byte) []byte {
	b = append(appendSpace(b, m.Dims, m.Symbols), " -> ("...)
	for i, e := range m.Results {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = e.append(b, false)
	}
	return append(b, ')')
}

// String writes the set.
func (s Set) String() string { return string(s.Append(nil)) }

// Append appends the text of String.
func (s Set) Append(b []byte) []byte {
	b = append(appendSpace(b, s.Dims, s.Symbols), " : ("...)
	for i, c := range s.Constraints {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = c.Expr.append(b, false)
		if c.Equal {
			b = append(b, " == 0"...)
		} else {
			b = append(b, " >= 0"...)
		}
	}
	return append(b, ')')
}

// appendSpace writes `(d0, d1)[s0]`.
func appendSpace(b []byte, dims, symbols int) []byte {
	b = append(appendNames(append(b, '('), 'd', dims), ')')
	if symbols == 0 {
		return b
	}
	return append(appendNames(append(b, '['), 's', symbols), ']')
}

func appendNames(b []byte, letter byte, n int) []byte {
	for i := range n {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = strconv.AppendInt(append(b, letter), int64(i), 10)
	}
	return b
}

// String writes the expression. A factor or divisor that is itself an operation stands in parentheses; adding a
// negative multiple is written as subtraction.
func (e *Expr) String() string { return string(e.append(nil, false)) }

var operators = [...]string{Add: " + ", Mul: " * ", Mod: " mod ", FloorDiv: " floordiv ", CeilDiv: " ceildiv "}

// append writes e, in parentheses if it is an operation and tight says that one is around it.
func (e *Expr) append(b []byte, tight bool) []byte {
	switch e.kind {
	case Dim:
		return strconv.AppendInt(append(b, 'd'), e.value, 10)
	case Symbol:
		return strconv.AppendInt(append(b, 's'), e.value, 10)
	case Constant:
		return strconv.AppendInt(b, e.value, 10)
	}
	if tight {
		b = append(b, '(')
	}
	switch {
	case e.kind == Add:
		b = e.appendSum(b)
	case e.kind == Mul && e.rhs.isConstant(-1):
		b = e.lhs.append(append(b, '-'), true)
	default:
		b = append(e.lhs.append(b, true), operators[e.kind]...)
		b = e.rhs.append(b, true)
	}
	if tight {
		b = append(b, ')')
	}
	return b
}

func (e *Expr) appendSum(b []byte) []byte {
	b = e.lhs.append(b, false)
	x, c, product := e.rhs.constantRight(Mul)
	switch {
	case product && c == -1:
		return x.append(append(b, " - "...), x.kind == Add)
	case product && c < -1:
		b = append(x.append(append(b, " - "...), true), " * "...)
		return strconv.AppendInt(b, -c, 10)
	case e.rhs.kind == Constant && e.rhs.value < 0:
		return strconv.AppendInt(append(b, " - "...), -e.rhs.value, 10)
	}
	return e.rhs.append(append(b, " + "...), false)
}
