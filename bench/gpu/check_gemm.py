"""Every GEMM of examples/ through the shim in strict mode: right numbers, no hang, and the switch really switches.

    python3 bench/gpu/check_gemm.py [--case NAME]... [--small] [--out DIR]

Writes check_gemm.json to DIR (default $OUT, else out/); exit status 1 if anything is wrong.
"""
import argparse
import itertools
import json
import os
import random
import time
from pathlib import Path

import torch

from common import BATCH, CASES, GUARD, cublas, errors, guarded, inputs, reference, tawa_triton, watchdog

SIZES = (128, 256, 1008, 4096)
SMALL = [(128, 256, 64), (256, 144, 16), (144, 272, 208)]
LIMITS = {"f16": (1e-3, 1e-3), "e4m3": (5e-3, 2e-2)}    # Frobenius, max
OVER_CUBLAS = 1.2                                       # e4m3: no worse than this times cuBLAS with fast accumulation
LAUNCHES = 200


def shapes(small):
    """(M, N, K) triples: all mixtures of SIZES, and random multiples of 16."""
    if small:
        return SMALL
    rng = random.Random(2024)
    odd = lambda: 16 * rng.randint(1, 192)
    return list(itertools.product(SIZES, repeat=3)) + [(odd(), odd(), odd()) for _ in range(8)]


class Checker:
    """Runs launches, keeps the worst errors per case and the list of what is wrong."""

    def __init__(self):
        self.worst, self.checked, self.wrong = {}, {}, []

    def fail(self, case, shape, text):
        self.wrong.append(f"{case.name} {shape}: {text}")
        print("WRONG", self.wrong[-1], flush=True)

    def limits(self, case, cublas_errors):
        if case.dtype == "f16":
            return LIMITS["f16"]
        return tuple(min(limit, OVER_CUBLAS * e) for limit, e in zip(LIMITS[case.dtype], cublas_errors))

    def launch(self, case, a, b, shape, batch, by="tawa", times=1):
        """Launches into a poisoned C and returns it."""
        m, n, k = shape
        whole, c = guarded(batch * m, n)
        stages = None if by == "tawa" else case.stock_stages
        kernel, grid, arguments, options = case.launch(a, b, c, m, n, k, batch, stages)
        with watchdog(120, f"{case.name} {shape} by {by}"):
            for _ in range(times):
                compiled = kernel[grid](*arguments, **options)
            torch.cuda.synchronize()
        if tawa_triton.compiled_by(compiled) != by:
            self.fail(case, shape, f"compiled by {tawa_triton.compiled_by(compiled)}, not {by}")
        if not (whole[:GUARD].isnan().all() and whole[-GUARD:].isnan().all()):
            self.fail(case, shape, "wrote outside C")
        return c

    def compare(self, case, shape, c, ref, limits):
        got = errors(c, ref)
        if not all(e <= limit for e, limit in zip(got, limits)):    # NaN is not below a limit
            self.fail(case, shape, "errors %.2e %.2e, limits %.2e %.2e" % (*got, *limits))
        self.worst[case.name] = tuple(map(max, zip(got, self.worst.get(case.name, (0.0, 0.0)))))
        self.checked[case.name] = self.checked.get(case.name, 0) + 1

    def run(self, cases, shape, dtype, batch):
        """All cases of one element type and batch on one shape, from the same inputs."""
        a, b = inputs(*shape, dtype, batch)
        ref = reference(a, b, batch)
        cublas_errors = errors(cublas(a, b, batch), ref)
        for case in cases:
            if case.form != "bmm" or shape[0] % case.bm == 0:
                self.compare(case, shape, self.launch(case, a, b, shape, batch), ref, self.limits(case, cublas_errors))

    def endurance(self, case, shape, batch):
        """Many launches in a row, then the last result."""
        a, b = inputs(*shape, case.dtype, batch)
        ref = reference(a, b, batch)
        c = self.launch(case, a, b, shape, batch, times=LAUNCHES)
        self.compare(case, shape, c, ref, self.limits(case, errors(cublas(a, b, batch), ref)))

    def switch(self, case, shape, batch):
        """On, off and on again: another compiler each time, right numbers each time."""
        a, b = inputs(*shape, case.dtype, batch)
        ref = reference(a, b, batch)
        limits = self.limits(case, errors(cublas(a, b, batch), ref))
        for by, switch in (("tawa", None), ("triton", tawa_triton.disable), ("tawa", tawa_triton.enable)):
            if switch is not None:
                switch()
            self.compare(case, shape, self.launch(case, a, b, shape, batch, by), ref, limits)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--case", action="append", choices=sorted(CASES), help="only this kernel; may be repeated")
    parser.add_argument("--small", action="store_true", help="a few small shapes and one launch each, for memcheck")
    parser.add_argument("--out", default=os.environ.get("OUT", "out"), help="folder of check_gemm.json")
    args = parser.parse_args()
    cases = [CASES[name] for name in args.case or CASES]
    groups = {}
    for case in cases:
        groups.setdefault((case.dtype, BATCH if case.form == "bmm" else 1), []).append(case)

    tawa_triton.strict()
    tawa_triton.enable()
    checker, start = Checker(), time.time()
    for (dtype, batch), members in groups.items():
        for shape in shapes(args.small):
            checker.run(members, shape, dtype, batch)
        print(f"{dtype} batch {batch}: {len(members)} kernels checked, {time.time() - start:.1f} s", flush=True)
    if not args.small:
        for case in cases:
            batch = BATCH if case.form == "bmm" else 1
            checker.endurance(case, (1024, 1008, 1008), batch)
            checker.switch(case, (1024, 1008, 256), batch)
    for name, (frobenius, largest) in checker.worst.items():
        print(f"{name:42} {checker.checked[name]:4} results, worst errors: Frobenius {frobenius:.2e}, max {largest:.2e}")
    print(f"{len(checker.wrong)} wrong, {time.time() - start:.1f} s")
    Path(args.out).mkdir(parents=True, exist_ok=True)
    report = {"worst": checker.worst, "results": checker.checked, "wrong": checker.wrong}
    Path(args.out, "check_gemm.json").write_text(json.dumps(report, indent=1))
    return 1 if checker.wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
