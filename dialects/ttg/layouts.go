package ttg

import (
	"fmt"
	"math/bits"
	"slices"

	"tawa/ir"
	"tawa/layout"
)

// ToLinear returns the linear layout that an encoding gives to a tensor, or to one
// buffer, of that shape.
func ToLinear(shape []int64, encoding ir.Attribute) (layout.Layout, error) {
	switch e := encoding.(type) {
	case Distributed:
		if e.Rank() != len(shape) {
			return layout.Layout{}, fmt.Errorf("an encoding of rank %d does not fit a tensor of rank %d", e.Rank(), len(shape))
		}
		return e.Linear(shape)
	case Shared:
		return e.Linear(shape)
	}
	return layout.Layout{}, fmt.Errorf("'%s' is no layout", ir.AttrString(encoding))
}

func narrow(vs []int64) []int {
	out := make([]int, len(vs))
	for i, v := range vs {
		out[i] = int(v)
	}
	return out
}

func narrow2(bases [][]int64) [][]int {
	out := make([][]int, len(bases))
	for i, b := range bases {
		out[i] = narrow(b)
	}
	return out
}

func wide2(bases [][]int) [][]int64 {
	out := make([][]int64, len(bases))
	for i, b := range bases {
		out[i] = make([]int64, len(b))
		for j, v := range b {
			out[i][j] = int64(v)
		}
	}
	return out
}

func product(vs []int64) int64 { return ir.NumElements(vs) }

// Linear is the layout of a tensor that the CTAs of the cluster share in tiles.
func (c CGA) Linear(shape []int64, tile func(shape []int64) (layout.Layout, error)) (layout.Layout, error) {
	return layout.Cluster(shape, narrow2(c), tile)
}

// Rank, NumThreads, NumWarps, NumCTAs and Linear implement Distributed.
func (a *BlockedAttr) Rank() int         { return len(a.Order) }
func (a *BlockedAttr) NumThreads() int64 { return product(a.ThreadsPerWarp) }
func (a *BlockedAttr) NumWarps() int64   { return product(a.WarpsPerCTA) }
func (a *BlockedAttr) NumCTAs() int64    { return a.CGA.size() }
func (a *BlockedAttr) Linear(shape []int64) (layout.Layout, error) {
	return a.CGA.Linear(shape, func(tile []int64) (layout.Layout, error) {
		return layout.Blocked(tile, narrow(a.SizePerThread), narrow(a.ThreadsPerWarp), narrow(a.WarpsPerCTA), narrow(a.Order))
	})
}

// Rank, NumThreads, NumWarps, NumCTAs and Linear implement Distributed.
func (a *SliceAttr) Rank() int         { return a.Parent.Rank() - 1 }
func (a *SliceAttr) NumThreads() int64 { return a.Parent.NumThreads() }
func (a *SliceAttr) NumWarps() int64   { return a.Parent.NumWarps() }
func (a *SliceAttr) NumCTAs() int64    { return a.Parent.NumCTAs() }
func (a *SliceAttr) Linear(shape []int64) (layout.Layout, error) {
	parent, err := a.Parent.Linear(slices.Insert(slices.Clone(shape), int(a.Dim), 1))
	if err != nil {
		return parent, err
	}
	return layout.Slice(int(a.Dim), parent)
}

// Rank, NumThreads, NumWarps, NumCTAs and Linear implement Distributed.
func (a *NvidiaMMAAttr) Rank() int         { return len(a.WarpsPerCTA) }
func (a *NvidiaMMAAttr) NumThreads() int64 { return defaultThreadsPerWarp }
func (a *NvidiaMMAAttr) NumWarps() int64   { return product(a.WarpsPerCTA) }
func (a *NvidiaMMAAttr) NumCTAs() int64    { return a.CGA.size() }
func (a *NvidiaMMAAttr) Linear(shape []int64) (layout.Layout, error) {
	if err := a.linearForm(); err != nil {
		return layout.Layout{}, err
	}
	return a.CGA.Linear(shape, func(tile []int64) (layout.Layout, error) {
		return layout.NvidiaMMAv3(tile, narrow(a.WarpsPerCTA), narrow(a.InstrShape))
	})
}

func (a *NvidiaMMAAttr) linearForm() error {
	if a.Major != 3 || len(a.InstrShape) != 3 {
		return fmt.Errorf("only nvidia_mma of version 3, with an instrShape of [m, n, k], has a linear form here")
	}
	return nil
}

// Rank, NumThreads, NumWarps, NumCTAs and Linear implement Distributed.
func (a *DotOperandAttr) Rank() int         { return a.Parent.Rank() }
func (a *DotOperandAttr) NumThreads() int64 { return a.Parent.NumThreads() }
func (a *DotOperandAttr) NumWarps() int64   { return a.Parent.NumWarps() }
func (a *DotOperandAttr) NumCTAs() int64    { return a.Parent.NumCTAs() }
func (a *DotOperandAttr) Linear(shape []int64) (layout.Layout, error) {
	switch parent := a.Parent.(type) {
	case *NvidiaMMAAttr:
		if err := parent.linearForm(); err != nil {
			return layout.Layout{}, err
		}
		return a.operandCGA(parent.CGA).Linear(shape, func(tile []int64) (layout.Layout, error) {
			return layout.DotOperand(tile, int(a.OpIdx), narrow(parent.WarpsPerCTA), narrow(parent.InstrShape), int(a.KWidth))
		})
	case *BlockedAttr:
		return a.operandCGA(parent.CGA).Linear(shape, func(tile []int64) (layout.Layout, error) {
			return layout.FMADotOperand(tile, int(a.OpIdx), narrow(parent.SizePerThread), narrow(parent.ThreadsPerWarp),
				narrow(parent.WarpsPerCTA), narrow(parent.Order))
		})
	}
	return layout.Layout{}, fmt.Errorf("an operand of '%s' has no linear form", ir.AttrString(a.Parent))
}

// operandCGA is how CTAs that share the result share the operand: each has all of K.
func (a *DotOperandAttr) operandCGA(result CGA) CGA {
	return result.each(func(b []int64) []int64 {
		b = slices.Clone(b)
		b[len(b)-1-int(a.OpIdx)] = 0
		return b
	})
}

// Rank, NumThreads, NumWarps, NumCTAs and Linear implement Distributed.
func (a *LinearAttr) Rank() int         { return a.rank }
func (a *LinearAttr) NumThreads() int64 { return 1 << len(a.Lane) }
func (a *LinearAttr) NumWarps() int64   { return 1 << len(a.Warp) }
func (a *LinearAttr) NumCTAs() int64    { return 1 << len(a.Block) }
func (a *LinearAttr) Linear(shape []int64) (layout.Layout, error) {
	return layout.Linear(shape, narrow2(a.Register), narrow2(a.Lane), narrow2(a.Warp), narrow2(a.Block))
}

// tile is the layout of the smallest shape that the bases fill.
func (a *LinearAttr) tile() (layout.Layout, error) {
	shape := make([]int64, a.rank)
	for d := range shape {
		var top int64
		for _, bases := range a.all() {
			for _, b := range bases {
				top = max(top, b[d])
			}
		}
		shape[d] = 1 << bits.Len64(uint64(top))
	}
	return a.Linear(shape)
}

// Linear and IsShared implement Shared.
func (*SwizzledSharedAttr) IsShared() {}
func (a *SwizzledSharedAttr) Linear(shape []int64) (layout.Layout, error) {
	return a.CGA.Linear(shape, func(tile []int64) (layout.Layout, error) {
		return layout.SwizzledShared(tile, int(a.Vec), int(a.PerPhase), int(a.MaxPhase), narrow(a.Order))
	})
}

// Rank, Linear and IsShared implement Shared.
func (*NVMMASharedAttr) IsShared()   {}
func (a *NVMMASharedAttr) Rank() int { return int(a.rank) }
func (a *NVMMASharedAttr) Linear(shape []int64) (layout.Layout, error) {
	if a.ElemBits == 0 {
		return layout.Layout{}, fmt.Errorf("an encoding that does not say the width of an element has no linear form")
	}
	if a.FP4Padded {
		return layout.Layout{}, fmt.Errorf("padded fp4 has no linear form here")
	}
	return a.CGA.Linear(shape, func(tile []int64) (layout.Layout, error) {
		return layout.NVMMAShared(tile, int(a.SwizzleBytes), a.Transposed, int(a.ElemBits))
	})
}

// Rank, Linear and IsShared implement Shared.
func (*SharedLinearAttr) IsShared()   {}
func (a *SharedLinearAttr) Rank() int { return len(a.Offset[0]) }
func (a *SharedLinearAttr) Linear(shape []int64) (layout.Layout, error) {
	return layout.SharedLinear(shape, narrow2(a.Offset), narrow2(a.Block))
}
