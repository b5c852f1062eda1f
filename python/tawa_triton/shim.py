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
import os
import threading
import warnings
from dataclasses import dataclass, field, replace

import triton
from triton import knobs
from triton.compiler import compiler as triton_compiler
from triton.runtime import jit as triton_jit

from . import tuning
from .compiler import TawaError, TawaWarning, compile_ttir, find_tawa_opt, identity, pipeline_options, predict_ttir

HOPPER = 90
KEYS_KNOW_THE_HOOK = tuple(int(part) for part in triton.__version__.split(".")[:2]) >= (3, 7)


@dataclass(frozen=True)
class Config:
    """One way of compiling: the binary, what identifies it, the options of --tawa-compile."""
    tawa_opt: str
    identity: str
    options: tuple
    tune: int = 0   # ways of compiling that are measured at a kernel's first launch

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

    def with_options(self, text):
        """The same with some more options, as --tawa-compile takes them."""
        more = dict(option.split("=") for option in text.split())
        more = {name.replace("-", "_"): int(value) for name, value in more.items()}
        return replace(self, options=tuple(sorted({**dict(self.options), **more}.items())))


@dataclass
class State:
    config: Config = None
    strict: bool = False
    originals: list = field(default_factory=list)  # (owner, name, value) to put back
    tuned: dict = field(default_factory=dict)      # what was launched -> configuration
    turn: threading.local = field(default_factory=threading.local)


_state = State()


# --- what users call ------------------------------------------------------------------------------------------------

def enable(tune=0, **options):
    """Compiles kernels with tawa from now on. Keywords are options of --tawa-compile: `enable(depth=4)`.

    With `tune`, so many ways of compiling, those that the cost model predicts to be fastest, are measured when a
    kernel is first launched with arguments of some size; the fastest is used from then on, in later processes too."""
    path = find_tawa_opt()
    config = Config(path, identity(path), tuple(sorted(options.items())), tune)
    if _state.config is None:
        _install()
    _state.config = config


def disable():
    """Stock Triton again. Kernels compiled by tawa stay cached for the next enable()."""
    _state.config = None
    _state.turn.kernel = _state.turn.config = None
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


def options_of(compiled):
    """The options of --tawa-compile that a kernel was compiled with, as text; None where Triton compiled it."""
    return getattr(compiled.metadata, "tawa_options", None)


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
    config = getattr(_state.turn, "config", None) or _state.config
    return config if getattr(_state.turn, "in_clusters", True) else config.alone


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
        before = [getattr(_state.turn, name, default) for name, default in TURN]
        _state.turn.kernel, _state.turn.config, _state.turn.in_clusters = self, None, True
        config = _config_of_turn()
        try:
            if config is not None and config.tune and not kwargs.get("warmup"):
                config = _state.turn.config = _tuned(run, config, self, args, kwargs)
            if config is not None and config.cluster > 1:
                _state.turn.in_clusters = _in_clusters(self, config.cluster, args, kwargs)
            return run(self, *args, **kwargs)
        finally:
            for (name, _), value in zip(TURN, before):
                setattr(_state.turn, name, value)
    return wrapped


TURN = ("kernel", None), ("config", None), ("in_clusters", True)   # what is noted of a launch


def _arguments(kernel, args, kwargs):
    names = kernel.signature.parameters
    bound = kernel.signature.bind_partial(*args, **{name: value for name, value in kwargs.items() if name in names})
    bound.apply_defaults()
    return bound.arguments


def _grid(kernel, args, kwargs):
    grid = kwargs.get("grid")
    return grid(_arguments(kernel, args, kwargs)) if callable(grid) else grid


def _in_clusters(kernel, cluster, args, kwargs):
    """Whether a launch's programs along x are a multiple of the cluster; a launch of others would fail."""
    grid = _grid(kernel, args, kwargs)
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


# --- tuning ---------------------------------------------------------------------------------------------------------

def seconds_of(launch):
    """How long a launch takes on the device."""
    from triton.testing import do_bench
    return do_bench(launch, warmup=5, rep=20, return_mode="median") / 1e3


winners_in = functools.cache(tuning.Winners)   # one of each folder, so that where the disk can't be written memory serves


def _tuned(run, config, kernel, args, kwargs):
    """The configuration for a launch: the winner of those that were measured for it, or for one like it."""
    launched = (config, kernel, tuple(map(_trait, args)), tuple((name, _trait(value)) for name, value in kwargs.items()))
    if launched not in _state.tuned:
        _state.tuned[launched] = _tune(run, config, kernel, args, kwargs)
    return _state.tuned[launched]


def _trait(value):
    """What of an argument decides how a kernel is compiled and how long it runs."""
    if isinstance(value, (int, float, str, tuple, type(None))):
        return value
    if callable(value):
        return "callable"   # a grid that follows from the arguments
    tensor = getattr(value, "base", value)
    return str(getattr(tensor, "dtype", value)), tuple(getattr(value, "block_shape", ()))


def _tune(run, config, kernel, args, kwargs):
    """Finds the winner on disk, or measures."""
    compiled = run(kernel, *args, **{**kwargs, "warmup": True})
    if compiled_by(compiled) != "tawa":
        return config
    arguments, grid = _arguments(kernel, args, kwargs), tuple(_grid(kernel, args, kwargs))
    integers = {name: value for name, value in arguments.items() if isinstance(value, int) and not isinstance(value, bool)}
    sizes = sorted((name, tuning.bucket(value)) for name, value in integers.items())
    key = hashlib.sha256(repr((compiled.hash, config.mode, config.tune, sizes, [tuning.bucket(n) for n in grid])).encode()).hexdigest()
    winners = winners_in(os.path.join(knobs.cache.dir, "tawa-tuned"))
    options = winners.find(key)
    if options is None:
        candidates = predict_ttir(config.tawa_opt, compiled.asm["ttir"], options_of(compiled), config.tune, integers, grid)
        options, seconds = _measure(run, config, kernel, args, kwargs, candidates)
        winners.keep(key, options, seconds)
    return config.with_options(options)


def _measure(run, config, kernel, args, kwargs, candidates):
    """Launches each candidate several times, and gives the buffers back what they held."""
    if len(candidates) == 1:
        return candidates[0], {}
    buffers = [getattr(value, "base", value) for value in (*args, *kwargs.values())]
    kept = [(buffer, buffer.clone()) for buffer in buffers if hasattr(buffer, "clone") and hasattr(buffer, "copy_")]

    def measure(options):
        _state.turn.config = config.with_options(options)
        if compiled_by(run(kernel, *args, **{**kwargs, "warmup": True})) != "tawa":
            raise TawaError(f"{options} can't be compiled")
        return seconds_of(lambda: run(kernel, *args, **kwargs))

    try:
        return tuning.fastest(candidates, measure)
    finally:
        _state.turn.config = None
        for buffer, held in kept:
            buffer.copy_(held)


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
            given = pipeline_options(options.num_warps, options.num_stages, dict(config.options))
            text, launch = compile_ttir(config.tawa_opt, str(src), given)
        except TawaError as error:
            return fall_back(src, metadata, str(error))
        metadata.update(launch, compiled_by="tawa", tawa_options=given)
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
