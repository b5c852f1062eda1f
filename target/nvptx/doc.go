// Package nvptx lowers a module of ttg, nvgpu, arith, math, scf and scalar tt
// ops, every tensor of which has an encoding, to LLVM IR, runs llc and ptxas on
// it, and writes what a launcher must know.
//
// A tensor is a list of scalars in every thread: the registers of its linear
// layout, in order. So an elementwise op is the scalar op, register by register,
// and whatever moves data is derived from the layouts. A memory descriptor is
// the i32 address of its first byte in shared memory. Structured control flow
// becomes blocks and phis; a loop is tested at its end, after a guard.
//
// Each op has one row in the table of the file of its topic: elementwise.go,
// tensor.go, convert_layout.go, reduce.go, memory.go, barriers.go, tma.go,
// wgmma.go, control.go. What shared memory, wgmma and TMA need is inline PTX,
// because LLVM 19 lacks most of the intrinsics and 22 spells some differently.
package nvptx
