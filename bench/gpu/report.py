"""What the benchmark writes: a line a shape, a JSON file, a table in Markdown and a plot for each part."""
import json
import math
from pathlib import Path

COLOURS = {"cublas": "#76b900", "cudnn": "#76b900", "flash2": "#b07aa1", "flash3": "#9c755f", "flash4": "#edc948", "tilelang": "#59a14f", "triton": "#4e79a7", "tawa": "#e15759"}


def line(row):
    """One shape, both ways of timing."""
    head = f"{row['part']:11} {row['series']:18} {row['x']!s:6}"
    ways = []
    for way, rates in row["tflops"].items():
        text = "  ".join(f"{who} {rate:.1f}" for who, rate in rates.items())
        ways.append(f"{head} {way:11} {text}  tawa/best {ratio(rates):.3f}")
    forms = ", ".join(f"{who} {form}" for who, form in row["best"].items() if who in ("triton", "tawa"))
    return "\n".join([*ways, f"    best: {forms}", *("    WRONG " + text for text in row["wrong"])])


def ratio(rates, to=None):
    """tawa's speed over that of one contender; over the best one by default."""
    return rates["tawa"] / (rates[to] if to else max(rate for who, rate in rates.items() if who != "tawa"))


def flash3(row):
    """TFLOP/s that stand for FlashAttention-3 where it was not run: cuDNN alone times the measured ratio. None elsewhere."""
    return row["tflops"]["alone"]["cudnn"] * row["flash3_over_cudnn"] if "flash3_over_cudnn" in row else None


def mean(values):
    """Geometric mean; NaN of nothing."""
    values = list(values)
    return math.exp(sum(map(math.log, values)) / len(values)) if values else math.nan


def table(rows):
    """The rows of one part in Markdown: TFLOP/s interleaved (alone)."""
    contenders = list(dict.fromkeys(who for row in rows for who in row["tflops"]["alone"]))
    stand_in = ["FA3*"] if any(flash3(row) for row in rows) else []
    head = ["series", "x", *contenders, *stand_in, "tawa / best", "best form of tawa"]
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    for row in rows:
        inter, alone = row["tflops"]["interleaved"], row["tflops"]["alone"]
        cells = [f"{inter[who]:.1f} ({alone[who]:.1f})" if who in alone else "" for who in contenders]
        if stand_in:
            cells.append(f"{flash3(row):.1f}" if flash3(row) else "")
        shape = "x".join(str(row["shape"][key]) for key in ("m", "n", "k")) if row["series"] == "layers" else row["x"]
        lines.append("| " + " | ".join([row["series"], str(shape), *cells, f"{ratio(inter):.3f} ({ratio(alone):.3f})", row["best"]["tawa"]]) + " |")
    return lines


def means(rows):
    """Geometric means of tawa over each contender, by series."""
    lines = []
    for series in dict.fromkeys(row["series"] for row in rows):
        chosen = [row for row in rows if row["series"] == series and isinstance(row["x"], int)]     # steps have no mean
        if not chosen:
            continue
        for who in [w for w in chosen[0]["tflops"]["alone"] if w != "tawa"]:
            both = [mean(ratio(row["tflops"][way], who) for row in chosen) for way in ("interleaved", "alone")]
            lines.append(f"- {series}: tawa / {who} {both[0]:.3f} interleaved, {both[1]:.3f} alone")
        stand_in = [row["tflops"]["alone"]["tawa"] / flash3(row) for row in chosen if flash3(row)]
        if stand_in:
            lines.append(f"- {series}: tawa / FA3* {mean(stand_in):.3f} alone")
    return lines


def write(folder, host, rows):
    """bench.json, bench.md and a plot for each part."""
    import matplotlib
    matplotlib.use("svg")
    folder.mkdir(parents=True, exist_ok=True)
    Path(folder, "bench.json").write_text(json.dumps({**host, "rows": rows}, indent=1))
    text = ["# Speed on one " + host["gpu"], "", ", ".join(f"{key} {value}" for key, value in host.items() if key != "gpu"), "",
            "TFLOP/s interleaved (alone). FA3*: cuDNN alone times a ratio taken for FlashAttention-3 on an H200, which was not run here.", ""]
    for part in dict.fromkeys(row["part"] for row in rows):
        chosen = [row for row in rows if row["part"] == part]
        text += [f"## {part}", *table(chosen), "", *means(chosen), ""]
        if part == "heatmap":
            text += [heat(Path(folder, part + "_grid.svg"), chosen), ""]
        plot(Path(folder, part + ".svg"), part, chosen)
    Path(folder, "bench.md").write_text("\n".join(text))


def heat(path, rows):
    """The D by P grid of TFLOP/s alone as a picture; a line about the automatic choice, which is the row without options."""
    from matplotlib import pyplot

    rate = lambda row: row["tflops"]["alone"]["tawa"]
    grid = {(row["shape"]["options"]["depth"], row["shape"]["options"]["mma_depth"]): rate(row) for row in rows if row["shape"]["options"]}
    automatic = next(rate(row) for row in rows if not row["shape"]["options"])
    depths, in_flight = (sorted(set(axis)) for axis in zip(*grid))
    figure, axes = pyplot.subplots(figsize=(4.5, 3.5))
    image = axes.imshow([[grid.get((d, p), math.nan) for d in depths] for p in in_flight], origin="lower", cmap="viridis")
    axes.set_xticks(range(len(depths)), depths)
    axes.set_yticks(range(len(in_flight)), in_flight)
    axes.set(xlabel="ring depth D", ylabel="MMA depth P", title=rows[0]["series"])
    for (d, p), tflops in grid.items():
        axes.text(depths.index(d), in_flight.index(p), f"{tflops:.0f}", ha="center", va="center", color="white")
    figure.colorbar(image, label="TFLOP/s")
    figure.savefig(path, bbox_inches="tight")
    pyplot.close(figure)
    (d, p), best = max(grid.items(), key=lambda field: field[1])
    return f"The automatic choice: {automatic:.1f} TFLOP/s alone, {automatic / best:.3f} of the best of the grid ({best:.1f} at D = {d}, P = {p})."


def plot(path, part, rows):
    """TFLOP/s above, tawa over the best other contender below; one column a series."""
    from matplotlib import pyplot

    columns = list(dict.fromkeys(row["series"] for row in rows))
    figure, axes = pyplot.subplots(2, len(columns), figsize=(4.2 * len(columns), 6), squeeze=False)
    for column, series in enumerate(columns):
        chosen = [row for row in rows if row["series"] == series]
        ticks = list(range(len(chosen)))
        for who in chosen[0]["tflops"]["interleaved"]:
            axes[0][column].plot(ticks, [row["tflops"]["interleaved"][who] for row in chosen], marker="o", label=who, color=COLOURS.get(who))
        for way, style in (("interleaved", "-"), ("alone", ":")):
            axes[1][column].plot(ticks, [ratio(row["tflops"][way]) for row in chosen], style, marker="o", label=way, color=COLOURS["tawa"])
        axes[1][column].axhline(1, color="grey", linewidth=0.8)
        for row in (0, 1):
            axes[row][column].set_xticks(ticks, [str(r["x"]) for r in chosen], rotation=45)
            axes[row][column].legend(fontsize=7)
        axes[0][column].set_title(f"{part}: {series}", fontsize=9)
    axes[0][0].set_ylabel("TFLOP/s")
    axes[1][0].set_ylabel("tawa / best other")
    figure.tight_layout()
    figure.savefig(path)
    pyplot.close(figure)
