#!/usr/bin/env python3
"""Holds what gpu/bench.py measured against the cost model: `bench/predictions.py bench.json…`. Needs no GPU.

Each row whose kernel is one of examples/ttir is compiled as it was measured, and predicted by `tawa-opt --tune`. Prints a
table of TFLOP/s, alone, and for a heat map what the model would have chosen and what that costs.
"""
import importlib.util
import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
STAGES = 4   # what bench.py bounds the rings of tawa by


def load(name, path):
    spec = importlib.util.spec_from_file_location(name, ROOT / path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


compiler = load("tawa_compiler", "python/tawa_triton/compiler.py")
steps = load("steps", "bench/gpu/steps.py")


def step_of(row):
    """What was compiled in a row, as a steps.Step; None if it is no kernel of examples/ttir."""
    shape = row["shape"]
    if row["part"] in ("ablation", "heatmap"):
        series = steps.HEAT_MAP if row["part"] == "heatmap" else steps.GEMM if "m" in shape else steps.ATTENTION[shape["causal"]]
        return next(step for step in series if step.name == row["x"])
    name = row["best"]["tawa"]
    if "length" in shape:
        dtype = "fp8" if "float8" in shape["dtype"] else "fp16"
        name = f"attn_{dtype}_{'causal' if shape['causal'] else 'full'}_{name}" if shape["dim"] == 128 else ""
    if not (ROOT / "examples" / "ttir" / f"{name}.ttir").exists():
        return None
    return steps.Step(row["series"], name, json.loads((ROOT / "examples" / "ttir" / f"{name}.json").read_text())["num_warps"])


def launch_of(row, step):
    """Integer arguments, grid, and floating-point operations."""
    shape = row["shape"]
    if "length" in shape:
        length, heads = shape["length"], shape["batch"] * shape["heads"]
        flop = 4 * heads * length ** 2 * shape["dim"] / (2 if shape["causal"] else 1)
        return dict(L=length, H=shape["heads"]), (length // 128, heads), flop
    m, n, k = shape["m"], shape["n"], shape["k"]
    rows, columns = map(int, step.kernel.split("_")[-1].split("x")[:2])
    tiles = 132 if "persistent" in step.kernel else -(-m // rows) * -(-n // columns)
    return dict(M=m, N=n, K=k), (tiles,), 2 * m * n * k


def predict(row, step):
    """TFLOP/s by the model; None for a program without roles, which it can't predict."""
    arguments, grid, flop = launch_of(row, step)
    options = compiler.pipeline_options(step.warps, STAGES, step.options)
    source = ROOT / "examples" / "ttir" / f"{step.kernel}.ttir"
    try:
        candidates = compiler.predict(ROOT / "bin" / "tawa-opt", source, options, 1, arguments, grid)
    except compiler.TawaError as error:
        if "there is nothing to compare" in str(error):
            return None
        raise
    automatic = next(c for c in candidates if c["automatic"])
    return flop / automatic["seconds"] / 1e12


def compare(rows):
    """Triples of row, measured and predicted TFLOP/s."""
    found = ((row, step_of(row)) for row in rows if row["part"] in ("gemm16", "gemm8", "attention16", "attention8", "ablation", "heatmap"))
    triples = ((row, row["tflops"]["alone"]["tawa"], predict(row, step)) for row, step in found if step)
    return [(row, measured, predicted) for row, measured, predicted in triples if predicted]


def report(triples):
    """Lines of Markdown."""
    lines = ["| part | series | x | measured | predicted | off |", "|---|---|---|---|---|---|"]
    for row, measured, predicted in triples:
        lines.append(f"| {row['part']} | {row['series']} | {row['x']} | {measured:.1f} | {predicted:.1f} | {100 * (predicted / measured - 1):+.1f} % |")
    errors = [abs(predicted / measured - 1) for _, measured, predicted in triples]
    lines += ["", f"Mean error of {len(errors)}: {100 * sum(errors) / len(errors):.1f} %, the largest {100 * max(errors):.1f} %."]
    fields = [t for t in triples if t[0]["part"] == "heatmap" and t[0]["shape"]["options"]]
    if fields:
        best, chosen = max(fields, key=lambda t: t[1]), max(fields, key=lambda t: t[2])
        lines.append(f"Heat map: {best[0]['x']} is the fastest, the model would take {chosen[0]['x']}, {chosen[1] / best[1]:.3f} of it.")
    return lines


def main(paths):
    rows = [row for path in paths for row in json.loads(Path(path).read_text())["rows"]]
    triples = compare(rows)
    print("\n".join(report(triples)) if triples else "no row of these files can be predicted")
    return 0 if triples else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
