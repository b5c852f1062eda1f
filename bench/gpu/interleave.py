"""Timing at the chip's steady state, two ways: contenders in turn in short batches, and each alone for a while.

The chip is power-limited, so whoever runs first on a cold chip would win: there is a warm-up, and the order rotates.
Interleaved, contenders share one clock frequency; alone, each has the one that its own power draw allows."""
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


def _repetitions(contenders):
    for call in contenders.values():
        call()                  # the first call may load a library or choose an algorithm
    torch.cuda.synchronize()
    return {n: max(1, int(BATCH_MS / max(_batch(call, 3), 1e-3))) for n, call in contenders.items()}


def _medians(times):
    return {n: statistics.median(t) for n, t in times.items()}


def _for(seconds, call, repetitions):
    """Batches of one contender for some seconds; milliseconds of one call in each batch."""
    times, start = [], time.time()
    while time.time() - start < seconds or not times:
        times.append(_batch(call, repetitions))
    return times


def race(contenders, seconds=2.0):
    """contenders: name -> callable. Returns name -> median milliseconds of one call, in turn with the others."""
    names, repetitions = list(contenders), _repetitions(contenders)
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
    return _medians(times)


def alone(contenders, seconds=0.5, rounds=2):
    """As race, but each contender keeps the chip for its own warm-up and then `seconds`, `rounds` times in turn."""
    names, repetitions = list(contenders), _repetitions(contenders)
    times = {n: [] for n in names}
    for r in range(rounds):
        turn = r % len(names)
        for n in names[turn:] + names[:turn]:
            _for(WARM_UP_S, contenders[n], repetitions[n])
            times[n] += _for(seconds, contenders[n], repetitions[n])
    return _medians(times)
