"""One piece of work of the benchmark: its contenders, what is right, and how it is timed.

A contender is offered in several forms (kernels, tiles, options); a short race among all forms picks each contender's
best, and only those are timed. Short launches are captured in CUDA graphs, so that nobody's host code is timed."""
import statistics
from dataclasses import dataclass, field
from typing import Callable

import torch

from interleave import alone, race

SEEDS = (0, 1, 2)
SHORT_MS = 0.15         # launches shorter than this are timed inside a graph
GRAPH_LAUNCHES = 20


@dataclass
class Work:
    """`forms`: contender -> {name of the form: callable}. `refill(seed)` writes new inputs in place;
    `check(call)` launches one form and returns what is wrong with its output, or None."""
    part: str
    series: str             # what a curve of the plot joins
    x: int                  # where this point is on it
    shape: dict
    flops: float
    forms: dict
    refill: Callable
    check: Callable
    notes: dict = field(default_factory=dict)


def measure(work, seconds):
    """A row of the report: TFLOP/s of each contender's best form, both ways of timing, and what was wrong."""
    work.refill(SEEDS[0])
    wrong = [f"{who} {form}: {problem}" for who, forms in work.forms.items() for form, call in forms.items()
             if (problem := work.check(call))]
    best, calls, launches = _choose(work)
    rounds = {"interleaved": [], "alone": []}
    for seed in SEEDS:
        work.refill(seed)
        rounds["interleaved"].append(race(calls, seconds / len(SEEDS)))
    rounds["alone"].append(alone(calls, seconds / 4))
    tflops = {way: {who: round(work.flops * launches / statistics.median(t[who] for t in times) / 1e9, 1) for who in calls}
              for way, times in rounds.items()}
    return dict(part=work.part, series=work.series, x=work.x, shape=work.shape, best=best, tflops=tflops,
                graph=launches > 1, wrong=wrong, **work.notes)


def _choose(work):
    """(contender -> name of its fastest form, contender -> callable, launches in one call)."""
    every = {(who, form): call for who, forms in work.forms.items() for form, call in forms.items()}
    times = race(every, 0.0)
    best = {who: min(forms, key=lambda form: times[who, form]) for who, forms in work.forms.items() if forms}
    calls = {who: every[who, form] for who, form in best.items()}
    if min(times.values()) > SHORT_MS:
        return best, calls, 1
    return best, {who: _graph(call) for who, call in calls.items()}, GRAPH_LAUNCHES


def _graph(call):
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        call()
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for _ in range(GRAPH_LAUNCHES):
            call()
    return graph.replay
