"""tawa_triton.compiler: finding tawa-opt, the command line, errors. Runs where Triton is not installed."""
import importlib.util
import json
import os
import shutil
import tempfile
import unittest
from pathlib import Path
from unittest import mock

HERE = Path(__file__).resolve().parent
FAKE = str(HERE / "fake_tawa_opt.py")
spec = importlib.util.spec_from_file_location("tawa_compiler", HERE.parent / "tawa_triton" / "compiler.py")
compiler = importlib.util.module_from_spec(spec)
spec.loader.exec_module(compiler)

TTIR = "module {\n  tt.func public @add() {\n    tt.return\n  }\n}\n"


class Find(unittest.TestCase):
    def test_environment_variable_wins(self):
        with mock.patch.dict(os.environ, TAWA_OPT=FAKE):
            self.assertEqual(compiler.find_tawa_opt(), FAKE)

    def test_environment_variable_must_name_an_executable(self):
        with mock.patch.dict(os.environ, TAWA_OPT="/nowhere/tawa-opt"):
            with self.assertRaisesRegex(compiler.TawaError, "TAWA_OPT names '/nowhere/tawa-opt'"):
                compiler.find_tawa_opt()

    def test_path_is_searched_after_the_checkout(self):
        with tempfile.TemporaryDirectory() as folder:
            on_path, checkout = Path(folder, "path"), Path(folder, "checkout")
            on_path.mkdir()
            shutil.copy(FAKE, on_path / "tawa-opt")
            module_file = str(checkout / "python" / "tawa_triton" / "compiler.py")
            with mock.patch.dict(os.environ, PATH=str(on_path)), mock.patch.object(compiler, "__file__", module_file):
                os.environ.pop("TAWA_OPT", None)
                self.assertEqual(compiler.find_tawa_opt(), str(on_path / "tawa-opt"))
                own = checkout / "bin" / "tawa-opt"
                own.parent.mkdir(parents=True)
                shutil.copy(FAKE, own)
                self.assertEqual(compiler.find_tawa_opt(), str(own.resolve()))

    def test_nothing_found_says_where_it_looked(self):
        with tempfile.TemporaryDirectory() as folder:
            module_file = os.path.join(folder, "python", "tawa_triton", "compiler.py")
            with mock.patch.dict(os.environ, PATH=folder), mock.patch.object(compiler, "__file__", module_file):
                os.environ.pop("TAWA_OPT", None)
                with self.assertRaisesRegex(compiler.TawaError, "bin/tawa-opt does not exist, and PATH has none"):
                    compiler.find_tawa_opt()


class Run(unittest.TestCase):
    def test_options(self):
        for extra, want in (({}, "num-warps=8 max-depth=3"),
                            ({"mma_depth": 1}, "num-warps=8 max-depth=3 mma-depth=1"),
                            ({"warp_specialize": False}, "num-warps=8 max-depth=3 warp-specialize=false"),
                            ({"max_depth": 5}, "num-warps=8 max-depth=5")):
            self.assertEqual(compiler.pipeline_options(8, 3, extra), want)

    def test_command_line_and_result(self):
        with tempfile.TemporaryDirectory() as folder:
            log = os.path.join(folder, "log")
            with mock.patch.dict(os.environ, FAKE_TAWA_LOG=log):
                text, metadata = compiler.compile_ttir(FAKE, TTIR, "num-warps=4 max-depth=2")
            call = json.loads(Path(log).read_text())
        self.assertEqual(call["tawa-compile"], "num-warps=4 max-depth=2")
        self.assertIn("@add()", text)
        self.assertEqual(metadata["num_warps"], 12)
        self.assertEqual(set(metadata), set(compiler.METADATA_KEYS))

    def test_failure_carries_the_diagnostics(self):
        with mock.patch.dict(os.environ, FAKE_TAWA_ERROR="in.ttir:2:3: error: no lowering"):
            with self.assertRaisesRegex(compiler.TawaError, "in.ttir:2:3: error: no lowering"):
                compiler.compile_ttir(FAKE, TTIR, "")

    def test_a_binary_that_is_none(self):
        with tempfile.NamedTemporaryFile(suffix="-not-a-program") as file:
            os.chmod(file.name, 0o755)
            with self.assertRaisesRegex(compiler.TawaError, "could not be run|no message"):
                compiler.compile_ttir(file.name, TTIR, "")

    def test_identity_follows_the_bytes(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "tawa-opt")
            shutil.copy(FAKE, path)
            before = compiler.identity(str(path))
            path.write_text(path.read_text() + "\n# changed\n")
            self.assertNotEqual(before, compiler.identity(str(path)))
            self.assertTrue(before.startswith("tawa-opt 0.0-fake "))


if __name__ == "__main__":
    unittest.main()
