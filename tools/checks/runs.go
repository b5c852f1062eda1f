package checks

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"tawa/tools/words"
)

// job is a RUN line of which the output goes to FileCheck.
type job struct {
	line     int
	args     []string // of the tool
	stdin    string   // a file, or ""
	merge    bool     // 2>&1
	prefixes []string
}

var runLine = regexp.MustCompile(`^\s*(?://|#|;)\s*RUN:[ \t]?(.*)$`)

// jobs reads the RUN lines of a file. Lines without FileCheck have nothing to check here; what is
// neither that nor `tool … | FileCheck …` is an error.
func jobs(tool, path, text string) ([]job, error) {
	var list []job
	command, start := "", 0
	for i, line := range strings.Split(text, "\n") {
		m := runLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		if command == "" {
			start = i + 1
		}
		body, more := strings.CutSuffix(strings.TrimRight(m[1], " \t\r"), `\`)
		command += body
		if more {
			continue
		}
		j, ok, err := parseJob(tool, path, command)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: error: %w", path, start, err)
		}
		if ok {
			j.line = start
			list = append(list, j)
		}
		command = ""
	}
	return list, nil
}

func parseJob(tool, path, command string) (j job, ok bool, err error) {
	if !strings.Contains(command, "FileCheck") {
		return job{}, false, nil
	}
	list, err := words.Split(command)
	if err != nil {
		return job{}, false, err
	}
	list, err = substitute(list, path)
	if err != nil {
		return job{}, false, err
	}
	bar := slices.Index(list, "|")
	shape := fmt.Errorf("only `%s … | FileCheck …` can be run, not: %s", tool, strings.TrimSpace(command))
	if bar < 1 || bar+1 >= len(list) || list[0] != tool || list[bar+1] != "FileCheck" {
		return job{}, false, shape
	}
	left := list[1:bar]
	if n := len(left); n >= 3 && slices.Equal(left[n-3:], []string{"2>", "&", "1"}) {
		j.merge, left = true, left[:n-3]
	}
	for i := 0; i < len(left); i++ {
		switch {
		case left[i] == "<" && i+1 < len(left):
			i++
			j.stdin = left[i]
		case strings.ContainsAny(left[i], "<>") && len(left[i]) <= 2 || left[i] == "&" || left[i] == ";":
			return job{}, false, shape
		default:
			j.args = append(j.args, left[i])
		}
	}
	j.prefixes = prefixes(list[bar+2:])
	return j, true, nil
}

// substitute replaces %s and %S, as lit does.
func substitute(list []string, path string) ([]string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	for i, w := range list {
		w = strings.NewReplacer("%%", "%", "%s", abs, "%S", filepath.Dir(abs), "%{", "\x00", "%t", "\x00", "%T", "\x00").Replace(w)
		if strings.Contains(w, "\x00") {
			return nil, fmt.Errorf("only %%s and %%S can be substituted, not those of %s", list[i])
		}
		list[i] = w
	}
	return list, nil
}

// prefixes are those of a FileCheck command line.
func prefixes(args []string) []string {
	var out []string
	for i := 0; i < len(args); i++ {
		name, value, has := strings.Cut(strings.TrimLeft(args[i], "-"), "=")
		if !strings.HasPrefix(args[i], "-") || name != "check-prefix" && name != "check-prefixes" {
			continue
		}
		if !has && i+1 < len(args) {
			i++
			value = args[i]
		}
		out = append(out, strings.Split(value, ",")...)
	}
	if len(out) == 0 {
		return []string{"CHECK"}
	}
	return out
}
