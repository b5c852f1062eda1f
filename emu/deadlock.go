package emu

import (
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"
)

// deadlock reports why no warp can go on: each wait, what it lacks, and who has supplied that so far.
func (c *cluster) deadlock() {
	kind, first := Deadlock, (*warp)(nil)
	var at *inst
	var notes []Note
	for _, w := range c.warps {
		for _, s := range w.splits {
			what, in := w.waits(s)
			if what == nil {
				continue
			}
			if b := what.bar; b != nil && b.pending == 0 && b.tx != 0 {
				kind = Transactions
			}
			if what.need > 0 {
				kind = Registers
			}
			if first == nil {
				first, at = w, in
			}
			notes = append(notes, Note{fmt.Sprintf("warp %d%s waits for %s", w.id, c.rankOf(w), what.describe(w)), locOf(in.src0), c.m.line(in)})
		}
	}
	if first == nil {
		return
	}
	// Several kinds of the same report would hide each other: a deadlock is one report.
	r := c.m.report(kind, first, at, first.live, "no warp can go on: %d wait", len(notes))
	r.Notes = append(r.Notes, notes...)
}

func (c *cluster) rankOf(w *warp) string {
	if len(c.ctas) == 1 {
		return ""
	}
	return fmt.Sprintf(" of CTA %d", w.cta.rank)
}

// waits is what a split waits for and where, nil if it does not.
func (w *warp) waits(s *split) (*waiting, *inst) {
	code := w.m().prog.code
	switch {
	case s.block != nil:
		return &s.block.what, &code[s.pc]
	case w.polling != nil:
		return w.polling, &code[w.pollPC]
	case s.parked:
		return &waiting{text: fmt.Sprintf("the other lanes of its warp, lanes %08x", w.live&^s.mask)}, &code[s.pc]
	}
	return nil, nil
}

// describe tells what a wait lacks.
func (t *waiting) describe(w *warp) string {
	switch {
	case t.bar != nil:
		return t.bar.describe(t.parity)
	case t.nb != nil:
		return t.nb.describe()
	case t.need > 0:
		return fmt.Sprintf("%d registers more; the pool has %d", t.need, w.cta.pool)
	case t.group != nil:
		return t.text + t.group.missing(t.target)
	case t.cluster:
		return t.text + w.cta.cluster.missing()
	}
	return t.text
}

func (b *mbarrier) describe(parity uint32) string {
	var s strings.Builder
	fmt.Fprintf(&s, "parity %d of the mbarrier at 0x%x (phase %d, %d of %d arrivals missing", parity, b.addr, b.index, b.pending, b.count)
	switch {
	case b.tx > 0:
		fmt.Fprintf(&s, ", %d bytes expected and not copied", b.tx)
	case b.tx < 0:
		fmt.Fprintf(&s, ", %d bytes copied beyond what was expected", -b.tx)
	}
	s.WriteString(")")
	if b.pending > 0 {
		s.WriteString(whoArrives(b.ever, b.now))
	}
	return s.String()
}

// whoArrives names the warps that have arrived before and have not in this phase; if all that ever did have, those.
func whoArrives(ever, now map[*warp]int) string {
	var missing []*warp
	for w := range ever {
		if now[w] == 0 {
			missing = append(missing, w)
		}
	}
	if len(ever) == 0 {
		return "; nobody has ever arrived at it"
	}
	if len(missing) == 0 {
		return "; nobody has ever arrived but " + namesOf(slices.Collect(maps.Keys(now)))
	}
	return "; in earlier phases it was " + namesOf(missing) + " who arrived"
}

func namesOf(warps []*warp) string {
	sort.Slice(warps, func(i, j int) bool {
		return warps[i].cta.rank < warps[j].cta.rank || warps[i].cta.rank == warps[j].cta.rank && warps[i].id < warps[j].id
	})
	var parts []string
	for _, w := range warps {
		state := "has exited"
		if w.live != 0 {
			state = "is at " + w.place()
		}
		parts = append(parts, fmt.Sprintf("warp %d%s (%s)", w.id, w.cta.cluster.rankOf(w), state))
	}
	return strings.Join(parts, ", ")
}

// place is the source line where a warp stands.
func (w *warp) place() string {
	if len(w.splits) == 0 {
		return "its end"
	}
	in := &w.m().prog.code[w.splits[0].pc]
	return fmt.Sprintf("%s, PTX line %d", locOf(in.src0), w.m().line(in))
}

func (b *namedBarrier) describe() string {
	now := map[*warp]int{}
	for _, w := range b.who {
		now[w] = 1
	}
	return fmt.Sprintf("named barrier %d (%d of %d threads have arrived)", b.id, b.arrived, b.expected) + whoArrives(b.ever, now)
}

func (g *warpGroup) missing(target int) string {
	var late []*warp
	for _, w := range g.warps {
		if w.wgmma.committed < target {
			late = append(late, w)
		}
	}
	return "; missing: " + namesOf(late)
}

func (c *cluster) missing() string {
	var late []*warp
	for _, w := range c.warps {
		if _, ok := c.barrier.arrived[w]; !ok && w.live != 0 {
			late = append(late, w)
		}
	}
	return "; missing: " + namesOf(late)
}
