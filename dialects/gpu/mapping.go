package gpu

import (
	"slices"
	"strings"

	"tawa/ir"
)

// LoopDimMapAttr is `#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>`: what runs a
// loop in parallel, and which of its iterations each does.
type LoopDimMapAttr struct {
	ir.AttrBase
	Processor  string
	Map, Bound *ir.AffineMapAttr
}

var processors = []string{"block_x", "block_y", "block_z", "thread_x", "thread_y", "thread_z", "sequential"}

// AttrName, Key and Print implement ir.Attribute.
func (*LoopDimMapAttr) AttrName() string { return "gpu.loop_dim_map" }
func (a *LoopDimMapAttr) Key(k *ir.Key)  { k.Str(a.Processor).Attr(a.Map).Attr(a.Bound) }
func (a *LoopDimMapAttr) Print(p ir.AsmPrinter) {
	p.Str("<processor = " + a.Processor + ", map = " + a.Map.Map.String() + ", bound = " + a.Bound.Map.String() + ">")
}

// parseLoopDimMap takes the three fields in any order.
func parseLoopDimMap(p ir.AsmParser) (ir.Attribute, bool) {
	a := &LoopDimMapAttr{}
	fields := map[string]func() bool{
		"processor": func() (ok bool) { a.Processor, ok = processor(p); return ok },
		"map":       func() (ok bool) { a.Map, ok = bareMap(p); return ok },
		"bound":     func() (ok bool) { a.Bound, ok = bareMap(p); return ok },
	}
	if !p.Punct("<") {
		return nil, false
	}
	for len(fields) > 0 {
		span := p.Span()
		name, ok := p.AnyKeyword()
		if !ok {
			return nil, false
		}
		read := fields[name]
		if read == nil {
			p.Errorf(span, "expected each of processor, map and bound once, not '%s'", name)
			return nil, false
		}
		delete(fields, name)
		if !p.Punct("=") || !read() || len(fields) > 0 && !p.Punct(",") {
			return nil, false
		}
	}
	return ir.UniqueAttr(p.Context(), a), p.Punct(">")
}

func processor(p ir.AsmParser) (string, bool) {
	span := p.Span()
	word, ok := p.AnyKeyword()
	if ok && !slices.Contains(processors, word) {
		p.Errorf(span, "expected one of: %s", strings.Join(processors, ", "))
		ok = false
	}
	return word, ok
}

func bareMap(p ir.AsmParser) (*ir.AffineMapAttr, bool) {
	a, ok := p.AffineMap()
	if !ok {
		return nil, false
	}
	return a.(*ir.AffineMapAttr), true
}

func registerMapping(r *ir.Registry) { r.DefineAttr("gpu.loop_dim_map", parseLoopDimMap) }
