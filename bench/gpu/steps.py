"""The steps of the ablation and the fields of the heat map: kernels of examples/ and options of --tawa-compile. Needs no GPU."""
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Step:
    """One compilation: the name of the step, the kernel of examples/ttir, Triton's num_warps, options of --tawa-compile."""
    name: str
    kernel: str
    warps: int
    options: dict = field(default_factory=dict)


PLAIN = dict(persistent=0, warp_specialize=False)                              # Triton's program as it is
ROLES = dict(persistent=0, coarse=0, lazy_rescale=0, consumers=1, depth=2, mma_depth=0)


def accumulated(plain, *more):
    """Each step has the options of the one before it and its own; the first has no roles, so none of their options."""
    steps, options = [plain], {}
    for step in more:
        options = options | step.options
        steps.append(Step(step.name, step.kernel, step.warps, options))
    return tuple(steps)


SMALL, LARGE, RESIDENT = "gemm_fp16_128x128x64", "gemm_fp16_128x256x64", "gemm_fp16_persistent_128x256x64"
BATCHED = "bmm_fp16_128x128x64"
GEMM = accumulated(
    Step("no specialization", SMALL, 4, PLAIN),
    Step("+ specialization", SMALL, 4, ROLES),
    Step("+ cooperative", SMALL, 8, dict(consumers=2)),
    Step("+ large tile", LARGE, 8),
    Step("+ persistent", RESIDENT, 8),
    Step("+ D", RESIDENT, 8, dict(depth=-1)),
    Step("+ P", RESIDENT, 8, dict(mma_depth=-1)),
    # Of a grid in two dimensions it can be proven what neighbours share, and a warp group has no registers for a
    # whole 128 x 256 tile: these three compare with one another.
    Step("128 x 128 instead", BATCHED, 8, dict(persistent=1, consumers=2)),
    Step("+ multicast", BATCHED, 8, dict(cluster=2)),
    Step("+ ping-pong", BATCHED, 4, dict(consumers=1, ping_pong=1)),
)


def attention(kernel, *more):
    """The steps of an attention kernel of 128 rows, which two warp groups share from the beginning."""
    return accumulated(
        Step("no specialization", kernel, 8, PLAIN | dict(lazy_rescale=0)),
        Step("+ specialization", kernel, 8, ROLES | dict(consumers=2)),
        Step("+ D", kernel, 8, dict(depth=-1)),
        Step("+ coarse pipeline", kernel, 8, dict(coarse=-1, mma_depth=-1)),
        Step("+ lagging maximum", kernel, 8, dict(lazy_rescale=8)),
        *more,
    )


FULL, CAUSAL = "attn_fp16_full_128x128", "attn_fp16_causal_128x128"
# A causal program's work depends on its number, so it is not made persistent.
ATTENTION = {
    False: attention(FULL, Step("+ persistent", FULL, 8, dict(persistent=-1)), Step("+ multicast", FULL, 8, dict(cluster=2)),
                     Step("+ ping-pong", FULL, 8, dict(ping_pong=1))),
    True: attention(CAUSAL, Step("+ ping-pong", CAUSAL, 8, dict(ping_pong=1))),
}
HEAT_MAP = tuple(Step(f"D = {d}, P = {p}", RESIDENT, 8, dict(depth=d, mma_depth=p)) for d in (1, 2, 3, 4) for p in range(d)) + (
    Step("automatic", RESIDENT, 8),)
