"""What each technique gives (ablation), and the ring depth D by the MMA depth P (heatmap); steps.py has the tables."""
from dataclasses import replace

import torch

import parts_attention
from common import CASES, cublas, inputs, launcher, tawa_triton
from parts_gemm import LIMITS, checker
from steps import ATTENTION, GEMM, HEAT_MAP
from work import Work

GEMM_DEPTHS = (1024, 16384)             # K of the ablation at M = N = 8192
ATTENTION_LENGTH = 16384
MAP = (4096, 4096, 4096)                # M, N, K of the heat map


def ablation(quick=False):
    """GEMM and attention in f16, one technique after the other; cuBLAS and cuDNN run beside each step."""
    for k in GEMM_DEPTHS[:1] if quick else GEMM_DEPTHS:
        for step in GEMM:
            yield gemm("ablation", f"GEMM, K = {k}", step, (8192, 8192, k))
    for causal, steps in ATTENTION.items():
        for step in steps:
            yield attention(f"attention, {'causal' if causal else 'full'}", step, causal)


def heatmap(quick=False):
    """GEMM f16 4096³ with every D and P < D, and with the automatic choice."""
    for step in HEAT_MAP[-2:] if quick else HEAT_MAP:
        yield gemm("heatmap", "4096 x 4096 x 4096", step, MAP)


def gemm(part, series, step, shape):
    m, n, k = shape
    a, b = inputs(m, n, k, "f16")
    c = torch.empty(m, n, device="cuda", dtype=torch.float16)
    case = replace(CASES[step.kernel], warps=step.warps)
    forms = {"cublas": {"mm": lambda: cublas(a, b, out=c)}, "tawa": compiled(step, case.launch(a, b, c, m, n, k))}

    def refill(seed):
        for old, new in zip((a, b), inputs(m, n, k, "f16", seed=seed)):
            old.copy_(new)
    return Work(part, series, step.name, dict(m=m, n=n, k=k, options=step.options), 2.0 * m * n * k, forms, refill,
                checker(a, b, c, LIMITS["f16"]))


def attention(series, step, causal):
    """The work of the attention part at one length, with no contender but cuDNN and this step."""
    work = parts_attention.attention("ablation", ATTENTION_LENGTH, 128, causal, torch.float16, lambda launch: compiled(step, launch))
    work.series, work.x, work.shape["options"] = series, step.name, step.options
    return work


def compiled(step, launch):
    """The one form that the options make. What the compiler refuses is an error here: the step is the point."""
    kernel, grid, arguments, launching = launch
    with tawa_triton.enabled(**step.options):
        return {step.name: launcher(kernel[grid](*arguments, **launching), "tawa", step.name, grid, arguments)}
