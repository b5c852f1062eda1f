package nvptx

import (
	"fmt"
	"strings"

	"tawa/llvmir"
)

// gen builds the code of one warp group: what its threads are called, and the
// small idioms that the lowerings share. Shared-memory addresses are i32
// everywhere, which is right with 32-bit and with 64-bit shared pointers.
type gen struct {
	*llvmir.Builder
	smem  llvmir.Value // i32 address of the dynamic shared memory
	tid   llvmir.Value // thread of the group
	lane  llvmir.Value // thread of its warp
	warp  llvmir.Value // warp of the group, the same in all its lanes
	warps int          // number of warps of the group
	bar   llvmir.Value // id of the barrier that the threads of the group meet at
	lead  llvmir.Value // true in the group's first thread

	single bool         // the code is run by one thread
	only   llvmir.Value // where set, effects happen only in threads where it holds

	pairs map[value]byteOf // of bytes that one instruction made in pairs
}

// byteOf is a byte of a 16-bit integer, 0 being the low one.
type byteOf struct {
	pair value
	n    int
}

type value = llvmir.Value

func ci(n int) value { return llvmir.CI32(n) }

// effect starts a PTX statement that all threads of the warp run together and
// that no memory access may move across.
func (g *gen) effect() *llvmir.Asm { return g.Asm().Memory().Convergent() }

// effectf emits a statement without operands.
func (g *gen) effectf(format string, args ...any) { g.effect().Emit(fmt.Sprintf(format, args...)) }

// sync is a barrier among the threads of the group.
func (g *gen) sync() {
	if g.warps == 1 {
		g.effectf("bar.warp.sync -1;")
		return
	}
	if id, ok := g.bar.Int(); ok {
		g.effectf("bar.sync %d, %d;", id, 32*g.warps)
		return
	}
	a := g.effect()
	a.Emit(fmt.Sprintf("bar.sync %s, %d;", a.In(g.bar), 32*g.warps))
}

// xorBits is the XOR of bases over the bits of v: a linear map. Bits that move
// by the same distance are taken together.
func (g *gen) xorBits(v value, bases []int) value {
	masks := map[int]int{} // by how far the bits move left
	lo, hi := 0, 0
	for i, b := range bases {
		for k := 0; b>>k != 0; k++ {
			if b>>k&1 != 0 {
				masks[k-i] |= 1 << i
				lo, hi = min(lo, k-i), max(hi, k-i)
			}
		}
	}
	sum := ci(0)
	for s := lo; s <= hi; s++ {
		m := masks[s]
		if m == 0 {
			continue
		}
		t := g.And(v, ci(m))
		if s >= 0 {
			t = g.Shl(t, ci(s))
		} else {
			t = g.LShr(t, ci(-s))
		}
		if sum.Equal(ci(0)) {
			sum = t
		} else {
			sum = g.Xor(sum, t)
		}
	}
	return sum
}

// sizeOf is the number of bytes that a scalar takes in memory.
func sizeOf(t *llvmir.Type) int {
	if t.IsPtr() {
		return 8
	}
	return max(1, t.Bits()/8)
}

// words packs values of one type into 32-bit words, or into one 8- or 16-bit
// value, or leaves 64-bit ones: what a vector access moves.
func (g *gen) words(vals []value) []value {
	bits := make([]value, len(vals))
	for i, v := range vals {
		bits[i] = g.bits(v)
	}
	w := bits[0].Type.Bits()
	if w >= 32 {
		return bits
	}
	n := min(len(bits), 32/w)
	if n == 1 {
		return bits
	}
	out := make([]value, 0, len(bits)/n)
	for i := 0; i < len(vals); i += n {
		part := vals[i : i+n]
		if !part[0].Type.IsFloat() {
			part = g.asPairs(bits[i : i+n])
		}
		out = append(out, g.Cast(llvmir.BitCast, g.Pack(part...), llvmir.Int(w*n)))
	}
	return out
}

// bytes splits a 16-bit integer in two bytes, and remembers it.
func (g *gen) bytes(pair value) []value {
	if g.pairs == nil {
		g.pairs = map[value]byteOf{}
	}
	out := g.Unpack(g.Cast(llvmir.BitCast, pair, llvmir.Vec(2, llvmir.I8)))
	for n, v := range out {
		g.pairs[v] = byteOf{pair, n}
	}
	return out
}

// asPairs is four bytes as two 16-bit integers if they came as such.
func (g *gen) asPairs(bytes []value) []value {
	if len(bytes) != 4 {
		return bytes
	}
	var out []value
	for i := 0; i < len(bytes); i += 2 {
		low, ok := g.pairs[bytes[i]]
		if !ok || low.n != 0 || g.pairs[bytes[i+1]] != (byteOf{low.pair, 1}) {
			return bytes
		}
		out = append(out, low.pair)
	}
	return out
}

// bits is a scalar as an integer of the size that it has in memory.
func (g *gen) bits(v value) value {
	switch {
	case v.Type.IsPtr():
		return g.Cast(llvmir.PtrToInt, v, llvmir.I64)
	case v.Type.IsFloat():
		return g.Cast(llvmir.BitCast, v, llvmir.Int(v.Type.Bits()))
	case v.Type == llvmir.I1:
		return g.Cast(llvmir.ZExt, v, llvmir.I8)
	}
	return v
}

// ofBits is the inverse of bits.
func (g *gen) ofBits(v value, t *llvmir.Type) value {
	switch {
	case t.IsPtr():
		return g.Cast(llvmir.IntToPtr, v, t)
	case t.IsFloat():
		return g.Cast(llvmir.BitCast, v, t)
	case t == llvmir.I1:
		return g.ICmp(llvmir.NE, v, llvmir.ConstInt(v.Type, 0))
	}
	return v
}

// ofWords is the inverse of words, for n values of type t.
func (g *gen) ofWords(words []value, t *llvmir.Type, n int) []value {
	out := make([]value, 0, n)
	for _, w := range words {
		k := w.Type.Bits() / (8 * sizeOf(t))
		switch {
		case k == 1:
			out = append(out, g.ofBits(w, t))
		case t.IsFloat():
			out = append(out, g.Unpack(g.Cast(llvmir.BitCast, w, llvmir.Vec(k, t)))...)
		default:
			for _, v := range g.Unpack(g.Cast(llvmir.BitCast, w, llvmir.Vec(k, llvmir.Int(8*sizeOf(t))))) {
				out = append(out, g.ofBits(v, t))
			}
		}
	}
	return out
}

// guard is the prefix of a statement that runs only where pred holds; no
// predicate means always.
func guard(a *llvmir.Asm, pred value) string {
	if !pred.Valid() || pred.Equal(llvmir.Bool(true)) {
		return ""
	}
	return "@" + a.In(pred) + " "
}

func join(refs []string) string { return strings.Join(refs, ", ") }

// list is operands in the braces of a PTX vector, one alone without them.
func list(refs []string) string {
	if len(refs) == 1 {
		return refs[0]
	}
	return "{" + strings.Join(refs, ", ") + "}"
}

// suffix is the vector part of a PTX access: .v2, .v4 or nothing.
func suffix(n int) string {
	if n == 1 {
		return ""
	}
	return fmt.Sprintf(".v%d", n)
}

// storeShared writes values that follow each other to shared memory at
// addr + offset, one access; pred may be none.
func (g *gen) storeShared(vals []value, addr value, offset int, pred value) {
	words := g.words(vals)
	bits := words[0].Type.Bits()
	a := g.Asm().Memory()
	p := guard(a, pred)
	at := a.In(addr)
	var refs []string
	for _, w := range words {
		refs = append(refs, a.In(g.register(w)))
	}
	a.Emit(fmt.Sprintf("%sst.shared%s.b%d [%s+%d], %s;", p, suffix(len(words)), bits, at, offset, list(refs)))
}

// loadShared reads n values of type t that follow each other.
func (g *gen) loadShared(t *llvmir.Type, n int, addr value, offset int) []value {
	bits, count := accessWords(t, n)
	a := g.Asm().Memory()
	var refs []string
	for range count {
		refs = append(refs, a.Out(llvmir.Int(max(bits, 16))))
	}
	words := a.Emit(fmt.Sprintf("ld.shared%s.b%d %s, [%s+%d];", suffix(count), bits, list(refs), a.In(addr), offset))
	if bits == 8 {
		words[0] = g.Cast(llvmir.Trunc, words[0], llvmir.I8)
	}
	return g.ofWords(words, t, n)
}

// register widens an 8-bit value, for which PTX has no register, to 16 bits.
func (g *gen) register(v value) value {
	if v.Type == llvmir.I8 {
		return g.Cast(llvmir.ZExt, v, llvmir.I16)
	}
	return v
}

// accessWords says in how many words of how many bits n values of type t are accessed.
func accessWords(t *llvmir.Type, n int) (bits, count int) {
	total := 8 * sizeOf(t) * n
	bits = min(total, max(32, 8*sizeOf(t)))
	return bits, total / bits
}

// broadcast is the value that lane 0 of the warp has; ptxas then knows it is uniform.
func (g *gen) broadcast(v value) value {
	return g.Intrinsic("llvm.nvvm.shfl.sync.idx.i32", ci(-1), v, ci(0), ci(31))
}

// shuffle moves scalars of any size between lanes by the given mode (idx, bfly).
func (g *gen) shuffle(mode string, v value, lane value) value {
	bits := g.bits(v)
	move := func(w value) value {
		return g.Intrinsic("llvm.nvvm.shfl.sync."+mode+".i32", ci(-1), w, lane, ci(31))
	}
	switch w := bits.Type.Bits(); {
	case w < 32:
		bits = g.Cast(llvmir.Trunc, move(g.Cast(llvmir.ZExt, bits, llvmir.I32)), bits.Type)
	case w == 32:
		bits = move(bits)
	default:
		lo := move(g.Cast(llvmir.Trunc, bits, llvmir.I32))
		hi := move(g.Cast(llvmir.Trunc, g.LShr(bits, llvmir.CI64(32)), llvmir.I32))
		bits = g.Or(g.Cast(llvmir.ZExt, lo, llvmir.I64), g.Shl(g.Cast(llvmir.ZExt, hi, llvmir.I64), llvmir.CI64(32)))
	}
	return g.ofBits(bits, v.Type)
}
