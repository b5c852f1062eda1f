package layout

import (
	"math/bits"
	"slices"
)

// solver answers A·x = v over GF(2) for columns added one by one. Solutions use
// only columns that were independent of those before, so earlier columns win and
// free variables are zero.
type solver struct {
	rows []row // by falling leading bit
	n    int   // columns added
}

// row is a vector of the column space and the columns whose sum it is.
type row struct{ vec, combo uint64 }

func newSolver(cols []uint64) *solver {
	s := &solver{}
	for _, c := range cols {
		s.add(c)
	}
	return s
}

// add appends a column and reports whether it is independent of those before.
func (s *solver) add(col uint64) bool {
	vec, combo := s.reduce(col)
	combo |= 1 << s.n
	s.n++
	if vec == 0 {
		return false
	}
	at := slices.IndexFunc(s.rows, func(r row) bool { return r.vec < vec })
	if at < 0 {
		at = len(s.rows)
	}
	s.rows = slices.Insert(s.rows, at, row{vec, combo})
	return true
}

// reduce clears the leading bit of every row from v. Rows fall by leading bit, so
// a row brings back only bits that later rows clear.
func (s *solver) reduce(v uint64) (vec, combo uint64) {
	for _, r := range s.rows {
		if v>>(bits.Len64(r.vec)-1)&1 != 0 {
			v, combo = v^r.vec, combo^r.combo
		}
	}
	return v, combo
}

// solve returns the columns whose sum is v, as a bit mask.
func (s *solver) solve(v uint64) (uint64, bool) {
	rest, combo := s.reduce(v)
	return combo, rest == 0
}

func (s *solver) rank() int { return len(s.rows) }
