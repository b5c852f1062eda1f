package driver

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tawa/ptx"
	"tawa/target/nvptx"
)

// mutant is code with one mistake.
type mutant struct {
	code []byte
	meta nvptx.Metadata
	line int // of the mistake; 0 if it is in the metadata
}

// mutation is a kind of mistake: all places of a kernel where it can be made.
type mutation struct {
	name string
	make func(k *kernelText) []mutant
}

// kernelText is a kernel's PTX for editing.
type kernelText struct {
	src  []byte
	fn   *ptx.Func
	meta nvptx.Metadata
}

// edit replaces a part of the text.
type edit struct {
	start, end int
	text       string
}

// apply makes a mutant of edits that do not overlap.
func (k *kernelText) apply(edits ...edit) mutant {
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Compare(a.start, b.start) })
	var out []byte
	at := 0
	for _, e := range edits {
		out = append(append(out, k.src[at:e.start]...), e.text...)
		at = e.end
	}
	return mutant{append(out, k.src[at:]...), k.meta, 1 + bytes.Count(k.src[:edits[0].start], []byte("\n"))}
}

// text is an instruction as written, its guard and its semicolon included.
func (k *kernelText) text(in *ptx.Inst) string { return string(k.src[in.Span.Start:in.Span.End]) }

// split is an instruction's guard, "" if there is none, and the rest.
func (k *kernelText) split(in *ptx.Inst) (guard, rest string) {
	text := k.text(in)
	if in.Pred < 0 {
		return "", text
	}
	guard, rest, _ = strings.Cut(text, " ")
	if g, r, ok := strings.Cut(text, "\t"); ok && len(g) < len(guard) {
		guard, rest = g, r
	}
	return guard + " ", rest
}

// operand is an operand as written.
func (k *kernelText) operand(in *ptx.Inst, i int) string {
	s := in.Args[i].Span
	return string(k.src[s.Start:s.End])
}

// with is an instruction with another operand i.
func (k *kernelText) with(in *ptx.Inst, i int, operand string) string {
	s := in.Args[i].Span
	return string(k.src[in.Span.Start:s.Start]) + operand + string(k.src[s.End:in.Span.End])
}

// moved is an instruction whose address, operand i, lies d bytes further on.
func (k *kernelText) moved(in *ptx.Inst, i, d int) string {
	address := strings.Trim(k.operand(in, i), "[]")
	base, _, _ := strings.Cut(address, "+")
	return k.with(in, i, fmt.Sprintf("[%s+%d]", base, in.Args[i].Off+int64(d)))
}

// changed is an instruction whose register operand i goes through another instruction first.
func (k *kernelText) changed(in *ptx.Inst, i int, typ, op, by string) string {
	return fmt.Sprintf("{ .reg .%s MUT; %s MUT, %s, %s; %s }", typ, op, k.operand(in, i), by, k.with(in, i, "MUT"))
}

// rewrite replaces one instruction; it says whether the mistake can be made there.
type rewrite func(k *kernelText, in *ptx.Inst) (string, bool)

// at makes a mistake at each instruction of a name, which has these modifiers.
func at(op, mods string, f rewrite) func(*kernelText) []mutant {
	return func(k *kernelText) (list []mutant) {
		for i := range k.fn.Code {
			in := &k.fn.Code[i]
			if in.Op != op || slices.ContainsFunc(strings.Fields(mods), func(m string) bool { return !in.Has(m) }) {
				continue
			}
			if text, ok := f(k, in); ok {
				list = append(list, k.apply(edit{in.Span.Start, in.Span.End, text}))
			}
		}
		return list
	}
}

func dropped(*kernelText, *ptx.Inst) (string, bool) { return "", true }

func doubled(k *kernelText, in *ptx.Inst) (string, bool) { return k.text(in) + " " + k.text(in), true }

func unguarded(k *kernelText, in *ptx.Inst) (string, bool) {
	guard, rest := k.split(in)
	return rest, guard != ""
}

// everybody replaces what chose one lane.
func everybody(k *kernelText, in *ptx.Inst) (string, bool) {
	_, p, ok := strings.Cut(k.operand(in, 0), "|")
	return "setp.eq.u32 " + p + ", 0, 0;", ok
}

// always replaces a wait by what it gives when there is nothing to wait for.
func always(k *kernelText, in *ptx.Inst) (string, bool) {
	return "setp.eq.u32 " + k.operand(in, 0) + ", 0, 0;", true
}

// added adds to the immediate operand i.
func added(i, d int) rewrite {
	return func(k *kernelText, in *ptx.Inst) (string, bool) {
		if len(in.Args) <= i || in.Args[i].Kind != ptx.Imm {
			return "", false
		}
		n := int64(in.Args[i].Bits) + int64(d)
		return k.with(in, i, strconv.FormatInt(n, 10)), n > 0
	}
}

// through changes the operand i, a register or an immediate, by an instruction.
func through(i int, typ, op, by string) rewrite {
	return func(k *kernelText, in *ptx.Inst) (string, bool) { return k.changed(in, i, typ, op, by), true }
}

func shifted(i, d int) rewrite {
	return func(k *kernelText, in *ptx.Inst) (string, bool) { return k.moved(in, i, d), true }
}

// ring is the distance of a slot's full barrier from its empty barrier: eight bytes a slot.
func (k *kernelText) ring() int {
	n, base := 0, ""
	for i := range k.fn.Code {
		if in := &k.fn.Code[i]; in.Op == "mbarrier.init" {
			b, _, _ := strings.Cut(k.operand(in, 0), "+")
			if base == "" {
				base = b
			}
			if b == base {
				n++
			}
		}
	}
	return 8 * n
}

// otherKind makes it the barrier of the other kind: full for empty, empty for full.
func otherKind(sign int) rewrite {
	return func(k *kernelText, in *ptx.Inst) (string, bool) { return k.moved(in, 1, sign*k.ring()), true }
}

// coordinate adds d to a coordinate, counted from the innermost, of the tensor address that is operand i.
func coordinate(i, c, d int) rewrite {
	return func(k *kernelText, in *ptx.Inst) (string, bool) {
		if len(in.Args[i].Elems) <= c {
			return "", false
		}
		s := in.Args[i].Elems[c].Span
		text := string(k.src[in.Span.Start:s.Start]) + "MUT" + string(k.src[s.End:in.Span.End])
		return fmt.Sprintf("{ .reg .b32 MUT; add.s32 MUT, %s, %d; %s }", k.src[s.Start:s.End], d, text), true
	}
}

// isRole says whether a barrier belongs to a part of the CTA.
func (k *kernelText) wholeCTA(in *ptx.Inst) bool {
	return len(in.Args) < 2 || int(in.Args[1].Bits) == 32*k.meta.NumWarps
}

func onlyIf(f func(k *kernelText, in *ptx.Inst) bool, r rewrite) rewrite {
	return func(k *kernelText, in *ptx.Inst) (string, bool) {
		if !f(k, in) {
			return "", false
		}
		return r(k, in)
	}
}

func part(k *kernelText, in *ptx.Inst) bool { return !k.wholeCTA(in) && in.Args[0].Bits != 15 }

// swapped moves each instruction of one name behind the next of another that follows within a few lines.
func swapped(first, second string, limit int) func(*kernelText) []mutant {
	return func(k *kernelText) (list []mutant) {
		for i := range k.fn.Code {
			a := &k.fn.Code[i]
			if a.Op != first {
				continue
			}
			for j := i + 1; j < min(i+1+limit, len(k.fn.Code)); j++ {
				if b := &k.fn.Code[j]; b.Op == second {
					list = append(list, k.apply(edit{a.Span.Start, a.Span.End, ""}, edit{b.Span.End, b.Span.End, " " + k.text(a)}))
					break
				} else if b.Op == first || b.Op == "bra" || b.Op == "ret" {
					break
				}
			}
		}
		return list
	}
}

// advanced moves each instruction of a name before the last of another that stands a few lines above.
func advanced(later, earlier string, limit int) func(*kernelText) []mutant {
	return func(k *kernelText) (list []mutant) {
		for j := range k.fn.Code {
			b := &k.fn.Code[j]
			if b.Op != later {
				continue
			}
			for i := j - 1; i >= max(0, j-limit); i-- {
				if a := &k.fn.Code[i]; a.Op == earlier {
					defs := string(k.src[a.Span.End:b.Span.Start])
					list = append(list, k.apply(edit{a.Span.Start, b.Span.End, defs + " " + k.text(b) + " " + k.text(a)}))
					break
				} else if a.Op == later || a.Op == "bra" {
					break
				}
			}
		}
		return list
	}
}

// wraps finds the instructions that count slots: `t == D`, `t == D ? 0 : t`, and the parity's flip.
func wraps(k *kernelText, f func(k *kernelText, test, flip *ptx.Inst) []edit) (list []mutant) {
	for i := range k.fn.Code {
		test := &k.fn.Code[i]
		if test.Op != "setp" || !test.Has("eq") || test.Args[1].Kind != ptx.Register || test.Args[2].Kind != ptx.Imm {
			continue
		}
		var carry, flip *ptx.Inst
		slot := false
		for j := i + 1; j < min(i+40, len(k.fn.Code)) && flip == nil; j++ {
			switch in := &k.fn.Code[j]; {
			case in.Op == "selp" && in.Args[3].Reg == test.Args[0].Reg && in.Args[1].Kind == ptx.Imm && in.Args[2].Kind == ptx.Register:
				slot = in.Args[2].Reg == test.Args[1].Reg
			case in.Op == "selp" && in.Args[3].Reg == test.Args[0].Reg && in.Args[1].Kind == ptx.Imm && in.Args[2].Kind == ptx.Imm:
				carry = in
			case in.Op == "xor" && carry != nil && in.Args[2].Kind == ptx.Register && in.Args[2].Reg == carry.Args[0].Reg:
				flip = in
			}
		}
		if slot && flip != nil {
			list = append(list, k.apply(f(k, test, flip)...))
		}
	}
	return list
}

func slots(d int) func(*kernelText) []mutant {
	return func(k *kernelText) []mutant {
		return wraps(k, func(k *kernelText, test, _ *ptx.Inst) []edit {
			text, _ := added(2, d)(k, test)
			return []edit{{test.Span.Start, test.Span.End, text}}
		})
	}
}

func parityKept(k *kernelText) []mutant {
	return wraps(k, func(k *kernelText, _, flip *ptx.Inst) []edit {
		return []edit{{flip.Span.Start, flip.Span.End, "mov.b32 " + k.operand(flip, 0) + ", " + k.operand(flip, 1) + ";"}}
	})
}

// described changes each tensor map in turn.
func described(f func(d *nvptx.TensorDesc)) func(*kernelText) []mutant {
	return func(k *kernelText) (list []mutant) {
		for i := range k.meta.TensorDescs {
			m := mutant{code: k.src, meta: k.meta}
			m.meta.TensorDescs = slices.Clone(k.meta.TensorDescs)
			d := &m.meta.TensorDescs[i]
			d.BlockSize = slices.Clone(d.BlockSize)
			f(d)
			list = append(list, m)
		}
		return list
	}
}

// descriptor changes the matrix descriptor of operand i of each wgmma, if it is one.
func descriptor(i int, op, by string) rewrite {
	return onlyIf(func(k *kernelText, in *ptx.Inst) bool { return in.Args[i].Kind == ptx.Register }, through(i, "b64", op, by))
}

// scale replaces the predicate that says whether the accumulators are added to.
func scale(by string) rewrite {
	return func(k *kernelText, in *ptx.Inst) (string, bool) { return k.with(in, 3, by), k.operand(in, 3) != by }
}

// immediate replaces one of the trailing immediates of wgmma: 4 and 5 negate, 6 and 7 transpose.
func immediate(i int, by string) rewrite {
	return func(k *kernelText, in *ptx.Inst) (string, bool) {
		if len(in.Args) <= i || k.operand(in, i) == by {
			return "", false
		}
		return k.with(in, i, by), true
	}
}

func initsOf(k *kernelText, in *ptx.Inst) bool { return in.Args[1].Kind == ptx.Imm }

// mutations are the mistakes, by what they concern.
var mutations = []mutation{
	// mbarriers
	{"arrival dropped", at("mbarrier.arrive", "", dropped)},
	{"arrival doubled", at("mbarrier.arrive", "", doubled)},
	{"arrival not guarded", at("mbarrier.arrive", "", unguarded)},
	{"arrival at the next slot", at("mbarrier.arrive", "", shifted(1, 8))},
	{"arrival at the slot before", at("mbarrier.arrive", "", shifted(1, -8))},
	{"arrival at full instead of empty", at("mbarrier.arrive", "", otherKind(-1))},
	{"arrival before the wait for the dots", advanced("mbarrier.arrive", "wgmma.wait_group", 60)},
	{"expected bytes dropped", at("mbarrier.arrive.expect_tx", "", dropped)},
	{"16 bytes more expected", at("mbarrier.arrive.expect_tx", "", added(2, 16))},
	{"16 bytes fewer expected", at("mbarrier.arrive.expect_tx", "", added(2, -16))},
	{"expectation at the next slot", at("mbarrier.arrive.expect_tx", "", shifted(1, 8))},
	{"expectation doubled", at("mbarrier.arrive.expect_tx", "", doubled)},
	{"wait for the other parity", at("mbarrier.try_wait.parity", "", through(2, "b32", "xor.b32", "1"))},
	{"wait dropped", at("mbarrier.try_wait.parity", "", always)},
	{"wait at the next slot", at("mbarrier.try_wait.parity", "", shifted(1, 8))},
	{"initial count one more", at("mbarrier.init", "", added(1, 1))},
	{"initial count one fewer", at("mbarrier.init", "", onlyIf(initsOf, added(1, -1)))},
	{"initialization dropped", at("mbarrier.init", "", dropped)},
	{"initialization by every thread", at("mbarrier.init", "", unguarded)},
	{"fence after initialization dropped", at("fence.mbarrier_init", "", dropped)},
	{"one slot too many", slots(1)},
	{"parity never flips", parityKept},
	// barriers
	{"barrier of the CTA dropped", at("bar.sync", "", onlyIf((*kernelText).wholeCTA, dropped))},
	{"barrier of a part dropped", at("bar.sync", "", onlyIf(part, dropped))},
	{"barrier counts 32 more", at("bar.sync", "", added(1, 32))},
	{"barrier counts 32 fewer", at("bar.sync", "", added(1, -32))},
	{"barrier of another number", at("bar.sync", "", onlyIf(part, through(0, "b32", "xor.b32", "3")))},
	{"barrier of the warp dropped", at("bar.warp.sync", "", dropped)},
	// bulk copies
	{"load dropped", at("cp.async.bulk.tensor", "shared::cluster", dropped)},
	{"load doubled", at("cp.async.bulk.tensor", "shared::cluster", doubled)},
	{"load to 1024 bytes further on", at("cp.async.bulk.tensor", "shared::cluster", shifted(0, 1024))},
	{"load to 16 bytes further on", at("cp.async.bulk.tensor", "shared::cluster", shifted(0, 16))},
	{"load signals the next slot", at("cp.async.bulk.tensor", "shared::cluster", shifted(2, 8))},
	{"load's inner coordinate off", at("cp.async.bulk.tensor", "shared::cluster", coordinate(1, 0, 16))},
	{"load's outer coordinate off", at("cp.async.bulk.tensor", "shared::cluster", coordinate(1, 1, 1))},
	{"store dropped", at("cp.async.bulk.tensor", "bulk_group", dropped)},
	{"store by every thread", at("cp.async.bulk.tensor", "bulk_group", unguarded)},
	{"store's inner coordinate off", at("cp.async.bulk.tensor", "bulk_group", coordinate(0, 0, 16))},
	{"store's outer coordinate off", at("cp.async.bulk.tensor", "bulk_group", coordinate(0, 1, 1))},
	{"store from 1024 bytes further on", at("cp.async.bulk.tensor", "bulk_group", shifted(1, 1024))},
	{"store before the barrier", advanced("cp.async.bulk.tensor", "bar.sync", 8)},
	{"commit of a store dropped", at("cp.async.bulk.commit_group", "", dropped)},
	{"wait for stores dropped", at("cp.async.bulk.wait_group", "", dropped)},
	{"wait for stores one too lax", at("cp.async.bulk.wait_group", "", func(k *kernelText, in *ptx.Inst) (string, bool) {
		return k.with(in, 0, strconv.Itoa(int(in.Args[0].Bits)+1)), true
	})},
	{"proxy fence dropped", at("fence.proxy", "", dropped)},
	{"fence of a tensor map dropped", at("fence.proxy", "tensormap::generic", dropped)},
	{"proxy fence after the barrier", swapped("fence.proxy", "bar.sync", 12)},
	{"every lane elected", at("elect.sync", "", everybody)},
	{"box half as high", described(func(d *nvptx.TensorDesc) { d.BlockSize[0] /= 2 })},
	{"box half as wide", described(func(d *nvptx.TensorDesc) { d.BlockSize[len(d.BlockSize)-1] /= 2 })},
	{"tensor map with another swizzle", described(func(d *nvptx.TensorDesc) { d.Swizzle ^= 1 })},
	{"tensor map without a swizzle", described(func(d *nvptx.TensorDesc) { d.Swizzle = 0 })},
	// wgmma
	{"dot dropped", at("wgmma.mma_async", "", dropped)},
	{"wgmma.fence dropped", at("wgmma.fence", "", dropped)},
	{"commit of dots dropped", at("wgmma.commit_group", "", dropped)},
	{"wait for dots dropped", at("wgmma.wait_group", "", dropped)},
	{"wait for dots one too lax", at("wgmma.wait_group", "", func(k *kernelText, in *ptx.Inst) (string, bool) {
		return k.with(in, 0, strconv.Itoa(int(in.Args[0].Bits)+1)), true
	})},
	{"A's descriptor 16 bytes on", at("wgmma.mma_async", "", descriptor(1, "add.s64", "1"))},
	{"B's descriptor 16 bytes on", at("wgmma.mma_async", "", descriptor(2, "add.s64", "1"))},
	{"A's descriptor 64 rows on", at("wgmma.mma_async", "", descriptor(1, "add.s64", "512"))},
	{"B's descriptor a slice on", at("wgmma.mma_async", "", descriptor(2, "add.s64", "2"))},
	{"A's descriptor with another swizzle", at("wgmma.mma_async", "", descriptor(1, "xor.b64", "0xC000000000000000"))},
	{"B's descriptor without a swizzle", at("wgmma.mma_async", "", descriptor(2, "and.b64", "0x3FFFFFFFFFFFFFFF"))},
	{"B's descriptor with half the stride", at("wgmma.mma_async", "", descriptor(2, "xor.b64", "0x6000000000"))},
	{"A's leading offset off", at("wgmma.mma_async", "", descriptor(1, "xor.b64", "0x400000"))},
	{"B's base offset off", at("wgmma.mma_async", "", descriptor(2, "xor.b64", "0x2000000000000"))},
	{"dot never adds", at("wgmma.mma_async", "", scale("0"))},
	{"dot always adds", at("wgmma.mma_async", "", scale("1"))},
	{"B transposed or not", at("wgmma.mma_async", "", func(k *kernelText, in *ptx.Inst) (string, bool) {
		last := len(in.Args) - 1
		return k.with(in, last, strconv.Itoa(1-int(in.Args[last].Bits))), in.Args[1].Kind == ptx.Register && last == 7
	})},
	{"A negated", at("wgmma.mma_async", "", immediate(4, "-1"))},
	// registers and roles
	{"setmaxnreg too large", at("setmaxnreg", "inc", added(0, 16))},
	{"setmaxnreg.dec dropped", at("setmaxnreg", "dec", dropped)},
	{"setmaxnreg in one warp", at("setmaxnreg", "dec", func(k *kernelText, in *ptx.Inst) (string, bool) {
		return "{ .reg .pred MUT; .reg .b32 MUTR; mov.u32 MUTR, %tid.x; and.b32 MUTR, MUTR, 32; setp.eq.u32 MUT, MUTR, 0; @MUT " + k.text(in) + " }", in.Pred < 0
	})},
	// what threads read and write themselves
	{"stmatrix dropped", at("stmatrix", "", dropped)},
	{"stmatrix 32 bytes further on", at("stmatrix", "", shifted(0, 32))},
	{"store to shared memory dropped", at("st", "shared", dropped)},
	{"store to shared memory further on", at("st", "shared", shifted(0, 16))},
	{"load from shared memory further on", at("ld", "shared", shifted(1, 16))},
	{"load not guarded", at("ld", "global", unguarded)},
	{"load further on", at("ld", "global", shifted(1, 16))},
	{"store not guarded", at("st", "global", unguarded)},
	{"store to global memory dropped", at("st", "global", dropped)},
	{"store to an odd address", at("st", "global", shifted(0, 1))},
	{"shuffle from another lane", at("shfl.sync", "", func(k *kernelText, in *ptx.Inst) (string, bool) {
		n := in.Args[2]
		return k.with(in, 2, strconv.Itoa(int(n.Bits)^3)), n.Kind == ptx.Imm && n.Bits <= 2 && in.Has("bfly")
	})},
}
