package driver

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"tawa/diag"
	"tawa/ir"
	"tawa/transforms"
	"tawa/transforms/tawa/cost"
)

// tuneFlags ask for a comparison of ways of compiling, in place of a program.
type tuneFlags struct {
	show       string // a number, map, or "" for none
	form       string
	args, grid string
}

// launch reads --tune-args and --tune-grid.
func (f *tuneFlags) launch() (l cost.Launch, err error) {
	l.Args = map[string]int64{}
	for _, text := range strings.FieldsFunc(f.args, func(r rune) bool { return r == ',' || r == ' ' }) {
		name, value, found := strings.Cut(text, "=")
		n, err := strconv.ParseInt(value, 0, 64)
		if !found || name == "" || err != nil {
			return l, fmt.Errorf("--tune-args: %q is not NAME=INTEGER", text)
		}
		l.Args[name] = n
	}
	if f.grid == "" {
		return l, nil
	}
	l.Grid = [3]int64{1, 1, 1}
	sizes := strings.Split(f.grid, ",")
	for i, text := range sizes {
		n, err := strconv.ParseInt(text, 0, 64)
		if len(sizes) > 3 || err != nil || n < 1 || n > 1<<31 {
			return l, fmt.Errorf("--tune-grid=%s: it is X[,Y[,Z]], each at least 1", f.grid)
		}
		l.Grid[i] = n
	}
	if l.Grid[0]*l.Grid[1] > 1<<31 || l.Grid[0]*l.Grid[1]*l.Grid[2] > 1<<31 {
		return l, fmt.Errorf("--tune-grid=%s: more than 2^31 programs", f.grid)
	}
	return l, nil
}

// count is how many candidates are shown.
func (f *tuneFlags) count() (int, error) {
	n, err := strconv.Atoi(f.show)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("--tune=%s: it is a number of candidates, at least 1, or map", f.show)
	}
	return n, nil
}

// badTuning finds what is wrong with the flags of --tune.
func (c *config) badTuning() (problem, hint string) {
	f := &c.tuning
	switch {
	case f.show == "" && (f.args != "" || f.grid != ""):
		return "--tune-args and --tune-grid need --tune", ""
	case f.show == "":
		return "", ""
	case c.pipelineText != "" || len(c.entries) > 1 || len(c.entries) == 1 && c.compileOptions() == nil:
		return "--tune takes no passes but --tawa-compile", "the options of --tawa-compile are kept, and those left open are compared"
	case c.emit != "mlir":
		return "--tune can't be used with --emit=" + c.emit, ""
	}
	_, err := f.launch()
	if err == nil && f.show != "map" {
		_, err = f.count()
	}
	if err != nil {
		return err.Error(), ""
	}
	return "", ""
}

// compileOptions are those of --tawa-compile, nil if it was not given.
func (c *config) compileOptions() *transforms.Compile {
	for _, e := range c.entries {
		if p, ok := e.(*transforms.Compile); ok {
			return p
		}
	}
	return nil
}

// tune writes the comparison.
func (t *tool) tune(module *ir.Operation, sink *diag.Sink, out io.Writer) bool {
	asked := t.compileOptions()
	if asked == nil {
		asked = t.reg.Passes.New("tawa-compile").(*transforms.Compile)
	}
	launch, _ := t.tuning.launch()
	if !asked.WarpSpecialize {
		sink.Errorf(module.Span(), "there is nothing to compare: with warp-specialize=false a kernel has no roles")
		return false
	}
	if asked.SMs < 1 {
		sink.Errorf(module.Span(), "sms=%d: at least 1 is needed", asked.SMs)
		return false
	}
	tuning, ok := asked.NewTuning(module, &cost.H200, launch, sink)
	if !ok {
		return false
	}
	if !t.checkArguments(tuning.Kernel(), launch, sink) {
		return false
	}
	r := &tuneReport{tuning: tuning, asked: *asked, out: out}
	if t.tuning.show == "map" {
		return r.heatMap(t.tuning.form == "json")
	}
	n, _ := t.tuning.count()
	all := tuning.Candidates()
	if why := all[0].Why; why != "" {
		sink.Errorf(tuning.Kernel().Span(), "there is nothing to compare: %s", why)
		return false
	}
	r.total = len(all)
	for i := range all {
		if len(r.shown) < n || all[i].Automatic {
			tuning.Finish(module, &all[i])
			r.shown, r.ranks = append(r.shown, all[i]), append(r.ranks, i+1)
		}
	}
	if t.tuning.form == "json" {
		return r.json()
	}
	return r.table()
}

// checkArguments reports names of --tune-args that no integer parameter has.
func (t *tool) checkArguments(fn *ir.Operation, launch cost.Launch, sink *diag.Sink) bool {
	var names []string
	known := map[string]bool{}
	for i, v := range fn.Region(0).First().Args() {
		if _, integer := v.Type().(*ir.IntegerType); integer {
			number := "#" + strconv.Itoa(i)
			known[number], known[v.Name()] = true, true
			names = append(names, v.Name(), number)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(launch.Args)) {
		if known[name] {
			continue
		}
		d := sink.Errorf(fn.Span(), "--tune-args: the kernel has no integer parameter '%s'", name)
		if near, ok := diag.Nearest(name, slices.Values(names)); ok {
			d.Hint("did you mean '%s'?", near)
		}
		return false
	}
	return true
}

// tuneReport writes candidates.
type tuneReport struct {
	tuning *transforms.Tuning
	asked  transforms.Compile
	out    io.Writer
	shown  []transforms.Candidate
	ranks  []int // of those shown
	total  int
}

func (r *tuneReport) heading(assumed []string) {
	fmt.Fprintf(r.out, "%s on %s: ", r.tuning.Kernel().StrAttr("sym_name"), r.tuning.Machine.Name)
	if r.total > 0 {
		fmt.Fprintf(r.out, "%d programs compared\n", r.total)
	} else {
		fmt.Fprintln(r.out, "µs by ring depth D and dots in flight P")
	}
	if len(assumed) > 0 {
		fmt.Fprintf(r.out, "assumed: %s\n", strings.Join(assumed, ", "))
	}
}

func (r *tuneReport) table() bool {
	r.heading(r.shown[0].Prediction.Assumed)
	fmt.Fprintf(r.out, "%4s %10s  %-24s %7s  %-11s  options\n", "", "µs", "bound by", "KiB", "registers")
	for i, c := range r.shown {
		registers := strings.ReplaceAll(strings.Trim(fmt.Sprint(c.Registers), "[]"), " ", "/")
		text := c.Text(r.asked)
		if c.Automatic {
			text = strings.TrimSpace("automatic " + text)
		}
		if c.Why != "" {
			text += ": " + c.Why
		}
		fmt.Fprintf(r.out, "%4d %10.1f  %-24s %7.1f  %-11s  %s\n", r.ranks[i], 1e6*c.Prediction.Seconds, c.Prediction.Bound(), float64(c.Shared)/1024, registers, text)
	}
	return true
}

// candidateJSON is the form of a candidate for programs.
type candidateJSON struct {
	Options   string             `json:"options"` // of --tawa-compile, beside those that were given
	Seconds   float64            `json:"seconds"`
	Clock     float64            `json:"clock"` // Hz
	Bound     string             `json:"bound"`
	Busy      map[string]float64 `json:"busy"`   // part of the time
	Shared    int64              `json:"shared"` // bytes
	Registers []int64            `json:"registers"`
	Automatic bool               `json:"automatic"`
	Problem   string             `json:"problem,omitempty"`
}

func (r *tuneReport) form(c transforms.Candidate) candidateJSON {
	p := c.Prediction
	return candidateJSON{
		Options: c.Text(r.asked), Seconds: p.Seconds, Clock: p.Clock, Bound: p.Bound(),
		Busy:   map[string]float64{"tensor": p.Tensor, "vector": p.Vector, "loads": p.Copies, "stores": p.Stores, "dram": p.DRAM},
		Shared: c.Shared, Registers: append([]int64{}, c.Registers...), Automatic: c.Automatic, Problem: c.Why,
	}
}

func (r *tuneReport) json() bool {
	list := []candidateJSON{}
	for _, c := range r.shown {
		list = append(list, r.form(c))
	}
	return r.write(map[string]any{
		"kernel": r.tuning.Kernel().StrAttr("sym_name"), "machine": r.tuning.Machine.Name, "programs": r.total,
		"assumed": append([]string{}, r.shown[0].Prediction.Assumed...), "candidates": list,
	})
}

func (r *tuneReport) write(v any) bool {
	e := json.NewEncoder(r.out)
	e.SetIndent("", " ")
	return e.Encode(v) == nil
}

// The pairs of D and P that --tune=map shows.
const mapD, mapP = 6, 3

// heatMap writes a table of D × P; what is not possible is a dash.
func (r *tuneReport) heatMap(asJSON bool) bool {
	rows := r.tuning.Map(mapD, mapP)
	if asJSON {
		list := []map[string]any{}
		for d, row := range rows {
			for p, c := range row {
				if c.Why == "" {
					list = append(list, map[string]any{"depth": d + 1, "mma-depth": p, "seconds": c.Prediction.Seconds})
				}
			}
		}
		return r.write(map[string]any{"kernel": r.tuning.Kernel().StrAttr("sym_name"), "machine": r.tuning.Machine.Name, "map": list})
	}
	var assumed []string
	best := 0.0
	for _, row := range rows {
		for _, c := range row {
			if s := c.Prediction.Seconds; c.Why == "" && (best == 0 || s < best) {
				best, assumed = s, c.Prediction.Assumed
			}
		}
	}
	r.heading(assumed)
	fmt.Fprintf(r.out, "%6s", "")
	for p := range mapP + 1 {
		fmt.Fprintf(r.out, " %16s", fmt.Sprintf("P=%d", p))
	}
	fmt.Fprintln(r.out)
	for d, row := range rows {
		fmt.Fprintf(r.out, "%6s", fmt.Sprintf("D=%d", d+1))
		for _, c := range row {
			cell := "-"
			if c.Why == "" {
				cell = fmt.Sprintf("%.1f %+.1f %%", 1e6*c.Prediction.Seconds, 100*(c.Prediction.Seconds/best-1))
			}
			fmt.Fprintf(r.out, " %16s", cell)
		}
		fmt.Fprintln(r.out)
	}
	return true
}
