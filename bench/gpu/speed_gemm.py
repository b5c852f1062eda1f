"""tawa against cuBLAS and stock Triton on the GEMMs of examples/, interleaved in one run, and each alone.

    python3 bench/gpu/speed_gemm.py [--case NAME]... [--m 8192] [--n 8192] [--k 4096]... [--seconds 2] [--out DIR]

Prints TFLOP/s and ratios to cuBLAS, writes speed_gemm.json to DIR (default $OUT, else out/); exit status 1 if a
kernel is below its floor in either way of timing (floors hold for 8192 x 8192 x 4096).
"""
import argparse
import json
import os
from pathlib import Path

import torch
import triton

from common import CASES, contender, cublas, inputs, tawa_triton, watchdog
from interleave import alone, race

FLOORS = {"gemm_fp16_persistent_128x256x64": 0.90, "gemm_fp16_128x256x64": 0.85,
          "gemm_fp8_persistent_flat_128x256x128": 0.85, "gemm_fp8_128x256x128": 0.80}
FLOOR_SHAPE = (8192, 8192, 4096)


def measure(case, shape, seconds):
    """TFLOP/s of cuBLAS, stock Triton and tawa on C[M,N] = A[M,K]·B[N,K]ᵀ: {"interleaved": {...}, "alone": {...}}."""
    m, n, k = shape
    a, b = inputs(m, n, k, case.dtype)
    c = torch.empty(m, n, device="cuda", dtype=torch.float16)
    with tawa_triton.enabled():
        tawa = contender("tawa", case.name, case.launch(a, b, c, *shape))
    stock = contender("triton", case.name, case.launch(a, b, c, *shape, stages=case.stock_stages))
    contenders = {"cublas": lambda: cublas(a, b, out=c), "triton": stock, "tawa": tawa}
    rates = lambda times: {name: round(2.0 * m * n * k / ms / 1e9, 1) for name, ms in times.items()}
    return {"interleaved": rates(race(contenders, seconds)), "alone": rates(alone(contenders, seconds / 4))}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--case", action="append", choices=sorted(name for name in CASES if CASES[name].form != "bmm"))
    parser.add_argument("--m", type=int, default=FLOOR_SHAPE[0])
    parser.add_argument("--n", type=int, default=FLOOR_SHAPE[1])
    parser.add_argument("--k", type=int, action="append", help="may be repeated; default 4096")
    parser.add_argument("--seconds", type=float, default=2.0, help="of racing for each kernel and shape")
    parser.add_argument("--out", default=os.environ.get("OUT", "out"), help="folder of speed_gemm.json")
    args = parser.parse_args()

    tawa_triton.strict()
    rows, low = [], []
    for name in args.case or FLOORS:
        for k in args.k or [FLOOR_SHAPE[2]]:
            shape = (args.m, args.n, k)
            with watchdog(60 + 4 * args.seconds, f"{name} {shape}"):
                rates = measure(CASES[name], shape, args.seconds)
            floor = FLOORS.get(name) if shape == FLOOR_SHAPE else None
            ratios = {way: round(r["tawa"] / r["cublas"], 3) for way, r in rates.items()}
            rows.append(dict(kernel=name, shape=shape, tflops=rates, ratio=ratios, floor=floor))
            for way, r in rates.items():
                print(f"{name:36} {shape} {way:11} cuBLAS {r['cublas']:7.1f}  Triton {r['triton']:7.1f}  "
                      f"tawa {r['tawa']:7.1f}  tawa/cuBLAS {ratios[way]:.3f}", flush=True)
            if floor is not None and min(ratios.values()) < floor:
                print(f"BELOW its floor of {floor:.2f}: {name}", flush=True)
                low.append(name)
    Path(args.out).mkdir(parents=True, exist_ok=True)
    host = {"gpu": torch.cuda.get_device_name(), "torch": torch.__version__, "triton": triton.__version__}
    Path(args.out, "speed_gemm.json").write_text(json.dumps({**host, "rows": rows}, indent=1))
    return 1 if low else 0


if __name__ == "__main__":
    raise SystemExit(main())
