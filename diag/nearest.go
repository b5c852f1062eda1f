package diag

import (
	"iter"
	"strings"
)

// Nearest gives the candidate that name most likely meant: the one with the fewest edits (insert, delete,
// replace, swap of neighbours), at most a third of the name's length. A name without its dialect counts as
// one edit (`addi` for `arith.addi`). Of equally near ones the first in alphabetical order is taken.
func Nearest(name string, candidates iter.Seq[string]) (string, bool) {
	best, bestCost := "", max(1, len(name)/3)+1
	for c := range candidates {
		cost := 1
		if !strings.HasSuffix(c, "."+name) || name == "" {
			cost = edits(name, c, bestCost)
		}
		if cost < bestCost || cost == bestCost && best != "" && c < best {
			best, bestCost = c, cost
		}
	}
	return best, best != ""
}

// edits is the edit distance with swaps of neighbours (restricted Damerau-Levenshtein); from limit+1 on it
// may stop early.
func edits(a, b string, limit int) int {
	if len(a)-len(b) > limit || len(b)-len(a) > limit {
		return limit + 1
	}
	before, prev, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			row[j] = min(prev[j]+1, row[j-1]+1, prev[j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
			least = min(least, row[j])
		}
		if least > limit {
			return limit + 1
		}
		before, prev, row = prev, row, before
	}
	return prev[len(b)]
}
