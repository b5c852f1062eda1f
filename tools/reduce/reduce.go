// Package reduce makes programs smaller as long as a test holds: `tawa-opt reduce`.
//
// Each rule lists where in the program it could be applied; halves, quarters and so on of that list are tried on copies
// of the best program so far. A copy that verifies, is smaller and passes the test is the new best one.
package reduce

import (
	"tawa/diag"
	"tawa/ir"
	"tawa/ir/verify"
	"tawa/printer"
)

// Options are what a reduction needs.
type Options struct {
	Test func(text string) bool  // whether a program shows what is looked for
	Keep func(text string) error // hears of each program that is the best so far
	// Header stands before the text of each program.
	Header string
}

// Run reduces the module and returns the text of the smallest program found; ok is false if the module itself fails the test.
// The error is of Keep.
func Run(module *ir.Operation, o Options) (text string, ok bool, err error) {
	r := &reducer{Options: o, best: module}
	var sink diag.Sink
	r.valid = verify.Verify(module, &sink)
	for _, r.print = range forms {
		r.text = r.textOf(module)
		if ok = r.Test(r.text); ok {
			break
		}
	}
	if !ok {
		return "", false, nil
	}
	if err := r.Keep(r.text); err != nil {
		return "", true, err
	}
	r.size = sizeOf(module, r.text)
	for changed := true; changed && r.err == nil; {
		changed = false
		for _, rule := range rules {
			changed = r.apply(rule) || changed
		}
	}
	return r.text, true, r.err
}

// forms are tried until the module passes the test: custom forms can't say what is wrong in some invalid programs, and
// locations may be what matters.
var forms = []printer.Options{{}, {Generic: true}, {DebugInfo: true}, {Generic: true, DebugInfo: true}}

type reducer struct {
	Options
	print printer.Options
	valid bool // the module verifies, and so must what comes of it
	best  *ir.Operation
	text  string
	size  size
	err   error
}

func (r *reducer) textOf(module *ir.Operation) string {
	return r.Header + printer.String(module, r.print) + "\n"
}

// size orders programs: by ops that are no constants and blocks, then by the text.
type size struct{ nodes, length int }

func sizeOf(module *ir.Operation, text string) size {
	s := size{length: len(text)}
	module.Walk(func(op *ir.Operation) bool {
		if !op.Has(ir.ConstantLike) {
			s.nodes++
		}
		for _, region := range op.Regions() {
			for range region.Blocks() {
				s.nodes++
			}
		}
		return true
	})
	return s
}

func (s size) less(t size) bool {
	return s.nodes < t.nodes || s.nodes == t.nodes && s.length < t.length
}

// rule is a kind of change to one op. An op may be changed in several ways, numbered from 0.
type rule struct {
	ways  func(op *ir.Operation) int
	apply func(op *ir.Operation, way int) bool
}

// site is a place for a rule: the number of an op in the order of Walk, and a way.
type site struct{ op, way int }

func opsOf(module *ir.Operation) []*ir.Operation {
	var list []*ir.Operation
	module.Walk(func(op *ir.Operation) bool {
		list = append(list, op)
		return true
	})
	return list
}

func (r *reducer) sites(rule rule) []site {
	var list []site
	for i, op := range opsOf(r.best)[1:] {
		for way := range rule.ways(op) {
			list = append(list, site{i + 1, way})
		}
	}
	return list
}

// apply tries a rule on ever smaller pieces of its sites and says whether any did.
func (r *reducer) apply(rule rule) bool {
	changed := false
	sites := r.sites(rule)
	for n := len(sites); n > 0; n /= 2 {
		for at := 0; at < len(sites) && r.err == nil; {
			if r.try(rule, sites[at:min(at+n, len(sites))]) {
				changed = true
				sites = r.sites(rule)
			} else {
				at += n
			}
		}
	}
	return changed
}

// try applies a rule at some sites of a copy, and keeps the copy if it is better.
func (r *reducer) try(rule rule, sites []site) bool {
	module := r.candidate(rule, sites)
	if module == nil {
		return false
	}
	text := r.textOf(module)
	size := sizeOf(module, text)
	if !size.less(r.size) || !r.Test(text) {
		return false
	}
	r.best, r.text, r.size = module, text, size
	r.err = r.Keep(text)
	return true
}

// candidate is a copy, changed at the sites; nil if nothing changed or the copy is no program. What it goes through are
// changes that need not fit the program and verifiers that may be what is looked for, so a panic only means no.
func (r *reducer) candidate(rule rule, sites []site) (module *ir.Operation) {
	defer func() {
		if recover() != nil {
			module = nil
		}
	}()
	module = r.best.Clone(ir.NewMapping())
	ops := opsOf(module)
	changed := false
	for _, s := range sites {
		if op := ops[s.op]; !op.Erased() {
			changed = rule.apply(op, s.way) || changed
		}
	}
	var sink diag.Sink
	if !changed || r.valid && !verify.Verify(module, &sink) {
		return nil
	}
	return module
}
