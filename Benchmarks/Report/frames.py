# SPDX-License-Identifier: MIT
"""Tables of what one frame takes, from frames.json."""

import json
import os

from results import size_text, table

CAMERA_FORMATS = ["YUY2", "NV12", "I420", "BGRx"]
LEVELS = {"baseline": "SSE2 (baseline)", "v3": "AVX2 (v3)", "v4": "AVX-512 (v4)"}
THREADS = {1: "one thread", 2: "two threads"}


class Frames:
    """What a run of `make bench-table` measured."""

    def __init__(self, folder):
        with open(os.path.join(folder, "frames.json"), encoding="utf-8") as file:
            data = json.load(file)
        self.machine = data["machine"]
        self.is_quick = data["isQuick"]
        self.level = LEVELS[data["cpu"]]
        self.rows = data["rows"]

    def sizes(self):
        """Sizes in the order in which they were measured."""
        return list(dict.fromkeys(size_text(row["size"]) for row in self.rows))

    def cell(self, what, size, threads, formats):
        """Milliseconds and frames per second of one row; empty where it was not measured."""
        for row in self.rows:
            if (row["what"], size_text(row["size"]), row["threads"]) == (what, size, threads) and formats(row):
                time = row["milliseconds"]["ratio"]
                return f"{number(time)} ms, {number(1000 / time)} fps"
        return ""

    def camera_table(self, threads, without=()):
        """Elements that keep the format, and what they are compared with."""
        names = dict.fromkeys(
            row["what"] for row in self.rows
            if row["input"] in CAMERA_FORMATS and row["threads"] == threads and row["what"] not in without)
        rows = [
            [label(what), size]
            + [self.cell(what, size, threads, lambda row, name=name: row["input"] == name) for name in CAMERA_FORMATS]
            for what in names for size in self.sizes()
        ]
        return table(["element", "frame"] + CAMERA_FORMATS, rows)

    def depth_table(self, threads):
        """Elements that make another format."""
        kinds = dict.fromkeys(
            (row["what"], row["input"], row["output"])
            for row in self.rows if row["input"] not in CAMERA_FORMATS and row["threads"] == threads)
        rows = [
            [f"`{what}`", f"{source} to {result}"]
            + [self.cell(what, size, threads, lambda row, to=result: row["output"] == to) for size in self.sizes()]
            for what, source, result in kinds
        ]
        return table(["element", "format"] + self.sizes(), rows)

    def machine_text(self):
        """Where and when, in a sentence."""
        machine = self.machine
        changed = f" with {machine['changedFiles']} changed files" if machine["changedFiles"] else ""
        tree = f"{machine['sourcesTree'][:12]}{changed}" if machine["sourcesTree"] else "not recorded"
        quick = " A quick run: its figures mean nothing." if self.is_quick else ""
        return (f"{machine['cpu']}, {machine['cores']} cores, GStreamer {machine['gstreamer']}, Sources tree {tree}, measured "
                f"{machine['date'][:10]} by `make bench-table`.{quick}")

    def readme_part(self):
        """The part of the README that the benchmark writes."""
        return f"""Time of one frame in one element, and the frames per second that this allows: native format, one thread, {self.level}.
For comparison: `videoconvert` to BGRx, and from BGRx to I420.

{self.camera_table(1, without=["memory pass"])}

{self.depth_table(1)}

{self.machine_text()}
"""

    def page_part(self):
        """The same with two threads, for the page of benchmarks."""
        parts = [
            f"With {THREADS[threads]}:\n\n{self.camera_table(threads)}\n\n{self.depth_table(threads)}" for threads in THREADS
        ]
        return f"""One element in its native format, {self.level}, milliseconds and frames per second. The output of each row was compared
with the scalar reference, bit for bit, before it was timed. `videoconvert` converts to BGRx, and from BGRx to I420. The memory
pass reads and writes the bytes of one frame once.

{self.machine_text()}

""" + "\n\n".join(parts)


def label(what):
    """A launch line as code; what is not one, as it is."""
    return what if what == "memory pass" else f"`{what}`"


def number(value):
    """A number with two significant digits, as many as a busy machine gives."""
    if value >= 100:
        digits = len(str(int(value))) - 2
        return str(int(round(value, -digits)))
    if value >= 9.95:
        return f"{value:.0f}"
    return f"{value:.1f}" if value >= 0.995 else f"{value:.2g}"
