package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"

	"tawa/diag"
	"tawa/driver"
	"tawa/ir"
	"tawa/parser"
)

// passReport says how far the results of some passes are from mlir-opt's in one corpus.
type passReport struct {
	Name        string   `json:"name"`
	Passes      string   `json:"passes"` // joined by +
	Chunks      int      `json:"chunks"` // compared
	Before      int      `json:"before"` // ops
	MLIR        int      `json:"mlir"`
	Tawa        int      `json:"tawa"`
	Difference  int      `json:"difference"` // the sum over op names and chunks of what one has more than the other
	Ops         []opDiff `json:"ops"`        // that differ
	Functions   int      `json:"functions"`  // with a body
	Run         int      `json:"run"`        // of them, by the interpreter
	Told        int      `json:"told_apart"` // of them, by the interpreter
	Problems    []string `json:"problems"`
	differences map[string]*opDiff
	mu          sync.Mutex
}

// opDiff is how often an op is left by each.
type opDiff struct {
	Op      string `json:"op"`
	MLIR    int    `json:"mlir"`
	Tawa    int    `json:"tawa"`
	Differs int    `json:"differs"`
	Example string `json:"example"`
}

func (r *passReport) percent() float64 { return 100 * float64(r.Difference) / float64(max(1, r.MLIR)) }

// comparePasses runs the passes, cse+canonicalize for example, on every chunk that mlir-opt accepts and whose
// dialects both have.
func comparePasses(name string, files []*file, passes string, o *oracle, c *config) *passReport {
	r := &passReport{Name: name, Passes: passes, differences: map[string]*opDiff{}}
	var flags []string
	for p := range strings.SplitSeq(passes, "+") {
		flags = append(flags, "--"+p)
	}
	parallel(len(files), c.jobs, func(i int) {
		for j, v := range o.verdicts(files[i]) {
			chunk := files[i].chunks[j]
			if v != nil && v.Accepted && scopeOf(chunk.dialects, o.dialects, v) == shared {
				r.compare(chunk, flags, o)
			}
		}
	})
	for _, d := range r.differences {
		if d.Differs > 0 {
			r.Ops = append(r.Ops, *d)
		}
	}
	slices.SortFunc(r.Ops, func(a, b opDiff) int { return cmp.Or(b.Differs-a.Differs, cmp.Compare(a.Op, b.Op)) })
	slices.Sort(r.Problems)
	return r
}

func (r *passReport) compare(c *chunk, flags []string, o *oracle) {
	before := counts(c.text)
	theirText, ok := o.transform(c.text, flags)
	if before == nil || !ok {
		return // it crashes, or we do not read it, which the comparison of texts tells
	}
	ourText, problem := transform(c.text, flags)
	theirs, ours := counts(theirText), counts(ourText)
	place := fmt.Sprintf("%s:%d", c.file.path, c.line)
	if problem == "" && (theirs == nil || ours == nil) {
		problem = "the result is not read back"
	}
	all, run, told := 0, 0, ""
	if problem == "" {
		all, run, told = sameValues(c.text, ourText, theirText)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if problem != "" {
		r.Problems = append(r.Problems, place+": "+problem)
		return
	}
	r.Chunks++
	r.Before += total(before)
	r.MLIR += total(theirs)
	r.Tawa += total(ours)
	r.Functions += all
	r.Run += run
	if told != "" {
		r.Told++
		r.Problems = append(r.Problems, place+": "+told)
	}
	r.count(ours, theirs, place)
}

func (r *passReport) count(ours, theirs map[string]int, place string) {
	names := maps.Clone(theirs)
	maps.Copy(names, ours)
	for op := range names {
		d := r.differences[op]
		if d == nil {
			d = &opDiff{Op: op}
			r.differences[op] = d
		}
		d.MLIR += theirs[op]
		d.Tawa += ours[op]
		if n := max(ours[op]-theirs[op], theirs[op]-ours[op]); n > 0 {
			d.Differs += n
			r.Difference += n
			if d.Example == "" || place < d.Example {
				d.Example = place
			}
		}
	}
}

func total(counts map[string]int) int {
	n := 0
	for _, c := range counts {
		n += c
	}
	return n
}

// parse reads a text, without verifying it; nil if it has mistakes.
func parse(text string) *ir.Operation {
	var sink diag.Sink
	ctx := ir.NewContext(registry)
	ctx.AllowUnregistered = true
	op, _ := parser.Parse(ctx, diag.NewFile("chunk", []byte(text)), &sink)
	return op
}

// counts gives the number of ops of each name, nil for a text that is not read.
func counts(text string) map[string]int {
	op := parse(text)
	if op == nil {
		return nil
	}
	n := map[string]int{}
	op.Walk(func(op *ir.Operation) bool {
		n[op.Name().String()]++
		return true
	})
	return n
}

// transform runs tawa-opt in the process.
func transform(text string, flags []string) (out, problem string) {
	defer func() {
		if p := recover(); p != nil {
			problem = fmt.Sprintf("panics: %v", p)
		}
	}()
	var stdout, stderr bytes.Buffer
	args := append(slices.Clone(flags), "--allow-unregistered-dialect", "-")
	if driver.Main(driver.All(), args, strings.NewReader(text), &stdout, &stderr) != driver.Done {
		first, _, _ := strings.Cut(stderr.String(), "\n")
		return "", first
	}
	return stdout.String(), ""
}

// transform runs mlir-opt.
func (o *oracle) transform(text string, flags []string) (string, bool) {
	type answer struct {
		Text string
		OK   bool
	}
	key := o.version + strings.Join(flags, " ") + "\n" + text
	var a answer
	if !o.load(key, &a) {
		var ok bool
		a.Text, _, a.OK, ok = o.ask(text, flags...)
		a.OK = a.OK && ok
		o.store(key, a)
	}
	return a.Text, a.OK
}

// print writes the report as text.
func (r *passReport) print(w io.Writer, c *config) {
	fmt.Fprintf(w, "%s, %s: %d chunks\n", r.Name, r.Passes, r.Chunks)
	fmt.Fprintf(w, "  ops: %d before, %d by mlir-opt, %d by tawa-opt; they differ by %d (%.2f %%)\n", r.Before, r.MLIR, r.Tawa, r.Difference, r.percent())
	fmt.Fprintf(w, "  functions run: %d of %d; told apart by the interpreter: %d\n", r.Run, r.Functions, r.Told)
	for _, d := range r.Ops[:min(len(r.Ops), c.causes)] {
		fmt.Fprintf(w, "  %5d  %-30s %7d by mlir-opt, %7d by tawa-opt  [%s]\n", d.Differs, d.Op, d.MLIR, d.Tawa, d.Example)
	}
	for i, p := range r.Problems {
		if i == c.causes && !c.listFailures {
			fmt.Fprintf(w, "  … and %d more\n", len(r.Problems)-i)
			break
		}
		fmt.Fprintf(w, "  %s\n", p)
	}
}
