#!/bin/sh
# What a hunt says it counted: calls, replies, problems that nobody solves; and
# what it does not ask. Planted targets.
. "$(dirname "$0")/../lib/tap.sh"
. "$here/tests/lib/check.sh"
unset ASSAY_STORE

printf 'seed: 11\nbase: 0.1\nweak:\n  - {answer: fraction, fail: 0.8}\n' >a.yaml
printf 'seed: 12\nbase: 0.1\nweak:\n  - {factor: words, above: 50, fail: 0.7}\n' >b.yaml
printf 'seed: 5\nbase: 0\ntruncated: 0.97\n' >cut.yaml
printf 'seed: 5\nbase: 0\n' >able.yaml
cat >few.yaml <<'EOF'
probe: {singles: 6, pairs: 0}
problems: 8
control_problems: 8
chosen: 1
EOF
few() { # OUT OPTIONS...
    o=$1
    shift
    "$assay" hunt few.yaml -o "$o" --store "$o.db" "$@"
}

# ---- two targets, two stages ----

it "two targets" 0 few two --target planted:a.yaml --target planted:b.yaml
mv out two.out
check "of all: problems that no target solved; replies of both stages" <<'EOF'
t = load("two/summary.json")["targets"]
rows = lines("two/outcomes.jsonl")
fails, replies = {}, {}
for r in rows:
    fails.setdefault(r["id"], []).append(r["fails"])
    for k, n in r["replies"].items():
        for name in r["target"], "all":
            replies.setdefault(name, {}).setdefault(k, 0)
            replies[name][k] += n
want(t[2]["target"] == "all" and t[0]["again"] and t[2]["again"], t[2])
want(t[2]["failing"] == sum(map(all, fails.values())), t[2]["failing"])
want(t[2]["failing"] < min(t[0]["failing"], t[1]["failing"]), "less")
for x in t:
    for k, n in replies[x["target"]].items():
        want(x["replies"][k] == n, x["target"], k, n, x["replies"][k])
text = open("two.out").read()
for x in t:
    want(f'{x["replies"]["solved"]} solved, {x["replies"]["wrong"]} wrong' in text,
         "no line of", x["target"])
EOF
check "a rate that was completed is said to be one" <<'EOF'
text = " ".join(open("two.out").read().split())
said = 0
for r in load("two/hypotheses.json"):
    b = r["replies"]["benchmark"]
    if not r["reported"] or r["target"] == "all":
        continue
    plain = b["solved"] / (b["solved"] + b["wrong"])
    other = f"{100 * plain:.1f} % of the benchmark replies are right"
    want((abs(plain - 1 + r["inside"]) >= 0.0005) == (other in text), other, r["inside"])
    said += other in text
want(said, "none is completed")
EOF
check "calls" <<'EOF'
c = load("two/summary.json")["calls"]
want(c["asked"] > 0, c)
open("calls", "w").write(str(c["asked"] + c["journalled"]))
EOF
it "done again" 0 few two --target planted:a.yaml --target planted:b.yaml
has out "Calls: 0 asked, $(cat calls) from the store, 0 failed."

# ---- the limit on tokens ----

it "nearly all truncated" 0 few cut --target planted:cut.yaml
has out "Because of this limit, nothing else can be concluded."
cp err cut.err
check "nothing more is asked" <<'EOF'
s = load("cut/summary.json")
want("again" not in open("cut.err").read(), "again")
want(s["step"] is None and s["calls"]["asked"] == s["benchmark"], s["calls"])
EOF

# ---- a step to other levels ----

it "a dry run" 0 few able --target planted:able.yaml --dry-run --json
cp out dry.json
it "all solved" 0 few able --target planted:able.yaml
check "the forecast has the step" <<'EOF'
s, dry = load("able/summary.json"), load("dry.json")
rows = {r["stage"]: r for r in dry["stages"]}
want(s["step"] == "up", s["step"])
more = s["calls"]["asked"] - rows["failures"]["ask"]["most"]
want(0 < more <= rows["levels"]["ask"]["most"], more)
want(s["calls"]["asked"] <= dry["ask"]["most"], dry["ask"])
EOF

finish
