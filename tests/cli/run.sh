#!/bin/sh
# assay run, compare and store, as a user types them.
. "$(dirname "$0")/../lib/tap.sh"
. "$here/tests/lib/server.sh"

# A field of the JSON in ./out: field PATH prints it.
field() {
    python3 -c '
import json, sys
v = json.load(open("out"))
for k in sys.argv[1].split("."):
    v = v[int(k)] if isinstance(v, list) else v[k]
print(v)' "$1"
}
equals() { # PATH VALUE
    got=$(field "$1")
    if [ "$got" = "$2" ]; then result ok "$name: $1 is $2"
    else fault "$1 is $got, not $2"; fi
}

# ---- a replay, counted by hand ----
cat >set.jsonl <<'END'
{"id": "a", "question": "What is 1/4 + 1/4?", "answer": "1/2", "level": 1}
{"id": "b", "question": "What is 3 * 5?", "answer": "15", "level": 2}
{"id": "c", "question": "What is 2 - 5?", "answer": "-3", "level": 2}
END
cat >replies.jsonl <<'END'
{"id": "a", "attempt": 1, "response": "\\boxed{0.5}"}
{"id": "a", "attempt": 2, "response": "\\boxed{\\frac{1}{2}}"}
{"id": "a", "attempt": 3, "response": "\\boxed{1}"}
{"id": "b", "attempt": 1, "response": "\\boxed{15}"}
{"id": "b", "attempt": 2, "response": "\\boxed{15}"}
{"id": "b", "attempt": 3, "response": "\\boxed{15}", "finish_reason": "length"}
{"id": "c", "attempt": 1, "response": "\\boxed{3}"}
{"id": "c", "attempt": 2, "response": ""}
{"id": "c", "attempt": 3, "response": "\\boxed{-3}"}
END
id=$("$assay" import set.jsonl | sed -n '1s/{"id": "\([^"]*\)a".*/\1/p')
sed -i "s/\"id\": \"/&$id/" replies.jsonl

it "replay" 0 "$assay" run set.jsonl --model replay:replies.jsonl -k 3 --json
equals models.0.cell.counts.correct 5
equals models.0.cell.counts.wrong 2
equals models.0.cell.counts.no_answer 1
equals models.0.cell.counts.truncated 1
equals models.0.cell.accuracy.n 3
name="replay: figures"
python3 - >figures <<'END'
import json
c = json.load(open("out"))["models"][0]["cell"]
ok = lambda x, y: abs(x - y) < 1e-12
print(ok(c["accuracy"]["value"], 5 / 9),
      # pass@2: a and b have 2 of 3, c has 1 of 3
      ok(c["pass"][1]["value"], (1 + 1 + 2 / 3) / 3),
      ok(c["all_of"][1]["value"], (1 / 3 + 1 / 3 + 0) / 3),
      # 0.5 and 1/2 vote together; c: 3 and -3 tie
      ok(c["majority"]["value"], (1 + 1 + 0.5) / 3))
END
is figures "True True True True"
it "Markdown" 0 "$assay" run set.jsonl --model replay:replies.jsonl -k 3 --markdown
has out "| model | accuracy | 95 % |"
it "one format at a time" 2 "$assay" run set.jsonl --model replay:replies.jsonl --markdown --csv
has err "give only one"

it "the table" 0 "$assay" run set.jsonl --model replay:replies.jsonl -k 3
has err "already has every result"
has out "55.6 %"
has out "majority@3"
has out "level"
it "a missing attempt is an error" 3 "$assay" run set.jsonl \
    --model replay:replies.jsonl -k 4 --json
equals models.0.cell.counts.error 3
equals models.0.cell.counts.wrong 2
has err "attempt 4"

tail -n 3 replies.jsonl >few.jsonl
sums 12 | cat - set.jsonl >many.jsonl
it "many missing replies do not stop a replay" 3 "$assay" run many.jsonl \
    --model replay:few.jsonl --json --store few.db
equals models.0.cell.counts.correct 0
equals models.0.cell.counts.wrong 1
equals models.0.cell.counts.error 14

# ---- thresholds and files ----
it "above the threshold" 0 "$assay" run set.jsonl -m replay:replies.jsonl -k 3 \
    --min-accuracy 0.5
it "below the threshold" 1 "$assay" run set.jsonl -m replay:replies.jsonl -k 3 \
    --min-accuracy 60%
has err "below 60.0 %"
it "junit" 0 "$assay" run set.jsonl -m replay:replies.jsonl -k 3 --junit j.xml
python3 -c '
import xml.etree.ElementTree as t
s = t.parse("j.xml").getroot()
print(len(s.findall(".//testcase")), len(s.findall(".//failure")))' >figures
is figures "9 4"
it "groups" 0 "$assay" run set.jsonl -m replay:replies.jsonl -k 3 --by level --json
equals models.0.groups.level.2.counts.correct 3
it "an unknown group" 2 "$assay" run set.jsonl -m replay:replies.jsonl -k 3 --by colour
has err "problems can be grouped by level, kind"

# ---- regrade ----
it "regrade changes nothing" 0 "$assay" run --regrade r1
has err "8 replies graded again, 0 changed"
it "regrade with another rule" 0 "$assay" run --regrade r1 --tolerance 100 --json
has err "wrong -> correct"
has err "make it run r3; run r1 is unchanged"
equals spec.judge.tolerance 100
equals models.0.cell.counts.wrong 0
it "the same again changes nothing" 0 "$assay" run --regrade r1 --tolerance 100
has err "8 replies graded again, 0 changed"
it "the run stays as it was" 0 "$assay" store show r1 --json
equals models.0.cell.counts.wrong 2
it "nothing is asked by it" 2 "$assay" run --regrade r1 --temperature 1
it "both chains are intact" 0 "$assay" store verify
it "no such run" 3 "$assay" run --regrade r99
it "nothing is asked anyway" 2 "$assay" run --regrade r1 --dry-run

# ---- planted ----
"$assay" new concept/crt --level 1 --seed p --count 60 >crt.jsonl
"$assay" new concept/quadratic-roots --level 1 --seed p --count 60 >quad.jsonl
cat crt.jsonl quad.jsonl >both.jsonl
printf 'seed: 3\nweak:\n  - concepts: [Chinese remainder theorem]\n    fail: 1\n' >weak.yaml
it "planted fails exactly where it is told" 0 "$assay" run both.jsonl \
    -m planted:weak.yaml --by family --json
equals models.0.groups.family.concept/crt.counts.wrong 60
equals models.0.groups.family.concept/quadratic-roots.counts.correct 60
printf 'weak:\n  - concepts: [Chinese remainders]\n    fail: 1\n' >bad.yaml
it "a misspelt concept" 2 "$assay" run both.jsonl -m planted:bad.yaml
has err "bad.yaml:2"

# ---- compare ----
printf 'seed: 4\nbase: 0.1\n' >good.yaml
it "two models" 0 "$assay" run both.jsonl -m planted:weak.yaml -m planted:good.yaml
it "compare the models of a run" 0 "$assay" compare last --json
equals pairs.0.problems 120
has out '"p"'
it "compare for people" 0 "$assay" compare r4 last:good.yaml
has out "McNemar"
has out "r4 = planted:weak.yaml"
it "a side and itself" 2 "$assay" compare r1 r1
has err "r1 is named twice"
it "a model that the run does not have" 2 "$assay" compare r1:nobody last
has err 'run r1 has no model "nobody"'
it "nothing in common" 3 "$assay" compare r1 last:good.yaml
has err "no problem"

# Files without ids number their rows: the same ids, other problems.
seq 0 39 | sed 's/.*/{"question": "What is & + 1?", "answer": "7"}/' >x.jsonl
seq 0 39 | sed 's/.*/{"question": "What is & - 1?", "answer": "7"}/' >y.jsonl
sed '1,5s/"7"/"8"/' x.jsonl >x2.jsonl
for f in x y x2; do
    it "run $f" 0 "$assay" run $f.jsonl -m planted:good.yaml --store pair.db
done
it "other problems under the same ids" 3 "$assay" compare r1 r2 --store pair.db
has err "40 problems with the same id but another statement"
it "another key" 0 "$assay" compare r1 r3 --store pair.db
has out "left out: 5 with another key"
has out "r3 = planted:good.yaml; problems x2.jsonl"
it "another limit" 0 "$assay" run x.jsonl -m planted:good.yaml \
    --max-tokens 50 --tolerance 1% --store pair.db
it "one model, two limits" 0 "$assay" compare r1 r4 --store pair.db
has out "r4 = planted:good.yaml; max_tokens 50, judge tolerance 1%"
has out "not judged by the same rules"
has out "no problem differs"

# Ten templates of twenty, three of which one side cannot do.
for t in 0 1 2 3 4 5 6 7 8 9; do
    seq 0 19 | sed "s/.*/{\"id\": \"$t-&\", \"question\": \"What is $t + &?\", \
\"answer\": \"7\", \"template\": \"t$t\"}/"
done >templates.jsonl
template_replies() { # HOW MANY TEMPLATES ARE RIGHT
    sed "s/.*\(\"What[^\"]*\"\).*\"t\(.\)\".*/\2 {\"question\": \1, /" \
        templates.jsonl | awk -v n="$1" '{
            right = $1 < n; sub(/^. /, "")
            print $0 "\"response\": \"\\\\boxed{" (right ? 7 : 6) "}\"}" }'
}
template_replies 7 >seven.jsonl
template_replies 4 >four.jsonl
it "seven" 0 "$assay" run templates.jsonl -m replay:seven.jsonl --store pair.db
it "four" 0 "$assay" run templates.jsonl -m replay:four.jsonl --store pair.db
it "templates are flipped as a whole" 0 "$assay" compare r5 r6 --json \
    --store pair.db
equals pairs.0.problems 200
equals pairs.0.n_clusters 10
equals pairs.0.p 0.25
equals pairs.0.test permutation
equals pairs.0.high 0
it "the clusters are named" 0 "$assay" compare r5 r6 --store pair.db
has out "over 10 clusters"

# ---- the journal ----
it "other attempts, the same calls" 0 "$assay" run set.jsonl \
    -m replay:replies.jsonl -k 2
has err "6 of the replies were already in the store"
ln -s assay.db link.db
it "by a link" 0 "$assay" store list --store link.db
name="for its owner's eyes"
if [ "$(ls -l assay.db | cut -c1-10)" = -rw------- ]; then result ok "$name"
else fault "$(ls -l assay.db)"; fi
it "list" 0 "$assay" store list
has out "replay:replies.jsonl"
it "replies out and in again" 0 "$assay" store show r1 --replies
lines out 9
cp out again.jsonl
it "replayed" 0 "$assay" run set.jsonl -m replay:again.jsonl -k 3 --json
equals models.0.cell.counts.correct 5
equals models.0.cell.counts.truncated 1
it "a copy" 0 "$assay" store backup copy.db
is out "copy.db: a copy of assay.db"
it "is whole" 0 "$assay" store verify --store copy.db
has out ": intact"
it "and not replaced" 3 "$assay" store backup copy.db
has err "copy.db\" already exists"
it "a copy without a name" 2 "$assay" store backup
runs=$("$assay" store list | wc -l)
it "prune, tried" 0 "$assay" store prune r1 --dry-run
it "prune" 0 "$assay" store prune r1
it "one less" 0 "$assay" store list
lines out $((runs - 1))
it "what is left is intact" 0 "$assay" store verify

# ---- stopping and going on ----
sums 300 >sums.jsonl
slow="$server/latency,ms=30/v1#m"
"$assay" run sums.jsonl -m "$slow" --store stop.db -c 4 --fixed >out 2>err &
pid=$!
soon reached latency,ms=30 24
kill -INT $pid
wait $pid
got=$?
name="Ctrl-C"
if [ $got = 3 ]; then result ok "$name: status 3"; else fault "status $got"; fi
has err "was interrupted; the same command continues"
done1=$("$assay" store list --store stop.db --json | sed -n 's/.*"results": \([0-9]*\).*/\1/p')
if [ "$done1" -gt 0 ] && [ "$done1" -lt 300 ]; then result ok "$name: half way"
else fault "$done1 results"; fi
it "goes on" 0 "$assay" run sums.jsonl -m "$slow" --store stop.db -c 64
has err "continues: $done1 of 300"
asked=$(stat latency,ms=30 requests)
name="nothing was asked twice"
if [ "$asked" = 300 ]; then result ok "$name"; else fault "$asked requests"; fi
"$assay" run sums.jsonl -m "$server/latency,ms=200/v1#m" --store two.db -c 2 --fixed \
    >/dev/null 2>&1 &
pid=$!
soon reached latency,ms=200 1
it "the same run twice at once" 3 "$assay" run sums.jsonl \
    -m "$server/latency,ms=200/v1#m" --store two.db
has err "$pid"
it "nothing is pruned meanwhile" 3 "$assay" store prune r1 --store two.db
has err "$pid"
it "another run in the same store" 0 "$assay" run sums.jsonl --limit 20 \
    -m "$server/ok/v1#m" --store two.db
kill -9 $pid
wait $pid 2>/dev/null

# ---- budget, dry run, only ----
# A reply of this server costs 70 tokens or so; the last 16 in flight, each taken
# for the mean, differ from it together by less than three replies.
it "a budget in tokens" 3 "$assay" run sums.jsonl -m "$server/ok/v1#m" \
    --store budget.db --budget 2000tokens --json
has err "the budget is spent"
name="a budget is kept"
python3 -c '
import json
t = json.load(open("out"))["models"][0]["cell"]["tokens"]
print(1500 < t["prompt"] + t["completion"] <= 2200)' >figures
is figures True
it "a server that does not count" 3 "$assay" run sums.jsonl \
    -m "$server/no-usage/v1#m" --store blind.db --budget 2000tokens
has err "a budget cannot be enforced"
# Requests whose answer does not come in time count, and are repeated twice at most.
it "a budget and a server that is too slow" 3 "$assay" run sums.jsonl \
    -m "$server/latency,ms=3000/v1#m" --store slow.db --timeout 1 --budget 700tokens \
    --max-tokens 100
has err "use --stream or a longer --timeout"
has err "of 700 tokens are spent"
name="no more is sent than the budget is worth"
[ "$(stat latency,ms=3000 requests)" -le 5 ] && echo yes >figures || echo no >figures
is figures yes
it "a call that is never answered" 3 "$assay" run sums.jsonl --limit 1 \
    -m "$server/hang,times=9,seed=3/v1#m" --store slow.db --timeout 1
has err "(after 3 tries)"
stat hang,times=9,seed=3 requests >figures
is figures 3
it "a connection that is closed each time" 3 "$assay" run sums.jsonl --limit 1 \
    -m "$server/close,times=9,seed=3/v1#m" --store slow.db
has err "3 requests were sent but got no complete answer"
it "a server that is not there is tried as often as ever" 3 "$assay" run sums.jsonl \
    --limit 1 -m "http://127.0.0.1:1/v1#m" --store slow.db --retries 3
has err "(after 4 tries)"
it "two attempts at the first 20" 0 "$assay" run sums.jsonl -m "$server/ok/v1#m" \
    --store budget.db --limit 20 --attempts 2
it "replies in the journal cost nothing" 0 "$assay" run sums.jsonl -m "$server/ok/v1#m" \
    --store budget.db --budget 10tokens --limit 20
has err "0 of 10 tokens are spent"
it "part of a run judged by other rules" 0 "$assay" run --regrade r1 --tolerance 1 --store budget.db
printf 'other: {input: 1, output: 1}\n' >other.yaml
it "a model without a price" 2 "$assay" run sums.jsonl -m "$server/ok/v1#m" \
    --store blind.db --budget '$1' --prices other.yaml
has err "no price for"
done1=$("$assay" store list --store budget.db --json | sed -n 's/.*"results": \([0-9]*\).*/\1/p' | head -n 1)
it "a larger one" 0 "$assay" run sums.jsonl -m "$server/ok/v1#m" \
    --store budget.db --budget 9Mtokens
has err "continues: $done1 of 300"
it "the rest, judged by the same other rules" 0 "$assay" run --regrade r1 \
    --tolerance 1 --store budget.db --json
equals results 300
printf 'm: {input: 1, output: 10}\n' >prices.yaml
it "money needs prices" 2 "$assay" run sums.jsonl -m "$server/ok/v1#m" --budget '$1'
it "cost" 0 "$assay" run sums.jsonl -m "$server/ok/v1#m" --store budget.db \
    --prices prices.yaml --json
name="cost: tokens times prices"
python3 -c '
import json
c = json.load(open("out"))["models"][0]["cell"]
t = c["tokens"]
print(abs(c["cost"] - (t["prompt"] + 10 * t["completion"]) / 1e6) < 1e-9)' >figures
is figures True
it "dry run" 0 "$assay" run sums.jsonl -m "$server/ok/v1#m" --store budget.db \
    --prices prices.yaml -k 2 --dry-run --max-tokens 100
has out "600 would be made"
has out "What is 1 + 2?"
it "dry run of what is there" 0 "$assay" run sums.jsonl -m "$server/ok/v1#m" \
    --store budget.db --dry-run
has out "300 have a result"
it "a dry run makes no store" 0 "$assay" run sums.jsonl -m "$server/ok/v1#m" \
    --store none.db --dry-run
name="a dry run makes no store"
if [ -e none.db ]; then fault "none.db is there"; else result ok "$name: none"; fi

cut="$server/finish-length,times=1/v1#m"
it "truncated" 0 "$assay" run sums.jsonl --limit 10 -m "$cut" --store cut.db \
    --max-tokens 10 --json
equals models.0.cell.counts.truncated 10
it "only the truncated, with more room" 0 "$assay" run sums.jsonl --limit 10 \
    -m "$cut" --store cut.db --max-tokens 1000 --only truncated --json
equals models.0.cell.counts.truncated 10
it "how much that would be" 0 "$assay" run sums.jsonl --limit 10 \
    -m "$cut" --store cut.db --max-tokens 2000 --only truncated --of r1 --dry-run
has out "10 would be made"
it "another prompt is another matter" 3 "$assay" run sums.jsonl --limit 10 \
    -m "$cut" --store cut.db --max-tokens 1000 --only truncated --of r1 --system sums.jsonl
has err "different prompt"
it "the same again asks nothing" 0 "$assay" run sums.jsonl --limit 10 \
    -m "$cut" --store cut.db --max-tokens 1000 --only truncated
has err "already has every result"
it "a smaller limit" 3 "$assay" run sums.jsonl --limit 10 -m "$cut" --store cut.db \
    --max-tokens 5 --only truncated --of r1
has err "give a larger one"
it "no larger limit" 3 "$assay" run sums.jsonl --limit 10 -m "$cut" --store cut.db \
    --max-tokens 10 --only truncated --of r1
has err "give a larger one"
it "nothing to ask again" 0 "$assay" run sums.jsonl --limit 10 -m "$cut" --store cut.db \
    --max-tokens 1000 --only error --of r1
has err "run r1 has no result that ended as error; nothing to ask"
it "none such" 3 "$assay" run sums.jsonl --limit 9 -m "$cut" --store cut.db --only truncated
has err "no run in cut.db"

# ---- prompts ----
printf 'Think hard.' >system.txt
printf 'Q: {{statement}}\nA:' >template.txt
it "system and template" 0 "$assay" run sums.jsonl --limit 1 -m "$server/ok/v1#p" \
    --system system.txt --template template.txt --fewshot set.jsonl --shots 2 --dry-run
has out 'Think hard.'
has out 'Q: What is 1 + 2?\nA:'
has out 'What is 3 * 5?'
printf 'Q: {{statment}}' >bad.txt
it "a misspelt slot" 3 "$assay" run sums.jsonl --limit 1 -m "$server/ok/v1#p" \
    --template bad.txt
has err "statment"

it "a field that some lack" 3 sh -c 'printf "{{fields.level}} {{statement}}" >f.txt
    cat set.jsonl sums.jsonl >mixed.jsonl
    "$0" run mixed.jsonl -m planted:good.yaml --template f.txt --store none.db' "$assay"
name="a field that some lack"
if [ -e none.db ]; then fault "none.db is there"; else result ok "$name: nothing was asked"; fi

# ---- keys ----
# They are looked at while problems are read: all of them, whatever their place.
awk '{ if (NR == 290 || NR == 300) sub(/"answer": "[0-9]*"/, "\"answer\": \"Reject $H_{0}$\"")
    print }' sums.jsonl >bad_keys.jsonl
it "keys that cannot be read" 0 "$assay" run bad_keys.jsonl -m "$server/ok/v1#m" \
    --store keys.db --json
has err "2 keys cannot be read, so no reply can be graded by them; the first: "
has err "s289"
equals models.0.cell.counts.bad_key 2
cp out seen
it "they are found again" 0 "$assay" store show r1 --store keys.db --json
is out "$(cat seen)"
it "and told of again" 0 "$assay" run bad_keys.jsonl -m "$server/ok/v1#m" --store keys.db
has err "2 keys cannot be read"
sed -n 290p bad_keys.jsonl >bad_key.jsonl
echo '{"id": "none", "response": "1"}' >no_replies.jsonl
it "a failed call whose key is bad" 3 "$assay" run bad_key.jsonl -m replay:no_replies.jsonl --store keys.db
has err "1 call failed"
has out "1 result "
if grep -q "count as not correct" err; then fault "it is counted"; fi
it "a dry run does not look at them" 0 "$assay" run bad_keys.jsonl \
    -m "$server/ok/v1#m" --store keys.db --dry-run

# ---- mistakes ----
it "a report that cannot be written" 3 "$assay" run sums.jsonl -m planted:good.yaml \
    --junit /nonexistent/j.xml --store none.db
if [ -e none.db ]; then fault "none.db is there"; else result ok "$name: nothing was asked"; fi
mkdir folder
it "a report in the place of a folder" 3 "$assay" run sums.jsonl \
    -m planted:good.yaml --junit folder --store none.db
it "no problems wanted" 2 "$assay" run sums.jsonl -m planted:good.yaml --limit 0
it "no calls wanted" 2 "$assay" run sums.jsonl -m planted:good.yaml -c 0
it "no model" 2 "$assay" run sums.jsonl
has err "--model"
it "no such model" 2 "$assay" run sums.jsonl -m gpt-4o
has err "openai:gpt-4o"
it "no key" 2 "$assay" run sums.jsonl -m openai:gpt-4o
has err "OPENAI_API_KEY"
it "a dry run sends nothing, and needs none" 0 env -u OPENAI_API_KEY "$assay" \
    run sums.jsonl -m openai:gpt-4o --judge-model openai:gpt-5 --dry-run --store none.db
it "nor the one that is named" 0 "$assay" run sums.jsonl -m http://x.example#m \
    --key-env NO_SUCH_KEY --dry-run --store none.db
it "nor does a hunt's" 0 "$assay" hunt --target openai:gpt-4o --dry-run --out none
it "nor an evolution's" 0 "$assay" evolve --model openai:gpt-4o --dry-run --out none
it "nor a climb's" 0 "$assay" climb hard/towers -m openai:gpt-4o --dry-run
it "no problems" 3 "$assay" run nowhere.jsonl -m planted:good.yaml
it "a bad row is named" 3 sh -c 'printf "{\"question\": 1}\n" >bad.jsonl; "$0" run bad.jsonl -m planted:good.yaml' "$assay"
has err "bad.jsonl:1"
it "a bad number" 2 "$assay" run sums.jsonl -m "$server/ok/v1#m" --temperature hot
has err "temperature"
it "extra is checked" 2 "$assay" run sums.jsonl -m "$server/ok/v1#m" --extra '{"n": 4}'
it "a foreign file is no store" 3 "$assay" run sums.jsonl -m planted:good.yaml --store sums.jsonl
it "no store" 3 "$assay" store list --store nowhere.db
it "store: unknown word" 2 "$assay" store lsit
has err "list"
finish
