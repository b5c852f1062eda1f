#!/usr/bin/env python3
"""Compile time, TTIR text to PTX text: tawa against stock Triton. Needs Triton and no GPU.

    .tools/bin/python-triton bench/compile_time.py                   # all kernels, 7 rounds
    .tools/bin/python-triton bench/compile_time.py -n 15 --only attn --cubin

The kernels are examples/ttir and the other tiles of bench/gpu, whose TTIR Triton's front end makes here. Ways:

    stock   Triton's own stages ttgir, llir and ptx in a process that has Triton loaded; nothing is cached
    shim    the same process with tawa: what the shim does instead, tawa-opt as a process, then Triton's ptx stage
    alone   tawa-opt --emit=ptx, which runs llc: no Python
    cold    stock, with the start of Python and the import of Triton

The ways take turns. A figure is the median of the rounds in milliseconds of processor time (user + system, child
processes included), which other work on the machine disturbs least; wall time stands in the JSON beside it. --cubin adds ptxas
on the PTX of both. Writes DATE-compile_time.md and .json into --out and exits with 1 if a limit is missed.
"""
import argparse
import datetime
import json
import math
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "python"), str(ROOT / "examples")]
EACH, MEAN = 1.0, 0.6       # limits of shim / stock: of a kernel, of the geometric mean


@dataclass(frozen=True)
class Kernel:
    """A TTIR file and the launch options that it was made for."""
    name: str
    path: str
    num_warps: int
    num_stages: int


def examples():
    for path in sorted((ROOT / "examples" / "ttir").glob("*.ttir")):
        made_with = json.loads(path.with_suffix(".json").read_text())
        yield Kernel(path.stem, str(path), made_with["num_warps"], made_with.get("num_stages", 3))


# --- the other tiles of bench/gpu -------------------------------------------------------------------------------------

def descriptor(dtype, rows, cols):
    return f"tensordesc<{dtype}[{rows}, {cols}]>"


def gemm(kernel, dtype, bm, bn, bk, **constants):
    """(name in examples/kernels.py, types of the arguments, constants)."""
    types = [descriptor(dtype, bm, bk), descriptor(dtype, bn, bk), descriptor("fp16", bm, bn), "i32", "i32", "i32"]
    return kernel, types, dict(BM=bm, BN=bn, BK=bk, OUT="fp16", **constants)


def tile(bm, bn, bk):
    return gemm("gemm_tma", "fp16", bm, bn, bk, GROUP=8, WS=False)


def attention(dtype, dim, bn, causal):
    types = [descriptor(dtype, rows, dim) for rows in (128, bn, bn, 128)] + ["*fp32", "fp32", "i32", "i32"]
    return "attn_fwd", types, dict(BM=128, BN=bn, D=dim, CAUSAL=causal, OUT=dtype, WS=False)


def grouped(bm, bn, bk):
    return "grouped_gemm", ["*i64"] * 3 + ["*i32"] * 2 + ["i32"], dict(NUM_SMS=132, DT="fp16", BM=bm, BN=bn, BK=bk)


OTHERS = {      # name: (source, num_warps, num_stages)
    "gemm_fp16_64x256x64": (tile(64, 256, 64), 4, 3),
    "gemm_fp16_64x128x128": (tile(64, 128, 128), 4, 3),
    "gemm_fp16_64x64x128": (tile(64, 64, 128), 4, 3),
    "gemm_fp16_128x64x128": (tile(128, 64, 128), 4, 3),
    "gemm_fp16_128x128x64_8": (tile(128, 128, 64), 8, 3),
    "gemm_fp16_persistent_128x128x64": (gemm("gemm_persistent", "fp16", 128, 128, 64, GROUP=8, WS=False, NUM_SMS=132, FLATTEN=False), 4, 3),
    "gemm_fp8_persistent_128x256x128": (gemm("gemm_persistent", "fp8e4nv", 128, 256, 128, GROUP=8, WS=False, NUM_SMS=132, FLATTEN=False), 8, 3),
    "bmm_fp16_128x256x64": (gemm("bmm_tma", "fp16", 128, 256, 64), 8, 3),
    "grouped_gemm_128x256x64": (grouped(128, 256, 64), 8, 3),
    "attn_fp16_full_d64": (attention("fp16", 64, 128, False), 8, 3),
    "attn_fp16_causal_d64": (attention("fp16", 64, 128, True), 8, 3),
    "attn_fp16_full_d256": (attention("fp16", 256, 64, False), 8, 2),
    "attn_fp8_causal_128x128": (attention("fp8e4nv", 128, 128, True), 8, 2),
}


def others(folder):
    """Writes the TTIR of OTHERS as Triton's front end makes it, arguments divisible by 16."""
    import kernels
    import triton.language as tl
    from triton._C.libtriton import ir
    from triton.compiler import ASTSource
    types = {"fp16": tl.float16, "fp8e4nv": tl.float8e4nv}
    for name, ((function, arguments, constants), warps, stages) in OTHERS.items():
        function = getattr(kernels, function)
        signature = {a: "constexpr" if a in constants else arguments[i] for i, a in enumerate(function.arg_names)}
        divisible = {(i,): [["tt.divisibility", 16]] for i, a in enumerate(arguments) if a[0] in "*i"}
        source = ASTSource(function, signature, {a: types.get(v, v) for a, v in constants.items()}, divisible)
        backend, options, _ = stages_of(warps, stages)
        context = ir.context()
        ir.load_dialects(context)
        backend.load_dialects(context)
        module = source.make_ir(backend.target, options, backend.get_codegen_implementation(options), backend.get_module_map(), context)
        path = Path(folder, name + ".ttir")
        path.write_text(str(backend.make_ttir(module, {}, options, 90)))
        yield Kernel(name, str(path), warps, stages)


# --- the ways ---------------------------------------------------------------------------------------------------------

def stages_of(num_warps, num_stages):
    """Triton's backend for sm_90, its options and its table of stages."""
    from triton.backends.compiler import GPUTarget, Language
    from triton.compiler.compiler import make_backend
    backend = make_backend(GPUTarget("cuda", 90, 32))
    options, stages = backend.parse_options(dict(num_warps=num_warps, num_stages=num_stages)), {}
    backend.add_stages(stages, options, Language.TRITON)
    return backend, options, stages


def stock(kernel):
    """PTX by stock Triton."""
    from triton._C.libtriton import ir
    backend, _, stages = stages_of(kernel.num_warps, kernel.num_stages)
    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    module, metadata = ir.parse_mlir_module(kernel.path, context), {}
    module.context = context
    for stage in ("ttgir", "llir", "ptx"):
        module = stages[stage](module, metadata)
    return module


def shim(kernel, tawa_opt):
    """PTX by the shim's stages: LLVM IR by tawa-opt, PTX by Triton."""
    return triton_ptx(kernel, tawa_llvm(kernel, tawa_opt))


def tawa_llvm(kernel, tawa_opt):
    from tawa_triton.compiler import compile_ttir, pipeline_options
    return compile_ttir(tawa_opt, Path(kernel.path).read_text(), pipeline_options(kernel.num_warps, kernel.num_stages, {}))[0]


def triton_ptx(kernel, text):
    from triton._C.libtriton import llvm
    llvm.init_targets()
    return stages_of(kernel.num_warps, kernel.num_stages)[2]["ptx"](text, {})


def alone(kernel, tawa_opt):
    """PTX by tawa-opt and llc."""
    from tawa_triton.compiler import pipeline_options
    return output([tawa_opt, f"--tawa-compile={pipeline_options(kernel.num_warps, kernel.num_stages, {})}", "--emit=ptx", kernel.path])


def cold(kernel):
    """PTX by stock Triton in a process of its own."""
    return output([sys.executable, __file__, "--stock", kernel.path, str(kernel.num_warps), str(kernel.num_stages)])


def cubin(kernel, ptx):
    return stages_of(kernel.num_warps, kernel.num_stages)[2]["cubin"](ptx, {})


def output(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stderr}")
    return done.stdout


# --- measuring --------------------------------------------------------------------------------------------------------

def processor_time():
    """Seconds of this process and of its children that have ended, user and system."""
    return sum(u.ru_utime + u.ru_stime for u in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)))


def timed(call):
    """(processor seconds, wall seconds, result)."""
    cpu, wall = processor_time(), time.perf_counter()
    result = call()
    return processor_time() - cpu, time.perf_counter() - wall, result


def measure(kernel, tawa_opt, rounds, with_cubin):
    """A row of the report: for each way milliseconds, median and least."""
    text = tawa_llvm(kernel, tawa_opt)
    ways = {"stock": lambda: stock(kernel), "shim": lambda: shim(kernel, tawa_opt), "alone": lambda: alone(kernel, tawa_opt),
            "cold": lambda: cold(kernel), "tawa-opt": lambda: tawa_llvm(kernel, tawa_opt), "back end": lambda: triton_ptx(kernel, text)}
    if with_cubin:
        theirs, ours = stock(kernel), shim(kernel, tawa_opt)
        ways.update({"stock ptxas": lambda: cubin(kernel, theirs), "tawa ptxas": lambda: cubin(kernel, ours)})
    for way in ("stock", "shim"):
        ways[way]()                     # what is done once in a process
    times = {way: [] for way in ways}
    for _ in range(rounds):
        for way, call in ways.items():
            times[way].append(timed(call)[:2])
    row = {"name": kernel.name, "num_warps": kernel.num_warps, "num_stages": kernel.num_stages, "ms": {}}
    for way, pairs in times.items():
        cpus, walls = zip(*pairs)
        row["ms"][way] = {what: round(1e3 * f(values), 1) for what, f, values in (
            ("cpu", statistics.median, cpus), ("cpu_least", min, cpus), ("wall", statistics.median, walls), ("wall_least", min, walls))}
    return row


def ratio(row, way, to="stock", what="cpu"):
    return row["ms"][way][what] / row["ms"][to][what]


def mean(values):
    """Geometric mean."""
    values = list(values)
    return math.exp(sum(map(math.log, values)) / len(values))


def missed(rows):
    """The limits that are missed, as text."""
    out = [f"{row['name']}: {ratio(row, 'shim'):.2f}, limit {EACH}" for row in rows if ratio(row, "shim") > EACH]
    if (all_of_them := mean(ratio(row, "shim") for row in rows)) > MEAN:
        out.append(f"geometric mean: {all_of_them:.2f}, limit {MEAN}")
    return out


# --- the report -------------------------------------------------------------------------------------------------------

RATIOS = (("shim", "stock"), ("alone", "stock"), ("alone", "cold"))


def table(rows):
    ways = list(rows[0]["ms"])
    head = ["kernel", *ways, *(f"{way} / {to}" for way, to in RATIOS)]
    body = [[row["name"], *(f"{row['ms'][way]['cpu']:.0f}" for way in ways), *(f"{ratio(row, way, to):.2f}" for way, to in RATIOS)] for row in rows]
    for what, label in (("cpu", "geometric mean"), ("cpu_least", "of the least times"), ("wall", "of wall times")):
        body.append([label, *[""] * len(ways), *(f"{mean(ratio(row, way, to, what) for row in rows):.2f}" for way, to in RATIOS)])
    return "\n".join("| " + " | ".join(line) + " |" for line in [head, ["---"] * len(head), *body])


def machine():
    model = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "")
    return f"{os.cpu_count()} x {model}, load {os.getloadavg()[0]:.1f} at the end"


def write(folder, rows, rounds):
    import triton
    date, folder = datetime.date.today().isoformat(), Path(folder)
    commit = output(["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"]).strip()
    about = dict(date=date, commit=commit, machine=machine(), triton=triton.__version__, rounds=rounds, command=" ".join(["compile_time.py", *sys.argv[1:]]))
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{date}-compile_time.json").write_text(json.dumps({**about, "rows": rows, "missed": missed(rows)}, indent=1) + "\n")
    text = [f"# Compile time, TTIR to PTX, {date}", "",
            f"Commit {commit}; stock Triton {triton.__version__}; {about['machine']}. Processor time in ms, median of {rounds} rounds, the ways in turn",
            "(`.tools/bin/python-triton bench/compile_time.py`, which says what the ways are). `tawa-opt` and `back end` are the parts of `shim`.", "",
            table(rows), "", "Limits missed: " + ("none." if not missed(rows) else ""), *("- " + m for m in missed(rows))]
    (folder / f"{date}-compile_time.md").write_text("\n".join(text) + "\n")


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-n", type=int, default=7, help="rounds")
    parser.add_argument("--only", default="", help="kernels whose name matches this regular expression")
    parser.add_argument("--cubin", action="store_true", help="ptxas as well")
    parser.add_argument("--out", default=str(ROOT / "bench" / "results"))
    parser.add_argument("--stock", nargs=3, metavar=("FILE", "WARPS", "STAGES"), help="only compile this with stock Triton, to stdout")
    a = parser.parse_args(argv)
    if a.stock:
        print(stock(Kernel("", a.stock[0], *map(int, a.stock[1:]))))
        return 0
    from tawa_triton.compiler import find_tawa_opt
    tawa_opt, rows = find_tawa_opt(), []
    with tempfile.TemporaryDirectory() as folder:
        for kernel in (*examples(), *others(folder)):
            if re.search(a.only, kernel.name):
                rows.append(measure(kernel, tawa_opt, a.n, a.cubin))
                print(f"{kernel.name:45}", *(f"{way} {t['cpu']:.0f}" for way, t in rows[-1]["ms"].items()), f"shim/stock {ratio(rows[-1], 'shim'):.2f}", flush=True)
    if not rows:
        sys.exit(f"no kernel matches {a.only!r}")
    print(table(rows))
    write(a.out, rows, a.n)
    for text in missed(rows):
        print("missed:", text)
    return 1 if missed(rows) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
