#!/bin/sh
# Any number of workers on one run, in PostgreSQL: nothing lost, nothing counted
# twice, whatever happens to them or to the server.
. "$(dirname "$0")/../lib/tap.sh"
. "$here/tests/lib/server.sh"
. "$here/tests/lib/postgres.sh"

store() { database "$1"; }
named() { echo "$1" | sed 's,.*@/\([^?]*\)?.*,\1,'; }
change() { sql "$(named "$1")" "$2"; }
free() { :; }
count() { change "$1" "SELECT count(*) FROM $2"; }
. "$here/tests/lib/workers.sh"

# ---- the parts, as in a file ----

if [ -x "$ASSAY_BUILD/tests/unit/test_work" ]; then
    u=$(store u)
    export ASSAY_TEST_STORE="$u"
    it 'blocks, leases, strands' 0 "$ASSAY_BUILD/tests/unit/test_work"
    unset ASSAY_TEST_STORE
fi

# ---- the server dies ----

k=$(store k)
enqueue "$k" >/dev/null 2>&1
"$assay" worker --run r1 --store "$k" --model "$(at ok,ms=70)" -c 4 --lease 1 >/dev/null 2>err1 &
first=$!
"$assay" worker --run r1 --store "$k" --model "$(at ok,ms=71)" -c 4 --lease 1 >/dev/null 2>err2 &
second=$!
soon reached ok,ms=70 20
soon reached ok,ms=71 20
pg_down
soon grep -q 'waiting up to 10 min for it to come back' err1
soon grep -q 'waiting up to 10 min' err2
it 'told, with the store' 0 grep -q 'store "postgresql:' err1
kill -TERM $second
wait $second
it 'one is stopped meanwhile' 0 test $? = 3
pg_up
wait $first
it 'the other goes on' 0 test $? = 0
it 'and says so' 0 grep -q 'the store is back' err1
agree 'after the crash' "$k"
sent=$(($(stat ok,ms=70 requests) + $(stat ok,ms=71 requests)))
it 'only calls in flight were sent again' 0 test $sent -le 316

# ---- a connection is lost, and the server is there ----

l=$(store l)
enqueue "$l" >/dev/null 2>&1
"$assay" worker --run r1 --store "$l" --model "$(at ok,ms=72)" -c 4 --lease 60 >/dev/null 2>err1 &
first=$!
soon reached ok,ms=72 20
sql postgres "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = 'l' ORDER BY pid DESC LIMIT 1" >/dev/null
wait $first
it 'a lost connection' 0 test $? = 0
it 'is made again' 0 grep -q 'the store is back' err1
agree 'after that' "$l"

# ---- it comes back, and has one connection for all ----

one='-c max_connections=1 -c superuser_reserved_connections=0 -c max_wal_senders=0'
m=$(store m)
enqueue "$m" >/dev/null 2>&1
"$assay" worker --run r1 --store "$m" --model "$(at ok,ms=73)" -c 4 --lease 1 >/dev/null 2>err1 &
first=$!
soon reached ok,ms=73 20
pg_down
soon grep -q 'waiting up to 10 min' err1
full() { grep -c 'too many clients\|slots are reserved' "$pg/log"; }
fuller() { [ "$(full)" -gt "$1" ]; }
pg_up "$one"
soon fuller 1
it 'half of what it needs' 0 kill -0 $first
it 'one that begins' 3 worker --store "$m" --model "$(at ok,ms=74)"
"$assay" worker --run r1 --store "$m" --model "$(at ok,ms=75)" --wait >/dev/null 2>err2 &
second=$!
soon grep -q '^assay: waiting: ' err2
pg_down
pg_up
wait $first
it 'it went on' 0 test $? = 0
it 'told once' 0 test "$(grep -c 'waiting up to' err1)" -le 2
wait $second
it 'and who waited' 0 test $? = 0
agree 'all connections taken' "$m"

# ---- a store of the version before ----

v=$(store v)
it 'an older store' 0 "$assay" run sums.jsonl --model "$(at ok)" --store "$v"
change "$v" 'DROP TABLE strands; DROP TABLE work; DROP TABLE rates; UPDATE assay SET version = 5'
it 'is not read' 3 "$assay" store list --store "$v"
has err 'upgrades it to version 6'
it 'is brought along' 0 enqueue "$v"
it 'by the step' 0 test "$(count "$v" work)" = 5
it 'with all it had' 0 worker --store "$v" --model "$(at ok)"
agree 'brought along' "$v"
finish
