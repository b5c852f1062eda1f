"""Turns what probes.py brought back into emu/tensor/testdata/h200.json.gz: of each result, by blocks, the CRC-32 and the first four words.
Usage: pack_probes.py DIRECTORY_OF_NPZ OUTPUT"""
import base64
import gzip
import json
import sys
import zlib
from pathlib import Path

import numpy as np

import probe_ptx

STRIDE = 61      # of the samples taken from whole binades


def blocks(array, size):
    """[CRC, four words] of each `size` words, the last block shorter."""
    words = np.frombuffer(array.tobytes(), np.uint32)
    rows = []
    for at in range(0, len(words), size):
        block = words[at:at + size]
        head = np.zeros(4, np.uint32)
        head[:len(block[:4])] = block[:4]
        rows.append(np.concatenate([[np.uint32(zlib.crc32(block.tobytes()))], head]).astype("<u4"))
    return base64.b64encode(np.concatenate(rows).tobytes()).decode() if rows else ""


def block_size(recipe, count):
    match recipe["what"]:
        case "accumulate" | "mma":
            return count // len(recipe["rows"])
        case "layout" | "address":
            return count // len(recipe["cases"])
        case "unary":
            return 1024
    return max(count, 1)


def main():
    directory, output = Path(sys.argv[1]), Path(sys.argv[2])
    records = []
    bodies = {probe_ptx.entry_name(name): body for name, (_, body) in probe_ptx.unary_table().items()}
    for name in ("sums", "layouts", "unary", "copies"):
        file = np.load(directory / f"{name}.npz")
        for recipe in json.loads(bytes(file["recipes"])):
            array = file[recipe.pop("key")]
            recipe.pop("dtype"), recipe.pop("count")
            size = block_size(recipe, array.nbytes // 4)
            if recipe["what"] == "unary":
                recipe["body"] = bodies[recipe["name"]]
            records.append(dict(recipe, block=size, sums=blocks(array, size)))
    for part in range(3):
        file = np.load(directory / f"mufu{part}.npz")
        for key in file.files:
            name, start, kind = key.split("|")
            if kind == "first" or name.startswith("tanh"):
                continue
            steps = np.frombuffer(zlib.decompress(file[key].tobytes()), kind).astype(np.int64)
            values = file[f"{name}|{start}|first"][0].astype(np.int64) + np.concatenate([[0], np.cumsum(steps)])
            records.append(dict(what="binade", name=name.replace(".", "_"), start=int(start, 16), stride=STRIDE, block=2048,
                                sums=blocks(values.astype(np.uint32)[::STRIDE], 2048)))
    output.parent.mkdir(exist_ok=True)
    text = "[\n" + ",\n".join(json.dumps(r) for r in records) + "\n]\n"
    output.write_bytes(gzip.compress(text.encode(), 9, mtime=0))


if __name__ == "__main__":
    main()
