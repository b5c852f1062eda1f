"""Timing at the chip's steady state: contenders take turns in short batches, after a common warm-up."""
import statistics
import time

import torch

WARM_UP_S = 0.4
BATCH_MS = 15.0
LEAST_ROUNDS = 8


def _batch(call, repetitions):
    start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    start.record()
    for _ in range(repetitions):
        call()
    end.record()
    end.synchronize()
    return start.elapsed_time(end) / repetitions


def race(contenders, seconds=2.0):
    """contenders: name -> callable. Returns name -> median milliseconds of one call.

    The chip is power-limited, so whoever runs first on a cold chip would win: all warm up together, and the order
    rotates from round to round."""
    names = list(contenders)
    repetitions = {n: max(1, int(BATCH_MS / max(_batch(contenders[n], 3), 1e-3))) for n in names}
    start = time.time()
    while time.time() - start < WARM_UP_S:
        for n in names:
            _batch(contenders[n], repetitions[n])
    times = {n: [] for n in names}
    start, rounds = time.time(), 0
    while time.time() - start < seconds or rounds < LEAST_ROUNDS:
        turn = rounds % len(names)
        for n in names[turn:] + names[:turn]:
            times[n].append(_batch(contenders[n], repetitions[n]))
        rounds += 1
    return {n: statistics.median(t) for n, t in times.items()}
