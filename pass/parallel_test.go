package pass_test

import (
	"fmt"
	"strings"
	"testing"

	"tawa/diag"
	"tawa/ir"
	"tawa/pass"
)

var isolated = ir.Op("test.isolated")

// chatty says what it runs on, and fails on one op.
type chatty struct{ fails, panics string }

func (*chatty) Info() pass.Info { return pass.Info{Name: "chatty", Anchor: isolated} }

func (c *chatty) Run(op *ir.Operation, st *pass.State) bool {
	name := op.StrAttr("name")
	st.Remarkf(op, "%s has %d ops", name, op.Size())
	if name == c.panics {
		panic(name)
	}
	return name != c.fails
}

// TestNestedPipelinesInParallel holds what a parallel run reports against a serial run: the same diagnostics in the
// same order, up to the first op that fails.
func TestNestedPipelinesInParallel(t *testing.T) {
	for _, fails := range []int{-1, 0, 41, 99} {
		var got [2]string
		for i, threads := range []int{1, 4} {
			top := manyIsolated(threads)
			sink := &diag.Sink{}
			m := pass.NewManager(module)
			m.Add(&chatty{fails: fmt.Sprintf("f%d", fails)})
			if ok := m.Run(top, sink); ok != (fails < 0) {
				t.Errorf("threads %d, failing %d: ok is %v", threads, fails, ok)
			}
			for _, d := range sink.All() {
				got[i] += d.Message + "\n"
			}
		}
		if got[0] != got[1] {
			t.Errorf("failing %d: serial run says\n%s\nparallel run says\n%s", fails, got[0], got[1])
		}
		want := 100
		if fails >= 0 {
			want = fails + 2 // remarks of those up to the failing one, and its error
		}
		if n := strings.Count(got[0], "\n"); n != want {
			t.Errorf("failing %d: %d messages, want %d", fails, n, want)
		}
	}
}

// TestPanicInParallel: what was said before the first op that panics is kept, and the panic goes on; one behind a failure did
// not happen.
func TestPanicInParallel(t *testing.T) {
	for _, threads := range []int{1, 4} {
		for _, fails := range []string{"", "f20", "f60"} {
			sink := &diag.Sink{}
			m := pass.NewManager(module)
			m.Add(&chatty{fails: fails, panics: "f40"})
			panicked := func() (value any) {
				defer func() { value = recover() }()
				m.Run(manyIsolated(threads), sink)
				return nil
			}()
			wantPanic, wantMessages := fails != "f20", 41
			if !wantPanic {
				wantMessages = 22
			}
			if (panicked != nil) != wantPanic || len(sink.All()) != wantMessages {
				t.Errorf("threads %d, failing %q: panic %v, %d messages, want %d", threads, fails, panicked, len(sink.All()), wantMessages)
			}
		}
	}
}

// manyIsolated makes a module of 100 isolated ops of 30 and more ops.
func manyIsolated(threads int) *ir.Operation {
	r := ir.NewRegistry()
	r.Define(module, ir.OpDef{Regions: []ir.RegionDef{{Name: "body"}}, Traits: ir.NoTerminator})
	r.Define(isolated, ir.OpDef{Regions: []ir.RegionDef{{Name: "body"}}, Traits: ir.NoTerminator | ir.IsolatedFromAbove})
	ctx := ir.NewContext(r)
	ctx.Threads = threads
	top := ir.Create(ctx, &ir.OperationState{Name: module})
	b := ir.AtEnd(ctx, top.Region(0).Entry(), ir.Location{})
	for i := range 100 {
		f := b.Create(isolated, nil, []ir.Type{}, ir.A("name", ctx.Str(fmt.Sprintf("f%d", i))))
		inside := ir.AtEnd(ctx, f.Region(0).Entry(), ir.Location{})
		for range 30 + i%7 {
			inside.Create(module, nil, []ir.Type{})
		}
	}
	return top
}
