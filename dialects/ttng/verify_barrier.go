package ttng

import (
	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
)

// isBarrier checks the buffer of mbarriers: a 64-bit number for each CTA, or for several that share it. Those that
// share one are next to each other.
func isBarrier(r ir.Reporter, m *ttg.MemDescType) bool {
	if len(m.Shape) != 1 || !ir.IsSignless(m.Elem) || ir.BitWidth(m.Elem) != 64 {
		return r.Errorf("requires an mbarrier, a descriptor of 1xi64, but has '%s'", ir.TypeString(m))
	}
	cga, _ := ttg.CGAOf(m.Encoding)
	step := int64(1)
	for _, b := range cga {
		if b[0] == 0 {
			continue
		}
		if b[0] != step {
			return r.Errorf("requires an mbarrier whose CTAs have the numbers 1, 2, 4, … in that order, but has '%s'", ir.TypeString(m))
		}
		step *= 2
	}
	return true
}

func verifyBarrier(op *ir.Operation, r ir.Reporter) bool {
	return isBarrier(r, memDescOf(op.Operand(0)))
}

// ofEachCTA checks that a barrier has a number for each CTA: it is what the hardware completes.
func ofEachCTA(op *ir.Operation, r ir.Reporter, m *ttg.MemDescType) bool {
	if cga, ok := ttg.CGAOf(m.Encoding); ok && !cga.Equal(ttg.Identity(ttg.NumCTAs(op))) {
		return r.Errorf("requires an mbarrier of its own for each CTA of the cluster, but has '%s'", ir.TypeString(m))
	}
	return true
}

func verifyExpect(op *ir.Operation, r ir.Reporter) bool {
	return verifyBarrier(op, r) && verifyFromCTA(op, r)
}

// verifyFromCTA checks that there is the CTA at whose barrier another one arrives.
func verifyFromCTA(op *ir.Operation, r ir.Reporter) bool {
	from, ok := op.IntAttr("fromCTA")
	if !ok {
		return true
	}
	n, m := ttg.NumCTAs(op), memDescOf(op.Operand(0))
	if from < 0 || from >= n {
		return r.Errorf("fromCTA must be in [0, %d), but is %d", n, from)
	}
	return ofEachCTA(op, r, m) && countFits(r, m, n)
}

func countFits(r ir.Reporter, m *ttg.MemDescType, n int64) bool {
	if m.Shape[0] != n {
		return r.Errorf("requires an mbarrier for each of %d CTAs, but has '%s'", n, ir.TypeString(m))
	}
	return true
}

// verifyArrive checks an arrival, at the barriers of all CTAs whose numbers differ in the bits of multicastCTA too.
func verifyArrive(op *ir.Operation, r ir.Reporter) bool {
	if n, _ := op.IntAttr("count"); n < 1 {
		return r.Errorf("requires a positive count, but has %d", n)
	}
	if !verifyBarrier(op, r) {
		return false
	}
	mask, n := intOr(op, "multicastCTA", 0), ttg.NumCTAs(op)
	from, fromOne := op.IntAttr("fromCTA")
	switch {
	case mask == 0:
		return verifyFromCTA(op, r)
	case n < 2:
		return r.Errorf("multicastCTA requires a cluster, ttg.num-ctas of more than one")
	case mask < 0 || mask >= n:
		return r.Errorf("multicastCTA must be in [0, %d), but is %d", n, mask)
	case fromOne && from != n-1:
		return r.Errorf("has fromCTA, but arrives at several CTAs")
	}
	return ofEachCTA(op, r, memDescOf(op.Operand(0))) && verifyFromCTA(op, r)
}

// verifyInitBarrier: barriers that CTAs share are made before warps are divided, since all CTAs must meet then.
func verifyInitBarrier(op *ir.Operation, r ir.Reporter) bool {
	if n, _ := op.IntAttr("count"); n < 1 {
		return r.Errorf("count must be greater than or equal to 1, but is %d", n)
	}
	if !verifyBarrier(op, r) {
		return false
	}
	if n := ttg.NumCTAs(op); n > 1 && memDescOf(op.Operand(0)).Shape[0] != n && op.ParentOf(ttg.WarpSpecialize) != nil {
		return r.Errorf("of a barrier that CTAs share cannot be used inside '%s'", ttg.WarpSpecialize)
	}
	return true
}

// verifyMeeting checks an op at which all warps of the cluster meet, not some of a group.
func verifyMeeting(op *ir.Operation, r ir.Reporter) bool {
	if op.ParentOf(ttg.WarpSpecialize) != nil {
		return r.Errorf("cannot be used inside '%s'", ttg.WarpSpecialize)
	}
	return verifyCluster(op, r)
}

// verifyCluster checks that there are CTAs to talk to.
func verifyCluster(op *ir.Operation, r ir.Reporter) bool {
	if n := ttg.NumCTAs(op); n < 2 {
		return r.Errorf("requires a cluster, ttg.num-ctas of more than one")
	}
	return true
}

// verifyClusterBarrier checks that a kernel has the barrier, or a function that becomes part of one.
func verifyClusterBarrier(op *ir.Operation, r ir.Reporter) bool {
	if !verifyCluster(op, r) {
		return false
	}
	for p := op.Parent(); p != nil; p = p.Parent() {
		if noinline, _ := p.IntAttr("noinline"); noinline != 0 && p.StrAttr("sym_visibility") == "private" {
			return r.Errorf("requires a kernel around it, but the function is private and not inlined")
		}
	}
	return true
}

// verifySharedStore checks a store to the shared memory of another CTA.
func verifySharedStore(op *ir.Operation, r ir.Reporter) bool {
	src, dst := tt.TensorOf(op.Operand(0).Type()), named(op, "dst")
	if !verifyCluster(op, r) || !ttg.VerifyMutable(r, dst) || !ttg.VerifyContents(r, src, dst) || !isBarrier(r, named(op, "mbarrier")) {
		return false
	}
	const word = 32
	if n := vector(src, dst); n > 0 && n*ir.BitWidth(src.Elem) < word {
		return r.Errorf("requires encodings with which a thread stores words of %d bits, but has '%s' and '%s'", word, ir.TypeString(src), ir.TypeString(dst))
	}
	return true
}

// verifyCommit checks the barrier that the tensor core completes.
func verifyCommit(op *ir.Operation, r ir.Reporter) bool {
	m := named(op, "barrier")
	const most = 4
	if n := len(op.NamedOperands("descs")); n > most {
		return r.Errorf("has %d descriptors, but may have at most %d", n, most)
	}
	return isBarrier(r, m) && ofEachCTA(op, r, m)
}

func verifyTryCancel(op *ir.Operation, r ir.Reporter) bool {
	m := named(op, "mbarrier")
	return verifyAnswer(r, named(op, "result")) && isBarrier(r, m) && ofEachCTA(op, r, m)
}

func verifyLoadAnswer(op *ir.Operation, r ir.Reporter) bool { return verifyAnswer(r, named(op, "src")) }

// verifyAnswer checks the buffer of an answer of cluster launch control: 128 bits, the same for all CTAs.
func verifyAnswer(r ir.Reporter, m *ttg.MemDescType) bool {
	if len(m.Shape) != 1 || m.Shape[0] != 2 || ir.BitWidth(m.Elem) != 64 {
		return r.Errorf("requires an answer of 2xi64, but has '%s'", ir.TypeString(m))
	}
	cga, _ := ttg.CGAOf(m.Encoding)
	for _, b := range cga {
		if b[0] != 0 {
			return r.Errorf("requires an answer that each CTA has, but has '%s'", ir.TypeString(m))
		}
	}
	return true
}
