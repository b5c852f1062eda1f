"""bench/predictions.py: each kind of row of gpu/bench.py is compiled as it was measured and predicted."""
import importlib.util
import json
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
spec = importlib.util.spec_from_file_location("predictions", ROOT / "bench" / "predictions.py")
predictions = importlib.util.module_from_spec(spec)
spec.loader.exec_module(predictions)


def field(depth, in_flight, tflops):
    options = {"depth": depth, "mma_depth": in_flight} if depth else {}
    return {"part": "heatmap", "series": "map", "x": f"D = {depth}, P = {in_flight}" if depth else "automatic",
            "shape": {"m": 4096, "n": 4096, "k": 4096, "options": options}, "tflops": {"alone": {"tawa": tflops}}}


class Predictions(unittest.TestCase):
    def test_measured_rows(self):
        rows = json.loads((ROOT / "bench/results/2026-11-29-gpu/bench.json").read_text())["rows"]
        triples = predictions.compare(rows)
        self.assertEqual({row["part"] for row, _, _ in triples}, {"gemm16", "attention16", "attention8"})
        for row, measured, predicted in triples:
            self.assertLess(abs(predicted / measured - 1), 0.15, row)

    def test_heat_map(self):
        triples = predictions.compare([field(2, 0, 500.0), field(4, 1, 600.0), field(3, 2, 550.0), field(None, None, 600.0)])
        slow, fast, tight, automatic = (predicted for _, _, predicted in triples)
        self.assertGreater(fast, slow)
        self.assertGreater(fast, tight)
        self.assertEqual(fast, automatic)
        self.assertEqual(predictions.report(triples)[-1], "Heat map: D = 4, P = 1 is the fastest, the model would take D = 4, P = 1, 1.000 of it.")

    def test_ablation(self):
        step = lambda x, shape: {"part": "ablation", "series": "a", "x": x, "shape": shape, "tflops": {"alone": {"tawa": 600.0}}}
        gemm = dict(m=8192, n=8192, k=16384)
        attention = dict(batch=4, heads=16, length=16384, dim=128, causal=False, dtype="torch.float16")
        triples = predictions.compare([step("no specialization", gemm), step("+ specialization", gemm), step("+ P", gemm), step("+ D", attention), step("+ persistent", attention)])
        self.assertEqual([row["x"] for row, _, _ in triples], ["+ specialization", "+ P", "+ D", "+ persistent"])   # the first has no roles
        (_, _, small), (_, _, large), (_, _, plain), (_, _, all_of_it) = triples
        self.assertGreater(large, small)
        self.assertGreater(all_of_it, plain)

    def test_kernels_that_are_no_examples(self):
        row = {"part": "attention16", "series": "s", "x": 1024, "best": {"tawa": "128x128"}, "tflops": {"alone": {"tawa": 1.0}},
               "shape": dict(batch=4, heads=16, length=1024, dim=64, causal=False, dtype="torch.float16")}
        self.assertEqual(predictions.compare([row]), [])


if __name__ == "__main__":
    unittest.main()
