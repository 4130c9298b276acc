# SPDX-License-Identifier: MIT
"""Compares elements with OpenCV, bit for bit: equalizeHist, CLAHE of 8 and 16 bits, medianBlur, dilate, erode, and both in turn.
Corners with FAST, and with Harris' and Shi's and Tomasi's as filter2D and sepFilter2D make them; lines with HoughLines.

usage: compare.py CLIP     GStreamer must find the plugin
"""

import itertools
import os
import re
import subprocess
import sys
import tempfile

import cv2
import features
import numpy

SIZES = [(1, 1), (7, 5), (64, 48), (64, 45), (63, 48), (321, 243), (640, 360)]


def images(width, height, natural, dtype):
    """Images of all kinds, by name."""
    random = numpy.random.default_rng(width * 10007 + height)
    top = numpy.iinfo(dtype).max
    shape = (height, width)
    yield "random", random.integers(0, top, shape, dtype, endpoint=True)
    yield "dark", (random.random(shape) ** 4 * top / 3 + 20).astype(dtype)
    yield "flat", numpy.full(shape, top // 3, dtype)
    yield "two-valued", random.choice(numpy.array([top // 25, top * 4 // 5], dtype), shape, p=[0.75, 0.25])
    gray = cv2.resize(natural, (width, height), interpolation=cv2.INTER_AREA)
    if dtype == numpy.uint16:
        gray = gray.astype(numpy.uint16) * 257 - random.integers(0, 255, shape, numpy.uint16) * (gray > 0)
    yield "natural", gray.astype(dtype)


def made(image, element):
    """What an element makes of an image, of gray or of B, G, R and a fourth byte."""
    height, width = image.shape[:2]
    gst_format = "bgrx" if image.ndim == 3 else "gray8" if image.dtype == numpy.uint8 else "gray16-le"
    with tempfile.TemporaryDirectory() as folder:
        source, result = os.path.join(folder, "in"), os.path.join(folder, "out")
        image.tofile(source)
        # Rows follow each other without padding, which GStreamer's own layout would have.
        line = (
            f"filesrc location={source} blocksize={image.nbytes} ! rawvideoparse format={gst_format} width={width} "
            f"height={height} plane-strides=<{image.strides[0]}> frame-size={image.nbytes} "
            f"! {element} ! filesink location={result}"
        )
        subprocess.run(["gst-launch-1.0", "-q", *line.split()], check=True, timeout=60)
        return numpy.fromfile(result, image.dtype).reshape(image.shape)


def told(image, element):
    """The arrays that an element tells of an image of gray, by name."""
    height, width = image.shape
    with tempfile.NamedTemporaryFile() as source:
        image.tofile(source.name)
        line = (
            f"filesrc location={source.name} blocksize={image.nbytes} ! rawvideoparse format=gray8 width={width} "
            f"height={height} plane-strides=<{image.strides[0]}> frame-size={image.nbytes} ! {element} ! fakesink"
        )
        output = subprocess.run(["gst-launch-1.0", "-m", *line.split()], check=True, timeout=60, capture_output=True, text=True)
    arrays = re.findall(r"(\w+)=\((?:double|GstValueArray)\)<([^>]*)>", output.stdout)
    return {name: [float(number.split(")")[-1]) for number in numbers.split(",") if number.strip()] for name, numbers in arrays}


def check(name, actual, expected):
    """Counts differing pixels; 0 where there are none."""
    different = int((actual != expected).sum())
    if different:
        place = tuple(int(i) for i in numpy.argwhere(actual != expected)[0])
        print(f"{name}: {different} samples differ, first at {place}: {actual[place]} instead of {expected[place]}")
    return different > 0


def squares(image):
    """Elements of squares of pixels, and what they should make; beyond its edges the image goes on as its nearest pixels do."""

    def changed(function, radius, image=image):
        square = numpy.ones((2 * radius + 1, 2 * radius + 1), numpy.uint8)
        return function(image, square, borderType=cv2.BORDER_REPLICATE)

    for radius in (1, 2):
        yield f"swiftmedian radius={radius}", cv2.medianBlur(image, 2 * radius + 1)
    for radius in (1, 4):
        least, most = changed(cv2.erode, radius), changed(cv2.dilate, radius)
        yield f"swifterode radius={radius}", least
        yield f"swiftdilate radius={radius}", most
        yield f"swiftopening radius={radius}", changed(cv2.dilate, radius, least)
        yield f"swiftclosing radius={radius}", changed(cv2.erode, radius, most)


def main(clip):
    with tempfile.TemporaryDirectory() as folder:
        frame = os.path.join(folder, "frame.png")
        line = f"filesrc location={clip} ! decodebin ! videoconvert ! pngenc snapshot=true ! filesink location={frame}"
        subprocess.run(["gst-launch-1.0", "-q", *line.split()], check=True, timeout=60)
        natural = cv2.imread(frame, cv2.IMREAD_GRAYSCALE)
    cases = failed = 0
    for (width, height), dtype in itertools.product(SIZES, [numpy.uint8, numpy.uint16]):
        for name, image in images(width, height, natural, dtype):
            runs = [("method=clahe", cv2.createCLAHE(2.0, (8, 8)).apply(image))]
            if dtype == numpy.uint8:
                runs.append(("mapping=cdf-min", cv2.equalizeHist(image)))
            if name in ("dark", "natural"):
                for clip_limit, grid in [(0.0, (8, 8)), (40.0, (3, 5)), (1.0, (1, 1)), (3.7, (16, 9))]:
                    settings = f"method=clahe clip-limit={clip_limit} grid-width={grid[0]} grid-height={grid[1]}"
                    runs.append((settings, cv2.createCLAHE(clip_limit, grid).apply(image)))
            for properties, expected in runs:
                title = f"{name} {width}x{height} {image.dtype} {properties}"
                cases += 1
                failed += check(title, made(image, f"swifteq {properties}"), expected)
    random = numpy.random.default_rng(1)
    for width, height in SIZES:
        gray = cv2.resize(natural, (width, height), interpolation=cv2.INTER_AREA)
        for image in (gray, random.integers(0, 255, (height, width, 4), numpy.uint8, endpoint=True)):
            # Of four bytes only the colours change.
            for element, expected in squares(image):
                if image.ndim == 3:
                    expected[:, :, 3] = image[:, :, 3]
                cases += 1
                failed += check(f"{width}x{height}, {'BGRx' if image.ndim == 3 else 'gray'}, {element}", made(image, element), expected)
    for name, is_right in features.cases(natural, told, made):
        cases += 1
        if not is_right:
            failed += 1
            print(f"{name}: found otherwise")
    print(f"opencv {cv2.__version__}: {cases - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
