"""Asks an H200 what its matrix, copy and conversion instructions compute, on inputs that can be made again from seeds.

`probes.py --ptx FILE` writes the kernels; `probes.py [--cubin FILE] --out DIR` runs them through the CUDA driver and writes
DIR/{sums,layouts,unary,copies}.npz (results and, as JSON, their recipes) and DIR/mufu*.npz (the approximate functions over whole binades).
`emu/tensor/testdata/pack.py` makes the replayed test data out of them. Needs numpy and a driver, nothing else."""
import argparse
import ctypes
import json
import multiprocessing
import os
import time
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

import probe_ptx as ptx

IMAGE = 45056            # bytes of shared memory in a wgmma probe
SMALL = {                # -2 … 2 in each type
    "f16": [0xc000, 0xbc00, 0, 0x3c00, 0x4000], "bf16": [0xc000, 0xbf80, 0, 0x3f80, 0x4000],
    "tf32": [0xc0000000, 0xbf800000, 0, 0x3f800000, 0x40000000], "e4m3": [0xc0, 0xb8, 0, 0x38, 0x40],
    "e5m2": [0xc0, 0xbc, 0, 0x3c, 0x40], "s8": [0xfe, 0xff, 0, 1, 2], "u8": [3, 4, 0, 1, 2]}
FORMATS = {"f16": (5, 10), "bf16": (8, 7), "tf32": (8, 23), "e4m3": (4, 3), "e5m2": (5, 2), "f32": (8, 23)}
WIDTH = {"f16": 2, "bf16": 2, "tf32": 4, "e4m3": 1, "e5m2": 1, "s8": 1, "u8": 1, "f32": 4, "s32": 4}
DTYPE = {1: np.uint8, 2: np.uint16, 4: np.uint32}


def splitmix(seed, n):
    """n words: splitmix64 of seed·2^32, seed·2^32+1, …"""
    with np.errstate(over="ignore"):
        z = (np.arange(n, dtype=np.uint64) + np.uint64(seed << 32) + np.uint64(1)) * np.uint64(0x9e3779b97f4a7c15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xbf58476d1ce4e5b9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94d049bb133111eb)
        return z ^ (z >> np.uint64(31))


def small(seed, n, kind):
    table = np.array(SMALL[kind], dtype=DTYPE[WIDTH[kind]])
    return table[(splitmix(seed, n) >> np.uint64(40)).astype(np.int64) % 5]


def floats(seed, n, kind, lo, hi, zero=0, powers=False):
    """Signs and mantissas random, biased exponents even in lo..hi, zero/128 of them zeros, powers: mantissas 0."""
    exp, man = FORMATS[kind]
    r = splitmix(seed, n)
    one = np.uint64(1)
    e = np.uint64(lo) + (r >> np.uint64(32) & np.uint64(0xffff)) % np.uint64(hi - lo + 1)
    m = r & ((one << np.uint64(man)) - one)
    if powers:
        m[:] = 0
    bits = e << np.uint64(man) | m
    bits[(r >> np.uint64(56) & np.uint64(127)) < zero] = 0
    return (bits | (r >> np.uint64(63)) << np.uint64(exp + man)).astype(DTYPE[WIDTH[kind]])


def words(seed, n):
    return splitmix(seed, n).astype(np.uint32)


class Gpu:
    """The driver API in the few calls that are needed."""

    def __init__(self, image):
        self.cu = ctypes.CDLL("libcuda.so.1")
        self.call("cuInit", 0)
        dev, ctx, self.module = ctypes.c_int(), ctypes.c_void_p(), ctypes.c_void_p()
        self.call("cuDeviceGet", ctypes.byref(dev), 0)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(ctx), dev)
        self.call("cuCtxSetCurrent", ctx)
        self.call("cuModuleLoadData", ctypes.byref(self.module), image)
        self.functions = {}

    def call(self, name, *args):
        rc = getattr(self.cu, name)(*args)
        if rc:
            text = ctypes.c_char_p()
            self.cu.cuGetErrorString(rc, ctypes.byref(text))
            raise RuntimeError(f"{name}: {text.value}")

    def alloc(self, n):
        p = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(p), ctypes.c_size_t(max(n, 16)))
        return p.value

    def upload(self, array):
        array = np.ascontiguousarray(array)
        p = self.alloc(array.nbytes)
        self.call("cuMemcpyHtoD_v2", ctypes.c_uint64(p), array.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(array.nbytes))
        return p

    def download(self, p, n, dtype):
        out = np.empty(n, dtype)
        self.call("cuMemcpyDtoH_v2", out.ctypes.data_as(ctypes.c_void_p), ctypes.c_uint64(p), ctypes.c_size_t(out.nbytes))
        return out

    def free(self, *ps):
        for p in ps:
            self.call("cuMemFree_v2", ctypes.c_uint64(p))

    def launch(self, name, grid, block, shared, *args):
        if name not in self.functions:
            f = ctypes.c_void_p()
            self.call("cuModuleGetFunction", ctypes.byref(f), self.module, name.encode())
            self.functions[name] = f
        values = [a if isinstance(a, ctypes.Array) else ctypes.c_uint64(a) for a in args]
        params = (ctypes.c_void_p * len(values))(*[ctypes.addressof(v) for v in values])
        self.call("cuLaunchKernel", self.functions[name], grid, 1, 1, block, 1, 1, shared, None, params, None)
        self.call("cuCtxSynchronize")

    def tensor_map(self, m, base):
        raw = ctypes.create_string_buffer(128 + 64)
        at = (ctypes.addressof(raw) + 63) & ~63
        rank = len(m["dims"])
        arr = lambda t, v: (t * max(len(v), 1))(*v)
        self.call("cuTensorMapEncodeTiled", ctypes.c_void_p(at), m["type"], rank, ctypes.c_void_p(base), arr(ctypes.c_uint64, m["dims"]),
                  arr(ctypes.c_uint64, m["strides"]), arr(ctypes.c_uint32, m["box"]), arr(ctypes.c_uint32, m["elem_strides"]), 0, m["swizzle"], 0, m["nan"])
        return (ctypes.c_uint8 * 128).from_buffer_copy(ctypes.string_at(at, 128))


class Results:
    def __init__(self):
        self.arrays, self.recipes = {}, []

    def add(self, array, **recipe):
        key = f"r{len(self.recipes)}"
        self.arrays[key] = array
        self.recipes.append(dict(recipe, key=key, dtype=str(array.dtype), count=int(array.size)))


def descriptor(start, lbo, sbo, base, swizzle):
    code = {0: 0, 128: 1, 64: 2, 32: 3}[swizzle]
    return (start >> 4 & 0x3fff) | (lbo >> 4 & 0x3fff) << 16 | (sbo >> 4 & 0x3fff) << 32 | base << 49 | code << 62


def run_wgmma(gpu, kernel, cases, images, aregs, c, dregs):
    """cases: (descriptor A, descriptor B, image, scale-d). Returns D as [case][register][thread]."""
    table = np.array([(a, b, i | s << 32) for a, b, i, s in cases], dtype=np.uint64)
    ps = [gpu.upload(x) for x in (table, images, aregs, c)]
    n = len(cases) * dregs * 128
    d = gpu.alloc(n * 4)
    gpu.launch(kernel, len(cases), 128, IMAGE, *ps, d)
    out = gpu.download(d, n, np.uint32)
    gpu.free(*ps, d)
    return out


def tile(rows, size, mn, swizzle, start):
    """Offsets (LBO, SBO) of a whole operand in the canonical layout."""
    if swizzle == 0:
        return descriptor(start, 128, 256, 0, 0)
    if mn:
        return descriptor(start, 8 * swizzle * (32 // size // 8), 8 * swizzle, 0, swizzle)
    return descriptor(start, 16, 8 * swizzle, 0, swizzle)


def layouts(gpu, res):
    """Every form on small integers: nothing but where the elements lie matters."""
    for seed, v in enumerate(ptx.wgmma_variants(), 1):
        size = WIDTH[v.a]
        cases = []
        for swizzle in (0, 32, 64, 128):
            for shift in (0, 32, 64, 96):
                k_shift_a = 0 if v.ta or swizzle == 0 or shift + 32 > swizzle else shift
                k_shift_b = 0 if v.tb or swizzle == 0 or shift + 32 > swizzle else shift
                if shift and not k_shift_a and not k_shift_b:
                    continue
                a = tile(64, size, v.ta, swizzle, k_shift_a)
                b = tile(v.n, size, v.tb, swizzle, 8192 + k_shift_b)
                cases.append((a, b, 0, int(shift != 32)))
        count = IMAGE // size
        image, image_b = small(2 * seed, count, v.a), small(2 * seed + 1, count, v.b)
        image.view(np.uint8)[8192:] = image_b.view(np.uint8)[8192:]
        aregs = np.tile(small(1000 + seed, 2048 // size, v.a).view(np.uint8), len(cases))
        dregs = ptx.dregs(v)
        c = np.tile(small(2000 + seed, dregs * 128 * 4 // WIDTH[v.d], {"s32": "tf32"}.get(v.d, {"f32": "tf32"}.get(v.d, v.d))).view(np.uint32), len(cases))
        d = run_wgmma(gpu, v.name, cases, image, aregs, c, dregs)
        res.add(d, what="layout", variant=v._asdict(), seed=seed, cases=[(hex(a), hex(b), s) for a, b, _, s in cases])


def addresses(gpu, res):
    """Which shared addresses a descriptor reads: B (A in registers is one-hot, D[m][n] = B[n][m % 16]) and A (B is one-hot), f16.
    Shared memory holds its own half-word number, low 11 bits in one image, the rest in another."""
    index = np.arange(IMAGE // 2, dtype=np.uint32)
    hot = np.zeros((16, 16), np.float16)
    np.fill_diagonal(hot, 1)
    low, high = (index & 2047).astype(np.float16), (index >> 11).astype(np.float16)
    one_hot = np.zeros(256, np.float16)            # B: 16 rows, no swizzle, LBO 128, SBO 256
    for n in range(16):
        one_hot[(n // 8 * 256 + n % 8 * 16 + n % 16 // 8 * 128 + n % 8 * 2) // 2] = 1
    images = []
    for x in (low, high):
        y = x.copy()
        y[:256] = one_hot
        images.append(y)
    aregs = np.zeros((128, 4, 2), np.float16)
    for t in range(128):
        for r in range(4):
            for e in range(2):
                row, k = t % 32 // 4 + r % 2 * 8, r // 2 * 8 + t % 4 * 2 + e
                aregs[t, r, e] = hot[row % 16, k]
    for operand in "ab":
        for mn in (0, 1):
            cases, labels = [], []
            for swizzle in (0, 32, 64, 128):
                for base in range(8):
                    for start in (4096, 4096 + 128, 4096 + 256, 4096 + 512, 4096 + 896, 4096 + 16, 4096 + 32, 4096 + 48, 4096 + 112):
                        if base and start % 128:
                            continue
                        desc = descriptor(start, 2048, 1024, base, swizzle)
                        labels.append((hex(desc), mn))
                        for image in (0, 1):
                            other = descriptor(0, 128, 256, 0, 0)
                            cases.append((desc, other, image, 0) if operand == "a" else (other, desc, image, 0))
            name = f"wgmma_n16_f32_f16_f16_{'ss' if operand == 'a' else 'rs'}_{mn if operand == 'a' else 0}{mn if operand == 'b' else 0}"
            all_a = np.tile(aregs.view(np.uint8).ravel(), len(cases))
            d = run_wgmma(gpu, name, cases, np.concatenate(images), all_a, np.zeros(len(cases) * 8 * 128, np.uint32), 8)
            d = d.view(np.float32).reshape(len(labels), 2, 8, 128).astype(np.int64)
            res.add((d[:, 0] + 2048 * d[:, 1]).astype(np.uint16) * 2, what="address", operand=operand, mn=mn, cases=labels)


def campaigns(a, b, d):
    """Rows: ranges of biased exponents of A, B and C, options."""
    (ea, _), (eb, _) = FORMATS[a], FORMATS[b]
    ma, mb, biasa, biasb = (1 << ea) - 1, (1 << eb) - 1, (1 << ea - 1) - 1, (1 << eb - 1) - 1
    top = 30 if d == "f16" else 254
    bc = 15 if d == "f16" else 127

    def around(bias, top, lo, hi):
        return min(max(0, bias + lo), top), max(0, min(top, bias + hi))

    rows = []
    for w in (1, 2, 4, 6, 10, 40):
        x = [around(biasa, ma - 1, -w, w), around(biasb, mb - 1, -w, w), around(bc, top, -2 * w, 2 * w)]
        rows += [dict(r=x), dict(r=x, zero=64), dict(r=x, powers=True), dict(r=x, scale=0)]
        rows += [dict(r=[x[0], x[1], around(bc, top, -4 * w - 6, -2 * w)]), dict(r=[x[0], x[1], around(bc, top, 2 * w, 4 * w + 6)])]
        rows += [dict(r=x, zero=118), dict(r=x, zero=118, scale=0)]
    full = [(0, ma - 1), (0, mb - 1), (0, top)]
    rows += [dict(r=full), dict(r=full, zero=100), dict(r=[(0, ma), (0, mb), (0, top + 1)], zero=100), dict(r=[(0, ma), (0, mb), (0, top + 1)], zero=121)]
    rows += [dict(r=[(0, 2), (0, mb - 1), around(bc, top, -30, 0)]), dict(r=[(0, 2), (0, 2), (0, bc)]), dict(r=[(0, 0), (0, 0), (0, 0)]), dict(r=[(0, 0), (0, 1), (0, 2)], zero=20)]
    rows += [dict(r=[(0, 4), (0, 4), (0, 0)], zero=110, powers=True)]
    rows += [dict(r=[(ma - 2, ma - 1), (mb - 2, mb - 1), (top - 3, top)]), dict(r=[(ma - 2, ma - 1), (mb - 2, mb - 1), (0, top)], zero=60)]
    if ea == 8:
        rows += [dict(r=[(0, 60), (0, 60), (0, 0)], zero=100, scale=0), dict(r=[(0, 60), (0, 60), (0, 0)], zero=120, powers=True),
                 dict(r=[(40, 70), (40, 70), (0, 12)]), dict(r=[(60, 66), (60, 66), (0, 4)]), dict(r=[(188, 192), (188, 192), (250, 254)])]
    return rows


def accumulation(gpu, res):
    """Single instructions m64n8: A in registers, B without swizzle; 4 × 512 dot products a campaign."""
    for form, v in enumerate(ptx.accumulators()):
        rows = [None] if v.d == "s32" else campaigns(v.a, v.b, v.d)
        depth = 32 // WIDTH[v.a]
        cases, images, aregs, cs = [], [], [], []
        for i, row in enumerate(rows):
            seed = 5000 + 100 * form + i
            na, nb, nc, count = 4 * 64 * depth, 4 * 8 * depth, 4 * 512, 4
            if row is None:
                a, b = words(seed, na // 4).view(np.uint8), words(seed + 10000, nb // 4).view(np.uint8)
                c = words(seed + 20000, nc)
            else:
                zero, powers = row.get("zero", 0), row.get("powers", False)
                a = floats(seed, na, v.a, *row["r"][0], zero, powers)
                b = floats(seed + 10000, nb, v.b, *row["r"][1], zero, powers)
                c = floats(seed + 20000, nc, v.d, *row["r"][2], 0, powers)
            image = np.zeros((count, IMAGE), np.uint8)
            image[:, :256] = b.view(np.uint8).reshape(count, 256)
            images.append(image)
            aregs.append(a.view(np.uint8))
            cs.append(c.view(np.uint32))
            for j in range(count):
                cases.append((0, descriptor(0, 128, 256, 0, 0), count * i + j, 1 if row is None else row.get("scale", 1)))
        d = run_wgmma(gpu, v.name, cases, np.concatenate(images), np.concatenate(aregs), np.concatenate(cs), ptx.dregs(v))
        res.add(d, what="accumulate", variant=v._asdict(), form=form, rows=rows)


def mma(gpu, res):
    """mma.sync: registers in, registers out, 8 cases of 128 dot products a campaign."""
    for form, v in enumerate(ptx.mma_variants()):
        rows = [None] if v.d == "s32" else campaigns(v.a, v.b, v.d)
        nd, na, nb = ptx.mma_regs(v)
        count, out = 8, []
        inputs = ([], [], [])
        for i, row in enumerate(rows):
            seed = 40000 + 100 * form + i
            for x, (kind, regs) in enumerate(((v.a, na), (v.b, nb), (v.d, nd))):
                n = count * regs * 32 * 4 // WIDTH[kind]
                s = seed + 10000 * x
                if row is None:
                    inputs[x].append(words(s, count * regs * 32))
                else:
                    opts = (row.get("zero", 0) if x < 2 else 0, row.get("powers", False))
                    inputs[x].append(floats(s, n, kind, *row["r"][x], *opts).view(np.uint32))
        ps = [gpu.upload(np.concatenate(x)) for x in inputs]
        n = len(rows) * count * nd * 32
        d = gpu.alloc(n * 4)
        gpu.launch(v.name, len(rows) * count, 32, 0, *ps, d)
        res.add(gpu.download(d, n, np.uint32), what="mma", variant=v._asdict(), form=form, rows=rows)
        gpu.free(*ps, d)


def matrices(gpu, res):
    """ldmatrix, stmatrix, movmatrix: 4096 bytes of shared memory, rows at random 16-byte places (distinct for stores)."""
    for i, name in enumerate(ptx.matrix_names()):
        seed = 90000 + i
        memory, regs = words(seed, 1024), words(seed + 100, 128)
        order = np.argsort(splitmix(seed + 200, 256), kind="stable")[:32].astype(np.uint32) * 16
        ps = [gpu.upload(x) for x in (memory, regs, order)]
        d = gpu.alloc(4096 + 512)
        gpu.launch(name, 1, 32, 0, *ps, d)
        res.add(gpu.download(d, 1024 + 128, np.uint32), what="matrix", name=name, seed=seed, order=[int(x) for x in order])
        gpu.free(*ps, d)


def tensor_maps():
    """Chains of maps with coordinates, shared offset and direction: every swizzle, rank, element size; boxes that leave the tensor at each
    side. The innermost coordinate times the element size must be a multiple of 16 bytes: other copies fault."""
    chain = []

    def row(type, size, dims, box, coords, swizzle=0, nan=0, offset=0, elem_strides=None, pad=0, ops=("load", "store"), mask=0xffffffff):
        strides, s = [], dims[0] * size
        for d in dims[1:]:
            s = -(-s // 16) * 16 + pad
            strides.append(s)
            s *= d
        chain.append(dict(type=type, size=size, dims=dims, strides=strides, box=box, elem_strides=elem_strides or [1] * len(dims), swizzle=swizzle,
                          nan=nan, coords=coords, offset=offset, ops=ops, mask=mask))

    for swizzle, span in ((0, 128), (1, 32), (2, 64), (3, 128)):
        for inner in sorted({16, 32, span // 2, span, 48, 96} & set(range(16, span + 1, 16))):
            row(6, 2, [200, 50], [inner // 2, 20], [8, 3], swizzle)
        for offset in (128, 256, 512, 640, 1024):
            row(6, 2, [200, 50], [span // 2, 20], [8, 3], swizzle, offset=offset)
        for coords in ([192, 40], [0, 49], [304, 10], [192, 47], [0, 60], [2147483640, 0]):
            row(6, 2, [200, 50], [span // 2, 20], coords, swizzle)
        for coords in ([-8, 0], [-104, 0], [0, -3], [-8, -3], [-2147483648, 5]):
            row(6, 2, [200, 50], [span // 2, 20], coords, swizzle, ops=("load",))
        for type, size in ((0, 1), (1, 2), (2, 4), (3, 4), (4, 8), (7, 4), (8, 8), (9, 2), (10, 4), (11, 4), (12, 4)):
            row(type, size, [96, 9], [span // size, 6], [96 - span // size // 2, 5], swizzle, nan=int(type > 5), ops=("load",) if type > 5 else ("load", "store"))
        row(6, 2, [4000], [span // 2], [3968], swizzle)
        row(6, 2, [40, 6, 5], [16 if span == 32 else 32, 4, 3], [24, 4, -1], swizzle, pad=32, ops=("load",))
        row(6, 2, [40, 6, 5, 4], [16, 4, 3, 2], [-8, 3, 3, 3], swizzle, ops=("load",))
        row(6, 2, [40, 6, 5, 4, 3], [16, 4, 3, 2, 2], [32, -1, 2, -1, 2], swizzle, nan=1, ops=("load",))
        row(6, 2, [40, 6, 5, 4, 3], [16, 4, 3, 2, 2], [32, 4, 2, 3, 2], swizzle)
        row(6, 2, [200, 50], [span // 2, 20], [8, 3], swizzle, elem_strides=[1, 3])
    for type in (10, 11, 12):
        for mask in (0xfffff000, 0x807ff000):
            row(type, 4, [96, 9], [32, 6], [16, 2], mask=mask)
    row(6, 2, [512, 64], [256, 32], [304, 40])
    row(0, 1, [304, 64], [256, 32], [64, 40])
    chains = [chain]
    for ops, coords in (("load", [5, 3]), ("load", [4, 3]), ("load", [-5, 0]), ("store", [5, 3]), ("store", [4, 3]), ("store", [-8, 0]), ("store", [0, -3]), ("load", [190, 40])):
        chain = []
        row(6, 2, [200, 50], [64, 20], coords, ops=(ops,))
        chains.append(chain)
    return chains


def tma_case(gpu, res, m):
    """One map: a load into shared memory full of 0xee, a store into global memory full of 0xee."""
    coords = [c & 0xffffffff for c in m["coords"]] + [0] * (5 - len(m["coords"]))
    bytes_ = m["size"] * m["box"][0]
    for b, s in zip(m["box"][1:], m["elem_strides"][1:]):
        bytes_ *= -(-b // s)
    rank = len(m["dims"])
    mask = np.uint32(m.get("mask", 0xffffffff))
    source = gpu.upload(words(95000, 1 << 16) & mask)
    try:
        the_map = gpu.tensor_map(m, source)
    except RuntimeError as e:
        res.add(np.zeros(0, np.uint32), what="tma_refused", map=m, error=str(e))
        return
    if "load" in m["ops"]:
        dump = gpu.alloc(32768 + 16)
        gpu.launch(f"tma_load_{rank}", 1, 128, 32768, the_map, dump, *coords, m["offset"], bytes_)
        res.add(gpu.download(dump, 8192, np.uint32), what="tma_load", map=m)
    if "store" in m["ops"]:
        target, image = gpu.upload(np.full(1 << 16, 0xeeeeeeee, np.uint32)), gpu.upload(words(96000, 8192) & mask)
        gpu.launch(f"tma_store_{rank}", 1, 128, 32768, gpu.tensor_map(m, target), image, *coords, m["offset"])
        res.add(gpu.download(target, 1 << 15, np.uint32), what="tma_store", map=m)


def tma_chain(image, chain, queue):
    """Runs maps until one faults, which spoils the process; sends the results and how far it came."""
    gpu, res, done = Gpu(image), Results(), 0
    for m in chain:
        done += 1
        try:
            tma_case(gpu, res, m)
        except RuntimeError as e:
            res.add(np.zeros(0, np.uint32), what="tma_fault", map=m, error=str(e), after=res.recipes[-1]["what"] if res.recipes else "")
            break
    queue.put((done, res.arrays, res.recipes))


def tma_all(image, res):
    """All maps, in as many processes as faults and chains ask for."""
    context = multiprocessing.get_context("spawn")
    chains = tensor_maps()

    def follow(chain):
        parts = []
        while chain:
            queue = context.Queue()
            process = context.Process(target=tma_chain, args=(image, chain, queue))
            process.start()
            try:
                done, arrays, recipes = queue.get(timeout=30)
            except Exception as e:
                done, arrays, recipes = 1, {"r0": np.zeros(0, np.uint32)}, [dict(what="tma_fault", map=chain[0], error=repr(e), key="r0")]
                process.kill()
            process.join(5)
            parts.append((arrays, recipes))
            chain = chain[done:]
        return parts

    with ThreadPoolExecutor(len(chains)) as pool:
        for parts in pool.map(follow, chains):
            for arrays, recipes in parts:
                for r in recipes:
                    array = arrays[r.pop("key")]
                    r.pop("dtype", None), r.pop("count", None)
                    res.add(array, **r)


REDUCTIONS = [("add", 6), ("min", 6), ("max", 6), ("add", 9), ("min", 9), ("max", 9), ("add", 7), ("add", 2), ("min", 2), ("max", 2), ("inc", 2), ("dec", 2),
              ("and", 2), ("or", 2), ("xor", 2), ("add", 3), ("min", 3), ("max", 3), ("add", 4), ("min", 5), ("max", 5), ("and", 4)]


def reductions(gpu, res):
    for op, kind in REDUCTIONS:
        size = [1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4][kind]
        m = dict(type=kind, size=size, dims=[64, 16], strides=[64 * size], box=[32, 8], elem_strides=[1, 1], swizzle=0, nan=0, coords=[8, 4], offset=0)
        fmt = {6: "f16", 9: "bf16", 7: "f32"}.get(kind)
        n = 64 * 16
        old = words(97000 + kind, 4096) if not fmt else floats(97000 + kind, n, fmt, 0, (1 << FORMATS[fmt][0]) - 1).view(np.uint32)
        new = words(97100 + kind, 8192) if not fmt else np.resize(floats(97100 + kind, n, fmt, 0, (1 << FORMATS[fmt][0]) - 1).view(np.uint32), 8192)
        target, image = gpu.upload(np.resize(old, 1 << 16)), gpu.upload(new)
        gpu.launch(f"tma_red_{op}", 1, 128, 32768, gpu.tensor_map(m, target), image, 8, 4, 0, 0, 0, 0)
        res.add(gpu.download(target, n * size // 4, np.uint32), what="reduce", op=op, type=kind, size=size)
        gpu.free(target, image)


def unary_inputs(kind, seed, n=1 << 15):
    """Half random bits, half values near the range of small formats; for narrow inputs, all of them."""
    if kind == "u16":
        return np.arange(1 << 16, dtype=np.uint32)
    a = words(seed, n // 2)
    b = floats(seed + 1, n // 2, "f32", 127 - 30, 127 + 20)
    b[: n // 8] &= np.uint32(0xfffff000)      # ties
    b[n // 8: n // 4] &= np.uint32(0xfff80000)
    return np.concatenate([a, b])


def conversions(gpu, res):
    for i, (name, kind) in enumerate(ptx.unary()):
        x = unary_inputs(kind, 98000 + 2 * i)
        y = words(99000 + i, x.size) if kind == "any" else unary_inputs(kind, 99000 + 2 * i)
        if kind == "f32":
            y = np.roll(y, 12345)
        ps = [gpu.upload(v) for v in (x, y)]
        d = gpu.alloc(x.nbytes)
        gpu.launch("u_" + name, x.size // 128, 128, 0, *ps, d)
        res.add(gpu.download(d, x.size, np.uint32), what="unary", name=name, kind=kind, index=i)
        gpu.free(*ps, d)


MUFU = {   # function: first input bits of each 2^23 run
    "rcp.approx.ftz.f32": [0x3f800000], "rsqrt.approx.ftz.f32": [0x3f800000, 0x40000000], "sqrt.approx.ftz.f32": [0x3f800000, 0x40000000],
    "lg2.approx.ftz.f32": [0x3f000000, 0x3f800000, 0x40000000, 0x44800000], "ex2.approx.ftz.f32": [0x3f800000, 0x3f000000, 0xbf800000, 0x40000000],
    "tanh.approx.f32": [0x3e800000, 0x3f000000, 0x3f800000, 0x40000000]}


def mufu(gpu, out):
    """First result and steps between neighbours (zlib of int8, where they fit) of 2^23 consecutive inputs."""
    n = 1 << 23
    d = gpu.alloc(n * 4)

    def pack(key, y):
        step = np.diff(y.astype(np.int64))
        kind = np.int8 if np.abs(step).max() < 128 else np.int32
        return key, y[:1], np.frombuffer(zlib.compress(step.astype(kind), 6), np.uint8), kind

    with ThreadPoolExecutor(16) as pool:
        jobs = []
        for name, starts in MUFU.items():
            for start in starts:
                gpu.launch("m_" + name.replace(".", "_"), n // 256, 256, 0, start, d)
                jobs.append(pool.submit(pack, f"{name}|{start:08x}", gpu.download(d, n, np.uint32)))
        rows = [j.result() for j in jobs]
    for part, names in enumerate((("rcp", "rsqrt", "sqrt"), ("ex2", "tanh"), ("lg2",))):
        arrays = {}
        for key, first, data, kind in rows:
            if key.split(".")[0] in names:
                arrays |= {key + "|first": first, key + "|" + kind.__name__: data}
        np.savez(out / f"mufu{part}.npz", **arrays)


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--ptx", help="write the kernels' PTX here and stop")
    p.add_argument("--cubin", help="take the kernels from here, assembled before")
    p.add_argument("--only", help="of sums, layouts, unary, mufu, copies")
    p.add_argument("--out", default=os.environ.get("OUT", "out"))
    args = p.parse_args()
    if args.ptx:
        Path(args.ptx).write_text(ptx.module())
        return
    out = Path(args.out)
    image = Path(args.cubin).read_bytes() if args.cubin else ptx.module().encode() + b"\0"
    gpu = Gpu(image)
    for name, parts in {"sums": (accumulation, mma, matrices), "layouts": (layouts, addresses), "unary": (conversions,), "mufu": (), "copies": (reductions,)}.items():
        if args.only and name not in args.only.split(","):
            continue
        if name == "mufu":
            mufu(gpu, out)
            continue
        res = Results()
        for part in parts:
            start = time.time()
            try:
                part(gpu, res)
            except RuntimeError as e:
                print(f"{part.__name__}: {e}", flush=True)
            print(f"{part.__name__}: {time.time() - start:.1f} s", flush=True)
        if name == "copies":
            tma_all(image, res)
        recipes = np.frombuffer(json.dumps(res.recipes).encode(), np.uint8)
        np.savez_compressed(out / f"{name}.npz", recipes=recipes, **res.arrays)
    print("done", flush=True)


if __name__ == "__main__":
    main()
