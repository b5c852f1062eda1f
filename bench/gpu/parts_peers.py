"""Other compilers and kernels, whichever can be imported: FlashAttention-3 and -4 on attention, TileLang on GEMM."""
import importlib

import torch

import parts_attention
from common import cublas, inputs, tawa_triton
from parts_attention import BATCH, HEADS, LENGTHS
from parts_gemm import DEPTHS, LIMITS, SWEEP, add_form, checker
from work import Work

ATTENTION_PEERS = {"flash3": "flash_attn_interface", "flash4": "flash_attn.cute"}
TILELANG = "tilelang"
TILELANG_TILES = ((128, 256, 64, 3), (128, 256, 64, 4), (128, 128, 64, 4))       # BM, BN, BK, stages


def peers(quick=False):
    """Attention f16, D = 128, full and causal; GEMM f16, M = N = 8192. What can't be imported is said and left out."""
    flash = {who: module.flash_attn_func for who, name in ATTENTION_PEERS.items() if (module := find(who, name))}
    for causal in (False, True) if flash else ():
        for length in LENGTHS[2:3] if quick else LENGTHS:
            yield attention(length, causal, flash)
    if tilelang := find(TILELANG, TILELANG):
        for k in DEPTHS[4:5] if quick else DEPTHS:
            yield gemm(tilelang, k)


def find(who, module):
    try:
        return importlib.import_module(module)
    except ImportError as problem:
        print(f"    no {who} here: {problem}", flush=True)
        return None


def attention(length, causal, flash):
    work = parts_attention.attention("peers", length, 128, causal, torch.float16)
    q, k, v = (t.view(BATCH, HEADS, length, 128).transpose(1, 2).contiguous()
               for t in parts_attention.inputs(BATCH * HEADS, length, 128, torch.float16))
    for who, function in flash.items():
        work.forms[who] = {"f16": lambda function=function: function(q, k, v, causal=causal)}
    return work


def gemm(tilelang, k):
    n = 8192
    a, b = inputs(n, n, k, "f16")
    c = torch.empty(n, n, device="cuda", dtype=torch.float16)
    forms = {"cublas": {"mm": lambda: cublas(a, b, out=c)}, "tilelang": {}, "tawa": {}}
    for bm, bn, bk, stages in TILELANG_TILES:
        kernel = tile(tilelang, (n, n, k), (bm, bn, bk), stages)
        forms["tilelang"][f"{bm}x{bn}x{bk}, {stages} stages"] = lambda kernel=kernel: kernel(a, b, c)
    with tawa_triton.enabled():
        for case in SWEEP["f16"]:
            add_form(forms, "tawa", case.name, case.launch(a, b, c, n, n, k))

    def refill(seed):
        for old, new in zip((a, b), inputs(n, n, k, "f16", seed=seed)):
            old.copy_(new)
    return Work("peers", "8192 x 8192 x K", k, dict(m=n, n=n, k=k), 2.0 * n * n * k, forms, refill, checker(a, b, c, LIMITS["f16"]))


def tile(tilelang, shape, block, stages):
    """C[M, N] = A[M, K] · B[N, K]ᵀ in TileLang, f16 with f32 sums."""
    T = tilelang.language
    (m, n, k), (bm, bn, bk) = shape, block

    @T.prim_func
    def main(a: T.Tensor((m, k), "float16"), b: T.Tensor((n, k), "float16"), c: T.Tensor((m, n), "float16")):
        with T.Kernel(T.ceildiv(n, bn), T.ceildiv(m, bm), threads=256 if bn == 256 else 128) as (column, row):
            left, right = T.alloc_shared((bm, bk), "float16"), T.alloc_shared((bn, bk), "float16")
            sums = T.alloc_fragment((bm, bn), "float32")
            T.clear(sums)
            for step in T.Pipelined(T.ceildiv(k, bk), num_stages=stages):
                T.copy(a[row * bm, step * bk], left)
                T.copy(b[column * bn, step * bk], right)
                T.gemm(left, right, sums, transpose_B=True)
            T.copy(sums, c[row * bm, column * bn])
    return tilelang.compile(main)
