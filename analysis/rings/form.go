package rings

import (
	"slices"
	"strconv"

	"tawa/ir"
)

// atom is a symbol: an integer that a form is linear in.
type atom struct {
	id           int
	kind         atomKind
	from         *ir.Value // of what comes from outside
	formula      int       // of another opaque expression: what computes result n of args
	args         []form
	loaded       bool          // of an opaque expression: it is read from memory
	loop         *ir.Operation // of a count
	n            int64         // of a count, of a known carried value, of an expression
	known, index bool          // of a carried value: n is its value; it counts operations of a ring
}

type atomKind int

const (
	opaque  atomKind = iota // an expression that is not linear, or comes from outside
	count                   // how many iterations of a loop have begun, or were run
	carried                 // what a loop carries into an iteration, if that is not linear in the count
)

// leaves are the symbols that a's value depends on: a itself, unless it is computed from others.
func (a *atom) leaves() map[*atom]bool {
	set := map[*atom]bool{}
	a.visit(set)
	return set
}

func (a *atom) visit(leaves map[*atom]bool) {
	if len(a.args) == 0 || a.loaded {
		leaves[a] = true
		return
	}
	for _, f := range a.args {
		for _, t := range f.terms {
			t.atom.visit(leaves)
		}
	}
}

// alone says that a has leaves, and that each has no other use.
func (a *atom) alone(uses map[*atom]int) bool {
	leaves := a.leaves()
	for l := range leaves {
		if uses[l] != 1 {
			return false
		}
	}
	return len(leaves) > 0
}

// form is c + Σ n·atom, the atoms in the order of their ids.
type form struct {
	c     int64
	terms []term
}

type term struct {
	atom *atom
	n    int64
}

func constant(n int64) form { return form{c: n} }

func symbol(a *atom) form { return form{terms: []term{{a, 1}}} }

func (f form) isConstant() bool { return len(f.terms) == 0 }

// plus is f + n·g.
func (f form) plus(n int64, g form) form {
	out := form{c: f.c + n*g.c}
	i, j := 0, 0
	for i < len(f.terms) || j < len(g.terms) {
		switch {
		case j == len(g.terms) || i < len(f.terms) && f.terms[i].atom.id < g.terms[j].atom.id:
			out.terms = append(out.terms, f.terms[i])
			i++
		case i == len(f.terms) || g.terms[j].atom.id < f.terms[i].atom.id:
			out.terms = append(out.terms, term{g.terms[j].atom, n * g.terms[j].n})
			j++
		default:
			if k := f.terms[i].n + n*g.terms[j].n; k != 0 {
				out.terms = append(out.terms, term{f.terms[i].atom, k})
			}
			i, j = i+1, j+1
		}
	}
	return out
}

func (f form) times(n int64) form { return constant(0).plus(n, f).dropZeros() }

func (f form) dropZeros() form {
	f.terms = slices.DeleteFunc(f.terms, func(t term) bool { return t.n == 0 })
	return f
}

// numeric replaces counts by their numbers, and known carried values if all.
func (f form) numeric(all bool) form {
	out := form{c: f.c}
	for _, t := range f.terms {
		if t.atom.kind == count || all && t.atom.known {
			out.c += t.n * t.atom.n
		} else {
			out.terms = append(out.terms, t)
		}
	}
	return out
}

// key is equal for forms that are equal now.
func (f form) key() string { return string(f.appendKey(nil)) }

func (f form) appendKey(b []byte) []byte {
	f = f.numeric(true)
	b = strconv.AppendInt(b, f.c, 10)
	for _, t := range f.terms {
		b = strconv.AppendInt(append(b, '+'), t.n, 10)
		b = strconv.AppendInt(append(b, "*a"...), int64(t.atom.id), 10)
	}
	return b
}

// symbols makes atoms, equal ones once.
type symbols map[symbolKey]*atom

// symbolKey is equal for equal symbols; which fields it uses is up to the kind.
type symbolKey struct {
	kind  atomKind
	value *ir.Value
	op    *ir.Operation
	n     int64
	text  string
}

func (s symbols) add(key symbolKey, a atom) *atom {
	if s[key] == nil {
		a.id, a.kind = len(s), key.kind
		s[key] = &a
	}
	return s[key]
}

// argument stands for a value from outside.
func (s symbols) argument(v *ir.Value) form {
	return symbol(s.add(symbolKey{kind: opaque, value: v}, atom{from: v}))
}

// once stands for what op gives in run serial through its block, by a role.
func (s symbols) once(v *ir.Value, serial int, role string) form {
	return symbol(s.add(symbolKey{carried, v, nil, int64(serial), role}, atom{}))
}

// apply stands for a formula, of which result n, and its operands.
func (s symbols) apply(e *formula, n int, args []form, loaded bool) form {
	var buffer [64]byte
	text := strconv.AppendInt(buffer[:0], int64(e.number), 10)
	for _, f := range args {
		text = f.appendKey(append(text, ','))
	}
	return symbol(s.add(symbolKey{kind: opaque, n: int64(n), text: string(text)}, atom{formula: e.number, n: int64(n), args: args, loaded: loaded}))
}

func (s symbols) count(loop *ir.Operation, n int64) form {
	return symbol(s.add(symbolKey{kind: count, op: loop, n: n}, atom{loop: loop, n: n}))
}

// carry stands for a value that a loop carries, so that forms stay small.
func (s symbols) carry(f form, index bool) form {
	whole := f.numeric(true)
	known := whole.isConstant() && index
	key := symbolKey{kind: carried, text: f.key()}
	if index {
		key.n = 1
	}
	return symbol(s.add(key, atom{known: known, n: whole.c, index: index}))
}

// bound is the question whether dir ≥ at, in a normal form: the first coefficient is
// positive, and the coefficients have no common divisor. If not is set, f > 0 is its opposite.
type bound struct {
	dir form
	at  int64
	not bool
}

// positive is the question whether f > 0.
func positive(f form) bound {
	f = f.numeric(false)
	g := int64(0)
	for _, t := range f.terms {
		g = gcd(g, t.n)
	}
	if f.terms[0].n < 0 {
		g = -g
	}
	dir := form{}
	for _, t := range f.terms {
		dir.terms = append(dir.terms, term{t.atom, t.n / g})
	}
	if g > 0 {
		return bound{dir: dir, at: floorDiv(-f.c, g) + 1}
	}
	return bound{dir: dir, at: -floorDiv(-f.c, -g), not: true}
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}
