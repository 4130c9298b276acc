#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""How long filters take on this machine, beside what else GStreamer has for the same: a table, and a plot."""

import argparse
import os
import sys
import time

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstApp", "1.0")
import matplotlib  # noqa: E402
import numpy  # noqa: E402
from gi.repository import GLib, Gst, GstApp  # noqa: E402, F401

import tasks  # noqa: E402

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

# Formats in the order in which they are tried: one that an element takes by itself.
FORMATS = ["RGBA", "BGRA", "RGBx", "RGB", "BGR", "AYUV"]
# Frames that are not counted: plans and tables are made with the first.
WARM_UP = 3
# Seconds that one frame may take.
PATIENCE = 60


class Failure(Exception):
    """Why an element is not timed, in a few words."""


def frames_of(video, width, height, form, count):
    """Frames of a video as buffers, converted before anything is timed; from its start again where it has too few."""
    pipeline = Gst.parse_launch(
        f"filesrc name=file ! decodebin ! videoconvert ! videoscale ! video/x-raw,format={form},width={width},height={height},"
        "pixel-aspect-ratio=1/1 ! appsink name=sink sync=false max-buffers=4")
    pipeline.get_by_name("file").set_property("location", video)
    sink = pipeline.get_by_name("sink")
    pipeline.set_state(Gst.State.PLAYING)
    found = []
    while len(found) < count and (sample := sink.try_pull_sample(20 * Gst.SECOND)):
        found.append(sample)
    error = pipeline.get_bus().pop_filtered(Gst.MessageType.ERROR)
    pipeline.set_state(Gst.State.NULL)
    if not found:
        raise Failure(error.parse_error()[0].message if error else "There is no frame in it.")
    caps = found[0].get_caps()
    return caps, [found[i % len(found)].get_buffer() for i in range(count)]


def missing(text):
    """The first element of a line that is not installed; None if all are."""
    names = [part.split()[0] for part in text.split(" ! ")]
    return next((name for name in names if "/" not in name and Gst.ElementFactory.find(name) is None), None)


def format_of(text):
    """The first format that the first element of a line takes."""
    if text.startswith("glupload"):
        return "RGBA"
    template = next(
        each for each in Gst.ElementFactory.find(text.split()[0]).get_static_pad_templates()
        if each.direction == Gst.PadDirection.SINK)
    for name in FORMATS:
        if template.get_caps().can_intersect(Gst.Caps.from_string(f"video/x-raw,format={name}")):
            return name
    raise Failure("takes none of the formats that are tried")


class Subject:
    """Elements that frames pass one by one: what comes out, and how long each took."""

    def __init__(self, text, caps):
        self.pipeline = Gst.parse_launch("appsrc name=source format=time block=true max-buffers=1 ! identity name=begin")
        # As a bin, whose ends are where frames are looked at.
        element = Gst.parse_bin_from_description(text, True)
        sink = Gst.ElementFactory.make("appsink", "sink")
        for each in (element, sink):
            self.pipeline.add(each)
        self.pipeline.get_by_name("begin").link(element)
        element.link(sink)
        sink.set_property("sync", False)
        self.source, self.sink = self.pipeline.get_by_name("source"), sink
        self.source.set_property("caps", caps)
        self.given = 0
        self.taken = []
        element.get_static_pad("sink").add_probe(Gst.PadProbeType.BUFFER, self.on_given)
        element.get_static_pad("src").add_probe(Gst.PadProbeType.BUFFER, self.on_passed)

    def on_given(self, pad, info):
        self.given = time.perf_counter_ns()
        return Gst.PadProbeReturn.OK

    def on_passed(self, pad, info):
        self.taken.append((time.perf_counter_ns() - self.given) / 1e6)
        return Gst.PadProbeReturn.OK

    def run(self, buffers):
        """What the last frame becomes. One at a time, so that nothing else runs meanwhile; those before are given back, as an element
        that makes new frames would else need new memory each time."""
        self.pipeline.set_state(Gst.State.PLAYING)
        try:
            made = None
            for i, buffer in enumerate(buffers):
                # A copy of its own: an element that works in place has nothing to copy.
                buffer = buffer.copy_deep()
                buffer.pts, buffer.duration = i * Gst.SECOND // 25, Gst.SECOND // 25
                self.source.emit("push-buffer", buffer)
                made = self.sink.try_pull_sample(PATIENCE * Gst.SECOND)
                if made is None:
                    error = self.pipeline.get_bus().pop_filtered(Gst.MessageType.ERROR)
                    raise Failure(error.parse_error()[0].message if error else f"gives no frame in {PATIENCE} s")
            return made
        finally:
            self.pipeline.set_state(Gst.State.NULL)


def pixels(buffer, caps):
    """R'G'B' of a frame as an array of rows, columns and three codes; of other formats GStreamer converts it."""
    size = caps.get_structure(0)
    width, height, form = size.get_value("width"), size.get_value("height"), size.get_value("format")
    if form == "AYUV":
        return converted(buffer, caps)
    bytes_each = len(form)
    known, mapped = buffer.map(Gst.MapFlags.READ)
    if not known:
        raise Failure("makes frames that can't be read")
    try:
        rows = numpy.frombuffer(mapped.data, numpy.uint8).reshape(height, -1)[:, : width * bytes_each]
        frame = rows.reshape(height, width, bytes_each)
        return numpy.stack([frame[..., form.index(letter)] for letter in "RGB"], axis=-1).astype(float)
    finally:
        buffer.unmap(mapped)


def converted(buffer, caps):
    sample = Subject("videoconvert ! capsfilter caps=video/x-raw,format=RGBA", caps).run([buffer])
    return pixels(sample.get_buffer(), sample.get_caps())


def measure(task, name, text, options):
    """A row of the table: the time of the fastest frame in ms, which other programs disturbed least, and how far the frame is from the task's law, in codes."""
    row = {"task": task.name, "name": name, "format": "", "ms": None, "difference": None, "note": ""}
    absent = missing(text)
    if absent:
        return row | {"note": f"{absent} is not installed"}
    try:
        row["format"] = format_of(text)
        caps, buffers = frames_of(options.video, options.width, options.height, row["format"], options.frames + WARM_UP)
        subject = Subject(text, caps)
        made = subject.run(buffers)
        # Correct before timed: what an element makes of the last frame, beside the law.
        before, after = pixels(buffers[-1], caps), pixels(made.get_buffer(), made.get_caps())
        if after.shape != before.shape:
            raise Failure("makes frames of another size")
        if numpy.array_equal(before, after):
            raise Failure("changes nothing")
        distance = numpy.abs(numpy.clip(task.law(before), 0, 255) - after)[task.border :, task.border :]
        row["difference"] = float(distance.mean())
        # Ours have to follow the law; others may have another one, and the table says how far it is.
        if name.startswith("swift") and row["difference"] > 1:
            raise Failure(f"is wrong: {row['difference']:.1f} codes off the law in the mean")
        row["ms"] = min(subject.taken[WARM_UP:])
    except (Failure, GLib.Error) as error:
        row["note"] = getattr(error, "message", None) or str(error)
    return row


def table(rows):
    """As text, with the ratio to the first of each task that was timed."""
    lines = [f"{'':<12} {'':<34} {'format':<7} {'ms':>8} {'times':>7} {'codes off':>10}"]
    for task in dict.fromkeys(row["task"] for row in rows):
        base = None
        for row in (each for each in rows if each["task"] == task):
            if row["ms"] is None:
                lines.append(f"{task:<12} {row['name']:<34} {row['note']}")
                continue
            base = base or row["ms"]
            lines.append(
                f"{task:<12} {row['name']:<34} {row['format']:<7} {row['ms']:>8.2f} {row['ms'] / base:>7.1f} {row['difference']:>10.1f}")
    return "\n".join(lines)


def plot(rows, options):
    timed = [row for row in rows if row["ms"] is not None]
    figure, axes = plt.subplots(figsize=(8, 0.28 * len(timed) + 1.2))
    places = range(len(timed), 0, -1)
    colours = ["#D55E00" if row["name"].startswith("swift") else "#0072B2" for row in timed]
    axes.barh(places, [row["ms"] for row in timed], color=colours, height=0.7)
    axes.set_yticks(places, [f"{row['task']}: {row['name']}" for row in timed], fontsize=8)
    for place, row in zip(places, timed):
        axes.annotate(f" {row['ms']:.2f}", (row["ms"], place), va="center", fontsize=7)
    axes.set_xscale("log")
    axes.set_xlabel(f"ms for a frame of {options.width}x{options.height}, the fastest of {options.frames} (logarithmic)")
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(options.plot, bbox_inches="tight", dpi=110)


def size(text):
    width, height = map(int, text.split("x"))
    if not (16 <= width <= 8192 and 16 <= height <= 8192):
        raise argparse.ArgumentTypeError("is WIDTHxHEIGHT, 16 to 8192 each")
    return width, height


def count(text):
    number = int(text)
    if not 1 <= number <= 10000:
        raise argparse.ArgumentTypeError("is from 1 to 10000")
    return number


def main():
    names = [task.name for task in tasks.TASKS]
    parser = argparse.ArgumentParser(prog="benchmark-suite", description=__doc__)
    parser.add_argument("--size", type=size, default=(1280, 720), help="WIDTHxHEIGHT of frames (default: 1280x720)")
    parser.add_argument("--frames", type=count, default=30, help="how many are timed (default: %(default)s)")
    parser.add_argument("--task", choices=names, action="append", help="this task alone; may be given more than once")
    parser.add_argument("--plot", default="benchmark-suite.png", help="the plot's file, .png or .svg (default: %(default)s)")
    parser.add_argument("video", help="a video file, whose frames are used")
    options = parser.parse_args()
    options.width, options.height = options.size
    if not options.plot.endswith((".png", ".svg")):
        parser.error("--plot ends in .png or .svg")
    if not os.path.isfile(options.video):
        sys.exit(f"benchmark-suite: There is no video file {options.video}")
    Gst.init(None)
    try:
        frames_of(options.video, options.width, options.height, "RGB", 1)
    except (Failure, GLib.Error) as error:
        sys.exit(f"benchmark-suite: {options.video}: {getattr(error, 'message', error)}")
    rows = []
    for task in tasks.TASKS:
        if options.task and task.name not in options.task:
            continue
        for name, text in task.subjects.items():
            print(f"{task.name}: {name}", file=sys.stderr)
            rows.append(measure(task, name, text, options))
    print(table(rows))
    plot(rows, options)
    print(f"Wrote {options.plot}")
    wrong = [row for row in rows if row["ms"] is None and row["name"].startswith("swift")]
    if wrong:
        sys.exit(f"benchmark-suite: {wrong[0]['name']}: {wrong[0]['note']}")


if __name__ == "__main__":
    main()
