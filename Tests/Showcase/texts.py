# SPDX-License-Identifier: MIT
"""Texts that the server makes or takes: of chains, shaders and uniforms."""

import subprocess

from client import PATIENCE
from refusals import refused, server


def runs(line):
    """Whether the line plays as it is, with what shells and gst-launch-1.0 give a meaning."""
    run = subprocess.run(
        line.replace("autovideosink", "fakesink num-buffers=3"), shell=True, capture_output=True, text=True, timeout=PATIENCE)
    assert run.returncode == 0 and "ERROR" not in run.stdout + run.stderr and "WARNING" not in run.stderr, (line, run.stderr)


def check_texts():
    chain, shader = "/api/elements/swiftchain", "/api/elements/swiftshader"
    stages = next(model for model in server.get("/api/elements") if model["name"] == "swiftchain")["stages"]
    assert len(stages) > 50 and "sepia" in stages and "chain" not in stages and "blend" not in stages, stages
    server.do("POST", "/api/shown", {"element": "swiftchain"})
    # All of them, each with a setting that every filter of a chain has.
    for name in stages:
        state = server.do("POST", f"{chain}/filters", {"stages": [{"name": name, "settings": {"enabled": False}}]})
        assert state["settings"]["filters"].startswith(f"{name} ") and "enabled=false" in state["settings"]["filters"], state

    def filters(stages):
        return refused((400, 403, 422), "POST", f"{chain}/filters", {"stages": stages})

    sepia = {"name": "sepia", "settings": {}}
    for wrong in (
        None, 1, "sepia", {}, [1], [{}], [{"name": "sepia"}], [{"name": "nothing", "settings": {}}],
        [{"name": "swiftsepia", "settings": {}}], [{"name": "", "settings": {}}], [{"name": "sepia ! lut3d location=/x", "settings": {}}],
        [{"name": "sepia", "settings": {"nothing": 1}}], [{"name": "sepia", "settings": {"intensity": 7}}],
        [{"name": "sepia", "settings": {"intensity": "0.5 ! lut3d location=/etc/passwd"}}],
        [{"name": "sepia", "settings": {"intensity ! lut3d location": 0.5}}], [{"name": "sepia", "settings": {"mix": 2}}],
        [{"name": "sepia", "settings": {"enabled": "true"}}], [{"name": "lut3d", "settings": {"location": "/etc/passwd"}}],
        [{"name": "shader", "settings": {"location": "/etc/passwd"}}], [sepia] * 65,
    ):
        filters(wrong)
    server.do("POST", f"{chain}/filters", {"stages": [sepia] * 64})
    text = "// \"one\" \\ two\nc.rgb = c.bgr;"
    state = server.do("POST", f"{chain}/filters", {"stages": [{"name": "shader", "settings": {"fragment": text}}, sepia]})
    assert "c.rgb = c.bgr;" in state["settings"]["filters"], state["settings"]["filters"]
    runs(state["line"])
    refused(404, "POST", f"{shader}/filters", {"stages": []})
    server.do("POST", f"{chain}/filters", {"stages": []})

    # A shader that is wrong says where, in lines, and changes nothing.
    server.do("POST", "/api/shown", {"element": "swiftshader"})
    server.do("POST", f"{shader}/fragment", {"fragment": text})
    before = server.state()
    for wrong in ("lenght(c);", "while (true) {}", "\0", "{" * 1000, "c" * 60000):
        status, _, content = server.ask("POST", f"{shader}/fragment", {"fragment": wrong})
        assert status in (400, 422) and b"^" in content or status == 400 or len(wrong) > 900, (wrong[:40], status, content[:300])
        assert server.state() == before, wrong[:40]
    for wrong in (1, None, [], {}):
        refused(400, "POST", f"{shader}/fragment", {"fragment": wrong})
    refused(404, "POST", f"{chain}/fragment", {"fragment": "c.r = 1.0;"})
    server.flows()

    uniforms = "uniform float one;\nuniform vec3 three;\nc.rgb = c.rgb * one + three;"
    server.do("POST", f"{shader}/fragment", {"fragment": uniforms})
    line = server.do("POST", f"{shader}/uniforms", {"uniforms": {"one": 0.5, "three": [0.25, 0, 1e-3]}})["line"]
    for wrong in ({"1a": 1}, {"": 1}, {"a b": 1}, {"a;b": 1}, {"one": "1"}, {"one": [[1]]}, {"one": {}}, [1], 1, {"x" * 65: 1}):
        refused(400, "POST", f"{shader}/uniforms", {"uniforms": wrong})
    refused(404, "POST", f"{chain}/uniforms", {"uniforms": {}})
    runs(line)
    hard = "// \"quoted\" \\back 'single' $HOME `ls` !\n"
    runs(server.do("POST", f"{shader}/fragment", {"fragment": hard + uniforms})["line"])
    server.do("POST", f"{shader}/reset")

    # Inputs.
    blend = "/api/elements/swiftblend"
    server.do("POST", "/api/shown", {"element": "swiftblend"})
    state = server.do("PATCH", f"{blend}/inputs/sink_1", {"alpha": 0.5, "sizing": "none"})
    assert state["inputs"]["sink_1"]["alpha"] == 0.5 and all(
        f" sink_1::{each} " in state["line"] for each in ("alpha=0.5", "sizing=none")), state
    for wrong in ({"alpha": 2}, {"sizing": "x"}, {"nothing": 1}, {"repeat-after-eos": True}, [1], 1):
        refused(400, "PATCH", f"{blend}/inputs/sink_0", wrong)
    for path in (f"{blend}/inputs/sink_2", f"{blend}/inputs/src", "/api/elements/swiftrosy/inputs/sink_0"):
        refused(404, "PATCH", path, {"alpha": 1})
    assert "sink_1::" not in server.do("POST", f"{blend}/reset")["line"].split("swiftblend")[1].replace("sink_1::repeat-after-eos=true", "")
    server.flows()
