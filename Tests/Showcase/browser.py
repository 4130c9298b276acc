# SPDX-License-Identifier: MIT
"""Chromium with the showcase's page, and what is looked at in it."""

import base64
import io
import os
import sys
import tempfile

from PIL import Image, ImageChops, ImageStat
from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver import ActionChains, Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select, WebDriverWait

DESKTOP = (1280, 800, False)
PHONE = (390, 844, True)


class Page:
    def __init__(self, url, screenshots):
        self.url, self.screenshots = url, screenshots
        self.downloads = tempfile.mkdtemp()
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for option in ("--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"):
            options.add_argument(option)
        if os.getuid() == 0:
            options.add_argument("--no-sandbox")
        options.add_experimental_option(
            "prefs", {"download.default_directory": self.downloads, "download.prompt_for_download": False}
        )
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        service = webdriver.ChromeService("/usr/bin/chromedriver")
        self.driver = webdriver.Chrome(options=options, service=service)

    def open(self, size):
        """Loads the page into a window or a phone of this size, and waits for its first frame."""
        self.resize(size)
        self.driver.get(self.url)
        self.until(lambda: self.number() > 0, "no frame comes")

    def resize(self, size):
        width, height, mobile = size
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        self.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": mobile})

    def colours(self, scheme):
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def by(self, name):
        return self.driver.find_element(By.ID, name)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def until(self, condition, what, seconds=60):
        # The page may draw its fields anew while they are read.
        changing = (ValueError, IndexError, StaleElementReferenceException)
        wait = WebDriverWait(self.driver, seconds, 0.1, ignored_exceptions=changing)
        wait.until(lambda _: condition(), what)

    def screenshot(self, name):
        self.driver.save_screenshot(f"{self.screenshots}/{name}.png")

    def press(self, *keys):
        chain = ActionChains(self.driver)
        for key in keys:
            chain.send_keys(key)
        chain.perform()

    def elements(self):
        """Names of the elements that are looked at: all, or those in ELEMENTS."""
        names = [each.get_attribute("value") for each in self.all("#elements option")]
        return [name for name in names if name in os.environ.get("ELEMENTS", " ".join(names)).split()]

    # What the page shows.

    def number(self):
        # A phone does not show it.
        return int(self.by("number").get_attribute("textContent"))

    def newer(self, count=10):
        """Waits until frames have been drawn that came after now."""
        first = self.number()
        self.until(lambda: self.number() >= first + count, "no new frame is drawn")

    def line(self):
        return self.by("line").text

    def message(self):
        return self.by("message").get_attribute("textContent")

    def rectangle(self, name):
        script = "const r = document.getElementById(arguments[0]).getBoundingClientRect(); return [r.x, r.y, r.width, r.height]"
        return self.run(script, name)

    def images(self):
        """The frame before and the frame after, of the same time."""
        script = "return ['original', 'filtered'].map((id) => document.getElementById(id).toDataURL('image/png'))"
        return [
            Image.open(io.BytesIO(base64.b64decode(each.split(",")[1]))).convert("RGB") for each in self.run(script)
        ]

    def difference(self):
        """How far the two frames are from each other, as the mean of all codes."""
        self.newer()
        return distance(*self.images())

    # What is done with it.

    def choose(self, element):
        self.run(
            "const menu = document.getElementById('elements'); menu.value = arguments[0];"
            "menu.dispatchEvent(new Event('change'))",
            element,
        )
        self.until(
            lambda: self.by("title").text == element and self.message() == "", f"{element} is not shown"
        )
        self.newer(3)

    def unfold(self, name):
        """Opens the group of a property, and returns its control."""
        control = self.by(f"property-{name}")
        self.run("arguments[0].closest('details')?.setAttribute('open', '')", control)
        return control

    def select(self, name, value):
        Select(self.unfold(name)).select_by_value(value)

    def view(self, name):
        self.run("document.querySelector(arguments[0]).parentElement.click()", f"#views input[value='{name}']")

    def type(self, name, *keys):
        field = self.unfold(name)
        field.send_keys(Keys.CONTROL, "a")
        field.send_keys(Keys.NULL, *keys)


def distance(one, other):
    difference = ImageChops.difference(one, other.resize(one.size))
    return sum(ImageStat.Stat(difference).mean) / 3


# The one that all checks use.
url, clip, screenshots, root = sys.argv[1:5]
page = Page(url, screenshots)
