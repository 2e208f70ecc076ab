#!/bin/sh
# assay run --sweep and --confidence, assay compare --over and --variance: what
# they print, that the same command goes on, and their figures against a plain
# computation of their own.
. "$(dirname "$0")/../lib/tap.sh"
. "$here/tests/lib/server.sh"

# 40 problems with 3 recorded replies each, with confidences of every kind.
python3 - <<'END'
import json, random
r = random.Random(7)
with open('p.jsonl', 'w') as p, open('replies.jsonl', 'w') as f:
    for i in range(40):
        p.write(json.dumps({'id': 'p%d' % i, 'problem': 'What is %d + %d?' % (i, i),
                            'answer': str(2 * i)}) + '\n')
        ease = r.random()
        for k in range(3):
            right = r.random() < ease
            c = round(10 * min(1, max(0, ease + r.uniform(-.3, .3)))) * 10
            text = '\\boxed{%d}' % (2 * i if right else 2 * i + 1)
            if r.random() < .1:
                text = "I don't know."
            how = r.random()
            if how < .7:
                text += '\nConfidence: %d%%' % c
            elif how < .8:
                text += '\nConfidence: high'
            f.write(json.dumps({'id': 'p%d' % i, 'attempt': k + 1, 'response': text,
                                'usage': {'prompt_tokens': 9, 'completion_tokens': 20 + i}}) + '\n')
END

# ---- sweeps ----
it 'a sweep' 0 "$assay" run p.jsonl -m replay:replies.jsonl --store s.db \
    --sweep max_tokens=1k,4k,16k
has err 'max_tokens=4000 (2 of 3)'
has err 'run r3 in s.db: 40 problems'
has out '3 runs with max_tokens = 1000 to 16000'
has out 'assay compare r1 r2 r3 --store s.db --over max_tokens'

# What is told works as it stands, in a store of any name.
cp s.db "it's mine.db"
works() { # PATTERN: the told command
    told=$(sed -n "s/.*\(assay $1\)\(;.*\|\`.*\)*\$/\1/p" told | head -n 1)
    it "told: $told" 0 sh -c "assay() { '$assay' \"\$@\"; }; ${told:-false}"
}
"$assay" compare r1 r2 r3 --over max_tokens --store "it's mine.db" > told
works 'compare [^;]*'
works 'report [^;]*'
"$assay" store show r1 --store "it's mine.db" > told
works 'report [^;]*'
"$assay" report r99 --store "it's mine.db" 2> told
works 'store list[^`]*'
it 'goes on' 0 "$assay" run p.jsonl -m replay:replies.jsonl --store s.db \
    --sweep max_tokens=1k,4k,16k --json
has err 'run r3 in s.db already has every result'
cp out sweep.json
it 'one maker, two doors' 0 "$assay" compare r1 r2 r3 --over max_tokens \
    --store s.db --json
name='the same document'
if cmp -s out sweep.json; then result ok "$name"; else fault 'it is another'; fi
it 'as CSV' 0 "$assay" compare r3 r1 --over max_tokens --store s.db --csv
has out 'model,value,run,results,accuracy'
it 'the page has the curve' 0 "$assay" report r1 r2 r3 --store s.db -o r.html
has r.html 'Accuracy against tokens spent'
it 'the gate is for every value' 1 "$assay" run p.jsonl -m replay:replies.jsonl \
    --store s.db --sweep max_tokens=1k,4k --min-accuracy 99%
has err 'every value must reach --min-accuracy'
it 'a forecast of all' 0 "$assay" run p.jsonl -m replay:replies.jsonl \
    --store none.db --sweep max_tokens=1k,4k --dry-run
has out 'max_tokens=1000:'
has out 'max_tokens=4000:'
it 'in a spec' 0 "$assay" run p.jsonl -m openai:x --sweep top_p=0.5,1 --print-spec
has out 'sweep: ["top_p=0.5,1"]'
it 'a member of extra' 0 "$assay" run p.jsonl -m replay:replies.jsonl \
    --store x.db --sweep extra.thinking.budget_tokens=1k,8k
has out 'extra.thinking.budget_tokens'
for odd in max_tokens=1k max_tokens foo=1,2 max_tokens=1k,1000 max_tokens=1k,x \
    temperature=1,-3 stop=a,b; do
    it "refuses $odd" 2 "$assay" run p.jsonl -m openai:x --sweep $odd
    has err sweep
done
it 'one at a time' 2 "$assay" run p.jsonl -m openai:x --sweep seed=1,2 --sweep top_k=1,2
has err 'give only one --sweep'
it 'not beside its own option' 2 "$assay" run p.jsonl -m openai:x \
    --sweep max_tokens=1,2 --max-tokens 5
has err 'leave that value out'
it 'no curve of equal values' 3 "$assay" compare r1 r2 --over top_p --store s.db
has err 'r1 and r2 have the same top_p'

# ---- what is open ----
# 10 problems, of which a file has one reply: 9 calls fail. A budget of one call
# leaves the others missing.
head -10 p.jsonl >ten.jsonl
echo '{"id": "p0", "response": "0", "usage": {"completion_tokens": 9}}' >one.jsonl
cp one.jsonl other.jsonl
it 'a sweep with failed calls' 3 "$assay" run ten.jsonl -m replay:one.jsonl \
    --store o.db --sweep max_tokens=10,20
has out 'bracket'
has out '10.0 .. 100.0'
has out 'missing, failed and undecided results count as not'
it 'in a comparison' 0 "$assay" compare r1 r2 --over max_tokens --store o.db --csv
has out 'bracket_low,bracket_high,open,undecided,error,missing'
has out ',0.1,1,9,0,9,0,'
has err 'r2: 9 of 10 results are open (0 missing, 9 failed, 0 undecided)'
it 'in Markdown' 0 "$assay" compare r1 r2 --over max_tokens --store o.db --markdown
has out '10.0 .. 100.0'
it 'in JSON' 0 "$assay" compare r1 r2 --over max_tokens --store o.db --json
has out '"bracket": {"low": 0.1, "high": 1}'
it 'on the page' 0 "$assay" report r1 r2 --store o.db -o o.html
has o.html '10.0 .. 100.0'
it 'a sweep that stops' 3 "$assay" run ten.jsonl -m "$server/ok/v1#m" -c 1 \
    --store b.db --sweep max_tokens=10,20 --budget 60tokens --json
has err '1 of 2 values of the sweep have results'
cp out stopped.json
it 'what is missing is counted' 0 python3 -c "
import json
r = json.load(open('stopped.json'))['sweep'][0]
assert 0 < r['results'] < 10 and r['missing'] == 10 - r['results'] == r['open'], r
assert r['bracket']['high'] - r['bracket']['low'] > .1 * r['missing'] - 1e-9, r"
# A budget that the first value spent, or of which less is left than a call takes,
# sends none of the second; one that has enough does, and what is there is shown.
head -2 p.jsonl >two.jsonl
"$assay" run two.jsonl -m "$server/ok/v1#m" --store c0.db --max-tokens 10 --json >c0.json
used=$(python3 -c "
import json
c = json.load(open('c0.json'))['models'][0]['cell']
print(c['tokens']['prompt'] + c['tokens']['completion'])")
for left in 0 1; do
    before=$(stat ok requests)
    it "a spent budget, $left left" 3 "$assay" run two.jsonl -m "$server/ok/v1#m" -c 1 \
        --store c$left.db --sweep max_tokens=10,20 --budget $((used + left))tokens
    has err '1 of 2 values of the sweep have results'
    is_asked=$(($(stat ok requests) - before))
    if [ $is_asked = $((2 * left)) ]; then result ok "no call beyond it, $left left"
    else fault "$is_asked calls, not $((2 * left))"; fi
done
it 'what is there needs no budget' 0 "$assay" run two.jsonl -m "$server/ok/v1#m" \
    --store c1.db --sweep max_tokens=10,20 --budget $((3 * used))tokens
it 'nor on the next time' 0 "$assay" run two.jsonl -m "$server/ok/v1#m" \
    --store c1.db --sweep max_tokens=10,20 --budget ${used}tokens
it 'accuracies have brackets' 0 "$assay" compare r1 r2 --store o.db
has out '10.0 %  10.0 .. 100.0'
has out 'no problem differs for certain'
it 'a row for each pair' 0 "$assay" compare r1 r2 --store o.db --csv
has out 'a,b,problems,'
has out 'r1,r2,10,'

# ---- other runs than a sweep's ----
it 'another model' 3 "$assay" run ten.jsonl -m replay:other.jsonl --store o.db \
    --max-tokens 30 -t 1 --confidence
it 'has rows of its own' 0 "$assay" compare r1 r3 --over max-tokens --store o.db
has out 'replay:other.jsonl  30'
has out 'the runs do not have the same models'
has out 'the runs differ in more than max_tokens'
has out 'confidence (r1: not set, r3: true)'
it 'and none that is alone' 3 "$assay" compare r1 r3 --over top_p --store o.db
has err 'all runs have the same top_p'
it 'no such field' 2 "$assay" compare r1 r2 --over foo --store o.db
has err 'decoding has no field "foo"; the fields are temperature, top_p'
it 'a curve of one' 2 "$assay" compare r1 --over max_tokens --store o.db
it 'variance by what differs' 0 "$assay" compare r1 r2 --variance --store o.db
has out 'decoding x problems'
has out '18 of 20 results (90.0 %) are open (0 missing, 18 failed, 0 undecided)'
it 'as CSV too' 0 "$assay" compare r1 r2 --variance --store o.db --csv
has out 'results,open_undecided,open_error,open_missing'
it 'variance of one model' 3 "$assay" compare r1 r3 --variance --store o.db
has err 'r1 and r3 have different models'

# ---- confidence ----
it 'asks for it' 0 "$assay" run p.jsonl -m replay:replies.jsonl -k 3 \
    --store s.db --confidence --json
cp out run.json
it 'another run without it' 0 "$assay" run p.jsonl -m replay:replies.jsonl -k 3 \
    --store s.db --dry-run
has out '0 have a result'
it 'in the table' 0 "$assay" store show r4 --store s.db
has out 'stated confidence:'
# Of each problem one attempt of two is right: less spread than chance has.
"$assay" new concept/crt --seed 1 -n 3 >three.jsonl 2>/dev/null
sed 's/.*"id": "\([^"]*\)".*"latex": "\([^"]*\)".*/{"id": "\1", "response": "\2"}\
{"id": "\1", "response": "-7"}/' three.jsonl >halves.jsonl
it 'halves' 0 "$assay" run three.jsonl -m replay:halves.jsonl -k 2 --store halves.db
it 'a variance below 0' 0 "$assay" compare r1 --variance --store halves.db
has out ' -0.2500 '
has out 'a negative estimate of a variance counts as 0'
it 'variance' 0 "$assay" compare r4 --variance --width 3% --store s.db --json
cp out variance.json
it 'variance as text' 0 "$assay" compare r4 --variance --store s.db
has out 'more attempts alone reach +- '
for odd in x 0 -1 200% 100% nan 2%%; do
    it "the width $odd" 2 "$assay" compare r4 --variance --width "$odd" --store s.db
    has err 'takes half the width of an interval'
done
it 'a width of nothing' 2 "$assay" compare r4 --width 2% --store s.db
has err 'needs --variance'

cat >check.py <<'END'
import itertools, json, re
rows = [json.loads(x) for x in open('replies.jsonl')]
data, problems = [], []
for x in rows:
    t, i = x['response'], int(x['id'][1:])
    box, said = re.search(r'boxed\{(\d+)\}', t), re.search(r': (\d+)%', t)
    data.append((i, box is not None, bool(box) and int(box[1]) == 2 * i,
                 int(said[1]) / 100 if said else None))
run = json.load(open('run.json'))
c = run['confidence'][0]
def near(name, got, want):
    if abs(got - want) > 1e-9:
        print(name, got, want)
stated = [(q, right) for _, answered, right, q in data if answered and q is not None]
near('n', c['replies'], len(data))
near('stated', c['stated'], len(stated))
near('unanswered', c['unanswered'], sum(not d[1] for d in data))
near('unstated', c['unstated'], sum(d[1] and d[3] is None for d in data))
near('brier', c['brier'], sum((q - r) ** 2 for q, r in stated) / len(stated))
near('parts', c['reliability'] - c['resolution'] + c['uncertainty'], c['brier'])
keyed = sorted(((q if a and q is not None else 0), r) for _, a, r, q in data)[::-1]
before = area = 0
covered = []
for q, group in itertools.groupby(keyed, key=lambda x: x[0]):
    group = [r for _, r in group]
    for j in range(1, len(group) + 1):
        k = len(covered) + 1
        covered.append((before + sum(group) * j / len(group)) / k)
    before += sum(group)
near('aurc', c['aurc'], sum(1 - x for x in covered) / len(covered))
near('half', c['accuracy_at_50'], covered[len(covered) // 2 - 1])
near('all', c['accuracy_at_100'], sum(d[2] for d in data) / len(data))
cell = run['models'][0]
if 'abstained' not in json.dumps(cell):
    print('abstained is not counted')
# analysis of variance, one way, balanced
by = {}
for i, _, r, _ in data:
    by.setdefault(i, []).append(r)
k, b = 3, len(by)
mean = sum(d[2] for d in data) / len(data)
within = sum((r - sum(v) / k) ** 2 for v in by.values() for r in v) / (b * (k - 1))
between = k * sum((sum(v) / k - mean) ** 2 for v in by.values()) / (b - 1)
v = {x['part']: x['variance'] for x in json.load(open('variance.json'))['variance']}
near('attempts', v['attempts'], within)
near('problems', v['problems'], (between - within) / k)
for plan in json.load(open('variance.json'))['plans']:
    need = (v['problems'] + within / plan['attempts']) * 1.959963984540054 ** 2 / 0.03 ** 2
    if not need <= plan['problems'] < need + 1:
        print('plan', plan, need)
END
it 'figures agree with a second road' 0 python3 check.py
is out ''
finish
