package llvmir

// overload stands for the type that the name's suffix says.
var overload = &Type{text: "overload"}

type signature struct {
	ret    *Type
	params []*Type
	effect bool // talks to other threads or to memory, so two equal calls are two calls
}

func sig(ret *Type, params ...*Type) signature { return signature{ret: ret, params: params} }

func act(ret *Type, params ...*Type) signature {
	return signature{ret: ret, params: params, effect: true}
}

// intrinsics holds every intrinsic that may be called. LLVM takes an unknown
// llvm.* name without a word and makes an external call of it, so names are
// checked here; those overloaded on a type get its suffix.
var intrinsics = map[string]signature{
	"llvm.nvvm.read.ptx.sreg.tid.x":            sig(I32),
	"llvm.nvvm.read.ptx.sreg.tid.y":            sig(I32),
	"llvm.nvvm.read.ptx.sreg.tid.z":            sig(I32),
	"llvm.nvvm.read.ptx.sreg.ntid.x":           sig(I32),
	"llvm.nvvm.read.ptx.sreg.ctaid.x":          sig(I32),
	"llvm.nvvm.read.ptx.sreg.ctaid.y":          sig(I32),
	"llvm.nvvm.read.ptx.sreg.ctaid.z":          sig(I32),
	"llvm.nvvm.read.ptx.sreg.nctaid.x":         sig(I32),
	"llvm.nvvm.read.ptx.sreg.nctaid.y":         sig(I32),
	"llvm.nvvm.read.ptx.sreg.nctaid.z":         sig(I32),
	"llvm.nvvm.read.ptx.sreg.laneid":           sig(I32),
	"llvm.nvvm.read.ptx.sreg.clusterid.x":      sig(I32),
	"llvm.nvvm.read.ptx.sreg.cluster.ctarank":  sig(I32),
	"llvm.nvvm.read.ptx.sreg.cluster.ctaid.x":  sig(I32),
	"llvm.nvvm.read.ptx.sreg.cluster.nctaid.x": sig(I32),

	"llvm.nvvm.shfl.sync.idx.i32":               act(I32, I32, I32, I32, I32), // mask, value, lane, clamp
	"llvm.nvvm.shfl.sync.bfly.i32":              act(I32, I32, I32, I32, I32),
	"llvm.nvvm.shfl.sync.up.i32":                act(I32, I32, I32, I32, I32),
	"llvm.nvvm.shfl.sync.down.i32":              act(I32, I32, I32, I32, I32),
	"llvm.nvvm.vote.ballot.sync":                act(I32, I32, I1),
	"llvm.nvvm.vote.any.sync":                   act(I1, I32, I1),
	"llvm.nvvm.redux.sync.add":                  act(I32, I32, I32),
	"llvm.nvvm.redux.sync.max":                  act(I32, I32, I32),
	"llvm.nvvm.redux.sync.min":                  act(I32, I32, I32),
	"llvm.nvvm.redux.sync.umax":                 act(I32, I32, I32),
	"llvm.nvvm.redux.sync.umin":                 act(I32, I32, I32),
	"llvm.nvvm.bar.warp.sync":                   act(Void, I32),
	"llvm.nvvm.membar.cta":                      act(Void),
	"llvm.nvvm.membar.gl":                       act(Void),
	"llvm.nvvm.setmaxnreg.inc.sync.aligned.u32": act(Void, I32),
	"llvm.nvvm.setmaxnreg.dec.sync.aligned.u32": act(Void, I32),

	"llvm.nvvm.ex2.approx.ftz.f":   sig(Float, Float),
	"llvm.nvvm.lg2.approx.ftz.f":   sig(Float, Float),
	"llvm.nvvm.rcp.approx.ftz.f":   sig(Float, Float),
	"llvm.nvvm.rsqrt.approx.f":     sig(Float, Float),
	"llvm.nvvm.rsqrt.approx.ftz.f": sig(Float, Float),
	"llvm.nvvm.sqrt.rn.f":          sig(Float, Float),
	"llvm.nvvm.sqrt.approx.f":      sig(Float, Float),
	"llvm.nvvm.sin.approx.f":       sig(Float, Float),
	"llvm.nvvm.cos.approx.f":       sig(Float, Float),
	"llvm.nvvm.mulhi.i":            sig(I32, I32, I32),
	"llvm.nvvm.mulhi.ui":           sig(I32, I32, I32),
	"llvm.nvvm.mulhi.ll":           sig(I64, I64, I64),
	"llvm.nvvm.mulhi.ull":          sig(I64, I64, I64),
	"llvm.nvvm.prmt":               sig(I32, I32, I32, I32),

	"llvm.fma":      sig(overload, overload, overload, overload),
	"llvm.fabs":     sig(overload, overload),
	"llvm.sqrt":     sig(overload, overload),
	"llvm.floor":    sig(overload, overload),
	"llvm.ceil":     sig(overload, overload),
	"llvm.trunc":    sig(overload, overload),
	"llvm.rint":     sig(overload, overload),
	"llvm.minnum":   sig(overload, overload, overload),
	"llvm.maxnum":   sig(overload, overload, overload),
	"llvm.minimum":  sig(overload, overload, overload),
	"llvm.maximum":  sig(overload, overload, overload),
	"llvm.copysign": sig(overload, overload, overload),
	"llvm.smin":     sig(overload, overload, overload),
	"llvm.smax":     sig(overload, overload, overload),
	"llvm.umin":     sig(overload, overload, overload),
	"llvm.umax":     sig(overload, overload, overload),
	"llvm.abs":      sig(overload, overload, I1),
	"llvm.ctpop":    sig(overload, overload),
	"llvm.ctlz":     sig(overload, overload, I1),
	"llvm.cttz":     sig(overload, overload, I1),
	"llvm.fshl":     sig(overload, overload, overload, overload),
	"llvm.fshr":     sig(overload, overload, overload, overload),
	"llvm.assume":   act(Void, I1),
}

// Intrinsic calls an LLVM intrinsic of the table, declaring it; an overloaded
// name is given without its suffix, which the first such argument decides.
func (b *Builder) Intrinsic(name string, args ...Value) Value {
	s, ok := intrinsics[name]
	if !ok {
		fail("no intrinsic %s", name)
	}
	full := name
	over := Void
	for i, p := range s.params {
		if p == overload && i < len(args) {
			over = args[i].Type
			full = name + "." + over.suffix()
			break
		}
	}
	f := b.mod.intrinsic[full]
	if f == nil {
		f = b.mod.declare(full, s, over)
	}
	text := b.callText(f, args)
	if s.effect {
		return b.call(f.ret, text)
	}
	return b.pure(f.ret, text)
}

func (m *Module) declare(name string, s signature, over *Type) *Func {
	actual := func(t *Type) *Type {
		if t == overload {
			return over
		}
		return t
	}
	params := make([]Param, len(s.params))
	for i, p := range s.params {
		params[i].Type = actual(p)
	}
	f := m.Func(name, actual(s.ret), params...)
	m.intrinsic[name] = f
	return f
}
