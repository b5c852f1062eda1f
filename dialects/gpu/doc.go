// Package gpu holds MLIR's dialect of GPU programs: kernels in modules of their own,
// launches, where a thread is, what threads do together, and memory of the device.
//
// An op that is asynchronous takes tokens of ops that must be done before it,
// `async [%a, %b]`, and gives a token of its own; without `async` it has been
// done when the next op begins.
package gpu
