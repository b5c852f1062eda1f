package lsp_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sourcegraph/jsonrpc2"
	protocol "github.com/tliron/glsp/protocol_3_16"
)

// format gives the text after formatting, or the server's refusal.
func (c *client) format() (string, error) {
	var edits []protocol.TextEdit
	params := with(document(), "options", map[string]any{"tabSize": 2, "insertSpaces": true})
	if err := c.try("textDocument/formatting", params, &edits); err != nil {
		return "", err
	}
	return applyEdits(c.text, edits), nil
}

func TestFormatting(t *testing.T) {
	c := startServer(t)
	for _, test := range []struct{ name, src, want string }{
		{"spaces", "func.func @f(%x:i32)->i32{\nreturn   %x:i32\n}", "func.func @f(%x: i32) -> i32 {\n  return %x : i32\n}\n"},
		{"nothing to do", "func.func private @f()\n", "func.func private @f()\n"},
		{"no program", "// only this\n", "// only this\n"},
		{"comments", `// RUN: tawa-opt %s

// The function é😀.
func.func @f(%x: i32, %c: i1) -> i32 { // opens
    // before an op
    %y = arith.addi %x,
      // inside an op
      %x : i32 // behind an op

    %z = arith.muli %y, %y : i32

    cf.cond_br %c, ^bb1, ^bb2
  // before a label
  ^bb1: // behind a label
    return %z : i32
  ^bb2:
    return %y : i32
    // at the end

} // closes
// after all
`, `// RUN: tawa-opt %s

// The function é😀.
func.func @f(%x: i32, %c: i1) -> i32 { // opens
  // before an op
  // inside an op
  %y = arith.addi %x, %x : i32 // behind an op

  %z = arith.muli %y, %y : i32

  cf.cond_br %c, ^bb1, ^bb2
// before a label
^bb1: // behind a label
  return %z : i32
^bb2: // pred: ^bb0
  return %y : i32
  // at the end
} // closes
// after all
`},
		{"parts", "func.func private   @f()\n// -----\nfunc.func  private @g()\n// -----\n\n// nothing\n",
			"func.func private @f()\n// -----\nfunc.func private @g()\n// -----\n\n// nothing\n"},
		{"letters", "func.func private   @\"é\"() attributes {s = \"😀\\0A\"}\n", "func.func private @\"é\"() attributes {s = \"😀\\0A\"}\n"},
		{"module", "module   {\n// in\nfunc.func private @f()\n}\n", "module {\n  // in\n  func.func private @f()\n}\n"},
		{"generic", "\"func.func\"() <{sym_name = \"f\", function_type = () -> ()}> ({\n  \"func.return\"() : () -> ()\n}) : () -> ()\n",
			"func.func @f() {\n  return\n}\n"},
		{"aliases", "// map\n#double = affine_map<(d0) -> (d0 * 2)> // trailing\n#unused = 7 : i32\n!word = i32\n!acc = tensor<4xf32>\n" +
			"func.func private @f(!acc, i32) attributes {m = #double}\n",
			"// map\n#unused = 7 : i32\n!word = i32\n#double = affine_map<(d0) -> (d0 * 2)> // trailing\n!acc = tensor<4xf32>\n" +
				"func.func private @f(!acc, i32) attributes {m = #double}\n"},
		{"locations", "#here = loc(\"k.py\":1:2)\nfunc.func   private @f() loc(#here)\n",
			"func.func private @f() loc(#here)\n#here = loc(\"k.py\":1:2)\n"},
		{"yield that is not printed", "func.func @f(%c: i1) {\n  scf.if %c {\n    // in\n    scf.yield // here\n  }\n  return\n}\n",
			"func.func @f(%c: i1) {\n  scf.if %c {\n    // in\n    // here\n  }\n  return\n}\n"},
		{"errors", "func.func @f() {\n  retrun\n}\n", "it has errors"},
		{"resources", "func.func private   @f()\n{-#\n  external_resources: {\n    a: {\n      k: \"v\"\n    }\n  }\n#-}\n",
			"func.func private @f()\n\n{-#\n  external_resources: {\n    a: {\n      k: \"v\"\n    }\n  }\n#-}\n"},
		{"some locations", "func.func @f() {\n  return\n} loc(\"x\")\n", "others have none"},
	} {
		c.open(strings.ReplaceAll(test.src, " // pred: ^bb0", ""))
		got, err := c.format()
		want := strings.ReplaceAll(test.want, " // pred: ^bb0", "")
		switch {
		case err != nil && !strings.Contains(err.Error(), test.want):
			t.Errorf("%s: %v", test.name, err)
		case err == nil && got != want:
			t.Errorf("%s: got\n%s\nwant\n%s", test.name, got, want)
		case err == nil:
			c.replace(got)
			if again, err := c.format(); err != nil || again != got {
				t.Errorf("%s: formatted twice: %v\n%s", test.name, err, again)
			}
		}
	}
}

// Formatting real programs changes neither their comments nor what they say, and a second time nothing.
func TestFormattingExamples(t *testing.T) {
	files, _ := filepath.Glob("../../examples/*/*.ttir")
	more, _ := filepath.Glob("../../lit/transforms/*.mlir")
	files = append(files, more...)
	if len(files) < 10 {
		t.Fatalf("%d files", len(files))
	}
	c := startServer(t, "--allow-unregistered-dialect")
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		c.open(string(src))
		once, err := c.format()
		if err != nil {
			if !strings.Contains(err.Error(), "errors") && !strings.Contains(err.Error(), "others have none") {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if a, b := comments(string(src)), comments(once); !slices.Equal(a, b) {
			t.Errorf("%s: comments changed", name)
		}
		c.replace(once)
		if twice, err := c.format(); err != nil || twice != once {
			t.Errorf("%s: the second time: %v", name, err)
		}
	}
}

func comments(src string) []string {
	var list []string
	for line := range strings.Lines(src) {
		if _, c, ok := strings.Cut(line, "//"); ok {
			list = append(list, strings.TrimSpace(c))
		}
	}
	slices.Sort(list)
	return list
}

// actions asks for the code actions at a place.
func (c *client) actions(p protocol.Position, only ...string) []protocol.CodeAction {
	c.t.Helper()
	context := map[string]any{"diagnostics": []any{}}
	if len(only) > 0 {
		context["only"] = only
	}
	params := with(with(document(), "range", protocol.Range{Start: p, End: p}), "context", context)
	var list []protocol.CodeAction
	c.call("textDocument/codeAction", params, &list)
	return list
}

// run executes the action of that title.
func (c *client) run(list []protocol.CodeAction, title string) error {
	c.t.Helper()
	i := slices.IndexFunc(list, func(a protocol.CodeAction) bool { return a.Title == title })
	if i < 0 {
		c.t.Fatalf("no action %q", title)
	}
	command := list[i].Command
	return c.try("workspace/executeCommand", map[string]any{"command": command.Command, "arguments": command.Arguments}, nil)
}

func TestRunPass(t *testing.T) {
	const src = `// top é
func.func @f(%x: i32) -> i32 {
    %a = arith.addi %x, %x : i32 // «here»sum
    %b = arith.addi %x, %x : i32
    %c = arith.muli %a, %b : i32
    return %c : i32
}
// between
func.func @g(%x: i32) -> i32 {
  %a = arith.addi   %x, %x : i32
  %b = arith.addi %x, %x : i32
  return %b : i32
}
`
	c := startServer(t)
	places := c.open(src)
	list := c.actions(places["here"])
	var titles []string
	for _, a := range list {
		titles = append(titles, a.Title)
	}
	for _, want := range []string{"Run cse on func.func @f", "Run cse on builtin.module", "Run symbol-dce on builtin.module", "Run canonicalize on func.func @f"} {
		if !slices.Contains(titles, want) {
			t.Errorf("no %q in %q", want, titles)
		}
	}
	for _, absent := range []string{"Run cse on func.func @g", "Run symbol-dce on func.func @f", "Run inline on func.func @f"} {
		if slices.Contains(titles, absent) {
			t.Errorf("%q is offered", absent)
		}
	}
	if n := len(c.actions(places["here"], "quickfix")); n != 0 {
		t.Errorf("%d quick fixes", n)
	}
	if n := len(c.actions(places["here"], "refactor")); n != len(list) {
		t.Errorf("%d refactorings, want %d", n, len(list))
	}
	if err := c.run(list, "Run cse on func.func @f"); err != nil {
		t.Fatal(err)
	}
	want := `// top é
func.func @f(%x: i32) -> i32 {
  %a = arith.addi %x, %x : i32
  %c = arith.muli %a, %a : i32
  return %c : i32
}
// between
func.func @g(%x: i32) -> i32 {
  %a = arith.addi   %x, %x : i32
  %b = arith.addi %x, %x : i32
  return %b : i32
}
`
	if c.text != want {
		t.Errorf("got\n%s", c.text)
	}
	c.replace(c.text)
	if err := c.run(list, "Run cse on func.func @f"); err == nil || !strings.Contains(err.Error(), "changed") {
		t.Errorf("an action of an earlier version: %v", err)
	}
	c.refuse = true
	if err := c.run(c.actions(places["here"]), "Run cse on func.func @f"); err == nil || !strings.Contains(err.Error(), "did not apply") {
		t.Errorf("an editor that refuses: %v", err)
	}
	c.open("func.func @f() {\n  retrun«here»\n}\n")
	if n := len(c.actions(places["here"])); n != 0 {
		t.Errorf("%d actions on a program with errors", n)
	}
}

// A pass that makes new attributes brings the definitions of their aliases; those of the source keep their names.
func TestRunPassWithAliases(t *testing.T) {
	const src = `// layouts
#smem = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
    // the kernel
    tt.func private @whole(tensor<64x128xf32, #smem>)
    // behind it
}
`
	c := startServer(t)
	c.open(src)
	c.published()
	if err := c.run(c.actions(protocol.Position{Line: 4, Character: 9}), "Run test-mark on tt.func @whole"); err != nil {
		t.Fatal(err)
	}
	want := strings.Replace(src, "layouts\n", "layouts\n#smem1 = #ttg.shared_memory\n", 1)
	want = strings.Replace(want, "#smem>)", "#smem>) attributes {mark = #smem1}", 1)
	if c.text != want {
		t.Errorf("got\n%s", c.text)
	}
	c.replace(c.text)
	if got := c.published(); len(got) != 0 {
		t.Errorf("%+v", got)
	}
	if err := c.run(c.actions(protocol.Position{Line: 7}), "Run canonicalize on builtin.module"); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(c.text, "#smem = #ttg.blocked<") || !strings.Contains(c.text, "\n  tt.func private @whole(") {
		t.Errorf("got\n%s", c.text)
	}
}

func TestRunPassThatFails(t *testing.T) {
	const src = "func.func private @f()\n"
	c := startServer(t)
	c.open(src)
	for pass, want := range map[string]string{"test-fail": "'test-fail' failed: no luck", "test-panic": "internal error: an invariant"} {
		if err := c.run(c.actions(protocol.Position{}), "Run "+pass+" on func.func @f"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", pass, err)
		}
	}
	if c.text != src {
		t.Errorf("got\n%s", c.text)
	}
	for _, arguments := range []string{``, `1`, `{"uri":"file:///test.mlir","version":1,"pass":"nonsense"}`, `{"uri":"x","pass":"cse"}`} {
		var list []any
		if arguments != "" {
			list = append(list, json.RawMessage(arguments))
		}
		if err := c.try("workspace/executeCommand", map[string]any{"command": runPass, "arguments": list}, nil); err == nil {
			t.Errorf("%s: no error", arguments)
		}
	}
	if err := c.try("workspace/executeCommand", map[string]any{"command": "nonsense"}, nil); err == nil {
		t.Error("no error")
	}
}

// A cancelled request is answered at once, and the ones behind it too.
func TestCancel(t *testing.T) {
	c := startServer(t)
	c.open("func.func private @f()\n")
	list := c.actions(protocol.Position{})
	i := slices.IndexFunc(list, func(a protocol.CodeAction) bool { return strings.Contains(a.Title, "test-wait on func.func") })
	id := jsonrpc2.ID{Str: "slow", IsString: true}
	call := protocol.ExecuteCommandParams{Command: runPass, Arguments: list[i].Command.Arguments}
	slow, err := c.conn.DispatchCall(t.Context(), "workspace/executeCommand", call, jsonrpc2.PickID(id))
	if err != nil {
		t.Fatal(err)
	}
	<-waiting
	c.notify("$/cancelRequest", map[string]any{"id": "slow"})
	err = slow.Wait(t.Context(), nil)
	var e *jsonrpc2.Error
	if !errors.As(err, &e) || e.Code != -32800 {
		t.Errorf("%v", err)
	}
	c.notify("$/cancelRequest", map[string]any{"id": 99})
	if n := len(c.actions(protocol.Position{})); n != len(list) {
		t.Errorf("%d actions", n)
	}
	release <- true
}
