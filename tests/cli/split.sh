#!/bin/sh
# assay new --split and --exclude: sets that share no problem.
. "$(dirname "$0")/../lib/tap.sh"

# The smallest level of the concept families: two seeds share many problems, two
# splits none.
"$assay" families --json >cards.jsonl
set -- $(jq -rs '[.[] | select(.name | startswith("concept/")) |
    {name, space: .levels[0].space} | select(.space > 0)] |
    min_by(.space) | "\(.name) \(.space)"' cards.jsonl)
small=$1 space=$2
"$assay" new "$small" --seed 1 --count $((space / 8)) >one.jsonl
"$assay" new "$small" --seed 2 --count $((space / 8)) >two.jsonl
it 'two seeds of a small level share problems' 1 "$assay" overlap one.jsonl two.jsonl
it 'the test split' 0 "$assay" new "$small" --seed 1 --split test --count $((space / 16))
lines out $((space / 16))
has out ';split=test", "family": "'
has out ', "split": "test", "statement": '
mv out test.jsonl
it 'the train split of another seed in other words' 0 "$assay" new "$small" \
    --seed 2 --split train --count $((space / 2)) --set wording=story --set distractors=1
lines out $((space / 2))
mv out train.jsonl
it 'share nothing' 0 "$assay" overlap test.jsonl train.jsonl
has err 'none shared'
"$assay" new "$small" --seed 3 --split 1/10 --count $((space / 16)) --set steps=2 --set digits=1 >tenth.jsonl
it 'nor with more digits and steps' 0 "$assay" overlap train.jsonl tenth.jsonl
it 'a split is checked' 0 "$assay" check test.jsonl
head -n 3 test.jsonl | sed 's/split=test/split=train/; s/"split": "test"/"split": "train"/' >lie.jsonl
it 'a lie about the split' 1 "$assay" check lie.jsonl
has out 'is not in split train'
head -n 1 test.jsonl | sed 's/"split": "test"/"split": "some"/' >lie.jsonl
it 'a split that is none' 1 "$assay" check lie.jsonl
has out 'its level, seed, index, knobs or split are not valid for this family'
head -n 1 test.jsonl | sed 's/, "split": "test"//' >lie.jsonl
it 'a split that stands in the id alone' 1 "$assay" check lie.jsonl
has out 'its id does not match its level, seed, index and knobs'

it 'a split that is used up' 3 "$assay" new "$small" --seed 1 --split 7/10 --count $((space / 5))
has err "split 7/10 of level 1 of $small has "
has err "; --count $((space / 5)) asks for more"
lines out "$(sed -n 's/.* has \([0-9]*\) problems .*/\1/p' err)"

# The order does not depend on the threads, and --from goes on.
"$assay" new concept/crt,linear --level 2 --seed 5 --split 2/5 --count 40 -j1 >a.jsonl
it 'five threads' 0 "$assay" new concept/crt,linear --level 2 --seed 5 --split 2/5 --count 40 -j5
same out a.jsonl
last=$(sed -n '40s/.*"index": \([0-9]*\),.*/\1/p' a.jsonl)
head -n 40 a.jsonl >c.jsonl
it 'from the next index' 0 "$assay" new concept/crt --level 2 --seed 5 --split 2/5 --count 1 --from "$((last + 1))"
has out '"split": "2/5"'
mv out next.jsonl
it 'no problem twice' 0 "$assay" overlap c.jsonl next.jsonl
it 'mathador' 0 "$assay" new mathador --seed 1 --split test --count 20 --set prompt=brief
mv out m.jsonl
"$assay" new mathador --seed 2 --split train --count 200 >n.jsonl
it 'shares no game' 0 "$assay" overlap m.jsonl n.jsonl
it 'a pair' 0 "$assay" new concept/crt+concept/combinations --seed 1 --split test --count 3
lines out 3
cp out pair.jsonl
it 'is checked' 0 "$assay" check pair.jsonl

for word in 0/10 11/10 tests 1/2000 01/10 ''; do
    it "no split: '$word'" 2 "$assay" new concept/crt --split "$word"
    has err 'train, test, or k/n'
done

# The record is kept on its way.
mkdir export
it 'exported' 0 "$assay" export --to inspect -o export test.jsonl
it 'with its split' 0 grep -rhm1 -o '"split": "test"' export
lines out 1

# --exclude
"$assay" new concept/crt --seed 1 --count 10 >ten.jsonl
it 'without the first ten' 0 "$assay" new concept/crt --seed 1 --count 15 --exclude ten.jsonl -j3
lines out 15
has err 'left out 10 problems that ten.jsonl contains'
cp out rest.jsonl
it 'nothing is shared' 0 "$assay" overlap ten.jsonl rest.jsonl
it 'the same on one thread' 0 "$assay" new concept/crt --seed 1 --count 15 --exclude ten.jsonl -j1
same out rest.jsonl
"$assay" new concept/crt --seed 1 --from 12 --count 2 --set wording=story >words.jsonl
it 'two files, one of them in other words' 0 "$assay" new concept/crt --seed 1 --count 5 --exclude ten.jsonl --exclude words.jsonl
has err 'left out 12 problems that the files contain'
cp out five.jsonl
it 'an index before them and one behind' 0 sh -c 'sed -n "s/.*\"index\": \([0-9]*\),.*/\1/p" five.jsonl | paste -sd " "'
is out '10 11 14 15 16'
it 'with a split and from an index' 0 "$assay" new "$small" --seed 4 --split test --from 10 --count 50 --exclude test.jsonl
lines out 50
mv out more.jsonl
it 'shares nothing either' 0 "$assay" overlap test.jsonl more.jsonl
printf '%s\n' '{"question": "What is 2+2?", "answer": 4}' >public.jsonl
it 'a public set' 0 "$assay" new concept/crt --seed 1 --exclude public.jsonl
has err 'left out 0 problems that public.jsonl contains'
"$assay" new "$small" --seed 1 --from $((space - 3)) --count 2 >end.jsonl
it 'a level that has no other' 3 "$assay" new "$small" --seed 1 --from $((space - 5)) --count 5 --exclude end.jsonl
has err "has 3 problems (without those left out) from index $((space - 5)) to its last index $((space - 1))"
lines out 3
it 'no such file' 3 "$assay" new concept/crt --seed 1 --exclude nowhere.jsonl
lines out 0
echo '{"id": 1' >bad.jsonl
it 'a line that cannot be read' 3 "$assay" new concept/crt --seed 1 --exclude bad.jsonl
lines out 0

# A level of fewer than a million problems says so.
it 'small levels are said to be small' 0 sh -c '
    jq "[.levels[] | .small == (.space > 0 and .space < 1000000)] | all" cards.jsonl | sort -u'
is out true
it 'on the card' 0 "$assay" families "$small"
has out "($(echo "$space" | sed 's/...$/,&/') problems; different seeds share problems: use --split)"
it '--depth is a knob' 2 "$assay" new concept/crt --depth 3
has err 'concept/crt has no knob "depth"'
finish
