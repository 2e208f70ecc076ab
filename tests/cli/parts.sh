#!/bin/sh
# Several asked values: `assay run`, `assay evolve --model` and `assay grade`
# count the same on the same replies, whatever way they are given in.
. "$(dirname "$0")/../lib/tap.sh"
. "$here/tests/lib/check.sh"
unset ASSAY_STORE

cat >>tools.py <<'END'
def keys(p): return p.get("keys") or [dict(p["key"], name="answer")]
SETS = ["full", "full-2gen", "full-without-fm", "full-without-lm",
        "full-without-co", "easy", "hard", "evolved-easy"]
# Ways of giving the values v to the questions q; the last one is "final".
WAYS = [
    lambda q, v: "\\boxed{%s}" % "; ".join(map("%s: %s".__mod__, zip(q, v))),
    lambda q, v: "\n".join("%s: \\boxed{%s}" % x for x in zip(q, v)),
    lambda q, v: " ".join("The answer to %s is %s." % x
                          for x in zip(q[:-1], v)) +
                 " The final answer is %s." % v[-1],
    lambda q, v: "\n\n".join("**%s:** It costs %s." % (n.capitalize(), x)
                             for n, x in zip(q, v)),
    lambda q, v: "So \\boxed{%s}." % ", ".join(v),
    lambda q, v: "Thus " + " and ".join("%s = %s" % x for x in zip(q, v)),
    lambda q, v: "$$\\boxed{%s}$$" % ";\\ ".join(
        "\\text{%s: } %s" % x for x in zip(q, v)),
    lambda q, v: "| Question | Answer |\n|---|---|\n" + "\n".join(
        "| %s | %s |" % (n.replace("question ", ""), x) for n, x in zip(q, v)),
    lambda q, v: '{"answers": [%s]}' % ", ".join(v),
    lambda q, v: json.dumps(dict(zip(q, map(int, v)))),
    lambda q, v: "\n".join("(%d) %s" % (i + 1, x) for i, x in enumerate(v)),
    lambda q, v: "We get " + " and ".join(
        "%s for %s" % (x, n) for n, x in zip(q[:-1], v)) +
        ", and %s is the final answer." % v[-1],
    lambda q, v: "\n".join("\\boxed{%s}" % x for x in v),
    lambda q, v: "## Question 1\n\nWe add.\n\n" + "\n\n".join(
        "Answer to %s: %s" % x for x in zip(q, v)),
]
def say(way, p, v):
    q = [k["name"] for k in keys(p)]
    return WAYS[way](q, v) if len(v) > 1 else "\\boxed{%s}" % v[0]
def problems():
    seen = {}
    for s in SETS:
        try: rows = lines("made/%s.jsonl" % s)
        except FileNotFoundError: continue
        for p in rows: seen[p["statement"]] = p
    return list(seen.values())
def spoil(i, v): # every third final answer, every seventh first one
    v = list(v)
    if len(v) > 1 and i % 7 == 1: v[0] = str(int(v[0]) + 1)
    if i % 3 == 2: v[-1] = str(int(v[-1]) + 1)
    return v
def cells(f, of):
    return {c["set"]: c[of]["marks"] for c in json.load(open(f))["accuracy"]}
END
look() { # NAME < SCRIPT, which prints what is wrong
    name=$1
    { echo 'from tools import *'; cat; } >look.py
    python3 look.py >said 2>&1
    if [ -s said ]; then fault "$(head -c 2000 said)"; else result ok "$name"; fi
}

printf 'seed: 5\nbase: 0\n' >right.yaml
it "sets" 0 "$assay" evolve -n 16 --seed 3 --model planted:right.yaml \
    --store made.db -o made
look "there are chains" <<'END'
want(sum(len(keys(p)) > 1 for p in problems()) > 20, len(problems()))
END

# ---- every way of answering, all of them right ----
look "right replies" <<'END'
chains = [p for p in lines("made/full.jsonl") if len(keys(p)) > 1][:2]
with open("chains.jsonl", "w") as c, open("ways.jsonl", "w") as w:
    for p in chains:
        c.write(json.dumps(p) + "\n")
        for k in range(len(WAYS)):
            w.write(json.dumps({"problem": p["statement"], "response":
                say(k, p, [x["latex"] for x in keys(p)])}) + "\n")
END
it "a run of all ways" 0 "$assay" run chains.jsonl -m replay:ways.jsonl -k 14 \
    --store ways.db
it "its results" 0 "$assay" store show last --replies --store ways.db
cp out ways.out
look "a run counts every way as correct" <<'END'
rows = lines("ways.out")
want(len(rows) == 2 * len(WAYS), len(rows))
for r in rows:
    want(r["lenient"] == r["strict"] == "correct", r["response"], r["why"])
    want(all(x["value"] for x in r["more"]["parts"]), r["more"])
END

# ---- run and evolve on the same replies ----
look "replies" <<'END'
with open("mixed.jsonl", "w") as w:
    for i, p in enumerate(problems()):
        v = spoil(i, [x["latex"] for x in keys(p)])
        w.write(json.dumps({"problem": p["statement"],
                            "response": say(i % len(WAYS), p, v)}) + "\n")
END
it "evolve" 0 "$assay" evolve -n 16 --seed 3 --model replay:mixed.jsonl \
    --store evolve.db -o asked
for set in full full-2gen full-without-co; do
    it "run of $set" 0 "$assay" run asked/$set.jsonl -m replay:mixed.jsonl \
        --store run.db
    it "results of $set" 0 "$assay" store show last --replies --store run.db
    cp out $set.out
done
look "run and evolve count the same" <<'END'
final, first = (cells("asked/tables.json", k) for k in ("final", "question_1"))
right = {p["statement"]: spoil(i, [x["latex"] for x in keys(p)]) ==
         [x["latex"] for x in keys(p)] for i, p in enumerate(problems())}
for s in ("full", "full-2gen", "full-without-co"):
    n = {"first": 0, "final": 0, "chains": 0}
    for p, r in zip(lines("asked/%s.jsonl" % s), lines(s + ".out")):
        parts = r.get("more", {}).get("parts") or [r]
        n["final"] += parts[-1]["lenient"] == "correct"
        if len(parts) > 1:
            n["chains"] += 1
            n["first"] += parts[0]["lenient"] == "correct"
        want((r["lenient"] == "correct") == right[p["statement"]], r["response"])
        want((r["lenient"] == "correct") ==
             all(x["lenient"] == "correct" for x in parts), r)
    want(final[s]["correct"] == n["final"] > 0, s, final[s], n)
    want(first[s]["correct"] == n["first"], s, first[s], n)
    want(final[s]["wrong"] > 0, s)
    want(len(n) == len(set(n.values())) or n["chains"] == 0, s, n)
    want(sum(first[s].values()) == n["chains"], s, first[s], n)
END

# ---- assay grade on the same rows ----
look "rows" <<'END'
with open("rows.jsonl", "w") as w:
    for p, r in zip(lines("asked/full.jsonl"), lines("full.out")):
        w.write(json.dumps(dict(p, response=r["response"])) + "\n")
END
it "grade" 0 "$assay" grade rows.jsonl
cp out graded.out
look "grade says the same" <<'END'
for r, g in zip(lines("full.out"), lines("graded.out")):
    want(r["lenient"] == g["lenient"] and r["strict"] == g["strict"], r, g)
    want(r.get("more", {}).get("parts") == g.get("parts"), r, g)
END
finish
