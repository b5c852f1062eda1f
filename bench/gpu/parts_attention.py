"""The attention part of the benchmark: forward, B = 4, H = 16, by cuDNN, FlashAttention-2, stock Triton and tawa."""
import torch
import triton.language as tl
from torch.nn.attention import SDPBackend, sdpa_kernel
from triton.tools.tensor_descriptor import TensorDescriptor

from common import errors, kernels, tawa_triton
from parts_gemm import add_form
from work import Work

BATCH, HEADS = 4, 16
LENGTHS = (1024, 2048, 4096, 8192, 16384)
DIMS = (64, 128, 256)
ROWS = 128                                                      # of Q in a program
BLOCKS = {64: ((128, 3), (64, 4)), 128: ((128, 2), (64, 3)), 256: ((64, 2), (32, 3))}   # D -> (BN, num_stages)
TAWA_STAGES = 4
LIMITS = {torch.float16: (1e-3, 2e-3), torch.float8_e4m3fn: (5e-2, 1e-1)}    # Frobenius, max
LSE_LIMIT = 2e-2                                                # of the base-2 logarithm of the row sums
OVER_ROUNDING = 1.2                                             # or no worse than this times the exact result, rounded
# FlashAttention-3 over cuDNN's f16, each alone on an H200 (B = 4, H = 16, D = 128): taken as given, it stands for what was not run here.
FLASH3 = {
    (torch.float16, False): (1.01, 1.01, 1.06, 1.13, 1.13), (torch.float16, True): (1.16, 1.20, 1.17, 1.14, 1.15),
    (torch.float8_e4m3fn, False): (1.23, 1.33, 1.51, 1.57, 1.59), (torch.float8_e4m3fn, True): (1.23, 1.45, 1.59, 1.64, 1.69),
}


def attention16(quick=False):
    """f16, full and causal, head dimensions 64, 128, 256."""
    for dim in (128,) if quick else DIMS:
        for causal in (False, True):
            for length in (4096,) if quick else LENGTHS:
                yield attention("attention16", length, dim, causal, torch.float16)


def attention8(quick=False):
    """e4m3, full and causal, head dimension 128."""
    for causal in (False, True):
        for length in (4096,) if quick else LENGTHS:
            yield attention("attention8", length, 128, causal, torch.float8_e4m3fn)


def inputs(heads, length, dim, dtype, seed=0):
    generator = torch.Generator("cuda").manual_seed(seed)
    return [torch.randn(heads, length, dim, device="cuda", generator=generator).half().to(dtype) for _ in range(3)]


def attention(part, length, dim, causal, dtype, step=None):
    """Everyone's forms on one shape; or cuDNN and one `step`, which makes tawa's forms of a launch."""
    q, k, v = inputs(BATCH * HEADS, length, dim, dtype)
    o, lse = torch.empty_like(q), torch.empty(q.shape[:2], device="cuda")
    half = [torch.empty_like(t, dtype=torch.float16) for t in (q, k, v)]
    forms = {"cudnn": {"f16": sdpa(SDPBackend.CUDNN_ATTENTION, *half, causal)}}
    launch = lambda bn, stages: kernel(q, k, v, o, lse, causal, bn, stages)
    if step:
        forms["tawa"] = step(launch(BLOCKS[dim][0][0], TAWA_STAGES))
    else:
        forms |= {"flash2": {"f16": sdpa(SDPBackend.FLASH_ATTENTION, *half, causal)}, "triton": {}, "tawa": {}}
        for bn, stages in BLOCKS[dim]:
            add_form(forms, "triton", f"{ROWS}x{bn}", launch(bn, stages))
            with tawa_triton.enabled():
                add_form(forms, "tawa", f"{ROWS}x{bn}", launch(bn, TAWA_STAGES))

    def refill(seed):
        for old, copy, new in zip((q, k, v), half, inputs(BATCH * HEADS, length, dim, dtype, seed)):
            old.copy_(new)
            copy.copy_(new)
    ours = {call for who in ("triton", "tawa") for call in forms.get(who, {}).values()}
    check = lambda call: wrong(call, q, k, v, o, lse, causal) if call in ours else None
    flops = 4.0 * BATCH * HEADS * length * length * dim * (0.5 if causal else 1)
    notes = {}
    if dim == 128:
        notes["flash3_over_cudnn"] = FLASH3[dtype, causal][LENGTHS.index(length)]
    series = f"{'causal' if causal else 'full'}, D = {dim}"
    return Work(part, series, length, dict(batch=BATCH, heads=HEADS, length=length, dim=dim, causal=causal, dtype=str(dtype)), flops,
                forms, refill, check, notes)


def kernel(q, k, v, o, lse, causal, bn, stages):
    heads, length, dim = q.shape
    flat = lambda t, rows: TensorDescriptor.from_tensor(t.view(heads * length, dim), [rows, dim])
    out = tl.float16 if q.dtype == torch.float16 else tl.float8e4nv
    arguments = (flat(q, ROWS), flat(k, bn), flat(v, bn), flat(o, ROWS), lse, dim ** -0.5, heads, length, ROWS, bn, dim, causal, out, False)
    return kernels.attn_fwd, (length // ROWS, heads, 1), arguments, dict(num_warps=8, num_stages=stages)


def sdpa(backend, q, k, v, causal):
    q, k, v = (t.view(BATCH, HEADS, *t.shape[1:]) for t in (q, k, v))

    def call():
        with sdpa_kernel(backend):
            return torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=causal)
    return call


def reference(q, k, v, causal):
    """O and the base-2 logarithm of the row sums, in float32 from the rounded inputs."""
    q, k, v = (t.float() for t in (q, k, v))
    s = q @ k.transpose(1, 2) * q.shape[2] ** -0.5
    if causal:
        s.masked_fill_(torch.ones(s.shape[1:], device="cuda", dtype=torch.bool).triu(1), float("-inf"))
    return torch.softmax(s, 2) @ v, torch.logsumexp(s, 2) * 1.4426950408889634


def wrong(call, q, k, v, o, lse, causal):
    """What is wrong with O and the row sums of the first and last heads after one call; None if nothing is."""
    torch.backends.cuda.matmul.allow_tf32 = False
    o.copy_(torch.full_like(o, float("nan"), dtype=torch.float16))
    lse.fill_(float("nan"))
    call()
    if o.float().isnan().any() or lse.isnan().any():
        return "not all of the output is written"
    for head in (0, q.shape[0] - 1):
        one = slice(head, head + 1)
        ref, ref_lse = reference(q[one], k[one], v[one], causal)
        got, off = errors(o[one].float(), ref.double()), (lse[one] - ref_lse).abs().max().item()
        rounded = errors(ref.to(q.dtype).float(), ref.double())     # small results lose most of their bits in e4m3
        limits = (max(limit, OVER_ROUNDING * e) for limit, e in zip(LIMITS[q.dtype], rounded))
        if not (all(e <= limit for e, limit in zip(got, limits)) and off <= LSE_LIMIT):
            return "head %d: errors %.2e %.2e, lse %.2e" % (head, *got, off)
    return None
