# SPDX-License-Identifier: MIT
"""What swift-render takes beside one process of gst-launch-1.0: rows of a table for docs/archives.md.

usage: measure.py SWIFT_RENDER [--minutes 4] [--rounds 3]

The source has 1280x720 pixels at 30 frames a second. All ways make the same frames with the same encoder and one thread in each
process, in turn; figures are medians. Memory is the peak of the process itself, as the kernel counts it.
"""

import argparse
import os
import pathlib
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
    source = folder / "in.mkv"
    subprocess.run(
        ["gst-launch-1.0", "-q", "videotestsrc", "pattern=ball", "animation-mode=running-time", f"num-buffers={options.minutes * 1800}",
         "!", "video/x-raw,format=I420,width=1280,height=720,framerate=30/1", "!",
         "x264enc", "speed-preset=veryfast", "key-int-max=60", "!", "matroskamux", "!", "filesink", f"location={source}"], check=True)

    def plan(name, *more):
        job = folder / name
        shutil.rmtree(job, ignore_errors=True)
        subprocess.run(
            [options.render, "plan", source, "--filters", FILTERS, "--encoder", ENCODER, *more, "-o", job],
            check=True, stdout=subprocess.DEVNULL)
        return job

    def launch():
        return measured(
            "gst-launch-1.0", "-q", "filesrc", f"location={source}", "!", "matroskademux", "!", "h264parse",
            "!", "avdec_h264", "max-threads=1", "!", "swiftchain", "n-threads=1", f"filters={FILTERS}",
            "!", *ENCODER.split(), "!", "matroskamux", "!", "filesink", f"location={folder / 'launch.mkv'}")

    def run(name, processes, *more):
        return measured(options.render, "run", plan(name, *more), "--processes", str(processes), "--threads", "1")

    ways = {
        "`gst-launch-1.0`, all in one pipeline": launch,
        "`run`, a whole file": lambda: run("whole", 1),
        "`run --processes 1`, pieces of 60 s": lambda: run("one", 1, "--segment", "60s"),
        "`run --processes 2`, pieces of 60 s": lambda: run("two", 2, "--segment", "60s"),
    }
    figures = {name: [] for name in ways}
    for _ in range(options.rounds):
        for name, way in ways.items():
            figures[name].append(way())
    median = {name: [statistics.median(column) for column in zip(*rows)] for name, rows in figures.items()}
    base = next(iter(median.values()))
    memory = measured(options.render, "segment", plan("memory", "--segment", "60s"), "1", "--threads", "1")[2]

    print("| way | CPU | time | CPU, compared | time, compared |\n| --- | --- | --- | --- | --- |")
    for name, (cpu, seconds, _) in median.items():
        print(f"| {name} | {cpu:.1f} s | {seconds:.1f} s | {cpu / base[0]:.3f} | {seconds / base[1]:.3f} |")
    print(f"\nOne pipeline takes {base[2]:.0f} MiB, a segment {memory:.0f} MiB.")


if __name__ == "__main__":
    main()
