package tensor_test

import (
	"fmt"
	"math"

	"tawa/emu/tensor"
)

// A warp multiplies its 16 rows of A, all ones, by the identity, both K-major without swizzle.
func Example() {
	w, err := tensor.ParseWgmma([]string{"mma_async", "sync", "aligned", "m64n16k16", "f32", "f16", "f16"})
	if err != nil {
		panic(err)
	}
	smem := make([]byte, 4096)
	a := tensor.Descriptor{Start: 0, LBO: 128, SBO: 256}
	b := tensor.Descriptor{Start: 2048, LBO: 128, SBO: 256}
	half := func(d tensor.Descriptor, rows, mn, k int, v float32) {
		o := tensor.Operand{Rows: rows, Bits: 16}
		at := o.Chunk(d, mn, k/8) + uint32(k%8*2)
		h := tensor.F32ToF16(v, tensor.RN, false)
		smem[at], smem[at+1] = byte(h), byte(h>>8)
	}
	for i := range 16 {
		half(b, 16, i, i, float32(i))
		for row := range 64 {
			half(a, 64, row, i, 1)
		}
	}
	d := make([]*tensor.Row, w.DRegs())
	for i := range d {
		d[i] = new(tensor.Row)
	}
	if err := w.Run(0, d, nil, a.Encode(), b.Encode(), smem, false); err != nil {
		panic(err)
	}
	for i := range d {
		row, col := w.AccRow(1, i)
		fmt.Println("lane 1:", "row", row, "column", col, "=", math.Float32frombits(uint32(d[i][1])))
	}
	// Output:
	// lane 1: row 0 column 2 = 2
	// lane 1: row 0 column 3 = 3
	// lane 1: row 8 column 2 = 2
	// lane 1: row 8 column 3 = 3
	// lane 1: row 0 column 10 = 10
	// lane 1: row 0 column 11 = 11
	// lane 1: row 8 column 10 = 10
	// lane 1: row 8 column 11 = 11
}

// A box of 4 × 8 halves whose last column lies outside a tensor of 11 columns.
func ExampleTensorMap_Walk() {
	t := tensor.TensorMap{Dims: []uint64{11, 4}, Strides: []uint64{32}, Box: []uint32{8, 2}, ElemSize: 2, Type: tensor.MapF16}
	t.Walk([]int32{8, 1}, 0, func(smem uint32, global uint64, n int, in bool) {
		fmt.Println("shared", smem, "global", global, "bytes", n, in)
	})
	// Output:
	// shared 0 global 48 bytes 6 true
	// shared 6 global 54 bytes 10 false
	// shared 16 global 80 bytes 6 true
	// shared 22 global 86 bytes 10 false
}
