# SPDX-License-Identifier: Apache-2.0
"""Families in a browser: families.py ASSAY EXAMPLES, in an empty folder.

An author writes a family: draws come while it is typed, errors have their line,
acceptance says NO and yes, saving makes versions. A reviewer solves its sample
blind and accepts it; the file and its problems are taken away.
"""
import os
import re
import subprocess
import sys
import time

from browser import check, equal, finish
from desk import Person, Serve, calm, got, invite, status
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

assay, examples = sys.argv[1:3]
HOSTILE = "</textarea><script>window.hacked = 1</script><img src=x onerror=window.hacked=2>\" ' & \u202e"
GOOD = open(os.path.join(examples, "tutorial-1.family")).read()
GUESSABLE = open(os.path.join(examples, "refused", "not-guessable.family")).read()
ROW = "Array.from(document.querySelectorAll('.acceptance tbody tr')).find(r => r.querySelector('th').innerText === arguments[0])"
pictures = os.environ.get("ASSAY_PICTURES")


def verdict(person, row):
    """yes, NO or - of a row of the acceptance; None: it is not there."""
    return person.b.js(f"(r => r && r.children[1].innerText)({ROW})", row)


def accepted(person, word):
    return person.b.wait(f"/: {word}/.test(document.querySelector('#acceptance').innerText)")


def looks(person, path, name):
    """Fits a phone, in both schemes; every field has its label."""
    person.at(path)
    for scheme in ("light", "dark"):
        person.b.scheme(scheme)
        for width, height in ((400, 800), (1280, 900)):
            person.b.size(width, height)
            time.sleep(0.1)
            wide = person.b.js("document.documentElement.scrollWidth")
            check(f"{name} fits {width} px, {scheme}", wide <= width + 1, wide)
            if pictures:
                person.b.driver.save_screenshot(os.path.join(pictures, f"{name}-{width}-{scheme}.png"))
    person.b.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    unnamed = person.b.js("Array.from(document.querySelectorAll('main input:not([type=hidden]), main textarea, main select, main button'))"
                          ".filter(e => !((e.labels && e.labels.length) || e.textContent)).map(e => e.outerHTML.slice(0, 80))")
    equal(f"{name}: every field has its label", unnamed, [])


serve = Serve(assay)
owner, author, reviewer = (Person(n, serve.base) for n in ("Ada", "Bo", "Cy"))
try:
    owner.join(serve.link)
    author.join(invite(owner, "author"))
    reviewer.join(invite(owner, "reviewer"))

    # ---- writing ----

    author.at("/families")
    check("the list is empty at first", "Nobody has written" in author.main(), author.main())
    author.at("/families/new")
    check("a new family begins with one that draws", author.b.number("#draws .draws > li") == 6, author.main())
    check("mathematics is set", author.b.wait("document.querySelectorAll('#draws .katex').length > 2"))
    check("lines have numbers", author.b.number(".gutter span") > 40)

    author.put("text", GOOD)
    title = re.search(r"^title: (.*)$", GOOD, re.M)[1]
    check("typing shows draws", author.b.wait("document.querySelectorAll('#draws h3').length !== 2 || "
          "!/Multiply|cents/.test(document.querySelector('#draws').innerText)"), author.b.text("#draws"))
    before = author.b.text("#draws")
    author.b.js("void document.querySelector('#look').click()")
    check("other draws come on a button", author.b.wait("document.querySelector('#draws').innerText !== arguments[0]", before))

    lines = GOOD.split("\n")
    key = next(i for i, line in enumerate(lines) if re.match(r"\s*key:", line))
    author.put("text", "\n".join(lines[:key] + [lines[key] + " + nowhere"] + lines[key + 1:]))
    check("a broken line has its error", author.b.wait("/nowhere/.test(document.querySelector('#wrong').innerText)"), author.b.text("#wrong"))
    equal("and its mark", author.b.texts(".gutter .bad"), [str(key + 1)])
    check("the draws before it stay, faint", author.b.number("#draws.stale li") > 0)
    author.b.click("#wrong a[data-line]")
    at = author.b.js("(t => t.value.slice(0, t.selectionStart))(document.querySelector('#text'))")
    check("the place leads to its line", at.count("\n") == key and author.b.js("document.activeElement.id") == "text", at[-60:])

    # ---- keys ----

    author.put("text", "kind a")
    area = author.find("#text")
    author.b.js("void document.querySelector('#text').setSelectionRange(6, 6)")
    area.send_keys(Keys.ENTER, Keys.TAB, "key: 1", Keys.ENTER, "x")
    equal("Tab indents, and Enter keeps it", area.get_attribute("value"), "kind a\n    key: 1\n    x")
    area.send_keys(Keys.SHIFT, Keys.TAB)
    equal("Shift+Tab takes it back", area.get_attribute("value"), "kind a\n    key: 1\nx")
    area.send_keys(Keys.ESCAPE, Keys.TAB)
    check("Esc, then Tab leaves the text", author.b.js("document.activeElement.id") != "text", author.b.js("document.activeElement.outerHTML"))

    # ---- acceptance ----

    author.put("text", GUESSABLE)
    author.b.js("void document.querySelector('#try').click()")
    check("acceptance refuses on a button", accepted(author, "refused"), author.b.text("#acceptance"))
    equal("with NO and yes in its rows", (verdict(author, "not guessable"), verdict(author, "agrees")), ("NO", "yes"))
    equal("and the verdict at the head", author.b.text("#verdict"), "refused")
    check("the draws are those of this text", author.b.wait("!document.querySelector('#draws.stale')"), author.b.text("#draws"))
    if pictures:
        author.b.size(1280, 900)
        author.b.js("void document.querySelector('#acceptance-head').scrollIntoView()")
        author.b.driver.save_screenshot(os.path.join(pictures, "family-refused.png"))
        author.b.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    author.push("Create the family")
    place = re.search(r"(/families/(\d+))", author.b.driver.current_url)
    check("the family is made", bool(place), author.main())
    place, entry = place[1], place[2]
    check("saving tries it", accepted(author, "refused"), author.b.text("#acceptance"))
    author.at(f"/entries/{entry}/review")
    author.push("Submit")
    check("what is refused cannot be submitted", "not accepted" in author.main(), author.main())

    author.at(place)
    author.put("text", GOOD)
    author.put("note", "another one " + HOSTILE)
    author.push("Save a version")
    check("saving makes version 2", "version 2" in author.main(), author.main())
    check("which is accepted", accepted(author, "accepted"), author.b.text("#acceptance"))
    equal("every row says yes", set(author.b.texts(".acceptance tbody td:nth-child(2)")), {"yes"})
    author.at("/families")
    check("the list has it", title in author.main() and "accepted" in author.main() and "Bo" in author.main(), author.main())
    author.at(f"/entries/{entry}/history")
    check("the history has both texts, and what changed", author.b.number("#v2-claim ins, #v2-claim del, #v2-claim .added, #v2-claim mark") > 0
          or author.b.js("document.querySelector('#v2-claim').children.length") > 0, author.b.js("document.querySelector('#v2-claim').innerHTML.slice(0, 400)"))
    calm(author, "writing")

    # A text that nobody can trust stays text.
    author.at("/families/new")
    author.put("text", "title: " + HOSTILE + "\nplain: " + HOSTILE)
    author.b.wait("document.querySelector('#wrong').innerText !== ''")
    author.push("Create the family")
    check("a text that cannot be read is kept as well", "title: </textarea>" in author.b.js("document.querySelector('#text').value"), author.main())
    check("and refused", accepted(author, "refused") and verdict(author, "reads") == "NO", author.b.text("#acceptance"))
    calm(author, "hostile text")

    # ---- reviewing ----

    author.at(f"/entries/{entry}/review")
    author.push("Submit")
    check("it waits for a reviewer", "submitted" in author.main(), author.main())
    reviewer.at(place)
    check("its file is hidden from the reviewer", reviewer.b.number("#text") == 0 and "key:" not in reviewer.main(), reviewer.main())
    equal("and so are its files", [status(reviewer, place + p) for p in ("/file", "/export?format=jsonl")], [403, 403])
    author.at(f"/entries/{entry}/review")
    answer = author.b.js("document.querySelector('main .key annotation').textContent")
    reviewer.at(f"/entries/{entry}/review")
    reviewer.put("answer", answer)
    reviewer.push("Submit the answer")
    check("the blind answer agrees", "agree" in reviewer.main(), reviewer.main())
    reviewer.at(place)
    check("then the file and its draws are shown", reviewer.b.number("#text") == 1 and reviewer.b.number("#draws li") > 0, reviewer.main())
    reviewer.at(f"/entries/{entry}/review")
    reviewer.push("Accept")
    check("it is accepted", "accepted" in reviewer.main(), reviewer.main())
    reviewer.at("/families")
    check("the list says so", "1 of 1 agree" in reviewer.main(), reviewer.main())
    calm(reviewer, "reviewing")

    # ---- files ----

    equal("the file is what was written", got(reviewer, place + "/file"), GOOD)
    rows = got(reviewer, place + "/export?format=jsonl&count=3&seed=web")
    open("rows.jsonl", "w").write(rows)
    open("mine.family", "w").write(GOOD)
    check("problems of it are rows", rows.count("\n") >= 3 and '"key"' in rows, rows[:300])
    equal("which the program reads", subprocess.run([assay, "export", "rows.jsonl", "--to", "verl", "-o", "out"], capture_output=True).returncode, 0)
    check("and other formats come as files", len(got(reviewer, place + "/export?format=verl&count=2")) > 100)
    check("the set has its sample", f'"class/{entry}.2"' in got(owner, "/set.jsonl"), got(owner, "/set.jsonl")[:300])

    looks(author, place, "family")
    looks(reviewer, place, "family-read")
    looks(author, "/families", "families")

    equal("the store is whole", subprocess.run([assay, "store", "verify"], capture_output=True).returncode, 0)
    equal("it stops when it is told", serve.stop(), 0)
finally:
    serve.process.kill()
    for person in (owner, author, reviewer):
        person.b.close()
finish()
