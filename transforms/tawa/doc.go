// Package tawa holds the passes that specialize warps: tawa-partition splits a kernel
// into a producer and consumers that talk through rings of asynchronous references,
// tawa-pipeline keeps asynchronous dots in flight, tawa-ping-pong and tawa-take-turns let
// consumers take turns, aref-lower turns rings into shared
// memory, mbarriers and TMA copies; tawa-order starts long programs first,
// tawa-persist lets resident programs walk the tiles of all, tawa-divide makes their coordinates cheap. One pass is one file, with what it stands on beside it:
//
//	plan.go     which loads the producer takes, and how they are grouped in rings
//	transformed.go  tiles that are computed for a dot by a role of their own
//	alias.go    which loads may run ahead of which stores
//	slice.go    what a role needs of a function
//	rebuild.go  a role's copy of structured control flow
//	coarse.go   the coarse-grained schedule of tawa-pipeline
//	stages.go   when each op of a loop runs in it
//	budget.go   registers and shared memory: consumers, depth of the rings
//	turns_lower.go  turns as named barriers
//	counters.go slot and parity of a ring's index
//	shares.go   tiles that CTAs of a cluster copy together
package tawa
