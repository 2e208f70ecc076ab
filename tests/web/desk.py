# SPDX-License-Identifier: Apache-2.0
"""A workbench that is running, and the browsers of its people."""
import os
import re
import signal
import subprocess
import time

from browser import Browser, check, equal
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By


class Serve:
    """The program itself, with further arguments."""

    def __init__(self, assay, more=(), port=0):
        self.log = open("serve.log", "a+")
        self.log.truncate(0)
        self.process = subprocess.Popen(
            [assay, "serve", "--port", str(port), "--title", "Class <i>A</i>", *more],
            stderr=self.log, stdin=subprocess.DEVNULL, env={**os.environ, "ASSAY_TOKEN": "of-the-trainer-0123456789", "OPENAI_API_KEY": "k-secret"})
        for _ in range(200):
            said = open("serve.log").read()
            if "signs in with" in said:
                break
            time.sleep(0.05)
        self.link = re.search(r"signs in with (\S+?),", said)[1]
        self.base = self.link.split("/join/")[0]
        self.port = int(self.base.rsplit(":", 1)[1])

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(20)


class Person:
    """A browser of one person."""

    def __init__(self, name, base):
        self.name = name
        self.base = base
        self.b = Browser()
        self.get = self.b.driver.get

    def at(self, path):
        self.get(self.base + path)
        self.b.wait("document.readyState === 'complete'")

    def find(self, selector):
        return self.b.driver.find_element(By.CSS_SELECTOR, selector)

    def put(self, name, text):
        field = self.b.js("document.querySelector('main [name=' + arguments[0] + ']')", name)
        if not field:
            check(f"{self.name}: there is a field {name}", False, self.main())
            return
        self.b.js("void (arguments[0].value = arguments[1], arguments[0].dispatchEvent(new Event('input', {bubbles: true})))", field, text)

    def push(self, text, within="main"):
        """Presses the button of that text, and waits for the next page."""
        for e in self.b.driver.find_elements(By.CSS_SELECTOR, within + " button, " + within + " input[type=submit]"):
            if text in (e.text or e.get_attribute("value") or ""):
                old = self.find("html")
                self.b.js("void arguments[0].scrollIntoView({block: 'center'})", e)
                e.click()
                for _ in range(200):
                    try:
                        old.is_enabled()
                    except WebDriverException:
                        break
                    time.sleep(0.025)
                self.b.wait("document.readyState === 'complete'")
                return True
        return False

    def main(self):
        return self.b.text("main")

    def join(self, link):
        self.get(link)
        self.put("name", self.name)
        self.push("")


def status(person, path, **more):
    """The status of a request by the browser's own cookie."""
    return person.b.driver.execute_async_script(
        "const [p, o, d] = arguments; fetch(p, o).then(r => d(r.status)).catch(e => d(String(e)))", path, more)


def got(person, path):
    return person.b.driver.execute_async_script(
        "const [p, d] = arguments; fetch(p).then(r => r.text()).then(d).catch(e => d(String(e)))", path)


def calm(person, name):
    """Nothing of a hostile text has run, and the console is quiet."""
    person.b.logs()
    check(f"{name}: no script of a text ran", person.b.js("window.hacked === undefined"))
    odd = [m for m in person.b.console if not re.search(r"/favicon|status of 4\d\d|beforeunload|ERR_INCOMPLETE_CHUNKED|ERR_CONNECTION_REFUSED", m)]
    equal(f"{name}: the console is quiet", odd, [])
    away = [u for u in person.b.requests if not u.startswith((person.base, "data:", "about:", "chrome"))]
    equal(f"{name}: no request leaves", away, [])
    person.b.console.clear()
    person.b.requests.clear()


def invite(owner, role):
    """The link of an invitation."""
    owner.at("/people")
    owner.b.js("void (document.querySelector('main #role').value = arguments[0])", role)
    owner.push("Make a link")
    return owner.b.text(".link")
