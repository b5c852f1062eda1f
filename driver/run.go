package driver

import (
	"fmt"
	"io"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"tawa/interp"
	"tawa/ir"
)

// RunMain is tawa-run: it runs a kernel on made-up or given data, in one way or in
// two that it compares, on the arguments without the program's name, and returns
// the exit status.
func RunMain(reg *Registry, args []string, stdin io.Reader, stdout, stderr io.Writer) (status int) {
	r := &runner{tool: tool{reg: reg, stdin: stdin, stdout: stdout, stderr: stderr, colored: isTerminal(stderr)}}
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
	runFlags
	ctx            *ir.Context
	size           [3]int
	way, reference Executor // reference is nil without --compare and --compare-with
}

// runFlags are the command line.
type runFlags struct {
	on, file, metadata    string
	compare, compareWith  string
	kernel, grid, options string
	out, trace            string
	strict, lenient       bool
	specs                 []string
	seed                  uint64
	schedules, show       int
	tolerance             float64
	timeout               time.Duration
}

func (r *runner) flags() *pflag.FlagSet {
	f := pflag.NewFlagSet("tawa-run", pflag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.SortFlags = false
	f.StringVar(&r.on, "on", "interp", "the `way` to run the kernel: "+r.ways())
	f.StringVar(&r.compare, "compare", "", "run it this `way` too, on the same data, and fail where the results differ")
	f.StringVar(&r.compareWith, "compare-with", "", "the `file` to run for the comparison, if it is not the same")
	f.StringVar(&r.metadata, "metadata", "", "the launch metadata of a .ptx or .cubin `file`, from tawa-opt --emit-metadata")
	f.StringVar(&r.options, "tawa-compile", "", "`options` of the pipeline tawa-compile, where a kernel is compiled on the way")
	f.StringVar(&r.kernel, "kernel", "", "the function's `name`, where there are several")
	f.StringVar(&r.grid, "grid", "1", "programs along `x[,y[,z]]`")
	f.StringArrayVar(&r.specs, "arg", nil, "the next argument, as `spec`; see below")
	f.Uint64Var(&r.seed, "seed", 0, "of made-up data and of schedules")
	f.IntVar(&r.schedules, "schedules", 1, "run this often, under different schedules of warp groups and copies, and demand the same results")
	f.IntVar(&r.show, "print", 0, "show the first `n` elements of each buffer after the run")
	f.StringVar(&r.out, "out", "", "write each buffer after the run to this `dir`, as argN.npy")
	f.Float64Var(&r.tolerance, "tolerance", -1, "of comparisons, relative to the largest element (default by type and kernel)")
	f.StringVar(&r.trace, "trace", "", "write a timeline of the first run to this `file`, which Perfetto opens (emu)")
	f.BoolVar(&r.strict, "strict", false, "a wgmma group completes warp by warp, not for its warp group at once; an arrival in another CTA orders only with .cluster (emu)")
	f.BoolVar(&r.lenient, "lenient", false, "allow what the PTX ISA does not promise but other compilers rely on: fewer proxy fences (emu)")
	f.DurationVar(&r.timeout, "timeout", time.Minute, "how long a kernel may run (cuda)")
	return f
}

const runHelp = `
files: a kernel in IR, before or after passes; for ways that run compiled code also
.ptx or .cubin with --metadata. IR is compiled on the way where that is needed.

arguments, in the order of the kernel's parameters:
  randn:f16[256,128]       a buffer of normally distributed numbers, behind a pointer
  zeros:… ones:… iota:…    a buffer of zeros, of ones, of 0, 1, 2, …
  full:f32[8]:0.5          a buffer of one number
  randint:i32[8]:-4,5      a buffer of random integers of -4 to 4; all that i32 has without the range
  values:i32[2,3]:1,2,…    a buffer of these numbers
  npy:FILE[:TYPE]          a buffer read from a file of NumPy; TYPE where NumPy lacks the type
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
		fmt.Fprintf(r.stdout, "usage: tawa-run FILE --grid=X[,Y[,Z]] --arg=SPEC… [flags]\n\nRuns a kernel.\n\nflags:\n%s%s", f.FlagUsages(), runHelp)
		return Done, false
	}
	err := r.check(f.Args())
	if f.Changed("tolerance") && !(r.tolerance >= 0) {
		err = fmt.Errorf("--tolerance=%v: must be 0 or more", r.tolerance)
	}
	if err != nil {
		fmt.Fprintf(r.stderr, "error: %v\n", err)
		return Usage, false
	}
	return Done, true
}

// check completes the command line.
func (r *runner) check(files []string) (err error) {
	switch {
	case len(files) != 1:
		return fmt.Errorf("one input, not %d", len(files))
	case r.schedules < 1:
		return fmt.Errorf("--schedules=%d: must be at least 1", r.schedules)
	case r.metadata != "" && !compiled(files[0]) && !compiled(r.compareWith):
		return fmt.Errorf("--metadata is of a .ptx or .cubin; IR has its own")
	}
	r.file = files[0]
	if r.size, err = parseGrid(r.grid); err != nil {
		return err
	}
	if r.way, err = r.find("on", r.on); err != nil {
		return err
	}
	if name := r.way.Name(); name != "emu" && (r.trace != "" || r.strict || r.lenient) {
		return fmt.Errorf("--trace, --strict and --lenient are for --on=emu, not for %s", name)
	}
	if r.compare != "" {
		r.reference, err = r.find("compare", r.compare)
	} else if r.compareWith != "" {
		r.reference = r.way
	}
	if r.compareWith == "" {
		r.compareWith = r.file
	}
	return err
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

// run runs the program and what it is compared with.
func (r *runner) run() int {
	r.ctx = r.newContext()
	program, err := r.load(r.file, r.way)
	if err != nil {
		return r.fail(err)
	}
	initial, err := r.data()
	if err == nil {
		err = program.accepts(initial)
	}
	if err != nil {
		return r.fail(usage{err})
	}
	c := &comparison{initial: initial, tolerance: r.tolerance}
	if r.reference != nil {
		if err := r.refer(c, program); err != nil {
			return r.fail(err)
		}
	}
	for i := range r.schedules {
		l := &Launch{Program: program, Data: initial, Schedule: i}
		if i == 0 {
			l.Trace = r.trace
		}
		data, err := r.execute(r.way, l)
		if err != nil {
			return r.fail(err)
		}
		if i == 0 {
			fmt.Fprintf(r.stdout, "@%s: ran a grid of %dx%dx%d\n", program.Name(), r.size[0], r.size[1], r.size[2])
			r.print(data)
			if err := r.save(data); err != nil {
				return r.fail(err)
			}
		}
		c.add(data)
	}
	c.dot = max(c.dot, program.dot())
	if !c.report(r.stdout) {
		return Failed
	}
	return Done
}

// refer makes the results that the others are held against.
func (r *runner) refer(c *comparison, program *Program) (err error) {
	if r.compareWith != r.file || r.reference.Form() != r.way.Form() {
		if program, err = r.load(r.compareWith, r.reference); err != nil {
			return err
		}
		if err := program.accepts(c.initial); err != nil {
			return usage{err}
		}
	}
	c.name = fmt.Sprintf("%s on %s", r.compareWith, r.reference.Name())
	c.dot = program.dot()
	c.want, err = r.execute(r.reference, &Launch{Program: program, Data: c.initial})
	return err
}

// execute runs a program on a copy of the data, which then holds the results.
func (r *runner) execute(way Executor, l *Launch) (*Data, error) {
	l.runner, l.Grid, l.Seed, l.Timeout, l.Data = r, r.size, r.seed, r.timeout, l.Data.clone()
	return l.Data, way.Run(l)
}

// usage is an error of the command line.
type usage struct{ error }

// reported is an error that the user has seen already.
type reported struct{ error }

// fail shows an error and gives the exit status.
func (r *runner) fail(err error) int {
	switch err.(type) {
	case reported:
		return Failed
	case usage:
		fmt.Fprintf(r.stderr, "error: %v\n", err)
		return Usage
	}
	fmt.Fprintf(r.stderr, "error: %v\n", err)
	return Failed
}

// print shows the first elements of each buffer.
func (r *runner) print(d *Data) {
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
