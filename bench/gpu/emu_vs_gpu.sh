#!/usr/bin/env bash
# Holds the emulator against the GPU on the launches of docs/running.md: each kernel of examples/ttir as tawa compiles it in several
# ways and as stock Triton does. Kernels without a dot must agree bit for bit; those with one as closely as the model of wgmma's sums
# promises: 1e-5 of the largest element for f16, 5e-3 for e4m3.
#
# emu_vs_gpu.sh [build|run]: `build` compiles into out/emu-gpu on any machine with the tools; `run` needs the GPU's driver and
# bin/tawa-run only.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
step=${1:-all} dir=out/emu-gpu
mkdir -p "$dir/stock"

# A way of compiling: a folder's name and the options of tawa-compile.
ways=("default" "deep depth=3 mma-depth=0" "shallow depth=2 mma-depth=1" "coarse coarse=1 depth=2" "plain warp-specialize=false")

# The rows of the table: a kernel and its arguments.
rows() { sed -n 's/^| `\([a-z0-9_]*\)` | `\(--grid=.*\)` |$/\1 \2/p' docs/running.md; }

if [ "$step" != run ]; then
	for way in "${ways[@]}"; do
		read -r folder options <<<"$way"
		mkdir -p "$dir/$folder"
		rows | while read -r name _; do
			file=$dir/$folder/$name compile="--tawa-compile=$options"
			[ -n "$options" ] || compile=--tawa-compile
			rm -f "$file".*
			bin/tawa-opt "$compile" --emit=cubin -o "$file.cubin" --emit-metadata="$file.json" "examples/ttir/$name.ttir" 2>"$dir/error.log" &&
				bin/tawa-opt "$compile" --emit=ptx -o "$file.ptx" "examples/ttir/$name.ttir" ||
				echo "not $folder/$name: $(head -1 "$dir/error.log")"
		done
	done
	.tools/bin/python-triton bench/stock_ptx.py "$dir/stock"
fi
[ "$step" != build ] || exit 0

# check FILE NAME ARGUMENTS…: one comparison, one line.
check() {
	local file=$1 name=$2 tolerance=1e-5 log lenient=()
	case $name in
	*fp8*) tolerance=5e-3 ;;
	softmax* | layer* | vector*) tolerance=0 ;;
	esac
	case $file in
	*/stock/*) lenient=(--lenient) ;;
	esac
	if log=$(bin/tawa-run "$file.ptx" --on=emu "${lenient[@]}" --metadata="$file.json" --compare=cuda --compare-with="$file.cubin" --tolerance=$tolerance "${@:3}" 2>&1); then
		echo "ok      ${file#out/emu-gpu/}: $(grep -v ' 0 of ' <<<"$log" | sed -n 's/^ *\(arg[0-9.]*\) [^:]*: /\1 /p' | paste -sd';' | sed 's/^$/bit for bit/')"
	else
		echo "FAILED  ${file#out/emu-gpu/}: $(tr '\n' '|' <<<"$log")"
	fi
}
export -f check

log=$dir/results.txt
rows | while read -r name arguments; do
	for file in "$dir"/*/"$name".ptx; do
		echo "check ${file%.ptx} $name $arguments"
	done
done | xargs -d '\n' -P 8 -n 1 bash -c >"$log"
sort "$log"
total=$(grep -c '^ok\|^FAILED' "$log") bad=$(grep -c '^FAILED' "$log" || true)
echo "$total kernels, $bad failed"
[ "$total" -ge 40 ] && [ "$bad" -eq 0 ]
