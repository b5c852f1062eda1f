#!/usr/bin/env python3
"""Stands in for tawa-opt: checks the command line that the shim promises and emits an empty kernel of the right name.

--tune answers with the candidates of $FAKE_TAWA_CANDIDATES, separated by commas; one with a ! has a problem.
$FAKE_TAWA_LOG gets a line of JSON per call; with $FAKE_TAWA_ERROR set the compilation fails with that text.
"""
import json
import os
import re
import sys

KERNEL = """target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @{name}() #0 {{
  ret void
}}
attributes #0 = {{ "nvvm.reqntid"="384" }}
"""


def main(args):
    if args == ["--version"]:
        print("tawa-opt 0.0-fake")
        return 0
    flags = dict(arg[2:].split("=", 1) for arg in args if arg.startswith("--"))
    source = args[-1]
    text = open(source).read()
    name = re.search(r"tt\.func public @(\w+)", text).group(1)
    if log := os.environ.get("FAKE_TAWA_LOG"):
        with open(log, "a") as file:
            print(json.dumps({"name": name, **flags}), file=file)
    if error := os.environ.get("FAKE_TAWA_ERROR"):
        print(error, file=sys.stderr)
        return 1
    if "tune" in flags:
        assert flags["tune-format"] == "json", flags
        options = os.environ.get("FAKE_TAWA_CANDIDATES", "").split(",")
        json.dump({"candidates": [{"options": o.rstrip("!"), "seconds": 1e-3, "automatic": o == ""} | ({"problem": "it does not fit"} if "!" in o else {})
                                  for o in options]}, sys.stdout)
        return 0
    assert flags["emit"] == "llvm", flags
    output = args[args.index("-o") + 1]
    with open(output, "w") as file:
        file.write(KERNEL.format(name=name))
    with open(flags["emit-metadata"], "w") as file:
        json.dump({"name": name, "num_warps": 12, "shared": 4096, "tmem_size": 0, "global_scratch_size": 0,
                   "global_scratch_align": 1, "profile_scratch_size": 0, "profile_scratch_align": 1,
                   "tensordesc_meta": [], "resident_ctas": 0}, file)
    return 0


sys.exit(main(sys.argv[1:]))
