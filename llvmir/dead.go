package llvmir

import (
	"bytes"
	"slices"
)

// DropDead removes the instructions whose values nothing with an effect needs, itself or
// by way of others; phis that only feed each other are among them. It is the last thing
// to do before printing: nothing can be built after it.
//
// What reads the text may find them dead as late as in its last passes, after it has spent its
// time on them: a tile of pointers has one for each element, of which a wide load takes every eighth.
func (m *Module) DropDead() {
	for _, f := range m.funcs {
		live := f.live()
		for _, blk := range f.blocks {
			blk.phis = slices.DeleteFunc(blk.phis, func(p *Phi) bool { return !live[p.n] })
			kept, at := make([]byte, 0, len(blk.text)), 0
			for _, s := range blk.pure {
				if !live[s.n] {
					kept = append(kept, blk.text[at:s.from]...)
					at = s.to
				}
			}
			blk.text, blk.pure = append(kept, blk.text[at:]...), nil
		}
	}
}

// span is the line of an instruction without effects, and the value that it makes.
type span struct {
	from, to int
	n        int64
}

// live tells of each value whether something with an effect needs it.
func (f *Func) live() []bool {
	m := marker{live: make([]bool, f.next), lines: make([][]byte, f.next), phis: make([]*Phi, f.next)}
	for _, blk := range f.blocks {
		for _, p := range blk.phis {
			m.phis[p.n] = p
		}
		for _, s := range blk.pure {
			m.lines[s.n] = blk.text[s.from:s.to]
		}
	}
	for _, blk := range f.blocks {
		at := 0
		for _, s := range blk.pure {
			m.text(blk.text[at:s.from])
			at = s.to
		}
		m.text(blk.text[at:])
	}
	for len(m.work) > 0 {
		n := m.work[len(m.work)-1]
		m.work = m.work[:len(m.work)-1]
		m.text(m.lines[n])
		if p := m.phis[n]; p != nil {
			for _, v := range p.in {
				if v.kind == localValue {
					m.mark(v.n)
				}
			}
		}
	}
	return m.live
}

type marker struct {
	live  []bool
	lines [][]byte // of values without effects
	phis  []*Phi
	work  []int64
}

func (m *marker) mark(n int64) {
	if n < int64(len(m.live)) && !m.live[n] {
		m.live[n] = true
		m.work = append(m.work, n)
	}
}

// text marks the values that are named in it.
func (m *marker) text(b []byte) {
	for {
		i := bytes.Index(b, []byte("%v"))
		if i < 0 {
			return
		}
		n := int64(0)
		for b = b[i+2:]; len(b) > 0 && '0' <= b[0] && b[0] <= '9' && n < int64(len(m.live)); b = b[1:] {
			n = 10*n + int64(b[0]-'0')
		}
		m.mark(n)
	}
}
