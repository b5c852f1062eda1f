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
	av, ae, be = av[:len(bv)], ae[:len(bv)], be[:len(bv)]
	for j := range columns {
		c, emax := d.accumulator(acc[j])
		for k := range be {
			emax = max(emax, ae[k]+be[k][j])
		}
		switch {
		case emax < expZero/2:
			c = 0
		case emax >= expSpecial/2:
			c = m.special(c, av, bv, j)
		default:
			up := scale(m.frac - int(emax))
			sum := int64(c * up)
			for k := range bv {
				sum += int64(float64(av[k]) * float64(bv[k][j]) * up)
			}
			c = float64(sum) * scale(int(emax)-m.frac)
		}
		acc[j] = m.round(c, d)
	}
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
