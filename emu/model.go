package emu

// Model time is in cycles of an SM that runs one CTA. It orders events on a timeline and weighs the parts of a kernel
// against each other; it is no prediction. The constants are rounded figures of an H200: the tensor cores do an
// m64nNk16 in N/2 cycles, a bulk copy moves 48 bytes a cycle after a latency of 600.
const (
	copyLatency  = 600
	copyPerCycle = 48
)

// reach moves the warp's clock to what it has waited for.
func (w *warp) reach(t int64) { w.time = max(w.time, t) }

// copyTime is when a copy of n bytes that w issues now ends.
func (w *warp) copyTime(n int) int64 {
	t := w.cta
	t.copyFree = max(t.copyFree, w.time) + int64(n/copyPerCycle)
	return t.copyFree + copyLatency
}

// wgmmaTime is when the warp's share of an m64nN that it issues now ends; the four shares run at once, so the tensor
// cores are busy for the first only.
func (w *warp) wgmmaTime(n int) int64 {
	t := w.cta
	if w.id&3 == 0 {
		t.tensorFree = max(t.tensorFree, w.time) + int64(n/2)
	}
	return max(t.tensorFree, w.time)
}

// event puts something that w did on the timeline.
func (m *machine) event(name, detail string, w *warp, in *inst, begin, end int64) {
	if m.cfg.Trace != nil {
		m.cfg.Trace(Event{Name: name, Detail: detail, CTA: w.cta.id, Warp: w.id, Begin: begin, End: end, Loc: locOf(in.src0)})
	}
}
