#!/bin/sh
# A complete run by several workers on one machine: it starts its own PostgreSQL in a
# temporary folder and four workers, kills one of them, and copies the finished run
# into a file. On a cluster the same commands run on many machines: see
# docs/scale.md and examples/slurm.
#
#   examples/many-machines.sh            needs PostgreSQL's programs, no network
#   MODEL='qwen=http://node1:8000/v1#Qwen/Qwen3-8B' examples/many-machines.sh
#
# It asks a planted model unless MODEL names another. The program is $ASSAY, or assay
# in $PATH. It writes only to a temporary folder, and to many-machines.db.
set -eu
assay=${ASSAY:-assay}
here=$(cd "$(dirname "$0")" && pwd)
model=${MODEL:-planted:$here/run-planted.yaml}
problems=${PROBLEMS:-2000}
work=$(mktemp -d /tmp/assay-many.XXXXXX)

say() { printf '\n# %s\n' "$*"; }
shown() { # prints the command, and runs it
    printf '$ %s\n' "$*" | sed "s,$assay,assay,"
    "$@"
}

# ---- a PostgreSQL server, which refuses to run as root ----

bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | tail -n 1)
[ -n "$bin" ] || bin=$(pg_config --bindir 2>/dev/null || true)
if [ ! -x "$bin/initdb" ]; then
    echo 'many-machines.sh: PostgreSQL is not installed (Debian: apt install postgresql)' >&2
    exit 3
fi
as_pg() {
    if [ "$(id -u)" = 0 ]; then
        (cd / && setpriv --reuid=postgres --regid=postgres --clear-groups "$@")
    else
        "$@"
    fi
}
down() {
    as_pg "$bin/pg_ctl" -D "$work/data" -s -m fast stop >/dev/null 2>&1 || true
    rm -rf "$work"
}
trap down EXIT

say 'A database. On a cluster, every node must reach it: postgresql://db.example/lab'
[ "$(id -u)" != 0 ] || chown postgres "$work"
as_pg "$bin/initdb" -D "$work/data" -U assay -A trust --no-sync >/dev/null
as_pg "$bin/pg_ctl" -D "$work/data" -l "$work/log" -s -w \
    -o "-c listen_addresses= -k $work" start >/dev/null
"$bin/createdb" -h "$work" -U assay lab
store="postgresql://assay@/lab?host=$work"
echo "$store"

# ---- the work ----

say 'Problems, and a run of them that is queued for workers'
"$assay" new concept/crt,concept/radicals --level 1 --seed 7 --count "$problems" >"$work/set.jsonl"
shown "$assay" run "$work/set.jsonl" --model "$model" --store "$store" --enqueue

# ---- workers ----

say 'Four workers; on a cluster each runs on its own machine'
# exec: the process that is killed below is the worker, not a shell around it.
worker() { exec "$assay" worker --run last --store "$store" --lease 3 ${MODEL:+--model "$MODEL"} 2>"$work/worker$1"; }
pids=
for i in 1 2 3 4; do
    worker $i &
    pids="$pids $!"
done

say 'One of them is killed: the others take over its calls when its lease expires'
in_state() { # the first worker that is shown as such: host:4711
    "$assay" store watch last --store "$store" --once | sed -n "s/^[^ ]*:\([0-9][0-9]*\)  *$1 .*/\1/p" | sed 1q
}
killed='' tries=0
while [ -z "$killed" ]; do
    tries=$((tries + 1))
    if [ $tries -gt 200 ]; then
        cat "$work"/worker? >&2
        echo 'many-machines.sh: no worker started' >&2
        exit 3
    fi
    killed=$(in_state 'at work')
done
kill -9 "$killed"

say 'Watch the run until it is done'
shown "$assay" store watch last --store "$store" --every 1
for i in $pids; do
    wait "$i" 2>/dev/null || true # the killed one
done

# ---- the result ----

say 'Every call has one result, and the hash chain of each worker is intact'
shown "$assay" store verify --store "$store"
shown "$assay" store watch last --store "$store" --once
if [ "$(in_state gone)" != "$killed" ]; then
    echo "many-machines.sh: worker $killed was killed and is not shown as gone" >&2
    exit 1
fi

say 'Copy the run, with its replies and its hash chain, into a file'
shown "$assay" store pull last --store "$store" --to many-machines.db
shown "$assay" store show last --store many-machines.db
