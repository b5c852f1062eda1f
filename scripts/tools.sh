#!/usr/bin/env bash
# Unpacks the external programs that the build and the tests run into .tools/ of the checkout.
#
# Nothing outside .tools/ is changed, but for apt's package lists when they are missing or old.
# Each program set is one directory .tools/pkg/NAME-VERSION, moved there in one step once it is
# complete and has answered to --version, so an interrupted run leaves nothing that counts as present.
# .tools/bin/ holds what is to be run. A lock lets several runs follow one another.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
tools=$root/.tools
tmp=$tools/tmp

llvm=22
llvm_programs="llc opt mlir-opt FileCheck not count split-file"
ptxas=13.0.88
wheel_ptxas=nvidia-cuda-nvcc
disasm=13.2.86 # the oldest with wheels of their own; they read older cubins
wheel_cuobjdump=nvidia-cuda-cuobjdump
wheel_nvdisasm=nvidia-cuda-nvdisasm
lit=23.1.5
triton=3.6.0 # compiles for sm_90 without a GPU, so the shim is tested inside the real one
pygls=2.1.1 # a client of the Language Server Protocol that is not ours, with what it needs
pygls_needs="lsprotocol==2025.0.0 cattrs==26.2.1 attrs==26.1.0 typing_extensions==4.16.0"
staticcheck=v0.8.2

die() {
	printf 'tools: %s\n' "$@" >&2
	exit 1
}

say() { printf 'tools: %s\n' "$*"; }

# need PROGRAM ADVICE: stops with the advice if the program is missing.
need() { command -v "$1" >/dev/null 2>&1 || die "$1 is missing: $2"; }

# quietly COMMAND...: runs it, showing what it printed only if it failed.
quietly() {
	"$@" >"$tmp/log" 2>&1 || {
		cat "$tmp/log" >&2
		return 1
	}
}

# have NAME-VERSION: says whether that set is complete; if not, makes an empty $tmp/new for it.
have() {
	[ -d "$tools/pkg/$1" ] && return 0
	say "unpacking $1"
	rm -rf "$tmp/new"
	mkdir -p "$tmp/new/bin"
	return 1
}

# keep NAME-VERSION VERSION PROGRAM...: checks that each program starts and is of the version wanted,
# then makes the set present.
keep() {
	local set=$1 version=$2 program
	shift 2
	for program in "$@"; do
		quietly answers "$tmp/new/bin/$program" "$version" || die "$set: $program was unpacked but does not run as it should"
	done
	mv "$tmp/new" "$tools/pkg/$set"
}

# answers PATH VERSION: not and count have no --version.
answers() {
	case ${1##*/} in
	not) "$1" false ;;
	count) "$1" 0 </dev/null ;;
	*) "$1" --version 2>&1 | tee /dev/stderr | grep -F -- "$2" >/dev/null ;;
	esac
}

# show NAME-VERSION PROGRAM...: links the programs into .tools/bin, relative so that the checkout can move.
show() {
	local set=$1 program
	shift
	for program in "$@"; do
		[ "$(readlink "$tools/bin/$program")" = "../pkg/$set/bin/$program" ] ||
			ln -sfn "../pkg/$set/bin/$program" "$tools/bin/$program"
	done
}

# wrapper PROGRAM: standard input becomes a script that first sets $set to the directory of its set.
wrapper() {
	{
		# The link in .tools/bin is followed first; what it points to is relative.
		printf '%s\n' '#!/bin/sh' \
			'self=$0' \
			'if [ -L "$self" ]; then self=$(readlink -f "$self"); fi' \
			'set=${self%/bin/*}'
		cat
	} >"$tmp/new/bin/$1"
	chmod +x "$tmp/new/bin/$1"
}

fetch_debs() {
	(cd "$tmp/debs" && quietly apt-get -q -o APT::Sandbox::User=root download "$@")
}

# The libraries that LLVM's own need beyond what every Debian system has.
llvm_libraries() {
	apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks \
		--no-replaces --no-enhances "libllvm$llvm" "libmlir-$llvm" 2>/dev/null |
		grep '^[a-z]' | grep -Ev '^(libc6|libgcc-s1|gcc-[0-9]+-base|libstdc\+\+6|libcrypt1)(:|$)'
}

install_llvm() {
	have "llvm-$llvm" && return
	local advice="install LLVM $llvm (llc, opt, mlir-opt, FileCheck, not) and name its bin directory in TAWA_TOOLS"
	need apt-get "this script unpacks Debian packages; elsewhere $advice"
	need dpkg-deb "it comes with Debian's dpkg"
	mkdir -p "$tmp/debs"
	local packages="llvm-$llvm llvm-$llvm-tools mlir-$llvm-tools"
	# Absent or outdated package lists show as a failing download.
	# shellcheck disable=SC2046,SC2086
	if ! fetch_debs $packages $(llvm_libraries) 2>/dev/null; then
		say "updating apt's package lists"
		quietly apt-get -q update || die "apt-get update failed; run it as root, then try again"
		fetch_debs $packages $(llvm_libraries) || die "apt-get has no $packages; $advice"
	fi
	local deb
	for deb in "$tmp"/debs/*.deb; do dpkg-deb -x "$deb" "$tmp/root"; done
	local program
	mkdir "$tmp/new/lib" "$tmp/new/libexec"
	find "$tmp/root/usr/lib" "$tmp/root/lib" -path '*/python*' -prune -o -name 'lib*.so*' -print 2>/dev/null |
		while read -r library; do mv -f "$library" "$tmp/new/lib/"; done
	for program in $llvm_programs; do
		mv "$tmp/root/usr/lib/llvm-$llvm/bin/$program" "$tmp/new/libexec/"
		wrapper "$program" <<-END
			LD_LIBRARY_PATH=\$set/lib\${LD_LIBRARY_PATH:+:\$LD_LIBRARY_PATH}
			export LD_LIBRARY_PATH
			exec "\$set/libexec/$program" "\$@"
		END
	done
	rm -rf "$tmp/root" "$tmp/debs"
	# shellcheck disable=SC2086
	keep "llvm-$llvm" "LLVM version $llvm." $llvm_programs
}

# fetch_wheel PACKAGE==VERSION DIRECTORY: unpacks a wheel with no installer, so it needs no environment.
fetch_wheel() {
	need python3 "apt-get install python3 python3-pip"
	python3 -m pip --version >/dev/null 2>&1 || die "python3 has no pip: apt-get install python3-pip"
	rm -rf "$tmp/wheel"
	quietly python3 -m pip download --disable-pip-version-check --quiet --no-deps --only-binary=:all: \
		--dest "$tmp/wheel" "$1" || die "pip cannot download $1"
	mkdir -p "$2"
	quietly python3 -m zipfile -e "$tmp"/wheel/*.whl "$2" || die "$1 is not a readable wheel"
	rm -rf "$tmp/wheel"
}

# install_cuda NAME VERSION PROGRAM...: programs of the CUDA toolkit, each out of the wheel wheel_PROGRAM.
install_cuda() {
	have "$1-$2" && return
	local set=$1-$2 version=$2 program wheel file
	shift 2
	for program in "$@"; do
		wheel=wheel_$program
		fetch_wheel "${!wheel}==$version" "$tmp/unpacked"
		file=$(find "$tmp/unpacked" -path "*/bin/$program" -type f)
		[ -n "$file" ] || die "${!wheel}==$version holds no bin/$program"
		mv "$file" "$tmp/new/bin/"
		chmod +x "$tmp/new/bin/$program"
		rm -rf "$tmp/unpacked"
	done
	keep "$set" "V$version" "$@"
}

install_lit() {
	have "lit-$lit" && return
	fetch_wheel "lit==$lit" "$tmp/new/python"
	wrapper lit <<-'END'
		PYTHONPATH=$set/python${PYTHONPATH:+:$PYTHONPATH}
		export PYTHONPATH
		exec python3 -c 'from lit.main import main; main()' "$@"
	END
	keep "lit-$lit" "lit $lit" lit
}

install_triton() {
	have "triton-$triton" && return
	fetch_wheel "triton==$triton" "$tmp/new/python"
	chmod +x "$tmp"/new/python/triton/backends/nvidia/bin/* # zipfile forgets it
	wrapper python-triton <<-'END'
		PYTHONPATH=$set/python${PYTHONPATH:+:$PYTHONPATH}
		PYTHONDONTWRITEBYTECODE=1
		export PYTHONPATH PYTHONDONTWRITEBYTECODE
		exec python3 "$@"
	END
	quietly "$tmp/new/bin/python-triton" -c 'import triton.compiler' || die "triton $triton was unpacked but cannot be imported"
	keep "triton-$triton" Python python-triton
}

install_pygls() {
	have "pygls-$pygls" && return
	local wheel
	for wheel in "pygls==$pygls" $pygls_needs; do fetch_wheel "$wheel" "$tmp/new/python"; done
	wrapper python-pygls <<-'END'
		PYTHONPATH=$set/python${PYTHONPATH:+:$PYTHONPATH}
		PYTHONDONTWRITEBYTECODE=1
		export PYTHONPATH PYTHONDONTWRITEBYTECODE
		exec python3 "$@"
	END
	quietly "$tmp/new/bin/python-pygls" -c 'import pygls.lsp.client' || die "pygls $pygls was unpacked but cannot be imported"
	keep "pygls-$pygls" Python python-pygls
}

install_staticcheck() {
	have "$staticcheck_set" && return
	GOBIN=$tmp/new/bin quietly go install "honnef.co/go/tools/cmd/staticcheck@$staticcheck" ||
		die "go cannot install staticcheck $staticcheck"
	keep "$staticcheck_set" "${staticcheck#v}" staticcheck
}

need go "install Go 1.26 or newer and put it on PATH"
need flock "apt-get install util-linux"
mkdir -p "$tools/bin" "$tools/pkg"
exec 9>"$tools/lock"
flock -n 9 || {
	say "waiting for another run"
	flock 9
}
rm -rf "$tmp"
mkdir "$tmp"
# staticcheck knows no Go newer than the one that built it.
staticcheck_set=staticcheck-$staticcheck-$(go env GOVERSION)

install_llvm
# shellcheck disable=SC2086
show "llvm-$llvm" $llvm_programs
install_cuda ptxas "$ptxas" ptxas
show "ptxas-$ptxas" ptxas
install_cuda disasm "$disasm" cuobjdump nvdisasm # cuobjdump looks for nvdisasm beside itself
show "disasm-$disasm" cuobjdump nvdisasm
install_lit
show "lit-$lit" lit
install_triton
show "triton-$triton" python-triton
install_pygls
show "pygls-$pygls" python-pygls
install_staticcheck
show "$staticcheck_set" staticcheck
rm -rf "$tmp"
say "LLVM $llvm, ptxas $ptxas, cuobjdump and nvdisasm $disasm, lit $lit, Triton $triton, pygls $pygls, staticcheck $staticcheck are in .tools/bin"
