package nvptx

import (
	"fmt"

	"tawa/dialects/nvgpu"
	"tawa/ir"
	"tawa/llvmir"
)

// place says which threads the code from here on is for: tid and warp count
// from the first thread of the group.
func (g *gen) place(tid, warp value) {
	g.tid, g.warp = tid, warp
	g.lane = g.And(tid, ci(31))
	g.lead = g.ICmp(llvmir.EQ, tid, ci(0))
}

// lowerWarpSpecialize sends each warp to its role. The default region and what
// follows the op is code of the first warps; the others end with their region.
func lowerWarpSpecialize(l *lowering, op *ir.Operation) bool {
	parts, captures := partitions(op)
	starts := op.Ints("warpGroupStartIds")
	warps := op.Ints("partitionNumWarps")
	if len(starts) != len(parts) || len(warps) != len(parts) {
		return l.fail(op, "has %d partitions but warpGroupStartIds for %d and partitionNumWarps for %d: run --allocate-shared-memory before",
			len(parts), len(starts), len(warps))
	}
	all := *l.gen
	for i, part := range parts {
		role, rest := l.fn.Block(fmt.Sprintf("partition%d", i)), l.fn.Block("roles")
		lo, hi := ci(int(starts[i])), ci(int(starts[i]+warps[i]))
		mine := l.ICmp(llvmir.UGE, all.warp, lo)
		if int(starts[i]+warps[i]) < l.launch.total {
			mine = l.And(mine, l.ICmp(llvmir.ULT, all.warp, hi))
		}
		l.CondBr(mine, role, rest)
		l.At(role)
		l.gen = &gen{Builder: all.Builder, smem: all.smem, warps: int(warps[i]), bar: ci(int(nvgpu.RegionBarrier(i + 1)))}
		l.place(l.Sub(all.tid, ci(32*int(starts[i]))), l.Sub(all.warp, lo))
		l.setRegisters(op, i+1)
		if !l.partition(part, captures) {
			return false
		}
		l.At(rest)
	}
	l.gen = &gen{Builder: all.Builder, smem: all.smem, warps: l.launch.warps, bar: ci(int(nvgpu.RegionBarrier(0)))}
	l.place(all.tid, all.warp)
	l.setRegisters(op, 0)
	body := op.Region(0).First()
	if !l.ops(body) {
		return false
	}
	l.assign(op.Results(), l.all(body.Terminator().Operands()))
	return true
}

// partition lowers one role. One that only computes scalars, waits and starts
// copies is run by a single thread.
func (l *lowering) partition(r *ir.Region, captures []*ir.Value) bool {
	args := r.First().Args()
	for i, v := range captures {
		l.set(args[i], l.get(v)...)
		l.descs[args[i]] = l.descs[v]
	}
	end := l.fn.Block("role.end")
	if oneThread(r) {
		l.single = true
		elect, run := l.fn.Block("elect"), l.fn.Block("run")
		l.CondBr(l.ICmp(llvmir.EQ, l.warp, ci(0)), elect, end)
		l.At(elect)
		l.CondBr(l.elect(), run, end)
		l.At(run)
	}
	if !l.ops(r.First()) {
		return false
	}
	l.Br(end)
	l.At(end)
	l.RetVoid()
	return true
}

// elect is true in one thread of the warp.
func (g *gen) elect() value {
	a := g.effect()
	d := a.Out(llvmir.I32)
	v := a.Emit("{ .reg .pred P; elect.sync _|P, -1; selp.b32 " + d + ", 1, 0, P; }")[0]
	return g.ICmp(llvmir.NE, v, ci(0))
}

// oneThread reports whether nothing in a region needs more than one thread.
func oneThread(r *ir.Region) bool {
	allowed := map[string]bool{
		"nvgpu.mbarrier.wait": true, "nvgpu.mbarrier.expect": true, "nvgpu.tma.load": true,
		"nvgpu.tensormap.slot": true, "nvgpu.tensormap.make": true, "nvgpu.tensormap.release": true, "nvgpu.tensormap.acquire": true,
		"tt.load": true, "ttg.memdesc_index": true, "ttg.memdesc_trans": true, "ttg.memdesc_subslice": true, "ttg.warp_return": true,
	}
	ok := true
	for b := range r.Blocks() {
		for op := range b.Ops() {
			op.Walk(func(op *ir.Operation) bool {
				name := op.Name()
				d := name.Dialect()
				ok = ok && (d == "arith" || d == "scf" || d == "math" || d == "tt" && op.IsPure() || allowed[name.String()])
				for _, v := range op.Results() {
					ok = ok && !ir.IsTensor(v.Type())
				}
				return ok
			})
		}
	}
	return ok
}

// setRegisters moves registers between the warp groups. All warps of the group run it.
func (l *lowering) setRegisters(op *ir.Operation, region int) {
	regs := op.Ints("actualRegisters")
	if region >= len(regs) {
		return
	}
	switch n, launch := int(regs[region]), l.launch.registers(); {
	case n < launch:
		l.effectf("setmaxnreg.dec.sync.aligned.u32 %d;", n)
	case n > launch:
		l.effectf("setmaxnreg.inc.sync.aligned.u32 %d;", n)
	}
}

// registers is how many registers a thread has at launch: an even share of the
// 65,536 of a multiprocessor, unless the kernel is bound to fewer.
func (c launch) registers() int {
	if c.maxRegs != 0 {
		return c.maxRegs
	}
	return min(255, 65536/(32*c.total)) / 8 * 8
}

// partitions is the regions of the roles and the values that they capture.
func partitions(op *ir.Operation) (parts []*ir.Region, captures []*ir.Value) {
	holder := op
	if op.NumRegions() == 2 && !op.Region(1).Empty() {
		holder = op.Region(1).First().First()
		parts = holder.Regions()
	}
	captures = op.Operands()
	if len(captures) == 0 {
		captures = holder.Operands()
	}
	return parts, captures
}
