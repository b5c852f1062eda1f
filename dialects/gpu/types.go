package gpu

import (
	"tawa/dialects/builtin"
	"tawa/ir"
)

// AsyncTokenType is `!gpu.async.token`: that something has been done.
type AsyncTokenType struct{ ir.TypeBase }

// TypeName, Key and Print implement ir.Type.
func (*AsyncTokenType) TypeName() string    { return "gpu.async.token" }
func (*AsyncTokenType) Key(*ir.Key)         {}
func (*AsyncTokenType) Print(ir.AsmPrinter) {}

// AsyncToken returns `!gpu.async.token`.
func AsyncToken(c *ir.Context) ir.Type { return ir.UniqueType(c, &AsyncTokenType{}) }

// MMAMatrixType is `!gpu.mma_matrix<16x16xf16, "AOp">`: a tile spread over the
// threads of a subgroup, as the operand A, B or C of a product.
type MMAMatrixType struct {
	ir.TypeBase
	Shape   []int64
	Elem    ir.Type
	Operand string
}

// TypeName, Key and Print implement ir.Type.
func (*MMAMatrixType) TypeName() string { return "gpu.mma_matrix" }
func (t *MMAMatrixType) Key(k *ir.Key)  { k.Ints(t.Shape).Type(t.Elem).Str(t.Operand) }
func (t *MMAMatrixType) Print(p ir.AsmPrinter) {
	p.Str("<")
	ir.PrintShape(p, t.Shape)
	p.Type(t.Elem)
	p.Str(", ")
	p.Quoted(t.Operand)
	p.Str(">")
}

func parseMMAMatrix(p ir.AsmParser) (ir.Type, bool) {
	span := p.Span()
	if !p.Punct("<") {
		return nil, false
	}
	shape, ok := p.Shape(false)
	if !ok {
		return nil, false
	}
	elem, ok := p.Type()
	if !ok || !p.Punct(",") {
		return nil, false
	}
	operand, ok := p.Quoted()
	if !ok || !p.Punct(">") {
		return nil, false
	}
	switch {
	case operand != "AOp" && operand != "BOp" && operand != "COp":
		p.Errorf(span, "the operand of an MMAMatrix is AOp, BOp or COp, not '%s'", operand)
	case len(shape) != 2:
		p.Errorf(span, "MMAMatrixType must have exactly two dimensions")
	case !ir.IsFloat(elem) && !ir.IsInteger(elem):
		p.Errorf(span, "the elements of an MMAMatrix are integers or floats, not '%s'", ir.TypeString(elem))
	default:
		return ir.UniqueType(p.Context(), &MMAMatrixType{Shape: shape, Elem: elem, Operand: operand}), true
	}
	return nil, false
}

var (
	dims        = &builtin.Keywords{Name: "gpu.dim", Words: []string{"x", "y", "z"}, Enclosed: true}
	reductions  = &builtin.Keywords{Name: "gpu.all_reduce_op", Enclosed: true, Words: []string{"add", "mul", "minui", "minsi", "minnumf", "maxui", "maxsi", "maxnumf", "and", "or", "xor", "minimumf", "maximumf"}}
	shuffles    = &builtin.Keywords{Name: "gpu.shuffle_mode", Words: []string{"xor", "up", "down", "idx"}, Enclosed: true}
	broadcasts  = &builtin.Keywords{Name: "gpu.broadcast", Words: []string{"first_active_lane", "specific_lane"}, Enclosed: true}
	elementwise = &builtin.Keywords{Name: "gpu.mma_element_wise", Enclosed: true, Words: []string{"addf", "mulf", "subf", "maxf", "minf", "divf", "addi", "muli", "subi", "divs", "divu", "negatef", "negates", "extf"}}
	spaces      = &builtin.Keywords{Name: "gpu.address_space", Words: []string{"global", "workgroup", "private"}}
	linear      = []string{"x", "y", "z", "linear_dim_0", "linear_dim_1", "linear_dim_2", "linear_dim_3", "linear_dim_4", "linear_dim_5", "linear_dim_6", "linear_dim_7", "linear_dim_8", "linear_dim_9"}
)

func registerTypes(r *ir.Registry) {
	r.DefineType("gpu.async.token", func(p ir.AsmParser) (ir.Type, bool) { return AsyncToken(p.Context()), true })
	r.DefineType("gpu.mma_matrix", parseMMAMatrix)
	for _, k := range []*builtin.Keywords{dims, reductions, shuffles, broadcasts, elementwise, spaces} {
		k.Register(r)
	}
	for _, mapping := range []string{"gpu.block", "gpu.thread", "gpu.warp", "gpu.warpgroup", "gpu.lane"} {
		(&builtin.Keywords{Name: mapping, Words: linear}).Register(r)
	}
}
