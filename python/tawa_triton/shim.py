"""Plugs tawa into Triton's compile pipeline and keeps its kernels apart from stock ones in every cache.

Triton calls `knobs.runtime.add_stages_inspection_hook` with the table of stages before it compiles; the shim puts
tawa-opt in the place of `ttgir` and `llir`, and Triton's own ptx and cubin stages and launcher do the rest.

From 3.7 on Triton also calls the hook without arguments for a string that enters its two caches (the compiled kernels
of a JITFunction, and the disk). 3.6 does not, so there the shim extends the functions that compute the keys. The string
is the *mode*: empty for stock Triton, else compiler, options and strictness. It also depends on the kernel (`opt_out`),
which the hook is not told; so two wrappers, of `JITFunction.run` and `get_cache_key`, note whose turn it is.
"""
import contextlib
import functools
import hashlib
import threading
import warnings
from dataclasses import dataclass, field, replace

import triton
from triton import knobs
from triton.compiler import compiler as triton_compiler
from triton.runtime import jit as triton_jit

from .compiler import TawaError, TawaWarning, compile_ttir, find_tawa_opt, identity, pipeline_options

HOPPER = 90
KEYS_KNOW_THE_HOOK = tuple(int(part) for part in triton.__version__.split(".")[:2]) >= (3, 7)


@dataclass(frozen=True)
class Config:
    """One way of compiling: the binary, what identifies it, the options of --tawa-compile."""
    tawa_opt: str
    identity: str
    options: tuple

    @functools.cached_property
    def mode(self):
        return "tawa-" + hashlib.sha256(repr((self.identity, self.options)).encode()).hexdigest()

    @functools.cached_property
    def cluster(self):
        """Programs of a cluster, of which the programs along x of a grid must be a multiple."""
        return dict(self.options).get("cluster", 1)

    @functools.cached_property
    def alone(self):
        """The same for grids that do not come in clusters."""
        return replace(self, options=tuple(option for option in self.options if option[0] != "cluster"))


@dataclass
class State:
    config: Config = None
    strict: bool = False
    originals: list = field(default_factory=list)  # (owner, name, value) to put back
    turn: threading.local = field(default_factory=threading.local)


_state = State()


# --- what users call ------------------------------------------------------------------------------------------------

def enable(**options):
    """Compiles kernels with tawa from now on. Keywords are options of --tawa-compile: `enable(depth=4)`."""
    path = find_tawa_opt()
    config = Config(path, identity(path), tuple(sorted(options.items())))
    if _state.config is None:
        _install()
    _state.config = config


def disable():
    """Stock Triton again. Kernels compiled by tawa stay cached for the next enable()."""
    _state.config = None
    _state.turn.kernel = None
    while _state.originals:
        owner, name, value = _state.originals.pop()
        setattr(owner, name, value)


def is_enabled():
    """Whether kernels are compiled by tawa."""
    return _state.config is not None


@contextlib.contextmanager
def enabled(**options):
    """enable(**options) for a block; restores what was before."""
    before = _state.config
    enable(**options)
    try:
        yield
    finally:
        disable()
        if before is not None:
            _install()
            _state.config = before


def strict(on=True):
    """Makes a kernel that tawa can't compile a TawaError, instead of a warning and a stock kernel."""
    _state.strict = on


def opt_out(kernel):
    """Leaves a kernel to stock Triton; usable as a decorator above @triton.jit. Returns the kernel."""
    _jit_function(kernel).tawa_opted_out = True
    return kernel


def opt_in(kernel):
    """Takes opt_out back."""
    _jit_function(kernel).tawa_opted_out = False
    return kernel


def compiled_by(compiled):
    """Which compiler made a compiled kernel (what a launch or warmup returns): "tawa" or "triton"."""
    return getattr(compiled.metadata, "compiled_by", "triton")


def fallback_reason(compiled):
    """Why tawa left a kernel to Triton; None where it did not."""
    return getattr(compiled.metadata, "tawa_fallback", None)


# --- modes and keys -------------------------------------------------------------------------------------------------

def _jit_function(kernel):
    while not isinstance(kernel, triton_jit.JITFunction):   # autotuners and heuristics wrap it
        if not hasattr(kernel, "fn"):
            raise TypeError(f"{kernel!r} is not a @triton.jit kernel")
        kernel = kernel.fn
    return kernel


def _config_of_turn():
    """The configuration for the kernel and the grid whose turn it is; None means stock Triton."""
    kernel = getattr(_state.turn, "kernel", None)
    if _state.config is None or getattr(kernel, "tawa_opted_out", False):
        return None
    return _state.config if getattr(_state.turn, "in_clusters", True) else _state.config.alone


def _mode():
    config = _config_of_turn()
    if config is None:
        return ""
    # A kernel that fell back must not be found by a strict run.
    return config.mode + "-strict" if _state.strict else config.mode


def _replace(owner, name, wrap):
    value = getattr(owner, name)
    _state.originals.append((owner, name, value))
    setattr(owner, name, wrap(value))


def _install():
    _replace(triton_jit.JITFunction, "run", _noting_run)
    for module in (triton_compiler, triton_jit):
        if hasattr(module, "get_cache_key"):
            _replace(module, "get_cache_key", _noting_cache_key)
    if not KEYS_KNOW_THE_HOOK:
        _replace(triton_jit, "compute_cache_key", _extended_memory_key)
    _replace(knobs.runtime, "add_stages_inspection_hook", _chained_hook)


def _noting_run(run):
    @functools.wraps(run)
    def wrapped(self, *args, **kwargs):
        before = getattr(_state.turn, "kernel", None), getattr(_state.turn, "in_clusters", True)
        _state.turn.kernel = self
        config = _state.config
        _state.turn.in_clusters = config is None or config.cluster == 1 or _in_clusters(self, config.cluster, args, kwargs)
        try:
            return run(self, *args, **kwargs)
        finally:
            _state.turn.kernel, _state.turn.in_clusters = before
    return wrapped


def _in_clusters(kernel, cluster, args, kwargs):
    """Whether a launch's programs along x are a multiple of the cluster; a launch of others would fail."""
    grid = kwargs.get("grid")
    if callable(grid):
        names = kernel.signature.parameters
        bound = kernel.signature.bind_partial(*args, **{name: value for name, value in kwargs.items() if name in names})
        bound.apply_defaults()
        grid = grid(bound.arguments)
    return grid is not None and grid[0] % cluster == 0


def _noting_cache_key(get_cache_key):
    @functools.wraps(get_cache_key)
    def wrapped(src, *args, **kwargs):
        _state.turn.kernel = getattr(src, "fn", None)
        key = get_cache_key(src, *args, **kwargs)
        return key if KEYS_KNOW_THE_HOOK else key + _mode()
    return wrapped


def _extended_memory_key(compute_cache_key):
    @functools.wraps(compute_cache_key)
    def wrapped(kernel_key_cache, specialization, options):
        key = compute_cache_key(kernel_key_cache, specialization, options)
        mode = _mode()
        if not mode:
            return key
        # One object per key and mode, so that its hash is computed once and not at each launch.
        return kernel_key_cache.setdefault((key, mode), key + mode)
    return wrapped


# --- the hook -------------------------------------------------------------------------------------------------------

def _chained_hook(previous):
    def hook(backend=None, stages=None, options=None, language=None, capability=None):
        if stages is None:
            key, digest = previous() if previous is not None else ("", "")
            return key + _mode(), digest + _mode()
        if previous is not None:
            previous(backend, stages, options, language, capability)
        config = _config_of_turn()
        if config is not None:
            _replace_stages(config, stages, options, capability)
    return hook


def _unsuitable(stages, options, capability):
    """Why tawa does not even try, or None."""
    if capability != HOPPER:
        return f"tawa compiles for Hopper (sm_90), this is sm_{capability}"
    if "ttir" not in stages:
        return "the kernel is not written in Triton's language (no ttir stage)"
    if options.num_ctas != 1:
        return f"num_ctas = {options.num_ctas}: a cluster by launch option is left to Triton"
    if getattr(options, "instrumentation_mode", ""):
        return f"instrumentation_mode = {options.instrumentation_mode}: instrumented kernels are left to Triton"
    if options.maxnreg is not None:
        return f"maxnreg = {options.maxnreg}: tawa chooses registers for each warp group"
    return None


def _replace_stages(config, stages, options, capability):
    """Puts tawa-opt in the place of ttgir and llir. If it fails, the stock stages run."""
    stock_ttgir, stock_llir = stages["ttgir"], stages["llir"]
    llvm_ir = []

    def fall_back(src, metadata, reason):
        message = f"tawa can't compile {_kernel_name()}: {reason}"
        if _state.strict:
            raise TawaError(message)
        warnings.warn(f"{message}\nstock Triton compiles it instead", TawaWarning, stacklevel=2)
        metadata.update(compiled_by="triton", tawa_fallback=reason)
        return stock_ttgir(src, metadata)

    def ttgir(src, metadata):
        llvm_ir.clear()
        if reason := _unsuitable(stages, options, capability):
            return fall_back(src, metadata, reason)
        try:
            text, launch = compile_ttir(config.tawa_opt, str(src), pipeline_options(
                options.num_warps, options.num_stages, dict(config.options)))
        except TawaError as error:
            return fall_back(src, metadata, str(error))
        metadata.update(launch, compiled_by="tawa")
        llvm_ir.append(text)
        return src

    def llir(src, metadata):
        if not llvm_ir:
            return stock_llir(src, metadata)
        # Triton initializes LLVM's targets in the stage that this one replaces; translating without it crashes.
        triton._C.libtriton.llvm.init_targets()
        return llvm_ir.pop()

    stages.update(ttgir=ttgir, llir=llir)


def _kernel_name():
    kernel = getattr(_state.turn, "kernel", None)
    return getattr(kernel, "__name__", None) or "the kernel"
