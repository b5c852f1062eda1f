"""The PTX of the probe kernels: one entry per instruction under test, all of them loading inputs, doing it once and storing the results."""
from collections import namedtuple

Wgmma = namedtuple("Wgmma", "name n d a b regs ta tb neg sat")   # ta, tb: MN-major; neg: imm-scale-a = -1
Mma = namedtuple("Mma", "name k d a b sat")

DEPTH = {"f16": 16, "bf16": 16, "tf32": 8, "e4m3": 32, "e5m2": 32, "s8": 32, "u8": 32}
FORMS = ([("f32", "f16", "f16"), ("f16", "f16", "f16"), ("f32", "bf16", "bf16"), ("f32", "tf32", "tf32")]
         + [(d, a, b) for d in ("f32", "f16") for a in ("e4m3", "e5m2") for b in ("e4m3", "e5m2")]
         + [("s32", a, b) for a in ("s8", "u8") for b in ("s8", "u8")])

HEAD = ".version 8.4\n.target sm_90a\n.address_size 64\n.extern .shared .align 1024 .b8 smem[];\n"


def wgmma(n, d, a, b, regs=False, ta=0, tb=0, neg=0, sat=0):
    name = f"wgmma_n{n}_{d}_{a}_{b}_{'rs' if regs else 'ss'}_{ta}{tb}" + "_neg" * neg + "_sat" * sat
    return Wgmma(name, n, d, a, b, int(regs), ta, tb, neg, sat)


def wgmma_variants():
    rows = []
    for form in FORMS:
        half, integer = DEPTH[form[1]] == 16, form[0] == "s32"
        for n in (8, 64, 256):
            for regs in (False, True):
                if n == 256 and regs and form[0] == "f16":
                    continue
                for ta in (0, 1) if half and not regs else (0,):
                    for tb in (0, 1) if half else (0,):
                        rows.append(wgmma(n, *form, regs, ta, tb))
        rows += [wgmma(n, *form) for n in ((16, 32, 96, 192) if integer else (16, 40, 128, 192))]
        if not integer:
            rows.append(wgmma(32, *form, neg=1))
    rows += [wgmma(16, "f32", "f16", "f16", r, ta, tb) for r, ta, tb in ((False, 1, 0), (True, 0, 0), (True, 0, 1))]
    return rows


def accumulators():
    return [wgmma(8, *form, regs=True) for form in FORMS] + [wgmma(8, "s32", "s8", "s8", regs=True, sat=1)]


def dregs(v):
    return v.n // 4 if v.d == "f16" else v.n // 2


def registers(prefix, n):
    return "{" + ", ".join(f"{prefix}{i}" for i in range(n)) + "}"


def wgmma_kernel(v, image):
    n, float_d = dregs(v), v.d == "f32"
    bank, kind = ("%f", "f32") if float_d else ("%d", "b32")
    lines = [f".visible .entry {v.name}(.param .u64 cases, .param .u64 images, .param .u64 aregs, .param .u64 c, .param .u64 d)", "{",
             f".reg .b64 %rd<16>; .reg .b32 %r<16>; .reg .pred %p<3>; .reg .{kind} {bank}<{n}>;",
             "mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r3, smem;",
             "ld.param.u64 %rd1, [cases]; ld.param.u64 %rd2, [images]; ld.param.u64 %rd3, [aregs]; ld.param.u64 %rd4, [c]; ld.param.u64 %rd5, [d];",
             "mad.wide.u32 %rd1, %r2, 24, %rd1;",
             "ld.global.u64 %rd6, [%rd1]; ld.global.u64 %rd7, [%rd1+8]; ld.global.u32 %r4, [%rd1+16]; ld.global.u32 %r5, [%rd1+20];",
             f"mad.wide.u32 %rd2, %r4, {image}, %rd2; mul.lo.u32 %r6, %r1, 16;",
             "COPY: cvt.u64.u32 %rd8, %r6; add.u64 %rd8, %rd2, %rd8; add.u32 %r7, %r3, %r6;",
             "ld.global.v4.b32 {%r8, %r9, %r10, %r11}, [%rd8]; st.shared.v4.b32 [%r7], {%r8, %r9, %r10, %r11};",
             f"add.u32 %r6, %r6, 2048; setp.lt.u32 %p1, %r6, {image}; @%p1 bra COPY;",
             "fence.proxy.async.shared::cta; bar.sync 0;",
             "shr.u32 %r7, %r3, 4; cvt.u64.u32 %rd8, %r7; add.u64 %rd6, %rd6, %rd8; add.u64 %rd7, %rd7, %rd8;",
             "setp.ne.u32 %p2, %r5, 0;"]
    if v.regs:
        lines += ["mad.wide.u32 %rd9, %r2, 2048, %rd3; mad.wide.u32 %rd9, %r1, 16, %rd9; ld.global.v4.b32 {%r12, %r13, %r14, %r15}, [%rd9];"]
    for bank_address in ("%rd4", "%rd5"):
        lines += [f"mad.wide.u32 {bank_address}, %r2, {n * 512}, {bank_address}; mad.wide.u32 {bank_address}, %r1, 4, {bank_address};"]
    lines += [f"ld.global.{kind} {bank}{i}, [%rd4+{512 * i}];" for i in range(n)]
    sat = ".satfinite" if v.sat else ""
    a = "{%r12, %r13, %r14, %r15}" if v.regs else "%rd6"
    tail = ""
    if v.d != "s32":
        tail = f", {-1 if v.neg else 1}, 1"
        if DEPTH[v.a] == 16:
            tail += f", {v.tb}" if v.regs else f", {v.ta}, {v.tb}"
    lines += ["wgmma.fence.sync.aligned;",
              f"wgmma.mma_async.sync.aligned.m64n{v.n}k{DEPTH[v.a]}.{v.d}.{v.a}.{v.b}{sat} {registers(bank, n)}, {a}, %rd7, %p2{tail};",
              "wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;"]
    lines += [f"st.global.{kind} [%rd5+{512 * i}], {bank}{i};" for i in range(n)] + ["ret;", "}"]
    return "\n".join(lines)


def mma_variants():
    rows = []
    for d, a, b in FORMS:
        for k in (DEPTH[a], DEPTH[a] // 2):
            if a in ("e4m3", "e5m2") and (k != 32 or d == "f16"):
                continue
            rows.append(Mma(f"mma_k{k}_{d}_{a}_{b}", k, d, a, b, 0))
    return rows + [Mma("mma_k32_s32_s8_s8_sat", 32, "s32", "s8", "s8", 1)]


def mma_regs(v):
    a = v.k * 4 // DEPTH[v.a]
    return 2 if v.d == "f16" else 4, a, a // 2


def mma_kernel(v):
    nd, na, nb = mma_regs(v)
    bank, kind = ("%f", "f32") if v.d == "f32" else ("%d", "b32")
    sat = ".satfinite" if v.sat else ""
    lines = [f".visible .entry {v.name}(.param .u64 a, .param .u64 b, .param .u64 c, .param .u64 d)", "{",
             f".reg .b64 %rd<6>; .reg .b32 %r<4>; .reg .b32 %a<4>; .reg .b32 %b<2>; .reg .{kind} {bank}<4>;",
             "mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x;"]
    for i, (p, regs) in enumerate((("a", na), ("b", nb), ("c", nd), ("d", nd)), 1):
        lines += [f"ld.param.u64 %rd{i}, [{p}]; mad.wide.u32 %rd{i}, %r2, {regs * 128}, %rd{i}; mad.wide.u32 %rd{i}, %r1, 4, %rd{i};"]
    for i, (bank_in, kind_in, regs) in enumerate((("%a", "b32", na), ("%b", "b32", nb), (bank, kind, nd)), 1):
        lines += [f"ld.global.{kind_in} {bank_in}{r}, [%rd{i}+{128 * r}];" for r in range(regs)]
    lines += [f"mma.sync.aligned.m16n8k{v.k}.row.col{sat}.{v.d}.{v.a}.{v.b}.{v.d} {registers(bank, nd)}, {registers('%a', na)}, {registers('%b', nb)}, {registers(bank, nd)};"]
    return "\n".join(lines + [f"st.global.{kind} [%rd4+{128 * r}], {bank}{r};" for r in range(nd)] + ["ret;", "}"])


def matrix_names():
    return [f"{op}matrix_x{n}{t}" for op in ("ld", "st") for n in (1, 2, 4) for t in ("", "_trans")] + ["movmatrix"]


def matrix_kernel(name):
    lines = [f".visible .entry {name}(.param .u64 memory, .param .u64 regs, .param .u64 order, .param .u64 d)", "{",
             ".reg .b64 %rd<8>; .reg .b32 %r<16>; .reg .pred %p1;", ".shared .align 1024 .b8 smem_small[4096];",
             "mov.u32 %r1, %tid.x; mov.u32 %r3, smem_small; mul.lo.u32 %r4, %r1, 4;",
             "ld.param.u64 %rd1, [memory]; ld.param.u64 %rd2, [regs]; ld.param.u64 %rd3, [order]; ld.param.u64 %rd4, [d];",
             "IN: cvt.u64.u32 %rd5, %r4; add.u64 %rd6, %rd1, %rd5; ld.global.b32 %r5, [%rd6]; add.u32 %r6, %r3, %r4; st.shared.b32 [%r6], %r5;",
             "add.u32 %r4, %r4, 128; setp.lt.u32 %p1, %r4, 4096; @%p1 bra IN; bar.sync 0;",
             "mad.wide.u32 %rd2, %r1, 4, %rd2; mad.wide.u32 %rd3, %r1, 4, %rd3; ld.global.b32 %r7, [%rd3]; add.u32 %r7, %r7, %r3;"]
    lines += [f"ld.global.b32 %r{8 + i}, [%rd2+{128 * i}];" for i in range(4)]
    if name == "movmatrix":
        lines += ["movmatrix.sync.aligned.m8n8.trans.b16 %r8, %r8;"]
    else:
        op, n = name[:2], int(name.split("_")[1][1])
        trans, list_ = ".trans" if "trans" in name else "", "{" + ", ".join(f"%r{8 + i}" for i in range(n)) + "}"
        args = f"{list_}, [%r7]" if op == "ld" else f"[%r7], {list_}"
        lines += [f"{op}matrix.sync.aligned.m8n8.x{n}{trans}.shared.b16 {args};"]
    lines += ["bar.sync 0; mul.lo.u32 %r4, %r1, 4;",
              "OUT: cvt.u64.u32 %rd5, %r4; add.u64 %rd6, %rd4, %rd5; add.u32 %r6, %r3, %r4; ld.shared.b32 %r5, [%r6]; st.global.b32 [%rd6], %r5;",
              "add.u32 %r4, %r4, 128; setp.lt.u32 %p1, %r4, 4096; @%p1 bra OUT; mad.wide.u32 %rd4, %r1, 4, %rd4;"]
    return "\n".join(lines + [f"st.global.b32 [%rd4+{4096 + 128 * i}], %r{8 + i};" for i in range(4)] + ["ret;", "}"])


FILL = """mov.u32 %r1, %tid.x; mov.u32 %r3, smem; mul.lo.u32 %r4, %r1, 4;"""
COORDS = "ld.param.u64 %rd10, [c0]; cvt.u32.u64 %c0, %rd10; ld.param.u64 %rd10, [c1]; cvt.u32.u64 %c1, %rd10; ld.param.u64 %rd10, [c2]; cvt.u32.u64 %c2, %rd10; " \
         "ld.param.u64 %rd10, [c3]; cvt.u32.u64 %c3, %rd10; ld.param.u64 %rd10, [c4]; cvt.u32.u64 %c4, %rd10;"
COORD_PARAMS = ", ".join(f".param .u64 c{i}" for i in range(5))
TMA_REGS = ".reg .b64 %rd<12>; .reg .b32 %r<12>; .reg .b32 %c<5>; .reg .pred %p<3>;"


def tma_load(rank):
    coords = registers("%c", rank)
    return f""".visible .entry tma_load_{rank}(.param .align 64 .b8 map[128], .param .u64 dump, {COORD_PARAMS}, .param .u64 offset, .param .u64 bytes)
{{
{TMA_REGS}
.shared .align 8 .b64 bar;
{FILL}
{COORDS}
ld.param.u64 %rd1, [dump]; ld.param.u64 %rd2, [offset]; cvt.u32.u64 %r5, %rd2; ld.param.u64 %rd3, [bytes]; cvt.u32.u64 %r6, %rd3; mov.u32 %r9, bar;
FILL: add.u32 %r7, %r3, %r4; st.shared.b32 [%r7], 0xeeeeeeee; add.u32 %r4, %r4, 512; setp.lt.u32 %p1, %r4, 32768; @%p1 bra FILL;
setp.ne.u32 %p2, %r1, 0;
@%p2 bra READY;
mbarrier.init.shared::cta.b64 [%r9], 1; fence.mbarrier_init.release.cluster;
READY: fence.proxy.async.shared::cta; bar.sync 0;
@%p2 bra WAIT;
mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r9], %r6;
mov.b64 %rd4, map; cvta.param.u64 %rd5, %rd4; add.u32 %r8, %r3, %r5;
cp.async.bulk.tensor.{rank}d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r8], [%rd5, {coords}], [%r9];
WAIT: mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r9], 0; @!%p1 bra WAIT;
mul.lo.u32 %r4, %r1, 4;
OUT: add.u32 %r7, %r3, %r4; ld.shared.b32 %r8, [%r7]; cvt.u64.u32 %rd6, %r4; add.u64 %rd6, %rd1, %rd6; st.global.b32 [%rd6], %r8;
add.u32 %r4, %r4, 512; setp.lt.u32 %p1, %r4, 32768; @%p1 bra OUT;
st.global.b32 [%rd1+32768], %r3;
ret;
}}"""


def tma_store(rank, name, op):
    coords = registers("%c", rank)
    return f""".visible .entry {name}(.param .align 64 .b8 map[128], .param .u64 image, {COORD_PARAMS}, .param .u64 offset)
{{
{TMA_REGS}
{FILL}
{COORDS}
ld.param.u64 %rd1, [image]; ld.param.u64 %rd2, [offset]; cvt.u32.u64 %r5, %rd2;
IN: add.u32 %r7, %r3, %r4; cvt.u64.u32 %rd6, %r4; add.u64 %rd6, %rd1, %rd6; ld.global.b32 %r8, [%rd6]; st.shared.b32 [%r7], %r8;
add.u32 %r4, %r4, 512; setp.lt.u32 %p1, %r4, 32768; @%p1 bra IN;
fence.proxy.async.shared::cta; bar.sync 0;
setp.ne.u32 %p2, %r1, 0; @%p2 bra DONE;
mov.b64 %rd4, map; cvta.param.u64 %rd5, %rd4; add.u32 %r8, %r3, %r5;
{op.format(rank=rank)} [%rd5, {coords}], [%r8];
cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;
DONE: ret;
}}"""


STORE = "cp.async.bulk.tensor.{rank}d.global.shared::cta.tile.bulk_group"
REDUCE = "cp.reduce.async.bulk.tensor.{rank}d.global.shared::cta.OP.tile.bulk_group"


# name -> (inputs, text on %r0 <- %r1, %r2). "f32": bits of floats in both; "any": random words; "u16": every half word in %r1.
def unary_table():
    rows = {}
    for r in ("rn", "rz"):
        for t in ("f16x2", "bf16x2"):
            rows[f"cvt.{r}.{t}.f32"] = ("f32", f"cvt.{r}.{t}.f32 %r0, %f1, %f2;")
            rows[f"cvt.{r}.relu.{t}.f32"] = ("f32", f"cvt.{r}.relu.{t}.f32 %r0, %f1, %f2;")
    for r in ("rn", "rz", "rm", "rp"):
        rows[f"cvt.{r}.f16.f32"] = ("f32", f"cvt.{r}.f16.f32 %h1, %f1; cvt.u32.u16 %r0, %h1;")
    rows["cvt.rn.bf16.f32"] = ("f32", "cvt.rn.bf16.f32 %h1, %f1; cvt.u32.u16 %r0, %h1;")
    for t in ("e4m3x2", "e5m2x2"):
        rows[f"cvt.rn.satfinite.{t}.f32"] = ("f32", f"cvt.rn.satfinite.{t}.f32 %h1, %f1, %f2; cvt.u32.u16 %r0, %h1;")
        rows[f"cvt.rn.satfinite.relu.{t}.f32"] = ("f32", f"cvt.rn.satfinite.relu.{t}.f32 %h1, %f1, %f2; cvt.u32.u16 %r0, %h1;")
        rows[f"cvt.rn.satfinite.{t}.f16x2"] = ("u16", f"cvt.rn.satfinite.{t}.f16x2 %h1, %r1; cvt.u32.u16 %r0, %h1;")
        rows[f"cvt.rn.f16x2.{t}"] = ("u16", f"cvt.u16.u32 %h1, %r1; cvt.rn.f16x2.{t} %r0, %h1;")
    for r in ("rna", "rn", "rz"):
        rows[f"cvt.{r}.tf32.f32"] = ("f32", f"cvt.{r}.tf32.f32 %r0, %f1;")
    for t in ("f16", "bf16"):
        rows[f"cvt.f32.{t}"] = ("u16", f"cvt.u16.u32 %h1, %r1; cvt.f32.{t} %f0, %h1; mov.b32 %r0, %f0;")
    for f in ("ex2", "lg2", "rcp", "rsqrt", "sqrt", "sin", "cos"):
        for z in ("", ".ftz"):
            rows[f"{f}.approx{z}.f32"] = ("f32", f"{f}.approx{z}.f32 %f0, %f1; mov.b32 %r0, %f0;")
    rows["tanh.approx.f32"] = ("f32", "tanh.approx.f32 %f0, %f1; mov.b32 %r0, %f0;")
    for t in ("ex2.approx.f16", "tanh.approx.f16", "ex2.approx.ftz.bf16", "tanh.approx.bf16"):
        rows[t] = ("u16", f"cvt.u16.u32 %h1, %r1; {t} %h0, %h1; cvt.u32.u16 %r0, %h0;")
    for f in ("div.full", "div.approx", "div.rn", "add.rn", "add.rz", "mul.rn", "mul.rz", "min", "max"):
        for z in ("", ".ftz"):
            rows[f"{f}{z}.f32"] = ("f32", f"{f}{z}.f32 %f0, %f1, %f2; mov.b32 %r0, %f0;")
    for f in ("fma.rn", "fma.rz", "fma.rm", "fma.rp"):
        for z in ("", ".ftz"):
            rows[f"{f}{z}.f32"] = ("f32", f"{f}{z}.f32 %f0, %f1, %f2, %f2; mov.b32 %r0, %f0;")
    rows["min.NaN.f32"] = ("f32", "min.NaN.f32 %f0, %f1, %f2; mov.b32 %r0, %f0;")
    for t in ("f16x2", "bf16x2"):
        for f in ("fma.rn", "fma.rn.relu"):
            rows[f"{f}.{t}"] = ("any", f"{f}.{t} %r0, %r1, %r2, %r2;")
        for f in ("min", "max", "min.NaN", "max.NaN"):
            rows[f"{f}.{t}"] = ("any", f"{f}.{t} %r0, %r1, %r2;")
    for f in ("add.rn.f16x2", "mul.rn.f16x2", "sub.rn.f16x2", "add.rn.bf16x2", "mul.rn.bf16x2"):
        rows[f] = ("any", f"{f} %r0, %r1, %r2;")
    for r in ("rni", "rzi", "rmi", "rpi"):
        for t in ("s32", "u32"):
            rows[f"cvt.{r}.{t}.f32"] = ("f32", f"cvt.{r}.{t}.f32 %r0, %f1;")
        rows[f"cvt.{r}.f32.f32"] = ("f32", f"cvt.{r}.f32.f32 %f0, %f1; mov.b32 %r0, %f0;")
    for r in ("rn", "rz", "rm", "rp"):
        for t in ("s32", "u32"):
            rows[f"cvt.{r}.f32.{t}"] = ("any", f"cvt.{r}.f32.{t} %f0, %r1; mov.b32 %r0, %f0;")
    return rows


def entry_name(name):
    return name.replace(".", "_")


def unary():
    return [(entry_name(name), kind) for name, (kind, _) in unary_table().items()]


def elementwise(name, body, inputs):
    load = "ld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [y]; mad.wide.u32 %rd1, %r3, 4, %rd1; mad.wide.u32 %rd2, %r3, 4, %rd2; " \
           "ld.global.b32 %r1, [%rd1]; ld.global.b32 %r2, [%rd2]; mov.b32 %f1, %r1; mov.b32 %f2, %r2;"
    params = ".param .u64 x, .param .u64 y"
    if not inputs:
        load, params = "ld.param.u64 %rd1, [start]; cvt.u32.u64 %r1, %rd1; add.u32 %r1, %r1, %r3; mov.b32 %f1, %r1;", ".param .u64 start"
    return f""".visible .entry {name}({params}, .param .u64 d)
{{
.reg .b64 %rd<4>; .reg .b32 %r<6>; .reg .f32 %f<3>; .reg .b16 %h<3>;
mov.u32 %r3, %ctaid.x; mov.u32 %r4, %ntid.x; mov.u32 %r5, %tid.x; mad.lo.u32 %r3, %r3, %r4, %r5;
ld.param.u64 %rd3, [d]; mad.wide.u32 %rd3, %r3, 4, %rd3; {load}
{body}
st.global.b32 [%rd3], %r0; ret;
}}"""


def module(image=45056):
    seen, parts = set(), [HEAD]
    for v in wgmma_variants() + accumulators():
        if v.name not in seen:
            parts.append(wgmma_kernel(v, image))
        seen.add(v.name)
    parts += [mma_kernel(v) for v in mma_variants()]
    parts += [matrix_kernel(name) for name in matrix_names()]
    parts += [tma_load(r) for r in range(1, 6)] + [tma_store(r, f"tma_store_{r}", STORE) for r in range(1, 6)]
    parts += [tma_store(2, f"tma_red_{op}", REDUCE.replace("OP", op)) for op in ("add", "min", "max", "inc", "dec", "and", "or", "xor")]
    table = unary_table()
    parts += [elementwise("u_" + entry_name(name), body, True) for name, (_, body) in table.items()]
    parts += [elementwise("m_" + entry_name(name), body, False) for name, (_, body) in table.items() if "approx" in name and name.endswith("f32") and "div" not in name]
    return "\n".join(parts) + "\n"
