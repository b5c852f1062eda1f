#!/usr/bin/env python3
"""Write a large, deterministic MLIR module for benchmarks.

The same (size, seed, shape) always gives the same program, whichever form it
is written in: `--form generic` and `--form custom` spell one and the same IR,
so the output of a tool may be compared across both (apart from locations that a
parser derives from text positions).

    gen_ir.py --size 10MB --form custom  -o arith10.mlir
    gen_ir.py --size 10MB --form generic -o arith10g.mlir
    gen_ir.py --ops 100000 --shape onefunc -o one.mlir     # no parallelism
    gen_ir.py --ops 100000 --shape deep    -o deep.mlir    # nested regions
    gen_ir.py --ops 100000 --shape types   -o types.mlir   # many distinct types
    gen_ir.py --ops 100000 --shape attrs   -o attrs.mlir   # attributes, locations
    gen_ir.py --ops 100000 --shape cf      -o cf.mlir      # many blocks, block arguments

`--size` is a target for the CUSTOM form; the generic form of the same program
is about twice as large.  With `--ops` the number of operations is fixed.

Shapes
  mixed    (default) many functions of ~200 ops: arith on i32/i64/f32/index/
           vectors, scf.for/scf.if nests, calls; about 15 % of the arith ops repeat
           an earlier one (work for cse), about 15 % fold (work for canonicalize);
           nearly all values are live: leftovers go to calls of @sink_*
  onefunc  the same ops in one single function
  deep     scf.if / scf.for nested up to --depth levels (default 40)
  cf       functions made of basic blocks joined by cf.br / cf.cond_br
  types    mostly distinct tensor/vector/memref types (stresses the uniquer)
  attrs    discardable attribute dictionaries and loc(...) on each op
  triton   kernels as Triton has them after layouts are chosen: layouts behind
           aliases, tt and ttg ops, loops with many iter_args, names of values
           (only --form custom; mlir-opt does not know these dialects)
"""
import argparse
import random
import sys

INTS = ("i32", "i64", "index")
FLOATS = ("f32", "vector<4xf32>", "tensor<16x32xf32>")
SINKS = {"i32": "sink_i32", "i64": "sink_i64", "index": "sink_index", "f32": "sink_f32",
         "vector<4xf32>": "sink_vec", "tensor<16x32xf32>": "sink_tensor"}
PREDS = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")


def parse_size(text):
    text = text.strip().upper().removesuffix("B")
    for suffix, mult in (("K", 1_000), ("M", 1_000_000), ("G", 1_000_000_000)):
        if text.endswith(suffix):
            return int(float(text[:-1]) * mult)
    return int(text)


class Gen:
    """Emits ops in one form while counting the custom-form size, so that both
    forms of one program stop at the same op."""

    def __init__(self, out, form, rng, locs=False, attrs=False):
        self.out = out
        self.generic = form == "generic"
        self.rng = rng
        self.locs = locs
        self.attrs = attrs
        self.ops = 0
        self.size = 0          # bytes of the custom form so far
        self.indent = 0
        self.next = 0
        self.line = 0

    # -- text ---------------------------------------------------------------
    def put(self, custom, generic):
        pad = "  " * self.indent
        self.size += len(pad) + len(custom) + 1
        self.out.write(pad + (generic if self.generic else custom) + "\n")

    def tail(self):
        if not self.locs:
            return ""
        self.line += 1
        return f' loc("kernel.py":{self.line}:{self.rng.randint(1, 80)})'

    def dattrs(self):
        if not self.attrs:
            return ""
        r = self.rng
        k = r.randint(0, 3)
        if k == 0:
            return ""
        pool = (
            f'tt.divisibility = {1 << r.randint(0, 7)} : i32',
            f'tag = "v{r.randint(0, 999)}"',
            f'shape = [{r.randint(1, 64)}, {r.randint(1, 64)}, {r.randint(1, 64)}]',
            'mode = {async = true, depth = 3 : i32}',
            f'order = array<i32: {r.randint(0, 3)}, 1, 2>',
            'scale = 1.250000e-01 : f32',
        )
        return " {" + ", ".join(sorted(r.sample(pool, k))) + "}"

    def fresh(self):
        self.next += 1
        return f"%{self.next - 1}"

    def op1(self, custom, generic_head, props, ty_sig):
        """One op with one result and no regions. `custom` is (mnemonic and
        operands, type suffix): the attribute dictionary goes between them."""
        v = self.fresh()
        d, t = self.dattrs(), self.tail()
        p = f" <{{{props}}}>" if props else ""
        head, suffix = custom
        self.put(f"{v} = {head}{d} : {suffix}{t}",
                 f"{v} = {generic_head}{p}{d} : {ty_sig}{t}")
        self.ops += 1
        return v

    # -- arith --------------------------------------------------------------
    def const(self, ty, val):
        if ty in INTS:
            lit = f"{val} : {ty}"
        elif ty == "f32":
            lit = f"{float(val):.6e} : f32"
        else:
            lit = f"dense<{float(val):.6e}> : {ty}"
        v = self.fresh()
        d, t = self.dattrs(), self.tail()
        self.put(f"{v} = arith.constant{d} {lit}{t}",
                 f'{v} = "arith.constant"() <{{value = {lit}}}>{d} : () -> {ty}{t}')
        self.ops += 1
        return v

    def binop(self, name, a, b, ty):
        if name in ("addi", "subi", "muli"):
            props = "overflowFlags = #arith.overflow<none>"
        elif name in ("addf", "subf", "mulf"):
            props = "fastmath = #arith.fastmath<none>"
        else:
            props = ""
        return self.op1((f"arith.{name} {a}, {b}", ty), f'"arith.{name}"({a}, {b})',
                        props, f"({ty}, {ty}) -> {ty}")

    def cmpi(self, pred, a, b, ty):
        return self.op1((f"arith.cmpi {PREDS[pred]}, {a}, {b}", ty),
                        f'"arith.cmpi"({a}, {b})', f"predicate = {pred} : i64",
                        f"({ty}, {ty}) -> i1")

    def select(self, c, a, b, ty):
        return self.op1((f"arith.select {c}, {a}, {b}", ty),
                        f'"arith.select"({c}, {a}, {b})', "",
                        f"(i1, {ty}, {ty}) -> {ty}")

    def cast(self, name, a, src, dst):
        return self.op1((f"arith.{name} {a}", f"{src} to {dst}"),
                        f'"arith.{name}"({a})', "", f"({src}) -> {dst}")

    # -- structured ops -----------------------------------------------------
    def func_begin(self, name, args, results):
        self.next = 0
        ins = ", ".join(t for _, t in args)
        outs = ", ".join(results)
        res_c = f" -> ({outs})" if len(results) > 1 else f" -> {outs}" if results else ""
        res_g = f"({outs})" if len(results) != 1 else outs
        sig = ", ".join(f"{n}: {t}" for n, t in args)
        self.put(f"func.func @{name}({sig}){res_c} {{",
                 f'"func.func"() <{{function_type = ({ins}) -> {res_g}, sym_name = "{name}"}}> ({{')
        if self.generic and args:
            self.out.write("  " * self.indent + f"^bb0({sig}):\n")
        self.ops += 1
        self.indent += 1

    def func_end(self, vals, types):
        t = self.tail()
        vs, ts = ", ".join(vals), ", ".join(types)
        self.put(f"func.return {vs} : {ts}{t}" if vals else f"func.return{t}",
                 f'"func.return"({vs}) : ({ts}) -> (){t}')
        self.ops += 1
        self.indent -= 1
        t = self.tail()
        self.put(f"}}{t}", f"}}) : () -> (){t}")

    def call(self, callee, args, types, result):
        v = self.fresh()
        a, ts, t = ", ".join(args), ", ".join(types), self.tail()
        self.put(f"{v} = func.call @{callee}({a}) : ({ts}) -> {result}{t}",
                 f'{v} = "func.call"({a}) <{{callee = @{callee}}}> : ({ts}) -> {result}{t}')
        self.ops += 1
        return v

    def sink(self, val, ty):
        t = self.tail()
        self.put(f"func.call @{SINKS[ty]}({val}) : ({ty}) -> (){t}",
                 f'"func.call"({val}) <{{callee = @{SINKS[ty]}}}> : ({ty}) -> (){t}')
        self.ops += 1

    def declare(self, name, ty):
        self.put(f"func.func private @{name}({ty})",
                 f'"func.func"() <{{function_type = ({ty}) -> (), sym_name = "{name}", '
                 'sym_visibility = "private"}> ({}) : () -> ()')
        self.ops += 1

    def yield_(self, vals, types):
        vs, ts, t = ", ".join(vals), ", ".join(types), self.tail()
        self.put(f"scf.yield {vs} : {ts}{t}", f'"scf.yield"({vs}) : ({ts}) -> (){t}')
        self.ops += 1

    def for_(self, lb, ub, step, init, ty, body):
        v, iv, acc = self.fresh(), self.fresh(), self.fresh()
        self.put(f"{v} = scf.for {iv} = {lb} to {ub} step {step} iter_args({acc} = {init}) -> ({ty}) {{",
                 f'{v} = "scf.for"({lb}, {ub}, {step}, {init}) ({{')
        if self.generic:
            self.out.write("  " * self.indent + f"^bb0({iv}: index, {acc}: {ty}):\n")
        self.ops += 1
        self.indent += 1
        self.yield_([body(iv, acc)], [ty])
        self.indent -= 1
        t = self.tail()
        self.put(f"}}{t}", f"}}) : (index, index, index, {ty}) -> {ty}{t}")
        return v

    def if_(self, c, ty, then, els):
        v = self.fresh()
        self.put(f"{v} = scf.if {c} -> ({ty}) {{", f'{v} = "scf.if"({c}) ({{')
        self.ops += 1
        self.indent += 1
        self.yield_([then()], [ty])
        self.indent -= 1
        self.put("} else {", "}, {")
        self.indent += 1
        self.yield_([els()], [ty])
        self.indent -= 1
        t = self.tail()
        self.put(f"}}{t}", f"}}) : (i1) -> {ty}{t}")
        return v


class Body:
    """Random straight-line and structured code over a scope of values."""

    def __init__(self, gen, rng):
        self.g, self.r = gen, rng
        self.scope = {}                  # type -> visible values
        self.unused = {}                 # type -> values of this region without a use
        self.recent = []                 # expressions that may be repeated

    def pick(self, ty):
        if self.unused.get(ty) and self.r.random() < 0.6:
            return self.unused[ty].pop()
        vals = self.scope[ty]
        return vals[max(0, len(vals) - 1 - int(self.r.expovariate(0.15)))]

    def define(self, v, ty):
        self.scope[ty].append(v)
        self.unused.setdefault(ty, []).append(v)

    def flush(self):
        """Give each value of this region that has no use yet a use."""
        for ty, vals in self.unused.items():
            for v in vals:
                self.g.sink(v, ty)
        self.unused = {}

    def arith(self):
        g, r = self.g, self.r
        x = r.random()
        if self.recent and x < 0.15:     # same expression again: cse removes it
            name, a, b, ty = r.choice(self.recent[-24:])
            v = g.binop(name, a, b, ty)
        elif x < 0.22:                   # identity with a constant: folds
            ty = r.choice(INTS)
            c = g.const(ty, 0)
            v = g.binop("addi", self.pick(ty), c, ty)
        elif x < 0.30:                   # constant expression: folds
            ty = r.choice(INTS)
            a, b = g.const(ty, r.randint(-100, 100)), g.const(ty, r.randint(1, 100))
            v = g.binop(r.choice(("addi", "muli", "subi")), a, b, ty)
        elif x < 0.40:
            ty = r.choice(INTS)
            c = g.cmpi(r.randrange(10), self.pick(ty), self.pick(ty), ty)
            v = g.select(c, self.pick(ty), self.pick(ty), ty)
        elif x < 0.44:
            src, dst, op = r.choice((("i32", "i64", "extsi"), ("i64", "i32", "trunci"),
                                     ("i32", "index", "index_cast"), ("i32", "f32", "sitofp")))
            v, ty = g.cast(op, self.pick(src), src, dst), dst
        else:
            if r.random() < 0.6:
                ty = r.choice(INTS)
                name = r.choice(("addi", "subi", "muli", "andi", "ori", "xori"))
            else:
                ty = r.choice(FLOATS)
                name = r.choice(("addf", "subf", "mulf"))
            a, b = self.pick(ty), self.pick(ty)
            v = g.binop(name, a, b, ty)
            self.recent.append((name, a, b, ty))
        self.define(v, ty)
        return v, ty

    def mark(self):
        return {t: len(v) for t, v in self.scope.items()}, len(self.recent)

    def reset(self, mark):
        sizes, n = mark
        for t, k in sizes.items():
            del self.scope[t][k:]
        del self.recent[n:]

    def nested(self, ty, n, depth, extra=()):
        """Region body: n ops, then the value to yield."""
        mark, outer = self.mark(), self.unused
        self.unused = {}
        for v, t in extra:
            self.scope[t].append(v)
        self.block(n, depth)
        out = self.pick(ty)
        self.flush()
        self.reset(mark)
        self.unused = outer
        return out

    def structured(self, n, depth):
        g, r = self.g, self.r
        ty = r.choice(("i32", "i64", "f32"))
        if r.random() < 0.5:
            # Bounds are arguments: a loop from %x to %x would fold away.
            v = g.for_("%arg5", "%arg6", "%arg7", self.pick(ty), ty,
                       lambda iv, acc: self.nested(ty, n, depth - 1, ((iv, "index"), (acc, ty))))
        else:
            c = g.cmpi(r.randrange(10), self.pick("i32"), f"%arg{r.randrange(3)}", "i32")
            v = g.if_(c, ty, lambda: self.nested(ty, n // 2, depth - 1),
                      lambda: self.nested(ty, n // 2, depth - 1))
        self.define(v, ty)

    def block(self, n, depth):
        stop = self.g.ops + n
        while self.g.ops < stop:
            if depth > 0 and self.r.random() < 0.06:
                self.structured(self.r.randint(4, 20), depth)
            else:
                self.arith()


ARGS = (("i32", 3), ("i64", 2), ("index", 3), ("f32", 2), ("vector<4xf32>", 2), ("tensor<16x32xf32>", 2))
RESULTS = ["i32", "i64", "f32"]


def open_func(g, b, name):
    args, k = [], 0
    b.scope, b.recent, b.unused = {}, [], {}
    for ty, n in ARGS:
        for _ in range(n):
            args.append((f"%arg{k}", ty))
            b.scope.setdefault(ty, []).append(f"%arg{k}")
            k += 1
    g.func_begin(name, args, RESULTS)
    return args


def close_func(g, b):
    vals = [b.pick(t) for t in RESULTS]
    b.flush()
    g.func_end(vals, RESULTS)


def gen_mixed(g, rng, done, ops_per_func):
    b, i = Body(g, rng), 0
    while not done():
        args = open_func(g, b, f"f{i}")
        b.block(max(8, int(rng.gauss(ops_per_func, ops_per_func / 4))), 4)
        if i and rng.random() < 0.5:
            b.define(g.call(f"h{rng.randrange(8)}", [b.pick("i32"), b.pick("i32")],
                            ["i32", "i32"], "i32"), "i32")
        close_func(g, b)
        i += 1


def gen_onefunc(g, rng, done, _):
    b = Body(g, rng)
    open_func(g, b, "f0")
    while not done():
        b.block(200, 4)
    close_func(g, b)


def gen_deep(g, rng, done, depth):
    b, i = Body(g, rng), 0

    def level(d):
        b.block(3, 0)
        if d > 0:
            ty = "i32"
            if d % 2:
                v = g.for_("%arg5", "%arg6", "%arg7", b.pick(ty), ty,
                           lambda iv, acc: inner(d, ((iv, "index"), (acc, ty))))
            else:
                c = g.cmpi(rng.randrange(10), b.pick(ty), f"%arg{rng.randrange(3)}", ty)
                v = g.if_(c, ty, lambda: inner(d, ()), lambda: b.nested(ty, 2, 0))
            b.define(v, ty)

    def inner(d, extra):
        mark, outer = b.mark(), b.unused
        b.unused = {}
        for v, t in extra:
            b.scope[t].append(v)
        level(d - 1)
        out = b.pick("i32")
        b.flush()
        b.reset(mark)
        b.unused = outer
        return out

    while not done():
        open_func(g, b, f"f{i}")
        level(depth)
        close_func(g, b)
        i += 1


def gen_cf(g, rng, done, ops_per_func):
    """Each block takes two i32 arguments; edges go forward, plus a loop edge
    now and then.  Values come from the block's own arguments, the entry block
    or the block itself, so dominance holds."""
    b, i = Body(g, rng), 0
    while not done():
        open_func(g, b, f"f{i}")
        blocks = max(3, ops_per_func // 10)
        entry = b.mark()
        for k in range(blocks):
            if k:
                x, y = f"%b{k}x", f"%b{k}y"
                b.reset(entry)
                b.scope["i32"] += [x, y]
                g.indent -= 1
                g.put(f"^bb{k}({x}: i32, {y}: i32):", f"^bb{k}({x}: i32, {y}: i32):")
                g.indent += 1
            b.block(rng.randint(4, 12), 0)
            if k == 0:
                entry = b.mark()
            if k == blocks - 1:
                break
            u, v = b.pick("i32"), b.pick("i32")
            b.flush()
            far = rng.randint(max(1, k - 3) if rng.random() < 0.2 else k + 1, min(blocks - 1, k + 6))
            if rng.random() < 0.4:
                g.put(f"cf.br ^bb{k+1}({u}, {v} : i32, i32)",
                      f'"cf.br"({u}, {v})[^bb{k+1}] : (i32, i32) -> ()')
            else:
                c = g.cmpi(rng.randrange(10), u, v, "i32")
                g.put(f"cf.cond_br {c}, ^bb{k+1}({u}, {v} : i32, i32), ^bb{far}({v}, {u} : i32, i32)",
                      f'"cf.cond_br"({c}, {u}, {v}, {v}, {u})[^bb{k+1}, ^bb{far}] '
                      '<{operandSegmentSizes = array<i32: 1, 2, 2>}> : (i1, i32, i32, i32, i32) -> ()')
            g.ops += 1
        close_func(g, b)
        i += 1


def gen_types(g, rng, done, ops_per_func):
    b, i = Body(g, rng), 0

    def some_type():
        k = rng.randrange(3)
        elt = rng.choice(("f32", "f16", "bf16", "f64"))
        d = [rng.randint(1, 512) for _ in range(rng.randint(1, 3))]
        dims = "x".join(map(str, d))
        if k == 0:
            return f"tensor<{dims}x{elt}>"
        if k == 1:
            return f"vector<{dims}x{elt}>"
        return f"tensor<?x{dims}x{elt}>"

    while not done():
        types = [some_type() for _ in range(12)]
        args = [(f"%arg{k}", t) for k, t in enumerate(types)]
        g.func_begin(f"f{i}", args, types)
        last = {t: n for n, t in args}
        for _ in range(ops_per_func):
            t = rng.choice(types)
            last[t] = g.binop(rng.choice(("addf", "mulf", "subf")), last[t], last[t], t)
        g.func_end([last[t] for t in types], types)
        i += 1


LAYOUTS = """\
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
"""


def gen_triton(g, rng, done, ops_per_func):
    """Matrix products with a chain of elementwise ops on the accumulators and pointers that move on."""
    def line(text):
        g.put(text, text)
        g.ops += 1

    i = 0
    while not done():
        m, n, k = (rng.choice((32, 64, 128, 256)) for _ in range(3))
        accs = rng.randint(2, 8)
        row, col = "#ttg.slice<{dim = 1, parent = #blocked}>", "#ttg.slice<{dim = 0, parent = #blocked1}>"
        pa, pb = f"tensor<{m}x{k}x!tt.ptr<f16>, #blocked>", f"tensor<{k}x{n}x!tt.ptr<f16>, #blocked1>"
        acc = f"tensor<{m}x{n}xf32, #mma>"
        dot_a = f"tensor<{m}x{k}xf16, #ttg.dot_op<{{opIdx = 0, parent = #mma, kWidth = 2}}>>"
        dot_b = f"tensor<{k}x{n}xf16, #ttg.dot_op<{{opIdx = 1, parent = #mma, kWidth = 2}}>>"
        line(f"tt.func public @kernel{i}(%a_ptr: !tt.ptr<f16> {{tt.divisibility = 16 : i32}}, %b_ptr: !tt.ptr<f16> "
             "{tt.divisibility = 16 : i32}, %c_ptr: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %K: i32, %stride: i32) "
             "attributes {noinline = false} {")
        g.indent += 1
        line("%c0_i32 = arith.constant 0 : i32")
        line(f"%step = arith.constant {k} : i32")
        line(f"%zero = arith.constant dense<0.000000e+00> : {acc}")
        line("%pid = tt.get_program_id x : i32")
        line(f"%offs_m = tt.make_range {{end = {m} : i32, start = 0 : i32}} : tensor<{m}xi32, {row}>")
        line(f"%offs_m_0 = tt.expand_dims %offs_m {{axis = 1 : i32}} : tensor<{m}xi32, {row}> -> tensor<{m}x1xi32, #blocked>")
        line(f"%offs_a = tt.broadcast %offs_m_0 : tensor<{m}x1xi32, #blocked> -> tensor<{m}x{k}xi32, #blocked>")
        line(f"%a_ptrs = tt.splat %a_ptr : !tt.ptr<f16> -> {pa}")
        line(f"%a_ptrs_1 = tt.addptr %a_ptrs, %offs_a : {pa}, tensor<{m}x{k}xi32, #blocked>")
        line(f"%offs_n = tt.make_range {{end = {n} : i32, start = 0 : i32}} : tensor<{n}xi32, {col}>")
        line(f"%offs_n_2 = tt.expand_dims %offs_n {{axis = 0 : i32}} : tensor<{n}xi32, {col}> -> tensor<1x{n}xi32, #blocked1>")
        line(f"%offs_b = tt.broadcast %offs_n_2 : tensor<1x{n}xi32, #blocked1> -> tensor<{k}x{n}xi32, #blocked1>")
        line(f"%b_ptrs = tt.splat %b_ptr : !tt.ptr<f16> -> {pb}")
        line(f"%b_ptrs_3 = tt.addptr %b_ptrs, %offs_b : {pb}, tensor<{k}x{n}xi32, #blocked1>")
        inits = ", ".join([f"%acc_{j} = %zero" for j in range(accs)] + ["%a_it = %a_ptrs_1", "%b_it = %b_ptrs_3"])
        types = ", ".join([acc] * accs + [pa, pb])
        line(f"%res:{accs + 2} = scf.for %k = %c0_i32 to %K step %step iter_args({inits}) -> ({types}) : i32 {{")
        g.indent += 1
        line(f"%a = tt.load %a_it : {pa}")
        line(f"%b = tt.load %b_it : {pb}")
        line(f"%a_dot = ttg.convert_layout %a : tensor<{m}x{k}xf16, #blocked> -> {dot_a}")
        line(f"%b_dot = ttg.convert_layout %b : tensor<{k}x{n}xf16, #blocked1> -> {dot_b}")
        out = []
        for j in range(accs):
            line(f"%acc_{j}_n = tt.dot %a_dot, %b_dot, %acc_{j} : {dot_a} * {dot_b} -> {acc}")
            v = f"%acc_{j}_n"
            for x in range(rng.randint(1, max(2, ops_per_func // 20))):
                w = f"%t_{j}_{x}"
                line(f"{w} = arith.{rng.choice(('addf', 'mulf', 'maxnumf'))} {v}, {rng.choice(out or [f'%acc_{j}'])} : {acc}")
                v = w
            out.append(v)
        line(f"%a_next = tt.addptr %a_it, %offs_a : {pa}, tensor<{m}x{k}xi32, #blocked>")
        line(f"%b_next = tt.addptr %b_it, %offs_b : {pb}, tensor<{k}x{n}xi32, #blocked1>")
        line(f"scf.yield {', '.join(out + ['%a_next', '%b_next'])} : {types}")
        g.indent -= 1
        g.put("}", "}")
        cptr = f"tensor<{m}x{n}x!tt.ptr<f32>, #mma>"
        line(f"%c_ptrs = tt.splat %c_ptr : !tt.ptr<f32> -> {cptr}")
        for j in range(accs):
            line(f"tt.store %c_ptrs, %res#{j} : {cptr}")
        line("tt.return")
        g.indent -= 1
        g.put("}", "}")
        i += 1


def helpers(g):
    for ty, name in SINKS.items():
        g.declare(name, ty)
    for k in range(8):
        g.func_begin(f"h{k}", [("%arg0", "i32"), ("%arg1", "i32")], ["i32"])
        v = g.binop(("addi", "muli", "xori")[k % 3], "%arg0", "%arg1", "i32")
        g.func_end([v], ["i32"])


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--size", default=None, help="target size of the custom form: 500KB, 10MB (default 1MB)")
    p.add_argument("--ops", type=int, default=None, help="number of operations, instead of --size")
    p.add_argument("--form", choices=("custom", "generic"), default="custom")
    p.add_argument("--shape", choices=("mixed", "onefunc", "deep", "cf", "types", "attrs", "triton"), default="mixed")
    p.add_argument("--ops-per-func", type=int, default=200)
    p.add_argument("--depth", type=int, default=40, help="nesting of --shape deep")
    p.add_argument("--locs", action="store_true", help="a loc(...) on each op (implied by --shape attrs)")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("-o", "--output", default="-")
    a = p.parse_args()
    triton = a.shape == "triton"
    if triton and a.form == "generic":
        p.error("--shape triton has no generic form")
    size = parse_size(a.size or "1MB")
    out = sys.stdout if a.output == "-" else open(a.output, "w", buffering=1 << 20)
    rng = random.Random(a.seed)
    attrs = a.shape == "attrs"
    g = Gen(out, a.form, rng, locs=a.locs or attrs, attrs=attrs)
    done = (lambda: g.ops >= a.ops) if a.ops is not None else (lambda: g.size >= size)
    if triton:
        out.write(LAYOUTS)
        g.put('module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", '
              '"ttg.threads-per-warp" = 32 : i32} {', "")
    else:
        g.put("module {", '"builtin.module"() ({')
    g.indent += 1
    if not triton:
        helpers(g)
    gens = {"mixed": gen_mixed, "attrs": gen_mixed, "onefunc": gen_onefunc, "deep": gen_deep,
            "cf": gen_cf, "types": gen_types, "triton": gen_triton}
    gens[a.shape](g, rng, done, a.depth if a.shape == "deep" else a.ops_per_func)
    g.indent -= 1
    t = g.tail()
    g.put(f"}}{t}", f"}}) : () -> (){t}")
    g.ops += 1
    if out is not sys.stdout:
        out.close()
    print(f"{g.ops} ops, custom form {g.size} bytes, shape {a.shape}, seed {a.seed}", file=sys.stderr)


if __name__ == "__main__":
    main()
