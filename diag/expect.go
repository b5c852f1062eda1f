package diag

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// expectation is one `expected-error@+1 {{text}}` comment.
type expectation struct {
	kind  string
	line  int // where the diagnostic must be; 0 stands for an unknown place
	text  string
	match *regexp.Regexp // for the -re form
	span  Span
	met   bool
}

var expectComment = regexp.MustCompile(
	`expected-(error|warning|remark|note)(-re)? *(?:@([+-][0-9]+|above|below|unknown))? *\{\{(.*)\}\}[ \t\r]*$`)

// malformedComment is a comment that begins like an expectation but is none: misspelled, not closed, or followed by
// more. Left alone it would expect nothing.
var malformedComment = regexp.MustCompile(`//[ \t]*expected-[a-z]+.*$`)

// VerifyExpected holds the `expected-…` comments of file against diags and returns one error for each
// diagnostic that no comment expects and for each comment that no diagnostic meets; none means a match.
//
// A comment is `expected-error {{text}}` at the end of a line, for error, warning, remark and note. The text
// must occur in the message; with `-re` its parts in inner {{…}} are regular expressions. The diagnostic must
// stand on the comment's line, or where `@+N`, `@-N` (lines), `@above`, `@below` (the nearest line without a
// comment of this kind) or `@unknown` point. Notes may stay unexpected; a note without a place of its own
// counts as on its diagnostic's line.
func VerifyExpected(file *File, diags []*Diagnostic) []*Diagnostic {
	return verifyExpected(file, diags, false)
}

// VerifyOnlyExpected is VerifyExpected, except that any diagnostic may come unexpected.
func VerifyOnlyExpected(file *File, diags []*Diagnostic) []*Diagnostic {
	return verifyExpected(file, diags, true)
}

func verifyExpected(file *File, diags []*Diagnostic, allowOthers bool) []*Diagnostic {
	expected, problems := readExpectations(file)
	lineOf := func(s Span) int {
		if s.File != file {
			return 0
		}
		line, _ := s.Position()
		return line
	}
	for _, d := range diags {
		if d.Severity == Output {
			continue
		}
		if kind := d.Severity.String(); !meet(expected, kind, lineOf(d.Span), d.Message) && !allowOthers {
			problems = append(problems, &Diagnostic{Span: d.Span, Message: "unexpected " + kind + ": " + d.Message, Notes: d.Notes})
		}
		for _, n := range d.Notes {
			at := n.Span
			if !at.Known() {
				at = d.Span
			}
			meet(expected, "note", lineOf(at), n.Message)
		}
	}
	for _, e := range expected {
		if !e.met {
			problems = append(problems, &Diagnostic{Span: e.span, Message: fmt.Sprintf("expected %s %q was not produced", e.kind, e.text)})
		}
	}
	return problems
}

func meet(expected []*expectation, kind string, line int, message string) bool {
	for _, e := range expected {
		if e.met || e.kind != kind || e.line != line {
			continue
		}
		if e.match != nil && e.match.MatchString(message) || e.match == nil && strings.Contains(message, e.text) {
			e.met = true
			return true
		}
	}
	return false
}

// readExpectations collects the comments of file, and an error for each that is malformed.
func readExpectations(file *File) (expected []*expectation, problems []*Diagnostic) {
	var below []*expectation
	plain := 0 // the last line without a comment
	line := file.before
	off := 0
	for text := range bytes.Lines(file.Src) {
		line++
		start := off
		off += len(text)
		m := expectComment.FindSubmatchIndex(bytes.TrimRight(text, "\n"))
		if m == nil {
			for _, e := range below {
				e.line = line
			}
			below, plain = nil, line
			if bad := malformedComment.FindIndex(bytes.TrimRight(text, "\r\n")); bad != nil {
				d := &Diagnostic{Span: Span{file, start + bad[0], start + bad[1]}, Message: "malformed expectation"}
				problems = append(problems, d.Hint("write `expected-error @+1 {{text}}`, for error, warning, remark or note, at the end of the line"))
			}
			continue
		}
		group := func(i int) string {
			if m[2*i] < 0 {
				return ""
			}
			return string(text[m[2*i]:m[2*i+1]])
		}
		e := &expectation{kind: group(1), text: group(4), line: line, span: Span{file, start + m[0], start + m[1]}}
		switch where := group(3); where {
		case "":
		case "above":
			e.line = plain
		case "below":
			below = append(below, e)
		case "unknown":
			e.line = 0
		default:
			n, _ := strconv.Atoi(where)
			e.line += n
		}
		if group(2) != "" {
			re, err := expectRegexp(e.text)
			if err != nil {
				problems = append(problems, &Diagnostic{Span: e.span, Message: "bad regular expression: " + err.Error()})
				continue
			}
			e.match = re
		}
		expected = append(expected, e)
	}
	return expected, problems
}

// expectRegexp compiles text whose parts inside {{…}} are regular expressions and whose rest is literal.
func expectRegexp(text string) (*regexp.Regexp, error) {
	var b strings.Builder
	for text != "" {
		literal, rest, found := strings.Cut(text, "{{")
		b.WriteString(regexp.QuoteMeta(literal))
		if !found {
			break
		}
		pattern, after, closed := strings.Cut(rest, "}}")
		if !closed {
			return nil, fmt.Errorf("{{ without }}")
		}
		b.WriteString("(?:" + pattern + ")")
		text = after
	}
	return regexp.Compile(b.String())
}
