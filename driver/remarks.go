package driver

import (
	"encoding/json"
	"fmt"
	"regexp"
	"runtime"
	"strings"

	"tawa/diag"
	"tawa/ir"
	"tawa/printer"
)

// remarkKinds are regular expressions on the names of passes, one for each kind of remark.
type remarkKinds struct{ passed, missed, analysis string }

func (k remarkKinds) of(kind diag.RemarkKind) string {
	return [...]string{diag.Analysis: k.analysis, diag.Passed: k.passed, diag.Missed: k.missed}[kind]
}

// mergeRemarks brings MLIR's flags and ours together; a filter alone asks for text.
func (c *config) mergeRemarks() {
	filtered := len(c.remarkFilters) > 0 || c.remarkKinds != remarkKinds{}
	if isYAML(c.remarks) {
		c.remarkFile, c.remarks = c.remarks, "yaml"
	}
	switch {
	case c.remarkFormat == "yaml" || c.remarkFile != "":
		c.remarks = "yaml"
	case c.remarkFormat == "emitRemark" || filtered && c.remarks == "":
		c.remarks = "text"
	}
}

// shows says whether a remark is one of those asked for.
func (t *tool) shows(d *diag.Diagnostic) bool {
	filters := t.remarkFilters
	if t.remarkKinds != (remarkKinds{}) {
		if own := t.remarkKinds.of(d.Kind); own != "" {
			filters = append(filters[:len(filters):len(filters)], own)
		} else if len(filters) == 0 {
			return false
		}
	}
	for _, f := range filters {
		if regexp.MustCompile(f).MatchString(d.Pass) {
			return true
		}
	}
	return len(filters) == 0
}

// remark shows a remark in the form that was asked for.
func (t *tool) remark(d *diag.Diagnostic) {
	switch {
	case t.remarks == "" || !t.shows(d):
	case t.remarks == "text":
		diag.Render(t.stderr, d, t.colored)
	case t.remarkFile == "":
		fmt.Fprint(t.stderr, t.yaml(d))
	default:
		t.yamlOut.WriteString(t.yaml(d))
	}
}

// yaml writes a remark as LLVM's tools do and as opt-viewer reads it.
func (t *tool) yaml(d *diag.Diagnostic) string {
	kind := d.Kind.String()
	name, function := "remark", "<unknown function>"
	if about := t.abouts[d]; about.name != "" {
		name = about.name
		if about.function != "" {
			function = about.function
		}
	}
	file, line, col := "<unknown file>", 0, 0
	if d.Span.Known() {
		file = d.Span.File.Name
		line, col = d.Span.Position()
	}
	var b strings.Builder
	fmt.Fprintf(&b, "--- !%s\n", strings.ToUpper(kind[:1])+kind[1:])
	fmt.Fprintf(&b, "Pass:            %s\nName:            %s\n", yamlString(d.Pass), yamlString(name))
	fmt.Fprintf(&b, "DebugLoc:        { File: %s, Line: %d, Column: %d }\n", yamlString(file), line, col)
	fmt.Fprintf(&b, "Function:        %s\nArgs:\n  - Remark:          %s\n", yamlString(function), yamlString(d.Message))
	for _, n := range d.Notes {
		key := "Note:  "
		if n.Hint {
			key = "Hint:  "
		}
		fmt.Fprintf(&b, "  - %s          %s\n", key, yamlString(n.Message))
	}
	b.WriteString("...\n")
	return b.String()
}

var plainYAML = lazyRegexp(`^[A-Za-z_./][A-Za-z0-9_./ -]*$`)

// yamlString quotes a string where it has to be.
func yamlString(s string) string {
	switch {
	case strings.ContainsFunc(s, func(r rune) bool { return r < ' ' }):
		text, _ := json.Marshal(s) // of a string it can't fail
		return string(text)
	case plainYAML().MatchString(s) && !strings.HasSuffix(s, " "):
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", "''") + "'"
}

// about is what a remark is about, read while the op is there.
type about struct{ name, function string }

// observes says whether diagnostics are looked at when they are made.
func (c *config) observes() bool {
	return c.remarks == "yaml" || c.opOnDiagnostic || c.stackOnDiagnostic
}

// observe sees each diagnostic when it is made.
func (t *tool) observe(d *diag.Diagnostic) {
	op, _ := d.Op.(*ir.Operation)
	if t.remarks == "yaml" && d.Severity == diag.Remark && op != nil {
		a := about{name: op.Name().String()}
		for o := op; o != nil && a.function == ""; o = o.Parent() {
			a.function = ir.SymbolName(o)
		}
		t.abouts[d] = a
	}
	if d.Severity == diag.Output {
		return
	}
	if t.opOnDiagnostic && op != nil {
		d.Note(d.Span, "see current operation: %s", printer.String(op, printer.Options{Generic: true, LocalScope: true}))
	}
	if t.stackOnDiagnostic {
		d.Note(diag.Span{}, "diagnostic emitted with trace:\n%s", stackTrace())
	}
}

// stackTrace lists the functions that led to a diagnostic, without those that only pass it on.
func stackTrace() string {
	pc := make([]uintptr, 64)
	frames := runtime.CallersFrames(pc[:runtime.Callers(2, pc)])
	var b strings.Builder
	made := false // frames before are those of this hook
	for n := 0; ; {
		f, more := frames.Next()
		if made = made || strings.Contains(f.Function, "tawa/diag."); made && !strings.Contains(f.Function, "tawa/diag.") {
			fmt.Fprintf(&b, " #%d %s %s:%d\n", n, f.Function, f.File[strings.LastIndexByte(f.File, '/')+1:], f.Line)
			n++
		}
		if !more {
			return strings.TrimSuffix(b.String(), "\n")
		}
	}
}
