package tensor

import "math"

// Exponents are kept in lanes of 16 bits, four to a word, biased so that sums of two stay positive
// and below 2^15. A zero has lane 0, so that a product with it stays below every other.
const (
	expBias = 4096
	expZero = -1024 // products below this are zero
	expTop  = 0x8000800080008000
)

// matrix holds one operand's rows of factors.
type matrix struct {
	depth   int
	values  []float64 // rows × depth
	exps    []uint64  // rows × depth/4
	special []bool    // per row: holds an infinity or NaN
}

// reset makes room for rows × depth factors.
func (x *matrix) reset(rows, depth int) {
	x.depth = depth
	x.values = grow(x.values, rows*depth)
	x.exps = grow(x.exps, rows*depth/4)
	x.special = grow(x.special, rows)
	clear(x.exps)
	clear(x.special)
}

func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// set stores the factor of row r at k; each place once after a reset.
func (x *matrix) set(r, k int, f factor) {
	at := r*x.depth + k
	x.values[at] = f.value
	x.exps[at>>2] |= uint64(uint16(int(f.exp)+expBias)) << (at & 3 * 16)
	if f.value-f.value != 0 {
		x.special[r] = true
	}
}

func (x *matrix) negate() {
	for i, v := range x.values {
		x.values[i] = -v
	}
}

// row returns row r, from k on, n deep.
func (x *matrix) row(r, k, n int) ([]float64, []uint64) {
	at := r*x.depth + k
	return x.values[at : at+n], x.exps[at/4 : (at+n)/4]
}

// max4 is the larger of each of four 16-bit lanes below 2^15.
func max4(x, y uint64) uint64 {
	ge := ((x | expTop) - y) & expTop // top bit where x >= y
	mask := ge - ge>>15 | ge          // all bits of those lanes
	return x&mask | y&^mask
}

// maxExp returns the largest sum of exponents of two rows.
func maxExp(a, b []uint64) int {
	m := a[0] + b[0]
	for len(a) >= 2 && len(b) >= 2 {
		m = max4(m, max4(a[0]+b[0], a[1]+b[1]))
		a, b = a[2:], b[2:]
	}
	m = max4(m, m>>32)
	return int(max(m&0xffff, m>>16&0xffff)) - 2*expBias
}

// dot adds a row of A times a row of B to c by the model, before the final rounding.
func (m *model) dot(c float64, cmin int, a, b []float64, ae, be []uint64) float64 {
	emax := maxExp(ae, be)
	if c != 0 {
		emax = max(emax, int(math.Float64bits(c)>>52&2047)-1023, cmin)
	}
	if emax < expZero {
		return 0
	}
	up := scale(m.frac - emax)
	sum := int64(c * up)
	for len(a) >= 4 && len(b) >= 4 {
		x0, x1 := int64(a[0]*b[0]*up), int64(a[1]*b[1]*up)
		x2, x3 := int64(a[2]*b[2]*up), int64(a[3]*b[3]*up)
		sum += x0 + x1 + (x2 + x3)
		a, b = a[4:], b[4:]
	}
	return float64(sum) * scale(emax-m.frac)
}

// dotSpecial is dot where an operand may be infinite or NaN: IEEE's rules, whatever the order.
func (m *model) dotSpecial(c float64, cmin int, a, b []float64, ae, be []uint64) float64 {
	sum, special := c, c-c != 0
	for k, x := range a {
		p := x * b[k]
		special = special || p-p != 0
		if p-p != 0 {
			sum += p
		}
	}
	if special {
		return sum
	}
	return m.dot(c, cmin, a, b, ae, be)
}

// multiply sets every element of D = A·B (+ C): get and put access c and d by row and column as
// bits of the type of D (F32 or F16).
func (m *model) multiply(a, b *matrix, rows, cols int, d Elem, acc []uint32) {
	n, cmin := min(m.group, a.depth), -126
	if d == F16 {
		cmin = -14
	}
	for k := 0; k < a.depth; k += n {
		for r := range rows {
			av, ae := a.row(r, k, n)
			out := acc[r*cols : (r+1)*cols]
			for j := range out {
				bv, be := b.row(j, k, n)
				c := float64(math.Float32frombits(out[j]))
				if d == F16 {
					c = float64(F16ToF32(uint16(out[j])))
				}
				if a.special[r] || b.special[j] || c-c != 0 {
					c = m.dotSpecial(c, cmin, av, bv, ae, be)
				} else {
					c = m.dot(c, cmin, av, bv, ae, be)
				}
				out[j] = m.round(c, d)
			}
		}
	}
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
func multiplyInt(a, b *matrix, rows, cols int, sat bool, acc []uint32) {
	for r := range rows {
		av := a.values[r*a.depth : (r+1)*a.depth]
		for j := range cols {
			bv := b.values[j*b.depth:][:len(av)]
			sum := float64(int32(acc[r*cols+j]))
			for k, x := range av {
				sum += x * bv[k]
			}
			if sat {
				sum = min(max(sum, math.MinInt32), math.MaxInt32)
			}
			acc[r*cols+j] = uint32(int64(sum))
		}
	}
}
