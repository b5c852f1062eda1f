package rings

import (
	"fmt"
	"slices"
	"strings"

	"tawa/ir"
)

// atom is a symbol: an integer that a form is linear in.
type atom struct {
	id           int
	kind         atomKind
	name         string // of an opaque expression, with what it is applied to in args
	args         []form
	loaded       bool          // of an opaque expression: it is read from memory
	loop         *ir.Operation // of a count
	n            int64         // of a count or a known carried value
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
func (f form) key() string {
	f = f.numeric(true)
	var b strings.Builder
	fmt.Fprint(&b, f.c)
	for _, t := range f.terms {
		fmt.Fprintf(&b, "+%d*a%d", t.n, t.atom.id)
	}
	return b.String()
}

// symbols makes atoms, equal ones once.
type symbols map[string]*atom

func (s symbols) add(key string, a atom) *atom {
	if s[key] == nil {
		a.id = len(s)
		s[key] = &a
	}
	return s[key]
}

func (s symbols) apply(name string, args []form, loaded bool) form {
	key := name
	for _, f := range args {
		key += "," + f.key()
	}
	return symbol(s.add(key, atom{kind: opaque, name: name, args: args, loaded: loaded}))
}

func (s symbols) count(loop *ir.Operation, n int64) form {
	return symbol(s.add(fmt.Sprintf("count %p %d", loop, n), atom{kind: count, loop: loop, n: n}))
}

// carry stands for a value that a loop carries, so that forms stay small.
func (s symbols) carry(f form, index bool) form {
	whole := f.numeric(true)
	known := whole.isConstant() && index
	return symbol(s.add(fmt.Sprintf("carried %v %s", index, f.key()), atom{kind: carried, known: known, n: whole.c, index: index}))
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
