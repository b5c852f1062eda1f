package printer_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"tawa/diag"
	"tawa/ir"
	"tawa/parser"
	"tawa/printer"
)

const split = "// -----\n"

var errorPlace = regexp.MustCompile(`(?m)^<stdin>:(\d+):(\d+): error: (.*)$`)

// verdict is what a tool says of a chunk: its text, or line:column of its first error.
type verdict struct{ text, place, message string }

// mlirVerdicts runs mlir-opt over chunks that begin on a line each.
func mlirVerdicts(t *testing.T, chunks []string, args ...string) []verdict {
	t.Helper()
	args = append(args, "--allow-unregistered-dialect", "--split-input-file", "-")
	cmd := exec.Command(mlirOptPath(t), args...)
	var out, errs bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(strings.Join(chunks, split)), &out, &errs
	if err := cmd.Run(); err != nil && cmd.ProcessState.ExitCode() != 1 {
		t.Fatalf("mlir-opt: %v\n%s", err, errs.String())
	}
	verdicts := make([]verdict, len(chunks))
	texts := strings.Split(out.String(), split)
	if len(texts) != len(chunks) {
		t.Fatalf("mlir-opt printed %d chunks of %d\n%s", len(texts), len(chunks), errs.String())
	}
	first := make([]int, len(chunks)) // line of each chunk
	for i, line := 0, 1; i < len(chunks); i++ {
		first[i] = line
		line += strings.Count(chunks[i], "\n") + 1
	}
	for i := range texts {
		verdicts[i].text = strings.TrimSpace(texts[i])
	}
	for _, m := range errorPlace.FindAllStringSubmatch(errs.String(), -1) {
		line, _ := strconv.Atoi(m[1])
		i := len(chunks) - 1
		for first[i] > line {
			i--
		}
		if v := &verdicts[i]; v.place == "" {
			v.place, v.message = fmt.Sprintf("%d:%s", line-first[i]+1, m[2]), m[3]
		}
	}
	return verdicts
}

var oneRegistry = sync.OnceValue(registry)

// ownVerdict parses and prints a chunk.
func ownVerdict(chunk string, opts printer.Options) verdict {
	ctx := ir.NewContext(oneRegistry())
	ctx.AllowUnregistered = true
	sink := &diag.Sink{}
	op, ok := parser.Parse(ctx, diag.NewFile("<stdin>", []byte(chunk)), sink)
	if ok {
		return verdict{text: printer.String(op, opts)}
	}
	for _, d := range sink.All() {
		if d.Severity == diag.Error {
			line, col := d.Span.Position()
			return verdict{place: fmt.Sprintf("%d:%d", line, col), message: d.Message}
		}
	}
	return verdict{place: "no error"}
}

// compare says where the tools differ, other than in the column of those that are named in lineOnly.
func compare(t *testing.T, names, chunks []string, lineOnly map[string]bool, opts printer.Options, args ...string) {
	t.Helper()
	for i, theirs := range mlirVerdicts(t, chunks, args...) {
		own := ownVerdict(chunks[i], opts)
		if lineOnly[names[i]] {
			own.place, _, _ = strings.Cut(own.place, ":")
			theirs.place, _, _ = strings.Cut(theirs.place, ":")
		}
		switch {
		case own.place != theirs.place:
			t.Errorf("%s\n\town: %s %s %s\n\tmlir-opt: %s %s %s", names[i], own.place, own.message, own.text, theirs.place, theirs.message, theirs.text)
		case own.text != theirs.text:
			t.Errorf("%s\n\town:\n%s\n\tmlir-opt:\n%s", names[i], own.text, theirs.text)
		}
	}
}

// Every spelling of a type or attribute is accepted with the same text as by mlir-opt, or wrong at the same place.
func TestSpellingsAgainstMLIR(t *testing.T) {
	src, err := os.ReadFile("testdata/spellings.txt")
	if err != nil {
		t.Fatal(err)
	}
	names, lineOnly := spellings(t), map[string]bool{}
	var chunks []string
	for _, name := range names {
		lineOnly[name] = bytes.Contains(src, []byte("\n~ "+name+"\n"))
		chunks = append(chunks, "\"u.x\"() {a = "+name+"} : () -> ()\n")
	}
	compare(t, names, chunks, lineOnly, printer.Options{})
	compare(t, names, chunks, lineOnly, printer.Options{Generic: true}, "--mlir-print-op-generic")
}
