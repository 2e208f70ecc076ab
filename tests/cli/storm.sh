#!/bin/sh
# The storm: a server that answers at random with every transient fault, and a
# process that is killed again and again. Afterwards every call is answered
# exactly once in the journal, and the table equals that of a calm run.
# ASSAY_STORM is how many calls (20,000), ASSAY_KILLS how many kills (20).
. "$(dirname "$0")/../lib/tap.sh"
. "$here/tests/lib/server.sh"
# A build with sanitizers is slow: a fifth of it there.
case $ASSAY_BUILD in *sanitize*) most=4000 ;; *) most=20000 ;; esac
calls=${ASSAY_STORM:-$most} kills=${ASSAY_KILLS:-20}

sums "$calls" >sums.jsonl
storm="$server/storm,seed=7,rate=0.2/v1#m"

began=$(date +%s%3N)
it "a calm run" 0 "$assay" run sums.jsonl --model "$server/ok/v1#m" \
    --store calm.db --concurrency 128
calm=$(($(date +%s%3N) - began))
numbers calm.db r1 >calm.csv

# Each round gets further; the pauses differ, so that kills fall anywhere: 5 to
# 20 hundredths of what the calm run took, which a busy machine stretches, too,
# and longer after each kill that came before the run was made.
killed=0 early=0 round=0 done=0
while [ $killed -lt "$kills" ] && [ $round -lt 200 ]; do
    round=$((round + 1))
    "$assay" run sums.jsonl --model "$storm" --store storm.db \
        --concurrency 128 >/dev/null 2>&1 &
    pid=$!
    ms=$((calm * (round * 7 % 16 + 5 + 3 * early) / 100))
    sleep "$((ms / 1000)).$(printf %03d $((ms % 1000)))"
    before=${done:-0}
    kill -9 $pid 2>/dev/null && killed=$((killed + 1))
    wait $pid 2>/dev/null
    done=$("$assay" store list --store storm.db --json 2>/dev/null |
        sed -n 's/.*"results": \([0-9]*\).*/\1/p')
    [ "$before" = 0 ] && [ "${done:-0}" = 0 ] && early=$((early + 1))
    [ "${done:-0}" -ge "$calls" ] && break
done
echo "# killed $killed times, ${done:-0} of $calls results by then"
name="the storm"
if [ $killed -ge 3 ] && [ "${done:-0}" -gt 0 ]; then result ok "killed"; else fault "not killed in work"; fi

# A call whose answer was lost three times has failed: it is sent again by the
# same command, as after a kill.
to_the_end() {
    for again in 1 2 3; do
        "$assay" run sums.jsonl --model "$storm" --store storm.db --concurrency 128 && return 0
        echo "# $again: $("$assay" store list --store storm.db --json | grep -o '"failed": [0-9]*')"
    done
    return 1
}
it "the same command goes on to the end" 0 to_the_end
numbers storm.db r1 >storm.csv
name="the storm"
same calm.csv storm.csv
it "the chain is intact" 0 "$assay" store verify --store storm.db
has out ", $calls replies: intact" # and a result more for each failure

"$assay" store show r1 --replies --store storm.db |
    sed 's/.*"problem_id": "\([^"]*\)".*/\1/' | sort >ids
it "every call once" 0 sort -u ids
lines out "$calls"
lines ids "$calls"

# What the server answered beyond that is what was in flight at the kills; while
# a new run is made, 2,048 answers more may wait for it.
extra=$(($(stat storm,seed=7,rate=0.2 answered) - calls))
echo "# figure: storm: $killed kills, $early before the run was made, $extra answers asked for twice"
name="only calls in flight are sent again"
if [ $extra -le $((killed * 128 + early * 2048)) ] && [ $extra -ge 0 ]; then
    result ok "$name"
else
    fault "$extra answers beyond $calls"
fi
finish
