#!/bin/sh
# How many calls workers claim, answer, judge and commit a second, on a store in
# PostgreSQL and in a file. The model is planted and costs nothing, so that what is
# measured is assay and the database. PostgreSQL is a server of the script's own,
# with fsync.
#
#   bench/workers.sh                 1, 4, 16 workers on PostgreSQL, 1, 4 on a file
#   bench/workers.sh 1000000 16      so many calls by so many workers, end to end:
#                                    enqueued, asked, verified; bytes in the database
# CALLS (40,000) is how many calls the first form has for each line. Needs a build
# (ASSAY_BUILD, build) and a machine that does nothing else.
set -u
here=$(cd "$(dirname "$0")/.." && pwd)
case ${ASSAY_BUILD:=build} in /*) ;; *) ASSAY_BUILD=$here/$ASSAY_BUILD ;; esac
assay=$ASSAY_BUILD/assay
work=$(mktemp -d)
cd "$work" || exit 3
unset ASSAY_STORE
server_pid=
. "$here/tests/lib/postgres.sh"
pg_down
pg_up -c fsync=on -c max_wal_size=4GB -c shared_buffers=512MB

now() { date +%s%N; }
# 1,000 problems, asked as often as there are calls to make.
"$assay" new concept/crt,concept/radicals --level 1 --seed 7 --count 500 >set.jsonl
cp "$here/examples/run-planted.yaml" .
echo "$(nproc) processors, $(sed -n 's/^MemTotal: *//p' /proc/meminfo), load $(cut -d' ' -f1 /proc/loadavg) before"

# CALLS WORKERS STORE: enqueues, works; sets $took (seconds)
work_on() {
    "$assay" run set.jsonl --model planted:run-planted.yaml --attempts $(($1 / 1000)) --store "$3" \
        --enqueue >/dev/null 2>enqueue.err || { cat enqueue.err; exit 1; }
    begun=$(now)
    pids=
    for i in $(seq "$2"); do
        "$assay" worker --run last --store "$3" >/dev/null 2>"worker$i" &
        pids="$pids $!"
    done
    for i in $pids; do
        wait "$i" || { cat worker*; exit 1; }
    done
    took=$(awk -v t=$(($(now) - begun)) 'BEGIN { printf "%.2f", t / 1e9 }')
}
line() { # WHERE CALLS WORKERS
    awk -v w="$1" -v c="$2" -v n="$3" -v t="$took" \
        'BEGIN { printf "%-10s  %2d worker%s  %7d calls  %7.2f s  %6d/s\n", w, n, n == 1 ? " " : "s", c, t, c / t }'
}

if [ $# -gt 0 ]; then
    one=$(database one)
    begun=$(now)
    work_on "$1" "${2:-16}" "$one"
    line PostgreSQL "$1" "${2:-16}"
    echo "end to end, with enqueuing: $((($(now) - begun) / 1000000000)) s"
    begun=$(now)
    "$assay" store watch last --store "$one" --once >/dev/null || exit 1
    echo "a look of store watch: $((($(now) - begun) / 1000000)) ms"
    begun=$(now)
    "$assay" store verify --store "$one" || exit 1
    echo "verified: $((($(now) - begun) / 1000000000)) s"
    sql one "SELECT relname || ': ' || pg_size_pretty(pg_total_relation_size(oid)) || ', ' ||
        pg_total_relation_size(oid) / $1 || ' bytes a call' FROM pg_class WHERE relkind = 'r'
        AND relnamespace = 'public'::regnamespace ORDER BY pg_total_relation_size(oid) DESC LIMIT 3"
    sql one "SELECT 'database: ' || pg_size_pretty(pg_database_size('one')) || ', ' ||
        pg_database_size('one') / $1 || ' bytes a call'"
    exit
fi

calls=${CALLS:-40000}
for n in 1 4 16; do
    work_on "$calls" $n "$(database "n$n")"
    line PostgreSQL "$calls" $n
done
for n in 1 4; do
    work_on "$calls" $n "f$n.db"
    line file "$calls" $n
done
