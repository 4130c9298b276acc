#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes plant.jpg, a photograph of a plant with a blue screen behind it: what its disparity says is further away becomes the screen.

usage: make-screen.py aloeL.jpg aloeGT.png plant.jpg

The screen has the blue of paint for it, 0x0047bb, lit unevenly, and grain. Each pixel is the mean of 2x2 of the photograph, so that
edges are as soft as a lens makes them. Needs GStreamer.
"""
import random
import subprocess
import sys
import tempfile

PHOTO_WIDTH, PHOTO_HEIGHT = 1282, 1110
WIDTH, HEIGHT, TOP = 640, 360, 316
BLUE = (0x00, 0x47, 0xBB)
REACH, NEAR = 50, 122


def launch(*words):
    subprocess.run(["gst-launch-1.0", "-q", *words], check=True)


def raw(path, decoder, form, folder):
    """The samples of an image, and bytes from row to row."""
    launch(
        "filesrc", f"location={path}", "!", decoder, "!", "videoconvert", "!", f"video/x-raw,format={form}", "!",
        "filesink", f"location={folder}/raw")
    with open(f"{folder}/raw", "rb") as file:
        samples = file.read()
    return samples, len(samples) // PHOTO_HEIGHT


def is_front(disparity, stride):
    """For each row, whether pixels are of the plant. Where nothing was measured they are if it is near on both sides."""
    for y in range(PHOTO_HEIGHT):
        # The cloth behind, and from where it lies on the table.
        limit = 76 + 0.4 * max(0, y - 1000)
        row = disparity[y * stride : y * stride + PHOTO_WIDTH]
        yield [
            d > limit or d == 0 and max(row[max(0, x - REACH) : x + 1]) > NEAR < max(row[x : x + REACH])
            for x, d in enumerate(row)
        ]


def main(photo_path, disparity_path, result_path):
    grain = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        photo, stride = raw(photo_path, "jpegdec", "RGB", folder)
        disparity, disparity_stride = raw(disparity_path, "pngdec", "GRAY8", folder)
        front = list(is_front(disparity, disparity_stride))
        made = bytearray()
        for y in range(HEIGHT):
            for x in range(WIDTH):
                # Light from the upper left.
                light = 1.12 - 0.14 * x / WIDTH - 0.12 * y / HEIGHT
                sums = [0, 0, 0]
                for py in (TOP + 2 * y, TOP + 2 * y + 1):
                    for px in (2 * x, 2 * x + 1):
                        if front[py][px]:
                            pixel = photo[py * stride + 3 * px : py * stride + 3 * px + 3]
                        else:
                            noise = grain.gauss(0, 5)
                            pixel = [code * light + noise for code in BLUE]
                        sums = [a + b for a, b in zip(sums, pixel)]
                made += bytes(min(max(round(each / 4), 0), 255) for each in sums)
        with open(f"{folder}/made", "wb") as file:
            file.write(made)
        launch(
            "filesrc", f"location={folder}/made", f"blocksize={len(made)}", "!", "rawvideoparse", "format=rgb",
            f"width={WIDTH}", f"height={HEIGHT}", "!", "videoconvert", "!", "video/x-raw,format=Y444", "!", "jpegenc",
            "quality=90", "!", "filesink", f"location={result_path}")


main(*sys.argv[1:])
