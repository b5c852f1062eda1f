package layout

import (
	"slices"
	"strings"
	"testing"
)

// at compares an image with what was computed by hand.
func at(t *testing.T, l Layout, want []int, in ...int) {
	t.Helper()
	if got := l.At(in...); !slices.Equal(got, want) {
		t.Fatalf("%v maps to %v, want %v", in, got, want)
	}
}

// mustPanic runs f and checks the text of its panic.
func mustPanic(t *testing.T, text string, f func()) {
	t.Helper()
	defer func() {
		if r, _ := recover().(string); !strings.Contains(r, text) {
			t.Errorf("panic %q, want one with %q", r, text)
		}
	}()
	f()
}

func wantError(t *testing.T, err error, text string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), text) {
		t.Errorf("error %v, want one with %q", err, text)
	}
}

func TestNewAndRead(t *testing.T) {
	l := Must(New([]In{{"x", [][]int{{1, 0}, {2, 3}}}, {"y", [][]int{{0, 4}}}}, []Out{{"a", 4}, {"b", 8}}))
	at(t, l, []int{0, 0})
	at(t, l, []int{3, 3}, 3)
	at(t, l, []int{3, 7}, 3, 1)
	if got := l.Apply(map[string]int{"y": 1, "x": 2}); got["a"] != 2 || got["b"] != 7 || len(got) != 2 {
		t.Errorf("Apply = %v", got)
	}
	if got, want := l.String(), "x = [[1, 0], [2, 3]], y = [[0, 4]] -> a = 4, b = 8"; got != want {
		t.Errorf("String = %q, want %q", got, want)
	}
	if !slices.Equal(l.InDims(), []string{"x", "y"}) || !slices.Equal(l.OutDims(), []string{"a", "b"}) {
		t.Errorf("dims %v -> %v", l.InDims(), l.OutDims())
	}
	if l.InSize("x") != 4 || l.InSize("none") != 1 || l.OutSize("b") != 8 || l.OutSize("none") != 1 {
		t.Errorf("sizes of %s are wrong", l)
	}
	if l.TotalInSize() != 8 || l.TotalOutSize() != 32 || !slices.Equal(l.Shape(), []int64{4, 8}) {
		t.Errorf("total sizes of %s are wrong", l)
	}
	if !slices.Equal(l.Coords("x", "b"), []int{0, 3}) || !slices.Equal(l.Bases("y")[0], []int{0, 4}) {
		t.Errorf("bases of %s are wrong", l)
	}
}

func TestNewErrors(t *testing.T) {
	for _, c := range []struct {
		ins  []In
		outs []Out
		want string
	}{
		{nil, []Out{{"a", 3}}, "size 3 of a is not a power of two"},
		{nil, []Out{{"a", 0}}, "not a power of two"},
		{nil, []Out{{"a", 2}, {"a", 2}}, `output dimension "a" comes twice`},
		{nil, []Out{{"a", 1 << 40}, {"b", 1 << 40}}, "at most 62 output bits"},
		{[]In{{"x", nil}, {"x", nil}}, nil, `input dimension "x" comes twice`},
		{[]In{{"x", [][]int{{1}}}}, []Out{{"a", 2}, {"b", 2}}, "x basis 0: 1 coordinates for 2 output dimensions"},
		{[]In{{"x", [][]int{{1}, {2}}}}, []Out{{"a", 2}}, "x basis 1: coordinate 2 is outside a of size 2"},
		{[]In{{"x", [][]int{{-1}}}}, []Out{{"a", 2}}, "coordinate -1"},
		{[]In{{"x", slices.Repeat([][]int{{0}}, 63)}}, []Out{{"a", 2}}, "at most 62 input bits"},
	} {
		_, err := New(c.ins, c.outs)
		wantError(t, err, c.want)
	}
}

func TestEqual(t *testing.T) {
	a := Identity1D(4, "x", "a")
	for _, b := range []Layout{
		{}, Identity1D(4, "y", "a"), Identity1D(4, "x", "b"), Identity1D(8, "x", "a"), Zeros1D(4, "x", "a"),
		a.Mul(Zeros1D(2, "x", "a")), a.Mul(Zeros1D(1, "y", "a")),
	} {
		if a.Equal(b) || b.Equal(a) {
			t.Errorf("%s equals %s", a, b)
		}
	}
	if !a.Equal(Must(New([]In{{"x", [][]int{{1}, {2}}}}, []Out{{"a", 4}}))) {
		t.Errorf("%s differs from its bases", a)
	}
}

func TestMisusePanics(t *testing.T) {
	a := Identity1D(4, "x", "a")
	mustPanic(t, "not a power of two", func() { Identity1D(3, "x", "a") })
	mustPanic(t, "not a power of two", func() { Zeros1D(6, "x", "a") })
	mustPanic(t, "outside size 4", func() { a.At(4) })
	mustPanic(t, "2 values for 1 inputs", func() { a.At(0, 0) })
	mustPanic(t, `no input "z"`, func() { a.Apply(map[string]int{"z": 0}) })
	mustPanic(t, "feed inputs", func() { a.Compose(a.Mul(Identity1D(2, "y", "a"))) })
	mustPanic(t, `no input "a"`, func() { a.Compose(a) })
	mustPanic(t, "feeds an input of size 2", func() { a.Compose(Identity1D(2, "a", "b")) })
	mustPanic(t, "not bijective", func() { Zeros1D(2, "x", "a").Invert() })
	mustPanic(t, "is not reached", func() { a.InvertAndCompose(Zeros1D(4, "y", "a").Mul(Must(New(nil, []Out{{"a", 4}})))) })
	mustPanic(t, "has size 4 and 2", func() { a.InvertAndCompose(Identity1D(2, "y", "a")) })
	mustPanic(t, "is not a permutation", func() { a.TransposeOuts("a", "a") })
	mustPanic(t, "is not a permutation", func() { a.TransposeIns() })
	mustPanic(t, "size 8 is not 4", func() { a.ReshapeOuts(Out{"b", 8}) })
	mustPanic(t, "size 2 is not 4", func() { a.ReshapeIns(Out{"b", 2}) })
}

func TestDims(t *testing.T) {
	l := Must(New([]In{{"x", [][]int{{1, 0}, {0, 1}}}, {"y", [][]int{{0, 2}}}}, []Out{{"a", 2}, {"b", 4}}))
	for _, c := range []struct {
		name string
		got  Layout
		want string
	}{
		{"TransposeIns", l.TransposeIns("y", "x"), "y = [[0, 2]], x = [[1, 0], [0, 1]] -> a = 2, b = 4"},
		{"TransposeOuts", l.TransposeOuts("b", "a"), "x = [[0, 1], [1, 0]], y = [[2, 0]] -> b = 4, a = 2"},
		{"Sublayout", l.Sublayout([]string{"x"}, []string{"b"}), "x = [[0], [1]] -> b = 4"},
		{"FlattenIns", l.FlattenIns("z"), "z = [[1, 0], [0, 1], [0, 2]] -> a = 2, b = 4"},
		{"FlattenOuts", l.FlattenOuts("z"), "x = [[1], [2]], y = [[4]] -> z = 8"},
		{"ReshapeIns", l.ReshapeIns(Out{"p", 2}, Out{"q", 4}), "p = [[1, 0]], q = [[0, 1], [0, 2]] -> a = 2, b = 4"},
		{"ReshapeOuts", l.ReshapeOuts(Out{"p", 4}, Out{"q", 2}), "x = [[1, 0], [2, 0]], y = [[0, 1]] -> p = 4, q = 2"},
		{"RenameIn", l.RenameIn("y", "z"), "x = [[1, 0], [0, 1]], z = [[0, 2]] -> a = 2, b = 4"},
		{"RenameOut", l.RenameOut("b", "z"), "x = [[1, 0], [0, 1]], y = [[0, 2]] -> a = 2, z = 4"},
		{"RemoveZeroBases", Zeros1D(2, "x", "a").Mul(Identity1D(2, "x", "a")).RemoveZeroBasesAlongDim("x"), "x = [[1]] -> a = 2"},
	} {
		if c.got.String() != c.want {
			t.Errorf("%s = %s, want %s", c.name, c.got, c.want)
		}
	}
	if !l.IsZero([]string{"y"}, []string{"a"}) || l.IsZero([]string{"x", "y"}, []string{"a"}) {
		t.Error("IsZero is wrong")
	}
	if l.Mask("x", "a") != 1 || l.Mask("x", "b") != 2 || l.Mask("y", "a") != 0 {
		t.Error("Mask is wrong")
	}
}

// TestTensorViews checks tt.trans, tt.reshape and tt.expand_dims at every point.
func TestTensorViews(t *testing.T) {
	l := Must(Blocked([]int64{16, 8}, []int{1, 4}, []int{16, 2}, []int{1, 1}, []int{1, 0}))
	trans, flat, split, wide := l.Permute(1, 0), l.Reshape(128), l.Reshape(4, 4, 8), l.ExpandDims(1)
	for r := range l.InSize(Register) {
		for lane := range 32 {
			c := l.At(r, lane)
			at(t, trans, []int{c[1], c[0]}, r, lane)
			at(t, flat, []int{c[0]*8 + c[1]}, r, lane)
			at(t, split, []int{c[0] / 4, c[0] % 4, c[1]}, r, lane)
			at(t, wide, []int{c[0], 0, c[1]}, r, lane)
		}
	}
}

func TestContiguity(t *testing.T) {
	for _, c := range []struct {
		size, threads, order []int
		want                 [2]int
	}{
		{[]int{1, 8}, []int{4, 8}, []int{1, 0}, [2]int{1, 8}},
		{[]int{2, 4}, []int{4, 8}, []int{1, 0}, [2]int{1, 4}},
		{[]int{2, 4}, []int{4, 8}, []int{0, 1}, [2]int{2, 1}},
		{[]int{1, 1}, []int{4, 8}, []int{1, 0}, [2]int{1, 1}},
	} {
		l := Must(Blocked([]int64{64, 64}, c.size, c.threads, []int{2, 2}, c.order))
		if got := [2]int{l.Contiguity(Dim(0)), l.Contiguity(Dim(1))}; got != c.want {
			t.Errorf("%s: contiguity %v, want %v", l, got, c.want)
		}
	}
	// Registers 0 and 1 are neighbours, but a lane sits at distance 1 as well.
	l := Must(New([]In{{Register, [][]int{{1}}}, {Lane, [][]int{{3}}}}, []Out{{Dim(0), 4}}))
	if got := l.Contiguity(Dim(0)); got != 1 {
		t.Errorf("contiguity %d of a run that is not aligned", got)
	}
}
