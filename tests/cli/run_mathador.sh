#!/bin/sh
# Runs on Mathador: what its paper studies, with a planted model.
. "$(dirname "$0")/../lib/tap.sh"
for seed in a b c; do
    for shots in 0 2 5 10 20; do
        "$assay" new mathador --level 2 --seed $seed --count 8 --set shots=$shots
    done
    for prompt in brief worked; do
        "$assay" new mathador --level 2 --seed $seed --count 8 --set prompt=$prompt
    done
done >games.jsonl
printf 'seed: 1\nbase: 0.2\n' >good.yaml
printf 'seed: 2\nbase: 0.5\n' >fair.yaml
printf 'seed: 3\nbase: 0.8\n' >poor.yaml
cat >facts.yaml <<'END'
planted:good.yaml: {size: 70e9, gsm8k: 95, math: 60}
planted:fair.yaml: {size: 8e9, gsm8k: 80, math: 40}
planted:poor.yaml: {size: 1e9, gsm8k: 40, math: 20}
END
it "three models, ten attempts" 0 "$assay" run games.jsonl -m planted:good.yaml \
    -m planted:fair.yaml -m planted:poor.yaml -k 10 --facts facts.yaml --full
for what in solved optimal score/18 score/best "best of k" calculation shots \
    prompt seed difficulty gsm8k size; do
    has out "$what"
done
has out "shots side by side, all with prompt = full; the same 24 games in each row"
has out "prompt side by side, all with shots = 0; the same 24 games in each row"
has out "between 21 sets of 7 kinds"
has out "of 1680 ("
has out "Solved: the target is reached"
has out "clustered by template, parent or game"
name="the table of correlations has a row for each fact"
awk '/^fact /, /^$/ { print NF, $1 }' out >rows
is rows "9 fact
8 size
8 gsm8k
8 math"
name="no table repeats the whole"
grep -c '^concept' out >rows
is rows 0
it "as CSV" 0 "$assay" store show last --csv
has out "all_9,all_10,majority"
has out "solved,optimal,score_share"
it "as JSON" 0 "$assay" store show last --facts facts.yaml --json
cp out run.json
it "its results" 0 "$assay" store show last --replies
cp out results.jsonl
cat >recount.py <<'END'
import json
from collections import defaultdict
from itertools import combinations
run = json.load(open("run.json"))
score = defaultdict(lambda: defaultdict(list))
for line in open("results.jsonl"):
    r = json.loads(line)
    score[r["model"]][r["problem_id"]].append(r["more"]["score"])
close = lambda a, b: abs(a - b) < 1e-9
for i, m in enumerate(run["mathador"]["models"]):
    mine = score[m["model"]]
    every = [s for v in mine.values() for s in v]
    print(len(every) == 1680,
          close(m["scores"]["score_share"]["value"], sum(every) / 18 / len(every)),
          close(m["scores"]["solved"]["value"], sum(s > 0 for s in every) / len(every)),
          *(close(m["best_of"][k - 1]["value"],
                  sum(sum(max(c) for c in combinations(v, k)) / len(list(combinations(v, k)))
                      for v in mine.values()) / 18 / len(mine)) for k in (1, 3, 10)))
END
it "counted again" 0 python3 recount.py
is out "True True True True True True
True True True True True True
True True True True True True"
finish
