#!/bin/sh
# Doubtful verdicts: which ones a run puts into the review queue, and what a
# decision does to the runs that have that answer.
. "$(dirname "$0")/../lib/tap.sh"

if ! python3 -c 'import sqlite3' 2>/dev/null; then
    echo 'ok 1 - reviews of verdicts # SKIP no Python with sqlite3'
    echo 1..1
    exit 0
fi

cat >set.jsonl <<'END'
{"id": "u", "statement": "Undecided?", "key": {"kind": "number", "latex": "\\pi"}}
{"id": "x", "statement": "Unreadable?", "key": {"kind": "integer", "latex": "17"}}
{"id": "s", "statement": "Seen?", "key": {"kind": "rational", "latex": "\\frac{158}{3}"}}
{"id": "t", "statement": "It is 4096, is it?", "key": {"kind": "integer", "latex": "4096"}}
{"id": "c", "statement": "Correct?", "key": {"kind": "integer", "latex": "5"}}
END
replies() { # FILE: three attempts of each; one key is seen, one in the statement
    python3 - >"$1" <<'END'
import json
rows = {
    "u": ["\\boxed{\\pi+10^{-5000}}", "So \\boxed{\\pi+10^{-5000}}", "\\boxed{3}"],
    "x": ["\\boxed{[[ 17 }", "I think:\nthat it is \\boxed{[[ 17 }", "\\boxed{17}"],
    "s": ["It is 158/3, so the check 2+2 = 4",
          "It is 4", "\\boxed{1158/3} or \\boxed{158/37}"],
    "t": ["It is 4096, so 4", "4", "4"],
    "c": ["\\boxed{5}", "\\boxed{5}", "5 or \\boxed{6}"],
}
for id in rows:
    for k in (1, 2, 3):
        print(json.dumps({"id": id, "attempt": k, "response": rows[id][k - 1]}))
END
}
replies one.jsonl
replies two.jsonl
counts() { # RUN: its counts of correct, wrong, undecided, unreadable
    "$assay" store show "$1" --json | python3 -c '
import json, sys
c = json.load(sys.stdin)["models"][0]["cell"]["counts"]
print(*[c[k] for k in ("correct", "wrong", "undecided", "unreadable")])' >seen
}

# ---- what is queued ----
it 'a run' 0 "$assay" run set.jsonl -m replay:one.jsonl -k 3
has err 'assay: 3 verdicts are doubtful: run assay review'
counts r1
is seen '3 8 2 2'
it 'the queue' 0 "$assay" review
is out '   1  verdict  r1  u  undecided: they agree in all computed digits, but contain numbers that are too large or too small for these digits: "Undecided?"
   2  verdict  r1  x  the answer cannot be read: column 6: an argument or a closing bracket is missing, at the end: "Unreadable?"
   3  verdict  r1  s  it is judged wrong, but the reply contains the key: "Seen?"'
is err '3 open reviews'
it 'one whole' 0 "$assay" review 2
has out 'review 2, verdict, open'
has out '  key         17'
has out '  run         r1'
has out '  models      replay:one.jsonl'
has out '  attempts    2'
has out '  answer      [[ 17'
has out '  lenient     unreadable'
has out '  reply_end   \boxed{[[ 17 }'
it 'what was understood' 0 "$assay" review 1 --json
has out '"answer": "\\pi+10^{-5000}", "understood": "'
it 'the same command queues nothing' 0 "$assay" run set.jsonl -m replay:one.jsonl -k 3
it 'each is there once' 0 "$assay" review
is err '3 open reviews'
it 'a run of the same answers' 0 "$assay" run set.jsonl -m replay:two.jsonl -k 3
has err '3 verdicts are doubtful: run assay review'
it 'each is still there once' 0 "$assay" review --kind verdict
is err '3 open reviews'
it 'no key is in doubt' 0 "$assay" review --kind key
is err '0 open reviews'

# ---- decisions ----
it 'accept' 0 "$assay" review 1 --accept --note 'close enough'
is out 'review 1 accepted: it is correct; 4 results have this verdict'
counts r1
is seen '5 8 0 2'
counts r2
is seen '5 8 0 2'
it 'as it is told' 0 "$assay" store show r2 --problem u --verdict correct
has out '  why      decided by review 1: close enough'
has out '2 of 2'
it 'reject' 0 "$assay" review 2 --reject
is out 'review 2 rejected: it is wrong; 4 results have this verdict'
counts r1
is seen '5 10 0 0'
it 'a reply whose key was seen' 0 "$assay" review 3 --accept
is out 'review 3 accepted: it is correct; 2 results have this verdict'
counts r1
is seen '6 9 0 0'
it 'the other answer 4 stays wrong' 0 "$assay" store show r1 --problem s --wrong
has out '2 of 2'
it 'decided' 0 "$assay" review 1
has out 'review 1, verdict, accepted'
has out '  note        close enough'
it 'the chain holds' 0 "$assay" store verify
has out 'intact'

# ---- they last ----
it 'judged again' 0 "$assay" run --regrade r1
has err '15 replies graded again, 0 changed'
counts r1
is seen '6 9 0 0'
it 'nothing is in doubt' 1 grep doubt err
it 'by other rules' 0 "$assay" run --regrade r1 --digits 4
counts last
is seen '6 9 0 0'
cp one.jsonl three.jsonl
it 'a new run follows the decisions' 0 "$assay" run set.jsonl -m replay:three.jsonl -k 3
has err '5 results of run r4 are decided by a review'
counts r4
is seen '6 9 0 0'
it 'another decision' 0 "$assay" review 1 --reject
is out 'review 1 rejected: it is wrong; 8 results have this verdict; this replaces the earlier decision: accepted: it is correct'
counts r1
is seen '4 11 0 0'
it 'is kept, too' 0 "$assay" run --regrade r4
counts r4
is seen '4 11 0 0'
it 'all runs are intact' 0 "$assay" store verify
has out 'intact'
tail -n 1 set.jsonl >last.jsonl
it 'a run without decisions' 0 "$assay" run last.jsonl -m replay:one.jsonl -k 3
it 'is compared with one' 0 "$assay" compare r1 r5
cp out seen
it 'whose judge is no other' 1 grep 'judge version' seen
it 'a dropped run' 0 "$assay" store prune r2
it 'takes no decision along' 0 "$assay" review --all --kind verdict
is err '3 in all: 0 open, 1 accepted, 2 rejected'

# ---- however a run comes to its end ----
python3 - <<'END'
import json
rows = [json.loads(line) for line in open("one.jsonl")]
said = {(r["id"], r["attempt"]): r["response"] for r in rows}
with open("other.jsonl", "w") as f: # the same, two attempts later
    for r in rows:
        r["response"] = "Well. " + said[r["id"], r["attempt"] % 3 + 1]
        f.write(json.dumps(r) + "\n")
END
two() { # STORE: a run of two models
    "$assay" run set.jsonl -m replay:model.jsonl -m replay:other.jsonl -k 3 \
        --store "$1" >table 2>err
}
queue() { # STORE: what waits there
    "$assay" review --json --store "$1" 2>&1 |
        sed -E 's/"(made|decided)[a-z_]*": [^,}]*//g' | LC_ALL=C sort
}
cp one.jsonl model.jsonl
two at_once.db
cp table at_once
queue at_once.db >first
name='doubts of two models'
lines first 5 # four, and how many there are
python3 -c 'import sqlite3
db = sqlite3.connect("at_once.db")
db.execute("DELETE FROM reviews")
db.execute("DELETE FROM sqlite_sequence WHERE name = ?", ("reviews",))
db.commit()'
"$assay" review --of r1 --store at_once.db >/dev/null 2>&1
queue at_once.db >seen
it 'are those of the run that is read again' 0 cmp first seen

# A server that declines what the file "declined" names: the same command goes
# on, and has the doubts of both its parts.
python3 - >port <<'END' &
import http.server, json, os
said = {}
for row in open("set.jsonl"):
    row = json.loads(row)
    said[row["statement"]] = next(
        r["response"] for r in map(json.loads, open("one.jsonl"))
        if r["id"] == row["id"])

class Desk(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def log_message(self, *a): pass
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        asked = next(s for s in said if s in body)
        ok = asked not in open("declined").read()
        answer = json.dumps(
            {"choices": [{"message": {"content": said[asked]},
                          "finish_reason": "stop"}]}
            if ok else {"error": {"message": "not now: " + asked}}).encode()
        self.send_response(200 if ok else 400)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

desk = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Desk)
print(desk.server_port, flush=True)
desk.serve_forever()
END
desk=$!
trap 'kill $desk 2>/dev/null; rm -rf "$work"' EXIT
soon test -s port
parts() { # STORE: a run, or the rest of it
    "$assay" run set.jsonl -m "http://127.0.0.1:$(cat port)/v1#m" --store "$1"
}
echo 'Seen?' >declined
it 'all but the key that is seen' 3 parts late.db
has err '2 verdicts are doubtful'
printf '%s\n' 'Undecided?' 'Unreadable?' 'It is 4096, is it?' >declined
it 'little but it' 3 parts soon.db
has err '1 verdict is doubtful'
: >declined
it 'at once' 0 parts once.db
has err '3 verdicts are doubtful'
counts_in() { # STORE
    "$assay" store show r1 --store "$1" --csv | cut -d, -f1-29 >seen
}
counts_in once.db
cp seen sought
it 'it came late' 0 parts late.db
has err 'continues: 4 of 5 calls are done'
has err '3 verdicts are doubtful'
counts_in late.db
is seen "$(cat sought)"
it 'it came soon' 0 parts soon.db
has err 'continues: 2 of 5 calls are done'
has err '3 verdicts are doubtful'
counts_in soon.db
is seen "$(cat sought)"
kill $desk

# ---- an older run ----
python3 -c 'import sqlite3
db = sqlite3.connect("assay.db")
db.execute("DELETE FROM reviews")
db.execute("DELETE FROM sqlite_sequence WHERE name = ?", ("reviews",))
db.commit()'
rm -f old.db
"$assay" run set.jsonl -m replay:one.jsonl -k 3 --store old.db >/dev/null 2>err
name='another store is named'
has err 'assay review --store old.db'
python3 -c 'import sqlite3
db = sqlite3.connect("old.db")
db.execute("DELETE FROM reviews")
db.commit()'
it 'an older run' 0 "$assay" review --of r1 --store old.db
lines out 3
has err 'run r1: 3 doubtful verdicts, 3 of them new in the queue'
it 'again' 0 "$assay" review --of r1 --store old.db --kind key
lines out 0
has err 'run r1: 3 doubtful verdicts, 0 of them new in the queue'
it 'no such run' 3 "$assay" review --of r7 --store old.db

# ---- at the prompt ----
talk() { "$assay" review --ask --store old.db <typed; }
printf '%s\n' k 'a looks right' s 'r no' >typed
it 'one by one' 0 talk
has out 'a, or a NOTE: the answer is correct; r, or r NOTE: it is wrong; s: skip; q: quit'
has out 'correct, wrong, skip, quit (a r s q)? '
has out 'accepted: it is correct; 2 results have this verdict'
has out 'rejected: it is wrong; 1 result has this verdict'
has err '1 accepted, 1 rejected, 1 left open'
it 'only keys' 0 "$assay" review --ask --kind key --store old.db
has err '0 accepted, 0 rejected, 0 left open'

# ---- too many ----
python3 - <<'END'
import json
with open("many.jsonl", "w") as f, open("odd.jsonl", "w") as r:
    for i in range(230):
        f.write(json.dumps({"id": "m%d" % i, "statement": "Number %d?" % i,
                            "key": {"kind": "integer", "latex": "7"}}) + "\n")
        r.write(json.dumps({"id": "m%d" % i, "response": "\\boxed{[[ 7 }"}) + "\n")
END
it 'a run with many doubts' 0 "$assay" run many.jsonl -m replay:odd.jsonl --store many.db
has err '30 more doubtful verdicts were left out; when the queue is decided, `assay review --of r1 --store many.db` adds them'
has err '200 verdicts are doubtful: run assay review --store many.db'
it 'the rest' 0 "$assay" review --of r1 --store many.db
lines out 230
has err 'run r1: 230 doubtful verdicts, 30 of them new in the queue'

# ---- mistakes ----
it 'a key for a verdict' 2 "$assay" review 1 --accept --key 3 --store many.db
has err 'review 1 is about a verdict'
it 'no such kind' 2 "$assay" review --kind verdct
has err 'did you mean "verdict"?'
it 'of a run and one' 2 "$assay" review 1 --of r1
it 'ask about a run' 2 "$assay" review --ask --of r1
# ---- a run that is given away ----

sed -n 's/Undecided/Of another run/p' set.jsonl >other.jsonl
it 'another run' 0 "$assay" run other.jsonl -m replay:one.jsonl -k 3 --store both.db
has err 'doubtful: run assay review'
it 'beside the first' 0 "$assay" run set.jsonl -m replay:one.jsonl -k 3 --store both.db
it 'decided' 0 "$assay" review 2 --reject --store both.db
it 'in both' 0 "$assay" review 1 --reject --store both.db
it 'pulled' 0 "$assay" store pull r1 --store both.db --to gift.db
has out '1 doubts'
it 'without what is of others' 0 "$assay" review --all --store gift.db
lines out 1
has out 'Of another run?'
it 'whole' 0 "$assay" store verify --store gift.db
has out 'intact'
it 'all of them' 0 "$assay" store merge both.db --store all.db
has out '4 doubts'
finish
