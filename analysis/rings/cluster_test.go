package rings

import (
	"testing"

	"tawa/analysis/analysistest"
	"tawa/dialects/aref"
)

// In two CTAs that fill a ring together a put waits for the slower consumer, a get for the slower producer.
func TestTogether(t *testing.T) {
	for _, c := range []struct {
		attr        string
		puts, given [2]int64 // done in each CTA
		put, get    [2]bool  // whether the next can go on
	}{
		{"{cluster = 2 : i32}", [2]int64{0, 0}, [2]int64{}, [2]bool{true, true}, [2]bool{false, false}},
		{"{cluster = 2 : i32}", [2]int64{1, 0}, [2]int64{}, [2]bool{false, true}, [2]bool{false, false}},
		{"{cluster = 2 : i32}", [2]int64{1, 1}, [2]int64{}, [2]bool{false, false}, [2]bool{true, true}},
		{"{cluster = 2 : i32}", [2]int64{1, 1}, [2]int64{1, 0}, [2]bool{false, false}, [2]bool{false, true}},
		{"{cluster = 2 : i32}", [2]int64{1, 1}, [2]int64{1, 1}, [2]bool{true, true}, [2]bool{false, false}},
		{"", [2]int64{1, 0}, [2]int64{}, [2]bool{false, true}, [2]bool{true, false}},
		{"", [2]int64{1, 1}, [2]int64{1, 0}, [2]bool{true, false}, [2]bool{false, true}},
	} {
		module := analysistest.Parse(t, `tt.func @f() {
			%zero = arith.constant 0 : i32
			%other = aref.create {cluster = 2 : i32} : !aref.ring<1 x (tensor<16xf32>)>
			%r = aref.create `+c.attr+` : !aref.ring<1 x (tensor<16xf32>)>
			%v = aref.get %r[%zero] : !aref.ring<1 x (tensor<16xf32>)>
			tt.return }`, aref.Register)
		p, _ := newProgram(module.Region(0).First().First())
		x := p.newRun(true, nil, nil)
		x.end()
		for cta := range 2 {
			g := x.ringOf(p.creates[1].Result(0), cta)
			g.put, g.consumers[0].done = c.puts[cta], [3]int64{get: c.given[cta], consumed: c.given[cta]}
		}
		for cta := range 2 {
			g := x.ringOf(p.creates[1].Result(0), cta)
			mayPut := event{kind: put, ring: g, n: c.puts[cta]}.enabled()
			mayGet := event{kind: get, ring: g, n: c.given[cta]}.enabled()
			if mayPut != c.put[cta] || mayGet != c.get[cta] {
				t.Errorf("%+v: CTA %d: put %v, get %v", c, cta, mayPut, mayGet)
			}
		}
	}
}
