#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Puts a video file through a filter, keeps its sound, and prints how far it is."""

import argparse
import os
import signal
import sys

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstPbutils", "1.0")
from gi.repository import GLib, Gst, GstPbutils  # noqa: E402

MUXERS = {".mp4": "mp4mux", ".m4v": "mp4mux", ".mov": "qtmux", ".mkv": "matroskamux"}
# Both are taken apart by the muxer: AAC is copied, other sound is encoded.
AAC = "audio/mpeg,mpegversion=(int)4"


class Failure(Exception):
    """What ends the program, in a sentence."""


def sound_of(path):
    """Which sound a video has: "copied" AAC, "encoded" other, or None. Fails where there is no video that can be played."""
    try:
        found = GstPbutils.Discoverer.new(30 * Gst.SECOND).discover_uri(Gst.filename_to_uri(os.path.abspath(path)))
    except GLib.Error as error:
        raise Failure(f"{path} can't be played: {error.message}") from None
    if not found.get_video_streams():
        raise Failure(f"{path} has no video stream.")
    streams = found.get_audio_streams()
    if not streams:
        return None
    return "copied" if streams[0].get_caps().can_intersect(Gst.Caps.from_string(AAC)) else "encoded"


def make_pipeline(source, target, muxer, filter_text, sound):
    decoded = "video/x-raw(ANY);audio/x-raw(ANY)" + (f";{AAC}" if sound == "copied" else "")
    # H.264 that every player can decode is 4:2:0. A muxer waits for every stream it is promised, so there is a branch for sound only
    # where there is sound. Each branch has a queue, so that the muxer can wait for either.
    text = (
        f'filesrc name=source ! decodebin name=in caps="{decoded}" {muxer} name=out ! filesink name=target '
        f"in. ! queue ! progressreport silent=true update-freq=1 ! videoconvert ! {filter_text} ! videoconvert "
        "! video/x-raw,format=I420 ! videocrop name=even ! x264enc speed-preset=veryfast ! queue ! out. ")
    if sound == "copied":
        text += "in. ! queue ! aacparse ! queue ! out."
    elif sound == "encoded":
        text += "in. ! queue ! audioconvert ! audioresample ! avenc_aac ! aacparse ! queue ! out."
    try:
        pipeline = Gst.parse_launch_full(text, None, Gst.ParseFlags.FATAL_ERRORS)
    except GLib.Error as error:
        raise Failure(f'"{filter_text}" is no filter: {error.message}') from None
    # Set after parsing: a path may have any character.
    pipeline.get_by_name("source").set_property("location", source)
    pipeline.get_by_name("target").set_property("location", target)
    pipeline.get_by_name("even").get_static_pad("sink").add_probe(Gst.PadProbeType.EVENT_DOWNSTREAM, make_even)
    return pipeline


def make_even(pad, info):
    """H.264 has even sizes: the last column or row of odd ones is cut off, before the encoder is told the size."""
    event = info.get_event()
    if event.type == Gst.EventType.CAPS:
        size = event.parse_caps().get_structure(0)
        for edge, name in (("right", "width"), ("bottom", "height")):
            pad.get_parent_element().set_property(edge, size.get_int(name)[1] % 2)
    return Gst.PadProbeReturn.OK


class Run:
    """One run of a pipeline: to its end, its error, or a signal."""

    def __init__(self, pipeline, seconds):
        self.pipeline = pipeline
        self.seconds = seconds
        self.failure = None
        self.status = 0
        self.loop = GLib.MainLoop()
        self.ticks = self.last_position = 0
        self.is_line_open = False

    def play(self):
        bus = self.pipeline.get_bus()
        bus.add_signal_watch()
        bus.connect("message", self.on_message)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, number, self.on_signal, number)
        GLib.timeout_add_seconds(1, self.on_tick)
        # If this fails an error is on the bus.
        self.pipeline.set_state(Gst.State.PLAYING)
        try:
            self.loop.run()
        finally:
            self.pipeline.set_state(Gst.State.NULL)
            if self.is_line_open:
                print()
        if self.failure:
            raise Failure(self.failure)
        return self.status

    def on_signal(self, number):
        self.status = 128 + number
        self.loop.quit()
        return GLib.SOURCE_CONTINUE

    def on_tick(self):
        """A damaged file, or a disk that takes nothing, may stop everything without an error."""
        position = self.pipeline.get_by_name("target").query_position(Gst.Format.BYTES)
        self.ticks = 0 if position != self.last_position else self.ticks + 1
        self.last_position = position
        if self.ticks >= self.seconds:
            self.failure = f"Nothing could be read or written for {self.seconds} seconds."
            self.loop.quit()
        return GLib.SOURCE_CONTINUE

    def on_message(self, bus, message):
        if message.type == Gst.MessageType.EOS:
            self.show("100 %")
            self.loop.quit()
        elif message.type == Gst.MessageType.ERROR:
            # Others follow from the first.
            self.failure = self.failure or message.parse_error()[0].message
            self.loop.quit()
        elif message.type == Gst.MessageType.ELEMENT and message.has_name("progress"):
            self.ticks = 0
            progress = message.get_structure()
            known, percent = progress.get_double("percent-double")
            if known:
                self.show(f"{percent:.0f} %")

    def show(self, text):
        """On a terminal in one line, which is written anew; elsewhere in a line each."""
        self.is_line_open = sys.stdout.isatty()
        print(f"\r{text:>5}" if self.is_line_open else text, end="" if self.is_line_open else "\n", flush=True)


def check_paths(source, target):
    if not os.path.exists(source):
        raise Failure(f"There is no {source}.")
    if not os.path.isfile(source):
        raise Failure(f"{source} is not a file.")
    if not os.access(source, os.R_OK):
        raise Failure(f"{source} can't be read: permission denied.")
    if os.path.exists(target) and not os.path.isfile(target):
        raise Failure(f"{target} is not a file.")
    if os.path.exists(target) and os.path.samefile(source, target):
        raise Failure(f"INPUT and OUTPUT are the same file: {target}.")
    folder = os.path.dirname(target) or "."
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError:
        pass
    if not os.path.isdir(folder) or not os.access(folder, os.W_OK):
        raise Failure(f"{folder} is not a folder that can be written.")


def whole_seconds(text):
    seconds = int(text)
    if seconds < 1:
        raise argparse.ArgumentTypeError("takes whole seconds from 1")
    return seconds


def main():
    parser = argparse.ArgumentParser(prog="simple-video-file", description=__doc__)
    parser.add_argument("input")
    parser.add_argument("output", help="ends in .mp4, .mov or .mkv")
    parser.add_argument(
        "filter", nargs="?", default="swiftpixellate size=0.02",
        help='one element or more, as "swiftsepia ! swiftvignette" (default: %(default)s)')
    parser.add_argument(
        "--timeout", type=whole_seconds, default=60, metavar="SECONDS",
        help="fail when nothing could be read or written for so long (default: %(default)s)")
    options = parser.parse_args()
    source, target = options.input, options.output
    muxer = MUXERS.get(os.path.splitext(target)[1].lower())
    if muxer is None:
        parser.error(f"OUTPUT must end in .mp4, .mov or .mkv: {target}.")
    Gst.init(None)
    # What is there is replaced when the new file is whole.
    part = os.path.join(os.path.dirname(target), f".{os.path.basename(target)}.{os.getpid()}.part")
    try:
        check_paths(source, target)
        sound = sound_of(source)
        status = Run(make_pipeline(source, part, muxer, options.filter, sound), options.timeout).play()
        if status == 0:
            os.rename(part, target)
            print(f"Wrote {target}")
        return status
    except Failure as failure:
        print(f"simple-video-file: {failure}", file=sys.stderr)
        return 1
    finally:
        if os.path.exists(part):
            os.remove(part)


if __name__ == "__main__":
    sys.exit(main())
