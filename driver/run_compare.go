package driver

import (
	"bytes"
	"fmt"
	"io"
	"math"

	"tawa/interp"
	"tawa/ir"
)

// comparison holds the results of several runs against a reference.
type comparison struct {
	initial   *Data
	name      string // of the reference, "" for the first run
	want      *Data
	tolerance float64 // negative for the one of tolerances
	dot       dotKind // in any of the programs
	runs      int
	worst     []difference
	changed   []bool // which buffers any run wrote to
}

// add compares the results of a run; the first is the reference if there is none.
func (c *comparison) add(got *Data) {
	if c.worst == nil {
		c.worst, c.changed = make([]difference, len(got.buffers)), make([]bool, len(got.buffers))
	}
	for i, b := range got.buffers {
		c.changed[i] = c.changed[i] || !bytes.Equal(b.Data, c.initial.buffers[i].Data)
	}
	if c.want == nil {
		c.want, c.name = got, "another schedule"
		return
	}
	c.runs++
	for i, b := range got.buffers {
		if d := differ(b, c.want.buffers[i]); c.runs == 1 || d.worse(c.worst[i]) {
			c.worst[i] = d
		}
	}
}

// report prints the worst difference of each buffer and says whether all are small enough.
func (c *comparison) report(w io.Writer) bool {
	if c.runs == 0 {
		return true
	}
	plural := "s"
	if c.runs == 1 {
		plural = ""
	}
	fmt.Fprintf(w, "%s: %d run%s compared\n", c.name, c.runs, plural)
	same := true
	for i, b := range c.want.buffers {
		limit := tolerances(b.Elem, c.dot, c.byteInputs())
		if c.tolerance >= 0 {
			limit = bounds{c.tolerance, math.Inf(1)}
		}
		d := c.worst[i]
		verdict := "same"
		switch {
		case !d.within(limit):
			verdict = fmt.Sprintf("DIFFERENT at element %s: %v and %v; allowed is %.3g", elementIndex(b.Shape, d.at), d.got, d.want, limit.largest*d.largest)
			same = false
		case d.error > 0:
			verdict = "near"
		}
		fmt.Fprintf(w, "  %s %s: max error %.3g of %.3g: %s\n", b.Name, b, d.error, d.largest, verdict)
	}
	return same
}

// byteInputs reports whether the kernel reads floats of 8 bits: buffers of them that no run wrote to.
func (c *comparison) byteInputs() bool {
	for i, b := range c.want.buffers {
		if b.IsFloat() && ir.BitWidth(b.Elem) == 8 && !c.changed[i] && bytes.Equal(b.Data, c.initial.buffers[i].Data) {
			return true
		}
	}
	return false
}

// elementIndex is the index of an element of a shape, such as [3,17].
func elementIndex(shape []int64, at int) string {
	text := ""
	for i := len(shape) - 1; i >= 0; i-- {
		text = fmt.Sprintf(",%d%s", int64(at)%shape[i], text)
		at /= int(shape[i])
	}
	if text == "" {
		return "[]"
	}
	return "[" + text[1:] + "]"
}

// difference says how far a result is from a reference.
type difference struct {
	error, largest float64 // the largest error; the largest finite element of the reference
	norm           float64 // ‖got − want‖ / ‖want‖
	at             int     // where the largest error is
	got, want      float64
}

func (d difference) worse(than difference) bool {
	return !(d.error <= than.error) && !math.IsNaN(than.error)
}

func (d difference) within(b bounds) bool {
	return d.error == 0 || d.error <= b.largest*d.largest && d.norm <= b.norm
}

// differ compares two buffers. NaN equals NaN; NaN against a number is an error of NaN.
func differ(got, want *interp.Buffer) difference {
	var d difference
	errors, squares := 0.0, 0.0
	as, bs := numbers(got), numbers(want)
	for i, b := range bs {
		a := as[i]
		if !math.IsInf(b, 0) && !math.IsNaN(b) {
			d.largest = max(d.largest, math.Abs(b))
			squares += b * b
		}
		if a == b || a != a && b != b {
			continue
		}
		e := math.Abs(a - b)
		errors += e * e
		if e > d.error || math.IsNaN(e) && !math.IsNaN(d.error) {
			d.error, d.at, d.got, d.want = e, i, a, b
		}
	}
	if errors != 0 {
		d.norm = math.Sqrt(errors / squares)
	}
	return d
}

// bounds are what two right results may be apart.
type bounds struct {
	largest float64 // of the largest error, relative to the largest element
	norm    float64 // of the Frobenius norm of the difference, relative to that of the reference
}

// tolerances are the bounds of a buffer of elements t. A result of 8 bits may be off by one step of
// rounding, which is an eighth of an e4m3 number and a quarter of an e5m2 one; dots of 8-bit floats
// are added up with fewer bits by the tensor cores.
func tolerances(t ir.Type, dot dotKind, byteInputs bool) bounds {
	f, ok := t.(*ir.FloatType)
	any := math.Inf(1)
	switch {
	case !ok:
		return bounds{0, any}
	case f.Format.Bits == 8 && f.Format.Man <= 2:
		return bounds{2.6e-1, 1e-1}
	case f.Format.Bits == 8:
		return bounds{1.3e-1, 5e-2}
	case f.Format.Bits == 16 && (byteInputs || dot == byteDot), f.Format.Bits > 16 && dot == byteDot:
		return bounds{2e-2, any}
	case f.Format.Bits == 16:
		return bounds{2e-3, any}
	case dot == wideDot:
		return bounds{1e-3, any}
	}
	return bounds{1e-5, any}
}
