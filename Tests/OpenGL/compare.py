# SPDX-License-Identifier: MIT
"""Compares swiftshader with glshader on Mesa's software renderer: what both make of the shaders of gst-examples, and of random ones.

usage: compare.py FOLDER SEED COUNT     COUNT random texts, from that of SEED on. GStreamer must find the plugin, and OpenGL a screen.
The exit status is 77 where there is no OpenGL.
"""

import pathlib
import random
import re
import sys
import tempfile

import gi

gi.require_version("Gst", "1.0")
from gi.repository import GLib, Gst  # noqa: E402
from random_texts import RandomText  # noqa: E402

WIDTH, HEIGHT = 320, 180
# Samples that may be more than one code away, as a part of all.
FEW = 0.005
# Random texts that may differ, as a part of all.
RARE = 0.02
# Texts that may differ more, each with how much and why.
EXCEPTIONS = {
    "sobel.frag": (
        0.08,
        "OpenGL reads the frame a thousandth of a pixel beside its middle; luma is rounded to another code there, and the gradient "
        "multiplies that by up to 4.",
    )
}
# Values of uniforms that have another meaning where they are 0, which is what glshader has of what is not set.
UNIFORMS = {"angle": 0.3, "amount": 0.01, "start": 0.3, "end": 0.75}
# What GPUImage's vertex shaders give besides.
NEIGHBOURS = {
    "left": (-1, 0), "right": (1, 0), "top": (0, -1), "bottom": (0, 1), "topLeft": (-1, -1), "topRight": (1, -1),
    "bottomLeft": (-1, 1), "bottomRight": (1, 1),
}  # fmt: skip
HEAD = """precision highp float;
varying vec2 v_texcoord;
uniform sampler2D tex;
uniform float time, width, height;
void main() {
    vec4 c = texture2D(tex, v_texcoord);
"""


def image():
    """A frame of RGBA with soft and hard edges, all colours, and grain, so that hardly anything is as even as its neighbours."""
    grain = random.Random(1)
    rows = bytearray()
    for y in range(HEIGHT):
        for x in range(WIDTH):
            box = 40 if (x // 23 + y // 17) % 2 else 0
            colors = (2 * x // 3 + box, y + x * y // 300, 255 - x // 2 + 2 * y)
            rows += bytes([(color + grain.randrange(24)) & 255 for color in colors] + [255])
    return bytes(rows)


def whole(text):
    """A text with `main`: glshader takes no bodies."""
    if re.search(r"\bmain\s*\(", text):
        return text
    return HEAD + text + "\n    gl_FragColor = c;\n}\n"


def values(text):
    """What uniforms that a text declares are set to in both."""
    known = {"width": WIDTH, "height": HEIGHT, "texelWidth": 1 / WIDTH, "texelHeight": 1 / HEIGHT} | UNIFORMS
    declared = ",".join(re.findall(r"\buniform\s+float\s+([^;]*);", text))
    names = [name for name in known if re.search(rf"\b{name}\b", declared)]
    return "uniforms" + "".join(f", {name}=(float){known[name]!r}" for name in names)


def vertex():
    """A vertex shader with the names of both."""
    names = ["textureCoordinate", *(f"{name}TextureCoordinate" for name in NEIGHBOURS)]
    lines = [f"    {name} = a_texcoord;" for name in names[:1]]
    for name, (x, y) in NEIGHBOURS.items():
        lines.append(f"    {name}TextureCoordinate = a_texcoord + vec2({x / WIDTH!r}, {y / HEIGHT!r});")
    return f"""attribute vec4 a_position;
attribute vec2 a_texcoord;
varying vec2 v_texcoord, {", ".join(names)};
void main() {{
    gl_Position = a_position;
    v_texcoord = a_texcoord;
{chr(10).join(lines)}
}}
"""


def made(element, text, frame, before="", after=""):
    """What an element makes of a frame, or why there is nothing."""
    with tempfile.TemporaryDirectory() as folder:
        source, result = pathlib.Path(folder, "in"), pathlib.Path(folder, "out")
        source.write_bytes(frame)
        pipeline = Gst.parse_launch(
            f"filesrc location={source} blocksize={len(frame)} ! rawvideoparse format=rgba width={WIDTH} "
            f"height={HEIGHT} {before} ! {element} name=shader {after} ! video/x-raw,format=RGBA "
            f"! filesink location={result}"
        )
        shader = pipeline.get_by_name("shader")
        shader.set_property("fragment", text)
        if element == "glshader":
            shader.set_property("vertex", vertex())
        shader.set_property("uniforms", Gst.Structure.from_string(values(text))[0])
        pipeline.set_state(Gst.State.PLAYING)
        kinds = Gst.MessageType.EOS | Gst.MessageType.ERROR | Gst.MessageType.WARNING
        message = pipeline.get_bus().timed_pop_filtered(60 * Gst.SECOND, kinds)
        pipeline.set_state(Gst.State.NULL)
        if message is None:
            return None, "it takes longer than a minute"
        if message.type != Gst.MessageType.EOS:
            parse = message.parse_error if message.type == Gst.MessageType.ERROR else message.parse_warning
            error, debug = parse()
            return None, f"{error.message} {debug}"
        return result.read_bytes(), None


def rendered(text, frame):
    return made("glshader", text, frame, "! glupload ! glcolorconvert", "! gldownload")


def compare(name, text, frame, most, reason=""):
    """Says how near both are, and whether they are near enough."""
    expected, why_not = rendered(text, frame)
    actual, why = made("swiftshader", text, frame)
    if expected is None or actual is None:
        return False, f"{name}: glshader: {why_not}; swiftshader: {why}"
    differences = [abs(a - b) for a, b in zip(actual, expected)]
    part = sum(difference > 1 for difference in differences) / len(frame)
    is_same = len(actual) == len(expected) == len(frame) and part <= most
    return is_same, f"{name}: {100 * part:.3f} % of samples differ by more than 1, by up to {max(differences)}. {reason}".rstrip()


def main(folder, seed, count):
    Gst.init(None)
    frame = image()
    same, why = rendered(whole("c.rgb = c.rgb;"), frame)
    if same is None:
        print(f"There is no OpenGL: {why}")
        return 77
    texts = sorted(pathlib.Path(folder).glob("*.frag"))
    failed = 0
    for path in texts:
        is_same, report = compare(path.name, whole(path.read_text()), frame, *EXCEPTIONS.get(path.name, (FEW, "")))
        failed += not is_same
        print(report)
    print(f"glshader: {len(texts) - failed} passed, {failed} failed")
    apart = []
    for number in range(int(seed), int(seed) + int(count)):
        text = RandomText(number).text()
        is_same, report = compare(f"random text {number}", text, frame, FEW)
        if not is_same:
            apart.append(report)
            print(f"{report}\n{text}")
    # One in a thousand multiplies what is rounded.
    is_right = len(apart) <= RARE * int(count)
    print(f"glshader: of {count} random texts from {seed} on, {len(apart)} differ")
    return int(failed > 0 or not is_right)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
