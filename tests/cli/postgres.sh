#!/bin/sh
# A store in PostgreSQL is a store like any other: the same tables as in a file,
# nothing lost when the server dies, one process on a run at a time.
. "$(dirname "$0")/../lib/tap.sh"
. "$here/tests/lib/server.sh"
. "$here/tests/lib/postgres.sh"

sums 60 >sums.jsonl
one=$(database one)
m=$server/ok/v1#m

# ---- the same in both ----

it 'a run in a file' 0 "$assay" run sums.jsonl --model "$m" --store f.db --csv
mv out file.csv
it 'a run in a database' 0 "$assay" run sums.jsonl --model "$m" --store "$one" --csv
same() { if cmp -s "$1" "$2"; then result ok "$3"; else result 'not ok' "$3"; fi; }
numbers f.db r1 >a
numbers "$one" r1 >b
same a b 'the same numbers'
it 'all is there' 0 "$assay" run sums.jsonl --model "$m" --store "$one"
has err 'already has every result'
it 'nothing is asked again' 0 test "$(stat ok requests)" = 120
it 'listed' 0 "$assay" store list --store "$one"
has out '60 problems x 1 model x 1 attempt  done'
it 'intact' 0 "$assay" store verify --store "$one"
is out '1 run, 60 results, 60 replies: intact'
it 'judged again' 0 "$assay" run --regrade r1 --store "$one"
it 'a report' 0 "$assay" report r1 --store "$one" -o r.html

# ---- what was changed is seen ----

sql one "UPDATE results SET lenient = 'undecided' WHERE seq = 7"
it 'a changed verdict' 1 "$assay" store verify --store "$one"
has err 'run r1, result 7'
sql one "UPDATE results SET lenient = strict WHERE seq = 7"
sql one "UPDATE calls SET text = text || '!' WHERE id = 3"
it 'a changed reply' 1 "$assay" store verify --store "$one"
has err 'its reply was changed in the store'
sql one "UPDATE calls SET text = left(text, -1) WHERE id = 3"
it 'as before' 0 "$assay" store verify --store "$one"

# ---- addresses ----

it 'a password is refused' 3 "$assay" store list \
    --store "postgresql://assay:sesame@/one?host=$pg"
has err 'PGPASSFILE'
it 'and not shown' 1 grep -q sesame err
it 'nor as a parameter' 3 "$assay" store list \
    --store "postgresql://assay@/one?host=$pg&password=sesame"
it 'not shown there' 1 grep -q sesame err
it 'nor that of a key' 3 "$assay" store list \
    --store "postgresql://assay@/one?host=$pg&sslpassword=sesame"
has err 'PGPASSFILE'
it 'nor where it cannot be read' 3 "$assay" store list \
    --store "postgresql://assay:sesame%zz@/one?host=$pg"
has err 'invalid percent-encoded token'
it 'not shown either' 1 grep -q sesame err
it 'no copy into a database' 2 "$assay" store backup "postgresql://assay:sesame@/one" --store f.db
has err 'backup writes a file'
it 'nor shown then' 1 grep -q sesame err
it 'nor as a run' 2 "$assay" store show "postgresql://assay:sesame@/one"
it 'which is not shown' 1 grep -q sesame err
it 'no such database' 3 "$assay" store list --store "postgresql://assay@/none?host=$pg"
has err 'could not connect to the store'
it 'which no password mends' 1 grep -q PGPASS err
sql postgres "CREATE DATABASE empty"
it 'no store in it' 3 "$assay" store list --store "postgresql://assay@/empty?host=$pg"
has err 'there is no store in'
sql one 'CREATE ROLE guest LOGIN'
it 'no right to read it' 3 "$assay" store list --store "postgresql://guest@/one?host=$pg"
has err 'permission denied for table assay'

# ---- one process on a run ----

two=$(database two)
"$assay" run sums.jsonl --model "$server/ok,ms=400/v1#m" -c 2 --store "$two" \
    >/dev/null 2>&1 &
slow=$!
soon reached ok,ms=400 3
it 'somebody else works on it' 3 "$assay" run sums.jsonl \
    --model "$server/ok,ms=400/v1#m" --store "$two"
has err 'could not work on run r1'
it 'nor can it be pruned' 3 "$assay" store prune r1 --store "$two"
kill -9 $slow
wait $slow 2>/dev/null
it 'a killed process leaves no lock' 0 "$assay" run sums.jsonl \
    --model "$server/ok,ms=400/v1#m" --store "$two"
it 'intact after it' 0 "$assay" store verify --store "$two"

# ---- the server dies ----

three=$(database three)
"$assay" run sums.jsonl --model "$server/ok,ms=200/v1#m" -c 2 --store "$three" \
    >/dev/null 2>err3 &
slow=$!
soon reached ok,ms=200 8
pg_down
wait $slow
status=$?
it 'is told' 0 test $status = 3
it 'with the store' 0 grep -q 'store "postgresql:' err3
pg_up
it 'what was committed is there' 0 test "$(sql three 'SELECT count(*) > 0 FROM calls')" = t
before=$(sql three 'SELECT count(*) FROM calls')
asked=$(stat ok,ms=200 requests)
it 'and it goes on' 0 "$assay" run sums.jsonl --model "$server/ok,ms=200/v1#m" \
    --store "$three"
it 'without asking those again' 0 \
    test "$(($(stat ok,ms=200 requests) - asked))" = $((60 - before))
it 'intact after the crash' 0 "$assay" store verify --store "$three"
numbers "$three" r1 >c
same a c 'the numbers of the calm run'

# ---- between files and databases ----

it 'a run is pulled' 0 "$assay" store pull r1 --store "$three" --to local.db
is out 'r1: 1 new run, 60 results, 60 replies'
it 'whole' 0 "$assay" store verify --store local.db
numbers local.db r1 >d
same a d 'with its numbers'
it 'and merged back' 0 "$assay" store merge local.db f.db --store "$three"
has out 'local.db: 1 run was already there'
has out 'f.db: 1 new run, 60 results, 60 replies'
it 'the chains are kept' 0 "$assay" store verify --store "$three"

# ---- a copy ----

it 'a copy is a file' 0 "$assay" store backup x.db --store "$three"
is out "x.db: a copy of $three"
"$assay" store list --store "$three" >a
"$assay" store list --store x.db >b
same a b 'with the same runs under the same numbers'
for t in calls results decisions problems; do
    it "all $t" 0 test "$(sql three "SELECT count(*) FROM $t")" = \
        "$(python3 -c "import sqlite3; print(*sqlite3.connect('x.db').execute('SELECT count(*) FROM $t').fetchone())")"
done
it 'intact' 0 "$assay" store verify --store x.db
it 'nothing is replaced' 3 "$assay" store backup x.db --store "$three"
has err 'already exists'

# ---- texts that are no UTF-8 ----

four=$(database four)
odd=$server/nul/v1#m
it 'bytes that are no text, in a file' 0 "$assay" run sums.jsonl --model "$odd" \
    --store odd.db --csv
it 'and in a database' 0 "$assay" run sums.jsonl --model "$odd" --store "$four" --csv
it 'intact' 0 "$assay" store verify --store "$four"
it 'pulled' 0 "$assay" store pull r1 --store "$four" --to pulled.db
it 'intact there' 0 "$assay" store verify --store pulled.db
it 'byte for byte' 0 python3 -c '
import re, sqlite3
def rows(f):
    db = sqlite3.connect(f)
    # The server counts in its ids how often it was asked.
    db.text_factory = lambda b: re.sub(rb"(chatcmpl-[0-9a-f]+)-\d", rb"\1", b)
    return sorted(db.execute("SELECT key, text, reasoning, raw, body, why FROM calls"))
a, b = rows("odd.db"), rows("pulled.db")
assert a == b and len(a) == 60
assert any(b"\xff" in (x or b"") for r in a for x in r[1:]), a[0]'

# ---- dropping ----

# Numbers have a gap where the server died.
second=$(sql three "SELECT 'r' || max(id) FROM runs")
it 'pruned' 0 "$assay" store prune "$second" --store "$three"
it 'the rest stays' 0 "$assay" store verify --store "$three"
is out '1 run, 60 results, 60 replies: intact'

# ---- hunts, evolutions, climbs ----

it 'a hunt' 0 "$assay" hunt --target demo --levels 1 --store "$one" -o hunt --no-controls
it 'a climb' 0 "$assay" climb hard/chain --model student --store "$one" --dry-run
it 'studies are listed' 0 "$assay" store list --store "$one"
has out 'hunt: '
it 'all intact' 0 "$assay" store verify --store "$one"
finish
