# SPDX-License-Identifier: MIT
"""What is measured: tasks, each with a law and the elements that do about the same."""

import dataclasses
import typing

import numpy

LUMA = numpy.array([0.2125, 0.7154, 0.0721])
# GPUImage's.
SEPIA = numpy.array([[0.3588, 0.7044, 0.1368], [0.2990, 0.5870, 0.1140], [0.2392, 0.4696, 0.0912]])
GL = "glupload ! glcolorconvert ! glshader fragment=\"{}\" ! gldownload"
HEAD = "#version 100\nprecision highp float; varying vec2 v_texcoord; uniform sampler2D tex;"


@dataclasses.dataclass
class Task:
    """`law` gives codes of R'G'B' for a frame of them; `border` pixels at the upper and left edges are not compared."""

    name: str
    law: typing.Callable
    subjects: dict
    border: int = 0


def shader(body):
    """The elements that run a shader in OpenGL, frames going up and down."""
    return GL.format(f"{HEAD} void main() {{ vec4 c = texture2D(tex, v_texcoord); {body} gl_FragColor = c; }}")


def ours(element):
    """On all CPUs, and on one as the others are."""
    name = element.split()[0]
    return {name: element, f"{name}, one thread": f"{element} n-threads=1"}


def gaussian(frame, sigma=4):
    """By its weights, with the edges' pixels beyond the edges."""
    reach = 4 * sigma
    weights = numpy.exp(-(numpy.arange(-reach, reach + 1) ** 2) / (2 * sigma**2))
    weights /= weights.sum()
    for axis in (0, 1):
        pad = [(reach, reach) if each == axis else (0, 0) for each in range(3)]
        padded = numpy.pad(frame, pad, mode="edge")
        length = frame.shape[axis]
        frame = sum(weight * padded.take(range(i, i + length), axis) for i, weight in enumerate(weights))
    return frame


def sobel(frame):
    # BT.709, rounded, as the page of swiftsobel has it.
    luma = numpy.rint(frame @ numpy.array([0.2126, 0.7152, 0.0722]))
    p = numpy.pad(luma, 1, mode="edge")
    rows, columns = luma.shape

    def at(y, x):
        return p[1 + y : 1 + y + rows, 1 + x : 1 + x + columns]

    across = at(-1, 1) + 2 * at(0, 1) + at(1, 1) - at(-1, -1) - 2 * at(0, -1) - at(1, -1)
    down = at(1, -1) + 2 * at(1, 0) + at(1, 1) - at(-1, -1) - 2 * at(-1, 0) - at(-1, 1)
    return numpy.repeat(numpy.hypot(across, down)[..., None], 3, axis=2)


TASKS = [
    Task("invert", lambda frame: 255 - frame, {
        **ours("swiftinvert"),
        "frei0r-filter-invert0r": "frei0r-filter-invert0r",
        "glshader": shader("c.rgb = 1.0 - c.rgb;"),
    }),
    Task("saturation", lambda frame: (luma := (frame @ LUMA)[..., None]) + 1.5 * (frame - luma), {
        **ours("swiftsaturation saturation=1.5"),
        "videobalance": "videobalance saturation=1.5",
        "frei0r-filter-saturat0r": "frei0r-filter-saturat0r saturation=0.1875",
        "glshader": shader("float y = dot(c.rgb, vec3(0.2125, 0.7154, 0.0721)); c.rgb = y + 1.5 * (c.rgb - y);"),
    }),
    Task("gamma", lambda frame: 255 * (frame / 255) ** 0.75, {
        **ours("swiftgamma gamma=0.75"),
        "gamma": "gamma gamma=1.3333",
        "glshader": shader("c.rgb = pow(c.rgb, vec3(0.75));"),
    }),
    Task("sepia", lambda frame: frame @ SEPIA.T, {
        **ours("swiftsepia"),
        "coloreffects": "coloreffects preset=sepia",
        "glshader": shader(
            "c.rgb = vec3(dot(c.rgb, vec3(0.3588, 0.7044, 0.1368)), dot(c.rgb, vec3(0.2990, 0.5870, 0.1140)),"
            " dot(c.rgb, vec3(0.2392, 0.4696, 0.0912)));"),
    }),
    Task("blur", gaussian, {
        **ours("swiftgaussianblur radius=4"),
        "cvsmooth": "cvsmooth type=gaussian color=4 kernel-width=25 kernel-height=25",
        "gaussianblur": "gaussianblur sigma=4",
        "frei0r-filter-squareblur": "frei0r-filter-squareblur kernel-size=0.01",
    }),
    Task("edges", sobel, {
        **ours("swiftsobel"),
        "cvsobel": "cvsobel x-order=1 y-order=1 mask=false",
        "frei0r-filter-sobel": "frei0r-filter-sobel",
    }, border=1),
]
