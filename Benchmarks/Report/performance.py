# SPDX-License-Identifier: MIT
"""Writes docs/performance.md, of costs.json: what elements cost, and how to choose."""

import json
import os
import textwrap

from frames import LEVELS, number
from results import size_text, table

SIZES = {"1280x720": "720p", "1920x1080": "1080p", "3840x2160": "4K"}


class Costs:
    """What a run of `scripts/bench.sh --costs` measured."""

    def __init__(self, file):
        with open(file, encoding="utf-8") as opened:
            data = json.load(opened)
        self.machine = data["machine"]
        self.is_quick = data["isQuick"]
        self.level = LEVELS[data["cpu"]]
        self.gigahertz = data["gigahertz"]
        self.rows = data["rows"]
        #: Sizes in the order in which they were measured.
        self.sizes = list(dict.fromkeys(size_text(row["size"]) for row in self.rows))

    def machine_text(self):
        """Where and when, in a sentence."""
        quick = " A quick run: its figures mean nothing." if self.is_quick else ""
        return (f"{self.machine['cpu']} at {self.gigahertz:.1f} GHz, one thread, {self.level}, GStreamer "
                f"{self.machine['gstreamer']}, measured {self.machine['date'][:10]} by `scripts/bench.sh --costs`, load "
                f"{self.machine['loadBefore']:.2g} before and {self.machine['loadAfter']:.2g} after (the run itself adds 1).{quick}")

    def table(self):
        """A row for each element and format: milliseconds by size, and cycles a pixel at the middle size."""
        cells = {}
        for row in self.rows:
            formats = row["input"] if row["input"] == row["output"] else f"{row['input']} to {row['output']}"
            key = (f"{row['element']} {row['properties']}".strip(), formats)
            cells.setdefault(key, {})[size_text(row["size"])] = row
        middle = self.sizes[len(self.sizes) // 2]
        names = [SIZES.get(size, size) for size in self.sizes]

        def time(found, size):
            return f"{number(found[size]['milliseconds'])}" if size in found else ""

        def cycles(found):
            return f"{number(found[middle]['cyclesPerPixel'])}" if middle in found else ""

        # A table's columns may not have what parts them.
        lines = [
            [f"`{what.replace('|', '')}`", formats] + [time(found, size) for size in self.sizes] + [cycles(found)]
            for (what, formats), found in sorted(cells.items())
        ]
        return table(["element", "format"] + [f"{name}, ms" for name in names] + ["cycles a pixel"], lines)

    def in_both(self, size, key, least=0):
        """Milliseconds of what was measured in BGRx and in I420 alike, by format, and longer than `least`; `key` says of a row what it is of."""
        times = {}
        for row in self.rows:
            if row["input"] == row["output"] and size_text(row["size"]) == size and row["milliseconds"] > least:
                times.setdefault(key(row), {})[row["input"]] = row["milliseconds"]
        return {what: found for what, found in times.items() if {"BGRx", "I420"} <= set(found)}

    def ratios(self, size="1920x1080"):
        """Elements that were measured in both formats, by how many times as long a frame of BGRx takes as one of I420."""
        found = self.in_both(size, lambda row: row["element"], 0.01)
        return {name: times["BGRx"] / times["I420"] for name, times in found.items()}

    def conversions(self, frames, size="1920x1080"):
        """Milliseconds of videoconvert from I420 to BGRx and back."""
        found = {(row["input"], row["output"]): row["milliseconds"]["ratio"]
                 for row in frames if row["what"] == "videoconvert" and row["threads"] == 1 and size_text(row["size"]) == size}
        return found.get(("I420", "BGRx"), 0) + found.get(("BGRx", "I420"), 0)

    def converted_text(self, frames, size="1920x1080"):
        """Where a frame of I420 takes less by way of BGRx."""
        back = self.conversions(frames, size)
        both = self.in_both(size, lambda row: (row["element"], row["properties"]))
        dear = sorted({name for (name, _), times in both.items() if times["BGRx"] + back < times["I420"]})
        cheaper = sum(times["I420"] <= back for times in both.values())
        if not back or not both:
            return ""
        names = ", ".join(f"`{name}`" for name in dear)
        return (f"`videoconvert` from I420 to BGRx and back takes {number(back)} ms at 1080p. {cheaper} of {len(both)} elements take less than "
                f"that on I420 as it is." + (f" On these, a frame of I420 takes less time by way of BGRx: {names}." if dear else ""))

    def chain_text(self, size="1920x1080"):
        """The chain beside its elements, each by itself."""
        texts = []
        for format in ("BGRx", "I420"):
            times = {row["element"]: row for row in self.rows if row["input"] == format and size_text(row["size"]) == size}
            if "swiftchain" not in times:
                return ""
            filters = times["swiftchain"]["properties"].split('"')[1].split(" ! ")
            parts = ["swift" + part.split()[0] for part in filters]
            if not set(parts) <= set(times):
                return ""
            chain = times["swiftchain"]["milliseconds"]
            alone = sum(times[part]["milliseconds"] for part in parts)
            texts.append(f"of {format} {number(chain)} ms and {number(alone)}")
        return (f"\n- The chain of eight in the table, and its eight elements with settings of their own, take {', '.join(texts)}: "
                "of\n  Y'CbCr, elements that map codes by themselves gain nothing by a chain that others are part of.")


def names_of(ratios):
    """Elements, and the least and the most times that one of two formats is as fast as the other."""
    times = sorted(max(ratio, 1 / ratio) for ratio in ratios.values())
    names = ", ".join(f"`{name}`" for name in sorted(ratios))
    return names, f"{number(times[0])} to {number(times[-1])}" if times else ""


def format_text(costs):
    """Which format takes least, in which elements."""
    ratios = costs.ratios()
    planar, planar_times = names_of({name: ratio for name, ratio in ratios.items() if ratio >= 2})
    packed, packed_times = names_of({name: ratio for name, ratio in ratios.items() if ratio <= 0.5})
    if not planar or not packed:
        return ""
    texts = [
        f"I420 is {planar_times} times as fast as BGRx where colours are mapped within R'G'B', where luma alone counts, and where "
        f"planes are blurred or turned: three eighths of the bytes, most of them in one pass over codes. They are {planar}.",
        f"BGRx is {packed_times} times as fast where each component changes by itself or is compared with its neighbours: in Y'CbCr each "
        f"pixel is brought to R'G'B' and back. They are {packed}.",
        "Other filters take at most twice as long in one as in the other. All of this is of 1080p, by the table below. NV12 takes about as "
        "long as I420.",
    ]
    return "\n".join(textwrap.fill(f"- {text}", 136, subsequent_indent="  ", break_on_hyphens=False) for text in texts)


def convert_text(costs, folder):
    """Whether to convert frames."""
    with open(os.path.join(folder, "frames.json"), encoding="utf-8") as opened:
        frames = json.load(opened)["rows"]
    text = f"- Leave frames as they come, as a rule: elements take what cameras and decoders give. {costs.converted_text(frames)}"
    return textwrap.fill(text, 136, subsequent_indent="  ", break_on_hyphens=False)


def performance_page(folder):
    """The page; nothing where nothing was measured."""
    file = os.path.join(folder, "costs.json")
    if not os.path.exists(file):
        return None
    costs = Costs(file)
    return f"""<!-- Written by `scripts/bench.sh --costs` from docs/benchmarks/costs.json. -->
# Performance

What to choose so that a pipeline takes little time, and what each element takes. [Benchmarks](benchmarks/README.md) has the
elements beside others; [On a Raspberry Pi](raspberry-pi.md) is about small boards.

## Formats

{convert_text(costs, folder)}
{format_text(costs)}

## Threads

- `n-threads=0` uses all CPUs, a band of the frame each. What takes little time has one thread whatever it says, as waking another one
  would take longer.
- What a second thread gains depends on the element and the frame: [Benchmarks](benchmarks/README.md#two-threads) has it, beside what two
  processes gain that have nothing to do with each other. `swiftmix` gains nothing: its frames are bound by memory.
- With an encoder in the same pipeline `n-threads=1` leaves the other CPUs to it.
- A `queue` after an element lets it work on the next frame while what follows works on this one.

## Chains

- `swiftchain filters="sepia ! vignette ! sobel"` makes one pass of the frame where three elements make three, and gains by that in
  R'G'B'. In Y'CbCr convert once, or use elements.{costs.chain_text()}
- Elements that pass through (`intensity=0`, `saturation=1`) cost nothing: they hand frames on.
- Put what makes frames smaller first, and what draws last.

## What each element takes

Milliseconds for a frame, in one thread, with the settings of the row. Divide 1000 by them for frames a second. Cycles a pixel are the
time at the middle size, multiplied by the clock rate. They are of this CPU: pixels times cycles, divided by the clock rate of another
one with AVX2, are about the least that it takes. 1280x720 pixels at 2 cycles, with 2 GHz, are 0.9 ms. A small core has narrower units
and slower memory, and takes more cycles, above all for warps and large frames. Energy was not measured; a core that is busy for fewer
cycles takes less of it. [On a Raspberry Pi](raspberry-pi.md) counts instructions. `swiftopacity` hands on frames that have no alpha;
`swiftframedelay`, which is not here, hands on frames that it has kept.

{costs.machine_text()}

{costs.table()}
"""
