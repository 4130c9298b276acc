#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes aloe-depth.mkv, a video of depth, from a disparity map: a window that moves over it, as a camera would.

usage: make-depth.py aloeGT.png aloe-depth.mkv

The map is the disparity in pixels of 1282x1110, less 270 (Middlebury 2006), from a focal length of 3740 pixels and a
baseline of 160 mm. Depth is 16 bits in millimetres, focal length * baseline / disparity; 0 stays 0, no measurement.
Every 4th pixel of every 4th row is taken as it is, so that no depth is invented. Needs GStreamer with its libav plugin.
"""
import array
import math
import subprocess
import sys
import tempfile

MAP_WIDTH, MAP_HEIGHT = 1282, 1110
STEP = 4
WIDTH, HEIGHT = 256, 144
RATE, FRAMES = 15, 80


def launch(*words):
    subprocess.run(["gst-launch-1.0", "-q", *words], check=True)


def main(disparity_path, video_path):
    with tempfile.TemporaryDirectory() as folder:
        launch(
            "filesrc", f"location={disparity_path}", "!", "pngdec", "!", "video/x-raw,format=GRAY8", "!",
            "filesink", f"location={folder}/map")
        with open(f"{folder}/map", "rb") as file:
            disparity = file.read()
        stride = (MAP_WIDTH + 3) & ~3
        assert len(disparity) == stride * MAP_HEIGHT, "a map of another size"
        depth = [0] + [round(3740 * 160 / (d + 270)) for d in range(1, 256)]
        with open(f"{folder}/video", "wb") as file:
            for frame in range(FRAMES):
                part = (1 - math.cos(2 * math.pi * frame / FRAMES)) / 2
                left = round(part * (MAP_WIDTH - STEP * WIDTH))
                top = round(part * (MAP_HEIGHT - STEP * HEIGHT))
                for y in range(HEIGHT):
                    start = (top + STEP * y) * stride + left
                    row = array.array("H", (depth[d] for d in disparity[start:start + STEP * WIDTH:STEP]))
                    if sys.byteorder == "big":
                        row.byteswap()
                    row.tofile(file)
        launch(
            "filesrc", f"location={folder}/video", "!", "rawvideoparse", "format=gray16-le", f"width={WIDTH}",
            f"height={HEIGHT}", f"framerate={RATE}/1", "!", "avenc_ffv1", "!", "matroskamux", "!",
            "filesink", f"location={video_path}")


main(*sys.argv[1:])
