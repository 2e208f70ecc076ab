#!/bin/sh
# assay solve mathador, and the family from the command line.
. "$(dirname "$0")/../lib/tap.sh"

it 'a target' 0 "$assay" solve mathador --numbers 2,6,3,1,11 --target 11 --json
is out '{"numbers": [2, 6, 3, 1, 11], "target": 11, "solutions": 4763, "distinct": 1182, "best": 18, "worst": 6, "mathadors": 752, "difficulty": 0.00264310823039359, "difficulty_distinct": 0.0115072105267678, "best_solution": ["3 * 2 = 6", "6 / 6 = 1", "11 - 1 = 10", "10 + 1 = 11"], "simple_solution": ["11 * 1 = 11"], "scores": [6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17, 18]}'
cp out one
it 'every target' 0 "$assay" solve mathador --numbers 2,6,3,1,11 --json
lines out 272
grep -F '"target": 11,' out >two
same one two
it 'a target for people' 0 "$assay" solve mathador --numbers '11, 6, 3, 2, 1' --target 11
has out '4763, 1182 of them distinct, 752 Mathadors'
has out '6 points: 11 * 1 = 11'
it 'every target for people' 0 "$assay" solve mathador --numbers 2,6,3,1,11
lines out 273
it 'a target out of reach' 1 "$assay" solve mathador --numbers 1,1,1,1,1 --target 50 --json
is out '{"numbers": [1, 1, 1, 1, 1], "target": 50, "solutions": 0, "distinct": 0, "best": null, "worst": null, "mathadors": 0, "difficulty": null, "difficulty_distinct": null, "best_solution": null, "simple_solution": null, "scores": []}'
it 'out of reach, for people' 1 "$assay" solve mathador --numbers 1,1 --target 50
is out '50 cannot be reached'
it 'two numbers' 0 "$assay" solve mathador --numbers 7,7 --json
lines out 4
it 'six numbers' 0 "$assay" solve mathador --numbers 1,2,3,4,5,6 --target 24 --json
has out '"best": 18'

it 'no game' 2 "$assay" solve
has err 'assay solve mathador'
it 'another game' 2 "$assay" solve chess --numbers 1,2
has err 'there is no game "chess"'
it 'no numbers' 2 "$assay" solve mathador --target 3
has err 'give the numbers'
for list in 1 1,2,3,4,5,6,7 1,2,x 0,1,2,3,4 1,2,,3 1,2,1001 99999999999999999999,1 ''; do
    it "bad numbers \"$list\"" 2 "$assay" solve mathador --numbers "$list" --target 3
    has err 'numbers from 1 to 1000'
done
it 'a bad target' 2 "$assay" solve mathador --numbers 1,2 --target x
it 'both ways' 2 "$assay" solve mathador --all --numbers 1,2
has err 'leave --numbers and --target out'
it 'a knob without --all' 2 "$assay" solve mathador --numbers 1,2 --set target=1..2
has err 'need --all'

it 'the whole game' 0 "$assay" solve mathador --all
has out '46080 draws, 7760 distinct sets'
has out '3607568 instances over all targets'
has out '468599 instances with the chosen knobs'
it 'the whole game as JSON' 0 "$assay" solve mathador --all --json --set ranges=2,3,4,5,6
lines out 1
has out '"draws": 720'
has out '"every_target": {"instances": '
has out '"levels": [{"level": 1, "name": "easy", "instances": '
it 'every instance' 0 "$assay" solve mathador --all --each --set ranges=2,3,4,5,6
cp out each
grep -c '"level": 1' each >easy
it 'a bad knob' 2 "$assay" solve mathador --all --set target=9
has err 'target of mathador must be one of 0..99|unbounded|LO..HI, not "9"'
it 'a game too large' 3 "$assay" solve mathador --all --set ranges=100,100,100,100,100
has err 'narrow its ranges'

# All instances of a level, each once, and then no more. What --each lists is
# what there is, less the sets that are kept for examples.
it 'one too many' 3 "$assay" new mathador --seed 1 --level 1 --set ranges=2,3,4,5,6 --count 100000
has err 'different problems'
most=$(sed -n 's/.* has \([0-9]*\) different problems.*/\1/p' err)
it 'a whole level' 0 "$assay" new mathador --seed 1 --level 1 --set ranges=2,3,4,5,6 --count "$most"
lines out "$most"
sed 's/.*"params": {"numbers": \(\[[^]]*\]\), "target": \([0-9]*\),.*/\1 \2/' out | sort -u >asked
it 'all different' 0 cat asked
lines out "$most"
sed -n '/"level": 1}/s/.*"numbers": \(\[[^]]*\]\), "draws": [0-9]*, "target": \([0-9]*\),.*/\1 \2/p' each | sort >listed
it 'of those that --each lists' 0 comm -23 asked listed
lines out 0
it 'the first one after the last' 3 "$assay" new mathador --seed 1 --level 1 --set ranges=2,3,4,5,6 --from "$most"
has err "has $most different problems"

it 'knobs that do not go together' 2 "$assay" new mathador --set numbers=4 --set mathador=required
has err 'set mathador=any'
it 'other games' 0 "$assay" new mathador --seed 1 --level hard --count 3 --set numbers=6 --set target=0..30 --set mathador=any --set shots=2
"$assay" new mathador --seed 1 --level hard --count 3 --set numbers=4 --set measure=distinct --set shots=20 >>out
cp out made
it 'they hold' 0 "$assay" check made
is out '6 problems: 6 hold'
sed 's/"target": \([0-9]*\), "solutions": [0-9]*/"target": \1, "solutions": 1/' made >false
it 'a false count does not' 1 "$assay" check false

# A simple solution that is right, but not the one these coordinates make; a
# member that somebody added is theirs.
"$assay" new mathador --seed 1 --level 1 --count 40 |
    grep -E '"simple_solution": \["([0-9]+) \+ [0-9]+ = [0-9]+"\]' | head -n 1 >one
sed -E 's/"simple_solution": \["([0-9]+) \+ ([0-9]+) =/"simple_solution": ["\2 + \1 =/' one >other
it 'another solution' 1 "$assay" check other
has out 'its key does not match its level, seed, index and knobs'
sed 's/"latex": /"note": "mine", "latex": /' one >noted
it 'a note in a key' 0 "$assay" check noted
is out '1 problem: 1 holds'

"$assay" new mathador --seed a --level 1 --count 400 --set ranges=2,3,4,5,6 >a.jsonl
"$assay" new mathador --seed b --level 1 --count 400 --set ranges=2,3,4,5,6 >b.jsonl
it 'another order of the numbers is the same game' 1 "$assay" overlap a.jsonl b.jsonl
has err 'by parameters'

finish
