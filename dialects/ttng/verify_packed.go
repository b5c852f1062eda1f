package ttng

import (
	"slices"
	"strings"

	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
	"tawa/layout"
)

// packed are the element types of packed arithmetic by the letter that signatures name them with. Bytes hold two floats of
// four bits.
var packed = map[string]byte{
	"f32": 'f', "f16": 'h', "bf16": 'b', "f8E5M2": '5', "f8E4M3FN": '4', "f8E8M0FNU": 'u', "i8": '2',
}

// packedOperand and packedResult are tensors of them.
var (
	packedOperand = packedTensor("tensor of elements of packed arithmetic", "fhb54u2")
	packedResult  = packedTensor("tensor of results of packed arithmetic", "fhb54")
)

func packedTensor(summary, letters string) *ir.TypeConstraint {
	return &ir.TypeConstraint{Summary: summary, Ok: func(t ir.Type) bool {
		r := tt.TensorOf(t)
		return r != nil && strings.IndexByte(letters, packed[ir.TypeString(r.Elem)]) >= 0
	}}
}

// signature is what packed instructions take: = is the type of the result, ! is the other one of h and b.
type signature struct {
	ops      []string
	result   string
	operands []string
}

// signatures are those of the instructions of PTX with .x2 and .x4.
var signatures = []signature{
	{[]string{"add", "sub", "mul"}, "fhb", []string{"=", "="}},
	{[]string{"fma"}, "fhb", []string{"=", "=", "="}},
	{[]string{"min", "max"}, "hb", []string{"=", "="}},
	{[]string{"add", "sub"}, "f", []string{"hb", "f"}},
	{[]string{"add", "sub", "mul"}, "hb", []string{"f", "f"}},
	{[]string{"mul"}, "hb", []string{"=", "!"}},
	{[]string{"fma"}, "f", []string{"hb", "f", "f"}},
	{[]string{"add", "sub"}, "54", []string{"542u", "="}},
	{[]string{"mul"}, "54", []string{"542u", "542u"}},
	{[]string{"fma"}, "54", []string{"542u", "542u", "="}},
}

func (s *signature) matches(op string, result byte, operands []byte) bool {
	if !slices.Contains(s.ops, op) || strings.IndexByte(s.result, result) < 0 || len(operands) != len(s.operands) {
		return false
	}
	for i, c := range operands {
		switch allowed := s.operands[i]; allowed {
		case "=":
			if c != result {
				return false
			}
		case "!":
			if c == result || c != 'h' && c != 'b' {
				return false
			}
		default:
			if strings.IndexByte(allowed, c) < 0 {
				return false
			}
		}
	}
	return true
}

// packedKinds are the operations of packed arithmetic.
var packedKinds = []string{"add", "sub", "mul", "fma", "min", "max"}

func verifyPacked(op *ir.Operation, r ir.Reporter) bool {
	kind, _ := op.IntAttr("op_kind")
	name, want := packedKinds[kind], 2
	if name == "fma" {
		want = 3
	}
	if n := op.NumOperands(); n != want {
		return r.Errorf("%s takes %d operands, but has %d", name, want, n)
	}
	t := tt.TensorOf(op.Result(0).Type())
	var operands []byte
	for _, v := range op.Operands() {
		operands = append(operands, packed[ir.TypeString(ir.ElementType(v.Type()))])
	}
	result := packed[ir.TypeString(t.Elem)]
	if !slices.ContainsFunc(signatures, func(s signature) bool { return s.matches(name, result, operands) }) {
		return r.Errorf("no instruction computes %s of (%s) as '%s'", name, ir.TypeStrings(ir.TypesOf(op.Operands())), ir.TypeString(t.Elem))
	}
	if _, ok := t.Encoding.(ttg.Distributed); !ok {
		return r.Errorf("requires a result with an encoding, but it is '%s'", ir.TypeString(t))
	}
	lanes := 2
	if result == '5' || result == '4' {
		lanes = 4
	}
	if l, err := ttg.ToLinear(t.Shape, t.Encoding); err == nil && distinct(l) < lanes {
		return r.Errorf("requires %d elements or more in each thread, but the result is '%s'", lanes, ir.TypeString(t))
	}
	return verifyPackedOperands(op, r, t)
}

// distinct is the number of elements that a thread holds.
func distinct(l layout.Layout) int {
	return l.RemoveZeroBasesAlongDim(layout.Register).InSize(layout.Register)
}

// verifyPackedOperands checks that each operand lies as the result does; bytes, whose halves are what is computed with,
// have half its extent along one dimension, the same of all.
func verifyPackedOperands(op *ir.Operation, r ir.Reporter, t *ir.RankedTensorType) bool {
	want, errT := ttg.ToLinear(t.Shape, t.Encoding)
	axis := -1
	for i, v := range op.Operands() {
		a := tt.TensorOf(v.Type())
		var l layout.Layout
		var err error
		if ir.IsInteger(a.Elem) {
			d := halved(a.Shape, t.Shape)
			if d < 0 || axis >= 0 && d != axis {
				return r.Errorf("requires operands of bytes that have half the extent of the result along one dimension, the same of all, but operand #%d is '%s'", i, ir.TypeString(a))
			}
			axis = d
			l, err = ttg.Unpacked(a.Shape, a.Encoding, d)
		} else {
			if !slices.Equal(a.Shape, t.Shape) {
				return r.Errorf("requires operands of the shape of the result, but operand #%d is '%s'", i, ir.TypeString(a))
			}
			l, err = ttg.ToLinear(a.Shape, a.Encoding)
		}
		if err == nil && errT == nil && !l.Equal(want) {
			return r.Errorf("requires operand #%d to lie as the result does, but they are '%s' and '%s'", i, ir.TypeString(a), ir.TypeString(t))
		}
	}
	return true
}

// halved returns the one dimension along which a shape is half of another, -1 if there is none.
func halved(shape, of []int64) int {
	at := -1
	if len(shape) != len(of) {
		return -1
	}
	for d, n := range shape {
		switch {
		case n == of[d]:
		case 2*n == of[d] && at < 0:
			at = d
		default:
			return -1
		}
	}
	return at
}
