#!/bin/sh
# A run over real replies: 100 MATH problems, 8 samples of a model each. What is
# printed is counted again by other code, from the results alone.
. "$(dirname "$0")/../lib/tap.sh"
data=${ASSAY_DATA:-}/math100x8-replies.jsonl
if [ ! -r "$data" ]; then
    echo "ok 1 - real replies # SKIP \$ASSAY_DATA has no math100x8-replies.jsonl"
    echo "1..1"
    exit 0
fi
it "a run over real replies" 0 "$assay" run "$data" --model "replay:$data" -k 8 --by level --full
has err "700 rows of math100x8-replies.jsonl repeat a problem"
has out "pass@k"
has out "majority@8"
has out "Level 5"
it "as JSON" 0 "$assay" store show last --by level --json
cp out run.json
it "its results" 0 "$assay" store show last --replies
cp out results.jsonl
cat >recount.py <<'END'
import itertools, json, math, sys
from collections import defaultdict
run = json.load(open("run.json"))
label = defaultdict(dict)
for line in open(sys.argv[1]):
    r = json.loads(line)
    label[r["problem"]][r["sample"]] = (r["label"], r["level"])
right, level = defaultdict(dict), {}
ids = {}
for line in open("results.jsonl"):
    r = json.loads(line)
    right[r["problem_id"]][r["attempt"]] = r["lenient"] == "correct"
# ids are in the order of the statements
for pid, statement in zip(right, label):
    ids[pid] = statement
cell = run["models"][0]["cell"]
close = lambda a, b: abs(a - b) < 1e-9
n = sum(len(v) for v in right.values())
print("attempts", n)
print("avg@8", close(cell["accuracy"]["value"],
                     sum(sum(v.values()) for v in right.values()) / n))
for k in (1, 2, 5, 8):
    each = []
    for v in right.values():
        tries = list(itertools.combinations(v.values(), k))
        each.append(sum(any(t) for t in tries) / len(tries))
    print("pass@%d" % k, close(cell["pass"][k - 1]["value"],
                               sum(each) / len(each)))
for lv, c in sorted(run["models"][0]["groups"]["level"].items()):
    mine = [v for p, v in right.items() if label[ids[p]][0][1] == lv]
    print(lv, c["problems"] == len(mine),
          close(c["accuracy"]["value"],
                sum(sum(v.values()) for v in mine) / (8 * len(mine))))
# The labels of the file are another tool's; nine are known to be wrong.
differ = sum(label[ids[p]][a - 1][0] != ok
             for p, v in right.items() for a, ok in v.items())
print("labels that differ: at most 9", differ <= 9)
END
it "counted again" 0 python3 recount.py "$data"
is out "attempts 800
avg@8 True
pass@1 True
pass@2 True
pass@5 True
pass@8 True
Level 1 True True
Level 2 True True
Level 3 True True
Level 4 True True
Level 5 True True
labels that differ: at most 9 True"
finish
