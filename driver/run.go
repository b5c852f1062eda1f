package driver

import (
	"fmt"
	"io"
	"math"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"tawa/diag"
	"tawa/interp"
	"tawa/ir"
	"tawa/ir/verify"
	"tawa/parser"
)

// RunMain is tawa-run: it runs a kernel on made-up data, on the arguments without
// the program's name, and returns the exit status.
func RunMain(reg *Registry, args []string, stdin io.Reader, stdout, stderr io.Writer) (status int) {
	r := &runner{tool: tool{reg: reg, stdin: stdin, stdout: stdout, stderr: stderr, color: isTerminal(stderr)}}
	defer func() {
		if p := recover(); p != nil {
			fmt.Fprintf(stderr, "error: internal error: %v\n%s", p, debug.Stack())
			status = Crashed
		}
	}()
	status, ok := r.parse(args)
	if !ok {
		return status
	}
	return r.run()
}

// runner is one run of tawa-run.
type runner struct {
	tool
	on, file, compare, kernel, grid string
	specs                           []string
	seed                            uint64
	schedules, show                 int
	tolerance                       float64
	size                            [3]int
	ctx                             *ir.Context
	made                            map[string][]byte
}

func (r *runner) flags() *pflag.FlagSet {
	f := pflag.NewFlagSet("tawa-run", pflag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.SortFlags = false
	f.StringVar(&r.on, "on", "interp", "what runs the kernel: interp, the reference interpreter")
	f.StringVar(&r.kernel, "kernel", "", "the function's `name`, where there are several")
	f.StringVar(&r.grid, "grid", "1", "programs along `x[,y[,z]]`")
	f.StringArrayVar(&r.specs, "arg", nil, "the next argument, as `spec`; see below")
	f.Uint64Var(&r.seed, "seed", 0, "of made-up data and of the schedule of warp groups")
	f.IntVar(&r.schedules, "schedules", 1, "run this often, under other schedules, and demand the same results; more than 1 adds the extreme ones")
	f.IntVar(&r.show, "print", 0, "show the first `n` elements of each buffer after the run")
	f.StringVar(&r.compare, "compare", "", "run this `file` on the same data too, and fail where the results differ")
	f.Float64Var(&r.tolerance, "tolerance", -1, "of --compare, relative to the largest element (default by element type)")
	return f
}

const runHelp = `
arguments, in the order of the kernel's parameters:
  randn:f16[256,128]       a buffer of normally distributed numbers, behind a pointer
  zeros:… ones:… iota:…    a buffer of zeros, of ones, of 0, 1, 2, …
  values:i32[2,3]:1,2,…    a buffer of these numbers
  desc:randn:f16[256,128]  a host descriptor of such a buffer; stands for the shapes and strides behind it, too
  ptrs:SPEC;SPEC;…         an array of pointers to buffers
  i32:256  f32:0.5         a scalar
`

func (r *runner) parse(args []string) (status int, ok bool) {
	f := r.flags()
	help := f.BoolP("help", "h", false, "this text")
	if err := f.Parse(normalize(args)); err != nil {
		fmt.Fprintf(r.stderr, "error: %v\nhint: tawa-run --help shows the flags and the forms of arguments\n", err)
		return Usage, false
	}
	if *help {
		fmt.Fprintf(r.stdout, "usage: tawa-run FILE --grid=X[,Y[,Z]] --arg=SPEC… [flags]\n\nRuns a kernel of a TTIR file, before or after passes.\n\nflags:\n%s%s",
			f.FlagUsages(), runHelp)
		return Done, false
	}
	problem := ""
	var err error
	switch {
	case f.NArg() != 1:
		problem = fmt.Sprintf("one input, not %d", f.NArg())
	case r.on != "interp":
		problem = fmt.Sprintf("--on=%s: must be interp", r.on)
	case r.schedules < 1:
		problem = fmt.Sprintf("--schedules=%d: must be at least 1", r.schedules)
	}
	if problem == "" {
		r.file = f.Arg(0)
		if r.size, err = parseGrid(r.grid); err != nil {
			problem = err.Error()
		}
	}
	if problem != "" {
		fmt.Fprintf(r.stderr, "error: %s\n", problem)
		return Usage, false
	}
	return Done, true
}

func parseGrid(text string) (size [3]int, err error) {
	size = [3]int{1, 1, 1}
	parts := strings.Split(text, ",")
	for i, p := range parts {
		n, err := strconv.Atoi(strings.TrimSpace(p))
		if err != nil || n < 1 || len(parts) > 3 {
			return size, fmt.Errorf("--grid=%s: must be one to three positive numbers, such as 8,4", text)
		}
		size[i] = n
	}
	return size, nil
}

func (r *runner) run() int {
	r.ctx = r.newContext()
	module, ok := r.load(r.file)
	if !ok {
		return Failed
	}
	kernel, err := interp.Entry(module, r.kernel)
	if err != nil {
		fmt.Fprintf(r.stderr, "error: %v\n", err)
		return Usage
	}
	data, err := r.data()
	if err == nil {
		err = interp.Check(kernel, data.args)
	}
	if err != nil {
		fmt.Fprintf(r.stderr, "error: %v\nnote: @%s takes %s\n", err, ir.SymbolName(kernel), interp.Signature(kernel))
		return Usage
	}
	if !r.execute(module, data, r.seed, interp.Random) {
		return Failed
	}
	fmt.Fprintf(r.stdout, "@%s: ran a grid of %dx%dx%d\n", ir.SymbolName(kernel), r.size[0], r.size[1], r.size[2])
	r.print(data)
	other, name := module, "another schedule"
	if r.compare != "" {
		name = r.compare
		if other, ok = r.load(r.compare); !ok {
			return Failed
		}
	}
	return r.compareAll(other, name, data)
}

// load reads a program.
func (r *runner) load(path string) (*ir.Operation, bool) {
	r.input = path
	file, err := r.readInput()
	if err != nil {
		fmt.Fprintf(r.stderr, "error: %v\n", err)
		return nil, false
	}
	var sink diag.Sink
	module, ok := parser.Parse(r.ctx, file, &sink)
	ok = ok && verify.Verify(module, &sink)
	r.report(&sink)
	return module, ok
}

func (r *runner) execute(module *ir.Operation, d *runData, seed uint64, order interp.Order) bool {
	var sink diag.Sink
	ok := interp.Run(module, interp.Config{
		Kernel: r.kernel, Grid: r.size, Memory: d.memory, Args: d.args, Seed: seed, Order: order, Output: r.stdout,
	}, &sink)
	r.report(&sink)
	return ok
}

// print shows the first elements of each buffer.
func (r *runner) print(d *runData) {
	if r.show <= 0 {
		return
	}
	for _, b := range d.buffers {
		fmt.Fprintf(r.stdout, "%s %s:", b.Name, b)
		for i := range min(r.show, b.Len()) {
			if b.IsFloat() {
				fmt.Fprintf(r.stdout, " %.6g", b.Float(i))
			} else {
				fmt.Fprintf(r.stdout, " %d", b.Int(i))
			}
		}
		fmt.Fprintln(r.stdout)
	}
}

// compareAll runs the other program, under as many schedules as asked for, and
// holds its buffers against those of the first run.
func (r *runner) compareAll(other *ir.Operation, name string, first *runData) int {
	type schedule struct {
		seed  uint64
		order interp.Order
	}
	var list []schedule
	if r.compare != "" {
		list = append(list, schedule{r.seed, interp.Random})
	}
	for i := 1; i < r.schedules; i++ {
		list = append(list, schedule{r.seed + uint64(i), interp.Random})
	}
	if r.schedules > 1 {
		list = append(list, schedule{r.seed, interp.ProducerFirst}, schedule{r.seed, interp.ConsumerFirst})
	}
	worst := make([]difference, len(first.buffers))
	for _, s := range list {
		d, err := r.data()
		if err != nil {
			fmt.Fprintf(r.stderr, "error: %v\n", err)
			return Usage
		}
		if !r.execute(other, d, s.seed, s.order) {
			return Failed
		}
		for i, b := range d.buffers {
			if x := differ(first.buffers[i], b); worst[i].largest == 0 || x.error > worst[i].error || math.IsNaN(x.error) {
				worst[i] = x
			}
		}
	}
	status := Done
	if len(list) > 0 {
		plural := "s"
		if len(list) == 1 {
			plural = ""
		}
		fmt.Fprintf(r.stdout, "%s: %d run%s compared\n", name, len(list), plural)
		status = r.judge(first, worst)
	}
	return status
}

// judge prints the worst difference of each buffer and says whether all are small enough.
func (r *runner) judge(first *runData, worst []difference) int {
	status := Done
	for i, b := range first.buffers {
		limit := r.tolerance
		if limit < 0 {
			limit = toleranceOf(b.Elem)
		}
		x := worst[i]
		verdict := "same"
		switch {
		case !(x.error <= limit*x.largest):
			verdict = fmt.Sprintf("DIFFERENT at element %d: %v and %v", x.at, x.a, x.b)
			status = Failed
		case x.error > 0:
			verdict = "near"
		}
		fmt.Fprintf(r.stdout, "  %s %s: max error %.3g of %.3g: %s\n", b.Name, b, x.error, x.largest, verdict)
	}
	return status
}

// difference is the largest error of a buffer against a reference.
type difference struct {
	error, largest float64
	at             int
	a, b           float64
}

func differ(want, got *interp.Buffer) difference {
	var d difference
	as, bs := numbers(want), numbers(got)
	for i, a := range as {
		b := bs[i]
		if !math.IsInf(a, 0) && !math.IsNaN(a) {
			d.largest = max(d.largest, math.Abs(a))
		}
		if a == b || a != a && b != b {
			continue
		}
		if e := math.Abs(a - b); e > d.error || e != e {
			d.error, d.at, d.a, d.b = e, i, a, b
		}
		if math.IsNaN(d.error) {
			break
		}
	}
	return d
}

// numbers are the elements of a buffer as floats.
func numbers(b *interp.Buffer) []float64 {
	if b.IsFloat() {
		return b.Floats()
	}
	out := make([]float64, b.Len())
	for i := range out {
		out[i] = float64(b.Int(i))
	}
	return out
}

// toleranceOf is how far two right results may be apart, relative to the largest element.
func toleranceOf(t ir.Type) float64 {
	f, ok := t.(*ir.FloatType)
	switch {
	case !ok:
		return 0
	case f.Format.Bits == 8:
		return 1.3e-1
	case f.Format.Bits == 16:
		return 2e-3
	}
	return 1e-5
}
