# SPDX-License-Identifier: MIT
"""The tables of a run of the benchmark, in Markdown."""

import textwrap

from frames import number
from results import formats, ratio_cell, shown, size_text, span, table, without_formats


def element_table(results):
    """Elements beside their peers, a row for each peer."""
    rows = []
    for (element, peer), levels in results.element_ratios().items():
        best = levels[results.levels[0]]
        cases = ", ".join(formats(row["what"]) for row in best)
        rows.append([f"`{element}` on {cases}", f"`{peer}`"] + [ratio_cell(levels[level]) for level in results.levels])
    return table(["element", "peer"] + results.levels, rows)


def camera_cell(results, element, peer, level, threads, sizes):
    """Ratios of an element's chains to a peer's."""
    ratios = [
        beside["speed"]["ratio"]
        for row in results.cameras
        if row["element"] == element and row.get("cpu") == level and row["threads"] == threads
        and size_text(row["size"]) in sizes
        for beside in row["beside"]
        if beside["peer"] == peer
    ]
    if not ratios:
        missing = [
            row["missing"] for row in results.cameras
            if row["element"] == element and row["chain"] == peer and row.get("missing")
        ]
        return "missing: " + missing[0] if missing else ""
    return f"**{span(ratios)}**" if min(ratios) < 1 else span(ratios)


def camera_table(results, threads):
    """Chains from camera to encoder beside a peer's, over all sizes and formats."""
    sizes = {size_text(row["size"]) for row in results.cameras}
    rows = []
    for element in results.element_names():
        peers = dict.fromkeys(
            row["chain"] for row in results.cameras if row["element"] == element and row["chain"] != element)
        cameras = dict.fromkeys(row["camera"] for row in results.cameras if row["element"] == element)
        for peer in peers:
            if peer == "no effect":
                continue
            cells = [camera_cell(results, element, peer, level, threads, sizes) for level in results.levels]
            rows.append([f"{element} from {', '.join(cameras)}", peer] + cells)
    return table(["chain", "peer's chain"] + results.levels, rows)


def frame_table(results):
    """Frame times and memory of every chain."""
    rows = []
    for row in results.cameras:
        head = [row["element"], row["camera"], size_text(row["size"]), row["threads"], row.get("cpu", "")]
        if row.get("missing"):
            rows.append(head + [row["chain"], "missing: " + row["missing"]] + [""] * 6)
            continue
        times = row["milliseconds"]
        beside = ", ".join(f"{shown(b['speed']['ratio'])} x {b['peer']}" for b in row["beside"])
        added = f"{row['addedMegabytes']:.1f}" if row.get("addedMegabytes") is not None else ""
        rows.append(
            head + [row["chain"]] + [f"{times[key]:.3g}" for key in ("p50", "p99", "worst")]
            + [row["frames"], added, row.get("checked", "not checked"), beside])
    return table(
        ["element", "camera", "size", "threads", "CPU level", "chain", "p50 ms", "p99 ms", "worst ms", "frames",
         "MB added", "output", "times as fast as"], rows)


def frame_text(results):
    """What the columns of frame_table are."""
    counts = sorted(row["frames"] for row in results.cameras if row.get("frames")) or [0]
    few = sum(count < 300 for count in counts)
    frames = f"p99 is of the number of frames in the row: {counts[0]} or more, in {few} of {len(counts)} rows fewer than 300."
    return f"""{frames}
"MB added" is the peak memory of the chain's process less that of a chain without any effect and with the same frames; one
megabyte is noise. "Output" is the result of the check of the first frame, before the measurement."""


def whole_table(results):
    """Every row of kernels, effects and elements."""
    rows = []
    for row in results.rows:
        speed = row.get("speed")
        cells = (
            [f"{speed['ratio']:.3g}", f"{speed['low']:.3g} to {speed['high']:.3g}", f"{row['nanoseconds']:.4g}"]
            if speed else ["missing: " + row["missing"], "", ""])
        rows.append(
            [row["level"], row["what"], row["peer"], row["size"], row["threads"], row["cpu"]] + cells
            + [row.get("peerChecked", "")])
    return table(
        ["level", "what", "peer", "size", "threads", "CPU level", "times as fast", "spread", "ns", "peer's output"], rows)


def checked_text(results):
    """What was compared before it was timed."""
    chains = dict.fromkeys(row.get("checked", "not checked") for row in results.cameras if row.get("cpu"))
    peers = [row for row in results.rows if row["level"] == "element" and row["cpu"] == results.levels[0]
             and row["peer"] not in ("identity", "itself with one thread") and row.get("speed")]
    looked = [row for row in peers if row.get("peerChecked")]
    chain_text = ", ".join(chains).replace("reference", "the scalar reference's, after the same videoconvert")
    growth_text = "the scalar reference" if results.growth["checked"] == "reference" else results.growth["checked"]
    return f"""The output of each kernel, effect and element of this project is compared with the scalar reference, bit for bit, before it
is timed. In this run

- the output of its chains from a camera was equal to {chain_text},
- frames of all sizes and elements in a row were compared with {growth_text},
- the peer's output was checked for {len(looked)} of {len(peers)} rows: it differs from the input, or is on average within a few
  codes of the expected output. The last column of the whole table has the result."""


def memory_table(results):
    """Effects beside a pass over the same memory, and elements beside effects."""
    best = results.levels[0]
    rows = []
    for row in results.rows_of("effect", "memory pass", cpu=best):
        scalar = [r for r in results.rows_of("effect", "scalar reference", cpu=best) if r["what"] == row["what"]]
        element = [r for r in results.rows_of("effect", "the element", cpu=best) if r["what"] == row["what"]]
        rows.append([row["what"], ratio_cell(scalar), ratio_cell([row]), ratio_cell(element)])
    return table(["effect", "scalar reference", "memory pass", "the element"], rows)


def thread_table(results):
    """Two threads, and two processes, beside one."""
    rows = [[row["what"], row["size"], number(row["peerNanoseconds"] / 1e6), ratio_cell([row]),
             number(row["processes"]["ratio"]) if row.get("processes") else ""]
            for row in results.rows if row["peer"] == "itself with one thread"]
    return table(["element", "size", "ms with one thread", "two threads, compared with one", "two processes"], rows)


def memory_bound_rows(results):
    """Modes of blending that are bound by memory, the fastest first: those that take about as long as it."""
    rows = [row for row in results.rows if row["peer"] == "itself with one thread" and row["what"].startswith("swiftblend BGRA ")]
    rows.sort(key=lambda row: row["peerNanoseconds"])
    return [row for row in rows if row["peerNanoseconds"] < 1.4 * rows[0]["peerNanoseconds"]] if len(rows) > 1 else []


def memory_bound_text(results):
    """Which modes these are, and how fast the memory is."""
    bound = memory_bound_rows(results)
    if not bound:
        return ""
    fastest = bound[0]["peerNanoseconds"]
    names = ", ".join(f"`{row['what'].split()[-1]}`" for row in bound)
    width, height = map(int, bound[0]["size"].split("x"))
    rate = 3 * 4 * width * height / fastest
    return (f"Modes of swiftblend that are bound by memory, so that a second thread adds little: {names}. The fastest of them reads "
            f"two frames and writes one at {number(rate)} GB/s with one thread.")


def hand_table(results):
    """Laws on the tile machine beside loops by hand."""
    laws = dict.fromkeys(row["what"] for row in results.rows_of("kernel", "loop fused by hand"))
    rows = [
        [law.removesuffix(" on the tile machine")] + [
            ratio_cell([r for r in results.rows_of("kernel", "loop fused by hand", cpu=level) if r["what"] == law])
            for level in results.levels
        ] for law in laws
    ]
    return table(["law, compared with a loop fused by hand"] + results.levels, rows)


def pass_part(results):
    """Laws on the tile machine beside the pass that they are part of; empty for a run that has not measured it."""
    rows = []
    for law in dict.fromkeys(row["what"] for row in results.rows_of("kernel", "pass without a law")):
        cells = []
        for level in results.levels:
            times = [1 / row["speed"]["ratio"] for row in results.rows_of("kernel", "pass without a law", cpu=level)
                     if row["what"] == law]
            cells.append(shown(times[0]) if times else "")
        rows.append([law.removesuffix(" on the tile machine")] + cells)
    if not rows:
        return ""
    return f"""
The same laws compared with the pass alone: a program that makes floats of pixels and pixels of these.

{table(["law, passes without a law that it takes as long as"] + results.levels, rows)}
"""


def setting_part(results, other_run):
    """What new settings cost, and which other run has measured it; empty where none has."""
    if not results.settings:
        return ""
    rows = [[row["what"], number(row["microseconds"]["ratio"])] for row in results.settings]
    return f"""
## New settings

Microseconds before the next frame, {size_text(results.settings[0]["size"])} BGRx, {results.settings[0]["cpu"]}, in a chain of one
filter or of eight. With a new number the programs stay; of a new text, the laws are lowered to programs.

{other_run}{table(["filters", "microseconds"], rows)}
"""


def start_part(results, other_run):
    """What a start costs, and which other run has measured it; empty where none has."""
    if not results.starts:
        return ""

    def cell(value, unit):
        return f"{number(value['ratio'])} {unit}" if value else ""

    rows = [[row["what"], cell(row["value"], row["unit"]), row.get("peer", ""), cell(row.get("peerValue"), row["unit"])]
            for row in results.starts]
    return f"""
## Start and memory

Whole processes of GStreamer's tools, which find all plugins in their registry; how long the plugin takes to load in a process that has
GStreamer alone; and what each of 64 elements in a row adds to the memory of a process when a frame of 640x480 I420 has passed. Elements
that look at images of their own between passes keep these, which grow with the frame, until they stop.

{other_run}{table(["what", "this project", "beside", "that"], rows)}
"""


def declared_part(results):
    """Elements that nothing else is measured of; empty for a run that has not measured them."""
    own = {row["what"].split()[0] for row in results.rows if row["level"] == "effect" and row["peer"] == "the element"}
    found = {}
    for row in results.rows:
        element, frames = row["what"].split()[0], formats(row["what"])
        if row["level"] == "element" and row["peer"] == "identity" and element not in own:
            found.setdefault(without_formats(row["what"]), {})[frames] = row
    if not found:
        return ""
    names = list(dict.fromkeys(name for rows in found.values() for name in rows))
    compared = {element.split()[0] for element, _ in results.element_ratios()}
    alone = dict.fromkeys(what.split()[0] for what in found if what.split()[0] not in compared)
    alone_text = textwrap.fill(
        "No row above has these beside what others have: no package that is installed does the same, or its like is measured. They are "
        + ", ".join(f"`{name}`" for name in alone) + ".", 136, break_on_hyphens=False)
    rows = [
        [f"`{what}`"] + [number(by_format[name]["nanoseconds"] / 1e6) if name in by_format else "" for name in names]
        for what, by_format in found.items()
    ]
    return f"""
## Every other element

Milliseconds of a frame with the settings of the element's example, {results.size}, one thread, {results.levels[0]}, in few rounds:

{table(["element"] + names, rows)}

{alone_text}
"""


def radius_part(results):
    """How cost grows with the radius; empty for a run that has not measured it."""
    points = results.growth.get("radii", [])
    if not points:
        return ""
    elements = list(dict.fromkeys(point["element"] for point in points))
    radii = sorted({point["radius"] for point in points})
    rows = [
        [f"`{element}`"] + [
            "".join(number(p["milliseconds"]["ratio"]) for p in points if (p["element"], p["radius"]) == (element, radius))
            for radius in radii
        ] for element in elements
    ]
    return f"""
![Milliseconds by radius](radii.svg)

Milliseconds of a frame by radius, {size_text(points[0]["size"])} {points[0]["format"]}, one thread, {results.levels[0]}:

{table(["element"] + [str(radius) for radius in radii], rows)}
"""


def kernel_table(results):
    """Kernels beside the C compiler's loops."""
    rows = []
    for row in results.rows_of("kernel", "C compiler's loop", cpu=results.levels[0]):
        levels = [
            ratio_cell([r for r in results.rows_of("kernel", "C compiler's loop", cpu=level) if r["what"] == row["what"]])
            for level in results.levels
        ]
        rows.append([f"`{row['what']}`"] + levels)
    return table(["kernel, compared with the same loop in C"] + results.levels, rows)
