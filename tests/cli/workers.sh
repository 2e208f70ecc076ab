#!/bin/sh
# Any number of workers on one run, in a file: nothing lost, nothing counted
# twice, whatever happens to them.
. "$(dirname "$0")/../lib/tap.sh"
. "$here/tests/lib/server.sh"

store() { echo "$1.db"; }
change() {
    python3 -c 'import sqlite3, sys
c = sqlite3.connect(sys.argv[1])
for r in c.execute(sys.argv[2]): print(*r)
c.commit()' "$1" "$2"
}
free() {
    python3 -c 'import sqlite3, sys
c = sqlite3.connect(sys.argv[1], timeout=0.2)
c.execute("BEGIN IMMEDIATE")' "$1" 2>/dev/null
}
count() { change "$1" "SELECT count(*) FROM $2"; }
. "$here/tests/lib/workers.sh"

# ---- failed calls are counted ----

it 'given out to nobody' 0 "$assay" run sums.jsonl --limit 5 -m http://127.0.0.1:1/v1#x \
    --store dead.db --enqueue
it 'a dead server' 3 "$assay" worker --run r1 --store dead.db --retries 0
has err 'this worker: 5 asked (5 failed), 0 answered from the store, 0 done by other workers'

# ---- which result counts: a worker's, and a review of it ----

cat >odd.jsonl <<'END'
{"id": "u", "statement": "Undecided?", "key": {"kind": "number", "latex": "\\pi"}}
{"id": "v", "statement": "Settled?", "key": {"kind": "integer", "latex": "3"}}
END
cat >odd.replies <<'END'
{"id": "u", "attempt": 1, "response": "\\boxed{\\pi+10^{-5000}}"}
{"id": "v", "attempt": 1, "response": "\\boxed{3}"}
END
it 'given out' 0 "$assay" run odd.jsonl -m replay:odd.replies --store odd.db --enqueue
it 'done' 0 "$assay" worker --run r1 --store odd.db
it 'a doubt' 0 "$assay" review --of r1 --store odd.db
it 'is decided' 0 "$assay" review 1 --reject --store odd.db
awk '/^```/ { inside = /^```sql/ && !n++; next } inside' "$here/docs/store.md" >view.sql
newest() {
    python3 -c 'import sqlite3
c = sqlite3.connect("odd.db")
c.executescript(open("view.sql").read())
print(*sorted(r[0] for r in c.execute("SELECT lenient FROM newest")))'
}
it 'counted by the words of docs/store.md' 0 newest
is out 'correct wrong'
it 'intact' 0 "$assay" store verify --store odd.db
change odd.db "UPDATE results SET id = id - 100 WHERE judge = 'review'"
it 'another one counts' 1 "$assay" store verify --store odd.db
has err 'run r1 (problem u, model 1, attempt 1): its results are out of order'
change odd.db "UPDATE results SET id = id + 100 WHERE judge = 'review'"
it 'as before' 0 "$assay" store verify --store odd.db
change odd.db "UPDATE strands SET head = x'00'"
it 'a worker without its end' 1 "$assay" store verify --store odd.db
has err 'has a worker that is invalid'
it 'verify sends nobody to itself' 1 grep -q 'shows details' err
finish
