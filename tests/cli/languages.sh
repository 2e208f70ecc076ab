#!/bin/sh
# One index in several languages: assay new --lang, check, and compare, which
# pairs a problem with its translation.
. "$(dirname "$0")/../lib/tap.sh"
unset ASSAY_STORE ASSAY_FAMILIES

for l in en de fr zh; do
    it "problems in $l" 0 "$assay" new concept/crt,concept/slopes --count 20 \
        --seed tongues --lang $l
    cp out $l.jsonl
    it 'they are checked' 0 "$assay" check $l.jsonl
    has out '40 hold'
    jq -c '[.index, .params, .key]' $l.jsonl >$l.maths
    same en.maths $l.maths
done
it 'a language without a translation' 2 "$assay" new concept/crt --lang it
has err '"it"'
it 'a family without one' 2 "$assay" new concept/phi --lang de
has err 'concept/phi'

# The key as reply to every problem in English, and to every second in German.
jq -c '{id, response: "\\boxed{\(.key.latex)}"}' en.jsonl >en.replies
jq -c '{id, response: (if .index % 2 == 0 then "\\boxed{\(.key.latex)}" else "\\boxed{0.123}" end)}' \
    de.jsonl >de.replies
it 'a run in English' 0 "$assay" run en.jsonl -m replay:en.replies
it 'and in German' 0 "$assay" run de.jsonl -m replay:de.replies
it 'are compared' 0 "$assay" compare r1 r2
has out '40 problems are told in another language in each run'
it 'problem by problem' 0 "$assay" compare r1 r2 --json
cp out both.json
it 'as one set' 0 jq -c '.pairs[0] | [.problems, .translated, .only_a, .only_b, .difference]' both.json
is out '[40,40,0,0,-0.5]'

# Part of one set is in the other one as it stands.
{ head -n 10 en.jsonl; sed -n '11,20p' de.jsonl; } >mixed.jsonl
cat en.replies de.replies >replies
it 'a run of both' 0 "$assay" run mixed.jsonl -m replay:replies
it 'against English' 0 "$assay" compare r1 r3 --json
cp out both.json
it 'has both kinds of pairs' 0 jq -c '.pairs[0] | [.problems, .translated, .only_a]' both.json
is out '[20,10,20]'

# Another key is another problem, whatever its coordinates say.
sed 's/"latex": "/&1/' de.jsonl >spoilt.jsonl
it 'a run with other keys' 0 "$assay" run spoilt.jsonl -m replay:de.replies
it 'shares no problem' 3 "$assay" compare r1 r4
has err 'no problem in common'
finish
