#!/bin/sh
# Calls by batch, in both forms: sent, polled, fetched; whatever goes wrong, and
# kill -9 at every stage. In the end each place has one result, and no call was
# made twice at the server unless it had to be.
. "$(dirname "$0")/../lib/tap.sh"
. "$here/tests/lib/server.sh"
sums 6 >six.jsonl
export ASSAY_API_KEY=sk-batch-secret-0123456789

room() { curl -s "$server/$1/batch" | sed -n "s/.*\"$2\": *\([0-9]*\).*/\1/p"; }
hung() { [ "$(room "$1" hangs)" -ge 1 ]; }
calls() { python3 -c '
import sqlite3, sys
print(sqlite3.connect("b.db").execute(sys.argv[1]).fetchone()[0])' "$1"; }
column() { python3 -c '
import csv, sys
print(next(csv.DictReader(open("out")))[sys.argv[1]])' "$1"; }

equals() { # WHAT GOT WANTED
    if [ "$2" = "$3" ]; then result ok "$name: $1"
    else fault "$1 is $2, not $3"; fi
}

# ask SCENARIO FORM STATUS [OPTION...]: six calls by batch.
ask() {
    s=$1 form=$2 want=$3
    shift 3
    it "$s, $form" "$want" timeout -s KILL 60 "$assay" run six.jsonl \
        --model "$server/$s/$form#m" --batch --store b.db --csv --max-tokens 99 --retries 3 "$@"
}

# whole SCENARIO REQUESTS MOST_TRIES: every place has its one right result, and
# nothing is left of its batches.
whole() {
    got=$(curl -s "$server/$1/stats" | python3 -c '
import csv, json, sqlite3, sys
s = json.load(sys.stdin)
one = lambda q: sqlite3.connect("b.db").execute(q).fetchone()[0]
print(next(csv.DictReader(open("out")))["correct"], "right,",
      one("SELECT count(*) FROM results"), "results,",
      s["requests"], "requests,", s["most_tries"], "tries,",
      one("SELECT count(*) FROM batches WHERE state IN (\"made\", \"sent\")"),
      "open,", one("SELECT count(*) FROM batch_calls"), "keys")')
    equals "all is there" "$got" \
        "6 right, 6 results, $2 requests, $3 tries, 0 open, 0 keys"
}

for form in v1 v1/messages; do
    f=$(echo $form | tr -c 'a-z0-9\n' '-')
    # What a server does, with no call made twice ...
    for kind in plain cut poll429 poll500 pollclose pollhtml createclose \
        create500 createdeny; do
        rm -f b.db*
        s=ok,wrong=0,batch=$kind,seed=$f
        ask $s $form 0
        whole $s 6 1
    done
    # ... unless it had to be.
    for kind in expire cancel missing; do
        rm -f b.db*
        s=ok,wrong=0,batch=$kind,seed=$f
        ask $s $form 0
        whole $s 6 1
        equals "batches" "$(room $s batches)" 2
    done
    rm -f b.db*
    s=ok,wrong=0,batch=dup,seed=$f
    ask $s $form 0
    whole $s 12 2

    # Errors in lines: passing ones go into another batch, others are errors.
    for fault in 429-none 500 200-error finish-error; do
        rm -f b.db*
        s=$fault,wrong=0,seed=$f
        ask $s $form 0
        whole $s 12 2
        equals "batches" "$(room $s batches)" 2
    done
    rm -f b.db*
    s=500,times=1e9,seed=$f
    ask $s $form 3
    equals "rounds" "$(room $s batches)" 3
    equals "errors" "$(column error)" 6
    has err "the same command asks them again"

    # Hostile lines: passed over; no secret is kept or shown.
    rm -f b.db*
    s=ok,wrong=0,batch=hostile,seed=$f
    ask $s $form 0
    whole $s 6 1
    has err "made no sense"
    rm -f b.db*
    s=echo-key,status=400,times=1e9,seed=$f
    ask $s $form 3
    equals "secrets" "$(cat b.db* out err | grep -c sk-batch-secret)" 0

    # No batches at the server: told, and nothing is lost.
    rm -f b.db*
    s=ok,wrong=0,batch=none,seed=$f
    ask $s $form 3
    has err "leave out --batch"
    equals "requests" "$(stat $s requests)" 0
    it "the same without --batch" 0 "$assay" run six.jsonl \
        --model "$server/$s/$form#m" --store b.db --csv --max-tokens 99
    whole $s 6 1

    # kill -9 at every stage.
    for stage in upload uploaded precreate create poll results; do
        case $form,$stage in v1/messages,upload*) continue ;; esac
        rm -f b.db*
        s=ok,wrong=0,hang=$stage,seed=$f
        "$assay" run six.jsonl --model "$server/$s/$form#m" --batch \
            --max-tokens 99 --store b.db >out 2>err &
        pid=$!
        name="kill -9 at $stage"
        soon hung $s || fault "it never came there"
        kill -9 $pid
        wait $pid 2>/dev/null
        ask $s $form 0
        whole $s 6 1
        equals "batches" "$(room $s batches)" 1
    done
    # In the middle of fetching: what was committed is not lost.
    rm -f b.db*
    s=huge,bytes=1,wrong=0,batch=cut,hang=results2,seed=$f
    "$assay" run six.jsonl --model "$server/$s/$form#m" --batch --store b.db \
        --max-tokens 99 >out 2>err &
    pid=$!
    name="kill -9 while fetching"
    soon hung $s || fault "it never came there"
    kill -9 $pid
    wait $pid 2>/dev/null
    got=$(calls "SELECT count(*) FROM calls")
    if [ "$got" -ge 1 ] && [ "$got" -le 5 ]
    then result ok "$name: $got of 6 are there"
    else fault "$got replies are there"; fi
    ask $s $form 0
    whole $s 6 1
done

# Files are removed when they were fetched.
equals "files" "$(room ok,wrong=0,batch=plain,seed=v1 files)" 0

# OpenAI refuses a batch as a whole; Anthropic points to another host.
rm -f b.db*
ask ok,batch=fail v1 3
has err "line 1 is not liked"
rm -f b.db*
ask ok,batch=otherhost v1/messages 3
has err "another host"

# Ctrl-C: it goes on at the server, and the same command fetches it.
rm -f b.db*
s=ok,wrong=0,polls=1000
"$assay" run six.jsonl --model "$server/$s/v1#m" --batch --store b.db \
    >out 2>err &
pid=$!
polled() { [ "$(room $s polls)" -ge 2 ]; }
name="an interrupt"
soon polled
kill -INT $pid
wait $pid
equals "status" $? 3
has err "the same command fetches"
it "the store tells of it" 0 "$assay" store list --store b.db
has err "1 batch is not fetched yet"
it "without --batch it is said" 0 timeout -s KILL 60 "$assay" run six.jsonl \
    --model "$server/$s/v1#m" --store b.db
has err "paid, again"

# Half the price: in the forecast, the table and the budget.
echo 'm: {input: 1000, output: 1000}' >prices.yaml
rm -f b.db* c.db*
model="$server/ok,wrong=0,seed=9/v1#m"
it "a forecast" 0 "$assay" run six.jsonl --model "$model" --store b.db \
    --dry-run --prices prices.yaml --max-tokens 10 --batch
has out "by batch"
it "one by one" 0 "$assay" run six.jsonl --model "$model" --store c.db \
    --csv --prices prices.yaml
full=$(column cost)
it "by batch" 0 "$assay" run six.jsonl --model "$model" --store b.db \
    --csv --prices prices.yaml --batch
equals "half of it" "$(python3 -c "print(abs($(column cost) * 2 - $full) < 1e-9)")" \
    True
it "the store knows" 0 "$assay" store show last --store b.db --csv \
    --prices prices.yaml
equals "half of it" "$(python3 -c "print(abs($(column cost) * 2 - $full) < 1e-9)")" \
    True
rm -f b.db*
it "a budget needs a size" 3 "$assay" run six.jsonl --model "$model" \
    --store b.db --batch --budget 1000tokens
has err "needs --max-tokens"
it "a budget is kept" 3 "$assay" run six.jsonl --model "$model" --store b.db \
    --csv --batch --budget 150tokens --max-tokens 8
has err "the budget is spent"
equals "some were asked" "$(python3 -c "print(0 < $(column correct) < 6)")" True
it "the chain holds" 0 "$assay" store verify --store b.db

# Models of the process answer as ever.
it "a student by batch" 0 "$assay" run six.jsonl --model student --limit 1 \
    --max-tokens 4 --store s.db --batch
finish
