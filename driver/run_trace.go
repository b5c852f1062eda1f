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
// ("Trace Event Format"), which Perfetto opens: a process is a CTA, a thread is a
// warp, and one unit of model time is shown as a microsecond.
type timeline struct{ events []emu.Event }

func (t *timeline) add(e emu.Event) { t.events = append(t.events, e) }

// traceEvent is a span ("X"), or the name of a process or thread ("M").
type traceEvent struct {
	Name  string         `json:"name"`
	Phase string         `json:"ph"`
	Time  int64          `json:"ts"`
	Long  int64          `json:"dur"`
	CTA   int            `json:"pid"`
	Warp  int            `json:"tid"`
	Args  map[string]any `json:"args,omitempty"`
}

const warpsPerGroup = 4

// write puts the events into a file, in the order of time.
func (t *timeline) write(path string) error {
	var list []traceEvent
	ctas, warps := map[[3]int]int{}, map[[2]int]bool{}
	for _, e := range t.events {
		cta, known := ctas[e.CTA]
		if !known {
			cta = len(ctas)
			ctas[e.CTA] = cta
			list = append(list, naming("process_name", cta, 0, fmt.Sprintf("CTA (%d,%d,%d)", e.CTA[0], e.CTA[1], e.CTA[2])))
		}
		if id := [2]int{cta, e.Warp}; !warps[id] {
			warps[id] = true
			list = append(list, naming("thread_name", cta, e.Warp, fmt.Sprintf("warp group %d, warp %d", e.Warp/warpsPerGroup, e.Warp)))
		}
		x := traceEvent{Name: e.Name, Phase: "X", Time: e.Begin, Long: e.End - e.Begin, CTA: cta, Warp: e.Warp, Args: map[string]any{"source": e.Loc.String()}}
		if e.Detail != "" {
			x.Args["detail"] = e.Detail
		}
		list = append(list, x)
	}
	slices.SortStableFunc(list, func(a, b traceEvent) int { return cmp.Compare(a.Time, b.Time) })
	text, err := json.Marshal(map[string]any{"traceEvents": list})
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644)
}

// naming gives a process or thread its name.
func naming(what string, cta, warp int, name string) traceEvent {
	return traceEvent{Name: what, Phase: "M", CTA: cta, Warp: warp, Args: map[string]any{"name": name}}
}
