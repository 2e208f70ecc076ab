# SPDX-License-Identifier: Apache-2.0
"""Chromium for tests of pages, and their results in TAP.

A test opens a page from a file, looks at it and calls check(). No name can be
resolved, every request is in the log, and so is every error of the console.
"""
import base64
import json
import re
import sys
import time
import unicodedata
import zlib

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

count = failed = 0


def check(name, good, seen=""):
    global count, failed
    count += 1
    failed += not good
    print(f"{'ok' if good else 'not ok'} {count} - {name}")
    if not good:
        print(f"# seen: {seen!r}"[:2000])
    sys.stdout.flush()


def equal(name, seen, want):
    check(name, seen == want, f"{seen!r}, not {want!r}")


def finish():
    print(f"1..{count}")
    sys.exit(1 if failed else 0)


def unpacked(body):
    """The stream of an object of a PDF, or nothing."""
    at = body.find(b"stream\n")
    try:
        return zlib.decompressobj().decompress(body[at + 7:]) if at >= 0 else b""
    except zlib.error:
        return b""


def unicode_of(cmap):
    """The characters of a font by their numbers."""
    out = {}
    for part in re.findall(rb"beginbf(?:char|range)(.*?)endbf", cmap, re.S):
        for line in part.strip().splitlines():
            code = re.findall(rb"<([0-9A-F]+)>", line)
            first, last = int(code[0], 16), int(code[-2], 16)
            for k in range(first, last + 1):
                text = bytes.fromhex(code[-1].decode()).decode("utf-16-be")
                out[k] = text[:-1] + chr(ord(text[-1]) + k - first) if len(text) else ""
    return out


def pdf_text(data):
    """The letters of a PDF that Chromium made, without blanks."""
    objects = {int(m[1]): m[2] for m in re.finditer(rb"(\d+) 0 obj\n(.*?)\nendobj", data, re.S)}
    fonts, out = {}, []
    for n, body in objects.items():
        found = re.search(rb"/ToUnicode (\d+) 0 R", body)
        if found:
            fonts[n] = unicode_of(unpacked(objects[int(found[1])]))
    for body in objects.values():
        font = {}
        for m in re.finditer(rb"/F(\d+) [\d.]+ Tf|<([0-9A-Fa-f]+)>", unpacked(body)):
            if m[1]:
                font = fonts.get(int(m[1]), {})
            else:
                out += [font.get(int(m[2][i:i + 4], 16), "") for i in range(0, len(m[2]), 4)]
    return re.sub(r"\s", "", unicodedata.normalize("NFKC", "".join(out)))


class Browser:
    def __init__(self, *arguments):
        options = webdriver.ChromeOptions()
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                         "--window-size=1200,900", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
                         "--disable-background-networking", "--disable-extensions", *arguments):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
        self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        self.driver.set_script_timeout(30)
        self.console = []
        self.requests = []

    def close(self):
        self.driver.quit()

    # ---- looking ----

    def js(self, script, *arguments):
        return self.driver.execute_script("return " + script, *arguments)

    def text(self, selector):
        return self.js("(document.querySelector(arguments[0]) || {innerText: null}).innerText", selector)

    def texts(self, selector):
        return self.js("Array.from(document.querySelectorAll(arguments[0]), e => e.innerText)", selector)

    def number(self, selector):
        return self.js("document.querySelectorAll(arguments[0]).length", selector)

    def wait(self, script, *arguments):
        """Waits until a script gives something true, ten seconds at most."""
        for _ in range(400):
            found = self.js(script, *arguments)
            if found:
                return found
            time.sleep(0.025)
        return None

    def logs(self):
        """Adds to console and requests what came since the last call."""
        self.console += [line["message"] for line in self.driver.get_log("browser") if line["level"] == "SEVERE"]
        for line in self.driver.get_log("performance"):
            message = json.loads(line["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                self.requests.append(message["params"]["request"]["url"][:200])

    # ---- doing ----

    def open(self, path, hash=""):
        self.driver.get("about:blank")
        self.driver.get("file://" + path + hash)
        self.wait("document.documentElement.dataset.ready")

    def go(self, hash):
        """Follows a hash, and waits until the item it names is drawn."""
        self.js("void (location.hash = arguments[0])", hash)
        time.sleep(0.03)
        if hash.startswith("#item/"):
            self.item()

    def item(self):
        self.wait("document.querySelector('#view-item .attempt, #view-item .none, #view-item p')")

    def press(self, *keys):
        for key in keys:
            webdriver.ActionChains(self.driver).send_keys(key).perform()
        time.sleep(0.05)

    def click(self, selector):
        self.driver.find_element(By.CSS_SELECTOR, selector).click()
        time.sleep(0.03)

    def choose(self, label, value):
        """Sets the filter of that label as a person does."""
        self.js("void (c => { c.value = arguments[1]; c.dispatchEvent(new Event('change')); })(Array.from("
                "document.querySelectorAll('.filters label')).find(l => l.querySelector('span').textContent "
                "=== arguments[0]).querySelector('select, input'))", label, value)
        time.sleep(0.03)

    def size(self, width, height):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    def scheme(self, name):
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": name}]})

    def printed(self):
        """The letters of the page when it is printed."""
        return pdf_text(base64.b64decode(self.driver.execute_cdp_cmd("Page.printToPDF", {})["data"]))

    def shoot(self, path, whole=False):
        if whole:
            self.size(self.js("innerWidth"), min(8000, self.js("document.documentElement.scrollHeight")))
        self.driver.save_screenshot(path)


ESCAPE, ENTER = Keys.ESCAPE, Keys.ENTER
