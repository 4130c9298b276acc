"""Uses the showcase's page in a real browser, and takes pictures of it.

usage: browse.py URL CLIP PICTURES
"""

import base64
import glob
import io
import os
import sys
import tempfile
import time

from PIL import Image, ImageChops, ImageStat
from selenium import webdriver
from selenium.webdriver import ActionChains, Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select, WebDriverWait

url, clip, pictures = sys.argv[1:4]
downloads = tempfile.mkdtemp()
options = webdriver.ChromeOptions()
options.binary_location = "/usr/bin/chromium"
options.add_argument("--headless=new")
options.add_argument("--window-size=1400,900")
options.add_argument("--disable-gpu")
options.add_argument("--disable-dev-shm-usage")
if os.getuid() == 0:
    options.add_argument("--no-sandbox")
options.add_experimental_option(
    "prefs", {"download.default_directory": downloads, "download.prompt_for_download": False}
)
options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
driver = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))


def by(name):
    return driver.find_element(By.ID, name)


def until(condition, what, seconds=60):
    WebDriverWait(driver, seconds, 0.1, ignored_exceptions=(ValueError, IndexError)).until(lambda _: condition(), what)


def number():
    return int(by("number").text)


def newer(count=10):
    """Waits until pictures have been drawn that were filmed after now."""
    first = number()
    until(lambda: number() >= first + count, "the picture stands still")


def canvas(name):
    data = driver.execute_script("return document.getElementById(arguments[0]).toDataURL('image/png')", name)
    return Image.open(io.BytesIO(base64.b64decode(data.split(",")[1]))).convert("RGB")


def difference():
    """How far the two pictures are from each other, as the mean of all codes; both are of the same frame."""
    newer()
    script = "return ['original', 'filtered'].map((id) => document.getElementById(id).toDataURL('image/png'))"
    before, after = (
        Image.open(io.BytesIO(base64.b64decode(each.split(",")[1]))).convert("RGB")
        for each in driver.execute_script(script)
    )
    after = after.resize(before.size)
    return sum(ImageStat.Stat(ImageChops.difference(before, after)).mean) / 3


def picture(name):
    driver.save_screenshot(f"{pictures}/{name}.png")


def tab(element):
    return driver.find_element(By.CSS_SELECTOR, f"#elements input[value='{element}']")


def choose(element):
    driver.execute_script("arguments[0].parentElement.click()", tab(element))
    until(lambda: by("title").text == f"{element}:" and by("message").text == "", f"{element} is not shown")
    newer(3)


def line():
    return by("line").text


def press(*keys):
    chain = ActionChains(driver)
    for key in keys:
        chain.send_keys(key)
    chain.perform()


def check_slider():
    """Keys and the mouse move a slider, and the picture follows."""
    choose("swiftrosy")
    rosy = difference()
    assert rosy > 5, f"the filter changes nothing: {rosy}"
    slider = by("property-intensity-slider")
    slider.click()
    slider.send_keys(Keys.HOME)
    until(lambda: "intensity=0.0" in line(), "the slider's value does not come to the line")
    until(lambda: difference() < 1, "intensity 0 leaves a difference")
    picture("neutral")
    ActionChains(driver).drag_and_drop_by_offset(slider, int(slider.size["width"] * 0.25), 0).perform()
    until(lambda: 1 < difference(), "the mouse moves no slider")
    assert "intensity=0." in line() and "intensity=0.0 " not in line(), line()
    assert by("property-intensity").get_attribute("value") == line().split("intensity=")[1].split()[0]
    # A number that can't be is refused in a sentence, and nothing changes.
    kept, field = line(), by("property-intensity")
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys(Keys.NULL, "7", Keys.TAB)
    until(lambda: "intensity is from 0.0 to 1.0" in by("message").text, "no sentence for a wrong number")
    assert line() == kept and field.get_attribute("value") != "7"
    by("reset").click()
    until(lambda: "intensity" not in line(), "reset leaves the line as it is")
    until(lambda: abs(difference() - rosy) < rosy / 2, "reset leaves the picture as it is")
    print(f"slider: the pictures differ by {rosy:.1f}, and not at intensity 0")


def check_elements():
    """All elements, one after another."""
    for each in [each.get_attribute("value") for each in driver.find_elements(By.CSS_SELECTOR, "#elements input")]:
        choose(each)
        names = [row.text for row in driver.find_elements(By.CSS_SELECTOR, "#own label")]
        assert names and all(names), names
        change = difference()
        assert change > 1, f"{each} changes nothing: {change}"
        time.sleep(1)
        picture(each)
        print(
            f"{each}: {len(names)} properties of its own, {by('time').text}, {by('rate').text}, difference {change:.1f}"
        )


def check_presets():
    choose("swiftntsc")
    Select(by("property-preset")).select_by_value("vhs-ep-worn")
    until(lambda: line().count("=") == 2 and "preset=vhs-ep-worn" in line(), "a look is not one assignment")
    worn = by("property-luma-smear").get_attribute("value")
    picture("preset")
    by("preset-name").send_keys("worn", Keys.ENTER)
    until(lambda: "worn" in by("preset").text, "the preset is not kept")
    by("reset").click()
    until(
        lambda: "preset=" not in line() and by("property-luma-smear").get_attribute("value") != worn,
        "reset does nothing",
    )
    by("load-preset").click()
    until(lambda: by("property-luma-smear").get_attribute("value") == worn, "the preset is not loaded")
    by("delete-preset").click()
    until(lambda: "worn" not in by("preset").text, "the preset is not deleted")
    by("find").send_keys("luma smear")
    shown = [row for row in driver.find_elements(By.CSS_SELECTOR, ".property") if row.is_displayed()]
    assert 1 <= len(shown) < 10, len(shown)
    by("find").clear()
    by("find").send_keys("qos")
    until(lambda: by("property-qos").is_displayed(), "an inherited property is not found")
    by("find").send_keys(" nothing of the kind")
    until(lambda: by("nothing").is_displayed(), "nobody says that nothing is found")
    by("find").clear()
    by("find").send_keys(" ", Keys.BACKSPACE)
    by("reset").click()
    print("presets: a look, one that is saved, loaded and deleted")


def check_menu_and_switch():
    choose("swiftdepthgray")
    first = canvas("filtered").convert("HSV").getchannel("S")
    assert ImageStat.Stat(first).mean[0] < 5, "gray has colours"
    Select(by("property-colormap")).select_by_value("turbo")
    until(
        lambda: ImageStat.Stat(canvas("filtered").convert("HSV").getchannel("S")).mean[0] > 50, "turbo has no colours"
    )
    switch = by("property-invert")
    assert switch.get_attribute("role") == "switch"
    switch.send_keys(Keys.SPACE)
    until(lambda: "invert=true" in line() and "colormap=turbo" in line(), "a switch is not in the line")
    newer()
    picture("depth-in-colours")
    # Settings stay while another element is shown.
    choose("swiftrosy")
    choose("swiftdepthgray")
    assert "invert=true" in line() and by("property-invert").is_selected()
    driver.find_element(By.CSS_SELECTOR, "[aria-label='Reset invert']").click()
    until(lambda: "invert" not in line() and "colormap=turbo" in line(), "one reset is not for one property")
    by("reset").click()


def check_tools():
    choose("swiftrosy")
    by("copy").click()
    until(lambda: by("message").text == "Copied.", by("message").text)
    driver.execute_cdp_cmd(
        "Browser.grantPermissions", {"permissions": ["clipboardReadWrite"], "origin": url.rstrip("/")}
    )
    copied = driver.execute_async_script(
        "const done = arguments[0]; navigator.clipboard.readText().then(done, (error) => done(String(error)))"
    )
    assert copied == line() and copied.startswith("gst-launch-1.0 "), copied
    by("still").click()
    until(lambda: glob.glob(f"{downloads}/swiftrosy-*.png"), "no still comes")
    with Image.open(glob.glob(f"{downloads}/swiftrosy-*.png")[0]) as still:
        assert still.format == "PNG" and still.size == (640, 360), (still.format, still.size)
    print("line and still: copied and taken")


def check_films():
    with open(f"{downloads}/notes.txt", "w") as file:
        file.write("This is no film.\n" * 50)
    by("load").send_keys(f"{downloads}/notes.txt")
    until(lambda: "notes.txt is no film" in by("message").text, "no sentence for what is no film")
    assert by("message").get_attribute("class") == "error" and by("film").text == "bigbuckbunny.mp4"
    newer()
    os.symlink(clip, f"{downloads}/my film.mp4")
    by("load").send_keys(f"{downloads}/my film.mp4")
    until(lambda: by("film").text == "my_film.mp4" and by("message").text == "", "the user's film is not shown")
    newer()
    by("bundled").click()
    until(lambda: by("film").text == "bigbuckbunny.mp4", "the bundled film does not come back")
    newer()
    print("films: one refused, one shown")


def check_keyboard():
    """Tab reaches everything that can be used, and arrows choose the element."""
    choose("swiftrosy")
    driver.execute_script("document.activeElement.blur()")
    reached = []
    for _ in range(60):
        press(Keys.TAB)
        reached.append(driver.execute_script("return document.activeElement.id || document.activeElement.value"))
    for name in (
        "swiftrosy",
        "still",
        "copy",
        "load",
        "find",
        "reset",
        "property-intensity",
        "property-intensity-slider",
    ):
        assert name in reached, (name, reached)
    driver.execute_script("document.querySelector('#elements input:checked').focus()")
    press(Keys.ARROW_LEFT)
    until(lambda: by("title").text == "swiftntsc:", "an arrow does not choose the element")
    print("keyboard: everything is reached")


try:
    driver.get(url)
    until(lambda: by("number").text.isdigit(), "no picture comes")
    for check in (
        check_slider,
        check_elements,
        check_menu_and_switch,
        check_presets,
        check_tools,
        check_films,
        check_keyboard,
    ):
        check()
    driver.set_window_size(500, 900)
    newer()
    picture("narrow")
    wide = driver.execute_script("return document.documentElement.scrollWidth > innerWidth")
    assert not wide, "a narrow window has to be scrolled sideways"
    # Refused requests are told of here too; scripts and styles that fail are the page's faults.
    faults = [
        entry["message"]
        for entry in driver.get_log("browser")
        if entry["level"] == "SEVERE" and "status of 4" not in entry["message"]
    ]
    assert not faults, faults
except BaseException:
    picture("failure")
    print(f"message on the page: {by('message').text}; line: {line()}", file=sys.stderr)
    raise
finally:
    driver.quit()
