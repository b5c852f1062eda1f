package nvptx

import (
	"fmt"
	"slices"
	"testing"

	"tawa/ir"
	"tawa/layout"
)

// A tile of an accumulator is split so that each warp group's boxes cover its rows
// once, and nobody else's.
func TestSplitTile(t *testing.T) {
	for _, tt := range []struct {
		shape []int64
		warps []int
		n     int
		box   []int
	}{
		{[]int64{128, 256}, []int{8, 1}, 256, []int{64, 64}},
		{[]int64{128, 128}, []int{4, 1}, 128, []int{64, 64}},
		{[]int64{64, 256}, []int{4, 2}, 128, []int{64, 32}},
		{[]int64{256, 64}, []int{8, 1}, 64, []int{64, 64}},
	} {
		t.Run(fmt.Sprint(tt), func(t *testing.T) {
			l := must(layout.NvidiaMMAv3(tt.shape, tt.warps, []int{16, tt.n, 16}))
			tile, ok := splitTile(l, tt.box)
			if !ok {
				t.Fatal("not split")
			}
			seen := map[string]bool{}
			for group := range l.InSize(layout.Warp) / 4 {
				for _, b := range tile.boxes {
					for i, reg := range b.regs {
						for th := range 128 {
							want := l.At(reg, th&31, group*4+th>>5)
							got := tile.layout.At(i, th&31, th>>5)
							for d := range got {
								got[d] += b.at[d] + xorOf(tile.group[d], group)
							}
							if !slices.Equal(got, want) {
								t.Fatalf("register %d of thread %d, group %d: %v, want %v", reg, th, group, got, want)
							}
							seen[fmt.Sprint(got)] = true
						}
					}
				}
			}
			if int64(len(seen)) != tt.shape[0]*tt.shape[1] {
				t.Errorf("%d elements", len(seen))
			}
		})
	}
	if _, ok := splitTile(must(layout.NvidiaMMAv3([]int64{128, 256}, []int{8, 1}, []int{16, 256, 16})), []int{128, 64}); ok {
		t.Error("a box of two warp groups was accepted")
	}
}

// The launcher gives the driver float64, bfloat16 and so on for the chip's numbers of
// element types.
func TestElementTypesOfDescriptors(t *testing.T) {
	ctx := ir.NewContext(ir.NewRegistry())
	for elem, want := range map[ir.Type][2]int{
		ctx.F16(): {6, 6}, ctx.F32(): {7, 7}, ctx.F64(): {9, 8}, ctx.BF16(): {10, 9},
		ctx.Integer(8, ir.Signless): {0, 0}, ctx.Integer(16, ir.Signless): {1, 1}, ctx.I32(): {2, 2}, ctx.I64(): {4, 4},
	} {
		d := &descriptor{box: []int{8, 64}, block: ctx.Tensor([]int64{8, 64}, elem, nil)}
		if got := d.meta(); got.ElemType != want[0] || got.DataType() != want[1] {
			t.Errorf("%s has the numbers %d and, for the driver, %d, want %v", ir.TypeString(elem), got.ElemType, got.DataType(), want)
		}
	}
}

func TestBoxes(t *testing.T) {
	d := &descriptor{box: []int{64, 32}}
	var got [][]int
	d.boxes([]int64{128, 64}, func(at []int) { got = append(got, at) })
	if want := [][]int{{0, 0}, {0, 32}, {64, 0}, {64, 32}}; !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("got %v, want %v", got, want)
	}
}
