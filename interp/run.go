package interp

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"

	"tawa/diag"
	"tawa/ir"
)

// Config is a launch.
type Config struct {
	Kernel string // the function's name; may be empty if there is only one
	Grid   [3]int // programs along x, y, z; 0 counts as 1
	Memory *Memory
	Args   []Arg
	Seed   uint64
	Order  Order
	Output io.Writer // of tt.print, or nil
	Limit  int       // of operations run in all, 0 is none
}

// machine is one launch being run.
type machine struct {
	cfg    Config
	memory *Memory
	kernel *function
	warps  int64
	args   []Value
	ran    int // operations
}

// Run runs the programs of a grid, one after the other, on buffers of
// cfg.Memory. It reports what is wrong with the launch or the program to sink and
// returns whether all went well.
func Run(module *ir.Operation, cfg Config, sink *diag.Sink) bool {
	m, ok := prepare(module, cfg, sink)
	if !ok {
		return false
	}
	grid := cfg.Grid
	for i := range grid {
		grid[i] = max(grid[i], 1)
	}
	for z := range grid[2] {
		for y := range grid[1] {
			for x := range grid[0] {
				if err := m.program([3]int{x, y, z}, grid); err != nil {
					report(sink, module, err)
					return false
				}
			}
		}
	}
	return true
}

func report(sink *diag.Sink, module *ir.Operation, err error) {
	var f *fault
	if !errors.As(err, &f) {
		sink.Errorf(module.Span(), "%v", err)
		return
	}
	d := sink.Errorf(f.op.Span(), "%s", f.message)
	d.Notes = append(d.Notes, f.notes...)
}

func prepare(module *ir.Operation, cfg Config, sink *diag.Sink) (*machine, bool) {
	op, err := entry(module, cfg.Kernel)
	if err != nil {
		sink.Errorf(module.Span(), "%v", err)
		return nil, false
	}
	if cfg.Memory == nil {
		cfg.Memory = &Memory{}
	}
	m := &machine{cfg: cfg, memory: cfg.Memory}
	if m.args, err = bind(op, cfg.Memory, cfg.Args); err != nil {
		sink.Errorf(op.Span(), "%v", err).Hint("the kernel takes %s", Signature(op))
		return nil, false
	}
	c := newCompiler(module, sink)
	m.kernel, m.warps = c.function(op), c.numWarps
	return m, !c.failed
}

// program runs one program of the grid.
func (m *machine) program(at, grid [3]int) error {
	number := uint64(at[0] + grid[0]*(at[1]+grid[1]*at[2]))
	c := &cta{machine: m, turns: map[int64]*turns{}, program: at, grid: grid, order: m.cfg.Order, rng: rand.New(rand.NewPCG(m.cfg.Seed, number))}
	c.spawn("the kernel", m.warps, make([]Value, m.kernel.slots), func(a *agent) error {
		_, err := a.run(m.kernel.body, m.args...)
		return err
	})
	if err := c.run(); err != nil {
		var f *fault
		if !errors.As(err, &f) {
			return fmt.Errorf("program %v: %w", at, err)
		}
		return err
	}
	return nil
}

// count counts an operation against the limit.
func (m *machine) count(op *ir.Operation) error {
	if m.ran++; m.ran > m.cfg.Limit && m.cfg.Limit > 0 {
		return &fault{op: op, message: fmt.Sprintf("more than %d operations were run", m.cfg.Limit)}
	}
	return nil
}
