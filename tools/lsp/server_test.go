package lsp_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sourcegraph/jsonrpc2"
	protocol "github.com/tliron/glsp/protocol_3_16"
)

// program uses all kinds of names, behind letters that are one, two and four bytes long.
const program = `#map«mapdef» = affine_map<(d0) -> (d0)>
!acc«accdef» = tensor<4xf32>
func.func private @«helper»helper(!acc«accuse») -> i32
func.func @main(%arg«argdef»: i32, %t: !acc, %cond: i1) -> i32 attributes {note = "é😀 ß"} {
  %c«cdef»onst = arith.«op»constant {note = "😀é"} 7 : i32
  %sum = arith.addi %arg«arguse», %con«cuse»st : i32
  cf.cond_br %cond, ^then«thenuse»(%sum : i32), ^else
^then«thendef»(%b«bdef»: i32):
  %r = func.call @hel«call»per(%t) : (tensor<4xf32>) -> i32
  return %«buse»b : i32
^else:
  return %r«unseen» : i32
}
`

var sound = strings.Replace(program, "return %r«unseen»", "return %sum", 1)

func TestDiagnostics(t *testing.T) {
	c := startServer(t)
	c.open("func.func @f(%x: i32) {\n  %y = arith.addi %é, %x : i64\n  return\n}\n")
	c.published()
	c.replace("func.func @f(%x: i32) {\n  %y = arith.addi %x, %y : i64\n  return\n}\n// -----\nfunc.func @g() {\n  return {a = \"é😀\", b = #none}\n}\n")
	got := c.published()
	if len(got) != 2 {
		t.Fatalf("%d diagnostics: %v", len(got), got)
	}
	first, second := got[0], got[1]
	if !strings.Contains(first.Message, "expects different type") || sliceOf(c.text, first.Range) != "%x" || *first.Severity != 1 ||
		*first.Source != "tawa-opt" {
		t.Errorf("first: %+v", first)
	}
	if len(first.RelatedInformation) != 1 || sliceOf(c.text, first.RelatedInformation[0].Location.Range) != "%x" ||
		first.RelatedInformation[0].Location.URI != uri || first.RelatedInformation[0].Location.Range.Start.Line != 0 {
		t.Errorf("related: %+v", first.RelatedInformation)
	}
	if second.Range.Start.Line != 6 || sliceOf(c.text, second.Range) != "#none" {
		t.Errorf("second: %+v", second)
	}
	c.replace("func.func @f(%x: i32) -> i64 {\n  return %x : i32\n}\n")
	if got := c.published(); len(got) != 1 || !strings.Contains(got[0].Message, "i64") || got[0].Range.Start.Line != 1 {
		t.Errorf("verifier: %+v", got)
	}
	c.replace("func.func @f() {\n  return\n}\n")
	if got := c.published(); len(got) != 0 {
		t.Errorf("mended: %+v", got)
	}
	c.replace("func.func @f() {\n  %x = arith.constnat 1 : i32\n  return\n}\n")
	if got := c.published(); len(got) != 1 || !strings.Contains(got[0].Message, "\nhint: did you mean 'arith.constant'?") {
		t.Errorf("hint: %+v", got)
	}
	c.notify("textDocument/didClose", document())
	for p := range c.diagnostics {
		if p.Version == nil {
			if len(p.Diagnostics) != 0 {
				t.Errorf("closed: %+v", p)
			}
			break
		}
	}
}

func TestUnregisteredDialects(t *testing.T) {
	const src = "\"other.op\"() : () -> ()\n"
	c := startServer(t)
	c.open(src)
	if got := c.published(); len(got) != 1 {
		t.Errorf("%+v", got)
	}
	c = startServer(t, "--allow-unregistered-dialect")
	c.open(src)
	if got := c.published(); len(got) != 0 {
		t.Errorf("%+v", got)
	}
}

func TestIncrementalChanges(t *testing.T) {
	c := startServer(t)
	c.open("func.func @f() {\n  \"é😀\"\n}\n")
	c.published()
	change := func(line, from, to int, text string) map[string]any {
		return map[string]any{"text": text, "range": map[string]any{
			"start": map[string]any{"line": line, "character": from}, "end": map[string]any{"line": line, "character": to}}}
	}
	c.version = 7
	c.text = "func.func @f() {\n  return {a = \"é!😀\"}\n}\n"
	c.notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": uri, "version": 7},
		"contentChanges": []any{change(1, 2, 2, "return {a = "), change(1, 19, 19, "}"), change(1, 16, 16, "!")},
	})
	if got := c.published(); len(got) != 0 {
		t.Errorf("%+v", got)
	}
	var symbols []protocol.DocumentSymbol
	c.call("textDocument/documentSymbol", document(), &symbols)
	if len(symbols) != 1 || sliceOf(c.text, symbols[0].Range) != strings.TrimSpace(c.text) {
		t.Errorf("%+v", symbols)
	}
}

func TestHover(t *testing.T) {
	c := startServer(t)
	places := c.open(sound)
	for _, test := range []struct {
		place, on string
		want      []string
	}{
		{"op", "arith.constant", []string{"### `arith.constant`", "attribute", "`value`"}},
		{"cuse", "%const", []string{"%const: i32", "arith.constant {note"}},
		{"arguse", "%arg", []string{"%arg: i32", "argument 0 of `func.func` `@main`"}},
		{"buse", "%b", []string{"%b: i32", "argument 0 of block `^then`"}},
		{"thenuse", "^then", []string{"^then(%b: i32):"}},
		{"accuse", "!acc", []string{"!acc = tensor<4xf32>"}},
		{"mapdef", "#map", []string{"#map = affine_map<(d0) -> (d0)>"}},
		{"call", "@helper", []string{"func.func private @helper(!acc) -> i32"}},
	} {
		var hover protocol.Hover
		c.call("textDocument/hover", at(places[test.place]), &hover)
		text := fmt.Sprint(hover.Contents)
		for _, want := range test.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in %s", test.place, want, text)
			}
		}
		if hover.Range == nil || sliceOf(c.text, *hover.Range) != test.on {
			t.Errorf("%s: range %+v", test.place, hover.Range)
		}
	}
	var nothing *protocol.Hover
	c.call("textDocument/hover", at(protocol.Position{Line: 99, Character: 5}), &nothing)
	if nothing != nil {
		t.Errorf("%+v", nothing)
	}
	places = c.open("tt.func @f(%p: !tt«type».ptr<f32>) {\n  %x = tt.lo«broken»ad %q\n  tt.return\n}\n")
	for place, want := range map[string]string{"type": "!tt.ptr", "broken": "tt.load"} {
		var hover protocol.Hover
		c.call("textDocument/hover", at(places[place]), &hover)
		if !strings.Contains(fmt.Sprint(hover.Contents), want) {
			t.Errorf("%s: %+v", place, hover)
		}
	}
}

// Each name leads from its uses to its definition, and from there to all its places.
func TestNavigation(t *testing.T) {
	c := startServer(t)
	places := c.open(program) // which has an error in its last op
	for _, test := range []struct {
		from, to string
		name     string
		count    int
	}{
		{"cuse", "cdef", "%const", 2}, {"cdef", "cdef", "%const", 2}, {"arguse", "argdef", "%arg", 2}, {"thenuse", "thendef", "^then", 2},
		{"buse", "bdef", "%b", 2}, {"accuse", "accdef", "!acc", 3}, {"call", "helper", "@helper", 2}, {"mapdef", "mapdef", "#map", 1},
	} {
		var where protocol.Location
		c.call("textDocument/definition", at(places[test.from]), &where)
		want := places[test.to]
		if where.URI != uri || where.Range.Start.Line != want.Line || where.Range.Start.Character > want.Character ||
			where.Range.End.Character < want.Character || sliceOf(c.text, where.Range) != test.name {
			t.Errorf("%s: definition at %+v, want %+v", test.from, where.Range, want)
		}
		var refs []protocol.Location
		c.call("textDocument/references", with(at(places[test.from]), "context", map[string]any{"includeDeclaration": true}), &refs)
		if len(refs) != test.count {
			t.Errorf("%s: %d references, want %d", test.from, len(refs), test.count)
		}
		for _, r := range refs {
			if sliceOf(c.text, r.Range) != test.name {
				t.Errorf("%s: reference to %q", test.from, sliceOf(c.text, r.Range))
			}
		}
		c.call("textDocument/references", with(at(places[test.from]), "context", map[string]any{"includeDeclaration": false}), &refs)
		if len(refs) != test.count-1 {
			t.Errorf("%s: %d uses, want %d", test.from, len(refs), test.count-1)
		}
		var marks []protocol.DocumentHighlight
		c.call("textDocument/documentHighlight", at(places[test.from]), &marks)
		if len(marks) != test.count || *marks[0].Kind != protocol.DocumentHighlightKindWrite {
			t.Errorf("%s: highlights %+v", test.from, marks)
		}
	}
}

// Names mean what they mean where they stand.
func TestScopes(t *testing.T) {
	c := startServer(t)
	places := c.open(`module @outer {
  func.func @f«f1»(%x«x1»: i32) {
    %p:2 = func.call @g«guse»() : () -> (i32, i32)
    %s = arith.addi %p#1«pair», %x«x1use» : i32
    cf.br ^a«ause»
  ^a«adef»:
    return
  }
  func.func private @g«g1»() -> (i32, i32)
  module @inner {
    func.func @f«f2»(%x«x2»: i64) {
      %y = arith.addi %x«x2use», %x : i64
      func.call @f«f2use»(%y) : (i64) -> ()
      return
    }
  }
}
`)
	for from, to := range map[string]string{"x1use": "x1", "x2use": "x2", "f2use": "f2", "guse": "g1", "ause": "adef"} {
		var where protocol.Location
		c.call("textDocument/definition", at(places[from]), &where)
		if where.Range.End != places[to] {
			t.Errorf("%s: %+v, want %+v", from, where.Range, places[to])
		}
	}
	var hover protocol.Hover
	c.call("textDocument/hover", at(places["pair"]), &hover)
	if text := fmt.Sprint(hover.Contents); !strings.Contains(text, "%p#1: i32") {
		t.Error(text)
	}
	var symbols []protocol.DocumentSymbol
	c.call("textDocument/documentSymbol", document(), &symbols)
	var names []string
	var walk func(indent string, list []protocol.DocumentSymbol)
	walk = func(indent string, list []protocol.DocumentSymbol) {
		for _, s := range list {
			names = append(names, indent+s.Name)
			walk(indent+" ", s.Children)
		}
	}
	walk("", symbols)
	want := []string{"outer", " f", "  %x", "  %p", "  %s", " g", " inner", "  f", "   %x", "   %y"}
	if !slices.Equal(names, want) {
		t.Errorf("symbols %q, want %q", names, want)
	}
}

func TestRename(t *testing.T) {
	c := startServer(t)
	for _, test := range []struct{ src, name, want string }{
		{"func.func @f(%x«a»: i32) {\n  %é = arith.addi %x, %x : i32\n  return\n}\n", "new", ""},
		{"func.func @f(%x: i32) {\n  %y«a»:2 = func.call @g() : () -> (i32, i32)\n  %z = arith.addi %y#1, %y#0 : i32\n  return\n}\nfunc.func private @g() -> (i32, i32)\n",
			"%pair", "func.func @f(%x: i32) {\n  %pair:2 = func.call @g() : () -> (i32, i32)\n  %z = arith.addi %pair#1, %pair#0 : i32\n  return\n}\nfunc.func private @g() -> (i32, i32)\n"},
		{"func.func @f() {\n  func.call @g«a»() : () -> ()\n  return\n}\nfunc.func private @g()\n", "a b",
			"func.func @f() {\n  func.call @\"a b\"() : () -> ()\n  return\n}\nfunc.func private @\"a b\"()\n"},
		{"func.func @f() {\n  cf.br ^a«a»\n^a:\n  return\n}\n", "end", "func.func @f() {\n  cf.br ^end\n^end:\n  return\n}\n"},
		{"!t«a» = i32\nfunc.func private @f(!t)\n", "word", "!word = i32\nfunc.func private @f(!word)\n"},
		{"!t«a» = i32\nfunc.func private @f(!t)\n", "a.b", "can't be a name"},
		{"func.func @f(%x«a»: i32, %y: i32) {\n  return\n}\n", "y", "there is a '%y' already"},
		{"func.func @f(%x«a»: i32, %y: i32) {\n  return\n}\n", "1y", "can't be a name"},
		{"func.func @f(%x: i32«a») {\n  return\n}\n", "y", "no name here"},
	} {
		places := c.open(test.src)
		if test.want == "" {
			continue // %é is no name: the document has errors, but nothing breaks
		}
		var edit protocol.WorkspaceEdit
		err := c.try("textDocument/rename", with(at(places["a"]), "newName", test.name), &edit)
		switch {
		case err != nil && !strings.Contains(err.Error(), test.want):
			t.Errorf("%q: %v", test.name, err)
		case err == nil:
			if got := applyEdits(c.text, edit.Changes[uri]); got != test.want {
				t.Errorf("%q: got\n%s", test.name, got)
			}
			var r protocol.Range
			c.call("textDocument/prepareRename", at(places["a"]), &r)
			if strings.ContainsAny(sliceOf(c.text, r), "# :") {
				t.Errorf("%q: range %q", test.name, sliceOf(c.text, r))
			}
		}
	}
}

func TestCompletion(t *testing.T) {
	c := startServer(t)
	places := c.open(`!acc = tensor<4xf32>
#blk = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
func.func @g(%first: i32, %second: f32) {
  %r:2 = func.call @two() : () -> (i32, i32)
  cf.br ^end
^end:
  «line»
  %x = «op»
  %y = arith.ad«dialect»
  %z = arith.addi %«value», %fi«half»
  cf.br ^«block»
  func.call @«symbol»
  %c = arith.cmpi «enum»
  scf.for %i = %a to «keyword»
  %q = tt.load %p : !«type»
  %w = x #«attr»
  %v = arith.addi %first, %first : «builtin»
  // arith.«comment»
  return
}
func.func private @two() -> (i32, i32)
`)
	for place, test := range map[string]struct{ has, lacks []string }{
		"line":    {[]string{"arith.", "arith.addi", "return", "tt.load"}, []string{"%first"}},
		"op":      {[]string{"arith.addi", "call", "scf."}, nil},
		"dialect": {[]string{"arith.addi", "arith.addf"}, []string{"arith."}},
		"value":   {[]string{"%first", "%second", "%r#0", "%r#1"}, []string{"%z", "arith.addi"}},
		"half":    {[]string{"%first"}, nil},
		"block":   {[]string{"^end"}, []string{"%first"}},
		"symbol":  {[]string{"@two", "@g"}, nil},
		"enum":    {[]string{"slt", "eq", "i32"}, nil},
		"type":    {[]string{"!acc", "!tt.ptr"}, []string{"#blk"}},
		"attr":    {[]string{"#blk", "#ttg.blocked"}, []string{"!acc"}},
		"builtin": {[]string{"i32", "f16", "tensor<"}, nil},
		"comment": {nil, []string{"arith.addi"}},
	} {
		var items []protocol.CompletionItem
		c.call("textDocument/completion", at(places[place]), &items)
		var labels []string
		for _, it := range items {
			labels = append(labels, it.Label)
		}
		for _, want := range test.has {
			if !slices.Contains(labels, want) {
				t.Errorf("%s: no %s in %d proposals", place, want, len(labels))
			}
		}
		for _, not := range test.lacks {
			if slices.Contains(labels, not) {
				t.Errorf("%s: %s is proposed", place, not)
			}
		}
	}
	var items []protocol.CompletionItem
	c.call("textDocument/completion", at(places["half"]), &items)
	for _, it := range items {
		if it.Label != "%first" {
			continue
		}
		if *it.Detail != "i32" {
			t.Errorf("detail %q", *it.Detail)
		}
		edit := it.TextEdit.(protocol.TextEdit)
		if edit.NewText != "%first" || edit.Range.Start.Character != places["half"].Character-3 || edit.Range.End != places["half"] {
			t.Errorf("edit %+v", edit)
		}
	}
}

func TestInlayHints(t *testing.T) {
	c := startServer(t)
	c.open("func.func @f(%x: i32, %p: tensor<4xi32>, %i: index) {\n  %y = arith.addi %x, %x : i32\n  %c = arith.cmpi slt, %x, %x : i32\n  return\n}\n")
	var hints []struct {
		Position protocol.Position
		Label    string
	}
	whole := protocol.Range{End: protocol.Position{Line: 9}}
	c.call("textDocument/inlayHint", with(document(), "range", whole), &hints)
	if len(hints) != 1 || hints[0].Label != ": i1" || hints[0].Position != (protocol.Position{Line: 2, Character: 4}) {
		t.Errorf("%+v", hints)
	}
}

func TestLifecycle(t *testing.T) {
	c := startServer(t)
	code := func(err error) int64 {
		var e *jsonrpc2.Error
		if !errors.As(err, &e) {
			return 0
		}
		return e.Code
	}
	if got := code(c.try("textDocument/nonsense", map[string]any{}, nil)); got != jsonrpc2.CodeMethodNotFound {
		t.Errorf("unknown method: %d", got)
	}
	if got := code(c.try("textDocument/hover", map[string]any{"position": "x"}, nil)); got != jsonrpc2.CodeInvalidParams {
		t.Errorf("bad parameters: %d", got)
	}
	if got := code(c.try("textDocument/hover", nil, nil)); got != jsonrpc2.CodeInvalidParams {
		t.Errorf("no parameters: %d", got)
	}
	if got := code(c.try("textDocument/inlayHint", nil, nil)); got != jsonrpc2.CodeInvalidParams {
		t.Errorf("no parameters: %d", got)
	}
	if got := code(c.try("textDocument/hover", at(protocol.Position{}), nil)); got != -32803 {
		t.Errorf("no document: %d", got)
	}
	if got := code(c.try("initialize", map[string]any{}, nil)); got != jsonrpc2.CodeInvalidRequest {
		t.Errorf("initialized twice: %d", got)
	}
	c.notify("$/nonsense", map[string]any{})
	c.notify("textDocument/didChange", 7)
	c.call("shutdown", nil, nil)
	if got := code(c.try("textDocument/hover", at(protocol.Position{}), nil)); got != jsonrpc2.CodeInvalidRequest {
		t.Errorf("after shutdown: %d", got)
	}
}
