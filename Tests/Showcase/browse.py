# SPDX-License-Identifier: MIT
"""Uses the showcase's page in a real browser, as on a desktop and as on a phone, and takes screenshots of it.

usage: browse.py URL CLIP IMAGES ROOT [CHECK]...     ROOT: the folder that the page must not name; all checks, or these.
ELEMENTS names the elements to look at, if not all; CAMERA is the server's camera.
"""

import glob
import os
import sys

import editors
import frames
import settings
from browser import DESKTOP, clip, page, root, url
from PIL import Image
from selenium.webdriver import Keys

by, until, line, newer = page.by, page.until, page.line, page.newer


def check_tools():
    page.choose("swiftrosy")
    by("copy").click()
    until(lambda: page.message() == "Copied.", page.message())
    page.driver.execute_cdp_cmd(
        "Browser.grantPermissions", {"permissions": ["clipboardReadWrite"], "origin": url.rstrip("/")}
    )
    copied = page.driver.execute_async_script(
        "const done = arguments[0]; navigator.clipboard.readText().then(done, (error) => done(String(error)))"
    )
    assert copied == line() and copied.startswith("gst-launch-1.0 filesrc "), copied
    by("line-of-camera").click()
    until(lambda: line().startswith(f"gst-launch-1.0 {os.environ['CAMERA']} ! videoconvert ! swiftrosy"), line())
    by("line-of-camera").click()
    until(lambda: line() == copied, line())
    by("still").click()
    until(lambda: glob.glob(f"{page.downloads}/swiftrosy-*.png"), "no still comes")
    with Image.open(glob.glob(f"{page.downloads}/swiftrosy-*.png")[0]) as still:
        assert still.format == "PNG" and still.size == (960, 540), (still.format, still.size)
    print("line and still: copied and taken")


def check_videos():
    with open(f"{page.downloads}/notes.txt", "w") as file:
        file.write("This is no video.\n" * 50)
    by("load").send_keys(f"{page.downloads}/notes.txt")
    until(lambda: "notes.txt is no video" in page.message(), "no sentence for what is no video")
    assert by("message").get_attribute("class") == "error" and by("video").text == "bigbuckbunny.mp4"
    page.screenshot("refused")
    newer()
    os.symlink(clip, f"{page.downloads}/my clip.mp4")
    by("load").send_keys(f"{page.downloads}/my clip.mp4")
    until(lambda: by("video").text == "my_clip.mp4" and page.message() == "", "the user's video is not shown")
    newer()
    by("bundled").click()
    until(lambda: by("video").text == "bigbuckbunny.mp4", "the bundled video does not come back")
    newer()
    print("videos: one refused, one shown")


def check_camera():
    """A shader that is written on the page is seen on the camera, which goes on with other elements."""
    by("camera").click()
    until(lambda: by("video").text == "Camera" and page.message() == "", "the camera is not shown")
    page.choose("swiftshader")
    until(lambda: page.difference() < 1, "a shader without a text changes the video")
    editors.write("c.rgb = 1.0 - c.rgb;")
    until(lambda: page.difference() > 50, "the shader changes nothing")
    assert line().startswith(f"gst-launch-1.0 {os.environ['CAMERA']} ! videoconvert ! swiftshader "), line()
    page.screenshot("camera")
    by("reset").click()
    for element in ("swiftblend", "swiftdepthgray", "swiftrosy"):
        page.choose(element)
        newer()
    by("camera").click()
    newer()
    by("bundled").click()
    until(lambda: by("video").text == "bigbuckbunny.mp4", "the bundled video does not come back")
    newer()
    print("camera: a shader is written and seen on it")


def check_keyboard():
    """Tab reaches everything that can be used, each with a name and a ring, and arrows choose the element."""
    page.choose("swiftrosy")
    page.run("document.activeElement.blur(); scrollTo(0, 0)")
    reached = []
    for _ in range(60):
        page.press(Keys.TAB)
        found = page.run("const e = document.activeElement; return [e.id || e.value, e.tagName]")
        reached.append(found[0])
        if found[1] == "BODY":
            continue
        named = page.run(
            "const e = document.activeElement; return (e.labels?.length || e.ariaLabel || e.textContent).toString()"
        )
        assert named, f"{found} has no name"
    for name in (
        "elements split pause still copy camera load find reset property-intensity property-intensity-slider".split()
    ):
        assert name in reached, (name, reached)
    page.run("document.getElementById('elements').focus()")
    names = [each.get_attribute("value") for each in page.all("#elements option")]
    page.press(Keys.ARROW_UP)
    before = names[names.index("swiftrosy") - 1]
    until(lambda: by("title").text == before, "an arrow does not choose the element")
    print("keyboard: everything is reached")


def check_paths():
    """No folder of this machine is on the page, whatever is opened."""
    for element in page.elements():
        page.choose(element)
        text = page.run("return document.documentElement.outerHTML")
        assert root not in text and os.path.expanduser("~/") not in text, "the page names a folder of this machine"


checks = [frames.check_start, frames.check_elements, frames.check_split, frames.check_pause]
checks += [value for module in (settings, editors) for name, value in vars(module).items() if name.startswith("check_")]
checks += [check_tools, check_videos, check_camera, check_keyboard, check_paths, frames.check_phone, frames.check_dark]
try:
    page.open(DESKTOP)
    for check in checks:
        if check.__name__ in sys.argv[5:] or not sys.argv[5:]:
            check()
    # Refused requests are told of here too; scripts and styles that fail are the page's faults.
    faults = [
        entry["message"]
        for entry in page.driver.get_log("browser")
        if entry["level"] == "SEVERE" and "status of 4" not in entry["message"]
    ]
    assert not faults, faults
except BaseException:
    page.screenshot("failure")
    print(f"message on the page: {page.message()}; line: {line()}", file=sys.stderr)
    raise
finally:
    page.driver.quit()
