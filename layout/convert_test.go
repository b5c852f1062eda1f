package layout

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// checkConversion compares the plan with both layouts at every place.
func checkConversion(t *testing.T, src, dst Layout, c Conversion) {
	t.Helper()
	places(dst, func(r, lane, warp int) {
		want := dst.At(r, lane, warp)
		from := c.Map.At(r, lane, warp)
		at(t, src, want, from...)
		if c.Kind == ConvertShared {
			return
		}
		if from[2] != warp {
			t.Fatalf("%v: warp %d takes from warp %d", c.Kind, warp, from[2])
		}
		reg, ln := c.Source(r, lane, warp)
		at(t, src, want, reg, ln, warp)
		if c.Kind != ConvertShuffle && (ln != lane || reg != c.Regs[r]) {
			t.Fatalf("%v: register %d of lane %d takes from %d of lane %d", c.Kind, r, lane, reg, ln)
		}
		if c.Kind == ConvertNone && reg != r {
			t.Fatalf("none: register %d takes from %d", r, reg)
		}
	})
	if c.Kind == ConvertShuffle {
		checkShuffles(t, dst, c, 8)
		checkShuffles(t, dst, c, 32)
	}
}

// checkShuffles runs the steps for every thread: each lane of the warp publishes the
// words of a step, a thread reads those of its source lane and picks one.
func checkShuffles(t *testing.T, dst Layout, c Conversion, elemBits int) {
	t.Helper()
	p := c.Shuffles(elemBits)
	for warp := range dst.InSize(Warp) {
		for lane := range dst.InSize(Lane) {
			done := 0
			for _, s := range p.Steps {
				word := s.Src[p.Pick(lane, warp)]
				for i, r := range s.Dst {
					reg, ln := c.Source(r, lane, warp)
					if !slices.Contains(c.Candidates(r), reg) {
						t.Fatalf("register %d comes from %d, not among %v", r, reg, c.Candidates(r))
					}
					if word[i] != reg || p.SourceLane(s, lane, warp) != ln {
						t.Fatalf("register %d of lane %d: step %+v of %+v, want register %d of lane %d", r, lane, s, p, reg, ln)
					}
					done++
				}
			}
			if done != dst.InSize(Register) {
				t.Fatalf("%d of %d registers", done, dst.InSize(Register))
			}
		}
	}
}

func TestConversionPlan(t *testing.T) {
	acc := accumulator(64, 64)
	operand := func(kWidth int) Layout {
		return Must(DotOperand([]int64{64, 64}, 0, []int{4, 1}, []int{16, 64, 16}, kWidth))
	}
	rows := blocked2D(64, 64, []int{1, 8}, []int{4, 8}, []int{4, 1}, []int{1, 0})
	small := func(order ...int) Layout {
		return blocked2D(16, 16, []int{2, 2}, []int{8, 4}, []int{4, 1}, order)
	}
	for _, c := range []struct {
		name     string
		src, dst Layout
		want     ConversionKind
	}{
		{"the same", rows, rows, ConvertNone},
		{"the same with repeats", small(1, 0), small(1, 0), ConvertNone},
		{"the same with repeated registers",
			Must(Blocked([]int64{2}, []int{4}, []int{32}, []int{4}, []int{0})),
			Must(Blocked([]int64{2}, []int{4}, []int{32}, []int{4}, []int{0})), ConvertNone},
		{"P of attention, 16 bits", acc, operand(2), ConvertNone},
		{"P of attention, 8 bits", acc, operand(4), ConvertShuffle},
		{"P of attention, tf32", acc, operand(1), ConvertShuffle},
		{"other register order",
			blocked2D(64, 64, []int{4, 4}, []int{8, 4}, []int{2, 2}, []int{1, 0}),
			Must(Linear([]int64{64, 64},
				[][]int{{1, 0}, {2, 0}, {0, 1}, {0, 2}, {0, 32}},
				[][]int{{0, 4}, {0, 8}, {4, 0}, {8, 0}, {16, 0}}, [][]int{{0, 16}, {32, 0}}, nil)), ConvertRegisters},
		{"lanes in another order",
			blocked2D(32, 32, []int{1, 1}, []int{4, 8}, []int{4, 1}, []int{1, 0}),
			blocked2D(32, 32, []int{1, 1}, []int{4, 8}, []int{4, 1}, []int{0, 1}), ConvertShuffle},
		{"accumulator to rows, in the warp's rows", acc, blocked2D(64, 64, []int{1, 8}, []int{4, 8}, []int{4, 1}, []int{1, 0}), ConvertShared},
		{"rows of other warps", rows, blocked2D(64, 64, []int{1, 8}, []int{4, 8}, []int{1, 4}, []int{1, 0}), ConvertShared},
	} {
		plan := ConversionPlan(c.src, c.dst)
		if plan.Kind != c.want {
			t.Errorf("%s: %v, want %v\n%s", c.name, plan.Kind, c.want, plan.Map)
		}
		checkConversion(t, c.src, c.dst, plan)
	}
}

// TestConversionTakesTheNearestCopy: where every warp holds all, nothing crosses warps.
func TestConversionTakesTheNearestCopy(t *testing.T) {
	src := Must(Blocked([]int64{32}, []int{1}, []int{32}, []int{4}, []int{0}))
	dst := Must(Slice(1, blocked2D(32, 64, []int{1, 4}, []int{2, 16}, []int{4, 1}, []int{1, 0})))
	plan := ConversionPlan(src, dst)
	if plan.Kind != ConvertShuffle {
		t.Errorf("%v:\n%s", plan.Kind, plan.Map)
	}
	checkConversion(t, src, dst, plan)
	back := ConversionPlan(dst, src)
	if back.Kind != ConvertShared {
		t.Errorf("back: %v", back.Kind)
	}
	checkConversion(t, dst, src, back)

	// A row vector that each lane of a quad holds is there already when one lane wants it.
	acc := Must(Slice(1, accumulator(64, 64)))
	if plan := ConversionPlan(acc, acc); plan.Kind != ConvertNone {
		t.Errorf("slice to itself: %v", plan.Kind)
	}
}

func TestShuffleCount(t *testing.T) {
	src := blocked2D(32, 32, []int{1, 1}, []int{4, 8}, []int{4, 1}, []int{1, 0})
	dst := blocked2D(32, 32, []int{1, 1}, []int{4, 8}, []int{4, 1}, []int{0, 1})
	lanes := ConversionPlan(src, dst)
	acc := accumulator(64, 64)
	operand := ConversionPlan(acc, Must(DotOperand([]int64{64, 64}, 0, []int{4, 1}, []int{16, 64, 16}, 4)))
	for _, c := range []struct {
		name string
		plan Conversion
		bits int
		want int
	}{
		{"words that change lanes", lanes, 32, 8},
		{"halves that change lanes, in pairs", lanes, 16, 4},
		{"bytes that change lanes, in fours", lanes, 8, 2},
		// A lane's four columns come from two lanes and two blocks of eight columns;
		// pairs of columns and the rows r, r+8 travel together.
		{"fp8 operand", operand, 8, 16},
		{"fp8 operand without packing", operand, 32, 64},
	} {
		if got := c.plan.Shuffles(c.bits).Count(); got != c.want {
			t.Errorf("%s: %d shuffles, want %d", c.name, got, c.want)
		}
	}
}

func TestConversionNeedsSameThreads(t *testing.T) {
	a := blocked2D(32, 32, []int{1, 1}, []int{4, 8}, []int{4, 1}, []int{1, 0})
	b := blocked2D(32, 32, []int{1, 1}, []int{4, 8}, []int{2, 1}, []int{1, 0})
	mustPanic(t, "2 and 1 bits of warp", func() { ConversionPlan(a, b) })
}

func TestConvertCluster(t *testing.T) {
	lay := func(warp, block []int) Layout {
		return Must(Linear([]int64{4}, nil, nil, [][]int{warp}, [][]int{block}))
	}
	if got := ConversionPlan(lay([]int{1}, []int{2}), lay([]int{2}, []int{1})).Kind; got != ConvertCluster {
		t.Errorf("%v, want cluster", got)
	}
}

// randomDistributed is a blocked layout of 64×64 with 32 lanes and 4 warps.
func randomDistributed(r *rand.Rand) Layout {
	lanes, warps := r.IntN(6), r.IntN(3)
	order := []int{1, 0}
	if r.IntN(2) == 0 {
		order = []int{0, 1}
	}
	return blocked2D(64, 64, []int{1 << r.IntN(4), 1 << r.IntN(4)},
		[]int{1 << lanes, 32 >> lanes}, []int{1 << warps, 4 >> warps}, order)
}

func FuzzConversion(f *testing.F) {
	for i := range 20 {
		f.Add(uint64(i))
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 5))
		src, dst := randomDistributed(r), randomDistributed(r)
		plan := ConversionPlan(src, dst)
		checkConversion(t, src, dst, plan)
		checkScratch(t, src, dst, ScratchFor(src, dst, f16))
	})
}

// FuzzShuffle mixes registers and lanes of one warp at random.
func FuzzShuffle(f *testing.F) {
	for i := range 20 {
		f.Add(uint64(i))
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 6))
		warp := func() Layout {
			return randomBijection(r, 8).FlattenIns("x").FlattenOuts(Dim(0)).
				ReshapeIns(Out{Register, 8}, Out{Lane, 32}, Out{Warp, 1}, Out{Block, 1})
		}
		src, dst := warp(), warp()
		plan := ConversionPlan(src, dst)
		if plan.Kind > ConvertShuffle {
			t.Errorf("%v within one warp", plan.Kind)
		}
		checkConversion(t, src, dst, plan)
	})
}

// TestPacksTravelAlone: where a lane also flips a register bit, that bit cannot be packed.
func TestPacksTravelAlone(t *testing.T) {
	src := Must(Linear([]int64{8}, [][]int{{1}}, [][]int{{2}, {4}}, nil, nil))
	dst := Must(Linear([]int64{8}, [][]int{{1}}, [][]int{{5}, {2}}, nil, nil))
	plan := ConversionPlan(src, dst)
	if got := plan.Shuffles(16).Count(); plan.Kind != ConvertShuffle || got != 4 {
		t.Errorf("%v, %d shuffles, want two candidates for each of two registers", plan.Kind, got)
	}
	checkConversion(t, src, dst, plan)
}
