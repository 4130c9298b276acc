# SPDX-License-Identifier: MIT
"""What is checked of the frames on the page, and of what is around them."""

import io
import sys
import time
from pathlib import Path

from browser import DESKTOP, PHONE, distance, page, url
from PIL import Image
from selenium.webdriver import ActionChains, Keys
from selenium.webdriver.support.ui import Select

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))
from elements import elements, fragment  # noqa: E402

by, until, line, newer = page.by, page.until, page.line, page.newer


def check_start():
    """Without a choice a video plays through an element, and what is around it stays as the frames come."""
    page.resize(DESKTOP)
    page.driver.get(url)
    parts = ("frames", "pause", "settings", "more")
    before = [page.rectangle(each) for each in parts]
    until(lambda: page.number() > 0, "no frame comes")
    change = page.difference()
    assert change > 2, f"the page begins with an element that changes nothing: {change}"
    assert [page.rectangle(each) for each in parts] == before, "the page moves when the first frame comes"
    for each in page.elements():
        page.choose(each)
        assert page.rectangle("frames") == before[0], f"the frames move for {each}"
    _, _, width, height = before[0]
    assert width > 0.6 * DESKTOP[0] and height > 0.5 * DESKTOP[1], f"the frames are small: {width}x{height}"
    print(f"start: {width:.0f}x{height:.0f} at once, difference {change:.1f}")


def check_elements():
    """Elements, one after another, in groups with names."""
    families = [each.get_attribute("label") for each in page.all("#elements optgroup")]
    assert sorted(families) == sorted({each["family"] for each in elements().values() if each["inputs"]}), families
    for each in page.elements():
        page.choose(each)
        names = [row.get_attribute("textContent") for row in page.all("#own label")]
        assert names and all(names), names
        change = page.difference()
        if change <= 1:
            # The defaults change nothing: the example of the declaration does.
            for name, value in (setting.split("=") for setting in fragment(elements()[each]).split()[1:]):
                if page.unfold(name).is_enabled():
                    page.type(name, value, Keys.TAB)
            newer()
            change = page.difference()
        # Alpha is not in frames on the page, and a text can't be set there.
        assert change > 1 or each in ("swiftchain", "swiftopacity"), f"{each} changes nothing: {change}"
        time.sleep(1)
        page.screenshot(each)
        print(
            f"{each}: {len(names)} settings of its own, {by('time').text}, {by('rate').text}, difference {change:.1f}"
        )


def check_split():
    """The line between before and after is dragged, and moved by keys; other views have none."""
    page.choose("swiftrosy")
    frames = by("frames")
    x, y, width, height = page.rectangle("frames")

    def seen():
        """The columns of the page that show the filtered frame: those that are not as the original is."""
        screenshot = Image.open(io.BytesIO(page.driver.get_screenshot_as_png())).convert("RGB")
        screenshot = screenshot.crop((int(x), int(y), int(x + width), int(y + height)))
        before, after = (each.resize(screenshot.size) for each in page.images())
        strips = []
        for column in range(20):
            box = (column * screenshot.width // 20, 10, (column + 1) * screenshot.width // 20, screenshot.height // 3)
            strips.append(distance(screenshot.crop(box), after.crop(box)) < distance(screenshot.crop(box), before.crop(box)))
        return strips.index(True) if True in strips else 20

    by("pause").click()
    until(lambda: by("pause").text == "Play", "no pause")
    newer()
    assert 9 <= seen() <= 11, seen()
    start = int(width * 0.25)
    drag = ActionChains(page.driver).move_to_element_with_offset(frames, 0, 0).click_and_hold()
    drag.move_by_offset(-start, 0).release().perform()
    until(lambda: 4 <= seen() <= 6, "the line is not dragged")
    page.screenshot("split")
    by("split").send_keys(Keys.END)
    until(lambda: seen() >= 19, "a key does not move the line")
    by("split").send_keys(Keys.HOME)
    until(lambda: seen() <= 1, "a key does not move the line")
    by("split").send_keys(*[Keys.ARROW_RIGHT] * 50)
    until(lambda: 9 <= seen() <= 11, "arrows do not move the line")
    page.view("after")
    until(lambda: seen() == 0 and not by("split").is_displayed(), "the view after has something before")
    page.view("both")
    left, right = page.rectangle("original"), page.rectangle("filtered")
    assert left[0] + left[2] <= right[0] and left[1:] == right[1:], (left, right)
    page.screenshot("both")
    page.view("split")
    by("pause").click()
    print("split: dragged, moved by keys, and two other views")


def check_pause():
    """A paused video stands still, and settings are still seen on it."""
    page.choose("swiftrosy")
    by("pause").click()
    until(lambda: by("pause").text == "Play" and by("pause").get_attribute("aria-pressed") == "true", "no pause")
    newer()
    before, after = page.images()
    newer(30)
    still = page.images()
    assert distance(before, still[0]) == 0 and distance(after, still[1]) == 0, "a paused video moves"
    page.type("tint-green", "1", Keys.TAB)
    until(lambda: distance(*page.images()) < 1, "a setting is not seen while the video is paused")
    assert distance(before, page.images()[0]) == 0, "a setting moves a paused video"
    by("reset").click()
    by("pause").click()
    until(lambda: distance(before, page.images()[0]) > 1, "the video does not go on")
    assert by("pause").text == "Pause"
    print("pause: the same frame, and settings are seen on it")


def check_phone():
    """On a phone the frames stay in sight, nothing is scrolled sideways, and all of it can be used."""
    page.open(PHONE)
    for element in page.elements():
        page.choose(element)
        for where in (0, 0.3, 0.6, 1):
            page.run("scrollTo(0, arguments[0] * (document.body.scrollHeight - innerHeight))", where)
            x, y, width, height = page.rectangle("frames")
            seen = y >= 0 and y + height <= PHONE[1] / 2 and x >= 0 and x + width <= PHONE[0]
            assert seen and width > 0.9 * PHONE[0], f"{element}, scrolled to {where}: {x} {y} {width}x{height}"
            over = page.run("return document.elementFromPoint(arguments[0], arguments[1]).id", x + 9, y + height / 2)
            assert over == "split", f"{element}, scrolled to {where}: {over} covers the frames"
        wide = page.run("return document.documentElement.scrollWidth > innerWidth")
        assert not wide, f"{element}: a phone has to be scrolled sideways"
        page.run("scrollTo(0, 0)")
        newer(3)
        page.screenshot(f"phone-{element}")
    page.choose("swiftntsc")
    page.unfold("vhs-edge-wave-speed")
    page.run("document.getElementById('property-vhs-edge-wave-speed').scrollIntoView()")
    page.screenshot("phone-settings")
    Select(by("look")).select_by_value("look:vhs-sp")
    until(lambda: "preset=vhs-sp" in line(), "a phone has no looks")
    by("reset").click()
    page.run("scrollTo(0, document.body.scrollHeight)")
    page.screenshot("phone-end")
    print("phone: the frames stay in sight")


def check_dark():
    """The page follows the desktop's colours."""
    page.open(DESKTOP)
    page.colours("dark")
    page.choose("swiftntsc")
    newer()
    back = page.run("return getComputedStyle(document.body).backgroundColor")
    assert max(int(each) for each in back[4:-1].split(",")) < 60, back
    page.screenshot("dark")
    page.colours("light")
