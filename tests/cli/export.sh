#!/bin/sh
# assay export: where the files go, what is refused, and the exit status. What
# is in the files is for tests/unit/test_export.c.
. "$(dirname "$0")/../lib/tap.sh"
set=$here/tests/cases/export/set.jsonl

it 'a format of one file goes to standard output' 0 \
    "$assay" export "$set" --to csv
has out 'id,statement,key,kind,solution,family,level,seed,index,concepts'
is err ''

it 'several files need a folder' 2 "$assay" export "$set" --to lm-eval
has err '-o DIR'

it 'a folder is made' 0 \
    "$assay" export "$set" --to lm-eval -o made/by/export --name quiz
has err '8 problems written to made/by/export/problems.jsonl, made/by/export/quiz.yaml and made/by/export/reward.py'
lines made/by/export/problems.jsonl 8
name='nothing else is left in it'
ls -A made/by/export >out
is out 'problems.jsonl
quiz.yaml
reward.py'

it 'files that are there are refused' 3 \
    "$assay" export "$set" --to lm-eval -o made/by/export --name quiz
has err 'problems.jsonl" already exists'
it 'unless --force' 0 \
    "$assay" export "$set" --to lm-eval -o made/by/export --name quiz --force

cp "$set" assay.jsonl
it 'but never the file that is read' 2 \
    "$assay" export assay.jsonl --to inspect -o . --force
has err 'both read and written'
same assay.jsonl "$set"

it 'standard input is read' 0 \
    sh -c '"$0" export - --to inspect <"$1"' "$assay" "$set"
lines out 8

it 'public sets are read' 0 \
    "$assay" export "$here/tests/cases/import/gsm8k.jsonl" --to csv
has out gsm8k:

it 'an unknown format' 2 "$assay" export "$set" --to inspekt
has err 'did you mean "inspect"?'
it 'no format' 2 "$assay" export "$set"
has err '--to'
it 'no file' 2 "$assay" export --to csv
it 'a name that is a path' 2 "$assay" export "$set" --to csv --name ../x
it 'versions of a table' 2 "$assay" export "$set" --to csv --versions 2
has err 'class sheets'
it 'no versions' 2 "$assay" export "$set" --to latex --versions 0

it 'a file that is not there' 3 "$assay" export nowhere.jsonl --to csv -o d
name='leaves no folder'
[ ! -e d ] && result ok "$name" || result 'not ok' "$name"

: >empty.jsonl
it 'an empty file' 3 "$assay" export empty.jsonl --to csv -o d
has err 'the file is empty'
name='leaves no folder'
[ ! -e d ] && result ok "$name" || result 'not ok' "$name"

{ head -n 2 "$set"; echo '{"statement": 1}'; tail -n 1 "$set"; } >bad.jsonl
it 'a bad row is told and left out' 1 "$assay" export bad.jsonl --to inspect
has err 'bad.jsonl:3'
has err '1 row was left out, because it could not be read'
lines out 3

it 'sheets in versions' 0 \
    "$assay" export "$set" --to markdown --versions 2 --title 'Week 3'
has out '# Week 3, version A'
has out '# Week 3, version B: worked steps'
it 'too many versions' 3 "$assay" export "$set" --to latex --versions 3 -o d
has err 'assay new concept/crt --level 1 --seed a1 --count 3'
name='leaves no folder'
[ ! -e d ] && result ok "$name" || result 'not ok' "$name"

# Problems that are judged by rules, with points, and an ordinary one: what the
# trainers and the harness get, with the real judge.
{
    printf '%s\n' '{"id": "game", "family": "mathador", "version": 1, "level": 1, "seed": "1", "index": 0, "statement": "Reach 6.", "key": {"kind": "integer", "latex": "18", "rules": "mathador", "best_solution": ["14 / 2 = 7", "8 - 7 = 1", "2 + 1 = 3", "3 * 2 = 6"]}, "solution": "", "concepts": [], "params": {"numbers": [2, 2, 8, 2, 14], "target": 6}}'
    "$assay" new mathador --seed 3 --count 3 2>/dev/null
    "$assay" new mathador --seed 3 --level 3 --set shots=2 2>/dev/null
    "$assay" new concept/crt --seed 1 2>/dev/null
} >problems.jsonl
for format in verl trl lm-eval; do
    it "games for $format" 0 "$assay" export problems.jsonl --to "$format" \
        -o "$format" --name quiz
    has err 'reward.py'
done
has err 'lm-eval/problems.jsonl, lm-eval/quiz.yaml and lm-eval/reward.py'
if command -v python3 >/dev/null 2>&1; then
    it 'their rewards are shares of the points' 0 env ASSAY="$assay" \
        python3 -B "$here/tests/cases/export/rules_check.py" .
    is out 'all is well'
fi
rm -rf trl lm-eval
"$assay" new concept/crt --seed 1 >plain.jsonl 2>/dev/null
for format in trl lm-eval inspect; do
    it "a problem for $format" 0 "$assay" export plain.jsonl --to "$format" \
        -o "$format" --name quiz
    has err 'reward.py'
done
has err 'inspect/quiz.jsonl, inspect/quiz.py and inspect/reward.py'
name='one module for all'
same trl/reward.py inspect/reward.py
same trl/reward.py "$here/bindings/python/assay/__init__.py"
if command -v python3 >/dev/null 2>&1; then
    it 'rewards, scores and a task of Inspect' 0 env ASSAY="$assay" \
        python3 -B "$here/tests/cases/export/reward_check.py" .
    is out 'all is well'
    it 'no library is no reward' 1 env ASSAY_LIBRARY=/nowhere/lib.so python3 -B -c \
        'import sys; sys.path.insert(0, "trl"); import reward; reward.compute_score("", "5", "5")'
    has err 'could not load libassay'
    it "a set's name in Python" 0 "$assay" export plain.jsonl --to inspect -o i2 --name 2-a.b
    has i2/2-a.b.py 'def set_2_a_b(strict=False):'
    it 'it is Python' 0 python3 -B -c 'compile(open("i2/2-a.b.py").read(), "t", "exec")'
fi
"$assay" export problems.jsonl --to trl -o trl --name quiz --force 2>/dev/null
it 'assay grade takes the gold of a game' 0 \
    sh -c 'sed -n 1p trl/quiz.jsonl |
        sed "s/.*\"ground_truth\": \(\".*\"\), \"id\".*/{\"gold\": \1, \"response\": \"8 - 2 = 6\"}/" |
        "$0" grade' "$assay"
has out '"score": 7'

if [ -e /dev/full ]; then
    it 'a full disk' 3 sh -c '"$0" export "$1" --to csv >/dev/full' \
        "$assay" "$set"
    has err 'could not write'
fi

mkdir -p taken/README.md
it 'a folder in the place of a file' 3 "$assay" export p.jsonl --to hf -o taken --force
name='nothing half written'
if [ -e taken/assay.jsonl ]; then fault 'a file'; else result ok "$name"; fi
it 'an empty folder name' 2 "$assay" export p.jsonl --to csv -o ''

finish
