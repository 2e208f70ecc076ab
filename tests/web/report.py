# SPDX-License-Identifier: Apache-2.0
"""Reports that the program made, in a browser: report.py FOLDER [PAGE...], with
what report.sh made.

Every page is looked at as a person would: its figures are those of --data, its
numbers those of --json, every dot leads to the items behind it, and every item
can be opened, searched for by its address, printed and read on a phone.
"""
import random
import re
import sys
import time
import unicodedata
from urllib.parse import parse_qsl, quote

from browser import check, equal, finish
from report_numbers import (b, folder, lines, number, percent, read, runs, shows, studies, test_both,
                            test_climb, test_evolution, test_hunt, test_mathador, test_run)

# ---- figures ----

FIELDS = {"low": "low", "high": "high", "n": "n", "median": "value", "least": "least", "largest": "most",
          "lower quartile": "low", "upper quartile": "high"}


def drawn():
    """Figures of the page: name, title, dots with their titles and links, data."""
    return b.js("Array.from(document.querySelectorAll('figure'), f => ({name: f.id, title: f.querySelector('svg .title').textContent,"
                " said: (f.querySelector('figcaption') || {textContent: null}).textContent,"
                " dots: Array.from(f.querySelectorAll('svg .dot'), d => [d.querySelector('title').textContent, d.getAttribute('href')]),"
                " head: Array.from(f.querySelector('thead tr').cells, c => c.textContent), rows: Array.from("
                "f.querySelector('tbody').rows, r => [Array.from(r.cells, c => c.textContent), "
                "(r.querySelector('a') || {getAttribute: () => null}).getAttribute('href')])}))")


def has_dot(f, d):
    return d["value"] is not None and not (f["curve"] and not d["n"])


def bad_cells(f, head, cells, dot):
    """What a row of a figure's data says otherwise than its dot."""
    out = []
    for title, text in zip(head, cells):
        axis = f["value"]
        field = FIELDS.get(title) or ("value" if title == axis["title"] else None)
        if "across" in f and title == f["across"]["title"]:
            field, axis = "x", f["across"]
        if field and not (percent if axis["share"] and field != "n" else shows)(text, dot[field]):
            out.append(f"{title}: {text}, not {dot[field]}")
    if not any(title in (f["value"]["title"], "median") for title in head):
        out.append(f"no value among {head}")
    return out


def hashed(query):
    return "#items?" + query if query else None


def test_figures(name, data):
    seen = drawn()
    equal(f"{name}: every figure of --data is there", [(s["name"], s["title"]) for s in seen],
          [("f-" + f["name"], f["title"]) for f in data["figures"]])
    equal(f"{name}: with its caption", [s["said"] for s in seen], [f["caption"] for f in data["figures"]])
    equal(f"{name}: and in the navigation", b.texts("nav .drawing a"), [f["title"] for f in data["figures"]])
    lost, wrong, long, unlinked = [], [], [], []
    for f, s in zip(data["figures"], seen):
        want = [d for d in f["dots"] if has_dot(f, d)]
        if (len(want), len(f["dots"])) != (len(s["dots"]), len(s["rows"])):
            lost.append((f["name"], len(s["dots"]), len(want), len(s["rows"]), len(f["dots"])))
        if [h for _, h in s["dots"] if h] != [hashed(d["items"]) for d in want if d["items"]] or \
                [h for _, h in s["rows"]] != [hashed(d["items"]) for d in f["dots"]]:
            unlinked.append(f["name"])
        wrong += [(f["name"], t) for (t, _), d in zip(s["dots"], want)
                  if d["n"] and not re.search(fr"\bn = {d['n']:,}\b", t)]
        for (cells, _), d in zip(s["rows"], f["dots"]):
            wrong += [(f["name"], x) for x in bad_cells(f, s["head"], cells, d)]
            long += [(f["name"], c) for c in cells if number(c) is not None and len(re.sub(r"\D", "", c).lstrip("0")) > 6]
    equal(f"{name}: figures have all of their dots, and their data too", lost, [])
    equal(f"{name}: which are those of --data", wrong[:8], [])
    equal(f"{name}: with the digits that a reader wants", long[:8], [])
    equal(f"{name}: and lead where --data says", unlinked, [])


# ---- a dot leads to its items ----

# What n counts in figures whose name begins so; in others a link must lead to
# something.
COUNTED = {
    "results": "results", "accuracy-by-": "results", "tokens": "results", "cost": "results",
    "mathador-errors": "results", "settings-": "problems", "second-cycle": "problems",
    "breaking-depths": "results", "level-rates": "results", "curve-": "results",
    "weaknesses": "problems", "contrasts": "problems", "solve-rates": "problems", "difficulty": "problems",
    "mathador-level": "problems", "mathador-best": "problems", "pass-at-k": "problems", "all-of-k": "problems",
}


def counted(which):
    return next((what for begin, what in COUNTED.items() if which.startswith(begin)), None)


# What each link leads to; those of the given places are pressed as well.
FOLLOW = """
const [places, done] = arguments, out = [];
(async () => {
    const links = Array.from(document.querySelectorAll("figure svg a[href^='#items?']"));
    for (let i = 0; i < links.length; i++) {
        const query = links[i].getAttribute("href").slice(7);
        const found = assay.data.select(Object.fromEntries(new URLSearchParams(query)));
        const link = {figure: links[i].closest("figure").id.slice(2), query: query, problems: found.list.length, results: found.results};
        out.push(link);
        if (!places.includes(i) || location.hash === "#items?" + query)
            continue;
        await new Promise(next => {
            addEventListener("hashchange", () => setTimeout(next), {once: true});
            links[i].dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}));
        });
        link.seen = [document.getElementById("view-items").hidden, document.querySelector(".count").textContent,
                     document.querySelectorAll(".rows li").length];
    }
    done(out);
})();
"""


def said(n, what):
    return f"{n:,} {what}" + ("" if n == 1 else "s")


def test_links(name, data):
    figures_of = b.js("Array.from(document.querySelectorAll(\"figure svg a[href^='#items?']\"), a => a.closest('figure').id)")
    places = {}
    for i, f in enumerate(figures_of):
        places.setdefault(f, []).append(i)
    draw = random.Random(name)
    followed = b.driver.execute_async_script(FOLLOW, [draw.choice(p) for p in places.values()])
    wanted = {}
    for f in data["figures"]:
        for d in f["dots"]:
            if d["items"] and d["n"]:
                wanted.setdefault((f["name"], d["items"]), []).append(d["n"])
    check(f"{name}: dots lead to items", len(followed) > 0 and sum("seen" in x for x in followed) > 0, followed)
    equal(f"{name}: no dot leads to nothing", [x for x in followed if not x["problems"] or not x["results"]], [])
    equal(f"{name}: what a dot leads to is as many as its n",
          [(x, f"n = {n}") for x in followed for n in wanted.get((x["figure"], x["query"]), [])
           if counted(x["figure"]) and x[counted(x["figure"])] != n][:6], [])
    equal(f"{name}: and is listed when it is pressed",
          [x for x in followed if "seen" in x and x["seen"] !=
           [False, said(x["problems"], "problem") + ", " + said(x["results"], "result"), min(40, x["problems"])]], [])
    b.go("#")


# ---- items ----


def behind(names):
    """The items of a page: problems, results, and how often each mark came."""
    marks = {}
    for r in names:
        for m in runs[r]["models"]:
            for mark, n in m["cell"]["counts"].items():
                if n:
                    marks[r, m["model"], mark] = n
    return sum(runs[r]["problems"] for r in names), sum(runs[r]["results"] for r in names), marks


def test_items(name, names):
    problems, results, marks = behind(names)
    b.go("#items")
    equal(f"{name}: all items are there", b.text(".count"), f"{problems:,} problems, {results:,} results")
    seen = b.js("arguments[0].map(q => assay.data.select({set: q[0], model: q[1], mark: q[2]}).results)", list(marks))
    equal(f"{name}: their marks are those of --json", dict(zip(marks, seen)), marks)


def pick():
    """A result whose answer was found in its reply, not correct if there is one:
    its place, its item and its details."""
    return b.js("""(async () => {
        let found = null, best = -1;
        for (let i = 0; i < assay.data.size() && best < 3; i++) {
            const item = assay.data.item(i), d = await assay.data.detail(i);
            item.results.forEach((r, k) => {
                const good = 2 * (d.results[k].to > d.results[k].from) + (r.mark !== 'correct');
                if (good <= best)
                    return;
                best = good;
                found = {mark: r.mark, model: r.model, set: item.set, id: item.id, statement: item.statement, key: item.key,
                         answer: r.answer, attempt: r.attempt, detail: d.results[k], lineage: d.detail.lineage || null};
            });
        }
        return found;
    })()""")


OPENED = ("document.querySelectorAll('#view-item .attempt').length && "
          "document.querySelector('#view-item h1').textContent === arguments[0]")


def utf16(text, start, end):
    return text.encode("utf-16-le")[2 * start:2 * end].decode("utf-16-le")


def address(item):
    return f"#item/{quote(item['set'], safe='')}/{quote(item['id'], safe='')}"


def fresh(path, hash):
    """Opens a page in a tab of its own; the one before is closed."""
    before = b.driver.current_window_handle
    b.driver.switch_to.new_window("tab")
    tab = b.driver.current_window_handle
    b.driver.switch_to.window(before)
    b.driver.close()
    b.driver.switch_to.window(tab)
    b.driver.get("file://" + path + hash)
    b.wait("document.documentElement.dataset.ready")


# The attempt of a model in the open item.
ATTEMPT = ("(a => {{ a.open = true; return {0}; }})(Array.from(document.querySelectorAll('.attempt')).find(a => "
           "a.closest('.model').querySelector('h3 span').textContent === arguments[0] && a.querySelector('.number').textContent === "
           "'attempt ' + arguments[1]))")


def test_item(name, path):
    """An item by its address, in a tab of its own."""
    want = pick()
    fresh(path, address(want))
    b.wait(OPENED, want["id"])
    equal(f"{name}: an item has an address", b.text("#view-item h1"), want["id"])
    plain = b.js("(text => { const e = document.createElement('div'); assay.math.render(text, e); return e.textContent; })(arguments[0])",
                 want["statement"])
    equal(f"{name}: it has its statement", b.js("document.querySelector('#view-item section .prose').textContent"), plain)
    key = b.js("(text => { const e = document.createElement('div'); assay.math.key(text, e); return e.textContent; })(arguments[0])",
               want["key"])
    equal(f"{name}: and its key", b.js("document.querySelectorAll('#view-item section')[1].querySelector('dd').textContent"), key)
    who = (want["model"], want["attempt"])
    equal(f"{name}: and the mark of the attempt", b.js(ATTEMPT.format("a.querySelector('.mark').dataset.mark"), *who), want["mark"])
    b.wait(ATTEMPT.format("a.querySelector('.said')"), *who)
    why = want["detail"]["why"].split("\\")[0].rstrip("-$ ")  # TeX behind it is set as mathematics
    check(f"{name}: and why", why and why in b.js(ATTEMPT.format("a.textContent"), *who), want["detail"]["why"])
    check(f"{name}: the extract is marked in the reply", b.js(ATTEMPT.format("!!a.querySelector('.reply mark')"), *who))
    b.press("r")
    extract = utf16(want["detail"]["reply"], want["detail"].get("from", 0), want["detail"].get("to", 0))
    equal(f"{name}: just the extract", b.js(ATTEMPT.format("Array.from(a.querySelectorAll('.raw mark'), m => m.textContent).join('')"), *who), extract)
    last = re.split(r"[;:] ", want["answer"])[-1]
    check(f"{name}: which is the answer, or holds its last part", last in extract and (last == extract or last != want["answer"]),
          (want["answer"], extract))
    b.press("r")
    return want


def test_filter(name, path, data):
    """A list by its address."""
    f, d = next((f, d) for f in data["figures"] for d in f["dots"] if d["items"] and d["n"])
    b.open(path, "#items?" + d["items"])
    n = number((b.text(".count") or "").split()[2 if counted(f["name"]) == "results" else 0])
    check(f"{name}: a filter has an address", n == d["n"] and b.number(".rows li") > 0, (b.text(".count"), d))
    letters = b.js("Array.from(document.querySelectorAll('.rows .letter:not(.dim)'), e => e.dataset.mark)")
    asked = dict(parse_qsl(d["items"]))
    check(f"{name}: and shows what was asked for", letters and set(letters) <= {asked.get("mark", x) for x in letters}, letters)


# ---- examples and steps ----


def test_examples(name):
    """A card's link leads to one problem, which is the card's."""
    bad, cards_seen = [], b.js("""Array.from(document.querySelectorAll('#view-report .example'), e => ({
        href: e.querySelector('header a').getAttribute('href'), id: e.querySelector('header a').textContent,
        mark: e.querySelector('.mark').dataset.mark, statement: e.querySelector('.statement').textContent,
        key: e.querySelector('dd.formula').textContent}))""")
    for card in cards_seen:
        b.go("#")
        b.js("void Array.from(document.querySelectorAll('.example header a')).find(a => a.getAttribute('href') === arguments[0]).click()",
             card["href"])
        b.wait("!document.getElementById('view-report').offsetHeight")
        if b.number("#view-items:not([hidden]) .rows li") == 1:
            b.js("void document.querySelector('.rows a').click()")
        b.wait(OPENED, card["id"])
        seen = b.js("""({id: document.querySelector('#view-item h1').textContent,
            statement: document.querySelector('#view-item section .prose').textContent,
            key: document.querySelectorAll('#view-item section')[1].querySelector('dd').textContent,
            mark: Array.from(document.querySelectorAll('.attempt .mark'), m => m.dataset.mark)})""") if \
            b.number("#view-item:not([hidden]) .attempt") else {}
        if any(seen.get(k) != card[k] for k in ("id", "statement", "key")) or \
                ("level " not in card["mark"] and card["mark"] not in seen.get("mark", [])):
            bad.append((card, seen))
    check(f"{name}: there are examples", len(cards_seen) >= 2, cards_seen)
    equal(f"{name}: each leads to its item, with statement, key and mark", bad, [])
    b.go("#")


# A list of steps: their names, how much each changed, and their texts.
STEPS = """Array.from(document.querySelectorAll(arguments[0]), list => Array.from(list.children, li => ({
    what: (li.querySelector('.what') || {textContent: ''}).textContent, changes: li.querySelectorAll('ins, del').length,
    text: Array.from((li.querySelector('.text') || {childNodes: []}).childNodes).filter(n => n.localName !== 'del')
        .map(n => n.textContent).join('')})))"""


# What did not change is folded behind "…".
UNFOLD = "Array.from(document.querySelectorAll('ol.steps button.gap')).forEach(x => x.click())"


def test_steps(name, path):
    """How problems came to be: on the page, and at an item."""
    b.js(UNFOLD)
    lists = b.js(STEPS, "#view-report ol.steps")
    made = {x["statement"] for f in ("full-2gen", "full") for x in lines(f"evolve.made/{f}.jsonl")}
    seeds = {x["statement"] for x in lines("evolve.made/seeds.jsonl")}
    check(f"{name}: there are problems, step by step", len(lists) >= 2 and all(len(s) >= 3 for s in lists), [len(s) for s in lists])
    check(f"{name}: every step but the first shows what changed",
          lists and all(s["changes"] for steps in lists for s in steps[1:]) and not any(s[0]["changes"] for s in lists),
          [[(s["what"], s["changes"]) for s in steps] for steps in lists])
    check(f"{name}: they begin with a seed", lists and all(s[0]["text"] in seeds for s in lists), [s[0]["text"][:90] for s in lists])
    for run in ("full-2gen", "full-without-co"):
        x = lines(f"evolve.made/{run}.jsonl")[0]
        set_of = next(r for r in runs if runs[r]["spec"]["problems"]["file"].endswith(run + ".jsonl") or
                      runs[r]["spec"]["problems"]["file"] == run)
        b.open(path, address({"set": set_of, "id": x["id"]}))
        b.wait(OPENED, x["id"])
        b.js(UNFOLD)
        lists = b.js(STEPS, "#view-item ol.steps")
        check(f"{name}: an item of {run} has its lineage, with what changed", len(lists) >= 1 and all(
            len(s) >= 2 and all(t["changes"] for t in s[1:]) for s in lists), [[(t["what"], t["changes"]) for t in s] for s in lists])
        check(f"{name}: whose end is its statement", lists and lists[-1][-1]["text"] == x["statement"],
              (lists and lists[-1][-1]["text"][:200], x["statement"][:200], made and len(made)))
    b.go("#")


# ---- looks ----


def wide():
    return b.js("Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - "
                "document.documentElement.clientWidth")


def test_looks(name, hashes):
    b.size(400, 800)
    for what, hash in hashes:
        b.go(hash)
        equal(f"{name}: {what} does not scroll sideways on a phone", wide(), 0)
    b.go("#")
    b.scheme("dark")
    equal(f"{name}: nor when it is dark", wide(), 0)
    dim = b.js("""(c => [document.documentElement].concat(Array.from(document.querySelectorAll(
        'h1, h2, td, figcaption, figure svg .title, figure svg .label'))).filter((e, i) => {
            const s = getComputedStyle(e), t = (i ? e.ownerSVGElement ? s.fill : s.color : s.backgroundColor).match(/[\\d.]+/g).map(Number);
            return ((t[0] + t[1] + t[2]) / 3 > 110) !== i > 0;
        }).map(e => e.outerHTML.slice(0, 90)))()""")
    equal(f"{name}: dark is dark, with light letters", dim[:4], [])
    b.scheme("light")
    b.size(1200, 900)


def test_print(name, data):
    b.go("#")
    text = b.printed()
    titles = [data["title"]] + [f["title"] for f in data["figures"]]
    equal(f"{name}: it is printed with all figures",
          [t for t in titles if re.sub(r"\s", "", unicodedata.normalize("NFKC", t)) not in text], [])


def test_quiet(name, path):
    b.logs()
    equal(f"{name}: no request leaves it", [u for u in b.requests if not u.startswith(("data:", "about:", "file://" + path))], [])
    equal(f"{name}: the console has no error", b.console, [])
    b.js("void document.body.appendChild(Object.assign(document.createElement('script'), {textContent: 'window.pwned = 1'}))")
    b.js("void (document.body.appendChild(new Image()).src = 'https://example.invalid/x.png')")
    b.logs()
    said = "".join(b.console)
    check(f"{name}: its policy holds", b.js("window.pwned") is None and "script-src" in said and "img-src" in said and
          "unsafe" not in b.js("document.querySelector('meta[http-equiv]').content"), said)
    b.console, b.requests = [], []


# ---- every page ----

PAGES = {
    "one": (["r1"], lambda n, d: test_run(n, runs["r1"], d)),
    "two": (["r2"], lambda n, d: test_run(n, runs["r2"], d)),
    "both": (["r1", "r2"], test_both),
    "mathador": (["r3"], lambda n, d: (test_run(n, runs["r3"], d), test_mathador(n, d))),
    "climb": (studies["c1"]["runs"], test_climb),
    "hunt": (studies["h2"]["runs"], test_hunt),
    "evolution": (studies["e3"]["runs"], test_evolution),
}

started = time.time()
for name in sys.argv[2:] or PAGES:
    names, numbers = PAGES[name]
    data, path = read(name + ".json"), f"{folder}/{name}.html"
    b.open(path)
    equal(f"{name}: its title", [b.js("document.title"), b.text("h1")], [data["title"]] * 2)
    test_figures(name, data)
    numbers(name, data)
    test_links(name, data)
    if name == "hunt":
        test_examples(name)
    if name == "evolution":
        test_steps(name, path)
    test_items(name, [r if isinstance(r, str) else r["run"] for r in names])
    item = test_item(name, path)
    if name == "two":
        kept = {(r["problem_id"], r["model"], r["attempt"]): r for r in lines("replies.jsonl")}
        equal(f"{name}: a reply is the store's", item["detail"]["reply"], kept[item["id"], item["model"], item["attempt"]]["response"])
        problems = {x["id"]: x for x in lines("problems.jsonl")}
        equal(f"{name}: a statement is the problem's", [item["statement"], item["key"]],
              [problems[item["id"]]["statement"], problems[item["id"]]["key"]["latex"]])
    test_filter(name, path, data)
    test_looks(name, [("the report", "#"), ("the list", "#items"), ("an item", address(item))])
    test_print(name, data)
    test_quiet(name, path)
print(f"# figure: reports were looked at in {time.time() - started:.1f} s")
b.close()
finish()
