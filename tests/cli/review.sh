#!/bin/sh
# assay review: the queue listed, shown, decided by number and at the prompt.
. "$(dirname "$0")/../lib/tap.sh"

if ! python3 -c 'import sqlite3' 2>/dev/null; then
    echo 'ok 1 - assay review # SKIP no Python with sqlite3'
    echo 1..1
    exit 0
fi

# A store with a run, and rows as a hunt puts them there.
"$assay" new concept/crt --level 1 --seed 1 --count 2 >two.jsonl
printf '%s\n' 'seed: 7' 'base: 0.1' >weak.yaml
"$assay" run two.jsonl --model planted:weak.yaml >/dev/null 2>&1
cat >fill.py <<'PY'
import json, sqlite3, sys

db = sqlite3.connect(sys.argv[1])

def add(hash, why, statement, key, evidence):
    problem = {"id": "w:%d" % hash, "statement": statement}
    problem.update(key)
    if not isinstance(evidence, str):
        evidence = json.dumps(evidence)
    db.execute(
        "INSERT INTO reviews (hash, kind, hunt, problem, why, evidence, state,"
        " made_ms, decided_ms) VALUES (?, 'key', '9f2c', ?, ?, ?, 'open',"
        " 1700000000000, 0)",
        (bytes([hash] * 16), json.dumps(problem), why, evidence))

add(1, "the key models disagree",
    "Compute the sum of the first ten odd primes, and then divide it by "
    "three.\nGive the exact value.",
    {"key": {"kind": "rational", "latex": "\\frac{158}{3}"}},
    {"answers": [{"model": "alpha", "answer": "158/3"},
                 {"model": "beta", "answer": "53"},
                 {"model": "gamma", "answer": None}],
     "computed": "\\frac{158}{3}", "writer": "52"})
add(2, "no key model answered", "Find 6 \\times 7.", {"keys": []},
    {"answers": {"alpha": None, "beta": "43"}, "computed": None})
add(3, "the writer contradicts", "Hostile \x1b[2J text \u202e here: 2+2?",
    {"key": {"kind": "integer", "latex": "4"}}, "no JSON \x07")
add(4, "two readings", "w" * 300,
    {"key": {"kind": "integer", "latex": "\\frac{1}{"}}, {})
db.execute("INSERT INTO reviews (hash, kind, problem, why, evidence, state,"
           " made_ms, decided_ms) VALUES (x'05', 'key', 'no JSON', 'odd', '{}',"
           " 'open', 0, 0)")
db.commit()
PY
cp assay.db empty.db
python3 fill.py assay.db
cp assay.db full.db

# ---- looking ----

it 'an empty queue' 0 "$assay" review --store empty.db
is out ''
is err '0 open reviews'
it 'the open ones' 0 "$assay" review
lines out 5
has out '   1  key  the key models disagree: "Compute the sum of the first ten odd primes, and ..."'
has out '   2  key  no key model answered: "Find 6 \times 7."'
has out '   3  key  the writer contradicts: "Hostile ?[2J text ? here: 2+2?"'
has out '   4  key  two readings: "wwww'
has out '   5  key  odd: "no JSON"'
is err '5 open reviews'
it 'one whole' 0 "$assay" review 1
is out 'review 1, key, open
  doubt       the key models disagree
  problem     w:1
  hunt        9f2c
  since       2023-11-14 22:13

    Compute the sum of the first ten odd primes, and then divide it by three.
    Give the exact value.

  likely key  \frac{158}{3}
  answers     alpha: 158/3
              beta: 53
              gamma: none
  computed    \frac{158}{3}
  writer      52'
it 'another form of evidence' 0 "$assay" review 2
has out '  likely key  none'
has out '  answers     alpha: none'
has out '              beta: 43'
has out '  computed    none'
it 'hostile text is harmless' 0 "$assay" review 3
has out '    Hostile ?[2J text ? here: 2+2?'
has out '  evidence    no JSON ?'
cp out seen
it 'no escape comes through' 1 grep "$(printf '\033')" seen
it 'a problem that is no JSON' 0 "$assay" review 5
has out '    no JSON'
it 'JSON lines' 0 "$assay" review --json
lines out 5
has out '{"review": 2, "hash": "02020202020202020202020202020202", "kind": "key", "state": "open", "hunt": "9f2c", "why": "no key model answered", "problem": {"id": "w:2", "statement": "Find 6 \\times 7.", "keys": []}, "evidence": {"answers": {"alpha": null, "beta": "43"}, "computed": null}, "key": null, "note": null, "made_ms": 1700000000000, "decided_ms": 0}'
cp out json
it 'they are JSON' 0 python3 -c 'import json; [json.loads(l) for l in open("json")]'
it 'one as JSON' 0 "$assay" review 3 --json
lines out 1
has out '"evidence": "no JSON \u0007"'

# ---- deciding ----

it 'accept' 0 "$assay" review 1 --accept --note 'checked by hand'
is out 'review 1 accepted with the key \frac{158}{3}'
it 'accepted' 0 "$assay" review 1
has out 'review 1, key, accepted'
has out '  with key    its own'
has out '  note        checked by hand'
has out '  decided     20'
it 'decide again' 0 "$assay" review 1 --reject
is out 'review 1 rejected; this replaces the earlier decision: accepted with the key \frac{158}{3}'
it 'and again' 0 "$assay" review 1 --accept --key ' $52\tfrac{2}{3}$. '
is out 'review 1 accepted with the key 52\tfrac{2}{3}; this replaces the earlier decision: rejected'
it 'no key' 2 "$assay" review 2 --accept
has err 'review 2 has no likely key; give the correct key with --key LATEX'
it 'a key that cannot be read' 2 "$assay" review 2 --accept --key '\frac{1}{'
has err '"\frac{1}{" cannot be the key: '
it 'an empty key' 2 "$assay" review 2 --accept --key ''
has err '"" cannot be the key: '
it 'a likely key that cannot be read' 2 "$assay" review 4 --accept
has err '"\frac{1}{" cannot be the key: '
it 'nothing was decided by those' 0 "$assay" review --state open
is err '4 open reviews'
it 'a key of its own' 0 "$assay" review 2 --accept --key 42 --json
has out '"state": "accepted"'
has out '"key": "42", "note": null'
it 'reject' 0 "$assay" review 3 --reject --note nonsense
is out 'review 3 rejected'
it 'all' 0 "$assay" review --all
lines out 5
has out '   3  rejected  key  the writer contradicts'
is err '5 in all: 2 open, 2 accepted, 1 rejected'
it 'by state' 0 "$assay" review --state accepted
lines out 2
is err '2 accepted reviews'
# Rows 4 and 5 were put into the file behind the back of the chain, and nobody
# decided them since; the others' decisions are whole.
it 'rows that the command did not put there are noticed' 1 "$assay" store verify
has out '5 decisions: 2 faults'
has err 'review 4: its state'
it 'a dropped run takes no review along' 0 "$assay" store prune r1
it 'they are there' 0 "$assay" review --all
lines out 5

# ---- at the prompt ----

talk() { # STORE: decide as standard input says
    "$assay" review --ask --store "$1" <typed
}
printf '%s\n' what 'a a note' a k '2 +' 'k 6 \times' 'K 42' s 'r out' q >typed
cp full.db ask.db
it 'one by one' 0 talk ask.db
has out 'review 1, key, open'
has out 'a, or a NOTE: accept'
has out 'review 1 accepted with the key \frac{158}{3}'
has err 'review 2 has no likely key; give the correct key with k LATEX'
has err '"2 +" cannot be the key: '
has err '"6 \times" cannot be the key: '
has out 'review 2 accepted with the key 42'
has out 'review 3, key, open'
has out 'review 4 rejected'
has err '2 accepted, 1 rejected, 2 left open'
it 'as it was decided' 0 "$assay" review --all --store ask.db --json
has out '"key": null, "note": "a note"'
has out '"key": "42", "note": null'
has out '"key": null, "note": "out"'
it 'only what is open is asked' 0 talk ask.db
has out 'review 3, key, open'
cp out seen
it 'nothing decided is shown' 1 grep -F 'review 1,' seen
: >typed
cp full.db ask.db
it 'nobody answers' 0 talk ask.db
has err '0 accepted, 0 rejected, 5 left open'
printf 'k' >typed
it 'nobody names the key' 0 talk ask.db
has err '0 accepted, 0 rejected, 5 left open'

# ---- stores of before there was a queue ----

python3 -c 'import sqlite3
db = sqlite3.connect("empty.db")
for table in ("decision_chain", "decisions", "batch_calls", "batches", "timings", "rates", "strands", "work", "seals", "challenges", "deed_chain", "deeds", "entry_versions", "entries",
              "signins", "invitations", "people", "study_work", "study_runs",
              "studies", "reviews"):
    db.execute("DROP TABLE " + table)
db.execute("PRAGMA writable_schema = ON")
marks = ["ok", "truncated", "refused", "overflow", "malformed"]
for table, more in (("calls", []), ("results", ["error", "fatal"])):
    new = " OR ".join("outcome = \x27%s\x27" % m for m in marks + more)
    old = "outcome IN (%s)" % ", ".join("\x27%s\x27" % m for m in marks[:3] + more)
    db.execute("UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE name = ?", (new, old, table))
db.commit()
db.execute("PRAGMA user_version = 1")'
cp empty.db old.db
it 'an old store is listed' 0 "$assay" store list --store old.db
has out 'r1 '
it 'and verified' 0 "$assay" store verify --store old.db
it 'and has no reviews' 0 "$assay" review --store old.db
is err '0 open reviews'
it 'by number' 3 "$assay" review 1 --store old.db
has err 'there is no review 1 in old.db'
it 'and is as it was' 0 cmp old.db empty.db
it 'a command that writes brings it along' 0 "$assay" store prune r1 --store old.db
python3 fill.py old.db
it 'its queue works' 0 "$assay" review --store old.db
is err '5 open reviews'

# ---- mistakes ----

it 'no such number' 3 "$assay" review 77
has err 'there is no review 77 in assay.db; `assay review --all` lists them; --store FILE names another store'
it 'nothing to decide' 3 "$assay" review 77 --reject
it 'no store' 3 "$assay" review --store nowhere.db
has err 'there is no store "nowhere.db"; '
has err '--store FILE names another'
it 'no store was made' 1 test -e nowhere.db
it 'no store of ours' 3 "$assay" review --store two.jsonl
for word in 0 -- -1 x 1x 99999999999999999999 ''; do
    it "\"$word\" is no number" 2 "$assay" review -- "$word"
done
has err 'is not the number of a review'
it 'two numbers' 2 "$assay" review 1 2
it 'both' 2 "$assay" review 1 --accept --reject
it 'which one' 2 "$assay" review --accept
has err 'give the number of a review'
it 'a key to reject' 2 "$assay" review 1 --reject --key 3
it 'a note on nothing' 2 "$assay" review 1 --note x
it 'all of a state' 2 "$assay" review --all --state open
it 'all and one' 2 "$assay" review 1 --all
it 'ask about one' 2 "$assay" review 1 --ask
it 'ask in JSON' 2 "$assay" review --ask --json
it 'a state' 2 "$assay" review --state opne
has err 'did you mean "open"?'
it 'help' 0 "$assay" help review
has out '--accept'
finish
