package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"tawa/diag"
	"tawa/dialects/builtin"
	"tawa/interp"
	"tawa/ir"
	"tawa/parser"
)

const (
	seeds     = 3
	maxOps    = 200_000 // that one run may take
	maxTensor = 4096    // elements of an argument
)

// sameValues runs each function of the program that can be interpreted on random arguments, before and after, and
// compares what it returns, what it passes to functions without a body, and what it leaves in the buffers that it is
// given. It returns how many functions have a body, how many were run, and what differs.
func sameValues(before string, after ...string) (all, run int, told string) {
	names, all := runnable(before)
	for _, name := range names {
		ran := false
		for seed := range uint64(seeds) {
			want, ok := trace(before, name, seed)
			if !ok {
				continue // it has no meaning, divides by 0, does not end …
			}
			ran = true
			for i, text := range after {
				if got, _ := trace(text, name, seed); got != want && told == "" {
					told = fmt.Sprintf("@%s, after the passes of %s, with arguments of seed %d: %s", name, [...]string{"tawa-opt", "mlir-opt"}[i], seed, firstDifference(got, want))
				}
			}
		}
		if ran {
			run++
		}
	}
	return all, run, told
}

var funcFunc = ir.Op("func.func")

// runnable lists the functions with a body whose arguments can be made, and counts all that have a body.
func runnable(text string) (names []string, all int) {
	module := parse(text)
	for op := range module.Region(0).First().Ops() {
		if !op.Is(funcFunc) || op.Region(0).Empty() {
			continue
		}
		all++
		if makeable(builtin.FunctionType(op).Inputs) {
			names = append(names, ir.SymbolName(op))
		}
	}
	return names, all
}

// makeable says whether there are random values of all of these types.
func makeable(types []ir.Type) bool {
	rng := rand.New(rand.NewPCG(0, 0))
	for _, t := range types {
		_, ok := constant(t, rng)
		if m, is := t.(*ir.MemRefType); is {
			_, ok = buffer(&strings.Builder{}, "", m, rng)
		}
		if !ok {
			return false
		}
	}
	return true
}

// constant spells a random constant of a type.
func constant(t ir.Type, rng *rand.Rand) (text string, ok bool) {
	spelled := ir.TypeString(t)
	shape, shaped := ir.ShapeOf(t)
	if !shaped {
		text = scalar(t, rng)
		if spelled == "i1" {
			return text, true
		}
		return text + " : " + spelled, text != ""
	}
	if slices.Contains(shape, ir.Dynamic) || ir.NumElements(shape) > maxTensor || scalar(ir.ElementType(t), rng) == "" {
		return "", false
	}
	return "dense<" + elements(shape, ir.ElementType(t), rng) + "> : " + spelled, true
}

// elements spells the elements of a shape, in brackets for each dimension.
func elements(shape []int64, elem ir.Type, rng *rand.Rand) string {
	if len(shape) == 0 {
		return scalar(elem, rng)
	}
	parts := make([]string, shape[0])
	for i := range parts {
		parts[i] = elements(shape[1:], elem, rng)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// scalar spells a random number, "" for a type that has none.
func scalar(t ir.Type, rng *rand.Rand) string {
	switch {
	case ir.TypeString(t) == "i1":
		return fmt.Sprint(rng.IntN(2) == 1)
	case ir.IsIndex(t): // of a buffer, most often
		return fmt.Sprint(rng.IntN(4))
	case ir.IsSignless(t) && ir.BitWidth(t) <= 64:
		if n := ir.BitWidth(t); n < 6 && n > 0 {
			return fmt.Sprint(rng.IntN(2))
		}
		return fmt.Sprint(rng.IntN(24) - 4)
	case ir.IsFloat(t):
		return fmt.Sprintf("%.2f", rng.Float64()*8-4)
	}
	return ""
}

const (
	unknownExtent = 5
	maxBuffer     = 256 // elements of an argument that is a buffer
)

// buffer writes the memref.global of a buffer with random values and returns its type, in which unknown extents have
// a size. ok is false for a type that the interpreter does not have.
func buffer(b *strings.Builder, name string, t *ir.MemRefType, rng *rand.Rand) (static *ir.MemRefType, ok bool) {
	shape := slices.Clone(t.Shape)
	for i := range shape {
		if shape[i] == ir.Dynamic {
			shape[i] = unknownExtent
		}
	}
	value, ok := constant(t.Context().Tensor(shape, t.Elem, nil), rng)
	if !ok || t.Layout != nil || ir.NumElements(shape) > maxBuffer {
		return nil, false
	}
	static = t.Context().MemRef(shape, t.Elem, nil, t.Space)
	value, _, _ = strings.Cut(value, " : tensor")
	fmt.Fprintf(b, "memref.global @%s : %s = %s\n", name, ir.TypeString(static), value)
	return static, true
}

// kernel is the name of the function that trace adds.
const kernel = "conformance.main"

// trace runs a function with random arguments and gives what it tells the world.
func trace(text, name string, seed uint64) (told string, ok bool) {
	defer func() {
		if p := recover(); p != nil {
			told, ok = fmt.Sprintf("the interpreter panics: %v", p), false
		}
	}()
	module := parse(text)
	if module == nil || !instrument(module, name, seed) {
		return "not read", false
	}
	var out bytes.Buffer
	var sink diag.Sink
	ok = interp.Run(module, interp.Config{Kernel: kernel, Output: &out, Seed: seed, Limit: maxOps}, &sink)
	if !ok {
		return out.String() + sink.All()[0].Message, false
	}
	return out.String(), true
}

// instrument adds to a program a kernel that calls the function and prints its results, and gives functions without a
// body one that prints its arguments.
func instrument(module *ir.Operation, name string, seed uint64) bool {
	var b strings.Builder
	body := module.Region(0).First()
	for op := range body.Ops() {
		switch {
		case !op.Is(funcFunc):
		case ir.SymbolName(op) == name:
			launch(&b, op, seed)
		case op.Region(0).Empty() && makeable(builtin.FunctionType(op).Results):
			giveBody(&b, op)
			op.Erase()
		}
	}
	more, ok := parser.Parse(module.Context(), diag.NewFile("kernel", []byte(b.String())), &diag.Sink{})
	if !ok {
		return false
	}
	for op := range more.Region(0).First().Ops() {
		op.Remove()
		body.Append(op)
	}
	return true
}

// launch writes a function that calls f with random arguments and prints what it returns, and then what is in the
// buffers that it was given.
func launch(b *strings.Builder, f *ir.Operation, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 1))
	t := builtin.FunctionType(f)
	var body strings.Builder
	operands := constants(b, &body, kernel, t.Inputs, rng)
	results := ""
	if len(t.Results) > 0 {
		results = fmt.Sprintf("%%r:%d = ", len(t.Results))
	}
	fmt.Fprintf(&body, "  %scall %s(%s) : %s\n", results, ir.SymbolString(ir.SymbolName(f)), operands, ir.TypeString(t))
	for i, r := range t.Results {
		printValue(&body, fmt.Sprintf("%%r#%d", i), r)
	}
	for i, in := range t.Inputs {
		if _, is := in.(*ir.MemRefType); is {
			printValue(&body, fmt.Sprintf("%%c%d", i), in)
		}
	}
	fmt.Fprintf(b, "func.func @%s() {\n%s  return\n}\n", kernel, &body)
}

// giveBody writes a function like f that prints its arguments and returns constants.
func giveBody(b *strings.Builder, f *ir.Operation) {
	t := builtin.FunctionType(f)
	var body strings.Builder
	var args []string
	for i, in := range t.Inputs {
		args = append(args, fmt.Sprintf("%%a%d: %s", i, ir.TypeString(in)))
		printValue(&body, fmt.Sprintf("%%a%d", i), in)
	}
	operands := constants(b, &body, "conformance."+ir.SymbolName(f), t.Results, rand.New(rand.NewPCG(0, 2)))
	if len(t.Results) > 0 {
		operands += " : " + ir.TypeStrings(t.Results)
	}
	fmt.Fprintf(b, "func.func private %s(%s) -> (%s) {\n%s  return %s\n}\n",
		ir.SymbolString(ir.SymbolName(f)), strings.Join(args, ", "), ir.TypeStrings(t.Results), &body, operands)
}

// constants writes one random value of each type into body, their buffers into globals, and returns their names.
func constants(globals, body *strings.Builder, function string, types []ir.Type, rng *rand.Rand) string {
	var names []string
	for i, t := range types {
		name := fmt.Sprintf("%%c%d", i)
		names = append(names, name)
		m, is := t.(*ir.MemRefType)
		if !is {
			text, _ := constant(t, rng)
			fmt.Fprintf(body, "  %s = arith.constant %s\n", name, text)
			continue
		}
		global := fmt.Sprintf("%s.%d", function, i)
		static, _ := buffer(globals, global, m, rng)
		fmt.Fprintf(body, "  %ss = memref.get_global @%s : %s\n", name, global, ir.TypeString(static))
		fmt.Fprintf(body, "  %s = memref.cast %[1]ss : %s to %s\n", name, ir.TypeString(static), ir.TypeString(t))
	}
	return strings.Join(names, ", ")
}

// printValue writes what prints a value, each element of a buffer.
func printValue(b *strings.Builder, value string, t ir.Type) {
	m, is := t.(*ir.MemRefType)
	if !is {
		fmt.Fprintf(b, "  \"tt.print\"(%s) <{prefix = \" \", hex = false, isSigned = array<i32: 1>}> : (%s) -> ()\n", value, ir.TypeString(t))
		return
	}
	printBuffer(b, value, m)
}

// printBuffer writes loops that print the elements.
func printBuffer(b *strings.Builder, value string, m *ir.MemRefType) {
	id := "%p" + strings.NewReplacer("%", "", "#", "_").Replace(value)
	spelled := ir.TypeString(m)
	fmt.Fprintf(b, "  %s.0 = arith.constant 0 : index\n  %[1]s.1 = arith.constant 1 : index\n", id)
	var indices []string
	for i := range m.Shape {
		fmt.Fprintf(b, "  %[1]s.d%[2]d = arith.constant %[2]d : index\n  %[1]s.n%[2]d = memref.dim %[3]s, %[1]s.d%[2]d : %[4]s\n", id, i, value, spelled)
		fmt.Fprintf(b, "  scf.for %[1]s.i%[2]d = %[1]s.0 to %[1]s.n%[2]d step %[1]s.1 {\n", id, i)
		indices = append(indices, fmt.Sprintf("%s.i%d", id, i))
	}
	fmt.Fprintf(b, "  %s.x = memref.load %s[%s] : %s\n", id, value, strings.Join(indices, ", "), spelled)
	printValue(b, id+".x", m.Elem)
	b.WriteString(strings.Repeat("}\n", len(m.Shape)))
}
