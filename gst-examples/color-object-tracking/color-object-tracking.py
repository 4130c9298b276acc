#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Follows an object by its colour. A click on any of four views picks the colour; the keys + and - set how near to it pixels must be."""

import argparse
import os
import signal
import sys

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstVideo", "1.0")
from gi.repository import GLib, GObject, Gst, GstVideo  # noqa: E402

WIDTH, HEIGHT = 480, 270
# The four views: what swiftcolortrack shows in each, and where it is.
VIEWS = [("none", 0, 0), ("mask", WIDTH, 0), ("position", 0, HEIGHT), ("marker", WIDTH, HEIGHT)]
SOURCES = {
    "camera": "v4l2src name=source ! video/x-raw,width=1280,height=720 ! watchdog timeout=20000",
    "file": "filesrc name=source ! decodebin",
}


class Failure(Exception):
    """What ends the program, in a sentence."""


class App:
    def __init__(self, options):
        self.failure = None
        self.loop = GLib.MainLoop()
        self.pick = options.pick
        is_camera = options.input.startswith("/dev/")
        # Frames become small once, before the trackers.
        text = SOURCES["camera" if is_camera else "file"] + (
            f" ! videoconvert ! videoscale ! video/x-raw,width={WIDTH},height={HEIGHT},pixel-aspect-ratio=1/1 ! tee name=small "
            "compositor name=views ")
        text += " ".join(f"sink_{i}::xpos={x} sink_{i}::ypos={y}" for i, (_, x, y) in enumerate(VIEWS))
        text += " ! videoconvert ! " + ("fakesink sync=true" if options.headless else "autovideosink")
        for i, (show, _, _) in enumerate(VIEWS):
            # One of them tells where the object is.
            messages = "interval=100000000" if i == 0 else "post-messages=false"
            text += f" small. ! queue ! swiftcolortrack name=tracker{i} show={show} {messages} ! queue ! views.sink_{i}"
        self.pipeline = Gst.parse_launch(text)
        self.pipeline.get_by_name("source").set_property("device" if is_camera else "location", options.input)
        self.tracker, *others = (self.pipeline.get_by_name(f"tracker{i}") for i in range(len(VIEWS)))
        self.tracker.set_property("target-color", options.color)
        self.tracker.set_property("threshold", options.threshold)
        # A click comes to the tracker whose view it is on, so that each tells the others the colour that it picked.
        for other in others:
            for name in ("target-color", "threshold"):
                self.tracker.bind_property(
                    name, other, name, GObject.BindingFlags.BIDIRECTIONAL | GObject.BindingFlags.SYNC_CREATE)
        self.tracker.connect("notify::target-color", self.on_color)
        # What is typed in the window comes up the pipeline, as clicks do.
        views = self.pipeline.get_by_name("views").get_static_pad("src")
        views.add_probe(Gst.PadProbeType.EVENT_UPSTREAM, self.on_event)

    def play(self):
        bus = self.pipeline.get_bus()
        bus.add_signal_watch()
        bus.connect("message", self.on_message)
        GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGINT, self.loop.quit)
        # If this fails an error is on the bus.
        self.pipeline.set_state(Gst.State.PLAYING)
        try:
            self.loop.run()
        finally:
            self.pipeline.set_state(Gst.State.NULL)
        if self.failure:
            raise Failure(self.failure)

    def on_color(self, tracker, _):
        # On a streaming thread; printing is all that is done here.
        print(f"the colour is 0x{tracker.get_property('target-color'):06x}", flush=True)

    def on_event(self, _, info):
        event = info.get_event()
        if event.type != Gst.EventType.NAVIGATION:
            return Gst.PadProbeReturn.OK
        if GstVideo.Navigation.event_get_type(event) == GstVideo.NavigationEventType.KEY_PRESS:
            _, key = GstVideo.Navigation.event_parse_key_event(event)
            step = {"plus": 0.05, "KP_Add": 0.05, "minus": -0.05, "KP_Subtract": -0.05}.get(key, 0)
            if step:
                threshold = min(max(self.tracker.get_property("threshold") + step, 0), 2)
                self.tracker.set_property("threshold", threshold)
                print(f"the threshold is {threshold:.2f}", flush=True)
        return Gst.PadProbeReturn.OK

    def on_message(self, _, message):
        if message.type == Gst.MessageType.EOS:
            self.loop.quit()
        elif message.type == Gst.MessageType.ERROR:
            # Others follow from the first.
            self.failure = self.failure or message.parse_error()[0].message
            self.loop.quit()
        elif message.type == Gst.MessageType.ELEMENT and message.has_name("swift-color-track"):
            self.on_tracked(message.get_structure())
        elif message.type == Gst.MessageType.ASYNC_DONE and message.src == self.pipeline and self.pick:
            x, y = self.pick
            self.tracker.emit("pick", x * WIDTH, y * HEIGHT)
        elif message.type == Gst.MessageType.LATENCY:
            self.pipeline.recalculate_latency()

    def on_tracked(self, message):
        _, time = message.get_clock_time("stream-time")
        where = "nothing"
        if message.get_value("found"):
            x, y, area = (message.get_value(name) for name in ("x", "y", "area"))
            where = f"x {x:.3f}, y {y:.3f}, {100 * area:.1f} % of the frame"
        print(f"{time / Gst.SECOND:.2f} s: {where}", flush=True)


def color(text):
    number = int(text, 16)
    if not 0 <= number <= 0xFFFFFF:
        raise argparse.ArgumentTypeError("is 0xRRGGBB")
    return number


def place(text):
    x, y = map(float, text.split(","))
    if not (0 <= x < 1 and 0 <= y < 1):
        raise argparse.ArgumentTypeError("is X,Y, both from 0 to less than 1")
    return x, y


def threshold(text):
    number = float(text)
    if not 0 <= number <= 2:
        raise argparse.ArgumentTypeError("is from 0 to 2")
    return number


def main():
    parser = argparse.ArgumentParser(prog="color-object-tracking", description=__doc__)
    parser.add_argument("--color", type=color, default=0xFF0000, help="0xRRGGBB, what is followed before a click (default: 0xff0000)")
    parser.add_argument(
        "--threshold", type=threshold, default=0.7, help="0 to 2, how far from it pixels may be (default: %(default)s)")
    parser.add_argument("--pick", type=place, metavar="X,Y", help="take the colour at this place of the frame, as a click does")
    parser.add_argument("--headless", action="store_true", help="show nothing; print where the object is")
    parser.add_argument("input", help="a camera such as /dev/video0, or a video file")
    options = parser.parse_args()
    if not os.path.exists(options.input):
        sys.exit(f"color-object-tracking: There is no {options.input}")
    Gst.init(None)
    try:
        App(options).play()
    except (Failure, GLib.Error) as error:
        # GLib's errors have their sentence in a member.
        sys.exit(f"color-object-tracking: {options.input}: {getattr(error, 'message', error)}")


if __name__ == "__main__":
    main()
