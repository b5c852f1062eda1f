"""Compile unmodified Triton kernels with tawa on Hopper.

    import tawa_triton
    tawa_triton.enable()                # from here on every @triton.jit kernel goes through tawa-opt
    my_kernel[grid](...)                # launched as always
    tawa_triton.disable()               # stock Triton again

`with tawa_triton.enabled(): ...` does the same for a block. A kernel that tawa can't compile is compiled by stock
Triton, with a `TawaWarning` that says why; after `strict()` it is a `TawaError` instead. `opt_out(kernel)` leaves
one kernel to Triton. `compiled_by(compiled)` says which compiler made a kernel: "tawa" or "triton".

Triton's `num_warps` counts math warps and is a hint (tawa adds a producer warp group and may use more consumers);
`num_stages` caps the ring's depth. `enable(tune=5)` measures the five ways of compiling a kernel that are predicted to be
fastest, when it is first launched with arguments of some size, and keeps the winner. Needs Triton 3.6 or newer and the `tawa-opt` binary, which is looked for in the
environment variable TAWA_OPT, then in bin/ of the checkout that holds this package, then in PATH.
"""
from .compiler import TawaError, TawaWarning, find_tawa_opt
from .shim import compiled_by, disable, enable, enabled, fallback_reason, is_enabled, opt_in, opt_out, options_of, strict

__all__ = ["TawaError", "TawaWarning", "compiled_by", "disable", "enable", "enabled", "fallback_reason",
           "find_tawa_opt", "is_enabled", "opt_in", "opt_out", "options_of", "strict"]
