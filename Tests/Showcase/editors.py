# SPDX-License-Identifier: MIT
"""What is checked of the page's editors: chains of filters, shaders, and the inputs of elements that have two."""

from browser import page
from selenium.webdriver import ActionChains, Keys
from selenium.webdriver.support.ui import Select

by, until, line, newer = page.by, page.until, page.line, page.newer


def names():
    return [each.text for each in page.all("#stages summary > span:first-of-type")]


def filters():
    return page.run("return document.getElementById('chain-text').textContent")


def add(name):
    count = len(names())
    Select(by("filter")).select_by_value(name)
    by("add").click()
    until(lambda: len(names()) == count + 1 and name in filters(), f"{name} is not added")


def drag(one, other):
    """Drags the handle of a filter, by its place, to the middle of another's."""
    handles = page.all("#stages .handle")
    ActionChains(page.driver).click_and_hold(handles[one]).move_to_element(handles[other]).move_by_offset(
        0, 20 if other > one else -20).release().perform()


def check_chain():
    """Filters are added, set, dragged, moved by keys and removed, while frames flow."""
    page.choose("swiftchain")
    assert by("chain").is_displayed() and names() == [], filters()
    until(lambda: page.difference() < 1, "a chain of no filters changes the video")
    for name in ("sepia", "vignette", "sobel"):
        add(name)
    until(lambda: filters() == "sepia ! vignette ! sobel", filters())
    until(lambda: page.difference() > 5, "the filters change nothing")
    page.run("arguments[0].closest('details').open = true", by("stage-0-intensity"))
    field = by("stage-0-intensity")
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys(Keys.NULL, "0.25", Keys.TAB)
    until(lambda: filters() == "sepia intensity=0.25 ! vignette ! sobel", filters())
    assert "'filters=sepia intensity=0.25 ! vignette ! sobel'" in line(), line()
    page.screenshot("chain")
    # The default is set too, where a filter would keep what it had.
    page.all("[aria-label='Reset intensity']")[0].click()
    until(lambda: filters() == "sepia ! vignette ! sobel", filters())
    page.run("for (const each of document.querySelectorAll('#stages details')) each.open = false")
    drag(2, 0)
    until(lambda: filters() == "sobel ! sepia ! vignette", filters())
    assert names() == ["sobel", "sepia", "vignette"], names()
    page.all("#stages .handle")[0].send_keys(Keys.ARROW_DOWN)
    until(lambda: filters() == "sepia ! sobel ! vignette", filters())
    page.all("[aria-label='Remove sobel']")[0].click()
    until(lambda: filters() == "sepia ! vignette", filters())
    # A shader among them, whose text has what a chain gives a meaning.
    add("shader")
    text = '// "a" ! b \\ c=1\nc.rgb = c.bgr;'
    by("stage-2-fragment").send_keys(text, Keys.TAB)
    until(lambda: "c.rgb = c.bgr;" in filters(), filters())
    page.choose("swiftrosy")
    page.choose("swiftchain")
    assert names() == ["sepia", "vignette", "shader"] and by("stage-2-fragment").get_attribute("value") == text, filters()
    page.all("[aria-label='Remove shader']")[0].click()
    until(lambda: filters() == "sepia ! vignette", filters())
    # It is kept while others are shown, and by a page that is loaded anew.
    page.choose("swiftrosy")
    assert not by("chain").is_displayed()
    page.choose("swiftchain")
    assert names() == ["sepia", "vignette"] and filters() == "sepia ! vignette"
    by("reset").click()
    until(lambda: names() == [], "a reset leaves filters")
    print("chain: filters are added, set, moved and removed")


def write(text):
    by("fragment").send_keys(Keys.CONTROL, "a")
    by("fragment").send_keys(Keys.NULL, *([text] if text else [Keys.CONTROL, "a", Keys.NULL, Keys.DELETE]))


def check_shader():
    """A text counts while it is typed; errors have a line, a column and a caret; uniforms have fields."""
    page.choose("swiftshader")
    assert by("shader").is_displayed()
    until(lambda: page.difference() < 1, "a shader without a text changes the video")
    write("c.rgb = c.bgr;")
    until(lambda: "fragment=c.rgb = c.bgr;" in line() and page.difference() > 5, "the shader changes nothing")
    write("c.r = 1.0 - lenght(c.rgb);")
    until(lambda: by("fragment-errors").text.startswith("1:13: There is no function"), "no error is shown")
    shown = by("fragment-errors").get_attribute("textContent").rstrip().split("\n")
    assert shown[1] == "c.r = 1.0 - lenght(c.rgb);" and shown[2].index("^") == 12, shown
    assert by("fragment").get_attribute("aria-invalid") == "true" and "fragment=c.rgb = c.bgr;" in line()
    assert by("fragment").get_attribute("value") == "c.r = 1.0 - lenght(c.rgb);", "what is typed is gone"
    page.screenshot("shader-error")
    write("uniform float amount;\nuniform vec3 ink;\nc.rgb = mix(c.rgb, ink, amount);")
    until(lambda: by("fragment-errors").text == "" and page.all("#uniform-amount"), "uniforms have no fields")
    until(lambda: page.difference() < 1, "a uniform is not 0")
    for name, number in (("amount", "0.5"), ("ink", "1")):
        by(f"uniform-{name}").send_keys(Keys.CONTROL, "a")
        by(f"uniform-{name}").send_keys(Keys.NULL, number)
    def uniforms():
        """As the line has them, without what gst-launch-1.0 takes away."""
        return line().replace("\\", "")

    until(lambda: "amount=(double)0.5" in uniforms() and "ink=(double)<" in uniforms(), line())
    until(lambda: page.difference() > 20, "a uniform changes nothing")
    page.screenshot("shader")
    page.choose("swiftrosy")
    page.choose("swiftshader")
    assert by("uniform-amount").get_attribute("value") == "0.5" and "ink" in by("fragment").get_attribute("value")
    by("reset").click()
    until(lambda: by("fragment").get_attribute("value") == "" and page.difference() < 1, "a reset leaves the shader")
    print("shader: typed, refused with a caret, and its uniforms set")


def check_inputs():
    """Each input of an element with two has settings, and the line has them."""
    page.choose("swiftblend")
    page.run("for (const each of document.querySelectorAll('#inputs details')) each.open = true")
    before = page.images()[1]
    field = by("sink_1-width")
    for name, number in (("width", "320"), ("height", "180"), ("xpos", "100")):
        field = by(f"sink_1-{name}")
        field.send_keys(Keys.CONTROL, "a")
        field.send_keys(Keys.NULL, number, Keys.TAB)
        until(lambda: f"sink_1::{name}={number}" in line(), line())
    Select(by("sink_1-sizing")).select_by_value("keep-aspect")
    until(lambda: "sink_1::sizing=keep-aspect" in line(), line())
    newer()
    assert page.images()[1].tobytes() != before.tobytes()
    page.screenshot("inputs")
    # Others have one input, or none that is set.
    page.choose("swiftrosy")
    assert not page.all("#inputs .property")
    page.choose("swiftblend")
    assert by("sink_1-width").get_attribute("value") == "320"
    by("reset").click()
    until(lambda: "sink_1::width" not in line(), "a reset leaves an input as it is")
    print("inputs: each is set, and reset")
