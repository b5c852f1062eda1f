package interp

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"tawa/dialects/arith"
	"tawa/dialects/builtin"
	"tawa/dialects/gpu"
	"tawa/dialects/llvm"
	"tawa/dialects/tt"
	"tawa/dialects/ub"
	"tawa/ir"
)

func otherOps() map[*ir.OpName]meaning {
	return map[*ir.OpName]meaning{
		arith.Constant:                   plain(compileConstant),
		arith.Select:                     plain(compileSelect),
		ub.PoisonOp:                      plain(compilePoison),
		builtin.UnrealizedConversionCast: same(),
		gpu.Barrier:                      plain(nothing), // an agent is all warps of its region
		tt.GetProgramId:                  plain(programNumber(func(c *cta) [3]int { return c.program })),
		tt.GetNumPrograms:                plain(programNumber(func(c *cta) [3]int { return c.grid })),
		tt.Print:                         plain(compilePrint),
		tt.Assert:                        plain(compileAssert),
		llvm.Assume:                      plain(compileAssume),
	}
}

func nothing(*compiler, *ir.Operation) step {
	return func(*agent, []Value, []Value) error { return nil }
}

func compileConstant(c *compiler, op *ir.Operation) step {
	v, ok := constantValue(op.Attr("value"))
	if !ok {
		return c.errorf(op, "a constant of type '%s' can't be interpreted", ir.TypeString(op.Result(0).Type()))
	}
	return func(_ *agent, _, out []Value) error {
		out[0] = v
		return nil
	}
}

func constantValue(a ir.Attribute) (Value, bool) {
	switch a := a.(type) {
	case *ir.IntegerAttr:
		return intValue(a.Value), true
	case *ir.FloatAttr:
		return floatValue(a.Value()), true
	case *ir.DenseElementsAttr:
		e, ok := elemOf(a.Type)
		shape := shapeOf(a.Type)
		if !ok || shape == nil {
			return Value{}, false
		}
		t := newInts(shape)
		if e.isFloat() {
			t = newFloats(shape)
		}
		for i := range a.Len() {
			if e.isFloat() {
				_, t.F[i] = e.value(a.Bits(i))
			} else {
				t.I[i], _ = e.value(a.Bits(i))
			}
		}
		return Value{t: t}, true
	}
	return Value{}, false
}

// undefined is a value that must not matter: NaN or 0.
func undefined(t ir.Type, e elem) Value {
	v := floatValue(math.NaN())
	if !e.isFloat() {
		v = intValue(0)
	}
	if shape := shapeOf(t); shape != nil {
		v = Value{t: v.tensorOf(shape, e.isFloat())}
	}
	return v
}

func compilePoison(c *compiler, op *ir.Operation) step {
	t := op.Result(0).Type()
	v := undefined(t, c.elem(op, t))
	return func(_ *agent, _, out []Value) error {
		out[0] = v
		return nil
	}
}

// compileSelect picks whole values by a scalar condition, elements by a tensor.
func compileSelect(c *compiler, op *ir.Operation) step {
	e, scalar := elemOf(op.Result(0).Type())
	types := []elem{{width: 1}, e, e}
	return func(_ *agent, in, out []Value) error {
		if in[0].t == nil {
			out[0] = in[2].read()
			if in[0].i[0] != 0 {
				out[0] = in[1].read()
			}
			return nil
		}
		if !scalar {
			return fmt.Errorf("values of type '%s' have no elements to select", ir.TypeString(op.Result(0).Type()))
		}
		like := lanes(in, types)
		mask := in[0].ints()
		if e.isFloat() {
			choose(out[0].setFloats(like), mask, in[1].floats(), in[2].floats())
		} else {
			choose(out[0].setInts(like), mask, in[1].ints(), in[2].ints())
		}
		return nil
	}
}

func choose[T any](dst []T, mask []int64, x, y []T) {
	for i, m := range mask {
		if m != 0 {
			dst[i] = x[i]
		} else {
			dst[i] = y[i]
		}
	}
}

func programNumber(of func(*cta) [3]int) func(*compiler, *ir.Operation) step {
	return func(_ *compiler, op *ir.Operation) step {
		axis, _ := op.IntAttr("axis")
		return func(a *agent, _, out []Value) error {
			out[0] = intValue(int64(of(a.cta)[axis]))
			return nil
		}
	}
}

func compileAssert(_ *compiler, op *ir.Operation) step {
	return func(_ *agent, in, _ []Value) error {
		for i, v := range in[0].ints() {
			if v == 0 {
				return fmt.Errorf("assertion failed (element %d): %s", i, op.StrAttr("message"))
			}
		}
		return nil
	}
}

// compileAssume holds a program to what it says of itself.
func compileAssume(*compiler, *ir.Operation) step {
	return func(_ *agent, in, _ []Value) error {
		if in[0].i[0] == 0 {
			return errors.New("what is assumed here does not hold")
		}
		return nil
	}
}

// compilePrint writes one line for each element, as a device would: program, index, prefix, value.
func compilePrint(c *compiler, op *ir.Operation) step {
	var types []elem
	for _, v := range op.Operands() {
		types = append(types, c.elem(op, v.Type()))
	}
	prefix := op.StrAttr("prefix")
	return func(a *agent, in, _ []Value) error {
		w := a.cta.machine.cfg.Output
		if w == nil {
			return nil
		}
		at := strings.Trim(fmt.Sprint(a.cta.program), "[]")
		if len(in) == 0 {
			fmt.Fprintf(w, "pid (%s)%s\n", at, prefix)
		}
		for k := range in {
			if types[k].isFloat() {
				for i, v := range in[k].floats() {
					fmt.Fprintf(w, "pid (%s) idx (%d)%s%v\n", at, i, prefix, v)
				}
				continue
			}
			for i, v := range in[k].ints() {
				fmt.Fprintf(w, "pid (%s) idx (%d)%s%d\n", at, i, prefix, v)
			}
		}
		return nil
	}
}
