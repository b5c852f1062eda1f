"""Finding tawa-opt and running it: TTIR text in, LLVM IR text and launch metadata out. Knows nothing of Triton."""
import functools
import hashlib
import json
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

# What the launcher reads from a kernel's metadata; tawa-opt's --emit-metadata writes each of them.
METADATA_KEYS = ("name", "num_warps", "shared", "tmem_size", "global_scratch_size", "global_scratch_align",
                 "profile_scratch_size", "profile_scratch_align", "tensordesc_meta", "resident_ctas")
TIMEOUT_S = 120


class TawaError(RuntimeError):
    """A kernel that tawa could not compile, or a compiler that could not be run."""


class TawaWarning(UserWarning):
    """A kernel fell back to stock Triton; the text says why."""


def find_tawa_opt():
    """Path of the tawa-opt binary: $TAWA_OPT, bin/tawa-opt of the checkout that holds this package, PATH."""
    named = os.environ.get("TAWA_OPT")
    if named:
        path = shutil.which(named)
        if path is None:
            raise TawaError(f"TAWA_OPT names {named!r}, which is not an executable file")
        return path
    own = Path(__file__).resolve().parents[2] / "bin" / "tawa-opt"
    path = shutil.which(str(own)) or shutil.which("tawa-opt")
    if path is None:
        raise TawaError(f"tawa-opt not found: TAWA_OPT is not set, {own} does not exist, and PATH has none; "
                        "build it with `make build`")
    return path


@functools.lru_cache(maxsize=None)
def _identity(path, mtime_ns, size):
    run = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=TIMEOUT_S)
    if run.returncode != 0:
        raise TawaError(f"{path} --version failed: {run.stderr.strip()}")
    # The version of a development build does not change with every build, its bytes do.
    return f"{run.stdout.strip()} {hashlib.sha256(Path(path).read_bytes()).hexdigest()}"


def identity(path):
    """What tells one tawa-opt from another in a cache key: its version and the hash of its bytes."""
    stat = os.stat(path)
    return _identity(path, stat.st_mtime_ns, stat.st_size)


def pipeline_options(num_warps, num_stages, extra):
    """The options of --tawa-compile. `extra` maps names (`mma_depth`) to values and wins over Triton's hints."""
    options = {"num-warps": num_warps, "max-depth": num_stages}
    options.update({name.replace("_", "-"): value for name, value in extra.items()})
    spell = lambda v: str(v).lower() if isinstance(v, bool) else str(v)
    return " ".join(f"{name}={spell(value)}" for name, value in options.items())


def _output(command):
    """What tawa-opt writes to stdout; raises TawaError with what it says if it fails."""
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_S)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise TawaError(f"tawa-opt could not be run: {error}") from error
    if run.returncode != 0:
        raise TawaError(run.stderr.strip() or f"tawa-opt ended with status {run.returncode} and no message")
    return run.stdout


def compile_ttir(tawa_opt, ttir, options):
    """Compiles TTIR text. Returns (LLVM IR text, metadata dict with METADATA_KEYS); raises TawaError."""
    with tempfile.TemporaryDirectory(prefix="tawa-") as folder:
        source, llvm, meta = (os.path.join(folder, name) for name in ("in.ttir", "out.ll", "out.json"))
        Path(source).write_text(ttir)
        command = [tawa_opt, f"--tawa-compile={options}", "--emit=llvm", "-o", llvm, f"--emit-metadata={meta}", source]
        _output(command)
        metadata = json.loads(Path(meta).read_text())
        missing = [key for key in METADATA_KEYS if key not in metadata]
        if missing:
            raise TawaError(f"tawa-opt's metadata lacks {', '.join(missing)}")
        return Path(llvm).read_text(), {key: metadata[key] for key in METADATA_KEYS}


def predict(tawa_opt, source, options, count, arguments, grid):
    """What `tawa-opt --tune` says of a TTIR file: a dict for each of the `count` ways of compiling it that are predicted to
    be fastest, and for the automatic one. `arguments` maps names of integer parameters to values; raises TawaError."""
    values = ",".join(f"{name}={value}" for name, value in arguments.items())
    command = [tawa_opt, f"--tune={count}", "--tune-format=json", *([f"--tune-args={values}"] if values else []),
               f"--tune-grid={','.join(map(str, grid))}", f"--tawa-compile={options}", source]
    return json.loads(_output(command))["candidates"]


def predict_ttir(tawa_opt, ttir, options, count, arguments, grid):
    """`predict` of TTIR text, of which arguments that are no parameters are left out: options beside those given, without repetitions."""
    known = set(re.findall(r"%(\w+):", ttir[:ttir.find("{\n", ttir.find("tt.func"))]))
    with tempfile.TemporaryDirectory(prefix="tawa-") as folder:
        source = os.path.join(folder, "in.ttir")
        Path(source).write_text(ttir)
        candidates = predict(tawa_opt, source, options, count, {name: n for name, n in arguments.items() if name in known}, grid)
    return list(dict.fromkeys(c["options"] for c in candidates if "problem" not in c))
