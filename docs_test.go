package tawa_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tawa/driver"
)

var update = flag.Bool("update", false, "write into the documents what their commands print")

// The fenced blocks of the documents are checked:
//
//	```LANG file=PATH     is that file, or an excerpt: a line "…" stands for lines left out
//	```console dir=DIR    "$ command" is run in DIR (default: the checkout), what follows is what
//	                      it prints; "…" stands for anything within a line, and alone for lines
//	```mlir               is a program that tawa-opt accepts
//	```go                 does not occur without a file

// block is a fenced block of a document.
type block struct {
	doc  string
	line int
	lang string
	tags map[string]string
	text string
}

func (b block) String() string { return fmt.Sprintf("%s:%d", b.doc, b.line) }

func documents(t *testing.T) []string {
	t.Helper()
	docs, err := filepath.Glob("docs/*.md")
	if err != nil || len(docs) == 0 {
		t.Fatalf("no documents: %v", err)
	}
	return append([]string{"README.md", "BUILD.md", "examples/README.md", "python/README.md", "bench/README.md"}, docs...)
}

// blocks returns the fenced blocks of a document.
func blocks(t *testing.T, doc string) []block {
	t.Helper()
	text, err := os.ReadFile(doc)
	if err != nil {
		t.Fatal(err)
	}
	var list []block
	var open *block
	for i, line := range strings.Split(string(text), "\n") {
		info, fence := strings.CutPrefix(line, "```")
		switch {
		case !fence && open != nil:
			open.text += line + "\n"
		case fence && open != nil:
			list, open = append(list, *open), nil
		case fence:
			open = &block{doc: doc, line: i + 1, tags: map[string]string{}}
			for n, field := range strings.Fields(info) {
				key, value, tagged := strings.Cut(field, "=")
				if n == 0 && !tagged {
					open.lang = field
				} else {
					open.tags[key] = value
				}
			}
		}
	}
	if open != nil {
		t.Errorf("%s is not closed", open)
	}
	return list
}

func TestDocumentedCodeIsTheCode(t *testing.T) {
	for _, doc := range documents(t) {
		for _, b := range blocks(t, doc) {
			path := b.tags["file"]
			if path == "" {
				if b.lang == "go" {
					t.Errorf("%s: a go block needs file=", b)
				}
				continue
			}
			text, err := os.ReadFile(path)
			if err != nil {
				t.Errorf("%s: %v", b, err)
				continue
			}
			if missing := notExcerpt(b.text, string(text)); missing != "" {
				t.Errorf("%s is no excerpt of %s, which lacks after what stands before:\n%s", b, path, missing)
			}
		}
	}
}

// notExcerpt returns the first piece, between lines "…", of excerpt that does not
// follow in text; without such a line the whole text must be there.
func notExcerpt(excerpt, text string) string {
	pieces := regexp.MustCompile(`(?m)^\s*…\n`).Split(excerpt, -1)
	if len(pieces) == 1 && excerpt != text {
		return excerpt
	}
	text = "\n" + text
	for _, p := range pieces {
		at := strings.Index(text, "\n"+p)
		if at < 0 {
			return p
		}
		text = text[at+len(p):]
	}
	return ""
}

func TestDocumentedProgramsAreAccepted(t *testing.T) {
	reg := driver.All()
	for _, doc := range documents(t) {
		for _, b := range blocks(t, doc) {
			if b.lang != "mlir" || b.tags["file"] != "" {
				continue
			}
			var out, errs bytes.Buffer
			if driver.Main(reg, []string{"--verify-roundtrip", "-"}, strings.NewReader(b.text), &out, &errs) != driver.Done {
				t.Errorf("%s:\n%s", b, &errs)
			}
		}
	}
}

func TestDocumentedCommandsPrintWhatIsShown(t *testing.T) {
	build := exec.Command("go", "build", "-trimpath", "-o", "bin/", "./tawa-opt", "./tawa-run")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, doc := range documents(t) {
		for _, b := range blocks(t, doc) {
			if b.lang == "console" {
				runConsole(t, b, b.tags["dir"])
			}
		}
	}
}

// runConsole runs the commands of a block in a folder, with these variables beside the usual ones.
func runConsole(t *testing.T, b block, dir string, env ...string) {
	t.Helper()
	list := sessions(b)
	if list == nil {
		t.Errorf("%s: does not begin with a command", b)
	}
	for _, s := range list {
		got, err := shell(t, dir, s.command, env...)
		if *update && !matches(s.want, got) {
			s.replace(t, b.doc, got)
			s.want = got
		}
		if !matches(s.want, got) {
			t.Errorf("%s: %s\nprints:\n%s\nbut the document says:\n%s", b, s.command, got, s.want)
		}
		if err != nil && !strings.Contains(s.want, "error:") {
			t.Errorf("%s: %s: %v", b, s.command, err)
		}
	}
}

// session is a command of a console block, which ends before the next "$ ", and what it prints.
type session struct{ command, want string }

func sessions(b block) []session {
	parts := strings.Split("\n"+b.text, "\n$ ")
	if strings.TrimSpace(parts[0]) != "" {
		return nil
	}
	var list []session
	for _, p := range parts[1:] {
		command, want, _ := strings.Cut(p, "\n")
		for strings.HasSuffix(command, "\\") {
			next, rest, _ := strings.Cut(want, "\n")
			command, want = command+"\n"+next, rest
		}
		list = append(list, session{command, strings.TrimRight(want, "\n")})
	}
	return list
}

// replace makes a document say what the command prints.
func (s session) replace(t *testing.T, doc, got string) {
	t.Helper()
	text, err := os.ReadFile(doc)
	if err != nil {
		t.Fatal(err)
	}
	lines := func(out string) string { return strings.TrimRight("$ "+s.command+"\n"+out, "\n") + "\n" }
	for _, next := range []string{"$ ", "```\n"} {
		text = bytes.Replace(text, []byte(lines(s.want)+next), []byte(lines(got)+next), 1)
	}
	if err := os.WriteFile(doc, text, 0o644); err != nil {
		t.Fatal(err)
	}
}

func shell(t *testing.T, dir, command string, env ...string) (string, error) {
	t.Helper()
	tools, err := filepath.Abs(".tools/bin")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "bash", "-o", "pipefail", "-c", command)
	cmd.Dir = filepath.FromSlash(dir)
	cmd.Env = append(os.Environ(), "PATH="+tools+string(filepath.ListSeparator)+os.Getenv("PATH"), "NO_COLOR=1")
	cmd.Env = append(cmd.Env, env...)
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return string(out), err
}

// matches compares output with what a document shows of it.
func matches(want, got string) bool {
	var pattern strings.Builder
	for line := range strings.Lines(strings.TrimRight(want, "\n") + "\n") {
		if strings.TrimSpace(line) == "…" {
			pattern.WriteString("(.*\n)*?")
			continue
		}
		parts := strings.Split(line, "…")
		for i := range parts {
			parts[i] = regexp.QuoteMeta(parts[i])
		}
		pattern.WriteString(strings.Join(parts, ".*"))
	}
	return regexp.MustCompile("^" + pattern.String() + "$").MatchString(strings.TrimRight(got, "\n") + "\n")
}

func TestLinksLeadSomewhere(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#:]+)(#[^)]*)?\)`)
	fenced := regexp.MustCompile("(?ms)^```.*?^```")
	for _, doc := range append(documents(t), chapters(t)...) {
		text, err := os.ReadFile(doc)
		if err != nil {
			t.Fatal(err)
		}
		text = fenced.ReplaceAll(text, nil)
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(doc), m[1])); err != nil {
				t.Errorf("%s: %v", doc, err)
			}
		}
	}
}

// The table of docs/architecture.md names every room; dialects are one row.
func TestArchitectureNamesEveryRoom(t *testing.T) {
	text, err := os.ReadFile("docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "\n| room |")
	table, _, _ = strings.Cut(table, "\n\n")
	for _, r := range rooms {
		name := r.folder
		if strings.HasPrefix(name, "dialects/") {
			continue
		}
		if within(name, "analysis") {
			name = "analysis"
		}
		if !strings.Contains(table, "`"+name+"`") {
			t.Errorf("the table of docs/architecture.md has no row for %s", name)
		}
	}
}

func TestOwnDialectsAreDocumented(t *testing.T) {
	text, err := os.ReadFile("docs/dialects.md")
	if err != nil {
		t.Fatal(err)
	}
	own := 0
	for _, def := range driver.AllDialects().Ops() {
		name := def.Name().String()
		if !slices.Contains([]string{"aref", "nvgpu"}, def.Name().Dialect()) {
			continue
		}
		own++
		if !bytes.Contains(text, []byte("`"+name+"`")) {
			t.Errorf("docs/dialects.md has no section on `%s`", name)
		}
	}
	if own == 0 {
		t.Error("no op of aref or nvgpu is registered")
	}
}

// The table of docs/running.md launches every file of examples/ttir, and each launch runs.
func TestExamplesRunAsDocumented(t *testing.T) {
	text, err := os.ReadFile("docs/running.md")
	if err != nil {
		t.Fatal(err)
	}
	launches := map[string]string{}
	for _, m := range regexp.MustCompile("(?m)^\\| `(\\w+)` \\| `(--grid=[^`]*)` \\|$").FindAllStringSubmatch(string(text), -1) {
		launches[m[1]] = strings.ReplaceAll(m[2], "'", "")
	}
	files, err := filepath.Glob("examples/ttir/*.ttir")
	if err != nil || len(files) == 0 || len(launches) != len(files) {
		t.Fatalf("%d files, %d launches: %v", len(files), len(launches), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			name := strings.TrimSuffix(filepath.Base(file), ".ttir")
			var out, errs bytes.Buffer
			if driver.RunMain(driver.All(), append(strings.Fields(launches[name]), file), nil, &out, &errs) != driver.Done {
				t.Errorf("%s:\n%s", launches[name], &errs)
			}
		})
	}
}

func TestNotExcerpt(t *testing.T) {
	for _, test := range []struct {
		excerpt, text string
		ok            bool
	}{
		{"a\nb\n", "a\nb\n", true},
		{"a\n", "a\nb\n", false},
		{"a\n…\n", "a\nb\n", true},
		{"…\nc\n…\n", "a\nb\nc\nd\n", true},
		{"b\n…\na\n", "a\nb\n", false},
		{"a\n\t…\nc\n", "a\nb\nc\n", true},
		{"…\nx\n", "a\nb\n", false},
		{"…\nb\n", "ab\n", false},
	} {
		if got := notExcerpt(test.excerpt, test.text) == ""; got != test.ok {
			t.Errorf("%q of %q: %v, want %v", test.excerpt, test.text, got, test.ok)
		}
	}
}

func TestMatches(t *testing.T) {
	for _, test := range []struct {
		want, got string
		ok        bool
	}{
		{"a\n", "a\n", true},
		{"", "", true},
		{"a\n", "b\n", false},
		{"ok … 1s\n", "ok tawa/lit 1s\n", true},
		{"…\nb\n", "a\na\nb\n", true},
		{"a.c\n", "abc\n", false},
		{"a\n", "a\nb\n", false},
	} {
		if got := matches(test.want, test.got); got != test.ok {
			t.Errorf("%q against %q: %v, want %v", test.want, test.got, got, test.ok)
		}
	}
}
