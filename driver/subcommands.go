package driver

import (
	"io"
	"os"

	"tawa/tools/checks"
	"tawa/tools/doc"
	"tawa/tools/lsp"
	"tawa/tools/reduce"
	"tawa/tools/views"
)

// subcommand is a tool in the binary, which the first argument names.
type subcommand struct {
	name, summary string
	run           func(reg *Registry, args []string, stdin io.Reader, stdout, stderr io.Writer) int
}

// subcommands returns them; a variable would be an initialization cycle, as some run Main.
func subcommands() []subcommand {
	return []subcommand{
		{"lsp", "serve editors by the Language Server Protocol",
			func(reg *Registry, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
				return lsp.Main(lsp.Tool{Name: reg.name(), Version: Version, Dialects: reg.Dialects, Passes: reg.Passes}, args, stdin, stdout, stderr)
			}},
		{"doc", "write the reference of dialects and passes",
			func(reg *Registry, args []string, _ io.Reader, stdout, stderr io.Writer) int {
				return doc.Main(reg.name(), reg.Dialects, reg.Passes, args, stdout, stderr)
			}},
		{"views", "write Go types for the ops of a dialect",
			func(reg *Registry, args []string, _ io.Reader, stdout, stderr io.Writer) int {
				return views.Main(reg.name(), reg.Dialects, args, stdout, stderr)
			}},
		{"checks", "write the CHECK lines of lit tests",
			func(reg *Registry, args []string, _ io.Reader, stdout, stderr io.Writer) int {
				return checks.Main(checks.Tool{Name: reg.name(), Run: reg.run}, args, stdout, stderr)
			}},
		{"reduce", "make a program smaller that shows a fault",
			func(reg *Registry, args []string, _ io.Reader, stdout, stderr io.Writer) int {
				return reduce.Main(reduce.Tool{Name: reg.name(), Dialects: reg.Dialects, Run: reg.run, Crashed: Crashed}, args, stdout, stderr)
			}},
	}
}

// subcommand runs the tool that the first argument names, unless there is a file of that name.
func (r *Registry) subcommand(args []string, stdin io.Reader, stdout, stderr io.Writer) (status int, ok bool) {
	if len(args) == 0 {
		return 0, false
	}
	for _, c := range subcommands() {
		if c.name != args[0] {
			continue
		}
		if info, err := os.Stat(args[0]); err == nil && !info.IsDir() {
			return 0, false
		}
		return c.run(r, args[1:], stdin, stdout, stderr), true
	}
	return 0, false
}

// run is Main, for tools that run it in the process.
func (r *Registry) run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return Main(r, args, stdin, stdout, stderr)
}
