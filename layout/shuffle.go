package layout

import "slices"

// ShufflePlan carries out a conversion of kind ConvertShuffle with indexed warp
// shuffles of 32-bit words. For each step a thread packs and publishes every word of
// Src, reads them from its source lane, and keeps the one that Pick names; so a step
// costs as many shuffles as it has words in Src.
type ShufflePlan struct {
	Steps []ShuffleStep
	// Lane and Warp hold, by bit, what a thread's lane and warp contribute to its
	// source lane; PickLane and PickWarp what they contribute to the pick. All are XORed.
	Lane, Warp         []int
	PickLane, PickWarp []int
}

// ShuffleStep fills the destination registers Dst, packed into a word with the first
// in the low bits, from one of the words Src of the source lane.
type ShuffleStep struct {
	Dst  []int
	Src  [][]int
	Lane int // XORed to the source lane
}

// SourceLane returns the lane that a thread reads in a step.
func (p ShufflePlan) SourceLane(s ShuffleStep, lane, warp int) int {
	return s.Lane ^ xorBits(p.Lane, lane) ^ xorBits(p.Warp, warp)
}

// Pick returns the index into Src that a thread keeps, the same in all steps.
func (p ShufflePlan) Pick(lane, warp int) int {
	return xorBits(p.PickLane, lane) ^ xorBits(p.PickWarp, warp)
}

// Count returns the number of shuffles.
func (p ShufflePlan) Count() int {
	n := 0
	for _, s := range p.Steps {
		n += len(s.Src)
	}
	return n
}

// Shuffles plans the shuffles of a conversion that stays within warps, for elements
// of elemBits.
func (c Conversion) Shuffles(elemBits int) ShufflePlan {
	p := ShufflePlan{Lane: c.Map.Coords(Lane, Lane), Warp: c.Map.Coords(Warp, Lane)}
	span := c.threadSpan()
	pick := func(regs []int) []int {
		s := &solver{}
		for _, r := range span {
			s.add(uint64(r))
		}
		res := make([]int, len(regs))
		for i, r := range regs {
			combo, _ := s.solve(uint64(r))
			res[i] = int(combo)
		}
		return res
	}
	p.PickLane = pick(c.Map.Coords(Lane, Register))
	p.PickWarp = pick(c.Map.Coords(Warp, Register))
	dst, src := c.packs(elemBits)
	for r := range c.Map.InSize(Register) {
		if r&spread(dst, -1) != 0 {
			continue
		}
		from := c.Map.At(r)
		step := ShuffleStep{Dst: run(r, dst), Lane: from[1]}
		for k := range 1 << len(span) {
			step.Src = append(step.Src, run(from[0]^xorBits(span, k), src))
		}
		p.Steps = append(p.Steps, step)
	}
	return p
}

// shufflesPerWord is how many shuffles of a word cost as much as writing it to shared
// memory and reading it back, with the barriers around.
const shufflesPerWord = 4

// ThroughMemory reports whether the conversion, for elements of elemBits, goes through
// shared memory: because elements leave their warp, or because a thread would shuffle
// too many words to pick from.
func (c Conversion) ThroughMemory(elemBits int) bool {
	if c.Kind != ConvertShuffle {
		return c.Kind > ConvertShuffle
	}
	words := max(c.Map.InSize(Register)*elemBits/32, 1)
	return c.Shuffles(elemBits).Count() > shufflesPerWord*words
}

// threadSpan returns independent register offsets; what a thread's lane and warp
// contribute to the source register is a sum of some of them.
func (c Conversion) threadSpan() []int {
	var span []int
	s := &solver{}
	for _, r := range slices.Concat(c.Map.Coords(Lane, Register), c.Map.Coords(Warp, Register)) {
		if s.add(uint64(r)) {
			span = append(span, r)
		}
	}
	return span
}

// Candidates returns the source registers that destination register reg comes from
// in some thread, ascending.
func (c Conversion) Candidates(reg int) []int {
	span := c.threadSpan()
	regs := make([]int, 1<<len(span))
	for k := range regs {
		regs[k] = c.Map.At(reg)[0] ^ xorBits(span, k)
	}
	slices.Sort(regs)
	return regs
}

// packs finds register bits that go from source to destination together with the
// rest of their place unchanged, enough of them to fill a word.
func (c Conversion) packs(elemBits int) (dst, src []int) {
	regs, lanes := c.Map.Coords(Register, Register), c.Map.Coords(Register, Lane)
	for d, r := range regs {
		if elemBits<<(len(dst)+1) > 32 {
			break
		}
		if !powerOfTwo(r) || lanes[d] != 0 {
			continue
		}
		others := slices.Concat(c.Map.Coords(Lane, Register), c.Map.Coords(Warp, Register), regs[:d], regs[d+1:])
		if !slices.ContainsFunc(others, func(o int) bool { return o&r != 0 }) {
			dst, src = append(dst, d), append(src, log2(r))
		}
	}
	return dst, src
}

// run lists the registers from first over all values of the given bits.
func run(first int, bits []int) []int {
	regs := make([]int, 1<<len(bits))
	for i := range regs {
		regs[i] = first | spread(bits, i)
	}
	return regs
}
