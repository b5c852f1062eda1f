package driver

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"tawa/diag"
	"tawa/pass"
	"tawa/tools/doc"
)

// helpFlags are the flags that print something and end the run.
type helpFlags struct {
	help, helpHidden, version bool
	listPasses, showDialects  string // text, json or ""
}

func (h *helpFlags) add(f *pflag.FlagSet) {
	f.BoolVarP(&h.help, "help", "h", false, "this text; with the name of a pass, that pass")
	f.BoolVar(&h.helpHidden, "help-hidden", false, "this text with all flags")
	f.BoolVar(&h.version, "version", false, "show the version")
	f.Var(oneOf(&h.listPasses, "", "text", "json"), "list-passes", "list the passes: text or json")
	f.Var(oneOf(&h.showDialects, "", "text", "json"), "show-dialects", "list the dialects: text or json")
	f.Lookup("list-passes").NoOptDefVal = "text"
	f.Lookup("show-dialects").NoOptDefVal = "text"
}

func (h *helpFlags) asked() bool {
	return h.help || h.helpHidden || h.version || h.listPasses != "" || h.showDialects != ""
}

func (t *tool) showHelp(f *pflag.FlagSet, h *helpFlags) int {
	switch {
	case h.version:
		fmt.Fprintln(t.stdout, Version)
	case h.listPasses == "json":
		return t.writeJSON(doc.PassesOf(t.reg.Passes))
	case h.listPasses != "":
		t.listPasses()
	case h.showDialects == "json":
		return t.writeJSON(t.dialectList())
	case h.showDialects != "":
		for _, d := range t.reg.Dialects.Dialects() {
			fmt.Fprintf(t.stdout, "%-10s %s\n", d.Name, d.Summary)
		}
	case f.NArg() > 0:
		return t.helpPass(f.Arg(0))
	default:
		t.help(f, h.helpHidden)
	}
	return Done
}

func (t *tool) help(f *pflag.FlagSet, all bool) {
	name := t.reg.name()
	fmt.Fprintf(t.stdout, "usage: %s [--PASS[='option=value …']]… [flags] [FILE|-]\n", name)
	fmt.Fprintln(t.stdout, "\nReads MLIR text, runs the passes in the order given and writes the result.")
	fmt.Fprintf(t.stdout, "\ntools (%s TOOL --help tells more of one):\n", name)
	for _, c := range subcommands() {
		fmt.Fprintf(t.stdout, "  %-8s %s\n", c.name, c.summary)
	}
	fmt.Fprintln(t.stdout, "\nflags:")
	own := pflag.NewFlagSet("", pflag.ContinueOnError)
	own.SortFlags = false
	f.VisitAll(func(flag *pflag.Flag) {
		if _, isPass := flag.Value.(*passFlag); !isPass {
			shown := *flag
			shown.Hidden = flag.Hidden && !all
			own.AddFlag(&shown)
		}
	})
	fmt.Fprint(t.stdout, own.FlagUsages())
	if all {
		fmt.Fprintln(t.stdout, "\npasses (--help PASS tells more of one):")
		t.listPasses()
		return
	}
	fmt.Fprintf(t.stdout, "\n%s --list-passes shows the passes, --help PASS one of them, --help-hidden all flags.\n", name)
}

func (t *tool) listPasses() {
	for name := range t.reg.Passes.Names() {
		fmt.Fprintf(t.stdout, "  --%-28s %s\n", name, pass.InfoOf(t.reg.Passes.New(name)).Summary)
	}
}

// dialectEntry is a dialect in --show-dialects=json.
type dialectEntry struct {
	Name    string    `json:"name"`
	Summary string    `json:"summary"`
	Ops     []opEntry `json:"ops"`
	Types   []string  `json:"types,omitempty"`
	Attrs   []string  `json:"attributes,omitempty"`
}

type opEntry struct {
	Name    string `json:"name"`
	Summary string `json:"summary"`
}

func (t *tool) dialectList() []*dialectEntry {
	var list []*dialectEntry
	byName := map[string]*dialectEntry{}
	for _, d := range t.reg.Dialects.Dialects() {
		e := &dialectEntry{Name: d.Name, Summary: d.Summary, Ops: []opEntry{}}
		list, byName[d.Name] = append(list, e), e
	}
	for _, def := range t.reg.Dialects.Ops() {
		if e := byName[def.Name().Dialect()]; e != nil {
			e.Ops = append(e.Ops, opEntry{def.Name().String(), def.Summary})
		}
	}
	for _, e := range list {
		e.Types = ofDialect(t.reg.Dialects.TypeNames(), e.Name)
		e.Attrs = ofDialect(t.reg.Dialects.AttrNames(), e.Name)
	}
	return list
}

// ofDialect keeps the names `dialect.…`.
func ofDialect(names []string, dialect string) []string {
	var own []string
	for _, n := range names {
		if strings.HasPrefix(n, dialect+".") {
			own = append(own, n)
		}
	}
	return own
}

func (t *tool) writeJSON(v any) int {
	enc := json.NewEncoder(t.stdout)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		fmt.Fprintf(t.stderr, "error: %v\n", err)
		return Failed
	}
	return Done
}

func (t *tool) helpPass(name string) int {
	entry := t.reg.Passes.New(name)
	if entry == nil {
		fmt.Fprintf(t.stderr, "error: unknown pass '%s'\n", name)
		if near, ok := diag.Nearest(name, t.reg.Passes.Names()); ok {
			fmt.Fprintf(t.stderr, "hint: did you mean '%s'?\n", near)
		} else {
			fmt.Fprintf(t.stderr, "hint: %s --list-passes shows the passes\n", t.reg.name())
		}
		return Usage
	}
	info := pass.InfoOf(entry)
	fmt.Fprintf(t.stdout, "--%s: %s\n", info.Name, info.Summary)
	if info.Description != "" {
		fmt.Fprintf(t.stdout, "\n%s\n", info.Description)
	}
	if info.Anchor != nil {
		fmt.Fprintf(t.stdout, "\nruns on: %s\n", info.Anchor)
	}
	if info.SymbolTable {
		fmt.Fprintln(t.stdout, "\nruns on: symbol tables")
	}
	if len(info.Dialects) > 0 {
		fmt.Fprintf(t.stdout, "\nmakes ops of: %s\n", strings.Join(info.Dialects, ", "))
	}
	helpOptions(t.stdout, pass.Options(entry))
	if p, ok := entry.(pass.Pass); ok {
		for i, s := range pass.Statistics(p) {
			if i == 0 {
				fmt.Fprintln(t.stdout, "\nstatistics:")
			}
			fmt.Fprintf(t.stdout, "  %s  %s\n", s.Name, s.Help)
		}
	}
	return Done
}

func helpOptions(w io.Writer, options []pass.Option) {
	if len(options) > 0 {
		fmt.Fprintln(w, "\noptions:")
	}
	width := 0
	for _, o := range options {
		width = max(width, len(o.Name)+len(o.Kind)+3)
	}
	for _, o := range options {
		fmt.Fprintf(w, "  %-*s  %s (default %s)\n", width, o.Name+"=<"+o.Kind+">", o.Help, orNone(o.Default))
	}
}

func orNone(s string) string {
	if slices.Contains([]string{"", "[]"}, s) {
		return "none"
	}
	return s
}
