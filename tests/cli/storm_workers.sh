#!/bin/sh
# The storm, for many: eight workers on one run against a server that answers
# with every transient fault, while workers are killed and stopped beyond their
# leases and the database's server dies and comes back; then the same on a file,
# and a full disk. Afterwards every place has one result, the chain is intact and
# the tables are the calm run's.
# ASSAY_STORM is how many calls (3,000), ASSAY_KILLS how many kills (12).
. "$(dirname "$0")/../lib/tap.sh"
. "$here/tests/lib/server.sh"
. "$here/tests/lib/postgres.sh"
calls=${ASSAY_STORM:-3000} kills=${ASSAY_KILLS:-12}
each=16 # calls in flight of a worker
lease=2

sums "$calls" >sums.jsonl
m() { echo "lab=$server/$1/v1#m"; }
storm=storm,seed=7,rate=0.2,ms=60

it 'a calm run' 0 "$assay" run sums.jsonl --model "$(m ok)" --store calm.db --concurrency 128
numbers calm.db r1 >calm.csv

enqueue() { "$assay" run sums.jsonl --model "$(m ok)" --enqueue --store "$1"; }
start() { # NUMBER STORE SCENARIO
    "$assay" worker --run r1 --store "$2" --model "$(m "$3")" --concurrency $each \
        --lease $lease >/dev/null 2>>"worker$1" &
    eval "pid$1=$!"
}
pid() { eval "echo \$pid$1"; }
look() { "$assay" store watch r1 --store "$1" --once --json >look 2>/dev/null; }
figure() { sed -n "s/.*\"$1\": \([0-9a-z]*\).*/\1/p" look; }

# Each round one worker is killed, one of four is stopped until its lease is over,
# and every fourth round the server dies; whoever ended is started again.
blow() { # STORE SCENARIO WORKERS
    rm -f worker?
    round=0 killed=0 crashes=0 stopped=
    stops=0
    i=0
    while [ $i -lt "$3" ]; do
        start $i "$1" "$2"
        i=$((i + 1))
    done
    while [ $killed -lt "$kills" ] && [ $round -lt 100 ]; do
        round=$((round + 1))
        sleep "0.$((round * 37 % 40 + 30))"
        [ -z "$stopped" ] || kill -CONT "$stopped" 2>/dev/null
        stopped=
        w=$((round * 5 % $3))
        kill -9 "$(pid $w)" 2>/dev/null && killed=$((killed + 1))
        wait "$(pid $w)" 2>/dev/null
        start $w "$1" "$2"
        case $1 in
        postgres*)
            if [ $((round % 4)) = 0 ]; then
                pg_down
                pg_up
                crashes=$((crashes + 1))
            elif [ $((round % 4)) = 2 ]; then
                # Stopped in the midst of a commit it would keep a file to itself.
                stopped=$(pid $(((w + 1) % $3)))
                kill -STOP "$stopped" 2>/dev/null && stops=$((stops + 1))
                sleep $((lease + 1))
            fi ;;
        esac
        look "$1" && [ "$(figure open)" -le $((calls / 5)) ] && break
    done
    [ -z "$stopped" ] || kill -CONT "$stopped" 2>/dev/null
    echo "# $killed kills, $crashes crashes of the server, $stops leases run out; $(figure open) of $calls calls were open then"
    # One sleeps until the others have done all of its calls, and then says what
    # came of them.
    case $1 in postgres*) kill -STOP "$(pid 0)" 2>/dev/null && stops=$((stops + 1)) ;; esac
    i=1
    while [ $i -lt "$3" ]; do
        wait "$(pid $i)"
        i=$((i + 1))
    done
    kill -CONT "$(pid 0)" 2>/dev/null
    wait "$(pid 0)"
    late=$(cat worker? | sed -n 's/.* \([0-9]*\) that others had done.*/\1/p' | awk '{ n += $1 } END { print n + 0 }')
    # Calls that failed for good in the storm are given out again.
    turns=0
    until look "$1" && [ "$(figure ended)$(figure failed)" = true0 ] || [ $turns = 10 ]; do
        turns=$((turns + 1))
        enqueue "$1" >/dev/null 2>&1
        start 0 "$1" "$2"
        wait "$(pid 0)"
    done
}

agree() { # WHAT STORE
    numbers "$2" r1 >seen.csv
    name="$1: the calm run's table"
    same calm.csv seen.csv
    it "$1: intact" 0 "$assay" store verify --store "$2"
    cp out verified
    it "$1: every call once" 0 grep -Eq "^1 run, [0-9]+ results, $calls replies: intact" verified
    "$assay" store show r1 --replies --store "$2" |
        sed 's/.*"problem_id": "\([^"]*\)".*/\1/' | sort >ids
    it "$1: every place" 0 sort -u ids
    lines out "$calls"
    lines ids "$calls"
}

# What was answered beyond the calm run was in flight at a kill, or on its way to
# the disk; the same of each worker at a crash; or in the blocks of a lease that ran
# out.
not_more() { # WHAT SCENARIO WORKERS
    extra=$(($(stat "$2" answered) - calls))
    most=$(((killed + crashes * $3) * 2 * each + stops * 3 * 64))
    echo "# figure: $1: $killed kills, $crashes crashes, $stops leases, $late results came late, $extra answers asked for twice (at most $most)"
    name="$1: only calls in flight are sent again"
    if [ $extra -ge 0 ] && [ $extra -le $most ]; then
        result ok "$name"
    else
        fault "$extra answers beyond $calls"
    fi
}

# ---- PostgreSQL ----

one=$(database one)
enqueue "$one" >e1 2>&1 &
it 'two enqueue at once' 0 enqueue "$one"
wait $!
it 'both could' 0 test $? = 0
it 'one run' 0 test "$(sql one 'SELECT count(*) FROM runs')" = 1
it 'its blocks once' 0 test "$(sql one 'SELECT count(*) FROM work')" = $(((calls + 63) / 64))
"$assay" store watch r1 --store "$one" --every 1 >watched 2>watched.err &
watch=$!
blow "$one" "$storm" 8
wait $watch
it 'the watcher saw it through' 0 grep -q 'the store is back' watched.err
it 'to the end' 0 grep -Eq ' calls done [(](99|100) %[)]' watched
name='the storm'
if [ $killed -ge 3 ] && [ $crashes -ge 1 ]; then result ok 'killed'; else fault 'not killed in work'; fi
agree 'PostgreSQL' "$one"
it 'one result that counts for each place' 0 test "$(sql one "SELECT count(*) FROM
    (SELECT problem FROM results WHERE outcome <> 'error' GROUP BY problem, model, attempt HAVING count(*) > 1) t")" = 0
not_more 'PostgreSQL' "$storm" 8
it 'pulled' 0 "$assay" store pull r1 --store "$one" --to pulled.db
agree 'the file' pulled.db

# ---- a file ----

storm=storm,seed=8,rate=0.2,ms=60
calls=$((calls / 4)) kills=$((kills / 3))
sums "$calls" >sums.jsonl
"$assay" run sums.jsonl --model "$(m ok)" --store less.db --concurrency 128 >/dev/null 2>&1
numbers less.db r1 >calm.csv
enqueue f.db >/dev/null 2>&1
blow f.db "$storm" 4
agree 'SQLite' f.db
not_more 'SQLite' "$storm" 4

# ---- a full disk ----

full="$pg/full"
mkdir "$full"
if mount -t tmpfs -o size=64m none "$full" 2>/dev/null; then
    trap 'pg_down; umount "$full"; kill $server_pid 2>/dev/null; rm -rf "$work" "$pg"' EXIT
    mkdir "$full/t"
    [ "$(id -u)" != 0 ] || chown postgres "$full/t"
    sql postgres "CREATE TABLESPACE small LOCATION '$full/t'"
    sql postgres 'CREATE DATABASE small TABLESPACE small'
    small="postgresql://assay@/small?host=$pg"
    enqueue "$small" >/dev/null 2>&1
    # All that is left, but for 64 KiB.
    free=$(df --output=avail -k "$full" | tail -n 1)
    head -c $(((free - 64) * 1024)) /dev/zero >"$full/rest"
    it 'a full disk' 3 "$assay" worker --run r1 --store "$small" --model "$(m ok,ms=1)"
    has err 'all committed data is safe'
    it 'nothing is broken' 0 "$assay" store verify --store "$small"
    rm "$full/rest"
    it 'goes on when there is room' 0 "$assay" worker --run r1 --store "$small" \
        --model "$(m ok,ms=1)" --lease $lease
    agree 'the full disk' "$small"
else
    echo '# a full disk is skipped: no small file system can be mounted here'
fi
finish
