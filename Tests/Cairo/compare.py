# SPDX-License-Identifier: MIT
"""Compares blend modes with cairo's, of opaque pixels: within a code, as cairo rounds in other places.

usage: compare.py CLIP     GStreamer must find the plugin
"""

import os
import subprocess
import sys
import tempfile

import cairocffi
import numpy

SIZES = [(1, 1), (7, 5), (63, 48), (256, 256), (640, 360)]

# Cairo's soft light is the W3C's, and ours Pegtop's; it has no subtraction.
MODES = {
    "normal": cairocffi.OPERATOR_OVER,
    "multiply": cairocffi.OPERATOR_MULTIPLY,
    "screen": cairocffi.OPERATOR_SCREEN,
    "overlay": cairocffi.OPERATOR_OVERLAY,
    "darken": cairocffi.OPERATOR_DARKEN,
    "lighten": cairocffi.OPERATOR_LIGHTEN,
    "color-burn": cairocffi.OPERATOR_COLOR_BURN,
    "color-dodge": cairocffi.OPERATOR_COLOR_DODGE,
    "hard-light": cairocffi.OPERATOR_HARD_LIGHT,
    "difference": cairocffi.OPERATOR_DIFFERENCE,
    "exclusion": cairocffi.OPERATOR_EXCLUSION,
    "add": cairocffi.OPERATOR_ADD,
    "hue": cairocffi.OPERATOR_HSL_HUE,
    "saturation": cairocffi.OPERATOR_HSL_SATURATION,
    "color": cairocffi.OPERATOR_HSL_COLOR,
    "luminosity": cairocffi.OPERATOR_HSL_LUMINOSITY,
}


def pairs(width, height, natural):
    """Images of B, G, R and 255 to lay over each other, two at a time, by name."""
    random = numpy.random.default_rng(width * 10007 + height)
    shape = (height, width, 4)

    def opaque(image):
        image = numpy.ascontiguousarray(image)
        image[:, :, 3] = 255
        return image

    yield "random", *(opaque(random.integers(0, 255, shape, numpy.uint8, endpoint=True)) for _ in range(2))
    # Where laws divide by nothing, and colours are limited.
    ends = numpy.array([0, 1, 127, 128, 254, 255], numpy.uint8)
    yield "ends", *(opaque(random.choice(ends, shape)) for _ in range(2))
    cut = natural[:height, :width]
    yield "natural", opaque(cut.copy()), opaque(cut[::-1, ::-1].copy())
    if (width, height) == (256, 256):
        y, x = numpy.mgrid[0:256, 0:256].astype(numpy.uint8)
        yield "every pair", opaque(numpy.stack([y] * 4, 2)), opaque(numpy.stack([x] * 4, 2))


def made(first, second, element):
    """What an element makes of two images."""
    height, width = first.shape[:2]
    with tempfile.TemporaryDirectory() as folder:
        result = os.path.join(folder, "out")
        line = f"{element} name=m ! filesink location={result}"
        for index, image in enumerate((first, second)):
            source = os.path.join(folder, str(index))
            image.tofile(source)
            line += (
                f" filesrc location={source} blocksize={image.nbytes} ! rawvideoparse format=bgra width={width} "
                f"height={height} ! queue ! m.sink_{index}"
            )
        subprocess.run(["gst-launch-1.0", "-q", *line.split()], check=True, timeout=60)
        return numpy.fromfile(result, numpy.uint8).reshape(first.shape)


def expected(first, second, operator):
    """What cairo makes of them."""
    height, width = first.shape[:2]

    def surface(image):
        data = memoryview(bytearray(image.tobytes()))
        return cairocffi.ImageSurface(cairocffi.FORMAT_ARGB32, width, height, data, 4 * width), data

    (below, result), (above, _) = surface(first), surface(second)
    context = cairocffi.Context(below)
    context.set_operator(operator)
    context.set_source_surface(above)
    context.paint()
    below.flush()
    return numpy.frombuffer(result, numpy.uint8).reshape(first.shape)


def natural_image(clip):
    """A frame of the clip."""
    with tempfile.TemporaryDirectory() as folder:
        frame = os.path.join(folder, "frame")
        line = (
            f"filesrc location={clip} ! decodebin ! videoconvert ! videoscale ! "
            f"video/x-raw,format=BGRA,width=640,height=360 ! identity eos-after=2 ! filesink location={frame}"
        )
        subprocess.run(["gst-launch-1.0", "-q", *line.split()], check=True, timeout=60)
        return numpy.fromfile(frame, numpy.uint8).reshape(-1, 360, 640, 4)[-1]


def main(clip):
    natural = natural_image(clip)
    cases = failed = 0
    for width, height in SIZES:
        for name, first, second in pairs(width, height, natural):
            for mode, operator in MODES.items():
                own = made(first, second, f"swiftblend mode={mode}").astype(int)
                wanted = expected(first, second, operator).astype(int)
                distance = abs(own - wanted)
                cases += 1
                if distance.max() > 1:
                    failed += 1
                    y, x, c = numpy.unravel_index(distance.argmax(), distance.shape)
                    print(
                        f"{width}x{height}, {name}, {mode}: {(distance > 1).sum()} samples differ, most at {x}, {y}: "
                        f"{first[y, x]} and {second[y, x]} become {own[y, x]} instead of {wanted[y, x]}"
                    )
    print(f"cairo {cairocffi.cairo_version_string()}: {cases - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
