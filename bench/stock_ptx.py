#!/usr/bin/env python3
"""Compiles examples/ttir with stock Triton for sm_90a, which needs no GPU: stock_ptx.py OUT [NAME…].

Writes OUT/NAME.ptx, NAME.cubin and NAME.json, the launch metadata as tawa-run reads it.
"""
import json
import sys
from pathlib import Path

import triton
from triton.backends.compiler import GPUTarget

EXAMPLES = Path(__file__).resolve().parent.parent / "examples" / "ttir"


def main(out, *names):
    out = Path(out)
    out.mkdir(parents=True, exist_ok=True)
    for name in names or sorted(f.stem for f in EXAMPLES.glob("*.ttir")):
        made_with = json.loads((EXAMPLES / f"{name}.json").read_text())
        options = {"num_warps": made_with["num_warps"], "num_stages": made_with.get("num_stages", 3)}
        kernel = triton.compile(str(EXAMPLES / f"{name}.ttir"), target=GPUTarget("cuda", 90, 32), options=options)
        (out / f"{name}.ptx").write_text(kernel.asm["ptx"])
        (out / f"{name}.cubin").write_bytes(kernel.asm["cubin"])
        metadata = {k: v for k, v in kernel.metadata._asdict().items() if isinstance(v, (int, str, list, tuple, dict))}
        (out / f"{name}.json").write_text(json.dumps(metadata))


main(*sys.argv[1:])
