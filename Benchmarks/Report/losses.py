# SPDX-License-Identifier: MIT
"""Finds the rows in which this project is slower."""

import collections
import itertools

from results import formats, ratio_cell, shown, size_text, span

THREADS = {1: "one thread", 2: "two threads"}


def slower_chains(results):
    """Chains that take longer with two threads than with one, a line for each element."""
    single = {}
    lines = []
    for element in results.element_names():
        ratios = []
        for row in results.cameras:
            if row["element"] == element and row.get("cpu") and row.get("milliseconds"):
                key = (row["camera"], size_text(row["size"]), row["cpu"])
                if row["threads"] == 1:
                    single[element, key] = row["milliseconds"]["p50"]
                else:
                    ratios.append((single[element, key] / row["milliseconds"]["p50"], key))
        lost = [(ratio, key) for ratio, key in ratios if ratio < 1]
        if lost:
            sizes = ", ".join(dict.fromkeys(key[1] for _, key in lost))
            lines.append(
                f"- {element} from a camera to an encoder, in {len(lost)} of {len(ratios)} chains, of {sizes}: two threads are "
                f"**{span([ratio for ratio, _ in lost])}** times as fast as one (medians, not timed in turn, with "
                "videoconvert's threads)")
    return lines


def losses(results):
    """Rows in which an alternative, one thread or plain code is faster, in words."""
    found = []
    for (element, peer), levels in results.element_ratios().items():
        for level in results.levels:
            lost = [row for row in levels[level] if row.get("speed") and row["speed"]["ratio"] < 1]
            if lost:
                cases = ", ".join(formats(row["what"]) for row in lost)
                found.append(f"- `{element}` on {cases} at {level}: {ratio_cell(lost)} times as fast as `{peer}`")
    for row in results.rows:
        if row["peer"] == "itself with one thread" and row["speed"]["ratio"] < 1:
            found.append(
                f"- `{row['what']}` at {row['size']}, {row['cpu']}: two threads are {ratio_cell([row])} times as fast as one")
    found += slower_chains(results)
    for element, threads in itertools.product(results.element_names(), THREADS):
        for level in results.levels:
            ratios = collections.defaultdict(list)
            for row in results.cameras:
                if (row["element"], row["threads"], row.get("cpu")) == (element, threads, level):
                    for beside in row["beside"]:
                        ratios[beside["peer"]].append(beside["speed"]["ratio"])
            for peer, values in ratios.items():
                lost = [value for value in values if value < 1]
                if lost and peer != "no effect":
                    found.append(
                        f"- {element} from a camera to an encoder at {level} with {THREADS[threads]}, in {len(lost)} of "
                        f"{len(values)} chains: **{span(lost)}** times as fast as {peer}")
    peers = ("C compiler's loop", "loop fused by hand", "scalar reference")
    for what, peer in itertools.product(("kernel", "effect"), peers):
        for level in results.levels:
            lost = [row for row in results.rows_of(what, peer, cpu=level) if row["speed"]["ratio"] < 1]
            if lost:
                names = ", ".join(f"`{row['what']}` **{shown(row['speed']['ratio'])}**" for row in lost)
                found.append(f"- {what}s at {level}, times as fast as the {peer}: {names}")
    return "\n".join(found) or "None in this run."
