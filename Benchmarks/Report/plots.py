# SPDX-License-Identifier: MIT
"""Draws a run of the benchmark.

usage: plots.py FOLDER     reads FOLDER/results.json, writes plots beside it as SVG
"""

import io
import itertools
import math
import os
import sys

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt
from matplotlib.ticker import FuncFormatter, NullFormatter, NullLocator

from results import Results, size_text

# Okabe and Ito's colours, which the colour-blind can tell apart too, with an olive for their yellow.
COLOURS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000", "#999933"]
GRAY = "#777777"
# Names of chains that are too long for a plot.
SHORT = {
    "the conversions to BGRx and back alone": "conversions alone",
    "compositor operator=source, then add": "compositor, add",
    "compositor sink_1::alpha": "compositor, alpha",
}
LEVELS = {"v4": ("#0072B2", "o"), "v3": ("#009E73", "s"), "baseline": ("#D55E00", "^")}

plt.rcParams.update({
    "svg.hashsalt": "swiftvideo", "font.size": 9, "axes.spines.top": False, "axes.spines.right": False,
    "axes.grid": True, "grid.color": "#DDDDDD", "grid.linewidth": 0.6, "axes.axisbelow": True,
    "savefig.facecolor": "white", "axes.titlesize": 10, "axes.titleweight": "bold",
})


def save(figure, folder, name):
    """Stores a figure, the same bytes for the same results, without blanks at the end of lines."""
    text = io.StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None}, bbox_inches="tight")
    plt.close(figure)
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write("\n".join(line.rstrip() for line in text.getvalue().splitlines()) + "\n")


def plain(axis):
    """Numbers without powers of ten."""
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axis.set_minor_formatter(NullFormatter())


def label_ends(axes, ends, least=0.06):
    """Writes names at the right ends of lines, at least a part of the height of the axes apart."""
    axes.figure.canvas.draw()
    low, high = (math.log(limit) for limit in axes.get_ylim())
    # Runs of names that would touch: each lies around the middle of where its names belong.
    runs = []
    for y, name, colour in sorted(ends):
        runs.append(([(math.log(y) - low) / (high - low)], [(name, colour)]))
        while len(runs) > 1 and bottom(runs[-1], least) < bottom(runs[-2], least) + least * len(runs[-2][0]):
            heights, names = runs.pop()
            runs[-1] = (runs[-1][0] + heights, runs[-1][1] + names)
    for run in runs:
        for i, (name, colour) in enumerate(run[1]):
            axes.annotate(
                name, xy=(1.01, bottom(run, least) + i * least), xycoords="axes fraction", color=colour, va="center",
                fontsize=9)


def bottom(run, least):
    """Where the lowest name of a run lies."""
    return sum(run[0]) / len(run[0]) - least * (len(run[0]) - 1) / 2


def lines(axes, series, key, value, dashed=()):
    """A line with its spread for each name."""
    ends = []
    for (name, points), colour in zip(series.items(), itertools.cycle(COLOURS)):
        colour = GRAY if name in dashed else colour
        xs = [key(point) for point in points]
        spreads = [value(point) for point in points]
        axes.plot(
            xs, [s["ratio"] for s in spreads], color=colour, marker="o", markersize=3.5, linewidth=1.5,
            linestyle="--" if name in dashed else "-")
        axes.fill_between(
            xs, [s["low"] for s in spreads], [s["high"] for s in spreads], color=colour, alpha=0.15, linewidth=0)
        ends.append((spreads[-1]["ratio"], name, colour))
    return ends


def grouped(points):
    """Points by element."""
    series = {}
    for point in points:
        series.setdefault(point["element"], []).append(point)
    return dict(sorted(series.items(), key=lambda item: item[0] == "memory pass"))


def draw_pixels(results, folder):
    """Cost of a pixel by the size of the frame."""
    figure, axes = plt.subplots(figsize=(7.5, 4.2))
    series = grouped(results.growth["pixels"])

    def pixels(point):
        return point["size"]["width"] * point["size"]["height"]

    axes.set_xscale("log")
    axes.set_yscale("log")
    formats = {element: sorted({point["format"] for point in points}) for element, points in series.items()}
    series = {
        element if formats[element] == ["I420"] else f"{element}, {', '.join(formats[element])}": points
        for element, points in series.items()
    }
    ends = lines(axes, series, pixels, lambda point: point["nanosecondsPerPixel"], dashed=("memory pass",))
    label_ends(axes, ends)
    points = next(iter(series.values()))
    axes.set_xticks([pixels(p) for p in points], [size_text(p["size"]) for p in points], rotation=30, ha="right")
    axes.xaxis.set_minor_locator(NullLocator())
    plain(axes.yaxis)
    axes.set_xlabel("frame, pixels")
    axes.set_ylabel("ns for each pixel")
    axes.set_title(f"I420 where nothing is said, one thread, {results.levels[0]}: cost of a pixel")
    save(figure, folder, "pixels.svg")


def draw_lengths(results, folder):
    """Cost of an element by how many there are in a row."""
    figure, axes = plt.subplots(figsize=(7.5, 3.8))
    axes.set_yscale("log")

    def each(point):
        return {key: time / point["length"] for key, time in point["milliseconds"].items()}

    series = grouped(results.growth["lengths"])
    label_ends(axes, lines(axes, series, lambda point: point["length"], each))
    axes.set_xticks(sorted({point["length"] for point in results.growth["lengths"]}))
    plain(axes.yaxis)
    axes.set_xlabel("elements in a row")
    axes.set_ylabel("ms for each of them")
    size = size_text(results.growth["lengths"][0]["size"])
    axes.set_title(f"{size}, one thread, {results.levels[0]}: level lines mean that cost grows with the number alone")
    save(figure, folder, "lengths.svg")


def draw_radii(results, folder):
    """Cost of a frame by the radius; nothing where no run has measured it."""
    points = results.growth.get("radii", [])
    if not points:
        return
    figure, axes = plt.subplots(figsize=(7.5, 4.2))
    axes.set_xscale("log")
    axes.set_yscale("log")
    label_ends(axes, lines(axes, grouped(points), lambda point: point["radius"], lambda point: point["milliseconds"]))
    greatest = max(point["radius"] for point in points)
    axes.set_xticks([2 ** power for power in range(greatest.bit_length())])
    axes.xaxis.set_minor_locator(NullLocator())
    plain(axes.xaxis)
    plain(axes.yaxis)
    axes.set_xlabel("radius, pixels")
    axes.set_ylabel("ms for a frame")
    axes.set_title(f"{size_text(points[0]['size'])} {points[0]['format']}, one thread, {results.levels[0]}: cost by radius")
    save(figure, folder, "radii.svg")


def draw_ratios(rows, names, levels, title, folder, file):
    """A dot with its spread for each row and level, on a line for each name."""
    figure, axes = plt.subplots(figsize=(7.5, 0.9 + 0.27 * len(names)))
    axes.set_xscale("log")
    shift = {level: (i - (len(levels) - 1) / 2) * 0.22 for i, level in enumerate(levels)}
    for line, name in enumerate(names):
        for level in levels:
            colour, marker = LEVELS[level]
            for row in rows[name]:
                if row["cpu"] == level and row.get("speed"):
                    y, speed = line + shift[level], row["speed"]
                    axes.plot([speed["low"], speed["high"]], [y, y], color=colour, linewidth=1)
                    axes.plot([speed["ratio"]], [y], color=colour, marker=marker, markersize=4)
        if not any(row.get("speed") for row in rows[name]):
            axes.text(1, line, " missing", va="center", color=GRAY)
    axes.axvline(1, color="black", linewidth=1)
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    plain(axes.xaxis)
    axes.set_xlabel("times as fast as the peer (left of 1: slower)")
    axes.set_title(title, loc="left")
    handles = [plt.Line2D([], [], color=LEVELS[l][0], marker=LEVELS[l][1], linestyle="", markersize=4) for l in levels]
    axes.legend(handles, levels, frameon=False, loc="lower left", bbox_to_anchor=(0.78, 1), ncols=len(levels),
                borderpad=0, handletextpad=0.2, columnspacing=1)
    save(figure, folder, file)


def draw_element_ratios(results, folder):
    """Elements beside peers."""
    rows = {}
    for (_, peer), levels in results.element_ratios().items():
        for level_rows in levels.values():
            for row in level_rows:
                short = "the same between videoconverts" if peer.count("videoconvert") == 2 else peer
                rows.setdefault(f"{row['what']} / {short}", []).append(row)
    draw_ratios(
        rows, list(rows), results.levels, f"Elements, {results.size}, one thread", folder, "ratios.svg")


def draw_kernel_ratios(results, folder):
    """Kernels beside loops in C."""
    rows = {}
    for row in results.rows_of("kernel", "C compiler's loop"):
        rows.setdefault(row["what"], []).append(row)
    draw_ratios(
        rows, list(rows), results.levels, "Kernels beside the C compiler's loops", folder, "kernels.svg")


def camera_series(results, element):
    """Lines of one element's panel: name, colour, style, rows."""
    mine = [row for row in results.cameras if row["element"] == element and row["threads"] == 1 and row.get("milliseconds")]
    camera = mine[-1]["camera"]
    mine = [row for row in mine if row["camera"] == camera]
    for level in results.levels:
        yield f"ours, {level}", LEVELS[level][0], "-", [row for row in mine if row.get("cpu") == level]
    peers = dict.fromkeys(row["chain"] for row in mine if row["chain"] != element)
    styles = itertools.cycle(["-.", (0, (1, 1)), (0, (5, 1, 1, 1, 1, 1))])
    for peer, style in zip([p for p in peers if p != "no effect"], styles):
        yield SHORT.get(peer, peer), "black", style, [row for row in mine if row["chain"] == peer]
    yield "no effect", GRAY, "--", [row for row in mine if row["chain"] == "no effect"]


def draw_cameras(results, folder):
    """Time of a frame by size, a panel for each element."""
    elements = results.element_names()
    # One more panel than there are elements, for the text.
    rows = len(elements) // 2 + 1
    figure, panels = plt.subplots(rows, 2, figsize=(10, 0.5 + 3.67 * rows), sharey=True)
    panels = panels.ravel()
    labels = []
    for axes, element in zip(panels, elements):
        axes.set_yscale("log")
        axes.set_xscale("log")
        ends = []
        sizes = {}
        for name, colour, style, rows in camera_series(results, element):
            xs = [row["size"]["width"] * row["size"]["height"] for row in rows]
            sizes.update(zip(xs, (size_text(row["size"]) for row in rows)))
            axes.plot(
                xs, [row["milliseconds"]["p50"] for row in rows], color=colour, linestyle=style, linewidth=1.4,
                marker="o", markersize=3)
            axes.vlines(
                xs, [row["milliseconds"]["p50"] for row in rows], [row["milliseconds"]["p99"] for row in rows],
                color=colour, linewidth=0.8)
            ends.append((rows[-1]["milliseconds"]["p50"], name, colour))
        axes.set_xlim(min(sizes) / 1.3, max(sizes) * 1.3)
        axes.axhline(1000 / 30, color=GRAY, linewidth=0.8)
        axes.set_xticks(list(sizes), list(sizes.values()), rotation=30, ha="right", fontsize=8)
        axes.xaxis.set_minor_locator(NullLocator())
        plain(axes.yaxis)
        camera = next(row["camera"] for row in reversed(results.cameras) if row["element"] == element)
        axes.set_title(f"{element} from {camera}", loc="left")
        missing = dict.fromkeys(row["chain"] for row in results.cameras if row["element"] == element and row.get("missing"))
        if missing:
            note = "\n".join("missing: " + SHORT.get(peer, peer) for peer in missing)
            axes.text(0.98, 0.03, note, transform=axes.transAxes, ha="right", color=GRAY, fontsize=8)
        labels.append((axes, ends))
    # Panels share an axis, which every one may have changed.
    for axes, ends in labels:
        label_ends(axes, ends)
    for axes in panels[len(elements):]:
        axes.axis("off")
    panels[len(elements)].text(
        0.05, 0.9, "Dots: median (p50); lines up: p99.\nLevel line: 33.3 ms, 30 frames a second.\nOne thread.", va="top")
    for axes in panels[::2]:
        axes.set_ylabel("ms for a frame")
    figure.tight_layout(w_pad=9)
    save(figure, folder, "cameras.svg")


def main(folder):
    results = Results(folder)
    draw_pixels(results, folder)
    draw_lengths(results, folder)
    draw_radii(results, folder)
    draw_element_ratios(results, folder)
    draw_kernel_ratios(results, folder)
    draw_cameras(results, folder)


if len(sys.argv) != 2:
    sys.exit(__doc__)
main(sys.argv[1])
