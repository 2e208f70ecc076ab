# SPDX-License-Identifier: Apache-2.0
"""The workbench in a browser: workbench.py ASSAY SERVER, in an empty folder.

An owner invites an author and a reviewer; the author writes, verifies,
challenges models and revises; the reviewer solves blind and decides; the set is
exported and sealed. In between two people save one entry, hostile text is put
everywhere, people try the doors of others, and the server is killed in the
middle of a challenge.
"""
import json
import os
import re
import subprocess
import sys
import time
import urllib.request

from browser import check, equal, finish
from desk import Person, Serve, calm, got, invite, status
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

assay, server = sys.argv[1:3]
HOSTILE = "</textarea><script>window.hacked = 1</script><img src=x onerror=window.hacked=2>\" ' & \u202e"
SLOW = f"{server}/ok,ms=400,wrong=0.5/v1#slow"
STORM = f"{server}/429-ms,wait=30,times=2/v1#storm"
DEAD = f"{server}/401,times=1e9/v1#dead"


def asked(scenario):
    with urllib.request.urlopen(f"{server}/{scenario}/stats") as f:
        return json.load(f)["requests"]


# ---- people ----

MORE = ["--public", "public.jsonl", "--model", "planted:weak.yaml", "--model", SLOW, "--model", STORM, "--model", DEAD]
serve = Serve(assay, MORE)
owner, author, reviewer = (Person(n, serve.base) for n in ("Ada <b>O</b>", "Bo", "Cy"))
try:
    owner.join(serve.link)
    check("the owner is in, by the link", "Board" in owner.b.text("h1") and "Ada <b>O</b>" in owner.b.text("nav"), owner.b.text("body"))
    author.get(serve.link)
    check("the link works once", "used" in author.main().lower(), author.main())

    author.join(invite(owner, "author"))
    reviewer.join(invite(owner, "reviewer"))
    check("an author has come", "Board" in author.b.text("h1"), author.main())
    check("a reviewer has come", "Board" in reviewer.b.text("h1"), reviewer.main())
    lost = invite(owner, "author")
    owner.at("/people")
    owner.push("Revoke")
    stranger = urllib.request.Request(lost)
    try:
        urllib.request.urlopen(stranger)
        code = 200
    except urllib.error.HTTPError as e:
        code = e.code
    check("a revoked link lets nobody in", code in (403, 404, 410), code)
    for who, paths in ((author, ("/people", "/history.jsonl", "/metrics")), (reviewer, ("/people", "/history.jsonl", "/metrics"))):
        equal(f"{who.name} is kept from the doors of others", [status(who, p) for p in paths], [403] * len(paths))
    equal("a form without its token is refused", status(author, "/entries", method="POST", body="statement=x&answer=1",
          headers={"Content-Type": "application/x-www-form-urlencoded"}), 403)

    # ---- writing ----

    author.at("/entries/new")
    author.put("topic", "Sums " + HOSTILE)
    author.put("statement", r"Find the leading term of $I(x) = \int_0^\infty e^{-x t^2}\,dt$ as $x \to \infty$. " + HOSTILE)
    author.put("answer", r"\frac{1}{2}\sqrt{\frac{\pi}{x}")
    check("the judge says where it cannot read", author.b.wait("/column 31/.test(document.querySelector('main').innerText)"), author.main())
    check("and underlines it", author.b.number(".at") > 0)
    author.put("answer", r"\frac{1}{2}\sqrt{\frac{\pi}{x}}")
    check("what it understood stands beside", author.b.wait("/symbols x/.test(document.querySelector('main').innerText)"), author.main())
    check("mathematics is set", author.b.wait("document.querySelectorAll('main .katex').length > 2"))
    author.put("symbols", "x")
    author.b.js("void document.querySelectorAll('main [name=check]').forEach(e => { e.checked = e.value === 'claim'; })")
    author.put("claim", "\n".join(["kind: integral", r'object: "\\int_0^\\infty e^{-x t^2} dt"', "variable: t", "parameters: [x]", "conditions: x > 0",
                                   r'claim: "\\frac12 \\sqrt{\\pi/x}"', "mode: equals"]))
    author.push("Create the entry")
    entry = re.search(r"/entries/(\d+)", author.b.driver.current_url)
    check("the entry is made", bool(entry), author.main())
    entry = entry[1]
    calm(author, "writing")
    author.push("heck")
    check("its claim is checked on a button", "holds" in author.main(), author.main())
    check("with the table of points", author.b.number("main table tr") > 2, author.main())

    # What is public is told while it is written.
    author.at("/entries/new")
    author.put("statement", "What is 4 + 9?")
    author.put("answer", "13")
    check("overlap with a public set is told", author.b.wait("/public\\.jsonl/.test(document.querySelector('main').innerText)"), author.main())

    # A text that was not saved is kept until it is taken back, whatever is typed meanwhile.
    kept = "/kept in this browser/.test(document.querySelector('#kept').innerText)"
    author.b.wait(kept)
    author.at("/entries/new")
    author.put("statement", "z")
    author.b.wait(kept)
    author.at("/entries/new")
    equal("both texts that were not saved are offered", author.b.number(".offer"), 2)
    author.put("statement", "y")
    author.b.js("void [...document.querySelectorAll('.offer')].find(e => /4 \\+ 9/.test(e.innerText)).querySelector('button').click()")
    equal("the older one comes back", author.b.js("document.querySelector('main [name=statement]').value"), "What is 4 + 9?")
    check("and what stood in the form is offered in its turn", re.search("\u201cy\u201d", author.main()), author.main())
    author.b.js("void localStorage.clear()")
    author.b.js("void document.querySelectorAll('.offer').forEach(e => e.querySelectorAll('button')[1].click())")
    equal("what is thrown away is gone", author.b.number(".offer"), 0)

    # A generated problem keeps its proof until it is edited.
    author.at("/entries/new?family=concept/crt&level=2&seed=web")
    author.push("Create the entry")
    check("a generated problem is proved", "prove" in author.main().lower(), author.main())
    author.put("answer", "12345")
    author.push("Save")
    check("and no longer when its key is edited", re.search(r"no longer|edited", author.main()), author.main())

    # Two windows on one entry: nothing is lost.
    author.at(f"/entries/{entry}")
    author.b.js("void window.open(arguments[0])", f"{serve.base}/entries/{entry}")
    windows = author.b.driver.window_handles
    author.b.driver.switch_to.window(windows[1])
    author.b.wait("document.querySelector('main [name=solution]')")
    author.put("solution", "Gauss, by polar coordinates.")
    author.push("Save")
    author.b.driver.switch_to.window(windows[0])
    check("another window's save is told", author.b.wait("/version 2|saved/i.test((document.querySelector('#meanwhile') || {innerText: ''}).innerText)"),
          author.main())
    author.put("solution", "By a table of integrals.")
    author.push("Save")
    check("a save over a newer version is held back", "table of integrals" in author.b.js("document.querySelector('main').innerHTML")
          and "polar" in author.b.js("document.querySelector('main').innerHTML"), author.main())
    author.b.driver.switch_to.window(windows[1])
    author.b.driver.close()
    author.b.driver.switch_to.window(windows[0])

    # ---- challenging ----

    author.at("/entries/new")
    author.put("topic", "Sums")
    author.put("statement", "What is 1234 + 4321?")
    author.put("answer", "5555")
    author.push("Create the entry")
    sum_entry = re.search(r"/entries/(\d+)", author.b.driver.current_url)[1]

    def ask(models, attempts):
        author.at(f"/entries/{sum_entry}/ask")
        author.b.js("void document.querySelectorAll('main [name=model]').forEach(e => { e.checked = arguments[0].some(m => e.value.includes(m)); })", models)
        author.put("attempts", str(attempts))
        author.push("Ask")

    ask(["storm", "dead", "weak"], 4)
    check("a challenge of a misbehaving server ends", author.b.wait("/\\b(done|failed)\\b/.test(document.querySelector('#asked, #live, main').innerText)"), author.main())
    author.at(f"/entries/{sum_entry}/ask")
    seen = author.main()
    check("replies and verdicts are there", "correct" in seen or "wrong" in seen, seen)
    check("a dead server is an error, and no wrong answer", re.search(r"401|error", seen), seen)
    check("no secret is on the page", "k-secret" not in author.b.js("document.documentElement.outerHTML"))

    # Killed in the middle, it goes on and asks nothing twice.
    before = asked("ok,ms=400,wrong=0.5")
    ask(["slow"], 12)
    for _ in range(100):
        if asked("ok,ms=400,wrong=0.5") > before:
            break
        time.sleep(0.05)
    serve.kill()
    serve = Serve(assay, MORE, serve.port)
    author.at(f"/entries/{sum_entry}/ask")
    check("after kill -9 the sign-in stands", "Entry" in (author.b.text("h1") or ""), author.main())
    done = author.b.wait("!/\\b(queued|asking)\\b/.test(document.querySelector('main').innerText)")
    author.at(f"/entries/{sum_entry}/ask")
    check("the challenge went on to its end", done, author.main())
    rows = subprocess.run([assay, "store", "list", "--json"], capture_output=True, text=True, check=True).stdout
    runs = [json.loads(line) for line in rows.splitlines()]
    slow = [r for r in runs if any("slow" in m for m in r.get("models", []))]
    equal("its run has every result once", [(r["results"], r["errors"]) for r in slow], [(12, 0)])
    check("calls in flight alone were asked again", asked("ok,ms=400,wrong=0.5") - before <= 24, asked("ok,ms=400,wrong=0.5") - before)

    # Revised, only fresh attempts count.
    author.at(f"/entries/{sum_entry}")
    author.put("statement", "What is 1234 + 4322?")
    author.put("answer", "5556")
    author.push("Save")
    author.at(f"/entries/{sum_entry}/ask")
    check("a new version has no attempts yet, and the earlier are told", re.search(r"earlier|version 1", author.main()), author.main())

    ask(["weak"], 3)
    check("fresh attempts count", author.b.wait("/solved \\d of 3/.test(document.querySelector('main').innerText)"), author.main())

    author.b.wait("!/\\b(queued|asking)\\b/.test(document.querySelector('main').innerText)")
    author.b.js("(function () { var part = document.getElementById('asked');"
                "part.querySelectorAll('details.reply > summary')[1].focus();"
                "assay.desk.read(location.pathname).then(function (html) {"
                "assay.desk.replace(part, new DOMParser().parseFromString(html, 'text/html').getElementById('asked').innerHTML);"
                "window.focusKept = document.activeElement === part.querySelectorAll('details.reply > summary')[1]; }); })()")
    check("an update keeps the focus on a summary without an id", author.b.wait("window.focusKept === true"), author.b.js("document.activeElement.tagName"))

    # ---- reviewing ----

    author.at(f"/entries/{sum_entry}/review")
    author.push("Submit")
    check("it waits for a reviewer", "submitted" in author.main(), author.main())
    equal("its author cannot accept it", status(author, f"/entries/{sum_entry}/accept", method="POST"), 403)
    reviewer.at("/reviews")
    check("the reviewer sees it waiting", f"/entries/{sum_entry}/review" in reviewer.b.js("document.querySelector('main').innerHTML"), reviewer.main())
    hidden = [p for p in (f"/entries/{sum_entry}", f"/entries/{sum_entry}/review", f"/entries/{sum_entry}/ask", f"/entries/{sum_entry}/history",
                          f"/entries/{sum_entry}/versions/2", f"/entries/{sum_entry}/versions/1", "/", "/reviews", "/set.jsonl")
              if re.search(r"\b555[56]\b", got(reviewer, p))]
    equal("no page shows the key to who has not solved it", hidden, [])
    reviewer.at(f"/entries/{sum_entry}/review")
    reviewer.put("answer", "5556")
    reviewer.push("Submit the answer")
    check("then the key is shown, and that they agree", "5556" in reviewer.main() and re.search(r"agree", reviewer.main()), reviewer.main())
    reviewer.push("Accept")
    check("it is accepted", "accepted" in reviewer.main().lower(), reviewer.main())

    # The other is returned with a comment that is hostile.
    author.at(f"/entries/{entry}/review")
    author.push("Submit")
    reviewer.at(f"/entries/{entry}/review")
    reviewer.put("answer", r"\sqrt{\pi/(4x)}")
    reviewer.push("Submit the answer")
    for field in reviewer.b.driver.find_elements(By.CSS_SELECTOR, "main textarea[name=text]"):
        reviewer.b.js("void (arguments[0].value = arguments[1])", field, HOSTILE)
    reviewer.push("Return")
    author.at(f"/entries/{entry}/review")
    check("it comes back with the comment", "returned" in author.main() and "onerror" in author.main(), author.main())
    calm(author, "reviewing")
    calm(reviewer, "reviewing")

    # ---- seeing ----

    owner.at("/")
    check("the board has topics, states and models", all(w in owner.main() for w in ("Sums", "accepted", "returned", "planted:weak.yaml")), owner.main())
    author.at(f"/entries/{entry}")
    author.put("statement", "Live: what is $1+1$?")
    author.push("Save")
    check("the board follows by itself", owner.b.wait("/Live: what/.test(document.querySelector('main').innerText)"), owner.main())
    owner.at("/runs")
    check("runs are listed", "r1" in owner.main(), owner.main())
    owner.at("/runs/r1")
    check("a run has its figures", owner.b.number("main svg") > 0, owner.main())
    calm(owner, "seeing")
    owner.at("/runs/r1/report.html")
    check("and its whole report", owner.b.wait("document.documentElement.dataset.ready") and owner.b.number("svg") > 0)

    # ---- the set ----

    owner.at("/set")
    themes = [owner.b.js("[theme.textContent, theme.click()][0]") for _ in range(4)]
    check("the theme button says which is on", themes[:2] == themes[2:] and sorted(themes[:2]) == ["Theme: dark", "Theme: light"], themes)
    owner.b.js("void localStorage.removeItem('assay-theme')")
    with open("set.jsonl", "w") as f:
        f.write(got(owner, "/set.jsonl"))
    rows = [json.loads(line) for line in open("set.jsonl")]
    equal("the set has what was accepted", [(r["statement"], r["key"]["latex"]) for r in rows], [("What is 1234 + 4322?", "5556")])
    equal("the program reads it", subprocess.run([assay, "export", "set.jsonl", "--to", "verl", "-o", "out"], capture_output=True).returncode, 0)
    history = got(owner, "/history.jsonl")
    check("the history has no names", history.count("\n") > 8 and not re.search(r"Ada|\bBo\b|\bCy\b", history), history[:500])
    for line in history.splitlines():
        json.loads(line)

    # ---- looks: dark, narrow, by keys alone ----

    for person, path in ((owner, "/"), (author, f"/entries/{entry}"), (author, f"/entries/{sum_entry}/ask"), (owner, "/people"), (reviewer, "/reviews"), (owner, "/set")):
        person.at(path)
        for scheme in ("light", "dark"):
            person.b.scheme(scheme)
            person.b.size(360, 740)
            time.sleep(0.05)
            wide = person.b.js("document.documentElement.scrollWidth")
            check(f"{path} fits a phone, {scheme}", wide <= 361, wide)
            if os.environ.get("ASSAY_PICTURES"):
                name = os.path.join(os.environ["ASSAY_PICTURES"], re.sub(r"\W+", "-", path).strip("-") or "board")
                person.b.driver.save_screenshot(f"{name}-{scheme}-narrow.png")
                person.b.size(1200, min(3000, max(800, person.b.js("document.documentElement.scrollHeight"))))
                person.b.driver.save_screenshot(f"{name}-{scheme}.png")
        person.b.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        unnamed = person.b.js("Array.from(document.querySelectorAll('main input:not([type=hidden]), main textarea, main select, main button'))"
                              ".filter(e => !((e.labels && e.labels.length) || e.getAttribute('aria-label') || e.textContent || e.value && e.type === 'submit'))"
                              ".map(e => e.outerHTML.slice(0, 80))")
        equal(f"{path}: every field has its label", unnamed, [])

    author.at("/entries/new")
    keys = author.b.driver.switch_to.active_element

    def tab_to(test):
        for _ in range(60):
            e = author.b.driver.switch_to.active_element
            if test(e):
                return e
            e.send_keys(Keys.TAB)
        return None

    field = tab_to(lambda e: e.get_attribute("name") == "statement")
    check("by keys alone: the statement is reached", field is not None)
    field.send_keys("What is 2 + 2?")
    field = tab_to(lambda e: e.get_attribute("name") == "answer")
    field.send_keys("4")
    field.send_keys(Keys.CONTROL, Keys.ENTER)
    check("and Ctrl-Enter makes the entry", author.b.wait("/entries\\/\\d+/.test(location.href)"), author.b.driver.current_url)

    # ---- the end ----

    said = open("serve.log").read()
    check("no secret is in the log", "k-secret" not in said and "of-the-trainer" not in said, said)
    equal("the store is whole", subprocess.run([assay, "store", "verify"], capture_output=True).returncode, 0)
    equal("a backup can be made beside it", subprocess.run([assay, "store", "backup", "copy.db"], capture_output=True).returncode, 0)
    equal("it stops when it is told", serve.stop(), 0)
finally:
    serve.process.kill()
    for person in (owner, author, reviewer):
        person.b.close()
finish()
