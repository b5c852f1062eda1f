package layout

import "slices"

// Address is the map from (register, lane, warp) to element offsets of a
// shared-memory buffer, in the form code generation needs. Each field holds the
// offsets of the bits 1, 2, 4, …; the offset of a place is the XOR of those of its
// bits. So a thread computes one offset from its lane and warp, and each register
// adds a constant by XOR.
type Address struct {
	Register, Lane, Warp []int
}

// SharedAddress returns where the elements of reg lie in shared, two layouts of
// the same tensor. The buffer must be aligned to its size or to the swizzle.
func SharedAddress(reg, shared Layout) Address {
	m := reg.InvertAndCompose(shared)
	get := func(in string) []int {
		if !m.HasIn(in) {
			return nil
		}
		return m.Coords(in, Offset)
	}
	return Address{get(Register), get(Lane), get(Warp)}
}

// Reg returns the part of the offset that register r contributes.
func (a Address) Reg(r int) int { return xorBits(a.Register, r) }

// Thread returns the part of the offset that a thread contributes.
func (a Address) Thread(lane, warp int) int { return xorBits(a.Lane, lane) ^ xorBits(a.Warp, warp) }

// Of returns the offset of a register of a thread.
func (a Address) Of(reg, lane, warp int) int { return a.Reg(reg) ^ a.Thread(lane, warp) }

// ThreadMask returns the offset bits that differ between threads.
func (a Address) ThreadMask() int {
	m := 0
	for _, b := range slices.Concat(a.Lane, a.Warp) {
		m |= b
	}
	return m
}

// Split divides the constant of a register in two: the offset is
// (thread ^ xor) + add. Only bits that threads use need the XOR; add can be the
// immediate of the access. Few distinct values of xor occur.
func (a Address) Split(reg int) (xor, add int) {
	c, m := a.Reg(reg), a.ThreadMask()
	return c & m, c &^ m
}

// maxVectorBits is the widest access of one thread.
const maxVectorBits = 128

// VectorWidth returns how many consecutive registers of reg lie at consecutive
// offsets of shared, aligned to that number, at most 128 bits of them.
func VectorWidth(reg, shared Layout, elemBits int) int {
	a := SharedAddress(reg, shared)
	n := a.vectorBits(elemBits)
	for i, r := range n {
		if r != i {
			return 1 << i
		}
	}
	return 1 << len(n)
}

// Vector is one access of a thread: Regs lie at consecutive offsets from the
// thread's offset XOR Offset, aligned to their number.
type Vector struct {
	Regs   []int
	Offset int
}

// Vectors splits the registers into the widest accesses, at most 128 bits. Unlike
// VectorWidth it finds runs whatever the order of the registers. Registers that
// repeat another one's element have no vector: a store need not write them, a
// load copies them from Canonical.
func (a Address) Vectors(elemBits int) []Vector {
	consecutive := a.vectorBits(elemBits)
	skip := a.freeRegisters() | spread(consecutive, -1)
	var vs []Vector
	for r := range 1 << len(a.Register) {
		if r&skip == 0 {
			vs = append(vs, Vector{Regs: run(r, consecutive), Offset: a.Reg(r)})
		}
	}
	return vs
}

// Canonical returns the lowest register that holds the same element as r in every thread.
func (a Address) Canonical(r int) int {
	want := a.Reg(r)
	for c := range r {
		if a.Reg(c) == want {
			return c
		}
	}
	return r
}

// freeRegisters returns the register bits that are sums of lower ones.
func (a Address) freeRegisters() int {
	s := &solver{}
	m := 0
	for i, b := range a.Register {
		if !s.add(uint64(b)) {
			m |= 1 << i
		}
	}
	return m
}

// vectorBits returns the register bits that move by 1, 2, 4, … elements, as long as
// everything else moves by whole vectors.
func (a Address) vectorBits(elemBits int) []int {
	var run []int
	for n := 0; elemBits<<(n+1) <= maxVectorBits; n++ {
		bit := slices.Index(a.Register, 1<<n)
		if bit < 0 {
			break
		}
		run = append(run, bit)
	}
	for len(run) > 0 && !a.alignedExcept(run) {
		run = run[:len(run)-1]
	}
	return run
}

// alignedExcept reports whether the bases outside the run are multiples of its length.
func (a Address) alignedExcept(run []int) bool {
	low := 1<<len(run) - 1
	for i, b := range a.Register {
		if b&low != 0 && !slices.Contains(run, i) {
			return false
		}
	}
	return a.ThreadMask()&low == 0
}

func xorBits(bases []int, v int) int {
	r := 0
	for i, b := range bases {
		if v>>i&1 != 0 {
			r ^= b
		}
	}
	return r
}
