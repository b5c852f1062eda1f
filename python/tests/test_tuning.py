"""Tuning: by a fake clock and the stand-in for tawa-opt, in real Triton without a GPU; nothing is launched."""
import json
import os
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from test_shim import Prepared
import triton
from triton.runtime import jit as triton_jit
from triton.runtime.jit import MockTensor

import tawa_triton
from tawa_triton import shim, tuning


class Buffer(MockTensor):
    """A tensor that can be kept and given back."""

    def __init__(self, dtype, content):
        super().__init__(dtype)
        self.content = content

    def clone(self):
        return Buffer(self.dtype, self.content)

    def copy_(self, other):
        self.content = other.content


class Fastest(unittest.TestCase):
    def test_median_of_rounds_in_turn(self):
        order, times = [], {"a": [1, 9, 1], "b": [2, 2, 2], "c": [3, 1, 3]}

        def measure(options):
            order.append(options)
            return times[options][(len(order) - 1) // 3]

        self.assertEqual(tuning.fastest(["a", "b", "c"], measure), ("a", {"a": 1, "b": 2, "c": 3}))
        self.assertEqual("".join(order), "abc" "bca" "cab")

    def test_what_fails_is_out(self):
        def measure(options):
            if options == "a":
                raise RuntimeError("out of resources")
            return 1.0

        self.assertEqual(tuning.fastest(["a", "b"], measure), ("b", {"b": 1.0}))
        with self.assertRaisesRegex(RuntimeError, "out of resources"):
            tuning.fastest(["a"], measure)

    def test_buckets(self):
        self.assertEqual([tuning.bucket(n) for n in (0, 1, 2, 3, 4, 5, 4096, 4097, -3)], [0, 1, 2, 4, 4, 8, 4096, 8192, -4])


class Kept(unittest.TestCase):
    def test_on_disk_and_in_memory(self):
        with tempfile.TemporaryDirectory() as folder:
            tuning.Winners(folder).keep("k", "depth=2", {"depth=2": 1e-3})
            winners = tuning.Winners(folder)
            self.assertEqual(winners.find("k"), "depth=2")
            self.assertIsNone(winners.find("other"))
            Path(folder, "k.json").write_text("not json")
            self.assertEqual(winners.find("k"), "depth=2")
            self.assertIsNone(tuning.Winners(folder).find("k"))
            self.assertEqual(os.listdir(folder), ["k.json"])

    def test_a_disk_that_cannot_be_written(self):
        winners = tuning.Winners("/proc/nowhere")
        winners.keep("k", "depth=2", {})
        self.assertEqual(winners.find("k"), "depth=2")


class TuneTest(Prepared):
    CANDIDATES = "depth=2,depth=9!,mma-depth=0 depth=3,"

    def setUp(self):
        run = triton_jit.JITFunction.run
        patches = [
            mock.patch.object(triton_jit.JITFunction, "run", lambda kernel, *args, warmup, **kwargs: run(kernel, *args, warmup=True, **kwargs)),
            mock.patch.object(shim, "seconds_of", self.seconds_of),
            mock.patch.dict(os.environ, FAKE_TAWA_CANDIDATES=self.CANDIDATES),
        ]
        for patch in patches:
            patch.start()
            self.addCleanup(patch.stop)
        super().setUp()
        self.timed = []
        self.buffers = [Buffer(triton.language.float32, "x"), Buffer(triton.language.float32, "y")]
        shim._state.tuned.clear()

    def seconds_of(self, launch):
        options = tawa_triton.options_of(launch())
        self.buffers[1].content = "written"
        self.timed.append(options)
        return 1.0 if "mma-depth=0" in options else 2.0

    def launch(self, n=1000, grid=(8,)):
        return tawa_triton.options_of(self.kernel[grid](*self.buffers, n, B=128))

    def tune_calls(self):
        return [call for call in self.calls() if "tune" in call]

    def test_the_fastest_is_used(self):
        tawa_triton.enable(tune=3)
        self.assertEqual(self.launch(), "num-warps=4 max-depth=3 depth=3 mma-depth=0")
        self.assertEqual(len(self.timed), 3 * tuning.ROUNDS)
        self.assertEqual(set(self.timed), {"num-warps=4 max-depth=3" + more for more in (" depth=2", " depth=3 mma-depth=0", "")})
        call, = self.tune_calls()
        self.assertEqual({name: call[name] for name in ("tune", "tune-args", "tune-grid", "tawa-compile")},
                         {"tune": "3", "tune-args": "n=1000", "tune-grid": "8", "tawa-compile": "num-warps=4 max-depth=3"})

    def test_buffers_are_given_back(self):
        tawa_triton.enable(tune=3)
        self.launch()
        self.assertEqual([b.content for b in self.buffers], ["x", "y"])

    def test_measured_once_for_sizes_that_are_alike(self):
        tawa_triton.enable(tune=3)
        for n in (1000, 1000, 999, 513):
            self.assertIn("mma-depth=0", self.launch(n))
        self.assertEqual(len(self.tune_calls()), 1)
        self.launch(2000)
        self.launch(1000, grid=lambda names: (names["n"],))
        self.assertEqual(len(self.tune_calls()), 3)

    def test_the_disk_remembers(self):
        tawa_triton.enable(tune=3)
        self.launch()
        file, = Path(os.environ["TRITON_CACHE_DIR"], "tawa-tuned").iterdir()
        self.assertEqual(json.loads(file.read_text()), {
            "options": "mma-depth=0 depth=3", "seconds": {"depth=2": 2.0, "mma-depth=0 depth=3": 1.0, "": 2.0}})
        shim._state.tuned.clear()                  # as a new process
        shim.winners_in.cache_clear()
        self.kernel.device_caches.clear()
        self.timed.clear()
        self.assertIn("mma-depth=0", self.launch())
        self.assertEqual((self.timed, len(self.tune_calls())), ([], 1))

    def test_memory_serves_where_the_disk_cannot_be_written(self):
        with mock.patch.object(tuning.Path, "mkdir", side_effect=OSError):
            tawa_triton.enable(tune=3)
            for n in (1000, 999):                  # alike, but not the same launch
                self.assertIn("mma-depth=0", self.launch(n))
        self.assertEqual(len(self.tune_calls()), 1)

    def test_given_options_stay(self):
        tawa_triton.enable(tune=3, coarse=0)
        self.assertEqual(self.launch(), "num-warps=4 max-depth=3 coarse=0 depth=3 mma-depth=0")

    def test_without_tune_and_in_warmup_nothing_is_measured(self):
        tawa_triton.enable()
        self.assertEqual(self.launch(), "num-warps=4 max-depth=3")
        tawa_triton.enable(tune=3)
        self.assertEqual(self.made_by(), "tawa")
        tawa_triton.opt_out(self.kernel)
        self.assertIsNone(self.launch())
        self.assertEqual((self.timed, self.tune_calls()), ([], []))

    def test_one_candidate_needs_no_measuring(self):
        with mock.patch.dict(os.environ, FAKE_TAWA_CANDIDATES=""):
            tawa_triton.enable(tune=3)
            self.assertEqual(self.launch(), "num-warps=4 max-depth=3")
        self.assertEqual(self.timed, [])

    def test_a_winner_in_clusters_fits_only_some_grids(self):
        with mock.patch.dict(os.environ, FAKE_TAWA_CANDIDATES="cluster=2 mma-depth=0,"):
            tawa_triton.enable(tune=2)
            self.assertIn("cluster=2", self.launch(grid=(8,)))
            self.assertNotIn("cluster=2", self.launch(grid=(7,)))
        self.assertEqual(len(self.tune_calls()), 1)


if __name__ == "__main__":
    unittest.main()
