package softmax

import (
	"maps"
	"math"
	"slices"

	"tawa/dialects/arith"
	mathd "tawa/dialects/math"
	"tawa/dialects/scf"
	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
)

// A reference is the running maximum of an online softmax: terms are taken relative to it,
// so that results are the same whatever it is, as long as all terms use the same one. That
// holds for a function if it never lets a reference out, which is what shifts proves.

// weights say how many times each reference a value has in it.
type weights map[*ir.Value]float64

// shift is how a value changes when references are moved up by d: Σ sum·d is added to it, or it
// is multiplied by 2^(Σ power·d). Zero is right for all powers, −inf for all sums. Each place along
// dimension axis of a tensor has references of its own; with axis −1 all of it has the same.
type shift struct {
	sum, power   weights
	axis         int
	zero, lowest bool
	term         bool // it is an exponential itself, which grows by the slack at most, and no sum or product of some
}

func (s shift) fixed() bool { return len(s.sum) == 0 && len(s.power) == 0 }

func (s shift) same(t shift) bool {
	return s.zero == t.zero && s.lowest == t.lowest && s.term == t.term && maps.Equal(s.sum, t.sum) && maps.Equal(s.power, t.power)
}

// combined is a + k·b.
func combined(a weights, k float64, b weights) weights {
	out := maps.Clone(a)
	if out == nil {
		out = weights{}
	}
	for v, w := range b {
		old := out[v]
		out[v] += k * w
		if math.Abs(out[v]) <= 1e-6*math.Abs(old) { // constants such as log2(e) are written with few digits
			delete(out, v)
		}
	}
	return out
}

func sameWeights(a, b weights) bool { return len(combined(a, -1, b)) == 0 }

// oneAxis reports whether what moves of two tensors of one shape does so along one dimension: which one.
func oneAxis(a, b shift) (int, bool) {
	switch {
	case a.fixed():
		return b.axis, true
	case b.fixed():
		return a.axis, true
	}
	return a.axis, a.axis == b.axis
}

// joined is the shift of a value that is one of two; false if they move differently.
func joined(a, b shift) (shift, bool) {
	out, ok := a, true
	switch {
	case b.zero && len(a.sum) == 0, b.lowest && len(a.power) == 0:
	case a.zero && len(b.sum) == 0, a.lowest && len(b.power) == 0:
		out = b
	default:
		_, ok = oneAxis(a, b)
		ok = ok && sameWeights(a.sum, b.sum) && sameWeights(a.power, b.power)
	}
	out.zero, out.lowest = a.zero && b.zero, a.lowest && b.lowest
	out.term = (a.term || a.zero) && (b.term || b.zero)
	return out, ok
}

// shifts is what is known in a function.
type shifts struct {
	of    map[*ir.Value]shift
	isRef map[*ir.Operation]bool // the ops that choose a reference
	steep float64                // the largest power of a reference in a term
	room  int                    // bits by which terms may grow above one before they overflow
	tiny  bool                   // a term is rounded to an 8-bit float, which has few numbers below one
}

// roomOf32Bits is half of the exponents of f32: sums need room, too.
const roomOf32Bits = 64

// invariant reports whether a function computes the same with any references, and what is known of
// it: the largest number of bits by which a term grows when a reference moves by one.
func invariant(fn *ir.Operation, refs []*ir.Operation) (*shifts, bool) {
	s := &shifts{of: map[*ir.Value]shift{}, isRef: map[*ir.Operation]bool{}, room: roomOf32Bits}
	for _, op := range refs {
		s.isRef[op] = true
	}
	body := fn.Region(0).First()
	ok := body.Next() == nil && s.block(body)
	return s, ok && s.steep > 0
}

func (s *shifts) get(v *ir.Value) shift {
	if known, ok := s.of[v]; ok {
		return known
	}
	return constantShift(v)
}

func constantShift(v *ir.Value) shift {
	if v.Def() == nil || !v.Def().Is(arith.Constant) {
		return shift{}
	}
	x, ok := splatFloat(v)
	return shift{zero: ok && x == 0, lowest: ok && math.IsInf(x, -1)}
}

// splatFloat is the value of a constant float, or of each element of one.
func splatFloat(v *ir.Value) (float64, bool) {
	if v.Def() != nil && v.Def().Is(tt.Splat) {
		return splatFloat(v.Def().Operand(0))
	}
	if v.Def() == nil || !v.Def().Is(arith.Constant) {
		return 0, false
	}
	a := v.Def().Attr("value")
	if d, ok := a.(*ir.DenseElementsAttr); ok {
		if a, ok = d.SplatValue(); !ok {
			return 0, false
		}
	}
	f, ok := a.(*ir.FloatAttr)
	if !ok {
		return 0, false
	}
	return f.Value(), true
}

func (s *shifts) block(b *ir.Block) bool {
	for op := range b.Ops() {
		if !op.Has(ir.Terminator) && !s.op(op) {
			return false
		}
		if op.Has(ir.Terminator) && !b.Parent().Is(scf.For, scf.If) && !s.allFixed(op) {
			return false
		}
	}
	return true
}

func (s *shifts) allFixed(op *ir.Operation) bool {
	for _, v := range op.Operands() {
		if !s.get(v).fixed() {
			return false
		}
	}
	return true
}

func (s *shifts) op(op *ir.Operation) bool {
	switch {
	case op.Is(arith.Constant): // get knows what they are
		return true
	case op.Is(scf.For):
		return s.loop(op)
	case op.Is(scf.If):
		return s.branches(op)
	case s.isRef[op]:
		arg, other := op.Operand(0), op.Operand(1)
		if s.get(arg).fixed() {
			arg, other = other, arg
		}
		axis, ok := onlyAxis(op.Result(0).Type())
		s.of[op.Result(0)] = shift{sum: weights{op.Result(0): 1}, axis: axis}
		return ok && s.get(other).fixed()
	case op.Is(tt.Reduce):
		return s.reduction(op)
	case op.NumRegions() > 0:
		return s.closed(op)
	}
	out, ok := s.rule(op)
	if ok && op.NumResults() == 1 {
		s.of[op.Result(0)] = out
		return s.holds(op.Result(0))
	}
	return ok
}

// holds reports whether a value has room to move: in less than 32 bits only terms have.
func (s *shifts) holds(v *ir.Value) bool {
	x, t := s.of[v], ir.ElementType(v.Type())
	if x.fixed() || ir.BitWidth(t) >= 32 {
		return true
	}
	f := t.(*ir.FloatType).Format
	s.room = min(s.room, math.Ilogb(f.Decode(f.EncodeSaturating(math.MaxFloat64))))
	s.tiny = s.tiny || f.Bits <= 8
	return x.term
}

// closed reports whether nothing that moves gets into an op with regions.
func (s *shifts) closed(op *ir.Operation) bool {
	fixed := true
	op.Walk(func(inner *ir.Operation) bool {
		fixed = fixed && !s.isRef[inner] && s.allFixed(inner)
		return fixed
	})
	return fixed
}

// onlyAxis is the dimension of a type that has more than one place, −1 if none has; false if several have.
func onlyAxis(t ir.Type) (int, bool) {
	axis := -1
	if tensor, ok := t.(*ir.RankedTensorType); ok {
		for d, n := range tensor.Shape {
			if n != 1 && axis >= 0 {
				return 0, false
			}
			if n != 1 {
				axis = d
			}
		}
	}
	return axis, true
}

// rule is the shift of the result of an op without regions.
func (s *shifts) rule(op *ir.Operation) (shift, bool) {
	x := make([]shift, op.NumOperands())
	for i, v := range op.Operands() {
		x[i] = s.get(v)
	}
	switch {
	case op.Is(tt.Dot):
		return dotOf(x[0], x[1], x[2], len(op.Result(0).Type().(*ir.RankedTensorType).Shape))
	case op.Is(arith.AddF):
		return sumOf(x[0], 1, x[1])
	case op.Is(arith.SubF):
		return sumOf(x[0], -1, x[1])
	case op.Is(arith.MulF):
		return productOf(op.Operand(0), op.Operand(1), x[0], x[1])
	case op.Is(arith.Select) && x[0].fixed():
		return joined(x[1], x[2])
	case op.NumOperands() > 0 && op.Is(tt.Splat, tt.Broadcast, ttg.ConvertLayout, arith.TruncF, arith.ExtF, tt.FpToFp):
		return x[0], true
	case s.allFixed(op):
		return shift{}, true
	case op.Is(tt.ExpandDims):
		out := x[0]
		if at, _ := op.IntAttr("axis"); out.axis >= int(at) {
			out.axis++
		}
		return out, true
	case op.Is(tt.Trans):
		out := x[0]
		order, _ := op.Attr("order").(*ir.DenseArrayAttr)
		if out.axis >= 0 && order != nil {
			out.axis = slices.Index(order.Values, int64(x[0].axis))
		}
		return out, true
	case op.Is(arith.NegF):
		return shift{sum: combined(nil, -1, x[0].sum), power: x[0].power, axis: x[0].axis}, true
	case op.Is(arith.DivF) && len(x[0].sum)+len(x[1].sum) == 0:
		axis, ok := oneAxis(x[0], x[1])
		return shift{power: combined(x[0].power, -1, x[1].power), axis: axis}, ok
	case op.Is(mathd.Exp2) && len(x[0].power) == 0:
		return s.exponential(x[0], 1), true
	case op.Is(mathd.Exp) && len(x[0].power) == 0:
		return s.exponential(x[0], math.Log2E), true
	case op.Is(mathd.Log2) && len(x[0].sum) == 0:
		return shift{sum: x[0].power, axis: x[0].axis}, true
	case op.Is(mathd.Log) && len(x[0].sum) == 0:
		return shift{sum: combined(nil, math.Ln2, x[0].power), axis: x[0].axis}, true
	}
	return shift{}, false
}

func (s *shifts) exponential(x shift, scale float64) shift {
	out := shift{power: combined(nil, scale, x.sum), axis: x.axis, term: true}
	for _, w := range out.power {
		s.steep = max(s.steep, math.Abs(w))
	}
	return out
}

// sumOf is the shift of a + k·b: offsets add up, factors must be the same.
func sumOf(a shift, k float64, b shift) (shift, bool) {
	axis, ok := oneAxis(a, b)
	switch {
	case a.zero && b.zero:
		return a, true
	case len(a.power)+len(b.power) == 0:
		return shift{sum: combined(a.sum, k, b.sum), axis: axis, lowest: a.lowest && b.fixed()}, ok
	case len(a.sum)+len(b.sum) > 0:
		return shift{}, false
	}
	out, ok := joined(a, b)
	out.term = false
	return out, ok
}

// productOf is the shift of a·b: factors add up, an offset may only be multiplied by a number.
func productOf(v, w *ir.Value, a, b shift) (shift, bool) {
	axis, ok := oneAxis(a, b)
	if len(a.sum)+len(b.sum) == 0 {
		return shift{power: combined(a.power, 1, b.power), axis: axis, zero: a.zero || b.zero}, ok
	}
	if len(a.sum) == 0 {
		w, a, b = v, b, a
	}
	k, number := splatFloat(w)
	return shift{sum: combined(nil, k, a.sum), axis: axis}, number && len(a.power) == 0
}

// dotOf is the shift of a dot: a row of A and a column of B have each one reference, which their sums
// keep. Sums are over the last dimension of A and the last but one of B.
func dotOf(a, b, c shift, rank int) (shift, bool) {
	product := shift{power: a.power, axis: a.axis}
	ok := a.fixed() || a.axis != rank-1
	if a.fixed() {
		product = shift{power: b.power, axis: b.axis}
		ok = b.fixed() || b.axis != rank-2
	}
	out, same := joined(c, product)
	return out, ok && same && len(a.sum)+len(b.sum) == 0 && (a.fixed() || b.fixed())
}

// reduction takes a sum of what has one reference.
func (s *shifts) reduction(op *ir.Operation) bool {
	if s.allFixed(op) {
		return s.closed(op)
	}
	x := s.get(op.Operand(0))
	along, _ := op.IntAttr("axis")
	if op.NumOperands() != 1 || len(x.sum) > 0 || x.axis == int(along) || !adds(op.Region(0).First()) {
		return false
	}
	out := shift{power: x.power, axis: x.axis}
	if out.axis > int(along) {
		out.axis--
	}
	s.of[op.Result(0)] = out
	return s.holds(op.Result(0))
}

// adds reports whether the body of a reduction adds its two arguments and does nothing else.
func adds(body *ir.Block) bool {
	add := body.First()
	return add.Is(arith.AddF) && add.Next() == body.Last() && body.Last().Operand(0) == add.Result(0) &&
		add.Operand(0) != add.Operand(1) && add.Operand(0).ArgBlock() == body && add.Operand(1).ArgBlock() == body
}

// branches are alike in how their results move.
func (s *shifts) branches(op *ir.Operation) bool {
	if !s.get(op.Operand(0)).fixed() {
		return false
	}
	for i := range op.NumRegions() {
		b := op.Region(i).First()
		if b == nil {
			continue
		}
		if !s.block(b) {
			return false
		}
		for k, v := range op.Results() {
			out := s.get(b.Last().Operand(k))
			if i > 0 {
				var ok bool
				if out, ok = joined(s.of[v], out); !ok {
					return false
				}
			}
			s.of[v] = out
		}
	}
	return true
}

// loop follows what a loop carries: a reference is one value before an iteration, another after
// it. What is carried must move with the one as it does with the other.
func (s *shifts) loop(op *ir.Operation) bool {
	body := op.Region(0).First()
	inits, yields, args := op.Operands()[3:], body.Last().Operands(), body.Args()[1:]
	for _, bound := range op.Operands()[:3] {
		if !s.get(bound).fixed() {
			return false
		}
	}
	before, inside, after := substitution{}, substitution{}, substitution{}
	for i, y := range yields {
		if y.Def() == nil || !s.isRef[y.Def()] || y.Def().Block() != body {
			continue
		}
		inside[y], after[args[i]] = args[i], op.Result(i)
		switch in := s.get(inits[i]); {
		case in.lowest:
		case len(in.sum) == 1 && len(in.power) == 0:
			for ref, w := range in.sum {
				before[ref] = args[i]
				if w != 1 {
					return false
				}
			}
		default:
			return false
		}
	}
	for i := range args {
		s.of[args[i]] = before.apply(s.get(inits[i]))
		if _, ok := after[args[i]]; ok {
			axis, _ := onlyAxis(args[i].Type())
			s.of[args[i]] = shift{sum: weights{args[i]: 1}, axis: axis}
		}
	}
	// A round finds how sums that begin with zero move, another that all stays so.
	for changed := true; changed; {
		if !s.block(body) {
			return false
		}
		carried := make([]shift, len(yields))
		for i, y := range yields {
			if carried[i] = s.get(y); s.old(op, carried[i], inside) {
				return false
			}
		}
		changed = false
		for i, x := range carried {
			before := s.of[args[i]]
			after, ok := joined(before, inside.apply(x))
			if !ok {
				return false
			}
			s.of[args[i]] = after
			changed = changed || !before.same(after)
		}
	}
	for i, v := range op.Results() {
		s.of[v] = after.apply(s.of[args[i]])
	}
	return true
}

// old reports whether a value that a loop carries has references in it that are others in the next
// iteration, unless they are renamed.
func (s *shifts) old(loop *ir.Operation, x shift, renamed substitution) bool {
	for _, w := range []weights{x.sum, x.power} {
		for ref := range w {
			owner := ref.Def()
			if owner == nil {
				owner = ref.ArgBlock().Parent()
			}
			if renamed[ref] == nil && loop.IsAncestorOf(owner) {
				return true
			}
		}
	}
	return false
}

// substitution puts references in the place of others.
type substitution map[*ir.Value]*ir.Value

func (m substitution) apply(x shift) shift {
	rename := func(w weights) weights {
		out := weights{}
		for v, k := range w {
			if to, ok := m[v]; ok {
				v = to
			}
			out = combined(out, k, weights{v: 1})
		}
		return out
	}
	x.sum, x.power = rename(x.sum), rename(x.power)
	return x
}
