"""Attention through the shim in strict mode: numbers against float32, then speed against cuDNN, FlashAttention-2 and stock Triton.

    python3 bench/gpu/speed_attention.py [--length 1024]... [--seconds 1] [--dim 128] [--fp8] [--only NAME]... [--no-check] [--no-speed] [--alone] [--out DIR]

B = 4, H = 16, full and causal. Prints TFLOP/s (4·B·H·L²·D operations, half of that if causal) and ratios to cuDNN,
writes speed_attention.json to DIR (default $OUT, else out/); exit status 1 if a number is wrong.
"""
import argparse
import json
import os
import time
from pathlib import Path

import torch
import triton
import triton.language as tl
from torch.nn.attention import SDPBackend, sdpa_kernel
from triton.tools.tensor_descriptor import TensorDescriptor

from common import errors, kernels, tawa_triton, watchdog
from interleave import alone, race

BATCH, HEADS = 4, 16
LENGTHS = (1024, 2048, 4096, 8192, 16384)
CHECKS = ((128, 2), (256, 2), (384, 3), (1024, 5))    # L, heads
LIMITS = {torch.float16: (1e-3, 2e-3), torch.float8_e4m3fn: (5e-2, 1e-1)}    # Frobenius, max
TAWA = {                                              # BN, num_stages, options of --tawa-compile
    "tawa": (128, 3, {}), "tawa plain": (128, 3, {"coarse": 0}), "tawa 64": (64, 4, {}),
}
STOCK = {"triton 128": (128, 2), "triton 64": (64, 3)}


def launch(q, k, v, o, lse, causal, bn, stages):
    """(grid, arguments, options) of attn_fwd for [heads, L, D] tensors."""
    heads, length, dim = q.shape
    flat = lambda t, rows: TensorDescriptor.from_tensor(t.view(heads * length, dim), [rows, dim])
    out = tl.float16 if q.dtype == torch.float16 else tl.float8e4nv
    arguments = (flat(q, 128), flat(k, bn), flat(v, bn), flat(o, 128), lse, dim ** -0.5, heads, length, 128, bn, dim, causal, out, False)
    return (length // 128, heads), arguments, dict(num_warps=8, num_stages=stages)


def contender(by, *what):
    """A callable that launches the kernel made by one of the compilers; asserts that it was that one."""
    grid, arguments, options = launch(*what)
    compiled = kernels.attn_fwd[grid](*arguments, **options)
    torch.cuda.synchronize()
    assert tawa_triton.compiled_by(compiled) == by, f"compiled by {tawa_triton.compiled_by(compiled)}, not {by}"
    run = compiled[(*grid, 1)]
    return lambda: run(*arguments)


def inputs(heads, length, dim, dtype, seed=0):
    generator = torch.Generator("cuda").manual_seed(seed)
    return [torch.randn(heads, length, dim, device="cuda", generator=generator).half().to(dtype) for _ in range(3)]


def outputs(q):
    return torch.full_like(q, float("nan")), torch.full(q.shape[:2], float("nan"), device="cuda")


def reference(q, k, v, causal):
    """O and the base-2 logarithm of the row sums, in float32 from the rounded inputs."""
    q, k, v = (t.float() for t in (q, k, v))
    s = q @ k.transpose(1, 2) * q.shape[2] ** -0.5
    if causal:
        s.masked_fill_(torch.ones(s.shape[1:], device="cuda", dtype=torch.bool).triu(1), float("-inf"))
    return torch.softmax(s, 2) @ v, torch.logsumexp(s, 2) * 1.4426950408889634


def check(dim, dtype):
    """Worst errors of every variant over all checks; the list of what is wrong."""
    worst, wrong = {}, []
    torch.backends.cuda.matmul.allow_tf32 = False
    for (length, heads), causal, seed in ((c, f, s) for c in CHECKS for f in (False, True) for s in range(2)):
        q, k, v = inputs(heads, length, dim, dtype, seed)
        ref, ref_lse = reference(q, k, v, causal)
        for name, (bn, stages, options) in TAWA.items():
            o, lse = outputs(q)
            with watchdog(60, f"{name} L={length} causal={causal}"), tawa_triton.enabled(**options):
                contender("tawa", q, k, v, o, lse, causal, bn, stages)()
                torch.cuda.synchronize()
            got = errors(o.float(), ref.double())
            off = (lse - ref_lse).abs().max().item()
            worst[name] = tuple(map(max, (*got, off), worst.get(name, (0.0, 0.0, 0.0))))
            if not (all(e <= limit for e, limit in zip(got, LIMITS[dtype])) and off <= 2e-2):
                wrong.append(f"{name} L={length} causal={causal} seed={seed}: errors %.2e %.2e, lse %.2e" % (*got, off))
    return worst, wrong


def sdpa(backend, q, k, v, causal):
    split = lambda t: t.view(BATCH, HEADS, *t.shape[1:])
    q, k, v = split(q), split(k), split(v)

    def call():
        with sdpa_kernel(backend):
            return torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=causal)
    return call


def measure(length, causal, dim, dtype, seconds, also_alone, only):
    """TFLOP/s by contender: {"interleaved": {...}, "alone": {...}}."""
    q, k, v = inputs(BATCH * HEADS, length, dim, dtype)
    contenders = {}
    half = [t.half() for t in (q, k, v)]
    contenders["cudnn"] = sdpa(SDPBackend.CUDNN_ATTENTION, *half, causal)
    if dtype == torch.float16:
        contenders["flash2"] = sdpa(SDPBackend.FLASH_ATTENTION, *half, causal)
    for name, (bn, stages) in STOCK.items():
        contenders[name] = contender("triton", q, k, v, *outputs(q), causal, bn, stages)
    for name, (bn, stages, options) in TAWA.items():
        with tawa_triton.enabled(**options):
            contenders[name] = contender("tawa", q, k, v, *outputs(q), causal, bn, stages)
    if only:
        contenders = {name: contenders[name] for name in ("cudnn", "tawa", *only)}
    work = 4.0 * BATCH * HEADS * length * length * dim * (0.5 if causal else 1)
    rates = lambda times: {name: round(work / ms / 1e9, 1) for name, ms in times.items()}
    out = {"interleaved": rates(race(contenders, seconds))}
    if also_alone:
        keep = {name: contenders[name] for name in ("cudnn", "tawa")}
        out["alone"] = rates(alone(keep, seconds / 2))
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--length", type=int, action="append", help="may be repeated; default " + ", ".join(map(str, LENGTHS)))
    parser.add_argument("--seconds", type=float, default=1.0, help="of racing for each shape")
    parser.add_argument("--dim", type=int, default=128, help="of a head")
    parser.add_argument("--only", action="append", choices=["flash2", *STOCK, *TAWA], help="beside cudnn and tawa; may be repeated; default all")
    parser.add_argument("--fp8", action="store_true", help="e4m3 instead of f16 (full only)")
    parser.add_argument("--no-check", action="store_true")
    parser.add_argument("--no-speed", action="store_true")
    parser.add_argument("--alone", action="store_true", help="time cuDNN and tawa each alone, too")
    parser.add_argument("--out", default=os.environ.get("OUT", "out"), help="folder of speed_attention.json")
    args = parser.parse_args()
    dtype = torch.float8_e4m3fn if args.fp8 else torch.float16

    tawa_triton.strict()
    start, worst, wrong, rows = time.time(), {}, [], []
    if not args.no_check:
        worst, wrong = check(args.dim, dtype)
        for name, e in worst.items():
            print(f"{name:12} worst errors: Frobenius {e[0]:.2e}, max {e[1]:.2e}, log-sum {e[2]:.2e}", flush=True)
        print("\n".join("WRONG " + w for w in wrong) + f"{len(wrong)} wrong, {time.time() - start:.1f} s", flush=True)
    for length in [] if args.no_speed else args.length or LENGTHS:
        for causal in (False,) if args.fp8 else (False, True):
            with watchdog(90, f"L={length} causal={causal}"):
                rates = measure(length, causal, args.dim, dtype, args.seconds, args.alone, args.only)
            rows.append(dict(length=length, causal=causal, tflops=rates))
            for way, r in rates.items():
                text = "  ".join(f"{n} {x:.1f}" for n, x in r.items())
                print(f"L={length:5} {'causal' if causal else 'full':6} {way:11} {text}  tawa/cuDNN {r['tawa'] / r['cudnn']:.3f}", flush=True)
    print(f"{time.time() - start:.1f} s", flush=True)
    Path(args.out).mkdir(parents=True, exist_ok=True)
    host = {"gpu": torch.cuda.get_device_name(), "torch": torch.__version__, "triton": triton.__version__}
    report = {**host, "dtype": str(dtype), "dim": args.dim, "worst": worst, "wrong": wrong, "rows": rows}
    Path(args.out, "speed_attention.json").write_text(json.dumps(report, indent=1))
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
