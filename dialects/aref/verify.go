package aref

import (
	"tawa/dialects/ttg"
	"tawa/ir"
)

// inferGet gives the payload's types.
func inferGet(_ *ir.Context, st *ir.OperationState) ([]ir.Type, bool) {
	if len(st.Operands) == 0 {
		return nil, false
	}
	t, ok := st.Operands[0].Type().(*RingType)
	if !ok {
		return nil, false
	}
	return t.Payload, true
}

func verifyPayload(r ir.Reporter, ring *RingType, what string, values []*ir.Value) bool {
	if len(values) != len(ring.Payload) {
		return r.Errorf("%s %d values, but a slot of the ring holds %d", what, len(values), len(ring.Payload))
	}
	for i, v := range values {
		if v.Type() != ring.Payload[i] {
			return r.Errorf("%s #%d of type '%s', but the ring holds '%s'", what, i, ir.TypeString(v.Type()), ir.TypeString(ring.Payload[i]))
		}
	}
	return true
}

func verifyPut(op *ir.Operation, r ir.Reporter) bool {
	return verifyPayload(r, op.Operand(0).Type().(*RingType), "puts", op.Operands()[2:])
}

func verifyGet(op *ir.Operation, r ir.Reporter) bool {
	return verifyPayload(r, op.Operand(0).Type().(*RingType), "gets", op.Results())
}

const maxCluster = 8 // that every chip takes

// verifyCreate checks who uses the ring: accesses and captures only, and puts of one region.
func verifyCreate(op *ir.Operation, r ir.Reporter) bool {
	if n := Cluster(op); n&(n-1) != 0 || n < 1 || n > maxCluster {
		return r.Errorf("a cluster has 1, 2, 4 or 8 CTAs, not %d", n)
	}
	var producer *ir.Region
	return verifyUses(op.Result(0), &producer, r)
}

func verifyUses(ring *ir.Value, producer **ir.Region, r ir.Reporter) bool {
	for u := range ring.Uses() {
		user := u.Owner()
		switch {
		case user.Is(ttg.WarpSpecialize):
			for _, p := range ttg.Partitions(user) {
				if b := p.First(); b != nil && u.Index() < len(b.Args()) && !verifyUses(b.Arg(u.Index()), producer, r) {
					return false
				}
			}
		case user.Is(Put):
			at := roleOf(user)
			if *producer != nil && *producer != at {
				r.Diag("has two producers").Note(user.Span(), "here is a put in another region of warps")
				return false
			}
			*producer = at
		case !user.Is(Get, Consumed, Skip):
			r.Diag("is used by '%s', which does not access rings", user.Name()).Note(user.Span(), "here")
			return false
		}
	}
	return true
}

// verifyTurns checks that only warp groups that take turns use them.
func verifyTurns(op *ir.Operation, r ir.Reporter) bool { return verifyTakers(op.Result(0), r) }

func verifyTakers(turns *ir.Value, r ir.Reporter) bool {
	for u := range turns.Uses() {
		user := u.Owner()
		switch {
		case user.Is(ttg.WarpSpecialize):
			for _, p := range ttg.Partitions(user) {
				if b := p.First(); b != nil && u.Index() < len(b.Args()) && !verifyTakers(b.Arg(u.Index()), r) {
					return false
				}
			}
		case !user.Is(Take, Pass):
			r.Diag("is used by '%s', which takes no turns", user.Name()).Note(user.Span(), "here")
			return false
		}
	}
	return true
}

func verifyNumber(op *ir.Operation, r ir.Reporter) bool {
	n, _ := op.IntAttr("number")
	if groups := op.Operand(0).Type().(*TurnsType).Groups; n < 0 || n >= groups {
		return r.Errorf("has number %d, but the %d warp groups that take turns have the numbers 0 to %d", n, groups, groups-1)
	}
	return true
}

// roleOf returns the region of warps around op: a region of ttg.warp_specialize, or
// that of the function.
func roleOf(op *ir.Operation) *ir.Region {
	region := op.Block().Region()
	for p := region.Owner(); p != nil && !p.Is(ttg.WarpSpecialize, ttg.WarpSpecializePartitions) && !p.Has(ir.IsolatedFromAbove); p = region.Owner() {
		region = p.Block().Region()
	}
	return region
}
