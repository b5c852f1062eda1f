#!/usr/bin/env bash
# Compiles a real GEMM, says what was done to it, and runs the partitioned program against the plain one
# on the CPU: scripts/demo.sh [KERNEL of examples/ttir]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

kernel=${1:-gemm_fp16_128x256x64}
input=examples/ttir/$kernel.ttir
out=out/$kernel
rm -rf "$out"
mkdir -p "$out"

echo "== $input to a cubin for sm_90a"
bin/tawa-opt --tawa-compile --emit=cubin -o "$out/kernel.cubin" --emit-metadata="$out/kernel.json" "$input"
bin/tawa-opt --tawa-compile --emit=ptx -o "$out/kernel.ptx" "$input"
bin/tawa-opt --tawa-compile --mlir-print-ir-after-all --no-output "$input" 2>"$out/passes.log"
scripts/explain.py "$out"
