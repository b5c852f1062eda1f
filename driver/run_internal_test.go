package driver

import (
	"math"
	"testing"

	"tawa/interp"
	"tawa/ir"
)

func TestTolerances(t *testing.T) {
	ctx := ir.NewContext(AllDialects())
	any := math.Inf(1)
	for _, x := range []struct {
		elem       string
		dot        dotKind
		byteInputs bool
		want       bounds
	}{
		{"f16", noDot, false, bounds{2e-3, any}},
		{"bf16", wideDot, false, bounds{2e-3, any}},
		{"f16", byteDot, true, bounds{2e-2, any}},
		{"bf16", noDot, true, bounds{2e-2, any}},
		{"f8E4M3FN", byteDot, true, bounds{1.3e-1, 5e-2}},
		{"f8E5M2", noDot, false, bounds{2.6e-1, 1e-1}},
		{"f32", noDot, false, bounds{1e-5, any}},
		{"f32", wideDot, false, bounds{1e-3, any}},
		{"f32", byteDot, true, bounds{2e-2, any}},
		{"f64", noDot, false, bounds{1e-5, any}},
	} {
		if got := tolerances(ctx.Float(x.elem), x.dot, x.byteInputs); got != x.want {
			t.Errorf("%s, %v, %v: %v, want %v", x.elem, x.dot, x.byteInputs, got, x.want)
		}
	}
	if got := tolerances(ctx.I32(), wideDot, false); got.largest != 0 {
		t.Errorf("integers may differ by %v", got.largest)
	}
}

func TestDiffer(t *testing.T) {
	ctx := ir.NewContext(AllDialects())
	nan, inf := math.NaN(), math.Inf(1)
	buffer := func(values []float64) *interp.Buffer {
		b := new(interp.Memory).Alloc("b", ctx.Float("f64"), int64(len(values)))
		for i, v := range values {
			b.SetFloat(i, v)
		}
		return b
	}
	for _, x := range []struct {
		got, want []float64
		diff      difference
		within    bool // a tenth
	}{
		{[]float64{1, 2}, []float64{1, 2}, difference{largest: 2}, true},
		{[]float64{1, nan, inf}, []float64{1, nan, inf}, difference{largest: 1}, true},
		{[]float64{3, 4.25}, []float64{3, 4}, difference{error: 0.25, largest: 4, norm: 0.05, at: 1, got: 4.25, want: 4}, true},
		{[]float64{0, 5}, []float64{0, 4}, difference{error: 1, largest: 4, norm: 0.25, at: 1, got: 5, want: 4}, false},
		{[]float64{0, -inf}, []float64{0, inf}, difference{error: inf, norm: inf, at: 1, got: -inf, want: inf}, false},
		{[]float64{1e-9}, []float64{0}, difference{error: 1e-9, norm: inf, got: 1e-9}, false},
		{[]float64{0, 0}, []float64{0, 0}, difference{}, true},
	} {
		d := differ(buffer(x.got), buffer(x.want))
		if d != x.diff || d.within(bounds{0.1, 1}) != x.within {
			t.Errorf("%v against %v: %+v, within a tenth: %v", x.got, x.want, d, d.within(bounds{0.1, 1}))
		}
	}
	d := differ(buffer([]float64{1, nan}), buffer([]float64{1, 1}))
	if !math.IsNaN(d.error) || d.at != 1 || d.within(bounds{inf, inf}) {
		t.Errorf("NaN against a number: %+v", d)
	}
	if (difference{error: 1}).worse(difference{error: nan}) || !(difference{error: nan}).worse(difference{error: 1}) {
		t.Error("NaN is the worst difference")
	}
}

func TestElementIndex(t *testing.T) {
	for at, want := range map[int]string{0: "[0,0,0]", 5: "[0,1,2]", 23: "[3,1,2]"} {
		if got := elementIndex([]int64{4, 2, 3}, at); got != want {
			t.Errorf("%d: %s, want %s", at, got, want)
		}
	}
	if got := elementIndex(nil, 0); got != "[]" {
		t.Error(got)
	}
}

func TestDotKind(t *testing.T) {
	for text, want := range map[string]dotKind{
		"add.f32": noDot, "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16": wideDot, "mma.sync.aligned.m16n8k16": wideDot,
		"wgmma.mma_async.sync.aligned.m64n8k32.f32.e4m3.e4m3": byteDot, "cvt.rn.e4m3x2.f32": noDot,
	} {
		if got := (&Program{Code: []byte(text)}).dot(); got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}
