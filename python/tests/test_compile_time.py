"""The parts of bench/compile_time.py: what each way gives, what is counted, what a limit means. Times themselves are not tested."""
import importlib.util
import json
import math
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
FAKE = str(HERE / "fake_tawa_opt.py")
spec = importlib.util.spec_from_file_location("compile_time", HERE.parents[1] / "bench" / "compile_time.py")
bench = importlib.util.module_from_spec(spec)
spec.loader.exec_module(bench)


def row(name, stock, shim):
    times = lambda ms: dict.fromkeys(("cpu", "cpu_least", "wall", "wall_least"), ms)
    return {"name": name, "ms": {"stock": times(stock), "shim": times(shim), "alone": times(shim), "cold": times(10 * stock)}}


class Ways(unittest.TestCase):
    kernel = next(k for k in bench.examples() if k.name == "vector_add")

    def test_options_are_those_of_the_example(self):
        made_with = json.loads(Path(self.kernel.path).with_suffix(".json").read_text())
        self.assertEqual(self.kernel.num_warps, made_with["num_warps"])

    def test_stock_warm_and_cold_are_the_same_compiler(self):
        ptx = bench.stock(self.kernel)
        self.assertIn(".visible .entry vector_add", ptx)
        self.assertIn(".target sm_90", ptx)
        self.assertEqual(bench.cold(self.kernel).strip(), ptx.strip())

    def test_shim_takes_what_tawa_opt_makes(self):
        ptx = bench.shim(self.kernel, FAKE)
        self.assertIn(".visible .entry vector_add", ptx)
        self.assertIn(".reqntid 384", ptx)          # as the stand-in says, not as Triton would

    def test_other_tiles_are_made_by_the_front_end(self):
        with tempfile.TemporaryDirectory() as folder:
            made = {k.name: k for k in bench.others(folder)}
            text = Path(made["attn_fp16_full_d64"].path).read_text()
        self.assertEqual(set(made), set(bench.OTHERS))
        self.assertIn("tt.func public @attn_fwd", text)
        self.assertIn("tensor<128x64xf16>", text)
        self.assertIn("tt.divisibility = 16", text)


class Measuring(unittest.TestCase):
    burn = "import time\nwhile time.process_time() < 0.2: pass"

    def test_processor_time_of_children_counts_and_waiting_does_not(self):
        cpu, wall, _ = bench.timed(lambda: subprocess.run([sys.executable, "-c", self.burn], check=True))
        self.assertGreaterEqual(cpu, 0.2)
        self.assertGreater(wall, 0.1)
        cpu, wall, result = bench.timed(lambda: subprocess.run(["sleep", "0.3"]).returncode)
        self.assertLess(cpu, 0.15)
        self.assertGreaterEqual(wall, 0.3)
        self.assertEqual(result, 0)

    def test_limits(self):
        self.assertEqual(bench.missed([row("a", 100, 50), row("b", 100, 70)]), [])
        self.assertEqual(bench.missed([row("a", 100, 10), row("b", 100, 110)]), ["b: 1.10, limit 1.0"])
        self.assertEqual(bench.missed([row("a", 100, 90), row("b", 100, 60)]), [f"geometric mean: {math.sqrt(0.54):.2f}, limit 0.6"])

    def test_table(self):
        lines = bench.table([row("a", 100, 50), row("b", 100, 200)]).splitlines()
        self.assertEqual(lines[2], "| a | 100 | 50 | 50 | 1000 | 0.50 | 0.50 | 0.05 |")
        self.assertIn("| geometric mean |  |  |  |  | 1.00 | 1.00 | 0.10 |", lines)
        self.assertEqual({line.count("|") for line in lines}, {9})


if __name__ == "__main__":
    unittest.main()
