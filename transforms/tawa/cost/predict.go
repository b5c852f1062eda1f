package cost

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"strconv"

	"tawa/dialects/nvgpu"
	"tawa/ir"
)

// Prediction is how long a kernel runs and what the time is spent on.
type Prediction struct {
	Seconds float64
	Clock   float64 // Hz
	Clocks  float64 // of the multiprocessor that ends last
	// Busy is the part of the clocks in which each unit works.
	Tensor, Vector, Copies, Stores float64
	Assumed                        []string // what was not known of the launch
	// Program is the same for programs that do the same.
	Program uint64
}

// Bound is what the time is spent on: the busiest unit if it works most of the time, or latency.
func (p Prediction) Bound() string {
	units := []struct {
		name string
		busy float64
	}{{"tensor cores", p.Tensor}, {"CUDA cores", p.Vector}, {"loads", p.Copies}, {"stores", p.Stores}}
	best := slices.MaxFunc(units, func(a, b struct {
		name string
		busy float64
	}) int {
		return int(math.Copysign(1, a.busy-b.busy))
	})
	if best.busy < 0.5 {
		return fmt.Sprintf("latency (%s %.0f %%)", best.name, 100*best.busy)
	}
	return fmt.Sprintf("%s %.0f %%", best.name, 100*best.busy)
}

func number(i int) string { return "#" + strconv.Itoa(i) }

// Predict says how long a kernel runs that tawa-pipeline has left. One CTA at a time is on a
// multiprocessor, since each takes all registers.
func (m *Machine) Predict(fn *ir.Operation, launch Launch) Prediction {
	p := Prediction{}
	assumed := map[string]bool{}
	grid := launch.Grid
	if grid == [3]int64{} {
		grid = [3]int64{AssumedWaves * int64(m.SMs), 1, 1}
		assumed[fmt.Sprintf("a grid of %d programs", grid[0])] = true
	}
	all := grid[0] * grid[1] * grid[2]
	resident, isResident := fn.IntAttr(nvgpu.Resident)
	programs := all
	if isResident {
		programs = min(resident, all)
	}
	// One in the middle of those that begin together, of rounds at equal distances, stands for the others.
	own := (programs + int64(m.SMs) - 1) / int64(m.SMs)
	taken := min(own, maxSamples)
	used, control := usage{}, controls(fn)
	for i := range taken {
		round := i
		if taken < own {
			round = i * (own - 1) / (taken - 1)
		}
		n := min(round*int64(m.SMs)+int64(m.SMs)/2, programs-1)
		at := &place{grid: grid, program: [3]int64{n % grid[0], n / grid[0] % grid[1], n / grid[0] / grid[1]}, assumed: assumed, control: control}
		roles, depths := m.traceProgram(fn, launch, at)
		if i == 0 {
			p.Program = fingerprint(roles, depths)
		}
		clocks, u := m.simulate(roles, depths)
		p.Clocks += (clocks + m.Start) * float64(own) / float64(taken)
		used.add(u, float64(own)/float64(taken))
	}
	m.finish(&p, used, float64(programs)/float64(own*int64(m.SMs)))
	if isResident {
		p.Seconds += m.Idle * float64(all-programs)
	}
	for what := range assumed {
		p.Assumed = append(p.Assumed, what)
	}
	slices.Sort(p.Assumed)
	return p
}

// finish turns clocks into seconds. Filled is the part of the multiprocessors' time in which
// they have programs.
func (m *Machine) finish(p *Prediction, used usage, filled float64) {
	p.Tensor, p.Vector = used.tensor/p.Clocks, used.vector/p.Clocks
	p.Copies, p.Stores = used.copies/p.Clocks, used.stores/p.Clocks
	p.Clock = m.Top
	if busy := p.Tensor * filled; busy > 0 {
		p.Clock = min(m.Top, m.PowerClock*math.Pow(busy, -m.PowerExponent))
	}
	p.Seconds = p.Clocks/p.Clock + m.Launch
}

// fingerprint is a hash of what roles do.
func fingerprint(roles []*role, depths []int) uint64 {
	h := fnv.New64a()
	var word [8]byte
	add := func(values ...float64) {
		for _, v := range values {
			binary.LittleEndian.PutUint64(word[:], math.Float64bits(v))
			h.Write(word[:])
		}
	}
	for _, d := range depths {
		add(float64(d))
	}
	for _, r := range roles {
		add(float64(r.copies), r.scale)
		for _, s := range r.steps {
			add(float64(s.kind), float64(s.ring), float64(s.n), s.bytes, s.plain, s.work, s.dot.instructions, s.dot.clocks)
		}
	}
	return h.Sum64()
}
