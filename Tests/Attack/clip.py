# SPDX-License-Identifier: MIT
"""Plays a clip over and over through an element as fast as it goes, and looks at what the process holds, and at every time.

usage: clip.py FOLDER COUNT SECONDS ELEMENT     FOLDER: the clip, as COUNT images 000.jpg, 001.jpg ... of 25 a second
"""

import os
import sys
import time
from pathlib import Path

import gi

gi.require_version("Gst", "1.0")
from gi.repository import Gst  # noqa: E402

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))
from elements import elements, first_format, fragment  # noqa: E402

RATE = 25
# Bytes that may still be taken after the first tenth: two steps of the heap (128 KiB), and so many a frame. In an hour it is none;
# the least that malloc gives is 32.
ROOM, ROOM_FRAME = 256 * 1024, 8

# `clip` is the clip from its first frame, `half` from its middle.
PIPELINES = {
    "filter": "{{clip}} ! {name} ! {{sink}}",
    "mixer": "{name} name=mix {settings} ! {{sink}} {{clip}} ! mix. {{half}} ! mix.",
    "converter": "{{clip}} ! videoconvert ! video/x-raw,format={format} ! {name} {settings} ! {{sink}}",
    "source": "{name} {settings} num-buffers={{frames}} ! video/x-raw,width=640,height=360,framerate={{rate}}/1 ! {{sink}}",
}


def resident():
    """KiB of this process in memory."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024


def held():
    """Files and threads of this process."""
    return len(os.listdir("/proc/self/fd")), len(os.listdir("/proc/self/task"))


def play(pipeline, frames):
    """Plays to the end. Returns KiB at the first frame, after a tenth of all and at the end; and files and threads at both."""
    bus, sink = pipeline.get_bus(), pipeline.get_by_name("sink")
    kinds = Gst.MessageType.ERROR | Gst.MessageType.WARNING | Gst.MessageType.EOS
    pipeline.set_state(Gst.State.PLAYING)
    start = tenth = None
    while True:
        message = bus.timed_pop_filtered(50 * Gst.MSECOND, kinds)
        if message and message.type == Gst.MessageType.EOS:
            return (*start, *tenth, resident(), held())
        if message:
            parse = message.parse_error if message.type == Gst.MessageType.ERROR else message.parse_warning
            sys.exit(f"FAILED {message.src.get_name()}: {parse()[0].message}")
        rendered = sink.get_property("stats").get_value("rendered")
        if start is None and rendered > 0:
            start = resident(), held()
        if tenth is None and rendered >= frames // 10:
            tenth = resident(), held()


class Times:
    """Looks at the time of every frame that comes to a sink: that of its number.

    The first frame is kept waiting, while inputs with threads of their own come as far ahead as they can. So their pools have at once
    all frames that they will ever have, which else a pool takes at any time.
    """

    def __init__(self, sink):
        self.count, self.wrong = 0, None
        sink.get_static_pad("sink").add_probe(Gst.PadProbeType.BUFFER, self.take)

    def take(self, _, info):
        pts, expected = info.get_buffer().pts, self.count * Gst.SECOND // RATE
        if pts != expected and self.wrong is None:
            self.wrong = f"frame {self.count} is of {pts} ns, not {expected}"
        if self.count == 0:
            time.sleep(0.5)
        self.count += 1
        return Gst.PadProbeReturn.OK


def main():
    folder, count, seconds, element = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    Gst.init(None)
    frames = seconds * RATE

    def clip(first):
        return (
            f"multifilesrc location={folder}/%03d.jpg loop=true start-index={first} stop-index={count - 1} "
            f"num-buffers={frames} caps=image/jpeg,framerate={RATE}/1 ! jpegdec"
        )

    known = elements()[element]
    settings = fragment(known).partition(" ")[2]
    text = PIPELINES[known["kind"]].format(name=element, format=first_format(known), settings=settings)
    pipeline = Gst.parse_launch(text.format(clip=clip(0), half=clip(count // 2), frames=frames, rate=RATE, sink="fakesink name=sink sync=false"))
    times = Times(pipeline.get_by_name("sink"))
    begin = time.monotonic()
    start, start_held, tenth, tenth_held, end, end_held = play(pipeline, frames)
    taken = time.monotonic() - begin

    stats = pipeline.get_by_name("sink").get_property("stats")
    rendered, dropped = stats.get_value("rendered"), stats.get_value("dropped")
    pipeline.set_state(Gst.State.NULL)
    print(
        f"report: {element}: {seconds} s of video in {taken:.1f} s, {rendered} frames; resident: {start} KiB at the first, "
        f"{tenth} KiB after a tenth, {end} KiB at the end; {end_held[0]} files, {end_held[1]} threads"
    )
    room = (ROOM + ROOM_FRAME * (frames - frames // 10)) // 1024
    if (rendered, dropped, times.count) != (frames, 0, frames):
        sys.exit(f"FAILED {element}: {rendered} frames of {frames}, {dropped} dropped, {times.count} seen")
    if times.wrong is not None:
        sys.exit(f"FAILED {element}: {times.wrong}")
    if end - tenth > room:
        sys.exit(f"FAILED {element}: {end - tenth} KiB more at the end than after a tenth, {room} at most")
    if end_held > tenth_held:
        sys.exit(f"FAILED {element}: files and threads {tenth_held} became {end_held}")


main()
