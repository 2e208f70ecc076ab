#!/bin/sh
# Fitness as a user meets it: structurally harder populations score higher, each
# by a margin; the paper's weights are still there; scores compare between runs;
# weights of a run, and what they were fitted to.
. "$(dirname "$0")/../lib/tap.sh"
unset ASSAY_STORE

score() { # NAME OPTIONS...: the mean of the first generation, into NAME.score
    set=$1
    shift
    case $1 in *.jsonl) ;; *) set -- -n 60 "$@" ;; esac
    it "scores of $set" 0 "$assay" evolve -o "$set" -g 1 "$@"
    python3 - "$set" >"$set.score" <<'PY'
import json, sys
print(json.load(open(sys.argv[1] + "/summary.json"))["generations"][0]["mean"])
PY
}
harder() { # MARGIN EASIER HARDER...: each by a margin above the one before
    margin=$1 last=$2
    shift 2
    for next in "$@"; do
        if python3 -c "import sys; a, b = (float(open(f + '.score').read()) for f in sys.argv[2:]); sys.exit(not b >= a + float(sys.argv[1]))" \
            "$margin" "$last" "$next"; then
            result ok "$next scores higher than $last"
        else
            cat "$last.score" "$next.score" >out
            : >err
            fault "$next does not score $margin above $last"
        fi
        last=$next
    done
}

# ---- more variables ----
for v in 2 3 5 8; do
    score seeds-$v --variables $v --operators reorder
    score evolved-$v --variables $v
done
harder 0.3 seeds-2 seeds-3 seeds-5 seeds-8
harder 0.3 evolved-2 evolved-3 evolved-5 evolved-8
harder 0.3 seeds-5 evolved-5

# ---- deeper elimination, a longer way, with as many variables ----
for d in 0 1 3; do
    score depth-$d --variables 6 --depth $d --operators reorder
done
harder 0.15 depth-0 depth-1 depth-3
for d in 1 4; do
    score distance-$d --variables 6 --depth 0 --distance $d --operators reorder
done
harder 0.05 distance-1 distance-4
for d in 0 1 2 3 4; do # alone: the depth is held
    score way-$d --distance $d --operators reorder
done
harder 0.015 way-0 way-1 way-2 way-3 way-4

# ---- and with all operators, where no value is given directly, too ----
for d in 0 1 2 3 4 5; do
    score evolved-way-$d --distance $d
    score evolved-depth-$d --depth $d
done
harder 0.005 evolved-way-0 evolved-way-1 evolved-way-2 evolved-way-3 \
    evolved-way-4 evolved-way-5
harder 0.1 evolved-depth-0 evolved-depth-1 evolved-depth-2 evolved-depth-3 \
    evolved-depth-4 evolved-depth-5
for shape in "--depth 4" "--distance 4" "--depth 2 --distance 3" "--depth 7 --variables 8"; do
    # shellcheck disable=SC2086
    it "a guess: $shape" 0 "$assay" evolve -o guess --force -n 40 -g 1 $shape \
        --operators approximate-replacement
    it "is checked" 0 "$assay" check guess/population.jsonl
    python3 - >said 2>&1 <<'PY'
import json
rows = [json.loads(l) for l in open("guess/lineage.jsonl")]
n = sum(any(s["operator"] == "approximate-replacement" for s in r["lineage"]) for r in rows)
if n != len(rows): print(n, "of", len(rows), "have a decoy")
PY
    [ ! -s said ] && result ok "all have a decoy" || { cp said out; fault "not so"; }
done

# ---- chains ----
score chain-2 --variables 3 --operators crossover
score chain-1 --variables 3 --operators reorder
harder 0.5 chain-1 chain-2

# ---- what is laid on the path, and beside it ----
score near --operators misleading-condition
score nearer --operators approximate-replacement,misleading-condition
score beside --operators useless-condition
score text --operators background
harder 0.1 seeds-5 near nearer
harder 0.1 seeds-5 beside
harder 0.1 seeds-5 text

# ---- longer computations of public rows, higher levels ----
python3 - <<'PY'
import json
names = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gia", "Hugo"]
for kind, more in (("short", 0), ("long", 5)):
    with open(kind + ".jsonl", "w") as f:
        for i in range(24):
            x, y = 30 + 7 * i, 12 + i
            text = f"{names[i % 8]} has {x} marbles and finds {y} more marbles."
            notes, total = f"{x}+{y}=<<{x}+{y}={x + y}>>{x + y}\n", x + y
            for k in range(more):
                z = 3 + i % 5 + 2 * k
                text += f" Later, {z} more marbles come in a bag."
                notes += f"{total}+{z}=<<{total}+{z}={total + z}>>{total + z}\n"
                total += z
            f.write(json.dumps({"question": text + " How many marbles are there now?",
                                "answer": notes + f"#### {total}"}) + "\n")
PY
score rows-short short.jsonl --operators reorder
score rows-long long.jsonl --operators reorder
harder 0.5 rows-short rows-long
for l in 1 3; do
    score level-$l --families concept/sequences,concept/linear-equations -l $l \
        --operators reorder
done
harder 0.1 level-1 level-3

# ---- selection: neither most nor none of the usual population ----
it "the usual population" 0 "$assay" evolve -o usual -n 300 --full
has out "measured on two small language models"
has out "log odds of failure"
python3 - >said 2>&1 <<'PY'
import json
s = json.load(open("usual/summary.json"))
g = s["generations"][0]
if not 0.05 < g["low_score"] / g["problems"] < 0.5: print(g)
w = s["weights"]
if w["features"] != "own" or len(w["failures"]) != 10 or not w["slope"] > 0: print(w)
# A score by hand, from the features that the lineage names and no others.
of = {x["feature"]: x["weight"] for x in w["weights"] if x["weight"]}
rows = [json.loads(l) for l in open("usual/lineage.jsonl")]
low = {"elimination": (0, 8, 2), "distance": (0, 20, 4), "steps": (2, 20, 10),
       "near_path": (0, 10, 5), "beside_path": (0, 10, 5), "noise_ratio": (0, .8, .65)}
for r in rows[:20]:
    x = w["slope"] * sum(of[k] * (r["features"][k] - m) / (b - a)
                         for k, (a, b, m) in low.items())
    if abs(x - r["score"]) > 1e-3: print(r["id"], x, r["score"])
    if "readability" in r["features"] or "second_likeness" in r["features"]: print(r["features"])
PY
[ ! -s said ] && result ok "scores follow from features and weights" || { cp said out; fault "not so"; }
it "a page has the calibration" 0 "$assay" report usual -o page.html
grep -q fitness-calibration page.html && result ok "its figure" || fault "no figure"

# ---- the paper's stay ----
it "the paper's" 0 "$assay" evolve -o paper -n 12 --features paper --full
has out "weights: published"

# ---- weights of a run: a planted model that fails with more to solve ----
cat >fails.yaml <<'Y'
seed: 3
base: 0.02
weak:
  - numbers: {half: 10, slope: 0.5}
    fail: 1
Y
it "problems of all sizes" 0 sh -c "for v in 2 4 6 8; do '$assay' new linear -n 60 \
    --set variables=\$v -s f; done >sizes.jsonl"
it "a run over them" 0 "$assay" run sizes.jsonl -m planted:fails.yaml --store s.db
it "weights of it" 0 "$assay" evolve --calibrate last --store s.db -o w.json
has out "in the score"
has out "failures by deciles"
has out "scores higher than a solved one in"
python3 - >said 2>&1 <<'PY'
import json
w = json.load(open("w.json"))
of = {x["feature"]: x["weight"] for x in w["weights"]}
if not of["steps"] > 0.5 or min(of.values()) < 0: print(of)
if not w["auc"] > 0.8 or not w["auc_low"] < w["auc"] < w["auc_high"]: print(w["auc"])
PY
[ ! -s said ] && result ok "steps weigh most, nothing is upside down" || { cp said out; fault "not so"; }
grep -q "no feature separates" out && fault "they tell" || result ok "they tell"
cat >random.yaml <<'Y'
seed: 3
base: 0.5
Y
it "a model that fails at random" 0 "$assay" run sizes.jsonl -m planted:random.yaml --store r.db
it "tells nothing" 0 "$assay" evolve --calibrate last --store r.db -o r.json
has out "no feature separates failures from successes"
it "an evolution by them" 0 "$assay" evolve -o mine -n 12 --weights w.json --full
has out "weights: run "
finish
