// Package rings proves the protocol of rings of asynchronous references: that for
// every trip count and every interleaving of the warp groups nothing waits for ever,
// each slot is filled, got and given back in turn, and no view outlives its slot.
//
//	v := rings.Check(fn)
//	if v.Outcome == rings.Violated { … v.Text, v.Notes, the run's steps … }
//
// The control flow of each role is executed on symbols: integers are linear forms
// over what the roles share, counts are numbers, and whatever both compute by the same
// pure expression is the same symbol. A condition that the forms do not settle is
// asked of all roles at once, and both answers are followed.
//
// Rings with one producer and one consumer are confluent: an operation that may go
// on stays enabled until it does, whatever the other roles do, and what a role does
// does not depend on when. So one order of the operations stands for every interleaving.
//
// A run is therefore a sequence of answers. Check follows the tree of answers and cuts a
// branch where the joint state repeats: the places of all roles, the counts of loops up
// to the largest that a condition can tell apart, how full the rings are, which
// operations wait. Where that tree is finite, its leaves are all runs there are. It
// forgets more than it must, so what it finds wrong is looked for again in runs with
// exact counts, and only such a run is called a violation.
//
//	form.go    linear forms over shared symbols
//	slice.go   which values matter for control and for indices
//	eval.go    values as forms
//	role.go    execution of a role up to the next open question
//	control.go loops and branches, and the conditions that decide them
//	run.go     the roles together: rings, questions, answers
//	state.go   the joint state as text, for comparison
//	check.go   the search
package rings
