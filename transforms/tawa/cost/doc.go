// Package cost predicts how long a specialized kernel runs on a Hopper multiprocessor. It
// reads the program that tawa-pipeline leaves, where roles, rings and dots in flight can be
// seen, and knows nothing of the options that made it:
//
//	machine.go   what the machine can do in a clock, with sources
//	work.go      what an op costs: tensor-core instructions, instructions of CUDA cores, bytes
//	scalars.go   trip counts, from the arguments of a launch or assumed
//	trace.go     the steps of a role, in their order
//	simulate.go  the roles of a multiprocessor against each other, in clocks
//	traffic.go   what is loaded from DRAM at least
//	predict.go   multiprocessors, clock frequency, seconds; what the time is spent on
//
// docs/cost-model.md has the formulas, and holds what is predicted against what was measured.
package cost
