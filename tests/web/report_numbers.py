# SPDX-License-Identifier: Apache-2.0
"""The numbers of reports that the program made: cards, tables and figures have
those of --json and of the files of a hunt and an evolution. For report.py.
"""
import json
import re
import sys

from browser import Browser, check, equal

folder = sys.argv[1]
b = Browser()


def read(name):
    with open(f"{folder}/{name}", encoding="utf-8") as file:
        return json.load(file)


def lines(name):
    with open(f"{folder}/{name}", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


stored = lines("list.jsonl")
runs = {x["run"]: read(x["run"] + ".run") for x in stored if "run" in x}
studies = {x["study"]: x for x in stored if "study" in x}

# ---- numbers ----


def number(text):
    """The number that a text shows, or None."""
    found = re.fullmatch(r"([-+]?[\d,]*\.?\d+)( %)?", text.strip())
    return float(found[1].replace(",", "")) if found else None


def shows(text, value, times=1):
    """Whether a text shows that value, rounded to the digits it has."""
    if value is None:
        return text.strip() == "-"
    digits = len(text.partition(".")[2].rstrip(" %"))
    seen = number(text)
    return seen is not None and abs(seen - times * value) <= 0.5 * 10 ** -digits + 1e-6


def percent(text, value):
    """Whether a text shows a share, with one digit behind the point."""
    if value is not None and not re.search(r"\d\.\d( %)?$", text):
        return False
    return shows(text, value, 100)


def spans(text, rate):
    """Whether a text "12.3 .. 45.6" is the interval of a rate."""
    ends = text.split(" .. ")
    return len(ends) == 2 and percent(ends[0], rate["low"]) and percent(ends[1], rate["high"])


# ---- parts of a page ----


def tables():
    """Tables that are not of figures: {"head": [...], "rows": [[...], ...]}; a
    heading is a row of one cell."""
    return b.js("Array.from(document.querySelectorAll('#view-report table')).filter(t => !t.closest('figure')).map(t => "
                "({head: Array.from(t.tHead.rows[0].cells, c => c.textContent.trim()), rows: Array.from(t.tBodies[0].rows, "
                "r => Array.from(r.cells, c => c.textContent.trim()))}))")


def table(all_of_them, *head):
    """The rows of the table whose head begins so."""
    for t in all_of_them:
        if t["head"][:len(head)] == list(head):
            return t["head"], t["rows"]
    return list(head), []


def cards():
    """Cards by what they are: [value, interval, note]."""
    return b.js("Object.fromEntries(Array.from(document.querySelectorAll('.card'), c => [c.querySelector('.what').textContent, "
                "['.value', '.range', '.note'].map(s => (c.querySelector(s) || {textContent: ''}).textContent)]))")


def figure(data, name):
    return next((f for f in data["figures"] if f["name"] == name), {"dots": [], "rows": [], "series": []})


def dots(data, name):
    """Dots by their row and series, or by their series and x."""
    f = figure(data, name)
    return {(f["rows"][d["row"]], f["series"][d["series"]]) if "row" in d else (f["series"][d["series"]], d["x"]): d
            for d in f["dots"]}


def same(dot, rate, n):
    """Whether a dot has the numbers of a rate of --json, which may be rounded."""
    return dot is not None and dot["n"] == n and all(
        dot[name] == rate[name] or None not in (dot[name], rate[name]) and
        abs(dot[name] - rate[name]) <= 1e-5 * max(1, abs(rate[name])) for name in ("value", "low", "high"))


# ---- numbers of runs ----


def bad_row(head, row, cell):
    """What a row of a table says otherwise than a cell of --json."""
    out = []
    first = dict(reversed(list(zip(head, row))))
    checks = {"accuracy": lambda t: percent(t, cell["accuracy"]["value"]), "95 %": lambda t: spans(t, cell["accuracy"]),
              "problems": lambda t: shows(t, cell["problems"]), "calls": lambda t: shows(t, cell["calls"]),
              "strict": lambda t: percent(t, cell["other"]["accuracy"]),
              "tokens out": lambda t: shows(t, cell["tokens"]["completion"]),
              "tokens per correct": lambda t: shows(t, cell["tokens"]["per_correct"]),
              "tokens for each correct": lambda t: shows(t, cell["tokens"]["per_correct"])}
    for mark, n in cell["counts"].items():
        checks[mark.replace("_", " ")] = lambda t, n=n: shows(t, n)
    for title, text in first.items():
        if title in checks and not checks[title](text):
            out.append((row[0], title, text))
    if "accuracy" not in first:
        out.append((row, "no accuracy"))
    return out


def bad_groups(shown, run):
    """What the tables of groups say otherwise than --json; and what is missing."""
    out, models = [], {m["model"]: m for m in run["models"]}
    for dimension in run["models"][0]["groups"]:
        head, rows = table(shown, dimension, "problems")
        group, left = None, {(m, g) for m in models for g in models[m]["groups"][dimension]}
        for row in rows:
            if len(row) == 1:
                group = row[0]
                continue
            model, key = (row[0], group) if len(models) > 1 else (next(iter(models)), row[0])
            if (model, key) not in left:
                out.append((dimension, row, "unknown"))
                continue
            left.discard((model, key))
            out += bad_row(head, row, models[model]["groups"][dimension][key])
        out += left
    return out


def bad_rates(name, run, data, label):
    """Figures of accuracy by group against --json."""
    out = []
    for m in run["models"]:
        for dimension, groups in m["groups"].items():
            # A group that is a number is named by what it is: "level 2".
            seen = {(r.removeprefix(dimension + " "), s): d
                    for (r, s), d in dots(data, "accuracy-by-" + dimension).items()}
            for (row, series), d in seen.items():
                if series == label(m) and not same(d, groups[row]["accuracy"], groups[row]["results"]):
                    out.append((dimension, row, series, d, groups[row]["accuracy"]))
            if {r for r, s in seen if s == label(m)} != set(groups):
                out.append((dimension, sorted(groups), sorted(seen)))
    return out


def bad_marks(run, data, label):
    out, seen = [], dots(data, "results")
    for m in run["models"]:
        for mark, n in m["cell"]["counts"].items():
            d = seen.get((label(m), mark), {"n": None, "value": 0})
            if (d["n"] or 0) != n or abs(d["value"] - n / m["cell"]["results"]) > 1e-9:
                out.append((label(m), mark, n, d))
    return out


def test_run(name, run, data):
    seen, shown, models = cards(), tables(), run["models"]
    bad = []
    for m in models:
        value, interval, note = seen.get("accuracy" if len(models) == 1 else "accuracy of " + m["model"], ["", "", ""])
        rate = m["cell"]["accuracy"]
        if not percent(value, rate["value"]) or not spans(interval.replace("95 % interval ", ""), rate) or \
                not note.startswith(f"of {m['cell']['results']:,} results"):
            bad.append((m["model"], value, interval, note))
    equal(f"{name}: cards have the accuracies of --json", bad, [])
    bad = []
    for heads in (("model", "accuracy"), ("model", "calls")):
        head, rows = table(shown, *heads)
        if [r[0] for r in rows] != [m["model"] for m in models] and len(models) > 1:
            bad.append((heads, rows))
        bad += [x for m, r in zip(models, rows) for x in bad_row(head, r, m["cell"]) if "no accuracy" not in x or heads[1] == "accuracy"]
    equal(f"{name}: so have tables of models", bad, [])
    bad = []
    for first, member in (("pass@k, %", "pass"), ("all k correct, %", "all_of")) if run["attempts"] > 1 else ():
        head, rows = table(shown, first)
        bad += [(first, r) for m, r in zip(models, rows)
                if not all(percent(t, p["value"]) and r[1] == str(p["n"]) for t, p in zip(r[2:], m["cell"][member]))]
        if len(rows) != len(models) or len(head) != 2 + run["attempts"]:
            bad.append((first, head, rows))
        of = dots(data, {"pass": "pass-at-k", "all_of": "all-of-k"}[member])
        bad += [(first, p) for m in models for p in m["cell"][member] if not same(of.get((m["model"], p["k"])), p, p["n"])]
    equal(f"{name}: and those of attempts", bad, [])
    equal(f"{name}: and every group", bad_groups(shown, run)[:6], [])
    label = (lambda m: m["model"]) if len(models) > 1 else (lambda m: figure(data, "results")["rows"][0])
    equal(f"{name}: figures have what became of every result", bad_marks(run, data, lambda m: m["model"]), [])
    equal(f"{name}: and the accuracy of every group", bad_rates(name, run, data, label)[:3], [])
    equal(f"{name}: --data has the run", data["runs"], [run])


def test_both(name, data):
    sides = [(f"{r} {m['model']}", runs[r], m) for r in ("r1", "r2") for m in runs[r]["models"]]
    head, rows = table(tables(), "run", "problems")
    equal(f"{name}: a row for each side", [r[0] for r in rows], [s[0] for s in sides])
    equal(f"{name}: with the numbers of --json", [x for s, r in zip(sides, rows) for x in bad_row(head, r, s[2]["cell"])], [])
    for r in ("r1", "r2"):
        equal(f"{name}: figures have what became of every result of {r}",
              bad_marks(runs[r], data, lambda m, r=r: f"{r} {m['model']}"), [])
        equal(f"{name}: and the accuracy of every group of {r}",
              bad_rates(name, runs[r], data, lambda m, r=r: f"{r} {m['model']}")[:3], [])
    shown = tables()
    head, rows = table(shown, "a", "b", "problems")
    of = dots(data, "differences")
    bad = [r for r, d in zip(rows, figure(data, "differences")["dots"])
           if not shows(r[head.index("b - a")], d["value"]) or not shows(r[2], d["n"])]
    check(f"{name}: differences are the same in table and figure", len(rows) == len(of) == 3 and not bad, (rows, of))


def test_mathador(name, data):
    run, shown = runs["r3"], tables()
    bad, models = [], run["mathador"]["models"]
    head, rows = table(shown, "model", "asked")
    names = {"solved": "solved", "optimal": "optimal", "score/18": "score_share", "score/best": "score_of_best"}
    for m, r in zip(models, rows):
        for title, member in names.items():
            at = head.index(title)
            if not percent(r[at], m["scores"][member]["value"]) or not spans(r[at + 1], m["scores"][member]):
                bad.append((r[0], title, r[at]))
    check(f"{name}: scores are those of --json", len(rows) == len(models) and not bad, (rows, bad))
    head, rows = table(shown, "error")
    bad = [(r, m["model"]) for r in rows for m, t in zip(models, r[1:])
           if r[0] in m["errors"] and number(t.split()[0]) != m["errors"][r[0]]]
    check(f"{name}: so are errors", {e for m in models for e, n in m["errors"].items() if n} <= {r[0] for r in rows} and not bad, bad)
    seen = dots(data, "mathador-errors")
    equal(f"{name}: and those of the figure", {(r, s): d["n"] for (r, s), d in seen.items() if d["n"]},
          {(m["model"], e): n for m in models for e, n in m["errors"].items() if n}
          if figure(data, "mathador-errors")["rows"][:1] == [models[0]["model"]] else
          {(e, m["model"]): n for m in models for e, n in m["errors"].items() if n})
    best, level = dots(data, "mathador-best"), dots(data, "mathador-level")
    bad = [p for m in models for p in m["best_of"] if not same(best.get((m["model"], p["k"])), p, p["n"])]
    bad += [(v, m["model"]) for m in models for v, s in m["splits"]["level"]["values"].items()
            if not same(level.get(("level " + v, m["model"])), s["score_share"], s["problems"])]
    check(f"{name}: best of k and levels too", best and level and not bad, (bad, list(best), list(level)))


# ---- numbers of studies ----


def rate_of(x, value, low, high):
    return {"value": x[value], "low": x[low], "high": x[high]}


def test_hunt(name, data):
    target, seen, shown = read("hunt.made/summary.json")["targets"][0], cards(), tables()
    all_of_them = [h for h in read("hunt.made/hypotheses.json")]
    found = [h for h in all_of_them if h["reported"] and h["group"] == all_of_them.index(h)]
    value, interval, note = seen["solved on the benchmark"]
    check(f"{name}: cards have the numbers of summary.json",
          percent(value, target["solve_rate"]) and
          spans(interval.replace("95 % interval ", ""), {"low": target["solve_lo"], "high": target["solve_hi"]}) and
          note.startswith(f"of {target['problems']} problems, {target['failing']} of them") and
          seen["hypotheses reported"][0] == str(target["reported"]) and
          seen["hypotheses reported"][2].startswith(f"of {target['tried']} tried"), seen)
    head, rows = table(shown, "hypothesis", "n", "inside")
    rows = [r for r in rows if len(r) > 1]
    check(f"{name}: weaknesses are those of hypotheses.json", found and len(rows) == len(found) and all(
        shows(r[1], h["n"]) and percent(r[2], h["inside"]) and percent(r[3], h["outside"]) and percent(r[4], h["lift"]) and
        spans(r[5], {"low": h["lo"], "high": h["hi"]}) for r, h in zip(rows, found)), (rows, found))
    head, rows = table(shown, "hypothesis", "n", "solved")
    rows = [r for r in rows if len(r) > 1]
    check(f"{name}: and their fresh problems", len(rows) == len(found) and all(
        shows(r[1], h["problems"]) and percent(r[2], h["solve_rate"]) and percent(r[4], h["control_rate"]) and
        r[5] == {"no": "not confirmed", "not shown": "not shown"}.get(h["confirmed"], h["cause"]) and
        spans(r[3], {"low": h["solve_lo"], "high": h["solve_hi"]}) for r, h in zip(rows, found)), (rows, found))
    h = found[0]
    seen = list(dots(data, "weaknesses").values())
    check(f"{name}: the forest has them too", len(seen) == 3 * len(found) and
          abs(seen[0]["value"] - (1 - h["inside"])) < 1e-5 and seen[0]["n"] == h["n"] and
          same(seen[1], rate_of(h, "solve_rate", "solve_lo", "solve_hi"), h["problems"]) and
          same(seen[2], rate_of(h, "control_rate", "control_lo", "control_hi"), seen[2]["n"]), (seen, h))
    sides = [c[side] for c in h["contrasts"] for side in ("with", "without", "others") if c[side]["problems"]]
    seen = figure(data, "contrasts")["dots"]
    check(f"{name}: and what may be the cause", len(sides) == len(seen) and all(
        any(same(d, rate_of(s, "rate", "lo", "hi"), s["problems"]) for d in seen) for s in sides), (sides, seen))
    why = h["cause_why"]
    told = f"Cause: {h['cause']}. {why[0].upper()}{why[1:]}" in b.text("main")
    check(f"{name}: which is told in words, of what is confirmed", told == (h["confirmed"] == "yes"), (h["confirmed"], why))
    head, rows = table(shown, "target", "hypothesizer", "granularity")
    counts = {}
    for x in all_of_them:
        counts.setdefault(x["granularity"] if x["concepts"] else "factors", []).append(x["accuracy"])
    check(f"{name}: accuracies of hypotheses are counted", {r[2]: (number(r[3]), number(r[5])) for r in rows} ==
          {g: (len(v), sum(a > 0.8 for a in v)) for g, v in counts.items()} and
          {f: d["n"] for (f, _), d in dots(data, "accuracies").items()} == {g: len(v) for g, v in counts.items()},
          (rows, {g: len(v) for g, v in counts.items()}))


def test_evolution(name, data):
    rows = read("evolve.made/tables.json")["accuracy"]
    made, seen, shown = read("evolve.made/summary.json"), cards(), tables()
    check(f"{name}: cards have the numbers of summary.json", seen["problems"][0] == str(made["sets"]["full-2gen"]) and
          percent(seen["kept"][0], made["generations"][0]["kept"] / made["generations"][0]["problems"]) and
          seen["calls"][2].startswith(f"{made['asked']} asked, {made['journalled']} from"), seen)
    text, bad = " ".join(" ".join(r) for t in shown for r in t["rows"]), []
    finals = {**{k[0]: d for k, d in dots(data, "settings-final").items()}, **{k[0]: d for k, d in dots(data, "second-cycle").items()}}
    firsts = {k[0]: d for k, d in dots(data, "settings-first").items()}
    for x in rows:
        for which, where in (("final", finals), ("question_1", firsts)):
            rate = x[which]["accuracy"]
            if where is firsts and x["set"] not in firsts:
                continue
            said = f"{100 * rate['value']:.1f} ({100 * rate['low']:.1f} .. {100 * rate['high']:.1f})" if rate["n"] else ""
            if said not in text or rate["n"] and not same(where.get(x["set"]), rate, rate["n"]):
                bad.append((x["set"], which, said, where.get(x["set"])))
    check(f"{name}: accuracies are those of tables.json", len(finals) == len(rows) and not bad, bad)
    head, slips = table(shown, "model", "set", "unread")
    bad = []
    for x, r in zip(rows, slips):
        for kind in ("decoy", "mapping", "broken"):
            s = x["slips"][kind]
            want = (f"{100 * s['rate']:.1f} ({100 * s['low']:.1f} .. {100 * s['high']:.1f}) of {s['of']}" if s["of"] else "-")
            d = dots(data, "slips-" + kind).get((x["set"], "models"))
            if r[head.index(kind + ", %")] != want or s["of"] and not same(d, rate_of(s, "rate", "low", "high"), s["of"]):
                bad.append((x["set"], kind, want, r, d))
    check(f"{name}: so are slips", len(slips) == len(rows) and not bad, bad)
    head, operators = table(shown, "operator", "applied")
    of = dots(data, "operators")
    check(f"{name}: and operators", {r[0]: (number(r[1]), number(r[2])) for r in operators} ==
          {o["operator"]: (o["applied"], o["refused"]) for o in made["operators"]} ==
          {o: (of[o, "applied"]["value"], of[o, "not"]["value"]) for o in {k[0] for k in of}}, operators)
    head, generations = table(shown, "generation", "problems")
    check(f"{name}: and generations", len(generations) == len(made["generations"]) and all(
        shows(r[1], g["problems"]) and shows(r[2], g["kept"]) and shows(r[5], g["mean"]) and shows(r[7], g["most"])
        for r, g in zip(generations, made["generations"])), generations)


def test_climb(name, data):
    climbs = read("climb.made")["climbs"]
    head, rows = table(tables(), "family", "breaks at")
    bad = []
    for c, r in zip(climbs, rows):
        broken = c["breaking"]
        first = r[1] == f"< {broken['high']}" if broken["value"] is None else \
            shows(r[1], broken["value"]) and all(shows(t, broken[e]) for t, e in zip(r[2].split(" .. "), ("low", "high")))
        if r[0] != c["family"] or not first or not shows(r[3], c["slope"]["value"]) or not shows(r[4], c["calls"]) or \
                not all(shows(t, v["rate"], 100) for t, v in zip(r[5:], c["levels"])):
            bad.append((r, c["breaking"]))
    check(f"{name}: the table has the numbers of --json", len(rows) == len(climbs) == 2 and not bad, (rows, bad))
    bad, depths, levels = [], dots(data, "breaking-depths"), dots(data, "level-rates")
    for c in climbs:
        d, at = depths.get((c["family"], c["model"])), dots(data, "curve-" + c["family"].replace("/", "-"))
        if not d or d["n"] != c["counted"] or (c["breaking"]["value"] is not None and not same(d, c["breaking"], c["counted"])):
            bad.append((c["family"], d))
        bad += [(c["family"], v) for v in c["levels"] if abs(levels.get((c["family"], f"L{v['level']}"), {"value": 9})["value"] - v["rate"]) > 1e-5]
        points = {d["x"]: (d["n"], d["value"]) for d in figure(data, "curve-" + c["family"].replace("/", "-"))["dots"] if d["n"]}
        asked = {r["depth"]: (r["asked"], r["solved"] / r["asked"]) for r in c["rungs"] if r["asked"]}
        if {x: (n, round(v, 6)) for x, (n, v) in points.items()} != {x: (n, round(v, 6)) for x, (n, v) in asked.items()} or len(at) < 3:
            bad.append((c["family"], points, asked))
    equal(f"{name}: figures too", bad, [])
