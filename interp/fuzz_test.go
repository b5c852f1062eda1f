package interp_test

import (
	"os"
	"path/filepath"
	"testing"

	"tawa/diag"
	"tawa/dialects/tt"
	"tawa/interp"
	"tawa/ir"
	"tawa/ir/verify"
	"tawa/parser"
)

// FuzzRun runs whatever verifies: a program may be wrong, the interpreter must say
// so and not fail itself.
func FuzzRun(f *testing.F) {
	for _, pattern := range []string{"../driver/testdata/kernels/*.mlir", "testdata/*.mlir"} {
		files, _ := filepath.Glob(pattern)
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var sink diag.Sink
		module, ok := parser.Parse(newContext(), diag.NewFile("fuzz.mlir", text), &sink)
		if !ok || !verify.Verify(module, &sink) {
			return
		}
		kernel, err := interp.Entry(module, "")
		if err != nil {
			return
		}
		var mem interp.Memory
		args, ok := invent(&mem, kernel)
		if !ok {
			return
		}
		for _, order := range []interp.Order{interp.Random, interp.ProducerFirst} {
			interp.Run(module, interp.Config{Memory: &mem, Args: args, Order: order, Limit: 400}, &sink)
		}
	})
}

// invent makes arguments of the types that a kernel wants.
func invent(mem *interp.Memory, kernel *ir.Operation) (args []interp.Arg, ok bool) {
	for _, p := range interp.Params(kernel) {
		switch t := p.Type.(type) {
		case *tt.DescType:
			shape := make([]int64, len(t.Block.Shape))
			for i := range shape {
				shape[i] = 32
			}
			if !interp.HasSize(t.Tensor().Elem) {
				return nil, false
			}
			args = append(args, interp.Descriptor(mem.Alloc(p.Name, t.Tensor().Elem, shape...)))
		case *tt.PtrType:
			if !interp.HasSize(t.Pointee) {
				return nil, false
			}
			args = append(args, interp.Pointer(mem.Alloc(p.Name, t.Pointee, 64)))
		case *ir.FloatType:
			args = append(args, interp.Float(0.5))
		default:
			args = append(args, interp.Int(48))
		}
	}
	return args, true
}
