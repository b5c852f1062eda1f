package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
)

// tally counts chunks that pass.
type tally struct {
	Pass int `json:"pass"`
	Of   int `json:"of"`
}

func (t *tally) add(pass bool) {
	t.Of++
	if pass {
		t.Pass++
	}
}

func (t tally) percent() float64 {
	if t.Of == 0 {
		return 100
	}
	return 100 * float64(t.Pass) / float64(t.Of)
}

func (t tally) String() string { return fmt.Sprintf("%d of %d (%.2f %%)", t.Pass, t.Of, t.percent()) }

// report is about one corpus.
type report struct {
	Name     string  `json:"name"`
	Digest   string  `json:"digest"`   // of paths and contents
	Files    tally   `json:"files"`    // all of whose chunks pass
	All      tally   `json:"chunks"`   // every chunk
	Hosted   tally   `json:"hosted"`   // those without dialects that only mlir-opt has
	Accepted tally   `json:"accepted"` // those of them that mlir-opt accepts
	Weak     int     `json:"weak"`     // chunks that pass although the custom form of mlir-opt leaves out what the generic one has
	Rejected tally   `json:"rejected"` // those of them that it, or a comment, rejects: we do, on the same line
	Column   tally   `json:"column"`   // those that it rejects: the column too
	Causes   []cause `json:"causes"`
	failures []*result
	// elsewhere are those whose error is on the right line, in another column.
	elsewhere []*result
}

// cause is a group of failures.
type cause struct {
	Message string `json:"message"`
	Chunks  int    `json:"chunks"`
	Example string `json:"example"`
}

// newReport counts results; the causes are those of the chunks that of names.
func newReport(name string, results []*result, of string) *report {
	r := &report{Name: name}
	files := map[*file]bool{}
	causes := map[string]*cause{}
	for _, x := range results {
		files[x.chunk.file] = x.pass() && (files[x.chunk.file] || !seen(files, x.chunk.file))
		r.count(x)
		if x.pass() || !x.in(of) {
			continue
		}
		r.failures = append(r.failures, x)
		key := group(x.cause)
		if causes[key] == nil {
			causes[key] = &cause{Message: key, Example: x.place()}
		}
		causes[key].Chunks++
	}
	for _, pass := range files {
		r.Files.add(pass)
	}
	for _, c := range slices.SortedFunc(maps.Values(causes), func(a, b *cause) int {
		return cmp.Or(b.Chunks-a.Chunks, cmp.Compare(a.Message, b.Message))
	}) {
		r.Causes = append(r.Causes, *c)
	}
	return r
}

func seen(m map[*file]bool, f *file) bool {
	_, ok := m[f]
	return ok
}

func (r *report) count(x *result) {
	r.All.add(x.pass())
	if x.scope != foreign {
		r.Hosted.add(x.pass())
	}
	if x.elsewhere != "" {
		r.elsewhere = append(r.elsewhere, x)
	}
	if x.weak {
		r.Weak++
	}
	if x.accepted {
		r.Accepted.add(x.pass())
	}
	if x.rejected && x.scope != foreign {
		r.Rejected.add(x.sameLine)
		if x.byMLIR {
			r.Column.add(x.sameCol)
		}
	}
}

func (x *result) in(of string) bool {
	return of == "all" || of == "hosted" && x.scope != foreign || of == "accepted" && x.accepted
}

// tally is what --of names.
func (r *report) tally(of string) tally {
	switch of {
	case "hosted":
		return r.Hosted
	case "accepted":
		return r.Accepted
	}
	return r.All
}

func (x *result) place() string { return fmt.Sprintf("%s:%d", x.chunk.file.path, x.chunk.line) }

var (
	inQuotes = regexp.MustCompile(`'[^']*'|"(?:[^"\\]|\\.)*"`)
	digits   = regexp.MustCompile(`\d+`)
)

// group is a cause without what tells its places apart; names of ops stay.
func group(cause string) string {
	cause = inQuotes.ReplaceAllStringFunc(cause, func(s string) string {
		if s[0] == '\'' && opName.MatchString(s[1:len(s)-1]) || s[0] == '"' {
			return s
		}
		return "'…'"
	})
	return digits.ReplaceAllString(cause, "N")
}

// print writes the report as text.
func (r *report) print(w io.Writer, c *config) {
	fmt.Fprintf(w, "%s (%s)\n", r.Name, r.Digest)
	for _, row := range []struct {
		what string
		t    tally
	}{
		{"files", r.Files},
		{"chunks", r.All},
		{"  of hosted dialects", r.Hosted},
		{"  accepted by mlir-opt", r.Accepted},
		{"  rejected, same line", r.Rejected},
		{"  rejected, same column", r.Column},
	} {
		fmt.Fprintf(w, "  %-24s %s\n", row.what, row.t)
	}
	if r.Weak > 0 {
		fmt.Fprintf(w, "  of those that pass, %d have a custom form, the same as mlir-opt's, that leaves something out\n", r.Weak)
	}
	for _, cause := range r.Causes[:min(len(r.Causes), c.causes)] {
		fmt.Fprintf(w, "  %5d  %s  [%s]\n", cause.Chunks, cause.Message, cause.Example)
	}
	if c.listFailures {
		for _, x := range r.failures {
			fmt.Fprintf(w, "%s: %s: %s\n", x.place(), x.scope, x.cause)
		}
		for _, x := range r.elsewhere {
			fmt.Fprintf(w, "%s: passes, but: %s\n", x.place(), x.elsewhere)
		}
	}
}
