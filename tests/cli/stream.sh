#!/bin/sh
# Replies as streams: the same run as without, with the course of each reply;
# a storm of broken streams and kills with -9 in the middle of them.
. "$(dirname "$0")/../lib/tap.sh"
. "$here/tests/lib/server.sh"
calls=2000

sums 40 >few.jsonl
it "a run of streams" 0 "$assay" run few.jsonl --stream --json \
    --model "$server/ok,pace=5/v1#m" --store few.db
has out '"streamed": 40'
has out '"first_token": {"median": 0.'
has out '"tokens_per_second": '
it "without --stream nothing is asked again" 0 "$assay" run few.jsonl \
    --model "$server/ok,pace=5/v1#m" --store few.db
name="one request for each call"
[ "$(stat ok,pace=5 requests)" = 40 ] && result ok "$name" || fault "asked again"
it "the table shows it" 0 "$assay" store show r1 --store few.db
has out "first token"
it "so does an item" 0 "$assay" store show r1 --store few.db --verdict correct \
    --json --limit 1
has out '"first_token_ms": '
it "pruned with the run" 0 "$assay" store prune r1 --store few.db
it "nothing is left behind" 0 "$assay" store verify --store few.db
has out "intact"

it "a server that refuses" 3 "$assay" run few.jsonl --stream \
    --model "$server/ok,sse=refuse/v1#m" --store refuse.db
has err "leave out --stream"

# 2,000 calls, a third with faults, streams spoiled in eleven ways. A request without a
# whole answer is repeated twice at most, so that some calls fail.
sums "$calls" >sums.jsonl
it "a calm run" 0 "$assay" run sums.jsonl --model "$server/ok/v1#m" \
    --store calm.db
storm="$server/storm,seed=3,rate=0.2,sse=mixed/v1#m"
killed=0
for pause in 2 3 5; do
    "$assay" run sums.jsonl --stream --model "$storm" --store storm.db \
        >/dev/null 2>&1 &
    pid=$!
    sleep "0.$pause"
    kill -9 $pid 2>/dev/null && killed=$((killed + 1))
    wait $pid 2>/dev/null
done
echo "# killed $killed times"
# Calls that failed after three lost requests are asked again by the same command.
for try in 1 2 3; do
    "$assay" run sums.jsonl --stream --model "$storm" --store storm.db >/dev/null 2>&1 && break
done
it "the same command goes on to the end" 0 "$assay" run sums.jsonl --stream \
    --model "$storm" --store storm.db
it "the chain is intact" 0 "$assay" store verify --store storm.db
has out "1 run, "
has out " results, $calls replies: intact" # a call that failed has a result for that, too
"$assay" store show r1 --replies --store storm.db |
    sed 's/.*"problem_id": "\([^"]*\)".*/\1/' | sort >ids
it "every call once" 0 sort -u ids
lines out "$calls"
lines ids "$calls"
finish
