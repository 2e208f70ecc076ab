#!/bin/sh
# assay new and assay check: coordinates, threads, knobs, tampered files.
. "$(dirname "$0")/../lib/tap.sh"

# ---- the window agrees with the whole, whatever the threads ----
for family in concept/crt concept/quadratic-roots; do
    it "ten problems of $family" 0 "$assay" new $family --seed 1 --count 10
    lines out 10
    sed -n '6,10p' out >tail.jsonl
    it "the last five of $family" 0 "$assay" new $family --seed 1 --from 5 --count 5
    same out tail.jsonl
done
some=concept/all,linear,mathador
it 'one thread' 0 "$assay" new $some --level all --seed t --count 8 --threads 1
cp out one.jsonl
it 'seven threads' 0 "$assay" new $some --level all --seed t --count 8 --threads 7
same out one.jsonl
it 'default threads' 0 "$assay" new $some --level all --seed t --count 8
same out one.jsonl
it 'applied, one thread' 0 "$assay" new applied/all --seed t --threads 1
cp out applied.jsonl
it 'applied, seven threads' 0 "$assay" new applied/all --seed t --threads 7
same out applied.jsonl
it 'applied, checked' 0 "$assay" check applied.jsonl

# ---- seeds ----
it 'a fresh seed is told' 0 "$assay" new concept/crt --count 3
has err 'new random seed; --seed '
cp out fresh.jsonl
seed=$(sed -n 's/.*--seed \([0-9a-f]*\) .*/\1/p' err)
it 'the told seed makes the same' 0 "$assay" new concept/crt --count 3 --seed "$seed"
same out fresh.jsonl
it 'a bad seed' 2 "$assay" new concept/crt --seed 'a b'
has err '--seed takes 1 to 64 letters'
it 'seeds 1 and 01 differ' 0 "$assay" new concept/crt --level 3 --seed 01
cp out zero-one
it 'seed 1' 0 "$assay" new concept/crt --level 3 --seed 1
name='seeds 1 and 01 differ'
if cmp -s out zero-one; then fault 'same problems'; else result ok "$name"; fi

# ---- pairs ----
pair=concept/crt+concept/combinations
it 'a pair' 0 "$assay" new $pair --seed 1 --count 5 --level all
lines out 15
cp out pairs.jsonl
has out "\"family\": \"$pair\""
has out 'Chinese remainder theorem'
has out 'Combinations: C(n,k), Pascals triangle patterns'
it 'its keys hold' 0 "$assay" check pairs.jsonl
has out '15 problems: 15 hold'
sed '2s/"plus": /"plus": 1/' pairs.jsonl >bent.jsonl
it 'a bent link' 1 "$assay" check bent.jsonl
has out '14 hold, 1 fails'
sed '2s/"other": {"answer": /"other": {"answer": 1/' pairs.jsonl >bent.jsonl
it 'no proof of dependence' 1 "$assay" check bent.jsonl
has out 'it is not shown that part 2 depends on the answer before'
it 'a chain of three' 0 "$assay" new concept/euclid+concept/modular+concept/phi --seed 1 --set steps=1
has out 'Let $K = '
has out '$M$'
it 'its card' 0 "$assay" families $pair
has out 'Chinese remainder theorem, then'
ten=concept/euclid
for family in combinations summation phi sequences permutations binomials order-or-not logarithms crt; do
    ten=$ten+concept/$family
done
it 'a chain of ten' 0 "$assay" new $ten --seed 1 --level 2
has out 'let $N_9$ be'
cp out ten.jsonl
it 'its keys hold' 0 "$assay" check ten.jsonl
it 'a chain of eleven' 2 "$assay" new $ten+concept/crt
has err 'a chain has at most 10 families'
it 'a chain of twelve drawn families' 0 "$assay" new hard/chain --seed 1 --set depth=12
has out '{N_{11}}'
has out 'every later key another'
cp out twelve.jsonl
it 'its keys hold' 0 "$assay" check twelve.jsonl
sed 's/"capacity": [0-9]*/"capacity": 9999/' twelve.jsonl >bent.jsonl
it 'a link that is small' 1 "$assay" check bent.jsonl
has out 'does not carry 10000 values'
it 'all families that have the depth' 0 "$assay" new all --set depth=3 --seed 1
has out '"family": "hard/chain"'
if grep -q '"family": "hard/colourings"' out; then fault 'one that begins deeper'; fi
it 'a chain of one' 2 "$assay" new hard/chain --seed 1 --set depth=1
has err 'the depth of hard/chain must be a whole number from 2 to '
it 'a game in a pair' 2 "$assay" new mathador+concept/crt
has err 'mathador cannot be part of a chain'
it 'an unknown part' 2 "$assay" new concept/crt+concept/crtt
has err 'there is no family "concept/crtt"'
it 'an answer that is no number' 2 "$assay" new concept/inequalities+concept/crt
has err 'concept/inequalities can only come last'
it 'every concept family' 0 "$assay" new concept/all --seed 1
lines out 79

# ---- knobs that are no concepts ----
for knob in wording=terse wording=wordy wording=paraphrase distractors=3 steps=2; do
    it "the same key with $knob" 0 "$assay" new concept/euclid --seed 5 --count 5 --set $knob
    sed 's/.*"key": {\([^}]*\)}.*/\1/' out >keys.$knob
    it "and without $knob" 0 "$assay" new concept/euclid --seed 5 --count 5
    sed 's/.*"key": {\([^}]*\)}.*/\1/' out >keys.none
    same keys.$knob keys.none
done

# ---- levels, knobs, mistakes ----
it 'a level by name' 0 "$assay" new concept/crt --level shared --seed 1
has out '"level": 3'
it 'no such level' 2 "$assay" new concept/crt --level 9
has err 'its levels are 1 (pair), 2 (triple), 3 (shared), or all'
it 'no such family' 2 "$assay" new concept/ctr
has err 'did you mean concept/crt?'
it 'a family twice' 2 "$assay" new concept/crt,concept/crt
has err 'concept/crt is named twice'
it 'a misspelt option' 2 "$assay" new concept/crt --cuont 3
has err 'did you mean --count?'
it 'a count that is none' 2 "$assay" new concept/crt --count three
has err '--count takes a whole number such as 10, not "three"'
it 'no count' 2 "$assay" new concept/crt --count
has err '--count needs a value: N'
it 'count 0' 2 "$assay" new concept/crt --count 0
it 'no family' 2 "$assay" new
it 'a knob' 0 "$assay" new concept/crt --seed 1 --set wording=story
has out '"id": "concept/crt@4:1:1:0;wording=story"'
has out '"knobs": {"wording": "story"}'
it 'no such knob' 2 "$assay" new concept/crt --set colour=red
has err 'concept/crt has no knob "colour"'
it 'no such value' 2 "$assay" new concept/crt --set wording=loud
has err 'wording of concept/crt must be one of any|plain|paraphrase|terse|wordy|story, not "loud"'
it 'a knob twice' 2 "$assay" new concept/crt --set wording=any --set wording=plain
it 'more than a level has' 3 "$assay" new concept/quadratic-roots --seed 1 --from 117000 --count 1000
has err 'level 1 of concept/quadratic-roots has 117018 different problems'
lines out 0
it 'short options' 0 "$assay" new concept/crt -n2 -s 1 -l2
it 'no such short option' 2 "$assay" new concept/crt -q

# ---- check ----
"$assay" new concept/crt,concept/quadratic-roots,concept/combinations --level all --seed t --count 80 >three.jsonl
it 'every family holds' 0 "$assay" check one.jsonl
it 'made problems hold' 0 "$assay" check three.jsonl
is out '720 problems: 720 hold'
it 'from standard input' 0 sh -c "\"$assay\" check - <three.jsonl"
sed '7s/"latex": "/"latex": "1/' three.jsonl >wrong-key.jsonl
it 'a wrong key fails' 1 "$assay" check wrong-key.jsonl
has out 'wrong-key.jsonl:7: concept/crt@4:1:t:6: fails: '
has out '720 problems: 719 hold, 1 fails'
sed '3s/"statement": "/&Now. /' three.jsonl >statement.jsonl
it 'a changed statement fails' 1 "$assay" check statement.jsonl
has out 'its statement does not match its level, seed, index and knobs'
sed '4s/"solution": "1/"solution": "2/' three.jsonl >solution.jsonl
it 'a changed solution fails' 1 "$assay" check solution.jsonl
sed '2s/$/x/' three.jsonl >bad-line.jsonl
it 'a line that is no JSON' 3 "$assay" check bad-line.jsonl
has err 'bad-line.jsonl:2:'
has out '719 problems: 719 hold, 1 line unreadable'
sed '1s/"version": 4/"version": 9/' three.jsonl >version.jsonl
it 'another version: only the key can be checked' 0 "$assay" check version.jsonl
has out 'made by version 9 of the family, this is version 4'
has out '720 problems: 719 hold, 1 undecided'
it 'which is not enough when strict' 1 "$assay" check --strict version.jsonl
for change in 's/"id": "c/"id": "x/' 's/"concepts": \["C/"concepts": ["X/' \
    's/"by": "sub/"by": "nub/' 's/"level": 1/"level": 2/' 's/"index": 0/"index": 1/'; do
    sed "1$change" three.jsonl >changed.jsonl
    it "changed: $change" 1 "$assay" check changed.jsonl
done
sed '1s/"family": "concept\/crt"/"family": "concept\/none"/' three.jsonl >unknown.jsonl
it 'an unknown family is counted apart' 0 "$assay" check unknown.jsonl
has out '1 without an independent check'
it 'but not when strict' 1 "$assay" check --strict unknown.jsonl
sed '5s/"params": {[^}]*}/"params": {}/' three.jsonl >params.jsonl
it 'malformed params fail' 1 "$assay" check params.jsonl
it 'check as JSON' 1 "$assay" check --json wrong-key.jsonl
lines out 720
has out '"id": "concept/crt@4:1:t:6", "line": 7, "status": "fails", "by": "substitution'
printf '{"id": "\\u001b[2J", "family": "concept/crt", "version": 1, "level": 1, "seed": "1", "index": 0, "statement": "s", "key": {"kind": "integer", "latex": "1"}}\n' >evil.jsonl
it 'a hostile id does not reach the terminal' 1 "$assay" check evil.jsonl
has out 'evil.jsonl:1: ?[2J: fails: '
printf '{"\\u001b[2J": 1, "\\u001b[2J": 2}\n' >evil.jsonl
it 'nor does a hostile name' 3 "$assay" check evil.jsonl
has err '"?[2J" occurs twice'
it 'no such file' 3 "$assay" check nowhere.jsonl
has err 'could not open "nowhere.jsonl"'
: >empty.jsonl
it 'an empty file' 3 "$assay" check empty.jsonl

# ---- help ----
it 'help' 0 "$assay" --help
has out 'usage: assay COMMAND'
it 'help of a command' 0 "$assay" help new
has out '--count N'
it 'the same' 0 "$assay" new --help
it 'version' 0 "$assay" --version
it 'no command' 2 "$assay"
it 'a misspelt command' 2 "$assay" chekc
has err 'did you mean "check"?'

# ---- a full disk is an error ----
if [ -w /dev/full ]; then
    it 'a full disk' 3 sh -c "\"$assay\" new concept/crt --seed 1 --count 500 >/dev/full"
    is err 'assay: could not write to standard output: No space left on device'
fi

# ---- a reader that has enough ends the program quietly ----
for threads in 1 2; do
    it "into head, $threads threads" 0 sh -c "\"$assay\" new concept/crt --seed 1 \
        --level 3 --count 50000 --threads $threads | head -n 1"
    lines out 1
    lines err 0
done

# ---- levels of few problems say so ----
it 'a large part of a small level' 0 "$assay" new concept/even-odd --count 5000 --seed 1
has err 'note: with another seed, a set of this size shares about 2 % of its problems of level 1 of concept/even-odd'
it 'a small part of it' 0 "$assay" new concept/even-odd --count 400 --seed 1
lines err 0
it 'a part of a split' 0 "$assay" new concept/even-odd --count 5000 --seed 1 --split train
lines err 0

# ---- Ctrl-C leaves whole lines ----
"$assay" new concept/crt --level 3 --seed 1 --count 400000 >long.jsonl 2>err &
pid=$!
soon test -s long.jsonl
kill -INT $pid
wait $pid
got=$?
name='an interrupt'
if [ $got = 3 ]; then result ok "$name"; else fault "status $got"; fi
has err 'interrupted after'
tail -c 1 long.jsonl >last
printf '\n' >newline
same last newline

# ---- Ctrl-C while waiting for more input ----
mkfifo pipe
"$assay" check - --threads 2 <pipe >out 2>err &
pid=$!
exec 3>pipe
head -n 200 one.jsonl >&3 # more than a pipe holds: it is being read
kill -INT $pid
(sleep 120; kill -9 $pid 2>/dev/null) &
watch=$!
wait $pid
got=$?
kill $watch 2>/dev/null
exec 3>&-
name='an interrupt while input is awaited'
if [ $got = 3 ]; then result ok "$name"; else fault "status $got"; fi
has err 'interrupted: the remaining problems were not checked'
has out 'hold'

finish
