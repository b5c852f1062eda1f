package rings

import (
	"cmp"
	"fmt"
	"slices"

	"tawa/analysis/axis"
	"tawa/dialects/aref"
	"tawa/dialects/scf"
	"tawa/dialects/ttg"
	"tawa/ir"
)

// Outcome is what is known of the protocol.
type Outcome int

// The outcomes. Undecided is neither: the search of bounded runs found nothing wrong.
const (
	NoRings Outcome = iota
	Proven
	Violated
	Undecided
)

// Note is a remark on an operation.
type Note struct {
	Op   *ir.Operation
	Text string
}

// Verdict is what Check finds out about a function.
type Verdict struct {
	Outcome Outcome
	Op      *ir.Operation // what is wrong, or could not be decided
	Text    string
	Notes   []Note          // what belongs to it
	When    []Note          // Violated: the conditions of the run
	Steps   []Note          // Violated: the run, one operation on a ring after the other
	Assumed []*ir.Operation // loads that all roles must find the same at
	States  int             // Proven: how many joint states there are
	Count   int64           // Proven: the counts of loops that were told apart
	Runs    int             // else: how many runs were tried
	Bound   int64           // else: up to that many iterations of each loop
}

// Check decides whether the rings of a function keep their protocol.
func Check(fn *ir.Operation) Verdict {
	p, v := newProgram(fn)
	if p == nil {
		return v
	}
	v = p.prove()
	if v.Outcome != Proven {
		doubt := v
		if v = p.refute(); v.Outcome != Violated {
			runs, bound := v.Runs, v.Bound
			v = doubt
			v.Outcome, v.Runs, v.Bound = Undecided, runs, bound
		}
	}
	fn.Walk(func(op *ir.Operation) bool {
		if p.reads[op] {
			v.Assumed = append(v.Assumed, op)
		}
		return true
	})
	return v
}

// newProgram returns nil and the verdict if there is nothing to run.
func newProgram(fn *ir.Operation) (*program, Verdict) {
	p := &program{fn: fn, ctas: 1, reads: map[*ir.Operation]bool{}, formulas: map[*ir.Operation]*formula{}, texts: map[string]int{}, names: map[any]int64{}, symbols: symbols{}}
	var access, odd *ir.Operation
	fn.Walk(func(op *ir.Operation) bool {
		switch {
		case op.Is(aref.Create, aref.Put, aref.Get, aref.Consumed, aref.Skip, aref.Take, aref.Pass):
			if access == nil {
				access = op
			}
			if op.Is(aref.Create) {
				p.creates = append(p.creates, op)
				p.ctas = max(p.ctas, int(aref.Cluster(op)))
			}
			if op.Is(aref.Create) && (op.Parent() != fn || op.Block() != fn.Region(0).First()) {
				odd = op
			}
		case op.Is(aref.Turns):
			p.orders = append(p.orders, op)
		case op.Is(ttg.WarpSpecialize):
			if p.spec != nil || op.Block() != fn.Region(0).First() {
				odd = op
			}
			p.spec = op
		}
		return true
	})
	body := fn.Region(0).First()
	switch {
	case access == nil:
		return nil, Verdict{Outcome: NoRings}
	case body.Next() != nil:
		return nil, Verdict{Outcome: Undecided, Op: access, Text: "the function has branches between blocks"}
	case odd != nil:
		return nil, Verdict{Outcome: Undecided, Op: odd, Text: fmt.Sprintf("'%s' must be at the top of the function, and there only once", odd.Name())}
	}
	p.slice = newSlice(fn)
	p.findRegions()
	return p, Verdict{}
}

const (
	maxStates  = 4000 // of a proof
	maxAnswers = 300  // of one run
	maxRuns    = 1000 // of the search for a violation
	maxSteps   = 4000 // operations on rings that a run issues
	maxQueue   = 400  // that a role may be ahead of another
	maxRounds  = 5000 // iterations without a question
)

func (v Verdict) with(f *fault) Verdict {
	v.Op, v.Text = f.op, f.text
	v.Notes = public(f.notes)
	return v
}

func public(notes []note) []Note {
	var out []Note
	for _, n := range notes {
		out = append(out, Note{n.op, n.text})
	}
	return out
}

// prove follows all answers until the joint state repeats.
func (p *program) prove() Verdict {
	if op := p.parting(); op != nil {
		return Verdict{Outcome: Undecided, Op: op, Text: "the CTAs of a cluster can't be shown to take the same way here"}
	}
	limits := map[*ir.Operation]int64{}
again:
	seen := map[string]bool{}
	for work := [][]bool{nil}; len(work) > 0; work = work[1:] {
		x := p.newRun(false, limits, work[0])
		f := x.together(seen)
		x.end()
		switch {
		case x.raised != nil:
			limits[x.raised] = 2 * x.limit(x.raised)
			goto again
		case f != nil:
			return Verdict{Outcome: Undecided}.with(f)
		}
		for n := len(work[0]); n < len(x.answers); n++ {
			work = append(work, extended(x.answers[:n], false))
		}
	}
	v := Verdict{Outcome: Proven, States: len(seen), Count: startLimit}
	for _, n := range limits {
		v.Count = max(v.Count, n)
	}
	return v
}

func extended(answers []bool, more bool) []bool {
	return append(append(make([]bool, 0, len(answers)+1), answers...), more)
}

// together runs the roles from one joint question to the next. Where the answers end and
// the state is a new one, it goes on with yes.
func (x *run) together(seen map[string]bool) (f *fault) {
	waiting := append([]*role(nil), x.roles...)
	for {
		for _, r := range waiting {
			x.resume(r)
			if x.fault != nil || x.raised != nil {
				return x.fault
			}
		}
		x.pump()
		if f := cmp.Or(x.fault, x.blocked()); f != nil {
			return f
		}
		if waiting, f = x.asking(); f != nil || len(waiting) == 0 {
			if f == nil {
				f = x.finish()
			}
			return f
		}
		q := *waiting[0].asked
		if q.loop != nil && q.k > 0 {
			x.forget(q.depth)
		}
		if x.used == len(x.answers) {
			if s := x.state(); seen[s] {
				return nil
			} else if seen[s] = true; len(seen) > maxStates {
				return &fault{op: x.fn, text: fmt.Sprintf("the joint state did not repeat within %d states", maxStates)}
			}
			if len(x.answers) >= maxAnswers {
				return &fault{op: x.fn, text: fmt.Sprintf("the joint state did not repeat within %d questions", maxAnswers)}
			}
			x.answers = extended(x.answers, true)
		}
		for _, r := range waiting {
			r.answer = x.answers[x.used]
		}
		x.learn(q, x.answers[x.used])
		x.used++
	}
}

// asking returns the roles that have a question, which must be the same one.
func (x *run) asking() ([]*role, *fault) {
	var out []*role
	for _, r := range x.roles {
		if len(r.queue) > maxQueue {
			return nil, &fault{op: r.queue[0].op, text: r.name + " runs ahead without bound", undecided: true}
		}
		if r.asked != nil {
			out = append(out, r)
		}
	}
	for _, r := range out[min(1, len(out)):] {
		if a, b := out[0].asked, r.asked; !a.same(b) || a.depth != b.depth {
			f := &fault{op: a.op, text: fmt.Sprintf("%s and %s can't be shown to take the same way here", out[0].name, r.name), undecided: true}
			return nil, f.note(b.op, "this is where %s is", r.name)
		}
	}
	return out, nil
}

// refute looks for a violation in runs with exact counts, the shortest first.
func (p *program) refute() Verdict {
	v := Verdict{Outcome: Undecided, Bound: p.bound()}
	for work := [][]bool{nil}; len(work) > 0 && v.Runs < maxRuns; work = work[1:] {
		v.Runs++
		x := p.newRun(true, nil, work[0])
		open, f := x.apart(v.Bound)
		x.end()
		switch {
		case open:
			work = append(work, extended(work[0], false), extended(work[0], true))
		case f != nil && !f.undecided && x.possible():
			v = v.with(f)
			v.Outcome, v.When, v.Steps = Violated, public(x.assumed), public(x.steps())
			return v
		}
	}
	return v
}

// bound is how many iterations of a loop are tried: enough to fill the deepest ring twice.
func (p *program) bound() int64 {
	n := int64(2)
	for _, op := range p.creates {
		n = max(n, 2*op.Result(0).Type().(*aref.RingType).Depth+1)
	}
	return n
}

// apart runs one role after the other, then their operations. It returns whether
// another answer is needed.
func (x *run) apart(bound int64) (open bool, f *fault) {
	var first *fault
	for _, r := range x.roles {
		for x.resume(r); r.asked != nil; x.resume(r) {
			q := *r.asked
			switch {
			case len(r.queue) > maxSteps || q.loop != nil && q.k > 100*bound:
				return false, nil
			case q.loop != nil && q.k >= bound:
				r.answer = q.not
			case x.used == len(x.answers):
				return true, nil
			default:
				r.answer = x.answers[x.used]
				x.used++
			}
			x.learn(q, r.answer)
			x.assume(q, r.answer)
		}
		if x.fault != nil && first == nil {
			first, x.fault = x.fault, nil
		}
	}
	x.pump()
	return false, cmp.Or(first, x.fault, x.finish())
}

// possible reports whether all that was answered can be so at once: each direction has
// a symbol of its own, so that it can be any number. An expression is its own if nothing
// else depends on what it is computed from.
func (x *run) possible() bool {
	uses := map[*atom]int{}
	for _, f := range x.facts {
		for _, t := range f.q.dir.terms {
			for a := range t.atom.leaves() {
				uses[a]++
			}
		}
	}
	for _, f := range x.facts {
		own := slices.ContainsFunc(f.q.dir.terms, func(t term) bool { return (t.n == 1 || t.n == -1) && t.atom.alone(uses) })
		if !own {
			return false
		}
	}
	return true
}

// parting returns a loop or branch around operations on rings that not all CTAs of a cluster may take alike, or nil. Where
// they do, the same forms stand for the same numbers in all of them.
func (p *program) parting() (found *ir.Operation) {
	if p.ctas == 1 {
		return nil
	}
	known := axis.AnalyzeCluster(p.fn, int64(p.ctas))
	p.fn.Walk(func(op *ir.Operation) bool {
		if found == nil && p.slice.holds[op] && op.Is(scf.For, scf.If, scf.While) && !known.Together(op) {
			found = op
		}
		return found == nil
	})
	return found
}
