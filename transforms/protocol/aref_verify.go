// Package protocol holds the pass aref-verify, which says what package analysis/rings has found out.
package protocol

import (
	"fmt"

	"tawa/analysis/rings"
	"tawa/dialects/builtin"
	"tawa/dialects/tt"
	"tawa/ir"
	"tawa/pass"
)

// ArefVerify proves the protocol of rings: for every trip count and interleaving no
// role waits for ever, and each slot is filled, got and given back in turn. What is
// wrong is an error with a run that shows it, what can't be decided a warning.
type ArefVerify struct{}

const verifyName = "aref-verify"

// Info names the pass.
func (*ArefVerify) Info() pass.Info {
	return pass.Info{
		Name: verifyName, Anchor: builtin.Module,
		Summary: "prove that the roles' accesses of rings can't deadlock, and fill, read and give back each slot in turn",
	}
}

// Run checks the functions of a module.
func (*ArefVerify) Run(module *ir.Operation, st *pass.State) bool {
	ok := true
	for op := range module.Region(0).First().Ops() {
		if op.Is(tt.Func) && !builtin.IsDeclaration(op) {
			ok = reportRings(op, rings.Check(op), st) && ok
		}
	}
	return ok
}

func reportRings(fn *ir.Operation, v rings.Verdict, st *pass.State) bool {
	switch v.Outcome {
	case rings.Proven:
		d := st.Remarkf(fn, "rings proven for every trip count and interleaving: %s, counts of loops told apart up to %d, then the state repeats", count(v.States, "joint state"), v.Count)
		for _, op := range v.Assumed {
			d.Note(op.Span(), "all roles must load the same here: nothing may be stored there meanwhile")
		}
	case rings.Undecided:
		d := st.Sink.Warningf(v.Op.Span(), "rings not proven for every trip count: %s", v.Text)
		d.Pass = verifyName
		for _, n := range v.Notes {
			d.Note(n.Op.Span(), "%s", n.Text)
		}
		if v.Runs > 0 {
			d.Note(fn.Span(), "%s with at most %s of a loop %s nothing wrong", count(v.Runs, "run"), count(int(v.Bound), "iteration"), verb(v.Runs, "shows", "show"))
		}
	case rings.Violated:
		d := st.Sink.Errorf(v.Op.Span(), "%s", v.Text)
		d.Pass = verifyName
		for _, list := range [][]rings.Note{v.Notes, prefixed("where ", v.When), prefixed("step ", tail(v.Steps))} {
			for _, n := range list {
				d.Note(n.Op.Span(), "%s", n.Text)
			}
		}
		return false
	}
	return true
}

func verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

const shownSteps = 40

// tail is the end of a long run.
func tail(steps []rings.Note) []rings.Note { return steps[max(0, len(steps)-shownSteps):] }

func prefixed(prefix string, notes []rings.Note) []rings.Note {
	var out []rings.Note
	for _, n := range notes {
		out = append(out, rings.Note{Op: n.Op, Text: fmt.Sprintf("%s%s", prefix, n.Text)})
	}
	return out
}

func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// Register adds the pass.
func Register(r *pass.Registry) {
	r.Add(func() pass.Pass { return &ArefVerify{} })
}
