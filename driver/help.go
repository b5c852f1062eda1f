package driver

import (
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"tawa/diag"
	"tawa/pass"
)

// helpFlags are the flags that print something and end the run.
type helpFlags struct {
	help, version, listPasses, showDialects bool
}

func (h *helpFlags) add(f *pflag.FlagSet) {
	f.BoolVarP(&h.help, "help", "h", false, "this text; with the name of a pass, that pass")
	f.BoolVar(&h.version, "version", false, "show the version")
	f.BoolVar(&h.listPasses, "list-passes", false, "list the passes")
	f.BoolVar(&h.showDialects, "show-dialects", false, "list the dialects")
}

func (h *helpFlags) asked(*pflag.FlagSet) bool {
	return h.help || h.version || h.listPasses || h.showDialects
}

func (t *tool) showHelp(f *pflag.FlagSet, h *helpFlags) int {
	switch {
	case h.version:
		fmt.Fprintln(t.stdout, Version)
	case h.listPasses:
		t.listPasses()
	case h.showDialects:
		for _, d := range t.reg.Dialects.Dialects() {
			fmt.Fprintf(t.stdout, "%-10s %s\n", d.Name, d.Summary)
		}
	case f.NArg() > 0:
		return t.helpPass(f.Arg(0))
	default:
		t.help(f)
	}
	return Done
}

func (t *tool) help(f *pflag.FlagSet) {
	fmt.Fprintf(t.stdout, "usage: %s [--PASS[='option=value …']]… [flags] [FILE|-]\n", t.reg.name())
	fmt.Fprintln(t.stdout, "\nReads MLIR text, runs the passes in the order given and writes the result.")
	fmt.Fprintf(t.stdout, "\ntools (%s TOOL --help tells more of one):\n", t.reg.name())
	for _, c := range subcommands() {
		fmt.Fprintf(t.stdout, "  %-8s %s\n", c.name, c.summary)
	}
	fmt.Fprintln(t.stdout, "\nflags:")
	own := pflag.NewFlagSet("", pflag.ContinueOnError)
	own.SortFlags = false
	f.VisitAll(func(flag *pflag.Flag) {
		if _, isPass := flag.Value.(*passFlag); !isPass {
			own.AddFlag(flag)
		}
	})
	fmt.Fprint(t.stdout, own.FlagUsages())
	fmt.Fprintln(t.stdout, "\npasses (--help PASS tells more of one):")
	t.listPasses()
}

func (t *tool) listPasses() {
	for name := range t.reg.Passes.Names() {
		fmt.Fprintf(t.stdout, "  --%-28s %s\n", name, pass.InfoOf(t.reg.Passes.New(name)).Summary)
	}
}

func (t *tool) helpPass(name string) int {
	entry := t.reg.Passes.New(name)
	if entry == nil {
		fmt.Fprintf(t.stderr, "error: unknown pass '%s'\n", name)
		if near, ok := diag.Nearest(name, t.reg.Passes.Names()); ok {
			fmt.Fprintf(t.stderr, "hint: did you mean '%s'?\n", near)
		}
		return Usage
	}
	info := pass.InfoOf(entry)
	fmt.Fprintf(t.stdout, "--%s: %s\n", info.Name, info.Summary)
	if info.Description != "" {
		fmt.Fprintf(t.stdout, "\n%s\n", info.Description)
	}
	options := pass.Options(entry)
	if len(options) > 0 {
		fmt.Fprintln(t.stdout, "\noptions:")
	}
	width := 0
	for _, o := range options {
		width = max(width, len(o.Name)+len(o.Kind)+3)
	}
	for _, o := range options {
		fmt.Fprintf(t.stdout, "  %-*s  %s (default %s)\n", width, o.Name+"=<"+o.Kind+">", o.Help, orNone(o.Default))
	}
	return Done
}

func orNone(s string) string {
	if slices.Contains([]string{"", "[]"}, s) {
		return "none"
	}
	return s
}
