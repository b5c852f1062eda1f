package driver

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"slices"

	"tawa/emu"
)

// timeline collects what the emulator did, for a file in Chrome's trace format
// ("Trace Event Format"), which Perfetto opens: a process is a CTA, and one unit of
// model time is shown as a microsecond.
//
// Waits are on the line of their warp. What a warp group leaves to run by itself,
// copies and wgmma, overlaps: it lies on as many lines of the group as that takes.
type timeline struct{ events []emu.Event }

func (t *timeline) add(e emu.Event) { t.events = append(t.events, e) }

// traceEvent is a span ("X"), or the name of a process or thread ("M").
type traceEvent struct {
	Name   string         `json:"name"`
	Phase  string         `json:"ph"`
	Time   int64          `json:"ts"`
	Long   int64          `json:"dur"`
	CTA    int            `json:"pid"`
	Thread int            `json:"tid"`
	Args   map[string]any `json:"args,omitempty"`
}

const warpsPerGroup = 4

// group is a warp group of a CTA.
type group struct {
	cta   [3]int
	index int
}

func groupOf(e emu.Event) group { return group{e.CTA, e.Warp / warpsPerGroup} }

// write puts the events into a file, in the order of time.
func (t *timeline) write(path string) error {
	events := t.merged()
	roles := rolesOf(events)
	w := &traceWriter{ctas: map[[3]int]int{}, lines: map[line]int{}, ends: map[line]int64{}}
	for _, e := range events {
		name := e.Name
		if name == "wait" && e.Detail == "mbarrier" {
			name = roles[groupOf(e)].waits()
		}
		w.span(name, e)
	}
	text, err := json.Marshal(map[string]any{"traceEvents": w.list})
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644)
}

// merged sorts the events by time and makes one of each wgmma, which all warps of a group issue.
func (t *timeline) merged() []emu.Event {
	type key struct {
		group  group
		number int
	}
	var out []emu.Event
	counts := map[key]int{} // wgmmas by warp
	places := map[key]int{} // of the first warp's
	for _, e := range t.events {
		if e.Name == "wgmma" {
			g := groupOf(e)
			counts[key{g, e.Warp}]++
			k := key{g, counts[key{g, e.Warp}]}
			if at, seen := places[k]; seen {
				out[at].Begin, out[at].End = min(out[at].Begin, e.Begin), max(out[at].End, e.End)
				continue
			}
			places[k] = len(out)
		}
		out = append(out, e)
	}
	slices.SortStableFunc(out, func(a, b emu.Event) int { return cmp.Compare(a.Begin, b.Begin) })
	return out
}

// role is what a warp group does.
type role struct{ loads, computes bool }

func rolesOf(events []emu.Event) map[group]role {
	roles := map[group]role{}
	for _, e := range events {
		r := roles[groupOf(e)]
		r.loads, r.computes = r.loads || e.Name == "load", r.computes || e.Name == "wgmma"
		roles[groupOf(e)] = r
	}
	return roles
}

// waits names the waits at mbarriers: a producer waits to put, a consumer to get.
func (r role) waits() string {
	switch {
	case r.loads && !r.computes:
		return "put"
	case r.computes && !r.loads:
		return "get"
	}
	return "wait"
}

// line is a line of the picture: a warp's waits, or the nth of a group's copies or wgmmas.
type line struct {
	group  group
	kind   string
	number int
}

func (l line) String() string { return fmt.Sprintf("group %d: %s %d", l.group.index, l.kind, l.number) }

// traceWriter makes the list of events.
type traceWriter struct {
	list  []traceEvent
	ctas  map[[3]int]int
	lines map[line]int   // their threads
	ends  map[line]int64 // when they are free again
}

func (w *traceWriter) span(name string, e emu.Event) {
	cta, known := w.ctas[e.CTA]
	if !known {
		cta = len(w.ctas)
		w.ctas[e.CTA] = cta
		w.name("process_name", cta, 0, fmt.Sprintf("CTA (%d,%d,%d)", e.CTA[0], e.CTA[1], e.CTA[2]))
	}
	l := line{groupOf(e), "warp", e.Warp}
	if e.Name != "wait" {
		for l = (line{groupOf(e), e.Name, 0}); w.ends[l] > e.Begin; l.number++ {
		}
	}
	thread, known := w.lines[l]
	if !known {
		thread = len(w.lines)
		w.lines[l] = thread
		w.name("thread_name", cta, thread, l.String())
	}
	w.ends[l] = max(w.ends[l], e.End)
	args := map[string]any{"source": e.Loc.String(), "warp": e.Warp}
	if e.Detail != "" {
		args["detail"] = e.Detail
	}
	w.list = append(w.list, traceEvent{name, "X", e.Begin, e.End - e.Begin, cta, thread, args})
}

// name gives a process or a thread its name.
func (w *traceWriter) name(what string, cta, thread int, name string) {
	w.list = append(w.list, traceEvent{Name: what, Phase: "M", CTA: cta, Thread: thread, Args: map[string]any{"name": name}})
}
