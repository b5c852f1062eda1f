package tt

import (
	"testing"

	"tawa/asm"
	"tawa/ir"
)

// TestForms makes sure that each op has a form: a format that compiles, code, or
// none, where Triton prints the generic form.
func TestForms(t *testing.T) {
	generic := map[*ir.OpName]bool{Reduce: true, Scan: true, MapElementwise: true}
	r := ir.NewRegistry()
	Register(r)
	for _, def := range r.Ops() {
		if def.Name().Dialect() != "tt" {
			continue
		}
		switch {
		case def.Format != "":
			asm.Of(def)
		case def.Print == nil && !generic[def.Name()]:
			t.Errorf("%s has no form", def.Name())
		}
	}
}
