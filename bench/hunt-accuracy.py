#!/usr/bin/env python3
"""Do more accurate hypotheses give harder problems? bench/hunt-accuracy.py FOLDER [FOUND FRESH]

Every name of a granularity, accurate or not, is a hypothesis. Its accuracy,
balanced accuracy and lift are those of a hunt on one set of problems; its
difficulty is the failure rate of other problems that carry the name, and that
rate less the one of matched problems that do not carry it: same level, wording,
kind of answer and length. Printed is Spearman's rho of the former with the
latter, for each model and granularity, beside the overlap of its names.

Models are three planted targets and one that fails anywhere alike, each name
measured on 200 fresh problems or more; the real ones whose outcomes are in
$ASSAY_DATA/math-test-skills.jsonl, half against half; and the student, which
hunts on FOUND (16) problems of each family and is asked FRESH (205) others of
each. Where the plain kernel runs that takes hours: with FRESH below 200 names
count from eight problems on, and with 0 it is left out. FOLDER keeps replies, so
that a second time nothing is asked. `make build/assay` first.
"""
import collections
import json
import math
import os
import random
import subprocess
import sys

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.path.join(HERE, os.environ.get("ASSAY_BUILD", "build"))
STUDENT = os.path.join(HERE, "models/student")
GRANULARITIES = ("high", "mid", "low", "extremely-low", "baseline")
SCORES = ("accuracy", "balanced", "lift")
LEAST = 200         # fresh problems of a hypothesis; of recorded outcomes LEAST_RECORDED
LEAST_RECORDED = 8
SHUFFLES = 2000
SPEC = {"attempts": 1, "chosen": 0, "controls": False, "score": {"pairs": False, "traits": False}}
PROBE = {"singles": 12, "pairs": 0, "stages": 1}
# What the student can be asked, as in examples/hunt-student.yaml.
EASY = {"pairs": 0, "stages": 1, "levels": 1, "fixed": ["distractors", "digits", "steps"]}
GREEDY = {"temperature": 0, "max_tokens": 320}
PLANTED = {
    "nothing": {"base": 0.2, "weak": []},
    "traits": {"base": 0.05, "weak": [{"factor": "words", "above": 60, "fail": 0.5},
                                      {"factor": "answer", "is": "fraction", "fail": 0.6}]},
    "few names": {"base": 0.05, "weak": 4},
    "many names": {"base": 0.05, "weak": 24},
}


def assay(*words):
    env = dict(os.environ)
    env.setdefault("ASSAY_STUDENT", os.path.join(STUDENT, "student.weights"))
    done = subprocess.run([os.path.join(BUILD, "assay"), *map(str, words)], env=env, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE)
    if done.returncode:
        sys.exit("assay %s: %s" % (" ".join(map(str, words)), done.stderr.decode()))


def read(*path):
    with open(os.path.join(*path)) as f:
        return [json.loads(line) for line in f] if path[-1].endswith("l") else json.load(f)


def write(rows, *path):
    with open(os.path.join(*path), "w") as f:
        f.writelines(json.dumps(r) + "\n" for r in rows)
    return os.path.join(*path)


def hunt(folder, name, spec, *words):
    """The folder of a hunt. A spec is YAML, of which JSON is a part."""
    out = os.path.join(folder, name)
    file = write([dict(SPEC, **spec)], folder, name + ".yaml")
    assay("hunt", file, *words, "--store", os.path.join(folder, "hunt.db"), "-o", out, "--force")
    return out


def carried(folder, name, spec, *words):
    """For each granularity the names that problems carry, by id: a planted target tells at no cost."""
    out = {}
    target = "planted:" + write([{"base": 0, "weak": []}], folder, "tell.yaml")
    for g in GRANULARITIES:
        told = hunt(folder, name, dict(spec, targets=[target], granularity=[g]), *words)
        out[g] = {r["id"]: r["concepts"] for r in read(told, "outcomes.jsonl")}
    return out


def ranks(values):
    order, out = sorted(range(len(values)), key=values.__getitem__), [0.0] * len(values)
    i = 0
    while i < len(order):
        j = i
        while j < len(order) and values[order[j]] == values[order[i]]:
            j += 1
        for k in order[i:j]:
            out[k] = (i + j - 1) / 2
        i = j
    mean = (len(values) - 1) / 2
    norm = math.sqrt(sum((r - mean) ** 2 for r in out))
    return [(r - mean) / norm if norm else 0.0 for r in out]


def spearman(xs, ys):
    """Rho, its 95 % interval (Bonett and Wright) and p by permutations; None for less than five."""
    if len(xs) < 5:
        return None
    a, b = ranks(xs), ranks(ys)
    dot = lambda: sum(x * y for x, y in zip(a, b))
    rho, lot = dot(), random.Random(1)
    z, width = math.atanh(min(max(rho, -0.9999), 0.9999)), 1.96 * math.sqrt((1 + rho * rho / 2) / (len(xs) - 3))
    above = 0
    for _ in range(SHUFFLES):
        lot.shuffle(b)
        above += abs(dot()) >= abs(rho) - 1e-12
    return rho, math.tanh(z - width), math.tanh(z + width), (above + 1) / (SHUFFLES + 1)


def told(result):
    return "%5.2f (%5.2f ..%5.2f) p %.4f" % result if result else "%-30s" % "-"


def strata(rows):
    """Level, wording, kind of answer and fifth of length: what a matched problem shares."""
    lengths = sorted(r["length"] for r in rows)
    cuts = [lengths[len(lengths) * i // 5] for i in range(1, 5)]
    return {r["id"]: (r["level"], r["wording"], r["kind"], sum(r["length"] > c for c in cuts)) for r in rows}


def difficulties(fails, names, stratum, least):
    """By name: failure rate of problems that carry it, and by how much it is above matched ones'."""
    total, inside = collections.defaultdict(lambda: [0, 0]), {}
    for i in fails:
        cells = [total[stratum[i]]]
        cells += [inside.setdefault(n, collections.defaultdict(lambda: [0, 0]))[stratum[i]] for n in names[i]]
        for cell in cells:
            cell[0] += fails[i]
            cell[1] += 1
    out = {}
    for name, cells in inside.items():
        n = sum(c[1] for c in cells.values())
        gap = weight = 0
        for s, (failed, tries) in cells.items():
            others = total[s][1] - tries
            if others:
                weight += tries
                gap += failed - tries * (total[s][0] - failed) / others
        if n >= least and 2 * weight >= n:
            out[name] = {"n": n, "rate": sum(c[0] for c in cells.values()) / n, "gap": gap / weight,
                         "matched": weight / n}
    return out


def overlaps(names):
    """By name: the Jaccard index of its problems with those of the name nearest to it."""
    sets = collections.defaultdict(set)
    for i, some in names.items():
        for n in some:
            sets[n].add(i)
    return {n: max((len(s & t) / len(s | t) for m, t in sets.items() if m != n), default=0)
            for n, s in sets.items()}


def distinct(some, names):
    """Of names that the same problems carry the first: there is one hypothesis, not several."""
    out = {}
    for n in some:
        out.setdefault(frozenset(i for i, theirs in names.items() if n in theirs), n)
    return sorted(out.values())


def judge(model, found, target, fails, names, stratum, least):
    """Prints what a model's hunt found against what other problems show."""
    rows = [h for f in found for h in read(f, "hypotheses.json")]
    sizes = [s for f in found for s in read(f, "summary.json")["granularities"]]
    print("%s: %.1f %% of %d other problems fail" % (model, 100 * sum(fails.values()) / len(fails), len(fails)))
    for g in GRANULARITIES:
        mine = {h["concepts"][0]: h for h in rows if h["granularity"] == g and target in (None, h["target"])
                and h["n"] >= LEAST_RECORDED}
        hard, near = difficulties(fails, names[g], stratum, least), overlaps(names[g])
        both = distinct(sorted(set(mine) & set(hard)), names[g])
        size = [s for s in sizes if s["granularity"] == g and target in (None, s["target"])]
        if len(both) < 5:
            print("  %s: only %d names have enough problems" % (g, len(both)))
            continue
        column = lambda f: [f(n) for n in both]
        mean = lambda xs: sum(xs) / len(xs)
        print("  %s: %d hypotheses, %.0f %% accurate on average (%.0f to %.0f), balanced %.0f %%; overlap %.2f; "
              "%d to %d problems each, %.0f %% of them matched" % (
                  g, len(both), 100 * mean(column(lambda n: mine[n]["accuracy"])),
                  100 * min(column(lambda n: mine[n]["accuracy"])), 100 * max(column(lambda n: mine[n]["accuracy"])),
                  100 * mean(column(lambda n: mine[n]["balanced"])), size[0]["overlap"],
                  min(column(lambda n: hard[n]["n"])), max(column(lambda n: hard[n]["n"])),
                  100 * mean(column(lambda n: hard[n]["matched"]))))
        for s in SCORES:
            xs = column(lambda n: mine[n][s])
            print("    %-9s with rate %s   less control %s" % (
                s, told(spearman(xs, column(lambda n: hard[n]["rate"]))),
                told(spearman(xs, column(lambda n: hard[n]["gap"])))))
        print("    accuracy  with size %s   overlap with balanced %s" % (
            told(spearman(column(lambda n: mine[n]["accuracy"]), column(lambda n: mine[n]["n"]))),
            told(spearman(column(lambda n: near[n]), column(lambda n: mine[n]["balanced"])))))
    sys.stdout.flush()


def same(row):
    return row["family"], json.dumps(row["params"], sort_keys=True)


def fresh(folder, name, probe, count):
    """A file of fresh problems, none of which the probe of seed 1 has, and what they carry."""
    tell = "planted:" + write([{"base": 0, "weak": []}], folder, "tell.yaml")
    spec = {"targets": [tell], "granularity": ["high"]}
    seen = {same(r) for r in read(hunt(folder, "seen", dict(spec, probe=probe), "--seed", 1), "probe.jsonl")}
    rows = [r for r in read(hunt(folder, "pool", dict(spec, probe=dict(probe, singles=count)), "--seed", 2),
                            "probe.jsonl") if same(r) not in seen]
    file = write(rows, folder, name + ".jsonl")
    return file, carried(folder, name + "-names", {}, "--benchmark", file), strata([
        {"id": r["id"], "level": r["level"], "wording": r["knobs"]["wording"], "kind": r["key"]["kind"],
         "length": len(r["statement"].split())} for r in rows])


def asked(folder, model, target, probe, fresh_problems, least=LEAST, **spec):
    """A hunt of a model on the probe, and what it makes of fresh problems."""
    file, names, stratum = fresh_problems
    spec = dict(spec, targets=[target], granularity=list(GRANULARITIES))
    found = hunt(folder, "found", dict(spec, probe=probe), "--seed", 1)
    there = hunt(folder, "there", dict(spec, granularity=["low"]), "--benchmark", file)
    fails = {r["id"]: int(r["fails"]) for r in read(there, "outcomes.jsonl")}
    judge(model, [found], None, fails, names, stratum, least)


def planted(folder):
    problems = fresh(folder, "fresh", PROBE, LEAST + 5)
    every = sorted({n for some in problems[1]["high"].values() for n in some})
    for model, plan in PLANTED.items():
        weak = plan["weak"]
        if isinstance(weak, int):
            lot = random.Random(model)
            weak = [{"concepts": [n], "fail": round(lot.uniform(0.1, 0.9), 2)} for n in lot.sample(every, weak)]
        target = "planted:" + write([dict(plan, seed=model, weak=weak)], folder, "weak.yaml")
        asked(folder, "planted, " + model, target, PROBE, problems)


def student(folder, found, count):
    probe = dict(EASY, singles=found)
    asked(folder, "student", "student", probe, fresh(folder, "fresh-easy", probe, count),
          LEAST if count >= LEAST else LEAST_RECORDED, decoding=GREEDY)


def recorded(folder):
    """Outcomes of real models: found on one half of the problems, looked up on the other, both ways."""
    file = os.path.join(os.environ.get("ASSAY_DATA", ""), "math-test-skills.jsonl")
    if not os.path.exists(file):
        print("recorded outcomes: skipped, $ASSAY_DATA has no math-test-skills.jsonl")
        return
    rows = read(file)
    random.Random("halves").shuffle(rows)
    halves = [rows[0::2], rows[1::2]]
    files = [write(half, folder, "half-%d.jsonl" % i) for i, half in enumerate(halves, 1)]
    names = [carried(folder, "half-names", {}, "--benchmark", file) for file in files]
    stratum = strata([{"id": called(r), "level": r["level"], "wording": None, "kind": r["human_answer_type"],
                       "length": len(r["problem"].split())} for r in rows])
    for way in (0, 1):
        found = []
        for g in GRANULARITIES:
            file = write([dict(r, names=names[way][g][called(r)]) for r in halves[way]], folder, "named.jsonl")
            found.append(hunt(folder, "found-" + g, {"granularity": [g]}, "--outcomes", file, "--outcome-field",
                              "evaltree_correct", "--tags-field", "names"))
        for model in sorted(rows[0]["evaltree_correct"]):
            fails = {called(r): 1 - r["evaltree_correct"][model] for r in halves[1 - way]}
            judge("%s, half %d to %d" % (model, way + 1, 2 - way), found, model, fails, names[1 - way], stratum,
                  LEAST_RECORDED)


def called(row):
    return "math:%d" % row["idx"]


def main():
    folder, counts = sys.argv[1], [int(w) for w in sys.argv[2:4]] or [16, LEAST + 5]
    os.makedirs(folder, exist_ok=True)
    planted(folder)
    recorded(folder)
    if counts[-1]:
        student(folder, *counts)


main()
