#!/bin/sh
# assay evolve in pairs, as a user types it: arms of public sets with models that
# remember or compute, several sets in one table, and operators' effects on
# models that stumble over one of them.
. "$(dirname "$0")/../lib/tap.sh"
. "$here/tests/lib/check.sh"
unset ASSAY_STORE

cat >>tools.py <<'END'
def keys(p): return p.get("keys") or [dict(p["key"], name=None)]
def steps(p): return [s["operator"] for s in p["meta"]["evolve"]["lineage"]]
def reply(p, final): # right but for the last answer
    v = [k["latex"] for k in keys(p)[:-1]] + [final]
    return "\\boxed{%s}" % "; ".join(
        "%s: %s" % (k["name"], x) if k["name"] else x for k, x in zip(keys(p), v))
def put(h, p, final): # the text tells which problem: sets have the same ids
    h.write(json.dumps({"problem": p["statement"], "response": reply(p, final)}) + "\n")
def near(a, b): return abs(a - b) < 1e-9
END
evolve() { "$assay" evolve "$@"; }

# ---- two public sets ----
python3 - <<'END'
import json
def gsm(q, *notes):
    return {"question": q, "answer": "\n".join(
        "So it is %s = <<%s=%s>>%s." % (f, f, v, v) for f, v in notes) + "\n#### %s" % notes[-1][1]}
with open("shop.jsonl", "w") as h:
    for i in range(12):
        a, b, c = 13 + 5 * i, 4 + i, 3 + i % 4
        h.write(json.dumps(gsm(
            "Mia buys %d red buttons and %d blue buttons. Each button costs %d coins. "
            "How many coins does Mia pay?" % (a, b, c),
            ("%d+%d" % (a, b), a + b), ("%d*%d" % (a + b, c), (a + b) * c))) + "\n")
with open("farm.jsonl", "w") as h:
    for i in range(9):
        a, b = 90 + 7 * i, 11 + 2 * i
        h.write(json.dumps(gsm(
            "Tom has %d eggs. He sells %d eggs to Anna. How many eggs does Tom have left?"
            % (a, b), ("%d-%d" % (a, b), a - b))) + "\n")
END
arms="--arms original,renumbered,renamed,reworded,evolved"
for s in shop farm; do
    it "arms of $s, nobody is asked" 0 evolve $s.jsonl $arms -o $s
    for f in renumbered renamed reworded; do
        it "$s: $f holds" 0 "$assay" check $s/$f.jsonl
    done
done
check "each arm changes one thing" <<'END'
for f, op in (("renumbered", "renumber"), ("renamed", "rename"), ("reworded", "polish")):
    p = lines("shop/%s.jsonl" % f)
    want(len(p) == 12, f, len(p))
    want(all(steps(x) == [op] for x in p), f, steps(p[0]))
    gold = {o["id"]: o for o in lines("shop/originals.jsonl")}
    for x in p:
        o = gold[x["params"]["parts"][0]["source"]]
        same = x["key"]["latex"] == o["key"]["latex"]
        want(same == (f != "renumbered"), f, x["key"], o["key"])
        want(x["statement"] != o["statement"], f, "is the original")
s = load("shop/summary.json")["sets"]
want(s["renumbered"] == s["renamed"] == s["reworded"] == 12, s)
END
check "replies" <<'END'
memo, calc = open("memo.jsonl", "w"), open("calc.jsonl", "w")
for s in "shop", "farm":
    gold = {o["id"]: o["key"]["latex"] for o in lines(s + "/originals.jsonl")}
    for f in ("originals", "renumbered", "renamed", "reworded", "population", "easy",
              "hard"):
        for p in lines("%s/%s.jsonl" % (s, f)):
            last = p["params"]["parts"][-1] if f != "originals" else {}
            of = last.get("original") or last.get("source") or p["id"]
            put(memo, p, gold[of])
            put(calc, p, keys(p)[-1]["latex"])
END
models="--model replay:memo.jsonl --model replay:calc.jsonl"
it "a dry run of arms" 0 evolve shop.jsonl $arms $models -o told --dry-run
told=$(sed -n 's/ calls would be made$//p' out)
it "who remembers, and who computes" 0 evolve shop.jsonl $arms $models --store one.db \
    -o told --full
has out "memory: share of wrong numerical answers"
check "the memory rate is 100 % and none, beside chance" <<'END'
t = load("told/tables.json")
rows = {(r["model"][7:11], r["arm"]): r for r in t["arms"]}
want(len(rows) == 8, sorted(rows))
for arm in "renumbered", "evolved":
    m, c = rows["memo", arm], rows["calc", arm]
    want(m["memory"]["of"] > 5 and m["memory"]["rate"] == 1, arm, m["memory"])
    want(m["memory"]["low"] > 0.5 > m["memory"]["chance"], arm, m["memory"])
    want(c["memory"]["of"] == 0 and c["memory"]["rate"] is None, arm, c["memory"])
    want(c["after"]["value"] == 1 and c["difference"]["value"] == 0, arm, c)
m = rows["memo", "renumbered"]
want(m["pairs"] == 12 and m["before"]["value"] == 1 and m["after"]["value"] == 0, m)
want(m["lost"]["value"] == 1 and m["difference"]["p"] < 0.01, m)
for arm in "renamed", "reworded": # the gold is still right
    want(rows["memo", arm]["after"]["value"] == 1, arm, rows["memo", arm])
    want(rows["memo", arm]["memory"]["of"] == 0, arm)
mean = {r["arm"]: r for r in t["means"]}
want(near(mean["renumbered"]["after"], 0.5) and mean["renumbered"]["models"] == 2, mean)
want(near(mean["renumbered"]["difference"], 0.5), mean)
END
name="as many calls as told"
n=$(python3 -c 'import json; print(json.load(open("told/summary.json"))["asked"])')
if [ "$n" = "$told" ]; then result ok "$name"; else fault "$n, not $told"; fi
it "a page of them" 0 "$assay" report told -o page.html
has page.html "remembered-golds"
it "without arms, the same rates" 0 evolve shop.jsonl -g 2 $models --store plain.db -o plain
check "the variants of a file have a memory rate too" <<'END'
for r in load("plain/tables.json")["paired"]["models"]:
    m = r["memory"]
    want(m["rate"] == (1 if "memo" in r["model"] else None), r["model"], m)
END
it "arms of no file" 2 evolve --arms renamed
has err "--arms needs a DATASET"
it "one arm alone" 2 evolve shop.jsonl --arms original
has err "for example renumbered"
it "no such arm" 2 evolve shop.jsonl --arms recoloured

# ---- several sets ----
it "a dry run of two sets" 0 evolve shop.jsonl farm.jsonl $arms $models -o both --dry-run
has out "farm"
printf '%s\n' '{"question": "Eve has 3 times more coins than Tom, who has 12. How many has she?", "answer": "<<3*12=36>>36\\n#### 36"}' >open.jsonl
it "a dry run of rows that a writer could certify, without one" 0 \
    evolve open.jsonl shop.jsonl $models -o both --dry-run
it "makes nothing" 1 test -e both
it "the same for programs" 0 evolve shop.jsonl farm.jsonl $arms $models -o both --dry-run --json
check "one document of both sets" <<'END'
f = load("out") # one object
want({r["set"] for r in f["stages"]} == {"shop", "farm"}, f)
want(f["ask"]["most"] == sum(r["ask"]["most"] for r in f["stages"]) > 0, f)
END
it "two sets, two models" 0 evolve shop.jsonl farm.jsonl $arms $models --store two.db -o both
has out "all sets"
has out "farm"
check "one table of both, with means over models and sets" <<'END'
t = load("both/tables.json")
want([s["set"] for s in t["sets"]] == ["shop", "farm"], t["sets"])
rows = {(r["set"], r["model"][7:11], r["arm"]): r for r in t["arms"]}
want(len(rows) == 16, sorted(rows))
for s in "shop", "farm":
    own = {(r["model"][7:11], r["arm"]): r for r in load("both/%s/tables.json" % s)["arms"]}
    for (m, a), r in own.items():
        want(rows[s, m, a]["after"] == r["after"], s, m, a)
for set_ in "shop", "farm", None:
    for a in "renumbered", "evolved":
        (g,) = [r for r in t["means"] if r["set"] == set_ and r["arm"] == a]
        of = [r for (s, m, b), r in rows.items() if b == a and set_ in (s, None)]
        want((g["models"], g["drops"]) == (2, len(of)), g)
        for k in "before", "after", "difference":
            want(near(g[k], sum(r[k]["value"] for r in of) / len(of)), set_, a, k, g)
        r = g["relative_drop"]
        want(near(r["value"], g["difference"] / g["before"]), set_, a, g)
        want(r["low"] < r["value"] < r["high"] <= 1, set_, a, g)
END
it "each has its own folder" 0 "$assay" check both/farm/renumbered.jsonl
it "again, from the journal" 0 evolve shop.jsonl farm.jsonl $arms $models --store two.db -o both
check "nobody was asked" <<'END'
want(all(s["asked"] == 0 for s in load("both/tables.json")["sets"]), "asked")
END
it "a page of both" 0 "$assay" report both -o page.html
mkdir -p other && cp shop.jsonl other/
it "two of one name" 2 evolve shop.jsonl other/shop.jsonl -o same
has err "rename one"
it "a folder of one set" 2 evolve shop.jsonl farm.jsonl -o told
has err "contains an evolution of one dataset"
it "several, and --print-spec" 2 evolve shop.jsonl farm.jsonl --print-spec

# ---- effects ----
it "effects, nobody is asked" 0 evolve -n 12 --effects -o design
check "replies that stumble" <<'END'
rows = lines("design/effects.jsonl")
want(len(rows) == 12 * 16, len(rows))
half = sum("useless-condition" in steps(p) for p in rows)
want(half == 12 * 8, half)
for op in "useless-condition", "crossover", "nothing":
    with open(op + ".jsonl", "w") as h:
        for p in rows:
            k = keys(p)[-1]["latex"]
            put(h, p, "4711" if op in steps(p) else k)
END
eff="-n 12 --effects --model replay:useless-condition.jsonl --model replay:crossover.jsonl
     --model replay:nothing.jsonl"
it "a dry run of effects" 0 evolve $eff -o effects --dry-run
has out "$((3 * 12 * 16)) calls would be made"
it "effects" 0 evolve $eff --store eff.db -o effects --full
has out "effects of operators"
has out "useless-condition"
check "no operator's name is broken within" <<'END'
text = open("out").read().split("effects of operators")[1].split("each problem")[0]
for op in ("approximate-replacement", "useless-condition", "misleading-condition",
           "misleading-text", "irrelevant-topic", "crossover", "background"):
    for word in op.split("-"):
        want(re.search(r"(?<![a-z])%s(?![a-z])" % word, text), word)
END
check "the operator that hurts has the effect, all others none" <<'END'
rows = load("effects/tables.json")["effects"]
want(len(rows) == 3 * 7, len(rows))
for r in rows:
    hit = r["operator"] in r["model"]
    want(r["problems"] == 12, r)
    want(near(r["drop"]["value"], 1 if hit else 0), r)
    want(near(r["with"]["value"], 0 if hit else 1 if "nothing" in r["model"] else .5), r)
    want((r["drop"]["low"] > 0) == hit and (r["drop"]["p"] < 0.2) == hit, r)
END
it "the first run has all operators, the one in the middle none" 0 evolve -n 12 -g 1 -o alike
check "as full and the seeds" <<'END'
def texts(f): return [p["statement"] for p in lines(f)]
all_ = texts("design/effects.jsonl")
want(all_[:12] == texts("alike/population.jsonl"), "full")
want(all_[96:108] == texts("alike/seeds.jsonl"), "seeds")
END
it "of three operators" 0 evolve -n 4 --effects --operators useless-condition,background,reorder \
    -o three
name="eight runs"
if [ "$(wc -l <three/effects.jsonl)" = 32 ]; then result ok "$name"; else fault "not so"; fi
it "effects of none" 2 evolve shop.jsonl --effects --without fm,lm,co -o none
has err "no operator has an effect"

# ---- small things ----
it "one generation" 0 evolve -n 1 -g 1 --settings -o single --full
has out "accepted in the only generation; the others are easy"
has out "1 linear seed; it needs all of its equations"
has out "1 problem in the population (full)"
has err "generation 1, 1 problem"
it "one problem, one operator" 0 evolve -n 1 -g 1 --model replay:nothing.jsonl -o none --dry-run --effects \
    --operators reorder
has out "2 calls would be made"
it "no setting of two" 1 test -e single/full-2gen.jsonl
it "all concept families" 0 evolve --families concept/all -n 90 -g 1 -o concepts
check "each of them" <<'END'
n = len({p["params"]["parts"][0]["source"].split("@")[0] for p in lines("concepts/seeds.jsonl")})
want(n > 70, n)
END
it "no such folder" 2 evolve --families nosuch/all
has err 'there is no family "nosuch/all"'
finish
