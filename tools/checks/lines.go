package checks

import (
	"fmt"
	"regexp"
	"strings"
)

var (
	value    = regexp.MustCompile(`%([A-Za-z0-9_$.-]+)(:[0-9]+)?`)
	quotes   = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
	defined  = regexp.MustCompile(`^\s*%[A-Za-z0-9_$.-]+(?::[0-9]+)?(?:, %[A-Za-z0-9_$.-]+(?::[0-9]+)?)* = `)
	function = regexp.MustCompile(`^\s*((?:[\w.]+\.)?func(?: (?:public|private|nested))? @(?:[\w$.-]+|"[^"]*")\()(.*)$`)
	notWord  = regexp.MustCompile(`[^A-Za-z0-9_]+`)
)

// Lines are the check lines, without comment marks, for the output of a run.
// Functions start with a -LABEL; lines that follow each other are checked as -NEXT.
func Lines(prefix, output string) []string {
	g := &generator{prefix: prefix, names: map[string]string{}, taken: map[string]bool{}}
	next := false
	for line := range strings.Lines(output) {
		line = strings.TrimRight(line, " \t\r\n")
		m := function.FindStringSubmatch(line)
		switch {
		case line == "" || strings.HasPrefix(line, "// -----"):
			next = false // no check can hold an empty line, nor what splits the file that the check is in
		case m != nil:
			g.names, g.taken = map[string]string{}, map[string]bool{}
			g.add("-LABEL", strings.Repeat(" ", indent(line))+escape(m[1]))
			g.add("-SAME", g.captures(m[2]))
			next = true
		case next:
			g.add("-NEXT", g.captures(line))
		default:
			g.add("", g.captures(line))
			next = true
		}
	}
	return g.out
}

func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

type generator struct {
	prefix string
	out    []string
	names  map[string]string // captures of the values of the function
	taken  map[string]bool
}

// add appends a check; texts stand below each other whatever the suffix.
func (g *generator) add(suffix, text string) {
	g.out = append(g.out, fmt.Sprintf("%s%-*s %s", g.prefix, len("-LABEL:"), suffix+":", text))
}

// captures is a line with values as captures: [[X:%.*]] where a value is defined or first seen, then [[X]].
// Definitions make new captures, for regions beside each other may use the same names.
func (g *generator) captures(line string) string {
	strs := quotes.FindAllStringIndex(line, -1)
	head := len(defined.FindString(line))
	var b strings.Builder
	at := 0
	for _, m := range value.FindAllStringSubmatchIndex(line, -1) {
		if inside(strs, m[0]) {
			continue
		}
		b.WriteString(escape(line[at:m[0]]))
		name := line[m[2]:m[3]]
		isDef := m[0] < head || strings.HasPrefix(line[m[1]:], " = ") || strings.HasPrefix(line[m[1]:], ": ")
		if g.names[name] == "" || isDef {
			g.names[name] = g.fresh(name)
			b.WriteString("[[" + g.names[name] + ":%.*]]")
		} else {
			b.WriteString("[[" + g.names[name] + "]]")
		}
		at = m[3]
	}
	return b.String() + escape(line[at:])
}

func inside(spans [][]int, at int) bool {
	for _, s := range spans {
		if s[0] < at && at < s[1] {
			return true
		}
	}
	return false
}

// fresh makes the name of a capture: %arg0 is ARG0, %0 is V0.
func (g *generator) fresh(name string) string {
	base := strings.ToUpper(strings.Trim(notWord.ReplaceAllString(name, "_"), "_"))
	if base == "" || base[0] >= '0' && base[0] <= '9' {
		base = "V" + base
	}
	unique := base
	for i := 1; g.taken[unique]; i++ {
		unique = fmt.Sprintf("%s_%d", base, i)
	}
	g.taken[unique] = true
	return unique
}

// escape quotes what FileCheck would read as a regular expression or a variable.
func escape(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		switch {
		case strings.HasPrefix(s[i:], "[["):
			n := run(s[i:], '[')
			b.WriteString("{{" + strings.Repeat(`\[`, n) + "}}")
			i += n
		case strings.HasPrefix(s[i:], "{{"):
			n := run(s[i:], '{')
			b.WriteString("{{" + strings.Repeat(`\{`, n) + "}}")
			i += n
		default:
			b.WriteByte(s[i])
			i++
		}
	}
	return b.String()
}

func run(s string, c byte) int { return len(s) - len(strings.TrimLeft(s, string(c))) }
