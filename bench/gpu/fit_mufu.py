"""Finds the coefficients of emu/tensor/mufu_tables.go in the whole binades that probes.py brought back (mufu*.npz).

A segment's results are floor(c0 + c1·x + c2·T(x)) with T the square of x without its low columns of partial products, in the units that
emu/tensor/approx.go describes. c1 and c2 come from least squares and are rounded, c0 from the bounds that every point sets; a segment
that no coefficients satisfy in every bit stops the script. Usage: fit_mufu.py DIRECTORY_OF_NPZ mufu_tables.go"""
import sys
import zlib
from pathlib import Path

import numpy as np

FRACTION = 18     # bits of a unit in the last place in c0
LG2_UNIT = 36     # fixed point of logarithms; a unit in the last place is 2^-23


def binade(directory, name, start):
    for part in range(3):
        file = np.load(directory / f"mufu{part}.npz")
        for key in file.files:
            kind = key.split("|")[-1]
            if key.startswith(f"{name}|{start:08x}") and kind != "first":
                steps = np.frombuffer(zlib.decompress(file[key].tobytes()), kind).astype(np.int64)
                return file[f"{name}|{start:08x}|first"][0].astype(np.int64) + np.concatenate([[0], np.cumsum(steps)])
    raise SystemExit(f"{name} from {start:08x} is missing")


def truncated_square(width):
    """The upper 15 bits of the square of each x, partial products in the columns below left out."""
    x = np.arange(1 << width, dtype=np.int64)
    cut, total = 2 * width - 15, np.zeros(1 << width, np.int64)
    for i in range(width):
        bit = x >> i & 1
        if 2 * i >= cut:
            total += bit << 2 * i
        for j in range(max(i + 1, cut - 1 - i), width):
            total += (bit & x >> j) << i + j + 1
    return total >> cut


def fit(y, bits, step, exact_first=False, also=None):
    """Rows (c0, c1, c2) for results y, counted from the binade's base. step: c1 and c2 are multiples of it. also(segment, curve, low,
    high) narrows c0 further."""
    width = 23 - bits
    n = 1 << width
    x, square = np.arange(n, dtype=np.int64), truncated_square(width)
    solve = np.linalg.pinv(np.column_stack([np.ones(n), x / n, square / 32768]))
    rows = []
    for s in range(1 << bits):
        part = y[s * n:(s + 1) * n]
        guess = solve @ (part - part[0] + 0.5)
        use = slice(1 if exact_first and s == 0 else 0, None)
        best = None
        for d1 in (0, -1, 1):
            for d2 in (0, -1, 1):
                c1, c2 = (round(guess[1] * 2 / step) + d1) * step, (round(guess[2] * 2 / step) + d2) * step
                curve = (c1 * x << 17 - width) + (c2 * square << 2)
                low = int(((part << FRACTION) - curve)[use].max())
                high = int((((part + 1) << FRACTION) - curve)[use].min())
                if best is None or high - low > best[1] - best[0]:
                    best = low, high, c1, c2, curve
        low, high, c1, c2, curve = best
        if also:
            low, high = also(slice(s * n, (s + 1) * n), curve, low, high)
        if low >= high:
            raise SystemExit(f"segment {s}: no coefficients fit")
        c0 = next(c for k in range(FRACTION + 1) if (c := -(-low // (1 << FRACTION - k)) << FRACTION - k) < high)
        rows.append((c0, int(c1), int(c2)))
    return rows


def lg2_bounds(zero, minus):
    """Narrows c0 by the binades of 1 and of 1/2, whose results are finer floats."""
    scale = 2.0 ** (23 + FRACTION)
    positive = zero.astype(np.uint32).view(np.float32).astype(np.float64) * scale
    negative = -minus.astype(np.uint32).view(np.float32).astype(np.float64) * scale
    shift = 23 + FRACTION - LG2_UNIT
    ulp = lambda v: np.ldexp(1.0, np.frexp(v)[1] - 24)

    def narrow(segment, curve, low, high):
        use = slice(1 if segment.start == 0 else 0, None)
        p, m = positive[segment][use], negative[segment]
        good = []
        for c in range(low, high):
            up = (c + curve)[use] >> shift << shift
            down = ((1 << LG2_UNIT) - 1 - (c + curve >> shift)) << shift
            if ((p <= up) & (up < p + ulp(p))).all() and ((m <= down) & (down < m + ulp(m))).all():
                good.append(c)
        return (good[0], good[-1] + 1) if good else (0, 0)
    return narrow


def main():
    directory, output = Path(sys.argv[1]), Path(sys.argv[2])
    get = lambda name, start: binade(directory, name + ".approx.ftz.f32", start)
    narrow = lg2_bounds(get("lg2", 0x3f800000), get("lg2", 0x3f000000))
    tables = (("rcpTable", "rcp", 0x3f800000, 0x3f000000, dict(bits=7, step=2)), ("rsqrtTable", "rsqrt", 0x3f800000, 0x3f000000, dict(bits=6, step=2, exact_first=True)),
              ("rsqrtTable2", "rsqrt", 0x40000000, 0x3f000000, dict(bits=6, step=2)), ("sqrtTable", "sqrt", 0x3f800000, 0x3f800000, dict(bits=6, step=1)),
              ("sqrtTable2", "sqrt", 0x40000000, 0x3f800000, dict(bits=6, step=1)), ("lg2Table", "lg2", 0x40000000, 0x3f800000, dict(bits=6, step=2, also=narrow)),
              ("ex2Table", "ex2", 0x3f800000, 0x40000000, dict(bits=6, step=2)))
    text = "package tensor\n\n// Code generated by bench/gpu/fit_mufu.py from the values of an H200 over whole binades; DO NOT EDIT.\n"
    for variable, name, start, base, how in tables:
        rows = fit(get(name, start) - base, **how)
        text += f"\nvar {variable} = [{len(rows)}]quadratic{{\n"
        for i in range(0, len(rows), 4):
            text += "\t" + ", ".join("{%d, %d, %d}" % r for r in rows[i:i + 4]) + ",\n"
        text += "}\n"
    output.write_text(text)


if __name__ == "__main__":
    main()
