#!/usr/bin/env bash
# Compiles a real GEMM, says what was done to it, and runs it before and after on the CPU.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

kernel=gemm_fp16_128x256x64
input=examples/ttir/$kernel.ttir
out=out/$kernel
rm -rf "$out"
mkdir -p "$out"

echo "$input, as Triton printed it, becomes a cubin for sm_90a:"
bin/tawa-opt --tawa-compile --emit=cubin -o "$out/kernel.cubin" --emit-metadata="$out/kernel.json" "$input"
bin/tawa-opt --tawa-compile --emit=ptx -o "$out/kernel.ptx" "$input"
bin/tawa-opt --tawa-compile --mlir-print-ir-after-all --no-output "$input" 2>"$out/passes.log"
scripts/explain.py "$out"

# M and N are no multiples of the tile and K none of the step, so that there are edges; the ring goes round twice.
M=272 N=528 K=528
arguments=(--grid=9 --arg="desc:randn:f16[$M,$K]" --arg="desc:randn:f16[$N,$K]" --arg="desc:zeros:f16[$M,$N]"
	--arg="i32:$M" --arg="i32:$N" --arg="i32:$K")

# against TITLE PROGRAM FLAGS…: runs the program and compares its C, the third buffer, with that of the input.
against() {
	bin/tawa-run "$2" "${arguments[@]}" "${@:3}" --schedules=4 --compare=interp --compare-with="$input" >"$out/run.log" || {
		cat "$out/run.log"
		exit 1
	}
	printf '  %-48s C %s\n' "$1" "$(sed -n 's/^ *arg2 f16[^:]*: //p' "$out/run.log")"
}

echo
echo "C[$M,$N] = A[$M,$K] · B[$N,$K]ᵀ of random numbers on the CPU, held against the input run as it is,"
echo "warp groups interleaved in several ways:"
against "partitioned: rings between warp groups" "$out"/*-tawa-pipeline.mlir
against "lowered: mbarriers and TMA" "$out"/*-aref-lower.mlir
against "compiled: the PTX on an emulator of Hopper" "$out/kernel.ptx" --on=emu --metadata="$out/kernel.json"
