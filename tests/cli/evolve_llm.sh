#!/bin/sh
# assay evolve with language models: a server that writes, rates and proposes,
# well and badly; replays whose tables are worked out here beforehand; planted
# models; kills, storms, budgets; weights from a run.
. "$(dirname "$0")/../lib/tap.sh"
if ! python3 -c 'import json' 2>/dev/null; then
    echo 'ok 1 - evolve with models # SKIP no python3'
    echo 1..1
    exit 0
fi
. "$here/tests/lib/server.sh"

# Every part has counts of its own: a seed of the scenario that changes nothing.
model() { echo "$server/$1/v1#m"; } # SCENARIO

evolve() { timeout 600 "$assay" evolve --full "$@"; }

# look NAME QUESTION ARGUMENT... [+ QUESTION ARGUMENT...]...: questions of
# look.py, which stays alive and says ok or what is wrong.
look() {
    name=$1
    shift
    printf '%s\037' "$@" >&8
    echo >&8
    read -r said <&9
    if [ "$said" = ok ]; then result ok "$name"; else fault "$said"; fi
}

# asked NAME SCENARIO N: the server was asked N times, and nothing twice.
asked() {
    name=$1
    n=$(stat "$2" requests) once=$(stat "$2" answered_bodies)
    if [ "$n" = "$3" ] && [ "$once" = "$3" ]; then result ok "$name"
    else fault "$n requests, $once answered, not $3"; fi
}

cat >look.py <<'PY'
import functools, glob, json, math, re, sys, traceback, zlib
from fractions import Fraction as F

def load(path):
    return json.load(open(path))

def lines(path):
    return [json.loads(x) for x in open(path)]

def near(a, b, eps=1e-5):
    if b is None or a is None:
        assert a is None and b is None, (a, b)
    else:
        assert abs(a - b) < eps, (a, b)

# ---- structures, solved here ----

@functools.lru_cache(maxsize=None)
def gauss(rows):
    m = [[F(x) for x in r] for r in rows]
    n = len(m[0]) - 1
    done = 0
    for col in range(n):
        pick = next((r for r in range(done, len(m)) if m[r][col]), None)
        if pick is None:
            return None
        m[done], m[pick] = m[pick], m[done]
        m[done] = [x / m[done][col] for x in m[done]]
        for r in range(len(m)):
            if r != done and m[r][col]:
                m[r] = [x - m[r][col] * y for x, y in zip(m[r], m[done])]
        done += 1
    return [m[i][n] for i in range(n)]

def solve(rows):
    """The values of all variables; None: there is no one solution."""
    return gauss(tuple(tuple(r) for r in rows))

def places(part):
    """Where the hidden number of a linked part may stand in its equations:
    what explains the key as it is and the other one of the proof."""
    rows, term = part["body"]["equations"], terms(part)[0]
    value = letter(part, part["before"])
    changed = dict(part["before"])
    changed[term["from"]] = F(term["other"]["answer"])
    other = letter(part, changed)
    found = []
    for r, row in enumerate(rows):
        for c, x in enumerate(row):
            if abs(F(x)) != abs(value) or not F(x):
                continue
            sign = 1 if F(x) == value else -1
            if solve_at(part, (r, c, sign), other) == \
                    F(term["other"]["key"]):
                found.append((r, c, sign))
    return found

def terms(part):
    return part["link"].get("terms", [part["link"]])

def letter(part, answers):
    """What the letter stands for, of {question: answer}."""
    return F(part["link"].get("plus", 0)) + sum(
        F(t["ratio"]) * answers[t["from"]] for t in terms(part))

def solve_at(part, place, value):
    r, c, sign = place
    rows = [list(x) for x in part["body"]["equations"]]
    rows[r][c] = sign * value
    all = solve(rows)
    return all[part["body"]["asked"]] if all else None

class Problem:
    def __init__(self, row):
        self.row, self.id, self.text = row, row["id"], row["statement"]
        keys = row["keys"] if "keys" in row else [row["key"]]
        self.keys = [F(k["latex"]) for k in keys]
        self.parts = row["params"]["parts"]
        self.meta = row["meta"]["evolve"]
        before = {}
        for i, p in enumerate(self.parts):
            all = solve(p["body"]["equations"])
            assert all[p["body"]["asked"]] == self.keys[i] == F(p["answer"]), \
                self.id
            p["all"], p["before"] = all, dict(before)
            before[i] = self.keys[i]
            if i:
                p["places"] = places(p)
                assert p["places"], self.id

    def decoys(self, part, follow=True):
        return {F(d["value"]) for d in self.meta.get("decoys", [])
                if d.get("part", 0) == part and (follow or not
                                                 d.get("follows"))
                } - {self.keys[part]}

    def others(self, part):
        p = self.parts[part]
        return {v for i, v in enumerate(p["all"]) if i != p["body"]["asked"]
                } - {self.keys[part]}

    def chance(self, part, hits):
        low, high = self.parts[part]["body"]["range"]
        inside = lambda v: v.denominator == 1 and low <= v <= high
        size = high - low + 1 - inside(self.keys[part])
        return sum(inside(v) for v in hits) / size

    def at(self, value):
        """The last answer with that value at its letter."""
        p = self.parts[-1]
        return solve_at(p, p["places"][0], value)

    def follows(self, first):
        v = {0: first}
        for i, p in enumerate(self.parts[1:], 1):
            v[i] = solve_at(p, p["places"][0], letter(p, v))
            if v[i] is None:
                return None
        return v[len(self.parts) - 1]

    def fault(self, part, v, first):
        """What a wrong answer is put down to; answers between the first and
        the last are right. Decoys over other numbers than the file's are left
        aside: replies here have none."""
        chain = part and first is not None
        if v in self.decoys(part, not chain):
            return "decoy"
        if chain and first != self.keys[0] and v == self.follows(first):
            cause = self.fault(0, first, None)
            return cause if cause in ("decoy", "mapping") else "carried_on"
        if v in self.others(part):
            return "mapping"
        if not part:
            return "miscomputed"
        own = {**dict(enumerate(self.keys)), 0: first}
        if any(own[t["from"]] is None for t in terms(self.parts[part])):
            return "ignored"
        if any(own[i] is not None and self.at(own[i]) == v
               for i in range(part)):
            return "not_passed_on"
        return "ignored" if v in (self.at(0), self.at(1)) else "miscomputed"

    def names(self):
        e = self.meta
        return {self.id} | set((e.get("parents") or "").split()) | \
            {p["source"] for p in self.parts if p.get("source")}

# ---- intervals ----

Z = 1.959963984540054

def wilson(share, n, z=Z):
    middle = (share * n + z * z / 2) / (n + z * z)
    half = z / (n + z * z) * math.sqrt(n * share * (1 - share) + z * z / 4)
    return (0 if share <= 0 else middle - half, 1 if share >= 1 else middle +
            half)

@functools.lru_cache(maxsize=None)
def t_quantile(df):
    """97.5 %, by Simpson's rule and bisection."""
    c = math.exp(math.lgamma((df + 1) / 2) - math.lgamma(df / 2)) / \
        math.sqrt(df * math.pi)
    f = lambda x: c * (1 + x * x / df) ** (-(df + 1) / 2)
    def cdf(x):
        n = 400
        h = x / n
        return 0.5 + h / 3 * (f(0) + f(x) + sum((4 if i % 2 else 2) * f(i * h)
                                                for i in range(1, n)))
    low, high = 1.9, 13.0
    for _ in range(60):
        mid = (low + high) / 2
        low, high = (mid, high) if cdf(mid) < 0.975 else (low, mid)
    return low

def rate(shares):
    """(cluster, n, sum) -> value, low, high, problems."""
    shares = [s for s in shares if s[1]]
    if not shares:
        return None, None, None, 0
    total, size, plain = {}, {}, True
    for c, n, k in shares:
        total[c] = total.get(c, 0) + k
        size[c] = size.get(c, 0) + n
        plain = plain and size[c] == 1 and k in (0, 1)
    n, k, g = sum(size.values()), sum(total.values()), len(size)
    mean = k / n
    if plain:
        return (mean, *wilson(mean, n), len(shares))
    if g < 2:
        return mean, 0, 1, len(shares)
    squares = sum((total[c] - mean * size[c]) ** 2 for c in size)
    error, worth, z = math.sqrt(squares * g / (g - 1)) / n, g, Z
    if error > 1e-12:
        worth, z = mean * (1 - mean) / error ** 2, t_quantile(g - 1)
    return (mean, *wilson(mean, worth, z), len(shares))

def clusters(problems):
    up = list(range(len(problems)))
    def root(i):
        while up[i] != i:
            i = up[i]
        return i
    seen = {}
    for i, p in enumerate(problems):
        for name in p.names():
            up[root(i)] = root(seen.setdefault(name, i))
    return [root(i) for i in range(len(problems))]

# ---- replays ----

KINDS = ("right", "right", "final-wrong", "decoy", "decoy-final", "mapping",
         "broken", "first-wrong", "unread", "cut", "first-alone", "refused")

def kind_of(p, model, attempt):
    return KINDS[zlib.crc32(("%s|%s|%d" % (p.text, model, attempt)).encode()) %
                 len(KINDS)]

def odd(p, part, *but):
    """A wrong number that is no decoy and no other quantity."""
    taken = p.decoys(part) | p.others(part) | {p.keys[part]} | set(but)
    return next(F(v) for v in range(31, 999) if F(v) not in taken)

def answers(p, kind):
    """What is told: the first value and the last one; None: nothing."""
    last = len(p.keys) - 1
    first, final = p.keys[0], p.keys[last]
    decoys, ends = sorted(p.decoys(0)), sorted(p.decoys(last))
    if kind in ("unread", "cut", "refused"):
        return None, None
    if kind == "final-wrong":
        final = odd(p, last)
    elif kind == "decoy" and decoys:
        first = decoys[0]
        final = (p.follows(first) if last else first) or odd(p, last)
    elif kind == "decoy-final" and ends:
        final = ends[0]
    elif kind == "mapping":
        first = sorted(p.others(0))[0]
        final = (p.follows(first) if last else first) or odd(p, last)
    elif kind == "broken":
        first = odd(p, 0)
        final = odd(p, last, p.follows(first) if last else None)
    elif kind == "first-wrong" and last:
        first = odd(p, 0)
    elif kind == "first-alone" and last:
        final = None
    return (first if last else final), final

def say(p, kind, style):
    if kind == "unread":
        return "I wonder about all of this, and can say nothing."
    if kind == "cut":
        return "Let me begin with the first sentence, which"
    if kind == "refused":
        return ""
    first, final = answers(p, kind)
    if len(p.keys) == 1:
        return ["So the answer is \\boxed{%s}.", "Final answer: %s"][style % 2] \
            % final
    told = [str(v) for v in p.keys]
    told[0], told[-1] = str(first), str(final)
    if final is None:
        return "Question 1: %s\nThe rest I could not do." % first
    if style % 2:
        return "The answers are $\\boxed{%s}$." % "; ".join(
            "%s: %s" % (k["name"], v) for k, v in zip(p.row["keys"], told))
    return "\n".join(["Question %d: %s" % (i + 1, v) for i, v in
                      enumerate(told[:-1])] + ["Final answer: %s" % told[-1]])

SETS = ("full-2gen", "full", "full-without-fm", "full-without-lm",
        "full-without-co", "easy", "hard", "evolved-easy")

@functools.lru_cache(maxsize=None)
def problem_of(line):
    return Problem(json.loads(line))

def problems_of(out, name):
    return [problem_of(x) for x in open("%s/%s.jsonl" % (out, name))]

def replay(out, path, model, attempts):
    """A reply for each problem of each set; one text, one reply."""
    with open(path, "w") as f:
        for name in SETS:
            for p in problems_of(out, name):
                for k in range(1, int(attempts) + 1):
                    kind = kind_of(p, model, k)
                    row = {"id": p.id, "attempt": k, "response":
                           say(p, kind, zlib.crc32(p.text.encode()) + k),
                           "finish_reason": {"cut": "length", "refused":
                                             "content_filter"}.get(kind,
                                                                   "stop")}
                    f.write(json.dumps(row) + "\n")

def count(p, told, kind, c, share):
    """One reply into the counts of a cell."""
    last = len(p.keys) - 1
    parts = [(last, told[1], "final")] + ([(0, told[0], "first")] if last
                                          else [])
    for part, v, what in parts:
        mark = "truncated" if kind == "cut" else "refused" if kind == "refused" \
            else "no answer" if v is None else "correct" if v == p.keys[part] \
            else "wrong"
        c["marks"][what][mark] = c["marks"][what].get(mark, 0) + 1
        share[what][0] += 1
        share[what][1] += mark == "correct"
        c["unread"] += mark in ("no answer", "truncated", "refused")
        if mark != "wrong":
            continue
        c["wrong"] += 1
        fault = p.fault(part, v, told[0])
        c["faults"][fault] = c["faults"].get(fault, 0) + 1
        decoys = p.decoys(part)
        for slip, hits in (("decoy", decoys), ("mapping", p.others(part) -
                                               decoys)):
            if hits or fault == slip:
                share[slip][0] += 1
                share[slip][1] += fault == slip
                c[slip].append(p.chance(part, hits))
    if last and told[1] is not None and kind not in ("cut", "refused"):
        share["broken"][0] += 1
        share["broken"][1] += told[1] != p.keys[last] and \
            p.fault(last, told[1], told[0]) in ("ignored", "not_passed_on",
                                                "miscomputed")

def cell(problems, model, attempts):
    c = {"marks": {"first": {}, "final": {}}, "unread": 0, "wrong": 0,
         "decoy": [], "mapping": [], "faults": {}}
    shares = {k: [] for k in ("first", "final", "decoy", "mapping", "broken")}
    for p, cluster in zip(problems, clusters(problems)):
        share = {k: [0, 0] for k in shares}
        for k in range(1, attempts + 1):
            kind = kind_of(p, model, k)
            count(p, answers(p, kind), kind, c, share)
        for k in shares:
            shares[k].append((cluster, *share[k]))
    return c, shares

def same_rate(got, want, keys=("value", "low", "high")):
    for k, w in zip(keys, want):
        near(got[k], w)

def tables(out, attempts, *models):
    """tables.json, worked out again: NAME=MODEL of the table."""
    rows = {(r["model"], r["set"]): r for r in load(out + "/tables.json")
            ["accuracy"]}
    names = dict(m.split("=", 1) for m in models)
    assert len(rows) == len(names) * len(SETS), sorted(rows)
    seen = dict.fromkeys(("decoy", "mapping", "broken"), 0)
    for name in SETS:
        problems = problems_of(out, name)
        for short, model in names.items():
            (got,) = [r for (m, s), r in rows.items() if s == name and
                      m.endswith(model)]
            c, shares = cell(problems, short, int(attempts))
            for what, field in (("first", "question_1"), ("final", "final")):
                marks = {k: v for k, v in got[field]["marks"].items() if v}
                assert {k.replace("_", " "): v for k, v in marks.items()} == \
                    c["marks"][what], (name, short, what, marks, c["marks"])
                want = rate(shares[what])
                same_rate(got[field]["accuracy"], want)
                assert got[field]["accuracy"]["n"] == want[3]
            slips = got["slips"]
            assert (slips["wrong"], slips["unread"]) == (c["wrong"],
                                                         c["unread"])
            assert {k: v for k, v in slips["faults"].items() if v} == \
                c["faults"], (name, short, slips["faults"], c["faults"])
            assert sum(slips["decoys"].values()) == slips["decoy"]["count"]
            for what in seen:
                want, g = rate(shares[what]), slips[what]
                n = sum(s[1] for s in shares[what])
                k = sum(s[2] for s in shares[what])
                assert (g["of"], g["count"]) == (n, k), (name, short, what, g, n,
                                                        k)
                same_rate(g, want, ("rate", "low", "high"))
                if what != "broken":
                    assert len(c[what]) == n
                    near(g["chance"], sum(c[what]) / n if n else None)
                seen[what] += k
    assert all(seen.values()), seen

def sets_of(out, *want):
    got = [r["set"] for r in load(out + "/tables.json")["accuracy"]]
    assert got[:len(want)] == list(want), got

def rates_of(out, want):
    """Every accuracy of every set is this; marks of first and final."""
    rows = load(out + "/tables.json")["accuracy"]
    assert len(rows) == len(SETS)
    for r in rows:
        chain = r["set"] != "full-without-co"
        near(r["final"]["accuracy"]["value"], float(want))
        near(r["question_1"]["accuracy"]["value"], float(want) if chain else
             None)
        assert r["slips"]["unread"] == 0

def forecast(dry, requests):
    """Writer, referee and model were asked what was told."""
    rows = load(dry)["stages"]
    for stage, n in zip(("text", "referee", "ask"), open(requests)):
        mine = [r for r in rows if r["stage"] == stage]
        most = sum(r["ask"]["most"] for r in mine)
        assert 0 < int(n) <= most < 10 * int(n), (stage, n, most)

def one_wrong(out):
    """A planted failure spoils one value of a problem."""
    for r in load(out + "/tables.json")["accuracy"]:
        first, final = (r[k]["marks"]["wrong"] for k in ("question_1", "final"))
        (n,) = [len(lines("%s/%s.jsonl" % (out, r["set"])))]
        if r["set"] == "full-without-co":
            assert (first, final) == (0, n)
        else:
            assert 0 < first + final <= n, (r["set"], first, final, n)

def same_arms(calm, killed):
    one, two = (load(out + "/tables.json") for out in (calm, killed))
    assert len(one["arms"]) == 6 and len(one["means"]) == 9, one
    assert one["arms"] == two["arms"] and one["means"] == two["means"]
    assert sum(s["asked"] for s in two["sets"]) < sum(s["asked"] for s in one["sets"])

# ---- writers ----

TEXTS = ("misleading-text", "background", "irrelevant-topic")
POLISHED = "Note that "

def steps(out):
    for row in lines(out + "/population.jsonl"):
        for step in row["meta"]["evolve"]["lineage"]:
            yield row, step

def written(out, by, n):
    """n texts of the writer stand in the problems, with its name."""
    found = 0
    for row, step in steps(out):
        text = step["detail"].get("text")
        if step["operator"] in TEXTS and step.get("writer"):
            assert step["writer"] == by and text in row["statement"], step
            assert text.endswith(".") and not re.search(r"[0-9*?]", text), text
            found += 1
        elif step["operator"] == "polish":
            assert step["writer"] == by
            told = [t for t in text if t]
            assert told and all(POLISHED in t for t in told), told
            found += 1
        else:
            assert "writer" not in step, step
    assert found == int(n) if n.isdigit() else found > int(n[1:]), found
    for row in lines(out + "/population.jsonl"):
        Problem(row)

def writer(out, **want):
    w = load(out + "/summary.json")["writer"]
    got = {**{k: v for k, v in w.items() if k != "refused"}, **w["refused"]}
    assert w["jobs"] == w["accepted"] + w["built_in"] + w["failed"], w
    for k, v in want.items():
        assert got[k] == (got[v] if v in got else int(v)), (k, v, got)
    for k, v in w["refused"].items():
        if v and "reasons" in want:
            assert k in want["reasons"], w

def refused_alone(out, *reasons):
    w = load(out + "/summary.json")["writer"]
    got = sorted(k for k, v in w["refused"].items() if v)
    assert got == sorted(reasons), w

def report_has(out):
    """What the report says is what summary.json counts."""
    w = load(out + "/summary.json")["writer"]
    text = " ".join(open("out").read().split())
    assert "wrote %d of %d texts; %d %s asked for again, and %d %s built-in." % (
        w["accepted"], w["jobs"], w["asked_again"], "was" if w["asked_again"] == 1
        else "were", w["built_in"], "is" if w["built_in"] == 1 else "are"
        ) in text, text
    for k, v in w["refused"].items():
        assert (("%d refused: %s" % (v, k)) in text) == (v > 0), (k, v, text)

def summary(out, *path):
    v = load(out + "/summary.json")
    for step in path[:-1]:
        v = v[int(step) if isinstance(v, list) else step]
    assert json.dumps(v) == path[-1], json.dumps(v)

def certified(out, *want):
    """Certificates of the population by who made them."""
    by = [r["meta"]["evolve"].get("certified") for r in
          lines(out + "/population.jsonl")]
    assert all(c["draws"] == 3 for c in by if c)
    for name, n in zip(want[::2], want[1::2]):
        assert sum(c is not None and c["by"] == name for c in by) == int(n), by

def split_rows(out, *want):
    rows = load(out + "/tables.json")["paired"]["certified"]
    assert [(r["variants"], r["pairs"]) for r in rows] == \
        list(zip(want[::2], map(int, want[1::2]))), rows

def as_seeds(out):
    a, b = ([r["statement"] for r in lines("%s/%s.jsonl" % (out, f))]
            for f in ("seeds", "population"))
    assert a == b

def alike(a, b, *names):
    """The same problems but for the name of the writer."""
    a, b = (open(d + "/population.jsonl").read().replace("/%s/" % n, "//")
            for d, n in zip((a, b), names))
    assert a == b

def failures(out):
    s = load(out + "/summary.json")
    w = s["writer"]
    assert w["failed"] == s["failed"] > 0, s
    assert w["jobs"] == w["accepted"] + w["built_in"] + w["failed"], w

# ---- the referee ----

def rating(text):
    """As the server rates it."""
    return 2.5 + (11 + len(text.encode())) % 14 / 2

def rated(out, unread):
    told = {r["id"]: r for r in lines(out + "/population.jsonl")}
    missing = 0
    for row in lines(out + "/lineage.jsonl"):
        x = row["features"].get("referee_score", row["features"].get("referee"))
        if x is None:
            missing += 1
        else:
            near(x, rating(told[row["id"]]["statement"]))
    assert missing == int(unread), missing
    s = load(out + "/summary.json")
    assert s["ratings_unread"] == int(unread), s["ratings_unread"]
    dropped = any("referee" in d for d in s["dropped"])
    assert dropped == (missing == len(told)), (missing, s["dropped"])

def paper_scores(out):
    """The paper's sum over features as they stand in lineage.jsonl."""
    rows = lines(out + "/lineage.jsonl")
    w = {x["feature"]: x["weight"] for x in
         load(out + "/summary.json")["weights"]["weights"] if x["counts"]}
    assert any("referee" in k for k in w), w
    total = [0.0] * len(rows)
    for k, weight in w.items():
        v = [r["features"].get(k) for r in rows]
        if None in v:
            assert weight == 0, (k, weight)
            continue
        low, high = min(v), max(v)
        for i, x in enumerate(v):
            total[i] += 10 * weight * ((x - low) / (high - low if high > low
                                                    else 1))
    for r, t in zip(rows, total):
        near(r["score"], t, 2e-4)

# ---- what the server was shown ----

def bodies(path):
    return [json.loads(x) for x in open(path)]

def told(path, *texts):
    """The last message has all these texts."""
    body = json.loads(load(path)["body_text"])
    for x in texts:
        assert x in body["messages"][-1]["content"], (x, body)

def never(path, least, *texts):
    """None of the texts is in any message; there are so many bodies."""
    all = bodies(path)
    assert len(all) >= int(least), len(all)
    for b in all:
        whole = "\n".join(m["content"] for m in b["messages"])
        for t in texts:
            assert not re.search(r"(?<![0-9])%s(?![0-9])" % re.escape(t), whole), \
                (t, whole)

def first_words(path, **want):
    """How often each role was asked, by a word of its first sentence."""
    got = {}
    for b in bodies(path):
        head = b["messages"][0]["content"]
        for k in ("idle", "scenes", "odd", "rewrite", "arithmetic", "rate"):
            if " %s " % k in head.split(".")[0] + " ":
                got[k] = got.get(k, 0) + 1
    for k, v in want.items():
        assert got.get(k, 0) == int(v), got

# ---- pairs ----

def grade_school(path):
    """GSM8K's form: 12 problems of one step and of three."""
    with open(path, "w") as f:
        for i in range(12):
            a, b, c = 13 + 3 * i, 5 + i, 2 + i % 4
            if i % 2:
                q = ("Maria has %d red marbles and buys %d more. How many "
                     "marbles does she have?" % (a, b))
                s = "She has %d+%d=<<%d+%d=%d>>%d marbles.\n#### %d" % (
                    a, b, a, b, a + b, a + b, a + b)
            else:
                t = a + b
                q = ("Tom picks %d pears and %d plums. He packs all the fruit "
                     "into %d baskets for each of his neighbours, and sells "
                     "each piece for 3 coins. How many coins does he get?" % (
                         a, b, c))
                s = ("Tom picks %d+%d=<<%d+%d=%d>>%d pieces.\nHe gets "
                     "%d*3=<<%d*3=%d>>%d coins.\n#### %d" % (
                         a, b, a, b, t, t, t, t, 3 * t, 3 * t, 3 * t))
            f.write(json.dumps({"question": q, "answer": s}) + "\n")

def pair_replay(out, path, before, after):
    """The first `before` originals right, and `after` variants of them."""
    originals = lines(out + "/originals.jsonl")
    place = {r["id"]: i for i, r in enumerate(originals)}
    with open(path, "w") as f:
        def put(row, right):
            keys = row["keys"] if "keys" in row else [row["key"]]
            told = [k["latex"] for k in keys]
            if not right:
                told[-1] = str(F(told[-1]) + 1)
            text = "\\boxed{%s}" % told[0] if len(told) == 1 else "\n".join(
                "%s: %s" % (k["name"], v) for k, v in zip(keys, told))
            f.write(json.dumps({"id": row["id"], "response": text}) + "\n")
        for r in originals:
            put(r, place[r["id"]] < int(before))
        for name in ("population", "easy", "hard", "evolved-easy"):
            for path in glob.glob("%s/%s.jsonl" % (out, name)):
                for r in lines(path):
                    source = r["params"]["parts"][-1]["source"]
                    put(r, place[source] < int(after))

def drops(out, *want):
    """MODEL=before/after of all pairs, in tables.json."""
    paired = load(out + "/tables.json")["paired"]
    assert len(paired["models"]) == len(want)
    befores, afters = [], []
    for w in want:
        name, figures = w.split("=")
        b, a, n = (float(x) for x in figures.split("/"))
        (d,) = [m for m in paired["models"] if m["model"].endswith(name)]
        assert d["pairs"] == n and d["left_out"] == 0, d
        near(d["before"]["value"], b / n)
        near(d["after"]["value"], a / n)
        near(d["relative_drop"]["value"], (b - a) / b)
        near(d["difference"]["value"], (b - a) / n)
        r = d["relative_drop"]
        assert r["low"] <= r["value"] <= r["high"], r
        for side, k in (("before", b), ("after", a)):
            for got, w2 in zip((d[side]["low"], d[side]["high"]), wilson(k / n,
                                                                        n)):
                near(got, w2)
        befores.append(b / n)
        afters.append(a / n)
    def spread(x):
        m = sum(x) / len(x)
        return math.sqrt(sum((v - m) ** 2 for v in x) / (len(x) - 1)) \
            if len(x) > 1 else None
    s = paired["spread_between_models"]
    near(s["before"], spread(befores))
    near(s["after"], spread(afters))
    assert sum(l["pairs"] for l in paired["lengths"]) == \
        sum(m["pairs"] for m in paired["models"])

def pairs_of(out, n):
    for d in load(out + "/tables.json")["paired"]["models"]:
        assert d["pairs"] == int(n), d
        if d["model"].endswith("sure.yaml"):
            assert d["before"]["value"] == d["after"]["value"] == 1, d
            near(d["relative_drop"]["value"], 0)
        else:
            assert d["before"]["value"] < 1 and d["after"]["value"] < 1, d

# ---- calibration ----

def pearson(x, y):
    n = len(x)
    mx, my = sum(x) / n, sum(y) / n
    xy = sum((a - mx) * (b - my) for a, b in zip(x, y))
    xx = sum((a - mx) ** 2 for a in x)
    yy = sum((b - my) ** 2 for b in y)
    return xy / math.sqrt(xx * yy)

def t_tail(t, df):
    """Two-sided, by Simpson's rule."""
    c = math.exp(math.lgamma((df + 1) / 2) - math.lgamma(df / 2)) / \
        math.sqrt(df * math.pi)
    f = lambda x: c * (1 + x * x / df) ** (-(df + 1) / 2)
    n = 2000
    h = abs(t) / n
    return 1 - 2 * h / 3 * (f(0) + f(abs(t)) + sum((4 if i % 2 else 2) * f(i * h)
                                                   for i in range(1, n)))

def calibrated(out, path, model, attempts):
    """r, p and weight of each feature against the accuracy of the last value."""
    problems = problems_of(out, "population")
    acc = []
    for p in problems:
        told = [answers(p, kind_of(p, model, k))[1] for k in
                range(1, int(attempts) + 1)]
        acc.append(sum(v == p.keys[-1] for v in told) / len(told))
    rows = lines(out + "/lineage.jsonl")
    assert [r["id"] for r in rows] == [p.id for p in problems]
    w = load(path)
    want = {}
    for x in w["weights"]:
        v = [r["features"].get(x["feature"]) for r in rows]
        # These are measured only where they weigh, as here they did not.
        unseen = x["feature"] in ("second_likeness", "nonlinear")
        if not unseen and (None in v or min(v) == max(v)):
            assert x["weight"] == 0 and not x["counts"], x
            continue
        r = x["r"] if unseen else pearson(v, acc)
        p = t_tail(r * math.sqrt((len(v) - 2) / (1 - r * r)), len(v) - 2)
        near(x["r"], r, 1e-4)
        near(x["p"], p, 1e-3)
        if p <= 0.5:
            want[x["feature"]] = -r * (1 - p)
    sizes = sum(abs(v) for v in want.values())
    for x in w["weights"]:
        near(x["weight"], want.get(x["feature"], 0) / sizes, 1e-3)
    near(sum(abs(x["weight"]) for x in w["weights"]), 1, 1e-9)
    assert w["problems"] == len(rows)

def uses(out, path):
    """The summary has the weights of the file."""
    a, b = load(out + "/summary.json")["weights"], load(path)
    assert a["weights"] == b["weights"] and a["source"] == b["source"], (a, b)

def answer(f, *args):
    kw = dict(x.split("=") for x in args if f in ("writer", "first_words") and
              "=" in x)
    globals()[f](*[x for x in args if not kw or "=" not in x], **kw)

for line in sys.stdin:
    words, said = line.rstrip("\n").split("\037")[:-1], "ok"
    try:
        while words:
            n = words.index("+") if "+" in words else len(words)
            answer(*words[:n])
            words = words[n + 1:]
    except Exception:
        said = " | ".join(traceback.format_exc().splitlines()[-3:])
    print(said, flush=True)
PY
mkfifo questions answers
python3 look.py <questions >answers &
exec 8>questions 9<answers

# ---- a writer ----

it 'there is no writer' 0 evolve -n 8 -o plain
cp plain/population.jsonl plain.jsonl
w=roles,keep=1
it 'a good writer' 0 evolve -n 8 --writer "$(model $w)" --store one.db -o wrote
look 'all is taken, and stands in the problems' report_has wrote + \
    writer wrote accepted=jobs asked_again=0 built_in=0 partly=0 + \
    written wrote "$(model $w)" '>0'
it 'keys hold' 0 "$assay" check wrote/population.jsonl
has out '8 problems: 8 hold'
jobs=$(python3 -c 'import json
print(json.load(open("wrote/summary.json"))["writer"]["jobs"])')
asked 'one question for each text' $w "$jobs"
look 'counted' summary wrote asked "$jobs"
cp wrote/population.jsonl wrote.jsonl
it 'again' 0 evolve -n 8 --writer "$(model $w)" --store one.db -o wrote
asked 'nothing is asked again' $w "$jobs"
name='the same problems'
same wrote.jsonl wrote/population.jsonl
look 'journalled' summary wrote journalled "$jobs"

# Asked thrice, nothing is taken: not a byte differs from what is built in.
bad() { # KIND REASON...
    kind=$1
    shift
    b=roles,bad=$kind
    it "bad: $kind" 0 evolve -n 8 --writer "$(model $b)" --store one.db -o "bad-$kind"
    n=$(stat $b requests)
    look "$kind: asked thrice, and refused" report_has "bad-$kind" + \
        refused_alone "bad-$kind" "$@" + \
        writer "bad-$kind" accepted=0 built_in=jobs \
        asked_again=$((n / 3 * 2)) jobs=$((n / 3))
    name="$kind: nothing gets in"
    same plain.jsonl "bad-$kind/population.jsonl"
}
bad prose form order
bad empty empty
bad html form
bad broken form
bad numbers number form
bad conditions condition form
bad markup form
bad asks question form
bad long length thing

# Of sentences alone: things from nowhere, and what became uncertain.
for kind in names flawed; do
    b=roles,bad=$kind
    it "polish: $kind" 0 evolve -n 8 --operators polish --writer "$(model $b)" \
        --store one.db -o "polish-$kind" -g 1
    look "$kind: none is taken" writer "polish-$kind" accepted=0 built_in=8 \
        jobs=8 + as_seeds "polish-$kind"
done
look 'uncertain' refused_alone polish-flawed hedge

# What is refused once or twice and then right. Each text stands in two chains;
# where both problems are of one theme the second gets other names, and its four
# texts go; a sentence that stands in both is not told again.
for n in 2 3; do
    b=roles,bad=numbers,mends=$n
    it "right at try $n" 0 evolve -n 8 -g 1 --writer "$(model $b)" --store one.db \
        -o mends$n
    look 'all is taken' writer mends$n accepted=jobs built_in=0 jobs=32 \
        asked_again=$((32 * (n - 1))) number=$((24 * (n - 1))) + \
        written mends$n "$(model $b)" '>50'
done
curl -s "$server/$b/last" >last
look 'told what was wrong' told last 'This is try 3 of 3.' 'it counts: "17"' \
    'Somebody saw 17 birds.'
b=roles,bad=conditions,share=0.6
it 'now good, now bad' 0 evolve -n 8 --writer "$(model $b)" --store one.db -o mixed
look 'what is good stands there' report_has mixed + writer mixed failed=0 + \
    written mixed "$(model $b)" '>0'
it 'what is bad does not' 1 grep -F 'costs more than the chair' mixed/population.jsonl
it 'keys hold' 0 "$assay" check mixed/population.jsonl
has out '8 problems: 8 hold'

# ---- a referee ----

r=roles,seed=1
it 'a referee' 0 evolve -n 8 -g 1 --referee "$(model $r)" --store one.db -o rated
look 'ratings are features' rated rated 0
asked 'each is asked once' $r 8
it 'as published' 0 evolve -n 8 -g 1 --referee "$(model $r)" --features paper \
    --store one.db -o paper
look 'ratings are in the score' paper_scores paper
it 'two ratings' 0 evolve -n 8 -g 1 --referee "$(model roles,bad=both)" \
    --features paper --store one.db -o both
has out '8 ratings of the referee could not be read.'
has out 'Referee score is not in the score, because it was not measured.'
look 'are none' rated both 8
asked 'asked twice' roles,bad=both 16
it 'beyond the scale' 0 evolve -n 8 -g 1 --referee "$(model roles,bad=numbers)" \
    --features paper --store one.db -o beyond
look 'is none' rated beyond 8
r=roles,bad=prose,mends=2
it 'a number at the second time' 0 evolve -n 8 -g 1 --referee "$(model $r)" \
    --store one.db -o second
look 'is a rating' rated second 0
asked 'asked twice' $r 16
r=roles,bad=prose,share=0.7,seed=1
it 'some without' 0 evolve -n 8 -g 1 --referee "$(model $r)" --store one.db -o some
n=$(python3 -c 'import json
print(json.load(open("some/summary.json"))["ratings_unread"])')
look 'are counted' rated some "$n"
name='some'
if [ "$n" -gt 0 ] && [ "$n" -lt 8 ]; then result ok "$name"; else fault "$n"; fi
it 'of the population alone' 0 evolve -n 8 --settings --referee "$(model roles,bad=both)" \
    -g 1 --store one.db -o both5
look 'not of the settings' summary both5 ratings_unread 8

# ---- formulas ----

# Golds that stand in no text: no request may have them.
cat >bare.jsonl <<'END'
{"question": "Ann has 4127 pins and finds 4516 more. How many pins does Ann have?", "answer": "#### 8643"}
{"question": "Ben fills 91 boxes with 97 screws each time. How many screws does Ben need?", "answer": "#### 8827"}
{"question": "Cleo had 9871 beads and 1056 were lost. How many beads are left for Cleo?", "answer": "#### 8815"}
{"question": "Dan buys 5 pens and 7 caps. How many things does Dan buy?", "answer": "5+7=<<5+7=12>>12\n#### 12"}
{"question": "Eve walks 3 miles and swims 4 miles. How long was she on her way, in hours?", "answer": "#### 8999"}
END
w=roles,keep=1,seed=2
formulas() { # FOLDER SCENARIO
    evolve bare.jsonl --operators reorder --writer "$(model "$2")" --store one.db \
        -o "$1"
}
it 'no writer' 0 evolve bare.jsonl --operators reorder -o alone
has out 'Recomputed: 1 of 5 rows (20.0 %)'
it 'what formulas may take' 0 evolve bare.jsonl --operators reorder \
    --writer "$(model $w)" --store one.db -o proposed --dry-run
tr -s ' ' <out >table
has table "source writer $(model $w) 4 to 8 "
it 'formulas' 0 formulas proposed $w
has out 'Recomputed: 4 of 5 rows (80.0 %)'
has out '3 formulas of the writer were accepted'
look 'counted' summary proposed source formulas 3
lines proposed/originals.jsonl 4
lines proposed/left-out.jsonl 1
it 'the variants hold' 0 "$assay" check proposed/population.jsonl
has out '4 problems: 4 hold'
curl -s "$server/$w/kept" >kept
look 'the gold is never sent' never kept 5 8643 8827 8815 8999 + \
    first_words kept arithmetic=5
asked 'nothing else was asked' $w 5
for kind in wrongkey numbers names markup prose empty; do
    b=roles,keep=1,bad=$kind,seed=2
    it "formulas: $kind" 0 formulas "f-$kind" $b
    asked "$kind: asked twice" $b 8
    curl -s "$server/$b/kept" >kept
    look "$kind: none is accepted, the gold never sent" \
        summary "f-$kind" source formulas 0 + never kept 8 8643 8827 8815 8999
done
b=roles,bad=wrongkey,mends=2
it 'right at the second time' 0 formulas second-formula $b
look 'is accepted' summary second-formula source formulas 3
asked 'asked again' $b 8

# ---- certificates ----

# Notes without sentences: the writer alone can certify. Of the last row it
# takes a word for another.
cat >noted.jsonl <<'END'
{"question": "Ann has 41 pins and finds 17 more. How many pins does Ann have?", "answer": "<<41+17=58>>58\n#### 58"}
{"question": "Ben fills 9 boxes with 14 screws each time. How many screws does Ben need?", "answer": "<<9*14=126>>126\n#### 126"}
{"question": "Cleo had 98 beads and 23 were lost. How many beads are left for Cleo?", "answer": "<<98-23=75>>75\n#### 75"}
{"question": "Dan buys 5 pens and 8 caps. How many things does Dan buy?", "answer": "He buys 5 + 8 = <<5+8=13>>13.\n#### 13"}
{"question": "Eve left home with 31 coins and found 12. How many coins has she?", "answer": "<<31+12=43>>43\n#### 43"}
END
certify() { # FOLDER SCENARIO OPTION ...
    folder=$1 scenario=$2
    shift 2
    evolve noted.jsonl --operators reorder --writer "$(model "$scenario")" \
        --store one.db -o "$folder" "$@"
}
w=roles,keep=1,seed=7
it 'without a writer' 0 evolve noted.jsonl --operators reorder -o noted
has out 'Certified: 1 of 5 rows (20.0 %), 1 by another annotation and 0 by the writer'
it 'what certificates may take' 0 certify cert $w --dry-run
tr -s ' ' <out >table
has table "source writer $(model $w) 4 to 8 "
it 'certificates' 0 certify cert $w
look 'counted' summary cert source certified '{"annotation": 1, "writer": 3}'
curl -s "$server/$w/kept" >kept
look 'neither golds nor numbers are sent' never kept 4 58 126 75 43 41 98 31 + \
    first_words kept arithmetic=4
asked 'one question each' $w 4
it 'they hold' 0 "$assay" check cert/population.jsonl
has out '5 problems: 5 hold'
look 'and name the model' certified cert "$(model $w)" 3 annotation 1
it 'these alone' 0 certify cert-alone $w --certified --full
has out '1 left out: no second program agrees'
has out 'Recomputed: 5 of 5 rows (100.0 %)'
lines cert-alone/population.jsonl 4
sed 's/"draws": 3/"draws": 4/' cert/population.jsonl >forged.jsonl
it 'a forged certificate' 1 "$assay" check forged.jsonl
has out 'its certificate does not match its structure'
sed 's/"second": {/"other": {/' cert/population.jsonl >forged.jsonl
it 'one without its program' 1 "$assay" check forged.jsonl
for kind in wrongkey names markup prose; do
    b=roles,bad=$kind,seed=7
    it "certificates: $kind" 0 certify "c-$kind" $b
    look "$kind: none" summary "c-$kind" source certified \
        '{"annotation": 1, "writer": 0}'
    if [ $kind = wrongkey ]; then n=4; else n=8; fi
    asked "$kind: again where it cannot be read" $b $n
done
printf 'seed: 1\nbase: 0\n' >right.yaml
it 'beside the rest' 0 certify split $w --model planted:right.yaml --full
has out 'certified and other variants'
look 'drops of both' split_rows split certified 4 'the rest' 1

# ---- replays, worked out beforehand ----

printf 'seed: 1\nbase: 0\n' >sure.yaml
printf 'seed: 1\nbase: 1\n' >never.yaml
spec='-n 16 --seed 5 --percentile 0.12 --features paper'
it 'the sets' 0 evolve $spec --settings -o sets
look 'their replies' replay sets ann.jsonl ann 2 + replay sets bob.jsonl bob 2 + \
    replay sets once.jsonl once 1
it 'two models, two attempts' 0 evolve $spec --model replay:ann.jsonl \
    --model replay:bob.jsonl -k 2 --store replay.db -o asked
for file in full-2gen full full-without-fm full-without-co easy hard evolved-easy; do
    name='the sets are those'
    same sets/$file.jsonl asked/$file.jsonl
done
look 'tables' tables asked 2 ann=replay:ann.jsonl bob=replay:bob.jsonl
it 'for programs' 0 evolve $spec --model replay:ann.jsonl --model replay:bob.jsonl \
    -k 2 --store replay.db -o asked --json
python3 -c 'import json, sys
want = json.load(open("asked/tables.json"))
sys.exit(json.load(open("out"))["tables"] != want)' 2>err
status=$?
name='one document, the same tables in it'
if [ $status = 0 ]; then result ok "$name"; else fault 'other tables'; fi
it 'one attempt' 0 evolve $spec --model replay:once.jsonl --store replay.db -o once
look 'tables' tables once 1 once=replay:once.jsonl
it 'the strict reading' 0 evolve $spec --model replay:once.jsonl --strict \
    --store replay.db -o strict
look 'tables' tables strict 1 once=replay:once.jsonl
it 'a setting of one'"'"'s own' 0 evolve -n 6 --without co -g 3 \
    --model planted:sure.yaml --store replay.db -o mine
look 'is asked too' sets_of mine full-without-co-3gen full-2gen full \
    full-without-fm full-without-lm full-without-co easy
it 'a reply is missing' 3 evolve $spec --model replay:once.jsonl -k 2 \
    --store replay.db -o missing
has err 'failed and are not counted; the first error: '

# ---- weights from a run ----

it 'a run of the population' 0 "$assay" run asked/population.jsonl \
    --model replay:ann.jsonl -k 2 --store replay.db
it 'weights' 0 evolve --calibrate last --features paper --store replay.db \
    -o weights.json
has out 'Word entropy'
look 'r, p and weight' calibrated asked weights.json ann 2
it 'are taken' 0 evolve -n 16 --seed 5 --features paper \
    --weights weights.json -o weighed
has out 'weights: run r'
look 'as they are' uses weighed weights.json
it 'of the other set' 2 evolve -n 8 --weights weights.json -o weighed2
it 'of no run' 3 evolve --calibrate nosuch --store replay.db

# ---- originals and variants ----

look 'a file of pairs' grade_school grade.jsonl
it 'variants' 0 evolve grade.jsonl -g 1 --keep-unchanged -o pairs0
has out 'Recomputed: 12 of 12 rows (100.0 %)'
look 'their replies' pair_replay pairs0 cara.jsonl 10 4 + \
    pair_replay pairs0 dora.jsonl 12 9
it 'originals and variants' 0 evolve grade.jsonl -g 1 --keep-unchanged --model replay:cara.jsonl \
    --model replay:dora.jsonl --store pairs.db -o pairs
name='variants are those'
same pairs0/population.jsonl pairs/population.jsonl
look 'drops' drops pairs cara.jsonl=10/4/12 dora.jsonl=12/9/12

# ---- planted models ----

it 'a dry run' 0 evolve -n 8 --percentile 0.2 --model planted:sure.yaml \
    --store planted.db -o sure --dry-run
has out 'The number of calls is exact'
told=$(sed -n 's/ calls would be made$//p' out)
it 'makes nothing' 1 sh -c 'ls -d sure planted.db 2>/dev/null | grep .'
it 'never wrong' 0 evolve -n 8 --percentile 0.2 --model planted:sure.yaml \
    --store planted.db -o sure
look 'as the dry run told' summary sure asked "$told"
it 'a dry run of what was done' 0 evolve -n 8 --percentile 0.2 -k 2 \
    --model planted:sure.yaml --store planted.db -o sure2 --dry-run
has out "$told calls would be made"
look 'every value of every chain is right' rates_of sure 1
# Of a server's calls those of shared problems are made once.
r=roles,seed=91
it 'a dry run for a server' 0 evolve -n 6 --percentile 0.2 --model "$(model $r)" \
    --store served.db -o served --dry-run
told=$(sed -n 's/ calls would be made$//p' out)
it 'the server is asked' 0 evolve -n 6 --percentile 0.2 --model "$(model $r)" \
    --store served.db -o served
asked 'as the dry run told it' $r "$told"
it 'always wrong' 0 evolve -n 8 --percentile 0.2 --model planted:never.yaml \
    --store planted.db -o never
look 'one value of each is wrong' one_wrong never
it 'of families' 0 evolve -n 6 --families concept/crt,concept/combinations \
    --threshold -100 --percentile 0.2 --model planted:sure.yaml --store planted.db -o families
look 'every value is right' rates_of families 1
it 'evolved once more' 0 evolve never/population.jsonl -g 1 \
    --model planted:sure.yaml --model planted:never.yaml --store planted.db -o more
look 'each has its original' pairs_of more 8
it 'and its key' 0 "$assay" check more/population.jsonl

# ---- killed ----

# Writer, referee and model are each a scenario with counts of its own, and
# slow enough to be caught at work.
p=roles,ms=12,seed=6
cat >whole.yaml <<END
population: 10
seed: 3
percentile: 0.2
writer: $(model ${p}0)
writer_decoding: {seed: 5}
referee: $(model ${p}1)
referee_decoding: {seed: 5}
models: ["$(model ${p}2)"]
attempts: 2
decoding: {seed: 3}
END
whole() { evolve whole.yaml --store "$1.db" -o "$1" -c 4 --fixed; } # FOLDER
count_bodies() { for i in 0 1 2; do stat $p$i answered_bodies; done; }
it 'a dry run' 0 evolve whole.yaml --store dry.db -o dry --dry-run --json
cp out dry.json
it 'makes nothing' 1 sh -c 'ls -d dry dry.db 2>/dev/null | grep .'
it 'undisturbed' 0 whole calm
for i in 0 1 2; do stat $p$i requests; done >calm.requests
look 'within the bounds of the dry run' forecast dry.json calm.requests
count_bodies >calm.bodies
curl -s -X POST "$server/reset" >/dev/null

# caught PART N: start, and kill it once this part was asked N times in all.
caught() {
    "$assay" evolve whole.yaml --store killed.db -o killed -c 4 --fixed \
        >/dev/null 2>&1 &
    pid=$!
    while [ "$(stat $p$1 answered)" -lt "$2" ] && kill -0 $pid 2>/dev/null; do
        sleep 0.005
    done
    kill -9 $pid 2>/dev/null && kills=$((kills + 1))
    wait $pid 2>/dev/null
}
# Requests that the servers saw, once they are quiet, and replies in the journal.
count_now() {
    sent_by_now=-1
    while :; do
        now=0
        for i in 0 1 2; do now=$((now + $(stat $p$i requests))); done
        [ $now = $sent_by_now ] && break
        sent_by_now=$now
        sleep 0.1
    done
    kept_by_now=$(python3 -c 'import sqlite3
print(sqlite3.connect("killed.db").execute("SELECT count(*) FROM calls").fetchone()[0])')
}
kills=0
caught 0 10
caught 0 40
caught 1 5
caught 2 10
caught 2 40
name='killed at work'
if [ $kills -ge 4 ]; then result ok "$name"; else fault "$kills times of 5"; fi
count_now
sent=$sent_by_now kept=$kept_by_now
it 'it goes on to the end' 0 whole killed
count_now
count_bodies >killed.bodies
name='no other questions'
same calm.bodies killed.bodies
for file in population.jsonl tables.json full-without-co.jsonl; do
    same calm/$file killed/$file
done
# What was committed is never asked again: since the last kill the servers saw
# one request for each reply that the journal got.
name='one request for each reply'
asked=$((sent_by_now - sent)) kept=$((kept_by_now - kept))
if [ $asked = $kept ] && [ $((asked + 5 - kills)) -gt 0 ]; then result ok "$name"
else fault "$asked requests for $kept replies"; fi
name='what five kills lost'
lost=$((sent_by_now - kept_by_now))
if [ $lost -le $((5 * 72)) ]; then result ok "$name"; else fault "$lost"; fi
it 'the store is whole' 0 "$assay" store verify --store killed.db

# Arms of two files, of which the writer certifies rows and rewords others.
p=roles,ms=12,seed=8
# A server without a seed answers a lost call otherwise when it is asked again.
printf 'writer_decoding: {seed: 5}\ndecoding: {seed: 3}\n' >sets.yaml
sets() { # FOLDER
    "$assay" evolve sets.yaml grade.jsonl noted.jsonl --arms original,renumbered,reworded,evolved \
        -s 3 --writer "$(model ${p}0)" --model "$(model ${p}2)" --store "$1.db" -o "$1" \
        -c 4 --fixed
}
it 'sets and arms, undisturbed' 0 sets calm-sets
curl -s -X POST "$server/reset" >/dev/null
kills=0
for at in '0 2' '0 9' '2 5' '2 30'; do
    sets killed-sets >/dev/null 2>&1 &
    pid=$!
    while [ "$(stat $p${at% *} answered)" -lt "${at#* }" ] && kill -0 $pid 2>/dev/null; do
        sleep 0.005
    done
    # The shell waits for the program: it is killed, and not the shell alone.
    kill -9 $(ps -o pid= --ppid $pid) $pid 2>/dev/null && kills=$((kills + 1))
    wait $pid 2>/dev/null
done
name='sets killed at work'
if [ $kills -ge 3 ]; then result ok "$name"; else fault "$kills times of 4"; fi
it 'sets go on to the end' 0 sets killed-sets
for file in grade noted; do
    for set in originals renumbered reworded population; do
        same calm-sets/$file/$set.jsonl killed-sets/$file/$set.jsonl
    done
done
look 'with the same figures' same_arms calm-sets killed-sets

# ---- weather, money, secrets ----

printf 'population: 8\ngenerations: 1\nwriter_decoding: {seed: 5}\n' >weather.yaml
it 'a storm' 0 evolve weather.yaml --writer "$(model storm,as=roles,rate=0.1)" \
    --store storm.db -o storm
it 'fair weather' 0 evolve weather.yaml --writer "$(model roles)" --store storm.db -o fair
look 'the same problems' alike storm fair storm,as=roles,rate=0.1 roles
# What had no answer is built in, for now; the same command asks for it.
s=storm,as=roles,rate=0.15,seed=3
it 'no second try' 3 evolve weather.yaml --writer "$(model $s)" --retries 0 \
    --store weather.db -o weather
has out 'got no answer from the server; built-in texts replace them'
has err 'got no answer; the first error: '
look 'counted' failures weather
for _ in 1 2 3 4 5 6; do
    evolve weather.yaml --writer "$(model $s)" --retries 0 --store weather.db \
        -o weather >/dev/null 2>&1 && break
done
look 'in the end it is the same' alike weather fair $s roles
dead='http://127.0.0.1:1/v1#m'
it 'a dead writer' 3 evolve -n 12 --writer $dead --retries 0 --store dead.db -o dead
has err 'could not connect to 127.0.0.1:1'
it 'a dead referee' 3 evolve -n 12 --referee $dead --retries 0 --store dead.db -o dead
has err 'could not connect to 127.0.0.1:1'
it 'a dead model' 3 evolve -n 12 --model $dead --retries 0 --store dead.db -o dead
has err 'could not connect to 127.0.0.1:1'
it 'nothing that looks done' 1 test -e dead/summary.json
it 'too little money' 3 evolve -n 8 --writer "$(model roles)" --referee "$(model roles)" \
    --model "$(model roles,seed=9)" --budget 200tokens --store poor.db -o poor -c 1
has err 'budget'
it 'more of it' 0 evolve -n 8 --writer "$(model roles)" --referee "$(model roles)" \
    --model "$(model roles,seed=9)" --store poor.db -o poor
ASSAY_API_KEY=sk-evolve-secret-77
export ASSAY_API_KEY
it 'a key' 0 evolve -n 8 -g 1 --writer "$(model roles,seed=11)" \
    --referee "$(model roles,seed=12)" --model "$(model roles,seed=13)" \
    --store key.db -o key
unset ASSAY_API_KEY
curl -s "$server/roles,seed=13/last" >last
it 'was sent' 0 grep -F sk-evolve-secret-77 last
it 'stands in no file' 1 grep -rF sk-evolve-secret-77 key key.db
finish
