package ttg

import (
	"strings"

	"tawa/ir"
)

// Memory spaces of ttg.barrier; their bits are joined.
const (
	SpaceLocal = 1 << iota
	SpaceGlobalRead
	SpaceGlobalWrite
	SpaceTensorRead
	SpaceTensorWrite
	SpaceAll = SpaceLocal | SpaceGlobalRead | SpaceGlobalWrite | SpaceTensorRead | SpaceTensorWrite
)

var spaceNames = []string{"local", "global_read", "global_write", "tensor_read", "tensor_write"}

var addrSpaceKind = &ir.AttrConstraint{Summary: "memory spaces of a barrier", Ok: func(a ir.Attribute) bool {
	i, ok := a.(*ir.IntegerAttr)
	return ok && ir.I32AttrKind.Ok(a) && i.Value >= 0 && i.Value <= SpaceAll
}}

// parseBarrier takes `local|global_read`, `all` or `none`.
func parseBarrier(p ir.AsmParser, st *ir.OperationState) bool {
	spaces := int64(0)
	for {
		span := p.Span()
		word, ok := p.AnyKeyword()
		if !ok {
			return false
		}
		bits, ok := spaceBits(word)
		if !ok {
			p.Errorf(span, "unknown memory space '%s'", word).Hint("they are none, %s and all", strings.Join(spaceNames, ", "))
			return false
		}
		spaces |= bits
		if !p.OptionalPunct("|") {
			break
		}
	}
	st.AddAttr("addrSpace", p.Context().I32Attr(spaces))
	return p.AttrDict(st, false)
}

func spaceBits(word string) (int64, bool) {
	switch word {
	case "none":
		return 0, true
	case "all":
		return SpaceAll, true
	}
	for i, name := range spaceNames {
		if name == word {
			return 1 << i, true
		}
	}
	return 0, false
}

func printBarrier(op *ir.Operation, p ir.AsmPrinter) {
	spaces, _ := op.IntAttr("addrSpace")
	var words []string
	for i, name := range spaceNames {
		if spaces&(1<<i) != 0 {
			words = append(words, name)
		}
	}
	switch spaces {
	case 0:
		words = []string{"none"}
	case SpaceAll:
		words = []string{"all"}
	}
	p.Str(" " + strings.Join(words, "|"))
	p.AttrDict(op, false, "addrSpace")
}
