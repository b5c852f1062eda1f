package ir

import (
	"math"
	"testing"
)

// What is short and exact is written as the long way writes it.
func TestShortDecimals(t *testing.T) {
	short := 0
	for n := -5000.0; n <= 5000; n += 1 {
		for _, scale := range []float64{1.0 / 128, 1.0 / 64, 1, 1000, 123457, 1e6} {
			v := n * scale
			if s, ok := shortDecimal(v); ok {
				short++
				if want := newDecimal(v, 6).scientific(6, 'e', 2); s != want {
					t.Fatalf("%v: %s, want %s", v, s, want)
				}
			}
		}
	}
	if short < 20000 {
		t.Errorf("only %d values are short", short)
	}
	for v, want := range map[float64]bool{0.1: false, 123456: true, 1234567: false, 0.015625: true, math.Pi: false, 1e300: false, math.Copysign(0, -1): true} {
		if s, ok := shortDecimal(v); ok != want {
			t.Errorf("%v: %q, %v", v, s, ok)
		}
	}
}
