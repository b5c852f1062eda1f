package driver_test

import (
	"bytes"
	"strings"
	"testing"

	"tawa/dialects/arith"
	"tawa/driver"
	"tawa/ir"
	"tawa/pass"
)

// narrow leaves sums whose operands have another type.
type narrow struct{}

func (*narrow) Info() pass.Info { return pass.Info{Name: "narrow", Summary: "is wrong"} }

func (*narrow) Run(root *ir.Operation, _ *pass.State) bool {
	root.Walk(func(op *ir.Operation) bool {
		if op.Is(arith.AddI) {
			op.Result(0).SetType(op.Context().I32())
		}
		return true
	})
	return true
}

// A pass that leaves a wrong program has failed, also for those who print failures.
func TestWrongProgramsArePrintedAsFailures(t *testing.T) {
	reg := driver.All()
	reg.Passes.Add(func() pass.Pass { return &narrow{} })
	const program = `
func.func @f(%x: i64) -> i64 {
  %y = arith.addi %x, %x : i64
  return %y : i64
}`
	for _, flag := range []string{"--mlir-print-ir-after-failure", "--mlir-print-ir-after-all"} {
		var out, errs bytes.Buffer
		status := driver.Main(reg, []string{"--cse", "--narrow", flag, "-"}, strings.NewReader(program), &out, &errs)
		text := errs.String()
		if status != driver.Failed || !strings.Contains(text, "IR Dump After failed narrow") || !strings.Contains(text, `"arith.addi"(%x, %x)`) {
			t.Errorf("%s: status %d\n%s", flag, status, text)
		}
		if strings.Contains(text, "After cse") != (flag == "--mlir-print-ir-after-all") {
			t.Errorf("%s prints\n%s", flag, text)
		}
	}
}
