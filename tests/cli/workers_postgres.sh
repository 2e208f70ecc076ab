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
wait $first
it 'one is told' 0 test $? = 3
wait $second
it 'and the other' 0 test $? = 3
it 'with the store' 0 grep -q 'store "postgresql:' err1
pg_up
it 'they go on' 0 worker --store "$k" --model "$(at ok,ms=10)" --lease 1
agree 'after the crash' "$k"

# ---- a store of the version before ----

v=$(store v)
it 'an older store' 0 "$assay" run sums.jsonl --model "$(at ok)" --store "$v"
change "$v" 'DROP TABLE strands; DROP TABLE work; UPDATE assay SET version = 5'
it 'is not read' 3 "$assay" store list --store "$v"
has err 'is brought to version 6 by the first command that writes to it'
it 'is brought along' 0 enqueue "$v"
it 'by the step' 0 test "$(count "$v" work)" = 5
it 'with all it had' 0 worker --store "$v" --model "$(at ok)"
agree 'brought along' "$v"
finish
