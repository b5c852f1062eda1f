package driver

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"tawa/diag"
	"tawa/ir"
	"tawa/pass"
	"tawa/transforms/protocol"
)

// instruments are what watches the passes: the order of the list is that in which they see a pass end.
func (t *tool) instruments(module *ir.Operation, sink *diag.Sink) []pass.Instrument {
	list := []pass.Instrument{t.timer, t.ran}
	if t.counter != nil {
		list = append(list, t.counter)
	}
	if t.actions != nil {
		list = append(list, t.actions)
	}
	t.tracker = &tracker{module: module, keepText: t.localReproducer}
	list = append(list, t.tracker)
	if t.verifiesEach() {
		list = append(list, &verifying{t, sink})
	}
	if t.print.any() {
		list = append(list, t.newPrinting(module, sink))
	}
	if t.arefVerifyEach {
		list = append(list, &provingRings{sink})
	}
	for _, make := range t.reg.Instruments {
		list = append(list, make(module, sink))
	}
	return list
}

func (t *tool) verifiesEach() bool { return t.verifyEach != "false" && t.verifyEach != "0" }

// verifying checks the program after each pass.
type verifying struct {
	*tool
	sink *diag.Sink
}

func (*verifying) Before(pass.Pass, *ir.Operation) {}

func (v *verifying) After(p pass.Pass, op *ir.Operation, ok bool) bool {
	return v.AfterTo(v.sink, p, op, ok)
}

// AfterTo makes it a pass.Reporter.
func (v *verifying) AfterTo(sink *diag.Sink, p pass.Pass, op *ir.Operation, ok bool) bool {
	if !ok {
		return false
	}
	if v.verifyChanged(op, sink) {
		return true
	}
	sink.Errorf(op.Span(), "the program is wrong after the pass '%s': this is a bug of the pass", p.Info().Name)
	return false
}

// provingRings runs aref-verify after each other pass on modules.
type provingRings struct{ sink *diag.Sink }

func (*provingRings) Before(pass.Pass, *ir.Operation) {}

func (r *provingRings) After(p pass.Pass, op *ir.Operation, ok bool) bool {
	return r.AfterTo(r.sink, p, op, ok)
}

// AfterTo makes it a pass.Reporter.
func (r *provingRings) AfterTo(sink *diag.Sink, p pass.Pass, op *ir.Operation, ok bool) bool {
	check := &protocol.ArefVerify{}
	if !ok || !op.Is(moduleName) || p.Info().Name == check.Info().Name {
		return true
	}
	if check.Run(op, pass.NewState(check, sink)) {
		return true
	}
	sink.Errorf(op.Span(), "the rings are wrong after the pass '%s'", p.Info().Name)
	return false
}

// ran counts on how many ops each pass was to run, in all parts of the input. It comes before the gates that skip some.
type ran struct {
	mu    sync.Mutex
	times map[pass.Pass]int
}

// Skip counts, and skips nothing.
func (r *ran) Skip(p pass.Pass, _ *ir.Operation) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.times[p]++
	return false
}

func (*ran) Before(pass.Pass, *ir.Operation)           {}
func (*ran) After(pass.Pass, *ir.Operation, bool) bool { return true }

// warnIdle warns of the passes that ran on nothing, which most often means a wrong anchor.
func (t *tool) warnIdle(m *pass.Manager) {
	var path []string
	if m.Anchor() != nil {
		path = append(path, m.Anchor().String())
	}
	var sink diag.Sink
	m.Each(
		func(p pass.Pass) {
			if t.ran.times[p] > 0 || len(path) < 2 {
				return
			}
			last := path[len(path)-1]
			d := sink.Warningf(diag.Span{}, "the pass '%s' ran on nothing: there is no '%s' directly inside '%s'",
				p.Info().Name, last, strings.Join(path[:len(path)-1], "' inside '"))
			d.Hint("--dump-pass-pipeline shows what runs on what")
		},
		func(n *pass.Manager) {
			name := "any"
			if n.Anchor() != nil {
				name = n.Anchor().String()
			}
			path = append(path, name)
		},
		func(*pass.Manager) { path = path[:len(path)-1] })
	t.report(&sink)
}

// tracker knows which passes are at work, for the reproducer of a failure.
type tracker struct {
	mu       sync.Mutex
	module   *ir.Operation
	keepText bool
	text     string // the program before the last pass that began, if it is to be kept
	last     runKey
	active   []runKey
}

func (k *tracker) Before(p pass.Pass, op *ir.Operation) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.last = runKey{p, op}
	k.active = append(k.active, k.last)
	if k.keepText {
		k.text = reproducerText(k.module)
	}
}

// After leaves a pass that failed among those at work.
func (k *tracker) After(p pass.Pass, op *ir.Operation, ok bool) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	for i, a := range k.active {
		if ok && a == (runKey{p, op}) {
			k.active = append(k.active[:i:i], k.active[i+1:]...)
			break
		}
	}
	return true
}

// firstOnly leaves, of passes that failed side by side, those of the first op in the program.
func (k *tracker) firstOnly() {
	if len(k.active) < 2 {
		return
	}
	at, n := map[*ir.Operation]int{}, 0
	k.module.Walk(func(op *ir.Operation) bool { n++; at[op] = n; return true })
	all := slices.Clone(k.active)
	k.active = slices.DeleteFunc(k.active, func(a runKey) bool {
		return slices.ContainsFunc(all, func(b runKey) bool { return at[b.op] < at[a.op] && !b.op.IsAncestorOf(a.op) })
	})
}

// doing is "`cse` on 'func.func' operation: @f".
func (k *tracker) doing() string {
	k.firstOnly()
	var list []string
	for _, a := range k.active {
		list = append(list, fmt.Sprintf("`%s` on %s", a.p.Info().Name, describe(a.op)))
	}
	switch len(list) {
	case 0:
		return ""
	case 1:
		return list[0]
	}
	return "[" + strings.Join(list, ", ") + "]"
}
