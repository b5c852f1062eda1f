package driver

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"tawa/ir"
	"tawa/pass"
)

// timer measures the passes and the other parts of a run. Of something that runs on several threads at once, user time
// adds up and wall time does not.
type timer struct {
	mu      sync.Mutex
	began   time.Time
	root    *span
	passes  map[pass.Pass]*span
	running map[runKey]time.Time
}

// runKey is a pass at work on an op.
type runKey struct {
	p  pass.Pass
	op *ir.Operation
}

// span is a row of the report.
type span struct {
	name       string
	parent     *span
	children   []*span
	active     int // threads inside
	since      time.Time
	wall, user time.Duration
}

// newTimer has a row for each pass and each nested pipeline of the manager.
func newTimer(m *pass.Manager) *timer {
	t := &timer{began: time.Now(), root: &span{name: "Total"}, passes: map[pass.Pass]*span{}, running: map[runKey]time.Time{}}
	t.root.child("Parser")
	at := t.root
	m.Each(
		func(p pass.Pass) { t.passes[p] = at.child(p.Info().Name) },
		func(n *pass.Manager) { at = at.child(pipelineName(n)) },
		func(*pass.Manager) { at = at.parent })
	return t
}

// pipelineName is `'func.func' Pipeline`.
func pipelineName(m *pass.Manager) string {
	if m.Anchor() == nil {
		return "'any' Pipeline"
	}
	return fmt.Sprintf("'%s' Pipeline", m.Anchor())
}

func (s *span) child(name string) *span {
	c := &span{name: name, parent: s}
	s.children = append(s.children, c)
	return c
}

// section measures a part of the run that is no pass, until the returned function is called.
func (t *timer) section(name string) (done func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	i := slices.IndexFunc(t.root.children, func(s *span) bool { return s.name == name })
	s := (*span)(nil)
	if i >= 0 {
		s = t.root.children[i]
	} else {
		s = t.root.child(name)
	}
	start := time.Now()
	s.enter(start)
	return func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		s.leave(start, time.Now())
	}
}

// enter and leave count for the rows around too, and for the root, whose wall time is that in which anything was measured.
func (s *span) enter(now time.Time) {
	for ; s != nil; s = s.parent {
		if s.active++; s.active == 1 {
			s.since = now
		}
	}
}

func (s *span) leave(start, now time.Time) {
	for ; s != nil; s = s.parent {
		s.user += now.Sub(start)
		if s.active--; s.active == 0 {
			s.wall += now.Sub(s.since)
		}
	}
}

func (t *timer) Before(p pass.Pass, op *ir.Operation) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.passes[p] == nil { // of a pipeline that a pass made
		t.passes[p] = t.root.child(p.Info().Name)
	}
	now := time.Now()
	t.running[runKey{p, op}] = now
	t.passes[p].enter(now)
}

func (t *timer) After(p pass.Pass, op *ir.Operation, _ bool) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	key := runKey{p, op}
	t.passes[p].leave(t.running[key], time.Now())
	delete(t.running, key)
	return true
}

// print writes the report, as a tree or as a list of names, the slowest first.
func (t *timer) print(w io.Writer, display string) {
	total := time.Since(t.began)
	rest := total - t.root.wall
	user := t.root.user + rest
	reportHead(w, "Execution time report")
	fmt.Fprintf(w, "  Total Execution Time: %.4f seconds\n\n  ----User Time----  ----Wall Time----  ----Name----\n", total.Seconds())
	row := func(s *span, indent int) {
		fmt.Fprintf(w, "%10.4f (%5.1f%%)  %8.4f (%5.1f%%)  %s%s\n", s.user.Seconds(), percent(s.user, user),
			s.wall.Seconds(), percent(s.wall, total), strings.Repeat("  ", indent), s.name)
	}
	if display == "list" {
		for _, s := range t.root.byName() {
			row(s, 0)
		}
	} else {
		t.root.each(0, row)
	}
	row(&span{name: "Rest", wall: rest, user: rest}, 0)
	row(&span{name: "Total", wall: total, user: user}, 0)
}

func percent(part, whole time.Duration) float64 {
	return 100 * part.Seconds() / max(whole.Seconds(), 1e-12)
}

// reportHead is the box that begins a report.
func reportHead(w io.Writer, title string) {
	line := "===" + strings.Repeat("-", 73) + "===\n"
	fmt.Fprintf(w, "%s%s... %s ...\n%s", line, strings.Repeat(" ", (79-len(title)-8)/2), title, line)
}

func (s *span) each(indent int, f func(s *span, indent int)) {
	for _, c := range s.children {
		f(c, indent)
		c.each(indent+1, f)
	}
}

// byName adds up the rows of one name.
func (s *span) byName() []*span {
	var list []*span
	s.each(0, func(c *span, _ int) {
		i := slices.IndexFunc(list, func(l *span) bool { return l.name == c.name })
		if i < 0 {
			i = len(list)
			list = append(list, &span{name: c.name})
		}
		list[i].wall += c.wall
		list[i].user += c.user
	})
	slices.SortStableFunc(list, func(a, b *span) int { return int(b.wall - a.wall) })
	return list
}

// printStatistics writes what the passes counted, in the order of the pipeline or by name.
func printStatistics(w io.Writer, m *pass.Manager, display string) {
	reportHead(w, "Pass statistics report")
	if display == "list" {
		byName := map[string][]pass.NamedCount{}
		var names []string
		for _, p := range m.Passes() {
			name := p.Info().Name
			if _, seen := byName[name]; !seen {
				names = append(names, name)
				byName[name] = nil
			}
			byName[name] = addCounts(byName[name], pass.Statistics(p))
		}
		slices.Sort(names)
		for _, name := range names {
			printCounts(w, "", name, byName[name])
		}
		return
	}
	indent := ""
	m.Each(
		func(p pass.Pass) { printCounts(w, indent, p.Info().Name, pass.Statistics(p)) },
		func(n *pass.Manager) {
			fmt.Fprintf(w, "%s%s\n", indent, pipelineName(n))
			indent += "  "
		},
		func(*pass.Manager) { indent = indent[2:] })
}

func addCounts(sum, more []pass.NamedCount) []pass.NamedCount {
	if sum == nil {
		return more
	}
	for i := range sum {
		sum[i].Count += more[i].Count
	}
	return sum
}

func printCounts(w io.Writer, indent, name string, counts []pass.NamedCount) {
	if len(counts) == 0 {
		return
	}
	fmt.Fprintf(w, "%s%s\n", indent, name)
	for _, c := range counts {
		fmt.Fprintf(w, "%s  (S) %d %s - %s\n", indent, c.Count, c.Name, c.Help)
	}
}
