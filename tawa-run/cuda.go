package main

import (
	"tawa/driver"
	"tawa/target/cuda"
)

// gpu runs kernels on the first GPU, which is opened for the first of them.
type gpu struct{ device *cuda.Device }

func (*gpu) Name() string      { return "cuda" }
func (*gpu) Form() driver.Form { return driver.Cubin }

func (g *gpu) Run(l *driver.Launch) error {
	params, err := l.Params()
	if err != nil {
		return err
	}
	if g.device == nil {
		if g.device, err = cuda.Open(0); err != nil {
			return err
		}
	}
	meta := &l.Program.Metadata
	return g.device.Run(&cuda.Launch{
		Image: l.Program.Code, Kernel: meta.Name, Grid: l.CTAs(), Block: [3]int{32 * meta.NumWarps}, Shared: meta.Shared,
		Args: arguments(l, params), Timeout: l.Timeout,
	})
}

// arguments are the parameters in the terms of package cuda.
func arguments(l *driver.Launch, params []driver.Param) []cuda.Arg {
	buffers := map[*driver.Buffer]*cuda.Buffer{}
	at := func(b *driver.Buffer) *cuda.Buffer {
		if buffers[b] == nil {
			buffers[b] = &cuda.Buffer{Name: b.Name, Data: b.Data}
		}
		return buffers[b]
	}
	for _, link := range l.Data.Links {
		t := at(link.Table)
		t.Links = append(t.Links, cuda.Link{Offset: 8 * link.Index, To: at(link.To)})
	}
	var args []cuda.Arg
	for _, p := range params {
		switch {
		case p.Map != nil:
			args = append(args, cuda.Tensor(cuda.TensorMap{
				Type: p.Map.DataType(), ElemSize: p.Map.ElemSize, Shape: p.Buffer.Shape, Strides: driver.Strides(p.Buffer),
				Box: p.Map.BlockSize, Swizzle: p.Map.Swizzle,
			}, at(p.Buffer)))
		case p.Buffer != nil:
			args = append(args, cuda.Pointer(at(p.Buffer)))
		default:
			args = append(args, cuda.Scalar(p.Value))
		}
	}
	return args
}
