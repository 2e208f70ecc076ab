#!/bin/sh
# What a real model says, put through every command that reads replies: games,
# lists, formulas and sets, drawn at a high temperature and cut short, so that
# some are wrong, some unfinished and some no answer at all. Nothing is lost, and
# what two roads say of a reply is the same.
. "$(dirname "$0")/../lib/tap.sh"
unset ASSAY_STORE

: "${ASSAY_STUDENT:=$here/models/student/student.weights}"
export ASSAY_STUDENT
if [ ! -r "$ASSAY_STUDENT" ]; then
    echo "ok 1 - messy replies # SKIP $ASSAY_STUDENT is not here"
    echo 1..1
    exit 0
fi
show() { # RUN
    "$assay" store show "$1" --replies --store s.db
}
count() { # PATTERN FILE
    grep -c -e "$1" "$2" || true
}

"$assay" new mathador,concept/order-of-operations,concept/absolute-value,concept/radicals,concept/matrices,concept/decimals \
    --level 1 --seed messy --count 3 >set.jsonl
"$assay" new applied/series --level 1 --seed messy --count 2 >>set.jsonl
n=$(wc -l <set.jsonl)

it 'a run' 0 "$assay" run set.jsonl -m student -k 2 --temperature 1 --max-tokens 200 --store s.db --json
it 'all of it is there' 0 show r1
cp out replies
it 'every attempt has one outcome' 0 test "$(count '"outcome": "\(ok\|truncated\)"' replies)" = $((2 * n))
it 'some are cut, some are not' 0 test "$(count '"outcome": "truncated"' replies)" -gt 0 -a \
    "$(count '"outcome": "ok"' replies)" -gt 0
it 'some are right, some are wrong' 0 test "$(count '"lenient": "correct"' replies)" -gt 0 -a \
    "$(count '"lenient": "wrong"' replies)" -gt 0
it 'a second run, greedily' 0 "$assay" run set.jsonl -m student --temperature 0 --max-tokens 260 --store s.db
it 'the two beside each other' 0 "$assay" compare r1 r2 --store s.db
it 'a report of both' 0 "$assay" report r1 r2 -o page.html --store s.db
it 'on a screen, too' 0 "$assay" report r2 --store s.db
it 'verdicts in doubt' 0 "$assay" review --store s.db

# The run's verdicts beside those of `assay grade` for the same texts.
cat >again.py <<'END_OF_PYTHON'
import json, sys
rows = {}
for line in open("set.jsonl"):
    r = json.loads(line)
    rows[r["id"]] = r
said = []
for line in open("replies"):
    r = json.loads(line)
    p = rows[r["problem_id"]]
    if "latex" in p["key"] and r["outcome"] == "ok" and not p["family"].startswith(("mathador", "applied")):
        said.append((r["lenient"], {"id": str(len(said)), "gold": p["key"]["latex"], "response": r["response"]}))
if sys.argv[1] == "write":
    for _, row in said:
        print(json.dumps(row))
else:
    got = [json.loads(line)["verdict"] for line in open("graded")]
    assert len(got) == len(said) > 8, (len(got), len(said))
    bad = [(w, g, row) for (w, row), g in zip(said, got) if w != g]
    assert not bad, bad[0]
END_OF_PYTHON
python3 again.py write >texts.jsonl
"$assay" grade texts.jsonl >graded 2>/dev/null
it 'graded alone they get the same verdicts' 0 python3 again.py compare

# ---- studies ----

it 'climb' 0 "$assay" climb concept/absolute-value --over digits --level 1 -m student --temperature 1 \
    --max-tokens 160 --calls 6 --store s.db
it 'evolve' 0 "$assay" evolve --families concept/absolute-value,concept/analytic -n 4 --operators rename,background \
    --generations 1 -m student --max-tokens 160 --store s.db -o evolved
it 'what evolved is there' 0 "$assay" check evolved/population.jsonl
"$assay" new concept/absolute-value,concept/polyhedra --level 1 --seed hunt --count 12 >exam.jsonl
it 'hunt' 0 "$assay" hunt --target student --benchmark exam.jsonl --attempts 1 --max-tokens 320 --temperature 0 \
    --problems 6 --no-controls --store s.db -o hunt
it 'its benchmark, exported' 0 "$assay" export hunt/benchmark.jsonl --to lm-eval -o exported
it 'all of it in one page' 0 "$assay" report hunt evolved -o all.html --store s.db
it 'nothing is asked twice' 0 "$assay" run set.jsonl -m student --temperature 0 --max-tokens 260 --store s.db
has err 'already has every result'
it 'the store' 0 "$assay" store list --store s.db
finish
