#!/bin/sh
# Nobody looks better for what is left open: answers that cannot be decided,
# calls that fail, runs that stop. Every count here is made by hand.
. "$(dirname "$0")/../lib/tap.sh"
. "$here/tests/lib/server.sh"

cell() { # PATH VALUE, of the first model
    got=$(python3 -c '
import json, sys
v = json.load(open("out"))["models"][0]["cell"]
for k in sys.argv[1].split("."):
    v = v[int(k)] if isinstance(v, list) else v[k]
print(round(v, 6) if isinstance(v, float) else v)' "$1")
    if [ "$got" = "$2" ]; then result ok "$name: $1 is $2"
    else fault "$1 is $got, not $2"; fi
}

kept() { # STORE: what was shown of a new run is what its store shows
    cp out told
    "$assay" store show r1 --store "$1" --json >shown
    name="$name, from the store"
    same told shown
}

python3 - <<'END2'
import json
with open("ten.jsonl", "w") as f:
    for i in range(10):
        # A key that answers can be built from which nobody can decide.
        f.write(json.dumps({"id": "p%d" % i, "question": "Name number %d." % i,
                            "answer": "\\sin(2^{2^{%d}})" % (90 + i)}) + "\n")
END2
ids=$("$assay" import ten.jsonl | sed -n 's/{"id": "\([^"]*\)".*/\1/p' | tr '\n' ' ')
export ids
replies() { # FILE PYTHON: a reply for problem i of attempt k, or None
    python3 - "$1" "$2" <<'END2'
import json, os, sys
ids = os.environ["ids"].split()
with open(sys.argv[1], "w") as f:
    for i, id in enumerate(ids):
        for k in range(1, 5):
            right = "\\boxed{\\sin(2^{2^{%d}})}" % (90 + i)
            open_ = "\\boxed{2+\\sin(2^{2^{%d}})}" % (90 + i)
            r = eval(sys.argv[2])
            if r is not None:
                f.write(json.dumps({"id": id, "attempt": k, "response": r}) + "\n")
END2
}

# Right on 1 of 10, and nothing that can be decided elsewhere.
replies u.jsonl 'right if i == 0 else open_'
it 'undecided' 1 "$assay" run ten.jsonl -m replay:u.jsonl --store u.db --json \
    --min-accuracy 90%
cell accuracy.value 0.1
cell counts.undecided 9
cell bracket.low 0.1
cell bracket.high 1
it 'undecided, in text' 0 "$assay" store show r1 --store u.db
has out '10.0 .. 100.0'
it 'undecided, strictly' 1 "$assay" run ten.jsonl -m replay:u.jsonl --store u.db \
    --json --min-accuracy 11% --strict
cell accuracy.value 0.1
it 'undecided, in JUnit' 0 "$assay" store show r1 --store u.db --junit u.xml
has u.xml 'name="bracket.high" value="1"'
has u.xml 'errors="9"'

# A file that lacks the 4 hardest: calls that fail.
replies e.jsonl 'right if i < 6 else None'
it 'failed' 3 "$assay" run ten.jsonl -m replay:e.jsonl --store e.db --json \
    --min-accuracy 10%
cell accuracy.value 0.6
cell bracket.high 1
cell counts.error 4
has err 'the check needs all results'
kept e.db

# Attempts of which some are open: one set of problems for every k.
replies k.jsonl 'right if k == 1 else open_ if i < 5 else "I will not say."'
it 'some attempts' 0 "$assay" run ten.jsonl -m replay:k.jsonl -k 4 --store k.db --json
cell accuracy.value 0.25
cell pass.0.value 0.25
cell pass.3.value 1
cell pass.0.n 10
cell pass.3.n 10
cell pass.0.most 0.625
cell bracket.high 0.625
cell majority.value 0.5
kept k.db

# Keys that cannot be read are the problem's fault, whatever is replied: by the
# key's own text, by another answer, cut short or not at all.
python3 - <<'END2'
import json
with open("bad.jsonl", "w") as f:
    for i in range(6):
        f.write(json.dumps({"id": "b%d" % i, "question": "Decide %d." % i,
                            "answer": "Reject $H_{0}$"}) + "\n")
with open("mixed.jsonl", "w") as f:
    for i in range(6):
        f.write(json.dumps({"id": "b%d" % i, "question": "Decide %d." % i,
                            "answer": "Reject $H_{0}$" if i < 2 else str(i)}) + "\n")
END2
keys() { # FILE OUT PYTHON: likewise
    ids=$("$assay" import "$1" | sed -n 's/{"id": "\([^"]*\)".*/\1/p' | tr '\n' ' ')
    replies "$2" "$3"
}
keys bad.jsonl h.jsonl '"\\boxed{Reject $H_{0}$}" if k == 1 else "\\boxed{7}"'
it 'bad keys alone' 1 "$assay" run bad.jsonl -m replay:h.jsonl -k 3 --store h.db \
    --min-accuracy 99% --json
cell counts.bad_key 18
cell counted 0
cell accuracy.n 0
has err 'no result counts'

# Two models, of which one says the key's text, one does not, and one is cut
# short, fails or is missing: of each the same four problems count.
keys mixed.jsonl m1.jsonl '"\\boxed{Reject $H_{0}$}" if i < 2 else "\\boxed{%d}" % (i + (k > 1))'
keys mixed.jsonl m2.jsonl '(None if k == 2 else "\\boxed{7}") if i < 2 else "\\boxed{%d}" % (i + (k > 1))'
it 'bad keys beside others' 3 "$assay" run mixed.jsonl -m replay:m1.jsonl \
    -m replay:m2.jsonl -k 3 --store m.db --json --min-accuracy 33%
kept m.db
for m in 0 1; do
    got=$(python3 -c '
import json, sys
c = json.load(open("out"))["models"][int(sys.argv[1])]["cell"]
print(c["counted"], c["counts"]["bad_key"], c["open"], c["missing"], round(c["accuracy"]["value"], 4),
      c["bracket"]["low"] == c["bracket"]["high"], c["pass"][0]["n"], c["pass"][2]["value"],
      c["all_of"][2]["n"], c["majority"]["n"], c["short_problems"])' $m)
    if [ "$got" = '12 6 0 0 0.3333 True 4 1 4 4 2' ]; then result ok "bad keys, model $m"
    else fault "bad keys, model $m: $got"; fi
done
it 'bad keys, in text' 0 "$assay" store show last --store m.db
has out '12 results '
it 'bad keys, compared' 0 "$assay" compare last --store m.db --json
has out '"uncounted": 2'

# No reply is judged a bad key: each says nothing, is cut short or is not there.
# The same four problems count, in the run's table and beside another run.
keys mixed.jsonl n1.jsonl '("I will not say." if k == 1 else None) if i < 2 else "\\boxed{%d}" % i'
keys mixed.jsonl n2.jsonl '"\\boxed{Reject $H_{0}$}" if i < 2 else "\\boxed{%d}" % i'
for n in n1 n2; do
    it "bad keys of $n" 0 sh -c "'$assay' run mixed.jsonl -m replay:$n.jsonl -k 2 \
        --store n.db --json || [ \$? = 3 ]"
    cell counted 8
    cell counts.bad_key 4
    cell accuracy.value 1
    cell bracket.high 1
    it "bad keys of $n, in JUnit" 0 "$assay" store show last --store n.db --junit n.xml
    has n.xml 'skipped="4"'
    has n.xml 'failures="0"'
done
it 'bad keys of two runs' 0 "$assay" compare r1 r2 --store n.db --json
has out '"uncounted": 2'

# A gate that is missed by little says by how much.
head -n 3 ten.jsonl > three.jsonl
keys three.jsonl g.jsonl '"\\boxed{\\sin(2^{2^{%d}})}" % (90 + i) if i < 2 else "I will not say."'
it 'missed by little' 1 "$assay" run three.jsonl -m replay:g.jsonl --store g.db \
    --min-accuracy 66.67%
has err 'accuracy 66.667 % is below 66.670 %'

# Calls that all failed, keys that cannot be read and answers that are all alike
# are no ground for a plan: 0 problems would be one.
echo '{"id": "none", "response": ""}' > none.jsonl
replies all.jsonl 'right'
for m in none:'no result was judged' all:'all results are equal'; do
    it "no plan, ${m%%:*}" 0 sh -c "'$assay' run three.jsonl -m replay:${m%%:*}.jsonl \
        --store v.db >/dev/null || [ \$? = 3 ]
        '$assay' compare last --variance --store v.db"
    has out "replay:${m%%:*}.jsonl: ${m##*:}"
    if grep -q 'one of:' out; then fault 'a plan is told'; fi
    it "no plan, ${m%%:*}, as JSON" 0 "$assay" compare last --variance --store v.db --json
    has out '"plans": []'
done
it 'no plan, bad keys' 0 "$assay" compare last --variance --store h.db
has out 'no result was judged'

# Eight that nobody can decide, each stated for certain, beside two that are
# right: no good score of the stated confidences.
ids=$("$assay" import ten.jsonl | sed -n 's/{"id": "\([^"]*\)".*/\1/p' | tr '\n' ' ')
replies c.jsonl '(right + "\nConfidence: 99%") if i < 2 else (open_ + "\nConfidence: 100%")'
it 'sure of what is undecided' 0 "$assay" run ten.jsonl -m replay:c.jsonl \
    --store s.db --json --confidence
got=$(python3 -c '
import json
c = json.load(open("out"))["confidence"][0]
print(c["replies"], c["stated"], c["unanswered"], c["open"], round(c["brier"], 5),
      round(c["brier_bracket"]["low"], 5), c["aurc_bracket"]["low"],
      c["accuracy_at_100"], c["accuracy_at_100_bracket"]["high"])')
if [ "$got" = '10 10 0 8 0.80002 2e-05 0 0.2 1' ]; then result ok 'Brier of open ones'
else fault "Brier of open ones: $got"; fi
it 'sure, in text' 0 "$assay" store show last --store s.db
has out 'Brier, bracket'
has out 'at 100 %, bracket'
has out '20.0 .. 100.0'
it 'sure, in Markdown' 0 "$assay" store show last --store s.db --markdown
has out 'at 50 %, bracket'
it 'sure, as a page' 0 "$assay" report last --store s.db -o s.html
has s.html 'at 80 %, bracket'

# A group of which all is open has a bracket among the worst.
python3 - <<'END2'
import json
with open("groups.jsonl", "w") as f:
    for i in range(10):
        f.write(json.dumps({"id": "p%d" % i, "question": "Name number %d." % i, "type": "xy"[i < 8],
                            "answer": "\\sin(2^{2^{%d}})" % (90 + i)}) + "\n")
END2
keys groups.jsonl w.jsonl 'right if i > 7 else open_'
it 'worst groups' 0 "$assay" run groups.jsonl -m replay:w.jsonl --store w.db
has out '0.0 .. 100.0'

# A server that times out.
it 'timed out' 3 "$assay" run ten.jsonl -m "$server/hang,times=1e9/v1#m" \
    --store t.db --json --min-accuracy 0 --timeout 0.3 --retries 0

# Too long, and unreadable to its own server: such runs end.
for s in 400-context 500-format; do
    it "$s" 0 "$assay" run ten.jsonl -m "$server/$s,times=1e9/v1#m" --store c.db --json
    cell accuracy.value 0
    cell open 0
    it "$s, again" 0 "$assay" run ten.jsonl -m "$server/$s,times=1e9/v1#m" --store c.db
    has err 'already has every result'
done

# Stopped before the problems with a bad key, which come last, were asked: the
# same four count as in a whole run.
tac mixed.jsonl > last.jsonl
it 'bad keys, not asked' 3 "$assay" run last.jsonl -m "$server/ok/v1#m" -c 1 \
    --store b.db --json --budget 1tokens
cell counted 4
cell short_problems 2

# A spent budget: what was not asked is missing.
it 'budget' 3 "$assay" run ten.jsonl -m "$server/ok/v1#m" --store b.db --json \
    --budget 100tokens --concurrency 1 --fixed --min-accuracy 0
finish
