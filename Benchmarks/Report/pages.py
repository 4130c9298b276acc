# SPDX-License-Identifier: MIT
"""Writes the pages of a run of the benchmark, and the README's table.

usage: pages.py TREE     reads results.json, frames.json and costs.json of TREE/docs/benchmarks, writes pages beside them and
                         TREE/docs/performance.md, and changes TREE/README.md
"""

import os
import sys

from aims import aim_part
from frames import Frames
from losses import losses
from performance import performance_page
from results import Results
from tables import (
    camera_table, checked_text, declared_part, element_table, frame_table, frame_text, hand_table, kernel_table, memory_bound_text,
    memory_table, pass_part, radius_part, setting_part, start_part, thread_table, whole_table)

BEGIN, END = "<!-- speed: written by make bench -->\n", "<!-- end of speed -->"
WRITTEN = "<!-- Written by `make bench` from results.json. -->\n"


def small_sentence(results):
    """What a frame costs without pixels."""
    small = [row for row in results.rows if row["size"] == "16x16" and row["peer"] == "identity"]
    costs = [f"{row['what'].split()[0]} {row['nanoseconds'] / 1000:.1f}" for row in small]
    if not costs:
        return ""
    return (f"A frame of 16x16 pixels, which shows the fixed cost of a frame, takes this many microseconds: "
            f"{', '.join(costs)}, `identity` {small[0]['peerNanoseconds'] / 1000:.1f}.")


def growth_formats(results):
    """What elements were measured on by size."""
    others = {point["element"]: point["format"] for point in results.growth["pixels"] if point["format"] != "I420"}
    return ", ".join(["I420"] + [f"for {element} {format}" for element, format in others.items()])


def machine_text(results):
    """Where and when, in a sentence."""
    m = results.machine
    # A commit's name vanishes where history is written anew; git rev-parse REVISION:Sources tells which have this tree.
    tree = f"{m['sourcesTree'][:12]}, committed {m['commitDate'][:10]}" if m["sourcesTree"] else "not recorded"
    changed = f", with {m['changedFiles']} changed files" if m["changedFiles"] else ""
    quick = " A quick run: its figures mean nothing." if results.is_quick else ""
    return (f"{m['cpu']}, {m['cores']} cores, {m['kernel']}, {m['distribution']}, GStreamer {m['gstreamer']}, {m['swift']}, "
            f"C: {m['compiler'].split(' (')[0]}; Sources tree {tree}{changed}, measured {m['date'][:10]}; load "
            f"{m['loadBefore']:.2g} before and {m['loadAfter']:.2g} after (the run itself adds 1 to 2).{quick}")


def other_run(results, part):
    """Where and when another run has measured a part; empty where this one has."""
    def run(machine):
        return f"{machine['cpu']}, {machine['cores']} cores, measured {machine['date'][:10]}"

    runs = {}
    for element, machine in results.element_machines.get(part, {}).items():
        runs.setdefault(run(machine), []).append(element)
    texts = [f"Of another run, {name}: {', '.join(elements)}." for name, elements in runs.items()]
    if part in results.earlier:
        texts.insert(0, f"Of another run: {run(results.earlier[part])}.")
    return " ".join(texts) + "\n\n" if texts else ""


def page(results, frames):
    """docs/benchmarks/README.md."""
    best = results.levels[0]
    return f"""{WRITTEN}# Benchmarks

{machine_text(results)}

Every ratio is **how many times as fast as the peer** this project is: above 1 is faster, below 1 (bold) is slower. Both are
timed in turn, in rounds of many frames. The time of a round is the lower quartile of its frames, as other work on the machine
only makes frames slower. The ratio is the median of the rounds ({results.rounds}; 3 for chains and the scalar reference). The
[whole table](table.md) also has the lowest and the highest. `make bench` measures again and writes these pages.
[results.json](results.json) and [frames.json](frames.json) have all figures.

{checked_text(results)}

CPU levels are those of the kernels in use: v4 is AVX-512 with VBMI, v3 is AVX2, baseline is SSE2. Peers choose their own.

## Where this project is slower

{losses(results)}

Why:

- I420 and NV12 beside BGRx: a law of R'G'B' that is no map of its codes brings each pixel to R'G'B' and back, where BGRx has bytes that
  are looked up (swiftgamma), compared (swiftmedian, swiftdilate) or mixed as they are. Y'CbCr by way of videoconvert would be converted
  the same way, in passes of their own. A text (swiftshader) is taken for such a map only where it is one of components.
- swifteq on I420, NV12 and YUY2: cvequalizehist has luma alone; the element scales chroma as well, of which YUY2 has twice as much.
  `chroma=keep` leaves it. Counts are bound by a store for each or each second pixel, at every CPU level.
- baseline: SSE2 has no lookup of bytes, no gathering and no blend by a mask, and vectors of 16 bytes.
- swiftntsc with `compatibility=corrected` has carriers whose phase is not that of whole columns.
- Warps: `twirl`, `bulge`, `pinch`, `sphere`, `stretch` and `rotate` take one pixel, the nearest, where these mix four. A place takes
  sines, cosines or roots, and a pixel floats that are the reference's, bit for bit; remap is given its places, and its parts of pixels have 5 bits.
- swiftcanny: four passes over pixels of 16 bits, the first of them a blur of floats, where OpenCV has bytes of gray.
- swiftdepthgray with `spatial=true`: eight passes, in which each depth waits for the one before, beside one pass of a conversion.
- swiftntsc has no peer: what it is put beside tells its time in terms of well-known elements, and does much less.
- Two threads: small frames, and modes and formats that are bound by memory; [below](#two-threads) is what two processes gain.
- Kernels: memcpy and the C compiler's loops are about as fast as vectors of a level can be; `isOpaqueRow8` stops at the first byte in the reference.

{aim_part(results)}
## Milliseconds and frames per second

{frames.page_part()}

## Elements and alternatives

{results.size}, one thread, the whole time of a frame.

{other_run(results, "rows")}{element_table(results)}

![Elements and alternatives](ratios.svg)

compositor's `sink_1::alpha` is correct if the first input is opaque; `operator=source`, then `add`, is its recipe for a
cross-fade. cvequalizehist and OpenCV's CLAHE work on GRAY8, with the same luma as the element's input. The conversions from YUY2
or P010_10LE to BGRA are no alternatives; they give the time of a well-known element. frei0r's blend waits on a separate thread
for the first input.

These peers do a like task by another law: `twirl`, `bulge`, `pinch`, `sphere`, `stretch` and `rotate` take the nearest pixel; frei0r's
pixeliz0r shows the means of squares, swiftpixellate the pixels in their middles; its sobel finds edges of each component, swiftsobel those of luma; OpenCV's
bilateralFilter weights a round window, 9 pixels wide, by Gaussians, swiftbilateral nine pixels of a column and then of a row;
OpenCV's Canny follows edges through the frame, swiftcanny looks at 3x3 pixels. cvsobel and cvlaplace work on gray. videobalance
looks up codes of Y'CbCr, of BGRx too; frei0r's sharpness, colorize and curves work on RGBA as they define it. OpenCV's remap has
its maps ready, of which the making is not timed, and rounds places to 1/32 of a pixel; the elements compute them anew for each frame.

{small_sentence(results)}

## Effects alone

The library without GStreamer, {results.size}, one thread, {best}. The memory pass reads and writes as many bytes as the effect.
"The element" shows the overhead of GStreamer; 1 is none.

{memory_table(results)}

## Two threads

{thread_table(results)}

{memory_bound_text(results)}

## From a camera to an encoder

{other_run(results, "cameras")}`source ! chain ! I420`, with frames from a buffer pool as cameras provide them, and one process for each chain. The elements of
this project take the camera's format, and one videoconvert converts to I420 (swiftdepthgray writes I420 itself). A peer that
supports only R'G'B' has a videoconvert before it and one after it. compositor's second recipe has one after it, from BGRA. All
videoconverts have as many threads as the elements. The tables cover all sizes and formats, with one thread and with two.
[Frame times and memory of each chain](cameras.md).

{camera_table(results, 1)}

{camera_table(results, 2)}

![Time of a frame from camera to encoder](cameras.svg)

GStreamer has no element like swiftntsc; its peer is an R'G'B' filter that does nothing, with the necessary conversions.
swifteq equalizes luma, equaliz0r each of R', G' and B'. swiftrosy is compared with sepia, swiftdepthgray with colours with heat.

## How cost grows

{other_run(results, "growth")}![Nanoseconds for each pixel](pixels.svg)

{growth_formats(results)}, one thread, {best}. The memory pass shows the sizes of the caches.

![Milliseconds for each element in a row](lengths.svg)
{radius_part(results)}
## Kernels

A row of 1920 pixels in the first-level cache, compared with a plain C loop with `restrict`, compiled with -O3 for the same level.
The [whole table](table.md) has the other kernels, compared with the scalar reference and the memory pass.

{kernel_table(results)}

![Kernels and the C compiler's loops](kernels.svg)

Laws of pixels on the tile machine, {results.size} BGRx, compared with loops in vectors as wide, which a person wrote for one law
each. Those of neighbours include what the element does to frames.

{hand_table(results)}
{pass_part(results)}{setting_part(results, other_run(results, "settings"))}{start_part(results, other_run(results, "starts"))}{declared_part(results)}"""


def replace(path, new):
    """Replaces what is between the markers."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    head, found, rest = text.partition(BEGIN)
    _, closed, tail = rest.partition(END)
    if not found or not closed:
        sys.exit(f"pages.py: {path} lacks the line {(END if found else BEGIN).strip()}")
    with open(path, "w", encoding="utf-8") as file:
        file.write(head + BEGIN + new + END + tail)


def main(tree):
    folder = os.path.join(tree, "docs/benchmarks")
    results, frames = Results(folder), Frames(folder)
    pages = {
        "README.md": page(results, frames),
        "table.md": f"{WRITTEN}# Kernels, effects and elements\n\n{whole_table(results)}\n",
        "cameras.md": f"{WRITTEN}# From a camera to an encoder\n\n{frame_text(results)}\n\n{frame_table(results)}\n",
    }
    for name, text in pages.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
    performance = performance_page(folder)
    if performance is not None:
        with open(os.path.join(tree, "docs/performance.md"), "w", encoding="utf-8") as file:
            file.write(performance)
    replace(os.path.join(tree, "README.md"), frames.readme_part())


if len(sys.argv) != 2:
    sys.exit(__doc__)
main(sys.argv[1])
