package nvptx

import (
	"fmt"
	"maps"

	"tawa/analysis/axis"
	"tawa/diag"
	"tawa/dialects/nvgpu"
	"tawa/ir"
	"tawa/llvmir"
)

// Kernel is a lowered module: LLVM IR text and what a launcher must know.
type Kernel struct {
	LLVM     []byte
	Metadata Metadata
}

// lowerFunc lowers one op; it has reported why if it returns false.
type lowerFunc func(l *lowering, op *ir.Operation) bool

// rows is the registry of lowerings by op name, one table for each topic.
func rows() map[string]lowerFunc {
	all := map[string]lowerFunc{}
	for _, table := range []map[string]lowerFunc{
		elementwiseRows(), conversionRows(), tensorRows(), controlRows(), memoryRows(), barrierRows(), tmaRows(), tensorMapRows(), wgmmaRows(),
	} {
		for name, f := range table {
			if all[name] != nil {
				panic("nvptx: two lowerings of " + name)
			}
			all[name] = f
		}
	}
	return all
}

// lowering is the state of lowering one kernel. The embedded gen is that of the
// warp group whose code is being built.
type lowering struct {
	*gen
	sink    *diag.Sink
	module  *ir.Operation
	table   map[string]lowerFunc
	mod     *llvmir.Module
	fn      *llvmir.Func
	vals    map[*ir.Value][]value
	lowered map[*ir.Operation]bool    // ops whose place another op took over
	descs   map[*ir.Value]*descriptor // tensor descriptors by the values that stand for them
	launch  launch
	meta    Metadata
	lines   lines
	axis    *axis.Analysis // how addresses run

	globalScratch value // the parameter
}

// launch is what the module's attributes say of the CTA.
type launch struct {
	warps, total int // math warps, all warps
	roles        bool
	maxRegs      int
}

// Lower lowers a module with one kernel. Mistakes are reported to the sink.
func Lower(module *ir.Operation, sink *diag.Sink) (*Kernel, bool) {
	l := &lowering{sink: sink, module: module, table: rows(), vals: map[*ir.Value][]value{}, lowered: map[*ir.Operation]bool{}, descs: map[*ir.Value]*descriptor{}}
	fn, ok := l.kernel()
	if !ok || !l.supported(fn) {
		return nil, false
	}
	l.mod = llvmir.NewModule(fn.StrAttr("sym_name"))
	l.launch = l.readLaunch(fn)
	l.axis = axis.Analyze(fn)
	if !l.function(fn) {
		return nil, false
	}
	l.mod.DropDead()
	return &Kernel{LLVM: l.mod.Append(nil), Metadata: l.meta}, true
}

func (l *lowering) readLaunch(fn *ir.Operation) launch {
	number := func(name string, otherwise int) int {
		if n, ok := l.module.IntAttr(name); ok {
			return int(n)
		}
		return otherwise
	}
	c := launch{warps: number("ttg.num-warps", 4), maxRegs: number("ttg.maxnreg", 0)}
	c.total = number("ttg.total-num-warps", c.warps)
	fn.Walk(func(op *ir.Operation) bool {
		c.roles = c.roles || op.Is(ir.Op("ttg.warp_specialize"))
		return true
	})
	l.meta = Metadata{
		Name: fn.StrAttr("sym_name"), NumWarps: c.total, NumCTAs: 1, Cluster: [3]int{1, 1, 1}, Shared: number("ttg.shared", 0),
		GlobalScratchSize:  number("ttg.global_scratch_memory_size", 0),
		GlobalScratchAlign: number("ttg.global_scratch_memory_alignment", 1),
		ProfileScratchSize: 0, ProfileScratchAlign: 1, GridMultiple: 1,
	}
	return c
}

// function lowers the kernel: its parameters, what every thread knows of
// itself, and its body.
func (l *lowering) function(fn *ir.Operation) bool {
	body := fn.Region(0)
	params, ok := l.params(fn, body.First().Args())
	if !ok {
		return false
	}
	smem := l.mod.Global(llvmir.Global{Name: "global_smem", Type: llvmir.Array(0, llvmir.I8), Space: 3, Align: 1024})
	l.fn = l.mod.Func(l.meta.Name, llvmir.Void, params...)
	l.globalScratch = l.fn.Param(len(params) - 2)
	l.fn.Kernel = true
	l.fn.Attrs = []string{"nounwind"}
	l.fn.Launch = llvmir.Launch{Threads: [3]int{32 * l.launch.total, 1, 1}, MinCTAs: 1, MaxRegs: l.launch.maxRegs}
	if n, ok := fn.IntAttr(nvgpu.Cluster); ok {
		l.fn.Launch.Cluster = [3]int{int(n), 1, 1}
		l.meta.GridMultiple = int(n)
	}
	if l.launch.maxRegs != 0 { // ptxas takes one of the two
		l.fn.Launch.MinCTAs = 0
	}
	for i, arg := range body.First().Args() {
		l.vals[arg] = []value{l.fn.Param(i)}
	}
	l.lines.begin(l.mod, l.fn, fn)
	b := l.fn.Block("entry").Builder()
	b.FastMath = llvmir.Contract
	b.Loc = l.lines.of(fn.Loc.Attr())
	tid := b.Intrinsic("llvm.nvvm.read.ptx.sreg.tid.x")
	l.gen = &gen{Builder: b, smem: b.Cast(llvmir.PtrToInt, smem, llvmir.I32), warps: l.launch.total, bar: ci(0)}
	if n, ok := fn.IntAttr(nvgpu.Resident); ok {
		l.meta.Resident = int(n)
		l.endSurplus(int(n))
	}
	l.place(tid, l.broadcast(b.LShr(tid, ci(5))))
	return l.region(body)
}

// endSurplus ends the CTAs that have nothing to do before they do anything.
func (l *lowering) endSurplus(resident int) {
	number := l.programNumber()
	surplus, rest := l.fn.Block("surplus"), l.fn.Block("resident")
	l.CondBr(l.ICmp(llvmir.ULT, number, ci(resident)), rest, surplus)
	l.At(surplus)
	l.RetVoid()
	l.At(rest)
}

// programNumber is the number of this program in its grid, x growing fastest.
func (l *lowering) programNumber() value {
	reg := func(name, axis string) value { return l.Intrinsic("llvm.nvvm.read.ptx.sreg." + name + "." + axis) }
	return l.Add(reg("ctaid", "x"), l.Mul(reg("nctaid", "x"), l.Add(reg("ctaid", "y"), l.Mul(reg("nctaid", "y"), reg("ctaid", "z")))))
}

// params makes the parameters: those of the function in order, then the two
// scratch pointers that every kernel has.
func (l *lowering) params(fn *ir.Operation, args []*ir.Value) ([]llvmir.Param, bool) {
	var params []llvmir.Param
	for i, arg := range args {
		p := llvmir.Param{Name: paramName(arg, i)}
		if d, ok := l.hostDescriptor(fn, arg); ok {
			l.descs[arg] = d
			l.meta.TensorDescs = append(l.meta.TensorDescs, d.meta())
			p.Type, p.ByVal, p.Align, p.GridConstant = llvmir.Ptr, llvmir.Array(128, llvmir.I8), 64, true
		} else if t, ok := scalarType(arg.Type()); ok {
			p.Type = t
		} else {
			l.sink.Errorf(fn.Span(), "a kernel can't take an argument of type %s", ir.TypeString(arg.Type()))
			return nil, false
		}
		params = append(params, p)
	}
	for _, name := range []string{"global_scratch", "profile_scratch"} {
		params = append(params, llvmir.Param{Name: name, Type: llvmir.PtrGlobal})
	}
	return params, true
}

// paramName is the source's name with the argument's number: names may repeat.
func paramName(arg *ir.Value, i int) string {
	name := []byte(arg.Name())
	for k, c := range name {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9') {
			name[k] = '_'
		}
	}
	return fmt.Sprintf("p%d_%s", i, name)
}

// ops lowers the ops of a block up to its terminator, which is the caller's.
func (l *lowering) ops(b *ir.Block) bool {
	for op := range b.Ops() {
		if op == b.Terminator() && op.Has(ir.Terminator) && op.NumRegions() == 0 {
			return true
		}
		if !l.lowered[op] && !l.op(op) {
			return false
		}
	}
	return true
}

func (l *lowering) op(op *ir.Operation) bool {
	f := l.table[op.Name().String()]
	if f == nil {
		panic("nvptx: no lowering of " + op.Name().String())
	}
	l.Loc = l.lines.of(op.Loc.Attr())
	return f(l, op)
}

// fail reports that an op can't be lowered as it stands.
func (l *lowering) fail(op *ir.Operation, format string, args ...any) bool {
	l.sink.Errorf(op.Span(), "'%s' "+format, append([]any{op.Name()}, args...)...)
	return false
}

// get is the registers of a value, one its only one.
func (l *lowering) get(v *ir.Value) []value {
	vals, ok := l.vals[v]
	if !ok {
		panic("nvptx: use of a value that is not lowered, of type " + ir.TypeString(v.Type()))
	}
	return vals
}

func (l *lowering) one(v *ir.Value) value { return l.get(v)[0] }

func (l *lowering) set(v *ir.Value, vals ...value) bool {
	l.vals[v] = vals
	return true
}

// scratch is the address of the shared memory that was allocated to an op.
func (l *lowering) scratch(op *ir.Operation) (value, bool) {
	at, ok := op.IntAttr("allocation.offset")
	return l.Add(l.smem, ci(int(at))), ok
}

// lines maps source locations to the line table.
type lines struct {
	mod   *llvmir.Module
	root  llvmir.Meta
	files map[string]llvmir.Meta
	subs  map[string]llvmir.Meta // by file: what was inlined from there
	seen  map[ir.LocationAttr]llvmir.Meta
}

func (s *lines) begin(mod *llvmir.Module, f *llvmir.Func, op *ir.Operation) {
	*s = lines{mod: mod, files: map[string]llvmir.Meta{}, subs: map[string]llvmir.Meta{}, seen: map[ir.LocationAttr]llvmir.Meta{}}
	file, line, _, ok := ir.Resolve(op.Loc.Attr())
	if !ok {
		return
	}
	s.root = mod.Subprogram(s.file(file), f.Name, line)
	f.Subprogram = s.root
	s.subs = maps.Clone(map[string]llvmir.Meta{file: s.root})
}

func (s *lines) file(name string) llvmir.Meta {
	if s.files[name] == 0 {
		s.files[name] = s.mod.DebugFile(name, ".")
	}
	return s.files[name]
}

// of is the line table's entry of a location, 0 where nothing is known.
func (s *lines) of(loc ir.LocationAttr) llvmir.Meta {
	if s.root == 0 || loc == nil {
		return 0
	}
	if m, ok := s.seen[loc]; ok {
		return m
	}
	m := s.at(loc, 0)
	s.seen[loc] = m
	return m
}

// at is a location that was inlined at another one: the callee of a call site
// counts as a function of its file.
func (s *lines) at(loc ir.LocationAttr, inlinedAt llvmir.Meta) llvmir.Meta {
	switch c := loc.(type) {
	case *ir.CallSiteLoc:
		if caller := s.at(c.Caller, inlinedAt); caller != 0 {
			if callee := s.at(c.Callee, caller); callee != 0 {
				return callee
			}
			return caller
		}
		return 0
	case *ir.NameLoc:
		return s.at(c.Child, inlinedAt)
	}
	file, line, col, ok := ir.Resolve(loc)
	if !ok {
		return 0
	}
	if inlinedAt == 0 {
		return s.mod.Location(line, col, s.root, 0)
	}
	key := "inlined " + file
	if s.subs[key] == 0 {
		s.subs[key] = s.mod.Subprogram(s.file(file), file, 0)
	}
	return s.mod.Location(line, col, s.subs[key], inlinedAt)
}
