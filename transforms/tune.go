package transforms

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"io"
	"slices"
	"strings"

	"tawa/diag"
	"tawa/dialects/builtin"
	"tawa/dialects/nvgpu"
	"tawa/dialects/scf"
	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
	"tawa/pass"
	"tawa/transforms/tawa"
	"tawa/transforms/tawa/cost"
)

// axis is an option in which ways of compiling a kernel differ.
type axis struct {
	name   string
	at     func(*Compile) *int
	values []int
	open   int   // the value that leaves it open
	auto   []int // values that tawa-choose considers: the model has been held against measurements of them
}

// axes is the space of candidates, the product of what is legal.
var axes = []axis{
	{"persistent", func(c *Compile) *int { return &c.Persistent }, []int{0, 1}, -1, nil},
	{"consumers", func(c *Compile) *int { return &c.Consumers }, []int{1, 2, 3, 4}, -1, nil},
	{"transform", func(c *Compile) *int { return &c.Transform }, []int{-1, 0}, -1, []int{-1, 0}},
	{"coarse", func(c *Compile) *int { return &c.Coarse }, []int{0, 1}, -1, []int{0, 1}},
	{"depth", func(c *Compile) *int { return &c.Depth }, []int{1, 2, 3, 4, 5, 6, 7, 8}, -1, nil},
	{"ping-pong", func(c *Compile) *int { return &c.PingPong }, []int{0, 1}, -1, nil},
	{"cluster", func(c *Compile) *int { return &c.Cluster }, []int{1, 2}, 1, nil},
	{"mma-depth", func(c *Compile) *int { return &c.MMADepth }, []int{0, 1, 2}, -1, []int{0, 1}},
}

// Candidate is a way of compiling a kernel, and what it costs.
type Candidate struct {
	Options    Compile
	Prediction cost.Prediction
	Automatic  bool    // it is what the options make without a cost model
	Shared     int64   // bytes; of those that Finish was asked for
	Registers  []int64 // a thread, consumers first; the same
	Why        string  // it is not possible
	Program    uint64  // of candidates that make the same program it is the same
	same       map[string][]int
	fn         *ir.Operation // until it has been predicted
}

// Text is the options that set a candidate apart, as --tawa-compile takes them.
func (c Candidate) Text(asked Compile) string {
	var out []string
	for _, a := range axes {
		if n := *a.at(&c.Options); n != *a.at(&asked) {
			out = append(out, fmt.Sprintf("%s=%d", a.name, n))
		}
	}
	return strings.Join(out, " ")
}

// Tuning compares ways of compiling a kernel.
type Tuning struct {
	Machine *cost.Machine
	Launch  cost.Launch
	asked   Compile
	module  *ir.Operation // ready to be split
	kernel  string
}

// NewTuning prepares a copy of a module for the comparison of ways that the options leave open, of its
// first kernel.
func (c Compile) NewTuning(module *ir.Operation, m *cost.Machine, launch cost.Launch, sink *diag.Sink) (*Tuning, bool) {
	copied := module.Clone(ir.NewMapping())
	pm := pass.NewManager(builtin.Module)
	c.prepare(pm)
	if !pm.Run(copied, sink) {
		return nil, false
	}
	for fn := range copied.Region(0).First().Ops() {
		if tawa.IsKernel(fn) {
			return c.tuning(m, launch, copied, fn), true
		}
	}
	sink.Errorf(module.Span(), "the module has no kernel")
	return nil, false
}

// tuning compares on as many multiprocessors as the options say.
func (c Compile) tuning(m *cost.Machine, launch cost.Launch, module, fn *ir.Operation) *Tuning {
	own := *m
	own.SMs = c.SMs
	return &Tuning{Machine: &own, Launch: launch, asked: c, module: module, kernel: fn.StrAttr("sym_name")}
}

// Kernel is the function that is compiled, before it is split.
func (t *Tuning) Kernel() *ir.Operation { return kernelNamed(t.module, t.kernel) }

// Evaluate predicts what a way of compiling costs.
func (t *Tuning) Evaluate(c Compile) Candidate {
	out := t.build(c)
	t.predict(&out)
	return out
}

// build makes the program of a way of compiling.
func (t *Tuning) build(c Compile) Candidate {
	out := Candidate{Options: c}
	if n := int64(c.Cluster); n > int64(t.asked.Cluster) && (t.Launch.Grid[0] == 0 || t.Launch.Grid[0]%n != 0) {
		out.Why = fmt.Sprintf("a cluster of %d must divide the programs along x", n)
		return out
	}
	module := t.module.Clone(ir.NewMapping())
	pm := pass.NewManager(builtin.Module)
	c.roles(pm)
	var sink diag.Sink
	ok := pm.Run(module, &sink)
	out.fn = kernelNamed(module, t.kernel)
	if !ok || !tawa.Holds(out.fn, ttg.WarpSpecialize) {
		out.Why = whyNot(&sink)
		return out
	}
	out.Program = fingerprint(out.fn)
	out.same = sameAs(out.fn, &sink)
	return out
}

// predict says what a program costs.
func (t *Tuning) predict(c *Candidate) {
	if c.Why == "" {
		c.Prediction = t.Machine.Predict(c.fn, t.Launch)
	}
	c.fn = nil
}

// fingerprint is the same for equal functions of a context.
func fingerprint(fn *ir.Operation) uint64 {
	h := fnv.New64a()
	ids := map[any]uint64{}
	var word [8]byte
	add := func(of any) {
		id, ok := ids[of]
		if !ok {
			id = uint64(len(ids))
			ids[of] = id
		}
		binary.LittleEndian.PutUint64(word[:], id)
		h.Write(word[:])
	}
	fn.Walk(func(op *ir.Operation) bool {
		io.WriteString(h, op.Name().String())
		for _, v := range op.Operands() {
			add(v)
		}
		for _, r := range op.Results() {
			add(r)
			io.WriteString(h, ir.TypeString(r.Type()))
		}
		for _, a := range slices.Concat(op.Inherent(), op.Discardable()) {
			if n, ok := a.Value.(*ir.IntegerAttr); ok && op != fn {
				binary.LittleEndian.PutUint64(word[:], uint64(n.Value))
				h.Write(word[:])
			}
		}
		return true
	})
	return h.Sum64()
}

// sameAs are values of options that would make the same program, as far as it shows: a kernel without a
// transformer has no use for one.
func sameAs(fn *ir.Operation, sink *diag.Sink) map[string][]int {
	same := map[string][]int{"transform": {-1, 0}, "coarse": {0, 1}, "mma-depth": {0}}
	fn.Walk(func(op *ir.Operation) bool {
		switch {
		case op.Is(ttg.WarpSpecialize) && len(ttg.Partitions(op)) > 1:
			same["transform"] = []int{-1}
		case op.Is(nvgpu.DotWait) && op.Operand(0).Def() != nil && op.Operand(0).Def().Is(scf.For):
			same["mma-depth"] = []int{1} // it waits for what a loop left in flight
		}
		return true
	})
	for _, d := range sink.All() {
		switch {
		case strings.HasPrefix(d.Message, "coarse-grained pipeline"):
			same["coarse"], same["mma-depth"] = []int{1}, []int{0, 1}
		case strings.HasPrefix(d.Message, "no coarse-grained pipeline"):
			same["coarse"] = []int{0}
		}
	}
	return same
}

func kernelNamed(module *ir.Operation, name string) *ir.Operation {
	for fn := range module.Region(0).First().Ops() {
		if fn.Is(tt.Func) && fn.StrAttr("sym_name") == name {
			return fn
		}
	}
	panic("the kernel is gone")
}

// whyNot is the first error, or what the partition could not do.
func whyNot(sink *diag.Sink) string {
	why := "not specialized"
	for _, d := range sink.All() {
		switch {
		case d.Severity == diag.Error:
			return d.Message
		case strings.HasPrefix(d.Message, why):
			why = d.Message
		}
	}
	return why
}

// Candidates are the ways that the options leave open, each program once, the fastest first; of those that are
// as fast, the automatic one.
func (t *Tuning) Candidates() []Candidate {
	base := t.Evaluate(t.asked)
	if base.Why != "" {
		return []Candidate{base}
	}
	base.Automatic = true
	found := []Candidate{base}
	seen := map[uint64]bool{base.Program: true}
	ways := []Compile{t.asked}
	for _, a := range t.open() {
		var next []Compile
		for _, w := range ways {
			for _, n := range t.distinct(a) {
				*a.at(&w) = n
				next = append(next, w)
			}
		}
		ways = next
	}
	for _, w := range ways {
		c := t.build(w)
		if c.Why == "" && !seen[c.Program] {
			seen[c.Program] = true
			t.predict(&c)
			found = append(found, c)
		}
	}
	slices.SortStableFunc(found, func(a, b Candidate) int { return cmp.Compare(a.Prediction.Seconds, b.Prediction.Seconds) })
	return found
}

// open are the axes on which the options say nothing.
func (t *Tuning) open() []axis {
	return slices.DeleteFunc(slices.Clone(axes), func(a axis) bool { return *a.at(&t.asked) != a.open })
}

// distinct are the values of an axis that, all else being automatic, are possible and make different programs.
func (t *Tuning) distinct(a axis) []int {
	var out []int
	seen := map[uint64]bool{}
	for _, n := range a.values {
		w := t.asked
		*a.at(&w) = n
		if c := t.build(w); c.Why == "" && !seen[c.Program] {
			seen[c.Program] = true
			out = append(out, n)
		}
	}
	if len(out) < 2 {
		return []int{a.open}
	}
	return out
}

// Finish compiles a candidate to the end, and notes what it takes of shared memory and registers.
func (t *Tuning) Finish(module *ir.Operation, c *Candidate) {
	var sink diag.Sink
	w := c.Options
	w.Model = false
	pm := pass.NewManager(builtin.Module)
	w.Build(pm)
	module = module.Clone(ir.NewMapping())
	if !pm.Run(module, &sink) {
		c.Why = whyNot(&sink)
		return
	}
	c.Shared, _ = module.IntAttr("ttg.shared")
	kernelNamed(module, t.kernel).Walk(func(op *ir.Operation) bool {
		if op.Is(ttg.WarpSpecialize) {
			c.Registers = op.Ints("actualRegisters")
		}
		return true
	})
}

// Map predicts each pair of ring depth and dots in flight, all else being as asked for or automatic.
func (t *Tuning) Map(maxD, maxP int) [][]Candidate {
	var rows [][]Candidate
	for d := 1; d <= maxD; d++ {
		var row []Candidate
		for p := 0; p <= maxP; p++ {
			w := t.asked
			w.Depth, w.MMADepth = d, p
			row = append(row, t.Evaluate(w))
		}
		rows = append(rows, row)
	}
	return rows
}
