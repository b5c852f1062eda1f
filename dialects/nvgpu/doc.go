// Package nvgpu is the dialect of what Hopper's warp groups do beyond plain
// computation: asynchronous matrix multiplication, mbarriers, copies by the tensor
// memory accelerator (TMA), and named barriers. MLIR has a dialect of that name
// with other ops.
//
// Scalars are i32 unless said otherwise. Barriers are memory descriptors of i64: an
// array `!ttg.memdesc<3x1xi64, #shared1, #smem, mutable>`, and one of it, through
// ttg.memdesc_index, `!ttg.memdesc<1xi64, …>`. A phase of an mbarrier is complete
// when its count of arrivals has come and the bytes that were expected are there.
//
// The asynchronous dot is a pair. dot_issue starts D = A·B + C (or A·B where useC is
// false) and gives a value in flight, which only another dot_issue or a dot_wait may
// take; the value is there after a dot_wait that leaves fewer dots pending than were
// issued since. A dot_issue reads its shared operands until then.
//
// Coordinates of TMA ops are in elements, outermost dimension first; what lies
// outside of the tensor reads as zero (its bytes count all the same) and is not
// written.
package nvgpu
