package lsp_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const extension = "../../editors/vscode"

// rule is a part of a TextMate grammar.
type rule struct {
	Name, Match, Begin, End, Include     string
	Captures, BeginCaptures, EndCaptures map[string]rule
	Patterns                             []rule
}

type grammar struct {
	ScopeName  string
	Patterns   []rule
	Repository map[string]rule
	compiled   map[string]*regexp.Regexp
}

func readJSON(t *testing.T, name string, into any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(extension, name))
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

func (g *grammar) regexp(t *testing.T, pattern string) *regexp.Regexp {
	if g.compiled[pattern] == nil {
		re, err := regexp.Compile(pattern)
		if err != nil {
			t.Fatal(err)
		}
		g.compiled[pattern] = re
	}
	return g.compiled[pattern]
}

// flatten follows includes.
func (g *grammar) flatten(t *testing.T, rules []rule) (out []rule) {
	for _, r := range rules {
		if r.Include == "" {
			out = append(out, r)
			continue
		}
		named, ok := g.Repository[strings.TrimPrefix(r.Include, "#")]
		if !ok {
			t.Fatalf("include of %s", r.Include)
		}
		if named.Match == "" && named.Begin == "" {
			out = append(out, g.flatten(t, named.Patterns)...)
		} else {
			out = append(out, named)
		}
	}
	return out
}

// scopes gives each byte of a line its scopes, as an editor does: the rule that matches first wins, the first of the
// list among those; a rule with a beginning and an end covers what is between them.
func (g *grammar) scopes(t *testing.T, line string, rules []rule, outer string, out []string) {
	rules = g.flatten(t, rules)
	for at := 0; at < len(line); {
		var best *rule
		var where []int
		for i := range rules {
			re := g.regexp(t, rules[i].Match+rules[i].Begin)
			// ^ and \b look at what is before the place.
			for _, m := range re.FindAllStringSubmatchIndex(line, -1) {
				if m[0] >= at && m[1] > m[0] {
					if where == nil || m[0] < where[0] {
						best, where = &rules[i], m
					}
					break
				}
			}
		}
		if best == nil {
			return
		}
		end := where[1]
		captures := best.Captures
		if best.Begin != "" {
			captures = best.BeginCaptures
			end = g.closing(t, line, best, where[1])
		}
		for i := where[0]; i < end; i++ {
			out[i] = strings.TrimSpace(outer + " " + best.Name)
		}
		if best.Begin != "" {
			g.scopes(t, line[where[1]:end], best.Patterns, out[where[0]], out[where[1]:end])
		}
		for number, c := range captures {
			n := int(number[0] - '0')
			if where[2*n] < 0 {
				continue
			}
			part := line[where[2*n]:where[2*n+1]]
			for i := where[2*n]; i < where[2*n+1]; i++ {
				out[i] = strings.TrimSpace(outer + " " + best.Name + " " + c.Name)
			}
			g.scopes(t, part, c.Patterns, outer, out[where[2*n]:where[2*n+1]])
		}
		at = end
	}
}

// closing is where a rule that has begun ends in the line: escapes inside it are no end.
func (g *grammar) closing(t *testing.T, line string, r *rule, at int) int {
	for {
		m := g.regexp(t, r.End).FindStringIndex(line[at:])
		if m == nil {
			return len(line)
		}
		inner := []int(nil)
		for _, p := range r.Patterns {
			if p.Match != "" {
				if n := g.regexp(t, p.Match).FindStringIndex(line[at:]); n != nil && n[0] < m[0] && (inner == nil || n[0] < inner[0]) {
					inner = n
				}
			}
		}
		if inner == nil {
			return at + m[1]
		}
		at += inner[1]
	}
}

func TestGrammar(t *testing.T) {
	g := &grammar{compiled: map[string]*regexp.Regexp{}}
	readJSON(t, "syntaxes/mlir.tmLanguage.json", g)
	for _, test := range []struct {
		line string
		want map[string]string // the scope of the first place of a text
	}{
		{`  %0:2, %b = scf.for %i = %lo to %hi step %s iter_args(%x = %0#1) -> (f32) {`, map[string]string{
			"%0:": "variable.other", "2,": "constant.numeric", "%b": "variable.other", "scf.for": "support.function.op", "%i": "variable.other",
			"to": "keyword.control", "step": "keyword.control", "%0#1": "variable.other", "#1": "variable.other", "->": "keyword.operator",
			"f32": "storage.type"}},
		{`  return %x : tensor<128x?xf16, #blocked> // the %end`, map[string]string{
			"return": "support.function.op", "tensor": "storage.type", "128x?x": "constant.numeric.shape", "f16": "storage.type",
			"#blocked": "variable.other.constant.attribute", "// the": "comment.line", "%end": "comment.line"}},
		{`#blocked = #ttg.blocked<{order = [1, 0]}>`, map[string]string{
			"#blocked": "entity.name.type.alias", "=": "keyword.operator.assignment", "#ttg.blocked": "variable.other.constant.attribute",
			"1": "constant.numeric"}},
		{`!acc = !tt.ptr<f32>`, map[string]string{"!acc": "entity.name.type.alias", "!tt.ptr": "entity.name.type", "f32": "storage.type"}},
		{`  "tt.store"(%p, %v) <{cache = 1 : i32}> {s = "a\"b // %c\22"} : (!tt.ptr<f32>, f32) -> ()`, map[string]string{
			`"tt.store"`: "support.function.op.generic", "%v": "variable.other", `\"b`: "constant.character.escape", "// %c": "string.quoted",
			`\22`: "constant.character.escape", "i32": "storage.type", "} :": ""}},
		{`^bb1(%arg0: i1):  // pred: ^bb0`, map[string]string{"^bb1": "entity.name.label", "i1": "storage.type", "// pred": "comment.line"}},
		{`tt.func public @kernel(%a: !tt.ptr<bf16> loc("k.py":1:2)) attributes {noinline = false} {`, map[string]string{
			"tt.func": "support.function.op", "public": "keyword.control", "@kernel": "entity.name.function", "bf16": "storage.type",
			"loc": "keyword.other.location", `"k.py"`: "punctuation.definition.string", "k.py": "string.quoted", "attributes": "keyword.control",
			"false": "constant.language"}},
		{`  %c = arith.constant dense<0xFF> : vector<4xi8>`, map[string]string{
			"dense": "constant.language", "0xFF": "constant.numeric.hex", "vector": "storage.type", "4x": "constant.numeric.shape", "i8": "storage.type"}},
		{`// -----`, map[string]string{"// -----": "comment.line.double-slash.separator"}},
		{`// CHECK-LABEL: func @f`, map[string]string{"CHECK-LABEL": "keyword.other.directive", "func": "comment.line"}},
	} {
		out := make([]string, len(test.line))
		g.scopes(t, test.line, g.Patterns, "", out)
		for text, want := range test.want {
			at := strings.Index(test.line, text)
			if at < 0 {
				t.Fatalf("no %q in %q", text, test.line)
			}
			if got := out[at]; want == "" && got != "" || !strings.Contains(got, want) {
				t.Errorf("%s: %q has %q, want %q", test.line, text, got, want)
			}
		}
	}
}

// The manifest names files that exist, and what the grammar and the server say.
func TestExtensionManifest(t *testing.T) {
	var manifest struct {
		Main         string
		Dependencies map[string]string
		Contributes  struct {
			Languages []struct {
				ID, Configuration string
				Extensions        []string
			}
			Grammars      []struct{ Language, ScopeName, Path string }
			Configuration struct {
				Properties map[string]struct{ Default any }
			}
		}
	}
	readJSON(t, "package.json", &manifest)
	script, err := os.ReadFile(filepath.Join(extension, manifest.Main))
	if err != nil {
		t.Fatal(err)
	}
	for name := range manifest.Dependencies {
		if !strings.Contains(string(script), `require("`+name) {
			t.Errorf("%s is not used", name)
		}
	}
	for name := range manifest.Contributes.Configuration.Properties {
		if short := strings.TrimPrefix(name, "tawa."); !strings.Contains(string(script), `"`+short+`"`) && short != "trace.server" {
			t.Errorf("the setting %s is not read", name)
		}
	}
	language := manifest.Contributes.Languages[0]
	var configuration struct{ WordPattern string }
	readJSON(t, language.Configuration, &configuration)
	if word := regexp.MustCompile(configuration.WordPattern).FindString("%arg-0.x$1 = y"); word != "%arg-0.x$1" {
		t.Errorf("a word is %q", word)
	}
	used := manifest.Contributes.Grammars[0]
	var g grammar
	readJSON(t, used.Path, &g)
	if g.ScopeName != used.ScopeName || used.Language != language.ID || len(language.Extensions) != 3 {
		t.Errorf("%+v, %+v", used, language)
	}
}
