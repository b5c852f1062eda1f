package layout

import "testing"

// Transposing within a warp picks among many registers and goes through memory; moving
// a quad's columns apart does not.
func TestThroughMemory(t *testing.T) {
	blocked := func(size, threads, warps, order []int) Layout {
		return Must(Blocked([]int64{64, 64}, size, threads, warps, order))
	}
	rows := blocked([]int{1, 8}, []int{4, 8}, []int{4, 1}, []int{1, 0})
	narrower := blocked([]int{1, 4}, []int{4, 8}, []int{4, 1}, []int{1, 0})
	copies := blocked([]int{4, 1}, []int{16, 2}, []int{4, 1}, []int{0, 1}) // every warp holds all
	for _, tt := range []struct {
		name     string
		src, dst Layout
		kind     ConversionKind
		want     bool
	}{
		{"same", rows, rows, ConvertNone, false},
		{"near", rows, narrower, ConvertShuffle, false},
		{"transposed", copies, rows, ConvertShuffle, true},
		{"across warps", rows, copies, ConvertShared, true},
	} {
		c := ConversionPlan(tt.src, tt.dst)
		if got := c.ThroughMemory(32); c.Kind != tt.kind || got != tt.want {
			t.Errorf("%s: kind %s, through memory %v, want %s, %v", tt.name, c.Kind, got, tt.kind, tt.want)
		}
	}
}
