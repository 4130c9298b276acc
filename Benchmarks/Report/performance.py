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

    def ratios(self, size="1920x1080"):
        """Elements that were measured in both formats, by how many times as long a frame of BGRx takes as one of I420."""
        times = {}
        for row in self.rows:
            if row["input"] == row["output"] and size_text(row["size"]) == size and row["milliseconds"] > 0.01:
                times.setdefault(row["element"], {})[row["input"]] = row["milliseconds"]
        return {name: found["BGRx"] / found["I420"] for name, found in times.items() if {"BGRx", "I420"} <= set(found)}

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
        f"I420 and NV12 are {planar_times} times as fast as BGRx where colours are mapped within R'G'B', where luma alone counts, and where "
        f"planes are blurred or turned: three eighths of the bytes, in one pass over codes. They are {planar}.",
        f"BGRx is {packed_times} times as fast where each component changes by itself or is compared with its neighbours: in Y'CbCr each "
        f"pixel is brought to R'G'B' and back. They are {packed}.",
        "Others take at most twice as long in one as in the other. All of this is of 1080p, by the table below.",
    ]
    return "\n".join(textwrap.fill(f"- {text}", 136, subsequent_indent="  ", break_on_hyphens=False) for text in texts)


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

- Leave frames as they come. Elements take what cameras and decoders give, and a `videoconvert` before and after costs more than
  most of them: 1 to 2 ms at 720p, 2 to 6 ms at 1080p.
{format_text(costs)}

## Threads

- `n-threads=0` uses all CPUs, a band of the frame each. What takes little time has one thread whatever it says, as waking another one
  would take longer.
- Where a frame is bound by memory (`swiftmix`, `swiftdepthgray`, `swiftrosy` on large frames), a second thread adds little;
  [Benchmarks](benchmarks/README.md#two-threads) has what two threads and two processes gain, and how fast the memory is.
- With an encoder in the same pipeline `n-threads=1` leaves the other CPUs to it.
- A `queue` after an element lets it work on the next frame while what follows works on this one.

## Chains

- `swiftchain filters="sepia ! vignette ! sobel"` makes one pass of the frame where three elements make three. It gains most where
  filters are cheap and frames are large.{costs.chain_text()}
- Elements that pass through (`intensity=0`, `saturation=1`) cost nothing: they hand frames on.
- Put what makes frames smaller first, and what draws last.

## What each element takes

Milliseconds for a frame, in one thread, with the settings of the row. Divide 1000 by them for frames a second. Cycles a pixel are the
time at the middle size, multiplied by the clock rate. They tell about what another computer with the same instructions takes: pixels
times cycles, divided by its clock rate. Large frames that leave the caches, and warps above all, take more cycles a pixel there.
Energy goes with cycles. `swiftopacity` hands on frames that have no alpha; `swiftframedelay`, which is not here, hands on frames that
it has kept.

{costs.machine_text()}

{costs.table()}
"""
