package gpu

import (
	"slices"

	"tawa/dialects/ttg"
	"tawa/ir"
	"tawa/pass"
)

// The register file: registers of a multiprocessor, what setmaxnreg counts in, its
// bounds, and what a role needs that only starts copies.
const (
	registerFile      = 65536
	registerStep      = 8
	registersMin      = 24
	registersMax      = 232
	producerRegisters = 40
)

const (
	totalWarpsAttr    = "ttg.total-num-warps"
	actualRegisters   = "actualRegisters"
	requestedAttr     = "requestedRegisters"
	startIDsAttr      = "warpGroupStartIds"
	partitionNumWarps = "partitionNumWarps"
)

// assignWarps numbers the warps of the roles of all kernels, the default role's
// first, and moves registers from the roles that copy to those that compute.
func assignWarps(module *ir.Operation, st *pass.State) bool {
	ctx := module.Context()
	base, _ := module.IntAttr(numWarpsAttr)
	total, ok := base, true
	module.Walk(func(op *ir.Operation) bool {
		if !op.Is(ttg.WarpSpecialize) {
			return true
		}
		next := base
		var starts []int64
		for _, n := range op.Ints(partitionNumWarps) {
			starts = append(starts, next)
			next += n
		}
		op.SetAttr(startIDsAttr, ctx.I32Array(starts...))
		total = max(total, next)
		return true
	})
	module.SetAttr(totalWarpsAttr, ctx.I32Attr(total))
	if total*lanes > 1024 {
		return st.Errorf(module, "the roles have %d warps, but a CTA has at most 32", total)
	}
	module.Walk(func(op *ir.Operation) bool {
		if op.Is(ttg.WarpSpecialize) {
			ok = shareRegisters(op, base, launchRegisters(module, total), st) && ok
		}
		return true
	})
	return ok
}

// launchRegisters is what each thread has when the kernel starts.
func launchRegisters(module *ir.Operation, warps int64) int64 {
	if n, ok := module.IntAttr("ttg.maxnreg"); ok {
		return n / registerStep * registerStep
	}
	return min(255, registerFile/(lanes*warps)) / registerStep * registerStep
}

// holdsTensors reports whether a partition has tensors in registers, so that nobody
// knows how many it needs.
func holdsTensors(r *ir.Region) bool {
	found := false
	for b := range r.Blocks() {
		for op := range b.Ops() {
			op.Walk(func(op *ir.Operation) bool {
				found = found || hasTensors(op)
				return !found
			})
		}
	}
	return found
}

// shareRegisters sets the registers of each role: 40 for partitions unless they ask for
// a number, the rest for the default role, which keeps at least what it has at launch.
// setmaxnreg is an instruction of whole warp groups.
func shareRegisters(op *ir.Operation, base, launch int64, st *pass.State) bool {
	warps := append([]int64{base}, op.Ints(partitionNumWarps)...)
	asked := op.Ints(requestedAttr)
	whole := !slices.ContainsFunc(warps, func(n int64) bool { return n%warpsPerGroup != 0 })
	if !whole || len(asked) == 0 && slices.ContainsFunc(ttg.Partitions(op), holdsTensors) {
		op.SetAttr(actualRegisters, nil)
		return true
	}
	regs := make([]int64, len(warps))
	pool := int64(0)
	for _, n := range warps {
		pool += n / warpsPerGroup * launch
	}
	given := pool
	for i := 1; i < len(warps); i++ {
		regs[i] = producerRegisters
		if i-1 < len(asked) {
			regs[i] = max(align(asked[i-1], registerStep), registersMin)
		}
		pool -= regs[i] * warps[i] / warpsPerGroup
	}
	groups := base / warpsPerGroup
	regs[0] = min(pool/groups, registersMax) / registerStep * registerStep
	if pool < groups*registersMin {
		return st.Errorf(op, "the partitions' registers %v leave %d registers a thread for each of the %d warp groups that compute, of %d together",
			regs[1:], pool/groups/registerStep*registerStep, groups, given)
	}
	if pool/groups >= launch {
		regs[0] = max(regs[0], launch)
	}
	op.SetAttr(actualRegisters, op.Context().I32Array(regs...))
	return true
}
