package lit_test

import (
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"tawa/lit"
)

// upper prints its input in capitals.
func upper(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	text, err := io.ReadAll(stdin)
	if err != nil {
		fmt.Fprintln(stderr, "upper-opt:", err)
		return 1
	}
	fmt.Fprint(stdout, strings.ToUpper(string(text)))
	return 0
}

var tools = lit.Tools{"upper-opt": upper}

// The test of an out-of-tree tool: each file under testdata says how upper-opt is run on it.
func TestUpper(t *testing.T) {
	lit.Run(t, tools, "testdata/upper")
}

// A tool is a plain function, so that it can be called without the runner too.
func ExampleTools() {
	status := tools["upper-opt"](nil, strings.NewReader("func @f()\n"), os.Stdout, os.Stderr)
	fmt.Println(status)
	// Output:
	// FUNC @F()
	// 0
}
