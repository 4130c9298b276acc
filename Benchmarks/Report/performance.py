# SPDX-License-Identifier: MIT
"""Writes docs/performance.md, of costs.json: what elements cost, and how to choose."""

import json
import os

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
- I420 and NV12 are the cheapest, by 3 to 5 times, where colours are mapped within R'G'B' (`swiftsepia`, `swiftsaturation`, `swifthue`,
  `swiftfalsecolor`, `swiftinvert`), where luma alone counts (`swifteq`), and where planes are blurred or turned (`swiftgaussianblur`,
  `swiftboxblur`, `swiftorient`): half the bytes of BGRx, in one pass over codes.
- BGRx is the cheapest, by 4 to 12 times, where each component changes by itself (`swiftbrightness`, `swiftcontrast`, `swiftgamma`,
  `swiftlevels`, `swifttonecurve`) or is compared with its neighbours (`swiftdilate`, `swifterode`, `swiftmedian`): in Y'CbCr each pixel
  is brought to R'G'B' and back. With several of these in a row `swiftchain` does that once.
- Others take between half and twice as long in one as in the other; the table tells.

## Threads

- `n-threads=0` uses all CPUs, a band of the frame each. What takes little time has one thread whatever it says, as waking another one
  would take longer.
- Where a frame is bound by memory (`swiftmix`, `swiftdepthgray`, `swiftrosy` on large frames), a second thread adds little.
- With an encoder in the same pipeline `n-threads=1` leaves the other CPUs to it.
- A `queue` after an element lets it work on the next frame while what follows works on this one.

## Chains

- `swiftchain filters="sepia ! vignette ! sobel"` makes one pass of the frame where three elements make three. It gains most where
  filters are cheap and frames are large.
- Elements that pass through (`intensity=0`, `saturation=1`) cost nothing: they hand frames on.
- Put what makes frames smaller first, and what draws last.

## What each element takes

Milliseconds for a frame, in one thread, with the settings of the row. Divide 1000 by them for frames a second. Cycles a pixel, at the
middle size, tell about what another computer with the same instructions takes: pixels times cycles, divided by its clock rate.
Power goes with cycles.

{costs.machine_text()}

{costs.table()}
"""
