// Package lsp is `tawa-opt lsp`: a server of the Language Server Protocol for MLIR text, with the dialects and passes of
// the tool that it is in.
//
// A document is a snapshot per version, cut at the lines that begin with `// -----` into programs, each of which is
// parsed with an index (parser.Index) of what its names stand for, and verified. Everything that the server answers is
// read from that: diagnostics, hover, definitions, references, symbols, completion, renaming, inlay hints. Formatting
// and running a pass print a program, parse what was printed with an index of its own, and so know which text became
// which.
//
// Messages travel by sourcegraph/jsonrpc2; the protocol's types and the decoding of parameters are tliron/glsp's.
package lsp

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/spf13/pflag"

	"tawa/ir"
	"tawa/pass"
	"tawa/tools/doc"
)

// Tool is the program that the server is in.
type Tool struct {
	Name, Version string
	Dialects      *ir.Registry
	Passes        *pass.Registry

	log       io.Writer
	reference func() *doc.Reference
}

const usage = `usage: tawa-opt lsp [--allow-unregistered-dialect]

A language server for MLIR text: an editor starts it and speaks to it over standard input and
output, by the Language Server Protocol. docs/editor.md says how editors are set up.

`

// Main is `tawa-opt lsp` on the arguments that follow the word; it returns the exit status: 0 after the editor has said
// goodbye, 1 if it was cut off, 2 for a wrong command line.
func Main(tool Tool, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	f := pflag.NewFlagSet("lsp", pflag.ContinueOnError)
	f.SetOutput(io.Discard)
	unregistered := f.Bool("allow-unregistered-dialect", false, "ops of dialects that are not registered are no errors")
	f.Bool("stdio", true, "said by editors; there is no other way")
	f.MarkHidden("stdio")
	err := f.Parse(args)
	if errors.Is(err, pflag.ErrHelp) {
		fmt.Fprint(stdout, strings.ReplaceAll(usage, "tawa-opt", tool.Name)+f.FlagUsages())
		return 0
	}
	if err == nil && f.NArg() > 0 {
		err = fmt.Errorf("lsp takes no arguments: '%s'", f.Arg(0))
	}
	if err != nil {
		fmt.Fprintf(stderr, "error: %v\nhint: %s lsp --help\n", err, tool.Name)
		return 2
	}
	tool.log = &lockedWriter{w: stderr}
	tool.reference = sync.OnceValue(func() *doc.Reference { return doc.Of(tool.Dialects, tool.Passes) })
	return serve(&config{Tool: tool, allowUnregistered: *unregistered}, stdin, stdout)
}

// lockedWriter is a writer for several goroutines.
type lockedWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (l *lockedWriter) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(b)
}
