// Package tensor computes what Hopper's matrix, copy and conversion instructions compute,
// as pure functions: bits in, bits out, no machine state.
//
//   - convert.go, approx.go: cvt between float formats in every rounding mode; ex2, lg2, rcp, … .approx;
//   - elem.go: element types and how their values enter a product;
//   - descriptor.go, wgmma.go: shared-memory matrix descriptors and the warp's share of wgmma;
//   - mma.go: mma.sync; matrix.go: ldmatrix, stmatrix, movmatrix;
//   - model.go, product.go: how the tensor cores add up (the one undocumented part, measured on an H200);
//   - tma.go, reduce.go: tensor maps, the bytes a tiled bulk copy moves, bulk reductions.
//
// A register of a warp is a Row of 32 values, one per lane. Shared memory is a byte slice whose
// index is the shared address, so that swizzles, which act on address bits, come out right.
package tensor

// Row is one register of a warp: lane l's value is Row[l]. A value narrower than 64 bits is
// zero-extended; of a packed pair, element 0 is in the low half.
type Row = [32]uint64
