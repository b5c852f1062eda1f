package llvmir

import (
	"strings"
	"testing"
)

// A loop that counts to n, stores what it counts, and carries two more values that only
// make each other, beside a chain that ends in nothing.
func TestDropDead(t *testing.T) {
	m := NewModule("t")
	f := m.Func("f", Void, Param{Name: "x", Type: PtrGlobal}, Param{Name: "n", Type: I32})
	entry, loop, end := f.Block("entry"), f.Block("loop"), f.Block("end")
	b := entry.Builder()
	b.Mul(b.Add(f.Param(1), CI32(5)), CI32(6))
	b.Br(loop)
	b.At(loop)
	i, p, q := b.Phi(I32), b.Phi(I32), b.Phi(I32)
	loaded := b.Load(I32, f.Param(0), Access{Volatile: true})
	scaled := b.Mul(i.Value, CI32(3))
	b.Store(scaled, f.Param(0), Access{})
	next, a, c := b.Add(i.Value, CI32(1)), b.Add(q.Value, CI32(7)), b.Add(p.Value, loaded)
	for phi, v := range map[*Phi]Value{i: next, p: a, q: c} {
		phi.Add(CI32(0), entry)
		phi.Add(v, loop)
	}
	b.CondBr(b.ICmp(SLT, next, f.Param(1)), loop, end)
	b.At(end)
	b.RetVoid()

	m.DropDead()
	text := m.String()
	for _, v := range []Value{i.Value, scaled, next, loaded} {
		if !strings.Contains(text, "  "+string(v.append(nil))+" = ") {
			t.Errorf("%s is needed, but not printed", v)
		}
	}
	if n := strings.Count(text, " phi ") + strings.Count(text, " mul ") + strings.Count(text, " add "); n != 3 {
		t.Errorf("%d instructions, want one phi, one mul, one add", n)
	}
	if t.Failed() {
		t.Log(text)
	}
	verify(t, m)
}
