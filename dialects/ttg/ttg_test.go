package ttg

import (
	"testing"

	"tawa/asm"
	"tawa/dialects/tt"
	"tawa/ir"
	"tawa/layout"
)

func newContext() *ir.Context {
	r := ir.NewRegistry()
	Register(r)
	return ir.NewContext(r)
}

func TestForms(t *testing.T) {
	generic := map[*ir.OpName]bool{Mask: true, WarpSpecializePartitions: true}
	r := ir.NewRegistry()
	Register(r)
	for _, def := range r.Ops() {
		switch {
		case def.Name().Dialect() != "ttg":
		case def.Format != "":
			asm.Of(def)
		case def.Print == nil && !generic[def.Name()]:
			t.Errorf("%s has no form", def.Name())
		}
	}
}

func blockedOf(c *ir.Context) *BlockedAttr {
	return Blocked(c, []int64{1, 2}, []int64{8, 4}, []int64{2, 2}, []int64{1, 0})
}

// TestAfter compares what each encoding says of a change with the change of its linear layout.
func TestAfter(t *testing.T) {
	c := newContext()
	blocked := blockedOf(c)
	linear := FromLinear(c, layout.Must(blocked.Linear([]int64{32, 32})))
	mma := WGMMA(c, []int64{4, 1}, 16, 16)
	encodings := []Distributed{blocked, linear, mma, DotOperand(0, mma, 2), DotOperand(1, blocked, 0), Slice(1, Blocked(c,
		[]int64{1, 2, 2}, []int64{4, 2, 4}, []int64{2, 1, 2}, []int64{2, 1, 0}))}
	from := []int64{64, 32}
	changes := []struct {
		change tt.Change
		linear func(layout.Layout) layout.Layout
	}{
		{tt.Change{Op: tt.Trans, To: []int64{32, 64}, Order: []int64{1, 0}}, func(l layout.Layout) layout.Layout { return l.Permute(1, 0) }},
		{tt.Change{Op: tt.Reshape, To: []int64{8, 256}}, func(l layout.Layout) layout.Layout { return l.Reshape(8, 256) }},
		{tt.Change{Op: tt.Join, To: []int64{64, 32, 2}}, func(l layout.Layout) layout.Layout { return join(l, 2) }},
		{tt.Change{Op: tt.Reduce, To: []int64{64}, Axis: 1}, func(l layout.Layout) layout.Layout { return layout.Must(layout.Slice(1, l)) }},
	}
	for _, enc := range encodings {
		for _, x := range changes {
			x.change.From = from
			got, err := enc.After(x.change)
			if err != nil {
				t.Errorf("%s of %s: %v", x.change.Op, ir.AttrString(enc), err)
				continue
			}
			want := x.linear(layout.Must(enc.Linear(from)))
			if l, err := ToLinear(x.change.To, got); err != nil || !l.Equal(want) {
				t.Errorf("%s of %s is\n%s, but must be\n%s (%v)", x.change.Op, ir.AttrString(enc), l, want, err)
			}
		}
	}
}

// TestBackAndForth undoes changes: what comes back must mean the same.
func TestBackAndForth(t *testing.T) {
	c := newContext()
	blocked := blockedOf(c)
	shape := []int64{64, 32}
	joined := []int64{64, 32, 2}
	for _, enc := range []Distributed{blocked, FromLinear(c, layout.Must(blocked.Linear(shape))), WGMMA(c, []int64{4, 1}, 16, 16)} {
		wide, err := enc.After(tt.Change{Op: tt.Join, From: shape, To: joined})
		if err != nil {
			t.Fatal(err)
		}
		back, err := wide.(Distributed).After(tt.Change{Op: tt.Split, From: joined, To: shape})
		if err != nil || !enc.Same(shape, back) {
			t.Errorf("split of join of %s is %s (%v)", ir.AttrString(enc), ir.AttrString(back), err)
		}
		row, _ := enc.After(tt.Change{Op: tt.Reduce, From: shape, To: []int64{64}, Axis: 1})
		again, err := row.(Distributed).After(tt.Change{Op: tt.ExpandDims, From: []int64{64}, To: []int64{64, 1}, Axis: 1})
		if err != nil || again != ir.Attribute(enc) {
			t.Errorf("expand_dims of the slice of %s is %s (%v)", ir.AttrString(enc), ir.AttrString(again), err)
		}
	}
	if _, err := blocked.After(tt.Change{Op: tt.ExpandDims, From: shape, To: joined, Axis: 0}); err == nil {
		t.Error("a blocked encoding must not be expanded")
	}
	across := []int64{32, 2}
	if _, err := blocked.After(tt.Change{Op: tt.Split, From: across, To: across[:1]}); err != nil {
		t.Errorf("both halves are in the registers of a thread: %v", err)
	}
	lanes := Blocked(c, []int64{1, 1}, []int64{16, 2}, []int64{4, 1}, []int64{1, 0})
	if _, err := lanes.After(tt.Change{Op: tt.Split, From: across, To: across[:1]}); err == nil {
		t.Error("halves in different lanes must not be split")
	}
}

func TestTransposeShared(t *testing.T) {
	c := newContext()
	shape := []int64{64, 64}
	for _, enc := range []ir.Attribute{
		SwizzledShared(c, 8, 1, 8, []int64{1, 0}), NVMMAShared(c, 128, false, 16, 2), NVMMAShared(c, 64, true, 16, 2),
		SharedLinear(c, wide2(layout.Must(layout.RowMajor(shape, []int{0, 1})).Bases(layout.Offset)), 128),
	} {
		turned, ok := TransposeShared(enc, shape, []int64{1, 0})
		if !ok {
			t.Errorf("%s was not transposed", ir.AttrString(enc))
			continue
		}
		want := layout.Must(ToLinear(shape, enc)).Permute(1, 0)
		if got := layout.Must(ToLinear(shape, turned)); !got.Equal(want) {
			t.Errorf("%s became %s", ir.AttrString(enc), ir.AttrString(turned))
		}
	}
}

func TestWarpSpecialize(t *testing.T) {
	c := newContext()
	block := ir.NewBlock()
	x := block.AddArg(c.I32(), ir.Location{})
	y := block.AddArg(c.F32(), ir.Location{})
	x.SetName("x")
	y.SetName("y")
	op := BuildWarpSpecialize(ir.AtEnd(c, block, ir.Location{}), []*ir.Value{x}, nil, []int64{4, 1})
	parts := Partitions(op)
	if len(parts) != 2 || DefaultRegion(op).First() == nil {
		t.Fatalf("%d partitions, default region %v", len(parts), DefaultRegion(op).First())
	}
	arg := parts[1].First().Arg(0)
	if arg.Name() != "x" || TraceCapture(arg) != x || TraceCapture(y) != y {
		t.Errorf("argument %q stands for %v", arg.Name(), TraceCapture(arg))
	}
	args := AddCapture(op, y)
	if len(args) != 2 || args[0].Type() != c.F32() || TraceCapture(args[0]) != y {
		t.Errorf("arguments of a new capture: %v", args)
	}
	RemoveCapture(op, 0)
	if op.NumOperands() != 1 || op.Operand(0) != y || TraceCapture(args[1]) != y || args[1].Index() != 0 {
		t.Errorf("after removal the captures are %v", op.Operands())
	}
	inner := ir.AtEnd(c, parts[1].First(), ir.Location{}).Create(WarpReturn, nil, []ir.Type{})
	if n := NumWarps(inner); n != 1 {
		t.Errorf("partition 1 runs on %d warps", n)
	}
	if n := NumWarps(op); n != defaultNumWarps {
		t.Errorf("around it are %d warps", n)
	}
}
