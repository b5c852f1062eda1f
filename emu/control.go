package emu

var controlOps = map[string]func(d *decoder){
	"bra":   decodeBranch,
	"ret":   simple(execExit, true),
	"exit":  simple(execExit, true),
	"trap":  simple(execTrap, true),
	"brkpt": simple(execTrap, true),

	"setp": decodeSetp2,

	"nanosleep":                     simple(execNothing, true),
	"pmevent":                       simple(execNothing, false),
	"membar":                        simple(execNothing, false),
	"fence":                         simple(execNothing, false),
	"prefetch":                      simple(execNothing, false),
	"prefetchu":                     simple(execNothing, false),
	"discard":                       simple(execNothing, false),
	"applypriority":                 simple(execNothing, false),
	"griddepcontrol":                simple(execNothing, false),
	"createpolicy":                  decodePolicy,
	"fence.proxy":                   decodeProxyFence,
	"fence.mbarrier_init":           simple(execProxyFence, true),
	"setmaxnreg":                    decodeSetmaxnreg,
	"cp.async.bulk.prefetch":        simple(execNothing, false),
	"cp.async.bulk.prefetch.tensor": simple(execNothing, false),
}

// simple is an instruction without operands that matter.
func simple(exec func(w *warp, in *inst, mask uint32) status, visible bool) func(d *decoder) {
	return func(d *decoder) { d.out.exec, d.out.visible = exec, visible }
}

func execNothing(*warp, *inst, uint32) status { return next }

func execTrap(w *warp, in *inst, mask uint32) status {
	w.m().report(Trap, w, in, mask, "the kernel trapped")
	return next
}

func decodeBranch(d *decoder) {
	d.out.target = int(d.in.Args[0].Off)
	d.out.exec = execBranch
}

// decodeSetp2 is setp with two predicates: the comparison and its negation, each combined with the third operand.
func decodeSetp2(d *decoder) {
	second := d.in.Args[0].Second
	if second < 0 {
		d.scalar(setp)
		return
	}
	test := compare(d)
	if test == nil {
		return
	}
	with := combine(d)
	d.take(d.in.Args)
	for len(d.out.src) < 3 {
		d.out.src = append(d.out.src, d.p.zero)
	}
	flip := boolean(d.out.not > 0)
	d.out.exec = func(w *warp, in *inst, mask uint32) status {
		a, b, c := &w.rows[in.src[0]], &w.rows[in.src[1]], &w.rows[in.src[2]]
		for m := mask; m != 0; m &= m - 1 {
			l := onlyBit(m)
			x, y := test(a[l], b[l]), c[l]^flip
			w.rows[in.d][l], w.rows[in.d2][l] = with(x, y), with(!x, y)
		}
		return next
	}
}

func decodePolicy(d *decoder) {
	d.out.d = d.dest(&d.in.Args[0])
	d.out.src = []int32{d.p.one, d.p.zero, d.p.zero}
	d.out.lane = func(a, _, _ uint64) uint64 { return a }
	d.out.exec = execLanes
}

// decodeProxyFence: the emulator tracks what the fences of tensor maps and those between generic and async proxy order.
func decodeProxyFence(d *decoder) {
	d.out.exec = execNothing
	if d.in.Has("tensormap::generic") {
		d.p.mapsWritten = true
		decodeMapFence(d)
		return
	}
	if d.in.Mods[0][:min(5, len(d.in.Mods[0]))] == "async" && !d.in.Has("global") && !d.in.Has("async.global") {
		d.out.exec, d.out.visible = execProxyFence, true
	}
}

func execProxyFence(w *warp, _ *inst, _ uint32) status {
	w.proxyFence()
	return next
}

func decodeSetmaxnreg(d *decoder) {
	d.out.imm, d.out.visible, d.out.gather = d.imm(0), true, aligned
	if n := d.out.imm; n < 24 || n > 256 || n%8 != 0 {
		d.fail("setmaxnreg takes a multiple of 8 from 24 to 256, this is %d", n)
	}
	if d.in.Has("inc") {
		d.out.exec = execRegistersInc
	} else {
		d.out.exec = execRegistersDec
	}
}

func execRegistersDec(w *warp, in *inst, mask uint32) status {
	n := int(in.imm)
	if n > w.regs {
		w.m().report(Registers, w, in, mask, "setmaxnreg.dec to %d registers, the warp has %d", n, w.regs)
		return next
	}
	w.cta.pool += 32 * (w.regs - n)
	w.regs, w.resized = n, in
	return next
}

func execRegistersInc(w *warp, in *inst, mask uint32) status {
	n, m := int(in.imm), w.m()
	if n < w.regs {
		m.report(Registers, w, in, mask, "setmaxnreg.inc to %d registers, the warp has %d", n, w.regs)
		return next
	}
	need := 32 * (n - w.regs)
	take := func() { w.cta.pool -= need; w.regs, w.resized = n, in }
	if need <= w.cta.pool {
		take()
		return next
	}
	return w.wait(in, waiting{text: "registers", need: need}, func() bool { return need <= w.cta.pool }, take)
}

// checkRegisters reports a setmaxnreg that not all warps of the group have executed.
func (g *warpGroup) checkRegisters() {
	for _, w := range g.warps[1:] {
		if first := g.warps[0]; w.regs != first.regs {
			who := w
			if w.regs == g.cta.cluster.m.registers {
				who = first
			}
			g.cta.cluster.m.report(Registers, who, who.resized, allLanes, "warp %d executed setmaxnreg and ended with %d registers, other warps of its warp group have %d", who.id, who.regs, first.regs+w.regs-who.regs)
			return
		}
	}
}

// exiting checks what threads leave behind.
func (w *warp) exiting(in *inst, mask uint32) {
	for m := mask; m != 0 && len(w.stores) > 0; m &= m - 1 {
		if s := w.stores[onlyBit(m)]; s != nil {
			s.atExit(w, in, onlyBit(m))
		}
	}
	if w.live == mask {
		w.wgmmaAtExit(in)
	}
}
