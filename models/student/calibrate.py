"""How hard levels and knobs are for the student: calibrate.py FOLDER [PROBLEMS]

Makes problems of the split `test`, which training cannot have had, lets assay
ask the student (greedily) and judge, and puts tables into docs/difficulty.md,
where marks say which goes where; the notes around them are written by hand.
FOLDER keeps problems and replies: a second time
nothing is asked again, and what was stopped goes on. PROBLEMS are five numbers:
problems of each family for levels 2 and 3, for a value of a knob, for all
operators' parents together, of each hard family, and most calls of a climb.
`--part NAME` does one part alone.
ASSAY names the program.
"""
import contextlib
import io
import json
import math
import os
import subprocess
import sys

from rates import shift

here = os.path.dirname(os.path.abspath(__file__))
ASSAY = os.environ.get("ASSAY", "assay")
SEED = "card"  # that of card.py, so that a store may serve both
DOCUMENT = os.path.join(here, "../../docs/difficulty.md")
KNOWN = 40  # problems of level 1 that tell which families are known
recipe = json.load(open(os.path.join(here, "recipe.yaml")))
KNOBS = (("wording", "plain", ("paraphrase", "terse", "wordy", "story")),
         ("distractors", None, ("1", "2", "3")),
         ("digits", None, ("1", "2")),
         ("steps", None, ("1", "2", "3")))
OPERATORS = ("renumber", "reorder", "rename", "background", "misleading-text", "irrelevant-topic",
             "useless-condition", "misleading-condition", "approximate-replacement", "crossover")
CLIMBED = ("concept/integer-arithmetic", "concept/order-of-operations", "concept/absolute-value",
           "concept/function-evaluation")


def assay(*words):
    env = dict(os.environ, ASSAY_STUDENT=os.environ.get("ASSAY_STUDENT", os.path.join(here, "student.weights")))
    return subprocess.run([ASSAY, *map(str, words)], env=env, stdout=subprocess.PIPE, check=True).stdout


class Work:
    """A folder with its store."""

    def __init__(self, folder):
        self.folder, self.store = folder, os.path.join(folder, "calibrate.db")
        os.makedirs(folder, exist_ok=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def new(self, name, families, *words):
        """A file of problems of the split test, with its rows."""
        with open(self.path(name), "wb") as f:
            f.write(assay("new", ",".join(families), "--seed", SEED, "--split", "test", *words))
        return self.path(name)

    def ask(self, file):
        """Of each problem of a file, in order: its row, whether it was solved, and pieces of the reply."""
        run = json.loads(assay("run", file, "--model", "student", "--temperature", 0, "--store", self.store,
                               "--json"))["run"]
        items = {}
        for line in assay("store", "show", run, "--replies", "--store", self.store).splitlines():
            item = json.loads(line)
            items[item["problem_id"]] = item
        rows = [json.loads(line) for line in open(file)]
        return [(r, items[r["id"]].get("lenient") == "correct", items[r["id"]]["usage"]["completion_tokens"])
                for r in rows]


def fisher(k1, n1, k2, n2):
    """The chance that so many more of the second would be solved were there no difference."""
    k, n, c = k1 + k2, n1 + n2, math.comb
    return sum(c(n2, i) * c(n1, k - i) for i in range(k2, min(k, n2) + 1) if k - i <= n1) / c(n, k)


def holm(rows, p):
    """Rows in the order of p, those that are significant at 0.05 by Holm's correction first marked."""
    rows, out, held = sorted(rows, key=p), [], True
    for i, r in enumerate(rows):
        held = held and p(r) <= 0.05 / (len(rows) - i)
        out.append((r, held))
    return out


def clustered(differences):
    """Mean of one difference for each family, with a 95 % interval over families (Student's t)."""
    n = len(differences)
    mean = sum(differences) / n
    t = 1.96 + 2.4 / max(n - 1, 1) + 2.8 / max(n - 1, 1) ** 2
    half = t * math.sqrt(sum((d - mean) ** 2 for d in differences) / max(n - 1, 1) / n)
    return mean, mean - half, mean + half


def percent(x):
    return "%.0f %%" % (100 * x)


def points(d):
    return "%+.0f (%+.0f .. %+.0f)" % tuple(100 * x for x in d)


def table(*rows):
    print("\n".join("| " + " | ".join(map(str, r)) + " |" for r in rows[:1] + (("---",) * len(rows[0]),) + rows[1:]))
    print()


def by_family(asked):
    out = {}
    for row, solved, pieces in asked:
        out.setdefault(row["family"], []).append((row, solved, pieces))
    return out


def rate(asked):
    return sum(s for _, s, _ in asked) / len(asked)


def levels(work, number):
    """Rates of levels 1 to 3, and families that get easier."""
    got = {n: by_family(work.ask(work.new("level-%d.jsonl" % n, ["concept/all"], "--level", n, "--count",
                                          max(KNOWN, number) if n == 1 else number))) for n in (1, 2, 3)}
    trained = [f for f in got[1] if f not in recipe["absent"]]
    table(("families", "number", "level 1", "level 2", "level 3"),
          *((what, len(fs), *(percent(rate(sum((got[n][f] for f in fs), []))) for n in (1, 2, 3)))
            for what, fs in (("in training", [f for f in trained if f not in recipe["rare"]]),
                             ("rare", recipe["rare"]), ("absent", recipe["absent"]))))
    pairs, falls = [], [0, 0, 0]
    for f in trained:
        for a, b in ((1, 2), (2, 3)):
            x, y = got[a][f], got[b][f]
            k1, k2 = sum(s for _, s, _ in x), sum(s for _, s, _ in y)
            falls[(k1 / len(x) <= k2 / len(y)) + (k1 / len(x) < k2 / len(y))] += 1
            pairs.append((f, a, b, k1, len(x), k2, len(y), fisher(k1, len(x), k2, len(y)),
                          sum(p for *_, p in x) / len(x), sum(p for *_, p in y) / len(y)))
    print("The solve rate falls in %d of the %d steps from one level to the next, stays equal in %d and rises\nin %d.\n"
          % (falls[0], len(pairs), *falls[1:]))
    table(("family", "levels", "solved", "difference", "p", "after Holm", "tokens of a reply"),
          *((f, "%d, %d" % (a, b), "%d of %d, %d of %d" % (k1, n1, k2, n2), points(shift(k1, n1, k2, n2)),
             "%.2g" % p, "yes" if held else "no", "%.0f, %.0f" % (l1, l2))
            for (f, a, b, k1, n1, k2, n2, p, l1, l2), held in holm(pairs, lambda r: r[7]) if p <= 0.05))
    return got


def hard(work, number):
    """hard/*: level 1 and the least depth that a family takes."""
    names = [json.loads(x)["name"] for x in assay("families", "--json").splitlines()]
    names = [n for n in names if n.startswith("hard/")]
    one = work.ask(work.new("hard-1.jsonl", names, "--level", 1, "--count", number))
    with open(work.path("hard-least.jsonl"), "wb") as f:
        for name in names:
            for depth in range(1, 20):
                try:
                    f.write(assay("new", name, "--seed", SEED, "--split", "test", "--depth", depth, "--count", number))
                    break
                except subprocess.CalledProcessError:
                    pass
    least = by_family(work.ask(work.path("hard-least.jsonl")))
    both = sum(least.values(), [])
    print("hard/*, %d families: solved %d of %d at level 1 and %d of %d at the smallest depth.\n"
          % (len(names), sum(s for _, s, _ in one), len(one), sum(s for _, s, _ in both), len(both)))
    one = by_family(one)
    for n in names:
        if rate(one[n]) + rate(least[n]) > 0:
            print("- %s: level 1 %s, depth %s %s" % (n, percent(rate(one[n])), least[n][0][0]["knobs"]["depth"],
                                                     percent(rate(least[n]))))


def knobs(work, good, number):
    """Each value of each knob at level 1, families the student knows, the same problems where a knob leaves them."""
    def asked(knob, value):
        words = ("--set", "%s=%s" % (knob, value)) if value else ()
        return by_family(work.ask(work.new("knob-%s-%s.jsonl" % (knob, value), good, "--level", 1,
                                           "--count", number, *words)))
    rows, most, ends = [], [], []
    for knob, base, values in KNOBS:
        before = asked(knob, base)
        rows.append((knob, base or 0, percent(rate(sum(before.values(), []))), "", "", ""))
        for value in values:
            after = asked(knob, value)
            each = {f: rate(after[f]) - rate(before[f]) for f in good}
            alone = [sum(x[1] and not y[1] for f in good for x, y in zip(a[f], b[f]))
                     for a, b in ((before, after), (after, before))] if knob != "digits" else ("", "")
            rows.append((knob, value, percent(rate(sum(after.values(), []))), points(clustered(list(each.values()))),
                         *alone))
            most += [(d, f, knob, value) for f, d in each.items()]
        mean = {f: sum(d for d, g, k, _ in most if (g, k) == (f, knob)) / len(values) for f in good}
        order = sorted(good, key=lambda f: mean[f])
        ends.append((knob, *(", ".join("%s %+.0f" % (f[8:], 100 * mean[f]) for f in fs)
                             for fs in (order[:5], order[:-6:-1]))))
    print("%d families, %d problems each.\n" % (len(good), number))
    table(("knob", "value", "solved", "difference", "solved only without it", "solved only with it"), *rows)
    table(("knob", "falls most, mean over its values", "falls least"), *ends)


def operators(work, good, number):
    """Children of each operator against their parents, of families the student knows well."""
    rows = []
    lines = [json.dumps(good[f][i][0]) for i in range(max(1, number // len(good))) for f in good]
    with open(work.path("parents.jsonl"), "w") as f:
        f.write("\n".join(lines) + "\n")
    parents = work.ask(work.path("parents.jsonl"))
    for name in OPERATORS:
        out = work.path("evolve-" + name)
        assay("evolve", work.path("parents.jsonl"), "--operators", name, "--same-numbers", "--generations", 1,
              "--seed", SEED, "--force", "-o", out, "--store", work.path("evolve.db"))
        known = {r["id"]: s for r, s, _ in parents}
        pairs = []
        for row, solved, _ in work.ask(os.path.join(out, "population.jsonl")):
            if any(s["operator"] == name for s in row["meta"]["evolve"]["lineage"]):
                sources = [p["source"] for p in row["params"]["parts"]]
                pairs.append((sources, all(known[s] for s in sources), solved))
        if not pairs:
            rows.append((name, 0, "", "", "", "", ""))
            continue
        each = {}
        for s, before, after in pairs:
            each.setdefault(s[0].split("@")[0], []).append(after - before)
        rows.append((name, len(pairs), percent(sum(b for _, b, _ in pairs) / len(pairs)),
                     percent(sum(a for *_, a in pairs) / len(pairs)),
                     points(clustered([sum(d) / len(d) for d in each.values()])),
                     sum(b and not a for _, b, a in pairs), sum(a and not b for _, b, a in pairs)))
    print("%d parents of %d families.\n" % (len(parents), len(good)))
    table(("operator", "children", "parents solved", "children solved", "difference",
           "solved only as parent", "solved only as child"), *rows)


def climbs(work, calls):
    """Where a family breaks over digits, steps and the length of a chain."""
    rows = []
    for over in ("digits", "steps", "chain"):
        got = json.loads(assay("climb", *CLIMBED, "--over", over, "--level", 1, "--seed", SEED, "--model", "student",
                               "--temperature", 0, "--calls", calls, "--store", work.store, "--json"))
        for c in got["climbs"]:
            at = [c["breaking"][x] for x in ("value", "low", "high")]
            first = 1 if over == "chain" else 0  # what rung 1 has
            at = ["" if x is None else "%.1f" % (x - 1 + first) for x in at]
            rows.append((over, c["family"][8:], at[0] or c["end"], "%s .. %s" % (at[1] or "below", at[2] or "beyond"),
                         ", ".join(
                             "%d: %d of %d" % (r["rung"] - 1 + first, r["solved"], r["asked"])
                             for r in c["rungs"] if r["asked"])))
    table(("over", "family", "half at", "95 %", "solved at each value"), *rows)


def put(name, part, *words):
    """What a part prints, between its marks in the document and on the screen."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        part(*words)
    print(out.getvalue())
    mark, end = "<!-- %s -->\n" % name, "<!-- end -->"
    with open(DOCUMENT) as f:
        before, rest = f.read().split(mark)
    with open(DOCUMENT, "w") as f:
        f.write(before + mark + out.getvalue().rstrip() + "\n" + rest[rest.index(end):])


def main():
    words = sys.argv[1:]
    part = words.pop(words.index("--part") + 1) if "--part" in words else None
    words = [w for w in words if w != "--part"]
    work = Work(words[0])
    counts = [int(w) for w in words[1:]] + [24, 4, 132, 3, 24][len(words) - 1:]
    parts = {"levels": (levels, counts[0]), "hard": (hard, counts[3]), "climb": (climbs, counts[4])}
    if part in (None, "knobs", "operators"):
        got = by_family(work.ask(work.new("known.jsonl", ["concept/all"], "--level", 1, "--count", KNOWN)))
        parts["knobs"] = (knobs, [f for f in got if rate(got[f]) >= 0.5], counts[1])
        parts["operators"] = (operators, {f: got[f] for f in got if rate(got[f]) >= 0.85}, counts[2])
    for name in [part] if part else ("levels", "hard", "knobs", "operators", "climb"):
        put(name, parts[name][0], work, *parts[name][1:])


main()
