#!/bin/sh
# assay store show with filters: items as a person reads them, and as JSON.
. "$(dirname "$0")/../lib/tap.sh"

# ---- a run with a result of every kind ----
cat >set.jsonl <<'END'
{"id": "a1", "statement": "What is one half of 5?", "key": {"kind": "rational", "latex": "\\frac{5}{2}"}, "concepts": ["Fractions", "Halves, and wholes"], "meta": {"source": "t", "fields": {"level": 1}}}
{"id": "a2", "statement": "Expand it.", "key": {"kind": "expression", "latex": "x^2+1"}, "concepts": ["Polynomials"], "meta": {"source": "t", "fields": {"level": 2}}}
{"id": "b1", "statement": "Count.", "key": {"kind": "integer", "latex": "1234"}, "concepts": ["Counting"], "meta": {"source": "t", "fields": {"level": 2}}}
{"id": "b22", "statement": "Count on.", "key": {"kind": "integer", "latex": "77"}, "concepts": ["Counting", "Polygons"], "meta": {"source": "t", "fields": {"level": 3}}}
END
python3 - <<'END'
import json
rows = [
    ("a1", 1, "So it is $\\boxed{\\frac52}$.", "stop"),
    ("a1", 2, "\\boxed{3}", "stop"),
    ("a2", 1, "First \\boxed{x^2+2}.\n" + "words " * 400 + "\nThe end.", "stop"),
    ("a2", 2, "it is cut", "length"),
    ("b1", 1, "", "stop"),
    ("b1", 2, "\\boxed{[[ 3 ** }", "stop"),
    ("b22", 1, "\x1b[2Jevil \u202ebidi\n" + "z" * 1000000 + "\n\\boxed{78}", "stop"),
    ("b22", 2, "I see 77 of them: \\boxed{77}", "stop"),
]
with open("one.jsonl", "w") as f:
    for id, attempt, text, finish in rows:
        f.write(json.dumps({"id": id, "attempt": attempt, "response": text,
                            "finish_reason": finish}) + "\n")
with open("two.jsonl", "w") as f:
    for id in ("a1", "a2", "b1"):
        for k in (1, 2):
            f.write(json.dumps({"id": id, "attempt": k,
                                "response": "\\boxed{0}"}) + "\n")
END
"$assay" run set.jsonl -m replay:one.jsonl -m replay:two.jsonl -k 2 \
    >/dev/null 2>&1
show() { "$assay" store show r1 "$@"; }
# The ids, models and attempts of the JSON lines in ./out, in order.
who() {
    python3 -c '
import json
print(" ".join(r["problem_id"] + "/" + r["model"][7:10] + str(r["attempt"])
               for r in map(json.loads, open("out"))))' >seen
}
picks() { # IDS OPTION...
    want_ids=$1
    shift
    it "picks by $*" 0 show "$@" --json
    who
    is seen "$want_ids"
}

# ---- filters ----
picks 'a1/one2 a1/two1 a1/two2' --wrong --concept Fractions
picks 'a1/one1 a1/one2' --concept fractions --model one
picks 'a2/one1 a2/one2' --concept polyn --model one
picks 'a1/one1 a1/one2' --concept 'halves, and' --model one
picks 'a1/one1 a1/one2 a2/one1 a2/one2' --concept 'fractions,polyn' --model one
picks 'a2/one2' --kind truncated
picks 'a2/one2' --kind TRUNC
picks 'b1/one1' --kind no_answer
picks 'b1/one2' --kind unreadable
picks 'b22/two1 b22/two2' --kind error
picks 'a2/one2 b1/one1' --kind 'no_answer, truncated'
picks 'a1/one1 b22/one2' --verdict correct
picks 'a1/one2 b22/one1' --verdict wrong --model one --level 1,3
picks 'a1/one1 a1/one2 a1/two1 a1/two2' --level 1
picks 'b22/one1' --problem b2 --kind wrong
picks 'b1/one1 b1/one2 b1/two1 b1/two2' --problem b1
picks 'a1/one2 a1/two1' --wrong --problem a1 --limit 2
picks 'b1/one2' --strict --kind unreadable

# ---- the same counts as the tables ----
it 'the tables' 0 "$assay" store show r1 --json
cp out tables
it 'all that is wrong' 0 show --wrong --json
python3 - >seen <<'END'
import json
items = [json.loads(l) for l in open("out")]
bad = 0
for m in json.load(open("tables"))["models"]:
    c = m["cell"]["counts"]
    for mark in ("wrong", "no_answer", "unreadable", "truncated", "refused"):
        n = sum(i["mark"] == mark and i["model"] == m["model"] for i in items)
        bad += n != c[mark]
print(len(items), bad, sorted({i["mark"] for i in items}))
END
is seen "12 0 ['no_answer', 'truncated', 'unreadable', 'wrong']"
it 'an item as JSON' 0 show --problem a1 --model one --verdict wrong --json
is out '{"problem_id": "a1", "model": "replay:one.jsonl", "attempt": 2, "outcome": "ok", "lenient": "wrong", "strict": "wrong", "answer": "3", "why": "they are different numbers", "run": "r1", "mark": "wrong", "reason": "wrong_value", "family": null, "level": 1, "concepts": ["Fractions", "Halves, and wholes"], "statement": "What is one half of 5?", "key": "\\frac{5}{2}", "response": "\\boxed{3}", "reasoning": null, "finish_reason": "stop", "took_ms": 0, "tries": 1}'

# ---- for people ----
it 'an item' 0 show --problem a1 --model one --verdict correct
is out 'r1  a1  replay:one.jsonl  attempt 1  correct
    What is one half of 5?
  key      \frac{5}{2}
  reply
  | So it is $\boxed{\frac52}$.
  |                  ^^^^^^^
  answer   \frac52
  verdict  correct
  why      they are the same expression

1 of 1'
it 'an answer far before the end' 0 show --problem a2 --kind wrong --model one
has out '  | First \boxed{x^2+2}.'
has out '  |              ^^^^^'
has out '  | ...'
has out '  | The end.'
cp out seen
it 'is not shown whole' 1 test "$(grep -c words seen)" -gt 12
it 'but with --replies' 0 show --problem a2 --kind wrong --model one --replies
cp out seen
it 'it is' 0 test "$(grep -o words seen | wc -l)" = 400
it 'no answer' 0 show --kind no_answer
has out '  reply    empty'
has out '  answer   none'
has out '  verdict  no_answer'
it 'cut off' 0 show --kind truncated
has out '  | it is cut'
has out '  verdict  none: truncated'
it 'no reply' 0 show --kind error --limit 1
has out '  reply    none'
has out '1 of 2: --limit 2 shows all'
it 'the default limit' 0 show --level 1,2,3
has out '10 of 16: --limit 16 shows all'
cp out seen
it 'are ten' 0 test "$(grep -c '^r1  ' seen)" = 10
it 'all' 0 show --limit 0
has out '16 of 16'

# ---- hostile text ----
it 'hostile replies' 0 show --problem b22 --kind wrong
has out '  | \boxed{78}'
cp out seen
it 'the line of a megabyte is cut' 0 test "$(wc -c <seen)" -lt 3000
it 'also the whole reply' 0 show --problem b22 --kind wrong --replies
has out '  | ?[2Jevil ?bidi'
has out 'more bytes of this line'
has out '  | \boxed{78}'
cp out seen
it 'which stays small' 0 test "$(wc -c <seen)" -lt 12000
it 'no escape comes through' 1 grep "$(printf '\033')" seen
wide() { # rows of more than 100 characters
    python3 -c 'import sys
print(max(len(l.rstrip("\n")) for l in open("seen", encoding="utf-8")))'
}
it 'no row is wider than the page' 0 test "$(wide)" -le 100

# ---- mistakes ----
it 'nothing is like that' 1 show --kind refused
has err 'no result of run r1 matches these filters'
is out ''
it 'no such concept' 2 show --concept Countin9
has err 'there is no concept "Countin9"; did you mean "Counting"?'
it 'several concepts' 2 show --concept Poly
has err '--concept "Poly" is ambiguous: Polygons, Polynomials'
it 'several problems' 2 show --problem b
has err '--problem "b" is ambiguous: b1, b22'
it 'a part that is no beginning' 2 show --problem 22
it 'several models' 2 show --model jsonl
it 'no family' 2 show --family crt
has err 'no problem of run r1 has a family'
it 'an empty word' 2 show --concept ''
it 'commas alone' 2 show --kind ,
it 'no such kind' 2 show --kind zzzzzz
has err 'there is no kind "zzzzzz"; choose one of wrong, undecided, unreadable, no_answer, abstained, truncated, refused, overflow, malformed, error, bad_key'
it 'no such verdict' 2 show --verdict corect
has err 'did you mean "correct"?'
it 'correct is no failure' 2 show --kind correct
for o in --csv --markdown '--by level' '--junit x' '--facts x' '--prices x'; do
    it "items with $o" 2 show --wrong $o
done
it 'no such run' 3 "$assay" store show r9 --wrong

# ---- what --replies alone prints is a replay ----
it 'replies alone' 0 show --replies
lines out 16
cp out again.jsonl
has out '{"problem_id": "a1", "model": "replay:one.jsonl", "attempt": 1, "outcome": "ok", "lenient": "correct", "strict": "correct", "answer": "\\frac52", "why": "they are the same expression", "response": '
it 'filtered lines are one, too' 0 show --model one --json
cp out again.jsonl
it 'they are read' 0 "$assay" run set.jsonl -m replay:again.jsonl -k 2 --json
has out '"correct": 2'
it 'help' 0 "$assay" help store
has out "abstained, unreadable"

# Families by a pattern.
"$assay" new crt,combinations,towers --seed 1 >made.jsonl
echo 'weak: []' >weak.yaml
"$assay" run made.jsonl -m planted:weak.yaml --store made.db >/dev/null 2>&1
it 'families that fit a pattern' 0 "$assay" store show r1 --store made.db --family 'concept/*' --json
lines out 2
it 'and none that fits' 2 "$assay" store show r1 --store made.db --family 'linear/*'
finish
