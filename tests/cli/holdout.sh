#!/bin/sh
# assay new --holdout: wordings and kinds of questions that training never has,
# and a run that tells them from the others.
. "$(dirname "$0")/../lib/tap.sh"
unset ASSAY_STORE
units=$here/examples/families/units.family
dates=$here/examples/families/dates.family
ASSAY_FAMILIES=$here/examples/families
export ASSAY_FAMILIES

it 'a training set without some wordings' 0 "$assay" new concept/crt --seed 1 \
    --split train --holdout wordings --count 60
lines out 60
has out ';split=train;templates=seen", "family": "'
has out '"split": "train", "knobs": {"templates": "seen"}, "statement": '
cp out train.jsonl
it 'a test set in both' 0 "$assay" new concept/crt --seed 1 --split test \
    --holdout wordings --count 40
lines out 80
cp out test.jsonl
it 'each problem once in either' 0 sh -c "jq -r '\"\(.index) \(.params) \(.key) \(.knobs.templates)\"' test.jsonl |
    sed 's/ [a-z]*\$//' | sort | uniq -c | awk '{ print \$1 }' | sort -u"
is out 2
it 'the same on one thread' 0 "$assay" new concept/crt --seed 1 --split test \
    --holdout wordings --count 40 -j1
same out test.jsonl
it 'both are checked' 0 "$assay" check test.jsonl
head -n 3 test.jsonl | sed 's/templates=seen/templates=unseen/; s/"templates": "seen"/"templates": "unseen"/' >lie.jsonl
it 'a lie about the wording' 1 "$assay" check lie.jsonl
has out 'its statement does not match its level, seed, index and knobs'
it 'without the option nothing changes' 0 "$assay" new concept/crt --seed 1 --split test --count 40
mv out plain.jsonl
it 'but the wordings' 0 sh -c '
    jq -c "[.index, .params, .key]" plain.jsonl >a
    jq -c "select(.knobs.templates == \"unseen\") | [.index, .params, .key]" test.jsonl >b
    cmp a b'

# Sentences without their numbers and names: none of the test set's unseen ones
# is in a large training set.
bare() { jq -r "$2 | .statement" "$1" | sed 's/[0-9][0-9]*/0/g' | cut -c1-25 | sort -u; }
"$assay" new concept/crt --seed 7 --split train --holdout wordings --count 600 >large.jsonl
it 'no unseen sentence was trained on' 0 sh -c ':'
bare large.jsonl . >seen.txt
bare test.jsonl 'select(.knobs.templates == "unseen")' >unseen.txt
comm -12 seen.txt unseen.txt >out
lines out 0
bare test.jsonl 'select(.knobs.templates == "seen")' >known.txt
comm -12 seen.txt known.txt >out
if [ ! -s out ]; then fault 'seen sentences are not those of the training set'; fi

# Kinds of a family that is a file.
it 'a training set without a kind' 0 "$assay" new "$units" --level 2 --seed 1 \
    --split train --holdout wordings,kinds --count 60
has out ';split=train;templates=seen;kinds=seen", '
cp out train.jsonl
it 'its test set' 0 "$assay" new "$units" --level 2 --seed 1 --split test \
    --holdout wordings,kinds --count 30
lines out 90
cp out test.jsonl
it 'the kinds that were held out are new' 0 sh -c '
    jq -r ".params.kind" train.jsonl | sort -u >train.txt
    jq -r "select(.knobs.kinds == \"unseen\") | .params.kind" test.jsonl | sort -u >test.txt
    comm -12 train.txt test.txt; cat test.txt | wc -l | tr -d " "'
is out 1
it 'the others are not' 0 sh -c '
    jq -r "select(.knobs.kinds == \"seen\") | .params.kind" test.jsonl | sort -u | comm -23 - train.txt'
lines out 0
it 'they are checked too' 0 "$assay" check test.jsonl
has out '90 problems: 90 hold'
it 'a level of one kind is said to have none' 0 "$assay" new "$units" --level all \
    --seed 1 --split test --holdout kinds --count 1
has err 'at 1 level no kind of question is held out: my/units 1'
lines out 5
it 'none at all' 2 "$assay" new "$dates" --split train --holdout wordings,kinds
has err 'it asks only one; choose other levels or families, or --holdout wordings'

# Mistakes
it 'a family without wordings' 2 "$assay" new linear --split train --holdout wordings
has err 'linear has no wordings that could be held out'
it 'of all they are left out' 2 "$assay" new all --split train --holdout wordings --seed '!'
has err 'left out, because nothing of them can be held out: hard/chain, linear, mathador'
it 'a part of no name' 2 "$assay" new concept/crt --split train --holdout stories
has err '--holdout takes wordings, kinds, or wordings,kinds, not "stories"'
it 'without a split' 2 "$assay" new concept/crt --holdout wordings
has err '--holdout needs --split train'
it 'with another split' 2 "$assay" new concept/crt --split 1/2 --holdout wordings
has err '--holdout needs --split train'
it 'with its own knob' 2 "$assay" new concept/crt --split test --holdout wordings --set templates=seen
has err '--holdout sets the knobs'
printf '%s\n' 'title: T' 'answer: integer' 'draw a in 1..9999' 'key: 2 * a' \
    'check: key / 2 = a' 'plain: Double <a>.' >one.family
it 'a file with one wording' 2 "$assay" new ./one.family --split train --holdout wordings
has err 'no wording of my/one is held out: the file needs two wordings without a condition'

# A chain, and a seal.
it 'a chain' 0 "$assay" new concept/crt+concept/combinations --seed 1 --split test \
    --holdout wordings --count 2
lines out 4
cp out chain.jsonl
it 'is checked' 0 "$assay" check chain.jsonl
it 'a seal' 0 "$assay" seal "concept/crt,$units" --seed exam --count 3 --split test \
    --holdout wordings -o opening.json --problems sealed.jsonl
lines sealed.jsonl 12
it 'is revealed' 0 "$assay" reveal opening.json sealed.jsonl
has out 'holdout   wordings'
jq -c 'del(.spec.holdout)' opening.json >changed.json
it 'without what was held out it is another' 1 "$assay" reveal changed.json
has err 'its contents do not match its hash'

# A run: all is right but what was held out, of which half is wrong.
right='.knobs.templates != "unseen" and .knobs.kinds == "seen" or .index % 2 == 0'
jq -c "{id, response: \"\\\\boxed{\(if $right then .key.latex else -17 end)}\"}" test.jsonl >replies.jsonl
it 'a run' 0 "$assay" run test.jsonl -m replay:replies.jsonl --json
cp out run.json
jq -s '[.[] | select(.knobs.templates == "unseen") | .index % 2 | 1 - .] | add / length' test.jsonl >words
jq -s '[.[] | select(.knobs.kinds == "unseen") | .index % 2 | 1 - .] | add / length' test.jsonl >kinds
it 'its parts' 0 jq -c --slurpfile w words --slurpfile k kinds '.holdout[] |
    [.held_out, .problems_seen, .problems_unseen, .paired, .without_twin, .seen,
     (.unseen - (if .paired then $w else $k end)[0] | fabs) < 1e-9,
     (.difference - .unseen + .seen | fabs) < 1e-9,
     .low < .difference and .difference < .high and .high < 0]' run.json
is out '["wordings",30,30,true,0,1,true,true,true]
["kinds",30,30,false,0,1,true,true,true]'
it 'for people' 0 "$assay" store show r1
has out 'wordings and kinds that training may see, and those held out:'
has out 'wordings        30  100.0 %'
has out 'kinds           30  100.0 %'
has out 'kinds: other problems, which need not be as'
jq -c '{id, response: "\\boxed{\(.key.latex)}"}' test.jsonl >right.jsonl
"$assay" run test.jsonl -m replay:right.jsonl >second 2>&1
it 'two runs' 0 "$assay" compare r1 r2 --json
cp out both.json
it 'have their rows' 0 jq -c '.holdout[] | [.side, .held_out, .difference < 0]' both.json
is out '["r1","wordings",true]
["r1","kinds",true]
["r2","wordings",false]
["r2","kinds",false]'
it 'a run of what training saw' 3 "$assay" run train.jsonl -m replay:right.jsonl --json
if grep -q '"holdout"' out; then fault 'one part alone is compared'; fi
finish
