#!/bin/sh
# Every fault of a server, end to end: the mark it gets, how often it is asked,
# and that nothing is lost. A fault that passes must leave right answers.
. "$(dirname "$0")/../lib/tap.sh"
. "$here/tests/lib/server.sh"
sums 2 >two.jsonl

# A column of the table's first row.
column() {
    python3 -c '
import csv, sys
print(next(csv.DictReader(open("table.csv")))[sys.argv[1]])' "$1"
}

# fault SCENARIO MARK REQUESTS STATUS [OPTION...]: two problems are asked of the
# scenario; both get the mark after REQUESTS requests in all. With MARK "none"
# the run stops and has no result.
fault_is() {
    scenario=$1 mark=$2 requests=$3 status=$4
    shift 4
    name="$scenario: $mark"
    rm -f f.db*
    "$assay" run two.jsonl --model "$server/$scenario,wrong=0/v1#m" \
        --store f.db --retries 2 --csv "$@" >table.csv 2>err
    got=$?
    asked=$(stat "$scenario,wrong=0" requests)
    if [ "$mark" = none ]; then seen=$(wc -l <table.csv) want=0
    else seen=$(column "$mark") want=2; fi
    if [ $got = "$status" ] && [ "$seen" = $want ] && [ "$asked" = "$requests" ]
    then result ok "$name"
    else fault "status $got, $seen marks, $asked requests"; fi
}

# Transient: asked again, then right.
for s in 429-seconds,wait=0 429-float 429-ms 429-reset 429-none 500 503-loading \
    524 529 408 409 should-retry-true 200-error 200-error,code=500 \
    200-error-string finish-error finish-abort html html200 garbage unclosed deep empty \
    half chunked-half reset close; do
    fault_is $s correct 4 0
done
fault_is 429-date,wait=1 correct 4 0
fault_is 429-anthropic,wait=1 correct 4 0
fault_is hang correct 4 0 --timeout 1
fault_is hang-headers correct 4 0 --idle-timeout 1

# For ever: an error, never a wrong answer.
for s in 500 reset garbage unclosed html200; do
    fault_is $s,times=1e9 error 6 3
done
fault_is hang,times=1e9 error 6 3 --timeout 0.5
fault_is drip,ms=100 error 6 3 --timeout 0.5
fault_is 429-days,times=1e9 error 2 3
fault_is should-retry-false,times=1e9 error 2 3
fault_is 400-context overflow 2 0
fault_is 400-context-llama overflow 2 0
fault_is 500-format correct 4 0
fault_is 500-format,times=1e9 malformed 4 0 --retries 10
fault_is 413 error 2 3
fault_is 422 error 2 3

# Nothing can succeed: the run stops after the first, and says what to do.
for s in 401 403 404 quota redirect; do
    fault_is $s,times=1e9 none 1 3 --concurrency 1 --fixed
    name="$s: says what to do"
    if grep -q 'the same command continues' err; then result ok "$name"
    else fault "no cure"; fi
done

# Forms of an answer.
for s in ok chunked bom utf8 parts-content reasoning_content reasoning \
    reasoning_details think think-no-opener THINK n2 no-usage usage-partial \
    finish-null finish-eos finish-eos-token bigheader huge; do
    fault_is $s correct 2 0
done
for s in finish-length finish-length-null finish-repetition think-cut; do
    fault_is $s truncated 2 0
done
fault_is finish-filter refused 2 0
fault_is refusal refused 2 0
fault_is null-content no_answer 2 0
fault_is empty-content no_answer 2 0
fault_is think-unclosed no_answer 2 0

# Anthropic's form.
anthropic() { # SCENARIO MARK
    name="anthropic $1: $2"
    rm -f f.db*
    "$assay" run two.jsonl --model "$server/$1,wrong=0/v1/messages#m" \
        --store f.db --max-tokens 100 --csv >table.csv 2>err
    if [ "$(column "$2")" = 2 ]; then result ok "$name"; else fault "not $2"; fi
}
anthropic ok correct
anthropic thinking correct
anthropic redacted-thinking correct
anthropic 529 correct
anthropic 429-anthropic,wait=1 correct
anthropic max_tokens truncated
anthropic context-exceeded truncated
anthropic refusal refused
anthropic stop_sequence correct

# Ten errors and no reply: the rest is not asked.
sums 60 >sixty.jsonl
it "a dead server stops the run" 3 "$assay" run sixty.jsonl --store d.db \
    --model 'http://127.0.0.1:1/v1#m' --retries 0 --concurrency 4
has err "every call to http://127.0.0.1:1/v1#m failed; the last error: "
has err "could not connect"

# One that declines every call in the same words, too; not if the words differ.
sums 400 >hundreds.jsonl
it "a server that declines all" 3 "$assay" run hundreds.jsonl --store c.db \
    --model "$server/422,times=1e9/v1#m" --concurrency 8
has err "every call to $server/422,times=1e9/v1#m failed with the same error"
name="the rest is not asked"
asked=$(stat 422,times=1e9 requests)
if [ "$asked" -lt 100 ]; then result ok "$name"; else fault "$asked requests"; fi
it "one that has other words each time" 3 "$assay" run sixty.jsonl \
    --store w.db --model "$server/422,times=1e9,own=1/v1#m" --concurrency 8
name="all are asked"
asked=$(stat 422,times=1e9,own=1 requests)
if [ "$asked" = 60 ]; then result ok "$name"; else fault "$asked requests"; fi

# Nor if others are answered, which wait to be read while the run is made.
sums 4000 >thousands.jsonl
it "one that declines some, all in the same words" 3 "$assay" run thousands.jsonl \
    --store s.db --model "$server/storm,rate=0.3,only=422/v1#m" --concurrency 4 --fixed
name="it is not given up"
if grep -q "every call to" err; then fault "$(cat err)"; else result ok "$name"; fi
name="all of them were asked"
asked=$(stat storm,rate=0.3,only=422 requests)
if [ "$asked" = 4000 ]; then result ok "$name"; else fault "$asked requests"; fi

# A run that another process works on, given up while its problems are sorted.
sums 20000 >many.jsonl
"$assay" run many.jsonl --store l.db --model "$server/hang/v1#m" \
    --concurrency 1 >/dev/null 2>&1 &
first=$!
listed() { "$assay" store list --store l.db 2>/dev/null | grep -q r1; }
soon listed
it "a run that another works on" 3 "$assay" run many.jsonl --store l.db \
    --model "$server/hang/v1#m" --concurrency 1
has err "could not work on run r1"
kill -9 $first

# A field that is not taken, in the words of many servers.
for words in Unknown+field Unrecognized+request+argument+supplied:+stream_options \
    stream_options+is+not+supported Unsupported+parameter no+such+option; do
    rm -f r.db*
    it "$words" 3 "$assay" run sixty.jsonl --store r.db --stream \
        --model "$server/ok,sse=refuse,words=$words/v1#m" --concurrency 1 --fixed
    has err "leave out --stream"
done

# Secrets: none in the store, in what is shown, or in a dry run.
ASSAY_API_KEY=sk-very-secret-0123456789
export ASSAY_API_KEY
for s in echo-key echo-key-200 echo-key,status=500; do
    rm -f secret.db*
    "$assay" run two.jsonl --model "$server/$s/v1#m" --store secret.db \
        --retries 1 -H 'X-Token: another-secret-42' >out 2>err
    "$assay" store show last --replies --store secret.db >>out 2>>err
    "$assay" run two.jsonl --model "$server/$s/v1#m" --store secret.db \
        --dry-run >>out 2>>err
    name="$s: the secret is nowhere"
    if cat secret.db* out err | grep -aq -e very-secret -e another-secret; then
        fault "it was found"
    else
        result ok "$name"
    fi
done
curl -s "$server/echo-key-200/last" >out
name="the key was sent"
has out "Bearer sk-very-secret-0123456789"
has out "another-secret-42"
it "a key in the name of a model" 2 "$assay" run two.jsonl --store k.db \
    --model "$server/ok/v1#m?key=$ASSAY_API_KEY"
has err "contains the key"
unset ASSAY_API_KEY
it "a key in a header, unencrypted" 2 "$assay" run two.jsonl --store k.db \
    --model 'http://model.invalid/v1#m' -H 'Authorization: Bearer abcdefgh'
has err "unencrypted"
it "a key in the place of a header" 2 "$assay" run two.jsonl --store k.db \
    --model "$server/ok/v1#m" -H sk-very-secret-0123456789
name="it is not shown"
if grep -q very-secret err; then fault "it is"; else result ok "$name"; fi

# Headers whose values are words of every reply do it no harm.
fault_is ok,seed=3 correct 2 0 -H 'X-Feature: "choices"' -H 'X-Note: \boxed{' \
    -H 'X-Team: completion_tokens'

# Compressed answers are read; what swells beyond all bounds is not.
cat >squeeze.py <<'END'
import gzip, http.server, json
good = json.dumps({"choices": [{"message": {"content": "\\boxed{3}"},
                                "finish_reason": "stop"}]}).encode()
bodies = {"/good/": gzip.compress(good),
          "/swell/": gzip.compress(b" " * (64 << 20) + good)}
class H(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        body = next(v for k, v in bodies.items() if self.path.startswith(k))
        self.send_response(200)
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
    def log_message(self, *a): pass
s = http.server.HTTPServer(("127.0.0.1", 0), H)
s.timeout = 300
print(s.server_port, flush=True)
for _ in range(2): s.handle_request()
END
python3 squeeze.py >squeeze.port &
soon test -s squeeze.port
squeezed=http://127.0.0.1:$(cat squeeze.port)
it "a compressed answer" 0 "$assay" run two.jsonl --limit 1 --store z.db \
    --model "$squeezed/good/v1#m"
has out "100.0 %"
it "one that swells" 3 "$assay" run two.jsonl --limit 1 --store z.db \
    --model "$squeezed/swell/v1#m"
has err "larger than 16777216 bytes"

# What is sent is what was asked for.
it "decoding as it was set" 0 "$assay" run two.jsonl --model "$server/string/v1#m" \
    --store s.db --temperature 0.60 --top-k 40 --max-tokens 512 --seed 7 \
    --stop END --extra '{"min_tokens": 3}'
curl -s "$server/string/last" >out
has out '"temperature\": 0.60'
has out '"seed\": 7'
has out '"min_tokens\": 3'
has out '"max_tokens\": 512'
it "nothing else is sent" 0 "$assay" run two.jsonl --limit 1 \
    --model "$server/string,jitter=0/v1#m" --store s.db
curl -s "$server/string,jitter=0/last" | python3 -c '
import json, sys
print(*sorted(json.loads(json.load(sys.stdin)["body_text"])))' >out
is out "messages model"
finish
