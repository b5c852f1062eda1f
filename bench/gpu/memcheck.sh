#!/usr/bin/env bash
# Every GEMM of examples/ under compute-sanitizer on small shapes; exit status 1 on any bad access.
# A hang or a wrong result fails too. Further arguments go to check_gemm.py.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
exec compute-sanitizer --tool memcheck --error-exitcode 1 python3 "$here/check_gemm.py" --small "$@"
