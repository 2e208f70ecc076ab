# SPDX-License-Identifier: Apache-2.0
"""What a page does in a browser: page.py FOLDER, with the pages of make_page.

Figures that later work adds to reports get their tests here: see
web/README.md.
"""
import base64
import functools
import http.server
import os
import re
import subprocess
import sys
import threading
import zlib

from browser import ENTER, ESCAPE, Browser, check, equal, finish

folder = sys.argv[1]
page = folder + "/report.html"
ITEMS = 47       # of the report: 40 ordinary ones and 7 hostile ones
RESULTS = 4 * ITEMS
HOSTILE = 40     # the first hostile one
b = Browser()


def quiet(name, own="file://" + folder):
    """Nothing was asked of others, and the console has no error."""
    b.logs()
    away = [u for u in b.requests if not u.startswith(("data:", "about:", own))]
    equal(name + ": no request leaves it", away, [])
    equal(name + ": the console has no error", b.console, [])
    b.console, b.requests = [], []


def wide():
    return b.js("document.documentElement.scrollWidth - document.documentElement.clientWidth")


# ---- the report ----

b.open(page)
check("the title is text", b.js("document.title").startswith("A report \"'></script>"), b.js("document.title"))
equal("numbers are cards", b.texts(".card .value"), ["72.4 %", "17", "$4.20", "12 min 34 s"])
equal("a card has its interval", b.text(".card .range"), "95 % interval 64.1 .. 79.5")
check("what is for screens alone is left out", "screens alone" not in b.text("main"))
equal("sections and figures are in the navigation", b.texts("nav li a")[:4],
      ["accuracy by family", "Accuracy by family", "Verdicts by model", "the table"])
equal("figures are drawn", b.number("figure svg"), 2)
check("a long table is folded", b.js("document.querySelector('tr:nth-child(30)').offsetHeight") == 0)
b.click(".all-rows")
check("and unfolded by its button", b.js("document.querySelector('tr:nth-child(30)').offsetHeight") > 0)
equal("a row's key heads it", b.js("document.querySelector('#view-report .long tbody th[scope=row]').innerText"), "family 0")


def column(n):
    return b.js("Array.from(document.querySelectorAll('table.long tbody tr')).slice(1, 17)"
                ".map(r => r.cells[arguments[0]].innerText)", n)


b.js("void document.querySelectorAll('table.long thead button')[3].click()")
times = column(3)
check("a table is sorted by time, whatever its unit; what is not known is last",
      times[0] == "0 s" and times[1] == "10 ms" and times[-1] == "-" and times[-2] == "9.0 s", times)
b.js("void document.querySelectorAll('table.long thead button')[3].click()")
equal("and the other way round", column(3)[::15], ["9.0 s", "-"])
check("examples are set as mathematics", b.number(".example .katex") > 3)
equal("steps show what changed", b.js("document.querySelectorAll('.steps li')[1].querySelector('ins').innerText"),
      ", who is 9 years old,")
check("steps show what left", b.number(".steps del") > 0)
equal("nothing of the data became markup",
      b.js("[document.querySelectorAll('main img, main script, main style, main iframe').length, window.pwned]"), [0, None])
equal("the judge's words have their TeX set", b.number("#view-report .words .katex"), 2)
equal("a long text is folded to what changed", b.texts(".steps li:last-child .text"),
      ["… five six seven eight nine ten  It ends herethere."])
b.click(".steps li:last-child .gap")
equal("and opened", len(b.text(".steps li:last-child .text").split()), 63)
equal("problems of a table are links", b.js("document.querySelector('table.wide tbody th a').getAttribute('href')"),
      "#items?problem=concept%2Fcrt%3A0")
check("statements of a table are mathematics", b.number("table.wide td.tex .katex") == 6)
equal("names are broken behind slashes", b.js("document.querySelectorAll('figure tbody th')[0].innerHTML"), "concept/<wbr>crt")
equal("an example leads to its problem", b.js("document.querySelector('.example a').getAttribute('href')"),
      "#item/r2/concept%2Fcrt%3A0")
quiet("the report")

# ---- a figure leads to its items ----

b.js("void document.querySelector('figure a.dot').dispatchEvent(new MouseEvent('click', {bubbles: true}))")
b.wait("!document.getElementById('view-items').hidden")
equal("a dot of a figure leads to its items", b.js("location.hash"), "#items?family=concept%2Fcrt&model=alpha&mark=wrong")
# Items 0, 4, ... 36 of concept/crt; alpha's attempts have marks i and i + 1 of
# correct, wrong, truncated, no_answer, wrong.
expected = [i for i in range(0, 40, 4) if {i % 5, (i + 1) % 5} & {1, 4}]
equal("which are those of its family, model and mark", b.texts(".rows .id"), [f"concept/crt:{i}" for i in expected])
equal("and counted", b.text(".count"), f"{len(expected)} problems, "
      f"{sum((i % 5 in (1, 4)) + ((i + 1) % 5 in (1, 4)) for i in expected)} results")
b.js("void history.back()")
b.wait("!document.getElementById('view-report').hidden")
check("back leads to the report again", b.js("document.getElementById('view-items').hidden"))
b.js("void (document.querySelector('figure details').open = true)")
equal("a figure has its data as a table", b.js("document.querySelector('figure details tbody tr').innerText").split("\t")[:3],
      ["concept/crt", "alpha", "30.0 %"])

# ---- the list ----

b.go("#items")
equal("all items are listed", b.text(".count"), f"{ITEMS} problems, {RESULTS} results")
b.choose("model", "beta")
b.choose("verdict", "truncated")
check("filters are in the hash", b.js("location.hash") == "#items?model=beta&mark=truncated", b.js("location.hash"))
# Beta's attempts have marks i + 4 and i + 9.
both = [i for i in range(40) if 2 in ((i + 4) % 5, (i + 9) % 5)] + [40 + i for i in range(7) if 2 in ((i + 4) % 5, (i + 9) % 5)]
check("model and mark hold of the same result", b.text(".count").startswith(f"{len(both)} problems"), b.text(".count"))
check("several rows have no button for more", b.js("document.querySelector('.more-rows').offsetHeight") == 0)
b.choose("model", "")
b.choose("verdict", "")
b.go("#items?concept=even&concept=concept%208")
equal("two values of one name must both hold", b.texts(".rows .id"), ["concept/crt:8"])
equal("and both are seen", b.texts(".chip"), ["concept: even ✕", "concept: concept 8 ✕"])
b.choose("verdict", "wrong")
equal("none is lost by another filter", b.js("location.hash"), "#items?concept=even&concept=concept%208&mark=wrong")
b.click(".chip")
equal("a chip removes its own", b.js("location.hash"), "#items?mark=wrong&concept=concept%208")
b.go("#items?mark=wrong&mark=truncated")
b.wait("document.querySelectorAll('.chip').length === 2")
either = sum(any((i + k * k) % 5 in (1, 2, 4) for k in range(4)) for i in list(range(40)) + list(range(7)))
check("of two marks one must hold", b.text(".count").startswith(f"{either} problems"), b.text(".count"))
b.go("#items?set=r2&problem=concept%2Fcrt%3A0")
b.wait("!document.getElementById('view-item').hidden")
equal("a run and a problem open it", b.js("location.hash"), "#item/r2/concept%2Fcrt%3A0")
b.go("#items")
check("many rows have a button for more", b.text(".more-rows") == "Show more of 47" and
      b.js("document.querySelector('.more-rows').offsetHeight") > 0)
check("the title tells", b.js("document.title").startswith("Problems – A report"), b.js("document.title"))
equal("models stand apart, with their names", b.js("Array.from(document.querySelector('.strip').children, e => e.title)"), ["alpha", "beta"])
b.choose("concept", "concept 7")
equal("a field with many values is typed", b.texts(".rows .id"), ["mathador:7"])
b.go("#items")
b.js("void document.querySelector('input[type=search]').focus()")
b.press(*"EVIL.invalid")
equal("a search that finds nothing", b.text(".count"), "0 problems, 0 results")
check("says so", b.text(".nothing").startswith("Nothing matches.") and
      b.js("document.querySelector('.more-rows').offsetHeight") == 0, b.text(".nothing"))
b.click(".nothing a")
equal("and can be cleared", [b.text(".count"), b.js("document.querySelector('.nothing').offsetHeight")], [f"{ITEMS} problems, {RESULTS} results", 0])
b.go("#items?q=solve%3A1")
equal("a search finds names, in any case", b.texts(".rows .id"), ["linear/solve:10", "linear/solve:14", "linear/solve:18"])
b.go("#items?family=linear%2Fsolve&sort=worst")
worst = b.js("assay.data.select({family: 'linear/solve', sort: 'worst'}).list.map(i => assay.data.item(i).results"
             ".filter(r => r.mark === 'correct').length)")
check("the worst come first", worst == sorted(worst) and len(worst) == 10 and len(set(worst)) > 1, worst)
b.go("#items?sort=tokens&set=r1")
tokens = b.js("assay.data.select({sort: 'tokens', set: 'r1'}).list.map(i => Math.max(...assay.data.item(i).results"
              ".map(r => r.tokens || 0)))")
check("or those with most tokens", tokens == sorted(tokens, reverse=True) and len(tokens) == 20, tokens)
b.go("#items?problem=mathador%3A3")
equal("a filter without a field is a chip", b.text(".chip"), "problem: mathador:3 ✕")
b.click(".chip")
equal("that is removed by a click", b.js("location.hash"), "#items")
equal("marks have a name", b.js("document.querySelector('.letter').getAttribute('aria-label')"), "alpha, attempt 1: correct")
equal("the count is told to those who hear", b.js("document.querySelector('.count').getAttribute('aria-live')"), "polite")

# ---- keys ----

b.press("j", "j")
equal("j goes down the list", b.js("document.activeElement.querySelector('.id').innerText"), "concept/series:1")
b.press("k")
equal("k goes up", b.js("document.activeElement.querySelector('.id').innerText"), "concept/crt:0")
b.press(ENTER)
b.item()
equal("Enter opens", b.text("#view-item h1"), "concept/crt:0")
equal("and leads to its heading", b.js("document.activeElement.localName + document.activeElement.textContent"), "h1concept/crt:0")
equal("its name is the window's", b.js("document.title"), "concept/crt:0 – run r2")
b.press("j")
b.wait("document.querySelector('#view-item h1').innerText === 'concept/series:1'")
b.item()
equal("j opens the next one", b.js("decodeURIComponent(location.hash)"), "#item/r1/concept/series:1")
b.press(ESCAPE)
equal("Escape goes back to the list", b.js("location.hash"), "#items")
equal("at the item that was open", b.js("document.activeElement.querySelector('.id').innerText"), "concept/series:1")
b.press("/")
equal("/ searches", b.js("document.activeElement.type"), "search")
b.press(ESCAPE, "?")
equal("? helps", b.text("dialog h2"), "Keys")
b.press(ESCAPE)
check("Escape closes the help and nothing else", b.js("location.hash") == "#items" and not b.number("dialog[open]"))

# ---- an item ----

b.open(page, "#item/r2/concept%2Fcrt%3A0")
b.item()
equal("a deep link opens an item", b.text("#view-item h1"), "concept/crt:0")
check("with its properties, kinds told apart", "answer kind" in b.texts(".facets span"), b.texts(".facets span"))
equal("with its place in the list", b.text(".place"), f"1 of {ITEMS}")
check("its statement is mathematics", b.number("#view-item section .prose .katex") >= 3)
equal("every attempt is there", b.texts(".attempt .mark"), ["correct", "wrong", "wrong", "wrong"])
equal("by model", b.texts(".model h3 > span:first-child"), ["alpha", "beta"])
equal("those that are not correct are open", b.texts(".attempt[open] .mark"), ["wrong", "wrong", "wrong"])
b.click(".open-all")
equal("or all are", [b.number(".attempt[open]"), b.text(".open-all")], [4, "Close all"])
b.click(".attempt summary")
equal("its TeX is set with its sign", b.js("Array.from(document.querySelectorAll('.attempt[open] dd .katex annotation'), e => "
      "e.textContent).filter(t => /frac/.test(t))[0]"), "-\\frac{32}{3}")
check("and its words are words", "and a value" in b.text(".attempt[open] dl"), b.text(".attempt[open] dl"))
check("the judge's words are there", "they are different numbers" in b.text(".attempt[open]"))
check("the key has its proof", "solve and check agree" in b.text("#view-item"))
check("its lineage shows what was added", "and $x$ even" in "".join(b.texts("#view-item ins")), b.texts("#view-item ins"))
check("the extract is a marked formula", b.js("!!document.querySelector('.attempt[open] .reply mark .katex')"))
b.press("r")
equal("r shows the reply as it is", b.text(".attempt[open] .raw"), "😀 So $x = 5 + 7$, and the answer is \\boxed{12}. Done.")
equal("with the extract marked, counted in UTF-16", b.text(".attempt[open] .raw mark"), "\\boxed{12}")
b.press("r")
equal("and r sets it again", b.number(".raw"), 0)
b.js("void document.querySelector('.facets a').click()")
b.wait("!document.getElementById('view-items').hidden")
equal("a property leads to its items", b.text(".count"), "10 problems, 40 results")
b.go("#item/r1/concept%2Fseries%3A1")
b.wait("document.querySelector('.unfold')")
check("a long reply shows its end", "Done." in b.text(".attempt[open] .reply") and
      len(b.text(".attempt[open] .reply")) < 9000)
before = len(b.text(".attempt[open] .reply"))
b.click(".unfold")
check("and all of it when asked", len(b.text(".attempt[open] .reply")) > 2 * before)
b.go("#item/r9/none")
equal("an item that is not there", b.text("#view-item h1"), "There is no such problem")
b.go("#item/r2/concept/crt:0")
b.wait("document.querySelector('.attempt')")
equal("an id that is not encoded", b.text("#view-item h1"), "concept/crt:0")
b.go("#item/r2/concept/none:0")
check("or not there", "r2/concept/none:0" in b.text("#view-item p"), b.text("#view-item"))
quiet("items")

# ---- hostile items ----

for i in range(HOSTILE, ITEMS):
    b.go(b.js("assay.list.itemHash(assay.data.item(arguments[0]))", i))
    b.wait("document.querySelectorAll('.attempt').length === 4")
    b.js("void document.querySelectorAll('#view-item details').forEach(d => { d.open = true; })")
    b.wait("Array.from(document.querySelectorAll('.attempt')).every(a => a.querySelector('.said'))")
    bad = b.js("Array.from(document.querySelectorAll('main *')).filter(e => /^(script|style|img|image|iframe|object|"
               "embed|form|link|meta)$/i.test(e.localName) && !e.closest('form.filters') && !e.matches('form.filters') || "
               "Array.from(e.attributes).some(a => /^on|^data-(?!mark)|^srcdoc$/.test(a.name) || /^javascript:/i.test(a.value)) "
               "|| e.localName === 'a' && e.hasAttribute('href') && !/^#/.test(e.getAttribute('href'))).map(e => e.outerHTML.slice(0, 90))")
    equal(f"hostile item {i - HOSTILE + 1} is inert", [bad, b.js("window.pwned")], [[], None])
    if i == HOSTILE:
        check("its text is seen as it is", "<img src=x onerror=window.pwned=1>" in b.text(".reply"))
    if i == HOSTILE + 2:
        equal("broken TeX is shown as it is", b.texts("#view-item section .prose .unset")[:2],
              ["\\frac{1}{", "\\nosuchcommand{2}"])
        check("with the reason as its title", "TeX" in b.js("document.querySelector('.unset').title"))
        check("no rule is larger than the page", b.js("Math.max(...Array.from(document.querySelectorAll('.rule'), e => e.offsetHeight))") < 900)
    if i == HOSTILE + 3:
        check("no character turns the direction of text", "\u202e" not in b.js("document.body.textContent"))
    if i == HOSTILE + 4:
        equal("Markdown has its paragraphs", b.js("Array.from(document.querySelector('.said > .reply .prose').children, e => e.localName)"),
              ["p", "h4", "ul", "pre", "p"])
        equal("code is code", b.text(".said > .reply pre").strip(), "if (a < b && c) $x$")
    if i == HOSTILE + 5:
        equal("prices are no formulas", b.text("#view-item section .prose").split("but")[0],
              "It costs $5 and $6, or 7$ in all; ")
        equal("formulas beside prices are", b.number("#view-item > section:first-of-type .prose .katex"), 1)
        equal("every sign of mathematics is known", b.js("document.querySelector('.said > .reply').querySelectorAll('.katex').length"), 4)
    if i == HOSTILE + 6:
        b.js("void document.querySelector('.unfold').click()")
        equal("a megabyte of one line is shown", b.js("document.querySelector('.said > .reply .raw').textContent.length > 1e6"), True)
quiet("hostile items")
equal("mathematics is found in linear time", b.js(
    "['$', '\\\\boxed{', '\\\\(', '\\\\begin{align}', '$$', '`', '**', '$x$ ', '\\n# '].map(s => { const t = performance.now(); "
    "assay.math.split(s.repeat(200000)); return performance.now() - t; }).filter(t => t > 2000)"), [])

# ---- dark, narrow, print ----

b.open(page)
light = b.js("getComputedStyle(document.documentElement).backgroundColor")
b.scheme("dark")
dark = b.js("getComputedStyle(document.documentElement).backgroundColor")
equal("it is light or dark as the reader likes", [light, dark], ["rgb(255, 255, 255)", "rgb(20, 24, 29)"])
b.press("t")
equal("t turns the theme", b.js("getComputedStyle(document.documentElement).backgroundColor"), light)
b.scheme("light")
b.size(400, 800)
equal("a narrow report does not scroll sideways", wide(), 0)
check("figures are as small as can be read", b.js("document.querySelector('figure svg').getBoundingClientRect().width") == 480)
b.go("#items")
equal("nor does the list", wide(), 0)
check("its filters are folded", b.js("document.querySelector('.filters select').offsetHeight") == 0)
b.click(".filters-switch")
check("and unfolded", b.js("document.querySelector('.filters select').offsetHeight") > 0)
b.go("#item/r1/concept%2Fseries%3A1")
equal("nor an item", wide(), 0)
for i in (HOSTILE, HOSTILE + 2, HOSTILE + 6):
    b.go(b.js("assay.list.itemHash(assay.data.item(arguments[0]))", i))
    b.wait("document.querySelectorAll('.attempt').length === 4")
    equal(f"nor hostile item {i - HOSTILE + 1}", wide(), 0)
b.size(1200, 900)
b.open(page)
text = b.printed()
check("the report is printed, with all rows", "72.4%" in text and "family31" in text and "concept/crt" in text, text)
check("without what is to be pressed", "Showall" not in text and "Light/dark" not in text)
b.go("#item/r2/concept%2Fcrt%3A0")
text = b.printed()
check("an open item is printed", "theyaredifferentnumbers" in text and "Rawreplies" not in text, text)
b.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
b.go("#")
equal("what figures draw is printed", b.js("Array.from(document.querySelectorAll('figure svg *')).filter(e => "
      "getComputedStyle(e).display === 'none' && !e.closest('defs') && e.localName !== 'title').length"), 0)
b.size(700, 900)
equal("tables fit", b.js("Array.from(document.querySelectorAll('#view-report table')).filter(t => "
      "t.getBoundingClientRect().right > innerWidth).length"), 0)
b.size(1200, 900)
b.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
b.go("#items")
text = b.printed()
check("the list is printed as far as it is shown", "linear/solve:2" in text and "Thefirst40of47:" in text and
      "Showmore" not in text and "Search" not in text, text)

# ---- a page without a script ----

source = open(page, encoding="utf-8").read()
policy = re.search(r'Content-Security-Policy" content="([^"]*)"', source).group(1)
check("the policy is strict", policy.startswith("default-src 'none'; script-src 'sha256-") and "unsafe" not in policy, policy)
check("what is read needs no script", all(t in source for t in ("72.4 %", "family 31", "Find $x$ with $x^2 = 2$")))
b.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
b.driver.get("file://" + page + "?plain")
text = b.printed()
check("and is seen without one", all(t in text for t in ("72.4%", "family31", "Find$x$with", "whois9yearsold")), text)
b.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
index = zlib.decompress(base64.b64decode(re.search(r'id="index">([^<]*)<', source).group(1)))
check("the index is JSON without replies", index.startswith(b'{"items":[') and b"Done." not in index)

# ---- a page without items ----

make = os.environ.get("ASSAY_BUILD", os.path.dirname(__file__) + "/../../build") + "/tests/web/make_page"
for form in ("bare", "none"):
    subprocess.run([make, form, f"{folder}/{form}.html"], check=True)
    b.open(f"{folder}/{form}.html")
    equal(form + ": nothing leads to items", b.number("main a[href^='#item'], nav a[href^='#item'], main a.dot"), 0)
    check(form + ": figures are drawn still", b.number("figure svg .dot") > 5)
    b.go("#items")
    equal(form + ": their place says so", b.text("#view-item h1"), "This page has no problems")
    quiet(form)
check("what is not there needs no script", "#item" not in re.sub(r"<(script|style)>.*?</\1>", "",
      open(folder + "/bare.html", encoding="utf-8").read(), flags=re.S))

# ---- a folder ----

b.open(folder + "/folder/index.html", "#item/r2/concept%2Fcrt%3A0")
b.wait("document.querySelectorAll('.attempt').length === 4")
equal("a folder loads its blocks", b.texts(".attempt .mark"), ["correct", "wrong", "wrong", "wrong"])
quiet("a folder")
class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder + "/folder"))
threading.Thread(target=server.serve_forever, daemon=True).start()
site = f"http://127.0.0.1:{server.server_port}/"
b.driver.get(site + "index.html#item/r2/concept%2Fcrt%3A0")
b.wait("document.querySelectorAll('.attempt').length === 4")
equal("from a server too", b.texts(".attempt .mark"), ["correct", "wrong", "wrong", "wrong"])
quiet("a folder of a server", site)
b.js("void document.head.appendChild(Object.assign(document.createElement('script'), {textContent: 'window.pwned = 1'}))")
b.logs()
check("no script but the page's own runs", b.js("window.pwned") is None and "violates" in "".join(b.console))
b.console, b.requests = [], []
source = open(folder + "/folder/index.html", encoding="utf-8").read()
check("they are not in its page", "block-0" not in source and "unsafe" not in source)

# ---- ten thousand items ----

b.open(folder + "/many.html")
b.go("#items?family=concept%2Fcrt&mark=wrong&model=alpha")
want = [i for i in range(0, 10000, 4) if {i % 5, (i + 1) % 5} & {1, 4}]
check("ten thousand items are filtered", b.text(".count").startswith(f"{len(want):,} problems"), b.text(".count"))
times = []
for hash in ("#items?mark=truncated", "#items?level=2&model=beta&sort=worst", "#items?q=pmod%7B7%7D", "#items?q=sqrt&sort=id"):
    b.go(hash)
    times.append(b.js("assay.list.milliseconds"))
print("# figure: filters of 10,000 problems took " + ", ".join(f"{t:.0f}" for t in times) + " ms")
b.press(*"jjj", ENTER)
b.item()
equal("and opened", b.number(".attempt"), 4)
quiet("ten thousand items")
b.close()
finish()
