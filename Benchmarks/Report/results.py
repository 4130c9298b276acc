# SPDX-License-Identifier: MIT
"""Reads results of the benchmark, for pages and plots."""

import collections
import json
import os


class Results:
    """What a run measured."""

    def __init__(self, folder):
        with open(os.path.join(folder, "results.json"), encoding="utf-8") as file:
            data = json.load(file)
        self.machine = data["machine"]
        self.rounds = data["rounds"]
        self.is_quick = data["isQuick"]
        self.rows = data["rows"]
        # Runs before these were measured have none.
        self.settings = data.get("settings", [])
        self.starts = data.get("starts", [])
        #: Machines of the parts that another run has measured.
        self.earlier = data.get("earlier", {})
        #: By part: machines of elements that were measured by themselves.
        self.element_machines = data.get("elementMachines", {})
        self.cameras = data["cameras"]
        self.growth = data["growth"]
        # The best first.
        self.levels = self.machine["levels"]
        elements = [row for row in self.rows if row["level"] == "element"]
        self.size = collections.Counter(row["size"] for row in elements).most_common(1)[0][0] if elements else ""

    def element_names(self):
        """Elements in the order in which they were measured."""
        return list(dict.fromkeys(row["element"] for row in self.cameras))

    def element_ratios(self):
        """Rows of elements beside peers, by (element with its settings, peer), then by level."""
        found = collections.defaultdict(lambda: collections.defaultdict(list))
        for row in self.rows:
            if row["level"] == "element" and row["size"] == self.size and row["threads"] == 1 and row["peer"] != "identity":
                found[without_formats(row["what"]), row["peer"]][row["cpu"]].append(row)
        return found

    def rows_of(self, level, peer, **others):
        """Rows of a level beside a peer, with other fields as given."""
        return [
            row
            for row in self.rows
            if row["level"] == level and row["peer"] == peer and all(row[key] == value for key, value in others.items())
        ]


def split_formats(what):
    """An element and its settings; and the formats that are named between them: what goes in, and what comes out where that is another."""
    words = what.split()
    end = 1
    while end < len(words) and (words[end][0].isupper() or words[end] == "to"):
        end += 1
    return " ".join(words[:1] + words[end:]), " ".join(words[1:end]).rstrip(",")


def without_formats(what):
    """An element and its settings."""
    return split_formats(what)[0]


def formats(what):
    """What goes in, and what comes out where that is another."""
    return split_formats(what)[1]


def shown(value):
    """A number with as many digits as a noisy machine gives."""
    if value >= 9.95:
        return f"{value:.0f}"
    return f"{value:.1f}" if value >= 0.995 else f"{value:.2g}"


def span(values):
    """The least and the greatest of some numbers."""
    low, high = shown(min(values)), shown(max(values))
    return low if low == high else f"{low} to {high}"


def size_text(size):
    """A size as people write it."""
    return f"{size['width']}x{size['height']}"


def ratio_cell(rows):
    """The ratios of some rows; losses stand out."""
    missing = [row["missing"] for row in rows if row.get("missing")]
    ratios = [row["speed"]["ratio"] for row in rows if row.get("speed")]
    if not ratios:
        return "missing: " + missing[0] if missing else ""
    return f"**{span(ratios)}**" if min(ratios) < 1 else span(ratios)


def table(head, rows):
    """A table in Markdown."""
    lines = ["| " + " | ".join(head) + " |", "| " + " | ".join("---" for _ in head) + " |"]
    return "\n".join(lines + ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows])
