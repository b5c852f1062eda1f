package nvptx

import (
	"fmt"
	"testing"

	"tawa/layout"
	"tawa/llvmir"
)

// element numbers the elements of a tensor, and cuts the number to the type.
func element(l layout.Layout, t *llvmir.Type) func(reg, th int) uint64 {
	flat := l.FlattenOuts("e")
	bits := t.Bits()
	return func(reg, th int) uint64 {
		e := uint64(flat.At(reg, th&31, th>>5)[0])
		return (e*2654435761 ^ e>>3) & mask(bits)
	}
}

func must(l layout.Layout, err error) layout.Layout { return layout.Must(l, err) }

// layouts of a 64x64 tensor over 4 warps
var tiles = map[string]layout.Layout{
	"rows":    must(layout.Blocked([]int64{64, 64}, []int{1, 8}, []int{4, 8}, []int{4, 1}, []int{1, 0})),
	"columns": must(layout.Blocked([]int64{64, 64}, []int{4, 1}, []int{16, 2}, []int{1, 4}, []int{0, 1})),
	"mma":     must(layout.NvidiaMMAv3([]int64{64, 64}, []int{4, 1}, []int{16, 64, 16})),
	"operand": must(layout.DotOperand([]int64{64, 64}, 0, []int{4, 1}, []int{16, 64, 16}, 2)),
	"quads":   must(layout.Blocked([]int64{64, 64}, []int{4, 1}, []int{4, 8}, []int{4, 1}, []int{1, 0})), // 16 rows a warp, as mma
	"octets":  must(layout.Blocked([]int64{64, 64}, []int{2, 8}, []int{8, 4}, []int{4, 1}, []int{0, 1})),
	"copies":  must(layout.Blocked([]int64{64, 64}, []int{1, 1}, []int{1, 32}, []int{2, 2}, []int{1, 0})),
}

func (b *bench) tensor(l layout.Layout, t *llvmir.Type) []value {
	vals := make([]value, l.InSize(layout.Register))
	e := element(l, t)
	for r := range vals {
		vals[r] = b.hold(t, func(th int) uint64 { return e(r, th) })
	}
	return vals
}

// check compares what the threads hold with the elements of the layout.
func (b *bench) check(t *testing.T, vals []value, l layout.Layout) {
	t.Helper()
	if len(vals) != l.InSize(layout.Register) {
		t.Fatalf("%d registers, want %d", len(vals), l.InSize(layout.Register))
	}
	e := element(l, vals[0].Type)
	for r, v := range vals {
		for th, w := range b.got(v) {
			if w[0] != e(r, th) {
				t.Fatalf("register %d of thread %d: %#x, want %#x", r, th, w[0], e(r, th))
			}
		}
	}
}

var elemTypesOfTensors = []*llvmir.Type{llvmir.I1, llvmir.I8, llvmir.Half, llvmir.Float, llvmir.I64}

func TestConvert(t *testing.T) {
	shuffles := 0
	defer func() {
		if shuffles < 10 {
			t.Errorf("only %d conversions by shuffles", shuffles)
		}
	}()
	for from, src := range tiles {
		for to, dst := range tiles {
			for _, typ := range elemTypesOfTensors {
				t.Run(fmt.Sprintf("%s-%s-%s", from, to, typ), func(t *testing.T) {
					b := newBench(t, 4)
					out := b.convert(b.tensor(src, typ), src, dst, ci(0))
					b.run()
					b.check(t, out, dst)
					if b.m.count["shfl"] > 0 {
						shuffles++
					}
				})
			}
		}
	}
}

func TestBuffers(t *testing.T) {
	shape := []int64{64, 64}
	for name, shared := range map[string]func(bits int) (layout.Layout, error){
		"plain":    func(int) (layout.Layout, error) { return layout.RowMajor(shape, []int{1, 0}) },
		"swizzled": func(int) (layout.Layout, error) { return layout.SwizzledShared(shape, 8, 1, 8, []int{1, 0}) },
		"nvmma":    func(bits int) (layout.Layout, error) { return layout.NVMMAShared(shape, 64, false, bits) },
		"nvmma_t":  func(bits int) (layout.Layout, error) { return layout.NVMMAShared(shape, 64, true, bits) },
	} {
		for tile, l := range tiles {
			for _, typ := range elemTypesOfTensors {
				t.Run(fmt.Sprintf("%s-%s-%s", name, tile, typ), func(t *testing.T) {
					b := newBench(t, 4)
					s := layout.Must(shared(8 * sizeOf(typ)))
					b.storeTensor(b.tensor(l, typ), l, s, ci(1024))
					out := b.loadTensor(typ, l, s, ci(1024))
					b.run()
					b.check(t, out, l)
				})
			}
		}
	}
}

// The accumulator in f16 goes out by stmatrix, four matrices at a time.
func TestStoreMatrixOfAccumulator(t *testing.T) {
	b := newBench(t, 4)
	l := tiles["mma"]
	b.storeTensor(b.tensor(l, llvmir.Half), l, layout.Must(layout.NVMMAShared([]int64{64, 64}, 128, false, 16)), ci(0))
	b.run()
	if n := b.m.count["stmatrix.sync.aligned.m8n8.x4.shared.b16"]; n != 4 || b.m.count["st.shared.b32"] != 0 {
		t.Errorf("statements: %v", b.m.count)
	}
}

func TestReduce(t *testing.T) {
	for name, l := range tiles {
		for axis := range 2 {
			t.Run(fmt.Sprintf("%s-%d", name, axis), func(t *testing.T) {
				b := newBench(t, 4)
				sum := func(x, y []value) []value { return []value{b.Add(x[0], y[0]), b.Xor(x[1], y[1])} }
				out := b.reduce([][]value{b.tensor(l, llvmir.I32), b.tensor(l, llvmir.I64)}, l, axis, sum, ci(0))
				b.run()
				checkReduction(t, b, l, axis, out)
			})
		}
	}
}

func checkReduction(t *testing.T, b *bench, l layout.Layout, axis int, out [][]value) {
	t.Helper()
	result := layout.Must(layout.Slice(axis, l))
	other := 1 - axis
	sums, xors := map[int]uint64{}, map[int]uint64{}
	seen := map[[2]int]bool{}
	e32, e64 := element(l, llvmir.I32), element(l, llvmir.I64)
	for th := range 128 {
		for r := range l.InSize(layout.Register) {
			c := l.At(r, th&31, th>>5)
			if at := [2]int{c[0], c[1]}; !seen[at] {
				seen[at] = true
				sums[c[other]] += e32(r, th)
				xors[c[other]] ^= e64(r, th)
			}
		}
	}
	if len(out[0]) != result.InSize(layout.Register) {
		t.Fatalf("%d registers, want %d", len(out[0]), result.InSize(layout.Register))
	}
	for r := range out[0] {
		s, x := b.got(out[0][r]), b.got(out[1][r])
		for th := range 128 {
			row := result.At(r, th&31, th>>5)[0]
			if s[th][0] != sums[row]&mask(32) || x[th][0] != xors[row] {
				t.Fatalf("row %d in register %d of thread %d: %d and %#x, want %d and %#x", row, r, th, s[th][0], x[th][0], sums[row]&mask(32), xors[row])
			}
		}
	}
}
