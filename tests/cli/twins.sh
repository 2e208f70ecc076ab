#!/bin/sh
# Problems and the same ones in disguise: made from one seed, asked in one run,
# and compared pair by pair.
. "$(dirname "$0")/../lib/tap.sh"
unset ASSAY_STORE

families=applied/waves,applied/nondimensional-symbolic
it 'problems' 0 "$assay" new $families --count 4 --seed 3
cp out set.jsonl
it 'their twins' 0 "$assay" new $families --count 4 --seed 3 \
    --set disguise=structure
cp out twins.jsonl
cat out >>set.jsonl
it 'twins that hide in another way' 0 "$assay" new applied/waves --count 4 \
    --seed 3 --set disguise=trap
cat out >>set.jsonl

# Each is answered by its key, but for the disguised ones of index 1 to 3.
sed -n 's/^{"id": "\([^"]*\)".*"index": \([0-9]*\).*"latex": "\([^"]*\)".*/\2 {"id": "\1", "response": "\\\\boxed{\3}"}/p' \
    set.jsonl | sed -e '/^[123] .*disguise/s/boxed{.*}"/boxed{17}"/' \
    -e 's/^[0-9]* //' >replies.jsonl
it 'a run of both' 0 "$assay" run set.jsonl -m replay:replies.jsonl --json
has out '"twins": [{"model": "replay:replies.jsonl", "strategy": "structure", "pairs": 8, "uncounted": 0, "without_twin": 0, "canonical": 1, "disguised": 0.25, "difference": -0.75, "low": '
has out '"test": "mcnemar", "p": 0.03125, "canonical_only_right": 6, "disguised_only_right": 0}'
has out '{"model": "replay:replies.jsonl", "strategy": "trap", "pairs": 4, "uncounted": 0, "without_twin": 0, "canonical": 1, "disguised": 0.25'
has out '"topic": {"nondimensionalization_symbolic": {'
has out '"clusters": "template, parent or game"'
it 'for people' 0 "$assay" store show r1
has out 'the same problems, canonical and disguised:'
has out 'structure      8    100.0 %     25.0 %       -75.0'
has out 'structure  0.031                       6                       0'
has out "p by McNemar's"
it 'by topic alone' 0 "$assay" store show r1 --by topic --csv
has out ',topic,nonlinear_pde,12,12,6,6,'
has out ',topic,nondimensionalization_symbolic,8,8,5,3,'

it 'disguised ones alone' 0 "$assay" run twins.jsonl -m replay:replies.jsonl \
    --json
if grep -q '"twins"' out; then fault 'twins without their other half'; fi

# Of all families of a folder those are taken that know the value; a bad seed
# ends the command before any problem is made.
it 'all that can vanish' 2 "$assay" new applied/all --set disguise=vanishing \
    --seed '!'
has err 'are left out, because they do not have disguise=vanishing: applied/nondimensional-numeric, applied/nondimensional-symbolic, applied/nonlinear'
has err '--seed takes 1 to 64 letters'
it 'a disguise of no family' 2 "$assay" new applied/all --set disguise=cloak
has err 'must be one of none|structure|vanishing|trap, not "cloak"'
it 'a knob of a family that was named' 2 "$assay" new applied/series \
    --set disguise=trap
has err 'disguise of applied/series must be one of none|structure|vanishing'
it 'a family that was named beside a folder' 2 "$assay" new \
    concept/crt,applied/all --set disguise=trap --seed '!'
has err 'concept/crt has no knob "disguise"'
it 'a folder of none' 2 "$assay" new nothing/all
has err 'there is no family "nothing/all"'
finish
