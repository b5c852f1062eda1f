// Package checks writes the CHECK lines of lit tests from what the tool prints: `tawa-opt checks`.
package checks

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"

	"github.com/spf13/pflag"
)

// Tool is the program whose output is checked, as a function.
type Tool struct {
	Name string
	Run  func(args []string, stdin io.Reader, stdout, stderr io.Writer) int
}

// The generated lines stand between these; what is around them is never touched.
const (
	begin = "// The checks from here on are written by the tool's own `checks --update`."
	end   = "// End of the written checks."
)

const usage = `usage: tawa-opt checks [--check] FILE… -- ARGS
       tawa-opt checks [--check] --update FILE…

Writes the CHECK lines of lit tests: runs each RUN line 'tawa-opt … | FileCheck …' and
replaces the lines between the generated marks, or puts them at the end. Values are
captured, function by function. With ARGS a file without that RUN line gets it first.

`

// Main is `tawa-opt checks` on the arguments that follow the word; it returns the exit status.
func Main(tool Tool, args []string, stdout, stderr io.Writer) int {
	f := pflag.NewFlagSet("checks", pflag.ContinueOnError)
	f.SetOutput(io.Discard)
	update := f.Bool("update", false, "run the RUN lines that the files have")
	check := f.Bool("check", false, "write nothing; fail if a file would change")
	err := f.Parse(args)
	if errors.Is(err, pflag.ErrHelp) {
		fmt.Fprint(stdout, strings.ReplaceAll(usage, "tawa-opt", tool.Name)+f.FlagUsages())
		return 0
	}
	files, own := f.Args(), []string(nil)
	if dash := f.ArgsLenAtDash(); dash >= 0 {
		files, own = files[:dash], files[dash:]
	}
	switch {
	case err != nil:
	case len(files) == 0:
		err = errors.New("checks needs a file")
	case *update == (own != nil):
		err = errors.New("checks needs either --update or '-- ARGS'")
	}
	if err != nil {
		fmt.Fprintf(stderr, "error: %v\nhint: %s checks --help\n", err, tool.Name)
		return 2
	}
	status := 0
	for _, path := range files {
		if err := updateFile(tool, path, own, *check, stdout); err != nil {
			fmt.Fprintln(stderr, err)
			status = 1
		}
	}
	return status
}

func updateFile(tool Tool, path string, args []string, check bool, stdout io.Writer) error {
	old, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("error: %w", err)
	}
	text := string(old)
	if args != nil {
		text = withRun(tool.Name, text, args)
	}
	text, err = Update(tool, path, text)
	switch {
	case err != nil:
		return err
	case text == string(old):
		return nil
	case check:
		return fmt.Errorf("%s: error: the checks are stale\nhint: %s checks --update %s", path, tool.Name, path)
	}
	fmt.Fprintf(stdout, "%s: written\n", path)
	return os.WriteFile(path, []byte(text), 0o644)
}

// withRun puts the RUN line for these arguments first unless the text has it.
func withRun(tool, text string, args []string) string {
	parts := []string{"// RUN: " + tool}
	for _, a := range args {
		parts = append(parts, quote(a))
	}
	line := strings.Join(append(parts, "%s | FileCheck %s"), " ")
	for have := range strings.Lines(text) {
		if strings.TrimRight(have, "\r\n") == line {
			return text
		}
	}
	return line + "\n" + text
}

func quote(s string) string {
	if s != "" && !strings.ContainsAny(s, " \t'\"\\|<>&;(){}$*?#~`") {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// Update returns the text of a test with the checks of its RUN lines. Errors start with the place. The tool reads the
// file itself at path, whose checks it does not see: they are comments.
func Update(tool Tool, path, text string) (string, error) {
	before, after, err := cut(path, text)
	if err != nil {
		return "", err
	}
	list, err := jobs(tool.Name, path, text)
	if err != nil {
		return "", err
	}
	if len(list) == 0 {
		return "", fmt.Errorf("%s: error: no RUN line with FileCheck", path)
	}
	var b strings.Builder
	b.WriteString(before + begin + "\n")
	outputs := map[string]string{}
	for _, j := range list {
		output, err := j.run(tool)
		if err != nil {
			return "", fmt.Errorf("%s:%d: error: %w", path, j.line, err)
		}
		// Of several prefixes the first is the RUN line's own.
		prefix := j.prefixes[0]
		if earlier, ok := outputs[prefix]; ok {
			if earlier != output {
				return "", fmt.Errorf("%s:%d: error: prints something else than an earlier RUN line with the prefix %s\nhint: give it a --check-prefix", path, j.line, prefix)
			}
			continue
		}
		outputs[prefix] = output
		if hand := byHand(prefix, before+after); hand > 0 {
			return "", fmt.Errorf("%s:%d: error: a %s line that was written by hand\nhint: remove those, or give the RUN line another --check-prefix", path, hand, prefix)
		}
		lines := Lines(prefix, output)
		if len(lines) == 0 {
			return "", fmt.Errorf("%s:%d: error: prints nothing to check", path, j.line)
		}
		for _, line := range lines {
			b.WriteString("// " + line + "\n")
		}
	}
	return b.String() + end + "\n" + after, nil
}

// cut returns what stands before and after the generated lines, or the text and nothing if there are none.
func cut(path, text string) (before, after string, err error) {
	before, rest, found := strings.Cut(text, begin+"\n")
	if !found {
		if text != "" && !strings.HasSuffix(text, "\n") {
			text += "\n"
		}
		return text + "\n", "", nil
	}
	_, after, found = strings.Cut(rest, end+"\n")
	if !found {
		return "", "", fmt.Errorf("%s: error: the line %q is missing", path, end)
	}
	return before, after, nil
}

// byHand returns the number, within text, of the first check with the prefix, or 0.
func byHand(prefix, text string) int {
	check := regexp.MustCompile(`(?:^|[^\w-])` + regexp.QuoteMeta(prefix) + `(-[A-Z]+)?(\{[A-Z]+\})?:`)
	for i, line := range strings.Split(text, "\n") {
		if check.MatchString(line) {
			return i + 1
		}
	}
	return 0
}

// run returns what the job prints.
func (j job) run(tool Tool) (string, error) {
	stdin := io.Reader(strings.NewReader(""))
	if j.stdin != "" {
		text, err := os.ReadFile(j.stdin)
		if err != nil {
			return "", err
		}
		stdin = bytes.NewReader(text)
	}
	var out, errs bytes.Buffer
	stderr := &errs
	if j.merge {
		stderr = &out
	}
	if status := tool.Run(j.args, stdin, &out, stderr); status != 0 {
		return "", fmt.Errorf("%s %s: status %d\n%s", tool.Name, strings.Join(j.args, " "), status, stderr)
	}
	return out.String(), nil
}
