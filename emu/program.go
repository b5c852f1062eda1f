package emu

import (
	"fmt"
	"math"

	"tawa/diag"
	"tawa/emu/tensor"
	"tawa/ptx"
)

// row is one register of a warp: 32 lanes, each value zero-extended; a predicate is 0 or 1.
type row = tensor.Row

// status is what became of an executed instruction.
type status uint8

const (
	next    status = iota // go on behind it
	jumped                // the program counter is set already
	blocked               // the split waits, see split.block
)

// convergence is which threads an instruction needs together.
type convergence uint8

const (
	alone   convergence = iota
	aligned             // all threads of the warp that have not exited
	members             // the threads of a mask: row src[maskAt]
)

// inst is a decoded instruction: operands are rows of the register file.
type inst struct {
	exec    func(w *warp, in *inst, mask uint32) status
	lane    laneFunc
	d, d2   int32   // destination rows; d2 is the predicate of `a|p`
	src     []int32 // source rows
	not     int     // the number, from 1, of the source that is a negated predicate; 0 for none
	list    []int32 // rows of a vector
	mem     []address
	pred    int32 // guard row, -1 for none
	predNot bool
	target  int // of a branch
	imm     int64
	size    int // bytes of an element in memory
	gather  convergence
	maskAt  int
	visible bool    // others can notice it: a place to switch warps
	defs    []int32 // registers written
	uses    []int32 // registers read
	data    any     // what only this instruction's exec knows
	pc      int
	src0    *ptx.Inst
}

// address is `[base+off]` in a state space.
type address struct {
	base   int32 // row; the zero row if there is no register
	off    uint64
	space  ptx.Space
	coords []int32 // of a tensor address
}

// program is a decoded function.
type program struct {
	mod     *ptx.Module
	fn      *ptx.Func
	code    []inst
	regs    int
	rows    []func(w *warp, lane int) uint64 // what stands in the rows behind the registers
	byKey   map[any]int32
	zero    int32
	one     int32
	sink    int32
	vars    map[*ptx.Var]uint64 // addresses
	static  int                 // bytes of static shared memory
	dynamic uint32              // where dynamic shared memory starts
	locals  int                 // bytes of local memory a thread
	params  int                 // bytes of parameters
	globals []*ptx.Var

	mapsWritten bool // the program has fences of tensor maps
}

// newProgram decodes fn; what it does not know goes to the sink.
func newProgram(mod *ptx.Module, fn *ptx.Func, sink *diag.Sink) (*program, bool) {
	p := &program{mod: mod, fn: fn, regs: len(fn.Regs), byKey: map[any]int32{}, vars: map[*ptx.Var]uint64{}}
	p.layout()
	p.zero, p.one = p.constant(0), p.constant(1)
	p.sink = p.addRow("sink", func(*warp, int) uint64 { return 0 })
	p.code = make([]inst, len(fn.Code)+1)
	errors := sink.Errors()
	p.code[len(fn.Code)] = inst{exec: execExit, d: p.sink, d2: p.sink, pred: -1, pc: len(fn.Code), src0: &ptx.Inst{Op: "ret", Pred: -1, Span: fn.Span}}
	for i := range fn.Code {
		d := &decoder{p: p, in: &fn.Code[i], out: &p.code[i]}
		d.decode(i)
		if d.err != "" {
			sink.Errorf(fn.Code[i].Span, "%s", d.err)
		}
	}
	return p, sink.Errors() == errors
}

// layout gives addresses to variables and parameters.
func (p *program) layout() {
	addr := uint64(sharedBase)
	var extern []*ptx.Var
	for _, v := range append(append([]*ptx.Var(nil), p.mod.Vars...), p.fn.Vars...) {
		switch {
		case v.Space == ptx.Shared && v.Extern:
			extern = append(extern, v)
		case v.Space == ptx.Shared:
			addr = roundUp(addr, uint64(v.Align))
			p.vars[v] = addr
			addr += uint64(v.Size)
		case v.Space == ptx.Local:
			off := roundUp(uint64(p.locals), uint64(v.Align))
			p.vars[v] = off
			p.locals = int(off) + v.Size
		case v.Space == ptx.Global || v.Space == ptx.Const:
			p.globals = append(p.globals, v)
		}
	}
	for _, v := range extern {
		addr = roundUp(addr, uint64(v.Align))
	}
	for _, v := range extern {
		p.vars[v] = addr
	}
	p.static, p.dynamic = int(addr)-sharedBase, uint32(addr)
	for _, v := range p.fn.Params {
		p.vars[v] = uint64(v.Offset)
		p.params = max(p.params, v.Offset+v.Size)
	}
}

// The sizes that the executor is willing to allocate.
const (
	maxRegisters  = 1 << 15
	maxLocal      = 512 << 10 // bytes a thread, the hardware's limit
	maxParameters = 32764     // bytes, PTX's limit
	maxVariables  = 1 << 28   // bytes of global and constant variables
)

// tooLarge says which of the program's sizes is beyond reason, "" if none is.
func (p *program) tooLarge() string {
	variables := 0
	for _, v := range p.globals {
		variables += v.Size
	}
	switch {
	case p.regs > maxRegisters:
		return fmt.Sprintf("%d registers are more than %d", p.regs, maxRegisters)
	case p.locals > maxLocal:
		return fmt.Sprintf("%d bytes of local memory a thread are more than %d", p.locals, maxLocal)
	case p.params > maxParameters:
		return fmt.Sprintf("%d bytes of parameters are more than %d", p.params, maxParameters)
	case variables > maxVariables:
		return fmt.Sprintf("%d bytes of variables are more than %d", variables, maxVariables)
	}
	return ""
}

func roundUp(n, to uint64) uint64 { return (n + to - 1) / to * to }

// addRow makes a row behind the registers whose value never changes, once for each key.
func (p *program) addRow(key any, value func(w *warp, lane int) uint64) int32 {
	if r, ok := p.byKey[key]; ok {
		return r
	}
	r := int32(p.regs + len(p.rows))
	p.rows = append(p.rows, value)
	p.byKey[key] = r
	return r
}

func (p *program) constant(v uint64) int32 {
	return p.addRow(v, func(*warp, int) uint64 { return v })
}

// decoder turns one instruction into its compact form.
type decoder struct {
	p   *program
	in  *ptx.Inst
	out *inst
	err string
}

func (d *decoder) fail(format string, args ...any) {
	if d.err == "" {
		d.err = fmt.Sprintf(format, args...)
	}
}

func (d *decoder) decode(pc int) {
	o := d.out
	*o = inst{d: d.p.sink, d2: d.p.sink, pred: -1, pc: pc, src0: d.in}
	if d.in.Pred >= 0 {
		o.pred, o.predNot = int32(d.in.Pred), d.in.PredNot
		o.uses = append(o.uses, o.pred)
	}
	if make, ok := scalars[d.in.Op]; ok {
		d.scalar(make)
	} else if decode, ok := decoders[d.in.Op]; ok {
		decode(d)
	} else {
		d.fail("the emulator does not know `%s`", d.in.Name())
	}
	if d.err == "" && o.exec == nil {
		d.fail("the emulator does not know this form of `%s`: `%s`", d.in.Op, d.in.Name())
	}
}

// source is the row of an operand that is read.
func (d *decoder) source(o *ptx.Operand) int32 {
	switch o.Kind {
	case ptx.Register:
		d.out.uses = append(d.out.uses, int32(o.Reg))
		return int32(o.Reg)
	case ptx.Imm:
		return d.p.constant(d.immediate(o))
	case ptx.Special:
		value, ok := specials[o.Name]
		if !ok {
			d.fail("the emulator does not know the special register %%%s", o.Name)
			return d.p.zero
		}
		return d.p.addRow("%"+o.Name, value)
	case ptx.Symbol:
		return d.p.symbol(o.Var, o.Off)
	}
	d.fail("`%s` cannot take this operand here", d.in.Op)
	return d.p.zero
}

// symbol is the row that holds a variable's address in its state space.
func (p *program) symbol(v *ptx.Var, off int64) int32 {
	type key struct {
		v   *ptx.Var
		off int64
	}
	return p.addRow(key{v, off}, func(w *warp, _ int) uint64 { return w.m().varAddr(v) + uint64(off) })
}

// immediate is the value of a constant for this instruction: decimal floats take the instruction's type.
func (d *decoder) immediate(o *ptx.Operand) uint64 {
	switch t := d.in.Type(); {
	case o.Float == 64 && t == ptx.F32:
		return uint64(math.Float32bits(float32(math.Float64frombits(o.Bits))))
	case o.Float == 64 && t == ptx.F16:
		return uint64(tensor.F64ToF16(math.Float64frombits(o.Bits), tensor.RN))
	case o.Float == 32 && t == ptx.F64:
		return math.Float64bits(float64(math.Float32frombits(uint32(o.Bits))))
	}
	return o.Bits
}

// dest is the row of a register that is written.
func (d *decoder) dest(o *ptx.Operand) int32 {
	if o.Kind != ptx.Register {
		return d.p.sink
	}
	d.out.defs = append(d.out.defs, int32(o.Reg))
	return int32(o.Reg)
}

// dests are the rows of a destination that may be a vector.
func (d *decoder) dests(o *ptx.Operand) []int32 {
	if o.Kind != ptx.Vector {
		return []int32{d.dest(o)}
	}
	rows := make([]int32, len(o.Elems))
	for i := range o.Elems {
		rows[i] = d.dest(&o.Elems[i])
	}
	return rows
}

// sources are the rows of a source that may be a vector.
func (d *decoder) sources(o *ptx.Operand) []int32 {
	if o.Kind != ptx.Vector {
		return []int32{d.source(o)}
	}
	rows := make([]int32, len(o.Elems))
	for i := range o.Elems {
		rows[i] = d.source(&o.Elems[i])
	}
	return rows
}

// take sets the destinations from operand 0 and the sources from the others.
func (d *decoder) take(args []ptx.Operand) {
	if len(args) == 0 {
		return
	}
	d.out.d = d.dest(&args[0])
	if args[0].Second >= 0 {
		d.out.d2 = int32(args[0].Second)
		d.out.defs = append(d.out.defs, d.out.d2)
	}
	d.takeSources(args[1:])
}

func (d *decoder) takeSources(args []ptx.Operand) {
	for i := range args {
		d.out.src = append(d.out.src, d.source(&args[i]))
		if args[i].Not {
			if d.out.not != 0 || len(d.out.src) > 3 {
				d.fail("the emulator knows one negated operand of `%s`", d.in.Op)
			}
			d.out.not = len(d.out.src)
		}
	}
}

// address decodes a memory operand; space is where a bare variable or register points.
func (d *decoder) address(o *ptx.Operand, space ptx.Space) address {
	a := address{base: d.p.zero, off: uint64(o.Off), space: space}
	if o.Reg >= 0 {
		a.base = int32(o.Reg)
		d.out.uses = append(d.out.uses, a.base)
	}
	if o.Var != nil {
		a.base = d.p.symbol(o.Var, 0)
		if space == ptx.Generic {
			a.space = o.Var.Space
		}
	}
	for i := range o.Elems {
		a.coords = append(a.coords, d.source(&o.Elems[i]))
	}
	return a
}

func (d *decoder) addAddress(i int, space ptx.Space) {
	d.out.mem = append(d.out.mem, d.address(&d.in.Args[i], space))
}

// space reads the state space from the modifiers.
func (d *decoder) space() ptx.Space {
	for _, m := range d.in.Mods {
		switch m {
		case "global":
			return ptx.Global
		case "shared", "shared::cta", "shared::cluster":
			return ptx.Shared
		case "local":
			return ptx.Local
		case "const":
			return ptx.Const
		case "param", "param::entry":
			return ptx.Param
		}
	}
	return ptx.Generic
}

// imm is the value of a constant operand.
func (d *decoder) imm(i int) int64 {
	if i >= len(d.in.Args) || d.in.Args[i].Kind != ptx.Imm {
		d.fail("operand %d of `%s` must be a constant", i+1, d.in.Op)
		return 0
	}
	return int64(d.in.Args[i].Bits)
}

// specials are the special registers that do not change while a thread runs.
var specials = func() map[string]func(w *warp, lane int) uint64 {
	m := map[string]func(w *warp, lane int) uint64{
		"laneid":           func(_ *warp, l int) uint64 { return uint64(l) },
		"warpid":           func(w *warp, _ int) uint64 { return uint64(w.id) },
		"nwarpid":          func(w *warp, _ int) uint64 { return uint64(len(w.cta.warps)) },
		"smid":             func(w *warp, _ int) uint64 { return uint64(w.cta.linear % multiprocessors) },
		"nsmid":            func(*warp, int) uint64 { return multiprocessors },
		"gridid":           func(*warp, int) uint64 { return 1 },
		"lanemask_eq":      func(_ *warp, l int) uint64 { return 1 << l },
		"lanemask_le":      func(_ *warp, l int) uint64 { return 2<<l - 1 },
		"lanemask_lt":      func(_ *warp, l int) uint64 { return 1<<l - 1 },
		"lanemask_ge":      func(_ *warp, l int) uint64 { return uint64(^uint32(1<<l - 1)) },
		"lanemask_gt":      func(_ *warp, l int) uint64 { return uint64(^uint32(2<<l - 1)) },
		"cluster_ctarank":  func(w *warp, _ int) uint64 { return uint64(w.cta.rank) },
		"cluster_nctarank": func(w *warp, _ int) uint64 { return uint64(len(w.cta.cluster.ctas)) },
		"dynamic_smem_size": func(w *warp, _ int) uint64 {
			return uint64(w.m().cfg.Shared)
		},
		"total_smem_size": func(w *warp, _ int) uint64 { return uint64(len(w.cta.shared.data) - sharedBase) },
	}
	for i, axis := range []string{"x", "y", "z"} {
		for name, value := range map[string]func(w *warp) [3]int{
			"ntid.":           func(w *warp) [3]int { return w.m().block },
			"ctaid.":          func(w *warp) [3]int { return w.cta.id },
			"nctaid.":         func(w *warp) [3]int { return w.m().grid },
			"clusterid.":      func(w *warp) [3]int { return div3(w.cta.id, w.m().clusterDim) },
			"nclusterid.":     func(w *warp) [3]int { return div3(w.m().grid, w.m().clusterDim) },
			"cluster_ctaid.":  func(w *warp) [3]int { return mod3(w.cta.id, w.m().clusterDim) },
			"cluster_nctaid.": func(w *warp) [3]int { return w.m().clusterDim },
		} {
			m[name+axis] = func(w *warp, _ int) uint64 { return uint64(value(w)[i]) }
		}
		m["tid."+axis] = func(w *warp, l int) uint64 { return uint64(w.tid(l)[i]) }
	}
	return m
}()

func div3(a, b [3]int) [3]int { return [3]int{a[0] / b[0], a[1] / b[1], a[2] / b[2]} }
func mod3(a, b [3]int) [3]int { return [3]int{a[0] % b[0], a[1] % b[1], a[2] % b[2]} }
