#!/usr/bin/env bash
# Runs every fuzz target of the module one after the other: scripts/fuzz.sh [TIME EACH] [PACKAGE...]
# `go test -fuzz` takes one target of one package at a time.
# Minimizing interesting inputs is kept short: a minute each, the default, would eat a short run.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

time=${1:-20s}
shift || true
[ $# -gt 0 ] || set -- ./...

ran=0
for package in $(go list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}' "$@"); do
	targets=$(go test -list '^Fuzz' "$package" | grep '^Fuzz' || true)
	for target in $targets; do
		echo "fuzz: $package $target for $time"
		go test -run '^$' -fuzz "^$target\$" -fuzztime "$time" -fuzzminimizetime 100x "$package"
		ran=$((ran + 1))
	done
done
[ "$ran" -gt 0 ] || {
	echo "fuzz: no fuzz target in $*" >&2
	exit 1
}
