package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
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
// compares what it returns and what it passes to functions without a body. It returns how many functions were run, and
// what differs.
func sameValues(before string, after ...string) (run int, told string) {
	for _, name := range runnable(before) {
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
	return run, told
}

var funcFunc = ir.Op("func.func")

// runnable lists the functions with a body whose arguments can be made.
func runnable(text string) []string {
	var names []string
	module := parse(text)
	for op := range module.Region(0).First().Ops() {
		if !op.Is(funcFunc) || op.Region(0).Empty() {
			continue
		}
		can := true
		for _, a := range op.Region(0).First().Args() {
			_, ok := constant(a.Type(), rand.New(rand.NewPCG(0, 0)))
			can = can && ok
		}
		if can {
			names = append(names, ir.SymbolName(op))
		}
	}
	return names
}

// constant spells a random constant of a type.
func constant(t ir.Type, rng *rand.Rand) (text string, ok bool) {
	spelled := ir.TypeString(t)
	elem := t
	if shape, shaped := ir.ShapeOf(t); shaped {
		n := ir.NumElements(shape)
		if n < 0 || n > maxTensor {
			return "", false
		}
		elem = ir.ElementType(t)
	}
	value := ""
	switch {
	case ir.TypeString(elem) == "i1":
		value = fmt.Sprint(rng.IntN(2) == 1)
	case ir.IsSignless(elem) && ir.BitWidth(elem) <= 64 || ir.IsIndex(elem):
		value = fmt.Sprint(rng.IntN(24) - 4)
		if n := ir.BitWidth(elem); n < 6 && n > 0 {
			value = fmt.Sprint(rng.IntN(2))
		}
	case ir.IsFloat(elem):
		value = fmt.Sprintf("%.2f", rng.Float64()*8-4)
	default:
		return "", false
	}
	if elem != t {
		value = "dense<" + value + ">"
	}
	return value + " : " + spelled, true
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
		case op.Region(0).Empty():
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

// launch writes a function that calls f with random arguments and prints what it returns.
func launch(b *strings.Builder, f *ir.Operation, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 1))
	t := builtin.FunctionType(f)
	fmt.Fprintf(b, "func.func @%s() {\n", kernel)
	operands := constants(b, t.Inputs, rng)
	results := ""
	if len(t.Results) > 0 {
		results = fmt.Sprintf("%%r:%d = ", len(t.Results))
	}
	fmt.Fprintf(b, "  %scall %s(%s) : %s\n", results, ir.SymbolString(ir.SymbolName(f)), operands, ir.TypeString(t))
	for i, r := range t.Results {
		printValue(b, fmt.Sprintf("%%r#%d", i), r)
	}
	b.WriteString("  return\n}\n")
}

// giveBody writes a function like f that prints its arguments and returns constants.
func giveBody(b *strings.Builder, f *ir.Operation) {
	t := builtin.FunctionType(f)
	fmt.Fprintf(b, "func.func private %s(", ir.SymbolString(ir.SymbolName(f)))
	for i, in := range t.Inputs {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(b, "%%a%d: %s", i, ir.TypeString(in))
	}
	fmt.Fprintf(b, ") -> (%s) {\n", ir.TypeStrings(t.Results))
	for i, in := range t.Inputs {
		printValue(b, fmt.Sprintf("%%a%d", i), in)
	}
	operands := constants(b, t.Results, rand.New(rand.NewPCG(0, 2)))
	if len(t.Results) > 0 {
		operands += " : " + ir.TypeStrings(t.Results)
	}
	fmt.Fprintf(b, "  return %s\n}\n", operands)
}

// constants writes one random constant of each type, and returns their names.
func constants(b *strings.Builder, types []ir.Type, rng *rand.Rand) string {
	var names []string
	for i, t := range types {
		text, _ := constant(t, rng)
		fmt.Fprintf(b, "  %%c%d = arith.constant %s\n", i, text)
		names = append(names, fmt.Sprintf("%%c%d", i))
	}
	return strings.Join(names, ", ")
}

func printValue(b *strings.Builder, value string, t ir.Type) {
	fmt.Fprintf(b, "  \"tt.print\"(%s) <{prefix = \" \", hex = false, isSigned = array<i32: 1>}> : (%s) -> ()\n", value, ir.TypeString(t))
}
