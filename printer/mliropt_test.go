package printer_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"tawa/printer"
)

// mlirOptPath finds LLVM's mlir-opt in the checkout's .tools, in TAWA_TOOLS or on PATH.
func mlirOptPath(t *testing.T) string {
	t.Helper()
	var path string
	for _, dir := range append([]string{"../.tools/bin"}, filepath.SplitList(os.Getenv("TAWA_TOOLS"))...) {
		if file := filepath.Join(dir, "mlir-opt"); path == "" {
			if _, err := os.Stat(file); err == nil {
				path = file
			}
		}
	}
	if path == "" {
		var err error
		if path, err = exec.LookPath("mlir-opt"); err != nil {
			t.Fatal("mlir-opt is missing: run `make tools`")
		}
	}
	return path
}

// mlirOpt prints a text by mlir-opt.
func mlirOpt(t *testing.T, src string, args ...string) string {
	t.Helper()
	cmd := exec.Command(mlirOptPath(t), append(args, "--allow-unregistered-dialect", "-")...)
	var out, errs bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(src), &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("mlir-opt: %v\n%s", err, errs.String())
	}
	return strings.TrimSpace(out.String())
}

// mlir-opt reads the generic form of every TTIR file and prints it back the same: with its own names, and with
// locations.
func TestGenericFormAgainstMLIR(t *testing.T) {
	each(t, func(t *testing.T, name, src string) {
		op := read(t, name, src)
		text := printer.String(op, printer.Options{Generic: true, NoSSANames: true, DebugInfo: true})
		diff(t, text, mlirOpt(t, text, "--mlir-print-op-generic", "--mlir-print-debuginfo"))
		mlirOpt(t, printer.String(op, printer.Options{Generic: true}))
	})
}

// What we print of dialects that mlir-opt knows, with MLIR's names, is what mlir-opt prints.
func TestCustomFormsAgainstMLIR(t *testing.T) {
	src, err := os.ReadFile("testdata/upstream.mlir")
	if err != nil {
		t.Fatal(err)
	}
	op := read(t, "<stdin>", string(src))
	want := mlirOpt(t, string(src))
	diff(t, printer.String(op, printer.Options{NoSSANames: true}), want)
	diff(t, printer.String(read(t, "upstream.mlir", want), printer.Options{}), want)
	diff(t, printer.String(op, printer.Options{NoSSANames: true, DebugInfo: true}), mlirOpt(t, string(src), "--mlir-print-debuginfo"))
	generic := mlirOpt(t, string(src), "--mlir-print-op-generic")
	diff(t, printer.String(op, printer.Options{NoSSANames: true, Generic: true}), generic)
	diff(t, printer.String(read(t, "generic", generic), printer.Options{NoSSANames: true}), want)
}

// The files with every op of the dialects that are MLIR's print as mlir-opt prints them.
func TestUpstreamDialectsAgainstMLIR(t *testing.T) {
	for _, dialect := range []string{"builtin", "ub", "arith", "math", "cf", "scf", "func", "gpu"} {
		t.Run(dialect, func(t *testing.T) {
			src, err := os.ReadFile("../lit/" + dialect + "/ops.mlir")
			if err != nil {
				t.Fatal(err)
			}
			op := read(t, "ops.mlir", string(src))
			diff(t, printer.String(op, printer.Options{NoSSANames: true}), mlirOpt(t, string(src)))
			diff(t, printer.String(op, printer.Options{NoSSANames: true, Generic: true}), mlirOpt(t, string(src), "--mlir-print-op-generic"))
		})
	}
}

// Many elements are printed as their bytes, those of one bit packed.
func TestManyElementsAgainstMLIR(t *testing.T) {
	var bits, words, nibbles []string
	for i := range 120 {
		bits = append(bits, strconv.FormatBool(i*i%7 < 3))
		words = append(words, strconv.Itoa(i*i*17-i*100))
		nibbles = append(nibbles, strconv.Itoa(i%16-8))
	}
	src := fmt.Sprintf(`module {
  "u.x"() {a = dense<[%s]> : tensor<120xi1>, b = dense<[%s]> : tensor<120xi32>, c = dense<[%s]> : tensor<120xi4>,
    d = dense<"0x05"> : tensor<8xi1>, e = dense<"0xFF"> : tensor<8xi1>, f = dense<"0x0000803F00000040"> : tensor<2xf32>} : () -> ()
}`, strings.Join(bits, ", "), strings.Join(words, ", "), strings.Join(nibbles, ", "))
	text := printer.String(read(t, "f", src), printer.Options{NoSSANames: true})
	diff(t, text, mlirOpt(t, src))
	diff(t, printer.String(read(t, "f", text), printer.Options{NoSSANames: true}), text)
}
