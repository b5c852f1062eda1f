package gpu

import (
	"tawa/dialects/builtin"
	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
	"tawa/pass"
	"tawa/transforms/tawa"
)

// Convert gives every tensor an encoding, and lowers what is still of dialect tt
// alone: dots become asynchronous ones on shared memory, loads through a
// descriptor become TMA loads with a barrier, and descriptors that a role still makes for
// itself tensor maps.
type Convert struct {
	NumWarps int `opt:"num-warps" help:"warps that compute, where the module does not say; raised to what the accumulators need; -1: just that"`
}

// Info names the pass.
func (*Convert) Info() pass.Info {
	return pass.Info{
		Name: "convert-tt-to-ttg", Summary: "give every tensor a layout, and dots and descriptor loads their hardware form",
		Anchor: builtin.Module, Dialects: []string{"arith", "nvgpu", "tt", "ttg"},
	}
}

// reporter reports a failure at an op and returns false.
type reporter interface {
	Errorf(op *ir.Operation, format string, args ...any) bool
}

// Run converts all functions of the module.
func (c *Convert) Run(module *ir.Operation, st *pass.State) bool {
	if !setModuleAttrs(module, c.NumWarps, st) {
		return false
	}
	ok := true
	for op := range module.Region(0).Entry().Ops() {
		if op.Is(tt.Func) && !builtin.IsDeclaration(op) {
			ok = convertFunction(op, st) && ok
		}
	}
	return ok
}

func convertFunction(fn *ir.Operation, st *pass.State) bool {
	if !supported(fn, st) || !lowerDeviceDescriptors(fn, st) {
		return false
	}
	makeTensorMaps(fn)
	buffers, ok := lowerDescriptorLoads(fn, st)
	if !ok {
		return false
	}
	a := newAssignment(fn, warpsOf)
	if !a.dots(st) || !a.lowerDots(fn, buffers, st) {
		return false
	}
	a = newAssignment(fn, warpsOf) // the lowering has changed what there is
	if !a.accumulators(st) {
		return false
	}
	a.carriedOperands()
	a.turned()
	a.forward()
	a.rest()
	a.apply(fn)
	orientBuffers(fn)
	return true
}

// supported reports the ops for which there is no way down.
func supported(fn *ir.Operation, st *pass.State) bool {
	ok := true
	fn.Walk(func(op *ir.Operation) bool {
		switch {
		case op.Is(tt.Call) && hasTensors(op):
			ok = st.Errorf(op, "a call that takes or gives tensors has no lowering; inline the function")
		case op.Is(tt.MakeTensorPtr, tt.Advance):
			ok = st.Errorf(op, "block pointers have no lowering; use tensor descriptors or pointers")
		case op.Is(tt.DescriptorGather, tt.DescriptorScatter, tt.DescriptorReduce, tt.DotScaled):
			ok = st.Errorf(op, "'%s' has no lowering for this target", op.Name())
		}
		return true
	})
	return ok
}

// warpsOf is the number of warps that run op.
func warpsOf(op *ir.Operation) int { return int(ttg.NumWarps(op)) }

func regionOf(op *ir.Operation) *ir.Region {
	if op.Block() == nil {
		return nil
	}
	return op.Block().Region()
}

const (
	maxWarps     = 32
	numWarpsAttr = "ttg.num-warps"
	targetAttr   = "ttg.target"
)

// setModuleAttrs completes the attributes of a module of dialect ttg.
func setModuleAttrs(module *ir.Operation, warps int, st *pass.State) bool {
	ctx := module.Context()
	have, given := module.IntAttr(numWarpsAttr)
	switch {
	case warps == 0 || warps > 0 && warps&(warps-1) != 0 || warps > maxWarps:
		return st.Errorf(module, "num-warps must be a power of two of at most %d, not %d", maxWarps, warps)
	case given:
		warps = int(have)
	default:
		warps = max(warps, warpsForDots(module))
	}
	for _, a := range []ir.NamedAttr{
		ir.A("ttg.num-ctas", ctx.I32Attr(1)), ir.A(numWarpsAttr, ctx.I32Attr(int64(warps))),
		ir.A("ttg.threads-per-warp", ctx.I32Attr(32)), ir.A(targetAttr, ctx.Str("cuda:90")),
	} {
		if module.Attr(a.Name) == nil {
			module.SetAttr(a.Name, a.Value)
		}
	}
	return true
}

// warpsForDots is four for each 128 accumulator registers a thread that the dots of
// one block need together. More than eight would have fewer registers each than accumulators.
func warpsForDots(module *ir.Operation) int {
	var dots []*ir.Operation
	module.Walk(func(op *ir.Operation) bool {
		if op.Is(tt.Dot) {
			dots = append(dots, op)
		}
		return true
	})
	if tawa.Accumulators(dots) > warpsPerGroup*lanes*accumulatorGoal {
		return 2 * warpsPerGroup
	}
	return warpsPerGroup
}

const accumulatorGoal = 128
