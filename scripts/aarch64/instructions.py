# SPDX-License-Identifier: MIT
"""Counts the instructions of each element per pixel, on x86-64 without AVX and on aarch64, both under qemu, and prints a table. Fails
where aarch64 takes more than one and a half times as many, and no reason is written down here.

usage: instructions.py [--write] [ELEMENT...]     after `make test-aarch64`, whose builds it takes; --write: into docs/raspberry-pi.md

The time of an emulated frame says little, the number of its instructions is the same each time. Vectors have 16 bytes on both.
What a pipeline without the element takes is subtracted, and what comes before the second frame.
"""

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

top = Path(__file__).parents[2]
os.chdir(top)
sys.path.insert(0, str(top / "scripts"))
import elements

WIDTH, HEIGHT = 320, 180
FRAMES = (2, 5)
FORMATS = ("I420", "NV12", "YUY2", "BGRx", "P010_10LE")
# What converts a camera's frames, for comparison: to BGRx, and from BGRx to I420.
CONVERTER = "videoconvert"
LIMIT = 1.5
PASSED = 1
# Why an element may take more, by its name and the format.
REASONS = {}
BEGIN, END = "<!-- instructions: written by scripts/aarch64/instructions.py -->", "<!-- end of instructions -->"
work = top / ".build/aarch64/frames"
root = top / ".build/aarch64/root"
environment = os.environ | {"GST_REGISTRY_FORK": "no"}
MACHINES = {
    "x86-64": (
        ["qemu-x86_64", "-cpu", "Nehalem", "-plugin", f"{work}/count.so,write=1", f"{work}/frames"],
        {"GST_PLUGIN_PATH": str(work / "here"), "GST_REGISTRY": str(work / "registry-emulated")},
    ),
    "aarch64": (
        ["qemu-aarch64", "-plugin", f"{work}/count.so,write=64", "-L", str(root), f"{work}/frames-aarch64"],
        {
            "QEMU_CPU": os.environ.get("QEMU_CPU", "cortex-a53"),
            "GST_PLUGIN_PATH": str(work / "there"),
            "GST_REGISTRY": str(work / "registry-aarch64"),
            "GST_PLUGIN_SYSTEM_PATH": str(root / "usr/lib/aarch64-linux-gnu/gstreamer-1.0"),
        },
    ),
}


def source(form, number):
    return f'appsrc name=in{number} caps="video/x-raw,format={form},width={WIDTH},height={HEIGHT},framerate=25/1"'


def nothing(form, inputs):
    """The line of no element, with as many inputs."""
    unused = f" {source(form, 1)} ! fakesink async=false" if inputs == 2 else ""
    return f"{source(form, 0)} ! identity ! appsink name=out{unused}"


def launch(element, form, output=None):
    name, *words = elements.words(element)
    text = " ".join([name, *(word for word in words if not word.startswith("name=")), "n-threads=1"])
    made = f" ! video/x-raw,format={output}" if output else ""
    match element["kind"]:
        case "source":
            size = f"width={WIDTH},height={HEIGHT},framerate=25/1"
            return f"{text} num-buffers=COUNT ! video/x-raw,format={form},{size} ! appsink name=out"
        case "mixer":
            return f"{text} name=m ! appsink name=out {source(form, 0)} ! m.sink_0 {source(form, 1)} ! m.sink_1"
    return f"{source(form, 0)} ! {text}{made} ! appsink name=out"


def conversion(form):
    return f"{source(form, 0)} ! {CONVERTER} ! video/x-raw,format={'I420' if form == 'BGRx' else 'BGRx'} ! appsink name=out"


def counts(machine, frames, lines):
    """How many instructions each line takes."""
    file = work / f"counted-{machine}-{frames}"
    file.write_text("".join(f"{name}\t{line.replace('COUNT', str(frames))}\n" for name, line in lines), encoding="utf-8")
    command, variables = MACHINES[machine]
    done = subprocess.run(
        [*command, str(frames), str(file)], env=environment | variables, capture_output=True, text=True, check=False)
    found = [int(number) for number in re.findall(r"^instructions (\d+)$", done.stderr, re.M)]
    if done.returncode or len(found) != len(lines):
        sys.exit(f"instructions: {machine} ends with {done.returncode}: {done.stdout[-300:]}{done.stderr[-500:]}")
    return found


def measure(lines):
    """By machine and name how many instructions a pixel takes."""
    jobs = [(machine, frames) for machine in MACHINES for frames in FRAMES]
    # The first of all lines counts the start of the program, and that the plugin is loaded.
    lines = [("start", f"{source('I420', 0)} ! swiftinvert ! appsink name=out"), *lines]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = dict(zip(jobs, pool.map(lambda job: counts(*job, lines), jobs)))
    pixels = WIDTH * HEIGHT * (FRAMES[1] - FRAMES[0])
    return {
        machine: {
            name: (more - less) / pixels
            for (name, _), less, more in zip(lines, found[machine, FRAMES[0]], found[machine, FRAMES[1]])
        }
        for machine in MACHINES
    }


def table(head, rows):
    return "\n".join(f"| {' | '.join(row)} |" for row in [head, ["---"] * len(head), *rows])


def main():
    names = [name for name in sys.argv[1:] if not name.startswith("--")]
    chosen = [each for each in elements.elements().values() if not names or each["name"] in names]
    # What takes none of the formats has a table of its own.
    usual = [each for each in chosen if set(FORMATS) & set(each["inputs"] or each["outputs"])]
    others = [(each, elements.first_format(each), output) for each in chosen if each not in usual for output in ("GRAY8", "BGRx")]
    subprocess.run(
        ["clang", "-O2", "-Wall", "-Werror", "-shared", "-fPIC", "-o", work / "count.so", "Tests/Aarch64/count.c"], check=True)
    lines = [(f"{inputs} {form}", nothing(form, inputs)) for inputs in (1, 2) for form in FORMATS]
    lines += [(f"1 {form}", nothing(form, 1)) for form in {form for _, form, _ in others}]
    lines += [
        (f"{each['name']} {form}", launch(each, form))
        for each in usual
        for form in FORMATS
        if form in (each["inputs"] or each["outputs"])
    ]
    lines += [(f"{each['name']} {form} {output}", launch(each, form, output)) for each, form, output in others]
    lines += [(f"{CONVERTER} {form}", conversion(form)) for form in FORMATS]
    per_pixel = measure(lines)
    above, ratios = [], []

    def cell(name, without):
        if name not in per_pixel["aarch64"]:
            return ""
        x, arm = (per_pixel[machine][name] - (per_pixel[machine][without] if without else 0) for machine in MACHINES)
        # What passes frames on does nothing for each pixel.
        if x < PASSED:
            return f"{x:.2f} / {arm:.2f}"
        if not name.startswith(CONVERTER):
            ratios.append(arm / x)
            if arm / x > LIMIT and name not in REASONS:
                above.append(f"{name}: {arm / x:.2f}")
        return f"{x:.3g} / {arm:.3g} ({arm / x:.2f})"

    rows = []
    for each in usual:
        # What a source takes is so much more that its frames' hashes do not matter.
        inputs = {"source": None, "mixer": 2}.get(each["kind"], 1)
        rows.append([f"`{each['name']}`", *(cell(f"{each['name']} {form}", inputs and f"{inputs} {form}") for form in FORMATS)])
    rows.append([f"`{CONVERTER}`", *(cell(f"{CONVERTER} {form}", f"1 {form}") for form in FORMATS)])
    text = table(["element", *FORMATS], rows)
    if others:
        own = [
            [f"`{each['name']}`", f"{form} to {output}", cell(f"{each['name']} {form} {output}", f"1 {form}")]
            for each, form, output in others
        ]
        text += "\n\n" + table(["element", "formats", "instructions"], own)
    if "--write" in sys.argv:
        page = Path("docs/raspberry-pi.md")
        before, rest = page.read_text(encoding="utf-8").split(BEGIN)
        page.write_text(f"{before}{BEGIN}\n{text}\n{END}{rest.split(END)[1]}", encoding="utf-8")
    else:
        print(text)
    ratios.sort()
    middle = ratios[len(ratios) // 2]
    print(f"{len(ratios)} ratios from {ratios[0]:.2f} to {ratios[-1]:.2f}, half of them below {middle:.2f}", file=sys.stderr)
    if above:
        sys.exit(f"instructions: more than {LIMIT} times as many, without a reason: " + ", ".join(above))


if __name__ == "__main__":
    main()
