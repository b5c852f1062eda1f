package ttg

import (
	"fmt"
	"slices"

	"tawa/dialects/builtin"
	"tawa/ir"
)

// Attributes of ttg.warp_specialize that passes use.
const (
	PartitionNumWarpsAttr  = "partitionNumWarps"
	RequestedRegistersAttr = "requestedRegisters"
)

// Attributes of the module.
const (
	NumWarpsAttr       = "ttg.num-warps"
	NumCTAsAttr        = "ttg.num-ctas"
	ThreadsPerWarpAttr = "ttg.threads-per-warp"
	TargetAttr         = "ttg.target"
)

const (
	defaultNumWarps       = 4
	defaultThreadsPerWarp = 32
)

// parseWarpSpecialize takes
//
//	(%a, %b) attributes {…}
//	default {…}
//	partition0(%x: T, %y: U) num_warps(4) {…}
//	… : (T, U) -> V
func parseWarpSpecialize(p ir.AsmParser, st *ir.OperationState) bool {
	c := p.Context()
	if !p.Punct("(") {
		return false
	}
	captures, ok := p.Operands()
	if !ok || !p.Punct(")") || !p.AttrDict(st, true) {
		return false
	}
	if !p.Keyword("default") || !p.Region(st.NewRegion(), nil) {
		return false
	}
	partitions := &ir.OperationState{Name: WarpSpecializePartitions, Loc: ir.LocationAt(p.Span())}
	var numWarps []int64
	for i := 0; p.OptionalKeyword(fmt.Sprintf("partition%d", i)); i++ {
		n, ok := parsePartition(p, partitions.NewRegion())
		if !ok {
			return false
		}
		numWarps = append(numWarps, n)
	}
	holder := st.NewRegion()
	holder.Entry().Append(ir.Create(c, partitions))
	st.AddAttr(PartitionNumWarpsAttr, c.I32Array(numWarps...))
	if !p.Punct(":") {
		return false
	}
	span := p.Span()
	t, ok := p.FunctionType()
	if !ok {
		return false
	}
	st.Results = t.Results
	return p.ResolveAll(captures, t.Inputs, span, st)
}

func parsePartition(p ir.AsmParser, r *ir.Region) (numWarps int64, ok bool) {
	var args []ir.Argument
	argument := func() bool {
		a, ok := p.Argument(true, false)
		args = append(args, a)
		return ok
	}
	if !p.List("(", ")", argument) || !p.Keyword("num_warps") || !p.Punct("(") {
		return 0, false
	}
	if numWarps, ok = p.Integer(); !ok || !p.Punct(")") {
		return 0, false
	}
	return numWarps, p.Region(r, args)
}

func printWarpSpecialize(op *ir.Operation, p ir.AsmPrinter) {
	p.Str("(")
	p.Operands(op.Operands())
	p.Str(")")
	p.AttrDict(op, true, PartitionNumWarpsAttr)
	p.Newline()
	p.Str("default")
	p.Region(DefaultRegion(op), false, true)
	numWarps := PartitionNumWarps(op)
	for i, r := range Partitions(op) {
		p.Newline()
		p.Str(fmt.Sprintf("partition%d(", i))
		ir.PrintList(p, r.Entry().Args(), func(a *ir.Value) { p.Argument(a, nil) })
		p.Str(fmt.Sprintf(") num_warps(%d)", numWarps[i]))
		p.Region(r, false, true)
	}
	p.Str(" : (")
	p.Types(op.Operands())
	p.Str(") -> ")
	ir.PrintResultTypes(p, op.ResultTypes())
}

// DefaultRegion returns the region of ttg.warp_specialize that the warps around it run.
func DefaultRegion(op *ir.Operation) *ir.Region { return op.Region(0) }

// Partitions returns the regions that run on warps of their own.
func Partitions(op *ir.Operation) []*ir.Region {
	if holder := holderOf(op); holder != nil {
		return holder.Regions()
	}
	return nil
}

func holderOf(op *ir.Operation) *ir.Operation {
	if b := op.Region(1).First(); b != nil && b.First() != nil && b.First().Is(WarpSpecializePartitions) {
		return b.First()
	}
	return nil
}

// PartitionNumWarps returns the number of warps of each partition.
func PartitionNumWarps(op *ir.Operation) []int64 { return op.Ints(PartitionNumWarpsAttr) }

// BuildWarpSpecialize makes a ttg.warp_specialize with an empty default region and a
// partition for each of numWarps, whose entry blocks have one argument for each
// capture, of its name. The caller fills the regions, terminators included.
func BuildWarpSpecialize(b *ir.Builder, captures []*ir.Value, results []ir.Type, numWarps []int64) *ir.Operation {
	c := b.Context()
	holder := &ir.OperationState{Name: WarpSpecializePartitions, Loc: b.Loc}
	for range numWarps {
		entry := holder.NewRegion().Entry()
		for _, v := range captures {
			addArgument(entry, v)
		}
	}
	if results == nil {
		results = []ir.Type{}
	}
	st := &ir.OperationState{
		Name: WarpSpecialize, Loc: b.Loc, Operands: captures, Results: results,
		Attrs: []ir.NamedAttr{ir.A(PartitionNumWarpsAttr, c.I32Array(numWarps...))},
	}
	st.NewRegion().Entry()
	st.NewRegion().Entry().Append(ir.Create(c, holder))
	return b.CreateState(st)
}

func addArgument(entry *ir.Block, captured *ir.Value) *ir.Value {
	arg := entry.AddArg(captured.Type(), captured.Loc())
	arg.SetName(captured.Name())
	return arg
}

// TraceCapture returns the value that the argument of a partition stands for, and any other value itself.
func TraceCapture(v *ir.Value) *ir.Value {
	for v.IsArg() {
		holder := v.ArgBlock().Parent()
		if holder == nil || !holder.Is(WarpSpecializePartitions) || v.ArgBlock().Prev() != nil || holder.Parent() == nil {
			return v
		}
		v = holder.Parent().Operand(v.Index())
	}
	return v
}

// AddCapture captures one more value and returns the arguments that stand for it, one for each partition.
func AddCapture(op *ir.Operation, v *ir.Value) []*ir.Value {
	op.AppendOperand(v)
	var args []*ir.Value
	for _, r := range Partitions(op) {
		args = append(args, addArgument(r.Entry(), v))
	}
	return args
}

// AddPartition adds a partition of so many warps, with an empty block that has the captures as arguments.
func AddPartition(op *ir.Operation, numWarps int64) *ir.Region {
	c, old := op.Context(), holderOf(op)
	st := &ir.OperationState{Name: WarpSpecializePartitions, Loc: old.Loc}
	for range old.NumRegions() + 1 {
		st.NewRegion()
	}
	holder := ir.Before(old).CreateState(st)
	for i, r := range old.Regions() {
		holder.Region(i).TakeBlocks(r)
	}
	old.Erase()
	region := holder.Region(holder.NumRegions() - 1)
	for _, v := range op.Operands() {
		addArgument(region.Entry(), v)
	}
	op.SetAttr(PartitionNumWarpsAttr, c.I32Array(append(PartitionNumWarps(op), numWarps)...))
	return region
}

// RemoveCapture removes capture i, whose arguments must be unused.
func RemoveCapture(op *ir.Operation, i int) {
	for _, r := range Partitions(op) {
		r.Entry().EraseArg(i)
	}
	op.SetOperands(slices.Delete(op.Operands(), i, i+1))
}

// NumWarps returns the number of warps that run op: those of the partition around it,
// else those that the module says, else four.
func NumWarps(op *ir.Operation) int64 {
	if n, ok := declaredNumWarps(op); ok {
		return n
	}
	return defaultNumWarps
}

func declaredNumWarps(op *ir.Operation) (int64, bool) {
	for at := op; at != nil; at = at.Parent() {
		if p := at.Parent(); p != nil && p.Is(WarpSpecializePartitions) && p.Parent() != nil {
			i, counts := at.Block().Region().Index(), PartitionNumWarps(p.Parent())
			if i < len(counts) {
				return counts[i], true
			}
		}
		if n, ok := at.IntAttr(NumWarpsAttr); ok {
			return n, true
		}
	}
	return 0, false
}

// NumCTAs returns the CTAs of a cluster that the module says, else one.
func NumCTAs(op *ir.Operation) int64 {
	if n, ok := declaredNumCTAs(op); ok {
		return n
	}
	return 1
}

func declaredNumCTAs(op *ir.Operation) (int64, bool) { return Declared(op, NumCTAsAttr) }

// Declared returns the number that op, or the nearest op around it, has as an attribute; most are the module's.
func Declared(op *ir.Operation, attr string) (n int64, ok bool) {
	for ; op != nil && !ok; op = op.Parent() {
		n, ok = op.IntAttr(attr)
	}
	return n, ok
}

// ThreadsPerWarp returns the threads of a warp that the module says, else 32.
func ThreadsPerWarp(op *ir.Operation) int64 {
	if n, ok := Declared(op, ThreadsPerWarpAttr); ok {
		return n
	}
	return defaultThreadsPerWarp
}

// outsideOfAnother reports whether a ttg.warp_specialize may be inlined into a region: it may not be in another one.
func outsideOfAnother(_ *ir.Operation, into *ir.Region) bool {
	owner := into.Owner()
	return !owner.Is(WarpSpecialize, WarpSpecializePartitions) && owner.ParentOf(WarpSpecialize) == nil
}

func verifyWarpSpecialize(op *ir.Operation, r ir.Reporter) bool {
	holder := holderOf(op)
	if holder == nil || op.Region(1).First().Last() != holder || !op.Region(1).OneBlock() {
		return r.Errorf("requires a second region that holds '%s' and nothing else", WarpSpecializePartitions)
	}
	if op.ParentOf(WarpSpecialize) != nil {
		return r.Errorf("can't be inside another one")
	}
	counts := PartitionNumWarps(op)
	if len(counts) != holder.NumRegions() {
		return r.Errorf("has %d partitions, but the numbers of warps of %d", holder.NumRegions(), len(counts))
	}
	for i, n := range counts {
		if !powerOfTwo(n) {
			return r.Errorf("partition #%d must have a power of two of warps, but has %d", i, n)
		}
	}
	for _, name := range []string{RequestedRegistersAttr, "warpGroupStartIds"} {
		if a := op.Attr(name); a != nil && len(op.Ints(name)) != len(counts) {
			return r.Errorf("%s must have one number for each of %d partitions, but has %d", name, len(counts), len(op.Ints(name)))
		}
	}
	for i, region := range holder.Regions() {
		if !verifyPartition(op, r, i, region) {
			return false
		}
	}
	return verifyDefault(op, r)
}

func verifyPartition(op *ir.Operation, r ir.Reporter, i int, region *ir.Region) bool {
	if region.Empty() {
		return true // the partitions' own verifier says so
	}
	args := region.First().Args()
	if len(args) != op.NumOperands() {
		return r.Errorf("partition #%d has %d arguments, but there are %d captures", i, len(args), op.NumOperands())
	}
	for j, a := range args {
		if t := op.Operand(j).Type(); a.Type() != t {
			return r.Errorf("argument #%d of partition #%d must be of the type of the capture, '%s', but is of '%s'",
				j, i, ir.TypeString(t), ir.TypeString(a.Type()))
		}
	}
	return true
}

func verifyDefault(op *ir.Operation, r ir.Reporter) bool {
	if DefaultRegion(op).Empty() {
		return r.Errorf("requires a default region that is not empty")
	}
	return true
}

func verifyPartitions(op *ir.Operation, r ir.Reporter) bool {
	for i, region := range op.Regions() {
		if region.Empty() {
			return r.Errorf("partition #%d is empty", i)
		}
	}
	return true
}

// verifyYield checks what the default region yields.
func verifyYield(op *ir.Operation, r ir.Reporter) bool {
	results := op.Parent().Results()
	if !slices.EqualFunc(op.Operands(), results, func(a, b *ir.Value) bool { return a.Type() == b.Type() }) {
		return r.Errorf("must yield the results of '%s', (%s)", WarpSpecialize, ir.TypeStrings(op.Parent().ResultTypes()))
	}
	return true
}

func attachInterfaces(r *ir.Registry) {
	ir.Attach[builtin.RegionFlow](r, WarpSpecialize, builtin.RegionBranch, specializeFlow{})
	ir.Attach[builtin.RegionFlow](r, WarpSpecializePartitions, builtin.RegionBranch, partitionFlow{})
	ir.Attach[builtin.Allocator](r, LocalAlloc, builtin.Allocation, builtin.Allocates{})
	for _, n := range []*ir.OpName{MemDescIndex, MemDescSubslice, MemDescTrans, MemDescReshape, MemDescReinterpret} {
		ir.Attach(r, n, builtin.ViewLike, builtin.ViewOf(0))
	}
}

// specializeFlow: all regions are entered from the op; the default one leaves it with the results.
type specializeFlow struct{}

func (specializeFlow) Edges(op *ir.Operation) []builtin.RegionEdge {
	edges := []builtin.RegionEdge{{Point: op, To: 0}, {Point: op, To: 1}}
	for b := range DefaultRegion(op).Blocks() {
		if end := b.Terminator(); end != nil && end.Is(WarpYield) {
			edges = append(edges, builtin.RegionEdge{Point: end, To: builtin.Outside, Operands: end.Operands(), Inputs: op.Results()})
		}
	}
	return edges
}

// partitionFlow hands the captures to the arguments of the partitions.
type partitionFlow struct{}

func (partitionFlow) Edges(op *ir.Operation) []builtin.RegionEdge {
	var edges []builtin.RegionEdge
	for i, r := range op.Regions() {
		if parent := op.Parent(); parent != nil && !r.Empty() {
			edges = append(edges, builtin.RegionEdge{Point: op, To: i, Operands: parent.Operands(), Inputs: r.First().Args()})
		}
	}
	return edges
}

// warpSpecializePatterns drop captures that no partition uses, captures given twice and
// results that nothing uses.
func warpSpecializePatterns() []ir.Pattern {
	return []ir.Pattern{
		{Name: "unused-captures", Root: WarpSpecialize, Match: func(op *ir.Operation, r ir.Rewriter) bool {
			for i := range op.NumOperands() {
				unused := true
				for _, region := range Partitions(op) {
					unused = unused && region.Entry().Arg(i).Unused()
				}
				if unused {
					r.Modify(op, func() { RemoveCapture(op, i) })
					return true
				}
			}
			return false
		}},
		{Name: "repeated-captures", Root: WarpSpecialize, Match: func(op *ir.Operation, r ir.Rewriter) bool {
			for i, v := range op.Operands() {
				first := slices.Index(op.Operands(), v)
				if first == i {
					continue
				}
				for _, region := range Partitions(op) {
					r.ReplaceUses(region.Entry().Arg(i), region.Entry().Arg(first))
				}
				r.Modify(op, func() { RemoveCapture(op, i) })
				return true
			}
			return false
		}},
		{Name: "unused-results", Root: WarpSpecialize, Match: dropUnusedResults},
	}
}

func dropUnusedResults(op *ir.Operation, r ir.Rewriter) bool {
	used := func(vs []*ir.Value) []*ir.Value { // those that belong to used results
		var out []*ir.Value
		for i, v := range vs {
			if !op.Result(i).Unused() {
				out = append(out, v)
			}
		}
		return out
	}
	kept := used(op.Results())
	if len(kept) == op.NumResults() {
		return false
	}
	st := &ir.OperationState{
		Name: WarpSpecialize, Loc: op.Loc, Operands: op.Operands(), Results: []ir.Type{},
		Attrs: append(op.Inherent(), op.Discardable()...),
	}
	for _, v := range kept {
		st.Results = append(st.Results, v.Type())
	}
	for b := range DefaultRegion(op).Blocks() {
		if end := b.Terminator(); end != nil && end.Is(WarpYield) {
			r.Modify(end, func() { end.SetOperands(used(end.Operands())) })
		}
	}
	for _, region := range op.Regions() {
		st.NewRegion().TakeBlocks(region)
	}
	fresh := r.Builder().CreateState(st)
	values, next := make([]*ir.Value, op.NumResults()), 0
	for i, v := range op.Results() {
		if values[i] = v; !v.Unused() {
			values[i] = fresh.Result(next)
			next++
		}
	}
	r.Replace(op, values...)
	return true
}
