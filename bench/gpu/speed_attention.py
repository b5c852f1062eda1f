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
from torch.nn.attention import SDPBackend

from common import contender, errors, tawa_triton, watchdog
from interleave import alone, race
from parts_attention import BATCH, HEADS, LENGTHS, LIMITS, LSE_LIMIT, inputs, kernel, reference, sdpa

CHECKS = ((128, 2), (256, 2), (384, 3), (1024, 5))    # L, heads
TAWA = {                                              # BN, num_stages, options of --tawa-compile
    "tawa": (128, 3, {}), "tawa plain": (128, 3, {"coarse": 0}), "tawa 64": (64, 4, {}),
    "tawa clusters": (128, 3, {"cluster": 2}),        # where the grid comes in pairs and both work equally long
}
STOCK = {"triton 128": (128, 2), "triton 64": (64, 3)}


def outputs(q):
    return torch.full_like(q, float("nan")), torch.full(q.shape[:2], float("nan"), device="cuda")


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
                contender("tawa", name, kernel(q, k, v, o, lse, causal, bn, stages))()
                torch.cuda.synchronize()
            got = errors(o.float(), ref.double())
            off = (lse - ref_lse).abs().max().item()
            worst[name] = tuple(map(max, (*got, off), worst.get(name, (0.0, 0.0, 0.0))))
            if not (all(e <= limit for e, limit in zip(got, LIMITS[dtype])) and off <= LSE_LIMIT):
                wrong.append(f"{name} L={length} causal={causal} seed={seed}: errors %.2e %.2e, lse %.2e" % (*got, off))
    return worst, wrong


def measure(length, causal, dim, dtype, seconds, also_alone, only):
    """TFLOP/s by contender: {"interleaved": {...}, "alone": {...}}."""
    q, k, v = inputs(BATCH * HEADS, length, dim, dtype)
    contenders = {}
    half = [t.half() for t in (q, k, v)]
    contenders["cudnn"] = sdpa(SDPBackend.CUDNN_ATTENTION, *half, causal)
    if dtype == torch.float16:
        contenders["flash2"] = sdpa(SDPBackend.FLASH_ATTENTION, *half, causal)
    for name, (bn, stages) in STOCK.items():
        contenders[name] = contender("triton", name, kernel(q, k, v, *outputs(q), causal, bn, stages))
    for name, (bn, stages, options) in TAWA.items():
        with tawa_triton.enabled(**options):
            contenders[name] = contender("tawa", name, kernel(q, k, v, *outputs(q), causal, bn, stages))
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
