"""The shim inside real Triton, without a GPU: a stand-in driver says "Hopper"; kernels are compiled, not launched."""
import json
import os
import sys
import tempfile
import unittest
import warnings
from pathlib import Path
from unittest import mock

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource
from triton.runtime.jit import MockTensor

import tawa_triton


class Driver:
    """As much of Triton's driver as compiling asks for."""
    target = GPUTarget("cuda", 90, 32)

    def get_current_device(self):
        return 0

    def get_current_stream(self, device):
        return 0

    def get_current_target(self):
        return self.target


class Float32:
    """What MockTensor needs of a dtype."""

    def __str__(self):
        return "torch.float32"


def make_kernel():
    @triton.jit
    def add(x, y, n, B: tl.constexpr):
        i = tl.program_id(0) * B + tl.arange(0, B)
        tl.store(y + i, tl.load(x + i, mask=i < n), mask=i < n)
    return add


def compile_kernel(kernel, grid=(8,), **options):
    tensor = MockTensor(Float32())
    return kernel.warmup(tensor, tensor, 1000, B=128, grid=grid, **options)


class Prepared(unittest.TestCase):
    """The stand-ins, and a kernel that is new to every cache."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.log = Path(self.folder.name, "log")
        self.log.touch()
        environment = mock.patch.dict(os.environ, TAWA_OPT=str(HERE / "fake_tawa_opt.py"), FAKE_TAWA_LOG=str(self.log),
                                      TRITON_CACHE_DIR=os.path.join(self.folder.name, "cache"))
        environment.start()
        self.addCleanup(self.folder.cleanup)
        self.addCleanup(environment.stop)
        self.addCleanup(tawa_triton.strict, False)
        self.addCleanup(tawa_triton.disable)
        triton.runtime.driver.set_active(Driver())
        self.kernel = make_kernel()

    def calls(self):
        return [json.loads(line) for line in self.log.read_text().splitlines()]

    def made_by(self, **options):
        return tawa_triton.compiled_by(compile_kernel(self.kernel, **options))


class ShimTest(Prepared):
    def test_off_until_enabled(self):
        self.assertFalse(tawa_triton.is_enabled())
        self.assertEqual(self.made_by(), "triton")
        self.assertEqual(self.calls(), [])

    def test_tawa_stands_in_for_the_middle_stages(self):
        tawa_triton.enable()
        compiled = compile_kernel(self.kernel, num_warps=8, num_stages=4)
        self.assertEqual(tawa_triton.compiled_by(compiled), "tawa")
        self.assertEqual((compiled.metadata.num_warps, compiled.metadata.shared), (12, 4096))
        self.assertEqual(compiled.metadata.name, "add")
        self.assertIn(".reqntid 384", compiled.asm["ptx"])
        self.assertGreater(len(compiled.asm["cubin"]), 0)
        self.assertEqual(self.calls()[0]["tawa-compile"], "num-warps=8 max-depth=4")

    def test_switching_changes_the_kernel_and_keeps_both(self):
        kernels = []
        for switch in (tawa_triton.enable, tawa_triton.disable, tawa_triton.enable, tawa_triton.disable):
            switch()
            kernels.append(compile_kernel(self.kernel))
        self.assertEqual([tawa_triton.compiled_by(k) for k in kernels], ["tawa", "triton"] * 2)
        self.assertIs(kernels[0], kernels[2])
        self.assertIs(kernels[1], kernels[3])
        self.assertEqual(len(self.calls()), 1)

    def test_disk_cache_is_kept_apart(self):
        for want, switch in (("triton", tawa_triton.disable), ("tawa", tawa_triton.enable)) * 2:
            switch()
            self.kernel.device_caches.clear()      # as a new process: only the disk remembers
            self.assertEqual(self.made_by(), want)
        self.assertEqual(len(self.calls()), 1)

    def test_disk_cache_knows_the_options(self):
        tawa_triton.enable()
        self.made_by()
        tawa_triton.enable(depth=2)
        self.made_by()
        self.assertEqual([c["tawa-compile"] for c in self.calls()],
                         ["num-warps=4 max-depth=3", "num-warps=4 max-depth=3 depth=2"])

    def test_grids_that_do_not_come_in_clusters(self):
        tawa_triton.enable(cluster=2)
        for grid in ((8,), (7, 2), lambda names: (names["n"] // names["B"],), lambda names: (names["n"] // names["B"] + 1, 1)):
            self.assertEqual(self.made_by(grid=grid), "tawa")
        self.assertEqual([c["tawa-compile"] for c in self.calls()],
                         ["num-warps=4 max-depth=3 cluster=2", "num-warps=4 max-depth=3"])

    def test_context_manager_restores(self):
        with tawa_triton.enabled():
            self.assertEqual(self.made_by(), "tawa")
            with tawa_triton.enabled(depth=2):
                self.assertEqual(self.made_by(), "tawa")
            self.assertTrue(tawa_triton.is_enabled())
            self.assertEqual(self.made_by(), "tawa")
        self.assertEqual(self.made_by(), "triton")
        self.assertIsNone(triton.knobs.runtime.add_stages_inspection_hook)
        self.assertEqual(len(self.calls()), 2)

    def test_opt_out_and_in(self):
        tawa_triton.enable()
        self.assertEqual(self.made_by(), "tawa")
        self.assertIs(tawa_triton.opt_out(self.kernel), self.kernel)
        self.assertEqual(self.made_by(), "triton")
        tawa_triton.opt_in(self.kernel)
        self.assertEqual(self.made_by(), "tawa")

    def test_opt_out_of_a_wrapped_kernel(self):
        tuned = triton.autotune([triton.Config({})], key=[])(self.kernel)
        tawa_triton.opt_out(tuned)
        tawa_triton.enable()
        self.assertEqual(self.made_by(), "triton")
        with self.assertRaisesRegex(TypeError, "not a @triton.jit kernel"):
            tawa_triton.opt_out(3)

    def test_fallback_warns_and_says_why(self):
        tawa_triton.enable()
        with mock.patch.dict(os.environ, FAKE_TAWA_ERROR="in.ttir:3:5: error: no form fits"):
            with self.assertWarnsRegex(tawa_triton.TawaWarning, "(?s)can't compile add: .*no form fits.*stock Triton"):
                compiled = compile_kernel(self.kernel)
        self.assertEqual(tawa_triton.compiled_by(compiled), "triton")
        self.assertIn("no form fits", tawa_triton.fallback_reason(compiled))
        self.assertEqual(compiled.metadata.num_warps, 4)

    def test_strict_makes_it_an_error_even_after_a_fallback(self):
        tawa_triton.enable()
        with mock.patch.dict(os.environ, FAKE_TAWA_ERROR="no form fits"):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", tawa_triton.TawaWarning)
                self.made_by()
            tawa_triton.strict()
            with self.assertRaisesRegex(tawa_triton.TawaError, "can't compile add: no form fits"):
                self.made_by()
        self.assertEqual(self.made_by(), "tawa")

    def test_what_tawa_does_not_try(self):
        tawa_triton.enable()
        for options, reason in (({"num_ctas": 2}, "num_ctas = 2"), ({"maxnreg": 64}, "maxnreg = 64")):
            with self.assertWarnsRegex(tawa_triton.TawaWarning, reason):
                self.assertEqual(self.made_by(**options), "triton")
        self.assertEqual(self.calls(), [])

    def test_other_chips_are_left_to_triton(self):
        with mock.patch.object(Driver, "target", GPUTarget("cuda", 80, 32)):
            tawa_triton.enable()
            with self.assertWarnsRegex(tawa_triton.TawaWarning, "this is sm_80"):
                self.assertEqual(self.made_by(), "triton")

    def test_direct_compile_honours_mode_and_opt_out(self):
        source = ASTSource(self.kernel, {"x": "*fp32", "y": "*fp32", "n": "i32", "B": "constexpr"}, {(3,): 128})
        compile_ = lambda: tawa_triton.compiled_by(triton.compile(source, target=Driver.target))
        tawa_triton.enable()
        self.assertEqual(compile_(), "tawa")
        tawa_triton.opt_out(self.kernel)
        self.assertEqual(compile_(), "triton")

    def test_a_hook_that_was_there_is_called_and_put_back(self):
        seen = []

        def hook(backend=None, stages=None, options=None, language=None, capability=None):
            if stages is None:
                return "mine", "mine"
            seen.append(sorted(stages))

        with mock.patch.object(triton.knobs.runtime, "add_stages_inspection_hook", hook):
            with tawa_triton.enabled():
                self.assertEqual(self.made_by(), "tawa")
            self.assertIs(triton.knobs.runtime.add_stages_inspection_hook, hook)
        self.assertEqual(len(seen), 1)

    def test_hook_answers_without_arguments(self):
        tawa_triton.enable()
        key, digest = triton.knobs.runtime.add_stages_inspection_hook()
        self.assertTrue(key.startswith("tawa-"))
        tawa_triton.strict()
        self.assertNotEqual(key, triton.knobs.runtime.add_stages_inspection_hook()[0])


if __name__ == "__main__":
    unittest.main()
