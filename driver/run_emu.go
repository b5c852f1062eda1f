package driver

import (
	"errors"
	"fmt"
	"slices"

	"tawa/diag"
	"tawa/emu"
	"tawa/emu/tensor"
	"tawa/interp"
	"tawa/ptx"
)

// emulator runs PTX as package emu says that a Hopper GPU may run it.
type emulator struct{}

func (emulator) Name() string { return "emu" }
func (emulator) Form() Form   { return PTX }

func (emulator) Run(l *Launch) error {
	cfg, err := emuConfig(l)
	if err != nil {
		return err
	}
	module, err := l.Program.ptx(l.runner)
	if err != nil {
		return err
	}
	line := &timeline{}
	if l.Trace != "" {
		cfg.Trace = line.add
	}
	result := emu.Run(module, cfg)
	if l.Trace != "" {
		if err := line.write(l.Trace); err != nil {
			return err
		}
	}
	for i := range result.Reports {
		fmt.Fprintf(l.runner.stderr, "%s", &result.Reports[i])
	}
	if n := len(result.Reports); n > 0 {
		fmt.Fprintf(l.runner.stderr, "error: %d reports under schedule %d (%v, seed %d)\n", n, l.Schedule, cfg.Schedule.Mode, cfg.Schedule.Seed)
		return reported{errors.New("the emulator reports mistakes")}
	}
	return nil
}

// emuConfig is the launch in the terms of package emu.
func emuConfig(l *Launch) (emu.Config, error) {
	params, err := l.Params()
	if err != nil {
		return emu.Config{}, err
	}
	meta := &l.Program.Metadata
	schedule := emu.Schedules(l.Schedule + 1)[l.Schedule]
	schedule.Seed += l.Seed
	return emu.Config{
		Kernel: meta.Name, Grid: l.CTAs(), Block: [3]int{32 * meta.NumWarps}, Shared: meta.Shared, Args: emuArgs(l, params), Schedule: schedule,
		Strict: l.runner.strict, Lenient: l.runner.lenient,
	}, nil
}

// ptx reads the code, once, and checks that the emulator knows all of it.
func (p *Program) ptx(r *runner) (*ptx.Module, error) {
	if p.parsed != nil {
		return p.parsed, nil
	}
	name := p.Path
	if p.Module != nil {
		name += ", compiled"
	}
	var sink diag.Sink
	module, ok := ptx.Parse(diag.NewFile(name, p.Code), &sink)
	ok = ok && emu.Check(module, &sink)
	r.report(&sink)
	if !ok {
		return nil, reported{errors.New("the PTX is wrong, or more than the emulator knows")}
	}
	p.parsed = module
	return module, nil
}

// emuArgs are the parameters in the terms of package emu.
func emuArgs(l *Launch, params []Param) []emu.Arg {
	tables := map[*interp.Buffer][][]byte{}
	for _, link := range l.Data.Links {
		tables[link.Table] = append(tables[link.Table], link.To.Data)
	}
	var args []emu.Arg
	for _, p := range params {
		switch {
		case p.Map != nil:
			args = append(args, emu.Map(tensorMap(p), p.Buffer.Data))
		case p.Buffer != nil && tables[p.Buffer] != nil:
			args = append(args, emu.Pointers(tables[p.Buffer]...))
		case p.Buffer != nil:
			args = append(args, emu.Global(p.Buffer.Data))
		default:
			args = append(args, emu.Scalar(p.Value...))
		}
	}
	return args
}

// tensorMap describes a buffer as the metadata says, innermost dimension first.
func tensorMap(p Param) tensor.TensorMap {
	m := tensor.TensorMap{ElemSize: p.Map.ElemSize, Swizzle: uint8(p.Map.Swizzle), Type: uint8(p.Map.DataType())}
	strides := Strides(p.Buffer)
	for d, n := range slices.Backward(p.Buffer.Shape) {
		m.Dims = append(m.Dims, uint64(n))
		m.Box = append(m.Box, uint32(p.Map.BlockSize[d]))
		if d < len(strides)-1 {
			m.Strides = append(m.Strides, uint64(strides[d])*uint64(m.ElemSize))
		}
	}
	return m
}
