package main

import (
	"fmt"
	"os"
	"strings"

	"tawa/diag"
	"tawa/driver"
	"tawa/ir"
	"tawa/pass"
)

// A tool that says what its passes do.
func Example() {
	reg := registry()
	reg.Instruments = append(reg.Instruments, func(*ir.Operation, *diag.Sink) pass.Instrument {
		return pass.Hooks{OnAfter: func(p pass.Pass, op *ir.Operation, ok bool) {
			fmt.Printf("%s on %s: %v\n", p.Info().Name, op.Name(), ok)
		}}
	})
	in := strings.NewReader("func.func @f(%x: i32) -> i32 {\n  %y = power.pow %x, 2 : i32\n  return %y : i32\n}")
	driver.Main(reg, []string{"--expand-power", "--cse"}, in, os.Stdout, os.Stderr)
	// Output:
	// expand-power on builtin.module: true
	// cse on builtin.module: true
	// module {
	//   func.func @f(%x: i32) -> i32 {
	//     %y = arith.muli %x, %x : i32
	//     return %y : i32
	//   }
	// }
}
