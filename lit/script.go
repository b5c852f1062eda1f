package lit

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// script is what the comments of one test file say.
type script struct {
	steps     []step // DEFINE, REDEFINE and RUN in the order of the file
	roundtrip bool
}

// step is one directive with its continuation lines joined.
type step struct {
	line    int // first line, from 1
	keyword string
	text    string
}

// lineError is an error in a test file; its text starts with the line.
type lineError struct {
	line int
	text string
}

func (e *lineError) Error() string { return fmt.Sprintf("%d: %s", e.line, e.text) }

func errorAt(line int, format string, args ...any) error {
	return &lineError{line, fmt.Sprintf(format, args...)}
}

var (
	directive  = regexp.MustCompile(`(?:^|[^\w-])(RUN|DEFINE|REDEFINE|REQUIRES|UNSUPPORTED|XFAIL|ALLOW_RETRIES|LIT):[ \t]?(.*)$`)
	definition = regexp.MustCompile(`^\s*(%\{[A-Za-z_][\w:-]*\})\s*=\s*(.*?)\s*$`)
	reference  = regexp.MustCompile(`%\{[^}]*\}`)
	builtin    = regexp.MustCompile(`%[sSptT%]`)
)

// parse reads the directives of a test file.
func parse(text string) (*script, error) {
	s := &script{roundtrip: true}
	open := false // the last step ends in a backslash
	for i, line := range strings.Split(text, "\n") {
		m := directive.FindStringSubmatch(strings.TrimRight(line, " \t\r"))
		if m == nil {
			continue
		}
		keyword, rest := m[1], m[2]
		if open && keyword != s.steps[len(s.steps)-1].keyword {
			return nil, errorAt(i+1, "%s: line inside a %s: directive that a backslash continues", keyword, s.steps[len(s.steps)-1].keyword)
		}
		switch keyword {
		case "LIT":
			if strings.TrimSpace(rest) != "no-roundtrip" {
				return nil, errorAt(i+1, "unknown LIT: option %q; the only one is no-roundtrip", strings.TrimSpace(rest))
			}
			s.roundtrip = false
			continue
		case "RUN", "DEFINE", "REDEFINE":
		default:
			return nil, errorAt(i+1, "%s: is not supported: a test runs everywhere or does not exist", keyword)
		}
		body, more := strings.CutSuffix(rest, `\`)
		if open {
			s.steps[len(s.steps)-1].text += body
		} else {
			s.steps = append(s.steps, step{i + 1, keyword, body})
		}
		open = more
	}
	if open {
		return nil, errorAt(s.steps[len(s.steps)-1].line, "the last %s: line ends in a backslash", s.steps[len(s.steps)-1].keyword)
	}
	for _, st := range s.steps {
		if st.keyword == "RUN" {
			return s, nil
		}
	}
	return nil, errorAt(1, "no RUN: line")
}

// command is a RUN directive ready to be run.
type command struct {
	step
	expanded string
	file     *syntax.File
}

// commands expands and parses the RUN lines, and rejects those that could not fail.
func (s *script) commands(source, tmp string) ([]command, error) {
	names := map[string]string{}
	var list []command
	checks := false
	for _, st := range s.steps {
		if st.keyword != "RUN" {
			if err := define(names, st); err != nil {
				return nil, err
			}
			continue
		}
		expanded, err := substitute(names, st, source, tmp)
		if err != nil {
			return nil, err
		}
		file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(expanded), "")
		if err != nil {
			return nil, errorAt(st.line, "RUN: %s\n%v", expanded, err)
		}
		if len(file.Stmts) == 0 {
			return nil, errorAt(st.line, "empty RUN: line")
		}
		if alternative(file) {
			return nil, errorAt(st.line, "|| in a RUN: line hides an exit status; write one line for each case")
		}
		checks = checks || canFail(file)
		list = append(list, command{st, expanded, file})
	}
	if !checks {
		return nil, errorAt(list[0].line, "nothing here can notice wrong output: use FileCheck, --verify-diagnostics, not, diff, cmp or count")
	}
	return list, nil
}

func define(names map[string]string, st step) error {
	m := definition.FindStringSubmatch(st.text)
	if m == nil {
		return errorAt(st.line, "want %s: %%{name} = value", st.keyword)
	}
	_, known := names[m[1]]
	if known && st.keyword == "DEFINE" {
		return errorAt(st.line, "%s is defined already; use REDEFINE:", m[1])
	}
	if !known && st.keyword == "REDEFINE" {
		return errorAt(st.line, "%s is not defined yet; use DEFINE:", m[1])
	}
	names[m[1]] = m[2]
	return nil
}

// maxCommand bounds what substitutions that double each other can grow to, in bytes.
const maxCommand = 1 << 16

// substitute replaces defined names, which may use one another, then lit's own substitutions.
func substitute(names map[string]string, st step, source, tmp string) (string, error) {
	text, grown := st.text, 0
	for depth := 0; reference.MatchString(text); depth++ {
		if depth > len(names) || grown > maxCommand {
			return "", errorAt(st.line, "substitutions refer to each other in a circle: %s", st.text)
		}
		var unknown string
		grown = len(text)
		text = reference.ReplaceAllStringFunc(text, func(name string) string {
			value, ok := names[name]
			if !ok {
				unknown = name
			}
			if grown += len(value); grown > maxCommand {
				return name
			}
			return value
		})
		if unknown != "" {
			return "", errorAt(st.line, "unknown substitution %s", unknown)
		}
	}
	values := map[string]string{
		"%s": source, "%S": filepath.Dir(source), "%p": filepath.Dir(source),
		"%t": filepath.Join(tmp, filepath.Base(source)+".tmp"), "%T": tmp, "%%": "%",
	}
	return strings.TrimSpace(builtin.ReplaceAllStringFunc(text, func(name string) string { return values[name] })), nil
}

func alternative(file *syntax.File) bool {
	found := false
	syntax.Walk(file, func(n syntax.Node) bool {
		if b, ok := n.(*syntax.BinaryCmd); ok && b.Op == syntax.OrStmt {
			found = true
		}
		return !found
	})
	return found
}

var checkers = map[string]bool{"FileCheck": true, "not": true, "diff": true, "cmp": true, "count": true}

// canFail says whether some command would notice that a tool prints something else than it should.
func canFail(file *syntax.File) bool {
	found := false
	syntax.Walk(file, func(n syntax.Node) bool {
		call, ok := n.(*syntax.CallExpr)
		if !ok || len(call.Args) == 0 {
			return !found
		}
		if checkers[filepath.Base(call.Args[0].Lit())] {
			found = true
		}
		for _, arg := range call.Args[1:] {
			if flag := arg.Lit(); strings.HasPrefix(flag, "--verify-diagnostics") || strings.HasPrefix(flag, "-verify-diagnostics") {
				found = true
			}
		}
		return !found
	})
	return found
}
