#!/usr/bin/env bash
# Runs the table of docs/running.md on the GPU and compares with the interpreter, then the emulator with the GPU:
# run_examples.sh [build|run]. `build` compiles to out/cubin, on any machine with the tools; `run` needs the GPU's
# driver and bin/tawa-run only.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
step=${1:-all}
mkdir -p out/cubin

# The rows of the table: a kernel and its arguments.
rows() { sed -n 's/^| `\([a-z0-9_]*\)` | `\(--grid=.*\)` |$/\1 \2/p' docs/running.md; }

if [ "$step" != run ]; then
	rows | while read -r name _; do
		bin/tawa-opt --tawa-compile --emit=cubin -o "out/cubin/$name.cubin" --emit-metadata="out/cubin/$name.json" "examples/ttir/$name.ttir"
		bin/tawa-opt --tawa-compile --emit=ptx -o "out/cubin/$name.ptx" "examples/ttir/$name.ttir"
	done
fi
[ "$step" != build ] || exit 0

failed=0 count=0
# check TITLE FLAGS…: runs a comparison and says how near the results are.
check() {
	local log differences
	count=$((count + 1))
	if log=$(bin/tawa-run "${@:2}" 2>&1); then
		differences=$(grep -v ' 0 of ' <<<"$log" | sed -n 's/^ *\(arg[0-9.]*\) [^:]*: /\1 /p' | paste -sd';')
		echo "ok      $1: ${differences:-all the same}"
	else
		failed=$((failed + 1))
		echo "FAILED  $1"
		sed 's/^/        /' <<<"$log"
	fi
}

while read -r name arguments; do
	read -ra list <<<"${arguments//\'/}"
	list+=(--metadata="out/cubin/$name.json")
	check "GPU against interpreter, $name" --on=cuda "out/cubin/$name.cubin" --schedules=20 --compare=interp --compare-with="examples/ttir/$name.ttir" "${list[@]}"
	case $name in # what the model of wgmma's accumulation promises
	*fp8*) tolerance=5e-3 ;;
	*) tolerance=1e-5 ;;
	esac
	check "emulator against GPU, $name" --on=emu "out/cubin/$name.ptx" --compare=cuda --compare-with="out/cubin/$name.cubin" --tolerance=$tolerance "${list[@]}"
done < <(rows)
echo "$count comparisons, $failed failed"
[ "$count" -gt 0 ] && [ "$failed" -eq 0 ]
