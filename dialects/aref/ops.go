package aref

import (
	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
)

// The ops.
var (
	Create   = ir.Op("aref.create")
	Put      = ir.Op("aref.put")
	Get      = ir.Op("aref.get")
	Consumed = ir.Op("aref.consumed")
	Skip     = ir.Op("aref.skip")
	Turns    = ir.Op("aref.turns")
	Take     = ir.Op("aref.take")
	Pass     = ir.Op("aref.pass")
)

// Multicast is a mark on a tt.descriptor_load: the programs of a cluster of so many load the same tile.
const Multicast = "tawa.multicast"

// Cluster is the number of CTAs that fill the slots of a ring together; one for a ring of each CTA.
func Cluster(create *ir.Operation) int64 {
	if n, ok := create.IntAttr("cluster"); ok {
		return n
	}
	return 1
}

// held is what a slot can hold.
var held = &ir.TypeConstraint{Summary: "tensor or tensor descriptor", Ok: isHeld}

func isHeld(t ir.Type) bool {
	_, desc := t.(*tt.DescType)
	return desc || ir.IsTensor(t)
}

var ring = &ir.TypeConstraint{Summary: "ring of asynchronous references", Ok: func(t ir.Type) bool { _, ok := t.(*RingType); return ok }}

// Register adds the dialect.
func Register(r *ir.Registry) {
	ttg.Register(r)
	if !r.Dialect(ir.DialectInfo{Name: "aref", Summary: "asynchronous references: rings of tiles between warp groups"}) {
		return
	}
	r.DefineType("aref.ring", parseRing)
	r.DefineType("aref.turns", parseTurns)
	ringOperand := ir.Operand{Name: "ring", Type: ring}
	index := ir.Operand{Name: "index", Type: ir.I32}
	r.Define(Create, ir.OpDef{
		Summary: "a ring of empty slots",
		Results: []ir.Result{{Name: "result", Type: ring}},
		Attrs:   []ir.Attr{{Name: "cluster", Kind: ir.I32AttrKind, Optional: true}},
		Format:  "attr-dict `:` type($result)",
		Verify:  verifyCreate, Canonicalize: []ir.Pattern{unused(Create, "unused ring")},
	})
	r.Define(Put, ir.OpDef{
		Summary: "waits until slot index mod depth is empty, fills it with the values, makes it full",
		Operands: []ir.Operand{
			ringOperand, index,
			{Name: "values", Type: held, Arity: ir.Variadic},
		},
		Parse: parsePut, Print: printPut, Verify: verifyPut,
	})
	r.Define(Get, ir.OpDef{
		Summary:  "waits until slot index mod depth is full and gives views of it, valid until consumed",
		Operands: []ir.Operand{ringOperand, index},
		Results:  []ir.Result{{Name: "values", Type: held, Arity: ir.Variadic}},
		Parse:    parseGet, Print: printGet, Verify: verifyGet, InferTypes: inferGet,
	})
	r.Define(Consumed, ir.OpDef{
		Summary:  "gives slot index mod depth back: what get gave of it must not be read any more",
		Operands: []ir.Operand{ringOperand, index},
		Format:   "$ring `[` $index `]` attr-dict `:` type($ring)",
	})
	r.Define(Skip, ir.OpDef{
		Summary:  "counts an access of slot index mod depth that another consumer makes",
		Operands: []ir.Operand{ringOperand, index},
		Format:   "$ring `[` $index `]` attr-dict `:` type($ring)",
	})
	defineTurns(r)
}

var turns = &ir.TypeConstraint{Summary: "turns of warp groups", Ok: func(t ir.Type) bool { _, ok := t.(*TurnsType); return ok }}

func defineTurns(r *ir.Registry) {
	operands := []ir.Operand{{Name: "turns", Type: turns}}
	number := []ir.Attr{{Name: "number", Kind: ir.I32AttrKind}}
	r.Define(Turns, ir.OpDef{
		Summary: "an order in which warp groups take turns: number 0 has the first one",
		Results: []ir.Result{{Name: "result", Type: turns}},
		Format:  "attr-dict `:` type($result)",
		Verify:  verifyTurns, Canonicalize: []ir.Pattern{unused(Turns, "unused turns")},
	})
	r.Define(Take, ir.OpDef{
		Summary:  "waits until the one before has passed the turn; the warp groups of the region have the numbers from `number` on",
		Operands: operands, Attrs: number,
		Format: "$turns attr-dict `:` type($turns)", Verify: verifyNumber,
	})
	r.Define(Pass, ir.OpDef{
		Summary:  "gives the turn that was taken to the next, after the last number to number 0",
		Operands: operands, Attrs: number,
		Format: "$turns attr-dict `:` type($turns)", Verify: verifyNumber,
	})
}
