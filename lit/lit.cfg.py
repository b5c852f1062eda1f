# Configuration of LLVM's lit for the tests in this directory: `make lit`, or `.tools/bin/lit -sv lit`.
# `go test ./lit` runs the same files without built binaries and more strictly; see the package comment.
import os

import lit.formats

root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
bin_dir = os.path.join(root, "bin")

config.name = "Tawa"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".ttir", ".test"]
config.excludes = ["Inputs", "testdata"]
config.test_source_root = os.path.dirname(os.path.abspath(__file__))
config.test_exec_root = os.path.join(root, "out", "lit")

# An older tawa-opt that is installed somewhere must not stand in for the one under test.
for tool in ("tawa-opt", "tawa-run"):
    if not os.access(os.path.join(bin_dir, tool), os.X_OK):
        lit_config.fatal(f"bin/{tool} is missing: make build")

config.environment["PATH"] = os.pathsep.join(
    p
    for p in (
        bin_dir,
        os.path.join(root, ".tools", "bin"),
        os.environ.get("TAWA_TOOLS", ""),
        os.environ["PATH"],
    )
    if p
)
