package tensor

import (
	"fmt"
	"math"
	"strings"
)

// Mma is mma.sync.aligned.m16n8kK.row.col.D.A.B.C: D = A·B + C of one warp. C has the type of D.
type Mma struct {
	M, N, K    int
	D, A, B, C Elem
	Sat        bool // .satfinite, D in s32
}

// ParseMma reads the modifiers after "mma", such as sync.aligned.m16n8k16.row.col.f32.f16.f16.f32.
func ParseMma(mods []string) (Mma, error) {
	var m Mma
	text := strings.Join(mods, ".")
	if len(mods) < 9 || mods[0] != "sync" || mods[1] != "aligned" || mods[3] != "row" || mods[4] != "col" {
		return m, fmt.Errorf("mma.%s is not a dense mma.sync.aligned.mMnNkK.row.col with four types", text)
	}
	if _, err := fmt.Sscanf(mods[2], "m%dn%dk%d", &m.M, &m.N, &m.K); err != nil {
		return m, fmt.Errorf("mma has no shape .%s", mods[2])
	}
	types := mods[5:]
	if types[0] == "satfinite" {
		m.Sat, types = true, types[1:]
	}
	if len(types) != 4 {
		return m, fmt.Errorf("mma.%s: four types expected", text)
	}
	for i, to := range []*Elem{&m.D, &m.A, &m.B, &m.C} {
		e, err := ParseElem(types[i])
		if err != nil {
			return m, err
		}
		*to = e
	}
	return m, m.valid()
}

// valid checks that the combination of shape and types exists; K may be half of wgmma's.
func (m *Mma) valid() error {
	w := Wgmma{N: 8, D: m.D, A: m.A, B: m.B, Sat: m.Sat}
	if m.A != None && m.A.Bits() > 0 {
		w.K = rowBytes * 8 / m.A.Bits()
	}
	half := m.A.Bits() != 8 || m.A.Integer()
	if !half && m.D != F32 {
		return fmt.Errorf("mma of .%v and .%v accumulates in .f32 only", m.A, m.B)
	}
	if m.C != m.D || m.M != 16 || m.N != 8 || m.K != w.K && (m.K*2 != w.K || !half) {
		return fmt.Errorf("mma has no form .m%dn%dk%d.%v.%v.%v.%v", m.M, m.N, m.K, m.D, m.A, m.B, m.C)
	}
	if w.valid() != nil {
		return fmt.Errorf("mma has no form .%v.%v.%v.%v", m.D, m.A, m.B, m.C)
	}
	return nil
}

// Regs returns the registers that each thread gives for D (and C), A and B.
func (m *Mma) Regs() (d, a, b int) {
	d = 4
	if m.D == F16 {
		d = 2
	}
	a = m.M * m.K * m.A.Bits() / (32 * 32)
	return d, a, a / 2
}

// Run computes d = a·b + c; d may be c.
func (m *Mma) Run(d, a, b, c []*Row) {
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	s.a.reset(16, m.K)
	s.b.reset(8, m.K)
	s.key = Wgmma{} // b is not made of raw
	s.acc = grow(s.acc, 16*8)
	if m.A.Bits() == 8 && !m.A.Integer() {
		m.runFP8(s, d, a, b, c)
		return
	}
	fillA(&s.a, a, m.A)
	fillB(&s.b, b, m.B)
	gather(s.acc, c, 8, m.D)
	if m.D == S32 {
		multiplyInt(&s.a, &s.b, 16, 8, m.Sat, s.acc)
	} else {
		modelOf(m.A).multiply(&s.a, &s.b, 16, 8, m.D, s.acc)
	}
	scatter(d, s.acc, 8, m.D)
}

// runFP8: sm_90 has no such unit in mma.sync; the assembler converts both operands to f16, and
// multiplies first what is in the low halves of the registers, then, on top of it, the high
// halves, and adds C to the result.
func (m *Mma) runFP8(s *scratch, d, a, b, c []*Row) {
	asHalf := func(e Elem, v uint32) factor { // in f16 the subnormals of e4m3 are normal
		if e == E4M3 {
			return F16.decode(uint32(F32ToF16(E4M3ToF32(uint8(v)), RN, false)))
		}
		return e.decode(v)
	}
	fill := func(x operandStore, regs []*Row, e Elem, rows int) {
		for r, reg := range regs {
			for l, v := range reg {
				for i := range 4 {
					k := i>>1*16 + r/rows*8 + l&3*2 + i&1
					x.set(l/4+r%rows*8, k, asHalf(e, uint32(v)>>(8*i)))
				}
			}
		}
	}
	fill(&s.a, a, m.A, 2)
	fill(&s.b, b, m.B, 1)
	clear(s.acc)
	modelHalf.multiply(&s.a, &s.b, 16, 8, F32, s.acc)
	sum := make([]uint32, 16*8)
	gather(sum, c, 8, F32)
	for i, x := range s.acc {
		v := math.Float32frombits(sum[i]) + math.Float32frombits(x)
		if v != v {
			v = canonicalNaN
		}
		sum[i] = math.Float32bits(v)
	}
	scatter(d, sum, 8, F32)
}
