"""The ablation and the heat map of bench/gpu: tawa-opt takes each step, and each makes another program than the one before."""
import hashlib
import importlib.util
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def load(name, path):
    spec = importlib.util.spec_from_file_location(name, ROOT / path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


compiler = load("tawa_compiler", "python/tawa_triton/compiler.py")
steps = load("steps", "bench/gpu/steps.py")


def program(step):
    """The hash of the LLVM IR."""
    options = compiler.pipeline_options(step.warps, 4, step.options)
    command = [ROOT / "bin" / "tawa-opt", f"--tawa-compile={options}", "--emit=llvm", ROOT / "examples" / "ttir" / f"{step.kernel}.ttir"]
    return hashlib.sha256(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout).hexdigest()


class Steps(unittest.TestCase):
    def test_each_step_changes_the_program(self):
        for series in (steps.GEMM, *steps.ATTENTION.values()):
            programs = [(step.name, program(step)) for step in series]
            for (_, before), (name, after) in zip(programs, programs[1:]):
                self.assertNotEqual(before, after, name)

    def test_each_field_is_another_program(self):
        fields = [program(step) for step in steps.HEAT_MAP]
        self.assertEqual(len(set(fields[:-1])), len(fields) - 1)
        self.assertIn(fields[-1], fields[:-1], "the automatic choice is in the map")


if __name__ == "__main__":
    unittest.main()
