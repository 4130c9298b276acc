# SPDX-License-Identifier: MIT
"""Uses and attacks what the showcase's server offers.

usage: attack.py URL CLIP FOLDER     FOLDER: the server's TMPDIR. ELEMENTS names the elements to look at, if not all.
"""

import os
import re
import subprocess
import time

import refusals
from client import PATIENCE
from conditions import check_conditions
from refusals import clip, refused, server
from texts import check_texts
from uploads import check_videos, check_wire


def inspected(element):
    """The properties that gst-inspect-1.0 knows."""
    text = subprocess.run(["gst-inspect-1.0", element], capture_output=True, text=True, check=True).stdout
    text = text[text.index("Element Properties:") :]
    text = text[: text.index("\n\nElement Signals:")] if "\n\nElement Signals:" in text else text
    return set(re.findall(r"^  ([a-z][a-z0-9-]*) *: ", text, re.M)) - {"name", "parent"}


def check_models(models):
    names = re.findall(
        r"^  (\w+): ",
        subprocess.run(["gst-inspect-1.0", "swiftvideo"], capture_output=True, text=True, check=True).stdout,
        re.M,
    )
    # Sources have nothing to show before and after.
    names = [name for name in names if not name.endswith("src")]
    assert sorted(model["name"] for model in models) == sorted(names) and len(names) >= 5, names
    for model in models:
        listed = {each["name"] for each in model["properties"]}
        assert listed == inspected(model["name"]), (model["name"], listed ^ inspected(model["name"]))


def check_pause():
    """A paused video goes on through the element, the same frame each time, and other elements begin playing."""
    for body in ({"paused": 1}, {"paused": "true"}, {"pause": True}, {}):
        refused(400, "POST", "/api/paused", body)
    server.do("POST", "/api/shown", {"element": "swiftrosy"})
    assert not server.state()["isPaused"] and server.do("POST", "/api/paused", {"paused": True})["isPaused"]
    # What was on its way is shown before.
    server.watch(1)
    server.flows()
    _, original, filtered = server.frame()
    assert server.watch(7)[0] > 20 and server.frame()[1:] == (original, filtered), "a paused video moves"
    server.do("PATCH", "/api/elements/swiftrosy", {"tint-green": 0.5})
    end = time.monotonic() + PATIENCE
    while server.frame()[2] == filtered:
        assert time.monotonic() < end, "a setting is not seen on a paused video"
    assert server.frame()[1] == original
    server.do("POST", "/api/elements/swiftrosy/reset")
    assert not server.do("POST", "/api/shown", {"element": "swiftmix"})["isPaused"]


def number(value):
    return int(value) if isinstance(value, str) else value


def check_property(element, each):
    """Every kind of wrong value, the ends of the range, and all choices."""
    path = f"/api/elements/{element}"
    name, kind = each["name"], each["kind"]
    wrong = [None, [], {}, "nonsense"]
    right = []
    if not each["isSettable"]:
        refused((400, 403), "PATCH", path, {name: each["initial"]})
        return
    if kind == "gboolean":
        wrong += [0, 1, "true"]
        right = [True, False]
    elif kind == "GEnum":
        wrong += [0, True, "", each["choices"][0]["nick"] + " "]
        right = [choice["nick"] for choice in each["choices"]]
    else:
        low, high = number(each["minimum"]), number(each["maximum"])
        wrong += [True, "", "1e"]
        if "64" in kind:
            wrong += [str(low - 1), str(high + 1), 0.5]
            right = [str(low), str(high)]
        else:
            wrong += [low - 1, high + (1 if kind != "gfloat" else 1e39), "1"]
            wrong += [low + 0.5] if kind in ("gint", "guint") else []
            right = [low, high]
    for value in wrong:
        refused(400, "PATCH", path, {name: value})
    for text in ("NaN", "Infinity", "-Infinity", "1e999", "nul", "0x1", ""):
        refused(400, "PATCH", path, f'{{"{name}": {text}}}'.encode(), {"Content-Type": "application/json"})
    # What is right beside what is wrong is not taken either.
    refused(400, "PATCH", path, {name: right[0], "no-such-property": 1})
    for value in right:
        # GstAggregator says that it takes a latency of 2^64 - 1, and does not.
        if "64" in kind and server.ask("PATCH", path, {name: value})[0] == 422:
            refused(422, "PATCH", path, {name: value})
        else:
            server.do("PATCH", path, {name: value})


def check_properties(models):
    for model in models:
        path = f"/api/elements/{model['name']}"
        server.do("POST", "/api/shown", {"element": model["name"]})
        initial = server.state()["settings"]
        for each in model["properties"]:
            assert initial[each["name"]] == each["initial"], each
            check_property(model["name"], each)
        settable = [each for each in model["properties"] if each["isSettable"]]
        # Each for itself reads as it was set, and the line has it.
        for each in settable:
            server.do("POST", f"{path}/reset")
            value = each.get("maximum", not each["initial"])
            if each["kind"] == "GEnum":
                value = each["choices"][-1]["nick"]
            if "64" in each["kind"]:
                value = "1000000"
            state = server.do("PATCH", path, {each["name"]: value})
            assert state["settings"][each["name"]] == value, (each["name"], state["settings"][each["name"]], value)
            assert (f" {each['name']}=" in state["line"]) == (value != each["initial"]), (each["name"], state["line"])
        state = server.do("POST", f"{path}/reset")
        assert state["settings"] == initial and f" {model['name']} !" in state["line"] or model["inputs"] > 1, state
        assert state["settings"] == initial
        server.flows()


def check_implied():
    """What a setting sets besides is forgotten by a reset, and left alone by what is refused."""
    path = "/api/elements/swiftdepthgray"
    server.do("POST", "/api/shown", {"element": "swiftdepthgray"})

    def ranged():
        return server.state()["settings"]["auto-range"]

    first = ranged()
    for settings in ({}, {"auto-range": "growing"}, {"near": 1}):
        server.do("PATCH", path, settings)
        server.do("POST", f"{path}/reset")
        assert ranged() == first != "off", (settings, ranged())
        refused(400, "PATCH", path, {"near": 1, "no-such-property": 1})
        server.do("PATCH", path, {"near": 1})
        assert ranged() == "off", f"after {settings} and a reset near sets auto-range={ranged()}"
        server.do("POST", f"{path}/reset")


def check_elements(models):
    """All elements play, in the video's own time, and their lines run."""
    for model in models:
        server.do("POST", "/api/shown", {"element": model["name"]})
        path = f"/api/elements/{model['name']}"
        line = server.do("PATCH", path, {})["line"]
        doubles = [each for each in model["properties"] if each["kind"] == "gdouble" and each["isOwn"]]
        for double in doubles[:1]:
            # One of them is not the default, which a line leaves out.
            for value in ((double["minimum"] + double["maximum"]) / 4, double["maximum"], double["minimum"]):
                line = server.do("PATCH", path, {double["name"]: value})["line"]
                if f"{double['name']}={value:g}" in line:
                    break
            else:
                raise AssertionError(line)
        run = subprocess.run(
            line.replace("autovideosink", "fakesink num-buffers=3"),
            shell=True,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        assert run.returncode == 0 and "ERROR" not in run.stdout + run.stderr, (line, run.stdout, run.stderr)
        server.do("POST", f"/api/elements/{model['name']}/reset")
        facts, original, filtered = server.settled()
        assert original[:3] == filtered[:3] == b"\xff\xd8\xff", "no JPEG"
        status, headers, still = server.ask("GET", "/api/still.png")
        assert status == 200 and still[:8] == b"\x89PNG\r\n\x1a\n" and model["name"] in headers["Content-Disposition"]
        speed = f"{facts['frameTime']:.2f} ms a frame, {facts['rate']:.1f} fps"
        print(f"{model['name']}: {speed}, still of {len(still)} bytes")


def check_loop(models):
    """The clip lasts 5.3 seconds: in any 8 it begins again. A gap that could be seen would be there each time; a busy machine's
    are not."""
    server.do("POST", "/api/shown", {"element": next(each["name"] for each in models if each["inputs"] == 1)})
    end = time.monotonic() + PATIENCE
    while True:
        seen, gap = server.watch(8)
        if seen > 60 and gap < 1:
            break
        assert time.monotonic() < end, f"each time when it begins again: {seen} frames in 8 s, {gap:.1f} s between two"
    print(f"loop: {seen} frames in 8 s, at most {gap * 1000:.0f} ms between two")


def check_requests(models):
    name = models[0]["name"]
    path = f"/api/elements/{name}"
    typed = {"Content-Type": "application/json"}
    for body in (b"", b"{", b"[]", b"[1]", b"1", b'"a"', b"null", b"\xff\xfe", b'{"a":}', b"[" * 60000):
        refused(400, "PATCH", path, body, typed)
        refused(400, "POST", "/api/shown", body, typed)
    refused(400, "PATCH", path, {"no-such-property": 1})
    refused(400, "PATCH", path, {"name": "x"})
    refused(415, "PATCH", path, b"{}", {"Content-Type": "text/plain"})
    refused(415, "PATCH", path, b"{}")
    refused(413, "PATCH", path, b" " * 70000, typed)
    refused(400, "POST", "/api/shown", {"video": "x"})
    for element in ("", "fakesink", "filesrc", "../state", "x" * 10000):
        refused(404, "POST", "/api/shown", {"element": element})
    refused(404, "PATCH", "/api/elements/filesrc", {"location": "/etc/passwd"})
    for wrong in ("0.5", "-1", "x", "", "99999999999999999999", "NaN"):
        refused(400, "GET", f"/api/frame?after={wrong}")
    for wrong in ("DELETE", "PUT", "POST", "PATCH", "OPTIONS", "TRACE"):
        refused(405, wrong, "/api/state")
        refused(405, wrong, "/")
    refused(405, "GET", path)
    refused(405, "GET", "/api/video")
    for wrong in (
        "/../../../etc/passwd",
        "/..%2f..%2fetc%2fpasswd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/page.js/../../README.md",
        "/%00",
        "/page.js%00",
        "/api",
        "/api/",
        "/api/nothing",
        "/api/elements/x/y/z/w",
        "/Package.swift",
        "/" + "a/" * 2000,
        "/%ff%fe",
        "/.",
        "/..",
        "/page.js/",
        "/%zz",
    ):
        refused(404, "GET", wrong)
    for model in models:
        path = f"/api/elements/{model['name']}"
        for action in ("load", "delete"):
            refused(404, "POST", f"{path}/{action}", {"preset": "no such preset"})
        wrong = ("", " ", "../x", "a\nb", "[x]", "\u00e4", "x" * 41)
        for preset in wrong if model["hasPresets"] else ("mine",):
            refused(400 if model["hasPresets"] else 404, "POST", f"{path}/save", {"preset": preset})
        refused(404, "POST", f"{path}/nothing", {"preset": "mine"})


def check_visitors():
    """Pages of other sites, and names that are pointed here."""
    host = f"{server.host}:{server.port}"
    for headers in (
        {"Host": "evil.example"},
        {"Host": "evil.example:80"},
        {"Host": "127.0.0.1.evil.example"},
        {"Host": "[evil]"},
        {"Host": ""},
        {"Host": "localhost.evil.example"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": f"http://{host}.evil"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ):
        refused((400, 403), "GET", "/api/state", None, headers)
        refused((400, 403), "POST", "/api/shown", {"element": "swiftmix"}, headers)
        refused((400, 403), "POST", "/api/video", open(clip, "rb").read(), headers)
    assert (
        server.ask(
            "GET", "/api/state", None, {"Host": f"localhost:{server.port}", "Origin": f"http://localhost:{server.port}"}
        )[0]
        == 200
    )
    # A link on another page may lead here, but nothing else.
    link = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert server.ask("GET", "/", None, link)[0] == 200
    refused(403, "DELETE", "/api/video", None, link)


def check_presets(models):
    for model in [each for each in models if each["hasPresets"]]:
        path = f"/api/elements/{model['name']}"
        doubles = [each for each in model["properties"] if each["kind"] == "gdouble" and each["isOwn"]]
        if not doubles:
            continue
        ends = [doubles[0]["maximum"], doubles[0]["minimum"]]
        server.do("PATCH", path, {doubles[0]["name"]: next(end for end in ends if end != doubles[0]["initial"])})
        kept = server.do("POST", "/api/shown", {"element": model["name"]})["settings"]
        assert "my look 1" in server.do("POST", f"{path}/save", {"preset": "my look 1"})["presets"]
        assert server.do("POST", f"{path}/reset")["settings"] != kept
        assert server.do("POST", f"{path}/load", {"preset": "my look 1"})["settings"] == kept
        assert server.do("POST", f"{path}/delete", {"preset": "my look 1"})["presets"] == []
        server.do("POST", f"{path}/reset")


started = time.monotonic()
models = server.get("/api/elements")
first = server.state()["element"]
check_models(models)
all_models = models
models = [model for model in models if model["name"] in os.environ.get("ELEMENTS", model["name"]).split()]
for check, *arguments in (
    (check_conditions, all_models, models), (check_elements, models), (check_properties, models), (check_requests, models),
    (check_presets, models), (check_texts,), (check_loop, models), (check_implied,), (check_pause,), (check_visitors,), (check_wire,),
    (check_videos, models),
):
    check(*arguments)
    print(f"{check.__name__}: {time.monotonic() - started:.0f} s")
# As the server began.
server.do("POST", f"/api/elements/{first}/reset")
server.do("POST", "/api/shown", {"element": first})
print(f"{refusals.checks} wrong requests were refused")
