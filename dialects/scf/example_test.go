package scf_test

import (
	"fmt"

	"tawa/diag"
	"tawa/dialects/builtin"
	"tawa/dialects/func"
	"tawa/dialects/scf"
	"tawa/ir"
	"tawa/parser"
)

func parse(text string) (*ir.Operation, error) {
	r := ir.NewRegistry()
	scf.Register(r)
	funcd.Register(r)
	sink := &diag.Sink{}
	module, ok := parser.Parse(ir.NewContext(r), diag.NewFile("x.mlir", []byte(text)), sink)
	if !ok {
		return nil, fmt.Errorf("%s", sink.All()[0].Message)
	}
	return module, nil
}

// find returns the first op of that name.
func find(root *ir.Operation, name *ir.OpName) *ir.Operation {
	var found *ir.Operation
	root.Walk(func(op *ir.Operation) bool {
		if op.Is(name) && found == nil {
			found = op
		}
		return found == nil
	})
	return found
}

// A pass sees loops of every dialect through builtin.LoopLike.
func Example() {
	module, err := parse(`
func.func @sum(%n: index, %x: f32) -> f32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %sum = scf.for %i = %zero to %n step %one iter_args(%acc = %x) -> (f32) {
    %next = arith.addf %acc, %acc : f32
    scf.yield %next : f32
  }
  return %sum : f32
}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	op := find(module, scf.For)
	loop, _ := builtin.LoopLike.Of(op)
	_, upper, _ := loop.Bounds(op)
	fmt.Println(loop.InductionVar(op).Name(), upper.Name())
	for i, init := range loop.Inits(op) {
		fmt.Println(init.Name(), loop.IterArgs(op)[i].Name(), loop.Yielded(op)[i].Name(), op.Result(i).Name())
	}
	// Output:
	// i n
	// x acc next sum
}
