#!/usr/bin/env python3
"""Is it true what `assay hunt` reports of a real model? bench/hunt-student.py FOLDER [L1 L2 L3]

Two halves of fresh problems that share none are put to the student, which hunts
on each for itself (L1, L2, L3 problems of each concept family and level in a
half: 20 12 12). What is reported on one half is looked up on the other, both
ways. The families that its training lacked must be found on both, and where
outcomes are shuffled over the problems nothing. FOLDER keeps problems and
replies, so that a second time nothing is asked. `make build/assay` first.
"""
import json
import os
import random
import subprocess
import sys

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.path.join(HERE, os.environ.get("ASSAY_BUILD", "build"))
STUDENT = os.path.join(HERE, "models/student")
sys.path.insert(0, STUDENT)
from rates import shift  # noqa: E402
PICTURE = os.path.join(HERE, "docs/pictures/hunt-halves.svg")
SPEC = """targets: [student]
attempts: 1
decoding: {temperature: 0}
chosen: 0
controls: false
"""
SHUFFLES = 10


def assay(*words):
    env = dict(os.environ)
    env.setdefault("ASSAY_STUDENT", os.path.join(STUDENT, "student.weights"))
    return subprocess.run([os.path.join(BUILD, "assay"), *map(str, words)], env=env, stdout=subprocess.PIPE,
                          check=True).stdout.decode()


def halves(folder, counts):
    """Files of two halves: problems of each family and level in turn, of the split that training lacked."""
    files = [os.path.join(folder, "half-%d.jsonl" % i) for i in (1, 2)]
    rows = ([], [])
    for level, number in enumerate(counts, 1):
        for i, line in enumerate(assay("new", "concept/all", "--level", level, "--count", 2 * number, "--seed",
                                       "card", "--split", "test").splitlines()):
            rows[i % 2].append(line)
    for file, lines in zip(files, rows):
        with open(file, "w") as f:
            f.write("\n".join(lines) + "\n")
    shared = set(map(canonical, rows[0])) & set(map(canonical, rows[1]))
    assert not shared, "the halves share %d problems" % len(shared)
    return files


def canonical(line):
    row = json.loads(line)
    return row["family"], json.dumps(row["params"], sort_keys=True)


def hunt(folder, name, *words):
    """All hypotheses that a hunt tried, by what they say."""
    spec = os.path.join(folder, "hunt.yaml")
    with open(spec, "w") as f:
        f.write(SPEC)
    out = os.path.join(folder, name)
    assay("hunt", spec, *words, "--store", os.path.join(folder, "calibrate.db"), "-o", out, "--force")
    with open(os.path.join(out, "hypotheses.json")) as f:
        return {(tuple(h["concepts"]), json.dumps(h["factor"])): h for h in json.load(f)}


def on_all(key, there, outcomes):
    """What a hypothesis found elsewhere is on all problems of this half: lift, with Newcombe's interval.

    The lift of a row that is reported there, too, is corrected for selection. Of a trait the opposite row,
    which is not reported, has it as it was seen.
    """
    names, factor = set(key[0]), json.loads(key[1])
    if not names and "is" not in factor:
        way, back = ("above", "below") if "above" in factor else ("below", "above")
        h = there[(), json.dumps({"name": factor["name"], back: factor[way]})]
        return {"lift": -h["lift"], "lo": -h["hi"], "hi": -h["lo"]}
    inside, outside = ([r["fails"] for r in outcomes if (names <= set(r["concepts"])) == w] for w in (True, False))
    lift, lo, hi = shift(sum(outside), len(outside), sum(inside), len(inside))
    return {"lift": lift, "lo": lo, "hi": hi}


def shuffled(folder, outcomes, seed):
    """How many are reported when the outcomes of a half are dealt anew."""
    rows = [json.loads(line) for line in open(outcomes)]
    marks = [r["correct"] for r in rows]
    random.Random(seed).shuffle(marks)
    file = os.path.join(folder, "shuffled-%d.jsonl" % seed)
    with open(file, "w") as f:
        f.writelines(json.dumps(dict(r, correct=m)) + "\n" for r, m in zip(rows, marks))
    found = hunt(folder, "shuffled", "--outcomes", file, "--outcome-field", "correct", "--tags-field", "concepts")
    return sum(h["reported"] for h in found.values())


def named(h):
    factor = h["factor"]
    return " and ".join(h["concepts"]) or " ".join(str(v) for v in factor.values())


def covered(found, concepts):
    """The reported hypothesis of names, as the taxonomy has them, that covers a family best."""
    hits = [h for h in found.values() if h["reported"] and h["concepts"] and set(h["concepts"]) <= concepts]
    return max(hits, key=lambda h: h["lift"], default=None)


def families(file):
    """Concepts of each family: those that half of its problems carry."""
    out = {}
    for line in open(file):
        row = json.loads(line)
        out.setdefault(row["family"], []).append(set(row["concepts"]))
    return {f: {c for c in set.union(*s) if 2 * sum(c in x for x in s) >= len(s)} for f, s in out.items()}


def draw(pairs):
    """Lift where it was found against lift on the other half, as a plain SVG."""
    left, top, size, least, most = 62, 40, 400, -0.2, 0.8
    at = lambda v: (min(max(v, least), most) - least) / (most - least) * size
    x, y = (lambda v: left + at(v)), (lambda v: top + size - at(v))
    ink, dot = "#808890", "#3b82c4"
    out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 490 500" width="490" height="500" role="img" '
           'font-family="sans-serif" font-size="12" fill="%s" stroke="none">' % ink,
           "<title>Lift of %d reported hypotheses on the half where they were found and on the other</title>"
           % len(pairs),
           '<text x="%d" y="22" font-size="14">What a hunt reports, on the other half</text>' % left]
    for i in range(6):
        v = least + i * 0.2
        out.append('<path d="M%.0f %.0fH%.0fM%.0f %.0fV%.0f" stroke="%s" stroke-opacity="%s"/>'
                   % (left, y(v), left + size, x(v), top, top + size, ink, 0.9 if abs(v) < 1e-9 else 0.25))
        out.append('<text x="%.0f" y="%.0f" text-anchor="end">%.1f</text>' % (left - 6, y(v) + 4, v + 0))
        out.append('<text x="%.0f" y="%.0f" text-anchor="middle">%.1f</text>' % (x(v), top + size + 16, v + 0))
    out.append('<path d="M%.0f %.0fL%.0f %.0f" stroke="%s" stroke-dasharray="5 4"/>'
               % (x(least), y(least), x(most), y(most), ink))
    for a, b in pairs:
        out.append('<path d="M%.1f %.1fV%.1f" stroke="%s" stroke-opacity="0.55"/>'
                   % (x(a["lift"]), y(b["lo"]), y(b["hi"]), dot))
        out.append('<circle cx="%.1f" cy="%.1f" r="4" fill="%s" fill-opacity="0.7"/>'
                   % (x(a["lift"]), y(b["lift"]), dot))
    out.append('<text x="%d" y="%d" text-anchor="middle">lift on the half where it was found</text>'
               % (left + size / 2, top + size + 38))
    out.append('<text transform="translate(16 %d) rotate(-90)" text-anchor="middle">lift on the other half, 95 %%'
               '</text>' % (top + size / 2))
    with open(PICTURE, "w") as f:
        f.write("\n".join(out) + "\n</svg>\n")


def main():
    folder, counts = sys.argv[1], [int(w) for w in sys.argv[2:5]] or [20, 12, 12]
    os.makedirs(folder, exist_ok=True)
    files = halves(folder, counts)
    found = [hunt(folder, "hunt-%d" % (i + 1), "--benchmark", files[i]) for i in (0, 1)]
    outcomes = [[json.loads(line) for line in open(os.path.join(folder, "hunt-%d" % i, "outcomes.jsonl"))]
                for i in (1, 2)]
    pairs = []
    for way in (0, 1):
        for key, h in found[way].items():
            if h["reported"]:
                there = on_all(key, found[1 - way], outcomes[1 - way])
                pairs.append((h, dict(there, reported=found[1 - way][key]["reported"], way=way)))
    pairs.sort(key=lambda p: -p[0]["lift"])
    print("%-58s %5s %14s %14s %7s" % ("reported on one half", "lift", "95 %", "other: lift", "95 %"))
    for a, b in pairs:
        print("%-58.58s %5.2f %5.2f .. %5.2f %6.2f %5.2f .. %5.2f%s" % (
            named(a), a["lift"], a["lo"], a["hi"], b["lift"], b["lo"], b["hi"],
            "  also there" if b["reported"] else ""))
    print("%d reported; on the other half %d have lift above 0, %d their interval above 0, %d are reported too"
          % (len(pairs), sum(b["lift"] > 0 for _, b in pairs), sum(b["lo"] > 0 for _, b in pairs),
             sum(b["reported"] for _, b in pairs)))
    # What both halves report stands here both ways, with equal means; regression to the mean shows in
    # each direction, and most in what one half alone reports.
    for what, some in (("all", pairs), ("half 1 to 2", [p for p in pairs if p[1]["way"] == 0]),
                       ("half 2 to 1", [p for p in pairs if p[1]["way"] == 1]),
                       ("one half alone", [p for p in pairs if not p[1]["reported"]])):
        if some:
            mean = [sum(p[i]["lift"] for p in some) / len(some) for i in (0, 1)]
            print("%s: %d, mean lift %.3f, there %.3f" % (what, len(some), *mean))
    recipe = json.load(open(os.path.join(STUDENT, "recipe.yaml")))
    concepts = families(files[0])
    for what in ("absent", "rare"):
        for family in recipe[what]:
            hits = [covered(f, concepts[family]) for f in found]
            print("%s %s: %s" % (what, family, "; ".join("%s %.2f" % (named(h), h["lift"]) if h else "not found"
                                                         for h in hits)))
    null = [shuffled(folder, os.path.join(folder, "hunt-1", "outcomes.jsonl"), i) for i in range(SHUFFLES)]
    print("outcomes shuffled: %d reported in %d hunts" % (sum(null), SHUFFLES))
    draw(pairs)


main()
