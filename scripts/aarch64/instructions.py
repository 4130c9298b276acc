# SPDX-License-Identifier: MIT
"""Counts the instructions of each element per pixel, on x86-64 without AVX and on aarch64, both under qemu, and prints a table.

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
FRAMES = (2, 8)
FORMATS = ("I420", "YUY2", "BGRx")
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
            "GST_PLUGIN_PATH": str(work / "there"),
            "GST_REGISTRY": str(work / "registry-aarch64"),
            "GST_PLUGIN_SYSTEM_PATH": str(root / "usr/lib/aarch64-linux-gnu/gstreamer-1.0"),
        },
    ),
}


def launch(element, form, inputs=1):
    """The line of an element, or of none with as many inputs."""
    caps = f"video/x-raw,format={form},width={WIDTH},height={HEIGHT},framerate=25/1"
    source = f'appsrc name=in0 caps="{caps}"'
    second = source.replace("in0", "in1")
    if element is None:
        return f"{source} ! identity ! appsink name=out" + (f" {second} ! fakesink async=false" if inputs == 2 else "")
    name, *words = elements.words(element)
    text = " ".join([name, *(word for word in words if not word.startswith("name=")), "n-threads=1"])
    match element["kind"]:
        case "source":
            return f"{text} num-buffers=COUNT ! {caps} ! appsink name=out"
        case "mixer":
            return f"{text} name=m ! appsink name=out {source} ! m.sink_0 {second} ! m.sink_1"
    return f"{source} ! {text} ! appsink name=out"


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


def main():
    names = [name for name in sys.argv[1:] if not name.startswith("--")]
    chosen = [
        each
        for each in elements.elements().values()
        if (not names or each["name"] in names) and set(FORMATS) & set(each["inputs"] or each["outputs"])
    ]
    subprocess.run(
        ["clang", "-O2", "-Wall", "-Werror", "-shared", "-fPIC", "-o", work / "count.so", "Tests/Aarch64/count.c"], check=True)
    # The first of all lines counts the start of the program.
    lines = [("start", launch(None, "I420")), *((f"{n} {form}", launch(None, form, n)) for n in (1, 2) for form in FORMATS)]
    for each in chosen:
        for form in FORMATS:
            takes = form if form in (each["inputs"] or each["outputs"]) else None
            if takes:
                lines.append((f"{each['name']} {form}", launch(each, form)))
    jobs = [(machine, frames, lines) for machine in MACHINES for frames in FRAMES]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = dict(zip([job[:2] for job in jobs], pool.map(lambda job: counts(*job), jobs)))
    pixels = WIDTH * HEIGHT * (FRAMES[1] - FRAMES[0])
    per_pixel = {
        machine: {
            name: (more - less) / pixels
            for (name, _), less, more in zip(lines, found[machine, FRAMES[0]], found[machine, FRAMES[1]])
        }
        for machine in MACHINES
    }
    rows = []
    for each in chosen:
        cells = []
        for form in FORMATS:
            if f"{each['name']} {form}" not in per_pixel["aarch64"]:
                cells.append("")
                continue
            x, arm = (per_pixel[machine][f"{each['name']} {form}"] for machine in MACHINES)
            # What a source takes is so much more that its frames' hashes do not matter.
            if each["kind"] != "source":
                inputs = 2 if each["kind"] == "mixer" else 1
                x, arm = x - per_pixel["x86-64"][f"{inputs} {form}"], arm - per_pixel["aarch64"][f"{inputs} {form}"]
            cells.append(f"{x:.3g} / {arm:.3g} ({arm / x:.2f})" if x > 0.05 else f"{x:.2f} / {arm:.2f}")
        rows.append(f"| `{each['name']}` | " + " | ".join(cells) + " |")
    table = "\n".join([f"| element | {' | '.join(FORMATS)} |", "| --- |" + " --- |" * len(FORMATS), *rows])
    if "--write" not in sys.argv:
        print(table)
        return
    page = Path("docs/raspberry-pi.md")
    before, rest = page.read_text(encoding="utf-8").split(BEGIN)
    page.write_text(f"{before}{BEGIN}\n{table}\n{END}{rest.split(END)[1]}", encoding="utf-8")


if __name__ == "__main__":
    main()
