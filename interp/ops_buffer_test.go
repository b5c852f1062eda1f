package interp_test

import (
	"bytes"
	"strings"
	"testing"

	"tawa/diag"
	"tawa/interp"
	"tawa/parser"
)

// runBuffers runs a function body and gives what it prints, or the first error.
func runBuffers(t *testing.T, body string) string {
	t.Helper()
	var sink diag.Sink
	// It is not verified: tt.print prints what Triton's does not.
	module, ok := parser.Parse(newContext(), diag.NewFile("test.mlir", []byte(`memref.global @g : memref<3xi32> = dense<[4, 5, 6]>
func.func @k() {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %2 = arith.constant 2 : index
  %7 = arith.constant 7 : i32
  `+body+"\n  return\n}\n")), &sink)
	if !ok {
		t.Fatal(render(&sink))
	}
	var out bytes.Buffer
	if !interp.Run(module, interp.Config{Kernel: "k", Output: &out}, &sink) {
		return sink.All()[0].Message
	}
	var values []string
	for l := range strings.Lines(out.String()) {
		_, v, _ := strings.Cut(strings.TrimSpace(l), ": ")
		values = append(values, v)
	}
	return strings.Join(values, " ")
}

func printed(value, t string) string {
	return "\n\"tt.print\"(" + value + ") <{prefix = \": \", hex = false, isSigned = array<i32: 1>}> : (" + t + ") -> ()\n"
}

func TestBuffers(t *testing.T) {
	for _, x := range []struct{ name, body, want string }{
		{"global", "%m = memref.get_global @g : memref<3xi32>\n%x = memref.load %m[%2] : memref<3xi32>" + printed("%x", "i32"), "6"},
		{"global is shared", "%m = memref.get_global @g : memref<3xi32>\nmemref.store %7, %m[%1] : memref<3xi32>\n" +
			"%n = memref.get_global @g : memref<3xi32>\n%x = memref.load %n[%1] : memref<3xi32>" + printed("%x", "i32"), "7"},
		{"unwritten", "%m = memref.alloc() : memref<f32>\n%x = memref.load %m[] : memref<f32>" + printed("%x", "f32"), "NaN"},
		{"rows", "%m = memref.alloc(%2) : memref<?x3xi32>\nmemref.store %7, %m[%1, %2] : memref<?x3xi32>\n%c = memref.cast %m : memref<?x3xi32> to memref<2x3xi32>\n" +
			"%n = memref.alloca() : memref<2x3xi32>\nmemref.copy %c, %n : memref<2x3xi32> to memref<2x3xi32>\n%x = memref.load %n[%1, %2] : memref<2x3xi32>\n" +
			"%y = memref.load %n[%0, %2] : memref<2x3xi32>\n%d = memref.dim %m, %0 : memref<?x3xi32>\nmemref.dealloc %m : memref<?x3xi32>" +
			printed("%x", "i32") + printed("%y", "i32") + printed("%d", "index"), "7 0 2"},
		{"switch", "%s = scf.index_switch %2 -> i32\ncase 2 {\n%a = arith.constant 20 : i32\nscf.yield %a : i32\n}\ndefault {\nscf.yield %7 : i32\n}" +
			"%u = scf.index_switch %1 -> i32\ncase 2 {\n%a = arith.constant 20 : i32\nscf.yield %a : i32\n}\ndefault {\nscf.yield %7 : i32\n}" +
			printed("%s", "i32") + printed("%u", "i32"), "20 7"},
		{"branches", "cf.switch %7 : i32, [default: ^a(%0 : index), 3: ^a(%1 : index), 7: ^a(%2 : index)]\n^a(%i: index):" + printed("%i", "index"), "2"},
		{"vector", "%v = arith.constant dense<[1, 2]> : vector<2xi32>\n%w = arith.addi %v, %v : vector<2xi32>" + printed("%w", "vector<2xi32>"), "2 4"},
		{"outside", "%m = memref.get_global @g : memref<3xi32>\n%3 = arith.addi %1, %2 : index\n%x = memref.load %m[%3] : memref<3xi32>",
			"index 3 is outside the 3 elements of dimension 0"},
		{"no dimension", "%m = memref.get_global @g : memref<3xi32>\n%x = memref.dim %m, %1 : memref<3xi32>", "dimension 1 is outside the 1 dimensions of the buffer"},
		{"cast", "%m = memref.alloc(%2) : memref<?xi32>\n%c = memref.cast %m : memref<?xi32> to memref<3xi32>", "a buffer of shape [2] is cast to 'memref<3xi32>'"},
		{"copy", "%m = memref.alloc(%2) : memref<?xi32>\n%g = memref.get_global @g : memref<3xi32>\nmemref.copy %g, %m : memref<3xi32> to memref<?xi32>",
			"a buffer of shape [3] is copied to one of shape [2]"},
		{"negative size", "%n = arith.constant -1 : index\n%m = memref.alloc(%n) : memref<?xi32>", "a buffer of shape [-1] is too large"},
		{"layout", "%m = memref.alloc() : memref<4xi32, strided<[2]>>", "a value of type 'memref<4xi32, strided<[2]>>' can't be interpreted"},
	} {
		if got := runBuffers(t, x.body); !strings.Contains(got, x.want) || x.want == "" {
			t.Errorf("%s: %q, want %q", x.name, got, x.want)
		}
	}
}
