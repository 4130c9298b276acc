# SPDX-License-Identifier: MIT
"""Prints the pipelines that test-aarch64 compares, a line each, as frames.c reads them: every element of docs/elements.json.

usage: cases.py SEED

An element has the settings of its example and other settings, of the seed, in each format. Sizes are odd ones most of the time. In one
format a frame is so large that two to four threads have a band of it each, and one is of interlaced video. Each choice of a property has a
case, and so has each file; messages are compared as frames are.
"""

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))
import elements

# Width and height of each input; the first is taken half of the time.
SIZES = [(67, 45), (162, 98), (33, 17), (257, 9), (16, 16), (3, 5), (1, 1)]
LARGE_SIZE = (333, 241)
RATE = "framerate=25/1"
# Text that no range describes, and numbers whose whole range says little.
CHAINS = [
    "brightness brightness=0.1 ! contrast contrast=1.2 ! saturation saturation=1.3 ! vignette ! posterize levels=20 ! invert",
    "gaussianblur radius=3 ! sobel ! toon",
    "lowpass strength=0.6 ! hue hue=70 ! swirl ! halftone size=0.05",
    "rosy ! eq method=clahe ! ntsc ! rosy",
    "median radius=2 ! unsharp ! levels black=0.1 gamma=1.4 ! gamma gamma=0.7",
]
LARGE = {"near": (0, 2), "far": (2, 60), "threshold-min": (0, 1), "threshold-max": (1, 60)}
# What decides how long a frame takes, or is no matter of pixels.
LEFT = {"n-threads", "location", "preset-location", "interval", "post-messages", "uniforms", "fragment", "is-live"}


def value(each, rng):
    """A value of a property as text, or None: it stays as it is."""
    name, kind = each["name"], each["type"]
    if each["readOnly"] or name in LEFT or rng.random() < 0.4:
        return None
    if kind == "boolean":
        return rng.choice(["true", "false"])
    if kind == "enum":
        return rng.choice(each["choices"])
    if kind == "GstValueArray of double" and name not in ("matrix", "kernel"):
        # Points of a curve, x and y of each.
        places = sorted(rng.sample(range(101), rng.randint(2, 6)))
        return '"<' + ",".join(f"{place / 100},{rng.random():.4f}" for place in places) + '>"'
    if kind == "GstValueArray of double":
        count = each["initial"].count(",") + 1
        return '"<' + ",".join(f"{rng.uniform(-1, 1.3):.4f}" for _ in range(count)) + '>"'
    if kind == "double":
        low, high = LARGE.get(name, (float(each["minimum"]), float(each["maximum"])))
        return f"{rng.uniform(low, min(high, max(4 * float(each['initial']), 100))):.5g}"
    if kind in ("int", "uint"):
        low, high = int(each["minimum"]), int(each["maximum"])
        # Radii and sizes: small ones are more usual.
        return str(rng.randint(low, high if high > 1000 or rng.random() < 0.2 else min(high, low + 12)))
    return None


def settings(element, rng):
    made = [f"{each['name']}={text}" for each in element["properties"] if (text := value(each, rng))]
    match element["name"]:
        case "swiftchain":
            made.append(f'filters="{rng.choice(CHAINS)}"')
        case "swiftshader":
            made.append(f"location={rng.choice(SHADERS)}")
        case "swiftlut3d":
            made.append("location=Tests/Media/warm.cube")
        case "swiftmosaic":
            made.append("location=Tests/Media/tiles.png")
        case "swiftframedelay":
            made = ["frames=1"]
    return " ".join(made)


def example(element):
    name, *words = elements.words(element)
    return " ".join(word for word in words if not word.startswith("name="))


def caps(form, size, rng, extra=""):
    if rng.random() < 0.5 and not form.startswith("GRAY"):
        rgb = form.startswith(("R", "B", "x", "ARGB", "ABGR"))
        extra += ",colorimetry=" + rng.choice(["1:1:5:1", "sRGB"] if rgb else ["bt601", "bt709", "1:4:0:0", "bt2020"])
    return f"video/x-raw,format={form},width={size[0]},height={size[1]},{RATE}{extra}"


def launch(element, text, form, size, rng, output=None, extra=""):
    name = element["name"]
    match element["kind"]:
        case "source":
            return f"{name} num-buffers=3 {text} ! {caps(form, size, rng, extra)} ! appsink name=out"
        case "mixer":
            other = size if name == "swiftchromakey" or rng.random() < 0.7 else rng.choice(SIZES)
            first = caps(form, size, rng, extra)
            inputs = [first, first if rng.random() < 0.5 else caps(rng.choice(element["inputs"]), other, rng, extra)]
            made = f"{name} name=m {text} ! video/x-raw,format={form} ! appsink name=out"
            return made + "".join(f' appsrc name=in{i} caps="{each}" ! m.sink_{i}' for i, each in enumerate(inputs))
        case _:
            filtered = ""
            if element["inputs"] != element["outputs"]:
                filtered = f" ! video/x-raw,format={output or rng.choice(element['outputs'])}"
            return f'appsrc name=in0 caps="{caps(form, size, rng, extra)}" ! {name} {text}{filtered} ! appsink name=out'


def files(folder, pattern):
    return sorted(str(path) for path in Path(folder).glob(pattern))


SHADERS = files("gst-examples/shaders", "*.frag")
INTERLACED = ",interlace-mode=interleaved,field-order=top-field-first"


def more(element):
    """Settings that each have a case: choices, files, and messages."""
    properties = {each["name"]: each for each in element["properties"]}
    own = example(element)
    made = []
    for name, each in properties.items():
        if each["type"] == "enum" and not each["readOnly"]:
            made += [f"{own} {name}={choice}" for choice in each["choices"]]
    if "post-messages" in properties:
        made.append(f"{own} post-messages=true")
    match element["name"]:
        case "swiftchain":
            made += [f'filters="{text}"' for text in CHAINS]
            made += [f"location={path}" for path in files("gst-examples/chains", "*.txt")]
        case "swiftshader":
            made += [f"location={path}" for path in SHADERS]
        case "swiftblend":
            made += [f"mode=shader location={path}" for path in files("gst-examples/shaders/two", "*.frag")]
            made.append('mode=shader fragment="c = mix(c, texture2D(tex2, v_texcoord.yx), v_texcoord.x);"')
    return made


def main():
    seed = sys.argv[1]
    for element in elements.elements().values():
        formats = element["inputs"] or element["outputs"]
        rng = random.Random(f"{seed} {element['name']}")
        outputs = element["outputs"] if element["inputs"] and element["inputs"] != element["outputs"] else [None]
        for form, output in ((form, output) for form in formats for output in outputs):
            for kind in "example", "others":
                size = SIZES[0] if rng.random() < 0.5 else rng.choice(SIZES)
                text = example(element) if kind == "example" else settings(element, rng)
                line = launch(element, text, form, size, rng, output)
                print(f"{element['name']} {form}{f' to {output}' if output else ''} {size[0]}x{size[1]} {text}\t{line}")
        if any(each["name"] == "n-threads" for each in element["properties"]):
            threads = f"{example(element)} n-threads={rng.randint(2, 4)}"
            form = rng.choice(formats)
            width, height = LARGE_SIZE
            print(f"{element['name']} {form} {width}x{height} {threads}\t{launch(element, threads, form, LARGE_SIZE, rng)}")
        for text in more(element):
            form = rng.choice(formats)
            print(f"{element['name']} {form} 67x45 {text}\t{launch(element, text, form, SIZES[0], rng)}")
        form, size = rng.choice([each for each in ("I420", "NV12", "YUY2") if each in formats] or formats), (66, 46)
        line = launch(element, example(element), form, size, rng, extra=INTERLACED)
        print(f"{element['name']} {form} interlaced\t{line}")


if __name__ == "__main__":
    main()
