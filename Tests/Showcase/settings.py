# SPDX-License-Identifier: MIT
"""What is checked of the page's settings."""

from browser import page
from PIL import ImageStat
from selenium.webdriver import ActionChains, Keys
from selenium.webdriver.support.ui import Select

by, until, line, newer = page.by, page.until, page.line, page.newer


def check_slider():
    """Keys and the mouse move a slider, and the frame follows."""
    page.choose("swiftrosy")
    rosy = page.difference()
    assert rosy > 5, f"the filter changes nothing: {rosy}"
    slider = by("property-intensity-slider")
    slider.click()
    slider.send_keys(Keys.HOME)
    until(lambda: "intensity=0.0" in line(), "the slider's value does not come to the line")
    until(lambda: page.difference() < 1, "intensity 0 leaves a difference")
    page.screenshot("passthrough")
    ActionChains(page.driver).drag_and_drop_by_offset(slider, int(slider.size["width"] * 0.25), 0).perform()
    until(lambda: 1 < page.difference(), "the mouse moves no slider")
    assert "intensity=0." in line() and "intensity=0.0 " not in line(), line()
    assert by("property-intensity").get_attribute("value") == line().split("intensity=")[1].split()[0]
    # A number that can't be is refused in a sentence, and nothing changes.
    kept, field = line(), by("property-intensity")
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys(Keys.NULL, "7", Keys.TAB)
    until(lambda: "intensity is from 0.0 to 1.0" in page.message(), "no sentence for a wrong number")
    assert line() == kept and field.get_attribute("value") != "7"
    by("reset").click()
    until(lambda: "intensity" not in line(), "reset leaves the line as it is")
    until(lambda: abs(page.difference() - rosy) < rosy / 2, "reset leaves the frame as it is")
    print(f"slider: the frames differ by {rosy:.1f}, and not at intensity 0")


def check_range():
    """A slider goes as far as is useful, and typing as far as is possible."""
    page.choose("swiftdepthgray")
    page.select("auto-range", "off")
    until(lambda: by("property-far").is_enabled(), "far is greyed with auto-range=off")
    slider = by("property-far-slider")
    assert 10 <= float(slider.get_attribute("max")) <= 100, slider.get_attribute("max")
    page.type("far", "5000", Keys.TAB)
    until(lambda: "far=5000" in line(), "a number beyond the slider is not taken")
    assert float(slider.get_attribute("max")) == 5000 == float(slider.get_attribute("value"))
    by("reset").click()
    until(lambda: "far=" not in line() and float(slider.get_attribute("max")) <= 100, "the slider stays long")
    # Every slider can be used: its default is neither lost at an end nor out of it.
    for element in page.elements():
        page.choose(element)
        for each in page.all("#own input[type=range]"):
            low, high, value = (float(each.get_attribute(name)) for name in ("min", "max", "value"))
            name = each.get_attribute("id")
            assert low <= value <= high and (value in (low, high) or (value - low) / (high - low) > 0.01), name
    print("range: sliders are as long as is useful, typing goes on")


def check_groups():
    """Many settings are in groups that fold, and few are not."""
    page.choose("swiftntsc")
    groups = page.all("#own > details")
    titles = [each.find_element("tag name", "summary").text.split("\n")[0] for each in groups]
    assert len(titles) == len(set(titles)) and len(titles) >= 8, titles
    assert groups[0].get_attribute("open") and not groups[1].get_attribute("open")
    for name, title in (("vhs-edge-wave-speed", "VHS"), ("head-switching-mid-line-jitter", "Head switching")):
        found = page.run("return document.getElementById(arguments[0]).closest('details').innerText", f"property-{name}")
        assert found.startswith(title), (name, found[:80])
    # A group says that it is on, and how much of it has been changed.
    page.type("vhs-edge-wave", "3", Keys.TAB)
    until(lambda: "1 changed" in page.run("return document.getElementById('property-vhs-edge-wave').closest('details').innerText"),
          "no group says that it has been changed")
    page.screenshot("groups")
    by("reset").click()
    until(lambda: "vhs-edge-wave" not in line(), "reset does nothing")
    page.choose("swiftrosy")
    assert not page.all("#own > details") and page.all("#own .property")
    print(f"groups: {', '.join(titles)}")


def is_greyed(name):
    control = by(f"property-{name}")
    row = page.run("return arguments[0].closest('.property')", control)
    return "idle" in row.get_attribute("class").split() and not control.is_enabled()


def enable(name):
    page.unfold(name)
    button = page.run("return arguments[0].closest('.property').querySelector('.enable')", by(f"property-{name}"))
    text = button.text
    button.click()
    until(lambda: not is_greyed(name), f"{text} does not give {name} an effect")
    return text


def check_greyed():
    """What has no effect now is grey, and says what would give it one."""
    page.choose("swifteq")
    assert is_greyed("clip-limit") and not is_greyed("region-width") and not is_greyed("mapping")
    page.screenshot("greyed")
    assert enable("clip-limit") == "Set method=clahe"
    until(lambda: is_greyed("region-width") and is_greyed("mapping") and "method=clahe" in line(), line())
    by("reset").click()
    until(lambda: is_greyed("clip-limit"), "reset leaves what has no effect")
    page.choose("swiftdepthgray")
    for name, other in (("threshold-min", "threshold"), ("temporal-alpha", "temporal"), ("spatial-delta", "spatial")):
        assert is_greyed(name), name
        assert enable(name) == f"Set {other}=true"
    by("reset").click()
    until(lambda: is_greyed("spatial-delta") and is_greyed("temporal-alpha"), "reset leaves what has no effect")
    # One switch for two others.
    page.unfold("smoothing").send_keys(Keys.SPACE)
    until(lambda: not is_greyed("spatial-delta") and not is_greyed("temporal-alpha"), "smoothing changes nothing")
    assert is_greyed("threshold-min")
    by("reset").click()
    # What depends on what depends on a switch.
    page.choose("swiftntsc")
    assert not is_greyed("vhs-edge-wave-speed") and not is_greyed("vhs-sharpen")
    page.unfold("vhs-settings").send_keys(Keys.SPACE)
    until(lambda: is_greyed("vhs-edge-wave-speed") and is_greyed("vhs-sharpen"), "a switch leaves what it is for")
    assert enable("vhs-edge-wave-speed") == "Set vhs-settings=true"
    by("reset").click()
    print("greyed: what has no effect, and it says what would give it one")


def check_looks():
    """The menu at the top has the element's looks and those that were saved; deleting asks."""
    page.choose("swiftntsc")
    look = Select(by("look"))
    look.select_by_value("look:vhs-ep-worn")
    until(lambda: line().count("=") == 2 and "preset=vhs-ep-worn" in line(), "a look is not one assignment")
    until(lambda: "tape" in by("look-about").text, "a look is not described")
    worn = page.unfold("luma-smear").get_attribute("value")
    newer()
    page.screenshot("look")
    page.type("luma-smear", "0.875", Keys.TAB)
    until(lambda: by("look").get_attribute("value") == "custom", "other settings still have the look's name")
    by("save").click()
    by("preset-name").send_keys("mine", Keys.ENTER)
    until(lambda: by("look").get_attribute("value") == "saved:mine", "the look is not kept")
    by("reset").click()
    until(lambda: "luma-smear" not in line() and by("look").get_attribute("value") == "look:default", "no reset")
    look.select_by_value("saved:mine")
    until(lambda: by("property-luma-smear").get_attribute("value") == "0.875" != worn, "the look is not loaded")
    until(lambda: by("delete").is_enabled(), "a saved look can't be deleted")
    by("delete").click()
    until(lambda: by("deleting").is_displayed() and by("deleting-name").text == "mine", "nobody asks")
    page.screenshot("delete")
    page.press(Keys.ENTER)
    until(lambda: not by("deleting").is_displayed(), "Cancel does nothing")
    assert "mine" in by("look").text, "it is deleted though the question was cancelled"
    by("delete").click()
    by("delete-preset").click()
    until(lambda: "mine" not in by("look").text, "the look is not deleted")
    by("reset").click()
    print("looks: built in, and one that is saved, loaded and deleted")


def check_find():
    page.choose("swiftntsc")
    by("find").send_keys("luma smear")
    shown = [row for row in page.all(".property") if row.is_displayed()]
    assert 1 <= len(shown) < 10, len(shown)
    by("find").clear()
    by("find").send_keys("qos")
    until(lambda: by("property-qos").is_displayed(), "an inherited setting is not found")
    by("find").send_keys(" nothing of the kind")
    until(lambda: by("nothing").is_displayed(), "nobody says that nothing is found")
    by("find").clear()
    by("find").send_keys(" ", Keys.BACKSPACE)
    assert not by("property-qos").is_displayed(), "a group stays open that the search has opened"


def saturation():
    return ImageStat.Stat(page.images()[1].convert("HSV").getchannel("S")).mean[0]


def check_menu_and_switch():
    page.choose("swiftdepthgray")
    newer()
    assert saturation() < 5, "gray has colours"
    page.select("colormap", "turbo")
    until(lambda: saturation() > 50, "turbo has no colours")
    switch = page.unfold("invert")
    assert switch.get_attribute("role") == "switch"
    switch.send_keys(Keys.SPACE)
    until(lambda: "invert=true" in line() and "colormap=turbo" in line(), "a switch is not in the line")
    newer()
    page.screenshot("depth-in-colours")
    # Settings stay while another element is shown.
    page.choose("swiftrosy")
    page.choose("swiftdepthgray")
    assert "invert=true" in line() and by("property-invert").is_selected()
    page.unfold("invert")
    page.all("[aria-label='Reset invert']")[0].click()
    until(lambda: "invert" not in line() and "colormap=turbo" in line(), "one reset is not for one setting")
    by("reset").click()
