#!/bin/sh
# The student in a run: the same replies on any number of threads, after kill -9
# and Ctrl-C, and through a server; what is cut, what is too long, what it
# cannot follow.
. "$(dirname "$0")/../lib/tap.sh"
unset ASSAY_STORE ASSAY_TOKEN http_proxy HTTP_PROXY all_proxy ALL_PROXY
serve_pid=
trap '[ -z "$serve_pid" ] || kill $serve_pid 2>/dev/null; rm -rf "$work"' EXIT

: "${ASSAY_STUDENT:=$here/models/student/student.weights}"
export ASSAY_STUDENT
if [ ! -r "$ASSAY_STUDENT" ]; then
    echo "ok 1 - the student # SKIP $ASSAY_STUDENT is not here"
    echo 1..1
    exit 0
fi

for i in 1 2 3 4 5 6; do
    echo "{\"id\": \"p$i\", \"problem\": \"What is $i + $i?\", \"answer\": \"$((i + i))\"}"
done >problems.jsonl
printf '{{statement}}' >template
ask() { # STORE [OPTIONS...]
    "$assay" run problems.jsonl --template template --store "$@"
}
# What was said, without how it was asked for.
replies() { # STORE
    "$assay" store show r1 --replies --store "$1" |
        sed 's/"model": "[^"]*", //; s/"why": .*"response"/"response"/; s/, "took_ms".*//' |
        sort
}
same_replies() { # NAME STORE STORE
    name=$1
    replies "$2" >one
    replies "$3" >other
    diff one other | head -n 4 >out
    if [ -s one ] && [ ! -s out ]; then result ok "$name"; else fault 'they differ'; fi
}

# ---- a run ----

it 'a run' 0 ask one.db -m student -k 3 --seed 7 --temperature 0.9 --max-tokens 12 --json
has out '"model": "student"'
it 'a report' 0 "$assay" report r1 --store one.db -o one.html
it 'names the model' 0 grep -q '>student<' one.html
replies one.db >said
it 'attempts differ' 0 sh -c 'sed -n "s/.*\"response\": \(.*\), \"reasoning.*/\1/p" said | sort -u | sed -n 3p | grep -q .'
export ASSAY_STUDENT_THREADS=1
it 'with one thread' 0 ask two.db -m student -k 3 --seed 7 --temperature 0.9 --max-tokens 12 --threads 1
unset ASSAY_STUDENT_THREADS
same_replies 'the same replies' one.db two.db
it 'the same weights by their name' 0 ask one.db -m "student:$ASSAY_STUDENT" -k 3 --seed 7 \
    --temperature 0.9 --max-tokens 12
it 'without a seed' 0 ask three.db -m student --max-tokens 12
it 'once more' 0 ask four.db -m student --max-tokens 12
same_replies 'are the same, too' three.db four.db

# ---- what is odd ----

it 'what is cut' 0 ask cut.db -m student --max-tokens 2
has out truncated
it 'why' 0 "$assay" store show r1 --replies --store cut.db
has out 'the reply was cut off after 2 tokens; raise --max-tokens'
has out '"finish_reason": "length"'
it 'a forecast' 0 ask none.db -m student --max-tokens 2 --dry-run
has out 'at no cost: the model runs inside assay'
it 'a field it does not know' 2 ask none.db -m student --extra '{"x": 1}'
it 'an effort it does not know' 2 ask none.db -m student --reasoning-effort low
awk 'BEGIN { printf "{\"id\": \"long\", \"answer\": 1, \"problem\": \"1"
    for (i = 0; i < 4000; i++) printf " + x_%d", i
    print "\"}" }' >long.jsonl
it 'what is too long' 0 "$assay" run long.jsonl --store long.db -m student
has err "too long for the model's context"
it 'no weights' 3 env ASSAY_STUDENT=nowhere "$assay" run problems.jsonl --store none.db -m student
has err nowhere

# ---- kill -9, Ctrl-C ----

long() { # STORE; more calls than are answered at once
    ask "$1" -m student -k 12 --max-tokens 24
}
stopped() { # SIGNAL STORE: at work, and then not
    "$assay" run problems.jsonl --template template --store "$2" -m student -k 12 \
        --max-tokens 24 >out 2>err &
    pid=$!
    soon sh -c "\"$assay\" store show r1 --replies --store $2 2>/dev/null | grep -q response"
    kill -$1 $pid 2>/dev/null
    wait $pid 2>/dev/null
}
it 'all of it' 0 long whole.db
export ASSAY_STUDENT_THREADS=1
stopped KILL killed.db
name='it was not done'
if [ "$(replies killed.db | wc -l)" -lt 72 ]; then result ok "$name"; else fault 'it was'; fi
it 'after kill -9 it goes on' 0 long killed.db
same_replies 'to the same end' whole.db killed.db
from=$(date +%s)
stopped INT killed2.db
unset ASSAY_STUDENT_THREADS
name='Ctrl-C ends it soon'
if [ $(($(date +%s) - from)) -lt 20 ]; then result ok "$name"; else fault 'it took long'; fi
it 'after Ctrl-C it goes on' 0 long killed2.db
same_replies 'to the same end, too' whole.db killed2.db

# ---- through a server ----

ASSAY_TOKEN=a-token-of-the-tests-and-no-other
export ASSAY_TOKEN
: >told
"$assay" serve --reward-only --port 0 2>told &
serve_pid=$!
soon sh -c "grep -q serving told || ! kill -0 $serve_pid 2>/dev/null"
url=$(sed -n 's/^assay: serving on //p' told)
ASSAY_API_KEY=$ASSAY_TOKEN
export ASSAY_API_KEY
it 'through a server' 0 ask served.db -m "$url#student" -k 3 --seed 7 --temperature 0.9 \
    --max-tokens 12
same_replies 'the same replies, to the byte' one.db served.db
it 'what is too long' 0 "$assay" run long.jsonl --store long.db -m "$url#student"
has err "too long for the model's context"
it 'another model' 3 ask none.db -m "$url#other"
has err 'this server has no model'
curl -s -H "Authorization: Bearer $ASSAY_TOKEN" "$url/v1/models" >out
name='its models'
has out '"id": "student"'
curl -s -H "Authorization: Bearer $ASSAY_TOKEN" "$url/metrics" >out
name='what was asked is counted'
has out 'assay_chat_requests_total{status="200"} 18'
curl -s -N -H "Authorization: Bearer $ASSAY_TOKEN" -d '{"model": "student", "stream": true,
    "max_tokens": 4, "messages": [{"role": "user", "content": "1 + 1"}]}' \
    "$url/v1/chat/completions" >out
name='a stream'
has out 'data: [DONE]'
it 'nobody without the token' 0 sh -c \
    "curl -s -o out2 -w '%{http_code}' -d '{}' $url/v1/chat/completions | grep -qx 401"
curl -s -H "Authorization: Bearer $ASSAY_TOKEN" -d '{"model": "student", "n": 16,
    "messages": [{"role": "user", "content": "1 + 1"}]}' "$url/v1/chat/completions" >late &
curl_pid=$!
soon sh -c "curl -s -H 'Authorization: Bearer $ASSAY_TOKEN' $url/metrics |
    grep -qx 'assay_chat_answers 16' || ! kill -0 $curl_pid"
from=$(date +%s)
kill -TERM $serve_pid
wait $serve_pid
ended=$? serve_pid=
wait $curl_pid
name='it stops though the student is at work'
if [ $ended = 0 ] && [ $(($(date +%s) - from)) -lt 10 ]; then result ok "$name"; else fault "$ended"; fi
finish
