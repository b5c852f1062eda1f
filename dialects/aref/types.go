package aref

import (
	"tawa/dialects/tt"
	"tawa/ir"
)

// RingType is `!aref.ring<DEPTH x (TENSOR, …)>`: DEPTH slots, each with one tile of each type. A slot may
// hold tensor descriptors instead, `!tt.tensordesc<TENSOR>`.
type RingType struct {
	ir.TypeBase
	Depth   int64
	Payload []ir.Type
}

// Ring returns the ring type of that depth and payload.
func Ring(c *ir.Context, depth int64, payload []ir.Type) *RingType {
	return ir.UniqueType(c, &RingType{Depth: depth, Payload: payload})
}

// TypeName is `aref.ring`.
func (*RingType) TypeName() string { return "aref.ring" }

// Key adds depth and payload.
func (t *RingType) Key(k *ir.Key) { k.Int(t.Depth).Types(t.Payload) }

// Print writes `<DEPTH x (…)>`.
func (t *RingType) Print(p ir.AsmPrinter) {
	p.Str("<")
	p.Int(t.Depth)
	p.Str(" x (")
	ir.PrintList(p, t.Payload, p.Type)
	p.Str(")>")
}

// SlotBytes is the size of the payload of one slot.
func (t *RingType) SlotBytes() int64 {
	n := int64(0)
	for _, p := range t.Payload {
		if _, desc := p.(*tt.DescType); desc {
			n += tensorMapBytes
			continue
		}
		shape, _ := ir.ShapeOf(p)
		n += ir.NumElements(shape) * int64(ir.BitWidth(ir.ElementType(p))) / 8
	}
	return n
}

const tensorMapBytes = 128

func parseRing(p ir.AsmParser) (ir.Type, bool) {
	span := p.Span()
	if !p.Punct("<") {
		return nil, false
	}
	depth, ok := p.Integer()
	if !ok || !p.Keyword("x") {
		return nil, false
	}
	var payload []ir.Type
	ok = p.List("(", ")", func() bool {
		at := p.Span()
		t, ok := p.Type()
		if ok && !isHeld(t) {
			p.Errorf(at, "a ring holds tensors or tensor descriptors, not '%s'", ir.TypeString(t))
			return false
		}
		payload = append(payload, t)
		return ok
	})
	if !ok || !p.Punct(">") {
		return nil, false
	}
	switch {
	case depth < 1:
		p.Errorf(span, "a ring has at least one slot, not %d", depth)
		return nil, false
	case len(payload) == 0:
		p.Errorf(span, "a slot of a ring holds at least one tensor")
		return nil, false
	}
	return Ring(p.Context(), depth, payload), true
}

// TurnsType is `!aref.turns<N>`: an order of N warp groups.
type TurnsType struct {
	ir.TypeBase
	Groups int64
}

// TurnsOf returns the type of turns of that many warp groups.
func TurnsOf(c *ir.Context, groups int64) *TurnsType {
	return ir.UniqueType(c, &TurnsType{Groups: groups})
}

// TypeName is `aref.turns`.
func (*TurnsType) TypeName() string { return "aref.turns" }

// Key adds the number of groups.
func (t *TurnsType) Key(k *ir.Key) { k.Int(t.Groups) }

// Print writes `<N>`.
func (t *TurnsType) Print(p ir.AsmPrinter) {
	p.Str("<")
	p.Int(t.Groups)
	p.Str(">")
}

func parseTurns(p ir.AsmParser) (ir.Type, bool) {
	span := p.Span()
	if !p.Punct("<") {
		return nil, false
	}
	groups, ok := p.Integer()
	if !ok || !p.Punct(">") {
		return nil, false
	}
	if groups < 2 {
		p.Errorf(span, "at least two warp groups take turns, not %d", groups)
		return nil, false
	}
	return TurnsOf(p.Context(), groups), true
}
