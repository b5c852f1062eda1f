"""The benchmark: tawa against cuBLAS, cuDNN, FlashAttention-2 and stock Triton, in parts that each fit one short session.

    python3 bench/gpu/bench.py PART... [--seconds 1.5] [--quick] [--limit 540] [--merge FILE] [--out DIR]

Parts: gemm16 gemm8 shapes batched attention16 attention8 ablation heatmap peers. Builds, checks every form of every
contender on every shape, times the best of each (interleaved, and alone), and writes bench.json, bench.md and plots to
DIR (default $OUT, else out/). --merge takes the rows of an earlier bench.json along. Exit status 1 if a number is wrong, 2 if time ran out.
"""
import argparse
import datetime
import json
import os
import time
from pathlib import Path

import torch
import triton

import parts_attention
import parts_gemm
import parts_peers
import parts_steps
import report
from common import tawa_triton, watchdog
from work import measure

PARTS = {part.__name__: part for part in (parts_gemm.gemm16, parts_gemm.gemm8, parts_gemm.shapes, parts_gemm.batched,
                                          parts_attention.attention16, parts_attention.attention8,
                                          parts_steps.ablation, parts_steps.heatmap, parts_peers.peers)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="+", choices=sorted(PARTS), metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--seconds", type=float, default=1.5, help="of racing for each shape")
    parser.add_argument("--quick", action="store_true", help="a point or two of each part")
    parser.add_argument("--limit", type=float, default=540, help="seconds after which no new shape is begun")
    parser.add_argument("--merge", type=Path, help="bench.json of other parts")
    parser.add_argument("--out", type=Path, default=Path(os.environ.get("OUT", "out")))
    args = parser.parse_args()

    tawa_triton.strict()
    rows = json.loads(args.merge.read_text())["rows"] if args.merge else []
    rows = [row for row in rows if row["part"] not in args.parts]
    start, done = time.time(), True
    for part in args.parts:
        works = PARTS[part](args.quick)
        while done:
            if time.time() - start > args.limit:
                print(f"TIME: {part} is not complete", flush=True)
                done = False
                break
            with watchdog(120, part):
                work = next(works, None)
                if work is None:
                    break
                rows.append(measure(work, args.seconds))
            print(report.line(rows[-1]), flush=True)
    host = dict(date=str(datetime.date.today()), gpu=torch.cuda.get_device_name(), torch=torch.__version__, triton=triton.__version__)
    report.write(args.out, host, rows)
    wrong = [text for row in rows for text in row["wrong"]]
    print("\n".join("WRONG " + text for text in wrong) + f"\n{len(wrong)} wrong, {time.time() - start:.0f} s", flush=True)
    return 1 if wrong else 0 if done else 2


if __name__ == "__main__":
    raise SystemExit(main())
