#!/bin/sh
# assay evolve as a user types it, without a language model: seeds, families,
# rows of public sets, files of its own; the folder; what `check` refuses.
. "$(dirname "$0")/../lib/tap.sh"
. "$here/tests/lib/check.sh"
unset ASSAY_STORE

cat >>tools.py <<'END'
from fractions import Fraction as F
def steps(p): return [s["operator"] for s in p["meta"]["evolve"]["lineage"]]
def used(f): return {s for p in lines(f) for s in steps(p)}
def bodies(p): return [q["body"] for q in p["params"]["parts"]]
def answers(p): return [q["answer"] for q in p["params"]["parts"]]
def letter(parts, i): # what the letter of part i stands for
    l = parts[i]["link"]
    return F(l.get("plus", 0)) + sum(
        F(t["ratio"]) * taken(t, F(parts[t["from"]]["answer"]))
        for t in l.get("terms", [l]))
def taken(t, x): # of an answer
    of = t.get("of", "").split()
    if "absolute" in of: x = abs(x)
    if "parts" in of: x = F(x.numerator + x.denominator)
    return x % t["remainder"] if "remainder" in t else x
# The same from its sentence alone.
FORMS = ((r"(?P<n>-?\d+) times (?P<of>.*)", lambda x, n: F(n) * x),
         (r"(?P<n>-?\d+/\d+) of (?P<of>.*)", lambda x, n: F(n) * x),
         (r"the remainder when (?P<of>.*) is divided by (?P<n>\d+)",
          lambda x, n: x % F(n) if x >= 0 and x == int(x) else None),
         (r"the numerator plus the denominator of (?P<of>.*)(?P<n>) in lowest terms",
          lambda x, n: F(x.numerator + x.denominator) if x >= 0 else None),
         (r"the absolute value of (?P<of>.*)(?P<n>)", lambda x, n: abs(x)))
def term(s, answers):
    for form, value in FORMS:
        m = re.fullmatch(form, s)
        if m: return value(term(m["of"], answers), m["n"])
    return answers[int(re.fullmatch(r"the answer to question (\d+)", s)[1]) - 1]
def link_read(s, answers):
    m = re.fullmatch(r"(\d+) (more|less) than (.*)", s)
    if m:
        by = int(m.group(1)) * (1 if m.group(2) == "more" else -1)
        want(abs(by) <= 100, "a large number", s)
        return link_read(m.group(3), answers) + by
    m = re.fullmatch(r"the sum of (.*) and (.*)", s)
    if m: return term(m.group(1), answers) + term(m.group(2), answers)
    m = re.fullmatch(r"(.*) minus (.*)", s)
    if m: return term(m.group(1), answers) - term(m.group(2), answers)
    return term(s, answers)
def links(p): # of each link: what its sentence says, and the letter's value
    parts = p["params"]["parts"]
    numbers = [F(q["answer"]) if isinstance(q["answer"], str) else None for q in parts]
    for i in range(1, len(parts)):
        x = parts[i]["link"]["letter"]
        said = re.findall("(?:Let %s be|, %s stands for|Write %s for|, %s means) ([^.]*)" %
                          (x, x, x, x), told(p, i))
        want(len(said) == 1, p["id"], said)
        yield link_read(said[0], numbers), letter(parts, i)
def told(p, i): return p["statement"].split("\n\n")[i]
def texts(p, *roles):
    return [l["text"] for l in p["params"]["lines"] if l["role"] in roles]
# The keys by another road than the program's: Cramer's rule.
def det(m):
    if not m: return F(1)
    return sum((-1) ** j * m[0][j] * det([r[:j] + r[j + 1:] for r in m[1:]])
               for j in range(len(m)) if m[0][j])
def solve(b):
    rows = [[F(x) for x in e] for e in b["equations"]]
    n, k = len(rows), b["asked"]
    a = [r[:n] for r in rows]
    return det([r[:k] + [r[n]] + r[k + 1:n] for r in rows]) / det(a)
def keys(p): return p.get("keys") or [dict(p["key"], name="answer")]
def values(f): return [int(k["latex"]) for p in lines(f) for k in keys(p)]
END
holds() { # FILES...
    for f in "$@"; do
        it "$f holds" 0 "$assay" check "$f"
    done
}
evolve() { # OUT OPTIONS...
    o=$1
    shift
    "$assay" evolve -o "$o" "$@"
}

# ---- seeds that are hard by construction ----
it "a deep seed" 0 evolve deep -n 12 -g 1 --variables 7 --depth 4 --distance 1
holds deep/population.jsonl
check "no value of the five comes out before the others" <<'END'
for p in lines("deep/seeds.jsonl"):
    b = bodies(p)[0]
    want(b["depth"] == 4 and b["distance"] == 1, b)
    rows = [{i for i, x in enumerate(e[:-1]) if x != "0"} for e in b["equations"]]
    known = set()
    for _ in rows:
        for r in rows:
            if len(r - known) == 1: known |= r
    want(len(known) <= 2, known, rows)
END
it "too deep a seed" 2 evolve no --variables 5 --depth 5
has err "no seed of 5 variables has depth 5"

# ---- how far misleading conditions stand from the path ----
for d in 0 1; do
    it "misleading conditions $d away" 0 evolve away$d -n 30 -g 2 --variables 7 \
        --without co,lm --threshold 99 --decoy-distance $d
    holds away$d/population.jsonl
done
check "the sentence speaks of nothing nearer" <<'END'
def path(rows, asked):
    """Unknowns on a shortest way, found forward: a set for each of them."""
    n = len(rows)
    if any(len(r) == 0 for r in rows): return None
    known, at = {}, 0   # by substitution alone: others are not looked at
    while True:
        new = {}
        for r in rows:
            left = r - set(known)
            if len(left) == 1: new.setdefault(left.pop(), []).append(r)
        if not new: break
        for v, of in new.items(): known[v] = of
        at += 1
    if len(known) < n: return None
    own = {v: of[0] - {v} for v, of in known.items()}
    far = {v: 0 for v in own if not own[v]}
    for _ in own:
        for v in own:
            ways = [far[u] for u in own[v] if u in far]
            if own[v] and ways: far[v] = min(far.get(v, 99), min(ways) + 1)
    on = {asked}
    for _ in own:
        on |= {u for v in on for u in own[v] if far[u] + 1 == far[v]}
    return on
seen = 0
for d in 0, 1:
    for p in lines("away%d/population.jsonl" % d):
        b = bodies(p)[0]
        rows = [{i for i, x in enumerate(e[:-1]) if x != "0"} for e in b["equations"]]
        on = path(rows, b["asked"])
        near = on and on | {v for r in rows if r & on for v in r}
        for s in p["meta"]["evolve"]["lineage"]:
            if s["operator"] != "misleading-condition": continue
            want(set(s["detail"]["distances"]) == {d}, s)
            for text in s["detail"]["sentences"] if on else []:
                told = {i for i, t in enumerate(b["things"]) if t in text[0].lower() + text[1:]}
                want(told and bool(told & on) == (d == 0) and told & near, text, on)
                seen += 1
want(seen > 40, seen)
END
check "a distance that is not so is found" <<'END'
rows = [p for p in lines("away1/population.jsonl")
        if any(s["operator"] == "misleading-condition" for s in p["meta"]["evolve"]["lineage"])]
for s in rows[0]["meta"]["evolve"]["lineage"]:
    if "distances" in s["detail"]: s["detail"]["distances"][0] = 0
with open("nearer.jsonl", "w") as f: f.write(json.dumps(rows[0]) + "\n")
END
it "a nearer one" 1 "$assay" check nearer.jsonl
has out "its distance to the path is not the recorded one"
it "a distance alone" 0 evolve way -n 5 -g 1 --distance 4
check "holds the depth" <<'END'
for p in lines("way/seeds.jsonl"):
    b = bodies(p)[0]
    want((b["depth"], b["distance"], len(b["equations"])) == (1, 4, 6), b)
END

# ---- as it comes ----
it "a dry run" 0 "$assay" evolve --dry-run
has out "No model is named, so no calls are made."
it "a dry run of a wrong spec" 2 "$assay" evolve --dry-run --theme nosuch
it "a dry run of no file" 3 "$assay" evolve none.jsonl --dry-run
it "a range upside down" 2 "$assay" evolve --dry-run --range 5..1
has err "--range 5..1: LO must be below HI, but 5 is not below 1"
it "a range too far" 2 "$assay" evolve --dry-run --range 1..5000
has err "--range 1..5000: values must be from 1 to 1000"
it "a dry run of weights" 2 "$assay" evolve --dry-run --calibrate last
it "a dry run makes no folder" 1 test -e evolve
it "evolve" 0 "$assay" evolve
has out "300 linear seeds; each needs all of its equations"
has out "crossover"
has out "300 problems in the population (full-2gen)"
has out "--full shows scores"
has err "evolve has the problems (population.jsonl)"
name="it fits on a screen"
if [ "$(wc -l <out)" -le 24 ]; then result ok "$name"; else fault "too long"; fi
it "all of it" 0 "$assay" evolve --full
has out "calibrate fits your own"
has out "how problems were made"
it "as Markdown" 0 "$assay" evolve --markdown
has out "calibrate fits your own"
it "its problems hold" 0 "$assay" check evolve/population.jsonl
has out "300 problems: 300 hold"
check "the files that are told of, and no other" <<'END'
there = set(os.listdir("evolve"))
want(there == {"population.jsonl", "lineage.jsonl", "seeds.jsonl", "easy.jsonl",
               "hard.jsonl", "evolved-easy.jsonl", "spec.yaml", "summary.json",
               "report.json"},
     there)
s = load("evolve/summary.json")
n = {f: len(lines("evolve/%s.jsonl" % f))
     for f in ("seeds", "population", "easy", "hard", "evolved-easy")}
want(s["sets"] == {"seeds": n["seeds"], "full-2gen": n["population"],
                   "easy": n["easy"], "hard": n["hard"],
                   "evolved-easy": n["evolved-easy"]}, s["sets"], n)
want(n["easy"] + n["hard"] == n["population"] == n["seeds"] == 300, n)
want(n["evolved-easy"] == n["easy"] > 0, n)
g = s["generations"]
want(g[0]["problems"] == 300 and g[0]["kept"] == n["hard"], g)
want(g[1]["problems"] == n["easy"], g)
want(s["dropped"] == [], s["dropped"])
rows = lines("evolve/lineage.jsonl")
want([r["id"] for r in rows] == [p["id"] for p in lines("evolve/population.jsonl")])
want(sum(r["rejected"] is not None for r in rows) == n["easy"], "rejected")
want(all(r["generation"] == (2 if r["rejected"] else 1) for r in rows))
first = [r["score"] for r in rows if r["generation"] == 1]
want(abs(g[0]["most"] - max(first)) < 1e-4, g[0]["most"], max(first))
c = {x["operator"]: x["applied"] for x in s["operators"]}
want(len(c) == 7 and min(c.values()) >= 300, c)
END
check "hashes of the files" <<'END'
import ctypes
class H(ctypes.Structure):
    _fields_ = [("low", ctypes.c_uint64), ("high", ctypes.c_uint64)]
files = load("evolve/summary.json")["files"]
there = set(os.listdir("evolve")) - {"summary.json"}
want(set(files) == there, sorted(files), sorted(there))
try: f = ctypes.CDLL("libxxhash.so.0").XXH3_128bits
except OSError: files = {} # no other program to hash with
for name, is_told in files.items():
    f.restype, f.argtypes = H, [ctypes.c_char_p, ctypes.c_size_t]
    text = open("evolve/" + name, "rb").read()
    h = f(text, len(text))
    want("%016x%016x" % (h.high, h.low) == is_told, name)
END
check "seeds: 5 variables of 1..20, every equation needed" <<'END'
for p in lines("evolve/seeds.jsonl")[::4]:
    b = bodies(p)[0]
    a = [[F(x) for x in e] for e in b["equations"]]
    used = [sum(x != 0 for x in e[:5]) for e in a]
    want(len(a) == 5 and max(used) <= 3 and 1 in used, p["id"], used)
    v = [solve(dict(b, asked=k)) for k in range(5)]
    want(all(1 <= x <= 20 and x.denominator == 1 for x in v), p["id"], v)
    want(p["key"] == {"kind": "integer", "latex": str(v[b["asked"]])}, p["id"])
    # needed: in the unit row's combination of equations none has weight 0
    for i in range(5):
        m = [[a[j][k] for j in range(5)] for k in range(5)]
        for k in range(5): m[k][i] = F(k == b["asked"])
        want(det(m) != 0, p["id"], "equation", i, "is not needed")
    want(not p["meta"]["evolve"]["lineage"], p["id"])
END
check "chains: keys by another road, links, decoys" <<'END'
for p in lines("evolve/population.jsonl")[::2]:
    parts = p["params"]["parts"]
    names = [k["name"] for k in p["keys"]]
    want(names == ["question %d" % (i + 1) for i in range(len(parts) - 1)] +
         ["final"], p["id"], names)
    for i, q in enumerate(parts):
        want(F(q["answer"]) == solve(q["body"]), p["id"], "answer", i)
        want(p["keys"][i]["latex"] == q["answer"], p["id"], "key", i)
        if i:
            l = q["link"]
            hides = letter(parts, i)
            want(re.search(r"\b%s\b" % l["letter"], told(p, i)), p["id"], l)
            want(l["letter"] not in told(p, i - 1).split(), p["id"], "letter")
            numbers = {abs(F(x)) for e in q["body"]["equations"] for x in e}
            want(hides in numbers, p["id"], "hides", hides)
    sources = [q["source"] for q in parts]
    want(len(set(sources)) == len(sources), p["id"], "a source stands twice")
    things = [t for b in bodies(p) for t in b["things"]]
    for s in p["meta"]["evolve"]["lineage"]: # of useless conditions, too
        if s["operator"] == "useless-condition": things += s["detail"]["things"]
    want(len(set(things)) == len(things), p["id"], "a thing stands twice")
    for d in p["meta"]["evolve"]["decoys"]:
        key = F(parts[d["part"]]["answer"])
        want(F(d["value"]) != key, p["id"], "a decoy is the key")
        most = 20 if d["slip"] == "hint" else 40
        want(d.get("follows") or 1 <= int(d["value"]) <= most, p["id"], d)
    own = [(d["part"], d["value"]) for d in p["meta"]["evolve"]["decoys"]
           if not d.get("follows")]
    want(len(set(own)) == len(own), p["id"], "a decoy stands twice")
    want(len({d["key"] for d in p["meta"]["evolve"]["decoys"]}) == len(parts))
    want(p["statement"].endswith("Give the answer to every question."), p["id"])
END
check "a decoy is what its sentence says, read as an equation" <<'END'
n = 0
for p in lines("evolve/population.jsonl")[::5]:
    for s in p["meta"]["evolve"]["lineage"]:
        if s["operator"] != "approximate-replacement": continue
        d, b = s["detail"], bodies(p)[s["part"]]
        # " - 2 [a] + [b] = -5"
        left, right = d["equation"].split(" = ")
        row = [F(0)] * 5
        for sign, k, thing in re.findall(r"([+-]?) ?([\d/]*) ?\[(.*?)\]", left):
            row[b["things"].index(thing)] += F(k or 1) * (-1 if sign == "-" else 1)
        v = [solve(dict(b, asked=k)) for k in range(5)]
        x = v[:]
        x[b["asked"]] = F(d["decoy"])
        want(sum(r * y for r, y in zip(row, x)) == F(right), p["id"], d)
        want(row[b["asked"]] != 0 and d["sentence"] in p["statement"], p["id"])
        n += 1
want(n >= 120, n)
END

check "a slip is one number of one equation, misread" <<'END'
# Every system with one number changed as a solver would, and its answers.
def misread(b):
    n = len(b["things"])
    for i, e in enumerate(b["equations"]):
        for k in range(n + 1):
            x = F(e[k])
            if x == 0 or sum(F(c) != 0 for c in e[:n]) < 2: continue
            new = {"sign": -x, "step skipped": 0 if k == n else x / abs(x)}
            if k == n: new["step doubled"] = 2 * x
            for slip, y in new.items():
                rows = [r[:] for r in b["equations"]]
                rows[i][k] = y
                try: yield slip, solve(dict(b, equations=rows))
                except ZeroDivisionError: pass
seen = set()
for p in lines("evolve/population.jsonl")[::9]:
    for k, b in enumerate(bodies(p)):
        wrong = set(misread(b))
        for d in p["meta"]["evolve"]["decoys"]:
            if d["part"] != k or d.get("follows") or d["slip"] == "hint": continue
            want((d["slip"], F(d["value"])) in wrong, p["id"], d)
            seen.add(d["slip"])
want(seen == {"sign", "step skipped", "step doubled"}, seen)
END

# ---- what cannot be determined ----

it "insufficient" 0 evolve lack -n 24 -g 1 --operators insufficient
holds lack/population.jsonl
check "another solution fits all that is told" <<'END'
n = 0
for p in lines("lack/population.jsonl"):
    if p["key"]["kind"] != "text": continue
    n += 1
    want(p["key"]["latex"] == r"\text{cannot be determined}", p["key"])
    want(p["statement"].endswith('answer "cannot be determined".'), p["id"])
    part, = p["params"]["parts"]
    b, gap = part["body"], part["gap"]
    want(len(p["params"]["lines"]) == len(b["equations"]) + 1, p["id"])
    want(p["meta"]["evolve"]["lineage"][0]["detail"]["missing"] not in
         p["statement"], p["id"], "it is told")
    for fill in gap["fills"]:
        x = [F(v) for v in fill["values"]]
        want(x[b["asked"]] == F(fill["key"]) and all(1 <= v <= 20 for v in x))
        for i, e in enumerate(b["equations"]):
            want(i == gap["sentence"] or
                 sum(F(c) * v for c, v in zip(e, x)) == F(e[-1]), p["id"], i)
    want(len({f["key"] for f in gap["fills"]}) == 2, p["id"])
    want(not p["meta"]["evolve"]["decoys"], p["id"])
want(n >= 20, n)
END
it "sufficient" 0 evolve enough -n 4 -g 1 --operators sufficient
holds enough/population.jsonl
check "the same line, and a number" <<'END'
for p in lines("enough/population.jsonl"):
    want(p["statement"].endswith('answer "cannot be determined".'), p["id"])
    want(p["key"]["kind"] == "integer", p["id"])
END
cat >lack.py <<'END'
from tools import *
rows = [p for p in lines("lack/population.jsonl") if p["key"]["kind"] == "text"]
p = rows[0]
q = lines("enough/population.jsonl")[0]
open("lack.jsonl", "w").write(json.dumps(p) + "\n" + json.dumps(q) + "\n")
with open("said.jsonl", "w") as f:
    for r, reply in ((p, "There is not enough information."), (q, "I get " +
                     q["key"]["latex"] + "."), (p, "The answer is 7."),
                     (q, "It cannot be determined.")):
        print(json.dumps({"gold": r["key"]["latex"], "kind": r["key"]["kind"],
                          "response": reply}), file=f)
END
it "replies" 0 env PYTHONPATH="$work" python3 lack.py
it "replies are judged" 0 "$assay" grade said.jsonl
check "an open answer is right where something is missing, and there alone" <<'END'
want([json.loads(l)["verdict"] == "correct" for l in open("out")] ==
     [True, True, False, False], open("out").read())
END
it "they are exported" 0 "$assay" export lack.jsonl --to csv
has out 'cannot be determined},text'

# ---- the same bytes, other seeds ----
it "a small one" 0 evolve ref -n 24
for j in 1 3; do
    it "with $j threads" 0 evolve again -n 24 -j $j --force
    for f in population lineage seeds easy hard evolved-easy; do
        cmp -s ref/$f.jsonl again/$f.jsonl || fault "$f.jsonl differs"
    done
done
it "another seed" 0 evolve seed2 -n 24 --seed two.b-3
it "shares nothing" 0 "$assay" overlap ref/seeds.jsonl seed2/seeds.jsonl
has err "none shared"
it "nor does what became of it" 0 "$assay" overlap ref/population.jsonl \
    seed2/population.jsonl
has err "none shared"
check "another seed: its name is in the ids" <<'END'
want(lines("seed2/population.jsonl")[0]["id"] == "evolve-two.b-3-full-2gen-1",
     lines("seed2/population.jsonl")[0]["id"])
END
it "the same again" 0 "$assay" evolve ref/spec.yaml -o again --force
same ref/population.jsonl again/population.jsonl
it "in place" 0 "$assay" evolve ref/spec.yaml -o ref

# ---- threads and memory ----
# More than one window of problems that are crossed with each other.
for threads in 1 2 3; do
    it "$threads threads" 0 evolve t$threads -n 150 --percentile 0.1 -j $threads
    it "$threads threads, of families" 0 evolve f$threads -n 70 \
        --families concept/crt,concept/combinations -j $threads
    it "$threads threads, of a file" 0 evolve p$threads t1/population.jsonl \
        -j $threads
    for file in t f p; do
        for set in population easy hard evolved-easy lineage; do
            same ${file}1/$set.jsonl $file$threads/$set.jsonl
        done
    done
done
it "what threads made" 0 "$assay" check t3/population.jsonl
has out "150 hold"
# Sources that come in more than once: fresh numbers twice, and chains of them.
for seed in a b; do
    it "fresh numbers, seed $seed" 0 evolve fresh-$seed t1/seeds.jsonl --seed $seed \
        --operators renumber -g 1
done
it "chains in another order" 0 evolve other t1/population.jsonl --same-numbers \
    --operators reorder -g 1
cat fresh-a/population.jsonl t1/population.jsonl t1/hard.jsonl fresh-b/population.jsonl \
    t1/easy.jsonl other/population.jsonl >often.jsonl
it "sources that come in often" 0 evolve often often.jsonl
check "no two chains are of the same sources" <<'END'
n, seen = 0, set()
for p in lines("often/population.jsonl"):
    sources = tuple(sorted(q["source"] for q in p["params"]["parts"]))
    if len(sources) > 1:
        want(sources not in seen, p["id"], sources)
        seen.add(sources)
        n += 1
want(n > 300, n)
why = [r["why"] for r in lines("often/left-out.jsonl")]
want(why and set(why) == {"an earlier chain of the file has the same sources"}, why[:3])
END
holds often/population.jsonl
# A sanitizer needs more addresses than a limit allows, and keeps what is freed.
if (ulimit -v 1000000 && "$assay" --version) >/dev/null 2>&1; then
    (
        ulimit -v 60000
        exec "$assay" evolve -n 200 -j 2 -o spent >out 2>err
    )
    got=$? name="out of memory: status 3"
    if [ $got = 3 ]; then result ok "$name"; else fault "status $got"; fi
    has err "out of memory; use fewer threads"
    cat >memory.py <<'END'
import json, os, subprocess, sys
def peak(name, *source):
    p = subprocess.Popen([sys.argv[1], "evolve", "-j", "1", "-o", name, *source],
                         stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return os.wait4(p.pid, 0)[2].ru_maxrss * 1024
def seeds(n): return peak("room%d" % n, "-n", str(n))
def rows(n):
    with open("many%d.jsonl" % n, "w") as f:
        for i in range(n):
            word = "".join("bdfgklmnprst"[i // 12**k % 12] + "a" for k in range(4))
            print(json.dumps({
                "question": "Wilma buys %d boxes of %s. Each box holds 12. How many "
                "does she have?" % (i % 7 + 2, word),
                "answer": "She has %d*12=<<%d*12=%d>>.\n#### %d" % (
                    (i % 7 + 2,) * 2 + ((i % 7 + 2) * 12,) * 2)}), file=f)
    return peak("rows%d" % n, "many%d.jsonl" % n, "--operators", "rename", "-g",
                "1")
of, few, many, most = sys.argv[2:] # the most: bytes for each further problem
few, many = int(few), int(many)
first, last = (globals()[of](n) for n in (few, many))
print(first, last)
sys.exit(last - first > (many - few) * int(most))
END
    # Blocks of later generations are larger; all in memory would be 300 MB more.
    it "memory hardly grows with the population" 0 python3 memory.py "$assay" \
        seeds 320 1280 32768
    # The row itself stays; with what its import tries it would be 280 kB.
    it "nor with the rows of a file" 0 python3 memory.py "$assay" rows 400 1600 6000
fi

# ---- seeds to order ----
it "small systems" 0 evolve tiny -n 12 --variables 2 --range 50..60 --theme ages
check "small systems: 2 variables, 50..60, ages" <<'END'
for p in lines("tiny/seeds.jsonl"):
    b = bodies(p)[0]
    want(len(b["things"]) == 2 and b["theme"] == "ages", p["id"], b)
    want(all(50 <= solve(dict(b, asked=k)) <= 60 for k in (0, 1)), p["id"])
want(all(50 <= v <= 60 for v in values("tiny/population.jsonl")))
END
it "large systems" 0 evolve large -n 4 --variables 10 --range 1..1000
check "large systems" <<'END'
for p in lines("large/seeds.jsonl"): want(len(bodies(p)[0]["things"]) == 10)
want(max(values("large/seeds.jsonl")) > 20)
END
holds tiny/population.jsonl large/population.jsonl

# ---- operators ----
for kind in fm lm co; do
    it "without $kind" 0 evolve "wo-$kind" -n 8 --without $kind -g 1
done
it "without all" 2 evolve wo-all -n 4 --without fm --without lm --without co -g 1
has err "--without leaves out every operator"
check "--without leaves its kind out, and nothing else" <<'END'
kinds = {"fm": {"approximate-replacement", "useless-condition",
                "misleading-condition"},
         "lm": {"misleading-text", "background", "irrelevant-topic"},
         "co": {"crossover"}}
whole = set().union(*kinds.values())
for k in kinds:
    got = used("wo-%s/population.jsonl" % k)
    want(got == whole - kinds[k], k, got)
    want("full-without-" + k in load("wo-%s/summary.json" % k)["sets"], k)
want({len(keys(p)) for p in lines("wo-co/population.jsonl")} == {1})
want(not os.path.exists("wo-all"))
END
it "operators by name" 0 evolve named -n 8 -g 1 \
    --operators " reorder,rename , renumber,useless-condition,"
check "operators by name: these, in that order" <<'END'
seeds = lines("named/seeds.jsonl")
for p, s in zip(lines("named/population.jsonl"), seeds):
    want(steps(p) == ["reorder", "rename", "renumber", "useless-condition"],
         p["id"], steps(p))
    want(bodies(p)[0]["things"] != bodies(s)[0]["things"], p["id"], "things")
    want(bodies(p)[0]["equations"] != bodies(s)[0]["equations"], p["id"])
    want(len(bodies(p)[0]["equations"]) == 5)
END
holds named/population.jsonl wo-??/population.jsonl

# ---- generations, selection ----
for g in 1 3; do it "$g generations" 0 evolve "g$g" -n 24 -g $g --percentile 20%; done
check "generations" <<'END'
one, three = load("g1/summary.json"), load("g3/summary.json")
want(list(one["sets"]) == ["seeds", "full", "easy", "hard"], one["sets"])
want("full-3gen" in three["sets"], three["sets"])
want(not os.path.exists("g1/evolved-easy.jsonl"))
g = three["generations"]
want([x["generation"] for x in g] == [1, 2, 3], g)
for a, b in zip(g, g[1:]): want(b["problems"] == a["problems"] - a["kept"], g)
want({p["meta"]["evolve"]["generation"] for p in lines("g3/population.jsonl")} ==
     {1, 2, 3})
for p in lines("g3/evolved-easy.jsonl"):
    want(p["meta"]["evolve"]["generation"] > 1, p["id"])
    want(len(set(steps(p))) == 7, p["id"], "every operator") # formulas too
END
it "nothing is rejected" 0 evolve kept -n 8 --threshold -100 --percentile 0 \
    --features paper
check "nothing is rejected" <<'END'
s = load("kept/summary.json")
want(s["sets"]["hard"] == 8 and s["sets"]["easy"] == 0, s["sets"])
want(len(s["generations"]) == 1, s["generations"])
END
it "all are rejected" 0 evolve shut -n 8 --threshold 100 --percentile 0
check "all are rejected" <<'END'
s = load("shut/summary.json")
want(s["sets"]["easy"] == 8 and s["generations"][1]["low_score"] == 8, s)
want(all(r["rejected"].startswith("score ") and "below 100" in r["rejected"]
         for r in lines("shut/lineage.jsonl")))
END
it "the paper's features" 0 evolve paper -n 8 --features paper --full
has out "the paper's features"
has out "Referee score is not in the score"
check "the paper's features: normalised by the batch, its weights" <<'END'
w = {x["feature"]: x["weight"] for x in load("paper/summary.json")["weights"]["weights"]}
want(w["noise_ratio"] == 0.2 and w["referee_score"] == -0.13, w) # as printed there
s = load("paper/summary.json")["generations"][0]
want(s["least"] >= -10 * 0.55 and s["most"] <= 10 * 0.49, s)
rows = [r for r in lines("kept/lineage.jsonl")]
few = [k for k in w if k in rows[0]["features"]]
low = {k: min(r["features"][k] for r in rows) for k in few}
high = {k: max(r["features"][k] for r in rows) for k in few}
for r in rows: # by hand: min-max of the batch, weighted
    x = 10 * sum(w[k] * (r["features"][k] - low[k]) / (high[k] - low[k] or 1)
                 for k in few)
    want(abs(x - r["score"]) < 0.01, r["id"], x, r["score"])
END
holds g3/population.jsonl g3/easy.jsonl g3/hard.jsonl g3/evolved-easy.jsonl \
    g3/seeds.jsonl

# ---- weights ----
check "weights by hand" <<'END'
w = {"format": "assay fitness weights", "version": 1, "features": "own",
     "source": "by hand", "problems": 3, "fit": None, "held_out": None,
     "weights": [{"feature": "noise_ratio", "r": -0.5, "p": 0.0, "weight": 1,
                  "counts": True}]}
json.dump(w, open("weights.json", "w"), indent=1)
END
it "weights of a file" 0 evolve weighed -n 16 --weights weights.json --full
has out "weights: by hand"
check "weights of a file: noise alone decides" <<'END'
rows = [r for r in lines("weighed/lineage.jsonl") if r["generation"] == 1]
rows.sort(key=lambda r: r["features"]["noise_ratio"])
s = [r["score"] for r in rows]
want(s == sorted(s) and s[0] < s[-1], s)
want(all("oise" in r["rejected"] and "lowest 1 %" in r["rejected"]
         for r in lines("weighed/lineage.jsonl") if r["rejected"]))
END
weights() { # TEXT SED
    sed "$2" weights.json >bad.json
    it "weights amiss: $1" 3 evolve none -n 2 --weights bad.json --force
    has err "bad.json"
    has err "$1"
}
weights 'unknown feature "noise"' 's/noise_ratio/noise/'
has err "bad.json:10:"
weights 'add up to 0.2' 's/"weight": 1/"weight": 0.2/'
weights 'p must be a number from 0 to 1' 's/"p": 0.0/"p": 7/'
weights 'not a file of fitness weights' 's/"version": 1/"version": 2/'
weights 'bad.json:5:' 's/"by hand"/by hand/'
weights 'unknown member "sauce"' 's/"source"/"sauce"/'
it "weights of the other features" 2 evolve none -n 2 --weights weights.json \
    --features paper --force
has err "choose the set with --features"
it "no such weights" 3 evolve none -n 2 --weights nosuch.json --force
has err 'could not open "nosuch.json"'

# ---- the five settings ----
it "--settings" 0 evolve five -n 8 --settings
check "--settings: five files, each of its kind" <<'END'
s = load("five/summary.json")
for f in ("full-2gen", "full", "full-without-fm", "full-without-lm",
          "full-without-co"):
    want(s["sets"].get(f) == 8 == len(lines("five/%s.jsonl" % f)), f, s["sets"])
    want("%s.jsonl" % f in s["files"], f)
want(open("five/full-2gen.jsonl").read() == open("five/population.jsonl").read())
want({p["meta"]["evolve"]["generation"] for p in lines("five/full.jsonl")} == {1})
want("crossover" not in used("five/full-without-co.jsonl"))
want("background" not in used("five/full-without-lm.jsonl"))
want("useless-condition" not in used("five/full-without-fm.jsonl"))
END
holds five/full.jsonl five/full-without-??.jsonl
it "fewer files" 0 evolve five -n 8 --force
name="fewer files: those of before are gone"
if [ ! -e five/full.jsonl ] && [ -e five/population.jsonl ]; then
    result ok "$name"
else fault "$(ls five)"; fi

# ---- families ----
fams=concept/crt,concept/combinations,concept/sequences,linear
it "families" 0 evolve fam -n 12 --families $fams --level 2
check "families: each in turn, at the level" <<'END'
src = [p["params"]["parts"][0]["source"] for p in lines("fam/seeds.jsonl")]
want([re.sub("@.*", "", s) for s in src] ==
     ["concept/crt", "concept/combinations", "concept/sequences", "linear"] * 3, src)
want(all("@" in s and ":2:" in s.replace("@1", "").replace("@2", "") for s in src), src)
END
holds fam/population.jsonl
it "a family without numbers as keys" 0 evolve sets -n 4 --force \
    --families concept/conics,concept/quadratic-roots
holds sets/population.jsonl
it "a family that is no concept" 3 evolve none -n 2 --force --families mathador
has err "mathador@"
has err "cannot be evolved"

# ---- the spec ----
it "every flag" 0 evolve outf -n 33 --families concept/crt,linear --level 2 \
    --variables 4 --range 2..30 --theme prices -g 3 --without fm --without co \
    --operators rename,reorder --writer openai:w --referee openai:r \
    --features paper --weights w.json --threshold -1.5 --percentile 2% \
    -m planted:p.yaml -m openai:x -k 4 --settings -t 0.6 --top-p 0.9 --top-k 40 \
    --min-p 0.1 --repetition-penalty 1.2 --max-tokens 99 --strict --seed abc \
    --store st.db --print-spec
cp out flags.yaml
while read -r line; do has out "$line"; done <<'END'
source: seeds
families: [concept/crt, linear]
level: 2
population: 33
variables: 4
low: 2
high: 30
theme: prices
seed: abc
generations: 3
without: [fm, co]
operators: [rename, reorder]
writer: openai:w
features: paper
weights: w.json
referee: openai:r
threshold: -1.5
percentile: 0.02
models: [planted:p.yaml, openai:x]
attempts: 4
strict: true
temperature: 0.6
max_tokens: 99
settings: true
store: st.db
out: outf
END
it "what is printed is read" 0 "$assay" evolve flags.yaml --print-spec
same out flags.yaml
it "of a file" 0 "$assay" evolve rows.jsonl --as gsm8k --limit 7 --same-numbers \
    --print-spec
for line in 'source: rows.jsonl' 'as: gsm8k' 'limit: 7' 'fresh: false'; do
    has out "$line"
done
it "the defaults" 0 "$assay" evolve --print-spec
cp out defaults.yaml
it "the defaults are read" 0 "$assay" evolve defaults.yaml --print-spec
same out defaults.yaml
it "flags win over the file" 0 "$assay" evolve flags.yaml -n 9 --theme ages \
    --without lm --print-spec
has out "population: 9"
has out "theme: ages"
has out "without: [lm]"
has out "level: 2"

wrong() { # TEXT LINES OF THE SPEC...
    text=$1
    shift
    printf '%s\n' "$@" >bad.yaml
    it "spec: $*" 2 "$assay" evolve bad.yaml -o nothing
    has err "$text"
}
wrong 'did you mean "population"?' 'populaton: 3'
has err "bad.yaml:1:"
wrong 'bad.yaml:2:12: "threshold" must be a number' 'level: 1' 'threshold: low'
wrong '"variables" must be a whole number from 2 to 10' 'variables: 11'
wrong '"percentile" must be a number from 0 to 0.5' 'percentile: 0.9'
wrong 'choose one of any, ages, areas' 'theme: moods'
wrong 'bad.yaml:1:10: "without" has "fn"' 'without: [fn]'
wrong 'there is no operator "twist"; choose one of approximate-replacement' \
    'operators: [twist]'
wrong 'twice' 'operators: [rename, rename]'
wrong '9 is not below 3' 'low: 9' 'high: 3'
wrong 'differ by at least 4' 'low: 9' 'high: 12'
wrong 'there is no family "concept/none"' 'families: [concept/none]'
wrong 'not both' 'source: x.jsonl' 'families: [linear]'
wrong 'bad.yaml:2:1: this name' 'level: 1' 'level: 2'
wrong 'bad.yaml:2:' 'families: [linear'
wrong '"features"' 'features: papers'
it "no such spec" 3 "$assay" evolve none.yaml
has err "none.yaml"
flag() { # TEXT OPTIONS...
    text=$1
    shift
    it "evolve $*" 2 "$assay" evolve "$@" -o nothing
    has err "$text"
}
flag '--population must be a whole number from 1 to 100000' -n 0
flag '--range takes LO..HI' --range 20
flag '--range takes LO..HI' --range 1..x
flag 'values must be from 1 to 1000' --range 1..99999999999999999999
flag '--without has "x"; choose fm, lm or co' --without x
flag '--features must be own or paper' --features papr
flag '--threshold must be a number' --threshold low
flag '--percentile must be a number' --percentile nan
flag '--generations must be a whole number from 1 to 10' -g 11
flag '--seed must' --seed 'a b'
flag '"polish" needs a writer' --operators rename,polish
flag '--certified applies to the rows of a DATASET' --certified
flag '--operators takes names' --operators ,
flag '--families takes names' --families ''
flag 'concept/crt has levels 1 to 3' --families concept/crt --level 4
flag 'name at most one spec, then' a.yaml b.yaml
flag '--print-spec only prints' --print-spec --json
it "no such file" 3 evolve nothing nosuch.jsonl
has err 'could not open "nosuch.jsonl"'
name="nothing was made by printing, nor by mistakes"
if [ ! -e nothing ] && [ ! -e outf ] && [ ! -e assay.db ]; then
    result ok "$name"
else fault "$(ls -d nothing outf assay.db 2>/dev/null)"; fi

# ---- the folder ----
cp -r seed2 before
it "another evolution's folder" 3 evolve seed2 -n 23
has err "seed2 contains seeds.jsonl, which is not from this evolution"
has err "--force"
same before/population.jsonl seed2/population.jsonl
it "by force" 0 evolve seed2 -n 3 --force --json
python3 -m json.tool out >/dev/null 2>err || fault "--json is no JSON"
lines seed2/population.jsonl 3
check "--json is the summary" <<'END'
want(load("out") == load("seed2/summary.json") or
     load("out")["sets"] == load("seed2/summary.json")["sets"], "differ")
END
: >plain
it "a file is no folder" 3 evolve plain -n 2
has err "plain"
mkdir own
cp ref/population.jsonl own/population.jsonl
it "inputs are not overwritten" 2 evolve own own/population.jsonl --force
has err "population.jsonl"
same ref/population.jsonl own/population.jsonl
mkdir own2
cp weights.json own2/summary.json
it "nor are weights" 2 evolve own2 -n 2 --weights own2/summary.json --force
same weights.json own2/summary.json
cat >interrupt.py <<'END'
import signal, subprocess, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)
p = subprocess.Popen(sys.argv[2:], stderr=subprocess.PIPE)
for line in p.stderr:
    if b"generation 1" in line: break
p.send_signal(getattr(signal, sys.argv[1]))
sys.stderr.write(p.stderr.read().decode())
sys.exit(abs(p.wait()))
END
big() { python3 interrupt.py "$1" "$assay" evolve -n 800 -o cut --force; }
it "Ctrl-C" 3 big SIGINT
has err "interrupted"
name="Ctrl-C: no problems are there, nor half of them"
if [ "$(ls cut)" = spec.yaml ]; then result ok "$name"; else fault "$(ls cut)"; fi
it "kill -9" 9 big SIGKILL
name="kill -9: no problems are there, nor half of them"
if [ "$(ls cut)" = spec.yaml ]; then result ok "$name"; else fault "$(ls cut)"; fi
it "after both" 0 evolve cut -n 24 --force
same ref/population.jsonl cut/population.jsonl

# A limit on the size of files stands for a full disk.
name="a full disk"
(
    trap '' XFSZ
    ulimit -f 100
    exec "$assay" evolve -n 24 -o full >out 2>err
)
got=$?
if [ $got = 3 ]; then result ok "$name: status 3"; else fault "status $got"; fi
has err "could not write"
check "a full disk: what is there is whole" <<'END'
for f in os.listdir("full"):
    want(not f.endswith((".part", ".tmp", "~")), f)
    want(open("full/" + f).read() == open("ref/" + f).read() or
         f == "spec.yaml", f, "is not whole")
want("summary.json" not in os.listdir("full"))
END
it "with more room" 0 evolve full -n 24
same ref/population.jsonl full/population.jsonl

# ---- forgeries ----
cat >forge.py <<'END'
import copy, sys
from tools import *
good = [p for p in lines("ref/population.jsonl") if len(p["keys"]) == 2]
def body_line(p, part, role="condition"):
    return next(l for l in p["params"]["lines"]
                if l["role"] == role and l["part"] == part)
def bump(text): # the last number of a text, one more
    m = list(re.finditer(r"\d+", text))[-1]
    return text[:m.start()] + str(int(m[0]) + 1) + text[m.end():]
def statement(p, was, now):
    assert was in p["statement"], was
    p["statement"] = p["statement"].replace(was, now, 1)
def noise(p, role, change): # told, noted and kept alike
    l = next(l for l in p["params"]["lines"] if l["role"] == role)
    now = change(l["text"])
    statement(p, l["text"], now)
    for s in p["meta"]["evolve"]["lineage"]:
        d = s["detail"]
        if d.get("sentence") == l["text"]: d["sentence"] = now
        if d.get("text") == l["text"]: d["text"] = now
        d.get("sentences") and d.update(sentences=[
            now if x == l["text"] else x for x in d["sentences"]])
    l["text"] = now
def number(p): # of a condition, in the text alone
    s = p["statement"]
    for m in re.finditer(r"(\d+) (?=[a-z ]+\. )", s):
        a, b = s.rfind(". ", 0, m.start()) + 2, s.find(". ", m.start()) + 1
        if not any(s[a:b] in t for t in texts(p, "decoy", "useless", "misleading",
                                              "text", "background", "topic")):
            p["statement"] = s[:m.start()] + str(int(m[1]) + 1) + s[m.end() - 1:]
            return
    raise AssertionError("no number")
def key(p): p["keys"][1]["latex"] = str(int(p["keys"][1]["latex"]) + 1)
def first_key(p): p["keys"][0]["latex"] = str(int(p["keys"][0]["latex"]) + 1)
def all_of_the_key(p):
    key(p)
    p["params"]["parts"][1]["answer"] = p["keys"][1]["latex"]
def decoy(p):
    d = p["meta"]["evolve"]["decoys"][0]
    d["value"] = str(int(d["value"]) + 1)
def decoy_in_step(p):
    d = p["meta"]["evolve"]["decoys"][0]
    d["value"] = str(int(d["value"]) + 1)
    p["meta"]["evolve"]["lineage"][d["step"] - 1]["detail"]["decoy"] = d["value"]
def decoy_gone(p): p["meta"]["evolve"]["decoys"] = []
def ratio(p):
    l = p["params"]["parts"][1]["link"]
    l["ratio"] = str(F(l["ratio"]) + 1)
def ratio_told(p):
    l = p["params"]["parts"][1]["link"]
    was, now = l["ratio"], str(F(l["ratio"]) + 1)
    statement(p, "%s of the answer" % was if "/" in was else "%s times the answer" % was,
              "%s of the answer" % now if "/" in now else "%s times the answer" % now)
    l["ratio"] = now
def plus(p): p["params"]["parts"][1]["link"]["plus"] = "1/7"
def taken_from(p): p["params"]["parts"][1]["link"]["from"] = 1
def source(p):
    a, b = p["params"]["parts"][:2]
    b["source"] = a["source"]
def equation(p): # noise that says something: text
    b = bodies(p)[0]
    noise(p, "text", lambda t: "%s equals 3 %s." % (
        b["things"][0][0].upper() + b["things"][0][1:], "units"))
def hard_decoy(p): # a hedge that is none
    b = bodies(p)[0]
    u = re.search(r"is \d+ (\w+)|(\w+)\. ", told(p, 0))
    t = b["things"][b["asked"]]
    noise(p, "decoy", lambda x: "%s equals 3 times %s." % (
        t[0].upper() + t[1:], b["things"][(b["asked"] + 1) % 5]))
def own_useless(p): # a useless condition about the problem's own things
    b = bodies(p)[0]
    noise(p, "useless", lambda t: "Double %s equals %s." % (b["things"][0], b["things"][1]))
def topic_number(p):
    b = bodies(p)[0]
    noise(p, "topic", lambda t: t + " " + "%s is 7 more than %s." % (
        b["things"][0][0].upper() + b["things"][0][1:], b["things"][1]))
def line_gone(p): # told and noted alike
    l = body_line(p, 0)
    i = p["params"]["lines"].index(l)
    del p["params"]["lines"][i]
    s = told(p, 0).split(". ")
    statement(p, s[5] + ". ", "")
def line_gone_in_text(p): statement(p, texts(p, "useless")[0] + " ", "")
def noise_gone(p):
    l = body_line(p, 0, "misleading")
    p["params"]["lines"].remove(l)
    statement(p, l["text"] + " ", "")
def parts(p): p["params"]["parts"].reverse()
def parts_told(p):
    p["statement"] = "\n\n".join(reversed(p["statement"].split("\n\n")))
def coefficient(p):
    e = bodies(p)[1]["equations"][0]
    e[-1] = str(F(e[-1]) + 1)
def asked(p): bodies(p)[0]["asked"] = (bodies(p)[0]["asked"] + 1) % 5
def role(p): body_line(p, 0, "useless")["role"] = "text"
def step_gone(p): del p["meta"]["evolve"]["lineage"][1]
def cross_gone(p):
    l = p["meta"]["evolve"]["lineage"]
    l[:] = [s for s in l if s["operator"] != "crossover"]
def other_way(p): p["params"]["parts"][1]["link"]["other"]["key"] = "1/7"
def letter_told(p): p["params"]["parts"][1]["link"]["letter"] = "Q"
def no_noise_share(p): p["meta"]["evolve"]["noise"] = 0
def equation_gone(p): bodies(p)[0]["equations"].pop()
def zero(p): bodies(p)[0]["equations"][0] = ["0"] * 6
def huge(p): bodies(p)[0]["equations"][0][0] = "9" * 30
def index(p): bodies(p)[0]["asked"] = -1
def step_number(p): body_line(p, 0, "useless")["step"] = 999999
def nothing(p): p["params"]["lines"] = []
def null(p): p["params"]["parts"][0]["body"] = None
forgeries = [number, key, first_key, all_of_the_key, decoy, decoy_in_step,
    decoy_gone, ratio, ratio_told, plus, taken_from, source, equation, hard_decoy, own_useless,
    topic_number, line_gone, line_gone_in_text, noise_gone, parts, parts_told,
    coefficient, asked, role, step_gone, cross_gone, other_way, letter_told, equation_gone, zero,
    huge, index, step_number, nothing, null]
with open("forged.jsonl", "w") as out, open("forged.txt", "w") as names:
    for f in forgeries:
        for p in good[:3]:
            q = copy.deepcopy(p)
            q["id"] = "%s-%s" % (f.__name__, p["id"])
            f(q)
            out.write(json.dumps(q) + "\n")
            names.write(q["id"] + "\n")
END
it "forging" 0 env PYTHONPATH="$work" python3 forge.py
it "forgeries" 1 "$assay" check forged.jsonl
cp out verdicts
check "forgeries: each is refused, with a reason" <<'END'
said = open("verdicts").read()
for name in open("forged.txt").read().split():
    m = re.search(re.escape(name) + r"\b(.*)", said)
    want(m and "fails: " in m[1] and len(m[1]) > 20, name, m and m[1])
want(" hold" not in said.splitlines()[-1], said.splitlines()[-1])
END

it "forgeries do not evolve" 3 evolve forged forged.jsonl -g 1
has err "none of its problems can be evolved"

# ---- with the other commands ----
printf 'seed: 5\nbase: 0\n' >right.yaml
printf 'seed: 5\nbase: 0.5\n' >half.yaml
it "a run" 0 "$assay" run ref/population.jsonl -m planted:right.yaml --json
check "a run: all keys are right" <<'END'
want(load("out")["models"][0]["cell"]["accuracy"]["value"] == 1)
END
check "replies" <<'END'
with open("replies.jsonl", "w") as r:
    for i, p in enumerate(lines("ref/population.jsonl")):
        k = [x["latex"] for x in p["keys"]]
        if i % 4 == 0: k[0] = str(int(k[0]) + 1)
        r.write(json.dumps({"problem": p["statement"], "response":
            "They are \\boxed{%s}" % "; ".join(k)}) + "\n")
END
it "a replay" 0 "$assay" run ref/population.jsonl -m replay:replies.jsonl --json
check "a replay: wrong where the first answer is" <<'END'
want(load("out")["models"][0]["cell"]["accuracy"]["value"] == 0.75,
     load("out")["models"][0]["cell"]["accuracy"])
END
for f in lm-eval inspect verl trl hf csv markdown latex; do
    it "export to $f" 0 "$assay" export ref/population.jsonl --to $f -o "x-$f"
done
lines x-lm-eval/problems.jsonl 24
lines x-inspect/assay.jsonl 24
check "grade lines" <<'END'
with open("grade.jsonl", "w") as g:
    for p in lines("ref/population.jsonl")[:10]:
        k = p["keys"][-1]["latex"]
        for a in (k, str(int(k) + 1)):
            g.write(json.dumps({"id": 1, "gold": k, "response": "\\boxed{%s}" % a}) + "\n")
END
it "grade" 0 "$assay" grade grade.jsonl
check "grade: right and wrong" <<'END'
v = [json.dumps(x) for x in lines("out")]
want([('"correct"' in x) for x in v] == [True, False] * 10 or
     [x["verdict"] for x in lines("out")] == ["correct", "wrong"] * 10, v[:2])
END
it "overlap with itself" 1 "$assay" overlap ref/population.jsonl g1/population.jsonl

# ---- its own problems again ----
it "an evolved population again" 0 evolve twice ref/population.jsonl -g 1 \
    --operators crossover,misleading-text
has out "24 of 24 rows (100.0 %)"
check "an evolved population again: longer chains, lineage kept" <<'END'
was = lines("ref/population.jsonl")
for p in lines("twice/population.jsonl"):
    want(len(p["keys"]) >= 4, p["id"], len(p["keys"]))
    want("background" in steps(p) and steps(p)[-1] in ("misleading-text", "crossover"))
want(lines("twice/originals.jsonl") == was, "originals")
END
it "problems of linear" 0 "$assay" new linear -n 8 --seed 4
cp out lin.jsonl
it "they evolve" 0 evolve lin lin.jsonl --same-numbers
it "problems of concepts" 0 "$assay" new concept/crt,concept/euclid -n 5 --seed 4
cp out con.jsonl
it "concepts evolve" 0 evolve con con.jsonl
it "some of which cannot be evolved" 0 "$assay" new concept/crt,mathador \
    -n 3 --seed 4
cp out mix.jsonl
it "the rest evolves" 0 evolve mix mix.jsonl
lines mix/left-out.jsonl 3
check "own problems" <<'END'
for f, n in (("lin", 8), ("con", len(lines("con.jsonl")))):
    want(load(f + "/summary.json")["sets"]["originals"] == n, f)
for p, q in zip(lines("lin/originals.jsonl"), lines("lin.jsonl")):
    want(p["id"] == q["id"] and p["statement"] == q["statement"])
a = {q["id"]: int(keys(q)[0]["latex"]) for q in lines("lin.jsonl")}
for p in lines("lin/population.jsonl"): # the same numbers
    for part in p["params"]["parts"]:
        want(int(part["answer"]) == a[part["source"]], p["id"])
want(all("mathador" in r["id"] and len(r["why"]) > 10 for r in lines("mix/left-out.jsonl")))
END
holds twice/population.jsonl lin/population.jsonl con/population.jsonl \
    mix/population.jsonl lin.jsonl

# ---- public sets ----
cat >rows.py <<'END'
import csv, json
gsm = [("Wilma buys 4 boxes of pencils. Each box holds 12 pencils. She gives 9 "
        "pencils to her brother. How many pencils does she keep?",
        "4*12=<<4*12=48>>48\n48-9=<<48-9=39>>39\n#### 39"),
       ("A tank holds 200 litres. It is filled to 40% of that. How many litres "
        "are in it?", "<<200*40/100=80>>80\n#### 80"),
       ("Otto walks 3 hours a day. How many minutes does he walk in a week?",
        "<<3*60=180>>180 a day\n<<180*7=1260>>1260\n#### 1260"),
       ("Bruno has three hats and buys five more. How many hats has he?",
        "<<3+5=8>>8\n#### 8"),
       ("Ida has 5 apples and buys 3. How many has she?", "<<5+3=9>>9\n#### 9"),
       ("Ida has 5 plums and buys 6. How many has she?", "<<5+6=11>>11\n#### 12"),
       ("Ida has 7 pears and buys 6. How many has she?", "13.\n#### 13"),
       ("Ida has 7 figs and buys 6. How many has she?", "<<7+*6=13>>13\n#### 13"),
       ("Ida has some nuts. How many has she?", "<<7+31=38>>38\n#### 38"),
       ("Ida has 7 dates and buys some. How many has she?", "<<7+31=38>>38\n#### 38"),
       ("Vera rents 3 of 4 rooms of a house. Each room costs $250. What does she "
        "pay?", "<<3*250=750>>750\n#### 750")]
json.dump([{"question": q, "answer": a} for q, a in gsm], open("gsm.json", "w"))
with open("gsm.jsonl", "w") as f:
    for q, a in gsm: f.write(json.dumps({"question": q, "answer": a}) + "\n")
with open("gsm.csv", "w", newline="") as f:
    w = csv.writer(f)
    w.writerow(["question", "answer"])
    w.writerows(gsm)
svamp = [("There were 23 birds on a fence. 9 of them flew away.",
          "How many birds are left?", "( 23.0 - 9.0 )", 14),
         ("A baker has 6 trays with 14 rolls each.", "How many rolls are there?",
          "( 6.0 * 14.0 )", 84),
         ("A baker has 6 trays with 14 buns each.", "How many buns are there?",
          "( 6.0 * 14.0 )", 85),
         ("A baker has 6 trays with 14 pies each.", "How many pies are there?",
          "6.0 * * 14.0", 84),
         ("Each bag holds 8 marbles and there are 5 bags. 4 marbles are lost.",
          "How many marbles are left?", "( ( 8.0 * 5.0 ) - 4.0 )", 36)]
with open("svamp.jsonl", "w") as f:
    for i, (b, q, e, a) in enumerate(svamp):
        f.write(json.dumps({"ID": "s-%d" % i, "Body": b, "Question": q,
                            "Equation": e, "Answer": float(a), "Type": "x"}) + "\n")
mawps = [{"sQuestion": "Nora picked 31 plums and ate 8 of them. How many plums "
          "are left?", "lSolutions": [23.0], "lEquations": ["X=31-8"], "iIndex": 1},
         {"sQuestion": "Nora picked 12 pears and gave 5 away. How many pears are "
          "left?", "lSolutions": [7.0], "lEquations": ["X=12-5"], "iIndex": 2},
         {"sQuestion": "Nora picked 12 figs and gave 4 away. How many figs are "
          "left?", "lSolutions": [8.0], "iIndex": 3}]
with open("mawps.jsonl", "w") as f:
    for r in mawps: f.write(json.dumps(r) + "\n")
bare = [{"input": "Nora picked 12 figs and gave 4 away. How many are left?",
         "target": 8.0, "type": "singleeq", "idx": 0}]
with open("bare.jsonl", "w") as f:
    for r in bare: f.write(json.dumps(r) + "\n")
END
python3 rows.py
it "GSM8K's form" 0 evolve gsm gsm.jsonl -g 1 --full --keep-unchanged
has out "Recomputed: 6 of 11 rows (54.5 %)"
has out "1 not: a number that is not in the text"
has out "left out: no computation in the row"
check "GSM8K's form: what was left out, and why" <<'END'
why = {int(r["id"].split(":")[1]): r["why"] for r in lines("gsm/left-out.jsonl")}
want(sorted(why) == [4, 5, 6, 7, 8], why)
want("sides differ: 5+3=9" in why.get(4, ""), why)
want("another result than the gold" in why.get(5, ""), why)
want("no computation" in why.get(6, ""), why)
want("cannot be read" in why.get(7, ""), why)
want("from nowhere" in why.get(8, ""), why)
s = load("gsm/summary.json")
want(s["source"]["rows"] == 11 and s["source"]["recomputed"] == 6, s["source"])
want(sum(s["source"]["left_out"].values()) == 5, s["source"])
want(s["sets"]["originals"] == 6 == len(lines("gsm/population.jsonl")), s["sets"])
END
# Row 9 has no number that can be changed: whoever knows it knows its answer.
has out "Marked (meta.evolve.unchanged), because the numbers or the key are those of the original: 1 row."
it "rows that stay the original's" 0 evolve stale gsm.jsonl -g 1
has out "Left out, unless --keep-unchanged is given, because the numbers or the key are"
it "numbers by an operator" 0 evolve stale-op gsm.jsonl -g 1 --same-numbers --operators renumber
it "the numbers that they have" 0 evolve stale-same gsm.jsonl -g 1 --same-numbers --operators rename
it "something missing" 0 evolve stale-open gsm.jsonl -g 1 --same-numbers --operators insufficient
check "what stays the original's is left out, or marked" <<'END'
for f in ("stale", "stale-op"):
    why = {r["id"].split(":")[1]: r["why"] for r in lines(f + "/left-out.jsonl")}
    want("those of the original" in why.get("9", ""), why)
    s = load(f + "/summary.json")["source"]
    want(s["unchanged"] == 1 == s["left_out"]["unchanged"], s)
    want(len(lines(f + "/population.jsonl")) == 5 == len(lines(f + "/originals.jsonl")), f)
s = load("gsm/summary.json")["source"]
want(s["unchanged"] == 1 and s["left_out"]["unchanged"] == 0, s)
marked = 0
for f in ("gsm", "stale", "stale-op", "stale-same", "stale-open"):
    for p in lines(f + "/population.jsonl"):
        m = p["meta"]["evolve"]
        changed = {x["part"] for x in m["lineage"] if x["operator"] == "renumber"}
        old = [q for i, q in enumerate(p["params"]["parts"]) if i not in changed]
        mark = ["numbers"] * bool(old) + ["key"] * any("gap" not in q for q in old)
        want(m.get("unchanged", []) == mark, f, p["id"], m.get("unchanged"), mark)
        marked += mark == ["numbers", "key"]
        if f == "stale-same": want(mark == ["numbers", "key"], p)
want(marked > 6, marked)
END
it "the marks are checked" 0 "$assay" check gsm/population.jsonl
sed 's/"unchanged": \["numbers", "key"\]/"unchanged": ["key"]/' stale-same/population.jsonl >marks.jsonl
it "a wrong mark" 1 "$assay" check marks.jsonl
has out '"unchanged" does not match the original rows'
grep dates gsm.jsonl >dates.jsonl
it "nothing is left" 3 evolve none dates.jsonl -g 1
has err "--keep-unchanged keeps such rows"
it "all is kept" 0 evolve none dates.jsonl -g 1 --without co --keep-unchanged
it "all families" 0 evolve concepts --families concept/all -n 150
check "links say in small whole numbers what the letter is" <<'END'
n = used = 0
for f in ("gsm", "concepts", "evolve"):
    for p in lines(f + "/population.jsonl"):
        for said, value in links(p):
            n, used = n + 1, used + ("the remainder when" in p["statement"])
            want(said == value, p["id"], said, value)
want(n > 300 and used > 50, n, used)
s = load("concepts/summary.json")["operators"]
s = [x for x in s if x["operator"] == "crossover"][0]
want(s["refused"] < 0.2 * (s["applied"] + s["refused"]), s)
END
check "GSM8K's form: fresh numbers, keys by another road" <<'END'
fresh = 0
for p in lines("gsm/population.jsonl"):
    for i, q in enumerate(p["params"]["parts"]):
        t = told(p, i).replace(",", "")
        if "link" in q:
            x = letter(p["params"]["parts"], i)
            t = re.sub(r"(?<![A-Za-z])%s(?![A-Za-z])" % q["link"]["letter"], str(x), t)
        m = re.search(r"(\d+) boxes.*?holds (\d+) pencils.*?gives (\d+) pencils", t)
        if m:
            a, b, c = map(int, m.groups())
            want(F(q["answer"]) == a * b - c, p["id"], t)
            fresh += (a, b, c) != (4, 12, 9)
        m = re.search(r"holds (\d+) litres.*?filled to (\d+)%", t)
        if m: want(F(q["answer"]) == F(m[1]) * int(m[2]) / 100, p["id"], t)
        m = re.search(r"walks (\d+) hours a day.*?in a week", t)
        if m: want(F(q["answer"]) == int(m[1]) * 420, p["id"], t)
        if "dates" in t: want(q["answer"] == "38", p["id"], t) # nothing is free
want(fresh, "no fresh numbers")
END
it "SVAMP's form" 0 evolve svamp svamp.jsonl -g 1
has out "Recomputed: 3 of 5 rows (60.0 %)"
it "MAWPS's form" 0 evolve mawps mawps.jsonl -g 1
has out "Recomputed: 2 of 3 rows (66.7 %)"
cat >again.py <<'END'
import json
rows = [("A class of 24 pupils plants trees. Each of the 24 pupils plants 5 trees. "
         "How many trees are planted?", "<<24*5=120>>120\n#### 120"),
        ("A van brings 30 crates. Each of the thirty crates holds 8 melons. How "
         "many melons are there?", "<<30*8=240>>240\n#### 240"),
        ("Ola runs 6k on each of 4 days. How many kilometres are that?",
         "<<6*4=24>>24\n#### 24")] # 6k must not become Xk
for q, a in rows: print(json.dumps({"question": q, "answer": a}))
END
python3 again.py >again.jsonl
for seed in 1 2 3; do
    it "a number that stands twice, seed $seed" 0 evolve again$seed again.jsonl -g 1 \
        --same-numbers --operators crossover --seed $seed
done
check "what a letter hides stands nowhere else" <<'END'
small = "zero one two three four five six seven eight nine ten".split() + [
    ""] * 19 + ["thirty"]
n = 0
for f in ("gsm", "svamp", "mawps", "again1", "again2", "again3"):
    for p in lines(f + "/population.jsonl"):
        for i, q in enumerate(p["params"]["parts"]):
            if "link" not in q: continue
            x = letter(p["params"]["parts"], i)
            t = told(p, i).replace(",", "")
            for noise in texts(p, "useless", "background", "topic", "text"):
                t = t.replace(noise.replace(",", ""), "")
            t = re.sub(r"^.*?answer to question \d+\. ", "", t) # the link
            t = re.sub(r"[Qq]uestion \d+|\d+ times the|\d+ (more|less) than", "", t)
            said = [F(y) for y in re.findall(r"\d+(?:\.\d+)?", t)]
            said += [small.index(w) for w in t.lower().split() if w and w in small]
            want(x not in said, p["id"], f, q["link"]["letter"], x, t)
            n += 1
want(n > 5, n, "links")
END
cat >bounds.py <<'END'
import json
rows = [("Kora scored 26 points and Lev scored 8 points less. Each player with "
         "over 20 points gets one more point. How many points have they together?",
         "<<26-8=18>>18\n<<26+18=44>>44\n<<44+1=45>>45\n#### 45"),
        ("A school has grades 4 \u2013 7. Each grade has 15 pupils. How many pupils "
         "are there?", "<<4*15=60>>60\n#### 60")]
for q, a in rows: print(json.dumps({"question": q, "answer": a}))
END
python3 bounds.py >bounds.jsonl
for seed in 1 2 3 4 5 6; do
    it "bounds, seed $seed" 0 evolve b$seed bounds.jsonl --operators renumber -g 1 \
        --seed $seed
done
check "numbers that no step uses, and ranges, are still true" <<'END'
fresh = set()
for seed in range(1, 7):
    a, b = lines("b%d/population.jsonl" % seed)
    x, d = map(int, re.search(r"(\d+) points and \w+ scored (\d+)", a["statement"]).groups())
    want(int(a["key"]["latex"]) == 2 * x - d + (x > 20) + (x - d > 20), a["statement"],
         a["key"])
    n = int(re.search(r"has (\d+) pupils", b["statement"])[1])
    want("grades 4 \u2013 7" in b["statement"] and b["key"]["latex"] == str(4 * n),
         b["statement"], b["key"])
    fresh |= {(x, d), n}
want(len(fresh) > 4, fresh)
END
for f in gsm.json gsm.csv; do
    it "$f" 0 evolve form $f -g 1 --force --keep-unchanged
    check "$f: the same" <<'END'
bare = lambda f: [p["statement"] for p in lines(f)]
want(bare("form/population.jsonl") == bare("gsm/population.jsonl"))
END
done
it "--same-numbers" 0 evolve kept-numbers gsm.jsonl --same-numbers --without co -g 1
check "--same-numbers: the texts stand there, and the golds" <<'END'
gold = {p["id"]: keys(p)[0]["latex"] for p in lines("kept-numbers/originals.jsonl")}
for p in lines("kept-numbers/population.jsonl"):
    want(answers(p) == [gold[p["params"]["parts"][0]["source"]]], p["id"])
want("Wilma buys 4 boxes" in lines("kept-numbers/population.jsonl")[0]["statement"])
want("Wilma" not in lines("gsm/population.jsonl")[0]["statement"], "names")
END
it "--limit" 0 evolve few gsm.jsonl --limit 3 -g 1
lines few/originals.jsonl 3
it "freshened and nothing else" 0 evolve fresh gsm.jsonl --same-numbers -g 1 \
    --operators renumber,rename
check "freshened and nothing else" <<'END'
for p in lines("fresh/population.jsonl"):
    want(set(steps(p)) <= {"renumber", "rename"} and len(keys(p)) == 1)
    want({l["role"] for l in p["params"]["lines"]} == {"condition", "question"})
END
it "MAWPS without equations" 3 evolve bare bare.jsonl
has err "none of its problems can be evolved"
has err "no computation in the row"
holds gsm/population.jsonl svamp/population.jsonl mawps/population.jsonl \
    kept-numbers/population.jsonl fresh/population.jsonl
it "another reader" 3 evolve none gsm.jsonl --as svamp --force
has err "gsm.jsonl:1"
it "no such reader" 2 evolve none gsm.jsonl --as svampp --force
has err "svamp"
sed -e '3s/.*/{"question": "How many?"}/' -e '5s/^/{"question": "Who/' gsm.jsonl \
    >holes.jsonl
it "broken rows are named, the rest goes on" 1 evolve holes holes.jsonl -g 1 --full
has err "holes.jsonl:3"
has err "holes.jsonl:5"
has out "2 rows could not be read."
check "the rest goes on" <<'END'
s = load("holes/summary.json")["source"]
want(s["unread"] == 2 and s["rows"] == len(list(lines("gsm.jsonl"))) - 2, s)
END
printf '%s\n' '{"question": "Uli hat 12 Birnen und isst 5 davon am Abend auf der Bank vor dem Haus. Wie viele Birnen hat er nun?", "answer": "<<12-5=7>>7\n#### 7"}' >german.jsonl
it "another language" 3 evolve none german.jsonl --force
has err "the text is not English"
cat gsm.jsonl german.jsonl >mixed.jsonl
it "another language among rows" 0 evolve mixed mixed.jsonl -g 1
check "another language among rows" <<'END'
want(not any("Birnen" in p["statement"] for p in lines("mixed/population.jsonl")))
want(any("not English" in r["why"] for r in lines("mixed/left-out.jsonl")))
END

# ---- numbers that never come back ----
# Evolved again from the file, and again: no place has a number it ever had.
it "fresh once" 0 evolve back-1 gsm.jsonl -g 1 --operators renumber
it "fresh again" 0 evolve back-2 back-1/population.jsonl -g 1 --operators renumber
check "fresh again" <<'END'
drawn = 0
for p in lines("back-2/population.jsonl"):
    for s in bodies(p)[0]["slots"]:
        want(s["value"] not in s.get("was", []), p)
        want(len(set(s.get("was", []))) == len(s.get("was", [])), p)
        drawn = max(drawn, len(s.get("was", [])))
want(drawn > 2)
END
holds back-2/population.jsonl
python3 - <<'END'
import json
with open("forged.jsonl", "w") as f:
    for l in open("back-2/population.jsonl"):
        p = json.loads(l)
        for s in p["params"]["parts"][0]["body"]["slots"]:
            if "was" in s:
                s["was"][0] = s["value"]
        f.write(json.dumps(p) + "\n")
END
it "an old number is found" 1 "$assay" check forged.jsonl
has out "is an earlier number of that place"
cp -r gsm before-weights
it "broken weights" 3 evolve gsm gsm.jsonl --weights gsm.jsonl --force
has err "gsm.jsonl"
it "what was there stays" 0 diff -r before-weights gsm

# ---- linear, as a family ----
it "families linear" 0 "$assay" families linear
has out "linear"
for i in 1 2; do
    it "new linear, seed $i" 0 "$assay" new linear -n 20 --seed $i --level all
    cp out l$i.jsonl
done
it "linear: no overlap" 0 "$assay" overlap l1.jsonl l2.jsonl
has err "none shared"
holds l1.jsonl l2.jsonl
it "new linear, to order" 0 "$assay" new linear -n 20 --seed 1 \
    --set variables=3 --set range=50..60 --set theme=ages
cp out l3.jsonl
holds l3.jsonl
check "linear: levels and knobs" <<'END'
n = [len(p["params"]["things"]) for p in lines("l1.jsonl")]
want(n == [5] * 20 + [6] * 20 + [8] * 20, n)
for p in lines("l1.jsonl") + lines("l3.jsonl"):
    want(keys(p)[0]["latex"] == str(solve(p["params"])), p["id"])
for p in lines("l3.jsonl"):
    want(p["params"]["theme"] == "ages" and len(p["params"]["things"]) == 3)
    want(50 <= int(keys(p)[0]["latex"]) <= 60, p["id"])
END
it "linear: no such theme" 2 "$assay" new linear --set theme=moods
has err "theme"
sed 's/"latex": "\([0-9]*\)"/"latex": "1\1"/' l3.jsonl >l4.jsonl
it "linear: other keys" 1 "$assay" check l4.jsonl

# ---- many, and real data ----
# With the 300 of the beginning these are 1,000.
case $ASSAY_BUILD in *sanitize*) n=50 ;; *) n=700 ;; esac
it "many" 0 evolve many -n $n --seed 7
it "many hold" 0 "$assay" check many/population.jsonl
has out "$n problems: $n hold"
it "the paper's settings" 0 "$assay" evolve "$here/examples/evolve-paper.yaml" \
    -n 12 -o published --full
has out "the paper's features"
# ---- a percentage is of an amount, not of a count ----
cat >shirts.jsonl <<'END'
{"question": "Mia buys 4 shirts for 20 dollars each. She gets 25% off the total. How many dollars does she pay?", "answer": "4*20=<<4*20=80>>80\n25% of it is .25*80=<<25*.01*80=20>>20\n80-20=<<80-20=60>>60\n#### 60"}
END
it "a share of the total" 0 evolve shirts shirts.jsonl -g 1 --same-numbers --operators reorder
check "is no share of shirts" <<'END'
d = lines("shirts/population.jsonl")[0]["meta"]["evolve"]["decoys"]
want(len(d) > 1 and all(x["value"] != "79" for x in d), d)
END

# ---- what everybody knows is not another number ----
cat >facts.py <<'END'
import json
for n, small, large in ((16, "cups", "gallon"), (3, "feet", "yard"), (12, "inches", "foot"),
                        (60, "minutes", "hour"), (7, "days", "week"), (8, "ounces", "cup")):
    print(json.dumps({"question": f"There are {n} {small} in a {large}. Mia has 9 of those. How many {small} has she?",
                      "answer": f"{n}*9=<<{n}*9={n * 9}>>{n * 9}\n#### {n * 9}"}))
END
python3 facts.py >facts.jsonl
it "facts of units" 0 evolve facts facts.jsonl -g 1 --operators renumber
check "stay" <<'END'
import re
was = [json.loads(l)["question"].split(".")[0] for l in open("facts.jsonl")]
p = lines("facts/population.jsonl")
want([x["statement"].split(".")[0] for x in p] == was, p)
want(all(" 9 of" not in x["statement"] for x in p), p)
END

# ---- somebody with two names keeps both ----
cat >varied.jsonl <<'END'
{"question": "Adam, Martha, and Betty collect shells. Adam has 14 shells and Marta has 3 times as many. How many shells has Marta?", "answer": "14*3=<<14*3=42>>42\n#### 42"}
{"question": "Adam, Martha, and Betty collect shells. Adam has 14 shells and Martha has 3 times as many. How many shells has Martha?", "answer": "14*3=<<14*3=42>>42\n#### 42"}
END
it "a name in two spellings" 0 evolve varied varied.jsonl -g 1 --operators rename --full
has out "it may call one person by two names"
check "the row keeps its names" <<'END'
p = lines("varied/population.jsonl")
want("Adam" in p[0]["statement"] and "Betty" in p[0]["statement"], p[0])
want("Adam" not in p[1]["statement"] and "Martha" not in p[1]["statement"], p[1])
END

# ---- no story is told twice in a chain, and nobody stands in two parts ----
cat >stories.py <<'END'
import json
rows = [("4 birds were sitting on the fence. 3 more birds and 9 more storks came to join them.",
         "How many storks are sitting on the fence than came as birds?", "( 9.0 - 3.0 )", 6),
        ("6 birds were sitting on the fence. 8 more storks and 4 more birds came to join them.",
         "How many birds are sitting on the fence?", "( 6.0 + 4.0 )", 10),
        ("Frank had 31 tickets. Frank spent 8 tickets.", "How many tickets were left?",
         "( 31.0 - 8.0 )", 23),
        ("Frank baked 12 pies and 25 cakes.", "How many sweet things did he bake?",
         "( 12.0 + 25.0 )", 37)]
for name, pick in (("birds", rows[:2]), ("frank", rows[2:]), ("both", rows[1:3])):
    with open(name + ".jsonl", "w") as f:
        for i, (b, q, e, x) in enumerate(pick):
            f.write(json.dumps({"ID": "s-%d" % i, "Body": b, "Question": q, "Equation": e,
                                "Answer": float(x)}) + "\n")
END
python3 stories.py
for s in birds frank both; do
    it "chains of $s" 0 evolve "chain-$s" $s.jsonl -g 1 --operators crossover --keep-unchanged
done
check "only what is apart is joined" <<'END'
for s, n in (("birds", 1), ("frank", 1), ("both", 2)):
    p = lines("chain-%s/population.jsonl" % s)
    want(len(p) == 2 and all(len(answers(x)) == n for x in p), s, p)
END

if [ -n "${ASSAY_DATA:-}" ]; then
    # A sanitizer looks at some rows; how far it reaches is counted without it.
    case $ASSAY_BUILD in *sanitize*) some='--limit 40' ;; *) some= ;; esac
    for f in gsm8k_test svamp; do
        it "$f" 0 evolve "data-$f" "$ASSAY_DATA/$f.jsonl" -g 1 $some
    done
    [ -n "$some" ] || check "reach" <<'END'
g = load("data-gsm8k_test/summary.json")["source"]
s = load("data-svamp/summary.json")["source"]
want(g["recomputed"] >= 0.85 * g["rows"], g)
want(g["free"] >= 0.55 * g["rows"], g)
want(s["recomputed"] >= 0.97 * s["rows"], s)
for f in ("gsm8k_test", "svamp"):
    for p in lines("data-" + f + "/population.jsonl"):
        for b in bodies(p):
            for x in b.get("slots", []):
                want(x["value"] not in x.get("was", []), p)
END
    holds data-gsm8k_test/population.jsonl data-svamp/population.jsonl
    it "another seed of it" 0 evolve data-5 "$ASSAY_DATA/gsm8k_test.jsonl" --seed 5 \
        ${some:---limit 300}
    it "wrong golds are counted" 0 "$assay" import "$ASSAY_DATA/gsm8k_test.jsonl" -o gsm8k.jsonl
    has err "12 keys known to be wrong"
    it "MAWPS of the copy" 3 evolve none "$ASSAY_DATA/mawps.jsonl" --force
    has err "no computation in the row"
fi
finish
