package emu

import (
	"fmt"

	"tawa/emu/tensor"
	"tawa/ptx"
)

// pendingOp is a part of an asynchronous operation that has not happened yet.
type pendingOp struct {
	run  func()
	done bool
	at   int // in cluster.pending
	born int64
}

func (c *cluster) start(op *pendingOp) *pendingOp {
	c.born++
	op.at, op.born = len(c.pending), c.born
	c.pending = append(c.pending, op)
	return op
}

// oldest is the index of the pending operation that was issued first.
func (c *cluster) oldest() int {
	best := 0
	for i, op := range c.pending {
		if op.born < c.pending[best].born {
			best = i
		}
	}
	return best
}

// complete lets the i-th pending operation happen.
func (c *cluster) complete(i int) { c.force(c.pending[i]) }

// force lets an operation happen now.
func (c *cluster) force(op *pendingOp) {
	if op.done {
		return
	}
	op.done = true
	if n := len(c.pending) - 1; op.born > 0 {
		last := c.pending[n]
		c.pending[op.at], last.at = last, op.at
		c.pending = c.pending[:n]
	}
	c.m.progress++
	op.run()
}

var copyOps = map[string]func(d *decoder){
	"cp.async.bulk.tensor":        decodeTensorCopy,
	"cp.async.bulk":               decodeBulkCopy,
	"cp.async.bulk.commit_group":  simpleLanes((*storeState).commit),
	"cp.async.bulk.wait_group":    decodeBulkWait,
	"cp.async":                    decodeCpAsync,
	"cp.async.commit_group":       simple(execCpCommit, true),
	"cp.async.wait_group":         decodeCpWait,
	"cp.async.wait_all":           decodeCpWait,
	"cp.async.mbarrier.arrive":    perLane(0, 0, false, cpAsyncArrive),
	"cp.reduce.async.bulk.tensor": decodeTensorCopy,
	"tensormap.replace":           decodeMapReplace,
	"tensormap.cp_fenceproxy":     decodeMapCopy,
}

// tensorCopy is a decoded bulk tensor copy.
type tensorCopy struct {
	shared    address // of the box
	tmap      address
	bar       address
	multicast int32 // row of the CTA mask, -1 without
	isStore   bool
	reduce    string
}

func decodeTensorCopy(d *decoder) {
	o, args := d.out, d.in.Args
	c := &tensorCopy{multicast: -1}
	rank := int(d.in.Mods[0][0] - '0')
	o.visible = true
	isLoad := d.in.Has("mbarrier::complete_tx::bytes")
	if isLoad {
		c.shared, c.tmap = d.address(&args[0], ptx.Shared), d.address(&args[1], ptx.Generic)
		c.bar = d.address(&args[2], ptx.Shared)
		if d.in.Has("multicast::cluster") && len(args) > 3 {
			c.multicast = d.source(&args[3])
		}
		o.exec = execTensorLoad
	} else {
		c.tmap, c.shared = d.address(&args[0], ptx.Generic), d.address(&args[1], ptx.Shared)
		o.exec, c.isStore = execTensorStore, true
		if d.in.Op == "cp.reduce.async.bulk.tensor" {
			c.reduce = d.in.Mods[3]
		}
	}
	if len(c.tmap.coords) != rank {
		d.fail("a %dd tensor copy has %d coordinates", rank, len(c.tmap.coords))
	}
	o.data = c
}

// tensorMap reads and checks the map and the coordinates of a lane; nil after a report.
func (w *warp) tensorMap(in *inst, l int, c *tensorCopy) (*tensor.TensorMap, []int32) {
	m := w.m()
	addr := c.tmap.at(w, l)
	space, off := window(addr)
	var code []byte
	if space == ptx.Param && off+128 <= uint64(len(m.params)) {
		code = m.params[off : off+128]
	} else if space == ptx.Global {
		b, err := m.globals.at(addr, 128)
		if err != nil {
			m.report(OutOfBounds, w, in, 1<<l, "tensor map at %v", err)
			return nil, nil
		}
		code = b
	}
	if addr%64 != 0 {
		m.report(Misaligned, w, in, 1<<l, "tensor map at 0x%x, which is not a multiple of 64", addr)
		return nil, nil
	}
	t, err := m.decodeMap(code)
	if err != nil {
		m.report(BadDescriptor, w, in, 1<<l, "tensor map at 0x%x: %v", addr, err)
		return nil, nil
	}
	if len(t.Dims) != len(c.tmap.coords) {
		m.report(BadDescriptor, w, in, 1<<l, "a copy with %d coordinates takes a tensor map of rank %d", len(c.tmap.coords), len(t.Dims))
		return nil, nil
	}
	coords := make([]int32, len(c.tmap.coords))
	for i, r := range c.tmap.coords {
		coords[i] = int32(w.rows[r][l])
	}
	if text := t.CheckCoords(coords, c.isStore); text != "" {
		m.report(BadDescriptor, w, in, 1<<l, "%s", text)
		return nil, nil
	}
	return t, coords
}

func (m *machine) decodeMap(code []byte) (*tensor.TensorMap, error) {
	if t := m.maps[string(code)]; t != nil {
		return t, nil
	}
	t, err := tensor.DecodeTensorMap(code)
	if err == nil {
		err = t.Check()
	}
	if err != nil {
		return nil, err
	}
	m.maps[string(code)] = t
	return t, nil
}

// box checks the shared side of a copy in CTA t; false after a report.
func (w *warp) box(in *inst, l int, t *cta, off uint32, tm *tensor.TensorMap) bool {
	m := w.m()
	if text := tm.CheckDst(off); text != "" {
		m.report(Misaligned, w, in, 1<<l, "%s", text)
		return false
	}
	if !t.shared.inside(off, tm.Footprint()) {
		m.report(OutOfBounds, w, in, 1<<l, "a box of %d bytes at shared address 0x%x; the CTA has 0x%x to 0x%x", tm.Footprint(), off, sharedBase, len(t.shared.data))
		return false
	}
	return true
}

func execTensorLoad(w *warp, in *inst, mask uint32) status {
	for m := mask; m != 0 && !w.m().stopped; m &= m - 1 {
		w.tensorLoad(in, onlyBit(m), in.data.(*tensorCopy))
	}
	return next
}

// tensorLoad issues one lane's load, to its own CTA or to those of the multicast mask.
func (w *warp) tensorLoad(in *inst, l int, c *tensorCopy) {
	tm, coords := w.tensorMap(in, l, c)
	if tm == nil {
		return
	}
	dst, off, err := w.sharedAddr(uint32(c.shared.at(w, l)))
	barCTA, barOff, ok := w.barrierAddress(in, l, &c.bar)
	if !ok {
		return
	}
	if err != nil {
		w.m().report(OutOfBounds, w, in, 1<<l, "%v", err)
		return
	}
	w.group.produces = true
	for _, t := range w.destinations(in, l, dst, barCTA, c.multicast) {
		w.loadInto(in, l, t, off, barOff, tm, coords)
	}
}

// destinations are the CTAs that a load goes to: those of the multicast mask in a row, or without one (-1) the one that
// the address names, where the mbarrier must be, too. None after a report.
func (w *warp) destinations(in *inst, l int, dst, bar *cta, mask int32) []*cta {
	if mask >= 0 {
		return w.multicast(in, l, uint16(w.rows[mask][l]))
	}
	if bar != dst {
		w.m().report(BarrierMisuse, w, in, 1<<l, "the copy goes to CTA %d, its mbarrier is in CTA %d", dst.rank, bar.rank)
		return nil
	}
	return []*cta{dst}
}

// multicast lists the CTAs of a mask.
func (w *warp) multicast(in *inst, l int, mask uint16) []*cta {
	var targets []*cta
	for rank, t := range w.cta.cluster.ctas {
		if mask>>rank&1 != 0 {
			targets = append(targets, t)
		}
	}
	if mask == 0 || int(mask)>>len(w.cta.cluster.ctas) != 0 {
		w.m().report(OutOfBounds, w, in, 1<<l, "multicast mask %04x in a cluster of %d", mask, len(w.cta.cluster.ctas))
		return nil
	}
	return targets
}

func (w *warp) loadInto(in *inst, l int, t *cta, off, barOff uint32, tm *tensor.TensorMap, coords []int32) {
	b := w.copyBarrier(in, l, t, barOff)
	if b == nil || !w.box(in, l, t, off, tm) {
		return
	}
	w.beginLoad(in, l, b, tm.BoxBytes(), boxRuns(tm, coords, off), fmt.Sprintf("load of %v", coords), func() bool {
		return w.copyIn(in, l, t, off, tm, coords)
	})
}

// boxRuns are the runs of shared memory that a box takes: one, unless its rows lie apart.
func boxRuns(tm *tensor.TensorMap, coords []int32, off uint32) []run {
	if tm.Footprint() == tm.BoxBytes() {
		return []run{{off, tm.BoxBytes()}}
	}
	var runs []run
	tm.Walk(coords, off, func(smem uint32, _ uint64, n int, _ bool) { runs = append(runs, run{smem, n}) })
	return runs
}

// run is n bytes of shared memory.
type run struct {
	at uint32
	n  int
}

// copyBarrier finds the mbarrier of a copy and checks that the async proxy knows it.
func (w *warp) copyBarrier(in *inst, l int, t *cta, off uint32) *mbarrier {
	m := w.m()
	b := t.shared.bars[off]
	if b == nil {
		m.report(BarrierMisuse, w, in, 1<<l, "no mbarrier is initialized at shared address 0x%x", off)
		return nil
	}
	if !w.order.generic.saw(b.init) {
		r := m.report(Race, w, in, 1<<l, "the mbarrier at 0x%x is used without an order after its initialization", off)
		m.noteInst(r, b.initPC, "initialized here")
	} else if !w.order.async.saw(b.init) && !m.cfg.Lenient {
		r := m.report(ProxyFence, w, in, 1<<l, "a copy signals the mbarrier at 0x%x; no fence.mbarrier_init or fence.proxy.async follows its initialization", off)
		m.noteInst(r, b.initPC, "initialized here")
	}
	return b
}

// beginLoad records that a copy of n bytes writes the runs and signals b, and makes it pending.
func (w *warp) beginLoad(in *inst, l int, b *mbarrier, n int, runs []run, name string, do func() bool) {
	if c, tensor := in.data.(*tensorCopy); tensor {
		w.usesMap(in, l, c.tmap.at(w, l), epoch{b.agent, uint32(b.index + 1)})
	}
	a := access{w: w, in: in, lanes: 1 << l, self: epoch{b.agent, uint32(b.index + 1)}, after: &w.order, async: true, late: true, what: in.src0.Op}
	for _, r := range runs {
		b.cta.shared.touch(&a, r.at, r.n, true)
	}
	b.flying++
	b.copier, b.copyInst, b.lastCopy = w, in, a.self
	at := b.index
	w.m().stats.Copies++
	begin, end := w.time, w.copyTime(n)
	w.cta.cluster.start(&pendingOp{run: func() {
		if !do() {
			return
		}
		w.m().event("load", name, w, in, begin, end)
		b.time = max(b.time, end)
		b.flying--
		if b.index != at {
			w.m().report(Transactions, w, in, 1<<l, "a copy issued for phase %d of the mbarrier at 0x%x completes in phase %d", at, b.addr, b.index)
			return
		}
		b.completeTx(w, in, n)
	}})
}

// copyIn moves a box from global to shared memory.
func (w *warp) copyIn(in *inst, l int, t *cta, off uint32, tm *tensor.TensorMap, coords []int32) bool {
	m, fill, ok := w.m(), tm.Fill(), true
	tm.Walk(coords, off, func(smem uint32, global uint64, n int, inside bool) {
		to := t.shared.data[smem : int(smem)+n]
		if !inside {
			for i := range to {
				to[i] = fill[i%len(fill)]
			}
			return
		}
		from, err := m.globals.at(global, n)
		if err != nil {
			if ok {
				m.report(OutOfBounds, w, in, 1<<l, "a box at %v reads global address %v", coords, err)
			}
			ok = false
			return
		}
		copy(to, from)
		tm.Convert(to)
	})
	return ok
}

// decodeBulkCopy is the copy of a run of bytes.
func decodeBulkCopy(d *decoder) {
	o, args := d.out, d.in.Args
	o.visible = true
	switch {
	case d.in.Has("bulk_group"):
		o.mem = []address{d.address(&args[0], ptx.Global), d.address(&args[1], ptx.Shared)}
		o.src = []int32{d.source(&args[2])}
		o.exec = eachLane(func(w *warp, in *inst, l int) { w.bulkStore(in, l) })
	case d.in.Has("global"):
		o.mem = []address{d.address(&args[0], ptx.Shared), d.address(&args[1], ptx.Global), d.address(&args[3], ptx.Shared)}
		o.src = []int32{d.source(&args[2])}
		multicast := int32(-1)
		if d.in.Has("multicast::cluster") && len(args) > 4 {
			multicast = d.source(&args[4])
			o.src = append(o.src, multicast)
		}
		o.exec = eachLane(func(w *warp, in *inst, l int) { w.bulkLoad(in, l, multicast) })
	}
}

func eachLane(f func(w *warp, in *inst, l int)) func(w *warp, in *inst, mask uint32) status {
	return func(w *warp, in *inst, mask uint32) status {
		for m := mask; m != 0 && !w.m().stopped; m &= m - 1 {
			f(w, in, onlyBit(m))
		}
		return next
	}
}

// bulkSize checks the rules of a plain bulk copy: 16-byte addresses and size.
func (w *warp) bulkSize(in *inst, l int, t *cta, off uint32, global uint64, n int) bool {
	switch {
	case off%16 != 0 || global%16 != 0 || n%16 != 0:
		w.m().report(Misaligned, w, in, 1<<l, "a bulk copy of %d bytes between 0x%x and 0x%x: all must be multiples of 16", n, off, global)
	case !t.shared.inside(off, n):
		w.m().report(OutOfBounds, w, in, 1<<l, "a bulk copy of %d bytes at shared address 0x%x", n, off)
	default:
		return true
	}
	return false
}

func (w *warp) bulkLoad(in *inst, l int, multicast int32) {
	n, global := int(uint32(w.rows[in.src[0]][l])), in.mem[1].at(w, l)
	dst, off, err := w.sharedAddr(uint32(in.mem[0].at(w, l)))
	if err != nil {
		w.m().report(OutOfBounds, w, in, 1<<l, "%v", err)
		return
	}
	barCTA, barOff, ok := w.barrierAddress(in, l, &in.mem[2])
	if !ok || !w.bulkSize(in, l, dst, off, global, n) {
		return
	}
	w.group.produces = true
	for _, t := range w.destinations(in, l, dst, barCTA, multicast) {
		if b := w.copyBarrier(in, l, t, barOff); b != nil {
			w.beginLoad(in, l, b, n, []run{{off, n}}, "bulk load", func() bool { return w.copyRun(in, l, t, off, global, n) })
		}
	}
}

// copyRun moves n bytes from global to shared memory.
func (w *warp) copyRun(in *inst, l int, t *cta, off uint32, global uint64, n int) bool {
	from, err := w.m().globals.at(global, n)
	if err != nil {
		w.m().report(OutOfBounds, w, in, 1<<l, "a bulk copy reads global address %v", err)
		return false
	}
	copy(t.shared.data[off:], from)
	return true
}
