"""The parts of the benchmark that multiply matrices: C = A·Bᵀ by cuBLAS, stock Triton and tawa."""
import functools
import random

import torch
import triton
import triton.language as tl

from common import CASES, SMS, Case, cublas, errors, inputs, kernels, launcher, reference, tawa_triton
from work import Work

DEPTHS = (256, 512, 1024, 2048, 4096, 8192, 16384)          # K of the sweep at M = N = 8192
SQUARES = (2048, 3072, 4096, 6144, 8192, 12288, 16384)
LAYERS = (                                                  # M, N, K of linear layers: decode, prefill, training
    (16, 4096, 4096), (16, 14336, 4096), (64, 6144, 4096), (128, 4096, 14336), (128, 28672, 4096), (256, 8192, 8192),
    (512, 4096, 4096), (512, 14336, 4096), (1024, 4096, 14336), (1024, 28672, 4096), (1024, 8192, 8192), (2048, 6144, 4096),
    (2048, 4096, 4096), (2048, 28672, 4096), (4096, 4096, 14336), (4096, 6144, 4096), (4096, 28672, 8192), (8192, 4096, 4096),
    (8192, 4096, 14336), (8192, 10240, 8192))
LIMITS = {"f16": (1e-3, 1e-3), "e4m3": (5e-3, 2e-2)}        # Frobenius, max
BATCH, BATCHED = 8, (1024, 2048, 4096, 8192)
GROUPS = (2, 4, 8, 16, 32, 64)
GROUPED_ROWS, GROUPED_N, GROUPED_K = 16384, 4096, 4096       # rows of all groups together
BATCH_TILES = tuple(Case(f"bmm_{bm}x{bn}x64", "bmm", "f16", bm, bn, 64, warps) for bm, bn, warps in ((128, 128, 4), (128, 256, 8), (128, 128, 8)))
GROUPED_TILES = ((128, 128, 64, 4), (128, 256, 64, 8), (128, 128, 64, 8))

SWEEP = {
    "f16": [c for c in CASES.values() if c.dtype == "f16" and c.form != "bmm"],
    "e4m3": [c for c in CASES.values() if c.dtype == "e4m3"] + [
        Case("gemm_fp8_persistent_128x256x128", "persistent", "e4m3", 128, 256, 128, 8)],
}
TILES = SWEEP["f16"] + [
    Case("tile_64x256x64", "tile", "f16", 64, 256, 64, 4), Case("tile_64x128x128", "tile", "f16", 64, 128, 128, 4),
    Case("tile_64x64x128", "tile", "f16", 64, 64, 128, 4), Case("tile_128x64x128", "tile", "f16", 128, 64, 128, 4),
    Case("persistent_128x128x64", "persistent", "f16", 128, 128, 64, 4), Case("tile_128x128x64_8", "tile", "f16", 128, 128, 64, 8),
]


def gemm16(quick=False):
    """f16, M = N = 8192, K from 256 to 16384."""
    for k in DEPTHS[4:5] if quick else DEPTHS:
        yield gemm("gemm16", "8192 x 8192 x K", k, (8192, 8192, k), SWEEP["f16"])


def gemm8(quick=False):
    """e4m3 into f16, M = N = 8192, K from 256 to 16384."""
    for k in DEPTHS[4:5] if quick else DEPTHS:
        yield gemm("gemm8", "8192 x 8192 x K", k, (8192, 8192, k), SWEEP["e4m3"])


def shapes(quick=False):
    """f16: squares, and layers of language models; the best of a few tiles for everyone."""
    for n in SQUARES[:1] if quick else SQUARES:
        yield gemm("shapes", "square", n, (n, n, n), TILES)
    for shape in LAYERS[:1] if quick else LAYERS:
        yield gemm("shapes", "layers", shape[0], shape, TILES)


def batched(quick=False):
    """f16: 8 products of n³, the best of a few tiles; and groups of ragged products, with descriptors made on the device."""
    for n in BATCHED[:1] if quick else BATCHED:
        yield bmm(n)
    for groups in GROUPS[:1] if quick else GROUPS:
        yield grouped(groups)


def gemm(part, series, x, shape, cases):
    m, n, k = shape
    dtype = cases[0].dtype
    a, b = inputs(m, n, k, dtype)
    c = torch.empty(m, n, device="cuda", dtype=torch.float16)
    forms = {"cublas": {"mm": lambda: cublas(a, b, out=c)}, "triton": {}, "tawa": {}}
    for case in cases:
        launch = lambda stages: case.launch(a, b, c, m, n, k, stages=stages)
        add_form(forms, "triton", case.name, launch(case.stock_stages))
        with tawa_triton.enabled():
            add_form(forms, "tawa", case.name, launch(None))

    def refill(seed):
        for old, new in zip((a, b), inputs(m, n, k, dtype, seed=seed)):
            old.copy_(new)
    return Work(part, series, x, dict(m=m, n=n, k=k, dtype=dtype), 2.0 * m * n * k, forms, refill,
                checker(a, b, c, LIMITS[dtype]))


def bmm(n):
    a, b = inputs(n, n, n, "f16", BATCH)
    c = torch.empty(BATCH * n, n, device="cuda", dtype=torch.float16)
    forms = {"cublas": {"bmm": lambda: cublas(a, b, BATCH, out=c)}, "triton": {}, "tawa": {}}
    for case in BATCH_TILES:
        launch = lambda stages: case.launch(a, b, c, n, n, n, BATCH, stages)
        add_form(forms, "triton", case.name, launch(case.stock_stages))
        with tawa_triton.enabled():
            add_form(forms, "tawa", case.name, launch(None))

    def refill(seed):
        for old, new in zip((a, b), inputs(n, n, n, "f16", BATCH, seed)):
            old.copy_(new)
    return Work("batched", f"{BATCH} x n x n x n", n, dict(batch=BATCH, n=n), 2.0 * BATCH * n ** 3, forms, refill,
                checker(a, b, c, LIMITS["f16"], BATCH))


def ragged(groups):
    """Rows of each group: random multiples of 8 that add up to GROUPED_ROWS."""
    rng = random.Random(groups)
    cuts = sorted(rng.sample(range(1, GROUPED_ROWS // 8), groups - 1))
    return [8 * (end - start) for start, end in zip([0, *cuts], [*cuts, GROUPED_ROWS // 8])]


def grouped(groups):
    """A[rows, K] split among groups, each with a B[N, K] of its own."""
    rows = ragged(groups)
    a, b = inputs(GROUPED_ROWS, groups * GROUPED_N, GROUPED_K, "f16")
    c = torch.empty(GROUPED_ROWS, GROUPED_N, device="cuda", dtype=torch.float16)
    split = list(zip(a.split(rows), b.split(GROUPED_N), c.split(rows)))
    pointers = [torch.tensor([t[i].data_ptr() for t in split], device="cuda") for i in range(3)]
    sizes = torch.tensor([[m, GROUPED_N, GROUPED_K] for m in rows], device="cuda", dtype=torch.int32)
    leading = torch.tensor([[GROUPED_K, GROUPED_K, GROUPED_N]] * groups, device="cuda", dtype=torch.int64)
    triton.set_allocator(lambda size, alignment, stream: torch.empty(size, device="cuda", dtype=torch.int8))

    def loop():
        for x, y, z in split:
            torch.mm(x, y.T, out=z)
    forms = {"cublas": {"loop of mm": loop}, "triton": {}, "tawa": {}}
    for bm, bn, bk, warps in GROUPED_TILES:
        arguments = (*pointers, sizes, leading, groups, SMS, tl.float16, bm, bn, bk)
        launch = lambda stages: (kernels.grouped_gemm, (SMS, 1, 1), arguments, dict(num_warps=warps, num_stages=stages))
        add_form(forms, "triton", f"grouped_{bm}x{bn}_{warps}", launch(3))
        with tawa_triton.enabled():
            add_form(forms, "tawa", f"grouped_{bm}x{bn}_{warps}", launch(4))

    def refill(seed):
        for old, new in zip((a, b), inputs(GROUPED_ROWS, groups * GROUPED_N, GROUPED_K, "f16", seed=seed)):
            old.copy_(new)

    def check(call):
        c.fill_(float("nan"))
        call()
        worst = (0.0, 0.0)
        for x, y, z in split:
            worst = tuple(map(max, worst, errors(z, x.double() @ y.double().T)))
        return None if all(e <= limit for e, limit in zip(worst, LIMITS["f16"])) else "errors %.2e %.2e" % worst
    return Work("batched", "groups", groups, dict(groups=groups, rows=rows, n=GROUPED_N, k=GROUPED_K),
                2.0 * GROUPED_ROWS * GROUPED_N * GROUPED_K, forms, refill, check)


def add_form(forms, who, name, launch):
    """Compiles one form and adds its launcher; what its compiler refuses is no form, and is said."""
    kernel, grid, arguments, options = launch
    try:
        compiled = kernel[grid](*arguments, **options)
    except Exception as problem:
        print(f"    {who} refuses {name}: {type(problem).__name__}: {str(problem)[:200]}", flush=True)
        return
    forms[who][name] = launcher(compiled, who, name, grid, arguments)


def checker(a, b, c, limits, batch=1):
    """A function that says what is wrong with C after a call, against float64; None if nothing is."""
    ref = functools.cache(lambda: reference(a, b, batch))

    def check(call):
        c.fill_(float("nan"))
        call()
        got = errors(c, ref())
        return None if all(e <= limit for e, limit in zip(got, limits)) else "errors %.2e %.2e" % got     # a NaN is not
    return check
