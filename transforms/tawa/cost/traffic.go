package cost

import (
	"fmt"

	"tawa/dialects/tt"
	"tawa/ir"
)

// probe finds which tiles programs load that run at the same time: for each load the different coordinates,
// of the first iterations of all loops.
type probe map[*ir.Operation]map[string]bool

// see notes a load's coordinates, if they are known.
func (p probe) see(load *ir.Operation, known scalars) {
	at := ""
	for _, v := range load.Operands()[1:] {
		n, ok := known.lookup(v)
		if !ok {
			return
		}
		at += fmt.Sprint(n, " ")
	}
	if p[load] == nil {
		p[load] = map[string]bool{}
	}
	p[load][at] = true
}

// different is, for each load, the part of the tiles that no other program loads at the same time: the rest
// comes from the L2 cache. Loads whose coordinates are not known are not there.
func (m *Machine) different(fn *ir.Operation, launch Launch, grid [3]int64, programs int64) map[*ir.Operation]float64 {
	control := controls(fn)
	fn.Walk(func(op *ir.Operation) bool {
		if op.Is(tt.DescriptorLoad) {
			follow(control, op.Operands()[1:])
		}
		return true
	})
	seen, together := probe{}, min(programs, int64(m.SMs))
	for n := range together {
		at := placeOf(n, grid, control)
		at.probe = seen
		m.traceProgram(fn, launch, at)
	}
	out := map[*ir.Operation]float64{}
	for load, tiles := range seen {
		out[load] = float64(len(tiles)) / float64(together)
	}
	return out
}

// placeOf is a program by its number.
func placeOf(n int64, grid [3]int64, control map[*ir.Value]bool) *place {
	return &place{grid: grid, program: [3]int64{n % grid[0], n / grid[0] % grid[1], n / grid[0] / grid[1]}, assumed: map[string]bool{}, control: control}
}
