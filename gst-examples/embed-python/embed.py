#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Plays a video through swiftrosy, whose tint comes and goes by a curve, and reads from swifteq what became of it."""

import argparse
import os
import signal
import sys

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstController", "1.0")
from gi.repository import GLib, Gst, GstController  # noqa: E402

# When the tint changes its colour.
AMBER_TIME = 2 * Gst.SECOND


def mean(counts):
    """The mean of a histogram of codes from 0."""
    return sum(code * count for code, count in enumerate(counts)) / max(1, sum(counts))


class App:
    def __init__(self, video, headless, seconds):
        self.video = video
        # How long the first frame may take, and what waits for it: None once it is there.
        self.seconds = seconds
        self.wait = None
        self.status = 0
        self.is_amber = False
        self.is_ending = False
        self.loop = GLib.MainLoop()
        # The second swifteq changes nothing (intensity=0): it measures.
        self.pipeline = Gst.parse_launch(
            "filesrc name=file ! decodebin ! queue ! videoconvert ! swiftrosy name=rosy "
            "! swifteq mode=rgb intensity=0 post-messages=true interval=200000000 ! "
            + ("fakesink sync=true" if headless else "videoconvert ! autovideosink"))
        self.pipeline.get_by_name("file").set_property("location", video)
        self.rosy = self.pipeline.get_by_name("rosy")

    def add_curve(self):
        """Lets `intensity` rise from 0 to 1 in two seconds and fall again, exactly at each frame's time."""
        curve = GstController.InterpolationControlSource()
        curve.set_property("mode", GstController.InterpolationMode.LINEAR)
        for seconds, value in [(0, 0), (2, 1), (4, 0)]:
            curve.set(seconds * Gst.SECOND, value)
        self.rosy.add_control_binding(GstController.DirectControlBinding.new_absolute(self.rosy, "intensity", curve))

    def play(self):
        self.add_curve()
        bus = self.pipeline.get_bus()
        bus.add_signal_watch()
        bus.connect("message", self.on_message)
        GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGINT, self.on_interrupt)
        self.wait = GLib.timeout_add_seconds(self.seconds, self.on_no_frame)
        # If this fails an error is on the bus.
        self.pipeline.set_state(Gst.State.PLAYING)
        try:
            self.loop.run()
        finally:
            self.pipeline.set_state(Gst.State.NULL)
        return self.status

    def fail(self, sentence):
        # Others follow from the first.
        if self.status == 0:
            print(f"embed-python: {self.video}: {sentence}", file=sys.stderr)
        self.status = 1
        self.loop.quit()

    def on_no_frame(self):
        """A damaged file may give neither a frame nor an error."""
        self.wait = None
        self.fail(f"There was no frame within {self.seconds} seconds")
        return GLib.SOURCE_REMOVE

    def on_interrupt(self):
        """Ctrl-C ends it as the end of the video does, so that whatever is being written is whole. A second one does not wait."""
        if self.is_ending:
            self.loop.quit()
        self.is_ending = True
        self.pipeline.send_event(Gst.Event.new_eos())
        return GLib.SOURCE_CONTINUE

    def on_message(self, bus, message):
        if message.type == Gst.MessageType.ELEMENT and message.has_name("swifteq"):
            self.measured(message.get_structure())
        elif message.type == Gst.MessageType.EOS:
            print("the video is over", flush=True)
            self.loop.quit()
        elif message.type == Gst.MessageType.ERROR:
            self.fail(message.parse_error()[0].message)
        elif message.type == Gst.MessageType.ASYNC_DONE and message.src == self.pipeline and self.wait is not None:
            # The pipeline has its first frame.
            GLib.source_remove(self.wait)
            self.wait = None
        elif message.type == Gst.MessageType.LATENCY:
            self.pipeline.recalculate_latency()

    def measured(self, message):
        """What swifteq tells of a frame."""
        known, time = message.get_clock_time("stream-time")
        if not known:
            return
        means = ", ".join(f"{name} {mean(message.get_value(name)):.0f}" for name in ("red", "green", "blue"))
        print(f"{time / Gst.SECOND:.2f} s: {means}", flush=True)
        if not self.is_amber and AMBER_TIME <= time != Gst.CLOCK_TIME_NONE:
            self.is_amber = True
            # Properties may be set from any thread while it plays.
            self.rosy.set_property("tint-green", 0.6)
            self.rosy.set_property("tint-blue", 0.0)
            print("amber from here on", flush=True)


def whole_seconds(text):
    """What --timeout takes; argparse names this function where it fails."""
    seconds = int(text)
    if seconds < 1:
        raise argparse.ArgumentTypeError("takes whole seconds from 1")
    return seconds


def main():
    parser = argparse.ArgumentParser(prog="embed-python", description=__doc__)
    parser.add_argument("--headless", action="store_true", help="show nothing; play in real time all the same")
    parser.add_argument(
        "--timeout", type=whole_seconds, default=20, metavar="SECONDS",
        help="how long the first frame may take (default: %(default)s)")
    parser.add_argument("video")
    options = parser.parse_args()
    if not os.path.isfile(options.video):
        sys.exit(f"embed-python: There is no video file {options.video}")
    Gst.init(None)
    try:
        app = App(options.video, options.headless, options.timeout)
    except GLib.Error as error:
        sys.exit(f"embed-python: {error.message}")
    return app.play()


if __name__ == "__main__":
    sys.exit(main())
