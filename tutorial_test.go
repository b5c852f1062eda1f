package tawa_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The tutorial is typed into a module of its own, chapter after chapter:
//
//	```LANG file=PATH   is that file
//	```diff file=PATH   changes it, as applyDiff says
//	```sh               is run in the checkout, for the variables that it sets
//	```console          is run in the module, as in other documents
//
// `go test . -run Tutorial -update` writes into it what the commands print.

// chapters are the documents of the tutorial in their order.
func chapters(t *testing.T) []string {
	t.Helper()
	docs, err := filepath.Glob("docs/tutorial/*.md")
	if err != nil || len(docs) < 2 {
		t.Fatalf("no tutorial: %v", err)
	}
	return docs
}

func TestTutorial(t *testing.T) {
	reader := &reader{dir: t.TempDir()}
	for _, doc := range chapters(t) {
		ok := t.Run(filepath.Base(doc), func(t *testing.T) {
			for _, b := range blocks(t, doc) {
				reader.follow(t, b)
			}
			if out, err := shell(t, reader.dir, "gofmt -l ."); out != "" || err != nil {
				t.Errorf("not formatted: %s %v", out, err)
			}
		})
		if !ok {
			break // later chapters build on this one
		}
	}
}

// reader does what the tutorial says.
type reader struct {
	dir string
	env []string
}

func (r *reader) follow(t *testing.T, b block) {
	t.Helper()
	path := filepath.Join(r.dir, filepath.FromSlash(b.tags["file"]))
	named := b.tags["file"] != ""
	switch {
	case b.lang == "console":
		runConsole(t, b, r.dir, r.env...)
	case b.lang == "sh":
		r.env = append(r.env, variables(t, b)...)
	case b.lang == "diff" && named:
		text, err := os.ReadFile(path)
		if err == nil {
			text, err = applyDiff(text, b.text)
		}
		if err == nil {
			err = os.WriteFile(path, text, 0o644)
		}
		if err != nil {
			t.Fatalf("%s: %v", b, err)
		}
	case named:
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(b.text), 0o644); err != nil {
			t.Fatal(err)
		}
	case b.lang == "go" || b.lang == "mlir" || b.lang == "diff":
		t.Errorf("%s: a %s block needs file=", b, b.lang)
	}
}

// variables runs a block in the checkout and returns what it adds to the environment.
func variables(t *testing.T, b block) []string {
	t.Helper()
	show := "\nenv -0"
	before, err := shell(t, "", show)
	if err != nil {
		t.Fatal(err)
	}
	after, err := shell(t, "", b.text+show)
	if err != nil {
		t.Fatalf("%s: %v\n%s", b, err, after)
	}
	old := map[string]bool{}
	for _, v := range strings.Split(before, "\x00") {
		old[v] = true
	}
	var list []string
	for _, v := range strings.Split(after, "\x00") {
		if !old[v] {
			list = append(list, v)
		}
	}
	return list
}

// applyDiff changes text by a diff: of lines that begin with a space or "-", "-" ones are left out, and those with "+" come
// in between. A line "…" stands for any lines between two changes. What is to be changed must stand in the text once.
func applyDiff(text []byte, diff string) ([]byte, error) {
	for _, change := range strings.Split("\n"+diff, "\n…\n") {
		var before, after strings.Builder
		for line := range strings.Lines(strings.TrimPrefix(change, "\n")) {
			line = strings.TrimSuffix(line, "\n") + "\n"
			switch line[0] {
			case '-':
				before.WriteString(line[1:])
			case '+':
				after.WriteString(line[1:])
			case ' ':
				before.WriteString(line[1:])
				after.WriteString(line[1:])
			default:
				return nil, fmt.Errorf("not a line of a diff: %q", line)
			}
		}
		places := regexp.MustCompile("(?m)^"+regexp.QuoteMeta(before.String())).FindAllIndex(text, 2)
		if len(places) != 1 {
			return nil, fmt.Errorf("%d places, not one, for the change of\n%s", len(places), &before)
		}
		text = slices.Replace(text, places[0][0], places[0][1], []byte(after.String())...)
	}
	return text, nil
}

func TestApplyDiff(t *testing.T) {
	for _, test := range []struct{ text, diff, want string }{
		{"a\nb\nc\n", "-b\n+x\n+y\n", "a\nx\ny\nc\n"},
		{"a\nb\nc\n", " a\n+x\n b\n", "a\nx\nb\nc\n"},
		{"a\nb\nc\n", "-a\n…\n c\n+d\n", "b\nc\nd\n"},
		{"ab\nb\n", "-b\n+c\n", "ab\nc\n"},
		{"a\na\n", "-a\n", ""},
		{"a\n", "-b\n", ""},
		{"a\n", "b\n", ""},
	} {
		got, err := applyDiff([]byte(test.text), test.diff)
		if string(got) != test.want || (err != nil) != (test.want == "") {
			t.Errorf("%q changed by %q: %q, %v", test.text, test.diff, got, err)
		}
	}
}
