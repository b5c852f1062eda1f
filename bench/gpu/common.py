"""What the GPU scripts share: the kernels of examples/ as a table, made-up inputs, references and errors."""
import contextlib
import functools
import math
import os
import sys
import threading
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "python"), str(ROOT / "examples")]

import torch
import triton.language as tl
from triton.tools.tensor_descriptor import TensorDescriptor

import kernels
import tawa_triton

SMS = 132
GROUP = 8          # rows of tiles that are walked together
GUARD = 64         # rows before and behind C that no kernel may touch
BATCH = 3          # of bmm in the checks


@dataclass(frozen=True)
class Case:
    """A GEMM of examples/: kernel, tile, element type, form (tile, persistent, flat or bmm), Triton's num_warps.
    `stages` caps the ring for tawa, `stock_stages` is Triton's own best."""
    name: str
    form: str
    dtype: str
    bm: int
    bn: int
    bk: int
    warps: int
    stages: int = 4
    stock_stages: int = 3
    annotated: bool = False       # warp_specialize=True in the source

    def launch(self, a, b, c, m, n, k, batch=1, stages=None):
        """(kernel, grid, arguments, launch options) for A[batch*m, k], B[batch*n, k], C[batch*m, n]."""
        descriptors = [TensorDescriptor.from_tensor(t, block) for t, block in
                       ((a, [self.bm, self.bk]), (b, [self.bn, self.bk]), (c, [self.bm, self.bn]))]
        tiles_m, tiles_n = math.ceil(m / self.bm), math.ceil(n / self.bn)
        sizes, tile = (m, n, k), (self.bm, self.bn, self.bk)
        options = dict(num_warps=self.warps, num_stages=stages or self.stages)
        if self.form == "bmm":
            return kernels.bmm_tma, (tiles_m, tiles_n, batch), (*descriptors, *sizes, *tile, tl.float16), options
        if self.form == "tile":
            arguments = (*descriptors, *sizes, *tile, GROUP, tl.float16, self.annotated)
            return kernels.gemm_tma, (tiles_m * tiles_n, 1, 1), arguments, options
        arguments = (*descriptors, *sizes, SMS, *tile, GROUP, tl.float16, self.annotated, self.form == "flat")
        return kernels.gemm_persistent, (min(SMS, tiles_m * tiles_n), 1, 1), arguments, options


CASES = {case.name: case for case in (
    Case("gemm_fp16_128x128x64", "tile", "f16", 128, 128, 64, 4),
    Case("gemm_fp16_128x256x64", "tile", "f16", 128, 256, 64, 8),
    Case("gemm_fp16_persistent_128x256x64", "persistent", "f16", 128, 256, 64, 8),
    Case("gemm_fp16_persistent_flat_ws_128x256x64", "flat", "f16", 128, 256, 64, 8, annotated=True),
    Case("gemm_fp8_128x256x128", "tile", "e4m3", 128, 256, 128, 8),
    Case("gemm_fp8_persistent_flat_128x256x128", "flat", "e4m3", 128, 256, 128, 8),
    Case("bmm_fp16_128x128x64", "bmm", "f16", 128, 128, 64, 4),
)}


def inputs(m, n, k, dtype, batch=1, seed=0):
    """Normal A[batch*m, k] and B[batch*n, k] on the GPU, rounded to the element type."""
    generator = torch.Generator("cuda").manual_seed(seed)
    make = lambda rows: torch.randn(rows, k, device="cuda", generator=generator).half()
    a, b = make(batch * m), make(batch * n)
    return (a, b) if dtype == "f16" else (a.to(torch.float8_e4m3fn), b.to(torch.float8_e4m3fn))


def reference(a, b, batch=1):
    """A·Bᵀ in float64 from the rounded inputs, [batch*m, n]."""
    wide = lambda t: t.float().double().view(batch, -1, t.shape[1])
    return (wide(a) @ wide(b).transpose(1, 2)).reshape(a.shape[0], -1)


def cublas(a, b, batch=1, out=None):
    """What cuBLAS computes: f16, or e4m3 with fast accumulation; into `out` if given."""
    if a.dtype == torch.float16 and batch == 1:
        return torch.mm(a, b.T, out=out)
    if a.dtype == torch.float16:
        split = lambda t: t.view(batch, -1, t.shape[1])
        c = torch.empty(a.shape[0], b.shape[0] // batch, device="cuda", dtype=torch.float16) if out is None else out
        torch.bmm(split(a), split(b).transpose(1, 2), out=split(c))
        return c
    return torch._scaled_mm(a, b.T, scale_a=_one(), scale_b=_one(), out_dtype=torch.float16, use_fast_accum=True, out=out)


@functools.cache
def _one():
    return torch.ones((), device="cuda")


def errors(c, ref):
    """(Frobenius norm of the error, largest error), each relative to the reference's."""
    diff = c.double() - ref
    return (diff.norm() / ref.norm()).item(), (diff.abs().max() / ref.abs().max()).item()


def guarded(rows, columns):
    """A poisoned C[rows, columns] between poisoned guard rows; returns (whole buffer, C)."""
    whole = torch.full((rows + 2 * GUARD, columns), float("nan"), device="cuda", dtype=torch.float16)
    return whole, whole[GUARD:GUARD + rows]


def contender(who, name, launch):
    """Compiles a (kernel, grid, arguments, options); a callable that launches what the named compiler made of it."""
    kernel, grid, arguments, options = launch
    return launcher(kernel[grid](*arguments, **options), who, name, grid, arguments)


def launcher(compiled, who, name, grid, arguments):
    """A callable that launches a compiled kernel; asserts which compiler made it."""
    torch.cuda.synchronize()
    assert tawa_triton.compiled_by(compiled) == who, f"{name} was compiled by {tawa_triton.compiled_by(compiled)}, not {who}"
    run = compiled[grid]
    return lambda: run(*arguments)


@contextlib.contextmanager
def watchdog(seconds, what):
    """Ends the process if the block takes longer: a hung kernel cannot be interrupted."""
    def give_up():
        print(f"HANG: {what} took more than {seconds} s", flush=True)
        os._exit(3)
    timer = threading.Timer(seconds, give_up)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
