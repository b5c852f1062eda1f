package cost

import (
	"cmp"
	"fmt"
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
	// The part of the time in which each unit works.
	Tensor, Vector, Copies, Stores, DRAM float64
	Assumed                              []string // what was not known of the launch
}

// Bound is what the time is spent on: the busiest unit if it works most of the time, or latency.
func (p Prediction) Bound() string {
	units := []struct {
		name string
		busy float64
	}{{"tensor cores", p.Tensor}, {"CUDA cores", p.Vector}, {"loads", p.Copies}, {"stores", p.Stores}, {"DRAM", p.DRAM}}
	best := slices.MaxFunc(units, func(a, b struct {
		name string
		busy float64
	}) int {
		return cmp.Compare(a.busy, b.busy)
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
	grid := m.gridOf(launch, assumed)
	all := grid[0] * grid[1] * grid[2]
	resident, isResident := fn.IntAttr(nvgpu.Resident)
	programs := all
	if isResident {
		programs = min(resident, all)
	}
	// One in the middle of those that begin together, of rounds at equal distances, stands for the others.
	own := (programs + int64(m.SMs) - 1) / int64(m.SMs)
	taken := min(own, maxSamples)
	used, control, loaded := usage{}, controls(fn), map[*ir.Operation]float64{}
	for i := range taken {
		round := i
		if taken < own {
			round = i * (own - 1) / (taken - 1)
		}
		n := min(round*int64(m.SMs)+int64(m.SMs)/2, programs-1)
		at := placeOf(n, grid, control)
		at.assumed = assumed
		roles, depths := m.traceProgram(fn, launch, at)
		clocks, u := m.simulate(roles, depths)
		p.Clocks += (clocks + m.Start) * float64(own) / float64(taken)
		used.add(u, float64(own)/float64(taken))
		for _, r := range roles {
			for load, bytes := range r.loaded {
				loaded[load] += bytes * r.scale * float64(own) / float64(taken)
			}
		}
	}
	m.finish(&p, used, float64(programs)/float64(own*int64(m.SMs)))
	if len(launch.Args) > 0 {
		each := used.stores * m.StoreBytes
		for load, part := range m.different(fn, launch, grid, programs) {
			each += loaded[load] * part
		}
		m.atLeast(&p, each*float64(programs)/float64(own))
	}
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

// gridOf is the grid of a launch, or what is assumed of it.
func (m *Machine) gridOf(launch Launch, assumed map[string]bool) [3]int64 {
	grid := launch.Grid
	if grid == [3]int64{} {
		grid = [3]int64{int64(m.SMs), AssumedWaves, 1}
		assumed[fmt.Sprintf("a grid of %d by %d programs", grid[0], grid[1])] = true
	}
	return grid
}

// atLeast makes a prediction no shorter than the traffic to DRAM takes.
func (m *Machine) atLeast(p *Prediction, bytes float64) {
	floor := bytes/m.DRAM + m.Launch
	if stretch := floor / p.Seconds; stretch > 1 {
		p.Seconds = floor
		p.Tensor, p.Vector, p.Copies, p.Stores = p.Tensor/stretch, p.Vector/stretch, p.Copies/stretch, p.Stores/stretch
	}
	p.DRAM = bytes / m.DRAM / p.Seconds
}
