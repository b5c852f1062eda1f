"""How long a run of tawa-opt takes, above /bin/true, in turn in the same run.

    python3 bench/latency.py [--runs=40] [--json=FILE]

Prints milliseconds (median and minimum of the runs) for an empty module and for
`--tawa-compile --emit=llvm` of each GEMM example, and exits with 1 if the median
of an empty module is not below 8 ms or that of a GEMM not below 60 ms.
"""
import argparse, glob, json, os, statistics, subprocess, sys, tempfile, time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TOOL = os.path.join(ROOT, "bin", "tawa-opt")
LIMITS = {"empty": 8.0, "gemm": 60.0}


def once(argv):
    start = time.perf_counter()
    done = subprocess.run(argv, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    took = time.perf_counter() - start
    if done.returncode:
        sys.exit(f"{' '.join(argv)}\n{done.stderr.decode()}")
    return took * 1e3


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--runs", type=int, default=40)
    p.add_argument("--json")
    args = p.parse_args()
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as empty:
        empty.write("module {\n}\n")
        empty.flush()
        contenders = {"true": ["/bin/true"], "empty": [TOOL, empty.name]}
        for f in sorted(glob.glob(os.path.join(ROOT, "examples", "ttir", "*mm_*.ttir"))):
            if "grouped" not in f and "ptr" not in f:
                contenders[os.path.basename(f)] = [TOOL, "--tawa-compile", "--emit=llvm", f]
        times = {n: [] for n in contenders}
        for _ in range(args.runs):
            for n, argv in contenders.items():
                times[n].append(once(argv))
    base = statistics.median(times.pop("true"))
    rows, ok = [], True
    for n, v in times.items():
        limit = LIMITS["empty" if n == "empty" else "gemm"]
        row = dict(name=n, median_ms=round(statistics.median(v) - base, 2), min_ms=round(min(v) - base, 2), limit_ms=limit)
        ok &= row["median_ms"] < limit
        rows.append(row)
        print(f"{row['name']:50} {row['median_ms']:7.2f} ms median {row['min_ms']:7.2f} ms min   limit {limit:g}")
    if args.json:
        json.dump(rows, open(args.json, "w"), indent=1)
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
