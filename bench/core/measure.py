#!/usr/bin/env python3
"""Measure tawa-opt against mlir-opt on generated files, and hold the ratios against the targets.

    bench/core/measure.py                          # all shapes at 10 MB, all tasks, one thread and all
    bench/core/measure.py --sizes 10MB,100MB -n 5  # the whole table
    bench/core/measure.py --shapes mixed,cf --tasks cse -n 1

The tools take turns, so that both meet the same machine; of N runs the best wall time counts (of user + system time
too). Ratios below are tawa-opt / mlir-opt. The shape `triton` has dialects that mlir-opt lacks: tawa-opt alone is
measured on it. Writes core-DATE.md and .json into --out and exits with 1 if a target is missed.
"""
import argparse
import datetime
import json
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SHAPES = ("mixed", "generic", "onefunc", "deep", "cf", "types", "attrs", "triton")
TASKS = {
    "print": ([], 0.4),
    "print generic": (["--mlir-print-op-generic"], 0.4),
    "cse": (["--pass-pipeline=builtin.module(func.func(cse))"], 0.4),
    "canonicalize": (["--pass-pipeline=builtin.module(func.func(canonicalize))"], 0.5),
}
TRITON_TASKS = {name: [a.replace("func.func", "tt.func") for a in args] for name, (args, _) in TASKS.items()}
STARTUP, MEMORY, DOUBLE = 0.15, 1.3, 2.3


class Run:
    """The best of several runs of one command."""

    def __init__(self):
        self.wall = self.cpu = self.mb = float("inf")

    def once(self, command):
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        message = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            sys.exit(f"{' '.join(map(str, command))} failed:\n{message.decode(errors='replace')[:2000]}")
        self.wall = min(self.wall, wall)
        self.cpu = min(self.cpu, usage.ru_utime + usage.ru_stime)
        self.mb = min(self.mb, usage.ru_maxrss / 1024)

    def row(self):
        return {"wall": round(self.wall, 4), "cpu": round(self.cpu, 4), "mb": round(self.mb, 1)}


def generate(directory, shape, size):
    path = directory / f"{shape}-{size}.mlir"
    if not path.exists():
        kind = ["--form", "generic"] if shape == "generic" else ["--shape", shape]
        part = path.with_suffix(".part")
        subprocess.run([sys.executable, HERE / "gen_ir.py", "--size", size, "-o", part, *kind], check=True,
                       stderr=subprocess.DEVNULL)
        part.rename(path)
    return path


def both(mlir, tawa, args, n):
    """N runs of each tool in turn; mlir None leaves it out."""
    theirs, ours = Run(), Run()
    for _ in range(n):
        if mlir:
            theirs.once([mlir, *args])
        ours.once([tawa, *args])
    return theirs, ours


class Report:
    def __init__(self):
        self.rows, self.missed = [], []

    def check(self, what, ratio, target):
        if ratio > target:
            self.missed.append(f"{what}: {ratio:.2f}, target {target}")
        return round(ratio, 3)

    def add(self, shape, size, task, threads, theirs, ours, target):
        row = {"shape": shape, "size": size, "task": task, "threads": threads, "tawa": ours.row()}
        if theirs.wall != float("inf"):
            name = f"{shape} {size}, {task}, {threads}"
            row["mlir"] = theirs.row()
            row["time"] = self.check(name, ours.wall / theirs.wall, target)
            row["cpu"] = round(ours.cpu / theirs.cpu, 3)
            row["memory"] = self.check(name + ", memory", ours.mb / theirs.mb, MEMORY)
        self.rows.append(row)
        print(line(row), flush=True)


def line(row):
    ours, theirs = row["tawa"], row.get("mlir")
    head = f"| {row['shape']} {row['size']} | {row['task']} | {row['threads']} "
    if not theirs:
        return head + f"| | {ours['wall']:.2f} / {ours['cpu']:.2f} / {ours['mb']:.0f} | | | |"
    return head + (f"| {theirs['wall']:.2f} / {theirs['cpu']:.2f} / {theirs['mb']:.0f} "
                   f"| {ours['wall']:.2f} / {ours['cpu']:.2f} / {ours['mb']:.0f} "
                   f"| {row['time']:.2f} | {row['cpu']:.2f} | {row['memory']:.2f} |")


HEAD = ("| file | task | threads | mlir-opt: wall / cpu s / MB | tawa-opt | wall | cpu | memory |\n"
        "|---|---|---|---|---|---|---|---|")


def tables(a, directory, report):
    print(HEAD)
    for size in a.sizes.split(","):
        for shape in a.shapes.split(","):
            path = generate(directory, shape, size)
            for task in a.tasks.split(","):
                args, target = TASKS[task]
                mlir = a.mlir
                if shape == "triton":
                    args, mlir = TRITON_TASKS[task], None
                for threads in a.threads.split(","):
                    extra = ["--mlir-disable-threading"] if threads == "one" else []
                    theirs, ours = both(mlir, a.tawa, [path, *args, *extra, "-o", "/dev/null"], a.n)
                    report.add(shape, size, task, threads, theirs, ours, target)


def startup(a, directory, report):
    path = directory / "empty.mlir"
    path.write_text("module {}\n")
    theirs, ours = both(a.mlir, a.tawa, [path, "-o", "/dev/null"], max(20, a.n))
    ratio = report.check("start-up", ours.wall / theirs.wall, STARTUP)
    print(f"\nStart-up with an empty module: {theirs.wall * 1e3:.1f} ms and {ours.wall * 1e3:.1f} ms, {ratio:.2f}")
    return {"mlir": theirs.row(), "tawa": ours.row(), "ratio": ratio}


def doubling(a, directory, report):
    """Twice the input: how many times the processor time, of tawa-opt on one thread."""
    out = {}
    for shape in a.shapes.split(","):
        for task in a.tasks.split(","):
            args = TRITON_TASKS[task] if shape == "triton" else TASKS[task][0]
            small, large = Run(), Run()
            for _ in range(a.n):
                for run, size in ((small, "5MB"), (large, "10MB")):
                    run.once([a.tawa, generate(directory, shape, size), *args, "--mlir-disable-threading", "-o", "/dev/null"])
            out[f"{shape}, {task}"] = report.check(f"{shape}, {task}, 5 MB to 10 MB", large.cpu / small.cpu, DOUBLE)
    worst = max(out, key=out.get)
    print(f"\nTwice the input takes at most {out[worst]:.2f} times the processor time ({worst}).")
    return out


def machine():
    model = next((l.split(":")[1].strip() for l in open("/proc/cpuinfo") if l.startswith("model name")), platform.processor())
    memory = int(next(l.split()[1] for l in open("/proc/meminfo") if l.startswith("MemTotal"))) >> 20
    return f"{os.cpu_count()} x {model}, {memory} GiB, {platform.system()} {platform.release()}"


def output(command):
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT).stdout.strip()


def write(a, report, about, started, doubled):
    date = datetime.date.today().isoformat()
    out = pathlib.Path(a.out)
    out.mkdir(parents=True, exist_ok=True)
    data = {"date": date, **about, "rows": report.rows, "startup": started, "doubling": doubled, "missed": report.missed}
    (out / f"core-{date}.json").write_text(json.dumps(data, indent=1) + "\n")
    text = [f"# The core against mlir-opt, {date}", "", f"{about['machine']}; load {about['load']} at the start; commit {about['commit']}; {about['go']}; "
            f"{about['mlir']}. Best of {a.n}, the tools in turn (`bench/core/measure.py`). Threads: all is {os.cpu_count()}, "
            "one is `--mlir-disable-threading` for both.", "", HEAD, *map(line, report.rows), "",
            f"Start-up with an empty module: {started['mlir']['wall'] * 1e3:.1f} ms and {started['tawa']['wall'] * 1e3:.1f} ms, "
            f"{started['ratio']:.2f} (target {STARTUP})."]
    if doubled:
        text += ["", f"5 MB to 10 MB, processor time of tawa-opt on one thread (target {DOUBLE}): " +
                 "; ".join(f"{k} {v:.2f}" for k, v in doubled.items()) + "."]
    text += ["", "Targets missed: " + ("none." if not report.missed else ""), *("- " + m for m in report.missed)]
    (out / f"core-{date}.md").write_text("\n".join(text) + "\n")


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--sizes", default="10MB")
    p.add_argument("--shapes", default=",".join(SHAPES))
    p.add_argument("--tasks", default=",".join(TASKS))
    p.add_argument("--threads", default="one,all")
    p.add_argument("-n", type=int, default=3)
    p.add_argument("--tawa", default=str(ROOT / "bin" / "tawa-opt"))
    p.add_argument("--mlir", default=next((str(f) for f in (ROOT / ".tools" / "bin" / "mlir-opt",) if f.exists()), shutil.which("mlir-opt")))
    p.add_argument("--files", help="keep the generated files here")
    p.add_argument("--out", default=str(ROOT / "bench" / "results"))
    p.add_argument("--no-doubling", action="store_true")
    a = p.parse_args()
    if not a.mlir:
        sys.exit("no mlir-opt: give its path by --mlir")
    about = {"machine": machine(), "load": f"{os.getloadavg()[0]:.1f}", "commit": output(["git", "rev-parse", "--short", "HEAD"]),
             "go": " ".join(output(["go", "version"]).split()[:3]), "mlir": "mlir-opt " + output([a.mlir, "--version"]).partition("version ")[2].split()[0]}
    with tempfile.TemporaryDirectory() as temporary:
        directory = pathlib.Path(a.files or temporary)
        directory.mkdir(parents=True, exist_ok=True)
        report = Report()
        tables(a, directory, report)
        started = startup(a, directory, report)
        doubled = {} if a.no_doubling else doubling(a, directory, report)
        write(a, report, about, started, doubled)
    for missed in report.missed:
        print("missed:", missed)
    sys.exit(1 if report.missed else 0)


if __name__ == "__main__":
    main()
