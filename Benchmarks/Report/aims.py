# SPDX-License-Identifier: MIT
"""What the filters were to reach, beside what a run has measured."""

import re
import statistics

from results import shown, span, table
from tables import memory_bound_rows

#: What a row is of, its peer, and how many times as fast the filter is to be; and milliseconds more that are as good.
ELEMENT_AIMS = [
    ("swiftsaturation BGRx", "videobalance", 5, 0),
    ("swiftsepia BGRx", "coloreffects", 1.8, 0),
    ("swiftvignette BGRx", "frei0r-filter-vignette", 3, 0),
    ("swiftgamma BGRx", "gamma", 4, 0),
    ("swiftlut3d BGRx", "FFmpeg's lut3d", 4, 0),
    ("swift(saturation|sepia) (I420|NV12)", "itself on BGRx", 1 / 0.8, 0),
    ("swift(vignette|gamma|vibrance|lut3d) (I420|NV12)", "itself on BGRx", 1 / 1.5, 0.9),
    ("swiftchain BGRx", "the eight elements", 2.2, 0),
    ("swiftchain BGRx", "eight videobalance", 8, 0),
    ("swiftgaussianblur BGRx radius=2", "OpenCV GaussianBlur", 1.2, 0),
    ("swiftgaussianblur BGRx radius=8", "OpenCV GaussianBlur", 1.6, 0),
    ("swiftgaussianblur BGRx radius=20", "OpenCV GaussianBlur", 2, 0),
    ("swiftgaussianblur .*", ".*gaussianblur sigma.*", 14, 0),
    ("swiftboxblur BGRx.*", "OpenCV .*", 1, 0),
    ("swiftmedian BGRx radius=1", "OpenCV medianBlur.*", 1, 0),
    ("swiftdilate BGRx radius=4", "OpenCV dilate", 1, 0),
    ("swift(swirl|bulge) BGRx.*", "OpenCV remap", 0.95, 0),
    ("swift(swirl|bulge) BGRx.*", "twirl|bulge", 1.8, 0),
    ("swiftsobel I420.*", "videoconvert ! frei0r-filter-sobel.*", 5, 0),
    ("swiftpixellate BGRx.*", "frei0r-filter-pixeliz0r", 5, 0),
    ("swiftblend BGRA (multiply|screen|darken|add)", "frei0r-mixer.*", 4, 0),
    ("swiftblend BGRA (overlay|hard-light|soft-light)", "frei0r-mixer.*", 3, 0),
    ("swiftblend BGRA (hue|color)", "frei0r-mixer.*", 2, 0),
    ("swiftblend (I420|BGRA) in a quarter of .*", "compositor", 1.5, 0),
    ("swiftblend BGRA over NV12, to I420", "compositor, then videoconvert", 3, 0),
    ("swiftblend (BGRA normal|I420, half of each)", "compositor.*", 1, 0),
    ("swiftmix .*", "compositor.*", 1, 0),
    ("swiftchromakey .*", "alpha .*", 3, 0),
    ("swiftshader (BGRx|I420) (sepia|vignette|sharpen|swirl)", "swift(sepia|vignette|sharpen|swirl)", 1 / 1.2, 0),
    ("swiftshader RGBA (sepia|vignette|sharpen|swirl)", "glupload ! glshader ! gldownload", 4, 0),
]
EFFECT_AIMS = [
    ("swiftkuwahara BGRx radius=3", "memory pass", 1 / 20, 0),
    ("swiftkuwahara BGRx radius=8", "memory pass", 1 / 28, 0),
]
KERNEL_AIMS = [
    ("(sharpen|sketch|toon) on the tile machine", "loop fused by hand", 1 / 1.4, 0),
    ("(sepia|saturation|vignette|gamma|hue|posterize|false colour|levels|.* blend|chroma key) on the tile machine",
     "loop fused by hand", 1 / 1.3, 0),
    ("chain of eight on the tile machine", "loop fused by hand", 1 / 1.1, 0),
]
#: The same of every CPU level, the best first; None: no aim.
LEVEL_AIMS = [
    ("swiftntsc BGRx", "videoconvert from P010_10LE to BGRA", (1 / 0.55, 1 / 0.8, 1 / 1.7)),
    ("swiftntsc (I420|NV12|YUY2)", "itself on BGRx", (1 / 1.1, 1 / 1.1, 1 / 1.1)),
    ("swiftntsc BGRx compatibility=corrected", "itself with compatibility=ntsc-rs", (1 / 1.3, 1 / 1.3, 1 / 1.3)),
    ("swifteq (I420|GRAY8|NV12|YUY2)( chroma=keep)?", "cvequalizehist on GRAY8", (2, 2, 2)),
    ("swifteq RGBA mode=rgb", "frei0r-filter-equaliz0r", (3, 2, None)),
    ("swifteq .* method=clahe", "OpenCV CLAHE on GRAY8", (1.5, 1.5, 1.5)),
    ("swiftdepthgray .* spatial=true", "videoconvert", (1, 0.7, None)),
]
MEDIAN_AIM = ("loop fused by hand", 1 / 1.1)
PASS_AIMS = [("chain of eight on the tile machine", "pass without a law", 1 / 5, 0)]
ONE_THREAD = "itself with one thread"
#: Of what takes so many nanoseconds with one thread, how many times as fast two are to be.
THREADS_AIM = (2e6, 1.8)
#: Where two processes do so many times the work of one, "twice" in a noisy measurement.
TWICE = 1.9
#: Of starts, by the beginning of what is measured: at most so much, and whether that is beyond what it is beside.
START_AIMS = [
    ("gst-inspect", 30, True), ("gst-launch", 30, True), ("the plugin loads", 5, False),
    (".* that has had a frame, and waits", 1024, False),
]
#: Milliseconds of swiftntsc's frames at most: 60 of 1080p a second at v3, and 30 of 2160p at v4 with two threads.
LIVE_AIMS = [("1920x1080", "v3", 1, 1000 / 60), ("3840x2160", "v4", 2, 1000 / 30)]
#: Chains from a camera, beside a peer's, with one thread.
CAMERA_AIM = ("swiftntsc", "the conversions to BGRx and back alone", 1)
#: Microseconds at most: of new settings and texts, and of a frame of 16x16 pixels beyond `identity`.
SETTING_AIMS = [
    (".*, a new number", 2), ("eight filters, (lowered|the text read)", 200),
    ("a shader of 30 operations, lowered", 300),
]
SMALL_SIZE = "16x16"
SMALL_AIM = ("identity", 2)
#: Of these, beside another element or with another aim.
OTHER_SMALL_AIMS = [
    ("swiftntsc .*", "identity", 10), ("swiftdepthgray .*", "identity", 4), ("swiftmix .*", "compositor sink_1::alpha", 10),
]
#: AVX-512 and AVX2; the aims are not of older CPUs.
LEVELS = ("v4", "v3")
CPU_LEVELS = ("v4", "v3", "baseline")


def is_met(row, aim, more):
    """Whether a row reaches an aim."""
    return row["speed"]["ratio"] >= aim or (more > 0 and row["nanoseconds"] - row["peerNanoseconds"] <= more * 1e6)


def rows_of(results, level, what, peer, size):
    """Measured rows of an aim."""
    return [
        row for row in results.rows
        if row["level"] == level and row.get("speed") and row["cpu"] in LEVELS and (size is None or row["size"] == size)
        and re.fullmatch(what, row["what"]) and re.fullmatch(peer, row["peer"])
    ]


def aim_rows(rows, aim, more):
    """Cells of what was measured, a row for each pair."""
    for what, peer in dict.fromkeys((row["what"], row["peer"]) for row in rows):
        of = [row for row in rows if (row["what"], row["peer"]) == (what, peer)]
        cells = []
        for level in LEVELS:
            cells.append(", ".join(
                shown(row["speed"]["ratio"]) if is_met(row, aim, more) else f"**{shown(row['speed']['ratio'])}**"
                for row in of if row["cpu"] == level))
        aimed = shown(aim) + (f", or {more} ms more" if more else "")
        yield [f"`{what}`", f"`{peer}`", aimed] + cells


def median_rows(results):
    """The median of all laws beside loops by hand."""
    peer, aim = MEDIAN_AIM
    cells = []
    for level in LEVELS:
        ratios = [
            row["speed"]["ratio"] for row in results.rows_of("kernel", peer, cpu=level)
            if row["what"].endswith(" on the tile machine") and not row["what"].startswith("chain")
        ]
        middle = statistics.median(ratios) if ratios else 0
        cells.append(shown(middle) if middle >= aim else f"**{shown(middle)}**")
    return [["the median of all laws", f"`{peer}`", shown(aim)] + cells]


def time_cell(microseconds, aim):
    """A time, bold where it is longer than it was to be."""
    return shown(microseconds) if microseconds <= aim else f"**{shown(microseconds)}**"


def setting_rows(results):
    """What new settings cost."""
    return [
        [row["what"], f"{aim}", time_cell(row["microseconds"]["ratio"], aim)]
        for what, aim in SETTING_AIMS for row in results.settings if re.fullmatch(what, row["what"])
    ]


def small_rows(results):
    """What the smallest frames cost."""
    def cells(row, peer, aim):
        return [f"`{row['what']}`, {SMALL_SIZE}, beyond `{peer}`", f"{aim}",
                time_cell((row["nanoseconds"] - row["peerNanoseconds"]) / 1000, aim)]

    peer, aim = SMALL_AIM
    filters = [
        cells(row, peer, aim) for row in results.rows_of("element", peer, size=SMALL_SIZE, cpu=LEVELS[0])
        if not re.match("swift(eq|ntsc|mix|depthgray|orient|crop|chain|blend|mask|chromakey) ", row["what"])
    ]
    others = [
        cells(row, peer, aim) for what, peer, aim in OTHER_SMALL_AIMS
        for row in results.rows_of("element", peer, size=SMALL_SIZE, cpu=LEVELS[0]) if re.fullmatch(what, row["what"])
    ]
    return filters + others


def ratio_text(ratio, aim):
    """A ratio, bold where it is below its aim, with as many digits as show that."""
    if ratio >= aim:
        return f"{ratio:.2f}"
    return f"**{ratio:.2f}**" if f"{ratio:.2f}" != f"{aim:.2f}" else f"**{ratio:.3f}**"


def level_rows(results):
    """What was to be so much faster at each CPU level."""
    rows = []
    for what, peer, aims in LEVEL_AIMS:
        found = {}
        for row in results.rows_of("element", peer, size=results.size, threads=1):
            if row.get("speed") and re.fullmatch(what, row["what"]):
                found.setdefault(row["what"], {})[row["cpu"]] = row["speed"]["ratio"]
        for name, ratios in found.items():
            cells = []
            for cpu, aim in zip(CPU_LEVELS, aims):
                ratio = ratios.get(cpu)
                text = "" if ratio is None else ratio_text(ratio, aim or 0)
                cells.append(text if aim is None or ratio is None else f"{text} (aim {aim:.2f})")
            rows.append([f"`{name}`", f"`{peer}`"] + cells)
    return rows


def live_rows(results):
    """Whether live video keeps up, and chains from a camera, level by level."""
    lines = []
    for size, cpu, threads, aim in LIVE_AIMS:
        times = [
            row["nanoseconds"] / 1e6 for row in results.rows
            if row["level"] == "element" and row["what"] == "swiftntsc BGRx"
            and (row["size"], row["cpu"], row["threads"]) == (size, cpu, threads) and row.get("nanoseconds")]
        if times:
            lines.append([f"`swiftntsc`, {size}, {cpu}, threads: {threads}", f"at most {shown(aim)} ms", f"{time_cell(times[0], aim)} ms"])
    for what, aim, is_beyond in START_AIMS:
        for row in results.starts:
            if re.match(what, row["what"]):
                value = row["value"]["ratio"] - (row["peerValue"]["ratio"] if is_beyond else 0)
                more = " more than " + row["peer"] if is_beyond else ""
                lines.append([row["what"], f"at most {aim} {row['unit']}{more}", f"{time_cell(value, aim)} {row['unit']}"])
    element, peer, aim = CAMERA_AIM
    for cpu in CPU_LEVELS:
        ratios = [
            beside["speed"]["ratio"] for row in results.cameras
            if (row["element"], row.get("cpu"), row["threads"]) == (element, cpu, 1)
            for beside in row["beside"] if beside["peer"] == peer]
        if ratios:
            cell = span(ratios)
            lines.append([
                f"`{element}` from a camera to I420, beside {peer}, {cpu}", shown(aim),
                cell if min(ratios) >= aim else f"**{cell}**"])
    return lines


def thread_rows(results):
    """Two threads of what takes some time with one."""
    least, aim = THREADS_AIM
    bound = [row["what"] for row in memory_bound_rows(results)]
    lines = []
    for row in results.rows:
        if row["peer"] != ONE_THREAD or not row.get("speed") or row["peerNanoseconds"] < least or row["what"] in bound:
            continue
        ratio, processes = row["speed"]["ratio"], (row.get("processes") or {}).get("ratio")
        is_due = processes is None or processes >= TWICE
        lines.append([
            f"`{row['what']}`", row["size"], shown(row["peerNanoseconds"] / 1e6), ratio_text(ratio, aim if is_due else 0),
            f"{processes:.2f}" if processes is not None else ""])
    return lines


def aim_part(results):
    """The table; empty for a run that has measured none of it."""
    lines, size = [], results.size
    groups = (("element", ELEMENT_AIMS, size), ("effect", EFFECT_AIMS, size), ("kernel", KERNEL_AIMS, None))
    for level, aims, of_size in groups:
        for what, peer, aim, more in aims:
            lines += aim_rows(rows_of(results, level, what, peer, of_size), aim, more)
    for what, peer, aim, more in PASS_AIMS:
        lines += aim_rows(rows_of(results, "kernel", what, peer, None), aim, more)
    lines += median_rows(results)
    times = setting_rows(results) + small_rows(results)
    if not lines:
        return ""
    threads, live = thread_rows(results), live_rows(results)
    thread_part = f"""Two threads, of what takes more than {THREADS_AIM[0] / 1e6:.0f} ms with one and is not bound by memory, at {LEVELS[0]}: {THREADS_AIM[1]} times as
fast, where two processes together do {TWICE} times as much or more. More than 2 is where half of a frame each stays in the CPUs' own caches.

{table(["element", "size", "ms with one thread", "two threads", "two processes"], threads)}

""" if threads else ""
    live_part = f"""Live video, and the start:

{table(["what", "aim", "measured"], live)}

""" if live else ""
    levels = level_rows(results)
    level_part = f"""The same with an aim for each CPU level:

{table(["element", "compared with"] + list(CPU_LEVELS), levels)}

""" if levels else ""
    return f"""## Aims

How many times as fast elements were to be, and how many times as fast they are; what missed its aim is bold.

{table(["filter", "compared with", "aim"] + list(LEVELS), lines)}

{level_part}{live_part}{thread_part}Times that were to be below a number of microseconds; and of a frame of 16x16 pixels, how much longer an
element takes than another:

{table(["what", "aim", "microseconds"], times)}
"""
