// Package interp is the reference meaning of tensor-level IR: it runs kernels of
// the dialects arith, math, scf, cf, tt and ttg on the CPU, before and after they
// are split into warp groups that talk through aref rings, and after the rings
// are lowered to mbarriers, bulk copies and shared memory.
//
// # Numbers
//
// Every float value is held exactly in a float64. An operation is computed in
// float64 and rounded once, to nearest even, to the format of its result; for
// +, −, ×, ÷ and √ this is the correctly rounded result in every format up to
// f32. A dot adds products and accumulator in float64, in the order of k, and
// rounds each element of the result once. A reduction combines the two halves of
// its axis until one element is left. Integers are 64 bits wide, wrapped to the
// width of their type after each operation.
//
// Elements that a masked load does not read, and poison, are NaN or 0.
//
// # Warp groups
//
// The regions of ttg.warp_specialize are agents, coroutines of which one runs at
// a time. A seeded scheduler chooses anew before each operation on something that
// agents share: a ring, an mbarrier, shared memory. Bulk copies land and
// asynchronous dots read their operands at any moment that the program allows,
// chosen by the same seed.
//
// A slot of a ring is empty, full or borrowed: put waits until it is empty and
// makes it full, get waits until it is full and makes it borrowed, consumed makes
// it empty again. Reported as errors are: an index that is not the role's running
// count, a slot given back that is not borrowed or that a dot in flight still
// reads, a view used after its slot was given back, a dot's value used before a
// wait that covers it, slots not given back at the end, and deadlock.
package interp
