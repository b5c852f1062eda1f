package layout

import (
	"strings"
	"testing"
)

// rows is a tile of rows, one after the other.
func rows(shape []int64) (Layout, error) { return RowMajor(shape, []int{1, 0}) }

func TestCluster(t *testing.T) {
	for _, c := range []struct {
		shape []int64
		block [][]int
		want  string
	}{
		{[]int64{2, 4}, nil, "offset = [[0, 1], [0, 2], [1, 0]] -> dim0 = 2, dim1 = 4"},
		// Two CTAs with two columns each, as often as there are four CTAs.
		{[]int64{2, 4}, [][]int{{0, 1}, {0, 0}}, "offset = [[0, 1], [1, 0]], block = [[0, 2], [0, 0]] -> dim0 = 2, dim1 = 4"},
		{[]int64{4, 4}, [][]int{{0, 1}, {1, 0}}, "offset = [[0, 1], [1, 0]], block = [[0, 2], [2, 0]] -> dim0 = 4, dim1 = 4"},
		// Four tiles of two rows: CTA 2 has what CTA 0 has.
		{[]int64{2, 2}, [][]int{{1, 0}, {2, 0}}, "offset = [[0, 1]], block = [[1, 0], [0, 0]] -> dim0 = 2, dim1 = 2"},
	} {
		l, err := Cluster(c.shape, c.block, rows)
		if err != nil || l.String() != c.want {
			t.Errorf("%v in %v: %s, %v; want %s", c.shape, c.block, l, err, c.want)
		}
	}
}

func TestClusterKeepsInputs(t *testing.T) {
	l := Must(Cluster([]int64{256}, [][]int{{1}}, func(shape []int64) (Layout, error) {
		return Blocked(shape, []int{1}, []int{32}, []int{4}, []int{0})
	}))
	const want = "register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]], block = [[128]] -> dim0 = 256"
	if l.String() != want {
		t.Errorf("%s; want %s", l, want)
	}
}

func TestClusterErrors(t *testing.T) {
	for _, c := range []struct {
		shape []int64
		block [][]int
		want  string
	}{
		{[]int64{4, 4}, [][]int{{2, 0}}, "do not reach every tile"},
		{[]int64{4, 4}, [][]int{{1}}, "1 coordinates for 2"},
		{[]int64{3, 4}, [][]int{{1, 0}}, "not a power of two"},
	} {
		if _, err := Cluster(c.shape, c.block, rows); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v in %v: %v; want %s", c.shape, c.block, err, c.want)
		}
	}
}
