# SPDX-License-Identifier: MIT
"""Plays through an element whose push fails, stops, and plays again in the same pipeline, where nothing fails: every frame has
to come. gst-launch-1.0 ends at the error.

usage: again.py ELEMENT FRAMES     FRAMES: 3 or more
"""

import sys
from pathlib import Path

import gi

gi.require_version("Gst", "1.0")
from gi.repository import Gst  # noqa: E402

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))
from elements import elements, first_format  # noqa: E402

PIPELINES = {
    "filter": "{{source}} ! {name} ! {{sink}}",
    "mixer": "{{source}} ! {name} name=mix ! {{sink}} {{source}} ! mix.",
    "converter": "{{source}} ! video/x-raw,format={format} ! {name} ! {{sink}}",
    "source": "{name} num-buffers={{frames}} ! {{sink}}",
}
SECONDS = 50


def play(pipeline):
    """Plays until there is an error or the end. Returns the message's kind, whose it is, and how many frames came to the sink."""
    pipeline.set_state(Gst.State.PLAYING)
    kinds = Gst.MessageType.ERROR | Gst.MessageType.EOS
    message = pipeline.get_bus().timed_pop_filtered(SECONDS * Gst.SECOND, kinds)
    if message is None:
        sys.exit(f"FAILED neither an end nor an error in {SECONDS} s")
    frames = pipeline.get_by_name("sink").get_property("stats").get_value("rendered")
    result = message.type, message.src.get_name(), frames
    # The bus forgets what else has come.
    pipeline.set_state(Gst.State.NULL)
    return result


def main():
    element, frames = sys.argv[1], int(sys.argv[2])
    known = elements()[element]
    text = PIPELINES[known["kind"]].format(name=element, format=first_format(known))
    pipeline = Gst.parse_launch(
        text.format(
            frames=frames,
            source=f"videotestsrc num-buffers={frames}",
            sink="identity name=fails error-after=2 ! fakesink name=sink async=false",
        )
    )
    first = play(pipeline)
    pipeline.get_by_name("fails").set_property("error-after", -1)
    second = play(pipeline)
    if first != (Gst.MessageType.ERROR, "fails", 1):
        sys.exit(f"FAILED {element}: not an error after a frame: {first}")
    if second != (Gst.MessageType.EOS, pipeline.get_name(), frames):
        sys.exit(f"FAILED {element}: not {frames} frames and the end, when played again: {second}")


Gst.init(None)
main()
Gst.deinit()
