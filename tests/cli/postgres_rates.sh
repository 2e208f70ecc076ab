#!/bin/sh
# Processes that work on one database, on however many machines, keep one --rate
# and one --budget together.
. "$(dirname "$0")/../lib/tap.sh"
. "$here/tests/lib/server.sh"
. "$here/tests/lib/postgres.sh"

db=$(database shared)
for i in 0 1 2; do sums 400 $((400 * i)) >sums$i.jsonl; done

ms() { echo $(($(date +%s%N) / 1000000)); }

# Three runs at once, each of its own problems, to one model: MODEL OPTION...
three() {
    model=$1
    shift
    pids=
    for i in 0 1 2; do
        "$assay" run sums$i.jsonl --model "$server/$model/v1#m" --store "$db" \
            "$@" >/dev/null 2>err$i &
        pids="$pids $!"
    done
}

# ---- a rate ----

it 'the tables are made' 0 "$assay" run sums0.jsonl --limit 1 \
    --model "$server/ok/v1#m" --store "$db"
from=$(ms)
three ok,seed=1 --rate 40 --limit 60
for p in $pids; do wait "$p" || fault "$(cat err?)"; done
took=$(($(ms) - from))
it 'all were asked' 0 test "$(stat ok,seed=1 requests)" = 180
# 180 calls at 40 a second; each by itself would take 1.5 s.
it 'at one rate together' 0 test $took -ge 4000
it 'and not much slower' 0 test $took -lt 15000
it 'in few draws' 0 test "$(sql shared "SELECT max(span_us) > 90000 FROM rates
    WHERE kind = 'calls'")" = t

# ---- one of them is killed ----

from=$(ms)
three ok,seed=2 --rate 40 --limit 60
soon reached ok,seed=2 30
set -- $pids
kill -9 "$1"
wait "$1" 2>/dev/null
for p in "$2" "$3"; do wait "$p" || fault "$(cat err?)"; done
took=$(($(ms) - from))
it 'the others go on' 0 test $took -lt 15000

# ---- a budget ----

before=$(sql shared "SELECT coalesce(sum(prompt_tokens + completion_tokens), 0) FROM calls")
three ok,ms=300 --budget 6000tokens -c 2
for p in $pids; do wait "$p" 2>/dev/null; done
spent=$(($(sql shared "SELECT sum(prompt_tokens + completion_tokens) FROM calls") - before))
most=$(sql shared "SELECT max(prompt_tokens + completion_tokens) FROM calls")
# Who begins later does not count what was spent before: on a busy machine they do
# not begin together. The last one has begun when its first reply is there.
early=$(sql shared "SELECT coalesce(sum(prompt_tokens + completion_tokens), 0)
    FROM calls WHERE url LIKE '%ms=300%' AND committed_ms < 200 +
    (SELECT max(first) FROM (SELECT min(at_ms) AS first FROM results GROUP BY run) AS each)")
echo "# $spent tokens of 6000 in calls of $most, $early of them early"
# Nobody knows what the first call costs: each may be one too many.
it 'one budget together' 0 test "$spent" -le $((6000 + 3 * most + early))
it 'begun together' 0 test "$early" -lt 4000
it 'and nearly all of it' 0 test "$spent" -ge 5000
it 'it is told' 0 grep -q 'the budget is spent' err0
it 'nothing is held at the end' 0 test "$(sql shared \
    "SELECT count(*) FROM rates WHERE kind = 'held'")" = 0
it 'intact' 0 "$assay" store verify --store "$db"

# ---- what a killed process held ----

three ok,ms=200 --budget 20000tokens -c 16
soon reached ok,ms=200 40
kill -9 $pids
for p in $pids; do wait "$p" 2>/dev/null; done
sleep 5.2
it 'comes back' 0 "$assay" run sums0.jsonl --model "$server/ok,seed=3/v1#m" \
    --store "$db" --budget 20000tokens --limit 50
it 'all of it' 0 test "$(sql shared "SELECT count(*) FROM rates WHERE kind = 'held'")" = 0
finish
