package tensor

import "math"

// Both operands of a product are kept as float32 values, which are exact for every operand type,
// beside the exponents that govern alignment: A by rows, B in panels of eight columns with K
// outside, so that eight dot products advance together.

const columns = 8 // of a panel

// expZero is the exponent of a zero factor: sums with it stay below every other.
const expZero = -4096

// rowsOfA holds rows × depth factors.
type rowsOfA struct {
	depth   int
	values  []float32
	exps    []int32
	special []bool // per row: holds an infinity or NaN
}

// panelsOfB holds the columns; row k of panel p is at p·depth + k.
type panelsOfB struct {
	depth   int
	values  [][columns]float32
	exps    [][columns]int32
	special uint32 // bit p: panel p holds an infinity or NaN
}

// operandStore takes the factors of an operand, by row of A or column of B.
type operandStore interface {
	set(mn, k int, f factor)
}

func (x *rowsOfA) reset(rows, depth int) {
	x.depth = depth
	x.values, x.exps, x.special = grow(x.values, rows*depth), grow(x.exps, rows*depth), grow(x.special, rows)
	clear(x.special)
}

func (x *panelsOfB) reset(cols, depth int) {
	x.depth = depth
	x.values, x.exps = grow(x.values, cols/columns*depth), grow(x.exps, cols/columns*depth)
	x.special = 0
}

func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

func (x *rowsOfA) set(row, k int, f factor) {
	x.values[row*x.depth+k], x.exps[row*x.depth+k] = f.value, f.exp
	if f.special() {
		x.special[row] = true
	}
}

func (x *panelsOfB) set(col, k int, f factor) {
	at := col/columns*x.depth + k
	x.values[at][col%columns], x.exps[at][col%columns] = f.value, f.exp
	if f.special() {
		x.special |= 1 << (col / columns)
	}
}

func (x *rowsOfA) negate() {
	for i, v := range x.values {
		x.values[i] = -v
	}
}

// multiply sets every element of D = A·B + D, given as bits of its type (F32 or F16), rows × cols.
func (m *model) multiply(a *rowsOfA, b *panelsOfB, rows, cols int, d Elem, acc []uint32) {
	n := min(m.group, a.depth)
	for k := 0; k < a.depth; k += n {
		for r := range rows {
			at := r*a.depth + k
			av, ae := a.values[at:at+n], a.exps[at:at+n]
			out := acc[r*cols : (r+1)*cols]
			left := ^uint32(0) // panels that the fast path has not done
			if d == F32 && !a.special[r] {
				left = m.fastRow(av, ae, b, k, b.special, out)
			}
			for p := range cols / columns {
				if left>>p&1 != 0 {
					at := p*b.depth + k
					m.panel(av, ae, b.values[at:at+n], b.exps[at:at+n], d, (*[columns]uint32)(out[columns*p:]))
				}
			}
		}
	}
}

// panel adds the products of a row of A and eight columns to acc, by the model.
func (m *model) panel(av []float32, ae []int32, bv [][columns]float32, be [][columns]int32, d Elem, acc *[columns]uint32) {
	var c, up [columns]float64
	var emax [columns]int32
	for j := range acc {
		c[j], emax[j] = d.accumulator(acc[j])
	}
	maxExponents(&emax, ae, be)
	var sum [columns]int64
	for j, e := range emax {
		up[j] = scale(m.frac - int(e)) // of use if e is an exponent
		sum[j] = int64(c[j] * up[j])
	}
	addTerms(&sum, &up, av, bv)
	for j, e := range emax {
		v := 0.0
		switch {
		case e >= expSpecial/2:
			v = m.special(c[j], av, bv, j)
		case e >= expZero/2:
			v = float64(sum[j]) * scale(int(e)-m.frac)
		}
		acc[j] = m.round(v, d)
	}
}

// maxExponents raises e to the exponents of the products.
func maxExponents(e *[columns]int32, ae []int32, be [][columns]int32) {
	e0, e1, e2, e3, e4, e5, e6, e7 := e[0], e[1], e[2], e[3], e[4], e[5], e[6], e[7]
	ae = ae[:len(be)]
	for k := range be {
		a, b := ae[k], &be[k]
		e0, e1, e2, e3 = max(e0, a+b[0]), max(e1, a+b[1]), max(e2, a+b[2]), max(e3, a+b[3])
		e4, e5, e6, e7 = max(e4, a+b[4]), max(e5, a+b[5]), max(e6, a+b[6]), max(e7, a+b[7])
	}
	*e = [columns]int32{e0, e1, e2, e3, e4, e5, e6, e7}
}

// addTerms adds the products, times up and cut to integers.
func addTerms(sum *[columns]int64, up *[columns]float64, av []float32, bv [][columns]float32) {
	s0, s1, s2, s3, s4, s5, s6, s7 := sum[0], sum[1], sum[2], sum[3], sum[4], sum[5], sum[6], sum[7]
	av = av[:len(bv)]
	for k := range bv {
		a, b := float64(av[k]), &bv[k]
		s0 += int64(a * float64(b[0]) * up[0])
		s1 += int64(a * float64(b[1]) * up[1])
		s2 += int64(a * float64(b[2]) * up[2])
		s3 += int64(a * float64(b[3]) * up[3])
		s4 += int64(a * float64(b[4]) * up[4])
		s5 += int64(a * float64(b[5]) * up[5])
		s6 += int64(a * float64(b[6]) * up[6])
		s7 += int64(a * float64(b[7]) * up[7])
	}
	*sum = [columns]int64{s0, s1, s2, s3, s4, s5, s6, s7}
}

// special is the sum where a term may be infinite or NaN: IEEE's rules, whatever the order.
func (m *model) special(c float64, av []float32, bv [][columns]float32, j int) float64 {
	for k, x := range av {
		if p := float64(x) * float64(bv[k][j]); p-p != 0 {
			c += p
		}
	}
	return c
}

// accumulator returns the value of an accumulator's bits and its exponent.
func (e Elem) accumulator(bits uint32) (float64, int32) {
	if e == F16 {
		f := F16.decode(bits)
		return float64(f.value), f.exp
	}
	f := split(math.Float32frombits(bits), &formatF32)
	return float64(f.value), f.exp
}

// round gives the bits of D.
func (m *model) round(v float64, d Elem) uint32 {
	switch {
	case d == F16:
		return half(v)
	case v-v == 0:
		return m.single(v)
	case v != v:
		return uint32(formatF32.nan)
	}
	return math.Float32bits(float32(v))
}

// multiplyInt is the product of s8 and u8: exact, wrapping or, with sat, clamped to 32 bits.
func multiplyInt(a *rowsOfA, b *panelsOfB, rows, cols int, sat bool, acc []uint32) {
	for r := range rows {
		av := a.values[r*a.depth : (r+1)*a.depth]
		for p := range cols / columns {
			var sum [columns]float32 // exact: below 2^24
			for k, row := range b.values[p*b.depth:][:len(av)] {
				for j := range sum {
					sum[j] += av[k] * row[j]
				}
			}
			for j, s := range sum {
				c := &acc[r*cols+columns*p+j]
				total := int64(int32(*c)) + int64(s)
				if sat {
					total = min(max(total, math.MinInt32), math.MaxInt32)
				}
				*c = uint32(total)
			}
		}
	}
}
