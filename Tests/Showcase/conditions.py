# SPDX-License-Identifier: MIT
"""What descriptions of settings say about when they have an effect."""

import re
import subprocess

from client import PATIENCE


def check_conditions(models, chosen):
    """Every condition in a description is read, and what has no effect by it has none: frames of the chosen elements are the same to
    the last bit."""
    known = 0
    for model in models:
        own = {each["name"]: each for each in model["properties"]}
        idle = {}
        for each in model["properties"]:
            says = each["blurb"].startswith("With ") or "Needs " in each["blurb"]
            assert says == (each.get("when") is not None), (model["name"], each["name"], each["blurb"])
            for condition in [condition for every in each.get("when") or [] for condition in every]:
                other, value = own[condition["name"]], condition.get("value")
                choices = [choice["nick"] for choice in other["choices"]]
                known_values = choices + ["true", "false"] * (other["kind"] == "gboolean") + ["0"] * is_number(other)
                assert value is None or value in known_values, condition
                known += 1
            if each.get("when") and each["isSettable"] and len(each["when"]) == 1:
                condition = each["when"][0][0]
                other = own[condition["name"]]
                off = {"gboolean": str(condition.get("value") == "false").lower(), "GEnum": "off" if "off" in str(other["choices"]) else "none"}
                if other["kind"] == "GEnum" and condition.get("value"):
                    off["GEnum"] = next(x["nick"] for x in other["choices"] if x["nick"] != condition["value"])
                if condition.get("value") == "0":
                    off[other["kind"]] = extreme(other)
                idle.setdefault((other["name"], off.get(other["kind"], "0")), []).append(each)
        for (name, value), members in idle.items() if model in chosen else ():
            unset = f"{model['name']} {name}={value}"
            most = [f"{each['name']}={extreme(each)}" for each in members]
            assert frames_of(model, unset) == frames_of(model, f"{unset} {' '.join(most)}"), (unset, most)
    assert known > 40, known
    print(f"{known} conditions are read, and what does not meet them has no effect in {len(chosen)} elements")


def is_number(each):
    return each.get("maximum") is not None


def extreme(each):
    """A value far from the default, as gst-launch-1.0 takes it."""
    if each["kind"] == "gboolean":
        return str(not each["initial"]).lower()
    if each["kind"] == "GEnum":
        return next(choice["nick"] for choice in each["choices"] if choice["nick"] != each["initial"])
    return each["maximum"] if each["initial"] != each["maximum"] else each["minimum"]


def frames_of(model, element):
    """Checksums of what an element makes of three frames."""
    form = "I420" if model["takesColours"] else "GRAY16_LE"
    source = f"videotestsrc num-buffers=3 pattern=smpte ! video/x-raw,format={form},width=320,height=240"
    run = subprocess.run(
        f"gst-launch-1.0 {source} ! {element} ! checksumsink sync=false",
        shell=True,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    sums = re.findall(r"[0-9a-f]{40}", run.stdout)
    assert run.returncode == 0 and len(sums) == 3, (element, run.stdout, run.stderr)
    return sums
