package analysistest_test

import (
	"fmt"
	"testing"

	"tawa/analysis/analysistest"
	"tawa/dialects/func"
)

func Example() {
	module := analysistest.Parse(&testing.B{}, `func.func @f(%x: i32) -> i32 {
		%sum = arith.addi %x, %x : i32
		return %sum : i32
	}`, funcd.Register)
	fmt.Println(analysistest.Value(module, "sum").Def().Name(), analysistest.Value(module, "x").IsArg())
	// Output: arith.addi true
}
