# SPDX-License-Identifier: MIT
"""What swift-render takes beside one process of gst-launch-1.0: rows of a table for docs/archives.md.

usage: measure.py SWIFT_RENDER [--minutes 4] [--rounds 3]

The source has 1280x720 pixels at 30 frames a second. All ways make the same frames with the same encoder and one thread in each
process, in turn; figures are medians. Memory is the peak of the process itself, as the kernel counts it.
"""

import argparse
import os
import pathlib
import shlex
import shutil
import statistics
import subprocess
import tempfile
import time

ENCODER = "x264enc pass=quant quantizer=20 speed-preset=veryfast threads=1"
FILTERS = "saturation saturation=1.2 ! vignette"


def measured(*command):
    """Seconds of CPU with all that it starts, seconds of time, and the peak of its own memory in MiB."""
    before = os.times()
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        raise SystemExit(f"{' '.join(map(str, command))} fails")
    after = os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return cpu, time.monotonic() - start, usage.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("render")
    parser.add_argument("--minutes", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        measure(options, pathlib.Path(folder))


def measure(options, folder):
    """Prints the rows."""
    source, half = folder / "in.mkv", folder / "half.mkv"
    for video, frames in ((source, options.minutes * 1800), (half, options.minutes * 900)):
        subprocess.run(
            ["gst-launch-1.0", "-q", "videotestsrc", "pattern=ball", "animation-mode=running-time", f"num-buffers={frames}",
             "!", "video/x-raw,format=I420,width=1280,height=720,framerate=30/1", "!",
             "x264enc", "speed-preset=veryfast", "key-int-max=60", "!", "matroskamux", "!", "filesink", f"location={video}"], check=True)

    quarter = f"{options.minutes * 15}s"

    def plan(name, *more):
        job = folder / name
        shutil.rmtree(job, ignore_errors=True)
        subprocess.run(
            [options.render, "plan", source, "--filters", FILTERS, "--encoder", ENCODER, *more, "-o", job],
            check=True, stdout=subprocess.DEVNULL)
        return job

    def launched(name, video):
        return ["gst-launch-1.0", "-q", "filesrc", f"location={video}", "!", "matroskademux", "!", "h264parse",
                "!", "avdec_h264", "max-threads=1", "!", "swiftchain", "n-threads=1", f"filters={FILTERS}",
                "!", *ENCODER.split(), "!", "matroskamux", "!", "filesink", f"location={folder / name}"]

    def launch():
        return measured(*launched("launch.mkv", source))

    def launch_two():
        return measured("sh", "-c", " & ".join(shlex.join(launched(f"{name}.mkv", half)) for name in ("left", "right")) + " & wait")

    def run(name, processes, *more):
        return measured(options.render, "run", plan(name, *more), "--processes", str(processes), "--threads", "1")

    ways = {
        "`gst-launch-1.0`, all in one pipeline": launch,
        "`gst-launch-1.0` twice side by side, a half each": launch_two,
        "`run`, a whole file": lambda: run("whole", 1),
        f"`run --processes 1`, pieces of {quarter}": lambda: run("one", 1, "--segment", quarter),
        f"`run --processes 2`, pieces of {quarter}": lambda: run("two", 2, "--segment", quarter),
    }
    figures = {name: [] for name in ways}
    for _ in range(options.rounds):
        for name, way in ways.items():
            figures[name].append(way())
    median = {name: [statistics.median(column) for column in zip(*rows)] for name, rows in figures.items()}
    base = next(iter(median.values()))
    memory = measured(options.render, "segment", plan("memory", "--segment", quarter), "1", "--threads", "1")[2]

    print("| way | CPU | time | CPU, compared | time, compared |\n| --- | --- | --- | --- | --- |")
    for name, (cpu, seconds, _) in median.items():
        print(f"| {name} | {cpu:.1f} s | {seconds:.1f} s | {cpu / base[0]:.3f} | {seconds / base[1]:.3f} |")
    print(f"\nOne pipeline takes {base[2]:.0f} MiB, a segment {memory:.0f} MiB.")


if __name__ == "__main__":
    main()
