package driver

import (
	"tawa/diag"
	"tawa/ir"
	"tawa/printer"
	"tawa/target/nvptx"
)

// write adds the program, in the form that --emit asks for, to the output.
func (t *tool) write(module *ir.Operation, sink *diag.Sink, out *output) bool {
	if t.noOutput {
		return true
	}
	if t.emit == "mlir" {
		opts := t.printOptions()
		if t.trustInput {
			opts = t.optionsFor(module)
		}
		if err := printer.Print(out.program(sink), module, opts); err != nil {
			out.err = err
		}
		return true
	}
	code, ok := nvptx.Lower(module, sink)
	if !ok {
		return false
	}
	if t.metadata != "" {
		out.files = append(out.files, sideFile{t.metadata, code.Metadata.JSON()})
	}
	text := code.LLVM
	var err error
	if t.emit != "llvm" {
		if text, err = nvptx.CompilePTX(text, t.target); err != nil {
			sink.Errorf(module.Span(), "%v", err)
			return false
		}
	}
	if t.emit == "cubin" {
		if text, _, err = nvptx.Assemble(text, t.target); err != nil {
			sink.Errorf(module.Span(), "%v", err)
			return false
		}
	}
	out.Write(text)
	return true
}
