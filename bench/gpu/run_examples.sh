#!/usr/bin/env bash
# Runs the table of docs/running.md on the GPU and compares with the interpreter: run_examples.sh [build|run].
# `build` compiles to out/cubin, on any machine with the tools; `run` needs the GPU's driver and bin/tawa-run only.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
step=${1:-all}
mkdir -p out/cubin

# The rows of the table: a kernel and its arguments.
rows() { sed -n 's/^| `\([a-z0-9_]*\)` | `\(--grid=.*\)` |$/\1 \2/p' docs/running.md; }

if [ "$step" != run ]; then
	rows | while read -r name _; do
		bin/tawa-opt --tawa-compile --emit=cubin -o "out/cubin/$name.cubin" --emit-metadata="out/cubin/$name.json" "examples/ttir/$name.ttir"
	done
fi
[ "$step" != build ] || exit 0

failed=0 count=0
while read -r name arguments; do
	count=$((count + 1))
	read -ra list <<<"${arguments//\'/}"
	if log=$(bin/tawa-run "out/cubin/$name.cubin" --metadata="out/cubin/$name.json" --on=cuda --schedules=20 \
		--compare=interp --compare-with="examples/ttir/$name.ttir" "${list[@]}" 2>&1); then
		differences=$(grep -v ' 0 of ' <<<"$log" | sed -n 's/^ *\(arg[0-9.]*\) [^:]*: /\1 /p' | paste -sd';')
		echo "ok      $name: ${differences:-all the same}"
	else
		failed=$((failed + 1))
		echo "FAILED  $name"
		sed 's/^/        /' <<<"$log"
	fi
done < <(rows)
echo "$count kernels, $failed failed"
[ "$count" -gt 0 ] && [ "$failed" -eq 0 ]
