package parser_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tawa/diag"
	"tawa/ir"
	"tawa/ir/verify"
	"tawa/parser"
	"tawa/printer"
)

// Each comment says what the parser reports there; nothing else is reported.
func TestErrors(t *testing.T) {
	for _, src := range []string{
		`module {
  %x = "u.def"() : () -> i32
  "u.use"(%y) : (i32) -> ()          // expected-error {{use of undeclared SSA value name '%y'}} 
  "u.use"(%x) : (i64) -> ()          // expected-error {{use of value '%x' expects different type than prior uses: 'i64' vs 'i32'}}
  "u.use"(%x#1) : (i64) -> ()        // expected-error {{'%x' has only 1 results}}
  "u.use"(%x) : () -> ()             // expected-error {{1 operands present, but expected 0}}
  %x = "u.def"() : () -> i32         // expected-error {{redefinition of SSA value '%x'}}
  %a, %b = "u.def"() : () -> i32     // expected-error {{operation defines 1 results but was provided 2 to bind}}
  %c:0 = "u.def"() : () -> i32       // expected-error {{expected a number of results, at least 1}}
  "u.use"(%a, %b, %c) : (i32, i32, i32) -> ()
}`,
		`module {
  test.foo                           // expected-error {{custom op 'test.foo' is unknown}}
  test.lood %x : i32                 // expected-error {{custom op 'test.lood' is unknown}} 
  "test.lood"() : () -> ()           // expected-error {{unregistered operation 'test.lood' in dialect 'test'}}
  test.add %x %x : i32               // expected-error {{expected ','}}
  %z = test.add %x, %x : i32         // expected-error {{use of undeclared SSA value name '%x'}}
  %l = test.load %z cache = cb : i32 // expected-error {{expected one of [none ca cg] for 'cache'}}
  %m = test.load %z cache = ca cache = cg : i32 // expected-error {{'cache' is given twice}}
  %n = test.load %z nopad {pad = 1.0} : i32 // expected-error {{attribute 'pad' failed to satisfy constraint: 32-bit signless integer attribute}}
  %o = test.load %z nopad {a, a} : i32 // expected-error {{duplicate key 'a' in dictionary attribute}}
  test.const                         // expected-error {{expected an attribute}}
}`,
		`module {
  "u.x"() ({
  ^bb0(%a: i32):
    "u.y"()[^bb2] : () -> ()         // expected-error {{reference to an undefined block '^bb2'}}
  ^bb0:                              // expected-error {{redefinition of block '^bb0'}}
    "u.y"() : () -> ()
  ) : () -> ()                       // expected-error @-1 {{expected an operation}}
} // expected-error {{expected ')'}}
`,
		`module {
  %0 = "u.x"() : () -> tensor<4xi32  // expected-error {{expected '>'}}
  %1 = "u.x"() : () -> tensr<4xi32>  // expected-error {{expected a type}}
  %2 = "u.x"() : () -> i             // expected-error {{expected a type}}
  %3 = "u.x"() : () -> i99999999     // expected-error {{the width of an integer type}}
  %4 = "u.x"() : () -> tensor<99999999999999999999xi8> // expected-error {{this extent is too large}}
  %5 = "u.x"() : () -> vector<?xi8>  // expected-error {{expected a type}}
  %6 = "u.x"() : () -> !test.foo     // expected-error {{unknown type 'test.foo' in dialect 'test'}}
  %7 = "u.x"() : () -> !foo          // expected-error {{undefined alias '!foo'}}
  %8 = "u.x"() : () -> tensor<2xtensor<2xi8>> // expected-error {{can't be an element type}}
}`,
		`module {
  "u.x"() {a = 300 : i8} : () -> ()  // expected-error {{integer constant out of range for type 'i8'}}
  "u.x"() {a = -129 : i8} : () -> () // expected-error {{integer constant out of range for type 'i8'}}
  "u.x"() {a = 1.0 : i8} : () -> ()  // expected-error {{floating point value not valid for type 'i8'}}
  "u.x"() {a = 1 : f32} : () -> ()   // expected-error {{unexpected decimal integer}}
  "u.x"() {a = dense<[1, [2]]> : tensor<2xi8>} : () -> () // expected-error {{this element has shape [1], those before have []}}
  "u.x"() {a = dense<[[1], [2, 3]]> : tensor<2x1xi8>} : () -> () // expected-error {{this element has shape [2], those before have [1]}}
  "u.x"() {a = dense<[1, 2]> : tensor<3xi8>} : () -> () // expected-error {{the elements have shape [2], the type has [3]}}
  "u.x"() {a = dense<"0x0"> : tensor<3xi8>} : () -> () // expected-error {{even number of hexadecimal digits}}
  "u.x"() {a = dense<"0x0102"> : tensor<3xi8>} : () -> () // expected-error {{2 bytes are no 3 elements}}
  "u.x"() {a = "x\q"} : () -> ()     // expected-error {{unknown escape in string}}
  "u.x"() {a = #test.foo} : () -> () // expected-error {{unknown attribute 'test.foo' in dialect 'test'}}
  "u.x"() {a = #b} : () -> ()        // expected-error {{undefined alias '#b'}}
}`,
		`module {
  test.func @f() { // expected-note {{the region begins here}}
    test.loop {
    }
    return // expected-error {{expected '}'}}
`,
		`"u.x"() : () -> () loc(#loc1)
"u.y"() : () -> () loc("n"(#loc2)) // expected-error {{undefined alias '#loc2'}}
"u.z"() : () -> () loc(#loc2)
#loc1 = loc(callsite(unknown at #loc3)) // expected-error {{undefined alias '#loc3'}}
`,
		`"u.x"() ({ // expected-note {{the region begins here}}
  "u.y"() : () -> () loc(#loc2) // expected-error {{expected '}'}}
`,
		`test.func @f(%t: tensor<4xi8>, %x: i8, %y: i7, %f: f32, %i: index) {
  test.pick <{limit = 1 : i64}> %t : tensor<4xi8> // expected-error {{the type of result #0, 'r', does not follow from the types given}}
  test.pick <{limit = 1 : i64}> %x : i8 // expected-error {{'test.pick' op 'from' must be ranked tensor of any type values, but got 'i8'}}
  test.pick %t : tensor<4xf32> // expected-error {{use of value '%t' expects different type than prior uses}}
  test.pick <{limit = 1 : i32}> %t : tensor<4xi8> // expected-error {{attribute 'limit' failed to satisfy constraint: 64-bit signless integer attribute}}
  test.pick <{mode = 1 : i32}> %t : tensor<4xi8> // expected-error {{'test.pick' op requires attribute 'limit'}}
  test.pair %y : i7 {}, {} ^bb0, ^bb0 // expected-error {{the result types do not follow}}
  test.pair %f : f32 {}, {} ^bb0, ^bb0 // expected-error {{operand #0 must be signless integer or index, but got 'f32'}}
  test.pair %x : i8 {} // expected-error {{expected ','}}
^bb0:
}
`,
		`#a = #b
#b = #a // expected-error {{alias '#a' is defined by itself}}
#c = #d // expected-note {{first defined here}}
#c = 1 // expected-error {{redefinition of '#c'}}
#d = [ // expected-error {{expected an attribute}}
`,
		`} // expected-error {{'}' closes nothing}}
module { ) // expected-error {{expected an operation}}
}
#x.y = 1 // expected-error {{the name of an alias has no dot}}
`,
		`"u.x"() : () -> () loc("f":1:) // expected-error {{expected a line or column number}}
"u.x"() : () -> () loc(callsite(unknown to unknown)) // expected-error {{expected 'at'}}
"u.x"() : () -> () loc(#l) // expected-error {{this attribute is no location}}
#l = 1
`,
		`"u.use"(%x) : (i32) -> () // expected-note {{previously used here with type 'i32'}}
%x = "u.def"() : () -> i64 // expected-error {{definition of SSA value '%x#0' has type 'i64'}}
`,
		`{-# dialect_resources: { builtin: { blob: "0x0400" } } #-} // expected-error {{does not begin with an alignment}}
`,
		`{-# x // expected-error {{expected ':'}}
`,
		`test.func @f(%x: i32) {
  "test.load"(%x) <{operandSegmentSizes = array<i32: 2, 0, 0>}> : (i32) -> i32 // expected-error {{'operandSegmentSizes' has 3 groups that must add up to 1}}
  test.return
}
`,
	} {
		ctx := ir.NewContext(testRegistry())
		ctx.AllowUnregistered = true
		file := diag.NewFile("f", []byte(src))
		var sink diag.Sink
		if _, ok := parser.Parse(ctx, file, &sink); ok {
			t.Errorf("no error in\n%s", src)
		}
		for _, m := range diag.VerifyExpected(file, sink.All()) {
			var b strings.Builder
			diag.Render(&b, m, false)
			t.Errorf("%s", b.String())
		}
	}
}

func TestNearNames(t *testing.T) {
	for src, want := range map[string]string{
		"%0 = test.cnst 1 : i32": "hint: did you mean 'test.const'?",
		"module {\n%abc = \"u.d\"() : () -> i1\n\"u.u\"(%abd) : (i1) -> ()\n}": "hint: did you mean '%abc'?",
		"#map = 1\n\"u.u\"() {a = #mpa} : () -> ()":                            "hint: did you mean '#map'?",
	} {
		if _, got := parse(t, src); !strings.Contains(got, want) {
			t.Errorf("%s: no %q in\n%s", src, want, got)
		}
	}
}

func TestUnregisteredDialects(t *testing.T) {
	var sink diag.Sink
	src := "\"u.x\"() {a = #u.a} : () -> !u.t"
	if _, ok := parser.Parse(ir.NewContext(testRegistry()), diag.NewFile("f", []byte(src)), &sink); ok {
		t.Error("parsed")
	}
	if got := sink.All()[0].Message; !strings.Contains(got, "operation 'u.x' is of an unregistered dialect") {
		t.Error(got)
	}
}

// Deep nesting is an error, reported once, and quickly.
func TestDepth(t *testing.T) {
	for _, part := range [][2]string{
		{"module {", "}"}, {"\"u.x\"() ({", "}) : () -> ()"}, {"#a = [", "]"}, {"#a = loc(callsite(", " at unknown))"},
		{"!a = tuple<", ">"}, {"#a = dense<[", "]>"}, {"!a = (", ") -> ()"}, {"#a = #u.a<", ">"}, {"#a = {a = ", "}"}, {"#a = affine_map<() -> (", ")>"}, {"#a = affine_map<() -> (-", "1)>"},
	} {
		const n = 20_000
		start := time.Now()
		head, rest, _ := strings.Cut(part[0], "= ")
		if rest == "" {
			head, rest = "", part[0]
		} else {
			head += "= "
		}
		if before, inner, ok := strings.Cut(rest, "-> ("); ok {
			head, rest, part[1] = head+before+"-> (", "("+inner, ")"
		}
		if rest == "loc(callsite(" {
			head, rest, part[1] = head+"loc(", "callsite(", " at unknown)"
		}
		_, errors := parse(t, head+strings.Repeat(rest, n)+strings.Repeat(part[1], n)+"\n")
		if strings.Count(errors, "error:") != 1 || !strings.Contains(errors, "nested deeper than") && !strings.HasPrefix(part[0], "#a = dense") {
			t.Errorf("%s: %.300s", part[0], errors)
		}
		if d := time.Since(start); d > 2*time.Second {
			t.Errorf("%s took %v", part[0], d)
		}
	}
	op, errors := parse(t, strings.Repeat("module {\n", 9000)+strings.Repeat("}\n", 9000))
	if errors != "" {
		t.Fatal(errors)
	}
	n := 0
	op.Walk(func(*ir.Operation) bool { n++; return true })
	if n != 9000 {
		t.Errorf("%d modules", n)
	}
}

// Aliases that double what they stand for end in an error before they fill the memory.
func TestAliasesThatGrow(t *testing.T) {
	for _, x := range []struct{ first, next, use string }{
		{"#a0 = [1]", "#a%d = [#a%d, #a%[2]d]", "\"u.x\"() {a = #a40} : () -> ()"},
		{"#a0 = {}", "#a%d = {a = #a%d, b = #a%[2]d}", "\"u.x\"() {a = #a40} : () -> ()"},
		{"#a0 = loc(unknown)", "#a%d = loc(fused[#a%d, #a%[2]d])", "\"u.x\"() : () -> () loc(#a40)"},
		{"#a0 = loc(unknown)", "#a%d = loc(callsite(#a%d at #a%[2]d))", "\"u.x\"() : () -> () loc(#a40)"},
		{"!a0 = i32", "!a%d = tuple<!a%d, !a%[2]d>", "\"u.x\"() : () -> !a40"},
		{"!a0 = i32", "!a%d = (!a%d) -> !a%[2]d", "\"u.x\"() : () -> !a40"},
	} {
		lines := []string{x.first}
		for i := range 40 {
			lines = append(lines, fmt.Sprintf(x.next, i+1, i))
		}
		_, errors := parse(t, strings.Join(append(lines, x.use, ""), "\n"))
		if strings.Count(errors, "error:") != 1 || !strings.Contains(errors, "aliases stand for more than") {
			t.Errorf("%s: %.300s", x.next, errors)
		}
	}
}

func TestTooManyErrors(t *testing.T) {
	_, errors := parse(t, strings.Repeat("frob\n", 1000))
	if n := strings.Count(errors, "error:"); n != 50 || !strings.Contains(errors, "too many errors") {
		t.Errorf("%d errors", n)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("module {\n  test.func @f(%x: i32 loc(\"a\"(#l))) attributes {a} {\n    %y_0 = add %x, %x : i32\n    br ^bb1(%y_0 : i32)\n  ^bb1(%z: i32):\n    return\n  }\n}\n#l = loc(\"f\":1:2)\n")
	f.Add("%a:2 = \"u.x\"(%b#1) <{a = dense<[1, 2]> : tensor<2xi8>}> ({\n^bb0:\n}) {b = affine_map<(d0) -> (d0)>} : (i1) -> (i8, vector<[4]xf32>)")
	f.Add("#a = array<f32: 1.0>\n!t = memref<4x?xf32, strided<[1, 2]>, 3>\n%0 = test.load %0, %0[%0] cache = cg volatile pad 3 [1] : i32\n")
	f.Add("test.func@A(){}")
	f.Fuzz(func(t *testing.T, src string) {
		op, errors := parse(t, src)
		if errors != "" || op == nil {
			return
		}
		forms := []printer.Options{{Generic: true}, {Generic: true, DebugInfo: true}}
		if verify.Verify(op, &diag.Sink{}) { // custom forms are for valid operations only
			forms = append(forms, printer.Options{}, printer.Options{DebugInfo: true}, printer.Options{NoSSANames: true})
		}
		for _, opts := range forms {
			text := printer.String(op, opts)
			again, errors := parse(t, text)
			if errors != "" {
				t.Fatalf("the print of\n%s\nis\n%s\n%s", src, text, errors)
			}
			if second := printer.String(again, opts); second != text {
				t.Fatalf("not a fixpoint:\n%s\nthen\n%s", text, second)
			}
		}
	})
}
