package gpu

import (
	"tawa/dialects/arith"
	"tawa/dialects/builtin"
	"tawa/ir"
)

// The arguments of the body of gpu.launch, three each: numbers of the block and of the
// thread, sizes of the grid and of the block, and, if there are clusters, the number of
// the cluster and the size of it. Memory of the launch comes after them.
const (
	blockIDs = 3 * iota
	threadIDs
	gridSizes
	blockSizes
	clusterIDs
	clusterSizes
	allIDs
)

// Operands: the tokens, then sizes of the grid, the block and, if given, the cluster.
const clusterColumn = 7

func clustered(op *ir.Operation) bool { return op.OptionalOperand(clusterColumn) != nil }

// ids is the number of arguments before the memory of the launch.
func ids(op *ir.Operation) int {
	if clustered(op) {
		return allIDs
	}
	return clusterIDs
}

// triple takes `(%a, %b, %c) in (%x = %v, …)`.
func triple(p ir.AsmParser) (numbers, sizes []ir.Argument, values []ir.UnresolvedOperand, ok bool) {
	span := p.Span()
	index := p.Context().Index()
	ok = p.List("(", ")", func() bool {
		a, ok := p.Argument(false, false)
		a.Type = index
		numbers = append(numbers, a)
		return ok
	})
	ok = ok && p.Keyword("in") && p.List("(", ")", func() bool {
		a, ok := p.Argument(false, false)
		if !ok || !p.Punct("=") {
			return false
		}
		v, ok := p.Operand()
		a.Type = index
		sizes, values = append(sizes, a), append(values, v)
		return ok
	})
	if ok && (len(numbers) != 3 || len(sizes) != 3) {
		p.Errorf(span, "expected three dimensions, but there are %d and %d", len(numbers), len(sizes))
		return nil, nil, nil, false
	}
	return numbers, sizes, values, ok
}

// launched is a launch as far as it has been read.
type launched struct {
	numbers, sizes [3][]ir.Argument // of clusters, blocks, threads
	values         [3][]ir.UnresolvedOperand
	clusters       int
}

// parseLaunch takes `[async [%t]] [clusters(…) in (…)] blocks(%a, %b, %c) in (%x = %v, …) threads(…) in (…)
// [dynamic_shared_memory_size %n] [module(@m)] [function(@f)] [workgroup(…)] [private(…)] {…}`.
func parseLaunch(p ir.AsmParser, st *ir.OperationState) bool {
	c := p.Context()
	async, on, ok := parseAsync(p)
	if !ok {
		return false
	}
	if async {
		st.Results = []ir.Type{AsyncToken(c)}
	}
	var l launched
	for i, word := range []string{"clusters", "blocks", "threads"} {
		if i == 0 && !p.OptionalKeyword(word) {
			continue
		}
		if i > 0 && !p.Keyword(word) {
			return false
		}
		if i == 0 {
			l.clusters = 1
		}
		if l.numbers[i], l.sizes[i], l.values[i], ok = triple(p); !ok {
			return false
		}
	}
	return l.operands(p, st, on) && l.body(p, st)
}

func (l *launched) operands(p ir.AsmParser, st *ir.OperationState, on []ir.UnresolvedOperand) bool {
	c := p.Context()
	for _, u := range on {
		if !p.Resolve(u, AsyncToken(c), st) {
			return false
		}
	}
	for _, i := range []int{1, 2, 0} {
		for _, v := range l.values[i] {
			if !p.Resolve(v, c.Index(), st) {
				return false
			}
		}
	}
	st.SegmentSizes = []int{len(on), 1, 1, 1, 1, 1, 1, l.clusters, l.clusters, l.clusters, 0}
	if p.OptionalKeyword("dynamic_shared_memory_size") {
		n, ok := p.Operand()
		if !ok || !p.Resolve(n, c.I32(), st) {
			return false
		}
		st.SegmentSizes[10] = 1
	}
	return true
}

func (l *launched) body(p ir.AsmParser, st *ir.OperationState) bool {
	for _, name := range []string{"module", "function"} {
		if !p.OptionalKeyword(name) {
			continue
		}
		if !p.Punct("(") {
			return false
		}
		a, ok := p.Attr(nil)
		if !ok || !p.Punct(")") {
			return false
		}
		st.AddAttr(name, a)
	}
	shared, own, ok := ownMemory(p, st)
	if !ok {
		return false
	}
	var args []ir.Argument
	for _, list := range [][]ir.Argument{l.numbers[1], l.numbers[2], l.sizes[1], l.sizes[2], l.numbers[0], l.sizes[0], shared, own} {
		args = append(args, list...)
	}
	return p.Region(st.NewRegion(), args) && p.AttrDict(st, false)
}

func printLaunch(op *ir.Operation, p ir.AsmPrinter) {
	args := op.Region(0).First().Args()
	p.Str(" ")
	if async := op.NumResults() > 0; async || len(op.OperandGroup(0)) > 0 {
		printAsync(p, async, op.OperandGroup(0))
		p.Str(" ")
	}
	values := op.Operands()[len(op.OperandGroup(0)):]
	if clustered(op) {
		printTriple(p, "clusters", args[clusterIDs:], args[clusterSizes:], values[6:])
		p.Str(" ")
	}
	printTriple(p, "blocks", args[blockIDs:], args[gridSizes:], values)
	p.Str(" ")
	printTriple(p, "threads", args[threadIDs:], args[blockSizes:], values[3:])
	if n := op.OptionalOperand(10); n != nil {
		p.Str(" dynamic_shared_memory_size ")
		p.Operand(n)
	}
	for _, name := range []string{"module", "function"} {
		if a := op.Attr(name); a != nil {
			p.Str(" " + name + "(")
			p.Attr(a)
			p.Str(")")
		}
	}
	own := args[ids(op):]
	n := sharedCount(op, len(own))
	printAttributions(op, p, "workgroup", own[:n], "")
	printAttributions(op, p, "private", own[n:], "")
	p.Region(op.Region(0), false, true)
	p.AttrDict(op, false, ir.OperandSegmentSizes, workgroupCount, "module", "function")
}

func printTriple(p ir.AsmPrinter, word string, numbers, sizes, values []*ir.Value) {
	p.Str(word + "(")
	p.Operands(numbers[:3])
	p.Str(") in (")
	for i := range 3 {
		if i > 0 {
			p.Str(", ")
		}
		p.Operand(sizes[i])
		p.Str(" = ")
		p.Operand(values[i])
	}
	p.Str(")")
}

func verifyLaunch(op *ir.Operation, r ir.Reporter) bool {
	body := op.Region(0).First()
	if body == nil || len(body.Args()) < ids(op) {
		return r.Errorf("expects a body with %d arguments: numbers and sizes of blocks and threads", ids(op))
	}
	for i, a := range body.Args()[:ids(op)] {
		if !ir.IsIndex(a.Type()) {
			return r.Errorf("argument %d of the body is of type index, not '%s'", i, ir.TypeString(a.Type()))
		}
	}
	for b := range op.Region(0).Blocks() {
		if end := b.Terminator(); end == nil || len(end.Successors()) == 0 && !end.Is(Terminator) {
			return r.Errorf("expected '%s' or a terminator with successors", Terminator)
		}
	}
	return true
}

// launchPatterns: along a dimension of size 1 the number is 0.
var launchPatterns = []ir.Pattern{{Name: "launch-one", Root: Launch, Match: func(op *ir.Operation, r ir.Rewriter) bool {
	first := len(op.OperandGroup(0))
	args := op.Region(0).First().Args()
	changed := false
	var zero *ir.Value
	for i := range 6 {
		if n, ok := arith.ConstInt(op.Operand(first + i)); !ok || n != 1 || args[i].Unused() {
			continue
		}
		if zero == nil {
			zero = arith.Int(r.Builder(), op.Context().Index(), 0)
		}
		r.ReplaceUses(args[i], zero)
		changed = true
	}
	return changed
}}}

func verifyFunc(op *ir.Operation, r ir.Reporter) bool {
	t := builtin.FunctionType(op)
	if op.Attr(kernelAttr) != nil && len(t.Results) > 0 {
		return r.Errorf("expected void return type for kernel function")
	}
	args := builtin.Arguments(op)
	if len(args) < len(t.Inputs) {
		return r.Errorf("expected at least %d arguments to body region", len(t.Inputs))
	}
	for i, in := range t.Inputs {
		if args[i].Type() != in {
			return r.Errorf("expected body region argument #%d to be of type '%s', got '%s'", i, ir.TypeString(in), ir.TypeString(args[i].Type()))
		}
	}
	for _, a := range args[len(t.Inputs):] {
		if !memref.Ok(a.Type()) {
			return r.Errorf("expected memref type in attribution, not '%s'", ir.TypeString(a.Type()))
		}
	}
	return true
}

func verifyLaunchFunc(op *ir.Operation, r ir.Reporter) bool {
	ref := op.Attr("kernel").(*ir.SymbolRefAttr)
	if len(ref.Nested) == 0 {
		return r.Errorf("kernel is named by its module and its function, not '%s' alone", ir.AttrString(ref))
	}
	module := op.Parent()
	for module != nil && !module.Is(builtin.Module) {
		module = module.Parent()
	}
	if module == nil || module.Attr(containerAttr) == nil {
		return r.Errorf("expected the closest surrounding module to have the '%s' attribute", containerAttr)
	}
	if op.Parent().Parent() != module {
		return true // as in MLIR, only what functions of the module launch is held against the kernel
	}
	f := ir.ResolveSymbol(op, ref)
	switch {
	case f == nil:
		return r.Errorf("kernel function '%s' is undefined", ir.AttrString(ref))
	case f.Is(Func) && f.Attr(kernelAttr) == nil:
		return r.Errorf("kernel function is missing the '%s' attribute", kernelAttr)
	case !f.Is(Func):
		return true
	}
	inputs, args := builtin.FunctionType(f).Inputs, op.NamedOperands("kernelOperands")
	if len(inputs) != len(args) {
		return r.Errorf("got %d kernel operands but expected %d", len(args), len(inputs))
	}
	for i, a := range args {
		if a.Type() != inputs[i] {
			return r.Errorf("type of function argument %d does not match: '%s' is not '%s'", i, ir.TypeString(a.Type()), ir.TypeString(inputs[i]))
		}
	}
	return true
}
