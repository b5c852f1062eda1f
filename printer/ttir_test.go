package printer_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tawa/diag"
	"tawa/dialects/arith"
	"tawa/dialects/builtin"
	"tawa/dialects/cf"
	"tawa/dialects/func"
	"tawa/dialects/gpu"
	"tawa/dialects/math"
	"tawa/dialects/scf"
	"tawa/dialects/tt"
	"tawa/dialects/ub"
	"tawa/ir"
	"tawa/ir/verify"
	"tawa/parser"
	"tawa/printer"
)

const ttirDir = "../examples/ttir"

func registry() *ir.Registry {
	r := ir.NewRegistry()
	for _, register := range []func(*ir.Registry){
		builtin.Register, ub.Register, arith.Register, math.Register, cf.Register, scf.Register, funcd.Register, gpu.Register, tt.Register,
	} {
		register(r)
	}
	return r
}

// read parses and verifies a text that has no mistakes.
func read(t testing.TB, name, src string) *ir.Operation {
	t.Helper()
	var sink diag.Sink
	ctx := ir.NewContext(registry())
	ctx.AllowUnregistered = true
	op, ok := parser.Parse(ctx, diag.NewFile(name, []byte(src)), &sink)
	if ok {
		ok = verify.Verify(op, &sink)
	}
	if !ok {
		var b strings.Builder
		for _, d := range sink.All() {
			diag.Render(&b, d, false)
		}
		t.Fatal(b.String())
	}
	return op
}

// each runs f on every TTIR file.
func each(t *testing.T, f func(t *testing.T, name, src string)) {
	files, err := filepath.Glob(filepath.Join(ttirDir, "*.ttir"))
	if err != nil || len(files) < 15 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(file)
		t.Run(name, func(t *testing.T) { f(t, name, string(src)) })
	}
}

// stripLocations removes ` loc(…)` and the lines that define `#loc…` from a text of which no string holds either.
func stripLocations(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "#loc") {
			continue
		}
		for {
			before, after, found := strings.Cut(line, " loc(")
			b.WriteString(before)
			if !found {
				break
			}
			depth := 1
			i := 0
			for ; depth > 0; i++ {
				switch after[i] {
				case '(':
					depth++
				case ')':
					depth--
				}
			}
			line = after[i:]
		}
	}
	return b.String()
}

func diff(t *testing.T, got, want string) {
	t.Helper()
	if got == want {
		return
	}
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	shown := 0
	for i := range max(len(g), len(w)) {
		var a, b string
		if i < len(g) {
			a = g[i]
		}
		if i < len(w) {
			b = w[i]
		}
		if a != b {
			t.Errorf("line %d:\n got %s\nwant %s", i+1, a, b)
			if shown++; shown == 3 {
				return
			}
		}
	}
}

// What Triton printed comes back byte for byte, without locations and with them: also the numbers and the places of
// the location aliases are MLIR's.
func TestTTIRBytes(t *testing.T) {
	each(t, func(t *testing.T, name, src string) {
		op := read(t, name, src)
		diff(t, printer.String(op, printer.Options{})+"\n", stripLocations(src))
		diff(t, printer.String(op, printer.Options{DebugInfo: true})+"\n", src)
	})
}

// Every form is read back to a module that prints the same.
func TestTTIRFixpoints(t *testing.T) {
	each(t, func(t *testing.T, name, src string) {
		for _, opts := range []printer.Options{
			{}, {DebugInfo: true}, {NoSSANames: true}, {Generic: true}, {Generic: true, DebugInfo: true}, {Generic: true, NoSSANames: true},
		} {
			once := printer.String(read(t, name, src), opts)
			again := read(t, name, once)
			diff(t, printer.String(again, opts), once)
			if opts.Generic && !opts.NoSSANames {
				diff(t, printer.String(again, printer.Options{DebugInfo: opts.DebugInfo}), printer.String(read(t, name, src), printer.Options{DebugInfo: opts.DebugInfo}))
			}
		}
	})
}
