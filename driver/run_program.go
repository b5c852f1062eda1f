package driver

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"tawa/diag"
	"tawa/dialects/builtin"
	"tawa/dialects/nvgpu"
	"tawa/dialects/tt"
	"tawa/interp"
	"tawa/ir"
	"tawa/ir/verify"
	"tawa/parser"
	"tawa/pass"
	"tawa/ptx"
	"tawa/target/nvptx"
)

// Program is a kernel in the form that an executor takes.
type Program struct {
	Path     string
	Module   *ir.Operation  // what was read; nil where compiled code was
	Code     []byte         // PTX or a cubin, for executors that do not run IR
	Metadata nvptx.Metadata // of the code

	kernel *ir.Operation // in the module
	parsed *ptx.Module   // the code, once the emulator has read it
}

// Name is the kernel's.
func (p *Program) Name() string {
	if p.kernel != nil {
		return ir.SymbolName(p.kernel)
	}
	return p.Metadata.Name
}

// accepts says what is wrong with the arguments. Those of compiled code are checked when it is launched.
func (p *Program) accepts(d *Data) error {
	if p.kernel == nil {
		return nil
	}
	if err := interp.Check(p.kernel, d.args); err != nil {
		return fmt.Errorf("%w\nnote: @%s takes %s", err, p.Name(), interp.Signature(p.kernel))
	}
	return nil
}

// extended says whether shape and strides follow on descriptor argument i, as they do in what Triton prints.
func (p *Program) extended(i int) bool {
	return p.kernel == nil || interp.Params(p.kernel)[i].Count > 1
}

// compiled says that a file holds what a GPU runs, not IR.
func compiled(path string) bool {
	ext := filepath.Ext(path)
	return ext == ".ptx" || ext == ".cubin"
}

// load reads a program, and compiles it if the executor needs that.
func (r *runner) load(path string, way Executor) (*Program, error) {
	switch {
	case !compiled(path):
		return r.loadIR(path, way.Form())
	case way.Form() == IR, way.Form() == PTX && filepath.Ext(path) == ".cubin":
		return nil, usage{fmt.Errorf("%s can't run %s: it takes IR%s", way.Name(), path, map[Form]string{PTX: " or PTX"}[way.Form()])}
	case r.metadata == "":
		return nil, usage{fmt.Errorf("%s needs --metadata=FILE", path)}
	}
	p := &Program{Path: path}
	var err error
	if p.Code, err = os.ReadFile(path); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(r.metadata)
	if err == nil {
		err = json.Unmarshal(text, &p.Metadata)
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", r.metadata, err)
	case p.Metadata.Name == "" || p.Metadata.NumWarps < 1:
		return nil, fmt.Errorf("%s: no launch metadata: name and num_warps are missing", r.metadata)
	}
	return p, nil
}

func (r *runner) loadIR(path string, form Form) (*Program, error) {
	r.input = path
	file, err := r.readInput()
	if err != nil {
		return nil, err
	}
	var sink diag.Sink
	defer func() { r.report(&sink) }()
	p := &Program{Path: path}
	if p.Module = r.read(file, &sink); p.Module == nil {
		return nil, reported{errors.New("the input is wrong")}
	}
	if p.kernel, err = interp.Entry(p.Module, r.kernel); err != nil {
		return nil, usage{err}
	}
	if form != IR && !r.compile(p, r.read(file, &sink), form, &sink) {
		return nil, reported{errors.New("the compilation failed")}
	}
	return p, nil
}

// read parses and verifies; it returns nil where that fails.
func (r *runner) read(file *diag.File, sink *diag.Sink) *ir.Operation {
	module, ok := parser.Parse(r.ctx, file, sink)
	if !ok || !verify.Verify(module, sink) {
		return nil
	}
	return module
}

// compile makes the code of a module, which it uses up.
func (r *runner) compile(p *Program, module *ir.Operation, form Form, sink *diag.Sink) bool {
	pipeline := pass.Configure(r.reg.Passes, "tawa-compile", r.options, sink)
	if pipeline == nil || module == nil {
		return false
	}
	keepOnly(module, p.Name())
	m := pass.NewManager(moduleName)
	m.AddEntry(r.reg.Passes, pipeline)
	if !m.Run(module, sink) {
		return false
	}
	code, ok := nvptx.Lower(module, sink)
	if !ok {
		return false
	}
	const target = "sm_90a"
	p.Metadata = code.Metadata
	var err error
	p.Code, err = nvptx.CompilePTX(code.LLVM, target)
	if err == nil && form == Cubin {
		p.Code, _, err = nvptx.Assemble(p.Code, target)
	}
	if err != nil {
		sink.Errorf(p.Module.Span(), "%v", err)
	}
	return err == nil
}

// keepOnly erases the other kernels of a module, since one is compiled at a time; what a kernel may call stays.
func keepOnly(module *ir.Operation, name string) {
	for b := range module.Region(0).Blocks() {
		for op := range b.Ops() {
			if op.Has(ir.FunctionLike) && ir.SymbolName(op) != name && op.StrAttr(builtin.VisibilityAttr) != "private" {
				op.Erase()
			}
		}
	}
}

// dotKind is the narrowest kind of operands among a program's dots.
type dotKind int

const (
	noDot   dotKind = iota // or none that is known of: a cubin tells nothing
	wideDot                // 16 bits or more
	byteDot                // floats of 8 bits
)

func (p *Program) dot() dotKind {
	kind := noDot
	if p.Module == nil {
		for _, mnemonic := range []string{"wgmma.mma_async", "mma.sync"} {
			if bytes.Contains(p.Code, []byte(mnemonic)) {
				kind = max(kind, wideDot)
			}
			for _, elem := range []string{"e4m3", "e5m2"} {
				if i := bytes.Index(p.Code, []byte("."+elem)); kind > noDot && i >= 0 {
					kind = byteDot
				}
			}
		}
		return kind
	}
	p.Module.Walk(func(op *ir.Operation) bool {
		if op.Name() == tt.Dot || op.Name() == tt.DotScaled || op.Name() == nvgpu.DotIssue {
			kind = max(kind, wideDot)
			if ir.BitWidth(ir.ElementType(op.Operand(0).Type())) == 8 {
				kind = byteDot
			}
		}
		return true
	})
	return kind
}
