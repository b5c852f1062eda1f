package cost_test

import (
	"fmt"
	"os"
	"testing"

	"tawa/diag"
	"tawa/driver"
	"tawa/ir"
	"tawa/parser"
	"tawa/pass"
	"tawa/transforms/tawa/cost"
)

// compiled reads a kernel of the examples and runs passes on its module.
func compiled(name, passes string) *ir.Operation {
	src, err := os.ReadFile("../../../examples/ttir/" + name + ".ttir")
	if err != nil {
		panic(err)
	}
	var sink diag.Sink
	module, ok := parser.Parse(ir.NewContext(driver.AllDialects()), diag.NewFile(name, src), &sink)
	if !ok || !pass.ParsePipeline(driver.AllPasses(), passes, &sink).Run(module, &sink) {
		panic(sink.All())
	}
	return module.Region(0).First().First()
}

// A loop of very many iterations takes no longer to predict than some thousand, and as much longer to run.
func TestManyIterations(t *testing.T) {
	fn := compiled("gemm_fp16_128x256x64", "builtin.module(canonicalize,cse,tawa-partition{num-warps=8},tawa-pipeline)")
	at := func(k int64) float64 {
		return cost.H200.Predict(fn, cost.Launch{Grid: [3]int64{132, 1, 1}, Args: map[string]int64{"M": 128, "N": 132 * 256, "K": k}}).Clocks
	}
	if few, many := at(64*4000), at(64*4000*1000); many < 990*few || many > 1010*few {
		t.Errorf("4000 iterations take %.0f clocks, 4 million %.0f", few, many)
	}
}

const passes = "builtin.module(canonicalize,cse,tawa-persist,tawa-partition{num-warps=8},tawa-pipeline)"

func Example() {
	fn := compiled("gemm_fp16_128x256x64", passes)
	p := cost.H200.Predict(fn, cost.Launch{
		Grid: [3]int64{64 * 32, 1, 1},
		Args: map[string]int64{"M": 8192, "N": 8192, "K": 4096},
	})
	fmt.Printf("%.0f µs, %s\n", 1e6*p.Seconds, p.Bound())
	fmt.Println(cost.H200.Predict(fn, cost.Launch{}).Assumed)
	// Output:
	// 874 µs, tensor cores 88 %
	// [64 iterations of a loop a grid of 132 by 2 programs]
}
