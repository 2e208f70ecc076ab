#!/bin/sh
# assay climb as a user types it: planted models that fail with depth or level,
# a server, kills, and a benchmark at a stated solve rate.
. "$(dirname "$0")/../lib/tap.sh"
. "$here/tests/lib/server.sh"

plant() { # FILE ENTRY
    printf 'seed: 5\nweak:\n  - {%s, fail: 1}\n' "$2" >"$1"
}
plant deep.yaml 'factor: depth, half: 12, slope: 0.6'
plant early.yaml 'factor: depth, half: 3, slope: 1'
plant level.yaml 'factor: level, half: 2.2, slope: 2'
plant never.yaml 'factor: depth, above: 100000'
plant always.yaml 'factor: depth, above: 0'

# check NAME: the Python program on standard input prints what is wrong.
check() {
    name=$1
    if python3 - >said 2>&1 && [ ! -s said ]; then
        result ok "$name"
    else
        cp said out
        : >err
        fault "not so"
    fi
}

# ---- breaking depths ----
it "two models climb" 0 "$assay" climb hard/towers -m planted:deep.yaml \
    -m planted:early.yaml --store two.db --json
mv out two.json
check "what was planted is found, and the figures add up" <<'END'
import json
rows = json.load(open("two.json"))["climbs"]
for r, half in zip(rows, (12, 3)):
    b = r["breaking"]
    if not b["low"] <= half <= b["high"]: print("interval", b)
    if r["end"] != "narrow" or not 8 <= r["calls"] <= 60: print(r["end"], r["calls"])
    if sum(x["asked"] for x in r["rungs"]) != r["counted"]: print("asked")
    if sum(x["solved"] for x in r["rungs"]) != r["solved"]: print("solved")
    if len({p["id"] for p in r["problems"]}) != r["calls"]: print("ids")
    rates = [x["rate"] for x in r["rungs"]]
    if rates != sorted(rates, reverse=True): print("rates", rates)
    if [x["depth"] for x in r["rungs"]][:4] != [1, 2, 3, 4]: print("rungs")
    if len(r["levels"]) != 5: print("levels")
END
it "the table" 0 "$assay" climb hard/towers -m planted:deep.yaml \
    -m planted:early.yaml --store two.db
has err "0 calls sent, "
has out "breaks at"
has out "hard/towers"
has out "ladder"
has out "--full shows every row"
name="it fits into 80 columns"
if awk 'length > 80 { bad = 1 } END { exit bad }' out; then result ok "$name"
else fault "too wide"; fi
it "all of it" 0 "$assay" climb hard/towers -m planted:deep.yaml \
    -m planted:early.yaml --store two.db --full
has out "slope"
has out "L1 %"
it "every row as Markdown" 0 "$assay" climb hard/towers -m planted:deep.yaml \
    -m planted:early.yaml --store two.db --markdown
has out "L1 %"
it "as CSV" 0 "$assay" climb hard/towers -m planted:deep.yaml --store two.db --csv
lines out 2
it "any number of threads" 0 "$assay" climb hard/towers -m planted:deep.yaml \
    -m planted:early.yaml --store one.db --threads 1 --json
same out two.json

it "beyond all that is asked" 0 "$assay" climb hard/towers --to 9 \
    -m planted:never.yaml --store ends.db
has out "> 9"
has out "(--to DEPTH"
it "at the end of the family" 0 "$assay" climb hard/towers --to 99999999 \
    -m planted:never.yaml --store ends.db
has out "above it (6000 is the"
if grep -q -e '--to DEPTH' out; then fault "it says to go deeper"; fi
it "below the least" 0 "$assay" climb hard/towers -m planted:always.yaml \
    --store ends.db
has out "fails more than half at depth 1"
it "calls run out" 0 "$assay" climb hard/towers -m planted:deep.yaml \
    --store ends.db --calls 6
has out "all calls were used"

# ---- families without a depth ----
it "levels, digits and steps" 0 "$assay" climb concept/crt concept/phi \
    -m planted:level.yaml --store level.db
has out "; 4 is level 3, digits 1;"
it "a chain" 0 "$assay" climb concept/crt+concept/combinations \
    -m planted:level.yaml --store level.db --calls 8
has out "2 is 2 parts"
it "over steps" 0 "$assay" climb concept/crt --over steps --level 2 \
    -m planted:level.yaml --store level.db --calls 8
has out "2 is level 2, steps 1"

# ---- no call is made ----
it "a dry run needs no key" 0 "$assay" climb hard/towers -m openai:gpt-4o \
    --dry-run --store none.db
has out "4 calls would be made, and at most 56 more"
has out "hard/towers: depths 1, 2, 3, 4"
it "what the journal has is not asked" 0 "$assay" climb hard/towers --to 9 \
    -m planted:never.yaml --dry-run --store ends.db
tr -s ' ' <out >table
has table "planted:never.yaml 4 to 60 4 at most 56"
it "it makes no store" 1 test -e none.db

# ---- kills ----
server_climb() { # STORE
    "$assay" climb hard/towers concept/crt -m "$server/ok,ms=60/v1#m" \
        --store "$1" --calls 12 --batch 2 --json
}
server_climb calm.db >calm.json 2>/dev/null
turn=0
while [ $turn -lt 4 ]; do
    turn=$((turn + 1))
    # Not the function: its shell would be killed, and the climb would go on.
    "$assay" climb hard/towers concept/crt -m "$server/ok,ms=60/v1#m" \
        --store killed.db --calls 12 --batch 2 --json >/dev/null 2>&1 &
    pid=$!
    sleep "0.$((turn * 13 % 30 + 5))"
    kill -9 $pid 2>/dev/null
    wait $pid 2>/dev/null
done
it "the same command goes on after kills" 0 server_climb killed.db
same out calm.json
it "its chains are intact" 0 "$assay" store verify --store killed.db
it "a server that fails" 3 "$assay" climb hard/towers \
    -m "$server/500,times=99/v1#m" --retries 0 --store bad.db --calls 8
has out "calls failed; run"
has out "hard/towers          -              -      4       4"
has out "errors"

# ---- a budget ----
it "a budget that is spent" 3 "$assay" climb hard/towers \
    -m "$server/ok/v1#m" --budget 40tokens --store budget.db -c 1
has err "the budget is spent"
it "a larger one" 0 "$assay" climb hard/towers -m "$server/ok/v1#m" \
    --budget 9Mtokens --store budget.db -c 1

# ---- a benchmark at a solve rate ----
it "freeze" 0 "$assay" climb hard/towers -m planted:deep.yaml --store two.db \
    --freeze 40 -o half.jsonl
has err "half.jsonl has 40 problems"
lines half.jsonl 40
it "its keys hold" 0 "$assay" check half.jsonl
check "fresh problems at 40 to 60 percent" <<'END'
import json
asked = {p["id"] for r in json.load(open("two.json"))["climbs"] for p in r["problems"]}
rows = [json.loads(l) for l in open("half.jsonl")]
if asked & {r["id"] for r in rows}: print("asked before")
for m in (r["meta"]["climb"] for r in rows):
    if not 0.4 <= m["rate"] <= 0.6: print(m)
    if m["family"] != "hard/towers" or m["model"] != "planted:deep.yaml": print(m)
if len({r["meta"]["climb"]["depth"] for r in rows}) < 2: print("one depth")
END
it "the model solves about half" 0 "$assay" run half.jsonl \
    -m planted:deep.yaml --store two.db --json
check "between a fifth and four fifths of 40" <<'END'
import json
x = json.load(open("out"))["models"][0]["cell"]["accuracy"]["value"]
if not 0.2 <= x <= 0.8: print(x)
END
it "an existing file stays" 3 "$assay" climb hard/towers -m planted:deep.yaml \
    --store two.db --freeze 4 -o half.jsonl
has err "replace it with --force"
it "no such rate" 1 "$assay" climb concept/crt -m planted:level.yaml \
    --store level.db --freeze 4 --at 99.9..100 -o none.jsonl
has err "concept/crt is left out"
has err "widen --at"
it "hard for the model" 0 "$assay" climb hard/towers -m planted:deep.yaml \
    --store two.db --freeze 4 --at ..10 -o hard.jsonl
lines hard.jsonl 4

# ---- mistakes ----
it "no model" 2 "$assay" climb hard/towers
has err "name a model"
it "no such family" 2 "$assay" climb hard/nothing -m planted:deep.yaml
it "no such ladder" 2 "$assay" climb concept/crt --over depth -m planted:deep.yaml
has err "--over levels"
it "named twice" 2 "$assay" climb hard/towers,hard/towers -m planted:deep.yaml
has err 'has "hard/towers" twice'
it "a range that is none" 2 "$assay" climb hard/towers -m planted:deep.yaml \
    --freeze 3 -o x --at 60..40
has err "like 40..60"
it "freeze needs a file" 2 "$assay" climb hard/towers -m planted:deep.yaml --freeze 3
has err "-o FILE"
finish
