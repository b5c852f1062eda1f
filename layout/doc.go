// Package layout describes where the elements of a tensor live, as linear maps
// over GF(2).
//
// A Layout maps a few named inputs to a few named outputs. All sizes are powers
// of two, every input and output is a vector of bits, and the map is linear under
// XOR: L(a ^ b) = L(a) ^ L(b). So a layout is given by its bases, the images of
// the input bits 1, 2, 4, …
//
//   - A distributed layout maps (register, lane, warp, block) to the tensor
//     coordinates (dim0, dim1, …): which element does register r of lane l of
//     warp w hold?
//   - A shared layout maps offset, counted in elements, to the coordinates.
//
// Inputs and outputs are ordered, the first is the fastest: flattening puts the
// first dimension into the low bits. The text form lists the bases of each input,
// one coordinate per output:
//
//	register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]] -> dim0 = 16, dim1 = 8
//
// reads: bit 0 of the register index moves by one along dim1, bit 1 by eight
// along dim0, and so on.
//
// Every data movement is derived from three operations: Compose, InvertAndCompose
// (from the places of one layout to the places of another, through the tensor)
// and DivideLeft (does the map begin with a given tile?). A value that is held
// several times shows as bases that are zero or depend on earlier ones; FreeMasks
// finds them.
//
// Encodings become layouts with Blocked, Slice, NvidiaMMAv3, DotOperand, Linear,
// SwizzledShared and NVMMAShared, and by Cluster where several CTAs share a tensor.
// They return an error when parameters that a user can write do not fit; the algebra panics when dimensions do not match,
// because that is a mistake of the caller.
//
// The idea of linear layouts follows Triton's; the fragments of wgmma, the
// swizzles of shared memory and the matrix stores follow the PTX ISA.
package layout
