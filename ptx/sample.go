package ptx

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Sample writes a random well-formed instruction of the table, for tests of what runs instructions. The names of
// registers, by type, and of labels and variables come from the caller.
type Sample struct {
	Rand   *rand.Rand
	Regs   map[Type][]string // of B16, B32, B64 and Pred
	Labels []string
	Vars   []string
}

// Of writes an instruction of the given name (see Instructions).
func (s *Sample) Of(name string) string {
	forms := table()[name]
	r := forms[s.Rand.IntN(len(forms))]
	var mods []string
	for i := range r.mods {
		m := &r.mods[i]
		if !m.optional || s.Rand.IntN(4) == 0 {
			mods = append(mods, fillStars(m.words[s.Rand.IntN(len(m.words))], s.Rand))
		}
	}
	typ := B32
	for _, m := range mods {
		if t := ParseType(m); t != NoType {
			typ = t
		}
	}
	var args []string
	for _, a := range r.args {
		if strings.HasSuffix(a, "?") && s.Rand.IntN(2) == 0 {
			break
		}
		args = append(args, s.operand(a[0], typ))
	}
	guard := ""
	if s.Rand.IntN(6) == 0 {
		guard = "@" + s.pick(s.Regs[Pred]) + " "
	}
	return guard + strings.Join(slices.Concat([]string{name}, mods), ".") + " " + strings.Join(args, ", ") + ";"
}

func (s *Sample) pick(from []string) string { return from[s.Rand.IntN(len(from))] }

// fillStars puts numbers for the stars of a modifier's pattern.
func fillStars(word string, r *rand.Rand) string {
	for strings.Contains(word, "*") {
		word = strings.Replace(word, "*", []string{"8", "16", "8k16", "64k16", "0"}[r.IntN(5)], 1)
	}
	return word
}

// reg is a register that fits the type.
func (s *Sample) reg(t Type) string {
	class := B32
	switch {
	case t == Pred:
		class = Pred
	case t.Size() == 8:
		class = B64
	case t.Size() <= 2:
		class = B16
	}
	return s.pick(s.Regs[class])
}

func (s *Sample) number() string {
	return []string{"0", "1", "-1", "4", "16", "31", "64", "0x80000000", "0f3F800000", "0d3FF0000000000000", "1.5"}[s.Rand.IntN(11)]
}

func (s *Sample) operand(letter byte, t Type) string {
	vector := func() string {
		n := []int{1, 2, 4, 4, 8}[s.Rand.IntN(5)]
		parts := make([]string, n)
		for i := range parts {
			parts[i] = s.reg(t)
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	address := fmt.Sprintf("%s+%d", s.pick(slices.Concat(s.Regs[B32], s.Regs[B64], s.Vars)), 8*s.Rand.IntN(4))
	switch letter {
	case 'd':
		return s.reg(t)
	case 'D', 'A':
		if s.Rand.IntN(2) == 0 {
			return vector()
		}
		return s.reg(t)
	case 'q', 'p':
		return s.pick(s.Regs[Pred])
	case 'e':
		return s.reg(B32) + "|" + s.pick(s.Regs[Pred])
	case 'm':
		return "[" + address + "]"
	case 't':
		return "[" + s.pick(s.Regs[B64]) + ", " + strings.ReplaceAll(vector(), s.reg(B64), s.reg(B32)) + "]"
	case 'L':
		return s.pick(s.Labels)
	case 'i':
		return []string{"0", "1", "2", "8", "16", "40", "128", "232"}[s.Rand.IntN(8)]
	}
	if s.Rand.IntN(3) == 0 {
		return s.number()
	}
	return s.reg(t)
}
