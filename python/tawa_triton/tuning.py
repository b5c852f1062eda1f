"""Choosing among ways of compiling by measuring them; the winner is remembered, on disk too. Knows nothing of Triton."""
import json
import os
import statistics
import tempfile
from pathlib import Path

ROUNDS = 3   # in turn, since a chip at its power limit slows down whoever comes after another


def bucket(n):
    """Sizes that share a winner: the power of two that is not below |n|, with n's sign."""
    return (1 << max(abs(n) - 1, 0).bit_length()) * (-1 if n < 0 else 1) if n else 0


class Winners:
    """Winners by key, in memory and as files of a folder. A winner is options of --tawa-compile, "" for none."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.known = {}

    def find(self, key):
        """The winner of a key, or None."""
        if key not in self.known:
            try:
                self.known[key] = json.loads((self.folder / f"{key}.json").read_text())["options"]
            except (OSError, ValueError, KeyError, TypeError):
                return None   # there is none, or it can't be read and is made anew
        return self.known[key]

    def keep(self, key, options, seconds):
        """Remembers a winner, and on disk what was measured. A disk that can't be written only forgets."""
        self.known[key] = options
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile("w", dir=self.folder, suffix=".tmp", delete=False) as file:
                json.dump({"options": options, "seconds": seconds}, file)
            os.replace(file.name, self.folder / f"{key}.json")
        except OSError:
            pass


def fastest(candidates, measure, rounds=ROUNDS):
    """The fastest of some options by the median of `measure(options)` in several rounds. Returns (options, seconds of each).

    A candidate that raises RuntimeError or ValueError, since it can't be compiled or launched, is out; if all are, the error is raised.
    """
    times, error = {c: [] for c in candidates}, None
    for turn in range(rounds):
        order = list(times)
        for c in order[turn % len(order):] + order[:turn % len(order)]:
            try:
                times[c].append(measure(c))
            except (RuntimeError, ValueError) as problem:
                error = problem
                del times[c]
        if not times:
            raise error
    seconds = {c: statistics.median(t) for c, t in times.items()}
    return min(seconds, key=seconds.get), seconds
