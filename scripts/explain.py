#!/usr/bin/env python3
"""Says what tawa-opt did to a kernel: scripts/explain.py DIR, where DIR holds what scripts/demo.sh wrote there.

Every number is read from the program after one of the passes or from the launch metadata.
"""
import json
import re
import sys
import textwrap
from collections import Counter
from pathlib import Path

BYTES = {"f8E4M3FN": 1, "f8E5M2": 1, "i8": 1, "f16": 2, "bf16": 2, "f32": 4}
SHARED_LIMIT = 227 * 1024  # dynamic shared memory of a block on sm_90


def split_dump(text):
    """The program after each pass, in order, from the output of --mlir-print-ir-after-all."""
    parts = re.split(r"^// -----// IR Dump After (\S+)[^\n]* //----- //\n", text, flags=re.M)
    return list(zip(parts[1::2], parts[2::2]))


def after(steps, name):
    for step, text in steps:
        if step == name:
            return text
    sys.exit(f"explain: the dump has no program after {name}")


def regions(program):
    """The text of the default region and of the partitions of the first ttg.warp_specialize."""
    match = re.search(r"ttg\.warp_specialize.*?\n\s*default \{\n(.*?)\n    \}\n\s*(partition0.*?)\n    \} : \(", program, re.S)
    if not match:
        sys.exit("explain: the kernel was not partitioned; see the remarks")
    return match.groups()


def ops(region):
    """What a role does, in the order in which it is first done; arithmetic as one, control flow and constants left out."""
    names = re.findall(r'^ *(?:%.* = )?"?((?:tt|arith|math|aref|nvgpu)\.[a-z_.]+)', region, re.M)
    counts = Counter(n.split(".")[0] if n.startswith(("arith.", "math.")) else n for n in names if n != "arith.constant")
    return ", ".join(name if n == 1 else f"{n} {name}" for name, n in counts.items())


def tile_bytes(tile):
    *shape, elem = re.fullmatch(r"tensor<([^>]+)>", tile).group(1).split("x")
    size = BYTES[elem]
    for extent in shape:
        size *= int(extent)
    return size


def rings(program):
    for depth, payload in re.findall(r"aref\.create[^:]*: !aref\.ring<(\d+) x \(([^)]*)\)>", program):
        tiles = payload.split(", ")
        yield int(depth), tiles, sum(map(tile_bytes, tiles))


def attribute(program, name):
    match = re.search(rf'"?{re.escape(name)}"? = (?:array<i32: )?([\d, ]+)', program)
    return [int(n) for n in match.group(1).split(",")] if match else []


def say(head, text):
    indent = " " * 17
    print(textwrap.fill(text, 116, initial_indent=f"  {head:<14} ", subsequent_indent=indent, break_on_hyphens=False))


def explain(folder):
    steps = split_dump((folder / "passes.log").read_text())
    for number, (name, text) in enumerate(steps):
        (folder / f"{number + 1:02}-{name}.mlir").write_text(text)
    meta = json.loads((folder / "kernel.json").read_text())
    partitioned, pipelined, final = after(steps, "tawa-partition"), after(steps, "tawa-pipeline"), steps[-1][1]
    consumer, producer = regions(partitioned)

    print(f"{meta['name']}:")
    say("producer", f"only fetches: {ops(producer)}")
    say("consumers", f"only compute: {ops(consumer)}")
    for depth, tiles, size in rings(partitioned):
        say("ring", f"D = {depth} slots of {size:,} bytes, each with {' and '.join(tiles)}")
    pending = max(map(int, re.findall(r"nvgpu\.dot_wait [^\n]*pendings = (\d+)", pipelined)), default=0)
    say("dots", f"P = {pending}: " + (f"up to {pending} in flight while a consumer waits for the next tiles" if pending else
                                       "each is waited for before its tiles are given back"))
    math_warps, total = attribute(final, "ttg.num-warps")[0], meta["num_warps"]
    say("warps", f"{total} = {math_warps} in {math_warps // 4} consumer warp groups + {total - math_warps} that produce")
    registers = attribute(final, "actualRegisters")
    say("registers", f"{registers[0]} a thread of a consumer, {registers[1]} of the producer" if registers else "the same for all")
    say("shared memory", f"{meta['shared']:,} of {SHARED_LIMIT:,} bytes")
    say("files", f"{folder}/kernel.cubin, its launch metadata kernel.json, kernel.ptx, and the program after "
                 f"each of {len(steps)} passes, 01-{steps[0][0]}.mlir to {len(steps):02}-{steps[-1][0]}.mlir")


if __name__ == "__main__":
    explain(Path(sys.argv[1]))
